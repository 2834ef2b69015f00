"""A shop that makes a whole game: pictures of cards as for any service, tuck boxes that hold them, and booklets of rules.

A booklet is one of all games in short, or the whole rule book of each game; its pages are pictures.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from functools import cached_property, lru_cache

from tt_print.cards.theme import Theme
from tt_print.drawing.geometry import shift
from tt_print.drawing.shapes import Drawing, Group, Path
from tt_print.drawing.structure import ReadingPage
from tt_print.errors import join_words
from tt_print.export.choices import DECK_TITLES, Choices
from tt_print.export.expected import Expected, ExpectedPicture, FileFacts, Finding
from tt_print.export.job import Content
from tt_print.export.pictures import Pictures
from tt_print.export.profile_tables import ShopBooklet, ShopProfile
from tt_print.export.shop_boxes import NONE, box_steps, draw_box, home_box, plan_boxes, resolve_box
from tt_print.export.tuckbox import read_name
from tt_print.games import GAMES, find_game, game_names
from tt_print.problems import Problem, pick
from tt_print.progress import Progress

BOX_NAME = re.compile(r"(?:.*/)?((?:\d+-of-\d+-)?poker-tuck-box-(\d+))\.(?:png|jpe?g)", re.IGNORECASE)
PAGE_NAME = re.compile(r"(?:booklet/)?((?!fronts/|back/)[^/]+/)?(\d{2,3})\.(?:png|jpe?g)", re.IGNORECASE)


class Shop(Pictures[ShopProfile]):
    """The cards' pictures; `box/poker-tuck-box-72.png`, a file a box; `booklet/01.png` and so on, a file a page."""

    options = Pictures.options | {"tuck_box", "booklet", "booklet_size", "name"}

    def resolve(self) -> Choices:
        choices, sizes = self.choices, self.profile.booklets
        size = pick("booklet_size", choices.booklet_size, sizes) if choices.booklet_size else ""
        if choices.booklet.strip().lower() == NONE:
            if size:
                raise Problem("excludes", "booklet_size", value=size, other="booklet")
            booklet = NONE
        else:
            booklet = "" if self.games == self._played else ",".join(self.games)
        size = "" if size == next(iter(sizes)) else size
        box, name = resolve_box(self), read_name(choices)
        return replace(super().resolve(), tuck_box=box, booklet=booklet, booklet_size=size, name=name)

    @property
    def _played(self) -> list[str]:
        """The games that the deck plays."""
        titles = home_box().words.games.get(self.choices.deck)
        return [name for name in game_names() if titles is None or GAMES[name].title in titles]

    @cached_property
    def games(self) -> list[str]:
        """Those that are named, with commas between, or all that the deck plays. Raises Problem or InputError for others."""
        played, wanted = self._played, self.choices.booklet
        if wanted.strip().lower() in ("", "all"):
            return played
        found = []
        for text in filter(None, (part.strip() for part in wanted.split(","))):
            game = find_game(text)
            if game.name not in played:
                titles = join_words((GAMES[name].title for name in played), "and")
                known = {"deck": DECK_TITLES[self.choices.deck], "game": game.title, "titles": titles}
                raise Problem("not_played", "booklet", value=text, **known)
            found.append(game.name)
        if not found:
            raise Problem("no_game", "booklet", value=wanted)
        return [name for name in played if name in found]

    @property
    def booklet(self) -> ShopBooklet:
        """The usual one where there is none of the size."""
        sizes = self.profile.booklets
        return sizes.get(self.choices.booklet_size, next(iter(sizes.values())))

    @cached_property
    def pages(self) -> dict[str, Drawing]:
        """Each page of the booklets with its bleed, by the name of its file: `booklet/01.png` is the front cover; where there
        is a book a game, `booklet/ww3/01.png`. Raises Problem for more pages than a booklet has.
        """
        if self.choices.booklet == NONE:
            return {}
        books = _books(self.booklet, tuple(self.games), self.choices.deck, self.theme)
        return {
            f"booklet/{folder}{number:02}.png": page
            for folder, pages in books.items() for number, page in enumerate(pages, 1)
        }  # fmt: skip

    def _lying(self, pages: Collection[str]) -> int:
        """How many of these pages are of a booklet that is no larger than the cards and so is on them."""
        return len(pages) if self.booklet.lies_on(self.product) else 0

    def draw_files(self, progress: Progress) -> dict[str, Content]:
        boxes = plan_boxes(self, self._lying(self.pages))
        drawn = {f"box/{each.file}": draw_box(self, each) for each in boxes}
        return {**super().draw_files(progress), **drawn, **self.pages}

    def usual_name(self, name: str) -> str:
        """Boxes, pages, and pictures of cards, in any folder, PNG or JPEG."""
        if match := BOX_NAME.fullmatch(name):
            return f"box/{match[1]}.png"
        if match := PAGE_NAME.fullmatch(name):
            return f"booklet/{match[1] or ''}{match[2]}.png"
        return super().usual_name(name)

    def possible_choices(self, found: Mapping[str, FileFacts]) -> Iterator[Choices]:
        """Without a manifest a booklet may be of any size."""
        for choices in super().possible_choices(found):
            for size in (choices.booklet_size,) if self.is_signed else self.profile.booklets:
                yield replace(choices, booklet_size=size)

    def expected_files(self, found: Collection[str]) -> dict[str, Expected]:
        """The pages of a booklet are those that were found, as only the rules themselves say how many they take."""
        pages = [name for name in found if name.startswith("booklet/")]
        cards = [name for name in found if not name.startswith(("booklet/", "box/"))]
        formats, boxes = self.profile.checks.formats, self.profile.boxes
        files = super().expected_files(cards) if cards or self.codes else {}
        files |= dict.fromkeys(pages, ExpectedPicture(self.booklet.box.file_px, self.booklet.dpi, formats))
        if self.is_signed:
            needed = {f"box/{packed.file}": packed.box for packed in plan_boxes(self, self._lying(pages))}
        else:
            named = {name: BOX_NAME.fullmatch(name) for name in found}
            needed = {name: boxes.sizes[match[2]] for name, match in named.items() if match and match[2] in boxes.sizes}
        return files | {name: ExpectedPicture(box.file_px, boxes.dpi, formats) for name, box in needed.items()}

    def check_together(self, found: Mapping[str, FileFacts]) -> list[Finding]:
        """Each booklet's pages count from 01 without a gap, a multiple of 4 and no more than a booklet has."""
        findings = []
        books: dict[str, list[int]] = {}
        for name in found if len(found) > 1 else ():
            if match := PAGE_NAME.fullmatch(name):
                books.setdefault(f"booklet/{match[1] or ''}", []).append(int(match[2]))
        most = max(booklet.max_pages for booklet in self.profile.booklets.values())
        for folder, pages in books.items():
            count = len(pages)
            if sorted(pages) != list(range(1, count + 1)):
                findings.append(Finding("files", folder, "pages missing", f"01 to {count:02}, each once"))
            if count % 4 or count > most:
                findings.append(Finding("page count", folder, f"{count} pages", f"a multiple of 4, at most {most}"))
        wanted = self.choices.booklet
        if self.is_signed and (wanted == NONE) != (not books):
            count = sum(map(len, books.values()))
            findings.append(Finding("files", "booklet/", f"{count} pages", wanted or "a booklet"))
        return findings

    def how_to_words(self) -> dict[str, object]:
        """`boxes` and `booklets`: the steps for those, or why there are none."""
        title, step = self.booklet.title, self.profile.step
        if not self.pages:
            booklets = step("no_booklet")
        elif self.booklet.text == "short":
            booklets = step("short_booklet", title=title, pages=len(self.pages))
        else:
            counts = Counter(name.split("/")[1] for name in self.pages)
            each = [step("each_booklet", folder=game, game=GAMES[game].title, pages=n) for game, n in counts.items()]
            booklets = "\n".join([step("whole_booklets", title=title), *each])
        boxes = box_steps(self, plan_boxes(self, self._lying(self.pages)))
        return {**super().how_to_words(), "boxes": boxes, "booklets": booklets}


KINDS = {"shop": Shop}


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
    """Paper, or on the cover the game's color, runs on to the edge of the file; a page's own color always does."""
    box = booklet.box
    flood = theme.paper if theme.is_low else theme.colors[accent].ink if accent in theme.colors else theme.inks[accent]
    made = []
    for number, page in enumerate(pages):
        drawing, ground = page.drawing, Path(box.whole.path(), theme.paper if number else flood)
        items = (ground, Group(drawing.items, shift(box.trim.left, box.trim.top)))
        made.append(Drawing(box.width_mm, box.height_mm, items, drawing.title, drawing.description))
    return tuple(made)
