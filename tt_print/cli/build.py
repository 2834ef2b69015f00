"""What `tt-print build` says about everything that it made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tt_print.cli.common import calibration_notice, carried_look, paper_line

if TYPE_CHECKING:
    from tt_print.cards.theme import Theme
    from tt_print.cli.requested import Printed


def lines(printed: Printed) -> list[str]:
    from tt_print.products import summary
    from tt_print.sheets.plan import find_paper

    name, look, profile = printed.answer.made
    made, out = summary(printed.facts), printed.out
    width = max(map(len, made))
    named = f" --paper {name}" if printed.is_typed("paper") else ""
    places = [
        f"  {place if number == 0 else '':{width}}  {line}"
        for place, words in made.items()
        for number, line in enumerate(words.splitlines())
    ]
    measure = "" if profile else f" Tell what you measured:  tt-print calibrate --measured 100,100{named}"
    return [
        f"Wrote {out.as_posix()}/"
        if printed.is_new
        else f"All is in {out.as_posix()}/ as it should be; nothing was written.",
        *places,
        *calibration_notice(profile, printed.request.printer, name),
        *_ink_lines(look),
        "",
        paper_line(printed, find_paper(name), "tt-print build --paper"),
        f"Print {(out / printed.facts['start']['place']).as_posix()} first (4 pages), at 100 % (“Actual size”), one-sided.",
        f"Measure both rulers on its page 1: 100 mm each.{measure}",
        f"Cut, and three can play tonight. Then the other cards:  tt-print deck --continue{named}{carried_look(look)}",
        "At the table:  tt-print deal craziness --players Ann,Bo,Cy",
        "All commands:  tt-print --help",
    ]


def _ink_lines(theme: Theme) -> list[str]:
    """How much ink a face takes, where that is known beforehand: of our own themes."""
    from tt_print.cards.theme import THEMES
    from tt_print.outputs import ink_cover

    if theme.name not in THEMES:
        return [f"What {theme.name} takes in ink: tt-print theme check {theme.name}"]
    cover = ink_cover(theme=theme.name)
    if theme.is_low:
        return [f"Ink cover of a face: {cover.low:.0f} %, black only."]
    less = f", {cover.low:.0f} % with tt-print deck --ink low (black only)" if not theme.is_flooded else ""
    return [f"Ink cover of a face: {cover.color:.0f} % in color{less}."]
