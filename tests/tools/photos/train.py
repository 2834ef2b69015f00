"""Learn the weights of `tt-print scan` from made photos: `python -m tests.tools.photos.train WORK [MINUTES]`; needs torch and opencv.

The steps, each of which keeps its result in the folder WORK: make scenes; train the network that finds marks; train both that read
them on marks as they are and as the first network finds them, with what it finds by mistake; write `templates/scan/weights.npz`.
The weights in the repository took about 4,800 scenes and an hour on two cores. Seeds below 1,000 are for training only.
"""

from __future__ import annotations

import math
import pickle
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from tests.tools.photos.faces import LOOKS, SIZES_MM, read_faces
from tests.tools.photos.scenes import KINDS, Seen, make_scene
from tt_print.play.scan import marks as M
from tt_print.play.scan.pixels import cut_patch, halve, peaks_of

SCENES, SIZE_PX, WINDOW_PX = 4800, 512, 256
SHARES = (0.2, 0.1, 0.15, 0.25, 0.12, 0.12, 0.06)  # of the kinds of scenes
READABLE, HIDDEN = {"corner": 0.93, "middle": 0.85}, {"corner": 0.6, "middle": 0.4}  # visible parts
CHANNELS = 24
OUTPUT = Path(__file__).parents[3] / "templates" / "scan" / "weights.npz"
NUMBERS, SHAPES, COLORS = "1234?J", "CHTSB", "RYGBK"


class Example(NamedTuple):
    pixels: np.ndarray
    marks: dict[str, list[Seen]]


class Finder(nn.Module):
    """Six layers at a quarter of the picture's size; `network.find_in` runs the same."""

    def __init__(self) -> None:
        super().__init__()
        same = [(CHANNELS, CHANNELS, 1, dilation) for dilation in (1, 2, 4, 1)]
        sides = [(3, 12, 2, 1), (12, CHANNELS, 2, 1), *same]
        self.layers = nn.ModuleList(nn.Conv2d(a, b, 3, stride, dilation, dilation) for a, b, stride, dilation in sides)
        self.norms = nn.ModuleList(nn.BatchNorm2d(b) for _, b, _, _ in sides)
        self.head = nn.Conv2d(CHANNELS, 12, 1)

    def forward(self, x):
        for k, (layer, norm) in enumerate(zip(self.layers, self.norms, strict=True)):
            y = F.relu(norm(layer(x)))
            x = x + y if k > 2 else y
        return self.head(x)


