"""docs/architecture.md names what is there: every module, function and file of it."""

import re
from importlib import import_module
from importlib.util import find_spec

from tests.commands import ROOT
from tests.readers.imports import MODULES, room_of
from tests.walks import walk

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`([a-z_]+(?:\.[A-Za-z_]+)+)(?:\(\))?`", PAGE)))
PATHS = sorted(set(re.findall(r"`([\w/.-]+/[\w.-]*|\w+\.py)`", PAGE)))


def what_is(name: str) -> object:
    """The module, class or function behind `room.module.name`."""
    parts = f"tt_print.{name}".split(".")
    known = max(n for n in range(1, len(parts) + 1) if ".".join(parts[:n]) in MODULES)
    found: object = import_module(".".join(parts[:known]))
    for part in parts[known:]:
        found = getattr(found, part)
    return found


@walk("name", [name for name in NAMED if not name.endswith((".py", ".md"))])
def test_a_name_is_one_of_the_code(name):
    assert find_spec("tt_print." + name.split(".")[0]) and what_is(name) is not None


@walk("path", PATHS)
def test_a_file_or_folder_is_there(path):
    path = path.replace("NAME", "craziness")
    assert (ROOT / "tt_print" / path).exists() or (ROOT / path).exists()


def test_every_room_is_on_the_page():
    rooms = {room_of(name) for name in MODULES} - {"", "games/NAME", "__main__"}
    assert not [room for room in sorted(rooms) if f"`{room}/`" not in PAGE and f"`{room}.py`" not in PAGE]
