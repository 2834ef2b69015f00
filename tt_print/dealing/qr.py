"""QR codes: the squares of one, as a path on paper and as half blocks on a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from tt_print.drawing.geometry import polygon

QUIET = 4  # modules of white round a QR code (ISO/IEC 18004, 9.1)
SCREEN_QUIET = 3  # phones take it, and 33 modules then fit a window of 40 columns
BLOCKS = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}


def qr_modules(content: str, error: str) -> list[list[int]]:
    """Rows of 1 for dark and 0 for light, without white around them. `error` is how much may be damaged: l, m, q or h."""
    import segno

    return [[int(module == 1) for module in row] for row in
            segno.make(content, error=error, boost_error=False, micro=False).matrix]  # fmt: skip


def qr_path(content: str, x: float, y: float, side: float) -> str:
    """A QR code as one path of squares, its quiet zone within the side."""
    modules = qr_modules(content, "m")
    size = side / (len(modules) + 2 * QUIET)
    squares = []
    for row, line in enumerate(modules):
        start = None
        for column, dark in enumerate([*line, 0]):  # runs, so that no seam shows between two squares
            if dark and start is None:
                start = column
            elif not dark and start is not None:
                left, top = x + (QUIET + start) * size, y + (QUIET + row) * size
                right = x + (QUIET + column) * size
                squares.append(polygon([(left, top), (right, top), (right, top + size), (left, top + size)]))
                start = None
    return " ".join(squares)


def qr_blocks(content: str) -> list[str]:
    """Lines of half blocks, two rows of modules each; a block is a light module, so that they read on a dark screen."""
    modules = qr_modules(content, "l")
    white = [1] * (len(modules) + 2 * SCREEN_QUIET)
    side = [1] * SCREEN_QUIET
    rows: list[Sequence[int]] = [white] * SCREEN_QUIET
    rows += [[*side, *(1 - module for module in row), *side] for row in modules]
    rows += [white] * (SCREEN_QUIET + len(modules) % 2)
    return ["".join(BLOCKS[pair] for pair in zip(upper, lower, strict=True))
            for upper, lower in zip(rows[::2], rows[1::2], strict=True)]  # fmt: skip
