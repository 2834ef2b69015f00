"""Photos of cards that were never taken: layouts on a table, a pinhole camera, lamps, lenses, hands, sleeves, worn cards.

`make_scene` returns a picture and, for each card, what of its corners can be seen. All chance comes from the generator that
is passed in, so that scenes to train with and scenes to test with differ by their seed and by nothing else.
Needs opencv, as a tool: no test of the suite makes scenes.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import cv2
import numpy as np

from tests.tools.photos.faces import Faces

KINDS = ("loose", "grid", "pile", "fan", "row", "ribbon", "layout")
SEEN = 0.93  # of a tab's number and shape, for it to count as readable
Rng = np.random.Generator


@dataclass
class Seen:
    """A tab in the picture: code, center, unit vector toward its number, height in pixels; `part` of it that is visible."""

    code: str
    center: tuple[float, float]
    up: tuple[float, float]
    height_px: float
    part: float


@dataclass
class Scene:
    pixels: np.ndarray  # BGR
    kind: str
    look: str
    cards: dict[str, list[tuple[float, float]]]  # the four corners of each card with a readable tab
    tabs: list[Seen] = field(default_factory=list)


def place(kind: str, rng: Rng, size: tuple[float, float], count: int | None = None) -> list[tuple[float, float, float]]:
    """Center and turn (mm, mm, radians) of each card, from the lowest to the topmost."""
    wide, high = size

    def turn(spread: float) -> float:
        return float(rng.normal(0, spread))

    if kind == "loose":
        n, spots = count or int(rng.integers(1, 9)), []
        for _ in range(400):
            x, y = rng.uniform(-1, 1, 2) * math.sqrt(n) * 62
            if all(math.hypot(x - a, y - b) > high * 0.95 for a, b, _ in spots) and len(spots) < n:
                spots.append((x, y, rng.uniform(0, 2 * math.pi)))
        return spots
    if kind in ("grid", "layout"):
        n = count or (125 if kind == "layout" else int(rng.integers(4, 31)))
        columns = math.ceil(math.sqrt(n * high / wide * rng.uniform(1.0, 1.5)))
        gap, flipped = rng.uniform(1, 10), rng.random() < 0.3
        return [
            (
                (i % columns) * (wide + gap) + turn(1), (i // columns) * (high + gap) + turn(1),
                turn(0.02) + (math.pi if flipped and rng.random() < 0.5 else 0),
            )
            for i in range(n)
        ]  # fmt: skip
    if kind == "pile":
        n, spread = count or int(rng.integers(3, 9)), rng.uniform(12, 40)
        return [(turn(spread), turn(spread), rng.uniform(0, 2 * math.pi)) for _ in range(n)]
    if kind == "fan":
        n, hold = count or int(rng.integers(4, 26)), rng.uniform(20, 130)
        step = math.radians(min(rng.uniform(4.2, 9), 150 / n))
        spots = []
        for i in range(n):
            angle = (i - (n - 1) / 2) * step + turn(0.012)
            radius = high / 2 + hold + turn(1.0)
            spots.append((radius * math.sin(angle), -radius * math.cos(angle), angle))
        return spots if rng.random() < 0.7 else spots[::-1]
    n = count or int(rng.integers(4, 14) if kind == "row" else rng.integers(12, 40))
    step = rng.uniform(10, 26) if kind == "row" else rng.uniform(9, 14)
    rows = 1 if kind == "row" else math.ceil(n / 14)
    each, sign = math.ceil(n / rows), 1 if rng.random() < 0.75 else -1
    return [
        (sign * (i % each) * step + turn(0.7), (i // each) * high * rng.uniform(1.02, 1.05) + turn(0.7), turn(0.015))
        for i in range(n)
    ]


def camera(
    rng: Rng, corners: np.ndarray, size_px: tuple[int, int], tilt: float, roll: float, fill: float
) -> np.ndarray:
    """A homography from millimeters on the table to pixels, so that all corners fill so much of the picture."""
    wide_px, high_px = size_px
    focal = rng.uniform(0.75, 1.1)
    middle = (corners.min(0) + corners.max(0)) / 2
    extent = float(np.linalg.norm(corners - middle, axis=1).max()) * 2
    along = rng.uniform(0, 2 * math.pi)
    axis = np.array([math.cos(along), math.sin(along), 0.0])
    tilted, _ = cv2.Rodrigues(axis * tilt)
    rolled, _ = cv2.Rodrigues(np.array([0, 0, roll]))
    turned = rolled @ tilted
    distance = extent * focal * 1.4
    matrix = np.column_stack([turned[:, 0], turned[:, 1], [0, 0, distance]])
    shift = np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1]], float)
    plain = np.diag([focal, focal, 1.0]) @ matrix @ shift
    seen = project(plain, corners)
    low, high = seen.min(0), seen.max(0)
    scale = fill * min(wide_px / (high[0] - low[0]), high_px / (high[1] - low[1]))
    move = np.array([wide_px, high_px]) / 2 - scale * (low + high) / 2 + rng.normal(0, 0.02, 2) * wide_px * (1 - fill)
    return np.array([[scale, 0, move[0]], [0, scale, move[1]], [0, 0, 1]]) @ plain


def project(matrix: np.ndarray, points: np.ndarray) -> np.ndarray:
    spread = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return spread[:, :2] / spread[:, 2:]


def make_scene(
    rng: Rng, faces: Faces, kind: str, size_px: tuple[int, int], count: int | None = None, hard: float = 1.0,
    tab_px: float | None = None,
) -> Scene:  # fmt: skip
    """One photo. `hard` scales blur, noise, glare and tilt; with `tab_px` tabs are about so high and the rest runs off the picture."""
    spots = place(kind, rng, faces.size_mm, count)
    chosen = rng.permutation(len(faces.codes))[: len(spots)]
    wide, high = faces.size_mm
    frame = np.array([(-wide / 2, -high / 2), (wide / 2, -high / 2), (wide / 2, high / 2), (-wide / 2, high / 2)])
    quads = [frame @ _turned(angle).T + (x, y) for x, y, angle in spots]
    tilt = abs(rng.normal(0, math.radians(17))) * hard
    if tab_px is None:
        roll = rng.choice([0, 0, 0.5, 1, 1.5]) * math.pi + rng.normal(0, 0.15)
    else:
        roll = rng.uniform(0, 2 * math.pi)
    table = camera(rng, np.concatenate(quads), size_px, min(tilt, 0.9), roll, rng.uniform(0.8, 0.97))
    if tab_px is not None:
        table = _zoomed(rng, table, quads, size_px, tab_px, faces)
    canvas = background(rng, size_px)
    owner = np.full(size_px[::-1], -1, np.int16)
    prints, sleeve = Printer(rng), rng.random() < 0.25
    matrices = []
    for i, (spot, which) in enumerate(zip(spots, chosen, strict=True)):
        matrix = table @ _placed(spot) @ _bent(rng, hard)
        matrices.append(matrix)
        _lay(rng, canvas, owner, i, prints.printed(rng, faces.pixels[which]), matrix, faces, sleeve)
    if rng.random() < (0.6 if kind in ("fan", "row") else 0.15):
        _hands(rng, canvas, owner, [project(m, frame + (wide / 2, high / 2)) for m in matrices])
    canvas = lens(rng, canvas, hard)
    scene = Scene(canvas, kind, faces.look, {})
    for i, which in enumerate(chosen):
        tabs = list(_tabs(faces, faces.codes[which], matrices[i], owner, i))
        scene.tabs += tabs
        if any(tab.part >= SEEN for tab in tabs):
            scene.cards[faces.codes[which]] = project(matrices[i], frame + (wide / 2, high / 2)).round(1).tolist()
    return scene


def _turned(angle: float) -> np.ndarray:
    return np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])


def _placed(spot: tuple[float, float, float]) -> np.ndarray:
    matrix = np.eye(3)
    matrix[:2, :2], matrix[:2, 2] = _turned(spot[2]), spot[:2]
    return matrix


def _bent(rng: Rng, hard: float) -> np.ndarray:
    """A card lies not quite flat: a little perspective of its own."""
    matrix = np.eye(3)
    matrix[2, :2] = rng.normal(0, 0.00022 * hard, 2)
    return matrix


def _zoomed(
    rng: Rng, table: np.ndarray, quads: list, size_px: tuple[int, int], tab_px: float, faces: Faces
) -> np.ndarray:
    quad = project(table, quads[int(rng.integers(len(quads)))])
    now = np.linalg.norm(quad[3] - quad[0]) / faces.size_mm[1] * box_of(faces)[3]
    scale = tab_px / max(now, 1e-3)
    center = quad.mean(0) * scale
    move = np.array(size_px) * rng.uniform(0.3, 0.7, 2) - center
    return np.array([[scale, 0, move[0]], [0, scale, move[1]], [0, 0, 1]]) @ table


def box_of(faces: Faces) -> tuple[float, float, float, float]:
    """Left, top, width, height of the corner's number, shape and letter in millimeters; alike for tabs and floods."""
    tab = faces.tab_mm
    return 1.65, 1.65, tab.left + tab.width - 1.65, tab.top + tab.height - 1.65


