"""Runs that die at their work, without warning, and what is left of the nights then.

    python -m tests.play.score.killed steps FOLDER EVERY     dies before each file operation and SQL statement in turn, or
                                                        only every so-manieth, in each of the actions
    python -m tests.play.score.killed moments FOLDER COUNT   dies at random moments, forty times in an evening
    python -m tests.play.score.killed write FILE NAME        enters 25 notes, and dies of nothing

Each run is a fork of this process, so that hundreds take seconds; a process of its own, because forks and the threads
of a test runner do not go together. Prints as JSON how many runs died; fails with the first night lost.
"""

import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tests.commands import ROOT
from tests.play.score.notes import copy_of, stored, texts, write
from tt_print.core import FileBook
from tt_print.errors import InputError, MachineError

SAVED = "saved.txt"  # beside the folder of the nights: what a run has been told is saved
NEXT = "next"  # the entry of a run that dies


def enter(path: Path, text: str) -> None:
    """One entry of about a page, told of as soon as it is stored and copied."""
    write(path, text, long="x" * 2500)
    with (path.parent.parent / SAVED).open("a", encoding="utf-8") as out:
        out.write(f"{text}\n")


def after_five(change: Callable[[Path], object]) -> Callable[[Path], object]:
    """Five entries, and what then becomes of the file."""
    return lambda path: (five_entries(path), change(path))


def five_entries(path: Path) -> None:
    for number in range(5):
        enter(path, f"before {number}")


def older(path: Path) -> None:
    five_entries(path)
    earlier = path.read_bytes()
    enter(path, "newer 1")
    enter(path, "newer 2")
    path.write_bytes(earlier)


def other_nights(path: Path) -> Path:
    return path.parent.parent / "other" / path.name


def beside_another(path: Path) -> None:
    """A file of other nights is there to take the place of these."""
    five_entries(path)
    other_nights(path).parent.mkdir()
    enter(other_nights(path), "other")


def restore(take: str) -> Callable[[Path], object]:
    return lambda path: FileBook(path).restore(take)


DAMAGED = after_five(lambda path: path.write_bytes(path.read_bytes()[:5000]))
ACTIONS: dict[str, tuple[Callable[[Path], object], Callable[[Path], object]]] = {
    "first entry": (lambda path: None, lambda path: enter(path, NEXT)),
    "next entry": (five_entries, lambda path: enter(path, NEXT)),
    "restore of a damaged file": (DAMAGED, restore("copy")),
    "restore of a lost file": (after_five(Path.unlink), restore("copy")),
    "restore of an empty file": (after_five(lambda path: path.write_bytes(b"")), restore("copy")),
    "the copy of an older file": (older, restore("copy")),
    "going on with an older file": (older, restore("file")),
    "another file in its place": (
        beside_another,
        lambda path: FileBook(path).look(other_nights(path).read_bytes(), True),
    ),
    "starting over": (five_entries, restore("neither")),
    "starting over from a damaged file": (DAMAGED, restore("neither")),
}


