"""What can be read through a card: its face and its back on paper, with a lamp on the face's side, as somebody across the
table sees it. A model, of parts that others have measured:

- **Paper** of 160 g/m2 scatters 55 m2/kg and absorbs 0.6 m2/kg, as uncoated office paper does, in the formulas of Kubelka (J. Opt. Soc. Am.
  38, 1948, 448): it gives back 84.6 % of the light and lets 7.4 % through; its opacity (ISO 2471) is 98 %. Light that goes through
  spreads by 0.2 mm, the thickness of such a sheet.
- **Ink** is a filter on the paper: light that comes back has passed it twice, light that comes through once.
- **The eye**, one meter away, compares two pictures octave by octave (local contrast: Peli, J. Opt. Soc. Am. A 7, 1990, 2032). It sees a
  difference from Barten's threshold on (Proc. SPIE 5294, 2003, 231; 100 cd/m2, about 4.5 degrees), which the back's own contrast in
  that octave raises (Legge and Foley, J. Opt. Soc. Am. 70, 1980, 1458; exponent 0.7).
- **To tell** what a letter or a simple shape is takes about three cycles across it (Solomon and Pelli, Nature 369, 1994, 395): for
  the big shape of 37 mm no octave below 0.085 a millimeter. What is coarser says only that there is a shadow.

`lamp` is the light on the face as a part of the light on the back. A bare lamp close behind a card shows all of it, whatever is printed
on its back: against that only opaque sleeves help.
"""

import math
from functools import cache, lru_cache

import numpy as np

from tests.readers.color_science import linear
from tests.readers.pixels import pixels

PIXELS_PER_MM = 4
DPI = 25.4 * PIXELS_PER_MM
GRAMMAGE_KG = 0.160
SCATTERING, ABSORPTION = 55.0, 0.6  # m2/kg
SPREAD_MM = 0.2
MM_PER_DEGREE = 1000 * math.tan(math.radians(1))
OCTAVES = (0.12, 0.24, 0.48, 0.96)  # cycles a millimeter; finer ones are below the eye's threshold from a meter
FIELD_DEGREES = 4.5
ADAPTED_TO = 100.0  # cd/m2
MASKING = 0.7
_LUMINANCE = np.array([0.2126729, 0.7151522, 0.0721750])


def paper_optics(sheets: int = 1) -> tuple[float, float, float]:
    """What sheets of paper give back, what they let through, and what a pile of them would give back, as parts."""
    a = 1 + ABSORPTION / SCATTERING
    b = math.sqrt(a * a - 1)
    up, level = (f(b * SCATTERING * GRAMMAGE_KG * sheets) for f in (math.sinh, math.cosh))
    below = a * up + b * level
    return up / below, b / below, a - b


@lru_cache(maxsize=16)  # 2 MB each
def picture(drawing) -> np.ndarray:
    """How much of the light passes its ink once: rows x columns x (red, green, blue)."""
    return np.sqrt(linear(pixels(drawing, DPI)))


def seen_through(back: np.ndarray, face: np.ndarray, lamp: float, sheets: int = 1) -> np.ndarray:
    """Luminance, pixel by pixel, of a card's back: 1 is the light that falls on it. Both layers are in `picture`'s form."""
    reflects, lets_through, _ = paper_optics(sheets)
    mirrored = np.stack([_blur(face[:, ::-1, channel], SPREAD_MM) for channel in range(3)], axis=-1)
    return (reflects * back**2 + lamp * lets_through * mirrored * back) @ _LUMINANCE


def octaves(luminance: np.ndarray) -> list[np.ndarray]:
    """Its contrast in each of `OCTAVES`."""
    spectrum = np.fft.rfft2(luminance / luminance.mean())
    parts = (np.fft.irfft2(spectrum * part, luminance.shape) for part in _filters(luminance.shape))
    return [part.astype(np.float32) for part in parts]


def thresholds(back: np.ndarray, lamp: float, sheets: int = 1) -> list[np.ndarray]:
    """The contrast from which a difference shows on this back, by octave and place."""
    found = []
    for cycles, contrast in zip(OCTAVES, octaves(seen_through(back, np.ones_like(back), lamp, sheets)), strict=True):
        bare = 1 / sensitivity(cycles * MM_PER_DEGREE)
        mask = np.sqrt(2 * np.maximum(_blur(contrast**2, 0.5 / cycles), 0))
        found.append(bare * np.maximum(1, (mask / bare) ** MASKING))
    return found


def difference(one: list[np.ndarray], other: list[np.ndarray], least: list[np.ndarray]) -> float:
    """The plainest difference of two pictures anywhere, in thresholds: from 1 on they can be told apart."""
    return max(float((np.abs(a - b) / t).max()) for a, b, t in zip(one, other, least, strict=True))


def sensitivity(cycles_per_degree: float) -> float:
    u, size, light = cycles_per_degree, FIELD_DEGREES, ADAPTED_TO
    optics = math.exp(-0.0016 * u**2 * (1 + 100 / light) ** 0.08)
    noise = (1 + 144 / size**2 + 0.64 * u**2) * (63 / light**0.83 + 1 / (1 - math.exp(-0.02 * u**2)))
    return 5200 * optics / math.sqrt(noise)


@cache
def _frequencies(shape: tuple[int, int]) -> np.ndarray:
    down, across = np.fft.fftfreq(shape[0]) * PIXELS_PER_MM, np.fft.rfftfreq(shape[1]) * PIXELS_PER_MM
    return np.maximum(np.hypot(down[:, None], across[None]), 1e-9)


@cache
def _filters(shape: tuple[int, int]) -> list[np.ndarray]:
    """Peli's cosine octaves, which add up to all of a picture."""
    found = []
    for cycles in OCTAVES:
        away = np.log2(_frequencies(shape) / cycles)
        found.append(np.where(np.abs(away) < 1, 0.5 * (1 + np.cos(math.pi * away)), 0))
    return found


def _blur(values: np.ndarray, sigma_mm: float) -> np.ndarray:
    soft = np.exp(-2 * (math.pi * sigma_mm * _frequencies(values.shape)) ** 2)
    return np.fft.irfft2(np.fft.rfft2(values) * soft, values.shape)
