"""Dealing: the setup, what is read aloud, and codes; and the chits of a game with pointers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tt_print.core.commands.deal import Deal
from tt_print.core.deal_table import deal_data, make_deals, read_chits
from tt_print.core.environment import Call
from tt_print.core.fields import Field, HouseRules, as_json, house_fields, plain_choices, rule_texts
from tt_print.deck import VARIABLES, parse_card
from tt_print.errors import InputError, choose
from tt_print.games import find_game, load_games, titles_where
from tt_print.records import dataclass

if TYPE_CHECKING:
    from tt_print.dealing.plan import DealResult
    from tt_print.engine.base import Game

Players = tuple[str, ...] | int


@dataclass(frozen=True, slots=True)
class DealFieldsRequest:
    """`game`: whose deal it is."""

    game: str


def list_fields(asked: DealFieldsRequest, call: Call) -> dict[str, Any]:
    game = find_game(asked.game)
    return {
        "game": game.name,
        "title": game.title,
        "fields": as_json(table_fields(game)),
        "house": as_json(house_fields(game)),
        "pointers": game.table.pointers is not None,
        "slips": not game.table.hides_hands,
    }


def table_fields(game: Game) -> list[Field]:
    """The options of a deal beside its house rules."""
    low, high = game.players
    fields = [
        Field("players", "names", "The players, clockwise; names may be left out.", minimum=low, maximum=high),
        Field("dealer", "seat", "Who deals; left open, somebody is drawn.", needed=False),
    ]
    for name, text in (("deck", "The deck."), ("jokers", "How many jokers."), ("order", "The order of a turn.")):
        option = next((each for each in game.options if each.name == name), None)
        values = [] if option is None else [str(value) for value in option.values if value != "auto"]
        if len(values) > 1:
            fields.append(Field(name, "choice", text, needed=False, choices=plain_choices(values)))
    fields.append(Field("hands", "number", "How many hands at once.", needed=False, minimum=1, maximum=60))
    return fields


# ---------------------------------------------------------------- a deal


@dataclass(frozen=True, slots=True)
class TableRequest:
    """A table to deal to. The chits are those of a game with pointers, without `game` of the only one that has some."""

    game: str = ""
    players: Players = ()
    dealer: str = ""
    deck: str = ""
    jokers: str | int = ""
    order: str = ""
    hands: int | None = None
    house: HouseRules = ()


@dataclass(frozen=True, slots=True)
class DealRequest(TableRequest):
    """A fresh deal, or with `code` a repeated one. `reveal` shows every card."""

    code: str = ""
    reveal: bool = False


def deal(asked: DealRequest, call: Call) -> dict[str, Any]:
    dealts = make_deals(options_of(asked), call.environment.random_bytes)
    return deal_data(dealts, reveal=asked.reveal) | announcement_json(dealts[0])


def options_of(asked: Any) -> Deal:
    """A request with the fields of a table, as the command's. Raises InputError for names that cannot be."""
    from tt_print.people import check_names

    players = str(asked.players) if isinstance(asked.players, int) else ",".join(check_names(asked.players))
    return Deal(
        game=asked.game, players=players, deck=asked.deck, jokers=str(asked.jokers), order=asked.order, dealer=asked.dealer,
        hands=asked.hands, code=getattr(asked, "code", ""), house=tuple(rule_texts(asked.house)),
    )  # fmt: skip


def announcement_json(dealt: DealResult) -> dict[str, Any]:
    """What is done and what is read aloud; `rules_text` are the house rules, `added` those that no code holds."""
    from tt_print.dealing.announce import added_rules, announce, common_words, house_text

    said, labels = announce(dealt), common_words().labels
    return {
        "title": said.title,
        "rows": [[labels[label], text] for label, text in said.rows],
        "read": list(said.read),
        "rules_text": house_text(dealt),
        "added": added_rules(dealt),
    }


def deal_chits(asked: TableRequest, call: Call) -> dict[str, Any]:
    from tt_print.dealing.announce import chits_json, turn_lines

    settings, house = read_chits(options_of(asked))
    return chits_json(settings, house) | {"turn": turn_lines(settings, house)}


# ---------------------------------------------------------------- pointers


@dataclass(frozen=True, slots=True)
class PointersRequest:
    """`pointers`: their positions (three values, or a card); () for the start. `move`: the variable of the pointer that moves one step."""

    deck: str = "full"
    pointers: tuple[str, ...] | str = ()
    move: str = ""
    game: str = ""
    house: HouseRules = ()


def move_pointers(asked: PointersRequest, call: Call) -> dict[str, Any]:
    from tt_print.core.fields import read_house

    game = find_game(asked.game) if asked.game else next(each for each in load_games() if each.table.pointers)
    rules = game.table.pointers
    if rules is None:
        title = titles_where(lambda each: each.table.pointers is not None)
        raise InputError(f"{game.title} has no pointers to move; {title} has.")
    house = read_house(game, asked.house)
    deck = choose("deck", asked.deck, [deck for deck, _ in game.table.variants])
    rings = {variable: rules.ring(deck, variable) for variable in VARIABLES}
    now = _read_pointers(asked.pointers) or rules.start
    for variable, value in zip(VARIABLES, now, strict=True):
        choose(variable, value, rings[variable])
    if asked.move:
        variable = choose("pointer", asked.move, VARIABLES)
        now = rules.moved(now, rules.step(deck, now[VARIABLES.index(variable)]))
    return {
        "game": game.name,
        "deck": deck,
        "pointers": dict(zip(VARIABLES, now, strict=True)),
        "moves": {variable: rules.step(deck, value) for variable, value in zip(VARIABLES, now, strict=True)},
        "rings": {variable: list(ring) for variable, ring in rings.items()},
        "claims": rules.choices(now),
        "max_cards": rules.max_cards(deck, house),
    }


def _read_pointers(given: tuple[str, ...] | str) -> tuple[str, ...]:
    """Three values in the order color, shape, number. Raises InputError."""
    if isinstance(given, str):
        card = parse_card(given)
        return tuple(getattr(card, variable, "") for variable in VARIABLES)
    if len(given) not in (0, len(VARIABLES)):
        raise InputError(f"{len(given)} pointers: there are three, of color, shape and number.")
    return given


REQUESTS = {
    "deal": (DealRequest, deal),
    "deal.fields": (DealFieldsRequest, list_fields),
    "deal.chits": (TableRequest, deal_chits),
    "pointers": (PointersRequest, move_pointers),
}
