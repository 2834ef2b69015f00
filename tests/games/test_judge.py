"""tt-print judge and tt-print verify: words, keys, exit statuses."""

import json
import subprocess
import sys

import pytest

from tests.games.cases import cases, every_game
from tt_print.cli import run
from tt_print.engine.table_facts import TITLES
from tt_print.games import find_game, game_names
from tt_print.games.examples import read_examples

BAD = [(name, question, said) for name in game_names() for question, said in cases(name).BAD]


def ask(capsys, *arguments):
    status = run(list(arguments))
    out, err = capsys.readouterr()
    return status, out, err


@every_game()
def test_the_calls_that_a_game_names_are_answered(name, capsys):
    for call in find_game(name).calls:
        status, out, err = ask(capsys, "judge", *call.split(), "--json")
        assert status == 0 and err == "", (call, err)
        answer = json.loads(out)
        assert answer["game"] == name and answer["rules"] and answer["text"] and answer["house"] == {}
        assert {"rules", "rulings", "house", "text"} <= set(answer) and "\n" not in out.rstrip("\n")
        status, out, err = ask(capsys, "judge", *call.split())
        deck = TITLES[answer["deck"]] if answer["deck"] else "not said"
        assert status == 0 and out == answer["text"] + f"\nDeck: {deck}. House rules: none\n"


@pytest.mark.parametrize(("name", "question", "said"), BAD)
def test_a_bad_question_gets_one_message_and_exit_2(name, question, said, capsys):
    words = question if isinstance(question, list) else question.split()
    status, out, err = ask(capsys, "judge", name, *words)
    assert (status, out) == (2, "") and err.startswith("error: ") and said in err and "Traceback" not in err


@every_game()
def test_a_verdict_names_the_house_rules(name, capsys):
    game = find_game(name)
    trial = next(t for t in game.house_trials() if t)
    ((option, value),) = trial.items()
    text = str(game.house(**trial))
    status, out, _ = ask(capsys, "judge", *game.calls[0].split(), "--option", text)
    assert status == 0 and out.endswith(f"House rules: {text}\n")
    answer = json.loads(ask(capsys, "judge", *game.calls[0].split(), "--option", text, "--json")[1])
    assert answer["house"] == {option: value}


def craziness(capsys, question):
    return json.loads(ask(capsys, "judge", "craziness", *question.split(), "--json")[1])


def test_keys_of_a_lay(capsys):
    assert (
        craziness(capsys, "--on KC2 --as green --play KC4 --declare green").items()
        >= {
            "game": "craziness",
            "legal": True,
            "topper": 2,
            "showing": "GC4",
            "draw": {"self": 0, "opponent": 0},
        }.items()
    )
    assert craziness(capsys, "--on RC1 --play KC1 --declare red")["draw"] == {"self": 0, "opponent": 2}
    assert craziness(capsys, "--on RC1 --play RH2")["draw"] == {"self": 1, "opponent": 0}
    illegal = craziness(capsys, "--on RC1 --play YH2")
    assert (illegal["legal"], illegal["topper"], illegal["showing"]) == (
        False,
        0,
        "RC1",
    ) and "RH2, YC2 or YH1" in illegal["text"]


@pytest.mark.parametrize("question", [
    "craziness --on KC2 --as green --play KH3 --declare black", "craziness --on KC2 --as black --play KH3 --declare green",
    "craziness --on RC1 --as red --play RH2", "craziness --on RC1 --play KC2 --declare heart",
    "casino --card J1=5 --take RC4 --option jokers=2", "casino --card RCQ=5 --take RC4 --option question=wild",
    "casino --card RCQ=3 --take RC4", "casino --card RC3=2 --build RC4", "casino --card RC3=2 --table RC4",
    "casino --card J1=3 --take RC3 --option question=wild --option jokers=2",
])  # fmt: skip
def test_a_declaration_that_is_not_legal_is_a_verdict(capsys, question):
    status, out, err = ask(capsys, "judge", *question.split(), "--json")
    answer = json.loads(out)
    assert (
        (status, err, answer["legal"]) == (0, "", False) and answer["text"].startswith("NOT LEGAL") and answer["rules"]
    )
    assert ask(capsys, "judge", *question.split(), "--check")[0] == 1


