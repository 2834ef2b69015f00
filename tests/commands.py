"""Runs a command line as a person would, and gives what it printed."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tt_print.cli import run

ROOT = Path(__file__).parent.parent


@dataclass(frozen=True, slots=True)
class Ran:
    status: int
    out: str
    err: str


def tt(capsys, *arguments: str | Path) -> Ran:
    """One command in this process."""
    capsys.readouterr()
    status = run([str(a) for a in arguments])
    printed = capsys.readouterr()
    return Ran(status, printed.out, printed.err)


def process(*arguments: str | Path, cwd: Path | None = None, **environment: str) -> Ran:
    """One command in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "tt_print", *map(str, arguments)], cwd=cwd, capture_output=True, text=True, encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", **environment}, check=False,
    )  # fmt: skip
    return Ran(done.returncode, done.stdout, done.stderr)
