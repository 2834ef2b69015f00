"""Whole games by the hundred: the same on one core and on many, bounded, counted right, and judged with honest intervals."""

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from multiprocessing import active_children
from pathlib import Path

import pytest
from PIL import Image

from tests.commands import ROOT, tt
from tests.engine.hidden import hide_and_shuffle
from tests.readers.pdf_marks import read_pages
from tests.walks import slow_but
from tt_print.engine.play import SENSIBLE
from tt_print.errors import InputError
from tt_print.games import find_game, game_names
from tt_print.play.playtest.games import UNFINISHED, GameRecord, Setup, chunks, play_chunk, play_games
from tt_print.templates import read_toml

every_game = pytest.mark.parametrize("name", game_names())
FEW = {"casino": 1, "armageddon": 1, "ww3": 2, "push-it": 4, "craziness": 2, "six-suit": 6}  # games of a fast test
POOL = "tt_print.play.playtest.games.play_games"


@pytest.fixture(scope="module")
def played():
    """A few games of each, half the seats sensible, half random."""
    return {name: play_chunk(Setup(name, 4, kinds=("sensible", "random") * 2), 0, FEW[name]) for name in game_names()}


@pytest.fixture
def report(capsys, monkeypatch):
    """What the command says of these games, and of those on the same deals by other rules: in words, and as data."""

    def report(one, other=None, name="craziness", more=(), players=2):
        monkeypatch.setattr(POOL, lambda setup, *_: (each for each in (one if setup.house == "-" else other)))
        typed = ["playtest", name, "--players", str(players), "--games", str(len(one)), *more]
        typed += ["--against", "must_play=true"] if other is not None else []
        ran = tt(capsys, *typed)
        assert ran.status == 0, ran.err
        assert "inf" not in ran.out and "nan" not in ran.out
        return ran.out, json.loads(tt(capsys, *typed, "--json").out, parse_constant=pytest.fail)

    return report


@every_game
def test_every_game_ends_in_a_way_that_has_a_name_and_rules(played, report, name):
    words = read_toml(f"games/{name}/playing.toml")
    for each in played[name]:
        assert each.end in words["ends"] and each.turns > 0 and each.rounds > 0 and each.winners
        assert {key for key, _ in each.used} <= {*words["used"]} and len(each.held) == 4
    for columns in (40, 80):
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("COLUMNS", str(columns))
            text, data = report(played[name], name=name, players=4)
        said = [*map(words["ends"].get, data["ends"]), *map(words["used"].get, [*data["rules_used"]][:12])]
        assert all(each["say"] in " ".join(text.split()) for each in said)


@every_game
def test_rules_behind_ends_and_uses_are_those_of_the_original(capsys, name):
    words = read_toml(f"games/{name}/playing.toml")
    rules = {rule for told in (*words["ends"].values(), *words["used"].values()) for rule in told["rules"]} - {"setup"}
    for rule in rules:
        assert tt(capsys, "rules", name, rule).status == 0, rule
    assert all(told["rules"] for told in (*words["ends"].values(), *words["used"].values()))


def test_a_game_of_casino_deals_and_plays_every_card():
    """Four hands of four players: 4 x 120 cards are played, and cards are dealt five times in each after the first."""
    (game,) = play_chunk(Setup("casino", 4, kinds=("random",)), 7, 1)
    used = dict(game.used)
    assert game.turns == 4 * 120 and game.rounds == 4 and used["more_cards"] == 4 * 5
    assert game.turns == sum(used.get(key, 0) for key in ("take", "build", "stack", "drop"))


def test_a_hand_of_craziness_is_won_as_often_as_one_is_dealt():
    for game in play_chunk(Setup("craziness", 3, kinds=("random",)), 0, 3):
        used = dict(game.used)
        assert game.rounds == sum(used.get(key, 0) for key in ("out_double", "out_triple", "blocked"))
        assert game.turns == sum(used.get(key, 0) for key in ("single", "double", "triple", "pass"))


def test_what_does_not_end_is_told_and_counts_for_nobody(report):
    games = play_chunk(Setup("craziness", 2, limit=30), 0, 3)
    assert [game.end for game in games] == [UNFINISHED] * 3
    text, data = report(games)
    assert "No game ended within 20,000 events" in text
    assert data["unfinished"] == 3 and data["ends"] == {} and sum(seat["value"] for seat in data["wins"]) == 0


@pytest.mark.parametrize(("setup", "said"), [
    (Setup("craziness", 13), "2 to 12 players"), (Setup("ww3", 3, "jokers=9"), "jokers can't be 9"),
])  # fmt: skip
def test_what_cannot_be_played_is_said_before_anything_is_played(setup, said):
    with pytest.raises(InputError, match=said):
        play_games(setup, 1)


