"""What decides a deal, as a few words and as one number: layout 1 of `docs/deal-codes.md`.

settings = ((layout x 16 + variant) x 36 + options) x 16384 + players x 128 + dealer
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from tt_print.deck import AnyCard, make_deck
from tt_print.engine.house import HouseError
from tt_print.engine.reasons import IllegalMove
from tt_print.errors import InputError
from tt_print.games import find_game

if TYPE_CHECKING:
    from tt_print.engine.base import Game
    from tt_print.engine.house import House

LAYOUT = 1
MOST_PLAYERS = 127  # seven bits
MOST_OPTIONS = 36  # Casino Macedonia's combinations, the most of any game

# Each game with a deck and its jokers. Only ever added to: printed codes hold the place in this list.
VARIANTS: tuple[tuple[str, str, int], ...] = (
    ("ww3", "squares", 0), ("ww3", "squares", 1), ("ww3", "squares", 2),
    ("armageddon", "full", 0), ("armageddon", "full", 1), ("armageddon", "full", 2),
    ("six-suit", "full", 0),
    ("casino", "full", 0), ("casino", "full", 2), ("casino", "squares", 0),
    ("craziness", "full", 0),
    ("push-it", "west", 0), ("push-it", "squares", 0), ("push-it", "full", 0), ("push-it", "squares2", 0),
    ("push-it", "full2", 0),
)  # fmt: skip

_PLACES = {variant: place for place, variant in enumerate(VARIANTS)}
_FIRST = ("first_player", ("left_of_dealer", "dealer", "seat"))
_RANKS = (0, 1, 2, 3, 4, 5)
# House rules that change what lies where, who starts, or what the dealer announces; the first named counts most.
OPTIONS: MappingProxyType[str, tuple[tuple[str, tuple[Any, ...]], ...]] = MappingProxyType({
    "ww3": (("starter_joker_rank", _RANKS),),
    "armageddon": (("starter_wild_rank", _RANKS),),
    "six-suit": (_FIRST,),
    "casino": (_FIRST, ("short_last_deal", ("equal", "set_aside")), ("question", ("separate", "wild", "five")),
               ("single_card_take", (False, True))),
    "craziness": (_FIRST,),
    "push-it": (_FIRST, ("order", ("management", "lies")), ("max_lay", ("per_deck", "doubled"))),
})  # fmt: skip
COPIES = {"squares2": ("squares", 2), "full2": ("full", 2)}
DECIDED = ("game", "deck", "jokers", "force_deck")  # options that a variant says, or that follow from it


@dataclass(frozen=True, slots=True)
class Settings:
    """What decides a deal beside chance. `dealer` is a seat from 0, or None where the deal draws it.

    `options` has a value for each of the game's `OPTIONS`, in that order.
    """

    game: str
    deck: str
    jokers: int
    players: int
    dealer: int | None
    options: tuple[Any, ...]

    @property
    def cards(self) -> tuple[AnyCard, ...]:
        """The deck in the order from which it is shuffled: play order, copy after copy, then jokers."""
        return _cards(self.deck, self.jokers)


@cache
def _cards(deck: str, jokers: int) -> tuple[AnyCard, ...]:
    return make_deck(*COPIES.get(deck, (deck, 1)), jokers=jokers)


def settings_of(game: Game, players: int, house: House, dealer: int | None = None) -> Settings:
    """The settings of a table. Raises InputError for numbers or house rules that the game does not allow."""
    check_players(game, players)
    if dealer is not None and not 0 <= dealer < players:
        raise InputError(f"there is no seat {dealer + 1} with {players} players.")
    try:
        game.deal_sizes(players, house)
    except (HouseError, IllegalMove):
        raise
    except InputError as error:  # not a card for everyone
        raise InputError(f"{error} For {players}: {', '.join(games_for(players))}.") from error
    options = tuple(house[name] for name, _ in OPTIONS[game.name])
    return Settings(game.name, deck_of(game, players, house), house.get("jokers", 0), players, dealer, options)


def deck_of(game: Game, players: int, house: House) -> str:
    """The deck in play, `squares2` for two of them. Raises InputError where the house's deck does not suit."""
    if game.name == "push-it":
        from tt_print.games.push_it.deal import deck_for

        return deck_for(players, house)
    return house.get("deck", game.deck)