@pytest.mark.parametrize("question", [
    "ww3 RC2,YH2,GT2", "armageddon RC1,KC2 J1", "six-suit RC1,RH2,RT3,RS4,KC2,YH1", "six-suit RC1,RH2,RT3 RS4,KC2,YH1",
    "push-it --claim green,heart --count 2 GH1,GH3", "casino --card RC4 --take RH2,RT2 --take YC1,GC3",
    "craziness --hand KBQ,KB1,RH2",
])  # fmt: skip
def test_commas_and_blanks_part_cards(capsys, question):
    with_commas = ask(capsys, "judge", *question.split(), "--json")
    with_blanks = ask(capsys, "judge", *question.replace(",", " ").split(), "--json")
    assert with_commas == with_blanks and with_commas[0] == 0


@pytest.mark.parametrize(("question", "cites", "says"), [
    ("casino --card RH2 --build RC3 --table RC3 --hand=", "C-20", "no card would be left in hand that could take RC3+RH2"),
    ("casino --card J1=3 --take RC3 --option question=wild --option jokers=2", "10c", "take the whole table"),
    ("casino --card RC1 --on RH4 --take RH4", "C-7", "red heart 4 is what the card is built on"),
    ("casino --card J1=5 --stack RCQ --option question=five --option jokers=2", "11c", "STACK OF 5"),
    ("six-suit RC1 RH2 RT3 RS4 RC2 KH1 --option free_time_check=own_last_turn", "S-5", "after the last turn that the player has"),
])  # fmt: skip
def test_an_answer_says_and_cites_what_decided(capsys, question, cites, says):
    answer = json.loads(ask(capsys, "judge", *question.split(), "--json")[1])
    assert says in answer["text"] and cites in [*answer["rules"], *answer["rulings"]]


def test_keys_of_a_hand(capsys):
    assert craziness(capsys, "--hand KBQ,KB1,RH2")["points"] == 8  # 4 + 3 + 1
    assert craziness(capsys, "--hand=")["points"] == 0


def test_a_lay_without_declaration_is_judged_by_the_best(capsys):
    answer = craziness(capsys, "--on RC1 --play KB?")
    assert (
        answer["topper"] == 3
        and answer["declared"] == ["red", "circle", "1"]
        and "no declaration was named" in answer["text"]
    )


def test_a_verdict_reads_in_columns(capsys):
    _, out, _ = ask(capsys, "judge", "craziness", "--on", "red circle 1", "--play", "kc2", "--declare", "red")
    assert out == (
        "DOUBLE TOPPER  red (as said) and circle match, 2 does not. Nobody draws.  rules 3, 4b\n"
        "SHOWING        red circle 2 now counts, until the next card covers it.    rule 5; ruling Z-7\n"
        "Deck: full. House rules: none\n"
    )


def test_illegal_is_an_answer_unless_checked(capsys):
    question = ["judge", "craziness", "--on", "RC1", "--play", "YH2"]
    assert ask(capsys, *question)[0] == 0
    assert ask(capsys, *question, "--check")[0] == 1
    assert ask(capsys, "judge", "craziness", "--on", "RC1", "--play", "YC2", "--check")[0] == 0
    assert ask(capsys, "judge", "craziness", "--hand", "RC1", "--check")[0] == 0


def test_house_rules_from_a_file(capsys, tmp_path):
    file = tmp_path / "night.toml"
    file.write_text("[craziness]\nout_on_single = true\n")
    status, out, _ = ask(capsys, "judge", "craziness", "--on", "RC1", "--play", "RH2", "--house", str(file))
    assert status == 0 and "You go out" in out and out.endswith("House rules: out_on_single=true\n")
    status, out, err = ask(
        capsys, "judge", "craziness", "--on", "RC1", "--play", "RH2", "--house", str(tmp_path / "no.toml")
    )
    assert (status, out) == (2, "") and "there is no file" in err


