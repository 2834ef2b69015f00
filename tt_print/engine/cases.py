"""A verdict on a story that leaves something open: the answer in which every case agrees, or the one question that decides.

A scene says of each open question which phrases would answer it (`cases`), and which of these people take for granted
(`presumed`). The story is judged again with each case. Where all come to the same verdict nobody needs to be asked, and what
differs among the consequences is left out. Where they do not, what is taken for granted decides and is named in the answer;
a question without such an answer is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tt_print.errors import InputError

if TYPE_CHECKING:
    from tt_print.engine.reasons import Reason
    from tt_print.engine.scenes import Question
    from tt_print.engine.story import Answer

Phrases = tuple[str, ...]
MOST_HEARD = 4000  # phrases, in all tellings of one story; beyond them the question is asked


def decide(tell: Callable[[Phrases], Answer]) -> Answer:
    """The answer to a story. `tell` gives the answer with these phrases at the end of its opening; an answer that asks nothing
    may not rest on what nobody has told."""
    return _Cases(tell).decide(())


class _Cases:
    def __init__(self, tell: Callable[[Phrases], Answer]) -> None:
        self.tell = tell
        self.heard = 0  # phrases so far
        self.known: dict[Phrases, Answer] = {}

    def decide(self, more: Phrases) -> Answer:
        """With `more` told, phrase by phrase in the order in which the rules looked for it."""
        if more not in self.known:
            self.known[more] = self._decide(more)
        return self.known[more]

    def _decide(self, more: Phrases) -> Answer:
        answer = self.tell(more)
        self.heard += 1 + len(answer.phrases)
        if not answer.questions:
            return answer
        first = answer.questions[0]
        if shared := self._agreement(answer, more, _in_step(answer.questions) if first.late else zip(first.cases)):
            return shared
        if shared := self._agreement(answer, more, [(phrase,) for phrase in first.presumed]):
            return replace(shared, untold=(first, *shared.untold))
        if first.presumed:
            self.decide((*more, first.presumed[0]))  # raises what is wrong with a table that cannot be
        return replace(answer, questions=(first,))

    def _agreement(self, asking: Answer, more: Phrases, cases: Iterable[Phrases]) -> Answer | None:
        """What all these cases come to, in all that is the same in them; None where their verdicts differ."""
        leaves = self._leaves(more, cases)
        if not leaves or any(_verdict(leaf) != _verdict(leaves[0]) for leaf in leaves):
            return None
        return _in_common(leaves, asking)

    def _leaves(self, more: Phrases, cases: Iterable[Phrases]) -> list[Answer]:
        """The answer in each case, without those that cannot be: people tell what happened, so no event before the last was
        illegal, unless one is in every possible case. Late questions change in step: no verdict hangs on them, and
        their cases are only there to differ."""
        leaves: list[Answer] = []
        breaking: list[Answer] = []
        is_wrong = False  # whether some case was no table that can be
        for case in cases:
            if self.heard >= MOST_HEARD:
                return []
            try:
                leaf = self.decide((*more, *case))
            except InputError:
                is_wrong = True
                continue
            (breaking if leaf.broken else leaves).append(leaf)
        return leaves or ([] if is_wrong else breaking)


def _in_step(questions: Sequence[Question]) -> Iterator[Phrases]:
    """The first case of each question, then the next of each; one that has no more stays at its last."""
    for step in range(max(len(each.cases) for each in questions)):
        yield tuple(each.cases[min(step, len(each.cases) - 1)] for each in questions if each.cases)


def _verdict(answer: Answer) -> tuple[Any, ...]:
    """What must be the same in all cases: of an event that is not legal also the reason, because it has no other answer."""
    asked = [(each.key, each.seat) for each in answer.questions]
    against = None if answer.fault is None else (answer.fault.index, replace(answer.fault.reason, instead=()))
    return answer.legal, answer.right, answer.broken, against, asked


def _in_common(leaves: Sequence[Answer], asking: Answer) -> Answer:
    """The first of these answers, with those reasons and consequences that are the same in all of them."""
    first, *others = leaves
    changes = {
        name: value
        for name, value in first.changes.items()
        if all(_same(other.changes, name, value) for other in others)
    }
    untold = {(each.key, each.seat): each for leaf in leaves for each in leaf.untold}
    reasons = tuple(_shared_reasons(first, others))
    answer = replace(
        first,
        phrases=asking.phrases,
        event=first.event if all(other.event == first.event for other in others) else asking.event,
        reasons=reasons,
        fault=first.fault and replace(first.fault, reason=reasons[0]),  # the same in all, but for its cures
        rules=tuple(rule for rule in first.rules if all(rule in other.rules for other in others)),
        next=tuple(each for each in first.next if all(each in other.next for other in others)),
        changes=changes,
        instead=tuple(each for each in first.instead if all(each in other.instead for other in others)),
        untold=tuple(untold.values()),
    )
    is_less = any((len(leaf.next), len(leaf.reasons)) != (len(answer.next), len(answer.reasons)) for leaf in leaves)
    more = [*(asking.questions if is_less else ()), *(each for leaf in leaves for each in leaf.more)]
    return replace(answer, more=tuple({(each.key, each.seat): each for each in more}.values()))


def _shared_reasons(first: Answer, others: Sequence[Answer]) -> Iterator[Reason]:
    """The reasons that hold in every case, with the cures that help in every case."""
    for reason in first.reasons:
        found = [
            [each for each in other.reasons if replace(each, instead=reason.instead) == reason] for other in others
        ]
        if all(found):
            cures = (cure for cure in reason.instead if all(cure in each[0].instead for each in found))
            yield replace(reason, instead=tuple(cures))


def _same(changes: Mapping[str, Any], name: str, value: Any) -> bool:
    return name in changes and changes[name] == value
