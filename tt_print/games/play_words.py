"""The words of whole games, as they are played in a playtest or for practice: `templates/games/GAME/playing.toml`."""

from __future__ import annotations

from tt_print.engine.base import Game
from tt_print.engine.figures import Pace
from tt_print.errors import InputError
from tt_print.templates import TemplateTable, has_template, read_table


class Label(TemplateTable):
    """Label of an end or a use, and the original rules behind it."""

    say: str
    rules: tuple[str, ...] = ()


class PlayWords(TemplateTable):
    """How a game's turns and rounds are called, how long a turn takes (assumed), what else is assumed of people, and the
    names of its ends and of what is counted.

    For a practice: the `strategy` of sensible players in a sentence, what places of the `table` are called, how many cards of the hand
    are played at once (`most_cards`), what to say where nothing could be meant, by their verbs `choices` that need other words, and `short` ones
    for buttons by the kinds of events, those with most of an event's fields first."""

    turn: str
    round: str
    pace: Pace
    assumes: str = ""
    ends: dict[str, Label]
    used: dict[str, Label]
    strategy: str = ""
    nothing: str = ""
    most_cards: int = 1
    table: dict[str, str] = {}
    choices: dict[str, str] = {}
    short: dict[str, tuple[str, ...]] = {}


def play_words(game: Game) -> PlayWords:
    """Raises InputError for a game whose package brings none."""
    name = f"games/{game.name}/playing.toml"
    if not has_template(name):
        raise InputError(f"{game.title} cannot be playtested: it has no templates/{name}.")
    return read_table(PlayWords, name)
