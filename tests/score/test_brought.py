"""Nights of others: every night that can be kept here comes in, and nothing comes in that could not have been kept here."""

import json
import random

import pytest

from tests.commands import tt
from tests.score.nights import HARVESTS, Evening, play_and_enter
from tt_print.errors import InputError
from tt_print.games import find_game
from tt_print.outputs import night_pdf
from tt_print.score import commands as desk
from tt_print.score import company
from tt_print.score.brought import KINDS_BROUGHT, MAX_EVENTS, read_brought
from tt_print.score.changes import log_rows
from tt_print.score.events import KINDS
from tt_print.score.exchange import import_night, night_csv, night_json
from tt_print.score.sheet import night_texts
from tt_print.score.store import Draft
from tt_print.score.table import night_lines


def changed_at_random(evening, rng, steps=12):
    """The evening after corrections, notes, moves and steps back, as far as the verbs allow them."""
    words = [evening.night.scorer.words(hand.entry) for hand in evening.night.hands]

    def edit():
        query = evening.query(rng.choice(words))
        number = rng.randint(1, max(1, len(evening.night.hands)))
        return desk.edit_hand(evening.events, None, number, query, True, rng.choice(("so it was", "Łukasz said so")))

    acts = [
        edit, edit, lambda: desk.undo(evening.events), lambda: desk.redo(evening.events),
        lambda: desk.add_note(evening.events, None, rng.choice(("late", "=1+1", "a  b")), rng.choice((None, 1))),
        lambda: desk.move(evening.events, None, rng.choice(("color", "shape", "number"))),
        lambda: desk.remove_hand(evening.events, None, rng.randint(1, 3)),
        lambda: company.join(evening.events, None, rng.choice(("Di", "Ed")), "", rng.choice((None, 3)), rng.choice((None, 1)), rng.random() < 0.5),
        lambda: company.leave(evening.events, None, rng.choice((*evening.night.names, "Di")), rng.choice((None, 2))),
        lambda: company.rename(evening.events, None, rng.choice(evening.night.names), rng.choice(("Zoë", "Jo", "Bo"))),
        lambda: company.change_rules(evening.events, None, [rng.choice(("next_dealer=winner", "first_player=dealer", "x=1"))], None, False),
    ]  # fmt: skip
    for _ in range(steps):
        try:
            evening.keep(rng.choice(acts)())
        except InputError:
            continue
    return evening


def look_at_everything(events):
    """All that is shown of a night, after each of its changes is taken back."""
    while True:
        night = desk.find_night(events)
        own = [event for event in events if event.night == night.number]
        assert night_lines(night, 80) and night_lines(night, 40) and log_rows(own) and night_csv(night)
        assert json.loads(night_json(own)) and night_texts(night)
        if not night.ledger.changes:
            return
        evening = Evening.__new__(Evening)
        evening.events = [*events]
        evening.keep(desk.undo(events))
        events = evening.events


def check_exchange(game, players, seed, house=None):
    rng = random.Random(seed)
    evening = changed_at_random(play_and_enter(game, players, seed, house).evening, rng)
    text = night_json(evening.events)
    here = Evening("ww3", "Ann", "Bo")
    here.keep(import_night(here.events, text, "night.json"))
    night, theirs = desk.find_night(here.events), evening.night
    assert night.number == 2
    told, wanted = night.as_json(), theirs.as_json()
    for each in (told, wanted):
        del each["night"]
        each["hands"] = [hand | {"entry": None} for hand in each["hands"]]  # a note is mended on its way
        each["notes"] = len(each["notes"])
    assert told == wanted
    with pytest.raises(InputError, match="that night is here already, as night 2"):
        import_night(here.events, text, "night.json")
    look_at_everything(here.events)


@pytest.mark.parametrize("game", HARVESTS)
def test_what_can_be_kept_comes_in_and_can_be_looked_at(game):
    check_exchange(game, 3, 1)


@pytest.mark.slow
@pytest.mark.parametrize("game", HARVESTS)
def test_nights_under_every_house_rule_come_in(game):
    found = find_game(game)
    for number, house in enumerate(house for house in found.house_trials() if house.get("teams", "none") == "none"):
        check_exchange(game, 3 + number % 2, number, house)


