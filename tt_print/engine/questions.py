"""What people ask about a game, as data: `templates/games/NAME/questions.toml`, questions with an example each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from tt_print.errors import choose
from tt_print.records import dataclass
from tt_print.templates import has_template, read_table

QUESTIONS = "questions.toml"


@dataclass(frozen=True, slots=True)
class QuestionExample:
    """A question with an example: what is in its fields, or a story.

    As a form to fill in it has `fields` of the game (and `words` for bare ones) that it needs, and others that it `may` have.
    """

    text: str
    id: str = ""
    fields: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    example: Mapping[str, Any] = field(default_factory=dict)
    story: str = ""


@dataclass(frozen=True, slots=True)
class QuestionField:
    """What is wanted in a field, for anyone who fills in a form: its `kind`, and where that applies its words, choices and limits.

    `wild_of` is the field of a card: this one matters only if that card is wild.
    """

    kind: str
    text: str = ""
    choices: tuple[str, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    many: bool = False
    wild_of: str = ""


@dataclass(frozen=True, slots=True)
class Tap:
    """A phrase of the game's scene that people tell by tapping.

    `step` is the event or the method of the phrase, `text` what a button calls it, `blanks` the words for each blank that is
    shown; `{seat}` in them is the player that another gap names. `wilds` are gaps that matter only if the card in another
    one is wild, with that other one.
    """

    step: str
    text: str = ""
    blanks: Mapping[str, str] = field(default_factory=dict)
    wilds: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Questions:
    """A game's `questions.toml`. `fields` are those of the forms, by name.

    On a screen people tap first what is on the `table`, then what happened (`happens`).
    """

    questions: tuple[QuestionExample, ...] = ()
    fields: Mapping[str, QuestionField] = field(default_factory=dict)
    table: tuple[Tap, ...] = ()
    happens: tuple[Tap, ...] = ()


def read_questions(game: str) -> Questions:
    """What is asked about a game; nothing where its folder says nothing."""
    name = f"games/{game}/{QUESTIONS}"
    return read_table(Questions, name) if has_template(name) else Questions()


def find_form(questions: Questions, wanted: str, title: str) -> QuestionExample:
    """The form of this id. Raises InputError that lists them."""
    forms = {each.id: each for each in questions.questions if each.id}
    return forms[choose(f"question of {title}", wanted, list(forms))]
