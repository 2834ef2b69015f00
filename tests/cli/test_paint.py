"""Cards in color on a terminal: nothing that the letters do not say, and nothing where no color is wanted."""

import io
import re
import shlex
import sys

import pytest

from tests.commands import tt
from tt_print.cli import run
from tt_print.cli.paint import CELL, STYLES, draw_cards, paint
from tt_print.deck import FULL, JOKERS, VALUES
from tt_print.terminal import color_depth, width

ESCAPE = re.compile(r"\x1b\[([\d;]*)m")


class Screen(io.StringIO):
    """A terminal, as far as a program can tell."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def on_screen(monkeypatch, command: str, encoding: str = "utf-8", **environment: str) -> str:
    """What a command prints on a terminal of 256 colors."""
    for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "CLICOLOR", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"TERM": "xterm-256color", "COLUMNS": "80", **environment}.items():
        monkeypatch.setenv(name, value)
    screen = Screen()
    monkeypatch.setattr(Screen, "encoding", encoding)
    monkeypatch.setattr(sys, "stdout", screen)
    assert run(shlex.split(command)) == 0
    return screen.getvalue()


@pytest.mark.parametrize("depth", [16, 256])
@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_every_card_is_drawn_with_its_code_its_color_and_so_many_of_its_shape(encoding, depth):
    for card in FULL:
        code, pips = draw_cards([card], 80, encoding)
        assert code.strip() == card.safe_code and len(code) == len(pips) == CELL
        sign, *others = pips.strip()
        assert [sign, *others] == ([sign, "?"] if card.number == "?" else [sign] * int(card.number))
        assert sign == (
            str(card)[1] if encoding == "ascii" else dict(zip(VALUES["shape"], "●♥▲■✱", strict=True))[card.shape]
        )
        painted = paint(f"{code}\n{pips}", depth)
        assert set(ESCAPE.findall(painted)) == {STYLES[depth][card.color], "0"}
        assert ESCAPE.sub("", painted) == f"{code}\n{pips}"
    assert len({style for styles in STYLES.values() for style in styles.values()}) == 12


def test_rows_of_cards_fit_and_hold_every_card():
    for columns in (5, 40, 79):
        lines = draw_cards(FULL + JOKERS, columns)
        assert max(map(width, lines)) <= columns
        assert " ".join(lines[::2]).split() == [card.safe_code for card in FULL + JOKERS]
    assert draw_cards([], 40) == []


@pytest.mark.parametrize("text", [
    "SLAP yes  red circle 2 on Green heart 3", "Missing: BLUE BLOB ?.", "  RC2   KBQ \n  ●●    ✱?  ", "RC3+RH1/RS4", "KB? and joker 2, J1", "Bo=RH3,KB4",
    "  美咲   RC2 \n         ●●  \nno card here",
])  # fmt: skip
def test_paint_changes_no_letter(text):
    painted = paint(text, 256)
    assert ESCAPE.search(painted) and ESCAPE.sub("", painted) == text


def test_a_name_that_is_broken_has_no_ground_in_the_margin():
    red = f"\x1b[{STYLES[16]['red']}m"
    assert paint("red\n     heart 2", 16) == f"{red}red\x1b[0m\n     {red}heart 2\x1b[0m"


def test_the_lower_half_of_a_card_lies_under_its_upper_half_behind_a_wide_name():
    upper, lower = paint(" 美咲  RC2   KH1 \n       ●●     ♥  ", 16).split("\n")
    assert upper.index("\x1b") == 6 - 2 and lower.index("\x1b") == 6, "each of the two letters is two columns wide"


@pytest.mark.parametrize("text", [
    "output/cards/RC1.svg", "reprint-RH3-J1-from-4.pdf", "9NEKA-RC1GH-J1", "XRC1", "RC12", "RC5", "red heart 31", "reddish heart 1", "red hearts", "J12",
])  # fmt: skip
def test_what_is_no_card_stays_plain(text):
    assert paint(text, 256) == text


@pytest.mark.parametrize(("environment", "terminal", "depth"), [
    ({"TERM": "xterm-256color"}, True, 256), ({"TERM": "xterm"}, True, 16), ({"TERM": "xterm", "COLORTERM": "truecolor"}, True, 256),
    ({"TERM": "xterm-256color"}, False, 0), ({"TERM": "dumb"}, True, 0), ({}, True, 0), ({"TERM": "xterm", "NO_COLOR": "1"}, True, 0),
    ({"TERM": "xterm", "NO_COLOR": ""}, True, 16), ({"TERM": "xterm", "CLICOLOR": "0"}, True, 0), ({"WT_SESSION": "1"}, True, 256),
    ({"TERM": "xterm", "FORCE_COLOR": "1"}, False, 16), ({"TERM": "dumb", "CLICOLOR_FORCE": "1"}, False, 16), ({"FORCE_COLOR": "0"}, False, 0),
    ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, True, 0), ({"TERM_PROGRAM": "vscode"}, True, 16),
])  # fmt: skip
def test_color_is_for_terminals_that_want_it(environment, terminal, depth):
    assert color_depth(Screen() if terminal else io.StringIO(), environment) == depth


SHOWS_CARDS = {
    "deal craziness --players Ann,Bo,Cy --code 9NEKA-QAC1D-MDP8C-69P9T-0EVHX-10 --reveal": "●",
    "judge ww3 RC2 YH2 GT2": "♥♥",
    "judge casino --card RC4 --take RH2,RT2": "▲▲",
    "rules craziness 3.2": "",
    "recount --colors red=24 --shapes heart=24 --numbers 3=24": "",
}


@pytest.mark.parametrize("command", SHOWS_CARDS)
def test_cards_are_in_color_on_a_terminal_and_nowhere_else(monkeypatch, capsys, command):
    plain = tt(capsys, *shlex.split(command)).out
    assert "\x1b" not in plain
    shown = on_screen(monkeypatch, command)
    assert ESCAPE.search(shown) and SHOWS_CARDS[command] in shown
    for quiet in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        assert on_screen(monkeypatch, command, **quiet).split() == plain.split()
    data = on_screen(monkeypatch, f"{command} --json")
    assert "\x1b" not in data and "●" not in data
    assert "●" not in on_screen(monkeypatch, command, encoding="cp1252") and "♥" not in on_screen(
        monkeypatch, command, encoding="ascii"
    )


def test_a_deal_for_a_spreadsheet_has_no_color(monkeypatch):
    assert "\x1b" not in on_screen(monkeypatch, "deal craziness --players 3 --reveal --csv")


def test_the_cards_of_a_question_stand_under_its_flags(monkeypatch):
    lines = ESCAPE.sub("", on_screen(monkeypatch, "judge push-it --claim 'green heart' --count 2 GH1 GH3")).splitlines()
    assert lines[0].split() == ["GH1", "GH3"] and lines[1].split() == ["♥", "♥♥♥"]
    lines = ESCAPE.sub("", on_screen(monkeypatch, "judge craziness --on=RC1 --play KC2 --declare red")).splitlines()
    assert [line.split() for line in lines[:4]] == [["on", "RC1"], ["●"], ["play", "KC2"], ["●●"]]
