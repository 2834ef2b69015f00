"""Who imports whom in the package, read from the source without running it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.commands import ROOT

PACKAGE = ROOT / "tt_print"


def module_name(path: Path) -> str:
    """`tt_print.drawing.shapes` for a file of the tree."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imports(path: Path, for_types: bool = True) -> frozenset[str]:
    """Names that a file imports anywhere, "package.module" or "package.module.name"; without `for_types` not those that
    only a type checker sees.
    """
    found = set()
    for node in nodes(path) if for_types else _seen_when_run(parsed(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return frozenset(found)


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(parsed(path)))


@cache
def calls(path: Path) -> frozenset[str]:
    """What a file calls, as it is written: `path.read_text`."""
    return frozenset(ast.unparse(node.func) for node in nodes(path) if isinstance(node, ast.Call))


def _seen_when_run(tree: ast.AST) -> Iterator[ast.AST]:
    """All but what only a type checker sees."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if not (isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")):
            yield node
            waiting += ast.iter_child_nodes(node)


def modules_of(names: frozenset[str]) -> set[str]:
    """Those of our modules that stand behind imported names."""
    return {name if name in MODULES else name.rpartition(".")[0] for name in names if name.split(".")[0] == "tt_print"}


def room_of(module: str) -> str:
    """`drawing` for tt_print.drawing.shapes, `games/NAME` for what is inside a game, `deck` for a module beside the rooms."""
    parts = module.split(".")[1:]
    inside = parts[:1] == ["games"] and MODULES[module].parent != PACKAGE / "games"
    return "games/NAME" if inside else parts[0] if parts else ""


def rooms_known(path: Path) -> set[str]:
    """Rooms whose modules a file imports anywhere."""
    return {room_of(module) for module in modules_of(imports(path)) & set(MODULES)} - {""}


def circles() -> list[list[str]]:
    """Groups of modules that import each other in a ring, also by imports inside functions; by Tarjan's algorithm."""
    graph = {
        name: (modules_of(imports(path, for_types=False)) & set(MODULES)) - {name} for name, path in MODULES.items()
    }
    number: dict[str, int] = {}
    lowest: dict[str, int] = {}
    trail: list[str] = []
    found = []

    def visit(name: str) -> None:
        number[name] = lowest[name] = len(number)
        trail.append(name)
        for other in sorted(graph[name]):
            if other not in number:
                visit(other)
            if other in trail:
                lowest[name] = min(lowest[name], lowest[other])
        if lowest[name] == number[name]:
            ring = trail[trail.index(name) :]
            del trail[trail.index(name) :]
            if len(ring) > 1:
                found.append(sorted(ring))

    for name in graph:
        if name not in number:
            visit(name)
    return found
