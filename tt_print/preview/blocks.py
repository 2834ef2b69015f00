"""A picture in lines of a terminal: two pixels above each other in a half block, or one gray letter for two.

A picture for `half_blocks` is as many pixels wide as the terminal has columns for it, and twice as high as lines; one for
`gray_letters` has a pixel for each letter.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tt_print.render.png import Picture

Color = tuple[int, int, int]

HALF = "▀"
DESK: Color = (86, 90, 96)  # what a page lies on, so that its white edge is seen on any terminal
RESET = "\x1b[0m"
CUBE = (0, 95, 135, 175, 215, 255)  # each of red, green and blue in colors 16 to 231 of xterm's 256
GRAY_START, GRAYS = 232, tuple(8 + 10 * step for step in range(24))
LETTERS = " .,:;-=+*oahkbdpqwm#%@"  # from bare paper to full ink


def half_blocks(picture: Picture, colors: int, indent: int = 0, columns: int = 0) -> list[str]:
    """Lines with a color for each half: the upper one that of the sign, the lower one its ground.

    Round the picture lies the desk, `indent` columns of it to the left, and so many to the right that lines are `columns` wide.
    """
    wide, high = picture.size
    parts = picture.convert("RGB").tobytes()
    pixels: list[Color] = list(zip(parts[0::3], parts[1::3], parts[2::3], strict=True))
    left, right = _desk(indent, colors), _desk(max(0, columns - indent - wide), colors)
    lines = []
    for top in range(0, high, 2):
        upper = pixels[top * wide : (top + 1) * wide]
        lower = pixels[(top + 1) * wide : (top + 2) * wide] or [DESK] * wide
        lines.append(f"{left}{''.join(_cells(upper, lower, colors))}{right}{RESET}")
    return lines


def desk_line(columns: int, colors: int) -> str:
    return f"{_desk(columns, colors)}{RESET}" if columns else ""


def _desk(columns: int, colors: int) -> str:
    return f"\x1b[48;{_code(DESK, colors)}m{' ' * columns}" if columns else ""


def _cells(upper: list[Color], lower: list[Color], colors: int) -> Iterator[str]:
    """Signs with what changes from one to the next."""
    ink = ground = ""
    for above, below in zip(upper, lower, strict=True):
        new_ink, new_ground = _code(above, colors), _code(below, colors)
        if new_ink == new_ground:
            yield (f"\x1b[48;{new_ground}m " if new_ground != ground else " ")
        else:
            changes = [f"38;{new_ink}"] * (new_ink != ink) + [f"48;{new_ground}"] * (new_ground != ground)
            yield f"\x1b[{';'.join(changes)}m{HALF}" if changes else HALF
            ink = new_ink
        ground = new_ground


@lru_cache(maxsize=4096)
def _code(color: Color, colors: int) -> str:
    """The rest of the escape that chooses a color, after 38 or 48."""
    if colors > 256:
        return "2;{};{};{}".format(*color)
    return f"5;{nearest_256(color)}"


def nearest_256(color: Color) -> int:
    """The nearest of xterm's colors 16 to 255, which no theme of a terminal changes."""
    steps = [min(range(6), key=lambda step: abs(CUBE[step] - part)) for part in color]
    gray = min(range(24), key=lambda step: sum((GRAYS[step] - part) ** 2 for part in color))
    from_cube = sum((CUBE[step] - part) ** 2 for step, part in zip(steps, color, strict=True))
    from_grays = sum((GRAYS[gray] - part) ** 2 for part in color)
    return GRAY_START + gray if from_grays < from_cube else 16 + 36 * steps[0] + 6 * steps[1] + steps[2]


def gray_letters(picture: Picture) -> list[str]:
    """Lines of letters that are the fuller the more ink is there, in a frame that is the paper's edge."""
    gray = picture.convert("L")
    wide, high = gray.size
    data = gray.tobytes()
    rows = (data[y * wide : (y + 1) * wide] for y in range(high))
    edge = f"+{'-' * wide}+"
    return [edge, *(f"|{''.join(map(_letter, row))}|" for row in rows), edge]


def _letter(light: int) -> str:
    return LETTERS[round((255 - light) / 255 * (len(LETTERS) - 1))]
