"""How a booklet looks: measures from `templates/booklets/style.toml`, with the theme that its faces are drawn in."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields, make_dataclass, replace
from functools import cache, cached_property
from typing import Any, get_type_hints

from tt_print.cards.theme import Theme
from tt_print.drawing.shapes import Ink
from tt_print.drawing.text import DISPLAY
from tt_print.errors import TemplateError
from tt_print.page.text import TextStyle, gray
from tt_print.templates import read_table

MM_PER_POINT = 25.4 / 72
TEMPLATE = "booklets/style.toml"


@dataclass(frozen=True)
class Measures:
    """The measures of one format, in millimeters but for `*_pt`, under the names of the template."""

    # the page
    width_mm: float
    height_mm: float
    columns: int
    inner_mm: float
    outer_mm: float
    top_mm: float
    bottom_mm: float
    # type: running text, labels, house rules and what is marginal, panels, chapters, sections
    body_pt: float
    leading_mm: float
    small_pt: float
    small_leading_mm: float
    note_pt: float
    note_leading_mm: float
    panel_pt: float
    panel_leading_mm: float
    title_pt: float
    title_leading_mm: float
    section_pt: float
    section_leading_mm: float
    least_pt: float
    paragraph_gap_mm: float
    block_gap_mm: float
    bullet_indent_mm: float
    title_before_mm: float
    title_after_mm: float
    section_before_mm: float
    section_after_mm: float
    tab_width_mm: float
    tab_height_mm: float
    tab_radius_mm: float
    # cards, in the text, in examples, panels, and figures
    face_mm: float
    face_gap_mm: float
    example_face_mm: float
    start_face_mm: float
    panel_face_mm: float
    least_face_mm: float
    figure_face_mm: float
    large_face_mm: float
    table_face_mm: float
    hand_face_mm: float
    deck_face_mm: float
    pile_step: float
    example_gap_mm: float
    row_gap_mm: float
    ring_gap_mm: float
    role_widths_mm: tuple[float, ...]
    group_gap_mm: float
    card_gap_mm: float
    mark_mm: float
    mark_room_mm: float
    # the rest
    panel_gap_mm: float
    box_pad_mm: float
    footer_pt: float
    footer_up_mm: float
    table_pad_mm: float
    line_mm: float
    keyline_mm: float
    shade_percent: int  # of black: an area that is told by its shade
    min_fill: float
    stretch_mm: float
    gutter_mm: float = 0.0
    largest_pt: float = 0.0  # of the pocket fold, whose type grows where all panels leave room

    @property
    def column_mm(self) -> float:
        """The width of a line of text."""
        free = self.width_mm - self.inner_mm - self.outer_mm
        return (free - (self.columns - 1) * self.gutter_mm) / self.columns

    @property
    def shade(self) -> Ink:
        return gray(self.shade_percent)

    @property
    def depth_mm(self) -> float:
        """The height of the text on a page."""
        return self.height_mm - self.top_mm - self.bottom_mm


# what grows with the type, where all of it does
GROWING = ("face_mm", "face_gap_mm", "paragraph_gap_mm", "bullet_indent_mm",
           *(f.name for f in fields(Measures) if "leading" in f.name
             or (f.name.endswith("_pt") and f.name not in ("footer_pt", "largest_pt", "least_pt"))))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Binding:
    """The marks of folded sheets, and how close to the fold a page may come."""

    min_inner_mm: float
    tick_from_mm: float
    tick_to_mm: float
    line_mm: float
    staple_mm: float
    staple_line_mm: float
    cut_line_mm: float
    cut_word: str
    cut_word_mm: float
    thickness_mm: float


@dataclass(frozen=True, eq=False, kw_only=True)
class Style(Measures):
    """The measures of a format with its inks. `accent` is the game's color, `on_accent` what is drawn on it."""

    format: str
    theme: Theme
    accent: Ink
    on_accent: Ink

    def filling(self, size_mm: tuple[float, float]) -> Style:
        """The same on a page of another size: all of it larger by the same factor, as far as both sides allow."""
        factor = min(size_mm[0] / self.width_mm, size_mm[1] / self.height_mm)
        names = (f.name for f in fields(Measures) if f.name.endswith(("_mm", "_pt")) and f.name != "role_widths_mm")
        scaled: dict[str, Any] = {name: getattr(self, name) * factor for name in names}
        beside, below = size_mm[0] - factor * self.width_mm, size_mm[1] - factor * self.height_mm
        scaled |= {"width_mm": size_mm[0], "height_mm": size_mm[1]}
        scaled |= {name: scaled[name] + beside / 2 for name in ("inner_mm", "outer_mm")}
        scaled |= {"top_mm": scaled["top_mm"] + below / 2, "bottom_mm": scaled["bottom_mm"] + below / 2}
        return replace(self, **scaled)

    def grown(self, factor: float) -> Style:
        """The same with all type and the spaces that go with it larger by `factor`."""
        scaled: dict[str, Any] = {name: getattr(self, name) * factor for name in GROWING}
        return replace(self, **scaled)

    def with_large_cards(self) -> Style:
        """The same with cards in panels as large as in the steps of a turn."""
        return replace(self, panel_face_mm=self.start_face_mm)

    def indented(self, width_mm: float) -> Style:
        """The same with a column narrower by so much."""
        return replace(self, width_mm=self.width_mm - width_mm * self.columns)

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
    measures = _changes("common") | _changes(format_)
    if large:
        measures |= _changes(f"{format_}-large")
    if size_mm is not None:
        measures |= {"width_mm": size_mm[0], "height_mm": size_mm[1]}
    missing = [f.name for f in fields(Measures) if f.name not in measures and f.default is f.default_factory]
    if missing:
        raise TemplateError(f"templates/{TEMPLATE}: {format_} lacks {missing[0]}.")
    if accent in theme.colors:
        ink, on = theme.colors[accent].ink, theme.colors[accent].on
    else:
        ink, on = theme.inks[accent], theme.paper
    if theme.is_low:
        ink, on = theme.ink, theme.paper
    name = format_ + ("-large" if large else "")
    return Style(**measures, format=name, theme=theme, accent=ink, on_accent=on)


def read_binding() -> Binding:
    return read_table(Binding, TEMPLATE, "binding")


def _changes(table: str) -> dict[str, Any]:
    """The measures that a table of the template names, over those of the table that it `extends`.

    Raises TemplateError for a name that is not one of `Measures`.
    """
    found = {
        name: value
        for name, value in asdict(read_table(_some_measures(), TEMPLATE, table)).items()
        if value is not None
    }
    extended = found.pop("extends", None)
    return (_changes(extended) if extended else {}) | found


@cache
def _some_measures() -> type[Any]:
    """`Measures` of which any may be left out: what the table of a format holds."""
    hints = get_type_hints(Measures)
    names = [(f.name, hints[f.name] | None, None) for f in fields(Measures)]
    return make_dataclass("SomeMeasures", [*names, ("extends", str | None, None)], frozen=True)
