"""A hand that never was, and a night that nobody meant: out of force, never out of the record."""

import json

import pytest

from tests.commands import tt
from tests.score.nights import Evening
from tests.score.test_at_the_table import crash
from tt_print.errors import InputError
from tt_print.score import commands as desk
from tt_print.score.changes import log_rows
from tt_print.score.events import current_night, dropped_nights
from tt_print.score.exchange import import_night, night_json
from tt_print.score.place import Place
from tt_print.score.table import night_lines


def craziness():
    evening = Evening("craziness", "Ann", "Bo", "Cy")
    evening.hand("Ann=0", "Bo=4", "Cy=3")
    evening.hand("Ann=1", "Bo=0", "Cy=9", note="tea")
    evening.hand("Ann=2", "Bo=2", "Cy=0")
    return evening


def remove(evening, number):
    evening.keep(desk.remove_hand(evening.events, None, number))
    return evening.night


def test_a_removed_hand_counts_no_more_and_those_after_it_count_one_less():
    evening = craziness()
    evening.keep(desk.add_note(evening.events, None, "Cy dealt", 2))
    evening.keep(desk.add_note(evening.events, None, "cake", 3))
    night = remove(evening, 2)
    assert night.totals == (2, 6, 3) and [hand.number for hand in night.hands] == [1, 2]
    assert [hand.dealer for hand in night.hands] == ["Ann", "Bo"] and night.dealer == "Cy"
    assert "Note to hand 2: cake" in night_lines(night, 80) and "Cy dealt" not in "".join(night_lines(night, 80))
    assert evening.edit(2, "Bo=3").totals == (2, 7, 3), "a number is that of the table as it stands"
    assert [text for _, text in log_rows(evening.events)][-2:] == [
        "hand 2 removed: Bo went out; Ann 1, Cy 9 (tea)",
        "hand 2 corrected: Cy went out; Ann 2, Bo 3 (was: Cy went out; Ann 2, Bo 2)",
    ]
    evening.undo()
    night = evening.undo()
    assert night.totals == (3, 6, 12) and "Note to hand 2: Cy dealt" in night_lines(night, 80)
    assert evening.redo().totals == (2, 6, 3)


def test_taking_out_the_hand_that_ended_a_game_lets_it_go_on():
    evening = craziness()
    evening.hand("Ann=15", "Bo=15", "Cy=0")
    assert evening.night.winners == ("Cy",)
    assert remove(evening, 4).winners == () and evening.hand("Ann=0", "Bo=1", "Cy=1").totals == (3, 7, 13)


def test_every_hand_can_be_taken_out_down_to_none():
    evening = craziness()
    for count in (3, 2, 1):
        assert len(remove(evening, count).hands) == count - 1
    with pytest.raises(InputError, match=r"there is no hand 1. No hand is entered yet."):
        remove(evening, 1)
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


def test_a_dropped_night_counts_nowhere_and_comes_back_whole(capsys, three):
    assert players(capsys) == ["Ann", "Bo", "Boo", "Cy"] and listed(capsys) == ([1, 2, 3], 3, [])
    ran = tt(capsys, "score", "drop", "2")
    assert "Dropped: World War 3, night 2" in ran.out and "The current night is 3." in ran.out
    assert players(capsys) == ["Ann", "Bo", "Cy"] and listed(capsys) == ([1, 3], 3, [2])
    assert "Dropped: night 2. To bring it back:" in tt(capsys, "score", "nights").out
    assert "This night is dropped: it counts nowhere." in tt(capsys, "score", "show", "2").out
    for words in (
        ["hand", "--winner", "Ann"],
        ["edit", "1", "--winner", "Ann"],
        ["note", "x"],
        ["remove", "1"],
        ["join", "Di"],
    ):
        assert "night 2 is dropped. To bring it back:" in tt(capsys, "score", *words, "--night", "2").err
    assert (
        "is dropped" in tt(capsys, "score", "drop", "2").err and "is dropped" in tt(capsys, "score", "resume", "2").err
    )
    assert "is dropped" in tt(capsys, "score", "export", "--json", "--night", "2").err
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
    assert "No night is current now." in tt(capsys, "score", "drop", "2").out and listed(capsys) == (
        [],
        None,
        [1, 2, 3],
    )
    ran = tt(capsys, "score")
    assert ran.status == 2 and "no game is being scored here. Start one:" in ran.err
    assert "Night 3 is dropped. To bring it back: tt-print score undo --night 3" in " ".join(ran.err.split())
    assert players(capsys) == [] and "night 4: Ann, Di" in tt(capsys, "score", "start", "ww3", "Ann", "Di").out


def test_of_two_dropped_nights_undo_brings_back_the_one_that_was_dropped_last():
    evening = Evening("ww3", "Ann", "Bo")
    evening.keep(desk.drop_night(evening.events, None))
    assert dropped_nights(evening.events) == {1} and current_night(evening.events) is None
    place = desk.place_of_last_step(evening.events, Place())
    assert place.night == 1 and desk.place_of_last_step(evening.events, Place(7)).night == 7
    evening.keep(desk.undo(evening.events, place))
    assert not evening.night.is_dropped and desk.place_of_last_step(evening.events, Place()).night == 1


def test_an_imported_night_that_is_dropped_here_is_named():
    evening = craziness()
    text = night_json(evening.events)
    evening.keep(desk.drop_night(evening.events, None))
    with pytest.raises(
        InputError, match="is here already, as night 1. It is dropped; to bring it back: tt-print score undo --night 1"
    ):
        import_night(evening.events, text, "friends.json")


@pytest.mark.slow
def test_a_change_that_is_not_stored_changes_nothing(capsys, tmp_path):
    path = tmp_path / "score.sqlite"
    tt(capsys, "score", "start", "craziness", "Ann", "Bo", "--file", path)
    crash(path, "score", "join", "Di")
    assert "Di" not in tt(capsys, "score", "--file", path).out
