"""Everything at once, part by part. A new product is one more part, and only that."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from tt_print.core.commands.common import Answer, Command
from tt_print.requests import listings as of
from tt_print.requests.listings import Ink, Paper, Printer, Theme_

if TYPE_CHECKING:
    from tt_print.core.environment import Call
    from tt_print.printer_profile import PrinterProfile


class PartFiles(NamedTuple):
    """A part's files by name. `place` is a file or a folder, `amount` how much is there."""

    files: Mapping[str, bytes]
    place: str
    amount: int


class Part(NamedTuple):
    """Files that are made together. `weight` is about how long that takes, in score sheets, which are quick."""

    name: str
    make: Callable[[], PartFiles]
    weight: int


class PrintSettings(NamedTuple):
    """Print settings for every product: paper, calibrated printer, ink, and theme."""

    paper: str
    profile: PrinterProfile | None
    ink_style: str
    theme: str


@dataclass(frozen=True)
class Build(Command):
    """Pictures of all cards, the start pages, the deck, booklets, reference cards, and score sheets."""

    paper: Paper = ""
    ink: Ink = "color"
    theme: Theme_ = "tab"
    printer: Printer = ""

    verb = "build"

    def answer(self, call: Call) -> Answer:
        """`made` are the settings, the theme, and by the names of parts where their files are and how many."""
        theme, warnings = self.look()
        paper = of.find_paper(self.paper or call.environment.paper)
        settings = PrintSettings(paper, call.environment.find_profile(self.printer, paper), self.ink, self.theme)
        parts, done, files, made = build_parts(settings), 0, dict[str, bytes](), {}
        total = sum(part.weight for part in parts)
        for part in parts:
            call.step(f"Making {part.name}", done, total)
            part_files, place, amount = part.make()
            files |= part_files
            made[part.name] = place, amount
            done += part.weight
        return Answer({}, files, (settings, theme, made), warnings)


def build_parts(look: PrintSettings) -> list[Part]:
    """What `tt-print build` makes, in the order of the report."""
    from tt_print.games import game_names

    games = game_names()
    return [
        Part("start", partial(_start, look), 8),
        Part("deck", partial(_deck, look), 8),
        Part("quickref", partial(_quickref, games, look), 8),
        *(Part(f"scores {game}", partial(_scores, game, look), 1) for game in games),
        *(Part(f"booklet {game}", partial(_booklet, game, look), 12) for game in games),
        Part("cards", partial(_cards, look), 4),
    ]


def _start(look: PrintSettings) -> PartFiles:
    from tt_print.outputs import sheet_svg_files, start_pdfs
    from tt_print.sheets.start import make_start_sheets

    start = make_start_sheets(look.paper, look.ink_style, look.profile, look.theme)
    pdfs = start_pdfs(start)
    files = pdfs | sheet_svg_files(start.stem, start.sheets)
    return PartFiles(files, next(iter(pdfs)), len(start.sheets))


def _deck(look: PrintSettings) -> PartFiles:
    from tt_print.outputs import deck_pdf, sheet_svg_files
    from tt_print.sheets.deck import DeckChoices, make_deck_sheets

    deck = make_deck_sheets(DeckChoices(look.paper, profile=look.profile, ink_style=look.ink_style, theme=look.theme))
    name, data = deck_pdf(deck)
    return PartFiles({name: data} | sheet_svg_files(deck.stem, deck.sheets), name, len(deck.sheets))


def _quickref(names: list[str], look: PrintSettings) -> PartFiles:
    from tt_print.games import find_game
    from tt_print.outputs import quickref_pdf
    from tt_print.quickref.make import QuickrefChoices, make_quickref

    games = [find_game(name) for name in names]
    played = tuple((game, game.house()) for game in games)
    made = make_quickref(
        QuickrefChoices(played, look.paper, ink_style=look.ink_style, profile=look.profile, theme=look.theme)
    )
    name, data = quickref_pdf(made)
    return PartFiles({name: data}, name, len(made.cards))


def _scores(name: str, look: PrintSettings) -> PartFiles:
    """A blank score sheet of a game under the printed rules."""
    from tt_print.games import find_game
    from tt_print.outputs import score_pdf
    from tt_print.scoresheets.choices import SheetChoices
    from tt_print.scoresheets.make import make_score_sheets

    game = find_game(name)
    choices = SheetChoices(game, game.house(), look.paper, ink_style=look.ink_style, theme=look.theme)
    return PartFiles(dict([score_pdf(make_score_sheets(choices))]), "scores/", 1)


def _booklet(name: str, look: PrintSettings) -> PartFiles:
    from tt_print.booklets.choices import BookletChoices, fold_of
    from tt_print.booklets.make import make_booklet

    folded, sheet = fold_of(look.paper)
    booklet = make_booklet(name, BookletChoices(sheet, folded, ink_style=look.ink_style, theme=look.theme))
    return PartFiles(booklet.files, "booklets/", 1)


def _cards(look: PrintSettings) -> PartFiles:
    from tt_print.cards.theme import find_theme
    from tt_print.outputs import picture_files

    files = picture_files(find_theme(look.ink_style, name=look.theme))
    return PartFiles(files, f"{next(iter(files)).partition('/')[0]}/", len(files))
