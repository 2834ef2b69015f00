"""The rules of a game by the author's numbers: what the Full rules print, and how `rules` finds them, by number or by words.

The sentences are those of `book.md`, sorted by the numbers that they cite. `templates/games/NAME/full.toml` has the numbers in the
author's order, what no sentence says, and the rulings.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import field
from functools import cache
from types import ModuleType

from tt_print.books.blocks import (
    Book,
    BookTable,
    HouseRule,
    Paragraph,
    RenderedExample,
    Spans,
    plain,
    read_book_words,
    source_name,
)
from tt_print.books.examples import render_example
from tt_print.books.reader import MarkdownReader
from tt_print.errors import InputError, did_you_mean
from tt_print.games.examples import Example
from tt_print.problems import Problem
from tt_print.records import dataclass, replace
from tt_print.templates import Measures, has_template, read_measures, read_table

CHAPTERS = ("setup", "rules", "argued")  # of a book: those whose sentences are rules
Ruling = tuple[str, str, str]  # the number of its rule, what it says, and why
WORD = re.compile(r"[a-z]+(?:'[a-z]+)?|\d+(?:[a-z]\b)?|(?<![\w)])\?")  # a ? at the end of a question is no card
QUOTES = str.maketrans("\u2018\u2019\u201c\u201d\u2013", "''\"\"-")
NEAR = 0.75
WORDS = "booklets/full-rules.toml"
ALONE = "tt_print._snowball"  # the name under which one module of snowballstemmer is loaded


@dataclass(frozen=True, slots=True)
class NumberedText:
    """`full.toml` of a game: titles by the author's numbers in his order, texts by number, rulings by code.

    A game that is `like` another one keeps its numbers and rulings, but for those that are `replaced`.
    """

    titles: dict[str, str] = field(default_factory=dict)
    rulings: dict[str, Ruling] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    like: str = ""
    replaced: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NumberedRule:
    """A rule of the author with all that belongs to it, the house rules in force written in.

    `examples` are those that the law shows beside it, not yet run. `see` are the rules whose text covers it, `of_like` rulings of the
    game it is from.
    """

    game: str
    number: str
    title: str
    blocks: tuple[Paragraph | BookTable, ...]
    rulings: dict[str, Ruling]
    house: tuple[HouseRule, ...]
    examples: tuple[Example, ...]
    see: tuple[str, ...]
    of_like: tuple[str, ...]

    @property
    def text(self) -> str:
        """The words to look through, without the title."""
        blocks = [plain(block.spans) for block in self.blocks if isinstance(block, Paragraph)]
        return "\n".join([*blocks, *(text for _, text, _ in self.rulings.values())])


@dataclass(frozen=True, slots=True)
class GameRules:
    """A game's rules in the author's order; from number `kept` on they are those of another game."""

    game: str
    title: str
    facts: tuple[tuple[str, str], ...]
    rules: tuple[NumberedRule, ...]
    glossary: BookTable | None
    kept: str


def read_numbered(game: str) -> NumberedText:
    """What `full.toml` says; nothing for a game that brings no such file."""
    file = f"games/{game}/full.toml"
    return read_table(NumberedText, file) if has_template(file) else NumberedText()


def rule_titles(draft: Book) -> dict[str, str]:
    """The author's numbers in his order (`3c8`, `summary-1`), with what each is about; those kept of another game come last.

    Of a game without `full.toml` the numbers that its book cites, with the titles of the chapters.
    """
    own = read_numbered(draft.game)
    kept = read_numbered(own.like).titles if own.like else {}
    titles = own.titles | {n: title for n, title in kept.items() if n not in own.titles and n not in own.replaced}
    cited = {sources[0]: chapter for sources, chapter, _ in _sentences(draft)}
    return titles or cited


def read_rules(draft: Book) -> GameRules:
    """The rules of a game under the house rules of the draft. Raises TemplateError for text that cannot be read."""
    name = draft.game
    own, titles = read_numbered(name), rule_titles(draft)
    reader, blocks = MarkdownReader(f"games/{name}/full.toml"), _sentences(draft)
    house = [b for c in draft.chapters for b in c.blocks if isinstance(b, HouseRule)]
    like = read_numbered(own.like).rulings if own.like else {}
    like = {code: each for code, each in like.items() if code not in own.rulings and code not in own.replaced}
    rules = list[NumberedRule]()
    for number, title in titles.items():
        said = source_name(number)
        here = [block for sources, _, block in blocks if sources[0] == said]
        texts = [Paragraph(reader.spans(own.texts[number]))] if number in own.texts else []
        written = [*texts, *(block for block in here if not isinstance(block, Example))]
        covered = tuple(dict.fromkeys(sources[0] for sources, _, _ in blocks if said in sources[1:]))
        rules.append(NumberedRule(
            name, said, title, tuple(written), {code: each for code, each in own.rulings.items() if each[0] == number},
            tuple(rule for rule in house if rule.sources[:1] == (said,)), tuple(block for block in here if isinstance(block, Example)),
            () if here else covered, tuple(code for code, each in like.items() if each[0] == number and number not in own.titles),
        ))  # fmt: skip
    tables = [b for c in draft.chapters if c.kind == "words" for b in c.blocks if isinstance(b, BookTable)]
    kept = source_name(next((number for number in titles if number not in own.titles), "")) if own.titles else ""
    return GameRules(name, draft.title, draft.facts, tuple(rules), tables[0] if tables else None, kept)


def _sentences(draft: Book) -> list[tuple[tuple[str, ...], str, Paragraph | BookTable | Example]]:
    """The sentences of a book with the author's numbers that they cite and the title of their chapter.

    A table belongs to the sentence above it. An example also does, or to the one below it at the head of a chapter. In a book without
    `full.toml` a sentence that cites nothing has the title of its chapter for a number.
    """
    found = list[tuple[tuple[str, ...], str, Paragraph | BookTable | Example]]()
    is_own = has_template(f"games/{draft.game}/full.toml")
    for chapter in (each for each in draft.chapters if each.kind in CHAPTERS):
        sources: tuple[str, ...] = ()
        waiting = list[Example]()
        for block in chapter.blocks:
            if isinstance(block, Paragraph):
                sources = block.sources or (() if is_own else (chapter.title.lower(),))
                kept: list[Paragraph | BookTable | Example] = [block, *waiting]
                waiting = []
            elif isinstance(block, Example) and not sources:
                waiting.append(block)
                continue
            else:
                kept = [block] if isinstance(block, BookTable | Example) else []
            found += [(sources, chapter.title, each) for each in kept if sources]
    return found


# ---------------------------------------------------------------- what is found


@dataclass(frozen=True, slots=True)
class FoundRule:
    """What is found: a rule under its number, or a house rule under its name, with what belongs to it.

    `sources` are the author's numbers. `lines` are its sentences, each with whether a house rule has changed it; those of a house rule are
    its question and its answers. `rulings` are those that hold under these house rules, by code.
    """

    number: str
    title: str
    sources: tuple[str, ...]
    lines: tuple[tuple[str, bool], ...]
    tables: tuple[BookTable, ...]
    rulings: dict[str, str]
    examples: tuple[Example, ...]
    strong: str = ""  # the words that are printed bold, which say what a sentence is about
    is_house: bool = False
    page_lines: tuple[str, ...] = ()  # where nobody types: of a house rule without its values

    @property
    def text(self) -> str:
        return " ".join(line for line, _ in self.lines)

    @property
    def changed(self) -> bool:
        """Whether a house rule is in force here other than printed."""
        return any(changed for _, changed in self.lines)

    def render_examples(self, draft: Book) -> Iterator[RenderedExample]:
        for example in self.examples:
            yield from render_example(example, draft.house)


def read_entries(draft: Book) -> list[FoundRule]:
    """Every rule in the author's order, then every house rule, last those that cite no rule."""
    rules = read_rules(draft).rules
    houses = [rule for numbered in rules for rule in numbered.house]
    houses += [b for c in draft.chapters for b in c.blocks if isinstance(b, HouseRule) and b not in houses]
    return [*(_entry(rule, not draft.house.changed) for rule in rules), *map(_house_entry, houses)]


