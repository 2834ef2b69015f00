"""What a help says beside options: the commands by what people want, and the options of `score hand` in each game.

Loaded only when help is asked for.
"""

from __future__ import annotations

from typing import Any

from tt_print.cli.verbs import GROUPS
from tt_print.errors import join_words
from tt_print.terminal import columns, wrap

MAX_COLUMNS = 100  # longer lines are hard to read
SENTENCE = 200  # letters; none is as long


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
            found += wrap(meaning, columns(MAX_COLUMNS) - 4, before, " " * len(before))
    return found
