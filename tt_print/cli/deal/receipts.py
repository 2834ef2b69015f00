"""`tt-print deal --commit`, `--committed` and `--check`: what they do, and what they say."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tt_print.cli.deal.text import repeat_line, terminal_width
from tt_print.cli.hints import quoted
from tt_print.cli.prompting import Keyboard, at_terminal
from tt_print.core.deal_table import read_table
from tt_print.dealing.commitments import PendingCommitment, find_commitment, save_commitment
from tt_print.dealing.plan import Dealt
from tt_print.dealing.receipt import (
    MAX_BYTES,
    SECRET,
    Checked,
    Commitment,
    check_receipt,
    make_commitment,
    parse_receipt,
    read_table_cards,
    receipt_text,
)
from tt_print.errors import InputError, join_words
from tt_print.games import find_game
from tt_print.incoming import read_text
from tt_print.paths import data_folder
from tt_print.people import find_player
from tt_print.problems import Problem
from tt_print.terminal import can_draw, columns

if TYPE_CHECKING:
    from tt_print.cli.requested import Own
    from tt_print.core.commands.deal import Deal
    from tt_print.core.world import Call

NOBODY = ("none", "nobody", "0")
EXAMPLES = ("RH3", "KBQ", "YC1", "GS4", "BT2", "RS1", "KC3", "YBQ")
WHITE_ON_BLACK = "\x1b[38;5;231;48;5;16m{}\x1b[0m"  # of 256 colors, which no theme of a terminal changes


# ---------------------------------------------------------------- the promise


def commit(options: Deal, own: Own) -> Commitment:
    """Keeps a fresh secret and gives what may be told of it: its commitment."""
    from os import urandom  # what `secrets` gives, without its imports

    if options.hands is not None:
        raise Problem("deal.one_hand", "hands")
    table = read_table(options)
    commitment = make_commitment(
        table.game.name,
        table.names,
        table.house,
        table.settings.dealer,
        urandom(SECRET),
        _owner(options, own, table.names),
    )
    save_commitment(data_folder(), PendingCommitment(commitment))
    return commitment


def _owner(options: Deal, own: Own, names: Sequence[str]) -> int | None:
    """The seat of the player whose computer this is: as typed, as asked at a terminal, else the first one."""
    word = options.owner.strip()
    if not word and at_terminal() and not own.silent:
        from tt_print.cli.deal.drawing import ask_owner

        return ask_owner(names, Keyboard())
    if word.lower() in NOBODY:
        return None
    return find_player(word, names) if word else 0


def commit_lines(commitment: Commitment, options: Deal) -> list[str]:
    last = commitment.drawers[-1]
    guessed = (
        [] if options.owner.strip() or at_terminal() else ["If it is another's computer, begin anew with --owner NAME."]
    )
    return [
        f"Commitment {commitment.id}: {find_game(commitment.game).title} for {join_words(commitment.players, 'and')}",
        *_digit_lines(commitment),
        "Keep all 64 digits, each of you: take a picture. A part of them proves nothing.",
        f"Then draw: {last} shuffles a deck last, and everyone draws a card from it and shows it to all, "
        f"{_drawing_order(commitment)}. No card is put back, and nobody names one instead of drawing.",
        *guessed,
        *_drawing_commands(commitment),
        "The secret stays in your data folder until the receipt shows it.",
    ]


def _drawing_order(commitment: Commitment) -> str:
    first, *others = commitment.drawers
    whose = ", whose computer this is," if commitment.owner else ""
    return f"first {first}{whose} then {join_words(others, 'and')}"


def _drawing_commands(commitment: Commitment) -> list[str]:
    """One that asks for the cards, where somebody can answer; else one that names them all."""
    command = f"  tt-print deal --committed {commitment.id}"
    if at_terminal():
        return [command]
    count = len(commitment.players)
    example = ",".join(EXAMPLES[:count]) if count <= len(EXAMPLES) else _many_examples(count)
    return [f"{command} --table-cards {quoted(example)}"]


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


def commitment_file(commitment: Commitment, options: Deal, call: Call) -> dict[str, bytes]:
    """The sheet to print and keep, by its name."""
    from tt_print.cli.deal.text import readable_theme
    from tt_print.cli.echo import echo
    from tt_print.core.deal_pages import commitment_page
    from tt_print.drawing.fitting import missing_glyph_warnings
    from tt_print.sheets.plan import find_paper

    for warning in missing_glyph_warnings(commitment.players):
        echo(f"warning: {warning}", err=True)
    return commitment_page(commitment, find_paper(options.paper or call.world.paper), readable_theme(options))


# ---------------------------------------------------------------- the deal


def committed(options: Deal, own: Own) -> tuple[PendingCommitment, Dealt]:
    """The promised deal. The cards are kept with it, so that they need be typed only once.

    Raises InputError without cards where none were given before and nobody can be asked.
    """
    pending = find_commitment(data_folder(), options.game)
    commitment = pending.commitment
    if options.table_cards:
        pending = pending.with_cards(read_table_cards(options.table_cards[0]))
    elif not pending.is_drawn:
        if not at_terminal() or own.silent or options.csv:
            raise InputError(f"the commitment {commitment.id} waits for a card of each player. Give them in the order "
                             f"{', '.join(commitment.drawers)}: --table-cards RH3,KBQ,...")  # fmt: skip
        from tt_print.cli.deal.drawing import draw_cards

        pending = draw_cards(pending, lambda so_far: save_commitment(data_folder(), so_far), Keyboard())
    dealt = commitment.deal(pending.table_cards)
    save_commitment(data_folder(), pending)
    return pending, dealt


def receipt_file(pending: PendingCommitment) -> tuple[str, bytes]:
    return f"receipts/receipt-{pending.commitment.id}.json", receipt_text(
        pending.commitment, pending.table_cards
    ).encode("utf-8")


def committed_lines(pending: PendingCommitment, options: Deal, folder: Path) -> list[str]:
    """What the deal was made of, and the command for what comes next: the receipt, or to check it."""
    commitment = pending.commitment
    lines = [
        f"Made of the commitment {commitment.id} and the table's cards: {_drawn(commitment, pending.table_cards)}."
    ]
    if not options.receipt:
        out = "" if folder == Path("output") else f" --out {quoted(folder.as_posix())}"
        return [
            *lines,
            "After the hand, write the receipt:",
            f"  tt-print deal --committed {commitment.id} --receipt{out}",
        ]
    path = (folder / receipt_file(pending)[0]).as_posix()
    return [
        *lines,
        "Anybody can check the receipt, best on a computer of their own: copy the file there, name it as it lies there, and add "
        "--commitment and the 64 digits that they kept.",
        f"  tt-print deal --check {quoted(f'./{path}' if path.startswith('-') else path)}",
    ]


def _drawn(commitment: Commitment, cards: Sequence[Any]) -> str:
    return ", ".join(f"{name} {card.safe_code}" for name, card in zip(commitment.drawers, cards, strict=True))


# ---------------------------------------------------------------- the proof


def check(path: Path, announced: str | None) -> Checked:
    missing = "Name the receipt as it lies there: tt-print deal --check FILE"
    return check_receipt(parse_receipt(read_text(path, MAX_BYTES, missing), str(path)), announced)


def check_lines(checked: Checked) -> list[str]:
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
