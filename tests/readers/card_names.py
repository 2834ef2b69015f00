"""What is printed on the cards, worked out by hand."""

from itertools import product

COLORS, SHAPES, NUMBERS = "red yellow green blue black", "circle heart triangle square blob", "1 2 3 4 ?"


def names(values: int) -> list[str]:
    """The cards of the first so many values of each variable, as printed on them, in play order."""
    rows = (row.upper().split()[:values] for row in (COLORS, SHAPES, NUMBERS))
    return [" ".join(parts) for parts in product(*rows)]


WEST, SQUARES, FULL = names(3), names(4), names(5)
# West first, then what Squares adds, then the wild cards: each part cut off is a deck.
PRINT_ORDER = [*WEST, *(n for n in SQUARES if n not in WEST), *(n for n in FULL if n not in SQUARES)]
