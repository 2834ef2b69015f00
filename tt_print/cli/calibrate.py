"""What `tt-print calibrate` says about the test page, and about what was measured on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tt_print.cli.common import paper_line
from tt_print.cli.text import quoted

if TYPE_CHECKING:
    from tt_print.cli.request_commands import AnswerContext
    from tt_print.core.commands.calibrate import Calibrate, Reading
    from tt_print.printer_profile import PrinterProfile


def lines(printed: AnswerContext) -> list[str]:
    made, request = printed.answer.made, printed.request
    if printed.answer.kind == "calibrate reading":
        return [*_reading_lines(made, request), *_saved_lines(made, request, printed.answer.data["files"])]
    rulers = printed.answer.data["rulers"]
    named = [("printer", request.printer), ("flip", made.flip if made.flip == "short" else "")]
    named += [("paper", made.paper.name)] if printed.is_typed("paper") else []
    options = "".join(f" --{option} {quoted(value)}" for option, value in named if value)
    return [
        paper_line(printed, made.paper, "--paper"),
        f"Wrote {printed.written[0]}   front and back",
        f"Print it at 100% (“Actual size”), both sides, flip on the {made.flip.upper()} edge. The page says what to do then: measure the rulers,",
        f"{rulers['across_mm']} mm across and {rulers['down_mm']} mm down, and type",
        f"  tt-print calibrate --measured {rulers['across_mm']},{rulers['down_mm']}{options}",
        "and for backs the four pin holes:",
        f"  tt-print calibrate --back-read GH7.5,H8,I8,H8.5{options}",
    ]


def _reading_lines(reading: Reading, request: Calibrate) -> list[str]:
    """How true pages come out, and what that means for the cards."""
    from tt_print.calibration.readings import OFFER

    verdict, profile = reading.verdict, reading.profile
    lines = [*verdict.lines] if verdict else []
    if profile is None:
        return lines
    if request.back_read:
        lines.append(_back_summary(profile))
    if verdict and verdict.worst == OFFER:
        grown = f"{100 / profile.scale_x - 100:.1f} % across, {100 / profile.scale_y - 100:.1f} % down"
        return [*lines, f"  Pages for this printer are drawn larger by so much ({grown}), so that cards come out true."]
    return [*lines, *(["  Cards will fit standard sleeves (66 x 91 mm)."] if verdict else [])]


def _back_summary(profile: PrinterProfile) -> str:
    x, y, turn = profile.offset_x_mm, profile.offset_y_mm, profile.skew_deg
    across = f"{abs(x):.1f} mm too far {'right' if x > 0 else 'left'}"
    down = f"{abs(y):.1f} mm too far {'down' if y > 0 else 'up'}"
    skew = f"turned {abs(turn):.2f} degrees {'clockwise' if turn > 0 else 'counterclockwise'}"
    return f"Backs come out {across}, {down}, {skew}. That is now taken back."


def _saved_lines(reading: Reading, request: Calibrate, files: list[str]) -> list[str]:
    """What was kept and where, and what to type next."""
    profile = reading.profile
    if profile is None:
        return ["Nothing saved."]
    named = "" if profile.printer == reading.usual else f" --printer {quoted(profile.printer)}"
    flip = " --flip short" if profile.flip == "short" else ""
    return [
        f"Saved for {profile.name}. To forget it, delete it in {files[0]}",
        f"Next:  tt-print deck{named}" + (f" --backs duplex{flip}" if request.back_read else ""),
    ]
