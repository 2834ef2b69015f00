"""`tt-print deck`: the deck on sheets, with choices."""

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
    parse_pair,
    print_result,
    printed_code,
)
from tt_print.cli.own_things import FORCE

if TYPE_CHECKING:
    from tt_print.sheets.deck import DeckSheets
    from tt_print.sheets.plan import Plan


def command(
    deck: str = typer.Option("full", "--deck", help="west (27 cards), squares (64) or full (125).", metavar="DECK"),
    jokers: bool | None = typer.Option(
        None, "--jokers/--no-jokers", help="The two jokers; without this, with squares and full.", show_default=False
    ),
    chits: bool = typer.Option(True, "--chits/--no-chits", help="The three chits and their pointers."),
    copies: int = typer.Option(1, "--copies", help="How many decks; the chits come once.", metavar="N"),
    only: str | None = typer.Option(
        None, "--only", help="Just these: RH3,J1, KBQ (Q is ?), chit-color, pointers.", metavar="CARDS"
    ),
    start_at: int = typer.Option(1, "--start-at", help="First free slot of a used sheet, row by row.", metavar="N"),
    without_start: bool = typer.Option(False, "--continue", help="Leave out the West cards that start printed."),
    paper: str = PAPER,
    card: str = typer.Option(
        "standard",
        "--card",
        help="standard (63 x 88 mm), poker, bridge, euro, japanese, square, mini, tarot, or 57x87.",
        metavar="SIZE",
    ),
    stock: str = typer.Option(
        "", "--stock", help="Perforated cards or labels: avery-5371, avery-5390, rayfilm-1426 ...", metavar="NAME"
    ),
    cuts: str = typer.Option(
        "ticks", "--cuts", help="ticks in the margin, lines round each card, or none.", metavar="CUTS"
    ),
    fit: str = typer.Option(
        "auto", "--fit", help="grid: all cards one way; mixed: some across where more fit; auto.", metavar="FIT"
    ),
    indices: int = typer.Option(4, "--indices", help="Corners with an index: 4 or 2.", metavar="4|2"),
    theme: str = typer.Option(
        "tab", "--theme", help="tab; rich: floods of color; classic: the first faces; or your own.", metavar="THEME"
    ),
    ink: str = typer.Option("color", "--ink", help="color, or low: black only, colors as hatching.", metavar="INK"),
    backs: str = typer.Option("none", "--backs", help="none, fold, duplex, or separate (two files).", metavar="BACKS"),
    back: str = typer.Option(
        "",
        "--back",
        help="Your own picture on the backs: a PNG or a JPEG.",
        metavar="PICTURE",
        show_default=False,
    ),
    flip: str = typer.Option("long", "--flip", help="Edge over which the paper turns: long or short.", metavar="EDGE"),
    back_bleed: float | None = typer.Option(
        None, "--back-bleed", help="How far backs reach beyond the cut.", metavar="MM", show_default=False
    ),
    back_offset: str = typer.Option("0,0", "--back-offset", help="Move backs right and down: 0.5,-1.", metavar="X,Y"),
    reverse: bool = typer.Option(
        False, "--reverse", help="With separate: the file of backs from the last to the first."
    ),
    bleed: float = typer.Option(0.0, "--bleed", help="Room round each card; two lie twice as far apart.", metavar="MM"),
    margin: float | None = typer.Option(
        None, "--margin", help="Room at the paper's edges; without it 6 mm.", metavar="MM", show_default=False
    ),
    printer: str = PRINTER,
    tray: str = TRAY,
    svg: bool = typer.Option(False, "--svg", help="Also write each sheet as SVG."),
    png: bool = typer.Option(False, "--png", help="Also write each card as PNG, 300 dpi."),
    dpi: int | None = typer.Option(
        None, "--dpi", help="With --png: 300, 600 or 1200 dots an inch.", metavar="DPI", show_default=False
    ),
    force: bool = FORCE,
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
      tt-print deck --backs fold
      tt-print deck --only RH3 --backs duplex --back cat.jpg
      tt-print deck --only RH3 --png --dpi 600
    """
    from tt_print.calibration.store import find_printer_profile
    from tt_print.cli.own_things import back_lines, check_readable, read_back
    from tt_print.cli.progress import shown_progress
    from tt_print.cli.writing import write_files
    from tt_print.core.pieces import read_only
    from tt_print.errors import InputError, choose
    from tt_print.outputs import back_pdf, deck_pdf, plan_pngs, png_files, sheet_svg_files
    from tt_print.sheets.backs import Backs
    from tt_print.sheets.deck import DeckChoices, make_deck_sheets
    from tt_print.sheets.plan import FITS, find_paper
    from tt_print.sheets.stock import find_stock

    if dpi is not None and not png:
        raise InputError(
            "--dpi is for the pictures of --png; sheets are drawn in lines, as sharp at any. Add --png, or leave out --dpi."
        )
    if stock:
        found = find_stock(stock)
        if paper and find_paper(paper).name != find_paper(found.paper).name:
            raise InputError(f"{found.name} is {found.paper} paper. Leave out --paper.")
        stock, paper, cuts = found.name, found.paper, "none" if cuts == "ticks" else cuts
    paper = find_paper(paper or default_paper()).name
    fit = choose("fit", fit, FITS, "--fit")
    profile = find_printer_profile(printer, tray, paper)
    choices = DeckChoices(
        paper=paper, deck=deck, card=card, jokers=jokers, chits=chits, copies=copies,
        only=() if only is None else read_only(only), start_at=start_at, cuts=cuts, indices=indices, theme=theme, ink_style=ink,
        without_start=without_start, bleed_mm=bleed, margin_mm=margin, profile=profile, stock=stock, fit=fit,
        artwork=read_back(back), backs=Backs(backs, flip, back_bleed, parse_pair(back_offset, "--back-offset"),
                    "reversed" if reverse else "same"),
    )  # fmt: skip
    made = make_deck_sheets(choices)
    check_readable(made.theme, force)
    pictures = plan_pngs(made, dpi) if png else None
    files = dict([deck_pdf(made)]) | back_pdf(made)
    if svg:
        files |= sheet_svg_files(made.stem, made.sheets)
        files |= sheet_svg_files(f"{made.stem}-back", made.back_sheets)
    if pictures:
        with shown_progress(quiet or as_json) as progress:
            files |= png_files(pictures, progress)
    written = write_files(out, files)
    result = {
        "files": [path.as_posix() for path in written], "sheets": len(made.sheets), **made.counts,
        "slots": [list(map(printed_code, sheet.codes)) for sheet in made.sheets], "per_sheet": made.plan.count, "turned": made.plan.turned_count,
        "backs": made.choices.backs.mode, "back": made.choices.artwork.digest if made.choices.artwork else None,
        "back_notes": list(made.back_notes), "printer": profile.printer_name if profile else None,
    }  # fmt: skip
    print_result(
        [
            *_summary_lines(made, written, fit),
            *calibration_notice(profile, printer, paper),
            *back_lines(made.choices.artwork, made.back_notes),
            *_last(made),
        ],
        "deck",
        result,
        as_json,
        quiet,
    )


def _summary_lines(made: DeckSheets, written: list[Path], fit: str) -> list[str]:
    from tt_print.cards.theme import THEMES
    from tt_print.outputs import index_cap_mm, ink_cover
    from tt_print.sheets.marks import guillotine_stops

    plan, theme, choices = made.plan, made.theme, made.choices
    counts = ", ".join(f"{n} {what if n > 1 else what[:-1]}" for what, n in made.counts.items() if n)
    sheets = f"{len(made.sheets)} sheet{'s' if len(made.sheets) > 1 else ''}"
    lines = [f"Wrote {written[0].as_posix()}   {sheets} of {plan.count}: {counts}"]
    if choices.only or choices.start_at > 1:
        lines += _slot_map(made)
    if len(written) > 1:
        lines.append(f"      and {len(written) - 1} more, from {written[1].as_posix()} on")
    lines += _fits(made, fit)
    if choices.cuts != "none":
        lines += _cut_lines(plan)
        if plan.bleed_mm or choices.margin_mm is not None:
            lines.append(f"  {guillotine_stops(plan)}.")
    cap = index_cap_mm(plan, theme)
    if cap < 7:
        lines.append(
            f"  {plan.card.name} cards are small: corner figures {cap:.1f} mm high, "
            "not the 7 mm that read well in a fan."
        )
    if theme.name not in THEMES:
        return [
            *lines,
            f"  What {theme.name} takes in ink, and how well it can be read: tt-print theme check {theme.name}",
        ]
    cover = ink_cover(theme.indices, theme.name)
    if theme.is_flooded:
        usual = ink_cover(theme.indices)
        lines.append(
            f"  Ink cover of a face: about {cover.color:.0f} %. Less: --theme tab ({usual.color:.0f} %), or --ink low with it."
        )
    elif theme.is_low:
        lines.append(f"  Ink cover of a face: about {cover.low:.0f} %, black only.")
    else:
        lines.append(
            f"  Ink cover of a face: about {cover.color:.0f} %. Less: --ink low ({cover.low:.0f} %, black only)."
        )
    return lines


def _cut_lines(plan: Plan) -> list[str]:
    """In which order to cut."""
    from tt_print.sheets.marks import block_orders

    parted = len(plan.partings)
    total = plan.cut_count
    if not parted:
        first = len(plan.vertical_cuts if plan.vertical_first else plan.horizontal_cuts)
        return [
            f"  {total} cuts a sheet, numbered in the margin: 1-{first} the long way, then {first + 1}-{total} across."
        ]
    blocks = ", then ".join(f"{first}-{first + block.cut_count - 1}" for block, first in block_orders(plan))
    along = "1 first" if parted == 1 else f"1 first, then {parted}"
    return [f"  {total} cuts a sheet, numbered: cut along {along}, between the blocks; then each block, {blocks}."]


def _fits(made: DeckSheets, fit: str) -> list[str]:
    """What bleed, margin and backs on the same side cost in cards a sheet, with the alternatives."""
    from tt_print.sheets.plan import plan_alternatives, plan_sheet

    plan, choices = made.plan, made.choices
    lines = []
    if plan.origin_mm:
        return [
            f"  On the stock’s own places, {plan.card.width_mm:g} x {plan.card.height_mm:g} mm. Print one sheet on plain paper first, with "
            "--cuts lines, and hold both against the light."
        ]
    upright = plan.paper if plan.paper.height_mm >= plan.paper.width_mm else plan.paper.turned()
    asked = upright, plan.card, choices.bleed_mm, choices.margin_mm, bool(plan.fold)
    if plan.parts:
        turned, more = plan.turned_count, plan_sheet(*asked).count
        across = "1 card lies" if turned == 1 else f"{turned} cards lie"
        lines.append(f"  {plan.count} a sheet instead of {more}: {across} across. All one way: --fit grid.")
    elif fit == "mixed":
        lines.append(f"  No more than {plan.count} fit with cards lying across as well, so all lie the same way.")
    elif fit == "auto" and (more := plan_sheet(*asked, "mixed").count) > plan.count:
        lines.append(f"  {more} a sheet instead of {plan.count}, with some cards across: --fit mixed.")
    own, *others = plan_alternatives(plan)
    if others:
        listed = "; ".join(f"{choice.words}: {choice.count}" for choice in others)
        lines.append(f"  {plan.paper.title}, {plan.card.name}, {own.words}: {own.count} a sheet; {listed}.")
    if plan.fold:
        whole = plan_sheet(upright, plan.card, plan.bleed_mm, plan.margin_mm, fit=fit).count
        lines.append(
            f"  {plan.count} a sheet, because front and back lie side by side; {whole} with --backs none or duplex."
        )
    if (
        plan.margin_mm < plan.paper.unprintable_mm + 1
        and min(plan.area.left, plan.area.top) < plan.paper.unprintable_mm + 1
    ):
        lines.append("  There is hardly room for cut marks beside the cards; your printer may leave them out.")
    return lines


def _last(made: DeckSheets) -> list[str]:
    """What to do at the printer."""
    backs = made.choices.backs
    edge = f"{backs.flip.upper()} edge"
    ruler = "measure the 50 mm ruler on the first sheet."
    if backs.mode == "duplex":
        return [f"Print at 100 % (“Actual size”), both sides, flip on the {edge}, and {ruler}",
                "Backs a little off? Measure your printer once: tt-print calibrate"]  # fmt: skip
    if backs.mode == "separate":
        return [f"Print the fronts at 100 % (“Actual size”), one-sided, and {ruler}",
                f"Turn the paper over its {edge}, and print the backs. Wrong order? Add --reverse."]  # fmt: skip
    if backs.mode == "fold":
        return [f"Print at 100 % (“Actual size”), one-sided, and {ruler}",
                "Fold along the dashed line with the print outside, glue, and cut when it is dry."]  # fmt: skip
    return ["  Backs: none. Use opaque sleeves, or add --backs fold, duplex or separate.",
            f"Print at 100 % (“Actual size”), one-sided, and {ruler}"]  # fmt: skip


def _slot_map(made: DeckSheets) -> list[str]:
    """Which card lies where, as the sheet is printed; a dot is an empty slot."""
    lines = []
    per_sheet = made.plan.count
    blocks = [part.grid for part in made.plan.parts] or [made.plan]
    for number, sheet in enumerate(made.sheets, 1):
        codes = [*sheet.codes, *[""] * (per_sheet - len(sheet.codes))]
        width = max(len(code) for code in codes)
        lines.append(f"  Sheet {number}:")
        rows = [block.columns for block in blocks for _ in range(block.rows)]
        for row, columns in enumerate(rows):
            start = sum(rows[:row])
            cells = codes[start : start + columns]
            lines.append("    " + "  ".join((code or "·").ljust(width) for code in cells).rstrip())
    return lines
