"""Small true faces for books: the deck's own pictures, with the card's edge around them and letters as shapes.

Letters become shapes because a face in a book is a picture, which says its name in words of its own: text copied from
a page must not be full of the digits and letters on the cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from tt_print.deck import AnyCard
from tt_print.draw.geometry import Point, bounds, circle, line, path, polygon, rectangle, segments, transform
from tt_print.draw.shapes import LEAST_LINE_MM, Drawing, Group, Ink, Item, Path, Text, reduced
from tt_print.draw.text import find_font, letter_path, letter_starts, text_start
from tt_print.faces.back import draw_small_back
from tt_print.faces.faces import draw_face
from tt_print.faces.scene import draw_icon, draw_small_card, letter_cap
from tt_print.faces.theme import Theme

EDGE_MM = 0.9  # of a card, on its full size, so that it is a hairline of a fifth of a millimeter when small
EMBLEM_MM = 20.0  # how high emblems and signs are drawn before they are placed
EMBLEM_PART = 0.74  # their width, of their height
WIDEST_SIGN = 1.2  # a sign that is wider shrinks no further


def place_face(card: AnyCard, theme: Theme, x: float, y: float, width: float) -> Group:
    """The card's face, its top left corner at (x, y), without the letters that nobody could read at this size."""
    factor = width / theme.width_mm
    return Group(_card(card, theme, factor), (factor, 0, 0, factor, x, y))


def place_back(theme: Theme, width: float) -> Group:
    factor = width / theme.width_mm
    return Group(_back(theme, factor), (factor, 0, 0, factor, 0.0, 0.0))


def face_height(theme: Theme, width: float) -> float:
    return width * theme.height_mm / theme.width_mm


def place_emblem(card: AnyCard, theme: Theme, x: float, y: float, width: float) -> Group:
    """The card as a small symbol, its top left corner at (x, y): shape, number and the color's letter, readable at
    arm's length, which a whole face of that size is not."""
    factor = width / (EMBLEM_PART * EMBLEM_MM)
    cap = round(letter_cap(theme, factor * EMBLEM_MM) / factor, 3)
    hatching = factor if theme.is_low else 1.0  # all other lines are wide enough on the smallest
    return Group(_emblem(card, theme, cap, hatching), (factor, 0, 0, factor, x, y))


def place_back_emblem(theme: Theme, x: float, y: float, width: float) -> Group:
    """A back as large as an emblem."""
    height = emblem_height(width)
    return Group((place_back(theme, width),), (1, 0, 0, height / face_height(theme, width), x, y))


def emblem_height(width: float) -> float:
    return width / EMBLEM_PART


def place_sign(card: AnyCard, theme: Theme, x: float, y: float, height: float) -> Group:
    """The card's shape in its color with its number, its middle at (x, y): for a line of text. It is no wider than high."""
    factor = height / _sign_width(card, theme)
    return Group(_small_sign(card, theme, factor), (factor, 0, 0, factor, x, y))


@cache
def _emblem(card: AnyCard, theme: Theme, cap: float, factor: float) -> tuple[Item, ...]:
    if theme.is_low:
        small = theme.hatching.small
        small = small.changed(line=max(small.line, LEAST_LINE_MM / factor))
        theme = replace(theme, hatching=theme.hatching.changed(small=small), has_light_hatching=True)
    items = reduced(tuple(draw_small_card(theme, card.safe_code, 0.0, 0.0, EMBLEM_MM, cap)), factor)
    return tuple(_without_text(part) for item in items for part in _on_paper(item))


def _on_paper(item: Item) -> Iterator[Item]:
    """A number on hatching: on a spot of paper, because a halo along its outline takes as many commands as the number."""
    if isinstance(item, Text) and item.halo:
        font = find_font(item.font)
        wide, cap = font.width_mm(item.string, item.size_mm, item.stretch), font.cap_height / 1000 * item.size_mm
        spare = max(0.01, (cap + 2 * item.halo_mm - wide) / 2)
        x, y = item.x_mm, item.y_mm - cap / 2
        yield Path(line(x, y - spare, x, y + spare), stroke=item.halo, width_mm=wide, cap="round")
        item = replace(item, halo=None)
    yield item


@cache
def _sign(card: AnyCard, theme: Theme) -> tuple[Item, ...]:
    return tuple(draw_icon(theme, card.safe_code, 0.0, 0.0, EMBLEM_MM))


@cache
def _small_sign(card: AnyCard, theme: Theme, factor: float) -> tuple[Item, ...]:
    return tuple(map(_without_text, reduced(_sign(card, theme), factor)))


@cache
def _sign_width(card: AnyCard, theme: Theme) -> float:
    """How wide, or high, a sign of `EMBLEM_MM` is with its outlines: a blob and the colors round black take more."""
    sizes = [EMBLEM_MM]
    for item in _sign(card, theme):
        if isinstance(item, Path):
            box = bounds(item.d)
            sizes.append(2 * max(abs(box.left), abs(box.right), abs(box.top), abs(box.bottom)) + item.width_mm)
    return min(max(sizes), WIDEST_SIGN * EMBLEM_MM)


@cache
def _card(card: AnyCard, theme: Theme, factor: float) -> tuple[Item, ...]:
    return (
        Path(theme.outline, theme.paper),
        *map(_without_text, reduced(draw_face(card, theme).items, factor)),
        _rim(theme),
    )


