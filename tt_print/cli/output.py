"""What one command line writes: sentences, results, progress, and files; and its exit status when stdout refuses the answer.

A stored entry must not look like a failure because a disk is full or nobody reads on. So what a stream refuses is remembered, the work goes on, and
at the end `Run.status` says what that means: what was stored stays stored, and an answer that could not be shown is one that nobody got.
It knows nothing of typer, which a sentence need not wait for."""

from __future__ import annotations

import errno
import os
import re
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from tt_print.cli.terminal import columns, cut
from tt_print.errors import InputError, MachineError, harmless, harmless_json


class CommandRun:
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


_runs: list[CommandRun] = []


def current_run() -> CommandRun:
    """The command line that runs now; one of its own where none does."""
    return _runs[-1] if _runs else CommandRun()


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
def safe_streams() -> Iterator[CommandRun]:
    """A run, in which stdin, stdout and stderr replace letters that they do not have."""
    run = CommandRun()
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


MAX_TEXT = 20_000  # letters of a message; a note has up to 10,000, and is repeated when it could not be saved
ENDLESS_WORD = re.compile(r"\S{1000,}")  # which nobody typed by hand; a path has up to 1,000


def issues_address() -> str:
    """Return where people report faults, by the metadata of the package; empty while the project has no address."""
    from importlib.metadata import PackageNotFoundError, metadata  # slow; help and faults alone wait for it

    try:
        links = metadata("tt-print").get_all("Project-URL") or []
    except PackageNotFoundError:  # the package in a browser
        return ""
    return next((link.partition(", ")[2] for link in links if link.startswith("Issues, ")), "")


def echo(text: str = "", err: bool = False, nl: bool = True) -> None:
    """Prints a text for people, on stdout or stderr.

    Names, notes and paths in it may be a stranger's: no sign in them reaches the terminal that it would obey.
    """
    if err:
        text = ENDLESS_WORD.sub(lambda word: f"{word[0][:200]} ...", text)
        text = text if len(text) <= MAX_TEXT else f"{text[:MAX_TEXT]} ..."
    text = harmless(text)
    write(f"{text}\n" if nl else text, sys.stderr if err else sys.stdout)


def print_result(lines: Sequence[str], kind: str, result: Mapping[str, object], as_json: bool, quiet: bool) -> None:
    """The result: lines for people, or one JSON object of this `kind`, whose `files` are those that were written."""
    current_run().wrote_files = bool(result.get("files"))
    if as_json:
        _print_json(kind, result)
    elif not quiet:
        echo("\n".join(lines))


def _print_json(kind: str, result: Mapping[str, object]) -> None:
    """One JSON object that says first what it is, and in which version: one that would count up if a key went, or meant something else.

    What stdout cannot show, or a terminal would obey, is written as escapes: none is lost.
    """
    import json

    result = {"format": f"tt_print {kind}", "version": 1, **result}
    text = harmless_json(json.dumps(result, ensure_ascii=False))
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        text = harmless_json(json.dumps(result))
    current_run().output_is_result = True
    write(f"{text}\n", sys.stdout)


WAIT_S = 1.0  # before that nobody misses it


class ProgressLine:
    """The line on stderr. In pipes, dumb terminals, and if it is `silent` nothing is shown."""

    def __init__(self, silent: bool) -> None:
        self._is_wanted = not silent and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._started, self._shown = time.monotonic(), ""

    def report(self, label: str, done: int, total: int) -> None:
        if self._is_wanted and time.monotonic() - self._started > WAIT_S:
            self._show(cut(f"{label}: {done} of {total}", columns() - 1) if done < total else "")

    def clear(self) -> None:
        """Leaves nothing of it on the screen."""
        self._show("")

    def _show(self, text: str) -> None:
        if text != self._shown:
            self._shown = text
            write(f"\r\x1b[K{text}", sys.stderr)


def write_files(folder: Path | None, files: Mapping[str, bytes]) -> list[Path]:
    """As `output.write_files`; without a folder each to where its name says."""
    from tt_print.files import disk as output

    if folder is not None:
        return output.write_files(folder, files)
    places = {Path(name): data for name, data in files.items()}
    return [path for place, data in places.items() for path in output.write_files(place.parent, {place.name: data})]


def write_new_files(files: Mapping[str, bytes]) -> list[Path]:
    """As a person's own: nothing of ours touches them later. Raises InputError if one is there, MachineError if the machine refuses."""
    from tt_print.files.disk import is_portable

    for path, data in files.items():
        if not is_portable(Path(path).name):
            raise InputError(
                f"{Path(path).name} is the name of a device on Windows, or no file name there. Choose another name."
            )
        is_begun = False
        try:
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            with open(path, "xb") as file:
                is_begun = True
                file.write(data)
        except OSError as error:
            if is_begun:  # on a full disk: half a file would be in the way of the next try
                Path(path).unlink(missing_ok=True)
            if isinstance(error, FileExistsError) and Path(path).exists():
                there = f"{path} is there already, and is left as it is."
                raise InputError(f"{there} Choose another name, or open that one.") from None
            cure = "Make room on that disk, or allow writing there, and type the same again."
            raise MachineError(f"cannot write {path} ({error.strerror or error}). {cure}") from error
    return [*map(Path, files)]
