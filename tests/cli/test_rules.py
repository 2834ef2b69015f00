"""`tt-print rules`: the right rule, on one screen, by number and by words."""

import json
import re

import pytest

from tests.commands import process, tt
from tests.walks import walk
from tt_print.booklets.lookup import find_rules, glossary, read_entries, stem
from tt_print.booklets.text import read_draft
from tt_print.cli.rules import SCREEN
from tt_print.errors import InputError
from tt_print.games import game_names

every_game = pytest.mark.parametrize("name", game_names())


def first(draft, query):
    entries, _ = find_rules(draft, query)
    return entries[0]


@every_game
def test_every_number_of_the_original_is_found(name):
    draft = read_draft(name)
    for entry in read_entries(draft):
        for source in entry.sources:
            found, _ = find_rules(draft, source)
            assert any(source in each.sources for each in found), source
        if entry.number:
            assert first(draft, entry.number).number == entry.number


@every_game
def test_every_word_of_the_glossary_is_found_with_its_meaning(name):
    draft = read_draft(name)
    for term, meaning in glossary(draft):
        found, meanings = find_rules(draft, term)
        assert found and (term, meaning) in meanings


@every_game
def test_the_answer_fits_one_screen(capsys, name):
    draft = read_draft(name)
    questions = {source for entry in read_entries(draft) for source in entry.sources} | {
        term for term, _ in glossary(draft)
    }
    for question in ("", *sorted(questions)):
        ran = tt(capsys, "rules", name, *question.split())
        lines = ran.out.splitlines()
        assert ran.status == 0 and len(lines) <= SCREEN and max(map(len, lines)) < 80, f"{question}: {len(lines)} lines"
        ran.out.encode("ascii")  # any terminal can show it
        assert not re.search(r" more: (?:.*, )?,", ran.out), f"{question}: a rule without a number is named"


@pytest.mark.parametrize(
    ("arguments", "number", "said"),
    [
        ("ww3 2c", "4.1", "put your hand flat on the pot"),
        ("ww3 rule 2c", "4.1", "put your hand flat on the pot"),
        ("ww3 slaps", "4.", "slap"),
        ("ww3 slapper", "4.", "slap"),
        ("six-suit treaty", "", "treaty"),
        ("six-suit alliance", "6.1", "treaty"),
        ("six-suit partner", "", "team"),
        ("six-suit garbage", "", "center"),
        ("ww3 joker slap", "B", "When can you slap a joker"),
        ("ww3 clockwise", "", "left"),
        ("ww3 leftover", "1.3", "Leftover cards lie"),
        ("casino plurality", "", "most cards"),
        ("craziness reshuffle", "", "shuffles"),
        ("craziness blobs", "", "blob"),
        ("casino suit", "", "shape"),
        ("six-suit eliminated", "", "you are out"),
        ("push-it bluff", "", "lie"),
        ("craziness must_play", "B", "Must you lay a card if you can?"),
        ("craziness b", "B", "Must you lay a card if you can?"),
        ("ww3 joker-slap", "B", "When can you slap a joker"),
        ("ww3 W-4", "B", "When can you slap a joker"),
        ("six-suit who starts", "", "The player to the left of the dealer"),
        ("casino who starts", "", "The player to the left of the dealer"),
        ("craziness who begins", "1.4", "left of the dealer begins"),
        ("six-suit tie", "5.3", "everybody goes out at the same moment"),
        ("push-it tie", "7.4", "two players are out of cards"),
        ("ww3 no cards", "", "your turns are passed over, but you may slap"),
        ("ww3 can i slap twice", "4.", "twice: World War 3 says nothing about it"),
        ("craziness chapter 3", "3.1", "say what it stands for"),
        ("craziness go out", "", "go out"),
        ("armageddon summary 1", "", "wild"),
        ("casino 3c 8", "", "?"),
    ],
)
def test_a_rule_is_found_as_people_ask_for_it(capsys, arguments, number, said):
    ran = tt(capsys, "rules", *arguments.split())
    assert ran.status == 0
    text = " ".join(ran.out.split())
    assert said in text and re.search(rf"^{re.escape(number)}", ran.out, re.MULTILINE)


def test_rule_3_is_the_original_s_with_its_parts_and_not_13():
    draft = read_draft("casino")
    sources = {source for entry in find_rules(draft, "3")[0] for source in entry.sources}
    assert {"3", "3a", "3c"} <= sources
    assert all({"3", "3a", "3b", "3c", "3c 8", "3d", "3e"} & set(entry.sources) for entry in find_rules(draft, "3")[0])
    assert [entry.sources for entry in find_rules(draft, "13")[0]] and "3" not in first(draft, "13").sources


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("ww3 jocker", "World War 3 says nothing about 'jocker'. Did you mean joker? Type: tt-print rules ww3 joker"),
        ("ww3 wrong slpa", "Did you mean slap? Type: tt-print rules ww3 wrong slap"),
        (
            "casino xyzzy",
            "Casino Macedonia says nothing about 'xyzzy'. Ask with a word of the game, such as build, to drop",
        ),
        ("ww3 3.77", "World War 3 has no rule 3.77. For its chapters and numbers: tt-print rules ww3"),
        ("ww3 W-99", "World War 3 has no rule W-99."),
        ("canasta", "there is no game 'canasta'."),
        ("craziness 2 --option must_plai=true", "Did you mean must_play?"),
    ],
)
def test_a_mistake_gets_a_sentence_that_helps(capsys, arguments, said):
    ran = tt(capsys, "rules", *arguments.split())
    assert ran.status == 2 and ran.out == "" and said in ran.err


