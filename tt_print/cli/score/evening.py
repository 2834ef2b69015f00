"""An evening at one keyboard: the table, the next hand, and everything else in a few keys.

`ACTIONS` is the list of those keys. Every other verb of `score` can be typed by its word, as can every verb of
tt-print: they run as they would from the shell, for the night of this evening.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tt_print.cli.common import echo
from tt_print.cli.prompting import Keyboard
from tt_print.cli.score.asking import HELP, STOP, YES, HandAsker, StoppedError
from tt_print.cli.score.common import current_user, find_night, now, read_events, store_path
from tt_print.cli.score.opening import NOT_BEGUN, ask_table
from tt_print.cli.streams import current_run
from tt_print.errors import InputError, TTPrintError, join_words
from tt_print.numbers import read_whole
from tt_print.score.answers import first_answer

if TYPE_CHECKING:
    from tt_print.score.events import Event
    from tt_print.score.night import Night
    from tt_print.score.scorer import Question

LEAVE = ("q", *STOP, "exit")
SAVED = "Everything that was saved is kept."
STALE = timedelta(hours=10)  # a night that nobody has touched for so long may be another evening's


class LeftError(Exception):
    """The evening is over, or its terminal is closed."""


@dataclass(slots=True)
class Evening:
    """The night of number `number` in a file of nights. `seen` is how many entries of the record were told."""

    file: Path | None
    keyboard: Keyboard
    number: int
    big: bool = False
    seen: int = 0

    # ------------------------------------------------------------ the loop

    def stay(self) -> None:
        """Until somebody leaves. Raises KeyboardInterrupt at Ctrl-C between two hands."""
        from tt_print.score.draft import go_on, read_draft
        from tt_print.score.place import Place

        night = self.look()
        self.show_table()
        self._say_keys(short=True)
        draft = read_draft(self.store)
        try:
            if draft is not None and go_on(draft, night):
                self.hand()
            while True:
                self._take(self._line())
        except (EOFError, LeftError):
            echo(f"{SAVED} Again: {Place(file=self.file).typed('play')}")

    def _line(self) -> str:
        """What is typed between two hands."""
        from tt_print.cli.score import SUBVERBS

        try:
            night = self.night()
        except TTPrintError as error:  # somebody else's program has the file, or its disk is gone for a moment
            echo(f"error: {error}", err=True)
            line = self.keyboard.ask("Enter tries again, q leaves; or type the command that helps")
            if line.lower() in LEAVE:
                return line
            word, rest = split_line(line)
            if word in ("resume", "start"):  # as the error says; no other verb could do anything
                own = ["--file", str(self.file)] if self.file is not None and "--file" not in rest else []
                if run(["score", word, *split_words(rest), *own]) == 0:
                    self.follow()
            return "table"
        what = "another game" if night.is_over else f"hand {len(night.hands) + 1}"
        words = [action.word for action in ACTIONS if action.offered(night)]
        current_run().farewell = SAVED
        return self.keyboard.ask(f"Enter for {what}, ? for more", (*words, *SUBVERBS, *night.table.names))

    def _take(self, line: str) -> None:
        """One line between two hands; what is wrong is said, and nothing more."""
        try:
            self.look()
            if not line:
                self.next_hand()
            elif line in HELP:
                self._say_keys()
            elif line.lower() in LEAVE:
                raise LeftError
            elif not self._act(line):
                self.hand(first=line)
        except TTPrintError as error:
            echo(f"error: {error}", err=True)

    def _act(self, line: str, asking: bool = False) -> bool:
        """Does what `line` asks for; False where it is no command."""
        word, rest = split_line(line)
        action = find_action(word, line.startswith("/") or not asking)
        if action is not None and asking and not action.while_asking:
            raise InputError(f"{action.word} can wait: leave this hand with stop, its answers are kept.")
        if action is not None:
            action.act(self, rest)
        elif asking:
            return False
        elif word in ("hand", "play") and not rest:
            self.next_hand()
        elif word in _score_verbs():
            self.run_score(word, split_words(rest))
        elif word in _verbs():
            run([word, *split_words(rest)])
        elif "=" in line or line.startswith("--"):
            self.run_score("hand", split_words(line))
        else:
            return False
        return True

    def _say_keys(self, short: bool = False) -> None:
        from tt_print.terminal import columns, pad, wrap

        night = self.night()
        offered = [action for action in ACTIONS if action.offered(night)]
        if short:
            keys = ["Enter next hand", *(f"{a.letter} {a.word}" for a in offered if a.letter), "? all", "q leave"]
            lines, room = [""], columns()
            for key in keys:
                if lines[-1] and len(lines[-1]) + 3 + len(key) > room:
                    lines.append("")
                lines[-1] += ("   " if lines[-1] else "") + key
            echo("\n".join(["", *lines]))
            return
        rows = [("Enter", "the next hand, asked line by line; or type its answers at once: 1 4 1")]
        rows += [(f"{action.letter or ' '} {action.word}", action.meaning) for action in offered]
        rows += [("q quit", "leave; everything that was saved is kept")]
        left = max(len(key) for key, _ in rows) + 2
        for key, meaning in rows:
            echo("\n".join(wrap(meaning, columns(), pad(key, left), " " * left, break_words=False)))
        named = {action.word for action in ACTIONS}
        others = [verb for verb in _score_verbs() if verb not in {*named, "hand", "play"}]
        echo(f"Also: {', '.join(others)}; and every other command, such as deck or booklet.")
        echo("While a hand is asked: the words, or / and the letter (/t); - goes back, stop leaves the hand.")

    # ------------------------------------------------------------ what it knows

    @property
    def store(self) -> Path:
        return store_path(self.file)

    def night(self) -> Night:
        return find_night(read_events(self.file), self.number, self.file)

    def look(self) -> Night:
        """The night as it is; tells what others have entered since."""
        events = read_events(self.file)
        self._tell(events[self.seen :], events)
        self.seen = len(events)
        return find_night(events, self.number, self.file)

    def _caught_up(self) -> None:
        """After an entry of one's own: tells what others have entered meanwhile, and takes the rest for seen."""
        me, events = current_user(), read_events(self.file)
        self._tell([event for event in events if event.sequence > self.seen and event.who != me], events)
        self.seen = len(events)

    def _tell(self, fresh: Sequence[Event], events: Sequence[Event]) -> None:
        from tt_print.score.changes import log_rows

        if fresh:
            for event, text in log_rows([event for event in events if event.night == self.number]):
                if event in fresh:
                    echo(f"Meanwhile, {event.who}: {text}")
            for number in sorted({event.night for event in fresh} - {self.number}):
                echo(f"Meanwhile something was entered in night {number}; here night {self.number} goes on.")

    def follow(self) -> None:
        """Goes over to the night that is the current one now."""
        from tt_print.score.events import current_night

        current = current_night(read_events(self.file))
        if current is None:
            raise LeftError
        self.number = current

    def show_table(self) -> None:
        from tt_print.score.big import big_lines
        from tt_print.score.table import night_lines
        from tt_print.terminal import can_draw, columns, rows

        night = self.night()
        lines = big_lines(night, columns(), rows(), can_draw()) if self.big else night_lines(night, columns())
        echo("\n".join(lines))

    # ------------------------------------------------------------ what it does

    def run_score(self, verb: str, words: Sequence[str]) -> int:
        """A verb of `score` for this night and this file, as from the shell."""
        from tt_print.score.events import current_night

        takes = signature(_score_verbs()[verb]()).parameters
        typed = ["score", verb, *words]
        elsewhere = self.number and current_night(read_events(self.file)) != self.number  # another was begun since
        if elsewhere and "night" in takes and not {"--night", "-n"} & set(words):
            typed += ["--night", str(self.number)]
        if self.file is not None and "file" in takes:
            typed += ["--file", str(self.file)]
        status = run(typed)
        if status == 0 and (verb in ("start", "resume", "import") or self.night().is_dropped):
            self.follow()
        self._caught_up()
        return status

    def next_hand(self) -> None:
        if not self.night().is_over:
            self.hand()
        elif self.ask("Another game with the same players? Enter yes, n no").lower() in YES:
            self.run_score("start", ["--again", "--quiet"])
            self.show_table()

    def hand(self, first: str = "") -> None:
        """Asks for the next hand and saves it. `first` is what was typed of it already.

        Raises LeftError when the terminal is closed, and InputError for a first line that is none.
        """
        from tt_print.cli.score.hand import hand_text, store_hand, warn_of_a_double
        from tt_print.score.commands import RepeatedError
        from tt_print.score.draft import drop_draft

        night = self.look()
        if night.is_over:
            raise InputError(f"{first!r}: the game is over. Enter begins another; ? lists what else can be typed.")
        asker = HandAsker(night, self.keyboard, self.store, self.big, self._aside, self.look, IN_A_HAND)
        try:
            asked = asker.ask(first=first)
        except StoppedError as stopped:
            if stopped.closed:
                raise LeftError from None
            if not stopped.entered:
                echo(f"Hand {asker.number} waits: Enter goes on with it." if stopped.kept else "Nothing is saved.")
            return
        try:
            after = store_hand(
                asker.night, asked.query, self.file, asked.number, asked.force, asked.note, keyboard=self.keyboard
            )
        except RepeatedError:
            drop_draft(self.store)
            echo("Nothing saved.")
            return
        self._caught_up()
        warn_of_a_double(after)
        echo("\n".join(hand_text(after, self.big, "A mistake? u takes it back.")))

    def _aside(self, line: str, question: Question | None) -> bool:
        """Whether a line typed at a question is a command, which is done; a player of that name comes first."""
        from tt_print.people import exact_player

        word, _ = split_line(line)
        names = self.night().table.names
        if not line.startswith("/") and (
            exact_player(word, names) is not None or exact_player(line, names) is not None
        ):
            return False
        try:
            return self._act(line, asking=True)
        except TTPrintError as error:
            echo(f"error: {error}", err=True)
            return True

    def ask(self, text: str, words: Sequence[str] = (), default: str = "") -> str:
        """A line for a command; "" for none. Raises LeftError when the terminal is closed."""
        try:
            line = self.keyboard.ask(text, words, default=default)
        except KeyboardInterrupt:
            return "-"
        except EOFError:
            raise LeftError from None
        return line


