"""Deal codes: everything that decides a deal, in 27 characters, or as digits that reach every order of the cards.

The short code is one number, settings x 2^96 + secret, as 25 digits to the base of 29, and two check digits. 29
characters are left when of each pair that people confuse (0 and O, 1 and I and L, 2 and Z, 5 and S, 8 and B, V and
U) only one stays; since 29 is prime, two sums catch every wrong character, every two wrong ones, and so every two
that changed places. `docs/deal-codes.md` has the layout in full.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from math import factorial
from typing import NamedTuple

from tt_print.dealing.settings import MARK_BYTES, Settings, game_mark, needs_mark, read_settings, settings_number
from tt_print.dealing.shuffle import draw, rank, unrank
from tt_print.errors import InputError, join_words

ALPHABET = "0123456789ACDEFGHJKMNPQRTVWXY"
CONFUSED = {"O": "0", "I": "1", "L": "1", "Z": "2", "S": "5", "B": "8", "U": "V"}
BASE = len(ALPHABET)
DATA, CHECKS = 25, 2
LENGTH = DATA + CHECKS
GROUP = 5
SECRET_BYTES = 12
DOMAIN = b"tt_print deal"
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
        return show_groups(with_checks(_digits(self.number)))


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


def full_code(code: DealCode | FullCode) -> FullCode:
    """The same deal by its order instead of its secret."""
    from dataclasses import replace

    drawn = code.draw()
    return FullCode(replace(code.settings, dealer=drawn.seat), drawn.order)


def rank_digits(cards: int) -> int:
    """How many digits the last of all orders takes."""
    return len(str(factorial(cards) - 1))


def parse_code(text: str) -> DealCode | FullCode:
    """The code that somebody typed or scanned: case, blanks and hyphens do not matter, nor letters that are left out
    because they look like another.

    Raises InputError that says what is wrong with it.
    """
    plain = "".join(CONFUSED.get(c, c) for c in text.upper() if c not in SEPARATORS)
    what = WHAT.format(example=EXAMPLE)
    if not plain:
        raise InputError(f"no deal code is given. {what}.")
    wrong = [c for c in plain if c not in ALPHABET]
    if wrong:
        raise InputError(f"{text.strip()!r} is not a deal code: it has {wrong[0]!r}. {what}.")
    if len(plain) > LENGTH + CHECKS and plain.isdigit():
        return _parse_full(plain)
    if len(plain) != LENGTH:
        raise InputError(f"{text.strip()!r} is not a deal code: it has {len(plain)} characters. {what}.")
    values = [ALPHABET.index(c) for c in plain]
    if any(_sums(values)):
        raise InputError(
            f"{text.strip()!r} was mistyped: its check characters do not fit.{_suspect(values)} Look again."
        )
    number = 0
    for value in values[:DATA]:
        number = number * BASE + value
    secret = (number & (1 << 8 * SECRET_BYTES) - 1).to_bytes(SECRET_BYTES, "big")
    try:
        settings = read_settings(number >> 8 * SECRET_BYTES, secret[:MARK_BYTES])
    except InputError as error:
        raise InputError(f"{text.strip()!r} is not a deal code of this version: {error}") from error
    return DealCode(settings, secret)


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


# ---------------------------------------------------------------- digits and checks


def show_groups(characters: str) -> str:
    return "-".join(characters[i : i + GROUP] for i in range(0, len(characters), GROUP))


def _digits(number: int) -> list[int]:
    digits = []
    for _ in range(DATA):
        number, digit = divmod(number, BASE)
        digits.append(digit)
    return digits[::-1]


def with_checks(digits: list[int]) -> str:
    """25 digits and two more: the sum of all, and of each times its place from 1, become multiples of 29."""
    plain, weighed = _sums(digits)
    last = (LENGTH - 1) * plain - weighed
    return "".join(ALPHABET[value % BASE] for value in (*digits, -plain - last, last))


def _sums(values: list[int]) -> tuple[int, int]:
    return sum(values) % BASE, sum(position * value for position, value in enumerate(values, 1)) % BASE


def _suspect(values: list[int]) -> str:
    """Where one wrong character, or two that changed places, would explain both sums."""
    plain, weighed = _sums(values)
    if plain:
        position = weighed * pow(plain, -1, BASE) % BASE
        if 1 <= position <= LENGTH:
            group, within = divmod(position - 1, GROUP)
            right = ALPHABET[(values[position - 1] - plain) % BASE]
            return (f" If only one character is wrong, it is number {within + 1} of group {group + 1}: "
                    f"{ALPHABET[values[position - 1]]} should be {right}.")  # fmt: skip
        return ""
    pairs = [
        f"{ALPHABET[a]} and {ALPHABET[b]} in group {index // GROUP + 1}"
        for index, (a, b) in enumerate(itertools.pairwise(values))
        if a != b and not any(_sums([*values[:index], b, a, *values[index + 2 :]]))
    ]
    return f" Did two neighbors change places: {join_words(pairs)}?" if pairs else ""
