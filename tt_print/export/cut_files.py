"""Cut files: SVG and DXF of the same outlines, for a cutting machine."""

from __future__ import annotations

from collections.abc import Sequence

from tt_print.drawing.outline import CREASE, CUT, Outline, outline_path
from tt_print.drawing.shapes import Drawing, Ink, Path
from tt_print.render.dxf import render_dxf

INKS = {CUT: Ink("#FF0000", (0, 100, 100, 0)), CREASE: Ink("#0000FF", (100, 100, 0, 0))}
HAIRLINE_MM = 0.1


def cut_files(
    outlines: Sequence[Outline], size_mm: tuple[float, float], title: str, stem: str = "cut"
) -> dict[str, bytes]:
    """`cut.svg` and `cut.dxf` on a page of this size. Cuts are red in SVG, creases blue; in DXF each has its layer."""
    from tt_print.render.svg import render_svg

    lines = tuple(Path(outline_path(o), stroke=INKS[o.layer], width_mm=HAIRLINE_MM) for o in outlines)
    drawing = Drawing(*size_mm, lines, title, "Red lines are cut, blue lines are creased.")
    return {f"{stem}.svg": render_svg(drawing).encode(), f"{stem}.dxf": render_dxf(outlines, size_mm[1])}
