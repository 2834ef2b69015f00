"""Rule books out of `templates/games/`: the files with their inclusions, read as blocks under the house rules in force.

`booklets.reader` says how the text is written. How an example gets to its page: `read_draft` leaves it in its chapter as it was parsed;
`read_book` has the engine run it and turns each printed line into a `RenderedExample` (booklets.examples); `panels` sets that as
cards and words, `pages` makes the pages, and `make` writes the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from tt_print.booklets.blocks import Block, Book, Chapter, Figure, HouseRule, Paragraph, RenderedExample, Round, plain
from tt_print.booklets.fields import FieldReader
from tt_print.booklets.markdown import NUMBERED, DraftBlock
from tt_print.booklets.reader import BookReader, Statement
from tt_print.booklets.words import read_book_words, read_words
from tt_print.engine.base import AUTHOR
from tt_print.engine.figures import cover_time
from tt_print.engine.house import House
from tt_print.engine.printed_lines import house_sentences
from tt_print.errors import TemplateError
from tt_print.games import find_game
from tt_print.games.examples import Example, check_examples
from tt_print.problems import Problem
from tt_print.records import dataclass
from tt_print.templates import has_template, parse_table, template_path

if TYPE_CHECKING:
    from tt_print.engine.base import Game

PANELS = 7  # of a folded sheet, beside its cover
FAMILY = "family.md"  # the book that a family reads; the law is in book.md
INCLUDE = re.compile(r"\{include ([\w./-]+)#([\w-]+)\}\s*$")


@dataclass(frozen=True, slots=True)
class Draft:
    """A book whose examples have not been run: each is in its chapter as the engine's parser read it."""

    book: Book[DraftBlock]
    house: House

    @property
    def chapters(self) -> tuple[Chapter[DraftBlock], ...]:
        return self.book.chapters


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What is between the lines +++; of several versions of a fact the first that holds is taken."""

    tagline: str
    players: str | tuple[str, ...]
    deck: str | tuple[str, ...]
    time: str | tuple[str, ...] = ""
    age: str = ""
    pocket: tuple[str, ...] = ()


# ---------------------------------------------------------------- books


def read_family(name: str, house: House | None = None, in_short: bool = False) -> Book[Block]:
    """The book that a family reads, or what a pocket fold has of it; the whole rules of a game that has no such book. Raises as `read_book`."""
    has_family = has_template(f"games/{find_game(name).name}/{FAMILY}")
    return read_book(name, house, FAMILY, in_short) if has_family else read_book(name, house)


def read_book(name: str, house: House | None = None, file: str = "book.md", in_short: bool = False) -> Book[Block]:
    """The rules of a game under `house` (None: as printed), every example run by the engine; or another `file` of the game.

    Raises ExampleError when an example is false, TemplateError for text that cannot be read.
    """
    game = find_game(name)
    check_examples(game.name)
    draft = read_draft(name, house, file, in_short)
    reader = BookReader(f"games/{game.name}/{file}", game=game, house=draft.house)
    chapters = []
    for chapter in draft.chapters:
        blocks: list[Block] = []
        for block in chapter.blocks:
            played = sum(len(each.panels) for each in blocks if isinstance(each, Round))
            blocks += _run(block, reader, played + 1) if isinstance(block, Example) else [block]
        chapters.append(chapter.with_blocks(tuple(blocks)))
    return draft.book.with_chapters(tuple(chapters))


def _run(example: Example, reader: BookReader, first: int) -> Iterator[Block]:
    """What is printed of an example, or of a round, whose moves are counted from `first`."""
    from tt_print.booklets.examples import render_example, render_round

    if example.kind == "example":
        yield from render_example(example, reader.house)
    elif (played := render_round(example, reader.house, reader.remark, first)) is not None:
        yield played


def read_pocket(name: str, house: House | None = None) -> Book[Block]:
    """What a folded sheet has of a family book; of a game without one, its rules in words alone. Raises as `read_book`."""
    game = find_game(name)
    if has_template(f"games/{game.name}/{FAMILY}"):
        return read_family(name, house, in_short=True)
    book = read_book(name, house)
    rules = tuple(chapter for chapter in book.chapters if chapter.kind in NUMBERED)
    return pocket_of(book.with_chapters(rules), f"{game.name}/book.md")


def pocket_of(book: Book[Block], file: str) -> Book[Block]:
    """A book on one folded sheet: seven panels, one a chapter; those that are left over are for notes.

    It has the words alone: for pictures a page of the fold is too small. Raises Problem for too many chapters.
    """
    if len(book.chapters) > PANELS:
        raise Problem("booklets.many_chapters", "format", file=file, panels=PANELS, chapters=len(book.chapters))
    panels = [Chapter("", each.title, each.key, tuple(_words_alone(each.blocks)), "rules") for each in book.chapters]
    notes = read_words().more_notes_title
    panels += [Chapter("", notes, f"notes-{number}", ()) for number in range(PANELS - len(panels))]
    return book.with_chapters(tuple(panels))


def _words_alone(blocks: Sequence[Block]) -> Iterator[Block]:
    for block in blocks:
        if not isinstance(block, Figure | RenderedExample):
            yield Paragraph("", block.spans) if isinstance(block, Paragraph) else block


def read_draft(name: str, house: House | None = None, file: str = "book.md", in_short: bool = False) -> Draft:
    """The text alone, for those who look for a line or two of it. Raises TemplateError."""
    game = find_game(name)
    draft = _read_draft(game, house or game.house(), f"games/{game.name}/{file}", in_short)
    rules = {b.option: b.number for chapter in draft.chapters for b in chapter.blocks if isinstance(b, HouseRule)}
    chapters = (c.with_blocks(tuple(_number_house_rules(b, rules, game) for b in c.blocks)) for c in draft.chapters)
    return Draft(draft.book.with_chapters(tuple(chapters)), draft.house)


def _number_house_rules(block: DraftBlock, rules: dict[str, str], game: Game) -> DraftBlock:
    """A paragraph with the numbers of its house rules instead of their names."""
    if not isinstance(block, Paragraph):
        return block
    unknown = [name for name in block.house if name not in rules]
    if unknown:
        file = f"templates/games/{game.name}/book.md"
        raise TemplateError(f"{file}: no block says what the house rule {unknown[0]!r} is.")
    return replace(block, house=tuple(rules[name] for name in block.house if rules[name]))


def read_statements(game: Game, file: str) -> list[Statement]:
    """Everything that a text of a game states, under whatever house rules. Raises TemplateError."""
    make = FieldReader if file.endswith(f"/{FAMILY}") else BookReader
    reader = make(file, game=game, house=game.house())
    reader.read(read_source(file)[1])
    return reader.statements


def _read_draft(game: Game, house: House, file: str, in_short: bool = False) -> Draft:
    front, body = read_source(file)
    make = FieldReader if file.endswith(f"/{FAMILY}") else BookReader
    reader = make(file, game=game, house=house, in_short=in_short)
    title, chapters = reader.read(body)
    if in_short:
        chapters = [each for each in chapters if each.title in front.pocket]
    if not title:
        raise TemplateError(f"templates/{file} has no title, a line that begins with one #.")
    words = read_book_words()
    measured = cover_time(game, house).replace("–", "-")  # as a book is typed; on paper it is a dash again
    time = _first_that_holds(reader, front.time) if front.time else measured
    players = _first_that_holds(reader, front.players)
    facts = (
        (words.facts.players, words.facts.ages.format(players=players, age=front.age) if front.age else players),
        *([(words.facts.time, time)] if time else []),
        (words.facts.deck, _first_that_holds(reader, front.deck)),
    )
    in_force = tuple(plain(reader.spans(sentence)) for sentence in house_sentences(house))
    credit = (words.credit if game.author == AUTHOR else words.credit_of_other).format(title=title, author=game.author)
    book = Book(
        game.name, title, front.tagline, facts, tuple(chapters), credit, in_force, game.author
    )  # fmt: skip
    return Draft(book, house)


def _first_that_holds(reader: BookReader, versions: str | Sequence[str]) -> str:
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
    return parse_table(FrontMatter, front, f"templates/{file}"), "\n".join(_included(body.splitlines(), file))


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
        yield from _included(sections[found[2]], found[1])


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
