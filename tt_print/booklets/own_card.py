"""The words of somebody's book that belong on a card to be cut out with the deck."""

from __future__ import annotations

from collections.abc import Iterator

from tt_print.booklets.blocks import Block, Book, Box, Bullets, Paragraph, Spans
from tt_print.errors import InputError
from tt_print.records import dataclass


@dataclass(frozen=True, slots=True)
class OwnCard:
    """`sentences` have **bold** words; they are those of the chapter {summary}, or of all chapters where there is none."""

    title: str
    facts: str
    sentences: tuple[str, ...]
    author: str


def read_own_card(book: Book[Block]) -> OwnCard:
    """Raises InputError for a book without a sentence."""
    chapters = [chapter for chapter in book.chapters if chapter.kind == "summary"] or book.chapters
    found = tuple(sentence for chapter in chapters for block in chapter.blocks for sentence in _sentences(block))
    if not found:
        raise InputError(f"{book.title}: no sentence for a card. Write a chapter: ## At a glance {{summary}}")
    facts = dict(book.facts)
    return OwnCard(book.title, " · ".join(list(facts.values())[:1]), found, book.author)


def _sentences(block: Block) -> Iterator[str]:
    match block:
        case Paragraph():
            yield _marked(block.spans)
        case Bullets():
            yield from map(_marked, block.items)
        case Box():
            for inner in block.blocks:
                yield from _sentences(inner)


def _marked(spans: Spans) -> str:
    return "".join(
        f"**{span.text.strip()}**{' ' * span.text.endswith(' ')}" if span.bold and span.text.strip() else span.text
        for span in spans
    )
