"""A font that somebody brings: TrueType, or OpenType with PostScript outlines, read letter by letter when one is asked for.

Each letter becomes TrueType curves on a grid of a thousand units to the em, once. All that is measured, drawn as paths or embedded comes
from that one outline, so that every kind of file shows the same letters in the same places. A letter that the font lacks comes from
the font of ours that it replaces, with capitals as high as its own.

What makes a font unusable is a ValueError with a sentence that begins with a verb: `is a zip archive.`
"""

from __future__ import annotations

import io
import logging
import re
import struct
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from fontTools.fontBuilder import FontBuilder
from fontTools.misc.psCharStrings import T2CharString, T2OutlineExtractor
from fontTools.pens.basePen import BasePen, DecomposingPen
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

from tt_print.drawing.geometry import Rect
from tt_print.drawing.text import find_font, letter_path
from tt_print.errors import InputError

logging.getLogger("fontTools").addHandler(logging.NullHandler())  # it warns of what most fonts get wrong
EM = 1000
MAX_FONT_BYTES = 50_000_000  # all of Chinese, Japanese and Korean in one file is 30 MB
MAX_REACH = 16 * EM  # of a letter's outline and of its advance
MAX_POINTS = 5000  # of one letter: the most crowded ideographs have 500
CALL = 10  # what a call of a subroutine costs, beside its bytes
# Of all letters that are read of one font. A thousand ideographs have 200,000 points; in PostScript they are 400 KB with the
# subroutines counted at every call; in a variable font each of their points is moved six times.
MOST = {"points": 500_000, "steps": 1_000_000, "changes": 2_000_000}
MAX_NAME = 200
MAX_TABLES = 200  # a font has ten to thirty
MAX_NAMES_BYTES = 5_000_000  # of all its names: a license in a hundred languages has a tenth
MAX_CODES = 300_000  # that stand for a letter: Unicode has 150,000, and a font 65,535 letters
MAX_AXES = 64  # of a variable font; the most known has 30
MAX_VARYING_BYTES = 2_000_000  # of the tables that a variable font is read by
DIGITS = "1234?"
CAPITALS = "HΗНԲႠE1"  # the first of these that a font has says how high its capitals are: Latin, Greek, Cyrillic, Armenian, Georgian
RESTRICTED, PREVIEW, EDITABLE, NO_SUBSET, BITMAPS_ONLY = 0x0002, 0x0004, 0x0008, 0x0100, 0x0200  # OS/2, fsType
NOT_READ = {b"wOFF": "WOFF font", b"wOF2": "WOFF2 font", b"ttcf": "font collection (TTC)"}  # by how a file begins
_STEP = re.compile(r"([MLQZ])([^MLQZ]*)")


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
    glyph: Any  # of fontTools' table glyf


