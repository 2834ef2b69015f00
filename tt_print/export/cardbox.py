"""The one geometry of an exported card: its file's edge, its trim and its safe area.

Pictures, page boxes and cut files all take their figures from here, so that they cannot disagree.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tt_print.cards.back import draw_back
from tt_print.cards.theme import Theme
from tt_print.drawing.geometry import compose, quarter_turn, rectangle, scale, shift
from tt_print.drawing.shapes import Drawing, Group, Path
from tt_print.sheets.plan import Box

MM = 25.4


@dataclass(frozen=True, slots=True)
class CardBox:
    """A card with its bleed. `trim` and `safe` are in millimeters from the file's top left corner.

    The bleed lies between the file's edge and the trim, as wide on all four sides. Nothing that matters lies
    outside `safe`. `dpi` is the density at which pixels count.
    """

    width_mm: float
    height_mm: float
    trim: Box
    safe: Box
    corner_mm: float
    dpi: int

    @property
    def bleed_mm(self) -> float:
        return self.trim.left_mm

    @property
    def file_px(self) -> tuple[int, int]:
        return round(self.width_mm * self.dpi / MM), round(self.height_mm * self.dpi / MM)

    def pixels(self, box: Box) -> tuple[float, float, float, float]:
        """left, top, right, bottom of a box in pixels, which a trim may cut in half."""
        edges = (box.left_mm, box.top_mm, box.right_mm, box.bottom_mm)
        return tuple(round(v * self.dpi / MM, 3) for v in edges)  # type: ignore[return-value]


def read_card_box(data: Mapping[str, Any]) -> CardBox | None:
    """From a product's table: in pixels (`file_px`, `trim_px`, `safe_px`, `dpi`) where a service counts pixels, or in
    millimeters (`trim_mm`, `bleed_mm`, `safe_mm` inside the trim). None where the table has neither.
    """
    dpi, corner = data.get("dpi", 300), data.get("corner_mm", 0.0)
    if "file_px" in data:
        width, height = (px * MM / dpi for px in data["file_px"])
        trim, safe = (_centered(width, height, *(px * MM / dpi for px in data[key])) for key in ("trim_px", "safe_px"))
        return CardBox(width, height, trim, safe, corner, dpi)
    if "trim_mm" in data:
        bleed, inside = data.get("bleed_mm", 0.0), data.get("safe_mm", 0.0)
        wide, high = data["trim_mm"]
        width, height = wide + 2 * bleed, high + 2 * bleed
        safe = _centered(width, height, wide - 2 * inside, high - 2 * inside)
        return CardBox(width, height, Box(bleed, bleed, wide, high), safe, corner, dpi)
    return None


def _centered(width: float, height: float, inner_width: float, inner_height: float) -> Box:
    return Box((width - inner_width) / 2, (height - inner_height) / 2, inner_width, inner_height)


def place_front(drawing: Drawing, box: CardBox, theme: Theme) -> Drawing:
    """A face on paper that reaches to the file's edge: scaled evenly and centered, so that all of its ink lies
    inside the safe area. A picture that lies on its side is turned upright.
    """
    lying = drawing.width_mm > drawing.height_mm
    width, height = (drawing.height_mm, drawing.width_mm) if lying else (drawing.width_mm, drawing.height_mm)
    factor = front_scale(box, theme, width, height)
    left, top = (box.width_mm - factor * width) / 2, (box.height_mm - factor * height) / 2
    matrix = scale(factor, left, top)
    if lying:
        matrix = compose(matrix, quarter_turn(width, 0))
    items = (_paper(box, theme), Group(drawing.items, matrix))
    return Drawing(box.width_mm, box.height_mm, items, drawing.title, drawing.description)


def front_scale(box: CardBox, theme: Theme, width_mm: float, height_mm: float) -> float:
    """How much larger than drawn an upright face of this size comes out, so that its ink fills the safe area."""
    # ink begins where a face's rim ends; a pixel less, because an edge may smear into the next one
    rim, pixel = 2 * theme.card.rim_mm, MM / box.dpi
    return min((box.safe.width_mm - pixel) / (width_mm - rim), (box.safe.height_mm - pixel) / (height_mm - rim))


def place_back(theme: Theme, box: CardBox) -> Drawing:
    """The back for this card, its pattern going on through the bleed to the file's edge."""
    back = draw_back(theme, box.trim.width_mm, box.trim.height_mm, box.bleed_mm)
    items = (_paper(box, theme), Group(back.items, shift(box.trim.left_mm, box.trim.top_mm)))
    return Drawing(box.width_mm, box.height_mm, items, back.title, back.description)


def _paper(box: CardBox, theme: Theme) -> Path:
    return Path(rectangle(0, 0, box.width_mm, box.height_mm), theme.paper)
