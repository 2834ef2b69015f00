"""What happened at a table: the phrases of a game as steps to fill in, and the verdict on them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

from tt_print.core.commands.common import Answer, OneGame, Rules
from tt_print.core.commands.judge import in_words, show_answer
from tt_print.core.environment import Call
from tt_print.core.fields import Object, Records, Row, field_row, missing_text
from tt_print.engine.notation import Blank, parse_seat, seat_name
from tt_print.engine.phrases import (
    PlayerNames,
    Step,
    Tap,
    answer_step,
    as_sentence,
    list_steps,
    read_questions,
    read_story,
    split_story,
    story_words,
)
from tt_print.engine.story import judge_story
from tt_print.errors import InputError, NotationError, join_words
from tt_print.games import GAMES, find_game
from tt_print.problems import Problem
from tt_print.requests.kinds import Words
from tt_print.requests.listings import Text
from tt_print.requests.notes import Request, request

if TYPE_CHECKING:
    from tt_print.engine.base import Game
    from tt_print.engine.reasons import Question

# From the types of a game's phrases to the kinds of fields.
KINDS = {
    "Seat": "seat", "Seats": "seats", "Card": "card", "AnyCard": "card", "PlayedCard": "card", "Cards": "cards", "AnyCards": "cards",
    "Value": "values", "Values": "values", "int": "number", "ints": "numbers", "Pile": "pile", "Piles": "piles", "Sets": "sets",
    "Claim": "claim", "bool": "yesno",
}  # fmt: skip
WITH_JOKERS = ("AnyCard", "PlayedCard", "AnyCards", "Pile", "Piles", "Sets")


# ---------------------------------------------------------------- what can be said of a table


@request
class Steps(Request):
    """What is on the table, the handful of things that happen in the game, what is asked, and all other phrases in groups."""

    game: OneGame

    verb = "story"

    def answer(self, call: Call) -> Answer:
        game = find_game(self.game)
        questions, steps = read_questions(game.name), list_steps(game.scene)
        by_name = {step.name: step for step in reversed(steps)}
        taps = {tap.step for tap in (*questions.table, *questions.happens)}
        examples, on_table = _asked(game), {tap.step: tap for tap in questions.table}
        asking = sorted(steps, key=lambda step: step.form not in game.scene.QUESTIONS)  # those of all games come last
        asked = examples | {each.name: "" for each in asking if each.sort == "question" and each.name not in examples}

        def others(sort: str) -> list[dict[str, Any]]:
            return [_step_json(each) for each in steps if each.sort == sort and each.name not in taps]

        data = {
            "game": game.name,
            "title": game.title,
            "table": [_step_json(by_name[tap.step], tap.text, tap) for tap in questions.table],
            "happens": [_step_json(by_name[tap.step], tap.text, tap) for tap in questions.happens],
            "questions": [
                _step_json(replace(by_name[name], sort="question"), text, on_table.get(name))
                for name, text in asked.items()
            ],
            "more": [{"title": title, "steps": others(sort)} for sort, title in story_words().groups.items()],
        }
        return Answer(data, {})


def _asked(game: Game) -> dict[str, str]:
    """The first question in words of each step with which an example of `questions.toml` asks."""
    found: dict[str, str] = {}
    for question in read_questions(game.name).questions:
        (phrase,) = read_story(game.scene, split_story(question.story)[-1:], PlayerNames())
        if phrase.event is None:
            found.setdefault(phrase.name, question.text)
    return found


def _step_json(step: Step, text: str = "", tap: Tap | None = None) -> dict[str, Any]:
    """A step, with the gaps that a tap of the game's `questions.toml` names, in its words, or with all."""
    words, wilds = (tap.blanks, tap.wilds) if tap else ({}, {"declared": "card"})
    shown = [blank for blank in step.blanks if tap is None or blank.name in words]
    names = {blank.name for blank in shown}
    wild_of = {name: card for name, card in wilds.items() if card in names}
    fields = [_blank_field(blank, words, wild_of.get(blank.name, "")) for blank in shown]
    if not text:  # `… plays … (as …)`
        gaps = re.sub(r"\{[^}]*\}", "…", step.form.replace("[s]", "s"))
        text = in_words(re.sub(r"\[\s*(.*?)\]", r" (\1)", gaps).replace("  ", " "))
    return {"name": step.name, "form": step.form, "text": text, "sort": step.sort, "fields": fields}


def _blank_field(blank: Blank, words: Mapping[str, str], wild_of: str = "") -> Row:
    kind = KINDS.get(blank.kind, "text")
    text = _blank_words(blank.name, words).replace("{seat}", "they")
    most, has_jokers = 1 if blank.kind == "Value" else None, blank.kind in WITH_JOKERS
    text = text[:1].upper() + text[1:]
    return field_row(blank.name, kind, text, blank.needed, max=most, jokers=has_jokers, wild_of=wild_of)


def _blank_words(name: str, words: Mapping[str, str]) -> str:
    name = name.rstrip("0123456789")
    return words.get(name) or story_words().blanks.get(name, name)


# ---------------------------------------------------------------- the verdict


class Phrases(Words):
    """Phrases, or one text with semicolons between them."""

    types = (list, tuple, str)

    def check(self, value: Any) -> tuple[str, ...]:
        return super().check(split_story(value) if isinstance(value, str) else value)


