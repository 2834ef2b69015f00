"""`tt-print recount` alone: asked pile by pile, with the lost card named as soon as it is known."""

from __future__ import annotations

from tt_print.cli.echo import echo
from tt_print.cli.prompting import Keyboard
from tt_print.deck import parse_cards
from tt_print.errors import InputError
from tt_print.numbers import read_whole
from tt_print.recount.counts import Shelf
from tt_print.recount.sorting import Pile, Sorting

BACK, STOP, HELP = ("-", "back"), ("stop", "quit", "q"), ("help", "/?")
KEYS = (
    "Enter       as many as there should be\n"
    "-, back     one answer back\n"
    "have RH3    a card that you have seen elsewhere, and that is in no pile\n"
    "stop        leave\n"
    "Several counts may be on one line: 24 25 25 25 25"
)


class UserQuitError(Exception):
    """Somebody left before the end."""


def ask_sorting(keyboard: Keyboard, shelf: Shelf) -> Sorting:
    """The deck sorted as far as it takes to know. Raises LeftError, and KeyboardInterrupt."""
    sorting, told = Sorting(shelf), None
    while (pile := sorting.pile) is not None:
        if pile != told:
            echo(_heading(sorting, pile))
            told = pile
        line = ask_line(keyboard, *_question(sorting, pile))
        if line in BACK:
            sorting, told = sorting.back(), None
        elif line in HELP or (line == "?" and not sorting.names_numbers):
            echo(KEYS)
        else:
            try:
                word, _, rest = line.removeprefix("--").partition(" ")
                sorting = sorting.seen(parse_cards(rest)) if word.lower() == "have" else sorting.answer(line)
            except InputError as error:
                echo(f"  {error}")
    return sorting


def ask_jokers(keyboard: Keyboard, wanted: int) -> int:
    """How many jokers were found. Raises LeftError, and KeyboardInterrupt."""
    while True:
        line = ask_line(keyboard, "Jokers", str(wanted))
        number = read_whole(line)
        if number is not None and number <= 99:
            return number
        echo(f"  {line!r} is not a number of jokers. Give 0, 1 or {wanted}.")


def ask_line(keyboard: Keyboard, text: str, default: str = "") -> str:
    try:
        line = keyboard.ask(text, ("have", "back", "stop"), default=default)
    except EOFError:
        raise UserQuitError from None
    if line.lower() in STOP:
        raise UserQuitError
    return line


def _heading(sorting: Sorting, pile: Pile) -> str:
    if not pile:
        return "Sort the deck by color, and count each pile. Enter takes the number shown; - goes back, ? helps."
    size, wanted = sorting.size(pile), sorting.wanted(pile)
    assert size is not None
    off = abs(wanted - size)
    number = {1: "one", 2: "two", 3: "three"}.get(off, str(off))
    state = f"{_plural(pile, size)}, {number} {'short' if size < wanted else 'too many'}"
    if sorting.names_numbers:
        return f"{state[0].upper()}{state[1:]}."
    return f"{state[0].upper()}{state[1:]}: sort them by {('color', 'shape', 'number')[len(pile)]}."


def _question(sorting: Sorting, pile: Pile) -> tuple[str, str]:
    """What to ask, and what Enter means."""
    if sorting.names_numbers:
        what = "missing" if (sorting.size(pile) or 0) < sorting.wanted(pile) else "there twice"
        one = abs((sorting.size(pile) or 0) - sorting.wanted(pile)) == 1
        return (
            f"Which number{'' if one else 's'} {'is' if one else 'are'} {what}:  {'  '.join(sorting.values(pile))}",
            "",
        )
    value = sorting.value
    name = value.capitalize() if not pile else f"{value}s".capitalize()
    return name, str(sorting.wanted((*pile, value)))


def _plural(pile: Pile, count: int) -> str:
    """`24 red cards`, `1 red heart`."""
    words = f"{pile[0]} card" if len(pile) == 1 else " ".join(pile)
    return f"{count} {words}{'s' * (count != 1)}"
