"""Marks of cards in a photo, corners and middles: where each is, which way it is turned, and what is read in it.

The search runs on ever smaller pictures, each half of the one before, because the network knows marks of one size only.
Points are (x, y) in pixels of the picture that is passed in; directions are unit vectors, y down.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tt_print.play.scan.photos import Numbers, Photo

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
# a middle is found larger than it is, and its direction is often wrong: turned as a corner near it or upside down, then moved
TURNS: Moves = ((0.93, 0.0, 0.0, 0.0), (0.93, math.pi, 0.0, 0.0))
MIDDLE_MOVES: Sequence[Moves] = (
    tuple((size, turn, 0.0, 0.0) for size in (0.85, 1.0, 1.15) for turn in (-0.2, 0.0, 0.2) if (size, turn) != (1, 0)),
    ((1.0, 0.0, 0.0, -0.06), (1.0, 0.0, 0.0, 0.06), (1.0, 0.0, -0.06, 0.0), (1.0, 0.0, 0.06, 0.0)),
)
MOST, MOST_MIDDLES = 40, 80  # so many marks of a photo are moved, the likeliest ones
NUMBERS, SHAPES, COLORS = "1234?", "CHTSB", "RYGBK"
CODES = (*(f"{color}{shape}{number}" for color in COLORS for shape in SHAPES for number in NUMBERS), "J")


class MarkKind(NamedTuple):
    """A kind of mark. Its size is the height of the index in a corner, and the distance of two corners' indices for a middle.

    Sizes of `least_px` to `most_px` are found, and the network measures by `usual_px`; a patch has so many rows and columns,
    and its height is `span` times the size. `reach` is how many sizes two marks of a card can be apart; the box around what
    was read is `box` sizes wide and high. `trust` is by how much a reading is more often wrong than it says, as measured:
    where cards lie over each other, which a middle does not show, and where all lie open.
    """

    name: str
    usual_px: float
    least_px: float
    most_px: float
    patch: tuple[int, int]
    span: float
    reach: float
    box: tuple[float, float]
    trust: tuple[float, float]


CORNER = MarkKind("corner", 32, 11, 46, (64, 24), 1.25, 6.0, (0.3, 1.0), (0.8, 0.8))
MIDDLE = MarkKind("middle", 64, 30, 115, (48, 48), 0.95, 1.6, (0.75, 0.75), (60.0, 3.0))


class Pose(NamedTuple):
    """A center, the direction to the top, and a size."""

    x: float
    y: float
    up_x: float
    up_y: float
    size_px: float

    def moved(self, size: float, turn: float, right: float, up: float) -> Pose:
        """A pose of another size, turned clockwise, and moved by so many of its sizes."""
        x, y, up_x, up_y, size_px = self
        cos, sin = math.cos(turn), math.sin(turn)
        x, y = x + (up * up_x - right * up_y) * size_px, y + (up * up_y + right * up_x) * size_px
        return Pose(x, y, up_x * cos - up_y * sin, up_x * sin + up_y * cos, size_px * size)


class Find(NamedTuple):
    """What may be a mark, how probable that is, and how probable each of `CODES` is once it was read."""

    sure: float
    pose: Pose
    odds: Numbers = ()


class Mark(NamedTuple):
    """A corner or a middle: its center, the direction to its top, its size in pixels, and how probable each of `CODES` is.

    The probabilities add up to `real`, the probability that this is part of a card of ours at all.
    """

    kind: MarkKind
    center: tuple[float, float]
    up: tuple[float, float]
    size_px: float
    real: float
    odds: Numbers

    @property
    def code(self) -> str:
        return CODES[_best(self.odds)]

    @property
    def sure(self) -> float:
        return max(self.odds)

    @property
    def reach_px(self) -> float:
        return self.kind.reach * self.size_px

    def box(self) -> list[tuple[float, float]]:
        """The four corners of what was read, clockwise from above left."""
        (x, y), (up_x, up_y), (wide, high) = self.center, self.up, (part * self.size_px / 2 for part in self.kind.box)
        return [
            (x + a * high * up_x - b * wide * up_y, y + a * high * up_y + b * wide * up_x)
            for a, b in ((1, -1), (1, 1), (-1, 1), (-1, -1))
        ]


def read_marks(photo: Photo) -> list[Mark]:
    """Every corner and middle of ours in a photo, the surest first."""
    found = photo.find(SEARCH_PX, math.log(FOUND / (1 - FOUND)))
    corners, middles = (without_doubles(finds_in(*each)) for each in zip(found, (CORNER, MIDDLE), strict=True))
    marks = list(_read_middles(photo, middles, corners))
    return sorted([*marks, *_read_corners(photo, corners, marks)], key=lambda mark: -mark.sure)


def _read_middles(photo: Photo, finds: Sequence[Find], corners: Sequence[Find]) -> Iterator[Mark]:
    """Middles, turned as the nearest corner is or upside down if more can be read so, as their own directions are rough."""
    poses = [find.pose for find in finds]
    rows = [row for (row,) in _look(photo, MIDDLE, poses, (STILL,))]
    odds = [_odds(row) for row in rows]

    def move(chosen: Sequence[int], starts: Sequence[Pose], moves: Moves) -> None:
        for i, start, tried in zip(chosen, starts, _look(photo, MIDDLE, starts, moves), strict=True):
            read = [_odds(row) for row in tried]
            best = max(range(len(moves)), key=lambda place: max(read[place]))
            if max(read[best]) > max(odds[i]):
                poses[i], rows[i], odds[i] = start.moved(*moves[best]), tried[best], read[best]

    places = range(len(poses))
    if corners:
        move(places, [_turn_like(pose, corners) for pose in poses], TURNS)
    surest = sorted(places, key=lambda i: -max(odds[i]))
    for moves in MIDDLE_MOVES:
        chosen = [i for i in surest if rows[i][16] > FAINT and max(odds[i]) < CLEAR][:MOST_MIDDLES]
        move(chosen, [poses[i] for i in chosen], moves)
    chosen = [i for i in places if rows[i][16] > FAINT]
    for i, beside in zip(chosen, _look(photo, MIDDLE, [poses[i] for i in chosen], LOOKS[::3]), strict=True):
        odds[i] = _mean(odds[i], *map(_odds, beside))
    yield from _real_marks(MIDDLE, poses, odds)


def _turn_like(pose: Pose, corners: Sequence[Find]) -> Pose:
    """A middle with the direction of the nearest corner."""
    nearest = min((find.pose for find in corners), key=lambda other: math.hypot(other.x - pose.x, other.y - pose.y))
    return pose._replace(up_x=nearest.up_x, up_y=nearest.up_y)


def _read_corners(photo: Photo, finds: Sequence[Find], middles: Sequence[Mark]) -> Iterator[Mark]:
    """Corners; those of a card whose middle was read are not looked at again."""
    poses = [find.pose for find in finds]

    def look(places: Sequence[int], moves: Moves) -> list[Sequence[Numbers]]:
        """Logits of each place after each move."""
        return _look(photo, CORNER, [poses[i] for i in places], moves)

    rows = [row for (row,) in look(range(len(poses)), (STILL,))]
    odds = [_odds(row) for row in rows]
    sure = [middle for middle in middles if middle.sure >= CLEAR]
    unread = [i for i in range(len(poses)) if not any(_is_corner_of(poses[i], middle) for middle in sure)]
    rough = [i for i in unread if rows[i][16] > FAINT and max(odds[i]) < CLEAR]
    for i, beside in zip(rough, look(rough, LOOKS[::3]), strict=True):
        rows[i] = _mean(rows[i], *beside)
        odds[i] = _odds(rows[i])
    known = {_best(one) for one in odds if max(one) >= CLEAR} | {_best(middle.odds) for middle in sure}
    doubtful = [i for i in unread if max(odds[i]) < GOOD and _best(odds[i]) not in known]
    doubtful.sort(key=lambda i: -rows[i][16])
    better: set[int] = set()
    for least, most, bright, moves in TRIES:
        chosen = [i for i in doubtful[:MOST] if least < rows[i][16] <= most and finds[i].sure > bright]
        for i, tried in zip(chosen, look(chosen, moves), strict=True):
            best = max(range(len(moves)), key=lambda move: tried[move][16])
            if tried[best][16] > rows[i][16]:
                poses[i], rows[i] = poses[i].moved(*moves[best]), tried[best]
                better.add(i)
    for i in (i for i in better if rows[i][16] > 0):
        mean = _mean(*(_odds(row) for row in (rows[i], *look([i], LOOKS)[0])))
        highest = max(mean)
        odds[i] = [part * highest for part in mean]  # as the best of many looks says too much
    yield from _real_marks(CORNER, poses, odds)


def _is_corner_of(corner: Pose, middle: Mark) -> bool:
    """A corner is where one of a middle's card is: half a size to the side, as the size is the distance of two corners."""
    x, y = (corner.x - middle.center[0]) / middle.size_px, (corner.y - middle.center[1]) / middle.size_px
    across, along = abs(x * middle.up[1] - y * middle.up[0]), abs(x * middle.up[0] + y * middle.up[1])
    return abs(across - 0.5) < 0.08 and 0.3 < along < 0.9


