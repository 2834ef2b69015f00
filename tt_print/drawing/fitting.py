"""Words of any length and in any letters on paper: those that a font lacks become empty boxes."""

from __future__ import annotations

from collections.abc import Sequence

from tt_print.drawing.geometry import rectangle
from tt_print.drawing.shapes import Ink, Item, Path, Text
from tt_print.drawing.text import BOLD, BOX_EM, find_font, missing_letters, width_of


def missing_glyph_warnings(names: Sequence[str]) -> list[str]:
    """A sentence for each name that will be on paper with boxes instead of letters."""
    return [
        f'"{missing}" cannot be drawn in the font; boxed on paper (in {name}).'
        for name in names
        if (missing := missing_letters(name, BOLD))
    ]


def name_on_paper(name: str, seat: int) -> str:
    """A name with its seat from 1 behind it, where boxes stand for letters: two of them would look alike."""
    return f"{name} ({seat})" if missing_letters(name, BOLD) else name


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
