"""Nights of others: every night that can be kept here comes in, and nothing comes in that could not have been kept here."""

import json
import random

import pytest

from tests.commands import tt, type_line
from tests.score.nights import HARVESTS, Evening, play_and_enter
from tests.score.notes import write
from tests.walks import walk
from tt_print.games import find_game


def change_at_random(evening, entries, rng, steps):
    """Corrections, notes, moves, comings and goings, and steps back, as far as the commands allow them."""
    names = [*evening.night.names, "Di"]
    for _ in range(steps):
        reason = rng.choice(("so it was", "Łukasz said so"))
        acts = [
            ["edit", rng.randint(1, len(evening.night.hands)), *rng.choice(entries), "--force", "--note", reason], ["undo"], ["redo"],
            ["note", rng.choice(("late", "=1+1", "a  b")), *rng.choice(([], ["--hand", 1]))], ["move", rng.choice(("color", "shape"))],
            ["remove", rng.randint(1, 3)], ["join", rng.choice(("Di", "Ed")), *rng.choice(([], ["--points", 3], ["--from", 1]))],
            ["leave", rng.choice(names), *rng.choice(([], ["--from", 2]))], ["rename", rng.choice(names), rng.choice(("Zoë", "Jo", "Bo"))],
            ["rule", rng.choice(("next_dealer=winner", "first_player=dealer", "x=1"))],
        ]  # fmt: skip
        evening.score(*rng.choice(acts))


def check_exchange(game, players, seed, folder, house=None, steps=10):
    rng = random.Random(seed)
    played = play_and_enter(game, players, seed, house)
    theirs = played.evening
    change_at_random(theirs, [words for words, _ in played.hands], rng, steps)
    theirs.seen("export", "--json", "--out", folder)
    (file,) = folder.glob("scores/*.json")
    here = Evening("ww3", "Ann", "Bo")
    came = here.do("import", file).json
    wanted = json.loads(theirs.seen("--json"))
    for each in (came, wanted):
        del each["night"]
        each["hands"] = [hand | {"entry": None} for hand in each["hands"]]  # a note is mended on its way
        each["notes"] = len(each["notes"])
    assert came == wanted
    assert "that night is here already, as night 2" in here.refused("import", file)
    look_at_everything(here, folder)
    return here


def look_at_everything(evening, folder):
    for words in (
        [], ["log"], ["stats"], ["nights"], ["export", "--csv", "--pdf", "--json", "--paper", "a4", "--out", folder / "all"],
    ):  # fmt: skip
        assert evening.seen(*words) and evening.seen(*words, columns=40)


