"""A commitment as people compare it: digits in groups, words, or the text of a QR code; and what somebody typed of it.

All three hold the whole hash. A part of it would not do: whoever owns the computer can look for two secrets whose hashes
begin alike, and with 32 bits finds them at once. The words are 24 of 2,048: 256 bits of the hash, then 8 that check them, the
first byte of the hash's own SHA-256.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from typing import Literal, NamedTuple

from tt_print.errors import InputError, did_you_mean, join_words
from tt_print.records import dataclass
from tt_print.templates import read_table

DIGITS, GROUP = 64, 4  # of a hash, in hexadecimal
WORDS, BITS = 24, 11
SHORT = 4  # the letters of a word that tell it from all others
MIN_DIGITS = 8  # of the beginnings that 0.1.0 asked for
NEAR = 3  # so many parts may differ in a slip; of another commitment nearly all do
QR_TEXT = "TRIPLE TOPPER DEAL COMMITMENT: {groups}"  # capitals and these signs take least room in a QR code
CONFUSED = {"o": "0", "i": "1", "l": "1"}
_HEADING = re.compile(r".*commitment[^:]*:", re.DOTALL)
_LABEL = re.compile(r"\bin (?:digits|words)\b[^:\n]*:?")  # of what --commit and --check print
_FORMS = (
    f"Give the whole of it: {DIGITS // GROUP} groups of digits, {WORDS} words, or what a phone reads off the QR code, in "
    "quotation marks"
)


class WordTable(NamedTuple):
    words: str


@cache
def word_list() -> tuple[str, ...]:
    """2,048 words in the order of the alphabet."""
    return tuple(read_table(WordTable, "deals/words.toml").words.split())


@cache
def _beginnings() -> dict[str, str]:
    """Each word by its first letters, which are its alone."""
    return {word[:SHORT]: word for word in word_list()}


# ---------------------------------------------------------------- as it is shown


def digit_groups(digest: bytes) -> list[str]:
    digits = digest.hex()
    return [digits[i : i + GROUP] for i in range(0, len(digits), GROUP)]


def hash_words(digest: bytes) -> list[str]:
    """24 words for 32 bytes."""
    number = int.from_bytes(digest + sha256(digest).digest()[:1], "big")
    return [word_list()[number >> BITS * index & (1 << BITS) - 1] for index in reversed(range(WORDS))]


def qr_text(digest: bytes) -> str:
    """What a phone shows: what it is, then the digits."""
    return QR_TEXT.format(groups=" ".join(digit_groups(digest)).upper())


def numbered(parts: Sequence[str], columns: int) -> list[str]:
    """Lines of so many parts, each line with the number of its first."""
    longest = max(map(len, parts))
    return [
        f"{first + 1:>4}  " + " ".join(f"{part:<{longest}}" for part in parts[first : first + columns]).rstrip()
        for first in range(0, len(parts), columns)
    ]


# ---------------------------------------------------------------- as it is typed


@dataclass(frozen=True, slots=True)
class Comparison:
    """What was typed of a commitment beside that of a receipt.

    `digits` is how many of the 64 were compared, `where` a sentence about what differs, "" where nothing does.
    """

    form: Literal["digits", "words"]
    digits: int
    where: str = ""

    @property
    def same(self) -> bool:
        return not self.where

    @property
    def whole(self) -> bool:
        return self.digits == DIGITS


def compare(typed: str, digest: bytes) -> Comparison:
    """Digits or words, with whatever stands between them, or the text of a QR code.

    Raises InputError for what is neither, at the place of the slip; for fewer than eight digits, too.
    """
    text = _HEADING.sub("", typed.lower())
    blocks = [found for block in _LABEL.split(text)[1:] or [text] if (found := re.findall(r"[^\W_]+", block))]
    if not blocks:
        raise InputError(f"--commitment {typed!r} is empty. {_FORMS}.")
    compared = [_compare(block, digest) for block in blocks]
    return next((each for each in compared if not each.same), compared[0])


def _compare(parts: Sequence[str], digest: bytes) -> Comparison:
    own = set("0123456789abcdef") | set(CONFUSED)
    letters = sum(part.isalpha() and not set(part) <= own for part in parts)
    if letters and letters >= sum(any(c.isdecimal() for c in part) and len(part) > 2 for part in parts):
        return _compare_words([part for part in parts if not part.isdecimal()], digest)
    return _compare_digits(parts, digest)


def _compare_words(typed: Sequence[str], digest: bytes) -> Comparison:
    wanted, found = hash_words(digest), []
    for number, part in enumerate(typed, 1):
        word = _beginnings().get(part[:SHORT], "")
        if not word.startswith(part):
            raise InputError(f"--commitment: word {number}, {part!r}, is not one of the words of a commitment."
                             f"{did_you_mean(part, word_list())}")  # fmt: skip
        found.append(word)
    if len(found) != WORDS:
        place = _missing_or_doubled(found, wanted, "word")
        raise InputError(f"--commitment has {len(found)} words, and a commitment {WORDS}.{place} {_FORMS}.")
    return Comparison("words", DIGITS, _where(found, wanted, "word", _checks(found)))


def _checks(words: Sequence[str]) -> bool:
    """Whether these could be the words of any commitment."""
    number = 0
    for word in words:
        number = number << BITS | bisect_left(word_list(), word)
    data = number.to_bytes(DIGITS // 2 + 1, "big")
    return sha256(data[:-1]).digest()[:1] == data[-1:]


def _compare_digits(parts: Sequence[str], digest: bytes) -> Comparison:
    wanted = digit_groups(digest)
    plain = [part for part in parts if not (part.isdecimal() and len(part) <= 2)]  # without the numbers of the lines
    groups = ["".join(CONFUSED.get(c, c) for c in part)
              for part in (plain if len("".join(plain)) == DIGITS or len("".join(parts)) > DIGITS else parts)]  # fmt: skip
    for number, group in enumerate(groups, 1):
        if wrong := [c for c in group if c not in "0123456789abcdef"]:
            place = f"group {number}, {group!r}," if len(groups) > 1 else f"{group!r}"
            raise InputError(f"--commitment: {place} has {wrong[0]!r}, and its digits are 0-9 and a-f. {_FORMS}.")
    digits = "".join(groups)
    if len(digits) > DIGITS or (len(groups) == len(wanted) and len(digits) < DIGITS):
        raise InputError(f"--commitment has {len(digits)} digits, and a commitment {DIGITS}."
                         f"{_of_wrong_length(groups) or _missing_or_doubled(groups, wanted, 'group')} {_FORMS}.")  # fmt: skip
    if len(digits) < DIGITS and (place := _missing_or_doubled(groups, wanted, "group")):
        raise InputError(f"--commitment has {len(digits)} digits, and a commitment {DIGITS}.{place} {_FORMS}.")
    if len(digits) < MIN_DIGITS:
        raise InputError(f"--commitment {digits!r}: too few digits to compare. {_FORMS}.")
    own = [digits[i : i + GROUP] for i in range(0, len(digits), GROUP)]
    cut = [group[: len(part)] for group, part in zip(wanted, own, strict=False)]
    return Comparison("digits", len(digits), _where(own, cut, "group"))


def _of_wrong_length(groups: Sequence[str]) -> str:
    wrong = [number for number, group in enumerate(groups, 1) if len(group) != GROUP]
    if len(groups) != DIGITS // GROUP or len(wrong) != 1:
        return ""
    return f" Group {wrong[0]}, {groups[wrong[0] - 1]!r}, should have {GROUP}."


def _missing_or_doubled(typed: Sequence[str], wanted: Sequence[str], what: str) -> str:
    """Which part was left out, or typed twice; "" where that does not explain it."""
    typed, wanted = list(typed), list(wanted)
    if len(typed) == len(wanted) - 1:
        for index in range(len(wanted)):
            if typed == wanted[:index] + wanted[index + 1 :]:
                return f" {what.capitalize()} {index + 1} is missing."
    if len(typed) == len(wanted) + 1:
        for index in range(len(typed)):
            if wanted == typed[:index] + typed[index + 1 :]:
                return f" {what.capitalize()} {index + 1}, {typed[index]!r}, is one too many."
    return ""


def _where(typed: Sequence[str], wanted: Sequence[str], what: str, checks: bool = True) -> str:
    """What differs: the places of a slip; of another commitment that it is one. "" where all is the same."""
    wrong = [index for index in range(len(wanted)) if typed[index] != wanted[index]]
    if not wrong:
        return ""
    if len(wrong) == 2 and [typed[i] for i in wrong] == [wanted[i] for i in reversed(wrong)]:
        return (f"As it was typed, {what}s {wrong[0] + 1} and {wrong[1] + 1} are swapped; all others are the same. "
                "Look at what was written down.")  # fmt: skip
    if len(wrong) <= min(NEAR, len(wanted) // 2):
        places = join_words([f"{what} {i + 1} ({typed[i]!r}, the receipt's is {wanted[i]!r})" for i in wrong], "and")
        return f"As it was typed, it differs in {places}; all others are the same. Look at what was written down."
    if not checks:
        return f"The {what}s are not those of any commitment: they were mistyped, or changed."
    return "The commitment is another one than was announced before the deal."
