"""Short running text as a picture: paragraphs with `**bold**` words, broken into lines of a width."""

from __future__ import annotations

from dataclasses import dataclass

from tt_print.drawing.shapes import Ink, Item, Text
from tt_print.drawing.text import BOLD, TEXT, find_font

Line = tuple[tuple[str, str], ...]  # runs of (words, font)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Lines of runs, each in one font, at one size."""

    lines: tuple[Line, ...]
    size_mm: float


def set_paragraph(text: str, size_mm: float, width_mm: float) -> Paragraph:
    """`text` filled greedily; what stands between two `**` is bold. A longer word keeps a line to itself."""
    words = [
        (word, BOLD if place % 2 else TEXT) for place, part in enumerate(text.split("**")) for word in _split(part)
    ]
    blank = find_font(TEXT).width_mm(" ", size_mm)
    lines: list[list[tuple[str, str]]] = []
    used = 0.0
    for word, font in words:
        glued = word.startswith("\0")  # no blank stands before it
        word = word.lstrip("\0")
        wide = find_font(font).width_mm(word, size_mm)
        gap = 0.0 if glued else blank
        if lines and (used + gap + wide <= width_mm or glued):
            last, face = lines[-1][-1]
            if face == font:
                lines[-1][-1] = (last + ("" if glued else " ") + word, font)
            else:
                lines[-1].append((("" if glued else " ") + word, font))
            used += gap + wide
        else:
            lines.append([(word, font)])
            used = wide
    return Paragraph(tuple(map(tuple, lines)), size_mm)


def _split(part: str) -> list[str]:
    """Words; one that joins the part before it, as the comma in `**slap**, then`, is marked."""
    words = [word for word in part.split(" ") if word]  # a no-break space holds words together
    if words and not part[0].isspace() and part[0] in ".,:;)?!":
        words[0] = "\0" + words[0]
    return words


def keep_together(text: str, most: int = 14) -> str:
    """A short reference in brackets at the end, `(2b, 3)`, stays on one line."""
    head, bracket, tail = text.rpartition("(")
    short = bracket and text.endswith(")") and len(tail) <= most
    return head + bracket + tail.replace(" ", "\N{NO-BREAK SPACE}") if short else text


def draw_paragraph(paragraph: Paragraph, x_mm: float, y_mm: float, pitch_mm: float, fill: Ink) -> list[Item]:
    """The lines, the first baseline at y."""
    items: list[Item] = []
    for row, line in enumerate(paragraph.lines):
        x = x_mm
        for words, font in line:
            shown = words.lstrip(" ")
            x += find_font(TEXT).width_mm(" " * (len(words) - len(shown)), paragraph.size_mm)
            items.append(Text(x, y_mm + row * pitch_mm, shown, font, paragraph.size_mm, fill))
            x += find_font(font).width_mm(shown, paragraph.size_mm)
    return items
