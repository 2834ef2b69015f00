"""What may be told next at a table: forms of phrases with typed blanks, and in each blank what the engine calls possible.

{seat} lays {card}[ as {declared}]      Ann; RH2 YT3, or another card where her hand is not known
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import field, fields, replace
from itertools import islice
from typing import Any

from tt_print.engine.notation import event_form, plain_form
from tt_print.engine.scenes import Scene, cards_in
from tt_print.engine.spoken import readable_form
from tt_print.errors import InputError, NotationError
from tt_print.records import dataclass

LOOKED_AT = 1500  # of the legal events; Casino can have hundreds of thousands
SHOWN = 40  # whole phrases named with a form
ASKS = "ask_"  # methods of phrases that ask
_PLACE = re.compile(r"\{(\w+)(?::([^}]+))?\}")
_CARDS = ("Card", "AnyCard", "Laid", "tuple[Card, ...]", "tuple[AnyCard, ...]", "Pile")
_ONLY_CHANCE = ("Deal", "Shuffle")  # events that no player chooses; who tells of one says no order of cards


@dataclass(frozen=True, slots=True)
class Blank:
    """A place in a form. `kind` is the type of what stands there, as the game writes it (`Seat`, `tuple[Card, ...]`); `possible` are
    texts, and with `is_open` others may be right, too. What stands in brackets is not `needed`.
    """

    name: str
    kind: str
    needed: bool
    possible: tuple[str, ...] = ()
    is_open: bool = True


@dataclass(frozen=True, slots=True)
class NextStep:
    """A phrase with blanks. `sort` is `event`, `table` (how it stands) or `question`; `name` is the event's, or the method's.

    `is_legal` says whether the engine calls such an event possible now, None where nobody can say, because it depends on cards that
    nobody has named; `possible` are whole phrases
    that are, as many as are worth showing.
    """

    sort: str
    name: str
    form: str
    label: str
    blanks: tuple[Blank, ...] = ()
    possible: tuple[str, ...] = field(default=())
    is_legal: bool | None = None


def table_steps(scene: Scene) -> list[NextStep]:
    """The phrases that say how the table stands, and those that ask."""
    found = []
    for text, method in (type(scene).PHRASES | type(scene).COMMON).items():
        sort = "question" if method.startswith(ASKS) or method == "seat_players" else "table"
        blanks = [Blank(name, kind, needed) for name, kind, needed in _places(text, {})]
        found.append(NextStep(sort, method, text, readable_form(text, {}), tuple(blanks)))
    return found


def event_steps(scene: Scene) -> list[NextStep]:
    """The events of the game, those that are legal now first, each with what can stand in its blanks.

    Without a table (the opening says too little for one) every event is there with open blanks.
    """
    legal, told = _legal_events(scene)
    found = []
    for event in scene.game.events:
        own, sure = ([each for each in events if type(each) is event] for events in (legal, told))
        if event.__name__ not in _ONLY_CHANCE:
            found.append(_event_step(scene, event, own, sure))
    if not _knows_all(scene, told):
        found = [
            replace(s, is_legal=None) if not s.is_legal and any(b.kind in _CARDS for b in s.blanks) else s
            for s in found
        ]
    return sorted(found, key=lambda step: {True: 0, None: 1, False: 2}[step.is_legal])


def _knows_all(scene: Scene, told: Sequence[Any]) -> bool:
    """Whether somebody has said of every card where it is."""
    named = scene.named_cards()
    if named is None:
        return bool(told)
    try:
        return named.issuperset(scene.game.cards(scene.state_before(None)))
    except (InputError, StopIteration, IndexError):
        return False


def _legal_events(scene: Scene) -> tuple[list[Any], list[Any]]:
    """What may happen now, and what of it tells of no card that nobody has named."""
    try:
        state = scene.state_before(None)
        legal = scene.game.legal(state)
        if legal.by_chance:
            return [], []
        found = [each for each in islice(legal, LOOKED_AT) if not scene.went_wrong(state, each)]
        return found, list(scene.possible(None, LOOKED_AT))
    except (InputError, StopIteration, IndexError):  # so little is said that no table can be set
        return [], []


def _event_step(scene: Scene, event: type, legal: Sequence[Any], told: Sequence[Any]) -> NextStep:
    kinds = {each.name: str(each.type) for each in fields(event)}
    form = event_form(event)
    codecs = scene.game.event_text.forms[event].codecs
    blanks = []
    for name, kind, needed in _places(form, kinds):
        values = [getattr(each, name) for each in legal]
        sure = [value for value in values if not any(cards_in(value))] + [getattr(each, name) for each in told]
        shown = dict.fromkeys(codecs[name].show(value) for value in sure if value is not None and value != ())
        every = {codecs[name].show(value) for value in values if value is not None and value != ()}
        is_open = not legal or len(shown) < len(every) or len(legal) >= LOOKED_AT
        blanks.append(Blank(name, kind, needed, tuple(shown), is_open))
    show = scene.game.event_text.show
    possible = tuple(dict.fromkeys(show(each) for each in islice(told, SHOWN)))
    return NextStep("event", event.__name__, form, readable_form(form, kinds), tuple(blanks), possible, bool(legal))


def _places(form: str, kinds: dict[str, str]) -> Iterator[tuple[str, str, bool]]:
    """Each place of a form once: its name, the type of what stands there, and whether it must be filled."""
    seen = set()
    for part in re.split(r"(\[[^\]]*\])", form):
        for name, kind in _PLACE.findall(part):
            if name not in seen:
                seen.add(name)
                yield name, (kind or kinds[name]).removesuffix(" | None"), not part.startswith("[")


def fill_form(form: str, texts: dict[str, str]) -> str:
    """The phrase of a form; parts in brackets whose blanks are empty are left out. Raises NotationError for a blank that is not."""
    filled = ""
    for part in re.split(r"(\[[^\]]*\])", form):
        optional, inner = part.startswith("["), part.strip("[]")
        names = [name for name, _ in _PLACE.findall(inner)]
        missing = [name for name in names if not texts.get(name)]
        if optional and missing:
            continue
        if missing:
            raise NotationError(f"{plain_form(form)!r} needs {missing[0].upper()} as well.")
        filled += _PLACE.sub(lambda found: texts[found[1]], inner)
    return filled