@request
class FilledStep(Request):
    """A step of `story.steps`, or of an answer to a question, with what is in its gaps."""

    form: Text
    name: Text = ""
    values: Annotated[Mapping[str, Any] | None, Object()] = None

    verb = "story"


@request
class Story(Request):
    """The verdict on what happened: `phrases`, then `steps`.

    `steps` in the answer are those of the request as people read them, `asked` is the one thing that decides and nobody has said, each
    answer to it as a step, and `unsaid` has other things so: those that were taken for granted, and those that would say more of what
    follows.
    """

    game: OneGame
    phrases: Annotated[tuple[str, ...], Phrases()] = ()
    steps: Annotated[tuple[FilledStep, ...], Records(FilledStep)] = ()
    players: Annotated[tuple[str, ...], Words()] = ()
    house: Rules = ()

    verb = "story"

    def answer(self, call: Call) -> Answer:
        game, names = find_game(self.game), PlayerNames(self.players)
        seated = [f"{len(self.players)} at the table"] if names else []
        steps = [_phrase(game, step, self.players) for step in self.steps]
        try:
            answer = judge_story(game, [*seated, *self.phrases, *steps], None, self.house, GAMES)
        except InputError as error:
            raise InputError(in_words(names.own(str(error)))) from None
        answer = replace(answer, names=names) if names else answer
        if answer.is_opening:
            raise Problem("judge.no_story")
        deciding = [_question_json(game, question, answer.names) for question in answer.questions[:1]]
        unsaid = [_question_json(game, each, answer.names) for each in dict.fromkeys((*answer.untold, *answer.more))]
        told = [in_words(answer.names.own(as_sentence(step))) for step in steps]
        screen = show_answer(answer)
        asks = {"steps": told, "asked": deciding[0] if deciding else None, "unsaid": unsaid}
        return Answer(
            {**answer.as_json(), "yes": answer.yes, "screen": screen, **asks},
            {},
            text=[screen["headline"], *screen["details"]],
        )


def _question_json(game: Game, question: Question, names: Any) -> dict[str, Any]:
    answers = []
    for phrase in question.answers:
        step = answer_step(list_steps(game.scene), phrase)
        text = names.own(in_words(phrase.replace("...", "…")))
        answers.append(_step_json(replace(step, form=names.own(step.form)), text))
    return {"text": in_words(names.own(question.short)), "answers": answers}


def _phrase(game: Game, filled: FilledStep, players: Sequence[str]) -> str:
    """The phrase of a step. Raises InputError for a blank that is empty and needed."""
    known = {each.name: each.sort for each in list_steps(game.scene)}
    step = Step(known.get(filled.name, "table"), filled.name, _usual(filled.form, players))
    texts, values = {}, filled.values or {}
    for blank in step.blanks:
        given = values.get(blank.name)
        if given == [] and blank.needed and step.sort == "table":
            given = "-"  # no cards
        texts[blank.name] = _as_text(blank, given, players)
        if blank.needed and not texts[blank.name]:
            questions = read_questions(game.name)
            words = next((tap.blanks for tap in (*questions.table, *questions.happens) if tap.step == step.name), {})
            seat = values.get("seat")
            called = _blank_words(blank.name, words).replace("{seat}", seat if isinstance(seat, str) else "they")
            raise InputError(missing_text(KINDS.get(blank.kind, "text"), called))
    return step.fill(texts)


def _usual(form: str, players: Sequence[str]) -> str:
    """A form that names a player, with the name that a scene knows."""
    seats = {name: seat_name(seat) for seat, name in enumerate(players)}
    if not seats:
        return form
    pattern = "|".join(map(re.escape, sorted(seats, key=len, reverse=True)))
    return re.sub(rf"(?<!\w)(?:{pattern})(?!\w)(?![^{{}}]*\}})", lambda found: seats[found[0]], form)


def _seat(name: str, players: Sequence[str]) -> str:
    """The name that a scene knows. Raises InputError for one who does not play."""
    if players and name not in players:
        raise InputError(f"{name} does not play. There are {join_words(players, 'and')}.")
    return seat_name(players.index(name) if players else parse_seat(name))


def _as_text(blank: Blank, value: Any, players: Sequence[str]) -> str:
    """What is in a blank: lists with spaces between, lists of lists with bars. Raises InputError for another kind of value."""
    kind = KINDS.get(blank.kind, "text")
    if value is None:
        return ""
    if kind in ("seat", "seats"):
        return " ".join(_seat(str(name), players) for name in (value if isinstance(value, list) else [value]))
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (str, int)):
        return str(value)
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return " ".join(value)
    if isinstance(value, list) and all(isinstance(each, list) for each in value):
        return " | ".join(_as_text(blank, each, players) for each in value)
    if isinstance(value, dict):  # a claim
        count, values = value.get("count", 1), value.get("values", [])
        if isinstance(count, int) and values:
            return f"{count} {_as_text(blank, values, players)}{'' if count == 1 else 's'}"
    raise NotationError(f"{blank.name}: {value!r} is not possible there.")


REQUESTS = {"story": Story, "story.steps": Steps}
