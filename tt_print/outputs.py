"""From choices to files: which drawings go into which file, for the printing verbs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tt_print.cards.back import draw_back
from tt_print.cards.chits import draw_chit, draw_pointers
from tt_print.cards.faces import draw_face
from tt_print.cards.layout import lay_out
from tt_print.cards.theme import DEFAULT_THEME, Theme
from tt_print.deck import FULL, JOKERS, VARIABLES
from tt_print.drawing.shapes import Drawing
from tt_print.file_names import file_stem
from tt_print.records import dataclass
from tt_print.sheets.compose import Sheet
from tt_print.sheets.deck import DeckSheets
from tt_print.sheets.plan import Plan
from tt_print.sheets.start import StartSheets
from tt_print.templates import TemplateTable, read_table

RESULT_DPI = 254  # 1,080 pixels wide

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


def deck_pdf(deck: DeckSheets) -> tuple[str, bytes]:
    """Name and content of the deck's PDF: with duplex backs front and back in turn, with separate ones the fronts."""
    title = f"Triple Topper, {deck.title}, {deck.plan.paper.title}"
    backs = deck.choices.backs
    if backs.mode == "duplex":
        pages = [side for both in zip(deck.sheets, deck.back_sheets, strict=True) for side in both]
        edge = {"long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge"}[backs.flip]
        subject = f"Print at 100%, both sides, flip on the {backs.flip} edge."
        return f"sheets/{deck.stem}.pdf", _pdf(pages, title, subject, edge)
    if backs.mode == "separate":
        subject = f"Print at 100%, then the backs on the other side, turned over the {backs.flip} edge."
        return f"sheets/{deck.stem}-fronts.pdf", _pdf(deck.sheets, f"{title}, fronts", subject)
    return f"sheets/{deck.stem}.pdf", _pdf(deck.sheets, title)


def back_pdf(deck: DeckSheets) -> dict[str, bytes]:
    """Name and content of the second file of separate backs; empty otherwise.

    Reversed for trays that hand the sheets back last one first.
    """
    backs = deck.choices.backs
    if backs.mode != "separate":
        return {}
    pages = deck.back_sheets[::-1] if backs.order == "reversed" else deck.back_sheets
    name = f"sheets/{deck.stem}-backs{'-reversed' if backs.order == 'reversed' else ''}.pdf"
    title = f"Triple Topper, {deck.title}, {deck.plan.paper.title}, backs"
    return {
        name: _pdf(pages, title, f"Print at 100% on the other side of the fronts, turned over the {backs.flip} edge.")
    }


def calibration_pdf(page: CalibrationPages) -> tuple[str, bytes]:
    """Name and content of the test page."""
    edge = {"long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge"}[page.flip]
    subject = f"Print at 100%, both sides, flip on the {page.flip} edge."
    return f"sheets/{page.stem}.pdf", _pdf(
        page.sheets, f"Triple Topper, calibration, {page.paper.title}", subject, edge, is_tagged=True
    )


def start_pdfs(start: StartSheets) -> dict[str, bytes]:
    """Name to content: the starter's pages, then the first game with its cards."""
    from tt_print.booklets.lesson import lesson_pdf

    pages = _pdf(start.sheets, f"Triple Topper, start here, {start.paper.title}", is_tagged=True)
    return {f"sheets/{start.stem}.pdf": pages} | dict([lesson_pdf(start.game, (), start.paper, start.theme)])


def score_pdf(made: ScoreSheets) -> tuple[str, bytes]:
    """Name and content of a game's score sheets."""
    from tt_print.render.pdf import DocumentFacts, Page
    from tt_print.render.tagged import render_tagged_pdf

    pages = [Page(drawing, str(number), f"Page {number}") for number, drawing in enumerate(made.pages, 1)]
    title = f"Triple Topper, score sheet of {made.title}"
    return f"scores/{made.stem}.pdf", render_tagged_pdf(pages, DocumentFacts(title, "Print at 100%, one-sided."))


def quickref_pdf(made: Quickref) -> tuple[str, bytes]:
    """Name and content of the reference cards' sheets."""
    title = f"Triple Topper, {made.title}{', large' if made.choices.large else ''}"
    return f"sheets/{made.stem}.pdf", _pdf(made.sheets, title, is_tagged=True)


def night_pdf(texts: dict[str, Any], stem: str, paper: str) -> tuple[str, bytes, list[str]]:
    """Name and content of a night's sheet, and a sentence for each name that the fonts cannot draw.

    `texts` are the fields of a `NightTable`.
    """
    from tt_print.drawing.fitting import missing_glyph_warnings
    from tt_print.render.pdf import DocumentFacts, Page
    from tt_print.render.tagged import render_tagged_pdf
    from tt_print.sheets.night import NightTable, make_night_sheets
    from tt_print.sheets.plan import find_paper

    night = NightTable(**texts)
    drawings = make_night_sheets(night, paper)
    pages = [Page(drawing, str(number), f"Page {number}") for number, drawing in enumerate(drawings, 1)]
    return (
        f"{stem}-{find_paper(paper).name}.pdf",
        render_tagged_pdf(pages, DocumentFacts(f"{night.title}: score")),
        missing_glyph_warnings(night.names),
    )


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


def _pdf(
    sheets: Sequence[Sheet],
    title: str,
    subject: str = "Print at 100%, one-sided.",
    duplex: str = "Simplex",
    *,
    is_tagged: bool = False,
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


@dataclass(frozen=True, slots=True)
class InkCover:
    """Mean ink cover of a face in percent, in color and in black ink only."""

    color: float
    low: float


class InkCoverByIndices(TemplateTable):
    indices_4: float
    indices_2: float


def ink_cover(indices: int = 4, theme: str = DEFAULT_THEME) -> InkCover:
    cover = read_table(dict[str, dict[str, InkCoverByIndices]], "themes/ink-cover.toml")[theme]
    if indices == 2:
        return InkCover(cover["color"].indices_2, cover["low"].indices_2)
    return InkCover(cover["color"].indices_4, cover["low"].indices_4)


def index_cap_mm(plan: Plan, theme: Theme) -> float:
    """How high the capitals in the corners are on the plan's cards."""
    return lay_out(theme, plan.card.width_mm, plan.card.height_mm).tab.number_cap
