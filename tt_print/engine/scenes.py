"""The possible tables of a game, what people can tell and ask of one, and what a story comes to at one of them.

A game that brings no scene has a plain one: whose turn it is, hands, points, the center, and the draw pile; the rest are events.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, fields, replace
from functools import cached_property, lru_cache, partial
from inspect import signature
from typing import TYPE_CHECKING, Any, ClassVar, Generic

from tt_print.deck import AnyCard
from tt_print.engine.house import House
from tt_print.engine.notation import NAMES, Codec, Form, parse_seat, seat_name
from tt_print.engine.play import S
from tt_print.engine.reasons import (
    Question,
    Reason,
    Verdict,
    change_of_cards,
    change_of_points,
    end_of_game,
    make_question,
    outcome,
    question_rows,
)
from tt_print.engine.told import Asked, Phrase, Picks, Tells, Told, cards_in, phrase_name
from tt_print.errors import InputError, NotationError
from tt_print.records import dataclass

if TYPE_CHECKING:
    from tt_print.engine.base import Game, GameState


MAX_SEATS = 64  # at a table of a story
_SEATS = re.compile(rf"\b(?:{'|'.join(NAMES)}|P\d+)\b")


@dataclass(frozen=True, slots=True)
class VisibleCards:
    """Cards that all can see on the table. `key` says what they are (`center`, `row`), `owner` whose, where they are
    somebody's; `cards` are cards or piles, `declared` what a wild card counts as, `down` are cards face down.
    """

    key: str
    cards: object = ()
    owner: int | None = None
    declared: tuple[str, ...] = ()
    form: str = "row"
    down: int = 0


# Questions that end a story in any game, with the fact that answers them and what makes it a yes, None for one without yes or no.
Facts = Mapping[str, tuple[str, Callable[..., bool] | None]]
FACTS: Facts = {
    "is {seat:Seat} out?": ("{seat} in", lambda is_in, name: not is_in),
    "is {seat:Seat} still in?": ("{seat} in", lambda is_in, name: bool(is_in)),
    "has {seat:Seat} won?": ("winner", lambda winner, name: name == winner or name in (winner or ())),
    "who has won?": ("winner", None),
    "whose turn is it?": ("turn", None),
    "who is next?": ("turn", None),
    "how many cards does {seat:Seat} have?": ("{seat} cards", None),
}


@dataclass(frozen=True, slots=True)
class StoryRun(Generic[S]):
    """A story at one complete table: the state at its start, before its last event and after it.

    `after` is None and `reason` says why where the rules forbid that event, the `index`th; `is_last` is False where the story goes on
    behind it. `verdict` answers a question, `made` has the parts that nobody told, `skipped` is what people left out (`Scene.skipped`).
    """

    start: S
    before: S
    after: S | None
    event: object
    reason: Reason | None = None
    index: int = 0
    is_last: bool = True
    verdict: Verdict | None = None
    made: Mapping[str, Any] = field(default_factory=dict)
    skipped: tuple[object, ...] = ()

    @property
    def table(self) -> S:
        """The state that the story leaves."""
        return self.before if self.after is None else self.after

    @property
    def legal(self) -> bool | None:
        """Whether the rules allow the last event; a question's yes or no."""
        return self.reason is None if self.verdict is None else self.verdict.yes


# What questions, events, and parts come to is the game's own, form by form.
Questions = Mapping[str, Callable[..., Verdict]]
Places = Mapping[type, Mapping[str, Callable[..., Iterable[AnyCard]]]]
Usual = Mapping[str, Callable[..., bool]]  # whether a value of a part is what people take for granted


