"""User themes: one file each in `themes/` of the user's folder, which extends one of ours and says only what differs.

What is wrong in a file is reported with its key; the other files work. A measure may not be more than four times ours, or less than
a quarter: beyond that nothing could be drawn, or nothing would end.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tt_print.draw.shapes import Ink, Text
from tt_print.draw.text import DISPLAY, TEXT, add_font, find_font, ink_box, missing_letters
from tt_print.errors import TTPrintError, did_you_mean, join_words
from tt_print.faces.theme_file import (
    MAX_TEXT,
    THEMES,
    FaceFonts,
    FaceWords,
    FontOrigin,
    FontsTable,
    ThemeFile,
    ThemeOrigin,
    ThemeSource,
    merge_themes,
    our_data,
    our_theme,
)
from tt_print.files.data import DataFile, read_bytes, read_toml
from tt_print.files.user_data import MAX_FILE_BYTES, UserTables, describe_invalid_files, file_stamp, read_user_files
from tt_print.problems import pick
from tt_print.templates import read_toml as our_toml

if TYPE_CHECKING:
    from tt_print.draw.outlines import FontFile

# ---------------------------------------------------------------- lettering

# Letters of a theme on its faces. Ours are placed by their capitals' height alone; a font that somebody brings is
# measured by its ink.
#
# A single number or letter in such a font is as high as there is room for, whatever the font's own proportions: figures
# that hang below the line, ideographs, accents. One that would be too wide is narrowed, and from `MIN_NARROW` on made
# smaller.


NUMBER_WIDTH = 0.892  # of the widest of our digits, the 4, in heights of a capital: what all corners are measured for
LETTER_WIDTH = 1.2  # of any other sign
MIN_NARROW = 0.75
FLAT = 0.5  # a sign lower than this part of a capital, as a dash is, keeps its proportion to others


def mark(
    string: str, x: float, y: float, cap: float, ink: Ink, font: str, stretch: float = 1.0,
    halo: Ink | None = None, halo_mm: float = 0.0, widest: float = LETTER_WIDTH,
) -> Text:  # fmt: skip
    """A sign, or two, about x, as high as a capital of `cap` that is on y. `widest` is in heights of a capital, of each sign."""
    measured = find_font(font)
    size = measured.size_for_cap(cap)
    box = ink_box(string, measured.brought) if measured.brought else None
    if box is None:
        return Text(x, y, string, font, size, ink, "middle", stretch, 0.0, halo, halo_mm)
    if box.height > FLAT * measured.cap_height:
        size = cap * 1000 / box.height
    room, width = widest * cap * len(string), box.width * size / 1000
    narrow = max(MIN_NARROW, min(1.0, room / width))
    size *= min(1.0, room / (width * narrow))
    stretch *= narrow
    moved = (measured.width_mm(string, 1000.0) / 2 - box.center[0]) * size * stretch / 1000
    below = box.center[1] * size / 1000
    return Text(x + moved, y - cap / 2 - below, string, font, size, ink, "middle", stretch, 0.0, halo, halo_mm)


def number(value: str, x: float, y: float, cap: float, ink: Ink, font: str, stretch: float = 1.0) -> Text:
    """One of the five numbers, no wider than ours are."""
    return mark(value, x, y, cap, ink, font, stretch, widest=NUMBER_WIDTH)


def depth_mm(words: str, font: str, size_mm: float) -> float:
    """How far below their line letters of a brought font reach, as some figures do; nothing for ours, whose capitals are on it."""
    brought = find_font(font).brought
    box = ink_box(words, brought) if brought else None
    return max(0.0, box.bottom * size_mm / 1000) if box else 0.0


def capitals(words: str) -> str:
    """As names are on cards. Greek capitals have no accents, and Georgian is written in one case."""
    return "".join(map(_capital, words))


def _capital(letter: str) -> str:
    if "\u10d0" <= letter <= "\u10ff":
        return letter
    upper = letter.upper()
    if not "\u0370" <= letter <= "\u03ff":
        return upper
    return unicodedata.normalize("NFC", "".join(c for c in unicodedata.normalize("NFD", upper) if c != "\u0301"))


# ---------------------------------------------------------------- own fonts

# Fonts that a user's theme brings, and which texts can be set in them.
#
# The files lie beside the theme's. What is wrong with one is reported with the key that names it.


OURS = {"display": DISPLAY, "text": TEXT, "numbers": DISPLAY}
OUR_WORD = "ours"
_FIELD = re.compile(r"\{\w+\}")  # what is filled in
MAX_SHOWN = 8  # of letters that a font lacks


class OwnFonts(NamedTuple):
    """The fonts of a theme, and those among them that somebody brought, by what they are for."""

    fonts: FaceFonts
    brought: Mapping[str, FontFile]
    files: Mapping[str, str]  # as the theme names them


NO_FONTS = OwnFonts(FaceFonts(), {}, {})


def font_paths(document: DataFile, theme_file: Path) -> dict[str, tuple[Path, str]]:
    """By what each is for: the file, and which of its weights where it has several. Raises for a table of another form."""
    table = document.read(FontsTable, "fonts")
    named = {role: value.strip() for role, value in vars(table).items() if value.strip() and value.strip() != OUR_WORD}
    return {role: _split(theme_file.parent, value) for role, value in named.items()}


def _split(folder: Path, value: str) -> tuple[Path, str]:
    file, _, face = value.partition("#")
    return (folder / value, "") if "\0" not in value and (folder / value).is_file() else (folder / file, face.strip())


def read_fonts(document: DataFile, theme_file: Path) -> OwnFonts:
    """Raises InputError with the key of a font that cannot be used."""
    brought: dict[str, FontFile] = {}
    files: dict[str, str] = {}
    table = document.read(FontsTable, "fonts")
    for role, (path, face) in font_paths(document, theme_file).items():
        written = files[role] = getattr(table, role).strip()
        try:
            brought[role] = _open(path, *file_stamp(path), face, OURS[role])
        except TTPrintError as error:
            raise document.error(f"{role} = {written!r}: {error}", "fonts", role) from None
        except ValueError as error:
            raise document.error(f"{role} = {written!r}: it {error}", "fonts", role) from None
    if "display" in brought and not table.numbers.strip():
        brought["numbers"] = brought["display"]
    _check_numbers(document, brought)
    names = {role: add_font(font) for role, font in brought.items()}
    return OwnFonts(FaceFonts(**names), brought, files)


@lru_cache(maxsize=8)
def _open(path: Path, changed: int, size: int, face: str, ours: str) -> FontFile:
    from tt_print.draw.outlines import MAX_FONT_BYTES, open_font

    return open_font(read_bytes(path, MAX_FONT_BYTES), face, ours)


def _check_numbers(document: DataFile, brought: Mapping[str, FontFile]) -> None:
    from tt_print.draw.outlines import DIGITS

    if (font := brought.get("numbers")) is None:
        return
    role = "numbers" if "numbers" in document.data["fonts"] else "display"
    if missing := font.lacking(DIGITS):
        raise document.error(
            f"{role}: the font {font.credit.name} has no {join_words(missing, 'and')}, which cards need. "
            'Take another, or write numbers = "ours" below it.', "fonts", role,
        )  # fmt: skip


def check_text(document: DataFile, text: str, trail: tuple[str, ...], own: OwnFonts) -> None:
    """Raises for what cannot be set letter by letter, and for letters that a font lacks."""
    name = ".".join(trail)
    if reason := unset_reason(text):
        raise document.error(f"{name} = {text!r}: {reason}", *trail)
    printed = _FIELD.sub("", text)
    for role in ("display", "text"):
        letters = capitals(printed) + printed
        if role in own.brought:
            missing, whose = own.brought[role].lacking(letters), f"{own.files.get(role, role)} has"
            cure = "Take a font that has it, or other words."
        else:
            missing, whose = missing_letters(letters, OURS[role]), "our fonts have"
            cure = f'They have Latin letters. Bring your own font: [fonts] {role} = "file.ttf"'
        if missing:
            shown = " ".join(dict.fromkeys(missing[:MAX_SHOWN])) + (" ..." if len(missing) > MAX_SHOWN else "")
            raise document.error(f"{name} = {text!r}: {whose} no {shown!r}. {cure}", *trail)


def composed(value: object) -> object:
    """Texts with each letter and its accent as one, as fonts have them."""
    if isinstance(value, str):
        return unicodedata.normalize("NFC", value)
    if isinstance(value, dict):
        return {key: composed(inner) for key, inner in value.items()}
    return [composed(inner) for inner in value] if isinstance(value, list) else value


def unset_reason(text: str) -> str:
    """Why a text cannot be set by putting one letter beside the other; "" where it can."""
    for letter in text:
        kind = unicodedata.category(letter)
        script = unicodedata.name(letter, "").split(" ")[0]
        is_joined = kind.startswith("L") and (script not in _plain_scripts() or "\u1100" <= letter <= "\u11ff")
        is_turned = unicodedata.bidirectional(letter) in ("R", "AL", "AN")
        if not letter.isascii() and (is_joined or is_turned or kind[0] in "MC"):
            return f"{letter!r} cannot be set here: letters are put side by side from left to right. Write it in other letters."
    return ""


@cache
def _plain_scripts() -> frozenset[str]:
    return frozenset(our_toml("fonts/scripts.toml")["plain"])


def origin_of(document: DataFile, name: str, extends: str, own: OwnFonts) -> ThemeOrigin:
    fonts = tuple(
        FontOrigin(role, file, *own.brought[role].credit) for role, file in own.files.items() if role in own.brought
    )
    total = sha256(document.text.encode())
    for font in fonts:
        total.update(f"\n{font.role} {font.file} {font.sha256}".encode())
    return ThemeOrigin(name, extends, total.hexdigest(), fonts)


Trail = tuple[str, ...]
RGB = re.compile(r"#[0-9A-Fa-f]{6}")
OURS_ONLY = ("card", "layout", "like", "ground")
FACTOR, AROUND = 4.0, 20.0  # how far a measure may be from ours; millimeters where ours is 0 or less
NO_LIMIT = ("rgb", "cmyk", "loop", "tips")


def own_themes() -> UserTables[str]:
    """A word about each, without opening its fonts, which may be large: errors in those are reported when it is used."""
    return read_user_files("themes", THEMES, _title)


def theme_titles() -> dict[str, str]:
    """All themes with a word about each: ours, then the user's own."""
    return {**THEMES, **own_themes().found}


