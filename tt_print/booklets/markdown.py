"""Markdown as blocks: what our own books and those that somebody brings have in common.

Beside CommonMark and tables it knows chapters of a kind (`## Words {words}`), inline cards (`RC2`), and boxes (>).
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Sequence
from dataclasses import field, replace
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING

from tt_print.booklets.blocks import (
    CHAPTERS,
    Block,
    Box,
    Bullets,
    Chapter,
    Heading,
    Paragraph,
    Span,
    Spans,
    Table,
    plain,
)
from tt_print.deck import AnyCard, parse_card
from tt_print.errors import InputError

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token as Token

PLAIN = re.compile(r"[\w .,;:?()/+=%\u2013\u2019-]*")  # letters in which nothing of Markdown can be
CODE = re.compile(r"[RYGBK][CHTSB][1234?Q]|J[12]")
KIND = re.compile(r"(.*?)\s*\{(\w+)\}\s*$")  # of a chapter, in braces behind its title
NUMBERED = ("setup", "rules")  # the kinds of chapter that count


@dataclasses.dataclass(eq=False, repr=False)
class MarkdownReader:
    """Walks the tokens of one text once, from top to bottom, and counts its chapters."""

    file: str
    chapter: int = 0
    kind: str = "rules"
    title: str = ""
    line: int = 0  # of the text without what is above it, where the block begins that is read
    opening: list[Block] = field(default_factory=list)  # what is before the first chapter
    bold_marks: tuple[str, ...] = ("strong_open", "strong_close")

    def read(self, body: str) -> tuple[str, list[Chapter]]:
        """The title, "" if there is none, and the chapters."""
        tokens: list[Token] = []
        _markdown().block.parse(body, _markdown(), {}, tokens)  # lines of text are parsed by `spans`, if they are kept
        title = ""
        found: list[tuple[Chapter, list[Block]]] = []
        blocks = self.opening
        index = 0
        while index < len(tokens):
            token = tokens[index]
            self.line = token.map[0] + 1 if token.map else self.line
            inner = tokens[index + 1].content if index + 1 < len(tokens) else ""
            self.look_at(token, inner)
            if token.type == "heading_open" and token.tag == "h1":
                title = inner
            elif token.type == "heading_open" and token.tag == "h2":
                blocks = []
                found.append((self.begin_chapter(inner), blocks))
            elif token.type == "heading_open":
                blocks += self.read_heading(inner)
            elif token.type == "paragraph_open":
                blocks += self.read_paragraph(inner)
            elif token.type in ("bullet_list_open", "ordered_list_open"):
                blocks += self.read_list(tokens, index)
            elif token.type == "table_open":
                table = self.read_table(tokens, index)
                blocks += [table] if table.rows else []
            elif token.type == "fence":
                blocks += self.read_fence(token)
            elif token.type == "blockquote_open":
                blocks += self.read_box(tokens, index)
            elif token.type == "hr":
                blocks += self.read_break()
            index = end_of(tokens, index) + 1
        return title, [replace(chapter, blocks=tuple(inside)) for chapter, inside in found]

    def look_at(self, token: Token, inner: str) -> None:
        """For a reader that cannot be sure of what a text has: sees each block, and its line of text, before it is read."""

    def begin_chapter(self, heading: str) -> Chapter:
        """A chapter without its blocks."""
        named = KIND.match(heading)
        if named and named[2] not in CHAPTERS:
            named = None
        self.title, self.kind = (named[1], named[2]) if named else (heading, "rules")
        self.chapter += self.kind in NUMBERED
        return Chapter(
            str(self.chapter) if self.kind in NUMBERED else "", self.title, key_of(self.title), (), self.kind
        )

    def read_heading(self, raw: str) -> Iterator[Heading]:
        yield Heading(raw, key_of(raw))

    def read_paragraph(self, raw: str) -> Iterator[Paragraph]:
        yield Paragraph("", self.spans(raw))

    def read_fence(self, token: Token) -> Iterator[Block]:
        """The blocks of a fence; each kind of book has its own."""
        raise NotImplementedError

    def read_break(self) -> Iterator[Block]:
        """A line across: nothing, but where a book has pages of its own."""
        return iter(())

    def read_box(self, tokens: list[Token], start: int) -> Iterator[Box]:
        inside: list[Paragraph | Bullets] = []
        index, end = start + 1, end_of(tokens, start)
        while index < end:
            if tokens[index].type == "paragraph_open":
                inside += self.read_paragraph(tokens[index + 1].content)
            elif tokens[index].type in ("bullet_list_open", "ordered_list_open"):
                inside += self.read_list(tokens, index)
            index = end_of(tokens, index) + 1
        if inside:
            yield Box(tuple(inside))

    def read_list(self, tokens: list[Token], start: int) -> Iterator[Bullets]:
        level, items = tokens[start].level, []
        for token in tokens[start : end_of(tokens, start)]:
            if token.type == "inline" and token.level == level + 3:
                self.line = token.map[0] + 1 if token.map else self.line
                item = self.read_item(token.content)
                if item is not None:
                    items.append(item)
        if items:
            yield Bullets(tuple(items), tokens[start].type == "ordered_list_open")

    def read_item(self, raw: str) -> Spans | None:
        """An item of a list; None where it is not for this table."""
        return self.spans(raw)

    def read_table(self, tokens: list[Token], start: int) -> Table:
        written: list[list[str]] = []
        for token in tokens[start : end_of(tokens, start)]:
            if token.type == "tr_open":
                written.append([])
            elif token.type == "inline":
                written[-1].append(token.content)
        header = tuple(map(self.spans, written[0]))
        body = [row for cells in written[1:] if (row := self.read_row(cells)) is not None]
        if self.kind == "words":  # a word is looked up by its letters
            body.sort(key=lambda row: plain(row[0]).removeprefix("to ").lower())
        columns = [[plain(row[column]) for row in body] for column in range(len(header))]
        numeric = tuple(all(re.fullmatch(r"[\d,–-]*", cell) for cell in column) for column in columns)
        return Table(header, tuple(body), numeric)

    def read_row(self, cells: Sequence[str]) -> tuple[Spans, ...] | None:
        """A row of a table; None where it is not for this table of players."""
        return tuple(map(self.spans, cells))

    def card_of(self, text: str) -> AnyCard | None:
        """The card that code in a text names, None for other text."""
        try:
            return parse_card(text) if CODE.fullmatch(text) else None
        except InputError:
            return None

    def spans(self, text: str) -> Spans:
        """Inline Markdown as spans; a line end is a blank."""
        if PLAIN.fullmatch(text):
            return (Span(text),) if text else ()
        found: list[Span] = []
        depth = 0
        for token in inline_tokens(text):
            bold = depth > 0
            if token.type in self.bold_marks:
                depth += token.nesting
            elif token.type == "code_inline":
                card = self.card_of(token.content)
                found.append(Span(card.name if card else token.content, bold, card))
            elif token.type in ("softbreak", "hardbreak"):
                found.append(Span(" ", bold))
            elif token.content:
                found.append(Span(token.content, bold))
        alike = groupby(enumerate(found), lambda each: (each[1].bold, each[0] if each[1].card else -1))
        joined = ([span for _, span in run] for _, run in alike)
        return tuple(replace(run[0], text="".join(span.text for span in run)) for run in joined)


@cache
def _markdown() -> MarkdownIt:
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark", {"typographer": True}).enable(["table", "smartquotes"])
    return reader.disable(["reference", "code", "html_block"])  # whose words would not be printed


def inline_tokens(text: str) -> Sequence[Token]:
    """What Markdown makes of the text of a line."""
    return _markdown().parseInline(text)[0].children or ()


def end_of(tokens: list[Token], start: int) -> int:
    """Where the block that opens at `start` closes."""
    if tokens[start].nesting != 1:
        return start
    level = tokens[start].level
    return next(i for i in range(start + 1, len(tokens)) if tokens[i].nesting == -1 and tokens[i].level == level)


def key_of(title: str) -> str:
    """What names a title in links."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
