"""The file of all nights: its tables, version by version.

A file of an older version is brought up when something is to be written to it; it can be read as it is. Version 2 gave
every event a checksum and let sqlite itself refuse to change or drop one. Version 3 has the same tables: a file becomes it
with its first event that a program of version 2 would not understand (see `events.is_plain`).
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from zlib import crc32

APPLICATION = 0x54545053  # "TTPS" in the file's header: tells our file from any other sqlite file
VERSION = 2
NEWEST = 3  # of a file that needs it

_VERSION_1 = """
CREATE TABLE events (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    night INTEGER NOT NULL CHECK (night > 0),
    at TEXT NOT NULL,
    who TEXT NOT NULL,
    kind TEXT NOT NULL,
    data TEXT NOT NULL
)
"""
_TRIGGERS = [
    f"CREATE TRIGGER events_are_never_{done} BEFORE {action} ON events "
    f"BEGIN SELECT RAISE(ABORT, 'an entry is never {done}'); END"
    for action, done in (("UPDATE", "changed"), ("DELETE", "removed"))
]


def checksum(sequence: int, night: int, at: str, who: str, kind: str, data: str) -> int:
    """Of one event as it is stored; a flipped bit in the file changes it."""
    return crc32(json.dumps([sequence, night, at, who, kind, data], ensure_ascii=True).encode())


def migrate(connection: sqlite3.Connection, keep: Callable[[int], None]) -> None:
    """Brings an open file up to `VERSION`, an empty one too: all in one transaction, so that a killed run has done nothing.

    `keep` is called with the version of an older file before anything is changed, while nobody else can write.
    """
    if connection.execute("PRAGMA user_version").fetchone()[0] >= VERSION:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = connection.execute("PRAGMA user_version").fetchone()[0]  # another terminal may have done it just now
        if 0 < version < VERSION:
            keep(version)
        for step in range(version, VERSION):
            _STEPS[step](connection)
        connection.execute(f"PRAGMA user_version = {max(version, VERSION)}")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def _create(connection: sqlite3.Connection) -> None:
    connection.execute(_VERSION_1)
    connection.execute(f"PRAGMA application_id = {APPLICATION}")


def _add_checksums(connection: sqlite3.Connection) -> None:
    connection.execute("ALTER TABLE events ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0")
    rows = connection.execute("SELECT sequence, night, at, who, kind, data FROM events").fetchall()
    connection.executemany(
        "UPDATE events SET checksum = ? WHERE sequence = ?", [(checksum(*row), row[0]) for row in rows]
    )
    for trigger in _TRIGGERS:
        connection.execute(trigger)


_STEPS = (_create, _add_checksums)
