"""`tt-print table`: this machine keeps the score, every phone at the table sees it live."""

from __future__ import annotations

import errno
import os
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tt_print.cli.echo import echo, echo_picture
from tt_print.cli.score.common import now, store_path

if TYPE_CHECKING:
    from socket import socket

    from tt_print.cli.requested import Own
    from tt_print.core.commands.table import Table
    from tt_print.core.world import Call
    from tt_print.table.access import Access
    from tt_print.table.desk import Desk
    from tt_print.table.evening import Evening

BLOCKS = "█▀▄ "
CLOSED = "The table is closed. Every hand that was entered is saved."
ALONE = "It answers this machine alone. With phones: tt-print table --lan"
NO_NETWORK = "This machine is in no network, so no phone can reach it. Join one, and open the table again."


def answer(request: Table, call: Call, own: Own) -> None:
    """Keeps the table open until the host closes it. Raises InputError, MachineError."""
    from tt_print.cli.prompting import at_terminal
    from tt_print.cli.streams import current_run
    from tt_print.errors import InputError, MachineError
    from tt_print.table.desk import Desk
    from tt_print.table.evening import evening_path, hold_table, read_evening
    from tt_print.table.guard import LOOPBACK

    game, lan, quiet = request.game, request.lan, own.quiet
    people = _read_people(game, request.names) if game else []
    desk = Desk(store_path(Path(request.file) if request.file else None), now, os.urandom)
    if lan is None:
        lan = at_terminal() and not quiet and _wants_phones()
    with hold_table(desk.book) as is_alone:
        evening = read_evening(evening_path(desk.book), time.time())
        if not is_alone:
            address = f": http://{LOOPBACK}:{evening.port}/#{evening.keys.host}" if evening else ""
            raise MachineError(
                f"a table is open on this file already{address}\nClose that one first, or choose another file with --file."
            )
        # before a night is begun: a port that is taken leaves none behind
        with _listen(lan, request.port, evening) as listener:
            if game:
                _begin(desk, game, people, request.house)
            state = desk.state()
            if state["problem"]:
                raise InputError(state["problem"])
            current_run().farewell = CLOSED
            _serve(desk, lan, listener, evening, _night_lines(state["score"]), request.show, quiet)
    echo(CLOSED)


def _listen(lan: bool, port: int, evening: Evening | None) -> socket:
    """A socket at the port that was typed, the one of this evening, or any. Raises MachineError."""
    from tt_print.errors import MachineError
    from tt_print.table.serve import open_socket

    try:
        return open_socket(lan, port, evening.port if evening else 0)
    except OSError as error:
        why = "is in use, perhaps by another table" if error.errno == errno.EADDRINUSE else f"cannot be used ({error})"
        raise MachineError(f"port {port} {why}. Leave out --port to take a free one.") from error


def _read_people(game: str, names: Sequence[str]) -> list[str]:
    """The players as typed. Raises InputError for no game of ours, and where nobody is named."""
    from tt_print.errors import InputError
    from tt_print.games import find_scored_game

    people = [name for text in names for name in text.split(",") if name.strip()]
    if not people:
        raise InputError(f"who plays? tt-print table {find_scored_game(game).name} Ann Bo Cy")
    find_scored_game(game).check_players(len(people))
    return people


def _begin(desk: Desk, game: str, people: Sequence[str], option: Sequence[str]) -> None:
    """A new night in the file. Raises InputError, MachineError."""
    from tt_print.cli.score.common import current_user
    from tt_print.core import Core, World
    from tt_print.errors import InputError, MachineError
    from tt_print.games import find_scored_game
    from tt_print.score.book import FileBook

    core = Core(World(now, os.urandom, current_user(), FileBook(desk.book)))
    asked = {"ask": "score.start", "game": find_scored_game(game).name, "players": list(people), "house": list(option)}
    answer = core.ask(asked).data
    if not answer["ok"]:
        kind = MachineError if answer["error"]["status"] == 1 else InputError
        raise kind(answer["error"]["text"])


