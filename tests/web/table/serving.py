"""`tt-print table` in a process of its own, as a person starts it, for tests that need a real server."""

import http.client
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tests.commands import ROOT
from tt_print.web.page import TABLE_MODULES

OTHERS = (
    "index.html page.css icon.svg idle.svg error.svg winner.svg atkinson-400.ttf atkinson-700.ttf rubik-700.ttf".split()
)
FILES = [*OTHERS, *sorted(TABLE_MODULES)]


@dataclass
class Served:
    process: subprocess.Popen[str]
    host: str
    enter: str

    @property
    def look(self) -> str:
        """The address to look on, which the host's page shows."""
        with closing(Browser(self.host)) as host:
            links = host.get("links")["links"]
        return next(link["addresses"][0] for link in links if link["role"] == "guest")

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
        [sys.executable, "-m", "tt_print", "table", *arguments, "--file", str(book), "--quiet"],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    ) as process:  # fmt: skip
        assert process.stdout is not None and process.stderr is not None
        host, enter = process.stdout.readline().strip(), process.stdout.readline().strip()
        assert host.startswith("http://127.0.0.1:"), process.stderr.read()
        try:
            yield Served(process, host, enter)
        finally:
            if process.poll() is None:
                process.kill()


class Browser:
    """A connection of its own to a real server."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self.place, self.cookie = parts.netloc, ""
        self._line = http.client.HTTPConnection(self.place, timeout=20)
        self.post("join", {"invitation": parts.fragment})

    def close(self) -> None:
        self._line.close()

    def get(self, route: str) -> dict[str, Any]:
        self._line.request("GET", f"/api/{route}", headers={"cookie": self.cookie})
        return json.loads(self._line.getresponse().read())

    def post(self, route: str, data: object) -> dict[str, object]:
        headers = {"origin": f"http://{self.place}", "content-type": "application/json", "cookie": self.cookie}
        self._line.request("POST", f"/api/{route}", json.dumps(data), headers)
        answer = self._line.getresponse()
        self.cookie = (answer.getheader("set-cookie") or self.cookie).partition(";")[0]
        return json.loads(answer.read())