def test_an_unknown_game_gets_a_hint(capsys):
    status, out, err = ask(capsys, "judge", "crazyness", "--hand", "RC1")
    assert (status, out) == (2, "") and "Did you mean craziness?" in err


@every_game()
def test_judging_loads_no_drawing_library(name):
    code = (
        f"import sys; from tt_print.cli import run; run(['judge', *{find_game(name).calls[0].split()}]); "
        "print([m for m in ('reportlab', 'svgwrite', 'PIL', 'pypdfium2', 'fontTools', 'rich') if m in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert out.splitlines()[-1] == "[]" and len(out.splitlines()) > 1


# ---------------------------------------------------------------- verify


def test_verify_counts_examples_by_game(capsys):
    status, out, _ = ask(capsys, "verify", "--json")
    report = json.loads(out)
    assert status == 0 and report["failed"] == []
    assert report["games"]["craziness"] == {"examples": len(read_examples("craziness")), "failed": 0}
    assert report["examples"] == sum(row["examples"] for row in report["games"].values())
    status, out, _ = ask(capsys, "verify")
    assert status == 0 and f"together    {report['examples']:4} examples, none failed" in out


@pytest.mark.parametrize("source", ["deck", *game_names()])
def test_verify_fails_when_a_book_is_wrong(source, capsys, tmp_path, monkeypatch):
    """The last stated fact of the book is turned round in the file itself."""
    import tt_print.games.examples as examples
    from tt_print.templates import template_path

    original = template_path(f"{'deck/book.md' if source == 'deck' else f'games/{source}/book.md'}")
    lines = original.read_text(encoding="utf-8").splitlines()
    index = max(number for number, line in enumerate(lines) if " -> " in line)
    asked, facts = lines[index].split(" -> ")
    lines[index] = f"{asked} -> {'legal' if facts.startswith('illegal') else 'not ' + facts.removeprefix('not ')}"
    if facts.startswith("not "):
        lines[index] = f"{asked} -> {facts.removeprefix('not ')}"
    wrong = tmp_path / "wrong.md"
    wrong.write_text("\n".join(lines), encoding="utf-8")
    monkeypatch.setattr(
        examples,
        "template_path",
        lambda name: (
            wrong
            if name == f"{'deck/book.md' if source == 'deck' else f'games/{source}/book.md'}"
            else template_path(name)
        ),
    )
    readers = (examples.read_examples, examples.read_examples_of_book)
    for reader in readers:
        reader.cache_clear()
    try:
        status, out, _ = ask(capsys, "verify", *([] if source == "deck" else [source]), "--json")
    finally:
        for reader in readers:
            reader.cache_clear()
    report = json.loads(out)
    assert status == 1 and len(report["failed"]) == 1
    assert set(report["failed"][0]) == {"file", "line", "rule", "expected", "got"}
    assert (report["failed"][0]["file"], report["failed"][0]["line"]) == (
        f"templates/{'deck/book.md' if source == 'deck' else f'games/{source}/book.md'}",
        index + 1,
    )
    assert report["games"][source]["failed"] == 1


def test_verify_soaks(capsys):
    status, out, err = ask(capsys, "verify", "--soak", "2", "--json")
    assert status == 0 and err == "" and json.loads(out)["soak"] == {"games": 2, "faults": []}
    status, out, _ = ask(capsys, "verify", "--soak", "1", "--seed", "9")
    assert status == 0 and out.endswith("1 random games of each: no faults\n")


def test_a_quiet_judge_answers_by_its_exit_alone(capsys):
    from tests.commands import tt

    for card, status in (("RC1", 0), ("GT4", 1)):
        ran = tt(capsys, "judge", "craziness", "--on", "RH2", "--play", card, "--check", "--quiet")
        assert (ran.status, ran.out, ran.err) == (status, "", "")
