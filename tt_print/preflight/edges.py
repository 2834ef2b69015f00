"""The edges of a card's picture, pixel by pixel: nothing loose outside the safe area, and a back that reaches the edge.

Pictures are Pillow images that were read from a file or a page, as large as their `CardBox` says.
"""

from __future__ import annotations

from math import ceil, floor
from typing import Any

from tt_print.drawing.geometry import Rect
from tt_print.export.cardbox import CardBox, PixelEdges
from tt_print.preflight.pixels import ink_cover

Area = tuple[int, int, int, int]  # left, top, right, bottom in pixels

# Pieces of the bleed hold a dozen shapes of the back: on the largest card their cover differs from the whole by up to two
# fifths, depending on which shapes they cut.
COVER_TOLERANCE = 0.45
BARE, ONE_COLOR = 245, 6  # of 255: what is paper, and how far one color varies in a packed photo
MOST_ALIKE = 12  # lines that may be alike by chance, where a picture has an even part
PIECES = 3  # parts of a side that are looked at one by one


def loose_outside_safe(image: Any, safe: PixelEdges, slack: int = 0) -> list[str]:
    """A sentence for each side on which anything begins or ends outside the safe area of a front.

    What lies there has to run straight on to the picture's edge, as paper does, or a color that is meant to be cut
    through: then a cut that lands a little off takes nothing away. `slack` is how far, of 255, it may vary.
    """
    from tt_print.render.png import largest_difference

    found = []
    for side, strip in _strips(image.size, safe).items():
        part = image.crop(strip).convert("RGB")
        width, height = part.size
        inmost = {
            "left": (width - 1, 0, width, height), "top": (0, height - 1, width, height),
            "right": (0, 0, 1, height), "bottom": (0, 0, width, 1),
        }[side]  # fmt: skip
        running_on = part.crop(inmost).resize(part.size)
        if largest_difference(part, running_on) > slack:
            depth = width if side in ("left", "right") else height
            found.append(f"something begins or ends in the {depth} pixels outside the safe area on the {side}")
    return found


def loose_at_cut(image: Any, card: Rect, inside_px: float, slack: int = 0) -> list[str]:
    """The same for a card on a larger picture: `card` is its edge in pixels, `inside_px` how far the safe area lies in it."""
    left, top, right, bottom = ceil(card.left), ceil(card.top), floor(card.right), floor(card.bottom)
    safe = card.inset(inside_px)
    edges = PixelEdges(safe.left - left, safe.top - top, safe.right - left, safe.bottom - top)
    return loose_outside_safe(image.crop((left, top, right, bottom)), edges, slack)


def _strips(size_px: tuple[int, int], edges: PixelEdges) -> dict[str, Area]:
    """The whole pixels between a picture's edge and a rectangle in it, by side."""
    width, height = size_px
    return {
        "left": (0, 0, floor(edges.left), height), "top": (0, 0, width, floor(edges.top)),
        "right": (ceil(edges.right), 0, width, height), "bottom": (0, ceil(edges.bottom), width, height),
    }  # fmt: skip


def uncovered_bleed(image: Any, box: CardBox) -> list[str]:
    """A sentence for each side on which the pattern does not go on to the file's edge as it does within the trim.

    Each side is looked at in pieces between trim and edge. A bare or solid piece has another cover than the card;
    in a stretched one the same line of pixels comes again more often than it ever does on the card.
    """
    grey, trim = image.convert("L"), box.pixels(box.trim)
    inner = grey.crop((ceil(trim.left), ceil(trim.top), floor(trim.right), floor(trim.bottom)))
    cover = ink_cover(inner)
    runs = {vertical: _runs_of_pieces(inner, vertical) for vertical in (True, False)}
    found = []
    for side, strip in _strips(grey.size, trim).items():
        vertical = side in ("left", "right")
        if fault := _uncovered(grey, strip, vertical, cover, runs[vertical]):
            found.append(f"{side} bleed {fault}")
    return found


def unfinished_bleed(image: Any, box: CardBox) -> list[str]:
    """The same for a back that is somebody's own picture, of which nobody knows what it shows: a sentence for each side whose bleed is
    bare, or smeared, while the picture beside it on the card is neither.
    """
    trim = box.pixels(box.trim)
    grey = image.convert("L")
    found = []
    for side, (x1, y1, x2, y2) in _strips(grey.size, trim).items():
        vertical, wide, high = side in ("left", "right"), x2 - x1, y2 - y1
        across = {"left": (wide, 0), "right": (-wide, 0), "top": (0, high), "bottom": (0, -high)}[side]
        dx, dy = across
        strip = grey.crop((x1, y1, x2, y2))
        beside = grey.crop((x1 + dx, y1 + dy, x2 + dx, y2 + dy))
        if not _is_one_color(beside) and _is_one_color(strip) and strip.getextrema()[0] >= BARE:
            found.append(f"{side} bleed bare: the picture ends at the cut")
        elif max(_longest_runs(strip, vertical)) > max(_longest_runs(beside, vertical)) + MOST_ALIKE:
            found.append(f"{side} bleed smeared: its last pixels repeat instead of the picture going on")
    return found


def _is_one_color(grey: Any) -> bool:
    lowest, highest = grey.getextrema()
    return bool(highest - lowest <= ONE_COLOR)


def _uncovered(grey: Any, strip: Area, vertical: bool, cover: float, runs: tuple[int, int]) -> str:
    x1, y1, x2, y2 = strip
    if x2 <= x1 or y2 <= y1:
        return "missing"
    long = (y2 - y1) if vertical else (x2 - x1)
    for piece in range(PIECES):
        start, end = long * piece // PIECES, long * (piece + 1) // PIECES
        part = grey.crop((x1, y1 + start, x2, y1 + end) if vertical else (x1 + start, y1, x1 + end, y2))
        bare, inked = _longest_runs(part, vertical)
        if inked > runs[1] + 1:
            return "smeared: its last pixels repeat instead of the pattern going on"
        if bare > runs[0] + 1 or not (1 - COVER_TOLERANCE) * cover <= ink_cover(part) <= (1 + COVER_TOLERANCE) * cover:
            return "bare or unlike the rest of the back"
    return ""


def _runs_of_pieces(inner: Any, vertical: bool) -> tuple[int, int]:
    """The longest runs in the card, looked at in pieces as long as those of the bleed."""
    width, height = inner.size
    runs = []
    for piece in range(PIECES):
        start, end = ((height if vertical else width) * part // PIECES for part in (piece, piece + 1))
        runs.append(
            _longest_runs(inner.crop((0, start, width, end) if vertical else (start, 0, end, height)), vertical)
        )
    return max(bare for bare, _ in runs), max(inked for _, inked in runs)


def _longest_runs(part: Any, vertical: bool) -> tuple[int, int]:
    """How often the same line of pixels along the edge comes in a row at most: a bare line, and one with ink."""
    width, height = part.size
    count = width if vertical else height
    lines = [part.crop((i, 0, i + 1, height) if vertical else (0, i, width, i + 1)).tobytes() for i in range(count)]
    longest, run, before = {True: 0, False: 0}, 0, None
    for line in lines:
        run = run + 1 if line == before else 1
        before = line
        bare = line.count(255) == len(line)
        longest[bare] = max(longest[bare], run)
    return longest[True], longest[False]
