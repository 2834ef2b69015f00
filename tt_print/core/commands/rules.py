"""The rules of a game, by number or by words: the request, which `cli.rules` answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from tt_print.core.commands import games as of
from tt_print.core.commands.common import Command
from tt_print.requests.kinds import NOTHING, Switch, Words
from tt_print.requests.notes import Bare, Word


class Query(Words):
    """A number of a rule, the original's or the booklet's, or words."""

    def complete(self, part: str, line: Mapping[str, Sequence[str]] = NOTHING) -> Iterable[tuple[str, str]]:
        from tt_print.booklets.lookup import list_numbers, read_entries
        from tt_print.booklets.text import read_draft
        from tt_print.errors import InputError
        from tt_print.games import find_game

        try:
            (game,) = map(find_game, line["game"])
        except (InputError, KeyError, ValueError):
            return ()
        if line.get("words"):
            return ()
        draft = read_draft(game.name, game.house())
        chapters = {number: chapter.title for chapter, numbers in list_numbers(draft) for number in numbers}
        entries = {entry.number: entry.chapter.title for entry in read_entries(draft) if entry.number}
        return {**chapters, **entries}.items()


@dataclass(frozen=True)
class Rules(Command):
    """`words`: a number (2c, 3.2) or words (slap, joker); () for the chapters."""

    game: of.OneGame
    words: Annotated[tuple[str, ...], Query("WORDS..."), Bare()] = ()
    everything: Annotated[bool, Switch(), Word("all", "a")] = False
    house_file: of.HouseFile = ""
    house: of.Rules = ()

    verb = "rules"
    shown_by = ("as_json",)
