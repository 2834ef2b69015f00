"""What there is to ask for: the cards with their faces, the games, and the documents that can be printed, with their choices as fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, NamedTuple

from tt_print.core.asking import Call
from tt_print.core.commands import find_command
from tt_print.core.commands.common import Answer
from tt_print.core.commands.common import games as game_titles
from tt_print.core.fields import Object, Row, form, house_fields
from tt_print.deck import DECK_MEANING, LETTER_OF, VARIABLES, WILD, Card, make_deck, values_in
from tt_print.games import find_game, load_games
from tt_print.games.practice import play_words
from tt_print.problems import Problem
from tt_print.requests import listings as of
from tt_print.requests.kinds import Choice, Number, Request, Words, fixed, request
from tt_print.requests.reading import RefusedError, from_data, refusing, request_words
from tt_print.templates import read_toml

if TYPE_CHECKING:
    from tt_print.core.commands.common import Command
    from tt_print.engine.base import ScoredGame


@request
class Cards(Request):
    """The cards of a deck, with names for those who hear them."""

    deck: Annotated[str, Choice(of.decks, of.find_deck)] = "full"
    jokers: Annotated[int, Number(0, 2)] = 2

    verb = "cards"

    def answer(self, call: Call) -> Answer:
        cards = make_deck(self.deck, jokers=self.jokers)
        values = {
            v: [
                {"value": each, "letter": LETTER_OF[v][each], "wild": each == WILD[v]}
                for each in values_in(self.deck, v)
            ]
            for v in VARIABLES
        }
        data = {
            "deck": self.deck, "meaning": DECK_MEANING[self.deck], "variables": values,
            "cards": [
                {"code": str(card), "safe": card.safe_code, "name": card.name}
                | ({v: getattr(card, v) for v in VARIABLES} if isinstance(card, Card) else {})
                for card in cards
            ],
        }  # fmt: skip
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
        from tt_print.core.commands.sheets import draw_piece
        from tt_print.draw.svg import render_svg
        from tt_print.faces.theme import DEFAULT_THEME, FLOODED_THEME, INK_STYLES, THEMES, find_theme

        usual = FLOODED_THEME if self.ink == "color" else DEFAULT_THEME
        theme = find_theme(self.ink, self.indices, self.theme or usual)
        faces = {text: render_svg(draw_piece(text, theme)) for text in self.cards}
        return Answer({"faces": faces, "themes": dict(THEMES), "inks": dict(INK_STYLES)}, {})


@request
class Games(Request):
    """The games, their numbers of players, how a page shows them, and their house rules."""

    game: Annotated[str, Choice(game_titles, find_game)] = ""

    verb = "games"

    def answer(self, call: Call) -> Answer:
        from tt_print.engine.printed_lines import TITLES

        found = [find_game(self.game)] if self.game else load_games()
        games = [
            {
                "name": game.name, "title": game.title, "players": list(game.players), "deck": game.deck, "deck_title": TITLES[game.deck],
                "author": game.author, "pointers": game.table.pointers is not None, "hides_hands": game.table.hides_hands,
                **_page_words(game), "house": house_fields(game),
            }
            for game in found
        ]  # fmt: skip
        return Answer({"games": games, "decks": dict(DECK_MEANING)}, {})


def _page_words(game: ScoredGame) -> dict[str, str]:
    """The layout of the page where the game is practiced, a verb for what players do in it, and its picture; "" where it has none."""
    words, cover = play_words(game), read_toml(f"games/{game.name}/cover.toml")
    return {"layout": words.layout, "verb": words.verb, "scene": cover.get("scene", "")}


class PaperDocument(NamedTuple):
    """A document by the command that makes it. `words` are those of another command; `form` has its fields with what else is known of them,
    None for all; `given` are fields that it always has.
    """

    verb: str
    words: str = ""
    form: Mapping[str, Row] | None = None
    given: Mapping[str, object] = {}

    @property
    def shape(self) -> type[Command]:
        return find_command(self.verb)


LOOK: Mapping[str, Row] = {"ink": {}, "theme": {}, "paper": {}}
SLIPS: Mapping[str, Row] = {
    "code": {"needed": True}, "slips": {"default": True}, "sheet": {}, "players": {}, "deal": {}, "house": {}, **LOOK,
    "theme": {"default": "tab"},
}  # fmt: skip
DOCUMENTS = {
    **{verb: PaperDocument(verb) for verb in ("start", "deck", "booklet", "quickref", "scoresheet", "puzzles")},
    "lesson": PaperDocument(
        "deal",
        "lesson",
        {"game": {"needed": True}, "players": {}, **LOOK, "theme": {"default": "toppers"}},
        {"lesson": True},
    ),
    "deal": PaperDocument("deal", "pages", SLIPS, {"slips": True}),
    "calibration": PaperDocument("calibrate"),
}  # as they are offered
DocumentName = Annotated[str, Choice(fixed(*DOCUMENTS))]


@request
class Documents(Request):
    """The documents, each with the fields that decide how it is."""

    document: DocumentName = ""

    verb = "print"

    def answer(self, call: Call) -> Answer:
        documents = []
        for name in [self.document] if self.document else DOCUMENTS:
            found = DOCUMENTS[name]
            words = request_words().verbs[found.words or found.verb]
            fields = form(found.shape, found.form, paper=call.environment.paper)
            documents.append({"name": name, "title": words.title, "text": words.text, "fields": fields})
        return Answer({"documents": documents}, {})


@request
class Print(Request):
    """The files of a document. Fields that are left out are as on the command line."""

    document: DocumentName
    fields: Annotated[Mapping[str, object] | None, Object()] = None

    verb = "print"

    def answer(self, call: Call) -> Answer:
        found, fields = DOCUMENTS[self.document], self.fields or {}
        document = from_data(found.shape, {**found.given, **fields})
        needed = [name for name, row in (found.form or {}).items() if row.get("needed")]
        if missing := [Problem("missing", name) for name in needed if not fields.get(name)]:
            raise RefusedError(found.shape, missing)
        call.step(f"Making {self.document}", 0, 1)
        with refusing(type(document)):
            answer = document.answer(call)
        call.step(f"Making {self.document}", 1, 1)
        return answer._replace(data={"document": self.document, **answer.data})


REQUESTS = {"games": Games, "cards": Cards, "faces": Faces, "print": Print, "print.documents": Documents}
