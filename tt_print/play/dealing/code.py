"""Deal codes: everything that decides a deal, in 27 characters.

A code is one number, settings x 2^96 + secret, as 25 digits to the base of 29, and two check digits. The settings are

    ((layout x 16 + variant) x 36 + options) x 16384 + players x 128 + dealer      layout 1
    (layout x 576 + combination) x 16384 + players x 128 + dealer                  layout 2

Layout 1 is for the first games of tt_print, which have all its variants: the list of games says which are whose, so that no other game is
loaded, and each game's `TableHooks` what they are. Layout 2 is for any other game, which another package may bring: variant and options make
one number, and a mark beside it tells which game is meant. `docs/deal-codes.md` has it all in full.

29 characters are left when of each pair that people confuse (0 and O, 1 and I and L, 2 and Z, 5 and S, 8 and B, V and
U) only one stays. Two sums over all 27 must be multiples of 29: that of the values, and that of each value times its place.
Since 29 is prime, they catch every wrong character and every two wrong ones, so also any two that changed places.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from itertools import chain, combinations
from math import prod
from typing import TYPE_CHECKING

from tt_print.deck import AnyCard, make_deck
from tt_print.engine.house import HouseError
from tt_print.engine.reasons import IllegalMove
from tt_print.errors import InputError
from tt_print.games import GAMES, VARIANT_COUNT, find_game, load_games, other_games
from tt_print.play.dealing.shuffle import draw, stream
from tt_print.problems import Problem
from tt_print.records import dataclass

if TYPE_CHECKING:
    from tt_print.engine.base import Game
    from tt_print.engine.house import House
    from tt_print.engine.table_hooks import TableHooks

LAYOUT, OTHER_LAYOUT = 1, 2
MAX_PLAYERS = 127  # seven bits
MAX_OPTIONS = 36  # the most combinations of options that a game of layout 1 has
MAX_COMBINATIONS = VARIANT_COUNT * MAX_OPTIONS  # of variants and options in layout 2
MARK = b"tt_print game "
MARK_BYTES = 2
DECIDED = frozenset(
    {"deck", "jokers"}
)  # house rules that follow from the variant of a code; nobody need type them beside it
TWO_DECKS = {"squares2": ("squares", 2), "full2": ("full", 2)}

ALPHABET = "0123456789ACDEFGHJKMNPQRTVWXY"
CONFUSED = {"O": "0", "I": "1", "L": "1", "Z": "2", "S": "5", "B": "8", "U": "V"}
BASE = len(ALPHABET)
DATA, CHECKS = 25, 2
LENGTH = DATA + CHECKS
GROUP, GROUPS = 5, 6  # characters in each but the last, and how many groups
SECRET_BYTES = 12
DOMAIN = b"tt_print deal"
ANOTHER = b"tt_print deal again"
NUMBER_BYTES = 16
SEPARATORS = " -–—_.\t\n"
EXAMPLE = "9NEKA-QAC1D-MDP8C-69P9T-0EVHX-10"
WHAT = f"A deal code has {LENGTH} characters, such as {EXAMPLE}"


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
    options: tuple[object, ...]

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
        if not (found := games_for(players)):
            raise
        raise Problem("games.others", "players", why=error, count=players, games=", ".join(found)) from error
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
    return DECIDED.union(name for name, _ in game.table.code_options)


def house_of(settings: Settings, asked: House | None = None) -> House:
    """The house rules that the settings say, and those of `asked` that no code holds."""
    game = find_game(settings.game)
    named = dict(zip((name for name, _ in game.table.code_options), settings.options, strict=True))
    named |= game.table.house_of_variant(settings.deck, settings.jokers, settings.players)
    held, changed = held_options(game), asked.changed if asked else {}
    return game.house(**named | {name: value for name, value in changed.items() if name not in held})


# ---------------------------------------------------------------- as a number, both ways


def first_variant(name: str) -> int | None:
    """The number of a game's first variant in layout 1; None for a game of layout 2."""
    return GAMES[name].first_variant if name in GAMES else None


