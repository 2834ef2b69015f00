"""What `tt-print start` says about the pages that it made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tt_print.cli.common import calibration_notice, carried_look, paper_line

if TYPE_CHECKING:
    from tt_print.cli.request_commands import AnswerContext


def lines(printed: AnswerContext) -> list[str]:
    start, profile = printed.answer.made
    named = f" --paper {start.paper.name}" if printed.is_typed("paper") else ""
    return [
        paper_line(printed, start.paper, "--paper"),
        f"Wrote {printed.written[0]}   {len(start.sheets)} pages: instructions and rulers, then the 27-card West deck",
        f"Wrote {printed.written[1]}   a first game with these cards, for three: it says what to play, and why",
        *calibration_notice(profile, printed.request.printer, start.paper.name),
        "",
        "Print it at 100% (“Actual size”), one-sided, and measure the two rulers on page 1: 100 mm each.",
        *([] if profile else [f"Tell what you measured:      tt-print calibrate --measured 100,100{named}"]),
        f"Then the other cards:  tt-print deck --continue{named}{carried_look(start.theme)}",
    ]
