"""The games, their numbers of players, and their house rules."""

from __future__ import annotations

from typing import Annotated

from tt_print.core.commands import common as of
from tt_print.core.commands.common import Answer
from tt_print.core.environment import Call
from tt_print.core.fields import as_json, house_fields
from tt_print.deck import DECK_MEANING
from tt_print.games import find_game, load_games
from tt_print.requests.kinds import Choice
from tt_print.requests.notes import Request, request


@request
class Games(Request):
    """The games, their numbers of players, and their house rules."""

    game: Annotated[str, Choice(of.games, of.find_one_game)] = ""

    verb = "games"

    def answer(self, call: Call) -> Answer:
        from tt_print.engine.table_facts import TITLES

        found = [find_game(self.game)] if self.game else load_games()
        games = [
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
        ]
        return Answer({"games": games, "decks": dict(DECK_MEANING)}, {})


REQUESTS = {"games": Games}