def game_mark(name: str) -> bytes:
    """Two bytes that tell which game a code of layout 2 is for; none for a game of layout 1."""
    return b"" if first_variant(name) is not None else stream(MARK + name.encode("utf-8"), MARK_BYTES)


def settings_number(settings: Settings) -> int:
    """Raises InputError for a game with more variants and options than layout 2 can hold."""
    hooks, first = find_game(settings.game).table, first_variant(settings.game)
    rank = 0
    for (_, values), value in zip(hooks.code_options, settings.options, strict=True):
        rank = rank * len(values) + values.index(value)
    count = _count_options(hooks) if first is None else MAX_OPTIONS
    if count * len(hooks.variants) > MAX_COMBINATIONS:
        raise InputError(
            f"{settings.game} has {count * len(hooks.variants)} combinations of decks and options for a deal code, "
            f"which holds {MAX_COMBINATIONS}. Its author must name fewer in code_options."
        )
    variant = hooks.variants.index((settings.deck, settings.jokers)) + (first or 0)
    head = (OTHER_LAYOUT if first is None else LAYOUT) * MAX_COMBINATIONS + variant * count + rank
    dealer = 0 if settings.dealer is None else settings.dealer + 1
    return (head * 128 + settings.players) * 128 + dealer


def _count_options(hooks: TableHooks) -> int:
    return prod(len(values) for _, values in hooks.code_options)


def read_settings(number: int, mark: bytes = b"") -> Settings:
    """Undoes `settings_number`; `mark` tells the game of layout 2. Raises InputError for a number of none."""
    head, dealer = divmod(number, 128)
    head, players = divmod(head, 128)
    layout, combination = divmod(head, MAX_COMBINATIONS)
    if layout == LAYOUT:
        variant, rank = divmod(combination, MAX_OPTIONS)
        firsts = [(first, name) for name in GAMES if (first := first_variant(name)) is not None and first <= variant]
        first, name = max(firsts)
        game, variant = find_game(name), variant - first
    elif layout == OTHER_LAYOUT:
        game = _marked_game(mark)
        variant, rank = divmod(combination, _count_options(game.table))
    else:
        raise InputError(
            f"it has layout {layout}, and this version reads only layouts {LAYOUT} and {OTHER_LAYOUT}: "
            "use the version that made it."
        )
    if variant >= len(game.table.variants):
        raise InputError(f"it names a deck that {game.title} is not played with.")
    options: list[object] = []
    for _, values in reversed(game.table.code_options):
        rank, which = divmod(rank, len(values))
        options.insert(0, values[which])
    if rank:
        raise InputError("it names house rules that do not exist.")
    if dealer > players:
        raise InputError(f"it names seat {dealer} as dealer of {players} players.")
    seat = dealer - 1 if dealer else None
    settings = Settings(game.name, *game.table.variants[variant], players, seat, tuple(options))
    try:
        game.start(players, house_of(settings), 0)
    except InputError as error:
        raise InputError(f"it names a table that cannot be: {error}") from error
    return settings


def _marked_game(mark: bytes) -> Game:
    names = [name for name in (*GAMES, *other_games()) if game_mark(name) == mark]
    if len(names) != 1:
        brought = f" Here are {', '.join(names or other_games())}." if other_games() else ""
        raise InputError(f"it is for a game that another package brings, and that package is not here.{brought}")
    return find_game(names[0])


# ---------------------------------------------------------------- as characters


