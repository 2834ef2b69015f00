"""Receipts: a commitment before the deal, cards that nobody could know, and a file that proves one to the other.

The computer's owner promises a secret by its hash, then each player draws a card; the deal comes of both, so that
neither the owner nor any of them could choose it. All settings are under the hash, and whose computer it is, who therefore
draws first. `docs/deal-codes.md` has the layout, and what all this proves and what not.

A commitment is compared as a whole: anybody can prepare two secrets whose hashes share a part, eight digits of 64 in a second.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from hashlib import sha256, shake_256
from typing import Any, NamedTuple

from tt_print.dealing.code import SECRET_BYTES, fresh_code, parse_code
from tt_print.dealing.plan import DealResult, make_deal, other_house_rules
from tt_print.dealing.settings import MAX_PLAYERS, settings_of
from tt_print.deck import AnyCard, parse_card
from tt_print.engine.house import House, show_value
from tt_print.errors import InputError, NotationError
from tt_print.games import find_game
from tt_print.input_files import KILOBYTE, Document, parse_json
from tt_print.people import check_names, exact_player
from tt_print.problems import Problem
from tt_print.records import dataclass

LAYOUT = 2
LAYOUT_ENTRY = "tt_print receipt"
COMMITMENT = b"tt_print receipt %d\n" % LAYOUT
DEAL = b"tt_print receipt deal %d\n" % LAYOUT
SECRET = 32  # bytes
DIGITS, GROUP = 64, 4  # of a commitment, in hexadecimal
QR_TEXT = "TRIPLE TOPPER DEAL COMMITMENT: {groups}"  # capitals, digits, and colons take least room in a QR code
ID_LENGTH = 8
MAX_BYTES = 200 * KILOBYTE  # of a receipt; one for 127 players with long names has 40 KB
MAX_WORD, MAX_RULES = 1000, 100  # the letters of a house rule or a code, and how many rules


@dataclass(frozen=True, slots=True)
class Commitment:
    """What is under the hash: who plays what by which house rules, and a secret of 32 bytes.

    `dealer` is a player's name, or "" where the deal draws the dealer; `house` is `name=value` for each
    house rule that is not the default. `owner` is the player whose computer made it, "" where it is nobody's at the table.
    """

    game: str
    deck: str
    jokers: int
    players: tuple[str, ...]
    dealer: str
    house: tuple[str, ...]
    secret: bytes
    owner: str = ""

    def __post_init__(self) -> None:
        if len(self.secret) != SECRET:
            raise InputError(f"the secret of a receipt has {SECRET} bytes, not {len(self.secret)}.")

    @property
    def settings(self) -> dict[str, Any]:
        return {"game": self.game, "deck": self.deck, "jokers": self.jokers, "players": list(self.players),
                "dealer": self.dealer or None, "house": list(self.house), "owner": self.owner or None}  # fmt: skip

    @property
    def digest(self) -> bytes:
        encoded = json.dumps(self.settings, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
        return sha256(COMMITMENT + encoded.encode("ascii") + b"\n" + self.secret).digest()

    @property
    def hash(self) -> str:
        """64 hexadecimal digits."""
        return self.digest.hex()

    @property
    def groups(self) -> list[str]:
        """The digits of the hash, four by four."""
        return [self.hash[i : i + GROUP] for i in range(0, DIGITS, GROUP)]

    @property
    def qr_text(self) -> str:
        """What a phone reads off the QR code: what it is, then the digits."""
        return QR_TEXT.format(groups=" ".join(self.groups).upper())

    @property
    def id(self) -> str:
        """The commitment's first eight digits: its name on this computer, and no proof of anything."""
        return self.hash[:ID_LENGTH]

    @property
    def drawers(self) -> tuple[str, ...]:
        """The players in the order in which they draw: the computer's owner first, then clockwise.

        If cards were named instead of drawn, the last player could choose one, and an owner could choose a deal that way.
        """
        first = self.players.index(self.owner) if self.owner else 0
        return (*self.players[first:], *self.players[:first])

    def verify_draw(self, table_cards: Sequence[AnyCard]) -> None:
        """Raises InputError for another number of cards than players, and for a card that was drawn twice."""
        if len(table_cards) != len(self.players):
            count = len(table_cards)
            named = f"{count} card{'s' if count != 1 else ''}"
            order = ", ".join(self.drawers)
            raise Problem("deal.table_cards", "table_cards", named=named, players=len(self.players), order=order)
        for index, card in enumerate(table_cards):
            if card in table_cards[:index]:
                other = self.drawers[list(table_cards).index(card)]
                raise InputError(drawn_twice(card, other, self.drawers[index]))

    def deal(self, table_cards: Sequence[AnyCard]) -> DealResult:
        """The deal that these cards, one a player in the order of `drawers`, make of the secret."""
        self.verify_draw(table_cards)
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
        return make_deal(fresh_code(settings, secret), self.players, other_house_rules(house))


