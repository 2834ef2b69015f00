"""`tt-print judge`: one question at the table, or what happened there, answered in the words of the game with its rule numbers."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from tt_print.cli.common import JSON, QUIET, print_result
from tt_print.errors import InputError
from tt_print.games import listed_names

if TYPE_CHECKING:
    from tt_print.deck import AnyCard
    from tt_print.engine.told import Answer

LABEL = 10  # columns for the name of a flag

# A game's own flags (--on, --play, --take, ...) pass through; the game knows them.
CONTEXT = {"allow_extra_args": True, "ignore_unknown_options": True}


def command(
    context: typer.Context,
    game: str = typer.Argument(help=f"{listed_names()}."),
    as_json: bool = JSON,
    check: bool = typer.Option(False, "--check", help="Exit 1 when the answer is no."),
    house: Path = typer.Option(None, "--house", metavar="FILE", help="House rules, a TOML file."),
    option: list[str] = typer.Option([], "--option", metavar="NAME=VALUE", help="One house rule; may come again."),
    scene: str = typer.Option(None, "--scene", metavar="STORY", help="What happened, told in phrases; a file, or - ."),
    quiet: bool = QUIET,
    questions: bool = typer.Option(False, "--questions", hidden=True),
) -> None:
    """Settle a question: is that legal, a slap, out, and why. Or tell what happened, with --scene.

    Each game has questions and flags of its own: tt-print judge casino --help shows them. A game alone asks line by line.

    \b
    Examples:
      tt-print judge ww3 RC2 YH2 GT2
      tt-print judge armageddon RC2 KC2 J1
      tt-print judge six-suit RC1 RH2 RT3 RS4 KC2 YH1
      tt-print judge six-suit --play KH4 --on YH1
      tt-print judge casino --card RC4 --take RH2,RT2 --take YC1,GC3
      tt-print judge craziness --on RC1 --play KC2 --declare red
      tt-print judge craziness --hand KBQ,KB1,RH2
      tt-print judge push-it --deck west --pointers RC3
      tt-print judge push-it --claim "green heart" --count 2 GH1 GH3
      tt-print judge ww3 --scene "Ann starts; Ann lays RC2; Ann lays YC2; Bo slaps"
    """
    from tt_print.games import GAMES, find_game

    found = find_game(game)
    if questions:
        from tt_print.cli.judge_help import print_questions

        print_questions(found)
        return
    if scene is not None:
        from tt_print.cli.judge_story import read_story
        from tt_print.engine.told import tell_story

        if context.args:
            raise InputError(f"{context.args[0]!r} does not go with --scene. A story stands in quotes.")
        _answer_story(tell_story(found, read_story(scene), house, option, GAMES), as_json, check, quiet)
        return
    if not context.args and not as_json and not quiet and _at_terminal():
        from tt_print.cli.judge_asking import ask_story

        ask_story(found, house, option)
        return
    from tt_print.cli.judge_help import FLAGS
    from tt_print.core.judge import assumed_text, deck_of
    from tt_print.engine.query import parse_query

    verdict = found.judge(
        parse_query(context.args, found.flags, found.title, FLAGS), found.read_house(house, option, GAMES)
    )
    shown = [] if as_json or quiet else _drawn(context.args)
    print_result(
        [*shown, verdict.text, assumed_text(found, verdict)],
        "judge",
        {**verdict.as_json(), "deck": deck_of(found, verdict)},
        as_json,
        quiet,
    )
    if check and verdict.yes is False:
        raise typer.Exit(1)


def prepare(words: list[str]) -> list[str]:
    """`judge GAME --help` is about that game; without one it is about judge."""
    if words[:1] and not words[0].startswith("-") and any(word in ("-h", "--help") for word in words[1:]):
        return [words[0], "--questions"]
    return words


def _answer_story(answer: Answer, as_json: bool, check: bool, quiet: bool) -> None:
    """Prints what was made of a story. Raises InputError for one in which nothing happens."""
    from tt_print.core.judge import check_asks

    check_asks(answer)
    print_result([answer.text], "judge story", answer.as_json(), as_json, quiet)
    if check and (answer.yes is False or answer.broken):
        raise typer.Exit(1)


def _at_terminal() -> bool:
    from tt_print.cli.prompting import at_terminal

    return at_terminal()


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
