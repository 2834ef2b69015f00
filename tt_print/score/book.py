"""A file of nights as whoever has no command line uses it: read, written, carried elsewhere, and put in place of another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from tt_print.errors import InputError, MachineError
from tt_print.incoming import MEGABYTE, read_bytes
from tt_print.score.events import Event
from tt_print.score.store import (
    Draft,
    LostNightsError,
    copy_path,
    keep_file,
    open_store,
    replace_nights,
    restore,
    set_aside,
)

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
        """Stores what `compose` makes of all events so far. Gives all events, and what `renew_copy` says.
        Raises what `compose` and `open_store` raise; then nothing is stored."""
        with open_store(self.path, writing=True) as store:
            store.write(compose, at, who)
            return store.events(), store.renew_copy()

    def save(self) -> bytes:
        """The file as it is, also a damaged one; its copy where it is gone. Raises InputError where there is no night."""
        places = [place for place in (self.path, copy_path(self.path)) if place.is_file()]
        with suppress(LostNightsError):
            if not self.events():
                places = []
        if not places:
            raise InputError("there is no night to save yet.")
        return read_bytes(places[0], MAX_BYTES)

    def look(self, data: bytes) -> list[Event]:
        """What is in a file that somebody brought; nothing of this one changes. Raises InputError for one that cannot be read."""
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
        except LostNightsError as refused:
            raise InputError(f"the file is {refused.file.fault}.") from refused
        except OSError as refused:
            raise MachineError(f"the file cannot be looked at here ({refused.strerror or refused}).") from refused
        if not events:
            raise InputError("the file holds no night.")
        return events

    def replace(self, data: bytes) -> list[Event]:
        """Puts a file that somebody brought in place of this one, which keeps another name beside it. Raises as `look`; then
        nothing has changed."""
        events = self.look(data)
        replace_nights(self.path, data)
        return events

    def restore(self, take: str) -> Path | None:
        """Ends a `LostNightsError` in one of its `ways`; gives where that is now which gave way."""
        if take == "copy":
            return restore(self.path).kept
        return keep_file(self.path) if take == "file" else set_aside(self.path)
