"""`tt-print deal`: from what was typed to a table (game, players, house rules) and a deal code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from tt_print.dealing.code import SECRET_BYTES, DealCode, FullCode, parse_code
from tt_print.dealing.plan import Dealt, make_deal, other_house_rules, read_players
from tt_print.dealing.settings import DECIDED, OPTIONS, VARIANTS, Settings, check_players, settings_of
from tt_print.deck import find_deck
from tt_print.engine.base import Game
from tt_print.engine.house import House, show_value
from tt_print.engine.reasons import IllegalMove
from tt_print.errors import InputError, choose, join_words
from tt_print.games import GAMES, find_game
from tt_print.score.seats import find_player

MOST_HANDS = 60
ONE_DECK = {  # what somebody may have meant who names another deck
    "ww3": "the Squares deck. With the full deck it is Armageddon: tt-print deal armageddon",
    "armageddon": "the full deck. With the Squares deck it is World War 3: tt-print deal ww3",
    "six-suit": "the full deck. Leave out --deck",
    "craziness": "the full deck. Leave out --deck",
}


class Asked(NamedTuple):  # so many fields as a dataclass would cost each start 2 ms
    """What was typed about the table; "" and empty where nothing was."""

    game: str
    players: str
    deck: str = ""
    jokers: str = ""
    order: str = ""
    dealer: str = ""
    hands: int | None = None
    code: str = ""
    house: Path | None = None
    option: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """A game, its players clockwise, its house rules, and what of it a deal code holds."""

    game: Game
    names: tuple[str, ...]
    house: House
    settings: Settings

    def deal(self, code: DealCode | FullCode) -> Dealt:
        return make_deal(code, self.names, other_house_rules(self.house))


def read_table(asked: Asked) -> Table:
    """The table of a fresh deal. Raises InputError for anything that does not fit together."""
    if not asked.game:
        raise InputError(f"which game? Name it: tt-print deal craziness --players Ann,Bo,Cy. Games: {' '.join(GAMES)}.")
    game = find_game(asked.game)
    _deck(game, asked.deck), _jokers(game, asked.jokers), _order(game, asked.order)  # before asking for more
    if not asked.players.strip():
        raise InputError("who plays? Give names, clockwise, or a number: --players Ann,Bo,Cy or --players 3.")
    names = read_players(asked.players)
    check_players(game, len(names))
    house = game.read_house(asked.house, spoken_rules(game, asked, names), GAMES)
    dealer = find_player(asked.dealer, names) if asked.dealer.strip() else None
    try:
        settings = settings_of(game, len(names), house, dealer)
    except IllegalMove as refused:
        decks = [deck for deck in refused.reason.instead if deck in {deck for _, deck, _ in VARIANTS}]
        typed = f" Type --deck {join_words(decks)}, or --option force_deck=true." if decks else ""
        raise InputError(f"{refused}{typed}") from refused
    return Table(game, names, house, settings)


def read_code(asked: Asked) -> tuple[Table, DealCode | FullCode]:
    """The table that a code holds, with the names and further house rules that were typed.

    Raises InputError for a mistyped code, and for options that contradict it.
    """
    code = parse_code(asked.code)
    settings = code.settings
    game = find_game(settings.game)
    if asked.game and find_game(asked.game).name != game.name:
        raise InputError(
            f"this code is a deal of {game.title}, not of {find_game(asked.game).title}. Leave out the game."
        )
    if asked.dealer:
        raise InputError("a deal code decides who deals. Leave out --dealer.")
    if asked.hands is not None:
        raise InputError("a deal code holds one hand. Leave out --hands, or leave out --code for fresh ones.")
    names = read_players(asked.players) if asked.players.strip() else ()
    if names and len(names) != settings.players:
        raise InputError(f"this code is a deal for {settings.players} players, and --players names {len(names)}.")
    own = make_deal(code, names)
    spoken = spoken_rules(game, asked, own.names)
    wanted = game.read_house(asked.house, spoken, GAMES)
    named = {text.partition("=")[0].strip() for text in spoken}
    for name in wanted:
        said_otherwise = (name in named or name in wanted.changed) and wanted[name] != _said(own, name)
        if said_otherwise and (name in DECIDED or name in dict(OPTIONS[game.name])):
            raise InputError(
                f"this code is a deal with {name}={show_value(_said(own, name))}, not {show_value(wanted[name])}. "
                f"Leave out {name}, or leave out --code for a fresh deal."
            )
    return Table(game, own.names, make_deal(code, names, other_house_rules(wanted)).house, settings), code


def _said(own: Dealt, name: str) -> Any:
    """What the code says of an option; of the deck which one it is, even by default."""
    return own.settings.deck if name == "deck" else own.house[name]


def spoken_rules(game: Game, asked: Asked, names: Sequence[str]) -> list[str]:
    """House rules as `name=value`: those of --option, then what --deck, --jokers, --order and --hands say."""
    spoken = [_own_names(text, names) for text in asked.option]
    said = {text.partition("=")[0].strip(): text.partition("=")[2].strip() for text in spoken}
    flags = {"deck": _deck(game, asked.deck), "jokers": _jokers(game, asked.jokers), "order": _order(game, asked.order)}
    if asked.hands is not None and not 1 <= asked.hands <= MOST_HANDS:
        raise InputError(f"--hands {asked.hands}: give a number from 1 to {MOST_HANDS}.")
    if asked.hands and game.name == "casino":
        flags["hands"] = str(asked.hands)
    for name, value in flags.items():
        if value and name in said and said[name] != value:
            raise InputError(f"--{name} {value} and --option {name}={said[name]} contradict each other. Leave out one.")
    return [*spoken, *(f"{name}={value}" for name, value in flags.items() if value)]


def _own_names(text: str, names: Sequence[str]) -> str:
    """Teams by the players' own names, or by seats from 1, as the rules name the seats."""
    from tt_print.engine.notation import seat_name

    name, equals, value = text.partition("=")
    if name.strip() != "teams" or "+" not in value:
        return text
    seats = {str(seat + 1): seat_name(seat) for seat in range(len(names))}
    seats |= {player.casefold(): seat_name(seat) for seat, player in enumerate(names)}
    teams = [[seats.get(member.strip().casefold(), member) for member in team.split("+")] for team in value.split("/")]
    return f"{name}{equals}{'/'.join('+'.join(team) for team in teams)}"


