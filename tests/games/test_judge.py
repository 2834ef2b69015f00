"""tt-print judge and tt-print verify: words, keys, exit statuses."""

import json
import re

import pytest

from tests.commands import tt
from tests.games.cases import cases, every_game
from tests.walks import walk
from tt_print.engine.phrases import read_questions
from tt_print.games import find_game, game_names

BAD = [(name, question, said) for name in game_names() for question, said in cases(name).BAD]


def judged(capsys, question, *more):
    """What the judge prints as JSON, and its exit status. After the game come the story."""
    game, _, story = question.partition(" ")
    ran = tt(capsys, "judge", game, story, *more, "--json")
    assert ran.err == "" and "\n" not in ran.out.rstrip("\n"), question
    return json.loads(ran.out), ran.status


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
    call = f"{name} {read_questions(name).questions[0].story}"
    assert re.search(rf"House rules: .*{re.escape(text)}", judged(capsys, call, "--option", text)[0]["text"])
    assert judged(capsys, call, "--option", text)[0]["house"].items() >= trial.items()


@pytest.mark.parametrize("question", [
    "craziness on KC2 as green; lay KH3 as black", "craziness on RC1; lay KC2 as heart", "craziness on RC1; lay KC2", "craziness on RC1; lay RH2 as red",
    "casino with jokers=2; take RC4 with J1=5", "casino with question=wild; take RC4 with RCQ=5", "casino take RC4 with RCQ=3",
])  # fmt: skip
def test_a_declaration_that_is_not_legal_is_a_verdict(capsys, question):
    answer, status = judged(capsys, question)
    assert status == 0 and not answer["legal"] and answer["text"].startswith("NOT LEGAL") and answer["rules"]
    assert judged(capsys, question, "--check")[1] == 1


@pytest.mark.parametrize("question", [
    "ww3 pile RC2, YH2, GT2", "armageddon pile RC1,KC2 and J1", "six-suit row RC1, RH2, RT3, RS4, KC2, YH1", "push-it claim 2 green hearts with GH1, GH3",
    "casino table RH2, RT2, YC1, GC3; what RC4 takes", "craziness points of KBQ, KB1 and RH2",
])  # fmt: skip
def test_commas_and_blanks_part_cards(capsys, question):
    answer = judged(capsys, question)
    assert (
        answer == judged(capsys, question.replace(" and", "").replace(", ", ",").replace(",", " ")) and answer[1] == 0
    )


@pytest.mark.parametrize(("question", "cites", "says"), [
    ("casino table RC3; Ann holds -; build RH2 on RC3", "C-20", "no card would be left in hand that could take RC3+RH2"),
    ("casino take RH4 with RC1 on RH4", "C-7", "red heart 4 is what the card is built on"),
    ("casino with question=five; with jokers=2; stack J1=5 on RCQ", "11c", "STACK OF 5"),
    ("six-suit with free_time_check=own_last_turn; row RC1 RH2 RT3 RS4 RC2 KH1", "S-5", "after the last of that player's first"),
])  # fmt: skip
def test_an_answer_says_and_cites_what_decided(capsys, question, cites, says):
    answer, _ = judged(capsys, question)
    assert says in answer["text"] and cites in [*answer["rules"], *answer["rulings"]]


def test_a_verdict_reads_in_columns(capsys):
    ran = tt(capsys, "judge", "craziness", "on red circle 1; lay kc2 as red")
    assert ran.out == (
        "DOUBLE TOPPER  red (as declared) and circle match, but 2 does not. Nobody draws.  rules 3, 4b\n"
        "SHOWING        red circle 2 now counts, until the next card covers it.            rule 5; ruling Z-7\n"
        "Deck: the full deck (all 125). House rules: none.\n"
    )


def test_house_rules_from_a_file(capsys, tmp_path):
    file = tmp_path / "night.toml"
    file.write_text("[craziness]\nout_on_single = true\n")
    question = ["judge", "craziness", "on RC1; lay RH2", "--house"]
    ran = tt(capsys, *question, file)
    assert ran.status == 0 and "You go out" in ran.out and ran.out.endswith("House rules: out_on_single=true.\n")
    ran = tt(capsys, *question, tmp_path / "no.toml")
    assert (ran.status, ran.out) == (2, "") and "there is no file" in ran.err


# ---------------------------------------------------------------- verify


def test_verify_counts_examples_by_game(capsys):
    ran = tt(capsys, "verify", "--json")
    report = json.loads(ran.out)
    assert ran.status == 0 and report["failed"] == [] and list(report["games"]) == [*game_names()]
    assert all(row["examples"] >= 8 and row["failed"] == 0 for row in report["games"].values())
    assert report["examples"] == sum(row["examples"] for row in report["games"].values())


def test_verify_soaks(capsys):
    ran = tt(capsys, "verify", "craziness", "--soak", "2", "--json")
    assert (ran.status, ran.err) == (0, "") and json.loads(ran.out)["soak"] == {"games": 2, "faults": []}
    ran = tt(capsys, "verify", "craziness", "--soak", "1", "--seed", "9")
    assert re.search(r"craziness +\d+ +0\n", ran.out)
    assert ran.status == 0 and ran.out.endswith("1 random games of each: 0 faults\n")
