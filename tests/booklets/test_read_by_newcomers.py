"""What people stumbled on who knew nothing of a game: hard words, yes after no, and sentences that are false at their table."""

import re
from functools import cache

import pytest

from tests.booklets.prose import prose
from tests.readers.readability import grade
from tt_print.booklets.blocks import Box, Bullets, Paragraph, RenderedExample, Steps, Table
from tt_print.booklets.examples import name_cards
from tt_print.booklets.text import plain, read_book, read_pocket
from tt_print.deck import FULL
from tt_print.engine.house import show_value
from tt_print.engine.reasons import sentences
from tt_print.errors import InputError
from tt_print.games import find_game
from tt_print.games.examples import cached_scene, read_examples

GAMES = ["ww3", "armageddon", "six-suit"]
these_games = pytest.mark.parametrize("name", GAMES)
CARD = re.compile("|".join(sorted((re.escape(card.name) for card in FULL), key=len, reverse=True)) + r"|joker \d")
SHOWN = re.compile(r"\b(yellow|circle|triangle)\b")  # values that a reader sees rather than reads
TOO_SHORT = 6  # of so few words the formula measures one of them


def chapters(name, **house):
    """Of the book and of the folded sheet; a house rule as people write it, too."""
    game = find_game(name)
    rules = game.read_house(None, [f"{option}={show_value(value)}" for option, value in house.items()])
    return (*read_book(name, rules).chapters, *read_pocket(name, rules).panels)


@cache
def texts(name, **house):
    """Everything that book and folded sheet say to a reader."""
    found = []
    for chapter in chapters(name, **house):
        found += prose([chapter])
        for block in chapter.blocks:
            if isinstance(block, Steps):
                found += [plain(step.text) for step in block.steps]
            elif isinstance(block, Box):
                found += [plain(each.spans) for each in block.blocks if isinstance(each, Paragraph)]
                found += [plain(item) for each in block.blocks if isinstance(each, Bullets) for item in each.items]
            elif isinstance(block, RenderedExample):
                found += [block.words, block.outcome, plain(block.caption)]
            elif isinstance(block, Table):
                found += [plain(cell) for row in block.rows for cell in row]
    return tuple(filter(None, found))


@cache
def engine_sentences(name):
    """Each sentence of the engine as the examples bring it out, by its key; a card or a value is one short word."""
    found = {}
    for example in read_examples(name):
        for case in example.cases:
            try:
                scene = cached_scene(name, case.phrases)
            except InputError:  # for tables with another house rule
                continue
            for reason in scene.reasons:
                found.setdefault(reason.key, set()).add(SHOWN.sub("red", CARD.sub("card", name_cards(reason.text))))
    return found


@these_games
def test_a_ten_year_old_can_read_each_chapter_and_each_panel(name):
    for chapter in (*read_book(name).chapters, *read_pocket(name).panels):
        whole = "\n".join(prose([chapter]))
        assert not whole or grade(whole) <= 4, chapter.title
    assert grade("\n".join(texts(name))) <= 3


@these_games
def test_a_ten_year_old_can_read_the_sentences_of_the_engine(name):
    found = engine_sentences(name)
    own = {key for key in sentences(name) if key in found}
    assert len(own) >= 15
    assert grade("\n".join(text for key in own for text in sorted(found[key]))) <= 3
    hard = {text for key in own for text in found[key] if len(text.split()) >= TOO_SHORT and grade(text) > 4}
    assert hard == set()


@these_games
def test_nobody_is_he_or_she(name):
    said = [*texts(name), *(row["text"] for row in sentences(name).values())]
    assert [
        text for text in said if re.search(r"\b(he|she|his|her|him|hers|himself|herself)\b", text, re.IGNORECASE)
    ] == []


# the pot lies in the center; what is dealt is a stack, what is drawn from a pile
OTHER_WORDS = {
    "ww3": r"\bpiles?\b|\bmiddle\b|challenger|triple topper|into the center",
    "armageddon": r"\bpiles?\b|\bmiddle\b|challenger|triple topper|into the center",
    "six-suit": r"(?<![Dd]raw )\bpiles?\b|\bmiddle\b|garbage|\bpot\b|upcard",
}


@these_games
def test_one_word_for_each_thing_also_in_pictures_boxes_and_verdicts(name):
    said = [*texts(name), *(row["text"] for row in sentences(name).values())]
    assert [text for text in said if re.search(OTHER_WORDS[name], text)] == []


@these_games
def test_one_of_a_thing_is_told_as_one(name):
    numbers = [option.name for option in find_game(name).options if option.minimum in (0, 1)]
    assert numbers
    wrong = re.compile(r"\b1 (rounds|cards|turns|chances|seconds)\b|\bfirst 1\b")
    for option in numbers:
        assert [text for text in texts(name, **{option: 1}) if wrong.search(text)] == [], option


# what each table must not read anywhere, though it is true at the usual one
FALSE_THERE = [
    ("ww3", {"next_starter": "left_of_winner"}, r"(Whoever|who) wins a pot starts"),
    ("armageddon", {"next_starter": "left_of_winner"}, r"(Whoever|who) wins a pot starts"),
    ("ww3", {"grave_slaps": False}, r"Anyone may slap|You may still slap|without cards slaps first|locked"),
    ("armageddon", {"grave_slaps": False}, r"Anyone may slap|You may still slap|without cards slaps first|locked"),
    ("ww3", {"runout": "next_continues"}, r"If you run out .* controller takes|were to use chances, the controller"),
    ("armageddon", {"runout": "next_continues"}, r"If you run out .* controller takes|were to use chances, the controller"),
    ("ww3", {"jokers": 1}, r"You can add"),
    ("ww3", {"jokers": 2, "starter_rule": "defined_plus_one"}, r"lays two cards|two cards that are no jokers"),
    ("ww3", {"joker_slap": "literal"}, r"A joker (lies on|opens)"),
    ("ww3", {"jokers": 2, "joker_slap": "literal"}, r"joker lies on (another|top of a) card"),
    ("armageddon", {"jokers": 0}, r"A \? and a joker count"),
    ("armageddon", {"jokers": 2, "joker_defines": False}, r"is one of the starter.s two"),
    ("six-suit", {"free_rounds": 0}, r"It is free time|In free time|veto any more|After free time"),
    ("six-suit", {"free_rounds": 1, "free_time_check": "own_last_turn"}, r"nobody is out yet|Nobody is out in free"),
    ("six-suit", {"free_time_help": "own_only"}, r"also lay on|also on others|has a veto\b(?! at)"),
    ("six-suit", {"veto": "off"}, r"the owner may say no|has a veto\.|if the owner agrees|veto any more"),
    ("six-suit", {"teams": "Ann+Cy/Bo+Di"}, r"(last|The last) player in the game"),
    ("six-suit", {"wild_mix": "any_type"}, r"do not add up\.|of their own kind"),
    ("six-suit", {"treaties": "recorded"}, r"nothing but trust|Not by these rules"),
    ("six-suit", {"first_player": "dealer"}, r"so Ann begins|left of the dealer (begins|goes)"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "house", "phrase"), FALSE_THERE)
def test_no_table_reads_what_only_others_play(name, house, phrase):
    rule, others = re.compile(phrase), [{}, *([{"jokers": 2}] if name != "six-suit" else [])]
    assert any(rule.search(text) for other in others for text in texts(name, **other)), "some table reads it"
    offered = {text for chapter in chapters(name, **house) if chapter.kind == "house" for text in prose([chapter])}
    assert [text for text in texts(name, **house) if rule.search(text) and text not in offered] == []
