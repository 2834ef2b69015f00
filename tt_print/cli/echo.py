"""What people and programs read: sentences on stdout and stderr, results as text or JSON.

It knows nothing of typer, which a sentence need not wait for.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from tt_print.cli.streams import current_run, write
from tt_print.terminal import harmless, harmless_json

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


def echo_data(text: str) -> None:
    """Prints a result for programs, as it is but for characters that a terminal would obey."""
    current_run().output_is_result = True
    write(harmless(f"{text}\n"), sys.stdout)


def echo_json(kind: str, result: Mapping[str, Any]) -> None:
    """Prints one JSON object, which says first what it is, and in which version: the version would count up if a key went, or meant
    something else.

    What stdout cannot show, or a terminal would obey, is written as escapes: none is lost.
    """
    import json

    result = {"format": f"tt_print {kind}", "version": 1, **result}
    text = harmless_json(json.dumps(result, ensure_ascii=False))
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        text = harmless_json(json.dumps(result))
    echo_data(text)


def print_result(lines: Sequence[str], kind: str, result: Mapping[str, Any], as_json: bool, quiet: bool) -> None:
    """The result: lines for people, or one JSON object of this `kind`, whose `files` are those that were written."""
    files = result.get("files", ())
    if as_json:
        _note_files(files)
        echo_json(kind, result)
    else:
        print_lines(lines, quiet, files)


def print_lines(lines: Sequence[str], quiet: bool, files: Sequence[str] = ()) -> None:
    """The result of what has none for programs; `files` are those that were written."""
    _note_files(files)
    if not quiet:
        echo("\n".join(lines))


def _note_files(files: Sequence[str]) -> None:
    current_run().wrote_files = bool(files)
