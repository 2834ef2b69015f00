"""No correction ends in a dead end: whatever was entered, corrected or changed, there is a way to a night that fits."""

import json
import re
import shlex

import pytest

from tests.score.nights import HARVESTS
from tests.score.walks import Walk, entry_words
from tt_print.errors import InputError
from tt_print.score import commands as desk
from tt_print.score.changes import changes, cures, log_rows
from tt_print.score.commands import TallyError
from tt_print.score.exchange import import_night, night_csv, night_json
from tt_print.score.night import read_night, read_nights
from tt_print.score.players import player_records
from tt_print.score.sheet import night_texts
from tt_print.score.table import night_lines


def check_sums(night):
    """What is shown is what the hands come to, whatever happened between them."""
    if night.totals is not None:
        for person in night.people:
            earned = sum(hand.points_of(person) or 0 for hand in night.hands)
            joined = [change for change in night.changes if change.event.kind == "join" and not change.problem]
            if night.name(person) not in [change.name for change in joined]:
                assert night.points[person] == earned
        if not night.is_series:
            assert [night.points[person] for person in night.now.people] == list(night.standing.scores)
    assert set(night.table.names) <= set(night.names) and len(set(night.names)) == len(night.names)
    assert {*night.ranks} <= {*night.names} and set(night.winners) <= set(night.names)
    for hand in night.hands:
        assert hand.before.standing.players == len(hand.table.names) == len(hand.before.people)
        hand.before.table.game.check_players(len(hand.table.names))


def check_everything_shows(events):
    night = read_night(events)
    assert night_lines(night, 80) and night_lines(night, 40) and night_csv(night) and night_texts(night)
    assert json.loads(json.dumps(night.as_json())) and len(log_rows(events)) == len(events)
    assert player_records(read_nights(events)) or night.is_dropped
    drafts = import_night([], night_json(events), "night.json")
    assert len(drafts) == len(events)


def edit_whole(walk, hand):
    """What is stored for a whole other entry in place of a hand. Sums of which half is old may need a reason."""
    query = walk.evening.query(entry_words(walk.game, hand.before, walk.rng))
    try:
        return desk.edit_hand(walk.evening.events, None, hand.number, query)
    except TallyError as error:
        assert '--force --note "..."' in str(error)
        return desk.edit_hand(walk.evening.events, None, hand.number, query, force=True, note="we know")


# What an error says to type: an option with its value, or points of somebody.
TO_TYPE = re.compile(
    r"""--blocked|--(?!force|note|option|rest)[a-z-]+ (?=["A-ZÄÖÜ])(?:"[^"]+"|\S+)|(?:or|too:) [A-Z]\w*=0"""
)
ONCE = ("--went-out", "--winner", "--special", "--hearts", "--cards", "--reds", "--circles", "--ones", "--red-circles")


def follow(walk, number, words):
    """Types what is said, and then what each error says to type, as a person would; gives what was refused on the way.

    Raises AssertionError where that leads nowhere.
    """
    words, force, refused = list(words), False, []
    for _ in range(60):
        try:
            query = walk.evening.query(words)
            desk.edit_hand(walk.evening.events, None, number, query, force, "we know" if force else "")
            return refused
        except TallyError as error:
            refused.append(str(error))
            force = True
        except InputError as error:
            refused.append(str(error))
            if "is entered like that already" in str(error):
                return refused
            if "Give one of the" in str(error):  # two ways to say it: the one that was not meant
                words = [word for word in words if "=" not in word or word.startswith("--")]
                continue
            words = [word for word in words if f"{word!r} was not expected" not in str(error)]
            said = [
                found.removeprefix("or ").removeprefix("too: ").rstrip(".,;)?") for found in TO_TYPE.findall(str(error))
            ]
            said = [typed for typed in said if typed not in " ".join(words) and "NAME" not in typed]
            assert said, (walk.game, number, words, refused)
            typed = shlex.split(walk.rng.choice(said))
            words = said_anew(words, typed)
    raise AssertionError((walk.game, number, words, refused))


