"""A list is the same in one word and in several: PowerShell makes `Ann Bo Cy` of `Ann,Bo,Cy`."""

import re
import shlex
from contextlib import suppress

import pytest

from tests.commands import ROOT, tt
from tests.readers.shown_commands import help_examples, shown_commands
from tests.walks import walk
from tt_print.cli import VERBS
from tt_print.cli.lists import LISTS, join_lists
from tt_print.cli.score import SUBVERBS
from tt_print.engine.query import Listed, parse_query
from tt_print.errors import InputError
from tt_print.games import GAMES, find_game
from tt_print.score.scorer import find_scorer
from tt_print.typed_lists import join_list

DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def powershell(command: str) -> list[str]:
    """The words that a program gets of a command there: a comma outside of quotes parts them."""
    pieces = re.split(r"(\"[^\"]*\")", command)
    return shlex.split("".join(piece if piece.startswith('"') else piece.replace(",", " ") for piece in pieces))


@pytest.fixture(scope="module")
def all_shown():
    """Every command of the documents and of the help."""
    from typer.testing import CliRunner

    from tt_print.cli.app import make_app

    runner = CliRunner()
    helps = [[verb] for verb in VERBS] + [["score", verb] for verb in SUBVERBS]
    texts = [runner.invoke(make_app(), [*words, "--help"]).output for words in helps]
    commands = {command for text in texts for command in help_examples(text)}
    commands |= {command for document in DOCUMENTS for command in shown_commands(document)}
    return sorted(commands)


@pytest.fixture(scope="module")
def shown(all_shown):
    """Those with a comma in them."""
    return [command for command in all_shown if "," in re.sub(r"\"[^\"]*\"", "", command)]


def readings(words: list[str]) -> dict[str, object]:
    """What a command line means: its words, and by each game those that the game reads itself."""
    if words[0] == "judge":
        game = find_game(words[1])
        known = {**game.flags, **dict.fromkeys(("scene", "option"), "of judge itself")}
        return {
            game.name: parse_query([word for word in words[2:] if word not in ("--json", "--check")], known, game.title)
        }
    if words[0] != "score":
        return {"": join_lists(words[1:])}
    found: dict[str, object] = {}
    for name in GAMES:
        with suppress(InputError):  # another game's command
            found[name] = parse_query(words[2:], find_scorer(name).flags, name)
    return found


def test_every_shown_command_means_the_same_in_powershell(shown):
    assert len(shown) >= 30
    for command in shown:
        words = shlex.split(command)
        expected = readings(words)
        found = readings(powershell(command))
        assert expected and {name: found.get(name) for name in expected} == expected, command
        assert words[0] in ("judge", "score") or expected[""] == words[1:], command


def test_no_shown_command_needs_other_quotation_marks_in_powershell(all_shown):
    """What it would take for its own stands in quotes, or nowhere: blocks, variables, arrays, pipes, comments."""
    assert len(all_shown) > 150
    for command in all_shown:
        bare = re.sub(r"\"[^\"]*\"", "", command)
        assert not re.search(r"[;&|<>(){}$`']|(?:^|\s)[@#%]", bare), command
        assert not re.search(r"\"[^\"]*[$`][^\"]*\"", command), f"{command}: a variable counts in quotes, too"


def test_every_option_of_a_list_is_shown_somewhere(shown):
    """So that the test above walks them all."""
    typed = {word for command in shown for word in shlex.split(command) if word.startswith("--")}
    assert LISTS - typed == {"--missing", "--commitment"}


FLAGS = [(name, kind, flag) for name in GAMES for kind, known in (("judge", find_game(name).flags), ("score", find_scorer(name).flags))
         for flag in known]  # fmt: skip


@walk(("game", "kind", "flag"), FLAGS, ids=[" ".join(each) for each in FLAGS])
@walk("items", ["Ann Bo", "Ann=60 Bo=64", "RC1 KBQ", "Ann=RC1 KBQ", "RCQ=3 RC3/YC3", "red heart", "J1 RH3 J2=4"])
def test_a_flag_of_a_game_gathers_words_of_a_kind_if_it_takes_a_list(game, kind, flag, items):
    flags = find_game(game).flags if kind == "judge" else find_scorer(game).flags
    first, *others = items.split()
    query = parse_query([f"--{flag}", first, *others], flags, game)
    if isinstance(flags[flag], Listed):
        assert query.flags == {flag: (",".join([first, *others]),)} and not query.words
    else:
        assert query.flags == {flag: (first,)} and query.words == tuple(others)


