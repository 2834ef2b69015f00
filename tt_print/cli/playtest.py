"""What `tt-print playtest` says about the games that were played."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tt_print.cli.request_commands import AnswerContext


def lines(printed: AnswerContext) -> list[str]:
    from tt_print.playtest.report import describe, describe_pair, not_reached, title
    from tt_print.playtest.words import play_words
    from tt_print.terminal import columns

    (game, summaries, difference, missed), request = printed.answer.made, printed.request
    first, words = summaries[0], play_words(game)
    heading = title(game, first, request.games)
    if difference is None:
        shown = [*heading, "", *describe(words, first, columns(), request.seconds)]
    else:
        above = heading[1 + (first.setup.house != "-") :]  # the rules of both are named below
        shown = [heading[0], *above, *describe_pair(words, first, summaries[1], difference, columns())]
    return [*shown, *map(not_reached, missed), *(f"Wrote {name}" for name in printed.written)]
