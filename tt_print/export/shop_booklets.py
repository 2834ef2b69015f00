"""Booklets of a shop as pictures of pages: one of all games in short, or the whole rule book of each game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from tt_print.cards.theme import Theme
from tt_print.drawing.geometry import Rect, shift
from tt_print.drawing.shapes import Drawing, Group, Path
from tt_print.drawing.structure import ReadingPage
from tt_print.errors import InputError, LayoutError, choose, join_words
from tt_print.export.job import Choices, Job
from tt_print.export.profile_tables import ShopBooklet, ShopProfile
from tt_print.export.shop_boxes import NONE, home_box
from tt_print.games import GAMES, find_game, game_names

ALL = "all"
SIZE = "--booklet-size"


def resolve_booklet(profile: ShopProfile, choices: Choices) -> tuple[str | None, str | None]:
    """Games and size in our spelling, None for what is the usual one. Raises InputError for what there is not."""
    size = choices.booklet_size
    if size is not None:
        size = choose("size of booklet", size, profile.booklets, SIZE)
    wanted = choices.booklet
    if wanted is not None and wanted.strip().lower() == NONE:
        if size is not None:
            raise InputError(
                f"--booklet none makes no booklet, so {SIZE} {size} has no meaning. Leave out one of the two."
            )
        return NONE, None
    names = games_of(choices.booklet, choices.deck)
    every = games_of(None, choices.deck)
    usual = next(iter(profile.booklets))
    return None if names == every else ",".join(names), None if size in (None, usual) else size


def games_of(wanted: str | None, deck: str) -> list[str]:
    """The games that are named, with commas between, or all that the deck plays. Raises InputError for one that it does not."""
    played = _played(deck)
    if wanted is None or wanted.strip().lower() == ALL:
        return played
    found = []
    for text in filter(None, (part.strip() for part in wanted.split(","))):
        name = find_game(text).name
        if name not in played:
            titles = join_words((GAMES[game].title for game in played), "and")
            title = GAMES[name].title if name in GAMES else name
            raise InputError(f"--booklet {text}: with {deck_words(deck)} nobody can play {title}. It plays {titles}.")
        found.append(name)
    if not found:
        raise InputError(f"--booklet {wanted!r}: name a game, several with commas between, all, or none.")
    return [name for name in [*played] if name in found]


def deck_words(deck: str) -> str:
    return {"west": "the West deck", "squares": "the Squares deck"}.get(deck, "the full deck")


def _played(deck: str) -> list[str]:
    titles = home_box().words.games.get(deck)
    return [name for name in game_names() if titles is None or GAMES[name].title in titles]


def size_of(profile: ShopProfile, choices: Choices) -> ShopBooklet:
    return profile.booklets[choices.booklet_size or next(iter(profile.booklets))]


def draw_booklets(job: Job[ShopProfile]) -> dict[str, Drawing]:
    """Each page with its bleed, by the name of its file below the export: `booklet/01.png` is the front cover; where there
    is a book a game, `booklet/ww3/01.png`. Raises LayoutError for more pages than a booklet has.
    """
    if job.choices.booklet == NONE:
        return {}
    booklet = size_of(job.profile, job.choices)
    games = games_of(job.choices.booklet, job.choices.deck)
    pages: dict[str, Drawing] = {}
    for folder, made in _books(booklet, tuple(games), job.choices.deck, job.theme).items():
        for number, page in enumerate(made, 1):
            pages[f"booklet/{folder}{number:02}.png"] = page
    return pages


@lru_cache(maxsize=4)
def _books(booklet: ShopBooklet, games: tuple[str, ...], deck: str, theme: Theme) -> Mapping[str, tuple[Drawing, ...]]:
    """Pages by their folder, with the faces that lie beside them."""
    from tt_print.booklets.cover import read_cover
    from tt_print.booklets.pages import make_pages
    from tt_print.booklets.short_book import make_short_pages, read_short_book
    from tt_print.booklets.style import find_style
    from tt_print.booklets.text import read_book, read_pocket

    if booklet.text == "short":
        pockets = [read_pocket(game, None) for game in games]
        pages = make_short_pages(pockets, booklet.style, theme, deck, booklet.max_pages)
        accent = read_short_book().cover.accent if len(games) > 1 else read_cover(games[0]).accent
        return {"": _with_bleed(pages, booklet, theme, accent)}
    books = {}
    for game in games:
        accent = read_cover(game).accent
        pages = make_pages(read_book(game, None), find_style(booklet.style, False, theme, accent), 4)
        if len(pages) > booklet.max_pages:
            raise LayoutError(
                f"the rules of {GAMES[game].title} take {len(pages)} pages, and a {booklet.title} has "
                f"{booklet.max_pages} at most. Choose {SIZE} small."
            )
        books[f"{game}/"] = _with_bleed(pages, booklet, theme, accent)
    return books


def _with_bleed(pages: list[ReadingPage], booklet: ShopBooklet, theme: Theme, accent: str) -> tuple[Drawing, ...]:
    """Paper, or on the cover the game's color, runs on to the edge of the file; a page's own color does so by itself."""
    box = booklet.box
    whole = Rect(0, 0, box.width_mm, box.height_mm)
    flood = theme.paper if theme.is_low else theme.colors[accent].ink if accent in theme.colors else theme.inks[accent]
    made = []
    for number, page in enumerate(pages):
        ground = Path(whole.path(), theme.paper if number else flood)
        drawing = page.drawing
        items = (ground, Group(drawing.items, shift(box.trim.left, box.trim.top)))
        made.append(Drawing(box.width_mm, box.height_mm, items, drawing.title, drawing.description))
    return tuple(made)


def booklet_steps(job: Job[ShopProfile]) -> str:
    """The lines of the how-to."""
    steps = job.profile.booklet_steps
    names = draw_booklets(job)
    if not names:
        return steps.none
    booklet = size_of(job.profile, job.choices)
    if booklet.text == "short":
        return "\n".join(line.format(title=booklet.title, pages=len(names)) for line in steps.short)
    counts: dict[str, int] = {}
    for name in names:
        folder = name.split("/")[1]
        counts[folder] = counts.get(folder, 0) + 1
    books = "\n".join(f"  - booklet/{folder}: {GAMES[folder].title}, {count} pages" for folder, count in counts.items())
    return "\n".join(line.format(title=booklet.title, books=books) for line in steps.whole)
