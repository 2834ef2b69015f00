"""Keeping score: a night with its table, and its hands asked question by question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from tt_print.core.fields import Choice, Field, HouseRules, as_json, house_fields, plain_choices, rule_texts
from tt_print.core.world import Book, Call, Reply
from tt_print.errors import InputError, choose
from tt_print.games import GAMES, POINTS, find_scored_game, load_games
from tt_print.records import dataclass

if TYPE_CHECKING:
    from tt_print.engine.query import Query
    from tt_print.score.asking import Dialogue
    from tt_print.score.events import Event
    from tt_print.score.night import Night
    from tt_print.score.scorer import Question, Way
    from tt_print.score.store import Draft

FILE = "nights.sqlite"  # what a saved file is called
PLACES = {"1224": "1, 2, 2, 4", "1223": "1, 2, 2, 3"}


def book_of(call: Call) -> Book:
    """Where nights are kept. Raises InputError where there is nowhere."""
    if call.world.book is None:
        raise InputError("no score can be kept here.")
    return call.world.book


def write(
    call: Call, compose: Callable[[Sequence[Event]], Sequence[Draft]], night: int | None = None
) -> tuple[Night, dict[str, Any]]:
    """Stores a change; gives the night as it is now, and its state."""
    from tt_print.score.commands import find_night

    events, warning = book_of(call).write(compose, call.world.now(), call.world.who)
    after = find_night(events, night)
    return after, state_json(events, after) | ({"warning": warning} if warning else {})


# ---------------------------------------------------------------- the state


@dataclass(frozen=True, slots=True)
class StateRequest:
    """`night`: its number, None for the current one."""

    night: int | None = None


def state(asked: StateRequest, call: Call) -> dict[str, Any]:
    from tt_print.score.commands import find_night

    events = book_of(call).events()
    return state_json(events, find_night(events, asked.night))


def state_json(events: Sequence[Event], night: Night) -> dict[str, Any]:
    """As `tt-print score --json`, with what a screen needs beside: the sequence of the newest entry, the next hand and its dealer, how the
    last hand came about, the pointers."""
    from tt_print.score.table import state_lines

    return night.as_json() | {
        "sequence": events[-1].sequence,
        "title": night.table.game.title,
        "next_hand": len(night.hands) + 1,
        "playing": list(night.table.all(night.standing.living)),
        "lines": state_lines(night),
        "explained": list(night.hands[-1].outcome.lines) if night.hands else [],
        "problems": list(night.problems),
        "good_points": good_points(night),
        "series": night.is_series,
        "can_undo": bool(night.ledger.changes),
        "can_redo": bool(night.ledger.undone),
        "can_finish": bool(night.table.game.table.ends_after and night.hands and not night.is_over),
        "pointers": _pointers(night),
    }


def good_points(night: Night) -> str:
    """`many` or `few`; "" in a game without points."""
    if night.totals is None:
        return ""
    house = night.table.house
    return str(house["best"]) if "best" in house else night.table.game.table.good_points


def _pointers(night: Night) -> dict[str, Any] | None:
    from tt_print.deck import VARIABLES
    from tt_print.score.pointers import deck_of, pointers_of

    now, rules = pointers_of(night), night.table.game.table.pointers
    if now is None or rules is None:
        return None
    deck = deck_of(night)
    return {
        "deck": deck,
        "pointers": dict(zip(VARIABLES, now, strict=True)),
        "rings": {variable: list(rules.ring(deck, variable)) for variable in VARIABLES},
        "claims": rules.claims(now),
    }


@dataclass(frozen=True, slots=True)
class NightsRequest:
    """All nights that are kept."""


def list_nights(asked: NightsRequest, call: Call) -> dict[str, Any]:
    from tt_print.score.events import current_night, dropped_nights
    from tt_print.score.night import read_nights

    events = book_of(call).events()
    current = current_night(events)
    rows = [night.as_json() | {"current": night.number == current} for night in read_nights(events)]
    return {"nights": rows, "current": current, "dropped": sorted(dropped_nights(events))}


@dataclass(frozen=True, slots=True)
class LogRequest:
    """The record of a night: who entered and corrected what."""

    night: int | None = None


def list_log(asked: LogRequest, call: Call) -> dict[str, Any]:
    from tt_print.score.changes import log_rows
    from tt_print.score.commands import find_night
    from tt_print.score.events import by_night

    events = book_of(call).events()
    number = find_night(events, asked.night).number
    rows = log_rows(by_night(events)[number])
    return {"night": number, "log": [{**asdict(event), "text": text} for event, text in rows]}


# ---------------------------------------------------------------- a night begins


@dataclass(frozen=True, slots=True)
class ScoreFieldsRequest:
    """`game`: which one; "" asks which there are."""

    game: str = ""


def list_fields(asked: ScoreFieldsRequest, call: Call) -> dict[str, Any]:
    """What `score.start` wants; names of earlier nights, and the last table, as suggestions."""
    from tt_print.score.events import START, former_names

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


@dataclass(frozen=True, slots=True)
class StartRequest:
    """As `tt-print score start`. `again`: the same game, players and house rules as last time, or as in `night`."""

    game: str = ""
    players: tuple[str, ...] = ()
    dealer: str = ""
    places: str = "1224"
    again: bool = False
    night: int | None = None
    house: HouseRules = ()


def start(asked: StartRequest, call: Call) -> dict[str, Any]:
    from tt_print.people import check_names, teams_by_seat
    from tt_print.score.commands import find_night, start_night
    from tt_print.score.night import following_dealer
    from tt_print.score.seats import ScoredTable

    kept: list[str] = []
    if asked.again:
        if asked.game or asked.players:
            raise InputError("again takes game and players from last time. Leave them out, or leave out again.")
        last = find_night(book_of(call).events(), asked.night)
        table, first = last.next_table, following_dealer(last)
        game, people, places = table.game, table.names, table.shared
        kept = str(table.house).split() if table.house.changed else []
    else:
        game, people, places = find_scored_game(asked.game), check_names(asked.players), asked.places
        game.check_players(len(people))
        first = people[0]
    house = game.read_house(None, [*kept, *(teams_by_seat(text, people) for text in rule_texts(asked.house))], GAMES)
    game.start(len(people), house, 0)  # whatever else the engine wants: a deck for so many, fair teams, hands for all
    places = choose("way to count places", places, PLACES)
    dealer = ScoredTable(game, house, people).name(asked.dealer) if asked.dealer else first
    return write(call, lambda events: start_night(events, game, people, house, dealer, places))[1]


# ---------------------------------------------------------------- a hand, question by question


@dataclass(frozen=True, slots=True)
class AskRequest:
    """`answers`: those given so far, in order: a name, None for nobody, a number, a list of cards or names, numbers by name. `edit`: the number of
    an earlier hand that is asked anew."""

    answers: tuple[Any, ...] = ()
    night: int | None = None
    edit: int | None = None


def ask(asked: AskRequest, call: Call) -> dict[str, Any]:
    """The next question; once all is known what would be saved, and what does not add up."""
    from tt_print.score.commands import open_night

    night = open_night(book_of(call).events(), asked.night)
    dialogue = _dialogue(night, asked.answers, asked.edit)
    number = asked.edit or len(night.hands) + 1
    found: dict[str, Any] = {
        "hand": number,
        "dealer": dialogue.table.names[dialogue.standing.dealer],
        "answered": _answered(dialogue),
        "question": None,
        "ready": False,
    }
    if (question := dialogue.question) is not None:
        return found | {"question": question_json(question)}
    scorer, table, standing = dialogue.scorer, dialogue.table, dialogue.standing
    entry = scorer.read(dialogue.query, table, standing)
    return found | {
        "ready": True,
        "summary": scorer.describe_entry(entry, table),
        "lines": list(scorer.play(entry, table, standing).lines),
        "discrepancies": scorer.discrepancies(entry, table, standing),
    }


def _dialogue(night: Night, answers: Sequence[Any], edit: int | None) -> Dialogue:
    """The hand as far as it was answered. Raises InputError for an answer that cannot be, and where no hand may follow."""
    from tt_print.score.asking import Dialogue
    from tt_print.score.commands import over_sentence, played_hand

    table, standing = night.table, night.standing
    if edit is not None:
        before = played_hand(night, edit).before
        table, standing = before.table, before.standing
    elif night.is_over:
        raise InputError(f"{over_sentence(night)} Begin another game.")
    dialogue = Dialogue(night.scorer, table, standing)
    for value in answers:
        dialogue = dialogue.give(value)
    return dialogue


def _answered(dialogue: Dialogue) -> str:
    from tt_print.score.draft import describe_answers

    return describe_answers(dialogue.typed)


def question_json(question: Question) -> dict[str, Any]:
    """A question as a field; `also` are the other ways to answer it, `who` whom it is about."""
    ways = question.ways
    first, *others = ways or (None,)
    found = _way_json(question, first, (first.text if first else "") or question.ask)
    default: Any = question.default or None
    if default is not None and found["kind"] == "number":
        default = int(default)
    more = {
        "who": question.who,
        "about": question.topic,
        "default": default,
        "also": [_way_json(question, way, way.text if way else "") for way in others],
    }
    return found | {key: value for key, value in more.items() if value not in (None, "", [])}


def _way_json(question: Question, way: Way | None, text: str) -> dict[str, Any]:
    if way is None:
        return Field("answer", "text", text).as_json()
    picks = tuple(Choice(pick.value, pick.text) for pick in question.picks) if way.kind in _PICKED else None
    if way.kind == "choice" and picks is not None and way.text:  # one answer beside those that are listed
        picks = (Choice(way.text, way.text),)
    found = Field("answer", way.kind, text, choices=picks, minimum=way.minimum, maximum=way.maximum).as_json()
    return found | ({"names": list(way.names)} if way.names else {}) | ({"keeps": True} if way.keeps else {})


_PICKED = ("seat", "seats", "choice")


@dataclass(frozen=True, slots=True)
class EnterRequest:
    """`answers` as in `score.ask`, or `words` as after `tt-print score hand`. `hand`: the number that it must have, so that nothing is entered twice; `force`
    saves what does not add up, with the reason in `note`; `another` says that it is another hand, although it is the same as one of this minute."""

    answers: tuple[Any, ...] = ()
    words: tuple[str, ...] = ()
    hand: int | None = None
    night: int | None = None
    force: bool = False
    note: str = ""
    another: bool = False


def enter(asked: EnterRequest, call: Call) -> dict[str, Any]:
    from tt_print.score.commands import enter_hand

    def read(night: Night) -> dict[str, Any]:
        query = _query(night, asked.answers, asked.words)
        return night.scorer.read(query, night.table, night.standing)

    at = call.world.now()
    return write(
        call,
        lambda events: enter_hand(events, asked.night, read, asked.hand, asked.force, asked.note, at, asked.another),
        asked.night,
    )[1]


def _query(night: Night, answers: Sequence[Any], words: Sequence[str]) -> Query:
    """What was answered as it would have been typed. Raises InputError where a question is still open."""
    from tt_print.score.commands import words_query

    if words and answers:
        raise InputError("a hand is entered by answers or by words. Give one of the two.")
    if words:
        return words_query(words, night)
    dialogue = _dialogue(night, answers, None)
    if (question := dialogue.question) is not None:
        raise InputError(f"something is missing: {question.ask}")
    return dialogue.query


@dataclass(frozen=True, slots=True)
class EditRequest:
    """Another entry in place of hand `number`: all of it by `answers`, or by `words` what is different."""

    number: int
    answers: tuple[Any, ...] = ()
    words: tuple[str, ...] = ()
    night: int | None = None
    force: bool = False
    note: str = ""


def edit(asked: EditRequest, call: Call) -> dict[str, Any]:
    from tt_print.score.commands import edit_hand, open_night, played_hand

    def compose(events: Sequence[Event]) -> list[Draft]:
        night = open_night(events, asked.night)
        played_hand(night, asked.number)
        query = _whole(night, asked)
        return edit_hand(events, asked.night, asked.number, query, asked.force, asked.note)

    return _change(call, compose, asked.night)


def _whole(night: Night, asked: EditRequest) -> Query:
    """What replaces the hand: an answered one is said in all of its words, so that nothing of the old one stays. Without either only
    the note is another."""
    from tt_print.engine.query import Query
    from tt_print.score.commands import entry_query, words_query

    if not asked.answers:
        return words_query(asked.words, night) if asked.words else Query()
    dialogue = _dialogue(night, asked.answers, asked.number)
    if dialogue.question is not None:
        raise InputError(f"something is missing: {dialogue.question.ask}")
    entry = night.scorer.read(dialogue.query, dialogue.table, dialogue.standing)
    return entry_query(entry, night)


# ---------------------------------------------------------------- changes


def _change(
    call: Call, compose: Callable[[Sequence[Event]], Sequence[Draft]], night: int | None = None
) -> dict[str, Any]:
    """Stores a change of a night; says what came of it."""
    from tt_print.score.changes import changes, cures
    from tt_print.score.commands import find_night
    from tt_print.score.place import Place

    before: list[Night] = []

    def remember(events: Sequence[Event]) -> Sequence[Draft]:
        drafts = compose(events)
        number = night if night is not None or not drafts else drafts[0].night
        before[:] = [find_night(events, Place(number))]
        return drafts

    events, warning = book_of(call).write(remember, call.world.now(), call.world.who)
    after = find_night(events, Place(before[0].number))
    found = {"changes": [*changes(before[0], after), *cures(before[0], after)]}
    return state_json(events, after) | found | ({"warning": warning} if warning else {})


@dataclass(frozen=True, slots=True)
class UndoRequest:
    """`sequence`: that of the newest entry that the asker has seen; None takes back whatever is the newest."""

    night: int | None = None
    sequence: int | None = None


def undo(asked: UndoRequest, call: Call) -> dict[str, Any]:
    from tt_print.score import commands

    return _change(call, lambda events: commands.undo(_seen(events, asked), _last(events, asked)), asked.night)


def redo(asked: UndoRequest, call: Call) -> dict[str, Any]:
    from tt_print.score import commands

    return _change(call, lambda events: commands.redo(_seen(events, asked), _last(events, asked)), asked.night)


def _seen(events: Sequence[Event], asked: UndoRequest) -> Sequence[Event]:
    """Raises ConflictError where something was entered that the asker has not seen."""
    from tt_print.score.commands import ConflictError

    if asked.sequence is not None and events and events[-1].sequence != asked.sequence:
        raise ConflictError("somebody has entered something since. Look again.")
    return events


def _last(events: Sequence[Event], asked: UndoRequest) -> Any:
    from tt_print.score.commands import place_of_last_step
    from tt_print.score.place import Place

    return place_of_last_step(events, Place(asked.night))


@dataclass(frozen=True, slots=True)
class RemoveRequest:
    """`number`: the hand that never was."""

    number: int
    night: int | None = None


def remove(asked: RemoveRequest, call: Call) -> dict[str, Any]:
    from tt_print.score.commands import remove_hand

    return _change(call, lambda events: remove_hand(events, asked.night, asked.number), asked.night)


@dataclass(frozen=True, slots=True)
class NoteRequest:
    """`number`: the hand that the note belongs to, None for one of the night."""

    text: str
    number: int | None = None
    night: int | None = None


def note(asked: NoteRequest, call: Call) -> dict[str, Any]:
    from tt_print.score.commands import add_note

    return _change(call, lambda events: add_note(events, asked.night, asked.text, asked.number), asked.night)


@dataclass(frozen=True, slots=True)
class MoveRequest:
    """`variable`: of the pointer that goes one step on."""

    variable: str
    night: int | None = None


def move(asked: MoveRequest, call: Call) -> dict[str, Any]:
    from tt_print.score import commands

    return _change(call, lambda events: commands.move(events, asked.night, asked.variable), asked.night)


@dataclass(frozen=True, slots=True)
class JoinRequest:
    """Who comes, or comes back. `after`: whose left neighbor they are; `points`: what they begin with; `from_hand` in place of the next one."""

    name: str
    after: str = ""
    points: int | None = None
    from_hand: int | None = None
    next_game: bool = False
    night: int | None = None


def join(asked: JoinRequest, call: Call) -> dict[str, Any]:
    from tt_print.score import company

    return _change(
        call,
        lambda events: company.join(
            events, asked.night, asked.name, asked.after, asked.points, asked.from_hand, asked.next_game
        ),
        asked.night,
    )


@dataclass(frozen=True, slots=True)
class LeaveRequest:
    """Who goes."""

    name: str
    from_hand: int | None = None
    night: int | None = None


def leave(asked: LeaveRequest, call: Call) -> dict[str, Any]:
    from tt_print.score import company

    return _change(call, lambda events: company.leave(events, asked.night, asked.name, asked.from_hand), asked.night)


@dataclass(frozen=True, slots=True)
class RenameRequest:
    """The name as it stands, and as it should be."""

    old: str
    new: str
    night: int | None = None


def rename(asked: RenameRequest, call: Call) -> dict[str, Any]:
    from tt_print.score import company

    return _change(call, lambda events: company.rename(events, asked.night, asked.old, asked.new), asked.night)


@dataclass(frozen=True, slots=True)
class RuleRequest:
    """House rules that change from the next hand on, or from `from_hand`; in a night of many games from the next game."""

    house: HouseRules
    from_hand: int | None = None
    next_game: bool = False
    night: int | None = None


def rule(asked: RuleRequest, call: Call) -> dict[str, Any]:
    from tt_print.score import company

    rules = rule_texts(asked.house)
    return _change(
        call,
        lambda events: company.change_rules(events, asked.night, rules, asked.from_hand, asked.next_game),
        asked.night,
    )


@dataclass(frozen=True, slots=True)
class FinishRequest:
    """The game is over after the hands that are entered, if no rule of its own ends it."""

    night: int | None = None


def finish(asked: FinishRequest, call: Call) -> dict[str, Any]:
    from tt_print.score import company

    return _change(call, lambda events: company.finish(events, asked.night), asked.night)


@dataclass(frozen=True, slots=True)
class NightRequest:
    """`night`: its number."""

    night: int


def drop(asked: NightRequest, call: Call) -> dict[str, Any]:
    from tt_print.score.commands import drop_night

    return _change(call, lambda events: drop_night(events, asked.night), asked.night)


def resume(asked: NightRequest, call: Call) -> dict[str, Any]:
    from tt_print.score import commands

    return write(call, lambda events: commands.resume(events, asked.night), asked.night)[1]


# ---------------------------------------------------------------- the file


@dataclass(frozen=True, slots=True)
class SaveRequest:
    """The file of all nights, as the command line has it."""


def save(asked: SaveRequest, call: Call) -> Reply:
    data = book_of(call).save()
    return Reply({"files": [{"name": FILE, "bytes": len(data), "type": "application/vnd.sqlite3"}]}, {FILE: data})


@dataclass(frozen=True, slots=True)
class OpenRequest:
    """Looks at the file `nights` that came with the request; with `replace` it takes the place of the one that is kept here, which keeps another
    name beside it."""

    replace: bool = False


def open_nights(asked: OpenRequest, call: Call) -> dict[str, Any]:
    from tt_print.score.events import current_night
    from tt_print.score.night import read_nights

    if "nights" not in call.files:
        raise InputError("there is no file to open.")
    book, data = book_of(call), call.files["nights"]
    events = book.replace(data) if asked.replace else book.look(data)
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
    return {"nights": rows, "current": current_night(events), "replaced": asked.replace}


@dataclass(frozen=True, slots=True)
class RestoreRequest:
    """Ends an error of the kind `store`: goes on with the "copy", with the "file" as it is, or with "neither", which makes room for a first
    night. The error's `ways` are those that are possible. What gives way is kept under another name."""

    take: str = "copy"


