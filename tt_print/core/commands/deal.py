"""A fresh deal, or a repeated one; for a night that is being scored, its next hand. Beside it the fields of a deal, and pointers."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

from tt_print.core.commands.common import (
    Answer,
    Command,
    HouseFile,
    NightNumber,
    Players,
    Rules,
    Seat,
    games,
    option_values,
)
from tt_print.core.fields import form, house_fields, plain_choices
from tt_print.deck import VARIABLES
from tt_print.errors import InputError, choose
from tt_print.games import GAMES, find_game
from tt_print.problems import Action, Problem
from tt_print.requests.kinds import (
    Bare,
    Choice,
    Config,
    File,
    Items,
    Kind,
    Local,
    Number,
    Request,
    Switch,
    Values,
    With,
    Word,
    request,
    specs_of,
)
from tt_print.requests.listings import Ink, Paper, Theme_

if TYPE_CHECKING:
    from tt_print.core.asking import Call
    from tt_print.play.score.night import Night as ScoredNight

# What cannot be used beside a field that decides what is done. Everything else goes together.
NOT_WITH = {
    "lesson": "deck jokers dealer hands chits code reveal slips sheet house_file house night file",
    "chits": "dealer hands code reveal slips sheet",
    "code": "dealer hands night file",
    "night": "players",
    "file": "players",
}


@request
class Deal(Command):
    """A fresh deal, or with `code` a repeated one; with `chits` only how they are set up, with `lesson` a first game.

    `reveal` shows every card. Without players it is the next hand of the night that is being scored, if there is one.
    """

    game: Annotated[str, Choice(games, find_game, "GAME"), Bare()] = ""
    players: Annotated[tuple[str, ...], Players(), Config(key="night.players")] = ()
    deck: Annotated[str, Choice(None, str, "DECK", narrowed=option_values("deck"))] = ""
    jokers: Annotated[str, Choice(None, str, "N", narrowed=option_values("jokers"))] = ""
    dealer: Annotated[str, Seat()] = ""
    hands: Annotated[int | None, Number(1, 60)] = None
    chits: Annotated[bool, Switch()] = False
    lesson: Annotated[bool, Switch()] = False
    code: Annotated[str, Kind("CODE")] = ""
    reveal: Annotated[bool, Switch()] = False
    slips: Annotated[bool, Switch()] = False
    deal: Annotated[int | None, Number(), With("slips")] = None
    sheet: Annotated[bool, Switch()] = False
    house_file: HouseFile = ""
    house: Rules = ()
    night: Annotated[int | None, NightNumber(), Word(letter="n"), Local()] = None
    file: Annotated[str, File(), Local()] = ""
    ink: Ink = "color"
    theme: Theme_ = ""
    paper: Paper = ""

    verb = "deal"

    @classmethod
    def heeds(cls, name: str, values: Values, given: Collection[str]) -> bool:
        """Who plays by which rules only for a game that is named, and how pages look only if there are some."""
        if name in ("players", "house_file"):
            return bool(values["game"]) and not values["code"]
        return any(values[page] for page in ("slips", "sheet", "lesson"))

    def problems(self) -> Iterable[Problem]:
        used = {name: value for name, spec in specs_of(Deal).items() if (value := getattr(self, name)) != spec.default}
        for mode, others in NOT_WITH.items():
            clashes = [other for other in others.split() if mode in used and other in used]
            yield from (Problem("excludes", mode, value=used[mode], other=other) for other in clashes)
        if self.pages:
            yield from super().problems()

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
        return not (self.players or self.code or self.lesson)

    @property
    def may_be_without_nights(self) -> bool:
        return not self.names_a_night

    def answer(self, call: Call) -> Answer:
        """Raises InputError."""
        from tt_print.core import deal_answer

        if self.lesson:
            return deal_answer.lesson(self, call)
        seated, night = self.seated(call)
        if self.chits:
            return deal_answer.chits(seated)
        dealts = deal_answer.make_deals(seated, call.environment.random_bytes)
        files, warnings = deal_answer.page_files(seated, dealts, call) if self.pages else ({}, [])
        text = deal_answer.deal_text(seated, dealts, night, files)
        return Answer(deal_answer.deal_data(dealts, reveal=self.reveal), files, warnings=tuple(warnings), text=text)

    # ------------------------------------------------------------ whose night it is

    def seated(self, call: Call) -> tuple[Deal, ScoredNight | None]:
        """With players, dealer, and house rules of the night, if it wants one; and that night.

        If none is named it is the current one, if it goes on and is of this game; else nothing changes. What was asked for comes first.
        Raises InputError for a named night that is not there, is over, or is of another game.
        """
        if not self.wants_the_night or (book := call.environment.book) is None:
            return self, None
        from tt_print.play.score.events import current_night
        from tt_print.play.score.night import find_night, open_night

        events = book.events()
        if not self.names_a_night and current_night(events) is None:
            return self, None
        night = open_night(events, self.night) if self.names_a_night else find_night(events)
        game = night.table.game
        is_other = self.game not in ("", game.name)
        if (night.is_over or is_other) and not self.names_a_night:
            return self, None
        if night.is_over:
            raise Problem("deal.night_over", night=night.number, title=game.title, start=Action("score start"))
        if is_other:
            wanted = find_game(self.game).title
            raise Problem("deal.night_game", "game", night=night.number, title=game.title, wanted=wanted)
        # a series deals everyone in again, and those who wait for the next game; within one game who is out gets no cards
        table = night.next_table if night.is_series else night.table
        names = table.names if night.is_series else table.all(night.standing.living)
        dealer = night.dealer if night.dealer in names else names[0]  # who was to deal may have left in this game
        house = (*(() if self.house_file else table.changed_rules), *self.house)  # of two values the last one counts
        return replace(self, game=game.name, players=tuple(names), dealer=self.dealer or dealer, house=house), night


# ---------------------------------------------------------------- beside a deal


@request
class DealFields(Request):
    """The fields of a deal of one game, and its house rules."""

    game: Annotated[str, Choice(games, find_game)]

    verb = "deal.fields"

    def answer(self, call: Call) -> Answer:
        from tt_print.core.deal_answer import choices_of

        game = find_game(self.game)
        low, high = game.players
        more: dict[str, dict[str, object]] = {
            "players": {"needed": True, "min": low, "max": high},
            "dealer": {},
            "hands": {},
        }
        for name in ("deck", "jokers"):
            if len(choices := choices_of(game, name)) > 1:
                more[name] = {"choices": plain_choices(choices)}
        has = {"pointers": game.table.pointers is not None, "slips": not game.table.hides_hands}
        head = {"game": game.name, "title": game.title}
        return Answer({**head, "fields": form(Deal, more), "house": house_fields(game), **has}, {})


@request
class Pointers(Request):
    """Where the pointers are: by their values in the order color, shape, number, or as they are set up. `move` says which of them goes one step on."""

    deck: Annotated[str, Kind()] = "full"
    pointers: Annotated[tuple[str, ...], Items("values", Kind(), many=True)] = ()
    move: Annotated[str, Kind()] = ""
    game: Annotated[str, Choice(games, find_game)] = ""
    house: Rules = ()

    verb = "pointers"

    def answer(self, call: Call) -> Answer:
        from tt_print.core.deal_answer import pointer_data, pointer_game

        game = pointer_game(self.game, "game")
        house = game.read_house(None, self.house, GAMES)
        variant = choose("deck", self.deck, [name for name, _ in game.table.variants])
        if len(self.pointers) not in (0, len(VARIABLES)):
            raise InputError(f"{len(self.pointers)} pointers: there are three, of color, shape, and number.")
        return Answer(pointer_data(game, variant, house, self.pointers, self.move), {})


REQUESTS = {"deal": Deal, "deal.fields": DealFields, "pointers": Pointers}