def _look(photo: Photo, kind: MarkKind, poses: Sequence[Pose], moves: Moves) -> list[Sequence[Numbers]]:
    """Logits of each pose after each move."""
    tried = [pose.moved(*move) for pose in poses for move in moves]
    step = kind.span / kind.patch[0]
    rows = photo.look(kind.name, *kind.patch, [[*pose[:4], pose.size_px * step] for pose in tried])
    return [rows[first : first + len(moves)] for first in range(0, len(rows), len(moves))]


def _real_marks(kind: MarkKind, poses: Sequence[Pose], odds: Sequence[Numbers]) -> Iterator[Mark]:
    """What is probably part of a card of ours, once each."""
    for _, pose, read in without_doubles([Find(max(one), pose, one) for pose, one in zip(poses, odds, strict=True)]):
        if (real := sum(read)) > REAL:
            yield Mark(kind, pose[:2], pose[2:4], pose.size_px, real, read)


def finds_in(rows: Sequence[Numbers], kind: MarkKind) -> list[Find]:
    """Places that look like a mark of a kind and are as large as one, from rows as `Photo.find` has them."""
    finds = []
    for scale, column, row, logit, cos, sin, growth, right, down in rows:
        length, size = max(math.hypot(cos, sin), 1e-6), kind.usual_px * math.exp(growth)
        if kind.least_px <= size <= kind.most_px:
            x, y = ((place + 0.5) * CELL_PX * scale - 0.5 for place in (column + right, row + down))
            finds.append(Find(1 / (1 + math.exp(-logit)), Pose(x, y, cos / length, sin / length, size * scale)))
    return finds


