"""`tt-print judge GAME` alone at a terminal: a story told line by line, with the verdict after each event."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tt_print.cli.common import echo
from tt_print.cli.prompting import Keyboard
from tt_print.errors import InputError

if TYPE_CHECKING:
    from tt_print.engine.base import Game
    from tt_print.engine.told import Answer

LEAVE = ("quit", "exit", "q", "bye")
HELP = ("?", "help", "h")
UNDO = ("undo", "back", "-")
STORY = ("story", "list")
INTRO = (
    "{title}. Tell how the table stands, then what happened, a line each. ? shows how, undo takes back, quit leaves."
)
COMMANDS = "undo takes the last line back, story shows all of it, quit (or Ctrl-D) leaves, ? shows this."


class Telling:
    """What was told so far: `opening` says how the table stood, `events` what happened since. `waiting` is an event whose
    verdict needs something that the opening has not said yet.
    """

    def __init__(self, game: Game, house: Path | None, option: Sequence[str]) -> None:
        self.game, self.house, self.option = game, house, option
        self.opening: list[str] = []
        self.events: list[str] = []
        self.waiting = ""
        self._earlier: list[tuple[list[str], list[str]]] = []

    @property
    def story(self) -> list[str]:
        return [*self.opening, *self.events]

    def hear(self, phrase: str) -> Answer:
        """The answer to one more phrase, or to the event that waited for it. It is kept where it belongs to the story: no
        question is, and no event that is not legal. Raises InputError, and keeps nothing.
        """
        waiting = [self.waiting] if self.waiting else []
        if self._sets_table(phrase):
            answer = self._judge([*self.opening, phrase, *self.events, *waiting])
            if not answer.broken:
                self._keep([*self.opening, phrase], self.events)
        else:
            answer, waiting = self._judge([*self.story, phrase]), [phrase]
        if answer.is_event and answer.index > len(self.events):
            self.waiting = waiting[0] if waiting and answer.questions else ""
            if answer.fault is None and not answer.questions:
                self._keep(self.opening, [*self.events, *waiting])
        return answer

    def undo(self) -> bool:
        """Takes back what was kept last, or the event that waits; False where there is nothing."""
        if self.waiting:
            self.waiting = ""
        elif self._earlier:
            self.opening, self.events = self._earlier.pop()
        else:
            return False
        return True

    def _keep(self, opening: list[str], events: list[str]) -> None:
        self._earlier.append((self.opening, self.events))
        self.opening, self.events = opening, events

    def _sets_table(self, phrase: str) -> bool:
        from tt_print.engine.told import sets_table

        return sets_table(self.game, self.opening, phrase)

    def _judge(self, phrases: Sequence[str]) -> Answer:
        from tt_print.engine.told import tell_story
        from tt_print.games import GAMES

        return tell_story(self.game, phrases, self.house, self.option, GAMES)


def ask_story(game: Game, house: Path | None, option: Sequence[str], keyboard: Keyboard | None = None) -> None:
    """Asks until somebody leaves. House rules are those of the command line, and those that the story says."""
    from tt_print.engine.spoken import split_story

    keyboard, telling = keyboard or Keyboard(), Telling(game, house, option)
    game.read_house(house, option)  # what is wrong with these is said at once
    words = _words(game)
    echo(INTRO.format(title=game.title))
    while True:
        try:
            line = keyboard.ask("Then" if telling.events else "Tell", words, cards=True)
        except EOFError:
            return
        if line.lower() in LEAVE:
            return
        if line.lower() in UNDO:
            echo("Taken back." if telling.undo() else "There is nothing to take back.")
            _show(telling)
        elif line.lower() in STORY:
            _show(telling)
        elif line.lower() in HELP:
            _show_help(game)
        else:
            try:
                for phrase in split_story(line):
                    _show_answer(telling.hear(phrase), phrase)
            except InputError as error:
                echo(f"  {error}")


def _show_answer(answer: Answer, phrase: str) -> None:
    if answer.is_opening:
        echo(f"  Noted: {phrase}.")
        return
    echo(answer.text)
    if answer.fault is not None:
        echo("  It is not kept: go on from before it.")


def _show(telling: Telling) -> None:
    echo("\n".join(f"  {phrase}" for phrase in telling.story) or "  Nothing is told yet.")


def _show_help(game: Game) -> None:
    from tt_print.cli.judge_help import print_language

    print_language(game)
    echo(COMMANDS)


def _words(game: Game) -> list[str]:
    """What can be completed: names, what stands between the values of phrases, and the words of this loop."""
    from tt_print.engine.notation import NAMES, event_form

    scene = type(game.scene(game.house()))
    texts = [*map(event_form, game.events), *scene.PHRASES, *scene.COMMON]
    pieces = [piece.strip(" []'") for text in texts for piece in re.split(r"\{[^}]*\}|\[s\]", text)]
    return [*NAMES, *dict.fromkeys(piece for piece in pieces if len(piece) > 1), "undo", "story", "quit"]
