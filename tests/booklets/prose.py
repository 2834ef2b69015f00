"""What rule books say in running text."""

from tt_print.booklets.blocks import Bullets, HouseRule, Paragraph
from tt_print.booklets.text import plain


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
