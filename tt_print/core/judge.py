"""The judge: every question of `tt-print judge` as a form to fill in, and its verdict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from tt_print.core.fields import (
    Field,
    HouseRules,
    as_json,
    house_fields,
    plain_choices,
    read_house,
    rule_texts,
    typed,
    untyped,
)
from tt_print.core.world import Call
from tt_print.engine.query import Query, parse_query
from tt_print.errors import InputError, join_words
from tt_print.games import find_game
from tt_print.records import dataclass

if TYPE_CHECKING:
    from tt_print.engine.base import Game
    from tt_print.engine.questions import Asked, Questions
    from tt_print.engine.reasons import Verdict
    from tt_print.engine.told import Answer

SEATS = 6  # names offered where nobody has said who plays
WORDS = "words"  # the field of what has no flag
# Options of the verb on the command line, which a slip in a flag may have meant.
OPTIONS = ("json", "check", "house", "option", "scene", "quiet", "help")


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


def _form_json(game: Game, questions: Questions, asked: Asked) -> dict[str, Any]:
    """A form with an example of what to fill in; a story with the phrases of one."""
    head = {"id": asked.id, "text": asked.text, "call": f"tt-print judge {game.name} {asked.call}"}
    if not asked.fields:
        from tt_print.engine.spoken import split_story

        told = split_story(asked.call.partition('"')[2].rpartition('"')[0])
        return head | {"story": True, "example": {"phrases": told}}
    fields = form_fields(game, questions, asked)
    example, house = _example(game, asked, fields)
    return head | {"story": False, "fields": as_json(fields), "example": example, "house": house}


def _example(game: Game, asked: Asked, fields: Sequence[Field]) -> tuple[dict[str, Any], list[str]]:
    """What to fill in to ask what the form's command line asks, and its house rules."""
    import shlex

    words = shlex.split(asked.call)
    house = [rule for option, rule in pairwise(words) if option == "--option"]
    query, _ = read_question(game, [word for word in words if word != "--option" and word not in house])
    texts = {**query.flags, **({WORDS: (",".join(query.words),)} if query.words else {})}
    return {each.name: untyped(each, texts[each.name]) for each in fields if each.name in texts}, house


def form_fields(game: Game, questions: Questions, asked: Asked) -> list[Field]:
    """What a form asks for, in its order."""
    return [_field(game, questions, name, name in asked.fields) for name in (*asked.fields, *asked.may)]


def _field(game: Game, questions: Questions, name: str, needed: bool) -> Field:
    from tt_print.engine.notation import NAMES

    known = questions.fields.get(name)
    meaning = {**game.flags, **questions.flags}.get(name, "")
    if known is None:
        return Field(name, "text", meaning, needed)
    choices = plain_choices(known.choices) if known.choices else None
    if known.kind in ("seat", "seats"):
        choices = plain_choices(NAMES[:SEATS])
    return Field(
        name,
        known.kind,
        known.text or str(meaning),
        needed,
        known.many,
        choices=choices,
        minimum=known.minimum,
        maximum=known.maximum,
        columns=_laydown_columns() if known.kind == "laydowns" else (),
        jokers=known.kind in ("card", "cards", "pile", "piles", "sets") and _takes_jokers(game),
    )


def _takes_jokers(game: Game) -> bool:
    return any(option.name == "jokers" and option.values != (0,) for option in game.options)


def _laydown_columns() -> tuple[Field, ...]:
    from tt_print.engine.notation import NAMES

    return (
        Field("who", "seat", "who", choices=plain_choices(NAMES[:SEATS])),
        Field("count", "number", "how many cards were claimed", minimum=1),
        Field("claim", "values", "what was claimed of them", minimum=2, maximum=2),
        Field("cards", "cards", "the cards, where they have been seen", needed=False),
    )


# ---------------------------------------------------------------- a question


@dataclass(frozen=True, slots=True)
class JudgeRequest:
    """`form`: the id of a form of `judge.forms`; without it the fields are flags of the game, as on the command line, and `words`
    the bare ones. `fields`: name to value.
    """

    game: str
    form: str = ""
    fields: Mapping[str, Any] = field(default_factory=dict)
    house: HouseRules = ()


