"""The judge of stories: what happened at a table, in phrases, and what the rules say about it.

    Ann starts; Ann lays RC2; Bo lays YC2; Bo slaps

The opening says how the table is, then events follow, each judged at the table as it is by then. The answer is about the
last one: the verdict, why, what follows, and where it is not legal what would be. An event before it that was not legal is
where the story breaks: nothing after it is judged. What the opening leaves open is asked for only where the verdict hangs on it
and nobody takes an answer for granted (see `completion`).

    answer = judge_story(game, "on RC1; Ann holds RH2 YT3; Ann lays RH2")
    answer.yes, answer.text, answer.as_json()
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from tt_print.deck import DECK_MEANING, DECKS, AnyCard, Card, Joker
from tt_print.engine.answers import StoryAnswer
from tt_print.engine.completion import Completions, shared_facts
from tt_print.engine.house import House
from tt_print.engine.notation import seat_name
from tt_print.engine.phrases import PlayerNames, in_form, read_story, split_story, story_words, words_of
from tt_print.engine.printed_lines import TITLES
from tt_print.engine.reasons import Question, Reason, verdict_heading
from tt_print.engine.scenes import Scene, StoryRun
from tt_print.engine.told import HOUSE_RULE, Asked, Phrase, Told, cards_in, once
from tt_print.errors import InputError

if TYPE_CHECKING:
    from tt_print.engine.base import Game, GameState

T = TypeVar("T")
SHOWN = 4  # legal events named where the one that was told is not
LOOKED_AT = 400  # so many of those that the scene offers are compared with it
FEW = 10  # tables that fit a story; an answer that rests on fewer says so


def judge_story(
    game: Game,
    story: str | Sequence[str],
    path: Path | None = None,
    overrides: Iterable[str] = (),
    sections: Iterable[str] | None = None,
) -> StoryAnswer:
    """The answer on the last event of a story, or on the question that it ends with.

    House rules are those of the file `path`, then `overrides`, then those of the story (see `Game.read_house`). Raises
    InputError for a phrase that is not understood, and for a table that cannot be.
    """
    phrases = [*_house_rules(game, split_story(story) if isinstance(story, str) else story)]
    rules = [text[len(HOUSE_RULE) :].strip() for text in phrases if text.lower().startswith(HOUSE_RULE)]
    house = game.read_house(path, [*overrides, *rules], sections)
    told = [text for text in phrases if not text.lower().startswith(HOUSE_RULE)]
    if house.get("jokers") == 0 and re.search(r"\bJ[12]\b|\bjoker\b", " ".join(told), re.IGNORECASE):
        house = game.read_house(path, ["jokers=2", *overrides, *rules], sections)  # who tells of one plays with them
    names = PlayerNames.of(told, words_of(game.scene))
    said = [f"{HOUSE_RULE}{rule}" for rule in rules]
    return _StoryJudge(game.scene, house, names, said, read_story(game.scene, told, names)).answer()


def _house_rules(game: Game, phrases: Iterable[str]) -> Iterator[str]:
    """A story in which house rules in words, such as `full deck`, are phrases."""
    options = {option.name for option in game.options}
    for phrase in phrases:
        rule = re.fullmatch(rf"{HOUSE_RULE}(\w+)=(\w+)", in_form(phrase))
        if rule is None or "=" in phrase:
            yield phrase
        elif rule[1] in options:
            yield rule[0]
        elif rule[2] != game.deck:
            raise InputError(f"{game.title} is played with the {TITLES[game.deck]} deck.")


class _StoryJudge:
    """The answer to one story, from the tables that fit it."""

    def __init__(
        self, scene: Scene, house: House, names: PlayerNames, said: list[str], story: Sequence[Phrase]
    ) -> None:
        self.scene, self.game, self.house, self.names = scene, scene.game, house, names
        self.said = (*said, *([names.phrase] if names else ()), *(phrase.text for phrase in story))
        self.told = scene.tell(story)
        if names:
            self.game.check_players(len(names.names))
            self.told.players, self.told.is_counted = len(names.names), True
        scene.seat_all(self.told, house)
        self.completions = Completions(scene, self.told, house)
        box = Counter(self.completions.tables[self.told.players][1])
        self.deck = _deck_name(box, self.game.deck)
        _check_cards(self.told, box, self.deck, scene.SPOKEN_OF)

    def answer(self) -> StoryAnswer:
        found = self.completions.judge()
        run, runs = found.runs[0], found.runs
        is_counted = self.told.is_counted or self.told.named or run.verdict is None  # a question may be about any table
        deck = self.deck if is_counted else self.house.get("deck", self.game.deck).replace("auto", "")
        players = self.told.players if is_counted else None
        base = StoryAnswer(self.game.name, self.house, None, self.said, deck, players, self.names)
        if run.event is None:
            return base
        happened = run.event if all(each.event == run.event for each in runs) else self.told.happens[run.index]
        base = replace(base, event=self._show(happened), index=self._number(run), is_event=run.verdict is None)
        if found.asks or (
            len({self.completions.key(each) for each in runs}) > 1 and not self.completions.agree_in_part(runs)
        ):
            asked = self.scene.question(found.asks, self.told)
            return replace(base, questions=(asked,) if asked else ())
        base = replace(base, notes=tuple(_shared([self.scene.notes(each) for each in runs])))
        assumed = dict(found.assumed)
        if run.verdict is not None:
            return self._answered(base, runs, assumed)
        if run.reason is not None:
            return self._refused(base, runs, assumed)
        return self._allowed(base, runs, assumed)

    def _number(self, run: StoryRun) -> int:
        """Which event it is, from 1; questions are not counted."""
        return sum(not isinstance(each, Asked) for each in self.told.happens[: run.index + 1])

    def _show(self, event: object) -> str:
        if isinstance(event, type):  # in an order that nobody knows
            return event.__name__.lower()
        return event.text if isinstance(event, Asked) else self.game.event_text.show(event)

    def _answered(self, base: StoryAnswer, runs: Sequence[StoryRun], assumed: dict[str, object]) -> StoryAnswer:
        verdicts = [each.verdict for each in runs if each.verdict is not None]
        return replace(
            base,
            legal=verdicts[0].yes,
            facts=shared_facts(runs),
            reasons=tuple(_shared([each.reasons for each in verdicts])),
            rules=tuple(rule for rule in verdicts[0].rules if all(rule in each.rules for each in verdicts)),
            untold=self._assumptions(assumed, runs),
        )

    def _refused(self, base: StoryAnswer, runs: Sequence[StoryRun], assumed: dict[str, object]) -> StoryAnswer:
        if not _agree(runs):  # it is not legal in any case, but people look for what is usual
            usual, presumed = self.completions.usual(
                runs, self.completions.expected, lambda some: len(some) > 0 and _agree(some)
            )
            runs, assumed = (usual, assumed | presumed) if usual else (runs, assumed)
        reason = _shared_reason([each.reason for each in runs if each.reason is not None])
        base = replace(base, reasons=(reason,), rules=reason.rules, untold=self._assumptions(assumed, runs))
        if not runs[0].is_last:
            return replace(base, broken=True)
        return replace(base, legal=False, instead=self._nearest(runs))

    def _allowed(self, base: StoryAnswer, runs: Sequence[StoryRun], assumed: dict[str, object]) -> StoryAnswer:
        told_now = len(self._follows(runs)[0])
        usual, presumed = self.completions.usual(
            runs, self.completions.expected, lambda some: len(self._follows(some)[0]) > told_now, assumed
        )
        runs = usual or runs
        following, parts = self._follows(runs)
        right = self.completions.right(runs[0])
        more = [self.scene.question(part, self.told) for part in parts if part not in self.told.parts]
        changes = [_changes(self.game, each.before, each.table) for each in runs]
        return replace(
            base,
            legal=True,
            right=right,
            heading=verdict_heading(self.game.name, type(runs[0].event).__name__, right),
            reasons=tuple(_shared([self.scene.reasons(each) for each in runs])),
            rules=tuple(dict.fromkeys(_shared([self.scene.cites(each) for each in runs]))),
            next=tuple(following),
            changes={name: value for name, value in changes[0].items() if all(each[name] == value for each in changes)},
            untold=self._assumptions(assumed | presumed, runs),
            more=tuple(dict.fromkeys(each for each in more if each is not None)),
            tables=tuple(each.table for each in runs),
        )

    def _follows(self, runs: Sequence[StoryRun]) -> tuple[list[Reason], list[str]]:
        """What follows at all of these tables, each said as exactly as it holds there, and the parts that would make it more exact."""
        said = [[*self.scene.follows(each)] for each in runs]
        in_all = set.intersection(*({way for ways in each for way in ways} for each in said))
        found = [way for ways in said[0] if isinstance(way := _first_way(ways, in_all), Reason)]
        parts = dict[str, None]()
        for ways in (ways for each in said for ways in each):
            common = _first_way(ways, in_all)
            before = ways if common is None else ways[: ways.index(common)]
            parts |= dict.fromkeys(way for way in before if isinstance(way, str) and way)
        return list(dict.fromkeys(found)), [*parts]

    def _assumptions(self, assumed: Mapping[str, object], runs: Sequence[StoryRun]) -> tuple[Question, ...]:
        """What was taken for granted, in words; where few tables fit, also that."""
        known = {part: value for part, value in assumed.items() if value is not None}
        questions: list[Question] = []
        for part in assumed:
            question = self.scene.question(part, self.told)
            said = self.scene.say(known | self.told.parts, [part]) if part in known else []
            words = (question.assumed if question else "") or "; ".join(said)
            if words and all(words != each.assumed for each in questions):
                questions.append(replace(question or Question(part), assumed=words))
        if any(each.skipped for each in runs):
            questions.append(Question("skipped", assumed=Reason(self.game.name, "skipped").text))
        if len(runs) < FEW and runs[0].made:
            questions.append(Question("few", assumed=story_words().sentences["few"]))
        return tuple(questions)

    def _nearest(self, runs: Sequence[StoryRun]) -> tuple[str, ...]:
        """Legal events instead of a refused one, of cards that somebody has named, which are legal at all of these tables: of its kind
        and by its player first, then those most like it in words."""
        show, event, can = self.game.event_text.show, runs[0].event, self.game.can
        legal = self.game.legal(runs[0].before)
        if legal.by_chance:
            return ()
        named = self.told.cards | {*cards_in(tuple(each for each in self.told.happens if not isinstance(each, type)))}
        words = show(event).split()

        def likeness(other: object) -> tuple[bool, float]:
            return type(other) is type(event), SequenceMatcher(None, words, show(other).split()).ratio()

        offered = (each for each in islice(legal, LOOKED_AT) if not isinstance(each, self.scene.ASIDE))
        found = [each for each in offered if named.issuperset(cards_in(each))]
        sure = (
            each for each in sorted(found, key=likeness, reverse=True) if all(can(run.before, each) for run in runs)
        )
        return tuple(show(each) for each in islice((each for each in sure if self._is_right(runs[0], each)), SHOWN))

    def _is_right(self, run: StoryRun, event: object) -> bool:
        """Whether an event that could come instead is not itself a mistake, such as a wrong slap."""
        if not self.scene.is_offered(run.before, event):
            return False
        after = self.game.apply(run.before, event)
        return self.scene.right(replace(run, after=after, event=event, reason=None)) is not False


def _first_way(ways: Sequence[Reason | str], among: set[Reason | str]) -> Reason | str | None:
    """The first sentence that is among these, or "" where there is nothing to add."""
    return next((way for way in ways if (isinstance(way, Reason) or not way) and way in among), None)


def _shared(lists: Sequence[Sequence[T]]) -> list[T]:
    """What is in all of these."""
    return [each for each in lists[0] if all(each in other for other in lists)]


def _agree(runs: Sequence[StoryRun]) -> bool:
    """Whether it is not legal for one reason at all of these tables."""
    first = runs[0].reason
    return first is not None and all(
        each.reason and replace(each.reason, instead=first.instead) == first for each in runs
    )


def _shared_reason(reasons: Sequence[Reason]) -> Reason:
    """Why it is not legal at any of these tables: what most of them say, with nothing in it that differs between those."""
    groups: dict[str, list[Reason]] = {}
    for reason in reasons:
        groups.setdefault(reason.text, []).append(reason)
    most = max(groups.values(), key=len)
    if 2 * len(most) >= len(reasons):
        return replace(most[0], instead=tuple(_shared([each.instead for each in most])))
    rules = tuple(dict.fromkeys(rule for each in reasons for rule in each.rules))
    rulings = tuple(dict.fromkeys(ruling for each in reasons for ruling in each.rulings))
    return Reason(reasons[0].game, "in_any_case", rules, rulings)


# ---------------------------------------------------------------- a table that can be


def _deck_name(box: Counter[AnyCard], usual: str) -> str:
    """The deck in play, `squares2` for two of them; the usual one where its cards are none of those."""
    naturals = {card: count for card, count in box.items() if isinstance(card, Card)}
    names = ((f"{name}{copies}".rstrip("1"), cards, copies) for name, cards in DECKS.items() for copies in (1, 2))
    return next((name for name, cards, copies in names if naturals == dict.fromkeys(cards, copies)), usual)


def _check_cards(told: Told, box: Counter[AnyCard], deck: str, spoken_of: Collection[str]) -> None:
    """Raises InputError for a card of a story that is not in the deck in play, or in two places; of a question that names one twice."""
    lying = Counter(
        cards_in(tuple(cards for part, cards in told.parts.items() if part.partition("[")[0] not in spoken_of))
    )
    asked = [Counter(cards_in(once(tuple(each.values.values())))) for each in told.happens if isinstance(each, Asked)]
    events = cards_in(tuple(each for each in told.happens if not isinstance(each, type)))
    for card in (*cards_in(tuple(told.parts.values())), *events, *chain.from_iterable(asked)):
        if card in box:
            continue
        words = f"{TITLES.get(deck, deck)} ({DECK_MEANING[deck.rstrip('2')]})."
        if isinstance(card, Joker):
            has = "one joker" if any(isinstance(each, Joker) for each in box) else "no jokers"
            words = f"which has {has}. To play with them, add: with jokers=2"
        raise InputError(f"{card.name} is not in the deck in play, {words}")
    for card, count in chain.from_iterable(named.items() for named in (lying, *asked)):
        if count > box[card]:
            has = "one" if box[card] == 1 else str(box[card])
            raise InputError(f"{card.name} is in {count} places, and the deck has {has}.")


# ---------------------------------------------------------------- what follows, as data


def _changes(game: Game, before: GameState, after: GameState) -> dict[str, object]:
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
