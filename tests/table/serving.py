"""`tt-print table` in a process of its own, as a person starts it, for tests that need a real server."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.commands import ROOT


@dataclass
class Served:
    process: subprocess.Popen[str]
    host: str
    guest: str

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(10)

    def interrupt(self) -> int:
        """Ctrl-C; gives the exit status."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(10)


@contextmanager
def serve(book: Path, *arguments: str) -> Iterator[Served]:
    """A table on loopback with its two addresses, which the process prints once its socket is open."""
    with subprocess.Popen(
        [sys.executable, "-m", "tt_print", "table", *arguments, "--file", str(book), "--local", "--quiet"],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    ) as process:  # fmt: skip
        assert process.stdout is not None and process.stderr is not None
        host, guest = process.stdout.readline().strip(), process.stdout.readline().strip()
        assert host.startswith("http://127.0.0.1:"), process.stderr.read()
        try:
            yield Served(process, host, guest)
        finally:
            if process.poll() is None:
                process.kill()
