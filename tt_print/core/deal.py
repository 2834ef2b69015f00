"""What screens ask of a deal: the deal itself, its fields, and the pointers of a game that has some."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from tt_print.core.catalog import form
from tt_print.core.commands.common import Answer, Rules, find_one_game, games
from tt_print.core.commands.deal import Deal
from tt_print.core.deal_table import option_values, pointer_data, pointer_game
from tt_print.core.environment import Call
from tt_print.core.fields import house_fields
from tt_print.deck import VARIABLES
from tt_print.engine.base import Game
from tt_print.errors import InputError, choose
from tt_print.games import GAMES, find_game
from tt_print.requests.kinds import Choice, Items, Kind
from tt_print.requests.notes import Request


@dataclass(frozen=True)
class DealFields(Request):
    """The fields of a deal of one game, and its house rules."""

    game: Annotated[str, Choice(games, find_one_game)]

    verb = "deal.fields"

    def answer(self, call: Call) -> Answer:
        game = find_game(self.game)
        found = {
            "game": game.name,
            "title": game.title,
            "fields": table_fields(game),
            "house": house_fields(game),
            "pointers": game.table.pointers is not None,
            "slips": not game.table.hides_hands,
        }
        return Answer(found, {})


def table_fields(game: Game) -> list[dict[str, Any]]:
    """The fields of a deal beside its house rules, with the choices and limits of the game."""
    low, high = game.players
    rows = []
    for row in form(Deal):
        if row["name"] in ("deck", "jokers"):
            choices = [{"value": value, "text": value} for value in option_values(game, row["name"])]
            rows += [row | {"choices": choices}] if len(choices) > 1 else []
        elif row["name"] == "players":
            rows.append(row | {"needed": True, "min": low} | ({} if high is None else {"max": high}))
        elif row["name"] in ("dealer", "hands"):
            rows.append(row)
    return rows


@dataclass(frozen=True)
class Pointers(Request):
    """Where the pointers are: by their values in the order color, shape, number, or as they are set up. `move` says which of them goes one step on."""

    deck: Annotated[str, Kind()] = "full"
    pointers: Annotated[tuple[str, ...], Items("values", Kind(), many=True)] = ()
    move: Annotated[str, Kind()] = ""
    game: Annotated[str, Choice(games, find_one_game)] = ""
    house: Rules = ()

    verb = "pointers"

    def answer(self, call: Call) -> Answer:
        game = pointer_game(self.game, "game")
        house = game.read_house(None, self.house, GAMES)
        deck = choose("deck", self.deck, [deck for deck, _ in game.table.variants])
        if len(self.pointers) not in (0, len(VARIABLES)):
            raise InputError(f"{len(self.pointers)} pointers: there are three, of color, shape and number.")
        return Answer(pointer_data(game, deck, house, self.pointers, self.move), {})


REQUESTS = {"deal": Deal, "deal.fields": DealFields, "pointers": Pointers}
