"""`tt-print build`: everything at once, the main job."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

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
    gc_disabled,
    paper_origin,
    print_result,
)  # fmt: skip
from tt_print.cli.own_things import FORCE, THEME

if TYPE_CHECKING:
    from tt_print.cards.theme import Theme


def command(
    out: Path = OUT,
    paper: str = PAPER,
    ink: str = typer.Option("color", "--ink", help="color, or low: black only, colors as hatching.", metavar="INK"),
    theme: str = THEME,
    printer: str = PRINTER,
    tray: str = TRAY,
    force: bool = FORCE,
    as_json: bool = JSON,
    quiet: bool = QUIET,
) -> None:
    """Make everything: pictures of all cards, the starter, the whole deck, rule booklets, reference cards,
    score sheets.

    \b
    Examples:
      tt-print build --paper letter
      tt-print build --theme rich
    """
    from tt_print.calibration.store import find_printer_profile
    from tt_print.cards.theme import DEFAULT_THEME
    from tt_print.cli.own_things import readable_theme
    from tt_print.cli.progress import parts_progress
    from tt_print.cli.writing import current_output
    from tt_print.parts import write_parts
    from tt_print.products import build_parts, summary
    from tt_print.sheets.plan import find_paper

    look = readable_theme(ink, theme, force)
    sheet = find_paper(paper or default_paper())
    other = "letter" if sheet.name != "letter" else "a4"
    from_where = "" if paper else f" (from {paper_origin()}; otherwise: tt-print build --paper {other})"
    carried = (" --ink low" if look.is_low else "") + (f" --theme {look.name}" if look.name != DEFAULT_THEME else "")
    named = f" --paper {sheet.name}" if paper else ""
    paper = sheet.name
    profile = find_printer_profile(printer, tray, paper)
    with gc_disabled(), parts_progress(quiet or as_json) as progress:
        written = write_parts(out, build_parts(paper, profile, look.ink_style, look.name), progress, current_output())
    made = summary(written)
    start = out / written.facts["start"]["place"]
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
        *_ink_lines(look),
        "",
        f"Paper: {sheet.title}{from_where}",
        f"Print {start.as_posix()} first (4 pages), at 100 % (“Actual size”), one-sided.",
        "Measure both rulers on its page 1: 100 mm each."
        + ("" if profile else f" Tell what you measured:  tt-print calibrate --measured 100,100{named}"),
        f"Cut, and three can play tonight. Then the other cards:  tt-print deck --continue{named}{carried}",
        "At the table:  tt-print deal craziness --players Ann,Bo,Cy",
        "All commands:  tt-print --help",
    ]
    print_result(lines, "build", {"files": [path.as_posix() for path in written.paths]}, as_json, quiet)


def _ink_lines(theme: Theme) -> list[str]:
    """How much ink a face takes, where that is known beforehand: of our own themes."""
    from tt_print.cards.theme import THEMES
    from tt_print.outputs import ink_cover

    if theme.name not in THEMES:
        return [f"What {theme.name} takes in ink: tt-print theme check {theme.name}"]
    cover = ink_cover(theme=theme.name)
    if theme.is_low:
        return [f"Ink cover of a face: {cover.low:.0f} %, black only."]
    less = f", {cover.low:.0f} % with tt-print deck --ink low (black only)" if not theme.is_flooded else ""
    return [f"Ink cover of a face: {cover.color:.0f} % in color{less}."]
