"""What every game is: facts, options, and the same few functions.

A game's package ends its `__init__` with a `Game`, which names what is its own and takes from its modules, by
`parts_of`, what all games have under the same names. The modules stand in one order: facts, deal, legal, apply,
judge, score. States are frozen dataclasses; `apply` gives the next one and
changes nothing. Chance is an event like any other (a deal, a shuffle, with its order of cards), so a
record of events is the whole truth about a game, and randomness enters only where an event is chosen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from itertools import permutations
from typing import TYPE_CHECKING, Any, Protocol

from tt_print.deck import AnyCard
from tt_print.engine.house import House, Option, make_house, parse_house, read_house
from tt_print.engine.notation import Codec, EventText, StateText
from tt_print.engine.query import Asked
from tt_print.engine.reasons import IllegalMove, Reason, Verdict
from tt_print.errors import InputError

if TYPE_CHECKING:
    import random
    from pathlib import Path
    from types import ModuleType

    from tt_print.engine.table_hooks import TableHooks


class Actions(Protocol):
    """The legal events of a state, never as a list: there can be hundreds of thousands.

    Membership and choice take no walk through the others; iteration gives each once, in a fixed order.
    """

    def __contains__(self, event: object) -> bool: ...
    def __iter__(self) -> Iterator[Any]: ...
    def choose(self, rng: random.Random) -> Any:
        """One of them at random (not uniformly; the game says how). Raises IndexError when there is none."""


class Scene(Protocol):
    """The table of one example: phrases set it up, act on it and ask; answers gather in `facts`.

    Every game's table is a `scenes.Scene`.
    """

    facts: dict[str, Any]
    rules: list[str]
    reasons: list[Reason]

    def run_phrase(self, phrase: str) -> None: ...


class InvariantError(RuntimeError):
    """The engine broke its own promise: a card lost, a game without end. Never a player's fault."""


@dataclass(frozen=True)
class Game:
    """One game. `state` is its frozen dataclass, with at least `house` and `phase`; the phase is `deal`
    before the first deal and between deals. The functions:

    - `start(players, house, dealer)`: the state before the first deal; what comes next is the deal.
    - `legal(state)`: the events that may come next, lazily (`Actions`).
    - `verify(state, event)`: raises IllegalMove with the first rule that forbids `event`.
    - `apply(state, event)`: verifies, then gives the state after it.
    - `is_over(state)`: the game has ended and nothing is legal.
    - `layout(state)`: every card by place, for deals and for counting: `hands` (a tuple a seat), and as the
      game has them `up`, `center`, `aside`, `table`, `draw`, and any other name.
    - `check(state)`: raises InvariantError where the game's own invariants are broken.
    - `describe(state)`: one line for records of play: what has changed on the table.
    - `deal_sizes(players, house)`: how many cards go where, by place (`hands` is the number for each).
    - `judge(asked, house)`: the verdict on a question.

    `package` is where its modules are. Beside those that make up the game (`parts_of`) three stand there that are loaded
    only when they are needed: `scene` with the table of its examples, `entry` with how a hand is entered and added up
    (`score.scorer.Scorer`), and, where the game differs from others, `table` with its `table_hooks.Hooks`.
    """

    # facts
    package: str
    name: str
    title: str
    players: tuple[int, int | None]
    deck: str
    options: tuple[Option, ...]
    state: type
    events: tuple[type, ...]
    # deal, legal, apply
    start: Callable[[int, House, int], Any]
    deal_sizes: Callable[[int, House], dict[str, int]]
    legal: Callable[[Any], Actions]
    verify: Callable[[Any, Any], None]
    apply: Callable[[Any, Any], Any]
    is_over: Callable[[Any], bool]
    cards: Callable[[Any], Iterable[AnyCard]]
    layout: Callable[[Any], dict[str, Any]]
    check: Callable[[Any], None]
    describe: Callable[[Any], str]
    # judge
    flags: Mapping[str, str]
    calls: tuple[str, ...]
    judge: Callable[[Asked, House], Verdict]
    # what not every game needs
    check_house: Callable[[dict[str, Any]], None] | None = None
    combinations: tuple[Mapping[str, Any], ...] = ()
    codecs: Mapping[str, Codec] = field(default_factory=dict)

    def house(self, **changes: Any) -> House:
        """House rules with `changes` over the defaults. Raises HouseError."""
        return make_house(self, changes)

    def read_house(
        self, path: Path | None = None, overrides: Iterable[str] = (), sections: Iterable[str] | None = None
    ) -> House:
        """House rules from a TOML file and `name=value` texts (see `house.read_house`). Raises HouseError."""
        return read_house(self, path, overrides, sections)

    def check_players(self, players: int) -> None:
        """Raises InputError when so many cannot play."""
        least, most = self.players
        if players < least or (most is not None and players > most):
            allowed = f"for {least} to {most} players" if most is not None else f"for {least} or more players"
            raise InputError(f"{self.title} is {allowed}, not {players}.")

    def can(self, state: Any, event: Any) -> bool:
        try:
            self.verify(state, event)
        except IllegalMove:
            return False
        return True

    def scene(self, house: House) -> Scene:
        """The table of an example; loaded only when one is run, so that the judge starts sooner."""
        return import_module(f"{self.package}.scene").Table(self, house)

    @cached_property
    def table(self) -> TableHooks:
        """What differs at a table with cards and paper: `Hooks` of the module `table` in `package`, else the defaults."""
        from tt_print.engine.table_hooks import TableHooks

        name = f"{self.package}.table"
        if find_spec(name) is None:
            return TableHooks(self)
        hooks: TableHooks = import_module(name).Hooks(self)
        return hooks

    def house_trials(self) -> list[dict[str, Any]]:
        """House rules worth a test: none, each value of each option alone, and the game's combinations."""
        alone = [{o.name: value} for o in self.options for value in o.trials() if value != o.default]
        return [{}, *alone, *map(dict, self.combinations)]

    @cached_property
    def event_text(self) -> EventText:
        """Events as sentences, both ways."""
        return EventText(self.events, self.codecs)

    @cached_property
    def state_text(self) -> StateText:
        """States as lines, both ways."""
        rules = Codec(r"-|\S+( \S+)*", lambda text: parse_house(self, text), str)
        return StateText(self.state, {**self.codecs, "House": rules})


