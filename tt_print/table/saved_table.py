"""What a table remembers while it is closed: its secret, its port, who sits where. One small file beside the nights.

So a table that is opened again in the same evening is the same one, and every phone reconnects automatically. Only its owner can read it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import asdict
from pathlib import Path

from tt_print.errors import TTPrintError
from tt_print.files.data import read_json
from tt_print.files.disk import hold, write_atomic
from tt_print.records import dataclass
from tt_print.table.access import Keys

MAX_BYTES = 64_000
ENDING = ".table.json"


@dataclass(frozen=True, slots=True)
class Evening:
    """`seats` and `host_only` are those of `Access`."""

    keys: Keys
    port: int
    seats: Mapping[str, str]
    host_only: bool = False


def evening_path(book: Path) -> Path:
    """Beside the file itself, whatever link leads to it."""
    book = book.resolve()
    return book.with_name(book.name + ENDING)


def read_evening(path: Path, now_s: float) -> Evening | None:
    """The evening that goes on; None where there is none, it is over, or the file cannot be used."""
    try:
        found = read_json(path, MAX_BYTES).read(Evening)
    except (TTPrintError, OSError):
        return None
    return found if found.keys.is_fresh(now_s) else None


def keep_evening(path: Path, evening: Evening) -> None:
    """Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomic(path, json.dumps(asdict(evening), ensure_ascii=False).encode(), mode=0o600)


def hold_table(book: Path) -> AbstractContextManager[bool]:
    """Whether this process alone has a table open on the file, for as long as it does. A table that is stopped is open."""
    return hold(evening_path(book).with_suffix(".lock"))