@cache
def _back(theme: Theme, factor: float) -> tuple[Item, ...]:
    return reduced(draw_small_back(theme, EDGE_MM), factor)


def _rim(theme: Theme) -> Path:
    """The card's edge."""
    return Path(theme.outline, None, theme.ink, EDGE_MM)


def without_text(drawing: Drawing) -> tuple[Item, ...]:
    """The picture with its letters as shapes."""
    return tuple(map(_without_text, drawing.items))


_kept: dict[int, tuple[tuple[Item, ...], tuple[Item, ...]]] = {}


def _without_text(item: Item) -> Item:
    if isinstance(item, Text):
        return _letters(item)
    if isinstance(item, Group):
        # parts that faces share stay shared, so that a renderer can store them once
        if id(item.items) not in _kept:
            _kept[id(item.items)] = (item.items, tuple(map(_without_text, item.items)))
        return Group(_kept[id(item.items)][1], item.matrix, item.clip)
    return item


@cache
def _letters(text: Text) -> Group:
    """The line of text as shapes, each letter in thousandths of the em and scaled to its size."""
    up = text.size_mm / 1000
    across, y = up * text.stretch, text_start(text)[1]
    shapes = [
        (_letter(text.font, letter), x)
        for letter, x in zip(text.string, letter_starts(text), strict=True)
        if letter != " "
    ]
    letters = [Group((Path(d, text.fill),), (across, 0, 0, up, x, y)) for d, x in shapes]
    if text.halo is None:
        return Group(tuple(letters))
    halo = [
        Group((Path(d, stroke=text.halo, width_mm=2 * text.halo_mm / up),), (across, 0, 0, up, x, y)) for d, x in shapes
    ]
    return Group((*halo, *letters))


@cache
def _letter(font: str, letter: str) -> str:
    """A letter's outline as path data of cubic curves, in thousandths of the em.

    Two of its quadratic curves that a font joins in the middle between their handles become one cubic through the same
    three points, which halves what a digit costs.
    """
    # a curve has its start, two handles, and end; the number says how long handles are
    steps = list[tuple[str, tuple[Point, ...], float]]()
    here = start = (0.0, 0.0)
    for command, figures in segments(letter_path(font, letter)):
        points = tuple(zip(figures[::2], figures[1::2], strict=True))
        if command == "Q":
            handle, end = points
            curve, part = (here, handle, handle, end), 2 / 3
            if steps and steps[-1][2] == part and _is_middle(here, steps[-1][1][1], handle):
                first, first_handle, *_ = steps.pop()[1]
                curve, part = (first, first_handle, handle, end), 4 / 3
            steps.append(("C", curve, part))
        else:
            steps.append((command, points, 0.0))
        here = points[-1] if points else start
        start = here if command == "M" else start
    joined = path(*(part for command, points, handles in steps for part in (command, *_cubic(points, handles))))
    return transform(joined, (1, 0, 0, -1, 0, 0), 0)


def _is_middle(point: Point, one: Point, other: Point) -> bool:
    return max(abs(a + b - 2 * c) for a, b, c in zip(one, other, point, strict=True)) < 2.0


def _cubic(points: Sequence[Point], handles: float) -> Iterator[int]:
    """The figures of a step: those of a curve with its handles `handles` as long."""
    if handles:
        (ax, ay), (px, py), (qx, qy), (bx, by) = points
        points = (
            (ax + (px - ax) * handles, ay + (py - ay) * handles),
            (bx + (qx - bx) * handles, by + (qy - by) * handles),
            (bx, by),
        )
    return (round(figure) for point in points for figure in point)


def check_mark(x: float, y: float, size: float, ink: Ink, paper: Ink) -> tuple[Item, ...]:
    """A disc with a tick, (x, y) its middle."""
    r = size / 2
    tick = polygon(
        [(x - 0.52 * r, y + 0.04 * r), (x - 0.14 * r, y + 0.42 * r), (x + 0.55 * r, y - 0.42 * r)], closed=False
    )
    return (Path(circle(x, y, r), ink), Path(tick, stroke=paper, width_mm=size * 0.13, cap="round"))


def follow_mark(x: float, y: float, size: float, ink: Ink, paper: Ink) -> tuple[Item, ...]:
    """An arrow to the right: what follows."""
    r = size / 2 * 0.86
    head = polygon([(x - 0.05 * r, y - 0.62 * r), (x + r, y), (x - 0.05 * r, y + 0.62 * r)])
    return (Path(line(x - r, y, x + 0.2 * r, y), stroke=ink, width_mm=size * 0.15, cap="round"), Path(head, ink))


def cross_mark(x: float, y: float, size: float, ink: Ink, paper: Ink) -> tuple[Item, ...]:
    """An open square with a cross: another shape than the disc of the tick, in any ink."""
    r, a = size / 2 * 0.92, size * 0.23
    box = rectangle(x - r, y - r, 2 * r, 2 * r, size * 0.14)
    strokes = f"{line(x - a, y - a, x + a, y + a)} {line(x - a, y + a, x + a, y - a)}"
    return (Path(box, paper, ink, size * 0.09), Path(strokes, stroke=ink, width_mm=size * 0.15, cap="round"))
