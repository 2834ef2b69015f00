"""The rules of a game by the author's numbers: what `rules` looks up, and what the Full rules print.

The sentences are those of `book.md`, sorted by the numbers that they cite. `templates/games/NAME/full.toml` has the numbers in the
author's order, what no sentence says, and the rulings.
"""

from __future__ import annotations

from dataclasses import field

from tt_print.booklets.blocks import HouseRule, Paragraph, Table, plain, source_name
from tt_print.booklets.markdown import MarkdownReader
from tt_print.booklets.text import Draft
from tt_print.games.examples import Example
from tt_print.records import dataclass
from tt_print.templates import has_template, read_table

CHAPTERS = ("setup", "rules", "argued")  # of a book: those whose sentences are rules
Ruling = tuple[str, str, str]  # the number of its rule, what it says, and why


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
    blocks: tuple[Paragraph | Table, ...]
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
    glossary: Table | None
    kept: str


def read_numbered(game: str) -> NumberedText:
    """What `full.toml` says; nothing for a game that brings no such file."""
    file = f"games/{game}/full.toml"
    return read_table(NumberedText, file) if has_template(file) else NumberedText()


def rule_titles(draft: Draft) -> dict[str, str]:
    """The author's numbers in his order (`3c8`, `summary-1`), with what each is about; those kept of another game come last.

    Of a game without `full.toml` the numbers that its book cites, with the titles of the chapters.
    """
    own = read_numbered(draft.book.game)
    kept = read_numbered(own.like).titles if own.like else {}
    titles = own.titles | {n: title for n, title in kept.items() if n not in own.titles and n not in own.replaced}
    cited = {sources[0]: chapter for sources, chapter, _ in _sentences(draft)}
    return titles or cited


def read_rules(draft: Draft) -> GameRules:
    """The rules of a game under the house rules of the draft. Raises TemplateError for text that cannot be read."""
    name = draft.book.game
    own, titles = read_numbered(name), rule_titles(draft)
    reader, blocks = MarkdownReader(f"games/{name}/full.toml"), _sentences(draft)
    house = [b for c in draft.chapters for b in c.blocks if isinstance(b, HouseRule)]
    like = read_numbered(own.like).rulings if own.like else {}
    like = {code: each for code, each in like.items() if code not in own.rulings and code not in own.replaced}
    rules = list[NumberedRule]()
    for number, title in titles.items():
        said = source_name(number)
        here = [block for sources, _, block in blocks if sources[0] == said]
        texts = [Paragraph("", reader.spans(own.texts[number]))] if number in own.texts else []
        written = [*texts, *(block for block in here if not isinstance(block, Example))]
        covered = tuple(dict.fromkeys(sources[0] for sources, _, _ in blocks if said in sources[1:]))
        rules.append(NumberedRule(
            name, said, title, tuple(written), {code: each for code, each in own.rulings.items() if each[0] == number},
            tuple(rule for rule in house if rule.sources[:1] == (said,)), tuple(block for block in here if isinstance(block, Example)),
            () if here else covered, tuple(code for code, each in like.items() if each[0] == number and number not in own.titles),
        ))  # fmt: skip
    tables = [b for c in draft.chapters if c.kind == "words" for b in c.blocks if isinstance(b, Table)]
    kept = source_name(next((number for number in titles if number not in own.titles), "")) if own.titles else ""
    return GameRules(name, draft.book.title, draft.book.facts, tuple(rules), tables[0] if tables else None, kept)


def _sentences(draft: Draft) -> list[tuple[tuple[str, ...], str, Paragraph | Table | Example]]:
    """The sentences of a book with the author's numbers that they cite and the title of their chapter.

    A table belongs to the sentence above it. An example also does, or to the one below it at the head of a chapter. In a book without
    `full.toml` a sentence that cites nothing has the title of its chapter for a number.
    """
    found, is_own = (
        list[tuple[tuple[str, ...], str, Paragraph | Table | Example]](),
        has_template(f"games/{draft.book.game}/full.toml"),
    )
    for chapter in (each for each in draft.chapters if each.kind in CHAPTERS):
        sources: tuple[str, ...] = ()
        waiting = list[Example]()
        for block in chapter.blocks:
            if isinstance(block, Paragraph):
                sources = block.sources or (() if is_own else (chapter.title.lower(),))
                kept: list[Paragraph | Table | Example] = [block, *waiting]
                waiting = []
            elif isinstance(block, Example) and not sources:
                waiting.append(block)
                continue
            else:
                kept = [block] if isinstance(block, Table | Example) else []
            found += [(sources, chapter.title, each) for each in kept if sources]
    return found
