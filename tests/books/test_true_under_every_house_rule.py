"""True under every house rule: texts know the options that change their rules, and books build under all of them."""

import re

import pytest

from tests.books.prose import every_text
from tests.makers.books import FAMILIES
from tests.readers.house_statements import (
    TEXTS,
    changed_rules,
    find_undeclared,
    find_unmarked_statements,
    read_statements,
)
from tests.walks import slow_but
from tt_print.books.blocks import Round, plain
from tt_print.books.text import read_book, read_family
from tt_print.engine.printed_lines import read_house_words
from tt_print.games import find_game, game_names
from tt_print.templates import has_template, template_path

every_game = pytest.mark.parametrize("name", game_names())
sampled_games = pytest.mark.parametrize("name", slow_but(("craziness",), game_names()))


@every_game
def test_no_text_states_a_rule_that_a_table_may_change_without_knowing_it(name):
    assert list(find_unmarked_statements(find_game(name))) == []


@sampled_games
def test_an_option_names_every_rule_that_the_engine_changes_with_it(name):
    assert list(find_undeclared(find_game(name))) == []


@every_game
def test_changes_are_of_options_and_rules_that_there_are(name):
    game = find_game(name)
    cited = {
        rule for file in TEXTS if has_template(f"games/{name}/{file}") for st in read_statements(game, f"games/{name}/{file}")
        for rule in st.rules or ()
    }  # fmt: skip
    for option, rules in read_house_words(name).changes.items():
        assert option in {each.name for each in game.options}
        assert set(rules) <= cited | {"1c", "1a", "13", "setup"}, option


@every_game
def test_what_is_written_for_a_value_can_be_printed(name):
    """A value that an option cannot have would keep a sentence out of every book, and nobody would miss it."""
    options = {option.name: option for option in find_game(name).options}
    for path in sorted(template_path(f"games/{name}/book.md").parent.glob("*.md")):
        for option, values in re.findall(r"\{when (\w+)!?=([^}\s]+)\}", path.read_text(encoding="utf-8")):
            for value in values.split("|"):
                options[option].parse(value)  # raises HouseError that names what it may be


def test_a_sentence_that_forgets_an_option_is_found(monkeypatch):
    """Take the marks away from a book, and every sentence on rule 7 of Craziness is named."""
    from tests.readers import house_statements as truth

    game = find_game("craziness")
    real = read_statements(game, "games/craziness/book.md")
    bare = [type(st)(st.file, st.chapter, st.text, st.rules, st.knows - {"blocked_hand"}) for st in real]
    monkeypatch.setattr(truth, "read_statements", lambda game, file: bare)
    found = list(find_unmarked_statements(game))
    on_seven = [
        st
        for st in bare
        if st.rules and st.rules & changed_rules(game, next(o for o in game.options if o.name == "blocked_hand"))
    ]
    assert on_seven and len(found) >= len(on_seven) and all("blocked_hand" in line for line in found)


def test_a_rule_that_an_option_does_not_admit_to_is_found(monkeypatch):
    from tests.readers import house_statements as truth

    real = truth.changed_rules
    monkeypatch.setattr(
        truth,
        "changed_rules",
        lambda game, option: frozenset() if option.name == "out_on_single" else real(game, option),
    )
    assert any("out_on_single=true changes CZ-4c" in line for line in find_undeclared(find_game("craziness")))


@sampled_games
def test_law_family_book_and_fold_can_be_read_under_every_house_rule_and_combination(name):
    game = find_game(name)
    for changes in game.house_trials():
        house = game.house(**changes)
        assert all(chapter.blocks for chapter in read_book(name, house).chapters), changes
        for book in [read_family(name, house), read_family(name, house, in_short=True)] if name in FAMILIES else []:
            assert all(chapter.blocks for chapter in book.chapters), changes
            rounds = [block for chapter in book.chapters for block in chapter.blocks if isinstance(block, Round)]
            # a line that only some tables see has its own sentence
            assert all(plain(step.text) for block in rounds for step in block.panels), changes
            assert book.chapters[-1].kind == "summary" and any(chapter.kind == "start" for chapter in book.chapters)


WILD = re.compile(r"\b(blacks?|blobs?|jokers?)\b|\b(an?|every|only a) \?|\?s\b")
DECK = re.compile(r"Squares deck|West deck|64 cards")  # a sentence that says which cards these are


@pytest.mark.parametrize(
    ("name", "deck"), [("casino", "squares"), ("push-it", "squares"), ("push-it", "west"), ("push-it", "squares2")]
)
def test_the_book_of_a_deck_without_wilds_does_not_speak_of_them(name, deck):
    house = find_game(name).house(deck=deck)
    chapters = (*read_book(name, house).chapters, *read_family(name, house).chapters)
    for chapter in [each for each in chapters if each.kind not in ("house", "deck")]:
        for text in every_text(chapter):
            assert DECK.search(text) or not WILD.search(text), (chapter.title, text)
        cards = [card.card for block in chapter.blocks if isinstance(block, Round) for step in block.panels
                 for group in step.groups for card in group.cards]  # fmt: skip
        assert not any(card.wilds for card in cards), chapter.title
