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
    load_house_rules,
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
    from tt_print.booklets.make import BookletChoices, fold_of, make_booklet
    from tt_print.calibration.store import find_printer_profile
    from tt_print.cards.theme import find_theme
    from tt_print.output import write_files
    from tt_print.outputs import (
        deck_pdf,
        ink_cover,
        picture_files,
        quickref_pdf,
        score_pdf,
        sheet_svg_files,
        start_pdf,
    )
    from tt_print.quickref.make import QuickrefChoices, make_quickref
    from tt_print.scoresheets.choices import SheetChoices
    from tt_print.scoresheets.make import make_score_sheets
    from tt_print.sheets.deck import DeckChoices, make_deck_sheets
    from tt_print.sheets.plan import find_paper
    from tt_print.sheets.start import make_start_sheets

    paper = find_paper(paper or default_paper()).name
    profile = find_printer_profile(printer, tray, paper)
    deck, start = make_deck_sheets(DeckChoices(paper, profile=profile)), make_start_sheets(paper, profile=profile)
    pictures = picture_files(find_theme())
    games = tuple(load_house_rules(["all"], None, ()))
    cards = make_quickref(QuickrefChoices(games, paper, profile=profile))
    scores = [make_score_sheets(SheetChoices(game, house, paper)) for game, house in games]
    sheets = dict([start_pdf(start), deck_pdf(deck), quickref_pdf(cards), *map(score_pdf, scores)])
    svgs = sheet_svg_files(start.stem, start.sheets) | sheet_svg_files(deck.stem, deck.sheets)
    folded, sheet = fold_of(paper)
    with gc_disabled():
        booklets = [make_booklet(game.name, BookletChoices(sheet, folded)) for game, _ in games]
    books = {name: data for booklet in booklets for name, data in booklet.files.items()}
    written = write_files(out, pictures | sheets | svgs | books)
    cover = ink_cover()
    made = {
        f"sheets/{start.stem}.pdf": f"{len(start.sheets)} pages to start with: rulers, chits, the 27 West cards",
        f"sheets/{deck.stem}.pdf": f"{len(deck.sheets)} sheets: the whole deck, jokers and chits",
        f"sheets/{cards.stem}.pdf": f"{len(cards.cards)} reference cards for the {len(games)} games",
        "scores/": f"{len(scores)} score sheets for any table; with names: tt-print scoresheet",
        "booklets/": f"the rules of {len(booklets)} games: ...-on-{sheet}.pdf to print on both sides, "
        "flipped on the SHORT edge,",
        "": "and fold; ...-read.pdf for a screen. More sizes and house rules: tt-print booklet --help",
        "cards/": f"{len(pictures)} pictures of cards, chits and the back",
    }
    width = max(map(len, made))
    lines = [
        f"Wrote {out.as_posix()}/",
        *(f"  {name:{width}}  {what}" for name, what in made.items()),
        *calibration_notice(profile, printer, paper),
        f"Ink cover of a face: {cover.color:.0f} % in color, "
        f"{cover.low:.0f} % with tt-print deck --ink low (black only).",
        "Later at the table: tt-print deal, judge, rules, score. "
        "Print shops, cutting machines, a box: tt-print export --list",
        f"Print {start.stem}.pdf first, at 100 % (“Actual size”), one-sided, and measure its rulers.",
    ]
    print_result(lines, {"files": [path.as_posix() for path in written]}, as_json, quiet)
