"""The games, their numbers of players, and their house rules."""

from __future__ import annotations

from typing import Any

from tt_print.core.environment import Call
from tt_print.core.fields import as_json, house_fields
from tt_print.deck import DECK_MEANING
from tt_print.games import find_game, load_games
from tt_print.records import dataclass


@dataclass(frozen=True, slots=True)
class GamesRequest:
    """`game`: one of them alone, "" for all."""

    game: str = ""


def list_games(asked: GamesRequest, call: Call) -> dict[str, Any]:
    from tt_print.engine.table_facts import TITLES

    found = [find_game(asked.game)] if asked.game else load_games()
    return {
        "games": [
            {
                "name": game.name,
                "title": game.title,
                "players": list(game.players),
                "deck": game.deck,
                "deck_title": TITLES[game.deck],
                "author": game.author,
                "pointers": game.table.pointers is not None,
                "hides_hands": game.table.hides_hands,
                "house": as_json(house_fields(game)),
            }
            for game in found
        ],
        "decks": dict(DECK_MEANING),
    }


REQUESTS = {"games": (GamesRequest, list_games)}
