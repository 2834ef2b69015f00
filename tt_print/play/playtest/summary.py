"""What games come to: means, quantiles and shares with their 95% intervals, and two setups side by side; in sentences, as plain data, and as a
picture."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from tt_print.draw.geometry import Rect, polygon
from tt_print.draw.shapes import Drawing, Group, Ink, Item, Path, Text
from tt_print.draw.text import TEXT
from tt_print.engine.figures import duration
from tt_print.errors import join_words
from tt_print.games.practice import Label, PlayWords
from tt_print.page.boxes import Picture, Row, Share, Space, Stack, Words
from tt_print.page.flow import drawn
from tt_print.page.text import TextStyle
from tt_print.play.playtest.games import UNFINISHED, GameRecord, Setup
from tt_print.problems import Line, Rows, Said, heads
from tt_print.records import dataclass

LEVEL = 0.95
QUANTILES = (0.1, 0.5, 0.9)
MIN_PAIRS = 10  # fewer deals can be alike by chance, so that nothing is said of what differs
NOTHING = "-"  # in a table, where no game tells
USED = 12  # rows of what happened; the data have the rest


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


def share_interval(part: float, of: int, level: float = LEVEL) -> Interval:
    """Wilson's interval of a share. A shared win counts as a part of one, which can only make it too wide."""
    if not of:
        return Interval(0.0, 0.0, 1.0)
    p, q = part / of, statistics.NormalDist().inv_cdf((1 + level) / 2)
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
    half = statistics.NormalDist().inv_cdf((1 + level) / 2) * math.sqrt(
        math.fsum((value - mean) ** 2 for value in values) / (count - 1) / count
    )
    return Interval(mean, mean - half, mean + half)


def spread(values: Sequence[int]) -> Spread | None:
    mean = mean_interval(values)
    if mean is None:
        return None
    tenths = statistics.quantiles(values, n=10, method="inclusive") if len(values) > 1 else [*values] * 9
    return Spread(mean, tuple(tenths[round(10 * part) - 1] for part in QUANTILES), min(values), max(values))


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


# ---------------------------------------------------------------- for people


def title(name: str, summary: Summary, asked: int) -> list[Line]:
    """What was played, and whether it was stopped."""
    setup, games = summary.setup, f"{summary.games:,}"
    played = {"players": setup.players, "kind": setup.kinds[0], "seed": setup.seed, "games": games}
    stopped = [Said("playtest.stopped", done=games, games=f"{asked:,}")] if summary.games < asked else []
    return [Said("playtest.title", game=name, **played), *stopped]


def describe(words: PlayWords, summary: Summary, per_turn_s: float) -> list[Line]:
    """All that the games come to."""
    setup, turns, rounds = summary.setup, summary.turns, summary.rounds
    text: list[Line] = [Said("playtest.house", house=setup.house)] if setup.house != "-" else []
    if turns is None or rounds is None:
        return [*text, "", Said("playtest.endless", limit=f"{setup.limit:,}")]
    (mean, low, high), (fewest, _, most) = map(_count, turns.mean), map(_count, turns.quantiles)
    if turns.least == turns.most:
        text += ["", Said("playtest.always", turns=f"{turns.least:,}", turn=words.turn)]
    else:
        spread = {"mean": mean, "low": low, "high": high, "fewest": fewest, "most": most}
        text += ["", Said("playtest.length", **spread, turn=words.turn)]
    if rounds.most > 1:
        text.append(Said("playtest.rounds", round=words.round, mean=_mean(rounds.mean)))
    text += _unfinished(summary)
    text.append(Said("playtest.time", time=duration(turns.mean.value * per_turn_s), seconds=per_turn_s))
    text.append(Said("playtest.ties", tied=summary.tied, drawn=summary.drawn))
    text.append(Said("playtest.held", mean=_mean(summary.held)) if summary.held else Said("playtest.none_held"))
    seats = [(str(seat), percent(share.value), _range(share)) for seat, share in enumerate(summary.wins, 1)]
    text += ["", Rows(heads("playtest.seats"), tuple(seats)), _edges(summary)]
    finished = summary.games - summary.unfinished
    ends = {key: percent(count / finished) for key, count in summary.ends.items()}
    used = {key: f"{count:,.1f}" if count >= 0.05 else "< 0.1" for key, count in [*summary.used.items()][:USED]}
    text += ["", _name_rows(heads("playtest.ends"), ends, words.ends)]
    text += ["", _name_rows(heads("playtest.used"), used, words.used)] if used else []
    text += ["", Said("playtest.intervals")]
    if words.assumes and "sensible" in setup.kinds:
        text.append(Said("playtest.assumes", text=words.assumes))
    return text


