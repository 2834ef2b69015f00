"""Finds rules in a book: by the booklet's number, by the original's, by an option's name, or by words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from tt_print.booklets.blocks import Block, Bullets, Chapter, HouseRule, Paragraph, Shown, Spans, Table
from tt_print.booklets.fences import source_name
from tt_print.booklets.shown import show_example
from tt_print.booklets.text import Draft, plain
from tt_print.errors import InputError, did_you_mean
from tt_print.games.examples import Example
from tt_print.templates import read_toml

WORD = re.compile(r"[a-z]+(?:'[a-z]+)?|\d+(?:[a-z]\b)?|\?")
LEAST = {"ing": 2, "ers": 3, "ed": 3, "es": 3, "er": 3, "s": 3}  # endings, and what they leave of a word at least
QUOTES = str.maketrans("\u2018\u2019\u201c\u201d\u2013", "''\"\"-")
NEAR = 0.75


@dataclass(frozen=True)
class Entry:
    """A rule of the book with what belongs to it: tables and lists after it, and its examples, not yet run."""

    number: str
    chapter: Chapter
    text: str
    origin: str
    block: Paragraph | HouseRule
    more: tuple[Block, ...]
    examples: tuple[Example, ...]

    @property
    def title(self) -> str:
        """The bold words that the rule begins with, and its chapter's title."""
        bold = " ".join(span.text for span in self.spans if span.bold)
        return f"{self.chapter.title} {bold}"

    @property
    def spans(self) -> Spans:
        return self.block.spans if isinstance(self.block, Paragraph) else self.block.question

    @property
    def sources(self) -> tuple[str, ...]:
        return self.block.sources

    def shown(self, draft: Draft) -> Iterator[Shown]:
        for example in self.examples:
            yield from show_example(example, draft.house)


def read_entries(draft: Draft) -> list[Entry]:
    """Every rule of a book, in order; summary and glossary are no rules."""
    return [entry for chapter in draft.chapters if chapter.kind in ("rules", "house") for entry in _of_chapter(chapter)]


def _of_chapter(chapter: Chapter) -> Iterator[Entry]:
    rule: Paragraph | HouseRule | None = None
    more: list[Block] = []
    examples: list[Example] = []
    for block in (*chapter.blocks, None):
        if block is None or isinstance(block, (Paragraph, HouseRule)):
            if rule is not None:
                yield _entry(chapter, rule, more, examples)
            rule, more, examples = block, [], []
        elif isinstance(block, Example):
            examples.append(block)
        elif isinstance(block, (Table, Bullets)):
            more.append(block)


def _entry(chapter: Chapter, rule: Paragraph | HouseRule, more: list[Block], examples: list[Example]) -> Entry:
    if isinstance(rule, Paragraph):
        text = said(rule.spans)
    else:
        text = " ".join([said(rule.question), *(_choice(rule, choice) for choice in rule.choices)])
    return Entry(rule.number, chapter, text, rule.origin, rule, tuple(more), tuple(examples))


def _choice(rule: HouseRule, choice: object) -> str:
    now = " (in force)" if choice.in_force and rule.changed else ""
    return f"- {said(choice.spans)} ({rule.option}={choice.value}){now}"


def said(spans: Spans) -> str:
    """Text for a terminal, which may know no other quotation marks."""
    return plain(spans).translate(QUOTES)


# ---------------------------------------------------------------- by number


def find_rules(draft: Draft, query: str) -> tuple[list[Entry], list[tuple[str, str]]]:
    """The rules that `query` asks for, best first, and the glossary's words about it.

    Raises InputError that says what there is, or what may have been meant.
    """
    entries, asked = read_entries(draft), query.strip().lower()
    found = _by_number(draft, entries, asked)
    if found:
        return found, []
    if re.fullmatch(r"\d+\.\d+|[a-z]-\d+", asked):
        raise InputError(
            f"{draft.book.title} has no rule {query.strip()}. For its chapters and numbers: "
            f"tt-print rules {draft.book.game}"
        )
    return _by_words(draft, entries, asked)


def _by_number(draft: Draft, entries: list[Entry], asked: str) -> list[Entry]:
    """The booklet's number (3.2), the original's (2c; 3 finds 3a, too), a ruling (W-4), an option, "chapter 3"."""
    asked = re.sub(r"^(?:rules?|ruling|section)\s+(?=\S)", "", asked)
    option = asked.replace("-", "_") if re.search(r"[a-z][-_][a-z]", asked) else "-"  # plain words say more than that
    exact = [e for e in entries if e.number == asked or getattr(e.block, "option", "") == option]
    if exact:
        return exact
    if re.fullmatch(r"[a-z]-\d+", asked):
        number = asked.upper()
        return [e for e in entries if number in (getattr(e.block, "ruling", ""), *getattr(e.block, "rulings", ()))]
    named = source_name(asked.replace(" ", "-")) if asked[:1].isalpha() else asked
    close = named.replace(" ", "")
    sources = [e for e in entries if any(_is_part(source.replace(" ", ""), close) for source in e.sources)]
    if sources:
        return sorted(
            sources, key=lambda e: (isinstance(e.block, HouseRule), named not in e.sources, named != e.sources[0])
        )
    chapter = re.sub(r"^chapter\s+", "", asked)
    return [e for e in entries if e.chapter.number == chapter]


def _is_part(source: str, asked: str) -> bool:
    """Rule 3a is a part of rule 3, rule 13 is none."""
    return source == asked or (asked.isdigit() and re.fullmatch(asked + r"[a-z]\d*", source) is not None)


