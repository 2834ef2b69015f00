"""Whole games by the hundred: the same on one core and on many, bounded, counted right, and judged with honest intervals."""

import csv
import io
import json
import math
import os
import re
import signal
import subprocess
import sys
import time
from itertools import islice

import pytest

from tests.commands import ROOT, tt
from tt_print.drawing.shapes import Path, Text
from tt_print.engine.play_hooks import PLAYERS, SENSIBLE
from tt_print.errors import InputError
from tt_print.games import find_game, game_names
from tt_print.playtest.chart import draw_chart
from tt_print.playtest.games import UNFINISHED, Played, Setup, play_chunk
from tt_print.playtest.pool import chunks, count_processes, play_games
from tt_print.playtest.report import as_data, comparison_data, describe, describe_pair, edges, gains, plain_sentence
from tt_print.playtest.summary import MIN_PAIRS, compare, mean_interval, quantile, share_interval, summarize
from tt_print.playtest.words import play_words

every_game = pytest.mark.parametrize("name", game_names())
FEW = {"casino": 2, "armageddon": 2, "ww3": 3, "push-it": 4, "craziness": 3, "six-suit": 6}  # games of a fast test


@pytest.fixture(scope="module")
def played():
    """A few checked games of each, half the seats sensible, half random."""
    return {
        name: play_chunk(Setup(name, 4, kinds=("sensible", "random") * 2, is_checked=True), 0, FEW[name])
        for name in game_names()
    }


# ---------------------------------------------------------------- what is counted


@every_game
def test_every_game_ends_in_a_way_that_has_a_name_and_rules(played, name):
    words = play_words(find_game(name))
    for each in played[name]:
        assert each.end in words.ends and each.turns > 0 and each.rounds > 0 and each.winners
        assert {key for key, _ in each.used} <= set(words.used)
        assert len(each.held) == 4


@every_game
def test_rules_behind_ends_and_uses_are_those_of_the_original(name):
    from tt_print.booklets.lookup import list_numbers
    from tt_print.booklets.text import read_draft

    known = {number for _, numbers in list_numbers(read_draft(name)) for number in numbers} | {"setup"}
    words = play_words(find_game(name))
    for told in (*words.ends.values(), *words.used.values()):
        assert told.rules and all(any(number.startswith(rule) for number in known) for rule in told.rules), told


def test_a_game_of_casino_deals_and_plays_every_card():
    """Four hands of four players: 4 x 120 cards are played, and cards are dealt five times in each after the first."""
    (game,) = play_chunk(Setup("casino", 4, kinds=("random",)), 7, 1)
    used = dict(game.used)
    assert game.turns == 4 * 120 and game.rounds == 4 and used["more_cards"] == 4 * 5
    assert game.turns == sum(used.get(key, 0) for key in ("take", "build", "stack", "drop"))


def test_a_hand_of_craziness_is_won_as_often_as_one_is_dealt():
    for game in play_chunk(Setup("craziness", 3, kinds=("random",)), 0, 3):
        used = dict(game.used)
        assert game.rounds == sum(used.get(f"out_{kind}", 0) for kind in ("double", "triple")) + used.get("blocked", 0)
        assert game.turns == sum(used.get(key, 0) for key in ("single", "double", "triple", "pass"))


def test_what_does_not_end_is_told_and_counts_for_nobody(capsys):
    setup = Setup("craziness", 4, limit=30)
    games = play_chunk(setup, 0, 3)
    assert [game.end for game in games] == [UNFINISHED] * 3
    summary = summarize(setup, games)
    assert summary.unfinished == 3 and summary.ends == {} and sum(share.value for share in summary.wins) == 0
    game = find_game("craziness")
    assert "No game ended within 30 events" in "\n".join(describe(game, play_words(game), summary, 80))


def test_what_cannot_be_played_is_said_before_anything_is_played():
    for setup, said in (
        (Setup("craziness", 13), "2 to 12 players"), (Setup("ww3", 3, kinds=("clever",)), "no player 'clever'"),
        (Setup("ww3", 3, kinds=PLAYERS), "2 kinds of players for 3 seats"), (Setup("ww3", 3, "jokers=9"), "jokers = 9"),
    ):  # fmt: skip
        with pytest.raises(InputError, match=said):
            play_games(setup, 1)
    with pytest.raises(InputError, match="0 games"):
        play_games(Setup("ww3", 3), 0)


