"""`tt-print rules`: the right rule, on one screen, by number and by words."""

import json
import re

import pytest

from tests.commands import process, tt
from tests.walks import walk
from tt_print.engine.house import show_value
from tt_print.games import find_game, game_names
from tt_print.templates import templates_folder

SCREEN = 24  # lines of a small terminal
every_game = pytest.mark.parametrize("name", game_names())


def found(capsys, *typed):
    """What a program reads of the rules that are found."""
    ran = tt(capsys, "rules", *typed, "--json")
    assert ran.status == 0, ran.err
    return json.loads(ran.out)["found"]


def all_rules(capsys, name):
    """Every number of the author's rules, in his order."""
    return [rule["number"] for rule in json.loads(tt(capsys, "rules", name, "--json").out)["rules"]]


@every_game
def test_every_number_of_the_author_is_found_first(capsys, name):
    rules = all_rules(capsys, name)
    assert len(rules) > 8
    for rule in rules:
        first = found(capsys, name, rule)[0]
        assert first["number"] == rule and first["title"], rule


@every_game
def test_every_house_rule_is_found_by_its_name_with_all_its_values(capsys, name):
    for option in find_game(name).options:
        if "_" in option.name:
            (each,) = found(capsys, name, option.name)
            assert each["is_house"] and all(
                f"({option.name}={show_value(value)})" in each["text"] for value in option.values
            )


@every_game
def test_a_word_of_the_glossary_is_found_with_its_meaning(capsys, name):
    words = (templates_folder() / "games" / name / "book.md").read_text(encoding="utf-8").partition("{words}")[2]
    rows = re.findall(r"^\| (\w[\w ]*) \| (\w+)", words.partition("\n## ")[0], re.MULTILINE)[1:]
    for term, meaning in rows[::3]:
        assert f"  {term}: {meaning}" in tt(capsys, "rules", name, *term.split()).out, term


