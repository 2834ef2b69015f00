"""Environment of the core: time, chance, and storage for nights, as its caller provides them; and replies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from itertools import count
from typing import TYPE_CHECKING, Any

from tt_print.errors import TTPrintError
from tt_print.records import dataclass

if TYPE_CHECKING:
    from tt_print.scan.photos import Photo
    from tt_print.score.store import FileBook
    from tt_print.sheets.printers import PrinterProfile


NO_FILES: Mapping[str, bytes] = {}


class CancelledError(TTPrintError):
    """Anyone who asked wants it no more; nothing is made."""

    exit_status = 1
    kind = "cancelled"


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
    book: FileBook | None = None
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

    def progress(self, label: str, total: int) -> Callable[[], None]:
        """As `tt_print.render.pixels.Progress`; raises CancelledError where nobody wants the work anymore."""
        steps = count(1)
        self.step(label, 0, total)
        return lambda: self.step(label, next(steps), total)

    def step(self, label: str, done: int, total: int) -> None:
        """Tells how far it is. Raises CancelledError where nobody wants it anymore."""
        if self.report is not None and self.report(label, done, total) is False:
            raise CancelledError("stopped; nothing is made.")


@dataclass(frozen=True, slots=True)
class Reply:
    """What comes back: `data` is plain (`ok`, and `value` or `error`), `files` are name to content."""

    data: dict[str, Any]
    files: Mapping[str, bytes] = field(default_factory=lambda: NO_FILES)