# ---------------------------------------------------------------- the same games, wherever they are played


def test_the_seed_and_the_number_decide_everything():
    setup = Setup("push-it", 3, kinds=("random",), seed=5)
    games = play_chunk(setup, 0, 6)
    assert [play_chunk(setup, number, 1)[0] for number in range(6)] == games
    assert list(play_games(setup, 6, workers=1)) == games
    assert play_chunk(Setup("push-it", 3, kinds=("random",), seed=6), 0, 6) != games
    assert chunks(3, 10, 3) == [(3, 3), (6, 3), (9, 1)]


def test_several_processes_give_what_one_gives_though_a_worker_dies():
    """A worker is killed while it plays; the games that it had in hand are played again."""
    setup = Setup("push-it", 3, kinds=("random",))
    alone = play_chunk(setup, 0, 120)
    before = children()
    games = play_games(setup, 120, workers=2)
    first = [next(games), next(games)]  # the second comes out of the pool
    os.kill(min(children() - before), signal.SIGKILL)
    assert [*first, *games] == alone


def test_windows_watches_61_processes_and_no_more():
    assert [count_processes(1024, work, is_windows=True) for work in (500, 61, 7)] == [61, 61, 7]
    assert count_processes(1024, 500, is_windows=False) == 500 and count_processes(2, 500, is_windows=True) == 2


def children():
    """Processes of the pool that this process has started."""
    import multiprocessing

    return {child.pid for child in multiprocessing.active_children()}


def test_the_same_deals_are_played_under_other_rules():
    """Both sides begin with the same hands, so a rule that is never used changes no game."""
    one, other = Setup("craziness", 3), Setup("craziness", 3, "blocked_hand=void")
    games = play_chunk(one, 0, 3)
    assert play_chunk(other, 0, 3) == games
    found = compare(one, games, other, play_chunk(other, 0, 3))
    assert found.pairs == 3 and found.turns == (0, 0, 0) and all(change == (0, 0, 0) for change in found.wins)


# ---------------------------------------------------------------- intervals


def test_wilsons_interval_is_that_of_the_books():
    """E. B. Wilson 1927; 81 of 263: 0.2553 to 0.3662 (Newcombe 1998, table I), 0 of 20: 0 to 0.1611, 1 of 29: 0.0061 to 0.1718."""
    for part, of, low, high in ((81, 263, 0.2553, 0.3662), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)):
        found = share_interval(part, of)
        assert found.low == pytest.approx(low, abs=5e-5) and found.high == pytest.approx(high, abs=5e-5)
    assert share_interval(0, 0) == (0, 0, 1)


def test_mean_and_quantiles():
    assert mean_interval([2, 4, 6]) == pytest.approx(
        (4, 4 - 1.959964 * 2 / math.sqrt(3), 4 + 1.959964 * 2 / math.sqrt(3))
    )
    assert quantile([1, 2, 3, 4], 0.5) == 2.5 and quantile([7], 0.9) == 7 and quantile([], 0.5) == 0


def test_shared_wins_count_in_parts():
    setup = Setup("casino", 2, kinds=("random",))
    (game,) = play_chunk(setup, 0, 1)
    from dataclasses import replace

    summary = summarize(setup, [replace(game, winners=(0, 1)), replace(game, winners=(1,)), replace(game, winners=())])
    assert [share.value for share in summary.wins] == pytest.approx([0.5 / 2, 1.5 / 2])
    assert (summary.tied, summary.drawn, summary.decided) == (1, 1, 2)


def won_by(seat, number=0, turns=10, **changes):
    """A game of two that seat won."""
    return Played(number, turns, 2, (seat,), "single", (0, 0), (), **changes)


NOT_ENDED = Played(0, 20_000, 9, (), UNFINISHED, (3, 3), ())
DRAWN = Played(0, 12, 2, (), "blocked", (3, 3), ())
TWO = Setup("craziness", 2)


