"""What `tt-print puzzles` says about the sheet that it made."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tt_print.cli.request_commands import AnswerContext


def lines(printed: AnswerContext) -> list[str]:
    made, seed = printed.answer.made, printed.request.seed
    sheets = f"{made.sheets} sheet{'s' if made.sheets > 1 else ''}"
    return [
        f"Wrote {printed.written[0]}   {sheets}: print both sides, flip on the SHORT edge, fold",
        f"      {printed.written[1]}   the same pages in reading order, for a screen",
        f"Other puzzles: --seed {seed + 1}",
    ]
