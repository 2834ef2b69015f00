"""What games come to: means, quantiles and shares with their 95% intervals, and two setups side by side."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from statistics import NormalDist
from typing import NamedTuple

from tt_print.playtest.games import UNFINISHED, GameRecord, Setup
from tt_print.records import dataclass

LEVEL = 0.95
QUANTILES = (0.1, 0.5, 0.9)
MIN_PAIRS = 10  # fewer deals can be alike by chance, so that nothing is said of what differs


class Interval(NamedTuple):
    """An estimate, and where the true value lies 95 times of 100: anywhere, from -inf to inf, as far as one value alone can show."""

    value: float
    low: float
    high: float

    @property
    def is_bounded(self) -> bool:
        return math.isfinite(self.low) and math.isfinite(self.high)


@dataclass(frozen=True, slots=True)
class Spread:
    """A number that each game has: its mean with interval, the QUANTILES, and the extremes."""

    mean: Interval
    quantiles: tuple[float, ...]
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Summary:
    """Games of one setup. `wins` by seat are parts of the `decided` games, those that ended with a
    winner, and share a win where several win; `tied` and `drawn` count games with several winners and with none. `ends` and `used` are keys of the game's `playing.toml`, `used` a game's mean;
    `held` are the cards at the end in each hand of those who did not win, None where there are none. Turns, rounds, ends and cards
    are of finished games alone; turns and rounds are None where there is none."""

    setup: Setup
    games: int
    unfinished: int
    turns: Spread | None
    rounds: Spread | None
    wins: tuple[Interval, ...]
    tied: int
    drawn: int
    ends: dict[str, int]
    used: dict[str, float]
    held: Interval | None

    @property
    def decided(self) -> int:
        return self.games - self.unfinished - self.drawn


def z(level: float = LEVEL) -> float:
    return NormalDist().inv_cdf((1 + level) / 2)


def share_interval(part: float, of: int, level: float = LEVEL) -> Interval:
    """Wilson's interval of a share. A shared win counts as a part of one, which can only make it too wide."""
    if not of:
        return Interval(0.0, 0.0, 1.0)
    p, q = part / of, z(level)
    middle = (p + q * q / (2 * of)) / (1 + q * q / of)
    half = q / (1 + q * q / of) * math.sqrt(p * (1 - p) / of + q * q / (4 * of * of))
    return Interval(p, max(0.0, middle - half), min(1.0, middle + half))


def mean_interval(values: Sequence[float], level: float = LEVEL) -> Interval | None:
    """The mean, with the interval of a normal distribution: there are hundreds of games, or the interval is rough. None of no
    values."""
    count = len(values)
    if not count:
        return None
    mean = math.fsum(values) / count
    if count == 1:
        return Interval(mean, -math.inf, math.inf)
    half = z(level) * math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (count - 1) / count)
    return Interval(mean, mean - half, mean + half)


def quantile(values: Sequence[int], part: float) -> float:
    """Of sorted values; between two of them where it falls there."""
    index = part * (len(values) - 1)
    low = math.floor(index)
    high = min(low + 1, len(values) - 1)
    return values[low] + (index - low) * (values[high] - values[low])


def spread(values: Sequence[int]) -> Spread | None:
    ordered = sorted(values)
    mean = mean_interval(ordered)
    if mean is None:
        return None
    return Spread(mean, tuple(quantile(ordered, part) for part in QUANTILES), ordered[0], ordered[-1])


def summarize(setup: Setup, played: Sequence[GameRecord]) -> Summary:
    """What these games of a setup come to."""
    players, games = setup.players, len(played)
    finished = [each for each in played if each.is_finished]
    won = [each.win_shares() for each in finished if each.winners]
    wins = tuple(share_interval(math.fsum(row[seat] for row in won), len(won)) for seat in range(players))
    used: Counter[str] = Counter()
    for each in played:
        used.update(dict(each.used))
    ends = Counter(each.end for each in played)
    holding = [[n for seat, n in enumerate(each.held) if n and seat not in each.winners] for each in finished]
    return Summary(
        setup=setup,
        games=games,
        unfinished=ends.pop(UNFINISHED, 0),
        turns=spread([each.turns for each in finished]),
        rounds=spread([each.rounds for each in finished]),
        wins=wins,
        tied=sum(len(each.winners) > 1 for each in finished),
        drawn=sum(not each.winners for each in finished),
        ends=dict(ends.most_common()),
        used={key: count / games for key, count in used.most_common()},
        held=mean_interval([sum(row) / len(row) for row in holding if row]),
    )


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two setups on the same deals, `against` less `first`. `turns` is a difference of turns a game, `ratio` the part by which
    the mean changes; `wins` by seat are differences of shares. The intervals of the seats hold together 95 times of 100, so
    that one of many seats does not stand out by chance. `pairs` is how many deals ended under both, `decided` how many of them
    with a winner each time; None stands for what there is no such deal to tell of."""

    pairs: int
    decided: int
    turns: Interval | None
    ratio: Interval | None
    rounds: Interval | None
    wins: tuple[Interval | None, ...]


def compare(players: int, one: Sequence[GameRecord], other: Sequence[GameRecord]) -> Comparison:
    """Game by game: number by number the deals are the same, so that what differs is the rules."""
    pairs = [(a, b) for a, b in zip(one, other, strict=False) if a.is_finished and b.is_finished]
    turns = mean_interval([b.turns - a.turns for a, b in pairs])
    base = math.fsum(a.turns for a, _ in pairs) / len(pairs) if pairs else 0.0
    ratio = Interval(*(value / base for value in turns)) if turns and base else None
    won = [(a.win_shares(), b.win_shares()) for a, b in pairs if a.winners and b.winners]
    level = 1 - (1 - LEVEL) / players
    wins = tuple(mean_interval([b[seat] - a[seat] for a, b in won], level) for seat in range(players))
    rounds = mean_interval([b.rounds - a.rounds for a, b in pairs])
    return Comparison(len(pairs), len(won), turns, ratio, rounds, wins)
