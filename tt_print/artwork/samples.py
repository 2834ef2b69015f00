"""A picture cut to a card, in the pixels that a screen, a home printer or a press takes.

**For a press** colors go through ICC profiles, from sRGB to coated offset paper (FOGRA39), relative to the paper and with black kept
black. A theme's inks are never converted, because somebody has chosen their builds; a photo has a hundred thousand colors that
nobody chooses, and a profile is what a print shop would use for it. U.S. printers ask for SWOP, of which there is no profile that may be
handed on; FOGRA39 is its neighbor. Where four inks come to more than the paper takes, cyan, magenta and yellow give
way in the same proportion, and black stays: dark places keep their hue, and get lighter by what an eye hardly sees.
"""

from __future__ import annotations

import io
from functools import cache, lru_cache
from math import floor
from typing import Any

from PIL import Image, ImageCms, ImageMath

from tt_print.artwork.fit import dpi_of, fit_over, pixels
from tt_print.artwork.read import Artwork, upright
from tt_print.artwork.tables import artwork_file
from tt_print.drawing.shapes import Samples
from tt_print.templates import template_path

REDUCING_GAP = 3.0  # how many times larger than wanted a picture may stay before the good filter takes it


@lru_cache(maxsize=8)
def screen_samples(artwork: Artwork, wide_mm: float, high_mm: float, grey: bool) -> Samples:
    """For screens and home printers. A photo stays a JPEG, packed again without what its phone wrote into it."""
    table = artwork_file()
    image = cut_to(artwork, wide_mm, high_mm, table.max_dpi)
    if grey:
        image = image.convert("L")
    space = "grey" if image.mode == "L" else "rgb"
    if not artwork.is_photo:
        return Samples(*image.size, space, "raw", image.tobytes())
    output = io.BytesIO()
    image.save(output, "JPEG", quality=table.jpeg_quality, subsampling=0, optimize=True, comment=b"")
    return Samples(*image.size, space, "jpeg", output.getvalue())


@lru_cache(maxsize=4)
def press_samples(artwork: Artwork, wide_mm: float, high_mm: float, grey: bool, max_total_ink: float) -> Samples:
    """For a press: in CMYK with no more ink than its paper takes, or in black alone."""
    image = cut_to(artwork, wide_mm, high_mm, artwork_file().press_dpi)
    if grey or image.mode == "L":
        # black ink alone: four of them would not come out grey where one plate is a little stronger
        return Samples(*image.size, "grey", "raw", image.convert("L").tobytes())
    inks = limit_ink(to_cmyk(image), max_total_ink)
    return Samples(*image.size, "cmyk", "raw", inks.tobytes())


def cut_to(artwork: Artwork, wide_mm: float, high_mm: float, max_dpi: float) -> Image.Image:
    """The part that is shown, L or RGB, with its own pixels but no more than `max_dpi`."""
    fit = fit_over(artwork.width, artwork.height, wide_mm, high_mm)
    most = pixels(wide_mm, max_dpi), pixels(high_mm, max_dpi)
    image = upright(artwork)
    if dpi_of(fit, wide_mm) > max_dpi:
        return image.resize(most, Image.Resampling.LANCZOS, fit.box, REDUCING_GAP)
    left, top = round(fit.left), round(fit.top)
    return image.crop((left, top, left + max(1, floor(fit.width + 0.01)), top + max(1, floor(fit.height + 0.01))))


def to_cmyk(image: Image.Image) -> Image.Image:
    """Through the profiles, white as bare paper."""
    found = ImageCms.applyTransform(image.convert("RGB"), _to_coated())
    assert found is not None
    return found


@cache
def _to_coated() -> ImageCms.ImageCmsTransform:
    return ImageCms.buildTransform(
        str(template_path("icc/sRGB.icc")), str(template_path("icc/FOGRA39L_coated.icc")), "RGB", "CMYK",
        ImageCms.Intent.RELATIVE_COLORIMETRIC, ImageCms.Flags.BLACKPOINTCOMPENSATION,
    )  # fmt: skip


def limit_ink(image: Image.Image, percent: float) -> Image.Image:
    """No pixel with more than so much of all four inks: the three colors give way alike, black stays."""
    cyan, magenta, yellow, black = image.split()
    most = floor(percent * 2.55)

    def scaled(e: dict[str, Any]) -> Any:
        colors = e["c"] + e["m"] + e["y"]
        return e["convert"](e["one"] * e["min"](colors, most - e["k"]) / e["max"](colors, 1), "L")

    inks = {"c": cyan, "m": magenta, "y": yellow, "k": black}
    limited = [ImageMath.lambda_eval(scaled, one=one, **inks) for one in (cyan, magenta, yellow)]
    return Image.merge("CMYK", (*limited, black))


def fullest_build(samples: Samples) -> tuple[float, float, float, float]:
    """The four inks, 0 to 1, of the pixel with most ink; of pixels for a press."""
    if samples.space == "grey":
        return 0.0, 0.0, 0.0, 1 - min(samples.data) / 255
    image = Image.frombytes("CMYK", (samples.width_px, samples.height_px), samples.data)
    total = ImageMath.lambda_eval(
        lambda e: e["c"] + e["m"] + e["y"] + e["k"], **dict(zip("cmyk", image.split(), strict=True))
    )
    _, most = total.getextrema()
    full = ImageMath.lambda_eval(lambda e: e["convert"]((e["total"] >= most) * 255, "L"), total=total)
    start = 4 * full.tobytes().index(255)
    c, m, y, k = (part / 255 for part in samples.data[start : start + 4])
    return c, m, y, k
