"""The rules of a game, by number or by words, each with its examples as the reader of a booklet sees them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Annotated

from tt_print.core.commands.common import Answer, Command, HouseFile, OneGame, TextWords
from tt_print.core.commands.common import Rules as HouseRules
from tt_print.errors import InputError, capitalized
from tt_print.games import find_game
from tt_print.problems import Action, Line, Rows, Said
from tt_print.requests import kinds
from tt_print.requests.kinds import NOTHING, Bare, Local, Switch, Word

if TYPE_CHECKING:
    from tt_print.books.blocks import Book, RenderedExample
    from tt_print.books.lookup import FoundRule
    from tt_print.core.asking import Call

SCREEN = 24  # lines of a small terminal, which short answers fit
WIDE = 70  # letters of a text that take a line of it at most


class Query(TextWords):
    """A number of the author's rules, a ruling, a house rule, or words."""

    def complete(self, part: str, line: kinds.Line = NOTHING) -> Iterable[tuple[str, str]]:
        from tt_print.books.lookup import read_entries
        from tt_print.books.text import read_draft

        try:
            (game,) = map(find_game, line["game"])
        except (InputError, KeyError, ValueError):
            return ()
        if line.get("words"):
            return ()
        entries = read_entries(read_draft(game.name, game.house()))
        return [(entry.number, entry.title or entry.lines[0][0]) for entry in entries]


@dataclass(frozen=True)
class Rules(Command):
    """`words`: a number (2c) or words (slap, joker); () for the list of all rules."""

    game: OneGame
    words: Annotated[tuple[str, ...], Query("WORDS..."), Bare()] = ()
    everything: Annotated[bool, Switch(), Word("all", "a"), Local()] = False
    house_file: HouseFile = ""
    house: HouseRules = ()

    verb = "rules"
    shown_by = ("as_json",)
    is_page = False

    def answer(self, call: Call) -> Answer:
        """All rules with their numbers, or what is found. Raises InputError for what the game does not know."""
        from tt_print.books.lookup import find_rules, read_entries
        from tt_print.books.text import read_draft

        game = find_game(self.game)
        draft = read_draft(game.name, self.read_house(game, self.house))
        facts, house = {"game": draft.game}, draft.house.as_json()
        if not (query := " ".join(self.words).strip()):
            entries = read_entries(draft)
            data = {
                **facts, "title": draft.title, "facts": dict(draft.facts), "house": house,
                "rules": [{"number": entry.number, "title": entry.title} for entry in entries if not entry.is_house],
                **({"found": [self._entry_json(entry) for entry in entries]} if self.is_page else {}),
            }  # fmt: skip
            return Answer(data, {}, kind="rules list", text=_contents_lines(draft, entries))
        entries, meanings = find_rules(draft, query)
        told = meanings if self.everything else meanings[:2]
        head: list[Line] = [Said("rules.head", title=draft.title, query=query)]
        head += [Said("rules.meaning", term=term, meaning=meaning) for term, meaning in told]
        room = inf if self.everything else SCREEN - 3 - _height(head)
        text = [*head, *_result_lines(draft, entries, room), *_house_lines(draft)]

        def more() -> dict[str, object]:
            found = [self._entry_json(entry, draft) for entry in entries]
            return {**facts, "query": query, "found": found, "words": dict(meanings), "house": house}

        return Answer({}, {}, text=text, more=more)

    def _entry_json(self, entry: FoundRule, draft: Book | None = None) -> dict[str, object]:
        """What is found, with its examples as they come out in the book of a `draft`."""
        from tt_print.books.lookup import plain_text

        lines = entry.page_lines if self.is_page and entry.is_house else [line for line, _ in entry.lines]
        tables = [
            {"header": [*map(plain_text, table.header)], "rows": [[*map(plain_text, row)] for row in table.rows]}
            for table in entry.tables
        ]
        return {
            "number": entry.number, "title": entry.title, "text": "\n".join(lines), "rules": list(entry.sources),
            "rulings": entry.rulings, "changed": entry.changed, "is_house": entry.is_house, "more": tables,
            "examples": [_example_json(example) for example in entry.render_examples(draft)] if draft else [],
        }  # fmt: skip