# ---------------------------------------------------------------- what was typed


def split_line(line: str) -> tuple[str, str]:
    """The first word in small letters and the rest, without the words by which it would begin in a shell."""
    text = line.strip().removeprefix("/")
    for shell in ("./tt-print ", "tt-print ", "score "):
        text = text.removeprefix(shell)
    word, _, rest = text.partition(" ")
    return word.lower(), rest.strip()


def split_words(text: str) -> list[str]:
    """As a shell would, but that a quotation mark alone is a letter like any other (`Bo's card`)."""
    try:
        return shlex.split(text)
    except ValueError:
        return text.split()


def run(words: Sequence[str]) -> int:
    """One command line, in this process."""
    from tt_print.cli import run

    return run(list(words))


def _verbs() -> Sequence[str]:
    from tt_print.cli.verbs import VERBS

    return tuple(VERBS)


def _score_verbs() -> dict[str, Callable[[], Callable[..., object]]]:
    """The verbs of `score`, each with what gives its function."""
    from tt_print.cli.score import SUBVERBS

    def loader(name: str, module: str) -> Callable[[], Callable[..., object]]:
        def load() -> Callable[..., object]:
            own = import_module(f"tt_print.cli.{module}")
            function: Callable[..., object] = getattr(own, name, None) or getattr(own, f"{name}_")
            return function

        return load

    return {name: loader(name, module) for name, module in SUBVERBS.items()}


