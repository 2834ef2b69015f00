"""A playtest in sentences and tables, and as plain data."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from tt_print.engine.base import Game
from tt_print.engine.lengths import duration
from tt_print.errors import join_words
from tt_print.playtest.games import Setup
from tt_print.playtest.summary import LEVEL, MIN_PAIRS, QUANTILES, Comparison, Interval, Spread, Summary, share_interval
from tt_print.playtest.words import Label, PlayWords, sentences
from tt_print.terminal import table

NOTHING = "-"  # in a table, where no game tells
USED = 12  # rows of what happened; the rest is in --json


def seconds_of(words: PlayWords, seconds: float | None) -> float:
    return words.pace.usual if seconds is None else seconds


def edges(summary: Summary) -> list[int]:
    """Seats that win more or less than an equal share, not by chance: all seats together are so judged 95 times of 100."""
    players = summary.setup.players
    level = 1 - (1 - LEVEL) / players
    found = []
    for seat, share in enumerate(summary.wins):
        sure = share_interval(share.value * summary.decided, summary.decided, level)
        if not sure.low <= 1 / players <= sure.high:
            found.append(seat)
    return found


# ---------------------------------------------------------------- for people


def title(game: Game, summary: Summary, asked: int) -> list[str]:
    """What was played, under which rules, and whether it was stopped."""
    say, setup = sentences(), summary.setup
    noun = "game" if summary.games == 1 else "games"
    counted = f"{summary.games:,}"
    lines = [
        say(
            "title",
            game=game.title,
            players=setup.players,
            games=counted,
            noun=noun,
            kinds=f"{setup.kinds[0]} players",
            seed=setup.seed,
        )
    ]
    if setup.house != "-":
        lines.append(say("house", house=setup.house))
    if summary.games < asked:
        lines.append(say("stopped", done=counted, games=f"{asked:,}"))
    return lines


def not_reached(setup: Setup) -> str:
    """Of the house rules to compare with, after a Ctrl-C that came before their first game."""
    return sentences()("not_reached", house=setup.house)


def describe(words: PlayWords, summary: Summary, columns: int, seconds: float | None = None) -> list[str]:
    """All that the games come to, for a terminal of so many columns."""
    say, setup = sentences(), summary.setup
    per_turn = seconds_of(words, seconds)
    rows: list[tuple[str, str]] = []
    turns, rounds = summary.turns, summary.rounds
    if turns is None or rounds is None:
        rows.append((say("label_length"), say("all_unfinished", limit=f"{setup.limit:,}")))
        return _labelled(rows)
    fewest, _, most = turns.quantiles
    length = say(
        _length_key(turns), mean=_count(turns.mean.value), low=_count(turns.mean.low),
        high=_count(turns.mean.high), fewest=_count(fewest), most=_count(most), least=f"{turns.least:,}", turn=words.turn,
    )  # fmt: skip
    rows.append((say("label_length"), length))
    if rounds.most > 1:
        rows.append(("", say("rounds", round=words.round, mean=_mean(rounds.mean))))
    if summary.unfinished:
        rows.append(("", say("unfinished", count=f"{summary.unfinished:,}", limit=f"{setup.limit:,}")))
    key = "one_time" if per_turn == 1 else "time"
    rows.append((say("label_time"), say(key, minutes=duration(turns.mean.value * per_turn), seconds=f"{per_turn:g}")))
    tied = summary.tied or summary.drawn
    rows.append((say("label_ties"), say("tied" if tied else "none_tied", count=summary.tied, drawn=summary.drawn)))
    rows.append((say("label_held"), say("held", mean=_mean(summary.held)) if summary.held else say("none_held")))
    lines = [*_labelled(rows), "", *_seats(summary, columns)]
    finished = summary.games - summary.unfinished
    lines += ["", say("label_ends")]
    lines += _named_rows(((key, percent(count / finished)) for key, count in summary.ends.items()), words.ends, columns)
    if summary.used:
        lines += ["", say("label_used")]
        used = list(summary.used.items())[:USED]
        lines += _named_rows(
            ((key, f"{count:,.1f}" if count >= 0.05 else "< 0.1") for key, count in used), words.used, columns
        )
    lines += ["", say("shared_note")]
    if words.assumes and "sensible" in setup.kinds:
        lines.append(say("assumes", text=words.assumes))
    return lines


def _length_key(turns: Spread) -> str:
    if not turns.mean.is_bounded:
        return "length_of_one"
    return "always" if turns.least == turns.most else "length"


def _seats(summary: Summary, columns: int) -> list[str]:
    say = sentences()
    heads = [say("head_seat"), say("head_wins"), say("head_interval")]
    cells = [[str(seat + 1), percent(share.value), _range(share)] for seat, share in enumerate(summary.wins)]
    fair = percent(1 / summary.setup.players)
    found = edges(summary)
    said = [say("edge", seat=seat + 1, share=percent(summary.wins[seat].value), fair=fair) for seat in found]
    sentence = say("edges", edges=join_words(said, "and")) if said else say("no_edge")
    return [*table(heads, cells, columns), f"{say('seats_note')} {sentence}"]


def _named_rows(rows: Iterable[tuple[str, str]], names: Mapping[str, Label], columns: int) -> list[str]:
    cells = []
    say = sentences()
    for key, figure in rows:
        named = names[key]
        numbers = ", ".join("set-up" if rule == "setup" else rule for rule in named.rules)
        rules = say("rules" if len(named.rules) > 1 else "rule", numbers=numbers) if numbers else ""
        cells.append([f"  {named.say}", figure, rules])
    if not cells:
        return []
    heads, *lines = table(["", "", ""], cells, columns, left=(0, 2))
    if not heads:
        return lines
    return [f"{name}: {figure}, {rule}" for name, figure, rule in cells]  # too narrow for columns


def _labelled(rows: Iterable[tuple[str, str]]) -> list[str]:
    rows = list(rows)
    width = max(len(label) for label, _ in rows)
    return [f"{label:<{width}}  {text}" for label, text in rows]


def describe_pair(
    words: PlayWords, first: Summary, against: Summary, difference: Comparison, columns: int
) -> list[str]:
    """Two setups side by side, and what the difference is, in a sentence."""
    say = sentences()
    usual = say("usual_house")
    names = [usual if each.setup.house == "-" else each.setup.house for each in (first, against)]
    heads = ["", say("head_a"), say("head_b"), say("head_difference"), say("head_interval")]
    cells = [
        [say("row_turns"), *(_count(each.turns.mean.value) if each.turns else NOTHING for each in (first, against)),
         *_change(difference.turns)],
        [say("row_rounds", round=words.round), *(f"{each.rounds.mean.value:.1f}" if each.rounds else NOTHING for each in (first, against)),
         *_change(difference.rounds)],
    ]  # fmt: skip
    for seat, change in enumerate(difference.wins):
        points = Interval(*(100 * value for value in change)) if change else None
        shares = (percent(each.wins[seat].value) if each.decided else NOTHING for each in (first, against))
        cells.append([say("row_seat", seat=seat + 1), *shares, *_change(points)])
    ends = [*dict.fromkeys([*first.ends, *against.ends])]
    for key in ends:
        a, b = (each.ends.get(key, 0) / max(1, each.games - each.unfinished) for each in (first, against))
        cells.append([words.ends[key].say, percent(a), percent(b), _signed(100 * (b - a)), ""])
    lines = [
        say(
            "versus",
            first=names[0],
            against=names[1],
            deals="1 deal" if difference.pairs == 1 else f"{difference.pairs:,} deals",
        ),
        "",
        *table(heads, cells, columns),
        "",
        plain_sentence(names[1], difference),
    ]
    for each in (first, against):
        if each.unfinished:
            lines.append(say("unfinished", count=f"{each.unfinished:,}", limit=f"{each.setup.limit:,}"))
    return lines


def plain_sentence(rules: str, difference: Comparison) -> str:
    """`With must_play=true games are 18 % shorter (15 to 21 %); no seat gains.` Of fewer than MIN_PAIRS it says that alone."""
    say, ratio = sentences(), difference.ratio
    if ratio is None or difference.pairs < MIN_PAIRS:
        return say("too_few", rules=rules, pairs=difference.pairs, least=MIN_PAIRS)
    low, high = sorted((abs(ratio.low), abs(ratio.high)))
    if difference.turns == (0, 0, 0):
        length = say("unchanged_length", rules=rules)
    elif ratio.low > 0 or ratio.high < 0:
        key = "longer" if ratio.low > 0 else "shorter"
        length = say(key, rules=rules, percent=percent(abs(ratio.value), 0), low=percent(low, 0), high=percent(high, 0))
    else:
        length = say("same_length", rules=rules, low=_plus(ratio.low), high=_plus(ratio.high))
    seats = say("no_seat") if difference.decided >= MIN_PAIRS else say("too_few_decided")
    return f"{length}; {join_words(gains(difference), 'and') or seats}."


def gains(difference: Comparison) -> list[str]:
    """Which seats gain or lose, not by chance: `seat 2 gains 4.1 points of 100`. Fewer than MIN_PAIRS deals show nothing."""
    say = sentences()
    if difference.decided < MIN_PAIRS:
        return []
    return [
        say("seat_gains" if change.value > 0 else "seat_loses", seat=seat + 1, points=f"{abs(100 * change.value):.1f}")
        for seat, change in enumerate(difference.wins)
        if change and (change.low > 0 or change.high < 0)
    ]


def percent(share: float, digits: int = 1) -> str:
    return f"{100 * share:.{digits}f} %"


def _plus(share: float) -> str:
    return f"{100 * share:+z.0f} %"


def _range(share: Interval) -> str:
    return f"{100 * share.low:.1f} to {percent(share.high)}"


def _signed(value: float) -> str:
    return f"{value:+z.1f}"


def _change(change: Interval | None) -> tuple[str, str]:
    """The cells of a difference and of its interval."""
    if change is None:
        return NOTHING, NOTHING
    return _signed(change.value), f"{_signed(change.low)} to {_signed(change.high)}" if change.is_bounded else NOTHING


def _mean(mean: Interval) -> str:
    return f"{mean.value:.1f} ({mean.low:.1f} to {mean.high:.1f})" if mean.is_bounded else f"{mean.value:.1f}"


def _count(value: float) -> str:
    return f"{value:,.1f}" if value < 20 else f"{value:,.0f}"


# ---------------------------------------------------------------- for programs


def as_data(summary: Summary, words: PlayWords, seconds: float | None = None) -> dict[str, Any]:
    """Plain data, as `--json` prints it; seats are numbered from 1."""
    setup, per_turn = summary.setup, seconds_of(words, seconds)
    finished = summary.games - summary.unfinished
    used = {
        key: {"per_game": round(count, 4), "rules": list(words.used[key].rules)} for key, count in summary.used.items()
    }
    return {
        "house": setup.house,
        "games": summary.games,
        "unfinished": summary.unfinished,
        "turns": _spread_data(summary.turns),
        "rounds": _spread_data(summary.rounds),
        "minutes": round(summary.turns.mean.value * per_turn / 60, 2) if summary.turns else None,
        "seconds_a_turn": float(per_turn),
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


def comparison_data(difference: Comparison, rules: str) -> dict[str, Any]:
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


def _spread_data(found: Spread | None) -> dict[str, Any]:
    values = [float(value) for value in found.quantiles] if found else [None] * len(QUANTILES)
    return {
        "mean": _interval_data(found.mean if found else None),
        "quantiles": {f"{part:g}": value for part, value in zip(QUANTILES, values, strict=True)},
        "least": found.least if found else None,
        "most": found.most if found else None,
    }
