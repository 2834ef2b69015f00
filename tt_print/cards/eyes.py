"""Eyes: two dots in white rounds, which look somewhere. Playing faces have as many as their number; a ? has its eyes shut."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache

from tt_print.cards.theme import Theme
from tt_print.drawing.geometry import circle, path
from tt_print.drawing.shapes import Ink, Item, Path
from tt_print.records import dataclass
from tt_print.templates import TemplateTable, read_table


class EyesTable(TemplateTable):
    """`templates/toppers/eyes.toml`: parts of the radius of one of two eyes, `pupil` and `look` of each eye's own.

    `sizes` are the radii of one to four eyes; `faces` says where each color looks, in degrees clockwise from the right.
    """

    line: float
    lid: float
    pupil: float
    look: float
    sizes: tuple[float, float, float, float]
    apart: float
    arch: float
    faces: dict[str, float]


@dataclass(frozen=True, slots=True)
class Eyes:
    """`looks` is a direction in degrees, clockwise from the right; None is straight ahead. `shut` is "both", "right", or "up", the lids of laughter."""

    count: int
    looks: float | None = None
    shut: str = ""
    is_wide: bool = False


@cache
def eyes_table() -> EyesTable:
    return read_table(EyesTable, "toppers/eyes.toml")


def eyes_of(color: str, number: str) -> Eyes:
    """Those of a playing face."""
    return Eyes(2, shut="both") if number == "?" else Eyes(int(number), eyes_table().faces[color])


def draw_eyes(
    theme: Theme, eyes: Eyes, x: float, y: float, radius_mm: float, on: Ink, dark: Ink | None = None
) -> list[Item]:
    """The eyes in a row about (x, y), inner ones higher; `radius_mm` is that of one of two. Lids are lines in the ink `on`, dots and outlines are
    `dark`, by default the theme's ink.
    """
    table, last = eyes_table(), (eyes.count - 1) / 2
    radius = radius_mm * table.sizes[eyes.count - 1]
    items: list[Item] = []
    for index in range(eyes.count):
        across = index - last
        eye_x = x + across * table.apart * radius
        eye_y = y + (table.arch * radius * (2 * abs(across) / last - 1) if eyes.count > 2 else 0.0)
        if eyes.shut in ("both", "up") or (eyes.shut == "right" and across > 0):
            items.append(_lid(eye_x, eye_y, radius, table.lid * radius_mm, on, eyes.shut == "up"))
        else:
            items += _open_eye(theme, eyes, eye_x, eye_y, radius, table.line * radius_mm, dark or theme.ink)
    return items


def _open_eye(theme: Theme, eyes: Eyes, x: float, y: float, radius: float, line: float, dark: Ink) -> Iterator[Item]:
    """A dot in a white round, on the side to which it looks, with a glint."""
    table = eyes_table()
    yield Path(circle(x, y, radius), theme.paper, dark, line)
    pupil = radius * table.pupil * (0.8 if eyes.is_wide else 1.0)
    if eyes.looks is not None:
        angle = math.radians(eyes.looks)
        x, y = x + table.look * radius * math.cos(angle), y + table.look * radius * math.sin(angle)
    yield Path(circle(x, y, pupil), dark)
    yield Path(circle(x + 0.32 * pupil, y - 0.36 * pupil, 0.26 * pupil), theme.paper)


def _lid(x: float, y: float, radius: float, line: float, on: Ink, is_up: bool) -> Path:
    """It hangs down in sleep, and is an arch in laughter."""
    depth, down = (-0.62, 0.3) if is_up else (0.62, -0.1)
    return Path(bow(x, y + down * radius, 0.8 * radius, depth * radius), stroke=on, width_mm=line, cap="round")


def bow(x: float, y: float, half_width: float, depth: float) -> str:
    """A line from left to right that sags by `depth` in its middle."""
    bend = y + 4 / 3 * depth
    return path("M", x - half_width, y, "C", x - half_width / 2, bend, x + half_width / 2, bend, x + half_width, y)
