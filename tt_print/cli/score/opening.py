"""Who plays what tonight: the questions of `tt-print score play` before a night begins."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tt_print.cli.common import echo
from tt_print.cli.prompting import Keyboard
from tt_print.cli.score.asking import BACK, HELP, STOP
from tt_print.errors import InputError, join_words

if TYPE_CHECKING:
    from tt_print.engine.base import Game
    from tt_print.engine.house import House
    from tt_print.score.events import Event

NOT_BEGUN = "No night is begun."
NONE = ("", "none", "no", "n", "-")


def ask_table(keyboard: Keyboard, events: Sequence[Event]) -> tuple[Game, tuple[str, ...], House, str] | None:
    """Game, players clockwise, house rules, and who deals first; None when the person stops.

    Raises KeyboardInterrupt, and EOFError when nobody answers any more.
    """
    last = _last_start(events)
    try:
        game = _ask_game(keyboard, last.data["game"] if last else "")
        people = _ask_people(keyboard, game, events, last)
        dealer = _ask_dealer(keyboard, people)
        return game, people, _ask_rules(keyboard, game, people), dealer
    except _StopError:
        return None


class _StopError(Exception):
    pass


def _line(keyboard: Keyboard, text: str, words: Sequence[str] = (), default: str = "") -> str:
    line = keyboard.ask(text, words, default=default)
    if line.lower() in (*STOP, "q"):
        raise _StopError
    return line


def _last_start(events: Sequence[Event]) -> Event | None:
    from tt_print.score.events import START

    return next((event for event in reversed(events) if event.kind == START), None)


def _ask_game(keyboard: Keyboard, last: str) -> Game:
    from tt_print.games import POINTS, find_scored_game, load_games

    games = [*load_games(), find_scored_game(POINTS)]
    listed = "  ".join(f"{number} {game.title}" for number, game in enumerate(games, 1))
    numbers = {str(number): game for number, game in enumerate(games, 1)}
    while True:
        answer = _line(keyboard, f"Which game?  {listed}", [g.title for g in games], last)
        try:
            return numbers[answer] if answer in numbers else find_scored_game(answer)
        except InputError as error:
            echo(f"  {error}")


def _ask_people(keyboard: Keyboard, game: Game, events: Sequence[Event], last: Event | None) -> tuple[str, ...]:
    from tt_print.people import check_names
    from tt_print.score.events import former_names

    known = former_names(events)
    before = tuple(last.data["players"]) if last else ()
    if known:
        shown = ", ".join(known[:12]) + (", ..." if len(known) > 12 else "")
        echo(f"Played before: {shown}")
    while True:
        answer = _line(keyboard, "Who plays? Names, clockwise, with blanks or commas between", known, ", ".join(before))
        try:
            people = check_names(split_names(answer, known))
            game.check_players(len(people))
        except InputError as error:
            echo(f"  {error}")
        else:
            echo(f"  {join_words(people, 'and')}.")
            return people


def split_names(line: str, known: Sequence[str]) -> list[str]:
    """Names as typed: commas part them, or where there is none blanks; a known name keeps its blanks, and is spelled as
    it was."""
    from tt_print.people import plain
    from tt_print.score.answers import first_answer

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
    from tt_print.people import find_player

    listed = "  ".join(f"{seat} {name}" for seat, name in enumerate(people, 1))
    while True:
        answer = _line(keyboard, f"Who deals first?  {listed}", people, people[0])
        try:
            return people[find_player(answer, people)]
        except InputError as error:
            echo(f"  {error}")


def _ask_rules(keyboard: Keyboard, game: Game, people: tuple[str, ...]) -> House:
    """House rules as `name=value`, over those of the file that config.toml names."""
    from tt_print.engine.house import describe_options
    from tt_print.games import GAMES
    from tt_print.people import teams_by_seat

    own = _own_rules()
    words = [f"{option.name}=" for option in game.options]
    while True:
        answer = _line(
            keyboard, f"House rules? Enter for {own.name if own else 'none'}, ? lists them; or name=value", words
        )
        if answer in HELP:
            echo(describe_options(game))
            continue
        typed = [] if answer.lower() in NONE or answer in BACK else answer.replace(";", " ").replace(", ", " ").split()
        try:
            house = game.read_house(own, [teams_by_seat(rule, people) for rule in typed], GAMES)
            game.start(len(people), house, 0)
        except InputError as error:
            echo(f"  {error}")
        else:
            return house


def _own_rules() -> Path | None:
    """The file of house rules that config.toml names."""
    from tt_print.own import find_house, read_defaults

    try:
        name = read_defaults().night.house
    except InputError:  # which the command has said when it began
        return None
    return find_house(name) if name else None
