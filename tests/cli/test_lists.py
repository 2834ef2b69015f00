"""A list is the same in one word and in several: PowerShell makes `Ann Bo Cy` of `Ann,Bo,Cy`."""

import re
import shlex
from contextlib import suppress
from functools import cache
from itertools import chain, count

import pytest

from tests.cli.helps import EXAMPLES
from tests.commands import ROOT, tt
from tests.readers.shown_commands import shown_commands
from tests.walks import walk
from tt_print.engine.entries import ListMeaning, SwitchMeaning, parse_query
from tt_print.errors import InputError
from tt_print.games import GAMES, find_scorer

DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def powershell(command: str) -> list[str]:
    """The words that a program gets of a command there: a comma outside of quotes parts them."""
    pieces = re.split(r"(\"[^\"]*\")", command)
    return shlex.split("".join(piece if piece.startswith('"') else piece.replace(",", " ") for piece in pieces))


@cache
def all_shown() -> list[str]:
    """Every command of the documents and of the help."""
    return sorted({*chain.from_iterable(EXAMPLES.values()), *chain.from_iterable(map(shown_commands, DOCUMENTS))})


@cache
def shown() -> list[str]:
    """Those with a comma in them."""
    return [command for command in all_shown() if "," in re.sub(r"\"[^\"]*\"", "", command)]


def readings(words: list[str]) -> dict[str, object]:
    """What an entry of a night means, by each game that can read it."""
    found: dict[str, object] = {}
    for name in GAMES:
        with suppress(InputError):  # another game's command
            found[name] = parse_query([word for word in words[2:] if word != "--json"], find_scorer(name).flags, name)
    return found


def test_every_shown_entry_means_the_same_in_powershell():
    commands = [command for command in shown() if command.startswith("score ")]
    assert len(commands) >= 8
    for command in commands:
        expected, found = readings(shlex.split(command)), readings(powershell(command))
        assert expected and {name: found.get(name) for name in expected} == expected, command


