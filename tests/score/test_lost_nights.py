"""Nights cannot be lost: whatever becomes of the file, what a copy beside it holds is said, kept, and comes back."""

import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from datetime import datetime, timedelta
from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.commands import ROOT, tt
from tests.score.killed import ACTIONS
from tests.score.test_book import AT, OLD, texts, write
from tt_print.errors import InputError, MachineError
from tt_print.score.copies import KEPT_DAYS, copy_paths
from tt_print.score.schema import APPLICATION, VERSION
from tt_print.score.store import (
    CopiesDifferError,
    CorruptStoreError,
    Draft,
    LostNightsError,
    backup_path,
    keep_file,
    open_store,
    read_copies,
    restore,
    set_aside,
)


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    """A night of three hands, as a folder with its file and copy."""
    folder = tmp_path_factory.mktemp("evening")
    patch = pytest.MonkeyPatch()
    patch.setenv("TT_PRINT_DATA", str(folder))
    from tt_print.cli import run

    for words in ("start craziness Ann Bo", "hand Ann=0 Bo=2", "hand Ann=0 Bo=3", "move", "hand Ann=4 Bo=0"):
        run(["score", *words.split(), "--quiet"])
    patch.undo()
    return folder


@pytest.fixture
def path(evening, own_settings):
    """That night, in the folder where the commands of this test keep their nights."""
    folder = Path(os.environ["TT_PRINT_DATA"])
    shutil.copytree(evening, folder, dirs_exist_ok=True)
    return folder / "score.sqlite"


def snapshot(folder):
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def database(path, *statements):
    path.unlink(missing_ok=True)
    connection = sqlite3.connect(path, isolation_level=None)
    for statement in statements:
        connection.execute(statement)
    connection.close()


DAMAGES = {
    "gone": lambda path: path.unlink(),
    "no bytes": lambda path: path.write_bytes(b""),
    "one byte": lambda path: path.write_bytes(b"S"),
    "another byte": lambda path: path.write_bytes(b"\0"),
    "a header": lambda path: path.write_bytes(path.read_bytes()[:100]),
    "an empty database": lambda path: database(path, "VACUUM"),
    "ours without a table": lambda path: database(
        path, f"PRAGMA application_id = {APPLICATION}", f"PRAGMA user_version = {VERSION}", "CREATE TABLE more (a)"
    ),
    "other columns": lambda path: database(
        path, f"PRAGMA application_id = {APPLICATION}", f"PRAGMA user_version = {VERSION}", "CREATE TABLE events (a)"
    ),
    "half": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    "a page less": lambda path: path.write_bytes(path.read_bytes()[:-4096]),
    "another program's": lambda path: database(path, "CREATE TABLE photos (name)"),
    "a letter": lambda path: path.write_text("Dear Ann,\n" * 400, encoding="utf-8"),
    "zeros": lambda path: path.write_bytes(bytes(path.stat().st_size)),
    "text that is none": lambda path: path.write_bytes(path.read_bytes().replace(b'"Bo": 2', b'"\xff\xfe": 2'[:7])),
}
VERBS = [
    ["score"], ["score", "start", "craziness", "Ann", "Bo"], ["score", "start", "--again"], ["score", "hand", "Ann=0", "Bo=1"],
    ["score", "undo"], ["score", "redo"], ["score", "edit", "1", "Bo=5"], ["score", "note", "tea"], ["score", "move", "color"],
    ["score", "nights"], ["score", "resume"], ["score", "resume", "1"], ["score", "show", "1"], ["score", "players"], ["score", "log"],
    ["score", "export", "--csv"], ["score", "import", "night.json"], ["score", "play"], ["score", "remove", "1"], ["score", "join", "Di"],
    ["score", "leave", "Bo"], ["score", "rename", "Bo", "Di"], ["score", "rule", "must_play=true"], ["score", "finish"], ["score", "drop", "1"], ["deal"], ["deal", "craziness"],
]  # fmt: skip

