"""Sheets of one card, printed by the command line, and how their backs lie behind their fronts."""

from collections.abc import Callable, Iterator
from math import ceil

from tests.makers.prints import Printed, print_files
from tests.readers.pdf_marks import ReadPage, read_pages
from tests.readers.printed_cards import Corners, Point, Rect, backs, farthest, fronts, turned_over
from tt_print.templates import read_toml

SIZES: dict[str, tuple[float, float]] = {
    name: (row["width_mm"], row["height_mm"]) for name, row in read_toml("sheets/cards.toml").items()
}


FIVE = ("standard", "poker", "bridge", "mini", "tarot")
PAPERS = ("a4", "letter", "a3", "tabloid")


def print_deck(words: str, paper: str = "a4", card: str = "standard", count: int = 5, bleed: float = 0.0) -> Printed:
    """So many of one card: what matters here is where cards lie, not which."""
    only = "" if "--only" in words else "--only RH3"
    return print_files(f"deck {only} --copies {count} --paper {paper} --card {card} --bleed {bleed:g} {words}")


def read_sides(deck: Printed) -> list[tuple[ReadPage, ReadPage]]:
    """Each sheet's front and back, which are the same page where the sheet is folded."""
    files = [read_pages(data) for _, data in sorted(deck.files.items(), reverse=True)]
    assert deck.ran.status == 0, deck.ran.err
    if len(files) == 2:  # ...-fronts.pdf and ...-backs.pdf
        return list(zip(*files, strict=True))
    (pages,) = files
    if "-duplex" in deck.name:
        return list(zip(pages[::2], pages[1::2], strict=True))
    return [(page, page) for page in pages]


def fold_of(page: ReadPage) -> str:
    """Which way the line through the middle of a page goes."""
    for direction, axis, middle in (("horizontal", 1, page.height / 2), ("vertical", 0, page.width / 2)):
        lines = (m.box for m in page.marks if m.kind == "paint" and len(m.points) == 2)
        if any(abs(box[axis] - middle) < 0.01 and abs(box[axis + 2] - middle) < 0.01 for box in lines):
            return direction
    raise AssertionError("no line to fold along")


def through_paper(page: ReadPage, deck: Printed, flip: str = "long") -> Callable[[Point], Point]:
    """From a point of a back to the point of the front that it lies behind."""
    if "-fold-" not in deck.name_of_fronts:
        return lambda point: turned_over(point, page, flip)
    if fold_of(page) == "vertical":
        return lambda point: (page.width - point[0], point[1])
    return lambda point: (point[0], page.height - point[1])


def backs_either_way(page: ReadPage, card: str, bleed: float) -> list[Corners]:
    """Corners of each back, its own top left one first."""
    width, height = SIZES[card]
    return backs(page, width, height, bleed) + backs(page, height, width, bleed)


def worst_miss(deck: Printed, card: str, flip: str = "long", bleed: float = 2.0) -> float:
    """The farthest corner of a back from its front's, both read from the file, the back seen through the paper.

    Raises AssertionError if a back does not stand upright for whoever turns its card over.
    """
    worst = 0.0
    for front, back in read_sides(deck):
        assert (front.width, front.height) == (back.width, back.height)
        cards = fronts(front, *SIZES[card], either_way=True)
        through = through_paper(back, deck, flip)
        seen = [tuple(map(through, corners)) for corners in backs_either_way(back, card, bleed)]
        worst = max(worst, farthest([one.corners for one in cards], seen))  # type: ignore[arg-type]
        for corners in seen:
            check_upright(corners, cards, front)
    return worst


def check_upright(corners: tuple[Point, ...], cards: list[Rect], front: ReadPage) -> None:
    """Below the back's middle is the foot of the card's largest text, and its left is the card's right."""
    x, y = (sum(point[axis] for point in corners) / 4 for axis in (0, 1))
    card = min(cards, key=lambda one: abs(one.middle[0] - x) + abs(one.middle[1] - y))
    inside = (t for t in front.texts if card.left < t.x < card.right and card.top < t.y < card.bottom)
    name = max(inside, key=lambda text: text.size)
    a, b, _, d = corners
    down, right = (d[0] - a[0], d[1] - a[1]), (b[0] - a[0], b[1] - a[1])
    assert down[0] * (name.x - x) + down[1] * (name.y - y) > 0, "a back on its head"
    assert right[0] * down[1] - right[1] * down[0] < 0, "a back that is not seen from behind"


def rects(page: ReadPage, card: str) -> Iterator[tuple[float, float, float, float]]:
    for one in fronts(page, *SIZES[card], either_way=True):
        yield one.left, one.top, one.right, one.bottom


def print_full_sheet(words: str, paper: str, card: str, bleed: float) -> tuple[Printed, int]:
    """A deck of one sheet with nearly all of its places taken, and how many there are."""
    count = print_deck(f"{words} --json", paper, card, 1, bleed).told["per_sheet"]
    kinds = ceil(count / 20)  # 20 copies are the most
    return print_deck(
        f"{words} --only {','.join(['RH3', 'YS1', 'GT2'][:kinds])}", paper, card, count // kinds, bleed
    ), count
