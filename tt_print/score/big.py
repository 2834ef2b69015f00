"""Names and totals in letters that are read across the room: blocks five points high, as large as the terminal
allows.
"""

from __future__ import annotations

import unicodedata
from functools import cache

from tt_print.score.night import Night
from tt_print.score.table import next_line
from tt_print.templates import read_toml
from tt_print.terminal import cut, width, wrap_cut

HEIGHT = 5
MAX_LETTERS = 8  # of a name; more would not be read across a room
# Letters that no accent hides: what a reader takes them for.
PLAIN = {
    "ß": "SS",
    "ø": "O",
    "Ø": "O",
    "ł": "L",
    "Ł": "L",
    "æ": "AE",
    "Æ": "AE",
    "œ": "OE",
    "Œ": "OE",
    "đ": "D",
    "Đ": "D",
    "ı": "I",
}


@cache
def _letters() -> dict[str, list[str]]:
    letters: dict[str, list[str]] = read_toml("scoring/letters.toml")["letters"]
    return letters


def can_spell(text: str) -> str | None:
    """`text` in the letters there are, without accents; None where one of them has no large form."""
    plain = "".join(PLAIN.get(letter, letter) for letter in text)
    plain = "".join(c for c in unicodedata.normalize("NFD", plain) if not unicodedata.combining(c)).upper()
    return plain if plain and all(letter in _letters() for letter in plain) else None


def points(text: str) -> list[str]:
    """Five rows of `#` and `.`, one point between letters."""
    return [".".join(_letters()[letter][row] for letter in text) for row in range(HEIGHT)]


def big_text(text: str, columns: int, blocks: bool) -> list[str]:
    """`text` as large as fits in one line of `columns`; as it is where it cannot be spelled."""
    spelled = can_spell(text)
    if spelled is None:
        return [text]
    for scale in ("double", "single", "half"):
        lines = draw(points(spelled), scale, blocks)
        if max(map(len, lines)) <= columns:
            return lines
    return [text]


def draw(rows: list[str], scale: str, blocks: bool) -> list[str]:
    """Points as text: `double` two columns and one line a point, which is square; `single` one column, which is narrow;
    `half` one column and half a line, which needs block characters (without them as `single`)."""
    if scale == "half" and blocks:
        rows = [*rows, "." * len(rows[0])]
        pairs = zip(rows[::2], rows[1::2], strict=True)
        return [
            "".join({"..": " ", "#.": "▀", ".#": "▄", "##": "█"}[a + b] for a, b in zip(*pair, strict=True)).rstrip()
            for pair in pairs
        ]
    mark = ("█" if blocks else "#") * (2 if scale == "double" else 1)
    return ["".join(mark if point == "#" else " " * len(mark) for point in row).rstrip() for row in rows]


def big_lines(night: Night, columns: int, rows: int, blocks: bool) -> list[str]:
    """A line of large letters a player, best place first: name and total, or wins where there are no points.

    Who is out has a * before the name. The largest of three sizes at which all players fit in the window.
    """
    entries = []
    for person in (person for group in night.places for person in group):
        name = night.name(person)
        number = night.points[person] if night.totals is not None else night.won[person]
        entries.append(("*" + name if name in night.eliminated else name, str(number)))
    below = wrap_cut(next_line(night), columns)
    if night.eliminated:
        below.append("* is out")
    for scale, height in (("double", HEIGHT), ("single", HEIGHT), ("half", 3 if blocks else HEIGHT)):
        drawn = [_row(name, number, scale, columns, blocks) for name, number in entries]
        if all(drawn) and len(entries) * (height + 1) + len(below) < rows:
            break
    else:
        drawn = [
            row or [f"{cut(name, columns - 8)} {number}"] for row, (name, number) in zip(drawn, entries, strict=True)
        ]
    return [*(line for row in drawn for line in (*row, "")), *below]


def _row(name: str, number: str, scale: str, columns: int, blocks: bool) -> list[str]:
    """One player's lines; nothing where they do not fit.

    A name that cannot be spelled stands small beside its number.
    """
    right = draw(points(number), scale, blocks)
    room = columns - max(map(len, right)) - 3
    spelled = can_spell(name)
    if spelled is None:
        left = [""] * len(right)
        left[len(left) // 2] = cut(name, room)
    else:
        left = draw(points(spelled[:MAX_LETTERS].rstrip()), scale, blocks)
    maximum = max(map(width, left))
    if maximum > room:
        return []
    left_width = columns - max(map(len, right))
    return [f"{one}{' ' * (left_width - width(one))}{other}".rstrip() for one, other in zip(left, right, strict=True)]
