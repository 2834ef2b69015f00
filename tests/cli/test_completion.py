"""Completion: every option and argument that takes a known value is completed, in every shell."""

import io
import os
import re
import shlex
import subprocess
import sys

import pytest
from hypothesis import strategies as st

from tests.cli.helps import EVERY_VERB, VERBS, help_text, options_of
from tests.commands import ROOT, surroundings, tt
from tests.fuzz.watching import often, try_cases
from tests.walks import walk
from tt_print.cli import run
from tt_print.deck import FULL, JOKERS
from tt_print.engine.house import show_value
from tt_print.games import GAMES, load_games

COMPLETE = "_TT_PRINT_COMPLETE"  # what the scripts for shells set
TABLE = ["score start craziness Ann 'Bo B' Cy", "score hand Ann=0 'Bo B=1' Cy=2", "score start ww3 Di Ef"]


def asked(shell: str, **variables: str) -> tuple[int, str, str]:
    """Exit status, stdout and stderr of what the script for a shell runs when somebody presses Tab."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("_TYPER_COMPLETE_WORD_TO_COMPLETE", raising=False)
        for name, value in {COMPLETE: f"complete_{shell}", **variables}.items():
            patch.setenv(name, value)
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        return run([]), out.getvalue(), err.getvalue()


def in_fish(action: str, line: str, part: str = "") -> tuple[int, str, str]:
    typed = " ".join(filter(None, ["tt-print", line])) + f" {part}"
    return asked("fish", _TYPER_COMPLETE_FISH_ACTION=action, _TYPER_COMPLETE_ARGS=typed)


def texts(line: str, part: str = "") -> list[str]:
    """What can follow a line."""
    found = [row.partition("\t")[0] for row in in_fish("get-args", line, part)[1].splitlines()]
    return [text for text in found if text.startswith(part)]


def lists_files(line: str) -> bool:
    return in_fish("is-args", line)[0] == 1


@pytest.fixture
def scored(capsys):
    """Two nights, and a printer that was measured."""
    for line in (*TABLE, "calibrate --measured 180,270 --paper a4"):
        assert tt(capsys, *shlex.split(line)).status == 0


# what each of these may be is known to nobody but the person who types it
UNKNOWN = """
--copies --count --start-at --bleed --margin --hands --players --jokers --deal --soak --seed --max-px --thickness --points --games --seconds --workers
--port --back-offset --measured --back-read --colors --shapes --numbers --code --url --cluster --note --scene --name
""".split()
WORDS = {"deal": "push-it", "rules": "ww3", "score start": "ww3 Ann Bo"}


@pytest.mark.usefixtures("scored")
def test_every_option_with_a_value_and_what_stands_alone_is_completed_or_nobody_could():
    seen = 0
    for verb in EVERY_VERB:
        taking = [option.names[0] for option in options_of(verb) if option.takes_value]
        for name in taking:
            before = WORDS.get(verb) or ("--night 1" if "--night" in taking and name != "--night" else "")
            line = f"{verb} {before} {name}"
            assert texts(line) or lists_files(line) or name in UNKNOWN, line
            seen += 1
        if "\nArguments:\n" in help_text(verb) and verb not in ("score note", "score edit", "score remove"):
            assert texts(verb) or lists_files(verb), verb
    assert seen > 120
    assert texts("score edit --night 1") == texts("score remove --night 1") == ["1"]


def test_verbs_options_and_games():
    assert set(texts("")) == set(VERBS)
    assert texts("", "de") == ["deck", "deal"] and "hand" in texts("score") and texts("score", "un") == ["undo"]
    assert {"--paper", "--only", "--help"} <= set(texts("deck", "--")) and texts("deck", "--no-c") == ["--no-chits"]
    assert "--paper" not in texts("deck --paper a4", "--")
    assert "--option" in texts("judge ww3 --option jokers=0", "--"), "which may come again"
    assert texts("judge") == list(GAMES) and texts("booklet") == [*GAMES, "all"] and texts("quickref ww3", "w") == []
    assert texts("verify craziness", "c") == ["casino"]


@walk("game", load_games())
def test_every_house_rule_is_offered_with_every_value_that_is_listed_and_each_is_one(game):
    offered = texts(f"judge {game.name} --option")
    assert {f"{option.name}={show_value(value)}" for option in game.options for value in option.values} <= set(offered)
    for text in offered:
        game.read_house(None, [text], GAMES)
    assert {text.partition("=")[0] for text in offered} == {option.name for option in game.options}


@walk("option", "paper card cuts ink backs flip indices deck".split())
def test_every_value_that_is_offered_is_taken(capsys, tmp_path, option):
    offered = texts(f"deck --{option}")
    assert len(offered) > 1
    for value in offered:
        backs = ["--backs", "duplex"] if option == "flip" else []
        ran = tt(capsys, "deck", "--only", "RH3", f"--{option}", value, *backs, "--out", tmp_path)
        assert ran.status == 0, ran.err


def test_cards_are_completed_one_after_the_other():
    assert texts("deck --only", "RH") == ["RH1", "RH2", "RH3", "RH4", "RHQ"]
    assert texts("deck --only", "RH3,j") == ["RH3,j1", "RH3,j2"] and texts("deck --only", "chit-s") == ["chit-shape"]
    assert texts("deck --only", "RH3,RH") == ["RH3,RH1", "RH3,RH2", "RH3,RH4", "RH3,RHQ"], "none twice"
    assert set(texts("recount --have")) == {card.safe_code for card in FULL + JOKERS}
    assert texts("judge casino --take", "RH2+RT2/RT") == [f"RH2+RT2/RT{number}" for number in "134Q"]
    assert texts("judge ww3 RC2", "RC") == ["RC1", "RC2", "RC3", "RC4", "RCQ"]


def test_a_games_own_flags_are_known_when_the_game_is():
    assert {"--on", "--play", "--declare"} <= set(texts("judge craziness", "--"))
    assert "--take" in texts("judge casino", "--") and "--on" not in texts("judge", "--")
    assert texts("judge craziness --declare", "re") == ["red"]
    assert texts("judge push-it --deck", "full") == ["full", "full2"]
    assert texts("judge craziness --count") == [], "a flag of another game"


@walk(("line", "offered"), [
    ("deal push-it --deck", "west squares full squares2 full2"), ("deal ww3 --deck", "squares"), ("deal ww3 --jokers", "0 1 2"),
    ("deal craziness --players Ann,Bo,Cy --dealer", "Ann Bo Cy"), ("export --for mpc --dpi", "300 600 800 1200"),
    ("export --for tgc --dpi", "300"), ("export --for printshop --dpi", ""),
    ("export --for printshop --order", "alternating fronts-then-backs one-back"), ("rules ww3 2c", ""), ("score move", "color shape number"),
])  # fmt: skip
def test_what_was_typed_before_narrows_what_comes(line, offered):
    assert texts(line) == offered.split()


def test_what_a_service_sells_and_what_a_game_says_is_offered():
    assert texts("export --for silhouette --product") != texts("export --for mpc --product")
    assert "printshop" in texts("new profile mine --like") and "2c" in texts("rules ww3")


@pytest.mark.usefixtures("scored")
def test_nights_hands_and_people_are_those_that_were_scored(tmp_path):
    ann_bo_cy, di_ef = ["Ann", "Bo B", "Cy"], ["Di", "Ef"]
    assert texts("score show") == texts("score hand --night") == ["1", "2"]
    assert texts("score stats") == [*di_ef, *ann_bo_cy] and texts("score start casino Ann", "C") == ["Cy"]
    assert texts("score hand --winner") == di_ef and texts("score hand --night 1 --went-out") == ann_bo_cy
    assert texts("score hand --night 1", "A") == ["Ann=", "Ann=0"] and texts("score hand --night 1 Ann=0", "A") == []
    assert texts("score hand --night 1 --left", "Cy=RH3,RH") == [f"Cy=RH3,RH{number}" for number in "124Q"]
    assert texts("score leave") == texts("score rename") == texts("deal --dealer") == di_ef
    assert texts("score join") == ann_bo_cy
    assert texts("deal craziness --players", "Ann,") == ["Ann,Di", "Ann,Ef", "Ann,Bo B", "Ann,Cy"]
    book = tmp_path / "other.sqlite"
    book.write_text("no book at all", encoding="utf-8")
    assert texts(f"score show --file {book}") == [] and texts("score show --file nowhere.sqlite") == []


# ---------------------------------------------------------------- what shells say and hear


@walk(("typed", "inserted"), [
    ("deck --pap", "--paper"), ("deck --paper l", "letter\nlegal"), ("deck --paper = l", "letter\nlegal"),
    ("judge ww3 --option joker_b", "joker_beneath=copy\njoker_beneath=blank"), ("judge ww3 --option joker_beneath =", "copy\nblank"),
    ("judge ww3 --option joker_beneath = b", "blank"), ("judge ww3 --option = joker_beneath = b", "blank"),
    ("judge ww3 --option jokers = 0 --option joker_beneath = b", "blank"), ("deck --out ", ""),
    ("\"deck\" --paper 'l", "letter\nlegal"), ("nonsense x", ""),
])  # fmt: skip
def test_bash_which_parts_words_at_an_equals_sign_gets_what_it_inserts(typed, inserted):
    words = typed.split(" ")
    status, out, err = asked("bash", COMP_WORDS="\n".join(["tt-print", *words]), COMP_CWORD=str(len(words)))
    assert (status, out.rstrip("\n"), err) == (0, inserted, "")


def test_words_and_their_quotes_are_read_as_a_shell_reads_them(capsys):
    assert tt(capsys, *shlex.split(TABLE[0])).status == 0
    typed = "tt-print\nscore\nhand\nBo\\ B\n=\n3\nAn"
    assert asked("bash", COMP_WORDS=typed, COMP_CWORD="6")[1].split() == ["Ann=", "Ann=0"]
    for part in ("'Bo B'=3 \"An", "'Bo B=3' An"):
        assert asked("zsh", _TYPER_COMPLETE_ARGS=f"tt-print score hand {part}")[1].count("Ann=") == 2
    assert "Bo" not in asked("zsh", _TYPER_COMPLETE_ARGS="tt-print score hand 'Bo B'=3 ")[1], "who has points already"


def test_each_shell_hears_values_with_words_about_them():
    line = {"_TYPER_COMPLETE_ARGS": "tt-print deck --ink l"}
    said = "black ink only, colors as hatching"
    assert asked("zsh", **line)[1] == f"""_arguments '*: :(("low":"{said}"))'\n"""
    assert in_fish("get-args", "deck --ink", "l")[1] == f"low\t{said}\n"
    assert asked("powershell", _TYPER_COMPLETE_WORD_TO_COMPLETE="l", **line)[1] == f"low:::{said}\n"
    assert asked("zsh", _TYPER_COMPLETE_ARGS="tt-print deck --out ")[1] == "_files\n" and lists_files("deck --out")
    assert asked("zsh", _TYPER_COMPLETE_ARGS="tt-print deck --copies ")[1] == ":\n"
    assert not lists_files("deck --copies")


def test_names_with_blanks_are_quoted_for_the_shell(capsys):
    assert tt(capsys, "score", "start", "craziness", "Ann", "Bo B", "Cy's").status == 0
    _, out, _ = asked("bash", COMP_WORDS="tt-print\nscore\nhand\n--went-out\n", COMP_CWORD="4")
    assert out.split("\n")[:3] == ["Ann", "Bo\\ B", "Cy\\'s"]


PIECES = [*VERBS, "hand", "start", "--option", "--", "=", "--on", "ww3", "--night", "-n", "--file", ""]
LINES = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=6)), max_size=6)


def check_quiet(words: list[str], shell: str) -> None:
    typed = ["tt-print", *(re.sub(r"[\0\ud800-\udfff]", "", word) for word in words)]
    line = {"COMP_WORDS": "\n".join(typed), "COMP_CWORD": str(len(words)), "_TYPER_COMPLETE_ARGS": " ".join(typed)}
    status, _, err = asked(shell, **line)
    assert status == 0 and err == ""


@pytest.mark.parametrize("times", often(6, 200))
def test_whatever_stands_on_the_line_no_shell_sees_an_error(times):
    try_cases(check_quiet, times, words=LINES, shell=st.sampled_from(["bash", "zsh", "fish", "powershell", "tcsh"]))


def test_completion_waits_for_no_library_of_another_verb():
    line = "tt-print deck --paper "
    code = "import sys; from tt_print.cli import run; run([]); print(*sorted({name.split('.')[0] for name in sys.modules}))"
    environment = {**surroundings(), COMPLETE: "complete_fish", "_TYPER_COMPLETE_ARGS": line}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    *values, modules = done.stdout.splitlines()
    assert [value.split("\t")[0] for value in values] == ["a4", "letter", "legal", "a3", "tabloid"]
    assert not {"reportlab", "svgwrite", "pypdfium2", "PIL", "rich", "sqlite3", "markdown_it"} & set(modules.split())


@pytest.mark.slow
def test_the_script_for_bash_completes_in_bash(tmp_path):
    """As a person does it: the script that the command prints, and the tab key's question."""
    command = tmp_path / "tt-print"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m tt_print "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    environment = {**surroundings(), "PATH": f"{tmp_path}:{os.environ['PATH']}"}

    def printed(*words, **variables):
        env = {**environment, **variables}
        return subprocess.run(words, env=env, capture_output=True, text=True, check=True)

    script = printed(command, **{COMPLETE: "source_bash"}).stdout
    ask = 'COMP_WORDS=(tt-print judge craziness --option must_play = t); COMP_CWORD=6; _tt_print_completion tt-print; printf "%s\\n" "${COMPREPLY[@]}"'
    done = printed("bash", "-c", f"{script}\n{ask}")
    assert done.stdout == "true\n" and done.stderr == ""


def test_the_page_about_the_terminal_offers_what_the_tab_key_offers(capsys):
    assert tt(capsys, "score", "start", "craziness", "Ann", "Bo", "Cy").status == 0
    page = (ROOT / "docs" / "terminal.md").read_text(encoding="utf-8")
    typed = re.findall(r"^\| `tt-print (.*?)` \|", page, re.M)
    assert len(typed) == 11
    for line in typed:
        words, _, part = line.rpartition(" ")
        assert texts(words, part), line