class Scene(ABC, Generic[S]):
    """The possible tables of a game, and what people can tell and ask of one.

    - `PHRASES`: which form tells which parts (`Tells`).
    - `QUESTIONS`: which function answers which form. It is called with a state and the values in the form, and with the `Told` where
      it has a place `told` for that. `FACTS` are questions that a fact answers.
    - `EVENTS`: other forms of events, with what makes one of their values.
    - `PLACES`: for each kind of event and each of its fields, where those cards must be when it comes.
    - `CHANCE`: shuffles, in an order that nobody tells.
    - `GRANTS`: refusals, by the beginning of their keys, that only say that an untold part is otherwise, in the order in which the
      rules look.
    - `PRESUMES`: the values of a part that people take for granted; `EXPECTS`: those on which only what follows may rest. An answer
      that rests on one names it.
    - `WORDS`: keys of `[questions]` for parts; `WHOSE`: other parts that say which player a question is about.
    - `SHOWN`: fields of the state with cards that are in no pile, such as the one that a wild counts as.
    - `SPOKEN_OF`: parts whose cards are where other parts say, such as the card that waits for a veto.
    - `ASIDE`: events that nobody offers instead of an illegal one.
    """

    PHRASES: ClassVar[Mapping[str, str]] = {}
    QUESTIONS: ClassVar[Questions] = {}
    FACTS: ClassVar[Facts] = FACTS
    EVENTS: ClassVar[Mapping[str, Callable[..., object]]] = {}
    PLACES: ClassVar[Places] = {}
    CHANCE: ClassVar[tuple[type, ...]] = ()
    GRANTS: ClassVar[Mapping[str, str]] = {"wrong_player": "turn", "now_": "phase"}
    PRESUMES: ClassVar[Usual] = {}
    EXPECTS: ClassVar[Usual] = {}
    WORDS: ClassVar[Mapping[str, str]] = {}
    SHOWN: ClassVar[tuple[str, ...]] = ()
    SPOKEN_OF: ClassVar[tuple[str, ...]] = ()
    ASIDE: ClassVar[tuple[type, ...]] = ()
    WHOSE: ClassVar[Mapping[str, str]] = {}
    CODECS: ClassVar[Mapping[str, Codec]] = {}
    SETUP_RULES: ClassVar[tuple[str, ...]] = ("players", "setup")
    COMMON: ClassVar[Mapping[str, str]] = {"{count:int} at the table": "players = count"}

    def __init__(self, game: Game) -> None:
        self.game = game

    # what a game says

    def prepare(self, told: Told) -> None:
        """Changes parts that phrases write as something else, such as pointers as a card."""

    @abstractmethod
    def position(self, picks: Picks) -> S:
        """A state. Raises Impossible where no such table is possible."""

    def meant(self, state: S, event: object) -> Iterable[object]:
        """What people can mean by an event as they tell it: the first that is legal, else the first."""
        return (event,)

    def heard(self, event: object, picks: Picks) -> object:
        """The event as it can have been where words leave something of it open, such as whose hand is lowest of several."""
        return event

    def skipped(self, state: S, event: object) -> Iterable[object]:
        """Events that people leave out before this one where the story goes on, as it does not matter which of them it was. The sentence
        `skipped` of the game says so."""
        return ()

    def is_offered(self, state: S, event: object) -> bool:
        """Whether a legal event is worth naming where another is refused."""
        return True

    def parts(self, state: S) -> dict[str, Any]:
        """All parts of a state that people can tell; undoes `position`."""
        raise NotationError(f"{self.game.title} has no phrases for this table.")

    def facts(self, run: StoryRun[S]) -> dict[str, object]:
        """What an example may state of the table after an event."""
        return {}

    def words_for(self, slot: str, told: Mapping[str, str], house: House) -> Iterable[Sequence[str]]:
        """Rows of words for a slot of the screen that holds no cards, of which one is tapped in each; `told` is what is in those before."""
        return ()

    def cites(self, run: StoryRun[S]) -> tuple[str, ...]:
        """Numbers of the rules behind a legal event."""
        return self.game.cites(run.before, run.event, run.table)

    def reasons(self, run: StoryRun[S]) -> tuple[Reason, ...]:
        """Why a legal event is what it is."""
        return ()

    def notes(self, run: StoryRun[S]) -> tuple[Reason, ...]:
        """What the table alone shows, before anything happens: who is out without having noticed it."""
        return ()

    def follows(self, run: StoryRun[S]) -> Iterator[tuple[Reason | str, ...]]:
        """What a legal event leads to, one by one: who takes how many cards, whose turn it is, who is out, who has won, points.

        Each has several wordings, the most exact one first; an answer takes the first that is so at every table that fits the
        story. A text among them names a part: the answer asks for it where no way before it is so at all of them; "" says nothing.
        By default this is the difference of the two states.
        """
        name, before, after = self.game.name, run.before, run.table
        played = len(cards_in(run.event))
        for seat, (was, now) in enumerate(zip(map(len, before.hands), map(len, after.hands), strict=True)):
            drawn = now - was + (played if getattr(run.event, "seat", None) == seat else 0)
            if drawn > 0 and before.phase != "deal":
                ways = (
                    change_of_cards(name, "draws", seat, now - drawn, now, is_known=known) for known in (True, False)
                )
                yield tuple(ways)
        yield from ((reason,) for reason in change_of_points(name, before.scores, after.scores))
        if after.winners:
            yield (end_of_game(name, after.winners),)
        elif after.phase == before.phase and after.turn != before.turn:
            yield (outcome(name, "turn", seat=after.turn),)

    def right(self, run: StoryRun[S]) -> bool | None:
        """Whether the player of a legal slap, misplay, or challenge was right; None for any other event."""
        return None

    def on_table(self, state: S) -> tuple[VisibleCards, ...]:
        """What all can see on the table, for pictures of a round."""
        return ()

    def held(self, state: S) -> dict[int, int]:
        """How many cards each player who is in holds, or has won where that is what counts, by seat."""
        piles = getattr(state, self.game.gains)
        return {seat: len(piles[seat]) for seat in getattr(state, "living", range(len(piles)))}

    def stands_for(self, state: S, pile: tuple[AnyCard, ...]) -> tuple[str, ...]:
        """What each card of a pile counts as, bottom first; "" for one that is what is printed on it."""
        return ("",) * len(pile)

    def hangs_on(self, run: StoryRun[S]) -> Iterable[str]:
        """The parts on which a refusal rests, those that one asks for first; none where any may decide."""
        return ()

    def granted(self, run: StoryRun[S]) -> str:
        """The part that is otherwise where a refusal says only that, "" for another refusal."""
        key = "" if run.reason is None else run.reason.key
        return next((part for start, part in self.GRANTS.items() if key.startswith(start)), "")

    # phrases

    @cached_property
    def tells(self) -> tuple[Tells, ...]:
        """Every phrase that tells something of a table."""
        return tuple(Tells(form, sets, self.CODECS) for form, sets in {**self.COMMON, **self.PHRASES}.items())

    @cached_property
    def questions(self) -> tuple[tuple[Form, Callable[..., Verdict]], ...]:
        common: Questions = {
            "players {count:int}": self.deal_sizes,
            **{form: partial(self.answer_fact, form) for form in self.FACTS},
        }
        return tuple((Form(form, more=self.CODECS), answer) for form, answer in {**common, **self.QUESTIONS}.items())

    @cached_property
    def tellings(self) -> tuple[tuple[Form, Callable[..., object]], ...]:
        """Other forms of events than their own."""
        return tuple((Form(form, more=self.CODECS), make) for form, make in self.EVENTS.items())

    def deal_sizes(self, state: S, count: int) -> Verdict:
        """How many cards go where with this number of players."""
        try:
            self.game.check_players(count)
            sizes, is_legal = self.game.deal_sizes(count, state.house), True
        except InputError:
            sizes, is_legal = {}, False
        return Verdict(self.game.name, is_legal, {"legal": is_legal, **sizes}, (), state.house, self.SETUP_RULES)

    def answer_fact(self, form: str, state: S, seat: int | None = None) -> Verdict:
        """What a table shows, as one of `FACTS` asks. Raises InputError where the game says nothing about it."""
        name = "" if seat is None else seat_name(seat)
        key, yes = self.FACTS[form]
        key, known = key.format(seat=name), self.facts(StoryRun(state, state, state, None))
        if key not in known:
            raise InputError(f"{self.game.title} has no answer to that.")
        return Verdict(self.game.name, yes(known[key], name) if yes else None, {key: known[key]}, (), state.house)

    def parse_phrase(self, phrase: str) -> Phrase:
        """The phrase that a text is. Raises NotationError for a text that is none."""
        return _parsed(self, phrase)

    def read(self, phrases: Iterable[str]) -> Told:
        """What phrases tell. Raises NotationError for one that is none, InputError for a word about the table behind an event."""
        return self.tell(map(self.parse_phrase, phrases))

    def tell(self, phrases: Iterable[tuple[str, str, Mapping[str, object], object]]) -> Told:
        """As `read`, of phrases that were understood (`told.Phrase`)."""
        told, named = Told(), list[int]()
        tells = {each.name: each for each in self.tells}
        answers = {phrase_name(form.text): answer for form, answer in self.questions}
        asked: Asked | None = None  # where nothing happens, a phrase about the table can also be a question
        for phrase, name, values, event in phrases:
            named += [parse_seat(each) for each in _SEATS.findall(phrase)]
            if name in tells:
                if any(not isinstance(each, Asked) for each in told.happens):
                    raise InputError(f"{phrase!r} says how the table stood. Say that before the first event.")
                tells[name].tell(told.parts, values)
                asked = Asked(answers[name], values, phrase) if name in answers else asked
            elif name in answers:
                answer = answers[name]
                is_about_told = "told" in signature(answer).parameters
                told.happens.append(Asked(partial(answer, told=told) if is_about_told else answer, values, phrase))
            else:
                told.happens.append(self.CHANCE[0] if event is None else event)
        if asked and not told.happens:
            told.happens.append(asked)
        players = told.parts.pop("players", 0)
        if players > MAX_SEATS:
            raise InputError(f"{players:,} are too many: at most {MAX_SEATS} can play.")
        told.named = 1 + max(named, default=-1)
        told.players = players or max(self.game.players[0], told.named)
        told.is_counted = bool(players)
        self.game.check_players(told.players)
        for name in told.parts:
            found = re.search(r"\[(\d+)\]$", name)
            if found and int(found[1]) >= told.players:
                raise InputError(
                    f"{seat_name(int(found[1]))} does not sit at this table: there are {told.players} players."
                )
        self.prepare(told)
        return told

    def seat_all(self, told: Told, house: House) -> None:
        """As many players as these house rules are for, such as teams of six, where nobody said how many play."""
        _, most = self.game.players
        for players in range(told.players, told.players if told.is_counted else (most or MAX_SEATS) + 1):
            try:
                self.game.start(players, house)
            except InputError:
                continue
            told.players = players
            return

    def seatings(self, told: Told, house: House) -> tuple[int, ...]:
        """How many may play, as far as the rules differ by that; the first number is the one that an answer shows."""
        return (told.players,)

    def opening(self, state: S) -> list[str]:
        """Phrases that set up exactly this state."""
        parts, said, done = self.parts(state), [f"{len(state.hands)} at the table"], set[str]()
        names = dict.fromkeys(found[1] for name in parts if (found := re.search(r"\[([^\]]*)\]", name)))
        for tells in self.tells[len(self.COMMON) :]:
            indexes = [int(each) if each.isdigit() else each for each in names]
            for index in indexes if any(each.index for each in tells.settings) else [0]:
                told = {each.name(index) for each in tells.settings} & {*parts}
                if told - done:
                    phrases = [*tells.write(parts, index)]
                    said += phrases
                    done |= told if phrases else set()
        return said

    def say(self, parts: Mapping[str, object], wanted: Iterable[str]) -> list[str]:
        """Phrases for the `wanted` parts among these: those that tell most first, and none twice."""
        left, said = dict.fromkeys(wanted), list[str]()
        while left:
            name = next(iter(left))
            found = re.search(r"\[([^\]]*)\]", name)
            index = int(found[1]) if found and found[1].isdigit() else found[1] if found else 0
            ways = [
                ({each.name(index) for each in tells.settings}, phrases)
                for tells in self.tells
                if (phrases := [*tells.write(parts, index)]) and name in {each.name(index) for each in tells.settings}
            ]
            left.pop(name)
            if ways:
                told, phrases = max(ways, key=lambda way: len(way[0]))
                said += phrases
                left = {each: None for each in left if each not in told}
        return said

    def question(self, part: str, told: Told) -> Question | None:
        """How one asks for a part, None where nobody can be asked. In its words `{seat}` is the player whose part it is, or who acts
        first, and other names are those of told parts."""
        base, _, index = part.rstrip("]").partition("[")
        key = self.WORDS.get(base, base)
        if key not in question_rows(self.game.name):
            return None
        whose = self.WHOSE.get(base, "")
        if whose and whose not in told.parts:  # that must be asked for first, and answers both
            other = self.question(whose, told)
            return other and replace(other, assumed=make_question(self.game.name, key, None, {"seat": ""}).assumed)
        actor = next((each.seat for each in told.happens if hasattr(each, "seat")), None)
        seat = int(index) if index.isdigit() else told.parts[whose] if whose else actor
        values = {name: value for name, value in told.parts.items() if name.isidentifier()}
        values |= {name.partition("[")[0]: value for name, value in told.parts.items() if name.endswith(f"[{index}]")}
        values |= {"index": index} | ({} if seat is None else {"seat": seat_name(seat)})
        try:
            return make_question(self.game.name, key, int(index) if index.isdigit() else None, values)
        except KeyError:  # what it is about must be asked for first
            return None


