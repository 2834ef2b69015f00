"""A file of nights as whoever has no command line uses it: read, written, carried elsewhere, and put in place of another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tt_print.disk import replace_file, write_atomic
from tt_print.errors import InputError, MachineError, TTPrintError
from tt_print.file_names import short_hash
from tt_print.incoming import MEGABYTE, read_bytes
from tt_print.score.database import State, UnusableFileError
from tt_print.score.events import Event
from tt_print.score.store import Draft, open_store, set_aside

MAX_BYTES = 50 * MEGABYTE  # of a file of nights; a thousand evenings have ten


class FileBook:
    """The nights in the file at `path`, which is the command line's."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def events(self) -> list[Event]:
        """Everything that was stored; nothing where no night was ever kept. Raises what `open_store` raises."""
        try:
            with open_store(self.path) as store:
                return store.events()
        except FileNotFoundError:
            return []

    def write(self, compose: Callable[[list[Event]], Sequence[Draft]], at: str, who: str) -> tuple[list[Event], str]:
        """Stores what `compose` makes of all events so far. Gives all events, and why the copy beside the file is not as new, ""
        where it is. Raises what `compose` and `open_store` raise; then nothing is stored."""
        seen: list[Event] = []

        def remember(events: list[Event]) -> Sequence[Draft]:
            seen[:] = events
            return compose(events)

        with open_store(self.path, writing=True) as store:
            added = store.write(remember, at, who)
            try:
                store.back_up()
            except MachineError as error:
                return [*seen, *added], f"Saved, but not the copy beside it: {error}"
        return [*seen, *added], ""

    def save(self) -> bytes:
        """The file as it lies there. Raises InputError where there is none."""
        if not self.events():
            raise InputError("there is no night to save yet.")
        return read_bytes(self.path, MAX_BYTES)

    def look(self, data: bytes) -> list[Event]:
        """What is in a file that somebody brought; nothing of this one changes. Raises InputError for one that is none of ours, and
        MachineError for a damaged one."""
        if not data:
            raise InputError("the file is empty.")
        if len(data) > MAX_BYTES:
            raise InputError("the file is larger than one of nights can be; it is another file.")
        try:
            with TemporaryDirectory(prefix="tt-print-") as folder:  # of its own: several may look at the same time
                incoming = Path(folder) / self.path.name
                incoming.write_bytes(data)
                with open_store(incoming) as store:
                    events = store.events()
        except TTPrintError as refused:
            raise _unusable(refused) from refused
        except OSError as refused:
            raise MachineError(f"the file cannot be looked at here ({refused.strerror or refused}).") from refused
        if not events:
            raise InputError("the file holds no night.")
        return events

    def replace(self, data: bytes) -> list[Event]:
        """Puts a file that somebody brought in place of this one, which keeps another name beside it. Raises as `look`; then
        nothing has changed."""
        events = self.look(data)
        incoming = self.path.with_name(f"{self.path.name}.incoming-{short_hash(data.hex(), 12)}")
        try:
            write_atomic(incoming, data)  # first of all: where the disk is full, nothing else has been touched
            set_aside(self.path)
            replace_file(incoming, self.path)
        except OSError as refused:
            raise MachineError(f"the file cannot be kept here ({refused.strerror or refused}).") from refused
        finally:
            incoming.unlink(missing_ok=True)
        return events


def _unusable(refused: TTPrintError) -> TTPrintError:
    """Why a file that somebody brought cannot be opened, without the place where it was looked at."""
    cause = refused.__cause__
    if not isinstance(cause, UnusableFileError):
        return refused
    if cause.state is State.NEWER:
        return InputError("the file was written by a newer tt-print. Update this one.")
    if cause.state is State.DAMAGED:
        return InputError(f"the file is damaged ({cause.reason}).")
    return InputError("the file is not one of scores.")
