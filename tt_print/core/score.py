"""Keeping score: the commands of `core.commands.score`, the questions of a hand and of a new night, and the file of all nights."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tt_print.core.commands.hands import dialogue_of, ready
from tt_print.core.commands.night import ScoreCommand, book_of, wanted_night
from tt_print.core.commands.score import COMMANDS
from tt_print.core.environment import Book, Call, Reply, file_rows
from tt_print.core.fields import Choice, Field, as_json, house_fields, plain_choices
from tt_print.errors import InputError
from tt_print.games import POINTS, find_scored_game, load_games
from tt_print.problems import Problem
from tt_print.records import dataclass
from tt_print.score.commands import open_night
from tt_print.score.events import START, Event, current_night, former_names
from tt_print.score.night import read_nights
from tt_print.score.store import LostNightsError, compare, count_common

if TYPE_CHECKING:
    from tt_print.score.scorer import Question, Way

FILE = "nights.sqlite"  # what a saved file is called
PLACES = {"1224": "1, 2, 2, 4", "1223": "1, 2, 2, 3"}


@dataclass(frozen=True, slots=True)
class ScoreFieldsRequest:
    """`game`: which one; "" asks which there are."""

    game: str = ""


def list_fields(asked: ScoreFieldsRequest, call: Call) -> dict[str, Any]:
    """What `score.start` wants; names of earlier nights, and the last table, as suggestions."""
    events = book_of(call).events()
    last = next((event for event in reversed(events) if event.kind == START), None)
    known = former_names(events)
    games = tuple(Choice(game.name, game.title) for game in (*load_games(), find_scored_game(POINTS)))
    game = find_scored_game(asked.game) if asked.game else None
    low, high = game.players if game else (2, None)
    fields = [
        Field("game", "choice", "Which game?", default=last.data["game"] if last else None, choices=games),
        Field(
            "players",
            "names",
            "Who plays? Clockwise.",
            default=list(last.data["players"]) if last else None,
            choices=plain_choices(known) or None,
            minimum=low,
            maximum=high,
            is_open=bool(known),
        ),
        Field("dealer", "seat", "Who deals first? Without a word the first player.", needed=False),
        Field(
            "places",
            "choice",
            "How shared places count.",
            needed=False,
            default="1224",
            choices=tuple(Choice(name, text) for name, text in PLACES.items()),
        ),
        Field("house", "house", "House rules.", needed=False),
    ]
    return {"fields": as_json(fields), "house": as_json(house_fields(game)) if game else []}


# ---------------------------------------------------------------- a hand, question by question


@dataclass(frozen=True, slots=True)
class AskRequest:
    """`answers`: the answers so far, in order: a name, None for nobody, a number, a list of cards or names, numbers by name. `edit`: the number of
    an earlier hand to ask about again."""

    answers: tuple[Any, ...] = ()
    night: int | None = None
    edit: int | None = None


def ask(asked: AskRequest, call: Call) -> dict[str, Any]:
    """The next question; once all is known what would be saved, and what does not add up."""
    night = open_night(book_of(call).events(), wanted_night(call, asked.night))
    dialogue = dialogue_of(night, asked.answers, asked.edit)
    number = asked.edit or len(night.hands) + 1
    found: dict[str, Any] = {
        "hand": number,
        "dealer": dialogue.table.names[dialogue.standing.dealer],
        "answered": dialogue.answered,
        "question": None,
        "ready": False,
    }
    if (question := dialogue.question) is not None:
        return found | {"question": question_json(question)}
    _, summary, lines, discrepancies = ready(dialogue)
    return found | {"ready": True, "summary": summary, "lines": [*lines], "discrepancies": [*map(str, discrepancies)]}


def question_json(question: Question) -> dict[str, Any]:
    """A question as a field; `also` are the other ways to answer it, `who` is the player it is about."""
    first, *others = question.ways
    more = {
        "who": question.who,
        "about": question.topic,
        "default": question.default,
        "also": [_way_json(question, way, way.text) for way in others],
    }
    found = _way_json(question, first, first.text or question.ask)
    return found | {key: value for key, value in more.items() if value not in (None, "", [])}


def _way_json(question: Question, way: Way, text: str) -> dict[str, Any]:
    picks = tuple(Choice(pick.value, pick.text) for pick in question.picks) if way.kind in _PICKED else None
    if way.kind == "choice" and picks is not None and way.text:  # one answer beside those that are listed
        picks = (Choice(way.text, way.text),)
    found = Field("answer", way.kind, text, choices=picks, minimum=way.minimum, maximum=way.maximum).as_json()
    return found | ({"names": list(way.names)} if way.names else {}) | ({"keeps": True} if way.keeps else {})


_PICKED = ("seat", "seats", "choice")


# ---------------------------------------------------------------- the file


@dataclass(frozen=True, slots=True)
class SaveRequest:
    """The file of all nights, as the command line has it."""


def save(asked: SaveRequest, call: Call) -> Reply:
    files = {FILE: book_of(call).save()}
    return Reply({"files": file_rows(files)}, files)


@dataclass(frozen=True, slots=True)
class OpenRequest:
    """Looks at the file `nights` that came with the request. `compared` is a sentence on how it differs from what is kept here, of which it
    lacks `lost` entries. With `replace` it takes the place of the one that is kept here, which keeps another name beside it; if entries are
    lost, only with `force`."""

    replace: bool = False
    force: bool = False


def open_nights(asked: OpenRequest, call: Call) -> dict[str, Any]:
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
    if asked.replace:
        if lost and not asked.force:
            raise Problem("score.not_opened", why=compared)
        book.replace(data)
    found = {"nights": rows, "current": current_night(events), "replaced": asked.replace}
    return found | {"lost": lost, "compared": compared}


def _kept_here(book: Book) -> list[Event]:
    """What the file has, or, if it cannot be gone on with, the longer one of the file and its copy."""
    try:
        return book.events()
    except LostNightsError as lost:
        return max(lost.file.events, lost.copy.events, key=len)


def answer(asked: ScoreCommand, call: Call) -> Reply:
    """What a command of `core.commands.score` comes to."""
    answer = asked.answer(call)
    return Reply(dict(answer.data), answer.files)


REQUESTS: dict[str, tuple[type[Any], Callable[[Any, Call], dict[str, Any] | Reply]]] = {
    "score.fields": (ScoreFieldsRequest, list_fields),
    "score.ask": (AskRequest, ask),
    **{shape.alias or shape.verb.replace(" ", "."): (shape, answer) for shape in COMMANDS.values()},
    "score.save": (SaveRequest, save),
    "score.open": (OpenRequest, open_nights),
}