def _tabs(faces: Faces, code: str, matrix: np.ndarray, owner: np.ndarray, index: int):
    wide, high = faces.size_mm
    left, top, tab_wide, tab_high = box_of(faces)
    xs = np.linspace(left + 0.1 * tab_wide, left + 0.9 * tab_wide, 5)
    ys = np.linspace(top + 0.03 * tab_high, top + 0.84 * tab_high, 12)
    grid = np.array([(x, y) for x in xs for y in ys])
    for mirrored in (False, True):
        for turned in (False, True):
            shift = np.array([wide - 2 * left - tab_wide if mirrored else 0.0, 0.0])
            ends = np.array([(left + tab_wide / 2, top), (left + tab_wide / 2, top + tab_high)]) + shift
            points = grid + shift
            if turned:
                ends, points = (np.array([wide, high]) - each for each in (ends, points))
            upper, lower = project(matrix, ends)
            where = project(matrix, points).round().astype(int)
            inside = (where >= 0).all(1) & (where[:, 0] < owner.shape[1]) & (where[:, 1] < owner.shape[0])
            seen = owner[where[inside, 1], where[inside, 0]] == index
            height = float(np.linalg.norm(upper - lower))
            up = tuple((upper - lower) / max(height, 1e-6))
            yield Seen(code, tuple((upper + lower) / 2), up, height, seen.sum() / len(grid))


