"""How whole games are played and counted, by random and by sensible players; what one seat may know of a state; and puzzles.

`Game.playing` gives the hooks of a game, `Playing` in the module `play` of its package. They say whose choice comes next, what a player
who wants to win chooses out of what they may know (`sensible`), what is a turn and a round, how a game has ended, and which rules an
event used. The words for it all are the game's `playing.toml`. A puzzle is a problem with one solution.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic

from tt_print.deck import AnyCard
from tt_print.engine.notation import Deal, Seat, seat_name
from tt_print.engine.rules import InvariantError
from tt_print.errors import InputError
from tt_print.problems import Problem
from tt_print.records import dataclass

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from tt_print.engine.base import Game, GameState

    S = TypeVar("S", bound="GameState", default=Any)  # a game's own states
    E = TypeVar("E", default=Any)  # the union of its events
else:  # defaults of type variables came with Python 3.13
    from typing import TypeVar

    S, E = TypeVar("S"), TypeVar("E")

Cards = tuple[AnyCard, ...]


@dataclass(frozen=True, slots=True)
class View(Mapping[str, Any], Generic[S]):
    """A state as one player sees it: its fields under their own names, hidden cards as their number, None where even
    that is hidden.

    Of `hands` only the seat's own one is face up, where the game lets players look at their cards. Compared by what is seen,
    never changed; `view.draw` and `view["draw"]` are the same.
    """

    game: str
    seat: Seat
    _seen: Mapping[str, Any]

    def __getitem__(self, name: str) -> Any:
        return self._seen[name]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self._seen:
            raise AttributeError(f"a view of {self.game} has no {name!r}. There are {', '.join(self._seen)}.")
        return self._seen[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._seen)

    def __len__(self) -> int:
        return len(self._seen)

    def __hash__(self) -> int:
        return hash((self.game, self.seat, str(self._seen)))

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={_show(value)}" for name, value in self._seen.items())
        return f"View({self.game}, {seat_name(self.seat)}: {shown})"


def own_hand_only(hands: Sequence[Cards], seat: Seat) -> tuple[Cards | int, ...]:
    """The hand of `seat`; of the others how many cards they hold."""
    return tuple(hand if other == seat else len(hand) for other, hand in enumerate(hands))


def hidden_of(state: GameState, seat: Seat) -> dict[str, object]:
    """What a player sees of what does not lie open: the hand at `seat`, and how many cards there are elsewhere."""
    draw = {"draw": len(state.draw)} if hasattr(state, "draw") else {}
    return {"hands": own_hand_only(state.hands, seat), **draw}


def _show(value: object) -> str:
    if isinstance(value, tuple):
        return f"({' '.join(map(_show, value))})"
    return str(value)


RANDOM, SENSIBLE = "random", "sensible"
PLAYERS = (RANDOM, SENSIBLE)


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits at each seat in one game: one of `PLAYERS`, and how quick their hand is against the others'."""

    players: tuple[str, ...]
    quickness: tuple[float, ...] = ()


