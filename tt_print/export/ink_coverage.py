"""How much ink may lie in one place, worked out from the inks that are used and not from a picture of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tt_print.drawing.shapes import Drawing, Group, Ink, Path, Picture
from tt_print.render.inks import build_of, is_pure_black


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

    def __str__(self) -> str:
        """`60/40/40/100`."""
        return "/".join(f"{round(100 * part, 1):g}" for part in self.parts)


def max_ink_coverage(builds: Iterable[Build], black: float) -> Build:
    """The build of the fullest place that flat colors can make, if so much black overprints (PDF 1.7, 8.6.7, mode 1).

    Black that overprints keeps the other inks below. Where things lie is not looked at: the figure is never too small.
    """
    every = [Build(0.0, 0.0, 0.0, black), *builds]
    fullest = (Build(*build.parts[:3], max(black, build.black)) for build in every)
    return max(fullest, key=lambda build: (build.percent, build))


def drawing_ink_coverage(drawing: Drawing, overprints: bool) -> Build:
    """The same for a drawing as `render.inks.Press(overprints)` prints it; spot inks are plates of their own, and no ink overprints a picture.

    Raises TemplateError for an ink without a CMYK build.
    """
    pictures: list[Build] = []
    inks: set[Ink | None] = set()
    seen: set[int] = set()
    waiting = list(drawing.items)
    while waiting:
        item = waiting.pop()
        if isinstance(item, Group):
            if id(item.items) not in seen:
                seen.add(id(item.items))
                waiting += item.items
        elif isinstance(item, Picture):
            pictures += [Build(*item.fullest)] if item.fullest else []
        else:
            inks |= {item.fill, item.stroke if isinstance(item, Path) else item.halo}
    process = {ink for ink in inks if ink is not None and not ink.spot}
    black = 1.0 if overprints and any(map(is_pure_black, process)) else 0.0
    builds = (Build(*(part / 100 for part in build_of(ink))) for ink in process)
    return max([max_ink_coverage(builds, black), *pictures], key=lambda build: (build.percent, build))