def judge(asked: JudgeRequest, call: Call) -> dict[str, Any]:
    from tt_print.engine.questions import read_questions

    game = find_game(asked.game)
    questions = read_questions(game.name)
    query, story = read_question(game, _words(game, questions, asked))
    if story is not None:
        from tt_print.engine.told import tell_story
        from tt_print.games import GAMES

        return answer_json(tell_story(game, story, None, rule_texts(asked.house), GAMES))
    return verdict_json(game, game.judge(query, read_house(game, asked.house)))


def _words(game: Game, questions: Questions, asked: JudgeRequest) -> list[str]:
    """The request as words of the command line. Raises InputError for a form that is not filled in, and for other fields."""
    given = {name: value for name, value in asked.fields.items() if value not in (None, "", [])}
    if not asked.form:
        known = {WORDS: "", **game.flags, **questions.flags}
        fields = [_field(game, questions, name, False) for name in given if name in known]
        sets: Sequence[str] = [name for name in given if name in questions.switches]
    else:
        from tt_print.engine.questions import find_form

        form = find_form(questions, asked.form, game.title)
        if not form.fields:
            raise InputError(f"{form.id} is a story. Tell it event by event.")
        fields, sets = form_fields(game, questions, form), form.sets
        if missing := [each for each in fields if each.needed and each.name not in given]:
            raise InputError(f"something is missing: {missing[0].text or missing[0].name}.")
        known = dict.fromkeys((each.name for each in fields), "")
    if strange := [name for name in given if name not in known]:
        raise InputError(f"{game.title} has no field {strange[0]!r}. There are {join_words(known, 'and')}.")
    words: list[str] = []
    for each in fields:
        if each.name in given and each.name not in sets:
            texts = typed(each, given[each.name])
            words += texts if each.name == WORDS else [f"--{each.name}={text}" for text in texts]
    if strange := [word for word in words[:1] if word.startswith("--") and "=" not in word]:
        raise InputError(f"{strange[0]!r} is not a card.")
    return [*words, *(f"--{flag}" for flag in sets)]


def read_question(game: Game, words: list[str]) -> tuple[Query, list[str] | None]:
    """What is asked, and the phrases of its story where it is a short form of one. Raises InputError."""
    flags = {word[2:].partition("=")[0] for word in words if word.startswith("--")}
    if flags <= {*game.flags}:
        return parse_query(words, game.flags, game.title), None
    from tt_print.engine.questions import read_questions, short_story

    asked = read_questions(game.name)
    query = parse_query(words, {**game.flags, **asked.flags}, game.title, asked.switches, OPTIONS)
    story = short_story(asked, query)
    if story is None:
        flag = next(flag for flag in query.flags if flag not in game.flags)
        raise InputError(
            f"--{flag} goes with {join_words(f'--{name}' for name in asked.short)}, or with a story: --scene."
        )
    return query, story


# ---------------------------------------------------------------- answers


def verdict_json(game: Game, verdict: Verdict) -> dict[str, Any]:
    """As `tt-print judge --json`; `yes` is the answer in a word, `lines` are its sentences with their rule numbers, `assumed` says
    under which deck and house rules it holds."""
    lines = [{"heading": each.heading, "text": each.sentence, "source": each.source} for each in verdict.reasons]
    return {
        **verdict.as_json(),
        "deck": deck_of(game, verdict),
        "yes": verdict.yes,
        "lines": lines,
        "assumed_text": assumed_text(game, verdict),
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
    """As `tt-print judge --scene --json`, with `yes`, `lines` and `assumed_text` as in a verdict. Raises InputError for a story in
    which nothing happens."""
    check_asks(answer)
    lines = [{"heading": heading, "text": text, "source": source} for heading, text, source in answer.rows()]
    return {**answer.as_json(), "yes": answer.yes, "lines": lines, "assumed_text": answer.assumed}


def check_asks(answer: Answer) -> None:
    """Raises InputError for a story in which nothing happens."""
    if answer.is_opening:
        raise InputError("the story says how the table stands; then nothing happens and nothing is asked.")


REQUESTS = {"judge": (JudgeRequest, judge), "judge.forms": (FormsRequest, list_forms)}
