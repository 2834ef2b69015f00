"""From choices to files: a booklet in reading order for the screen, and imposed for the printer."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from tt_print.booklets.blocks import Book
from tt_print.booklets.cover import read_cover
from tt_print.booklets.impose import (
    FOLDED,
    Booklet,
    BookletChoices,
    Size,
    binding_marks,
    draw_side,
    fold_of,
    plan_pocket,
    plan_saddle,
    pocket_marks,
    pocket_page,
    read_binding,
    turn_page,
)  # fmt: skip
from tt_print.booklets.pages import POCKET_PAGES, is_family, make_family, make_pages, make_pocket
from tt_print.booklets.prose import Style, find_style
from tt_print.booklets.text import read_family
from tt_print.drawing.shapes import Drawing, ReadingPage
from tt_print.errors import LayoutError
from tt_print.files.disk import file_stem, short_hash
from tt_print.render.pdf import BOOK_FORM_USES, DocumentFacts, Page, render_pdf
from tt_print.render.tagged import render_reading_pdf

SMALLER = (1.0, 0.94, 0.88, 0.82)  # type for house rules that need more words
LANGUAGE = "en-US"
AUTHOR = "Triple Topper by Brian Ciesicki; words and pages by tt_print"
VIEWER = {"DisplayDocTitle": "true", "PrintScaling": "None"}
MAKER: dict[str, Any] = {"author": AUTHOR, "language": LANGUAGE, "fast_compression": True}


def make_booklet(game: str, choices: BookletChoices) -> Booklet:
    """Reads the book of a game, which runs all its examples, and makes both files.

    Raises ExampleError where an example is false, LayoutError where something does not fit.
    """
    book = read_family(game, choices.house, choices.format == "pocket")
    return set_booklet(book, read_cover(game).accent, choices)


def set_booklet(book: Book, accent: str, choices: BookletChoices) -> Booklet:
    """Both files of a book, whole or in short as its format needs it. Raises LayoutError where something does not fit."""
    stem = booklet_stem(book.game, choices)
    if choices.format == "pocket":
        return _make_pocket(book, accent, choices, stem)
    if choices.format == "flat":
        return _make_flat(book, accent, choices, stem)
    return fold_pages(book, find_style(choices.format, choices.large, choices.theme, accent), choices, stem)


def _make_pocket(book: Book, accent: str, choices: BookletChoices, stem: str) -> Booklet:
    """Eight pages on one side of a sheet."""
    paper = _landscape(choices)
    page = pocket_page(paper)
    style = find_style("pocket", False, choices.theme, accent, (page.width_mm, page.height_mm))
    pages = _pages_of(book, style, POCKET_PAGES, in_short=True)
    side = draw_side(plan_pocket(paper), [page.drawing for page in pages], paper, pocket_marks(paper, choices.theme))
    how = "Print at 100%, one-sided; fold, cut and fold again."
    return _imposed(stem, book, choices, pages, [side], how, "Simplex", 1)


def _make_flat(book: Book, accent: str, choices: BookletChoices, stem: str) -> Booklet:
    """Pages as large as the paper: one file for the printer and the screen."""
    size_mm = (choices.paper.width_mm, choices.paper.height_mm)
    style = find_style("flat", choices.large, choices.theme, accent, size_mm)
    if is_family(book) and not choices.large:
        style = find_style(FOLDED[fold_of(choices.paper.name)[1]], False, choices.theme, accent).filling(size_mm)
    pages = _pages_of(book, style, 1)
    data, _ = render_reading_pdf(pages, _reading_facts(book, choices, {"Duplex": "DuplexFlipLongEdge"}))
    name, count = f"booklets/{stem}.pdf", len(pages)
    house = _changed_rules(choices)
    return Booklet(book.game, book.title, {name: data}, name, name, count, -(-count // 2), choices.format, house)


def fold_pages(
    book: Book, style: Style, choices: BookletChoices, stem: str, how: str = "", is_back_turned: bool = False
) -> Booklet:
    """A book on sheets that are folded, with the back cover upside down if `is_back_turned`; and for the screen."""
    paper, pages = _landscape(choices), _pages_of(book, style, 4)
    drawings = [page.drawing for page in pages]
    size = Size(style.width_mm, style.height_mm)
    plan = plan_saddle(len(pages), size, paper, choices.flip, choices.thickness_mm, style.inner_mm)
    if is_back_turned:
        plan[0] = turn_page(plan[0], len(pages))
    sheets = len(plan) // 2
    marks = binding_marks(paper, sheets, style.theme)
    sides = [draw_side(side, drawings, paper, marks if side is plan[-1] else ()) for side in plan]
    how = how or f"Print at 100%, both sides, flip on the {choices.flip} edge."
    duplex = {"short": "DuplexFlipShortEdge", "long": "DuplexFlipLongEdge"}[choices.flip]
    return _imposed(stem, book, choices, pages, sides, how, duplex, sheets)


def _pages_of(book: Book, style: Style, multiple: int, in_short: bool = False) -> list[ReadingPage]:
    """The pages of a book. A table that has decided several things may need more words than a field holds: then all type is smaller."""
    if not is_family(book):
        return make_pocket(book, style) if in_short else make_pages(book, style, multiple)
    for factor in SMALLER if book.in_force else ():
        with suppress(LayoutError):
            return make_family(book, style.grown(factor), multiple, in_short)
    return make_family(book, style, multiple, in_short)


def _landscape(choices: BookletChoices) -> Size:
    return Size(choices.paper.height_mm, choices.paper.width_mm)


def _imposed(
    stem: str,
    book: Book,
    choices: BookletChoices,
    pages: list[ReadingPage],
    sides: list[Drawing],
    how: str,
    duplex: str,
    sheets: int,
) -> Booklet:
    """The pages in reading order for the screen, and the same ones on sheets, each in a file of its own."""
    read_name, print_name = f"booklets/{stem}-read.pdf", f"booklets/{_print_stem(stem, choices)}.pdf"
    read, painter = render_reading_pdf(pages, _reading_facts(book, choices))
    imposed = [Page(drawing, str(number), _side_name(number, len(sides))) for number, drawing in enumerate(sides, 1)]
    viewer = VIEWER | {"Duplex": duplex, "PickTrayByPDFSize": "true"}
    printed = render_pdf(
        imposed, DocumentFacts(_title(book.title, choices), how, viewer, **_maker(book)), BOOK_FORM_USES, painter
    )
    files = {print_name: printed, read_name: read}
    house = _changed_rules(choices)
    return Booklet(book.game, book.title, files, print_name, read_name, len(pages), sheets, choices.format, house)


def _side_name(number: int, count: int) -> str:
    return f"Sheet {(number + 1) // 2}, {'front' if number % 2 else 'back'}" if count > 1 else "The sheet"


def _title(title: str, choices: BookletChoices) -> str:
    return f"{title}: rules{', large print' if choices.large else ''}"


def _reading_facts(book: Book, choices: BookletChoices, more: dict[str, str] | None = None) -> DocumentFacts:
    description = "Rules for the Triple Topper deck." + (
        " Every example was checked by the rules engine." if book.checked else ""
    )
    return DocumentFacts(_title(book.title, choices), description, VIEWER | (more or {}), **_maker(book))


def _maker(book: Book) -> dict[str, Any]:
    """Who a file is by: the book of another author's game is theirs."""
    return MAKER if book.author in ("", AUTHOR) else MAKER | {"author": f"{book.author}; pages by tt_print"}


def _changed_rules(choices: BookletChoices) -> tuple[str, ...]:
    """The house rules that differ from the printed ones, as `name=value`."""
    return tuple(str(choices.house).split()) if choices.house is not None and choices.house.changed else ()


def booklet_stem(game: str, choices: BookletChoices) -> str:
    """All choices that change the pages. House rules by a hash of what they say for this game: `house-1f0c2a`."""
    changed = _changed_rules(choices)
    return file_stem(
        game,
        choices.format,
        choices.paper.name if choices.format in ("flat", "pocket") else "",  # their pages are as large as the paper
        "large" if choices.large else "",
        *choices.theme.file_parts,
        f"house-{short_hash(' '.join(changed), 6)}" if changed else "",
    )


def _print_stem(stem: str, choices: BookletChoices) -> str:
    """The reading file's name and how it is on the paper."""
    if choices.format == "pocket":
        return stem
    usual = choices.thickness_mm == read_binding().thickness_mm
    return file_stem(
        stem,
        "on",
        choices.paper.name,
        f"flip-{choices.flip}" if choices.flip != "short" else "",
        "" if usual else f"{choices.thickness_mm:g}mm",
    )