# ---------------------------------------------------------------- the keys


def _always(night: Night) -> bool:
    return True


class Action(NamedTuple):
    """One thing to do between two hands, by its letter or its word; `act` is given what follows it.

    `while_asking` says whether it can be done while a hand is asked, too.
    """

    letter: str
    word: str
    meaning: str
    act: Callable[[Evening, str], None]
    while_asking: bool = False
    offered: Callable[[Night], bool] = _always


def find_action(word: str, letters: bool) -> Action | None:
    """The action of this word, or with `letters` of this letter."""
    return next((a for a in ACTIONS if word == a.word or (letters and a.letter and word == a.letter)), None)


def _table(evening: Evening, rest: str) -> None:
    evening.show_table()


def _verb(verb: str, question: str = "") -> Callable[[Evening, str], None]:
    """A verb of `score`; where nothing follows it `question` is asked first."""

    def act(evening: Evening, rest: str) -> None:
        words = rest or (evening.ask(question) if question else "")
        if question and words in ("", "-"):
            return
        evening.run_score(
            verb, [words] if question and verb == "note" and not words.startswith("-") else split_words(words)
        )

    return act


def _move(evening: Evening, rest: str) -> None:
    words = rest or evening.ask("Which pointer?  1 color  2 shape  3 number", ("color", "shape", "number"))
    if words != "-":
        evening.run_score("move", split_words(words))


