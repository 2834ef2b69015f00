"""What somebody at a terminal always wants: `config.toml`, and the paper that is sold where the machine says it is."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from tt_print.cli.output import echo
from tt_print.cli.text import typed_text
from tt_print.core.commands import find_command
from tt_print.errors import InputError, TTPrintError
from tt_print.files.user_data import CONFIG_NAME, MAX_FILE_BYTES, find_house, read_defaults, user_folder
from tt_print.problems import Problem
from tt_print.requests.kinds import Config, Word, specs_of
from tt_print.requests.reading import RefusedError, from_words

if TYPE_CHECKING:
    from tt_print.core.commands.common import Command


def default_paper() -> str:
    """The paper of the user's config.toml, or the one that people buy where the machine says it is: letter in the Americas and
    the Philippines, else a4.
    """
    from tt_print.paper.plan import local_paper

    return read_defaults().paper or local_paper(find_territory(os.environ, system_locale))


# in the order in which glibc looks at them for what concerns paper
VARIABLES = ("LC_ALL", "LC_PAPER", "LANG")


def find_territory(environment: Mapping[str, str], system_locale: Callable[[], str]) -> str:
    """Two letters of ISO 3166 from the first of the variables that names a territory, else from the system; "" for none.

    `C` and `POSIX`, which programs set for themselves, name none.
    """
    for name in VARIABLES:
        if found := territory_of(environment.get(name, "")):
            return found
    return territory_of(system_locale())


def territory_of(locale: str) -> str:
    """`MX` of `es_MX.UTF-8`, `es-MX` or `es_Latn_MX@euro`; "" for `es`, `C` and `es-419`, which is a continent.

    A region that somebody chose beside their language counts before that of the language: `en_US@rg=mxzzzz`, as macOS
    writes it, and `en-US-u-rg-mxzzzz` (Unicode Technical Standard 35).
    """
    if chosen := re.search(r"\brg[-=]([A-Za-z]{2})zzzz\b", locale):
        return chosen[1].upper()
    found = re.match(r"[A-Za-z]{2,8}[-_](?:[A-Za-z]{4}[-_])?([A-Za-z]{2})(?![A-Za-z0-9])", locale)
    return found[1].upper() if found else ""


def system_locale() -> str:
    """What a system without such variables was set to: `en-US` on Windows, `en_US` on macOS; other systems have them.

    Python's own `locale.getlocale()` is of no use: it takes `C.UTF-8` for `en_US`, and on Windows names no territory.
    """
    try:
        if sys.platform == "win32":
            return _windows_locale()
        if sys.platform == "darwin":
            return _mac_locale()
    except (OSError, ValueError):  # nothing is set, or nothing that can be read
        pass
    return ""


def _windows_locale() -> str:
    """The region of the user's settings. Raises OSError."""
    if sys.platform != "win32":
        return ""
    import winreg

    with winreg.OpenKey(winreg.HKEY_CURRENT_USER, r"Control Panel\International") as key:
        return str(winreg.QueryValueEx(key, "LocaleName")[0])


def _mac_locale() -> str:
    """The same of macOS, whose Terminal sets no variable for many pairs of language and region. Raises OSError."""
    import plistlib
    from os.path import expanduser
    from xml.parsers.expat import ExpatError

    with open(expanduser("~/Library/Preferences/.GlobalPreferences.plist"), "rb") as file:
        try:
            return str(plistlib.load(file).get("AppleLocale", ""))
        except (AttributeError, ExpatError):  # no table, or damaged
            return ""


C = TypeVar("C", bound="Command")


def read_request(shape: type[C], given: Mapping[str, object], silent: bool) -> tuple[C, dict[str, object]]:
    """The request, and its values that are those of config.toml, which are shown.

    A wrong value there stops the command that would use it; the others warn. If the file cannot be read at all, nothing is
    printed; what spends no paper goes on without it.
    """
    specs, config = specs_of(shape), dict[str, str]()
    try:
        config = read_config()
    except InputError as error:
        if from_words(shape, given)[0].prints:
            raise
        if shape.verb != "list" or given:  # alone it says all that is wrong in the user's folder
            _warn(error)
    try:
        request, usual = from_words(shape, given, config)
    except RefusedError as error:
        if (first := error.problems[0]).code != "config":
            raise
        raise config_error(first.values["key"], error) from None
    for name in (*given, *usual):
        if note := specs[name].note(Config):
            try:
                _check_key(note.key or name, _check_house if name == "house_file" else specs[name].kind.check, config)
            except TTPrintError as error:
                if name in usual:
                    raise
                _warn(error)
    if usual and not silent:
        words = {(specs[name].note(Word) or Word()).word or name: value for name, value in usual.items()}
        shown = (f"{word} {','.join(value) if isinstance(value, tuple) else value}" for word, value in words.items())
        echo(f"From {user_folder() / CONFIG_NAME}: {', '.join(shown)}.", err=True)
    return request, usual


def read_config() -> dict[str, str]:
    """The values of config.toml by their keys; files that it names are beside it."""
    if not (user_folder() / CONFIG_NAME).exists():
        return {}
    from dataclasses import fields

    defaults = read_defaults()
    found = {each.name: getattr(defaults, each.name) for each in fields(defaults) if each.name != "night"}
    found |= {"night.players": ",".join(defaults.night.players)}
    if defaults.night.house:
        found["night.house"] = str(find_house(defaults.night.house))
    if defaults.back:
        found["back"] = str(user_folder() / defaults.back)
    return found


def check_config() -> None:
    """Raises InputError with the line of a value in config.toml that cannot be used."""
    from tt_print.draw.artwork import read_artwork
    from tt_print.engine.people import check_names
    from tt_print.faces.theme import find_theme

    config = read_config()
    checks: dict[str, Callable[[str], object]] = {
        name: spec.kind.check for name, spec in specs_of(find_command("deck")).items() if spec.note(Config)
    }
    checks |= {
        "theme": lambda name: find_theme(config["ink"] or "color", name=name),
        "back": lambda path: read_artwork(Path(path)),
        "night.players": lambda names: check_names(names.split(",")),
        "night.house": _check_house,
    }
    for key, check in checks.items():
        _check_key(key, check, config)


def _check_key(key: str, check: Callable[[str], object], config: Mapping[str, str]) -> None:
    """Raises TTPrintError with the key if its value, if it has one, cannot be used."""
    if config.get(key):
        try:
            check(config[key])
        except (TTPrintError, ValueError) as error:
            raise config_error(key, error) from None


def _warn(error: TTPrintError) -> None:
    echo(f"warning: left out: {error}", err=True)


def _check_house(path: str) -> None:
    if not Path(path).is_file():
        raise InputError(f"there is no file {path} of house rules.")


def config_error(key: str, error: Exception) -> TTPrintError:
    """With the line of config.toml that is wrong."""
    from tt_print.files.data import read_toml

    text = typed_text(error.at(key) if isinstance(error, Problem) else error, find_command("deck"))
    return read_toml(user_folder() / CONFIG_NAME, MAX_FILE_BYTES).error(f"{key}: {text}", *key.split("."))
