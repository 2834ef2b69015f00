"""A folded sheet of puzzles: a cover, the problems from easy to hard, and on the back the answers, upside down.

`make_puzzle` of the game's module `play` finds one with a single solution, or none; the words are `templates/games/NAME/puzzles.toml`.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import field, replace
from typing import Any

from tt_print.booklets.blocks import Block, Book, Bullets, CardGroup, Chapter, Panel, Paragraph, Round, ShownCard, Span
from tt_print.booklets.choices import Booklet, BookletChoices
from tt_print.booklets.cover import read_cover
from tt_print.booklets.examples import name_cards
from tt_print.booklets.make import fold_pages
from tt_print.booklets.pages import make_pages
from tt_print.booklets.style import find_style
from tt_print.booklets.words import read_book_words
from tt_print.engine.base import Game
from tt_print.engine.play import Puzzle
from tt_print.files.disk import file_stem
from tt_print.games import load_games
from tt_print.records import dataclass
from tt_print.templates import read_table

MOST = 24  # problems of a sheet
FOUND_FOR_EACH = 4  # of which the easiest, the hardest, and those between are taken
ATTEMPTS = 4_000  # for each that is found
SIZES = (1.0, 0.92, 0.84, 0.76)  # of letters and cards


@dataclass(frozen=True, slots=True)
class PuzzleWords:
    """`templates/games/NAME/puzzles.toml`. `answer` may name {first}, {rest}, {last}, and {reason}."""

    title: str
    question: str
    answer: str
    between: str
    groups: dict[str, str]
    reasons: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SheetWords:
    """`templates/booklets/puzzles.toml`, for all games."""

    title: str
    tagline: str
    number: str
    answers: str
    answers_title: str
    levels: tuple[str, str, str]
    how: str


def puzzle_games() -> list[Game[Any, Any]]:
    """The games that have puzzles."""
    return [game for game in load_games() if game.find("play", "make_puzzle")]


def find_puzzles(game: Game[Any, Any], count: int, seed: int) -> list[Puzzle]:
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


def make_puzzle_sheet(game: Game[Any, Any], puzzles: Sequence[Puzzle], seed: int, choices: BookletChoices) -> Booklet:
    """The sheets to print and fold, and the same pages in reading order for the screen."""
    usual = find_style(choices.format, False, choices.theme, read_cover(game.name).accent)
    book = puzzle_book(game, puzzles)
    styles = [replace(usual.grown(part), panel_face_mm=part * usual.panel_face_mm) for part in SIZES]
    style = min(styles, key=lambda each: len(make_pages(book, each, 4)))  # the largest with the fewest pages
    stem = file_stem("puzzles", game.name, f"s{seed}", str(len(puzzles)), choices.format, *choices.theme.file_parts)
    return fold_pages(book, style, choices, stem, read_sheet_words().how, is_back_turned=True)


def read_sheet_words() -> SheetWords:
    return read_table(SheetWords, "booklets/puzzles.toml")


def puzzle_book(game: Game[Any, Any], puzzles: Sequence[Puzzle]) -> Book[Block]:
    words, sheet = read_table(PuzzleWords, f"games/{game.name}/puzzles.toml"), read_sheet_words()
    steps = tuple(_step(puzzle, words, sheet.levels[3 * index // len(puzzles)]) for index, puzzle in enumerate(puzzles))
    question = Paragraph("", (Span(words.question),))
    problems = Chapter[Block]("", words.title, "problems", (question, Round(steps)), "puzzles")
    solved = tuple((Span(name_cards(_answer(puzzle, words))),) for puzzle in puzzles)
    answers = Chapter[Block]("", sheet.answers_title, "answers", (Bullets(solved, ordered=True),), "summary")
    credit = read_book_words().credit.format(title=game.title, author=game.author)
    return Book(
        game.name, sheet.title.format(title=game.title), sheet.tagline,
        ((sheet.number, str(len(puzzles))), (sheet.answers_title, sheet.answers)), (problems, answers), credit, author=game.author,
    )  # fmt: skip


def _step(puzzle: Puzzle, words: PuzzleWords, level: str) -> Panel:
    groups = tuple(
        CardGroup(words.groups[group.role], tuple(map(ShownCard, group.cards)), group.form) for group in puzzle.groups
    )
    return Panel((Span(f"{level}. ", bold=True), Span(" ".join(f"{line}." for line in puzzle.lines))), groups)


def _answer(puzzle: Puzzle, words: PuzzleWords) -> str:
    first, *rest = puzzle.answer
    said = words.answer.format(
        first=first, rest=words.between.join(rest), last=puzzle.answer[-1], reason=words.reasons.get(puzzle.reason, "")
    )
    return said[:1].upper() + said[1:]
