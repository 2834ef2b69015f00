"""`python -m tests.tools.measured_page` writes `docs/design/measured.md`: the deck measured on what is drawn, the first theme beside today's.

A test compares the page with what is measured.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise

from tests.commands import ROOT
from tests.readers.color_science import VISIONS, ciede2000, lab, rgb
from tests.readers.pixels import ink, pixels
from tt_print.cards.back import draw_back
from tt_print.cards.faces import draw_face
from tt_print.cards.layout import lay_out
from tt_print.cards.theme import DEFAULT_THEME, Theme, find_theme
from tt_print.deck import FULL, AnyCard, parse_card
from tt_print.drawing.geometry import IDENTITY, Matrix, apply, compose
from tt_print.drawing.shapes import Drawing, Group, Item, Text
from tt_print.export.cardbox import draw_front
from tt_print.export.profiles import find_profile
from tt_print.outputs import ink_cover
from tt_print.sheets.compose import draw_card
from tt_print.sheets.plan import find_card_size

PAGE = ROOT / "docs/design/measured.md"
SIZES = ("standard", "poker", "bridge", "mini", "tarot")
MAKERS = {"MPC poker": ("mpc", "poker"), "TGC poker": ("tgc", "poker"), "PrinterStudio poker": ("printerstudio", "poker"),
          "DriveThruCards poker": ("drivethru", "poker")}  # fmt: skip
FIRST = "classic"
HEAD = """\
# The deck, measured

Written by `python -m tests.tools.measured_page` from what is drawn; a test compares it. Colors as on a screen, CIEDE2000 after Sharma, color blindness after
Machado; ink is how much darker than paper a page is, averaged over red, green and blue, at 254 dpi. `classic` are the first faces, `{theme}` today's.

| measured | {columns} |
| --- |{rules}
"""


def placed(items: tuple[Item, ...], matrix: Matrix = IDENTITY) -> Iterator[tuple[Text, Matrix]]:
    """All texts, and where their groups put them."""
    for item in items:
        if isinstance(item, Group):
            yield from placed(item.items, compose(matrix, item.matrix))
        elif isinstance(item, Text):
            yield item, matrix


def number_end_mm(drawing: Drawing, number: str, cut_mm: float = 0.0) -> float:
    """How far from the left cut the number of the top left corner ends."""
    texts = [(text, matrix) for text, matrix in placed(drawing.items) if text.string == number and text.halo is None]
    text, matrix = min(texts, key=lambda one: sum(apply(one[1], one[0].x_mm, one[0].y_mm)))
    dark = Text(text.x_mm, text.y_mm, number, text.font, text.size_mm, find_theme().ink, text.anchor, text.stretch)
    columns = (ink(pixels(Drawing(drawing.width_mm, drawing.height_mm, (Group((dark,), matrix),), ""))) > 0.5).any(
        axis=0
    )
    return float(columns.nonzero()[0][-1] + 1) / 10 - cut_mm


def home(card: AnyCard, theme: Theme, size: str) -> Drawing:
    card_size = find_card_size(size)
    return draw_card(draw_face(card, lay_out(theme, card_size.width_mm, card_size.height_mm)), card_size, theme)


def tab_top_mm(theme: Theme, size: str) -> float:
    rows = (ink(pixels(home(parse_card("KS4"), theme, size))[:, :50]) > 0.3).any(axis=1)
    return float(rows.nonzero()[0][0]) / 10


def measure(name: str) -> dict[str, str]:
    theme, low = find_theme(name=name), find_theme("low", name=name)
    inks = {color: rgb(value.ink.rgb) for color, value in theme.colors.items()}
    worst = [
        min(ciede2000(lab(inks[a], vision), lab(inks[b], vision)) for a, b in combinations(inks, 2))
        for vision in VISIONS
    ]
    light = sorted(lab(color)[0] for color in inks.values())
    cover = ink_cover(4, name)
    backs = [100 * ink(pixels(draw_back(one))).mean() for one in (theme, low)]
    cards = [card for card in FULL if (card.color, card.shape) == ("red", "circle")]
    ends = {"home": max(number_end_mm(home(card, theme, "standard"), card.number) for card in cards)}
    for maker, (profile, product) in MAKERS.items():
        box = find_profile(profile).find_product(product).box
        ends[maker] = max(number_end_mm(draw_front(card, theme, box), card.number, box.trim.left) for card in cards)
    return {
        f"worst CIEDE2000 {' / '.join(VISIONS)}": " / ".join(f"{value:.1f}" for value in worst),
        "smallest L* step": f"{min(b - a for a, b in pairwise(light)):.1f}",
        "mean ink of the faces, color / low": f"{cover.color:.1f} % / {cover.low:.1f} %",
        "ink of the back, color / low": f"{backs[0]:.1f} % / {backs[1]:.1f} %",
        f"number's right end from the cut, mm (a fan shows 7.7): {' / '.join(ends)}": " / ".join(
            f"{end:.1f}" for end in ends.values()
        ),
        f"index tab below the top edge, mm: {' / '.join(SIZES)}": " / ".join(
            f"{tab_top_mm(theme, size):.1f}" for size in SIZES
        ),
    }


def make_page() -> str:
    names = [FIRST, DEFAULT_THEME]
    columns = {name: measure(name) for name in names}
    head = HEAD.format(theme=names[1], columns=" | ".join(f"`{name}`" for name in names), rules=" --- |" * len(names))
    rows = [f"| {what} | {' | '.join(columns[name][what] for name in names)} |" for what in columns[FIRST]]
    return head + "\n".join(rows) + "\n"


if __name__ == "__main__":
    PAGE.write_text(make_page(), encoding="utf-8")
    print(PAGE.read_text(encoding="utf-8"))