def run_and_die(action: Callable[[], object], kill_at: Callable[[], None], until: Callable[[int], None]) -> bool:
    """Runs `action` in a fork; `kill_at` arms it there, `until` waits for it here. Whether it died."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            kill_at()
            action()
            status = 0
        except (MachineError, InputError) as error:
            sys.stderr.write(f"{type(error).__name__}: {error}\n")
        finally:
            os._exit(status)
    until(child)
    _, status = os.waitpid(child, 0)
    if os.waitstatus_to_exitcode(status) not in (0, -signal.SIGKILL):
        raise AssertionError("a run that nobody killed has failed")
    return os.WIFSIGNALED(status)


def die_before_step(number: int) -> None:
    """Before the so-manieth of all file operations, statements of sqlite and waits for the disk."""
    seen = [0]

    def step(*_: object) -> None:
        seen[0] += 1
        if seen[0] == number:
            os.kill(os.getpid(), signal.SIGKILL)

    def audit(event: str, _arguments: object) -> None:
        if event in ("open", "os.rename", "os.remove", "os.mkdir", "sqlite3.connect"):
            step()

    def fsync(descriptor: int, real: Callable[[int], None] = os.fsync) -> None:
        step()
        real(descriptor)

    os.fsync = fsync  # of which nobody else tells
    trace_statements(step)
    sys.addaudithook(audit)


def trace_statements(trace: Callable[[str], None]) -> None:
    """Each statement that sqlite begins is told."""

    def connect(*arguments: object, real=sqlite3.connect, **options: object) -> sqlite3.Connection:
        connection = real(*arguments, **options)
        connection.set_trace_callback(trace)
        return connection

    sqlite3.connect = connect


def told(path: Path) -> list[str]:
    saved = path.parent.parent / SAVED
    return saved.read_text(encoding="utf-8").split("\n")[:-1] if saved.exists() else []


class Before:
    """What is there before a run: every list of entries, and every file that is damaged."""

    def __init__(self, path: Path) -> None:
        self.path = path
        whole, others = self._files()
        self.lists, self.damaged = [*whole.values()], [content for content in others if content]

    def _files(self) -> tuple[dict[str, list[str]], list[bytes]]:
        """The entries of each file of nights that can be read, and what the other files are made of."""
        found = {place: stored(place) for place in self.path.parent.glob("[!.]*")}
        whole = {place.name: entries for place, entries in found.items() if entries is not None}
        return whole, [place.read_bytes() for place, entries in found.items() if entries is None]

    def check(self) -> None:
        """That nothing of it is lost, that people get on with what they are told to type, and that it ends tidy."""
        whole, others = self._files()
        for rows in self.lists:
            assert any(found[: len(rows)] == rows for found in whole.values()), "a list of entries is lost"
        assert all(content in others for content in self.damaged), "a damaged file is lost, or changed"
        journal = self.path.with_name(f"{self.path.name}-journal")  # by which sqlite takes back a half entry
        own = journal.read_bytes() if journal.exists() else b""
        assert all(content in (*self.damaged, own) for content in others if content), "a file is half there"
        try:
            found = texts(self.path)
        except MachineError as choice:
            FileBook(self.path).restore("file" if "file" in choice.details["ways"] else "copy")
            found = texts(self.path)
        if told(self.path)[-1:] == [NEXT]:
            assert found[-1] == NEXT == texts(copy_of(self.path))[-1], "an entry that was called saved is lost"
        enter(self.path, "after")
        assert texts(self.path) == [*found, "after"] == texts(copy_of(self.path))
        names = {place.name.partition(".replaced-")[0] for place in self.path.parent.glob("[!.]*")}
        assert names == {self.path.name, copy_of(self.path).name}, names


def fresh_folder(folder: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "nights").mkdir(parents=True)
    return folder / "nights" / "score.sqlite"


def walk_steps(action: str, folder: Path, every: int) -> int:
    """Kills the action before each of its steps; gives how often it died."""
    prepare, act = ACTIONS[action]
    prepare(fresh_folder(folder / "model"))
    for times, number in enumerate(range(every // 2 + 1, 1000, every)):
        shutil.rmtree(folder / "run", ignore_errors=True)
        shutil.copytree(folder / "model", folder / "run")
        path = folder / "run" / "nights" / "score.sqlite"
        before = Before(path)
        died = run_and_die(partial(act, path), partial(die_before_step, number), lambda _child: None)
        before.check()
        if not died:
            return times
    raise AssertionError("it never ends")


def enter_without_end(path: Path, run: int) -> None:
    for number in range(1000):
        enter(path, f"{run}-{number}")


def check_evening(path: Path, run: int) -> None:
    """That each of the two files has all that was called saved, in its order, and at most one more entry a run."""
    lines, found = told(path), texts(path)
    for held in (found, texts(copy_of(path))):
        rest = iter(held)
        assert all(text in rest for text in lines), "an entry that was called saved is lost, or in another order"
    assert len(found) - len(lines) <= run + 1, "more than one untold entry a run"
    enter(path, f"{run}-after")
    assert texts(path) == [*found, f"{run}-after"] == texts(copy_of(path))


def walk_moments(folder: Path, count: int) -> int:
    """Kills at random moments, in evenings of forty runs on one file; gives how often a run died."""
    moments, died, path = random.Random(13), 0, Path()
    for number in range(count):
        if number % 40 == 0:
            path = fresh_folder(folder / "evening")

        def kill(child: int) -> None:
            time.sleep(moments.uniform(0, 0.06))
            os.kill(child, signal.SIGKILL)

        died += run_and_die(partial(enter_without_end, path, number % 40), lambda: None, kill)
        check_evening(path, number % 40)
    return died


def crash(path: Path, *words: str) -> None:
    """One command of a process that dies in the middle of storing: just before the entry is committed."""
    code = (
        "import os, signal, sys\nfrom tests.play.score.killed import trace_statements\n"
        "trace_statements(lambda sql: os.kill(os.getpid(), signal.SIGKILL) if sql == 'COMMIT' else None)\n"
        "from tt_print.cli import run\nrun(sys.argv[1:])"
    )
    command = [sys.executable, "-c", code, *words, "--file", str(path)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == -9 and "Saved" not in ran.stdout


if __name__ == "__main__":
    match sys.argv[1:]:
        case "steps", folder, every:
            print(json.dumps({action: walk_steps(action, Path(folder), int(every)) for action in ACTIONS}))
        case "moments", folder, count:
            print(json.dumps(walk_moments(Path(folder), int(count))))
        case "write", file, name:
            write(Path(file), *(f"{name} {number}" for number in range(25)), who=name)
