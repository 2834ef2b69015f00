"""Cards in color on a terminal, and little drawn cards where a hand or a pile is shown.

A drawn card is two lines high: its code, and below it so many of its shape.

     RH3   YC1   KBQ
     ♥♥♥    ●    ✱?

Color adds nothing that the letters do not say. It is painted last, over lines that are finished: a code or the name of a
card in a sentence, and a drawn card whole.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence

from tt_print.deck import LETTERS, VALUES, AnyCard, Card
from tt_print.terminal import width

CELL = 5  # columns of a drawn card; one more parts it from the next
SHAPES = {"circle": "●", "heart": "♥", "triangle": "▲", "square": "■", "blob": "✱"}
JOKER = "★"
# letter and ground, as terminals count their colors: 256 of them, or the 16 that a person may have chosen themselves
STYLES = {
    256: {"red": "1;38;5;231;48;5;160", "yellow": "1;38;5;16;48;5;220", "green": "1;38;5;16;48;5;71",
          "blue": "1;38;5;231;48;5;19", "black": "1;38;5;231;48;5;237", "joker": "1;38;5;16;48;5;252"},
    16: {"red": "1;97;41", "yellow": "1;30;43", "green": "1;30;42", "blue": "1;97;44", "black": "1;97;40", "joker": "1;30;47"},
}  # fmt: skip

_CODE = re.compile(r"(?<![\w.-])(?:([RYGBK])[CHTSB](?:[1-4Q](?!\w)|\?)|(J)[12](?!\w))(?!-|\.\w)")
_NAME = re.compile(
    rf"\b({'|'.join(VALUES['color'])})\s+(?:{'|'.join(VALUES['shape'])})\s+(?:[1-4](?!\w)|\?)|\bjoker\s+[12]\b",
    re.IGNORECASE,
)
_PIPS = re.compile(rf"[\s{''.join(SHAPES.values())}{JOKER}?]+|[\s{''.join(LETTERS['shape'])}?*]+")


def draw_cards(cards: Sequence[AnyCard], columns: int) -> list[str]:
    """Cards side by side in rows of two lines, each line at most `columns` wide; as text, to be painted later.

    Where stdout has no shapes their letters stand for them.
    """
    signs = can_show_shapes(sys.stdout.encoding)
    each_row = max(1, (columns + 1) // (CELL + 1))
    lines = []
    for start in range(0, len(cards), each_row):
        row = cards[start : start + each_row]
        lines.append(" ".join(f" {card.safe_code:<{CELL - 1}}" for card in row))
        lines.append(" ".join(f" {_pips(card, signs):<{CELL - 1}}" for card in row))
    return lines


def can_show_shapes(encoding: str) -> bool:
    try:
        "".join((*SHAPES.values(), JOKER)).encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _pips(card: AnyCard, signs: bool) -> str:
    """What is below the code, one sign under its middle."""
    if not isinstance(card, Card):
        return JOKER if signs else "*"
    sign = SHAPES[card.shape] if signs else str(card)[1]
    return {"1": f" {sign}", "?": f"{sign}?"}.get(card.number) or sign * int(card.number)


def paint(text: str, depth: int) -> str:
    """`text` with its cards in color, for a terminal of `depth` colors."""
    styles = STYLES[depth]
    lines = text.split("\n")
    below = [index > 0 and _are_pips(line, lines[index - 1]) for index, line in enumerate(lines)]
    painted = []
    for index, line in enumerate(lines):
        if below[index]:
            spans = [
                (max(0, width(lines[index - 1][: code.start()]) - 1), _color(code))
                for code in _CODE.finditer(lines[index - 1])
            ]
            painted.append(_paint_cells(line, spans, styles))
        elif index + 1 < len(lines) and below[index + 1]:
            spans = [(max(0, code.start() - 1), _color(code)) for code in _CODE.finditer(line)]
            painted.append(_paint_cells(line, spans, styles))
        else:
            painted.append(_CODE.sub(lambda code: _styled(code[0], styles[_color(code)]), line))
    return _NAME.sub(lambda name: _paint_words(name[0], styles[(name[1] or "joker").lower()]), "\n".join(painted))


def _are_pips(line: str, above: str) -> bool:
    """Whether `line` is the lower half of drawn cards, the codes of which are in the line above."""
    return bool(line.strip() and _PIPS.fullmatch(line) and _CODE.search(above))


def _color(code: re.Match[str]) -> str:
    return "joker" if code[2] else LETTERS["color"][code[1]]


def _styled(text: str, style: str) -> str:
    return f"\x1b[{style}m{text}\x1b[0m"


def _paint_cells(line: str, spans: Sequence[tuple[int, str]], styles: Mapping[str, str]) -> str:
    """`line` with a card's ground from each of the places on."""
    end, pieces = 0, []
    for start, color in spans:
        pieces += [line[end:start].ljust(start - end), _styled(line[start : start + CELL].ljust(CELL), styles[color])]
        end = start + CELL
    return "".join((*pieces, line[end:]))


def _paint_words(name: str, style: str) -> str:
    """The name of a card; where a line ends within it the ground also ends."""
    return "".join(piece if "\n" in piece else _styled(piece, style) for piece in re.split(r"(\n\s*)", name))