MAIN_VERBS = [["score"], ["score", "start", "craziness", "Ann", "Bo"], ["score", "hand", "Ann=0", "Bo=1"], ["deal"]]


def test_every_verb_of_score_is_among_these():
    from tt_print.cli.score import SUBVERBS

    assert set(SUBVERBS) <= {command[1] for command in VERBS if len(command) > 1}


@pytest.fixture
def night_json(evening, tmp_path, monkeypatch):
    """A night to import, in the folder where the commands are typed."""
    monkeypatch.chdir(tmp_path)
    database_of_another = evening / "score.sqlite"
    from tt_print.score.exchange import night_json

    with open_store(database_of_another) as book:
        Path("night.json").write_text(night_json(book.events()), encoding="utf-8")


@pytest.mark.parametrize("damage", DAMAGES)
def test_nothing_is_taken_for_a_new_start_beside_a_copy_that_holds_nights(capsys, path, damage, night_json):
    shown = tt(capsys, "score").out
    DAMAGES[damage](path)
    before = snapshot(path.parent)
    for command in VERBS if damage in ("gone", "no bytes") else MAIN_VERBS:
        ran = tt(capsys, *command)
        assert ran.status == 1, (command, ran)
        assert ran.err.startswith(f"error: {path} is ") and ran.err.count("\n") == 1, (command, ran.err)
        for words in ("holds 1 night, up to 20", "Put it in place: tt-print score resume --from-backup.", "--fresh"):
            assert words in ran.err, (command, ran.err)
        assert not ran.out and snapshot(path.parent) == before, command
    ran = tt(capsys, "score", "resume", "--from-backup")
    assert ran.status == 0 and "score.sqlite.backup is in place, with 4 entries of 1 night, up to 20" in ran.out, (
        ran.err
    )
    assert tt(capsys, "score").out == shown
    now = snapshot(path.parent)
    kept = {name: data for name, data in now.items() if "replaced" in name}
    assert kept == ({} if damage in ("gone", "no bytes") else {"score.sqlite.replaced-1": before["score.sqlite"]})
    assert now["score.sqlite.backup"] == before["score.sqlite.backup"]
    assert tt(capsys, "score", "hand", "Ann=0", "Bo=1").status == 0


def test_a_start_without_a_past_keeps_the_past_where_it_can_be_looked_at(capsys, path):
    shown = tt(capsys, "score").out
    path.write_bytes(b"")
    ran = tt(capsys, "score", "start", "craziness", "Ann", "Bo", "--fresh")
    assert ran.status == 0 and "The nights so far are kept as score.sqlite.replaced-1:" in ran.out, ran.err
    assert "No hand is entered yet" in tt(capsys, "score").out
    old = path.with_name("score.sqlite.replaced-1")
    ran = tt(capsys, "score", "nights", "--file", old)
    assert ran.status == 1 and f"Put it in place: tt-print score resume --from-backup --file {old}" in ran.err
    assert tt(capsys, "score", "resume", "--from-backup", "--file", old).status == 0
    assert tt(capsys, "score", "--file", old).out == shown
    ran = tt(capsys, "score", "start", "ww3", "Ann", "Bo", "--fresh")  # and once more, of a file that is whole
    assert ran.status == 0 and "score.sqlite.replaced-2" in ran.out
    assert "craziness" in tt(capsys, "score", "--file", path.with_name("score.sqlite.replaced-2"), "--json").out


def test_a_mistake_in_the_same_line_moves_nothing(capsys, path):
    before = snapshot(path.parent)
    assert tt(capsys, "score", "start", "craziness", "Ann", "Ann", "--fresh").status == 2
    assert tt(capsys, "score", "start", "crazy", "Ann", "Bo", "--fresh").status == 2
    assert snapshot(path.parent) == before


def test_a_fresh_start_where_nothing_was_is_a_start(capsys):
    ran = tt(capsys, "score", "start", "craziness", "Ann", "Bo", "--fresh")
    assert ran.status == 0 and "kept" not in ran.out


