"""The cards, with names for those who hear them, and their faces as SVG."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from tt_print.core.commands.common import Answer
from tt_print.core.environment import Call
from tt_print.deck import DECK_MEANING, LETTER_OF, VALUES, VARIABLES, WILD, Card, make_deck, parse_card
from tt_print.requests import listings as of
from tt_print.requests.kinds import Choice, Number, Words, fixed
from tt_print.requests.notes import Request, request

if TYPE_CHECKING:
    from tt_print.cards.theme import Theme
    from tt_print.drawing.shapes import Drawing


@request
class Cards(Request):
    """The cards of a deck, with names for those who hear them."""

    deck: Annotated[str, Choice(of.decks, of.find_deck)] = "full"
    jokers: Annotated[int, Number(0, 2)] = 2

    verb = "cards"

    def answer(self, call: Call) -> Answer:
        cards = make_deck(self.deck, jokers=self.jokers)
        plain = [card for card in cards if isinstance(card, Card)]

        def values(variable: str) -> list[dict[str, Any]]:
            there, letters = {getattr(card, variable) for card in plain}, LETTER_OF[variable]
            return [
                {"value": value, "letter": letters[value], "wild": value == WILD[variable]}
                for value in VALUES[variable]
                if value in there
            ]

        data = {
            "deck": self.deck,
            "meaning": DECK_MEANING[self.deck],
            "variables": {variable: values(variable) for variable in VARIABLES},
            "cards": [
                {"code": str(card), "safe": card.safe_code, "name": card.name}
                | ({v: getattr(card, v) for v in VARIABLES} if isinstance(card, Card) else {})
                for card in cards
            ],
        }
        return Answer(data, {})


@request
class Faces(Request):
    """Pictures of cards and other pieces, as SVG. Without a theme they have the one for screens."""

    cards: Annotated[tuple[str, ...], Words()]
    theme: of.Theme_ = ""
    ink: of.Ink = "color"
    indices: Annotated[int, Choice(fixed(4, 2))] = 4

    verb = "cards"

    def answer(self, call: Call) -> Answer:
        from tt_print.cards.theme import DEFAULT_THEME, FLOODED_THEME, INK_STYLES, THEMES, find_theme
        from tt_print.render.svg import render_svg

        usual = FLOODED_THEME if self.ink == "color" else DEFAULT_THEME
        theme = find_theme(self.ink, self.indices, self.theme or usual)
        faces = {text: render_svg(_draw(text, theme)) for text in self.cards}
        return Answer({"faces": faces, "themes": dict(THEMES), "inks": dict(INK_STYLES)}, {})


def _draw(text: str, theme: Theme) -> Drawing:
    """Raises InputError for what is no card and no other piece."""
    from tt_print.cards.back import draw_back
    from tt_print.cards.chits import draw_chit, draw_pointers
    from tt_print.cards.faces import draw_face

    name = text.strip().lower()
    if name == "back":
        return draw_back(theme)
    if name == "pointers":
        return draw_pointers(theme)
    if name.startswith("chit-") and (variable := name.removeprefix("chit-")) in VARIABLES:
        return draw_chit(variable, theme)
    return draw_face(parse_card(text), theme)


REQUESTS = {"cards": Cards, "faces": Faces}
