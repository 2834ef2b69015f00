"""The file of all nights: its tables, version by version.

A file of an older version is brought up step by step; each step is one transaction. Version 2 gave every
event a checksum and let sqlite itself refuse to change or drop one.
"""

from __future__ import annotations

import json
import sqlite3
from zlib import crc32

APPLICATION = 0x54545053  # "TTPS" in the file's header: tells our file from any other sqlite file
VERSION = 2

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


def migrate(connection: sqlite3.Connection, version: int) -> None:
    """Brings an open file from `version` (0: empty) up to `VERSION`."""
    for step in range(version, VERSION):
        connection.execute("BEGIN IMMEDIATE")
        try:
            # another terminal may have done it while this one waited
            if connection.execute("PRAGMA user_version").fetchone()[0] == step:
                _STEPS[step](connection)
                connection.execute(f"PRAGMA user_version = {step + 1}")
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
