"""Shuffles that are broken in ways that real programs were broken: the statistics must see each.

Each takes fresh random bytes by number (`random_bytes(n)`) and gives seat and order as `shuffle.draw` does.
"""

from collections.abc import Callable
from functools import cmp_to_key, partial

from tests.shuffles.statistics import RandomBytes, Shuffle
from tt_print.dealing.shuffle import ShuffleResult, draw


def _fair(random_bytes: RandomBytes) -> Callable[[int], int]:
    """A fair choice among k, so that each shuffle has but one fault."""

    def choose(k: int) -> int:
        while (value := int.from_bytes(random_bytes(4), "big")) >= 2**32 - 2**32 % k:
            pass
        return value % k

    return choose


def _swapping(random_bytes: RandomBytes, least: int, choices: Callable[[int, int], int]) -> Shuffle:
    """From the last place down to `least` each is exchanged with one of so many: `choices` of the place and of all cards."""
    choose = _fair(random_bytes)

    def shuffle(cards: int, seats: int) -> ShuffleResult:
        order = list(range(cards))
        for index in range(cards - 1, least - 1, -1):
            other = choose(choices(index, cards))
            order[index], order[other] = order[other], order[index]
        return ShuffleResult(choose(seats), tuple(order))

    return shuffle


def modulo(random_bytes: RandomBytes) -> Shuffle:
    """A byte modulo k without rejection: low choices come too often."""
    choose = _fair(random_bytes)

    def shuffle(cards: int, seats: int) -> ShuffleResult:
        order, stream = list(range(cards)), random_bytes(cards)
        for index in range(cards - 1, 0, -1):
            other = stream[index] % (index + 1)
            order[index], order[other] = order[other], order[index]
        return ShuffleResult(choose(seats), tuple(order))

    return shuffle


def sorted_by_bytes(random_bytes: RandomBytes) -> Shuffle:
    """Sorted by one random byte each: equal bytes leave two cards in their old order."""
    choose = _fair(random_bytes)
    return lambda cards, seats: ShuffleResult(
        choose(seats), tuple(sorted(range(cards), key=random_bytes(cards).__getitem__))
    )


def random_comparison(random_bytes: RandomBytes) -> Shuffle:
    """Sorted by a comparison that flips a coin, the classic of web pages."""
    choose = _fair(random_bytes)

    def shuffle(cards: int, seats: int) -> ShuffleResult:
        coins = iter(random_bytes(cards * 12))
        by_coins = cmp_to_key(lambda a, b: -1 if next(coins) & 1 else 1)
        return ShuffleResult(choose(seats), tuple(sorted(range(cards), key=by_coins)))

    return shuffle


def seven_riffles(random_bytes: RandomBytes) -> Shuffle:
    """Seven riffles by hand (Gilbert, Shannon, Reeds) from a sorted deck, which is too few for 125 cards."""
    choose = _fair(random_bytes)

    def shuffle(cards: int, seats: int) -> ShuffleResult:
        order = list(range(cards))
        for _ in range(7):
            coins = int.from_bytes(random_bytes((cards + 7) // 8), "big") & (1 << cards) - 1
            cut = cards - coins.bit_count()
            upper, lower = iter(order[:cut]), iter(order[cut:])
            order = [next(lower) if coins >> index & 1 else next(upper) for index in range(cards)]
        return ShuffleResult(choose(seats), tuple(order))

    return shuffle


def reversed_again(random_bytes: RandomBytes) -> Shuffle:
    """Every second deal is the one before from the bottom up: each alone looks fair."""
    kept: list[ShuffleResult] = []

    def shuffle(cards: int, seats: int) -> ShuffleResult:
        if kept:
            before = kept.pop()
            return ShuffleResult(_fair(random_bytes)(seats), before.order[::-1])
        kept.append(draw(random_bytes(16), cards, seats))
        return kept[0]

    return shuffle


def repeated_seed(random_bytes: RandomBytes) -> Shuffle:
    """Seeded from a clock that stood still: every hundredth deal has the secret of the one before."""
    deals, secret = 0, b""

    def shuffle(cards: int, seats: int) -> ShuffleResult:
        nonlocal deals, secret
        deals += 1
        if deals % 100:
            secret = random_bytes(16)
        return draw(secret, cards, seats)

    return shuffle


def short_secret(random_bytes: RandomBytes) -> Shuffle:
    """A secret cut to two bytes: only 65,536 deals in all."""
    return lambda cards, seats: draw(random_bytes(2), cards, seats)


def dealer_from_cards(random_bytes: RandomBytes) -> Shuffle:
    """The dealer is drawn with the byte that also places the first card: who deals tells where it lies."""

    def shuffle(cards: int, seats: int) -> ShuffleResult:
        order = draw(random_bytes(16), cards).order
        return ShuffleResult(order[-1] % seats, order)

    return shuffle


# Name, what makes it, and the number of cards and deals in which it shows.
BROKEN: tuple[tuple[str, Callable[[RandomBytes], Shuffle], int, int], ...] = (
    # every place changes with any place: n^n ways to n! orders, which cannot come out even
    ("swaps any place with any", partial(_swapping, least=0, choices=lambda _, cards: cards), 27, 4000),
    # in the choice (Sattolo's cycle): no card can keep its place
    ("off by one: no card stays", partial(_swapping, least=1, choices=lambda index, _: index), 27, 3000),
    # in the loop: the first two places are never exchanged
    ("off by one: stops early", partial(_swapping, least=2, choices=lambda index, _: index + 1), 27, 8000),
    ("byte modulo k, no rejection", modulo, 125, 2500),
    ("sorted by one random byte", sorted_by_bytes, 125, 1500),
    ("sorted by flipping coins", random_comparison, 27, 2500),
    ("seven riffles", seven_riffles, 125, 3000),
    ("every second deal reversed", reversed_again, 27, 1000),
    ("a seed comes again", repeated_seed, 27, 3000),
    ("secret of two bytes", short_secret, 27, 4000),
    ("dealer drawn from a card", dealer_from_cards, 27, 3000),
)
