"""How a booklet looks: measures from `templates/booklets/style.toml`, with the theme that its faces are drawn in."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from tt_print.booklets.lines import Measure
from tt_print.cards.theme import Theme
from tt_print.drawing.shapes import Ink
from tt_print.drawing.text import DISPLAY
from tt_print.errors import TemplateError
from tt_print.templates import read_toml

MM_PER_POINT = 25.4 / 72
TEMPLATE = "booklets/style.toml"
GROWING = {"face_mm", "face_gap_mm", "paragraph_gap_mm", "bullet_indent_mm"}


@dataclass(frozen=True, eq=False)
class Style:
    """Measures under the names of the template, millimeters but for `*_pt`. `accent` is the game's color."""

    format: str
    measures: dict[str, Any]
    theme: Theme
    accent: Ink
    on_accent: Ink

    def __getitem__(self, name: str) -> Any:
        try:
            return self.measures[name]
        except KeyError:
            raise TemplateError(f"templates/{TEMPLATE}: {self.format} lacks {name}.") from None

    @property
    def column_mm(self) -> float:
        """The width of a line of text."""
        free = self["width_mm"] - self["inner_mm"] - self["outer_mm"]
        columns = self["columns"]
        return (free - (columns - 1) * self.measures.get("gutter_mm", 0.0)) / columns

    @property
    def depth_mm(self) -> float:
        """The height of the text on a page."""
        return self["height_mm"] - self["top_mm"] - self["bottom_mm"]

    def grown(self, factor: float) -> Style:
        """The same with all type and the spaces that go with it larger by `factor`."""
        grow = {name for name in self.measures if name.endswith("_pt") or "leading" in name or name in GROWING}
        grow -= {"footer_pt", "largest_pt"}
        return replace(self, measures={k: v * factor if k in grow else v for k, v in self.measures.items()})

    def closer(self, factor: float) -> Style:
        """The same with narrower gaps between paragraphs and in tables."""
        gaps = ("paragraph_gap_mm", "block_gap_mm", "table_pad_mm", "section_before_mm")
        return replace(self, measures=self.measures | {name: self[name] * factor for name in gaps})

    def em(self, name: str) -> float:
        """`body` to the em of `body_pt` in millimeters."""
        return self[f"{name}_pt"] * MM_PER_POINT

    def body(self, width_mm: float | None = None) -> Measure:
        width = self.column_mm if width_mm is None else width_mm
        return Measure(self.em("body"), width, self["face_mm"], self["face_gap_mm"], self.em("origin"))

    def small(self, width_mm: float) -> Measure:
        """Labels and captions, in which a card is only named."""
        return Measure(self.em("small"), width_mm)

    def title(self, name: str, width_mm: float) -> Measure:
        return Measure(self.em(name), width_mm, plain=DISPLAY, strong=DISPLAY)


def find_style(
    format_: str, large: bool, theme: Theme, accent: str, size_mm: tuple[float, float] | None = None
) -> Style:
    """`size_mm` is the page where the format does not name one; `accent` is a color of the theme or one of its inks."""
    data = read_toml(TEMPLATE)
    measures = data["common"] | data[format_]
    if large:
        measures |= _whole(data, f"{format_}-large")
    if size_mm is not None:
        measures |= {"width_mm": size_mm[0], "height_mm": size_mm[1]}
    if accent in theme.colors:
        ink, on = theme.colors[accent].ink, theme.colors[accent].on
    else:
        ink, on = theme.inks[accent], theme.paper
    if theme.is_low:
        ink, on = theme.ink, theme.paper
    return Style(format_ + ("-large" if large else ""), measures, theme, ink, on)


def _whole(data: dict[str, Any], name: str) -> dict[str, Any]:
    table = data[name]
    return (_whole(data, table["extends"]) if "extends" in table else {}) | table
