"""The pages of the books as somebody sees them: full lines and pages, true typography, nothing too small to be told."""

import re
from collections import defaultdict
from itertools import pairwise

import pypdfium2
import pytest

from tests.makers.books import SAMPLE, pages_of, read_descriptions, read_pieces, sampled_games
from tests.readers.page_fill import page_fills
from tests.readers.page_words import Word, read_words, read_words_again
from tests.readers.pdf_marks import MM
from tests.walks import slow_but, walk
from tt_print.booklets.blocks import Span, Table
from tt_print.booklets.cover import read_cover
from tt_print.booklets.galley import Strip
from tt_print.booklets.lines import Measure, set_lines, set_width
from tt_print.booklets.paginate import balance, fill_column, natural_height, paginate
from tt_print.booklets.style import Style, find_style
from tt_print.booklets.typeset import set_table
from tt_print.booklets.typography import NO_BREAK, set_text
from tt_print.cards.theme import find_theme
from tt_print.deck import FULL, JOKERS
from tt_print.drawing.structure import Element
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


def style_of(game: str, data: bytes, format_: str = "a5", large: bool = False) -> Style:
    with pypdfium2.PdfDocument(data) as pdf:
        width, height = (size * MM for size in pdf[0].get_size())
    size = (width, height) if format_ in ("flat", "pocket") else None
    return find_style(format_, large, find_theme(), read_cover(game).accent, size)


# Words and signs


@walk(
    ("typed", "printed"),
    [
        ("Bo's hand", "Bo’s hand"),
        ('"Two reds", says Bo.', "“Two reds”, says Bo."),
        ("(\"so\" or 'so')", "(“so” or ‘so’)"),
        ("63 x 88 mm", f"63{NO_BREAK}×{NO_BREAK}88{NO_BREAK}mm"),
        ("2-8 players", f"2–8{NO_BREAK}players"),
        ("It costs 3 cards.", f"It costs 3{NO_BREAK}cards."),
        ("A ? on heart 3", f"A{NO_BREAK}? on heart{NO_BREAK}3"),
        ("rule 2a", "rule 2a"),
    ],
)
def test_text_is_set_as_a_typesetter_does(typed, printed):
    assert set_text(typed) == printed and set_text(printed) == printed


def test_a_quote_that_opens_before_bold_words_closes_after_them():
    (line,) = set_lines((Span('"'), Span("Two reds", bold=True), Span('"')), Measure(4.0, 100.0))
    assert "".join(bit.text for bit in line.bits) == "“Two reds”"


@sampled_books
def test_no_typewriter_signs_are_printed(game, format_):
    printed = " ".join(word.text for words in read_words(pages_of(game, format_)) for word in words)
    assert re.findall(r"['\"]|\d x \d|\.\.\.| - |\bset ?up\b", printed) == []
    assert "’" in printed or format_ == "pocket"


@pytest.mark.parametrize(
    ("game", "format_"), slow_but([("casino", "pocket")], [("casino", "pocket"), ("casino", "a5")])
)
def test_another_reader_finds_the_same_words(game, format_):
    data = pages_of(game, format_)
    found = [sorted(word.text for word in words) for words in read_words(data)]
    assert found == [sorted(words) for words in read_words_again(data)]


# Lines


def test_no_line_ends_while_the_next_word_fits():
    words = [
        "The",
        "starter",
        "lays",
        "two",
        "cards,",
        "one",
        "after",
        "the",
        "other,",
        "and",
        "then",
        "the",
        "turn",
        "passes",
        "to",
        "the",
        "left",
        "of",
        "Bo",
    ]
    for width in range(30, 160, 3):
        measure = Measure(4.2, width)
        lines = ["".join(bit.text for bit in line.bits) for line in set_lines((Span(" ".join(words)),), measure)]
        assert " ".join(line.strip() for line in lines) == " ".join(words)
        for line, after in pairwise(lines):
            assert set_width((Span(line + after.split()[0]),), measure) > width


@sampled_folded
def test_running_text_fills_its_lines_on_the_page(game, format_, paper):
    data = pages_of(game, format_, paper)
    style = style_of(game, data, format_)
    blank = set_width((Span("a b"),), style.body()) - set_width((Span("ab"),), style.body())
    pairs = 0
    for number, words in enumerate(read_words(data)[5:-1], 6):
        left = style.inner_mm if number % 2 else style.outer_mm
        right = left + style.column_mm
        lines = defaultdict(list)
        for word in words:
            if (
                left - 0.5 < word.left
                and word.right < right + 0.5
                and word.bottom < style.height_mm - style.bottom_mm + 2
            ):
                lines[round(word.baseline, 1)].append(word)
        for (y, line), (below, after) in pairwise(sorted(lines.items())):
            of_one_paragraph = abs(below - y - style.leading_mm) < 0.2
            if of_one_paragraph and abs(line[0].left - left) < 0.4 and abs(after[0].left - left) < 0.4:
                pairs += 1
                assert line[-1].right + blank + width_of_first(after) > right - 0.3, (number, line[-1], after[0])
    assert pairs >= 25


