"""One way to read a number that somebody types, and what is none."""

import sys
import unicodedata

import pytest

from tests.commands import tt
from tests.walks import walk
from tt_print.typed_words import MAX_DIGITS, read_length, read_signed, read_whole

NO_NUMBERS = [
    "", " ", "²", "1²", "½", "Ⅳ", "一", "1_000", "1 000", "1,000", "0x10", "1e3", "nan", "inf", "-inf", "--1", "+-1", "1-", "one", "١٢x",
    "1\x00", "\ud800", "9" * (MAX_DIGITS + 1), "0" * 5000, "9" * 5000,
]  # fmt: skip


@pytest.mark.parametrize(("text", "number"), [
    ("0", 0), (" 7 ", 7), ("007", 7), ("３", 3), ("٣", 3), ("१२", 12), ("9" * MAX_DIGITS, 10**MAX_DIGITS - 1),
])  # fmt: skip
def test_figures_are_read_in_any_script(text, number):
    assert read_whole(text) == read_signed(text) == read_length(text) == number
    if text == text.strip():
        assert (read_signed(f"-{text}"), read_signed(f"+{text}"), read_whole(f"-{text}")) == (-number, number, None)


@walk("text", NO_NUMBERS)
def test_anything_else_is_no_number(text):
    assert read_whole(text) is None and read_signed(text) is None
    assert text == "1,000" or read_length(text) is None


@pytest.mark.parametrize(("text", "mm"), [
    ("3", 3), ("3mm", 3), ("3 mm", 3), ("0.5", 0.5), ("0,5", 0.5), (".5", 0.5), ("2.", 2), ("-1.25", -1.25), ("+1", 1), ("-.5", -0.5),
])  # fmt: skip
def test_lengths_are_read_with_a_point_or_a_comma(text, mm):
    assert read_length(text) == mm


def test_every_sign_is_a_figure_or_no_number():
    for code in range(sys.maxunicode + 1):
        digit = unicodedata.decimal(chr(code), None)
        assert read_whole(f"1{chr(code)}") == (1 if chr(code).isspace() else None if digit is None else 10 + digit)


@walk("number", ["²", "1_000", "9" * 5000])
@walk("command", [
    "score hand Ann={} Bo=0 Cy=0", "score hand --went-out Ann Bo={} Cy=1", "score edit {} Bo=5", "score show {}",
    "judge casino take RCQ={} with RC4", "judge push-it claim {} red hearts with RH1", "recount --jokers {}",
    "recount --colors {},25,25,25,25", "recount --colors red={} --shapes heart=24 --numbers 3=24", "deck --copies {}", "deck --bleed {}",
    "deck --back-offset {},1 --backs duplex", "calibrate --measured {},100", "calibrate --back-read H{},H8,H8,H8",
    "scoresheet craziness --hands {}", "deal casino --players 3 --hands {}", "deal craziness --players {}",
    "deal craziness --players 3 --option elimination_score={}", "export --for tuckbox --thickness {}", "quickref --start-at {}",
])  # fmt: skip
def test_what_is_no_number_is_refused_in_a_sentence(capsys, tmp_path, monkeypatch, command, number):
    monkeypatch.chdir(tmp_path)
    if command.startswith("score"):
        for line in ("score start craziness Ann Bo Cy", "score hand Ann=0 Bo=1 Cy=2"):
            assert tt(capsys, *line.split()).status == 0
    ran = tt(capsys, *(word.format(number) for word in command.split()))
    assert ran.status == 2 and ran.err.startswith("error: ") and len(ran.err) < 4000
