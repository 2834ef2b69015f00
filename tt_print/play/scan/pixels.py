"""A photo as an array: opened upright, not larger than reading needs, and what `Photo` asks of its pixels, in numpy."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tt_print.draw.artwork import artwork_of, upright
from tt_print.errors import InputError
from tt_print.play.scan.network import Array, find_in, read_patches
from tt_print.play.scan.photos import Numbers

LEAST_PX = 200  # of the shorter side; in fewer no card can be read
LONGEST_PX = 3000  # a longer side shows nothing more in a corner
SMALLEST_PX = 96  # a shorter side is not halved
GLARE = 0.985  # what all three colors exceed


class ArrayPhoto:
    """`pixels` are (rows, columns, RGB from 0 to 1); each of `levels` has the width of its pixels in these, and its own."""

    def __init__(self, pixels: Array, scale: float = 1) -> None:
        self.pixels, self.scale, self.levels = pixels, scale, halve(pixels)
        self.height, self.width = pixels.shape[:2]

    def find(self, longest_px: int, least: float) -> list[list[Numbers]]:
        found: list[list[Numbers]] = [[], []]
        for scale, level in self.levels:
            if max(level.shape[:2]) <= longest_px:
                cells = find_in(level - np.float32(0.5))
                for kind, rows in enumerate(found):
                    rows += [[scale, *place] for place in peaks_of(cells[:, :, 6 * kind : 6 * kind + 6], least)]
        return found

    def look(self, kind: str, rows: int, columns: int, poses: Sequence[Numbers]) -> Sequence[Numbers]:
        if not poses:
            return []
        patches = np.stack([cut_patch(self.levels, rows, columns, pose) for pose in poses])
        read: list[list[float]] = read_patches(patches, kind).tolist()
        return read

    def statistics(self) -> tuple[float, float, float]:
        gray = self.pixels.mean(2)
        sharpness = np.quantile(np.abs(np.diff(gray, axis=1))[::2, ::2], 0.99)
        return float(gray.mean()), float(sharpness), float((self.pixels.min(2) > GLARE).mean())


def open_photo(data: bytes, name: str) -> ArrayPhoto:
    """The picture in a JPEG or PNG. Raises InputError for what is no picture, is damaged, or is too large."""
    image = upright(artwork_of(data, name)).convert("RGB")
    if min(image.size) < LEAST_PX:
        width, height = image.size
        raise InputError(
            f"{name} is {width} x {height} pixels: too small to show a card. Choose a photo of at least {LEAST_PX} x {LEAST_PX}."
        )
    whole = max(image.size)
    if whole > LONGEST_PX:
        image = image.resize([max(1, side * LONGEST_PX // whole) for side in image.size], reducing_gap=2.0)
    return ArrayPhoto(np.asarray(image, dtype=np.float32) / np.float32(255), whole / max(image.size))


def halve(pixels: Array) -> list[tuple[float, Array]]:
    """The picture and its halves, each with how many of the picture's pixels one of its own is wide."""
    levels = [(1.0, pixels)]
    while min(levels[-1][1].shape[:2]) >= SMALLEST_PX:
        scale, level = levels[-1]
        rows, columns = (side // 2 * 2 for side in level.shape[:2])
        half = level[:rows, :columns].reshape(rows // 2, 2, columns // 2, 2, 3).mean((1, 3), dtype=np.float32)
        levels.append((scale * 2, half))
    return levels


def peaks_of(cells: Array, least: float) -> list[list[float]]:
    """Column, row, and six values of each cell whose logit, the first value, is at least `least` and not below those around it."""
    heat = cells[:, :, 0]
    rows, columns = heat.shape
    framed = np.pad(heat, 1, constant_values=-np.inf)
    around = np.max([framed[a : a + rows, b : b + columns] for a in range(3) for b in range(3)], axis=0)
    places = zip(*np.nonzero((heat == around) & (heat > least)), strict=True)
    return [[int(column), int(row), *cells[row, column].tolist()] for row, column in places]


def cut_patch(levels: list[tuple[float, Array]], high: int, wide: int, pose: Numbers) -> Array:
    """A patch at a pose as in `Photo.look`, from the level whose pixels are about as large as its own."""
    across, down = np.meshgrid(np.arange(wide) - (wide - 1) / 2, np.arange(high) - (high - 1) / 2)
    x, y, up_x, up_y, step = pose
    scale, level = max((one for one in levels if one[0] <= max(step * 1.1, 1)), key=lambda one: one[0])
    columns = x - across * up_y * step - down * up_x * step
    rows = y + across * up_x * step - down * up_y * step
    patch: Array = _sample(level, (rows + 0.5) / scale - 0.5, (columns + 0.5) / scale - 0.5) - np.float32(0.5)
    return patch


def _sample(level: Array, rows: Array, columns: Array) -> Array:
    """Bilinear samples; beyond the edge the edge is repeated."""
    rows = np.clip(rows, 0, level.shape[0] - 1.001).astype(np.float32)
    columns = np.clip(columns, 0, level.shape[1] - 1.001).astype(np.float32)
    top, left = rows.astype(int), columns.astype(int)
    down, right = (rows - top)[..., None], (columns - left)[..., None]
    upper = level[top, left] * (1 - right) + level[top, left + 1] * right
    lower = level[top + 1, left] * (1 - right) + level[top + 1, left + 1] * right
    sampled: Array = upper * (1 - down) + lower * down
    return sampled
