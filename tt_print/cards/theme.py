"""How faces look: inks, shapes and measures, read from `templates/themes/`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from tt_print.drawing.geometry import circle, rectangle, smooth_loop
from tt_print.drawing.shapes import Ink
from tt_print.errors import InputError, TemplateError, choose
from tt_print.templates import read_toml

INK_STYLES = {"color": "all five colors", "low": "black ink only, colors as hatching"}
BLACK_ONLY = ("black", "bw", "b/w", "grey", "gray", "mono")  # what people type for low


@dataclass(frozen=True, slots=True)
class ThemeColor:
    """A value of the variable color; `on` is the ink that reads on it."""

    ink: Ink
    on: Ink


@dataclass(frozen=True, slots=True)
class ThemeShape:
    """A value of the variable shape, as path data about the origin. See templates/themes/tab.toml."""

    d: str
    center_size: float
    tab_size: float
    number_y_mm: float
    number_cap_mm: float


@dataclass(frozen=True, eq=False)  # one object a style, so that drawings can be kept by theme
class Theme:
    """Everything a face needs. `ink_style` is "color" or "low"; `indices` is 4 corners or 2.

    The measure tables (`tab`, `center`, ...) hold millimeters under the names in the template.
    """

    ink_style: str
    indices: int
    colors: dict[str, ThemeColor]
    shapes: dict[str, ThemeShape]
    inks: dict[str, Ink]
    measures: dict[str, Any]

    def __getitem__(self, table: str) -> dict[str, Any]:
        return self.measures[table]

    @property
    def ink(self) -> Ink:
        return self.inks["ink"]

    @property
    def paper(self) -> Ink:
        return self.inks["paper"]

    @property
    def is_low(self) -> bool:
        return self.ink_style == "low"

    @property
    def width_mm(self) -> float:
        return self.measures["card"]["width_mm"]

    @property
    def height_mm(self) -> float:
        return self.measures["card"]["height_mm"]


@cache
def find_theme(ink_style: str = "color", indices: int = 4, name: str = "tab") -> Theme:
    """Raises InputError for an ink style or a number of indices that there is not."""
    if ink_style.strip().lower() in BLACK_ONLY:
        raise InputError(
            f"there is no ink style {ink_style!r}. Did you mean low, which is black only? Choose --ink color or low."
        )
    ink_style = choose("ink style", ink_style, INK_STYLES, "--ink")
    indices = int(choose("number of indices", str(indices), ("4", "2"), "--indices"))
    data = read_toml(f"themes/{name}.toml")
    inks = {key: _ink(f"inks.{key}", value) for key, value in data["inks"].items()}
    colors = {key: ThemeColor(_ink(f"colors.{key}", value), inks[value["on"]]) for key, value in data["colors"].items()}
    if ink_style == "low":  # an area of rich black would call for all four inks
        colors["black"] = ThemeColor(inks["ink"], colors["black"].on)
    shapes = {key: _shape(key, value) for key, value in data["shapes"].items()}
    return Theme(ink_style, indices, colors, shapes, inks, data)


def _ink(name: str, table: dict[str, Any]) -> Ink:
    return Ink(table["rgb"].upper(), tuple(table["cmyk"]) if "cmyk" in table else None, table.get("spot", ""), name)


def _shape(name: str, table: dict[str, Any]) -> ThemeShape:
    if table.get("kind") == "circle":
        d = circle(0, 0, table["radius"])
    elif table.get("kind") == "square":
        d = rectangle(-table["half"], -table["half"], 2 * table["half"], 2 * table["half"], table["corner"])
    elif "loop" in table:
        d = smooth_loop([(x, y) for x, y in table["loop"]], table["tension"])
    elif "path" in table:
        d = table["path"]
    else:
        raise TemplateError(f'templates/themes: shape {name!r} needs a "path", a "loop" or a kind: circle or square.')
    center, tab = table["size"]
    return ThemeShape(d, center, tab, table["number_y"], table["number_cap"])