@dataclass(frozen=True)
class PageRules(Rules):
    """As on the command line; house rules without what is typed for them, and the list has all texts."""

    is_page = True


def _example_json(example: RenderedExample) -> dict[str, object]:
    """The words of an example, and its cards as the page shows them."""
    from tt_print.books.lookup import plain_text

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


def _contents_lines(draft: Book, entries: Sequence[FoundRule]) -> list[Line]:
    from tt_print.books.lookup import glossary

    book, terms = draft, glossary(draft)
    named = [f"{entry.number} {entry.title}" for entry in entries if not entry.is_house]
    numbers = [entry.number for entry in entries if not entry.is_house]
    number = next((each for each in numbers if re.fullmatch(r"\d[a-z]", each)), numbers[-1])
    asked = {"number": number, **({"word": terms[-1][0]} if terms else {})}
    return [
        f"{book.title}: {book.tagline}", *(f"  {label}: {fact}" for label, fact in book.facts), "", "; ".join(named) + ".", "",
        *(Said(f"rules.by_{what}", rules=Action("rules", {"game": book.game, "words": found.split()})) for what, found in asked.items()),
        *_house_lines(draft),
    ]  # fmt: skip


def _house_lines(draft: Book) -> list[Line]:
    return [Said("rules.house", rules=", ".join(str(draft.house).split()))] if draft.house.changed else []


def _result_lines(draft: Book, entries: Sequence[FoundRule], room: float) -> list[Line]:
    """Rules first, as many as fit in so many lines, then their examples as far as there is room."""
    texts, used, is_cut = list[list[Line]](), 0, False
    for entry in entries:
        text = _entry_lines(entry)
        while len(text) > 1 and _height(text) > room - 1:
            text.pop()
            is_cut = True
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
    numbers = ", ".join(entry.number for entry in rest[:8]) + (" and others" if len(rest) > 8 else "")
    if rest:
        return [*found, Said("rules.more", count=len(rest), numbers=numbers)]
    return [*found, *([Said("rules.cut")] if is_cut else [])]


def _height(text: Iterable[Line]) -> int:
    """About how many lines of a small terminal these take."""
    return sum(len(each.rows) + 1 if isinstance(each, Rows) else 1 + len(str(each)) // WIDE for each in text)


def _entry_lines(entry: FoundRule) -> list[Line]:
    """A rule with its sentences, tables, and rulings; a house rule with its answers."""
    from tt_print.books.blocks import cite
    from tt_print.books.lookup import plain_text

    cited = cite(entry.sources, tuple(entry.rulings)) if entry.is_house else ""
    origin = f" [{cited}]" if cited else ""
    first, *others = [(entry.title, False), *entry.lines] if entry.title else entry.lines
    number = f"{entry.number:<5}"
    code = "rules.house_rule" if entry.is_house else "rules.rule"
    text: list[Line] = [Said(code, number=number, text=first[0], origin=origin)]
    text += [Said("rules.changed_line" if changed else "rules.line", text=line) for line, changed in others]
    for table in entry.tables:
        header = tuple(map(plain_text, table.header))
        rows = tuple(tuple(map(plain_text, row)) for row in table.rows)
        text.append(Rows(header, rows, tuple(range(len(header)))))
    return [*text, *(Said("rules.ruling", code=code, text=said) for code, said in entry.rulings.items() if said)]


def _example_lines(example: RenderedExample) -> list[Line]:
    from tt_print.books.lookup import QUOTES, plain_text

    cards = f"{capitalized(example.alt)}." if example.alt else ""
    caption = plain_text(example.caption).replace("**", "")  # a book prints these words bold
    asked = " ".join(part for part in (caption, cards, example.words) if part)
    answer = f"{example.answer}. {example.outcome}" if example.answer else example.outcome
    texts = {"example": asked, "answer": answer}
    return [Said(f"rules.{code}", text=text.translate(QUOTES)) for code, text in texts.items()]


REQUESTS = {"rules": PageRules}
