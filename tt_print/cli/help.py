"""Help texts as wide as the terminal; in a narrow one an option is above what it does, not beside it.

Loaded only when help is asked for.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from tt_print.cli.verbs import GROUPS
from tt_print.errors import join_words
from tt_print.terminal import MIN_COLUMNS, fit, window, wrap

MAX_COLUMNS = 98  # longer lines are hard to read
SENTENCE = 200  # letters; none is as long
BESIDE = 60  # from so many columns on, words have room beside the options


def help_text(command: Any, context: Any) -> str:
    """The help of a command of typer's, whose classes have no public name."""
    columns = _columns()
    formatter = _formatter_of(context, columns)
    command.format_help(context, formatter)
    return "\n".join(fit(line, columns) for line in formatter.getvalue().rstrip("\n").split("\n"))


def write_commands(group: Any, context: Any, formatter: Any) -> None:
    """The verbs of a command by what people want, each with the whole first sentence of its help."""
    for heading, verbs in GROUPS["score" if context.parent else "tt-print"].items():
        with formatter.section(heading):
            found = [(verb, group.get_command(context, verb)) for verb in verbs]
            formatter.write_dl([(verb, command.get_short_help_str(SENTENCE)) for verb, command in found])


def entry_lines() -> list[str]:
    """The options of `score hand` in each game, with what they mean; games with the same ones together."""
    from tt_print.games import POINTS, find_scored_game, game_names
    from tt_print.score.scorer import find_scorer

    titles: dict[tuple[tuple[str, str], ...], list[str]] = {}
    for name in (*game_names(), POINTS):
        options = tuple(find_scorer(name).flags.items())
        titles.setdefault(options, []).append(find_scored_game(name).title)
    found = []
    for options, games in titles.items():
        found.append(f"{join_words(games, 'and')}:")
        wide = max(len(flag) for flag, _ in options)
        for flag, meaning in options:
            before = f"  --{flag:<{wide}}  "
            found += wrap(meaning, _columns() - 4, before, " " * len(before))
    return found


def _columns() -> int:
    return max(MIN_COLUMNS, min(window(sys.stdout) or 80, MAX_COLUMNS + 2))


def _formatter_of(context: Any, columns: int) -> Any:
    base: Any = context.formatter_class

    class Narrow(base):  # type: ignore[misc]
        def write_dl(self, rows: Sequence[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
            if columns >= BESIDE:
                super().write_dl(rows, col_max, col_spacing)
                return
            for name, words in rows:
                indent = " " * self.current_indent
                self.write("\n".join(wrap(name, self.width, indent, indent + "    ", break_words=False)) + "\n")
                if words:
                    room = indent + "    "
                    self.write("\n".join(wrap(words, self.width, room, room, break_words=False)) + "\n")

    return Narrow(width=columns - 2 if columns >= BESIDE else columns)
