"""How long people play: the minutes of one round, which everything that mentions a time has from here.

`templates/games/NAME/length.toml` has the turns of sensible players under the usual house rules, and with other decks than the usual one.
Other house rules have no length. `[pace]` of `playing.toml` has the seconds, which are assumed. At least half of all rounds end within the
minutes at the usual pace, and a round of middle length does so at a quick and at a slow one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from tt_print.templates import TemplateTable, has_template, read_table

if TYPE_CHECKING:
    from tt_print.engine.base import Game
    from tt_print.engine.house import House


ALIKE = frozenset({"first_player", "next_dealer"})  # house rules that change who, not how long
USUAL = 4  # players, of whom cover and box speak
STEP = 5  # minutes, to which all are rounded


class Pace(TemplateTable):
    """Seconds that a turn takes at a quick, a usual, and a slow table. With the `unit` "game" its rounds are no pauses, such as the pots of war."""

    quick: float
    usual: float
    slow: float
    unit: Literal["game", "round"] = "game"


class TurnStatistics(TemplateTable):
    """Games for a number of players: the mean of their turns and its standard error, the quartiles, and the mean of the rounds."""

    turns: float
    error: float
    quartiles: tuple[float, float, float]
    rounds: float


class Lengths(TemplateTable):
    """`command` is what measured them, with {players} for their number; `decks` are by the value of the house rule `deck`."""

    command: str
    players: dict[str, TurnStatistics]
    decks: dict[str, dict[str, TurnStatistics]] = {}


class DurationSentences(TemplateTable):
    """How long a round takes: in a sentence, and in short beside a clock."""

    round: str
    short: str


class Minutes(NamedTuple):
    """A range, in steps of five minutes."""

    low: int
    high: int

    def __str__(self) -> str:
        return f"{self.low}–{self.high}" if self.high > self.low else str(self.low)


def find_time(game: Game, house: House, players: int = USUAL) -> Minutes | None:
    """The minutes of one round; None where nobody has measured it for these house rules and so many players."""
    name, changed = f"games/{game.name}/length.toml", set(house.changed) - ALIKE
    if changed - {"deck"} or not has_template(name):
        return None
    lengths = read_table(Lengths, name)
    found = (lengths.decks.get(str(house["deck"]), {}) if changed else lengths.players).get(str(players))
    if found is None:
        return None
    pace, (first, middle, last) = read_table(Pace, f"games/{game.name}/playing.toml", "pace"), found.quartiles
    rounds = found.rounds if pace.unit == "round" else 1
    return _minutes(
        min(first * pace.usual, middle * pace.quick) / rounds, max(last * pace.usual, middle * pace.slow) / rounds
    )


def _minutes(low: float, high: float) -> Minutes:
    first, last = (max(STEP, round(seconds / 60 / STEP) * STEP) for seconds in (low, high))
    return Minutes(first, last)


def time_sentence(game: Game, house: House, players: int = USUAL) -> str:
    """`10–25 minutes a round`; "" where nobody knows."""
    return time_words().round.format(minutes=time) if (time := find_time(game, house, players)) else ""


def time_words() -> DurationSentences:
    return read_table(DurationSentences, "engine/lengths.toml")


def duration(seconds: float) -> str:
    """`40 minutes`, `2.5 hours`; a game of a few seconds takes a minute."""
    minutes = max(1, round(seconds / 60))
    if minutes == 1:
        return "1 minute"
    return f"{minutes} minutes" if minutes < 100 else f"{seconds / 3600:.1f} hours"