def said_anew(words, typed):
    """With `typed` in place of what was typed before of the same option, or of the same player."""
    flag, value = typed if len(typed) == 2 else ("", typed[0])
    if flag in ONCE and flag in words:
        place = words.index(flag)
        return [*words[:place], *typed, *words[place + 2 :]]
    if "=" in value and flag in words:
        place = words.index(flag) + 1
        others = [pair for pair in words[place].split(",") if pair.partition("=")[0] != value.partition("=")[0]]
        if flag not in ("--left", "--captured") or others != words[place].split(","):
            return [*words[:place], ",".join([*others, value]), *words[place + 1 :]]
    return [*words, *typed]


def pieces(words):
    """Single corrections out of a whole entry: one option, or one player's points, at a time."""
    found, rest = [], list(words)
    while rest:
        count = 2 if rest[0].startswith("--") and rest[0] != "--blocked" else 1
        found.append(rest[:count])
        rest = rest[count:]
    return found


def mend(walk):
    """Follows what is typed under each hand that does not fit, the first first, until all do; gives how often."""
    for turn in range(200):
        night = walk.night
        wrong = [hand for hand in night.hands if hand.outcome.problems]
        if not wrong:
            return turn
        hand = wrong[0]
        (told,) = [
            line
            for line in night_lines(night, 10_000)
            if line.startswith(f"Hand {hand.number}: {hand.outcome.problems[0]}.")
        ]
        assert f"tt-print score remove {hand.number}" in told
        if f"tt-print score edit {hand.number} ..." in told and turn % 3:
            walk.evening.keep(edit_whole(walk, hand))
            assert walk.night.hand(hand.number).outcome.problems == ()
        else:
            walk.evening.keep(desk.remove_hand(walk.evening.events, None, hand.number))
    raise AssertionError("it does not end")


def check_walk(game, seed, steps):
    walk = Walk(game, seed)
    for _ in range(steps):
        before = walk.night
        known = len(walk.evening.events)
        walk.step()
        if len(walk.evening.events) > known:
            after = walk.night
            check_sums(after)
            assert changes(before, after) is not None and cures(before, after) is not None
    for hand in walk.night.hands:  # every hand can be corrected in its place, whatever came before and after it
        if not hand.before.standing.is_over:
            try:
                drafts = edit_whole(walk, hand)
            except InputError as error:
                assert "is entered like that already" in str(error), (error, hand.entry)
                continue
            walk.evening.keep(drafts)
            assert walk.night.hand(hand.number).outcome.problems == ()
            walk.evening.keep(desk.undo(walk.evening.events))
    for hand in walk.night.hands:  # and any part of it
        if not hand.before.standing.is_over:
            for words in pieces(entry_words(game, hand.before, walk.rng)):
                follow(walk, hand.number, words)
    check_everything_shows(walk.evening.events)
    mend(walk)
    check_sums(walk.night)
    undo_everything(walk)
    return walk


def undo_everything(walk):
    """Every step can be taken back, one by one, down to the beginning, and be brought back again."""
    shown = json.dumps(walk.night.as_json())
    count = len(walk.night.ledger.changes)
    for _ in range(count):
        walk.evening.keep(desk.undo(walk.evening.events))
    assert walk.night.hands == () and walk.night.changes == ()
    for _ in range(count):
        walk.evening.keep(desk.redo(walk.evening.events))
    assert json.dumps(walk.night.as_json()) == shown


@pytest.mark.parametrize("game", HARVESTS)
def test_a_random_night_always_finds_a_way_back(game):
    check_walk(game, 3, 20)


@pytest.mark.slow
@pytest.mark.parametrize("game", HARVESTS)
def test_many_random_nights_always_find_a_way_back(game):
    walks = [check_walk(game, seed, 40) for seed in range(100, 125)]
    said = {re.sub(r"[0-9]+", "N", text) for walk in walks for text in walk.refused}
    assert len(said) > 10