def test_the_seed_and_the_number_decide_everything():
    setup = Setup("push-it", 3, kinds=("random",), seed=5)
    games = play_chunk(setup, 0, 6)
    assert [play_chunk(setup, number, 1)[0] for number in range(6)] == games
    assert list(play_games(setup, 6, workers=1)) == games
    assert list(islice(play_games(setup, 50), 5)) == games[:5], "whoever stops early has the first ones"
    assert play_chunk(replace(setup, seed=6), 0, 6) != games
    assert chunks(3, 10, 3) == [(3, 3), (6, 3), (9, 1)]


def test_several_processes_give_what_one_gives_though_a_worker_dies():
    """A worker is killed while it plays; the games that it had in hand are played again."""
    setup = Setup("push-it", 3, kinds=("random",))
    alone = play_chunk(setup, 0, 120)
    before = {child.pid for child in active_children()}
    games = play_games(setup, 120, workers=2)
    first = [next(games), next(games)]  # the second comes out of the pool
    os.kill(min({child.pid for child in active_children()} - before), signal.SIGKILL)
    assert [*first, *games] == alone


def test_the_same_deals_are_played_under_other_rules(report):
    """Both sides begin with the same hands, so a rule that is never used changes no game."""
    games = play_chunk(Setup("craziness", 3), 0, 2)
    other = play_chunk(Setup("craziness", 3, "blocked_hand=void"), 0, 2)
    assert games == other
    found = report(games, other, players=3)[1]["difference"]
    of_seats = {value for seat in found["wins"] for key, value in seat.items() if key != "seat"}
    assert found["pairs"] == 2 and {*found["turns"].values()} == of_seats == {0}


def won_by(seat, turns=10, **changes):
    """A game of two that seat won."""
    return GameRecord(turns, 2, (seat,), "single", (0, 0), (), **changes)


NOT_ENDED = GameRecord(20_000, 9, (), UNFINISHED, (3, 3), ())
DRAWN = GameRecord(12, 2, (), "blocked", (3, 3), ())
FEWEST = 10  # pairs of games that say anything


def values(rows):
    return [row["value"] for row in rows]


@pytest.mark.parametrize(
    ("part", "of", "low", "high"), [(81, 263, 0.2553, 0.3662), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]
)
def test_wilsons_interval_is_that_of_the_books(report, part, of, low, high):
    """E. B. Wilson 1927; the figures are those of Newcombe 1998, table I."""
    won = report([won_by(0)] * part + [won_by(1)] * (of - part))[1]["wins"][0]
    assert (won["low"], won["high"]) == pytest.approx((low, high), abs=5e-5)


def test_means_and_quantiles(report):
    """Of 2, 4, and 6 turns with a standard deviation of 2; between the two in the middle where there are four."""
    spread = report([won_by(0, turns) for turns in (2, 4, 6)])[1]["turns"]
    half = 1.959964 * 2 / 3**0.5
    assert [*spread["mean"].values()] == pytest.approx([4, 4 - half, 4 + half], abs=1e-5)
    assert (spread["least"], spread["most"]) == (2, 6)
    quantiles = report([won_by(0, turns) for turns in (3, 1, 4, 2)])[1]["turns"]["quantiles"]
    assert quantiles == {"0.1": 1.3, "0.5": 2.5, "0.9": 3.7}


def test_shared_wins_count_in_parts(report):
    data = report([replace(won_by(0), winners=(0, 1)), won_by(1), DRAWN])[1]
    assert values(data["wins"]) == pytest.approx([0.5 / 2, 1.5 / 2]) and (data["tied"], data["drawn"]) == (1, 1)


def test_shares_are_of_the_games_that_somebody_won(report):
    """Six of eight: seat 1 won two thirds of them. Those without an end or a winner are no games that a seat has lost."""
    data = report([won_by(0)] * 4 + [won_by(1)] * 2 + [NOT_ENDED, DRAWN])[1]
    assert values(data["wins"]) == pytest.approx([2 / 3, 1 / 3], abs=1e-6)
    games = [won_by(0)] * 300 + [won_by(1)] * 300 + [NOT_ENDED] * 400
    assert "These games show no advantage for any seat." in report(games)[0]
    text = " ".join(report(games + [won_by(0)] * 100)[0].split())
    assert re.search(r"This is more than chance: seat 1 wins 57\.1%, not 50\.0%,? and seat 2 wins 42\.9%", text)
    found = report([won_by(0), NOT_ENDED, DRAWN], [won_by(1)] * 3)[1]["difference"]
    assert found["pairs"] == 2 and values(found["wins"]) == [-1, 1]