def test_shares_are_of_the_games_that_somebody_won():
    """Six of eight: seat 1 won two thirds of them. Those without an end or a winner are no games that a seat has lost."""
    summary = summarize(TWO, [won_by(0)] * 4 + [won_by(1)] * 2 + [NOT_ENDED, DRAWN])
    assert [share.value for share in summary.wins] == pytest.approx([2 / 3, 1 / 3])
    assert summary.wins[0] == share_interval(4, 6) and summary.by_kind["sensible"] == share_interval(6, 6)
    games = [won_by(0)] * 300 + [won_by(1)] * 300 + [NOT_ENDED] * 400
    assert edges(summarize(TWO, games)) == [] and edges(summarize(TWO, games + [won_by(0)] * 100)) == [0, 1]
    found = compare(TWO, [won_by(0), NOT_ENDED, DRAWN], TWO, [won_by(1)] * 3)
    assert (found.pairs, found.decided) == (2, 1) and [change.value for change in found.wins] == [-1, 1]


@pytest.mark.parametrize("count", [0, 1, 2, MIN_PAIRS - 1])
def test_of_few_deals_nothing_is_claimed(count):
    """However alike they are: each is a fifth shorter and goes to the other seat."""
    one, other = [won_by(0)] * count, [won_by(1, turns=8)] * count
    found = compare(TWO, one, TWO, other)
    assert plain_sentence("must_play=true", found) == (
        f"Too few deals end under both rules to say what must_play=true changes: {count}, and 10 are the fewest."
    )
    assert gains(found) == []
    if not count:
        assert found.turns is found.ratio is found.rounds is found.wins[0] is None
    assert count != 1 or (found.turns.value == -2 and not found.turns.is_bounded)
    game = find_game("craziness")
    lines = "\n".join(describe_pair(game, play_words(game), summarize(TWO, one), summarize(TWO, other), found, 80))
    assert "inf" not in lines and "nan" not in lines
    data = comparison_data(found, "must_play=true")
    assert data["turns"]["low"] is None or count > 1
    json.dumps(data, allow_nan=False)


def test_enough_deals_that_nobody_won_say_nothing_of_seats():
    found = compare(TWO, [DRAWN] * MIN_PAIRS, TWO, [DRAWN] * MIN_PAIRS)
    assert plain_sentence("x=1", found).endswith(
        "is as long as before; too few of them have a winner to say who gains."
    )


def test_one_game_has_no_interval():
    game = find_game("craziness")
    said = "\n".join(describe(game, play_words(game), summarize(TWO, [won_by(0)]), 80))
    assert "Length  10 turns. A turn is" in said and "inf" not in said and "2.0 hands a game." in said
    for each in (NOT_ENDED, won_by(0)):
        data = as_data(summarize(TWO, [each]), play_words(game))
        assert data["turns"]["mean"]["low"] is None and (data["turns"]["mean"]["value"] is None) is (each is NOT_ENDED)
        json.dumps(data, allow_nan=False)


def test_nothing_changes_by_minus_zero():
    """One deal of many is a turn shorter, which no table and no sentence shows."""
    one = [won_by(0, turns=100)] * 60
    found = compare(TWO, one, TWO, [won_by(0, turns=99), *one[1:]])
    game = find_game("craziness")
    summary = summarize(TWO, one)
    lines = "\n".join(describe_pair(game, play_words(game), summary, summary, found, 80))
    assert "-0.0 " not in lines and "-0 %" not in lines and "+0.0" in lines and "+0 %" in lines


@pytest.mark.parametrize("longest", range(10, 16))
def test_a_chart_of_few_lengths_has_each_number_once(longest):
    games = [won_by(number % 2, turns=turns) for number, turns in enumerate(range(10, longest + 1))]
    items = draw_chart(find_game("craziness"), [(summarize(TWO, games), games)]).items
    (below,) = {item.y_mm for item in items if isinstance(item, Text) and item.string == "10"}
    labels = [item.string for item in items if isinstance(item, Text) and item.y_mm == below]
    assert len(labels) == len(set(labels)) and set(labels) >= {"10"}


# ---------------------------------------------------------------- the command


@pytest.mark.parametrize("columns", [40, 80])
def test_every_end_and_use_is_named_whole_on_a_terminal(played, columns):
    from tt_print.playtest.report import describe

    for name, games in played.items():
        game, words = find_game(name), play_words(find_game(name))
        summary = summarize(Setup(name, 4, kinds=("sensible", "random") * 2), games)
        text = "\n".join(describe(game, words, summary, columns))
        assert all(words.ends[key].say in text for key in summary.ends)
        assert all(words.used[key].say in text for key in list(summary.used)[:12])


