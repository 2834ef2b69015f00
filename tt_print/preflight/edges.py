"""The edges of a card's picture, pixel by pixel: nothing outside the safe area, and a back that reaches the edge.

Pictures are Pillow images that were read from a file or a page, as large as their `CardBox` says.
"""

from __future__ import annotations

from math import ceil, floor
from typing import Any

from tt_print.export.cardbox import CardBox

SIDES = ("left", "top", "right", "bottom")
Area = tuple[int, int, int, int]  # left, top, right, bottom in pixels

# Pieces of the bleed hold some four repeats of the pattern: those of the sparsest back differ from the whole by up
# to a fifth, depending on where in a repeat they begin.
COVER_TOLERANCE = 0.3
PIECES = 6  # parts of a side that are looked at one by one


def ink_outside_safe(
    image: Any, box: CardBox, background: tuple[int, int, int] = (255, 255, 255), slack: int = 0
) -> list[str]:
    """A sentence for each side on which any pixel outside the safe area differs from the background beyond `slack`."""
    left, top, right, bottom = box.pixels(box.safe)
    wide, high = image.size
    strips: dict[str, Area] = {
        "left": (0, 0, floor(left), high), "top": (0, 0, wide, floor(top)),
        "right": (ceil(right), 0, wide, high), "bottom": (0, ceil(bottom), wide, high),
    }  # fmt: skip
    return [f"ink {told}" for side, strip in strips.items() if (told := _ink(image, strip, side, background, slack))]


def _ink(image: Any, strip: Area, side: str, background: tuple[int, int, int], slack: int) -> str:
    part = image.crop(strip).convert("RGB")
    extremes = part.getextrema()
    if all(
        want - slack <= low and high <= want + slack for (low, high), want in zip(extremes, background, strict=True)
    ):
        return ""
    return f"in the {part.size[0 if side in ('left', 'right') else 1]} pixels outside the safe area on the {side}"


def uncovered_bleed(image: Any, box: CardBox) -> list[str]:
    """A sentence for each side on which the pattern does not go on to the file's edge as it does within the trim.

    Each side is looked at in pieces between trim and edge. A bare or solid piece has another cover than the card;
    in a stretched one the same line of pixels comes again more often than it ever does on the card.
    """
    grey = image.convert("L")
    left, top, right, bottom = box.pixels(box.trim)
    inner = grey.crop((ceil(left), ceil(top), floor(right), floor(bottom)))
    wide, high = grey.size
    strips: dict[str, Area] = {
        "left": (0, 0, floor(left), high), "top": (0, 0, wide, floor(top)),
        "right": (ceil(right), 0, wide, high), "bottom": (0, ceil(bottom), wide, high),
    }  # fmt: skip
    cover = _cover(inner)
    runs = {upright: _longest_runs(inner, upright) for upright in (True, False)}
    found = []
    for side, strip in strips.items():
        upright = side in ("left", "right")
        if told := _uncovered(grey, strip, upright, cover, runs[upright]):
            found.append(f"{side} bleed {told}")
    return found


def _uncovered(grey: Any, strip: Area, upright: bool, cover: float, runs: tuple[int, int]) -> str:
    x1, y1, x2, y2 = strip
    if x2 <= x1 or y2 <= y1:
        return "missing"
    long = (y2 - y1) if upright else (x2 - x1)
    for piece in range(PIECES):
        start, end = long * piece // PIECES, long * (piece + 1) // PIECES
        part = grey.crop((x1, y1 + start, x2, y1 + end) if upright else (x1 + start, y1, x1 + end, y2))
        bare, inked = _longest_runs(part, upright)
        if inked > runs[1] + 1:
            return "smeared: its last pixels repeat instead of the pattern going on"
        if bare > runs[0] + 1 or not (1 - COVER_TOLERANCE) * cover <= _cover(part) <= (1 + COVER_TOLERANCE) * cover:
            return "bare or unlike the rest of the back"
    return ""


def _cover(grey: Any) -> float:
    """How much of a grey picture is ink, 0 to 1."""
    counts = grey.histogram()
    return sum((255 - value) * count for value, count in enumerate(counts)) / (255 * sum(counts))


def _longest_runs(part: Any, upright: bool) -> tuple[int, int]:
    """How often the same line of pixels along the edge comes in a row at most: a bare line, and one with ink."""
    wide, high = part.size
    count = wide if upright else high
    lines = [part.crop((i, 0, i + 1, high) if upright else (0, i, wide, i + 1)).tobytes() for i in range(count)]
    longest, run, before = {True: 0, False: 0}, 0, None
    for line in lines:
        run = run + 1 if line == before else 1
        before = line
        bare = line.count(255) == len(line)
        longest[bare] = max(longest[bare], run)
    return longest[True], longest[False]
