"""`tt-print judge`: one question at the table, or what happened there, answered in the words of the game with its rule numbers."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tt_print.cli.echo import echo
from tt_print.core.commands.common import Answer
from tt_print.errors import InputError
from tt_print.terminal import columns, wrap

if TYPE_CHECKING:
    from tt_print.cli.request_commands import OutputOptions
    from tt_print.core.commands.judge import Judge
    from tt_print.core.environment import Call
    from tt_print.engine.base import Game
    from tt_print.engine.questions import QuestionExample, Questions


FLAGS = {  # those of every game, beside its own
    "scene": "what happened, told in phrases; a file, or -",
    "option": "NAME=VALUE, one house rule; may come again",
    "house": "house rules, a TOML file",
    "check": "exit 1 when the answer is no",
    "json": "print the result as one JSON object",
}
STORIES = "Stories: phrases between semicolons, or one a line. NAME is Ann, Bo, Cy, Di and so on, or say who plays:"
LONG = 40  # letters of a phrase
EVENTS = "What happens, event by event:"
OPENING = "The table as it is, or your question:"


def print_questions(game: Game) -> None:
    """The help of one game."""
    from tt_print.engine.house import describe_options
    from tt_print.engine.questions import read_questions

    asked = read_questions(game.name)
    lines = [f"What the judge of {game.title} can be asked", ""]
    for each in asked.questions:
        lines += [f"  {each.text}", f"    {_example(game, asked, each)}"]
    lines += ["", "Flags:", *_rows({f"--{name}": text for name, text in {**game.flags, **FLAGS}.items()})]
    echo("\n".join(lines))
    print_language(game)
    echo("\n".join(["", "House rules (--option NAME=VALUE, or in a story: with NAME=VALUE):", describe_options(game)]))


def examples(game: Game) -> list[str]:
    """A command line for each question about cards."""
    from tt_print.engine.questions import read_questions

    questions = read_questions(game.name)
    return [_example(game, questions, each) for each in questions.questions if not each.story]


def _example(game: Game, questions: Questions, asked: QuestionExample) -> str:
    """The command line that asks what is in the example."""
    from tt_print.cli.text import quoted
    from tt_print.core.judge import WORDS, form_fields

    words = ["tt-print judge", game.name]
    if asked.story:
        return " ".join([*words, "--scene", f'"{asked.story}"'])
    bare = []
    for each in form_fields(game, questions, asked):
        for text in each.texts(asked.example[each.name]) if each.name in asked.example else []:
            if each.name == WORDS:
                bare += text.split(",")
            else:
                words += [f"--{each.name}", quoted(text)]
    return " ".join([*words, *bare])


def print_language(game: Game) -> None:
    """The phrases of a game's stories."""
    from tt_print.engine.phrases import readable_form
    from tt_print.engine.steps import list_steps

    examples, steps = _examples(game), list_steps(type(game.scene(game.house())), game.events)
    rows: dict[str, dict[str, str]] = {OPENING: {}, EVENTS: {}}
    for step in steps:
        rows[EVENTS if step.sort == "event" else OPENING][readable_form(step.form)] = examples.get(step.name, "")
    lines = ["", STORIES, "  Mum, Dad and Zoe play"]
    for heading, phrases in rows.items():
        lines += ["", heading, *_rows(phrases)]
    echo("\n".join(lines))


def _examples(game: Game) -> dict[str, str]:
    """For each method or event of the game's scene a phrase of its rule book, the first with cards in it."""
    from tt_print.engine.scenes import HOUSE_RULE
    from tt_print.games.examples import read_examples

    scene = game.scene(game.house())
    found: dict[str, str] = {}
    told = (phrase for example in read_examples(game.name) for case in example.cases for phrase in case.phrases)
    for phrase in sorted(dict.fromkeys(told), key=_is_special):
        if not phrase.startswith(HOUSE_RULE) and (read := scene.find_phrase(phrase)):
            found.setdefault(read[0], phrase)
    return found


def _is_special(phrase: str) -> bool:
    """Whether a phrase is long, about nothing, or a joker, so that it explains the form less well than another."""
    return len(phrase) > LONG or bool(re.search(r"(?:^| )-|J\d|\b1 cards", phrase))


def _rows(rows: dict[str, str]) -> list[str]:
    """Names beside what they mean; in a narrow window above it."""
    room, left = columns() - 1, min(max(map(len, rows)), 46)
    lines: list[str] = []
    for name, text in rows.items():
        if left + 24 > room or len(name) > left:
            lines += wrap(name, room, "  ", "    ")
            lines += wrap(text, room, "    ", "    ") if text else []
        else:
            first, *rest = wrap(text, room - left - 4) if text else [""]
            lines += [f"  {name:<{left}}  {first}".rstrip(), *(f"  {'':<{left}}  {line}" for line in rest)]
    return lines


QUESTIONS = "--questions"  # what `judge GAME --help` is
MAX_STORY = 100_000  # bytes; a whole game of 500 events is 15,000

# A game's own flags (--on, --play, --take, ...) pass through; the game knows them.
CONTEXT = {"ignore_unknown_options": True}


def answer(request: Judge, call: Call, own: OutputOptions) -> Answer | None:
    """The verdict; status 1 if it has to be yes and is not."""
    from tt_print.games import GAMES, find_game

    game, house = find_game(request.game), Path(request.house_file) if request.house_file else None
    if request.question == (QUESTIONS,):
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
    from tt_print.core.judge import assumed_text, deck_of
    from tt_print.engine.query import QuestionError, parse_query
    from tt_print.problems import Problem, sentence, typed_name

    rules = game.read_house(house, request.house, GAMES)
    try:
        verdict = game.judge(parse_query([*request.question], game.flags, game.title, FLAGS), rules)
    except Problem as error:  # a field of the game, not of the request
        asked = examples(game) if isinstance(error, QuestionError) else []
        story = f"Or tell what happened, with --scene: tt-print judge {game.name} --help"
        how = ["Ask like:\n ", "\n  ".join(asked) + f"\n{story}"] if asked else []
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
