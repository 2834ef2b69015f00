"""One number for everything that files are made from, besides what was chosen: our code, our templates, the libraries.

With the same number and the same choices the same bytes are made. It goes by contents, not by dates, which copies and
clocks spoil: all of it is read in less time than a library takes to load.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path

from tt_print.games import GAMES
from tt_print.records import dataclass
from tt_print.templates import templates_folder

# Libraries that have a part in what is printed or drawn; those that only ask, answer or deal are not among them.
LIBRARIES = ("reportlab", "pillow", "charset-normalizer", "svgwrite", "fonttools", "markdown-it-py", "mdurl")
HELPERS = ("uharfbuzz", "rl-accel")  # which reportlab uses where they are installed


@dataclass(frozen=True, slots=True)
class Sources:
    """What files are made from, as it is now: `templates` by name with a hash each, and all the rest."""

    templates: Mapping[str, str]
    rest: Mapping[str, object]

    def fingerprint(self, games: Iterable[str], own: str = "") -> str:
        """Of files that show these games, with the user's own files that go in. No game knows another, so the templates of
        the other games do not count, except their sentences, which a game may borrow (`like = "ww3"`).
        """
        shown = {*games}
        others = tuple(f"games/{name}/" for name in GAMES if name not in shown) if shown else ("games/",)
        used = {
            name: digest for name, digest in self.templates.items()
            if not name.startswith(others) or (shown and name.endswith("/sentences.toml"))
        }  # fmt: skip
        return sha256(json.dumps([used, self.rest, *([own] if own else [])], sort_keys=True).encode()).hexdigest()


def read_sources() -> Sources | None:
    """None where it cannot be known what goes into a file, because a library does not say its version or a file cannot
    be read. No variable and no setting of the surroundings changes a byte of ours.
    """
    try:
        rest = {
            "code": _hashes(Path(__file__).parent, ".py"),
            "python": [sys.version, _zlib_version()],
            "libraries": _library_versions(),
        }
        return Sources(_hashes(templates_folder()), rest)
    except (LookupError, OSError):
        return None


def _hashes(folder: Path, suffix: str = "") -> dict[str, str]:
    """Each file below a folder by its name there, with a hash of what it holds."""
    found = {}
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name != "__pycache__"]
        for path in (Path(place, name) for name in names if name.endswith(suffix)):
            found[path.relative_to(folder).as_posix()] = sha256(path.read_bytes()).hexdigest()
    return found


def _zlib_version() -> str:
    import zlib

    return zlib.ZLIB_RUNTIME_VERSION


def _library_versions() -> dict[str, str]:
    """Raises LookupError where a library that is needed does not say its version."""
    from importlib.metadata import PackageNotFoundError, version

    versions = {}
    for name in LIBRARIES + HELPERS:
        try:
            versions[name] = version(name)
        except PackageNotFoundError as error:
            if name in LIBRARIES:
                raise LookupError(name) from error
    return versions
