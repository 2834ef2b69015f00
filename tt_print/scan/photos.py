"""Photos that people bring, as arrays: upright, not larger than reading needs, and why one may be hard to read."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tt_print.artwork.read import artwork_of, upright
from tt_print.scan.marks import CORNER, Mark
from tt_print.scan.network import Array

LONGEST_PX = 3000  # a longer side shows nothing more in a corner
DARK = 0.16  # mean lightness below which a photo is too dark
BLURRED = 0.010  # the sharpest hundredth of neighbors differ by less than this
SMALL_PX = 24  # corners lower than this, in a picture of 1,600, are too far away
GLARE, GLARE_PART = 0.985, 0.02  # all three colors, and the part of the picture


class Photo(NamedTuple):
    """Pixels (rows, columns, RGB from 0 to 1), and how many pixels of the file one of them is wide."""

    pixels: Array
    scale: float


def open_photo(data: bytes, name: str) -> Photo:
    """The picture in a JPEG or PNG. Raises InputError for what is no picture, is damaged, or is too large."""
    image = upright(artwork_of(data, name)).convert("RGB")
    whole = max(image.size)
    if whole > LONGEST_PX:
        image = image.resize([max(1, side * LONGEST_PX // whole) for side in image.size], reducing_gap=2.0)
    return Photo(np.asarray(image, dtype=np.float32) / np.float32(255), whole / max(image.size))


def faults(photo: Photo, marks: list[Mark]) -> list[str]:
    """Why a photo may be hard to read, as codes of `templates/scan/scan.toml`: dark, blurred, far, glare."""
    pixels = photo.pixels
    gray = pixels.mean(2)
    step = np.abs(np.diff(gray, axis=1))
    found = []
    if gray.mean() < DARK:
        found.append("dark")
    if float(np.quantile(step[::2, ::2], 0.99)) < BLURRED * (1 + 4 * float(gray.mean())):
        found.append("blurred")
    sizes = [mark.size_px for mark in marks if mark.kind is CORNER]
    if sizes and float(np.median(sizes)) * 1600 / max(gray.shape) < SMALL_PX:
        found.append("far")
    if float((pixels.min(2) > GLARE).mean()) > GLARE_PART and gray.mean() < 0.75:
        found.append("glare")
    return found
