"""A first game in a stacked order: the cards to sort, and rounds by a script. The text is `templates/games/NAME/lesson.md`.

Its `round` blocks are played by the engine like those of a book; the first one says what everyone holds. The order of the deck is
found from that: the engine deals a deck, and what it puts where is exchanged for what the script needs there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cache
from itertools import groupby
from typing import Any

from tt_print.booklets.blocks import Block, Book, Figure, Paragraph, Place, Span
from tt_print.booklets.cover import read_cover
from tt_print.booklets.make import MAKER, VIEWER
from tt_print.booklets.pages import lesson_pages
from tt_print.booklets.style import find_style
from tt_print.booklets.text import read_book
from tt_print.booklets.words import read_words
from tt_print.cards.theme import Theme
from tt_print.deck import AnyCard
from tt_print.engine.completion import ExampleTable
from tt_print.engine.notation import NAMES, seat_name
from tt_print.engine.told import HOUSE_RULE, cards_in
from tt_print.errors import TemplateError
from tt_print.files.disk import file_stem, short_hash
from tt_print.games import find_game
from tt_print.games.examples import Example, example_table, examples_of
from tt_print.records import dataclass
from tt_print.render.pdf import DocumentFacts
from tt_print.render.tagged import render_reading_pdf
from tt_print.sheets.plan import Paper

FILE = "lesson.md"
PER_ROW = 8  # cards of the order side by side


@dataclass(frozen=True, slots=True)
class Lesson:
    """The text, how many it is for, and the deck from its top card; None where any card will do."""

    book: Book[Block]
    players: int
    order: tuple[AnyCard | None, ...]


@cache
def read_lesson(name: str) -> Lesson:
    """The lesson of a game, with every line of its script played. Raises ExampleError, and TemplateError for a text that cannot be read."""
    name = find_game(name).name
    first = next(example for example in examples_of(f"games/{name}/{FILE}", name) if example.kind == "round")
    scene = example_table(first.game, first.cases[0].phrases)  # with its first move, whose cards must lie there
    order = _order(scene, _cards_named(first, scene))
    book = read_book(name, scene.house, FILE)
    chapters = tuple(
        chapter.with_blocks(tuple(_with_order(chapter.blocks, order, scene.start.hands))) for chapter in book.chapters
    )
    return Lesson(book.with_chapters(chapters), len(scene.start.hands), order)


def lesson_pdf(name: str, names: Sequence[str], paper: Paper, theme: Theme) -> tuple[str, bytes]:
    """Name and content of the PDF of a lesson. `names` take the places of the players in the text, in their order."""
    book = read_lesson(name).book
    style = find_style("flat", False, theme, read_cover(name).accent, (paper.width_mm, paper.height_mm))
    pages = lesson_pages(_with_names(book, dict(zip(NAMES, names, strict=False))) if names else book, style)
    facts = DocumentFacts(
        book.title, "Print at 100%, on both sides of a sheet.", VIEWER | {"Duplex": "DuplexFlipLongEdge"}, **MAKER
    )
    spoken = short_hash(" ".join(names)) if names else ""
    stem = file_stem("first-game", name, *theme.file_parts, spoken, paper.name)
    return f"sheets/{stem}.pdf", render_reading_pdf(pages, facts)[0]


# ---------------------------------------------------------------- the order of the deck


def _opening(first: Example) -> tuple[str, ...]:
    return first.cases[0].phrases[: -len(first.cases[0].own)]


def _cards_named(first: Example, table: ExampleTable) -> set[AnyCard]:
    return {
        card for text in _opening(first) if not text.startswith(HOUSE_RULE)
        for value in table.scene.parse_phrase(text).values.values() for card in cards_in(value)
    }  # fmt: skip


def _order(scene: ExampleTable, named: set[AnyCard]) -> tuple[AnyCard | None, ...]:
    """The deck from its top card with which the deal leaves the table of the scene.

    Raises TemplateError where no deal does: for larger hands, for instance.
    """
    game, house, wanted = scene.game, scene.house, scene.start
    start = game.start(len(wanted.hands), house, len(wanted.hands) - 1)
    deal = next(iter(game.legal(start)))
    dealt = game.apply(start, deal)
    there = dict(_places(game.layout(dealt)))
    here = {place: card for place, card in _places(game.layout(wanted)) if card in named}
    if not here.keys() <= there.keys():
        raise TemplateError(f"templates/games/{game.name}/{FILE}: no deal leaves this table.")
    instead = {there[place]: card for place, card in here.items()}
    return tuple(map(instead.get, reversed(deal.order)))


def _places(piles: Mapping[str, Any]) -> Iterator[tuple[tuple[Any, ...], AnyCard]]:
    """Every card of a layout with its place: the pile and the number in it, the top card's is 0."""
    for name, pile in piles.items():
        for index, each in enumerate(pile):
            if isinstance(each, tuple | list):
                yield from (((name, *place), card) for place, card in _places({str(index): each}))
            else:
                yield (name, len(pile) - 1 - index), getattr(each, "card", each)


def _with_order(
    blocks: Sequence[Block], order: Sequence[AnyCard | None], hands: Sequence[tuple[AnyCard, ...]]
) -> Iterator[Block]:
    """The order in the place of the figure that asks for it, and after it the same in words; and the hands."""
    for block in blocks:
        if not (isinstance(block, Figure) and block.kind in ("order", "hands")):
            yield block
            continue
        if block.kind == "hands":
            held = tuple(Place("", seat_name(seat), hand) for seat, hand in enumerate(hands))
            yield replace(block, kind="order", places=held)
            continue
        places = tuple(_rows(order, read_words().other_cards))
        yield replace(block, places=places)
        words = "; ".join(
            f"{place.label}: {', '.join(card.name for card in place.cards)}" for place in places if place.cards
        )
        yield Paragraph("", (Span(f"{words}."),))


def _rows(order: Sequence[AnyCard | None], others: Sequence[str]) -> Iterator[Place]:
    """The order in rows, each with the numbers of its cards; a run of cards that may be any is one pile, named one of `others`,
    for one card and for several."""
    number = 1
    for is_any, run in groupby(order, lambda card: card is None):
        cards = tuple(run)
        length = len(cards) if is_any else PER_ROW
        for start in range(0, len(cards), length):
            row = tuple(card for card in cards[start : start + length] if card is not None)
            label = f"{len(cards)} {others[len(cards) > 1]}" if is_any else f"{number}–{number + len(row) - 1}"
            yield Place("", label, row, len(cards) if is_any else 0)
            number += len(row)


def _with_names(value: Any, names: Mapping[str, str]) -> Any:
    """The same with other names in every text."""
    if isinstance(value, str):
        return re.sub(rf"\b({'|'.join(names)})\b", lambda found: names[found[1]], value)
    if isinstance(value, tuple):
        return tuple(_with_names(each, names) for each in value)
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{each.name: _with_names(getattr(value, each.name), names) for each in fields(value)})
    return value