def house_of(settings: Settings, more: dict[str, Any] | None = None) -> House:
    """The house rules that the settings say, and `more`. Raises InputError where `more` contradicts them."""
    game = find_game(settings.game)
    known = {option.name for option in game.options}
    named = dict(zip((name for name, _ in OPTIONS[game.name]), settings.options, strict=True))
    if "deck" in known:
        named["deck"] = settings.deck
    if "jokers" in known:
        named["jokers"] = settings.jokers
    if game.name == "push-it":
        named |= _push_it_deck(game, settings)
    for name, value in (more or {}).items():
        if name in DECIDED:
            continue
        if named.setdefault(name, value) != value:
            raise InputError(f"the deal says {name} = {named[name]}, not {value}. Leave one of them out.")
    return game.house(**named)


def _push_it_deck(game: Game, settings: Settings) -> dict[str, Any]:
    """The default deck needs no word, one outside its printed numbers of players must be forced (P-1)."""
    from tt_print.games.push_it.deal import deck_for, printed_decks

    try:
        if deck_for(settings.players, game.house()) == settings.deck:
            return {"deck": "auto"}
    except IllegalMove:  # more players than the default deck has cards
        pass
    return {"deck": settings.deck, "force_deck": settings.deck not in printed_decks(settings.players)}


def check_players(game: Game, players: int) -> None:
    """Raises InputError that says for how many a game is, and which games suit so many."""
    least, most = game.players
    if least <= players <= (most or MOST_PLAYERS):
        return
    suits = games_for(players)
    others = f" For {players}: {', '.join(suits)}." if suits else ""
    if most is None and players > MOST_PLAYERS:
        raise InputError(f"{players} players are more than a deal code can hold; {MOST_PLAYERS} are the most.{others}")
    allowed = f"for {least} to {most} players" if most is not None else f"for {least} or more players"
    raise InputError(f"{game.title} is {allowed}, not {players}.{others}")


def games_for(players: int) -> list[str]:
    """The games that so many can play, in the order of `tt-print deal --help`."""
    from tt_print.games import load_games

    return [game.name for game in load_games() if game.players[0] <= players <= (game.players[1] or MOST_PLAYERS)
            and _goes_round(game, players)]  # fmt: skip


def _goes_round(game: Game, players: int) -> bool:
    """Whether there is a card for each of so many."""
    try:
        game.deal_sizes(players, game.house())
    except InputError:
        return False
    return True


# ---------------------------------------------------------------- as a number, both ways


def settings_number(settings: Settings) -> int:
    variant = _PLACES[settings.game, settings.deck, settings.jokers]
    place = 0
    for (_, values), value in zip(OPTIONS[settings.game], settings.options, strict=True):
        place = place * len(values) + values.index(value)
    head = (LAYOUT * len(VARIANTS) + variant) * MOST_OPTIONS + place
    dealer = 0 if settings.dealer is None else settings.dealer + 1
    return (head * 128 + settings.players) * 128 + dealer


def read_settings(number: int) -> Settings:
    """Undoes `settings_number`. Raises InputError for a number that stands for none."""
    head, dealer = divmod(number, 128)
    head, players = divmod(head, 128)
    head, place = divmod(head, MOST_OPTIONS)
    layout, variant = divmod(head, len(VARIANTS))
    if layout != LAYOUT:
        raise InputError(f"it has layout {layout}, and this version of tt-print knows layout {LAYOUT} only.")
    game, deck, jokers = VARIANTS[variant]
    options: list[Any] = []
    for _, values in reversed(OPTIONS[game]):
        place, which = divmod(place, len(values))
        options.insert(0, values[which])
    if place:
        raise InputError("it names house rules that there are not.")
    if dealer > players:
        raise InputError(f"it names seat {dealer} as dealer of {players} players.")
    settings = Settings(game, deck, jokers, players, dealer - 1 if dealer else None, tuple(options))
    try:
        table = house_of(settings)
        rules = find_game(game)
        check_players(rules, players)
        rules.start(players, table, 0)
    except InputError as error:
        raise InputError(f"it names a table that cannot be: {error}") from error
    return settings
