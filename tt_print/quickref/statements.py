"""What a reference card says under these house rules, and what the engine must find so (`templates/games/*/quickref.toml`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Any

from tt_print.engine.base import Game
from tt_print.engine.house import House
from tt_print.engine.printed_lines import PrintedLine
from tt_print.engine.table_facts import holds, table_facts
from tt_print.errors import InputError, TemplateError
from tt_print.records import dataclass, replace
from tt_print.templates import has_template, read_table

if TYPE_CHECKING:
    from tt_print.booklets.blocks import Block, Book, Span


# The template


@dataclass(frozen=True, slots=True)
class ShowEntry:
    """Little cards (codes with spaces between, of a pile from the bottom), or values, and what they come to."""

    cards: str
    say: str


@dataclass(frozen=True, slots=True)
class LineEntry:
    """A sentence or a row of little cards, with the rules behind it and checks for the engine: lines of examples.

    `checks_for` and `rules_for` are one game's own on a card that several games share. `when` are the house rules
    under which the line is there, `any` those whatever value of which leave it true. `shown` are the words of the checks that the little cards picture, in order,
    where they are not the cards themselves.
    """

    rules: tuple[str, ...]
    say: str = ""
    show: tuple[ShowEntry, ...] = ()
    emblems: bool = False
    checks: tuple[str, ...] = ()
    checks_for: dict[str, tuple[str, ...]] = field(default_factory=dict)
    rules_for: dict[str, tuple[str, ...]] = field(default_factory=dict)
    shown: tuple[str, ...] | None = None
    when: tuple[str, ...] = ()
    any: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CardEntry:
    """`any` speaks for all lines."""

    lines: tuple[LineEntry, ...]
    any: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CardTemplate:
    """`shared` names the template of the card that a game shares with others; `rules` are the house rules that a
    shared card speaks of.
    """

    title: str
    facts: PrintedLine
    cards: tuple[CardEntry, ...]
    shared: str = ""
    rules: tuple[str, ...] = ()


def read_card_template(name: str) -> CardTemplate:
    """The cards of `templates/games/<name>/quickref.toml`. Raises TemplateError."""
    return read_table(CardTemplate, card_file(name))


def card_file(name: str) -> str:
    return f"games/{name}/quickref.toml"


# The statements


@dataclass(frozen=True, slots=True)
class CardRow:
    """Little cards in a row (codes; of a pile from the bottom), or values, with what they come to."""

    codes: tuple[str, ...]
    say: str


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence or a row of little cards. `checks` are lines of examples that must hold, `rules` what they rest on."""

    say: str
    shown: tuple[CardRow, ...]
    rules: tuple[str, ...]
    checks: tuple[str, ...]
    where: str
    emblems: bool = False
    witnesses: tuple[str, ...] = ()  # for each of `shown`: the words of the checks that it pictures


@dataclass(frozen=True, slots=True)
class Leaf:
    """The statements that belong on one card, and how the card is headed."""

    title: str
    facts: str
    statements: tuple[Statement, ...]
    author: str


def read_leaves(name: str, game: Game, house: House) -> list[Leaf]:
    """The cards of the template `name`, as they are under these house rules; of a game that brings none one card with the
    rules of its book. Raises TemplateError.
    """
    if not has_template(card_file(name)):
        return [_leaf_of_book(game, house)]
    template = read_card_template(name)
    facts = table_facts(game, house)
    facts |= game.table.card_facts(facts, house)
    leaves = []
    for card_number, card in enumerate(template.cards, 1):
        statements = [
            _statement(line, game, facts, f"templates/games/{name}/quickref.toml, card {card_number}, line {number}")
            for number, line in enumerate(card.lines, 1)
            if holds(line.when, facts)
        ]
        leaves.append(Leaf(template.title, template.facts.say.format(**facts), tuple(statements), game.author))
    return leaves


def leaf_of(book: Book[Block], file: str) -> Leaf:
    """The sentences of a book, with **bold** words: those of its chapter {summary}, or of all chapters where there is none.

    `file` is where the book is. Raises InputError for a book without a sentence.
    """
    chapters = [chapter for chapter in book.chapters if chapter.kind == "summary"] or book.chapters
    found = [sentence for chapter in chapters for block in chapter.blocks for sentence in _sentences(block)]
    if not found:
        raise InputError(f"{book.title}: no sentence for a card. Write a chapter: ## At a glance {{summary}}")
    facts = book.facts[0][1] if book.facts else ""
    return Leaf(book.title, facts, tuple(Statement(each, (), (), (), file) for each in found), book.author)


def _sentences(block: Block) -> Iterator[str]:
    from tt_print.booklets.blocks import Box, Bullets, Paragraph

    if isinstance(block, Box):
        for inner in block.blocks:
            yield from _sentences(inner)
    for spans in (block.spans,) if isinstance(block, Paragraph) else block.items if isinstance(block, Bullets) else ():
        yield "".join(_marked(span) for span in spans)


def _marked(span: Span) -> str:
    text = span.text.strip()
    return f"**{text}**{' ' * span.text.endswith(' ')}" if span.bold and text else span.text


def _leaf_of_book(game: Game, house: House) -> Leaf:
    """The sentences of all rules; what takes more than a card needs a template."""
    from tt_print.booklets.markdown import NUMBERED
    from tt_print.booklets.text import read_book

    book = read_book(game.name, house)
    (_, players), *_, (_, deck) = book.facts
    rules = tuple(chapter for chapter in book.chapters if chapter.kind in NUMBERED)
    return replace(leaf_of(book.with_chapters(rules), f"{game.name}/book.md"), facts=f"{players} · {deck}")


def _statement(line: LineEntry, game: Game, facts: Mapping[str, Any], where: str) -> Statement:
    checks = (*line.checks, *line.checks_for.get(game.name, ()))
    pictured = line.shown if line.shown is not None else tuple(part.cards for part in line.show)
    try:
        shown = tuple(
            CardRow(tuple(part.cards.format(**facts).split()), part.say.format(**facts)) for part in line.show
        )
        return Statement(
            line.say.format(**facts), shown, line.rules_for.get(game.name, line.rules),
            tuple(check.format(**facts) for check in checks), where, line.emblems,
            tuple(words.format(**facts) for words in pictured),
        )  # fmt: skip
    except KeyError as error:
        raise TemplateError(f"{where}: there is no fact {error}.") from None