def test_what_never_varies_is_said_without_an_interval(capsys):
    ran = tt(capsys, "playtest", "casino", "--players", "2", "--games", "2", "--player", "random")
    assert "Length  240 turns, in each of these games." in ran.out and "one in ten" not in ran.out
    same = tt(capsys, "playtest", "push-it", "--players", "3", "--games", "12", "--against", "count_lies=false")
    assert "With count_lies=false each of these games is as long as before; no seat gains." in same.out


@pytest.mark.parametrize(("typed", "said"), [
    (["--game", "5"], "Did you mean --games?"), (["--games", "0"], "--games 0: give a number from 1 to 10,000,000."),
    (["--players", "0"], "--players 0: give a number of 1 or more."), (["--seconds", "2s"], "give a number of seconds, like 8"),
    (["--seconds", "0"], "give a number from 0.1 to 3,600."), (["--player", "sensibel"], "Did you mean sensible?"),
])  # fmt: skip
def test_a_slip_is_told_with_its_cure(capsys, typed, said):
    ran = tt(capsys, "playtest", "craziness", *typed)
    assert ran.status == 2 and said in ran.err and not ran.out


def test_what_people_read(capsys):
    ran = tt(capsys, "playtest", "ww3", "--players", "3", "--games", "5", "--player", "random")
    assert ran.status == 0 and ran.out.startswith("World War 3, 3 players: 5 games of random players (seed 1)\n")
    for words in (
        "turns a game",
        "at 2 seconds a turn, which is assumed",
        "95 % interval",
        "How it ends",
        "What happens, a game",
    ):
        assert words in ran.out
    assert "Assumed:" not in ran.out, "that is of sensible players"


def test_two_sets_of_rules_end_in_a_sentence(capsys):
    ran = tt(
        capsys,
        "playtest",
        "push-it",
        "--players",
        "3",
        "--games",
        "12",
        "--player",
        "random",
        "--against",
        "count_lies=false",
    )
    assert ran.status == 0 and "the usual rules, against count_lies=false, on the same 12 deals" in ran.out
    (sentence,) = [line for line in ran.out.splitlines() if line.startswith("With count_lies=false games are")]
    assert sentence.endswith(".") and "seat" in sentence


def test_a_row_for_each_game(capsys, tmp_path):
    path = tmp_path / "games.csv"
    ran = tt(
        capsys,
        "playtest",
        "ww3",
        "--players",
        "2",
        "--games",
        "4",
        "--player",
        "random",
        "--against",
        "jokers=2",
        "--csv",
        path,
    )
    assert ran.status == 0 and path.name in ran.out
    rows = list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"))))
    assert [row["house"] for row in rows] == ["-"] * 4 + ["jokers=2"] * 4
    assert [int(row["game"]) for row in rows] == [0, 1, 2, 3] * 2
    games = play_chunk(Setup("ww3", 2, kinds=("random",)), 0, 4)
    assert [int(row["turns"]) for row in rows[:4]] == [game.turns for game in games]


@pytest.mark.parametrize("suffix", ["svg", "pdf", "png"])
def test_a_chart_of_each_kind(capsys, tmp_path, suffix):
    from PIL import Image
    from pypdf import PdfReader

    path = tmp_path / f"chart.{suffix}"
    ran = tt(capsys, "playtest", "ww3", "--players", "3", "--games", "6", "--player", "random", "--chart", path)
    assert ran.status == 0
    if suffix == "svg":
        assert "<title" in path.read_text(encoding="utf-8")
    elif suffix == "pdf":
        assert "Turns a game" in PdfReader(path).pages[0].extract_text()
    else:
        with Image.open(path) as picture:
            assert all(r == g == b for _, (r, g, b) in picture.convert("RGB").getcolors(1 << 20)), "grays alone"


def test_a_chart_of_no_kind_is_refused(capsys, tmp_path):
    ran = tt(capsys, "playtest", "ww3", "--games", "1", "--chart", tmp_path / "chart.gif")
    assert ran.status == 2 and ".svg, .pdf or .png" in ran.err


