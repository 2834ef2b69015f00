"""What rule books say: in running text, and everywhere."""

from tt_print.books.blocks import BookTable, Bullets, Field, Figure, HouseRule, Paragraph, RenderedExample, Round, plain


def prose(chapters):
    """Every text that a reader reads, without examples, tables, and what stands in pictures."""
    found = []
    for chapter in chapters:
        for block in chapter.blocks:
            if isinstance(block, Paragraph):
                found.append(plain(block.spans))
            elif isinstance(block, Bullets):
                found += map(plain, block.items)
            elif isinstance(block, HouseRule):
                found += [plain(block.question), plain(block.choices[0].spans)]
            elif isinstance(block, Field):
                found += [plain(block.title), *prose([block]), *(plain(question) for question, _ in block.ticks)]
    return [text if text[-1] in ".:?!" else text + "." for text in found if text]


def pictured(chapters):
    """Everything with groups of cards, in the order in which it is read."""
    for chapter in chapters:
        for block in chapter.blocks:
            if isinstance(block, Round):
                yield from block.panels
            else:
                yield from block.picture if isinstance(block, Field) else [block]


def every_text(chapter):
    """All of a chapter: its prose, what is in boxes and tables, in and below pictures, and what is said of moves and examples."""
    found = prose([chapter])
    for block in chapter.blocks:
        if isinstance(block, Round):
            found += [plain(spans) for step in block.panels for spans in (step.says, step.text)]
        elif isinstance(block, RenderedExample):
            found += [block.words, block.outcome, plain(block.caption)]
        elif isinstance(block, BookTable):
            found += [plain(cell) for row in block.rows for cell in row]
        elif isinstance(block, Figure):
            found.append(plain(block.caption))
        elif isinstance(block, Field):
            found += [plain(spans) for one in block.picture for spans in (one.label, one.answer)]
            found += [plain(answer) for _, answers in block.ticks for answer in answers]
    return [text for text in found if text]
