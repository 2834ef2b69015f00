"""What `tt-print build` says about everything that it made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

from tt_print.cli.common import calibration_notice, carried_look, paper_line

if TYPE_CHECKING:
    from tt_print.cards.theme import Theme
    from tt_print.cli.request_commands import AnswerContext

WORDS = {  # of what is in a place, by the first word of its parts
    "start": "{count} pages to start with: rulers, chits, the 27 West cards;\n"
    "first-game-....pdf beside them: a first game that explains itself",
    "deck": "{count} sheets: the whole deck, jokers and chits",
    "quickref": "{count} reference cards for the {games} games",
    "scores": "{count} score sheets for any table; with names: tt-print scoresheet craziness --names Ann,Bo",
    "booklet": "the rules of {count} games: ...-on-{folded}.pdf to print on both sides, flipped on the SHORT edge,\n"
    "and fold; ...-read.pdf for a screen. More sizes and house rules: tt-print booklet --help",
    "cards": "{count} pictures of cards, chits and the back",
}


def lines(printed: AnswerContext) -> list[str]:
    from tt_print.sheets.plan import find_paper

    (name, profile, *_), look, parts = printed.answer.made
    made, out = _made(parts, name), printed.out
    width = max(map(len, made))
    named = f" --paper {name}" if printed.is_typed("paper") else ""
    places = [
        f"  {place if number == 0 else '':{width}}  {line}"
        for place, words in made.items()
        for number, line in enumerate(words.splitlines())
    ]
    measure = "" if profile else f" Tell what you measured:  tt-print calibrate --measured 100,100{named}"
    return [
        f"Wrote {out.as_posix()}/",
        *places,
        *calibration_notice(profile, printed.request.printer, name),
        *_ink_lines(look),
        "",
        paper_line(printed, find_paper(name), "tt-print build --paper"),
        f"Print {(out / parts['start'][0]).as_posix()} first (4 pages), at 100% (“Actual size”), one-sided.",
        f"Measure both rulers on its page 1: 100 mm each.{measure}",
        f"Cut, and three can play tonight. Then the other cards:  tt-print deck --continue{named}{carried_look(look)}",
        "At the table:  tt-print deal craziness --players Ann,Bo,Cy",
        "All commands:  tt-print --help",
    ]


def _made(parts: Mapping[str, tuple[str, int]], paper: str) -> dict[str, str]:
    """What is in each place; what is in one folder is counted together."""
    from tt_print.booklets.choices import fold_of

    counts: Counter[str] = Counter()
    words: dict[str, str] = {}
    for part, (place, count) in parts.items():
        counts[place] += count
        words[place] = WORDS[part.split()[0]]
    more = {"games": counts["booklets/"], "folded": fold_of(paper)[1]}
    return {place: words[place].format(count=count, **more) for place, count in counts.items()}


def _ink_lines(theme: Theme) -> list[str]:
    """How much ink a face takes, which is known of our own themes."""
    from tt_print.cards.theme import THEMES
    from tt_print.outputs import ink_cover

    if theme.name not in THEMES:
        return []
    cover = ink_cover(theme=theme.name)
    if theme.is_low:
        return [f"Ink cover of a face: {cover.low:.0f} %, black only."]
    less = f", {cover.low:.0f} % with tt-print deck --ink low (black only)" if not theme.is_flooded else ""
    return [f"Ink cover of a face: {cover.color:.0f} % in color{less}."]