def test_the_chart_tells_both_sides_apart_without_color():
    setups = [Setup("push-it", 3, kinds=("random",)), Setup("push-it", 3, "count_lies=false", kinds=("random",))]
    sides = [(summarize(setup, games), games) for setup in setups for games in [play_chunk(setup, 0, 5)]]
    items = draw_chart(find_game("push-it"), sides).items
    assert {"count_lies=false", "the usual rules"} <= {item.string for item in items if isinstance(item, Text)}
    fills = {item.fill.rgb for item in items if isinstance(item, Path) and item.fill is not None}
    assert len(fills) == 2 and all(ink[1:3] == ink[3:5] == ink[5:7] for ink in fills)


@pytest.fixture
def stopped_after(monkeypatch):
    """Sets when Ctrl-C comes, in seconds that this process has worked, so that a busy machine changes nothing."""

    def stop(signum, frame):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGVTALRM, stop)
    yield lambda seconds: signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    signal.signal(signal.SIGVTALRM, before)


on_a_clock = pytest.mark.skipif(not hasattr(signal, "SIGVTALRM"), reason="Windows has no such clock")


@on_a_clock
def test_ctrl_c_shows_what_is_known_so_far(capsys, tmp_path, stopped_after):
    """The first games, as if only so many had been asked for: in words, and in the files."""
    path = tmp_path / "games.csv"
    stopped_after(0.5)
    ran = tt(capsys, "playtest", "craziness", "--players", "3", "--games", "100000", "--workers", "1", "--csv", path)
    assert ran.status == 130 and "Traceback" not in ran.err
    count = int(re.search(r"Stopped: the first ([\d,]+) of 100,000 games", ran.out)[1].replace(",", ""))
    assert count >= 1
    asked = tt(capsys, "playtest", "craziness", "--players", "3", "--games", str(count), "--workers", "1")
    assert [
        line for line in ran.out.splitlines() if not line.startswith(("Stopped", "Wrote"))
    ] == asked.out.splitlines()
    assert len(path.read_text(encoding="utf-8").splitlines()) == 1 + count


@pytest.mark.skipif(os.name == "nt", reason="a console's Ctrl-C cannot be sent to one process there")
def test_ctrl_c_in_a_terminal_reaches_the_workers_and_is_told_once():
    """From a terminal it reaches every process; what is known is shown once, without a traceback of any of them."""
    # a run that was started in the background ignores Ctrl-C, and so would this one
    code = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); from tt_print.cli import main; main()"
    )
    command = [sys.executable, "-c", code, "playtest", "craziness", "--games", "100000", "--workers", "2", "--json"]
    run = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        time.sleep(3)
        os.killpg(run.pid, signal.SIGINT)
        out, err = run.communicate(timeout=60)
    finally:
        run.kill()
    assert run.returncode == 130, err
    if out:  # some games were known; on a busy machine there may be none after three seconds
        result = json.loads(out)
        assert 0 < result["games"] < result["asked"] == 100000
    assert "Traceback" not in err


AGAINST = (
    "playtest",
    "push-it",
    "--players",
    "3",
    "--games",
    "50",
    "--player",
    "random",
    "--against",
    "count_lies=false",
)


@pytest.mark.parametrize("counts", [(4,), (50, 0)], ids=["in the first set", "before the second"])
def test_ctrl_c_before_the_second_set_of_rules_shows_the_first(capsys, tmp_path, monkeypatch, counts):
    def play(setup, games, workers=None, cluster=""):
        is_first = setup.house == "-"
        yield from play_chunk(setup, 0, counts[0] if is_first else counts[1])
        if not is_first or len(counts) == 1:
            raise KeyboardInterrupt

    monkeypatch.setattr("tt_print.playtest.pool.play_games", play)
    ran = tt(capsys, *AGAINST, "--csv", tmp_path / "games.csv", "--chart", tmp_path / "chart.svg")
    assert ran.status == 130 and "How it ends" in ran.out
    assert "Stopped before the first game by count_lies=false, so nothing is compared." in ran.out
    assert len((tmp_path / "games.csv").read_text(encoding="utf-8").splitlines()) == 1 + counts[0]
    data = json.loads(tt(capsys, *AGAINST, "--json").out)
    assert (data["games"], data["asked"]) == (counts[0], 50) and "against" not in data and "difference" not in data


