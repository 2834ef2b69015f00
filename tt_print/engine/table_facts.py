"""Numbers that a table needs before it deals, each from the engine: for score sheets and reference cards.

Every name can stand in a template in braces; a count takes a noun: `{center:card}` is "1 card", "no cards".
"""

from __future__ import annotations

from typing import Any

from tt_print.engine.base import Game
from tt_print.engine.house import House
from tt_print.templates import read_toml

TITLES = {
    "west": "West",
    "squares": "Squares",
    "full": "full",
    "squares2": "two Squares decks",
    "full2": "two full decks",
}


class Count(int):
    """A number that can be told with its noun."""

    def __format__(self, noun: str) -> str:
        if not noun:
            return str(int(self))
        return f"{int(self) or 'no'} {noun}{'' if self == 1 else 's'}"


def table_facts(game: Game, house: House, players: int | None = None) -> dict[str, Any]:
    """All names for templates: house rules under their own names, the deck, and with `players` what each gets.

    Without `players` there are only numbers that are the same at every table. Raises InputError when so many
    cannot play, or not by these house rules.
    """
    facts: dict[str, Any] = {name: _told(value) for name, value in house.items()}
    facts |= _GAMES[game.name](game, house, players) if game.name in _GAMES else {}
    if players is not None:
        game.check_players(players)
        sizes = game.deal_sizes(players, house)
        facts |= {"players": Count(players), **{place: Count(n) for place, n in sizes.items()}}
        facts["cards"] = Count(sum(sizes.values()) + sizes["hands"] * (players - 1))
    facts.setdefault("jokers", Count(0))
    return facts


def _told(value: Any) -> Any:
    return Count(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _war(game: Game, house: House, players: int | None) -> dict[str, Any]:
    from tt_print.deck import DECKS

    plain = len(DECKS[game.deck])
    return {
        "deck_title": TITLES[game.deck].capitalize(),
        "deck_cards": Count(plain),
        "cards": Count(plain + house["jokers"]),
    }


def _casino(game: Game, house: House, players: int | None) -> dict[str, Any]:
    from tt_print.games.casino.deal import aside_size, deal_plan, number_of_hands, set_aside_size
    from tt_print.games.casino.facts import FACE_UP, box, build_cap
    from tt_print.games.casino.score import count_cards, full_total, special_card, weights

    whole, by = count_cards(box(house), house), weights(house)
    aside = aside_size(house) if players is None else set_aside_size(players, house)
    out = 0 if house["aside_card"] == "last_taker" and house["deck"] == "full" and not house["jokers"] else aside
    facts: dict[str, Any] = {
        "deck_title": TITLES[house["deck"]].capitalize(), "deck_words": TITLES[house["deck"]],
        "cards": Count(len(box(house))), "aside": Count(aside), "out": out,
        "table": Count(FACE_UP), "cap": build_cap(house), "total": full_total(house),
        "special_number": special_card(house).number, "n_all_hearts": by.all_hearts, "n_cards": whole.cards - out,
        **{f"n_{name}": getattr(whole, name) for name in ("reds", "circles", "ones", "red_circles", "hearts")},
        **{f"w_{name}": getattr(by, name)
           for name in ("cards", "reds", "circles", "one", "red_circle", "special", "hearts")},
    }  # fmt: skip
    if players is not None:
        game.check_players(players)
        deals, words = deal_plan(players, house), read_toml("engine/house-words.toml")["deals"]
        even = [size for size in deals if size == deals[0]]
        told = words["even" if len(even) == len(deals) else "short"]
        facts["deals"] = told.format(count=Count(len(even)), size=deals[0], last=deals[-1])
        facts["hands_to_play"] = Count(number_of_hands(players, house))
    return facts


def _push_it(game: Game, house: House, players: int | None) -> dict[str, Any]:
    if players is None:
        return {}
    from tt_print.games.push_it.deal import deck_for
    from tt_print.games.push_it.pointers import COPIES, IN_A_ROW, most_cards

    game.check_players(players)
    deck = deck_for(players, house)
    title = TITLES[deck]
    return {"deck": deck, "deck_words": title,
            "deck_title": title[0].upper() + title[1:] + (" deck" if COPIES[deck][1] == 1 else ""),
            "most": Count(most_cards(deck, house)), "in_play": IN_A_ROW[COPIES[deck][0]]}  # fmt: skip


_GAMES = {"ww3": _war, "armageddon": _war, "casino": _casino, "push-it": _push_it}


def holds(conditions: list[str], facts: dict[str, Any]) -> bool:
    """Whether each of `name=value` and `name!=value` is so; a name that is not known here makes `=` false."""
    for condition in conditions:
        name, _, value = condition.partition("=")
        negated = name.endswith("!")
        found = facts.get(name.rstrip("!"))
        spoken = str(found).lower() if isinstance(found, bool) else str(found)
        if (spoken == value) is negated:
            return False
    return True
