"""The judge: every question about a game as a form to fill in, and its verdict."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Any

from tt_print.core.environment import Call
from tt_print.core.fields import Field, HouseRules, as_json, house_fields, missing_text, plain_choices, read_house
from tt_print.engine.query import Query
from tt_print.errors import InputError, join_words
from tt_print.games import find_game
from tt_print.problems import Problem
from tt_print.records import dataclass

if TYPE_CHECKING:
    from tt_print.engine.base import Game
    from tt_print.engine.questions import QuestionExample, Questions
    from tt_print.engine.reasons import Verdict
    from tt_print.engine.story import Answer

WORDS = "words"  # the field of bare cards


@dataclass(frozen=True, slots=True)
class FormsRequest:
    """`game`: its name, its title, or a beginning of either."""

    game: str


def list_forms(asked: FormsRequest, call: Call) -> dict[str, Any]:
    from tt_print.engine.questions import read_questions

    game = find_game(asked.game)
    questions = read_questions(game.name)
    return {
        "game": game.name,
        "title": game.title,
        "forms": [_form_json(game, questions, each) for each in questions.questions],
        "house": as_json(house_fields(game)),
    }


def _form_json(game: Game, questions: Questions, asked: QuestionExample) -> dict[str, Any]:
    """A form with an example of what to fill in; a story with the phrases of one."""
    head = {"id": asked.id, "text": asked.text}
    if asked.story:
        from tt_print.engine.phrases import split_story

        return head | {"story": True, "example": {"phrases": split_story(asked.story)}}
    fields = as_json(form_fields(game, questions, asked))
    return head | {"story": False, "fields": fields, "example": dict(asked.example)}


def form_fields(game: Game, questions: Questions, asked: QuestionExample) -> list[Field]:
    """What a form asks for, in its order."""
    return [_field(game, questions, name, name in asked.fields) for name in (*asked.fields, *asked.may)]


def _field(game: Game, questions: Questions, name: str, needed: bool) -> Field:
    known = questions.fields.get(name)
    meaning = game.flags.get(name, "")
    if known is None:
        return Field(name, "text", meaning, needed)
    return Field(
        name,
        known.kind,
        known.text or str(meaning),
        needed,
        known.many,
        choices=plain_choices(known.choices) if known.choices else None,
        minimum=known.minimum,
        maximum=known.maximum,
        jokers=known.kind in ("card", "cards", "pile", "piles", "sets") and _takes_jokers(game),
        wild_of=known.wild_of,
    )


def _takes_jokers(game: Game) -> bool:
    return any(option.name == "jokers" and option.values != (0,) for option in game.options)


# ---------------------------------------------------------------- a question


@dataclass(frozen=True, slots=True)
class JudgeRequest:
    """`form`: the id of a form of `judge.forms`; without it any fields of the game, and `words` for bare ones. `fields`: name to value."""

    game: str
    form: str = ""
    fields: Mapping[str, Any] = field(default_factory=dict)
    house: HouseRules = ()


def judge(asked: JudgeRequest, call: Call) -> dict[str, Any]:
    from tt_print.engine.questions import read_questions

    game = find_game(asked.game)
    query = _query(game, read_questions(game.name), asked)
    return verdict_json(game, game.judge(query, read_house(game, asked.house)))


def _query(game: Game, questions: Questions, asked: JudgeRequest) -> Query:
    """Raises InputError for a form that is not filled in, and for other fields."""
    given = {name: value for name, value in asked.fields.items() if value not in (None, "", [])}
    if not asked.form:
        known = {WORDS: "", **game.flags}
        fields = [_field(game, questions, name, False) for name in given if name in known]
    else:
        from tt_print.engine.questions import find_form

        form = find_form(questions, asked.form, game.title)
        if not form.fields:
            raise InputError(f"{form.id} is a story. Tell it event by event.")
        fields = form_fields(game, questions, form)
        if missing := [each for each in fields if each.needed and each.name not in given]:
            raise InputError(missing_text(missing[0].kind, missing[0].text or missing[0].name))
        known = dict.fromkeys((each.name for each in fields), "")
    if strange := [name for name in given if name not in known]:
        raise InputError(f"{game.title} has no field {strange[0]!r}. There are {join_words(known, 'and')}.")
    texts = {each.name: tuple(each.texts(given[each.name])) for each in fields if each.name in given}
    return Query(texts.pop(WORDS, ()), texts)


# ---------------------------------------------------------------- answers


def verdict_json(game: Game, verdict: Verdict) -> dict[str, Any]:
    """The verdict's own data; `yes` is the answer in a word, `screen` the answer for people who read it on a page."""
    from tt_print.core.verdicts import VerdictText, show_reasons

    shown = show_reasons(verdict.reasons) if verdict.reasons else VerdictText("")
    return {
        **verdict.as_json(),
        "deck": deck_of(game, verdict),
        "yes": verdict.yes,
        "screen": shown.as_json(verdict.rules, verdict.rulings, deck_of(game, verdict), verdict.house),
    }


def deck_of(game: Game, verdict: Verdict) -> str:
    """The deck with which a verdict was given, "" where that is not said."""
    deck: str = verdict.facts.get("deck", verdict.house.get("deck", game.deck))
    return deck


def assumed_text(game: Game, verdict: Verdict) -> str:
    """The deck and the house rules of a verdict, as a sentence."""
    from tt_print.engine.table_facts import TITLES

    deck, house = deck_of(game, verdict), verdict.house
    in_force = f"House rules: {', '.join(str(house).split()) if house.changed else 'none'}"
    return f"Deck: {TITLES[deck] if deck else 'not said'}. {in_force}"


def answer_json(answer: Answer) -> dict[str, Any]:
    """The answer's own data, with `yes` and `screen` as in a verdict. Raises InputError for a story in which nothing
    happens."""
    from tt_print.core.verdicts import show_answer

    check_asks(answer)
    screen = show_answer(answer).as_json(answer.rules, answer.rulings, answer.deck, answer.house)
    return {**answer.as_json(), "yes": answer.yes, "screen": screen}


def check_asks(answer: Answer) -> None:
    """Raises InputError for a story in which nothing happens."""
    if answer.is_opening:
        raise Problem("judge.no_story")


REQUESTS = {"judge": (JudgeRequest, judge), "judge.forms": (FormsRequest, list_forms)}
