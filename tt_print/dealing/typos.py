"""Where a deal code was mistyped, from what its two sums are, how its groups were typed, and what would be a code.

The sums tell one wrong character from all others. Two neighbors that changed places, or two groups, leave the first sum
as it is and the second with one of 28 values, so there can be several such slips that would explain it: all are named.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence

from tt_print.dealing.digits import ALPHABET, BASE, GROUP, GROUPS, LENGTH, check_sums
from tt_print.errors import join_words

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
