"""The photos that the tests read, and those with which rates are measured: `python -m tests.tools.photos.make OUT [PER_KIND [SEED KINDS WIDTHxHEIGHT]]`.

Each has a JSON file beside it: `cards` can be read (at least one corner is visible), `hidden` are partly covered. Without PER_KIND
it makes the small set of `tests/play/scan/photos`, without covered, which comes from a set for rates (rich-color_pile_3 of 4 991001 pile,fan
1600x1200), and without pile and whole-deck, which show the first faces, no longer printed. Seeds from 1,000 on are used for no
training. The rates of docs/scan.md: 2 and 961002 pile,fan,row,ribbon,loose,grid; 2 and 971002 layout; 1 and 991002 fan,ribbon
4000x3000. Needs opencv.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from tests.tools.photos.faces import read_faces
from tests.tools.photos.scenes import KINDS, Scene, background, lens, make_scene

SMALL = (
    ("hand", "tab", "color", "standard", "fan", 9, 21), ("row", "toppers", "color", "standard", "row", 7, 22),
    ("grid", "rich", "color", "standard", "grid", 12, 23), ("loose", "tab", "low", "bridge", "loose", 5, 24),
    ("mini", "tab", "color", "mini", "loose", 6, 26),
)  # fmt: skip
RATES_SEED = 77_000


def write(scene: Scene, path: Path, quality: int) -> None:
    cv2.imwrite(str(path.with_suffix(".jpg")), scene.pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])
    hidden = sorted({tab.code for tab in scene.tabs} - {*scene.cards})
    path.with_suffix(".json").write_text(
        json.dumps({"cards": sorted(scene.cards), "hidden": hidden, "kind": scene.kind})
    )


def make_small(out: Path) -> None:
    for name, theme, ink, size, kind, count, seed in SMALL:
        rng = np.random.default_rng(seed)
        write(make_scene(rng, read_faces(theme, ink, size), kind, (1280, 960), count, hard=0.6), out / name, 82)
    for number in (1, 2):
        rng = np.random.default_rng(90 + number)
        picture = lens(rng, background(rng, (1024, 768)), 0.6)
        cv2.imwrite(str(out / f"no-cards-{number}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 80])


def make_rates(out: Path, per_kind: int, seed: int, kinds: Sequence[str], size_px: tuple[int, int]) -> None:
    rng = np.random.default_rng(seed)
    for theme, ink in (("tab", "color"), ("tab", "low"), ("rich", "color"), ("toppers", "color")):
        for kind in kinds:
            for number in range(per_kind):
                count = 125 if kind == "layout" else None
                scene = make_scene(rng, read_faces(theme, ink, "standard"), kind, size_px, count, hard=0.8)
                write(scene, out / f"{theme}-{ink}_{kind}_{number}", 90)


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    if len(sys.argv) > 2:
        seed, kinds, size = sys.argv[3:6] if len(sys.argv) > 3 else (RATES_SEED, ",".join(KINDS), "1600x1200")
        wide, high = size.split("x")
        make_rates(folder, int(sys.argv[2]), int(seed), kinds.split(","), (int(wide), int(high)))
    else:
        make_small(folder)
