"""A tuck box as numbers: its walls, flaps, cuts and creases, in one piece or in two.

A piece is a row of walls behind a glue flap. The last wall of the box is the back, which carries the lid.

    glue | side | front | side | back          or          glue | side | front    and    glue | side | back
"""

from __future__ import annotations

from collections.abc import Mapping

from tt_print.drawing.geometry import Rect
from tt_print.drawing.outline import CREASE, QUARTER_BULGE, Outline, Vertex, polyline
from tt_print.export.profile_tables import BoxMeasures
from tt_print.problems import Problem
from tt_print.records import dataclass
from tt_print.sheets.plan import Paper, known_papers

WALLS = (("left", "front", "right", "back"),)
TWO_PIECES = (("left", "front"), ("right", "back"))


@dataclass(frozen=True, slots=True)
class BoxSize:
    """A crease to the next one: across, upright and through. Inside it is a board's thickness less."""

    width_mm: float
    height_mm: float
    depth_mm: float


@dataclass(frozen=True, slots=True)
class Net:
    """One flat piece, from its own top left corner. `panels` are rectangles between creases, without bevels."""

    width_mm: float
    height_mm: float
    panels: Mapping[str, Rect]
    cut: Outline
    creases: tuple[Outline, ...]


@dataclass(frozen=True, slots=True)
class BoxPlan:
    """`pieces`, each on a sheet of its own of `papers`, which may lie on its side."""

    size: BoxSize
    pieces: tuple[Net, ...]
    papers: tuple[Paper, ...]

    def corner(self, index: int) -> tuple[float, float]:
        """The top left corner of a piece in the middle of its sheet."""
        net, paper = self.pieces[index], self.papers[index]
        return (paper.width_mm - net.width_mm) / 2, (paper.height_mm - net.height_mm) / 2

    def lines(self, index: int) -> list[Outline]:
        """The cut and the creases of a piece, where they lie on the sheet."""
        net, corner = self.pieces[index], self.corner(index)
        return [line.moved(*corner) for line in (net.cut, *net.creases)]


def plan_box(size: BoxSize, paper: Paper, measures: BoxMeasures) -> BoxPlan:
    """In one piece where the paper holds it, else in two on two sheets. Raises Problem where not even that fits."""
    plan = _fit(size, paper, measures)
    if plan is not None:
        return plan
    shape = paper.width_mm / paper.height_mm  # who has A4 can get A3 before legal
    papers = sorted(known_papers(), key=lambda p: abs(p.width_mm / p.height_mm - shape) > 0.01)
    larger = next((p.name for p in papers if _fit(size, p, measures) is not None), None)
    size_mm = f"{size.width_mm:.0f} x {size.height_mm:.0f} x {size.depth_mm:.0f} mm"
    raise Problem(
        "box_too_large", "paper", size=size_mm, value=paper.title, larger=larger, wanted="larger" if larger else ""
    )


def one_sheet_paper(size: BoxSize, measures: BoxMeasures, first: str = "") -> Paper | None:
    """Paper that holds the box in one piece: the one named `first` where it does, else the smallest."""
    fitting = [p for p in known_papers() if (plan := _fit(size, p, measures)) is not None and len(plan.pieces) == 1]
    return min(fitting, key=lambda p: (p.name != first, p.width_mm * p.height_mm), default=None)


def _fit(size: BoxSize, paper: Paper, measures: BoxMeasures) -> BoxPlan | None:
    room = 2 * measures.margin
    for division in (WALLS, TWO_PIECES):
        nets = tuple(draw_net(size, walls, measures) for walls in division)
        papers = []
        for net in nets:
            for way in (paper, paper.turned()):
                if net.width_mm + room <= way.width_mm and net.height_mm + room <= way.height_mm:
                    papers.append(way)
                    break
        if len(papers) == len(nets):
            return BoxPlan(size, nets, tuple(papers))
    return None