@pytest.mark.parametrize("copy", ["none", "no bytes", "an empty database", "ours, without an entry", "a letter"])
def test_a_copy_that_holds_nothing_is_never_put_in_place(capsys, path, copy):
    place = backup_path(path)
    path.write_bytes(path.read_bytes()[:5000])
    place.unlink()
    if copy == "ours, without an entry":
        with open_store(place, writing=True):
            pass
    elif copy != "none":
        place.touch()
        DAMAGES[copy](place)
    before = snapshot(path.parent)
    ran = tt(capsys, "score", "resume", "--from-backup")
    told = (
        f"there is no copy of {path}."
        if copy == "none"
        else f"no copy of {path} holds anything: score.sqlite.backup is "
    )
    assert ran.status == 2 and told in ran.err, ran.err
    ran = tt(capsys, "score")
    assert ran.status == 1 and "There is no copy of it that holds anything." in ran.err and "resume" not in ran.err
    assert snapshot(path.parent) == before


def test_without_a_copy_an_empty_file_is_a_new_one_and_looking_does_not_change_it(capsys, own_settings):
    path = Path(os.environ["TT_PRINT_DATA"]) / "score.sqlite"
    path.touch()
    for command in ("score", "score nights", "score hand Ann=1"):
        ran = tt(capsys, *command.split())
        assert ran.status == 2 and "no game is being scored here" in ran.err and not path.stat().st_size, command
    assert tt(capsys, "deal", "craziness").status == 2
    assert tt(capsys, "score", "start", "craziness", "Ann", "Bo").status == 0


@pytest.mark.slow
def test_a_file_cut_at_any_length_is_never_taken_for_a_new_one(path):
    """sqlite takes what is missing of the last page for zeros; where no entry lay there, all of them are read."""
    whole = path.read_bytes()
    with open_store(path) as book:
        right = book.events()
    for length in [*range(600), *range(600, len(whole), 37), len(whole) - 1]:
        path.write_bytes(whole[:length])
        for writing in (False, True):
            try:
                with open_store(path, writing) as book:
                    assert book.events() == right and length > len(whole) - 4096, length
            except (CorruptStoreError, LostNightsError):
                pass
        assert path.read_bytes() == whole[:length]


@pytest.mark.slow
def test_a_byte_changed_anywhere_is_told_in_a_sentence_or_changes_no_night(path):
    """All 12 thousand bytes, each set to zero, to 255 and with one bit flipped."""
    with open_store(path) as book:
        right = book.events()
    whole, told = path.read_bytes(), 0
    for place in range(len(whole)):
        for value in {0, 255, whole[place] ^ (1 << place % 8)} - {whole[place]}:
            spoiled = whole[:place] + bytes([value]) + whole[place + 1 :]
            path.write_bytes(spoiled)
            try:
                with open_store(path) as book:
                    assert book.events() == right, (place, value)
            except (MachineError, InputError):
                told += 1
                assert path.read_bytes() == spoiled, (place, value)
    assert told > 1000


# ---------------------------------------------------------------- an older file in the place of a newer one


def older_than_its_copy(path, entries=3, own=()):
    """The file of `entries` entries beside a copy of five; `own` are entered into the file as 0.1.0 would have done."""
    write(path, *(f"entry {number}" for number in range(entries)))
    old = path.read_bytes()
    write(path, *(f"entry {number}" for number in range(entries, 5)))
    path.write_bytes(old)
    connection = sqlite3.connect(path)
    from tt_print.score.schema import checksum

    for number, text in enumerate(own, entries + 1):
        row = (number, 1, AT, "bo", "note", f'{{"text": "{text}"}}')
        connection.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)", (*row, checksum(*row)))
    connection.commit()
    connection.close()


