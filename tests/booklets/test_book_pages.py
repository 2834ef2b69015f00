"""The pages of the books as somebody sees them: full lines and pages, true typography, nothing too small to be told."""

import re
from collections import defaultdict
from itertools import pairwise
from statistics import median

import pytest
from pypdfium2 import PdfDocument

from tests.makers.books import SAMPLE, pages_of, read_descriptions, sampled_games, sheets_of, texts_of
from tests.readers.page_fill import measures_of, page_fills
from tests.readers.page_words import Word, read_words
from tests.readers.reading_order import hear, tables
from tests.walks import slow_but
from tt_print.booklets.text import read_book
from tt_print.deck import FULL, JOKERS
from tt_print.games import game_names

FOLDED = [
    (game, format_, paper) for format_, paper in (("a5", "a4"), ("half-letter", "letter")) for game in game_names()
]
sampled_folded = pytest.mark.parametrize(
    ("game", "format_", "paper"),
    slow_but([*((game, "a5", "a4") for game in SAMPLE), ("push-it", "half-letter", "letter")], FOLDED),
)
sampled_books = pytest.mark.parametrize(
    ("game", "format_"),
    slow_but([("push-it", "a5"), ("push-it", "pocket"), ("casino", "pocket")],
             [(game, format_) for format_ in ("a5", "pocket") for game in game_names()]),
)  # fmt: skip


@sampled_books
def test_no_typewriter_signs_are_printed(game, format_):
    printed = " ".join(word.text for words in read_words(pages_of(game, format_)) for word in words)
    assert re.findall(r"['\"]|\d x \d|\.\.\.| - ", printed) == []
    assert "’" in printed or format_ == "pocket"


def lines_of_rules(data: bytes, format_: str):
    """Pairs of lines of one paragraph of running text, one below the other, page by page, with the right edge of the column."""
    style = measures_of(format_)
    for number, words in enumerate(read_words(data)[5:-1], 6):
        left, beyond = (style[key] for key in (("inner_mm", "outer_mm") if number % 2 else ("outer_mm", "inner_mm")))
        right, lines = style["width_mm"] - beyond, defaultdict(list)
        for word in words:
            above_the_foot = word.bottom < style["height_mm"] - style["bottom_mm"] + 2
            if left - 0.5 < word.left and word.right < right + 0.5 and above_the_foot:
                lines[round(word.baseline, 1)].append(word)
        for (y, line), (below, after) in pairwise(sorted(lines.items())):
            of_one_paragraph = abs(below - y - style["leading_mm"]) < 0.2
            if of_one_paragraph and abs(line[0].left - left) < 0.4 and abs(after[0].left - left) < 0.4:
                yield line, after, right


@sampled_folded
def test_running_text_fills_its_lines_on_the_page(game, format_, paper):
    """No line ends while the next word fits; 52 to 65 letters are easy to read."""
    pairs = list(lines_of_rules(sheets_of(game, format_, paper), format_))
    blank = median(b.left - a.right for line, _, _ in pairs for a, b in pairwise(line))
    assert len(pairs) >= 25
    for line, after, right in pairs:
        assert line[-1].right + blank + width_of_first(after) > right - 0.3, (line[-1], after[0])
    letters = sorted(len(" ".join(word.text for word in line)) for line, _, _ in pairs)
    assert 52 <= median(letters) <= 65 and letters[int(len(letters) * 0.97)] <= 66


@pytest.mark.parametrize(("game", "format_", "paper"), [
    pytest.param(game, *form, marks=pytest.mark.slow) for game in game_names() for form in (("a5", "a4"), ("half-letter", "letter"))
])  # fmt: skip
def test_large_print_has_about_fifty_letters_a_line(game, format_, paper):
    pairs = lines_of_rules(pages_of(game, format_, paper, large=True), f"{format_}-large")
    assert 45 <= median(len(" ".join(word.text for word in line)) for line, _, _ in pairs) <= 53


@pytest.mark.parametrize("game", slow_but(["casino"], game_names()))
def test_no_page_of_large_print_before_the_last_chapters_is_half_empty(game):
    """A section goes on where the one before it ends, if that leaves much of a page."""
    data = sheets_of(game, large=True)
    with PdfDocument(data) as pdf:
        first = next(mark.get_dest().get_index() for mark in pdf.get_toc() if mark.get_title() == "Settling arguments")
    assert min(fill for (fill,) in page_fills(data, "a5-large")[:first]) > 0.55


def width_of_first(line: list[Word]) -> float:
    """The width of what is not parted at the beginning of a line: a number stays with its noun and with the shape before it."""
    last = 0
    while last + 1 < len(line) and (re.match(r"[\d×]", line[last].text) or re.match(r"[\d?×]", line[last + 1].text)):
        last += 1
    return line[last].right - line[0].left


@sampled_folded
def test_no_page_is_under_four_fifths_full_unless_a_section_ends_on_it(game, format_, paper):
    """A section begins on a page of its own, so the page before it may be half empty."""
    fills = page_fills(sheets_of(game, format_, paper), format_)
    assert len(fills) == (20 if game == "casino" else 16)
    chapters = {"At our table": "setup"} | {f"{c.number} {c.title}".strip(): c.kind for c in read_book(game).chapters}
    marks = [
        (chapters.get(mark.get_title().strip()), mark.get_dest().get_index())
        for mark in PdfDocument(pages_of(game, format_, paper)).get_toc()
    ]
    ends = {index for kind, index in marks if kind in ("setup", "start", "round", "gallery", "argued", "summary")}
    ends.add(min(index for kind, index in marks if kind == "rules"))
    short = [(number, fill) for number, (fill,) in enumerate(fills, 1) if fill < 0.8]
    assert [(number, fill) for number, fill in short if number not in ends or fill < 0.35] == []


def test_the_choices_have_their_head_on_each_page():
    book = pages_of("push-it")
    (choices,) = [rows for rows in tables(hear(book)) if rows[0] and rows[0][0].words.startswith("Ask your table")]
    questions = [" ".join(row[0].words.split()) for row in choices[1:] if row]
    with_choices = [page for page in texts_of(book) if any(question in page for question in questions)]
    assert len(with_choices) >= 2 and all("Ask your table We play" in page for page in with_choices)


def test_a_repeated_head_is_decoration_for_a_screen_reader():
    """It is on two pages, and read once."""
    read = [row for table in tables(hear(pages_of("push-it"))) for row in table]
    heads = [row for row in read if row and " ".join(cell.words for cell in row).startswith("Ask")]
    assert len(heads) == 1, heads


CARDS = {card.name for card in (*FULL, *JOKERS)}


@sampled_games
def test_every_card_in_a_picture_is_large_enough_to_be_told(game):
    """Color, shape and number at arm's length: no sign of a card is narrower than six millimeters, four in a line of text."""
    sizes = [
        (min(each.size), each.words)
        for each in read_descriptions(pages_of(game))
        if each.size and each.words.split(" as ")[0].split(" with ")[0] in CARDS
    ]
    assert len(sizes) >= 30
    in_text = [size for size, _ in sizes if size < 5.0]
    assert all(size >= 3.9 for size in in_text)
    assert min(size for size, _ in sizes if size >= 5.0) >= 5.99
