"""What reading needs of a photo, and why a photo may be hard to read.

`tt_print/play/scan/pixels.py` answers in numpy, `templates/scan/network.js` in a browser; everything else here is plain Python.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Protocol

DARK = 0.16  # mean lightness below which a photo is too dark
BLURRED = 0.010  # the sharpest hundredth of neighbors differ by less than this
SMALL_PX = 24  # corners lower than this, in a picture of 1,600, are too far away
GLARE_PART, BRIGHT = (
    0.02,
    0.75,
)  # the part of the picture that is glare, and a mean lightness at which white is no glare

Numbers = Sequence[float]


class Photo(Protocol):
    """A picture; `scale` is how many pixels of the file one of its pixels is wide. Points are (x, y) in its pixels."""

    @property
    def width(self) -> int: ...

    @property
    def height(self) -> int: ...

    @property
    def scale(self) -> float: ...

    def find(self, longest_px: int, least: float) -> Sequence[Sequence[Numbers]]:
        """For corners and for middles, the places where one may be, in the picture and its halves that are not longer than this.

        Each is: pixels of the picture that a pixel there is wide; column and row of a cell; logit, of at least `least`, larger than those
        around it; cosine and sine of the direction to the top; logarithm of the size over the usual one; offset in cells to the right and down.
        """

    def look(self, kind: str, rows: int, columns: int, poses: Sequence[Numbers]) -> Sequence[Numbers]:
        """17 logits, as `network.read_patches` has them, for each upright patch of so many rows and columns.

        A pose is: x and y of the patch's middle; x and y of the direction to its top; how many pixels one of the patch is wide.
        """

    def statistics(self) -> Numbers:
        """Mean lightness; the difference that one in a hundred neighbors exceeds; the part that is as white as glare. All from 0 to 1."""


def faults(photo: Photo, sizes_px: Numbers) -> list[str]:
    """Why a photo may be hard to read, as codes of `templates/said/scan.toml`: dark, blurred, far, glare."""
    lightness, sharpness, glare = photo.statistics()
    sizes, places = sorted(sizes_px), len(sizes_px) - 1
    median = (sizes[places // 2] + sizes[(places + 1) // 2]) / 2 if sizes else math.inf
    is_so = {
        "dark": lightness < DARK,
        "blurred": sharpness < BLURRED * (1 + 4 * lightness),
        "far": median * 1600 / max(photo.width, photo.height) < SMALL_PX,
        "glare": glare > GLARE_PART and lightness < BRIGHT,
    }
    return [code for code, there in is_so.items() if there]
