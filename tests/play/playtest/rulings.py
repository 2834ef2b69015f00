"""`docs/rulings.md`: for each ruling where a reader could go the other way, what difference it makes to whole games.

python -m tests.play.playtest.rulings [GAME ...]        an hour on two cores; the same games each time, so the same page
"""

import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tests.commands import ROOT, process
from tt_print.engine.base import Game
from tt_print.engine.house import show_value
from tt_print.games import find_game, game_names
from tt_print.templates import read_toml

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
UNUSED = {"hurry_up", "treaties", "teams", "target_points", "potential", "game"}
DECKS = {("push-it", "deck"): ((3, "west"), (5, "full"), (6, "squares2"))}
COUNTED = ("turns", "rounds", "wins", "ends", "rules_used", "cards_held")
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
    words = read_toml(f"games/{game.name}/playing.toml")["used"]
    explained = set[str]()
    for case in cases(game):
        needed = [f"{name}={show_value(value)}" for name, value in case.base.items()]
        changed = f"{case.option}={show_value(case.value)}"
        command = (
            f"playtest {game.name} --players {case.players} --games {GAMES[game.name]} --seed {SEED} --json".split()
        )
        command += [word for rule in needed for word in ("--option", rule, "--against", rule)]
        ran = process(*command, "--against", changed)
        assert ran.status == 0, ran.err
        result = json.loads(ran.out)
        beside = [f"{case.players} players"] if case.players != PLAYERS else []
        where = ", ".join([*beside, *([f"with `{' '.join(needed)}`"] if needed else [])])
        option = next(each for each in game.options if each.name == case.option)
        rule = f"`{changed}`{f' ({where})' if where else ''}{'' if option.name in explained else f': {option.meaning}'}"
        explained.add(option.name)
        said = in_words(result["difference"], all(result[key] == result["against"][key] for key in COUNTED))
        yield f"| {' | '.join([case.ruling, rule, said, _most_changed(words, result, result['against'])])} |\n"
        print(game.name, rule[:50], said, flush=True)


def in_words(found: Mapping[str, Any], is_same: bool) -> str:
    """What it changes, in a plain sentence or two; what so many games cannot tell is reported as unknown."""
    if is_same:
        return "Nothing."
    ratio, wins = found["turns_ratio"], found["wins"]
    if ratio["value"] is None or any(seat["value"] is None for seat in wins):
        return "Unknown: few games have an end."
    low, high, part = (round(100 * value) for value in (ratio["low"], ratio["high"], abs(ratio["value"])))
    ends = sorted((abs(low), abs(high)))
    if not any(found["turns"].values()):
        length = "As many turns."
    elif ends[1] <= 2:
        length = f"As long, ±{max(1, ends[1])}%."
    elif ratio["low"] > 0 or ratio["high"] < 0:
        length = f"{part}% {'longer' if ratio['low'] > 0 else 'shorter'} ({ends[0]} to {ends[1]}%)."
    elif ends[1] <= CLOSE:
        length = f"As long, ±{ends[1]}%."
    else:
        length = f"Unknown: {-low}% shorter to {high}% longer."
    _, _, seats = found["text"].rpartition("; ")
    if not seats.startswith(("no seat", "too few")):
        return f"{length} {seats[0].upper()}{seats[1:]}"
    most = round(100 * max(max(abs(seat["low"]), abs(seat["high"])) for seat in wins))
    if most > UNKNOWN:
        return f"{length} Seats: unknown."
    return f"{length} Seats: at most {most} points." if most > CLOSE else length


def _most_changed(words: Mapping[str, Any], first: Mapping[str, Any], second: Mapping[str, Any]) -> str:
    """What happens more or less often, as far as so many games show: the largest change in parts of the whole."""
    best, said = 0.15, ""
    for key in dict.fromkeys([*first["rules_used"], *second["rules_used"]]):
        a, b = (each["rules_used"].get(key, {"per_game": 0.0})["per_game"] for each in (first, second))
        a_turn, b_turn = 100 * a / first["turns"]["mean"]["value"], 100 * b / second["turns"]["mean"]["value"]
        if abs(b - a) * first["games"] < 6 * ((a + b) * first["games"]) ** 0.5 or max(a_turn, b_turn) < 0.5:
            continue
        change = abs(b_turn - a_turn) / max(a_turn, b_turn)
        if change > best:
            best, said = change, f"{words[key]['say']}: {b_turn:.1f} instead of {a_turn:.1f}"
    return said


def section(game: Game) -> str:
    head = f"\n{GAMES[game.name]} games of sensible players each way, {PLAYERS} players unless noted, seed {SEED}.\n\n"
    head += "| ruling | the other way | what that changes | in 100 turns |\n| --- | --- | --- | --- |\n"
    return head + "".join(rows(game))


def main(names: list[str]) -> None:
    for name in names or game_names():
        game = find_game(name)
        start, end = (mark.format(name=name) for mark in MARKS)
        made = section(game)
        page = PAGE.read_text(encoding="utf-8")
        before, _, after = page.partition(start)
        PAGE.write_text(f"{before}{start}\n{made}\n{end}{after.partition(end)[2]}", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
