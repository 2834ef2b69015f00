"""How much ink may lie in one place, worked out from the inks that are used and not from a picture of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tt_print.drawing.shapes import Drawing, Group, Ink, Item, Path, Picture
from tt_print.render.inks import build_of, is_pure_black

MAX_BUILDS = 2000  # a file with more mixtures is not one of flat colors


@dataclass(frozen=True, slots=True, order=True)
class Build:
    """The four process inks of a flat color, each from 0 to 1."""

    cyan: float
    magenta: float
    yellow: float
    black: float

    @property
    def parts(self) -> tuple[float, float, float, float]:
        return self.cyan, self.magenta, self.yellow, self.black

    @property
    def percent(self) -> float:
        """Of all four inks together."""
        return round(100 * sum(self.parts), 2)

    def over(self, below: Build) -> Build:
        """What lies there when this overprints (PDF 1.7, 8.6.7, mode 1): it keeps the inks below where it has none."""
        return Build(*(own or under for own, under in zip(self.parts, below.parts, strict=True)))

    def __str__(self) -> str:
        """`60/40/40/100`."""
        return "/".join(f"{round(100 * part, 1):g}" for part in self.parts)


PAPER = Build(0.0, 0.0, 0.0, 0.0)


def max_ink_coverage(knocking_out: Iterable[Build], overprinting: Iterable[Build]) -> Build | None:
    """The build of the fullest place that flat colors can make; None where there are too many mixtures to measure.

    What knocks out leaves its own build. What overprints is tried on every build that may lie below. Where things lie
    is not looked at: the figure is never too small.
    """
    found = {PAPER, *knocking_out}
    on_top = set(overprinting)
    waiting = list(found)
    while waiting:
        below = waiting.pop()
        for build in on_top:
            mixed = build.over(below)
            if mixed not in found:
                if len(found) >= MAX_BUILDS:
                    return None
                found.add(mixed)
                waiting.append(mixed)
    return max(found, key=lambda build: (build.percent, build))


def drawing_ink_coverage(drawing: Drawing, overprints: bool) -> Build:
    """The same for a drawing as `render.inks.Press(overprints)` prints it; spot inks are plates of their own.

    Raises TemplateError for an ink without a CMYK build.
    """
    inks, pictures = _inks(drawing.items)
    process = {ink for ink in inks if not ink.spot}
    on_top = {ink for ink in process if overprints and is_pure_black(ink)}
    fullest = max_ink_coverage((_build(ink) for ink in process - on_top), (_build(ink) for ink in on_top))
    assert fullest is not None  # black alone overprints, which makes no more than two mixtures of each ink
    return max([fullest, *pictures], key=lambda build: (build.percent, build))


def _build(ink: Ink) -> Build:
    return Build(*(part / 100 for part in build_of(ink)))


def _inks(items: tuple[Item, ...]) -> tuple[set[Ink], list[Build]]:
    """The inks of a drawing, and the fullest pixel of each picture in it, which no ink overprints."""
    pictures: list[Build] = []
    found: set[Ink | None] = set()
    seen: set[int] = set()
    waiting = list(items)
    while waiting:
        item = waiting.pop()
        if isinstance(item, Group):
            if id(item.items) not in seen:
                seen.add(id(item.items))
                waiting += item.items
        elif isinstance(item, Picture):
            pictures += [Build(*item.fullest)] if item.fullest else []
        elif isinstance(item, Path):
            found |= {item.fill, item.stroke}
        else:
            found |= {item.fill, item.halo}
    return {ink for ink in found if ink is not None}, pictures
