"""Who imports whom in the package, read from the source without running it."""

import re
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from tests.commands import ROOT

PACKAGE = ROOT / "tt_print"


def module_name(path: Path) -> str:
    """`tt_print.draw.shapes` for a file of the tree."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


IMPORT = re.compile(r"^ *(?:from ([\w.]+) import (\([^)]*\)|[^#\n]*)|import ([^#\n]*))", re.MULTILINE)
LONG_TEXT = re.compile(r'(?<!\')"""(?:.|\n)*?"""')
CALL = re.compile(r"(?<![\w.])(?<!def )([\w.]*\w)\(")
FOR_TYPES = re.compile(r"^if TYPE_CHECKING:\n(?:(?: +.*)?\n)+", re.MULTILINE)
MODULES = {module_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}


@cache
def imports(path: Path, for_types: bool = True) -> frozenset[str]:
    """Names that a file imports anywhere, "package.module" or "package.module.name"; without `for_types` not those that
    only a type checker sees. Read from the text, which takes a tenth of the time of a syntax tree.
    """
    text, found = LONG_TEXT.sub("", path.read_text(encoding="utf-8")), set()
    for module, names, plain in IMPORT.findall(text if for_types else FOR_TYPES.sub("", text)):
        for part in (plain or names.strip("()")).split(","):
            name = part.split(" as ")[0].strip()
            found |= {f"{module}.{name}" if module else name} if name else set()
    return frozenset(found)


@cache
def calls(path: Path) -> frozenset[str]:
    """What a file calls, as it is written: `path.read_text`, and `.read_text` of what another call gives."""
    return frozenset(CALL.findall(LONG_TEXT.sub("", path.read_text(encoding="utf-8"))))


def modules_of(names: frozenset[str]) -> set[str]:
    """Those of our modules that stand behind imported names."""
    return {name if name in MODULES else name.rpartition(".")[0] for name in names if name.split(".")[0] == "tt_print"}


ROOMS = {path.parent.relative_to(PACKAGE).as_posix(): path for path in sorted(PACKAGE.glob("*/__init__.py"))}
ROOMS |= {path.parent.relative_to(PACKAGE).as_posix(): path for path in sorted(PACKAGE.glob("play/*/__init__.py"))}


def room_of(module: str) -> str:
    """`draw` for tt_print.draw.shapes, `play/score` for a part of a room, `deck` for a module beside the rooms."""
    parts = module.split(".")[1:]
    inner = "/".join(parts[:2])
    return inner if inner in ROOMS else parts[0] if parts else ""


def may_import(room: str) -> set[str]:
    """The rooms that the front of a room, its `__init__.py`, names behind "May import:"."""
    found = re.search(r"^May import: ([^.]+)\.", ROOMS[room].read_text(encoding="utf-8"), re.MULTILINE)
    return {*found[1].split(", ")} - {"nothing"} if found else set()


def rooms_known(path: Path) -> set[str]:
    """Rooms whose modules a file imports anywhere."""
    return {room_of(module) for module in modules_of(imports(path)) & set(MODULES)} - {""}


def circle() -> list[str]:
    """Modules that import each other in a ring, also by imports inside functions; empty where there is none."""
    known = set(MODULES)
    graph = {name: (modules_of(imports(path, for_types=False)) & known) - {name} for name, path in MODULES.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return error.args[1]  # type: ignore[no-any-return]
    return []
