"""The judge: what happened at a table, or what is asked about one, in phrases; and the verdict in lines or for a page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from tt_print.core.asking import Call
from tt_print.core.commands.common import Answer, Command, HouseFile, OneGame, Rules
from tt_print.deck import parse_card
from tt_print.engine.phrases import read_questions
from tt_print.engine.printed_lines import TITLES
from tt_print.errors import capitalized
from tt_print.games import GAMES, find_game
from tt_print.problems import Action, Line, Problem, Said
from tt_print.requests.kinds import Bare, Kind, Local, Switch, Without, Words, request
from tt_print.templates import read_measures

if TYPE_CHECKING:
    from tt_print.engine.answers import Answer as StoryAnswer
    from tt_print.engine.base import Game
    from tt_print.engine.reasons import Reason

GENERAL = "G-"  # rulings for all games, which no rule book repeats
LONG = 40  # letters of a phrase
WIDE = 46  # letters of a phrase's form beside its example
FIRST = 3  # questions that are shown as examples where somebody asks nothing


class StoryWords(Words):
    """The phrases of a story, with semicolons between them; in JSON also as one text."""

    types = (list, tuple, str)

    def check(self, value: Any) -> tuple[str, ...]:
        return super().check([value] if isinstance(value, str) else value)


@request
class Judge(Command):
    """`story`: how the table is, and what happened there or is asked, in phrases with semicolons between them."""

    game: OneGame
    story: Annotated[tuple[str, ...], StoryWords("STORY..."), Bare()] = ()
    scene: Annotated[str | None, Kind("STORY"), Without("story"), Local()] = None
    check: Annotated[bool, Switch(), Local()] = False
    house_file: HouseFile = ""
    house: Rules = ()

    verb = "judge"
    shown_by = ("as_json", "quiet")

    def answer(self, call: Call) -> Answer:
        """The verdict; status 1 if it has to be yes and is not. Raises InputError for a story that is none, or of a table that cannot be."""
        from tt_print.engine.story import judge_story

        if not self.story and self.scene is None:
            raise Problem("judge.nothing")
        game, file = find_game(self.game), Path(self.house_file) if self.house_file else None
        told = judge_story(game, " ".join(self.story) if self.scene is None else self.scene, file, self.house, GAMES)
        if told.is_opening:
            raise Problem("judge.no_story")
        is_wrong = self.check and (told.yes is False or told.broken)
        return Answer(told.as_json(), {}, text=told.text.splitlines(), status=int(is_wrong), kind="judge story")


# ---------------------------------------------------------------- what can be asked


def help_text(game: Game) -> list[Line]:
    """The questions about a game with an example each, the forms of its phrases, and its house rules."""
    from tt_print.engine.house import describe_options
    from tt_print.engine.phrases import as_sentence, list_steps, readable_form

    lines: list[Line] = [Said("judge.title", title=game.title), ""]
    for asked in read_questions(game.name).questions:
        lines += [f"  {asked.text}", Said("judge.example", ask=_action(game, asked.story))]
    lines += ["", Said("judge.stories")]
    examples, steps = _phrases(game), list_steps(game.scene)
    for sort in ("question", "table", "event"):
        here = (step for step in steps if step.sort == sort)
        rows = {as_sentence(readable_form(step.form)): as_sentence(examples.get(step.name, "")) for step in here}
        width = min(WIDE, max(map(len, rows)))
        lines += ["", Said(f"judge.{sort}"), *(f"  {form:<{width}}  {each}".rstrip() for form, each in rows.items())]
    return [*lines, "", Said("judge.house"), *describe_options(game).splitlines()]


def first_questions(game: Game) -> list[Action]:
    """What somebody could ask about a game."""
    return [_action(game, asked.story) for asked in read_questions(game.name).questions[:FIRST]]


def _action(game: Game, story: str) -> Action:
    return Action("judge", {"game": game.name, "story": (story,)})


def _phrases(game: Game) -> dict[str, str]:
    """For each method or event of the game's scene a phrase of its rule book, the first with cards in it."""
    from tt_print.engine.told import HOUSE_RULE
    from tt_print.games.examples import read_examples

    scene = game.scene
    found: dict[str, str] = {}
    told = (phrase for example in read_examples(game.name) for case in example.cases for phrase in case.phrases)
    for phrase in sorted(dict.fromkeys(told), key=_is_special):
        if not phrase.startswith(HOUSE_RULE):
            found.setdefault(scene.parse_phrase(phrase).name, phrase)
    return found


def _is_special(phrase: str) -> bool:
    """Whether a phrase is long, about nothing, or a joker, so that it explains the form less well than another."""
    return len(phrase) > LONG or bool(re.search(r"(?:^| )-|J\d|\b1 cards", phrase))


