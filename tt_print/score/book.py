"""A file of nights as anyone who has no command line uses it: read, written, carried elsewhere, and put instead of another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from tt_print.errors import InputError, MachineError
from tt_print.score.database import MAX_BYTES
from tt_print.score.events import Event
from tt_print.score.store import (
    Draft,
    LostNightsError,
    RestoreResult,
    copy_path,
    keep_file,
    open_store,
    replace_nights,
    restore,
    set_aside,
)


class FileBook:
    """The nights in the file at `path`, which is the command line's. `night` is the one that commands mean which name none."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.night: int | None = None

    def events(self) -> list[Event]:
        """Everything that was stored; nothing where no night was ever kept. Raises what `open_store` raises."""
        try:
            with open_store(self.path) as store:
                return store.events()
        except FileNotFoundError:
            return []

    def write(
        self, compose: Callable[[list[Event]], Sequence[Draft]], at: str, who: str, begins: bool = True
    ) -> tuple[list[Event], str]:
        """Stores what `compose` makes of all events so far, in the file and in the copy beside it. Gives the events that `compose` saw and those
        that it made, nothing that others stored since, and what `renew_copy` says. Raises what `compose` and `open_store` raise, and InputError
        where nothing was ever kept and no night `begins`; then nothing is stored."""
        seen: list[Event] = []

        def remember(events: list[Event]) -> Sequence[Draft]:
            seen[:] = events
            self.mark_saved(None)
            return compose(events)

        try:
            with open_store(self.path, writing=True, create=begins) as store:
                try:
                    added = store.write(remember, at, who)
                except Exception:
                    self.mark_saved(False)
                    raise
                self.mark_saved(True)
                return [*seen, *added], store.renew_copy()
        except FileNotFoundError:
            raise self.no_night() from None

    def mark_saved(self, saved: bool | None) -> None:
        """Called before something is stored (None), once it is, and if it is not."""

    def no_night(self) -> InputError:
        """What is wrong where no night was ever kept."""
        from tt_print.score.commands import NoNightError

        return NoNightError()

    def save(self) -> bytes:
        """The file as it is, also a damaged one; its copy where it is gone. Raises InputError where there is no night."""
        places = [place for place in (self.path, copy_path(self.path)) if place.is_file()]
        with suppress(LostNightsError):
            if not self.events():
                places = []
        if not places:
            raise InputError("there is no night to save yet.")
        from tt_print.input_files import read_bytes

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
        """Puts a file that somebody brought instead of this one, which keeps another name beside it. Raises as `look`; then
        nothing has changed."""
        events = self.look(data)
        replace_nights(self.path, data)
        return events

    def restore(self, take: str) -> Path | RestoreResult | None:
        """Ends a `LostNightsError` in one of its `ways`; gives where that is now which gave way, for the copy with what took its place."""
        ways: dict[str, Callable[[Path], Path | RestoreResult | None]] = {
            "copy": restore,
            "file": keep_file,
            "neither": set_aside,
        }
        found = ways[take](self.path)
        self.mark_saved(True)
        return found
