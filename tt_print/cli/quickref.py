"""`tt-print quickref`: each game on a reference card or two, on sheets like the deck's own."""

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
    print_result,
)  # fmt: skip
from tt_print.cli.own_things import FORCE, THEME
from tt_print.games import listed_names

if TYPE_CHECKING:
    from tt_print.quickref.statements import Leaf

READABLE_PT = 6.5  # smaller letters are warned of


def command(
    game: list[str] = typer.Argument(
        help=f"{listed_names(everything=True)} Or a file of your own: my-game.md.", metavar="GAME..."
    ),
    large: bool = typer.Option(False, "--large", help="Four on a page: A6, or a quarter of Letter."),
    house: Path = typer.Option(None, "--house", metavar="FILE", help="House rules, a TOML file."),
    option: list[str] = typer.Option([], "--option", metavar="NAME=VALUE", help="One house rule; may come again."),
    paper: str = PAPER,
    card: str = typer.Option(
        "standard", "--card", help="standard (63 x 88 mm), poker, bridge, mini or tarot.", metavar="SIZE"
    ),
    ink: str = typer.Option("color", "--ink", help="color, or low: black only, colors as hatching.", metavar="INK"),
    theme: str = THEME,
    start_at: int = typer.Option(1, "--start-at", help="First free slot of a used sheet, row by row.", metavar="N"),
    cuts: str = typer.Option(
        "ticks", "--cuts", help="ticks in the margin, lines round each card, or none.", metavar="CUTS"
    ),
    printer: str = PRINTER,
    tray: str = TRAY,
    svg: bool = typer.Option(False, "--svg", help="Also write each sheet as SVG."),
    force: bool = FORCE,
    out: Path = OUT,
    as_json: bool = JSON,
    quiet: bool = QUIET,
) -> None:
    """Reference cards: set-up, turn, wilds, points and the most argued rules, to be cut out with the deck.

    \b
    Examples:
      tt-print quickref all
      tt-print quickref ww3 armageddon
      tt-print quickref casino --option question=wild
      tt-print quickref push-it --large
      tt-print quickref all --theme classic
    """
    from tt_print.calibration.store import find_printer_profile
    from tt_print.cli.own_things import check_readable
    from tt_print.cli.writing import write_files
    from tt_print.core.fields import load_house_rules
    from tt_print.outputs import quickref_pdf, sheet_svg_files
    from tt_print.quickref.make import QuickrefChoices, make_quickref
    from tt_print.sheets.plan import find_paper

    own = _own_card(game, house, option)
    games = () if own else tuple(load_house_rules(game, house, option))
    paper = find_paper(paper or default_paper()).name
    profile = find_printer_profile(printer, tray, paper)
    made = make_quickref(QuickrefChoices(games, paper, large, card, ink, cuts, start_at, profile, own, theme))
    check_readable(made.theme, force)
    files = dict([quickref_pdf(made)])
    if svg:
        files |= sheet_svg_files(made.stem, made.sheets)
    written = write_files(out, files)
    cards, sheets = len(made.cards), len(made.sheets)
    lines = [
        f"Wrote {written[0].as_posix()}   {sheets} sheet{'s' if sheets > 1 else ''} of {made.per_sheet}: "
        f"{cards} reference card{'s' if cards > 1 else ''}, smallest letters {made.text_pt:.1f} pt",
        *calibration_notice(profile, printer, paper),
    ]
    if made.text_pt < READABLE_PT:
        lines.append(f"  Letters of {made.text_pt:.1f} pt are small. Larger: --card tarot, or --large.")
    elif not large and made.card.name == "standard":
        lines.append("  Larger, four to a page: --large.")
    lines.append("Print it at 100 % (“Actual size”), one-sided.")
    result = {
        "files": [path.as_posix() for path in written], "sheets": sheets, "cards": cards, "per_sheet": made.per_sheet,
        "slots": [list(sheet.codes) for sheet in made.sheets], "text_pt": round(made.text_pt, 2),
        "house": {found.name: rules.as_json() for found, rules in games},
        "printer": profile.printer_name if profile else None,
    }  # fmt: skip
    print_result(lines, "quickref", result, as_json, quiet)


def _own_card(names: list[str], house: Path | None, option: list[str]) -> tuple[str, Leaf] | None:
    """The card of somebody's own game; None where games of ours are named."""
    from tt_print.cli.own_things import check_own, own_file
    from tt_print.errors import InputError

    path = next((found for name in names if (found := own_file(name)) is not None), None)
    if path is None:
        return None
    from tt_print.booklets.own_book import read_own_book, read_own_text
    from tt_print.booklets.own_card import read_own_card
    from tt_print.quickref.statements import Leaf, Statement

    if len(names) > 1:
        raise InputError(f"{path} is a game of your own. Print its card by itself: tt-print quickref {path}")
    check_own(house, option)
    text = read_own_text(path)
    card = read_own_card(read_own_book(text))
    statements = tuple(Statement(sentence, (), (), (), text.file) for sentence in card.sentences)
    return text.name, Leaf(card.title, card.facts, statements, card.author)
