"""What rule books say: in running text, and everywhere."""

from tt_print.booklets.blocks import Box, Bullets, Figure, HouseRule, Paragraph, RenderedExample, Steps, Table, plain


def prose(chapters):
    """Every text that a reader reads, without examples and tables."""
    found = []
    for chapter in chapters:
        for block in chapter.blocks:
            if isinstance(block, Paragraph):
                found.append(plain(block.spans))
            elif isinstance(block, Bullets):
                found += map(plain, block.items)
            elif isinstance(block, HouseRule):
                found += [plain(block.question), plain(block.choices[0].spans)]
    return [text if text[-1] in ".:?!" else text + "." for text in found]


def every_text(chapter):
    """All of a chapter: its prose, what is in boxes and tables, below pictures, and what is said of moves and examples."""
    found = prose([chapter])
    for block in chapter.blocks:
        if isinstance(block, Steps):
            found += [plain(step.text) for step in block.steps]
        elif isinstance(block, Box):
            found += prose([block])
        elif isinstance(block, RenderedExample):
            found += [block.words, block.outcome, plain(block.caption)]
        elif isinstance(block, Table):
            found += [plain(cell) for row in block.rows for cell in row]
        elif isinstance(block, Figure):
            found.append(plain(block.caption))
    return [text for text in found if text]