@pytest.mark.parametrize("game", HARVESTS)
def test_what_can_be_kept_comes_in_and_can_be_looked_at(game, tmp_path):
    check_exchange(game, 3, 1, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("game", HARVESTS)
def test_nights_under_every_house_rule_come_in(game, tmp_path):
    """And each change can be taken back there, with all that is shown then."""
    houses = [house for house in find_game(game).house_trials() if house.get("teams", "none") == "none"]
    for number, house in enumerate(houses[::3]):
        folder = tmp_path / str(number)
        here = check_exchange(game, 3 + number % 2, number, folder, house)
        while here.score("undo", "--night", "2").status == 0:
            look_at_everything(here, folder)


def test_a_note_that_a_terminal_would_obey_spoils_no_sheet(tmp_path):
    """No command keeps one, but a file of nights can be written by another program."""
    evening = Evening("craziness", "Ann", "Bo")
    evening.hand("Ann=0", "Bo=3")
    write(evening.file, "a\x1b[31m \u202e \x9b2J")
    evening.seen("export", "--pdf", "--csv", "--json", "--paper", "a4", "--out", tmp_path)
    text = {file.suffix: file.read_bytes() for file in tmp_path.glob("scores/*")}
    assert text[".pdf"].startswith(b"%PDF") and b"\x1b" not in text[".csv"] and b"\\u001b[31m" in text[".json"]


START = {"game": "craziness", "players": ["Ann", "Bo"], "house": "-", "dealer": "Ann", "places": "1224"}
HAND = {"entry": {"out": "Ann", "left": {}, "points": {"Ann": 0, "Bo": 4}}}
LEFT = {"entry": {"out": "Ann", "left": {"Bo": ["RH3"]}, "points": {"Ann": 0}}}


def night_of(*rows, **more):
    """A file with an event a line, the first on line 3."""
    events = [{"at": "2026-11-21T20:00:00+01:00", "who": "ann", "kind": kind, "data": data} for kind, data in rows]
    lines = ",\n".join(json.dumps(event | more) for event in events)
    return f'{{"format": "tt_print night",\n"version": 2, "events": [\n{lines}]}}'


@pytest.fixture
def refused(tmp_path, monkeypatch):
    """What is said of a file that does not come in; nothing is kept of it."""
    monkeypatch.chdir(tmp_path)

    def refused(text):
        (tmp_path / "friends.json").write_text(text, encoding="utf-8")
        ran = type_line("score", "import", "friends.json", "--file", "score.sqlite")
        assert ran.status == 2 and not (tmp_path / "score.sqlite").exists(), ran
        return ran.err.removeprefix("error: ").removesuffix("\n")

    return refused


@walk(("rows", "line", "said"), [
    ([], 1, "a night has 1 to 500 events, and this one 0"),
    ([("hand", HAND)], 3, "one beginning"),
    ([("start", START), ("start", START)], 4, "one beginning"),
    ([("dance", {})], 3, "kind = 'dance' is none of start, resume,"),
    ([("start", START | {"game": "chess"})], 3, "'chess'"),
    ([("start", START | {"players": ["Ann"]})], 3, "2 to"),
    ([("start", START | {"players": ["Ann", "ann"]})], 3, "two players are called"),
    ([("start", START | {"players": ["Ann", "Bo  x"]})], 3, "would have been stored as"),
    ([("start", START | {"players": "Ann"})], 3, "events.data.players must be a list, not 'Ann'"),
    ([("start", START | {"players": ["Ann", 3]})], 3, "events.data.players must be a text in quotes, not 3"),
    ([("start", START | {"dealer": "Cy"})], 3, "no player is called 'Cy'"),
    ([("start", START | {"house": "must_play=maybe"})], 3, "must_play = maybe is not possible"),
    ([("start", START | {"places": "1"})], 3, "there is no way to count places '1'"),
    ([("start", START | {"snacks": 3})], 3, "events.data.snacks must be a text"),
    ([("start", {})], 3, "its data have no 'game'."),
    ([("start", START), ("hand", {})], 4, "its data have no 'entry'."),
    ([("start", START), ("hand", {"entry": []})], 4, "events.data.entry must be a table"),
    ([("start", START), ("hand", {"entry": {}})], 4, "its data have no 'points'."),
    ([("start", START), ("hand", {"entry": HAND["entry"] | {"points": {"Ann": 0, "Bo": -4}}})], 4, "'-4' is not a number"),
    ([("start", START), ("hand", {"entry": HAND["entry"] | {"points": {"Ann": 0, "Bo": True}}})], 4, "'True' is not a number"),
    ([("start", START), ("hand", {"entry": HAND["entry"] | {"points": {"Ann": 0, "Bo": 4.0}}})], 4, "'4.0' is not a number"),
    ([("start", START), ("hand", {"entry": HAND["entry"] | {"points": {"Ann": 0, "Bo": {"a": 1}}}})], 4, ""),
    ([("start", START), ("hand", {"entry": HAND["entry"] | {"points": []}})], 4, "AttributeError"),
    ([("start", START), ("hand", {"entry": HAND["entry"] | {"points": {"Ann": 0}}})], 4, "nothing is entered for Bo"),
    ([("start", START), ("hand", {"entry": HAND["entry"] | {"points": {"Ann": 0, "Cy": 4}}})], 4, "no player is called 'Cy'"),
    ([("start", START), ("hand", {"entry": HAND["entry"] | {"points": {"ann": 0, "Bo": 4}}})], 4, "would have been stored as"),
    ([("start", START), ("hand", {"entry": HAND["entry"] | {"out": ["Ann"]}})], 4, ""),
    ([("start", START), ("hand", {"entry": HAND["entry"] | {"snacks": 0}})], 4, "would have been stored as"),
    ([("start", START), ("hand", {"entry": HAND["entry"] | {"note": 3}})], 4, "cannot be 3."),
    ([("start", START), ("hand", {"entry": HAND["entry"] | {"note": "a\nb"}})], 4, "would have been stored as"),
    ([("start", START), ("hand", {"entry": HAND["entry"] | {"anyway": True}})], 4, "needs a reason"),
    ([("start", START), ("hand", {"entry": LEFT["entry"] | {"left": {"Bo": ["RH9"]}}})], 4, "'RH9'"),
    ([("start", START), ("hand", {"entry": LEFT["entry"] | {"left": {"Bo": [["RH3"]]}}})], 4, ""),
    ([("start", START), ("hand", {"entry": LEFT["entry"] | {"left": {"Bo": ["rh3"]}}})], 4, "would have been stored as"),
    ([("start", START), ("edit", {"hand": 1, **HAND})], 4, "there is no hand 1"),
    ([("start", START), ("hand", HAND), ("edit", {"hand": "1", **HAND})], 5, "events.data.hand must be a whole number, not '1'"),
    ([("start", START), ("hand", HAND), ("edit", {"hand": 0, **HAND})], 5, "there is no hand 0"),
    ([("start", START), ("hand", HAND), ("note", {"text": ["x"]})], 5, "events.data.text must be a text in quotes"),
    ([("start", START), ("hand", HAND), ("note", {"text": " x"})], 5, "would have been stored as"),
    ([("start", START), ("hand", HAND), ("note", {"text": "x", "hand": 7})], 5, "there is no hand 7"),
    ([("start", START), ("hand", HAND), ("undo", {"of": "x"})], 5, "events.data.of must be a whole number, not 'x'"),
    ([("start", START), ("hand", HAND), ("undo", {"of": 1})], 5, "would have been stored as {'of': 2}"),
    ([("start", START), ("undo", {"of": 1})], 4, "there is nothing to undo"),
    ([("start", START), ("redo", {"of": 1})], 4, "there is nothing to redo"),
    ([("start", START), ("move", {"variable": "color", "from": "red", "to": "blue"})], 4, "has no pointers"),
    ([("start", START | {"game": "push-it", "players": ["Ann", "Bo", "Cy"]}), ("move", {"variable": "color", "from": "red", "to": "blue"})], 4, "would have been stored as"),
    ([("start", START), ("resume", {"of": 1})], 4, "it would have been stored as {}"),
])  # fmt: skip
def test_what_could_not_have_been_entered_is_told_with_its_line(refused, rows, line, said):
    found = refused(night_of(*rows))
    assert (
        found.startswith(f"friends.json, line {line}: ") and said in found and found.endswith(" Nothing is imported.")
    ), found


@walk(("part", "value"), [
    ("at", "/../../../"), ("at", "2026-11-21/../x"), ("at", "20261121T200000"), ("at", "2026-13-21T20:00:00"), ("at", "٢٠٢٦-11-21T20:00"),
    ("at", ""), ("at", 3), ("who", None), ("who", "x" * 300), ("who", "a\nb"), ("kind", []), ("data", []), ("more", 1),
])  # fmt: skip
def test_when_and_who_have_a_form(refused, part, value):
    assert refused(night_of(("start", START), **{part: value})).startswith("friends.json, line 3: ")


@walk(("text", "said"), [
    ("", "line 1: expecting value."), ("[]", "is not a night that tt-print exported"), ('{"format": 3}', "is not a night"),
    *((f'{{"format": "tt_print night", "version": {version}, "events": []}}', "has a layout that this version does not know (")
      for version in ("99", "1", "true", '"2"', "null")),
    ("[" * 5000, "nested more than"), ('{"format": ' + "9" * 5000, "5,000 signs"),
    (night_of(("start", START), *[("hand", HAND)] * 500), "a night has 1 to 500 events, and this one 501"),
])  # fmt: skip
def test_another_file_is_told(refused, text, said):
    assert said in refused(text)


def test_a_night_in_which_somebody_drew_pictures_reaches_no_terminal(capsys, tmp_path):
    """Escapes in notes and in who wrote them are replaced at the door, and nothing is written beside the folder."""
    rows = [
        ("start", START), ("hand", {"entry": HAND["entry"] | {"note": "\x1b]0;x\x07 \u202e"}}), ("note", {"text": "\x9b2J"}),
    ]  # fmt: skip
    source = tmp_path / "friends.json"
    source.write_text(night_of(*rows, who="root\x1b[8m"), encoding="utf-8")
    assert tt(capsys, "score", "import", source).status == 0
    for words in (["log"], [], ["log", "--json"], ["export", "--csv", "--json", "--pdf", "--out", tmp_path / "out"]):
        ran = tt(capsys, "score", *words)
        assert ran.status == 0 and not {"\x1b", "\x07", "\x9b", "\u202e"} & {*ran.out, *ran.err}
    files = [path for path in tmp_path.rglob("*") if path.is_file() and path != source]
    assert {path.parent for path in files} == {tmp_path / "out", tmp_path / "out/scores"}
    assert not any(b"\x1b" in path.read_bytes() for path in files if path.suffix != ".pdf")


@pytest.mark.parametrize("note", ["\x1b[31mred", "\udcff", "a\u202eb", "x" * 10_001])
def test_a_note_that_cannot_be_shown_is_not_kept(note):
    evening = Evening("craziness", "Ann", "Bo")
    for words in (["note", note], ["hand", "Ann=0", "Bo=1", "--note", note]):
        said = evening.refused(*words)
        assert "cannot be shown" in said or "10,000" in said