@pytest.mark.parametrize("own", [(), ("other",), ("other", "more", "and more")], ids=len)
@pytest.mark.parametrize("writing", [False, True])
def test_an_older_file_is_not_gone_on_with_unasked(tmp_path, own, writing):
    path = tmp_path / "score.sqlite"
    older_than_its_copy(path, own=own)
    before = snapshot(tmp_path)
    with pytest.raises(CopiesDifferError) as told, open_store(path, writing):
        pass
    assert ("an older file was put in its place" in str(told.value)) is not own
    assert ("hold different entries from entry 4 on" in str(told.value)) is bool(own)
    for words in (
        f"{3 + len(own)} entries of 1 night, up to 2026-11-21 20:00", "5 entries of 1 night",
        f"Go on with the copy: tt-print score resume --from-backup --file {path}.",
        f"Go on with the file: tt-print score resume --keep-file --file {path}.",
    ):  # fmt: skip
        assert words in str(told.value)
    assert snapshot(tmp_path) == before


@pytest.mark.parametrize("own", [(), ("other",), ("other", "more", "and more")], ids=len)
def test_both_ways_on_from_an_older_file_lose_nothing(tmp_path, own):
    five, mine = [f"entry {number}" for number in range(5)], [*(f"entry {number}" for number in range(3)), *own]
    for way in (restore, keep_file):
        path = tmp_path / way.__name__ / "score.sqlite"
        older_than_its_copy(path, own=own)
        way(path)
        assert texts(path) == (five if way is restore else mine)
        kept = path.with_name("score.sqlite.replaced-1")
        assert texts(kept if way is restore else backup_path(kept)) == (mine if way is restore else five)
        write(path, "later")
        assert texts(path)[-1] == "later" and texts(backup_path(path)) == texts(path)


def test_both_ways_are_commands(capsys, tmp_path):
    path = tmp_path / "club nights.sqlite"
    for words in (["start", "craziness", "Ann", "Bo"], ["hand", "Ann=0", "Bo=2"]):
        assert tt(capsys, "score", *words, "--file", path).status == 0
    old = path.read_bytes()
    assert tt(capsys, "score", "hand", "Ann=0", "Bo=3", "--file", path).status == 0
    path.write_bytes(old)
    ran = tt(capsys, "score", "--file", path)
    assert ran.status == 1 and f'tt-print score resume --keep-file --file "{path}"' in ran.err, ran.err
    ran = tt(capsys, "score", "resume", "--keep-file", "--file", path)
    assert ran.status == 0 and "kept as club nights.sqlite.replaced-1.backup." in " ".join(ran.out.split())
    assert tt(capsys, "score", "hand", "Ann=0", "Bo=4", "--file", path).status == 0
    assert "No copy stands against the file" in tt(capsys, "score", "resume", "--keep-file", "--file", path).out
    ran = tt(capsys, "score", "resume", "--from-backup", "--keep-file", "--file", path)
    assert ran.status == 2 and "Choose one of them" in ran.err
    ran = tt(capsys, "score", "resume", "--copy", "1", "--file", path)
    assert ran.status == 2 and "tt-print score resume --from-backup --copy 1 --file" in ran.err


def test_damage_of_the_copy_is_no_word_against_the_file(tmp_path):
    path = tmp_path / "score.sqlite"
    write(path, "one", "two")
    copy = backup_path(path)
    spoiled = copy.read_bytes().replace(b'"two"', b'"tow"')
    copy.write_bytes(spoiled)
    assert texts(path) == ["one", "two"]
    write(path, "three")
    assert texts(copy) == ["one", "two", "three"]
    assert path.with_name("score.sqlite.replaced-1.backup").read_bytes() == spoiled, "somebody may still read it"


def test_damage_of_an_older_file_is_told_before_its_age(tmp_path):
    path = tmp_path / "score.sqlite"
    older_than_its_copy(path)
    path.write_bytes(path.read_bytes().replace(b'"entry 1"', b'"entry 7"'))
    with pytest.raises(CorruptStoreError, match="entry 2 is missing or was changed"), open_store(path):
        pass