class Person(str):
    """A player in a sentence: `{who}` is Bo or you, `{who:own}` Bo’s or your, `{who:their}` their or your, and any other
    format is a verb: `{who:take}` is Bo takes or you take. Nobody ("") makes an order of it: take."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        name, is_you = str(self), self in ("", "you")
        if spec == "own":
            return "your" if is_you else f"{name}’s"
        if spec == "their":
            return "your" if is_you else "their"
        has_no_s = not spec or is_you or " and " in name
        verb = (
            spec
            if has_no_s
            else "has"
            if spec == "have"
            else spec + ("es" if spec.endswith(("s", "sh", "ch", "o")) else "s")
        )
        return f"{name} {verb}".strip()


def player_name(seat: Seat, viewer: Seat) -> str:
    """What a player is called on the page of `viewer`, who is You."""
    return "You" if seat == viewer else seat_name(seat)


def person(seat: Seat, viewer: Seat) -> Person:
    """The same player in a sentence."""
    return Person("you" if seat == viewer else seat_name(seat))


BACK = "back"  # a card face down


@dataclass(frozen=True, slots=True)
class Place:
    """Something on the table of a practice: the `cards` that are seen there (codes, or `back`), and how many there are, None where that
    is hidden.

    `id` is the same for the whole round. `owner` is whose it is, `note` what else is to be seen of it, `counts_as` what a wild there
    counts as. `tap` is what `tries` gets when it is tapped. `name` is a key of `[table]` in `playing.toml`, by default the id up to its colon.
    """

    id: str
    cards: tuple[str, ...] = ()
    count: int | None = None
    owner: Seat | None = None
    note: str = ""
    counts_as: str | None = None
    tap: str | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class Motion:
    """What an event of a practice moves: `cards` from one place or hand to another, by their ids, with all cards of the places in `also`.

    `counts_as` is what a wild then counts as, `table` are the places to tap for this event, and `words` are values for its
    sentences beside its own fields; None hides a field.
    """

    cards: tuple[str, ...] = ()
    start: str | None = None
    end: str | None = None
    also: tuple[str, ...] = ()
    counts_as: str | None = None
    table: tuple[str, ...] = ()
    words: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EndRow:
    """What each seat has at the end of a round, and the points for it, where there are points. `name` is a key of `[table]` in `playing.toml`."""

    name: str
    has: tuple[int, ...]
    points: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class ChallengeOutcome:
    """What a challenge came to: `who` had `said` what, the cards that were turned up, whether it is true, and who takes how many cards."""

    who: int
    said: str
    cards: tuple[str, ...]
    true: bool
    takes: int
    taken: int


@dataclass(frozen=True, slots=True)
class Tally:
    """What tapped places add up to: `sets` of their taps that are taken together, with their `numbers` (`?` and None for what is none) and
    the `sum` of all; the number that the card `wants`; the words that card and places all share; and whether the card takes them."""

    sets: tuple[tuple[str, ...], ...]
    numbers: tuple[tuple[int | str | None, ...], ...]
    sum: int | None
    wants: int | str | None
    shares: tuple[str, ...]
    ok: bool


class PlayHooks(Generic[S, E]):
    """The hooks, of a game with states `S` and events `E`. Every default is what most games do; a subclass overrides what its game does differently."""

    # Kinds of events that deal: one begins a round.
    deals: frozenset[type] = frozenset({Deal})
    # Whether `sensible` is there.
    has_sensible: bool = False

    def __init__(self, game: Game[S, E]) -> None:
        self.game = game

    @cached_property
    def turns(self) -> frozenset[type]:
        """Kinds of events that each end or begin exactly one turn, so that counting them counts turns: what one player does."""
        return frozenset(kind for kind in self.game.events if any(each.name == "seat" for each in fields(kind)))

    # ---------------------------------------------------------------- playing

    def seat(self, players: tuple[str, ...], rng: random.Random) -> Seating:
        """The people of one game."""
        return Seating(players)

    def next_event(self, state: S, seating: Seating, chance: random.Random, choice: random.Random) -> E:
        """What happens next at this table: chance with one generator, people with the other.

        A deal comes out of `chance` alone, so that the same deals can be played under other house rules. Raises
        IndexError when the game is over.
        """
        seats = self.game.to_act(state)
        if not seats:
            return self.game.actions(state).choose(chance if state.phase == "deal" else choice)
        is_sensible = seating.players[seats[0]] == SENSIBLE
        wanted = self.sensible(self.game.view(state, seats[0]), choice) if is_sensible else None
        return self.game.actions(state).choose(choice) if wanted is None else wanted

    def sensible(self, view: View[S], rng: random.Random) -> E | None:
        """What the player at `view.seat`, whose choice it is, does to win, out of what they may know; None: then any legal event happens. A game with a
        practice always gives one."""
        raise Problem("playtest.no_sensible", "player", title=self.game.title)

    # ---------------------------------------------------------------- practice

    # Kinds of events that are no choice: in a practice they happen by themselves.
    forced: frozenset[type] = frozenset()
    # Keys of `[used]` that are named beside a move; the sentence of the move says the rest.
    notable: frozenset[str] = frozenset()

    def aim(self, view: View[S]) -> Mapping[str, object]:
        """Values for the sentence in `[aim]` of `playing.toml`, by phase, that says what the player at `view.seat` can do."""
        return {}

    def places(self, view: View[S]) -> Iterable[Place]:
        """The cards on the table, as the player at `view.seat` sees it, without the hands."""
        return ()

    def hand_sizes(self, view: View[S]) -> Sequence[int | None]:
        """How many cards each player holds, None where that is hidden."""
        return [len(hand) if isinstance(hand, tuple) else hand for hand in view.hands]

    def count_hands(self, known: tuple[int, ...], before: S, event: E, after: S) -> tuple[int, ...]:
        """How many cards each player holds, as far as everybody can count along who counted `known` before the event."""
        return tuple(map(len, after.hands))

    def most_cards(self, view: View[S]) -> int:
        """How many cards of the hand can be played at once."""
        return 1

    def tries(self, view: View[S], cards: tuple[Any, ...], table: tuple[str, ...]) -> Iterable[E]:
        """What the player at `view.seat` may mean who taps these cards of the hand and the places with these taps, whether it is legal
        or not, likeliest first; without any, what needs none."""
        return ()

    def targets(self, view: View[S], card: Any) -> Iterable[tuple[str, ...]]:
        """The taps that a card of the hand may need to be played: none, or those of one place."""
        return [(), *((place.tap,) for place in self.places(view) if place.tap)]

    def motion(self, before: S, event: E, viewer: Seat) -> Motion:
        """What a legal event moves, as the player at `viewer` sees it."""
        return Motion()

    def tally(self, view: View[S], cards: tuple[Any, ...], table: tuple[str, ...], legal: Sequence[E]) -> Tally | None:
        """What places that were tapped with a card add up to, in a game that counts them; `legal` is what this can mean."""
        return None

    def because(self, view: View[S], event: E) -> tuple[str, Mapping[str, object]] | None:
        """What decided that `sensible` does this: a key of `[because]` in `playing.toml` with its values; None where that is not one thing."""
        return None

    def outcome(self, before: S, event: E, after: S) -> ChallengeOutcome | None:
        """What a challenge came to; None for any other event."""
        return None

    def round_winners(self, before: S, event: E, after: S) -> tuple[int, ...]:
        """Who has won the round that this event ended; nobody, if it has no winner."""
        return tuple(after.winners)

    def end_rows(self, state: S) -> Iterable[EndRow]:
        """What counts at the end of a round."""
        return ()

    # ---------------------------------------------------------------- counting

    def rounds(self, before: S, event: E, after: S) -> int:
        """How many rounds this event begins."""
        return type(event) in self.deals

    def used(self, before: S, event: E, after: S) -> Iterable[str]:
        """What the event used of the rules: keys of `[used]` in `playing.toml`."""
        return ()

    def end(self, before: S, event: E, after: S) -> str:
        """How this last event of a game ended it: a key of `[ends]` in `playing.toml`."""
        return "ended"

    def held(self, state: S) -> tuple[int, ...]:
        """Cards in each hand when the game has ended."""
        return tuple(map(len, state.hands))


@dataclass(frozen=True, slots=True)
class PuzzleGroup:
    """Cards that lie together; `role` is a key of `[groups]` in the game's `puzzles.toml`, `form` is row or pile."""

    role: str
    cards: tuple[AnyCard, ...]
    form: str = "row"


