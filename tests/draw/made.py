"""Pictures as families bring them, made here: each with one thing that matters; and decks with them on the backs."""

import io
import random
from functools import cache
from pathlib import Path
from typing import Any

import pikepdf
from PIL import Image, ImageDraw

from tests.makers.prints import Printed, print_files

# a card of 63 x 88 mm with 2 mm round it: 67 x 92 mm, here at 10 pixels a millimeter (254 dpi) or at 20 (508 dpi)
BLUE, GOLD, RED = (20, 60, 120), (240, 220, 90), (200, 40, 40)


def flood(per_mm: int = 20, color: Any = BLUE) -> Image.Image:
    return Image.new("RGB", (67 * per_mm, 92 * per_mm), color)


def motif(x_mm: float = 33.5, y_mm: float = 46.0, per_mm: int = 20) -> Image.Image:
    """A disc of 10 mm about a point, in the middle if nobody says."""
    picture = flood(per_mm)
    x, y, r = x_mm * per_mm, y_mm * per_mm, 10 * per_mm
    ImageDraw.Draw(picture).ellipse((x - r, y - r, x + r, y + r), fill=GOLD)
    return picture


@cache
def photo(width: int = 1600, height: int = 2200) -> Image.Image:
    """Soft spots of all colors with grain, the same each time; red in the top left corner, where a turn would show."""
    size = (width // 40, height // 40)
    noise = Image.frombytes("L", size, random.Random(1).randbytes(size[0] * size[1]))
    spots = Image.merge("RGB", (noise, noise.rotate(180), noise.transpose(Image.Transpose.FLIP_LEFT_RIGHT)))
    grain = Image.linear_gradient("L").resize((width, height))
    mixed = Image.blend(spots.resize((width, height), Image.Resampling.BICUBIC), Image.merge("RGB", (grain,) * 3), 0.3)
    mixed.paste(RED, (0, 0, width // 3, height // 3))
    return mixed


def exif(orientation: int = 1) -> Image.Exif:
    """As a phone writes it: its maker, which way up, and where it was."""
    held = Image.Exif()
    held[0x010F], held[0x0112] = "PhoneMaker", orientation
    held[0x8825] = {1: "N", 2: (52.0, 31.0, 12.0), 3: "E", 4: (13.0, 24.0, 36.0)}
    return held


def saved(picture: Image.Image, path: Path, **options: Any) -> Path:
    """A PNG is packed quickly: its pixels are the same."""
    picture.save(path, **({"compress_level": 1} if path.suffix == ".png" else {}), **options)
    return path


def in_bytes(picture: Image.Image, kind: str, **options: Any) -> bytes:
    output = io.BytesIO()
    picture.save(output, kind, **options)
    return output.getvalue()


def print_back(path: Path, line: str = "") -> Printed:
    """A deck with this picture on the backs: one card, if nobody says."""
    line = line or "--only RH3 --backs fold"
    return print_files(f"deck --paper a4 {line} --json", "--back", path)


def only_image(pdf: bytes) -> Image.Image:
    """The one image that a file stores, as pikepdf takes it out."""
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        (held,) = [o for o in opened.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Image"]
        return pikepdf.PdfImage(held).as_pil_image().copy()
