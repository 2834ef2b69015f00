"""The judge's answer to a story: as lines for people, and as data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING

from tt_print.deck import DECK_MEANING
from tt_print.engine.house import House
from tt_print.engine.notation import seat_name
from tt_print.engine.phrases import PlayerNames, as_sentence, story_words
from tt_print.engine.printed_lines import TITLES
from tt_print.engine.reasons import Question, Reason
from tt_print.errors import join_words
from tt_print.records import dataclass

if TYPE_CHECKING:
    from tt_print.engine.base import GameState

WIDE = 78  # sentences up to here share a column for their rule numbers


@dataclass(frozen=True, slots=True)
class StoryAnswer:
    """What the rules say of a story.

    `legal` says whether the rules allow the last event to happen, or is a question's yes or no; None where nothing was asked that
    has one, where the story broke before its end (`broken`), or where it leaves open what decides (`questions`). `right` says of a
    legal event that is a claim whether its player was right, `heading` says that in words. `phrases` are the story as it was
    understood, `event` the last phrase of it that was judged, an event (the `index`th) or a question. `instead` are sentences of
    legal events, the nearest first, where the answer is no. `notes` are what the table alone shows. `next` is what follows,
    `changes` the same as data: whose turn, who takes how many cards, who is out, who has won, points. `facts` are what a question
    came to. `deck`, `players` and `house` are those that it was judged with, `untold` is what nobody told and was taken for granted,
    `more` asks what else would say more of what follows; `names` are the players' own. `tables` are the states after a legal event.
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
    notes: tuple[Reason, ...] = ()
    rules: tuple[str, ...] = ()
    broken: bool = False
    questions: tuple[Question, ...] = ()
    instead: tuple[str, ...] = ()
    next: tuple[Reason, ...] = ()
    changes: Mapping[str, object] = field(default_factory=dict)
    facts: Mapping[str, object] = field(default_factory=dict)
    right: bool | None = None
    heading: str = ""
    untold: tuple[Question, ...] = ()
    more: tuple[Question, ...] = ()
    tables: tuple[GameState, ...] = ()

    @property
    def yes(self) -> bool | None:
        """The answer in a word: no also for a legal event whose player was wrong."""
        return self.legal and self.right is not False

    @property
    def is_refused(self) -> bool:
        """Whether the rules forbid the event, the last one or that at which the story breaks; the first reason says why."""
        return self.is_event and (self.broken or self.legal is False)

    @property
    def word(self) -> tuple[str, ...]:
        """The word with which the answer to a question begins, none where its facts have it or there is no yes or no."""
        is_open = self.legal is None or "legal" in self.facts
        return () if is_open else (story_words().sentences["yes" if self.legal else "no"],)

    @property
    def is_opening(self) -> bool:
        """Whether the story only says how the table is."""
        return not (self.event or self.questions)

    @property
    def rulings(self) -> tuple[str, ...]:
        """The rulings that decided, each once."""
        return tuple(dict.fromkeys(ruling for reason in (*self.reasons, *self.notes) for ruling in reason.rulings))

    @property
    def text(self) -> str:
        """The answer for people: a line for each reason, what follows, and what was assumed."""
        return "\n".join([*_in_columns(list(self.rows())), self.assumed])

    @property
    def deck_in_words(self) -> str:
        """Its title and which cards it has, as in `the Squares deck (no black, no blob, no ?)`; empty where any deck will do."""
        if self.deck in DECK_MEANING:
            return f"the {TITLES[self.deck]} deck ({DECK_MEANING[self.deck]})"
        return TITLES.get(self.deck, self.deck)  # two decks

    @property
    def assumed(self) -> str:
        """The deck, the players and the house rules under which this was judged, as one line."""
        sentences = story_words().sentences
        values = {
            "deck": self.deck_in_words,
            "house": join_words(str(self.house).split(), "and") if self.house.changed else "none",
        }
        if self.players is None:
            return sentences["assumed_deck" if self.deck else "assumed_house"].format(**values)
        seats = join_words(map(self.names.own, map(seat_name, range(self.players))), "and")
        return sentences["assumed"].format(players=f"{self.players} ({seats})", **values)

    def as_json(self) -> dict[str, object]:
        own = self.names.own
        return {
            "game": self.game,
            "legal": self.legal,
            "right": self.right,
            "event": own(self.event),
            "index": self.index,
            "first_fault": {"index": self.index, "event": own(self.event)} if self.is_refused else None,
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

    def _question_json(self, asked: Question) -> dict[str, object]:
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
        elif self.is_refused:
            first, *reasons = self.reasons
            event = as_sentence(self.event)
            if self.broken:
                said = sentences["breaks"].format(number=self.index, event=event, why=first.sentence)
            else:
                said = f"{event}. {first.sentence}"
            yield headings["breaks"] if self.broken else first.heading, own(said), first.source
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
            yield headings["answer"], own(" ".join([*self.word, *facts])), ""
        if not self.questions:
            yield from ((each.heading, own(each.sentence), each.source) for each in (*reasons, *self.notes))
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


def _plain_data(value: object, names: PlayerNames) -> object:
    """Facts as JSON has them, with the players' own names."""
    if isinstance(value, Mapping):
        return {names.own(str(name)): _plain_data(each, names) for name, each in value.items()}
    if isinstance(value, (set, frozenset)):
        return sorted((_plain_data(each, names) for each in value), key=str)
    if isinstance(value, (list, tuple)):
        return [_plain_data(each, names) for each in value]
    return value if value is None or isinstance(value, (bool, int)) else names.own(str(value))


def show_fact(value: object, between: str = ", ") -> str:
    """A fact for people, with this between the parts of one that has several."""
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "none"}[value]
    if isinstance(value, (set, frozenset)):
        return between.join(sorted(show_fact(each, between) for each in value)) or "none"
    if isinstance(value, (list, tuple)):
        return between.join(show_fact(each, between) for each in value) or "none"
    return str(value)


def _in_columns(rows: list[tuple[str, str, str]]) -> list[str]:
    """Heading, sentence, and rule numbers."""
    left = max((len(heading) for heading, _, _ in rows), default=0)
    middle = max((len(answer) for _, answer, source in rows if source and len(answer) <= WIDE), default=0)
    return [f"{heading:<{left}}  {answer:<{middle}}  {source}".rstrip() for heading, answer, source in rows]
