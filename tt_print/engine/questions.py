"""What people ask about a game, as data: `templates/games/NAME/questions.toml`, questions with an example each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from tt_print.records import dataclass
from tt_print.templates import has_template, read_table

QUESTIONS = "questions.toml"


@dataclass(frozen=True, slots=True)
class QuestionExample:
    """A question in words, and an example of it as a story for the judge."""

    text: str
    id: str
    story: str


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
    """A game's `questions.toml`.

    On a screen people tap first what is on the `table`, then what happened (`happens`).
    """

    questions: tuple[QuestionExample, ...] = ()
    table: tuple[Tap, ...] = ()
    happens: tuple[Tap, ...] = ()


def read_questions(game: str) -> Questions:
    """What is asked about a game; nothing where its folder says nothing."""
    name = f"games/{game}/{QUESTIONS}"
    return read_table(Questions, name) if has_template(name) else Questions()