@pytest.mark.parametrize(
    "words", ["Ann,Bo B,Cy", "Ann|Bo B|Cy", "Ann,|Bo B|,Cy", "Ann|,|Bo B|,|Cy", "Ann,|Bo B,|Cy", "Ann|Bo B,Cy"]
)
@pytest.mark.parametrize("after", [[], ["--deck", "west"], ["-o", "x"]])
def test_a_list_goes_on_to_the_next_option(words, after):
    assert join_lists(["--players", *words.split("|"), *after]) == ["--players", "Ann,Bo B,Cy", *after]


@pytest.mark.parametrize(("typed", "meant"), [
    ("craziness --players Ann Bo", "craziness --players Ann,Bo"), ("--players Ann Bo craziness", "--players Ann,Bo craziness"),
    ("--players Ann,Bo craziness", "--players Ann,Bo craziness"), ("--players 5 casino", "--players 5 casino"),
    ("craziness --players Ann Casino", "craziness --players Ann,Casino"), ("--names Ann Bo Casino ww3", "--names Ann,Bo Casino ww3"),
    ("--deck west push-it --players Ann Casino", "--deck west push-it --players Ann,Casino"), ("--names Ann all", "--names Ann all"),
    ("--back-offset 0.5 -1 --svg", "--back-offset 0.5,-1 --svg"), ("--back-offset -.5 -1", "--back-offset -.5,-1"),
    ("--measured 99,3 99,4 -p a4", "--measured 99.3,99.4 -p a4"), ("--back-offset -0,5 1,25", "--back-offset -0.5,1.25"),
    ("--measured 180,270 --tray rear", "--measured 180,270 --tray rear"), ("--measured 180,270", "--measured 180,270"), ("--measured 100 99.8 -p a4", "--measured 100,99.8 -p a4"), ("--players", "--players"), ("--only RH3, --svg", "--only RH3, --svg"),
    ("--printer kitchen rear", "--printer kitchen rear"), ("", ""),
])  # fmt: skip
def test_what_stands_after_a_list_for_itself_stays(typed, meant):
    assert join_lists(typed.split()) == meant.split()


@pytest.mark.parametrize(("game", "typed", "meant"), [
    ("craziness", "--left Bo=RH3 KB4 Cy=5", "--left Bo=RH3,KB4 Cy=5"), ("craziness", "--went-out Bo Ann=3", "--went-out Bo Ann=3"),
    ("casino", "--counts Ann=40 8 9 7 2 1 2 --cards Ann=60 Bo=64", "--counts Ann=40,8,9,7,2,1,2 --cards Ann=60,Bo=64"),
    ("casino", "--captured Ann=RC1 KBQ --rest Bo", "--captured Ann=RC1,KBQ --rest Bo"),
    ("six-suit", "--out Bo=red Ann --out Cy+Di=heart", "--out Bo=red,Ann --out Cy+Di=heart"),
    ("ww3", "--places Ann Cy Bo", "--places Ann,Cy,Bo"), ("push-it", "--right Bo=2, Cy=1", "--right Bo=2,Cy=1"),
])  # fmt: skip
def test_a_hand_is_entered_in_words_of_their_own_too(game, typed, meant):
    flags = find_scorer(game).flags
    assert parse_query(typed.split(), flags, game) == parse_query(meant.split(), flags, game)


@pytest.mark.parametrize(("game", "typed", "meant"), [
    ("push-it", "--claim green heart GH1 GH3 --count 2", "--claim green,heart GH1 GH3 --count 2"),
    ("push-it", "--pointers RC3 GH1 GH3", "--pointers RC3 GH1 GH3"),
    ("casino", "--take RCQ=3 RC3+RH2 RC3/YC3 --take J1=4 YH4", "--take RCQ=3,RC3+RH2,RC3/YC3 --take J1=4,YH4"),
    ("craziness", "--declare red heart", "--declare red,heart"),
])  # fmt: skip
def test_so_is_a_question_for_the_judge(game, typed, meant):
    flags = find_game(game).flags
    assert parse_query(typed.split(), flags, game) == parse_query(meant.split(), flags, game)


def test_a_list_of_one_word_is_that_word():
    assert join_list(["Ann,,Bo"]) == "Ann,,Bo" and join_list([""]) == "" and join_list(["Ann,", ",Bo"]) == "Ann,,Bo"


def test_a_card_in_three_words_needs_no_quotes(capsys, tmp_path):
    ran = tt(capsys, "deck", "--only", "red", "heart", "3", "--paper", "a4", "--out", tmp_path)
    assert ran.status == 0 and (tmp_path / "sheets" / "reprint-RH3-a4.pdf").is_file()
