"""Rule books for the tests, each set once a process."""

import ctypes
from functools import cache
from typing import NamedTuple

import pypdfium2
import pytest

from tests.makers.prints import Printed, kept_files
from tests.walks import slow_but
from tt_print.games import game_names
from tt_print.templates import has_template

FOOT = 39.3  # points from the lower edge of an A5 page, to above the line over its number
SAMPLE = ("push-it",)  # the shortest book: the others are set by `make test-all`
FAMILIES = tuple(game for game in game_names() if has_template(f"games/{game}/family.md"))
sampled_games = pytest.mark.parametrize("game", slow_but(SAMPLE, FAMILIES))


def print_book(game: str, words: str = "", format_: str = "a5", paper: str = "a4") -> Printed:
    return kept_files(f"booklet {game} --format {format_} --paper {paper} {words}")


def to_read(made: Printed) -> bytes:
    """The file for the screen, which is the only one of a flat book."""
    assert made.ran.status == 0, made.ran.err
    return made.files[next((name for name in made.files if name.endswith("-read.pdf")), max(made.files))]


@cache
def pages_of(game: str, format_: str = "a5", paper: str = "a4", large: bool = False) -> bytes:
    return to_read(print_book(game, "--large-print" if large else "", format_, paper))


@cache
def texts_of(data: bytes) -> list[str]:
    """What each page says from its top to above its foot, each run of blanks as one."""
    with pypdfium2.PdfDocument(data) as pdf:
        return [" ".join(page.get_textpage().get_text_bounded(bottom=FOOT).split()) for page in pdf]


class Piece(NamedTuple):
    """Text that is painted in one go: its size on paper in points, and its edges in points from the page's lower left."""

    text: str
    points: float
    left: float
    bottom: float
    right: float


def read_pieces(data: bytes) -> list[list[Piece]]:
    """Those of each page in the order of the file, as pdfium finds them."""
    size, pages = ctypes.c_float(), []
    with pypdfium2.PdfDocument(data) as pdf:
        for page in pdf:
            words, found = page.get_textpage(), []
            letters = (ctypes.c_ushort * 1000)()
            for part in page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_TEXT]):
                count = pypdfium2.raw.FPDFTextObj_GetText(part.raw, words.raw, letters, 2000)
                text = bytes(letters)[: count - 2].decode("utf-16-le")
                pypdfium2.raw.FPDFTextObj_GetFontSize(part.raw, size)
                left, bottom, right, _ = part.get_bounds()
                found.append(Piece(text, size.value * abs(part.get_matrix().d), left, bottom, right))
            pages.append(found)
    return pages
