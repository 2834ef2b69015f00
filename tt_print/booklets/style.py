"""How a booklet looks: measures from `templates/booklets/style.toml`, with the theme that its faces are drawn in."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields, make_dataclass, replace
from functools import cache
from typing import Any, get_type_hints

from tt_print.booklets.lines import Measure
from tt_print.cards.theme import Theme
from tt_print.drawing.shapes import Ink
from tt_print.drawing.text import DISPLAY
from tt_print.errors import TemplateError
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
    # running text
    body_pt: float
    leading_mm: float
    small_pt: float
    small_leading_mm: float
    origin_pt: float
    paragraph_gap_mm: float
    block_gap_mm: float
    bullet_indent_mm: float
    # chapters and sections
    title_pt: float
    title_leading_mm: float
    title_before_mm: float
    title_after_mm: float
    section_pt: float
    section_leading_mm: float
    section_before_mm: float
    section_after_mm: float
    tab_width_mm: float
    tab_height_mm: float
    tab_radius_mm: float
    # cards, in the text, in examples and in figures
    face_mm: float
    face_gap_mm: float
    example_face_mm: float
    least_face_mm: float
    figure_face_mm: float
    table_face_mm: float
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
    note_mm: float  # the outer margin's small lines; 0 for none
    note_gap_mm: float
    note_leading_mm: float
    panel_pt: float  # of a round
    panel_leading_mm: float
    panel_gap_mm: float
    panel_part: float  # its cards, of those in an example
    opening_part: float  # the cards before its first move, of those
    spread_outer_mm: float  # the outer margin of a spread, which has nothing in it
    box_pad_mm: float
    footer_pt: float
    footer_up_mm: float
    table_pad_mm: float
    words_part: float  # type of the glossary, of that of the body
    line_mm: float
    keyline_mm: float
    note_pitch_mm: float
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
        level = round(255 * (1 - self.shade_percent / 100))
        return Ink(f"#{level:02X}{level:02X}{level:02X}", (0, 0, 0, self.shade_percent))

    @property
    def depth_mm(self) -> float:
        """The height of the text on a page."""
        return self.height_mm - self.top_mm - self.bottom_mm


GROWING = ("face_mm", "face_gap_mm", "paragraph_gap_mm", "bullet_indent_mm",
           *(f.name for f in fields(Measures) if "leading" in f.name
             or (f.name.endswith("_pt") and f.name not in ("footer_pt", "largest_pt"))))  # fmt: skip
PICTURES = ("example_face_mm", "figure_face_mm", "table_face_mm")
GAPS = ("paragraph_gap_mm", "block_gap_mm", "table_pad_mm", "section_before_mm")


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

    def grown(self, factor: float) -> Style:
        """The same with all type and the spaces that go with it larger by `factor`."""
        return self._scaled(GROWING, factor)

    def pictured(self, factor: float) -> Style:
        """The same with larger cards in pictures, steps and panels."""
        return self._scaled(PICTURES, factor)

    def closer(self, factor: float) -> Style:
        """The same with narrower gaps between paragraphs and in tables."""
        return self._scaled(GAPS, factor)

    def for_panels(self, part: float = 1.0) -> Style:
        """The same with smaller cards in examples, and smaller words under them."""
        part *= self.panel_part
        return replace(
            self, example_face_mm=self.example_face_mm * part, group_gap_mm=self.group_gap_mm * part,
            card_gap_mm=self.card_gap_mm * part, small_pt=self.origin_pt, small_leading_mm=self.note_leading_mm,
        )  # fmt: skip

    def tighter(self, factor: float) -> Style:
        """The same with smaller panels."""
        return self._scaled(("panel_pt", "panel_leading_mm", "panel_part", "opening_part"), factor)

    def without_margin(self) -> Style:
        """The same for pages whose outer margin stays empty: their lines are longer."""
        return replace(self, outer_mm=min(self.outer_mm, self.spread_outer_mm), note_mm=0.0)

    def indented(self, width_mm: float) -> Style:
        """The same with a column narrower by so much, and nothing in the margin."""
        return replace(self, width_mm=self.width_mm - width_mm * self.columns, note_mm=0.0)

    def _scaled(self, names: tuple[str, ...], factor: float) -> Style:
        scaled: dict[str, Any] = {name: getattr(self, name) * factor for name in names}
        return replace(self, **scaled)

    def body(self, width_mm: float | None = None) -> Measure:
        width = self.column_mm if width_mm is None else width_mm
        return Measure(em_mm(self.body_pt), width, self.face_mm, self.face_gap_mm, em_mm(self.origin_pt))

    def small(self, width_mm: float) -> Measure:
        """Labels and captions, in which a card is only named."""
        return Measure(em_mm(self.small_pt), width_mm, even=True)

    def title(self, width_mm: float) -> Measure:
        """The titles of chapters."""
        return Measure(em_mm(self.title_pt), width_mm, plain=DISPLAY, strong=DISPLAY, even=True)

    def section_title(self, width_mm: float) -> Measure:
        return Measure(em_mm(self.section_pt), width_mm, plain=DISPLAY, strong=DISPLAY, even=True)


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
