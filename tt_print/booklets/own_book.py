"""A rule book that somebody brings: their Markdown, set as our books are.

Plain Markdown is enough: a title (#), chapters (##), sections (###), paragraphs, which are numbered, lists, tables, boxes (>), and cards as
`RC2`. Above it may be facts between two lines +++ (`Facts`), behind a chapter's title what it is: {start} (play at once, two
pages), {summary} (the back page), {words} (a glossary), {house} (choices for the table). Fenced blocks:

    ```figure fan                    ```example                                          ```house
    Ann's hand: RC1 RH1 YT2          lying: RC2 | Ann lays RH3 -> yes. Both are red.     May you pass?
    caption: A hand to be proud of   lying: RC2 | Ann lays YH3 -> no. They share nothing.   - No.
    ```                              ```                                                 - Yes, once a hand.
                                                                                         ```

An example of a game without an engine says so. The first thing that cannot be set is reported with file and line: no words are left out
in silence.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from string import ascii_uppercase
from typing import TYPE_CHECKING, NoReturn

from tt_print.booklets.blocks import (
    LAID,
    POSITIONS,
    Block,
    Book,
    Box,
    Bullets,
    CardGroup,
    Chapter,
    Choice,
    CoverPicture,
    Figure,
    HouseRule,
    Paragraph,
    Place,
    RenderedExample,
    ShownCard,
    Span,
    Spans,
    Table,
)
from tt_print.booklets.markdown import DraftBlock, MarkdownReader, end_of, inline_tokens
from tt_print.booklets.text import pocket_of
from tt_print.booklets.words import BookletWords, read_book_words, read_words
from tt_print.cards.theme import find_theme
from tt_print.deck import DECK_MEANING, VALUES, AnyCard, parse_card
from tt_print.drawing.text import BOLD, DISPLAY, TEXT, missing_letters
from tt_print.errors import InputError, did_you_mean, join_words
from tt_print.files.data import KILOBYTE, parse_toml, read_text
from tt_print.files.disk import short_hash
from tt_print.games.examples import Example
from tt_print.problems import LayoutProblem
from tt_print.records import dataclass
from tt_print.typed_words import read_whole

if TYPE_CHECKING:
    from tt_print.booklets.markdown import Token

MAX_FILE_BYTES = 300 * KILOBYTE  # eight times our longest book, and more than fits a booklet
MAX_CARDS = 5  # on a cover
MAX_FAN = 30
MAX_TITLE, MAX_HEADING = 60, 90  # letters
FENCE = "+++"
OWN_FIGURES = (*LAID, "table", "chits", "turn")
CARD = re.compile(r"[A-Za-z]{2}[0-9A-Za-z?]|[Jj][0-9]")
MEANT = re.compile(r"[A-Z]{3}|.*[0-9?]")  # what is no other word: a mistake in it is told
MARKER = re.compile(r"^(?:\d+[.)]|[-*])\s+")  # of an item of a list
ONCE = ("start", "summary")  # kinds of chapter of which a book has one
CELL = re.compile(r"(?<!\\)\|")
# they part or join, and print nothing
INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff\ufe0e\ufe0f"))
ARROWS = re.compile(r"→|⇒|➔|[–—=]>|-->")  # what editors make of ->
UNSET = {"image": "a picture of your own", "link_open": "a link", "html_inline": "HTML"}
NESTED = {
    "bullet_list_open": "list", "ordered_list_open": "list", "blockquote_open": "box", "fence": "block", "table_open": "table",
    "heading_open": "heading",
}  # fmt: skip
USUAL_COVER = ("RH3", "YC1", "BS4")


@dataclass(frozen=True, slots=True)
class Facts:
    """What is between the lines +++; all of it may be left out. `cover` are up to five cards, or "back"."""

    tagline: str = ""
    players: str = ""
    time: str = ""
    deck: str = "full"
    author: str = ""
    cover: tuple[str, ...] = ()
    accent: str = "blue"


@dataclass(frozen=True, slots=True)
class OwnText:
    """A file as it was read: its facts, its text, and on which line of the file that begins."""

    name: str
    file: str
    facts: Facts
    body: str
    first_line: int


def read_own_text(path: Path) -> OwnText:
    """Raises InputError for what is no text, and for facts that never end or cannot be used."""
    text, file = _tidy(read_text(path, MAX_FILE_BYTES)), str(path)
    if not text.lstrip().startswith(FENCE):
        return OwnText(own_name(path), file, Facts(), text, 1)
    lines = text.split("\n")
    start = next(i for i, line in enumerate(lines) if line.strip())
    end = next((i for i in range(start + 1, len(lines)) if lines[i].strip() == FENCE), None)
    if end is None:
        raise InputError(f"{file}, line {start + 1}: the facts begin with +++ and never end. Write +++ under them.")
    above = "\n" * (start + 1)  # so that lines are counted as in the file
    document = parse_toml(above + "\n".join(lines[start + 1 : end]) + "\n", file)
    facts = document.read(Facts)
    _check_facts(facts, document.error)
    for number, line in enumerate(lines[start + 1 : end], start + 2):
        if unset := _unset_letter(line):
            raise InputError(f"{file}, line {number}: {unset}")
    return OwnText(own_name(path), file, facts, "\n".join(lines[end + 1 :]), end + 2)


def _tidy(text: str) -> str:
    """Accents as one sign with their letter, as a Mac may not keep them; without what prints nothing; lines as everywhere."""
    return unicodedata.normalize("NFC", text).translate(INVISIBLE).replace("\r", "\n")


def _unset_letter(text: str) -> str:
    """What is wrong with the first letter that our fonts cannot draw; "" if they draw all."""
    lost = "".join(missing_letters(text.replace("\u00a0", " "), font) for font in (TEXT, BOLD, DISPLAY))
    name = unicodedata.name(lost[0], "a sign without a name").lower() if lost else ""
    return lost and f"{lost[0]!r} ({name}) is not in our fonts, which have Latin letters. Write it in words."


def own_name(path: Path) -> str:
    """What its files are called: after the file, with `own` before it, so that none is taken for one of ours."""
    plain = re.sub(r"[^a-z0-9]+", "-", path.stem.lower()).strip("-")
    as_it_is = plain == path.stem.lower().replace("_", "-").replace(" ", "-")
    return "-".join(filter(None, ("own", plain[:60].strip("-"), "" if as_it_is else short_hash(path.stem, 6))))


def _check_facts(facts: Facts, error: Callable[..., Exception]) -> None:
    theme = find_theme()
    accents = [*theme.colors, *theme.inks]
    if facts.accent not in accents:
        raise error(
            f"accent {facts.accent!r} is no color.{did_you_mean(facts.accent, accents)} Choose {join_words(theme.colors)}.",
            "accent",
        )
    if len(facts.cover) > MAX_CARDS:
        raise error(f"{len(facts.cover)} cards on the cover; it has room for {MAX_CARDS}.", "cover")
    for index, code in enumerate(facts.cover):
        if code != "back":
            try:
                parse_card(code)
            except InputError as wrong:
                raise error(f"{wrong} Or write back, for a card face down.", "cover", index) from None


def read_own_book(text: OwnText) -> Book[Block]:
    """Raises InputError with file and line for the first thing that cannot be set."""
    reader = _Reader(text)
    title, drafted = reader.read(text.body)
    words, facts = read_book_words(), text.facts
    chapters = [chapter.with_blocks(tuple(_settled(chapter.blocks))) for chapter in drafted]
    if reader.opening:
        about = read_words().about
        chapters.insert(0, Chapter("", about, "about", tuple(_settled(reader.opening)), "argued"))
    if not any(chapter.blocks for chapter in chapters):
        raise InputError(f"{text.file}: there is nothing under the title. Write a chapter: ## Setup")
    labels = words.facts
    deck = DECK_MEANING.get(facts.deck)
    shown = (
        (labels.players, facts.players),
        (labels.time, facts.time),
        (labels.deck, f"{facts.deck} ({deck})" if deck else facts.deck),
    )
    author = facts.author or "its table"
    credit = words.credit_of_other.format(title=title, author=author)
    return Book(
        text.name, title, facts.tagline, tuple(row for row in shown if row[1]), tuple(chapters), credit, (), author,
        _cover(facts, reader.seen), False,
    )  # fmt: skip


def where_in(text: OwnText, wrong: LayoutProblem) -> LayoutProblem:
    """The same error with the file, and with the line on which its words begin."""
    words = str(wrong.values["words"]).strip()
    longest = max(words.split(), key=len, default="")
    shown = longest if len(longest) > 25 else words.split(",")[0]
    found = text.body.find(shown) if shown else -1
    line = f", line {text.first_line + text.body[:found].count(chr(10))}" if found >= 0 else ""
    code = {"page.columns": "booklets.wide_table", "page.overflow": "booklets.no_room"}[wrong.code]
    shown = shown if len(shown) <= 40 else f"{shown[:40]}..."
    return LayoutProblem(code, "format", **{**wrong.values, "shown": shown, "place": f"{text.file}{line}: "})


def read_own_pocket(text: OwnText) -> Book[Block]:
    """The book on one folded sheet; see `text.pocket_of`."""
    return pocket_of(read_own_book(text), text.file)


def _settled(blocks: Sequence[DraftBlock]) -> Iterator[Block]:
    """All of them: an engine's example, which would be left out, this reader does not make."""
    return (block for block in blocks if not isinstance(block, Example))


