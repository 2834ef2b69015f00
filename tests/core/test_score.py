"""A night kept through the core is a night of the command line: the same file, the same table, the same refusals."""

import os
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.commands import tt
from tests.core.asking import ask, error, still_environment, value, without_format
from tests.core.calls import Caller
from tt_print.core import Core, FileBook
from tt_print.errors import InputError, MachineError
from tt_print.games import GAMES, POINTS

NAMES = ["Ann", "Bo", "Cy"]


@pytest.fixture
def core(tmp_path):
    return Core(still_environment(FileBook(tmp_path / "nights.sqlite")))


def answer_a_hand(core, caller):
    """All questions of a hand answered by chance; an answer that cannot be is given anew."""
    answers = []
    for _ in range(200):
        asked = ask(core, "score.ask", answers=answers).data
        if not asked["ok"]:
            answers = answers[:-1]
            continue
        if asked["value"]["ready"]:
            return answers, asked["value"]
        answers = [*answers, caller.answer(asked["value"]["question"])]
    raise AssertionError("this hand has no end")


@pytest.mark.parametrize("game", [*GAMES, POINTS])
def test_an_evening_by_chance_stands_in_the_command_lines_table(core, tmp_path, capsys, game):
    caller = Caller(f"evening of {game}")
    value(core, "score.start", game=game, players=NAMES, dealer="Cy")
    for number in range(1, 6):
        now = value(core, "score.state")
        if now["over"]:
            break
        assert now["next_hand"] == number
        answers, ready = answer_a_hand(core, caller)
        assert ready["hand"] == number and ready["summary"] and ready["question"] is None
        wrong = {"force": True, "note": "counted twice"} if ready["discrepancies"] else {}
        if wrong:
            refused = error(core, "score.enter", answers=answers, hand=number)
            assert refused["kind"] == "tally" and refused["discrepancies"] == ready["discrepancies"]
        value(core, "score.enter", answers=answers, hand=number, another=True, **wrong)
        kind = error(core, "score.enter", answers=answers, hand=number, another=True, **wrong)["kind"]
        assert kind in ("taken", "input")
    said = without_format(tt(capsys, "score", "--file", tmp_path / "nights.sqlite", "--json").out)
    now = value(core, "score.state")
    assert {key: now[key] for key in said} == said and len(said["hands"]) >= 1


def test_a_night_of_points_ends_when_its_table_says_so(core):
    """Without it nobody has won such a night; it can be taken back."""
    begun = value(core, "score.start", game=POINTS, players=NAMES)
    assert not begun["can_finish"] and "no round is entered" in error(core, "score.finish")["text"]
    assert value(core, "score.enter", words=["5", "8", "9"])["can_finish"]
    over = value(core, "score.finish")
    assert over["over"] and over["winner"] == ["Cy"] and not over["can_finish"]
    undone = value(core, "score.undo")
    assert not undone["over"] and undone["can_redo"]
    assert (
        undone["undone"]["who"] == "a test"
        and "rounds" in undone["undone"]["what"]
        and undone["ask"]
        and not over["ask"]
    )
    assert not value(core, "score.start", game="craziness", players=NAMES)["can_finish"]
    assert "ends by its own rules" in error(core, "score.finish")["text"]