def _unfinished(summary: Summary) -> list[Line]:
    count, limit = f"{summary.unfinished:,}", f"{summary.setup.limit:,}"
    return [Said("playtest.unfinished", count=count, limit=limit)] if summary.unfinished else []


def _edges(summary: Summary) -> Said:
    """Seats that win more or less than an equal share, not by chance: all seats together are so judged 95 times of 100."""
    players = summary.setup.players
    level, found = 1 - (1 - LEVEL) / players, []
    for seat, share in enumerate(summary.wins, 1):
        sure = share_interval(share.value * summary.decided, summary.decided, level)
        if not sure.low <= 1 / players <= sure.high:
            found.append(str(Said("playtest.edge", seat=seat, share=percent(share.value), fair=percent(1 / players))))
    return Said("playtest.edges", edges=join_words(found, "and")) if found else Said("playtest.no_edge")


def _name_rows(names: tuple[str, ...], figures: Mapping[str, str], labels: Mapping[str, Label]) -> Rows:
    """What happened, how often, and by which rules."""
    rules = {key: ", ".join("set-up" if rule == "setup" else rule for rule in labels[key].rules) for key in figures}
    return Rows(names, tuple((labels[key].say, figure, rules[key]) for key, figure in figures.items()), (0, 2))


def describe_pair(words: PlayWords, first: Summary, against: Summary, difference: Comparison) -> list[Line]:
    """Two setups side by side, and what the difference is, in a sentence."""
    both, rows = (first, against), list[tuple[str, ...]]()
    for code, show, change in (("turns", _count, difference.turns), ("rounds", "{:.1f}".format, difference.rounds)):
        spreads: list[Spread | None] = [getattr(each, code) for each in both]
        means = (show(spread.mean.value) if spread else NOTHING for spread in spreads)
        rows.append((str(Said(f"playtest.row_{code}", round=words.round)), *means, *_change(change)))
    for seat, change in enumerate(difference.wins):
        points = Interval(*(100 * value for value in change)) if change else None
        shares = (percent(each.wins[seat].value) if each.decided else NOTHING for each in both)
        rows.append((str(Said("playtest.row_seat", seat=seat + 1)), *shares, *_change(points)))
    for key in dict.fromkeys([*first.ends, *against.ends]):
        a, b = (each.ends.get(key, 0) / max(1, each.games - each.unfinished) for each in both)
        rows.append((words.ends[key].say, percent(a), percent(b), _with_sign(100 * (b - a)), ""))
    one, other = (house_name(each.setup) for each in both)
    return [
        Said("playtest.versus", first=one, against=other, deals=f"{difference.pairs:,}"),
        "",
        Rows(heads("playtest.pair"), tuple(rows)),
        "",
        plain_sentence(other, difference),
        *_unfinished(first),
        *_unfinished(against),
    ]


def house_name(setup: Setup) -> str:
    return str(Said("playtest.usual_house")) if setup.house == "-" else setup.house


