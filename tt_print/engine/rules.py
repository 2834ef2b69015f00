"""What the rules of a game are made of: guards, each the one place where an event is refused, and lists of legal events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import permutations
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from tt_print.deck import AnyCard
from tt_print.engine.notation import Seat, seat_name
from tt_print.engine.reasons import Reason
from tt_print.records import dataclass

if TYPE_CHECKING:
    import random

S = TypeVar("S")
E = TypeVar("E")
C = TypeVar("C", bound=AnyCard)
Guard = Callable[[Any, Any], Reason | None]


def guarded(guards: Mapping[str, Mapping[type, Guard]], not_now: Guard) -> Callable[[Any, Any], Reason | None]:
    """`refusal` of a game: what the guard of this phase and this kind of event says, or where there is none, `not_now`.

    A guard gives the first rule against an event, None for a legal one. The function has the `phases` in which something may come.
    """
    nothing: Mapping[type, Guard] = {}

    def refusal(state: Any, event: Any) -> Reason | None:
        guard = guards.get(state.phase, nothing).get(type(event))
        return not_now(state, event) if guard is None else guard(state, event)

    refusal.phases = tuple(guards)  # type: ignore[attr-defined]  # a function takes attributes
    return refusal


def make_reason(
    game: str,
    key: str,
    /,
    *rules: str,
    rulings: tuple[str, ...] = (),
    variables: tuple[str, ...] = (),
    cards: tuple[Any, ...] = (),
    instead: Iterable[Any] = (),
    **values: Any,
) -> Reason:
    """A `Reason` by these rules. Each game has this for itself: `because = partial(make_reason, NAME)`."""
    return Reason(game, key, rules, rulings, variables, cards, tuple(instead), tuple(values.items()))


def wrong_player(game: str, turn: Seat, seat: Seat, *rules: str) -> Reason:
    """Why `seat` may not act while it is the turn of `turn`."""
    return make_reason(game, "wrong_player", *rules, rulings=("G-2",), turn=seat_name(turn), seat=seat_name(seat))


def illegal_order_reason(
    game: str, order: tuple[AnyCard, ...], wanted: tuple[AnyCard, ...], *rules: str
) -> Reason | None:
    """Why this order of cards is no shuffle of `wanted`, None when it is one."""
    return None if Counter(order) == Counter(wanted) else make_reason(game, "wrong_cards", *rules, count=len(wanted))


class Choices(Generic[S, E]):
    """The legal events of a state, one by one from `walk(state)`. `pick(state, rng)` chooses one, by default any of them."""

    __slots__ = ("pick", "state", "walk")

    def __init__(
        self, state: S, walk: Callable[[S], Iterable[E]], pick: Callable[[S, random.Random], E] | None = None
    ) -> None:
        self.state, self.walk, self.pick = state, walk, pick

    def __iter__(self) -> Iterator[E]:
        return iter(self.walk(self.state))

    def choose(self, rng: random.Random) -> E:
        return rng.choice(list(self)) if self.pick is None else self.pick(self.state, rng)


@dataclass(frozen=True, slots=True)
class Orders(Generic[C, E]):
    """The legal outcomes of a shuffle: every order of `cards`, each as `make(order)`."""

    cards: tuple[C, ...]
    make: Callable[[tuple[C, ...]], E]

    def __iter__(self) -> Iterator[E]:
        return map(self.make, permutations(self.cards))

    def choose(self, rng: random.Random) -> E:
        order = list(self.cards)
        rng.shuffle(order)
        return self.make(tuple(order))


class Nothing:
    """The legal events of a game that is over."""

    def __iter__(self) -> Iterator[Any]:
        return iter(())

    def choose(self, rng: random.Random) -> Any:
        raise IndexError("the game is over; nothing is legal")
