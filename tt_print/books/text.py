"""Rule books out of `templates/games/`: the files with their inclusions, read as blocks under the house rules in force.

`books.reader` says how the text is written. How an example gets to its page: `read_draft` leaves it in its chapter as it was parsed;
`read_book` has the engine run it and turns each printed line into a `RenderedExample` (`books.examples`); `groups` sets that as
cards and words, `pages` makes the pages, and `make` writes the file.

A family book also has fields:

    ```step 2 Challenge, if you like.
    Ann: back 2 | “Two green hearts.”
    Bo: | “I challenge!”
    arrow
    case claim 2 green hearts with GH1 GH3 -> claim true | **True:** Bo picks it all up.
    & case claim 2 green hearts with GH1 GC2 -> no claim true | **A lie:** the liar does. | wrong GC2
    Turn up the cards in front of that player. [5a, 5b]
    ```

A line of a picture begins with `case` (an example line that the engine judges), `cards` (codes, without a verdict), `back` and a number,
`pointers` or `chits` with three values (a star behind one that has moved), `arrow`, or with a player's name, a mood, and a colon.
`&` puts it below the one before it. Behind a bar is its label, or what the player says; in a quiz the answer is behind a second one.
`wrong` names the cards by which a case is wrong, or which of `cards` are, and `mark` gives a check or a cross to a case whose answer neither allows nor forbids.
All other lines are text. A fence is a `step` with its number and title, a `box`, a `mistake`, a `bar` with its title, a `picture`, a
`marked` picture with the number of things in its frame, or a `quiz`.

    ```ticks
    count_lies | May you lie about how many? | true: yes | false: no
    ```

Books that somebody brings have the same fields without cases; their ticks name no house rule; `own_book` also reads their lines by `read_picture_line`.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from tt_print.books.blocks import (
    Block,
    Book,
    CardGroup,
    Chapter,
    Field,
    Figure,
    Heading,
    PageEnd,
    Paragraph,
    RenderedExample,
    Round,
    Shown,
    ShownCard,
    Spans,
    plain,
    read_book_words,
)
from tt_print.books.reader import NUMBERED, BookReader
from tt_print.deck import DECKS, VALUES, VARIABLES, AnyCard, parse_card
from tt_print.engine.base import AUTHOR
from tt_print.engine.figures import find_time, time_sentence, time_words
from tt_print.engine.house import House
from tt_print.engine.printed_lines import house_sentences
from tt_print.errors import InputError, TemplateError, did_you_mean, join_words
from tt_print.games import find_game
from tt_print.games.examples import (
    ARROW,
    FIELD_CASE,
    FIELDS,
    Case,
    Example,
    check_examples,
    examples_of,
    parse_examples,
)
from tt_print.problems import Problem
from tt_print.records import dataclass, replace
from tt_print.templates import has_template, parse_table, template_path
from tt_print.typed_words import read_whole

if TYPE_CHECKING:
    from tt_print.books.reader import Token
    from tt_print.engine.base import Game

MANY = 8  # players of a game that any number can play
PANELS = 7  # of a folded sheet, beside its cover
FAMILY = "family.md"  # the book that a family reads; the law is in book.md
INCLUDE = re.compile(r"\{include ([\w./-]+)#([\w-]+)\}\s*$")
MOOD = "calm"
MARK, WRONG = "mark", "wrong "
LINE = re.compile(r"(& )?(?:(Ann|Bo|Cy|Di)(?: (\w+))?:(?: |$))?(?:(case|cards|back|pointers|chits|arrow)\b ?)?(.*)")


# ---------------------------------------------------------------- fields


@dataclass(frozen=True, slots=True)
class PictureLine:
    """A line of a picture: a thing in it, whose words are to be read and whose case is to be judged, and the cards by which that is wrong."""

    shown: Shown
    label: str
    answer: str
    wrong: frozenset[AnyCard]
    has_mark: bool

    def in_words(self, read: Callable[[str], Spans]) -> Shown:
        """The thing with its words, of which `read` makes text."""
        return replace(self.shown, label=read(self.label), answer=read(self.answer))


def read_picture_line(text: str) -> PictureLine | None:
    """A line of a picture; None for a line of text. Raises InputError for what cannot be drawn."""
    found = LINE.fullmatch(text.removesuffix(" |"))
    if not found or not (found[2] or found[4]):
        return None
    below, who, mood, kind, more = found.groups("")
    asked, arrow, stated = (
        more.rpartition(" -> ") if kind == "case" else ("", "", more)
    )  # a phrase may have bars of its own
    first, *rest = f" {stated}".split(" | ")
    what = f"{asked}{arrow}{first.strip()}"
    has_mark = kind == "case" and MARK in rest
    wrong = [part for part in rest if kind in ("case", "cards") and part.startswith(WRONG)]
    label, answer, *others = (*(part for part in rest if part not in (*wrong, *[MARK] * has_mark)), "", "")
    if any(others) or (what and kind in ("", "arrow")):
        lost = " | ".join(filter(None, others)) or what
        raise InputError(f"{lost!r} would not be printed. Write it behind one bar: {who or kind} | words")
    from tt_print.faces.toppers import MOODS  # with the drawing of cards, which `rules` does without

    if mood and mood not in MOODS:
        raise InputError(f"{who} cannot be {mood!r}.{did_you_mean(mood, MOODS)} Moods are {join_words(MOODS, 'and')}.")
    bad = frozenset(parse_card(code) for part in wrong for code in part.removeprefix(WRONG).split())
    one = Shown(kind or "none", who=who, mood=mood or MOOD, below=bool(below))
    if kind == "cards":
        cards = tuple(ShownCard(parse_card(code)) for code in what.split())
        if not cards or bad - {each.card for each in cards}:
            raise InputError(
                f"{text!r} is not cards, and behind a bar those of them that are wrong: cards RC1 RH2 | wrong RH2"
            )
        one = replace(one, groups=_mark_wrong((CardGroup("", cards),), bad))
    elif kind == "back":
        one = replace(one, count=read_whole(what) or 0)
        if not one.count:
            raise InputError(f"back {what!r}: write how many cards lie face down, as in: back 3")
    elif kind in ("pointers", "chits"):
        one = replace(one, values=tuple(what.split()))
        known = [value.removesuffix("*") in VALUES[name] for value, name in zip(one.values, VARIABLES, strict=False)]
        if len(one.values) != len(VARIABLES) or not all(known):
            raise InputError(f"{what!r} is not a color, a shape, and a number. Write: {kind} red heart 3")
    return PictureLine(one, label, answer, bad, has_mark)


def _mark_wrong(groups: Sequence[CardGroup], wrong: Collection[AnyCard]) -> tuple[CardGroup, ...]:
    """The groups with a mark on each card that is wrong."""
    return tuple(
        replace(group, wrong=tuple(place for place, card in enumerate(group.cards) if card.card in wrong))
        for group in groups
    )


@dataclasses.dataclass(eq=False, repr=False)
class FieldReader(BookReader):
    """Reads a family book: as other books, without numbers, and with fields. Its steps are counted, as many as there are under the house rules."""

    steps: int = 0  # of the chapter so far

    def begin_chapter(self, heading: str) -> Chapter:
        self.steps = 0
        return super().begin_chapter(heading)

    def read_break(self) -> Iterator[PageEnd]:
        yield PageEnd()

    def read_heading(self, raw: str) -> Iterator[Heading]:
        text, _, holds = self._conditions(raw)
        return super().read_heading(text) if holds else iter(())

    def read_fence(self, token: Token) -> Iterator[Block]:
        kind, _, title = token.info.strip().partition(" ")
        lines = [line.strip() for line in token.content.splitlines() if line.strip()]
        if lines and self._conditions(lines[0])[::2] == ("", False):
            return
        if kind == "ticks":
            ticks = tuple(self._tick(text) for text in map(self.text_if_holds, lines) if text)
            yield from [Field(kind, ticks=ticks)] if ticks else []
        elif kind in FIELDS:
            yield from self._field(kind, title, lines)
        else:
            yield from super().read_fence(token)

    def _field(self, kind: str, title: str, lines: Sequence[str]) -> Iterator[Field]:
        """The field; nothing where the conditions before its first line, alone, do not hold."""
        shown, blocks, cases = list[Shown](), list[Paragraph](), self._cases(kind, lines)
        for line in lines:
            text, _, holds = self._conditions(line)
            if not text:
                if not holds:
                    return
            elif found := read_picture_line(text):
                shown += self._show(found, line, cases) if holds else []
            else:
                blocks += self.read_paragraph(line)
        number = ""
        if kind in ("step", "marked"):
            number, _, title = title.partition(" ")
        count = int(number) if kind == "marked" else 0
        if kind == "step":
            self.steps += 1
            number = str(self.steps)
        yield Field(
            kind, self.spans(self._conditions(title)[0]), "" if count else number, tuple(shown), tuple(blocks), count
        )

    def _show(self, line: PictureLine, text: str, cases: dict[str, tuple[Example, Case]]) -> Iterator[Shown]:
        """The thing as it is, a case as it comes out; nothing where that is for other house rules, or cannot happen under these."""
        from tt_print.books.examples import render_case

        shown = line.in_words(self.remark)
        if shown.kind != "case":
            yield shown
            return
        example, case = cases[text]
        rendered = render_case(example, case, self.house) if case.is_for(self.house) else None
        if rendered is None:
            return
        if line.has_mark and rendered.is_so is not None:
            rendered = replace(rendered, verdict="yes" if rendered.is_so else "no")
        yield replace(shown, example=rendered, groups=_mark_wrong(rendered.groups, line.wrong))

    def _cases(self, kind: str, lines: Sequence[str]) -> dict[str, tuple[Example, Case]]:
        """What the engine judges, by its line in the field."""
        judged = [line for line in lines if ARROW in line and FIELD_CASE.fullmatch(line)]
        found = {
            (case.phrases, case.facts, case.when): (example, case)
            for example in (examples_of(self.file, self.game.name) if judged else ())
            for case in example.cases
        }
        block = "\n".join([f"```{kind}", *judged, "```"])
        cases = [case for example in parse_examples(block, self.file, self.game.name) for case in example.cases]
        hits = (
            (line, found.get((case.phrases, case.facts, case.when))) for line, case in zip(judged, cases, strict=True)
        )
        return {line: hit for line, hit in hits if hit}

    def _tick(self, line: str) -> tuple[Spans, tuple[Spans, ...]]:
        """A house rule to agree on: its name, the question, and answers with their values before them, the usual one first."""
        _, question, *answers = (part.strip() for part in line.split(" | "))
        return self.spans(question), tuple(self.spans(answer.partition(": ")[2]) for answer in answers)


# ---------------------------------------------------------------- what a book is read into


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What is between the lines +++; of several versions of a fact the first that holds is taken."""

    tagline: str
    players: str | tuple[str, ...]
    deck: str | tuple[str, ...]
    time: str | tuple[str, ...] = ""
    age: int = 0
    pocket: tuple[str, ...] = ()