def _deck(game: Game, deck: str) -> str:
    """The deck as the game's option says it, "" where the game has but one."""
    if not deck:
        return ""
    option = next((o for o in game.options if o.name == "deck"), None)
    if option is not None:
        wanted = {"w": "west", "2squares": "squares2", "2full": "full2"}.get(deck.strip().lower(), deck)
        return choose(f"deck for {game.title}", wanted, [v for v in option.values if v != "auto"], "--deck")
    if find_deck(deck) != game.deck:
        raise InputError(f"{game.title} is played with {ONE_DECK[game.name]}.")
    return ""


def _jokers(game: Game, jokers: str) -> str:
    if not jokers:
        return ""
    option = next(o for o in game.options if o.name == "jokers")
    allowed = [str(value) for value in option.values]
    if jokers in allowed:
        return jokers
    if allowed == ["0"]:
        raise InputError(f"{game.title} is played without jokers. Leave out --jokers.")
    raise InputError(f"--jokers {jokers}: {game.title} takes {join_words(allowed)}.")


def _order(game: Game, order: str) -> str:
    if order and game.name != "push-it":
        raise InputError(f"--order is for Push It Real Good; {game.title} has one order of actions. Leave it out.")
    return choose("order of actions", order, ("management", "lies"), "--order") if order else ""


# ---------------------------------------------------------------- chance, and several hands


def fresh_codes(table: Table, hands: int, random_bytes: Callable[[int], bytes]) -> list[DealCode]:
    """A code for each of so many hands: the deal moves one to the left each time (ruling G-4).

    Raises InputError where who deals next, or who still plays, is not known beforehand.
    """
    first = DealCode(table.settings, random_bytes(SECRET_BYTES))
    if hands <= 1:
        return [first]
    if table.game.name == "craziness":
        raise InputError(
            "in Craziness players drop out, and only those who are left get cards (rule 7). Deal each hand when it "
            "comes; --dealer says who deals."
        )
    if table.house.get("next_dealer", "rotate") != "rotate":
        raise InputError(
            f"--hands {hands}: with next_dealer={table.house['next_dealer']} nobody knows yet who deals next. "
            "Deal each hand when it comes; --dealer says who deals."
        )
    dealer, players = first.draw().seat, table.settings.players
    seats = [(dealer + hand) % players for hand in range(hands)]
    return [first, *(DealCode(replace(table.settings, dealer=seat), random_bytes(SECRET_BYTES)) for seat in seats[1:])]


def read_chits(asked: Asked) -> tuple[Settings, House]:
    """The deck and the house rules of a round of Push It that is dealt by hand. Raises InputError for another game."""
    game = asked.game or "push-it"
    if find_game(game).name != "push-it":
        raise InputError(f"--chits is for Push It Real Good; {find_game(game).title} has no pointers. Leave it out.")
    table = read_table(asked._replace(game=game))
    return table.settings, table.deal(DealCode(table.settings, bytes(SECRET_BYTES))).house


TABLE = {"--players", "--deck", "--jokers", "--order", "--dealer", "--house", "--option"}
SHOWN = {"--reveal", "--slips", "--deal", "--strip", "--sheet", "--full-code", "--csv", "--json"}
MODES = {  # what each way to deal goes with
    "--selftest": {"--json"},
    "--check": {"--commitment", "--json"},
    "--commit": TABLE | {"--hands", "--json"},
    "--committed": TABLE | SHOWN | {"--hands", "--table-cards", "--receipt"},
    "--chits": {"--players", "--deck", "--order", "--jokers", "--house", "--option", "--json"},
    "--code": TABLE | SHOWN | {"--hands"},
}
COMPANIONS = {
    "--table-cards": "--committed", "--receipt": "--committed", "--commitment": "--check", "--deal": "--slips",
}  # fmt: skip


def check_mode(given: set[str]) -> None:
    """Raises InputError for options that exclude each other, and for one whose companion is missing."""
    for name, companion in COMPANIONS.items():
        if name in given and companion not in given:
            raise InputError(f"{name} goes with {companion}. Add it, or leave out {name}.")
    for mode, fitting in MODES.items():
        others = sorted(given - fitting - {mode})
        if mode in given and others:
            raise InputError(f"{mode} and {others[0]} cannot go together. Leave out one.")
    if {"--json", "--csv"} <= given:
        raise InputError("--json and --csv cannot go together. Leave out one.")
