"""What a PDF page paints, read from its content stream in millimeters from the paper's top left corner."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import pikepdf

MM = 25.4 / 72
Point = tuple[float, float]


@dataclass(frozen=True)
class Painted:
    """A path as painted. `corners` are the ends of its lines and curves, `lines` its straight lines."""

    operator: str
    subpaths: tuple[tuple[Point, ...], ...]
    line_mm: float

    @property
    def strokes(self) -> bool:
        return self.operator in ("S", "s", "B", "B*", "b", "b*")

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        """left, top, right, bottom without the width of the line."""
        xs, ys = zip(*(point for sub in self.subpaths for point in sub), strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    @property
    def size(self) -> tuple[float, float]:
        left, top, right, bottom = self.box
        return right - left, bottom - top


def painted(page: pikepdf.Page) -> Iterator[Painted]:
    """Every painted path of the page, those of forms too, in order."""
    _, bottom, _, top = (float(v) for v in page.mediabox)
    flip = pikepdf.Matrix(MM, 0, 0, -MM, 0, (top - bottom) * MM)
    yield from _read(page.obj, page.obj.Resources, flip)


def _read(stream: pikepdf.Object, resources: pikepdf.Object, start: pikepdf.Matrix) -> Iterator[Painted]:
    matrix, width, stack = start, 1.0, []
    subpaths: list[list[Point]] = []
    for operands, operator in pikepdf.parse_content_stream(stream):
        name = str(operator)
        if name == "q":
            stack.append((matrix, width))
        elif name == "Q":
            matrix, width = stack.pop()
        elif name == "cm":
            matrix = pikepdf.Matrix(*(float(v) for v in operands)) @ matrix
        elif name == "w":
            width = float(operands[0])
        elif name in ("m", "l", "c"):
            if name == "m":
                subpaths.append([])
            subpaths[-1].append(matrix.transform([float(v) for v in operands[-2:]]))
        elif name in ("S", "s", "f", "F", "f*", "B", "B*", "b", "b*"):
            scale = abs(matrix.a * matrix.d - matrix.b * matrix.c) ** 0.5
            yield Painted(name, tuple(map(tuple, subpaths)), width * scale)
            subpaths = []
        elif name == "n":
            subpaths = []
        elif name == "re":
            raise NotImplementedError("the reader knows no rectangles; the writer wrote none so far")
        elif name == "Do":
            form = resources.XObject[str(operands[0])]
            inner = pikepdf.Matrix(form.get("/Matrix", pikepdf.Array([1, 0, 0, 1, 0, 0])))
            yield from _read(form, form.get("/Resources", resources), inner @ matrix)
