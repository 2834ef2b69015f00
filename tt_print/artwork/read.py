"""Pictures that people bring: PNG, JPEG and SVG, read whole and upright, with white where they are transparent.

Nothing but pixels goes on from here: no place, date or camera that a phone wrote into its photo.
"""

from __future__ import annotations

import io
import struct
import warnings
import zlib
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from PIL import Image, ImageCms, ImageOps, UnidentifiedImageError

from tt_print.artwork.drawn import SvgDrawing, read_svg
from tt_print.artwork.tables import artwork_file
from tt_print.errors import InputError
from tt_print.incoming import in_bytes, read_bytes
from tt_print.templates import template_path

Image.MAX_IMAGE_PIXELS = None  # the limit is ours: Pillow's own has other words
UNREADABLE = (
    OSError,
    SyntaxError,
    ValueError,
    EOFError,
    OverflowError,
    MemoryError,
    struct.error,
    zlib.error,
    KeyError,
)
PNG, JPEG = b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff"
# what the first bytes say; those of HEIC and AVIF name a brand after `ftyp` (ISO 14496-12, 4.3)
STARTS = {
    b"GIF8": "gif", b"II*\0": "tiff", b"MM\0*": "tiff", b"BM": "bmp", b"%PDF": "pdf", b"\x1f\x8b": "svgz",
}  # fmt: skip
BRANDS = {b"avif": "avif", b"avis": "avif"}
HEIC_BRANDS = (b"hei", b"hev", b"mif1", b"msf1")


@dataclass(frozen=True, eq=False)
class Artwork:
    """A picture as its file has it, after what its orientation asks for. A `drawing` has no pixels of its own.

    `width` and `height` are pixels, or for a drawing what it says, in any unit. `digest` is the SHA-256 of the file;
    `plain_jpeg` says that the file's own JPEG data can be used as they are.
    """

    name: str
    data: bytes
    digest: str
    width: float
    height: float
    is_transparent: bool
    plain_jpeg: bool = False
    drawing: SvgDrawing | None = None

    @property
    def file_part(self) -> str:
        """What names of files carry."""
        return self.digest[:8]


def read_artwork(path: Path) -> Artwork:
    """Raises InputError for what is no picture, is damaged, or is too large to be one for a card."""
    limits = artwork_file()
    data = read_bytes(path, limits.max_bytes, "Check the name of the picture, and the folder it is in.")
    return _read(data, path.name)


@lru_cache(maxsize=4)
def _read(data: bytes, name: str) -> Artwork:
    digest = sha256(data).hexdigest()
    if data.startswith((PNG, JPEG)):
        image, plain = _decode(data, name)
        return Artwork(name, data, digest, *image.size, _is_transparent(image), plain)
    if other := _other_kind(data):
        raise InputError(artwork_file().kinds[other].format(name=name))
    if not data:
        raise InputError(f"{name} is empty. Save the picture again as PNG, JPEG or SVG.")
    if b"<svg" not in data[:100_000] and b":svg" not in data[:100_000]:
        raise InputError(
            f"{name} is no picture that can be read here, whatever its name says. Give a PNG, a JPEG or an SVG."
        )
    if len(data) > (most := artwork_file().max_svg_bytes):
        raise InputError(f"{name} is larger than {in_bytes(most)}, the most for an SVG. Export it as PNG or JPEG.")
    drawing, png = read_svg(data, name)
    return Artwork(name, data, digest, drawing.width, drawing.height, _has_holes(png), drawing=drawing)


def _other_kind(data: bytes) -> str:
    """The key of what to do with a file of a known kind that is not read; "" for others."""
    if data[4:8] == b"ftyp":
        brand = data[8:12]
        return BRANDS.get(brand, "heic" if brand.startswith(HEIC_BRANDS) else "")
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "webp"
    return next((kind for start, kind in STARTS.items() if data.startswith(start)), "")


@lru_cache(maxsize=2)
def upright(artwork: Artwork) -> Image.Image:
    """All pixels, in sRGB or grey, on white; of a picture, not of a drawing."""
    return _on_white(_decode(artwork.data, artwork.name)[0])