def plain_sentence(rules: str, difference: Comparison) -> str:
    """`With must_play=true games are 18% shorter (15% to 21%); no seat gains.` Of fewer than MIN_PAIRS it says that alone."""
    ratio = difference.ratio
    if ratio is None or difference.pairs < MIN_PAIRS:
        return str(Said("playtest.too_few", rules=rules, pairs=difference.pairs, least=MIN_PAIRS))
    seats = join_words(_gains(difference), "and")
    if not seats:
        seats = str(Said("playtest.no_seat" if difference.decided >= MIN_PAIRS else "playtest.too_few_decided"))
    low, high = (percent(part, 0) for part in sorted((abs(ratio.low), abs(ratio.high))))
    code = "longer" if ratio.low > 0 else "shorter"
    if difference.turns == (0, 0, 0):
        code = "unchanged"
    elif ratio.low <= 0 <= ratio.high:
        code, low, high = "same", *(f"{100 * part:+z.0f}%" for part in (ratio.low, ratio.high))
    value = percent(abs(ratio.value), 0)
    return str(Said(f"playtest.{code}", rules=rules, percent=value, low=low, high=high, seats=seats))


def _gains(difference: Comparison) -> list[str]:
    """Which seats gain or lose, not by chance: `seat 2 gains 4.1 points of 100`. Fewer than MIN_PAIRS deals show nothing."""
    found = []
    for seat, change in enumerate(difference.wins, 1):
        if change and (change.low > 0 or change.high < 0):
            code, points = "gains" if change.value > 0 else "loses", f"{abs(100 * change.value):.1f}"
            found.append(str(Said(f"playtest.{code}", seat=seat, points=points)))
    return found if difference.decided >= MIN_PAIRS else []


def percent(share: float, digits: int = 1) -> str:
    return f"{100 * share:.{digits}f}%"


def _range(share: Interval) -> str:
    return f"{100 * share.low:.1f} to {percent(share.high)}"


def _with_sign(value: float) -> str:
    return f"{value:+z.1f}"


def _change(change: Interval | None) -> tuple[str, str]:
    """The cells of a difference and of its interval."""
    if change is None:
        return NOTHING, NOTHING
    between = f"{_with_sign(change.low)} to {_with_sign(change.high)}" if change.is_bounded else NOTHING
    return _with_sign(change.value), between


def _mean(mean: Interval) -> str:
    return f"{mean.value:.1f} ({mean.low:.1f} to {mean.high:.1f})" if mean.is_bounded else f"{mean.value:.1f}"


def _count(value: float) -> str:
    return f"{value:,.1f}" if value < 20 else f"{value:,.0f}"


# ---------------------------------------------------------------- for programs


def as_data(summary: Summary, words: PlayWords, per_turn_s: float) -> dict[str, object]:
    """Plain data, as `--json` prints it; seats are numbered from 1."""
    finished = summary.games - summary.unfinished
    used = {
        key: {"per_game": round(count, 4), "rules": list(words.used[key].rules)} for key, count in summary.used.items()
    }
    return {
        "house": summary.setup.house,
        "games": summary.games,
        "unfinished": summary.unfinished,
        "turns": _spread_data(summary.turns),
        "rounds": _spread_data(summary.rounds),
        "minutes": round(summary.turns.mean.value * per_turn_s / 60, 2) if summary.turns else None,
        "seconds_a_turn": float(per_turn_s),
        "wins": [{"seat": seat + 1, **_interval_data(share)} for seat, share in enumerate(summary.wins)],
        "tied": summary.tied,
        "drawn": summary.drawn,
        "ends": {
            key: {"games": count, "share": round(count / finished, 6), "rules": list(words.ends[key].rules)}
            for key, count in summary.ends.items()
        },
        "rules_used": used,
        "cards_held": _interval_data(summary.held),
    }


def comparison_data(difference: Comparison, rules: str) -> dict[str, object]:
    return {
        "pairs": difference.pairs,
        "turns": _interval_data(difference.turns),
        "turns_ratio": _interval_data(difference.ratio),
        "rounds": _interval_data(difference.rounds),
        "wins": [{"seat": seat + 1, **_interval_data(change)} for seat, change in enumerate(difference.wins)],
        "text": plain_sentence(rules, difference),
    }