def test_a_copy_is_not_replaced_by_a_file_that_lost_entries_meanwhile(tmp_path):
    """A sync tool at work between an entry and its copy."""
    path = tmp_path / "score.sqlite"
    write(path, "one")
    old = path.read_bytes()
    write(path, "two", "three")
    better = backup_path(path).read_bytes()
    with open_store(path, writing=True) as book:
        path.write_bytes(old)
        with pytest.raises(MachineError, match="Both are left as they are"):
            book.back_up()
    assert backup_path(path).read_bytes() == better


# ---------------------------------------------------------------- copies of days


def days_ago(path, days):
    """As if the last copy had been made so many days ago."""
    when = (datetime.now() - timedelta(days=days)).timestamp()
    os.utime(backup_path(path), (when, when))
    return datetime.fromtimestamp(when).date().isoformat()


def test_each_day_of_play_leaves_its_last_copy_and_seven_of_them_stay(tmp_path):
    path = tmp_path / "score.sqlite"
    days = []
    for ago in range(KEPT_DAYS + 4, 0, -1):
        write(path, f"first, {ago} days ago")
        write(path, f"last, {ago} days ago")
        days.append(days_ago(path, ago))
    write(path, "today")
    found = copy_paths(path)
    assert [place.name for place in found] == [
        "score.sqlite.backup", *(f"score.sqlite.backup.{day}" for day in days[: -KEPT_DAYS - 1 : -1])
    ]  # fmt: skip
    for ago, place in enumerate(found[1:], 1):
        assert texts(place)[-1] == f"last, {ago} days ago"
    assert {file.name for file in tmp_path.iterdir()} == {path.name, *(place.name for place in found)}


def stranger(folder, place):
    """Another file's copy under the name of one of ours."""
    other = folder / "elsewhere" / "score.sqlite"
    write(other, "other")
    shutil.copy(other, place)


def test_a_copy_that_holds_what_the_file_has_not_outlives_the_seven(tmp_path):
    path = tmp_path / "score.sqlite"
    for ago in range(KEPT_DAYS + 1, 0, -1):
        write(path, f"{ago} days ago")
        days_ago(path, ago)
    kept = path.with_name("score.sqlite.backup.2020-01-01")
    stranger(tmp_path, kept)
    write(path, "today")
    assert texts(kept) == ["other"] and len(copy_paths(path)) == 1 + KEPT_DAYS + 1


def test_a_clock_that_went_back_overwrites_no_day(tmp_path):
    path = tmp_path / "score.sqlite"
    write(path, "one")
    days_ago(path, 1)
    write(path, "two")
    day = days_ago(path, 3)
    stranger(tmp_path, path.with_name(f"score.sqlite.backup.{day}"))
    write(path, "three")
    assert texts(path.with_name(f"score.sqlite.backup.{day}")) == ["other"]
    assert texts(path.with_name(f"score.sqlite.backup.{day}-2")) == ["one", "two"]
    days_ago(path, 3)
    write(path, "four")
    assert texts(path.with_name(f"score.sqlite.backup.{day}-2")) == ["one", "two", "three"], (
        "it holds all of it and more"
    )


@pytest.mark.parametrize(
    ("kept", "typed"), [("score.sqlite", "SCORE.sqlite"), ("caf\u00e9.sqlite", "Cafe\u0301.sqlite")]
)
def test_another_spelling_of_a_file_finds_its_copies_where_it_finds_the_file(tmp_path, monkeypatch, kept, typed):
    """On a Mac and on Windows; the disk here tells spellings apart, so second names stand for it, which no folder lists."""
    path, spelled = tmp_path / kept, tmp_path / typed
    write(path, "one")
    day = days_ago(path, 1)
    write(path, "two")
    assert copy_paths(spelled) == [], "here it is another file"
    listed = os.listdir(tmp_path)
    for name in listed:
        os.link(tmp_path / name, tmp_path / (typed + name.removeprefix(kept)))
    monkeypatch.setattr(os, "listdir", lambda _folder: listed)
    assert copy_paths(spelled) == [spelled.with_name(f"{typed}.backup"), spelled.with_name(f"{typed}.backup.{day}")]