# ---------------------------------------------------------------- by words


def _by_words(draft: Draft, entries: list[Entry], asked: str) -> tuple[list[Entry], list[tuple[str, str]]]:
    words = read_toml("booklets/book.toml")
    typed = WORD.findall(asked)
    little = {stem(word) for word in words["little_words"]}
    telling = [word for word in typed if word not in words["little_words"]] or typed
    texts = [[stem(word) for word in WORD.findall(f"{entry.text} {_rest(entry)}".lower())] for entry in entries]
    titles = [{stem(word) for word in WORD.findall(entry.title.lower())} for entry in entries]
    known = {word for words in (*texts, *titles) for word in words}
    wanted, lacking = _in_the_books_words(telling, known, words)
    if lacking and (len(lacking) > 1 or not wanted or _near(lacking[0], entries)):
        raise InputError(_unknown(draft, asked, lacking[0], entries))
    scored = []
    for entry, text, title in zip(entries, texts, titles, strict=True):
        hits = sum(min(text.count(word), 3) + 4 * (word in title) for word in wanted)
        hits += 6 * (len(wanted) > 1 and _in_a_row(wanted, [word for word in text if word not in little]))
        if wanted and all(word in text or word in title for word in wanted):
            scored.append((isinstance(entry.block, HouseRule), -hits, len(scored), entry))
    if not scored:
        raise InputError(f"no rule of {draft.book.title} speaks of {asked!r} in one breath. Ask for one of the words.")
    meanings = []
    for term, meaning in glossary(draft):
        parts = {stem(words["synonyms"].get(part, part)) for part in WORD.findall(term.lower().removeprefix("to "))}
        if parts <= set(wanted) or set(wanted) <= parts:
            meanings.append((term, meaning))
    meanings += [(word, f"{draft.book.title} says nothing about it") for word in lacking]
    return [entry for *_, entry in sorted(scored, key=lambda row: row[:3])], meanings


def _in_the_books_words(telling: list[str], known: set[str], words: dict[str, Any]) -> tuple[list[str], list[str]]:
    """The stems to look for, and the typed words that the book has neither itself nor in other words."""
    wanted: list[str] = []
    lacking: list[str] = []
    for word in telling:
        tried = [words["synonyms"].get(word, word), *words["instead"].get(word, ())]
        stems = next((found for each in tried if known >= set(found := [stem(part) for part in each.split()])), None)
        wanted += stems or []
        lacking += [] if stems else [word]
    return list(dict.fromkeys(wanted)), lacking


def _in_a_row(wanted: list[str], text: list[str]) -> bool:
    return any(text[i : i + len(wanted)] == wanted for i in range(len(text)))


def _rest(entry: Entry) -> str:
    found = []
    for block in entry.more:
        rows = block.rows if isinstance(block, Table) else [block.items]
        found += [said(cell) for row in rows for cell in row]
    return " ".join(found)


def _near(typed: str, entries: list[Entry]) -> list[str]:
    """A word of the book that may have been meant: a letter more or less, not two."""
    from difflib import get_close_matches

    words = list(dict.fromkeys(w for e in entries for w in WORD.findall(f"{e.title} {e.text}".lower()) if len(w) > 2))
    words = [word for word in words if abs(len(word) - len(typed)) < 2]
    return get_close_matches(typed, words, n=1, cutoff=NEAR)


def _unknown(draft: Draft, asked: str, typed: str, entries: list[Entry]) -> str:
    near = _near(typed, entries)
    if near:
        again = f"tt-print rules {draft.book.game} {asked.replace(typed, near[0])}"
        return f"{draft.book.title} says nothing about {typed!r}.{did_you_mean(typed, near)} Type: {again}"
    return (
        f"{draft.book.title} says nothing about {typed!r}. Ask with a word of the game, such as "
        f"{', '.join(term for term, _ in glossary(draft)[:6])}. For its chapters: tt-print rules {draft.book.game}"
    )


def glossary(draft: Draft) -> list[tuple[str, str]]:
    """Each word of the game with its meaning."""
    blocks = [block for chapter in draft.chapters if chapter.kind == "words" for block in chapter.blocks]
    return [(said(row[0]), said(row[1])) for block in blocks if isinstance(block, Table) for row in block.rows]


@cache
def stem(word: str) -> str:
    """A word without its ending: slaps, slapped and slapping are slap."""
    for ending in LEAST:
        if word.endswith(ending) and len(word) - len(ending) >= LEAST[ending] and not word.endswith("ss"):
            word = word.removesuffix(ending)
            if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "ls":
                word = word[:-1]
            break
    return word.removesuffix("e") if len(word) > 3 else word


def list_numbers(draft: Draft, chapters: Iterable[Chapter]) -> list[tuple[Chapter, list[str]]]:
    """Each chapter with the original's rule numbers that it restates."""
    entries = read_entries(draft)
    numbers = {
        chapter.number: {source for entry in entries if entry.chapter is chapter for source in entry.sources}
        for chapter in chapters
        if chapter.kind == "rules"
    }
    return [(chapter, sorted(numbers.get(chapter.number, ()), key=_in_order)) for chapter in chapters]


def _in_order(number: str) -> tuple[int, str]:
    """2c before 3, 3 before 10a, sections last."""
    digits = re.match(r"\d+", number)
    return (int(digits[0]) if digits else 99, number)