def _interval_data(found: Interval | None) -> dict[str, float | None]:
    """None for what nothing is known of."""
    values = found or (math.inf,) * 3
    return {
        name: round(value, 6) + 0.0 if math.isfinite(value) else None  # + 0.0: no -0.0
        for name, value in zip(("value", "low", "high"), values, strict=True)
    }


def _spread_data(found: Spread | None) -> dict[str, object]:
    values = [float(value) for value in found.quantiles] if found else [None] * len(QUANTILES)
    return {
        "mean": _interval_data(found.mean if found else None),
        "quantiles": {f"{part:g}": value for part, value in zip(QUANTILES, values, strict=True)},
        "least": found.least if found else None,
        "most": found.most if found else None,
    }


# ---------------------------------------------------------------- as a picture


Side = tuple[Summary, Sequence[GameRecord]]
Point = tuple[float, float]

# Measures in millimeters, and grays alone, so that it reads the same on every printer; of two sets of house rules the second is white
# with an outline.
WIDTH, MARGIN, TITLE_SIZE, TEXT_SIZE, LINE_HEIGHT = 150.0, 8.0, 5.0, 3.0, 5.0
BARS_HEIGHT, BINS_HEIGHT, AXIS_ROOM = 42.0, 34.0, 11.0
LINE, WHISKER, TICK, DASH = 0.25, 0.45, 1.6, (0.6, 0.9)
INK, FAINT, FILLS = "#202020", "#BBBBBB", ("#8A8A8A", "#FFFFFF")
BAR_PART = 0.62  # of a seat's room
BINS = 30  # at most about
STEPS = (1, 2, 5)
MOST_SHOWN = 0.995  # of the games: a single endless one does not flatten the rest


def draw_chart(name: str, sides: Sequence[Side]) -> Drawing:
    """One side, or two with the second in outlines; `name` is that of the game."""
    summary = sides[0][0]
    width, games = WIDTH - 2 * MARGIN, f"{summary.games:,}"
    title = str(Said("playtest.chart_title", game=name, players=summary.setup.players, games=games))
    text = TextStyle(TEXT_SIZE, LINE_HEIGHT, ink=_ink(), breaks=True)
    small = 0.8 * TEXT_SIZE
    keys = [
        Row([Picture((_box(number, Rect(0, 0, TEXT_SIZE, small)),), TEXT_SIZE, small, baseline=small), Words(house_name(side.setup), text)],
            [2 * TEXT_SIZE, Share()], align="baseline")
        for number, (side, _) in enumerate(sides)
    ]  # fmt: skip
    bars, bins = (Rect(AXIS_ROOM, 0, width - AXIS_ROOM, height) for height in (BARS_HEIGHT, BINS_HEIGHT))
    laid = Stack([
        Words(title, text.times(TITLE_SIZE / TEXT_SIZE).strong), *keys, Space(2 * LINE_HEIGHT),
        Picture((Group((*_bars(bars, [side for side, _ in sides]),)),), width, BARS_HEIGHT), Space(4 * LINE_HEIGHT),
        Picture((Group((*_bins(bins, sides),)),), width, BINS_HEIGHT),
    ]).lay(width)  # fmt: skip
    height = laid.height + LINE_HEIGHT + 2 * MARGIN
    background = Path(Rect(0, 0, WIDTH, height).path(), fill=_ink("#FFFFFF"))
    described = str(Said("playtest.chart_wins", wins=", ".join(percent(share.value) for share in summary.wins)))
    return Drawing(WIDTH, height, (background, *drawn((MARGIN, MARGIN, laid))), title, described)