HANDS = (3, 1, 2, 5, 8)  # sizes of a hand that nobody told
CENTER, POINTS = (1, 2, 5), (0, 1, 5)
BEFORE_PLAY = ("deal", "over")  # phases in which no table lies there


class PlainTable(Scene):
    """A part is there where the game's state has a field of that name."""

    PHRASES: ClassVar[Mapping[str, str]] = {
        "{seat:Seat} dealt": "dealer = seat",
        "{seat:Seat} is next": "turn = seat",
        "{seat:Seat} holds {cards:AnyCards}": "hands[seat] = cards",
        "{seat:Seat} has {count:int} card[s]": "#hands[seat] = count",
        "{seat:Seat} has {points:int} point[s]": "scores[seat] = points",
        "on {cards:AnyCards}": "center = cards",
        "draw pile {cards:AnyCards}": "draw = cards",
    }
    WORDS: ClassVar[Mapping[str, str]] = {"hands": "hand", "#hands": "no_count"}

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        known = getattr(game.refusal, "phases", ("turn",))
        self.phases = tuple(phase for phase in known if phase not in BEFORE_PLAY) or ("turn",)
        self.PLACES = {event: _places(event) for event in game.events}  # type: ignore[misc]  # each game has its own events

    def position(self, picks: Picks) -> GameState:
        seats = range(picks.players)
        state = self.game.start(picks.players, picks.house, picks("dealer", reversed(seats)))
        parts = {
            "phase": picks("phase", self.phases),
            "turn": picks("turn", seats),
            "center": picks.pile("center", CENTER),
            "scores": tuple(picks(f"scores[{seat}]", POINTS) for seat in seats),
            "hands": picks.piles("hands", seats, HANDS),
        }
        parts["draw"] = picks.rest("draw")
        lying: GameState = replace(state, **{name: value for name, value in parts.items() if hasattr(state, name)})
        return lying

    def facts(self, run: StoryRun) -> dict[str, object]:
        state = run.table
        found: dict[str, object] = {"hand_over": state.phase in BEFORE_PLAY, "game_over": state.phase == "over"}
        found |= {"turn": seat_name(state.turn), "winner": [*map(seat_name, state.winners)]}
        for seat, hand in enumerate(state.hands):
            found |= {f"{seat_name(seat)} cards": len(hand), f"{seat_name(seat)} score": state.scores[seat]}
        return found


