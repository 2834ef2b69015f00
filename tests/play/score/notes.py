"""A file of nights in which only notes stand: for tests of the file itself."""

import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from tt_print.core import FileBook

AT = "2026-11-21T20:00:00+00:00"


def entry(kind: str, data: dict[str, Any], night: int = 1) -> SimpleNamespace:
    """What a book is given to store."""
    return SimpleNamespace(night=night, kind=kind, data=data)


def note(text: str, **more: str) -> SimpleNamespace:
    return entry("note", {"text": text, **more})


def write(path: Path, *texts: str, who: str = "ann", **more: str) -> None:
    for text in texts:
        _, warning = FileBook(path).write(lambda _, text=text: [note(text, **more)], AT, who)
        assert not warning


def texts(path: Path) -> list[str]:
    return [event.data.get("text") for event in FileBook(path).events()]


def copy_of(path: Path) -> Path:
    """The copy beside a file of nights."""
    return path.with_name(f"{path.name}.copy")


def stored(path: Path) -> list[str] | None:
    """The entries of a file, as sqlite alone reads them; None where it cannot."""
    with (
        suppress(sqlite3.DatabaseError),
        closing(sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)) as file,
    ):
        if file.execute("PRAGMA quick_check").fetchall() == [("ok",)]:
            return [data for (data,) in file.execute("SELECT data FROM events ORDER BY sequence")]
    return None
