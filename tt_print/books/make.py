"""From choices to files: a booklet in reading order for the screen and imposed for the printer, and sheets that teach a game.

A first game has the cards to sort, and rounds by a script. The text is `templates/games/NAME/lesson.md`. Its `round`
blocks are played by the engine like those of a book; the first one says what everyone holds. The order of the
deck is found from that: the engine deals a deck, and what it puts where is exchanged for what the script needs there.

A sheet of puzzles has a cover, the problems from easy to hard, and on the back the answers, upside down. `make_puzzle` of the game's
module `play` finds one with a single solution, or none; the words are `templates/games/NAME/puzzles.toml`.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cache
from itertools import groupby
from typing import Any

from tt_print.books.blocks import (
    Block,
    Book,
    CardGroup,
    Chapter,
    Figure,
    FigurePlace,
    Heading,
    Panel,
    Paragraph,
    Round,
    ShownCard,
    Span,
    read_book_words,
    read_words,
)
from tt_print.books.cover import read_cover
from tt_print.books.pages import POCKET_PAGES, lesson_pages, make_pages
from tt_print.books.prose import Style, find_style
from tt_print.books.text import read_book, read_family
from tt_print.deck import AnyCard, parse_card
from tt_print.draw.pdf import BOOK_FORM_USES, DocumentFacts, Page, render_pdf
from tt_print.draw.shapes import Drawing, ReadingPage
from tt_print.draw.tagged import render_reading_pdf
from tt_print.engine.base import Game
from tt_print.engine.completion import ExampleTable
from tt_print.engine.notation import NAMES, seat_name
from tt_print.engine.play import Puzzle
from tt_print.engine.told import HOUSE_RULE, cards_in
from tt_print.errors import InputError
from tt_print.faces import START_THEME
from tt_print.faces.theme import Theme
from tt_print.files.disk import file_stem, short_hash
from tt_print.games import find_game
from tt_print.games.examples import Example, example_table, examples_of
from tt_print.page.text import NO_BREAK
from tt_print.paper.imposition import (
    FOLDED,
    Booklet,
    BookletChoices,
    Size,
    binding_marks,
    draw_side,
    fold_of,
    plan_pocket,
    plan_saddle,
    pocket_marks,
    pocket_page,
    read_binding,
    turn_page,
)  # fmt: skip
from tt_print.paper.plan import Paper
from tt_print.problems import LayoutProblem
from tt_print.records import dataclass
from tt_print.templates import Measures, read_measures

WITH_HOUSE_RULES = 0.88  # type for house rules that need more words
AUTHOR = "Triple Topper by Brian Ciesicki; words and pages by tt_print"
VIEWER = {"DisplayDocTitle": "true", "PrintScaling": "None"}


def make_booklet(game: str, choices: BookletChoices) -> Booklet:
    """Reads the book of a game, which runs all its examples, and makes both files.

    Raises ExampleError where an example is false, LayoutError where something does not fit.
    """
    book = read_family(game, choices.house, choices.format == "pocket")
    return set_booklet(book, read_cover(game).accent, choices)


def set_booklet(book: Book, accent: str, choices: BookletChoices) -> Booklet:
    """Both files of a book, whole or in short as its format needs it. Raises LayoutError where something does not fit."""
    stem = booklet_stem(book.game, choices)
    if choices.format == "pocket":
        return _make_pocket(book, accent, choices, stem)
    if choices.format == "flat":
        return _make_flat(book, accent, choices, stem)
    return fold_pages(book, find_style(choices.format, choices.large, choices.theme, accent), choices, stem)


def _make_pocket(book: Book, accent: str, choices: BookletChoices, stem: str) -> Booklet:
    """Eight pages on one side of a sheet."""
    paper = _landscape(choices)
    page = pocket_page(paper)
    style = find_style("pocket", False, choices.theme, accent, (page.width_mm, page.height_mm))
    pages = _pages_of(book, style, POCKET_PAGES)
    side = draw_side(plan_pocket(paper), [page.drawing for page in pages], paper, pocket_marks(paper, choices.theme))
    how = "Print at 100%, one-sided; fold, cut, and fold again."
    return _impose(stem, book, choices, pages, [side], how, "Simplex", 1)


def _make_flat(book: Book, accent: str, choices: BookletChoices, stem: str) -> Booklet:
    """Pages as large as the paper: one file for the printer and the screen."""
    size_mm = (choices.paper.width_mm, choices.paper.height_mm)
    if choices.large:
        style = find_style("flat", True, choices.theme, accent, size_mm)
    else:
        style = find_style(FOLDED[fold_of(choices.paper.name)[1]], False, choices.theme, accent).filling(size_mm)
    pages = _pages_of(book, style, 1)
    data, _ = render_reading_pdf(pages, _reading_facts(book, choices, {"Duplex": "DuplexFlipLongEdge"}))
    name, count = f"booklets/{stem}.pdf", len(pages)
    house = _changed_rules(choices)
    return Booklet(book.game, book.title, {name: data}, name, name, count, -(-count // 2), choices.format, house)


def fold_pages(
    book: Book, style: Style, choices: BookletChoices, stem: str, how: str = "", is_back_turned: bool = False
) -> Booklet:
    """A book on sheets that are folded, with the back cover upside down if `is_back_turned`; and for the screen."""
    paper, pages = _landscape(choices), _pages_of(book, style, 4)
    drawings = [page.drawing for page in pages]
    size = Size(style.width_mm, style.height_mm)
    plan = plan_saddle(len(pages), size, paper, choices.flip, choices.thickness_mm, style.inner_mm)
    if is_back_turned:
        plan[0] = turn_page(plan[0], len(pages))
    sheets = len(plan) // 2
    marks = binding_marks(paper, sheets, style.theme)
    sides = [draw_side(side, drawings, paper, marks if side is plan[-1] else ()) for side in plan]
    how = how or f"Print at 100%, both sides, flip on the {choices.flip} edge."
    duplex = {"short": "DuplexFlipShortEdge", "long": "DuplexFlipLongEdge"}[choices.flip]
    return _impose(stem, book, choices, pages, sides, how, duplex, sheets)


def _pages_of(book: Book, style: Style, multiple: int) -> list[ReadingPage]:
    """The pages of a book. Where what a table has decided takes more words than a field holds, all type is smaller."""
    try:
        return make_pages(book, style, multiple)
    except LayoutProblem:
        if not book.in_force:
            raise
        return make_pages(book, style.grown(WITH_HOUSE_RULES), multiple)


def _landscape(choices: BookletChoices) -> Size:
    return Size(choices.paper.height_mm, choices.paper.width_mm)


def _impose(
    stem: str,
    book: Book,
    choices: BookletChoices,
    pages: list[ReadingPage],
    sides: list[Drawing],
    how: str,
    duplex: str,
    sheets: int,
) -> Booklet:
    """The pages in reading order for the screen, and the same ones on sheets, each in a file of its own."""
    read_name, print_name = f"booklets/{stem}-read.pdf", f"booklets/{_print_stem(stem, choices)}.pdf"
    read, painter = render_reading_pdf(pages, _reading_facts(book, choices))
    names = [f"Sheet {number // 2 + 1}, {'back' if number % 2 else 'front'}" for number in range(len(sides))]
    names = names if len(sides) > 1 else ["The sheet"]
    imposed = [Page(side, str(number), name) for number, (side, name) in enumerate(zip(sides, names, strict=True), 1)]
    viewer = VIEWER | {"Duplex": duplex, "PickTrayByPDFSize": "true"}
    facts = DocumentFacts(_title(book.title, choices), how, viewer, author=_author(book), fast_compression=True)
    files = {print_name: render_pdf(imposed, facts, BOOK_FORM_USES, painter), read_name: read}
    house = _changed_rules(choices)
    return Booklet(book.game, book.title, files, print_name, read_name, len(pages), sheets, choices.format, house)


def _title(title: str, choices: BookletChoices) -> str:
    whole = title.replace(NO_BREAK, " ") if ": " in title else f"{title}: rules"
    return f"{whole}{', large print' if choices.large else ''}"


def _reading_facts(book: Book, choices: BookletChoices, more: dict[str, str] | None = None) -> DocumentFacts:
    description = "Rules for the Triple Topper deck." + (
        " Every example was checked by the rules engine." if book.checked else ""
    )
    title, viewer = _title(book.title, choices), VIEWER | (more or {})
    return DocumentFacts(title, description, viewer, author=_author(book), fast_compression=True)


def _author(book: Book) -> str:
    """Who a file is by: the book of another author's game is theirs."""
    return AUTHOR if book.author in ("", AUTHOR) else f"{book.author}; pages by tt_print"