def draw_net(size: BoxSize, walls: tuple[str, ...], m: BoxMeasures) -> Net:
    """Clockwise around the piece: over the walls' tops from the left, down the last wall, back along the bottoms."""
    width, height, depth = size.width_mm, size.height_mm, size.depth_mm
    dust = min(m.dust, width / 2 - 1, depth + m.tongue)
    above = depth + m.tongue if "back" in walls else dust
    top, bottom = above, above + height
    widths = {"left": depth, "right": depth, "front": width, "back": width}
    panels = {"glue": Rect(0, top, m.glue, height)}
    x = m.glue
    over: list[Vertex] = []
    under: list[Vertex] = []
    creases = [polyline([(x, top), (x, bottom)], closed=False, layer=CREASE)]
    fold = depth - m.bottom_short
    for wall in walls:
        left, right = x, x + widths[wall]
        panels[wall] = Rect(left, top, widths[wall], height)
        length = fold if wall in ("front", "back") else dust
        panels[f"{wall} bottom"] = Rect(left, bottom, widths[wall], length)
        under += _flap(left, right, bottom, length, m)
        creases.append(_level(left, right, bottom))
        if wall == "front":
            middle, r = (left + right) / 2, m.notch_radius
            over += [Vertex(left, top), Vertex(middle - r, top, -1.0), Vertex(middle + r, top)]
        elif wall == "back":
            panels["lid"] = Rect(left, top - depth, width, depth)
            panels["tongue"] = Rect(left, 0, width, m.tongue)
            over += _lid(left, right, top, depth, m)
            creases += [_level(left, right, top), _level(left + m.slack, right - m.slack, top - depth)]
        else:
            panels[f"{wall} dust"] = Rect(left, top - dust, widths[wall], dust)
            over += [Vertex(left, top), *(Vertex(v.x_mm, 2 * top - v.y_mm) for v in _flap(left, right, top, dust, m))]
            creases.append(_level(left, right, top))
        if wall != walls[-1]:
            creases.append(polyline([(right, top), (right, bottom)], closed=False, layer=CREASE))
        x = right
    slant = min(8.0, height / 6)
    outline = [Vertex(0, bottom - slant), Vertex(0, top + slant), *over, Vertex(x, top), Vertex(x, bottom)]
    outline += [*reversed(under), Vertex(m.glue, bottom)]
    return Net(x, bottom + max(fold, dust), panels, Outline(tuple(_without_repeats(outline))), tuple(creases))


def _level(left: float, right: float, y: float) -> Outline:
    return polyline([(left, y), (right, y)], closed=False, layer=CREASE)


def _flap(left: float, right: float, y: float, length: float, m: BoxMeasures) -> list[Vertex]:
    """A flap that hangs from y, from left to right, narrower toward its end."""
    slack, bevel, end = m.slack, m.slack + m.bevel, y + length
    return [Vertex(left + slack, y), Vertex(left + bevel, end), Vertex(right - bevel, end), Vertex(right - slack, y)]


def _lid(left: float, right: float, top: float, depth: float, m: BoxMeasures) -> list[Vertex]:
    slack, r = m.slack, m.tongue_radius
    fold, end = top - depth, top - depth - m.tongue
    inner_left, inner_right = left + slack, right - slack
    return [
        Vertex(left, top), Vertex(inner_left, fold), Vertex(inner_left, end + r, QUARTER_BULGE),
        Vertex(inner_left + r, end),
        Vertex(inner_right - r, end, QUARTER_BULGE), Vertex(inner_right, end + r), Vertex(inner_right, fold),
    ]  # fmt: skip


def _without_repeats(vertices: list[Vertex]) -> list[Vertex]:
    return [v for v, before in zip(vertices, [None, *vertices], strict=False)
            if before is None or (v.x_mm, v.y_mm) != (before.x_mm, before.y_mm)]  # fmt: skip