@dataclass(frozen=True, slots=True)
class Puzzle:
    """`lines` are sentences that belong to the problem, such as claims. `answer` has the parts of its solution, as codes or words.

    `difficulty` counts what can be tried in vain, each game in its own way. `reason` is a key of `[reasons]` in the game's `puzzles.toml`.
    """

    groups: tuple[PuzzleGroup, ...]
    answer: tuple[str, ...]
    difficulty: int
    lines: tuple[str, ...] = ()
    reason: str = ""


PATIENCE = 100_000  # events; a random game that takes longer has no end


def play_out(
    game: Game[S, E], state: S, rng: random.Random, until: Callable[[S], bool] | None = None
) -> Iterator[tuple[E, S]]:
    """Random legal events and the states after them, to the end of the game or until `until(state)`.

    Every state is checked. Raises InvariantError when a check fails or the game does not end.
    """
    for _ in range(PATIENCE):
        if game.is_over(state) or (until is not None and until(state)):
            return
        event = game.legal(state).choose(rng)
        state = game.apply(state, event)
        game.check(state)
        yield event, state
    raise InvariantError(f"{game.title} did not end within {PATIENCE} events: {game.describe(state)}")


def check_players_act(game: Game, state: GameState) -> None:
    """Raises InvariantError where something may happen that is no chance, and nobody is named who may do it."""
    if not game.is_over(state) and not game.to_act(state) and not game.legal(state).by_chance:
        raise InvariantError(f"nobody may act in the phase {state.phase!r}: see `acting`, or `to_act` of the rules")


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
                start = game.start(players, house, dealer=number % players)
                for _, state in play_out(game, start, random.Random(number)):
                    check_players_act(game, state)
            except (InvariantError, InputError) as fault:
                faults.append(f"{game.name}, {players} players, house {house}, seed {number}: {fault}")
            step()
    return faults
