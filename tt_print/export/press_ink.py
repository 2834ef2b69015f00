"""How much ink may lie in one place, from what the operators say and not from a picture of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tt_print.export.press_paint import Paint

Build = tuple[float, float, float, float]  # cyan, magenta, yellow, black from 0 to 1
PAPER: Build = (0.0, 0.0, 0.0, 0.0)
MOST_BUILDS = 2000  # a file with more mixtures is not one of flat colors


def build_of_paint(paint: Paint) -> Build | None:
    """The four process inks of a flat color; None for a spot color, a picture, and colors that are not CMYK."""
    parts = paint.color.parts
    if paint.kind in ("image", "shading"):
        return None
    if paint.color.space == "DeviceCMYK" and len(parts) == 4:
        return parts  # type: ignore[return-value]
    if paint.color.space == "DeviceGray" and len(parts) == 1:
        return (0.0, 0.0, 0.0, 1 - parts[0])
    return None


def most_ink(paints: Iterable[Paint]) -> tuple[float, Build] | None:
    """Percent of ink in the fullest place that the paints can make, and the build there; None where there are too
    many mixtures to tell.

    What knocks out leaves its own build. What overprints (PDF 1.7, 8.6.7, mode 1) keeps the inks below
    where its own part is zero, so that it is tried on every build that may lie there. Where things lie is not
    looked at: the figure is never too small.
    """
    flat = {(build, paint.over, paint.mode) for paint in paints if (build := build_of_paint(paint)) is not None}
    found = {PAPER} | {build for build, over, mode in flat if not (over and mode)}
    on_top = {build for build, over, mode in flat if over and mode}
    waiting = list(found)
    while waiting:
        below = waiting.pop()
        for build in on_top:
            mixed: Build = tuple(  # type: ignore[assignment]
                over or under for over, under in zip(build, below, strict=True)
            )
            if mixed not in found:
                if len(found) >= MOST_BUILDS:
                    return None
                found.add(mixed)
                waiting.append(mixed)
    fullest = max(found, key=_total)
    return _total(fullest), fullest


def _total(build: Sequence[float]) -> float:
    return round(100 * sum(build), 2)


def told_build(build: Build) -> str:
    """`60/40/40/100`."""
    return "/".join(f"{round(100 * part, 1):g}" for part in build)


def picture_ink(image: Any) -> float | None:
    """Percent of ink in the fullest pixel of a CMYK or grey picture with 8 bits a part; None if it cannot be told."""
    filters = image.get("/Filter", ())
    filters = [filters] if isinstance(filters, str) else list(filters)
    inks = {"/DeviceCMYK": 4, "/DeviceGray": 1}.get(str(image.get("/ColorSpace", "")))
    if (
        inks is None
        or set(filters) - {"/FlateDecode", "/ASCII85Decode"}
        or image.get("/BitsPerComponent") != 8
        or "/Decode" in image
    ):
        return None
    data = image.get_data()
    if inks == 1:
        return round((255 - min(data, default=255)) / 2.55, 1)
    return round(max(map(sum, zip(*(data[part::4] for part in range(4)), strict=False)), default=0) / 2.55, 1)
