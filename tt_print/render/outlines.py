"""Letters as filled paths, for renderers that must not depend on the reader's fonts."""

from __future__ import annotations

import re
from functools import cache

from tt_print.drawing.geometry import number
from tt_print.drawing.shapes import Text
from tt_print.drawing.text import find_font, letter_path

Contour = tuple[tuple[str, tuple[tuple[float, float], ...]], ...]
_COMMAND = re.compile(r"([MLQZ])([^MLQZ]*)")


def text_start(text: Text) -> tuple[float, float]:
    """Where the first letter's advance starts on the baseline, to the tenth of a millimeter.

    A tenth is a pixel at 254 dpi: there, a reader that puts letters on whole pixels and one that fills
    their outlines draw the same picture.
    """
    width = find_font(text.font).width_mm(text.string, text.size_mm, text.stretch, text.tracking_mm)
    back = {"start": 0.0, "middle": width / 2, "end": width}[text.anchor]
    return round(text.x_mm - back, 1), round(text.y_mm, 1)


def letter_starts(text: Text) -> list[float]:
    """x at which each letter's advance starts; in spaced words each of them on a tenth of a millimeter."""
    widths = find_font(text.font).widths
    x, starts = text_start(text)[0], []
    for letter in text.string:
        starts.append(round(x, 1) if text.tracking_mm else x)
        x += widths[letter] * text.size_mm * text.stretch / 1000 + text.tracking_mm
    return starts


def outline(text: Text) -> str:
    """The line of text as SVG path data in millimeters, with `Q` curves as the font has them.

    Each letter is an absolute start and relative steps from there, which are the same wherever it is.
    """
    y = number(text_start(text)[1])
    across, up = text.size_mm * text.stretch / 1000, text.size_mm / 1000
    return "".join(
        f"M{number(x)} {y}{_letter(text.font, letter, across, up)}"
        for x, letter in zip(letter_starts(text), text.string, strict=True)
    )


@cache
def _letter(font: str, letter: str, across: float, up: float) -> str:
    """A letter's outline in relative commands, from its origin; steps lie between rounded points, so that
    rounding does not add up.
    """
    parts: list[str] = []
    start = here = (0, 0)  # in thousandths
    for command, points in _glyph(font, letter):
        steps = []
        origin = here
        for px, py in points:
            here = (round(round(px * across, 3) * 1000), round(round(-py * up, 3) * 1000))
            steps += [_thousandths(here[0] - origin[0]), _thousandths(here[1] - origin[1])]
        if command == "M":
            start = here
        elif command == "Z":
            here = start
        parts.append(command.lower() + " ".join(steps).replace(" -", "-"))
    return "".join(parts)


@cache
def _thousandths(count: int) -> str:
    return number(count / 1000)


def letter_outline(font: str, letter: str) -> str:
    """One letter as path data in thousandths of the em, y down, from the start of its advance."""
    return _letter(font, letter, 1.0, 1.0)


@cache
def _glyph(font: str, letter: str) -> Contour:
    """((command, points), ...) in thousandths of the em, y up."""
    contour = []
    for command, arguments in _COMMAND.findall(letter_path(font, letter)):
        figures = [float(figure) for figure in arguments.split()]
        contour.append((command, tuple(zip(figures[::2], figures[1::2], strict=True))))
    return tuple(contour)
