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
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

from tt_print.errors import InputError, MachineError
from tt_print.score.copies import copy_paths, read_copy
from tt_print.score.database import UnusableFileError, read_file
from tt_print.score.store import (
    CopiesDifferError,
    CorruptStoreError,
    Draft,
    LostNightsError,
    backup_path,
    keep_file,
    open_store,
    restore,
    set_aside,
)

AT = "2026-11-21T20:00:00+00:00"
OLD = Path(__file__).parent / "book-version-1.sqlite"
DAY_S = 86400.0
SAVED = "saved.txt"  # beside the folder of the nights: what a run has been told is saved


# ---------------------------------------------------------------- what is done


def enter(path: Path, text: str) -> None:
    """One entry, told of as soon as it is stored, then copied."""
    with open_store(path, writing=True) as book:
        book.write(lambda events: [Draft(1, "note", {"text": text, "long": "x" * 2500})], AT, "ann")
        with (path.parent.parent / SAVED).open("a", encoding="utf-8") as out:
            out.write(f"{text}\n")
        book.back_up()


def age(path: Path, days: float) -> None:
    """As if the last copy had been made so many days ago."""
    if backup_path(path).exists():
        when = time.time() - days * DAY_S
        os.utime(backup_path(path), (when, when))


def five_entries(path: Path) -> None:
    for number in range(5):
        enter(path, f"before {number}")
        age(path, 9 - number)


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


def first_version(path: Path) -> None:
    shutil.copy(OLD, path)


def nothing(path: Path) -> None:
    pass


def next_entry(path: Path) -> None:
    enter(path, "next")


def two_copies_back(path: Path) -> None:
    restore(path, 3)


ACTIONS: dict[str, tuple[Callable[[Path], None], Callable[[Path], object]]] = {
    "first entry": (nothing, next_entry),
    "next entry of the day": (lambda path: (five_entries(path), age(path, 0))[0], next_entry),  # type: ignore[func-returns-value]
    "first entry of a day": (five_entries, next_entry),
    "bringing up": (first_version, next_entry),
    "restore of a damaged file": (damaged, restore),
    "restore of a lost file": (lost, restore),
    "restore of an empty file": (emptied, restore),
    "restore of an older copy": (five_entries, two_copies_back),
    "the copy of an older file": (older, restore),
    "going on with an older file": (older, keep_file),
    "starting anew": (five_entries, set_aside),
    "starting anew from a damaged file": (damaged, set_aside),
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
        if event in ("open", "os.rename", "os.remove", "os.mkdir", "sqlite3.connect", "shutil.copyfile"):
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

    sendfile = os.sendfile
    os.sendfile = lambda *where_and_count: sendfile(*where_and_count[:3], min(where_and_count[3], 3000))
    for name in ("fsync", "sendfile", "write"):  # of these nobody else tells
        setattr(os, name, counted(getattr(os, name)))
    sqlite3.connect = counted_connect
    sys.addaudithook(audit)


# ---------------------------------------------------------------- what must be left


def entries(path: Path) -> list[str]:
    with open_store(path) as book:
        return [event.data.get("text", event.kind) for event in book.events()]


def whole_files(folder: Path) -> Iterator[tuple[Path, list[object]]]:
    for place in folder.iterdir():
        if not place.name.startswith("."):
            try:
                yield place, [row[5] for row in read_file(place, verify=True)]
            except (UnusableFileError, MachineError):
                continue


def check_whole(path: Path, damaged: Iterable[bytes] = ()) -> None:
    """That no copy is half there, and nothing that was put aside."""
    for place in [*copy_paths(path), *path.parent.glob("*.version-*"), *path.parent.glob("*.replaced-*")]:
        content = place.read_bytes()
        if content not in damaged and not place.name.endswith("-journal"):
            copy = read_copy(place, verify=True)
            reserved = ".replaced-" in place.name and not content
            assert reserved or (copy is not None and copy.rows and not copy.fault), (place, copy)


def told(path: Path) -> list[str]:
    saved = path.parent.parent / SAVED
    return saved.read_text(encoding="utf-8").split("\n")[:-1] if saved.exists() else []


class Before:
    """What is there before a run: every list of entries, and every file that is damaged."""

    def __init__(self, path: Path) -> None:
        self.path = path
        whole = dict(whole_files(path.parent)) if path.parent.exists() else {}
        self.lists = list(whole.values())
        self.damaged = [
            place.read_bytes() for place in path.parent.glob("*") if place not in whole and place.stat().st_size
        ]

    def check(self) -> None:
        """That nothing of it is lost, that people get on with what they are told to type, and that it ends tidy."""
        now = [rows for _, rows in whole_files(self.path.parent)]
        for rows in self.lists:
            assert any(found[: len(rows)] == rows for found in now), "a list of entries is lost"
        kept = {place.read_bytes() for place in self.path.parent.glob("*")}
        assert all(content in kept for content in self.damaged), "a damaged file is lost, or changed"
        check_whole(self.path, self.damaged)
        try:
            found = entries(self.path)
        except FileNotFoundError:  # a new start; nobody's nights lie under this name
            assert not backup_path(self.path).exists() and not (self.path.exists() and self.path.stat().st_size)
            found = []
        except CopiesDifferError:
            keep_file(self.path)
            found = entries(self.path)
        except (LostNightsError, CorruptStoreError):
            content = self.path.read_bytes() if self.path.exists() else b""
            assert not content or content in self.damaged, "the file is half there"
            restore(self.path)
            found = entries(self.path)
        if told(self.path)[-1:] == ["next"]:
            assert found[-1] == "next", "an entry that was called saved is lost"
        enter(self.path, "after")
        assert entries(self.path) == [*found, "after"] == entries(backup_path(self.path))
        left = [place.name for place in self.path.parent.iterdir() if ".new-" in place.name or "journal" in place.name]
        assert not [name for name in left if "replaced" not in name], left


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
        shutil.copytree(model, folder / "run")  # with the times of the copies
        path = folder / "run" / "nights" / "score.sqlite"
        before = Before(path)
        died = run_and_die(partial(act, path), partial(die_before_step, number), lambda _child: None)
        before.check()
        if not died:
            return times
    raise AssertionError("it never ends")


def evening(path: Path, run: int) -> None:
    """Entries without end, some of them on another day."""
    chance = random.Random(run)
    for number in range(1000):
        if chance.random() < 0.2:
            age(path, chance.choice((1, 2, 30)))
        enter(path, f"{run}-{number}")


def check_evening(path: Path, run: int, runs: int) -> None:
    """That all is there which was called saved, in its order, and at most one more entry a run."""
    lines = told(path)
    try:
        found = entries(path)
    except FileNotFoundError:  # killed before the first entry
        found = []
    rest = iter(found)
    assert all(text in rest for text in lines), "an entry that was called saved is lost, or in another order"
    assert len(found) - len(lines) <= runs, "more than one untold entry a run"
    if not found:
        return
    check_whole(path)
    enter(path, f"{run}-after")
    assert entries(backup_path(path)) == entries(path) == [*found, f"{run}-after"]


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


if __name__ == "__main__":
    if sys.argv[1] == "steps":
        print(json.dumps({action: walk_steps(action, Path(sys.argv[2]), int(sys.argv[3])) for action in ACTIONS}))
    else:
        print(json.dumps(walk_moments(int(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4]))))
