"""A table that phones see: who may play at it, and the night that it begins. `cli.table` opens it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from tt_print.core.commands.common import Command, Rules, scored_games
from tt_print.problems import Line, Problem, Said
from tt_print.requests.kinds import Choice, File, Number, Switch, Words
from tt_print.requests.notes import Bare, Local, With, Word
from tt_print.typed_lists import split_at_commas

if TYPE_CHECKING:
    from tt_print.core.environment import Call


class People(Words):
    """Players, clockwise, each a word or several with commas."""

    form = "names"

    def check(self, value: Any) -> tuple[str, ...]:
        return tuple(name for text in super().check(value) for name in split_at_commas(text) if name)


@dataclass(frozen=True)
class Table(Command):
    """`game` and `names` begin a new night; `lan`: whether phones reach the table."""

    game: Annotated[str, Choice(scored_games, str, "GAME"), Bare()] = ""
    names: Annotated[tuple[str, ...], People("NAMES..."), Bare(), With("game")] = ()
    house: Annotated[Rules, With("game")] = ()
    lan: Annotated[bool, Switch()] = False
    port: Annotated[int, Number()] = 0
    show: Annotated[bool, Switch(), Word("open")] = False
    file: Annotated[str, File(), Local()] = ""

    verb, wants_the_night = "table", True
    shown_by = ("quiet",)

    def problems(self) -> Iterable[Problem]:
        """Raises InputError for an unknown game, and for more or fewer players than it takes."""
        if self.game:
            from tt_print.games import find_scored_game

            game = find_scored_game(self.game)
            if not self.names:
                yield Problem("nobody", "names", game=game.name)
            else:
                game.check_players(len(self.names))

    def begin(self, call: Call) -> None:
        """Begins the night, if a game is named. Raises InputError, MachineError."""
        if self.game:
            from tt_print.core.commands.score import Start
            from tt_print.requests.reading import from_data

            from_data(Start, {"game": self.game, "players": self.names, "house": self.house}).answer(call)

    def opened(
        self, score: Mapping[str, Any] | None, host: str, guests: Sequence[str] | None, code: Sequence[str]
    ) -> list[Line]:
        """Which night goes on, and the addresses, which are invitations; `code` is the first of the `guests` as lines of a QR code."""
        from tt_print.errors import join_words

        text: list[Line] = [Said("table.no_game")]
        if score is not None:
            night = {"title": score["title"], "night": score["night"], "players": join_words(score["players"], "and")}
            text = [Said("table.night", **night, hands=len(score["hands"]))]
            text += [Said("table.over")] if score["over"] else []
        text += [Said("table.host"), f"  {host}"]
        if guests:
            text += [Said("table.guests"), *(f"  {each}" for each in guests)]
            text += code or [Said("table.no_code")]
            text.append(Said("table.cannot_connect"))
        else:
            text.append(Said("table.alone" if guests is None else "table.no_network"))
        return [*text, Said("table.close")]