@dataclass(frozen=True, slots=True)
class DealCode:
    """Settings and a secret of 12 bytes; `str()` gives the code, in groups of five characters.

    In layout 2 the game's mark takes the place of the first two bytes.
    """

    settings: Settings
    secret: bytes

    def __post_init__(self) -> None:
        if len(self.secret) != SECRET_BYTES:
            raise InputError(f"the secret of a deal has {SECRET_BYTES} bytes, not {len(self.secret)}.")
        if mark := game_mark(self.settings.game):
            object.__setattr__(self, "secret", mark + self.secret[MARK_BYTES:])

    @property
    def number(self) -> int:
        return settings_number(self.settings) << 8 * SECRET_BYTES | int.from_bytes(self.secret, "big")

    @property
    def values(self) -> tuple[int, ...]:
        """Of the 27 characters: 25 digits, the most significant first, and two more by which the sum of all, and of each times its place
        from 1, become multiples of 29."""
        number, digits = self.number, list[int]()
        for _ in range(DATA):
            number, digit = divmod(number, BASE)
            digits.insert(0, digit)
        plain, weighed = _check_sums(digits)
        last = (LENGTH - 1) * plain - weighed
        return (*digits, (-plain - last) % BASE, last % BASE)

    def draw(self) -> tuple[int, tuple[int, ...]]:
        """The dealer's seat, and the numbers of the cards from the top of the deck down."""
        settings, message = self.settings, DOMAIN + self.number.to_bytes(NUMBER_BYTES, "big")
        drawn = draw(message, len(settings.cards), settings.players if settings.dealer is None else 0)
        return drawn.seat or settings.dealer or 0, drawn.order

    def __str__(self) -> str:
        characters = "".join(ALPHABET[value] for value in self.values)
        return "-".join(characters[i : i + GROUP] for i in range(0, LENGTH, GROUP))


def fresh_code(settings: Settings, secret: bytes) -> DealCode:
    """The code of this secret, or of the next one made from it, in which no two groups can change places unnoticed."""
    while not _sees_every_exchange((code := DealCode(settings, secret)).values):
        secret = stream(ANOTHER + secret, SECRET_BYTES)
    return code


def parse_code(text: str) -> DealCode:
    """The code that somebody typed or scanned: case, spaces and hyphens do not matter, nor letters that are left out
    because they look like another.

    Raises InputError that says what is wrong with it.
    """
    plain = "".join(CONFUSED.get(c, c) for c in text.upper() if c not in SEPARATORS)
    if not plain:
        raise InputError(f"no deal code is given. {WHAT}.")
    wrong = [c for c in plain if c not in ALPHABET]
    if wrong:
        raise InputError(f"{text.strip()!r} is not a deal code: it has {wrong[0]!r}. {WHAT}.")
    if len(plain) != LENGTH:
        raise InputError(f"{text.strip()!r} is not a deal code: it has {len(plain)} characters. {WHAT}.")
    values = [ALPHABET.index(c) for c in plain]
    if any(_check_sums(values)):
        raise InputError(f"{text.strip()!r} was mistyped: its check characters do not fit. Look again.")
    number = 0
    for value in values[:DATA]:
        number = number * BASE + value
    secret = (number & (1 << 8 * SECRET_BYTES) - 1).to_bytes(SECRET_BYTES, "big")
    try:
        return DealCode(read_settings(number >> 8 * SECRET_BYTES, secret[:MARK_BYTES]), secret)
    except InputError as error:
        raise InputError(f"{text.strip()!r} is not a deal code of this version: {error}") from error


# ---------------------------------------------------------------- checks


def _check_sums(values: Sequence[int]) -> tuple[int, int]:
    """(0, 0) for the 27 values of a code."""
    return sum(values) % BASE, sum(position * value for position, value in enumerate(values, 1)) % BASE


def _sees_every_exchange(values: tuple[int, ...]) -> bool:
    """Whether no two groups of a code can change places unnoticed. In one of 29 codes two given ones could."""
    groups = [values[k * GROUP : (k + 1) * GROUP] for k in range(GROUPS)]
    for i, j in combinations(range(GROUPS), 2):
        moved = groups.copy()
        moved[i], moved[j] = moved[j], moved[i]
        exchanged = tuple(chain(*moved))
        if exchanged != values and not any(_check_sums(exchanged)):
            return False
    return True
