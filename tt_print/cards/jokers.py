"""The joker: a cap of five points in the five colors, each with its shape for a bell; or a face as a jester, whose four horns end in
the shapes. The second joker wears the cap the other way round, with a dark brim; the second jester is black, and winks.
"""

from __future__ import annotations

from functools import cache

from tt_print.cards.hatching import hatched
from tt_print.cards.lettering import mark
from tt_print.cards.theme import Theme
from tt_print.cards.theme_file import CapLayout
from tt_print.cards.topper import Topper, draw_topper, turned
from tt_print.deck import VALUES
from tt_print.drawing.geometry import path, place_shape, rectangle
from tt_print.drawing.shapes import Item, Path

_UPWARD = (0, 4, 1, 3, 2)  # the outer points lie below the inner ones


@cache
def draw_cap(theme: Theme, x: float, y: float, radius: float, number: int, line: float) -> tuple[Item, ...]:
    """The cap of joker 1 or 2 about (x, y), twice `radius` wide, its lines so many millimeters."""
    cap = theme.joker.cap
    values = list(zip(VALUES["color"], VALUES["shape"], strict=True))[:: 1 if number == 1 else -1]
    items: list[Item] = []
    for index in _UPWARD:
        color, _ = values[index]
        items += _area(theme, color, _point(cap, index, x, y, radius), line, small=False)
    for index, (color, shape) in enumerate(values):
        bell = _bell(theme, cap, index, shape, x, y, radius)
        items += [Path(bell, theme.paper, theme.paper, 4 * line), *_area(theme, color, bell, line, small=True)]
    fill, on = (theme.paper, theme.ink) if number == 1 else (theme.ink, theme.paper)
    left, top, width, height = (part * radius for part in cap.brim)
    items.append(Path(rectangle(x + left, y + top, width, height, 0.2 * height), fill, theme.ink, line))
    letter = 0.66 * height
    letter_y = y + top + (height + letter) / 2
    items.append(mark(theme.words.joker_letter, x, letter_y, letter, on, theme.fonts.display))
    return tuple(items)


def draw_small_cap(theme: Theme, x: float, y: float, radius: float) -> tuple[Item, ...]:
    """The same as one dark shape, for a corner."""
    cap = theme.joker.cap
    left, top, width, height = (part * radius for part in cap.brim)
    outlines = [rectangle(x + left, y + top, width, height, 0.2 * height)]
    for index, shape in enumerate(VALUES["shape"]):
        outlines += [_point(cap, index, x, y, radius), _bell(theme, cap, index, shape, x, y, radius)]
    return tuple(Path(d, theme.ink) for d in outlines)


def _point(cap: CapLayout, index: int, x: float, y: float, radius: float) -> str:
    """From its part of the brim up to its tip."""
    left, top, width, _ = (part * radius for part in cap.brim)
    each, over = 0.9 * width / len(cap.tips), 0.05 * width
    start = x + left + over + (index - 0.3) * each
    end, foot = start + 1.6 * each, y + top + 0.02 * radius
    start, end = max(start, x + left + over), min(end, x + left + width - over)
    tip_x, tip_y, half = x + cap.tips[index][0] * radius, y + cap.tips[index][1] * radius, cap.tip * radius
    bend, lean = 0.5 * (foot - tip_y), 0.4 * (foot - tip_y)
    return path(
        "M", start, foot, "C", start, foot - bend, tip_x - 1.9 * half, tip_y + lean, tip_x - half, tip_y, "L", tip_x + half, tip_y,
        "C", tip_x + 1.9 * half, tip_y + lean, end, foot - bend, end, foot, "Z",
    )  # fmt: skip


def _bell(theme: Theme, cap: CapLayout, index: int, shape: str, x: float, y: float, radius: float) -> str:
    tip_x, tip_y = cap.tips[index]
    return place_shape(theme.shapes[shape].d, x + tip_x * radius, y + tip_y * radius, cap.bell * radius)


def _area(theme: Theme, color: str, d: str, line: float, small: bool) -> list[Item]:
    """In low ink hatched, where lines are as thick as on a card: on a small icon hatching could not be told apart."""
    if theme.is_low and line < 0.3 and color != "black":
        return [Path(d, theme.paper, theme.ink, line)]
    if theme.is_low:
        return [Path(d, theme.paper), hatched(theme, color, d, small), Path(d, stroke=theme.ink, width_mm=line)]
    return [Path(d, theme.colors[color].ink, theme.ink, line)]


# Where the jester's horns end, from its middle, and which way they lean at the foot; parts of half its width.
_HORNS = ((-0.82, -0.26, -0.34), (-0.34, -0.76, -0.14), (0.34, -0.76, 0.14), (0.82, -0.26, 0.34))
_BODY, _BELL, _DOWN = 0.6, 0.23, 0.42  # the size of face and bells, and how far the face is below the middle


@cache
def draw_jester(theme: Theme, x: float, y: float, radius: float, number: int) -> tuple[Item, ...]:
    """Joker 1 or 2 about (x, y), twice `radius` wide."""
    line, middle = 0.03 * radius, y + _DOWN * radius
    items: list[Item] = []
    for (color, shape), (right, down, foot) in zip(
        zip(VALUES["color"], VALUES["shape"], strict=True), _HORNS, strict=False
    ):
        tip_x, tip_y, foot_x = x + right * radius, y + down * radius, x + foot * radius
        items += _area(
            theme, color, _horn(foot_x, middle - 0.1 * radius, tip_x, tip_y, 0.27 * radius), line, small=False
        )
        items.append(turned(draw_topper(theme, Topper(color, shape, eyes=0), _BELL * radius), tip_x, tip_y, 14 * right))
    body = Topper(
        "jester" if number == 1 else "black", "circle", looks=325, mood="cheeky" if number == 1 else "winking"
    )
    return (*items, turned(draw_topper(theme, body, _BODY * radius), x, middle, -4))


def _horn(foot_x: float, foot_y: float, tip_x: float, tip_y: float, half_width: float) -> str:
    """From a foot up to its tip, where it is a third as wide."""
    bend_x, bend_y, thin = (
        (foot_x + tip_x) / 2 - 0.15 * (tip_x - foot_x),
        tip_y + 0.3 * (foot_y - tip_y),
        half_width / 3,
    )
    return path(
        "M", foot_x - half_width, foot_y, "C", bend_x - half_width, foot_y - 0.4 * half_width, bend_x - half_width, bend_y, tip_x - thin, tip_y,
        "L", tip_x + thin, tip_y, "C", bend_x + half_width, bend_y, foot_x + half_width, foot_y - 2 * half_width, foot_x + half_width, foot_y, "Z",
    )  # fmt: skip
