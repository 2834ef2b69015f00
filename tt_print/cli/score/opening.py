"""Who plays what tonight: the questions of `tt-print score play` before a night begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from tt_print.cli.echo import echo
from tt_print.cli.prompting import Keyboard
from tt_print.cli.request_commands import read_config
from tt_print.cli.score.asking import BACK, HELP, STOP
from tt_print.core.commands.score import Start
from tt_print.core.environment import Call
from tt_print.core.score import ScoreFieldsRequest, list_fields
from tt_print.engine.base import ScoredGame
from tt_print.engine.house import describe_options
from tt_print.errors import InputError, join_words
from tt_print.games import find_scored_game
from tt_print.people import check_names, find_player, plain
from tt_print.score.answers import first_answer

NOT_BEGUN = "No night is begun."
NONE = ("", "none", "no", "n", "-")
T = TypeVar("T")


def ask_table(keyboard: Keyboard, call: Call) -> Start | None:
    """The night that is to begin: game, players clockwise, who deals first, house rules; None if the person stops.

    Raises KeyboardInterrupt, and EOFError when nobody answers anymore.
    """
    fields = {field["name"]: field for field in list_fields(ScoreFieldsRequest(), call)["fields"]}
    try:
        game = _ask_game(keyboard, fields["game"])
        start = Start(game.name, _ask_people(keyboard, game, fields["players"]))
        start = replace(start, dealer=_ask_dealer(keyboard, start.players))
        return _ask_rules(keyboard, game, start, call)
    except _StopError:
        return None


class _StopError(Exception):
    pass


def _ask(keyboard: Keyboard, text: str, read: Callable[[str], T], words: Sequence[str] = (), default: str = "") -> T:
    """What `read` makes of an answer; until it raises no InputError. Raises _StopError."""
    while True:
        line = keyboard.ask(text, words, default=default)
        if line.lower() in (*STOP, "q"):
            raise _StopError
        try:
            return read(line)
        except InputError as error:
            echo(f"  {error}")


def _ask_game(keyboard: Keyboard, field: Mapping[str, Any]) -> ScoredGame:
    choices = field["choices"]
    listed = "  ".join(f"{number} {choice['text']}" for number, choice in enumerate(choices, 1))
    numbers = {str(number): choice["value"] for number, choice in enumerate(choices, 1)}
    titles = [choice["text"] for choice in choices]

    def read(answer: str) -> ScoredGame:
        return find_scored_game(numbers.get(answer, answer))

    return _ask(keyboard, f"Which game?  {listed}", read, titles, field.get("default", ""))


def _ask_people(keyboard: Keyboard, game: ScoredGame, field: Mapping[str, Any]) -> tuple[str, ...]:
    known, before = [choice["value"] for choice in field.get("choices", ())], field.get("default", ())
    if known:
        echo(f"Played before: {', '.join(known[:12])}{', ...' if len(known) > 12 else ''}")

    def read(answer: str) -> tuple[str, ...]:
        people = check_names(split_names(answer, known))
        game.check_players(len(people))
        echo(f"  {join_words(people, 'and')}.")
        return people

    return _ask(keyboard, "Who plays? Names, clockwise, with spaces or commas between", read, known, ", ".join(before))


def split_names(line: str, known: Sequence[str]) -> list[str]:
    """Names as typed: commas part them, or where there is none spaces; a known name keeps its spaces, and is spelled as
    it was."""
    spelled = {plain(name): name for name in known}
    if "," in line or ";" in line:
        parts = [part.strip() for part in line.replace(";", ",").split(",") if part.strip()]
        return [spelled.get(plain(part), part) for part in parts]
    found = []
    while line.strip():
        name, line = first_answer(line, known)
        found.append(spelled.get(plain(name), name))
    return found


def _ask_dealer(keyboard: Keyboard, people: tuple[str, ...]) -> str:
    listed = "  ".join(f"{seat} {name}" for seat, name in enumerate(people, 1))
    text = f"Who deals first?  {listed}"
    return _ask(keyboard, text, lambda answer: people[find_player(answer, people)], people, people[0])


def _ask_rules(keyboard: Keyboard, game: ScoredGame, start: Start, call: Call) -> Start:
    """With house rules as `name=value`, over those of the file that config.toml names."""
    try:
        own = read_config().get("night.house", "")
    except InputError:  # which the command has said when it began
        own = ""
    text = f"House rules? Enter for {Path(own).name or 'none'}, ? lists them; or name=value"
    words = [f"{option.name}=" for option in game.options]

    def read(answer: str) -> Start | None:
        if answer in HELP:
            echo(describe_options(game))
            return None
        none = answer.lower() in NONE or answer in BACK
        typed = () if none else tuple(answer.replace(";", " ").replace(", ", " ").split())
        whole = replace(start, house_file=own, house=typed)
        whole.table(call)
        return whole

    while (found := _ask(keyboard, text, read, words)) is None:
        pass
    return found