# ---------------------------------------------------------------- verdicts for a page

WORDS = "core/verdicts.toml"  # `leads` are how a verdict begins, by the heading that the terminal gives it
_CARD = re.compile(r"\b([RYGBK][CHTSB](?:[1-4]\b|[?Q](?!\w))|J[12]\b)(?:=(\d))?")


def _source(number: str) -> str:
    """`Rule 4b`, `Ruling Z-7`, or a part without a number: `Set-up`."""
    sentences = read_measures(WORDS).sentences
    if number[:1].isdigit():
        return str(sentences.rule.format(number=number))
    if re.fullmatch(r"[A-Z]-\d+", number):
        return str(sentences.ruling.format(number=number))
    return str(sentences.get(number, number.replace("-", " ").capitalize()))


def show_answer(answer: StoryAnswer) -> dict[str, Any]:
    """What the rules say of a story, as a page shows it: a headline, a few lines that explain it or say what follows, what would be legal;
    the rules behind it, under which the rule books list them, what was assumed, and the house rules in force."""
    from tt_print.engine.answers import show_fact
    from tt_print.engine.phrases import as_sentence
    from tt_print.engine.printed_lines import house_sentences

    words = read_measures(WORDS)
    event, following = as_sentence(answer.event), [each.sentence for each in answer.next]
    yes = words.sentences.yes.format(event=capitalized(event))
    others = "; ".join(map(as_sentence, answer.instead))
    details, legal = list[str](), [words.sentences.instead.format(events=others)] if others else []
    if answer.questions:
        headline = answer.questions[0].short
    elif answer.broken:
        headline = words.sentences.breaks.format(event=event, why=answer.reasons[0].text)
    elif answer.heading:
        said = following.pop(0) if following else f"{event}."
        headline = f"{words.leads.get(answer.heading)} {capitalized(said)}"
        details = [_said(each) for each in answer.reasons]
    elif answer.reasons:
        first, *rest = answer.reasons
        headline, details = in_words(_said(first)), [in_words(_said(reason, _lead(first))) for reason in rest]
        legal = legal or [in_words(reason.cure) for reason in answer.reasons if reason.instead]
        if answer.is_event and answer.yes and not _lead(first).startswith(words.leads.LEGAL.rstrip(".")):
            headline, details = yes, [headline, *details]
    elif answer.is_event or (answer.yes and not answer.facts.keys() - {"legal"}):
        headline = yes
    else:
        facts = (f"{capitalized(name.replace('_', ' '))}: {show_fact(fact)}." for name, fact in answer.facts.items())
        headline = " ".join([*answer.word, *facts])
    untold = [words.sentences.untold.format(phrase=each.assumed) for each in answer.untold]

    def finished(lines: Sequence[str]) -> list[str]:
        return [answer.names.own(in_words(capitalized(line))) for line in lines]

    why = [rule for reason in answer.reasons for rule in reason.rules]
    rules = answer.rules if answer.is_event else why or answer.rules  # a book may list a question under more rules
    numbers = (each for each in dict.fromkeys([*rules, *answer.rulings]) if not each.startswith(GENERAL))
    deck = [words.sentences.with_deck.format(deck=TITLES.get(answer.deck, answer.deck))] if answer.deck else []
    return {
        "headline": finished([headline])[0],
        "details": finished(details + following),
        "legal": finished(legal),
        "rules": [{"number": number, "text": _source(number)} for number in numbers],
        "assumed": [*finished(untold), *deck],
        "house": house_sentences(answer.house),
    }


def _lead(reason: Reason) -> str:
    heading = reason.template("heading")
    return reason.fill(read_measures(WORDS).leads.get(heading, f"{heading.capitalize()}."))


def _said(reason: Reason, before: str = "") -> str:
    """A reason in words: `No slap. They share one thing.` After a first reason with the lead `before` there is no second yes."""
    lead = _lead(reason)
    if before:
        lead = (
            ""
            if lead == before
            else capitalized(lead.removeprefix(read_measures(WORDS).leads.LEGAL.replace(".", ",")).strip())
        )
    return f"{lead} {capitalized(reason.text)}".strip()


def in_words(text: str) -> str:
    """A text with the names of cards instead of their codes: `RC3+RH1` is `red circle 3 + red heart 1`."""

    def name(found: re.Match[str]) -> str:
        return parse_card(found[1]).name + (f" as {found[2]}" if found[2] else "")

    apart = re.sub(r"(?<=[1-5?Q])([+/])(?=[RYGBKJ])", r" \1 ", text)
    listed = re.sub(rf"({_CARD.pattern}) (?={_CARD.pattern})", r"\1, ", apart)
    return _CARD.sub(name, listed).replace("->", "→")


REQUESTS = {"judge": Judge}
