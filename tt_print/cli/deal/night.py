"""`tt-print deal` for the night that is being scored: its players, its dealer and its house rules."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from tt_print.cli import hints
from tt_print.errors import InputError, join_words
from tt_print.games import find_game

if TYPE_CHECKING:
    from tt_print.core.commands.deal import Deal
    from tt_print.score.night import Night


def seat_night(options: Deal) -> tuple[Deal, list[str]]:
    """What was typed, with players, dealer and house rules of a night that is being scored, and lines that say so.

    Without --night and --file the current one, if it goes on and is of this game; else unchanged and no lines. What was
    typed comes first: --dealer, --house, --option. Raises InputError for a named night that is not there, is over, or is
    of another game.
    """
    night = _named_night(options) if options.names_a_night else _current_night()
    if night is None:
        return options, []
    title = night.table.game.title
    if night.is_over:
        if not options.names_a_night:
            return options, []
        from tt_print.score.place import Place

        raise InputError(
            f"night {night.number}, {title}, is over. Begin the next one: {hints.typed(Place(file=score_file(options)), 'start')}"
        )
    if options.game and find_game(options.game).name != night.table.game.name:
        if not options.names_a_night:
            return options, []
        raise InputError(f"night {night.number} is {title}, not {find_game(options.game).title}. Leave out the game.")
    # a series deals everyone in again, and those who wait for the next game; within one game who is out gets no cards
    table = night.next_table if night.is_series else night.table
    names = table.names if night.is_series else table.all(night.standing.living)
    dealer = night.dealer if night.dealer in names else names[0]  # who was to deal may have left in this game
    typed = {text.partition("=")[0].strip() for text in options.house}
    rules = () if options.house_file else table.changed_rules
    kept = tuple(rule for rule in rules if rule.partition("=")[0] not in typed)
    seated = replace(
        options,
        game=night.table.game.name,
        players=",".join(names),
        dealer=options.dealer or dealer,
        house=(*kept, *options.house),
    )
    another = "" if options.names_a_night else " Another table: --players."
    return seated, [
        f"For night {night.number}, which is being scored: {join_words(names, 'and')}.{another}",
        f"  Afterwards: {hints.typed(night.place, 'hand')}",
    ]


def score_file(options: Deal) -> Path | None:
    """The file of scores that was named."""
    return Path(options.file) if options.file else None


def _named_night(options: Deal) -> Night:
    from tt_print.cli.score.common import OwnBook
    from tt_print.score.commands import open_night
    from tt_print.score.place import Place

    file = score_file(options)
    return open_night(OwnBook(file).events(), Place(options.night, file, named=options.night is not None))


def _current_night() -> Night | None:
    from tt_print.cli.score.common import OwnBook
    from tt_print.score.commands import find_night
    from tt_print.score.events import current_night

    events = OwnBook(None, may_be_empty=True).events()
    return find_night(events) if current_night(events) is not None else None
