"""The table of an example: phrases in card notation that set it up, act on it and ask.

    on RC1; Ann holds KC1; Ann lays KC1 as red, Bo draws 2

Each phrase is a `Form`; a phrase that no form knows may be an event of the game. What is learned gathers
in `facts`, in the words that an example may then state, `rules` keeps the rule numbers behind it, and `reasons`
the engine's own words on the last phrase.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar, Self

from tt_print.deck import AnyCard, Card, Joker
from tt_print.engine.house import House
from tt_print.engine.notation import Codec, EventText, Form, seat_name
from tt_print.engine.reasons import IllegalMove, Reason, Verdict, question_words
from tt_print.errors import InputError, NotationError
from tt_print.records import dataclass

if TYPE_CHECKING:
    from tt_print.engine.base import Game

MAX_SEATS = 64  # at a table of a story
HOUSE_RULE = "with "  # a phrase `with name=value` puts a house rule in force


@dataclass(frozen=True, slots=True)
class VisibleCards:
    """Cards that all can see on the table. `key` says what they are (`center`, `row`), `owner` whose, where they are
    somebody's; `cards` are cards or piles, `declared` what a wild card counts as, `down` are cards face down.
    """

    key: str
    cards: Any = ()
    owner: int | None = None
    declared: tuple[str, ...] = ()
    form: str = "row"
    down: int = 0


@dataclass(frozen=True, slots=True)
class Question:
    """What nobody has said and a verdict may need. `text` asks, `phrase` is what to type, with `...` where the answer is.
    `short` asks without what to type; `answers` are all phrases that answer it there.

    `key` names what is asked for (`hand`, `center`), `seat` whose it is, None where it is nobody's. `cases` are phrases for every
    answer between which a verdict can differ, none where they cannot be listed; `presumed` are those of which people take one
    for granted, `assumed` says that in words. A `late` question is about what follows: no verdict hangs on it, and two cases
    that differ are enough.
    """

    key: str
    seat: int | None
    text: str
    phrase: str
    short: str
    answers: tuple[str, ...]
    assumed: str
    cases: tuple[str, ...] = ()
    presumed: tuple[str, ...] = ()
    late: bool = False


LOOKED_AT = 3000  # of the legal events, to find those whose cards somebody has named


def cards_in(value: Any) -> Iterator[AnyCard]:
    """Every card that an event names, or a tuple holds, at any depth."""
    if isinstance(value, (Card, Joker)):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from cards_in(each)
    elif is_dataclass(value):
        for field in fields(value):
            yield from cards_in(getattr(value, field.name))


class Scene:
    """The floor of every game's table. A game adds its own `PHRASES`, sentence to method name, and `tell`."""

    PHRASES: ClassVar[dict[str, str]] = {}
    CODECS: ClassVar[Mapping[str, Codec]] = {}
    SETUP_RULES: ClassVar[tuple[str, ...]] = ("players", "setup")
    COMMON: ClassVar[dict[str, str]] = {"players {count:int}": "seat_players", "{count:int} at the table": "seat"}

    def __init__(self, game: Game, house: House) -> None:
        self.game = game
        self.house = house
        self.facts: dict[str, Any] = {}
        self.rules: list[str] = []
        self.reasons: list[Reason] = []
        self.yes: bool | None = None  # the answer to the last question
        self.players = 0  # as many as are said to sit at the table; more where phrases name more
        self.state: Any = None  # the game's, once an event was told
        self.events: tuple[Any, ...] = ()  # all in the story, also those to come
        self.granted: set[AnyCard] = set()  # cards of which nobody has told: cases of an open question name them

    def copy(self) -> Self:
        """A table of its own in the same state: what happens there changes nothing here."""
        other = object.__new__(type(self))
        for name, value in vars(self).items():
            setattr(other, name, value.copy() if isinstance(value, (dict, list, set)) else value)
        return other

    @classmethod
    def forms(cls) -> list[tuple[Form, str]]:
        """Every sentence of the table, compiled once."""
        if cls not in _FORMS:
            _FORMS[cls] = [(Form(text, more=cls.CODECS), name) for text, name in (cls.PHRASES | cls.COMMON).items()]
        return _FORMS[cls]

    def find_phrase(self, phrase: str) -> tuple[str, dict[str, Any], Any] | None:
        """What a phrase says: the name of its method with the values in it, or of its event with its fields.

        Third comes the event, None for another phrase. None for a text that is none.
        """
        return _find_phrase(self.forms, self.game.event_text, phrase)

    def parse_phrase(self, phrase: str) -> tuple[str, dict[str, Any], Any]:
        """As `find_phrase`. Raises NotationError when it is none."""
        if found := self.find_phrase(phrase):
            return found
        raise NotationError(f"{phrase!r} is not a phrase of {self.game.title}.")

    def run_phrase(self, phrase: str) -> None:
        """Acts on one phrase. Raises NotationError when it is none."""
        name, values, event = self.parse_phrase(phrase)
        if event is not None:
            self.tell(event)
            return
        run: Callable[..., None] = getattr(self, name)
        run(**values)

    def set_up(self) -> Any:
        """The state that the opening phrases describe, before the first event. What none of them says is filled in."""
        raise NotationError(f"{self.game.title} tells no events in examples.")

    def state_before(self, event: Any) -> Any:
        """The table as it is when `event` comes; for the first event, as the opening set it up. Changes nothing."""
        return self.set_up() if self.state is None else self.state

    def tell(self, event: Any) -> None:
        """An event at this table; a game answers it with what it changed."""
        raise NotationError(f"{self.game.title} tells no events in examples.")

    def play(self, before: Any, event: Any) -> bool:
        """Takes the table from `before` to the state after `event`; False, and nothing changes, when a rule forbids
        it."""
        try:
            self.state = self.game.apply(before, event)
        except IllegalMove as refused:
            self.state = before
            self.refuse(refused.reason)
            return False
        return True

    # a story that people tell: what it leaves open, what follows, what could be said instead

    def say(self, method: str, **values: Any) -> str:
        """The phrase that runs this method with these values; undoes `parse_phrase`."""
        form = next(form for form, name in self.forms() if name == method)
        return form.show({**dict.fromkeys(form.codecs), **values})

    def open_questions(self, event: Any) -> tuple[Question, ...]:
        """What the opening leaves open and the verdict on `event`, or what follows from it, may need; looked for before the event
        is given, in the order in which the rules look at it. `cases.decide` asks only what decides.

        Examples fill such gaps; a story about a real table may not. Empty where all that decides is known.
        """
        return ()

    def event_of(self, method: str, values: Mapping[str, Any]) -> Any:
        """The event that a phrase of this method tells without all of its fields, such as a shuffle in an order that nobody
        knows; None where the phrase tells no event. `values` are those in the phrase."""
        return None

    def sketch(self, method: str, values: Mapping[str, Any]) -> Any:
        """As `event_of`, as far as the phrase alone says it, whatever is on the table."""
        return None

    def complete(self, event: Any) -> Any:
        """The event as people mean it, where they leave out what can only be one thing."""
        return event

    def went_wrong(self, before: Any, event: Any) -> bool:
        """Whether an event that happened was against the rules, and the table goes on from its penalty: a wrong slap."""
        return False

    def is_right(self, before: Any, event: Any) -> bool | None:
        """Whether the player of a legal slap, misplay, or challenge was right; None for any other event."""
        return None

    def question(
        self,
        key: str,
        seat: int | None = None,
        *,
        cases: Iterable[str] = (),
        presumed: Iterable[str] = (),
        late: bool = False,
        **values: Any,
    ) -> Question:
        """A question in the words of the game's `[questions]`, which may name `{seat}` and the `values`."""
        words = question_words(self.game.name, key, seat="" if seat is None else seat_name(seat), **values)
        granted = tuple(presumed)
        if granted and not words.assumed:
            words = words._replace(assumed=granted[0])
        return Question(key, seat, *words, tuple(cases), granted, late)

    def explains(self, before: Any, event: Any) -> tuple[Reason, ...]:
        """Why an event that happened is right or wrong, where `reasons` does not say so: in a story nobody sees the cards."""
        return ()

    def follows(self, before: Any, event: Any, after: Any) -> tuple[Reason, ...]:
        """What a legal event leads to: who takes how many cards, whose turn it is, who is out, who has won, points.

        `before` is the state of `state_before`. The sentences are in `templates/games/NAME/sentences.toml`.
        """
        return ()

    def opening(self, state: Any) -> tuple[str, ...]:
        """Phrases that set up exactly this state in a fresh scene under the same house rules, so that
        `fresh.state_before(event) == state` for the next event. Raises NotationError for a state that no phrases describe.
        """
        raise NotationError(f"{self.game.title} has no phrases for this table.")

    def possible(self, event: Any, limit: int) -> tuple[Any, ...]:
        """At most `limit` legal events instead of `event`, which was refused: none with a card that nobody has named, none
        that is itself against the rules."""
        state = self.state_before(event)
        legal = self.game.legal(state)
        if legal.by_chance:
            return ()
        known = self._known_cards()
        # of thirteen players 8,191 groups may slap: what is worth saying comes first
        found: Iterator[Any] = (each for each in islice(legal, LOOKED_AT) if not self.went_wrong(state, each))
        if known is not None:
            named = known | {*cards_in(event)}
            found = (each for each in found if named.issuperset(cards_in(each)))
        return tuple(islice(found, limit))

    def known_part(self, reason: Reason, event: Any) -> Reason:
        """A reason against `event`, with nothing in it of cards that nobody has named."""
        known = self._known_cards()
        if known is None:
            return reason
        told = {*cards_in(event)}
        instead = tuple(each for each in reason.instead if known.issuperset({*cards_in(each)} - told))
        return replace(reason, instead=instead)

    def _known_cards(self) -> set[AnyCard] | None:
        named = self.named_cards()
        return None if named is None else named - self.granted

    def named_cards(self) -> set[AnyCard] | None:
        """The cards of which somebody has said where they are; None where that is so of all of them."""
        return None

    def record_verdict(self, verdict: Verdict) -> None:
        """The facts and rule numbers of a verdict."""
        self.yes = verdict.yes
        self.facts |= verdict.facts
        self.rules += verdict.rules
        self.reasons += verdict.reasons

    def refuse(self, reason: Reason) -> None:
        """Record that the event is not legal; the table does not change."""
        self.facts |= {"legal": False, "because": reason.key.replace("_", " ")}
        self.rules += reason.rules
        self.reasons = [reason]

    def on_table(self) -> tuple[VisibleCards, ...]:
        """What is on the table now, for pictures of a round."""
        return ()

    def stands_for(self, pile: tuple[Any, ...]) -> tuple[str, ...]:
        """What each card of a pile counts as, bottom first; "" for one that is what is printed on it."""
        return ("",) * len(pile)

    def held(self) -> dict[int, int]:
        """How many cards each player holds, or has won where that is what counts, by seat."""
        return {}

    def seat(self, count: int) -> None:
        """So many sit at this table, whether or not they are named. Raises InputError where so many cannot play."""
        if count > MAX_SEATS:
            raise InputError(f"{count:,} are too many: at most {MAX_SEATS} can play.")
        self.game.check_players(count)
        self.players = count

    def seat_players(self, count: int) -> None:
        """How many cards go where with this number of players."""
        self.rules += self.SETUP_RULES
        try:
            self.game.check_players(count)
        except InputError:
            self.facts["legal"] = False
            return
        self.facts |= {"legal": True, **self.game.deal_sizes(count, self.house)}


@lru_cache(maxsize=4096)
def _find_phrase(
    forms: Callable[[], list[tuple[Form, str]]], events: EventText, phrase: str
) -> tuple[str, dict[str, Any], Any] | None:
    """As `find_phrase`: the same phrases are in many examples."""
    for form, method in forms():
        values = form.read(phrase)
        if values is not None:
            return method, values, None
    event = events.find(phrase)
    if event is None:
        return None
    return type(event).__name__, {each.name: getattr(event, each.name) for each in fields(event)}, event


_FORMS: dict[type[Scene], list[tuple[Form, str]]] = {}  # of each game's table
