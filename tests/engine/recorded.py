"""Games as they were played: recorded, written down as text, and read again."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

from tests.commands import ROOT
from tt_print.engine.base import Game
from tt_print.engine.house import House, parse_house
from tt_print.engine.notation import Codec, codec, parse_seat, seat_name
from tt_print.engine.play import play_out
from tt_print.games import find_game

FOLDER = ROOT / "tests" / "records"
LINE = 100  # continuation lines of long events are indented; a deal of 125 cards is five of them


class StateText:
    """A state of a game as lines `field: value`, and back."""

    def __init__(self, game: Game) -> None:
        rules = Codec(r"-|\S+( \S+)*", lambda text: parse_house(game, text), str)
        codecs = {**game.codecs, "House": rules}
        self.state = game.state
        self.codecs = {field.name: codec(str(field.type), codecs) for field in fields(game.state)}

    def show(self, state: Any) -> str:
        return "".join(f"{name}: {code.show(getattr(state, name))}\n" for name, code in self.codecs.items())

    def read(self, text: str) -> Any:
        values = dict(line.split(": ", 1) for line in text.splitlines())
        return self.state(**{name: code.read(values.pop(name)) for name, code in self.codecs.items()}, **values)


state_text = StateText


def fold(text: str) -> str:
    """Long lines broken at spaces; what continues a line is indented."""
    lines, current = [], ""
    for word in text.split(" "):
        if current and len(current) + len(word) >= LINE:
            lines.append(current)
            current = "   "
        current += (" " if current else "") + word
    return "\n".join([*lines, current])


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
    = turn Cy, hands 8 7 8, center 2, draw 100, scores 0 0 0
    """
    game = record.game
    lines = [game.name, f"players: {record.players}", f"dealer: {seat_name(record.dealer)}", f"house: {record.house}"]
    states = record.states()
    state = next(states)
    for event, state in zip(record.events, states, strict=True):
        lines += [fold(game.event_text.show(event)), f"= {game.describe(state)}"]
    lines += ["end", *map(fold, state_text(game).show(state).splitlines())]
    return "\n".join(lines) + "\n"


def parse_record(text: str) -> Record:
    """Undoes `show_record`, without looking at the table lines."""
    name, *lines = text.replace("\n    ", " ").partition("\nend\n")[0].splitlines()
    game = find_game(name)
    head = dict(line.split(": ", 1) for line in lines[:3])
    house = game.read_house(overrides=[] if head["house"] == "-" else head["house"].split())
    events = tuple(game.event_text.read(line) for line in lines[3:] if not line.startswith("="))
    return Record(game, int(head["players"]), house, parse_seat(head["dealer"]), events)


@cache
def read_record(file: str) -> Record:
    """A record of the folder, by the name of its file."""
    return parse_record((FOLDER / f"{file}.txt").read_text(encoding="utf-8"))


def make_record(game: Game, players: int, seed: int, options: Mapping[str, Any] | None = None) -> str:
    """The text of the random game of this seed."""
    return show_record(record_game(game, players, game.house(**(options or {})), random.Random(seed)))
