"""What is asked of a deal. `core.deal` and `cli.deal` answer it: the one for screens, the other with what a machine keeps."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from tt_print.core.commands import listings as of
from tt_print.core.commands.common import Command, Force, Ink, Paper, Theme_, look_problems
from tt_print.core.commands.games import HouseFile, Night, Players, Rules, Seat, games, option_values
from tt_print.requests.kinds import Choice, File, Items, Kind, Number, Switch
from tt_print.requests.notes import Bare, Config, Local, NotIn, Values, With, Without, Word

if TYPE_CHECKING:
    from tt_print.problems import Problem

TABLE = NotIn("check", "committed", "chits")  # who deals how often
SET_UP = NotIn("check", "committed")  # who plays what
SHOWN = NotIn("check", "commit", "chits")  # how a deal is shown
NIGHT = NotIn("check", "committed", "code")  # whose night it is


@dataclass(frozen=True)
class Deal(Command):
    """A fresh deal, or with `code` a repeated one, with `committed` a promised one."""

    game: Annotated[str, Choice(games, str, "GAME"), Bare()] = ""
    players: Annotated[str, Players(), Config(key="night.players"), SET_UP, Without("night"), Without("file")] = ""
    deck: Annotated[str, Choice(None, str, "DECK", narrowed=option_values("deck")), SET_UP] = ""
    jokers: Annotated[str, Choice(None, str, "N", narrowed=option_values("jokers")), SET_UP] = ""
    order: Annotated[str, Choice(None, str, "ORDER", narrowed=option_values("order")), SET_UP] = ""
    dealer: Annotated[str, Seat(), TABLE] = ""
    hands: Annotated[int | None, Number(), TABLE] = None
    check: Annotated[str, File(), Local()] = ""
    commit: Annotated[bool, Switch(), NotIn("check")] = False
    committed: Annotated[bool, Switch(), NotIn("check", "commit")] = False
    chits: Annotated[bool, Switch(), NotIn("check", "commit", "committed")] = False
    code: Annotated[str, Kind("CODE"), NotIn("check", "commit", "committed", "chits")] = ""
    reveal: Annotated[bool, Switch(), SHOWN] = False
    slips: Annotated[bool, Switch(), SHOWN] = False
    deal: Annotated[int | None, Number(), SHOWN, With("slips")] = None
    sheet: Annotated[bool, Switch(), NotIn("check", "chits")] = False
    full_code: Annotated[bool, Switch(), SHOWN] = False
    owner: Annotated[str, Seat(), With("commit")] = ""
    table_cards: Annotated[
        tuple[str, ...], Items("cards", Choice(of.cards, str), lambda text: [text], "CARDS"), With("committed")
    ] = ()
    receipt: Annotated[bool, Switch(), With("committed")] = False
    commitment: Annotated[str | None, Kind("TEXT", is_list=True), With("check")] = None
    csv: Annotated[bool, Switch(), SHOWN, Local()] = False
    house_file: Annotated[HouseFile, SET_UP] = ""
    house: Annotated[Rules, SET_UP] = ()
    night: Annotated[int | None, Night(), Word(letter="n"), NIGHT, Local()] = None
    file: Annotated[str, File(), NIGHT, Local()] = ""
    ink: Ink = "color"
    theme: Theme_ = "tab"
    paper: Paper = ""
    force: Force = False

    verb = "deal"

    @classmethod
    def heeds(cls, name: str, values: Values, given: Collection[str]) -> bool:
        """Who plays by which rules only for a game that is named, and how pages look only if there are some."""
        if name in ("players", "house_file"):
            return bool(values["game"]) and not (values["code"] or values["committed"])
        return any(values[page] for page in ("slips", "sheet", "commit"))

    def problems(self) -> Iterable[Problem]:
        return look_problems(self.ink, self.theme) if self.pages else ()

    @property
    def pages(self) -> list[str]:
        """The kinds of pages to write."""
        return [kind for kind in ("slips", "sheet") if getattr(self, kind)]

    @property
    def prints(self) -> bool:
        return bool(self.pages)

    @property
    def names_a_night(self) -> bool:
        return self.night is not None or bool(self.file)

    @property
    def wants_the_night(self) -> bool:
        """Nobody was named and nothing else says who plays: the players of the night being scored, if there is one."""
        return not (self.players.strip() or self.code or self.committed or self.check)
