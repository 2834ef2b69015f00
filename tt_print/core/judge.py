"""The judge: every question about a game as a form to fill in, and its verdict."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

from tt_print.core.commands.common import Answer, OneGame, Rules
from tt_print.core.environment import Call
from tt_print.core.fields import Object, Row, field_row, field_texts, house_fields, missing_text, plain_choices
from tt_print.engine.query import Query
from tt_print.engine.questions import QuestionExample, Questions, find_form, read_questions
from tt_print.errors import InputError, join_words
from tt_print.games import GAMES, find_game
from tt_print.requests.listings import Text
from tt_print.requests.notes import Request, request

if TYPE_CHECKING:
    from tt_print.engine.base import Game
    from tt_print.engine.reasons import Verdict

WORDS = "words"  # the field of bare cards


@request
class Forms(Request):
    """The questions about a game as forms, each with an example, and the game's house rules."""

    game: OneGame

    verb = "judge"

    def answer(self, call: Call) -> Answer:
        game = find_game(self.game)
        questions = read_questions(game.name)
        forms = [_form_json(game, questions, each) for each in questions.questions]
        return Answer({"game": game.name, "title": game.title, "forms": forms, "house": house_fields(game)}, {})


def _form_json(game: Game, questions: Questions, asked: QuestionExample) -> dict[str, Any]:
    """A form with an example of what to fill in; a story with the phrases of one."""
    head = {"id": asked.id, "text": asked.text}
    if asked.story:
        from tt_print.engine.phrases import split_story

        return head | {"story": True, "example": {"phrases": split_story(asked.story)}}
    return head | {"story": False, "fields": form_fields(game, questions, asked), "example": dict(asked.example)}


def form_fields(game: Game, questions: Questions, asked: QuestionExample) -> list[Row]:
    """What a form asks for, in its order."""
    return [_field(game, questions, name, name in asked.fields) for name in (*asked.fields, *asked.may)]


def _field(game: Game, questions: Questions, name: str, needed: bool) -> Row:
    meaning = str(game.flags.get(name, ""))
    if (known := questions.fields.get(name)) is None:
        return field_row(name, "text", meaning, needed)
    has_jokers = any(option.name == "jokers" and option.values != (0,) for option in game.options)
    return field_row(
        name, known.kind, known.text or meaning, needed, many=known.many, choices=plain_choices(known.choices),
        min=known.minimum, max=known.maximum,
        jokers=has_jokers and known.kind in ("card", "cards", "pile", "piles", "sets"), wild_of=known.wild_of,
    )  # fmt: skip


# ---------------------------------------------------------------- a question


@request
class FilledForm(Request):
    """A form of `judge.forms`, filled in; without `form` any fields of the game, and `words` for bare ones."""

    game: OneGame
    form: Text = ""
    fields: Annotated[Mapping[str, Any] | None, Object()] = None
    house: Rules = ()

    verb = "judge"

    def answer(self, call: Call) -> Answer:
        """The verdict's own data; `yes` is the answer in a word, `screen` the answer for people who read it on a page."""
        from tt_print.core.verdicts import show_verdict

        game = find_game(self.game)
        query = _query(game, read_questions(game.name), self)
        verdict = game.judge(query, game.read_house(None, self.house, GAMES))
        deck = deck_of(game, verdict)
        screen = show_verdict(verdict, deck)
        data = {**verdict.as_json(), "deck": deck, "yes": verdict.yes, "screen": screen}
        return Answer(data, {}, text=[screen["headline"], *screen["details"]])


def _query(game: Game, questions: Questions, asked: FilledForm) -> Query:
    """Raises InputError for a form that is not filled in, and for other fields."""
    given = {name: value for name, value in (asked.fields or {}).items() if value not in (None, "", [])}
    if not asked.form:
        known = {WORDS: "", **game.flags}
        fields = [_field(game, questions, name, False) for name in given if name in known]
    else:
        form = find_form(questions, asked.form, game.title)
        if not form.fields:
            raise InputError(f"{form.id} is a story. Tell it event by event.")
        fields = form_fields(game, questions, form)
        if missing := [each for each in fields if each["needed"] and each["name"] not in given]:
            raise InputError(missing_text(missing[0]["kind"], missing[0]["text"] or missing[0]["name"]))
        known = dict.fromkeys((each["name"] for each in fields), "")
    if strange := [name for name in given if name not in known]:
        raise InputError(f"{game.title} has no field {strange[0]!r}. There are {join_words(known, 'and')}.")
    texts = {name: tuple(field_texts(row, given[name])) for row in fields if (name := row["name"]) in given}
    return Query(texts.pop(WORDS, ()), texts)


def deck_of(game: Game, verdict: Verdict) -> str:
    """The deck with which a verdict was given, "" where that is not said."""
    deck: str = verdict.facts.get("deck", verdict.house.get("deck", game.deck))
    return deck


REQUESTS = {"judge": FilledForm, "judge.forms": Forms}