def _places(event: type) -> Mapping[str, Callable[..., Iterable[AnyCard]]]:
    """A player who plays cards held them."""
    names = {each.name for each in fields(event)}
    return {name: _hand for name in ("card", "cards") if {name, "seat"} <= names}


def _hand(state: GameState, event: Any) -> tuple[AnyCard, ...]:
    hand: tuple[AnyCard, ...] = state.hands[event.seat]
    return hand


@lru_cache(maxsize=4096)
def _parsed(scene: Scene[Any], phrase: str) -> Phrase:
    """The phrase, read once: examples begin with the same ones, and a move of a round with all those before it."""
    for form in (*(each.form for each in scene.tells), *(form for form, _ in scene.questions)):
        if (values := form.read(phrase)) is not None:
            return Phrase(phrase, phrase_name(form.text), values)
    if phrase.lower() == "shuffle" and scene.CHANCE:
        return Phrase(phrase, "shuffle", {})
    show = scene.game.event_text.show
    for form, make in scene.tellings:
        if (values := form.read(phrase)) is not None:
            event = make(**values)
            return Phrase(show(event), phrase_name(form.text), values, event)
    event = scene.game.event_text.find(phrase)
    if event is None:
        raise NotationError(f"{phrase!r} is not a phrase of {scene.game.title}.")
    return Phrase(
        show(event), type(event).__name__, {each.name: getattr(event, each.name) for each in fields(event)}, event
    )
