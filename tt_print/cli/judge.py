"""`tt-print judge` at a terminal: stories from files, the help of each game, and examples where nothing is asked, or in another way."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from tt_print.core.commands.common import Answer
from tt_print.errors import InputError, did_you_mean
from tt_print.problems import Problem, sentence, typed_name

if TYPE_CHECKING:
    from tt_print.cli.request_commands import OutputOptions
    from tt_print.core.asking import Call
    from tt_print.core.commands.judge import Judge

QUESTIONS = "--questions"  # what `judge GAME --help` is
SHORT = 4  # letters of an option that is no slip of another, such as --on
MAX_STORY = 100_000  # bytes; a whole game of 500 events is 15,000


def prepare(words: list[str]) -> list[str]:
    """`judge GAME --help` is about that game; without one it is about judge."""
    if words[:1] and not words[0].startswith("-") and any(word in ("-h", "--help") for word in words[1:]):
        return [words[0], QUESTIONS]
    return words


def answer(request: Judge, call: Call, own: OutputOptions) -> Answer:
    """As the request answers it, or the help of a game. Raises InputError, with examples where nothing is asked, or with other options."""
    from tt_print.core.commands.judge import help_text
    from tt_print.games import find_game

    if request.story == (QUESTIONS,):
        return Answer({}, {}, text=help_text(find_game(request.game)))
    if strange := next((word for word in request.story if re.fullmatch(r"--?[a-z][^\s;]*", word)), None):
        near = did_you_mean(strange, _options()) if len(strange) > SHORT else ""
        raise _with_examples(request.game, Problem("judge.no_option", word=strange, near=near))
    if request.scene is not None:
        request = replace(request, scene=read_story(request.scene))
    elif not request.story:
        raise _with_examples(request.game, Problem("judge.nothing"))
    found = request.answer(call)
    return found._replace(text=()) if own.quiet else found  # a script that checks wants the status alone


def _options() -> list[str]:
    """The options of `judge`."""
    from tt_print.cli.commands import OWN
    from tt_print.cli.text import options_of
    from tt_print.core.commands.judge import Judge
    from tt_print.requests.kinds import specs_of

    shown = [option for name in Judge.shown_by for option in OWN[name][0]]
    return [*shown, *(option for spec in specs_of(Judge).values() for option in options_of(spec))]


def _with_examples(game: str, problem: Problem) -> InputError:
    """What is wrong, and what can be asked about the game."""
    from tt_print.cli.text import typed_action
    from tt_print.core.commands.judge import first_questions
    from tt_print.games import find_game

    asked = map(typed_action, first_questions(find_game(game)))
    lines = [f"{sentence(problem, typed_name, typed=True)} Ask like:", *asked]
    return InputError("\n  ".join(lines) + f"\nMore: tt-print judge {game} --help")


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