def _changed_rules(choices: BookletChoices) -> tuple[str, ...]:
    """The house rules that differ from the printed ones, as `name=value`."""
    return tuple(str(choices.house).split()) if choices.house is not None and choices.house.changed else ()


def booklet_stem(game: str, choices: BookletChoices) -> str:
    """All choices that change the pages. House rules by a hash of what they say for this game: `house-1f0c2a`."""
    changed = _changed_rules(choices)
    return file_stem(
        game,
        choices.format,
        choices.paper.name if choices.format in ("flat", "pocket") else "",  # their pages are as large as the paper
        "large" if choices.large else "",
        *choices.theme.file_parts,
        f"house-{short_hash(' '.join(changed), 6)}" if changed else "",
    )


def _print_stem(stem: str, choices: BookletChoices) -> str:
    """The reading file's name and how it is on the paper."""
    if choices.format == "pocket":
        return stem
    usual = choices.thickness_mm == read_binding().thickness_mm
    return file_stem(
        stem,
        "on",
        choices.paper.name,
        f"flip-{choices.flip}" if choices.flip != "short" else "",
        "" if usual else f"{choices.thickness_mm:g}mm",
    )


# ---------------------------------------------------------------- sheets that teach a game


FILE = "lesson.md"
PER_ROW = 8  # cards of the order side by side


