"""From choices to files: which drawings go into which file, for the printing verbs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tt_print.cards.back import draw_back
from tt_print.cards.chits import draw_chit, draw_pointers
from tt_print.cards.faces import draw_face
from tt_print.cards.theme import Theme
from tt_print.deck import FULL, JOKERS, VARIABLES
from tt_print.drawing.shapes import Drawing
from tt_print.file_names import file_stem
from tt_print.sheets.compose import Sheet
from tt_print.sheets.deck import DeckSheets
from tt_print.sheets.start import StartSheets

RESULT_DPI = 254  # 1,080 pixels wide
ONE_SIDE = "Print at 100%, one-sided."

if TYPE_CHECKING:
    from tt_print.calibration.page import CalibrationPages
    from tt_print.quickref.make import Quickref
    from tt_print.scoresheets.make import ScoreSheets


def every_picture(theme: Theme) -> dict[str, Drawing]:
    """Name of the file to picture, for all that is in the box: 125 cards, jokers, chits, pointers, back."""
    pictures = {card.safe_code: draw_face(card, theme) for card in FULL + JOKERS}
    pictures |= {f"chit-{variable}": draw_chit(variable, theme) for variable in VARIABLES}
    return pictures | {"pointer": draw_pointers(theme), "back": draw_back(theme)}


def picture_files(theme: Theme) -> dict[str, bytes]:
    """`cards/RC1.svg` and so on; of another theme than the usual one `cards-rich/RC1.svg`."""
    from tt_print.render.svg import render_svg

    folder = file_stem("cards", "low" if theme.is_low else "", theme.file_part)
    return {f"{folder}/{name}.svg": render_svg(drawing).encode() for name, drawing in every_picture(theme).items()}


def sheet_svg_files(stem: str, sheets: Sequence[Sheet]) -> dict[str, bytes]:
    """`sheets/deck-a4-01.svg`: one file a sheet."""
    from tt_print.render.svg import render_svg

    return {
        f"sheets/{stem}-{number:02}.svg": render_svg(sheet.drawing).encode() for number, sheet in enumerate(sheets, 1)
    }


def deck_pdfs(deck: DeckSheets) -> dict[str, bytes]:
    """The deck's PDF: with duplex backs front and back in turn; with separate ones the fronts, then the backs in a file of their own.

    Those are reversed for trays that hand the sheets back last one first.
    """
    title = f"Triple Topper, {deck.title}, {deck.plan.paper.title}"
    backs, stem = deck.choices.backs, f"sheets/{deck.stem}"
    if backs.mode == "duplex":
        pages = [side for both in zip(deck.sheets, deck.back_sheets, strict=True) for side in both]
        return {f"{stem}.pdf": _pdf(pages, title, *_both_sides(backs.flip))}
    if backs.mode != "separate":
        return {f"{stem}.pdf": _pdf(deck.sheets, title)}
    order, step = ("-reversed", -1) if backs.order == "reversed" else ("", 1)
    over = f"turned over the {backs.flip} edge."
    fronts = _pdf(deck.sheets, f"{title}, fronts", f"Print at 100%, then the backs on the other side, {over}")
    others = _pdf(deck.back_sheets[::step], f"{title}, backs", f"Print at 100% on the other side of the fronts, {over}")
    return {f"{stem}-fronts.pdf": fronts, f"{stem}-backs{order}.pdf": others}


def calibration_pdf(page: CalibrationPages) -> dict[str, bytes]:
    """The test page."""
    title = f"Triple Topper, calibration, {page.paper.title}"
    return {f"sheets/{page.stem}.pdf": _pdf(page.sheets, title, *_both_sides(page.flip), is_tagged=True)}


def _both_sides(flip: str) -> tuple[str, str]:
    """How a document is printed whose paper turns over this edge: for people, and for the printer."""
    return f"Print at 100%, both sides, flip on the {flip} edge.", f"DuplexFlip{flip.capitalize()}Edge"


def start_pdfs(start: StartSheets) -> dict[str, bytes]:
    """The starter's pages, then the first game with its cards."""
    from tt_print.booklets.lesson import lesson_pdf

    pages = _pdf(start.sheets, f"Triple Topper, start here, {start.paper.title}", is_tagged=True)
    return {f"sheets/{start.stem}.pdf": pages} | dict([lesson_pdf(start.game, (), start.paper, start.theme)])


