"""Words of a PDF with their boxes, as poppler reads them, and the cells that are painted round them."""

from __future__ import annotations

import io
import re
import subprocess
from dataclasses import dataclass
from functools import lru_cache
from html import unescape

import pikepdf

from tests.pdf_reading import MM, painted
from tests.validators import find_tool


@dataclass(frozen=True)
class Word:
    """A word and its box in millimeters from the page's top left corner."""

    text: str
    left: float
    top: float
    right: float
    bottom: float

    @property
    def middle(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2


@dataclass(frozen=True)
class Cell:
    """A painted rectangle."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def width(self) -> float:
        return self.right - self.left

    def holds(self, x: float, y: float) -> bool:
        return self.left <= x <= self.right and self.top <= y <= self.bottom


@lru_cache(maxsize=64)
def read_words(data: bytes) -> list[list[Word]]:
    """The words of each page, by `pdftotext -bbox`."""
    printed = subprocess.run(
        [find_tool("pdftotext"), "-bbox", "-", "-"], input=data, capture_output=True, check=True
    ).stdout.decode()
    word = re.compile(r'<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*?)</word>')
    return [
        [Word(unescape(found[4]), *(float(v) * MM for v in found[:4])) for found in word.findall(page)]
        for page in printed.split("<page ")[1:]
    ]


@lru_cache(maxsize=64)
def read_cells(data: bytes) -> list[list[Cell]]:
    """Every rectangle with straight sides that each page strokes, from its operators."""
    pages = []
    with pikepdf.open(io.BytesIO(data)) as pdf:
        for page in pdf.pages:
            found = []
            for mark in painted(page):
                for points in mark.subpaths if mark.strokes else ():
                    xs, ys = {round(x, 3) for x, _ in points}, {round(y, 3) for _, y in points}
                    if len(points) == 4 and len(xs) == len(ys) == 2:
                        found.append(Cell(min(xs), min(ys), max(xs), max(ys)))
            pages.append(found)
    return pages


def cell_of(word: Word, cells: list[Cell]) -> Cell | None:
    """The smallest cell round the word's middle."""
    round_it = [cell for cell in cells if cell.holds(*word.middle)]
    return min(round_it, key=lambda cell: cell.width * cell.height) if round_it else None
