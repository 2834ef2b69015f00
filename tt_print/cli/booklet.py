"""What `tt-print booklet` says about the booklets that it made."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tt_print.booklets.choices import Booklet, BookletChoices
    from tt_print.cli.request_commands import AnswerContext


def lines(printed: AnswerContext) -> list[str]:
    from tt_print.core.commands.games import own_file

    choices, made = printed.answer.made
    return _summary_lines(made, printed.out, choices, own_file(printed.request.game) is None)


def data(printed: AnswerContext) -> Mapping[str, Any]:
    """The files of each booklet as they can be opened from here."""
    rows = [
        {**row, **{name: (printed.out / row[name]).as_posix() for name in ("print", "read")}}
        for row in printed.answer.data["booklets"]
    ]
    return {**printed.answer.data, "booklets": rows}


def _summary_lines(made: list[Booklet], out: Path, choices: BookletChoices, checked: bool) -> list[str]:
    """What was made, and how to print it, as one is at the printer."""
    widest = max(len((out / name).as_posix()) for booklet in made for name in (booklet.print_name, booklet.read_name))
    lines: list[str] = []
    for booklet in made:
        start = f"{(out / booklet.print_name).as_posix():{widest}}"
        lines.append(f"{'      ' if lines else 'Wrote '}{start}  {_how(booklet, choices)}")
        if booklet.read_name != booklet.print_name and len(made) == 1:
            lines.append(
                f"      {(out / booklet.read_name).as_posix():{widest}}  the same pages in reading order, for a screen"
            )
    if len(made) > 1 and made[0].read_name != made[0].print_name:
        lines.append("      and beside each its ...-read.pdf, the same pages in reading order, for a screen")
    for booklet in made:
        if booklet.house:
            lines.append(f"  House rules in {booklet.title}: {', '.join(booklet.house)}.")
    how = "all checked by the rules engine" if checked else "not checked by an engine, and they say so"
    lines.append(f"  Examples: {how}.")
    lines += _steps(made, choices, "  --house FILE" if checked else "")
    return lines


def _how(booklet: Booklet, choices: BookletChoices) -> str:
    pages = f"{booklet.pages} pages on {booklet.sheets} sheet{'s' if booklet.sheets > 1 else ''}"
    if booklet.format == "pocket":
        return f"{pages}: print one side, fold, one cut, fold"
    if booklet.format == "flat":
        return f"{booklet.pages} pages, for screen and printer: both sides, flip on the LONG edge"
    staples = "staple twice on the fold" if booklet.sheets > 1 else "no staple"
    return f"{pages}: print both sides, flip on the {choices.flip.upper()} edge, fold; {staples}"


def _steps(made: list[Booklet], choices: BookletChoices, more: str) -> list[str]:
    if choices.format == "pocket":
        return [
            "  Fold the sheet into eight and open it; cut along the dashed line; fold it lengthwise,",
            "  push the ends together until the middle opens into a cross, and close it like a book.",
        ]
    if choices.format == "flat":
        return ["  Smaller: --format a5 or half-letter (a folded booklet), pocket (one sheet, one cut)."]
    lines = [f"  At 100% (“Actual size”), paper lying as the file has it ({choices.paper}, landscape)."]
    if max(booklet.sheets for booklet in made) > 1:
        lines.append(
            "  Fold the stack so that the cover is outside; the marks on the middle spread show fold and staples."
        )
    lines.append(f"  Backs upside down? --flip long.   More: --format pocket (one sheet, one cut)  --large-print{more}")
    return lines