def test_ctrl_c_in_the_second_set_of_rules_compares_what_both_have_and_says_so(capsys, monkeypatch):
    def play(setup, games, workers=None, cluster=""):
        yield from play_chunk(setup, 0, games if setup.house == "-" else 3)
        if setup.house != "-":
            raise KeyboardInterrupt

    monkeypatch.setattr("tt_print.playtest.pool.play_games", play)
    ran = tt(capsys, *AGAINST)
    assert ran.status == 130 and "on the same 3 deals" in ran.out
    assert "Stopped: the first 3 of 50 games." in ran.out


# ---------------------------------------------------------------- the players


@every_game
def test_sensible_players_look_only_at_what_they_may_know(name):
    """Whatever others hide is changed, and the same is done: hands, draw piles, cards aside, claimed cards."""
    import random

    game, hooks = find_game(name), find_game(name).playing
    setup = Setup(name, 3, kinds=(SENSIBLE,))
    seating = hooks.seat(setup.seated(), random.Random(1))
    state, chance, choice = game.start(3, None, 2), random.Random(2), random.Random(3)
    looked = 0
    for step in range(150):
        if game.is_over(state):
            break
        seats = game.to_act(state)
        if seats and step % 3 == 0:
            seat = seats[0]
            view = game.view(state, seat)
            other = permuted(state, seat, random.Random(step))
            assert game.view(other, seat) == view
            if state.phase in ("turn", "declare", "veto", "move", "challenge", "start", "open", "collect", "last"):
                seen = hooks.sensible(view, random.Random(4))
                assert hooks.sensible(game.view(other, seat), random.Random(4)) == seen
                looked += other != state
        state = game.apply(state, hooks.next_event(state, seating, chance, choice))
    assert looked >= 10


def permuted(state, seat, rng):
    """The same state for this seat: what lies hidden from it is shuffled among its hidden places."""
    from dataclasses import replace

    war = hasattr(state, "under")
    hidden = [
        *(() if war else [("draw",)] if hasattr(state, "draw") else []),
        *([("aside",)] if hasattr(state, "aside") else []),
    ]
    places = (
        [name for (name,) in hidden] + (["under"] if war else []) + (["center"] if hasattr(state, "fronts") else [])
    )
    pool = [card for name in places for card in getattr(state, name)]
    hands = list(state.hands)
    mine = set() if war else {seat}
    pool += [card for number, hand in enumerate(hands) if number not in mine for card in hand]
    fronts = list(getattr(state, "fronts", ()))
    safe = list(getattr(state, "safe", ()))  # the player's own last laydown, now in the center
    for card in safe:
        pool.remove(card)
    pool += [
        card for number, front in enumerate(fronts) if front is not None and number != seat for card in front.cards
    ]
    rng.shuffle(pool)

    def deal(count):
        found, pool[:] = tuple(pool[:count]), pool[count:]
        return found

    changes = {}
    for name in places:
        kept = tuple(safe) if name == "center" else ()
        changes[name] = kept + deal(len(getattr(state, name)) - len(kept))
    changes["hands"] = tuple(hand if number in mine else deal(len(hand)) for number, hand in enumerate(hands))
    if fronts:
        changes["fronts"] = tuple(
            front if front is None or number == seat else replace(front, cards=deal(len(front.cards)))
            for number, front in enumerate(fronts)
        )
    return replace(state, **changes)


SHARES = {"craziness": 0.9, "push-it": 0.8, "six-suit": 0.55, "casino": 0.85, "ww3": 0.75, "armageddon": 0.75}


@every_game
def test_a_sensible_player_beats_three_random_ones(name):
    """A fourth would be fair. One sensible player, in each seat in turn; the lower end of the interval is what counts."""
    games = {"casino": 2, "armageddon": 6, "ww3": 8}.get(name, 10)
    won = 0.0
    for seat in range(4):
        kinds = tuple(SENSIBLE if each == seat else "random" for each in range(4))
        for game in play_chunk(Setup(name, 4, kinds=kinds), 0, games):
            won += (seat in game.winners) / max(1, len(game.winners))
    assert share_interval(won, 4 * games).low > 0.25 and won / (4 * games) >= SHARES[name]


def test_whoever_stops_early_has_the_first_games():
    setup = Setup("push-it", 3, kinds=("random",))
    assert list(islice(play_games(setup, 50), 5)) == play_chunk(setup, 0, 5)
