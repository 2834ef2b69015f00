"""The page model from the outside: boxes go in, and pages with their structure come out."""

from dataclasses import replace
from itertools import pairwise

import pytest

from tt_print.draw.shapes import Text
from tt_print.draw.text import width_of
from tt_print.errors import LayoutError
from tt_print.page.boxes import Framed, Keep, Picture, Row, Share, Space, Stack, Words, stacked
from tt_print.page.flow import (
    Cell,
    Column,
    Columns,
    Document,
    Table,
    TableRow,
    TableStyle,
    balanced,
    fit,
    largest,
    pages,
    paginate,
    sized,
)
from tt_print.page.text import TextStyle, set_lines

PT = 25.4 / 72
BODY = TextStyle(12 * PT, 15 * PT)
WIDTH, DEPTH = 100.0, 80.0
PROSE = "Whoever has no cards left makes one more play. If it makes no slap, that player has won the game."


def page(box, width=WIDTH, height=DEPTH, document=None):
    return (document or Document()).reading_page([(0.0, 0.0, box.lay(width))], width, height, "1")


def texts(items):
    return [
        text for item in items for text in ([item] if isinstance(item, Text) else texts(getattr(item, "items", ())))
    ]


def lines_of(drawing):
    """The lines of a page from the top: their words from the left."""
    rows = {}
    for text in texts(drawing.items):
        rows.setdefault(round(text.y_mm, 2), []).append((text.x_mm, text.string))
    return ["".join(string for _, string in sorted(row)).strip() for _, row in sorted(rows.items())]


def rules(count, **more):
    return Table([Column(30.0), Column(Share())], [
        TableRow([Cell(Words(label, BODY, ""), head="Column") for label in ("Rule", "Text")]),
        *(TableRow([Cell(Words(str(n), BODY, "")), Cell(Words(f"rule {n}", BODY, ""), across="start")]) for n in range(1, count + 1)),
    ], TableStyle(rules=0.25, head=0.6), **more)  # fmt: skip


LONG = "Donaudampfschifffahrtsgesellschaft"


@pytest.mark.parametrize(("box", "words"), [
    (Words(LONG, BODY), LONG),
    (Stack([Words("Fine", BODY), Framed(Row([Words(LONG, BODY)], [30.0]))]), LONG),
    (Row([Words("Two", BODY), Words("words", BODY)], [60.0, 60.0]), "Two"),
    (Table([Column(20.0)], [TableRow([Cell(Words(LONG, BODY, ""))])]), LONG),
    (Picture((), 120.0, 5.0, "a red heart 3"), "a red heart 3"),
    (Keep(Stack([Words("Too", BODY)] * 20), DEPTH), "Too"),
])  # fmt: skip
def test_nothing_sticks_out_unnoticed(box, words):
    with pytest.raises(LayoutError, match=words):
        page(box, 50.0 if words == LONG else WIDTH)


def test_pages_say_what_is_higher_than_they_are_and_columns_what_they_need():
    with pytest.raises(LayoutError, match="Too"):
        Document().reading_page(
            [(0, 0, pages(Keep(Stack([Words("Too", BODY)] * 20)), WIDTH, DEPTH)[0])], WIDTH, DEPTH, "1"
        )
    with pytest.raises(LayoutError, match=f"{LONG}.* need 7[0-9] mm, and have 40"):
        Table([Column()], [TableRow([Cell(Words(LONG, BODY))])]).lay(40.0)


def test_a_table_over_pages_is_one_element_under_its_head_and_leaves_no_row_alone():
    for count in range(2, 60):
        document, box = Document(), Stack([Words(PROSE, BODY), rules(count)], 3.0)
        laid = pages(box, WIDTH, DEPTH)
        made = [document.reading_page([(0.0, 0.0, one)], WIDTH, DEPTH, str(n)) for n, one in enumerate(laid, 1)]
        numbers = [[line for line in lines_of(one.drawing) if "rule" in line.lower()] for one in made]
        assert all(page[0] == "Rule Text" for page in numbers), "the head is repeated"
        assert sum(len(page) - 1 for page in numbers) == count
        assert all(len(page) >= 3 for page in numbers), "neither the first row nor the last is alone"
        elements = {piece.element for one in made for piece in one.pieces if piece.element}
        assert len({cell.parent.parent for cell in elements if cell.role == "TD"}) == 1
        assert sum(cell.role == "TH" for cell in elements) == 2, "what is repeated is not read again"


