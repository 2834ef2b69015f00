"""Drawings as SVG: looked through for what would be left out of the print, and made into pixels as fine as paper needs.

What another machine would show otherwise, or not at all, is refused rather than left out: letters that need a font, files
beside the drawing, programs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NoReturn
from xml.parsers import expat

from tt_print.errors import InputError
from tt_print.incoming import decode

LOOK_PX = 1600  # the longer side of the picture by which a drawing is first judged
MAX_SHAPE = 20  # times as long as wide
MAX_DEPTH = 400
LINK = re.compile(r"@import|url\((?![\s'\"]*(?:#|data:))", re.IGNORECASE)
WORDS = {
    "text": "has letters that need a font, and every machine has others. In the drawing program turn them into paths (Inkscape: Path, Object to Path) and save it again",
    "foreignObject": "holds a piece of a web page, which is not drawn here. Export the drawing as PNG",
    "script": "holds a program (script), which is not run here. Save it as plain SVG, or export it as PNG",
    "link": "shows a file that lies elsewhere, {what}. Put it into the drawing (Inkscape: Extensions, Images, Embed) or export it as PNG",
    "inner": "has another SVG within it as a picture, which nobody looks through. Export it as PNG",
    "entity": "holds definitions of its own (DOCTYPE with entities), which no drawing needs. Save it as plain SVG",
}


@dataclass(frozen=True, slots=True)
class SvgDrawing:
    """A drawing that resvg can draw; its size is what it says itself, of which only the shape matters."""

    text: str
    width: float
    height: float

    def as_png(self, width_px: int, height_px: int) -> bytes:
        """As large as it gets within these sides, transparent where nothing is drawn."""
        return _draw(self.text, width_px, height_px)


def read_svg(data: bytes, name: str) -> tuple[SvgDrawing, bytes]:
    """The drawing, and a picture of it as PNG. Raises InputError for what cannot be drawn as its author sees it."""
    text = decode(data, name)
    _look_through(text, name)
    try:
        png = _draw(text, LOOK_PX, LOOK_PX)
    except ValueError as error:
        raise InputError(
            f"{name} cannot be drawn ({error}). Save it again as plain SVG, or export it as PNG."
        ) from error
    width, height = (int.from_bytes(png[start : start + 4], "big") for start in (16, 20))
    if max(width, height) > MAX_SHAPE * min(width, height):
        raise InputError(f"{name} has no shape for a card. Crop the page of the drawing to what it shows.")
    return SvgDrawing(text, width, height), png


def _draw(text: str, width_px: int, height_px: int) -> bytes:
    import resvg_py

    # without the system's fonts: what is drawn must not depend on whose machine it is; 96 dpi, as in CSS, for sizes in millimeters
    return resvg_py.svg_to_bytes(svg_string=text, width=width_px, height=height_px, dpi=96, skip_system_fonts=True)


def _look_through(text: str, name: str) -> None:
    """Raises InputError for the first thing that would not be drawn."""
    _Look(text, name)


class _Look:
    def __init__(self, text: str, name: str) -> None:
        self.name, self.depth, self.style = name, 0, False
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.StartElementHandler, parser.EndElementHandler = self._open, self._close
        parser.EntityDeclHandler = lambda *_: self._refuse("entity")
        parser.CharacterDataHandler = self._letters
        parser.buffer_text = True
        try:
            parser.Parse(text.encode(), True)
        except expat.ExpatError as error:
            raise InputError(
                f"{name}, line {error.lineno}: no readable SVG ({expat.ErrorString(error.code)}). Save it again, or export it as PNG."
            ) from error

    def _open(self, tag: str, attributes: dict[str, str]) -> None:
        kind = tag.rpartition(" ")[2]
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise InputError(f"{self.name} is nested more than {MAX_DEPTH} deep. Export it as PNG.")
        if kind in ("text", "foreignObject", "script"):
            self._refuse(kind)
        self.style = kind == "style"
        for key, value in attributes.items():
            attribute = key.rpartition(" ")[2]
            if attribute.startswith("on") and len(attribute) > 3:
                self._refuse("script")
            if (
                attribute == "href"
                and kind in ("image", "use", "feImage")
                and not value.strip().startswith(("#", "data:"))
            ):
                self._refuse("link", value)
            if attribute == "href" and value.strip().lower().startswith("data:image/svg"):
                self._refuse("inner")
            if attribute != "href" and LINK.search(value):
                self._refuse("link", value)

    def _close(self, tag: str) -> None:
        self.depth -= 1
        self.style = False

    def _letters(self, letters: str) -> None:
        if self.style and LINK.search(letters):
            self._refuse("link", letters)

    def _refuse(self, why: str, what: str = "") -> NoReturn:
        shown = repr(" ".join(what.split())[:60])
        raise InputError(f"{self.name} {WORDS[why].format(what=shown)}.")
