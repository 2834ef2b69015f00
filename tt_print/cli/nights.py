"""The nights as somebody at a terminal has them: in which file, who enters something, and what a shell offers of them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from tt_print.cli.output import current_run, echo
from tt_print.cli.text import typed_text
from tt_print.errors import InputError, MachineError, harmless, join_words
from tt_print.files.user_data import data_folder
from tt_print.play.score.store import FILE_NAME, FileBook, compare
from tt_print.requests.kinds import Kind, Line
from tt_print.typed_words import split_list

if TYPE_CHECKING:
    from tt_print.play.score.events import Event
    from tt_print.play.score.store import Draft

MAX_USER = 100  # letters
KINDS = ("night", "seat", "hand")  # of which a shell offers what is kept


def current_user() -> str:
    """`ann on pts/3`: who is logged in, and at which terminal."""
    import getpass

    try:
        user = getpass.getuser()
    except (KeyError, OSError):  # a system without accounts
        user = "somebody"
    user = " ".join(harmless(user).split())[:MAX_USER]  # a variable may say it, and anything
    try:
        terminal = os.ttyname(sys.stdin.fileno()).removeprefix("/dev/")
    except (AttributeError, OSError, ValueError):  # no terminal there, or a system without such names
        return user
    return f"{user} on {terminal}"


def store_path(file: Path | None) -> Path:
    if file is not None and not file.name:
        raise InputError(f"--file {file}: that is a folder. Name a file in it.")
    return file if file is not None else data_folder() / FILE_NAME


class OwnBook(FileBook):
    """The nights in the file that was typed, or in the user's own. Without a night in a named one it raises InputError, unless it `may_be_empty`."""

    def __init__(self, file: Path | None, may_be_empty: bool = False) -> None:
        super().__init__(store_path(file))
        self._is_named, self._may_be_empty = file is not None, may_be_empty
        self._is_compared = file is None

    def events(self) -> list[Event]:
        events = super().events()
        if not events and self._is_named and not self._may_be_empty:
            raise self.no_night()
        self._warn_of_newer(events)
        return events

    def _warn_of_newer(self, events: list[Event]) -> None:
        """Warns once if the file that was named holds only a beginning of the user's own nights."""
        if self._is_compared:
            return
        self._is_compared = True
        with suppress(MachineError):  # what is wrong with the own file is said where that one is used
            found = compare(events, FileBook(store_path(None)).events())
            if found is not None and found.code == "score.file.older":
                echo(f"warning: {self.path}: {typed_text(found)}", err=True)

    def no_night(self) -> InputError:
        if not self._is_named:
            return super().no_night()
        seen = f"{self.path} has no game night" if self.path.exists() else f"there is no file {self.path}"
        return InputError(f"{seen}. Leave out --file, or start a game night in it.")

    def write(
        self, compose: Callable[[list[Event]], Sequence[Draft]], at: str, who: str, begins: bool = True
    ) -> tuple[list[Event], str]:
        def compared(events: list[Event]) -> Sequence[Draft]:
            self._warn_of_newer(events)
            return compose(events)

        events, warning = super().write(compared, at, who or current_user(), begins)
        if warning:
            echo(warning, err=True)
        return events, ""

    def mark_saved(self, saved: bool | None) -> None:
        current_run().saved = saved


# ---------------------------------------------------------------- what a shell offers of them


def kept_of(kind: Kind) -> str:
    """Which of `KINDS` a value is; "" if it is none."""
    name = "hand" if kind.metavar == "HAND" else kind.form
    return name if name in KINDS else ""


def list_kept(what: str, line: Line) -> list[tuple[str, str]]:
    """The values of a kind, each with a few words about it; `line` is what was typed for other fields. Raises what reading the file raises."""
    from tt_print.play.score.events import current_night
    from tt_print.play.score.night import read_nights

    if what == "seat" and line.get("players"):
        return [(name, "") for name in split_list(",".join(line["players"]))]
    events = OwnBook(Path(_first(line.get("file"))) if line.get("file") else None, may_be_empty=True).events()
    nights = {str(night.number): night for night in read_nights(events)}
    if what == "night":
        return [
            (number, f"{each.table.game.title}: {join_words(each.table.names, 'and')}")
            for number, each in nights.items()
        ]
    night = nights.get(_first(line.get("night")) or str(current_night(events)))
    if night is None:
        return []
    if what == "seat":
        return [(name, "") for name in night.table.names]
    return [(str(hand.number), f"entered by {hand.event.who}") for hand in night.hands]


def _first(texts: Iterable[str] | None) -> str:
    return next(iter(texts or ()), "")
