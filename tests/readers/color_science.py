"""Color differences as eyes see them: CIELAB, CIEDE2000, color blindness (Machado 2009), contrast (WCAG 2).

Written for the tests, so that a palette is judged by another program than the one that draws it.
"""

import numpy as np
from PIL import Image, ImageCms

from tt_print.templates import template_path

# Machado, Oliveira, Fernandes 2009, severity 1.0, for linear RGB.
VISIONS = {
    "normal": np.eye(3),
    "protan": np.array([[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]),
    "deutan": np.array([[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]),
    "tritan": np.array([[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]),
}  # fmt: skip
_XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)  # fmt: skip  IEC 61966-2-1


def rgb(code: str) -> np.ndarray:
    """`#C00C1C` as three figures from 0 to 255."""
    return np.array([int(code[i : i + 2], 16) for i in (1, 3, 5)], float)


def linear(rgb255: np.ndarray) -> np.ndarray:
    c = np.asarray(rgb255, float) / 255
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def lab(rgb255: np.ndarray, vision: str = "normal") -> np.ndarray:
    """CIELAB (D65) of an sRGB color as somebody with this vision sees it."""
    seen = np.clip(linear(rgb255) @ VISIONS[vision].T, 0, 1)
    f = seen @ _XYZ.T / _XYZ.sum(1)
    f = np.where(f > 216 / 24389, np.cbrt(f), (24389 / 27 * f + 16) / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def contrast(a: np.ndarray, b: np.ndarray) -> float:
    """WCAG 2 contrast ratio of two sRGB colors."""
    light, dark = sorted((float(linear(c) @ _XYZ[1]) for c in (a, b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def ciede2000(one: np.ndarray, two: np.ndarray) -> float:
    """Sharma, Wu, Dalal 2005."""
    l1, a1, b1 = one
    l2, a2, b2 = two
    mean_c = (np.hypot(a1, b1) + np.hypot(a2, b2)) / 2
    g = 0.5 * (1 - np.sqrt(mean_c**7 / (mean_c**7 + 25.0**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = np.hypot(a1, b1), np.hypot(a2, b2)
    h1, h2 = np.degrees(np.arctan2(b1, a1)) % 360, np.degrees(np.arctan2(b2, a2)) % 360
    dh = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    dl, dc, dbig = l2 - l1, c2 - c1, 2 * np.sqrt(c1 * c2) * np.sin(np.radians(dh / 2))
    lm, cm = (l1 + l2) / 2, (c1 + c2) / 2
    turned = 0 if abs(h1 - h2) <= 180 else 180 if h1 + h2 < 360 else -180
    hm = h1 + h2 if c1 * c2 == 0 else (h1 + h2) / 2 + turned
    t = (
        1 - 0.17 * np.cos(np.radians(hm - 30)) + 0.24 * np.cos(np.radians(2 * hm))
        + 0.32 * np.cos(np.radians(3 * hm + 6)) - 0.20 * np.cos(np.radians(4 * hm - 63))
    )  # fmt: skip
    sl = 1 + 0.015 * (lm - 50) ** 2 / np.sqrt(20 + (lm - 50) ** 2)
    sc, sh = 1 + 0.045 * cm, 1 + 0.015 * cm * t
    rt = -np.sin(np.radians(60 * np.exp(-(((hm - 275) / 25) ** 2)))) * 2 * np.sqrt(cm**7 / (cm**7 + 25.0**7))
    return float(np.sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dbig / sh) ** 2 + rt * dc / sc * dbig / sh))


def printed(theme) -> dict[str, np.ndarray]:
    """A theme's CMYK builds on coated paper (FOGRA39), as sRGB sees them."""
    press = ImageCms.getOpenProfile(str(template_path("icc/FOGRA39L_coated.icc")))
    to_screen = ImageCms.buildTransform(
        press, ImageCms.createProfile("sRGB"), "CMYK", "RGB", ImageCms.Intent.RELATIVE_COLORIMETRIC,
        ImageCms.Flags.BLACKPOINTCOMPENSATION,
    )  # fmt: skip
    seen = {}
    for name, color in theme.colors.items():
        pixel = Image.new("CMYK", (1, 1), tuple(round(part * 2.55) for part in color.ink.cmyk))
        seen[name] = np.array(ImageCms.applyTransform(pixel, to_screen).getpixel((0, 0)), float)
    return seen
