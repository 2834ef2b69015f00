"""QR codes: the squares of one, as a path on paper and as half blocks on a terminal."""

from __future__ import annotations

from itertools import groupby

from tt_print.drawing.geometry import rectangle

QUIET = 4  # modules of white round a QR code (ISO/IEC 18004, 9.1)
SCREEN_QUIET = 3  # phones take it, and 33 modules then fit a window of 40 columns
BLOCKS = {(1, 1): " ", (0, 1): "▀", (1, 0): "▄", (0, 0): "█"}  # a block is a light module: for dark screens


def qr_modules(content: str, error: str, border: int = 0) -> list[list[int]]:
    """Rows of 1 for dark and 0 for light, `border` light ones around. `error` is how much may be damaged: l, m, q or h."""
    import segno

    code = segno.make(content, error=error, boost_error=False, micro=False)
    return [[*row] for row in code.matrix_iter(border=border)]


def qr_path(content: str, side: float) -> str:
    """A QR code as one path of squares, its quiet zone within the side."""
    modules = qr_modules(content, "m", QUIET)
    size, squares = side / len(modules), list[str]()
    for row, line in enumerate(modules):
        column = 0
        for is_dark, run in groupby(line):  # runs, so that no seam shows between two squares
            width = len([*run])
            squares += [rectangle(column * size, row * size, width * size, size)] if is_dark else []
            column += width
    return " ".join(squares)


def qr_blocks(content: str) -> list[str]:
    """Lines of half blocks, two rows of modules each."""
    modules = qr_modules(content, "l", SCREEN_QUIET)  # an odd number of rows
    lower = [*modules[1::2], [0] * len(modules)]
    pairs = (zip(*rows, strict=True) for rows in zip(modules[::2], lower, strict=True))
    return ["".join(BLOCKS[pair] for pair in row) for row in pairs]