@dataclass(frozen=True, slots=True)
class Lesson:
    """The text, how many it is for, and the deck from its top card; None where any card will do."""

    book: Book
    players: int
    order: tuple[AnyCard | None, ...]


@cache
def read_lesson(name: str) -> Lesson:
    """The lesson of a game, with every line of its script played. Raises ExampleError, and TemplateError for a text that cannot be read."""
    name = find_game(name).name
    first = next(example for example in examples_of(f"games/{name}/{FILE}", name) if example.kind == "round")
    scene = example_table(first.game, first.cases[0].phrases)  # with its first move, whose cards must lie there
    order = _order(scene, _cards_named(first, scene))
    book = read_book(name, scene.house, FILE)
    chapters = tuple(
        replace(chapter, blocks=tuple(_with_order(chapter.blocks, order, scene.start.hands)))
        for chapter in book.chapters
    )
    return Lesson(replace(book, chapters=chapters), len(scene.start.hands), order)


def lesson_pdf(name: str, names: Sequence[str], paper: Paper, theme: Theme) -> tuple[str, bytes]:
    """Name and content of the PDF of a lesson. `names` take the places of the players in the text, in their order."""
    book = read_lesson(name).book
    book = _with_names(book, dict(zip(NAMES, names, strict=False))) if names else book
    for format_ in ("lesson", "flat"):  # larger if that fits on one sheet
        style = find_style(format_, False, theme, read_cover(name).accent, (paper.width_mm, paper.height_mm))
        pages = lesson_pages(book, style)
        if len(pages) <= 2:
            break
    how, viewer = "Print at 100%, on both sides of a sheet.", VIEWER | {"Duplex": "DuplexFlipLongEdge"}
    facts = DocumentFacts(book.title, how, viewer, author=AUTHOR, fast_compression=True)
    spoken = short_hash(" ".join(names)) if names else ""
    stem = file_stem("first-game", name, *theme.file_parts_beside(START_THEME), spoken, paper.name)
    return f"sheets/{stem}.pdf", render_reading_pdf(pages, facts)[0]


