"""What every game is: facts, options, and the same few functions.

A game's package ends its `__init__` with a `Game`, which names what is its own and takes from its modules, by
`parts_of`, what all games have under the same names. The modules are in one order: facts, deal, legal, apply,
judge, score. States are frozen dataclasses; `apply` gives the next one and
changes nothing. Chance is an event like any other (a deal, a shuffle, with its order of cards), so a
record of events is the whole truth about a game, and randomness enters only where an event is chosen.

    game = find_game("craziness")
    state = game.start(3)
    while not game.is_over(state):
        state = game.apply(state, game.legal(state).choose(rng))
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property, partial
from importlib import import_module
from importlib.util import find_spec
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Generic, Protocol, get_args

from tt_print.deck import DECKS, AnyCard
from tt_print.engine.house import House, Option, make_house, read_house, show_value
from tt_print.engine.notation import INTERNED, Codec, EventText, Seat, seat_name
from tt_print.engine.play import E, S, View, hidden_of
from tt_print.engine.reasons import IllegalMove, Reason
from tt_print.engine.rules import EventValidator, Orders
from tt_print.engine.rules import InvariantError as InvariantError
from tt_print.errors import InputError
from tt_print.problems import Problem

if TYPE_CHECKING:
    import random
    from pathlib import Path
    from types import ModuleType

    from typing_extensions import TypeVar

    from tt_print.engine.answers import StoryAnswer
    from tt_print.engine.play import PlayHooks
    from tt_print.engine.scenes import Scene
    from tt_print.engine.standing import Standing
    from tt_print.engine.table_hooks import TableHooks

    E_co = TypeVar("E_co", covariant=True)
else:  # defaults of type variables came with Python 3.13
    from typing import TypeVar

    E_co = TypeVar("E_co", covariant=True)

AUTHOR = "Brian Ciesicki"  # of Triple Topper and of its games
SHOWN = 3  # legal events listed in the repr of `Legal`
COUNTED = 1000  # and so far they are counted
Layout = dict[str, tuple[Any, ...]]  # by place cards, piles of these, and so on


class GameState(Protocol):
    """What the states of all games have. `hands` has a tuple for each seat, empty for anyone who has no cards."""

    @property
    def house(self) -> House: ...
    @property
    def phase(self) -> str: ...
    @property
    def turn(self) -> Seat: ...
    @property
    def hands(self) -> tuple[tuple[AnyCard, ...], ...]: ...
    @property
    def scores(self) -> tuple[int, ...]:
        """Points by seat; zeros in a game without points."""

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Empty until the game is over, and after a draw."""


class Actions(Protocol[E_co]):
    """The legal events of a state as a game lists them, never all at once: there can be hundreds of thousands.

    Iteration gives each once, in a fixed order; choice takes no walk through the others.
    """

    def __iter__(self) -> Iterator[E_co]: ...
    def choose(self, rng: random.Random) -> E_co:
        """One of them at random (not uniformly; the game says how). Raises IndexError when there is none."""


class Legal(Generic[S, E]):
    """The legal events of a state: ask with `in`, walk, choose one at random. They are never all made at once."""

    __slots__ = ("_actions", "_game", "_state")

    def __init__(self, game: Game[S, E], state: S, actions: Actions[E]) -> None:
        self._game, self._state, self._actions = game, state, actions

    def __contains__(self, event: object) -> bool:
        return self._game.illegal_reason(self._state, event) is None

    def __iter__(self) -> Iterator[E]:
        return iter(self._actions)

    def choose(self, rng: random.Random) -> E:
        """One of them at random (not uniformly; the game says how). Raises IndexError when the game is over."""
        return self._actions.choose(rng)

    @property
    def by_chance(self) -> bool:
        """Whether a shuffle is due, so that every order of the cards is an event and no player chooses."""
        return isinstance(self._actions, Orders)

    @property
    def cards(self) -> tuple[AnyCard, ...]:
        """The cards of the shuffle that is due; none where players choose."""
        return self._actions.cards if isinstance(self._actions, Orders) else ()

    def with_order(self, order: tuple[AnyCard, ...]) -> E:
        """The event of a shuffle that leaves the cards in this order, bottom to top. Raises InputError when none is due."""
        if not isinstance(self._actions, Orders):
            raise InputError("no shuffle is due now, so there is no order of cards to give.")
        event: E = self._actions.make(order)
        return event

    def count(self, limit: int = COUNTED) -> int | None:
        """How many there are, None for more than `limit`."""
        found = sum(1 for _ in islice(self._actions, limit + 1))
        return found if found <= limit else None

    def __repr__(self) -> str:
        """The first as sentences, and how many there are."""
        if isinstance(self._actions, Orders):
            return f"<Legal: every order of {len(self._actions.cards)} cards>"
        first = [self._game.event_text.show(event) for event in islice(self._actions, SHOWN)]
        count = self.count()
        more = f"more than {COUNTED} in all" if count is None else f"{count} in all"
        return f"<Legal: {'; '.join(first)}{'; ...' if count is None or count > SHOWN else ''} ({more})>"


