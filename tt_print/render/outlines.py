"""Letters as filled paths, for renderers that must not depend on the reader's fonts."""

from __future__ import annotations

from functools import cache
from typing import Any

from tt_print.drawing.geometry import number
from tt_print.drawing.shapes import Text
from tt_print.drawing.text import find_font
from tt_print.templates import template_path

Contour = tuple[tuple[str, tuple[tuple[float, float], ...]], ...]


def text_start(text: Text) -> float:
    """x at which the first letter's advance starts."""
    if text.anchor == "start":
        return text.x_mm
    width = find_font(text.font).width_mm(text.string, text.size_mm, text.stretch, text.tracking_mm)
    return text.x_mm - (width / 2 if text.anchor == "middle" else width)


def outline(text: Text) -> str:
    """The line of text as SVG path data in millimeters, with `Q` curves as the font has them."""
    widths = find_font(text.font).widths
    across, up = text.size_mm * text.stretch / 1000, text.size_mm / 1000
    x, y = text_start(text), text.y_mm
    parts: list[str] = []
    for letter in text.string:
        for command, points in _glyph(text.font, letter):
            parts.append(command)
            for px, py in points:
                parts.append(number(x + px * across))
                parts.append(number(y - py * up))
        x += widths[letter] * across + text.tracking_mm
    return " ".join(parts)


@cache
def _glyphs(font: str) -> tuple[Any, dict[int, str]]:
    from fontTools.ttLib import TTFont

    opened = TTFont(template_path(f"fonts/{font}.ttf"), lazy=True)
    return opened.getGlyphSet(), opened.getBestCmap()


@cache
def _glyph(font: str, letter: str) -> Contour:
    from fontTools.pens.basePen import decomposeQuadraticSegment
    from fontTools.pens.recordingPen import DecomposingRecordingPen

    glyphs, names = _glyphs(font)
    pen = DecomposingRecordingPen(glyphs)
    glyphs[names[ord(letter)]].draw(pen)
    contour: list[tuple[str, tuple[tuple[float, float], ...]]] = []
    for verb, points in pen.value:
        if verb == "qCurveTo":
            contour += [("Q", pair) for pair in decomposeQuadraticSegment(points)]
        else:
            contour.append(({"moveTo": "M", "lineTo": "L", "closePath": "Z"}[verb], points))
    return tuple(contour)