def _decode(data: bytes, name: str) -> tuple[Image.Image, bool]:
    """Every pixel, upright, in sRGB or grey with or without transparency; and whether the JPEG needed none of that."""
    most = artwork_file().max_px
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of odd metadata, which nobody here wants
            image: Image.Image = Image.open(io.BytesIO(data), formats=("PNG", "JPEG"))
            if image.width * image.height > most:
                raise InputError(
                    f"{name} has {image.width:,} x {image.height:,} pixels, and {most // 10**6} million in all are the most. "
                    "Make it smaller; a card needs no more than 2,000 x 3,000."
                )
            image.load()
            turned = ImageOps.exif_transpose(image)
            plain = image.format == "JPEG" and image.mode in ("L", "RGB") and turned.size == image.size
            plain = plain and image.getexif().get(0x0112, 1) == 1 and _is_srgb(image)
            return _to_screen(turned), plain
    except InputError:
        raise
    except UNREADABLE as error:
        # Pillow's own words would show an address in memory, another one in each run
        reason = "" if isinstance(error, UnidentifiedImageError) else f" ({error})"
        raise InputError(
            f"{name} is damaged or cut short{reason}. Open it in a picture program and save it again, as PNG or JPEG."
        ) from error


def _is_srgb(image: Image.Image) -> bool:
    held = image.info.get("icc_profile")
    if not held or image.mode == "L":
        return True
    try:
        profile = ImageCms.getOpenProfile(io.BytesIO(held))
        return "srgb" in ImageCms.getProfileDescription(profile).lower()
    except (OSError, ImageCms.PyCMSError):
        return True  # a profile that nobody can read says nothing


def _to_screen(image: Image.Image) -> Image.Image:
    """Eight bits, L, RGB or RGBA, through the picture's own profile where it has one."""
    if image.mode.startswith("I"):  # 16 bits of grey, which a plain conversion would cut off at 255
        return image.convert("I").point(lambda value: value * (1 / 257)).convert("L")
    if image.mode == "CMYK":
        held = image.info.get("icc_profile")
        coated = template_path("icc/FOGRA39L_coated.icc")
        source = io.BytesIO(held) if held else str(coated)
        try:
            return _through(image, source)
        except (OSError, ImageCms.PyCMSError):
            return _through(image, str(coated))
    alpha = _is_transparent_mode(image)
    plain = image.convert("RGBA" if alpha else "L" if image.mode in ("1", "L") else "RGB")
    if plain.mode == "L" or _is_srgb(image):
        return plain
    try:
        colors = _through(plain.convert("RGB"), io.BytesIO(image.info["icc_profile"]))
    except (OSError, ImageCms.PyCMSError):
        return plain
    if alpha:
        colors.putalpha(plain.getchannel("A"))
    return colors


def _through(image: Image.Image, source: io.BytesIO | str) -> Image.Image:
    found = ImageCms.profileToProfile(
        image, source, str(template_path("icc/sRGB.icc")), ImageCms.Intent.RELATIVE_COLORIMETRIC, "RGB",
        flags=ImageCms.Flags.BLACKPOINTCOMPENSATION,
    )  # fmt: skip
    assert found is not None
    return found


def _is_transparent_mode(image: Image.Image) -> bool:
    return image.mode in ("RGBA", "LA", "PA", "La", "RGBa") or "transparency" in image.info


def _is_transparent(image: Image.Image) -> bool:
    if image.mode != "RGBA":
        return False
    lowest, _ = image.getchannel("A").getextrema()
    assert isinstance(lowest, int | float)
    return lowest < 255


def _has_holes(png: bytes) -> bool:
    with Image.open(io.BytesIO(png), formats=("PNG",)) as image:
        return _is_transparent(image.convert("RGBA"))


def _on_white(image: Image.Image) -> Image.Image:
    if image.mode != "RGBA":
        return image
    paper = Image.new("RGB", image.size, (255, 255, 255))
    paper.paste(image, mask=image.getchannel("A"))
    return paper
