"""The commands that keep score, which a terminal, a page, and a table all send: one `request` each.

A command that changes a night says what is to be stored (`drafts`). Everything else is here once: to find the night, to write, and to compare the
night with what it was before.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from tt_print.core.commands import listings as of
from tt_print.core.commands.common import Answer, Command
from tt_print.core.commands.games import HouseFile, HouseRules, Names, Rules, Seat, scored_games
from tt_print.core.commands.games import Night as OneNight
from tt_print.core.world import NO_FILES, Book, Call, file_rows
from tt_print.deck import VARIABLES
from tt_print.errors import InputError
from tt_print.games import GAMES, find_scored_game
from tt_print.people import meant_name, plain, teams_by_seat
from tt_print.problems import Problem
from tt_print.requests.kinds import Choice, File, Kind, Number, Switch, Words, fixed
from tt_print.requests.notes import Bare, Config, Local, Sent, Values, With, Without, Word, request
from tt_print.score import commands, company
from tt_print.score.asking import Dialogue
from tt_print.score.changes import changes, cures, log_rows
from tt_print.score.events import RESUME, Event, by_night, current_night, dropped_nights
from tt_print.score.night import Night, following_dealer, read_nights
from tt_print.score.place import EXAMPLE_NIGHT, Place
from tt_print.score.players import player_records
from tt_print.score.pointers import deck_of, move_pointer, pointers_of
from tt_print.score.seats import ScoredTable
from tt_print.score.store import Draft
from tt_print.score.table import state_lines

if TYPE_CHECKING:
    from tt_print.engine.base import Game
    from tt_print.engine.house import House
    from tt_print.engine.query import Query


# ---------------------------------------------------------------- fields


class Sentence(Words):
    """Words that are one text."""

    types = (str, list, tuple)

    def check(self, value: Any) -> Any:
        return value if isinstance(value, str) else " ".join(super().check(value))


class Answers(Kind):
    """What was answered so far, question by question."""

    form, types = "answers", (list, tuple)

    def schema(self) -> dict[str, Any]:
        return {"type": "array"}


class Players(Names):
    """Players in words of their own, or with commas."""

    is_repeated = True

    def check(self, value: Any) -> tuple[str, ...]:
        if not isinstance(value, (list, tuple)) or not all(isinstance(each, str) for each in value):
            return super().check(value)
        parts = [name for text in value for name in text.split(",") if name.strip() or "," not in text]
        return super().check(parts) if parts else ()


class RuleWords(HouseRules):
    """House rules in words of their own."""

    is_list = True


NightNumber = Annotated[int | None, OneNight(), Word(letter="n")]
ThatNight = Annotated[int | None, OneNight("NIGHT"), Bare()]
HandNumber = Annotated[int, Number(metavar="HAND"), Bare()]
FromHand = Annotated[int | None, Number(metavar="HAND"), Word("from")]
NextGame = Annotated[bool, Switch()]
Anyway = Annotated[bool, Switch()]
Note = Annotated[str, Kind("WORDS")]
Answered = Annotated[tuple[Any, ...], Answers(), Sent()]
Typed = Annotated[tuple[str, ...] | None, Words("WORDS"), Bare()]
Seen = Annotated[int | None, Number(), Sent()]
Name = Annotated[str, Kind("NAME"), Bare()]


# ---------------------------------------------------------------- what a command comes to


class Done(NamedTuple):
    """All entries, the night as it is now, and as it was `before` if the command changed it; `more` is what the command knows beside."""

    events: Sequence[Event]
    night: Night | None = None
    before: Night | None = None
    warning: str = ""
    more: Any = None
    files: Mapping[str, bytes] = NO_FILES

    @property
    def now(self) -> Night:
        """The night that the command is about."""
        assert self.night is not None
        return self.night

    @property
    def was(self) -> Night:
        assert self.before is not None
        return self.before

    @property
    def changes(self) -> list[str]:
        """What is not what it was."""
        return changes(self.was, self.now)

    @property
    def cures(self) -> list[str]:
        """What to do about hands that do not fit anymore."""
        return cures(self.was, self.now)


class ScoreCommand(Command):
    """Something that is asked of a book of nights. `alias`: what data call it, if that is not the verb with a dot."""

    alias = ""
    shown_by = ("file", "as_json", "quiet")

    def answer(self, call: Call) -> Answer:
        done = self.done(call)
        return Answer(self.data(done) | ({"warning": done.warning} if done.warning else {}), done.files)

    def done(self, call: Call) -> Done:
        """Does it. Raises InputError, and MachineError; then nothing is stored."""
        raise NotImplementedError

    def data(self, done: Done) -> dict[str, Any]:
        """The answer in plain data: the night as it is now."""
        return state_json(done.events, done.now)


def book_of(call: Call) -> Book:
    """Where nights are kept. Raises InputError if there is nowhere."""
    if call.world.book is None:
        raise InputError("no score can be kept here.")
    return call.world.book


def place_of(call: Call, night: int | None) -> Place:
    """The night of this number, or the one that the book is open at."""
    usual = book_of(call).place
    return usual if night is None else Place(night, usual.file)


def current_place(call: Call) -> Place:
    """The night that was begun or resumed last."""
    return Place(file=book_of(call).place.file)


def find(call: Call, night: int | None) -> Done:
    """The night to look at."""
    events = book_of(call).events()
    return Done(events, commands.find_night(events, place_of(call, night)))


def write(call: Call, compose: Callable[[Sequence[Event]], Sequence[Draft]], begins: bool = False) -> Done:
    """Stores what `compose` makes; gives the night that is current then. Only what `begins` a night makes a book of nights."""
    events, warning = book_of(call).write(compose, call.world.now(), call.world.who, begins)
    return Done(events, commands.find_night(events, current_place(call)), warning=warning)


class Change(ScoreCommand):
    """A change of a night, which is not dropped unless it `may_be_dropped`."""

    night: int | None
    may_be_dropped = False

    def drafts(self, night: Night, events: Sequence[Event], at: str) -> Sequence[Draft]:
        """What is to be stored in the night; `events` are those of all nights, `at` is the time. Raises InputError."""
        raise NotImplementedError

    def place(self, events: Sequence[Event], place: Place) -> Place:
        """The night that is meant, given the one that was asked for."""
        return place

    def done(self, call: Call) -> Done:
        wanted, at = place_of(call, self.night), call.world.now()
        before: list[Night] = []

        def compose(events: Sequence[Event]) -> Sequence[Draft]:
            before[:] = [commands.find_night(events, self.place(events, wanted))]
            if not self.may_be_dropped:
                commands.check_open(before[0])
            return self.drafts(before[0], events, at)

        events, warning = book_of(call).write(compose, at, call.world.who, begins=False)
        return Done(events, commands.find_night(events, before[0].place), before[0], warning)

    def data(self, done: Done) -> dict[str, Any]:
        return super().data(done) | {"changes": [*done.changes, *done.cures]}


def state_json(events: Sequence[Event], night: Night) -> dict[str, Any]:
    """As `tt-print score --json`, with what a screen needs beside: the sequence of the newest entry, the next hand and its dealer, how the
    last hand came about, the pointers."""
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


# ---------------------------------------------------------------- a night begins


@request
class Start(ScoreCommand):
    """A new night. `again`: the same game, players and house rules as last time, or as in `night`."""

    game: Annotated[str, Choice(scored_games, str, "GAME"), Without("again"), Bare()] = ""
    players: Annotated[tuple[str, ...], Players(), Without("again"), Bare(), Config(key="night.players")] = ()
    dealer: Annotated[str, Seat()] = ""
    house_file: HouseFile = ""
    house: Rules = ()
    called: Annotated[str, Kind("NAME"), Word("name")] = ""
    places: Annotated[str, Choice(fixed("1224", "1223"), metavar="1224|1223")] = "1224"
    again: Annotated[bool, Switch()] = False
    night: Annotated[int | None, OneNight(), Word(letter="n"), With("again")] = None
    fresh: Annotated[bool, Switch(), Local()] = False

    verb = "score start"

    @classmethod
    def heeds(cls, name: str, values: Values, given: Collection[str]) -> bool:
        return bool(values["game"]) and not values["again"]

    def done(self, call: Call) -> Done:
        game, people, house, dealer, places = self.table(call)
        dealer = ScoredTable(game, house, people).name(self.dealer) if self.dealer else dealer
        kept = book_of(call).restore("neither") if self.fresh else None

        def compose(events: Sequence[Event]) -> Sequence[Draft]:
            return [commands.start_night(len(by_night(events)) + 1, game, people, house, dealer, places)]

        return write(call, compose, begins=True)._replace(more=kept)

    def table(self, call: Call) -> tuple[Game, tuple[str, ...], House, str, str]:
        """Game, players, house rules, who deals first if nobody says so, and how places are counted. Raises InputError if they do not go together."""
        place = current_place(call)
        if self.again:
            last = find(call, self.night).now
            table = last.next_table
            house = self._rules(table.game, table.names, table.house)
            return table.game, table.names, house, following_dealer(last), table.shared
        if not self.game:
            raise InputError(f"which game, and who plays? {place.typed(*EXAMPLE_NIGHT)}. Games: {' '.join(GAMES)}.")
        game = find_scored_game(self.game)
        if not self.players:
            raise InputError(f"who plays? {place.typed('start', game.name, *EXAMPLE_NIGHT[2:])}")
        game.check_players(len(self.players))
        return game, self.players, self._rules(game, self.players), self.players[0], self.places

    def _rules(self, game: Game, people: tuple[str, ...], last: House | None = None) -> House:
        """House rules; if no file has them, over those of `last` time. Raises InputError for what the engine would not play with so many."""
        kept = str(last).split() if last is not None and last.changed and not self.house_file else []
        named = [f"called={self.called}"] if self.called else []
        rules = [teams_by_seat(text, people) for text in (*self.house, *named)]
        house = game.read_house(Path(self.house_file) if self.house_file else None, [*kept, *rules], GAMES)
        game.start(
            len(people), house, 0
        )  # whatever else the engine wants: a deck for so many, fair teams, hands for all
        return house


@request
class Import(ScoreCommand):
    """A night that was exported, as a new night of its own."""

    source: Annotated[str, File(), Bare()]

    verb = "score import"

    def done(self, call: Call) -> Done:
        from tt_print.incoming import decode
        from tt_print.score.exchange import import_night

        if self.source not in call.files:
            raise InputError("there is no file to open.")
        text = decode(call.files[self.source], self.source)
        import_night([], text, self.source)  # a mistake in it is found before there is a file of nights
        return write(call, lambda events: import_night(events, text, self.source), begins=True)


# ---------------------------------------------------------------- hands


def dialogue_of(night: Night, answers: Sequence[Any], edit: int | None) -> Dialogue:
    """The hand as far as it was answered. Raises InputError for an answer that cannot be, and if no hand may follow."""
    table, standing = night.table, night.standing
    if edit is not None:
        before = commands.played_hand(night, edit).before
        table, standing = before.table, before.standing
    elif night.is_over:
        raise InputError(f"{commands.over_sentence(night)} Begin another game.")
    dialogue = Dialogue(night.scorer, table, standing)
    for value in answers:
        dialogue = dialogue.give(value)
    return dialogue


class Ready(NamedTuple):
    """A hand of which all is known: what would be saved, in a few words, what comes of it, and what does not add up."""

    entry: dict[str, Any]
    summary: str
    lines: Sequence[str]
    discrepancies: Sequence[str]


def ready(dialogue: Dialogue) -> Ready:
    """Raises InputError for answers that do not go together."""
    scorer, table, standing = dialogue.scorer, dialogue.table, dialogue.standing
    entry = scorer.read(dialogue.query, table, standing)
    lines = scorer.play(entry, table, standing).lines
    return Ready(entry, scorer.describe_entry(entry, table), lines, scorer.discrepancies(entry, table, standing))


def _query(night: Night, answers: Sequence[Any], words: Sequence[str] | None, edit: int | None = None) -> Query:
    """What was answered as it would have been typed, or what was typed. An answered hand that takes the place of another is said in all of its
    words, so that nothing of the old one stays. Raises InputError if a question is still open."""
    if words and answers:
        raise InputError("a hand is entered by answers or by words. Give one of the two.")
    if words is not None and not answers:
        return commands.words_query(words, night)
    dialogue = dialogue_of(night, answers, edit)
    if (question := dialogue.question) is not None:
        raise InputError(f"something is missing: {question.ask}")
    if edit is None:
        return dialogue.query
    return commands.entry_query(ready(dialogue).entry, night)


@request
class Hand(Change):
    """The next hand, by `answers` as in `score.ask`, or by `words` as after `tt-print score hand`. `hand`: the number that it must have, so that
    nothing is entered twice; `force` saves what does not add up, with the reason in `note`; `another` says that it is another hand, although it is
    the same as one of this minute."""

    answers: Answered = ()
    words: Typed = None
    note: Note = ""
    force: Anyway = False
    hand: Annotated[int | None, Number()] = None
    another: Annotated[bool, Switch()] = False
    night: NightNumber = None

    verb, alias = "score hand", "score.enter"

    def drafts(self, night: Night, events: Sequence[Event], at: str) -> Sequence[Draft]:
        commands.check_next(night, self.hand)
        entry = night.scorer.read(_query(night, self.answers, self.words), night.table, night.standing)
        return commands.enter_hand(night, entry, self.force, self.note, at, self.another)

    def data(self, done: Done) -> dict[str, Any]:
        return state_json(done.events, done.now)


@request
class Edit(Change):
    """Another entry in place of hand `number`: all of it by `answers`, or by `words` what is different."""

    number: HandNumber
    answers: Answered = ()
    words: Typed = None
    note: Note = ""
    force: Anyway = False
    night: NightNumber = None

    verb = "score edit"

    def drafts(self, night: Night, events: Sequence[Event], at: str) -> Sequence[Draft]:
        commands.played_hand(night, self.number)
        if not (self.answers or self.words or self.note):
            example = night.place.typed("edit", str(self.number), then=night.scorer.example(night.table))
            raise InputError(f"what is different in hand {self.number}? As in: {example}")
        query = _query(night, self.answers, self.words or (), self.number)
        return commands.edit_hand(night, self.number, query, self.force, self.note)


@request
class Remove(Change):
    """`number`: the hand that never was. Those after it count one less, and are computed anew."""

    number: HandNumber
    night: NightNumber = None

    verb = "score remove"

    def drafts(self, night: Night, events: Sequence[Event], at: str) -> Sequence[Draft]:
        return commands.remove_hand(night, self.number)


@request
class Undo(Change):
    """`sequence`: that of the newest entry that the asker has seen; without it whatever is the newest is taken back."""

    night: NightNumber = None
    sequence: Seen = None

    verb, may_be_dropped = "score undo", True

    def place(self, events: Sequence[Event], place: Place) -> Place:
        if self.sequence is not None and events and events[-1].sequence != self.sequence:
            raise commands.ConflictError("somebody has entered something since. Look again.")
        return commands.place_of_last_step(events, place)

    def drafts(self, night: Night, events: Sequence[Event], at: str) -> Sequence[Draft]:
        return commands.undo(night)


@request
class Redo(Undo):
    """Brings back what undo took, as long as nothing was entered since. `sequence` as for `score.undo`."""

    verb = "score redo"

    def drafts(self, night: Night, events: Sequence[Event], at: str) -> Sequence[Draft]:
        return commands.redo(night)


@request
class AddNote(Change):
    """`number`: the hand that the note belongs to, if it does not belong to the night."""

    text: Annotated[str, Sentence("WORDS"), Bare()]
    number: Annotated[int | None, Number(), Word("hand")] = None
    night: NightNumber = None

    verb = "score note"

    def drafts(self, night: Night, events: Sequence[Event], at: str) -> Sequence[Draft]:
        return commands.add_note(night, self.text, self.number)


@request
class Move(Change):
    """`variable`: of the pointer that goes one step on. Without it the pointers are shown."""

    variable: Annotated[str, Kind("VARIABLE"), Bare()] = ""
    night: NightNumber = None

    verb = "score move"

    def done(self, call: Call) -> Done:
        if self.variable:
            return super().done(call)
        found = find(call, self.night)
        move_pointer(found.now, "color")  # refuses another game
        return found._replace(before=found.night)

    def drafts(self, night: Night, events: Sequence[Event], at: str) -> Sequence[Draft]:
        return [Draft(night.number, "move", move_pointer(night, self.variable))]


# ---------------------------------------------------------------- who plays, and by which rules


@request
class Join(Change):
    """Who comes, or comes back. `after`: whose left neighbor they are; `points`: what they begin with; `from_hand` in place of the next one."""

    name: Name
    after: Annotated[str, Seat()] = ""
    points: Annotated[int | None, Number()] = None
    from_hand: FromHand = None
    next_game: NextGame = False
    night: NightNumber = None

    verb = "score join"

    def drafts(self, night: Night, events: Sequence[Event], at: str) -> Sequence[Draft]:
        return company.join(night, self.name, self.after, self.points, self.from_hand, self.next_game)


@request
class Leave(Change):
    """Who goes."""

    name: Annotated[str, Seat(), Bare()]
    from_hand: FromHand = None
    night: NightNumber = None

    verb = "score leave"

    def drafts(self, night: Night, events: Sequence[Event], at: str) -> Sequence[Draft]:
        return company.leave(night, self.name, self.from_hand)


@request
class Rename(Change):
    """The name as it stands, and as it should be; in every night if `everywhere`."""

    old: Annotated[str, Seat("OLD"), Bare()]
    new: Annotated[str, Kind("NEW"), Bare()]
    everywhere: Annotated[bool, Switch(), Word("all")] = False
    night: NightNumber = None

    verb = "score rename"

    def done(self, call: Call) -> Done:
        if not self.everywhere:
            return super().done(call)
        place, numbers = place_of(call, self.night), list[int]()

        def compose(events: Sequence[Event]) -> Sequence[Draft]:
            drafts = company.rename_everywhere(events, place, self.old, self.new)
            numbers[:] = sorted({draft.night for draft in drafts})
            return drafts

        return write(call, compose)._replace(more=numbers)

    def data(self, done: Done) -> dict[str, Any]:
        if done.before is not None:
            return super().data(done)
        return {"renamed": {"old": self.old, "new": self.new, "nights": done.more}}

    def drafts(self, night: Night, events: Sequence[Event], at: str) -> Sequence[Draft]:
        return company.rename(night, self.old, self.new, events)


@request
class Rule(Change):
    """House rules that change from the next hand on, or from `from_hand`; in a night of many games from the next game."""

    house: Annotated[tuple[str, ...], RuleWords(), Bare()] = ()
    from_hand: FromHand = None
    next_game: NextGame = False
    night: NightNumber = None

    verb = "score rule"

    def drafts(self, night: Night, events: Sequence[Event], at: str) -> Sequence[Draft]:
        return company.change_rules(night, self.house, self.from_hand, self.next_game)


@request
class Finish(Change):
    """The game is over after the hands that are entered, if no rule of its own ends it."""

    night: NightNumber = None

    verb = "score finish"

    def drafts(self, night: Night, events: Sequence[Event], at: str) -> Sequence[Draft]:
        return company.finish(night)


# ---------------------------------------------------------------- nights


@request
class State(ScoreCommand):
    """The table as it stands. `night`: its number; without it the current one."""

    night: ThatNight = None

    verb, alias = "score show", "score.state"

    def done(self, call: Call) -> Done:
        return find(call, self.night)


@request
class Resume(ScoreCommand):
    """The night to go on with, which becomes the current one."""

    night: ThatNight = None

    verb = "score resume"

    def done(self, call: Call) -> Done:
        if self.night is None:
            return find(call, None)

        def compose(events: Sequence[Event]) -> Sequence[Draft]:
            number = commands.open_night(events, place_of(call, self.night)).number
            return [] if current_night(events) == number else [Draft(number, RESUME, {})]

        return write(call, compose)


@request
class Drop(Change):
    """The night that counts nowhere anymore. Nothing is erased; undo brings it back."""

    night: Annotated[int, OneNight("NIGHT"), Bare()]

    verb = "score drop"

    def drafts(self, night: Night, events: Sequence[Event], at: str) -> Sequence[Draft]:
        return commands.drop_night(night)


@request
class Nights(ScoreCommand):
    """All nights that are kept."""

    verb = "score nights"

    def done(self, call: Call) -> Done:
        events = book_of(call).events()
        return Done(events, more=read_nights(events))

    def data(self, done: Done) -> dict[str, Any]:
        current = current_night(done.events)
        rows = [night.as_json() | {"current": night.number == current} for night in done.more]
        return {"nights": rows, "current": current, "dropped": sorted(dropped_nights(done.events))}


@request
class Log(ScoreCommand):
    """The record of a night: who entered and corrected what."""

    night: NightNumber = None

    verb = "score log"

    def done(self, call: Call) -> Done:
        found = find(call, self.night)
        return found._replace(more=log_rows(by_night(found.events)[found.now.number]))

    def data(self, done: Done) -> dict[str, Any]:
        return {"night": done.now.number, "log": [{**asdict(event), "text": text} for event, text in done.more]}


@request
class PlayerRecords(ScoreCommand):
    """Games, wins and points a hand of every player over all nights, or of one."""

    name: Annotated[str, Kind("NAME"), Bare()] = ""

    verb = "score players"

    def done(self, call: Call) -> Done:
        events = book_of(call).events()
        records = player_records(read_nights(events))
        found = [record for record in records if not self.name or plain(record.name) == plain(self.name)]
        if self.name and not found:
            meant = meant_name(self.name, [record.name for record in records])
            every = current_place(call).typed("players")
            raise InputError(f"no player called {self.name!r} has been scored here.{meant} To list them: {every}")
        return Done(events, more=found)

    def data(self, done: Done) -> dict[str, Any]:
        return {"players": [{**asdict(record), "average": record.average} for record in done.more]}


@request
class Export(ScoreCommand):
    """A night as files: for a spreadsheet, for another computer, or to print."""

    csv: Annotated[bool, Switch()] = False
    json: Annotated[bool, Switch()] = False
    pdf: Annotated[bool, Switch()] = False
    paper: Annotated[str, Choice(of.papers, of.find_paper, "PAPER", is_open=True), Word(letter="p"), Config()] = ""
    night: NightNumber = None

    verb, shown_by = "score export", ("out", "file", "quiet")

    @property
    def prints(self) -> bool:
        return self.pdf

    @classmethod
    def heeds(cls, name: str, values: Values, given: Collection[str]) -> bool:
        return bool(values["pdf"])

    def problems(self) -> list[Problem]:
        return [] if self.csv or self.json or self.pdf else [Problem("nothing", "csv")]

    def done(self, call: Call) -> Done:
        from tt_print.score.exchange import night_csv, night_json, night_stem

        found = find(call, self.night)
        night, files, warnings = found.now, dict[str, bytes](), list[str]()
        commands.check_open(night)
        stem = f"scores/{night_stem(night)}"
        if self.csv:
            files[f"{stem}.csv"] = night_csv(night).encode("utf-8-sig")  # the mark tells a spreadsheet that it is UTF-8
        if self.json:
            files[f"{stem}.json"] = night_json(by_night(found.events)[night.number]).encode()
        if self.pdf:
            from tt_print.outputs import night_pdf
            from tt_print.score.sheet import night_texts

            name, data, warnings = night_pdf(night_texts(night), stem, self.paper or call.world.paper)
            files[name] = data
        return found._replace(more=warnings, files=files)

    def data(self, done: Done) -> dict[str, Any]:
        return {"files": file_rows(done.files), "warnings": done.more}


@request
class Restore(ScoreCommand):
    """Ends an error of the kind `store`: goes on with the "copy", with the "file" as it is, or with "neither", which makes room for a first
    night. The error's `ways` are those that are possible. What gives way is kept under another name."""

    take: Annotated[str, Choice(fixed("copy", "file", "neither")), Sent()] = "copy"
    keep_file: Annotated[bool, Switch(), Local()] = False

    verb = "score restore"

    def done(self, call: Call) -> Done:
        more = book_of(call).restore("file" if self.keep_file else self.take)
        events = book_of(call).events()
        if not events:
            return Done(events, more=more)
        place = place_of(call, current_night(events) or events[-1].night)
        return Done(events, commands.find_night(events, place), more=more)

    def data(self, done: Done) -> dict[str, Any]:
        return {"taken": self.take}


COMMANDS: dict[str, type[ScoreCommand]] = {
    shape.verb.partition(" ")[2]: shape
    for shape in (
        Start, Hand, Undo, Redo, Edit, Remove, AddNote, Move, Join, Leave, Rename, Rule, Finish, Nights, Resume, State, Drop,
        PlayerRecords, Log, Export, Import, Restore,
    )
}  # fmt: skip
"""By what the command line calls them."""