class FontFile:
    """See `text.BroughtFont`. `lacking` says what it does not have itself of a text."""

    def __init__(self, font: TTFont, credit: FontCredit, face: str, location: Mapping[str, float], ours: str) -> None:
        self.name = f"own-{sha256(f'{credit.sha256} {face} {ours}'.encode()).hexdigest()[:16]}"
        self.credit = credit
        self._ours = find_font(ours)
        if not 16 <= font["head"].unitsPerEm <= 16384:  # OpenType, table head
            raise ValueError("no such em")
        self._scale = EM / font["head"].unitsPerEm
        self._codes: Mapping[int, str] = font.getBestCmap()
        self._glyphs: Any = font.getGlyphSet(location=location or None)
        self._left = {**MOST}
        if location and "gvar" in font:
            font["gvar"].variations = _Changes(font, self._left)
        self._letters: dict[str, _Letter] = {}
        self.cap_height = self._cap_height()
        self.widths: Mapping[str, int] = _Widths(self)

    def lacking(self, string: str) -> str:
        """Each letter once, in order, that only ours would have."""
        return "".join(dict.fromkeys(letter for letter in string if not self._has_own(letter)))

    def _has_own(self, letter: str) -> bool:
        return ord(letter) in self._codes and (letter.isspace() or self._letter(letter).box is not None)

    def has(self, letter: str) -> bool:
        return ord(letter) in self._codes or letter in self._ours.widths

    def outline(self, letter: str) -> str:
        return self._letter(letter).path

    def box(self, letter: str) -> Rect | None:
        return self._letter(letter).box

    def width(self, letter: str) -> int:
        return self._letter(letter).width

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

    def _cap_height(self) -> int:
        for letter in CAPITALS:
            if ord(letter) in self._codes and (box := self._letter(letter).box):
                return round(-box.top)
        return self._ours.cap_height

    def _letter(self, letter: str) -> _Letter:
        if letter not in self._letters:
            self._letters[letter] = self._own(letter) if ord(letter) in self._codes else self._borrowed(letter)
        return self._letters[letter]

    def _own(self, letter: str) -> _Letter:
        try:
            glyph = self._glyphs[self._codes[ord(letter)]]
            return _drawn(self._glyphs, glyph, lambda: glyph.width, self._scale, self._left)
        except InputError:
            raise
        except Exception as error:  # fontTools meets a damaged outline with whatever it stumbles over
            raise InputError(
                f"the font {self.credit.name} has a damaged outline for {letter!r} ({type(error).__name__}). Copy or download it again."
            ) from None

    def _borrowed(self, letter: str) -> _Letter:
        factor = self.cap_height / self._ours.cap_height
        return _drawn(None, _OurGlyph(self._ours.name, letter), lambda: self._ours.widths[letter], factor, {**MOST})


class _Widths(Mapping[str, int]):
    """Of every letter that can be set, read when it is asked for."""

    def __init__(self, font: FontFile) -> None:
        self._font = font

    def __getitem__(self, letter: str) -> int:
        if not self._font.has(letter):
            raise KeyError(letter)
        return self._font.width(letter)

    def __contains__(self, letter: object) -> bool:
        return isinstance(letter, str) and self._font.has(letter)

    def __iter__(self) -> Iterator[str]:
        return iter({chr(code) for code in self._font._codes} | {*self._font._ours.widths})

    def __len__(self) -> int:
        return sum(1 for _ in self)


class _OurGlyph:
    """A letter of ours, as fontTools draws glyphs."""

    def __init__(self, font: str, letter: str) -> None:
        self.path = letter_path(font, letter)

    def draw(self, pen: Any) -> None:
        for command, arguments in _STEP.findall(self.path):
            figures = [float(figure) for figure in arguments.split()]
            points = [*zip(figures[::2], figures[1::2], strict=True)]
            {"M": pen.moveTo, "L": pen.lineTo, "Q": pen.qCurveTo, "Z": pen.closePath}[command](*points)


def _spend(left: dict[str, int], kind: str, count: int) -> None:
    left[kind] -= count
    if left[kind] < 0:
        raise InputError(f"the letters of the font take more than {MOST[kind]:,} {kind}. Take another font.")


class _Changes(Mapping[str, Any]):
    """How the points of each letter move in a variable font, counted before they are read: a few bytes may move all of
    them, and thousands of times.

    OpenType, table gvar: the flags are at byte 14, where the letters begin at 16, their places from 20 on; a letter
    begins with the number of its changes.
    """

    def __init__(self, font: TTFont, left: dict[str, int]) -> None:
        self._font, self._left, self._data = font, left, font.reader["gvar"]
        self._variations: Mapping[str, Any] = font["gvar"].variations

    def __getitem__(self, name: str) -> Any:
        glyph = self._font["glyf"][name]
        points = len(getattr(glyph, "coordinates", ())) + len(getattr(glyph, "components", ())) + MAX_AXES
        width = 4 if self._data[15] & 1 else 2
        place = 20 + width * self._font.getGlyphID(name)
        start = int.from_bytes(self._data[16:20], "big")
        start += int.from_bytes(self._data[place : place + width], "big") * (1 if width == 4 else 2)
        _spend(self._left, "changes", points * (int.from_bytes(self._data[start : start + 2], "big") & 0xFFF))
        return self._variations[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._variations)

    def __len__(self) -> int:
        return len(self._variations)