def test_a_note_that_a_terminal_would_obey_spoils_no_sheet():
    """No command keeps one, but a file of nights can be written by another program."""
    evening = Evening("craziness", "Ann", "Bo")
    evening.hand("Ann=0", "Bo=3")
    evening.keep([Draft(1, "note", {"text": "a\x1b[31m \u202e \ud800 \x9b2J"})])
    name, data, _ = night_pdf(night_texts(evening.night), "night", "a4")
    assert name == "night-a4.pdf" and data.startswith(b"%PDF")
    assert "\x1b" not in night_csv(evening.night) and "\\u001b[31m" in night_json(evening.events)


def test_every_kind_of_event_is_checked():
    assert set(KINDS_BROUGHT) == set(KINDS)


START = {"game": "craziness", "players": ["Ann", "Bo"], "house": "-", "dealer": "Ann", "places": "1224"}
HAND = {"entry": {"out": "Ann", "left": {}, "points": {"Ann": 0, "Bo": 4}}}
LEFT = {"entry": {"out": "Ann", "left": {"Bo": ["RH3"]}, "points": {"Ann": 0}}}


def night_of(*rows, **more):
    """A file with an event a line, the first on line 3."""
    events = [{"at": "2026-11-21T20:00:00+01:00", "who": "ann", "kind": kind, "data": data} for kind, data in rows]
    lines = ",\n".join(json.dumps(event | more) for event in events)
    return f'{{"format": "tt_print night",\n"version": 2, "events": [\n{lines}]}}'


@pytest.mark.parametrize(("rows", "line", "said"), [
    ([], 1, "a night has 1 to 500 events, and this one 0"),
    ([("hand", HAND)], 3, "one beginning"),
    ([("start", START), ("start", START)], 4, "one beginning"),
    ([("dance", {})], 3, "kind = 'dance' is none of start, hand,"),
    ([("start", START | {"game": "chess"})], 3, "'chess'"),
    ([("start", START | {"players": ["Ann"]})], 3, "2 to"),
    ([("start", START | {"players": ["Ann", "ann"]})], 3, "two players are called"),
    ([("start", START | {"players": ["Ann", "Bo  x"]})], 3, "single blanks"),
    ([("start", START | {"players": "Ann"})], 3, "events.data.players must be a list, not 'Ann'"),
    ([("start", START | {"players": ["Ann", 3]})], 3, "events.data.players must be a text in quotes, not 3"),
    ([("start", START | {"dealer": "Cy"})], 3, "the dealer 'Cy' does not play"),
    ([("start", START | {"house": "must_play=maybe"})], 3, "must_play = maybe is not possible"),
    ([("start", START | {"places": "1"})], 3, "neither 1224 nor 1223"),
    ([("start", START | {"snacks": 3})], 3, "'snacks' is not a key of events.data"),
    ([("start", {})], 3, "events.data has no game, players, house or dealer."),
    ([("start", START), ("hand", {})], 4, "events.data has no entry."),
    ([("start", START), ("hand", {"entry": []})], 4, "events.data.entry must be a table"),
    ([("start", START), ("hand", {"entry": {}})], 4, "KeyError"),
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
    ([("start", START), ("hand", {"entry": HAND["entry"] | {"note": 3}})], 4, "a note is words"),
    ([("start", START), ("hand", {"entry": HAND["entry"] | {"note": "a\nb"}})], 4, "a note is words"),
    ([("start", START), ("hand", {"entry": HAND["entry"] | {"anyway": True}})], 4, "has a reason"),
    ([("start", START), ("hand", {"entry": LEFT["entry"] | {"left": {"Bo": ["RH9"]}}})], 4, "'RH9'"),
    ([("start", START), ("hand", {"entry": LEFT["entry"] | {"left": {"Bo": [["RH3"]]}}})], 4, ""),
    ([("start", START), ("hand", {"entry": LEFT["entry"] | {"left": {"Bo": ["rh3"]}}})], 4, "would have been stored as"),
    ([("start", START), ("edit", {"hand": 1, **HAND})], 4, "there is no hand 1"),
    ([("start", START), ("hand", HAND), ("edit", {"hand": "1", **HAND})], 5, "events.data.hand must be a whole number, not '1'"),
    ([("start", START), ("hand", HAND), ("edit", {"hand": 0, **HAND})], 5, "there is no hand 0"),
    ([("start", START), ("hand", HAND), ("note", {"text": ["x"]})], 5, "events.data.text must be a text in quotes"),
    ([("start", START), ("hand", HAND), ("note", {"text": " x"})], 5, "single blanks"),
    ([("start", START), ("hand", HAND), ("note", {"text": "x", "hand": 7})], 5, "there is no hand 7"),
    ([("start", START), ("hand", HAND), ("undo", {"of": "x"})], 5, "events.data.of must be a whole number, not 'x'"),
    ([("start", START), ("hand", HAND), ("undo", {"of": 1})], 5, "takes back what was not the last"),
    ([("start", START), ("undo", {"of": 1})], 4, "takes back what was not the last"),
    ([("start", START), ("redo", {"of": 1})], 4, "takes back what was not the last"),
    ([("start", START), ("move", {"variable": "color", "from": "red", "to": "blue"})], 4, "has no pointers"),
    ([("start", START | {"game": "push-it", "players": ["Ann", "Bo", "Cy"]}), ("move", {"variable": "color", "from": "red", "to": "blue"})], 4, "does not go from"),
    ([("start", START), ("resume", {"of": 1})], 4, "'of' is not a key"),
])  # fmt: skip
def test_what_could_not_have_been_entered_is_told_with_its_line(rows, line, said):
    with pytest.raises(InputError) as caught:
        import_night([], night_of(*rows), "friends.json")
    assert str(caught.value).startswith(f"friends.json, line {line}: ") and said in str(caught.value)
    assert str(caught.value).endswith(" Nothing is imported.")