def width_of_first(line: list[Word]) -> float:
    """The width of what cannot be parted at the beginning of a line."""
    first = set_text(" ".join(word.text for word in line)).split(" ")[0]
    return line[first.count(NO_BREAK)].right - line[0].left


# Pages


@sampled_folded
def test_no_page_is_under_four_fifths_full(game, format_, paper):
    data = pages_of(game, format_, paper)
    fills = page_fills(data, style_of(game, data, format_))
    assert len(fills) <= (20 if game == "casino" else 16) and len(fills) % 4 == 0
    assert [(number, fill) for number, (fill,) in enumerate(fills, 1) if fill < 0.8] == []


def test_the_choices_have_their_head_on_each_page():
    pages = [{word.text for word in words} for words in read_words(pages_of("push-it"))]
    with_choices = [words for words in pages if any(re.fullmatch(r"\w+=\w+", word) for word in words)]
    assert len(with_choices) >= 3 and all({"Ask", "table", "play"} <= words for words in with_choices)


def test_a_repeated_head_is_decoration_for_a_screen_reader():
    style = find_style("a5", False, find_theme(), "red")
    rows = tuple(((Span(f"word {index}"),), (Span("what it means"),)) for index in range(60))
    strips = set_table(Table(((Span("word"),), (Span("meaning"),)), rows), style, Element("Sect"))
    columns = paginate(strips, style.depth_mm)
    assert len(columns) >= 2
    for column in columns[1:]:
        assert column[0].is_head and column[0].strip.height_mm == strips[0].height_mm
        assert all(piece.element is None for piece in column[0].strip.pieces)
        assert [piece.items for piece in column[0].strip.pieces] == [piece.items for piece in strips[0].pieces]


def test_columns_are_balanced_and_keep_what_belongs_together():
    strips = [Strip(10.0, (), 2.0 if index else 0.0, elastic=True) for index in range(9)]
    first, second = balance(strips, 100.0, 2)
    assert {first, second} == {4, 5}
    assert natural_height(strips[:first]) == 12 * first - 2
    for part in (strips[:first], strips[first:]):
        assert round(fill_column(part, 100.0, 50.0)[-1].y_mm + 10.0, 6) == 100.0
        assert round(fill_column(part, 100.0, 1.0)[-1].y_mm + 10.0, 6) == natural_height(part) + len(part) - 1
    head = Strip(8.0, ())
    rows = [Strip(10.0, (), goes_on=index > 0, head=head if index else None) for index in range(12)]
    columns = paginate(rows, 65.0)
    assert [placed.is_head for column in columns[1:] for placed in column[:2]] == [True, False] * (len(columns) - 1)
    assert all(column[1].y_mm == 8.0 for column in columns[1:])
    assert sum(not placed.is_head for column in columns for placed in column) == 12


# Sizes


CARDS = {card.name for card in (*FULL, *JOKERS)}


@sampled_games
def test_every_card_in_a_picture_is_large_enough_to_be_told(game):
    """Color, shape and number at arm's length: no sign of a card is narrower than six millimeters, four in a line of text."""
    sizes = [
        (min(each.size), each.words)
        for each in read_descriptions(pages_of(game))
        if each.size and each.words.split(" as ")[0].split(" with ")[0] in CARDS
    ]
    assert len(sizes) > 30
    in_text = [size for size, _ in sizes if size < 4.6]
    assert all(size >= 3.9 for size in in_text)
    assert min(size for size, _ in sizes if size >= 4.6) >= 5.99


@sampled_books
def test_no_word_is_smaller_than_six_points_and_none_near_the_edge(game, format_):
    data = pages_of(game, format_)
    assert min(piece.points for page in read_pieces(data) for piece in page) >= 5.995
    with pypdfium2.PdfDocument(data) as pdf:
        width, height = (size * MM for size in pdf[0].get_size())
    words = [word for page in read_words(data) for word in page]
    assert min(word.left for word in words) >= 5 and max(word.right for word in words) <= width - 5
    assert min(word.top for word in words) >= 5 and max(word.bottom for word in words) <= height - 4
