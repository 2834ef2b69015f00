"""What `tt-print scan` says about photos: the cards, then what is not sure, then what would help."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tt_print.cli.request_commands import AnswerContext


def lines(printed: AnswerContext) -> list[str]:
    from tt_print.scan.words import sentences
    from tt_print.terminal import columns, wrap

    request, width = printed.request, columns()
    told = sentences(printed.answer.made, len(request.photos), request.lost)
    return [line for sentence in told for line in wrap(sentence, width, "", "  ", break_words=False)] + [
        f"Wrote {name}" for name in printed.written
    ]
