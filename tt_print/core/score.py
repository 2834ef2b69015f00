"""Keeping score, for pages: the questions of a new night and of a hand, and the file of all nights, beside the commands of `core.commands.score`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from tt_print.core.commands.common import Answer
from tt_print.core.commands.hands import Answered, dialogue_of
from tt_print.core.commands.night import NightNumber, ScoreCommand, book_of, wanted_night
from tt_print.core.commands.score import COMMANDS
from tt_print.core.environment import NO_FILES, Call, file_rows
from tt_print.core.fields import choice_rows, field_row, house_fields, plain_choices
from tt_print.errors import InputError
from tt_print.games import POINTS, find_scored_game, load_games
from tt_print.problems import Problem
from tt_print.requests.kinds import Kind, Number, Switch
from tt_print.requests.notes import request
from tt_print.score.commands import open_night
from tt_print.score.events import START, Event, current_night, former_names
from tt_print.score.night import read_nights
from tt_print.score.store import FileBook, LostNightsError, compare, count_common

if TYPE_CHECKING:
    from tt_print.score.scorer import Question, Way

FILE = "nights.sqlite"  # what a saved file is called
PLACES = choice_rows([("1224", "1, 2, 2, 4"), ("1223", "1, 2, 2, 3")])


@request
class Fields(ScoreCommand):
    """What `score.start` wants; names of earlier nights, and the last table, as suggestions. `game`: which one; "" asks which there are."""

    game: Annotated[str, Kind("GAME")] = ""

    verb = "score fields"

    def answer(self, call: Call) -> Answer:
        events = book_of(call).events()
        last = next((event for event in reversed(events) if event.kind == START), None)
        known = former_names(events)
        games = choice_rows((game.name, game.title) for game in (*load_games(), find_scored_game(POINTS)))
        game = find_scored_game(self.game) if self.game else None
        low, high = game.players if game else (2, None)
        table = last.data if last else {}
        fields = [
            field_row("game", "choice", "Which game?", default=table.get("game"), choices=games),
            field_row(
                "players", "names", "Who plays? Clockwise.", default=list(table["players"]) if table else None,
                choices=plain_choices(known), min=low, max=high, open=bool(known),
            ),
            field_row("dealer", "seat", "Who deals first? Without a word the first player.", needed=False),
            field_row("places", "choice", "How shared places count.", needed=False, default="1224", choices=PLACES),
            field_row("house", "house", "House rules.", needed=False),
        ]  # fmt: skip
        house = house_fields(game) if game else []
        return Answer({"fields": fields, "house": house}, NO_FILES)


# ---------------------------------------------------------------- a hand, question by question


@request
class Ask(ScoreCommand):
    """The next question of a hand; once all is known what would be saved, and what does not add up.

    `answers`: the answers so far, in order: a name, None for nobody, a number, a list of cards or names, numbers by name. `edit`: the number of
    an earlier hand to ask about again."""

    answers: Answered = ()
    night: NightNumber = None
    edit: Annotated[int | None, Number()] = None

    verb = "score ask"

    def answer(self, call: Call) -> Answer:
        night = open_night(book_of(call).events(), wanted_night(call, self.night))
        dialogue = dialogue_of(night, self.answers, self.edit)
        found: dict[str, Any] = {
            "hand": self.edit or len(night.hands) + 1,
            "dealer": dialogue.table.names[dialogue.standing.dealer],
            "answered": dialogue.answered,
            "question": None,
            "ready": False,
        }
        if (question := dialogue.question) is not None:
            return Answer(found | {"question": question_json(question)}, NO_FILES)
        entry, scorer, seats = dialogue.entry, dialogue.scorer, (dialogue.table, dialogue.standing)
        found |= {
            "ready": True,
            "summary": scorer.describe_entry(entry, dialogue.table),
            "lines": [*scorer.play(entry, *seats).lines],
            "discrepancies": [*map(str, scorer.discrepancies(entry, *seats))],
        }
        return Answer(found, NO_FILES)


def question_json(question: Question) -> dict[str, Any]:
    """A question as a field; `also` are the other ways to answer it, `who` is the player it is about."""
    first, *others = question.ways
    also = [_way_json(question, way, way.text) for way in others]
    more = {"who": question.who, "about": question.topic, "default": question.default, "also": also}
    found = _way_json(question, first, first.text or question.ask)
    return found | {key: value for key, value in more.items() if value not in (None, "", [])}


def _way_json(question: Question, way: Way, text: str) -> dict[str, Any]:
    picks = choice_rows((pick.value, pick.text) for pick in question.picks) if way.kind in _PICKED else None
    if way.kind == "choice" and picks is not None and way.text:  # one answer beside those that are listed
        picks = plain_choices([way.text])
    found = field_row("answer", way.kind, text, choices=picks, min=way.minimum, max=way.maximum)
    return found | ({"names": list(way.names)} if way.names else {}) | ({"keeps": True} if way.keeps else {})


_PICKED = ("seat", "seats", "choice")


# ---------------------------------------------------------------- the file


@request
class Save(ScoreCommand):
    """The file of all nights, as the command line has it."""

    verb = "score save"

    def answer(self, call: Call) -> Answer:
        files = {FILE: book_of(call).save()}
        return Answer({"files": file_rows(files)}, files)


@request
class Open(ScoreCommand):
    """Looks at the file `nights` that came with the request. `compared` is a sentence on how it differs from what is kept here, of which it
    lacks `lost` entries. With `replace` it takes the place of the one that is kept here, which keeps another name beside it; if entries are
    lost, only with `force`."""

    replace: Annotated[bool, Switch()] = False
    force: Annotated[bool, Switch()] = False

    verb = "score open"

    def answer(self, call: Call) -> Answer:
        if "nights" not in call.files:
            raise InputError("there is no file to open.")
        book, data = book_of(call), call.files["nights"]
        events, here = book.look(data), _kept_here(book)
        lost, compared = len(here) - count_common(events, here), str(compare(events, here) or "")
        rows = [
            {
                "night": night.number,
                "title": night.table.game.title,
                "players": list(night.names),
                "at": night.at,
                "hands": len(night.hands),
            }
            for night in read_nights(events)
        ]
        if self.replace:
            if lost and not self.force:
                raise Problem("score.not_opened", why=compared)
            book.replace(data)
        found = {"nights": rows, "current": current_night(events), "replaced": self.replace}
        return Answer(found | {"lost": lost, "compared": compared}, NO_FILES)


def _kept_here(book: FileBook) -> list[Event]:
    """What the file has, or, if it cannot be gone on with, the longer one of the file and its copy."""
    try:
        return book.events()
    except LostNightsError as lost:
        return max(lost.file.events, lost.copy.events, key=len)


SHAPES: tuple[type[ScoreCommand], ...] = (Fields, Ask, *COMMANDS.values(), Save, Open)
REQUESTS = {shape.alias or shape.verb.replace(" ", "."): shape for shape in SHAPES}
