"""Rule books out of `templates/games/`: Markdown to frozen blocks, under the house rules in force.

Beside CommonMark and tables the text knows

    +++ ... +++                     facts in TOML at the top: tagline, players, time, deck
    ## Slaps  ## Words {words}      a chapter; {house}, {summary}, {well} and {words} are its kind
    {include games/war/shared.md#chances}        the section `chances` of templates/games/war/shared.md
    {when veto=off}                 opens a paragraph, an item or a row: only under this house rule; also !=, a|b
    {wrong_slap_penalty:card}       the house rule in force: "3 cards"
    [2c; W-4; house joker_slap]     ends a paragraph: the original's rule, a ruling, a house rule that it hangs on
    [2c; any joker_slap]            the same, and it is true whatever a table has decided there; [-] states no rule
    ## Slaps [2c; any veto]         speaks for what has no brackets of its own; and any veto, for all of the chapter
    > **Everybody ...**             a box
    `RC2`                           an inline card

and fenced blocks: ```example (tt_print.games.examples), ```deals 2-8 (the table of the deal for so many players), ```measured
(what is assumed, after what was measured of those who play as the chapter advises),

    ```house veto                              ```figure table
    May you veto a play on your cards? [2]     alt: Four players round a table ...
    - In free time only.                       caption: Set-up for four
    ```                                        top | Bo | RC1 YH2 | 3
                                               ```

A house rule says what this book plays, `{N:card}` is its number; what else may be chosen stands in house-words.toml.
A figure's line is a place on the table: position, label, cards face up, number of cards face down (3.hands is what each
of three players gets). A line of a `turn` is a step. Where the engine can answer, a ```ladder of examples is better: its
remarks are questions, and each case is one for which the answer is yes, but for the last.

How an example gets to its page: `read_draft` leaves it in its chapter as it was parsed; `read_book` has the engine run
it and turns each printed line into a `RenderedExample` (booklets.examples); `typeset` sets that as cards and words in
strips, `paginate` chooses where pages end, `pages` makes the pages, and `make` writes the file.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import field, replace
from functools import cache
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any

from tt_print.booklets.blocks import (
    FIGURES,
    Block,
    Book,
    Box,
    Bullets,
    Chapter,
    Choice,
    Figure,
    Heading,
    HouseRule,
    Paragraph,
    Place,
    Pocket,
    RenderedExample,
    Span,
    Spans,
    Steps,
    Table,
)
from tt_print.booklets.words import read_words
from tt_print.deck import AnyCard, parse_card
from tt_print.engine.advantage import advantage_sentence, read_advantage
from tt_print.engine.base import AUTHOR
from tt_print.engine.house import House, HouseError, Option, show_value
from tt_print.engine.house_words import house_sentences, read_house_words
from tt_print.engine.lengths import cover_time
from tt_print.errors import InputError, TemplateError
from tt_print.games import find_game
from tt_print.games.examples import KINDS, WHEN, Condition, Example, check_examples, read_examples_of_book
from tt_print.problems import Problem
from tt_print.records import dataclass
from tt_print.templates import has_template, parse_table, read_table, template_path

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token as Token

    from tt_print.engine.base import Game

PANELS = 7  # of a folded sheet, beside its cover
PLAIN = re.compile(r"[\w .,;:?()/+=%\u2013\u2019-]*")  # letters in which nothing of Markdown can be
CODE = re.compile(r"[RYGBK][CHTSB][1234?Q]|J[12]")
VALUE_NAME = re.compile(r"\{(\w+)(?::\w+)?\}")
VALUE = re.compile(r"\{(\w+)(?::(\w+))?\}")
ORIGIN = re.compile(r"\s*\[([^\]]+)\]\s*$")
TITLE = re.compile(r"(.*?)\s*\{(start|round|argued|well|house|summary|words)\}\s*$")
NUMBERED = ("rules",)  # the kinds of chapter that count
UNSTATED = ("words",)  # those that explain words and state no rule
RULING = re.compile(r"[A-Z]-\d+$")
INCLUDE = re.compile(r"\{include ([\w./-]+)#([\w-]+)\}\s*$")
DEFAULT = re.compile(r"\{N(?::(\w+))?\}")  # the printed value of a house rule, in its own block
DEALT = re.compile(r"(\d+)\.(\w+)")  # 3.hands: what the engine deals to each of three players
SOURCE_NAMES = {"setup": "set-up", "3c8": "3c 8"}

DraftBlock = Block | Example


@dataclass(frozen=True, slots=True)
class Draft:
    """A book whose examples have not been run: each stands in its chapter as the engine's parser read it."""

    book: Book[DraftBlock]
    house: House

    @property
    def chapters(self) -> tuple[Chapter[DraftBlock], ...]:
        return self.book.chapters


