"""Text broken into lines and columns, by itself: what stays together, what is full, what is even."""

from itertools import pairwise

import pytest

from tests.walks import walk
from tt_print.booklets.blocks import Span
from tt_print.booklets.galley import NEVER, Strip
from tt_print.booklets.lines import Measure, set_lines, set_width
from tt_print.booklets.paginate import balance, fill_column, natural_height, paginate
from tt_print.deck import parse_card
from tt_print.errors import TemplateError


def lines_of(*spans: Span, width: float = 100.0) -> list[str]:
    return ["".join(bit.text for bit in line.bits) for line in set_lines(spans, Measure(4.2, width))]


@walk(
    ("typed", "printed"),
    [
        ("Bo's hand", "Bo’s hand"),
        ('"Two reds", says Bo.', "“Two reds”, says Bo."),
        ("(\"so\" or 'so')", "(“so” or ‘so’)"),
        ("63 x 88 mm", "63~×~88~mm"),
        ("2-8 players", "2–8~players"),
        ("It costs 3 cards.", "It costs 3~cards."),
        ("A ? on heart 3", "A~? on heart~3"),
        ("rule 2a", "rule 2a"),
    ],
)
def test_text_is_set_as_a_typesetter_does(typed, printed):
    """What ~ joins stands on one line, however narrow the column."""
    parts = [part.replace("~", " ") for part in printed.split(" ")]
    assert lines_of(Span(typed)) == lines_of(Span(" ".join(parts))) == [" ".join(parts)]
    narrow = max(set_width((Span(part),), Measure(4.2, 100.0)) for part in parts)
    lines = [line.strip() for line in lines_of(Span(typed), width=narrow)]
    assert all(any(part in line for line in lines) for part in parts), lines


def test_a_quote_that_opens_before_bold_words_closes_after_them():
    assert lines_of(Span('"'), Span("Two reds", bold=True), Span('"')) == ["“Two reds”"]


def test_a_line_never_parts_a_card_from_its_name():
    measure = Measure(4.2, 60.0, 3.9, 1.0)
    spans = (
        Span("Lay "), Span("red circle 2", card=parse_card("RC2")), Span(" on the pile, or on "),
        Span("black triangle ?", card=parse_card("KTQ")), Span(" when it lies there."),
    )  # fmt: skip
    for width in range(35, 120):
        lines = set_lines(spans, Measure(4.2, width, 3.9, 1.0))
        for line in lines:
            for index, bit in enumerate(line.bits):
                if bit.card is not None:
                    assert line.bits[index + 1].text.startswith(bit.card.name)
    assert len(set_lines(spans, measure)) > 1


def test_lines_keep_their_words_and_end_only_where_the_next_does_not_fit():
    text = "The starter lays two cards, one after the other, and then the turn passes to the left of Bo"
    for width in range(30, 160, 7):
        measure = Measure(4.2, width)
        lines = set_lines((Span(text[:20]), Span(text[20:40], bold=True), Span(text[40:])), measure)
        assert "".join(bit.text for line in lines for bit in line.bits) == text
        assert all(line.width_mm <= width for line in lines)
        plain = lines_of(Span(text), width=width)
        assert all(set_width((Span(line + after.split()[0]),), measure) > width for line, after in pairwise(plain))


def test_a_letter_that_the_font_lacks_is_named():
    with pytest.raises(TemplateError, match="has no '李'"):
        lines_of(Span("Ask 李 first"))


def test_pages_break_where_it_costs_least():
    lines = [Strip(10.0, ()) for _ in range(12)]
    assert [len(column) for column in paginate(lines, 40.0)] == [4, 4, 4]
    lines[4] = Strip(10.0, (), cost=NEVER)
    assert [len(column) for column in paginate(lines, 40.0)] == [3, 4, 4, 1]
    for goes_on, counts in ((True, [1, 3]), (False, [2, 2])):  # a paragraph with its picture moves whole
        paragraph = [Strip(10.0, ()), Strip(10.0, (), goes_on=goes_on), Strip(35.0, (), cost=NEVER)]
        assert [len(column) for column in paginate([Strip(40.0, ()), *paragraph], 60.0)] == counts
    with_gaps = [Strip(10.0, (), before_mm=2.0, elastic=True) for _ in range(6)]
    columns = paginate(with_gaps, 36.0, stretch_mm=3.0)
    assert [placed.y_mm for placed in columns[0]] == [0.0, 13.0, 26.0]  # the gap above the first one goes, others grow


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
