"""Deal codes: everything that decides a deal, in 27 characters.

A code is one number, settings x 2^96 + secret, as 25 digits to the base of 29, and two check digits.
`docs/deal-codes.md` has the layout in full.

29 characters are left when of each pair that people confuse (0 and O, 1 and I and L, 2 and Z, 5 and S, 8 and B, V and
U) only one stays. Two sums over all 27 must be multiples of 29: that of the values, and that of each value times its place.
Since 29 is prime, they catch every wrong character and every two wrong ones, so also any two that changed places.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from tt_print.dealing.settings import MARK_BYTES, Settings, game_mark, read_settings, settings_number
from tt_print.dealing.shuffle import draw, stream
from tt_print.errors import InputError
from tt_print.records import dataclass

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
class DealCode:
    """Settings and a secret of 12 bytes; `str()` gives the code, in groups of five characters.

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
    for i, j in itertools.combinations(range(GROUPS), 2):
        moved = groups.copy()
        moved[i], moved[j] = moved[j], moved[i]
        exchanged = tuple(itertools.chain(*moved))
        if exchanged != values and not any(_check_sums(exchanged)):
            return False
    return True