def _entry(rule: NumberedRule, has_rulings: bool) -> FoundRule:
    """A rule; its rulings where a table has decided nothing else: they speak of the usual game."""
    lines = tuple((plain_text(b.spans), b.changed) for b in rule.blocks if isinstance(b, Paragraph))
    if not lines:
        words = read_measures(WORDS)
        lines = ((f"{words.see} {', '.join(rule.see)}." if rule.see else words.unused, False),)
    tables = tuple(block for block in rule.blocks if isinstance(block, BookTable))
    rulings = {code: text.translate(QUOTES) for code, (_, text, _) in rule.rulings.items() if has_rulings}
    bold = [span.text for b in rule.blocks if isinstance(b, Paragraph) for span in b.spans if span.bold]
    return FoundRule(
        rule.number, rule.title.translate(QUOTES), (rule.number,), lines, tables, rulings, rule.examples, " ".join(bold)
    )


def _house_entry(rule: HouseRule) -> FoundRule:
    """The question, and each answer with what is typed for it."""
    typed, read = [(plain_text(rule.question), rule.changed)], [plain_text(rule.question)]
    for choice in rule.choices:
        now = " (in force)" if choice.in_force and rule.changed else ""
        typed.append((f"- {plain_text(choice.spans)} ({rule.option}={choice.value}){now}", False))
        read.append(f"- {plain_text(choice.spans)}{now}")
    rulings = {rule.ruling: ""} if rule.ruling else {}
    return FoundRule(
        rule.option, "", rule.sources, tuple(typed), (), rulings, (), is_house=True, page_lines=tuple(read)
    )


