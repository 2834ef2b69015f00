"""tt_print as a stranger has it: the wheel in an environment of its own, outside any checkout."""

import os
import subprocess
import sys
import time
import venv
from pathlib import Path

import pytest

from tests.commands import ROOT

LONGEST_S = 600
QUIET = ("--quiet", "--disable-pip-version-check")


def install_once(factory: pytest.TempPathFactory) -> Path:
    """The folder with the wheel and with the environment `venv`, made by the first of all workers that asks."""
    base = factory.getbasetemp()
    folder = (base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base) / "installed"
    ready = folder / "ready"
    try:
        folder.mkdir()
    except FileExistsError:
        for _ in range(LONGEST_S):
            if ready.exists():
                break
            time.sleep(1)
        assert ready.read_text() == "yes", "the wheel could not be installed; another worker says why"
        return folder
    said = "no"
    try:
        _install(folder)
        said = "yes"
    finally:
        ready.write_text(said)
    return folder


def _install(folder: Path) -> None:
    wheel = [sys.executable, "-m", "pip", "wheel", *QUIET, "--no-deps", "--wheel-dir", folder, ROOT]
    subprocess.run(wheel, check=True)
    (found,) = folder.glob("tt_print-*.whl")
    venv.create(folder / "venv", with_pip=True)
    subprocess.run([programs(folder) / "python", "-m", "pip", "install", *QUIET, found], check=True)


def programs(folder: Path) -> Path:
    """Where the environment has its programs."""
    return folder / "venv" / ("Scripts" if sys.platform == "win32" else "bin")
