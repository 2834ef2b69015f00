"""`tt-print judge` at a terminal: stories from files, the help of each game, and examples where a question cannot be asked so."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from tt_print.core.commands.common import Answer
from tt_print.errors import InputError
from tt_print.problems import Problem, sentence, typed_name

if TYPE_CHECKING:
    from tt_print.cli.request_commands import OutputOptions
    from tt_print.core.commands.judge import Judge
    from tt_print.core.environment import Call

QUESTIONS = "--questions"  # what `judge GAME --help` is
MAX_STORY = 100_000  # bytes; a whole game of 500 events is 15,000


def prepare(words: list[str]) -> list[str]:
    """`judge GAME --help` is about that game; without one it is about judge."""
    if words[:1] and not words[0].startswith("-") and any(word in ("-h", "--help") for word in words[1:]):
        return [words[0], QUESTIONS]
    return words


def answer(request: Judge, call: Call, own: OutputOptions) -> Answer:
    """As the request answers it, or the help of a game. Raises InputError, with examples for a question that cannot be asked so."""
    if request.question == (QUESTIONS,):
        from tt_print.core.commands.judge import help_text
        from tt_print.games import find_game

        return Answer({}, {}, text=help_text(find_game(request.game)))
    if request.scene is not None:
        request = replace(request, scene=read_story(request.scene))
    try:
        found = request.answer(call)
    except Problem as error:  # a field of the game, not of the request
        raise InputError(f"{sentence(error, typed_name, typed=True)}{_examples(request.game, error)}") from None
    return found._replace(text=()) if own.quiet else found  # a script that checks wants the status alone


def _examples(game: str, error: Exception) -> str:
    """What can be asked about cards, after a question that cannot be asked so."""
    from tt_print.cli.text import typed_action
    from tt_print.core.commands.judge import questions_about
    from tt_print.engine.query import QuestionError
    from tt_print.games import find_game

    asked = questions_about(find_game(game)) if isinstance(error, QuestionError) else []
    story = f"Or tell what happened, with --scene: tt-print judge {game} --help"
    return "\n  ".join([" Ask like:", *map(typed_action, asked)]) + f"\n{story}" if asked else ""


def read_story(scene: str) -> str:
    """The text of a story: itself, that of a file of this name, or for `-` what comes on standard input."""
    from tt_print.files.data import decode, read_text

    if scene == "-":
        data = sys.stdin.buffer.read(MAX_STORY + 1) if hasattr(sys.stdin, "buffer") else sys.stdin.read().encode()
        if len(data) > MAX_STORY:
            raise InputError(f"the story on standard input is longer than {MAX_STORY:,} letters.")
        return decode(data, "standard input")
    looks_like_file = re.fullmatch(r"[^;\s]*(?:[/\\]|\.\w+)[^;\s]*", scene)
    if looks_like_file or (len(scene) < 200 and ";" not in scene and Path(scene).is_file()):
        return read_text(Path(scene), MAX_STORY, "Tell the story in quotes, or in a file, one event a line.")
    return scene
