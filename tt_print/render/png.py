"""A drawing as pixels: the PDF of it, rasterized, so that all formats show one picture; and pictures read back."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence

from PIL import Image, ImageStat

from tt_print.drawing.shapes import Drawing, Samples
from tt_print.render.pdf import DocumentFacts, Page, render_pdf
from tt_print.render.pixels import Pixels, Rasterizer, encode_png, open_pages

Image.MAX_IMAGE_PIXELS = None  # Pillow's own limit is a warning on stderr; what is decoded here has limits of its own


def render_png(drawing: Drawing, dpi: int) -> bytes:
    """PNG bytes; the picture's size in pixels is the drawing's, rounded; `dpi` is stored in the file."""
    with open_pages(_page(drawing)) as pages:
        return encode_png(_pixels(pages, 0, dpi), dpi)


def page_picture(pages: Rasterizer, page: int, dpi: int) -> Image.Image:
    """One page of an open PDF as a Pillow RGB image, its size rounded to whole pixels each way."""
    pixels = _pixels(pages, page, dpi)
    return Image.frombytes("RGB", (pixels.width, pixels.height), pixels.data, "raw", "RGB", pixels.stride, 1)


def mean_darkness(drawings: Sequence[Drawing], dpi: int) -> float:
    """How much darker than bare paper drawings are, over all their pixels and over red, green and blue: 0 to 1."""
    pages = [Page(drawing, str(i), drawing.title) for i, drawing in enumerate(drawings, 1)]
    with open_pages(render_pdf(pages, DocumentFacts("Faces"))) as opened:
        means = [ImageStat.Stat(page_picture(opened, i, dpi)).mean for i in range(len(drawings))]
    return 1 - sum(sum(mean) for mean in means) / (3 * 255 * len(means))


def encode_samples(samples: Samples) -> bytes:
    """Raw gray or RGB pixels as a PNG file."""
    mode = {"grey": "L", "rgb": "RGB"}[samples.space]
    output = io.BytesIO()
    Image.frombytes(mode, (samples.width_px, samples.height_px), samples.data).save(output, "PNG")
    return output.getvalue()


def _page(drawing: Drawing) -> bytes:
    return render_pdf([Page(drawing, "1", drawing.title)], DocumentFacts(drawing.title))


def _pixels(pages: Rasterizer, page: int, dpi: int) -> Pixels:
    width, height = (round(points / 72 * dpi) for points in pages.page_points(page))
    return pages.page_pixels(page, width, height)


def proof_colors(builds: Mapping[str, tuple[float, ...]], press: bytes) -> dict[str, str]:
    """`#B72025` for each CMYK build in percent, as paper of this ICC profile shows it on a screen (sRGB)."""
    from PIL import ImageCms

    to_screen = ImageCms.buildTransform(
        ImageCms.getOpenProfile(io.BytesIO(press)), ImageCms.createProfile("sRGB"), "CMYK", "RGB",
        ImageCms.Intent.RELATIVE_COLORIMETRIC, ImageCms.Flags.BLACKPOINTCOMPENSATION,
    )  # fmt: skip
    strip = Image.new("CMYK", (max(1, len(builds)), 1))
    for index, build in enumerate(builds.values()):
        strip.putpixel((index, 0), tuple(round(part * 2.55) for part in build))
    seen = ImageCms.applyTransform(strip, to_screen)
    assert seen is not None
    found = {}
    for index, name in enumerate(builds):
        pixel = seen.getpixel((index, 0))
        assert isinstance(pixel, tuple)
        found[name] = "#" + "".join(f"{int(level):02X}" for level in pixel)
    return found
