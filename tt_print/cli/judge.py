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
    from tt_print.engine.base import Game

MAX_STORY = 100_000  # bytes of a story; a whole game of 500 events is 15,000
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
    scene: str = typer.Option(None, "--scene", metavar="STORY", help="What happened, told in phrases; a file, or - ."),
    quiet: bool = QUIET,
) -> None:
    """Settle a question: is that legal, a slap, out, and why. Or tell what happened, with --scene.

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
      tt-print judge ww3 --scene "Ann starts; Ann lays RC2; Ann lays YC2; Bo slaps"
    """
    from tt_print.engine.query import parse_query
    from tt_print.engine.table_facts import TITLES
    from tt_print.games import GAMES, find_game

    found = find_game(game)
    if scene is not None:
        _tell(found, scene, context.args, house, option, as_json, check, quiet)
        return
    rules = found.read_house(house, option, GAMES)
    verdict = found.judge(parse_query(context.args, found.flags, found.title), rules)
    deck = verdict.facts.get("deck", rules.get("deck", found.deck))
    in_force = f"House rules: {', '.join(str(rules).split()) if rules.changed else 'none'}"
    in_force = f"Deck: {TITLES[deck] if deck else 'not said'}. {in_force}"
    shown = [] if as_json or quiet else _drawn(context.args)
    print_result([*shown, verdict.text, in_force], "judge", {**verdict.as_json(), "deck": deck}, as_json, quiet)
    if check and verdict.yes is False:
        raise typer.Exit(1)


def _tell(
    game: Game,
    scene: str,
    more: list[str],
    house: Path | None,
    option: list[str],
    as_json: bool,
    check: bool,
    quiet: bool,
) -> None:
    """The verdict on a story. Raises InputError for one in which nothing happens, and for words beside it."""
    from tt_print.engine.told import tell_story
    from tt_print.errors import InputError
    from tt_print.games import GAMES

    if more:
        raise InputError(
            f"{more[0]!r} does not go with --scene. A story stands in quotes, its phrases parted by semicolons."
        )
    answer = tell_story(game, _read_story(scene), house, option, GAMES)
    if answer.is_opening:
        raise InputError("the story says how the table stands; then nothing happens and nothing is asked.")
    print_result([answer.text], "judge story", answer.as_json(), as_json, quiet)
    if check and (answer.yes is False or answer.broken):
        raise typer.Exit(1)


def _read_story(scene: str) -> str:
    """The text of a story: itself, that of a file of this name, or for `-` what comes on standard input."""
    from tt_print.errors import InputError
    from tt_print.incoming import decode, read_text

    if scene == "-":
        data = sys.stdin.buffer.read(MAX_STORY + 1) if hasattr(sys.stdin, "buffer") else sys.stdin.read().encode()
        if len(data) > MAX_STORY:
            raise InputError(f"the story on standard input is longer than {MAX_STORY:,} letters.")
        return decode(data, "standard input")
    looks_like_file = re.fullmatch(r"[^;\s]*(?:[/\\\\]|\.\w+)[^;\s]*", scene)
    if looks_like_file or (len(scene) < 200 and ";" not in scene and Path(scene).is_file()):
        return read_text(Path(scene), MAX_STORY, "Tell the story in quotes, or in a file, one event a line.")
    return scene


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
