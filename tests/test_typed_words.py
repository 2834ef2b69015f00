"""Nothing below the command line knows what people type: no flag and no command, neither in a constant nor in a template."""

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.commands import ROOT

PACKAGE, TEMPLATES = ROOT / "tt_print", ROOT / "templates"
TYPED = re.compile(r"(?<![\w-])--[a-z{]|(?<![.\w])tt-print\b(?!-)")
KNOWN = {
    "engine/entries.py": "how a field is written among words, and read",
    "web/pack.py": "npm's own options, and the name of the package that is packed",
    "terminal.py": "where a line is broken, so that a command stays whole",
    "problems.py": "what the command line calls a field",
    "__main__.py": "the command line itself",
}
TEMPLATES_KNOWN = {
    "core/requests.toml verbs": "the help of commands",
    "export/* how_to": "a file beside others says what to type to make them differently",
    "export/* order": "a file beside others says what to type to make them differently",
    "export/* steps": "a file beside others says what to type to make them differently",
    "games/*/length.toml command": "how its figures were measured",
    "new/*": "files to begin with, for people who type",
    "sheets/calibrate.toml verdict": "what a terminal answers to what was measured",
    "booklets/full-rules.toml how": "the Full rules say behind each house rule what to type",
}


def constants(path: Path) -> Iterator[tuple[int, str]]:
    """The strings of a module with their lines, those that are filled in with `{` for what is filled in, without docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    bodies = [node.body for node in ast.walk(tree) if isinstance(getattr(node, "body", None), list)]
    skipped = {id(each.value) for body in bodies for each in body if isinstance(each, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            skipped |= {id(part) for part in node.values}
            parts = (str(part.value) if isinstance(part, ast.Constant) else "{" for part in node.values)
            yield node.lineno, "".join(parts)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skipped:
            yield node.lineno, node.value


def test_no_constant_below_the_command_line_is_typed():
    seen = 0
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE)
        if name.parts[0] == "cli" or name.as_posix() in KNOWN:
            continue
        seen += 1
        for line, text in constants(path) if TYPED.search(path.read_text(encoding="utf-8")) else ():
            assert not TYPED.search(text), f"{name}:{line}: {text}"
    assert seen >= 180


def strings(value: Any, keys: str = "") -> Iterator[tuple[str, str]]:
    """Every text of a template with the keys that lead to it."""
    if isinstance(value, Mapping):
        for key, each in value.items():
            yield from strings(each, f"{keys} {key}")
    elif isinstance(value, list):
        for each in value:
            yield from strings(each, keys)
    elif isinstance(value, str):
        yield keys, value


def test_no_sentence_but_those_for_people_who_type_says_what_to_type():
    seen = 0
    for path in sorted(TEMPLATES.rglob("*.toml")):
        name = path.relative_to(TEMPLATES)
        if any(name.match(pattern) for pattern in TEMPLATES_KNOWN):
            continue
        for keys, text in strings(tomllib.loads(path.read_text(encoding="utf-8"))):
            known = [place for place in TEMPLATES_KNOWN if is_at(place, name, keys)]
            if not known and not keys.startswith(" typed"):
                assert not TYPED.search(text), f"{name}:{keys}: {text}"
                seen += 1
    assert seen > 5000


def is_at(place: str, name: Path, keys: str) -> bool:
    pattern, _, first = place.partition(" ")
    return name.match(pattern) and keys.split()[: 1 if first else 0] == first.split()