def drawn_twice(card: AnyCard, first: str, second: str) -> str:
    return f"{first} and {second} cannot both have drawn {card.safe_code}. Look at the two cards again."


def make_commitment(
    game: str, names: Sequence[str], house: House, dealer: int | None, secret: bytes, owner: int | None = None
) -> Commitment:
    """`dealer` and `owner` are seats; None where the deal draws the dealer, where the computer is nobody's at the table."""
    settings = settings_of(find_game(game), len(names), house, dealer)
    rules = tuple(f"{name}={show_value(value)}" for name, value in house.changed.items())
    return Commitment(
        game, settings.deck, settings.jokers, tuple(names), "" if dealer is None else names[dealer], rules, secret,
        "" if owner is None else names[owner],
    )  # fmt: skip


def read_table_cards(text: str) -> tuple[AnyCard, ...]:
    """`RH3,KBQ,J1`, one a player; spaces will do for commas. Raises InputError that names the one that is no card."""
    parts = [part.strip() for part in (text.split(",") if "," in text else text.split())]
    if not any(parts):
        raise Problem("deal.no_table_cards", "table_cards")
    if not all(parts):
        raise Problem("deal.stray_comma", "table_cards", value=text)
    try:
        return tuple(parse_card(part) for part in parts)
    except NotationError as error:
        raise Problem("deal.table_card", "table_cards", error=error) from error


# ---------------------------------------------------------------- the file, both ways


def receipt_text(commitment: Commitment, table_cards: Sequence[AnyCard]) -> str:
    """The receipt as a file; the same deal gives the same bytes."""
    return file_text(commitment, table_cards, str(commitment.deal(table_cards).code))


def file_text(commitment: Commitment, table_cards: Sequence[AnyCard], code: str) -> str:
    data = {
        LAYOUT_ENTRY: LAYOUT,
        "settings": commitment.settings,
        "secret": commitment.secret.hex(),
        "commitment": commitment.hash,
        "table_cards": [str(card) for card in table_cards],
        "code": code,
    }
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


class _Settings(NamedTuple):
    """What the file says, of the right types."""

    game: str
    deck: str
    jokers: int
    players: tuple[str, ...]
    dealer: str | None
    house: tuple[str, ...]
    owner: str | None