def _bars(plot: Rect, sides: Sequence[Summary]) -> Iterator[Item]:
    """Wins by seat, from 0 to what the highest interval needs."""
    players = sides[0].setup.players
    highest = max(share.high for side in sides for share in side.wins)
    step = _step(highest, 4)
    top = step * -(-highest // step)

    def y_of(share: float) -> float:
        return plot.bottom - plot.height * share / top

    yield _text(plot.left, plot.top - LINE_HEIGHT / 2, str(Said("playtest.chart_seats")))
    for tick in range(round(top / step) + 1):
        y = y_of(tick * step)
        yield _line((plot.left, y), (plot.right, y), FAINT)
        yield _text(plot.left - TICK, y + TEXT_SIZE / 3, percent(tick * step, 0), "end")
    room = plot.width / players
    width = room * BAR_PART / len(sides)
    for seat in range(players):
        middle = plot.left + room * (seat + 0.5)
        for number, side in enumerate(sides):
            share, x = side.wins[seat], middle + width * (number - len(sides) / 2)
            yield _box(number, Rect.from_edges(x, y_of(share.value), x + width, plot.bottom))
            yield _line((x + width / 2, y_of(share.low)), (x + width / 2, y_of(share.high)), width=WHISKER)
        yield _text(middle, plot.bottom + LINE_HEIGHT, str(seat + 1), "middle")
    yield _line((plot.left, plot.bottom), (plot.right, plot.bottom))
    yield _line((plot.left, y_of(1 / players)), (plot.right, y_of(1 / players)), dash=DASH)


def _bins(plot: Rect, sides: Sequence[Side]) -> Iterator[Item]:
    """How many games had how many turns; the last bin has all that are longer."""
    yield _text(plot.left, plot.top - LINE_HEIGHT / 2, str(Said("playtest.chart_turns")))
    finished = [[each.turns for each in played if each.is_finished] for _, played in sides]
    every = sorted(turns for row in finished for turns in row)
    if not every:
        return
    low, high = every[0], every[int(MOST_SHOWN * (len(every) - 1))]
    size = max(1, _step((high - low + 1) / BINS, 1))
    first = low // size
    count = int(high // size - first) + 1
    room = plot.width / count
    rows = [Counter(min(count - 1, int(turns // size - first)) for turns in row) for row in finished]
    most = max(found / len(row) for row, bins in zip(finished, rows, strict=True) for found in bins.values())
    for number, (row, bins) in enumerate(zip(finished, rows, strict=True)):
        points = [(plot.left, plot.bottom)]
        for place in range(count):
            y = plot.bottom - plot.height * bins[place] / max(1, len(row)) / most
            points += [(plot.left + room * place, y), (plot.left + room * (place + 1), y)]
        fill, width = (_ink(FILLS[0]), LINE) if number == 0 else (None, WHISKER)
        yield Path(polygon([*points, (plot.right, plot.bottom)]), fill=fill, stroke=_ink(), width_mm=width)
    step = max(1, _step(count * size, 6))  # there are no parts of turns
    tick = step * -(-(first * size) // step)
    while tick <= (first + count) * size:
        x = plot.left + room * (tick / size - first)
        yield _line((x, plot.bottom), (x, plot.bottom + TICK))
        yield _text(x, plot.bottom + LINE_HEIGHT, f"{tick:,.0f}", "middle")
        tick += step


def _step(length: float, parts: int) -> float:
    """A round step of which at most about `parts` fit: 1, 2 or 5 times a power of ten."""
    step = 10.0**-4
    while True:
        for factor in STEPS:
            if length / (step * factor) <= parts + 1e-9:
                return step * factor
        step *= 10


def _ink(rgb: str = INK) -> Ink:
    return Ink(rgb, (0, 0, 0, round(100 - int(rgb[1:3], 16) / 2.55)))


def _text(x: float, y: float, text: str, anchor: str = "start") -> Text:
    return Text(x, y, text, TEXT, TEXT_SIZE, _ink(), anchor)


def _line(start: Point, end: Point, rgb: str = INK, width: float = LINE, dash: tuple[float, ...] = ()) -> Path:
    return Path(polygon([start, end], closed=False), stroke=_ink(rgb), width_mm=width, dash_mm=dash)


def _box(side: int, rect: Rect) -> Path:
    return Path(rect.path(), fill=_ink(FILLS[side]), stroke=_ink(), width_mm=LINE)
