"""Words that must stay within a box whatever people write: smaller, on more lines, at the very worst cut short.

Letters that a font lacks become empty boxes, so that any name can stand on paper.
"""

from __future__ import annotations

from collections.abc import Sequence

from tt_print.drawing.geometry import rectangle
from tt_print.drawing.shapes import Ink, Item, Path, Text
from tt_print.drawing.text import (
    BOLD,
    BOX_EM,
    break_lines,
    break_words,
    find_font,
    missing_letters,
    split_words,
    width_of,
)
from tt_print.records import dataclass

PITCH = 1.16  # from line to line, in ems


@dataclass(frozen=True, slots=True)
class Fitted:
    """Lines of text at a size at which they fit, if need be without the last words."""

    lines: tuple[str, ...]
    size_mm: float


def missing_glyph_warnings(names: Sequence[str]) -> list[str]:
    """A sentence for each name that will stand on paper with boxes in place of letters."""
    return [
        f'"{missing}" cannot be drawn in the font; boxed on paper (in {name}).'
        for name in names
        if (missing := missing_letters(name, BOLD))
    ]


def name_on_paper(name: str, seat: int) -> str:
    """A name with its seat from 1 behind it, where boxes stand for letters: two of them would look alike."""
    return f"{name} ({seat})" if missing_letters(name, BOLD) else name


def fit_words(string: str, font: str, width_mm: float, height_mm: float, sizes: Sequence[float]) -> Fitted:
    """The largest of `sizes` (from the largest down) at which the words fit; words are broken only at the last one."""
    words = split_words(string)
    for size in sizes:
        lines = break_words(words, font, size, width_mm)
        fits = len(lines) * size * PITCH <= height_mm + 1e-6
        if fits and all(width_of(line, font, size) <= width_mm for line in lines):
            return Fitted(tuple(lines), size)
    size = sizes[-1]
    lines = break_words([part for word in words for part in _pieces(word, font, size, width_mm)], font, size, width_mm)
    room = max(1, int((height_mm + 1e-6) / (size * PITCH)))
    if len(lines) <= room:
        return Fitted(tuple(lines), size)
    last = lines[room - 1]
    while last and width_of(last + "…", font, size) > width_mm:
        last = last[:-1]
    return Fitted((*lines[: room - 1], last + "…"), size)


def break_any(string: str, font: str, size_mm: float, width_mm: float) -> list[str]:
    """As `break_lines`, but that a word longer than a line goes on in the next: a name of sixty letters, say."""
    if all(width_of(word, font, size_mm) <= width_mm for word in split_words(string)):
        return break_lines(string, font, size_mm, width_mm)
    words = [piece for word in split_words(string) for piece in _pieces(word, font, size_mm, width_mm)]
    return break_words(words, font, size_mm, width_mm)


def _pieces(word: str, font: str, size: float, width: float) -> list[str]:
    pieces = [""]
    for letter in word:
        if pieces[-1] and width_of(pieces[-1] + letter, font, size) > width:
            pieces.append("")
        pieces[-1] += letter
    return pieces


def draw_words(
    x_mm: float, y_mm: float, string: str, font: str, size_mm: float, fill: Ink, anchor: str = "start"
) -> list[Item]:
    """A line of text whose baseline is at y; a box for each letter that the font lacks."""
    widths = find_font(font).widths
    x = x_mm - {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * width_of(string, font, size_mm)
    items: list[Item] = []
    run = ""

    def flush() -> None:
        nonlocal x, run
        if run.strip():
            items.append(Text(x, y_mm, run, font, size_mm, fill))
        x += width_of(run, font, size_mm)
        run = ""

    for letter in string:
        if letter in widths:
            run += letter
            continue
        flush()
        side, height = BOX_EM * size_mm, 0.66 * size_mm
        items.append(
            Path(rectangle(x + 0.1 * side, y_mm - height, 0.8 * side, height), stroke=fill, width_mm=0.06 * size_mm)
        )
        x += side
    flush()
    return items


def draw_fitted(
    fitted: Fitted, font: str, x_mm: float, y_mm: float, height_mm: float, fill: Ink, anchor: str = "start"
) -> list[Item]:
    """Fitted lines about the middle of a box that begins at y; x is where they start, have their middle, or end."""
    pitch = fitted.size_mm * PITCH
    cap = find_font(font).cap_height * fitted.size_mm / 1000
    first = y_mm + (height_mm - (len(fitted.lines) - 1) * pitch + cap) / 2
    return [
        item
        for row, line in enumerate(fitted.lines)
        for item in draw_words(x_mm, first + row * pitch, line, font, fitted.size_mm, fill, anchor)
    ]
