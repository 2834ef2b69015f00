"""`tt-print calibrate`: the test page, what was measured on it, and the printers that are known."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import typer

from tt_print.cli.common import JSON, OUT, PAPER, QUIET, default_paper, echo, print_result

if TYPE_CHECKING:
    from tt_print.calibration.store import PrinterStore
    from tt_print.printer_profile import PrinterProfile


def command(
    measured: str = typer.Option(
        "", "--measured", help="The rulers as you measured them, across and down.", metavar="X,Y"
    ),
    back_read: str = typer.Option("", "--back-read", help="The four pin holes: H8,GH7.5,I8,H8.5.", metavar="READINGS"),
    printer: str = typer.Option("", "--printer", help="Its name, if you have several.", metavar="NAME"),
    tray: str = typer.Option("", "--tray", help="Its tray, if you use several.", metavar="NAME"),
    paper: str = PAPER,
    flip: str = typer.Option(
        "long", "--flip", help="Edge over which the test page turns: long or short.", metavar="EDGE"
    ),
    sides: int = typer.Option(2, "--sides", help="1: no pin marks and no back.", metavar="1|2"),
    listed: bool = typer.Option(False, "--list", help="Show the printers that were measured."),
    forget: str = typer.Option("", "--forget", help="Forget a printer.", metavar="NAME"),
    default: str = typer.Option("", "--default", help="Use this printer where none is named.", metavar="NAME"),
    dry_run: bool = typer.Option(False, "--dry-run", help="Only say what the readings mean; save nothing."),
    out: Path = OUT,
    as_json: bool = JSON,
    quiet: bool = QUIET,
) -> None:
    """Measure your printer once: write the test page, then tell what you read off it.

    Leave out --dry-run with your own figures.

    \b
    Examples:
      tt-print calibrate
      tt-print calibrate --measured 180,269.5 --dry-run
      tt-print calibrate --measured 180,269.5 --back-read GH7.5,H8,I8,H8.5 --dry-run
      tt-print calibrate --list
    """
    from tt_print.calibration.store import read_store, write_store
    from tt_print.cli.writing import current_output
    from tt_print.errors import InputError
    from tt_print.paths import config_folder
    from tt_print.sheets.plan import find_paper

    if flip not in ("long", "short"):
        raise InputError(f"--flip {flip!r}: choose long or short, the edge over which the paper turns.")
    if sides not in (1, 2):
        raise InputError(f"--sides {sides}: choose 1 or 2.")
    asked = [name for name, value in (
        ("--list", listed), ("--forget", forget), ("--default", default),
        ("--measured or --back-read", measured or back_read),
    ) if value]  # fmt: skip
    if len(asked) > 1:
        raise InputError(f"{asked[0]} and {asked[1]} cannot go together. Leave out one.")
    folder = config_folder()
    if listed:
        return print_result(
            _listed(read_store(folder)), "calibrate printers", _as_data(read_store(folder)), as_json, quiet
        )
    if forget or default:
        current_output().verify_keeps("calibrate --forget and --default change what is known of printers.")
        store = read_store(folder)
        name = store.find_printer(forget or default)
        changed = store.without(name) if forget else store.with_default(name)
        write_store(folder, changed)
        message = f"Forgot {name}." if forget else f"{name} is used where no printer is named."
        return print_result([message, *_listed(changed)], "calibrate printers", _as_data(changed), as_json, quiet)
    found = find_paper(paper or default_paper())
    if measured or back_read:
        if not dry_run:
            current_output().verify_keeps("calibrate --measured and --back-read keep what you measured. Add --dry-run.")
        reading = _read_off(folder, measured, back_read, printer, tray, found.name, flip)
        ask = sys.stdin.isatty() and sys.stdout.isatty() and not (as_json or quiet)
        lines, result = _keep(folder, reading, dry_run, ask)
        return print_result(lines, "calibrate reading", result, as_json, quiet)
    return _write_page(out, found.name, flip if sides == 2 else "", printer, tray, not paper, as_json, quiet)


def _write_page(
    out: Path, paper: str, flip: str, printer: str, tray: str, from_locale: bool, as_json: bool, quiet: bool
) -> None:
    from tt_print.calibration.page import make_calibration_pages
    from tt_print.calibration.readings import long_rulers
    from tt_print.cli.writing import write_files
    from tt_print.outputs import calibration_pdf

    printer, tray = _names(printer, tray) if printer or tray else ("", "")
    page = make_calibration_pages(paper, flip, printer, tray)
    written = write_files(out, dict([calibration_pdf(page)]))
    rulers = long_rulers(page.paper)
    other = "letter" if paper != "letter" else "a4"
    how = f"both sides, flip on the {flip.upper()} edge" if flip else "one-sided"
    options = f" --paper {paper}" if not from_locale else ""
    lines = [
        f"Paper: {page.paper.title}{f' (from your locale; otherwise: --paper {other})' if from_locale else ''}",
        f"Wrote {written[0].as_posix()}   {'front and back' if flip else '1 page'}",
        f"Print it at 100 % (“Actual size”), {how}. What to do then stands on it: measure the rulers,",
        f"{rulers.across_mm} mm across and {rulers.down_mm} mm down, and type",
        f"  tt-print calibrate --measured {rulers.across_mm},{rulers.down_mm}{options}",
    ]
    result = {"files": [path.as_posix() for path in written], "rulers": asdict(rulers)}
    print_result(lines, "calibrate page", result, as_json, quiet)


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


def _read_off(folder: Path, measured: str, back_read: str, printer: str, tray: str, paper: str, flip: str) -> Reading:
    """What the readings say of a printer, added to what is known of it."""
    from tt_print.calibration.readings import parse_holes, parse_measured
    from tt_print.calibration.solve import solve_back, solve_front
    from tt_print.calibration.store import read_store
    from tt_print.calibration.verdict import OFFER, judge_scale
    from tt_print.errors import InputError
    from tt_print.printer_profile import PrinterProfile
    from tt_print.sheets.plan import find_paper

    sheet = find_paper(paper)
    holes = parse_holes(back_read) if back_read else None
    scales = parse_measured(measured, sheet) if measured else None
    store = read_store(folder)
    printer, tray = _names(printer or store.default, tray or _only_tray(store, printer or store.default, paper))
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
        profile = solve_back(profile, holes, sheet, flip)
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


def _names(printer: str, tray: str) -> tuple[str, str]:
    """Names as they are stored, those of `templates/sheets/calibrate.toml` where none is given."""
    from tt_print.calibration.store import check_name
    from tt_print.calibration.tables import calibrate_file

    names = calibrate_file().names
    return (
        check_name(printer or names.printer, "--printer", names.max_printer),
        check_name(tray or names.tray, "--tray", names.max_tray),
    )


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
