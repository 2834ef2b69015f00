"""Finds rules in a book: by the booklet's number, by the original's, by an option's name, or by words."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from functools import cache
from types import ModuleType

from tt_print.booklets.blocks import (
    Bullets,
    Chapter,
    HouseRule,
    Paragraph,
    RenderedExample,
    Spans,
    Table,
    plain,
    source_name,
)
from tt_print.booklets.examples import render_example
from tt_print.booklets.markdown import DraftBlock
from tt_print.booklets.text import Draft
from tt_print.booklets.words import BookWords, read_book_words
from tt_print.errors import InputError, did_you_mean
from tt_print.games.examples import Example
from tt_print.problems import Problem
from tt_print.records import dataclass

WORD = re.compile(r"[a-z]+(?:'[a-z]+)?|\d+(?:[a-z]\b)?|(?<![\w)])\?")  # a ? at the end of a question is no card
QUOTES = str.maketrans("\u2018\u2019\u201c\u201d\u2013", "''\"\"-")
NEAR = 0.75
ALONE = "tt_print._snowball"  # the name under which one module of snowballstemmer is loaded


@dataclass(frozen=True, slots=True)
class Entry:
    """A rule of the book with what belongs to it: tables and lists after it, and its examples, not yet run."""

    number: str
    chapter: Chapter[DraftBlock]
    text: str
    origin: str
    block: Paragraph | HouseRule
    more: tuple[Table | Bullets, ...]
    examples: tuple[Example, ...]

    @property
    def title(self) -> str:
        """The bold words that the rule begins with, and its chapter's title where it says something of the rule."""
        bold = " ".join(span.text for span in self.spans if span.bold)
        return bold if self.chapter.kind == "argued" else f"{self.chapter.title} {bold}"

    @property
    def spans(self) -> Spans:
        return self.block.spans if isinstance(self.block, Paragraph) else self.block.question

    @property
    def page_text(self) -> str:
        """The text where nobody types: of a house rule without its name and values."""
        return _house_text(self.block, typed=False) if isinstance(self.block, HouseRule) else self.text

    @property
    def sources(self) -> tuple[str, ...]:
        return self.block.sources

    @property
    def rulings(self) -> tuple[str, ...]:
        return self.block.rulings if isinstance(self.block, Paragraph) else (self.block.ruling,)

    def render_examples(self, draft: Draft) -> Iterator[RenderedExample]:
        for example in self.examples:
            yield from render_example(example, draft.house)


def read_entries(draft: Draft) -> list[Entry]:
    """Every rule of a book, and what is most argued, in order; summary and glossary are no rules."""
    return [
        entry
        for chapter in draft.chapters
        if chapter.kind in ("setup", "rules", "argued", "house")
        for entry in _of_chapter(chapter)
    ]


def _of_chapter(chapter: Chapter[DraftBlock]) -> Iterator[Entry]:
    rule: Paragraph | HouseRule | None = None
    more: list[Table | Bullets] = []
    examples: list[Example] = []
    for block in (*chapter.blocks, None):
        if block is None or isinstance(block, (Paragraph, HouseRule)):
            if rule is not None:
                yield _entry(chapter, rule, more, examples)
            examples = [] if rule else examples  # a picture at the chapter's head is the first rule's
            rule, more = block, []
        elif isinstance(block, Example):
            examples.append(block)
        elif isinstance(block, (Table, Bullets)):
            more.append(block)


def _entry(
    chapter: Chapter[DraftBlock], rule: Paragraph | HouseRule, more: list[Table | Bullets], examples: list[Example]
) -> Entry:
    text = plain_text(rule.spans) if isinstance(rule, Paragraph) else _house_text(rule)
    return Entry(rule.number, chapter, text, rule.origin, rule, tuple(more), tuple(examples))


def _house_text(rule: HouseRule, typed: bool = True) -> str:
    """The question, and each answer with what is `typed` for it."""
    parts = [plain_text(rule.question)]
    for choice in rule.choices:
        value = f" ({rule.option}={choice.value})" if typed else ""
        now = " (in force)" if choice.in_force and rule.changed else ""
        parts.append(f"- {plain_text(choice.spans)}{value}{now}")
    return " ".join(parts)


