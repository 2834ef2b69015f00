"""Short running text as a picture: paragraphs with `**bold**` words, broken into lines of a width."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tt_print.drawing.shapes import Ink, Item, Text
from tt_print.drawing.text import BOLD, TEXT, find_font, greedy_breaks, split_at
from tt_print.records import dataclass

Line = tuple[tuple[str, str], ...]  # runs of (words, font)
GLUE = "\0"
MAX_REFERENCE = 14  # letters of a reference that stays on one line


@dataclass(frozen=True, slots=True)
class StyledText:
    """Lines of runs, each run in one font, all at one size."""

    lines: tuple[Line, ...]
    size_mm: float


def set_styled(text: str, size_mm: float, width_mm: float) -> StyledText:
    """`text` filled greedily; what stands between two `**` is bold. A longer word keeps a line to itself."""
    words = [
        _Word(word.lstrip(GLUE), BOLD if i % 2 else TEXT, word.startswith(GLUE))
        for i, part in enumerate(text.split("**"))
        for word in _split(part)
    ]
    blank = find_font(TEXT).width_mm(" ", size_mm)
    widths = [find_font(word.font).width_mm(word.text, size_mm) for word in words]
    starts = greedy_breaks(widths, [None if word.glued else blank for word in words], lambda mm: mm <= width_mm)
    return StyledText(tuple(map(_runs, split_at(words, starts))), size_mm)


def _runs(words: Sequence[_Word]) -> Line:
    """Neighbors in one font as one run; a run after another one keeps the blank before it."""
    runs: list[tuple[str, str]] = []
    for word in words:
        text = word.text if word.glued or not runs else f" {word.text}"
        if runs and runs[-1][1] == word.font:
            runs[-1] = (runs[-1][0] + text, word.font)
        else:
            runs.append((text, word.font))
    return tuple(runs)


class _Word(NamedTuple):
    text: str
    font: str
    glued: bool  # to the word before it


def _split(part: str) -> list[str]:
    """Words; one that joins the part before it, as the comma in `**slap**, then`, is marked."""
    words = [word for word in part.split(" ") if word]  # a no-break space holds words together
    if words and not part[0].isspace() and part[0] in ".,:;)?!":
        words[0] = GLUE + words[0]
    return words


def keep_together(text: str) -> str:
    """A short reference in brackets at the end, `(2b, 3)`, stays on one line."""
    head, bracket, tail = text.rpartition("(")
    short = bracket and text.endswith(")") and len(tail) <= MAX_REFERENCE
    return head + bracket + tail.replace(" ", "\N{NO-BREAK SPACE}") if short else text


def draw_styled(styled: StyledText, x_mm: float, y_mm: float, pitch_mm: float, fill: Ink) -> list[Item]:
    """The lines, the first baseline at y."""
    items: list[Item] = []
    for row, line in enumerate(styled.lines):
        x = x_mm
        for words, font in line:
            shown = words.lstrip(" ")
            x += find_font(TEXT).width_mm(" " * (len(words) - len(shown)), styled.size_mm)
            items.append(Text(x, y_mm + row * pitch_mm, shown, font, styled.size_mm, fill))
            x += find_font(font).width_mm(shown, styled.size_mm)
    return items