def test_a_hand_of_craziness_is_asked_as_a_table_would(core):
    value(core, "score.start", game="craziness", players=NAMES)
    first = value(core, "score.ask")["question"]
    assert (first["kind"], first["title"]) == ("tile", "Round 1: who went out?")
    assert value(core, "score.state")["ask"] == first
    assert [each["value"] for each in first["choices"]] == [*NAMES, None]
    second = value(core, "score.ask", answers=["Ann"])["question"]
    assert (second["kind"], second["seat"], second["numbers"]) == ("number", "Bo", [*range(1, 19)])
    assert value(core, "score.ask", answers=["Ann", 4])["given"] == {"Ann": "out", "Bo": "+4"}
    assert (second["also"][0]["kind"], second["also"][0]["min"]) == ("cards", 1)
    assert "0 points, and Ann went out?" in error(core, "score.ask", answers=["Ann", 0])["text"]
    ready = value(core, "score.ask", answers=["Ann", ["RH3", "KB4"], 1])
    assert ready["ready"] and ready["summary"] == "Ann went out; Bo RH3 KB4, Cy 1"
    entered = value(core, "score.enter", answers=["Ann", ["RH3", "KB4"], 1], hand=1)
    assert entered["totals"] == {"Ann": 0, "Bo": 4, "Cy": 1} and entered["next_hand"] == 2 and entered["dealer"] == "Bo"
    assert "missing" in error(core, "score.enter", answers=["Ann"])["text"]


def entered(core, game, answers, names=NAMES):
    """The entry that these answers come to, in a night of its own."""
    value(core, "score.start", game=game, players=names)
    return value(core, "score.enter", answers=answers)["hands"][0]["entry"]


def asked(core, *answers):
    return value(core, "score.ask", answers=answers)["question"]


def test_who_has_no_cards_is_asked_for_nothing(core):
    """By hand: most cards, reds, and circles are Ann's, the others have 0 of everything; 1 card is aside."""
    entry = entered(core, "casino", [{"Ann": 124, "Bo": 0, "Cy": 0}, 25, 5, "Ann", None])
    assert entry["counts"]["Cy"] == [0, None, None, 0, 0, 0, None]
    assert entry["most"] == {"reds": "Ann", "circles": "Ann"}
    assert asked(core, {"Ann": 124, "Bo": 0, "Cy": 0})["title"] == "Ann: ones"
    assert [each["value"] for each in asked(core, {"Ann": 84, "Bo": 0, "Cy": 40})["choices"]] == ["Ann", "Cy", None]
    assert "Bo took no cards" in error(core, "score.ask", answers=[{"Ann": 84, "Bo": 0, "Cy": 40}, "Bo"])["text"]


def test_the_last_count_is_suggested_and_one_that_cannot_be_is_refused_or_kept(core):
    value(core, "score.start", game="casino", players=NAMES)
    last = asked(core, {"Ann": 40, "Bo": 44})
    assert (last["title"], last["default"], last["min"], last["max"]) == ("Cy: cards", 40, 40, 40)
    ahead = [{"Ann": 40, "Bo": 44}, 40]
    reds = asked(core, *ahead, {"Ann": 8, "Bo": 10})
    assert (reds["min"], reds["max"], reds.get("default")) == (6, 7, None)  # one card is aside, unseen
    for wrong, told in (
        ([*ahead, {"Ann": 41}], "41 reds of Ann, and there are 25"), ([{"Ann": 4, "Bo": 100, "Cy": 20}, {"Ann": 5}], "5 reds of Ann, who took 4 cards?"),
        ([ahead[0], "x"], "is not an answer to"), ([*ahead, ["RH3"]], "is not an answer to"), ([ahead[0], -1], "is not a number"),
    ):  # fmt: skip
        assert told in error(core, "score.ask", answers=wrong)["text"]
    refused = error(core, "score.ask", answers=[ahead[0], 39])
    assert refused["kind"] == "count" and "123 cards in all, but there are 124" in refused["text"]
    assert asked(core, ahead[0], {"keep": 39})["title"] == "Who took most reds?"
    assert asked(core, {"keep": {"Ann": 40, "Bo": 44, "Cy": 46}})["title"] == "Who took most reds?"


def test_casino_takes_ties_and_points(core):
    assert entered(core, "casino", ["points", 11, 75, 13]) == {"points": {"Ann": 11, "Bo": 75, "Cy": 13}}
    tied = entered(core, "casino", [None, None, "Ann", 12, 13, 3, 2, "Ann", None], names=["Ann", "Bo"])
    assert tied["most"] == {"cards": None, "reds": None, "circles": "Ann"}


