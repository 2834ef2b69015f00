"""Statistics on many deals, which a fair shuffle passes and a broken one does not.

`tests/dealing/test_shuffle.py` proves by counting that the shuffle is fair; these statistics look at the deals
themselves. Each rejects below a chance of one in a million.
"""

import itertools
import math
from collections.abc import Callable, Sequence
from functools import cache
from hashlib import shake_256

from tt_print.dealing.shuffle import ShuffleResult, draw

RandomBytes = Callable[[int], bytes]  # that many fresh random bytes
Shuffle = Callable[[int, int], ShuffleResult]  # of so many cards, for so many seats

REJECT = 1e-6
SEATS = 3
HAND = 7
STATISTICS = {
    "place": "how often each card lies in each place",
    "follow": "how often each card follows each other one",
    "fixed": "how many cards keep their place",
    "rise": "how often a higher card follows a lower one",
    "color": "how many cards of the first fifth are among the first seven",
    "next": "how many cards lie where the deal before, or its reverse, had them",
    "again": "whether a whole deal comes twice",
    "dealer": "how often each seat deals, and with which last card",
}


def deal_shuffle(random_bytes: RandomBytes) -> Shuffle:
    """The shuffle of every deal."""
    return lambda cards, seats: draw(random_bytes(16), cards, seats)


def seeded(seed: bytes) -> RandomBytes:
    """Bytes without end from a seed, as many as are asked for at a time."""
    block, held, used = 0, b"", 0

    def random_bytes(count: int) -> bytes:
        nonlocal block, held, used
        if used + count > len(held):
            block += 1
            held, used = shake_256(seed + block.to_bytes(8, "big")).digest(max(4096, count)), 0
        used += count
        return held[used - count : used]

    return random_bytes


def measure(shuffle: Shuffle, cards: int, deals: int) -> dict[str, float]:
    """For each statistic of `STATISTICS` the chance that fair deals are so odd."""
    tally = Tally(cards)
    for _ in range(deals):
        tally.add(shuffle(cards, SEATS))
    return tally.chances()


class Tally:
    """Counts over deals of `cards` cards."""

    def __init__(self, cards: int) -> None:
        self.cards, self.deals = cards, 0
        self.positions = [0] * (cards * cards)
        self.follow = [0] * (cards * cards)
        self.fixed = [0] * 8
        self.color = [0] * (HAND + 1)
        self.dealer = [0] * (SEATS * cards)
        self.rises = self.kept = self.turned = self.again = 0
        self.before: tuple[int, ...] = ()
        self.known: set[bytes] = set()
        self.rows = [cards * place for place in range(cards)]

    def add(self, drawn: ShuffleResult) -> None:
        order, positions, follow, cards = drawn.order, self.positions, self.follow, self.cards
        self.deals += 1
        for row, card in zip(self.rows, order, strict=True):
            positions[row + card] += 1
        for first, second in itertools.pairwise(order):
            follow[first * cards + second] += 1
            self.rises += second > first
        self.fixed[min(7, sum(map(int.__eq__, order, range(cards))))] += 1
        self.color[sum(card < cards // 5 for card in order[:HAND])] += 1
        self.dealer[(drawn.seat or 0) * cards + order[-1]] += 1
        if self.before:
            self.kept += sum(map(int.__eq__, order, self.before))
            self.turned += sum(map(int.__eq__, order, self.before[::-1]))
        self.before = order
        key = bytes(order)
        self.again += key in self.known
        self.known.add(key)

    def chances(self) -> dict[str, float]:
        n, deals = self.cards, self.deals
        expected = deals / n
        # a sum of permutation matrices: rows and columns are fixed, and (n-1)/n of X2 is chi-square with (n-1)^2
        place = sum((count - expected) ** 2 for count in self.positions) / expected * (n - 1) / n
        follow = sum((count - expected) ** 2 for i, count in enumerate(self.follow) if i // n != i % n) / expected
        rises = (self.rises - deals * (n - 1) / 2) / math.sqrt(deals * (n + 1) / 12)
        # a fair order has one fixed point on average, with variance 1 (rencontres numbers)
        apart = max(deals - 1, 1)
        kept, turned = ((count - apart) / math.sqrt(apart) for count in (self.kept, self.turned))
        return {
            "place": both_tails(place, (n - 1) ** 2),
            "follow": both_tails(follow, n * (n - 1) - n),
            "fixed": fit(self.fixed, fixed_points(n), deals),
            "rise": math.erfc(abs(rises) / math.sqrt(2)),
            "color": fit(self.color, first_fifth(n), deals),
            "next": min(1.0, 2 * min(math.erfc(abs(z) / math.sqrt(2)) for z in (kept, turned))),
            "again": 0.0 if self.again else 1.0,  # a fair deck of 27 gives no pair in a lifetime
            "dealer": fit(self.dealer, [1 / (SEATS * n)] * (SEATS * n), deals),
        }


def upper_tail(x: float, freedom: float) -> float:
    """The chance that chi-square is so large (Wilson and Hilferty's approximation, good from 3 degrees on)."""
    z = ((x / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / math.sqrt(2 / (9 * freedom))
    return 0.5 * math.erfc(z / math.sqrt(2))


def both_tails(x: float, freedom: float) -> float:
    """Also suspicious: counts that are more even than chance makes them."""
    upper = upper_tail(x, freedom)
    return min(1.0, 2 * min(upper, 1 - upper))


def fit(counts: Sequence[int], chances: Sequence[float], deals: int) -> float:
    """Chi-square of counts against their chances; cells are joined from the right until each expects five."""
    cells: list[tuple[int, float]] = []
    seen, expected = 0, 0.0
    for count, chance in zip(reversed(counts), reversed(chances), strict=True):
        seen, expected = seen + count, expected + chance * deals
        if expected >= 5:
            cells.append((seen, expected))
            seen, expected = 0, 0.0
    if expected and cells:
        last = cells.pop()
        cells.append((last[0] + seen, last[1] + expected))
    return upper_tail(sum((a - b) ** 2 / b for a, b in cells), max(1, len(cells) - 1))


@cache
def fixed_points(cards: int) -> tuple[float, ...]:
    """The chances of 0 to 6 fixed points, and of more (rencontres numbers)."""
    none = [1, 0]
    for i in range(2, cards + 1):
        none.append((i - 1) * (none[-1] + none[-2]))
    chances = [math.comb(cards, k) * none[cards - k] / math.factorial(cards) for k in range(7)]
    return (*chances, 1 - sum(chances))


@cache
def first_fifth(cards: int) -> tuple[float, ...]:
    """The chances of 0 to 7 cards of the first fifth among the first seven (hypergeometric)."""
    fifth = cards // 5
    return tuple(
        math.comb(fifth, k) * math.comb(cards - fifth, HAND - k) / math.comb(cards, HAND) for k in range(HAND + 1)
    )
