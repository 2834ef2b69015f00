"""A rule book that somebody brings: their Markdown, set as our books are.

Plain Markdown is enough: a title (#), chapters (##), sections (###), paragraphs, lists, tables, boxes (>), and cards as `RC2`. Above it may be
facts between two lines +++ (`BookFacts`), behind a chapter's title its kind: {start}, {summary}, or {words}. Fenced blocks are fields as in
`books.text`, without the engine's cases; ```figure table, a place a line; and ```example, a verdict of the author's a line:

    lying: RC2 | Ann plays RH3 -> yes. Both are red.

The first thing that cannot be set is reported with file and line: no words are left out in silence.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from tt_print.books.blocks import (
    POSITIONS,
    Block,
    Book,
    BookTable,
    Bullets,
    CardGroup,
    Chapter,
    CoverPicture,
    Field,
    Figure,
    FigurePlace,
    Paragraph,
    RenderedExample,
    Shown,
    ShownCard,
    Span,
    Spans,
    plain,
    read_book_words,
    read_words,
)
from tt_print.books.reader import MarkdownReader, end_of, inline_tokens
from tt_print.books.text import read_picture_line
from tt_print.deck import DECK_MEANING, AnyCard, parse_card
from tt_print.draw.text import BOLD, DISPLAY, TEXT, missing_letters
from tt_print.errors import InputError, did_you_mean, join_words
from tt_print.faces.theme import find_theme
from tt_print.files.data import KILOBYTE, parse_toml, read_text
from tt_print.files.disk import short_hash
from tt_print.problems import LayoutProblem
from tt_print.records import dataclass, replace

if TYPE_CHECKING:
    from tt_print.books.reader import Token

Lines = Sequence[tuple[int, str]]  # of a block, each with its number

MAX_FILE_BYTES = 300 * KILOBYTE  # eight times our longest book, and more than fits a booklet
MAX_COVER = 5  # cards
MAX_TITLE = 60  # letters, beside the number of a page
FENCE = "+++"
FIELDS = {  # what each may have
    "step": "a number, a title, lines of a picture, and text: ```step 1 Play a card.",
    "box": "lines of a picture, and text",
    "mistake": "lines of a picture, and text",
    "bar": "a title, and text: ```bar You win",
    "picture": "lines of a picture alone, such as: cards RC1 RH2 | Ann",
    "ticks": "a question and its answers in each line, the usual one first: May you pass? | No. | Yes, once.",
    "quiz": "cards, a question, and its answer in each line: cards RC1 RH2 | Are both red? | yes",
}
CODE = re.compile(r"[A-Z]{3}|[A-Za-z]{2}[0-9?]|[Jj][0-9]")  # of a card: what is no word such as `hop`
CELL = re.compile(r"(?<!\\)\|")
ARROW = re.compile(r"-?[-–—=]>")
# what parts or joins, and prints nothing; and what editors make of ->
TIDY = {
    **dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff\ufe0e\ufe0f")),
    **dict.fromkeys(map(ord, "→⇒➔"), "->"),
}
UNSET = {"image": "a picture of your own", "link_open": "a link", "html_inline": "HTML"}
LISTS, NESTED = ("bullet_list_open", "ordered_list_open"), ("blockquote_open", "fence", "table_open", "heading_open")


@dataclass(frozen=True, slots=True)
class BookFacts:
    """What is between the lines +++; all of it may be left out. `cover` are up to five cards, or "back"."""

    tagline: str = ""
    players: str = ""
    time: str = ""
    deck: str = "full"
    author: str = ""
    cover: tuple[str, ...] = ("RH3", "YC1", "BS4")
    accent: str = "blue"


@dataclass(frozen=True, slots=True)
class OwnText:
    """A file as it was read: its facts, its text, and on which line of the file that begins."""

    name: str
    file: str
    facts: BookFacts
    body: str
    first_line: int


def read_own_text(path: Path) -> OwnText:
    """Raises InputError for what is no text or has letters that our fonts lack, and for facts that never end or cannot be used."""
    file = str(path)
    text = unicodedata.normalize("NFC", read_text(path, MAX_FILE_BYTES))  # a Mac may part accents from letters
    lines = text.translate(TIDY).replace("\r", "\n").expandtabs(4).split("\n")
    for number, line in enumerate(lines, 1):
        if lost := "".join(missing_letters(line.replace("\u00a0", " "), font) for font in (TEXT, BOLD, DISPLAY)):
            letter = f"{lost[0]!r} ({unicodedata.name(lost[0], 'a sign without a name').lower()})"
            fonts = "is not in our fonts, which have Latin letters"
            raise InputError(f"{file}, line {number}: {letter} {fonts}. Write it in words.")
    start = next((index for index, line in enumerate(lines) if line.strip()), 0)
    if lines[start].strip() != FENCE:
        return OwnText(own_name(path), file, BookFacts(), "\n".join(lines), 1)
    end = next((index for index in range(start + 1, len(lines)) if lines[index].strip() == FENCE), None)
    if end is None:
        raise InputError(f"{file}, line {start + 1}: the facts begin with +++ and never end. Write +++ under them.")
    above = "\n" * (start + 1)  # so that lines are counted as in the file
    document = parse_toml(above + "\n".join(lines[start + 1 : end]) + "\n", file)
    facts = document.read(BookFacts)
    _check_facts(facts, document.error)
    return OwnText(own_name(path), file, facts, "\n".join(lines[end + 1 :]), end + 2)


def own_name(path: Path) -> str:
    """What its files are called: after the file, with `own` before it, so that none is taken for one of ours."""
    plain = re.sub(r"[^a-z0-9]+", "-", path.stem.lower()).strip("-")
    as_it_is = plain == path.stem.lower().replace("_", "-").replace(" ", "-")
    return "-".join(filter(None, ("own", plain[:60].strip("-"), "" if as_it_is else short_hash(path.stem, 6))))


def _check_facts(facts: BookFacts, error: Callable[..., Exception]) -> None:
    theme = find_theme()
    if facts.accent not in (*theme.colors, *theme.inks):
        raise error(f"accent {facts.accent!r} is no color. Choose {join_words(theme.colors)}.", "accent")
    if len(facts.cover) > MAX_COVER:
        raise error(f"{len(facts.cover)} cards on the cover; it has room for {MAX_COVER}.", "cover")
    try:
        for code in facts.cover:
            _ = code == "back" or parse_card(code)
    except InputError as wrong:
        raise error(f"{wrong} Or write back, for a card face down.", "cover") from None


def read_own_book(text: OwnText) -> Book:
    """Raises InputError with file and line for the first thing that cannot be set."""
    reader = _Reader(text)
    title, drafted = reader.read(text.body)
    if not title:
        reader.wrong("a book needs a title. Begin with a line such as: # My game", 1)
    words, facts = read_book_words(), text.facts
    if reader.opening:
        drafted.insert(0, Chapter(read_words().about, "about", tuple(reader.opening), "argued"))
    if not any(chapter.blocks for chapter in drafted):
        raise InputError(f"{text.file}: there is nothing under the title. Write a chapter: ## Setup")
    labels, meaning = words.facts, DECK_MEANING.get(facts.deck)
    deck = f"{facts.deck} ({meaning})" if meaning else facts.deck
    rows = (
        ("players", labels.players, facts.players, facts.players), ("time", labels.time, facts.time, facts.time),
        ("cards", labels.deck, facts.deck, deck),
    )  # fmt: skip
    told = [row for row in rows if row[2]]
    author = facts.author or "its table"
    credit = words.credit_of_other.format(title=title, author=author)
    return Book(
        text.name, title, facts.tagline, tuple((label, said) for _, label, _, said in told), tuple(drafted), credit, (), author,
        _cover(facts), False, symbols=tuple((icon, text, f"{label}: {said}") for icon, label, text, said in told),
    )  # fmt: skip


def where_in(text: OwnText, wrong: LayoutProblem) -> LayoutProblem:
    """The same error with the file, and with the line on which its words begin."""
    words = str(wrong.values["words"]).strip()
    longest = max(words.split(), key=len, default="")
    shown = longest if len(longest) > 25 else words.split(",")[0]
    heading = re.search(rf"^#+ +{re.escape(words)}", text.body, re.MULTILINE) if words else None
    # words that are partly bold are not found together
    at = heading.start() if heading else max(text.body.find(shown), text.body.find(longest))
    line = f", line {text.first_line + text.body[:at].count(chr(10))}" if at >= 0 and shown else ""
    code = {"page.columns": "booklets.wide_table", "page.overflow": "booklets.no_room"}.get(wrong.code, wrong.code)
    shown = repr(shown if len(shown) <= 40 else f"{shown[:40]}...")
    return LayoutProblem(code, "format", **{**wrong.values, "shown": shown, "place": f"{text.file}{line}: "})


def _cover(facts: BookFacts) -> CoverPicture:
    """The cards of the facts in a fan."""
    places = [index - (len(facts.cover) - 1) / 2 for index in range(len(facts.cover))]
    cards = tuple((code, 22.0 * at, 2.2 * at**2, 13.0 * at) for code, at in zip(facts.cover, places, strict=True))
    return CoverPicture(facts.accent, 46.0, cards)


class _Reader(MarkdownReader):
    """Reads Markdown that nobody has looked over: what it cannot set is an error with its line."""

    def __init__(self, text: OwnText) -> None:
        super().__init__(text.file)
        self.first_line = text.first_line
        self.titled = False
        self.body = text.body.split("\n")
        self.bold_marks = (*self.bold_marks, "em_open", "em_close")  # there is no italic

    def wrong(self, message: str, line: int = 0) -> NoReturn:
        raise InputError(f"{self.file}, line {self.first_line + (line or self.line) - 1}: {message}")

    def look_at(self, token: Token, inner: str) -> None:
        if token.type == "heading_open" and token.tag == "h1":
            if self.titled or len(inner) > MAX_TITLE:
                self.wrong(f"a book has one title, of {MAX_TITLE} letters at most. Write ## for a chapter.")
            self.titled = True
        if token.type == "ordered_list_open" and token.attrGet("start") not in (None, 1):
            self.wrong(f"the list begins at {token.attrGet('start')}, and would be counted from 1. Begin it with 1.")

    def _inside(self, tokens: list[Token], start: int, nested: Sequence[str]) -> None:
        """Raises for what a list or a box cannot hold."""
        for token in tokens[start + 1 : end_of(tokens, start)]:
            if token.type in nested:
                what = token.type.removesuffix("_open").rpartition("_")[2].replace("blockquote", "box")
                line = token.map[0] + 1 if token.map else 0
                self.wrong(f"a {what} cannot be set inside a list or a box. Put it under it.", line)

    def read_box(self, tokens: list[Token], start: int) -> Iterator[Field]:
        self._inside(tokens, start, NESTED)
        yield from super().read_box(tokens, start)

    def read_list(self, tokens: list[Token], start: int) -> Iterator[Bullets]:
        self._inside(tokens, start, (*NESTED, *LISTS))
        yield from super().read_list(tokens, start)

    def read_table(self, tokens: list[Token], start: int) -> BookTable:
        first, end = tokens[start].map or (0, 0)
        cells = [len(CELL.split(line.strip().strip("|"))) for line in self.body[first:end]]
        for number, count in enumerate(cells, first + 1):
            if count > cells[0]:
                self.wrong(f"this row has {count} cells, and the table {cells[0]} columns.", number)
        return super().read_table(tokens, start)

    def card_of(self, text: str) -> AnyCard | None:
        try:
            return parse_card(text) if CODE.fullmatch(text) else None
        except InputError as error:
            self.wrong(str(error))

    def spans(self, text: str) -> Spans:
        for token in inline_tokens(text):
            if token.type in UNSET:
                self.wrong(f"{text[:40]!r} has {UNSET[token.type]}, which cannot be set. Write it in words.")
        return super().spans(text)

    # fenced blocks

    def read_fence(self, token: Token) -> Iterator[Block]:
        kind, _, title = token.info.strip().partition(" ")
        lines = [
            (self.line + at, line.strip()) for at, line in enumerate(token.content.splitlines(), 1) if line.strip()
        ]
        kinds = ("example", "figure", *FIELDS)
        if kind not in kinds:
            instead = " Write choices as ```ticks." if kind == "house" else did_you_mean(kind, kinds)
            self.wrong(f"a block named {kind!r}.{instead} Begin it with ``` and {join_words(kinds)}.")
        if not lines and not (title and kind in FIELDS):
            self.wrong(f"the {kind} is empty. Write it between the two lines of ```.")
        if title and kind == "example":
            self.wrong(f"{title!r} behind ```{kind} would not be printed. Write it on a line of its own.")
        if kind == "example":
            for line in self._each(lines):
                yield self._example(line, self.line == lines[-1][0])
        elif kind == "figure":
            yield self._figure(title.strip(), lines)
        else:
            yield self._field(kind, title.strip(), lines)

    def _each(self, lines: Lines) -> Iterator[str]:
        """Line after line, so that a mistake in one is reported with its number."""
        for self.line, line in lines:
            yield line

    def _field(self, kind: str, title: str, lines: Lines) -> Field:
        number, _, heading = title.partition(" ") if kind == "step" else ("", "", title)
        is_titled = kind in ("step", "bar")
        if (kind != "picture" and is_titled != bool(heading)) or (kind == "step" and not number.isdecimal()):
            self.wrong(f"a {kind} has {FIELDS[kind]}")
        spans, picture, blocks = self.spans(heading), list[Shown](), list[Paragraph]()
        if kind == "ticks":
            return Field(kind, ticks=tuple(map(self._tick, self._each(lines))))
        for line in self._each(lines):
            shown = self._picture_line(line)
            if not _fits(kind, shown):
                self.wrong(f"{line[:40]!r} would not be printed. A {kind} has {FIELDS[kind]}")
            if shown:
                picture.append(shown)
            else:
                blocks.append(Paragraph(self.spans(line)))
        return Field(kind, spans, number, tuple(picture), tuple(blocks))

    def _tick(self, line: str) -> tuple[Spans, tuple[Spans, ...]]:
        question, *answers = map(str.strip, line.split(" | "))
        if len(answers) < 2:
            self.wrong(f"ticks have {FIELDS['ticks']}")
        return self.spans(question), tuple(map(self.spans, answers))

    def _picture_line(self, text: str) -> Shown | None:
        """A line of a picture; None for a line of text."""
        try:
            line = read_picture_line(text)
        except InputError as wrong:
            self.wrong(str(wrong))
        if line and line.shown.kind == "case":
            self.wrong("a case is for games with an engine, which judges it. Write the cards alone: cards RC1 RH2")
        return line.in_words(self.spans) if line else None

    def _example(self, line: str, is_last: bool) -> RenderedExample:
        words = read_words()
        before, *after = ARROW.split(line, 1)
        if not after or not after[0].strip():
            self.wrong(f"{line[:40]!r} has no verdict. Write: lying: RC2 | Ann lays RH3 -> yes. Both are red.")
        found = re.match(r"\s*(?:(yes|no)\b[.:,]?\s*)?(.*)", after[0], re.IGNORECASE)
        verdict, why = found.groups("") if found else ("", "")
        answer = {"yes": words.allowed, "no": words.not_allowed}.get(verdict.lower(), "")
        groups = [self._group(part) for part in before.split("|")]
        return RenderedExample(
            " ".join(group.role for group in groups if not group.cards), tuple(group for group in groups if group.cards),
            verdict.lower() or "fact", answer, plain(self.spans(why)), (Span(words.unchecked),) if is_last else (),
        )  # fmt: skip

    def _group(self, part: str) -> CardGroup:
        """`Ann lays: RC2 RH3`: words, then cards."""
        role, cards = self._split_label(part)
        return CardGroup(role, tuple(map(ShownCard, cards)))

    def _split_label(self, text: str) -> tuple[str, tuple[AnyCard, ...]]:
        """Words, and the cards behind them."""
        words = text.replace(":", ": ").split()
        cards: list[AnyCard] = []
        while words and (card := self.card_of(words[-1].strip(",`"))):
            cards.insert(0, card)
            words.pop()
        return " ".join(words).rstrip(": "), tuple(cards)

    def _figure(self, kind: str, lines: Lines) -> Figure:
        """The table when play begins."""
        if kind != "table":
            self.wrong(f"there is no figure {kind!r}. Write ```figure table, or ```picture.")
        figure = self.read_figure(kind, self._each(lines))
        if not figure.places:
            self.wrong("the table has nothing above its caption. Write a line for each place.")
        return replace(figure, alt=figure.alt or "; ".join(map(_heard, figure.places)))

    def read_place(self, line: str) -> Iterator[FigurePlace]:
        position, who, cards, down, *more = (*(part.strip() for part in line.split("|")), "", "", "")
        words, shown = self._split_label(cards)
        if position not in POSITIONS or any(more) or words or not re.fullmatch(r"\d{0,3}", down):
            self.wrong(
                "a place at the table is: position | who | cards face up | how many face down, such as"
                f" bottom | Ann | RC1 RH2 | 0. Positions: {join_words(POSITIONS)}."
            )
        yield FigurePlace(position, who.removeprefix("*"), shown, int(down or 0), who.startswith("*"))


def _fits(kind: str, shown: Shown | None) -> bool:
    """Whether a field may have this thing in its picture; where that is None, whether it may have text."""
    if shown is None:
        return kind not in ("picture", "quiz")
    if kind == "quiz":
        return shown.kind == "cards" and not shown.who and bool(shown.label and shown.answer)
    return kind != "bar" and not shown.answer


def _heard(place: FigurePlace) -> str:
    """`Ann: red circle 1, 5 face down`"""
    down = [f"{place.down} face down"] if place.down else []
    return f"{place.label}: {', '.join([*(card.name for card in place.cards), *down])}"
