"""The letters of a deal code: digits to the base of 29 in groups of five, and two that check them.

29 characters are left when of each pair that people confuse (0 and O, 1 and I and L, 2 and Z, 5 and S, 8 and B, V and
U) only one stays. Two sums over all 27 must be multiples of 29: that of the values, and that of each value times its place.
Since 29 is prime, they catch every wrong character and every two wrong ones, so also any two that changed places.
"""

from __future__ import annotations

from collections.abc import Sequence

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
