"""`tt-print build`: everything at once, the main job."""

from __future__ import annotations

from pathlib import Path

from tt_print.cli.common import (
    JSON,
    OUT,
    PAPER,
    PRINTER,
    QUIET,
    TRAY,
    calibration_notice,
    default_paper,
    gc_disabled,
    print_result,
)  # fmt: skip


def command(
    out: Path = OUT,
    paper: str = PAPER,
    printer: str = PRINTER,
    tray: str = TRAY,
    as_json: bool = JSON,
    quiet: bool = QUIET,
) -> None:
    """Make everything: pictures of all cards, the starter, the whole deck, rule booklets, reference cards,
    score sheets.

    Example: tt-print build --paper letter
    """
    from tt_print.calibration.store import find_printer_profile
    from tt_print.outputs import ink_cover
    from tt_print.parts import write_parts
    from tt_print.products import build_parts, summary
    from tt_print.sheets.plan import find_paper

    paper = find_paper(paper or default_paper()).name
    profile = find_printer_profile(printer, tray, paper)
    with gc_disabled():
        written = write_parts(out, build_parts(paper, profile))
    made = summary(written)
    cover = ink_cover()
    width = max(map(len, made))
    lines = [
        f"Wrote {out.as_posix()}/"
        if written.made
        else f"All is in {out.as_posix()}/ as it should be; nothing was written.",
        *(
            f"  {place if number == 0 else '':{width}}  {line}"
            for place, words in made.items()
            for number, line in enumerate(words.splitlines())
        ),
        *calibration_notice(profile, printer, paper),
        f"Ink cover of a face: {cover.color:.0f} % in color, "
        f"{cover.low:.0f} % with tt-print deck --ink low (black only).",
        "Later at the table: tt-print deal, judge, rules, score. "
        "Print shops, cutting machines, a box: tt-print export --list",
        f"Print {Path(written.facts['start']['place']).name} first, at 100 % (“Actual size”), one-sided, and measure its rulers.",
    ]
    print_result(lines, {"files": [path.as_posix() for path in written.paths]}, as_json, quiet)