def _drawn(glyphs: Any, source: Any, width: Callable[[], float], scale: float, left: dict[str, int]) -> _Letter:
    """Anything that draws itself, in TrueType curves on our grid: at most half a thousandth of the em off."""
    made = TTGlyphPen(None)
    source.draw(_Watched(glyphs, TransformPen(Cu2QuPen(made, max_err=0.5), (scale, 0, 0, scale, 0, 0)), left))
    glyph = made.glyph(dropImpliedOnCurves=False)
    path, bounds = _PathPen(), BoundsPen(None)
    glyph.draw(path, None)
    glyph.draw(bounds, None)
    x, low, right, high = bounds.bounds or (0, 0, 0, 0)
    box = Rect.from_edges(x, -high, right, -low) if right > x and high > low else None
    advance = round(width() * scale)
    if max(map(abs, (x, low, right, high, advance))) > MAX_REACH:
        raise ValueError("a letter of many ems")
    return _Letter(advance, "".join(path.parts), box, glyph)


class _Watched(DecomposingPen):  # type: ignore[misc]  # fontTools has no types
    """Passes outlines on. Composites may name composites, each of them twice: it stops where no letter of people would go on."""

    def __init__(self, glyphs: Any, pen: Any, left: dict[str, int]) -> None:
        super().__init__(glyphs, skipMissingComponents=False)
        self.pen, self.points_left, self.left = pen, MAX_POINTS, left

    def _count(self, points: int) -> None:
        _spend(self.left, "points", points)
        self.points_left -= points
        if self.points_left < 0:
            raise InputError(
                f"a letter has more than {MAX_POINTS} points, which no letter of people has. Take another font."
            )

    def moveTo(self, point: Any) -> None:
        self._count(1)
        self.pen.moveTo(point)

    def lineTo(self, point: Any) -> None:
        self._count(1)
        self.pen.lineTo(point)

    def curveTo(self, *points: Any) -> None:
        self._count(len(points))
        self.pen.curveTo(*points)

    def qCurveTo(self, *points: Any) -> None:
        self._count(len(points))
        self.pen.qCurveTo(*points)

    def closePath(self) -> None:
        self.pen.closePath()

    def endPath(self) -> None:
        self.pen.closePath()

    def addComponent(self, glyphName: str, transformation: Any) -> None:
        self._count(1)
        super().addComponent(glyphName, transformation)


class _Outlines(T2OutlineExtractor):  # type: ignore[misc]  # fontTools has no types
    """PostScript outlines. Subroutines may call subroutines, each of them twice, and draw nothing: the pen counts their length."""

    def execute(self, charString: Any, **options: Any) -> None:
        pen = self.pen
        while isinstance(pen, TransformPen):  # of a component
            pen = pen._outPen
        if isinstance(pen, _Watched):
            _spend(pen.left, "steps", CALL + len(charString.bytecode or charString.program))
        super().execute(charString, **options)


T2CharString.outlineExtractor = _Outlines


class _PathPen(BasePen):  # type: ignore[misc]  # fontTools has no types
    def __init__(self) -> None:
        super().__init__(None)
        self.parts: list[str] = []

    def _add(self, command: str, *points: tuple[float, float]) -> None:
        self.parts.append(command + " ".join(f"{v:g}" for point in points for v in point))

    def _moveTo(self, point: tuple[float, float]) -> None:
        self._add("M", point)

    def _lineTo(self, point: tuple[float, float]) -> None:
        self._add("L", point)

    def _qCurveToOne(self, bend: tuple[float, float], end: tuple[float, float]) -> None:
        self._add("Q", bend, end)

    def _closePath(self) -> None:
        self._add("Z")


