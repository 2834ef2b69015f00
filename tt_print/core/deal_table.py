"""From what was asked of a deal to a table (game, players, house rules), a deal code, and the deal as plain data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tt_print.dealing.announce import announce, rule_value
from tt_print.dealing.code import SECRET_BYTES, DealCode, fresh_code, parse_code
from tt_print.dealing.plan import DealResult, deal_json, make_deal, other_house_rules
from tt_print.dealing.settings import MAX_PLAYERS, Settings, check_players, held_options, settings_of
from tt_print.deck import find_deck
from tt_print.engine.base import Game
from tt_print.engine.house import House, Option, show_value
from tt_print.engine.reasons import IllegalMove
from tt_print.engine.table_facts import TITLES
from tt_print.games import GAMES, find_game, load_games, titles_where
from tt_print.people import find_player, read_players, teams_by_seat
from tt_print.problems import Problem, pick
from tt_print.records import dataclass

if TYPE_CHECKING:
    from tt_print.core.commands.deal import Deal

MAX_HANDS = 60


@dataclass(frozen=True, slots=True)
class DealTable:
    """A game, its players clockwise, its house rules, and what of it a deal code holds."""

    game: Game
    names: tuple[str, ...]
    house: House
    settings: Settings

    def deal(self, code: DealCode) -> DealResult:
        return make_deal(code, self.names, other_house_rules(self.house))


def house_path(options: Deal) -> Path | None:
    """The file of house rules that was named."""
    return Path(options.house_file) if options.house_file else None


def read_table(options: Deal, game_name: str = "") -> DealTable:
    """The table of a fresh deal, of the game of this name instead of the one asked for. Raises InputError for anything that
    does not fit together."""
    if not (game_name or options.game):
        raise Problem("deal.which_game", "game", games=" ".join(GAMES))
    game = find_game(game_name or options.game)
    _deck(game, options.deck), _jokers(game, options.jokers), _order(game, options.order)  # before asking for more
    if not options.players.strip():
        raise Problem("deal.who", "players")
    names = read_players(options.players, MAX_PLAYERS)
    check_players(game, len(names))
    house = game.read_house(house_path(options), typed_rules(game, options, names), GAMES)
    dealer = find_player(options.dealer, names) if options.dealer.strip() else None
    try:
        settings = settings_of(game, len(names), house, dealer)
    except IllegalMove as refused:
        decks = [deck for deck in refused.reason.instead if deck in {deck for deck, _ in game.table.variants}]
        if not decks:
            raise
        raise Problem("deal.another_deck", "deck", text=str(refused), choices=decks) from refused
    return DealTable(game, names, house, settings)


def read_code(options: Deal) -> tuple[DealTable, DealCode]:
    """The table that a code holds, with the names and further house rules that were typed.

    Raises InputError for a mistyped code, and for options that contradict it.
    """
    code = parse_code(options.code)
    settings = code.settings
    game = find_game(settings.game)
    if options.game and find_game(options.game).name != game.name:
        raise Problem("deal.code_game", "game", title=game.title, wanted=find_game(options.game).title)
    if options.dealer:
        raise Problem("deal.code_dealer", "dealer")
    if options.hands is not None:
        raise Problem("deal.code_hands", "hands")
    names = read_players(options.players, MAX_PLAYERS) if options.players.strip() else ()
    if names and len(names) != settings.players:
        raise Problem("deal.code_players", "players", players=settings.players, count=len(names))
    own = make_deal(code, names)
    typed = typed_rules(game, options, own.names)
    wanted = game.read_house(house_path(options), typed, GAMES)
    named = {text.partition("=")[0].strip() for text in typed}
    for name in wanted:
        is_contradicted = (name in named or name in wanted.changed) and wanted[name] != _stated(own, name)
        if is_contradicted and name in held_options(game):
            held, given = show_value(_stated(own, name)), show_value(wanted[name])
            raise Problem("deal.code_rule", "house", name=name, held=held, given=given)
    return DealTable(game, own.names, make_deal(code, names, other_house_rules(wanted)).house, settings), code


def _stated(own: DealResult, name: str) -> Any:
    """What the code says of an option; of the deck which one it is, even by default."""
    return own.settings.deck if name == "deck" else own.house[name]


def typed_rules(game: Game, options: Deal, names: Sequence[str]) -> list[str]:
    """House rules as `name=value`: those of `house`, then what `deck`, `jokers`, `order` and `hands` say."""
    typed = [teams_by_seat(text, names) for text in options.house]
    stated = {text.partition("=")[0].strip(): text.partition("=")[2].strip() for text in typed}
    flags = {
        "deck": _deck(game, options.deck),
        "jokers": _jokers(game, options.jokers),
        "order": _order(game, options.order),
    }
    if options.hands is not None and not 1 <= options.hands <= MAX_HANDS:
        raise Problem("deal.hands", "hands", value=options.hands, most=MAX_HANDS)
    if options.hands and game.table.hands_option:
        flags[game.table.hands_option] = str(options.hands)
    for name, value in flags.items():
        if value and name in stated and stated[name] != value:
            raise Problem("deal.contradiction", name, other="house", name=name, value=value, stated=stated[name])
    return [*typed, *(f"{name}={value}" for name, value in flags.items() if value)]


def _deck(game: Game, deck: str) -> str:
    """The deck as the game's option says it, "" where the game has but one."""
    if not deck:
        return ""
    option = next((o for o in game.options if o.name == "deck"), None)
    if option is not None:
        wanted = {"w": "west", "2squares": "squares2", "2full": "full2"}.get(deck.strip().lower(), deck)
        return pick("deck", wanted, (str(v) for v in option.values if v != "auto"), "deal.no_deck", title=game.title)
    if find_deck(deck) != game.deck:
        values = {"title": game.title, "deck": TITLES[game.deck]}
        if game.table.twin:
            twin = find_game(game.table.twin)
            values |= {"twin_deck": TITLES[twin.deck], "twin_title": twin.title, "twin": twin.name}
            raise Problem("deal.deck_of_twin", "deck", **values)
        raise Problem("deal.one_deck", "deck", **values)
    return ""


