"""Fonts that a user's theme brings, and which texts can be set in them.

The files lie beside the theme's. What is wrong with one is reported with the key that names it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tt_print.cards.lettering import capitals
from tt_print.cards.theme_file import FaceFonts, FontOrigin, FontsTable, ThemeOrigin
from tt_print.drawing.text import DISPLAY, TEXT, add_font, missing_letters
from tt_print.errors import TTPrintError, join_words
from tt_print.files.data import Document, read_bytes
from tt_print.files.user_data import file_stamp
from tt_print.templates import read_toml

if TYPE_CHECKING:
    from tt_print.drawing.font_file import FontFile

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


def font_paths(document: Document, theme_file: Path) -> dict[str, tuple[Path, str]]:
    """By what each is for: the file, and which of its weights where it has several. Raises for a table of another form."""
    table = document.read(FontsTable, "fonts")
    named = {role: value.strip() for role, value in vars(table).items() if value.strip() and value.strip() != OUR_WORD}
    return {role: _split(theme_file.parent, value) for role, value in named.items()}


def _split(folder: Path, value: str) -> tuple[Path, str]:
    file, _, face = value.partition("#")
    return (folder / value, "") if "\0" not in value and (folder / value).is_file() else (folder / file, face.strip())


def read_fonts(document: Document, theme_file: Path) -> OwnFonts:
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
    from tt_print.drawing.font_file import MAX_FONT_BYTES, open_font

    return open_font(read_bytes(path, MAX_FONT_BYTES), face, ours)


def _check_numbers(document: Document, brought: Mapping[str, FontFile]) -> None:
    from tt_print.drawing.font_file import DIGITS

    if (font := brought.get("numbers")) is None:
        return
    role = "numbers" if "numbers" in document.data["fonts"] else "display"
    if missing := font.lacking(DIGITS):
        raise document.error(
            f"{role}: the font {font.credit.name} has no {join_words(missing, 'and')}, which cards need. "
            'Take another, or write numbers = "ours" below it.', "fonts", role,
        )  # fmt: skip


def check_text(document: Document, text: str, trail: tuple[str, ...], own: OwnFonts) -> None:
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
    return frozenset(read_toml("fonts/scripts.toml")["plain"])


def origin_of(document: Document, name: str, extends: str, own: OwnFonts) -> ThemeOrigin:
    fonts = tuple(
        FontOrigin(role, file, *own.brought[role].credit) for role, file in own.files.items() if role in own.brought
    )
    total = sha256(document.text.encode())
    for font in fonts:
        total.update(f"\n{font.role} {font.file} {font.sha256}".encode())
    return ThemeOrigin(name, extends, total.hexdigest(), fonts)