class _Entries(NamedTuple):
    settings: dict[str, Any]
    secret: str
    commitment: str
    table_cards: tuple[str, ...]
    code: str


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a file states: `stated` is its commitment, whether or not it is that of its settings and secret."""

    commitment: Commitment
    stated: str
    table_cards: tuple[AnyCard, ...]
    code: str


def parse_receipt(text: str, file: str) -> Receipt:
    """Raises InputError with the line in `file` where it is not what it should be."""
    try:
        document = parse_json(text, file)
    except InputError as error:
        raise InputError(f"{error} This is not a receipt.") from error
    if not isinstance(document.data, dict) or LAYOUT_ENTRY not in document.data:
        raise InputError(f'{file}: this is not a receipt: it has no entry "{LAYOUT_ENTRY}".')
    layout = document.data[LAYOUT_ENTRY]
    if layout != LAYOUT:
        raise document.error(
            f"this receipt or commitment has layout {str(layout)[:20]}. This version reads only layout {LAYOUT}: "
            "use the version that made it.",
            LAYOUT_ENTRY,
        )
    named = {name: value for name, value in document.data.items() if name != LAYOUT_ENTRY}
    entries = document._replace(data=named).read(_Entries)
    commitment = _read_commitment(document, entries)
    if not re.fullmatch("[0-9a-fA-F]{64}", entries.commitment):
        raise document.error(f"a commitment has {DIGITS} digits 0-9 and a-f.", "commitment")
    if len(entries.code) > MAX_WORD:
        raise document.error("that is no deal code.", "code")
    if len(entries.table_cards) > MAX_PLAYERS:
        raise document.error(f"a deal takes at most {MAX_PLAYERS} cards of the table.", "table_cards")
    cards = []
    for index, code in enumerate(entries.table_cards):
        try:
            cards.append(parse_card(code[:MAX_WORD]))
        except NotationError as error:
            raise document.error(str(error), "table_cards", index) from error
    return Receipt(commitment, entries.commitment.lower(), tuple(cards), entries.code)


def _read_commitment(document: Document, entries: _Entries) -> Commitment:
    """What is under the hash, of sizes that a table can have."""
    own = document.read(_Settings, "settings")
    if len(own.players) > MAX_PLAYERS:
        raise document.error(f"a table has at most {MAX_PLAYERS} players.", "settings", "players")
    try:
        names = check_names(own.players)
    except InputError as error:
        raise document.error(str(error), "settings", "players") from error
    if names != own.players:
        raise document.error("that is not how names are written here.", "settings", "players")
    if own.owner is not None and own.owner not in names:
        raise document.error(
            f"{own.owner[:MAX_WORD]!r} does not play. Players: {', '.join(names)}.", "settings", "owner"
        )
    words = (own.game, own.deck, own.dealer or "", *own.house)
    if len(own.house) > MAX_RULES or max(map(len, words)) > MAX_WORD:
        raise document.error("no table has so many or so long house rules.", "settings", "house")
    if not re.fullmatch("[0-9a-fA-F]{64}", entries.secret):
        raise document.error(f"a secret has {2 * SECRET} digits 0-9 and a-f.", "secret")
    return Commitment(
        own.game, own.deck, own.jokers, own.players, own.dealer or "", own.house, bytes.fromhex(entries.secret),
        own.owner or "",
    )  # fmt: skip


# ---------------------------------------------------------------- whether it is true


@dataclass(frozen=True, slots=True)
class ReceiptCheck:
    """What a receipt claims, each with whether it is true; in `faults` why it proves nothing.

    `fits`: whether settings, secret, cards and code belong together, and nothing that was compared contradicts them.
    `dealt` is what settings, secret and table cards make, None where they make nothing; `digits_compared` is how many
    digits of the commitment were compared with what was announced, 0 where nothing was given.
    """

    claims: tuple[tuple[str, bool], ...]
    commitment: Commitment
    table_cards: tuple[AnyCard, ...]
    dealt: DealResult | None
    faults: tuple[str, ...]
    fits: bool
    digits_compared: int

    @property
    def proven(self) -> bool:
        """Whether it fits, and the whole commitment was compared: a deal that nobody promised proves nothing."""
        return self.fits and self.digits_compared == DIGITS


def check_receipt(receipt: Receipt, announced: str | None = None) -> ReceiptCheck:
    """Whether a receipt's commitment, settings and table cards give its deal, and whether that was promised.

    `announced` is the commitment as the players kept it before the deal: its digits, or the text of its QR code; None where
    nobody kept it. Raises InputError where it is neither.
    """
    commitment = receipt.commitment
    kept = receipt.stated == commitment.hash
    claims = [("settings and secret have this commitment", kept)]
    faults = []
    digits = "" if announced is None else read_commitment(announced)
    dealt: DealResult | None = None
    try:
        dealt = commitment.deal(receipt.table_cards)
    except InputError as error:
        claims.append(("settings and table cards make a deal", False))
        faults.append(str(error))
    else:
        claims.append(("settings, secret and table cards give the deal code", _same_code(receipt.code, dealt)))
    if dealt and not claims[-1][1]:
        faults.append(_what_differs(receipt.code, dealt, kept))
    elif dealt and not kept:
        faults.append("The commitment itself was changed; the rest belongs together.")
    is_announced = receipt.stated.startswith(digits)
    fits = is_announced and all(true for _, true in claims)
    if not is_announced:
        faults.append("The commitment is another one than was announced before the deal.")
    elif len(digits) < DIGITS:
        compared = f"Only {len(digits)} of {DIGITS} digits were" if digits else "No commitment was"
        faults.append(
            f"{compared} compared, so nothing shows that this deal was promised. Compare all {DIGITS} digits."
        )
    claims.append(
        ("the whole commitment was compared, and is the one that was announced", is_announced and len(digits) == DIGITS)
    )
    return ReceiptCheck(tuple(claims), commitment, receipt.table_cards, dealt, tuple(faults), fits, len(digits))


def read_commitment(typed: str) -> str:
    """The digits of a commitment, or of a part of it: as typed, in any groups, or as the text of its QR code.

    Raises InputError for anything else, and for no digits or too many.
    """
    digits = "".join(c for c in typed.lower().rpartition("commitment:")[2] if c.isalnum())
    wrong = [c for c in digits if c not in "0123456789abcdef"]
    if wrong or not 1 <= len(digits) <= DIGITS:
        has = repr(wrong[0]) if wrong else f"{len(digits)} digits"
        raise InputError(
            f"a commitment has {DIGITS} digits 0-9 and a-f, and this has {has}. Give all of it, or what a phone reads off its "
            "QR code."
        )
    return digits


def _same_code(stated: object, dealt: DealResult) -> bool:
    try:
        return str(parse_code(str(stated))) == str(dealt.code)
    except InputError:
        return False


def _what_differs(stated: str, dealt: DealResult, kept: bool) -> str:
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
