"""Lines from the person at the keyboard: with completion and history at a terminal, plain ones everywhere else.

The only place that asks. `prompt_toolkit` is loaded with the first question at a terminal that it can draw on; a pipe,
a dumb terminal and a test get and give plain lines.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from tt_print.cli.echo import echo

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import Completer

MAX_LETTERS = 3000  # of one line; all cards of a deck by their words are 1,800
DUMB = ("dumb", "unknown")
MENU_LINES = 4  # kept free below a question for what Tab offers
GLUE = "\u00a0"  # holds the words of one choice together while lines are broken


def at_terminal() -> bool:
    """Whether a person sees what is asked and can answer."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def can_edit() -> bool:
    """Whether lines can be edited and completed at this terminal."""
    return at_terminal() and os.environ.get("TERM", "").lower() not in DUMB


class Keyboard:
    """Asks for lines. What was typed can be called back for as long as this object lives."""

    def __init__(self, edit: bool | None = None) -> None:
        self._edit = can_edit() if edit is None else edit
        self._session: PromptSession[str] | None = None

    def ask(self, text: str, words: Sequence[str] = (), cards: bool = False, default: str = "") -> str:
        """One line without spaces at its ends, or `default` for an empty one. `words`, and cards, can be completed.

        Raises KeyboardInterrupt, and EOFError when nobody answers anymore.
        """
        *above, last = prompt_lines(f"{text} (Enter: {default})" if default else text)
        while True:
            for line in above:
                echo(line)
            try:
                answer = self._read(f"{last}: ", words, cards)
            except UnicodeDecodeError:  # bytes that are no letters in the terminal's encoding
                answer = "\udcff"
            answer = " ".join(answer.split())
            if len(answer) > MAX_LETTERS:
                echo(f"  That line has {len(answer):,} letters, which nobody types. Type it again.")
            elif all(letter.isprintable() for letter in answer):
                return answer or default
            else:
                echo("  That holds a character that cannot be shown. Type the line again.")

    def _read(self, prompt: str, words: Sequence[str], cards: bool) -> str:
        if not self._edit:
            try:
                return input(prompt)
            except (EOFError, KeyboardInterrupt):
                echo("")  # what comes next begins a line
                raise
        from prompt_toolkit import PromptSession
        from prompt_toolkit.output import ColorDepth

        if self._session is None:
            self._session = PromptSession(
                reserve_space_for_menu=MENU_LINES,
                complete_while_typing=False,
                color_depth=ColorDepth.from_env(),  # none with NO_COLOR
            )
        return self._session.prompt(prompt, completer=_completer(words, cards))


def prompt_lines(text: str) -> list[str]:
    """A question in lines that fit, with the choices that are two spaces apart in one piece each."""
    from tt_print.terminal import columns, wrap

    room = columns() - 3
    first, *choices = re.split(r"(  +)", text)
    kept = first + "".join(part if part.isspace() or len(part) > room else part.replace(" ", GLUE) for part in choices)
    return [line.replace(GLUE, " ") for line in wrap(kept, room, then="  ", break_words=False)]


def completions(before: str, words: Iterable[str], cards: bool = False) -> list[tuple[str, int]]:
    """What the end of a line may become, each with how many letters it replaces.

    The longest end that begins something counts: `black b` may become `black blob 1`, and `b` alone no more `BB1`.
    """
    known = [*words, *(_card_words() if cards else ())]
    for start in [0, *(found.end() for found in re.finditer(r"[\s,;=+]+", before))]:
        tail = before[start:]
        offered = dict.fromkeys(known if tail else words)
        if found := [word for word in offered if word.lower().startswith(tail.lower()) and word != tail]:
            return [(word, len(tail)) for word in found]
    return []


def _card_words() -> list[str]:
    """Codes and words of all cards."""
    from tt_print.deck import FULL, JOKERS, AnyCard

    both: tuple[AnyCard, ...] = (*FULL, *JOKERS)
    return [*(card.safe_code for card in both), *(card.name for card in both)]


def _completer(words: Sequence[str], cards: bool) -> Completer:
    from prompt_toolkit.completion import Completer, Completion

    class Words(Completer):
        def get_completions(self, document: object, complete_event: object) -> Iterator[Completion]:
            before: str = document.text_before_cursor  # type: ignore[attr-defined]
            for word, length in completions(before, words, cards):
                yield Completion(word, start_position=-length)

    return Words()