@pytest.mark.parametrize("count", [0, 1, 2, FEWEST - 1])
def test_of_few_deals_nothing_is_claimed(report, count):
    """However alike they are: each is a fifth shorter and goes to the other seat."""
    text, data = report([NOT_ENDED, *[won_by(0)] * count], [NOT_ENDED, *[won_by(1, turns=8)] * count])
    assert (
        f"Too few deals end under both rules to show what must_play=true changes: {count}. It takes at least 10."
        in text
    )
    found = data["difference"]
    assert " gains " not in text and found["turns"]["value"] == (-2 if count else None)
    assert (found["turns"]["low"] is None) == (count < 2) and (count or values(found["wins"]) == [None, None])


def test_enough_deals_that_nobody_won_say_nothing_of_seats(report):
    text, _ = report([DRAWN] * FEWEST, [DRAWN] * FEWEST)
    assert "is as long as before; too few of them have a winner to compare seats." in " ".join(text.split())


def test_how_much_longer_or_shorter_games_are(report):
    for turns, said in (((14, 16), "50% longer (46% to 54%)"), ((3, 5), "60% shorter (56% to 64%)")):
        text, _ = report([won_by(0)] * 20, [won_by(0, each) for each in turns] * 10)
        assert f"games are {said}; " in " ".join(text.split())


def test_one_game_has_no_interval(report):
    text, data = report([won_by(0)])
    assert "Length  10 turns in each game. A turn is" in text and "2.0 rounds per game." in text
    assert data["turns"]["mean"] == {"value": 10, "low": None, "high": None}
    assert report([NOT_ENDED])[1]["turns"]["mean"] == {"value": None, "low": None, "high": None}


def test_nothing_changes_by_minus_zero(report):
    """One deal of many is a turn shorter, which no table and no sentence shows."""
    one = [won_by(0, turns=100)] * 60
    text, _ = report(one, [won_by(0, turns=99), *one[1:]])
    assert "-0.0 " not in text and "-0%" not in text and "+0.0" in text and "+0%" in text


@pytest.mark.parametrize(("minutes", "said"), [
    (0.1, "1 minute"), (0.4, "1 minute"), (1, "1 minute"), (1.6, "2 minutes"), (42, "42 minutes"), (99.4, "99 minutes"), (99.6, "1.7 hours"),
    (112, "1.9 hours"),
])  # fmt: skip
def test_a_duration_is_told_in_minutes_or_hours(report, minutes, said):
    assert f"About {said}, if a turn takes " in report([won_by(0, turns=60)], more=["--seconds", str(minutes)])[0]


@pytest.mark.parametrize("longest", range(10, 16))
def test_a_chart_of_few_lengths_has_each_number_once(report, tmp_path, longest):
    games = [won_by(number % 2, turns) for number, turns in enumerate(range(10, longest + 1))]
    report(games, more=["--chart", str(tmp_path / "chart.pdf")])
    (page,) = read_pages((tmp_path / "chart.pdf").read_bytes())
    (below,) = {text.y for text in page.texts if text.text == "10"}
    labels = [text.text for text in page.texts if text.y == below]
    assert len(labels) == len({*labels}) and {*labels} >= {"10"}


def test_a_chart_is_to_scale(report, tmp_path):
    """Of ten games 1, 2, 3, and 4 take 10, 11, 12, and 13 turns; the first player wins four."""
    _, data = report([won_by(n % 2, 10 + n) for n in range(4) for _ in range(n + 1)], more=["--chart", str(tmp_path / "chart.pdf")])  # fmt: skip
    (page,) = read_pages((tmp_path / "chart.pdf").read_bytes())
    places = {said.text.strip(): said for said in page.texts}
    zero, whole = places["0%"].y, places["100%"].y
    _, *bars, lengths = [mark.points for mark in page.marks if mark.operator == "B"]
    lines = [mark.points for mark in page.marks if mark.operator == "S"]
    whiskers = [line for line in lines[:5] if line[0][0] == line[1][0]]
    shares = [(bars[n][0][1], *(y for _, y in whiskers[n])) for n in range(2)]  # a label's foot is 1 mm below its line
    shown = [(zero - 1 - y) / (zero - whole) for seat in shares for y in seat]
    assert shown == pytest.approx([share[key] for share in data["wins"] for key in ("value", "low", "high")], abs=0.001)
    (left, foot), *steps, _ = lengths
    tall = foot - steps[-1][1]
    assert [(foot - y) / tall for _, y in steps] == pytest.approx([0.25, 0.25, 0.5, 0.5, 0.75, 0.75, 1, 1])
    assert tall > 30 and 0 < steps[-1][1] - places["Turns per game"].y < 3 and 0 < places["10"].y - foot < 6
    edges = [left, *(x for x, _ in steps[1::2])]
    assert [places[str(turns)].x + 1.6 for turns in range(10, 15)] == pytest.approx(edges, abs=0.5)


