"""Where the person is who prints, as far as the machine knows: for the paper that they can buy."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping

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
