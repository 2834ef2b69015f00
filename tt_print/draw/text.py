"""Fonts: which there are, how wide their letters are, and letters as paths.

This is the only place that measures text and knows where its letters are. Widths come from `templates/fonts/metrics.json`, which
`make fonts` takes from the fonts themselves, so that printing a deck need not parse a font twice. A font that somebody
brings (`outlines`) is known here by a name that its content gives it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, TypedDict, cast

from tt_print.draw.geometry import IDENTITY, Matrix, Rect, apply, compose, number, segments
from tt_print.draw.shapes import Group, Item, Text
from tt_print.errors import InputError
from tt_print.problems import LayoutProblem
from tt_print.records import dataclass
from tt_print.templates import template_path

if TYPE_CHECKING:
    from tt_print.draw.outlines import FontFile

DISPLAY, TEXT, BOLD = "rubik-700", "atkinson-400", "atkinson-700"
CODE = "atkinson-code-700"  # digits and plain letters for deal codes, as BOLD but for a slashed zero
FONTS = (DISPLAY, TEXT, BOLD, CODE)
LEAST_MM = 2.12  # the em of six points, below which nobody reads

STARTS = {"start": 0.0, "middle": 0.5, "end": 1.0}  # how much of a line is left of its anchor


@dataclass(frozen=True, slots=True)
class Font:
    """Figures in thousandths of an em; `widths` maps a character to its advance. `brought` is None for ours."""

    name: str
    cap_height: int
    widths: Mapping[str, int]
    brought: FontFile | None = None

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


_BROUGHT: dict[str, FontFile] = {}


def add_font(font: FontFile) -> str:
    """Makes a font known by its name, which it returns. A name stands for one content, so that to add one again changes nothing."""
    return _BROUGHT.setdefault(font.name, font).name


@cache
def find_font(name: str) -> Font:
    if brought := _BROUGHT.get(name):
        return Font(name, brought.cap_height, brought.widths, brought)
    if name not in FONTS:
        raise InputError(f"there is no font {name!r}. Fonts: {', '.join(FONTS)}.")
    return Font(name, _metrics()[name]["cap_height"], _metrics()[name]["widths"])


def letter_path(font: str, letter: str) -> str:
    """A letter's outline as `M`, `L`, `Q` and `Z` in thousandths of the em, y up."""
    brought = find_font(font).brought
    return brought.outline(letter) if brought else _our_outlines(font)[letter]


@cache
def _our_outlines(font: str) -> dict[str, str]:
    """Character to path data; made by `make fonts`, because fontTools takes 30 ms to load."""
    return cast(dict[str, str], json.loads(template_path(f"fonts/outlines-{font}.json").read_text(encoding="utf-8")))


def ink_box(string: str, font: FontFile) -> Rect | None:
    """A box around the outlines of letters set by their advances, in thousandths of the em, y down from the baseline; None where all are blank."""
    x, boxes = 0, list[Rect]()
    for letter in string:
        if box := font.box(letter):
            boxes.append(Rect(box.left + x, box.top, box.width, box.height))
        x += font.widths[letter]
    if not boxes:
        return None
    return Rect.from_edges(min(box.left for box in boxes), min(box.top for box in boxes),
                           max(box.right for box in boxes), max(box.bottom for box in boxes))  # fmt: skip


def missing_letters(string: str, font: str) -> str:
    """The characters of `string` that the font cannot draw, each once, in order."""
    widths = find_font(font).widths
    return "".join(dict.fromkeys(c for c in string if c not in widths))


def width_of(string: str, font: str, size_mm: float) -> float:
    """As `Font.width_mm`, also of letters that the font lacks, for which … is drawn."""
    return find_font(font).width_mm(printable(string, font), size_mm)


# Words that people write, in letters that our fonts may lack


def in_our_letters(text: str) -> bool:
    """Whether the fonts of our pages can draw it; those that a theme brings are on its cards only."""
    return not any(missing_letters(text, font) for font in (TEXT, BOLD, DISPLAY))


def printable(text: str, font: str = TEXT) -> str:
    """The text with … for letters that the font lacks."""
    lost = missing_letters(text, font)
    return re.sub(f"[{re.escape(lost)}]+", "…", text) if lost else text


def verify_words_inside(items: Iterable[Item], width_mm: float, height_mm: float, margin_mm: float) -> None:
    """Raises LayoutError where a line of words would begin or end nearer than `margin_mm` to an edge of a page of this size.

    As a whole it may lie nearer to one, where it is in a narrow margin, as may the numbers of cuts: many printers
    print them anyway.
    """
    for text, matrix in _texts(items, IDENTITY):
        if text.string.isdigit():
            continue
        string = text.string.rstrip() if text.anchor == "start" else text.string
        length = width_of(string, text.font, text.size_mm) * text.stretch
        length += max(0, len(string) - 1) * text.tracking_mm
        start = text.x_mm - STARTS[text.anchor] * length
        ends = [apply(matrix, x, text.y_mm) for x in (start, start + length)]
        is_upright = abs(ends[1][0] - ends[0][0]) >= abs(ends[1][1] - ends[0][1])
        for x, y in ends:
            margins = (margin_mm, 0.0) if is_upright else (0.0, margin_mm)
            if not (_is_within(x, width_mm, margins[0]) and _is_within(y, height_mm, margins[1])):
                words = text.string.strip(" ·")
                raise LayoutProblem("drawing.words", "paper", words=words, width=width_mm, height=height_mm)


def _is_within(at_mm: float, side_mm: float, margin_mm: float) -> bool:
    return margin_mm - 0.01 <= at_mm <= side_mm - margin_mm + 0.01


def _texts(items: Iterable[Item], matrix: Matrix) -> Iterator[tuple[Text, Matrix]]:
    for item in items:
        if isinstance(item, Group):
            yield from _texts(item.items, compose(matrix, item.matrix))
        elif isinstance(item, Text):
            yield item, matrix


# Letters as filled paths, for renderers that must not depend on the reader's fonts


def text_start(text: Text) -> tuple[float, float]:
    """Where the first letter's advance starts on the baseline, to the tenth of a millimeter.

    A tenth is a pixel at 254 dpi: there, a reader that puts letters on whole pixels and one that fills
    their outlines draw the same picture.
    """
    left = 0.0
    if text.anchor != "start":
        width = find_font(text.font).width_mm(text.string, text.size_mm, text.stretch, text.tracking_mm)
        left = STARTS[text.anchor] * width
    return round(text.x_mm - left, 1), round(text.y_mm, 1)


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
    for command, figures in segments(letter_path(font, letter)):
        steps = []
        origin = here
        for px, py in zip(figures[::2], figures[1::2], strict=True):
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
