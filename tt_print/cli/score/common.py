"""What the verbs of `score` share: their options, the file, the clock, and the person at the keyboard.

The only place that asks for the time and for who sits there.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from tt_print.cli.common import echo
from tt_print.terminal import harmless

if TYPE_CHECKING:
    from tt_print.errors import InputError
    from tt_print.score.events import Event
    from tt_print.score.night import Night
    from tt_print.score.place import Place
    from tt_print.score.store import Draft

MAX_USER = 100  # letters
FILE = typer.Option(None, "--file", help="Another file of scores than your own.", metavar="FILE")
NIGHT = typer.Option(None, "--night", "-n", help="Another night than the current one.", metavar="NUMBER")
NOTE = typer.Option("", "--note", help="Words to keep with the hand.", metavar="WORDS")
FORCE = typer.Option(False, "--force", help="Save what does not add up; say why with --note.")

# Of `hand` and `edit`: a game's own options (--went-out, --cards, --out, ...) pass through; the game knows them.
PASS_THROUGH = {"allow_extra_args": True, "ignore_unknown_options": True}


def now() -> str:
    return datetime.now().astimezone().isoformat(timespec="seconds")


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
    from tt_print.errors import InputError
    from tt_print.paths import data_folder
    from tt_print.score.store import FILE_NAME

    if file is not None and not file.name:
        raise InputError(f"--file {file}: that is a folder. Name a file in it.")
    return file if file is not None else data_folder() / FILE_NAME


def read_events(file: Path | None) -> list[Event]:
    """All events. Raises NoNightError where none was ever kept, InputError where a file named holds none, and what
    `open_store` raises.
    """
    from tt_print.score.store import open_store

    path = store_path(file)
    try:
        with open_store(path) as store:
            return store.events()
    except FileNotFoundError:
        raise _no_night(file, path) from None


def _no_night(file: Path | None, path: Path) -> InputError:
    from tt_print.errors import InputError
    from tt_print.score.commands import NoNightError
    from tt_print.score.place import EXAMPLE_NIGHT, Place

    if file is None:
        return NoNightError()
    example = Place(file=file).typed(*EXAMPLE_NIGHT)
    seen = f"{path} holds no night" if path.exists() else f"there is no file {path}"
    return InputError(f"{seen}. Leave out --file, or start a night in it: {example}")


def save(file: Path | None, compose: Callable[[list[Event]], Sequence[Draft]], create: bool = False) -> list[Event]:
    """Stores what `compose` makes of all events so far, in the file and in the copy beside it.

    Gives the events that `compose` saw and those that it made, and nothing that another terminal stored since: what is
    shown after a command is what the command did. Raises InputError where there is no night to write in, and
    MachineError; then nothing is stored.
    """
    from tt_print.cli.streams import current_run
    from tt_print.score.store import open_store

    path = store_path(file)
    run = current_run()
    seen: list[Event] = []

    def remember(events: list[Event]) -> Sequence[Draft]:
        seen[:] = events
        run.saved = None
        return compose(events)

    try:
        with open_store(path, writing=True, create=create) as store:
            try:
                added = store.write(remember, now(), current_user())
            except Exception:
                run.saved = False
                raise
            run.saved = True
            if warning := store.renew_copy():
                echo(warning, err=True)
    except FileNotFoundError:
        raise _no_night(file, path) from None
    return [*seen, *added]


def find_night(events: Sequence[Event], wanted: Place | int | None, file: Path | None = None) -> Night:
    """As `score.commands.find_night`, which is loaded only when it is called.

    With a number, `file` is the one that was typed; the `place` of a night says both, for the time after it is saved.
    """
    from tt_print.score.commands import find_night
    from tt_print.score.place import Place

    return find_night(events, wanted if isinstance(wanted, Place) else Place(wanted, file))
