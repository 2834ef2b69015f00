"""Inks as PDF operators: as screens and home printers want them, or as a press does.

A press gets the builds of the theme and nothing else: an ink without one is an error, never a conversion.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from tt_print.drawing.shapes import Group, Ink, Item, Path, Picture, Samples, Text
from tt_print.errors import TemplateError
from tt_print.records import dataclass


@dataclass(frozen=True, slots=True)
class Screen:
    """sRGB as the device has it; neutral inks as gray, which home printers print with black ink alone."""

    def set(self, fill: Ink | None, stroke: Ink | None) -> str:
        """Operators that choose what fills and what strokes; None leaves it as it is."""
        return " ".join([*([_screen(fill)] if fill else []), *([_screen(stroke).swapcase()] if stroke else [])])

    def samples(self, picture: Picture) -> Samples:
        return picture.screen


@dataclass(frozen=True, slots=True)
class Press:
    """CMYK in percent, spot inks as plates of their own (PDF 1.7, 8.6.6.4).

    With `overprints`, pure black prints on top of what is under it instead of knocking it out, so that a
    plate which lands a little off leaves no white edge beside a line or a letter; it takes more ink. Spot inks,
    which are instructions and not ink, need it.
    """

    overprints: bool = False

    def set(self, fill: Ink | None, stroke: Ink | None) -> str:
        """As `Screen.set`; what is None does not overprint."""
        parts = [f"/{overprint_name(self._is_over(fill), self._is_over(stroke))} gs"] if self.overprints else []
        parts += [_press(fill)[0]] if fill else []
        parts += [_press(stroke)[1]] if stroke else []
        return " ".join(parts)

    def samples(self, picture: Picture) -> Samples:
        """Raises TemplateError for a picture that nobody made ready for a press."""
        if picture.press is None:
            raise TemplateError("a picture has no CMYK pixels, and none are guessed from the screen's.")
        return picture.press

    def _is_over(self, ink: Ink | None) -> bool:
        return ink is not None and (bool(ink.spot) or is_pure_black(ink))


def overprint_name(fill: bool, stroke: bool) -> str:
    """The graphics state in which filling and stroking overprint or do not: `Over01` for lines alone."""
    return f"Over{fill:d}{stroke:d}"


def is_pure_black(ink: Ink) -> bool:
    return not ink.spot and build_of(ink) == (0, 0, 0, 100)


def build_of(ink: Ink) -> tuple[float, float, float, float]:
    """Percent of cyan, magenta, yellow, black. Raises TemplateError that names an ink without a build."""
    if ink.cmyk is None:
        named = f"{ink.name} ({ink.rgb})" if ink.name else ink.rgb
        raise TemplateError(
            f"the ink {named} has no CMYK build, and one is never guessed from the screen's color. "
            "Add cmyk = [c, m, y, k], in percent, beside its rgb in the theme's file."
        )
    return ink.cmyk


def spots_of(items: Iterable[Item]) -> dict[str, Ink]:
    """Name to ink of the spot colors that a picture uses, sorted by name."""
    found: dict[str, Ink] = {}
    seen: set[int] = set()
    waiting = list(items)
    while waiting:
        item = waiting.pop()
        if isinstance(item, Group):
            if id(item.items) not in seen:
                seen.add(id(item.items))
                waiting += item.items
            continue
        if isinstance(item, Picture):
            continue
        inks = (item.fill, item.stroke) if isinstance(item, Path) else (item.fill, item.halo)
        assert isinstance(item, Path | Text)
        found |= {ink.spot: ink for ink in inks if ink is not None and ink.spot}
    return dict(sorted(found.items()))


@cache
def _screen(ink: Ink) -> str:
    red, green, blue = (f"{int(ink.rgb[i : i + 2], 16) / 255:.4g}" for i in (1, 3, 5))
    return f"{red} g" if red == green == blue else f"{red} {green} {blue} rg"


@cache
def _press(ink: Ink) -> tuple[str, str]:
    """How the ink fills and how it strokes."""
    parts = " ".join(f"{part / 100:.4g}" for part in build_of(ink))
    if ink.spot:
        return f"/{ink.spot} cs 1 scn", f"/{ink.spot} CS 1 SCN"
    return f"{parts} k", f"{parts} K"
