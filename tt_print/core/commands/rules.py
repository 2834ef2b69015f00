"""The rules of a game, by number or by words, each with its examples as the reader of a booklet sees them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from tt_print.core.commands.common import Answer, Command, HouseFile, OneGame
from tt_print.core.commands.common import Rules as HouseRules
from tt_print.errors import InputError
from tt_print.games import GAMES, find_game
from tt_print.problems import Action, Line, Rows, Said
from tt_print.requests import kinds
from tt_print.requests.kinds import NOTHING, Switch, Words
from tt_print.requests.notes import Bare, Local, Word

if TYPE_CHECKING:
    from tt_print.booklets.blocks import RenderedExample
    from tt_print.booklets.lookup import Entry
    from tt_print.booklets.text import Draft
    from tt_print.core.environment import Call

SCREEN = 24  # lines of a small terminal, which short answers fit
WIDE = 70  # letters of a text that take a line of it at most
CITED = 7  # rules of a chapter that are named


class Query(Words):
    """A number of a rule, the original's or the booklet's, or words; in JSON also as one text."""

    types = (list, tuple, str)

    def check(self, value: Any) -> tuple[str, ...]:
        return super().check([value] if isinstance(value, str) else value)

    def complete(self, part: str, line: kinds.Line = NOTHING) -> Iterable[tuple[str, str]]:
        from tt_print.booklets.lookup import list_numbers, read_entries
        from tt_print.booklets.text import read_draft

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

    game: OneGame
    words: Annotated[tuple[str, ...], Query("WORDS..."), Bare()] = ()
    everything: Annotated[bool, Switch(), Word("all", "a"), Local()] = False
    house_file: HouseFile = ""
    house: HouseRules = ()

    verb = "rules"
    shown_by = ("as_json",)
    is_typed = True  # whether texts have what is typed for a house rule

    def answer(self, call: Call) -> Answer:
        """The chapters, or what is found. Raises InputError for what the book does not know."""
        from tt_print.booklets.lookup import find_rules
        from tt_print.booklets.text import read_draft

        game = find_game(self.game)
        file = Path(self.house_file) if self.house_file else None
        draft = read_draft(game.name, game.read_house(file, self.house, GAMES))
        facts, house = {"game": draft.book.game}, draft.house.as_json()
        if not (query := " ".join(self.words).strip()):
            data = {
                **facts, "title": draft.book.title, "facts": dict(draft.book.facts), "house": house, "chapters": _chapters_json(draft)
            }  # fmt: skip
            return Answer(data, {}, kind="rules chapters", text=_chapters_lines(draft))
        entries, meanings = find_rules(draft, query)
        if not self.is_typed:
            entries = [replace(entry, text=entry.page_text) for entry in entries]
        told = meanings if self.everything else meanings[:2]
        head: list[Line] = [Said("rules.head", title=draft.book.title, query=query)]
        head += [Said("rules.meaning", term=term, meaning=meaning) for term, meaning in told]
        room = inf if self.everything else SCREEN - 3 - _height(head)
        text = [*head, *_found_lines(draft, entries, room), *_house_lines(draft)]
        found = [_entry_json(entry, draft) for entry in entries]
        return Answer({**facts, "query": query, "found": found, "words": dict(meanings), "house": house}, {}, text=text)


@dataclass(frozen=True)
class PageRules(Rules):
    """As on the command line; `text` of a house rule is without what is typed for it."""

    is_typed = False


def _chapters_json(draft: Draft) -> list[dict[str, Any]]:
    from tt_print.booklets.lookup import list_numbers, read_entries

    entries = read_entries(draft)
    return [
        {
            "number": chapter.number, "title": chapter.title, "rules": numbers,
            "paragraphs": [entry.number for entry in entries if entry.chapter is chapter],
        }
        for chapter, numbers in list_numbers(draft)
    ]  # fmt: skip


def _entry_json(entry: Entry, draft: Draft) -> dict[str, Any]:
    return {
        "number": entry.number, "chapter": entry.chapter.title, "text": entry.text,
        "rules": list(entry.sources), "origin": entry.origin, "changed": entry.block.changed,
        "examples": [_example_json(example) for example in entry.render_examples(draft)], "more": _more_json(entry),
    }  # fmt: skip


def _more_json(entry: Entry) -> list[dict[str, Any]]:
    """Lists and tables that belong to a rule."""
    from tt_print.booklets.blocks import Bullets
    from tt_print.booklets.lookup import plain_text

    return [
        {"items": [*map(plain_text, block.items)]}
        if isinstance(block, Bullets)
        else {"header": [*map(plain_text, block.header)], "rows": [[*map(plain_text, row)] for row in block.rows]}
        for block in entry.more
    ]


def _example_json(example: RenderedExample) -> dict[str, Any]:
    """The words of an example, and its cards as the page shows them."""
    from tt_print.booklets.lookup import plain_text

    groups = [
        {
            "role": group.role, "form": group.form, "down": group.down, "units": list(group.units), "total": group.total,
            "cards": [{"code": str(card.card), "name": card.name, "counts_as": card.counts_as} for card in group.cards],
        }
        for group in example.groups
    ]  # fmt: skip
    return {
        "cards": example.alt, "words": example.words, "verdict": example.verdict, "answer": example.answer,
        "outcome": example.outcome, "caption": plain_text(example.caption), "groups": groups,
    }  # fmt: skip


# ---------------------------------------------------------------- for people


def _chapters_lines(draft: Draft) -> list[Line]:
    from tt_print.booklets.lookup import glossary, list_numbers, read_entries

    book, text = draft.book, list[Line]()
    for chapter, numbers in list_numbers(draft):
        cited = [number for number in numbers if number[:1].isdigit()]
        rules = ", ".join([*cited[:CITED], *(["..."] if cited[CITED:] else [])])
        named = {"number": f"{chapter.number:>2}", "title": f"{chapter.title:<30}", "rules": rules}
        text.append(Said("rules.chapter", **named) if cited else f"  {chapter.number:>2}  {chapter.title}")
    sources = [source for entry in read_entries(draft) for source in entry.sources if source[:1].isdigit()]
    number = next((source for source in sources if not source.isdigit()), sources[-1])
    asked = {"number": number, "word": glossary(draft)[-1][0]} if glossary(draft) else {"number": number}
    return [
        f"{book.title}: {book.tagline}", *(f"  {label}: {fact}" for label, fact in book.facts), "", *text,
        *(Said(f"rules.by_{what}", rules=Action("rules", {"game": book.game, "words": found.split()})) for what, found in asked.items()),
        *_house_lines(draft),
    ]  # fmt: skip


def _house_lines(draft: Draft) -> list[Line]:
    return [Said("rules.house", rules=", ".join(str(draft.house).split()))] if draft.house.changed else []


def _found_lines(draft: Draft, entries: Sequence[Entry], room: float) -> list[Line]:
    """Rules first, as many as fit in so many lines, then their examples as far as there is room."""
    texts, used = list[list[Line]](), 0
    for entry in entries:
        text = _rule_lines(entry)
        while len(text) > 1 and _height(text) > room:
            text.pop()
        if texts and used + _height(text) > room * 3 / 4:
            break
        texts.append(text)
        used += _height(text)
    for entry, text in zip(entries, texts, strict=False):
        for example in entry.render_examples(draft):
            said = _example_lines(example)
            used += _height(said)
            if used > room:
                break
            text += said
    found, rest = [line for text in texts for line in text], entries[len(texts) :]
    numbers = ", ".join(entry.number for entry in rest[:8] if entry.number) + (", ..." if len(rest) > 8 else "")
    return [*found, *([Said("rules.more", count=len(rest), numbers=numbers)] if rest else [])]


def _height(text: Iterable[Line]) -> int:
    """About how many lines of a small terminal these take."""
    return sum(len(each.rows) + 1 if isinstance(each, Rows) else 1 + len(str(each)) // WIDE for each in text)


def _rule_lines(entry: Entry) -> list[Line]:
    """A rule with the lists and tables that belong to it; the choices of a house rule are a list."""
    from tt_print.booklets.blocks import HouseRule

    words, *choices = entry.text.split(" - ") if isinstance(entry.block, HouseRule) else [entry.text]
    origin = f" [{entry.origin}]" if entry.origin else ""
    code = "rules.changed_rule" if entry.block.changed else "rules.rule"
    text: list[Line] = [Said(code, number=f"{entry.number:<5}", text=words, origin=origin)]
    text += [f"      - {choice}" for choice in choices]
    for block in _more_json(entry):
        text += [f"      {item}" for item in block.get("items", ())]
        if header := tuple(block.get("header", ())):
            text.append(Rows(header, tuple(map(tuple, block["rows"])), tuple(range(len(header)))))
    return text


def _example_lines(example: RenderedExample) -> list[Line]:
    from tt_print.booklets.lookup import QUOTES, plain_text

    cards = f"{example.alt[:1].upper()}{example.alt[1:]}." if example.alt else ""
    caption = plain_text(example.caption).replace("**", "")  # a book prints these words bold
    asked = " ".join(part for part in (caption, cards, example.words) if part)
    answer = f"{example.answer}. {example.outcome}" if example.answer else example.outcome
    texts = {"example": asked, "answer": answer}
    return [Said(f"rules.{code}", text=text.translate(QUOTES)) for code, text in texts.items()]


REQUESTS = {"rules": PageRules}
