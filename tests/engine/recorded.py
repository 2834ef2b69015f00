"""Games as they were played: recorded, written down as text, and replayed line by line."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any

from tests.commands import ROOT
from tt_print.engine.base import Game, InvariantError
from tt_print.engine.house import House, parse_house
from tt_print.engine.notation import Codec, codec, parse_seat, seat_name
from tt_print.engine.play import play_out
from tt_print.errors import InputError, NotationError

FOLDER = ROOT / "tests" / "records"
LINE = 100  # continuation lines of long events are indented; a deal of 125 cards is five of them


class StateText:
    """A state as lines `field: value`, and back."""

    def __init__(self, state: type, more: Mapping[str, Codec]) -> None:
        self.state = state
        self.codecs = {field.name: codec(str(field.type), more) for field in fields(state)}

    def show(self, state: Any) -> str:
        return "".join(f"{name}: {code.show(getattr(state, name))}\n" for name, code in self.codecs.items())

    def read(self, text: str) -> Any:
        """Raises NotationError that names the line: a field twice, missing, unknown or not readable."""
        values: dict[str, Any] = {}
        for line in text.splitlines():
            name, colon, value = line.partition(": ")
            if not colon or name not in self.codecs or name in values:
                raise NotationError(f"{line!r}: a state has one line for each of {', '.join(self.codecs)}.")
            try:
                values[name] = self.codecs[name].read(value)
            except InputError as error:
                raise NotationError(f"{line!r}: {error}") from error
            except (ValueError, KeyError) as error:
                raise NotationError(f"{line!r}: {value!r} cannot stand there.") from error
        missing = [name for name in self.codecs if name not in values]
        if missing:
            raise NotationError(f"the state lacks a line for {', '.join(missing)}.")
        return self.state(**values)


def state_text(game: Game) -> StateText:
    """Its states as lines, both ways."""
    rules = Codec(r"-|\S+( \S+)*", lambda text: parse_house(game, text), str)
    return StateText(game.state, {**game.codecs, "House": rules})


def fold(text: str) -> str:
    """Long lines broken at spaces; what continues a line is indented."""
    lines, current = [], ""
    for word in text.split(" "):
        if current and len(current) + len(word) >= LINE:
            lines.append(current)
            current = "   "
        current += (" " if current else "") + word
    return "\n".join([*lines, current])


def unfold(text: str) -> list[tuple[int, str]]:
    """Lines with their numbers, continuations joined; undoes `fold`."""
    lines: list[tuple[int, str]] = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("    ") and lines:
            lines[-1] = (lines[-1][0], f"{lines[-1][1]} {line.strip()}")
        elif line.strip():
            lines.append((number, line.rstrip()))
    return lines


def deal_out(game: Game, players: int, house: House, rng: random.Random, dealer: int = 0) -> Any:
    """The state after a random first deal."""
    game.check_players(players)
    state = game.start(players, house, dealer)
    return game.apply(state, game.legal(state).choose(rng))


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it was played: how it began, and every event."""

    game: Game
    players: int
    house: House
    dealer: int
    events: tuple[Any, ...]

    def states(self) -> Iterator[Any]:
        """The state before the first event, then after each. Raises IllegalMove at an illegal event."""
        state = self.game.start(self.players, self.house, self.dealer)
        yield state
        for event in self.events:
            state = self.game.apply(state, event)
            yield state

    def last(self) -> Any:
        *_, state = self.states()
        return state


def record_game(game: Game, players: int, house: House, rng: random.Random, dealer: int = 0) -> Record:
    """A whole random game."""
    game.check_players(players)
    start = game.start(players, house, dealer)
    return Record(game, players, house, dealer, tuple(event for event, _ in play_out(game, start, rng)))


def show_record(record: Record) -> str:
    """A record as text: a head, then each event with the table after it, then the last state in full.

    craziness
    players: 3
    dealer: Ann
    house: -
    Bo lays KC2 as red
    = showing RC2, hands 8 7 8, draw 100
    """
    game = record.game
    lines = [game.name, f"players: {record.players}", f"dealer: {seat_name(record.dealer)}", f"house: {record.house}"]
    states = record.states()
    state = next(states)
    for event, state in zip(record.events, states, strict=True):
        lines += [fold(game.event_text.show(event)), f"= {game.describe(state)}"]
    lines += ["end", *map(fold, state_text(game).show(state).splitlines())]
    return "\n".join(lines) + "\n"


def parse_record(text: str, find: Callable[[str], Game]) -> Record:
    """Undoes `show_record`, without looking at the table lines.

    Raises NotationError with the line.
    """
    lines = unfold(text)
    try:
        game = find(lines[0][1])
        head = dict(line.split(": ", 1) for _, line in lines[1:4])
        house = game.read_house(overrides=[] if head["house"] == "-" else head["house"].split())
        players, dealer = int(head["players"]), parse_seat(head["dealer"])
    except (IndexError, KeyError, ValueError) as error:
        raise NotationError(f"a record begins with the game, players, dealer and house: {error}") from error
    game.check_players(players)
    events = []
    for number, line in lines[4:]:
        if line == "end":
            break
        if not line.startswith("="):
            try:
                events.append(game.event_text.read(line))
            except InputError as error:
                raise NotationError(f"line {number}: {error}") from error
    return Record(game, players, house, dealer, tuple(events))


def read_record(file: str) -> str:
    return (FOLDER / f"{file}.txt").read_text(encoding="utf-8")


def make_record(game: Game, players: int, seed: int, options: Mapping[str, Any] | None = None) -> str:
    """The text of the random game of this seed."""
    return show_record(record_game(game, players, game.house(**(options or {})), random.Random(seed)))


def replay(text, find):
    """Plays a record again and compares every line. Raises InvariantError at the first that differs."""
    record = parse_record(text, find)
    for (number, wanted), (_, got) in zip(unfold(text), unfold(show_record(record)), strict=False):
        if wanted != got:
            raise InvariantError(f"line {number}: expected {wanted!r}, got {got!r}")
    if len(unfold(text)) != len(unfold(show_record(record))):
        raise InvariantError("the record stops early or goes on after the end")
    return record
