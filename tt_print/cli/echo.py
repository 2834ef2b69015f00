"""What people and programs read: sentences on stdout and stderr, results as text or JSON.

It knows nothing of typer, which a sentence need not wait for.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from tt_print.cli.streams import current_run, write
from tt_print.errors import harmless, harmless_json

MAX_TEXT = 20_000  # letters of a message; a note has up to 10,000, and is repeated when it could not be saved
ENDLESS_WORD = re.compile(r"\S{1000,}")  # which nobody typed by hand; a path has up to 1,000


def echo(text: str = "", err: bool = False, nl: bool = True) -> None:
    """Prints a text for people, on stdout or stderr.

    Names, notes and paths in it may be a stranger's: no sign in them reaches the terminal that it would obey.
    """
    if err:
        text = ENDLESS_WORD.sub(lambda word: f"{word[0][:200]} ...", text)
        text = text if len(text) <= MAX_TEXT else f"{text[:MAX_TEXT]} ..."
    text = harmless(text)
    write(f"{text}\n" if nl else text, sys.stderr if err else sys.stdout)


def print_result(lines: Sequence[str], kind: str, result: Mapping[str, Any], as_json: bool, quiet: bool) -> None:
    """The result: lines for people, or one JSON object of this `kind`, whose `files` are those that were written."""
    current_run().wrote_files = bool(result.get("files"))
    if as_json:
        _print_json(kind, result)
    elif not quiet:
        echo("\n".join(lines))


def _print_json(kind: str, result: Mapping[str, Any]) -> None:
    """One JSON object that says first what it is, and in which version: one that would count up if a key went, or meant something else.

    What stdout cannot show, or a terminal would obey, is written as escapes: none is lost.
    """
    import json

    result = {"format": f"tt_print {kind}", "version": 1, **result}
    text = harmless_json(json.dumps(result, ensure_ascii=False))
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        text = harmless_json(json.dumps(result))
    current_run().output_is_result = True
    write(f"{text}\n", sys.stdout)
