"""Booklets of a shop as pictures of pages: one of all games in short, or the whole rule book of each game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

from tt_print.cards.theme import Theme
from tt_print.drawing.geometry import Rect, shift
from tt_print.drawing.shapes import Drawing, Group, Path
from tt_print.drawing.structure import ReadingPage
from tt_print.errors import join_words
from tt_print.export.job import DECK_TITLES, Choices, Job, Spec
from tt_print.export.profile_tables import ShopBooklet, ShopProfile
from tt_print.export.shop_boxes import NONE, home_box
from tt_print.games import GAMES, find_game, game_names
from tt_print.problems import Problem, pick

ALL = "all"


def resolve_booklet(spec: Spec[ShopProfile]) -> tuple[str, str]:
    """Games and size in our spelling, empty for what is the usual one. Raises Problem or InputError for what there is not."""
    choices, sizes = spec.choices, spec.profile.booklets
    size = pick("booklet_size", choices.booklet_size, sizes) if choices.booklet_size else ""
    if choices.booklet.strip().lower() == NONE:
        if size:
            raise Problem("excludes", "booklet_size", value=size, other="booklet")
        return NONE, ""
    names, usual = games_of(choices), next(iter(sizes))
    return "" if names == _played(choices.deck) else ",".join(names), "" if size == usual else size


def games_of(choices: Choices) -> list[str]:
    """The games that are named, with commas between, or all that the deck plays. Raises Problem or InputError for one that it does not."""
    played, wanted = _played(choices.deck), choices.booklet
    if wanted.strip().lower() in ("", ALL):
        return played
    found = []
    for text in filter(None, (part.strip() for part in wanted.split(","))):
        game = find_game(text)
        if game.name not in played:
            titles = join_words((GAMES[name].title for name in played), "and")
            known = {"deck": DECK_TITLES[choices.deck], "game": game.title, "titles": titles}
            raise Problem("not_played", "booklet", value=text, **known)
        found.append(game.name)
    if not found:
        raise Problem("no_game", "booklet", value=wanted)
    return [name for name in played if name in found]


def _played(deck: str) -> list[str]:
    titles = home_box().words.games.get(deck)
    return [name for name in game_names() if titles is None or GAMES[name].title in titles]


def booklet_of(spec: Spec[ShopProfile]) -> ShopBooklet:
    """The usual one where there is none of the size."""
    sizes = spec.profile.booklets
    return sizes.get(spec.choices.booklet_size, next(iter(sizes.values())))


def draw_booklets(job: Job[ShopProfile]) -> dict[str, Drawing]:
    """Each page with its bleed, by the name of its file below the export: `booklet/01.png` is the front cover; where there
    is a book a game, `booklet/ww3/01.png`. Raises Problem for more pages than a booklet has.
    """
    if job.choices.booklet == NONE:
        return {}
    books = _books(booklet_of(job), tuple(games_of(job.choices)), job.choices.deck, job.theme)
    return {
        f"booklet/{folder}{number:02}.png": page
        for folder, pages in books.items() for number, page in enumerate(pages, 1)
    }  # fmt: skip


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
            known = {"game": GAMES[game].title, "pages": len(pages), "title": booklet.title, "most": booklet.max_pages}
            raise Problem("too_many_pages", "booklet_size", **known)
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
    steps, booklet, names = job.profile.booklet_steps, booklet_of(job), draw_booklets(job)
    if not names:
        return steps.none
    if booklet.text == "short":
        return "\n".join(line.format(title=booklet.title, pages=len(names)) for line in steps.short)
    counts = Counter(name.split("/")[1] for name in names)
    books = "\n".join(f"  - booklet/{folder}: {GAMES[folder].title}, {count} pages" for folder, count in counts.items())
    return "\n".join(line.format(title=booklet.title, books=books) for line in steps.whole)