@pytest.fixture
def outcome(capsys, tmp_path, monkeypatch):
    """What a command prints and writes in a folder of its own; each shuffles the same way."""
    monkeypatch.setattr("os.urandom", bytes)
    folders = (tmp_path / str(number) for number in count())

    def run_it(words):
        (folder := next(folders)).mkdir()
        monkeypatch.chdir(folder)
        monkeypatch.setenv("TT_PRINT_CONFIG", str(folder / "settings"))
        ran = tt(capsys, *words)
        files = {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*.pdf")}
        return ran.status, ran.out.replace(str(folder), ""), ran.err, files

    return run_it


# these go on with what others kept, or take seconds
ELSEWHERE = re.compile(r"judge |score |build|export|table|.*(crimson|\.(md|toml)|cat\.jpg)|playtest")


def test_so_does_every_other_shown_command(outcome):
    commands = [command for command in shown() if not ELSEWHERE.match(command)]
    assert len(commands) >= 12
    for command in commands:
        one, other = outcome(shlex.split(command)), outcome(powershell(command))
        assert one == other and one[0] == 0, command


def test_no_shown_command_needs_other_quotation_marks_in_powershell():
    """What it would take for its own stands in quotes, or nowhere: blocks, variables, arrays, pipes, comments."""
    assert len(all_shown()) > 150
    for command in all_shown():
        bare = re.sub(r"\"[^\"]*\"", "", command)
        assert not re.search(r"[;&|<>(){}$`']|(?:^|\s)[@#%]", bare), command
        assert not re.search(r"\"[^\"]*[$`][^\"]*\"", command), f"{command}: a variable counts in quotes, too"


FLAGS = [(name, flag) for name in GAMES for flag in find_scorer(name).flags]


@walk(("game", "flag"), FLAGS, ids=[" ".join(each) for each in FLAGS])
@walk("items", ["Ann Bo", "Ann=60 Bo=64", "RC1 KBQ", "Ann=RC1 KBQ", "RCQ=3 RC3/YC3", "red heart", "J1 RH3 J2=4"])
def test_a_flag_of_a_game_gathers_words_of_a_kind_if_it_takes_a_list(game, flag, items):
    flags = find_scorer(game).flags
    first, *others = items.split()
    query = parse_query([f"--{flag}", first, *others], flags, game)
    if isinstance(flags[flag], ListMeaning):
        assert query.flags == {flag: (",".join([first, *others]),)} and not query.words
    elif isinstance(flags[flag], SwitchMeaning):
        assert query.flags == {flag: ("",)} and query.words == (first, *others)
    else:
        assert query.flags == {flag: (first,)} and query.words == tuple(others)


@walk("words", ["Ann|Bo B|Cy", "Ann,|Bo B|,Cy", "Ann|,|Bo B|,|Cy", "Ann,|Bo B,|Cy", "Ann|Bo B,Cy"])
def test_a_list_goes_on_to_the_next_option(outcome, words):
    line = ["deal", "craziness", "--json", "--players", *words.split("|"), "--option", "must_play=true"]
    meant = ["deal", "craziness", "--json", "--players", "Ann,Bo B,Cy", "--option", "must_play=true"]
    assert outcome(line) == outcome(meant) and outcome(line[:-2]) == outcome(meant[:-2])


@walk(("typed", "meant"), [
    ("deal --players Ann,Bo craziness", "deal craziness --players Ann,Bo"), ("deal craziness --players “Ann、Bo”", "deal craziness --players Ann,Bo"),
    ("deal craziness --players Ann --players Bo", "deal craziness --players Ann,Bo"), ("scoresheet ww3 --names 'Ann Bo'", "scoresheet ww3 --names Ann,Bo"),
    ("deal --players 5 casino", "deal casino --players 5"), ("deal craziness --players Ann Casino", "deal craziness --players Ann,Casino"),
    ("deal --deck west push-it --players Ann Bo Casino", "deal push-it --deck west --players Ann,Bo,Casino"),
    ("deck —only RH3 --backs duplex --back-offset '−0,5 1,25' –p a4", "deck --only RH3 --backs duplex --back-offset -0.5,1.25 --paper a4"),
    ("calibrate --measured 179,3 269,4 -p a4", "calibrate --measured 179.3,269.4 -p a4"),
    ("calibrate --measured 180 269.8 -p a4", "calibrate --measured 180,269.8 -p a4"),
    ("calibrate --measured 180 270 --printer rear -p a4", "calibrate --measured 180,270 --printer rear -p a4"),
    ("deal --players", "deal craziness --players"), ("deck --only RH3, --svg", "deck --only RH3, --quiet"), ("deck --only red heart 3", "deck --only RH3"), ("deck --only 'RH3 J1'", "deck --only RH3,J1"),
    ("deal craziness --players “Ann”，“Bo”", "deal craziness --players Ann,Bo"), ("deck --only ＲＨ３，J1", "deck --only RH3,J1"),
    ("deck --only 'RC 2, rh 3'", "deck --only RC2,RH3"), ("deck --only red circle two", "deck --only RC2"), ("deck --only 'RC2 and red heart 3'", "deck --only RC2,RH3"),
    ("scoresheet craziness --option must_play＝true", "scoresheet craziness --option must_play=true"),
    ("scoresheet craziness --names '“Ann B”，‘Bo’'", "scoresheet craziness --names 'Ann B,Bo'"), ("recount --have '“RH1，RH 2”'", "recount --have RH1,RH2"),
    ("judge craziness 'on RC 1； Ann lays red heart two'", "judge craziness 'on RC1; Ann lays RH2'"),
    ("judge ww3 'pile ＲＣ２ and yellow heart two'", "judge ww3 'pile RC2 YH2'"),
])  # fmt: skip
def test_what_stands_after_a_list_for_itself_stays(outcome, typed, meant):
    assert outcome(shlex.split(typed)) == outcome(shlex.split(meant))


@walk(("game", "typed", "meant"), [
    ("craziness", "--left Bo=RH3 KB4 Cy=5", "--left Bo=RH3,KB4 Cy=5"), ("craziness", "--went-out Bo Ann=3", "--went-out Bo Ann=3"),
    ("casino", "--cards Ann=60 Bo=64 --special Bo", "--cards Ann=60,Bo=64 --special Bo"),
    ("six-suit", "--out Bo=red Ann --out Cy+Di=heart", "--out Bo=red,Ann --out Cy+Di=heart"),
    ("ww3", "--places Ann Cy Bo", "--places Ann,Cy,Bo"), ("push-it", "--right Bo=2, Cy=1", "--right Bo=2,Cy=1"),
])  # fmt: skip
def test_a_hand_may_have_words_of_its_own_too(game, typed, meant):
    flags = find_scorer(game).flags
    assert parse_query(typed.split(), flags, game) == parse_query(meant.split(), flags, game)
