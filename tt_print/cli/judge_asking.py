"""`tt-print judge GAME` alone at a terminal: a story told line by line, with the verdict after each event."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tt_print.cli.echo import echo
from tt_print.cli.prompting import Keyboard
from tt_print.errors import InputError

if TYPE_CHECKING:
    from tt_print.engine.base import Game
    from tt_print.engine.story import Answer
    from tt_print.engine.story_session import StorySession

LEAVE = ("quit", "exit", "q", "bye")
HELP = ("?", "help", "h")
UNDO = ("undo", "back", "-")
STORY = ("story", "list")
INTRO = "{title}. Describe the table, then what happened, one line each. ? shows how, undo takes back, quit leaves."
COMMANDS = "undo takes the last line back, story shows all of it, quit (or Ctrl-D) leaves, ? shows this."


def ask_story(game: Game, house: Path | None, option: Sequence[str]) -> None:
    """Asks until somebody leaves. House rules are those of the command line, and those that the story says."""
    from tt_print.engine.phrases import split_story
    from tt_print.engine.story_session import StorySession
    from tt_print.games import GAMES

    keyboard, telling = Keyboard(), StorySession(game, house, option, GAMES)
    game.read_house(house, option)  # what is wrong with these is said at once
    words = _words(game)
    echo(INTRO.format(title=game.title))
    while True:
        try:
            line = keyboard.ask("Then" if telling.events else "Tell", words, cards=True)
        except EOFError:
            return
        if line.lower() in LEAVE:
            return
        if line.lower() in UNDO:
            echo("Taken back." if telling.undo() else "There is nothing to take back.")
            _show(telling)
        elif line.lower() in STORY:
            _show(telling)
        elif line.lower() in HELP:
            _show_help(game)
        else:
            try:
                for text in split_story(line):
                    for phrase, answer in telling.hear(text):
                        _show_answer(answer, phrase)
            except InputError as error:
                echo(f"  {error}")


def _show_answer(answer: Answer, phrase: str) -> None:
    if answer.is_opening:
        echo(f"  Noted: {phrase}.")
        return
    echo(answer.text)
    if answer.fault is not None:
        echo("  It is not kept: go on from before it.")


def _show(telling: StorySession) -> None:
    echo("\n".join(f"  {phrase}" for phrase in telling.story) or "  Nothing yet.")


def _show_help(game: Game) -> None:
    from tt_print.cli.judge_help import print_language

    print_language(game)
    echo(COMMANDS)


def _words(game: Game) -> list[str]:
    """What can be completed: names, what is between the values of phrases, and the words of this loop."""
    from tt_print.engine.notation import NAMES, event_form

    scene = type(game.scene(game.house()))
    texts = [*map(event_form, game.events), *scene.PHRASES, *scene.COMMON]
    pieces = [piece.strip(" []'") for text in texts for piece in re.split(r"\{[^}]*\}|\[s\]", text)]
    return [*NAMES, *dict.fromkeys(piece for piece in pieces if len(piece) > 1), "undo", "story", "quit"]