def _cover(facts: Facts, seen: Sequence[AnyCard]) -> CoverPicture:
    """The cards of the facts, or the first ones of the text, in a fan."""
    codes = facts.cover or tuple(card.safe_code for card in dict.fromkeys(seen))[:MAX_CARDS] or USUAL_COVER
    middle = (len(codes) - 1) / 2
    cards = tuple(
        (code, 22.0 * (i - middle), 2.2 * (i - middle) ** 2, 13.0 * (i - middle)) for i, code in enumerate(codes)
    )
    return CoverPicture(facts.accent, 46.0, 0.0, cards)


class _Reader(MarkdownReader):
    """Reads Markdown that nobody has looked over: what it cannot set is an error with its line."""

    def __init__(self, text: OwnText) -> None:
        super().__init__(text.file)
        self.first_line = text.first_line
        self.seen: list[AnyCard] = []
        self.titled = False
        self.once: set[str] = set()
        self.body = text.body.split("\n")
        self.bold_marks = (*self.bold_marks, "em_open", "em_close")  # there is no italic

    def read(self, body: str) -> tuple[str, list[Chapter[DraftBlock]]]:
        title, chapters = super().read(body)
        if not title:
            self.wrong("a book needs a title. Begin with a line such as: # My game", 1)
        return title, chapters

    def wrong(self, message: str, line: int = 0) -> NoReturn:
        raise InputError(f"{self.file}, line {self.first_line + (line or self.line) - 1}: {message}")

    def look_at(self, token: Token, inner: str) -> None:
        if token.type == "heading_open":
            self._verify_letters(inner)
            most = MAX_TITLE if token.tag == "h1" else MAX_HEADING
            if len(inner) > most:
                self.wrong(f"this heading has {len(inner)} letters; write {most} at most.")
            if token.tag == "h1" and self.titled:
                self.wrong(f"{inner!r} is a second title. A book has one # line; write ## for a chapter.")
            self.titled = self.titled or token.tag == "h1"
        if token.type == "ordered_list_open" and token.attrGet("start") not in (None, 1):
            self.wrong(f"the list begins at {token.attrGet('start')}, and would be counted from 1. Begin it with 1.")

    def begin_chapter(self, heading: str) -> Chapter[DraftBlock]:
        chapter = super().begin_chapter(heading)
        if self.kind in self.once:
            self.wrong(f"a second chapter {{{self.kind}}}. A book has one; join them.")
        self.once |= {self.kind} & {*ONCE}
        return chapter

    def _verify_letters(self, text: str) -> None:
        for at, line in enumerate(text.split("\n")):
            if unset := _unset_letter(line):
                self.wrong(unset, self.line + at)

    def _inside(self, tokens: list[Token], start: int, may_hold: Sequence[str] = ()) -> None:
        """Raises for what a list or a box cannot hold."""
        for token in tokens[start + 1 : end_of(tokens, start)]:
            if token.type in NESTED and token.type not in may_hold:
                line = token.map[0] + 1 if token.map else 0
                self.wrong(f"a {NESTED[token.type]} cannot be set inside a list or a box. Put it under it.", line)

    def read_paragraph(self, raw: str) -> Iterator[Paragraph]:
        spans = self.spans(raw)
        introduces = raw.rstrip().endswith(":")
        number = self.next_number() if self.kind == "rules" and self.title and not introduces else ""
        yield Paragraph(number, spans)

    def read_box(self, tokens: list[Token], start: int) -> Iterator[Box]:
        self._inside(tokens, start, ("bullet_list_open", "ordered_list_open"))
        before = self.paragraph
        yield from super().read_box(tokens, start)
        self.paragraph = before

    def read_list(self, tokens: list[Token], start: int) -> Iterator[Bullets]:
        self._inside(tokens, start)
        yield from super().read_list(tokens, start)

    def read_table(self, tokens: list[Token], start: int) -> Table:
        first, end = tokens[start].map or (0, 0)
        cells = [len(CELL.split(line.strip().strip("|"))) for line in self.body[first:end]]
        for number, count in enumerate(cells, first + 1):
            if count > cells[0]:
                self.wrong(f"this row has {count} cells, and the table {cells[0]} columns.", number)
        return super().read_table(tokens, start)

    def card_of(self, text: str) -> AnyCard | None:
        card = self._read_card(text)
        self.seen += [card] if card else []
        return card

    def _read_card(self, word: str) -> AnyCard | None:
        """None for a word such as `hop`. A card with a mistake is reported."""
        try:
            return parse_card(word) if CARD.fullmatch(word) else None
        except InputError as error:
            if MEANT.fullmatch(word):
                self.wrong(str(error))
            return None

    def spans(self, text: str) -> Spans:
        for token in inline_tokens(text):
            if token.type in UNSET:
                self.wrong(f"{text[:40]!r} has {UNSET[token.type]}, which cannot be set. Write it in words.")
        self._verify_letters(text)
        return super().spans(text)

    # fenced blocks

    def read_fence(self, token: Token) -> Iterator[DraftBlock]:
        kind, _, rest = token.info.strip().partition(" ")
        first = self.line
        lines = [(first + 1 + i, line.strip()) for i, line in enumerate(token.content.splitlines()) if line.strip()]
        makers: dict[str, Callable[[str, list[tuple[int, str]]], Iterator[Block]]] = {
            "example": self._examples,
            "figure": self._own_figure,
            "house": self._own_house,
        }
        if kind not in makers:
            named = f"a block named {kind!r}" if kind else "a block without a name"
            self.wrong(f"{named}.{did_you_mean(kind, makers)} Begin it with ```example, ```figure or ```house.")
        if not lines:
            self.wrong(f"the {kind} is empty. Write it between the two lines of ```.")
        if rest.strip() and kind != "figure":
            self.wrong(f"{rest.strip()!r} behind ```{kind} would not be printed. Write it on a line of its own.")
        yield from makers[kind](rest.strip(), lines)

    def _examples(self, info: str, lines: list[tuple[int, str]]) -> Iterator[RenderedExample]:
        words = read_words()
        for index, (number, line) in enumerate(lines):
            self.line = number
            yield self._example(line, words, index == len(lines) - 1)

    def _example(self, line: str, words: BookletWords, last: bool) -> RenderedExample:
        before, arrow, after = ARROWS.sub("->", line).partition("->")
        if not arrow or not after.strip():
            self.wrong(f"{line[:40]!r} has no verdict. Write: lying: RC2 | Ann lays RH3 -> yes. Both are red.")
        self._verify_letters(f"{before}{after}")
        found = re.match(r"\s*(yes|no)\b[.:,]?\s*", after, re.IGNORECASE)
        verdict = found[1].lower() if found else "fact"
        why = after[found.end() :] if found else after
        answer = {"yes": words.allowed, "no": words.not_allowed}.get(verdict, "")
        said = re.sub(r"`([^`]*)`", lambda code: card.name if (card := self.card_of(code[1])) else code[1], why.strip())
        groups = tuple(self._group(part) for part in before.split("|"))
        plain = " ".join(group.role for group in groups if not group.cards)
        return RenderedExample(
            plain, tuple(group for group in groups if group.cards), verdict, answer, said,
            (Span(words.unchecked),) if last else (), where=f"{self.file}, line {self.first_line + self.line - 1}",
        )  # fmt: skip

    def _group(self, part: str) -> CardGroup:
        """`Ann lays: RC2 RH3`, `pile RC2 RH3`: words, then cards."""
        role, cards = self._labelled(part)
        form = "pile" if re.search(r"\b(pile|pot|stack)\b", role, re.IGNORECASE) else "row"
        return CardGroup(role, tuple(ShownCard(card) for card in cards), form)

    def _labelled(self, text: str) -> tuple[str, tuple[AnyCard, ...]]:
        """Words, and the cards behind them."""
        words = text.replace(":", ": ").split()
        cards: list[AnyCard] = []
        while words and (card := self._read_card(words[-1].strip(",`"))):
            cards.insert(0, card)
            words.pop()
        self.seen += cards
        return " ".join(words).rstrip(": "), tuple(cards)

    def _own_figure(self, info: str, lines: list[tuple[int, str]]) -> Iterator[Figure]:
        kind, _, more = info.partition(" ")
        if kind not in OWN_FIGURES:
            known = f" Figures are {join_words(OWN_FIGURES, 'and')}."
            self.wrong(f"there is no figure {kind!r}.{did_you_mean(kind, OWN_FIGURES)}{known}")
        if more:
            self.wrong(
                f"{more!r} behind figure {kind} would not be printed. Write caption: before it, on its own line."
            )
        said: dict[str, str] = {}
        rest: list[tuple[int, str]] = []
        caption: Spans = ()
        first = self.line
        for self.line, line in lines:
            name, colon, value = line.partition(":")
            name, value = name.strip().lower(), value.strip()
            if not colon or name not in ("caption", "alt"):
                self._verify_letters(line)
                rest.append((self.line, line))
                continue
            if said.get(name):
                self.wrong(f"a second {name}. A figure has one; join them.")
            said[name] = value
            caption = self.spans(value) if name == "caption" else caption
        self.line = first
        figure = self._drawn(kind, rest)
        yield replace(figure, caption=caption, alt=said.get("alt") or figure.alt)

    def _drawn(self, kind: str, lines: Sequence[tuple[int, str]]) -> Figure:
        """A figure without its caption, with its default alternative text."""
        if kind == "turn":
            steps = tuple(self.spans(MARKER.sub("", line)) for line in self._each(lines))
            return Figure("turn", steps=steps, alt="The steps of a turn")
        if kind == "chits":
            values = [word.strip(",") for _, line in lines for word in line.split()]
            if len(values) != 3 or any(
                value not in known for value, known in zip(values, VALUES.values(), strict=True)
            ):
                self.wrong("chits point at a color, a shape and a number. Write: red heart 3")
            return Figure("chits", tuple(values), alt=f"Pointers at {join_words(values, 'and')}")
        is_table = kind == "table"
        if not lines:
            sample = "bottom | Ann | RC1 RH2 | 0" if is_table else "Ann: RC1 RH2"
            self.wrong(f"the figure has no cards. Write a line such as: {sample}")
        places = tuple(self._own_place(kind, line) for line in self._each(lines))
        heard = []
        for place in places:
            down = [f"{place.down} face down"] if place.down else []
            heard.append(f"{place.label}: {', '.join([*(card.name for card in place.cards), *down])}")
        return Figure("table" if is_table else "cards", () if is_table else (kind,), places, alt="; ".join(heard))

    def _each(self, lines: Sequence[tuple[int, str]]) -> Iterator[str]:
        """Line after line, so that a mistake in one is reported with its number."""
        for number, line in lines:
            self.line = number
            yield line

    def _own_place(self, kind: str, line: str) -> Place:
        if kind == "table":
            parts = [part.strip() for part in line.split("|")]
            is_count = parts[3:] in ([], [""]) or parts[3].isdecimal()
            if len(parts) not in (3, 4) or parts[0] not in POSITIONS or not is_count:
                self.wrong(
                    f"a place at the table is: position | who | cards face up | how many face down. Positions: {join_words(POSITIONS)}."
                )
            words, cards = self._labelled(parts[2])
            if words:
                self.wrong(f"{words!r} is no card. Between the second | and the third are cards alone: RC1 RH2")
            down = min(read_whole("".join(parts[3:])) or 0, 999)
            return Place(parts[0], parts[1].removeprefix("*"), cards, down, parts[1].startswith("*"))
        label, cards = self._labelled(line)
        if not cards:
            self.wrong(f"{line!r} names no card. Write who and the cards: Ann: RC1 RH2 KBQ")
        if kind == "fan" and len(cards) > MAX_FAN:
            self.wrong(f"{len(cards)} cards in a fan; a hand holds {MAX_FAN} at most. Choose figure row.")
        return Place("center", label, cards)

    def _own_house(self, info: str, lines: list[tuple[int, str]]) -> Iterator[HouseRule]:
        (number, question), *answers = lines
        for at, answer in answers:
            if not answer.startswith("-"):
                self.wrong("an answer begins with a hyphen: - No.", at)
        if len(answers) < 2 or question.startswith("-"):
            self.wrong(
                "a house rule is a question, and under it two answers or more, each after a hyphen; the first is yours.",
                number,
            )
        choices = tuple(
            Choice(" ", self.spans(answer.removeprefix("-").strip()), not i, not i)
            for i, (_, answer) in enumerate(answers)
        )
        if self.kind != "house":
            self.wrong(
                "a house rule needs a chapter of its own. Write above it: ## Choices for your table {house}", number
            )
        if self.paragraph == len(ascii_uppercase):
            self.wrong(f"a table has room for {len(ascii_uppercase)} choices, which have a letter each.", number)
        yield HouseRule(self.next_number(), "", "", self.spans(question), choices)
