"""`tt-print deal`: what a deal comes to."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tt_print.cli.request_commands import AnswerContext, OutputOptions
    from tt_print.core.commands.common import Answer
    from tt_print.core.commands.deal import Deal
    from tt_print.core.environment import Call


def answer(request: Deal, call: Call, own: OutputOptions) -> Answer:
    if not request.wants_the_night:
        return request.answer(call)
    from tt_print import records
    from tt_print.cli.score.common import OwnBook

    file = Path(request.file) if request.file else None
    book = OwnBook(file, may_be_empty=not request.names_a_night)
    return request.answer(records.replace(call, environment=records.replace(call.environment, book=book)))


def lines(printed: AnswerContext) -> list[str]:
    from tt_print.cli.deal import text

    return text.fit(_lines(printed), text.terminal_width())


def _lines(printed: AnswerContext) -> list[str]:
    from tt_print.cli.deal import text

    made, request = printed.answer.made, printed.request
    if made.chits:
        return text.chits_lines(*made.chits)
    written = [f"Wrote {name}" for name in printed.written]
    if request.lesson:
        return [*written, "Print it on both sides. Three people can play by it, and need no rules."]
    notes = text.seated_lines(made, request) if made.night else []
    slips = text.slips_lines(printed) if request.slips else []
    return [*text.night_lines(made.dealts, reveal=request.reveal), *notes, *written, *slips]
