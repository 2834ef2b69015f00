"""A fresh deal, or a repeated one; for a night that is being scored, its next hand."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, NamedTuple

from tt_print.core.commands.common import Answer, Command
from tt_print.core.commands.games import HouseFile, Night, Players, Rules, Seat, games, option_values
from tt_print.problems import Problem
from tt_print.requests.kinds import Choice, File, Kind, Number, Switch
from tt_print.requests.listings import Ink, Paper, Theme_
from tt_print.requests.notes import Bare, Config, Local, NotIn, Values, With, Without, Word

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tt_print.core.environment import Call
    from tt_print.dealing.plan import DealResult
    from tt_print.dealing.settings import Settings
    from tt_print.engine.house import House
    from tt_print.score.night import Night as ScoredNight

DEALT = NotIn("chits")  # who deals how often, and how it is shown
ALONE = NotIn(
    "deck", "jokers", "order", "dealer", "hands", "chits", "code", "slips", "sheet", "house_file", "house", "night", "file",
)  # fmt: skip
NIGHT = NotIn("code")  # whose night it is


class Dealing(NamedTuple):
    """What was done: hands that were dealt, or the deck and rules of a round with chits. `night` is the one that it is for."""

    dealts: Sequence[DealResult] = ()
    chits: tuple[Settings, House] | None = None
    night: ScoredNight | None = None


@dataclass(frozen=True)
class Deal(Command):
    """A fresh deal, or with `code` a repeated one."""

    game: Annotated[str, Choice(games, str, "GAME"), Bare()] = ""
    players: Annotated[str, Players(), Config(key="night.players"), Without("night"), Without("file")] = ""
    deck: Annotated[str, Choice(None, str, "DECK", narrowed=option_values("deck"))] = ""
    jokers: Annotated[str, Choice(None, str, "N", narrowed=option_values("jokers"))] = ""
    order: Annotated[str, Choice(None, str, "ORDER", narrowed=option_values("order"))] = ""
    dealer: Annotated[str, Seat(), DEALT] = ""
    hands: Annotated[int | None, Number(), DEALT] = None
    chits: Annotated[bool, Switch()] = False
    lesson: Annotated[bool, Switch(), ALONE] = False
    code: Annotated[str, Kind("CODE"), DEALT] = ""
    reveal: Annotated[bool, Switch(), DEALT] = False
    slips: Annotated[bool, Switch(), DEALT] = False
    deal: Annotated[int | None, Number(), DEALT, With("slips")] = None
    sheet: Annotated[bool, Switch(), DEALT] = False
    house_file: HouseFile = ""
    house: Rules = ()
    night: Annotated[int | None, Night(), Word(letter="n"), NIGHT, Local()] = None
    file: Annotated[str, File(), NIGHT, Local()] = ""
    ink: Ink = "color"
    theme: Theme_ = "tab"
    paper: Paper = ""

    verb = "deal"

    @classmethod
    def heeds(cls, name: str, values: Values, given: Collection[str]) -> bool:
        """Who plays by which rules only for a game that is named, and how pages look only if there are some."""
        if name in ("players", "house_file"):
            return bool(values["game"]) and not values["code"]
        return any(values[page] for page in ("slips", "sheet", "lesson"))

    def problems(self) -> Iterable[Problem]:
        return super().problems() if self.pages else ()

    @property
    def pages(self) -> list[str]:
        """The kinds of pages to write."""
        return [kind for kind in ("slips", "sheet") if getattr(self, kind)]

    @property
    def prints(self) -> bool:
        return bool(self.pages) or self.lesson

    @property
    def names_a_night(self) -> bool:
        return self.night is not None or bool(self.file)

    @property
    def wants_the_night(self) -> bool:
        """Nobody was named and nothing else says who plays: the players of the night being scored, if there is one."""
        return not (self.players.strip() or self.code or self.lesson)

    def answer(self, call: Call) -> Answer:
        """`made` is a Dealing. Raises InputError."""
        seated, night = self.seated(call)
        if self.lesson:
            from tt_print.core.deal_pages import lesson_files

            theme, hard = self.look()
            data, files = lesson_files(self.game, self.players, self.paper or call.environment.paper, theme)
            return Answer(data, files, Dealing(), hard, kind="deal lesson")
        if self.chits:
            from tt_print.core.deal_table import read_chits
            from tt_print.dealing.announce import chits_json

            chits = read_chits(seated)
            return Answer(chits_json(*chits), {}, Dealing(chits=chits), kind="deal chits")
        from tt_print.core.deal_table import deal_data, make_deals

        dealts = make_deals(seated, call.environment.random_bytes)
        pages, warnings = seated._pages(dealts, call) if self.pages else ({}, ())
        return Answer(deal_data(dealts, reveal=self.reveal), pages, Dealing(dealts, night=night), warnings)

    def _pages(self, dealts: Sequence[DealResult], call: Call) -> tuple[dict[str, bytes], tuple[Problem | str, ...]]:
        """The pages, and what there is to say of the theme and of names that the fonts cannot draw."""
        from tt_print.core.deal_pages import PageSettings, page_files, warnings_of
        from tt_print.sheets.plan import find_paper

        theme, hard = self.look()
        look = PageSettings(find_paper(self.paper or call.environment.paper), theme)
        return page_files(dealts, look, self.pages, self.deal or 1), (*hard, *warnings_of(dealts, self.pages))

    # ------------------------------------------------------------ whose night it is

    def seated(self, call: Call) -> tuple[Deal, ScoredNight | None]:
        """With players, dealer, and house rules of the night, if it wants one; and that night.

        If none is named it is the current one, if it goes on and is of this game; else nothing changes. What was asked for comes first.
        Raises InputError for a named night that is not there, is over, or is of another game.
        """
        night = self._night(call) if self.wants_the_night else None
        if night is None:
            return self, None
        from tt_print.games import find_game
        from tt_print.score.target import CURRENT

        game, wanted = night.table.game, find_game(self.game) if self.game else None
        is_other = wanted is not None and wanted.name != game.name
        if (night.is_over or is_other) and not self.names_a_night:
            return self, None
        if night.is_over:
            raise Problem("deal.night_over", night=night.number, title=game.title, place=CURRENT)
        if wanted is not None and is_other:
            raise Problem("deal.night_game", "game", night=night.number, title=game.title, wanted=wanted.title)
        # a series deals everyone in again, and those who wait for the next game; within one game who is out gets no cards
        table = night.next_table if night.is_series else night.table
        names = table.names if night.is_series else table.all(night.standing.living)
        dealer = night.dealer if night.dealer in names else names[0]  # who was to deal may have left in this game
        given = {text.partition("=")[0].strip() for text in self.house}
        rules = () if self.house_file else table.changed_rules
        kept = tuple(rule for rule in rules if rule.partition("=")[0] not in given)
        house, dealer = (*kept, *self.house), self.dealer or dealer
        return replace(self, game=game.name, players=",".join(names), dealer=dealer, house=house), night

    def _night(self, call: Call) -> ScoredNight | None:
        """The night that is named, or the current one, if there is one."""
        from tt_print.score.commands import find_night, open_night
        from tt_print.score.events import current_night

        if (book := call.environment.book) is None:
            return None
        events = book.events()
        if self.names_a_night:
            return open_night(events, self.night)
        return find_night(events) if current_night(events) is not None else None