def plain_text(spans: Spans) -> str:
    """Text for a terminal, which may know no other quotation marks."""
    return plain(spans).translate(QUOTES)


# ---------------------------------------------------------------- by number


def find_rules(draft: Draft, query: str) -> tuple[list[Entry], list[tuple[str, str]]]:
    """The rules that `query` asks for, best first, and the glossary's words about it.

    Raises InputError that says what there is, or what may have been meant.
    """
    entries, wanted = read_entries(draft), query.strip().lower()
    found = _by_number(entries, wanted)
    if found:
        return found, []
    if re.fullmatch(r"\d+\.\d+|[a-z]-\d+", wanted):
        raise Problem("rules.no_rule", "words", title=draft.book.title, value=query.strip(), game=draft.book.game)
    return _by_words(draft, entries, wanted)


def _by_number(entries: list[Entry], query: str) -> list[Entry]:
    """The booklet's number (3.2), the original's (2c; 3 also finds 3a), a ruling (W-4), an option, "chapter 3"."""
    query = re.sub(r"^(?:rules?|ruling|section)\s+(?=\S)", "", query)
    option = query.replace("-", "_") if re.search(r"[a-z][-_][a-z]", query) else "-"  # plain words say more than that
    exact = [
        e
        for e in entries
        if (query and query == e.number.lower()) or (isinstance(e.block, HouseRule) and e.block.option == option)
    ]
    if exact:
        return exact
    if re.fullmatch(r"[a-z]-\d+", query):
        return [e for e in entries if query.upper() in e.rulings]
    named = source_name(query.replace(" ", "-")) if query[:1].isalpha() else query
    close = named.replace(" ", "")
    sources = [e for e in entries if any(_is_part(source.replace(" ", ""), close) for source in e.sources)]
    if sources:
        return sorted(
            sources, key=lambda e: (isinstance(e.block, HouseRule), named not in e.sources, named != e.sources[0])
        )
    chapter = re.sub(r"^chapter\s+", "", query)
    return [e for e in entries if e.chapter.number == chapter]


def _is_part(source: str, number: str) -> bool:
    """Rule 3a is a part of rule 3, rule 13 is none."""
    return source == number or (number.isdigit() and re.fullmatch(number + r"[a-z]\d*", source) is not None)


# ---------------------------------------------------------------- by words


def _by_words(draft: Draft, entries: list[Entry], query: str) -> tuple[list[Entry], list[tuple[str, str]]]:
    words = read_book_words()
    typed = WORD.findall(query)
    tried = [*typed, *(each for word in typed for each in (words.synonyms.get(word, ""), *words.instead.get(word, ())))]
    initials = {part[0] for text in tried for part in text.split()}

    def stem_if_wanted(word: str) -> str:
        """Words that begin with another letter are not looked for; to stem all of a book takes 25 ms."""
        return stem(word) if word[0] in initials else word

    little = {stem_if_wanted(word) for word in words.little_words}
    telling = [word for word in typed if word not in words.little_words] or typed
    texts = [
        [stem_if_wanted(word) for word in WORD.findall(f"{entry.text} {_more_text(entry)}".lower())]
        for entry in entries
    ]
    titles = [{stem_if_wanted(word) for word in WORD.findall(entry.title.lower())} for entry in entries]
    known = {word for stems in (*texts, *titles) for word in stems}
    wanted, lacking = _in_the_books_words(telling, known, words)
    if lacking and (len(lacking) > 1 or not wanted or _near(lacking[0], entries)):
        raise _unknown(draft, query, lacking[0], entries)
    scored: list[tuple[int, bool, int, int, Entry]] = []
    for entry, text, title in zip(entries, texts, titles, strict=True):
        hits = sum(min(text.count(word), 3) + 4 * (word in title) for word in wanted)
        hits += 6 * (len(wanted) > 1 and _in_a_row(wanted, [word for word in text if word not in little]))
        missed = sum(word not in text and word not in title for word in wanted)
        scored.append((missed, isinstance(entry.block, HouseRule), -hits, len(scored), entry))
    scored.sort(key=lambda row: row[:4])
    fewest = scored[0][0]
    if fewest == len(wanted):
        raise InputError(f"no rule of {draft.book.title} mentions {query!r}. Ask for one of the words.")
    meanings = []
    for term, meaning in glossary(draft):
        parts = {stem(words.synonyms.get(part, part)) for part in WORD.findall(term.lower().removeprefix("to "))}
        if parts <= set(wanted) or set(wanted) <= parts:
            meanings.append((term, meaning))
    meanings += [(word, f"{draft.book.title} says nothing about it") for word in lacking]
    if fewest:
        meanings.insert(0, (query, words.nearest))
    return [row[-1] for row in scored if row[0] == fewest], meanings


