"""`tt-print deal --commit`, `--committed` and `--check`: what they say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tt_print.cli.deal.options import DealOptions
from tt_print.cli.deal.table import read_table
from tt_print.dealing.plan import Dealt
from tt_print.dealing.promises import Waiting, find, keep
from tt_print.dealing.receipt import (
    SECRET,
    Checked,
    Promise,
    check_receipt,
    make_promise,
    read_table_cards,
    receipt_text,
)
from tt_print.errors import InputError, MachineError
from tt_print.paths import data_folder

GROUP = 8


def commit(options: DealOptions) -> Promise:
    """Keeps a fresh secret and gives what may be told of it: its commitment."""
    from os import urandom  # what `secrets` gives, without its imports

    if options.hands is not None:
        raise InputError("a commitment is for one hand. Leave out --hands.")
    table = read_table(options)
    promise = make_promise(table.game.name, table.names, table.house, table.settings.dealer, urandom(SECRET))
    keep(data_folder(), Waiting(promise))
    return promise


def commit_lines(promise: Promise) -> list[str]:
    example = ",".join(
        ("RH3", "KBQ", "YC1", "GS4", "BT2", "RS1", "KC3", "YBQ")[place % 8] for place in range(len(promise.players))
    )
    if len(promise.players) > 8:
        example = "RH3,KBQ,..."
    return [
        f"Commitment {promise.id}:",
        f"  {grouped(promise.commitment)}",
        "Let everybody take a picture of it, or write down the first two groups. Then each player names a card that "
        f"nobody could know, such as the top one of a shuffled deck, in the order {', '.join(promise.players)}:",
        f"  tt-print deal --committed {promise.id} --table-cards {example}",
        "The secret stays in your data folder until the receipt shows it.",
    ]


def commit_data(promise: Promise) -> dict[str, Any]:
    return {"id": promise.id, "commitment": promise.commitment, "settings": promise.settings}


def grouped(digits: str) -> str:
    return " ".join(digits[i : i + GROUP] for i in range(0, len(digits), GROUP))


def committed(wanted: str, table_cards: str) -> tuple[Waiting, Dealt]:
    """The promised deal. The cards are kept with it, so that they need be typed only once.

    Raises InputError without cards where none were given before.
    """
    waiting = find(data_folder(), wanted)
    if table_cards:
        waiting = waiting.with_cards(read_table_cards(table_cards))
    elif not waiting.table_cards:
        names = ", ".join(waiting.promise.players)
        raise InputError(f"the commitment {waiting.promise.id} waits for a card of each player. Give them in the order "
                         f"{names}: --table-cards RH3,KBQ,...")  # fmt: skip
    dealt = waiting.promise.deal(waiting.table_cards)
    keep(data_folder(), waiting)
    return waiting, dealt


def receipt_file(waiting: Waiting) -> tuple[str, bytes]:
    return f"receipts/receipt-{waiting.promise.id}.json", receipt_text(waiting.promise, waiting.table_cards).encode(
        "utf-8"
    )


def committed_lines(waiting: Waiting, *, receipt: bool) -> list[str]:
    cards = " ".join(card.safe_code for card in waiting.table_cards)
    lines = [f"Made of the commitment {waiting.promise.id} and the table's cards {cards}."]
    if not receipt:
        lines.append(f"After the hand, write the receipt: tt-print deal --committed {waiting.promise.id} --receipt")
    else:
        lines.append(f"Anybody can check the receipt: tt-print deal --check receipt-{waiting.promise.id}.json")
    return lines


def refuse_settings(options: DealOptions) -> None:
    """Everything was settled with the commitment. Raises InputError for an option that would settle it again."""
    named = {
        "--players": options.players,
        "--deck": options.deck,
        "--jokers": options.jokers,
        "--order": options.order,
        "--dealer": options.dealer,
        "--hands": options.hands is not None,
        "--house": options.house,
        "--option": options.option,
    }
    given = [name for name, value in named.items() if value]
    if given:
        raise InputError(
            f"the commitment settled everything before the cards were known. Leave out {', '.join(given)}."
        )


def check(path: Path, announced: str) -> Checked:
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise InputError(
            f"there is no file {path}. Name the receipt: tt-print deal --check receipt-1a2b3c4d.json"
        ) from None
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: this is not a receipt: it is not text.") from error
    except OSError as error:
        raise MachineError(f"cannot read {path} ({error.strerror or error}).") from error
    try:
        return check_receipt(text, announced)
    except InputError as error:
        raise InputError(f"{path}: {error}") from error


def check_lines(checked: Checked, announced: str) -> list[str]:
    promise, dealt = checked.promise, checked.dealt
    lines = [f"{'yes' if true else 'NO ':<3}  {claim}" for claim, true in checked.claims]
    if not checked.proven or dealt is None:
        return [*lines, "", "The receipt proves nothing.", *(f"  {fault}" for fault in checked.faults)]
    lines += [
        "",
        "The receipt is true.",
        f"{dealt.game.title}: {', '.join(promise.players)}; {dealt.names[dealt.dealer]} dealt. "
        f"House rules: {', '.join(promise.house) or 'none'}",
        f"Table's cards: {' '.join(card.safe_code for card in checked.table_cards)}",
        "Commitment:",
        f"  {grouped(promise.commitment)}",
        f"Deal code: {dealt.code}   every card: tt-print deal --code {dealt.code} --reveal",
    ]
    if not announced:
        lines.append(
            "Compare the commitment with the one that was announced before the deal; --commitment does it for you."
        )
    return lines


def check_data(checked: Checked) -> dict[str, Any]:
    promise, dealt = checked.promise, checked.dealt
    return {
        "receipt": checked.proven, "claims": [{"claim": claim, "true": true} for claim, true in checked.claims],
        "faults": list(checked.faults), "commitment": promise.commitment, "code": str(dealt.code) if dealt else None,
        "settings": promise.settings,
    }  # fmt: skip