def plain_text(spans: Spans) -> str:
    """Text for a terminal, which may know no other quotation marks."""
    return plain(spans).translate(QUOTES)


# ---------------------------------------------------------------- by number


def find_rules(draft: Book, query: str) -> tuple[list[FoundRule], list[tuple[str, str]]]:
    """The rules that `query` asks for, best first, and the glossary's words about it.

    Raises InputError that says what there is, or what may have been meant.
    """
    entries, wanted = read_entries(draft), query.strip().lower()
    found = _by_number(entries, wanted)
    if found:
        return found, []
    if re.fullmatch(r"\d+[a-z]?\d*(\.\d+)?|[a-z]-\d+", wanted):
        raise Problem("rules.no_rule", "words", title=draft.title, value=query.strip(), game=draft.game)
    named = [
        entry
        for entry in entries
        if entry.is_house and "_" in entry.number and entry.number == wanted.replace(" ", "_")
    ]
    rules, meanings = _by_words(draft, entries, wanted)
    return [*named, *(entry for entry in rules if entry not in named)], meanings


def _by_number(entries: list[FoundRule], query: str) -> list[FoundRule]:
    """A number (2c; 3 also finds 3a), a ruling (W-4), a section (setup), the name of a house rule, or `house` for all."""
    query = re.sub(r"^(?:rules?|ruling|section)\s+(?=\S)", "", query)
    if query in ("house", "house rules"):
        return [entry for entry in entries if entry.is_house]
    option = query.replace("-", "_")
    if exact := [entry for entry in entries if entry.is_house and entry.number == option and "_" in option]:
        return exact
    if re.fullmatch(r"[a-z]-\d+", query):
        asked = [entry for entry in entries if query.upper() in entry.rulings]
        return sorted(asked, key=lambda entry: not entry.is_house)
    named = source_name(query.replace(" ", "-")) if query[:1].isalpha() else query
    close = named.replace(" ", "")
    sources = [e for e in entries if any(_is_part(source.replace(" ", ""), close) for source in e.sources)]
    return sorted(sources, key=lambda e: (e.is_house, named != e.sources[0]))


def _is_part(source: str, number: str) -> bool:
    """Rule 3a is a part of rule 3, rule 13 is none."""
    return source == number or (number.isdigit() and re.fullmatch(number + r"[a-z]\d*", source) is not None)


# ---------------------------------------------------------------- by words


