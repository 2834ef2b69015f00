"""How whole games are played and counted: one class of hooks a game, `Playing` in the module `play` of its package.

`Game.playing` gives the hooks of a game. They say whose choice comes next, what a player who wants to win chooses out of what
they may know (`sensible`), what is a turn and a round, how a game has ended, and which rules an event used. The words for it all
are the game's `playing.toml`. The module is imported when games are dealt or played, never by the judge.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tt_print.engine.events import Deal
from tt_print.problems import Problem
from tt_print.records import dataclass

if TYPE_CHECKING:
    import random

    from tt_print.engine.base import Game
    from tt_print.engine.view import View

RANDOM, SENSIBLE = "random", "sensible"
PLAYERS = (RANDOM, SENSIBLE)


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits at each seat in one game: one of `PLAYERS`, and how quick their hand is against the others'."""

    players: tuple[str, ...]
    quickness: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """Something on the table of a practice: open `cards` (codes), or how many lie face down.

    `name` is a key of `[table]` in `playing.toml`, `owner` whose it is, `note` what else is to be seen of it, such as what a wild was
    declared as. What `may_be_tapped` is named by its cards.
    """

    name: str
    cards: tuple[str, ...] = ()
    count: int | None = None
    owner: int | None = None
    note: str = ""
    may_be_tapped: bool = False


@dataclass(frozen=True, slots=True)
class EndRow:
    """What each seat has at the end of a round, and the points for it, where there are points. `name` is a key of `[table]` in `playing.toml`."""

    name: str
    has: tuple[int, ...]
    points: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a challenge came to: `who` had `said` what, the cards that were turned up, whether it is true, and who takes how many cards."""

    who: int
    said: str
    cards: tuple[str, ...]
    true: bool
    takes: int
    taken: int


class PlayHooks:
    """The hooks. Every default is what most games do; a subclass overrides what its game does differently."""

    # Kinds of events that deal: one begins a round.
    deals: frozenset[type] = frozenset({Deal})
    # Whether `sensible` is there.
    has_sensible: bool = False

    def __init__(self, game: Game) -> None:
        self.game = game

    @cached_property
    def turns(self) -> frozenset[type]:
        """Kinds of events that each end or begin exactly one turn, so that counting them counts turns: what one player does."""
        return frozenset(kind for kind in self.game.events if any(each.name == "seat" for each in fields(kind)))

    # ---------------------------------------------------------------- playing

    def seat(self, players: tuple[str, ...], rng: random.Random) -> Seating:
        """The people of one game."""
        return Seating(players)

    def next_event(self, state: Any, seating: Seating, chance: random.Random, choice: random.Random) -> Any:
        """What happens next at this table: chance with one generator, people with the other.

        A deal comes out of `chance` alone, so that the same deals can be played under other house rules. Raises
        IndexError when the game is over.
        """
        seats = self.game.to_act(state)
        if not seats:
            return self.game.actions(state).choose(chance if state.phase == "deal" else choice)
        if seating.players[seats[0]] == SENSIBLE:
            return self.sensible(self.game.view(state, seats[0]), choice)
        return self.game.actions(state).choose(choice)

    def sensible(self, view: View, rng: random.Random) -> Any:
        """What the player at `view.seat`, whose choice it is, does to win, out of what they may know."""
        raise Problem("playtest.no_sensible", "player", title=self.game.title)

    # ---------------------------------------------------------------- practice

    # Kinds of events that are no choice: in a practice they happen by themselves.
    forced: frozenset[type] = frozenset()

    def places(self, view: View) -> Iterable[Place]:
        """The cards on the table, as the player at `view.seat` sees it, without the hands."""
        return ()

    def tries(self, view: View, cards: tuple[Any, ...], table: tuple[str, ...]) -> Iterable[Any]:
        """What the player at `view.seat` may mean who taps these cards of the hand and on the table the places with these cards,
        whether it is legal or not, likeliest first; without any, what needs none."""
        return ()

    def outcome(self, before: Any, event: Any, after: Any) -> Outcome | None:
        """What a challenge came to; None for any other event."""
        return None

    def round_winners(self, before: Any, event: Any, after: Any) -> tuple[int, ...]:
        """Who has won the round that this event ended; nobody, if it has no winner."""
        return tuple(after.winners)

    def end_rows(self, state: Any) -> Iterable[EndRow]:
        """What counts at the end of a round."""
        return ()

    # ---------------------------------------------------------------- counting

    def rounds(self, before: Any, event: Any, after: Any) -> int:
        """How many rounds this event begins."""
        return type(event) in self.deals

    def used(self, before: Any, event: Any, after: Any) -> Iterable[str]:
        """What the event used of the rules: keys of `[used]` in `playing.toml`."""
        return ()

    def end(self, before: Any, event: Any, after: Any) -> str:
        """How this last event of a game ended it: a key of `[ends]` in `playing.toml`."""
        return "ended"

    def held(self, state: Any) -> tuple[int, ...]:
        """Cards in each hand when the game has ended."""
        return tuple(map(len, state.hands))