# ---------------------------------------------------------------- words that all books share


@dataclass(frozen=True, slots=True)
class FactLabels:
    players: str
    time: str
    deck: str


@dataclass(frozen=True, slots=True)
class DealLabels:
    players: str
    hands: str
    center: str


@dataclass(frozen=True, slots=True)
class BookWords:
    """`templates/booklets/book.toml`.

    `credit` stands in the books of Triple Topper's author, `credit_of_other` in those of others. The rest serves the
    search: words that ask for nothing, words that the book has in others (`instead`), synonyms, and what is said where
    no rule has all the words (`nearest`).
    """

    credit: str
    credit_of_other: str
    little_words: tuple[str, ...]
    advantage: str
    nearest: str
    facts: FactLabels
    deals: DealLabels
    instead: dict[str, tuple[str, ...]]
    synonyms: dict[str, str]


def read_book_words() -> BookWords:
    return read_table(BookWords, "booklets/book.toml")


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What stands between the lines +++; of several versions of a fact the first that holds is taken."""

    tagline: str
    players: str | tuple[str, ...]
    deck: str | tuple[str, ...]
    time: str | tuple[str, ...] = ""


# ---------------------------------------------------------------- books


def read_book(name: str, house: House | None = None) -> Book[Block]:
    """The rule book of a game under `house` (None: as printed), every example run by the engine.

    Raises ExampleError when an example is false, TemplateError for text that cannot be read.
    """
    game = find_game(name)
    check_examples(game.name)
    draft = read_draft(name, house)
    reader = TextReader(game, draft.house, f"games/{game.name}/book.md")
    chapters = []
    for chapter in draft.chapters:
        blocks: list[Block] = []
        for block in chapter.blocks:
            played = sum(len(each.steps) for each in blocks if isinstance(each, Steps))
            blocks += _run(block, reader, played + 1) if isinstance(block, Example) else [block]
        chapters.append(chapter.with_blocks(tuple(blocks)))
    return draft.book.with_chapters(tuple(chapters))


def _run(example: Example, reader: TextReader, first: int) -> Iterator[Block]:
    """What is printed of an example, of steps or of a round, whose moves are counted from `first`."""
    from tt_print.booklets.examples import render_example, render_steps

    if example.kind == "example":
        yield from render_example(example, reader.house)
        return
    steps = render_steps(example, reader.house, reader.remark, first)
    if steps is not None:
        yield steps


def read_pocket(name: str, house: House | None = None) -> Pocket:
    """The short text for a folded sheet. Raises as `read_book`."""
    game = find_game(name)
    check_examples(game.name)
    if not has_template(f"games/{game.name}/pocket.md"):
        book = read_book(name, house)
        rules = tuple(chapter for chapter in book.chapters if chapter.kind == "rules")
        return pocket_of(book.with_chapters(rules), f"{game.name}/book.md")
    draft = _read_draft(game, house or game.house(), f"games/{game.name}/pocket.md").book
    panels = []
    for chapter in draft.chapters:
        blocks = tuple(_unnumbered(block, game) for block in chapter.blocks)
        panels.append(replace(chapter.with_blocks(blocks), number=""))
    return Pocket(game.name, draft.title, draft.tagline, draft.facts, tuple(panels), draft.credit, game.author)


def pocket_of(book: Book[Block], file: str) -> Pocket:
    """A book on one folded sheet: seven panels, one a chapter; those that are left over are for notes.

    It has the words alone: for pictures a page of the fold is too small. Raises Problem for too many chapters.
    """
    if len(book.chapters) > PANELS:
        raise Problem("booklets.many_chapters", "format", file=file, panels=PANELS, chapters=len(book.chapters))
    panels = [Chapter("", each.title, each.key, tuple(_words_alone(each.blocks)), "rules") for each in book.chapters]
    notes = read_words().more_notes_title
    panels += [Chapter("", notes, f"notes-{number}", ()) for number in range(PANELS - len(panels))]
    return Pocket(
        book.game,
        book.title,
        book.tagline,
        book.facts,
        tuple(panels),
        book.credit,
        book.author,
        book.cover,
        book.checked,
    )


def _words_alone(blocks: Sequence[Block]) -> Iterator[Block]:
    for block in blocks:
        if not isinstance(block, Figure | RenderedExample):
            yield Paragraph("", block.spans) if isinstance(block, Paragraph) else block


def _unnumbered(block: DraftBlock, game: Game) -> Block:
    if isinstance(block, Example):
        raise TemplateError(
            f"templates/games/{game.name}/pocket.md: the pocket fold has no room for example {block.id}."
        )
    return replace(block, number="", house=()) if isinstance(block, Paragraph) else block


def read_draft(name: str, house: House | None = None) -> Draft:
    """The text alone, for those who look for a line or two of it. Raises TemplateError."""
    game = find_game(name)
    draft = _read_draft(game, house or game.house(), f"games/{game.name}/book.md")
    rules = {b.option: b.number for chapter in draft.chapters for b in chapter.blocks if isinstance(b, HouseRule)}
    chapters = (c.with_blocks(tuple(_number_house_rules(b, rules, game) for b in c.blocks)) for c in draft.chapters)
    return Draft(draft.book.with_chapters(tuple(chapters)), draft.house)


def _number_house_rules(block: DraftBlock, rules: dict[str, str], game: Game) -> DraftBlock:
    """A paragraph with the numbers of its house rules in place of their names."""
    if not isinstance(block, Paragraph):
        return block
    unknown = [name for name in block.house if name not in rules]
    if unknown:
        file = f"templates/games/{game.name}/book.md"
        raise TemplateError(f"{file}: no block says what the house rule {unknown[0]!r} is.")
    return replace(block, house=tuple(rules[name] for name in block.house if rules[name]))


def read_statements(game: Game, file: str) -> list[Statement]:
    """Everything that a text of a game states, under whatever house rules. Raises TemplateError."""
    reader = TextReader(game, game.house(), file)
    reader.read(read_source(file)[1])
    return reader.statements


def _read_draft(game: Game, house: House, file: str) -> Draft:
    front, body = read_source(file)
    reader = TextReader(game, house, file)
    title, chapters = reader.read(body)
    words = read_book_words()
    measured = cover_time(game, house).replace("–", "-")  # as a book is typed; on paper it is a dash again
    time = _first_that_holds(reader, front.time) if front.time else measured
    facts = (
        (words.facts.players, _first_that_holds(reader, front.players)),
        *([(words.facts.time, time)] if time else []),
        (words.facts.deck, _first_that_holds(reader, front.deck)),
    )
    in_force = tuple(plain(reader.spans(sentence)) for sentence in house_sentences(house))
    credit = (words.credit if game.author == AUTHOR else words.credit_of_other).format(title=title, author=game.author)
    book = Book(
        game.name, title, front.tagline, facts, tuple(chapters), credit, in_force, game.author, game.deck
    )  # fmt: skip
    return Draft(book, house)


def _first_that_holds(reader: TextReader, versions: str | Sequence[str]) -> str:
    texts = [versions] if isinstance(versions, str) else versions
    return next(text for each in texts if (text := reader.text_if_holds(each)))


# ---------------------------------------------------------------- files


@cache
def read_source(file: str) -> tuple[FrontMatter, str]:
    """The facts at the top, and the text with its inclusions. Raises TemplateError."""
    _, fence, rest = template_path(file).read_text(encoding="utf-8").partition("+++\n")
    front, end, body = rest.partition("\n+++\n")
    if not fence or not end:
        raise TemplateError(f"templates/{file} begins with its facts, players, time and deck, between two lines +++.")
    return parse_table(FrontMatter, front, f"templates/{file}", 2), "\n".join(_included(body.splitlines(), file))


def _included(lines: list[str], file: str) -> Iterator[str]:
    for line in lines:
        found = INCLUDE.match(line)
        if found is None:
            yield line
            continue
        sections = _sections(found[1])
        if found[2] not in sections:
            raise TemplateError(
                f"templates/{file}: templates/{found[1]} has no section {found[2]!r}. Sections: {', '.join(sections)}."
            )
        yield from sections[found[2]]


@cache
def _sections(file: str) -> dict[str, list[str]]:
    """Shared text by the key of its section, which stands alone in a line `## key`."""
    sections: dict[str, list[str]] = {}
    for line in template_path(file).read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            current = sections[line.removeprefix("## ").strip()] = []
        elif sections:
            current.append(line)
    return {key: "\n".join(lines).strip("\n").splitlines() for key, lines in sections.items()}


# ---------------------------------------------------------------- from text to blocks


@cache
def _markdown() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"typographer": True}).enable(["table", "smartquotes"])


@dataclass(frozen=True, slots=True)
class Origin:
    """What stands in brackets behind a text. `both` are options under any value of which it is true."""

    sources: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()
    house: tuple[str, ...] = ()
    both: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence or a picture of a text with the rules that it states, whether it is printed under this house or not.

    `knows` are the house rules that it is written for, or is marked as true under any value of. `rules` are numbers of
    the original and rulings; None where it does not say what it states.
    """

    file: str
    chapter: str
    text: str
    rules: frozenset[str] | None
    knows: frozenset[str]


