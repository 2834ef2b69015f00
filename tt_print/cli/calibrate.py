"""What `tt-print calibrate` says about the test page, about what was measured on it, and about printers."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from tt_print.cli.common import paper_line
from tt_print.cli.echo import echo, print_lines
from tt_print.cli.hints import quoted

if TYPE_CHECKING:
    from tt_print.calibration.store import PrinterStore
    from tt_print.cli.request_commands import AnswerContext, OutputOptions
    from tt_print.core.commands.calibrate import Calibrate, Reading
    from tt_print.core.commands.common import Answer
    from tt_print.core.environment import Call
    from tt_print.printer_profile import PrinterProfile


def answer(request: Calibrate, call: Call, own: OutputOptions) -> Answer | None:
    """Somebody at a terminal is asked before all later sheets change. Raises InputError if nothing may be kept."""
    if not request.has_readings or request.dry_run:
        return request.answer(call)
    if own.silent or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return request.answer(call)
    tried = replace(request, dry_run=True).answer(call)
    if not tried.made.corrects:
        return request.answer(call)
    echo("\n".join(_reading_lines(tried.made, request)))
    if not _agrees("Draw all sheets for this printer like that from now on? y or n: "):
        echo("Nothing saved.")
        return None
    kept = request.answer(call)
    print_lines(_saved_lines(kept.made, request), False, kept.data["files"])
    return None


def _agrees(question: str) -> bool:
    try:
        return input(question).strip().lower() in ("y", "yes")
    except EOFError:
        return False


def lines(printed: AnswerContext) -> list[str]:
    made, request = printed.answer.made, printed.request
    match printed.answer.kind:
        case "calibrate printers":
            name = made.changed
            said = (
                [f"Forgot {name}." if request.forget else f"{name} is used where no printer is named."] if name else []
            )
            return [*said, *_printer_lines(made.store)]
        case "calibrate reading":
            return [*_reading_lines(made, request), *_saved_lines(made, request)]
    rulers = printed.answer.data["rulers"]
    how = f"both sides, flip on the {made.flip.upper()} edge" if made.flip else "one-sided"
    named = [("printer", request.printer), ("tray", request.tray), ("flip", made.flip if made.flip == "short" else "")]
    named += [("paper", made.paper.name)] if printed.is_typed("paper") else []
    options = "".join(f" --{option} {quoted(value)}" for option, value in named if value)
    pins = ["and for backs the four pin holes:", f"  tt-print calibrate --back-read GH7.5,H8,I8,H8.5{options}"]
    return [
        paper_line(printed, made.paper, "--paper"),
        f"Wrote {printed.written[0]}   {'front and back' if made.flip else '1 page'}",
        f"Print it at 100% (“Actual size”), {how}. The page says what to do then: measure the rulers,",
        f"{rulers['across_mm']} mm across and {rulers['down_mm']} mm down, and type",
        f"  tt-print calibrate --measured {rulers['across_mm']},{rulers['down_mm']}{options}",
        *(pins if made.flip else ()),
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


def _saved_lines(reading: Reading, request: Calibrate) -> list[str]:
    """What was kept, and what to type next."""
    profile, store = reading.profile, reading.store
    if profile is None or store is None:
        return ["Nothing saved." + (" Leave out --dry-run to keep it." if profile and request.dry_run else "")]
    named = "" if profile.printer == store.default else f" --printer {quoted(profile.printer)}"
    flip = " --flip short" if profile.flip == "short" else ""
    return [
        f"Saved for {profile.name}. Take it back: tt-print calibrate --forget {quoted(profile.printer)}",
        f"Next:  tt-print deck{named}" + (f" --backs duplex{flip}" if request.back_read else ""),
    ]


def _printer_lines(store: PrinterStore) -> list[str]:
    if not store.profiles:
        return ["No printer has been measured yet. Start with: tt-print calibrate"]
    lines = []
    for p in store.profiles:
        size = f"{100 * p.scale_x:.1f} % across, {100 * p.scale_y:.1f} % down"
        back = f"backs {p.offset_x_mm:+.1f},{p.offset_y_mm:+.1f} mm, {p.skew_deg:+.2f} degrees"
        back = back if p.flip else "backs not measured"
        lines.append(f"{p.name}{'  (default)' if p.printer == store.default else ''}: {size}; {back}")
    return lines
