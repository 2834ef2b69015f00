"""`tt-print table`: this machine keeps the score, every phone at the table sees it live."""

from __future__ import annotations

import errno
import os
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from tt_print.cli.nights import store_path
from tt_print.cli.output import current_run, echo
from tt_print.cli.request_commands import now
from tt_print.cli.text import typed_lines
from tt_print.core.commands.night import book_of
from tt_print.errors import InputError, MachineError
from tt_print.problems import MachineProblem, Said

if TYPE_CHECKING:
    from tt_print.cli.request_commands import OutputOptions
    from tt_print.core.asking import Call
    from tt_print.core.commands.play import Table


def answer(request: Table, call: Call, own: OutputOptions) -> None:
    """Keeps the table open until the host closes it. Raises InputError, MachineError."""
    from tt_print.web.access import evening_path, hold_table, read_evening
    from tt_print.web.questions import TableCore
    from tt_print.web.serve import LOOPBACK, OpenTable, open_socket

    file, closed = Path(request.file) if request.file else None, str(Said("table.closed"))
    desk = TableCore(store_path(file), now, os.urandom)
    with hold_table(desk.book) as is_alone:
        evening = read_evening(evening_path(desk.book), time.time())
        if not is_alone:
            address = f": http://{LOOPBACK}:{evening.port}/#{evening.keys.host}" if evening else ""
            raise MachineProblem("table.open_already", "file", address=address)
        try:  # before a night is begun: a port that is taken leaves none behind
            listener = open_socket(request.lan, request.port, evening.port if evening else 0)
        except OSError as error:
            wrong = "table.port_in_use" if error.errno == errno.EADDRINUSE else "table.port"
            raise MachineProblem(wrong, "port", port=request.port, why=str(error)) from error
        with listener:
            with suppress(MachineError):  # what is wrong with the file is in the state
                book_of(call).events()  # which warns of an older copy
            request.begin(call)
            state = desk.state()
            if state["problem"]:
                raise InputError(state["problem"])
            current_run().saved, current_run().farewell = False, closed
            table = OpenTable(desk, listener, request.lan, evening, time.time(), os.urandom)
            if own.quiet:
                echo("\n".join([table.host, *(table.guests or [table.guest])]))
            else:
                code = _code_lines(table.guests[0]) if table.guests else []
                text = request.opened(state["score"], table.host, table.guests, code)
                echo("\n".join(typed_lines(text, {})))
            if request.show:
                import webbrowser

                webbrowser.open_new_tab(table.host)
            table.serve()
    echo(closed)


def _code_lines(address: str) -> list[str]:
    """The address as a QR code, if the terminal has the letters and the room for it."""
    from tt_print.cli.terminal import columns
    from tt_print.draw.geometry import qr_blocks

    rows = list(qr_blocks(address))
    try:
        "\n".join(rows).encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return []
    return rows if len(rows[0]) <= columns() else []
