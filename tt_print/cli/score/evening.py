"""An evening at one keyboard: who plays what, then hand after hand until somebody leaves.

`COMMANDS` is what can be typed between two hands. Each change is one function of `score.commands` or `score.company`,
the same that the other commands and the pages in a browser call.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from tt_print.cli.common import echo
from tt_print.cli.prompting import Keyboard
from tt_print.cli.score.asking import HELP, STOP, YES, Asked, HandAsker, StoppedError
from tt_print.cli.score.changes import change_night
from tt_print.cli.score.common import current_user, find_night, now, save, store_path
from tt_print.cli.score.hand import hand_text, store_hand, warn_of_a_double
from tt_print.cli.score.opening import NOT_BEGUN, ask_table
from tt_print.cli.streams import current_run
from tt_print.errors import InputError, TTPrintError, join_words
from tt_print.numbers import read_whole
from tt_print.score import commands, company
from tt_print.score.answers import first_answer
from tt_print.score.book import FileBook
from tt_print.score.changes import changes, describe_change, log_rows
from tt_print.score.draft import drop_draft, go_on, read_draft
from tt_print.score.events import Event, by_night, current_night
from tt_print.score.night import Night, following_dealer
from tt_print.score.place import Place
from tt_print.score.pointers import pointer_lines
from tt_print.score.store import Draft
from tt_print.score.table import next_line, night_lines
from tt_print.terminal import columns, pad, wrap, wrap_cut

LEAVE = ("q", *STOP, "exit")
SAVED = "Everything that was saved is kept."
STALE = timedelta(hours=10)  # a night that nobody has touched for so long is probably another evening's


class LeftError(Exception):
    """Somebody leaves the evening."""


def play_evening(file: Path | None) -> None:
    """Goes on with the night that was scored last, or begins one, and stays until somebody leaves.

    Raises KeyboardInterrupt at Ctrl-C between two hands, and what `open_store` raises where a file of nights is lost or
    damaged when the evening begins.
    """
    evening = Evening(file, Keyboard())
    current_run().farewell = NOT_BEGUN
    try:
        evening.choose_night()
        evening.stay()
    except (EOFError, LeftError):
        if evening.number:
            echo(f"{SAVED} To go on: {Place(file=file).typed('play')}")


@dataclass(slots=True)
class Evening:
    """The night of number `number` in a file of nights; 0 before one is begun. `seen` counts the entries that were shown."""

    file: Path | None
    keyboard: Keyboard
    number: int = 0
    seen: int = 0

    # ------------------------------------------------------------ the loop

    def choose_night(self) -> None:
        """Chooses the night and shows its table. Raises LeftError where the person wants none."""
        events = self.events()
        number = current_night(events)
        if number is None or not self._is_tonight(events, number):
            self.start()
            if not self.number:
                raise LeftError
        else:
            self.number, self.seen = number, len(events)
            self.show_table()

    def stay(self) -> None:
        """Takes line after line. Raises LeftError or EOFError at the end."""
        echo("Enter asks for the next hand; ? lists what else you can type, such as u to undo; q leaves.")
        draft = read_draft(store_path(self.file))
        if draft is not None and go_on(draft, self.look()) is not None:
            self.hand()
        while True:
            try:
                self._take(self._line())
            except TTPrintError as error:
                echo(f"error: {error}", err=True)

    def _is_tonight(self, events: Sequence[Event], number: int) -> bool:
        """Whether to go on with this night. An old one that is not over is asked about. Raises LeftError."""
        night, last = find_night(events, number, self.file), by_night(events)[number][-1].at
        if night.is_over or datetime.fromisoformat(now()) - datetime.fromisoformat(last) <= STALE:
            return True
        names = join_words(night.table.names, "and")
        text = f"Go on with night {number} ({night.table.game.title}; {names}; {last[:10]})? Enter yes, n a new night"
        while (answer := self.keyboard.ask(text).lower()) not in (*YES, "n", "no", *LEAVE):
            echo("Enter, or n.")
        if answer in LEAVE:
            raise LeftError
        return answer in YES

    def _line(self) -> str:
        """What is typed between two hands; "table" after an error that went away. Raises LeftError."""
        try:
            night = self.look()
        except TTPrintError as error:  # another program has the file, or its disk is gone for a moment
            echo(f"error: {error}", err=True)
            if self.keyboard.ask("Enter tries again, q leaves").lower() in LEAVE:
                raise LeftError from None
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
            raise LeftError
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

    @property
    def place(self) -> Place:
        return Place(self.number, self.file, named=False)

    def events(self) -> list[Event]:
        return FileBook(store_path(self.file)).events()

    def look(self) -> Night:
        """The night as it is; shows what others have entered since."""
        events = self.events()
        fresh = [event for event in events[self.seen :] if event.night == self.number and event.who != current_user()]
        if fresh:
            for event, text in log_rows(by_night(events)[self.number]):
                if event in fresh:
                    echo(f"Meanwhile, {event.who}: {text}")
        self.seen = len(events)
        return find_night(events, self.place)

    def show_table(self) -> None:
        echo("\n".join(night_lines(self.look(), columns())))

    # ------------------------------------------------------------ what it does

    def start(self) -> None:
        """Asks who plays what and begins that night; nothing where the person stops."""
        try:
            table = ask_table(self.keyboard, self.events())
        except KeyboardInterrupt:
            if not self.number:
                raise
            table = None
        if table is None:
            echo(NOT_BEGUN)
        else:
            self._begin(lambda events: commands.start_night(events, *table, "1224"))

    def _begin(self, compose: Callable[[Sequence[Event]], Sequence[Draft]]) -> None:
        events = save(self.file, compose, create=True)
        self.number, self.seen = events[-1].night, len(events)
        self.show_table()

    def next_hand(self) -> None:
        """The next hand, or where the game is over another one with the same players."""
        night = self.look()
        if not night.is_over:
            self.hand()
        elif self.keyboard.ask("Another game with the same players? Enter yes, n no").lower() in YES:
            table, dealer = night.next_table, following_dealer(night)
            self._begin(
                lambda events: commands.start_night(events, table.game, table.names, table.house, dealer, table.shared)
            )

    def hand(self, first: str = "") -> None:
        """Asks for the next hand and saves it. `first` is what was typed of it already; raises InputError if it is wrong."""
        night = self.look()
        if night.is_over:
            raise InputError(f"{first!r}: the game is over. Enter begins another; ? lists what else can be typed.")
        asker = HandAsker(night, self.keyboard, store_path(self.file), self.look)
        asked = self._ask(asker, first)
        if asked is None:
            return
        try:
            after = store_hand(
                asker.night, asked.query, self.file, asked.number, asked.force, asked.note, keyboard=self.keyboard
            )
        except commands.RepeatedError:
            drop_draft(store_path(self.file))
            echo("Nothing saved.")
            return
        warn_of_a_double(after)
        echo("\n".join(hand_text(after, "A mistake? u takes it back.")))

    def edit(self, typed: str) -> None:
        """Asks a hand again, the last one where no number is `typed`, and saves it instead of what was entered."""
        night = self.look()
        number = read_whole(typed) if typed else len(night.hands)
        if number is None:
            raise InputError(f"{typed!r} is not the number of a hand. Type it alone, as in: edit 1")
        hand = commands.played_hand(night, number)
        echo(f"Hand {number}: {night.scorer.describe_entry(hand.entry, hand.table)}")
        then = replace(night, now=hand.before)
        asked = self._ask(HandAsker(then, self.keyboard, None, instead_of=(number, hand.before.standing)))
        if asked is not None:
            entry = night.scorer.read(asked.query, hand.table, hand.before.standing)
            query = commands.entry_query(entry, night)
            self.change(lambda events, place: commands.edit_hand(events, place, number, query, asked.force, asked.note))

    def _ask(self, asker: HandAsker, first: str = "") -> Asked | None:
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

    def change(self, compose: Callable[[Sequence[Event], Place], Sequence[Draft]]) -> None:
        """Saves a change of the night; shows what came of it, and how to take it back."""
        place = self.place
        kinds: list[str] = []

        def remember(events: Sequence[Event]) -> Sequence[Draft]:
            drafts = compose(events, place)
            kinds.extend(draft.kind for draft in drafts)
            return drafts

        before, after = change_night(self.file, place, remember)
        if kinds == ["undo"]:
            text = f"Undone: {describe_change(before.ledger.changes[-1], before)}. redo brings it back."
        elif kinds == ["redo"]:
            text = f"Redone: {describe_change(before.ledger.undone[-1], after)}."
        else:
            text = f"Saved: {describe_change(after.ledger.changes[-1], after)}. u takes it back."
        for line in [text, *changes(before, after), next_line(after)]:
            echo("\n".join(wrap_cut(line, columns(), hang=2)))
        if kinds == ["move"]:
            echo("\n".join(pointer_lines(after)))


# ---------------------------------------------------------------- what can be typed


class Command(NamedTuple):
    """Something to type between two hands, by its word or its letter. `example` is what must follow the word."""

    letter: str
    word: str
    example: str
    meaning: str
    act: Callable[[Evening, str], None]
    is_offered: Callable[[Night], bool] = lambda night: True


def _change(compose: Callable[[Sequence[Event], Place, str], Sequence[Draft]]) -> Callable[[Evening, str], None]:
    """An act that saves what `compose` makes of what follows the word."""
    return lambda evening, typed: evening.change(lambda events, place: compose(events, place, typed))


def _join(events: Sequence[Event], place: Place, typed: str) -> list[Draft]:
    name, equals, text = typed.partition("=")
    points = read_whole(text)
    if equals and points is None:
        raise InputError(f"{text!r} is not a number of points. Type the name, = and the points, as in: join Di=7")
    return company.join(events, place, name.strip(), points=points)


def _rename(events: Sequence[Event], place: Place, typed: str) -> list[Draft]:
    old, equals, new = typed.partition("=")
    if not equals:
        old, new = first_answer(typed, find_night(events, place).names)
    return company.rename(events, place, old.strip(), new.strip())


def _remove(events: Sequence[Event], place: Place, typed: str) -> list[Draft]:
    return commands.remove_hand(events, place, read_whole(typed) or 0)


COMMANDS = (
    Command("u", "undo", "", "take back the last entry", _change(lambda events, place, _: commands.undo(events, place))),
    Command("", "redo", "", "bring back what undo took", _change(lambda events, place, _: commands.redo(events, place))),
    Command("e", "edit", "", "ask the last hand again, to correct it; edit 2: hand 2", Evening.edit),
    Command("t", "table", "", "show the table", lambda evening, _: evening.show_table()),
    Command("n", "note", "Cy came late", "keep a note with the night", _change(commands.add_note)),
    Command(
        "m", "move", "color", "move a pointer", _change(commands.move), lambda night: night.table.game.table.pointers is not None
    ),
    Command("", "join", "Di=7", "Di comes, or comes back, with 7 points; without =7 with 0", _change(_join)),
    Command("", "leave", "Cy", "play on without Cy", _change(company.leave)),
    Command("", "rename", "Cy=Cyril", "write a name differently", _change(_rename)),
    Command(
        "", "rule", "must_play=true", "change a house rule from the next hand on",
        _change(lambda events, place, typed: company.change_rules(events, place, [typed])),
    ),
    Command("", "remove", "2", "remove a hand that was never played", _change(_remove)),
    Command(
        "", "finish", "", "end the game here: whoever is ahead has won", _change(lambda events, place, _: company.finish(events, place)),
        lambda night: bool(night.table.game.table.ends_after),
    ),
    Command("", "start", "", "begin another game, or another table", lambda evening, _: evening.start()),
)  # fmt: skip
