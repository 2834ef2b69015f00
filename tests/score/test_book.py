"""The file of all nights: what was said to be saved is there after any kind of death, and nothing is ever half there."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time

import pytest

from tests.commands import ROOT, tt
from tests.score.notes import AT, copy_of, texts, write
from tt_print.errors import InputError
from tt_print.score.database import connect
from tt_print.score.store import Draft, LostNightsError, open_store


def writer(path, name, count, *more):
    return subprocess.Popen([sys.executable, "-m", "tests.score.writer", str(path), name, str(count), *map(str, more)],
                            cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)  # fmt: skip


def kept(path):
    """The notes in the file; nothing where it never came to be."""
    if not path.exists():
        return []
    with open_store(path, writing=True) as book:
        return [event.data["text"] for event in book.events() if event.kind == "note"]


def kill_while_writing(path, pause_s):
    """Lets a process write for a while, kills it, and gives what it had been told is saved: whole lines only."""
    heard = path.with_suffix(".txt")  # a file, because a pipe read in two ways can lose lines of its own
    with heard.open("w", encoding="utf-8") as out:
        command = [sys.executable, "-m", "tests.score.writer", str(path), "Ann", "100000"]
        running = subprocess.Popen(command, cwd=ROOT, stdout=out)
        while not heard.stat().st_size and running.poll() is None:
            time.sleep(0.01)
        time.sleep(pause_s)
        running.send_signal(signal.SIGKILL)
        running.wait()
    assert running.returncode == -signal.SIGKILL
    return heard.read_text(encoding="utf-8").split("\n")[:-1]


def check_after_a_kill(path, pause_s):
    printed = kill_while_writing(path, pause_s)
    found = kept(path)
    assert found[: len(printed)] == printed, "a saved entry is lost, or another came in between"
    assert len(found) <= len(printed) + 1, "at most the one that it had not yet told of"
    write(path, "after")  # and the file goes on
    assert texts(path)[-1] == "after"
    copy = copy_of(path)
    assert connect(copy, "ro").execute("PRAGMA quick_check").fetchone() == ("ok",)
    return len(printed)


def test_a_kill_at_any_moment_loses_nothing(tmp_path):
    moments = random.Random(7)
    for number in range(2):
        check_after_a_kill(tmp_path / f"{number}.sqlite", moments.uniform(0, 0.15))


def kills_by_statement(tmp_path, statements):
    """Kills before each of these SQL statements; gives how many entries were told and found each time."""
    rows = []
    for statement in statements:
        path = tmp_path / f"at-{statement}.sqlite"
        running = writer(path, "Ann", 4, statement)
        out, err = running.communicate()
        assert running.returncode in (0, -signal.SIGKILL), err
        printed = len(out.split()) // 2
        found = kept(path)
        if path.exists():
            with open_store(path, writing=True) as book:
                events = book.events()
            assert printed <= len(events) <= printed + 1
            assert [event.sequence for event in events] == list(range(1, len(events) + 1))
        assert found == [f"Ann {number}" for number in range(len(found))]
        rows.append((running.returncode, printed))
    return rows


@pytest.mark.slow
def test_a_kill_between_any_two_statements_leaves_whole_entries(tmp_path):
    kills_by_statement(tmp_path, range(1, 34))


def test_a_kill_between_two_statements_leaves_whole_entries(tmp_path):
    rows = kills_by_statement(tmp_path, (12, 19, 21, 33))
    assert all(status == -signal.SIGKILL for status, _ in rows)


def test_a_fault_between_two_statements_stores_nothing_of_the_entry(tmp_path):
    path = tmp_path / "score.sqlite"
    write(path, "first")
    with open_store(path, writing=True) as book:

        def faulty(events):
            yield Draft(1, "note", {"text": "half"})
            raise InputError("the second half does not come")

        with pytest.raises(InputError):
            book.write(faulty, AT, "ann")
        assert [event.data["text"] for event in book.events()] == ["first"]
        book.write(lambda events: [Draft(1, "note", {"text": "second"})], AT, "ann")
    assert texts(path) == ["first", "second"]


def test_an_entry_is_on_the_disk_before_it_is_said_to_be(tmp_path):
    """3 is EXTRA: the folder is synced too. fullfsync is for macOS; every sqlite takes it and gives it back."""
    write(tmp_path / "score.sqlite", "one")
    for mode in ("rw", "ro"):
        connection = connect(tmp_path / "score.sqlite", mode)
        for setting, value in ("synchronous", 3), ("fullfsync", 1), ("checkpoint_fullfsync", 1), ("cell_size_check", 1):
            assert connection.execute(f"PRAGMA {setting}").fetchone() == (value,)
        connection.close()


def test_two_terminals_lose_no_entry_of_each_other(tmp_path):
    path = tmp_path / "score.sqlite"
    write(path, "begin")
    both = [writer(path, name, 25) for name in ("Ann", "Bo")]
    outs = [running.communicate()[0].splitlines() for running in both]
    assert [running.returncode for running in both] == [0, 0]
    found = texts(path)[1:]
    assert sorted(found) == sorted([*outs[0], *outs[1]]) and len(found) == 50
    assert [text for text in found if text.startswith("Bo")] == outs[1], "each terminal's entries stay in its order"
    assert texts(copy_of(path)) == texts(path)


def test_what_is_stored_is_never_changed_not_even_by_sqlite(tmp_path):
    path = tmp_path / "score.sqlite"
    write(path, "first")
    connection = connect(path, "rw")
    for attempt in ("UPDATE events SET data = '{}'", "DELETE FROM events"):
        with pytest.raises(sqlite3.IntegrityError, match=r"an entry is never (changed|removed)"):
            connection.execute(attempt)
    connection.close()


# ---------------------------------------------------------------- damage


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
        except LostNightsError:
            refused += 1
            assert path.read_bytes() == spoiled, "a damaged file is left as it is"
    assert refused >= 4


# ---------------------------------------------------------------- the machine refuses

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
    assert "No hand is entered yet" in tt(capsys, "score", "--file", path).out


def test_a_folder_that_cannot_be_made_is_a_sentence(capsys, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    monkeypatch.setenv("TT_PRINT_DATA", str(tmp_path / "file" / "scores"))
    ran = tt(capsys, "score", "start", "craziness", "Ann", "Bo")
    assert ran.status == 1 and "cannot write to" in ran.err and "--file" in ran.err and ran.err.count("\n") == 1
    ran = tt(capsys, "score", "start", "craziness", "Ann", "Bo", "--file", tmp_path)
    assert ran.status == 1 and "Traceback" not in ran.err


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
    for number in range(
        30
    ):  # more than fits into memory: pages go to the file before the end, and so the journal first
        connection.execute("INSERT INTO events VALUES (?, 1, '', '', 'note', ?, 0)", (number + 2, "x" * 3000))
    hot = journal.read_bytes()
    connection.execute("ROLLBACK")
    connection.close()
    whole = path.read_bytes()
    assert hot[:8] == bytes.fromhex("d9d505f920a163d7"), "a journal that counts"
    path.write_bytes(bytes(2048) + whole[2048:])
    journal.write_bytes(hot)
    assert texts(path) == ["one"] and path.read_bytes() == whole and not journal.exists()
