"""Pictures as arrays of pixels, rendered once and measured in millimeters by the tests."""

import io
from functools import lru_cache, reduce

import numpy as np
import pypdfium2
from PIL import Image
from pypdfium2 import raw

from tt_print import draw_face, find_theme
from tt_print.deck import FULL, JOKERS, VALUES, AnyCard, Card
from tt_print.draw.pdf import DocumentFacts, Page, render_pdf
from tt_print.draw.shapes import Drawing
from tt_print.faces.layout import lay_out
from tt_print.paper.plan import find_card_size

DPI = 254  # a pixel is a tenth of a millimeter
PER_MM = DPI / 25.4
EVERY_FACE = FULL + JOKERS
# each shape with each number, and each color as often
ONE_OF_EACH_INDEX = [Card(c, s, n) for c, s, n in zip(
    VALUES["color"] * 5, [s for s in VALUES["shape"] for _ in range(5)], VALUES["number"] * 5, strict=True)]  # fmt: skip
SOME_FACES = [*ONE_OF_EACH_INDEX, *JOKERS]


def rasterize(pdf: bytes, page: int, dpi: int) -> Image.Image:
    """One page of a PDF as a picture of red, green and blue; its size is rounded, where render() would round up."""
    with pypdfium2.PdfDocument(pdf) as pages:
        sheet = pages[page]
        width, height = (round(side * dpi / 72) for side in sheet.get_size())
        bitmap = pypdfium2.PdfBitmap.new_native(width, height, raw.FPDFBitmap_BGR)
        bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
        raw.FPDF_RenderPageBitmap(bitmap, sheet, 0, 0, width, height, 0, 0)
        return bitmap.to_pil().convert("RGB").copy()


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(bytes(data))).convert("RGB")


def drawn_pdf(*drawings: Drawing) -> bytes:
    """A page each."""
    pages = [Page(drawing, str(number), drawing.title) for number, drawing in enumerate(drawings)]
    return render_pdf(pages, DocumentFacts("Drawings"))


def draw_pixels(drawing: Drawing, dpi: int = DPI) -> Image.Image:
    """The drawing as a picture of red, green and blue."""
    return rasterize(drawn_pdf(drawing), 0, dpi)


def pixels(drawing: Drawing, dpi: int = DPI) -> np.ndarray:
    """Rows x columns x (red, green, blue), 0 to 255."""
    return np.asarray(draw_pixels(drawing, dpi))


@lru_cache(maxsize=64)  # 1.7 MB each
def face(card: AnyCard, ink_style: str = "color", size: str = "standard", indices: int = 4) -> np.ndarray:
    card_size = find_card_size(size)
    theme = lay_out(find_theme(ink_style, indices), card_size.width_mm, card_size.height_mm)
    return pixels(draw_face(card, theme))


def cut(picture: np.ndarray, left: float, top: float, right: float, bottom: float) -> np.ndarray:
    """The part of a picture between these millimeters."""
    x1, y1, x2, y2 = (round(v * PER_MM) for v in (left, top, right, bottom))
    return picture[y1:y2, x1:x2]


def ink(picture: np.ndarray) -> np.ndarray:
    """How much darker than paper each pixel is: 0 to 1."""
    light = picture[..., 0].astype(np.uint16)
    light += picture[..., 1]
    light += picture[..., 2]
    return 1 - light * np.float32(1 / (3 * 255))


def like(picture: np.ndarray, color: np.ndarray, within: float = 60) -> np.ndarray:
    """Which pixels are nearly this color."""
    return apart(picture, color) <= within


def apart(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """The largest of the three differences, pixel by pixel, in whole steps of 0 to 255."""
    one, other = (np.asarray(part).astype(np.uint8, copy=False) for part in (one, other))
    steps = np.maximum(one, other) - np.minimum(one, other)
    return reduce(np.maximum, np.moveaxis(steps, -1, 0))  # many times as fast as steps.max(axis=-1)


def box_mm(mask: np.ndarray) -> tuple[float, float, float, float]:
    """left, top, right, bottom of the true pixels, in millimeters from the mask's corner."""
    rows, columns = np.nonzero(mask.any(axis=1))[0], np.nonzero(mask.any(axis=0))[0]
    return columns[0] / PER_MM, rows[0] / PER_MM, (columns[-1] + 1) / PER_MM, (rows[-1] + 1) / PER_MM
