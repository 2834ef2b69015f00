"""The files of a rule book: the facts at the top, and the text with what it includes."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from typing import Any

from tt_print.errors import TemplateError
from tt_print.templates import template_path

INCLUDE = re.compile(r"\{include ([\w./-]+)#([\w-]+)\}\s*$")


@cache
def read_source(file: str) -> tuple[dict[str, Any], str]:
    """The facts at the top, and the text with its inclusions. Raises TemplateError."""
    _, fence, rest = template_path(file).read_text(encoding="utf-8").partition("+++\n")
    front, end, body = rest.partition("\n+++\n")
    if not fence or not end:
        raise TemplateError(f"templates/{file} begins with its facts, players, time and deck, between two lines +++.")
    try:
        return tomllib.loads(front), "\n".join(_included(body.splitlines(), file))
    except tomllib.TOMLDecodeError as error:
        raise TemplateError(f"templates/{file}: {error}") from error


def _included(lines: list[str], file: str) -> Iterator[str]:
    for line in lines:
        found = INCLUDE.match(line)
        if found is None:
            yield line
            continue
        sections = _sections(found[1])
        if found[2] not in sections:
            raise TemplateError(
                f"templates/{file}: templates/{found[1]} has no section {found[2]!r}. Sections: {', '.join(sections)}."
            )
        yield from sections[found[2]]


@cache
def _sections(file: str) -> dict[str, list[str]]:
    """Shared text by the key of its section, which stands alone in a line `## key`."""
    sections: dict[str, list[str]] = {}
    for line in template_path(file).read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            current = sections[line.removeprefix("## ").strip()] = []
        elif sections:
            current.append(line)
    return {key: "\n".join(lines).strip("\n").splitlines() for key, lines in sections.items()}
