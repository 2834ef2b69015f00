"""No correction ends in a dead end: whatever was entered, corrected or changed, there is a way to a night that fits."""

import json
import re
import shlex

import pytest

from tests.play.score.nights import HARVESTS
from tests.play.score.walks import Walk
from tests.walks import slow_but


def check_sums(night):
    """What is shown is what the hands come to, whatever happened between them."""
    given = {change["name"] for change in night.json["table_changes"] if change["kind"] == "join"}
    if night.totals is not None:
        for name in {*night.names} - given:
            points = [(hand["points"] or {}).get(name) or 0 for hand in night.json["hands"]]
            assert night.json["totals"][name] == sum(points)
    assert {*night.present} <= {*night.names} and len({*night.names}) == len(night.names)
    assert {*night.ranks} <= {*night.names} and {*night.winners} <= {*night.names}


def check_everything_shows(walk, folder):
    evening = walk.evening
    for words in ([], ["log"], ["stats"], ["export", "--csv", "--out", folder]):
        assert evening.seen(*words) and evening.seen(*words, columns=40)
    assert len(evening.log()) >= len(walk.night.hands)


def edit_whole(walk, number):
    """Another entry in place of a whole hand, as far as this walk knows who still plays. Whether it was taken."""
    words = ["edit", number, *walk.entry(number)]
    if walk.does(*words):
        return True
    if '--force --note "..."' in walk.refused[-1]:  # sums of which half is old may need a reason
        assert walk.does(*words, "--force", "--note", "we know"), walk.refused[-1]
        return True
    assert KNOWN.search(walk.refused[-1]), (words, walk.refused[-1])
    return False


# Nothing to follow, and what the walk can't know: who slapped back in or left meanwhile, and how many cards lie aside.
KNOWN = re.compile(
    "entered like that already|aside|is over|no cards already|is out|was out|has no cards|who has cards once|not at the table"
)
TO_TYPE = re.compile(
    r"(For example:|(?:Give|Enter) the [^:]+:|even 0:|Say|Type) (.+?)(?: or --\S+ none)?\.$", re.MULTILINE
)


def follow(walk, number, words):
    """Types what is said, and then what each error says to type, as a person would. Raises AssertionError where that leads nowhere."""
    force, refused = [], []
    for _ in range(9):  # Casino has seven columns, each of which may be missing
        if walk.does("edit", number, *words, *force):
            return
        said = walk.refused[-1]
        refused.append(said)
        if '--force --note "..."' in said:
            force = ["--force", "--note", "we know"]
        elif KNOWN.search(said):
            return
        else:
            found = TO_TYPE.search(said)
            assert found, (walk.game, number, words, refused)
            words = [*([] if found[1] == "For example:" else words), *shlex.split(found[2])]
    raise AssertionError((walk.game, number, words, refused))


def pieces(words):
    """Single corrections out of a whole entry: one option, or one player's points, at a time."""
    found, rest = [], list(words)
    while rest:
        count = 2 if rest[0].startswith("--") and rest[0] != "--blocked" else 1
        found.append(rest[:count])
        rest = rest[count:]
    return found


def mend(walk):
    """Follows what is typed under each hand that does not fit, the first first, until all do."""
    for turn in range(200):
        wrong = [hand for hand in walk.night.hands if hand.problems]
        if not wrong:
            return
        hand = wrong[0]
        (told,) = [
            line
            for line in walk.evening.seen(columns=10_000).splitlines()
            if line.startswith(f"Hand {hand.number}: {hand.problems[0]}.")
        ]
        assert f"tt-print score remove {hand.number}" in told
        mended = False
        if f"tt-print score edit {hand.number} ..." in told and turn % 3:
            mended = edit_whole(walk, hand.number)
            assert not mended or walk.night.hands[hand.number - 1].problems == ()
        if not mended:
            walk.evening.do("remove", hand.number)
    raise AssertionError("it does not end")


def check_walk(game, seed, steps, folder):
    walk = Walk(game, seed)
    for _ in range(steps):
        if walk.step():
            check_sums(walk.night)
    for number in range(
        1, len(walk.night.hands) + 1
    ):  # every round can be corrected in its place, whatever came around it
        if counts(walk, number) and edit_whole(walk, number):
            assert walk.night.hands[number - 1].problems == ()
            walk.evening.undo()
    for number in range(1, len(walk.night.hands) + 1):  # and any part of it
        for words in pieces(walk.entry(number)):
            if counts(walk, number):
                follow(walk, number, words)
    check_everything_shows(walk, folder)
    mend(walk)
    check_sums(walk.night)
    undo_everything(walk)
    return walk


def counts(walk, number):
    """Whether the game was still on at this hand."""
    return "over before" not in str(walk.night.hands[number - 1].problems)


def undo_everything(walk):
    """Every step can be taken back, one by one, down to the beginning, and be brought back again."""
    shown, count = walk.evening.seen("--json"), 0
    while walk.does("undo"):
        count += 1
    assert "nothing to undo" in walk.refused[-1] and walk.night.hands == [] and walk.night.json["table_changes"] == []
    for _ in range(count):
        walk.evening.put_back()
    before, after = (json.loads(each) | {"sequence": None} for each in (shown, walk.evening.seen("--json")))
    assert before == after


@pytest.mark.parametrize("game", slow_but(["craziness", "casino", "six-suit"], HARVESTS))
def test_a_random_night_always_finds_a_way_back(game, tmp_path):
    check_walk(game, 3, 9, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("game", HARVESTS)
def test_many_random_nights_always_find_a_way_back(game, tmp_path):
    walks = [check_walk(game, seed, 18, tmp_path / str(seed)) for seed in (105, 106)]
    assert len({re.sub(r"[0-9]+", "N", text) for walk in walks for text in walk.refused}) > 5
