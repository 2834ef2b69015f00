"""The sentences of the engine, as they come out in examples, are as easy to read as the books that print them."""

import re
from collections import defaultdict

import pytest

from tests.readers.readability import grade
from tt_print.engine.reasons import sentences
from tt_print.errors import InputError
from tt_print.games.examples import cached_scene, read_examples

GAMES = ("casino", "craziness", "push-it")
HARDEST = 4.0  # years of school
FIELD = re.compile(r"\{\w+[^}]*\}")


def spoken(name):
    """By key, all that the engine says of the examples of a game."""
    found = defaultdict(set)
    for example in read_examples(name):
        for case in example.cases:
            overrides = tuple(f"{each.option}={each.values[0]}" for each in case.when if not each.negated)
            try:
                reasons = cached_scene(name, case.phrases, overrides).reasons
            except InputError:
                continue
            for reason in reasons:
                found[reason.key].add(reason.text)
    return found


@pytest.mark.parametrize("name", GAMES)
def test_no_sentence_of_the_engine_is_harder_than_the_book(name):
    said = spoken(name)
    assert len(said) >= 15
    hard = {key: round(sum(map(grade, texts)) / len(texts), 1) for key, texts in said.items()}
    assert {key: value for key, value in hard.items() if value > HARDEST} == {}
    assert grade(" ".join(text for texts in said.values() for text in sorted(texts))) < 2.5


@pytest.mark.parametrize("name", GAMES)
def test_no_sentence_is_hard_that_no_example_says(name):
    """With easy words in their places; a card's name has as many words as it has marks."""
    texts = {
        f"{key}.{part}": FIELD.sub("red 1", row[part])
        for key, row in sentences(name).items()
        for part in ("text", "cure")
        if part in row
    }
    assert {key: text for key, text in texts.items() if grade(text) > HARDEST} == {}
