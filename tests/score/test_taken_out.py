"""A hand that never was, and a night that nobody meant: out of force, never out of the record."""

import json

import pytest

from tests.commands import tt
from tests.score.killed import crash
from tests.score.nights import Evening


def craziness():
    evening = Evening("craziness", "Ann", "Bo", "Cy")
    evening.hand("Ann=0", "Bo=4", "Cy=3")
    evening.hand("Ann=1", "Bo=0", "Cy=9", "--note", "tea")
    evening.hand("Ann=2", "Bo=2", "Cy=0")
    return evening


def test_a_removed_hand_counts_no_more_and_those_after_it_count_one_less():
    evening = craziness()
    evening.do("note", "Cy dealt", "--hand", "2")
    evening.do("note", "cake", "--hand", "3")
    night = evening.do("remove", "2")
    assert night.totals == (2, 6, 3) and [hand.number for hand in night.hands] == [1, 2]
    assert [hand.dealer for hand in night.hands] == ["Ann", "Bo"] and night.dealer == "Cy"
    assert "Note to hand 2: cake" in evening.seen() and "Cy dealt" not in evening.seen()
    assert evening.edit(2, "Bo=3").totals == (2, 7, 3), "a number is that of the table as it stands"
    assert evening.log()[-2:] == [
        "hand 2 removed: Bo went out; Ann 1, Cy 9 (tea)",
        "hand 2 corrected: Cy went out; Ann 2, Bo 3 (was: Cy went out; Ann 2, Bo 2)",
    ]
    evening.undo()
    assert evening.undo().totals == (3, 6, 12) and "Note to hand 2: Cy dealt" in evening.seen()
    assert evening.redo().totals == (2, 6, 3)


def test_taking_out_the_hand_that_ended_a_game_lets_it_go_on():
    evening = craziness()
    assert evening.hand("Ann=15", "Bo=15", "Cy=0").winners == ("Cy",)
    assert evening.do("remove", "4").winners == () and evening.hand("Ann=0", "Bo=1", "Cy=1").totals == (3, 7, 13)


def test_every_hand_can_be_taken_out_down_to_none():
    evening = craziness()
    for count in (3, 2, 1):
        assert len(evening.do("remove", count).hands) == count - 1
    assert evening.refused("remove", "1") == "there is no hand 1. No hand is entered yet."
    assert evening.hand("Ann=0", "Bo=4", "Cy=3").totals == (0, 4, 3)


def test_the_command_says_which_hand_it_was_and_what_came_of_it(capsys):
    tt(capsys, "score", "start", "craziness", "Ann", "Bo")
    for bo in (4, 5, 1):
        tt(capsys, "score", "hand", "Ann=0", f"Bo={bo}")
    ran = tt(capsys, "score", "remove", "2")
    who = json.loads(tt(capsys, "score", "log", "--json").out)["log"][0]["who"]
    assert " ".join(ran.out.split()) == (
        f"Removed: hand 2, entered by {who}: Ann went out; Bo 5. Take it back: tt-print score undo "
        "Hand 3 is hand 2 now Hand 2: Bo was to deal, not Ann Total: Bo 10 -> 5 Ann deals next"
    )
    assert json.loads(tt(capsys, "score", "undo", "--json").out)["changes"][0] == "Hand 2 is hand 3 now"
    assert tt(capsys, "score", "remove", "9").err == "error: there is no hand 9. Hands 1 to 3 are entered.\n"


# ---------------------------------------------------------------- a night


@pytest.fixture
def three(capsys):
    """Night 2 was a mistake: a misspelled name."""
    for names in (("Ann", "Bo"), ("Ann", "Boo"), ("Ann", "Cy")):
        tt(capsys, "score", "start", "ww3", *names)
        tt(capsys, "score", "hand", "--winner", names[1])


def listed(capsys):
    shown = json.loads(tt(capsys, "score", "nights", "--json").out)
    return [night["night"] for night in shown["nights"]], shown["current"], shown["dropped"]


def players(capsys):
    return [record["name"] for record in json.loads(tt(capsys, "score", "players", "--json").out)["players"]]


def test_a_dropped_night_counts_nowhere_and_comes_back_whole(capsys, three, tmp_path):
    assert players(capsys) == ["Ann", "Bo", "Boo", "Cy"] and listed(capsys) == ([1, 2, 3], 3, [])
    tt(capsys, "score", "export", "--json", "--night", "2", "--out", tmp_path)
    ran = tt(capsys, "score", "drop", "2")
    assert "Dropped: World War 3, night 2" in ran.out and "The current night is 3." in ran.out
    assert players(capsys) == ["Ann", "Bo", "Cy"] and listed(capsys) == ([1, 3], 3, [2])
    assert "Dropped: night 2. To bring it back:" in tt(capsys, "score", "nights").out
    assert "This night is dropped: it counts nowhere." in tt(capsys, "score", "show", "2").out
    for words in ("hand --winner Ann", "edit 1 --winner Ann", "note x", "remove 1", "join Di"):
        assert "night 2 is dropped. To bring it back:" in tt(capsys, "score", *words.split(), "--night", "2").err
    for words in ("drop 2", "resume 2", "export --json --night 2"):
        assert "is dropped" in tt(capsys, "score", *words.split()).err
    (exported,) = tmp_path.glob("scores/*.json")
    said = tt(capsys, "score", "import", exported).err
    assert "is here already, as night 2. It is dropped; to bring it back: tt-print score undo --night 2" in said
    assert "the night was dropped" in tt(capsys, "score", "log", "--night", "2").out
    assert tt(capsys, "score", "undo").out.startswith("Undone: night 2 was dropped."), "the last thing that was done"
    assert players(capsys) == ["Ann", "Bo", "Boo", "Cy"] and listed(capsys) == ([1, 2, 3], 3, [])
    assert tt(capsys, "score", "redo").status == 0 and listed(capsys) == ([1, 3], 3, [2])
    tt(capsys, "score", "note", "cake")
    assert "Undone: the note 'cake'" in tt(capsys, "score", "undo").out and listed(capsys)[2] == [2]
    assert tt(capsys, "score", "undo", "--night", "2").status == 0 and listed(capsys)[2] == []


def test_without_the_current_night_the_one_before_is_current(capsys, three):
    tt(capsys, "score", "resume", "1")
    tt(capsys, "score", "drop", "1")
    assert listed(capsys) == ([2, 3], 3, [1])
    tt(capsys, "score", "drop", "3")
    assert "No night is current now." in tt(capsys, "score", "drop", "2").out
    assert listed(capsys) == ([], None, [1, 2, 3])
    ran = tt(capsys, "score")
    assert ran.status == 2 and "no game is being scored here. Start one:" in ran.err
    assert "Night 3 is dropped. To bring it back: tt-print score undo --night 3" in " ".join(ran.err.split())
    assert players(capsys) == [] and "Undone: night 2 was dropped." in tt(capsys, "score", "undo").out, (
        "the one dropped last"
    )
    tt(capsys, "score", "drop", "2")
    assert "night 4: Ann, Di" in tt(capsys, "score", "start", "ww3", "Ann", "Di").out


@pytest.mark.slow
def test_a_change_that_is_not_stored_changes_nothing(capsys, tmp_path):
    path = tmp_path / "score.sqlite"
    tt(capsys, "score", "start", "craziness", "Ann", "Bo", "--file", path)
    crash(path, "score", "join", "Di")
    assert "Di" not in tt(capsys, "score", "--file", path).out
