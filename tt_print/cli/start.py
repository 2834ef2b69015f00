"""`tt-print start`: the pages to print first."""

from __future__ import annotations

from pathlib import Path

import typer

from tt_print.cli.common import (
    JSON,
    OUT,
    PAPER,
    PRINTER,
    QUIET,
    TRAY,
    calibration_notice,
    default_paper,
    paper_origin,
    print_result,
)
from tt_print.cli.own_things import FORCE, THEME


def command(
    paper: str = PAPER,
    ink: str = typer.Option("color", "--ink", help="color, or low: black only, colors as hatching.", metavar="INK"),
    theme: str = THEME,
    printer: str = PRINTER,
    tray: str = TRAY,
    svg: bool = typer.Option(False, "--svg", help="Also write each page as SVG."),
    force: bool = FORCE,
    out: Path = OUT,
    as_json: bool = JSON,
    quiet: bool = QUIET,
) -> None:
    """Four pages to print first: rulers, chits, rules, and the 27 cards that three can play with tonight.

    \b
    Examples:
      tt-print start --paper letter
      tt-print start --theme rich
    """
    from tt_print.calibration.store import find_printer_profile
    from tt_print.cards.theme import DEFAULT_THEME
    from tt_print.cli.own_things import check_readable
    from tt_print.cli.writing import write_files
    from tt_print.outputs import sheet_svg_files, start_pdf
    from tt_print.sheets.plan import find_paper
    from tt_print.sheets.start import make_start_sheets

    profile = find_printer_profile(printer, tray, find_paper(paper or default_paper()).name)
    start = make_start_sheets(paper or default_paper(), ink, profile, theme)
    check_readable(start.theme, force)
    files = dict([start_pdf(start)])
    if svg:
        files |= sheet_svg_files(start.stem, start.sheets)
    written = write_files(out, files)
    other = "letter" if start.paper.name != "letter" else "a4"
    from_where = "" if paper else f" (from {paper_origin()}; otherwise: --paper {other})"
    named = f" --paper {start.paper.name}" if paper else ""
    carried = named + (" --ink low" if start.theme.is_low else "")
    if start.theme.name != DEFAULT_THEME:
        carried += f" --theme {start.theme.name}"
    lines = [
        f"Paper: {start.paper.title}{from_where}",
        f"Wrote {written[0].as_posix()}   {len(start.sheets)} pages: instructions and rulers, then the 27-card West deck",
        *calibration_notice(profile, printer, start.paper.name),
        "",
        "Print it at 100 % (“Actual size”), one-sided, and measure the two rulers on page 1: 100 mm each.",
        *([] if profile else [f"Tell what you measured:      tt-print calibrate --measured 100,100{named}"]),
        f"Then the other cards:  tt-print deck --continue{carried}",
    ]
    result = {"files": [path.as_posix() for path in written], "pages": len(start.sheets)}
    print_result(lines, "start", result, as_json, quiet)
