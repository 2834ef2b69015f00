"""Whether the inks of a theme can be told apart and read: differences of colors and contrasts, as eyes see them.

Sources: IEC 61966-2-1 (sRGB); Sharma, Wu, Dalal 2005 (CIEDE2000); Machado, Oliveira, Fernandes 2009, severity 1.0, for linear RGB;
WCAG 2 (contrast).
"""

from __future__ import annotations

import math
from itertools import combinations
from typing import NamedTuple

from tt_print.cards.theme import Theme

Row = tuple[float, float, float]
Triple = tuple[float, float, float]

LEAST_DIFFERENCE = 18.0  # CIEDE2000
LEAST_CONTRAST = 4.5
VISIONS: dict[str, tuple[Row, Row, Row]] = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
_XYZ = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))


class Lab(NamedTuple):
    lightness: float
    a: float
    b: float


def linear(code: str) -> Triple:
    """`#C00C1C` as three amounts of light from 0 to 1."""
    parts = [int(code[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return red, green, blue


def lab(code: str, vision: str = "normal") -> Lab:
    """A color of a screen (D65) as somebody with this vision sees it."""
    light = linear(code)
    seen = [min(1.0, max(0.0, _dot(row, light))) for row in VISIONS[vision]]
    x, y, z = (_dot(row, (seen[0], seen[1], seen[2])) / sum(row) for row in _XYZ)
    fx, fy, fz = (t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in (x, y, z))
    return Lab(116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz))


def contrast(one: str, other: str) -> float:
    """From 1 to 21."""
    dark, light = sorted(_dot(_XYZ[1], linear(code)) for code in (one, other))
    return (light + 0.05) / (dark + 0.05)


def _dot(row: Row, light: Triple) -> float:
    return row[0] * light[0] + row[1] * light[1] + row[2] * light[2]


def ciede2000(one: Lab, two: Lab) -> float:
    """1 is the least that a trained eye sees, 100 black and white."""
    mean_c = (math.hypot(one.a, one.b) + math.hypot(two.a, two.b)) / 2
    g = 0.5 * (1 - math.sqrt(mean_c**7 / (mean_c**7 + 25.0**7)))
    a1, a2 = one.a * (1 + g), two.a * (1 + g)
    c1, c2 = math.hypot(a1, one.b), math.hypot(a2, two.b)
    h1, h2 = math.degrees(math.atan2(one.b, a1)) % 360, math.degrees(math.atan2(two.b, a2)) % 360
    grey = c1 * c2 == 0
    turn = 0.0 if grey else (h2 - h1 + 180) % 360 - 180
    light, chroma = two.lightness - one.lightness, c2 - c1
    hue = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    mean_l, mean_c = (one.lightness + two.lightness) / 2, (c1 + c2) / 2
    if grey:
        mean_h = h1 + h2
    elif abs(h1 - h2) <= 180:
        mean_h = (h1 + h2) / 2
    else:
        mean_h = (h1 + h2 + (360 if h1 + h2 < 360 else -360)) / 2
    t = (
        1 - 0.17 * _cos(mean_h - 30) + 0.24 * _cos(2 * mean_h) + 0.32 * _cos(3 * mean_h + 6) - 0.20 * _cos(4 * mean_h - 63)
    )  # fmt: skip
    by_l = 1 + 0.015 * (mean_l - 50) ** 2 / math.sqrt(20 + (mean_l - 50) ** 2)
    by_c, by_h = 1 + 0.045 * mean_c, 1 + 0.015 * mean_c * t
    bend = 60 * math.exp(-(((mean_h - 275) / 25) ** 2))
    rotate = -math.sin(math.radians(bend)) * 2 * math.sqrt(mean_c**7 / (mean_c**7 + 25.0**7))
    parts = light / by_l, chroma / by_c, hue / by_h
    return math.sqrt(parts[0] ** 2 + parts[1] ** 2 + parts[2] ** 2 + rotate * parts[1] * parts[2])


def _cos(degrees: float) -> float:
    return math.cos(math.radians(degrees))


def hard_to_see(theme: Theme) -> list[str]:
    """The closest two colors for the first kind of eyes that needs more, and what is hardest to read, if it is below its limit.

    Nothing in low ink, where hatching stands for colors.
    """
    if theme.is_low:
        return []
    found = []
    for vision in VISIONS:
        seen = {name: lab(color.ink.rgb, vision) for name, color in theme.colors.items()}
        difference, a, b = min((ciede2000(seen[a], seen[b]), a, b) for a, b in combinations(seen, 2))
        if difference < LEAST_DIFFERENCE:
            eyes = "most" if vision == "normal" else vision
            figures = f"(difference {difference:.1f}, at least {LEAST_DIFFERENCE:g} is clear)"
            found.append(f"{a} and {b} look alike to {eyes} readers {figures}")
            break
    contrasts = [
        (contrast(color.ink.rgb, color.on.rgb), f"what is printed on {n}") for n, color in theme.colors.items()
    ]
    for name in ("ink", theme.caption.ink):
        contrasts.append((contrast(theme.inks[name].rgb, theme.paper.rgb), f"{name} on paper"))
    least, what = min(contrasts)
    if least < LEAST_CONTRAST:
        found.append(f"{what} is hard to read (contrast {least:.1f}, at least {LEAST_CONTRAST:g} is clear)")
    return found
