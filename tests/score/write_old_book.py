"""Writes `book-version-1.sqlite`, a night as version 1 of the file kept it. Run once; the file is what old computers hold.

python -m tests.score.write_old_book
"""

import json
import sqlite3
from pathlib import Path

PLACE = Path(__file__).parent / "book-version-1.sqlite"
EVENTS = [
    (
        1,
        "start",
        {
            "dealer": "Ann",
            "game": "craziness",
            "house": "elimination_score=20",
            "places": "1224",
            "players": ["Ann", "Zoë"],
        },
    ),
    (1, "hand", {"entry": {"left": {"Zoë": ["RH3", "KB4"]}, "out": "Ann", "points": {"Ann": 0}}}),
    (1, "hand", {"entry": {"left": {}, "out": "Zoë", "points": {"Ann": 7, "Zoë": 0}}}),
    (1, "undo", {"of": 3}),
    (1, "note", {"text": "Zoë brought cake"}),
]


def write() -> None:
    PLACE.unlink(missing_ok=True)
    connection = sqlite3.connect(PLACE, isolation_level=None)
    connection.execute("""
        CREATE TABLE events (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT,
            night INTEGER NOT NULL CHECK (night > 0),
            at TEXT NOT NULL,
            who TEXT NOT NULL,
            kind TEXT NOT NULL,
            data TEXT NOT NULL
        )
    """)
    for minute, (night, kind, data) in enumerate(EVENTS):
        row = (
            night,
            f"2026-10-03T20:{minute:02}:00+02:00",
            "ann on tty1",
            kind,
            json.dumps(data, ensure_ascii=False, sort_keys=True),
        )
        connection.execute("INSERT INTO events (night, at, who, kind, data) VALUES (?, ?, ?, ?, ?)", row)
    connection.execute(f"PRAGMA application_id = {0x54545053}")
    connection.execute("PRAGMA user_version = 1")
    connection.close()


if __name__ == "__main__":
    write()
