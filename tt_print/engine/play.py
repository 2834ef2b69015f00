"""Whole games: played by a random legal player, written down as text, and replayed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from tt_print.engine.base import Game, InvariantError
from tt_print.engine.house import House
from tt_print.engine.notation import fold, parse_seat, seat_name, unfold
from tt_print.errors import InputError, NotationError
from tt_print.records import dataclass

PATIENCE = 100_000  # events; a random game that takes longer has no end


def deal_out(game: Game, players: int, house: House, rng: random.Random, dealer: int = 0) -> Any:
    """The state after a random first deal."""
    game.check_players(players)
    state = game.start(players, house, dealer)
    return game.apply(state, game.legal(state).choose(rng))


def play_out(
    game: Game, state: Any, rng: random.Random, until: Callable[[Any], bool] | None = None, patience: int = PATIENCE
) -> Iterator[tuple[Any, Any]]:
    """Random legal events and the states after them, to the end of the game or until `until(state)`.

    Every state is checked. Raises InvariantError when a check fails or the game does not end.
    """
    for _ in range(patience):
        if game.is_over(state) or (until is not None and until(state)):
            return
        event = game.legal(state).choose(rng)
        state = game.apply(state, event)
        game.check(state)
        yield event, state
    raise InvariantError(f"{game.title} did not end within {patience} events: {game.describe(state)}")


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


def soak_games(games: Iterable[Game], count: int, seed: int, step: Callable[[], object] = lambda: None) -> list[str]:
    """`count` random games of each, in turn over numbers of players and house rules, checked at every event.

    The lines name each fault with what repeats it.
    """
    faults = []
    for game in games:
        min_players, max_players = game.players
        trials = game.house_trials()
        for number in range(seed, seed + count):
            players = min_players + number % ((max_players or min_players + 8) - min_players + 1)
            house = game.house(**trials[number % len(trials)])
            try:
                record_game(game, players, house, random.Random(number), dealer=number % players)
            except (InvariantError, InputError) as fault:
                faults.append(f"{game.name}, {players} players, house {house}, seed {number}: {fault}")
            step()
    return faults


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
    lines += ["end", *map(fold, game.state_text.show(state).splitlines())]
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
