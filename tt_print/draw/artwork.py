"""Pictures that people bring: PNG and JPEG, upright, with white where they are transparent.

Nothing but pixels goes on from here: no place, date or camera that a phone wrote into its photo.
"""

from __future__ import annotations

import io
import warnings
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from math import ceil, floor
from pathlib import Path
from typing import Any

from PIL import Image, ImageCms, ImageMath, ImageOps

from tt_print.draw.geometry import Rect
from tt_print.draw.shapes import Bitmap, Drawing, Group, Samples
from tt_print.errors import InputError
from tt_print.files.data import read_bytes, run_limited
from tt_print.templates import Measures, read_measures, template_path


def artwork_file() -> Measures:
    return read_measures("sheets/own-back.toml")


Image.MAX_IMAGE_PIXELS = None  # the limit is ours: Pillow's own has other words
BLOCK = 4096  # bytes, in which a JPEG may begin forty scans of 51 million pixels; a photo takes as long as in Pillow's blocks of 65,536
PNG, JPEG = b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff"
HEIC_BRANDS = (b"hei", b"hev", b"mif1", b"msf1")  # named after `ftyp` (ISO 14496-12, 4.3)


@dataclass(frozen=True, eq=False)
class Artwork:
    """A picture as its file has it, after what its orientation asks for.

    `width` and `height` are in pixels, fewer than the file's where a JPEG has far more than a card can show. `digest` is the
    SHA-256 of the file.
    """

    name: str
    data: bytes
    digest: str
    width: int
    height: int
    is_transparent: bool

    @property
    def file_part(self) -> str:
        """What names of files carry."""
        return self.digest[:8]

    @property
    def is_photo(self) -> bool:
        return self.data.startswith(JPEG)


def read_artwork(path: Path) -> Artwork:
    """Raises InputError for what is no picture, is damaged, or is too large to be one for a card."""
    data = read_bytes(path, artwork_file().max_bytes, "Check the name of the picture and its folder.")
    return artwork_of(data, path.name)


@lru_cache(maxsize=4)
def artwork_of(data: bytes, name: str) -> Artwork:
    """The picture in the data of a file. Raises as `read_artwork`."""
    if data.startswith((PNG, JPEG)):
        image, is_transparent = _decode(data, name)
        return Artwork(name, data, sha256(data).hexdigest(), *image.size, is_transparent)
    if not data:
        raise InputError(f"{name} is empty. Save the picture again as PNG or JPEG.")
    is_heic = data[4:8] == b"ftyp" and data[8:12].startswith(HEIC_BRANDS)
    kinds = artwork_file().kinds
    raise InputError((kinds.heic if is_heic else kinds.other).format(name=name))


@lru_cache(maxsize=2)
def upright(artwork: Artwork) -> Image.Image:
    """All pixels, in sRGB or gray, on white."""
    return _decode(artwork.data, artwork.name)[0]


def _decode(data: bytes, name: str) -> tuple[Image.Image, bool]:
    """The picture upright, in sRGB or gray, on white; and whether it was transparent."""
    try:
        return run_limited(name, lambda: _open(data, name))
    except InputError:
        raise
    except Exception as error:  # Pillow meets a damaged file with whatever it stumbles over
        raise InputError(
            f"{name} is damaged or cut short, or holds too much besides the picture. Open it in a picture program and save it again, as PNG or JPEG."
        ) from error


