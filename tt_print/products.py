"""Everything that `tt-print build` makes, part by part. A new product is one more part, and only that.

A part imports what it needs when it is made: where all is there already, no library is waited for. Its facts are for
messages: `place` is a file or a folder, `count` how much is there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tt_print.booklets.choices import BookletChoices, fold_of
from tt_print.games import GAMES, find_game, game_names
from tt_print.parts import Part, PartFiles

if TYPE_CHECKING:
    from tt_print.printer_profile import PrinterProfile

USUAL_INK, USUAL_THEME = "color", "tab"  # whose parts are named as they always were


class PrintSettings(NamedTuple):
    """Print settings for every product: paper, calibrated printer, ink, and theme."""

    paper: str
    profile: PrinterProfile | None
    ink_style: str
    theme: str

    @property
    def words(self) -> str:
        """What names a part beside its paper and printer; nothing for what most people print."""
        return f"{'' if self.ink_style == USUAL_INK else f' {self.ink_style}'}{'' if self.theme == USUAL_THEME else f' {self.theme}'}"


def build_parts(
    paper: str, profile: PrinterProfile | None, ink_style: str = USUAL_INK, theme: str = USUAL_THEME
) -> list[Part]:
    """What `tt-print build` makes for a paper and a calibrated printer, in the order of the report."""
    games, look = game_names(), PrintSettings(paper, profile, ink_style, theme)
    from tt_print.sheets.start import first_game

    folded, sheet = fold_of(paper)
    face, chosen = own_theme_hash(theme), f"{paper} {profile}{look.words}"
    own = f"{own_paper_words(paper)}{face}"
    return [
        Part("start", chosen, lambda: _start(look), [first_game()], own=own),
        Part("deck", chosen, lambda: _deck(look), own=own),
        Part("quickref", chosen, lambda: _quickref(games, look), games, own=own),
        *(_score_part(game, look, own) for game in games),
        *(booklet_part(game, BookletChoices(sheet, folded, ink_style=ink_style, theme=theme)) for game in games),
        Part("cards", look.words.strip(), lambda: _cards(look), own=face),
    ]


def own_theme_hash(theme: str) -> str:
    """Of the file and the fonts of somebody's own theme; "" for one of ours. Raises InputError for a theme that does not exist."""
    from tt_print.cards.theme_file import THEMES

    if not theme or theme in THEMES:
        return ""
    from tt_print.cards.theme import find_theme

    origin = find_theme(name=theme).origin
    return origin.sha256 if origin else ""


def own_paper_words(paper: str) -> str:
    """The measures of somebody's own paper; "" for one of ours, and for one that is named by its sides."""
    from tt_print.sheets.plan import own_papers

    own = own_papers().found
    return repr(own[paper]) if paper in own else ""


def _start(look: PrintSettings) -> PartFiles:
    from tt_print.outputs import sheet_svg_files, start_pdfs
    from tt_print.sheets.start import make_start_sheets

    start = make_start_sheets(look.paper, look.ink_style, look.profile, look.theme)
    pdfs = start_pdfs(start)
    files = pdfs | sheet_svg_files(start.stem, start.sheets)
    return PartFiles(files, {"place": next(iter(pdfs)), "count": len(start.sheets)})


def _deck(look: PrintSettings) -> PartFiles:
    from tt_print.outputs import deck_pdf, sheet_svg_files
    from tt_print.sheets.deck import DeckChoices, make_deck_sheets

    deck = make_deck_sheets(DeckChoices(look.paper, profile=look.profile, ink_style=look.ink_style, theme=look.theme))
    name, data = deck_pdf(deck)
    files = {name: data} | sheet_svg_files(deck.stem, deck.sheets)
    return PartFiles(files, {"place": name, "count": len(deck.sheets)})


def _quickref(names: list[str], look: PrintSettings) -> PartFiles:
    from tt_print.outputs import quickref_pdf
    from tt_print.quickref.make import QuickrefChoices, make_quickref

    games = [find_game(name) for name in names]
    played = tuple((game, game.house()) for game in games)
    made = make_quickref(
        QuickrefChoices(played, look.paper, ink_style=look.ink_style, profile=look.profile, theme=look.theme)
    )
    name, data = quickref_pdf(made)
    return PartFiles({name: data}, {"place": name, "count": len(made.cards)})


def _score_part(name: str, look: PrintSettings, own: str) -> Part:
    """A blank score sheet of a game under the printed rules."""

    def make() -> PartFiles:
        from tt_print.outputs import score_pdf
        from tt_print.scoresheets.choices import SheetChoices
        from tt_print.scoresheets.make import make_score_sheets

        game = find_game(name)
        choices = SheetChoices(game, game.house(), look.paper, ink_style=look.ink_style, theme=look.theme)
        files = dict([score_pdf(make_score_sheets(choices))])
        return PartFiles(files, {"place": "scores/", "count": 1})

    return Part(f"scores {name}", f"{look.paper}{look.words}", make, [name], own=own)


def booklet_part(name: str, choices: BookletChoices) -> Part:
    """A game's rule booklet; its facts are also those of a `Booklet`.

    A game of another package is made again each time, for not all that goes into it is known.
    """

    def make() -> PartFiles:
        from tt_print.booklets.make import make_booklet

        booklet = make_booklet(name, choices)
        return PartFiles(booklet.files, booklet.facts | {"place": "booklets/", "count": 1})

    own = own_theme_hash(choices.theme)
    return Part(f"booklet {name}", repr(choices), make, [name], own, always=name not in GAMES)


def _cards(look: PrintSettings) -> PartFiles:
    from tt_print.cards.theme import find_theme
    from tt_print.outputs import picture_files

    files = picture_files(find_theme(look.ink_style, name=look.theme))
    return PartFiles(files, {"place": f"{next(iter(files)).partition('/')[0]}/", "count": len(files)})
