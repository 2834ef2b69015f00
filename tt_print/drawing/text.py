"""Fonts: which there are, how wide their letters are, and how to break a sentence into lines.

This is the only place that measures text. Widths come from `templates/fonts/metrics.json`, which
`make fonts` takes from the fonts themselves, so that printing a deck need not parse a font twice.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import TypedDict, cast

from tt_print.errors import InputError
from tt_print.templates import template_path

DISPLAY, TEXT, BOLD = "rubik-700", "atkinson-400", "atkinson-700"
FONTS = (DISPLAY, TEXT, BOLD)


@dataclass(frozen=True, slots=True)
class Font:
    """Figures in thousandths of an em; `widths` maps a character to its advance."""

    name: str
    cap_height: int
    widths: dict[str, int]

    def width_mm(self, string: str, size_mm: float, stretch: float = 1.0, tracking_mm: float = 0.0) -> float:
        """From the start of the first letter's advance to the end of the last one's."""
        units = sum(self.widths[c] for c in string)
        return units * size_mm * stretch / 1000 + tracking_mm * max(0, len(string) - 1)

    def size_for_cap(self, cap_mm: float) -> float:
        """The em at which capitals are `cap_mm` high."""
        return cap_mm * 1000 / self.cap_height


class _Metrics(TypedDict):
    cap_height: int
    widths: dict[str, int]


@cache
def _metrics() -> dict[str, _Metrics]:
    return cast(dict[str, _Metrics], json.loads(template_path("fonts/metrics.json").read_text(encoding="utf-8")))


@cache
def find_font(name: str) -> Font:
    if name not in FONTS:
        raise InputError(f"there is no font {name!r}. Fonts: {', '.join(FONTS)}.")
    return Font(name, _metrics()[name]["cap_height"], _metrics()[name]["widths"])


def missing_letters(string: str, font: str) -> str:
    """The characters of `string` that the font cannot draw, each once, in order."""
    widths = find_font(font).widths
    return "".join(dict.fromkeys(c for c in string if c not in widths))


def break_lines(string: str, font: str, size_mm: float, width_mm: float) -> list[str]:
    """`string` in lines of at most `width_mm`, filled greedily; a longer word keeps a line to itself."""
    measure = find_font(font)
    lines: list[str] = []
    for word in string.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and measure.width_mm(longer, size_mm) <= width_mm:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
