"""What screens ask of a deal: the deal itself, its fields, and the pointers of a game that has some."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from tt_print.core.commands.deal import Deal
from tt_print.core.commands.games import Rules, find_one_game, games
from tt_print.core.deal_table import option_values, pointer_data, pointer_game
from tt_print.core.environment import Call, Reply, file_rows
from tt_print.core.fields import as_json, house_fields, read_house
from tt_print.core.print import form
from tt_print.deck import VARIABLES
from tt_print.engine.base import Game
from tt_print.errors import InputError, choose
from tt_print.games import find_game
from tt_print.requests.kinds import Choice, Items, Kind
from tt_print.requests.notes import Request


@dataclass(frozen=True)
class DealFields(Request):
    """The fields of a deal of one game, and its house rules."""

    game: Annotated[str, Choice(games, find_one_game)]

    verb = "deal.fields"


def list_fields(asked: DealFields, call: Call) -> dict[str, Any]:
    game = find_game(asked.game)
    return {
        "game": game.name,
        "title": game.title,
        "fields": table_fields(game),
        "house": as_json(house_fields(game)),
        "pointers": game.table.pointers is not None,
        "slips": not game.table.hides_hands,
    }


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


def deal(asked: Deal, call: Call) -> Reply:
    """The data of the command, and its pages if some are wanted."""
    answer = asked.answer(call)
    files = {"files": file_rows(answer.files)} if answer.files else {}
    return Reply({**answer.data, **files}, answer.files)


@dataclass(frozen=True)
class Pointers(Request):
    """Where the pointers are: by their values in the order color, shape, number, or as they are set up. `move` says which of them goes one step on."""

    deck: Annotated[str, Kind()] = "full"
    pointers: Annotated[tuple[str, ...], Items("values", Kind(), many=True)] = ()
    move: Annotated[str, Kind()] = ""
    game: Annotated[str, Choice(games, find_one_game)] = ""
    house: Rules = ()

    verb = "pointers"


def move_pointers(asked: Pointers, call: Call) -> dict[str, Any]:
    game = pointer_game(asked.game, "game")
    house = read_house(game, asked.house)
    deck = choose("deck", asked.deck, [deck for deck, _ in game.table.variants])
    if len(asked.pointers) not in (0, len(VARIABLES)):
        raise InputError(f"{len(asked.pointers)} pointers: there are three, of color, shape and number.")
    return pointer_data(game, deck, house, asked.pointers, asked.move)


REQUESTS = {"deal": (Deal, deal), "deal.fields": (DealFields, list_fields), "pointers": (Pointers, move_pointers)}