def _jokers(game: Game, jokers: str) -> str:
    if not jokers:
        return ""
    option = next(o for o in game.options if o.name == "jokers")
    allowed = [str(value) for value in option.values]
    if jokers in allowed:
        return jokers
    if allowed == ["0"]:
        raise Problem("deal.no_jokers", "jokers", title=game.title)
    raise Problem("deal.jokers", "jokers", value=jokers, title=game.title, choices=allowed)


def _order(game: Game, order: str) -> str:
    if not order:
        return ""
    option = _order_option(game)
    if option is None:
        title = titles_where(lambda each: _order_option(each) is not None)
        raise Problem("deal.one_order", "order", titles=title, title=game.title)
    return pick("order", order, map(str, option.values), "deal.no_order")


def _order_option(game: Game) -> Option | None:
    return next((option for option in game.options if option.name == "order"), None)


# ---------------------------------------------------------------- chance, and several hands


def make_deals(options: Deal, random_bytes: Callable[[int], bytes]) -> list[DealResult]:
    """One deal a hand. Raises InputError."""
    if options.code:
        table, code = read_code(options)
        return [table.deal(code)]
    table = read_table(options)
    return [table.deal(fresh) for fresh in fresh_codes(table, options.hands or 1, random_bytes)]


def fresh_codes(table: DealTable, hands: int, random_bytes: Callable[[int], bytes]) -> list[DealCode]:
    """A code for each of so many hands: the deal moves one to the left each time (ruling G-4).

    Raises InputError where who deals next, or who still plays, is not known beforehand.
    """
    first = fresh_code(table.settings, random_bytes(SECRET_BYTES))
    if hands <= 1:
        return [first]
    if table.game.table.hand_by_hand:
        raise Problem("deal.hand_by_hand", "hands", why=table.game.table.hand_by_hand)
    if table.house.get("next_dealer", "rotate") != "rotate":
        raise Problem("deal.next_dealer", "hands", value=hands, rule=table.house["next_dealer"])
    dealer, players = first.draw().seat, table.settings.players
    seats = [(dealer + hand) % players for hand in range(hands)]
    return [
        first,
        *(fresh_code(replace(table.settings, dealer=seat), random_bytes(SECRET_BYTES)) for seat in seats[1:]),
    ]


def read_chits(options: Deal) -> tuple[Settings, House]:
    """The deck and the house rules of a round that is dealt by hand, in a game with pointers.

    Without a game the only one that has some. Raises InputError for another.
    """
    game = find_game(options.game) if options.game else next(each for each in load_games() if each.table.pointers)
    if game.table.pointers is None:
        title = titles_where(lambda each: each.table.pointers is not None)
        raise Problem("deal.no_pointers", "chits", titles=title, title=game.title)
    table = read_table(options, game.name)
    return table.settings, table.deal(DealCode(table.settings, bytes(SECRET_BYTES))).house


# ---------------------------------------------------------------- plain data


def deal_data(dealts: Sequence[DealResult], *, reveal: bool) -> dict[str, Any]:
    """The first hand's keys, and where there are more hands each of the others under `later`."""
    first = _one(dealts[0], reveal=reveal)
    if len(dealts) > 1:
        first["later"] = [
            {"hand": hand_number, **_one(dealt, reveal=reveal)} for hand_number, dealt in enumerate(dealts[1:], 2)
        ]
    return first


def _one(dealt: DealResult, *, reveal: bool) -> dict[str, Any]:
    announcement = announce(dealt)
    data = deal_json(dealt, reveal=reveal)
    if plan := dealt.game.table.deal_plan(len(dealt.names), dealt.house):
        data["plan"] = list(plan)
        if reveal:
            data["deals"] = [
                {name: [str(card) for card in hand] for name, hand in zip(dealt.names, hands, strict=True)}
                for hands in dealt.deals
            ]
    data["also"] = list(dealt.game.table.other_decks(len(dealt.names), dealt.deck))
    data["house"] = {
        name: rule_value(name, value, dealt.names) if isinstance(value, tuple) else value
        for name, value in dealt.house.changed.items()
    }
    data["text"] = "\n".join([announcement.title, *(text for _, text in announcement.rows), *announcement.read])
    return data
