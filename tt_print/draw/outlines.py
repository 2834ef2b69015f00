"""Outlines that people bring: path data as other programs write it, and fonts.

Every command of SVG becomes `M`, `L`, `C` and `Z`, by fontTools' reader. A font is TrueType, or OpenType with PostScript outlines, and
is read letter by letter when one is asked for. Each letter becomes TrueType curves on a grid of a thousand units to the em, once. All that
is measured, drawn as paths or embedded comes from that one outline, so that every kind of file shows the same letters in the same places. A
letter that the font lacks comes from the font of ours that it replaces, with capitals as high as its own.

What makes a font unusable is a ValueError with a sentence that begins with a verb: `is damaged.`
"""

from __future__ import annotations

import io
import logging
import math
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from hashlib import sha256
from typing import Any, NamedTuple

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.basePen import BasePen
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.svgLib.path import parse_path
from fontTools.ttLib import TTFont

from tt_print.draw.geometry import Point, Rect, path, segments, transform
from tt_print.draw.text import find_font, letter_path
from tt_print.errors import InputError
from tt_print.files.data import run_limited

# ---------------------------------------------------------------- paths

MAX_LETTERS, MAX_COORDINATE = 20_000, 100_000.0
PIECES = 12  # of a curve
# fontTools passes over what it does not know
_KNOWN = re.compile(r"(?:[\s,]|[MLHVCSQTAZ]|[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:E[+-]?\d+)?\.?)*", re.IGNORECASE)


class PathPen(BasePen):  # type: ignore[misc]  # fontTools has no types
    """Collects the parts of path data; a quadratic curve becomes a cubic one."""

    def __init__(self) -> None:
        super().__init__(None)
        self.parts: list[str | float] = []

    def _moveTo(self, point: Point) -> None:
        self.start = point
        self.parts += ["M", *point]

    def _lineTo(self, point: Point) -> None:
        self.parts += ["L", *point]

    def _curveToOne(self, bend: Point, other: Point, end: Point) -> None:
        self.parts += ["C", *bend, *other, *end]

    def _closePath(self) -> None:
        self.parts.append("Z")


class _ClosingPen(PathPen):
    def _closePath(self) -> None:
        if self.parts[-3:] == ["L", *self.start]:  # parse_path draws this line, as Z does
            del self.parts[-3:]
        self.parts.append("Z")

    _endPath = _closePath


def read_svg_path(text: str) -> str:
    """`text`, the `d` of an SVG path, as path data of ours; every part of it closed.

    Raises ValueError that says what is wrong with it.
    """
    if len(text) > MAX_LETTERS:
        raise ValueError(
            f"it has {len(text)} letters; at most {MAX_LETTERS} are allowed. Simplify it in your drawing program."
        )
    plain, pen = " ".join(text.split()), _ClosingPen()
    known = _KNOWN.match(plain)
    if known and (rest := plain[known.end() :]):
        raise ValueError(f"{rest[:12]!r} at character {known.end() + 1} is no path data.")
    try:
        parse_path(plain, pen)
    except (ValueError, IndexError):
        raise ValueError("a path begins with M and a point, and each of its letters has all its figures.") from None
    if not all(isinstance(part, str) or abs(part) <= MAX_COORDINATE for part in pen.parts):
        raise ValueError(f"it goes beyond {MAX_COORDINATE:g}.")
    if len(pen.parts) < 6:
        raise ValueError("it draws nothing.")
    return path(*pen.parts)


def flattened(d: str) -> list[list[Point]]:
    """Path data of ours as closed polygons, each curve in `PIECES`."""
    loops: list[list[Point]] = []
    for letter, f in segments(d):
        if letter == "M":
            loops.append([(f[0], f[1])])
        elif letter == "L":
            loops[-1].append((f[0], f[1]))
        elif letter == "C":
            x, y = loops[-1][-1]
            for t in (step / PIECES for step in range(1, PIECES + 1)):
                a, b, c, e = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
                loops[-1].append((a * x + b * f[0] + c * f[2] + e * f[4], a * y + b * f[1] + c * f[3] + e * f[5]))
    return loops


def area_of(loop: list[Point]) -> float:
    """Without a sign, of a polygon that does not cross itself."""
    pairs = zip(loop, [*loop[1:], loop[0]], strict=True)
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs)) / 2


AREA = 2.6  # of ours, in their own unit, about
REACH = 1.06  # the farthest that one of ours goes from its middle, across or down
LEAST_PART = 0.12  # of the box round it that a shape must fill: less is a line


@cache
def fit_shape(d: str) -> str:
    """SVG path data about the origin and as heavy as the five of ours.

    Raises ValueError for what is no path, and for one that has hardly any area.
    """
    try:
        ours = read_svg_path(d)
    except ValueError as error:
        raise ValueError(f"d: {error}") from None
    loops = flattened(ours)
    points = [point for loop in loops for point in loop]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    width, height = right - left, bottom - top
    area = max(map(area_of, loops))
    if min(width, height) <= 0 or area < LEAST_PART * width * height or max(width, height) > 4 * min(width, height):
        raise ValueError("d: it has hardly any area, or is a bar. Draw a solid shape about as wide as high.")
    factor = min(2 * REACH / max(width, height), math.sqrt(AREA / area))
    return transform(ours, (factor, 0, 0, factor, -factor * (left + right) / 2, -factor * (top + bottom) / 2), 4)


