"""A fresh deal, a repeated one, or one that is promised first and proved; for a night that is being scored, its next hand."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, NamedTuple

from tt_print.core.commands.common import Answer, Command
from tt_print.core.commands.games import HouseFile, Night, Players, Rules, Seat, games, option_values
from tt_print.problems import Problem
from tt_print.requests import listings as of
from tt_print.requests.kinds import Choice, File, Items, Kind, Number, Switch
from tt_print.requests.listings import Force, Ink, Paper, Theme_
from tt_print.requests.notes import Bare, Config, Local, NotIn, Values, With, Without, Word

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tt_print.core.environment import Call
    from tt_print.dealing.commitments import PendingCommitment
    from tt_print.dealing.plan import DealResult
    from tt_print.dealing.receipt import ReceiptCheck
    from tt_print.dealing.settings import Settings
    from tt_print.engine.house import House
    from tt_print.score.night import Night as ScoredNight

TABLE = NotIn("check", "committed", "chits")  # who deals how often
SET_UP = NotIn("check", "committed")  # who plays what
SHOWN = NotIn("check", "commit", "chits")  # how a deal is shown
ALONE = NotIn(
    "deck", "jokers", "order", "dealer", "hands", "check", "commit", "committed", "chits", "code", "slips", "sheet", "csv", "house_file", "house",
    "night", "file",
)  # fmt: skip
NIGHT = NotIn("check", "committed", "code")  # whose night it is


class Dealing(NamedTuple):
    """What was done: hands that were dealt, of a promise if there is one, a promise alone, a receipt that was checked, or the deck and rules of a round
    with chits. `night` is the one that it is for."""

    dealts: Sequence[DealResult] = ()
    pending: PendingCommitment | None = None
    checked: ReceiptCheck | None = None
    chits: tuple[Settings, House] | None = None
    night: ScoredNight | None = None


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
    lesson: Annotated[bool, Switch(), ALONE] = False
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
        return any(values[page] for page in ("slips", "sheet", "commit", "lesson"))

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
        return not (self.players.strip() or self.code or self.committed or self.check or self.lesson)

    # ------------------------------------------------------------ answers

    def answer(self, call: Call) -> Answer:
        """`made` is a Dealing. Raises InputError, and MachineError if a promise cannot be kept."""
        seated, night = self.seated(call)
        if self.check:
            from tt_print.core.deals import check_data, check_file

            checked = check_file(call.files[self.check], self.check, self.commitment)
            status = 0 if checked.proven else 1
            return Answer(check_data(checked), {}, Dealing(checked=checked), status=status, kind="deal check")
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
        return seated._promised(call, night) if self.commit else seated._dealt(call, night)

    def _promised(self, call: Call, night: ScoredNight | None) -> Answer:
        from tt_print.core.deals import commit_data, make_promise

        pending = make_promise(self, call.environment.random_bytes)
        self.keep(pending, call)
        files, warnings = self.sheet_of(pending, call) if self.sheet else ({}, ())
        made = Dealing(pending=pending, night=night)
        return Answer(commit_data(pending.commitment), files, made, warnings, kind="deal commitment")

    def _dealt(self, call: Call, night: ScoredNight | None) -> Answer:
        """A fresh deal, a repeated one, or the promised one, which stays what it is: its cards are kept with it."""
        from tt_print.core.deals import deal_data, make_deals, receipt_file

        pending, files = None, {}
        if self.committed:
            from tt_print.dealing.receipt import read_table_cards

            pending = self.waiting(call)
            if self.table_cards:
                pending = pending.with_cards(read_table_cards(self.table_cards[0]))
            commitment = pending.commitment
            if not pending.is_drawn and not self.table_cards:
                raise Problem("deal.undrawn", "table_cards", id=commitment.id, order=", ".join(commitment.drawers))
            dealts = [commitment.deal(pending.table_cards)]
            self.keep(pending, call)
            files = receipt_file(pending) if self.receipt else {}
        else:
            dealts = make_deals(self, call.environment.random_bytes)
        pages, warnings = self._pages(dealts, call) if self.pages else ({}, ())
        data = deal_data(dealts, reveal=self.reveal, full=self.full_code)
        return Answer(data, files | pages, Dealing(dealts, pending, night=night), warnings)

    def _pages(self, dealts: Sequence[DealResult], call: Call) -> tuple[dict[str, bytes], tuple[Problem | str, ...]]:
        """The pages, and what there is to say of the theme and of names that the fonts cannot draw."""
        from tt_print.core.deal_pages import PageSettings, page_files, warnings_of
        from tt_print.sheets.plan import find_paper

        theme, hard = self.look()
        look = PageSettings(find_paper(self.paper or call.environment.paper), theme, self.full_code)
        return page_files(dealts, look, self.pages, self.deal or 1), (*hard, *warnings_of(dealts, self.pages))

    def sheet_of(self, pending: PendingCommitment, call: Call) -> tuple[dict[str, bytes], tuple[Problem | str, ...]]:
        """As `_pages`, of a promise."""
        from tt_print.core.deal_pages import commitment_page
        from tt_print.drawing.fitting import missing_glyph_warnings
        from tt_print.sheets.plan import find_paper

        theme, hard = self.look()
        return commitment_page(pending.commitment, find_paper(self.paper or call.environment.paper), theme), (
            *hard,
            *missing_glyph_warnings(pending.commitment.players),
        )

    # ------------------------------------------------------------ what is kept

    def waiting(self, call: Call) -> PendingCommitment:
        """The promise that is meant. Raises InputError."""
        from tt_print.dealing.commitments import find_commitment

        assert call.environment.promises is not None
        return find_commitment(call.environment.promises, self.game)

    def keep(self, pending: PendingCommitment, call: Call) -> None:
        """Keeps a promise, with the cards that are drawn. Raises MachineError."""
        from tt_print.dealing.commitments import save_commitment

        assert call.environment.promises is not None
        save_commitment(call.environment.promises, pending)

    def seated(self, call: Call) -> tuple[Deal, ScoredNight | None]:
        """With players, dealer, and house rules of the night, if it wants one; and that night.

        If none is named it is the current one, if it goes on and is of this game; else nothing changes. What was asked for comes first.
        Raises InputError for a named night that is not there, is over, or is of another game.
        """
        night = self._night(call) if self.wants_the_night else None
        if night is None:
            return self, None
        from tt_print.games import find_game
        from tt_print.score.target import ScoreTarget

        game, wanted = night.table.game, find_game(self.game) if self.game else None
        is_other = wanted is not None and wanted.name != game.name
        if (night.is_over or is_other) and not self.names_a_night:
            return self, None
        if night.is_over:
            raise Problem(
                "deal.night_over", night=night.number, title=game.title, place=ScoreTarget(file=night.place.file)
            )
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
        from tt_print.score.target import ScoreTarget

        if (book := call.environment.book) is None:
            return None
        events = book.events()
        if self.names_a_night:
            return open_night(events, ScoreTarget(self.night, book.place.file, named=self.night is not None))
        return find_night(events) if current_night(events) is not None else None
