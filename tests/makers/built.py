"""What takes long to make, above all `tt-print build`: made once for all processes that share the work of the tests."""

import json
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.commands import Ran, process


@dataclass(frozen=True)
class Built:
    folder: Path  # with `output`, made by `ran` in it
    ran: Ran


def shared_folder(factory: pytest.TempPathFactory, name: str, fill: Callable[[Path], object]) -> Path:
    """A folder that the first of all processes which share the work of the tests has filled; the others wait for it."""
    base = factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / name
    ended, said = folder.with_suffix(".ended"), "no"
    try:
        folder.mkdir()
    except FileExistsError:
        while not (ended.exists() and ended.read_text()):
            time.sleep(0.2)  # however long it takes
        assert ended.read_text() == "yes", f"{name} could not be made; another worker says why"
        return folder
    try:
        fill(folder)
        said = "yes"
    finally:
        ended.write_text(said)
    return folder


def make_once(factory: pytest.TempPathFactory, name: str, *command: str, **environment: str) -> tuple[Path, Ran]:
    """A folder in which a command was run."""

    def run(folder: Path) -> None:
        own = {"TT_PRINT_CONFIG": str(folder / "settings"), "TT_PRINT_DATA": str(folder / "data")}
        ran = process(*command, cwd=folder, **own, **environment)
        (folder / "printed.json").write_text(json.dumps([ran.status, ran.out, ran.err]), encoding="utf-8")

    folder = shared_folder(factory, name, run)
    return folder, Ran(*json.loads((folder / "printed.json").read_text(encoding="utf-8")))


def build_once(factory: pytest.TempPathFactory) -> Built:
    return Built(*make_once(factory, "built", "build", "--paper", "a4"))