def _edit(evening: Evening, rest: str) -> None:
    """`edit 2 Bo=5`; without words it is asked which hand, and what is different."""
    night = evening.night()
    if not night.hands:
        raise InputError("no hand is entered yet, so there is none to correct.")
    typed, _, different = rest.partition(" ")
    if not typed:
        last = str(len(night.hands))
        typed = evening.ask(f"Which hand, 1 to {last}", default=last)
    if typed in ("-", *STOP):
        return
    number = read_whole(typed)
    if number is None:
        raise InputError(f"{typed!r} is not the number of a hand. Give 1 to {len(night.hands)}, as in: edit 1 Bo=5")
    hand = night.hand(number)
    if not different:
        echo(f"Hand {number}: {night.scorer.describe_entry(hand.entry, hand.table)}")
        example = night.scorer.example(hand.table)
        different = evening.ask(f"What is different, such as {example}; Enter asks all of it")
    if different in ("-", *STOP):
        return
    words = split_words(different) if different else _ask_anew(evening, night, number)
    if words:
        evening.run_score("edit", [str(number), *words])


def _ask_anew(evening: Evening, night: Night, number: int) -> list[str]:
    """The words of a whole entry in place of an earlier one; none when the person stops."""
    from tt_print.score.commands import played_hand

    before = played_hand(night, number).before
    night, standing = replace(night, now=before), before.standing
    asker = HandAsker(night, evening.keyboard, None, evening.big, evening._aside, instead_of=(number, standing))
    try:
        asked = asker.ask()
    except StoppedError as stopped:
        if stopped.closed:
            raise LeftError from None
        echo("Nothing is changed.")
        return []
    words = night.scorer.words(night.scorer.read(asked.query, night.table, standing))
    return [*words, *(["--force", "--note", asked.note] if asked.force else [])]


def _deal(evening: Evening, rest: str) -> None:
    """The next hand for those who are in, under the night's house rules."""
    night = evening.night()
    if night.is_over:
        raise InputError("the game is over: there is no next hand to deal. Another game: Enter")
    file = [] if evening.file is None else ["--file", str(evening.file)]
    run(["deal", "--night", str(night.number), *file, *split_words(rest)])


def _judge(evening: Evening, rest: str) -> None:
    table = evening.night().table
    if not rest:
        echo("\n".join(f"  --{flag:<9} {meaning}" for flag, meaning in table.game.flags.items()))
        rest = evening.ask(f"The question, as after tt-print judge {table.game.name}")
    if rest not in ("", "-", *STOP):
        options = [word for rule in str(table.house).split() if rule != "-" for word in ("--option", rule)]
        run(["judge", table.game.name, *split_words(rest), *options])


def _rules(evening: Evening, rest: str) -> None:
    table = evening.night().table
    options = [word for rule in str(table.house).split() if rule != "-" for word in ("--option", rule)]
    run(["rules", table.game.name, *split_words(rest), *options])


def _recount(evening: Evening, rest: str) -> None:
    """Of the deck that is on the table, unless something else is said."""
    from tt_print.cli.recount import ask
    from tt_print.deck import DECKS
    from tt_print.score.recount import Shelf

    if rest:
        run(["recount", *split_words(rest)])
        return
    table = evening.night().table
    played = table.game.table.deck_in_play(len(table.names), table.house)
    copies = 2 if played.endswith("2") else 1
    deck = played.removesuffix("2")
    shelf = Shelf(deck if deck in DECKS else "full", copies, int(table.house.get("jokers", 0)))
    echo(f"{'Two decks' if copies == 2 else 'The deck'} of this game: {shelf.deck}, {len(shelf.cards) * copies} cards.")
    try:
        ask(evening.keyboard, shelf)
    except KeyboardInterrupt:
        echo("")


def _start(evening: Evening, rest: str) -> None:
    if rest:
        evening.run_score("start", split_words(rest))
        return
    try:
        words = ask_table(evening.keyboard, read_events(evening.file))
    except KeyboardInterrupt:
        echo(NOT_BEGUN)
        return
    if words and evening.run_score("start", [*words, "--quiet"]) == 0:
        evening.show_table()


def _person(verb: str, question: str) -> Callable[[Evening, str], None]:
    """A verb of `score` that a player's name follows, blanks and all, and options after it."""

    def act(evening: Evening, rest: str) -> None:
        from tt_print.score.events import former_names

        typed = rest or evening.ask(question, former_names(read_events(evening.file)))
        name, dashes, options = typed.partition(" --")
        if name.strip() not in ("", "-", *STOP):
            evening.run_score(verb, [name.strip(" '\""), *split_words(dashes + options)])

    return act


