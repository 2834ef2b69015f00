"""What people stumbled on who knew nothing of a game: hard words, yes after no, and sentences that are false at their table."""

import re
from functools import cache

import pytest

from tests.books.prose import every_text, prose
from tests.makers.books import FAMILIES
from tests.readers.readability import grade, syllables
from tests.readers.readability import sentences as sentences_of
from tt_print.books.examples import name_cards
from tt_print.books.text import read_book, read_family
from tt_print.deck import FULL
from tt_print.engine.house import show_value
from tt_print.engine.reasons import sentences
from tt_print.errors import InputError
from tt_print.games import find_game, game_names
from tt_print.games.examples import example_table, read_examples

every_game = pytest.mark.parametrize("name", game_names())
CARD = re.compile("|".join(sorted((re.escape(card.name) for card in FULL), key=len, reverse=True)) + r"|joker \d")
SHOWN = re.compile(r"\b(yellow|circle|triangle)\b")  # values that a reader sees rather than reads
FIELD = re.compile(r"\{\w+[^}]*\}")
TOO_SHORT = 6  # of so few words the formula measures one of them
HARDEST = {"casino": 4.5, "craziness": 4.5}  # years of school for a chapter; 4 for the games that are taught first


def chapters(name, **house):
    """Of the law and of the family book, from which the fold is; a house rule as people write it, too."""
    game = find_game(name)
    rules = game.read_house(None, [f"{option}={show_value(value)}" for option, value in house.items()])
    return (*read_book(name, rules).chapters, *(read_family(name, rules).chapters if name in FAMILIES else ()))


@cache
def texts(name, **house):
    """Everything that law and family book say to a reader."""
    return tuple(text for chapter in chapters(name, **house) for text in every_text(chapter))


@cache
def engine_sentences(name):
    """Each sentence of the engine as the examples bring it out, by its key; a card or a value is one short word."""
    found = {}
    for example in read_examples(name):
        for case in example.cases:
            try:
                scene = example_table(name, case.phrases)
            except InputError:  # for tables with another house rule
                continue
            for reason in scene.reasons:
                found.setdefault(reason.key, set()).add(SHOWN.sub("red", CARD.sub("card", name_cards(reason.text))))
    return found


@every_game
def test_a_ten_year_old_can_read_each_chapter(name):
    for chapter in chapters(name):
        whole = "\n".join(prose([chapter]))
        assert not whole or grade(whole) <= HARDEST.get(name, 4), chapter.title
    assert grade("\n".join(texts(name))) <= 3
    long = [" ".join(words) for words in sentences_of("\n".join(prose(chapters(name)))) if len(words) > 30]
    assert [sentence for sentence in long if not sentence.startswith("the points are 12")] == []


def test_the_measure_itself_knows_hard_from_easy():
    known = {
        "red": 1, "circle": 2, "matched": 1, "laid": 1, "control": 2, "triangle": 3, "variable": 4, "started": 2,
        "3": 1,
    }  # fmt: skip
    assert {word: syllables(word) for word in known} == known
    assert grade("The cat sat on the mat. It was fat.") < 1
    lincoln = (
        "Four score and seven years ago our fathers brought forth on this continent a new nation, conceived in liberty, "
        "and dedicated to the proposition that all men are created equal."
    )
    assert 13 < grade(lincoln) < 18  # one sentence of 29 words; readability sites say 14 to 16


@every_game
def test_a_ten_year_old_can_read_the_sentences_of_the_engine(name):
    found = engine_sentences(name)
    own = {key for key in sentences(name) if key in found}
    assert len(own) >= 15
    assert grade("\n".join(text for key in own for text in sorted(found[key]))) <= 3
    hard = {text for key in own for text in found[key] if len(text.split()) >= TOO_SHORT and grade(text) > 4}
    assert hard == set()
    if name in ("casino", "craziness", "push-it"):  # and those that no example says, with easy words in their places
        rows = sentences(name).values()
        unsaid = [FIELD.sub("red 1", row[part]) for row in rows for part in ("text", "cure") if part in row]
        assert [text for text in unsaid if grade(text) > 4] == []


