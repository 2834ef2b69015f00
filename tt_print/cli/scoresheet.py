"""What `tt-print scoresheet` says about the sheets that it made."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tt_print.cli.request_commands import AnswerContext


def lines(printed: AnswerContext) -> list[str]:
    request, found = printed.request, []
    for each, path in zip(printed.answer.made, printed.written, strict=True):
        seats = f"{each.choices.players} players" if each.choices.players else "any table"
        count = f"{len(each.pages)} page{'s' if len(each.pages) > 1 else ''}"
        found.append(f"Wrote {path}   {each.title} for {seats}: {count}, room for {each.room}")
    if not request.names and request.players is None:
        found.append(
            "More room: print the last page again. "
            f"With names and numbers: tt-print scoresheet {request.games[0] if len(printed.written) == 1 else printed.answer.made[0].choices.game.name} --names Ann,Bo,Cy"
        )
    return found
