"""`tt-print judge`: one question at the table, or what happened there, answered in the words of the game with its rule numbers."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tt_print.core.commands.common import Answer
from tt_print.errors import InputError

if TYPE_CHECKING:
    from tt_print.cli.request_commands import OutputOptions
    from tt_print.core.commands.judge import Judge
    from tt_print.core.environment import Call

QUESTIONS = "--questions"  # what `judge GAME --help` is
MAX_STORY = 100_000  # bytes; a whole game of 500 events is 15,000

# A game's own flags (--on, --play, --take, ...) pass through; the game knows them.
CONTEXT = {"ignore_unknown_options": True}


def answer(request: Judge, call: Call, own: OutputOptions) -> Answer | None:
    """The verdict; status 1 if it has to be yes and is not."""
    from tt_print.games import GAMES, find_game

    game, house = find_game(request.game), Path(request.house_file) if request.house_file else None
    if request.question == (QUESTIONS,):
        from tt_print.cli.judge_help import print_questions

        print_questions(game)
        return None
    if request.scene is not None:
        from tt_print.core.judge import check_asks
        from tt_print.engine.story import judge_story

        if request.question:
            raise InputError(f"{request.question[0]!r} can't be used with --scene. Put the story in quotes.")
        told = judge_story(game, read_story(request.scene), house, request.house, GAMES)
        check_asks(told)
        is_wrong = request.check and (told.yes is False or told.broken)
        return Answer(told.as_json(), {}, [] if own.quiet else [told.text], status=int(is_wrong), kind="judge story")
    from tt_print.cli.judge_help import FLAGS, examples
    from tt_print.core.judge import assumed_text, deck_of
    from tt_print.engine.query import QuestionError, parse_query
    from tt_print.problems import Problem, sentence, typed_name

    rules = game.read_house(house, request.house, GAMES)
    try:
        verdict = game.judge(parse_query([*request.question], game.flags, game.title, FLAGS), rules)
    except Problem as error:  # a field of the game, not of the request
        asked = examples(game) if isinstance(error, QuestionError) else []
        how = ["Ask like:\n ", "\n  ".join(asked)] if asked else []
        raise InputError(" ".join([sentence(error, typed_name, typed=True), *how])) from None
    lines = [] if own.silent else [verdict.text, assumed_text(game, verdict)]
    data = {**verdict.as_json(), "deck": deck_of(game, verdict)}
    return Answer(data, {}, lines, status=int(request.check and verdict.yes is False))


def read_story(scene: str) -> str:
    """The text of a story: itself, that of a file of this name, or for `-` what comes on standard input."""
    from tt_print.input_files import decode, read_text

    if scene == "-":
        data = sys.stdin.buffer.read(MAX_STORY + 1) if hasattr(sys.stdin, "buffer") else sys.stdin.read().encode()
        if len(data) > MAX_STORY:
            raise InputError(f"the story on standard input is longer than {MAX_STORY:,} letters.")
        return decode(data, "standard input")
    looks_like_file = re.fullmatch(r"[^;\s]*(?:[/\\\\]|\.\w+)[^;\s]*", scene)
    if looks_like_file or (len(scene) < 200 and ";" not in scene and Path(scene).is_file()):
        return read_text(Path(scene), MAX_STORY, "Tell the story in quotes, or in a file, one event a line.")
    return scene


def prepare(words: list[str]) -> list[str]:
    """`judge GAME --help` is about that game; without one it is about judge."""
    if words[:1] and not words[0].startswith("-") and any(word in ("-h", "--help") for word in words[1:]):
        return [words[0], QUESTIONS]
    return words