def _night_lines(score: dict[str, Any] | None) -> list[str]:
    from tt_print.errors import join_words

    if score is None:
        return ["No game is being scored yet. Begin one on the host's page."]
    hands = len(score["hands"])
    done = f"{hands} {'hand' if hands == 1 else 'hands'} so far" if hands else "no hand yet"
    lines = [f"{score['title']}, night {score['night']}: {join_words(score['players'], 'and')}; {done}."]
    if score["over"]:
        lines.append("It is over. The host's page begins the next game.")
    return lines


def _wants_phones() -> bool:
    from tt_print.cli.prompting import Keyboard

    echo(
        "Without phones only this machine reaches the table. On a network that others use, too, they could knock, but not come in."
    )
    return Keyboard().ask("Shall phones on this network reach it? y or n", default="n").lower() in ("y", "yes")


def _serve(
    desk: Desk, lan: bool, listener: socket, evening: Evening | None, lines: Sequence[str], show: bool, quiet: bool
) -> None:
    from tt_print.table.access import Access, fresh_keys
    from tt_print.table.app import Invitations, Table
    from tt_print.table.evening import Evening, cookie_name, evening_path, forget_evening, keep_evening
    from tt_print.table.guard import LOOPBACK
    from tt_print.table.serve import Running, lan_addresses

    kept, port = evening_path(desk.book), listener.getsockname()[1]
    access = Access(
        evening.keys if evening else fresh_keys(os.urandom, time.time()),
        os.urandom,
        dict(evening.seats) if evening else {},
    )
    own = f"http://{LOOPBACK}:{port}/"
    others = tuple(f"http://{address}:{port}/" for address in lan_addresses()) if lan else ()
    running = Running()

    def keep() -> None:
        with suppress(OSError):  # a full disk: then phones have to scan again after a new start
            keep_evening(kept, Evening(access.keys, port, access.seats, table.at_stake))

    def ended() -> None:
        forget_evening(kept)
        running.stop()

    table = Table(desk, access, cookie_name(port), Invitations(others, own), keep, ended)
    if evening and evening.at_stake:
        table.fair.taken_back = f"{evening.at_stake} is lost, because the host's program stopped. Deal that hand again."
    keep()
    _say_where(lines, own, others if lan else None, access, quiet)
    if show:
        import webbrowser

        webbrowser.open_new_tab(f"{own}#{access.keys.host}")
    running.serve(table, listener)


def _say_where(lines: Sequence[str], own: str, others: Sequence[str] | None, access: Access, quiet: bool) -> None:
    """The addresses, which are invitations, and the code for phones; `others` is None where none shall reach it."""
    host, guests = f"{own}#{access.keys.host}", [f"{each}#{access.keys.guest}" for each in others or ()]
    if quiet:
        echo("\n".join([host, *(guests or [f"{own}#{access.keys.guest}"])]))
        return
    echo("\n".join([*lines, "You, the host, in a browser on this machine:", f"  {host}"]))
    if guests:
        echo("Everybody else, in the same network:\n" + "\n".join(f"  {each}" for each in guests))
        _show_code(guests[0])
        echo("A phone cannot connect? The host's page says why, under Table.")
    else:
        echo(ALONE if others is None else NO_NETWORK)
    echo("Ctrl-C closes the table.")


def _show_code(address: str) -> None:
    from tt_print.cli.streams import current_run
    from tt_print.dealing.qr import qr_blocks
    from tt_print.terminal import window

    rows = qr_blocks(address)
    columns = window(sys.stdout)
    try:
        BLOCKS.encode(current_run().stdout.encoding)
    except UnicodeEncodeError:
        columns = 1
    if columns and columns < len(rows[0]):
        echo("The QR code does not fit here; the host's page shows it, under Table.")
    else:
        echo_picture(rows)
