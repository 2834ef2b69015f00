"""How much is read of photos whose cards are known: `python -m tests.tools.photos.rates FOLDER...`, after `tests.tools.photos.make`.

For each kind of scene and each look: photos, cards of which a corner is visible, the part that is read, and the part of all named
cards that is wrong, both with the 95% interval of Wilson; the seconds of a photo, and how many doubts are asked.
"""

import json
import math
import sys
import time
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from tt_print.play.scan.cards import read_cards
from tt_print.play.scan.marks import read_marks
from tt_print.play.scan.pixels import open_photo

Z = 1.96


class Row(NamedTuple):
    kind: str
    look: str
    cards: int
    right: int
    wrong: int
    asked: int
    seconds: float


def read(path: Path) -> Row:
    known = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    began = time.perf_counter()
    reading = read_cards([read_marks(open_photo(path.read_bytes(), path.name))])
    seconds = time.perf_counter() - began
    found, there = [card.code for card in reading.cards], known["cards"]
    jokers = [sum(code[0] == "J" for code in codes) for codes in (found, there, [*there, *known["hidden"]])]
    plain = {code for code in found if code[0] != "J"}
    right = len(plain & {*there}) + min(jokers[0], jokers[1])
    wrong = len(plain - {*there, *known["hidden"]}) + max(0, jokers[0] - jokers[2])
    return Row(known["kind"], path.stem.split("_")[0], len(there), right, wrong, len(reading.unsure), seconds)


def wilson(part: int, whole: int) -> str:
    """A share with its 95% interval, in percent."""
    if not whole:
        return "-"
    share = part / whole
    middle, width = share + Z**2 / (2 * whole), Z * math.sqrt(share * (1 - share) / whole + Z**2 / (4 * whole**2))
    low, high = ((middle + sign * width) / (1 + Z**2 / whole) for sign in (-1, 1))
    return f"{100 * share:.1f}% ({100 * low:.1f}–{100 * high:.1f})"


def table(title: str, groups: dict[str, list[Row]]) -> Iterable[str]:
    yield f"| {title} | photos | cards | read | wrong | asked | seconds |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
    for name, rows in sorted(groups.items()):
        cards, right, wrong = (sum(getattr(row, key) for row in rows) for key in ("cards", "right", "wrong"))
        seconds = sum(row.seconds for row in rows) / len(rows)
        yield f"| {name} | {len(rows)} | {cards} | {wilson(right, cards)} | {wilson(wrong, right + wrong)} | {sum(row.asked for row in rows)} | {seconds:.1f} |"


def main() -> None:
    paths = [
        path
        for folder in sys.argv[1:]
        for path in sorted(Path(folder).glob("*.jpg"))
        if path.with_suffix(".json").exists()
    ]
    kinds, looks = defaultdict(list), defaultdict(list)
    for path in paths:
        row = read(path)
        for groups, name in ((kinds, row.kind), (kinds, "all"), (looks, row.look)):
            groups[name].append(row)
    print("\n".join([*table("scene", kinds), "", *table("look", looks)]))


if __name__ == "__main__":
    main()
