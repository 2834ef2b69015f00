"""A picture as the back of a card, and what to warn about before printing."""

from __future__ import annotations

from dataclasses import dataclass

from tt_print.artwork.fit import crop_advice, dpi_of, fit_over, pixels
from tt_print.artwork.read import Artwork
from tt_print.artwork.tables import artwork_file
from tt_print.drawing.geometry import Rect
from tt_print.drawing.shapes import Drawing, Group, Picture
from tt_print.errors import InputError


@dataclass(frozen=True, slots=True)
class PressLimits:
    """What a press asks of a picture: percent of all inks together, and pixels an inch."""

    max_total_ink: float
    min_dpi: int


def draw_artwork(
    artwork: Artwork, width_mm: float, height_mm: float, bleed_mm: float, grey: bool = False,
    press: PressLimits | None = None,
) -> Drawing:  # fmt: skip
    """The back for a card of this size, drawn out to its bleed; the drawing's size stays the card's. `grey` is for black ink alone.

    Raises InputError where the picture has too few pixels for the paper.
    """
    from tt_print.artwork.samples import fullest_build, press_samples, screen_samples

    box = Rect(0, 0, width_mm, height_mm).inset(-bleed_mm)
    check_dpi(artwork, box.width, box.height, press.min_dpi if press else 0)
    held = press_samples(artwork, box.width, box.height, grey, press.max_total_ink) if press else None
    samples = held if held and held.space == "grey" else screen_samples(artwork, box.width, box.height, grey)
    full = fullest_build(held) if held else None
    picture = Picture(box.left, box.top, box.width, box.height, samples, held, full)
    # no paper below: where two of them meet, edges painted in white first would show as hairlines
    group = Group((picture,), clip=box.path())
    return Drawing(width_mm, height_mm, (group,), "Back of every card", "Your own picture, the same on every card.")


def check_dpi(artwork: Artwork, wide_mm: float, high_mm: float, min_dpi: int = 0) -> None:
    """Raises InputError for a picture with fewer pixels an inch than paper, or a press, can do with."""
    table = artwork_file()
    least = max(table.min_dpi, min_dpi)
    dpi = dpi_of(fit_over(artwork.width, artwork.height, wide_mm, high_mm), wide_mm)
    if dpi >= least - 0.5:
        return
    who = "a print shop takes nothing below" if min_dpi > table.min_dpi else "below"
    why = f"{who} {least}" if min_dpi > table.min_dpi else f"{who} {least} it is a blur of squares"
    raise InputError(
        f"{artwork.name} has {artwork.width} x {artwork.height} pixels, which is {dpi:.0f} dpi on a back of "
        f"{wide_mm:.4g} x {high_mm:.4g} mm with its bleed; {why}. Take one of at least "
        f"{pixels(wide_mm, table.good_dpi)} x {pixels(high_mm, table.good_dpi)} pixels, as the camera saved it."
    )


def back_advice(artwork: Artwork, width_mm: float, height_mm: float, bleed_mm: float) -> list[str]:
    """Sentences for people on what is cut away of the picture, is soft, or transparent; none where all is well."""
    table = artwork_file()
    words, wide, high = table.words, width_mm + 2 * bleed_mm, height_mm + 2 * bleed_mm
    fit = fit_over(artwork.width, artwork.height, wide, high)
    said = crop_advice(artwork.width, artwork.height, fit, wide, high, table)
    dpi = dpi_of(fit, wide)
    if dpi < table.good_dpi - 0.5:
        size = {"width": pixels(wide, table.good_dpi), "height": pixels(high, table.good_dpi)}
        said.append(words.soft.format(dpi=round(dpi), good=table.good_dpi, **size))
    if artwork.is_transparent:
        said.append(words.transparent)
    return said
