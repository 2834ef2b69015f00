"""The file of all nights: an entry is on the disk before it is called saved, and nothing is ever half there."""

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from tests.commands import ROOT, tt
from tests.play.score.notes import AT, copy_of, note, texts, write
from tests.walks import walk
from tt_print.core import FileBook
from tt_print.errors import InputError, MachineError


def test_a_fault_between_two_statements_stores_nothing_of_the_entry(tmp_path):
    path = tmp_path / "score.sqlite"
    write(path, "first")

    def faulty(events):
        yield note("half")
        raise InputError("the second half does not come")

    with pytest.raises(InputError):
        FileBook(path).write(faulty, AT, "ann")
    assert texts(path) == ["first"]
    write(path, "second")
    assert texts(path) == ["first", "second"]


def test_an_entry_is_on_the_disk_before_it_is_said_to_be(tmp_path, monkeypatch):
    """3 is EXTRA: the folder is synced too. fullfsync is for macOS; every sqlite takes it and gives it back."""
    settings = set()

    class Watched(sqlite3.Connection):
        def close(self):
            if self.total_changes:
                durable = ("synchronous", "fullfsync", "checkpoint_fullfsync", "cell_size_check")
                settings.add(tuple(self.execute(f"PRAGMA {name}").fetchone()[0] for name in durable))
            super().close()

    write(tmp_path / "score.sqlite", "one")
    (tmp_path / "score.sqlite.copy").unlink()
    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Watched))
    write(tmp_path / "score.sqlite", "two")
    assert settings == {(3, 1, 1, 1)}


def test_two_terminals_lose_no_entry_of_each_other(tmp_path):
    path = tmp_path / "score.sqlite"
    write(path, "begin")
    both = [
        subprocess.Popen([sys.executable, "-m", "tests.play.score.killed", "write", path, name], cwd=ROOT)
        for name in ("Ann", "Bo")
    ]
    assert [running.wait() for running in both] == [0, 0]
    found = texts(path)[1:]
    for name in ("Ann", "Bo"):
        own = [text for text in found if text.startswith(name)]
        assert own == [f"{name} {number}" for number in range(25)], "each terminal's entries stay in its order"
    assert len(found) == 50 and texts(copy_of(path)) == texts(path)


def test_what_is_stored_is_never_changed_not_even_by_sqlite(tmp_path):
    path = tmp_path / "score.sqlite"
    write(path, "first")
    with closing(sqlite3.connect(path)) as connection:
        for attempt in ("UPDATE events SET data = '{}'", "DELETE FROM events"):
            with pytest.raises(sqlite3.IntegrityError, match=r"an entry is never (changed|removed)"):
                connection.execute(attempt)


def test_a_flipped_bit_is_noticed_wherever_it_is(tmp_path):
    path = tmp_path / "score.sqlite"
    write(path, *(f"entry {number}" for number in range(40)))
    whole = path.read_bytes()
    place = whole.index(b"entry 17")
    refused = 0
    for at in [place, place + 7, 100, 2000, *range(0, len(whole), 977)]:
        spoiled = bytearray(whole)
        spoiled[at] ^= 0x04
        path.write_bytes(spoiled)
        try:
            assert texts(path) == [f"entry {number}" for number in range(40)], at
        except MachineError:
            refused += 1
            assert path.read_bytes() == spoiled, "a damaged file is left as it is"
    assert refused >= 4


ENTRY = ["score", "hand", "--went-out", "Ann", "--left", "Bo=RH3,KB4"]
REPEATED = "tt-print score hand --went-out Ann --left Bo=RH3,KB4"


def test_a_full_disk_repeats_the_entry_so_that_it_can_be_written_down(capsys, tmp_path):
    path = tmp_path / "score.sqlite"
    for words in ("start craziness Ann Bo", *["hand Ann=0 Bo=1 --another"] * 3):
        assert tt(capsys, "score", *words.split(), "--file", path).status == 0
    before = path.read_bytes()
    code = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (600, 600))\n"
        "from tt_print.cli import run; sys.exit(run(sys.argv[1:]))"
    )
    ran = subprocess.run([sys.executable, "-c", code, *ENTRY, "--file", str(path)], cwd=ROOT, capture_output=True, text=True,
                         check=False)  # fmt: skip
    assert ran.returncode == 1 and "is NOT saved. Write it down" in ran.stderr and REPEATED in ran.stderr, ran.stderr
    assert "Traceback" not in ran.stderr
    assert path.read_bytes() == before
    assert tt(capsys, *ENTRY, "--file", path).status == 0, "and when there is room again, it goes on"


def test_sqlites_own_limit_counts_as_a_full_disk(capsys, tmp_path, monkeypatch):
    path = tmp_path / "score.sqlite"
    assert tt(capsys, "score", "start", "craziness", "Ann", "Bo", "--file", path).status == 0
    real = sqlite3.connect

    def small(*arguments, **options):
        connection = real(*arguments, **options)
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages}")
        return connection

    monkeypatch.setattr(sqlite3, "connect", small)
    message = "spilled tea " * 400 + "and more"
    ran = tt(capsys, *ENTRY, "--note", message, "--file", path)
    assert ran.status == 1 and "full" in ran.err and REPEATED in ran.err and message in ran.err
    monkeypatch.setattr(sqlite3, "connect", real)
    assert "No rounds yet" in tt(capsys, "score", "--file", path).out


