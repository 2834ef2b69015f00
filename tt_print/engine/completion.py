"""Tables that fit a story: parts that nobody reported are drawn at random, the story runs at each of them, and the verdicts are compared."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache, partial
from itertools import chain
from typing import TYPE_CHECKING, Generic, NamedTuple

from tt_print.deck import AnyCard
from tt_print.engine.house import House
from tt_print.engine.play import S
from tt_print.engine.reasons import Reason
from tt_print.engine.rules import InvariantError
from tt_print.engine.scenes import Scene, StoryRun, Usual
from tt_print.engine.told import NEVER, Asked, Impossible, Picks, Told, cards_in, swapped
from tt_print.errors import InputError, join_words
from tt_print.records import dataclass

if TYPE_CHECKING:
    from tt_print.engine.base import Legal

WANTED, TRIED = 64, 1200  # tables that are compared, and drawn at most
EASY = 12  # a story is easy to tell where one of so many tables leads to its end
SHORT_WANTED, SHORT_TRIED = 8, 60  # the same where a part is looked for that decides
CLOSE, CLOSEST, CLOSER = 0.1, 6, 4  # parts with little more doubt than least, so many of them: looked at so often again


# ---------------------------------------------------------------- a story at one table


@dataclass(frozen=True, slots=True)
class Teller(Generic[S]):
    """How a story runs at a complete table. `pinned` are cards that have their places, `rng` chooses the order of shuffles; without
    it they stay as they are. With `forgotten`, shuffles that fell due and that nobody told of are made. With `goes_on` an event that
    the rules forbid changes nothing, and the story goes on.
    """

    scene: Scene[S]
    happens: Sequence[object]
    pinned: frozenset[AnyCard]
    rng: random.Random | None = None
    forgotten: bool = False
    goes_on: bool = False

    def run(self, state: S) -> tuple[list[StoryRun[S]], dict[AnyCard, AnyCard]]:
        """What happens, one by one, to the end of the story or the first event that the rules forbid. A card that an event names and
        that has no place yet is put where the event needs it, from the start: then also which card is there instead of which. Raises
        Impossible where it cannot."""
        moved = dict[AnyCard, AnyCard]()
        seeds = [self.rng.random() if self.rng else 0.0 for _ in self.happens]
        for _ in range(4 * len(self.happens) + 1):
            runs, changes = self._run_once(state, seeds)
            if not changes:
                return runs, moved
            state, moved = swapped(state, changes, self.scene.SHOWN), _both(moved, changes)
        raise Impossible

    def _run_once(self, start: S, seeds: Sequence[float]) -> tuple[list[StoryRun[S]], dict[AnyCard, AnyCard]]:
        """What happens, and the cards that must change places with each other at the start for it."""
        scene, game, state, moved = self.scene, self.scene.game, start, dict[AnyCard, AnyCard]()
        pinned, mixed = {*self.pinned}, set[AnyCard]()  # mixed: shuffled since, so that they may lie anywhere
        runs, skipped = list[StoryRun[S]](), tuple[object, ...]()
        chance = cache(lambda index: random.Random(seeds[index]))  # most events need none
        for index, item in enumerate(self.happens):
            is_last = index + 1 == len(self.happens)
            if isinstance(item, Asked):
                runs.append(
                    StoryRun(start, state, state, item, None, index, is_last, item.answer(state, **item.values))
                )
                continue
            due = self._shuffle_due(state)
            if due is not None:
                order = [*due.cards]
                if self.rng:
                    chance(index).shuffle(order)
                is_told = item in scene.CHANCE if isinstance(item, type) else isinstance(item, scene.CHANCE)
                if is_told or self.forgotten:
                    mixed |= {*order}
                    pinned -= mixed
                if isinstance(item, type):
                    item = item(tuple(order))
                elif not is_told and self.forgotten:
                    state = game.apply(state, due.with_order(tuple(order)))
            elif isinstance(item, type):
                item = item(())
            if ways := [*scene.skipped(state, item)] if index and self.rng else ():
                skipped = (*skipped, chance(index).choice(ways))
                state = game.apply(state, skipped[-1])
            state, changes = self._placed(state, item, pinned, mixed, partial(chance, index))
            if changes:
                state, moved = swapped(state, changes, scene.SHOWN), _both(moved, changes)
            event = self._meant(state, item)
            if not (isinstance(event, scene.CHANCE) and mixed):
                pinned.update(_named(event))
            reason = game.illegal_reason(state, event)
            if reason is None:
                before, state = state, game.advance(state, event)  # which is legal
                runs.append(StoryRun(start, before, state, event, None, index, is_last, skipped=skipped))
            else:
                runs.append(StoryRun(start, state, None, event, reason, index, is_last, skipped=skipped))
                if not self.goes_on:
                    break
        return runs, moved

    def _shuffle_due(self, state: S) -> Legal[S] | None:
        """What may come next, where that is a shuffle; None elsewhere."""
        legal = self.scene.game.legal(state) if self.scene.CHANCE else None
        if legal is None or not legal.by_chance or not legal.cards:
            return None
        return legal if isinstance(legal.with_order(legal.cards), self.scene.CHANCE) else None

    def _meant(self, state: S, event: object) -> object:
        """The event of all that people can mean by it."""
        ways = iter(self.scene.meant(state, event))
        first, second = next(ways), next(ways, None)
        if second is None:
            return first
        return next((way for way in chain((first, second), ways) if self.scene.game.can(state, way)), first)

    def _placed(
        self, state: S, event: object, pinned: set[AnyCard], mixed: set[AnyCard], chance: Callable[[], random.Random]
    ) -> tuple[S, dict[AnyCard, AnyCard]]:
        """The state with the shuffled cards that an event needs where it needs them, and which others must change places for it."""
        changes = dict[AnyCard, AnyCard]()
        for name, places in self.scene.PLACES.get(type(event), {}).items():
            here = [*places(state, event)]
            lost = [card for card in _named(getattr(event, name)) if card not in here and card not in pinned]
            free = [each for each in here if each not in pinned and each not in _named(event)] if lost else []
            for card in lost:
                if card in changes or not free:
                    continue
                other = free.pop(chance().randrange(len(free)))
                if card not in mixed and other not in mixed:
                    changes |= {card: other, other: card}
                else:
                    state = swapped(state, {card: other, other: card}, self.scene.SHOWN)
        return state, changes


@lru_cache(maxsize=1024)
def _named(event: Hashable) -> tuple[AnyCard, ...]:
    """`cards_in`, of the events that a story tells at every table."""
    return tuple(cards_in(event))


def _both(first: Mapping[AnyCard, AnyCard], second: Mapping[AnyCard, AnyCard]) -> dict[AnyCard, AnyCard]:
    """Which card lies instead of each after some have changed places, and then some again."""
    then = {card: second.get(other, other) for card, other in first.items()}
    return {card: other for card, other in ({**second, **then}).items() if card is not other}


def box_of(scene: Scene, players: int, house: House) -> tuple[AnyCard, ...]:
    """Every card in play. Raises InputError where so many cannot play."""
    return tuple(scene.game.cards(scene.game.start(players, house)))


class ExampleTable:
    """The table of an example after its phrases, where each untold part has its first option: `facts` and `reasons` are of what happened
    last, or of the table where nothing did, `rules` and `refusals` of all that happened; `start` is the state before it all, `before`
    the one before what happened last, `state` the one that is left, `yes` the answer to a question. An event that the rules forbid
    changes nothing.
    """

    def __init__(self, scene: Scene, phrases: Sequence[str], house: House) -> None:
        """Raises InputError for a phrase that is none, and where no such table is possible."""
        self.scene, self.house, self.game = scene, house, scene.game
        runs = self._play(scene.read(phrases))
        run = runs[-1]
        self.start, self.before, self.state = run.start, run.before, run.table
        self.yes = None if run.verdict is None else run.verdict.yes
        self.facts: dict[str, object] = scene.facts(run) if run.verdict is None else {**run.verdict.facts}
        self.rules = tuple(dict.fromkeys(rule for each in runs for rule in self._rules(each)))
        self.refusals = tuple(each.reason for each in runs if each.reason is not None)
        self.reasons: tuple[Reason, ...] = ()
        if run.verdict is not None:
            self.reasons = run.verdict.reasons
        elif run.reason is not None:
            self.facts |= {"legal": False, "because": run.reason.key.replace("_", " ")}
            self.reasons = (run.reason,)
        elif run.event is not None:
            self.facts |= {"legal": True}
            self.reasons = scene.reasons(run)

    def _play(self, told: Told) -> list[StoryRun]:
        """Each thing that happens; where nothing does, the table alone."""
        self.scene.seat_all(told, self.house)
        picks = Picks(told, self.house, box_of(self.scene, told.players, self.house))
        try:
            state = self.scene.position(picks)
            happens = [self.scene.heard(each, picks) for each in told.happens]
            runs = Teller(self.scene, happens, frozenset(told.cards), goes_on=True).run(state)[0]
        except Impossible:
            raise InputError("no such table is possible.") from None
        return runs or [StoryRun(state, state, state, None)]

    def _rules(self, run: StoryRun) -> tuple[str, ...]:
        """Numbers of the rules that decided one thing that happened."""
        if run.verdict is not None:
            return tuple(run.verdict.rules)
        return self.scene.cites(run) if run.reason is None else run.reason.rules


# ---------------------------------------------------------------- a story at every table that fits


class Findings(NamedTuple):
    """What a story comes to. `runs` are those tables that count, all with one verdict unless it `asks` for a part; `assumed` are the
    parts that nobody told and that were taken for granted, each with its value, None where there are several. The runs end
    before the last event where the story breaks there.
    """

    runs: Sequence[StoryRun]
    asks: str = ""
    assumed: Mapping[str, object] = NEVER


Key = tuple[object, ...]


class Completions:
    """The tables that fit one story."""

    def __init__(self, scene: Scene, told: Told, house: House) -> None:
        self.scene, self.told, self.house = scene, told, house
        self.rng, self.pinned = random.Random(0), frozenset(told.cards)
        self.expected = {**scene.PRESUMES, **scene.EXPECTS}
        self.faults = Counter[str]()  # why tables could not stand, in words or ""
        self.tables = {
            count: (replace(told, players=count), box_of(scene, count, house)) for count in scene.seatings(told, house)
        }

    def judge(self) -> Findings:
        """The verdict in which the tables agree, or the part that decides. Raises InputError where no such table is possible."""
        runs = [*self._draw()]
        if self.scene.CHANCE and not any(
            run.is_last and (run.reason is None or not self._shuffle_is_due(run)) for run in self._in_time(runs)
        ):
            runs = [*self._draw(forgotten=True)] or runs  # nobody tells of a shuffle that fell due
        if not runs:
            raise InputError(self._contradiction())
        whole = [run for run in runs if run.is_last] or self._furthest(runs)
        broken, presumed = self._broken(runs, whole)
        if broken:
            return Findings(broken, "", presumed)
        timely, assumed = self._in_time(whole), dict[str, object]()
        if len(timely) < len(whole):
            found = dict.fromkeys(part for run in whole if (part := self._grants(run)))
            made = [*timely[0].made]  # in the order of a position
            untimely = sorted(found, key=lambda part: made.index(part) if part in made else len(made))
            assumed = {part: _shared(timely, part) for part in untimely}
        runs = timely
        if all(map(self._grants, runs)) and (asks := next(filter(None, map(self._missed, runs)), "")):
            return Findings(runs, asks)
        if self._differ(runs) and not self.agree_in_part(runs):
            values = self.scene.PRESUMES if runs[0].verdict is None else self.expected
            usual, presumed = self.usual(runs, values, lambda some: not self._differ(some))
            if not usual:
                return Findings(runs, self._deciding(runs))
            return Findings(usual, "", assumed | presumed)
        return Findings(runs, "", assumed)

    def _missed(self, run: StoryRun) -> str:
        """Cards of which nobody told and that no table drawn has, where a refusal says only that; "" for another one."""
        part = self._grants(run)
        return part if cards_in(run.made.get(part)) and self.scene.question(part, self.told) is not None else ""

    # drawing

    def _draw(
        self, fixed: Mapping[str, object] = NEVER, wanted: int = WANTED, tried: int = TRIED, forgotten: bool = False
    ) -> Iterator[StoryRun]:
        """The story at possible tables, `wanted` of them at which it comes to its end: people tell what happened, so everything
        before the last event was legal."""
        scene, game = self.scene, self.scene.game
        found, furthest = 0, (0, 0)
        good: dict[str, list[object]] = {}
        granted = {*scene.GRANTS.values()}
        for number in range(tried):
            sure = {name: good[name] for name in granted if name in good}
            known = fixed.get("players")
            players = known if isinstance(known, int) else self.rng.choice([*self.tables])
            told, box = self.tables[players]
            # what comes early would come more and more often: in a story that is easy to tell all tables are as likely
            picks = Picks(told, self.house, box, self.rng, fixed, good if EASY * found < number else sure)
            if len(self.tables) > 1:
                picks.made["players"] = players
            try:
                state = scene.position(picks)
                if len([*game.cards(state)]) == len(box):
                    game.check(state)
                happens = [scene.heard(each, picks) for each in self.told.happens]
                teller = Teller(scene, happens, self.pinned, self.rng, forgotten)
                runs, moved = teller.run(state)
            except (Impossible, InvariantError, LookupError) as error:
                self.faults[str(error) if isinstance(error, Impossible) else ""] += 1
                continue
            if moved:
                picks.made = {name: swapped(value, moved) for name, value in picks.made.items()}
            run = replace(runs[-1] if runs else StoryRun(state, state, state, None), made=picks.made)
            in_time = not self._grants(run)
            if (reached := self._progress(run)) >= furthest:  # what has led so far is tried again
                good = good if reached == furthest else {}
                furthest = reached
                for name, value in picks.made.items():
                    led = good.setdefault(name, [])
                    if value not in led and not cards_in(value):
                        led.append(value)
            yield run
            found += run.is_last and in_time
            if found >= wanted or (not picks.made and not self.scene.CHANCE):
                return

    def _in_time(self, runs: Sequence[StoryRun]) -> list[StoryRun]:
        """Those that end with more than that it was not yet time for it; all, where none does."""
        return [run for run in runs if not self._grants(run)] or [*runs]

    def _shuffle_is_due(self, run: StoryRun) -> bool:
        legal = self.scene.game.legal(run.before)
        return legal.by_chance and run.before.phase != "deal"

    def _grants(self, run: StoryRun) -> str:
        """The untold part that is otherwise, where a refusal says only that; "" for any other outcome."""
        part = self.scene.granted(run)
        return "" if {part, part.removeprefix("#")} & self.told.parts.keys() else part

    def _progress(self, run: StoryRun) -> tuple[int, int]:
        """How far a story came: the event, and the place in `GRANTS` of what says that an untold part is otherwise."""
        key = "" if run.reason is None else run.reason.key
        if not self._grants(run):
            return run.index + 1, 0
        return run.index, next((place for place, start in enumerate(self.scene.GRANTS) if key.startswith(start)), 0)

    def _furthest(self, runs: Sequence[StoryRun]) -> list[StoryRun]:
        """Of stories that all break off, those that go on longest, not because of what nobody told where others do not."""
        best = max((run.index, not self._grants(run)) for run in runs)
        return [run for run in runs if (run.index, not self._grants(run)) == best]

    def _broken(self, runs: Sequence[StoryRun], whole: Sequence[StoryRun]) -> tuple[list[StoryRun], dict[str, object]]:
        """The runs that break off at tables as people take them for granted, where the story goes on only at others, such as those at
        which a player had no card left; and the part that is taken for granted. None where it also goes on at usual tables."""
        values, off = self.scene.PRESUMES, [run for run in runs if not run.is_last and not self._grants(run)]
        for part in dict.fromkeys(name for run in whole for name in run.made if name.partition("[")[0] in values):
            if not whole[0].is_last or any(_is_usual(run, part, values) for run in whole):
                continue
            usual = [run for run in off if part in run.made and _is_usual(run, part, values)]
            if usual:
                usual = self._furthest(usual)
                return usual, {part: _shared(usual, part)}
        return [], {}

    def _contradiction(self) -> str:
        """Why no such table is possible: the first part that does not go with those before it, and the one of them that is why."""
        told = self.told.parts
        counted = sum(count for name, count in told.items() if name.startswith("#"))
        if all(len(self.pinned) + counted > len(box) for _, box in self.tables.values()):
            return f"the story tells of more cards than {self.scene.game.title} has."
        why, count = self.faults.most_common(1)[0]
        if why and 2 * count > self.faults.total():
            return why
        names = [*told]
        for count, name in enumerate(names, 1):
            if not self._can_stand(names[:count]):
                other = next((each for each in names[: count - 1] if not self._can_stand([each, name])), "")
                parts = (other, name) if other and self._can_stand([name]) else (name,)
                said = [" and ".join(self.scene.say(told, {each})) or each for each in parts]
                return f"no such table is possible: {join_words(map(repr, said), 'and')}."
        return "no such table is possible."

    def _can_stand(self, names: Iterable[str]) -> bool:
        """Whether a table can be found with these of the told parts."""
        told = Told({name: self.told.parts[name] for name in names}, self.told.players)
        return any(True for _ in Completions(self.scene, told, self.house)._draw(wanted=1, tried=SHORT_TRIED))

    # what the tables agree in

    def key(self, run: StoryRun) -> Key:
        """What is compared: whether the rules allow it, and who was right; of a question without yes or no, what it comes to."""
        if run.verdict is not None and run.verdict.yes is None:
            return (run.index, str(run.verdict.facts))
        return run.index, run.legal, self.right(run)

    def right(self, run: StoryRun) -> bool | None:
        """Whether the player of a legal claim, slap or challenge was right."""
        is_event = run.after is not None and run.verdict is None and run.event is not None
        return self.scene.right(run) if is_event else None

    def agree_in_part(self, runs: Sequence[StoryRun]) -> bool:
        """Whether a question without yes or no comes to something at all of these tables."""
        return all(run.verdict is not None and run.verdict.yes is None for run in runs) and bool(shared_facts(runs))

    def _differ(self, runs: Sequence[StoryRun]) -> bool:
        return len({self.key(run) for run in runs}) > 1

    def usual(
        self,
        runs: Sequence[StoryRun],
        values: Usual,
        is_enough: Callable[[Sequence[StoryRun]], bool],
        given: Mapping[str, object] = NEVER,
    ) -> tuple[list[StoryRun], dict[str, object]]:
        """The runs with a usual value of one untold part, else of all of them, as soon as they are enough; and those parts. A few tables
        may agree by chance, so they are enough only with others of which all have these values. `given` are parts that all runs have.
        """
        names = dict.fromkeys(name for run in runs for name in run.made if name.partition("[")[0] in values)
        open_parts = [name for name in names if len({_is_usual(run, name, values) for run in runs}) > 1]
        for parts in (*([part] for part in open_parts), open_parts):
            parts = self._needed(runs, parts, values, is_enough)
            some = [run for run in runs if all(_is_usual(run, part, values) for part in parts)]
            if not parts or not some or not is_enough(some):
                continue
            known = {part: _shared(some, part) for part in parts}
            fixed = {part: _shared(some, part) for part in self.scene.GRANTS.values()} | known | {**given}
            verdicts, granted = {self.key(run) for run in runs}, self._grants(runs[0])
            some += [
                run
                for run in self._draw({part: value for part, value in fixed.items() if value is not None})
                if self.key(run) in verdicts
                and self._grants(run) == granted
                and all(_is_usual(run, part, values) for part in parts)
            ]
            if is_enough(some):
                return some, known
        return [], {}

    @staticmethod
    def _needed(
        runs: Sequence[StoryRun], parts: Sequence[str], values: Usual, is_enough: Callable[[Sequence[StoryRun]], bool]
    ) -> list[str]:
        """Of these parts those that must be taken for granted, so that nothing is named that does not matter."""
        needed = [*parts]
        for part in parts if len(parts) > 1 else ():
            fewer = [each for each in needed if each != part]
            some = [run for run in runs if all(_is_usual(run, each, values) for each in fewer)]
            needed = fewer if some and is_enough(some) else needed
        return needed

    # the question

    def _deciding(self, runs: Sequence[StoryRun]) -> str:
        """The part that decides: one on which a refusal rests; else that with which the verdict differs least if it is fixed, of
        equals the one that comes first in a position."""
        for run in runs:
            for part in self.scene.hangs_on(run) if run.reason is not None else ():
                if part in run.made and self.scene.question(part, self.told) is not None:
                    return part
        bases = [*{self.key(run): run for run in runs}.values()]
        parts = [part for part in bases[0].made if self.scene.question(part, self.told) is not None]
        doubt = {part: self._doubt(part, bases) for part in parts}
        least = min(doubt.values(), default=0.0)
        close = [part for part in parts if doubt[part] <= least + CLOSE]
        if len(close) > 1:  # a few may agree by chance
            doubt = {part: self._doubt(part, bases, CLOSER) for part in sorted(close, key=doubt.__getitem__)[:CLOSEST]}
        return min(doubt, key=lambda part: (round(doubt[part], 1), "[" in part), default="")

    def _doubt(self, part: str, bases: Sequence[StoryRun], times: int = 1) -> float:
        """How often the verdict is another one though this part is the same."""
        differ = total = 0
        for base in bases:
            fixed = {name: base.made[name] for name in (part, f"#{part}") if name in base.made}
            for run in self._draw(fixed, times * SHORT_WANTED, times * SHORT_TRIED):
                if run.index == base.index and not self._grants(run):
                    total += 1
                    differ += self.key(run) != self.key(base)
        return differ / total if total else 1.0


def shared_facts(runs: Sequence[StoryRun]) -> dict[str, object]:
    """What a question comes to at all of these tables."""
    first, *others = [run.verdict.facts for run in runs if run.verdict is not None]
    return {name: value for name, value in first.items() if all(each.get(name, NEVER) == value for each in others)}


def _is_usual(run: StoryRun, part: str, values: Usual) -> bool:
    return part not in run.made or values[part.partition("[")[0]](run.made[part])


def _shared(runs: Sequence[StoryRun], part: str) -> object:
    """The value that an untold part has in all of these; None where there are several."""
    values = [run.made.get(part) for run in runs]
    return values[0] if all(value == values[0] for value in values) else None
