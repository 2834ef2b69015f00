"""The judge: a question at the table, typed or as a form, or what happened there; and the verdict in lines or for a page."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from tt_print.core.commands.common import Answer, Command, HouseFile, OneGame, Rules
from tt_print.core.environment import Call
from tt_print.core.fields import Object, Row, field_row, field_texts, house_fields, missing_text, plain_choices
from tt_print.deck import parse_card
from tt_print.engine.query import Query, parse_query
from tt_print.engine.questions import QuestionExample, find_form, read_questions
from tt_print.engine.table_facts import TITLES
from tt_print.errors import InputError, join_words
from tt_print.games import GAMES, find_game
from tt_print.problems import Action, Line, Problem, Said, typed_name
from tt_print.requests.kinds import Kind, Switch, Words
from tt_print.requests.listings import Text
from tt_print.requests.notes import Bare, Request, request
from tt_print.requests.reading import sentence_about
from tt_print.templates import TemplateTable, read_table

if TYPE_CHECKING:
    from tt_print.engine import story
    from tt_print.engine.base import Game
    from tt_print.engine.reasons import Reason, Verdict

# what may be typed beside the fields of a game, and the field of the request that it is
BESIDE = {"scene": "scene", "option": "house", "house": "house_file", "check": "check"}
WORDS = "words"  # the field of bare cards
GENERAL = "G-"  # rulings for all games, which no rule book repeats
LONG = 40  # letters of a phrase
WIDE = 46  # letters of a phrase's form beside its example


@request
class Judge(Command):
    """`question`: cards, and flags of the game, which reads them. `scene`: a story."""

    game: OneGame
    question: Annotated[tuple[str, ...], Words("QUESTION..."), Bare()] = ()
    scene: Annotated[str | None, Kind("STORY")] = None
    check: Annotated[bool, Switch()] = False
    house_file: HouseFile = ""
    house: Rules = ()

    verb = "judge"
    shown_by = ("as_json", "quiet")

    def answer(self, call: Call) -> Answer:
        """The verdict; status 1 if it has to be yes and is not. Raises InputError, QuestionError for a question that cannot be asked so."""
        game, file = find_game(self.game), Path(self.house_file) if self.house_file else None
        if self.scene is not None:
            return self._tell(game, self.scene, file)
        rules = game.read_house(file, self.house, GAMES)
        verdict = game.judge(parse_query([*self.question], game.flags, game.title, [*BESIDE, "json"]), rules)
        deck, house = deck_of(game, verdict), ", ".join(str(verdict.house).split())
        assumed = Said(
            "judge.assumed", deck=TITLES.get(deck, "not said"), rules=house if verdict.house.changed else "none"
        )
        is_wrong = self.check and verdict.yes is False
        text: list[Line] = [*verdict.text.splitlines(), assumed]
        return Answer({**verdict.as_json(), "deck": deck}, {}, text=text, status=int(is_wrong))

    def _tell(self, game: Game, story: str, file: Path | None) -> Answer:
        from tt_print.engine.story import judge_story

        if self.question:
            raise Problem("judge.asks_and_tells", "scene", value=self.question[0])
        told = judge_story(game, story, file, self.house, GAMES)
        if told.is_opening:
            raise Problem("judge.no_story")
        is_wrong = self.check and (told.yes is False or told.broken)
        return Answer(told.as_json(), {}, text=told.text.splitlines(), status=int(is_wrong), kind="judge story")


# ---------------------------------------------------------------- what can be asked


def help_text(game: Game) -> list[Line]:
    """The questions about a game with an example each, its fields, the phrases of its stories, and its house rules."""
    from tt_print.engine.house import describe_options
    from tt_print.engine.phrases import as_sentence, readable_form
    from tt_print.engine.steps import list_steps

    lines: list[Line] = [Said("judge.title", title=game.title), ""]
    for asked in read_questions(game.name).questions:
        lines += [f"  {asked.text}", Said("judge.example", ask=_example(game, asked))]
    flags = {**game.flags, **{word: sentence_about(Judge, field) for word, field in BESIDE.items()}}
    width = 2 + max(map(len, flags))
    lines += ["", Said("judge.flags")]
    lines += [Said("judge.flag", other=name, width=width, meaning=meaning) for name, meaning in flags.items()]
    lines += ["", Said("judge.stories")]
    examples, steps = _phrases(game), list_steps(type(game.scene(game.house())), game.events)
    for heading in ("table", "events"):
        here = [step for step in steps if (step.sort == "event") is (heading == "events")]
        rows = {readable_form(step.form): as_sentence(examples.get(step.name, "")) for step in here}
        width = min(WIDE, max(map(len, rows)))
        lines += ["", Said(f"judge.{heading}"), *(f"  {form:<{width}}  {each}".rstrip() for form, each in rows.items())]
    return [*lines, "", Said("judge.house"), *describe_options(game).splitlines()]


def questions_about(game: Game) -> list[Action]:
    """What to ask for each question about cards."""
    return [_example(game, asked) for asked in read_questions(game.name).questions if not asked.story]


def _example(game: Game, asked: QuestionExample) -> Action:
    """Asks what is in the example of a question."""
    if asked.story:
        return Action("judge", {"game": game.name, "scene": asked.story})
    flags, bare = list[str](), list[str]()
    for field in form_fields(game, asked):
        name = field["name"]
        for text in field_texts(field, asked.example[name]) if name in asked.example else []:
            if name == WORDS:
                bare += text.split(",")
            else:
                flags += [typed_name(name), text]
    return Action("judge", {"game": game.name, "question": [*flags, *bare]})


def _phrases(game: Game) -> dict[str, str]:
    """For each method or event of the game's scene a phrase of its rule book, the first with cards in it."""
    from tt_print.engine.scenes import HOUSE_RULE
    from tt_print.games.examples import read_examples

    scene = game.scene(game.house())
    found: dict[str, str] = {}
    told = (phrase for example in read_examples(game.name) for case in example.cases for phrase in case.phrases)
    for phrase in sorted(dict.fromkeys(told), key=_is_special):
        if not phrase.startswith(HOUSE_RULE) and (read := scene.find_phrase(phrase)):
            found.setdefault(read[0], phrase)
    return found


