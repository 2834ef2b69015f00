"""A first game: the deck is stacked as the page says, and then everything that it tells the players to do can be done."""

import json
import random
import re
from pathlib import Path

import pypdfium2
import pytest

from tests.commands import ROOT, tt
from tests.games.cases import every_game
from tests.readers.reading_order import hear
from tt_print import find_game, parse_card
from tt_print.deck import DECKS

DECK_OF = {"push-it": "west"}


def script(name):
    """What the players do, as the page's source has it: without what is there before, and what comes out."""
    text = (ROOT / "templates/games" / name / "lesson.md").read_text(encoding="utf-8")
    block = re.search(r"```round id=.*?\n(.*?)```", text, re.S)[1]
    asked = [line.partition("->")[0] for line in block.splitlines() if "->" in line]
    return [event.strip() for line in asked for event in line.split(";")]


def lesson(capsys, folder, *words):
    made = json.loads(tt(capsys, "deal", *words, "--lesson", "--paper", "a4", "--json", "--out", folder).out)
    with pypdfium2.PdfDocument(made["files"][0]) as pdf:
        return made, " ".join(" ".join(page.get_textpage().get_text_bounded().split()) for page in pdf)


@every_game()
def test_whatever_the_other_cards_are_the_script_can_be_played(name, capsys, tmp_path):
    made, said = lesson(capsys, tmp_path, name)
    game, named = find_game(name), [parse_card(code) for code in made["order"] if code]
    rest = [card for card in DECKS[DECK_OF.get(name, game.deck)] if card not in named]
    assert len(rest) == made["order"].count(None) and len(set(named)) == len(named)
    for seed in range(3):
        random.Random(seed).shuffle(rest)
        others = iter(rest)
        stacked = [parse_card(code) if code else next(others) for code in made["order"]]
        house = game.house(deck="west") if name == "push-it" else game.house()
        state = game.start(made["players"], house, made["players"] - 1)
        state = game.apply(state, game.legal(state).with_order(tuple(reversed(stacked))))
        for event in script(name):
            state = game.apply(state, game.event_text.read(event))
        assert not game.is_over(state), "and then they play on"
    count = re.search(r"Find these (\d+)|Take the (\d+) cards with a W", said)
    assert int(count[1] or count[2]) == len(named)
    rows = re.findall(r"\b(\d+)(?:–(\d+)| other card)", said.partition("From the top of the pile")[0])
    assert sum(int(last) - int(one) + 1 if last else int(one) for one, last in rows) == len(made["order"]), rows


def test_the_players_have_their_own_names(capsys, tmp_path):
    _, said = lesson(capsys, tmp_path, "craziness", "--players", "Mia,Tom,Lu")
    assert "Tom to Mia’s left" in said and "Lu: you have no yellow" in said and "Ann" not in said.split()


def test_a_screen_reader_hears_the_order_of_the_cards_which_nobody_needs_to_read(capsys, tmp_path):
    made, said = lesson(capsys, tmp_path, "push-it")
    names = ", ".join(parse_card(code).name for code in made["order"][:3])
    heard = [each.words for each in hear(Path(made["files"][0]).read_bytes()).all("Figure")]
    assert any(f"1–8: {names}" in words for words in heard) and any(words.startswith("The hands") for words in heard)
    assert names not in said


@pytest.mark.parametrize(("typed", "said"), [
    ("craziness --lesson --players Ann,Bo", "the first game of Craziness is for 3 players. Give 3 names, or leave out --players."),
    ("craziness --lesson --hands 2", "--lesson and --hands can't be used together."),
    ("--lesson", "which game?"),
])  # fmt: skip
def test_a_mistake_is_reported_with_what_to_type(typed, said, capsys):
    ran = tt(capsys, "deal", *typed.split())
    assert ran.status == 2 and said in ran.err and not ran.out
