"""`tt-print judge`: one question at the table, answered in the words of the game, with its rule number."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from tt_print.cli.common import JSON, QUIET, print_result
from tt_print.games import listed_names

if TYPE_CHECKING:
    from tt_print.deck import AnyCard

LABEL = 10  # columns for the name of a flag

# A game's own flags (--on, --play, --take, ...) pass through; the game knows them.
CONTEXT = {"allow_extra_args": True, "ignore_unknown_options": True}


def command(
    context: typer.Context,
    game: str = typer.Argument(help=listed_names()),
    as_json: bool = JSON,
    check: bool = typer.Option(False, "--check", help="Exit 1 when the answer is no."),
    house: Path = typer.Option(None, "--house", metavar="FILE", help="House rules, a TOML file."),
    option: list[str] = typer.Option([], "--option", metavar="NAME=VALUE", help="One house rule; may come again."),
    quiet: bool = QUIET,
) -> None:
    """Settle a question: is that legal, a slap, out, and why.

    \b
    Examples:
      tt-print judge ww3 RC2 YH2 GT2
      tt-print judge armageddon RC2 KC2 J1
      tt-print judge six-suit RC1 RH2 RT3 RS4 KC2 YH1
      tt-print judge six-suit --play KH4 --on YH1
      tt-print judge casino --card RC4 --take RH2,RT2 --take YC1,GC3
      tt-print judge casino --card RH2 --build RC3
      tt-print judge casino --card RC4 --table RH2,RT2,YC1,GC3
      tt-print judge craziness --on RC1 --play KC2 --declare red
      tt-print judge craziness --hand KBQ,KB1,RH2
      tt-print judge push-it --deck west --pointers RC3
      tt-print judge push-it --claim "green heart" --count 2 GH1 GH3
    """
    from tt_print.engine.query import parse_query
    from tt_print.games import GAMES, find_game

    found = find_game(game)
    rules = found.read_house(house, option, GAMES)
    verdict = found.judge(parse_query(context.args, found.flags, found.title), rules)
    in_force = f"House rules: {', '.join(str(rules).split()) if rules.changed else 'none'}"
    shown = [] if as_json or quiet else _drawn(context.args)
    print_result([*shown, verdict.text, in_force], "judge", verdict.as_json(), as_json, quiet)
    if check and verdict.yes is False:
        raise typer.Exit(1)


def _drawn(words: Sequence[str]) -> list[str]:
    """The cards of the question, drawn under its flags, on a terminal with colors."""
    from tt_print.terminal import color_depth, columns

    if not color_depth(sys.stdout):
        return []
    from tt_print.cli.paint import draw_cards
    from tt_print.deck import parse_card
    from tt_print.errors import NotationError

    bare: list[AnyCard] = []
    rows, cards = [("", bare)], bare
    for word in words:
        if word.startswith("--"):
            label, _, word = word[2:].partition("=")
            cards = []
            rows.append((label, cards))
        if word:
            with suppress(NotationError):  # a number, a name, a claim in words
                cards += [parse_card(part) for part in re.split(r"[,+/]|=\w+", word) if part]
            cards = bare
    lines = []
    for label, cards in rows:
        for number, line in enumerate(draw_cards(cards, columns() - LABEL)):
            lines.append(f"{'' if number else label:{LABEL}}{line}")
    return [*lines, ""] if lines else []