def choose_own(name: str) -> str:
    """The name of a user's theme in its own spelling. Raises InputError that lists all where there is none."""
    found, own = name.strip().lower(), own_themes()
    own.check(found)
    return pick("theme", name, (*THEMES, *own.found), "cards.no_theme", wrong=describe_invalid_files(own.wrong))


def read_own_theme(name: str) -> ThemeSource:
    """Of a theme that is there. Raises InputError with file and key."""
    return _read(own_themes().files[name])


def _read(path: Path) -> ThemeSource:
    """Again where its file has changed, or that of a font."""
    stamp = file_stamp(path)
    return _read_all(path, *stamp, tuple(file_stamp(font) for font in _font_files(path, *stamp)))


def _title(path: Path) -> str:
    """A word about a theme. Raises InputError for what is wrong in its file, fonts aside."""
    return _read_all(path, *file_stamp(path), None).title


@lru_cache(maxsize=64)
def _font_files(path: Path, changed: int, size: int) -> tuple[Path, ...]:
    try:
        document = read_toml(path, MAX_FILE_BYTES)
        return tuple(font for font, _ in font_paths(document, path).values()) if "fonts" in document.data else ()
    except TTPrintError:  # told by who reads all of it
        return ()


@lru_cache(maxsize=64)
def _read_all(path: Path, changed: int, size: int, font_stamps: tuple[tuple[int, int], ...] | None) -> ThemeSource:
    """`font_stamps` are None where the theme's fonts are not to be opened: ours replace them."""
    document = read_toml(path, MAX_FILE_BYTES)
    data = dict(document.data)
    extends, title = data.pop("extends", None), data.pop("title", "")
    if not isinstance(extends, str) or extends not in THEMES:
        shown = f'extends = "{extends}": ' if isinstance(extends, str) else ""
        raise document.error(
            f"{shown}a theme begins as one of ours. Write extends = "
            f"{join_words(repr(name) for name in THEMES)}.".replace("'", '"'),
            *(["extends"] if extends is not None else []),
        )
    if not isinstance(title, str):
        raise document.error(f"title must be a text in quotes, not {title!r}.", "title")
    own_words = composed(data.pop("words", {}))
    has_fonts = data.pop("fonts", None) is not None
    own_fonts = read_fonts(document, path) if has_fonts and font_stamps is not None else NO_FONTS
    back = _back_file(document, data, path.parent)
    _check_keys(document, data)
    ours = our_data(extends)
    _check_values(document, data, ours, ())
    file = document._replace(data=merge_themes(ours, data)).read(ThemeFile)
    all_words = merge_themes({"words": our_toml("themes/words.toml")}, {"words": own_words})
    words = document._replace(data=all_words).read(FaceWords, "words")
    if font_stamps is not None or not has_fonts:
        _check_texts(document, own_words, own_fonts)
    origin = origin_of(document, path.stem, extends, own_fonts)
    return ThemeSource(file, file.ground, words, title or f"as {extends}", own_fonts.fonts, origin, back)


