"""What a print shop makes of a theme's CMYK builds: the colors of coated offset paper (FOGRA39), as eyes see them.

Through the ICC profile, relative colorimetric with black point compensation, as a proof on a screen is made.
"""

from __future__ import annotations

from tt_print.cards.theme import Theme
from tt_print.templates import template_path

PROFILE = "icc/FOGRA39L_coated.icc"


def unbuilt(theme: Theme) -> list[str]:
    """The colors that have no build, which a print shop refuses."""
    return [name for name, color in theme.colors.items() if color.ink.cmyk is None]


def printed_colors(theme: Theme) -> dict[str, str]:
    """`#B72025` by value, of all colors that have a build."""
    from tt_print.render.png import proof_colors

    builds = {name: color.ink.cmyk for name, color in theme.colors.items() if color.ink.cmyk is not None}
    return proof_colors(builds, template_path(PROFILE).read_bytes())


def total_inks(theme: Theme) -> dict[str, float]:
    """Percent of all four inks together, by value."""
    return {name: float(sum(color.ink.cmyk)) for name, color in theme.colors.items() if color.ink.cmyk is not None}