class Printer:
    """How a scene's cards came out: inks, gain, paper, and how they are cut."""

    def __init__(self, rng: Rng) -> None:
        home = rng.random() < 0.7
        self.mix = np.eye(3) + rng.normal(0, 0.05 if home else 0.02, (3, 3))
        self.gamma = rng.uniform(0.75, 1.25)
        self.black = rng.uniform(0, 0.22 if home else 0.08)
        self.paper = np.array([1, 1, 1]) - np.abs(rng.normal(0, 0.035, 3))
        self.gain_px = rng.uniform(0, 0.9 if home else 0.3)
        self.bands = rng.uniform(0, 0.04) if home and rng.random() < 0.4 else 0.0
        self.round = rng.random() < 0.6
        self.miscut_px = rng.uniform(0, 5) if home else 1
        self.worn = rng.uniform(0, 1) if rng.random() < 0.3 else 0.0

    def printed(self, rng: Rng, face: np.ndarray) -> np.ndarray:
        """A face as BGRA in float, 0 to 1."""
        inked = (face[:, :, ::-1] / 255.0).astype(np.float32) @ self.mix.astype(np.float32)
        colors = np.clip(inked, 0, 1) ** self.gamma
        colors = (self.black + (1 - self.black) * colors) * self.paper.astype(np.float32)
        if self.gain_px > 0.2:
            colors = cv2.GaussianBlur(colors, (0, 0), self.gain_px)
        if self.bands:
            rows = np.sin(np.arange(face.shape[0]) / rng.uniform(2, 9)) * self.bands
            colors = colors + rows[:, None, None].astype(np.float32)
        dx, dy = rng.normal(0, self.miscut_px / 3, 2)
        if abs(dx) + abs(dy) > 1:
            moved = np.array([[1, 0, dx], [0, 1, dy]])
            colors = cv2.warpAffine(colors, moved, face.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
        mask = np.zeros(face.shape[:2], np.float32)
        radius = int(3 * face.shape[1] / 63) if self.round else 1
        high, wide = mask.shape
        cv2.rectangle(mask, (radius, 0), (wide - 1 - radius, high - 1), 1, -1)
        cv2.rectangle(mask, (0, radius), (wide - 1, high - 1 - radius), 1, -1)
        for x in (radius, wide - 1 - radius):
            for y in (radius, high - 1 - radius):
                cv2.circle(mask, (x, y), radius, 1, -1)
        if self.worn:
            for _ in range(int(self.worn * 25)):
                x, y = int(rng.integers(wide)), int(rng.choice([0, high - 1]) + rng.normal(0, 3))
                if rng.random() < 0.5:
                    x, y = int(rng.choice([0, wide - 1]) + rng.normal(0, 3)), int(rng.integers(high))
                cv2.circle(colors, (x, y), int(rng.integers(1, 5)), (0.85, 0.9, 0.92), -1)
        return np.dstack([colors, mask])


def _lay(rng, canvas, owner, index, card, matrix, faces: Faces, sleeve: bool) -> None:
    """Paints a card onto the picture, with its shadow and edge, and notes which pixels are its."""
    high, wide = card.shape[:2]
    per_mm = faces.px_per_mm
    to_picture = matrix @ np.diag([1 / per_mm, 1 / per_mm, 1])
    quad = project(to_picture, np.array([(0, 0), (wide, 0), (wide, high), (0, high)], float))
    shrink = math.sqrt(abs(cv2.contourArea(quad.astype(np.float32))) / (wide * high))
    pad = 12
    low = np.floor(quad.min(0)).astype(int) - pad
    top = np.ceil(quad.max(0)).astype(int) + pad
    low, top = np.maximum(low, 0), np.minimum(top, (canvas.shape[1], canvas.shape[0]))
    if (top - low < 2).any() or (top - low > 20_000).any():
        return
    while shrink < 0.55 and min(wide, high) > 24:
        card = cv2.resize(card, (wide // 2, high // 2), interpolation=cv2.INTER_AREA)
        to_picture = to_picture @ np.diag([wide / (wide // 2), high / (high // 2), 1])
        high, wide, shrink = high // 2, wide // 2, shrink * 2
    move = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1]], float)
    size = tuple((top - low).tolist())
    painted = cv2.warpPerspective(card, move @ to_picture, size, flags=cv2.INTER_LINEAR)
    alpha = painted[:, :, 3:]
    part = canvas[low[1] : top[1], low[0] : top[0]]
    reach = max(0.6, 0.012 * np.linalg.norm(quad[1] - quad[0]))
    shade = cv2.GaussianBlur(alpha[:, :, 0], (0, 0), reach)
    shade = np.roll(shade, (round(reach * rng.uniform(-1, 1.5)), round(reach * rng.uniform(-1, 1.5))), (0, 1))
    part *= 1 - rng.uniform(0.15, 0.6) * shade[:, :, None] * (1 - alpha)
    colors = painted[:, :, :3] / np.maximum(alpha, 1e-3) * rng.uniform(0.94, 1.0)
    edge = alpha - cv2.erode(alpha[:, :, 0], np.ones((3, 3)))[:, :, None]
    colors = colors * (1 - edge * rng.uniform(0, 0.3))
    if sleeve:
        colors = colors * rng.uniform(0.86, 0.97) + rng.uniform(0.0, 0.09)
        if rng.random() < 0.35:
            shine = np.zeros(alpha.shape[:2], np.float32)
            x, y = rng.uniform(0, size[0]), rng.uniform(0, size[1])
            angle, length = rng.uniform(0, math.pi), rng.uniform(0.1, 0.7) * max(size)
            ends = [(x + s * length * math.cos(angle), y + s * length * math.sin(angle)) for s in (-1, 1)]
            _line(shine, *ends, 1.0, rng.uniform(0.01, 0.08) * max(size))
            shine = cv2.GaussianBlur(shine, (0, 0), max(1, 0.02 * max(size)))
            colors = colors + shine[:, :, None] * rng.uniform(0.1, 0.8)
    part[:] = part * (1 - alpha) + colors * alpha
    owner[low[1] : top[1], low[0] : top[0]][alpha[:, :, 0] > 0.5] = index


def _hands(rng, canvas, owner, quads) -> None:
    """Fingers and a thumb from the foot of some card."""
    quad = quads[int(rng.integers(len(quads)))]
    skin = np.array([(0.5, 0.62, 0.85), (0.35, 0.47, 0.72), (0.2, 0.3, 0.5), (0.6, 0.7, 0.92)][int(rng.integers(4))])
    thick = np.linalg.norm(quad[1] - quad[0]) * rng.uniform(0.2, 0.32)
    foot, up = (quad[2] + quad[3]) / 2, (quad[0] - quad[3])
    for _ in range(int(rng.integers(1, 4))):
        start = foot - up * rng.uniform(0.3, 0.8) + rng.normal(0, thick, 2)
        end = foot + up * rng.uniform(-0.05, 0.35) + rng.normal(0, thick * 1.5, 2)
        mask = np.zeros(owner.shape, np.float32)
        _line(mask, start, end, 1.0, max(2, thick))
        mask = cv2.GaussianBlur(mask, (0, 0), max(1, thick * 0.05))
        shade = cv2.GaussianBlur(mask, (0, 0), max(1.5, thick * 0.3))
        tone = skin * (0.75 + 0.35 * shade[:, :, None])
        canvas[:] = canvas * (1 - 0.35 * shade[:, :, None])
        canvas[:] = canvas * (1 - mask[:, :, None]) + tone * mask[:, :, None]
        owner[mask > 0.3] = -2


def _field(rng: Rng, size_px: tuple[int, int], cells: float) -> np.ndarray:
    """A smooth field of chance from 0 to 1 with about so many hills across."""
    wide, high = size_px
    across = max(2, round(cells))
    small = rng.random((max(2, round(across * high / wide)), across)).astype(np.float32)
    return cv2.resize(small, size_px, interpolation=cv2.INTER_CUBIC)


def background(rng: Rng, size_px: tuple[int, int]) -> np.ndarray:
    """A table: wood, cloth, stone, a plain board, print, or clutter, with things that are no cards of ours."""
    wide, high = size_px
    base = np.array(
        [(0.25, 0.42, 0.6), (0.5, 0.65, 0.78), (0.12, 0.2, 0.32), (0.85, 0.88, 0.9), (0.2, 0.45, 0.15), (0.3, 0.25, 0.22),
         (0.6, 0.3, 0.2), (0.15, 0.15, 0.6), (0.5, 0.5, 0.5), (0.95, 0.95, 0.95), (0.06, 0.06, 0.07)]
    )[int(rng.integers(11))]  # fmt: skip
    base = np.clip(base + rng.normal(0, 0.05, 3), 0.02, 1)
    canvas = np.ones((high, wide, 3), np.float32) * base.astype(np.float32)
    kind = rng.choice(["wood", "cloth", "stone", "plain", "print"])
    if kind == "wood":
        grain = _field(rng, (wide, high), 3) * rng.uniform(10, 60) + np.linspace(0, rng.uniform(5, 60), high)[:, None]
        light = 1 + 0.14 * np.sin(grain) + 0.1 * (_field(rng, (wide, high), 200) - 0.5)
        canvas *= light[:, :, None].astype(np.float32)
        for y in np.arange(rng.uniform(0, high / 3), high, rng.uniform(high / 6, high)):
            _line(canvas, (0, y), (wide, y + rng.normal(0, 3)), tuple((base * 0.4).tolist()), wide / 400)
        if rng.random() < 0.5:
            canvas = np.ascontiguousarray(cv2.resize(canvas.transpose(1, 0, 2), (wide, high)))
    elif kind == "cloth":
        x, y = np.meshgrid(np.arange(wide), np.arange(high))
        pitch = rng.uniform(2, 12)
        weave = np.sin(x * 2 * math.pi / pitch) * np.sin(y * 2 * math.pi / pitch)
        light = 1 + rng.uniform(0.02, 0.2) * weave + 0.15 * (rng.random((high, wide)) - 0.5)
        canvas *= light[:, :, None].astype(np.float32)
        if rng.random() < 0.4:
            canvas[:, (np.arange(wide) // int(rng.integers(20, 90))) % 2 == 0] *= rng.uniform(0.5, 0.9)
    elif kind == "stone":
        canvas *= (0.75 + 0.5 * _field(rng, (wide, high), 8) * _field(rng, (wide, high), 60))[:, :, None]
    elif kind == "print":
        for _ in range(int(rng.integers(10, 120))):
            words = "".join(rng.choice(list("ABCGHRST1234?KYW 0567890"), int(rng.integers(1, 12))))
            spot = (int(rng.uniform(-50, wide)), int(rng.uniform(0, high)))
            font, scale, color = int(rng.integers(0, 8)), rng.uniform(0.3, 2.5), rng.uniform(0, 1, 3)
            _write(canvas, words, spot, font, scale, color, int(rng.integers(1, 5)))
    for _ in range(int(rng.integers(0, 7)) if rng.random() < 0.5 else 0):
        _thing(rng, canvas)
    return canvas


def _line(canvas: np.ndarray, start, end, color, thick: float, kind: int = cv2.LINE_8) -> None:
    """A line from pixel to pixel, at least one pixel thick."""
    ends = [tuple(int(value) for value in point) for point in (start, end)]
    cv2.line(canvas, *ends, color, max(1, int(thick)), kind)


def _write(canvas: np.ndarray, words: str, spot: tuple[int, int], font: int, scale: float, color, thick: int) -> None:
    mask = np.zeros(canvas.shape[:2], np.uint8)
    cv2.putText(mask, words, spot, font, scale, 255, thick, cv2.LINE_AA)
    share = mask[:, :, None].astype(np.float32) / 255
    canvas[:] = canvas * (1 - share) + np.array(color, np.float32) * share


def _thing(rng: Rng, canvas: np.ndarray) -> None:
    """Something else that lies on a table: a coin, a pencil, a note, or a card of another game."""
    high, wide = canvas.shape[:2]
    x, y, size = rng.uniform(0, wide), rng.uniform(0, high), rng.uniform(0.04, 0.25) * wide
    color, other = (tuple(rng.uniform(0, 1, 3).tolist()) for _ in range(2))
    kind = rng.integers(4)
    if kind == 0:
        cv2.circle(canvas, (int(x), int(y)), int(size / 3), color, -1, cv2.LINE_AA)
        cv2.circle(canvas, (int(x), int(y)), int(size / 4), other, max(1, int(size / 30)), cv2.LINE_AA)
    elif kind == 1:
        angle = rng.uniform(0, math.pi)
        end = x + size * 2 * math.cos(angle), y + size * 2 * math.sin(angle)
        _line(canvas, (x, y), end, color, size / 9, cv2.LINE_AA)
    else:
        _other_card(rng, canvas, x, y, size)


def _other_card(rng: Rng, canvas: np.ndarray, x: float, y: float, size: float) -> None:
    """A playing card of another maker: a number over a sign, upright in two corners and turned in two, and pips."""
    wide, high = 160, 224
    red, ink = rng.random() < 0.5, rng.random() < 0.3
    ground = tuple(rng.uniform(0, 1, 3).tolist()) if ink else (0.97, 0.97, 0.97)
    pen = tuple(rng.uniform(0, 1, 3).tolist()) if ink else ((0.1, 0.1, 0.8) if red else (0.05, 0.05, 0.05))
    card = np.ones((high, wide, 3), np.float32) * np.array(ground, np.float32)
    number = str(rng.choice(list("A234567890JQK?+")))
    font, scale = int(rng.integers(0, 5)), rng.uniform(0.7, 1.5)
    _write(card, number, (8, int(12 + 22 * scale)), font, scale, pen, int(rng.integers(1, 5)))
    center = (8 + int(10 * scale), int(26 + 36 * scale))
    for spot, radius in ((center, 8 * scale), ((wide // 2, high // 2), 30)):
        shape = rng.integers(3)
        if shape == 0:
            cv2.circle(card, spot, int(radius), pen, -1, cv2.LINE_AA)
        else:
            turns = np.linspace(0, 2 * math.pi, 5 if shape == 1 else 4)[:-1] - math.pi / 2
            corners = np.array(spot) + radius * np.column_stack([np.cos(turns), np.sin(turns)])
            cv2.fillPoly(card, [corners.astype(np.int32)], pen, cv2.LINE_AA)
    card[high // 2 :] = card[: high // 2][::-1, ::-1]
    angle, k = rng.uniform(0, 2 * math.pi), size / wide
    matrix = np.array([[k * math.cos(angle), -k * math.sin(angle), x], [k * math.sin(angle), k * math.cos(angle), y]])
    mask = cv2.warpAffine(np.ones((high, wide), np.float32), matrix, canvas.shape[1::-1])[:, :, None]
    canvas[:] = canvas * (1 - mask) + cv2.warpAffine(card, matrix, canvas.shape[1::-1], flags=cv2.INTER_AREA) * mask


def lens(rng: Rng, canvas: np.ndarray, hard: float) -> np.ndarray:
    """Light, shadow, glare, blur, noise, sharpening and compression of a phone; 8 bits a channel."""
    high, wide = canvas.shape[:2]
    size = (wide, high)
    warm = rng.normal(0, 0.13 * hard)
    light = np.array([1 - warm, 1 + rng.normal(0, 0.03), 1 + warm], np.float32) * rng.uniform(0.55, 1.15)
    canvas = canvas * light * (1 - rng.uniform(0, 0.5) * hard * _field(rng, size, 2))[:, :, None]
    if rng.random() < 0.45 * hard:  # of a hand, a head, a phone
        mask = np.zeros((high, wide), np.float32)
        corners = rng.uniform(-0.3, 1.3, (int(rng.integers(3, 6)), 2)) * size
        cv2.fillPoly(mask, [cv2.convexHull(corners.astype(np.int32))], 1.0)
        soft = cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.003, 0.06) * wide + 0.5)
        canvas = canvas * (1 - rng.uniform(0.15, 0.6) * soft)[:, :, None]
    if rng.random() < 0.3 * hard:  # a lamp in a glossy face
        for _ in range(int(rng.integers(1, 3))):
            mask = np.zeros((high, wide), np.float32)
            axes = (rng.uniform(0.02, 0.15, 2) * wide).astype(int) + 1
            center = int(rng.uniform(0, wide)), int(rng.uniform(0, high))
            cv2.ellipse(mask, center, tuple(axes.tolist()), rng.uniform(0, 180), 0, 360, 1.0, -1)
            canvas = canvas + (cv2.GaussianBlur(mask, (0, 0), float(axes.min())) * rng.uniform(0.1, 0.7))[:, :, None]
    blur_px = abs(rng.normal(0, 0.55)) * hard + 0.25
    canvas = cv2.GaussianBlur(canvas, (0, 0), blur_px)
    if rng.random() < 0.2 * hard:
        length = int(rng.integers(2, 5))
        kernel = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
        angle = rng.uniform(0, math.pi)
        step = np.array([math.cos(angle), math.sin(angle)]) * length / 2
        _line(kernel, (length - step).round(), (length + step).round(), 1.0, 1)
        canvas = cv2.filter2D(canvas, -1, kernel / kernel.sum())
    noise = rng.uniform(0.003, 0.035) * hard
    grain = rng.normal(0, 1, canvas.shape).astype(np.float32)
    if rng.random() < 0.5:
        grain = cv2.GaussianBlur(grain, (0, 0), 0.7) * 2
    canvas = canvas + grain * noise * np.sqrt(np.maximum(canvas, 0.02))
    if rng.random() < 0.6:
        soft = cv2.GaussianBlur(canvas, (0, 0), 1.2)
        canvas = canvas + (canvas - soft) * rng.uniform(0.2, 1.0)
    curve = rng.uniform(0.8, 1.25)
    out = (np.clip(canvas, 0, 1) ** curve * 255).astype(np.uint8)
    quality = int(rng.integers(50, 96))
    return cv2.imdecode(cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR)
