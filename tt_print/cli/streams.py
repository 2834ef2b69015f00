"""stdout and stderr as a run sees them: they replace letters that they cannot show, and never stop the work.

A stored entry must not look like a failure because a pipe lacks a letter, a disk is full or nobody reads on. So a stream
remembers what went wrong and goes on; when the work is done, `Run.status` says what that means for it: what was stored stays
stored, and an answer that could not be shown is one that nobody got.
"""

from __future__ import annotations

import codecs
import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO, cast

PLAIN = {  # what letters and signs come closest to that every encoding has
    "“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "−": "-", "‐": "-", "…": "...", "×": "x", "·": ".",
    "•": "*", "→": "->", "\u00a0": " ", "\u202f": " ", "█": "#", "▀": "#", "▄": "#", "━": "=", "╸": "=", "╺": "-",
    "ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D",
    "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th", "ı": "i", "ħ": "h", "Ħ": "H", "ŧ": "t", "Ŧ": "T", "ŋ": "n", "Ŋ": "N",
}  # fmt: skip
HANDLER = "tt_print.plain"


def plain_letters(text: str) -> str:
    """`text` in letters that every encoding has: without accents, `?` where none comes near."""
    import unicodedata

    found = []
    for letter in text:
        near = PLAIN.get(letter) or unicodedata.normalize("NFD", letter).encode("ascii", "ignore").decode()
        found.append(near or ("" if unicodedata.combining(letter) else "?"))
    return "".join(found)


def _replace(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return plain_letters(error.object[error.start : error.end]), error.end


codecs.register_error(HANDLER, _replace)


class Stream:
    """stdout or stderr. `failure` is the first error of the machine; what comes after it is thrown away."""

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream
        self.failure: OSError | None = None

    @property
    def encoding(self) -> str:
        return getattr(self._stream, "encoding", None) or "utf-8"

    @property
    def errors(self) -> str:
        return HANDLER

    def write(self, text: str) -> int:
        if not isinstance(text, str):  # as of any text stream; typer asks with bytes what this is
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        if not text.isascii():
            text = text.encode(self.encoding, HANDLER).decode(self.encoding)
        if self._stream is None:
            self._fail(OSError(errno.EBADF, "it is closed"), text)
        elif self.failure is None:
            try:
                self._stream.write(text)
            except OSError as error:
                self._fail(error, text)
        return len(text)

    def flush(self) -> None:
        if self._stream is not None and self.failure is None:
            try:
                self._stream.flush()
            except OSError as error:
                self._fail(error, "?")

    def isatty(self) -> bool:
        return self._stream is not None and self._stream.isatty()

    def fileno(self) -> int:
        if self._stream is None:
            raise OSError(errno.EBADF, "it is closed")
        return self._stream.fileno()

    def __getattr__(self, name: str) -> Any:
        if name == "buffer":  # bytes would pass by all this
            raise AttributeError(name)
        return getattr(self._stream, name)

    @property
    def reader_left(self) -> bool:
        """Whether nobody reads on, as after `| head -1`; no error then."""
        gone = (errno.EPIPE, errno.EINVAL) if os.name == "nt" else (errno.EPIPE,)
        return self.failure is not None and self.failure.errno in gone

    def _fail(self, error: OSError, text: str) -> None:
        if not text or self.failure is not None:
            return
        self.failure = error
        try:  # what Python still holds of it would fail once more when it ends
            descriptor = self.fileno()
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, descriptor)
            os.close(nowhere)
        except (OSError, ValueError):
            pass


class Run:
    """What one command line has done so far, for the message when its output fails."""

    def __init__(self) -> None:
        self.stdout, self.stderr = Stream(sys.stdout), Stream(sys.stderr)
        self.saved: bool | None = False
        """Whether an entry was stored; None while it is being stored."""
        self.farewell = "Stopped. No half-written file was left."
        """What to say when the run is stopped before anything was stored."""
        self.wrote_files = False
        self.output_is_result = False
        """Whether a program wants to read what is printed, whatever else was done."""

    def status(self, status: int) -> int:
        """The exit status after all, given that of the work; says on stderr what could not be shown."""
        failure = self.stdout.failure
        if failure is None or self.stdout.reader_left or status != 0:
            return status
        reason = failure.strerror or str(failure)
        if self.saved:
            self.say(f"Saved, but it cannot be shown here ({reason}). Do not enter it again.")
            return 0
        if self.wrote_files and not self.output_is_result:
            self.say(f"All files are written, but what to do with them cannot be shown here ({reason}).")
            return 0
        self.say(f"error: the answer cannot be shown: stdout refuses it ({reason}).")
        return 1

    def stopped(self) -> str:
        """What to say when a person or the system stops the run."""
        if self.saved is None:
            return "Stopped while saving. Before you enter it again, see whether it is there: tt-print score"
        return "Stopped. The entry is saved." if self.saved else self.farewell

    def say(self, text: str) -> None:
        self.stderr.write(f"{text}\n")
        self.stderr.flush()


_runs: list[Run] = []


def current_run() -> Run:
    """The command line that runs now; one of its own where none does."""
    return _runs[-1] if _runs else Run()


@contextmanager
def safe_streams() -> Iterator[Run]:
    """Puts streams that never fail in the place of stdin, stdout and stderr, and the old ones back at the end."""
    before = sys.stdin, sys.stdout, sys.stderr
    if None in before:
        _fill_closed()
    run = Run()
    if not _runs:  # a command within another reads on in a stream that has been read
        sys.stdin = _readable(sys.stdin)
    _runs.append(run)
    sys.stdout, sys.stderr = cast(TextIO, run.stdout), cast(TextIO, run.stderr)
    try:
        yield run
    finally:
        _runs.pop()
        sys.stdin, sys.stdout, sys.stderr = before
        for stream in (run.stdout, run.stderr):
            stream.flush()


def _fill_closed() -> None:
    """Opens what was closed, to nowhere: the next file to be opened would get its number, and what is printed with it."""
    while os.open(os.devnull, os.O_RDWR) < 2:
        pass


def _readable(stream: TextIO | None) -> TextIO:
    """stdin that replaces bytes which are no letters; an empty one where it is closed."""
    if stream is None:
        from io import StringIO

        return StringIO()
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="replace")
    return stream