def test_the_war_games_ask_only_what_can_be(core):
    value(core, "score.start", game="ww3", players=NAMES)
    assert [each["value"] for each in asked(core)["also"][0]["choices"]] == ["winner"]
    assert "no player is called 'back'" in error(core, "score.ask", answers=["back"])["text"]
    value(core, "score.enter", answers=["Cy"])
    assert [each["value"] for each in asked(core)["also"][0]["choices"]] == ["back", "winner"]
    assert [each["value"] for each in asked(core)["choices"]] == ["Ann", "Bo"]
    assert value(core, "score.enter", answers=["back"])["hands"][1]["entry"]["back"] == ["Cy"], "nobody else can"


@pytest.mark.parametrize(("answers", "row"), [
    ([["Bo"], "red"], (["Bo"], "red")), ([["Bo"], "?"], (["Bo"], "?")), ([["Bo"], None], (["Bo"], None)),
    ([["Bo", "Tom+Sue"], "heart"], (["Bo", "Tom+Sue"], "heart")),
])  # fmt: skip
def test_six_suit_takes_a_value_and_several_who_are_out_at_once(core, answers, row):
    names = ["Ann", "Bo", "Tom+Sue", "Di"]
    assert entered(core, "six-suit", answers, names=names) == {"out": [{"who": row[0], "by": row[1], "from": None}]}


def test_an_earlier_hand_is_asked_anew_or_corrected_in_a_word(core):
    value(core, "score.start", game="craziness", players=NAMES)
    value(core, "score.enter", answers=["Ann", 4, 1])
    value(core, "score.enter", answers=["Bo", 4, 2])
    assert value(core, "score.ask", edit=1, answers=["Cy", 2, 3])["ready"]
    anew = value(core, "score.edit", number=1, answers=["Cy", 2, 3])
    assert anew["hands"][0]["points"] == {"Ann": 2, "Bo": 3, "Cy": 0}
    assert value(core, "score.edit", number=1, words=["Bo=7"])["hands"][0]["points"] == {"Ann": 2, "Bo": 7, "Cy": 0}
    assert value(core, "score.remove", number=1)["totals"] == {"Ann": 4, "Bo": 0, "Cy": 2}


def test_players_come_and_go(core):
    value(core, "score.start", game="craziness", players=NAMES)
    value(core, "score.enter", answers=["Ann", 4, 1])
    assert value(core, "score.join", name="Di")["players"] == ["Ann", "Bo", "Cy", "Di"]
    assert value(core, "score.leave", name="Bo")["present"] == ["Ann", "Cy", "Di"]
    assert value(core, "score.rename", old="Cy", new="Cyril")["players"] == ["Ann", "Bo", "Cyril", "Di"]
    assert value(core, "score.note", text="Bo left at ten")["notes"][0]["text"] == "Bo left at ten"
    kinds = [row["kind"] for row in value(core, "score.log")["log"]]
    assert kinds == ["start", "hand", "join", "leave", "rename", "note"]
    fields = {each["name"]: each for each in value(core, "score.fields", game="craziness")["fields"]}
    assert {"Cyril", "Bo"} <= {each["value"] for each in fields["players"]["choices"]}