@pytest.mark.parametrize(("part", "value"), [
    ("at", "/../../../"), ("at", "2026-11-21/../x"), ("at", "20261121T200000"), ("at", "2026-13-21T20:00:00"), ("at", "٢٠٢٦-11-21T20:00"),
    ("at", ""), ("at", 3), ("who", None), ("who", "x" * 300), ("who", "a\nb"), ("kind", []), ("data", []), ("more", 1),
])  # fmt: skip
def test_when_and_who_have_a_form(part, value):
    with pytest.raises(InputError, match=r"^friends\.json, line 3: "):
        read_brought(night_of(("start", START), **{part: value}), "friends.json")


@pytest.mark.parametrize(("text", "said"), [
    ("", "line 1: expecting value."), ("[]", "is not a night that tt-print exported"), ('{"format": 3}', "is not a night"),
    *((f'{{"format": "tt_print night", "version": {version}, "events": []}}', r"has a layout that this tt-print does not know \(version")
      for version in ("99", "1", "true", '"2"', "null")),
    ("[" * 5000, "nested more than"), ('{"format": ' + "9" * 5000, "5,000 signs"),
])  # fmt: skip
def test_another_file_is_told(text, said):
    with pytest.raises(InputError, match=said):
        read_brought(text, "friends.json")


def test_a_night_in_which_somebody_drew_pictures_reaches_no_terminal(capsys, tmp_path):
    """Escapes in notes and in who wrote them are replaced at the door, and nothing is written beside the folder."""
    rows = [
        ("start", START),
        ("hand", {"entry": HAND["entry"] | {"note": "\x1b]0;x\x07 \u202e"}}),
        ("note", {"text": "\x9b2J"}),
    ]
    source = tmp_path / "friends.json"
    source.write_text(night_of(*rows, who="root\x1b[8m"), encoding="utf-8")
    assert tt(capsys, "score", "import", source).status == 0
    for words in (["log"], [], ["log", "--json"], ["export", "--csv", "--json", "--pdf", "--out", tmp_path / "out"]):
        ran = tt(capsys, "score", *words)
        assert ran.status == 0 and not {"\x1b", "\x07", "\x9b", "\u202e"} & {*ran.out, *ran.err}
    files = [path for path in tmp_path.rglob("*") if path.is_file() and path != source]
    assert {path.parent for path in files} == {tmp_path / "out", tmp_path / "out/scores"}
    assert not any(b"\x1b" in path.read_bytes() for path in files if path.suffix != ".pdf")


def test_a_night_without_end_is_not_even_begun():
    rows = [("start", START), *[("hand", HAND)] * MAX_EVENTS]
    with pytest.raises(InputError, match=f"a night has 1 to {MAX_EVENTS} events, and this one {MAX_EVENTS + 1}"):
        read_brought(night_of(*rows), "long.json")


@pytest.mark.parametrize("note", ["\x1b[31mred", "\udcff", "a\u202eb", "x" * 10_001])
def test_a_note_that_cannot_be_shown_is_not_kept(note):
    evening = Evening("craziness", "Ann", "Bo")
    for keep in (lambda: desk.add_note(evening.events, None, note), lambda: evening.hand("Ann=0", "Bo=1", note=note)):
        with pytest.raises(InputError, match="cannot be shown|at most 10,000 letters"):
            keep()
