"""Runs a command line as a person would, and gives what it printed."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

from tt_print.cli import run

ROOT = Path(__file__).parent.parent


@dataclass(frozen=True, slots=True)
class Ran:
    status: int
    out: str
    err: str


def type_line(*arguments: object) -> Ran:
    """One command in this process, for those who have no `capsys`."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = run([*map(str, arguments)])
    return Ran(status, out.getvalue(), err.getvalue())


def tt(capsys, *arguments: str | Path) -> Ran:
    """One command in this process."""
    capsys.readouterr()
    status = run([*map(str, arguments)])
    return Ran(status, *capsys.readouterr())


RUN_ALL = """
import contextlib, io, json, sys
from tt_print.cli import run
ran = []
for line in json.load(sys.stdin):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = run(line)
    ran.append((status, out.getvalue(), err.getvalue()))
json.dump([ran, sorted(sys.modules)], sys.stdout)
"""


def run_elsewhere(lines: Sequence[Sequence[str | Path]], cwd: Path | None = None, **environment: str) -> list[Ran]:
    """Several command lines, one after the other, in one process of their own."""
    done = subprocess.run(
        [sys.executable, "-c", RUN_ALL], cwd=cwd, capture_output=True, text=True, encoding="utf-8", check=True,
        input=json.dumps([[*map(str, line)] for line in lines]), env={**surroundings(), **environment},
    )  # fmt: skip
    return [Ran(*each) for each in json.loads(done.stdout)[0]]


def surroundings() -> dict[str, str]:
    """The environment of a process that we start: its lines are as wide as in a pipe.

    COLUMNS and LINES are left out because readline sets them in the process of the tests, as soon as one test reads a line.
    """
    kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    return {**kept, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}


def process(*arguments: str | Path, cwd: Path | None = None, **environment: str) -> Ran:
    """One command in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "tt_print", *map(str, arguments)], cwd=cwd, capture_output=True, text=True, encoding="utf-8",
        env={**surroundings(), **environment}, check=False,
    )  # fmt: skip
    return Ran(done.returncode, done.stdout, done.stderr)
