"""Where ink is on a face, by geometry: the outlines of letters and shapes, and the boxes of all that is drawn, in millimeters."""

import re
from functools import cache

import numpy as np

from tt_print.draw.geometry import IDENTITY, Rect, apply, bounds, compose, segments
from tt_print.draw.shapes import Group, Text
from tt_print.draw.text import letter_outline, letter_starts, text_start


@cache
def letter_points(font: str, letter: str) -> np.ndarray:
    """Points on a letter's outline, in thousandths of the em, y down; curves in six pieces."""
    points, here, start = [], np.zeros(2), np.zeros(2)
    for command, figures in re.findall(r"([mlqz])([^mlqz]*)", letter_outline(font, letter)):
        steps = np.array([float(v) for v in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", figures)]).reshape(-1, 2)
        if command == "z":
            here = start
        elif command == "q":
            bend, end = here + steps[0], here + steps[1]
            points += [(1 - t) ** 2 * here + 2 * t * (1 - t) * bend + t * t * end for t in np.linspace(0, 1, 7)]
            here = end
            assert len(steps) == 2
        else:
            here = here + steps[0]
            start = here if command == "m" else start
            points.append(here)
            assert len(steps) == 1
    return np.array(points)


def text_points(text: Text) -> np.ndarray:
    y, em = text_start(text)[1], text.size_mm / 1000
    return np.concatenate([
        letter_points(text.font, letter) * (em * text.stretch, em) + (x, y)
        for x, letter in zip(letter_starts(text), text.string, strict=True) if letter != " "
    ])  # fmt: skip


@cache
def text_box(text: Text) -> Rect:
    points = text_points(text)
    return Rect.from_edges(*points.min(axis=0), *points.max(axis=0))


def ink_of(items, matrix=IDENTITY, clip=None):
    """Each text and path with the box of its ink on the card, strokes included, cut to its groups' clips."""
    for item in items:
        if isinstance(item, Group):
            own = moved(bounds(item.clip), compose(matrix, item.matrix)) if item.clip else None
            both = own if clip is None else clip if own is None else meet(own, clip)
            yield from ink_of(item.items, compose(matrix, item.matrix), both)
        else:
            box = text_box(item) if isinstance(item, Text) else bounds(item.d).inset(-item.width_mm / 2)
            box = moved(box, matrix)
            yield item, box if clip is None else meet(box, clip)


def moved(box: Rect, matrix) -> Rect:
    (x1, y1), (x2, y2) = apply(matrix, box.left, box.top), apply(matrix, box.right, box.bottom)
    return Rect.from_edges(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))


def meet(one: Rect, other: Rect) -> Rect:
    return Rect.from_edges(max(one.left, other.left), max(one.top, other.top),
                           min(one.right, other.right), min(one.bottom, other.bottom))  # fmt: skip


def shape_points(d: str) -> np.ndarray:
    """The outline about every twentieth of a millimeter."""
    points, here, start = [], None, None
    for command, figures in segments(d):
        ends = np.array(figures).reshape(-1, 2)
        if command == "L":
            points += list(here + (ends[0] - here) * np.linspace(0, 1, 80)[:, None])
        elif command == "C":
            t = np.linspace(0, 1, 60)[:, None]
            a, b, c = ends
            points += list((1 - t) ** 3 * here + 3 * t * (1 - t) ** 2 * a + 3 * t * t * (1 - t) * b + t**3 * c)
        elif command == "Z":
            points += list(here + (start - here) * np.linspace(0, 1, 80)[:, None])
        if command != "Z":
            here = ends[-1]
            start = here if command == "M" else start
    return np.array(points)
