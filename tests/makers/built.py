"""What a long command makes, above all `tt-print build`: made once for all processes that share the work of the tests."""

import json
import os
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.commands import Ran, process
from tt_print.files.disk import folder_lock


@dataclass(frozen=True)
class Built:
    folder: Path  # with `output`, made by `ran` in it
    ran: Ran


def make_once(factory: pytest.TempPathFactory, name: str, *command: str, **environment: str) -> tuple[Path, Ran]:
    """A folder in which a command was run, by the first of all processes that share the work of the tests."""
    base = factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / name
    folder.mkdir(exist_ok=True)
    printed = folder / "printed.json"
    with folder_lock(folder):
        if not printed.exists():
            own = {"TT_PRINT_CONFIG": str(folder / "settings"), "TT_PRINT_DATA": str(folder / "data")}
            ran = process(*command, cwd=folder, **own, **environment)
            printed.write_text(json.dumps([ran.status, ran.out, ran.err]), encoding="utf-8")
    return folder, Ran(*json.loads(printed.read_text(encoding="utf-8")))


def build_once(factory: pytest.TempPathFactory) -> Built:
    return Built(*make_once(factory, "built", "build", "--paper", "a4"))
