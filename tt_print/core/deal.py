"""Dealing: the setup, what is read aloud, codes and proof; and the chits of a game with pointers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tt_print.core.commands.deal import Deal
from tt_print.core.deal_table import read_chits
from tt_print.core.deals import check_data, check_file, commit_data, deal_data, make_deals, make_promise, receipt_file
from tt_print.core.environment import Call, Reply, file_rows
from tt_print.core.fields import Field, HouseRules, as_json, house_fields, plain_choices, rule_texts
from tt_print.deck import VARIABLES, parse_card
from tt_print.errors import InputError, choose
from tt_print.games import find_game, load_games, titles_where
from tt_print.records import dataclass

if TYPE_CHECKING:
    from tt_print.dealing.commitments import PendingCommitment
    from tt_print.dealing.plan import DealResult
    from tt_print.engine.base import Game

Players = tuple[str, ...] | int


@dataclass(frozen=True, slots=True)
class DealFieldsRequest:
    """`game`: whose deal it is."""

    game: str


def list_fields(asked: DealFieldsRequest, call: Call) -> dict[str, Any]:
    game = find_game(asked.game)
    return {
        "game": game.name,
        "title": game.title,
        "fields": as_json(table_fields(game)),
        "house": as_json(house_fields(game)),
        "pointers": game.table.pointers is not None,
        "slips": not game.table.hides_hands,
    }


def table_fields(game: Game) -> list[Field]:
    """The options of a deal beside its house rules."""
    low, high = game.players
    fields = [
        Field("players", "names", "The players, clockwise; names may be left out.", minimum=low, maximum=high),
        Field("dealer", "seat", "Who deals; left open, somebody is drawn.", needed=False),
    ]
    for name, text in (("deck", "The deck."), ("jokers", "How many jokers."), ("order", "The order of a turn.")):
        option = next((each for each in game.options if each.name == name), None)
        values = [] if option is None else [str(value) for value in option.values if value != "auto"]
        if len(values) > 1:
            fields.append(Field(name, "choice", text, needed=False, choices=plain_choices(values)))
    fields.append(Field("hands", "number", "How many hands at once.", needed=False, minimum=1, maximum=60))
    return fields


# ---------------------------------------------------------------- a deal


@dataclass(frozen=True, slots=True)
class TableRequest:
    """A table to deal to. The chits are those of a game with pointers, without `game` of the only one that has some."""

    game: str = ""
    players: Players = ()
    dealer: str = ""
    deck: str = ""
    jokers: str | int = ""
    order: str = ""
    hands: int | None = None
    house: HouseRules = ()


@dataclass(frozen=True, slots=True)
class DealRequest(TableRequest):
    """A fresh deal, or with `code` a repeated one. `reveal` shows every card; `full_code` has also the code that holds the order."""

    code: str = ""
    reveal: bool = False
    full_code: bool = False


def deal(asked: DealRequest, call: Call) -> dict[str, Any]:
    dealts = make_deals(options_of(asked), call.environment.random_bytes)
    return deal_data(dealts, reveal=asked.reveal, full=asked.full_code) | announcement_json(dealts[0])


def options_of(asked: Any) -> Deal:
    """A request with the fields of a table, as the command's. Raises InputError for names that cannot be."""
    from tt_print.people import check_names

    players = str(asked.players) if isinstance(asked.players, int) else ",".join(check_names(asked.players))
    return Deal(
        game=asked.game, players=players, deck=asked.deck, jokers=str(asked.jokers), order=asked.order, dealer=asked.dealer,
        hands=asked.hands, code=getattr(asked, "code", ""), house=tuple(rule_texts(asked.house)),
        owner=getattr(asked, "owner", "").strip() or "none",
    )  # fmt: skip


def announcement_json(dealt: DealResult) -> dict[str, Any]:
    """What is done and what is read aloud; `rules_text` are the house rules, `added` those that no code holds."""
    from tt_print.dealing.announce import added_rules, announce, common_words, house_text

    said, labels = announce(dealt), common_words().labels
    return {
        "title": said.title,
        "rows": [[labels[label], text] for label, text in said.rows],
        "read": list(said.read),
        "rules_text": house_text(dealt),
        "added": added_rules(dealt),
    }


def deal_chits(asked: TableRequest, call: Call) -> dict[str, Any]:
    from tt_print.dealing.announce import chits_json, turn_lines

    settings, house = read_chits(options_of(asked))
    return chits_json(settings, house) | {"turn": turn_lines(settings, house)}


# ---------------------------------------------------------------- pointers


@dataclass(frozen=True, slots=True)
class PointersRequest:
    """`pointers`: their positions (three values, or a card); () for the start. `move`: the variable of the pointer that moves one step."""

    deck: str = "full"
    pointers: tuple[str, ...] | str = ()
    move: str = ""
    game: str = ""
    house: HouseRules = ()


