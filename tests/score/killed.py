"""Runs that die at their work, without warning, and what is left of the nights then.

    python -m tests.score.killed steps FOLDER EVERY     dies before each file operation and SQL statement in turn, or
                                                        only every so-manieth, in each of the actions
    python -m tests.score.killed moments COUNT SEED FOLDER     dies at random moments of random actions

Each run is a fork of this process, so that a thousand take a minute; a process of its own, because forks and the
threads of a test runner do not go together. Prints as JSON how many runs died; fails with the first night lost.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

from tests.commands import ROOT
from tt_print.errors import InputError, MachineError
from tt_print.score.database import UnusableFileError, read_file
from tt_print.score.store import (
    Draft,
    LostNightsError,
    copy_path,
    keep_file,
    open_store,
    read_copy,
    replace_nights,
    restore,
    set_aside,
)

AT = "2026-11-21T20:00:00+00:00"
SAVED = "saved.txt"  # beside the folder of the nights: what a run has been told is saved
NEXT = "next"  # the entry of a run that dies


# ---------------------------------------------------------------- what is done


def enter(path: Path, text: str) -> None:
    """One entry, told of as soon as it is stored and copied."""
    with open_store(path, writing=True) as book:
        book.write(lambda events: [Draft(1, "note", {"text": text, "long": "x" * 2500})], AT, "ann")
        assert not book.renew_copy()
        with (path.parent.parent / SAVED).open("a", encoding="utf-8") as out:
            out.write(f"{text}\n")


def five_entries(path: Path) -> None:
    for number in range(5):
        enter(path, f"before {number}")


def damaged(path: Path) -> None:
    five_entries(path)
    path.write_bytes(path.read_bytes()[:5000])


def lost(path: Path) -> None:
    five_entries(path)
    path.unlink()


def emptied(path: Path) -> None:
    five_entries(path)
    path.write_bytes(b"")


def older(path: Path) -> None:
    five_entries(path)
    earlier = path.read_bytes()
    enter(path, "newer 1")
    enter(path, "newer 2")
    path.write_bytes(earlier)


def beside_another(path: Path) -> None:
    """A file of other nights is there to take the place of these."""
    five_entries(path)
    other = path.parent.parent / "other" / path.name
    other.parent.mkdir()
    enter(other, "other")


def nothing(path: Path) -> None:
    pass


def next_entry(path: Path) -> None:
    enter(path, NEXT)


def replaced(path: Path) -> None:
    replace_nights(path, (path.parent.parent / "other" / path.name).read_bytes())


ACTIONS: dict[str, tuple[Callable[[Path], None], Callable[[Path], object]]] = {
    "first entry": (nothing, next_entry),
    "next entry": (five_entries, next_entry),
    "restore of a damaged file": (damaged, restore),
    "restore of a lost file": (lost, restore),
    "restore of an empty file": (emptied, restore),
    "the copy of an older file": (older, restore),
    "going on with an older file": (older, keep_file),
    "another file in its place": (beside_another, replaced),
    "starting over": (five_entries, set_aside),
    "starting over from a damaged file": (damaged, set_aside),
}


# ---------------------------------------------------------------- dying


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

    def step() -> None:
        seen[0] += 1
        if seen[0] == number:
            os.kill(os.getpid(), signal.SIGKILL)

    def audit(event: str, _arguments: object) -> None:
        if event in ("open", "os.rename", "os.remove", "os.mkdir", "sqlite3.connect"):
            step()

    def counted(real: Callable[..., object]) -> Callable[..., object]:
        def call(*arguments: object, **options: object) -> object:
            step()
            return real(*arguments, **options)

        return call

    def counted_connect(
        *arguments: object, real: Callable[..., sqlite3.Connection] = sqlite3.connect, **options: object
    ):
        connection = real(*arguments, **options)
        connection.set_trace_callback(lambda _sql: step())
        return connection

    os.fsync = counted(os.fsync)  # of which nobody else tells
    sqlite3.connect = counted_connect
    sys.addaudithook(audit)


# ---------------------------------------------------------------- what must be left


def entries(path: Path) -> list[str]:
    with open_store(path) as book:
        return [event.data.get("text", event.kind) for event in book.events()]


def whole_files(folder: Path) -> Iterator[tuple[Path, list[str]]]:
    """Each file of nights in the folder that can be read, with what it holds."""
    for place in folder.iterdir():
        if not place.name.startswith("."):
            with suppress(UnusableFileError, MachineError):
                yield place, [row[5] for row in read_file(place)]


def told(path: Path) -> list[str]:
    saved = path.parent.parent / SAVED
    return saved.read_text(encoding="utf-8").split("\n")[:-1] if saved.exists() else []


def copied(path: Path) -> list[str]:
    """What the copy alone holds."""
    return [json.loads(row[5])["text"] for row in read_copy(path).rows]


class Before:
    """What is there before a run: every list of entries, and every file that is damaged."""

    def __init__(self, path: Path) -> None:
        self.path = path
        whole = dict(whole_files(path.parent))
        self.lists = list(whole.values())
        self.damaged = [
            place.read_bytes() for place in path.parent.glob("*") if place not in whole and place.stat().st_size
        ]

    def check(self) -> None:
        """That nothing of it is lost, that people get on with what they are told to type, and that it ends tidy."""
        whole = dict(whole_files(self.path.parent))
        for rows in self.lists:
            assert any(found[: len(rows)] == rows for found in whole.values()), "a list of entries is lost"
        others = [place.read_bytes() for place in self.path.parent.glob("[!.]*") if place not in whole]
        assert all(content in others for content in self.damaged), "a damaged file is lost, or changed"
        journal = self.path.with_name(f"{self.path.name}-journal")  # by which sqlite takes back a half entry
        own = journal.read_bytes() if journal.exists() else b""
        assert all(content in (*self.damaged, own) for content in others if content), "a file is half there"
        try:
            found = entries(self.path)
        except FileNotFoundError:  # a new start; nobody's nights have this name
            assert not self.path.exists() and not copy_path(self.path).exists()
            found = []
        except LostNightsError as choice:
            {"copy": restore, "file": keep_file}["file" if "file" in choice.ways else "copy"](self.path)
            found = entries(self.path)
        if told(self.path)[-1:] == [NEXT]:
            assert found[-1] == NEXT == copied(self.path)[-1], "an entry that was called saved is lost"
        enter(self.path, "after")
        assert entries(self.path) == [*found, "after"] == copied(self.path)
        names = {place.name.partition(".replaced-")[0] for place in self.path.parent.glob("[!.]*")}
        assert names == {self.path.name, copy_path(self.path).name}, names


def fresh_folder(folder: Path, prepare: Callable[[Path], None]) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    path = folder / "nights" / "score.sqlite"
    path.parent.mkdir(parents=True)
    prepare(path)
    return path


def walk_steps(action: str, folder: Path, every: int) -> int:
    """Kills the action before each of its steps; gives how often it died."""
    prepare, act = ACTIONS[action]
    model = fresh_folder(folder / "model", prepare).parent.parent
    for times, number in enumerate(range(every // 2 + 1, 1000, every)):
        shutil.rmtree(folder / "run", ignore_errors=True)
        shutil.copytree(model, folder / "run")
        path = folder / "run" / "nights" / "score.sqlite"
        before = Before(path)
        died = run_and_die(partial(act, path), partial(die_before_step, number), lambda _child: None)
        before.check()
        if not died:
            return times
    raise AssertionError("it never ends")


def evening(path: Path, run: int) -> None:
    """Entries without end."""
    for number in range(1000):
        enter(path, f"{run}-{number}")


def check_evening(path: Path, run: int, runs: int) -> None:
    """That each of the two files has all that was called saved, in its order, and at most one more entry a run."""
    lines = told(path)
    try:
        found = entries(path)
    except FileNotFoundError:  # killed before the first entry
        found = []
    for held in (found, copied(path)):
        rest = iter(held)
        assert all(text in rest for text in lines), "an entry that was called saved is lost, or in another order"
    assert len(found) - len(lines) <= runs, "more than one untold entry a run"
    enter(path, f"{run}-after")
    assert entries(path) == [*found, f"{run}-after"] == copied(path)


def walk_moments(count: int, seed: int, folder: Path) -> dict[str, int]:
    """Kills at random moments: evenings of forty runs on one file, and every other action in between."""
    moments, died = random.Random(seed), dict.fromkeys(("evening", *ACTIONS), 0)
    path, runs = Path(), 0
    while sum(died.values()) < count:
        if runs % 8 < 5:
            name = "evening"
            if runs % 40 == 0:
                path = fresh_folder(folder / "evening", nothing)
            died[name] += run_and_die(
                partial(evening, path, runs), lambda: None, partial(kill_later, moments.uniform(0, 0.06))
            )
            check_evening(path, runs, runs % 40 + 1)
        else:
            name = moments.choice(list(ACTIONS))
            prepare, act = ACTIONS[name]
            own = fresh_folder(folder / "action", prepare)
            before = Before(own)
            died[name] += run_and_die(partial(act, own), lambda: None, partial(kill_later, moments.uniform(0, 0.009)))
            before.check()
        runs += 1
    return died | {"runs": runs}


def kill_later(pause_s: float, child: int) -> None:
    time.sleep(pause_s)
    os.kill(child, signal.SIGKILL)


def crash(path: Path, *words: str) -> None:
    """One command of a process that dies in the middle of storing: just before the entry is committed."""
    code = (
        "import os, signal, sqlite3, sys\nreal = sqlite3.connect\n"
        "def connect(*a, **k):\n    c = real(*a, **k)\n"
        "    c.set_trace_callback(lambda sql: os.kill(os.getpid(), signal.SIGKILL) if sql == 'COMMIT' else None)\n    return c\n"
        "sqlite3.connect = connect\nfrom tt_print.cli import run\nrun(sys.argv[1:])"
    )
    command = [sys.executable, "-c", code, *words, "--file", str(path)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == -9 and "Saved" not in ran.stdout


if __name__ == "__main__":
    if sys.argv[1] == "steps":
        print(json.dumps({action: walk_steps(action, Path(sys.argv[2]), int(sys.argv[3])) for action in ACTIONS}))
    else:
        print(json.dumps(walk_moments(int(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4]))))
