"""Environment of the core: time, chance, and storage for nights, as its caller provides them; and replies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import field
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Protocol

from tt_print.errors import TTPrintError
from tt_print.records import dataclass

if TYPE_CHECKING:
    from tt_print.printer_profile import PrinterProfile
    from tt_print.scan.photos import Photo
    from tt_print.score.events import Event
    from tt_print.score.store import Draft

NO_FILES: Mapping[str, bytes] = {}


class CancelledError(TTPrintError):
    """Anyone who asked wants it no more; nothing is made."""

    exit_status = 1
    kind = "cancelled"


class Book(Protocol):
    """Where nights are kept. `night` is the one that commands mean which name none; None for the current one."""

    night: int | None

    def events(self) -> list[Event]:
        """Everything that was stored, in order; nothing where no night was ever kept."""

    def write(
        self, compose: Callable[[list[Event]], Sequence[Draft]], at: str, who: str, begins: bool = True
    ) -> tuple[list[Event], str]:
        """Stores what `compose` makes of all events so far: all of it or nothing. Gives these events and the new ones, and a warning where
        there is something to say. Unless a night `begins`, raises InputError where no night was ever kept."""

    def save(self) -> bytes:
        """The file as it would be carried elsewhere."""

    def look(self, data: bytes) -> list[Event]:
        """What is in a file that somebody brought. Raises InputError for one that holds no nights."""

    def replace(self, data: bytes) -> list[Event]:
        """Puts such a file instead of this one, of which a copy is kept, and gives what is in it."""

    def restore(self, take: str) -> object:
        """Goes on with the copy, the file, or neither, where the nights cannot be read; what gives way is kept. Gives a `RestoreResult`."""


TYPES = {
    "pdf": "application/pdf", "svg": "image/svg+xml", "json": "application/json", "png": "image/png", "csv": "text/csv",
    "sqlite": "application/vnd.sqlite3",
}  # fmt: skip


def file_rows(files: Mapping[str, bytes]) -> list[dict[str, Any]]:
    """What a reply says of its files: name, size, and type."""
    return [
        {"name": name, "bytes": len(data), "type": TYPES.get(name.rpartition(".")[2], "application/octet-stream")}
        for name, data in files.items()
    ]


def _open_photo(data: bytes, name: str) -> Photo:
    from tt_print.scan.pixels import open_photo

    return open_photo(data, name)


Report = Callable[[str, int, int], bool | None]
"""Told what is being done, how many steps of it are done, and how many there are; False stops the work."""


@dataclass(frozen=True, slots=True)
class Environment:
    """`now` gives the time (ISO 8601, with its zone), `random_bytes` so many bytes that nobody can guess, `who` is in the
    record of what is entered, `paper` is the one that is bought here. Without a `book` no score is kept. `find_profile` gives the calibration
    of a printer for a paper; only the machine that the printer belongs to has one; `usual_printer` is the name of the one that is meant where nobody names one. `check_config` raises InputError if what somebody always wants is wrong. `open_photo`
    opens a file of this name, or raises InputError.
    """

    now: Callable[[], str]
    random_bytes: Callable[[int], bytes]
    who: str = "somebody"
    book: Book | None = None
    paper: str = "a4"
    find_profile: Callable[[str, str], PrinterProfile | None] = lambda printer, paper: None
    usual_printer: Callable[[], str] = lambda: ""
    check_config: Callable[[], object] = lambda: None
    open_photo: Callable[[bytes, str], Photo] = _open_photo


@dataclass(frozen=True, slots=True)
class Call:
    """One call of the core: its environment, the files that came with the request, and who is told how far the work is."""

    environment: Environment
    files: Mapping[str, bytes] = field(default_factory=lambda: NO_FILES)
    report: Report | None = None

    @contextmanager
    def progress(self, label: str, total: int) -> Iterator[Any]:
        """As `tt_print.progress.Progress`; raises CancelledError where nobody wants the work anymore."""
        done = 0

        def update(steps: int) -> None:
            nonlocal done
            done += steps
            self.step(label, done, total)

        self.step(label, 0, total)
        yield SimpleNamespace(update=update)

    def step(self, label: str, done: int, total: int) -> None:
        """Tells how far it is. Raises CancelledError where nobody wants it anymore."""
        if self.report is not None and self.report(label, done, total) is False:
            raise CancelledError("stopped; nothing is made.")


@dataclass(frozen=True, slots=True)
class Reply:
    """What comes back: `data` is plain (`ok`, and `value` or `error`), `files` are name to content."""

    data: dict[str, Any]
    files: Mapping[str, bytes] = field(default_factory=lambda: NO_FILES)
