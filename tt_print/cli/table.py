"""`tt-print table`: this machine keeps the score, every phone at the table sees it live."""

from __future__ import annotations

import errno
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tt_print.cli.echo import echo
from tt_print.cli.score.common import OwnBook, call_of, now, store_path

if TYPE_CHECKING:
    from socket import socket

    from tt_print.cli.request_commands import OutputOptions
    from tt_print.core.commands.table import Table
    from tt_print.core.environment import Call
    from tt_print.table.saved_table import Evening
    from tt_print.table.serve import OpenTable

CLOSED = "The table is closed. Every hand that was entered is saved."
ALONE = "It answers this machine alone. With phones: tt-print table --lan"
NO_NETWORK = "This machine is in no network, so no phone can reach it. Join one, and open the table again."


def answer(request: Table, call: Call, own: OutputOptions) -> None:
    """Keeps the table open until the host closes it. Raises InputError, MachineError."""
    from tt_print.cli.streams import current_run
    from tt_print.errors import InputError, MachineError
    from tt_print.table.core_requests import TableCore
    from tt_print.table.guard import LOOPBACK
    from tt_print.table.saved_table import evening_path, hold_table, read_evening
    from tt_print.table.serve import OpenTable

    lan, file = request.lan, Path(request.file) if request.file else None
    desk = TableCore(store_path(file), now, os.urandom)
    with hold_table(desk.book) as is_alone:
        evening = read_evening(evening_path(desk.book), time.time())
        if not is_alone:
            address = f": http://{LOOPBACK}:{evening.port}/#{evening.keys.host}" if evening else ""
            raise MachineError(
                f"a table is open on this file already{address}\nClose that one first, or choose another file with --file."
            )
        # before a night is begun: a port that is taken leaves none behind
        with _listen(lan, request.port, evening) as listener:
            request.begin(call_of(OwnBook(file, may_be_empty=True)))
            state = desk.state()
            if state["problem"]:
                raise InputError(state["problem"])
            current_run().saved, current_run().farewell = False, CLOSED
            table = OpenTable(desk, listener, lan, evening, time.time(), os.urandom)
            _say_where(_night_lines(state["score"]), table, own.quiet)
            if request.show:
                import webbrowser

                webbrowser.open_new_tab(table.host)
            table.serve()
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


def _say_where(lines: Sequence[str], table: OpenTable, quiet: bool) -> None:
    """The addresses, which are invitations, and the code for phones."""
    if quiet:
        echo("\n".join([table.host, *(table.guests or [table.guest])]))
        return
    echo("\n".join([*lines, "You, the host, in a browser on this machine:", f"  {table.host}"]))
    if table.guests:
        echo("Everybody else, in the same network:\n" + "\n".join(f"  {each}" for each in table.guests))
        _show_code(table.guests[0])
        echo("A phone cannot connect? The host's page says why, under Table.")
    else:
        echo(ALONE if table.guests is None else NO_NETWORK)
    echo("Ctrl-C closes the table.")


def _show_code(address: str) -> None:
    import shutil

    from tt_print.dealing.qr import qr_blocks

    rows = qr_blocks(address)
    try:
        "\n".join(rows).encode(sys.stdout.encoding or "ascii")
        is_shown = len(rows[0]) <= shutil.get_terminal_size().columns
    except (UnicodeEncodeError, LookupError):
        is_shown = False
    if is_shown:
        echo("\n".join(rows))
    else:
        echo("The QR code does not fit here; the host's page shows it, under Table.")
