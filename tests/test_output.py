"""Nothing of anybody's is lost: all files or none, the same bytes again, and no stranger overwritten."""

import errno
import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from itertools import count
from pathlib import Path

import pytest

from tests.commands import ROOT, tt
from tt_print.errors import MachineError
from tt_print.files.disk import MANIFEST, STAGING, write_files

OLD = {"cards/a.svg": b"old a", "cards/b.svg": b"old b", "sheets/c.pdf": b"old c"}
NEW = {"cards/a.svg": b"new a", "cards/b.svg": b"new b", "sheets/c.pdf": b"new c", "sheets/d.pdf": b"new d"}


def tree(folder: Path) -> dict[str, str]:
    """Every file below a folder, with its hash."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*")) if path.is_file()
    }  # fmt: skip


def contents(folder: Path, names) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in names if (folder / name).exists()}


def test_making_it_again_changes_nothing(capsys, tmp_path):
    words = ("deck", "--only", "RH3,KBQ", "--svg")
    first = tt(capsys, *words, "--paper", "a4", "--out", tmp_path)
    before = tree(tmp_path)
    times = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.??[gf]")}
    again = tt(capsys, *words, "--paper", "a4", "--out", tmp_path)
    assert first.status == again.status == 0 and tree(tmp_path) == before
    assert times == {path: path.stat().st_mtime_ns for path in times}, "not even the dates"
    assert first.out == again.out
    assert len(times) >= 2


@pytest.mark.parametrize(("yours", "out", "advice"), [
    ("sheets/deck-a4.pdf", "", "was not made by tt-print; left alone."), ("output", "output", "is a file where a folder should be; left alone."),
    ("output", "output/deeper", "is a file where a folder should be; left alone."),
])  # fmt: skip
def test_a_file_of_yours_is_left_alone(capsys, tmp_path, yours, out, advice):
    path = tmp_path / yours
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"my thesis")
    ran = tt(capsys, "deck", "--paper", "a4", "--out", tmp_path / out)
    assert (ran.status, ran.out) == (1, "") and f"error: {path}" in ran.err
    assert ran.err.endswith(f" {advice} Choose another folder with --out.\n")
    assert tree(tmp_path).keys() == {yours} and path.read_bytes() == b"my thesis"


def test_a_file_that_you_changed_is_left_alone_and_nothing_else_is_touched(tmp_path):
    write_files(tmp_path, OLD)
    (tmp_path / "cards/b.svg").write_text("with my own mustache")
    (tmp_path / "sheets/c.pdf").unlink()
    for files in (OLD, NEW):
        with pytest.raises(MachineError, match=r"b\.svg was changed since it was made here; left alone"):
            write_files(tmp_path, files)
        assert contents(tmp_path, NEW) == {"cards/a.svg": b"old a", "cards/b.svg": b"with my own mustache"}
    (tmp_path / "cards/b.svg").write_bytes(b"old b")  # as it was
    write_files(tmp_path, NEW)
    assert contents(tmp_path, NEW) == NEW


def test_a_folder_in_the_way_and_a_link_that_leads_nowhere_are_left_alone(tmp_path):
    (tmp_path / "cards/a.svg").mkdir(parents=True)
    with pytest.raises(MachineError, match="is a folder; left alone"):
        write_files(tmp_path, NEW)
    (tmp_path / "cards/a.svg").rmdir()
    (tmp_path / "cards/a.svg").symlink_to(tmp_path / "gone")
    with pytest.raises(MachineError, match="left alone"):
        write_files(tmp_path, NEW)
    assert (tmp_path / "cards/a.svg").is_symlink() and contents(tmp_path, NEW) == {}


@pytest.mark.parametrize("damaged", [
    None, "", "{half", "[]", "null", '{"files": []}', '{"files": null}', '{"files": {"cards/a.svg": 5}}', '{"files": {"cards/a.svg": [7]}}',
    '{"file": {}}', "\udcff", "[" * 20_000,
])  # fmt: skip
def test_whatever_the_manifest_says_nothing_is_overwritten_on_its_word(tmp_path, damaged):
    write_files(tmp_path, OLD)
    if damaged is None:
        (tmp_path / MANIFEST).unlink()
    else:
        (tmp_path / MANIFEST).write_bytes(damaged.encode("utf-8", "surrogateescape"))
    with pytest.raises(MachineError, match="left alone"):
        write_files(tmp_path, NEW)
    assert contents(tmp_path, NEW) == OLD
    write_files(tmp_path, OLD)  # the same bytes again: ours once more
    write_files(tmp_path, NEW)
    assert contents(tmp_path, NEW) == NEW


def refusing(monkeypatch, owner, name, from_call, error=errno.ENOSPC):
    """Lets the system refuse one of its functions from a call on, as a full disk does."""
    real, calls = getattr(owner, name), count()

    def refuse(*arguments):
        if next(calls) >= from_call:
            raise OSError(error, os.strerror(error))
        return real(*arguments)

    monkeypatch.setattr(owner, name, refuse)


@pytest.mark.parametrize("step", range(6))  # 4 files and 2 manifests
def test_a_run_stopped_at_any_rename_leaves_whole_files_and_the_next_one_mends(tmp_path, monkeypatch, step):
    write_files(tmp_path, OLD)
    with monkeypatch.context() as patch:
        refusing(patch, os, "replace", step)
        with pytest.raises(MachineError, match="No space left on device"):
            write_files(tmp_path, NEW)
    found = contents(tmp_path, NEW)
    assert all(data in (OLD.get(name), NEW[name]) for name, data in found.items())
    assert not [*tmp_path.glob(f"{STAGING}*")]
    write_files(tmp_path, NEW)
    assert contents(tmp_path, NEW) == NEW


class OpenElsewhere:
    """Windows, for some files: another program has them open, so nobody may replace them."""

    def __init__(self, monkeypatch, *names: str, times: int = 10**6) -> None:
        self.names, self.times, self.pauses = names, times, []
        real = os.replace

        def replace(source, target):
            if Path(target).name in self.names and self.times:
                self.times -= 1
                error = PermissionError(errno.EACCES, "Access is denied", str(source))
                error.winerror = 32
                raise error
            real(source, target)

        monkeypatch.setattr(os, "replace", replace)
        monkeypatch.setattr("tt_print.files.disk.sleep", self.pauses.append)


@pytest.mark.parametrize("name", [*(Path(name).name for name in NEW if name in OLD), MANIFEST])
def test_a_file_that_another_program_shows_is_named_and_no_other_is_changed(tmp_path, monkeypatch, name):
    write_files(tmp_path, OLD)
    before = tree(tmp_path)
    with monkeypatch.context() as patch:
        windows = OpenElsewhere(patch, name)
        with pytest.raises(MachineError) as refused:
            write_files(tmp_path, NEW)
    (path,) = tmp_path.rglob(name)
    assert str(refused.value) == (
        f"{path} is open in another program; close it in the program that shows it, then try again. Nothing was changed."
    )
    assert contents(tmp_path, NEW) == OLD and tree(tmp_path).keys() == before.keys()
    assert 1 <= sum(windows.pauses) <= 3, "it was tried again for a while: a virus scanner lets go soon"
    scanner = OpenElsewhere(monkeypatch, name, times=3)
    write_files(tmp_path, NEW)
    assert contents(tmp_path, NEW) == NEW and len(scanner.pauses) == 3, "which is no failure"


def test_no_name_leads_out_of_the_folder_or_to_a_device_or_is_another_on_another_system(tmp_path):
    for name in ("../a.svg", "/etc/a.svg", "cards/../../a.svg", "cards//a.svg", "CON/a.svg", "a\\b.svg", "", "cards/"):
        with pytest.raises(MachineError, match="is not a file name that every system takes"):
            write_files(tmp_path / "output", {"a.svg": b"fine", name: b"not"})
    with pytest.raises(MachineError, match="cards/a.svg and Cards/A.svg are one file on Windows and macOS"):
        write_files(tmp_path / "output", {"cards/a.svg": b"one", "Cards/A.svg": b"two"})
    assert [*tmp_path.iterdir()] == []


def test_on_a_drive_without_second_names_files_go_back_all_the_same(tmp_path, monkeypatch):
    write_files(tmp_path, OLD)
    refusing(monkeypatch, os, "link", 0, errno.EPERM)
    OpenElsewhere(monkeypatch, "c.pdf")
    with pytest.raises(MachineError, match="c.pdf is open in another program"):
        write_files(tmp_path, NEW)
    assert contents(tmp_path, NEW) == OLD


def test_a_deck_that_a_viewer_shows_is_named_by_the_command(tmp_path, capsys, monkeypatch):
    assert tt(capsys, "deck", "--only", "RH3", "--paper", "a4", "--out", tmp_path).status == 0
    (path,) = tmp_path.rglob("*.pdf")
    path.write_bytes(b"")  # an older one of ours, so that it is to be replaced
    manifest = json.loads((tmp_path / MANIFEST).read_text("utf-8"))
    manifest["files"] = {name: [hashlib.sha256(b"").hexdigest()] for name in manifest["files"]}
    (tmp_path / MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")
    OpenElsewhere(monkeypatch, path.name)
    ran = tt(capsys, "deck", "--only", "RH3", "--paper", "a4", "--out", tmp_path)
    assert ran.status == 1 and ran.err.startswith(f"error: {path} is open in another program; close it") and not ran.out


def test_a_full_disk_leaves_everything_as_it_was_and_what_is_gone_comes_back(tmp_path, monkeypatch):
    write_files(tmp_path, OLD)
    with monkeypatch.context() as patch:
        refusing(patch, Path, "write_bytes", 2)
        with pytest.raises(MachineError, match=r"cannot write to .* \(No space left on device\)"):
            write_files(tmp_path, NEW)
    assert contents(tmp_path, NEW) == OLD and not [*tmp_path.glob(f"{STAGING}*")]
    (tmp_path / "cards/a.svg").unlink()
    write_files(tmp_path, NEW)
    assert contents(tmp_path, NEW) == NEW


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
def test_a_killed_run_leaves_no_half_file(tmp_path):
    rng = random.Random(5)
    for _ in range(6):
        writer = crowd(tmp_path, "run", 10**6)
        while not (tmp_path / "shared/1.svg").exists():
            time.sleep(0.01)
        time.sleep(rng.uniform(0.0, 0.12))
        writer.kill()
        writer.wait()
        assert foreign_bytes(tmp_path) == []
        write_files(tmp_path, {f"shared/{i}.svg": b"0 " * 400 for i in (0, 1)})  # ours: no stranger in the way
        assert not [*tmp_path.glob(f"{STAGING}*")]


# ---------------------------------------------------------------- several runs at once

# Each turn writes a file of its own and some that all runs write; a name that has been written comes again 5 turns later.
CROWD = """
import sys
from pathlib import Path
from tt_print.files.disk import write_files
folder, own = Path(sys.argv[1]), sys.argv[2]
for turn in range(int(sys.argv[3])):
    content = f"{own}-{turn} ".encode() * 400
    write_files(folder, {f"{own}/{turn % 5}.svg": content, "shared/0.svg": content, "shared/1.svg": content})