def test_a_night_is_saved_and_opened_as_the_command_lines_file(core, tmp_path, capsys):
    value(core, "score.start", game="casino", players=NAMES)
    value(core, "score.enter", words=["Ann=60", "Bo=30", "Cy=20"], force=True, note="as written")
    (data,) = ask(core, "score.save").files.values()
    (tmp_path / "carried.sqlite").write_bytes(data)
    ran = tt(capsys, "score", "--file", tmp_path / "carried.sqlite", "--json")
    assert without_format(ran.out)["totals"] == {"Ann": 60, "Bo": 30, "Cy": 20}
    other = Core(still_environment(FileBook(tmp_path / "other" / "nights.sqlite")))
    value(other, "score.start", game="ww3", players=NAMES)
    looked = value(other, "score.open", {"nights": data})
    assert [night["title"] for night in looked["nights"]] == ["Casino Macedonia"]
    assert value(other, "score.state")["game"] == "ww3"
    assert looked["lost"] == 1 and "different game nights" in looked["compared"]
    assert "Nothing was changed" in error(other, "score.open", {"nights": data}, replace=True)["text"]
    assert value(other, "score.state")["game"] == "ww3"
    value(other, "score.open", {"nights": data}, replace=True, force=True)
    assert value(other, "score.state")["totals"] == {"Ann": 60, "Bo": 30, "Cy": 20}
    others = {path.name for path in (tmp_path / "other").iterdir()} - {"nights.sqlite"}
    assert others, "what was there has another name"


def test_a_night_that_travels_counts_once_and_an_older_copy_of_it_is_noticed(core, tmp_path, capsys):
    """From a laptop to a phone, where it goes on, and back (NemeStats 102)."""

    def enter(at: Core, winner: str) -> bytes:
        words = ["--went-out", winner, *(f"{name}=1" for name in NAMES if name != winner)]
        value(at, "score.enter", words=words, another=True)
        (data,) = ask(at, "score.save").files.values()
        return data

    value(core, "score.start", game="craziness", players=NAMES)
    older, phone = enter(core, "Ann"), Core(still_environment(FileBook(tmp_path / "phone" / "nights.sqlite")))
    assert value(phone, "score.open", {"nights": older}, replace=True)["compared"] == ""
    newer = enter(phone, "Bo")
    looked = value(core, "score.open", {"nights": newer}, replace=True)
    assert looked["lost"] == 0 and "newer" in looked["compared"]
    assert value(core, "score.stats")["nights"] == 1 and len(value(core, "score.state")["hands"]) == 2
    assert "the same" in value(core, "score.open", {"nights": newer}, replace=True)["compared"]
    assert "older" in error(core, "score.open", {"nights": older}, replace=True)["text"]
    (tmp_path / "nights.sqlite").write_bytes(b"")
    assert "older" in error(core, "score.open", {"nights": older}, replace=True)["text"], "its copy has more"
    value(core, "score.open", {"nights": older}, replace=True, force=True)
    mine = enter(core, "Cy")
    looked = value(phone, "score.open", {"nights": mine})
    assert looked["lost"] == 1 and "differ from entry 3 on" in looked["compared"]


def test_a_named_file_that_is_an_older_copy_of_the_own_nights_is_noticed(capsys, own_settings, tmp_path):
    old = tmp_path / "old.sqlite"
    for words in ("start craziness Ann Bo", "hand Ann=0 Bo=2"):
        assert tt(capsys, "score", *words.split()).status == 0
    own = Path(os.environ["TT_PRINT_DATA"]) / "score.sqlite"
    old.write_bytes(own.read_bytes())
    assert tt(capsys, "score", "--file", old).err == "", "it is the same"
    assert tt(capsys, "score", "hand", "Ann=0", "Bo=3").status == 0
    for words in ("", "nights", "hand Ann=4 Bo=0"):
        err = tt(capsys, "score", *words.split(), "--file", old).err
        assert err.count("an older copy of your own game nights. It ends at entry 2") == 1 and err.count("\n") == 1, err
    assert tt(capsys, "score", "--file", old).err == "" == tt(capsys, "score").err, "they went on by themselves"
    assert tt(capsys, "score", "--file", own).err == ""


