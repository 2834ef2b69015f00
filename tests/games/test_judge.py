"""tt-print judge and tt-print verify: words, keys, exit statuses."""

import json
import re

import pytest

from tests.commands import tt
from tests.games.cases import cases, every_game
from tests.walks import walk
from tt_print.games import find_game, game_names

BAD = [(name, question, said) for name in game_names() for question, said in cases(name).BAD]


def judged(capsys, question, *more):
    """What a question prints as JSON, and its exit status."""
    ran = tt(capsys, "judge", *question.split(), *more, "--json")
    assert ran.err == "" and "\n" not in ran.out.rstrip("\n"), question
    return json.loads(ran.out), ran.status


def calls_of(capsys, name):
    """The questions about cards that the help of a game shows, after `tt-print judge`."""
    lines = tt(capsys, "judge", name, "--help").out.splitlines()
    found = [line.partition(" judge ")[2] for line in lines if f" judge {name} " in line and "--scene" not in line]
    assert found
    return found


@every_game()
def test_the_calls_that_a_game_names_are_answered(name, capsys):
    for call in calls_of(capsys, name):
        answer, status = judged(capsys, call)
        assert status == 0 and answer["game"] == name and answer["rules"] and answer["text"] and answer["house"] == {}
        assert {"rules", "rulings", "house", "text"} <= set(answer)
        text, deck = tt(capsys, "judge", *call.split()).out.rsplit("\n", 2)[:2]
        assert text == answer["text"] and re.fullmatch(r"Deck: (\w+|not said)\. House rules: none", deck)


@walk(("name", "question", "said"), BAD)
def test_a_bad_question_gets_one_message_and_exit_2(capsys, name, question, said):
    ran = tt(capsys, "judge", name, *question.split())
    assert (ran.status, ran.out) == (2, "") and ran.err.startswith("error: ") and said in ran.err, ran
    assert "Traceback" not in ran.err


@every_game()
def test_a_verdict_names_the_house_rules(name, capsys):
    game = find_game(name)
    trial = next(t for t in game.house_trials() if t)
    text = str(game.house(**trial))
    call = calls_of(capsys, name)[0]
    ran = tt(capsys, "judge", *call.split(), "--option", text)
    assert ran.status == 0 and ran.out.endswith(f"House rules: {text}\n")
    assert judged(capsys, call, "--option", text)[0]["house"] == trial


def test_keys_of_a_lay(capsys):
    answer, _ = judged(capsys, "craziness --on KC2 --as green --play KC4 --declare green")
    assert (answer["game"], answer["legal"], answer["topper"], answer["showing"]) == ("craziness", True, 2, "GC4")
    assert answer["draw"] == {"self": 0, "opponent": 0}
    for question, draw in (("--play KC1 --declare red", (0, 2)), ("--play RH2", (1, 0))):
        answer, _ = judged(capsys, f"craziness --on RC1 {question}")
        assert (answer["draw"]["self"], answer["draw"]["opponent"]) == draw
    illegal, _ = judged(capsys, "craziness --on RC1 --play YH2")
    assert (illegal["legal"], illegal["topper"], illegal["showing"]) == (False, 0, "RC1")
    assert "RH2, YC2 or YH1" in illegal["text"]


@pytest.mark.parametrize("question", [
    "craziness --on KC2 --as green --play KH3 --declare black", "craziness --on KC2 --as black --play KH3 --declare green",
    "craziness --on RC1 --as red --play RH2", "craziness --on RC1 --play KC2 --declare heart",
    "casino --card J1=5 --take RC4 --option jokers=2", "casino --card RCQ=5 --take RC4 --option question=wild",
    "casino --card RCQ=3 --take RC4", "casino --card RC3=2 --build RC4", "casino --card RC3=2 --table RC4",
    "casino --card J1=3 --take RC3 --option question=wild --option jokers=2",
])  # fmt: skip
def test_a_declaration_that_is_not_legal_is_a_verdict(capsys, question):
    answer, status = judged(capsys, question)
    assert status == 0 and not answer["legal"] and answer["text"].startswith("NOT LEGAL") and answer["rules"]
    assert judged(capsys, question, "--check")[1] == 1


@pytest.mark.parametrize("question", [
    "ww3 RC2,YH2,GT2", "armageddon RC1,KC2 J1", "six-suit RC1,RH2,RT3,RS4,KC2,YH1", "six-suit RC1,RH2,RT3 RS4,KC2,YH1",
    "push-it --claim green,heart --count 2 GH1,GH3", "casino --card RC4 --take RH2,RT2 --take YC1,GC3",
    "craziness --hand KBQ,KB1,RH2",
])  # fmt: skip
def test_commas_and_blanks_part_cards(capsys, question):
    answer = judged(capsys, question)
    assert answer == judged(capsys, question.replace(",", " ")) and answer[1] == 0


