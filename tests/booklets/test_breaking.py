"""Text broken into columns and pages, by itself: what stays together, what is full, what is even."""

from tt_print.booklets.galley import NEVER, Strip
from tt_print.booklets.paginate import balance, fill_column, natural_height, paginate


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