# ---------------------------------------------------------------- books


def read_family(name: str, house: House | None = None, in_short: bool = False) -> Book:
    """The book that a family reads, or what a pocket fold has of it. Of a game without one its whole rules, in the fold in words alone.

    Raises as `read_book`.
    """
    game = find_game(name)
    if has_template(f"games/{game.name}/{FAMILY}"):
        return read_book(name, house, FAMILY, in_short)
    book = read_book(name, house)
    if not in_short:
        return book
    rules = tuple(chapter for chapter in book.chapters if chapter.kind in NUMBERED)
    return pocket_of(replace(book, chapters=rules), f"{game.name}/book.md")


def read_book(name: str, house: House | None = None, file: str = "book.md", in_short: bool = False) -> Book:
    """The rules of a game under `house` (None: as printed), every example of it run by the engine; or another `file` of the game.

    Raises ExampleError when an example is false, TemplateError for text that cannot be read.
    """
    game = find_game(name)
    check_examples(game.name, f"games/{game.name}/{file}")
    draft = read_draft(name, house, file, in_short)
    reader = BookReader(f"games/{game.name}/{file}", game=game, house=draft.house)
    chapters = []
    for chapter in draft.chapters:
        blocks: list[Block] = []
        for block in chapter.blocks:
            played = sum(len(each.panels) for each in blocks if isinstance(each, Round))
            blocks += _run(block, reader, played + 1) if isinstance(block, Example) else [block]
        chapters.append(replace(chapter, blocks=tuple(blocks)))
    return replace(draft, chapters=tuple(chapters))