# ---------------------------------------------------------------- the order of the deck


def _cards_named(first: Example, table: ExampleTable) -> set[AnyCard]:
    opening = first.cases[0].phrases[: -len(first.cases[0].own)]
    return {
        card for text in opening if not text.startswith(HOUSE_RULE)
        for value in table.scene.parse_phrase(text).values.values() for card in cards_in(value)
    }  # fmt: skip


def _order(scene: ExampleTable, named: set[AnyCard]) -> tuple[AnyCard | None, ...]:
    """The deck from its top card with which the deal leaves the table of the scene."""
    game, house, wanted = scene.game, scene.house, scene.start
    start = game.start(len(wanted.hands), house, len(wanted.hands) - 1)
    deal = next(iter(game.legal(start)))
    dealt = game.apply(start, deal)
    there = dict(_places(game.layout(dealt)))
    here = {place: card for place, card in _places(game.layout(wanted)) if card in named}
    instead = {there[place]: card for place, card in here.items()}
    return tuple(map(instead.get, reversed(deal.order)))


def _places(piles: Mapping[str, Sequence[Any]]) -> Iterator[tuple[tuple[object, ...], AnyCard]]:
    """Every card of a layout with its place: the pile and the number in it, the top card's is 0."""
    for name, pile in piles.items():
        for index, each in enumerate(pile):
            if isinstance(each, tuple | list):
                yield from (((name, *place), card) for place, card in _places({str(index): each}))
            else:
                yield (name, len(pile) - 1 - index), getattr(each, "card", each)


def _with_order(
    blocks: Sequence[Block], order: Sequence[AnyCard | None], hands: Sequence[tuple[AnyCard, ...]]
) -> Iterator[Block]:
    """The order in the place of the figure that asks for it, the same in words for those who hear the page; and the hands."""
    for block in blocks:
        if not (isinstance(block, Figure) and block.kind in ("order", "hands")):
            yield block
            continue
        if block.kind == "hands":
            places = tuple(FigurePlace("", seat_name(seat), hand) for seat, hand in enumerate(hands))
        else:
            places = tuple(_rows(order, read_words().other_cards))
        words = "; ".join(
            ": ".join(filter(None, (place.label, ", ".join(card.name for card in place.cards)))) for place in places
        )
        yield replace(block, kind="order", places=places, alt=f"{block.alt} {words}.")


def _rows(order: Sequence[AnyCard | None], others: Sequence[str]) -> Iterator[FigurePlace]:
    """The order in rows, each with the numbers of its cards; a run of cards that may be any is one pile, named one of `others`,
    for one card and for several."""
    number = 1
    for is_any, run in groupby(order, lambda card: card is None):
        cards = tuple(run)
        length = len(cards) if is_any else PER_ROW
        for start in range(0, len(cards), length):
            row = tuple(card for card in cards[start : start + length] if card is not None)
            label = f"{len(cards)} {others[len(cards) > 1]}" if is_any else f"{number}–{number + len(row) - 1}"
            yield FigurePlace("", label, row, len(cards) if is_any else 0)
            number += len(row)


def _with_names(value: Any, names: Mapping[str, str]) -> Any:
    """The same with other names in every text."""
    if isinstance(value, str):
        return re.sub(rf"\b({'|'.join(names)})\b", lambda found: names[found[1]], value)
    if isinstance(value, tuple):
        return tuple(_with_names(each, names) for each in value)
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{each.name: _with_names(getattr(value, each.name), names) for each in fields(value)})
    return value


# ---------------------------------------------------------------- puzzles


SHEET_WORDS = "booklets/puzzles.toml"  # for all games; those of one are in its own `puzzles.toml`
FOUND_FOR_EACH = 4  # of which the easiest, the hardest, and those between are taken
ATTEMPTS = 4_000  # for each that is found
SMALLER = 0.78  # letters and cards, by those of a book: eight puzzles on one sheet
ANSWER_CARDS = 0.75  # the size of cards in answers, by that in problems


