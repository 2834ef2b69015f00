"""The one geometry of an exported card: its file's edge, its trim and its safe area.

Pictures, page boxes and cut files all take their figures from here, so that they cannot disagree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tt_print.cards.back import draw_back
from tt_print.cards.faces import draw_face
from tt_print.cards.layout import lay_out
from tt_print.cards.theme import Theme
from tt_print.deck import AnyCard
from tt_print.drawing.geometry import Rect, compose, quarter_turn, rectangle, scale, shift
from tt_print.drawing.shapes import Drawing, Group, Path
from tt_print.records import dataclass

if TYPE_CHECKING:
    from tt_print.artwork.draw import PressLimits
    from tt_print.artwork.read import Artwork

MM_PER_INCH = 25.4
MM_PER_POINT = MM_PER_INCH / 72
OVERDRAW_MM = 0.002  # figures are written to the micrometer: what ends at the file's edge must cover its last pixel


@dataclass(frozen=True, slots=True)
class CardBox:
    """A card with its bleed. `trim` and `safe` are in millimeters from the file's top left corner.

    The bleed lies between the file's edge and the trim, as wide on all four sides. Nothing that matters lies
    outside `safe`. `dpi` is the density at which pixels count.
    """

    width_mm: float
    height_mm: float
    trim: Rect
    safe: Rect
    corner_mm: float
    dpi: int = 300

    @property
    def bleed_mm(self) -> float:
        return self.trim.left

    @property
    def safe_mm(self) -> float:
        """How far inside the trim the safe area begins at the left."""
        return self.safe.left - self.trim.left

    @property
    def smear_mm(self) -> float:
        """How far an edge may smear: a pixel, but the same from 300 dpi on, so that one picture is drawn at all of them."""
        return MM_PER_INCH / min(self.dpi, 300)

    @property
    def file_px(self) -> tuple[int, int]:
        return round(self.width_mm * self.dpi / MM_PER_INCH), round(self.height_mm * self.dpi / MM_PER_INCH)


def draw_front(card: AnyCard, theme: Theme, box: CardBox) -> Drawing:
    """A card's face on paper that reaches to the file's edge, laid out for this trim and safe area.

    Whatever lies outside the safe area runs straight on to the file's edge.
    """
    laid = _laid_out(theme, box)
    face = draw_face(card, laid)
    if theme.rules is None:
        return place_front(face, box, theme)
    items = (_paper(box, theme), Group(face.items, shift(box.trim.left, box.trim.top)))
    return Drawing(box.width_mm, box.height_mm, items, face.title, face.description)


def index_cap_mm(theme: Theme, box: CardBox) -> float:
    """How high the capitals in the corners of a front are."""
    if theme.rules is None:
        return theme.tab.number_cap * picture_scale(box, theme, theme.width_mm, theme.height_mm)
    return _laid_out(theme, box).tab.number_cap


def _laid_out(theme: Theme, box: CardBox) -> Theme:
    # a pixel more, because an edge may smear into the next one
    inset = max(box.safe.left - box.trim.left, box.safe.top - box.trim.top) + box.smear_mm
    return lay_out(theme, box.trim.width, box.trim.height, inset, box.bleed_mm + OVERDRAW_MM)


def place_front(drawing: Drawing, box: CardBox, theme: Theme) -> Drawing:
    """A picture of 63 x 88 on paper that reaches to the file's edge: scaled evenly and centered, so that all of its
    ink lies inside the safe area. One that lies on its side is turned upright.
    """
    lying = drawing.width_mm > drawing.height_mm
    width, height = (drawing.height_mm, drawing.width_mm) if lying else (drawing.width_mm, drawing.height_mm)
    factor = picture_scale(box, theme, width, height)
    left, top = (box.width_mm - factor * width) / 2, (box.height_mm - factor * height) / 2
    matrix = scale(factor, left, top)
    if lying:
        matrix = compose(matrix, quarter_turn(width, 0))
    items = (_paper(box, theme), Group(drawing.items, matrix))
    return Drawing(box.width_mm, box.height_mm, items, drawing.title, drawing.description)


def picture_scale(box: CardBox, theme: Theme, width_mm: float, height_mm: float) -> float:
    """How much larger than drawn an upright picture of this size comes out, so that its ink fills the safe area."""
    # ink begins where a picture's rim ends; a pixel less, because an edge may smear into the next one
    rim, pixel = 2 * theme.card.rim_mm, box.smear_mm
    return min((box.safe.width - pixel) / (width_mm - rim), (box.safe.height - pixel) / (height_mm - rim))


def place_back(theme: Theme, box: CardBox, artwork: Artwork | None = None, press: PressLimits | None = None) -> Drawing:
    """The back for this card, its pattern or one's own picture going on through the bleed to the file's edge."""
    # a picture ends where it is told to, and the file's last pixel must be covered
    over = box.bleed_mm + (OVERDRAW_MM if artwork else 0.0)
    back = draw_back(theme, box.trim.width, box.trim.height, over, artwork, press)
    items = (_paper(box, theme), Group(back.items, shift(box.trim.left, box.trim.top)))
    return Drawing(box.width_mm, box.height_mm, items, back.title, back.description)


def _paper(box: CardBox, theme: Theme) -> Path:
    return Path(rectangle(0, 0, box.width_mm, box.height_mm), theme.paper)
