"""Boxes, tables, and flows: how pages of text are made.

    box = Stack([Words("Deal", TITLE, "H1"), Words("Deal **eight** cards to each player.", BODY)], gap=2.0)
    page = Document().reading_page([(14.0, 13.0, box.lay(120.0))], 148.0, 210.0, "1")

A box gets a width and returns a `Layout`, which knows its height, or `strips`, between which a page may end. Layouts are frozen trees: they say
where things are, and what they are to a screen reader. The last walk over them (`emit`) makes a `Drawing` or a `ReadingPage` with structure
elements. Millimeters throughout, y down.

May import: draw.
"""