def _rename(evening: Evening, rest: str) -> None:
    names = evening.night().names
    typed = rest or evening.ask("The name as it stands, and as it should be", names)
    if typed in ("", "-", *STOP):
        return
    if '"' in typed or " --" in typed:
        evening.run_score("rename", split_words(typed))
        return
    old, new = first_answer(typed, names)
    evening.run_score("rename", [old, new or evening.ask(f"{old} is from now on")])


def _drop(evening: Evening, rest: str) -> None:
    """Another night by its number; without one this night, after a question."""
    words = split_words(rest)
    if not words:
        answer = evening.ask(f"Shall the whole night {evening.number} count nowhere? yes, or Enter for no")
        if answer.lower() not in ("y", "yes"):
            return
        words = [str(evening.number)]
    before = evening.number
    if evening.run_score("drop", words) == 0 and evening.number != before:
        evening.show_table()


def _has_pointers(night: Night) -> bool:
    return night.table.game.table.pointers is not None


ACTIONS = (
    Action("u", "undo", "take the last entry back", _verb("undo")),
    Action("", "redo", "bring back what undo took", _verb("redo")),
    Action("e", "edit", "correct an earlier hand: edit 2 Bo=5", _edit),
    Action("t", "table", "the table as it stands", _table, True),
    Action("d", "deal", "shuffle and deal the next hand, with what the dealer reads aloud", _deal, True),
    Action("j", "judge", "settle a question: is that legal, who is out, how many points", _judge, True),
    Action("r", "rules", "look up a rule by its number or by words: rules joker", _rules, True),
    Action("n", "note", "keep a note with the night", _verb("note", "The note"), True),
    Action("m", "move", "move a pointer", _move, True, _has_pointers),
    Action("c", "recount", "which card is lost?", _recount, True),
    Action("", "log", "who entered and corrected what", _verb("log"), True),
    Action("", "join", "somebody comes, or comes back: join Di --points 7", _person("join", "Who comes")),
    Action("", "leave", "somebody goes: leave Cy (q leaves the evening)", _person("leave", "Who goes")),
    Action("", "rename", "write a name otherwise: rename Cy Cyril", _rename),
    Action("", "rule", "change a house rule from the next hand on", _verb("rule", "The rule, as NAME=VALUE")),
    Action("", "remove", "take out a hand that never was: remove 2", _verb("remove", "Which hand")),
    Action("", "drop", "let a whole night count nowhere", _drop),
    Action("", "start", "another game, or another table", _start),
)
IN_A_HAND = (
    "-, back     one answer back\n"
    "stop        leave this hand; the answers so far are kept\n"
    "table, deal, judge, rules, note, recount, log     as between two hands; also / and the letter, such as /t\n"
    "Several answers may stand on one line: 4 1, or Bo 4, Cy 1. A name may be its first letters or the number of the "
    "seat, a card its code or its words."
)


# ---------------------------------------------------------------- the night to begin with


def open_evening(file: Path | None, big: bool) -> Evening | None:
    """The evening of the night that was scored last, or of one that begins; None when the person leaves.

    Raises what `open_store` raises where a file of nights is lost or damaged.
    """
    from tt_print.score.events import by_night, current_night
    from tt_print.score.store import open_store

    keyboard = Keyboard()
    current_run().farewell = NOT_BEGUN
    try:
        with open_store(store_path(file)) as store:
            events = store.events()
    except FileNotFoundError:  # nobody has kept score here; where a file is lost or damaged `open_store` says so
        events = []
    number = current_night(events)
    evening = Evening(file, keyboard, number or 0, big, len(events))
    try:
        if number is not None:
            night = find_night(events, number, file)
            last = by_night(events)[number][-1].at
            if night.is_over or not _is_old(last) or _goes_on(evening, night, last):
                return evening
        words = ask_table(keyboard, events)
        if words and evening.run_score("start", [*words, "--quiet"]) == 0:
            return evening
    except (LeftError, EOFError):
        pass
    return None


def _is_old(at: str) -> bool:
    return datetime.fromisoformat(now()) - datetime.fromisoformat(at) > STALE


def _goes_on(evening: Evening, night: Night, last: str) -> bool:
    names = join_words(night.table.names, "and")
    question = (
        f"Go on with night {night.number} ({night.table.game.title}; {names}; {last[:10]})? Enter yes, n a new night"
    )
    while (answer := evening.ask(question).lower()) not in (*YES, "n", "no", "-", *LEAVE):
        echo("Enter, or n.")
    if answer in LEAVE or answer == "-":
        raise LeftError
    return answer in YES