# Opening


def open_font(data: bytes, face: str, ours: str) -> FontFile:
    """A font from its file's bytes. `face` names one of a variable font's weights; `ours` is the font it replaces.

    Raises ValueError with what is wrong and what to do.
    """
    digest = sha256(data).hexdigest()
    _check_kind(data)
    try:
        font = TTFont(io.BytesIO(data), lazy=True)
        _check_names(font.reader["name"])
        _check_codes(font.reader["cmap"] if "cmap" in font else b"")
        _check_varying(font)
        location = _location(font, face)
        _check_tables(font)
        _check_rights(font)
        opened = FontFile(font, _credit(font, digest), face, location, ours)
    except (_Unusable, InputError):
        raise
    except Exception as error:  # fontTools meets a damaged file with whatever it stumbles over
        damage = f"is damaged, or no font ({type(error).__name__}). Copy or download it again."
        raise _Unusable(damage) from None
    return opened


class _Unusable(ValueError):
    """The sentence is ours."""


def _check_kind(data: bytes) -> None:
    """By its first letters."""
    start = data[:4]
    if start == b"PK\x03\x04":
        raise _Unusable("is a zip archive. Unpack it, and name the .ttf or .otf that is in it.")
    if start in NOT_READ:
        raise _Unusable(
            f"is a {NOT_READ[start]}, and fonts are TTF or OTF. Take the .ttf or .otf file of the same family."
        )
    if start not in (b"\0\1\0\0", b"true", b"OTTO"):
        raise _Unusable("is no font that can be read here. Take a .ttf or .otf file.")
    if int.from_bytes(data[4:6], "big") > MAX_TABLES:
        raise _Unusable(f"has more than {MAX_TABLES} tables, which no font has. Take another font.")


def _check_names(table: bytes) -> None:
    """Raises for more names than memory holds: each may be the same piece of the file, and becomes a copy of its own.

    OpenType, table name: the count is at byte 2; each record has 12 bytes from byte 6 on, with its length at byte 8.
    """
    count = int.from_bytes(table[2:4], "big")
    if sum(int.from_bytes(table[at + 8 : at + 10], "big") for at in range(6, 6 + 12 * count, 12)) > MAX_NAMES_BYTES:
        raise _Unusable(f"has more than {MAX_NAMES_BYTES // 10**6} MB of names, which no font has. Take another font.")


