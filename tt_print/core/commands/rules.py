"""The rules of a game, by number or by words, each with its examples as the reader of a booklet sees them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from tt_print.core.commands import games as of
from tt_print.core.commands.common import Command
from tt_print.requests.kinds import NOTHING, Line, Switch, Words
from tt_print.requests.notes import Bare, Local, Word

if TYPE_CHECKING:
    from tt_print.booklets.blocks import RenderedExample
    from tt_print.booklets.lookup import Entry
    from tt_print.booklets.text import Draft
    from tt_print.core.environment import Call


class Query(Words):
    """A number of a rule, the original's or the booklet's, or words; in JSON also as one text."""

    types = (list, tuple, str)

    def check(self, value: Any) -> tuple[str, ...]:
        return super().check([value] if isinstance(value, str) else value)

    def complete(self, part: str, line: Line = NOTHING) -> Iterable[tuple[str, str]]:
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
    everything: Annotated[bool, Switch(), Word("all", "a"), Local()] = False
    house_file: of.HouseFile = ""
    house: of.Rules = ()

    verb = "rules"
    shown_by = ("as_json",)

    def draft(self) -> Draft:
        """The book of the game, as its house rules change it."""
        from tt_print.booklets.text import read_draft
        from tt_print.games import GAMES, find_game

        game = find_game(self.game)
        file = Path(self.house_file) if self.house_file else None
        return read_draft(game.name, game.read_house(file, self.house, GAMES))

    @property
    def query(self) -> str:
        return " ".join(self.words).strip()


def look_up(request: Rules, call: Call) -> dict[str, Any]:
    return (
        found_json(request.draft(), request.query, with_cards=True) if request.query else chapters_json(request.draft())
    )


def chapters_json(draft: Draft) -> dict[str, Any]:
    """As `tt-print rules GAME --json`."""
    from tt_print.booklets.lookup import list_numbers, read_entries

    entries = read_entries(draft)
    return {
        "game": draft.book.game,
        "title": draft.book.title,
        "facts": dict(draft.book.facts),
        "house": draft.house.as_json(),
        "chapters": [
            {
                "number": chapter.number,
                "title": chapter.title,
                "rules": numbers,
                "paragraphs": [entry.number for entry in entries if entry.chapter is chapter],
            }
            for chapter, numbers in list_numbers(draft)
        ],
    }


def found_json(draft: Draft, query: str, with_cards: bool = False) -> dict[str, Any]:
    """What was found; `with_cards` for a page: also the cards of the examples as data. Raises InputError for what the book does not know."""
    from tt_print.booklets.lookup import find_rules

    entries, meanings = find_rules(draft, query)
    return {
        "game": draft.book.game,
        "query": query,
        "found": [_entry_json(entry, draft, with_cards) for entry in entries],
        "words": dict(meanings),
        "house": draft.house.as_json(),
    }


def _entry_json(entry: Entry, draft: Draft, with_cards: bool) -> dict[str, Any]:
    found = {
        "number": entry.number,
        "chapter": entry.chapter.title,
        "text": entry.page_text if with_cards else entry.text,
        "rules": list(entry.sources),
        "origin": entry.origin,
        "changed": entry.block.changed,
        "examples": [_example_json(example, with_cards) for example in entry.render_examples(draft)],
    }
    return found | {"more": _more_json(entry)} if with_cards else found


def _more_json(entry: Entry) -> list[dict[str, Any]]:
    """Lists and tables that belong to a rule."""
    from tt_print.booklets.blocks import Bullets
    from tt_print.booklets.lookup import plain_text

    return [
        {"items": [plain_text(item) for item in block.items]}
        if isinstance(block, Bullets)
        else {
            "header": [plain_text(cell) for cell in block.header],
            "rows": [[plain_text(cell) for cell in row] for row in block.rows],
        }
        for block in entry.more
    ]


def _example_json(example: RenderedExample, with_cards: bool) -> dict[str, Any]:
    found: dict[str, Any] = {
        "cards": example.alt,
        "words": example.words,
        "verdict": example.verdict,
        "answer": example.answer,
        "outcome": example.outcome,
    }
    if not with_cards:
        return found
    from tt_print.booklets.lookup import plain_text

    groups = [
        {
            "role": group.role,
            "form": group.form,
            "cards": [{"code": str(card.card), "name": card.name, "counts_as": card.counts_as} for card in group.cards],
            "down": group.down,
            "units": list(group.units),
            "total": group.total,
        }
        for group in example.groups
    ]
    return found | {"caption": plain_text(example.caption), "groups": groups}


REQUESTS = {"rules": (Rules, look_up)}
