"""What of `docs/json.md` is made: its tables, out of the schemas, and its samples, out of what is really printed.

python -m tests.tools.json_page          renews both and leaves the rest as it is
"""

import contextlib
import json
import os
import re
import shlex
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.commands import type_line
from tests.readers.json_formats import PAGE, rows_of, schema_of
from tests.readers.shown_commands import bring_pictures, nobody_answers

LEFT_OUT = "..."
ANEW = {*"at who seed id commitment qr until folder data_folder".split()}  # different every time
MAX_ENTRIES, SOME = 6, 3  # of a list
MAX_LETTERS, START = 45, 12  # of a sentence, whose words may change with the books
WIDTH = 130
SECTION = re.compile(r"^## `tt_print ([a-z ]+)`$", re.M)
TABLE = re.compile(r"^\| key \| meaning \|\n\| --- \| --- \|\n(?:\|.*\n)*", re.M)
SAMPLE = re.compile(r"```sh\n(.*?)\n```\n\n```json\n(.*?)\n```", re.S)


def trimmed(value: Any, key: str = "") -> Any:
    """A result as a sample shows it: `...` for what is different every time, and for what is long."""
    if (key in ANEW and not isinstance(value, int | None)) or (key == "words" and isinstance(value, list)):
        return LEFT_OUT
    if isinstance(value, dict):
        return {name: trimmed(own, name) for name, own in value.items()}
    if isinstance(value, list):
        entries = [trimmed(own, key) for own in value]
        return [*entries[:SOME], LEFT_OUT] if len(entries) > MAX_ENTRIES else entries
    if isinstance(value, str):
        if os.path.isabs(value):
            return LEFT_OUT + value[value.rfind("/") :]
        return value[:START] + LEFT_OUT if len(value) > MAX_LETTERS and " " in value else value
    return value


def laid_out(value: Any, indent: str = "") -> str:
    """JSON in lines that can be read; what fits stays on one."""
    line = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(line) <= WIDTH or not isinstance(value, dict | list):
        return line
    inner = indent + " "
    if isinstance(value, list):
        return "[\n" + ",\n".join(inner + laid_out(own, inner) for own in value) + f"\n{indent}]"
    lines: list[str] = []
    for key, own in value.items():
        entry = f"{json.dumps(key, ensure_ascii=False)}: {laid_out(own, inner)}"
        if lines and "\n" not in lines[-1] + entry and len(inner) + len(lines[-1]) + len(entry) + 3 <= WIDTH:
            lines[-1] += f", {entry}"
        else:
            lines.append(entry)
    return "{\n" + ",\n".join(inner + each for each in lines) + f"\n{indent}}}"


def tables(kind: str) -> list[str]:
    """The tables of a section: all keys; for `judge` those of every answer, then those of each question."""
    schema = schema_of(kind)
    questions = [part for part in schema.get("$defs", {}).values() if "title" in part]
    if not questions:
        return [_table(rows_of(schema))]
    common = list(rows_of({**schema, "oneOf": []}))
    own = (rows_of(question, schema) for question in questions)
    return [_table(common), *(_table(row for row in rows if row not in common) for rows in own)]


def _table(rows: Iterator[tuple[str, str]] | list[tuple[str, str]]) -> str:
    lines = [f"| `{path}` | {meaning} |\n" for path, meaning in dict.fromkeys(rows)]
    return "| key | meaning |\n| --- | --- |\n" + "".join(lines)


def with_tables(page: str) -> str:
    """The page with its tables made anew."""
    head, *rest = SECTION.split(page)
    made = [head]
    for kind, text in zip(rest[::2], rest[1::2], strict=True):
        fresh = iter(tables(kind))
        made.append(f"## `tt_print {kind}`" + TABLE.sub(lambda _, fresh=fresh: next(fresh), text))
        assert next(fresh, None) is None, f"{kind}: the page has fewer tables than the schema"
    return "".join(made)


def samples(page: str) -> list[tuple[list[str], str]]:
    """The command lines of each sample, without `tt-print`, and the sample."""
    found = SAMPLE.findall(page)
    return [([line.removeprefix("tt-print ") for line in typed.splitlines()], shown) for typed, shown in found]


def made_sample(lines: list[str], call: Callable[[list[str]], str]) -> str:
    """What the last of these lines prints, as the page shows it."""
    for line in lines:
        bring_pictures(line)
    printed = [call(shlex.split(line)) for line in lines][-1]
    return laid_out(trimmed(json.loads(printed)))


def main() -> None:
    """Writes the page anew, in settings and a folder of its own."""

    def call(words: list[str]) -> str:
        with nobody_answers():
            ran = type_line(*words)
        assert ran.status == 0, words
        return ran.out

    page = with_tables(PAGE.read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as scratch, contextlib.chdir(scratch):
        os.environ |= {name: str(Path(scratch, name)) for name in ("TT_PRINT_CONFIG", "TT_PRINT_DATA")}
        for lines, old in samples(page):
            page = page.replace(old, made_sample(lines, call))
    PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
