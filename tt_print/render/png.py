"""A drawing as pixels: the PDF of it, rasterized, so that all formats show one picture; and pictures read back."""

from __future__ import annotations

import io

from PIL import Image

from tt_print.drawing.shapes import Drawing, Samples
from tt_print.render.pdf import DocumentFacts, Page, render_pdf
from tt_print.render.pixels import encode_png, open_pages

Image.MAX_IMAGE_PIXELS = None  # Pillow's own limit is a warning on stderr; what is decoded here has limits of its own


def render_png(drawing: Drawing, dpi: int) -> bytes:
    """PNG bytes; the picture's size in pixels is the drawing's, rounded; `dpi` is stored in the file."""
    with open_pages(_page(drawing)) as pages:
        width, height = (round(points / 72 * dpi) for points in pages.page_points(0))
        return encode_png(pages.page_pixels(0, width, height), dpi)


def encode_samples(samples: Samples) -> bytes:
    """Raw gray or RGB pixels as a PNG file."""
    mode = {"grey": "L", "rgb": "RGB"}[samples.space]
    output = io.BytesIO()
    Image.frombytes(mode, (samples.width_px, samples.height_px), samples.data).save(output, "PNG")
    return output.getvalue()


def _page(drawing: Drawing) -> bytes:
    return render_pdf([Page(drawing, "1", drawing.title)], DocumentFacts(drawing.title))