def layout_of(state: GameState) -> Layout:
    """The piles of a state, by the names of its fields."""
    return {name: getattr(state, name) for name in ("hands", "center", "draw") if hasattr(state, name)}


def check_deck(game: Game, state: GameState) -> None:
    """Raises InvariantError where cards of the game's deck are lost, or too many."""
    box = tuple(INTERNED[card] for card in DECKS[game.deck])
    check_cards(game.cards(state), box, frozenset(map(id, box)))


def sizes_of(game: Game, players: int, house: House) -> dict[str, int]:
    """What is where after a deal, found by dealing: `hands` is the number for each."""
    state = game.opening(players, house, 0)
    layout = game.layout(game.advance(state, next(iter(game.actions(state)))))
    return {place: len(piles[0] if place == "hands" else piles) for place, piles in layout.items()}


@dataclass(frozen=True, kw_only=True, eq=False)
class ScoredGame:
    """A game whose score is kept; its cards and rules may be unknown. Use `house`, `read_house`, `check_players`, `check_table`.

    `package` is where its modules are, `family` the package of those that it shares with another game. The module `entry` says
    how a hand is entered and added up (`engine.scorer.Scorer`); `play` has `Dealing`, its `table_hooks.TableHooks`, where the game differs from others.

    - `check_house(values)`: raises HouseError for house rules that do not go together.
    - `has_points(house)`: whether the game is played for points.
    - `deal_sizes(players, house)`: how many cards go where, by place (`hands` is the number for each).
    - `check_sides(players, house)`: raises InputError for house rules that do not suit so many.
    - `after_hand(standing, winner)`: the game after a hand that this seat won, None for nobody; instead of a module `entry`.
    """

    package: str
    name: str
    title: str
    players: tuple[int, int | None]
    options: tuple[Option, ...]
    deck: str = "full"
    author: str = AUTHOR
    family: str = ""
    check_house: Callable[[dict[str, Any]], None] | None = None
    has_points: Callable[[House], bool] = lambda house: True
    deal_sizes: Callable[[int, House], dict[str, int]] = lambda players, house: {"hands": 0}
    check_sides: Callable[[int, House], None] = lambda players, house: None
    after_hand: Callable[[Standing, Seat | None], Standing] | None = None

    def house(self, **changes: object) -> House:
        """House rules with `changes` over the defaults. Raises HouseError."""
        return make_house(self, changes)

    def read_house(
        self, path: Path | None = None, overrides: Iterable[str] = (), sections: Iterable[str] | None = None
    ) -> House:
        """House rules from a TOML file and `name=value` texts (see `house.read_house`). Raises HouseError."""
        return read_house(self, path, overrides, sections)

    def check_players(self, players: int) -> None:
        """Raises Problem when the game is not for this number of players."""
        min_players, max_players = self.players
        if type(players) is not int:
            raise InputError(f"{players!r} players: give a whole number.")
        if players < min_players or (max_players is not None and players > max_players):
            values = {"title": self.title, "least": min_players, "count": players}
            if max_players is None:
                raise Problem("games.players_or_more", "players", **values)
            raise Problem("games.players", "players", most=max_players, **values)

    def find(self, module: str, name: str, default: object = None) -> Any:
        """What a module of the game has under this name, in its own package or in its family's; else the default."""
        for package in filter(None, (self.package, self.family)):
            if find_spec(f"{package}.{module}") and hasattr(found := import_module(f"{package}.{module}"), name):
                return getattr(found, name)
        return default

    def check_table(self, players: int, house: House) -> None:
        """Raises InputError for house rules that do not suit so many players, and for too many players, or too few."""
        self.check_players(players)
        self.check_sides(players, house)

    @cached_property
    def table(self) -> TableHooks:
        """What differs at a table with cards and paper: `Dealing` of the module `play`, else the defaults."""
        from tt_print.engine.table_hooks import TableHooks

        hooks: TableHooks = self.find("play", "Dealing", TableHooks)(self)
        return hooks