def test_a_folder_that_cannot_be_made_is_a_sentence(capsys, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    monkeypatch.setenv("TT_PRINT_DATA", str(tmp_path / "file" / "scores"))
    ran = tt(capsys, "score", "start", "craziness", "Ann", "Bo")
    assert ran.status == 1 and "cannot write to" in ran.err and "--file" in ran.err and ran.err.count("\n") == 1
    ran = tt(capsys, "score", "start", "craziness", "Ann", "Bo", "--file", tmp_path)
    assert ran.status == 1 and "Traceback" not in ran.err


def test_a_file_with_only_the_first_of_the_own_entries_is_warned_of(capsys, tmp_path):
    assert tt(capsys, "score", "start", "craziness", "Ann", "Bo").status == 0
    old = Path(shutil.copy(Path(os.environ["TT_PRINT_DATA"]) / "score.sqlite", tmp_path / "old.sqlite"))
    assert tt(capsys, *ENTRY).status == 0
    ran = tt(capsys, "score", "--file", old)
    assert ran.err.startswith(f"warning: {old}: ") and "warning" not in ran.out


def test_a_copy_that_cannot_be_written_does_not_lose_the_entry(capsys, tmp_path, monkeypatch):
    path = tmp_path / "score.sqlite"
    assert tt(capsys, "score", "start", "craziness", "Ann", "Bo", "--file", path).status == 0

    def full(_descriptor):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        ran = tt(capsys, *ENTRY, "--file", path)
    assert ran.status == 0 and "Saved, but not in the copy beside the file" in ran.err
    assert "4" in tt(capsys, "score", "--file", path).out
    assert sorted(place.name for place in tmp_path.iterdir()) == [path.name, copy_of(path).name]
    assert not tt(capsys, "score", "note", "tea", "--file", path).err and len(texts(copy_of(path))) == 3


def test_reading_needs_no_permission_to_write(capsys, tmp_path, monkeypatch):
    path = tmp_path / "score.sqlite"
    tt(capsys, "score", "start", "craziness", "Ann", "Bo", "--file", path)
    monkeypatch.setattr("os.access", lambda _path, how: how != os.W_OK)
    assert tt(capsys, "score", "--file", path).status == 0


def test_nothing_is_created_by_looking(capsys, tmp_path):
    ran = tt(capsys, "score", "--file", tmp_path / "none.sqlite")
    assert ran.status == 2 and "there is no file" in ran.err and list(tmp_path.iterdir()) == []


def test_a_crash_in_the_middle_of_a_page_is_mended_by_the_journal(tmp_path):
    """As after a power cut: half of the first page is written, and sqlite's journal holds what was there before."""
    path, journal = tmp_path / "score.sqlite", tmp_path / "score.sqlite-journal"
    write(path, "one")
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA cache_size = 1")
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("PRAGMA user_version = 2")  # it stands in the first page
    for number in range(30):  # more than fits into memory: pages go to the file before the end, so the journal first
        connection.execute("INSERT INTO events VALUES (?, 1, '', '', 'note', ?, 0)", (number + 2, "x" * 3000))
    hot = journal.read_bytes()
    connection.execute("ROLLBACK")
    connection.close()
    whole = path.read_bytes()
    assert hot[:8] == bytes.fromhex("d9d505f920a163d7"), "a journal that counts"
    path.write_bytes(bytes(2048) + whole[2048:])
    journal.write_bytes(hot)
    assert texts(path) == ["one"] and path.read_bytes() == whole and not journal.exists()


FILE_NAMES = [
    "score.sqlite", "club nights.sqlite", "#1.sqlite", "100%.sqlite", "%20.sqlite", "what?.sqlite", "what?mode=memory", "a&b=c;d.sqlite", "file:x",
    "Zoë 美咲.sqlite", "back\\slash.sqlite", "two\nlines.sqlite", "'quoted\".sqlite", os.fsdecode(b"latin-\xe9.sqlite"), "-dash", ":memory:",
    r"C:\Users\Ann\AppData\Local\tt_print\score.sqlite", r"\\server\share\club nights\score.sqlite", r"\\?\UNC\server\share\score.sqlite",
    r"D:\100%\#1?\a&b=c;d\score.sqlite",
]  # fmt: skip


@walk("number, name", enumerate(FILE_NAMES))
def test_nights_are_kept_copied_and_restored_under_any_name(capsys, tmp_path, number, name):
    path = tmp_path / str(number) / name
    write(path, "one")
    write(path, "two")
    assert {place.name for place in path.parent.iterdir()} == {name, f"{name}.copy"}
    path.write_bytes(b"")
    assert restored(capsys, path) == texts(copy_of(path)) == ["one", "two"]


def restored(capsys, path):
    """What is in the file after the command, which cannot show a night without a beginning."""
    tt(capsys, "score", "restore", "--file", path)
    return texts(path)


def test_a_path_from_here_on_is_found_too(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write(Path("score.sqlite"), "one")
    Path("score.sqlite").unlink()
    assert restored(capsys, Path("score.sqlite")) == ["one"]


def test_a_path_may_begin_with_two_strokes(capsys, tmp_path):
    """As that of a network drive, in which sqlite would take what follows for a computer, and refuse it."""
    path = Path(f"/{tmp_path}/score.sqlite")
    write(path, "one")
    assert str(path).startswith("//") and restored(capsys, path) == texts(copy_of(path)) == ["one"]
