"""`docs/rulings.md`: for each ruling where a reader could go the other way, what difference it makes to whole games.

python -m tests.playtest.rulings [GAME ...]        half an hour on two cores; the same games each time, so the same page
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tests.commands import ROOT
from tt_print.engine.base import Game
from tt_print.engine.house import show_value
from tt_print.errors import join_words
from tt_print.games import find_game, game_names
from tt_print.playtest.games import Setup
from tt_print.playtest.pool import play_games
from tt_print.playtest.report import gains
from tt_print.playtest.summary import Comparison, compare, summarize
from tt_print.playtest.words import play_words

PAGE = ROOT / "docs" / "rulings.md"
SEED = 1
GAMES = {"ww3": 400, "armageddon": 120, "six-suit": 300, "casino": 40, "craziness": 300, "push-it": 200}
PLAYERS = 4
CLOSE = 10  # percent, or points of 100: less makes no evening longer and no seat a better one
UNKNOWN = 20  # points of 100 between which so few games cannot tell: a seat of four wins 25 by chance
# What must hold for an option to change anything, and for how many players it can.
BASES: dict[tuple[str, str], tuple[int, dict[str, Any]]] = {
    **{("ww3", name): (4, {"jokers": 2}) for name in ("starter_rule", "joker_slap", "joker_control", "joker_beneath", "starter_joker_rank")},
    ("armageddon", "joker_defines"): (4, {"jokers": 2}),
    ("casino", "build_cap"): (4, {"question": "five"}), ("casino", "table_question"): (4, {"question": "wild"}),
    ("casino", "spare_joker"): (4, {"question": "wild", "jokers": 2}), ("casino", "short_last_deal"): (5, {}),
    ("push-it", "max_lay"): (6, {"deck": "squares2"}), ("push-it", "wilds"): (6, {}),
}  # fmt: skip
# Options that simulated players make no use of, and those that set a length instead of reading a rule.
UNUSED = {"hurry_up", "treaties", "teams", "target_points", "potential", "force_deck", "game"}
DECKS = {("push-it", "deck"): ((3, "west"), (5, "full"), (6, "squares2"))}
MARKS = ("<!-- {name}: made -->", "<!-- {name}: end -->")


@dataclass(frozen=True)
class Case:
    """One option read the other way, on top of what it needs."""

    ruling: str
    option: str
    value: Any
    players: int
    base: Mapping[str, Any]


def cases(game: Game) -> Iterator[Case]:
    for option in game.options:
        if option.name in UNUSED:
            continue
        if (game.name, option.name) in DECKS:
            for players, value in DECKS[game.name, option.name]:
                yield Case(option.ruling, option.name, value, players, {})
            continue
        players, base = BASES.get((game.name, option.name), (PLAYERS, {}))
        for value in option.trials():
            if value != option.default:
                yield Case(option.ruling, option.name, value, players, base)


def rows(game: Game) -> Iterator[str]:
    """A table row for each case: what it changes in plain words, and what on the way changes most."""
    played: dict[Setup, Any] = {}
    words = play_words(game)

    def games_of(players: int, changes: Mapping[str, Any]) -> tuple[Setup, Any]:
        setup = Setup(game.name, players, str(game.house(**changes)), seed=SEED)
        if setup not in played:
            played[setup] = list(play_games(setup, GAMES[game.name]))
        return setup, played[setup]

    for case in cases(game):
        first, one = games_of(case.players, case.base)
        second, other = games_of(case.players, {**case.base, case.option: case.value})
        a, b = summarize(first, one), summarize(second, other)
        needed = " ".join(f"{name}={show_value(value)}" for name, value in case.base.items())
        where = ", ".join(
            filter(
                None,
                [f"{case.players} players" if case.players != PLAYERS else "", f"with `{needed}`" if needed else ""],
            )
        )
        option = next(each for each in game.options if each.name == case.option)
        rule = f"`{case.option}={show_value(case.value)}`{f' ({where})' if where else ''}: {option.meaning}"
        said = in_words(compare(first, one, second, other), one == other)
        yield f"| {' | '.join([case.ruling, rule, said, _most_changed(words, a, b)])} |\n"
        print(game.name, rule[:50], said, flush=True)


def in_words(found: Comparison, is_same: bool) -> str:
    """What it changes, in a plain sentence or two; what so many games cannot tell is said to be unknown."""
    if is_same:
        return "Nothing: each of these games goes card by card as before."
    if found.ratio is None or None in found.wins:
        return "So few games have an end that nothing is known."
    low, high, part = (round(100 * value) for value in (found.ratio.low, found.ratio.high, abs(found.ratio.value)))
    ends = sorted((abs(low), abs(high)))
    if found.turns == (0, 0, 0):
        length = "Each game takes as many turns as before."
    elif ends[1] <= 2:
        length = f"Games take as long as before, give or take {max(1, ends[1])} %."
    elif found.ratio.low > 0 or found.ratio.high < 0:
        length = f"Games get {part} % {'longer' if found.ratio.low > 0 else 'shorter'} ({ends[0]} to {ends[1]} %)."
    elif ends[1] <= CLOSE:
        length = f"Games take as long as before, give or take {ends[1]} %."
    else:
        length = f"Games get anything from {-low} % shorter to {high} % longer: so many cannot tell."
    seats = gains(found)
    most = round(100 * max(max(abs(change.low), abs(change.high)) for change in found.wins if change))
    if seats:
        sentence = join_words(seats, "and")
        return f"{length} {sentence[0].upper()}{sentence[1:]}."
    if most > UNKNOWN:
        return f"{length} So few games cannot tell whether a seat gains."
    return f"{length} No seat gains{f' more than {most} points of 100, if any' if most > CLOSE else ''}."


def _most_changed(words: Any, first: Any, second: Any) -> str:
    """What happens more or less often, as far as so many games show: the largest change in parts of the whole."""
    best, said = 0.15, "nothing much"
    for key in dict.fromkeys([*first.used, *second.used]):
        a, b = first.used.get(key, 0.0), second.used.get(key, 0.0)
        a_turn, b_turn = 100 * a / first.turns.mean.value, 100 * b / second.turns.mean.value
        if abs(b - a) * first.games < 6 * ((a + b) * first.games) ** 0.5 or max(a_turn, b_turn) < 0.5:
            continue
        change = abs(b_turn - a_turn) / max(a_turn, b_turn)
        if change > best:
            best, said = change, f"{words.used[key].say}: {b_turn:.1f} instead of {a_turn:.1f}"
    return said


def section(game: Game) -> str:
    head = f"\n{GAMES[game.name]} games of sensible players each way, {PLAYERS} players where nothing else is said, seed {SEED}.\n\n"
    head += "| ruling | the other way | what that changes | in 100 turns |\n| --- | --- | --- | --- |\n"
    return head + "".join(rows(game))


def main(names: list[str]) -> None:
    for name in names or game_names():
        game = find_game(name)
        start, end = (mark.format(name=name) for mark in MARKS)
        made = section(game)
        page = PAGE.read_text(encoding="utf-8")
        page = re.sub(
            f"{re.escape(start)}.*?{re.escape(end)}",
            lambda _, m=made, s=start, e=end: f"{s}\n{m}\n{e}",
            page,
            flags=re.S,
        )
        PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