def test_a_file_that_is_none_of_ours_is_refused_and_nothing_lost(core, tmp_path):
    value(core, "score.start", game="ww3", players=NAMES)
    with sqlite3.connect(tmp_path / "x.sqlite") as strange:
        strange.execute("CREATE TABLE t (a)")
    strange.close()
    (good,) = ask(core, "score.save").files.values()
    for data in (b"", b"nothing", (tmp_path / "x.sqlite").read_bytes(), good[: len(good) // 2]):
        assert error(core, "score.open", {"nights": data}, replace=True)["kind"] in ("input", "machine")
        assert value(core, "score.state")["game"] == "ww3"


def test_many_may_look_at_files_at_the_same_time(tmp_path):
    good = Core(still_environment(FileBook(tmp_path / "other.sqlite")))
    value(good, "score.start", game="craziness", players=["Ann", "Bo"])
    data, book = FileBook(tmp_path / "other.sqlite").save(), FileBook(tmp_path / "nights.sqlite")

    def look(data: bytes) -> int | None:
        try:
            return len(book.look(data))
        except InputError:
            return None

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(look, [data, b"garbage"] * 20)) == [1, None] * 20
    assert not list(tmp_path.glob("nights*")), "looking leaves nothing behind"


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_where_a_file_cannot_be_kept_the_one_before_it_stays(core, tmp_path, monkeypatch, step):
    value(core, "score.start", game="craziness", players=["Ann", "Bo"])
    other = FileBook(tmp_path / "other.sqlite")
    value(Core(still_environment(other)), "score.start", game="six-suit", players=["Cy", "Di"])
    before, data = core.environment.book.events(), other.save()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, step, full)
        with pytest.raises(MachineError, match="No space left"):
            core.environment.book.look(data, replace=True)
    assert core.environment.book.events() == before and not list(tmp_path.glob(".*"))


def test_what_is_wrong_is_said_as_on_the_command_line(core, tmp_path, capsys):
    file = ["--file", tmp_path / "nights.sqlite"]
    value(core, "score.start", game="craziness", players=NAMES)
    for name, fields, line in [
        ("score.start", {"game": "casino", "players": ["Ann"]}, ["start", "casino", "Ann"]),
        ("score.start", {"game": "ww3", "players": ["Ann", "ann"]}, ["start", "ww3", "Ann", "ann"]),
        ("score.join", {"name": "Ann"}, ["join", "Ann"]),
        ("score.rename", {"old": "Zoe", "new": "Ann"}, ["rename", "Zoe", "Ann"]),
    ]:
        assert tt(capsys, "score", *line, *file).err.strip() == f"error: {error(core, name, **fields)['text']}"


def test_without_a_place_for_nights_and_without_a_night_it_is_said():
    assert error(Core(still_environment()), "score.state")["kind"] == "input"


@pytest.mark.parametrize("name", [True, 5, None, ["Bo"]])
def test_a_name_that_is_no_text_is_refused(core, name):
    assert error(core, "score.start", game="craziness", players=["Ann", name])["kind"] in ("request", "input")


def test_before_the_first_night_there_is_none(core):
    assert error(core, "score.state")["kind"] == "night"
    assert value(core, "score.nights") == {"nights": [], "current": None, "dropped": []}
    assert error(core, "score.save")["kind"] == "input"


def test_any_other_game_is_scored_by_points(core, tmp_path, capsys):
    begun = value(core, "score.start", game="points", players=NAMES, house={"target_points": 100, "best": "few"})
    assert (begun["title"], begun["good_points"]) == ("Another game", "few")
    first = value(core, "score.ask")["question"]
    assert (first["kind"], first["seat"], first["min"]) == ("number", "Ann", -9999)
    value(core, "score.enter", answers=[60, -5, 10])
    after = value(core, "score.enter", answers=[50, 20, 30])
    assert after["totals"] == {"Ann": 110, "Bo": 15, "Cy": 40} and after["over"] and after["winner"] == ["Bo"]
    file = ["--file", tmp_path / "nights.sqlite"]
    assert without_format(tt(capsys, "score", "--json", *file).out)["places"] == ["Bo", "Cy", "Ann"]
    assert tt(capsys, "score", "edit", "2", "Bo=-3", *file).status == 0
    assert value(core, "score.state")["totals"]["Bo"] == -8
