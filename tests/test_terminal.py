"""What may reach a terminal: everything that people write, and nothing that it would obey."""

import json
import unicodedata

import pytest

from tt_print.cli.terminal import wrap_commands
from tt_print.errors import harmless, harmless_json

EVERY_SIGN = "".join(map(chr, range(0x110000)))


def test_a_terminal_is_sent_no_sign_that_it_would_obey():
    for sign, shown in zip(EVERY_SIGN, harmless("x".join(EVERY_SIGN))[::2], strict=True):
        category, turns = unicodedata.category(sign), unicodedata.bidirectional(sign)
        obeyed = category in ("Cc", "Cs", "Zl", "Zp") and sign not in "\n\t"
        obeyed = obeyed or turns in ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
        obeyed = obeyed or sign in "\ufeff\ufff9\ufffa\ufffb"
        assert shown == ("\N{REPLACEMENT CHARACTER}" if obeyed else sign), hex(ord(sign))


@pytest.mark.parametrize("text", [
    "Łukasz & Zoë", "שלום", "ق\u200cش", "👩\u200d🚀", "🏴\U000e0067\U000e0062\U000e007f", "a\tb\nc", "a,b\r\nc,d\r\n", "█▀▄",
])  # fmt: skip
def test_what_people_write_is_left_alone(text):
    assert harmless(text) == text


def test_json_says_in_letters_what_a_terminal_would_obey():
    data = {"x".join(EVERY_SIGN): "\x1b]0;pwned\a\x9b2J\u202e\ud800"}
    text = harmless_json(json.dumps(data, ensure_ascii=False))
    assert json.loads(text) == data and harmless(text) == text and "\\u009b2J" in text


def test_a_command_stays_in_one_line():
    command = """tt-print score edit 3 ... --night 1 --file '/tmp/o'\\''clock, "our". b/x.sqlite'"""
    lines = wrap_commands(f"Hand 3: Cy was out already. To correct it: {command}", 40, hang=2)
    assert lines == ["Hand 3: Cy was out already. To correct", "  it:", f"  {command}"]