def _run(example: Example, reader: BookReader, first: int) -> Iterator[Block]:
    """What is printed of an example, or of a round, whose moves are counted from `first`."""
    from tt_print.books.examples import render_example, render_round

    if example.kind == "example":
        yield from render_example(example, reader.house)
    elif (played := render_round(example, reader.house, reader.remark, first)) is not None:
        yield played


def pocket_of(book: Book, file: str) -> Book:
    """A book on one folded sheet: seven panels, one a chapter.

    It has the words alone: for pictures a page of the fold is too small. Raises Problem for too many chapters.
    """
    if len(book.chapters) > PANELS:
        raise Problem("booklets.many_chapters", "format", file=file, panels=PANELS, chapters=len(book.chapters))
    panels = [Chapter(each.title, each.key, tuple(_in_words(each.blocks)), "rules") for each in book.chapters]
    return replace(book, chapters=tuple(panels))


def _in_words(blocks: Sequence[Block]) -> Iterator[Block]:
    """The blocks without pictures and numbers; of fields those that have words without their cards."""
    for block in blocks:
        if isinstance(block, Paragraph):
            yield Paragraph(block.spans)
        elif isinstance(block, Field):
            yield from (
                [replace(block, picture=())] if block.blocks or block.ticks or block.kind in ("step", "bar") else []
            )
        elif not isinstance(block, Figure | RenderedExample):
            yield block


