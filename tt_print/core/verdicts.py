"""Verdicts for people who read them on a page: one sentence, a few lines, the rules, and what would be legal."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tt_print.deck import parse_card
from tt_print.templates import TemplateTable, read_table

if TYPE_CHECKING:
    from tt_print.engine.reasons import Reason, Verdict
    from tt_print.engine.story import Answer

GENERAL = "G-"  # rulings for all games, which no rule book repeats
_CARD = re.compile(r"\b([RYGBK][CHTSB](?:[1-4]\b|[?Q](?!\w))|J[12]\b)(?:=(\d))?")


class _VerdictWords(TemplateTable):
    """`leads` are how a verdict begins, by the heading that the terminal gives it."""

    leads: Mapping[str, str]
    sentences: Mapping[str, str]


def _words() -> _VerdictWords:
    return read_table(_VerdictWords, "core/verdicts.toml")


def show_verdict(verdict: Verdict, deck: str) -> dict[str, Any]:
    """A verdict as a page shows it, with the deck of `deck_of`."""
    return _screen(*(_show_reasons(verdict.reasons) if verdict.reasons else ("", [], [])), [], verdict, deck)


def _screen(
    headline: str, details: list[str], legal: list[str], untold: list[str], judged: Verdict | Answer, deck: str
) -> dict[str, Any]:
    """A headline, a few lines that explain it or say what follows, and what would be legal; with the rules behind it, under which the
    rule books list them, what was assumed, and the house rules in force."""
    from tt_print.engine.house_words import house_sentences
    from tt_print.engine.table_facts import TITLES

    numbers = [each for each in dict.fromkeys([*judged.rules, *judged.rulings]) if not each.startswith(GENERAL)]
    with_deck = [_words().sentences["with_deck"].format(deck=TITLES.get(deck, deck))] if deck else []
    return {
        "headline": headline,
        "details": details,
        "legal": legal,
        "rules": [{"number": number, "text": _source(number)} for number in numbers],
        "assumed": [*untold, *with_deck],
        "house": house_sentences(judged.house),
    }


def _source(number: str) -> str:
    """`Rule 4b`, `Ruling Z-7`, or a part without a number: `Set-up`."""
    sentences = _words().sentences
    if number[:1].isdigit():
        return sentences["rule"].format(number=number)
    if re.fullmatch(r"[A-Z]-\d+", number):
        return sentences["ruling"].format(number=number)
    return sentences.get(number, number.replace("-", " ").capitalize())


def _show_reasons(reasons: Sequence[Reason]) -> tuple[str, list[str], list[str]]:
    """The first reason as the headline, the others, and what would make it legal."""
    first, *rest = reasons
    legal = [in_words(reason.cure) for reason in reasons if reason.instead]
    return in_words(_said(first)), [in_words(_said(reason, _lead(first))) for reason in rest], legal


def show_answer(answer: Answer) -> dict[str, Any]:
    """What the rules say of a story, as a page shows it."""
    from tt_print.engine.phrases import as_sentence
    from tt_print.engine.story import show_fact

    words, fault = _words(), answer.fault
    event, following = as_sentence(answer.event), [each.sentence for each in answer.next]
    yes = words.sentences["yes"].format(event=_sentence(event))
    details, legal = list[str](), [f"{as_sentence(other)}." for other in answer.instead]
    if answer.questions:
        headline = answer.questions[0].short
    elif fault is not None and answer.broken:
        headline = words.sentences["breaks"].format(event=as_sentence(fault.event), why=fault.reason.text)
    elif answer.heading:
        said = following.pop(0) if following else f"{event}."
        headline, details = f"{words.leads[answer.heading]} {_sentence(said)}", [_said(each) for each in answer.reasons]
    elif answer.reasons:
        headline, details, cures = _show_reasons(answer.reasons)
        legal = legal or cures
        if answer.is_event and answer.yes and not _lead(answer.reasons[0]).startswith(words.leads["LEGAL"].rstrip(".")):
            headline, details = yes, [headline, *details]
    elif answer.is_event:
        headline = yes
    else:
        headline = " ".join(
            f"{_sentence(name.replace('_', ' '))}: {show_fact(fact)}." for name, fact in answer.facts.items()
        )
    untold = [words.sentences["untold"].format(phrase=each.assumed) for each in answer.untold]

    def finished(lines: Sequence[str]) -> list[str]:
        return [answer.names.own(in_words(_sentence(line))) for line in lines]

    told = finished(details + following), finished(legal), finished(untold)
    return _screen(finished([headline])[0], *told, answer, answer.deck)


def _lead(reason: Reason) -> str:
    heading = reason.template("heading")
    return reason.fill(_words().leads.get(heading, f"{heading.capitalize()}."))


def _said(reason: Reason, before: str = "") -> str:
    """A reason in words: `No slap. They share one thing.` After a first reason with the lead `before` there is no second yes."""
    lead = _lead(reason)
    if before:
        lead = "" if lead == before else _sentence(lead.removeprefix(_words().leads["LEGAL"].replace(".", ",")).strip())
    return f"{lead} {_sentence(reason.text)}".strip()


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def in_words(text: str) -> str:
    """A text with the names of cards instead of their codes: `RC3+RH1` is `red circle 3 + red heart 1`."""

    def name(found: re.Match[str]) -> str:
        return parse_card(found[1]).name + (f" as {found[2]}" if found[2] else "")

    apart = re.sub(r"(?<=[1-5?Q])([+/])(?=[RYGBKJ])", r" \1 ", text)
    listed = re.sub(rf"({_CARD.pattern}) (?={_CARD.pattern})", r"\1, ", apart)
    return _CARD.sub(name, listed).replace("->", "→")
