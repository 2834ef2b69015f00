"""Pictures that people bring: PNG and JPEG, read whole and upright, with white where they are transparent.

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

from PIL import Image, ImageCms, UnidentifiedImageError

from tt_print.artwork.tables import artwork_file
from tt_print.errors import InputError
from tt_print.input_files import Pieces, read_bytes
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
    b"GIF8": "gif", b"II*\0": "tiff", b"MM\0*": "tiff", b"BM": "bmp", b"%PDF": "pdf",
}  # fmt: skip
BRANDS = {b"avif": "avif", b"avis": "avif"}
HEIC_BRANDS = (b"hei", b"hev", b"mif1", b"msf1")
# by EXIF 0x0112: how a stored picture is turned to stand upright
TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180, 4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE, 6: Image.Transpose.ROTATE_270, 7: Image.Transpose.TRANSVERSE, 8: Image.Transpose.ROTATE_90,
}  # fmt: skip
STRIP = 256  # rows of a picture that are converted together: a second copy of a large one would not fit in memory


@dataclass(frozen=True, eq=False)
class Artwork:
    """A picture as its file has it, after what its orientation asks for.

    `width` and `height` are in pixels, fewer than the file's where it has far more than a card can show. `digest` is the
    SHA-256 of the file; `plain_jpeg` says that the file's own JPEG data can be used as they are.
    """

    name: str
    data: bytes
    digest: str
    width: int
    height: int
    is_transparent: bool
    plain_jpeg: bool = False

    @property
    def file_part(self) -> str:
        """What names of files carry."""
        return self.digest[:8]


def read_artwork(path: Path) -> Artwork:
    """Raises InputError for what is no picture, is damaged, or is too large to be one for a card."""
    limits = artwork_file()
    data = read_bytes(path, limits.max_bytes, "Check the name of the picture, and the folder it is in.")
    return artwork_of(data, path.name)


@lru_cache(maxsize=4)
def artwork_of(data: bytes, name: str) -> Artwork:
    """The picture in the data of a file. Raises as `read_artwork`."""
    if data.startswith((PNG, JPEG)):
        image, is_transparent, plain = _decode(data, name)
        return Artwork(name, data, sha256(data).hexdigest(), *image.size, is_transparent, plain)
    if not data:
        raise InputError(f"{name} is empty. Save the picture again as PNG or JPEG.")
    raise InputError(artwork_file().kinds[_other_kind(data)].format(name=name))


def _other_kind(data: bytes) -> str:
    """The key of what to do with a file that is neither PNG nor JPEG."""
    if data[4:8] == b"ftyp":
        brand = data[8:12]
        return BRANDS.get(brand, "heic" if brand.startswith(HEIC_BRANDS) else "other")
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "webp"
    if b"<svg" in data[:100_000]:
        return "svg"
    return next((kind for start, kind in STARTS.items() if data.startswith(start)), "other")


@lru_cache(maxsize=2)
def upright(artwork: Artwork) -> Image.Image:
    """All pixels, in sRGB or gray, on white."""
    return _decode(artwork.data, artwork.name)[0]


def _decode(data: bytes, name: str) -> tuple[Image.Image, bool, bool]:
    """The picture upright, in sRGB or gray, on white; whether it was transparent, and whether the JPEG needed none of that.

    One with far more pixels than a card can show becomes a half or a quarter as wide.
    """
    limits = artwork_file()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of odd metadata, which nobody here wants
            image = Image.open(Pieces(data), formats=("PNG", "JPEG"))
            if image.width * image.height > limits.max_px or max(image.size) > limits.max_side_px:
                raise InputError(
                    f"{name} has {image.width:,} x {image.height:,} pixels. At most {limits.max_px // 10**6} million in all "
                    f"or {limits.max_side_px:,} along a side are allowed. Make it smaller; a card needs no more than 2,000 x 3,000."
                )
            # libjpeg goes over the whole picture for each scan; SOS, which begins one, is never part of packed pixels
            if image.format == "JPEG" and data.count(b"\xff\xda") > limits.max_scans:
                raise InputError(f"{name} is packed in too many scans. Open it in a picture program and save it again.")
            factor = 1
            while image.width * image.height > limits.whole_px * factor**2:
                factor *= 2
            width = image.width
            image.draft(
                None, (image.width // factor, image.height // factor)
            )  # a JPEG is made smaller as it is unpacked
            image.load()
            pixels, is_transparent = _on_white(image, factor if image.width == width else 1)
            orientation = image.getexif().get(0x0112, 1)
            plain = image.format == "JPEG" and image.mode in ("L", "RGB") and factor == orientation == 1
            plain = plain and _is_srgb(image)
            turn = TURNS.get(orientation)
            return pixels if turn is None else pixels.transpose(turn), is_transparent, plain
    except InputError:
        raise
    except UNREADABLE as error:
        # Pillow's own words would show an address in memory, another one in each run
        reason = "" if isinstance(error, UnidentifiedImageError) else f" ({error})"
        raise InputError(
            f"{name} is damaged or cut short{reason}. Open it in a picture program and save it again, as PNG or JPEG."
        ) from error


def _on_white(image: Image.Image, factor: int) -> tuple[Image.Image, bool]:
    """L or RGB, and whether anything of it was transparent; by strips, because a large picture is not held twice."""
    parts, is_transparent = [], False
    for top in range(0, image.height, STRIP):
        strip = _to_screen(image.crop((0, top, image.width, min(top + STRIP, image.height))))
        if strip.mode == "RGBA":
            alpha = strip.getchannel("A")
            lowest, _ = alpha.getextrema()
            is_transparent = is_transparent or lowest != 255
            paper = Image.new("RGB", strip.size, (255, 255, 255))
            paper.paste(strip, mask=alpha)
            strip = paper
        parts.append(strip if factor == 1 else strip.reduce(factor))
    whole = Image.new(parts[0].mode, (parts[0].width, sum(part.height for part in parts)))
    for index, part in enumerate(parts):
        whole.paste(part, (0, index * STRIP // factor))
    return whole, is_transparent


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