def read_draft(name: str, house: House | None = None, file: str = "book.md", in_short: bool = False) -> Book:
    """The text alone, its examples not run, for those who look for a line or two of it. Raises TemplateError."""
    game = find_game(name)
    house, file = house or game.house(), f"games/{game.name}/{file}"
    front, body = read_source(file)
    make = FieldReader if file.endswith(f"/{FAMILY}") else BookReader
    reader = make(file, game=game, house=house, in_short=in_short)
    title, chapters = reader.read(body)
    if in_short:
        chapters = [each for each in chapters if each.title in front.pocket]
    words = read_book_words()
    measured = time_sentence(game, house).replace("–", "-")  # as a book is typed; on paper it is a dash again
    time = _first_that_holds(reader, front.time) if front.time else measured
    players = _first_that_holds(reader, front.players)
    facts = (
        (words.facts.players, words.facts.ages.format(players=players, age=front.age) if front.age else players),
        *([(words.facts.time, time)] if time else []),
        (words.facts.deck, _first_that_holds(reader, front.deck)),
    )
    in_force = tuple(plain(reader.spans(sentence)) for sentence in house_sentences(house))
    credit = (words.credit if game.author == AUTHOR else words.credit_of_other).format(title=title, author=game.author)
    return Book(
        game.name, title, front.tagline, facts, tuple(chapters), credit, in_force, game.author, house=house,
        symbols=_symbols(game, house, front.age, players, time),
    )  # fmt: skip


def _symbols(game: Game, house: House, age: int, players: str, time: str) -> tuple[tuple[str, str, str], ...]:
    """What the cover shows in short: (icon, text, what is read aloud)."""
    words, minutes, (least, most) = read_book_words().facts, find_time(game, house), game.players
    shown = f"{least}+" if most is None else str(least) if least == most else f"{least}–{most}"
    cards = sorted({_card_count(game, each, house) for each in range(least, (most or MANY) + 1)})
    symbols = [
        ("players", shown, words.players, players),
        ("time", time_words().short.format(minutes=minutes) if minutes else time, words.time, time.replace("-", "–")),
        ("age", f"{age}+" if age else "", words.age, str(age)),
        ("cards", "–".join(map(str, sorted({cards[0], cards[-1]}))), words.cards, " or ".join(map(str, cards))),
    ]
    return tuple((icon, text, f"{label}: {said}") for icon, text, label, said in symbols if text)


def _card_count(game: Game, players: int, house: House) -> int:
    deck = game.table.deck_in_play(players, house)
    return len(DECKS[deck.removesuffix("2")]) * (2 if deck.endswith("2") else 1)


def _first_that_holds(reader: BookReader, versions: str | Sequence[str]) -> str:
    texts = [versions] if isinstance(versions, str) else versions
    return next(text for each in texts if (text := reader.text_if_holds(each)))


# ---------------------------------------------------------------- files


@cache
def read_source(file: str) -> tuple[FrontMatter, str]:
    """The facts at the top, between two lines +++, and the text with its inclusions. Raises TemplateError."""
    first, _, rest = template_path(file).read_text(encoding="utf-8").partition("\n")
    front, fence, body = rest.partition("\n+++\n")
    if first != "+++" or not fence:
        raise TemplateError(f"templates/{file}, line 1: a book begins with its facts between two lines +++.")
    return parse_table(FrontMatter, front, f"templates/{file}"), "\n".join(_include(body.splitlines()))


def _include(lines: Sequence[str]) -> Iterator[str]:
    for line in lines:
        found = INCLUDE.match(line)
        yield from _include(_sections(found[1])[found[2]]) if found else [line]


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