class Reader(nn.Module):
    """Four layers and a dense one; `network.read_patches` runs the same."""

    def __init__(self, kind: M.MarkKind) -> None:
        super().__init__()
        sides = ((3, 16), (16, 32), (32, 64), (64, 64))
        self.layers = nn.ModuleList(nn.Conv2d(a, b, 3, 1, 1) for a, b in sides)
        self.norms = nn.ModuleList(nn.BatchNorm2d(b) for _, b in sides)
        self.dense = nn.Linear(64 * (kind.patch[0] // 8) * (kind.patch[1] // 8), 96)
        self.drop, self.head = nn.Dropout(0.2), nn.Linear(96, 17)

    def forward(self, x):
        for k, (layer, norm) in enumerate(zip(self.layers, self.norms, strict=True)):
            x = F.relu(norm(layer(x)))
            x = F.max_pool2d(x, 2) if k < 3 else x
        return self.head(self.drop(F.relu(self.dense(x.flatten(1)))))


# ---------------------------------------------------------------- examples


def make_examples(work: Path, count: int) -> list[Example]:
    rng, examples = np.random.default_rng(11), []
    looks = [(theme, ink, size) for theme, ink in LOOKS for size in SIZES_MM]
    weights = np.array([4 if size == "standard" else 1.0 for _, _, size in looks])
    for number in range(count):
        path = work / f"{number}.pkl"
        look = looks[rng.choice(len(looks), p=weights / weights.sum())]
        seed = int(rng.integers(2**31))
        if path.exists():
            examples.append(pickle.loads(path.read_bytes()))
            continue
        own = np.random.default_rng(seed)
        tab_px = float(np.exp(own.uniform(np.log(22), np.log(130))))
        kind = own.choice(KINDS, p=SHARES)
        count, hard = 40 if kind == "layout" else None, own.uniform(0.3, 1.3)
        scene = make_scene(own, read_faces(*look), kind, (SIZE_PX, SIZE_PX), count, hard, tab_px)
        examples.append(Example(scene.pixels, {"corner": scene.tabs, "middle": middles(scene.tabs)}))
        path.write_bytes(pickle.dumps(examples[-1]))
    return examples


def middles(tabs: Sequence[Seen]) -> list[Seen]:
    """The middle of each card, from its four tabs in the order of `scenes`: upper left, lower right, upper right, lower left."""
    cards = []
    for first in range(0, len(tabs) - 3, 4):
        upper_left, lower_right, upper_right, lower_left = (np.array(tab.center) for tab in tabs[first : first + 4])
        across, down = lower_right - upper_left, lower_left - upper_right
        if abs(slope := across[0] * down[1] - across[1] * down[0]) < 1e-6:
            continue
        gap = upper_right - upper_left
        center = upper_left + across * (gap[0] * down[1] - gap[1] * down[0]) / slope
        width = (np.linalg.norm(gap) + np.linalg.norm(lower_right - lower_left)) / 2
        up = (upper_left + upper_right - lower_left - lower_right) / 2
        high = np.linalg.norm(up) / 2 * 1.42
        up, right = (each / max(np.linalg.norm(each), 1e-6) for each in (up, gap + lower_right - lower_left))
        signs = ((-1, 1), (1, 1), (1, -1), (-1, -1))
        outline = np.array([center + right * a * width * 0.59 + up * b * high for a, b in signs], np.float32)
        cards.append((tabs[first].code, center, up, right, float(width), outline))
    found = []
    steps = (-0.36, -0.18, 0.0, 0.18, 0.36)
    for k, (code, center, up, right, width, _) in enumerate(cards):
        points = [center + right * a * width + up * b * width for a in steps for b in steps]
        covers = [card[5] for card in cards[k + 1 :] if np.abs(card[1] - center).max() < 3 * width]
        free = sum(
            all(cv2.pointPolygonTest(cover, tuple(map(float, point)), False) < 0 for cover in covers)
            for point in points
        )
        found.append(Seen(code, tuple(center), tuple(up), width, free / len(points)))
    return found


def scaled(example: Example, scale: float, kind: str) -> tuple[np.ndarray, list[Seen]]:
    pixels = cv2.resize(example.pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return pixels, [
        Seen(one.code, tuple((c + 0.5) * scale - 0.5 for c in one.center), one.up, one.height_px * scale, one.part)
        for one in example.marks[kind]
    ]


def labels(code: str) -> tuple[int, int, int]:
    return (5, -1, -1) if code[0] == "J" else (NUMBERS.index(code[2]), SHAPES.index(code[1]), COLORS.index(code[0]))


NOTHING = (-1, -1, -1, 0)


# ---------------------------------------------------------------- finding


def window(rng, example: Example):
    """A part of a scene at a size at which a mark can be found, and what the network should say of each cell."""
    good = [one for one in example.marks["corner"] if one.part >= READABLE["corner"]]
    scale, middle = 1.0, np.array([SIZE_PX / 2, SIZE_PX / 2])
    if good:
        one = good[rng.integers(len(good))]
        scale = min(1.6, math.exp(rng.uniform(math.log(14), math.log(42))) / one.height_px)
        middle = np.array(one.center)
    move = WINDOW_PX / 2 - middle * scale + rng.uniform(-0.42, 0.42, 2) * WINDOW_PX
    source, step = example.pixels, scale
    if scale <= 0.6:
        source, step = cv2.resize(source, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), 1.0
    matrix = np.array([[step, 0, move[0]], [0, step, move[1]]])
    pixels = cv2.warpAffine(source, matrix, (WINDOW_PX, WINDOW_PX), borderMode=cv2.BORDER_REFLECT_101)
    targets = [t for kind in (M.CORNER, M.MIDDLE) for t in cells(example.marks[kind.name], kind, scale, move)]
    return pixels[:, :, ::-1].astype(np.float32).transpose(2, 0, 1) / 255 - 0.5, *targets


def cells(marks: Sequence[Seen], kind: M.MarkKind, scale: float, move: np.ndarray):
    """Heat, the five values of a pose, where these count, and where nothing counts, for each cell of a window."""
    side = WINDOW_PX // M.CELL_PX
    heat, pose, weight, ignored = (
        np.zeros(shape, np.float32) for shape in ((side, side), (5, side, side), (side, side), (side, side))
    )
    rows, columns = np.mgrid[:side, :side]
    for one in marks:
        x, y = (np.array(one.center) * scale + move + 0.5) / M.CELL_PX - 0.5
        size = one.height_px * scale
        away = (columns - x) ** 2 + (rows - y) ** 2
        if one.part < READABLE[kind.name] or not 1.2 * kind.least_px <= size <= kind.most_px:
            if one.part > HIDDEN[kind.name] or size < 1.2 * kind.least_px:
                ignored = np.maximum(ignored, away < (max(size, 8) / M.CELL_PX * 0.35) ** 2)
            continue
        heat = np.maximum(heat, np.exp(-away / (2 * 0.75**2)))
        near = away < 1.3
        closer = near & (np.exp(-away) > weight)
        weight[closer] = np.exp(-away)[closer]
        values = (one.up[0], one.up[1], math.log(size / kind.usual_px), x - columns, y - rows)
        for channel, value in enumerate(values):
            pose[channel][closer] = value if np.isscalar(value) else value[closer]
        if 0 <= round(x) < side and 0 <= round(y) < side:
            heat[round(y), round(x)] = 1
    return heat.astype(np.float32), pose, weight, ignored.astype(np.float32)


def train_finder(examples: Sequence[Example], minutes: float) -> Finder:
    rng, net = np.random.default_rng(1), Finder()
    for _ in steps_of(net, minutes, 2e-3):
        batch = [window(rng, examples[rng.integers(len(examples))]) for _ in range(12)]
        pixels, *targets = (torch.from_numpy(np.stack(each).astype(np.float32)) for each in zip(*batch, strict=True))
        said, loss = net(pixels), torch.zeros(())
        for k in (0, 1):
            heat, pose, weight, ignored = targets[4 * k : 4 * k + 4]
            p, true = torch.sigmoid(said[:, 6 * k]).clamp(1e-4, 1 - 1e-4), (heat > 0.999).float()
            wrong = (1 - true) * (1 - heat) ** 4 * p**2 * (1 - p).log() * (1 - ignored)
            loss = loss - (true * (1 - p) ** 2 * p.log() + wrong).sum() / true.sum().clamp(1)
            apart = ((said[:, 6 * k + 1 : 6 * k + 6] - pose).abs() * weight[:, None]).sum((0, 2, 3))
            loss = loss + (apart / weight.sum().clamp(1) * torch.tensor([1, 1, 2, 1, 1])).sum()
        yield_loss(net, loss)
    return net


# ---------------------------------------------------------------- reading


def patches_of(rng, example: Example, kind: M.MarkKind):
    """Patches with labels: marks a little moved, the same turned or covered, and places where nothing is."""
    pixels, marks = scaled(example, rng.uniform(0.4, 0.95) if rng.random() < 0.4 else 1.0, kind.name)
    levels = halve(pixels[:, :, ::-1].astype(np.float32) / 255)
    inside = [
        one
        for one in marks
        if all(0 <= c < side for c, side in zip(one.center, pixels.shape[1::-1], strict=True))
        and one.height_px > kind.least_px
    ]
    for one in inside:
        turn, (x, y) = rng.normal(0, math.radians(5)), one.up
        up = np.array([x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)])
        place = np.array(one.center) + rng.normal(0, 0.035, 2) * one.height_px
        size = one.height_px * math.exp(rng.normal(0, 0.06))
        if one.part >= READABLE[kind.name]:
            yield cut(levels, kind, [*place, *up, size]), (*labels(one.code), 1)
            if rng.random() < 0.2:
                moved = place + rng.choice([-1, 1]) * up * size * rng.uniform(0.3, 0.7)
                pose = [*moved, *up, size] if rng.random() < 0.5 else [*place, *-up, size]
                yield cut(levels, kind, pose), NOTHING
        elif one.part < HIDDEN[kind.name]:
            yield cut(levels, kind, [*place, *up, size]), NOTHING
    for _ in range(2):
        angle, place = rng.uniform(0, 2 * math.pi), rng.uniform(0, min(pixels.shape[:2]), 2)
        size = math.exp(rng.uniform(math.log(20), math.log(200)))
        if all(math.hypot(*(np.array(one.center) - place)) > 0.35 * one.height_px for one in inside):
            yield cut(levels, kind, [*place, math.cos(angle), math.sin(angle), size]), NOTHING


def cut(levels, kind: M.MarkKind, pose: Sequence[float]) -> np.ndarray:
    """The patch of a mark at a pose: center, direction to the top, size."""
    return cut_patch(levels, *kind.patch, [*pose[:4], pose[4] * kind.span / kind.patch[0]])


def found_patches(rng, examples: Sequence[Example], kind: M.MarkKind, net: Finder):
    """Patches where the finder finds something, labeled by what is there."""
    part = 6 * (kind is M.MIDDLE)
    for example in examples:
        pixels, marks = scaled(example, 1.0 if rng.random() < 0.6 else rng.uniform(0.5, 1), kind.name)
        levels, finds = halve(pixels[:, :, ::-1].astype(np.float32) / 255), []
        for scale, level in levels:
            seen = torch.from_numpy(level.transpose(2, 0, 1)[None] - np.float32(0.5))
            with torch.no_grad():
                said = net.eval()(seen)[0].numpy().transpose(1, 2, 0)
            peaks = peaks_of(said[:, :, part : part + 6], math.log(M.FOUND / (1 - M.FOUND)))
            finds += M.finds_in([[scale, *peak] for peak in peaks], kind)
        for _, pose, _ in M.without_doubles(finds):
            near = [one for one in marks if math.hypot(*(np.array(one.center) - pose[:2])) < 0.3 * one.height_px]
            same = [one for one in near if np.dot(one.up, pose[2:4]) > 0.85 and 0.7 < pose[4] / one.height_px < 1.4]
            if same and same[0].part >= READABLE[kind.name]:
                yield cut(levels, kind, pose), (*labels(same[0].code), 1)
            elif not any(one.part >= HIDDEN[kind.name] for one in near):
                yield cut(levels, kind, pose), NOTHING


def train_reader(examples: Sequence[Example], kind: M.MarkKind, finder: Finder, minutes: float) -> Reader:
    rng, net = np.random.default_rng(2), Reader(kind)
    mined = list(found_patches(rng, examples[: len(examples) // 3], kind, finder))
    for _ in steps_of(net, minutes, 2e-3):
        rows = [mined[i] for i in rng.integers(len(mined), size=120)]
        while len(rows) < 200:
            rows += patches_of(rng, examples[rng.integers(len(examples))], kind)
        x = torch.from_numpy(np.stack([row[0] for row in rows]).transpose(0, 3, 1, 2).astype(np.float32))
        bright, tint = ((len(rows), channels, 1, 1) for channels in (1, 3))
        x = x * torch.empty(bright).uniform_(0.8, 1.2) + torch.empty(tint).uniform_(-0.06, 0.06)
        truth, said = torch.tensor([row[1] for row in rows]), net(x)
        loss = F.binary_cross_entropy_with_logits(said[:, 16], truth[:, 3].float())
        for a, b, k in ((0, 6, 0), (6, 11, 1), (11, 16, 2)):
            known = truth[:, k] >= 0
            loss = loss + (F.cross_entropy(said[known][:, a:b], truth[known, k]) if known.any() else 0)
        yield_loss(net, loss)
    return net


def steps_of(net: nn.Module, minutes: float, rate: float):
    """Steps for so long, with a rate that falls along a cosine."""
    net.optimizer, began, step = torch.optim.AdamW(net.parameters(), rate, weight_decay=5e-4), time.monotonic(), 0
    while (part := (time.monotonic() - began) / (60 * minutes)) < 1:
        net.train()
        for group in net.optimizer.param_groups:
            group["lr"] = rate * min(1, (step + 1) / 100) * (0.5 + 0.5 * math.cos(math.pi * part) + 0.01)
        yield step
        step += 1


def yield_loss(net: nn.Module, loss) -> None:
    net.optimizer.zero_grad()
    loss.backward()
    net.optimizer.step()


# ---------------------------------------------------------------- weights


def folded(layer: nn.Conv2d, norm: nn.BatchNorm2d) -> tuple[np.ndarray, np.ndarray]:
    """A layer with its normalization as (9 * channels, outputs) and a bias."""
    gain = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    weights = (layer.weight * gain[:, None, None, None]).permute(2, 3, 1, 0).reshape(-1, layer.out_channels)
    return weights.detach().numpy(), ((layer.bias - norm.running_mean) * gain + norm.bias).detach().numpy()


def write_weights(finder: Finder, readers: dict[str, Reader]) -> None:
    out = {
        "find.head.w": finder.head.weight[:, :, 0, 0].T.detach().numpy(),
        "find.head.b": finder.head.bias.detach().numpy(),
    }
    for name, net in {"find": finder, **readers}.items():
        for k, (layer, norm) in enumerate(zip(net.layers, net.norms, strict=True), 1):
            out[f"{name}.{k}.w"], out[f"{name}.{k}.b"] = folded(layer, norm)
    for kind in (M.CORNER, M.MIDDLE):
        net, rows, columns = readers[kind.name], kind.patch[0] // 8, kind.patch[1] // 8
        dense = net.dense.weight.reshape(-1, 64, rows, columns).permute(2, 3, 1, 0).reshape(-1, 96)
        out |= {f"{kind.name}.dense.w": dense.detach().numpy(), f"{kind.name}.dense.b": net.dense.bias.detach().numpy()}
        head = net.head.weight.T.detach().numpy(), net.head.bias.detach().numpy()
        out |= {f"{kind.name}.head.w": head[0], f"{kind.name}.head.b": head[1]}
    np.savez_compressed(OUTPUT, **{name: values.astype(np.float16) for name, values in out.items()})


def main() -> None:
    work, minutes = Path(sys.argv[1]), float(sys.argv[2]) if len(sys.argv) > 2 else 30.0
    work.mkdir(parents=True, exist_ok=True)
    examples = make_examples(work, int(sys.argv[3]) if len(sys.argv) > 3 else SCENES)
    finder = train_finder(examples, minutes)
    readers = {kind.name: train_reader(examples, kind, finder, minutes / 2) for kind in (M.CORNER, M.MIDDLE)}
    write_weights(finder, readers)


if __name__ == "__main__":
    main()