def restore(asked: RestoreRequest, call: Call) -> dict[str, Any]:
    book_of(call).restore(choose("way", asked.take, ("copy", "file", "neither")))
    return {"taken": asked.take}


REQUESTS = {
    "score.fields": (ScoreFieldsRequest, list_fields),
    "score.start": (StartRequest, start),
    "score.state": (StateRequest, state),
    "score.nights": (NightsRequest, list_nights),
    "score.log": (LogRequest, list_log),
    "score.ask": (AskRequest, ask),
    "score.enter": (EnterRequest, enter),
    "score.edit": (EditRequest, edit),
    "score.undo": (UndoRequest, undo),
    "score.redo": (UndoRequest, redo),
    "score.remove": (RemoveRequest, remove),
    "score.note": (NoteRequest, note),
    "score.move": (MoveRequest, move),
    "score.join": (JoinRequest, join),
    "score.leave": (LeaveRequest, leave),
    "score.rename": (RenameRequest, rename),
    "score.rule": (RuleRequest, rule),
    "score.finish": (FinishRequest, finish),
    "score.drop": (NightRequest, drop),
    "score.resume": (NightRequest, resume),
    "score.save": (SaveRequest, save),
    "score.open": (OpenRequest, open_nights),
    "score.restore": (RestoreRequest, restore),
}
