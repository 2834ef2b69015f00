"""How long people play: figures that were measured.

`templates/games/NAME/length.toml` has the turns of sensible players under the usual house rules, at a pace that is assumed, for covers,
the box, and deals; others have no length. `[pace]` of `playing.toml` has the seconds. At least half of all games end within the minutes
at the usual pace, and a game of middle length does so at a quick and at a slow one.
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
    """Seconds that a turn takes at a quick, a usual, and a slow table, and the `unit` after which people may stop."""

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
    """`command` is what measured them, with {players} for their number."""

    command: str
    players: dict[str, TurnStatistics]


class Sentences(TemplateTable):
    """How long a game takes, and one of several rounds; `cover` adds for how many players."""

    game: str
    round: str
    cover: str


class Minutes(NamedTuple):
    """A range, in steps of five minutes."""

    low: int
    high: int

    def __str__(self) -> str:
        return f"{self.low}–{self.high}" if self.high > self.low else str(self.low)


class PlayTime(NamedTuple):
    """Minutes of a whole game, and of a round where people may stop after one."""

    game: Minutes
    round: Minutes | None

    @property
    def tonight(self) -> Minutes:
        return self.round or self.game


def find_time(game: Game, house: House, players: int = USUAL) -> PlayTime | None:
    """None where nobody has measured it for these house rules and so many players."""
    name = f"games/{game.name}/length.toml"
    if set(house.changed) - ALIKE or not has_template(name):
        return None
    found = read_table(Lengths, name).players.get(str(players))
    if found is None:
        return None
    pace, (first, middle, last) = read_table(Pace, f"games/{game.name}/playing.toml", "pace"), found.quartiles
    low, high = min(first * pace.usual, middle * pace.quick), max(last * pace.usual, middle * pace.slow)
    part = _minutes(low / found.rounds, high / found.rounds) if pace.unit == "round" else None
    return PlayTime(_minutes(low, high), part)


def _minutes(low: float, high: float) -> Minutes:
    first, last = (max(STEP, round(seconds / 60 / STEP) * STEP) for seconds in (low, high))
    return Minutes(first, last)


def time_sentence(game: Game, house: House, players: int) -> str:
    """`10–25 minutes`; "" where nobody knows."""
    words, found = read_table(Sentences, "engine/lengths.toml"), find_time(game, house, players)
    return (words.round if found.round else words.game).format(**found._asdict()) if found else ""


def cover_time(game: Game, house: House) -> str:
    """How long it takes with as many players as usual, as a cover says it; "" where nobody knows."""
    time = time_sentence(game, house, USUAL)
    return read_table(Sentences, "engine/lengths.toml").cover.format(time=time, players=USUAL) if time else ""


def duration(seconds: float) -> str:
    """`40 minutes`, `2.5 hours`; a game of a few seconds takes a minute."""
    minutes = max(1, round(seconds / 60))
    if minutes == 1:
        return "1 minute"
    return f"{minutes} minutes" if minutes < 100 else f"{seconds / 3600:.1f} hours"
