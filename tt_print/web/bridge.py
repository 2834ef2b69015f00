"""What runs in the browser: requests of the page to the core, and the files that are kept.

It knows no browser: the page's worker hands it texts and bytes, and gets texts and bytes.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from tt_print.core import Core, Environment
from tt_print.core.asking import Report
from tt_print.play.score.store import FileBook

BOOK = "nights.sqlite"


class Bridge:
    """The core with a folder for its nights. `paper` is the one that is bought where the page is read."""

    def __init__(self, folder: str, paper: str) -> None:
        self._folder = Path(folder)
        self.photo: Any = None  # that a request speaks of, as `network.js` opens it
        book = FileBook(self._folder / BOOK)
        self._core = Core(
            Environment(_now, os.urandom, "this device", book, paper, open_photo=lambda data, name: self.photo)
        )
        self._seen = self._look()

    def ask(
        self, request: str, files: Mapping[str, bytes], report: Report
    ) -> tuple[str, dict[str, bytes], dict[str, bytes] | None]:
        """The answer as JSON, the files that were made, and, where the nights changed, every file to be kept."""
        brought = {name: bytes(data) for name, data in files.items()}
        reply = self._core.ask(json.loads(request), brought, report)
        before, self._seen = self._seen, self._look()
        kept = None if self._seen == before else {name: (self._folder / name).read_bytes() for name in self._seen}
        return json.dumps(reply.data, ensure_ascii=False), dict(reply.files), kept

    def _look(self) -> dict[str, tuple[int, int]]:
        """Each file of the folder by its name there, with its time and size: cheap enough for every request."""
        found = {path: path.stat() for path in sorted(self._folder.rglob("*")) if path.is_file()}
        return {
            path.relative_to(self._folder).as_posix(): (state.st_mtime_ns, state.st_size)
            for path, state in found.items()
        }


def _now() -> str:
    return datetime.now().astimezone().isoformat(timespec="seconds")
