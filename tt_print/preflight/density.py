"""At which dots an inch pictures were made: as their manifest says, or as their pixels tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from importlib import import_module

from tt_print.errors import join_words
from tt_print.export.job import Facts
from tt_print.export.kinds import MODULES
from tt_print.export.products import MAX_DPI, Product
from tt_print.export.profile_tables import PixelProfile, Profile
from tt_print.preflight.findings import Finding

MIN_DPI = 72  # below this nobody made a card on purpose
Size = tuple[int, int]


def density_of(profile: Profile, product: Product, pictures: Iterable[bytes], facts: Facts) -> int | None:
    """None for the one that needs no asking, or where no density counts.

    What a manifest of this profile says wins. Without one it is the density at which most pictures are as large as they have to be.
    Raises InputError for a manifest that tells of one that the profile does not take.
    """
    if not isinstance(profile, PixelProfile):
        return None
    if facts.dpi in profile.densities(product) or facts.profile == profile.name:
        return profile.resolve_dpi(product, facts.dpi)
    canvas = import_module(f"tt_print.preflight.{MODULES[profile.kind]}").canvas
    sizes = {canvas(profile, product, dpi): dpi for dpi in reversed(profile.densities(product))}
    counts = Counter(sizes.get(size) for size in map(picture_size, pictures))
    found = max(profile.densities(product), key=lambda dpi: (counts[dpi], dpi == product.dpi))
    return profile.resolve_dpi(product, found) if counts[found] else None


def picture_size(data: bytes) -> Size | None:
    """Width and height in pixels, from the head of a picture; None for what is none."""
    from tt_print.render.png import UNREADABLE, open_picture

    try:
        return open_picture(data).size
    except UNREADABLE:
        return None


def other_density(canvas: Callable[[int], Size], size: Size, dpi: int) -> int | None:
    """The density at which a picture of `size` is whole, though not at `dpi`; None where it is of no density."""
    width, _ = canvas(dpi)
    nearest = round(size[0] * dpi / width)
    for found in (nearest, nearest - 1, nearest + 1):
        if MIN_DPI <= found <= MAX_DPI and found != dpi and canvas(found) == size:
            return found
    return None


def wrong_density(profile: PixelProfile, product: Product, name: str, size: Size, dpi: int) -> Finding:
    """For a picture that is no larger or smaller than it should be but at another density."""
    offered = profile.densities(product)
    wanted = f"{product.dpi} dpi"
    if dpi in offered:
        wanted += " in every file"
    elif len(offered) > 1:
        wanted += f"; {profile.name} takes {join_words(map(str, offered), 'and')}"
    else:
        wanted += ", the only one that " + profile.name + " takes"
    return Finding("dpi", name, "{} x {} pixels, a whole card at {} dpi".format(*size, dpi), wanted)
