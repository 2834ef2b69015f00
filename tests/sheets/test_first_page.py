"""The first page that people print, as pdfium reads it: strips to cut out, on which pointers lie."""

from tests.readers.page_faults import read_finished
from tt_print.outputs import start_pdf
from tt_print.sheets.start import make_start_sheets


def test_a_pointers_place_lies_below_its_value_and_covers_none():
    """Three strips with three values each; a place is 13.6 x 8.4 mm, and an arrow leads from the value to it."""
    page = read_finished(start_pdf(make_start_sheets("a4"))[1])[0]
    boxes = [(paint.box, paint.miniature, paint.fill) for paint in page.paints]
    places = [b for b, small, _ in boxes if not small and (round(b[2] - b[0], 1), round(b[3] - b[1], 1)) == (13.6, 8.4)]
    values = [b for b, small, _ in boxes if small]
    arrows = [b for b, small, fill in boxes if not small and fill and round(b[2] - b[0], 1) == 3.6]
    assert len(places) == 9 and len({round(place[1], 2) for place in places}) == 1
    for left, top, right, bottom in places:
        over = [b for b in values if left <= (b[0] + b[2]) / 2 <= right and top - 18 < b[1] < bottom]
        assert over and max(b[3] for b in over) <= top - 1.6, "its value ends above the arrow"
        (arrow,) = [b for b in arrows if left < b[0] and b[2] < right]
        assert abs((arrow[0] + arrow[2]) / 2 - (left + right) / 2) < 0.01 and top - 1.7 < arrow[1] < top < arrow[3]
