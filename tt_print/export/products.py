"""What can be ordered or made, and the one geometry of its card: its file's edge, its trim and its safe area.

Pictures, page boxes and cut files all take their figures from here, so that they cannot disagree.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from tt_print.cards.back import draw_back
from tt_print.cards.faces import draw_face
from tt_print.cards.layout import lay_out
from tt_print.cards.theme import Theme
from tt_print.deck import AnyCard
from tt_print.drawing.geometry import Matrix, Rect, compose, quarter_turn, scale, shift
from tt_print.drawing.shapes import Drawing, Group, Path
from tt_print.templates import TABLE_NAME

if TYPE_CHECKING:
    from tt_print.artwork.draw import PressLimits
    from tt_print.artwork.read import Artwork

MM_PER_INCH = 25.4
OVERDRAW_MM = 0.002  # figures are written to the micrometer: what ends at the file's edge must cover its last pixel
MAX_CARD_MM, MAX_CARD_PX, MAX_DPI = 500.0, 12_000, 2400  # a card, with its bleed, that a machine can make


@dataclass(frozen=True)
class CardBox:
    """A card with its bleed. `trim` and `safe` are in millimeters from the file's top left corner.

    The bleed is between the file's edge and the trim, as wide on all four sides. Nothing that matters lies
    outside `safe`. `dpi` is the density at which pixels count.
    """

    width_mm: float
    height_mm: float
    trim: Rect
    safe: Rect
    corner_mm: float
    dpi: int = 300

    @property
    def whole(self) -> Rect:
        return Rect(0, 0, self.width_mm, self.height_mm)

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

    def draw_front(self, card: AnyCard, theme: Theme) -> Drawing:
        """A card's face on paper that reaches to the file's edge, laid out for this trim and safe area.

        Whatever lies outside the safe area runs straight on to the file's edge.
        """
        face = draw_face(card, self._laid_out(theme))
        return self._on_paper(face, shift(self.trim.left, self.trim.top), theme)

    def index_cap_mm(self, theme: Theme) -> float:
        """How high the capitals in the corners of a front are."""
        return self._laid_out(theme).tab.number_cap

    def _laid_out(self, theme: Theme) -> Theme:
        # a pixel more, because an edge may smear into the next one
        inset = max(self.safe_mm, self.safe.top - self.trim.top) + self.smear_mm
        return lay_out(theme, self.trim.width, self.trim.height, inset, self.bleed_mm + OVERDRAW_MM)

    def place_front(self, drawing: Drawing, theme: Theme) -> Drawing:
        """A picture of 63 x 88 on paper that reaches to the file's edge: scaled evenly and centered, so that all of its
        ink lies inside the safe area. One that is on its side is turned upright.
        """
        lying = drawing.width_mm > drawing.height_mm
        width, height = (drawing.height_mm, drawing.width_mm) if lying else (drawing.width_mm, drawing.height_mm)
        factor = self.picture_scale(theme, width, height)
        matrix = scale(factor, (self.width_mm - factor * width) / 2, (self.height_mm - factor * height) / 2)
        return self._on_paper(drawing, compose(matrix, quarter_turn(width, 0)) if lying else matrix, theme)

    def picture_scale(self, theme: Theme, width_mm: float, height_mm: float) -> float:
        """How much larger than drawn an upright picture of this size comes out, so that its ink fills the safe area."""
        # ink begins where a picture's rim ends; a pixel less, because an edge may smear into the next one
        rim, pixel = 2 * theme.card.rim_mm, self.smear_mm
        return min((self.safe.width - pixel) / (width_mm - rim), (self.safe.height - pixel) / (height_mm - rim))

    def draw_back(self, theme: Theme, artwork: Artwork | None = None, press: PressLimits | None = None) -> Drawing:
        """The back for this card, its pattern or the user's own picture going on through the bleed to the file's edge."""
        # a picture ends where it is told to, and the file's last pixel must be covered
        over = self.bleed_mm + (OVERDRAW_MM if artwork else 0.0)
        back = draw_back(theme, self.trim.width, self.trim.height, over, artwork, press, is_flooded=True)
        return self._on_paper(back, shift(self.trim.left, self.trim.top), theme)

    def _on_paper(self, drawing: Drawing, matrix: Matrix, theme: Theme) -> Drawing:
        items = (Path(self.whole.path(), theme.paper), Group(drawing.items, matrix))
        return Drawing(self.width_mm, self.height_mm, items, drawing.title, drawing.description)


@dataclass(frozen=True, kw_only=True)
class Product:
    """One thing that can be ordered or made. Raises ValueError for a card that no machine could make.

    `dpi` is the density of its pixels, where it becomes pixels.
    """

    name: str = field(metadata=TABLE_NAME)
    title: str
    corner_mm: float = 0.0
    dpi: int = 300

    def __post_init__(self) -> None:
        if not 1 <= self.dpi <= MAX_DPI:
            raise ValueError(f"dpi is 1 to {MAX_DPI}.")
        box, trim, safe = self.box, self.box.trim, self.box.safe
        if not (0 < box.width_mm <= MAX_CARD_MM and 0 < box.height_mm <= MAX_CARD_MM):
            raise ValueError(f"a card with its bleed is larger than nothing and at most {MAX_CARD_MM:g} mm.")
        if not (box.whole.contains(trim, 1e-6) and trim.contains(safe, 1e-6) and safe.width > 0 and safe.height > 0):
            raise ValueError("the safe area must lie in the trim, the trim in the file.")
        if abs(trim.left - trim.top) > 0.01:
            raise ValueError("the bleed must be as wide on all four sides.")

    @property
    def box(self) -> CardBox:
        raise NotImplementedError

    def at(self, dpi: int) -> Self:
        """The same card in pixels of another density. Raises ValueError where they would not come out whole."""
        return replace(self, dpi=dpi)


@dataclass(frozen=True, kw_only=True)
class PixelProduct(Product):
    """For a service that counts pixels: width and height of file, trim and safe area, one in the middle of the other."""

    dpi: int
    file_px: tuple[int, int]
    trim_px: tuple[int, int]
    safe_px: tuple[int, int]

    def __post_init__(self) -> None:
        if not 1 <= self.dpi <= MAX_DPI or not all(1 <= px <= MAX_CARD_PX for px in self.file_px):
            raise ValueError(f"dpi is 1 to {MAX_DPI}, and a file 1 to {MAX_CARD_PX} pixels wide and high.")
        super().__post_init__()

    def at(self, dpi: int) -> Self:
        """All figures as many times as large as the density: pixels are counted, so no inch is rounded again."""
        if not 1 <= dpi <= MAX_DPI:
            raise ValueError(f"dpi is 1 to {MAX_DPI}.")
        sized: dict[str, Any] = {}
        for key in ("file_px", "trim_px", "safe_px"):
            wide, high = getattr(self, key)
            if wide * dpi % self.dpi or high * dpi % self.dpi:
                raise ValueError(
                    f"{wide} x {high} pixels at {self.dpi} dpi are no whole number of pixels at {dpi} dpi."
                )
            sized[key] = wide * dpi // self.dpi, high * dpi // self.dpi
        return replace(self, dpi=dpi, **sized)

    @cached_property
    def box(self) -> CardBox:
        file, trim, safe = (
            (wide * MM_PER_INCH / self.dpi, high * MM_PER_INCH / self.dpi)
            for wide, high in (self.file_px, self.trim_px, self.safe_px)
        )
        return CardBox(*file, _centered(file, trim), _centered(file, safe), self.corner_mm, self.dpi)


@dataclass(frozen=True, kw_only=True)
class MillimeterProduct(Product):
    """A card of `trim_mm` with `bleed_mm` around it; the safe area begins `safe_mm` inside the trim."""

    trim_mm: tuple[float, float]
    bleed_mm: float = 0.0
    safe_mm: float = 0.0

    @cached_property
    def box(self) -> CardBox:
        (width, height), bleed, inside = self.trim_mm, self.bleed_mm, self.safe_mm
        file = width + 2 * bleed, height + 2 * bleed
        safe = _centered(file, (width - 2 * inside, height - 2 * inside))
        return CardBox(*file, Rect(bleed, bleed, width, height), safe, self.corner_mm, self.dpi)


def _centered(outer: tuple[float, float], inner: tuple[float, float]) -> Rect:
    """What is so wide and high in the middle of what begins at 0, 0."""
    return Rect((outer[0] - inner[0]) / 2, (outer[1] - inner[1]) / 2, *inner)