@dataclass(frozen=True, kw_only=True, eq=False)
class Game(ScoredGame, Generic[S, E]):
    """A game that is played. Use `start`, `legal`, `verify`, `can`, `apply`, `is_over`, `to_act`, `winners`, `returns`, `view`, `ask`.

    The fields are what a game brings; a few have another name in its modules (`NAMES`, below). `state` is its frozen dataclass (`GameState`); the phase is `deal`
    before the first deal and between deals. `events` are frozen dataclasses (`notation.event`), whose fields are checked
    by their types before any function here sees one. The functions:

    - `opening(players, house, dealer)`: the state before the first deal; what comes next is the deal.
    - `actions(state)`: the events that may come next, lazily (`Actions`).
    - `refusal(state, event)`: the first rule that forbids `event`, None for a legal one.
    - `advance(state, event)`: the state after a legal event.

    What most games have alike need not be there:

    - `ended(state)`: the game has ended and nothing is legal (`is_over`); by default in the phase `over`.
    - `acting(state)`: the seats that may act, the one whose turn it is first; none where chance or nobody does (`to_act`).
    - `layout(state)`: every card by place, for deals and for counting: `hands` (a tuple a seat), and as the
      game has them `up`, `center`, `aside`, `table`, `draw`, and any other name.
    - `hidden(state, seat)`: fields of the state that do not lie open, as this seat may see them (`view`); by default the other
      hands and the draw pile are numbers of cards.
    - `check(state)`: raises InvariantError where the game's own invariants are broken; by default that cards are lost.
    - `deal_sizes(players, house)`: by default what is where after a deal.
    - `cites(before, event, after)`: numbers of the rules behind a legal event, for a game without a module `scene`.

    Beside the modules that make up the game (`parts_of`) and those of a `ScoredGame` two are there that are loaded only when
    they are needed, where the game differs from others: `scene` with its possible tables (`scenes.PlainTable`), and
    `play` with `Playing`, how whole games are played (`play.PlayHooks`).
    """

    state: type[S]
    events: tuple[type, ...]
    opening: Callable[[int, House, int], S]
    actions: Callable[[S], Actions[E]]
    refusal: Callable[[S, E], Reason | None]
    advance: Callable[[S, E], S]
    has_points: Callable[[House], bool] = lambda house: False
    ended: Callable[[S], bool] = lambda state: state.phase == "over"
    acting: Callable[[S], tuple[Seat, ...]] = lambda state: (state.turn,) if state.phase == "turn" else ()
    layout: Callable[[S], Layout] = layout_of
    hidden: Callable[[S, Seat], Mapping[str, object]] = hidden_of
    check: Callable[[S], None] = field(default=None)  # type: ignore[assignment]  # see `__post_init__`, here and below
    deal_sizes: Callable[[int, House], dict[str, int]] = field(default=None)  # type: ignore[assignment]
    cites: Callable[[S, E, S], tuple[str, ...]] = lambda before, event, after: ()
    gains: str = "hands"  # the field of the state with the piles that hold what each player has taken
    combinations: tuple[Mapping[str, object], ...] = ()
    codecs: Mapping[str, Codec] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """What a game leaves out and the whole game says."""
        for name, made in (("check", check_deck), ("deal_sizes", sizes_of)):
            if getattr(self, name) is None:
                object.__setattr__(self, name, partial(made, self))

    # ---------------------------------------------------------------- play

    def start(self, players: int, house: House | None = None, dealer: Seat = 0) -> S:
        """The state before the first deal, by default under the printed rules. Raises InputError in words."""
        self.check_players(players)
        if type(dealer) is not int or not 0 <= dealer < players:
            raise InputError(f"dealer {dealer!r}: give a seat from 0 to {players - 1}.")
        return self.opening(players, self._own_house(house), dealer)

    def check_table(self, players: int, house: House) -> None:
        """As `ScoredGame` has it; also for what the deal does not allow."""
        self.start(players, house)

    def _own_house(self, house: House | None) -> House:
        """The house rules that somebody gives, None for the printed ones. Raises InputError for those of another game."""
        if house is None:
            return self.house()
        if not isinstance(house, House) or house.game != self.name:
            raise InputError(f"{house!r} are not house rules of {self.title}. Make them with game.house(...).")
        return house

    def legal(self, state: S) -> Legal[S, E]:
        """What may come next. Raises InputError for what is no state of this game, as all that ask about a state do."""
        self._check_own(state)
        return Legal(self, state, self.actions(state))

    def illegal_reason(self, state: S, event: object) -> Reason | None:
        """Why `event` may not come next, None when it may: first whether it is one at all, then the rules."""
        self._check_own(state)
        fault = self._door.fault(event, len(state.hands))
        return self.refusal(state, event) if fault is None else fault  # type: ignore[arg-type]  # the door let it in

    def verify(self, state: S, event: object) -> None:
        """Raises IllegalMove with the first rule that forbids `event`."""
        reason = self.illegal_reason(state, event)
        if reason is not None:
            raise IllegalMove(reason)

    def can(self, state: S, event: object) -> bool:
        """Whether `event` may come next."""
        return self.illegal_reason(state, event) is None

    def apply(self, state: S, event: E) -> S:
        """The state after `event`. Raises IllegalMove when a rule forbids it; then nothing has happened."""
        if (
            type(state) is not self.state or state.house.game != self.name
        ):  # as `_check_own`, whose call would cost more
            self._check_own(state)
        reason = self._door.fault(event, len(state.hands)) or self.refusal(state, event)
        if reason is not None:
            raise IllegalMove(reason)
        return self.advance(state, event)

    def _check_own(self, state: S) -> None:
        """Raises InputError for a state of another game, and for what is none."""
        if type(state) is not self.state or state.house.game != self.name:
            raise InputError(f"that is no state of {self.title}. Begin one with game.start(players).")

    @cached_property
    def _door(self) -> EventValidator:
        return EventValidator(self.name, self.title, self.events)

    # ---------------------------------------------------------------- a state, for players and programs

    def is_over(self, state: S) -> bool:
        """Whether the game has ended, so that nothing is legal."""
        self._check_own(state)
        return self.ended(state)

    def to_act(self, state: S) -> tuple[Seat, ...]:
        """The seats that may act, the one whose turn it is first; none where chance or nobody does."""
        self._check_own(state)
        return self.acting(state)

    def winners(self, state: S) -> tuple[Seat, ...]:
        """Who has won; nobody while the game goes on, or after a draw."""
        self._check_own(state)
        return state.winners

    def returns(self, state: S) -> tuple[float, ...]:
        """Points by seat as on the score sheet (good or bad as the game has it); in a game without points 1 shared
        by the winners and 0 for the others.
        """
        self._check_own(state)
        if self.has_points(state.house):
            return tuple(map(float, state.scores))
        won = state.winners
        return tuple(1 / len(won) if seat in won else 0.0 for seat in range(len(state.hands)))

    def describe(self, state: S) -> str:
        """One line for records of play: what comes next, who acts first, how many cards each pile has, and points."""
        piles = [f"{place} {_sizes(cards)}" for place, cards in self.layout(state).items()]
        turn = "".join(f" {seat_name(seat)}" for seat in self.to_act(state)[:1])
        return ", ".join((f"{state.phase}{turn}", *piles, f"scores {' '.join(map(str, state.scores))}"))

    def cards(self, state: S) -> Iterator[AnyCard]:
        """Every card, wherever it is."""
        return _flat(self.layout(state).values())

    def view(self, state: S, seat: Seat) -> View[S]:
        """What the player at `seat` may know. Raises InputError for a seat that is not at the table."""
        self._check_own(state)
        if type(seat) is not int or not 0 <= seat < len(state.hands):
            raise InputError(f"seat {seat!r}: give a seat from 0 to {len(state.hands) - 1}.")
        seen = {each.name: getattr(state, each.name) for each in fields(self.state)}  # type: ignore[arg-type]  # see `state`
        return View(self.name, seat, seen | dict(self.hidden(state, seat)))

    def ask(self, story: str, house: House | None = None) -> StoryAnswer:
        """What the judge says of a story, or of the question that it ends with.

            craziness.ask("on RC1; lay KC2 as red").facts["topper"]
            ww3.ask("Ann starts; Ann lays RC2; Ann lays YC2; Bo slaps").yes

        Raises InputError for a phrase that is none, and for a table that cannot be.
        """
        from tt_print.engine.story import judge_story

        rules = [f"{name}={show_value(value)}" for name, value in self._own_house(house).changed.items()]
        return judge_story(self, story, overrides=rules)

    # ---------------------------------------------------------------- modules

    @cached_property
    def scene(self) -> Scene[S]:
        """The possible tables of the game, and what people can report of one: `Table` of the module `scene`, else what any table has."""
        from tt_print.engine.scenes import PlainTable

        scene: Scene[S] = self.find("scene", "Table", PlainTable)(self)
        return scene

    @cached_property
    def playing(self) -> PlayHooks[S, E]:
        """How whole games are played and counted: `Playing` of the module `play`, else the defaults."""
        from tt_print.engine.play import PlayHooks

        hooks: PlayHooks[S, E] = self.find("play", "Playing", PlayHooks)(self)
        return hooks

    def house_trials(self) -> list[dict[str, object]]:
        """House rules worth a test: none, each value of each option alone, and the game's combinations."""
        alone = [{o.name: value} for o in self.options for value in o.trials() if value != o.default]
        return [{}, *alone, *map(dict, self.combinations)]

    @cached_property
    def event_text(self) -> EventText:
        """Events as sentences, both ways."""
        return EventText(self.events, self.codecs)


