"""Pictures that people bring: PNG and JPEG, upright, with white where they are transparent.

Nothing but pixels goes on from here: no place, date or camera that a phone wrote into its photo.
"""

from __future__ import annotations

import io
import warnings
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from PIL import Image, ImageCms, ImageOps, UnidentifiedImageError

from tt_print.errors import InputError
from tt_print.files.data import read_bytes
from tt_print.files.limits import WorkLimit
from tt_print.templates import Measures, read_measures, template_path


def artwork_file() -> Measures:
    return read_measures("sheets/own-back.toml")


Image.MAX_IMAGE_PIXELS = None  # the limit is ours: Pillow's own has other words
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
    data = read_bytes(path, artwork_file().max_bytes, "Check the name of the picture, and the folder it is in.")
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
    limits = artwork_file()
    try:
        with WorkLimit(name), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of odd metadata, which nobody here wants
            image = Image.open(io.BytesIO(data), formats=("PNG", "JPEG"))
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
    except InputError:
        raise
    except Exception as error:  # Pillow meets a damaged file with whatever it stumbles over
        # Pillow's own words would show an address in memory, another one in each run
        reason = "" if isinstance(error, UnidentifiedImageError) else f" ({error})"
        raise InputError(
            f"{name} is damaged or cut short{reason}. Open it in a picture program and save it again, as PNG or JPEG."
        ) from error


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
