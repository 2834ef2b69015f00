"""Deal codes: everything that decides a deal, in 27 characters, or as digits that reach every order of the cards.

The short code is one number, settings x 2^96 + secret, as 25 digits to the base of 29, and two check digits
(`dealing/digits.py`). `docs/deal-codes.md` has the layout in full.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import factorial
from typing import NamedTuple

from tt_print.dealing.digits import (
    ALPHABET,
    CHECKS,
    CONFUSED,
    LENGTH,
    check_sums,
    digits_of,
    locate_typo,
    number_of,
    sees_every_exchange,
    show_groups,
    which_group,
    with_checks,
)
from tt_print.dealing.settings import MARK_BYTES, Settings, game_mark, needs_mark, read_settings, settings_number
from tt_print.dealing.shuffle import draw, rank, stream, unrank
from tt_print.errors import InputError
from tt_print.records import dataclass

SECRET_BYTES = 12
DOMAIN = b"tt_print deal"
ANOTHER = b"tt_print deal again"
NUMBER_BYTES = 16
SETTINGS_DIGITS = 8
MARK_DIGITS = 5  # of the two bytes that tell which game of another package is meant
MAX_DIGITS = 508  # of two full decks
SEPARATORS = " -–—_.\t\n"
WHAT = f"A deal code has {LENGTH} characters, such as {{example}}"
EXAMPLE = "9NEKA-QAC1D-MDP8C-69P9T-0EVHX-10"


class DealOrder(NamedTuple):  # made twice as fast as a frozen dataclass
    """The dealer's seat, and the numbers of the cards from the top of the deck down."""

    seat: int
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DealCode:
    """Settings and a secret of 12 bytes; `str()` gives the short code, in groups of five characters.

    In a game of another package the game's mark takes the place of the first two bytes.
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
        """Of the 27 characters."""
        return tuple(map(ALPHABET.index, with_checks(digits_of(self.number))))

    @property
    def message(self) -> bytes:
        """What the shuffle starts from."""
        return DOMAIN + self.number.to_bytes(NUMBER_BYTES, "big")

    def draw(self) -> DealOrder:
        settings = self.settings
        if settings.dealer is not None:
            return DealOrder(settings.dealer, draw(self.message, len(settings.cards)).order)
        drawn = draw(self.message, len(settings.cards), settings.players)
        return DealOrder(drawn.seat or 0, drawn.order)

    def __str__(self) -> str:
        return show_groups(with_checks(digits_of(self.number)))


@dataclass(frozen=True, slots=True)
class FullCode:
    """Settings with a dealer, and any order at all; `str()` gives digits."""

    settings: Settings
    order: tuple[int, ...]

    def __post_init__(self) -> None:
        if self.settings.dealer is None:
            raise InputError("a full code names the dealer; only a short one can draw one.")

    def draw(self) -> DealOrder:
        return DealOrder(self.settings.dealer or 0, self.order)

    def __str__(self) -> str:
        mark = game_mark(self.settings.game)
        named = f"{int.from_bytes(mark, 'big'):0{MARK_DIGITS}}" if mark else ""
        order = f"{rank(self.order):0{rank_digits(len(self.order))}}"
        body = f"{settings_number(self.settings):0{SETTINGS_DIGITS}}{named}{order}"
        return f"{body}{98 - int(body) * 100 % 97:02}"  # ISO 7064, MOD 97-10


def fresh_code(settings: Settings, secret: bytes) -> DealCode:
    """The code of this secret, or of the next one made from it, in which no two groups can change places unnoticed."""
    while not sees_every_exchange((code := DealCode(settings, secret)).values):
        secret = stream(ANOTHER + secret, SECRET_BYTES)
    return code


def full_code(code: DealCode | FullCode) -> FullCode:
    """The same deal by its order instead of its secret."""
    from dataclasses import replace

    drawn = code.draw()
    return FullCode(replace(code.settings, dealer=drawn.seat), drawn.order)


def rank_digits(cards: int) -> int:
    """How many digits the last of all orders takes."""
    return len(str(factorial(cards) - 1))


def parse_code(text: str) -> DealCode | FullCode:
    """The code that somebody typed or scanned: case, spaces and hyphens do not matter, nor letters that are left out
    because they look like another.

    Raises InputError that says what is wrong with it.
    """
    marked = "".join("-" if c in SEPARATORS else CONFUSED.get(c, c) for c in text.upper())
    typed, plain = [len(group) for group in marked.split("-") if group], marked.replace("-", "")
    what = WHAT.format(example=EXAMPLE)
    if not plain:
        raise InputError(f"no deal code is given. {what}.")
    wrong = [c for c in plain if c not in ALPHABET]
    if wrong:
        raise InputError(f"{text.strip()!r} is not a deal code: it has {wrong[0]!r}. {what}.")
    if len(plain) > LENGTH + CHECKS and plain.isdigit():
        return _parse_full(plain)
    if len(plain) != LENGTH:
        raise InputError(
            f"{text.strip()!r} is not a deal code: it has {len(plain)} characters. {what}.{which_group(typed)}"
        )
    values = [ALPHABET.index(c) for c in plain]
    if any(check_sums(values)):
        where = locate_typo(values, typed, _is_code)
        raise InputError(f"{text.strip()!r} was mistyped: its check characters do not fit.{where} Look again.")
    try:
        return _read(values)
    except InputError as error:
        raise InputError(f"{text.strip()!r} is not a deal code of this version: {error}") from error


def _read(values: Sequence[int]) -> DealCode:
    """The code of 27 values whose sums fit. Raises InputError for settings that cannot be."""
    number = number_of(values)
    secret = (number & (1 << 8 * SECRET_BYTES) - 1).to_bytes(SECRET_BYTES, "big")
    return DealCode(read_settings(number >> 8 * SECRET_BYTES, secret[:MARK_BYTES]), secret)


def _is_code(values: Sequence[int]) -> bool:
    if any(check_sums(values)):
        return False
    try:
        _read(values)
    except InputError:
        return False
    return True


def _parse_full(digits: str) -> FullCode:
    if len(digits) > MAX_DIGITS:
        raise InputError(f"a full deal code has at most {MAX_DIGITS} digits, not {len(digits)}. Scan it again.")
    if int(digits) % 97 != 1:
        raise InputError(
            f"this full deal code of {len(digits)} digits was mistyped: its last two do not fit. Scan it again."
        )
    head, number = int(digits[:SETTINGS_DIGITS]), digits[SETTINGS_DIGITS:-2]
    mark = b""
    if needs_mark(head):
        mark, number = int(number[:MARK_DIGITS]).to_bytes(3, "big")[-MARK_BYTES:], number[MARK_DIGITS:]
    settings = read_settings(head, mark)
    cards = len(settings.cards)
    if len(number) != rank_digits(cards):
        count = len(digits) - len(number) + rank_digits(cards)
        raise InputError(f"a full deal code for {cards} cards has {count} digits, not {len(digits)}.")
    return FullCode(settings, unrank(int(number), cards))