def without_doubles(finds: Sequence[Find]) -> list[Find]:
    """The most probable of finds that are one."""
    kept: list[Find] = []
    for find in sorted(finds, key=lambda find: -find.sure):
        if not any(_is_one(find.pose, other.pose) for other in kept):
            kept.append(find)
    return kept


def _is_one(one: Pose, other: Pose) -> bool:
    near = NEAR * min(one.size_px, other.size_px)
    if abs(one.x - other.x) >= near or math.hypot(one.x - other.x, one.y - other.y) >= near:
        return False
    return one.up_x * other.up_x + one.up_y * other.up_y > ALIKE


def _odds(row: Numbers) -> list[float]:
    """How probable each of `CODES` is, from logits of number, shape, color, and a mark at all that are taken as independent."""
    number, shape, color = (_shares(row[a:b]) for a, b in ((0, 6), (6, 11), (11, 16)))
    real = 1 / (1 + math.exp(-row[16]))
    plain = [real * c * s for c in color for s in shape]
    return [part * n for part in plain for n in number[:5]] + [real * number[5]]


def _shares(logits: Numbers) -> list[float]:
    """Softmax."""
    highest = max(logits)
    raised = [math.exp(logit - highest) for logit in logits]
    total = sum(raised)
    return [each / total for each in raised]


def _mean(*rows: Numbers) -> list[float]:
    return [sum(column) / len(rows) for column in zip(*rows, strict=True)]


def _best(odds: Numbers) -> int:
    return max(range(len(odds)), key=odds.__getitem__)