@pytest.fixture
def small(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")


def check_screen(capsys, name, question):
    ran = tt(capsys, "rules", name, *question.split())
    lines = ran.out.splitlines()
    assert ran.status == 0 and len(lines) <= SCREEN and max(map(len, lines)) <= 80, f"{question}: {len(lines)} lines"
    ran.out.encode("ascii")  # any terminal can show it
    assert "**" not in ran.out, f"{question}: a mark of bold type"


WORDS = (
    "opponent", "illegal", "discard", "remaining cards", "lose", "who starts", "eliminated", "clockwise", "wild cards", "end of the game",
)  # fmt: skip


@every_game
def test_everyday_words_find_a_rule_in_every_book_and_the_answer_fits_one_screen(small, capsys, name):
    for question in ("", *WORDS, *all_rules(capsys, name)[::4]):
        check_screen(capsys, name, question)


@pytest.mark.slow
@every_game
def test_every_answer_fits_one_screen(small, capsys, name):
    for question in all_rules(capsys, name):
        check_screen(capsys, name, question)


@walk(("arguments", "number", "said"), [
    ("ww3 2c", "2c", "put your hand flat on the pot"), ("ww3 rule 2c", "2c", "put your hand flat on the pot"), ("ww3 slaps", "2c", "slap"),
    ("ww3 slapper", "2c", "slap"), ("six-suit treaty", "6", "treaty"), ("six-suit alliance", "6", "treaty"), ("six-suit partner", "", "team"),
    ("six-suit garbage", "", "center"), ("ww3 joker slap", "joker_slap", "When can you slap a joker"), ("ww3 clockwise", "", "left"),
    ("ww3 leftover", "setup", "Put leftover cards"), ("casino plurality", "", "most cards"), ("craziness reshuffle", "", "shuffles"),
    ("craziness blobs", "", "blob"), ("casino suit", "", "shape"), ("six-suit eliminated", "", "you are out"), ("push-it bluff", "", "lie"),
    ("craziness must_play", "must_play", "Must you play a card if you can?"), ("craziness must-play", "must_play", "Must you play a card"),
    ("ww3 joker-slap", "joker_slap", "When can you slap a joker"), ("ww3 W-4", "joker_slap", "When can you slap a joker"),
    ("six-suit who starts", "setup", "The player to the dealer's left"), ("casino who starts", "4", "The player to the dealer's left"),
    ("craziness who begins", "", "dealer's left goes first"), ("six-suit tie", "5", "everyone goes out at the same moment"),
    ("push-it tie", "8", "two players have empty hands"), ("ww3 no cards", "", "If you run out of cards, you stay in the game."),
    ("ww3 can i slap twice", "2c", "twice: the rules of World War 3 say nothing about it"), ("craziness rule 3", "3", "declare every wild on the card"),
    ("craziness go out", "7", "goes out"), ("armageddon summary 1", "summary 1", "wild"), ("casino 3c 8", "3c 8", "?"),
])  # fmt: skip
def test_a_rule_is_found_as_people_ask_for_it(capsys, arguments, number, said):
    ran = tt(capsys, "rules", *arguments.split())
    assert ran.status == 0
    text = " ".join(ran.out.split())
    assert said in text and re.search(rf"^{re.escape(number)}", ran.out, re.MULTILINE)


def test_rule_3_is_the_original_s_with_its_parts_and_not_13(capsys):
    sources = [set(each["rules"]) for each in found(capsys, "casino", "3")]
    parts = {"3", "3a", "3b", "3c", "3c 8", "3d", "3e"}
    assert {"3", "3a", "3c"} <= set().union(*sources) and all(parts & each for each in sources)
    assert "3" not in found(capsys, "casino", "13")[0]["rules"]


@walk("question", [
    "six-suit alliance", "six-suit ally", "six-suit partner", "six-suit negotiations", "six-suit reneging", "six-suit recycle", "casino plurality",
    "casino defensive", "casino category", "casino pass", "ww3 leftover", "ww3 garbage", "ww3 too many cards", "craziness reshuffle", "craziness skip",
    "craziness declare", "push-it doubt", "push-it caught", "push-it accusation", "push-it straws", "push-it erased", "armageddon mistake", "ww3 foul",
])  # fmt: skip
def test_the_author_s_words_find_a_rule(capsys, question):
    assert found(capsys, *question.split())


def test_rules_with_most_of_the_words_come_where_none_has_all(capsys):
    """Each of these stands in some rule; no rule holds the three."""
    ran = tt(capsys, *"rules craziness triple draw dealer".split())
    assert "triple draw dealer: no rule has all these words; those that have most of them" in ran.out
    for each in found(capsys, "craziness", "triple", "draw", "dealer"):
        text = f"{each['text']} {each['title']}".lower()
        assert sum(word in text for word in ("triple", "draw", "deal")) >= 2, each


def test_a_rule_that_has_the_word_in_bold_comes_first(capsys):
    asked = [("ww3", "control", "2a"), ("casino", "circle", "3b"), ("six-suit", "being", "6")]
    assert [found(capsys, game, word)[0]["number"] for game, word, _ in asked] == [number for _, _, number in asked]


def test_more_comes_when_it_is_asked_for(capsys):
    short, long = (tt(capsys, "rules", "casino", "build", *more).out for more in ([], ["--all"]))
    assert re.search(r" more: \d.*\. All of it: --all$", " ".join(short.split()))
    assert len(long.splitlines()) > 1.5 * len(short.splitlines()) and " more: " not in long


def test_examples_stand_under_their_rule(capsys):
    out = " ".join(tt(capsys, "rules", "craziness", "3", "--all").out.split())
    assert "e.g. In the center: red circle 1; you play: black circle 2 as red circle 2." in out
    assert "-> Double topper. Red (as declared) and circle match" in out and "-> Not legal." in out


def test_house_rules_are_the_ones_in_force(capsys, tmp_path):
    file = tmp_path / "house.toml"
    file.write_text("[ww3]\nwrong_slap_penalty = 5\n", encoding="utf-8")
    for given in (["--house", file], ["--option", "wrong_slap_penalty=5"]):
        out = tt(capsys, "rules", "ww3", "wrong", "slap", *given).out
        assert "A bad slap costs you 5 cards" in " ".join(out.split()) and "(house rule)" in out
        assert out.endswith("House rules: wrong_slap_penalty=5\n")
    assert "House rules" not in tt(capsys, "rules", "ww3", "wrong", "slap").out


@walk("words", [
    "ww3 slap slaps slapped slapping", "push-it challenge challenges challenged challenger", "craziness match matches matching",
    "casino build builds building", "six-suit treaty treaties",
])  # fmt: skip
def test_words_are_known_by_their_stem(capsys, words):
    name, first, *others = words.split()
    expected = found(capsys, name, first)
    assert all(found(capsys, name, other) == expected for other in others)


def test_another_thing_is_no_other_ending(capsys):
    assert found(capsys, "push-it", "pointer") != found(capsys, "push-it", "point")


def test_no_question_runs_an_example_or_waits_for_a_library(tmp_path):
    ran = process("rules", "ww3", "slap", cwd=tmp_path)
    assert ran.status == 0 and list(tmp_path.iterdir()) == []


def test_an_empty_question_is_no_question(capsys):
    assert tt(capsys, "rules", "ww3", " ").out == tt(capsys, "rules", "ww3").out
    assert tt(capsys, "rules", "ww3", "!!").status == 2


def test_a_question_mark_asks_for_the_card_and_not_for_questions(capsys):
    """What is most argued ends in ?, which says nothing of the number ?."""
    for game in ("casino", "armageddon", "craziness", "six-suit"):
        first = found(capsys, game, "?")[0]
        assert re.search(r"\ba \?|, \?|and \?", first["text"], re.IGNORECASE), first


def test_one_word_that_a_game_does_not_know_is_passed_over_and_two_are_not(capsys):
    one, two = (tt(capsys, "rules", "ww3", "slap", *words) for words in (["saxophone"], ["saxophone", "trombone"]))
    assert one.status == 0 and "saxophone: the rules of World War 3 say nothing about it" in one.out
    assert two.status == 2 and "the rules of World War 3 say nothing about 'saxophone'" in two.err