@every_game
def test_nobody_is_he_or_she(name):
    said = [*texts(name), *(text for row in sentences(name).values() for text in row.values() if isinstance(text, str))]
    pronoun = re.compile(r"\b(s?he|his|hers?|him(self)?|herself)\b", re.IGNORECASE)
    assert [
        text for text in said if pronoun.search(text) and "Brian Ciesicki" not in text
    ] == []  # whose rules they are


# the pot is in the center; what is dealt is a pile, and what is drawn comes from the draw pile
OTHER_WORDS = {
    "ww3": r"\bstacks?\b|\bmiddle\b|challenger|triple topper|into the center",
    "armageddon": r"\bstacks?\b|\bmiddle\b|challenger|triple topper|into the center",
    "six-suit": r"(?<![Dd]raw )\bpiles?\b|\bmiddle\b|garbage|\bpot\b|upcard",
}


@pytest.mark.parametrize("name", OTHER_WORDS)
def test_one_word_for_each_thing_also_in_pictures_boxes_and_verdicts(name):
    said = [*texts(name), *(row["text"] for row in sentences(name).values())]
    assert [text for text in said if re.search(OTHER_WORDS[name], text)] == []


@pytest.mark.parametrize("name", OTHER_WORDS)
def test_one_of_a_thing_is_told_as_one(name):
    numbers = [option.name for option in find_game(name).options if option.minimum in (0, 1)]
    assert numbers
    wrong = re.compile(r"\b1 (rounds|cards|turns|chances|seconds)\b|\bfirst 1\b")
    for option in numbers:
        assert [text for text in texts(name, **{option: 1}) if wrong.search(text)] == [], option


# what each table must not read anywhere, though it is true at the usual one
FALSE_THERE = [
    ("ww3", {"next_starter": "left_of_winner"}, r"[Tt]he winner of a pot starts"),
    ("armageddon", {"next_starter": "left_of_winner"}, r"[Tt]he winner of a pot starts"),
    ("ww3", {"grave_slaps": False}, r"Anyone may slap|You may still slap|without cards slaps first|locked"),
    ("armageddon", {"grave_slaps": False}, r"Anyone may slap|You may still slap|else slaps it first|locked"),
    ("ww3", {"runout": "next_continues"}, r"If you run out .* player in control takes|had chances to use, the player"),
    ("armageddon", {"runout": "next_continues"}, r"If you run out .* player in control takes|had chances to use, the player"),
    ("ww3", {"jokers": 1}, r"You can add"),
    ("ww3", {"jokers": 2, "starter_rule": "defined_plus_one"}, r"plays two cards|two cards that are not jokers"),
    ("ww3", {"joker_slap": "literal"}, r"A joker (lies on|starts)"),
    ("armageddon", {"jokers": 0}, r"A \? and a joker count"),
    ("armageddon", {"jokers": 2, "joker_defines": False}, r"is one of the starter.s two"),
    ("six-suit", {"free_rounds": 0}, r"It is free time|In free time|After free time|with free time"),
    ("six-suit", {"free_rounds": 1, "free_time_check": "own_last_turn"}, r"nobody is out\. When|Nobody is out in free"),
    ("six-suit", {"free_time_help": "own_only"}, r"you may also play on|you may play on another|also on another|has a veto\b(?! at)"),
    ("six-suit", {"veto": "off"}, r"owner may say no|owner says no|has a veto\b"),
    ("six-suit", {"teams": "Ann+Cy/Bo+Di"}, r"(last|The last) player in the game"),
    ("six-suit", {"wild_mix": "any_type"}, r"do not combine\.|In a row, black is any color"),
    ("six-suit", {"treaties": "recorded"}, r"nothing but trust|Not by these rules"),
    ("six-suit", {"first_player": "dealer"}, r"dealer.s left goes"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "house", "phrase"), FALSE_THERE)
def test_no_table_reads_what_only_others_play(name, house, phrase):
    rule, others = re.compile(phrase), [{}, *([{"jokers": 2}] if name != "six-suit" else [])]
    assert any(rule.search(text) for other in others for text in texts(name, **other)), "some table reads it"
    offered = {text for chapter in chapters(name, **house) if chapter.kind == "house" for text in prose([chapter])}
    assert [text for text in texts(name, **house) if rule.search(text) and text not in offered] == []