@dataclasses.dataclass
class TextReader:
    """Walks the tokens of one text once, from top to bottom, and counts its chapters and numbered paragraphs."""

    game: Game
    house: House
    file: str
    chapter: int = 0
    paragraph: int = 0
    kind: str = "rules"
    title: str = ""
    origin: Origin | None = None  # of the last paragraph, which speaks for the list or table under it
    whole: Origin | None = None  # of the chapter: where its texts do not say of their own
    statements: list[Statement] = field(default_factory=list)
    line: int = 0  # of the text without what stands above it, where the block begins that is read
    opening: list[DraftBlock] = field(default_factory=list)  # what stands before the first chapter
    bold_marks: tuple[str, ...] = ("strong_open", "strong_close")

    def read(self, body: str) -> tuple[str, list[Chapter[DraftBlock]]]:
        """The title and the chapters."""
        tokens: list[Token] = []
        _markdown().block.parse(body, _markdown(), {}, tokens)  # what stands in a line, `spans` reads where it is kept
        title = ""
        chapters: list[tuple[str, str, str, list[DraftBlock]]] = []  # number, title, kind, blocks
        blocks = self.opening
        index = 0
        while index < len(tokens):
            token = tokens[index]
            self.line = token.map[0] + 1 if token.map else self.line
            inner = tokens[index + 1].content if index + 1 < len(tokens) else ""
            with self.noting():
                self.look_at(token, inner)
            with self.noting():
                if token.type == "heading_open" and token.tag == "h1":
                    title = inner
                elif token.type == "heading_open" and token.tag == "h2":
                    named = TITLE.match(inner)
                    self.kind, name = (named[2], named[1]) if named else ("rules", inner)
                    name, whole = self._origin(name)
                    self.title, self.origin, self.whole = name, None, whole
                    self.chapter, self.paragraph, blocks = self.chapter + (self.kind in NUMBERED), 0, []
                    chapters.append((str(self.chapter) if self.kind in NUMBERED else "", name, self.kind, blocks))
                elif token.type == "heading_open":
                    blocks.append(Heading(inner, _key(inner)))
                elif token.type == "paragraph_open":
                    blocks += self._paragraph(inner)
                elif token.type in ("bullet_list_open", "ordered_list_open"):
                    blocks += self._list(tokens, index)
                elif token.type == "table_open":
                    table = self._table(tokens, index)
                    blocks += [table] if table.rows else []
                elif token.type == "fence":
                    blocks += self._fence(token)
                elif token.type == "blockquote_open":
                    blocks += self._box(tokens, index)
            index = _end(tokens, index) + 1
        if not title:
            raise TemplateError(f"templates/{self.file} has no title, a line that begins with one #.")
        return title, [Chapter(n, name, _key(name), tuple(found), kind) for n, name, kind, found in chapters]

    def noting(self) -> AbstractContextManager[None]:
        """For a reader that goes on behind a fault and reports all of them at the end; here the first one ends it."""
        return nullcontext()

    def look_at(self, token: Token, inner: str) -> None:
        """For who cannot be sure of what a text holds: sees each block, and the text of a line, before it is read."""

    def card_of(self, text: str) -> AnyCard | None:
        """The card that code in a text names, None for other text."""
        return card_of(text)

    def _paragraph(self, raw: str) -> Iterator[Paragraph]:
        raw, options, holds = self._conditions(raw)
        raw, self.origin = self._origin(raw)
        self._state(raw, self.origin, options)
        if not holds:
            return
        origin = self.origin or Origin()
        text, used = self._with_values(raw)
        named = tuple(dict.fromkeys([*options, *origin.house, *used]))
        is_rule = self.kind in NUMBERED and (self.origin is not None or named) and origin.sources != ("-",)
        number = self._next_number() if is_rule else ""
        changed = any(name in self.house.changed for name in named)
        sources = tuple(source_name(source) for source in origin.sources if source != "-")
        yield Paragraph(number, self.spans(text), sources, origin.rulings, named, changed)

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
            self._value(name)  # a misspelled one is told
        return raw[: found.start()], Origin(*(tuple(items) for items in kinds.values()))

    def _state(self, text: str, origin: Origin | None, options: Sequence[str]) -> None:
        if self.kind in UNSTATED:
            return
        if origin is None and self.whole is not None and (self.whole.sources or self.whole.rulings):
            origin = self.whole
        rules = None if origin is None else frozenset((*origin.sources, *origin.rulings)) - {"-"}
        marked = (*(origin.both if origin else ()), *(self.whole.both if self.whole else ()))
        knows = frozenset((*options, *VALUE_NAME.findall(text), *marked))
        self.statements.append(Statement(self.file, self.title, text, rules, knows))

    def _item(self, raw: str) -> tuple[Spans, bool]:
        """An item of a list: its text, and whether it holds. What it does not say of its origin is that of the paragraph
        above."""
        raw, options, holds = self._conditions(raw)
        raw, origin = self._origin(raw)
        self._state(raw, origin or self.origin, [*options, *(self.origin.both if self.origin else ())])
        return self.spans(self._with_values(raw)[0]), holds

    def _next_number(self) -> str:
        """The next number of the chapter, `3.2`; a choice for the table has a letter."""
        self.paragraph += 1
        if self.kind == "house":
            return ascii_uppercase[self.paragraph - 1]
        return f"{self.chapter}.{self.paragraph}"

    def _box(self, tokens: list[Token], start: int) -> Iterator[Box]:
        inside: list[Paragraph | Bullets] = []
        index, end = start + 1, _end(tokens, start)
        while index < end:
            if tokens[index].type == "paragraph_open":
                inside += self._paragraph(tokens[index + 1].content)
            elif tokens[index].type in ("bullet_list_open", "ordered_list_open"):
                inside += self._list(tokens, index)
            index = _end(tokens, index) + 1
        if inside:
            yield Box(tuple(replace(one, number="") if isinstance(one, Paragraph) else one for one in inside))

    def _list(self, tokens: list[Token], start: int) -> Iterator[Bullets]:
        level, items = tokens[start].level, []
        for token in tokens[start : _end(tokens, start)]:
            if token.type == "inline" and token.level == level + 3:
                self.line = token.map[0] + 1 if token.map else self.line
                spans, holds = self._item(token.content)
                if holds:
                    items.append(spans)
        if items:
            yield Bullets(tuple(items), tokens[start].type == "ordered_list_open")

    def _table(self, tokens: list[Token], start: int) -> Table:
        written: list[list[str]] = []
        for token in tokens[start : _end(tokens, start)]:
            if token.type == "tr_open":
                written.append([])
            elif token.type == "inline":
                written[-1].append(token.content)
        header = tuple(self.spans(cell) for cell in written[0])
        body = [row for cells in written[1:] if (row := self._table_row(cells)) is not None]
        if self.kind in UNSTATED:  # a word is looked up by its letters
            body.sort(key=lambda row: plain(row[0]).removeprefix("to ").lower())
        columns = [[plain(row[column]) for row in body] for column in range(len(header))]
        numeric = tuple(all(re.fullmatch(r"[\d,–-]*", cell) for cell in column) for column in columns)
        return Table(header, tuple(body), numeric)

    def _table_row(self, cells: Sequence[str]) -> tuple[Spans, ...] | None:
        """A row's cells; None where the conditions before any of them do not hold."""
        found = [self._conditions(cell) for cell in cells]
        *texts, (last, _, _) = found
        raw, origin = self._origin(last)
        own = [text for text, _, _ in texts] + [raw]
        options = [option for _, named, _ in found for option in named]
        both = self.origin.both if self.origin else ()
        self._state(" | ".join(own), origin or self.origin, [*options, *both])
        if not all(holds for _, _, holds in found):
            return None
        return tuple(self.spans(self._with_values(text)[0]) for text in own)

    # fenced blocks

    def _fence(self, token: Token) -> Iterator[DraftBlock]:
        kind, _, rest = token.info.strip().partition(" ")
        if kind in KINDS:
            name = dict(word.partition("=")[::2] for word in rest.split())["id"]
            example = next(each for each in read_examples_of_book(self.game.name) if each.id == name)
            if example.shown:
                yield example  # run and rendered by read_book
        elif kind == "house":
            yield self._house_rule(rest, token.content)
        elif kind == "figure":
            figure = self._figure(rest, token.content)
            if figure is not None:
                yield figure
        elif kind == "deals":
            yield self._deals(rest)
        elif kind == "measured":
            yield from self._measured(token.content)
        else:
            known = f"{', '.join(KINDS)}, house, figure, deals or measured"
            raise TemplateError(f"templates/{self.file}: a block is {known}, not {kind!r}.")

    def _house_rule(self, option_name: str, text: str) -> HouseRule:
        """Raises TemplateError for an option that the game does not have, or a block of other than two lines."""
        where = f"templates/{self.file}, house rule {option_name}"
        option = next((each for each in self.game.options if each.name == option_name), None)
        if option is None:
            raise TemplateError(f"{where}: {self.game.title} has no such option.")
        lines = [line for line in text.splitlines() if line.strip()]
        if len(lines) != 2 or not lines[1].startswith("- "):
            raise TemplateError(f"{where}: write a question, then on a line of its own - and what this book plays.")
        cited = ORIGIN.search(lines[0])
        sources = tuple(map(source_name, re.split(r"\s*[;,]\s*", cited[1]))) if cited else ()
        question = lines[0][: cited.start()] if cited else lines[0]
        choices = tuple(self._choices(option, lines[1].removeprefix("- ")))
        number = self._next_number() if len(choices) > 1 else ""  # what has one answer is no choice
        return HouseRule(number, option_name, option.ruling, self.spans(question), choices, sources)

    def _choices(self, option: Option, ours: str) -> Iterator[Choice]:
        """Ours first, then the one in force where it is another, then the rest, in the words that all paper uses."""
        now = self.house[option.name]
        written = DEFAULT.sub(lambda found: show_number(option.default, found[1] or ""), ours)
        yield Choice(show_value(option.default), self.spans(written), True, now == option.default)
        if now != option.default and now not in option.values:
            yield Choice(show_value(now), self._house_words(self.house, option.name), False, True)
        for value in sorted(option.values, key=lambda value: value != now):
            if value != option.default:
                other = self.game.house(**{option.name: value})
                yield Choice(show_value(value), self._house_words(other, option.name), False, value == now)
        if option.minimum is not None or option.read is not None:
            yield Choice(_allowed_values(option), self.spans(self._open_ended(option)))

    def _house_words(self, house: House, option_name: str) -> Spans:
        return self.spans(" ".join(house_sentences(house, frozenset(house) - {option_name})))

    def _open_ended(self, option: Option) -> str:
        """What other numbers, or lists, a table may agree on."""
        try:
            text = read_house_words(self.game.name).open_ended[option.name]
        except KeyError:
            raise TemplateError(
                f"templates/games/{self.game.name}/house.toml, [open_ended]: the book asks for {option.name}; "
                "say what may be chosen."
            ) from None
        return text.format(least=option.minimum, most=option.maximum)

    def _figure(self, info: str, text: str) -> Figure | None:
        """The figure of a block, None where its `when` does not hold. Raises TemplateError for what it does not know."""
        kind, *arguments = info.split()
        where = f"templates/{self.file}, figure {kind}"
        if kind not in FIGURES:
            raise TemplateError(f"{where}: figures are {', '.join(FIGURES)}.")
        words = {"alt": "", "caption": "", "rules": ""}
        lines: list[str] = []
        told = [line for line in map(str.strip, text.splitlines()) if line]
        self._state_figure(told)
        for line in told:
            held = self.text_if_holds(line)
            if held is None:
                if not lines and not any(words.values()):
                    return None  # a condition in the first line speaks for the whole figure
                continue
            name, colon, rest = held.partition(": ")
            if colon and name in words:
                words[name] = rest
            elif held:
                lines.append(held)
        if not (words["alt"] and words["caption"]):
            raise TemplateError(f"{where}: say alt: and caption:")
        caption, alt = self.spans(words["caption"]), words["alt"]
        if kind == "turn":
            steps = tuple(map(self.spans, lines))
            return Figure(kind, tuple(arguments), steps=steps, caption=caption, alt=alt)
        places = tuple(each for line in lines if (each := self._place(line, where)) is not None)
        return Figure(kind, tuple(arguments), places, caption=caption, alt=alt)

    def _state_figure(self, lines: Sequence[str]) -> None:
        """A figure states what its line `rules:` cites; each of its other lines may have conditions of its own."""
        whole = self._conditions(lines[0])[1] if lines and self._conditions(lines[0])[0] == "" else []
        cited = next((line.removeprefix("rules:").strip() for line in lines if line.startswith("rules:")), None)
        origin = self._origin(f"[{cited}]")[1] if cited else None
        for line in lines:
            text, options, _ = self._conditions(line)
            if text and not text.startswith("rules:"):
                self._state(text, origin, [*whole, *options])

    def _place(self, line: str, where: str) -> Place | None:
        """A place on the table; None where the deal leaves no card for it."""
        parts = [part.strip() for part in line.split("|")]
        dealt = DEALT.fullmatch(parts[-1])
        if len(parts) != 4 or not (dealt or (parts[3] or "0").isdigit()):
            raise TemplateError(f"{where}: {line!r} is not position | label | cards face up | number face down")
        down = self._deal_sizes(int(dealt[1]))[dealt[2]] if dealt else int(parts[3] or 0)
        if dealt and not down:
            return None
        cards = tuple(parse_card(code) for code in parts[2].split())
        return Place(parts[0], parts[1].removeprefix("*"), cards, down, parts[1].startswith("*"))

    def _deal_sizes(self, players: int) -> dict[str, int]:
        """As the house has it; as printed where its teams are for another number of players than the page shows."""
        try:
            return self.game.deal_sizes(players, self.house)
        except HouseError:
            return self.game.deal_sizes(players, self.game.house())

    def _measured(self, assumed: str) -> Iterator[Paragraph]:
        """How often who plays so has won; nothing where nobody has measured it under these house rules."""
        found = read_advantage(self.game, self.house)
        if found is not None:
            said = advantage_sentence(found, read_book_words().advantage)
            yield Paragraph("", self.spans(" ".join(filter(None, (said, *assumed.split())))))

    def _deals(self, info: str) -> Table:
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
        return Table(header, rows, (False, *[True] * len(counts)))

    # inline text

    def _conditions(self, raw: str) -> tuple[str, list[str], bool]:
        """The text after its `{when ...}`, the options named there, and whether all of them hold."""
        options, holds = [], True
        while found := WHEN.match(raw):
            raw = raw[found.end() :]
            options += [found[1]] if found[1] != "game" else []  # which game it is, nobody chooses
            self._value(found[1])
            holds = holds and Condition(found[1], tuple(found[3].split("|")), bool(found[2])).holds(self.house)
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
            return show_number(self._value(found[1]), found[2] or "")

        return VALUE.sub(value, raw), used

    def _value(self, option: str) -> Any:
        if option not in self.house:
            raise TemplateError(f"templates/{self.file}: {self.game.title} has no house rule {option!r}.")
        return self.house[option]

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
        return tuple(_joined(found))


def inline_tokens(text: str) -> Sequence[Token]:
    """What Markdown makes of the text of a line."""
    return _markdown().parseInline(text)[0].children or ()


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


def source_name(number: str) -> str:
    """A rule number of the original as people read it: `set-up`, `summary 1`, `3c 8`."""
    return SOURCE_NAMES.get(number, number.replace("-", " "))


def show_number(value: Any, noun: str = "") -> str:
    """A value in words: `3 cards`, `1 card`."""
    text = show_value(value)
    return f"{text} {noun}{'' if text == '1' else 's'}" if noun else text


def _allowed_values(option: Option) -> str:
    """How another value is written: a number, or a list as the option explains it."""
    if option.minimum is None:
        return option.allowed.rpartition(" as ")[2]
    return f"{option.minimum} to {option.maximum}" if option.maximum is not None else f"{option.minimum} or more"


def _key(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def _end(tokens: list[Token], start: int) -> int:
    """Where the block that opens at `start` closes."""
    if tokens[start].nesting != 1:
        return start
    level = tokens[start].level
    return next(i for i in range(start + 1, len(tokens)) if tokens[i].nesting == -1 and tokens[i].level == level)
