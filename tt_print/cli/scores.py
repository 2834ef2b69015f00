"""What the verbs of `score` share: the file, the clock, the terminal, and telling what was stored.

The only place that asks for the time and for who sits at the keyboard.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from tt_print.score.events import Event
    from tt_print.score.night import Night
    from tt_print.score.store import Draft

FILE = typer.Option(None, "--file", help="Another file of scores than your own.", metavar="FILE")
NIGHT = typer.Option(None, "--night", "-n", help="Another night than the current one.", metavar="NUMBER")


def now() -> str:
    return datetime.now().astimezone().isoformat(timespec="seconds")


def current_user() -> str:
    """`ann on pts/3`: who is logged in, and at which terminal."""
    import getpass

    try:
        user = getpass.getuser()
    except (KeyError, OSError):  # a system without accounts
        user = "somebody"
    try:
        terminal = os.ttyname(sys.stdin.fileno()).removeprefix("/dev/")
    except (AttributeError, OSError, ValueError):  # no terminal there, or a system without such names
        return user
    return f"{user} on {terminal}"


def book_path(file: Path | None) -> Path:
    from tt_print.paths import data_folder
    from tt_print.score.store import FILE_NAME

    return file if file is not None else data_folder() / FILE_NAME


@contextmanager
def reading(file: Path | None) -> Iterator[list[Event]]:
    """All events; raises InputError where no night was ever kept."""
    from tt_print.errors import InputError
    from tt_print.score.commands import NO_NIGHT
    from tt_print.score.store import open_store

    path = book_path(file)
    if not path.exists():
        raise InputError(
            f"{NO_NIGHT}"
            if file is None
            else f"there is no file {path}. Leave out --file, or start a night in it: "
            f"tt-print score start craziness Ann Bo Cy --file {path}"
        )
    with open_store(path) as book:
        yield book.events()


def store(file: Path | None, compose: Callable[[list[Event]], Sequence[Draft]], create: bool = False) -> list[Event]:
    """Stores what `compose` makes, then copies the file beside itself. Gives all events.

    Raises InputError where there is no night to write in, and MachineError; then nothing is stored.
    """
    from tt_print.errors import InputError, MachineError
    from tt_print.score.commands import NO_NIGHT
    from tt_print.score.store import open_store

    path = book_path(file)
    if not create and not path.exists():
        raise InputError(NO_NIGHT)
    with open_store(path, writing=True) as book:
        book.write(compose, now(), current_user())
        try:
            book.back_up()
        except MachineError as error:
            typer.echo(f"Saved, but not the copy beside it: {error}", err=True)
        return book.events()


def columns() -> int:
    """How wide the terminal is; 80 for a pipe."""
    import shutil

    return max(40, shutil.get_terminal_size((80, 24)).columns)


def night_of(events: list[Event], wanted: int | None) -> Night:
    from tt_print.score.commands import find_night

    return find_night(events, wanted)


def rows() -> int:
    """How high the terminal is."""
    import shutil

    return shutil.get_terminal_size((80, 24)).lines


def can_draw() -> bool:
    """Whether stdout takes block characters."""
    try:
        "█▀▄".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