def move_pointers(asked: PointersRequest, call: Call) -> dict[str, Any]:
    from tt_print.core.fields import read_house

    game = find_game(asked.game) if asked.game else next(each for each in load_games() if each.table.pointers)
    rules = game.table.pointers
    if rules is None:
        title = titles_where(lambda each: each.table.pointers is not None)
        raise InputError(f"{game.title} has no pointers to move; {title} has.")
    house = read_house(game, asked.house)
    deck = choose("deck", asked.deck, [deck for deck, _ in game.table.variants])
    rings = {variable: rules.ring(deck, variable) for variable in VARIABLES}
    now = _read_pointers(asked.pointers) or rules.start
    for variable, value in zip(VARIABLES, now, strict=True):
        choose(variable, value, rings[variable])
    if asked.move:
        variable = choose("pointer", asked.move, VARIABLES)
        now = rules.moved(now, rules.step(deck, now[VARIABLES.index(variable)]))
    return {
        "game": game.name,
        "deck": deck,
        "pointers": dict(zip(VARIABLES, now, strict=True)),
        "moves": {variable: rules.step(deck, value) for variable, value in zip(VARIABLES, now, strict=True)},
        "rings": {variable: list(ring) for variable, ring in rings.items()},
        "claims": rules.choices(now),
        "max_cards": rules.max_cards(deck, house),
    }


def _read_pointers(given: tuple[str, ...] | str) -> tuple[str, ...]:
    """Three values in the order color, shape, number. Raises InputError."""
    if isinstance(given, str):
        card = parse_card(given)
        return tuple(getattr(card, variable, "") for variable in VARIABLES)
    if len(given) not in (0, len(VARIABLES)):
        raise InputError(f"{len(given)} pointers: there are three, of color, shape and number.")
    return given


# ---------------------------------------------------------------- a deal that can be proved


@dataclass(frozen=True, slots=True)
class CommitRequest(TableRequest):
    """As a fresh deal; `owner` is whose computer this is, "none" where it is nobody's at the table."""

    owner: str = "none"


def commit(asked: CommitRequest, call: Call) -> dict[str, Any]:
    """The promise; `digits` are its groups, `modules` the rows of its QR code with 1 for dark, `pending` holds the secret."""
    from tt_print.dealing.commitments import commitment_text
    from tt_print.dealing.qr import qr_modules

    pending = make_promise(options_of(asked), call.environment.random_bytes)
    commitment = pending.commitment
    modules = qr_modules(commitment.qr_text, "m")
    return commit_data(commitment) | {
        "digits": commitment.groups,
        "modules": modules,
        "pending": commitment_text(pending),
    }


@dataclass(frozen=True, slots=True)
class DrawRequest:
    """`pending`: as the commitment, or the last draw, gave it; `cards`: those that were drawn so far, in the order of `draws`."""

    pending: str
    cards: tuple[str, ...] = ()
    reveal: bool = False


def draw(asked: DrawRequest, call: Call) -> dict[str, Any]:
    """Who draws next; once all have drawn, the deal."""
    from tt_print.dealing.commitments import commitment_text
    from tt_print.dealing.receipt import drawn_twice

    pending = read_pending(asked.pending)
    drawers = pending.commitment.drawers
    cards = tuple(map(parse_card, asked.cards)) if asked.cards else pending.table_cards
    for index, card in enumerate(cards[: len(drawers)]):
        if card in cards[:index]:
            raise InputError(drawn_twice(card, drawers[cards.index(card)], drawers[index]))
    if len(cards) > len(drawers):
        pending.commitment.verify_draw(cards)
    pending = pending.with_cards(cards)
    found: dict[str, Any] = {
        "pending": commitment_text(pending),
        "drawn": [[name, str(card)] for name, card in zip(drawers, cards, strict=False)],
        "next": None if pending.is_drawn else drawers[len(cards)],
    }
    if not pending.is_drawn:
        return found | {"deal": None}
    dealt = pending.commitment.deal(cards)
    return found | {"deal": deal_data([dealt], reveal=asked.reveal, full=False) | announcement_json(dealt)}


def read_pending(text: str) -> PendingCommitment:
    """Raises InputError for what is no commitment."""
    from tt_print.dealing.commitments import read_pending

    return read_pending(text, "pending")


@dataclass(frozen=True, slots=True)
class ReceiptRequest:
    """`pending`: with all cards drawn."""

    pending: str


def receipt(asked: ReceiptRequest, call: Call) -> Reply:
    files = receipt_file(read_pending(asked.pending))
    (text,) = files.values()
    return Reply({"files": file_rows(files), "text": text.decode()}, files)


@dataclass(frozen=True, slots=True)
class CheckRequest:
    """`receipt`: its text, or "" for the file `receipt` that came with the request; `commitment`: all of it as it was announced
    (its digits, or the text of its QR code), None where nobody kept it: then nothing is proven."""

    receipt: str = ""
    commitment: str | None = None


def check(asked: CheckRequest, call: Call) -> dict[str, Any]:
    data = asked.receipt.encode(errors="replace") or call.files.get("receipt", b"")
    if not data:
        raise InputError("there is no receipt to check.")
    checked = check_file(data, "receipt", asked.commitment)
    dealt = checked.dealt
    return check_data(checked) | {
        "draws": [
            [name, str(card)] for name, card in zip(checked.commitment.drawers, checked.table_cards, strict=False)
        ],
        "deal": None if dealt is None or not checked.fits else announcement_json(dealt),
    }


REQUESTS = {
    "deal": (DealRequest, deal),
    "deal.fields": (DealFieldsRequest, list_fields),
    "deal.chits": (TableRequest, deal_chits),
    "deal.commit": (CommitRequest, commit),
    "deal.draw": (DrawRequest, draw),
    "deal.receipt": (ReceiptRequest, receipt),
    "deal.check": (CheckRequest, check),
    "pointers": (PointersRequest, move_pointers),
}
