"""`tt-print deal` without players, while a night is being scored: the next hand of that night."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tt_print.cli.deal_table import Asked
    from tt_print.score.night import Night


def seat_the_night(asked: Asked) -> tuple[Asked, str]:
    """What was asked, with players, dealer and house rules of the current night, and a sentence that says so.

    Unchanged and "" where no night of this game goes on. What was typed comes first: --dealer, --house, --option.
    """
    from tt_print.errors import join_words
    from tt_print.games import find_game

    night = _current_night()
    if night is None or night.is_over or (asked.game and find_game(asked.game).name != night.table.game.name):
        return asked, ""
    # a series deals everyone in again; in Craziness who is out gets no cards (rule 7)
    series = night.scorer.is_series(night.table.house)
    names = night.table.names if series else night.table.all(night.standing.living)
    typed = {text.partition("=")[0].strip() for text in asked.option}
    rules = () if asked.house is not None else night.table.rules.split()
    kept = tuple(rule for rule in rules if "=" in rule and rule.partition("=")[0] not in typed)
    seated = asked._replace(
        game=night.table.game.name,
        players=",".join(names),
        dealer=asked.dealer or night.dealer,
        option=(*kept, *asked.option),
    )
    return seated, (
        f"For night {night.number}, which is being scored: {join_words(names, 'and')}. Another table: --players."
    )


def _current_night() -> Night | None:
    from tt_print.cli.scores import book_path
    from tt_print.score.commands import find_night
    from tt_print.score.events import current_night
    from tt_print.score.store import open_book

    path = book_path(None)
    if not path.exists():
        return None
    with open_book(path) as book:
        events = book.events()
    return find_night(events) if current_night(events) is not None else None
