"""What pages that are printed first have in common: rulers, outlines of a card and a sleeve, lines of text."""

from __future__ import annotations

from tt_print.cards.theme import Theme
from tt_print.drawing.geometry import Point, Rect, line, shift
from tt_print.drawing.shapes import Group, Item, Path, Text
from tt_print.drawing.text import TEXT, break_lines
from tt_print.templates import TemplateTable


class Body(TemplateTable):
    """Running text: the em, from baseline to baseline, between two paragraphs; in millimeters."""

    size: float
    pitch: float
    gap: float


class OutlinesTable(TemplateTable):
    """Where the sleeve's outline lies, and both sizes."""

    x: float
    y: float
    card: tuple[float, float]
    sleeve: tuple[float, float]
    radius: float

    @property
    def sleeve_rect(self) -> Rect:
        return Rect(self.x, self.y, *self.sleeve)

    @property
    def card_rect(self) -> Rect:
        """In the middle of the sleeve."""
        (width, height), (sleeve_width, sleeve_height) = self.card, self.sleeve
        return Rect(self.x + (sleeve_width - width) / 2, self.y + (sleeve_height - height) / 2, width, height)


def draw_ruler(theme: Theme, y: float, length_mm: int, height_mm: float = 3.2) -> list[Item]:
    """A horizontal ruler from (0, y), where y is its middle: a mark a millimeter, longer at 5 and 10."""
    marks = []
    for mm in range(length_mm + 1):
        half = height_mm / 2 * (1 if mm % 10 == 0 else 0.7 if mm % 5 == 0 else 0.42)
        marks.append(line(mm, y - half, mm, y + half))
    marks.append(line(0, y, length_mm, y))
    return [Path(" ".join(marks), stroke=theme.ink, width_mm=0.15)]


def place_rulers(across: tuple[Item, ...], down: tuple[Item, ...], left: Point, bottom: Point) -> tuple[Group, Group]:
    """Two rulers drawn from the origin: one from `left` on across the page, one from `bottom` on up it.

    Two, because printers can shrink one way only.
    """
    return Group(across, shift(*left)), Group(down, (0, -1, 1, 0, *bottom))


def draw_outlines(theme: Theme, sleeve: Rect, card: Rect, radius: float) -> list[Item]:
    """A sleeve, dashed, and inside it a card."""
    return [
        Path(sleeve.path(1), stroke=theme.inks["grey"], width_mm=0.25, dash_mm=(2, 1)),
        Path(card.path(radius), stroke=theme.ink, width_mm=0.25),
    ]


def draw_text(theme: Theme, text: str, x: float, y: float, width: float, body: Body, font: str = TEXT) -> list[Item]:
    """A paragraph, a `Text` a line, the first baseline at y; each next one lies `body.pitch` lower."""
    rows = break_lines(text, font, body.size, width)
    return [Text(x, y + i * body.pitch, row, font, body.size, theme.ink) for i, row in enumerate(rows)]
