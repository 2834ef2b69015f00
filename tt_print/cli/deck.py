"""`tt-print deck`: the deck on sheets, with choices."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from tt_print.cli.common import JSON, OUT, PAPER, QUIET, default_paper, say, shown

if TYPE_CHECKING:
    from tt_print.deck import AnyCard
    from tt_print.drawing.shapes import Drawing
    from tt_print.sheets.deck import DeckChoices, DeckSheets
    from tt_print.studio import Progress


def command(
    deck: str = typer.Option("full", "--deck", help="west (27 cards), squares (64) or full (125).", metavar="DECK"),
    jokers: bool | None = typer.Option(
        None, "--jokers/--no-jokers", help="The two jokers; without this, with squares and full.", show_default=False
    ),
    chits: bool = typer.Option(True, "--chits/--no-chits", help="The three chits and their pointers."),
    copies: int = typer.Option(1, "--copies", help="So many decks; the chits come once.", metavar="N"),
    only: str | None = typer.Option(None, "--only", help="Just these cards: RH3,J1 or KBQ (Q is ?).", metavar="CARDS"),
    start_at: int = typer.Option(1, "--start-at", help="First free slot of a used sheet, row by row.", metavar="N"),
    without_start: bool = typer.Option(False, "--continue", help="Leave out the West cards that start printed."),
    paper: str = PAPER,
    card: str = typer.Option("standard", "--card", help="standard (63 x 88 mm), poker, bridge, mini or tarot.", metavar="SIZE"),
    cuts: str = typer.Option("ticks", "--cuts", help="ticks in the margin, lines round each card, or none.", metavar="CUTS"),
    indices: int = typer.Option(4, "--indices", help="Corners with an index: 4 or 2.", metavar="4|2"),
    ink: str = typer.Option("color", "--ink", help="color, or low: black only, colors as hatching.", metavar="INK"),
    svg: bool = typer.Option(False, "--svg", help="Also write each sheet as SVG."),
    png: bool = typer.Option(False, "--png", help="Also write each card as PNG, 300 dpi."),
    out: Path = OUT,
    as_json: bool = JSON,
    quiet: bool = QUIET,
) -> None:
    """The deck on sheets, at true size, with numbered cut marks.

    \b
    Examples:
      tt-print deck --continue
      tt-print deck --only RH3,J1 --start-at 4
      tt-print deck --deck squares --copies 2 --no-jokers --ink low
    """
    from tt_print.output import write_files
    from tt_print.sheets.deck import DeckChoices, make_deck_sheets
    from tt_print.studio import deck_pdf, plan_pngs, png_files, sheet_svg_files

    choices = DeckChoices(
        paper=paper or default_paper(), deck=deck, card=card, jokers=jokers, chits=chits, copies=copies,
        only=() if only is None else _named(only), start_at=start_at, cuts=cuts, indices=indices, ink_style=ink,
        without_start=without_start,
    )  # fmt: skip
    made = make_deck_sheets(choices)
    files = dict([deck_pdf(made)])
    if svg:
        files |= sheet_svg_files(made.stem, made.sheets)
    if png:
        files |= png_files(plan_pngs(made), _progress(quiet or as_json))
    written = write_files(out, files)
    result = {
        "files": [shown(path) for path in written], "sheets": len(made.sheets), **made.counts,
        "slots": [list(sheet.codes) for sheet in made.sheets],
    }  # fmt: skip
    say(_told(made, choices, written), result, as_json, quiet)


def _named(only: str) -> tuple[AnyCard, ...]:
    """The cards of --only, which a person may list with blanks or one comma too many."""
    from tt_print.deck import parse_card
    from tt_print.errors import InputError, NotationError

    if not only.strip():
        raise InputError("--only names no card. Give codes such as RH3,KBQ, or leave out --only.")
    cards = []
    for part in only.split(","):
        if not part.strip():
            raise InputError(f"--only {only!r}: a comma has no card beside it. Leave out the comma, or name the card.")
        try:
            cards.append(parse_card(part.strip()))
        except NotationError:
            try:
                codes = [parse_card(word).safe_code for word in part.split()]
            except NotationError:
                codes = []
            if len(codes) < 2:
                raise
            raise InputError(f"{part.strip()!r}: cards need a comma between them: --only {','.join(codes)}") from None
    return tuple(cards)


def _told(made: DeckSheets, choices: DeckChoices, written: list[Path]) -> list[str]:
    from tt_print.studio import index_cap_mm, ink_cover

    plan, theme = made.plan, made.theme
    counts = ", ".join(f"{n} {what if n > 1 else what[:-1]}" for what, n in made.counts.items() if n)
    sheets = f"{len(made.sheets)} sheet{'s' if len(made.sheets) > 1 else ''}"
    lines = [f"Wrote {shown(written[0])}   {sheets} of {plan.columns * plan.rows}: {counts}"]
    if choices.only or choices.start_at > 1:
        lines += _slot_map(made)
    if len(written) > 1:
        lines.append(f"      and {len(written) - 1} more, from {shown(written[1])} on")
    if choices.cuts != "none":
        total = plan.columns + plan.rows + 2
        first = 1 + (plan.columns if plan.long_way_upright else plan.rows)
        lines.append(f"  {total} cuts a sheet, numbered in the margin: 1-{first} the long way, then {first + 1}-{total} across.")
    cap = index_cap_mm(plan, theme)
    if cap < 7:
        lines.append(f"  {plan.card.name} cards are small: corner figures {cap:.1f} mm high, not the 7 mm that read well in a fan.")
    cover = ink_cover(theme.indices)
    if theme.is_low:
        lines.append(f"  Ink cover of a face: about {cover.low:.0f} %, black only.")
    else:
        lines.append(f"  Ink cover of a face: about {cover.color:.0f} %. Less: --ink low ({cover.low:.0f} %, black only).")
    lines.append("  Backs: none. Use opaque sleeves, or card that does not show through.")
    lines.append("Print at 100 % (“Actual size”), one-sided, and measure the 50 mm ruler on the first sheet.")
    return lines


def _slot_map(made: DeckSheets) -> list[str]:
    """Which card lies where, as the sheet is printed; a dot is an empty slot."""
    lines = []
    per_sheet, columns = made.plan.columns * made.plan.rows, made.plan.columns
    for number, sheet in enumerate(made.sheets, 1):
        codes = [*sheet.codes, *[""] * (per_sheet - len(sheet.codes))]
        wide = max(len(code) for code in codes)
        lines.append(f"  Sheet {number}:")
        for start in range(0, per_sheet, columns):
            cells = codes[start : start + columns]
            lines.append("    " + "  ".join((code or "·").ljust(wide) for code in cells).rstrip())
    return lines


def _progress(silent: bool) -> Progress:
    """A bar on a terminal, nothing elsewhere: PNG work takes seconds."""

    def with_bar(items: Iterable[tuple[str, Drawing]]) -> Iterable[tuple[str, Drawing]]:
        if silent or not sys.stderr.isatty():
            yield from items
            return
        with typer.progressbar(list(items), label="Drawing PNGs", file=sys.stderr) as bar:
            yield from bar

    return with_bar
