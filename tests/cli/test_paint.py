"""Cards in color on a terminal: nothing that the letters do not say, and nothing where no color is wanted."""

import re
import shlex

import pytest

from tests.cli.screen import OldScreen, Screen, at_terminal
from tests.commands import tt
from tests.walks import walk
from tt_print.deck import FULL, VALUES

ESCAPE = re.compile(r"\x1b\[([\d;]*)m")
PAINTED = re.compile(r"\x1b\[([\d;]+)m([^\x1b]*)\x1b\[0m")
DEAL = "deal craziness --players Ann,美咲,Cy --code 9NEKA-QAC1D-MDP8C-69P9T-0EVHX-10 --reveal"
ASCII = dict(zip(VALUES["shape"], "CHTSB", strict=True))
SIGNS = dict(zip(VALUES["shape"], "●♥▲■✱", strict=True))


class Windows1252(Screen):
    encoding = "cp1252"


def on_screen(command, screen=Screen, **environment):
    ran = at_terminal(command, screen=screen, **{"TERM": "xterm-256color", **environment})
    assert ran.status == 0, ran.err
    return ran.out


@pytest.mark.parametrize(("term", "screen"), [("xterm", Screen), ("xterm-256color", OldScreen)])
def test_every_card_is_drawn_with_its_code_its_color_and_so_many_of_its_shape(term, screen):
    shown = on_screen(f"judge armageddon {' '.join(map(str, FULL))}", screen, TERM=term, COLUMNS="79")
    drawn, _, _ = shown.partition("\n\n")
    lines, styles, codes = drawn.splitlines(), {}, []
    for upper, lower in zip(lines[::2], lines[1::2], strict=True):
        assert len(ESCAPE.sub("", upper)) <= 79
        for (style, code), (below, pips) in zip(PAINTED.findall(upper), PAINTED.findall(lower), strict=True):
            card = FULL[len(codes)]
            codes.append(code.strip())
            sign = (ASCII if screen is OldScreen else SIGNS)[card.shape]
            assert pips.strip() == (f"{sign}?" if card.number == "?" else sign * int(card.number)) and style == below
            assert styles.setdefault(card.color, style) == style
    assert codes == [card.safe_code for card in FULL] and len(set(styles.values())) == 5


def test_a_name_that_is_broken_has_no_ground_in_the_margin():
    lines = on_screen("judge craziness --on RC1 --play GH4", COLUMNS="36", TERM="xterm").splitlines()
    assert not [line for line in lines if re.search(r"\x1b\[[1-9][\d;]*m   ", line)]
    assert len([line for line in lines if "\x1b" in line]) > 6


def test_the_lower_half_of_a_card_lies_under_its_upper_half_behind_a_wide_name():
    rows = ESCAPE.sub("", on_screen(DEAL)).splitlines()
    upper = next(number for number, row in enumerate(rows) if row.startswith("  美咲"))
    code = re.search(r" (\w{3}) ", rows[upper])
    width = code.start() + 2  # each of the two letters is two columns wide
    assert not rows[upper + 1][:width].strip() and rows[upper + 1][width + 1] in "●♥▲■✱ "


@walk(("command", "plain"), [
    ("deck --only RH3,J1 --start-at 4 --paper a4", "reprint-RH3-J1-from-4-a4.pdf"), ("deck --only RC1 --paper a4 --svg", "reprint-RC1-a4-01.svg"),
    (DEAL, "Deal code: 9NEKA-QAC1D-MDP8C-69P9T-0EVHX-10"),
])  # fmt: skip
def test_what_is_no_card_stays_plain(tmp_path, command, plain):
    out = f" --out {tmp_path}" if command.startswith("deck") else ""
    assert plain in on_screen(command + out, COLUMNS="200")


NONE, SOME, MANY = None, "1;97;41", "1;38;5;231;48;5;160"


@walk(("environment", "style"), [
    ({"TERM": "xterm-256color"}, MANY), ({"TERM": "xterm"}, SOME), ({"TERM": "xterm", "COLORTERM": "truecolor"}, MANY), ({"TERM": "dumb"}, NONE),
    ({"TERM": ""}, NONE), ({"TERM": "xterm", "NO_COLOR": "1"}, NONE), ({"TERM": "xterm", "NO_COLOR": ""}, SOME), ({"TERM": "xterm", "CLICOLOR": "0"}, NONE),
    ({"TERM": "", "WT_SESSION": "1"}, MANY), ({"TERM": "dumb", "CLICOLOR_FORCE": "1"}, SOME), ({"TERM": "", "TERM_PROGRAM": "vscode"}, SOME),
])  # fmt: skip
def test_color_is_for_terminals_that_want_it(environment, style):
    shown = on_screen("judge ww3 RC2 RC3", **environment)
    assert style in ESCAPE.findall(shown) if style else "\x1b" not in shown


@walk(("environment", "colored"), [
    ({}, False), ({"TERM": "xterm", "FORCE_COLOR": "1"}, True), ({"FORCE_COLOR": "0"}, False), ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
])  # fmt: skip
def test_a_pipe_has_none_unless_it_is_forced(capsys, environment, colored):
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {"TERM": "xterm-256color", **environment}.items():
            patch.setenv(name, value)
        assert ("\x1b" in tt(capsys, "judge", "ww3", "RC2", "RC3").out) is colored


SHOWS_CARDS = {
    DEAL: "●", "judge ww3 RC2 YH2 GT2": "♥♥", "judge casino --card RC4 --take RH2,RT2": "▲▲", "rules craziness 3.2": "",
    "recount --colors red=24 --shapes heart=24 --numbers 3=24": "",
}  # fmt: skip


@walk("command", SHOWS_CARDS)
def test_cards_are_in_color_on_a_terminal_and_nowhere_else(capsys, command):
    plain = tt(capsys, *shlex.split(command)).out
    assert "\x1b" not in plain
    shown = on_screen(command)
    assert ESCAPE.search(shown) and SHOWS_CARDS[command] in shown
    if "●" not in shown and "♥" not in shown and "▲" not in shown:
        assert ESCAPE.sub("", shown) == plain, "paint changes no letter"
    for quiet in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        assert on_screen(command, **quiet).split() == plain.split()
    data = on_screen(f"{command} --json")
    assert "\x1b" not in data and "●" not in data
    assert "●" not in on_screen(command, Windows1252) and "♥" not in on_screen(command, OldScreen)


def test_the_cards_of_a_question_stand_under_its_flags():
    lines = ESCAPE.sub("", on_screen("judge push-it --claim 'green heart' --count 2 GH1 GH3")).splitlines()
    assert lines[0].split() == ["GH1", "GH3"] and lines[1].split() == ["♥", "♥♥♥"]
    lines = ESCAPE.sub("", on_screen("judge craziness --on=RC1 --play KC2 --declare red")).splitlines()
    assert [line.split() for line in lines[:4]] == [["on", "RC1"], ["●"], ["play", "KC2"], ["●●"]]
