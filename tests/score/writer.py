"""A process of its own that keeps entering notes and says each that it has been told is saved.

    python -m tests.score.writer FILE NAME COUNT [STATEMENT]

With STATEMENT it kills itself before that SQL statement of the whole run, counted from 1.
"""

import os
import signal
import sqlite3
import sys
from pathlib import Path

from tt_print.score.store import Draft, open_store


def main(path: str, name: str, count: int, statement: int = 0) -> None:
    if statement:
        kill_at(statement)
    for number in range(count):
        with open_store(Path(path), writing=True) as book:
            draft = Draft(1, "note", {"text": f"{name} {number}", "long": "x" * 3000})
            book.write(lambda events, draft=draft: [draft], "2026-11-21T20:00:00+00:00", name)
            assert not book.renew_copy()
            print(f"{name} {number}", flush=True)


def kill_at(statement: int) -> None:
    """Dies without warning between two statements, as a power cut would have it."""
    seen = [0]

    def trace(_sql: str) -> None:
        seen[0] += 1
        if seen[0] == statement:
            os.kill(os.getpid(), signal.SIGKILL)

    connect = sqlite3.connect

    def traced(*arguments, **options):
        connection = connect(*arguments, **options)
        connection.set_trace_callback(trace)
        return connection

    sqlite3.connect = traced


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), *map(int, sys.argv[4:]))