def parts_of(
    facts: ModuleType, deal: ModuleType, legal: ModuleType, apply: ModuleType, judge: ModuleType
) -> dict[str, Any]:
    """What each game has under the same name in the same module, as fields of a `Game`."""
    return {
        "players": facts.PLAYERS,
        "state": facts.State,
        "start": deal.start,
        "deal_sizes": deal.deal_sizes,
        "legal": legal.legal,
        "verify": legal.verify,
        "apply": apply.apply,
        "is_over": facts.is_over,
        "cards": facts.cards,
        "layout": facts.layout,
        "describe": facts.describe,
        "flags": judge.FLAGS,
        "judge": judge.judge,
    }


@dataclass(frozen=True, slots=True)
class Orders:
    """The legal outcomes of a shuffle: every order of `cards`, each as `make(order)`."""

    cards: tuple[AnyCard, ...]
    make: Callable[[tuple[AnyCard, ...]], Any]

    def __contains__(self, event: object) -> bool:
        order = getattr(event, "order", None)
        return order is not None and event == self.make(order) and Counter(order) == Counter(self.cards)

    def __iter__(self) -> Iterator[Any]:
        return map(self.make, permutations(self.cards))

    def choose(self, rng: random.Random) -> Any:
        order = list(self.cards)
        rng.shuffle(order)
        return self.make(tuple(order))


class Nothing:
    """The legal events of a game that is over."""

    def __contains__(self, event: object) -> bool:
        return False

    def __iter__(self) -> Iterator[Any]:
        return iter(())

    def choose(self, rng: random.Random) -> Any:
        raise IndexError("the game is over; nothing is legal")


def check_cards(found: Iterable[AnyCard], box: tuple[AnyCard, ...], identities: frozenset[int]) -> None:
    """Conservation: `found` is `box`, each card as often. Raises InvariantError that names what is not.

    Fast where every card is its own object (see `notation.INTERNED`): `identities` are the `id`s of `box`.
    """
    cards = list(found)
    if len(cards) == len(box) and set(map(id, cards)) == identities and len(identities) == len(box):
        return
    have, want = Counter(cards), Counter(box)
    if have != want:
        lost, extra = ", ".join(map(str, want - have)), ", ".join(map(str, have - want))
        raise InvariantError(f"cards lost: {lost or 'none'}; too many: {extra or 'none'}")