def score_pdf(made: ScoreSheets) -> dict[str, bytes]:
    """A game's score sheets."""
    title = f"Triple Topper, score sheet of {made.title}"
    return {f"scores/{made.stem}.pdf": _text_pdf(made.pages, title, ONE_SIDE)}


def quickref_pdf(made: Quickref) -> dict[str, bytes]:
    """The reference cards' sheets."""
    title = f"Triple Topper, {made.title}{', large' if made.choices.large else ''}"
    return {f"sheets/{made.stem}.pdf": _pdf(made.sheets, title, is_tagged=True)}


def night_pdf(texts: dict[str, Any], stem: str, paper: str) -> tuple[str, bytes, list[str]]:
    """Name and content of a night's sheet, and a sentence for each name that the fonts cannot draw.

    `texts` are the fields of a `NightTable`.
    """
    from tt_print.drawing.fitting import missing_glyph_warnings
    from tt_print.sheets.night import NightTable, make_night_sheets
    from tt_print.sheets.plan import find_paper

    night = NightTable(**texts)
    pdf = _text_pdf(make_night_sheets(night, paper), f"{night.title}: score")
    return f"{stem}-{find_paper(paper).name}.pdf", pdf, missing_glyph_warnings(night.names)


def result_files(
    stem: str, png: bool, svg: bool, title: str, rows: Sequence[tuple[str, str, float, bool]], notes: Sequence[str]
) -> dict[str, bytes]:
    """A result as pictures: players with what is written beside their bars, how long those are, and whether they won."""
    from tt_print.render.svg import render_svg
    from tt_print.sheets.results import ResultRow, draw_results

    drawing = draw_results(title, [ResultRow(*row) for row in rows], notes)
    files = {f"{stem}.svg": render_svg(drawing).encode()} if svg else {}
    if png:
        from tt_print.render.png import render_png

        files[f"{stem}.png"] = render_png(drawing, RESULT_DPI)
    return files


def _text_pdf(drawings: Sequence[Drawing], title: str, subject: str = "") -> bytes:
    """Pages of texts as a file that can be read aloud."""
    from tt_print.render.pdf import DocumentFacts, Page
    from tt_print.render.tagged import render_tagged_pdf

    pages = [Page(drawing, str(number), f"Page {number}") for number, drawing in enumerate(drawings, 1)]
    return render_tagged_pdf(pages, DocumentFacts(title, subject))


def _pdf(
    sheets: Sequence[Sheet], title: str, subject: str = ONE_SIDE, duplex: str = "Simplex", *, is_tagged: bool = False
) -> bytes:
    """Sheets of cards as a file. Those of faces are pictures to be cut out, whose bookmarks name them; to tag each of 127
    faces would make the deck's file a third larger. Those with texts can be read aloud.
    """
    from tt_print.render.pdf import ONE_SIDED, DocumentFacts, Page, render_pdf

    pages = [
        Page(sheet.drawing, str(number), _bookmark(sheet, number), sheet.trim_mm)
        for number, sheet in enumerate(sheets, 1)
    ]
    facts = DocumentFacts(title, subject, ONE_SIDED | {"Duplex": duplex})
    if is_tagged:
        from tt_print.render.tagged import render_tagged_pdf

        return render_tagged_pdf(pages, facts)
    return render_pdf(pages, facts)


def _bookmark(sheet: Sheet, number: int) -> str:
    codes = [code for code in sheet.codes if code]
    if not codes:
        return "Print this page first"
    if set(codes) == {"back"}:
        return f"Page {number}: backs"
    return f"Page {number}: {codes[0]} to {codes[-1]}" if len(codes) > 1 else f"Page {number}: {codes[0]}"
