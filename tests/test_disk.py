"""Files take their places whole and reach the disk, and runs take turns, on Windows and macOS as on Linux."""

import errno
import fcntl
import os
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from tests.commands import ROOT
from tt_print.errors import MachineError
from tt_print.files.disk import LOCK_FILE, MANIFEST, folder_lock, hold, sync, sync_folder, write_atomic, write_files


def test_one_file_is_written_whole_or_not_at_all(tmp_path, monkeypatch):
    path = tmp_path / "deeper" / "secret.json"
    write_atomic(path, b"old", mode=0o600)
    assert path.read_bytes() == b"old" and path.stat().st_mode & 0o777 == 0o600
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", lambda *_: (_ for _ in ()).throw(OSError(errno.ENOSPC, "full")))
        with pytest.raises(OSError, match="full"):
            write_atomic(path, b"new")
    assert path.read_bytes() == b"old" and [*path.parent.iterdir()] == [path], "nothing is left beside it"
    left = path.with_name(".secret.json-0")
    left.write_bytes(b"half")
    os.utime(left, (1, 1))
    write_atomic(path, b"new")
    assert path.read_bytes() == b"new" and [*path.parent.iterdir()] == [path], "nor of a run that was killed long ago"


def test_content_reaches_the_disk_before_its_name_and_the_name_after(tmp_path, monkeypatch):
    steps = []
    for name in ("fsync", "replace"):
        real = getattr(os, name)

        def noted(*arguments, name=name, real=real):
            where = arguments[0] if name == "replace" else os.readlink(f"/proc/self/fd/{arguments[0]}")
            steps.append((name, os.path.basename(where)))
            return real(*arguments)

        monkeypatch.setattr(os, name, noted)
    write_atomic(tmp_path / "night.json", b"all of it")
    beside = steps[0][1]
    assert beside.startswith(".night.json-")
    assert steps == [("fsync", beside), ("replace", beside), ("fsync", tmp_path.name)]


def test_on_a_mac_the_drive_itself_is_asked(tmp_path, monkeypatch):
    """Apple's fsync(2): only F_FULLFSYNC, which is 51 there, empties the drive's own memory."""
    asked = []
    monkeypatch.setattr(fcntl, "F_FULLFSYNC", 51, raising=False)
    monkeypatch.setattr(fcntl, "fcntl", lambda _descriptor, command: asked.append(command))
    monkeypatch.setattr(os, "fsync", lambda _descriptor: asked.append("fsync"))
    write_atomic(tmp_path / "night.json", b"")
    assert asked == [51, 51]

    def unknown(*_):
        raise OSError(errno.ENOTSUP, "Operation not supported")

    monkeypatch.setattr(fcntl, "fcntl", unknown)  # a network drive
    sync(0)
    assert asked == [51, 51, "fsync"]


def test_a_folder_that_cannot_be_opened_is_no_failure(tmp_path):
    sync_folder(tmp_path / "as on Windows")


class Windows:
    """Its locks as `msvcrt` gives them: on a byte of a file, at once or not at all, and gone with the file's last user."""

    def __init__(self, monkeypatch, refusal: int = errno.EACCES) -> None:
        self.waits = 0
        posix = SimpleNamespace(**vars(fcntl))

        def locking(descriptor, mode, count):
            assert count == 1
            if mode == 0:
                posix.flock(descriptor, posix.LOCK_UN)
                return
            try:
                posix.flock(descriptor, posix.LOCK_EX | posix.LOCK_NB)
            except OSError:
                self.waits += 1
                raise PermissionError(refusal, "Permission denied") from None

        monkeypatch.setitem(sys.modules, "fcntl", None)
        monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(LK_NBLCK=2, LK_UNLCK=0, locking=locking))


def test_on_windows_too_runs_in_one_folder_take_turns(tmp_path, monkeypatch):
    windows = Windows(monkeypatch)

    def run(number):
        for turn in range(6):
            write_files(
                tmp_path, {f"{i}.svg": f"{number}-{turn} ".encode() * 200 for i in range(4)} | {f"own{number}": b"x"}
            )

    with ThreadPoolExecutor(4) as runs:
        assert [*runs.map(run, range(4))] == [None] * 4
    assert windows.waits, "they did meet"
    assert {path.name for path in tmp_path.iterdir()} == {
        LOCK_FILE, MANIFEST, *(f"{i}.svg" for i in range(4)), *(f"own{number}" for number in range(4))
    }  # fmt: skip
    assert len({(tmp_path / f"{i}.svg").read_bytes() for i in range(4)}) == 1, "one run's files, not a mix"


@pytest.fixture(params=["posix", "windows"])
def system(request, monkeypatch):
    if request.param == "windows":
        Windows(monkeypatch)
    return request.param


def test_a_turn_ends_with_its_run_and_only_then(tmp_path, system):
    order = []

    def late():
        with folder_lock(tmp_path) as alone:
            order.append(("late", alone))

    with ThreadPoolExecutor(1) as other:
        with pytest.raises(KeyboardInterrupt), folder_lock(tmp_path) as alone:
            waiting = other.submit(late)
            time.sleep(0.05)
            order.append(("first", alone))
            raise KeyboardInterrupt
        waiting.result()
    assert order == [("first", True), ("late", True)]


def test_one_of_many_holds_a_file_until_it_ends(tmp_path, system):
    path, done = tmp_path / "new" / "one.lock", threading.Barrier(8)

    def run(_):
        with hold(path) as mine:
            done.wait(10)
            return mine

    with ThreadPoolExecutor(8) as runs:
        for _ in range(3):
            assert sorted(runs.map(run, range(8))) == [False] * 7 + [True]
            assert not path.exists(), "nothing is left"


def test_a_file_is_free_again_when_its_process_was_killed(tmp_path):
    path = tmp_path / "one.lock"
    words = "from pathlib import Path; from tt_print.files.disk import hold; import sys, time\nwith hold(Path(sys.argv[1])): print('held', flush=True); time.sleep(60)"
    with subprocess.Popen([sys.executable, "-c", words, path], stdout=subprocess.PIPE, text=True, cwd=ROOT) as other:
        assert other.stdout is not None and other.stdout.readline() == "held\n"
        with hold(path) as mine:
            assert not mine
        other.kill()
    with hold(path) as mine:
        assert mine and path.exists()


def test_who_waits_too_long_for_another_run_is_told_of_it(tmp_path, monkeypatch, system):
    monkeypatch.setattr("tt_print.files.disk.PATIENCE_S", 0.1)
    with folder_lock(tmp_path), pytest.raises(MachineError, match="another run has been writing there for"):
        write_files(tmp_path, {"a.svg": b"a"})
    write_files(tmp_path, {"a.svg": b"a"})


def test_a_drive_without_locks_is_written_to_without_them(tmp_path, monkeypatch, system):
    def unknown(*_):
        raise OSError(errno.ENOLCK, "No locks available")

    locks = {"windows": (sys.modules.get("msvcrt"), "locking"), "posix": (fcntl, "flock")}
    monkeypatch.setattr(*locks[system], unknown)
    with folder_lock(tmp_path) as alone:
        assert not alone
    write_files(tmp_path, {"a.svg": b"a"})
    assert (tmp_path / "a.svg").read_bytes() == b"a"
