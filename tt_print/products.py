"""Everything that `tt-print build` makes, part by part. A new product is one more part, and only that.

A part imports what it needs when it is made: where all is there already, no library is waited for. Its facts say what
people are told: `place` is a file or a folder, `words` what is there, `count` how many of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tt_print.booklets.choices import BookletChoices, fold_of
from tt_print.games import GAMES, find_game, game_names
from tt_print.parts import Made, Part, Written

if TYPE_CHECKING:
    from tt_print.printer_profile import PrinterProfile


def build_parts(paper: str, profile: PrinterProfile | None) -> list[Part]:
    """What `tt-print build` makes for a paper and a calibrated printer, in the order in which people are told."""
    games = game_names()
    folded, sheet = fold_of(paper)
    return [
        Part("start", f"{paper} {profile}", lambda: _start(paper, profile)),
        Part("deck", f"{paper} {profile}", lambda: _deck(paper, profile)),
        Part("quickref", f"{paper} {profile}", lambda: _quickref(games, paper, profile), games),
        *(_score_part(game, paper) for game in games),
        *(booklet_part(game, BookletChoices(sheet, folded)) for game in games),
        Part("cards", "", _cards),
    ]


def summary(written: Written) -> dict[str, str]:
    """Where things are and what is there; what lies in one folder is counted together."""
    counts: dict[str, int] = {}
    words: dict[str, str] = {}
    for facts in written.facts.values():
        counts[facts["place"]] = counts.get(facts["place"], 0) + facts["count"]
        words[facts["place"]] = facts["words"]
    return {place: words[place].format(count=count) for place, count in counts.items()}


def _start(paper: str, profile: PrinterProfile | None) -> Made:
    from tt_print.outputs import sheet_svg_files, start_pdf
    from tt_print.sheets.start import make_start_sheets

    start = make_start_sheets(paper, profile=profile)
    name, data = start_pdf(start)
    words = "{count} pages to start with: rulers, chits, the 27 West cards"
    files = {name: data} | sheet_svg_files(start.stem, start.sheets)
    return Made(files, {"place": name, "words": words, "count": len(start.sheets)})


def _deck(paper: str, profile: PrinterProfile | None) -> Made:
    from tt_print.outputs import deck_pdf, sheet_svg_files
    from tt_print.sheets.deck import DeckChoices, make_deck_sheets

    deck = make_deck_sheets(DeckChoices(paper, profile=profile))
    name, data = deck_pdf(deck)
    words = "{count} sheets: the whole deck, jokers and chits"
    files = {name: data} | sheet_svg_files(deck.stem, deck.sheets)
    return Made(files, {"place": name, "words": words, "count": len(deck.sheets)})


def _quickref(names: list[str], paper: str, profile: PrinterProfile | None) -> Made:
    from tt_print.outputs import quickref_pdf
    from tt_print.quickref.make import QuickrefChoices, make_quickref

    games = [find_game(name) for name in names]
    made = make_quickref(QuickrefChoices(tuple((game, game.house()) for game in games), paper, profile=profile))
    name, data = quickref_pdf(made)
    words = f"{{count}} reference cards for the {len(games)} games"
    return Made({name: data}, {"place": name, "words": words, "count": len(made.cards)})


def _score_part(name: str, paper: str) -> Part:
    """A blank score sheet of a game under the printed rules."""

    def make() -> Made:
        from tt_print.outputs import score_pdf
        from tt_print.scoresheets.choices import SheetChoices
        from tt_print.scoresheets.make import make_score_sheets

        game = find_game(name)
        files = dict([score_pdf(make_score_sheets(SheetChoices(game, game.house(), paper)))])
        words = "{count} score sheets for any table; with names: tt-print scoresheet craziness --names Ann,Bo"
        return Made(files, {"place": "scores/", "words": words, "count": 1})

    return Part(f"scores {name}", paper, make, [name])


def booklet_part(name: str, choices: BookletChoices) -> Part:
    """A game's rule booklet; its facts are also those of a `Booklet`.

    A game of another package is made anew each time, for not all that goes into it is known.
    """

    def make() -> Made:
        from tt_print.booklets.make import make_booklet

        booklet = make_booklet(name, choices)
        words = (
            f"the rules of {{count}} games: ...-on-{choices.paper}.pdf to print on both sides, flipped on the SHORT edge,\n"
            "and fold; ...-read.pdf for a screen. More sizes and house rules: tt-print booklet --help"
        )
        return Made(booklet.files, booklet.facts | {"place": "booklets/", "words": words, "count": 1})

    return Part(f"booklet {name}", repr(choices), make, [name], always=name not in GAMES)


def _cards() -> Made:
    from tt_print.cards.theme import find_theme
    from tt_print.outputs import picture_files

    files = picture_files(find_theme())
    words = "{count} pictures of cards, chits and the back"
    return Made(files, {"place": "cards/", "words": words, "count": len(files)})
