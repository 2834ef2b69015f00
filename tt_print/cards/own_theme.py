"""User themes: one file each in `themes/` of the user's folder, which extends one of ours and says only what differs.

What is wrong in a file is reported with its key; the other files work. A measure may not be more than four times ours, or less than
a quarter: beyond that nothing could be drawn, or nothing would end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from tt_print.cards.own_fonts import NO_FONTS, OwnFonts, check_text, composed, font_paths, origin_of, read_fonts
from tt_print.cards.theme_file import THEMES, ThemeFile, ThemeSource, our_theme
from tt_print.cards.words import MAX_LETTERS as MAX_TEXT
from tt_print.cards.words import FaceWords
from tt_print.errors import InputError, TTPrintError, did_you_mean, join_words
from tt_print.files.data import Document, read_toml
from tt_print.files.user_data import MAX_FILE_BYTES, MAX_LETTERS, NAME, describe_invalid_files, file_stamp, user_files
from tt_print.problems import pick
from tt_print.templates import read_toml as our_toml

Trail = tuple[str, ...]
RGB = re.compile(r"#[0-9A-Fa-f]{6}")
OURS_ONLY = ("card", "layout", "like", "ground")
DRAWN_BY = ("kind", "path", "d", "loop", "radius", "half", "corner", "tension")  # a shape has one of these sets
FACTOR, AROUND = 4.0, 20.0  # how far a measure may be from ours; millimeters where ours is 0 or less
NO_LIMIT = ("rgb", "cmyk", "loop", "tips")


class OwnThemes(NamedTuple):
    """The files of those that can be used, by name, and what is wrong with the others."""

    files: Mapping[str, Path]
    wrong: Mapping[Path, TTPrintError]


def own_themes() -> OwnThemes:
    """Without opening their fonts, which may be large: errors in those are reported when a theme is used."""
    files: dict[str, Path] = {}
    wrong: dict[Path, TTPrintError] = {}
    for path in user_files("themes"):
        try:
            _title(path)
        except TTPrintError as error:
            wrong[path] = error
        else:
            files[path.stem] = path
    return OwnThemes(files, wrong)


def theme_titles() -> dict[str, str]:
    """All themes with a word about each: ours, then the user's own."""
    return {**THEMES, **{name: _title(path) for name, path in own_themes().files.items()}}


def choose_own(name: str) -> str:
    """The name of a user's theme in its own spelling. Raises InputError that lists all where there is none."""
    if _file_of(found := name.strip().lower()) is not None:
        return found
    own = own_themes()
    return pick("theme", name, (*THEMES, *own.files), "cards.no_theme", wrong=describe_invalid_files(own.wrong))


def read_own_theme(name: str) -> ThemeSource:
    """Of a theme that is there. Raises InputError with file and key."""
    path = _file_of(name)
    assert path is not None
    return _read(path)


def _file_of(name: str) -> Path | None:
    return next((path for path in user_files("themes") if path.stem == name), None)


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
    if path.stem in THEMES:
        raise InputError(f"{path}: {path.stem!r} is a built-in theme. Rename the file.")
    if not NAME.fullmatch(path.stem) or len(path.stem) > MAX_LETTERS:
        raise InputError(
            f"{path}: {path.stem!r} cannot be typed as a name. Use lowercase letters, digits, and hyphens."
        )
    document = read_toml(path, MAX_FILE_BYTES)
    data = dict(document.data)
    extends, title = data.pop("extends", None), data.pop("title", "")
    if not isinstance(extends, str) or extends not in THEMES:
        raise document.error(
            f"extends = {extends!r}: a theme begins as one of ours. Write extends = "
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
    base = our_theme(extends)
    raw = _our_data(extends)
    _check_values(document, data, raw, ())
    file = document._replace(data=_merge(raw, data)).read(ThemeFile)
    all_words = {"words": _merge(our_toml("themes/words.toml"), own_words)}
    words = document._replace(data=all_words).read(FaceWords, "words")
    if font_stamps is not None or not has_fonts:
        _check_texts(document, own_words, own_fonts)
    origin = origin_of(document, path.stem, extends, own_fonts)
    return ThemeSource(file, base.ground, words, title or f"as {extends}", own_fonts.fonts, origin, back)


def _back_file(document: Document, data: dict[str, Any], folder: Path) -> Path | None:
    """The picture that `back = "cat.png"` names, beside the theme's file; takes it out of the data. A table [back] is the pattern's."""
    named = data.get("back")
    if not isinstance(named, str):
        return None
    del data["back"]
    found = folder / named
    if "\0" in named or not found.is_file():
        raise document.error(f"back = {named!r}: there is no such file in {folder}. Put the picture there.", "back")
    return found


def _our_data(name: str) -> dict[str, Any]:
    """One of ours as plain data, with what a variant changes."""
    data = our_toml(f"themes/{name}.toml")
    if "like" not in data:
        return data
    merged: dict[str, Any] = _merge(our_toml(f"themes/{data['like']}.toml"), {"tab": {**data["tab"], "runs_off": True}})
    return merged


def _merge(ours: Mapping[str, Any], own: Any, trail: Trail = ()) -> Any:
    """`own` on top of `ours`. A color for screens says nothing about a press, that of the back is for all on it, and a shape is always given
    whole."""
    if not isinstance(own, dict):
        return own
    kept = dict(ours)
    if trail[:1] in (("colors",), ("inks",)) and len(trail) == 2 and "rgb" in own:
        kept.pop("cmyk", None)
        kept.pop("spot", None)
    if trail == ("inks",) and "back" in own:
        kept = {key: value for key, value in kept.items() if not key.startswith("back_")}
    if trail[:1] == ("shapes",) and len(trail) == 2 and {"kind", "path", "d", "loop"} & own.keys():
        kept = {key: value for key, value in kept.items() if key not in DRAWN_BY}
    for key, value in own.items():
        inner = kept.get(key)
        kept[key] = _merge(inner, value, (*trail, key)) if isinstance(inner, dict) else value
    return kept


def _check_keys(document: Document, data: Mapping[str, Any]) -> None:
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


def _tables(value: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Those in a table that are tables themselves."""
    for name, inner in value.items() if isinstance(value, dict) else ():
        if isinstance(inner, dict):
            yield name, inner


def _check_values(document: Document, value: Any, ours: Any, trail: Trail) -> None:
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


def _range(key: str, usual: Any) -> tuple[float, float]:
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


def _check_texts(document: Document, words: Any, fonts: OwnFonts) -> None:
    """Raises for a text that is too long, or has letters that its fonts cannot draw."""
    for trail, text in _texts(words, ("words",)):
        if len(text) > MAX_TEXT:
            raise document.error(f"{'.'.join(trail)} has {len(text)} letters; at most {MAX_TEXT} are allowed.", *trail)
        if trail[1] == "aloud":  # nobody prints it
            continue
        check_text(document, text, trail, fonts)


def _texts(value: Any, trail: Trail) -> Iterator[tuple[Trail, str]]:
    if isinstance(value, str):
        yield trail, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _texts(inner, (*trail, key))
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _texts(inner, trail)