def _back_file(document: DataFile, data: dict[str, object], folder: Path) -> Path | None:
    """The picture that `back = "cat.png"` names, beside the theme's file; takes it out of the data. A table [back] is the pattern's."""
    named = data.get("back")
    if not isinstance(named, str):
        return None
    del data["back"]
    found = folder / named
    if "\0" in named or not found.is_file():
        raise document.error(f"back = {named!r}: there is no such file in {folder}. Put the picture there.", "back")
    return found


def _check_keys(document: DataFile, data: Mapping[str, object]) -> None:
    allowed = [name for name in ThemeFile.__annotations__ if name not in OURS_ONLY]
    for name in data:
        if name in OURS_ONLY:
            raise document.error(f"{name!r} is the same in all themes. Leave it out.", name)
        if name not in allowed:
            near = did_you_mean(name, [*allowed, "words", "fonts", "extends", "title"])
            every = f" There are {join_words([*allowed, 'words', 'fonts'], 'and')}."
            raise document.error(f"{name!r} is not a table of a theme.{near or every}", name)
    for table in ("colors", "shapes"):
        ours = our_theme("tab").file
        known = ours.colors if table == "colors" else ours.shapes
        inner = data.get(table, {})
        for name in inner if isinstance(inner, dict) else ():
            if name not in known:
                near = did_you_mean(name, known) or f" There are {join_words(known, 'and')}."
                raise document.error(f"there is no {table.removesuffix('s')} {name!r}.{near}", table, name)
    for name, shape in _tables(data.get("shapes")):
        for key in ("path", "loop"):
            if key in shape:
                raise document.error(
                    f"write d = instead of {key} =: it takes path data of any drawing program.", "shapes", name, key
                )


