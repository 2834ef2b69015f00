"""The schemas of `docs/schemas/`, the keys that `docs/json.md` names, and the keys of an object, all as paths.

A path is `hands[].entry.points.NAME`: `[]` is each of a list, NAME whatever a key may be called.
"""

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import jsonschema

from tests.commands import ROOT

SCHEMAS = ROOT / "docs" / "schemas"
PAGE = ROOT / "docs" / "json.md"
IN_ALL = {"format", "version"}  # named once, at the top of the page
AS = re.compile(r"[Aa]s in `([a-z ]+)`")  # where the keys of another format are meant
OPEN = "keys of its own"  # said of what may hold any keys


def file_of(kind: str) -> str:
    return f"{kind.replace(' ', '-')}.json"


@cache
def schema_of(kind: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((SCHEMAS / file_of(kind)).read_text(encoding="utf-8"))
    return found


def keys_of(kind: str) -> dict[str, set[str]]:
    """What each key of a schema means, in all its places; without those below a key that is as in another format."""
    found: dict[str, set[str]] = {}
    for path, meaning in rows_of(schema_of(kind)):
        found.setdefault(path, set()).add(meaning)
    return found


def rows_of(schema: dict[str, Any], root: dict[str, Any] | None = None) -> Iterator[tuple[str, str]]:
    """The path of each key and what it means, in order; `root` is the whole of which the schema is a part."""
    return _rows(schema, "", schema if root is None else root)


def _rows(schema: dict[str, Any], path: str, root: dict[str, Any]) -> Iterator[tuple[str, str]]:
    if "$ref" in schema:
        schema = root["$defs"][schema["$ref"].removeprefix("#/$defs/")]
    for part in (*schema.get("anyOf", ()), *schema.get("oneOf", ())):
        yield from _rows(part, path, root)
    for key, own in schema.get("properties", {}).items():
        if "description" in own and (path or key not in IN_ALL):
            yield from _named(own, f"{path}.{key}".removeprefix("."), root)
    further = schema.get("additionalProperties")
    if isinstance(further, dict):
        yield from _named(further, f"{path}.NAME", root)
    if "items" in schema:
        yield from _named(schema["items"], f"{path}[]", root)


def _named(schema: dict[str, Any], path: str, root: dict[str, Any]) -> Iterator[tuple[str, str]]:
    meaning = schema.get("description", "")
    if meaning:
        yield path, meaning
    if not AS.search(meaning) and OPEN not in meaning:
        yield from _rows(schema, path, root)


@cache
def sections() -> dict[str, str]:
    """The parts of the page by format; `judge` has all of its questions."""
    parts = re.split(r"^## `tt_print ([a-z ]+)`$", PAGE.read_text(encoding="utf-8"), flags=re.M)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


@cache
def named_keys(kind: str) -> dict[str, set[str]]:
    """What the page says of each key of a format."""
    found: dict[str, set[str]] = {}
    for path, meaning in re.findall(r"^\| `([^`]+)` \| (.+) \|$", sections()[kind], re.M):
        found.setdefault(path, set()).add(meaning)
    return found


def pattern_of(path: str) -> re.Pattern[str]:
    """Matches the paths of an object that this one stands for."""
    return re.compile(re.escape(path).replace("NAME", r"[^.\[]+"))


@cache
def known_paths(kind: str) -> re.Pattern[str]:
    """Matches the path of every key that the page names for a format."""
    paths = [re.escape(key) for key in IN_ALL]
    for path, meanings in named_keys(kind).items():
        plain = pattern_of(path).pattern
        paths.append(f"{plain}.*" if any(OPEN in meaning for meaning in meanings) else plain)
        paths += [
            rf"{plain}(\[\])?\.({known_paths(other).pattern})" for meaning in meanings for other in AS.findall(meaning)
        ]
    return re.compile("|".join(paths))


def paths_in(value: Any, path: str = "") -> Iterator[str]:
    """The path of every key of an object; dots and brackets in a name are left out."""
    if isinstance(value, dict):
        for key, own in value.items():
            here = f"{path}.{re.sub(r'[.[]', '', key)}".removeprefix(".")
            yield here
            yield from paths_in(own, here)
    elif isinstance(value, list):
        for own in value:
            yield from paths_in(own, f"{path}[]")


@cache
def validator(kind: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(schema_of(kind))


def faults(kind: str, result: Any) -> list[str]:
    """What the schema and the page do not know of an object."""
    wrong = [f"{error.json_path}: {error.message}" for error in validator(kind).iter_errors(result)]
    unnamed = sorted({path for path in paths_in(result) if not known_paths(kind).fullmatch(path)})
    return wrong + [f"docs/json.md does not name {path}" for path in unnamed]
