"""Receipts: a commitment before the deal, cards that nobody could know, and a file that proves one to the other.

The computer's owner promises a secret by its hash, then each player adds a card; the deal comes of both, so that
neither the dealer nor any of them could choose it. All settings are under the hash. `docs/deal-codes.md` has the layout.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256, shake_256
from typing import Any

from tt_print.dealing.code import SECRET_BYTES, DealCode, parse_code
from tt_print.dealing.plan import Dealt, make_deal, other_house_rules
from tt_print.dealing.settings import settings_of
from tt_print.deck import AnyCard, parse_card
from tt_print.engine.house import House, show_value
from tt_print.errors import InputError, NotationError
from tt_print.games import find_game
from tt_print.people import can_be_shown, exact_player
from tt_print.records import dataclass

VERSION = 1
COMMITMENT = b"tt_print receipt 1\n"
DEAL = b"tt_print receipt deal 1\n"
SECRET = 32  # bytes
ID_LENGTH = 8
KEYS = ("settings", "secret", "commitment", "table_cards", "code")


@dataclass(frozen=True, slots=True)
class Commitment:
    """What is under the hash: who plays what by which house rules, and a secret of 32 bytes.

    `dealer` is a player's name, or "" where the deal draws the dealer; `house` is `name=value` for each
    house rule that is not the default.
    """

    game: str
    deck: str
    jokers: int
    players: tuple[str, ...]
    dealer: str
    house: tuple[str, ...]
    secret: bytes

    def __post_init__(self) -> None:
        if len(self.secret) != SECRET:
            raise InputError(f"the secret of a receipt has {SECRET} bytes, not {len(self.secret)}.")

    @property
    def settings(self) -> dict[str, Any]:
        return {"game": self.game, "deck": self.deck, "jokers": self.jokers, "players": list(self.players),
                "dealer": self.dealer or None, "house": list(self.house)}  # fmt: skip

    @property
    def digest(self) -> bytes:
        encoded = json.dumps(self.settings, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
        return sha256(COMMITMENT + encoded.encode("ascii") + b"\n" + self.secret).digest()

    @property
    def hash(self) -> str:
        """64 hexadecimal digits."""
        return self.digest.hex()

    @property
    def id(self) -> str:
        """The commitment's first eight digits."""
        return self.hash[:ID_LENGTH]

    def deal(self, table_cards: Sequence[AnyCard]) -> Dealt:
        """The deal that these cards, one a player in the order of the seats, make of the secret."""
        if len(table_cards) != len(self.players):
            count, order = len(table_cards), ", ".join(self.players)
            raise InputError(
                f"--table-cards names {count} cards for {len(self.players)} players: one for each, in the order "
                f"{order}."
            )
        game = find_game(self.game)
        house = game.read_house(overrides=self.house)
        dealer = exact_player(self.dealer, self.players) if self.dealer else None
        if self.dealer and dealer is None:
            raise InputError(f"dealer {self.dealer!r} does not play. Players: {', '.join(self.players)}.")
        settings = settings_of(game, len(self.players), house, dealer)
        if (settings.deck, settings.jokers) != (self.deck, self.jokers):
            raise InputError(f"its settings contradict each other: deck {self.deck} with {self.jokers} jokers.")
        added = ",".join(map(str, table_cards)).encode("ascii")
        secret = shake_256(DEAL + self.digest + self.secret + added).digest(SECRET_BYTES)
        return make_deal(DealCode(settings, secret), self.players, other_house_rules(house))


def make_commitment(game: str, names: Sequence[str], house: House, dealer: int | None, secret: bytes) -> Commitment:
    settings = settings_of(find_game(game), len(names), house, dealer)
    rules = tuple(f"{name}={show_value(value)}" for name, value in house.changed.items())
    return Commitment(
        game, settings.deck, settings.jokers, tuple(names), "" if dealer is None else names[dealer], rules, secret
    )


def read_table_cards(text: str) -> tuple[AnyCard, ...]:
    """`RH3,KBQ,J1`, one a player. Raises InputError that names the one that is no card."""
    parts = [part.strip() for part in text.split(",")]
    if not any(parts):
        raise InputError("--table-cards names no card. Give one a player, such as RH3,KBQ,YC1.")
    if not all(parts):
        raise InputError(f"--table-cards {text!r}: a comma has no card beside it.")
    try:
        return tuple(parse_card(part) for part in parts)
    except NotationError as error:
        raise InputError(f"--table-cards: {error}") from error


# ---------------------------------------------------------------- the file, both ways


def receipt_text(commitment: Commitment, table_cards: Sequence[AnyCard]) -> str:
    """The receipt as a file; the same deal gives the same bytes."""
    data = {
        "tt_print receipt": VERSION,
        "settings": commitment.settings,
        "secret": commitment.secret.hex(),
        "commitment": commitment.hash,
        "table_cards": [str(card) for card in table_cards],
        "code": str(commitment.deal(table_cards).code),
    }
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