def test_gaps_stretch_to_the_foot_of_every_page_but_the_last():
    box = Stack([Keep(Stack([Words("One", BODY)] * 4)) for _ in range(8)], 2.0, 1.0)
    laid = pages(box, WIDTH, DEPTH, stretch=8.0)
    foot = [max(y + part.height for _, y, part in one.parts) for one in laid]
    assert foot[:-1] == pytest.approx([DEPTH] * (len(foot) - 1)) and foot[-1] < DEPTH
    one, two, three = (
        Keep(Stack([Words("a", BODY), Space(2, 1), Words("b", BODY), Space(2, 3), Words("c", BODY)]), DEPTH)
        .lay(WIDTH)
        .parts
    )
    spare = DEPTH - 3 * BODY.leading - 4
    assert (two[1], three[1]) == pytest.approx((BODY.leading + 2 + spare / 4, DEPTH - BODY.leading)) and one[1] == 0


def test_pages_break_where_it_costs_least_and_columns_are_balanced():
    lines = [Keep(Space(10.0)).lay(WIDTH) for _ in range(12)]
    strip = Stack([Keep(Space(10.0))]).strips(WIDTH)[0]
    strips = [replace(strip, layout=line) for line in lines]
    assert [len(column) for column in paginate(strips, 40.0)] == [4, 4, 4]
    strips[4] = replace(strips[4], cost=1e6)
    assert [len(column) for column in paginate(strips, 40.0)] == [3, 4, 4, 1]
    nine = [replace(strip, before=2.0, stretch=1.0) for _ in range(9)]
    first, second = balanced(nine, 2)
    assert {len(first), len(second)} == {4, 5}
    assert stacked(first, WIDTH, 100.0, 50.0).height == 100.0 and stacked(nine[:3], WIDTH, 60.0, 1.0).height == 60.0
    assert Columns(Stack([Words("One", BODY)] * 9), 3).lay(WIDTH).height == pytest.approx(3 * BODY.leading)


def test_lines_are_full_or_even_and_no_name_is_too_long_to_print():
    last = [
        [set_lines(PROSE, style, float(mm))[-1].width for style in (BODY, replace(BODY, even=True))]
        for mm in range(40, 90)
    ]
    assert all(full <= even for full, even in last) and any(full < even for full, even in last)
    lines = set_lines(PROSE, BODY, 60.0)
    assert "".join(part.text for line in lines for part in line.fragments).strip() == PROSE
    for one, two in pairwise(lines):
        assert one.width + width_of(f" {two.fragments[0].text.split()[0]}", BODY.font, BODY.size) > 60.0
    for name in (LONG, "Ж" * 40, "名" * 30, "a b " * 40):
        style = sized(name, BODY, [12 * PT, 9 * PT, 6 * PT], 30.0, 9.0)
        assert (
            style.size >= 6 * PT
            and Words(name, style).lay(30.0).height <= 9.0
            and not Words(name, style).lay(30.0).overflow
        )
        lines = page(Words(name, style)).drawing if name == LONG else None
        assert lines is None or "".join(lines_of(lines)).replace(" ", "") == LONG


def test_a_word_in_two_pieces_and_a_letter_that_is_lost_are_read_whole():
    broken = page(Words(LONG, replace(BODY, breaks=True)), 30.0)
    lost = page(Words("Zoë 名", BODY))
    assert [one.pieces[0].element.text for one in (broken, lost)] == [LONG, "Zoë 名"]
    assert page(Words("Zoë", BODY)).pieces[0].element.text == ""


def test_the_largest_size_that_fits_is_found():
    sizes = [2.0, 1.5, 1.0]
    size, layout = fit(lambda factor: Words(PROSE, BODY.times(factor)), sizes, WIDTH, 24.0)
    assert size == 1.5 and layout.height == pytest.approx(3 * 1.5 * BODY.leading)
    assert fit(lambda factor: Words(PROSE, BODY.times(factor)), sizes, WIDTH, 3.0) is None
    assert [largest(lambda mm: 10 * mm, 1.0, 5.0, room) for room in (100.0, 32.0, 5.0)] == pytest.approx(
        [5.0, 3.2, 1.0]
    )
