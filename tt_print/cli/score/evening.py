"""An evening at one keyboard: who plays what, then hand after hand until somebody leaves.

`COMMANDS` is what can be typed between two hands. Each change is one command of `core.commands.score`, the same that the
other verbs and the pages in a browser send.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from tt_print.cli.echo import echo
from tt_print.cli.hints import typed, typed_sentence, typed_text
from tt_print.cli.prompting import Keyboard
from tt_print.cli.score.asking import HELP, STOP, YES, HandAsker, StoppedError
from tt_print.cli.score.common import OwnBook, call_of, current_user, now
from tt_print.cli.score.hand import store_hand
from tt_print.cli.score.opening import NOT_BEGUN, ask_table
from tt_print.cli.score.words import hand_text
from tt_print.cli.streams import current_run
from tt_print.core.commands import hands, roster
from tt_print.core.commands import score as core
from tt_print.core.commands.hands import played_hand
from tt_print.core.commands.night import Change
from tt_print.core.environment import Call
from tt_print.errors import InputError, TTPrintError, join_words
from tt_print.numbers import read_whole
from tt_print.score.answers import first_answer
from tt_print.score.changes import log_rows
from tt_print.score.commands import RepeatedError, find_night
from tt_print.score.draft import go_on, read_draft
from tt_print.score.events import Event, by_night, current_night
from tt_print.score.night import Night
from tt_print.score.pointers import pointer_lines
from tt_print.score.table import next_line, night_lines
from tt_print.score.target import ScoreTarget
from tt_print.terminal import columns, pad, wrap, wrap_cut

LEAVE = ("q", *STOP, "exit")
SAVED = "Everything that was saved is kept."
STALE = timedelta(hours=10)  # a night that nobody has touched for so long is probably another evening's


class UserQuitError(Exception):
    """Somebody leaves the evening."""


def play_evening(file: Path | None) -> None:
    """Goes on with the night that was scored last, or begins one, and stays until somebody leaves.

    Raises KeyboardInterrupt at Ctrl-C between two hands, and what `open_store` raises where a file of nights is lost or
    damaged when the evening begins.
    """
    book = OwnBook(file, may_be_empty=True)
    evening = Evening(book, call_of(book), Keyboard())
    current_run().farewell = NOT_BEGUN
    try:
        evening.choose_night()
        evening.stay()
    except (EOFError, UserQuitError):
        if evening.number:
            echo(f"{SAVED} To go on: {typed(ScoreTarget(file=file), 'play')}")


@dataclass(slots=True)
class Evening:
    """The night of number `number` in a file of nights; 0 before one is begun. `seen` counts the entries that were shown."""

    book: OwnBook
    call: Call
    keyboard: Keyboard
    number: int = 0
    seen: int = 0

    # ------------------------------------------------------------ the loop

    def choose_night(self) -> None:
        """Chooses the night and shows its table. Raises LeftError where the person wants none."""
        events = self.book.events()
        number = current_night(events)
        if number is None or not self._is_tonight(events, number):
            self.start()
            if not self.number:
                raise UserQuitError
        else:
            self._open(number, events)

    def stay(self) -> None:
        """Takes line after line. Raises LeftError or EOFError at the end."""
        echo("Enter asks for the next hand; ? lists what else you can type, such as u to undo; q leaves.")
        draft = read_draft(self.book.path)
        if draft is not None and go_on(draft, self.look()) is not None:
            self.hand()
        while True:
            try:
                self._take(self._line())
            except TTPrintError as error:
                echo(f"error: {typed_text(error)}", err=True)

    def _is_tonight(self, events: Sequence[Event], number: int) -> bool:
        """Whether to go on with this night. An old one that is not over is asked about. Raises LeftError."""
        night, last = find_night(events, number), by_night(events)[number][-1].at
        if night.is_over or datetime.fromisoformat(now()) - datetime.fromisoformat(last) <= STALE:
            return True
        names = join_words(night.table.names, "and")
        text = f"Go on with night {number} ({night.table.game.title}; {names}; {last[:10]})? Enter yes, n a new night"
        while (answer := self.keyboard.ask(text).lower()) not in (*YES, "n", "no", *LEAVE):
            echo("Enter, or n.")
        if answer in LEAVE:
            raise UserQuitError
        return answer in YES

    def _line(self) -> str:
        """What is typed between two hands; "table" after an error that went away. Raises LeftError."""
        try:
            night = self.look()
        except TTPrintError as error:  # another program has the file, or its disk is gone for a moment
            echo(f"error: {typed_text(error)}", err=True)
            if self.keyboard.ask("Enter tries again, q leaves").lower() in LEAVE:
                raise UserQuitError from None
            return "table"
        what = "another game" if night.is_over else f"hand {len(night.hands) + 1}"
        words = [command.word for command in COMMANDS if command.is_offered(night)]
        current_run().saved, current_run().farewell = False, SAVED
        return self.keyboard.ask(f"Enter for {what}, ? for more", (*words, *night.table.names))

    def _take(self, line: str) -> None:
        """Does what a line asks for. Raises TTPrintError for what cannot be, and LeftError."""
        word, _, rest = line.partition(" ")
        command = next((each for each in COMMANDS if word.lower() in (each.word, each.letter or each.word)), None)
        if not line:
            self.next_hand()
        elif line in HELP:
            self._list_commands()
        elif line.lower() in LEAVE:
            raise UserQuitError
        elif command is None:
            self.hand(first=line)
        elif command.example and not rest:
            raise InputError(f"{command.word} needs more, as in: {command.word} {command.example}")
        else:
            command.act(self, rest)

    def _list_commands(self) -> None:
        night = self.look()
        rows = [("Enter", "the next hand, asked line by line; or type its answers at once, such as 1 4 1")]
        for command in COMMANDS:
            if command.is_offered(night):
                typed = f"{command.word} {command.example}".strip()
                rows.append((f"{command.letter}, {typed}" if command.letter else typed, command.meaning))
        rows.append(("q", "leave; everything that was saved is kept"))
        left = max(len(key) for key, _ in rows) + 2
        for key, meaning in rows:
            echo("\n".join(wrap(meaning, columns(), pad(key, left), " " * left, break_words=False)))

    # ------------------------------------------------------------ what it knows

    def look(self) -> Night:
        """The night as it is; shows what others have entered since."""
        events = self.book.events()
        fresh = [event for event in events[self.seen :] if event.night == self.number and event.who != current_user()]
        if fresh:
            for event, text in log_rows(by_night(events)[self.number]):
                if event in fresh:
                    echo(f"Meanwhile, {event.who}: {text}")
        self.seen = len(events)
        return find_night(events, self.book.place)

    def show_table(self) -> None:
        echo("\n".join(night_lines(self.look(), columns(), typed_sentence)))

    # ------------------------------------------------------------ what it does

    def start(self) -> None:
        """Asks who plays what and begins that night; nothing where the person stops."""
        try:
            request = ask_table(self.keyboard, self.call)
        except KeyboardInterrupt:
            if not self.number:
                raise
            request = None
        if request is None:
            echo(NOT_BEGUN)
        else:
            self._begin(request)

    def _begin(self, request: core.Start) -> None:
        done = request.done(self.call)
        self._open(done.now.number, done.events)

    def _open(self, number: int, events: Sequence[Event]) -> None:
        """Goes on with a night and shows its table. Hints need not name it."""
        self.number, self.seen = number, len(events)
        self.book.place = replace(self.book.place, night=number, named=False)
        self.show_table()

    def next_hand(self) -> None:
        """The next hand, or where the game is over another one with the same players."""
        if not self.look().is_over:
            self.hand()
        elif self.keyboard.ask("Another game with the same players? Enter yes, n no").lower() in YES:
            self._begin(core.Start(again=True))

    def hand(self, first: str = "") -> None:
        """Asks for the next hand and saves it. `first` is what was typed of it already; raises InputError if it is wrong."""
        night = self.look()
        if night.is_over:
            raise InputError(f"{first!r}: the game is over. Enter begins another; ? lists what else can be typed.")
        asker = HandAsker(night, self.keyboard, self.book.path, self.look)
        request = self._ask(asker, first)
        if request is None:
            return
        try:
            done = store_hand(request, asker.night, self.book, self.call, self.keyboard)
        except RepeatedError:
            echo("Nothing saved.")
            return
        echo("\n".join(hand_text(done.now, "A mistake? u takes it back.")))

    def edit(self, typed: str) -> None:
        """Asks a hand again, the last one where no number is `typed`, and saves it instead of what was entered."""
        night = self.look()
        number = read_whole(typed) if typed else len(night.hands)
        if number is None:
            raise InputError(f"{typed!r} is not the number of a hand. Type it alone, as in: edit 1")
        hand = played_hand(night, number)
        echo(f"Hand {number}: {night.scorer.describe_entry(hand.entry, hand.table)}")
        then = replace(night, now=hand.before)
        asked = self._ask(HandAsker(then, self.keyboard, None, instead_of=(number, hand.before.standing)))
        if asked is not None:
            self.change(hands.Edit(number, words=asked.words, force=asked.force, note=asked.note))

    def _ask(self, asker: HandAsker, first: str = "") -> hands.Hand | None:
        """The answers; None where the person stops. Raises EOFError when the terminal is closed."""
        try:
            return asker.ask(first=first)
        except StoppedError as stopped:
            if stopped.closed:
                raise EOFError from None
            if stopped.kept:
                echo(f"Hand {asker.number} waits: Enter goes on with it.")
            elif not stopped.entered:
                echo("Nothing is changed.")
            return None

    def change(self, request: Change) -> None:
        """Saves a change of the night; shows what came of it, and how to take it back."""
        done = request.done(self.call)
        text = request.described(done)
        match request:
            case hands.Redo():
                text = f"Redone: {text}."
            case hands.Undo():
                text = f"Undone: {text}. redo brings it back."
            case _:
                text = f"Saved: {text}. u takes it back."
        for line in [text, *done.changes, next_line(done.now)]:
            echo("\n".join(wrap_cut(line, columns(), hang=2)))
        if isinstance(request, hands.Move):
            echo("\n".join(pointer_lines(done.now)))


# ---------------------------------------------------------------- what can be typed


class Command(NamedTuple):
    """Something to type between two hands, by its word or its letter. `example` is what must follow the word."""

    letter: str
    word: str
    example: str
    meaning: str
    act: Callable[[Evening, str], None]
    is_offered: Callable[[Night], bool] = lambda night: True


def _change(make: Callable[[str], Change]) -> Callable[[Evening, str], None]:
    """An act that saves the change that `make` reads in what follows the word."""
    return lambda evening, typed: evening.change(make(typed))


def _join(typed: str) -> Change:
    name, equals, text = typed.partition("=")
    points = read_whole(text)
    if equals and points is None:
        raise InputError(f"{text!r} is not a number of points. Type the name, = and the points, as in: join Di=7")
    return roster.Join(name.strip(), points=points)


def _rename(evening: Evening, typed: str) -> None:
    old, equals, new = typed.partition("=")
    if not equals:
        old, new = first_answer(typed, evening.look().names)
    evening.change(roster.Rename(old.strip(), new.strip()))


COMMANDS = (
    Command("u", "undo", "", "take back the last entry", _change(lambda _: hands.Undo())),
    Command("", "redo", "", "bring back what undo took", _change(lambda _: hands.Redo())),
    Command("e", "edit", "", "ask the last hand again, to correct it; edit 2: hand 2", Evening.edit),
    Command("t", "table", "", "show the table", lambda evening, _: evening.show_table()),
    Command("n", "note", "Cy came late", "keep a note with the night", _change(hands.AddNote)),
    Command("m", "move", "color", "move a pointer", _change(hands.Move), lambda night: night.table.game.table.pointers is not None),
    Command("", "join", "Di=7", "Di comes, or comes back, with 7 points; without =7 with 0", _change(_join)),
    Command("", "leave", "Cy", "play on without Cy", _change(roster.Leave)),
    Command("", "rename", "Cy=Cyril", "write a name differently", _rename),
    Command(
        "", "rule", "must_play=true", "change a house rule from the next hand on", _change(lambda typed: roster.Rule((typed,)))
    ),
    Command("", "remove", "2", "remove a hand that was never played", _change(lambda typed: hands.Remove(read_whole(typed) or 0))),
    Command(
        "", "finish", "", "end the game here: the player who is ahead wins", _change(lambda _: roster.Finish()),
        lambda night: bool(night.table.game.table.ends_after),
    ),
    Command("", "start", "", "begin another game, or another table", lambda evening, _: evening.start()),
)  # fmt: skip
