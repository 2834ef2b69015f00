"""The cards, with names for those who hear them, and their faces as SVG."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from tt_print.core.environment import Call
from tt_print.deck import DECK_MEANING, LETTER_OF, VALUES, VARIABLES, WILD, Card, find_deck, make_deck, parse_card
from tt_print.records import dataclass

if TYPE_CHECKING:
    from tt_print.cards.theme import Theme
    from tt_print.drawing.shapes import Drawing


@dataclass(frozen=True, slots=True)
class CardsRequest:
    """`deck`: west, squares or full; `jokers`: how many of them."""

    deck: str = "full"
    jokers: int = 2


def list_cards(asked: CardsRequest, call: Call) -> dict[str, Any]:
    deck = find_deck(asked.deck)
    cards = make_deck(deck, jokers=asked.jokers)
    plain = [card for card in cards if isinstance(card, Card)]
    return {
        "deck": deck,
        "meaning": DECK_MEANING[deck],
        "variables": {
            variable: [
                {"value": value, "letter": LETTER_OF[variable][value], "wild": value == WILD[variable]}
                for value in VALUES[variable]
                if any(getattr(card, variable) == value for card in plain)
            ]
            for variable in VARIABLES
        },
        "cards": [
            {"code": str(card), "safe": card.safe_code, "name": card.name}
            | ({v: getattr(card, v) for v in VARIABLES} if isinstance(card, Card) else {})
            for card in cards
        ],
    }


@dataclass(frozen=True, slots=True)
class FacesRequest:
    """`cards`: codes or words, `back`, `chit-color`, `chit-shape`, `chit-number`, `pointers`; `theme`, `ink` and `indices` as
    `tt-print deck` has them; without a theme, the one for screens."""

    cards: tuple[str, ...]
    theme: str = ""
    ink: str = "color"
    indices: int = 4


def draw_faces(asked: FacesRequest, call: Call) -> dict[str, Any]:
    from tt_print.cards.theme import DEFAULT_THEME, FLOODED_THEME, INK_STYLES, THEMES, find_theme
    from tt_print.render.svg import render_svg

    usual = FLOODED_THEME if asked.ink.strip().lower() == "color" else DEFAULT_THEME
    theme = find_theme(asked.ink, asked.indices, asked.theme or usual)
    faces = {text: render_svg(_draw(text, theme)) for text in asked.cards}
    return {"faces": faces, "themes": dict(THEMES), "inks": dict(INK_STYLES)}


def _draw(text: str, theme: Theme) -> Drawing:
    """Raises InputError for what is no card and no other piece."""
    from tt_print.cards.faces import draw_face

    piece = _pieces().get(text.strip().lower())
    return piece(theme) if piece is not None else draw_face(parse_card(text), theme)


@cache
def _pieces() -> dict[str, Callable[[Theme], Drawing]]:
    from functools import partial

    from tt_print.cards.back import draw_back
    from tt_print.cards.chits import draw_chit, draw_pointers

    chits: dict[str, Callable[[Theme], Drawing]] = {f"chit-{v}": partial(draw_chit, v) for v in VARIABLES}
    return chits | {"back": draw_back, "pointers": draw_pointers}


REQUESTS = {"cards": (CardsRequest, list_cards), "faces": (FacesRequest, draw_faces)}
