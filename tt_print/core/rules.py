"""Rules by number or by words, each with its examples as the reader of a booklet sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tt_print.core.fields import HouseRules, read_house
from tt_print.core.world import Call
from tt_print.games import find_game
from tt_print.records import dataclass

if TYPE_CHECKING:
    from tt_print.booklets.blocks import RenderedExample
    from tt_print.booklets.lookup import Entry
    from tt_print.booklets.text import Draft


@dataclass(frozen=True, slots=True)
class RulesRequest:
    """`words`: a number (2c, 3.2) or words (slap, joker); "" for the chapters."""

    game: str
    words: str = ""
    house: HouseRules = ()


def look_up(asked: RulesRequest, call: Call) -> dict[str, Any]:
    from tt_print.booklets.text import read_draft

    game = find_game(asked.game)
    draft = read_draft(game.name, read_house(game, asked.house))
    if not asked.words.strip():
        return chapters_json(draft)
    return found_json(draft, asked.words, with_cards=True)


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
    """As `tt-print rules GAME WORDS --json`; `with_cards` has the cards of the examples as data, too. Raises InputError for what the
    book does not know."""
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
        "text": entry.text,
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


REQUESTS = {"rules": (RulesRequest, look_up)}
