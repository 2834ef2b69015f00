"""The judge of stories: what happened at a table, in phrases, and what the rules say about it.

    Ann starts; Ann lays RC2; Bo lays YC2; Bo slaps

The opening says how the table is, then events follow, each judged at the table as it is by then. The answer is about the
last one: the verdict, why, what follows, and where it is not legal what would be. An event before it that was not legal is
where the story breaks: nothing after it is judged. What the opening leaves open is asked for only where the verdict hangs on it
and nobody takes an answer for granted (see `cases`).

    answer = judge_story(game, "on RC1; Ann holds RH2 YT3; Ann lays RH2")
    answer.yes, answer.text, answer.as_json()
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import field, replace
from difflib import SequenceMatcher
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tt_print.deck import DECK_MEANING, DECKS, AnyCard, Card, Joker
from tt_print.engine.cases import decide
from tt_print.engine.house import House
from tt_print.engine.notation import parse_seat, seat_name
from tt_print.engine.phrases import (
    Phrase,
    PlayerNames,
    as_sentence,
    names_in,
    read_story,
    split_story,
    story_words,
    words_of,
)
from tt_print.engine.reasons import WIDE, Reason, verdict_heading
from tt_print.engine.scenes import HOUSE_RULE, Question, cards_in
from tt_print.engine.table_facts import TITLES
from tt_print.errors import InputError, join_words
from tt_print.records import dataclass

if TYPE_CHECKING:
    from tt_print.engine.base import Game
    from tt_print.engine.scenes import Scene

SHOWN = 4  # legal events named where the one that was told is not
LOOKED_AT = 400  # so many of those that the scene offers are compared with it
ANY_TIME = ("ask_", "tell_", "look", "shuffle", "seat_players")  # methods of phrases that may stand between events


@dataclass(frozen=True, slots=True)
class Fault:
    """An event that the rules forbid: its number from 1, its sentence, and why."""

    index: int
    event: str
    reason: Reason


@dataclass(frozen=True, slots=True)
class Answer:
    """What the rules say of a story.

    `legal` says whether the rules allow the last event to happen, or is a question's yes or no; None where nothing was asked that
    has one, where the story broke before its end (`broken`), or where it leaves open what decides (`questions`). `right` says of a
    legal event that is a claim whether its player was right, `heading` says that in words. `phrases` are the story as it was
    understood, `event` the last phrase of it that was judged, an event (the `index`th) or a question. `instead` are sentences of
    legal events, the nearest first, where the answer is no. `next` is what follows, `changes` the same as data: whose turn, who
    takes how many cards, who is out, who has won, points. `facts` are what a question came to. `deck`, `players` and `house` are
    those that it was judged with, `untold` is what nobody told and was taken for granted, `more` asks what else would say more
    of what follows; `names` are the players' own.
    """

    game: str
    house: House
    legal: bool | None
    phrases: tuple[str, ...]
    deck: str
    players: int | None
    names: PlayerNames
    event: str = ""
    index: int = 0
    is_event: bool = False
    reasons: tuple[Reason, ...] = ()
    rules: tuple[str, ...] = ()
    fault: Fault | None = None
    broken: bool = False
    questions: tuple[Question, ...] = ()
    instead: tuple[str, ...] = ()
    next: tuple[Reason, ...] = ()
    changes: Mapping[str, Any] = field(default_factory=dict)
    facts: Mapping[str, Any] = field(default_factory=dict)
    right: bool | None = None
    heading: str = ""
    untold: tuple[Question, ...] = ()
    more: tuple[Question, ...] = ()

    @property
    def yes(self) -> bool | None:
        """The answer in a word: no also for a legal event whose player was wrong."""
        return self.legal and self.right is not False

    @property
    def is_opening(self) -> bool:
        """Whether the story only says how the table is."""
        return not (self.event or self.questions)

    @property
    def rulings(self) -> tuple[str, ...]:
        """The rulings that decided, each once."""
        return tuple(dict.fromkeys(ruling for reason in self.reasons for ruling in reason.rulings))

    @property
    def text(self) -> str:
        """The answer for people: a line for each reason, what follows, and what was assumed."""
        return "\n".join([*_in_columns(list(self.rows())), self.assumed])

    @property
    def assumed(self) -> str:
        """The deck, the players and the house rules under which this was judged, as one line."""
        sentences = story_words().sentences
        values = {
            "deck": TITLES.get(self.deck, self.deck),
            "house": join_words(str(self.house).split(), "and") if self.house.changed else "none",
        }
        if self.players is None:
            return sentences["assumed_deck"].format(**values)
        seats = join_words(map(self.names.own, map(seat_name, range(self.players))), "and")
        return sentences["assumed"].format(players=f"{self.players} ({seats})", **values)

    def as_json(self) -> dict[str, Any]:
        own, fault = self.names.own, self.fault
        return {
            "game": self.game,
            "legal": self.legal,
            "right": self.right,
            "event": own(self.event),
            "index": self.index,
            "first_fault": None if fault is None else {"index": fault.index, "event": own(fault.event)},
            "questions": [self._question_json(each) | {"phrase": own(each.phrase)} for each in self.questions],
            "follows": _plain_data({**self.changes, "text": [each.sentence for each in self.next]}, self.names),
            "instead": [own(event) for event in self.instead],
            "facts": _plain_data(self.facts, self.names),
            "assumed": {
                "deck": self.deck,
                "players": [own(seat_name(seat)) for seat in range(self.players or 0)],
                "house": self.house.as_json(),
                "untold": [
                    self._question_json(each) | {"text": own(each.assumed), "phrase": own(each.phrase)}
                    for each in self.untold
                ],
            },
            "more": [self._question_json(each) | {"phrase": own(each.phrase)} for each in self.more],
            "story": [own(phrase) for phrase in self.phrases],
            "rules": list(self.rules),
            "rulings": list(self.rulings),
            "house": self.house.as_json(),
            "text": self.text,
        }

    def _question_json(self, asked: Question) -> dict[str, Any]:
        player = None if asked.seat is None else self.names.own(seat_name(asked.seat))
        return {"about": asked.key, "player": player, "text": self.names.own(asked.text)}

    def rows(self) -> Iterator[tuple[str, str, str]]:
        """Heading, sentence and source of each line."""
        reasons: Sequence[Reason] = self.reasons
        following: Sequence[Reason] = self.next
        headings, sentences, own = story_words().headings, story_words().sentences, self.names.own
        if self.questions:
            for each in self.questions:
                yield headings["asks"], own(sentences["asks"].format(text=each.text, phrase=each.phrase)), ""
        elif self.fault is not None and self.broken:
            why = {
                "number": self.fault.index,
                "event": as_sentence(self.fault.event),
                "why": self.fault.reason.sentence,
            }
            yield headings["breaks"], own(sentences["breaks"].format(**why)), self.fault.reason.source
        elif self.fault is not None:
            reason = self.fault.reason
            yield reason.heading, own(f"{as_sentence(self.event)}. {reason.sentence}"), reason.source
        elif self.is_event and self.reasons and self.reasons[0].heading == headings["legal"]:
            first, *reasons = self.reasons
            yield first.heading, own(f"{as_sentence(self.event)}: {first.sentence}"), first.source
        elif self.is_event and self.heading and following:
            first, *following = following
            yield self.heading, own(f"{as_sentence(self.event)}. {first.sentence}"), first.source
        elif self.is_event:
            told = () if self.reasons else self.rules
            yield (
                self.heading or headings["legal"],
                own(f"{as_sentence(self.event)}."),
                Reason(self.game, "", told).source,
            )
        elif self.facts and not self.reasons:
            facts = [f"{name.replace('_', ' ')}: {show_fact(value)}." for name, value in self.facts.items()]
            yield headings["answer"], own(" ".join(facts)), ""
        reasons = reasons if self.fault is None else reasons[1:]
        if not self.questions:
            yield from ((each.heading, own(each.sentence), each.source) for each in reasons)
        for index, reason in enumerate(following):
            yield "" if index else headings["next"], own(reason.sentence), reason.source
        for index, each in enumerate(self.more):
            yield (
                "" if index else headings["more"],
                own(sentences["asks"].format(text=each.text, phrase=each.phrase)),
                "",
            )
        for index, event in enumerate(self.instead):
            yield "" if index else headings["instead"], own(f"{as_sentence(event)}."), ""
        if self.untold and not self.questions:
            yield headings["untold"], own(f"{join_words((each.assumed for each in self.untold), 'and')}."), ""


def judge_story(
    game: Game,
    story: str | Sequence[str],
    path: Path | None = None,
    overrides: Iterable[str] = (),
    sections: Iterable[str] | None = None,
) -> Answer:
    """The answer on the last event of a story, or on the question that it ends with.

    House rules are those of the file `path`, then `overrides`, then those of the story (see `Game.read_house`). Raises
    InputError for a phrase that is not understood, and for a table that cannot be.
    """
    phrases = split_story(story) if isinstance(story, str) else list(story)
    rules = [text[len(HOUSE_RULE) :].strip() for text in phrases if text.lower().startswith(HOUSE_RULE)]
    house = game.read_house(path, [*overrides, *rules], sections)
    told = [text for text in phrases if not text.lower().startswith(HOUSE_RULE)]
    if house.get("jokers") == 0 and re.search(r"\bJ[12]\b|\bjoker\b", " ".join(told), re.IGNORECASE):
        house = game.read_house(path, ["jokers=2", *overrides, *rules], sections)  # who tells of one plays with them
    names = PlayerNames.of(told, words_of(type(game.scene(house)), game.events))
    said = [f"{HOUSE_RULE}{rule}" for rule in rules]
    read = read_story(game.scene(house), told, names)
    return decide(lambda more: _StoryJudge(game, house, names, said).tell(read, more))


class _StoryJudge:
    """One story, phrase by phrase; what gathers on the way."""

    def __init__(self, game: Game, house: House, names: PlayerNames, said: list[str]) -> None:
        self.game, self.house, self.names = game, house, names
        self.scene: Scene = game.scene(house)
        self.decks = _Decks(game, house)
        self.said = [*said]
        self.index = 0
        if names:
            self.scene.seat(len(names.names))

    def tell(self, story: Sequence[Phrase], more: Sequence[str]) -> Answer:
        """The answer to a story, with `more` at the end of its opening."""
        phrases = [*story]
        self.said += [*([self.names.phrase] if self.names else []), *(phrase.text for phrase in phrases)]
        if not self.names and not any(phrase.method == "seat" for phrase in phrases):
            self._seat_all(phrases)
        first = next((index for index, phrase in enumerate(phrases) if phrase.event is not None), len(phrases))
        opening = enumerate(phrases[:first], 1)  # questions may be among it, and more about the table behind them
        begins = max((count for count, phrase in opening if not self._is_event(phrase)), default=0)
        granted = [Phrase(text, *self.scene.parse_phrase(text)) for text in more]
        self.scene.granted = {*cards_in(_values(granted))} - {*cards_in(_values(phrases))}
        phrases[begins:begins] = granted
        events = (phrase.event or self.scene.sketch(phrase.method, phrase.values) for phrase in phrases)
        self.scene.events = tuple(event for event in events if event is not None)
        answer = self._answer(None)
        for number, phrase in enumerate(phrases, 1):
            answer = self._hear(phrase, number == len(phrases))
            if answer.fault is not None or answer.questions:
                break
        return answer

    def _is_event(self, phrase: Phrase) -> bool:
        return phrase.event is not None or phrase.method.startswith(ANY_TIME)

    def _seat_all(self, phrases: Sequence[Phrase]) -> None:
        """Anyone who comes in the story sits at the table from its beginning, and those whose names come before theirs."""
        named = [parse_seat(name) for phrase in phrases for name in names_in(phrase.text)]
        if named:
            self.scene.seat(max(self.game.players[0], 1 + max(named)))

    def _answer(self, legal: bool | None, **more: Any) -> Answer:
        """With what is known of the table by now."""
        state = self.scene.state
        players = None if state is None else len(state.hands)
        deck = self.decks.name(players)
        return Answer(self.game.name, self.house, legal, tuple(self.said), deck, players, self.names, **more)

    def _hear(self, phrase: Phrase, is_last: bool) -> Answer:
        scene = self.scene
        scene.facts, scene.rules, scene.reasons, scene.yes = {}, [], [], None
        event = scene.event_of(phrase.method, phrase.values) if phrase.event is None else phrase.event
        if event is not None:
            return self._judge(replace(phrase, event=event), is_last)
        if scene.state is not None and not phrase.method.startswith(ANY_TIME):
            raise InputError(f"{phrase.text!r} says how the table stood. Say that before the first event.")
        before = scene.state
        with _enough_cards(self.game):
            getattr(scene, phrase.method)(**phrase.values)
        if scene.state is not before and scene.state is not None and before is None:
            self.decks.check(scene.state, ())
        said = scene.facts or scene.reasons
        yes = scene.yes if scene.yes is not None else scene.facts.get("legal")
        return self._answer(
            yes,
            event=phrase.text if said else "",
            reasons=tuple(scene.reasons),
            rules=tuple(dict.fromkeys(scene.rules)),
            facts=dict(scene.facts),
        )

    def _judge(self, phrase: Phrase, is_last: bool) -> Answer:
        """One event, at the table as it is now."""
        scene, event = self.scene, self.scene.complete(phrase.event)
        if event != phrase.event:
            phrase = replace(phrase, event=event, text=self.game.event_text.show(event))
        self.index += 1
        told: dict[str, Any] = {"event": phrase.text, "index": self.index, "is_event": True}
        with _enough_cards(self.game):
            questions = scene.open_questions(event)
            try:
                before = scene.state_before(event)
            except InputError:
                if not questions:
                    raise
                return self._answer(None, questions=questions, **told)  # so much is open that no table can be set
        self.decks.check(before, cards_in(event))
        if questions:
            scene.state = before
            return self._answer(None, questions=questions, **told)
        scene.tell(event)
        rules = tuple(dict.fromkeys(scene.rules))
        if not scene.facts["legal"]:
            reason = scene.known_part(scene.reasons[0], event)
            fault = Fault(self.index, phrase.text, reason)
            told |= {"reasons": (reason, *scene.reasons[1:]), "rules": rules, "fault": fault}
            if not is_last:
                return self._answer(None, broken=True, **told)
            return self._answer(False, instead=self._nearest(event), **told)
        right = scene.is_right(before, event)
        return self._answer(
            True,
            right=right,
            heading=verdict_heading(self.game.name, type(event).__name__, right),
            reasons=(*scene.reasons, *scene.explains(before, event)),
            rules=rules,
            next=scene.follows(before, event, scene.state),
            changes=_changes(self.game, before, scene.state),
            **told,
        )

    def _nearest(self, event: Any) -> tuple[str, ...]:
        """Legal events instead of a refused one: of its kind and by its player first, then those most like it in words."""
        show = self.game.event_text.show
        words = show(event).split()

        def likeness(other: Any) -> tuple[bool, float]:
            return type(other) is type(event), SequenceMatcher(None, words, show(other).split()).ratio()

        if self.scene.state is not None and self.game.legal(self.scene.state).by_chance:
            return ()
        offered = self.scene.possible(event, LOOKED_AT)
        right = [other for other in offered if not self.scene.went_wrong(self.scene.state, other)]
        return tuple(map(show, sorted(right, key=likeness, reverse=True)[:SHOWN]))


def _values(phrases: Iterable[Phrase]) -> tuple[Any, ...]:
    return tuple(value for phrase in phrases for value in phrase.values.values())


# ---------------------------------------------------------------- a table that can be


@contextmanager
def _enough_cards(game: Game) -> Iterator[None]:
    """Raises InputError where an opening tells of more cards than there are."""
    try:
        yield
    except (IndexError, StopIteration) as error:  # an opening fills up from the cards that nobody has named
        raise InputError(f"the story tells of more cards than {game.title} has.") from error


class _Decks:
    """The cards that are shuffled before the first deal, by the number of players, where that decides."""

    def __init__(self, game: Game, house: House) -> None:
        self.game, self.house = game, house
        self._boxes: dict[int, Counter[AnyCard]] = {}
        self._names: dict[int, str] = {}

    def box(self, players: int) -> Counter[AnyCard]:
        if players not in self._boxes:
            self._boxes[players] = Counter(self.game.legal(self.game.start(players, self.house)).cards)
        return self._boxes[players]

    def name(self, players: int | None) -> str:
        """The deck in play (`squares2` for two of them); "" where the number of players decides and is not known."""
        if players is None:
            deck: str = self.house.get("deck", self.game.deck)
            return "" if deck == "auto" else deck
        if players not in self._names:
            self._names[players] = self._find_name(players)
        return self._names[players]

    def _find_name(self, players: int) -> str:
        naturals = Counter({card: count for card, count in self.box(players).items() if isinstance(card, Card)})
        for name, cards in DECKS.items():
            for copies in (1, 2):
                if naturals == Counter(dict.fromkeys(cards, copies)):
                    return name if copies == 1 else f"{name}{copies}"
        return self.game.deck

    def check(self, state: Any, named: Iterable[AnyCard]) -> None:
        """Raises InputError for too many players, a card that is not in the deck in play, one that is in two places."""
        players = len(state.hands)
        self.game.check_players(players)
        box, lying = self.box(players), Counter(self.game.cards(state))
        for card in (*named, *lying):
            if card not in box:
                raise InputError(f"{card.name} is not in the deck in play, {self._words(card, players)}")
        for card, count in lying.items():
            if count > box[card]:
                has = "one" if box[card] == 1 else str(box[card])
                raise InputError(f"{card.name} is told to be in {count} places, and the deck has {has}.")

    def _words(self, card: AnyCard, players: int) -> str:
        if isinstance(card, Joker):
            jokers = sum(isinstance(each, Joker) for each in self.box(players))
            return f"which has {'one joker' if jokers == 1 else 'no jokers'}. To play with them, add: with jokers=2"
        name = self.name(players)
        return f"{TITLES.get(name, name)} ({DECK_MEANING[name.rstrip('2')]})."


# ---------------------------------------------------------------- what follows, as data


def _changes(game: Game, before: Any, after: Any) -> dict[str, Any]:
    """Whose turn it is now, who takes how many cards, who is out, who has won, and points, by name."""
    had, has = getattr(before, game.gains), getattr(after, game.gains)
    taken = {
        seat_name(seat): len(has[seat]) - len(had[seat]) for seat in range(len(has)) if len(has[seat]) > len(had[seat])
    }
    points = {
        seat_name(seat): after.scores[seat] - before.scores[seat]
        for seat in range(len(after.scores))
        if after.scores[seat] != before.scores[seat]
    }
    living = (set(getattr(before, "living", ())), set(getattr(after, "living", ())))
    to_act = () if game.is_over(after) else game.to_act(after)
    return {
        "turn": seat_name(to_act[0]) if to_act else None,
        "takes": taken,
        "out": [seat_name(seat) for seat in sorted(living[0] - living[1])],
        "winner": [seat_name(seat) for seat in game.winners(after)],
        "points": points,
    }


def _plain_data(value: Any, names: PlayerNames) -> Any:
    """Facts as JSON has them, with the players' own names."""
    if isinstance(value, Mapping):
        return {names.own(str(name)): _plain_data(each, names) for name, each in value.items()}
    if isinstance(value, (set, frozenset)):
        return sorted((_plain_data(each, names) for each in value), key=str)
    if isinstance(value, (list, tuple)):
        return [_plain_data(each, names) for each in value]
    return value if value is None or isinstance(value, (bool, int)) else names.own(str(value))


def show_fact(value: Any) -> str:
    """A fact for people."""
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "none"}[value]
    if isinstance(value, (set, frozenset)):
        return ", ".join(sorted(map(str, value))) or "none"
    return ", ".join(map(show_fact, value)) or "none" if isinstance(value, (list, tuple)) else str(value)


def _in_columns(rows: list[tuple[str, str, str]]) -> list[str]:
    """As `Verdict.text`."""
    left = max((len(heading) for heading, _, _ in rows), default=0)
    middle = max((len(answer) for _, answer, source in rows if source and len(answer) <= WIDE), default=0)
    return [f"{heading:<{left}}  {answer:<{middle}}  {source}".rstrip() for heading, answer, source in rows]