@every_game
@walk("typed", [
    "opponent", "illegal", "discard", "remaining cards", "lose", "who starts", "eliminated", "clockwise", "wild cards", "end of the game",
])  # fmt: skip
def test_everyday_words_find_a_rule_in_every_book(name, typed):
    assert find_rules(read_draft(name), typed)[0]


@pytest.mark.parametrize("question", [
    "six-suit alliance", "six-suit ally", "six-suit partner", "six-suit negotiations", "six-suit reneging", "six-suit recycle", "casino plurality",
    "casino defensive", "casino category", "casino pass", "ww3 leftover", "ww3 garbage", "ww3 too many cards", "craziness reshuffle", "craziness skip",
    "craziness declare", "push-it doubt", "push-it caught", "push-it accusation", "push-it straws", "push-it erased", "armageddon mistake", "ww3 foul",
])  # fmt: skip
def test_the_author_s_words_find_a_rule(question):
    name, _, typed = question.partition(" ")
    assert find_rules(read_draft(name), typed)[0]


def test_rules_with_most_of_the_words_come_where_none_has_all():
    """Each of these stands in some rule; no rule holds the three."""
    draft = read_draft("craziness")
    found, said = find_rules(draft, "triple draw dealer")
    assert said[0] == ("triple draw dealer", "no rule has all these words; those that have most of them")
    words = [{stem(word) for word in re.findall("[a-z]+", f"{entry.text} {entry.title}".lower())} for entry in found]
    assert all(len({"tripl", "draw", "dealer"} & each) == 2 for each in words)


def test_more_comes_when_it_is_asked_for(capsys):
    short, long = (tt(capsys, "rules", "casino", "build", *more).out for more in ([], ["--all"]))
    assert re.search(r" more: [\d.A-Z, ]+\. All of it: --all$", short, re.MULTILINE)
    assert len(long.splitlines()) > 1.5 * len(short.splitlines()) and " more: " not in long


def test_examples_stand_under_their_rule(capsys):
    out = " ".join(tt(capsys, "rules", "craziness", "3.2").out.split())
    assert "e.g. In the center: red circle 1; you lay: black circle 2 as red circle 2." in out
    assert "-> Double topper. Red (as said) and circle match" in out and "-> Not legal." in out


def test_house_rules_are_the_ones_in_force(capsys, tmp_path):
    file = tmp_path / "house.toml"
    file.write_text("[ww3]\nwrong_slap_penalty = 5\n", encoding="utf-8")
    for given in (["--house", file], ["--option", "wrong_slap_penalty=5"]):
        out = tt(capsys, "rules", "ww3", "wrong", "slap", *given).out
        assert "A wrong slap costs you 5 cards" in " ".join(out.split()) and "(house rule)" in out
        assert out.endswith("House rules: wrong_slap_penalty=5\n")
    assert "House rules" not in tt(capsys, "rules", "ww3", "wrong", "slap").out


def test_programs_can_read_it(capsys):
    result = json.loads(tt(capsys, "rules", "ww3", "2a", "--json").out)
    assert result["game"] == "ww3" and result["query"] == "2a" and result["house"] == {}
    rule = next(found for found in result["found"] if found["number"] == "3.1")
    assert rule["rules"] == ["2a", "2b"] and [example["answer"] for example in rule["examples"]] == [
        "Control",
        "No control",
    ]
    chapters = json.loads(tt(capsys, "rules", "ww3", "--json").out)["chapters"]
    slap = next(chapter for chapter in chapters if chapter["title"] == "Slap")
    assert slap["number"] == "4" and {"2c", "3c", "4"} <= set(slap["rules"])
    assert slap["paragraphs"] == ["4.1", "4.2", "4.3", "4.4", "4.5"]


def test_words_are_known_by_their_stem():
    assert {stem(word) for word in ("slap", "slaps", "slapped", "slapping")} == {"slap"}
    assert {stem(word) for word in ("challenge", "challenges", "challenged", "challenging", "challenger")} == {
        "challeng"
    }
    assert stem("match") == stem("matches") == stem("matching") and stem("build") == stem("builds") == stem("building")
    assert stem("pass") != stem("pas") or stem("pass") == "pass"
    assert stem("red") == "red" and stem("deck") == "deck"
    assert stem("treaty") == stem("treaties") and stem("cover") == stem("covered") and stem("agree") == stem("agreed")
    assert stem("pointer") != stem("point") and stem("owner") != stem("own"), "other things, not other endings"


def test_a_draft_runs_no_example_and_waits_for_no_library(tmp_path):
    ran = process("rules", "ww3", "slap", cwd=tmp_path)
    assert ran.status == 0 and list(tmp_path.iterdir()) == []


def test_an_empty_question_is_no_question(capsys):
    assert tt(capsys, "rules", "ww3", " ").out == tt(capsys, "rules", "ww3").out
    with pytest.raises(InputError):
        find_rules(read_draft("ww3"), "!!")


def test_a_question_mark_asks_for_the_card_and_not_for_questions(capsys):
    """What is most argued ends in ?, which says nothing of the number ?."""
    for game in ("casino", "armageddon", "craziness", "six-suit"):
        first = json.loads(tt(capsys, "rules", game, "?", "--json").out)["found"][0]
        assert re.search(r"\ba \?|, \?|and \?", first["text"], re.IGNORECASE), first


def test_one_word_that_a_game_does_not_know_is_passed_over_and_two_are_not(capsys):
    one, two = (tt(capsys, "rules", "ww3", "slap", *words) for words in (["saxophone"], ["saxophone", "trombone"]))
    assert one.status == 0 and "saxophone: World War 3 says nothing about it" in one.out
    assert two.status == 2 and "World War 3 says nothing about 'saxophone'" in two.err
