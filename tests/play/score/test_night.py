"""What happens to a night beside what is typed in `evenings/`: equal hands, names, dropped nights, who plays next, what programs read."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands import ROOT, process, tt
from tests.core.asking import error, value
from tests.play.score.hints import hints
from tests.play.score.killed import crash
from tests.play.score.nights import HARVESTS, Evening, play_and_enter
from tests.play.score.notes import AT, entry, write
from tests.walks import slow_but
from tt_print.core import Core, Environment, FileBook


def at_minute(path, game, names):
    """A core whose clock a test sets, in seconds, and a night begun there."""
    seconds = [0]
    core = Core(
        Environment(
            lambda: f"2026-11-21T20:{seconds[0] // 60:02}:{seconds[0] % 60:02}+00:00", bytes, "ann", FileBook(path)
        )
    )
    value(core, "score.start", game=game, players=names)

    def enter(at, answers, **more):
        seconds[0] = at
        return core, "score.enter", None, {"answers": answers, **more}

    def taken(*typed, **more):
        core, request, files, fields = enter(*typed, **more)
        return len(value(core, request, files, **fields)["hands"])

    def refused(*typed, **more):
        core, request, files, fields = enter(*typed, **more)
        return error(core, request, files, **fields)

    return core, taken, refused


def test_a_hand_meant_to_be_another_is_refused_with_what_stands_there(tmp_path):
    _, taken, refused = at_minute(tmp_path / "x", "craziness", ["Ann", "Bo", "Cy"])
    taken(0, ["Ann", 4, 1], hand=1)
    found = refused(100, ["Ann", 4, 1], hand=1)
    assert found["kind"] == "taken" and "Round 1 is entered already, by ann: Ann went out; Bo 4, Cy 1" in found["text"]
    assert "round 2 comes next" in refused(100, ["Ann", 4, 1], hand=3)["text"]


@pytest.mark.parametrize(("game", "answers"), [("craziness", ["Ann", 4, 1]), ("ww3", ["winner", "Ann"])])
def test_no_hand_is_played_within_a_minute_of_the_same_one(tmp_path, game, answers):
    _, taken, refused = at_minute(tmp_path / "x", game, ["Ann", "Bo", "Cy"])
    taken(100, answers)
    for now in (100, 120, 160, 70):  # also a clock that was set back a little
        found = refused(now, answers)
        assert found["kind"] == "repeated" and found["text"].startswith("This is the same as round 1, entered")
    taken(120, answers, another=True)
    assert taken(181, answers) == 3, "after a minute two games may end alike"


def test_the_same_again_is_noticed_behind_another_hand_and_after_a_correction(tmp_path):
    core, taken, refused = at_minute(tmp_path / "x", "craziness", ["Ann", "Bo", "Cy"])
    taken(0, ["Ann", 4, 1])
    taken(5, ["Bo", 1, 1])
    said = refused(20, ["Ann", 4, 1])["text"]
    assert said.startswith("This is the same as round 1, entered 20 seconds ago by ann.")
    value(core, "score.edit", number=2, answers=["Bo", 1, 2])
    for cy in (1, 2):
        assert "the same as round 2" in refused(20, ["Bo", 1, cy])["text"]
    assert taken(20, ["Bo", 1, 3]) == 3


NO_REASON = ["--", "", " ", "7", "?", "..."]
REASONS = ["Bo insists", "2 decks", "nobody knows", "Karte verloren", "数え間違い"]


def test_a_reason_has_words():
    evening = Evening("craziness", "Ann", "Bo", "Cy")
    entry = ["hand", "Ann=1", "Bo=2", "Cy=1", "--force", "--note"]
    for word in NO_REASON:
        assert "--force needs a reason" in evening.refused(*entry, word), word
    for words in REASONS:
        assert evening.do(*entry, words, "--another").hands[-1].entry["note"] == words


MOST = [*"--cards Bo --reds cy --circles none".split()]
CASINO = "--ones Ann=8,Bo=12,Cy=4 --red-circles Ann=1,Bo=2,Cy=2 --special Bo --hearts none".split()


def test_who_took_most_counts_as_the_counts_would():
    counts = "--cards Ann=38,Bo=46,Cy=40 --reds Ann=7,Bo=7,Cy=11 --circles Ann=9,Bo=9,Cy=6".split()
    by_counts = Evening("casino", "Ann", "Bo", "Cy").seen("hand", *counts, *CASINO)
    evening = Evening("casino", "Ann", "Bo", "Cy")
    by_most = evening.seen("hand", *MOST, *CASINO)
    assert by_counts.splitlines()[:-1] == by_most.splitlines()[:-1], "all but what takes it back, which names the file"
    assert evening.undo() and evening.put_back().totals == (8 + 3, 25 + 12 + 6 + 15, 10 + 4 + 6)
    assert "round 1: Bo took most cards, Cy took most reds, nobody took most circles" in evening.log()[1]
    assert evening.edit(1, "--cards", "Cy").totals == (11, 12 + 6 + 15, 10 + 4 + 6 + 25)
    assert evening.edit(1, "--cards", "Ann=38,Bo=46,Cy=40").totals == (11, 25 + 12 + 6 + 15, 20)
    assert evening.hand(*MOST, *CASINO) and evening.edit(2, "--ones", "Cy=5").hands[1].points == (11, 58, 21)
    assert "--reds: Bo and Cy" in evening.refused("edit", "2", "--reds", "Ann=7")
    assert evening.edit(2, "Ann=50", "Bo=60", "Cy=40").hands[1].points == (50, 60, 40)


@pytest.mark.parametrize("game", ["craziness", "casino", "push-it", "six-suit", "ww3"])
def test_a_note_alone_can_be_added_to_any_entry(game):
    evening = play_and_enter(game, 3, 2).evening
    hand = evening.night.hands[-1]
    assert evening.edit(hand.number, "--note", "tea was late").hands[-1].entry == hand.entry | {"note": "tea was late"}


@pytest.mark.parametrize("game", HARVESTS)
def test_a_hand_that_was_not_stored_is_repeated_so_that_it_can_be_typed(game):
    """Refused because round 1 is taken, it is printed as one command, which enters the same hand in another night."""
    played = play_and_enter(game, 3, 4, {"next_dealer": "loser"} if game == "push-it" else None)
    night = played.evening.night
    words, _ = played.hands[0]
    again = Evening(game, *night.names, house=night.house, dealer=night.hands[0].dealer)
    refused = played.evening.score("hand", *words, "--hand", "1")
    assert refused.status == 2 and "Nothing saved" in refused.err
    *_, command = hints(refused.err)
    assert again.hand(*command[2:]).hands[0].entry == night.hands[0].entry


@pytest.mark.parametrize(("game", "words"), [
    ("casino", "--cards Ann --reds Bo --circles none --ones Ann=12,Bo=13,Cy=0 --red-circles Ann=2,Bo=3,Cy=0 --special Ann --hearts none"), ("casino", "Ann=100 Bo=50 Cy=0"),
    ("push-it", "--went-out Ann --right Bo=1 --caught Ann=1"), ("six-suit", "--out Ann=red,Bo"), ("ww3", "--out Ann --cards Ann=0,Bo=32,Cy=32"),
    ("armageddon", "--places Bo,Ann,Cy"),
])  # fmt: skip
def test_every_games_entries_take_a_new_name(game, words):
    old, new = Evening(game, "Ann", "Bo", "Cy"), Evening(game, "Zoë", "Bo", "Cy")
    old.hand(*words.split())
    new.hand(*words.replace("Ann", "Zoë").split())
    assert old.do("rename", "Ann", "Zoë").hands[0].entry == new.night.hands[0].entry and old.seen() == new.seen()


def test_the_record_the_spreadsheet_and_the_sheet_tell_of_it(tmp_path):
    evening = Evening("craziness", "Ann", "Bo", "Cy")
    evening.hand("Ann=0", "Bo=4", "Cy=3")
    for words in ("join Di", "leave Bo", "rename Cy Cyril"):
        night = evening.do(*words.split())
    lines = ["Di plays from round 2 on, beginning with 0 points", "Bo left before round 2"]
    assert evening.log()[2:] == [*lines, "Cy renamed Cyril"]
    evening.seen("export", "--csv", "--out", tmp_path)
    (sheet,) = tmp_path.rglob("*.csv")
    text = sheet.read_text(encoding="utf-8")
    assert all(line in text for line in lines)
    assert [(each["kind"], each["hand"]) for each in night.json["table_changes"]] == [("join", 2), ("leave", 2)]
    assert night.names == ("Ann", "Bo", "Cyril", "Di") and night.hands[0].names == ("Ann", "Bo", "Cyril")
    for kind in ("Cy was renamed Cyril", "Bo left", "Di joined"):
        assert evening.seen("undo").startswith(f"Undone: {kind}.")


def test_the_command_says_which_hand_it_was_and_what_came_of_it(capsys):
    tt(capsys, "score", "start", "craziness", "Ann", "Bo")
    for bo in (4, 5, 1):
        tt(capsys, "score", "hand", "Ann=0", f"Bo={bo}")
    ran = tt(capsys, "score", "remove", "2")
    who = json.loads(tt(capsys, "score", "log", "--json").out)["log"][0]["who"]
    assert " ".join(ran.out.split()) == (
        f"Removed: round 2, entered by {who}: Ann went out; Bo 5. To undo: tt-print score undo "
        "Round 3 is round 2 now Round 2: Bo was to deal, not Ann Total: Bo 10 -> 5 Ann deals next"
    )
    assert json.loads(tt(capsys, "score", "undo", "--json").out)["changes"][0] == "Round 2 is round 3 now"
    assert tt(capsys, "score", "remove", "9").err == "error: there is no round 9. The rounds are 1 to 3.\n"


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
    return [record["name"] for record in json.loads(tt(capsys, "score", "stats", "--json").out)["players"]]


def drop(*numbers):
    """What the command `drop` stored, which there is no more."""
    for number in numbers:
        path = Path(os.environ["TT_PRINT_DATA"]) / "score.sqlite"
        FileBook(path).write(lambda _, number=number: [entry("drop", {}, number)], AT, "ann")


def test_a_night_that_was_dropped_counts_nowhere_and_comes_back_whole(capsys, three):
    assert players(capsys) == ["Ann", "Bo", "Boo", "Cy"] and listed(capsys) == ([1, 2, 3], 3, [])
    drop(2)
    assert players(capsys) == ["Ann", "Bo", "Cy"] and listed(capsys) == ([1, 3], 3, [2])
    assert "This game night is deleted: it counts nowhere." in tt(capsys, "score", "show", "2").out
    for words in ("hand --winner Ann", "edit 1 --winner Ann", "note x", "remove 1", "join Di", "export --csv"):
        assert "night 2 is deleted. To restore it:" in tt(capsys, "score", *words.split(), "--night", "2").err
    assert "is deleted" in tt(capsys, "score", "resume", "2").err
    assert "the game night was deleted" in tt(capsys, "score", "log", "--night", "2").out
    assert tt(capsys, "score", "undo", "--night", "2").out.startswith("Undone: game night 2 was deleted.")
    assert players(capsys) == ["Ann", "Bo", "Boo", "Cy"] and listed(capsys) == ([1, 2, 3], 3, [])
    assert tt(capsys, "score", "undo", "--back", "--night", "2").status == 0 and listed(capsys) == ([1, 3], 3, [2])


def test_without_the_current_night_the_one_before_is_current(capsys, three):
    tt(capsys, "score", "resume", "1")
    drop(1)
    assert listed(capsys) == ([2, 3], 3, [1])
    drop(3, 2)
    assert listed(capsys) == ([], None, [1, 2, 3]) and players(capsys) == []
    ran = tt(capsys, "score")
    assert ran.status == 2 and "no game night has been started yet. Start one:" in ran.err
    assert "night 4: Ann, Di" in tt(capsys, "score", "start", "ww3", "Ann", "Di").out


@pytest.mark.slow
def test_a_change_that_is_not_stored_changes_nothing(capsys, tmp_path):
    path = tmp_path / "score.sqlite"
    tt(capsys, "score", "start", "craziness", "Ann", "Bo", "--file", path)
    crash(path, "score", "join", "Di")
    assert "Di" not in tt(capsys, "score", "--file", path).out


@pytest.mark.parametrize("words", [["hand", "Ann=0", "Bo=4"], ["undo"], ["undo", "--back"], ["edit", "1", "Bo=5"], ["note", "x"], ["nights"],
                                   ["stats"], ["log"], ["resume"], ["show", "1"], []])  # fmt: skip
def test_every_answer_can_be_quiet_or_json(capsys, words):
    tt(capsys, "score", "start", "craziness", "Ann", "Bo")
    tt(capsys, "score", "hand", "Ann=0", "Bo=1")
    if words[-1:] == ["--back"]:
        tt(capsys, "score", "undo")
    ran = tt(capsys, "score", *words, "--json")
    assert ran.status == 0 and ran.out.count("\n") == 1 and json.loads(ran.out)
    tt(capsys, "score", "undo") if words[-1:] == ["--back"] or words[:1] == ["edit"] else None
    assert tt(capsys, "score", *words, "--quiet").out == ""


def test_a_house_file_holds_for_the_night(capsys, tmp_path):
    house = tmp_path / "house.toml"
    house.write_text("[craziness]\nelimination_score = 5\n", encoding="utf-8")
    tt(capsys, "score", "start", "craziness", "Ann", "Bo", "Cy", "--house", house)
    house.unlink()  # the night keeps the rules that it began with
    assert "Out: Cy." in tt(capsys, "score", "hand", "Ann=0", "Bo=4", "Cy=5").out
    assert "elimination_score = 5" in tt(capsys, "score").out


@pytest.mark.parametrize("by", ["ann", "bo"])
def test_the_same_hand_again_within_a_minute_is_refused_with_what_to_type(capsys, monkeypatch, by):
    """The arrow up and Enter, or two people who both enter the hand."""
    monkeypatch.setenv("LOGNAME", "ann")
    tt(capsys, "score", "start", "craziness", "Ann", "Bo", "Cy")
    assert tt(capsys, "score", "hand", "Ann=0", "Bo=4", "Cy=1").err == ""
    monkeypatch.setenv("LOGNAME", by)
    ran = tt(capsys, "score", "hand", "Bo=4", "--went-out", "Ann", "Cy=1", "--note", "tea")
    assert ran.status == 2 and re.search("this is the same as round 1, entered .* by ann. Nothing saved.", ran.err)
    assert ran.err.splitlines()[-1] == "  tt-print score hand --went-out Ann Bo=4 Cy=1 --note tea --another"
    assert len(json.loads(tt(capsys, "score", "--json").out)["hands"]) == 1
    ran = tt(capsys, "score", "hand", "--went-out", "Ann", "Bo=4", "Cy=1", "--another")
    assert ran.status == 0 and ran.err == ""
    assert tt(capsys, "score", "hand", "Ann=0", "Bo=4", "Cy=2").err == ""


def test_equal_points_later_are_only_pointed_out(capsys, tmp_path):
    """A hand of long ago; without points two games may well end alike."""
    for game, answers, words, said in (
        ("craziness", ["Ann", 4], ["Ann=0", "Bo=4"], "warning: round 2 is the same as round 1"),
        ("ww3", ["winner", "Ann"], ["--winner", "Ann"], ""),
    ):
        path = tmp_path / game
        core = Core(Environment(lambda: "2026-01-21T20:00:00+00:00", bytes, "ann", FileBook(path)))
        value(core, "score.start", game=game, players=["Ann", "Bo"])
        value(core, "score.enter", answers=answers)
        ran = tt(capsys, "score", "hand", *words, "--file", path)
        assert ran.status == 0 and ran.err.startswith(said) and ("score undo" in ran.err) is bool(said)


def test_a_real_process_keeps_score_where_the_variable_says(tmp_path):
    place = str(tmp_path / "my nights")
    assert process("score", "start", "ww3", "Ann", "Bo", TT_PRINT_DATA=place).status == 0
    assert sorted(path.name for path in (tmp_path / "my nights").iterdir()) == ["score.sqlite", "score.sqlite.copy"]


def test_a_note_that_a_terminal_would_obey_spoils_no_sheet(tmp_path):
    """No command keeps one, but a file of nights can be written by another program."""
    evening = Evening("craziness", "Ann", "Bo")
    evening.hand("Ann=0", "Bo=3")
    write(evening.file, "a\x1b[31m \u202e \x9b2J")
    evening.seen("export", "--pdf", "--csv", "--paper", "a4", "--out", tmp_path)
    text = {file.suffix: file.read_bytes() for file in tmp_path.glob("scores/*")}
    assert text[".pdf"].startswith(b"%PDF") and b"\x1b" not in text[".csv"]


@pytest.mark.parametrize("note", ["\x1b[31mred", "\udcff", "a\u202eb", "x" * 10_001])
def test_a_note_that_cannot_be_shown_is_not_kept(note):
    evening = Evening("craziness", "Ann", "Bo")
    for words in (["note", note], ["hand", "Ann=0", "Bo=1", "--note", note]):
        said = evening.refused(*words)
        assert "cannot be shown" in said or "10,000" in said


@pytest.mark.parametrize("count", slow_but([3], [3, 6]))
def test_several_terminals_at_one_night_each_see_their_own_hand(count):
    """Whoever enters first is not told of the hands that others stored while this one was still being copied."""
    night = Evening("craziness", "Ann", "Bo", "Cy", house={"elimination_score": 9999})
    words = [sys.executable, "-m", "tt_print", "score", "hand", "Ann=0", "Cy=1", "--file", str(night.file)]
    points, pipe = range(11, 11 + count), subprocess.PIPE
    running = [subprocess.Popen([*words, f"Bo={n}"], cwd=ROOT, stdout=pipe, stderr=pipe, text=True) for n in points]
    for number, (out, err) in zip(points, [each.communicate() for each in running], strict=True):
        assert "Saved." in out and f" {number}  " in out.splitlines()[1], (out, err)
    after = night.do("note", "x")
    assert after.totals[1] == sum(points) and len(after.hands) == count


def test_each_kind_of_file_of_a_night_is_made_alone(capsys, tmp_path):
    assert tt(capsys, *"score start craziness Ann Bo".split()).status == 0
    assert tt(capsys, *"score hand Ann=0 Bo=3".split()).status == 0
    for option, end in (("--csv", ".csv"), ("--pdf", ".pdf"), ("--picture", ".png"), ("--text", ".txt")):
        assert tt(capsys, "score", "export", option, "--out", tmp_path / end).status == 0
        assert {path.suffix for path in (tmp_path / end).rglob("*.*")} - {".json"} == {end}