@pytest.mark.parametrize(("question", "cites", "says"), [
    ("casino --card RH2 --build RC3 --table RC3 --hand=", "C-20", "no card would be left in hand that could take RC3+RH2"),
    ("casino --card J1=3 --take RC3 --option question=wild --option jokers=2", "10c", "take the whole table"),
    ("casino --card RC1 --on RH4 --take RH4", "C-7", "red heart 4 is what the card is built on"),
    ("casino --card J1=5 --stack RCQ --option question=five --option jokers=2", "11c", "STACK OF 5"),
    ("six-suit RC1 RH2 RT3 RS4 RC2 KH1 --option free_time_check=own_last_turn", "S-5", "after the last turn that the player has"),
])  # fmt: skip
def test_an_answer_says_and_cites_what_decided(capsys, question, cites, says):
    answer, _ = judged(capsys, question)
    assert says in answer["text"] and cites in [*answer["rules"], *answer["rulings"]]


def test_keys_of_a_hand(capsys):
    assert judged(capsys, "craziness --hand KBQ,KB1,RH2")[0]["points"] == 8  # 4 + 3 + 1
    assert judged(capsys, "craziness --hand=")[0]["points"] == 0


def test_a_lay_without_declaration_is_judged_by_the_best(capsys):
    answer, _ = judged(capsys, "craziness --on RC1 --play KB?")
    assert (answer["topper"], answer["declared"]) == (3, ["red", "circle", "1"])
    assert "no declaration was named" in answer["text"]


def test_a_verdict_reads_in_columns(capsys):
    ran = tt(capsys, "judge", "craziness", "--on", "red circle 1", "--play", "kc2", "--declare", "red")
    assert ran.out == (
        "DOUBLE TOPPER  red (as declared) and circle match, 2 does not. Nobody draws.  rules 3, 4b\n"
        "SHOWING        red circle 2 now counts, until the next card covers it.        rule 5; ruling Z-7\n"
        "Deck: full. House rules: none\n"
    )


def test_illegal_is_an_answer_unless_checked(capsys):
    assert judged(capsys, "craziness --on RC1 --play YH2")[1] == 0
    assert judged(capsys, "craziness --on RC1 --play YH2 --check")[1] == 1
    assert judged(capsys, "craziness --on RC1 --play YC2 --check")[1] == 0
    assert judged(capsys, "craziness --hand RC1 --check")[1] == 0
    for card, status in (("RC1", 0), ("GT4", 1)):
        ran = tt(capsys, "judge", "craziness", "--on", "RH2", "--play", card, "--check", "--quiet")
        assert (ran.status, ran.out, ran.err) == (status, "", "")


def test_house_rules_from_a_file(capsys, tmp_path):
    file = tmp_path / "night.toml"
    file.write_text("[craziness]\nout_on_single = true\n")
    question = ["judge", "craziness", "--on", "RC1", "--play", "RH2", "--house"]
    ran = tt(capsys, *question, file)
    assert ran.status == 0 and "You go out" in ran.out and ran.out.endswith("House rules: out_on_single=true\n")
    ran = tt(capsys, *question, tmp_path / "no.toml")
    assert (ran.status, ran.out) == (2, "") and "there is no file" in ran.err


# ---------------------------------------------------------------- verify


def test_verify_counts_examples_by_game(capsys):
    ran = tt(capsys, "verify", "--json")
    report = json.loads(ran.out)
    assert ran.status == 0 and report["failed"] == [] and list(report["games"]) == ["deck", *game_names()]
    assert all(row["examples"] >= 8 and row["failed"] == 0 for row in report["games"].values())
    assert report["examples"] == sum(row["examples"] for row in report["games"].values())


def test_verify_soaks(capsys):
    ran = tt(capsys, "verify", "craziness", "--soak", "2", "--json")
    assert (ran.status, ran.err) == (0, "") and json.loads(ran.out)["soak"] == {"games": 2, "faults": []}
    ran = tt(capsys, "verify", "craziness", "--soak", "1", "--seed", "9")
    assert re.search(r"craziness +\d+ +0\n", ran.out)
    assert ran.status == 0 and ran.out.endswith("1 random games of each: 0 faults\n")
