"""The letters of a deal code: digits to the base of 29 in groups of five, two that check them, and where one was mistyped.

29 characters are left when of each pair that people confuse (0 and O, 1 and I and L, 2 and Z, 5 and S, 8 and B, V and
U) only one stays. Two sums over all 27 must be multiples of 29: that of the values, and that of each value times its place.
Since 29 is prime, they catch every wrong character and every two wrong ones, so also any two that changed places.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence

from tt_print.errors import join_words

ALPHABET = "0123456789ACDEFGHJKMNPQRTVWXY"
CONFUSED = {"O": "0", "I": "1", "L": "1", "Z": "2", "S": "5", "B": "8", "U": "V"}
BASE = len(ALPHABET)
DATA, CHECKS = 25, 2
LENGTH = DATA + CHECKS
GROUP = 5
GROUPS = (5, 5, 5, 5, 5, 2)  # how many characters each has


def show_groups(characters: str) -> str:
    return "-".join(characters[i : i + GROUP] for i in range(0, len(characters), GROUP))


def digits_of(number: int) -> list[int]:
    """25 digits, the most significant first."""
    digits = []
    for _ in range(DATA):
        number, digit = divmod(number, BASE)
        digits.append(digit)
    return digits[::-1]


def number_of(values: Sequence[int]) -> int:
    """Undoes `digits_of`; the check characters may follow."""
    number = 0
    for value in values[:DATA]:
        number = number * BASE + value
    return number


def with_checks(digits: list[int]) -> str:
    """25 digits and two more: the sum of all, and of each times its place from 1, become multiples of 29."""
    plain, weighed = check_sums(digits)
    last = (LENGTH - 1) * plain - weighed
    return "".join(ALPHABET[value % BASE] for value in (*digits, -plain - last, last))


def check_sums(values: Sequence[int]) -> tuple[int, int]:
    """(0, 0) for the 27 values of a code."""
    return sum(values) % BASE, sum(position * value for position, value in enumerate(values, 1)) % BASE


Values = Sequence[int]
LAST = len(GROUPS) - 1


def locate_typo(values: Values, typed: Sequence[int], is_code: Callable[[Values], bool]) -> str:
    """Sentences, each with a blank before it, about every single slip that makes this of a code; "" where none does.

    `values` are 27 whose sums do not fit, `typed` the lengths of the groups as they were typed.
    """
    if check_sums(values)[0]:
        return _wrong_character(values, is_code)
    pairs = _pairs(typed)
    groups = [f"groups {i + 1} and {j + 1}" for i, j in pairs if is_code(_change_back(values, i, j))]
    if groups and len(pairs) == 1:
        return f" {groups[0].capitalize()} are swapped."
    neighbors = [
        f"{ALPHABET[a]} and {ALPHABET[b]} in group {index // GROUP + 1}"
        for index, (a, b) in enumerate(itertools.pairwise(values))
        if a != b and is_code([*values[:index], b, a, *values[index + 2 :]])
    ]
    swapped = join_words(groups) + " are swapped." if groups else ""
    if not neighbors:
        return f" {swapped[0].upper()}{swapped[1:]}" if groups else ""
    exchanged = f" Did two neighbors change places: {join_words(neighbors)}?"
    return f" Perhaps {swapped}{exchanged}" if groups else exchanged


def _wrong_character(values: Values, is_code: Callable[[Values], bool]) -> str:
    plain, weighed = check_sums(values)
    position = weighed * pow(plain, -1, BASE) % BASE
    if not 1 <= position <= LENGTH:
        return ""
    right = (values[position - 1] - plain) % BASE
    if not is_code([*values[: position - 1], right, *values[position:]]):
        return ""
    group, within = divmod(position - 1, GROUP)
    return (
        f" If only one character is wrong, it is number {within + 1} of group {group + 1}: "
        f"{ALPHABET[values[position - 1]]} should be {ALPHABET[right]}."
    )


def _pairs(typed: Sequence[int]) -> list[tuple[int, int]]:
    """The groups that may have changed places: anyone who types groups shows where the short one is."""
    if sorted(typed) == sorted(GROUPS):
        short = list(typed).index(GROUPS[LAST])
        return [(short, LAST)] if short != LAST else list(itertools.combinations(range(LAST), 2))
    return list(itertools.combinations(range(len(GROUPS)), 2))


def _change_back(values: Values, i: int, j: int) -> Values:
    """What was typed if groups `i` and `j` changed places while it was."""
    lengths = list(GROUPS)
    lengths[i], lengths[j] = lengths[j], lengths[i]
    ends = list(itertools.accumulate(lengths))
    groups = [values[end - length : end] for end, length in zip(ends, lengths, strict=True)]
    groups[i], groups[j] = groups[j], groups[i]
    return [value for group in groups for value in group]


def sees_every_exchange(values: Values) -> bool:
    """Whether no two groups of a code can change places unnoticed. In one of 29 codes two given ones could."""
    exchanged = (_exchange(values, i, j) for i, j in itertools.combinations(range(len(GROUPS)), 2))
    return all(any(check_sums(other)) or other == list(values) for other in exchanged)


def _exchange(values: Values, i: int, j: int) -> Values:
    groups = [values[k * GROUP : (k + 1) * GROUP] for k in range(len(GROUPS))]
    groups[i], groups[j] = groups[j], groups[i]
    return [value for group in groups for value in group]


def which_group(typed: Sequence[int]) -> str:
    """A sentence about the one group of a code of another length that has not as many characters as it should, with a
    blank before it; "" where it was typed without groups, or nothing is known."""
    if len(typed) == len(GROUPS):
        wrong = [k for k in range(len(GROUPS)) if typed[k] != GROUPS[k]]
        if len(wrong) == 1:
            return f" Group {wrong[0] + 1} has {typed[wrong[0]]}, not {GROUPS[wrong[0]]}."
    if tuple(typed) == GROUPS[1:]:
        return " One group of five is missing."
    return ""
