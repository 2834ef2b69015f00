"""A question at the table, or what happened there, and what can be asked about each game."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from tt_print.core.commands import common as of
from tt_print.core.commands.common import Answer, Command
from tt_print.problems import Action, Line, Problem, Said, typed_name
from tt_print.requests.kinds import Kind, Switch, Words
from tt_print.requests.notes import Bare

if TYPE_CHECKING:
    from tt_print.core.environment import Call
    from tt_print.engine.base import Game
    from tt_print.engine.questions import QuestionExample

# what may be typed beside the fields of a game, and the field of the request that it is
BESIDE = {"scene": "scene", "option": "house", "house": "house_file", "check": "check"}
LONG = 40  # letters of a phrase
WIDE = 46  # letters of a phrase's form beside its example


@dataclass(frozen=True)
class Judge(Command):
    """`question`: cards, and flags of the game, which reads them. `scene`: a story."""

    game: of.OneGame
    question: Annotated[tuple[str, ...], Words("QUESTION..."), Bare()] = ()
    scene: Annotated[str | None, Kind("STORY")] = None
    check: Annotated[bool, Switch()] = False
    house_file: of.HouseFile = ""
    house: of.Rules = ()

    verb = "judge"
    shown_by = ("as_json", "quiet")

    def answer(self, call: Call) -> Answer:
        """The verdict; status 1 if it has to be yes and is not. Raises InputError, QuestionError for a question that cannot be asked so."""
        from tt_print.core.judge import deck_of
        from tt_print.engine.query import parse_query
        from tt_print.engine.table_facts import TITLES
        from tt_print.games import GAMES, find_game

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
        from tt_print.games import GAMES

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
    from tt_print.engine.questions import read_questions
    from tt_print.engine.steps import list_steps
    from tt_print.requests.words import sentence_about

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
    from tt_print.engine.questions import read_questions

    return [_example(game, asked) for asked in read_questions(game.name).questions if not asked.story]


def _example(game: Game, asked: QuestionExample) -> Action:
    """Asks what is in the example of a question."""
    from tt_print.core.fields import field_texts
    from tt_print.core.judge import WORDS, form_fields
    from tt_print.engine.questions import read_questions

    if asked.story:
        return Action("judge", {"game": game.name, "scene": asked.story})
    flags, bare = list[str](), list[str]()
    for field in form_fields(game, read_questions(game.name), asked):
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
