"""Deals that are dealt, promised, and checked, and what each is in plain data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from tt_print.core.deal_table import fresh_codes, read_code, read_table
from tt_print.dealing.announce import announce, rule_value
from tt_print.dealing.code import full_code
from tt_print.dealing.plan import DealResult, deal_json
from tt_print.errors import InputError
from tt_print.people import find_player
from tt_print.problems import Problem

if TYPE_CHECKING:
    from tt_print.core.commands.deal import Deal
    from tt_print.dealing.commitments import PendingCommitment
    from tt_print.dealing.receipt import Commitment, ReceiptCheck

NOBODY = ("none", "nobody", "0")


def make_deals(options: Deal, random_bytes: Callable[[int], bytes]) -> list[DealResult]:
    """One deal a hand. Raises InputError."""
    if options.code:
        table, code = read_code(options)
        return [table.deal(code)]
    table = read_table(options)
    return [table.deal(fresh) for fresh in fresh_codes(table, options.hands or 1, random_bytes)]


def make_promise(options: Deal, random_bytes: Callable[[int], bytes]) -> PendingCommitment:
    """A fresh secret, with what may be public. `owner` is whose computer this is: without one the first player's."""
    from tt_print.dealing.commitments import PendingCommitment
    from tt_print.dealing.receipt import SECRET, make_commitment

    if options.hands is not None:
        raise Problem("deal.one_hand", "hands")
    table, word = read_table(options), options.owner.strip()
    owner = None if word.lower() in NOBODY else find_player(word, table.names) if word else 0
    secret = random_bytes(SECRET)
    return PendingCommitment(
        make_commitment(table.game.name, table.names, table.house, table.settings.dealer, secret, owner)
    )


def receipt_file(pending: PendingCommitment) -> dict[str, bytes]:
    """The receipt by its name. Raises InputError before all have drawn."""
    from tt_print.dealing.receipt import receipt_text

    text = receipt_text(pending.commitment, pending.table_cards)
    return {f"receipts/receipt-{pending.commitment.id}.json": text.encode()}


def check_file(data: bytes, name: str, announced: str | None) -> ReceiptCheck:
    """Whether a receipt proves its deal, given the commitment as it was announced. Raises InputError for what is no receipt."""
    from tt_print.dealing.receipt import MAX_BYTES, check_receipt, parse_receipt
    from tt_print.input_files import decode

    if len(data) > MAX_BYTES:
        raise InputError("this is larger than a receipt can be; it is another file.")
    return check_receipt(parse_receipt(decode(data, name), name), announced)


# ---------------------------------------------------------------- plain data


def deal_data(dealts: Sequence[DealResult], *, reveal: bool, full: bool) -> dict[str, Any]:
    """The first hand's keys, and where there are more hands each of the others under `later`."""
    first = _one(dealts[0], reveal=reveal, full=full)
    if len(dealts) > 1:
        first["later"] = [
            {"hand": hand_number, **_one(dealt, reveal=reveal, full=full)}
            for hand_number, dealt in enumerate(dealts[1:], 2)
        ]
    return first


def _one(dealt: DealResult, *, reveal: bool, full: bool) -> dict[str, Any]:
    announcement = announce(dealt)
    data = deal_json(dealt, reveal=reveal)
    if plan := dealt.game.table.deal_plan(len(dealt.names), dealt.house):
        data["plan"] = list(plan)
        if reveal:
            data["deals"] = [
                {name: [str(card) for card in hand] for name, hand in zip(dealt.names, hands, strict=True)}
                for hands in dealt.deals
            ]
    data["also"] = list(dealt.game.table.other_decks(len(dealt.names), dealt.deck))
    data["house"] = {
        name: rule_value(name, value, dealt.names) if isinstance(value, tuple) else value
        for name, value in dealt.house.changed.items()
    }
    if full:
        data["full_code"] = str(full_code(dealt.code))
    data["text"] = "\n".join([announcement.title, *(text for _, text in announcement.rows), *announcement.read])
    return data


def commit_data(commitment: Commitment) -> dict[str, Any]:
    return {
        "id": commitment.id, "commitment": commitment.hash, "qr": commitment.qr_text, "draws": list(commitment.drawers),
        "settings": commitment.settings,
    }  # fmt: skip


def check_data(checked: ReceiptCheck) -> dict[str, Any]:
    commitment, dealt = checked.commitment, checked.dealt
    return {
        "proven": checked.proven, "claims": [{"claim": claim, "true": true} for claim, true in checked.claims],
        "faults": list(checked.faults), "commitment": commitment.hash, "code": str(dealt.code) if dealt else None,
        "digits_compared": checked.digits_compared, "settings": commitment.settings,
    }  # fmt: skip
