"""The cards of the table, asked for one by one: who draws now, what was drawn, who is next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import typer

from tt_print.cli.deal.text import terminal_width
from tt_print.cli.echo import echo
from tt_print.cli.prompting import Keyboard
from tt_print.cli.streams import current_run
from tt_print.dealing.commitments import PendingCommitment
from tt_print.dealing.receipt import drawn_twice
from tt_print.deck import AnyCard, parse_card
from tt_print.errors import InputError, join_words
from tt_print.games import find_game
from tt_print.people import find_player
from tt_print.terminal import wrap

BACK = ("-", "back")
STOP = ("stop", "quit", "q!")
YES = ("", "y", "yes", "ok", "deal")


def ask_owner(names: Sequence[str], keyboard: Keyboard) -> str:
    """The player whose computer this is, `none` if it is nobody's at the table."""
    listed = "  ".join(f"{seat} {name}" for seat, name in enumerate(names, 1))
    while True:
        answer = _line(keyboard, f"Whose computer is this? They draw first.  {listed}  0 nobody here", names, names[0])
        if answer.lower() in ("0", "none", "nobody"):
            return "none"
        try:
            return names[find_player(answer, names)]
        except InputError as error:
            _say(str(error), "  ")


def draw_cards(
    pending: PendingCommitment, keep: Callable[[PendingCommitment], object], keyboard: Keyboard
) -> PendingCommitment:
    """Asks until everyone has drawn and somebody has looked it all over; each card is kept at once.

    Raises typer.Exit where somebody stops.
    """
    commitment, drawers = pending.commitment, pending.commitment.drawers
    _say(f"Commitment {commitment.id}: {find_game(commitment.game).title} for {join_words(commitment.players, 'and')}.")
    _say(f"{drawers[-1]} shuffles a deck last and lays it face down. Draw from it, show the card to all, keep it out of the "
         "deck. - goes back, stop leaves.")  # fmt: skip
    for name, card in zip(drawers, pending.table_cards, strict=False):
        _say(f"{name} has drawn {_both(card)}.", "  ")
    while True:
        if pending.is_drawn:
            if _is_right(keyboard, pending):
                return pending
            pending = _one_back(pending)
        else:
            pending = _next_card(keyboard, pending)
        if not pending.is_drawn:  # the last card is kept with the deal, once all have looked it over
            keep(pending)
        left = f"The cards so far are kept; go on with: tt-print deal --committed {commitment.id}"
        current_run().farewell = f"Stopped; nothing is dealt. {left}"


def _next_card(keyboard: Keyboard, pending: PendingCommitment) -> PendingCommitment:
    """One card more, or one less."""
    commitment, cards = pending.commitment, pending.table_cards
    drawers = commitment.drawers
    name = drawers[len(cards)]
    first = "" if cards else f"{name} draws first{', whose computer this is' if commitment.owner else ''}. "
    while True:
        answer = _line(keyboard, f"{first}{name}'s card", (), cards=True)
        if answer.lower() in BACK:
            return _one_back(pending)
        try:
            card = parse_card(answer)
            if card in cards:
                raise InputError(drawn_twice(card, drawers[cards.index(card)], name))
        except InputError as error:
            _say(
                f"{error} {name} is next." if answer else f"{name} is next: type what the card shows, such as RH3.",
                "  ",
            )
            continue
        following = drawers[len(cards) + 1 : len(cards) + 2]
        _say(f"{name} has drawn {_both(card)}." + (f" Next: {following[0]}." if following else ""), "  ")
        return replace(pending, table_cards=(*cards, card))


def _one_back(pending: PendingCommitment) -> PendingCommitment:
    return replace(pending, table_cards=pending.table_cards[:-1])


def _is_right(keyboard: Keyboard, pending: PendingCommitment) -> bool:
    """Whether all agree to what was typed: afterwards no card can be changed."""
    drawn = zip(pending.commitment.drawers, pending.table_cards, strict=True)
    _say("Drawn: " + ", ".join(f"{name} {card.safe_code}" for name, card in drawn) + ".")
    while True:
        answer = _line(keyboard, "Look at it together. Enter deals; - goes back").lower()
        if answer in YES:
            return True
        if answer in (*BACK, "n", "no"):
            return False
        _say(f"{answer!r} is neither. Nothing is dealt yet.", "  ")


def _line(keyboard: Keyboard, text: str, words: Sequence[str] = (), default: str = "", cards: bool = False) -> str:
    """One line. Raises typer.Exit at the end of all lines, and for `stop`."""
    try:
        answer = keyboard.ask(text, words, cards, default)
    except EOFError:
        answer = STOP[0]
    if answer.lower() in STOP:
        echo("\n".join(wrap(current_run().farewell, terminal_width(), break_words=False)), err=True)
        raise typer.Exit(1)
    return answer


def _both(card: AnyCard) -> str:
    """`KBQ, black blob ?`."""
    return f"{card.safe_code}, {card.name}"


def _say(text: str, indent: str = "") -> None:
    for line in wrap(text, terminal_width(), indent, indent + "  ", break_words=False):
        echo(line)