def _by_words(draft: Book, entries: list[FoundRule], query: str) -> tuple[list[FoundRule], list[tuple[str, str]]]:
    words = read_book_words()
    typed = WORD.findall(query)
    tried = [*typed, *(each for word in typed for each in (words.synonyms.get(word, ""), *words.instead.get(word, ())))]
    initials = {part[0] for text in tried for part in text.split()}

    def stem_if_wanted(word: str) -> str:
        """Words that begin with another letter are not looked for; to stem all of a book takes 25 ms."""
        return stem(word) if word[0] in initials else word

    little = {stem_if_wanted(word) for word in words.little_words}
    telling = [word for word in typed if word not in words.little_words] or typed
    said = (
        " ".join([entry.text, *map(_table_text, entry.tables)]) for entry in entries
    )  # rulings say the same in other words
    texts = [[stem_if_wanted(word) for word in WORD.findall(text.lower())] for text in said]
    titles = [{stem_if_wanted(word) for word in WORD.findall(entry.title.lower())} for entry in entries]
    strong = [{stem_if_wanted(word) for word in WORD.findall(entry.strong.lower())} for entry in entries]
    known = {word for stems in (*texts, *titles) for word in stems}
    wanted, lacking = _in_the_books_words(telling, known, words)
    if lacking and (len(lacking) > 1 or not wanted or _near(lacking[0], entries)):
        raise _unknown(draft, query, lacking[0], entries)
    scored: list[tuple[int, bool, int, int, FoundRule]] = []
    for entry, text, title, bold in zip(entries, texts, titles, strong, strict=True):
        hits = sum(min(text.count(word), 3) + 4 * (word in bold) + 6 * (word in title) for word in wanted)
        hits += 6 * (len(wanted) > 1 and _in_a_row(wanted, [word for word in text if word not in little]))
        missed = sum(word not in text and word not in title for word in wanted)
        scored.append((missed, entry.is_house, -hits, len(scored), entry))
    scored.sort(key=lambda row: row[:4])
    fewest = scored[0][0]
    if fewest == len(wanted):
        raise InputError(f"no rule of {draft.title} mentions {query!r}. Ask for one of the words.")
    meanings = []
    for term, meaning in glossary(draft):
        parts = {stem(words.synonyms.get(part, part)) for part in WORD.findall(term.lower().removeprefix("to "))}
        if parts <= set(wanted) or set(wanted) <= parts:
            meanings.append((term, meaning))
    meanings += [(word, f"the rules of {draft.title} say nothing about it") for word in lacking]
    if fewest:
        meanings.insert(0, (query, words.nearest))
    return [_shorten(row[-1], set(wanted)) for row in scored if row[0] == fewest], meanings


def _shorten(entry: FoundRule, wanted: set[str]) -> FoundRule:
    """The rule with those of its sentences, tables, and rulings alone that have a word that is looked for; whole where none has."""
    initials = {word[0] for word in wanted}

    def has_word(text: str) -> bool:
        return any(word[0] in initials and stem(word) in wanted for word in WORD.findall(text.lower()))

    lines = tuple(line for line in entry.lines if has_word(line[0]))
    tables = tuple(table for table in entry.tables if has_word(_table_text(table)))
    if entry.is_house or not (lines or tables):
        return entry
    rulings = {code: text for code, text in entry.rulings.items() if has_word(text)}
    return replace(entry, lines=lines, tables=tables, rulings=rulings)


def _in_the_books_words(telling: list[str], known: set[str], words: Measures) -> tuple[list[str], list[str]]:
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


def _table_text(table: BookTable) -> str:
    return " ".join(plain_text(cell) for row in table.rows for cell in row)


def _near(typed: str, entries: list[FoundRule]) -> list[str]:
    """A word of the book that may have been meant: a letter more or less, not two."""
    from difflib import get_close_matches

    words = list(dict.fromkeys(w for e in entries for w in WORD.findall(f"{e.title} {e.text}".lower()) if len(w) > 2))
    words = [word for word in words if abs(len(word) - len(typed)) < 2]
    return get_close_matches(typed, words, n=1, cutoff=NEAR)


def _unknown(draft: Book, query: str, typed: str, entries: list[FoundRule]) -> Problem:
    values = {"title": draft.title, "value": typed, "game": draft.game}
    if near := _near(typed, entries):
        again = query.replace(typed, near[0])
        return Problem("rules.near", "words", near=did_you_mean(typed, near), again=again, **values)
    return Problem(
        "rules.unknown", "words", terms=", ".join(term.removeprefix("to ") for term, _ in glossary(draft)[:6]), **values
    )


def glossary(draft: Book) -> list[tuple[str, str]]:
    """Each word of the game with its meaning."""
    blocks = [block for chapter in draft.chapters if chapter.kind == "words" for block in chapter.blocks]
    return [
        (plain_text(row[0]), plain_text(row[1]))
        for block in blocks
        if isinstance(block, BookTable)
        for row in block.rows
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
    assert found and found.submodule_search_locations
    package = sys.modules[ALONE] = ModuleType(ALONE)
    package.__path__ = found.submodule_search_locations
    stem_word: Callable[[str], str] = import_module(f"{ALONE}.english_stemmer").EnglishStemmer().stemWord
    return stem_word