def _open(data: bytes, name: str) -> tuple[Image.Image, bool]:
    """As `_decode`, for a file that may be damaged. Raises what Pillow raises, and InputError for too many pixels."""
    limits = artwork_file()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of odd metadata, which nobody here wants
        image = Image.open(io.BytesIO(data), formats=("PNG", "JPEG"))
        image.decodermaxblock = BLOCK  # what Pillow decodes before a limit of time is looked at
        if image.width * image.height > limits.max_px:
            raise InputError(
                f"{name} has {image.width:,} x {image.height:,} pixels. At most {limits.max_px // 10**6} million in all "
                "are allowed. Make it smaller; a card needs no more than 2,000 x 3,000."
            )
        factor = 1
        while image.width * image.height > limits.whole_px * factor**2:
            factor *= 2
        image.draft(None, (image.width // factor, image.height // factor))  # JPEG: smaller as it is unpacked
        ImageOps.exif_transpose(image, in_place=True)
        return _on_white(image)


def _on_white(image: Image.Image) -> tuple[Image.Image, bool]:
    """Eight bits, L or RGB, through the picture's own profile if it has one; and whether anything of it was transparent."""
    if image.mode.startswith("I"):  # 16 bits of grey, which a plain conversion would cut off at 255
        return image.convert("I").point(lambda value: value * (1 / 257)).convert("L"), False
    if image.mode in ("1", "L") and not image.has_transparency_data:
        return image.convert("L"), False
    alpha = image.convert("RGBA").getchannel("A") if image.has_transparency_data else None
    colors = _to_srgb(image)
    if alpha is None or alpha.getextrema()[0] == 255:
        return colors, False
    paper = Image.new("RGB", image.size, (255, 255, 255))
    paper.paste(colors, mask=alpha)
    return paper, True


def _to_srgb(image: Image.Image) -> Image.Image:
    plain = image if image.mode == "CMYK" else image.convert("RGB")
    if held := image.info.get("icc_profile"):
        try:
            source = ImageCms.getOpenProfile(io.BytesIO(held))
            if "srgb" not in ImageCms.getProfileDescription(source).lower():
                found = ImageCms.profileToProfile(
                    plain, source, str(template_path("icc/sRGB.icc")), ImageCms.Intent.RELATIVE_COLORIMETRIC, "RGB",
                    flags=ImageCms.Flags.BLACKPOINTCOMPENSATION,
                )  # fmt: skip
                assert found is not None
                return found
        except (OSError, ImageCms.PyCMSError):
            pass  # a profile that nobody can read says nothing
    return plain.convert("RGB")


# ---------------------------------------------------------------- draw

# A picture as the back of a card, and what to warn about before printing.


MM_PER_INCH = 25.4
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
    fit, dpi = _crop(artwork, wide_mm, high_mm)
    most = pixels(wide_mm, max_dpi), pixels(high_mm, max_dpi)
    image = upright(artwork)
    if dpi > max_dpi:
        return image.resize(most, Image.Resampling.LANCZOS, fit.edges, REDUCING_GAP)
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

    def scaled(e: dict[str, Any]) -> object:
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


def _crop(artwork: Artwork, wide_mm: float, high_mm: float) -> tuple[Rect, float]:
    """The largest part in the middle that has the shape of an area, in pixels, and how many of them are on an inch there."""
    width, height = artwork.width, artwork.height
    wide, high = min(width, height * wide_mm / high_mm), min(height, width * high_mm / wide_mm)
    return Rect((width - wide) / 2, (height - high) / 2, wide, high), wide / wide_mm * MM_PER_INCH


def pixels(mm: float, dpi: float) -> int:
    """Whole pixels that have at least this density."""
    return ceil(mm / MM_PER_INCH * dpi - 1e-6)


@dataclass(frozen=True, slots=True)
class PressLimits:
    """What a press asks of a picture: percent of all inks together, and pixels an inch."""

    max_total_ink: float
    min_dpi: int


def draw_artwork(
    artwork: Artwork, width_mm: float, height_mm: float, bleed_mm: float, grey: bool = False,
    press: PressLimits | None = None,
) -> Drawing:  # fmt: skip
    """The back for a card of this size, drawn out to its bleed; the drawing's size stays the card's. `grey` is for black ink alone.

    Raises InputError where the picture has too few pixels for the paper.
    """
    box = Rect(0, 0, width_mm, height_mm).inset(-bleed_mm)
    check_dpi(artwork, box.width, box.height, press.min_dpi if press else 0)
    held = press_samples(artwork, box.width, box.height, grey, press.max_total_ink) if press else None
    samples = held if held and held.space == "grey" else screen_samples(artwork, box.width, box.height, grey)
    full = fullest_build(held) if held else None
    picture = Bitmap(box.left, box.top, box.width, box.height, samples, held, full)
    # no paper below: where two of them meet, edges painted in white first would show as hairlines
    group = Group((picture,), clip=box.path())
    return Drawing(width_mm, height_mm, (group,), "Back of every card", "Your own picture, the same on every card.")


def check_dpi(artwork: Artwork, wide_mm: float, high_mm: float, min_dpi: int = 0) -> None:
    """Raises InputError for a picture with fewer pixels an inch than paper, or a press, can do with."""
    table = artwork_file()
    least = max(table.min_dpi, min_dpi)
    _, dpi = _crop(artwork, wide_mm, high_mm)
    if dpi >= least - 0.5:
        return
    who = "a print shop takes nothing below" if min_dpi > table.min_dpi else "below"
    why = f"{who} {least}" if min_dpi > table.min_dpi else f"{who} {least} it is a blur of squares"
    raise InputError(
        f"{artwork.name} has {artwork.width} x {artwork.height} pixels, which is {dpi:.0f} dpi on a back of "
        f"{wide_mm:.4g} x {high_mm:.4g} mm with its bleed; {why}. Take one of at least "
        f"{pixels(wide_mm, table.good_dpi)} x {pixels(high_mm, table.good_dpi)} pixels, as the camera saved it."
    )


def back_advice(artwork: Artwork, width_mm: float, height_mm: float, bleed_mm: float) -> list[str]:
    """Sentences for people on what is cut away of the picture, is soft, or transparent; none where all is well."""
    table = artwork_file()
    words, wide, high = table.words, width_mm + 2 * bleed_mm, height_mm + 2 * bleed_mm
    (fit, dpi), said = _crop(artwork, wide, high), list[str]()
    lost_width, lost_height = 1 - fit.width / artwork.width, 1 - fit.height / artwork.height
    if max(lost_width, lost_height) > table.crop_told:
        if artwork.width > artwork.height and wide < high:
            said.append(words.rotated)
        crop, lost = (words.crop_sides, lost_width) if lost_width > lost_height else (words.crop_ends, lost_height)
        said.append(crop.format(cut=round(100 * lost), width=round(fit.width), height=round(fit.height)))
    if dpi < table.good_dpi - 0.5:
        size = {"width": pixels(wide, table.good_dpi), "height": pixels(high, table.good_dpi)}
        said.append(words.soft.format(dpi=round(dpi), good=table.good_dpi, **size))
    if artwork.is_transparent:
        said.append(words.transparent)
    return said