def _in_the_books_words(telling: list[str], known: set[str], words: BookWords) -> tuple[list[str], list[str]]:
    """The stems to look for, and the typed words that the book has neither itself nor in other words."""
    wanted: list[str] = []
    lacking: list[str] = []
    for word in telling:
        tried = [words.synonyms.get(word, word), *words.instead.get(word, ())]
        stems = next((found for each in tried if known >= set(found := [stem(part) for part in each.split()])), None)
        wanted += stems or []
        lacking += [] if stems else [word]
    return list(dict.fromkeys(wanted)), lacking


def _in_a_row(wanted: list[str], text: list[str]) -> bool:
    return any(text[i : i + len(wanted)] == wanted for i in range(len(text)))


def _more_text(entry: Entry) -> str:
    found: list[str] = []
    for block in entry.more:
        rows = block.rows if isinstance(block, Table) else [block.items]
        found += [plain_text(cell) for row in rows for cell in row]
    return " ".join(found)


def _near(typed: str, entries: list[Entry]) -> list[str]:
    """A word of the book that may have been meant: a letter more or less, not two."""
    from difflib import get_close_matches

    words = list(dict.fromkeys(w for e in entries for w in WORD.findall(f"{e.title} {e.text}".lower()) if len(w) > 2))
    words = [word for word in words if abs(len(word) - len(typed)) < 2]
    return get_close_matches(typed, words, n=1, cutoff=NEAR)


def _unknown(draft: Draft, query: str, typed: str, entries: list[Entry]) -> Problem:
    values = {"title": draft.book.title, "value": typed, "game": draft.book.game}
    if near := _near(typed, entries):
        again = query.replace(typed, near[0])
        return Problem("rules.near", "words", near=did_you_mean(typed, near), again=again, **values)
    return Problem("rules.unknown", "words", terms=", ".join(term for term, _ in glossary(draft)[:6]), **values)


def glossary(draft: Draft) -> list[tuple[str, str]]:
    """Each word of the game with its meaning."""
    blocks = [block for chapter in draft.chapters if chapter.kind == "words" for block in chapter.blocks]
    return [
        (plain_text(row[0]), plain_text(row[1])) for block in blocks if isinstance(block, Table) for row in block.rows
    ]


@cache
def stem(word: str) -> str:
    """A word without its ending: slaps, slapped and slapping are slap; pointers are no points."""
    return _stemmer()(word)


@cache
def _stemmer() -> Callable[[str], str]:
    """The English stemmer of snowballstemmer, loaded alone: its package imports 36 languages, which takes 50 ms."""
    from importlib import import_module
    from importlib.util import find_spec

    found = find_spec("snowballstemmer")
    if found is None or found.submodule_search_locations is None:
        raise ModuleNotFoundError("snowballstemmer")
    package = sys.modules[ALONE] = ModuleType(ALONE)
    package.__path__ = found.submodule_search_locations
    stem_word: Callable[[str], str] = import_module(f"{ALONE}.english_stemmer").EnglishStemmer().stemWord
    return stem_word


def list_numbers(draft: Draft) -> list[tuple[Chapter[DraftBlock], list[str]]]:
    """Each chapter with the original's rule numbers that it restates."""
    entries = read_entries(draft)
    numbers = {
        chapter.number: {source for entry in entries if entry.chapter is chapter for source in entry.sources}
        for chapter in draft.chapters
        if chapter.kind in ("setup", "rules")
    }
    return [(chapter, sorted(numbers.get(chapter.number, ()), key=_number_order)) for chapter in draft.chapters]


def _number_order(number: str) -> tuple[int, str]:
    """2c before 3, 3 before 10a, sections last."""
    digits = re.match(r"\d+", number)
    return (int(digits[0]) if digits else 99, number)
