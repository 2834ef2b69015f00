"""The table's server: one process, one socket, and what it is called in the network."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from types import FrameType

import uvicorn

from tt_print.table.access import WRITER, Access, fresh_keys
from tt_print.table.app import Table
from tt_print.table.core_requests import TableCore
from tt_print.table.guard import LOOPBACK
from tt_print.table.saved_table import Evening, evening_path, keep_evening

EVERYWHERE = "0.0.0.0"
SOMEWHERE = ("192.0.2.1", 9)  # reserved for examples (RFC 5737); nothing is ever sent there
MAX_PORT = 65_535
IDLE_S = 5  # a connection stays open without a request


def open_socket(lan: bool, port: int, wished: int = 0) -> socket.socket:
    """Listens at `port`, at the `wished` one where that is free, or at any. Raises OSError."""
    if not 0 <= port <= MAX_PORT:
        raise OSError(f"ports go from 1 to {MAX_PORT}")
    for number in [port] if port else [wished, 0]:
        with suppress(*(() if port or not number else (OSError,))):
            listener = socket.create_server((EVERYWHERE if lan else LOOPBACK, number))
            # asyncio sets it on sockets of its own only; without it each answer waits 40 ms
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return listener
    raise OSError("no port is free")


def lan_addresses() -> list[str]:
    """What this machine is called in its networks, the way out first; nothing is sent to find it."""
    found = []
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(SOMEWHERE)
        found.append(probe.getsockname()[0])
    with suppress(OSError):
        found += socket.gethostbyname_ex(socket.gethostname())[2]
    return [each for each in dict.fromkeys(found) if not each.startswith(("127.", "0."))]


class _Server(uvicorn.Server):
    """Tells open streams to end before it does: otherwise it would wait for them."""

    def __init__(self, config: uvicorn.Config, table: Table) -> None:
        super().__init__(config)
        self._table = table

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._table.close()
        super().handle_exit(sig, frame)


class OpenTable:
    """A table that is open: `host` is the address of the host's page, `guests` are those to enter hands, None if no phone shall reach it.

    The `evening` that goes on is remembered, and forgotten when the host ends it.
    """

    def __init__(
        self, desk: TableCore, listener: socket.socket, lan: bool, evening: Evening | None, now_s: float, random_bytes: Callable[[int], bytes]
    ) -> None:  # fmt: skip
        self._kept, self.listener = evening_path(desk.book), listener
        self._port: int = listener.getsockname()[1]
        evening = evening or Evening(fresh_keys(random_bytes, now_s), self._port, {})
        self._access = Access(evening.keys, random_bytes, evening.seats, evening.host_only)
        own = f"http://{LOOPBACK}:{self._port}/"
        others = tuple(f"http://{address}:{self._port}/" for address in lan_addresses()) if lan else ()
        cookie = f"tt-{self._port}"  # browsers do not tell ports apart
        table = Table(desk, self._access, cookie, others or (own,), self._keep, self._end)
        # without a log: an address in one would be an invitation
        config = uvicorn.Config(
            table.app, http="h11", ws="none", loop="asyncio", log_config=None, log_level="critical", access_log=False,
            server_header=False, timeout_keep_alive=IDLE_S, timeout_graceful_shutdown=2, lifespan="on",
        )  # fmt: skip
        self._server = _Server(config, table)
        self._keep()
        enter = evening.keys.invitation(WRITER)
        self.host, self.guest = f"{own}#{evening.keys.host}", f"{own}#{enter}"
        self.guests = tuple(f"{each}#{enter}" for each in others) if lan else None

    def _keep(self) -> None:
        with suppress(OSError):  # a full disk: then phones have to scan again after a new start
            keep_evening(self._kept, Evening(self._access.keys, self._port, self._access.seats, self._access.host_only))

    def _end(self) -> None:
        with suppress(OSError):
            self._kept.unlink(missing_ok=True)
        # after the answer to the request for that
        asyncio.get_running_loop().call_later(0.3, setattr, self._server, "should_exit", True)

    def serve(self) -> None:
        """Until somebody stops it."""
        self._server.run([self.listener])