def _check_codes(table: bytes) -> None:
    """Raises for more codes than there are: stretches of codes may overlap, and each takes no more than a few bytes.

    OpenType, table cmap: the count of parts is at byte 2, their places are in every eighth byte from 8 on. A part of format 4
    has the size of a list at byte 6, from 14 on the ends of its stretches, and two bytes after them their starts; one of
    format 12 or 13 has its stretches of 12 bytes from 16 on behind their count, one of format 8 the same 8192 bytes later.
    """
    view, left = memoryview(table), MAX_CODES
    for place in {place for (place,) in _unpack(">4xI", view[4:], int.from_bytes(view[2:4], "big"))}:
        part = view[place:]
        kind, size = int.from_bytes(part[:2], "big"), int.from_bytes(part[6:8], "big")
        stretches: Iterable[tuple[int, int]] = ()
        if kind == 4:
            starts, ends = (_unpack(">H", part[at:], size // 2) for at in (16 + size, 14))
            stretches = ((start, end) for (start,), (end,) in zip(starts, ends, strict=False))
        elif kind in (8, 12, 13):
            groups = part[8192 + 12 if kind == 8 else 12 :]
            stretches = _unpack(">II4x", groups[4:], int.from_bytes(groups[:4], "big"))
        left -= 1
        for start, end in stretches:
            left -= max(1, end - start + 1)
            if left < 0:
                raise _Unusable(
                    f"gives letters to more than {MAX_CODES:,} codes, which no font does. Take another font."
                )


def _unpack(form: str, data: memoryview, count: int) -> Iterator[Any]:
    """As many pieces of this form as are there, at most `count`."""
    size = struct.calcsize(form)
    return struct.iter_unpack(form, data[: min(count, len(data) // size) * size])


def _check_varying(font: TTFont) -> None:
    """Raises for more axes, or larger tables of how a font varies, than any font has: all of them are read at once."""
    tables = [font.reader[tag] for tag in ("fvar", "avar", "HVAR", "VVAR", "MVAR") if tag in font.reader]
    axes = int.from_bytes(font.reader["fvar"][8:10], "big") if "fvar" in font.reader else 0
    if axes > MAX_AXES or sum(map(len, tables)) > MAX_VARYING_BYTES:
        raise _Unusable("varies in more ways than any font. Take another font.")


def _chosen(face: str, names: Sequence[str]) -> int:
    """Which of a variable font's weights somebody means. Raises for none of them."""
    listed = [*dict.fromkeys(name for name in names if name)]
    shown = ", ".join(listed[:12]) + (" ..." if len(listed) > 12 else "")
    found = [name.casefold() for name in names]
    if not face:
        raise _Unusable(
            f'is a variable font of several weights. Write which one behind a #, as in "{{file}}#{listed[0] if listed else "Regular"}". It has {shown}.'
        )
    if face.casefold() not in found:
        raise _Unusable(f"has no {face!r}. It has {shown}.")
    return found.index(face.casefold())


def _location(font: TTFont, face: str) -> dict[str, float]:
    """Where on its axes the named weight of a variable font is; {} for other fonts."""
    if "fvar" not in font:
        if face:
            raise _Unusable(f"is one font and has nothing that is called {face!r}. Leave out what follows the #.")
        return {}
    instances = font["fvar"].instances
    if not instances:
        raise _Unusable("is a variable font without named weights. Take one that has a file for each weight.")
    names = [font["name"].getDebugName(instance.subfamilyNameID) or "" for instance in instances]
    chosen = instances[_chosen(face, names)]
    return dict(chosen.coordinates)


def _check_tables(font: TTFont) -> None:
    if not {"glyf", "CFF ", "CFF2"} & {*font.keys()}:
        raise _Unusable("has pictures or pixels and no outlines, which a printer needs. Take another font.")
    if "VARC" in font:  # whose components draw one another without end
        raise _Unusable("is built of variable components (VARC), which cannot be read here. Take another font.")
    if "cmap" not in font or not font.getBestCmap():
        raise _Unusable("is a font of symbols without letters. Use a font with letters and digits.")
    for table in ("head", "hmtx", "hhea", "maxp", "name"):
        font[table]


def _check_rights(font: TTFont) -> None:
    """What its maker allows (OpenType, OS/2, fsType); of several rights the widest holds."""
    rights = font["OS/2"].fsType if "OS/2" in font else 0
    ask = "Take another font, or ask its maker for a file without this lock; no option opens it."
    if rights & RESTRICTED and not rights & (PREVIEW | EDITABLE):
        raise _Unusable(f"may not go into a file: its maker has locked it against embedding (fsType {rights}). {ask}")
    if rights & NO_SUBSET:
        raise _Unusable(
            f"may go into a file only whole, and a card's file takes single letters of it (fsType {rights}). {ask}"
        )
    if rights & BITMAPS_ONLY:
        raise _Unusable(
            f"may go into a file only as pixels, and cards are printed from outlines (fsType {rights}). {ask}"
        )


def _credit(font: TTFont, digest: str) -> FontCredit:
    return FontCredit(
        _name(font, 4) or _name(font, 1), _name(font, 5), _name(font, 13), _name(font, 14), _name(font, 0), digest
    )


def _name(font: TTFont, number: int) -> str:
    """A string of table name on one line, without characters that a terminal would obey."""
    text = font["name"].getDebugName(number) or ""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())[:MAX_NAME]