def _tables(value: object) -> Iterator[tuple[str, dict[str, object]]]:
    """Those in a table that are tables themselves."""
    for name, inner in value.items() if isinstance(value, dict) else ():
        if isinstance(inner, dict):
            yield name, inner


def _check_values(document: DataFile, value: object, ours: object, trail: Trail) -> None:
    """Raises for colors that are none and for measures that nothing could be drawn with."""
    if isinstance(value, dict):
        for key, inner in value.items():
            _check_values(document, inner, ours.get(key) if isinstance(ours, dict) else None, (*trail, key))
        return
    key, shown = (trail[-1], ".".join(trail)) if trail else ("", "")
    if key == "rgb" and not (isinstance(value, str) and RGB.fullmatch(value)):
        raise document.error(
            f'{shown} = {value!r}: a color is written as "#C00C1C", two characters each for red, green, and blue.',
            *trail,
        )
    numbers = value if isinstance(value, list) else [value]
    theirs = ours if isinstance(ours, list) else [ours] * len(numbers)
    for index, number in enumerate(numbers):
        if isinstance(number, bool) or not isinstance(number, int | float):
            continue
        usual = theirs[index] if index < len(theirs) else None
        low, high = _range(key, usual)
        if not low <= number <= high:
            said = f"; ours has {usual:g}" if isinstance(usual, int | float) else ""
            raise document.error(f"{shown} = {number:g}: it can be {low:g} to {high:g}{said}.", *trail)


def _range(key: str, usual: object) -> tuple[float, float]:
    if key == "cmyk":
        return 0.0, 100.0
    if key == "unknown":
        return 0, 6
    if key in ("radius", "half", "corner", "tension") or key in NO_LIMIT:
        return -4.0 if key in NO_LIMIT else 0.0, 4.0
    if isinstance(usual, bool) or not isinstance(usual, int | float) or usual <= 0:
        return -AROUND, AROUND
    least = 0.0 if "line" in key or "gap" in key or key == "tracking" else round(usual / FACTOR, 3)
    return least, round(usual * FACTOR, 3)


def _check_texts(document: DataFile, words: object, fonts: OwnFonts) -> None:
    """Raises for a text that is too long, or has letters that its fonts cannot draw."""
    for trail, text in _texts(words, ("words",)):
        if len(text) > MAX_TEXT:
            raise document.error(f"{'.'.join(trail)} has {len(text)} letters; at most {MAX_TEXT} are allowed.", *trail)
        if trail[1] == "aloud":  # nobody prints it
            continue
        check_text(document, text, trail, fonts)


def _texts(value: object, trail: Trail) -> Iterator[tuple[Trail, str]]:
    if isinstance(value, str):
        yield trail, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _texts(inner, (*trail, key))
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _texts(inner, trail)
