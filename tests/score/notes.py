"""A file of nights in which only notes stand: for tests of the file itself."""

from __future__ import annotations

from pathlib import Path

from tt_print.score.store import Draft, open_store

AT = "2026-11-21T20:00:00+00:00"


def write(path: Path, *texts: str) -> None:
    with open_store(path, writing=True) as book:
        for text in texts:
            book.write(lambda events, text=text: [Draft(1, "note", {"text": text})], AT, "ann")
        assert not book.renew_copy()


def texts(path: Path) -> list[str]:
    with open_store(path) as book:
        return [event.data.get("text") for event in book.events()]


def copy_of(path: Path) -> Path:
    """The copy beside a file of nights."""
    return path.with_name(f"{path.name}.copy")