def test_what_never_varies_is_said_without_an_interval(capsys):
    ran = tt(capsys, "playtest", "casino", "--players", "2", "--games", "2", "--player", "random")
    assert "Length  240 turns in each game." in ran.out and "one in ten" not in ran.out
    same = tt(capsys, "playtest", "push-it", "--players", "3", "--games", "12", "--against", "count_lies=false")
    assert "With count_lies=false each of these games is as long as before; no seat gains." in same.out


def test_what_people_read(capsys):
    ran = tt(capsys, "playtest", "ww3", "--players", "3", "--games", "5", "--player", "random")
    assert ran.status == 0 and ran.out.startswith("World War 3, 3 random players, seed 1. Games: 5\n")
    for words in (
        "turns per game", "if a turn takes 2 s", "95% interval", "How it ends", "What happens",
    ):  # fmt: skip
        assert words in ran.out
    assert "Assumed:" not in ran.out, "that is of sensible players"


AGAINST = "playtest push-it --players 3 --games 12 --player random --against count_lies=false".split()


def test_two_sets_of_rules_end_in_a_sentence_and_a_chart(capsys, tmp_path):
    chart = tmp_path / "chart.svg"
    ran = tt(capsys, *AGAINST, "--chart", chart)
    assert ran.status == 0 and "the usual rules, against count_lies=false, on the same deals: 12" in ran.out
    (sentence,) = [line for line in ran.out.splitlines() if line.startswith("With count_lies=false games are")]
    assert sentence.endswith(".") and "seat" in sentence and chart.name in ran.out
    picture = chart.read_text(encoding="utf-8")
    fills = set(re.findall(r'fill="#(\w{6})"', picture))
    assert len(fills) > 1 and all(len({*re.findall("..", fill)}) == 1 for fill in fills), "grays alone"


@pytest.mark.parametrize("suffix", ["pdf", "png"])
def test_a_chart_names_both_sides_in_gray(capsys, tmp_path, suffix):
    path = tmp_path / f"chart.{suffix}"
    assert tt(capsys, *AGAINST, "--chart", path).status == 0
    if suffix == "pdf":
        (page,) = read_pages(path.read_bytes())
        assert {"count_lies=false", "the usual rules", "Turns per game"} <= {text.text.strip() for text in page.texts}
        return
    with Image.open(path) as picture:
        assert all(r == g == b for _, (r, g, b) in picture.convert("RGB").getcolors(1 << 20)), "grays alone"


def test_many_house_rules_take_as_many_lines_as_they_need(capsys, tmp_path):
    rules = "count_lies=false open_counts=true wilds=wild potential=per_challenge win_on_defence=false max_lay=doubled pointer_move=may"
    against = [word for rule in rules.split() for word in ("--against", rule)]
    assert tt(capsys, *AGAINST[:-2], *against, "--chart", tmp_path / "chart.pdf").status == 0
    (page,) = read_pages((tmp_path / "chart.pdf").read_bytes())
    named = [text for text in page.texts if "=" in text.text]
    assert {*" ".join(text.text for text in named).split()} == {*rules.split()} and len({text.y for text in named}) > 1


def test_ctrl_c_shows_what_is_known_so_far(capsys, tmp_path, monkeypatch):
    """The first games, as if only so many had been asked for: in words, and in the files."""
    known = play_chunk(Setup("craziness", 3), 0, 3)

    def play(*_):
        yield from known
        raise KeyboardInterrupt

    typed = ["playtest", "craziness", "--players", "3", "--games"]
    asked = tt(capsys, *typed, "3", "--workers", "1")
    monkeypatch.setattr(POOL, play)
    ran = tt(capsys, *typed, "100000", "--chart", tmp_path / "chart.svg")
    assert ran.status == 130 and "Traceback" not in ran.err and "Stopped: the first 3 of 100,000 games" in ran.out
    lines = [line for line in ran.out.splitlines() if not line.startswith(("Stopped", "Wrote"))]
    assert lines == asked.out.splitlines() and (tmp_path / "chart.svg").is_file()