def test_the_latest_day_too_says_that_a_file_is_old(tmp_path):
    """A program that puts back a whole folder leaves the files that it does not know."""
    path = tmp_path / "score.sqlite"
    write(path, "one")
    old = path.read_bytes()
    write(path, "two")
    days_ago(path, 2)
    write(path, "three")
    path.write_bytes(old)
    backup_path(path).write_bytes(old)
    with pytest.raises(CopiesDifferError, match="2 entries"), open_store(path):
        pass


def test_the_copies_are_listed_and_any_can_be_put_in_place(capsys, path):
    days_ago(path, 2)
    assert tt(capsys, "score", "hand", "Ann=0", "Bo=4").status == 0
    day = days_ago(path, 1)
    assert tt(capsys, "score", "hand", "Ann=0", "Bo=6").status == 0
    path.with_name(f"score.sqlite.backup.{day}").write_bytes(b"SQLite format 3\0 and no more")
    ran = tt(capsys, "score", "resume", "--copies")
    lines = re.sub(r"\n {5,}", " ", ran.out).splitlines()
    assert lines[0] == f"Copies of {path}:" and lines[1].startswith(
        "  1  score.sqlite.backup: 6 entries of 1 night, up to 20"
    )
    assert lines[2].startswith("  2  score.sqlite.backup.20") and "4 entries" in lines[2]
    assert (
        lines[3].startswith(f"  3  score.sqlite.backup.{day}: damaged (") and "--from-backup --copy NUMBER" in lines[-1]
    )
    found = tt(capsys, "score", "resume", "--copies", "--json").out
    assert '"number": 2' in found and '"entries": 4' in found and '"nights": 1' in found
    before = snapshot(path.parent)
    for number, message in (
        (3, "copy 3 is damaged"),
        (4, "there is no copy 4"),
        (0, "there is no copy 0"),
        (-1, "no copy -1"),
    ):
        ran = tt(capsys, "score", "resume", "--from-backup", "--copy", str(number))
        assert ran.status == 2 and message in ran.err, ran.err
    ran = tt(capsys, "score", "resume", "--from-backup")
    assert ran.status == 2 and "is not damaged, and holds all that its copies hold (6 entries" in ran.err
    assert snapshot(path.parent) == before
    ran = tt(capsys, "score", "resume", "--from-backup", "--copy", "2")
    assert ran.status == 0 and "hand 4" in ran.out, ran.err
    kept = path.with_name("score.sqlite.replaced-1")
    assert len(texts(kept)) == len(texts(backup_path(kept))) == 6, "file and newer copy stay together"
    assert tt(capsys, "score", "hand", "Ann=0", "Bo=7").status == 0, "nothing stands against going on from there"


def test_the_best_whole_copy_is_chosen(tmp_path):
    path = tmp_path / "score.sqlite"
    write(path, "one")
    days_ago(path, 3)
    write(path, "two")
    days_ago(path, 2)
    write(path, "three")
    path.unlink()
    backup_path(path).write_bytes(backup_path(path).read_bytes()[:-100])
    assert [len(copy.rows) for copy in read_copies(path)] == [2, 1, 0]
    done = restore(path)
    assert texts(path) == ["one", "two"] and len(done.copy.rows) == 2
    assert path.with_name("score.sqlite.replaced-1.backup").exists(), "the damaged copy is kept"


def test_times_that_another_program_wrote_are_not_printed(tmp_path):
    path = tmp_path / "score.sqlite"
    with open_store(path, writing=True) as book:
        book.write(lambda _: [Draft(1, "start", {}, "\x1b[2J/../..", "x")], AT, "ann")
        book.back_up()
    path.unlink()
    with pytest.raises(LostNightsError, match=r"A copy beside it holds 1 night\. Put it"), open_store(path):
        pass


# ---------------------------------------------------------------- the machine


