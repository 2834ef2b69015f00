"""`tt-print calibrate`: the test page, what was measured on it, and the printers that are known."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tt_print.cli.common import paper_line
from tt_print.cli.echo import echo
from tt_print.core.commands.common import Answer

if TYPE_CHECKING:
    from tt_print.calibration.store import PrinterStore
    from tt_print.cli.requested import Own, Printed
    from tt_print.core.commands.calibrate import Calibrate
    from tt_print.core.world import Call
    from tt_print.printer_profile import PrinterProfile


def lines(printed: Printed) -> list[str]:
    made = printed.answer.made
    if printed.answer.kind != "calibrate page":
        found: list[str] = made
        return found
    rulers = printed.answer.data["rulers"]
    how = f"both sides, flip on the {made.flip.upper()} edge" if made.flip else "one-sided"
    options = f" --paper {made.paper.name}" if printed.is_typed("paper") else ""
    return [
        paper_line(printed, made.paper, "--paper"),
        f"Wrote {printed.written[0]}   {'front and back' if made.flip else '1 page'}",
        f"Print it at 100 % (“Actual size”), {how}. What to do then stands on it: measure the rulers,",
        f"{rulers['across_mm']} mm across and {rulers['down_mm']} mm down, and type",
        f"  tt-print calibrate --measured {rulers['across_mm']},{rulers['down_mm']}{options}",
    ]


def answer(request: Calibrate, call: Call, own: Own) -> Answer:
    """Also what is kept about the printers of this machine."""
    from tt_print.calibration.store import own_store, write_store
    from tt_print.cli.writing import current_output
    from tt_print.paths import config_folder
    from tt_print.sheets.plan import find_paper

    if request.listed:
        store = own_store()
        return Answer(_as_data(store), {}, _listed(store), kind="calibrate printers")
    if request.forget or request.default:
        current_output().verify_keeps("calibrate --forget and --default change what is known of printers.")
        store = own_store()
        name = store.find_printer(request.forget or request.default)
        changed = store.without(name) if request.forget else store.with_default(name)
        write_store(config_folder(), changed)
        message = f"Forgot {name}." if request.forget else f"{name} is used where no printer is named."
        return Answer(_as_data(changed), {}, [message, *_listed(changed)], kind="calibrate printers")
    if not (request.measured or request.back_read):
        return request.answer(call)
    if not request.dry_run:
        current_output().verify_keeps("calibrate --measured and --back-read keep what you measured. Add --dry-run.")
    reading = _read_off(request, find_paper(request.paper or call.world.paper).name)
    ask = sys.stdin.isatty() and sys.stdout.isatty() and not own.silent
    found, data = _keep(config_folder(), reading, request.dry_run, ask)
    return Answer(data, {}, found, kind="calibrate reading")


class Reading(NamedTuple):
    """What the readings say, for people and programs; `profile` is what may be saved of them, None where it is no use.

    `corrects` when pages come out otherwise than before.
    """

    profile: PrinterProfile | None
    lines: list[str]
    data: dict[str, Any]
    corrects: bool = False


def _keep(folder: Path, reading: Reading, dry_run: bool, ask: bool) -> tuple[list[str], dict[str, Any]]:
    """Saves what was read, unless it is of no use, was only tried, or a person who is asked does not want it."""
    from tt_print.calibration.store import read_store, write_store

    profile, lines, data, corrects = reading
    if profile is None:
        return [*lines, "Nothing saved."], data | {"saved": False, "files": []}
    if dry_run:
        return [*lines, "Nothing saved. Leave out --dry-run to keep it."], data | {"saved": False, "files": []}
    if ask and corrects:
        echo("\n".join(lines))
        lines = []
        if not _agrees("Draw all sheets for this printer like that from now on? y or n: "):
            return ["Nothing saved."], data | {"saved": False, "files": []}
    store = read_store(folder).with_profile(profile)
    data |= {"saved": True, "files": [write_store(folder, store).as_posix()]}
    return [*lines, *_saved_lines(profile, store, "back" in data)], data


def _agrees(question: str) -> bool:
    try:
        return input(question).strip().lower() in ("y", "yes")
    except EOFError:
        return False


def _read_off(request: Calibrate, paper: str) -> Reading:
    """What the readings say of a printer, added to what is known of it."""
    from tt_print.calibration.readings import parse_holes, parse_measured
    from tt_print.calibration.solve import solve_back, solve_front
    from tt_print.calibration.store import own_store, profile_names
    from tt_print.calibration.verdict import OFFER, judge_scale
    from tt_print.errors import InputError
    from tt_print.printer_profile import PrinterProfile
    from tt_print.sheets.plan import find_paper

    sheet, store = find_paper(paper), own_store()
    holes = parse_holes(request.back_read) if request.back_read else None
    scales = parse_measured(request.measured, sheet) if request.measured else None
    printer = request.printer or store.default
    printer, tray = profile_names(printer, request.tray or _only_tray(store, printer, paper))
    profile = next((p for p in store.profiles if p.key == (printer.casefold(), tray.casefold(), paper)), None)
    if profile is None and not scales:
        raise InputError(
            f"the front comes first: {printer}, {tray} tray, has not been measured on {paper}. "
            "Add --measured with both rulers."
        )
    profile = profile or PrinterProfile(printer, tray, paper)
    lines: list[str] = []
    result: dict[str, Any] = {"printer": profile.printer, "tray": profile.tray, "paper": paper}
    if scales:
        verdict = judge_scale(*scales, "letter" if paper == "a4" else "a4")
        lines += verdict.lines
        result |= {"verdict": verdict.worst, "across_percent": _percent(scales[0]), "down_percent": _percent(scales[1])}
        if not verdict.usable:
            return Reading(None, lines, result)
        profile = solve_front(profile, *scales)
    if holes:
        profile = solve_back(profile, holes, sheet, request.flip)
        lines.append(_back_summary(profile))
        result["back"] = {
            "offset_mm": [_rounded(profile.offset_x_mm, 2), _rounded(profile.offset_y_mm, 2)],
            "skew_deg": _rounded(profile.skew_deg, 3),
            "across_percent": _percent(profile.back_scale_x), "down_percent": _percent(profile.back_scale_y),
        }  # fmt: skip
    size = result.get("verdict", "")
    return Reading(profile, [*lines, *_meaning(profile, size)], result, bool(holes) or size == OFFER)


def _percent(scale: float) -> float:
    return _rounded(100 * scale, 2)


def _rounded(number: float, digits: int) -> float:
    """Without a minus before nothing."""
    return round(number, digits) + 0.0


def _only_tray(store: PrinterStore, printer: str, paper: str) -> str:
    """The tray that was measured before, when there is but one for this printer and paper."""
    trays = [p.tray for p in store.profiles if p.printer.casefold() == printer.strip().casefold() and p.paper == paper]
    return trays[0] if len(trays) == 1 else ""


def _back_summary(profile: PrinterProfile) -> str:
    x, y, turn = profile.offset_x_mm, profile.offset_y_mm, profile.skew_deg
    across = f"{abs(x):.1f} mm too far {'right' if x > 0 else 'left'}"
    down = f"{abs(y):.1f} mm too far {'down' if y > 0 else 'up'}"
    skew = f"turned {abs(turn):.2f} degrees {'clockwise' if turn > 0 else 'counterclockwise'}"
    return f"Backs come out {across}, {down}, {skew}. That is now taken back."


def _meaning(profile: PrinterProfile, verdict: str) -> list[str]:
    """What the size of its pages means for the cards; nothing where only backs were read."""
    from tt_print.calibration.verdict import OFFER

    if verdict == OFFER:
        grown = f"{100 / profile.scale_x - 100:.1f} % across, {100 / profile.scale_y - 100:.1f} % down"
        return [f"  Pages for this printer are drawn larger by so much ({grown}), so that cards come out true."]
    return ["  Cards will fit standard sleeves (66 x 91 mm)."] if verdict else []


def _saved_lines(profile: PrinterProfile, store: PrinterStore, with_back: bool) -> list[str]:
    named = "" if profile.printer == store.default else f" --printer {_quoted(profile.printer)}"
    flip = " --flip short" if profile.flip == "short" else ""
    return [
        f"Saved for {profile.name}. Take it back: tt-print calibrate --forget {_quoted(profile.printer)}",
        f"Next:  tt-print deck{named}" + (f" --backs duplex{flip}" if with_back else ""),
    ]


def _quoted(name: str) -> str:
    return f'"{name}"' if " " in name else name


def _listed(store: PrinterStore) -> list[str]:
    if not store.profiles:
        return ["No printer has been measured yet. Start with: tt-print calibrate"]
    lines = []
    for p in store.profiles:
        size = f"{100 * p.scale_x:.1f} % across, {100 * p.scale_y:.1f} % down"
        back = f"backs {p.offset_x_mm:+.1f},{p.offset_y_mm:+.1f} mm, {p.skew_deg:+.2f} degrees"
        back = back if p.flip else "backs not measured"
        lines.append(f"{p.name}{'  (default)' if p.printer == store.default else ''}: {size}; {back}")
    return lines


def _as_data(store: PrinterStore) -> dict[str, Any]:
    return {"default": store.default or None, "profiles": [asdict(profile) for profile in store.profiles]}
