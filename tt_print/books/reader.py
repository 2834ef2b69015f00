"""Markdown as blocks, for our own books and those that somebody brings; and what our own have beside it, under the house rules in force.

Beside CommonMark and tables a text of ours knows

    +++ ... +++                     facts in TOML at the top: tagline, players, time, deck
    ## Slaps  ## Words {words}      a chapter; {deck}, {setup}, {house}, {summary} ... are its kind (blocks.Chapter)
    {include games/war/shared.md#chances}        the section `chances` of templates/games/war/shared.md
    {when veto=off}                 opens a paragraph, an item or a row: only under this house rule; also !=, a|b
    {wrong_slap_penalty:card}       the house rule in force: "3 cards"
    [2c; W-4; house joker_slap]     ends a paragraph: the original's rule, a ruling, a house rule that it hangs on
    [2c; any joker_slap]            the same, and it is true whatever a table has decided there; [-] states no rule
    ## Slaps [2c; any veto]         speaks for what has no brackets of its own; and any veto, for all of the chapter
    > **Everybody ...**             a box
    `RC2`                           an inline card

and fenced blocks: ```example (tt_print.games.examples), ```deals 2-8 (the table of the deal for so many players),

    ```house veto                              ```figure table
    May you veto a play on your cards? [2]     alt: Four players around a table ...
    - In free time only.                       caption: Setup for four
    ```                                        left | Bo | | 8 | 2
                                               ```

A house rule says what this book plays, `{N:card}` is its number; what else may be chosen is in house-words.toml.
A figure's line is a place on the table: position, label, cards face up, number of cards face down (3.hands is what each of three
players gets), and the number of the paragraph that it illustrates, or beside a `card` the part of its face that the label explains.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field, replace
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING

from tt_print.books.blocks import (
    CHAPTERS,
    Block,
    BookTable,
    Bullets,
    Chapter,
    Field,
    Figure,
    FigurePlace,
    Heading,
    HouseChoice,
    HouseRule,
    Paragraph,
    Span,
    Spans,
    plain,
    read_book_words,
    source_name,
)
from tt_print.deck import AnyCard, parse_card
from tt_print.engine.house import House, HouseError, Option, show_value
from tt_print.engine.printed_lines import house_sentences, read_house_words
from tt_print.errors import InputError, TemplateError, join_words
from tt_print.games.examples import KINDS, WHEN, HouseCondition, examples_of
from tt_print.records import dataclass

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token as Token

    from tt_print.engine.base import Game

PLAIN = re.compile(r"[\w .,;:?()/+=%\u2013\u2019-]*")  # letters in which nothing of Markdown can be
CODE = re.compile(r"[RYGBK][CHTSB][1234?Q]|J[12]")
KIND = re.compile(r"(.*?)\s*\{(\w+)\}\s*$")  # of a chapter, in braces behind its title
NUMBERED = ("setup", "rules")  # the kinds of chapter with rules


@dataclasses.dataclass(eq=False, repr=False)
class MarkdownReader:
    """Walks the tokens of one text once, from top to bottom."""

    file: str
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
        return Chapter(self.title, key_of(self.title), (), self.kind)

    def read_heading(self, raw: str) -> Iterator[Heading]:
        yield Heading(raw, key_of(raw))

    def read_paragraph(self, raw: str) -> Iterator[Paragraph]:
        yield Paragraph(self.spans(raw))

    def read_fence(self, token: Token) -> Iterator[Block]:
        """The blocks of a fence; each kind of book has its own."""
        raise NotImplementedError

    def read_break(self) -> Iterator[Block]:
        """A line across: nothing, but where a book has pages of its own."""
        return iter(())

    def read_figure(self, kind: str, lines: Iterable[str]) -> Figure:
        """A line is a place, or one of its words behind their name."""
        words, places = {"alt": "", "caption": ""}, list[FigurePlace]()
        for line in lines:
            name, _, rest = line.partition(":")
            if (name := name.strip().lower()) in words:
                words[name] = f"{words[name]} {rest.strip()}".strip()
            else:
                places += self.read_place(line)
        return Figure(kind, tuple(places), self.spans(words["caption"]), words["alt"])

    def read_place(self, line: str) -> Iterator[FigurePlace]:
        raise NotImplementedError

    def read_box(self, tokens: list[Token], start: int) -> Iterator[Field]:
        inside: list[Paragraph | Bullets] = []
        index, end = start + 1, end_of(tokens, start)
        while index < end:
            if tokens[index].type == "paragraph_open":
                inside += self.read_paragraph(tokens[index + 1].content)
            elif tokens[index].type in ("bullet_list_open", "ordered_list_open"):
                inside += self.read_list(tokens, index)
            index = end_of(tokens, index) + 1
        if inside:
            yield Field("box", blocks=tuple(inside))

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

    def read_table(self, tokens: list[Token], start: int) -> BookTable:
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
        return BookTable(header, tuple(body), numeric)

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


# ---------------------------------------------------------------- our own books


VALUE = re.compile(r"\{(\w+)(?::(\w+))?\}")
ORIGIN = re.compile(r"\s*\[([^\]]+)\]\s*$")
RULING = re.compile(r"[A-Z]-\d+$")
DEFAULT = re.compile(r"\{N(?::(\w+))?\}")  # the printed value of a house rule, in its own block
# what a pocket fold leaves out: a text, a part of one
FULL, FULL_PART = re.compile(r"\{full\}\s*"), re.compile(r"\{full([^{}]+)\}")
DEALT = re.compile(r"(\d+)\.(\w+)")  # 3.hands: what the engine deals to each of three players


@dataclass(frozen=True, slots=True)
class Origin:
    """What is in brackets behind a text. `both` are options under any value of which it is true."""

    sources: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()
    house: tuple[str, ...] = ()
    both: tuple[str, ...] = ()


@dataclasses.dataclass(eq=False, repr=False)
class BookReader(MarkdownReader):
    """Reads a text of a game under `house`."""

    game: Game = field(kw_only=True)
    house: House = field(kw_only=True)
    origin: Origin | None = None  # of the last paragraph, which speaks for the list or table under it
    in_short: bool = False  # for the pocket fold

    def read(self, body: str) -> tuple[str, list[Chapter]]:
        """As of any text. Raises TemplateError with the line of whatever cannot be read, because games of other packages bring books."""
        try:
            title, chapters = super().read(body)
        except TemplateError:
            raise
        except (InputError, LookupError, ValueError, RuntimeError) as error:
            why = str(error) if isinstance(error, InputError) else repr(error)
            where = f"templates/{self.file}: line {self.line} below the front matter"
            raise TemplateError(f"{where}: this block cannot be read: {why}") from error
        if not title:
            raise TemplateError(f"templates/{self.file}: it has no title. Begin with # and the name of the game.")
        return title, chapters

    def begin_chapter(self, heading: str) -> Chapter:
        chapter = super().begin_chapter(heading)
        if KIND.match(chapter.title):
            raise InputError(f"{heading!r} is of no kind that there is: {join_words(CHAPTERS)}.")
        self.title = self._origin(chapter.title)[0]
        self.origin = None
        return replace(chapter, title=self.title, key=key_of(self.title))

    def read_paragraph(self, raw: str) -> Iterator[Paragraph]:
        raw, options, holds = self._conditions(raw)
        raw, self.origin = self._origin(raw)
        self.note(raw, self.origin, options)
        if not holds:
            return
        origin = self.origin or Origin()
        text, used = self._with_values(raw)
        named = tuple(dict.fromkeys([*options, *origin.house, *used]))
        changed = any(name in self.house.changed for name in named)
        sources = tuple(source_name(source) for source in origin.sources if source != "-")
        yield Paragraph(self.spans(text), sources, named, changed)

    def _origin(self, raw: str) -> tuple[str, Origin | None]:
        """The text without the brackets at its end, and what they say; None where there are none."""
        found = ORIGIN.search(raw)
        if not found:
            return raw, None
        kinds: dict[str, list[str]] = {"source": [], "ruling": [], "house": [], "any": []}
        for item in filter(None, re.split(r"\s*[;,]\s*", " ".join(found[1].split()))):
            first, *names = item.split()
            if first in ("house", "any") and names:
                kinds[first] += names
            else:
                kinds["ruling" if RULING.match(item) else "source"].append(item)
        for name in (*kinds["house"], *kinds["any"]):
            self.house[name]  # raises for a misspelled one
        return raw[: found.start()], Origin(*(tuple(items) for items in kinds.values()))

    def note(self, text: str, origin: Origin | None, options: Sequence[str]) -> None:
        """For those who look at what a text states: sees each sentence, whether it is printed or not."""

    def read_item(self, raw: str) -> Spans | None:
        """What an item does not say of its origin is that of the paragraph above."""
        raw, options, holds = self._conditions(raw)
        raw, origin = self._origin(raw)
        self.note(raw, origin or self.origin, [*options, *(self.origin.both if self.origin else ())])
        return self.spans(self._with_values(raw)[0]) if holds else None

    def read_row(self, cells: Sequence[str]) -> tuple[Spans, ...] | None:
        """A row's cells; None where the conditions before any of them do not hold."""
        found = [self._conditions(cell) for cell in cells]
        *texts, (last, _, _) = found
        raw, origin = self._origin(last)
        own = [text for text, _, _ in texts] + [raw]
        options = [option for _, named, _ in found for option in named]
        both = self.origin.both if self.origin else ()
        self.note(" | ".join(own), origin or self.origin, [*options, *both])
        if not all(holds for _, _, holds in found):
            return None
        return tuple(self.spans(self._with_values(text)[0]) for text in own)

    # fenced blocks

    def read_fence(self, token: Token) -> Iterator[Block]:
        kind, _, rest = token.info.strip().partition(" ")
        if kind in KINDS:
            name = dict(word.partition("=")[::2] for word in rest.split())["id"]
            example = next(each for each in examples_of(self.file, self.game.name) if each.id == name)
            if example.shown:
                yield example  # run and rendered by read_book
        elif kind == "house":
            yield self._house_rule(rest, token.content)
        elif kind == "figure":
            yield from self._figure(rest, token.content)
        else:
            yield self._deals(rest)

    def _house_rule(self, option_name: str, text: str) -> HouseRule:
        """A question, with the numbers that it cites, and on the next line what this book plays."""
        option = next(each for each in self.game.options if each.name == option_name)
        asked, ours = (line for line in text.splitlines() if line.strip())
        question, origin = self._origin(asked)
        sources = tuple(map(source_name, origin.sources)) if origin else ()
        choices = tuple(self._choices(option, ours.removeprefix("- ")))
        return HouseRule(option_name, option.ruling, self.spans(question), choices, sources)

    def _choices(self, option: Option, ours: str) -> Iterator[HouseChoice]:
        """Ours first, then the one in force where it is another, then the rest, in the words that all paper uses."""
        now = self.house[option.name]
        written = DEFAULT.sub(lambda found: show_number(option.default, found[1] or ""), ours)
        yield HouseChoice(show_value(option.default), self.spans(written), True, now == option.default)
        if now != option.default and now not in option.values:
            yield HouseChoice(show_value(now), self._house_words(self.house, option.name), False, True)
        for value in sorted(option.values, key=lambda value: value != now):
            if value != option.default:
                other = self.game.house(**{option.name: value})
                yield HouseChoice(show_value(value), self._house_words(other, option.name), False, value == now)
        if option.minimum is not None or option.read is not None:
            yield HouseChoice(_allowed_values(option), self.spans(self._open_ended(option)))

    def _house_words(self, house: House, option_name: str) -> Spans:
        return self.spans(" ".join(house_sentences(house, frozenset(house) - {option_name})))

    def _open_ended(self, option: Option) -> str:
        """What other numbers, or lists, a table may agree on."""
        text = read_house_words(self.game.name).open_ended[option.name]
        return text.format(least=option.minimum, most=option.maximum)

    def _figure(self, info: str, text: str) -> Iterator[Figure]:
        """The figure of a block; nothing where the condition in its first line does not hold."""
        held = [self.text_if_holds(line) for line in map(str.strip, text.splitlines()) if line]
        if held[:1] != [None]:
            shown = (line for line in held if line and not line.startswith("rules:"))
            figure = self.read_figure(info, shown)
            if not figure.alt:
                raise InputError(f"figure {info}: say alt:, for those who have the book read aloud.")
            yield figure

    def read_place(self, line: str) -> Iterator[FigurePlace]:
        """A place on the table; none where the deal leaves no card for it."""
        position, label, codes, count, step, *_ = (*(part.strip() for part in line.split("|")), "")
        dealt = DEALT.fullmatch(count)
        down = self._deal_sizes(int(dealt[1]))[dealt[2]] if dealt else int(count or 0)
        if down or not dealt:
            cards = tuple(map(parse_card, codes.split()))
            yield FigurePlace(position, label.removeprefix("*"), cards, down, label.startswith("*"), step)

    def _deal_sizes(self, players: int) -> dict[str, int]:
        """As the house has it; as printed where its teams are for another number of players than the page shows."""
        try:
            return self.game.deal_sizes(players, self.house)
        except HouseError:
            return self.game.deal_sizes(players, self.game.house())

    def _deals(self, info: str) -> BookTable:
        """How many cards go where for these numbers of players (`2-8`), as the engine deals them: a column for each."""
        words = read_book_words().deals
        first, _, last = info.partition("-")
        counts = range(int(first), int(last) + 1)
        sizes = [self._deal_sizes(count) for count in counts]
        rows = tuple(
            tuple(map(self.spans, (label, *(str(each[key]) for each in sizes))))
            for label, key in ((words.hands, "hands"), (words.center, "center"))
        )
        header = tuple(map(self.spans, (words.players, *map(str, counts))))
        return BookTable(header, rows, (False, *[True] * len(counts)))

    # inline text

    def _conditions(self, raw: str) -> tuple[str, list[str], bool]:
        """The text after its `{when ...}`, the options named there, and whether all of them hold."""
        options, holds = [], True
        if found := FULL.match(raw):
            raw, holds = raw[found.end() :], not self.in_short
        raw = FULL_PART.sub("" if self.in_short else r"\1", raw)
        while found := WHEN.match(raw):
            raw = raw[found.end() :]
            options += [found[1]] if found[1] != "game" else []  # which game it is, nobody chooses
            holds = holds and HouseCondition(found[1], tuple(found[3].split("|")), bool(found[2])).holds(self.house)
        return raw, options, holds

    def text_if_holds(self, raw: str) -> str | None:
        """Text after its conditions, the house rules in force written in; None where they do not hold."""
        text, _, holds = self._conditions(raw)
        return self._with_values(text)[0] if holds else None

    def remark(self, raw: str) -> Spans:
        """A remark of an example as text."""
        return self.spans(self._with_values(raw)[0])

    def _with_values(self, raw: str) -> tuple[str, list[str]]:
        """Text with the house rules in force written in, and which options those are."""
        used: list[str] = []

        def value(found: re.Match[str]) -> str:
            used.append(found[1])
            return show_number(self.house[found[1]], found[2] or "")

        return VALUE.sub(value, raw), used


def show_number(value: object, noun: str = "") -> str:
    """A value in words: `3 cards`, `1 card`."""
    text = show_value(value)
    return f"{text} {noun}{'' if text == '1' else 's'}" if noun else text


def _allowed_values(option: Option) -> str:
    """How another value is written: a number, or a list as the option explains it."""
    if option.minimum is None:
        return option.allowed.rpartition(" as ")[2]
    return f"{option.minimum} to {option.maximum}" if option.maximum is not None else f"{option.minimum} or more"
