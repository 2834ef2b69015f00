"""What is printed to read and to write on: rule booklets, puzzles, reference cards, and score sheets."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from tt_print.core.commands.common import (
    ALL,
    FULL_RULES,
    ONE_SIDE,
    Answer,
    BookName,
    Command,
    Games,
    HouseFile,
    Names,
    Rules,
    load_houses,
    own_file,
    sheet_files,
    svg_files,
    text_pdf,
)
from tt_print.engine.people import teams_by_seat
from tt_print.games import find_game, load_games
from tt_print.paper.imposition import FOLDED, BookletChoices, choose_format, fold_of, half_of
from tt_print.paper.imposition import Booklet as MadeBooklet
from tt_print.paper.plan import find_card_size, find_paper
from tt_print.problems import Action, Count, FileName, LayoutProblem, Line, Problem, Said
from tt_print.requests import listings as of
from tt_print.requests.kinds import Bare, Choice, Config, Millimeters, Number, Switch, Values, Without, Word, specs_of
from tt_print.requests.listings import Card, Cuts, Flip, Ink, Paper, Printer, StartAt, Svg, Theme_

if TYPE_CHECKING:
    from tt_print.books.quickref import Leaf
    from tt_print.core.asking import Call
    from tt_print.engine.base import ScoredGame
    from tt_print.engine.house import House
    from tt_print.paper.score_template import GameSheet


FoldedPaper = Annotated[str, Choice(of.folded_papers, of.find_paper, "PAPER"), Word(letter="p"), Config()]


@dataclass(frozen=True)
class Booklet(Command):
    """The rules of a game or of all, without a `format` folded to half of the paper; or the Full rules."""

    game: Annotated[str, BookName(), Bare()]
    format: Annotated[str, Choice(of.formats, metavar="FORMAT"), Word(letter="f")] = ""
    large: Annotated[bool, Switch(), Word("large-print"), Without("format", "pocket")] = False
    house_file: HouseFile = ""
    house: Rules = ()
    ink: Ink = "color"
    theme: Theme_ = "tab"
    paper: FoldedPaper = ""
    flip: Flip = "short"
    thickness: Annotated[float, Millimeters(0, 1)] = 0.1

    verb = "booklet"

    @classmethod
    def heeds(cls, name: str, values: Values, given: Collection[str]) -> bool:
        if name == "paper":  # another one is what sheets are printed on, and the booklet has its half
            return values["paper"] not in {*of.papers()} - {*of.folded_papers()}
        return super().heeds(name, values, given)

    def problems(self) -> Iterable[Problem]:
        yield from super().problems()
        if self.game == ALL and self.house:
            yield Problem("house_of_all", "house")
        if self.game == FULL_RULES:  # one file, with every house rule in it
            specs = specs_of(Booklet)
            for name in ("format", "large", "house_file", "house", "flip", "thickness"):
                if getattr(self, name) != specs[name].default:
                    yield Problem("of_full", name)
        if self.paper and self.paper not in FOLDED:
            yield Problem("not_folded", "paper", value=self.paper, choices=[*FOLDED])
        elif self.paper and (whole := half_of(self.format)) not in ("", self.paper):
            near = FOLDED[self.paper]
            yield Problem("half", "format", value=self.format, other="paper", whole=whole, near=near)

    def answer(self, call: Call) -> Answer:
        from tt_print.books.full_rules import make_full_rules
        from tt_print.books.make import make_booklet

        found, paper = choose_format(self.format, self.paper, call.environment.paper)
        theme, warnings = self.look()
        choices = BookletChoices(find_paper(paper), found, theme, self.large, None, self.flip, self.thickness)
        made: list[MadeBooklet] = []
        houses: list[House | None] = [None]
        if path := own_file(self.game):
            made.append(_own_booklet(path, choices))
        elif self.game == FULL_RULES:
            made.append(make_full_rules(choices.paper, theme))
            found = made[0].format
        else:
            games = load_houses((self.game,), self.house_file, self.house)
            houses = [house if self.house_file or self.house else None for _, house in games]
            for number, ((game, _), house) in enumerate(zip(games, houses, strict=True)):
                call.step(f"Making booklet {game.name}", number, len(games))
                made.append(make_booklet(game.name, replace(choices, house=house)))
        rows = [
            {
                "game": each.game, "pages": each.pages, "sheets": each.sheets, "house": house.as_json() if house else {},
                "print": FileName(each.print_name), "read": FileName(each.read_name),
            }
            for each, house in zip(made, houses, strict=True)
        ]  # fmt: skip
        text = [line for each in made for line in _book_lines(each, self.flip)]
        text += [Said("books.house", title=each.title, rules=", ".join(each.house)) for each in made if each.house]
        text.append(Said("books.not_checked" if path else "books.checked"))
        edge = "short" if self.flip == "long" else "long"
        text += [] if found in ("flat", FULL_RULES) else [Said(f"books.how_{_way(found)}", paper=paper, edge=edge)]
        files = {name: data for each in made for name, data in each.files.items()}
        data = {"booklet_format": found, "paper": paper, "booklets": rows}
        return Answer(data, files, warnings=warnings, text=text)


def puzzled_games() -> Mapping[str, str]:
    return {game.name: game.title for game in load_games() if game.find("play", "make_puzzle")}


@dataclass(frozen=True)
class Puzzles(Command):
    """Problems with one solution each, from easy to hard, and the answers upside down; another `seed` gives others."""

    game: Annotated[str, Choice(puzzled_games, metavar="GAME")]
    count: Annotated[int, Number(1, 24)] = 8
    seed: Annotated[int, Number(0)] = 1
    ink: Ink = "color"
    theme: Theme_ = "tab"
    paper: FoldedPaper = ""

    verb = "puzzles"

    def answer(self, call: Call) -> Answer:
        """The puzzles as data, and their sheet."""
        from tt_print.books.make import find_puzzles, make_puzzle_sheet

        game = find_game(self.game)
        theme, warnings = self.look()
        format_, paper = fold_of(self.paper or call.environment.paper)
        found = find_puzzles(game, self.count, self.seed)
        choices = BookletChoices(find_paper(paper), format_, theme)
        made = make_puzzle_sheet(game, found, self.seed, choices)
        rows = [
            {
                "groups": {group.role: [*map(str, group.cards)] for group in each.groups},
                "lines": list(each.lines), "answer": list(each.answer), "difficulty": each.difficulty,
            }
            for each in found
        ]  # fmt: skip
        data = {"game": game.name, "seed": self.seed, "puzzles": rows}
        text = [*_book_lines(made, choices.flip), Said("books.other_puzzles", seed=self.seed + 1)]
        return Answer(data, made.files, warnings=warnings, text=text)


@dataclass(frozen=True)
class Quickref(Command):
    """Cards with the rules of each game, `large` four to a page."""

    games: Games
    large: Annotated[bool, Switch(), Without("card")] = False
    house_file: HouseFile = ""
    house: Rules = ()
    paper: Paper = ""
    card: Card = "standard"
    ink: Ink = "color"
    theme: Theme_ = "tab"
    start_at: StartAt = 1
    cuts: Cuts = "ticks"
    printer: Printer = ""
    svg: Svg = False

    verb = "quickref"

    def answer(self, call: Call) -> Answer:
        from tt_print.books.quickref import QuickrefChoices, make_quickref

        path = own_file(self.games[0]) if self.games else None
        games = () if path else tuple(load_houses(self.games, self.house_file, self.house))
        paper, (theme, warnings) = self.sheet_size(call), self.look()
        profile, corrected = self.correction(paper, call)
        made = make_quickref(QuickrefChoices(
            games, paper, find_card_size(self.card), theme, self.large, self.cuts, self.start_at, profile, _own_card(path) if path else None,
        ))  # fmt: skip
        sheets, files = made.file.sheets, sheet_files(made.file, is_tagged=True)
        text = [
            Said(
                "books.cards", file=FileName(next(iter(files))), sheets=Count(len(sheets)), per_sheet=made.per_sheet,
                cards=Count(len(made.cards)), text_pt=made.text_pt,
            ),
            *corrected,
            Said("print.one_sided"),
        ]  # fmt: skip
        if self.svg:
            files |= svg_files(made.file.stem, sheets)
        data = {
            "sheets": len(sheets), "cards": len(made.cards), "per_sheet": made.per_sheet,
            "slots": [list(sheet.codes) for sheet in sheets], "text_pt": round(made.text_pt, 2),
            "house": {game.name: rules.as_json() for game, rules in games}, "printer": profile.printer if profile else None,
        }  # fmt: skip
        return Answer(data, files, warnings=warnings, text=text)


@dataclass(frozen=True)
class Scoresheet(Command):
    """Without `players` or `names` a sheet is for any table."""

    games: Games
    players: Annotated[int | None, Number()] = None
    names: Annotated[tuple[str, ...], Names()] = ()
    hands: Annotated[int | None, Number()] = None
    house_file: HouseFile = ""
    house: Rules = ()
    paper: Paper = ""
    ink: Ink = "color"
    theme: Theme_ = "tab"

    verb = "scoresheet"

    def answer(self, call: Call) -> Answer:
        from tt_print.paper.score_sheets import SheetChoices, make_score_sheets
        from tt_print.paper.score_template import read_own_sheet

        paper, (theme, warnings) = self.sheet_size(call), self.look()
        own: GameSheet | None = None
        tables: Sequence[tuple[ScoredGame, House]]
        if path := own_file(self.games[0]) if self.games else None:
            game, own = read_own_sheet(path)
            tables = [(game, game.house())]
        else:
            rules = [teams_by_seat(text, self.names) for text in self.house]
            tables = load_houses(self.games, self.house_file, rules)
        made, files, text = [], dict[str, bytes](), list[Line]()
        done = call.progress("Making score sheets", len(tables))
        for table in tables:
            choices = SheetChoices(*table, paper, theme, self.players, self.names, self.hands)
            made.append(each := make_score_sheets(choices, own=own))
            title = f"Triple Topper, score sheet of {each.title}"
            files[file := f"scores/{each.stem}.pdf"] = text_pdf(each.pages, title, ONE_SIDE)
            text.append(Said(
                "books.scores" if each.choices.players else "books.scores_of_any", file=FileName(file), title=each.title,
                players=each.choices.players, pages=Count(len(each.pages)), room=each.room,
            ))  # fmt: skip
            done()
        if not self.names and self.players is None:
            again = Action("scoresheet", {"games": self.games[:1], "names": ("Ann", "Bo", "Cy")})
            text.append(Said("books.more_room", scoresheet=again))
        unwritten = {str(warning): warning for each in made for warning in each.warnings}
        rows = [
            {
                "game": each.choices.game.name, "players": each.choices.players, "names": list(each.choices.names),
                "pages": len(each.pages), "hands": each.hands, "house": each.choices.house.as_json(),
            }
            for each in made
        ]  # fmt: skip
        warnings += tuple(unwritten.values())
        return Answer({"warnings": [*unwritten], "sheets": rows}, files, warnings=warnings, text=text)


def _own_booklet(path: Path, choices: BookletChoices) -> MadeBooklet:
    """The book of somebody's own game."""
    from tt_print.books.make import set_booklet
    from tt_print.books.own_book import read_own_book, read_own_text, where_in
    from tt_print.books.text import pocket_of

    text = read_own_text(path)
    book = read_own_book(text)
    book = pocket_of(book, text.file) if choices.format == "pocket" else book
    try:
        return set_booklet(book, text.facts.accent, choices)
    except LayoutProblem as wrong:
        raise where_in(text, wrong) from None


def _own_card(path: Path) -> tuple[str, Leaf]:
    """The card of somebody's own game, with its name."""
    from tt_print.books.own_book import read_own_book, read_own_text
    from tt_print.books.quickref import leaf_of

    text = read_own_text(path)
    return text.name, leaf_of(read_own_book(text))


def _way(format_: str) -> str:
    """How a book of this format is made from its sheets."""
    return format_ if format_ in ("pocket", "flat", FULL_RULES) else "folded"


def _book_lines(made: MadeBooklet, flip: str) -> list[Line]:
    """Where a book is and how it is printed, and its pages for a screen if they are another file."""
    count = {"pages": Count(made.pages), "sheets": Count(made.sheets)}
    lines: list[Line] = [Said(f"books.{_way(made.format)}", file=FileName(made.print_name), edge=flip.upper(), **count)]
    is_one = made.read_name == made.print_name
    return lines if is_one else [*lines, Said("books.to_read", file=FileName(made.read_name))]