def find_puzzles(game: Game, count: int, seed: int) -> list[Puzzle]:
    """So many different ones, each with a single solution, from easy to hard; the same for the same seed."""
    make = game.find("play", "make_puzzle")
    found = dict[tuple[str, ...], Puzzle]()
    for attempt in range(ATTEMPTS * count):
        puzzle = make(game, random.Random(f"{game.name}/{seed}/{attempt}"))
        if puzzle is not None:
            found.setdefault(puzzle.answer, puzzle)
        if len(found) == FOUND_FOR_EACH * count:
            break
    ranked = sorted(found.values(), key=lambda each: each.difficulty)
    return [ranked[round(index * (len(ranked) - 1) / max(1, count - 1))] for index in range(count)]


def make_puzzle_sheet(game: Game, puzzles: Sequence[Puzzle], seed: int, choices: BookletChoices) -> Booklet:
    """The sheets to print and fold, and the same pages in reading order for the screen."""
    usual = find_style(choices.format, False, choices.theme, read_cover(game.name).accent)
    style = usual.grown(SMALLER).changed(panel_face_mm=SMALLER * usual.panel_face_mm)
    book = puzzle_book(game, puzzles)
    stem = file_stem("puzzles", game.name, f"s{seed}", str(len(puzzles)), choices.format, *choices.theme.file_parts)
    return fold_pages(book, style, choices, stem, read_measures(SHEET_WORDS).how, is_back_turned=True)


def puzzle_book(game: Game, puzzles: Sequence[Puzzle]) -> Book:
    words, sheet = read_measures(f"games/{game.name}/puzzles.toml"), read_measures(SHEET_WORDS)
    levels = groupby(range(len(puzzles)), lambda index: sheet.levels[3 * index // len(puzzles)])
    blocks: list[Block] = [Paragraph((Span(words.question),))]
    for level, run in levels:
        first, *rest = run
        steps = tuple(_step(puzzles[index], words) for index in (first, *rest))
        blocks += [Heading(level, level.lower()), Round(steps, first + 1)]
    problems = Chapter(words.title, "problems", tuple(blocks))
    solved = Round(
        tuple(_solution(puzzle, words) for puzzle in puzzles),
        has_arrows=True,
        columns=words.columns,
        card_size=ANSWER_CARDS,
    )
    answers = Chapter(sheet.answers_title, "answers", (solved,), "summary")
    credit = read_book_words().credit.format(title=game.title, author=game.author)
    title = sheet.title.format(title=game.title.replace(" ", NO_BREAK))  # on the cover the game's name is one line
    return Book(
        game.name, title, sheet.tagline.format(count=len(puzzles)), (), (problems, answers), credit, author=game.author,
    )  # fmt: skip


def _step(puzzle: Puzzle, words: Measures) -> Panel:
    """The cards of a problem, and what players claim."""
    groups = tuple(
        CardGroup(getattr(words.groups, group.role), tuple(map(ShownCard, group.cards)), group.form)
        for group in puzzle.groups
    )
    claims = tuple((name, said) for name, _, said in (line.partition(": ") for line in puzzle.lines))
    return Panel((), groups, claims=claims)


def _solution(puzzle: Puzzle, words: Measures) -> Panel:
    """The cards of an answer, each part after an arrow; in words what no card shows."""
    groups = list[CardGroup]()
    for part in puzzle.answer if words.get("has_cards", True) else ():
        named = [each.partition(" as ") for each in part.split(" and ")]
        cards = tuple(ShownCard(card, said) for name, _, said in named if (card := _card(name)))
        is_moved = bool(groups) if words.get("in_turn") else len(groups) == 1
        groups += [CardGroup("", cards, moved=is_moved)] if cards else []
    said = words.answer.format(*puzzle.answer, reason=words.get("reasons", {}).get(puzzle.reason, ""))
    return Panel((Span(said),) if said else (), tuple(groups))


def _card(text: str) -> AnyCard | None:
    """The card that is named; None for other words."""
    try:
        return parse_card(text)
    except InputError:
        return None