# ---------------------------------------------------------------- fonts

logging.getLogger("fontTools").addHandler(logging.NullHandler())  # it warns of what most fonts get wrong
EM = 1000
MAX_FONT_BYTES = 50_000_000  # all of Chinese, Japanese and Korean in one file is 30 MB
MAX_NAME = 200
DIGITS = "1234?"
CAPITALS = "HΗНԲႠE1"  # the first of these that a font has says how high its capitals are: Latin, Greek, Cyrillic, Armenian, Georgian
RESTRICTED, PREVIEW, EDITABLE, NO_SUBSET, BITMAPS_ONLY = 0x0002, 0x0004, 0x0008, 0x0100, 0x0200  # OS/2, fsType


class FontCredit(NamedTuple):
    """What the font's file says of itself; "" where it says nothing."""

    name: str
    version: str
    license: str
    license_url: str
    copyright: str
    sha256: str


class _Letter(NamedTuple):
    width: int
    path: str
    box: Rect | None
    glyph: object  # of fontTools' table glyf


class FontFile(Mapping[str, int]):
    """Widths by letter, read when one is asked for, of every letter that can be set; and the outlines, in thousandths of the em."""

    def __init__(self, font: TTFont, credit: FontCredit, face: str, glyphs: Any, ours: str) -> None:
        self.name = f"own-{sha256(f'{credit.sha256} {face} {ours}'.encode()).hexdigest()[:16]}"
        self.credit = credit
        self._ours = find_font(ours)
        self._scale = EM / font["head"].unitsPerEm
        self._codes: Mapping[int, str] = font.getBestCmap()
        self._glyphs = glyphs
        self._letters: dict[str, _Letter] = {}
        highest = (self._letter(one).box for one in CAPITALS if ord(one) in self._codes)
        found = next(filter(None, highest), None)
        self.cap_height = round(-found.top) if found else self._ours.cap_height

    def lacking(self, string: str) -> str:
        """Each letter once, in order, that only ours would have."""
        return "".join(
            letter
            for letter in dict.fromkeys(string)
            if ord(letter) not in self._codes or not (letter.isspace() or self._letter(letter).box)
        )

    @property
    def widths(self) -> Mapping[str, int]:
        return self

    def __getitem__(self, letter: str) -> int:
        if letter not in self:
            raise KeyError(letter)
        return self._letter(letter).width

    def __contains__(self, letter: object) -> bool:
        return isinstance(letter, str) and (ord(letter) in self._codes or letter in self._ours.widths)

    def __iter__(self) -> Iterator[str]:
        return iter({*map(chr, self._codes), *self._ours.widths})

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def outline(self, letter: str) -> str:
        return self._letter(letter).path

    def box(self, letter: str) -> Rect | None:
        return self._letter(letter).box

    def truetype(self, letters: str) -> bytes:
        """A font file of its own with these letters, and nothing that tells a machine, a day or a path."""
        names = {letter: f"u{ord(letter):04X}" for letter in letters}
        builder = FontBuilder(EM, isTTF=True)
        builder.setupGlyphOrder([".notdef", *names.values()])
        builder.setupCharacterMap({ord(letter): name for letter, name in names.items()})
        builder.setupGlyf(
            {".notdef": TTGlyphPen(None).glyph()} | {names[one]: self._letter(one).glyph for one in letters}
        )
        glyf = builder.font["glyf"]
        builder.setupHorizontalMetrics(
            {".notdef": (EM // 2, 0)}
            | {name: (self._letter(one).width, getattr(glyf[name], "xMin", 0)) for one, name in names.items()}
        )
        builder.setupHorizontalHeader(ascent=EM, descent=-EM // 4)
        builder.setupOS2(sCapHeight=self.cap_height, sTypoAscender=EM, sTypoDescender=-EM // 4)
        builder.setupPost(keepGlyphNames=False)
        builder.setupNameTable({"familyName": self.name, "styleName": "Regular", "psName": self.postscript_name})
        builder.font["head"].created = builder.font["head"].modified = 0
        builder.font.recalcTimestamp = False
        file = io.BytesIO()
        builder.save(file)
        return file.getvalue()

    @property
    def postscript_name(self) -> str:
        """What a PDF calls it, in letters, figures and hyphens: no two of its fonts may be called the same."""
        plain = re.sub(r"[^A-Za-z0-9]+", "-", self.credit.name)[:40].strip("-")
        return f"{plain}-{self.name.removeprefix('own-')[:6]}".lstrip("-")

    def _letter(self, letter: str) -> _Letter:
        if letter not in self._letters:
            self._letters[letter] = self._own(letter) if ord(letter) in self._codes else self._our_letter(letter)
        return self._letters[letter]

    def _own(self, letter: str) -> _Letter:
        def draw() -> _Letter:
            glyph, record = self._glyphs[self._codes[ord(letter)]], DecomposingRecordingPen(self._glyphs)
            glyph.draw(record)
            return _make_letter(record.replay, glyph.width, self._scale)

        try:
            return run_limited("the font", draw)
        except InputError:
            raise
        except Exception as error:  # fontTools meets a damaged outline with whatever it stumbles over
            raise InputError(
                f"the font {self.credit.name} has a damaged outline for {letter!r} ({type(error).__name__}). Copy or download it again."
            ) from None

    def _our_letter(self, letter: str) -> _Letter:
        def draw(pen: object) -> None:
            parse_path(letter_path(self._ours.name, letter), pen)

        return _make_letter(draw, self._ours.widths[letter], self.cap_height / self._ours.cap_height)


def _make_letter(draw: Callable[[object], None], width: float, scale: float) -> _Letter:
    """What draws itself with a pen, in TrueType curves on our grid: at most half a thousandth of the em off."""
    made = TTGlyphPen(None)
    draw(TransformPen(Cu2QuPen(made, max_err=0.5), (scale, 0, 0, scale, 0, 0)))
    glyph = made.glyph(dropImpliedOnCurves=False)
    letter, bounds = _LetterPen(), BoundsPen(None)
    glyph.draw(letter, None)
    glyph.draw(bounds, None)
    x, low, right, high = bounds.bounds or (0, 0, 0, 0)
    box = Rect.from_edges(x, -high, right, -low) if right > x and high > low else None
    return _Letter(round(width * scale), path(*letter.parts), box, glyph)


class _LetterPen(PathPen):
    def _qCurveToOne(self, bend: Point, end: Point) -> None:
        self.parts += ["Q", *bend, *end]


# Opening


def open_font(data: bytes, face: str, ours: str) -> FontFile:
    """A font from its file's bytes. `face` names one of a variable font's weights; `ours` is the font it replaces.

    Raises ValueError with what is wrong and what to do.
    """
    if data[:4] not in (b"\0\1\0\0", b"true", b"OTTO"):
        raise _Unusable("is no TTF or OTF font. Take a .ttf or .otf file of the same family.")

    def opened() -> tuple[TTFont, FontCredit, object]:
        font = TTFont(io.BytesIO(data), lazy=True)
        location = _location(font, face)
        _check_use(font)
        name, version, terms, url, rights = (_name(font, number) for number in (4, 5, 13, 14, 0))
        credit = FontCredit(name or _name(font, 1), version, terms, url, rights, sha256(data).hexdigest())
        return font, credit, font.getGlyphSet(location=location or None)

    try:
        font, credit, glyphs = run_limited("the font", opened)
        return FontFile(font, credit, face, glyphs, ours)
    except (_Unusable, InputError):
        raise
    except Exception as error:  # fontTools meets a damaged file with whatever it stumbles over
        damage = f"is damaged, or no font ({type(error).__name__}). Copy or download it again."
        raise _Unusable(damage) from None


class _Unusable(ValueError):
    """The sentence is ours."""


def _location(font: TTFont, face: str) -> dict[str, float]:
    """Where on its axes the named weight of a variable font is; {} for other fonts."""
    instances = font["fvar"].instances if "fvar" in font else []
    places = {font["name"].getDebugName(one.subfamilyNameID) or "": dict(one.coordinates) for one in instances}
    chosen = next((place for name, place in places.items() if name.casefold() == face.casefold()), None)
    if chosen is not None:
        return chosen
    if places:
        shown = "".join(filter(str.isprintable, ", ".join(places)))[:MAX_NAME]
        raise _Unusable(f"is a variable font. Write its style behind a #: {shown}.")
    if face:
        raise _Unusable(f"is one font and has nothing that is called {face!r}. Leave out what follows the #.")
    return {}


def _check_use(font: TTFont) -> None:
    """Raises for a font without outlines, or one that its maker does not allow in a file (OpenType, OS/2, fsType)."""
    if not {"glyf", "CFF ", "CFF2"} & {*font.keys()} or not font.getBestCmap():
        raise _Unusable("has no letters with outlines, which a printer needs. Take another font.")
    rights = font["OS/2"].fsType if "OS/2" in font else 0
    is_restricted = rights & RESTRICTED and not rights & (PREVIEW | EDITABLE)  # of several rights the widest holds
    if is_restricted or rights & (NO_SUBSET | BITMAPS_ONLY):
        raise _Unusable(
            f"may not go into a file: its maker has locked it against embedding (fsType {rights}). "
            "Take another font, or ask its maker for a file without this lock."
        )


def _name(font: TTFont, number: int) -> str:
    """A string of table name on one line, without characters that a terminal would obey."""
    text = font["name"].getDebugName(number) or ""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())[:MAX_NAME]
