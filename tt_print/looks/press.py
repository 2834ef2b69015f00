"""What a print shop makes of a theme's CMYK builds: the colors of coated offset paper (FOGRA39), as eyes see them.

Through the ICC profile, relative colorimetric with black point compensation, as a proof on a screen is made.
"""

from __future__ import annotations

from collections.abc import Mapping

from tt_print.cards.theme import Theme
from tt_print.templates import template_path

PROFILE = "icc/FOGRA39L_coated.icc"


def unbuilt(theme: Theme) -> list[str]:
    """The colors that have no build, which a print shop refuses."""
    return [name for name, color in theme.colors.items() if color.ink.cmyk is None]


def printed_colors(theme: Theme) -> dict[str, str]:
    """`#B72025` by value, of all colors that have a build."""
    builds = {name: color.ink.cmyk for name, color in theme.colors.items() if color.ink.cmyk is not None}
    return _through_the_press(builds)


def total_inks(theme: Theme) -> dict[str, float]:
    """Percent of all four inks together, by value."""
    return {name: float(sum(color.ink.cmyk)) for name, color in theme.colors.items() if color.ink.cmyk is not None}


def _through_the_press(builds: Mapping[str, tuple[float, ...]]) -> dict[str, str]:
    from PIL import Image, ImageCms

    press = ImageCms.getOpenProfile(str(template_path(PROFILE)))
    to_screen = ImageCms.buildTransform(
        press, ImageCms.createProfile("sRGB"), "CMYK", "RGB", ImageCms.Intent.RELATIVE_COLORIMETRIC,
        ImageCms.Flags.BLACKPOINTCOMPENSATION,
    )  # fmt: skip
    strip = Image.new("CMYK", (max(1, len(builds)), 1))
    for index, build in enumerate(builds.values()):
        strip.putpixel((index, 0), tuple(round(part * 2.55) for part in build))
    seen = ImageCms.applyTransform(strip, to_screen)
    assert seen is not None
    found = {}
    for index, name in enumerate(builds):
        pixel = seen.getpixel((index, 0))
        assert isinstance(pixel, tuple)
        found[name] = "#" + "".join(f"{int(level):02X}" for level in pixel)
    return found
