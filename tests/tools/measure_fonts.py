"""`make fonts`: widths and outlines of the vendored fonts as data, so that no command has to parse a font.

Writes `templates/fonts/metrics.json` (capital heights and advances) and `outlines-<font>.json` (path data in
thousandths of the em, y up). A test compares them with what fontTools reads from the fonts.
"""

import json
from typing import Any

from fontTools.pens.basePen import decomposeQuadraticSegment
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont

from tt_print.draw.text import FONTS
from tt_print.templates import template_path, templates_folder


def open_font(name: str) -> TTFont:
    font = TTFont(template_path(f"fonts/{name}.ttf"))
    assert font["head"].unitsPerEm == 1000, "the figures are in thousandths of an em"
    return font


def metrics(font: TTFont) -> dict[str, Any]:
    widths = {chr(code): font["hmtx"][glyph][0] for code, glyph in sorted(font.getBestCmap().items())}
    return {"cap_height": font["OS/2"].sCapHeight, "widths": widths}


def outlines(font: TTFont) -> dict[str, str]:
    """Character to path data, with one `Q` for each quadratic curve."""
    glyphs = font.getGlyphSet()
    return {chr(code): _outline(glyphs, glyph) for code, glyph in sorted(font.getBestCmap().items())}


def _outline(glyphs: Any, glyph: str) -> str:
    pen = DecomposingRecordingPen(glyphs)
    glyphs[glyph].draw(pen)
    parts = []
    for verb, points in pen.value:
        pairs = decomposeQuadraticSegment(points) if verb == "qCurveTo" else [points]
        letter = {"moveTo": "M", "lineTo": "L", "qCurveTo": "Q", "closePath": "Z"}[verb]
        parts += [letter + " ".join(f"{v:g}" for point in pair for v in point) for pair in pairs]
    return "".join(parts)


def write(name: str, data: object) -> None:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    (templates_folder() / "fonts" / name).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    write("metrics.json", {name: metrics(open_font(name)) for name in FONTS})
    for font_name in FONTS:
        write(f"outlines-{font_name}.json", outlines(open_font(font_name)))