@dataclass(frozen=True, slots=True)
class Checked:
    """What a receipt claims, each with whether it is true; in `faults` what must have been changed.

    `dealt` is what settings, secret and table cards make, None where they make nothing.
    """

    claims: tuple[tuple[str, bool], ...]
    commitment: Commitment
    table_cards: tuple[AnyCard, ...]
    dealt: Dealt | None
    faults: tuple[str, ...] = ()

    @property
    def proven(self) -> bool:
        return all(true for _, true in self.claims)


def check_receipt(text: str, announced: str = "") -> Checked:
    """Whether a receipt's commitment, settings and table cards give its deal.

    `announced` is the commitment, or its beginning, as the players heard it before the deal. Raises InputError
    for a text that is not a receipt.
    """
    data = read_data(text)
    commitment, stated = read_commitment(data), str(data["commitment"]).lower()
    kept = stated == commitment.hash
    claims = [("settings and secret have this commitment", kept)]
    if announced:
        claims.append(("it is the commitment that was announced", stated.startswith(_hexadecimal(announced))))
    cards = read_table_cards(",".join(map(str, data["table_cards"])))
    faults = []
    dealt: Dealt | None = None
    try:
        made = commitment.deal(cards)
    except InputError as error:
        claims.append(("settings and table cards make a deal", False))
        faults.append(str(error))
    else:
        dealt = made
        claims.append(("settings, secret and table cards give the deal code", _same_code(data["code"], dealt)))
    if dealt and not claims[-1][1]:
        faults.append(_what_differs(str(data["code"]), dealt, kept))
    elif not kept:
        faults.append("The commitment itself was changed; the rest belongs together.")
    if announced and not claims[1][1]:
        faults.append("The commitment is another one than was announced before the deal.")
    return Checked(tuple(claims), commitment, cards, dealt, tuple(faults))


def _hexadecimal(announced: str) -> str:
    wanted = "".join(c for c in announced.lower() if c not in " -:\t\n")
    if len(wanted) < ID_LENGTH or not set(wanted) <= set("0123456789abcdef"):
        raise InputError(f"--commitment {announced!r}: give at least the first {ID_LENGTH} of its digits 0-9 and a-f.")
    return wanted


def _same_code(stated: object, dealt: Dealt) -> bool:
    try:
        return str(parse_code(str(stated))) == str(dealt.code)
    except InputError:
        return False


def _what_differs(stated: str, dealt: Dealt, kept: bool) -> str:
    """Which part of a receipt cannot be as it was, where its deal code is not what the rest gives."""
    try:
        coded = parse_code(stated).settings
    except InputError as error:
        return f"The deal code was changed: {error}"
    own = dealt.settings
    for name in ("game", "deck", "jokers", "players", "dealer", "options"):
        if getattr(coded, name) != getattr(own, name):
            codes, receipts = (_plain(name, getattr(settings, name)) for settings in (coded, own))
            return f"The deal code is of other settings: its {name} {codes}, the receipt's {receipts}."
    if kept:
        return "The table cards or the deal code were changed: the secret and these cards give another deal."
    return "The settings, the secret or the names were changed: they have another commitment and give another deal."


def _plain(name: str, value: Any) -> str:
    if name == "dealer":
        return "drawn" if value is None else f"seat {value + 1}"
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def read_data(text: str) -> dict[str, Any]:
    """A receipt's entries, all there. Raises InputError for anything else."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"this is not a receipt: {error}.") from error
    if not isinstance(data, dict) or "tt_print receipt" not in data:
        raise InputError('this is not a receipt: it has no entry "tt_print receipt".')
    if data["tt_print receipt"] != VERSION:
        raise InputError(
            f"this receipt has layout {data['tt_print receipt']!r}; this version of tt-print knows {VERSION}."
        )
    missing = [key for key in KEYS if key not in data]
    if missing:
        raise InputError(f"this receipt is incomplete: {', '.join(missing)} is missing.")
    if not isinstance(data["table_cards"], list):
        raise InputError("this receipt is damaged: table_cards is not a list.")
    return data


def read_commitment(data: dict[str, Any]) -> Commitment:
    """What is under the hash. Raises InputError where it cannot be read."""
    settings = data["settings"]
    try:
        secret = bytes.fromhex(data["secret"])
        if not (isinstance(settings["players"], list) and isinstance(settings["house"], list)):
            raise TypeError
        players, house = tuple(settings["players"]), tuple(settings["house"])
        dealer = settings["dealer"] or ""
        if not all(can_be_shown(name) for name in players):  # a terminal would obey some signs
            raise TypeError
        if not all(isinstance(text, str) for text in (*players, *house, settings["game"], settings["deck"], dealer)):
            raise TypeError
        if type(settings["jokers"]) is not int or set(settings) != {
            "game",
            "deck",
            "jokers",
            "players",
            "dealer",
            "house",
        }:
            raise TypeError
        return Commitment(settings["game"], settings["deck"], settings["jokers"], players, dealer, house, secret)
    except (KeyError, TypeError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError("this receipt is damaged: its settings or its secret cannot be read.") from error
