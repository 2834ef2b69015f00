"""The sentences about a table, as forms with typed gaps, and the phrases that come of filling them.

{seat:Seat} lays {card:Card}[ as {declared:Values}]
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

from tt_print.engine.notation import SHORT, event_form
from tt_print.engine.scenes import Scene
from tt_print.engine.told import phrase_name
from tt_print.records import dataclass

OPEN = "..."  # a blank in the phrase of an engine's question
_PLACE = re.compile(r"\{(\w+)(?::([^}]+))?\}")
# Brackets mean something else in a form.
_IN_FORMS = {long: short for short, long in SHORT.items()} | {"tuple[tuple[Pile, ...], ...]": "Sets"}
_ONLY_CHANCE = ("Deal", "Shuffle")  # events that no player chooses; nobody knows the order of the cards


@dataclass(frozen=True, slots=True)
class Blank:
    """A place in a form. `kind` is the type of what goes there, as forms write it (`Seat`, `Cards`).

    What is in brackets is not `needed`.
    """

    name: str
    kind: str
    needed: bool


@dataclass(frozen=True, slots=True)
class Step:
    """A phrase with gaps. `sort` is `event`, `table` (how things were before) or `question`; `name` is the event's, or the
    method's, or "" for the answer to a question of the engine."""

    sort: str
    name: str
    form: str

    @property
    def blanks(self) -> tuple[Blank, ...]:
        """Each blank once, in the order of the form."""
        found: dict[str, Blank] = {}
        for part in re.split(r"(\[[^\]]*\])", self.form):
            for name, kind in _PLACE.findall(part):
                found.setdefault(name, Blank(name, kind, not part.startswith("[")))
        return tuple(found.values())

    def fill(self, texts: Mapping[str, str]) -> str:
        """The phrase; parts in brackets are skipped if one of their gaps is empty. Raises KeyError for another empty blank."""
        filled = ""
        for part in re.split(r"(\[[^\]]*\])", self.form):
            optional, inner = part.startswith("["), part.strip("[]")
            if optional and not all(texts.get(name) for name, _ in _PLACE.findall(inner)):
                continue
            filled += _PLACE.sub(lambda found: texts[found[1]], inner)
        return filled


def list_steps(scene: Scene[Any]) -> list[Step]:
    """Every phrase of a game that a person may tell: how things were, what is asked, what happened."""
    steps = [Step("table", each.name, each.form.text) for each in scene.tells]
    steps += [Step("question", phrase_name(form.text), form.text) for form, _ in scene.questions]
    steps += [Step("event", phrase_name(form.text), form.text) for form, _ in scene.tellings]
    events = (each for each in scene.game.events if each.__name__ not in _ONLY_CHANCE)
    return [*steps, *(Step("event", each.__name__, _typed_form(each)) for each in events)]


def _typed_form(event: type) -> str:
    """The form of an event with the type of each blank in it."""
    kinds = {each.name: str(each.type).removesuffix(" | None") for each in fields(event)}
    return _PLACE.sub(
        lambda found: f"{{{found[1]}:{_IN_FORMS.get(kinds[found[1]], kinds[found[1]])}}}", event_form(event)
    )


def answer_step(steps: Iterable[Step], phrase: str) -> Step:
    """The phrase that answers a question, `Ann holds ...`, as a step with a blank for each `...`: `Ann holds {cards:Cards}`.

    Raises ValueError for a phrase that fits no form.
    """
    for step in steps:
        found = _loose_pattern(step.form).fullmatch(phrase)
        kinds = {blank.name: blank.kind for blank in step.blanks}
        if found and all(_is_plausible(kinds[name], text) for name, text in found.groupdict().items() if text):
            form, end = "", 0
            for name, text in sorted(found.groupdict().items(), key=lambda item: found.start(item[0])):
                for number, part in enumerate(text.split(OPEN)[:-1] if text else ()):
                    kind = "int" if part.endswith("=") else kinds[name]  # what a ? counts as
                    start = phrase.index(OPEN, end)
                    form += phrase[end:start] + f"{{{name}{number or ''}:{kind}}}"
                    end = start + len(OPEN)
            return Step("table", "", form + phrase[end:])
    raise ValueError(phrase)


def _loose_pattern(form: str) -> re.Pattern[str]:
    """Sentences of this form, whatever is in its gaps."""
    pattern = ""
    for part in re.split(r"(\[[^\]]*\]|\{[^}]*\})", form):
        place = _PLACE.fullmatch(part)
        if place:
            pattern += f"(?P<{place[1]}>.+?)"
        elif part.startswith("["):
            pattern += f"(?:{_loose_pattern(part[1:-1]).pattern})?"
        else:
            pattern += re.escape(part)
    return re.compile(pattern)


def _is_plausible(kind: str, text: str) -> bool:
    """Whether a blank is open, with no more words in it, or has a value; one player is one word."""
    return not re.search("[a-z]", text) if OPEN in text else kind != "Seat" or " " not in text
