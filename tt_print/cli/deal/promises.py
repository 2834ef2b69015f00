"""`tt-print deal --commit`, `--committed` and `--check`: what they say."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tt_print.cli.deal.text import repeat_line, terminal_width
from tt_print.cli.hints import quoted
from tt_print.errors import join_words
from tt_print.games import find_game
from tt_print.terminal import can_draw, columns

if TYPE_CHECKING:
    from tt_print.cli.request_commands import AnswerContext
    from tt_print.core.commands.deal import Deal
    from tt_print.dealing.commitments import PendingCommitment
    from tt_print.dealing.receipt import Commitment, ReceiptCheck

EXAMPLES = ("RH3", "KBQ", "YC1", "GS4", "BT2", "RS1", "KC3", "YBQ")
WHITE_ON_BLACK = "\x1b[38;5;231;48;5;16m{}\x1b[0m"  # of 256 colors, which no theme of a terminal changes


# ---------------------------------------------------------------- the promise


def commit_lines(commitment: Commitment, options: Deal) -> list[str]:
    last = commitment.drawers[-1]
    guessed = [] if options.owner.strip() else ["If it is somebody else's computer, start again with --owner NAME."]
    return [
        f"Commitment {commitment.id}: {find_game(commitment.game).title} for {join_words(commitment.players, 'and')}",
        *_digit_lines(commitment),
        "Keep all 64 digits, each of you: take a picture. A part of them proves nothing.",
        f"Then draw: {last} shuffles a deck last, and everyone draws a card from it and shows it to all, "
        f"{_drawing_order(commitment)}. No card is put back, and nobody names one instead of drawing.",
        *guessed,
        _drawing_command(commitment),
        "The secret stays in your data folder until the receipt shows it.",
    ]


def _drawing_order(commitment: Commitment) -> str:
    first, *others = commitment.drawers
    whose = ", whose computer this is," if commitment.owner else ""
    return f"first {first}{whose} then {join_words(others, 'and')}"


def _drawing_command(commitment: Commitment) -> str:
    count = len(commitment.players)
    example = ",".join(EXAMPLES[:count]) if count <= len(EXAMPLES) else _many_examples(count)
    return f"  tt-print deal --committed {commitment.id} --table-cards {quoted(example)}"


def _many_examples(count: int) -> str:
    from tt_print.deck import FULL, JOKERS, AnyCard

    cards: tuple[AnyCard, ...] = (*FULL, *JOKERS)
    return ",".join(card.safe_code for card in cards[:count])


def _digit_lines(commitment: Commitment) -> list[str]:
    """The groups of its digits in as many columns as fit."""
    groups, in_row = commitment.groups, 8 if terminal_width() >= 46 else 4
    return [f"  {' '.join(groups[i : i + in_row])}" for i in range(0, len(groups), in_row)]


def qr_lines(commitment: Commitment) -> list[str]:
    """The QR code for a terminal that can show it; none elsewhere."""
    import os

    if not (sys.stdout.isatty() and can_draw()):
        return []
    from tt_print.dealing.qr import qr_blocks

    lines = qr_blocks(commitment.qr_text)
    if len(lines[0]) > columns():
        return []
    plain = "NO_COLOR" in os.environ or os.environ.get("TERM", "").lower() in ("", "dumb")
    return lines if plain else [WHITE_ON_BLACK.format(line) for line in lines]


# ---------------------------------------------------------------- the deal


def committed_lines(pending: PendingCommitment, printed: AnswerContext) -> list[str]:
    """What the deal was made of, and the command for what comes next: the receipt, or to check it."""
    commitment = pending.commitment
    lines = [
        f"Made of the commitment {commitment.id} and the table's cards: {_drawn(commitment, pending.table_cards)}."
    ]
    if not printed.request.receipt:
        out = "" if printed.out == Path("output") else f" --out {quoted(printed.out.as_posix())}"
        return [
            *lines,
            "After the hand, write the receipt:",
            f"  tt-print deal --committed {commitment.id} --receipt{out}",
        ]
    path = printed.written[0]
    return [
        *lines,
        "Anybody can check the receipt, best on a computer of their own: copy the file there, type its name there, and add "
        "--commitment and the 64 digits that they kept.",
        f"  tt-print deal --check {quoted(f'./{path}' if path.startswith('-') else path)}",
    ]


def _drawn(commitment: Commitment, cards: Sequence[Any]) -> str:
    return ", ".join(f"{name} {card.safe_code}" for name, card in zip(commitment.drawers, cards, strict=True))


# ---------------------------------------------------------------- the proof


def check_lines(checked: ReceiptCheck) -> list[str]:
    commitment, dealt = checked.commitment, checked.dealt
    result = ["The receipt proves the deal."] if checked.proven else ["Not proven."]
    lines = [f"{'yes' if true else 'NO ':<3}  {claim}" for claim, true in checked.claims]
    lines += ["", *result, *(f"  {fault}" for fault in checked.faults)]
    if not checked.fits or dealt is None:
        return lines
    if not checked.proven:
        lines += [
            "  Type --commitment and the digits, or the text of the QR code; or compare these with a picture of it:",
            *_digit_lines(commitment),
        ]
    owner = f"; {commitment.owner}'s computer" if commitment.owner else ""
    return [
        *lines,
        f"{dealt.game.title}: {', '.join(commitment.players)}; {dealt.names[dealt.dealer]} dealt{owner}. "
        f"House rules: {', '.join(commitment.house) or 'none'}",
        f"Table's cards: {_drawn(commitment, checked.table_cards)}. Was yours yours?",
        f"Deal code: {dealt.code}   Every card:",
        f"  {repeat_line(dealt)} --reveal",
    ]
