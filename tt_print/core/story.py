"""What happened at a table, told step by step: the verdict on each, and what the engine calls possible next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Any

from tt_print.core.fields import Choice, Field, HouseRules, rule_texts
from tt_print.core.judge import answer_json
from tt_print.core.world import Call
from tt_print.deck import VALUES
from tt_print.engine.notation import seat_name
from tt_print.errors import InputError, join_words
from tt_print.games import GAMES, find_game
from tt_print.records import dataclass

if TYPE_CHECKING:
    from tt_print.engine.base import Game
    from tt_print.engine.scenes import Scene
    from tt_print.engine.spoken import PlayerNames
    from tt_print.engine.steps import Blank, NextStep
    from tt_print.engine.told import Answer

# From the types of a game's phrases to the kinds of fields.
KINDS = {
    "Seat": "seat", "Seats": "seats", "tuple[Seat, ...]": "seats", "Card": "card", "AnyCard": "card", "Laid": "card", "Cards": "cards",
    "AnyCards": "cards", "tuple[Card, ...]": "cards", "tuple[AnyCard, ...]": "cards", "Value": "values", "Values": "values",
    "tuple[Value, ...]": "values", "int": "number", "ints": "numbers", "tuple[int, ...]": "numbers", "Pile": "pile", "Piles": "piles",
    "tuple[Pile, ...]": "piles", "Sets": "sets", "tuple[tuple[Pile, ...], ...]": "sets", "Claim": "claim", "bool": "yesno",
}  # fmt: skip
WITH_JOKERS = ("AnyCard", "Laid", "AnyCards", "tuple[AnyCard, ...]", "Pile", "Piles", "tuple[Pile, ...]", "Sets")
EVERY_VALUE = tuple(Choice(value, value) for row in VALUES.values() for value in row)


@dataclass(frozen=True, slots=True)
class StoryRequest:
    """`phrases`: how the table stood, then what happened; or one text with semicolons between them."""

    game: str
    phrases: tuple[str, ...] | str
    house: HouseRules = ()


def judge_story(asked: StoryRequest, call: Call) -> dict[str, Any]:
    from tt_print.engine.told import tell_story

    return answer_json(tell_story(find_game(asked.game), asked.phrases, None, rule_texts(asked.house), GAMES))


@dataclass(frozen=True, slots=True)
class NextRequest:
    """`opening` and `events` are what was kept so far, `waiting` an event that waits for more to be said of the table, all three as the last
    answer gave them; `players` says who plays, in a story that begins: names, or how many. `tell` is one more phrase; `undo` takes
    the last one back.
    """

    game: str
    opening: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    waiting: str = ""
    players: tuple[str, ...] | int = ()
    tell: str = ""
    undo: bool = False
    house: HouseRules = ()


def next_steps(asked: NextRequest, call: Call) -> dict[str, Any]:
    from tt_print.engine.spoken import split_story
    from tt_print.engine.telling import Telling

    game, rules = find_game(asked.game), rule_texts(asked.house)
    opening, events, waiting = list(asked.opening), list(asked.events), asked.waiting
    if asked.players and not opening:
        opening = [_who_plays(asked.players)]
    if asked.undo:
        opening, events, waiting = _without_last(opening, events, waiting)
    telling = Telling(game, None, rules, GAMES, opening, events, waiting)
    answers: list[Answer] = []
    for phrase in split_story(asked.tell):
        answers.append(telling.hear(phrase))
    scene, names = _table(game, telling.opening, telling.events, rules)
    last = answers[-1] if answers else None
    return {
        "game": game.name,
        "opening": telling.opening,
        "events": telling.events,
        "waiting": telling.waiting,
        "answer": None if last is None or last.is_opening else answer_json(last),
        "kept": [*telling.opening, *telling.events] != [*opening, *events],
        "asked": [] if last is None else [names.own(each.text) for each in last.questions],
        **_offered(scene, names, has_begun=bool(telling.events)),
    }


def _who_plays(players: tuple[str, ...] | int) -> str:
    if isinstance(players, int):
        return f"{players} at the table"
    return f"{join_words(players, 'and')} play"


def _without_last(opening: list[str], events: list[str], waiting: str) -> tuple[list[str], list[str], str]:
    if waiting:
        return opening, events, ""
    return (opening, events[:-1], "") if events else (opening[:-1], [], "")


def _table(game: Game, opening: list[str], events: list[str], rules: list[str]) -> tuple[Scene, PlayerNames]:
    from tt_print.engine.told import find_table

    return find_table(game, [*opening, *events], None, rules, GAMES)


def _offered(scene: Scene, names: PlayerNames, has_begun: bool) -> dict[str, Any]:
    """Whose turn it is, what can be told of the table before the first event, what can happen, and what can be asked."""
    from tt_print.engine.steps import event_steps, table_steps

    seats = tuple(names.own(seat_name(seat)) for seat in range(_count_seats(scene)))
    steps = table_steps(scene)
    state = scene.state
    is_over = state is not None and scene.game.is_over(state)
    to_act = () if state is None or is_over else scene.game.to_act(state)
    return {
        "players": list(seats),
        "turn": names.own(seat_name(to_act[0])) if to_act else None,
        "over": is_over,
        "setup": [] if has_begun else [_step_json(s, names, seats) for s in steps if s.sort == "table"],
        "next": [_step_json(step, names, seats) for step in event_steps(scene)],
        "questions": [_step_json(step, names, seats) for step in steps if step.sort == "question"],
    }


def _count_seats(scene: Scene) -> int:
    if scene.state is not None:
        return len(scene.state.hands)
    return max(scene.players, scene.game.players[0])


def _step_json(step: NextStep, names: PlayerNames, seats: tuple[str, ...]) -> dict[str, Any]:
    from tt_print.engine.spoken import as_sentence

    return {
        "name": step.name,
        "form": step.form,
        "label": step.label,
        "blanks": [_blank_field(blank, names, seats).as_json() for blank in step.blanks],
        "possible": [names.own(as_sentence(phrase)) for phrase in step.possible],
        "legal": step.is_legal,
    }


def _blank_field(blank: Blank, names: PlayerNames, seats: tuple[str, ...]) -> Field:
    kind = KINDS.get(blank.kind, "text")
    possible = tuple(names.own(text) for text in blank.possible)
    choices = tuple(Choice(text, text) for text in possible) or None
    is_open = blank.is_open
    if kind in ("seat", "seats") and not choices:
        choices, is_open = tuple(Choice(name, name) for name in seats), False
    elif kind == "values" and not choices:
        choices, is_open = EVERY_VALUE, False
    return Field(
        blank.name,
        kind,
        blank.name.replace("_", " "),
        blank.needed,
        choices=choices,
        is_open=is_open and choices is not None,
        jokers=blank.kind in WITH_JOKERS,
    )


@dataclass(frozen=True, slots=True)
class FillRequest:
    """`form` is that of a step, `values` has what stands in its blanks, by their names."""

    game: str
    form: str
    values: Mapping[str, Any] = field(default_factory=dict)


def fill(asked: FillRequest, call: Call) -> dict[str, Any]:
    from tt_print.engine.steps import fill_form

    game = find_game(asked.game)
    if asked.form not in _forms(game):
        raise InputError(f"{asked.form!r} is not a phrase of {game.title}.")
    return {"phrase": fill_form(asked.form, {name: _as_text(name, value) for name, value in asked.values.items()})}


def _forms(game: Game) -> set[str]:
    from tt_print.engine.notation import event_form

    scene = type(game.scene(game.house()))
    return {*scene.PHRASES, *scene.COMMON, *map(event_form, game.events)}


def _as_text(name: str, value: Any) -> str:
    """What stands in a blank: lists with blanks between, lists of lists with bars."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return " ".join(value)
    if isinstance(value, list) and all(isinstance(each, list) for each in value):
        return " | ".join(_as_text(name, each) for each in value)
    if isinstance(value, dict):  # a claim
        values = value.get("values", [])
        return f"{value.get('count', 1)} {_as_text(name, values)}"
    raise InputError(f"{name}: {value!r} cannot stand there.")


REQUESTS = {
    "story": (StoryRequest, judge_story),
    "story.next": (NextRequest, next_steps),
    "story.fill": (FillRequest, fill),
}
