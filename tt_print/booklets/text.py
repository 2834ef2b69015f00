"""Rule books out of `templates/games/`: Markdown to frozen blocks, under the house rules in force.

Beside CommonMark and tables the text knows

    +++ ... +++                     facts in TOML at the top: tagline, players, time, deck
    ## Slaps  ## Words {words}      a chapter; {house}, {summary} and {words} are its kind
    {include games/war/shared.md#chances}        the section `chances` of templates/games/war/shared.md
    {when veto=off}                 opens a paragraph, an item or a row: only under this house rule; also !=, a|b
    {wrong_slap_penalty:card}       the house rule in force: "3 cards"
    [2c; W-4; house joker_slap]     ends a paragraph: the original's rule, a ruling, a house rule that it hangs on
    `RC2`                           an inline card

and blocks ```example (tt_print.games.examples), ```house, ```figure and ```deals (tt_print.booklets.fences).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from tt_print.booklets.blocks import (
    Block,
    Book,
    Bullets,
    Chapter,
    Heading,
    HouseRule,
    Paragraph,
    Pocket,
    Span,
    Spans,
    Table,
)
from tt_print.booklets.fences import read_deals, read_figure, read_house_rule, show_number, source_name
from tt_print.booklets.source import read_source
from tt_print.deck import AnyCard, parse_card
from tt_print.engine.house import House, show_value
from tt_print.engine.house_words import house_sentences
from tt_print.errors import InputError, TemplateError
from tt_print.games import find_game
from tt_print.games.examples import Example, check_examples, read_examples
from tt_print.templates import read_toml

if TYPE_CHECKING:
    from markdown_it.token import Token

    from tt_print.engine.base import Game

CODE = re.compile(r"[RYGBK][CHTSB][1234?Q]|J[12]")
WHEN = re.compile(r"\{when (\w+)(!?)=([^}\s]+)\}\s*")
VALUE = re.compile(r"\{(\w+)(?::(\w+))?\}")
ORIGIN = re.compile(r"\s*\[([^\]]+)\]\s*$")
TITLE = re.compile(r"(.*?)\s*\{(house|summary|words)\}\s*$")
RULING = re.compile(r"[A-Z]-\d+$")


def read_book(name: str, house: House | None = None) -> Book:
    """The rule book of a game under `house`, every example run by the engine.

    Raises ExampleError when an example is false, TemplateError for text that cannot be read.
    """
    from tt_print.booklets.shown import show_example

    check_examples(find_game(name).name)
    draft = read_draft(name, house)
    chapters = []
    for chapter in draft.chapters:
        blocks: list[Block] = []
        for block in chapter.blocks:
            blocks += show_example(block, draft.house) if isinstance(block, Example) else [block]
        chapters.append(replace(chapter, blocks=tuple(blocks)))
    return replace(draft.book, chapters=tuple(chapters))


def read_pocket(name: str, house: House | None = None) -> Pocket:
    """The short text for a folded sheet. Raises as `read_book`."""
    game = find_game(name)
    check_examples(game.name)
    book = _draft(game, house or game.house(), f"games/{game.name}/pocket.md").book
    panels = tuple(replace(chapter, number="", blocks=_unnumbered(chapter.blocks)) for chapter in book.chapters)
    return Pocket(game.name, book.title, book.tagline, book.facts, panels, book.credit, book.in_force)


@dataclass(frozen=True)
class Draft:
    """A book whose examples have not been run: `Example`s stand in its chapters where their `Shown` will."""

    book: Book
    house: House

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        return self.book.chapters


def read_draft(name: str, house: House | None = None) -> Draft:
    """The text alone, for those who look for a line or two of it."""
    game = find_game(name)
    draft = _draft(game, house or game.house(), f"games/{game.name}/book.md")
    rules = {b.option: b.number for chapter in draft.chapters for b in chapter.blocks if isinstance(b, HouseRule)}
    chapters = tuple(replace(c, blocks=tuple(_refer(b, rules, game) for b in c.blocks)) for c in draft.chapters)
    return Draft(replace(draft.book, chapters=chapters), draft.house)


def _refer(block: Block, rules: dict[str, str], game: Game) -> Block:
    """A paragraph with the numbers of its house rules in place of their names."""
    if not isinstance(block, Paragraph):
        return block
    lost = [name for name in block.house if name not in rules]
    if lost:
        raise TemplateError(f"templates/games/{game.name}/book.md: no block says what the house rule {lost[0]!r} is.")
    return replace(block, house=tuple(rules[name] for name in block.house))


def _unnumbered(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    return tuple(replace(block, number="", house=()) if isinstance(block, Paragraph) else block for block in blocks)


# ---------------------------------------------------------------- from file to blocks


def _draft(game: Game, house: House, file: str) -> Draft:
    front, body = read_source(file)
    reader = _Reader(game, house, file)
    title, chapters = reader.read(body)
    words = read_toml("booklets/book.toml")
    try:
        facts = tuple((words["facts"][name], _fact(reader, front[name])) for name in ("players", "time", "deck"))
        tagline = front["tagline"]
    except KeyError as error:
        raise TemplateError(f"templates/{file}: between the lines +++ there is no {error}.") from error
    in_force = tuple(plain(reader.spans(said)) for said in house_sentences(house))
    book = Book(game.name, title, tagline, facts, tuple(chapters), words["credit"].format(title=title), in_force)
    return Draft(book, house)


def _fact(reader: _Reader, written: str | list[str]) -> str:
    """A fact, or the first of several that the house rules allow."""
    return next(text for each in ([written] if isinstance(written, str) else written) if (text := reader.when(each)))


@cache
def _markdown() -> Any:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"typographer": True}).enable(["table", "smartquotes"])


@dataclass
class _Reader:
    """Walks the tokens of one text once, from top to bottom."""

    game: Game
    house: House
    file: str
    chapter: int = 0
    paragraph: int = 0
    kind: str = "rules"

    def read(self, body: str) -> tuple[str, list[Chapter]]:
        """The title and the chapters."""
        tokens = _markdown().parse(body)
        title, chapters = "", []
        blocks: list[Block] = []
        place = 0
        while place < len(tokens):
            token = tokens[place]
            inner = tokens[place + 1].content if place + 1 < len(tokens) else ""
            if token.type == "heading_open" and token.tag == "h1":
                title = inner
            elif token.type == "heading_open" and token.tag == "h2":
                named = TITLE.match(inner)
                self.kind, name = (named[2], named[1]) if named else ("rules", inner)
                self.chapter, self.paragraph, blocks = self.chapter + 1, 0, []
                chapters.append((str(self.chapter), name, self.kind, blocks))
            elif token.type == "heading_open":
                blocks.append(Heading(3, "", inner, _key(inner)))
            elif token.type == "paragraph_open":
                blocks += self._paragraph(inner)
            elif token.type in ("bullet_list_open", "ordered_list_open"):
                blocks += self._list(tokens, place)
            elif token.type == "table_open":
                blocks.append(self._table(tokens, place))
            elif token.type == "fence":
                blocks += self._fence(token)
            place = _end(tokens, place) + 1
        if not title:
            raise TemplateError(f"templates/{self.file} has no title, a line that begins with one #.")
        return title, [Chapter(n, name, _key(name), tuple(found), kind) for n, name, kind, found in chapters]

    def _paragraph(self, raw: str) -> Iterator[Paragraph]:
        raw, touched, holds = self._conditions(raw)
        if not holds:
            return
        found = ORIGIN.search(raw)
        sources, rulings = [], []
        if found:
            raw = raw[: found.start()]
            for item in filter(None, re.split(r"\s*[;,]\s*", " ".join(found[1].split()))):
                if item.startswith("house "):
                    touched += item.split()[1:]
                elif RULING.match(item):
                    rulings.append(item)
                else:
                    sources.append(source_name(item))
        text, used = self._fill(raw)
        touched = list(dict.fromkeys(touched + used))
        number = self.count() if found or (touched and self.kind == "rules") else ""
        yield Paragraph(
            number,
            self.spans(text),
            tuple(sources),
            tuple(rulings),
            tuple(touched),
            any(name in self.house.changed for name in touched),
        )

    def count(self) -> str:
        """The next number of the chapter: `3.2`."""
        self.paragraph += 1
        return f"{self.chapter}.{self.paragraph}"

    def _list(self, tokens: list[Token], place: int) -> Iterator[Bullets]:
        level, items = tokens[place].level, []
        for at in range(place, _end(tokens, place)):
            if tokens[at].type == "inline" and tokens[at].level == level + 3:
                raw, _, holds = self._conditions(tokens[at].content)
                if holds:
                    items.append(self.spans(self._fill(raw)[0]))
        if items:
            yield Bullets(tuple(items), tokens[place].type == "ordered_list_open")

    def _table(self, tokens: list[Token], place: int) -> Table:
        rows: list[list[Spans]] = []
        keep = True
        for at in range(place, _end(tokens, place)):
            if tokens[at].type == "tr_open":
                rows.append([])
                keep = True
            elif tokens[at].type == "inline":
                raw, _, holds = self._conditions(tokens[at].content)
                keep = keep and holds
                rows[-1].append(self.spans(self._fill(raw)[0]))
            elif tokens[at].type == "tr_close" and not keep:
                rows.pop()
        header, *body = map(tuple, rows)
        if self.kind == "words":  # a word is looked up by its letters
            body.sort(key=lambda row: plain(row[0]).removeprefix("to ").lower())
        columns = [[plain(row[column]) for row in body] for column in range(len(header))]
        numeric = tuple(all(re.fullmatch(r"[\d,–-]*", cell) for cell in column) for column in columns)
        return Table(header, tuple(body), numeric)

    def _fence(self, token: Token) -> Iterator[Block]:
        kind, _, rest = token.info.strip().partition(" ")
        if kind == "example":
            name = dict(word.partition("=")[::2] for word in rest.split())["id"]
            example = next(each for each in read_examples(self.game.name) if each.id == name)
            if example.shown:
                yield example  # run and shown by read_book
        elif kind == "house":
            yield read_house_rule(self, rest, token.content)
        elif kind == "figure":
            figure = read_figure(self, rest, token.content)
            if figure is not None:
                yield figure
        elif kind == "deals":
            yield read_deals(self, rest)
        else:
            raise TemplateError(f"templates/{self.file}: a block is example, house, figure or deals, not {kind!r}.")

    # text

    def _conditions(self, raw: str) -> tuple[str, list[str], bool]:
        """The text after its `{when ...}`, the options named there, and whether all of them hold."""
        touched, holds = [], True
        while found := WHEN.match(raw):
            raw = raw[found.end() :]
            touched += [found[1]] if found[1] != "game" else []  # which game it is, is nobody's choice
            holds = holds and (show_value(self._value(found[1])) in found[3].split("|")) is not bool(found[2])
        return raw, touched, holds

    def fill(self, raw: str) -> str:
        """Text with the house rules in force written in."""
        return self._fill(raw)[0]

    def when(self, raw: str) -> str | None:
        """Text after its conditions, None where they do not hold."""
        text, _, holds = self._conditions(raw)
        return self.fill(text) if holds else None

    def _fill(self, raw: str) -> tuple[str, list[str]]:
        used: list[str] = []

        def value(found: re.Match[str]) -> str:
            used.append(found[1])
            return show_number(self._value(found[1]), found[2] or "")

        return VALUE.sub(value, raw), used

    def _value(self, option: str) -> Any:
        if option not in self.house:
            raise TemplateError(f"templates/{self.file}: {self.game.title} has no house rule {option!r}.")
        return self.house[option]

    def spans(self, text: str) -> Spans:
        """Inline Markdown as spans; a line end is a blank."""
        found: list[Span] = []
        bold = False
        for token in _markdown().parseInline(text)[0].children:
            if token.type in ("strong_open", "strong_close"):
                bold = token.type == "strong_open"
            elif token.type == "code_inline":
                card = card_of(token.content)
                found.append(Span(card.name if card else token.content, bold, card))
            elif token.type in ("softbreak", "hardbreak"):
                found.append(Span(" ", bold))
            elif token.content:
                found.append(Span(token.content, bold))
        return tuple(_joined(found))


def _joined(spans: list[Span]) -> Iterator[Span]:
    """Neighbors that look alike, as one."""
    last: Span | None = None
    for span in spans:
        if last and not last.card and not span.card and last.bold == span.bold:
            last = Span(last.text + span.text, last.bold)
            continue
        if last:
            yield last
        last = span
    if last:
        yield last


def card_of(text: str) -> AnyCard | None:
    """The card of a code, None for other text."""
    try:
        return parse_card(text) if CODE.fullmatch(text) else None
    except InputError:
        return None


def plain(spans: Spans) -> str:
    """The words alone."""
    return "".join(span.text for span in spans)


def _key(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def _end(tokens: list[Token], place: int) -> int:
    """Where the block that opens at `place` closes."""
    if tokens[place].nesting != 1:
        return place
    level = tokens[place].level
    return next(at for at in range(place + 1, len(tokens)) if tokens[at].nesting == -1 and tokens[at].level == level)
