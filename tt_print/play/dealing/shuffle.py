"""A fair order of cards from a few secret bytes.

The bytes of SHAKE-256 (FIPS 202, section 6.2) are the only chance there is. Each choice among `k` takes one
byte and skips those from the largest multiple of `k` on, so that every answer is equally likely; a Fisher-Yates
shuffle (Knuth, The Art of Computer Programming 2, 3.4.2, algorithm P) makes an order of these choices, and each
list of choices makes another order. `docs/deal-codes.md` describes the same for other programs.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from tt_print.errors import InputError

try:  # the same function; hashlib would first load OpenSSL, which costs each start 4 ms
    from _sha3 import shake_256  # type: ignore[import-not-found,unused-ignore]  # has no stubs; newer Pythons lack it
except ImportError:
    from hashlib import shake_256

MAX_CHOICES = 256  # choices that one byte can tell apart
RATE = 136  # bytes that one step of SHAKE-256 gives (FIPS 202, table 3)


class ShuffleResult(NamedTuple):  # made twice as fast as a frozen dataclass
    """What a message decides: a seat (None where none was asked for), and the cards from the top of the deck down."""

    seat: int | None
    order: tuple[int, ...]


def stream(message: bytes, length: int) -> bytes:
    """The first bytes of SHAKE-256's output; a longer output begins with the shorter one."""
    return bytes(shake_256(message).digest(length))


def draw(message: bytes, cards: int, seats: int = 0) -> ShuffleResult:
    """A seat below `seats`, if there are any, then an order of the numbers below `cards`.

    Raises InputError for more than 256 of either.
    """
    if not (0 <= cards <= MAX_CHOICES and 0 <= seats <= MAX_CHOICES):
        raise InputError(
            f"a shuffle takes up to {MAX_CHOICES} cards and {MAX_CHOICES} players, not {cards} and {seats}."
        )
    length = -(-(2 * cards + 16) // RATE) * RATE
    while True:
        drawn = draw_from(stream(message, length), seats, cards)
        if drawn is not None:
            return drawn
        length *= 2  # SHAKE's longer output begins with the shorter one


def limit(choices: int) -> int:
    """The first byte that would favor the lower of so many choices: the largest multiple of them up to 256."""
    return MAX_CHOICES - MAX_CHOICES % choices


@cache
def _swaps(cards: int) -> tuple[tuple[int, int, int], ...]:
    """(index, choices, limit) from the last index to the second."""
    return tuple((i, i + 1, limit(i + 1)) for i in range(cards - 1, 0, -1))


def draw_from(stream: bytes, seats: int, cards: int) -> ShuffleResult | None:
    """A dealer (None without `seats`) and an order, byte by byte off the stream; a byte past the last fair one is left out.

    None when the stream is too short.
    """
    waiting = iter(stream)
    seat = None
    if seats:
        for byte in waiting:
            if byte < limit(seats):
                break
        else:
            return None
        seat = byte % seats
    order = list(range(cards))
    for index, choices, end in _swaps(cards):
        for byte in waiting:
            if byte < end:
                break
        else:
            return None
        other = byte % choices
        order[index], order[other] = order[other], order[index]
    return ShuffleResult(seat, tuple(order))