"""


def crowd(folder: Path, name: str, turns: int) -> subprocess.Popen:
    words = [sys.executable, "-c", CROWD, str(folder), name, str(turns)]
    return subprocess.Popen(words, env={**os.environ, "PYTHONPATH": str(ROOT)})


def foreign_bytes(folder: Path) -> list[str]:
    """Files that are not one run's content of one turn, or in a run's own folder another's."""
    faults = []
    for path in [*folder.glob("run*/*"), *folder.glob("shared/*")]:
        words = set(path.read_bytes().split())
        own = path.parent.name == "shared" or next(iter(words)).startswith(f"{path.parent.name}-".encode())
        if len(words) != 1 or len(path.read_bytes().split()) != 400 or not own:
            faults.append(path.name)
    return faults


@pytest.mark.parametrize("turns", [20, pytest.param(250, marks=pytest.mark.slow)])
def test_runs_in_one_folder_at_once_take_turns(tmp_path, turns):
    """Whatever several of them write together is whole, every file of each is there, and the manifest knows them all."""
    running = [crowd(tmp_path, f"run{number}", turns) for number in range(4)]
    while any(run.poll() is None for run in running):
        assert foreign_bytes(tmp_path) == []
        time.sleep(0.02)
    assert [run.wait() for run in running] == [0] * 4
    known = json.loads((tmp_path / MANIFEST).read_text("utf-8"))["files"]
    found = tree(tmp_path)
    del found[MANIFEST]
    assert known == {name: [digest] for name, digest in found.items()}
    assert len(found) == 4 * 5 + 2 and foreign_bytes(tmp_path) == []


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
def test_a_run_that_is_killed_among_others_disturbs_none_and_is_cleared_away(tmp_path):
    killed = [crowd(tmp_path, f"killed{number}", 10**6) for number in range(3)]
    others = [crowd(tmp_path, f"run{number}", 6) for number in range(3)]
    while not (tmp_path / "shared/1.svg").exists():
        time.sleep(0.01)
    for run in killed:
        time.sleep(0.1)
        run.kill()
        run.wait()
    assert [run.wait() for run in others] == [0] * 3
    write_files(tmp_path, {f"shared/{i}.svg": b"mine" for i in range(2)})
    assert not [*tmp_path.glob(f"{STAGING}*")]
    assert all((tmp_path / f"run{number}/{turn}.svg").exists() for number in range(3) for turn in range(5))