@pytest.mark.parametrize("mode", [0o644, 0o600, 0o660])
def test_a_copy_is_for_the_eyes_that_the_file_is_for(tmp_path, mode):
    path = tmp_path / "score.sqlite"
    write(path, "one")
    path.chmod(mode)
    write(path, "two")
    assert backup_path(path).stat().st_mode & 0o777 == mode
    path.unlink()
    backup_path(path).chmod(mode & 0o444)  # as from a disc
    restore(path)
    assert path.stat().st_mode & 0o777 == (mode & 0o444) | 0o600, "it is there to be written to"


def test_a_copy_is_on_the_disk_before_it_has_its_name_and_the_name_after(tmp_path, monkeypatch):
    path = tmp_path / "score.sqlite"
    write(path, "one")
    days_ago(path, 1)
    steps = []
    for name in ("fsync", "replace"):
        real = getattr(os, name)

        def noted(*arguments, name=name, real=real):
            where = arguments[-1] if name == "replace" else os.readlink(f"/proc/self/fd/{arguments[0]}")
            steps.append((name, re.sub(r"\d+", "N", os.path.basename(where))))
            return real(*arguments)

        monkeypatch.setattr(os, name, noted)
    write(path, "two")
    assert steps == [
        ("fsync", ".score.sqlite.new-N-N"), ("replace", "score.sqlite.backup.N-N-N"), ("replace", "score.sqlite.backup"),
        ("fsync", re.sub(r"\d+", "N", tmp_path.name)),
    ]  # fmt: skip


def test_leftovers_of_killed_runs_go_with_the_next_entry_and_what_is_not_ours_stays(tmp_path):
    path = tmp_path / "score.sqlite"
    write(path, "one")
    old = [
        tmp_path / name
        for name in ("score.sqlite.backup-4711", "score.sqlite.backup-4711-journal", ".score.sqlite.new-4711-0")
    ]
    young = tmp_path / "score.sqlite.backup-4712"  # as 0.1.0 makes it: it may be at it now
    others = [
        tmp_path / name
        for name in ("score.sqlite.backup-of-mine", "score.sqlite.backup-4711.txt", "score.sqlite.version-1")
    ]
    for file in (*old, young, *others):
        file.write_bytes(b"half")
    for file in (*old[:2], *others):
        os.utime(file, (1, 1))
    write(path, "two")
    assert not any(file.exists() for file in old)
    assert young.exists() and all(file.exists() for file in others)


def test_a_run_that_stands_still_keeps_what_it_has_half_done(tmp_path, monkeypatch):
    """Whoever makes a copy holds the lock, so that nobody takes its half copy for a dead run's."""
    path = tmp_path / "score.sqlite"
    write(path, "one")
    monkeypatch.setattr("tt_print.score.database.PATIENCE_S", 0.05)
    real, seen = os.replace, []

    def meanwhile(source, target):
        if Path(target) == backup_path(path):
            with (
                open_store(path, writing=True) as other,
                pytest.raises(MachineError, match="another terminal has been writing"),
            ):
                other.back_up()
            seen.append(Path(source).exists())
        real(source, target)

    monkeypatch.setattr(os, "replace", meanwhile)
    write(path, "two")
    assert seen == [True] and texts(backup_path(path)) == ["one", "two"]


@pytest.mark.parametrize("old", [OLD], ids=["version-1"])
def test_an_old_file_is_read_as_it_is_and_kept_before_it_is_written_to(capsys, tmp_path, old):
    path = tmp_path / "score.sqlite"
    shutil.copy(old, path)
    path.chmod(0o444)
    assert "Zoë" in tt(capsys, "score", "--file", path).out
    assert [file.name for file in tmp_path.iterdir()] == [path.name] and path.read_bytes() == old.read_bytes()
    path.chmod(0o644)
    shutil.copy(old, backup_path(path))  # its copy, too, is of that version
    assert tt(capsys, "score", "note", "later", "--file", path).status == 0
    assert texts(path.with_name("score.sqlite.version-1")) == texts(backup_path(path))[:-1]
    shutil.copy(old, path)  # put back, and brought up again
    with pytest.raises(CopiesDifferError), open_store(path, writing=True):
        pass
    assert restore(path).kept is not None and len(texts(path)) == 6


