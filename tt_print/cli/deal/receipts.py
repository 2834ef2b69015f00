"""`tt-print deal --commit`, `--committed` and `--check`: what they say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tt_print.cli.deal.options import DealOptions
from tt_print.cli.deal.table import read_table
from tt_print.dealing.commitments import PendingCommitment, find_commitment, save_commitment
from tt_print.dealing.plan import Dealt
from tt_print.dealing.receipt import (
    SECRET,
    Checked,
    Commitment,
    check_receipt,
    make_commitment,
    read_table_cards,
    receipt_text,
)
from tt_print.errors import InputError, MachineError
from tt_print.paths import data_folder

GROUP = 8


def commit(options: DealOptions) -> Commitment:
    """Keeps a fresh secret and gives what may be told of it: its commitment."""
    from os import urandom  # what `secrets` gives, without its imports

    if options.hands is not None:
        raise InputError("a commitment is for one hand. Leave out --hands.")
    table = read_table(options)
    commitment = make_commitment(table.game.name, table.names, table.house, table.settings.dealer, urandom(SECRET))
    save_commitment(data_folder(), PendingCommitment(commitment))
    return commitment


def commit_lines(commitment: Commitment) -> list[str]:
    example = ",".join(
        ("RH3", "KBQ", "YC1", "GS4", "BT2", "RS1", "KC3", "YBQ")[index % 8] for index in range(len(commitment.players))
    )
    if len(commitment.players) > 8:
        example = "RH3,KBQ,..."
    return [
        f"Commitment {commitment.id}:",
        f"  {grouped(commitment.hash)}",
        "Let everybody take a picture of it, or write down the first two groups. Then each player names a card that "
        f"nobody could know, such as the top one of a shuffled deck, in the order {', '.join(commitment.players)}:",
        f"  tt-print deal --committed {commitment.id} --table-cards {example}",
        "The secret stays in your data folder until the receipt shows it.",
    ]


def commit_data(commitment: Commitment) -> dict[str, Any]:
    return {"id": commitment.id, "commitment": commitment.hash, "settings": commitment.settings}


def grouped(digits: str) -> str:
    return " ".join(digits[i : i + GROUP] for i in range(0, len(digits), GROUP))


def committed(wanted: str, table_cards: str) -> tuple[PendingCommitment, Dealt]:
    """The promised deal. The cards are kept with it, so that they need be typed only once.

    Raises InputError without cards where none were given before.
    """
    pending = find_commitment(data_folder(), wanted)
    if table_cards:
        pending = pending.with_cards(read_table_cards(table_cards))
    elif not pending.table_cards:
        names = ", ".join(pending.commitment.players)
        raise InputError(f"the commitment {pending.commitment.id} waits for a card of each player. Give them in the order "
                         f"{names}: --table-cards RH3,KBQ,...")  # fmt: skip
    dealt = pending.commitment.deal(pending.table_cards)
    save_commitment(data_folder(), pending)
    return pending, dealt


def receipt_file(pending: PendingCommitment) -> tuple[str, bytes]:
    return f"receipts/receipt-{pending.commitment.id}.json", receipt_text(
        pending.commitment, pending.table_cards
    ).encode("utf-8")


def committed_lines(pending: PendingCommitment, *, receipt: bool) -> list[str]:
    cards = " ".join(card.safe_code for card in pending.table_cards)
    lines = [f"Made of the commitment {pending.commitment.id} and the table's cards {cards}."]
    if not receipt:
        lines.append(f"After the hand, write the receipt: tt-print deal --committed {pending.commitment.id} --receipt")
    else:
        lines.append(f"Anybody can check the receipt: tt-print deal --check receipt-{pending.commitment.id}.json")
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
    commitment, dealt = checked.commitment, checked.dealt
    lines = [f"{'yes' if true else 'NO ':<3}  {claim}" for claim, true in checked.claims]
    if not checked.proven or dealt is None:
        return [*lines, "", "The receipt proves nothing.", *(f"  {fault}" for fault in checked.faults)]
    lines += [
        "",
        "The receipt is true.",
        f"{dealt.game.title}: {', '.join(commitment.players)}; {dealt.names[dealt.dealer]} dealt. "
        f"House rules: {', '.join(commitment.house) or 'none'}",
        f"Table's cards: {' '.join(card.safe_code for card in checked.table_cards)}",
        "Commitment:",
        f"  {grouped(commitment.hash)}",
        f"Deal code: {dealt.code}   every card: tt-print deal --code {dealt.code} --reveal",
    ]
    if not announced:
        lines.append(
            "Compare the commitment with the one that was announced before the deal; --commitment does it for you."
        )
    return lines


def check_data(checked: Checked) -> dict[str, Any]:
    commitment, dealt = checked.commitment, checked.dealt
    return {
        "receipt": checked.proven, "claims": [{"claim": claim, "true": true} for claim, true in checked.claims],
        "faults": list(checked.faults), "commitment": commitment.hash, "code": str(dealt.code) if dealt else None,
        "settings": commitment.settings,
    }  # fmt: skip
