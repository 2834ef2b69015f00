"""How a booklet looks: measures from `templates/booklets/style.toml`, with the theme that its faces are drawn in."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from tt_print.cards.theme import Theme
from tt_print.drawing.shapes import Ink
from tt_print.drawing.text import DISPLAY
from tt_print.errors import TemplateError
from tt_print.page.text import TextStyle, gray
from tt_print.templates import read_toml

MM_PER_POINT = 25.4 / 72
TEMPLATE = "booklets/style.toml"
FIXED = ("footer_pt", "largest_pt", "least_pt")  # type that does not grow with the rest
GROWING = ("face_mm", "face_gap_mm", "paragraph_gap_mm", "bullet_indent_mm")  # what grows with the type


class Style:
    """The measures of a format, attributes under the names of the template, with its inks.

    They are in millimeters but for `*_pt`, `columns`, and parts. `accent` is the game's color, `on_accent` what is drawn on it.
    """

    format: str
    theme: Theme
    accent: Ink
    on_accent: Ink
    width_mm: float
    height_mm: float

    def __init__(self, measures: Mapping[str, Any], **inks: Any) -> None:
        self._measures, self._inks = measures, inks
        self.__dict__.update(measures, **inks)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # what Python asks of any object
            raise AttributeError(name)
        raise TemplateError(f"templates/{TEMPLATE}: [{self.format}] has no {name}.")

    def changed(self, **measures: Any) -> Style:
        """The same with other measures."""
        return Style({**self._measures, **measures}, **self._inks)

    @property
    def column_mm(self) -> float:
        """The width of a line of text."""
        free = self.width_mm - self.inner_mm - self.outer_mm
        width: float = (free - (self.columns - 1) * self.gutter_mm) / self.columns
        return width

    @property
    def shade(self) -> Ink:
        """Of an area that is told by its shade."""
        return gray(self.shade_percent)

    @property
    def depth_mm(self) -> float:
        """The height of the text on a page."""
        depth: float = self.height_mm - self.top_mm - self.bottom_mm
        return depth

    def filling(self, size_mm: tuple[float, float]) -> Style:
        """The same on a page of another size: all of it larger by the same factor, as far as both sides allow."""
        factor = min(size_mm[0] / self.width_mm, size_mm[1] / self.height_mm)
        scaled = {
            name: value * factor
            for name, value in self._measures.items()
            if name.endswith(("_mm", "_pt")) and name != "role_widths_mm"
        }
        beside, below = size_mm[0] - factor * self.width_mm, size_mm[1] - factor * self.height_mm
        scaled |= {"width_mm": size_mm[0], "height_mm": size_mm[1]}
        scaled |= {name: scaled[name] + beside / 2 for name in ("inner_mm", "outer_mm")}
        scaled |= {name: scaled[name] + below / 2 for name in ("top_mm", "bottom_mm")}
        return self.changed(**scaled)

    def grown(self, factor: float) -> Style:
        """The same with all type and the spaces that go with it larger by `factor`."""
        return self.changed(**{
            name: value * factor
            for name, value in self._measures.items()
            if name in GROWING or "leading" in name or (name.endswith("_pt") and name not in FIXED)
        })  # fmt: skip

    def with_large_cards(self) -> Style:
        """The same with cards in panels as large as in the steps of a turn."""
        return self.changed(panel_face_mm=self.start_face_mm)

    def indented(self, width_mm: float) -> Style:
        """The same with a column narrower by so much."""
        return self.changed(width_mm=self.width_mm - width_mm * self.columns)

    @property
    def is_large(self) -> bool:
        return self.format.endswith("-large")

    @cached_property
    def body(self) -> TextStyle:
        return TextStyle(em_mm(self.body_pt), self.leading_mm, ink=self.theme.ink)

    @cached_property
    def small(self) -> TextStyle:
        """Labels and captions."""
        return TextStyle(em_mm(self.small_pt), self.small_leading_mm, ink=self.theme.ink, even=True)

    @cached_property
    def note(self) -> TextStyle:
        """House rules, and the notes beside the rules."""
        return TextStyle(em_mm(self.note_pt), self.note_leading_mm, ink=self.theme.ink)

    @cached_property
    def panel(self) -> TextStyle:
        return TextStyle(em_mm(self.panel_pt), self.panel_leading_mm, ink=self.theme.ink)

    @cached_property
    def title(self) -> TextStyle:
        """The titles of chapters."""
        return TextStyle(em_mm(self.title_pt), self.title_leading_mm, DISPLAY, DISPLAY, self.theme.ink, even=True)

    @cached_property
    def section(self) -> TextStyle:
        return TextStyle(em_mm(self.section_pt), self.section_leading_mm, DISPLAY, DISPLAY, self.theme.ink, even=True)


def em_mm(points: float) -> float:
    """The em of type of this size, in millimeters."""
    return points * MM_PER_POINT


def find_style(
    format_: str, large: bool, theme: Theme, accent: str, size_mm: tuple[float, float] | None = None
) -> Style:
    """`size_mm` is the page where the format does not name one; `accent` is a color of the theme or one of its inks."""
    name = format_ + ("-large" if large else "")
    measures = _changes("common") | _changes(format_) | (_changes(name) if large else {})
    if size_mm is not None:
        measures |= {"width_mm": size_mm[0], "height_mm": size_mm[1]}
    if accent in theme.colors:
        ink, on = theme.colors[accent].ink, theme.colors[accent].on
    else:
        ink, on = theme.inks[accent], theme.paper
    if theme.is_low:
        ink, on = theme.ink, theme.paper
    return Style(measures, format=name, theme=theme, accent=ink, on_accent=on)


def _changes(table: str) -> dict[str, Any]:
    """The measures that a table of the template names, over those of the table that it `extends`.

    Raises TemplateError for a name that neither all formats have nor a page.
    """
    template = read_toml(TEMPLATE)
    found = {name: tuple(each) if isinstance(each, list) else each for name, each in template[table].items()}
    known = {**template["common"], **template["a5"], "extends": ""}
    if unknown := [name for name in found if name not in known]:
        raise TemplateError(f"templates/{TEMPLATE}: {unknown[0]!r} is not a key of [{table}].")
    extended = found.pop("extends", None)
    return (_changes(str(extended)) if extended else {}) | found
