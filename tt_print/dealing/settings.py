"""What decides a deal, as a few words and as one number: the layouts of `docs/deal-codes.md`.

    settings = ((layout x 16 + variant) x 36 + options) x 16384 + players x 128 + dealer      layout 1
    settings = (layout x 576 + combination) x 16384 + players x 128 + dealer                  layout 2

Layout 1 is for the games of tt_print: the list of games says which variants are whose, so that no other game is loaded,
and each game's `TableHooks` what they are. Layout 2 is for a game that another package brings: variant and options make
one number, and a mark beside it tells which game is meant.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from math import prod
from typing import TYPE_CHECKING, Any

from tt_print.dealing.shuffle import stream
from tt_print.deck import AnyCard, make_deck
from tt_print.engine.house import HouseError
from tt_print.engine.reasons import IllegalMove
from tt_print.errors import InputError
from tt_print.games import GAMES, VARIANT_COUNT, find_game, load_games, other_games
from tt_print.records import dataclass

if TYPE_CHECKING:
    from tt_print.engine.base import Game
    from tt_print.engine.house import House

LAYOUT, OTHER_LAYOUT = 1, 2
MAX_PLAYERS = 127  # seven bits
MAX_OPTIONS = 36  # the most combinations of options that a game of layout 1 has
MAX_COMBINATIONS = VARIANT_COUNT * MAX_OPTIONS  # of variants and options in layout 2
MARK = b"tt_print game "
MARK_BYTES = 2
TWO_DECKS = {"squares2": ("squares", 2), "full2": ("full", 2)}


@dataclass(frozen=True, slots=True)
class Settings:
    """What decides a deal beside chance. `dealer` is a seat from 0, or None where the deal draws it.

    `options` has a value for each of the game's `code_options`, in that order.
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
    return make_deck(*TWO_DECKS.get(deck, (deck, 1)), jokers=jokers)


def settings_of(game: Game, players: int, house: House, dealer: int | None = None) -> Settings:
    """The settings of a table. Raises InputError for numbers or house rules that the game does not allow, with the games for so many players."""
    if players > MAX_PLAYERS:
        raise InputError(f"{players} players are too many for a deal code, which holds at most {MAX_PLAYERS}.")
    try:
        game.check_players(players)
        game.deal_sizes(players, house)
    except (HouseError, IllegalMove):
        raise
    except InputError as error:
        suits = f" For {players}: {', '.join(found)}." if (found := games_for(players)) else ""
        raise InputError(f"{error}{suits}") from error
    options = tuple(house[name] for name, _ in game.table.code_options)
    deck = game.table.deck_in_play(players, house)
    return Settings(game.name, deck, house.get("jokers", 0), players, dealer, options)


def games_for(players: int) -> list[str]:
    """The games for this number of players with a card for each, in the order of `tt-print deal --help`."""
    found = []
    for game in load_games():
        with suppress(InputError):
            game.check_players(players)
            game.deal_sizes(players, game.house())
            found.append(game.name)
    return found


def held_options(game: Game) -> frozenset[str]:
    """The house rules that a deal code holds, as options of it or by its variant."""
    return game.table.decided.union(name for name, _ in game.table.code_options)


def house_of(settings: Settings, more: dict[str, Any] | None = None) -> House:
    """The house rules that the settings say, and `more` that no code holds."""
    game = find_game(settings.game)
    named = dict(zip((name for name, _ in game.table.code_options), settings.options, strict=True))
    named |= game.table.house_of_variant(settings.deck, settings.jokers, settings.players)
    return game.house(**named | (more or {}))


# ---------------------------------------------------------------- as a number, both ways


def game_mark(name: str) -> bytes:
    """Two bytes that tell which game of another package a code is for; none for a game of the list."""
    return b"" if name in GAMES else stream(MARK + name.encode("utf-8"), MARK_BYTES)


def settings_number(settings: Settings) -> int:
    """Raises InputError for a game of another package with more variants and options than layout 2 can hold."""
    hooks = find_game(settings.game).table
    variant = hooks.variants.index((settings.deck, settings.jokers))
    rank = 0
    for (_, values), value in zip(hooks.code_options, settings.options, strict=True):
        rank = rank * len(values) + values.index(value)
    if settings.game in GAMES:
        variant += GAMES[settings.game].first_variant
        head = (LAYOUT * VARIANT_COUNT + variant) * MAX_OPTIONS + rank
    else:
        count = prod(len(values) for _, values in hooks.code_options)
        if count * len(hooks.variants) > MAX_COMBINATIONS:
            raise InputError(
                f"{settings.game} has {count * len(hooks.variants)} combinations of decks and options for a deal code, "
                f"which holds {MAX_COMBINATIONS}. Its author must name fewer in code_options."
            )
        head = OTHER_LAYOUT * MAX_COMBINATIONS + variant * count + rank
    dealer = 0 if settings.dealer is None else settings.dealer + 1
    return (head * 128 + settings.players) * 128 + dealer


def read_settings(number: int, mark: bytes = b"") -> Settings:
    """Undoes `settings_number`; `mark` tells the game of another package. Raises InputError for a number of none."""
    head, dealer = divmod(number, 128)
    head, players = divmod(head, 128)
    layout, combination = divmod(head, MAX_COMBINATIONS)
    if layout == LAYOUT:
        variant, rank = divmod(combination, MAX_OPTIONS)
        name, entry = [(name, entry) for name, entry in GAMES.items() if entry.first_variant <= variant][-1]
        game = find_game(name)
        variant -= entry.first_variant
    elif layout == OTHER_LAYOUT:
        game = _marked_game(mark)
        variant, rank = divmod(combination, prod(len(values) for _, values in game.table.code_options))
    else:
        raise InputError(
            f"it has layout {layout}, and this version reads only layouts {LAYOUT} and {OTHER_LAYOUT}: "
            "use the version that made it."
        )
    if variant >= len(game.table.variants):
        raise InputError(f"it names a deck that {game.title} is not played with.")
    deck, jokers = game.table.variants[variant]
    options: list[Any] = []
    for _, values in reversed(game.table.code_options):
        rank, which = divmod(rank, len(values))
        options.insert(0, values[which])
    if rank:
        raise InputError("it names house rules that do not exist.")
    if dealer > players:
        raise InputError(f"it names seat {dealer} as dealer of {players} players.")
    settings = Settings(game.name, deck, jokers, players, dealer - 1 if dealer else None, tuple(options))
    try:
        house = house_of(settings)
        game.start(players, house, 0)
    except InputError as error:
        raise InputError(f"it names a table that cannot be: {error}") from error
    return settings


def _marked_game(mark: bytes) -> Game:
    names = [name for name in other_games() if game_mark(name) == mark]
    if len(names) != 1:
        brought = f" Here are {', '.join(names or other_games())}." if other_games() else ""
        raise InputError(f"it is for a game that another package brings, and that package is not here.{brought}")
    return find_game(names[0])
