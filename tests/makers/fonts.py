"""Fonts made for a test: each letter is a block whose place and size are known, so that no test needs a font of the machine's."""

import io
from collections.abc import Mapping
from typing import NamedTuple

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.tables.TupleVariation import TupleVariation


class Block(NamedTuple):
    """A letter in units of the em: where its ink begins, how far below the line, how wide and high it is, and its advance."""

    left: int
    low: int
    width: int
    height: int
    advance: int


DIGITS = {
    "1": Block(100, 0, 200, 700, 400),  # narrow
    "2": Block(40, 0, 420, 700, 500),
    "3": Block(40, -200, 300, 700, 500),  # hangs below the line
    "4": Block(0, 0, 800, 700, 800),  # too wide
    "?": Block(60, 0, 475, 650, 560),
}
CAPITAL = Block(50, 0, 500, 700, 600)
GREEK = "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρστυφχψωςάέήίόύώ"
LATIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz056789.,;:-()/"


def blocks(letters: str = LATIN) -> dict[str, Block]:
    """The digits, and a capital's block for each of these letters."""
    return {" ": Block(0, 0, 0, 0, 300), **dict.fromkeys(letters, CAPITAL), **DIGITS}


def make_font(
    letters: Mapping[str, Block], *, postscript: bool = False, em: int = 1000, rights: int = 0, names: Mapping[str, str] | None = None,
    weights: tuple[str, ...] = (),
) -> bytes:  # fmt: skip
    """TrueType, or with `postscript` CFF. `weights` make it variable: the second one is twice as wide."""
    glyphs = {letter: f"g{index}" for index, letter in enumerate(letters, 1)}
    builder = FontBuilder(em, isTTF=not postscript)
    builder.setupGlyphOrder([".notdef", *glyphs.values()])
    builder.setupCharacterMap({ord(letter): name for letter, name in glyphs.items()})
    drawn = {".notdef": _drawn(Block(0, 0, 0, 0, em // 2), postscript)}
    drawn |= {glyphs[letter]: _drawn(block, postscript) for letter, block in letters.items()}
    advances = {".notdef": em // 2} | {glyphs[letter]: block.advance for letter, block in letters.items()}
    lefts = {".notdef": 0} | {glyphs[letter]: block.left for letter, block in letters.items()}
    said = {"familyName": "Blocks", "styleName": "Bold", "psName": "Blocks-Bold", "fullName": "Blocks Bold"}
    said |= names or {}
    if postscript:
        builder.setupCFF(said["psName"], {"FullName": said["fullName"]}, drawn, {})
    else:
        builder.setupGlyf(drawn)
    builder.setupHorizontalMetrics({name: (advances[name], lefts[name]) for name in advances})
    builder.setupHorizontalHeader(ascent=em, descent=-em // 4)
    builder.setupNameTable(said)
    builder.setupOS2(sCapHeight=1, fsType=rights)  # a wrong height: what is drawn counts
    builder.setupPost()
    if weights:
        builder.setupFvar([("wght", 400, 400, 700, "Weight")], [
            {"location": {"wght": 400 + 300 * index}, "stylename": name} for index, name in enumerate(weights)
        ])  # fmt: skip
        _widen(builder.font, glyphs["1"])
    file = io.BytesIO()
    builder.save(file)
    return file.getvalue()


def _drawn(block: Block, postscript: bool) -> object:
    pen = T2CharStringPen(block.advance, None) if postscript else TTGlyphPen(None)
    if block.width:
        right, high = block.left + block.width, block.low + block.height
        corners = [(block.left, block.low), (block.left, high), (right, high), (right, block.low)]
        pen.moveTo(corners[0])
        for corner in corners[1:]:
            pen.lineTo(corner)
        pen.closePath()
    return pen.getCharString() if postscript else pen.glyph()


def _widen(font: TTFont, name: str) -> None:
    """At the end of its axis this letter reaches 200 units further to the right, and so does its advance."""
    font["gvar"] = gvar = newTable("gvar")
    gvar.version, gvar.reserved, gvar.variations = 1, 0, {each: [] for each in font.getGlyphOrder()}
    moved = [(0, 0), (0, 0), (200, 0), (200, 0), (0, 0), (200, 0), (0, 0), (0, 0)]
    gvar.variations[name] = [TupleVariation({"wght": (0.0, 1.0, 1.0)}, moved)]
