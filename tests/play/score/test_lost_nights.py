"""Nights cannot be lost: whatever becomes of the file or its copy is said, every byte is kept, and one command goes on."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.commands import ROOT, tt, type_line
from tests.play.score.killed import ACTIONS
from tests.play.score.notes import AT, copy_of, note, texts, write
from tests.walks import slow_but
from tt_print.cli import run
from tt_print.cli.text import typed_text
from tt_print.core import Core, Environment, FileBook
from tt_print.errors import MachineError


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    """A night of three hands, as a folder with its file and copy."""
    folder = tmp_path_factory.mktemp("evening")
    for words in ("start craziness Ann Bo", "hand Ann=0 Bo=2", "hand Ann=0 Bo=3", "hand Ann=4 Bo=0"):
        assert run(["score", *words.split(), "--quiet", "--file", str(folder / "score.sqlite")]) == 0
    return folder


@pytest.fixture
def path(evening, own_settings):
    """That night, in the folder where the commands of this test keep their nights."""
    folder = Path(os.environ["TT_PRINT_DATA"])
    shutil.copytree(evening, folder, dirs_exist_ok=True)
    return folder / "score.sqlite"


def snapshot(folder):
    return {str(p.relative_to(folder)): p.read_bytes() if p.is_file() else None for p in folder.rglob("*")}


def kept_before(folder):
    """What a snapshot has under the names of files that gave way, by the names that they had."""
    return {name.replace(".replaced-1", ""): data for name, data in snapshot(folder).items() if "replaced-1" in name}


def database(path, *statements):
    path.unlink(missing_ok=True)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def ours_with(table):
    """A database that says it is of ours, with this table alone."""

    def change(path):
        with closing(sqlite3.connect(path)) as connection:
            marks = [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")]
        marked = (f"PRAGMA application_id = {marks[0]}", f"PRAGMA user_version = {marks[1]}")
        database(path, *marked, f"CREATE TABLE {table} (a)")

    return change


def change_by(*statements):
    """What another program does to a file through sqlite."""

    def change(path):
        with closing(sqlite3.connect(path)) as connection:
            for statement in statements:
                connection.execute(statement)

    return change


ENDLESS = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT"
VIEW = f"CREATE VIEW events AS {ENDLESS} x AS sequence, 1 AS night, '' AS at FROM c"


def folder_instead(path):
    path.unlink()
    path.mkdir()
    (path / "letter.txt").write_text("Dear Ann", encoding="utf-8")


# What can become of a file, and how it is then called.
SPOILED = {
    "gone": (lambda path: path.unlink(), "gone"),
    "no bytes": (lambda path: path.write_bytes(b""), "not a file of scores"),
    "one byte": (lambda path: path.write_bytes(b"S"), "not a file of scores"),
    "another byte": (lambda path: path.write_bytes(b"\0"), "not a file of scores"),
    "a header": (lambda path: path.write_bytes(path.read_bytes()[:100]), "damaged"),
    "an empty database": (lambda path: database(path, "VACUUM"), "not a file of scores"),
    "ours without a table": (ours_with("more"), "damaged"),
    "other columns": (ours_with("events"), "damaged"),
    "a view without end": (change_by("ALTER TABLE events RENAME TO others", VIEW), "damaged"),
    "a trigger without end": (change_by(f"CREATE TRIGGER more AFTER INSERT ON events BEGIN {ENDLESS} count(x) FROM c; END"), "damaged"),
    "half": (lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]), "damaged"),
    "noise": (lambda path: path.write_bytes(path.read_bytes()[:5000] + b"\xa7\x31" * 2000 + path.read_bytes()[9000:]), "damaged"),
    "no layout": (lambda path: path.write_bytes(path.read_bytes()[:16] + bytes(84) + path.read_bytes()[100:]), "not a file of scores"),
    "a page less": (lambda path: path.write_bytes(path.read_bytes()[:-4096]), "damaged"),
    "a digit changed": (lambda path: path.write_bytes(path.read_bytes().replace(b'"Bo": 2', b'"Bo": 9')), "damaged"),
    "text that is none": (lambda path: path.write_bytes(path.read_bytes().replace(b'"Bo": 2', b'"\xff\xfe": 2'[:7])), "damaged"),
    "zeros": (lambda path: path.write_bytes(bytes(path.stat().st_size)), "not a file of scores"),
    "a letter": (lambda path: path.write_text("Dear Ann,\n" * 400, encoding="utf-8"), "not a file of scores"),
    "another program's": (lambda path: database(path, "CREATE TABLE photos (name)"), "not a file of scores"),
    "a newer layout": (change_by("PRAGMA user_version = 99"), "from a newer version of the program, so update the program"),
    "an older layout": (change_by("PRAGMA user_version = 2"), "from a version that was never released"),
    "a folder": (folder_instead, "not a file of scores"),
    "a pipe": (lambda path: path.unlink() or os.mkfifo(path), "not a file of scores"),
}  # fmt: skip
FEW = [
    "gone", "no bytes", "half", "a view without end", "a digit changed", "zeros", "another program's", "a newer layout", "a folder",
]  # fmt: skip
VERBS = [
    "score", "score start craziness Ann Bo", "score start --again", "score hand Ann=0 Bo=1", "score undo",
    "score edit 1 Bo=5", "score note tea", "score move color", "score nights", "score resume", "score resume 1", "score show 1",
    "score stats", "score log", "score export --csv", "score remove 1", "score join Di",
    "score leave Bo", "score rename Bo Di", "score finish",
    "deal", "deal craziness",
]  # fmt: skip
MAIN_VERBS = ["score", "score nights", "score start craziness Ann Bo", "score hand Ann=0 Bo=1", "deal"]


def check_refused(capsys, folder, commands, *facts):
    """Each command says these facts in one sentence of one line, does nothing, and calls no night the first one."""
    before = snapshot(folder)
    for command in commands:
        ran = tt(capsys, *command.split())
        assert ran.status == 1 and ran.err.startswith("error: ") and ran.err.count("\n") == 1, (command, ran)
        assert all(fact in ran.err for fact in (*facts, "Nothing was changed.")), (command, ran.err)
        assert not ran.out and snapshot(folder) == before, command


def test_every_verb_of_score_is_among_these():
    listed = type_line("score", "--help").out.partition("--help ")[2]
    verbs = {line.split()[0] for line in listed.splitlines() if line[:2] == "  " and line[2:3].strip()}
    assert verbs - {"restore"} == {command.split()[1] for command in VERBS if command.startswith("score ")}


@pytest.mark.parametrize("damage", slow_but(FEW, SPOILED))
def test_a_lost_file_is_never_taken_for_a_new_start_and_its_copy_brings_all_back(capsys, path, damage):
    shown, (spoil, called) = tt(capsys, "score").out, SPOILED[damage]
    spoil(path)
    before = snapshot(path.parent)
    facts = (f"{path} is {called}", "the copy beside it, score.sqlite.copy, holds 4 entries of 1 game night, up to 20")
    ways = ("To use the copy: tt-print score restore.", "To start over, move both files to a different folder.")
    check_refused(capsys, path.parent, VERBS if damage == "gone" else MAIN_VERBS, *facts, *ways)
    ran = tt(capsys, "score", "restore")
    assert ran.status == 0 and "score.sqlite.copy is in place, with 4 entries of 1 game night, up to 20" in ran.out, (
        ran.err
    )
    assert tt(capsys, "score").out == shown
    now = snapshot(path.parent)
    assert kept_before(path.parent) == {name: data for name, data in before.items() if name != "score.sqlite.copy"}
    assert now["score.sqlite"] == now["score.sqlite.copy"] == before["score.sqlite.copy"]
    assert tt(capsys, "score", "hand", "Ann=0", "Bo=1").status == 0


@pytest.mark.parametrize("damage", slow_but(FEW, SPOILED))
def test_a_lost_copy_is_made_again_with_the_next_entry_and_what_was_there_is_kept(capsys, path, damage):
    shown, (spoil, called) = tt(capsys, "score").out, SPOILED[damage]
    spoil(copy_of(path))
    before = snapshot(path.parent)
    assert tt(capsys, "score").out == shown and snapshot(path.parent) == before
    ran = tt(capsys, "score", "restore")
    printed = " ".join(ran.out.split())
    assert ran.status == 0 and "score.sqlite is complete, with 4 entries" in printed and f"is {called}" in printed, ran
    assert snapshot(path.parent) == before
    ran = tt(capsys, "score", "hand", "Ann=0", "Bo=1")
    told = f"Saved. The copy beside the file is {called}"
    assert ran.status == 0 and (ran.err == "" if damage == "gone" else told in ran.err), ran.err
    assert kept_before(path.parent) == {name: data for name, data in before.items() if name != "score.sqlite"}
    path.unlink()
    assert tt(capsys, "score", "restore").status == 0 and "  4 " in tt(capsys, "score").out


@pytest.mark.parametrize("step", [0, 3, *(pytest.param(step, marks=pytest.mark.slow) for step in (1, 2, 4, 5, 6, 7))])
def test_where_both_are_lost_both_are_told_of_and_neither_is_touched(capsys, path, step, evening):
    for number, of_file in enumerate(FEW):
        of_copy = FEW[(number + step) % len(FEW)]
        shutil.rmtree(path.parent)
        shutil.copytree(evening, path.parent)
        SPOILED[of_file][0](path)
        SPOILED[of_copy][0](copy_of(path))
        if of_file == of_copy == "gone":
            assert "no game night has been started yet" in tt(capsys, "score").err, "there is nothing at all"
            continue
        before = snapshot(path.parent)
        facts = (f"{path} is {SPOILED[of_file][1]}", f"the copy beside it, score.sqlite.copy, is {SPOILED[of_copy][1]}")
        check_refused(capsys, path.parent, [*MAIN_VERBS, "score restore"], *facts, "--file", "move both files")
        assert FileBook(path).restore("neither").values["kept"] == "score.sqlite.replaced-1"
        assert tt(capsys, "score", "start", "craziness", "Ann", "Bo").status == 0
        assert kept_before(path.parent) == before


@pytest.mark.parametrize("damage", FEW)
def test_a_screen_has_all_it_needs_for_the_way_on(path, damage):
    """What a page without a command line asks for, of a file that it cannot read."""
    core = Core(Environment(lambda: AT, os.urandom, "ann", FileBook(path)))
    whole = path.read_bytes()
    for take in ("copy", "neither"):
        SPOILED[damage][0](path)
        error = core.ask({"ask": "score.state"}).data["error"]
        assert error["kind"] == "store" and error["file"].startswith(SPOILED[damage][1]) and error["copy"] == ""
        assert (error["nights"], error["ways"]) == (1, ["copy", "neither"]) and error["until"].startswith("20")
        saved = core.ask({"ask": "score.save"})
        assert saved.data["ok"]
        assert saved.files["nights.sqlite"] == (path if path.is_file() else copy_of(path)).read_bytes()
        assert core.ask({"ask": "score.restore", "take": take}).data["ok"]
        state = core.ask({"ask": "score.state"}).data
        assert path.read_bytes() == whole if take == "copy" else state["error"]["kind"] == "night"


def test_a_file_that_a_screen_opens_takes_the_place_of_a_damaged_one(path):
    book, data = FileBook(path), path.read_bytes()
    path.write_bytes(data[:5000])
    copy_of(path).write_bytes(b"")
    assert len(book.look(data, replace=True)) == 4 == len(book.events())
    assert path.with_name("score.sqlite.replaced-1").read_bytes() == data[:5000]
    assert copy_of(path).read_bytes() == data


def test_a_file_that_is_too_large_for_scores_is_not_read(capsys, path):
    """20 GB, of which a disk holds next to nothing."""
    whole = path.read_bytes()
    os.truncate(path, 20_000_000_000)
    for command in MAIN_VERBS:
        ran = tt(capsys, *command.split())
        assert ran.status == 1 and f"{path} is not a file of scores" in ran.err, (command, ran)
    assert tt(capsys, "score", "restore").status == 0 and path.read_bytes() == whole


def test_another_programs_file_that_somebody_names_is_not_offered_to_be_renamed(capsys, tmp_path):
    photos = tmp_path / "photos.sqlite"
    database(photos, "CREATE TABLE photos (name)")
    ran = tt(capsys, "score", "--file", photos)
    assert ran.status == 1 and f"{photos} is not a file of scores" in ran.err and "move" not in ran.err
    assert "Choose a different file with --file." in ran.err and [*tmp_path.iterdir()] == [photos]


def test_a_link_that_leads_nowhere_is_no_new_start(capsys, own_settings, tmp_path):
    """The nights are on a drive that is not there today."""
    path = Path(os.environ["TT_PRINT_DATA"]) / "score.sqlite"
    path.symlink_to(tmp_path / "drive" / "score.sqlite")
    check_refused(capsys, path.parent, MAIN_VERBS, f"{path} is gone", "is gone. Nothing was changed.")


def test_a_start_without_a_past_keeps_the_past_where_it_can_be_looked_at(capsys, path):
    shown = tt(capsys, "score").out
    path.write_bytes(b"")
    FileBook(path).restore("neither")
    assert tt(capsys, "score", "start", "craziness", "Ann", "Bo").status == 0
    assert "No rounds yet" in tt(capsys, "score").out
    old = path.with_name("score.sqlite.replaced-1")
    ran = tt(capsys, "score", "nights", "--file", old)
    assert ran.status == 1 and "To use the copy: tt-print score restore." in ran.err
    assert tt(capsys, "score", "restore", "--file", old).status == 0
    assert tt(capsys, "score", "--file", old).out == shown


@pytest.mark.slow
def test_a_file_cut_at_any_length_is_never_taken_for_a_new_one(path):
    """sqlite takes what is missing of the last page for zeros; where no entry lay there, all of them are read."""
    whole, book = path.read_bytes(), FileBook(path)
    right = book.events()
    for length in [*range(600), *range(600, len(whole), 37), len(whole) - 1]:
        path.write_bytes(whole[:length])
        for read in (book.events, lambda: book.write(lambda events: [], AT, "ann")[0]):
            with suppress(MachineError):
                assert read() == right and length > len(whole) - 4096, length
        assert path.read_bytes() == whole[:length]


@pytest.mark.slow
def test_a_byte_changed_anywhere_is_told_in_a_sentence_or_changes_no_night(path):
    """Each of the first 600 bytes, and every seventh of the others, of which zeros are most: set to zero, to 255 and with one bit flipped."""
    whole, told, right = path.read_bytes(), 0, FileBook(path).events()
    for place in [*range(600), *range(600, len(whole), 7)]:
        for value in {0, 255, whole[place] ^ (1 << place % 8)} - {whole[place]}:
            spoiled = whole[:place] + bytes([value]) + whole[place + 1 :]
            path.write_bytes(spoiled)
            try:
                assert FileBook(path).events() == right, (place, value)
            except MachineError:
                told += 1
                assert path.read_bytes() == spoiled, (place, value)
    assert told > 300


def older_than_its_copy(path, own=()):
    """The file of three entries beside a copy of five; `own` were entered elsewhere, into the older file."""
    elsewhere = path.parent / "elsewhere" / path.name
    write(path, *(f"entry {number}" for number in range(3)))
    elsewhere.parent.mkdir()
    shutil.copy(path, elsewhere)
    write(elsewhere, *own)
    write(path, *(f"entry {number}" for number in range(3, 5)))
    elsewhere.replace(path)
    shutil.rmtree(elsewhere.parent)


@pytest.mark.parametrize("own", [(), ("other",), ("other", "more", "and more")], ids=len)
@pytest.mark.parametrize("writing", [False, True])
def test_an_older_file_is_not_gone_on_with_unasked(tmp_path, own, writing):
    path = tmp_path / "score.sqlite"
    older_than_its_copy(path, own=own)
    before = snapshot(tmp_path)
    with pytest.raises(MachineError) as told:
        FileBook(path).write(lambda events: [], AT, "ann") if writing else FileBook(path).events()
    assert ("something replaced it with an older file" in str(told.value)) is not own
    assert ("hold different entries from entry 4 on" in str(told.value)) is bool(own)
    for words in (
        f"{3 + len(own)} entries of 1 game night, up to 2026-11-21 20:00", "5 entries of 1 game night",
        "To continue with the copy and keep the file: tt-print score restore.",
        "To continue with the file, move the copy to a different folder.",
    ):  # fmt: skip
        assert words in typed_text(told.value)
    assert snapshot(tmp_path) == before and told.value.details["ways"] == ["copy", "file"]


@pytest.mark.parametrize("own", [(), ("other",), ("other", "more", "and more")], ids=len)
def test_both_ways_on_from_an_older_file_lose_nothing(tmp_path, own):
    five, mine = [f"entry {number}" for number in range(5)], [*(f"entry {number}" for number in range(3)), *own]
    for way, left, gone in ("copy", five, mine), ("file", mine, five):
        path = tmp_path / way / "score.sqlite"
        older_than_its_copy(path, own=own)
        FileBook(path).restore(way)
        kept = path.with_name("score.sqlite.replaced-1")
        assert texts(path) == left and texts(kept if way == "copy" else copy_of(kept)) == gone
        write(path, "later")
        assert texts(path)[-1] == "later" and texts(copy_of(path)) == texts(path)


def test_both_ways_can_be_gone_at_a_terminal(capsys, tmp_path):
    path = tmp_path / "club nights.sqlite"
    for words in (["start", "craziness", "Ann", "Bo"], ["hand", "Ann=0", "Bo=2"]):
        assert tt(capsys, "score", *words, "--file", path).status == 0
    old = path.read_bytes()
    assert tt(capsys, "score", "hand", "Ann=0", "Bo=3", "--file", path).status == 0
    path.write_bytes(old)
    ran = tt(capsys, "score", "--file", path)
    assert ran.status == 1 and "tt-print score restore." in ran.err, ran.err
    copy = copy_of(path).rename(tmp_path / "elsewhere.copy")  # as the other way says
    assert tt(capsys, "score", "hand", "Ann=0", "Bo=4", "--file", path).status == 0
    copy.rename(copy_of(path))
    ran = tt(capsys, "score", "restore", "--file", path)
    assert ran.status == 0 and "club nights.sqlite.copy is in place" in " ".join(ran.out.split()), ran
    assert json.loads(tt(capsys, "score", "--file", path, "--json").out)["totals"] == {"Ann": 0, "Bo": 5}


def test_a_restore_says_what_is_there_now_to_a_program_too(capsys, path):
    path.unlink()
    restored = json.loads(tt(capsys, "score", "restore", "--json").out)
    assert restored.pop("taken") == "copy" and restored == json.loads(tt(capsys, "score", "--json").out)
    assert len(restored["hands"]) == 3


def test_damage_of_an_older_file_is_told_before_its_age(tmp_path):
    path = tmp_path / "score.sqlite"
    older_than_its_copy(path)
    path.write_bytes(path.read_bytes().replace(b'"entry 1"', b'"entry 7"'))
    with pytest.raises(MachineError, match="is damaged"):
        texts(path)


def test_a_copy_is_not_replaced_by_a_file_that_lost_entries_meanwhile(tmp_path, monkeypatch):
    """A sync tool at work between an entry and its copy."""
    path = tmp_path / "score.sqlite"
    write(path, "one")
    old, better = path.read_bytes(), copy_of(path)
    write(path, "two", "three")
    before = better.read_bytes()

    class Synced(sqlite3.Connection):
        def execute(self, sql, *arguments):
            done = super().execute(sql, *arguments)
            if sql == "COMMIT":
                path.write_bytes(old)
            return done

    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Synced))
    assert "another program has changed" in FileBook(path).write(lambda events: [], AT, "ann")[1]
    assert better.read_bytes() == before and sorted(snapshot(tmp_path)) == ["score.sqlite", "score.sqlite.copy"]


def test_times_that_another_program_wrote_are_not_printed(tmp_path):
    path = tmp_path / "score.sqlite"
    FileBook(path).write(lambda _: [note("one")], "\x1b[2J/../..", "ann")
    path.unlink()
    with pytest.raises(MachineError, match=r"holds 1 entry of 1 game night\. Nothing"):
        texts(path)


def test_nights_are_for_the_eyes_of_their_owner(capsys, tmp_path):
    path = tmp_path / "scores" / "score.sqlite"
    assert tt(capsys, "score", "start", "craziness", "Ann", "Bo", "--file", path).status == 0
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert {place.stat().st_mode & 0o777 for place in (path, copy_of(path))} == {0o600}
    path.chmod(0o640)  # who wants to share them says so
    write(path, "two")
    assert copy_of(path).stat().st_mode & 0o777 == 0o640
    path.unlink()
    copy_of(path).chmod(0o444)  # as from a disc
    FileBook(path).restore("copy")
    assert path.stat().st_mode & 0o777 == 0o600, "it is there to be written to"


def test_a_file_that_another_program_holds_is_told_of_and_a_copy_is_read_anyway(capsys, path, monkeypatch):
    before = snapshot(path.parent)
    monkeypatch.setattr("tt_print.play.score.store.PATIENCE_S", 0.02)
    for place in (path, copy_of(path)):
        holder = sqlite3.connect(place, isolation_level=None)
        holder.execute("BEGIN EXCLUSIVE")
        for command in ("score", "score nights", "score hand Ann=0 Bo=1") if place == path else ("score",):
            ran = tt(capsys, *command.split())
            assert ran.status == (place == path) and ("another terminal" in ran.err) is (place == path), ran
        holder.execute("ROLLBACK")
        holder.close()
    assert snapshot(path.parent) == before and tt(capsys, "score", "hand", "Ann=0", "Bo=1").status == 0


def test_a_copy_is_on_the_disk_before_it_has_its_name_and_the_name_after(tmp_path, monkeypatch):
    path = tmp_path / "score.sqlite"
    write(path, "one")
    steps = []
    for name in ("fsync", "replace"):
        real = getattr(os, name)

        def noted(*arguments, name=name, real=real):
            where = arguments[-1] if name == "replace" else os.readlink(f"/proc/self/fd/{arguments[0]}")
            steps.append((name, os.path.basename(where)))
            return real(*arguments)

        monkeypatch.setattr(os, name, noted)
    write(path, "two")
    assert steps == [("fsync", ".score.sqlite.new"), ("replace", "score.sqlite.copy"), ("fsync", tmp_path.name)]


def test_a_disk_that_is_full_while_nights_are_restored_moves_nothing(capsys, path, monkeypatch):
    path.write_bytes(b"SQLite format 3\0 damaged")
    before = snapshot(path.parent)

    def full(_descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    ran = tt(capsys, "score", "restore")
    assert ran.status == 1 and "(No space left on device). Fix that and try again" in ran.err
    assert snapshot(path.parent) == before


def test_of_two_restores_at_once_one_is_done_and_nothing_is_kept_twice(path):
    path.write_bytes(b"SQLite format 3\0 damaged")
    command = [sys.executable, "-m", "tt_print", "score", "restore"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    both = [subprocess.Popen(command, cwd=ROOT, text=True, **pipes) for _ in "12"]
    printed = sorted(" ".join(running.communicate()[0].split()) for running in both)
    assert printed[0].startswith("score.sqlite is complete") and printed[1].startswith("score.sqlite.copy is in place")
    assert sorted(snapshot(path.parent)) == ["score.sqlite", "score.sqlite.copy", "score.sqlite.replaced-1"]


class Windows:
    """Where nobody may rename a file that anybody has open, this run included, nor put another in its place."""

    def __init__(self, monkeypatch):
        self.open, self.renamed = [], 0
        real_connect, real_replace = sqlite3.connect, os.replace
        opened = self.open

        class Connection(sqlite3.Connection):
            def close(self):
                super().close()
                if self in opened:
                    opened.remove(self)

        def connect(address, **options):
            connection = real_connect(address, factory=Connection, **options)
            connection.where = unquote(address.removeprefix("file:").partition("?")[0])
            opened.append(connection)
            return connection

        def replace(source, target):
            if {str(source), str(target)} & {connection.where for connection in opened}:
                error = PermissionError(13, "The process cannot access the file", str(source))
                error.winerror = 32
                raise error
            self.renamed += 1
            real_replace(source, target)

        monkeypatch.setattr(sqlite3, "connect", connect)
        monkeypatch.setattr(os, "replace", replace)


@pytest.mark.parametrize("action", ACTIONS)
def test_on_windows_nothing_is_renamed_that_is_open(tmp_path, monkeypatch, action):
    path = tmp_path / "folder" / "score.sqlite"
    path.parent.mkdir()
    prepare, act = ACTIONS[action]
    prepare(path)
    windows = Windows(monkeypatch)
    act(path)
    assert windows.renamed and not windows.open, "everything is closed in the end"


def test_a_file_that_another_program_has_open_on_windows_is_named(capsys, path, monkeypatch):
    real, pauses = os.replace, []

    def refuse(source, target):
        if Path(source) == path:
            error = PermissionError(13, "Access is denied", str(source))
            error.winerror = 32
            raise error
        real(source, target)

    path.write_bytes(b"SQLite format 3\0 damaged")
    before = snapshot(path.parent)
    monkeypatch.setattr(os, "replace", refuse)
    monkeypatch.setattr("tt_print.files.disk.sleep", pauses.append)
    ran = tt(capsys, "score", "restore")
    assert ran.status == 1 and "is open in another program; close it" in ran.err and str(path) in ran.err, ran.err
    assert snapshot(path.parent) == before and pauses


def killed(folder, *arguments):
    """What tests/play/score/killed.py says of its runs."""
    command = [sys.executable, "-m", "tests.play.score.killed", *map(str, arguments)]
    ran = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False, env={**os.environ, "TMPDIR": str(folder)}
    )
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


@pytest.mark.parametrize(("every", "least"), [(23, 10), pytest.param(1, 251, marks=pytest.mark.slow)])
def test_a_run_that_dies_before_a_step_of_its_work_loses_nothing(tmp_path, every, least):
    died = killed(tmp_path, "steps", tmp_path, every)
    assert len(died) == len(ACTIONS) and sum(died.values()) >= least and (every > 1 or min(died.values()) > 4)


@pytest.mark.slow
def test_eighty_kills_at_random_moments_lose_nothing(tmp_path):
    assert killed(tmp_path, "moments", tmp_path, 80) == 80


def test_another_file_of_nights_beside_the_own_one_is_listed(capsys, path):
    """Programs that keep folders alike leave such a file when two computers wrote at the same time."""
    name = "score (Ann's conflicted copy).sqlite"
    shutil.copy(path, path.with_name(name))
    path.with_name("score-photos.sqlite").write_bytes(bytes(200))
    before = snapshot(path.parent)
    ran = tt(capsys, "score", "nights")
    assert [line for line in ran.out.splitlines() if "another file" in line] == [
        f"{name}, another file of game nights, is beside this one. To look at it, add --file and its name."
    ]
    assert tt(capsys, "score", "--file", path.with_name(name)).status == 0 and snapshot(path.parent) == before
