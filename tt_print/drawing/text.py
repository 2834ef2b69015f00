"""Fonts: which there are, how wide their letters are, and how to break a sentence into lines.

This is the only place that measures text. Widths come from `templates/fonts/metrics.json`, which
`make fonts` takes from the fonts themselves, so that printing a deck need not parse a font twice.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import TypedDict, TypeVar, cast

from tt_print.errors import InputError
from tt_print.records import dataclass
from tt_print.templates import template_path

DISPLAY, TEXT, BOLD = "rubik-700", "atkinson-400", "atkinson-700"
CODE = "atkinson-code-700"  # digits and plain letters for deal codes, as BOLD but for a slashed zero
FONTS = (DISPLAY, TEXT, BOLD, CODE)
LEAST_MM = 2.12  # the em of six points, below which nobody reads
BOX_EM = 0.72  # the advance of the box that stands for a letter which a font lacks

T = TypeVar("T")


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


def width_of(string: str, font: str, size_mm: float) -> float:
    """As `Font.width_mm`, with boxes for letters that the font lacks."""
    return _units(string, font) * size_mm / 1000


def _units(string: str, font: str) -> float:
    """Thousandths of the em; whole numbers, so that sums are exact, unless a box stands for a letter."""
    widths = find_font(font).widths
    return sum(widths.get(letter, BOX_EM * 1000) for letter in string)


# Lines. Words are known by their widths and by the gaps before them; what is found are the words that begin a line.


def greedy_breaks(
    widths: Sequence[float], gaps: Sequence[float | None], fits: Callable[[float], bool]
) -> Iterator[int]:
    """The indexes of the words that begin a line, each line as full as it can be.

    `gaps[i]` is what stands before word i where it does not begin a line; None glues it to the word before. `fits`
    says whether a line may be so long. A word that is too long keeps a line to itself.
    """
    used = 0.0
    for i, (width, gap) in enumerate(zip(widths, gaps, strict=True)):
        if i and (gap is None or fits(used + gap + width)):
            used += (gap or 0.0) + width
        else:
            used = width
            yield i


SHORT_LAST = 0.2  # a last line shorter than this part of the room is avoided


def even_breaks(widths: Sequence[float], gaps: Sequence[float], room: float) -> list[int]:
    """The indexes of the words that begin a line, chosen together so that the lines' ends differ least (Knuth and
    Plass 1981, without stretching), by dynamic programming over where each line ends.

    `gaps[i]` is what stands after word i where it does not end a line.
    """
    count = len(widths)
    costs, before = [0.0, *[math.inf] * count], [0] * (count + 1)
    for first in range(count):
        total = 0.0
        for last in range(first, count):
            total += widths[last] + (gaps[last - 1] if last > first else 0.0)
            if total > room and last > first:
                break
            slack = max(0.0, room - total) / room
            cost = costs[first] + 0.002  # fewer lines, other things being equal
            if last + 1 < count:
                cost += slack * slack
            elif first and slack > 1 - SHORT_LAST:
                cost += 0.05
            if cost < costs[last + 1]:
                costs[last + 1], before[last + 1] = cost, first
    starts, end = [], count
    while end:
        end = before[end]
        starts.append(end)
    return starts[::-1]


def split_at(words: Sequence[T], starts: Iterable[int]) -> list[Sequence[T]]:
    """The words of each line, from the indexes of the words that begin one."""
    begins = list(starts)
    return [words[first:after] for first, after in zip(begins, [*begins[1:], len(words)], strict=True)]


def break_lines(string: str, font: str, size_mm: float, width_mm: float) -> list[str]:
    """`string` in lines of at most `width_mm`, filled greedily; a longer word keeps a line to itself."""
    return break_words(string.split(), font, size_mm, width_mm)


def break_words(words: Sequence[str], font: str, size_mm: float, width_mm: float) -> list[str]:
    """As `break_lines`, for what has been split already: each word stays whole, whatever is in it."""
    gap = _units(" ", font)
    starts = greedy_breaks(
        [_units(word, font) for word in words], [gap] * len(words), lambda units: units * size_mm / 1000 <= width_mm
    )
    return [" ".join(line) for line in split_at(words, starts)]