def spent_s(group):
    """The processor seconds of each process of a group but the first one, as Linux counts them."""
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # one that has ended
            told = path.read_text().rpartition(")")[2].split()
            if int(told[2]) == group and path.parent.name != str(group):
                yield (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="no other system tells what the workers are at")
def test_ctrl_c_in_a_terminal_reaches_the_workers_and_is_told_once():
    """From a terminal it reaches every process; what is known is shown once, without a traceback of any of them."""
    # a run that was started in the background ignores Ctrl-C, and so would this one
    code = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); from tt_print.cli import main; main()"
    )
    command = [sys.executable, "-c", code, "playtest", "craziness", "--games", "100000", "--workers", "2", "--json"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    run = subprocess.Popen(command, cwd=ROOT, start_new_session=True, **pipes)
    try:
        while sum(seconds > 2 for seconds in spent_s(run.pid)) < 2:  # both workers play, however busy the machine is
            assert run.poll() is None
            time.sleep(0.1)
        os.killpg(run.pid, signal.SIGINT)
        out, err = run.communicate(timeout=600)
    finally:
        run.kill()
    assert run.returncode == 130 and "Traceback" not in err, err
    if out:  # the first games may not have come back yet
        result = json.loads(out)
        assert 0 < result["games"] < result["asked"] == 100000


@pytest.mark.parametrize("counts", [(4,), (12, 0)], ids=["in the first set", "before the second"])
def test_ctrl_c_before_the_second_set_of_rules_shows_the_first(capsys, tmp_path, monkeypatch, counts):
    def play(setup, *_):
        is_first = setup.house == "-"
        yield from play_chunk(setup, 0, counts[0] if is_first else counts[1])
        if not is_first or len(counts) == 1:
            raise KeyboardInterrupt

    monkeypatch.setattr(POOL, play)
    ran = tt(capsys, *AGAINST, "--chart", tmp_path / "chart.svg")
    assert ran.status == 130 and "How it ends" in ran.out
    assert "Stopped before the first game by count_lies=false, so nothing is compared." in ran.out
    assert (tmp_path / "chart.svg").is_file()
    data = json.loads(tt(capsys, *AGAINST, "--json").out)
    assert (data["games"], data["asked"]) == (counts[0], 12) and "against" not in data and "difference" not in data


def test_ctrl_c_in_the_second_set_of_rules_compares_what_both_have_and_says_so(capsys, monkeypatch):
    def play(setup, games, *_):
        yield from play_chunk(setup, 0, games if setup.house == "-" else 3)
        if setup.house != "-":
            raise KeyboardInterrupt

    monkeypatch.setattr(POOL, play)
    ran = tt(capsys, *AGAINST)
    assert ran.status == 130 and "on the same deals: 3" in ran.out and "Stopped: the first 3 of 12 games." in ran.out


@every_game
def test_sensible_players_look_only_at_what_they_may_know(name):
    """Whatever others hide is changed, and the same is done: hands, draw piles, cards aside, claimed cards."""
    game, hooks = find_game(name), find_game(name).playing
    seating = hooks.seat((SENSIBLE,) * 3, random.Random(1))
    state, chance, choice = game.start(3, None, 2), random.Random(2), random.Random(3)
    looked = 0
    for step in range(150):
        if game.is_over(state):
            break
        for seat in game.to_act(state)[:1] if step % 3 == 0 else ():
            other = hide_and_shuffle(game, state, seat, random.Random(step))
            if state.phase in ("turn", "declare", "veto", "move", "challenge", "start", "open", "collect", "last"):
                seen = hooks.sensible(game.view(state, seat), random.Random(4))
                assert hooks.sensible(game.view(other, seat), random.Random(4)) == seen
                looked += other != state
        state = game.apply(state, hooks.next_event(state, seating, chance, choice))
    assert looked >= 10


SHARES = {"craziness": 0.9, "push-it": 0.8, "six-suit": 0.55, "casino": 0.85, "ww3": 0.75, "armageddon": 0.75}


@pytest.mark.parametrize("name", slow_but(("craziness", "push-it"), game_names()))
def test_a_sensible_player_beats_three_random_ones(name):
    """A fourth would be fair. One sensible player, in each seat in turn."""
    games = {"casino": 2, "armageddon": 6, "ww3": 8}.get(name, 10)
    won = 0.0
    for seat in range(4):
        kinds = tuple(SENSIBLE if each == seat else "random" for each in range(4))
        for game in play_chunk(Setup(name, 4, kinds=kinds), 0, games):
            won += (seat in game.winners) / max(1, len(game.winners))
    assert won / (4 * games) >= SHARES[name]
