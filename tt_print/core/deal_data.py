"""A deal, a commitment and the check of a receipt as `--json` has them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tt_print.dealing.announce import announce, rule_value
from tt_print.dealing.code import full_code
from tt_print.dealing.plan import Dealt, deal_json

if TYPE_CHECKING:
    from tt_print.dealing.receipt import Checked, Commitment


def deal_data(dealts: Sequence[Dealt], *, reveal: bool, full: bool) -> dict[str, Any]:
    """The first hand's keys, and where there are more hands each of the others under `later`."""
    first = _one(dealts[0], reveal=reveal, full=full)
    if len(dealts) > 1:
        first["later"] = [
            {"hand": hand_number, **_one(dealt, reveal=reveal, full=full)}
            for hand_number, dealt in enumerate(dealts[1:], 2)
        ]
    return first


def _one(dealt: Dealt, *, reveal: bool, full: bool) -> dict[str, Any]:
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


def check_data(checked: Checked) -> dict[str, Any]:
    commitment, dealt = checked.commitment, checked.dealt
    return {
        "proven": checked.proven, "claims": [{"claim": claim, "true": true} for claim, true in checked.claims],
        "faults": list(checked.faults), "commitment": commitment.hash, "code": str(dealt.code) if dealt else None,
        "digits_compared": checked.digits_compared, "settings": commitment.settings,
    }  # fmt: skip
