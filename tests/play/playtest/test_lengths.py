"""How long a round takes, as covers, the box, deals, the start page, and the page for parents say it: measured turns at a pace that is assumed."""

import re

import pytest

from tests.commands import ROOT, tt
from tests.makers.books import pages_of, sampled_games, texts_of
from tests.play.playtest.measure import MOST, played
from tests.readers.page_faults import read_finished
from tt_print.games import find_game, game_names
from tt_print.templates import read_toml

every_game = pytest.mark.parametrize("name", game_names())
OTHER_RULES = ("ww3 jokers=1", "armageddon jokers=2", "six-suit free_rounds=1", "casino jokers=2", "craziness elimination_score=40", "push-it order=lies")  # fmt: skip
ROUNDS = ("casino", "craziness")  # whose games have several rounds


def lengths_of(name):
    return read_toml(f"games/{name}/length.toml")["players"]


def pace_of(name):
    return read_toml(f"games/{name}/playing.toml")["pace"]


def time_said(capsys, name, players, *more):
    """What a deal says of it, "" where it says nothing."""
    text = tt(capsys, "deal", name, "--players", str(players), *more).out
    return "".join(re.findall(r"^Time: (.*)$", text, re.M))


def minutes_in(text):
    """The ranges of a sentence, in seconds."""
    return [(int(low) * 60, int(high or low) * 60) for low, high in re.findall(r"(\d+)(?:–(\d+))?(?= min)", text)]


@every_game
def test_every_number_of_players_up_to_six_was_measured(name):
    lengths, pace = lengths_of(name), pace_of(name)
    assert list(lengths) == [str(players) for players in range(find_game(name).players[0], MOST + 1)]
    assert f"playtest {name} " in read_toml(f"games/{name}/length.toml")["command"]
    assert pace["quick"] < pace["usual"] < pace["slow"] and ("unit" in pace) == (name in ROUNDS)
    for found in lengths.values():
        first, middle, last = found["quartiles"]
        assert first <= middle <= last and first <= found["turns"] < 1.5 * last and found["rounds"] >= 1


@every_game
def test_half_of_all_rounds_fit_and_one_of_middle_length_does_at_any_pace(capsys, name):
    """To five minutes. The ends are no farther apart than that takes, and a round takes its part of the game."""
    pace = pace_of(name)
    for players, found in lengths_of(name).items():
        first, middle, last = (turns / (found["rounds"] if name in ROUNDS else 1) for turns in found["quartiles"])
        ((low, high),) = minutes_in(said := time_said(capsys, name, players))
        needed = min(first * pace["usual"], middle * pace["quick"]), max(last * pace["usual"], middle * pace["slow"])
        assert (low, high) == pytest.approx(needed, abs=150) and low % 300 == high % 300 == 0
        assert said.endswith(" minutes a round")


@every_game
def test_the_page_for_parents_says_the_same(capsys, name):
    page = (ROOT / "docs" / "playtest.md").read_text(encoding="utf-8")
    times = {
        players: time_said(capsys, name, players) for players in range(2, MOST + 1) if str(players) in lengths_of(name)
    }
    row = [find_game(name).title, *(times.get(players, "").partition(" ")[0] for players in range(2, MOST + 1))]
    assert "| " + " | ".join(row).replace("|  |", "| |") + " |\n" in page, row
    pace = pace_of(name)
    assert f"| {pace['quick']:g} | {pace['usual']:g} | {pace['slow']:g} |" in page


@pytest.mark.parametrize("rule", OTHER_RULES)
def test_nothing_is_said_under_house_rules_that_change_it(capsys, rule):
    name, changed = rule.split()
    assert not time_said(capsys, name, 4, "--option", changed)
    assert time_said(capsys, name, 4)


@sampled_games
def test_the_cover_says_it_and_not_how_many_turns(capsys, game):
    cover = " ".join(texts_of(pages_of(game))[:1])
    assert minutes_in(cover) == minutes_in(time_said(capsys, game, 4)) and "turns" not in cover


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "players", "deck"), [*((name, "4", "") for name in game_names()), ("push-it", "3", "west")]
)
def test_measured_again_with_another_seed_it_is_the_same(name, players, deck):
    """Both means are uncertain; they differ by more than four standard errors once in 16,000 times."""
    known = (read_toml(f"games/{name}/length.toml")["decks"][deck] if deck else lengths_of(name))[players]
    count = {"casino": 12, "armageddon": 60, "craziness": 100}.get(name, 150)
    option = f" --option deck={deck}" if deck else ""
    again = played(f"playtest {name} --players {players} --games {count} --seed 77{option}")["turns"]["mean"]
    error = (known["error"] ** 2 + ((again["high"] - again["low"]) / 3.92) ** 2) ** 0.5
    assert abs(again["value"] - known["turns"]) <= 4 * error


def words_of(path):
    return {line.text.strip() for page in read_finished(path.read_bytes()) for line in page.lines}


def test_a_setup_sheet_says_what_its_deal_says(capsys, tmp_path):
    ran = tt(capsys, *"deal craziness --players 5 --sheet --paper a4".split(), "--out", tmp_path)
    (path,) = tmp_path.rglob("*.pdf")
    assert {"Time", *re.findall(r"^Time: (.*)$", ran.out, re.M)} < words_of(path)


def test_the_start_page_says_what_a_deal_of_its_cards_says(capsys, tmp_path):
    tt(capsys, "start", "--paper", "a4", "--out", tmp_path)
    words = " ".join(line.text for line in read_finished(next(tmp_path.rglob("start-a4.pdf")).read_bytes())[0].lines)
    dealt = time_said(capsys, "push-it", 3, "--option", "deck=west")
    assert minutes_in(words) == minutes_in(dealt) != []