def test_an_old_copy_is_put_in_place_as_it_is(tmp_path):
    path = tmp_path / "score.sqlite"
    shutil.copy(OLD, backup_path(path))
    restore(path)
    assert path.read_bytes() == OLD.read_bytes() == backup_path(path).read_bytes()
    write(path, "later")
    assert texts(path)[-1] == "later"


def test_a_newer_version_is_left_alone_but_its_copy_is_named(tmp_path):
    path = tmp_path / "score.sqlite"
    write(path, "one")
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {VERSION + 4}")
    connection.close()
    with pytest.raises(InputError, match="Update this one; the file is left alone. A copy beside it holds 1 night"):
        texts(path)
    newer = path.read_bytes()
    restore(path)
    assert texts(path) == ["one"] and path.with_name("score.sqlite.replaced-1").read_bytes() == newer


def test_two_restores_at_once_put_one_copy_in_place_and_keep_the_damaged_file_once(tmp_path, monkeypatch):
    path = tmp_path / "score.sqlite"
    write(path, "one")
    path.write_bytes(b"SQLite format 3\0 damaged")
    real, done = os.replace, []

    def meanwhile(source, target):
        real(source, target)
        if not done and Path(source) == path:
            done.append(target)
            restore(path)
            write(path, "two")

    monkeypatch.setattr(os, "replace", meanwhile)
    with pytest.raises(MachineError, match="another terminal has just put a file"):
        restore(path)
    assert texts(path) == ["one", "two"] == texts(backup_path(path))
    assert set(snapshot(tmp_path)) == {path.name, backup_path(path).name, "score.sqlite.replaced-1"}


def test_nothing_moves_when_one_of_several_files_cannot(tmp_path, monkeypatch):
    path = tmp_path / "score.sqlite"
    write(path, "one")
    days_ago(path, 1)
    write(path, "two")
    before = snapshot(tmp_path)
    real = os.replace

    def refuse(source, target):
        if Path(source).name == "score.sqlite.backup" and "replaced" in Path(target).name:
            raise PermissionError(13, "Permission denied", str(source))
        real(source, target)

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(MachineError, match="Permission denied"):
        set_aside(path)
    assert snapshot(tmp_path) == before


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
        monkeypatch.setattr(sys, "platform", "win32")
        monkeypatch.setattr("time.sleep", lambda _pause: None)


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
    monkeypatch.setattr("time.sleep", pauses.append)
    ran = tt(capsys, "score", "resume", "--from-backup")
    assert ran.status == 1 and "is open in another program; close it" in ran.err and str(path) in ran.err, ran.err
    assert snapshot(path.parent) == before and pauses


# ---------------------------------------------------------------- runs that die at it


def killed(*arguments):
    """What tests/score/killed.py says of its runs."""
    ran = subprocess.run(
        [sys.executable, "-m", "tests.score.killed", *map(str, arguments)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def test_a_run_that_dies_at_any_step_of_its_work_loses_nothing(tmp_path):
    died = killed("steps", tmp_path, 17)
    assert len(died) == 12 and sum(died.values()) > 30


@pytest.mark.slow
def test_a_run_that_dies_before_each_step_of_its_work_loses_nothing(tmp_path):
    died = killed("steps", tmp_path, 1)
    assert len(died) == 12 and all(times > 10 for times in died.values()) and sum(died.values()) > 600


@pytest.mark.slow
def test_a_thousand_kills_at_random_moments_lose_nothing(tmp_path):
    died = killed("moments", 1000, 13, tmp_path)
    assert sum(times for name, times in died.items() if name != "runs") == 1000
    assert died["evening"] > 500 and all(died.values()), "each action was caught at it"