def _is_special(phrase: str) -> bool:
    """Whether a phrase is long, about nothing, or a joker, so that it explains the form less well than another."""
    return len(phrase) > LONG or bool(re.search(r"(?:^| )-|J\d|\b1 cards", phrase))


# ---------------------------------------------------------------- forms


@request
class Forms(Request):
    """The questions about a game as forms, each with an example, and the game's house rules."""

    game: OneGame

    verb = "judge"

    def answer(self, call: Call) -> Answer:
        game = find_game(self.game)
        forms = [_form_json(game, each) for each in read_questions(game.name).questions]
        return Answer({"game": game.name, "title": game.title, "forms": forms, "house": house_fields(game)}, {})


def _form_json(game: Game, asked: QuestionExample) -> dict[str, Any]:
    """A form with an example of what to fill in; a story with the phrases of one."""
    head = {"id": asked.id, "text": asked.text, "story": bool(asked.story)}
    if asked.story:
        from tt_print.engine.phrases import split_story

        return head | {"example": {"phrases": split_story(asked.story)}}
    return head | {"fields": form_fields(game, asked), "example": dict(asked.example)}


def form_fields(game: Game, asked: QuestionExample) -> list[Row]:
    """What a form asks for, in its order."""
    return [_field(game, name, name in asked.fields) for name in (*asked.fields, *asked.may)]


def _field(game: Game, name: str, needed: bool) -> Row:
    meaning = str(game.flags.get(name, ""))
    if (known := read_questions(game.name).fields.get(name)) is None:
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
        game = find_game(self.game)
        verdict = game.judge(_query(game, self), game.read_house(None, self.house, GAMES))
        deck = deck_of(game, verdict)
        screen = show_verdict(verdict, deck)
        data = {**verdict.as_json(), "deck": deck, "yes": verdict.yes, "screen": screen}
        return Answer(data, {}, text=[screen["headline"], *screen["details"]])


def _query(game: Game, asked: FilledForm) -> Query:
    """Raises InputError for a form that is not filled in, and for other fields."""
    given = {name: value for name, value in (asked.fields or {}).items() if value not in (None, "", [])}
    if not asked.form:
        known = {WORDS: "", **game.flags}
        fields = [_field(game, name, False) for name in given if name in known]
    else:
        form = find_form(read_questions(game.name), asked.form, game.title)
        if not form.fields:
            raise InputError(f"{form.id} is a story. Tell it event by event.")
        fields = form_fields(game, form)
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


# ---------------------------------------------------------------- verdicts for a page

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
    headline: str, details: list[str], legal: list[str], untold: list[str], judged: Verdict | story.Answer, deck: str
) -> dict[str, Any]:
    """A headline, a few lines that explain it or say what follows, and what would be legal; with the rules behind it, under which the
    rule books list them, what was assumed, and the house rules in force."""
    from tt_print.engine.house_words import house_sentences

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


def show_answer(answer: story.Answer) -> dict[str, Any]:
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


REQUESTS = {"judge": FilledForm, "judge.forms": Forms}
