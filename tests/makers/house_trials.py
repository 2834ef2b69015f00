"""House rules that texts are tried under: each value of each option, the author's combinations, and what belongs together."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from tt_print.engine.base import Game

JOKER_RULES: dict[str, dict[str, tuple[Any, ...]]] = {
    "ww3": {
        "starter_rule": ("two_nonjokers", "defined_plus_one"), "joker_slap": ("on_defined_pot", "literal", "always", "never"),
        "joker_control": ("none", "copy"), "joker_beneath": ("copy", "blank"), "starter_joker_rank": (0, 5),
    },
    "armageddon": {"joker_defines": (True, False), "starter_wild_rank": (5, 0)},
}  # fmt: skip
TEAMS = (
    "Ann+Cy/Bo+Di",
    "Ann+Cy+Eve/Bo+Di+Flo",
    "Ann+Di/Bo+Eve/Cy+Flo",
)  # two of two, two of three, three of two (S-15)


def casino_rules_9_to_13() -> list[dict[str, Any]]:
    """Ruling C-25: 10 and 11 exclude each other, 12 goes with any, 13 excludes 9, 10 and 11."""
    names = ("question", "jokers", "single_card_take")
    full = [
        dict(zip(names, values, strict=True)) for values in product(("separate", "wild", "five"), (0, 2), (False, True))
    ]
    return [*full, *({"deck": "squares", "single_card_take": single} for single in (False, True))]


def all_trials(game: Game) -> list[dict[str, Any]]:
    """Those of every test, and the mixtures of the author's own rules and of options that need one another."""
    more: list[dict[str, Any]] = []
    if game.name == "casino":
        more = casino_rules_9_to_13()
    if game.name == "push-it":
        more = [{"deck": "west", "order": "lies", "pointer_move": move} for move in ("must", "may")]
    if game.name == "six-suit":
        more = [{"teams": teams, "treaties": kept} for teams, kept in product(TEAMS, ("off", "recorded"))]
        more += [{"free_rounds": 1, "free_time_check": "own_last_turn", "veto": "off"}]
    for name, values in JOKER_RULES.get(game.name, {}).items():
        more += [{"jokers": jokers, name: value} for jokers, value in product((1, 2), values)]
    if game.name == "ww3":
        names = ("joker_slap", "joker_control", "joker_beneath")
        more += [{"jokers": 2, **dict(zip(names, values, strict=True))}
                 for values in product(*(JOKER_RULES["ww3"][name] for name in names))]  # fmt: skip
    seen: dict[str, dict[str, Any]] = {}
    for trial in (*game.house_trials(), *more):
        seen.setdefault(str(game.house(**trial)), trial)
    return [*seen.values()]


def conditions(entry: Any) -> Iterator[str]:
    """What lines of a template wait for: each `when` of a table, and of those in it."""
    if isinstance(entry, dict):
        yield from entry.get("when", [])
        for value in entry.values():
            yield from conditions(value)
    elif isinstance(entry, list):
        for value in entry:
            yield from conditions(value)
