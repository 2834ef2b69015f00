"""The names that fields can choose from, with a few words about each, and the fields that many requests share.

A registry is loaded if somebody wants its names.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from tt_print.deck import DECK_TITLES, DECKS, FULL, JOKERS
from tt_print.deck import find_deck as find_deck
from tt_print.requests.kinds import Choice, Config, Kind, Local, Number, Switch, Word, fixed


def papers() -> Mapping[str, str]:
    from tt_print.paper.plan import known_papers

    return {paper.name: paper.title for paper in known_papers()}


def find_paper(text: str) -> object:
    from tt_print.paper.plan import find_paper

    return find_paper(text)


def stocks() -> Mapping[str, str]:
    from tt_print.paper.plan import known_stocks

    return {stock.name: stock.title for stock in known_stocks()}


def find_stock(text: str) -> object:
    from tt_print.paper.plan import find_stock

    return find_stock(text)


def find_card_size(text: str) -> object:
    from tt_print.paper.plan import find_card_size

    return find_card_size(text)


def inks() -> Mapping[str, str]:
    from tt_print.faces.theme import INK_STYLES

    return INK_STYLES


def cuts() -> Mapping[str, str]:
    from tt_print.paper.marks import CUTS

    return CUTS


def themes() -> Mapping[str, str]:
    from tt_print.faces.own_theme import theme_titles

    return theme_titles()


def backs() -> Mapping[str, str]:
    from tt_print.paper.backs import back_modes

    return back_modes()


def max_back_offset() -> float:
    from tt_print.paper.backs import max_offset_mm

    return max_offset_mm()


def decks() -> Mapping[str, str]:
    return {name: f"{DECK_TITLES[name]}, {len(cards)} cards" for name, cards in DECKS.items()}


def card_sizes() -> Mapping[str, str]:
    from tt_print.paper.plan import card_sizes

    return {size.name: f"{size.name}: {size.meaning}" for size in card_sizes()}


def find_ink(text: str) -> str:
    from tt_print.faces.theme import find_theme

    return find_theme(text).ink_style


def find_theme(text: str) -> str:
    from tt_print.faces.theme import find_theme

    return find_theme(name=text).name


def cards() -> Mapping[str, str]:
    return {card.safe_code: card.name for card in FULL + JOKERS}


def pieces() -> Mapping[str, str]:
    from tt_print.paper.deck import PIECES

    return {**cards(), **{piece: piece for piece in PIECES}}


def printers() -> Mapping[str, str]:
    return {**measured_printers(), "none": "no correction"}


def measured_printers() -> Mapping[str, str]:
    from tt_print.paper.printers import read_printers

    return {profile.printer: "as it was measured" for profile in read_printers()}


def find_printer(text: str) -> str:
    from tt_print.paper.printers import NO_PRINTER, find_printer

    return NO_PRINTER if text.strip().casefold() == NO_PRINTER else find_printer(text)


def formats() -> Mapping[str, str]:
    from tt_print.paper.imposition import FORMATS

    return dict.fromkeys(FORMATS, "")


def folded_papers() -> Mapping[str, str]:
    from tt_print.paper.imposition import FOLDED

    return {name: title for name, title in papers().items() if name in FOLDED}


# ---------------------------------------------------------------- shared fields

Paper = Annotated[
    str, Choice(papers, find_paper, "PAPER", is_open=True), Word(letter="p"), Config(gives_way_to=("stock",))
]
Card = Annotated[str, Choice(card_sizes, find_card_size, "SIZE", is_open=True), Config(gives_way_to=("large", "stock"))]
Ink = Annotated[str, Choice(inks, find_ink, "INK"), Config()]
Theme_ = Annotated[str, Choice(themes, find_theme, "THEME"), Config()]
Cuts = Annotated[str, Choice(cuts, metavar="CUTS")]
StartAt = Annotated[int, Number()]
Printer = Annotated[str, Choice(printers, find_printer, is_open=True), Config(), Local()]
Flip = Annotated[str, Choice(fixed("long", "short"), metavar="EDGE")]
Svg = Annotated[bool, Switch()]
Text = Annotated[str, Kind()]
