"""tt_print as a stranger has it: the wheel in an environment of its own, outside any checkout."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands import ROOT
from tests.makers.built import shared_folder

QUIET = ("--quiet", "--disable-pip-version-check")


def install_once(factory: pytest.TempPathFactory) -> Path:
    """The folder with the wheel and with the environment `venv`, made by the first of all workers that asks."""

    def install(folder: Path) -> None:
        wheel = [sys.executable, "-m", "pip", "wheel", *QUIET, "--no-deps", "--wheel-dir", folder, ROOT]
        subprocess.run(wheel, check=True)
        make_environment(factory, folder / "venv", *folder.glob("tt_print-*.whl"))

    return shared_folder(factory, "installed", install)


def make_environment(factory: pytest.TempPathFactory, folder: Path, *packages: str | Path) -> Path:
    """A new environment with these packages; gives its Python. uv makes it in a tenth of the time that pip takes."""

    def fetch(to: Path) -> None:
        pip = [sys.executable, "-m", "pip", "install", *QUIET, "--no-compile", "--target", to, "uv"]
        subprocess.run(pip, check=True)

    uv = shared_folder(factory, "uv", fetch) / "bin" / "uv"
    subprocess.run([uv, "venv", "--quiet", "--python", sys.executable, folder], check=True)
    python = programs(folder.parent, folder.name) / "python"
    subprocess.run([uv, "pip", "install", "--quiet", "--python", python, *packages], check=True)
    return python


def programs(folder: Path, name: str = "venv") -> Path:
    """Where the environment has its programs."""
    return folder / name / ("Scripts" if sys.platform == "win32" else "bin")
