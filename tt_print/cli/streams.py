"""What one command line has done so far, and what its exit status is when stdout refuses the answer.

A stored entry must not look like a failure because a disk is full or nobody reads on. So what a stream refuses is remembered, the
work goes on, and at the end `Run.status` says what that means: what was stored stays stored, and an answer that could not be shown
is one that nobody got.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO


class Run:
    """What one command line has done so far, for the message when its output fails."""

    def __init__(self) -> None:
        self.failure: OSError | None = None
        """Why stdout refused something."""
        self.saved: bool | None = False
        """Whether an entry was stored; None while it is being stored."""
        self.farewell = "Stopped. No half-written file was left."
        """What to say when the run is stopped before anything was stored."""
        self.wrote_files = False
        self.output_is_result = False
        """Whether a program wants to read what is printed, whatever else was done."""

    def status(self, status: int) -> int:
        """The exit status after all, given that of the work; says on stderr what could not be shown."""
        if self.failure is None or is_left(self.failure) or status != 0:
            return status
        reason = self.failure.strerror or str(self.failure)
        if self.saved:
            said = f"Saved, but it cannot be shown here ({reason}). Do not enter it again."
        elif self.wrote_files and not self.output_is_result:
            said = f"All files are written, but what to do with them cannot be shown here ({reason})."
        else:
            said = f"error: the answer cannot be shown: stdout refuses it ({reason})."
        say(said)
        return int(said.startswith("error"))

    def stopped(self) -> str:
        """What to say when a person or the system stops the run."""
        if self.saved is None:
            return "Stopped while saving. Before you enter it again, see whether it is there: tt-print score"
        return "Stopped. The entry is saved." if self.saved else self.farewell


_runs: list[Run] = []


def current_run() -> Run:
    """The command line that runs now; one of its own where none does."""
    return _runs[-1] if _runs else Run()


def is_left(error: OSError) -> bool:
    """Whether nobody reads on, as after `| head -1`; no error then."""
    return error.errno in ((errno.EPIPE, errno.EINVAL) if os.name == "nt" else (errno.EPIPE,))


def write(text: str, stream: TextIO) -> None:
    """Prints; what the stream refuses is remembered."""
    try:
        stream.write(text)
        stream.flush()
    except OSError as error:
        run = current_run()
        if stream is sys.stdout and run.failure is None:
            run.failure = error
        try:  # what Python still holds of it would fail once more when it ends
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)
        except (OSError, ValueError):
            pass


def say(text: str) -> None:
    write(f"{text}\n", sys.stderr)


@contextmanager
def safe_streams() -> Iterator[Run]:
    """A run, in which stdin, stdout and stderr replace letters that they do not have."""
    run = Run()
    _open_closed()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    _runs.append(run)
    try:
        yield run
    finally:
        _runs.pop()


def _open_closed() -> None:
    """Opens what was closed, such that it refuses all: the next file to be opened would get its number, and what is printed with it."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDONLY), mode))