# of parts that modules call differently; `Event` is the union of the events
NAMES = {"state": "State", "events": "Event", "opening": "start", "acting": "to_act"}
NAMES |= {name: name.upper() for name in ("players", "options", "combinations", "codecs")}
PARTS = (
    *NAMES,
    *["check_house", "deal_sizes", "actions", "refusal", "advance", "check", "layout", "hidden"],
    *["cites", "after_hand"],
)


def parts_of(*modules: ModuleType) -> dict[str, Any]:
    """What games have under the same names in their modules, as fields of a `Game`; of two modules the first one's counts.

    Raises TypeError where no module has `Event`, the one kind of event or the union of several.
    """
    found = {}
    for part in PARTS:
        name = NAMES.get(part, part)
        if module := next((module for module in modules if hasattr(module, name)), None):
            found[part] = getattr(module, name)
    if "events" not in found:
        raise TypeError(
            f"{modules[0].__name__} has no Event: write Event = Deal | Play, the union of the game's events."
        )
    kinds = getattr(found["events"], "__value__", found["events"])  # of `type Event = ...`
    return found | {"events": get_args(kinds) or (kinds,)}


def _sizes(piles: tuple[Any, ...]) -> str:
    """How many cards a pile has, or each of several."""
    if piles and type(piles[0]) is tuple:
        return " ".join(str(len([*_flat(pile)])) for pile in piles)
    return str(len(piles))


def _flat(piles: Iterable[Any]) -> Iterator[AnyCard]:
    """The cards of piles, of piles of these, and so on."""
    for pile in piles:
        if type(pile) is not tuple:
            yield pile
        elif pile and type(pile[0]) is tuple:
            yield from _flat(pile)
        else:
            yield from pile


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


def check_piles(piles: Iterable[Collection[AnyCard]], box: tuple[AnyCard, ...], cards: frozenset[AnyCard]) -> None:
    """As `check_cards`, from whole piles, in a third of the time. `cards` are those of `box`, in which none is twice."""
    piles = tuple(piles)
    # as many as there are, and none is missing: so none is there twice, and no stranger
    if sum(map(len, piles)) != len(box) or cards.difference(*piles):
        check_cards(chain(*piles), box, frozenset())
