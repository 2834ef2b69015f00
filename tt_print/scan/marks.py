"""Marks of cards in a photo, corners and middles: where each is, which way it is turned, and what is read in it.

The search runs on ever smaller pictures, each half of the one before, because the network knows marks of one size only.
Points are (x, y) in pixels of the picture that is passed in; directions are unit vectors, y down.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from tt_print.scan.network import Array, find_in, read_patches

SEARCH_PX = 1700  # a longer side than this brings no more marks
CELL_PX = 4
FOUND, REAL = 0.2, 0.5  # least probability to look closer, and to be part of a card of ours
NEAR, ALIKE = 0.22, 0.7  # two finds are one: closer than this part of the size, and their directions' least product
# what is less probable than CLEAR at first is read a little beside its place too; below GOOD, other places are tried
CLEAR, GOOD = 0.99, 0.94
FAINT = -3.0  # the logit below which nothing of ours is there
# how many times as large, a turn in radians, and how many sizes to the right and up
Moves = Sequence[tuple[float, float, float, float]]
STILL = (1.0, 0.0, 0.0, 0.0)
LOOKS = tuple((size, turn, 0.0, 0.0) for size in (0.93, 1.08) for turn in (-0.05, 0.05))
# finds are rough, and a corner is read well only at its exact place: moves that are tried one after another, from which
# logit of a mark at all to which, and above which probability of the find
TRIES: tuple[tuple[float, float, float, Moves], ...] = (
    (-math.inf, -4.5, 0.3, tuple((1.1, math.radians(turn), 0.0, 0.0) for turn in range(30, 360, 30))),
    (-4.5, math.inf, 0.0, tuple((size, turn, 0.0, 0.0) for size in (0.85, 1.15, 1.5) for turn in (-0.35, 0.0, 0.35))),
    (-1.5, math.inf, 0.0, ((1.0, 0.0, 0.0, -0.12), (1.0, 0.0, 0.0, 0.12), (1.0, 0.0, -0.1, 0.0), (1.0, 0.0, 0.1, 0.0))),
    (-1.0, math.inf, 0.0, tuple((size, turn, 0.0, 0.0) for size in (0.9, 1.1) for turn in (-0.14, 0.0, 0.14))),
)
MOST = 40  # so many corners of a photo are moved, the likeliest ones
NUMBERS, SHAPES, COLORS = "1234?", "CHTSB", "RYGBK"
CODES = (*(f"{color}{shape}{number}" for color in COLORS for shape in SHAPES for number in NUMBERS), "J")


class Kind(NamedTuple):
    """A kind of mark. Its size is the height of the index in a corner, and the distance of two corners' indices for a middle.

    Sizes of `least_px` to `most_px` are found, and the network measures by `usual_px`; a patch has so many rows and columns,
    and its height is `span` times the size. `reach` is how many sizes two marks of a card can be apart; the box around what
    was read is `box` sizes wide and high. `trust` is by how much a reading is more often wrong than it says, as measured.
    """

    name: str
    usual_px: float
    least_px: float
    most_px: float
    patch: tuple[int, int]
    span: float
    reach: float
    box: tuple[float, float]
    trust: float


CORNER = Kind("corner", 32, 11, 46, (64, 24), 1.25, 6.0, (0.3, 1.0), 0.8)
MIDDLE = Kind("middle", 64, 30, 115, (48, 48), 0.95, 1.6, (0.75, 0.75), 60.0)


class Mark(NamedTuple):
    """A corner or a middle: its center, the direction to its top, its size in pixels, and how probable each of `CODES` is.

    The probabilities add up to `real`, the probability that this is part of a card of ours at all.
    """

    kind: Kind
    center: tuple[float, float]
    up: tuple[float, float]
    size_px: float
    real: float
    odds: Array

    @property
    def code(self) -> str:
        return CODES[int(self.odds.argmax())]

    @property
    def sure(self) -> float:
        return float(self.odds.max())

    @property
    def reach_px(self) -> float:
        return self.kind.reach * self.size_px

    def box(self) -> list[tuple[float, float]]:
        """The four corners of what was read, clockwise from above left."""
        center, up = np.array(self.center), np.array(self.up) * self.size_px / 2
        right = np.array([-up[1], up[0]]) * self.kind.box[0]
        up = up * self.kind.box[1]
        return [
            (float(x), float(y))
            for x, y in (center + a * up + b * right for a, b in ((1, -1), (1, 1), (-1, 1), (-1, -1)))
        ]


def read_marks(pixels: Array) -> list[Mark]:
    """Every corner and middle of ours in a picture (rows, columns, RGB from 0 to 1), the surest first."""
    levels = halve(pixels)
    finds: dict[Kind, list[tuple[float, Array]]] = {CORNER: [], MIDDLE: []}
    for scale, level in levels:
        if max(level.shape[:2]) <= SEARCH_PX:
            found = find_in((level - 0.5).astype(np.float32))
            for place, kind in enumerate((CORNER, MIDDLE)):
                finds[kind] += poses_in(found[:, :, 6 * place : 6 * place + 6], kind, scale)
    marks = [mark for kind in (CORNER, MIDDLE) for mark in _read(levels, kind, without_doubles(finds[kind]))]
    return sorted(marks, key=lambda mark: -mark.sure)


def _read(levels: list[tuple[float, Array]], kind: Kind, finds: Sequence[tuple[float, Array]]) -> Iterator[Mark]:
    """What is at finds (probability, and pose: x, y, up x, up y, size), where it is part of a card of ours."""

    def look(places: Sequence[int], moves: Moves) -> Array:
        """Logits of each place after each move."""
        patches = [cut_patch(levels, kind, moved(poses[i], *move)) for i in places for move in moves]
        return read_patches(np.stack(patches), kind.name).reshape(len(places), len(moves), -1)

    if not finds:
        return
    poses = [pose for _, pose in finds]
    rows = look(range(len(poses)), (STILL,))[:, 0]
    if rough := [i for i, row in enumerate(rows) if row[16] > FAINT and _odds(row).max() < CLEAR]:
        rows[rough] = (rows[rough] + look(rough, (LOOKS[0], LOOKS[-1])).sum(axis=1)) / 3
    odds = [_odds(row) for row in rows]
    if kind is CORNER:
        known = {int(one.argmax()) for one in odds if one.max() >= CLEAR}
        doubtful = [int(i) for i in np.argsort(-rows[:, 16]) if odds[i].max() < GOOD and odds[i].argmax() not in known]
        better: set[int] = set()
        for least, most, bright, moves in TRIES:
            chosen = [i for i in doubtful[:MOST] if least < rows[i, 16] <= most and finds[i][0] > bright]
            for i, tried in zip(chosen, look(chosen, moves) if chosen else (), strict=True):
                best = int(tried[:, 16].argmax())
                if tried[best, 16] > rows[i, 16]:
                    poses[i], rows[i] = moved(poses[i], *moves[best]), tried[best]
                    better.add(i)
        for i in (i for i in better if rows[i, 16] > 0):
            mean = np.mean([_odds(row) for row in (rows[i], *look([i], LOOKS)[0])], axis=0)
            odds[i] = mean * mean.max()  # as the best of many looks says too much
    read = [(float(one.max()), np.append(pose, one)) for pose, one in zip(poses, odds, strict=True)]
    for _, one in without_doubles(read):
        x, y, up_x, up_y, size_px = map(float, one[:5])
        if (real := float(one[5:].sum())) > REAL:
            yield Mark(kind, (x, y), (up_x, up_y), size_px, real, one[5:])


def halve(pixels: Array) -> list[tuple[float, Array]]:
    """The picture and its halves, each with how many of the picture's pixels one of its own is wide."""
    levels = [(1.0, pixels)]
    while min(levels[-1][1].shape[:2]) >= 96:
        scale, level = levels[-1]
        rows, columns = (side // 2 * 2 for side in level.shape[:2])
        half = level[:rows, :columns].reshape(rows // 2, 2, columns // 2, 2, 3).mean((1, 3), dtype=np.float32)
        levels.append((scale * 2, half))
    return levels


def poses_in(found: Array, kind: Kind, scale: float) -> list[tuple[float, Array]]:
    """Places that look like a mark of a kind: probability and pose (x, y, up x, up y, size) in pixels of the whole picture."""
    heat = 1 / (1 + np.exp(-found[:, :, 0]))
    framed = np.pad(heat, 1)
    rows, columns = heat.shape
    around = np.max([framed[a : a + rows, b : b + columns] for a in range(3) for b in range(3)], axis=0)
    finds = []
    for row, column in zip(*np.nonzero((heat == around) & (heat > FOUND)), strict=True):
        _, cos, sin, growth, right, down = (float(value) for value in found[row, column])
        length, size = max(np.hypot(cos, sin), 1e-6), kind.usual_px * float(np.exp(growth))
        if kind.least_px <= size <= kind.most_px:
            x, y = ((place + offset + 0.5) * CELL_PX * scale - 0.5 for place, offset in ((column, right), (row, down)))
            finds.append(
                (float(heat[row, column]), np.array([x, y, cos / length, sin / length, size * scale], np.float32))
            )
    return finds


def without_doubles(finds: Sequence[tuple[float, Array]]) -> list[tuple[float, Array]]:
    """The most probable of finds that are one; behind the five values of a pose more may follow."""
    kept: list[tuple[float, Array]] = []
    for probability, pose in sorted(finds, key=lambda find: -find[0]):
        known = np.array([one[:5] for _, one in kept]) if kept else np.zeros((0, 5), np.float32)
        near = np.hypot(*(known[:, :2] - pose[:2]).T) < NEAR * np.minimum(known[:, 4], pose[4])
        if not (near & (known[:, 2:4] @ pose[2:4] > ALIKE)).any():
            kept.append((probability, pose))
    return kept


def moved(pose: Array, size: float, turn: float, right: float, up: float) -> Array:
    """A pose of another size, turned clockwise, and moved by so many of its sizes."""
    x, y, up_x, up_y, size_px = pose
    cos, sin = np.cos(turn), np.sin(turn)
    x, y = x + (up * up_x - right * up_y) * size_px, y + (up * up_y + right * up_x) * size_px
    return np.array([x, y, up_x * cos - up_y * sin, up_x * sin + up_y * cos, size_px * size], np.float32)


def cut_patch(levels: list[tuple[float, Array]], kind: Kind, pose: Array) -> Array:
    """A mark upright, from the level whose pixels are about as large as the patch's."""
    high, wide = kind.patch
    across, down = np.meshgrid(np.arange(wide) - (wide - 1) / 2, np.arange(high) - (high - 1) / 2)
    x, y, up_x, up_y, size_px = pose
    step = kind.span * size_px / high
    scale, level = max((one for one in levels if one[0] <= max(step * 1.1, 1)), key=lambda one: one[0])
    columns = x - across * up_y * step - down * up_x * step
    rows = y + across * up_x * step - down * up_y * step
    patch: Array = _sampled(level, (rows + 0.5) / scale - 0.5, (columns + 0.5) / scale - 0.5) - np.float32(0.5)
    return patch


def _sampled(level: Array, rows: Array, columns: Array) -> Array:
    """Bilinear samples; beyond the edge the edge is repeated."""
    rows = np.clip(rows, 0, level.shape[0] - 1.001).astype(np.float32)
    columns = np.clip(columns, 0, level.shape[1] - 1.001).astype(np.float32)
    top, left = rows.astype(int), columns.astype(int)
    down, right = (rows - top)[..., None], (columns - left)[..., None]
    upper = level[top, left] * (1 - right) + level[top, left + 1] * right
    lower = level[top + 1, left] * (1 - right) + level[top + 1, left + 1] * right
    sampled: Array = upper * (1 - down) + lower * down
    return sampled


def _odds(row: Array) -> Array:
    """How probable each of `CODES` is, from logits of number, shape, color, and a mark at all that are taken as independent."""
    number, shape, color = (_softmax(row[a:b]) for a, b in ((0, 6), (6, 11), (11, 16)))
    plain = color[:, None, None] * shape[None, :, None] * number[None, None, :5]
    odds: Array = np.append(plain.reshape(-1), number[5]) / (1 + np.exp(-row[16]))
    return odds.astype(np.float32)


def _softmax(logits: Array) -> Array:
    raised = np.exp(logits - logits.max())
    shares: Array = raised / raised.sum()
    return shares
