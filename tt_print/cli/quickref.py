"""What `tt-print quickref` says about the reference cards that it made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tt_print.cli.common import calibration_notice

if TYPE_CHECKING:
    from tt_print.cli.request_commands import AnswerContext


def lines(printed: AnswerContext) -> list[str]:
    request, made = printed.request, printed.answer.made
    cards, sheets = len(made.cards), len(made.sheets)
    found = [
        f"Wrote {printed.written[0]}   {sheets} sheet{'s' if sheets > 1 else ''} of {made.per_sheet}: "
        f"{cards} reference card{'s' if cards > 1 else ''}, smallest letters {made.text_pt:.1f} pt",
        *calibration_notice(made.choices.profile, request.printer, made.choices.paper),
    ]
    if not request.large and made.card.name == "standard":
        found.append("  Larger, four to a page: --large.")
    return [*found, "Print it at 100% (“Actual size”), one-sided."]
