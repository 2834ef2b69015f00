"""The Full rules: all games in one PDF for the screen, each rule under the author's number with its rulings, house rules, and examples.

The sentences are those of `book.md`, sorted by the numbers that they cite. `templates/games/NAME/full.toml` has the numbers in
the author's order, what no sentence of the book says, and the rulings. Each line of the examples is under the rule that decided it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace

from tt_print.booklets.blocks import Figure, HouseRule, Paragraph, RenderedExample, Span, Table, plain, source_name
from tt_print.booklets.choices import Booklet
from tt_print.booklets.cover import read_cover
from tt_print.booklets.examples import render_case
from tt_print.booklets.figures import figure_box
from tt_print.booklets.make import MAKER, VIEWER
from tt_print.booklets.markdown import MarkdownReader
from tt_print.booklets.pages import filled, text_page
from tt_print.booklets.panels import example_layout
from tt_print.booklets.prose import FixedBox, Flow, Part, choices_box, runs_of, table_box, title_box
from tt_print.booklets.style import Style, find_style
from tt_print.booklets.text import Draft, read_draft
from tt_print.booklets.typography import NO_BREAK
from tt_print.cards.theme import Theme
from tt_print.drawing.shapes import Bookmark, ReadingPage
from tt_print.drawing.text import DISPLAY
from tt_print.engine.printed_lines import house_sentences
from tt_print.errors import TemplateError
from tt_print.files.disk import file_stem
from tt_print.games import find_game, game_names
from tt_print.games.examples import check_examples, every_case, example_table, read_examples
from tt_print.page.boxes import NEVER, UNWILLING, Box, Framed, Layout, Row, Share, Tagged, Words, Wrapped, entries
from tt_print.page.flow import Document
from tt_print.page.text import TextStyle
from tt_print.records import dataclass
from tt_print.render.pdf import DocumentFacts
from tt_print.render.tagged import render_reading_pdf
from tt_print.sheets.plan import Paper
from tt_print.templates import has_template, read_measures, read_table

NAME = "full-rules"
WORDS = f"booklets/{NAME}.toml"
CHAPTERS = ("setup", "rules", "argued")  # of a book: those whose sentences are rules
MOST_REFERENCES = 5  # of a word of the index in one game
TAB_MM, CODE_MM = 6.4, 11.0  # the least width of a rule's number, and room for a ruling's code
WORD_MM, CLOSE_MM = 1.2, 0.6  # between words, and between examples without cards
Ruling = tuple[str, str, str]  # the number of its rule, what it says, and why


@dataclass(frozen=True, slots=True)
class NumberedText:
    """`full.toml` of a game: titles by the author's numbers in his order, texts by number, rulings by code.

    A game that is `like` another one keeps its numbers and rulings, but for those that are `replaced`.
    """

    titles: dict[str, str]
    rulings: dict[str, Ruling]
    texts: dict[str, str] = field(default_factory=dict)
    like: str = ""
    replaced: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NumberedRule:
    """A rule of the author with all that belongs to it. `see` are the rules whose text covers it, `of_like` rulings of the game it is from."""

    game: str
    number: str
    title: str
    blocks: tuple[Paragraph | Table, ...]
    rulings: dict[str, Ruling]
    house: tuple[HouseRule, ...]
    examples: tuple[RenderedExample, ...]
    see: tuple[str, ...]
    of_like: tuple[str, ...]

    @property
    def text(self) -> str:
        """The words that the index looks through, without the title."""
        blocks = [plain(block.spans) for block in self.blocks if isinstance(block, Paragraph)]
        return "\n".join([*blocks, *(text for _, text, _ in self.rulings.values())])


@dataclass(frozen=True, slots=True)
class GameRules:
    """A game's rules in the author's order; from number `kept` on they are those of another game."""

    game: str
    title: str
    facts: tuple[tuple[str, str], ...]
    rules: tuple[NumberedRule, ...]
    glossary: Table
    kept: str


def read_numbered(game: str) -> NumberedText:
    return read_table(NumberedText, f"games/{game}/full.toml")


def rule_titles(game: str) -> dict[str, str]:
    """The author's numbers in his order (`3c8`, `summary-1`), with what each is about; those kept of another game come last."""
    own = read_numbered(game)
    kept = read_numbered(own.like).titles if own.like else {}
    return own.titles | {n: title for n, title in kept.items() if n not in own.titles and n not in own.replaced}


def read_rules(name: str) -> GameRules:
    """The rules of a game, with every example run. Raises ExampleError if one is false, TemplateError for a number without a title."""
    check_examples(name)
    game, own, titles, draft = find_game(name), read_numbered(name), rule_titles(name), read_draft(name)
    reader, blocks = MarkdownReader(f"games/{name}/full.toml"), _sentences(draft)
    house = [b for c in draft.chapters for b in c.blocks if isinstance(b, HouseRule)]
    examples, like = _examples_by_rule(name, titles), read_numbered(own.like).rulings if own.like else {}
    like = {code: each for code, each in like.items() if code not in own.rulings and code not in own.replaced}
    rules = list[NumberedRule]()
    for number, title in titles.items():
        said = source_name(number)
        here = [block for sources, block in blocks if sources[0] == said]
        texts = [Paragraph("", reader.spans(own.texts[number]))] if number in own.texts else []
        covered = tuple(dict.fromkeys(sources[0] for sources, _ in blocks if said in sources[1:]))
        rules.append(NumberedRule(
            name, said, title, (*texts, *here), {code: each for code, each in own.rulings.items() if each[0] == number},
            tuple(rule for rule in house if rule.sources[0] == said), tuple(examples.get(number, ())),
            () if here else covered, tuple(code for code, each in like.items() if each[0] == number and number not in own.titles),
        ))  # fmt: skip
    glossary = next(b for c in draft.chapters if c.kind == "words" for b in c.blocks if isinstance(b, Table))
    kept = source_name(next((number for number in titles if number not in own.titles), ""))
    return GameRules(name, game.title, draft.book.facts, tuple(rules), glossary, kept)


def _sentences(draft: Draft) -> list[tuple[tuple[str, ...], Paragraph | Table]]:
    """The sentences of a book with the author's numbers that they cite; a table belongs to the sentence above it.

    Where a sentence names a number of the book (`3.2`, `chapter 7`), it now names the author's.
    """
    numbers, found = dict[str, str](), list[tuple[tuple[str, ...], Paragraph | Table]]()
    for chapter in draft.chapters:
        for block in chapter.blocks:
            if isinstance(block, Paragraph) and block.number and block.sources:
                numbers[block.number] = block.sources[0]
                numbers.setdefault(f"chapter {chapter.number}", f"rule {block.sources[0]}")
    for chapter in (each for each in draft.chapters if each.kind in CHAPTERS):
        sources: tuple[str, ...] = ()
        for block in chapter.blocks:
            sources = block.sources if isinstance(block, Paragraph) else sources
            if isinstance(block, Paragraph) and sources:
                spans = tuple(replace(span, text=_in_place(span.text, numbers)) for span in block.spans)
                found.append((sources, Paragraph("", spans)))
            elif isinstance(block, Table) and sources:
                found.append((sources, block))
    return found


def _in_place(text: str, numbers: Mapping[str, str]) -> str:
    """The text with the author's `numbers` for those of the book, and without what it says of the book's own pages."""
    for old, new in read_table(dict[str, str], WORDS, "instead").items():
        text = text.replace(old, new)
    return re.sub(r"chapter \d+|\b\d+\.\d+", lambda found: numbers[found[0]], text)


def _examples_by_rule(name: str, titles: Mapping[str, str]) -> dict[str, list[RenderedExample]]:
    """Every line of the examples under the cited rule that decided it, once for those that look alike; rounds and lessons are stories, and silent lines prove what others show."""
    found, usual = dict[RenderedExample, str](), find_game(name).house()
    for example in read_examples(name):
        for case in every_case(example) if example.kind != "round" and not example.file.endswith("lesson.md") else ():
            table = example_table(example.game, case.phrases, ())
            cited = [rule for rule in example.rules if rule in table.rules] or example.rules or sorted(table.rules)
            number = next((rule for rule in cited if rule in titles), None)
            if number is None:
                raise TemplateError(f"{example.file}, line {case.line}: full.toml has no title for {', '.join(cited)}.")
            shown = render_case(example, case, usual)
            if shown and (shown.answer or shown.outcome):
                house = [] if shown.groups else [s for s in house_sentences(table.house) if s not in shown.words]
                words = " ".join([*house, shown.words]).strip()
                found.setdefault(replace(shown, words=words, rules=(), where="", caption=()), number)
    return {number: [each for each, at in found.items() if at == number] for number in titles}


# ---------------------------------------------------------------- a rule as boxes


def _links(label: Box, game: str, numbers: Mapping[str, str], style: TextStyle) -> list[Box]:
    """A label, and texts that lead to rules of a game."""
    last = [*numbers][-1]
    shown = {text: f"{text.replace(' ', NO_BREAK)}{'.' if text == last else ','}" for text in numbers}
    keys = {text: rule_key(game, number) for text, number in numbers.items()}
    return [label, *(Tagged("Link", Words(shown[text], style, ""), text, keys[text]) for text in numbers)]


def rule_key(game: str, number: str) -> str:
    return f"{game}-{source_name(number).replace(' ', '')}"


def _noted(style: Style) -> Style:
    """The style of what is under a rule."""
    return replace(style, body_pt=style.note_pt, leading_mm=style.note_leading_mm)


def _rule_parts(rule: NumberedRule, style: Style) -> Iterator[Part]:
    """The author's number in a tab of the game's color with what the rule is about, and what is below it."""
    text = TextStyle(0.9 * style.section.size, style.section.leading, DISPLAY, DISPLAY, style.on_accent, "middle")
    tab = Framed(Words(rule.number, text, ""), 0.7, style.theme.ink, style.keyline_mm, 1.2, style.accent)
    mark = Bookmark(rule_key(rule.game, rule.number), f"{rule.number} {rule.title}", 1, -4.0)
    title = Words(runs_of((Span(rule.title),)), style.section, "", bookmark=mark)
    row = Row([tab, title], [max(TAB_MM, tab.natural() + 0.6), Share()], 2.4, "middle")
    yield Part(Tagged("H3", row, keeps=True), style.section_before_mm, 1.0, -1.0)
    for index, part in enumerate(_parts_below(rule, style, _noted(style))):
        yield part if index else part._replace(before=style.section_after_mm, cost=NEVER)


def _parts_below(rule: NumberedRule, style: Style, note: Style) -> Iterator[Part]:
    """The sentences of a rule, its rulings, house rules, and examples."""
    words = read_measures(WORDS)
    for block in rule.blocks:
        box = table_box(block, note) if isinstance(block, Table) else Words(runs_of(block.spans, style), style.body)
        yield Part(box, style.paragraph_gap_mm, 1.0)
    if rule.see:
        see = _links(Words(words.see, style.body, ""), rule.game, {n: n for n in rule.see}, style.body.strong)
        yield Part(Tagged("P", Wrapped(see, WORD_MM)), style.paragraph_gap_mm, 1.0)
    if rule.rulings:
        yield Part(rulings_box(rule.rulings, note), style.block_gap_mm, 1.0)
    if rule.of_like:
        like = read_numbered(rule.game).like
        label = Words(words.of_like.format(title=find_game(like).title), note.body, "")
        places = {code: read_numbered(like).rulings[code][0] for code in rule.of_like}
        links = _links(label, like, places, note.body.strong)
        yield Part(Tagged("P", Wrapped(links, WORD_MM)), style.paragraph_gap_mm, 1.0)
    yield from (Part(box, style.block_gap_mm, 1.0) for box in _house_boxes(rule.house, note))
    for before, each in zip((None, *rule.examples), rule.examples, strict=False):
        is_close = before is not None and not (each.groups or before.groups)
        box = FixedBox(example_layout(each, note, style.column_mm))
        gap, stretch = (CLOSE_MM, 0.0) if is_close else (style.example_gap_mm, 1.0)
        yield Part(box, gap, stretch, 0.0 if before else UNWILLING)


def rulings_box(rulings: Mapping[str, Ruling], style: Style) -> Box:
    """A list: the code of each ruling, what it says, and why."""
    why = Span(f" {read_measures(WORDS).why} ", bold=True)
    texts = [runs_of((Span(text), why, Span(reason))) for _, text, reason in rulings.values()]
    return entries(texts, style.body, CODE_MM, [*rulings], 0.8, stretch=0.5, label=style.body.strong, apart=1.0)


def _house_boxes(rules: Sequence[HouseRule], style: Style) -> Iterator[Box]:
    """What a table may choose, and behind each answer what to type; then what has but one answer."""
    typed = list[HouseRule]()
    for rule in (each for each in rules if len(each.choices) > 1):
        choices = (replace(c, spans=(*c.spans, Span(f" {rule.option}={c.value}", bold=True))) for c in rule.choices)
        typed.append(replace(rule, choices=tuple(choices)))
    yield from [choices_box(typed, style)] if typed else []
    for rule in (each for each in rules if len(each.choices) == 1):
        question, only = Span(f"{plain(rule.question)} ", bold=True), Span(f" {read_measures(WORDS).only}")
        yield Words(runs_of((question, *rule.choices[0].spans, only)), style.body)


def make_full_rules(paper: Paper, theme: Theme) -> Booklet:
    """The file of all games. Raises ExampleError if an example is false."""
    words = read_measures(WORDS)
    games = [read_rules(name) for name in game_names() if has_template(f"games/{name}/full.toml")]
    size_mm = (paper.width_mm, paper.height_mm)
    styles = [find_style(NAME, False, theme, read_cover(each.game).accent, size_mm) for each in games]
    first = styles[0]
    owners = [words.title, *(f"{words.title}: {each.title}" for each in games), words.titles.index]
    bodies = [
        _columns(front_parts(games, {}, first), first),
        *(_columns(game_parts(each, style), style) for each, style in zip(games, styles, strict=True)),
        _columns(index_parts(games, first), first),
    ]
    keys = ["full", *(each.game for each in games), "index"]
    starts = {key: sum(map(len, bodies[:n])) // first.columns + 1 for n, key in enumerate(keys)}
    bodies[0] = _columns(front_parts(games, starts, first), first)
    columns = [(owner, each) for owner, body in zip(owners, bodies, strict=True) for each in body]
    document, pages = Document(), list[ReadingPage]()
    for at in range(0, len(columns), first.columns):
        (owner, _), *_ = here = columns[at : at + first.columns]
        pages.append(text_page(document, [each for _, each in here], first, len(pages) + 1, owner))
    name = f"booklets/{file_stem(NAME, paper.name, *theme.file_parts)}.pdf"
    data, _ = render_reading_pdf(pages, DocumentFacts(f"Triple Topper: {words.title}", words.credit, VIEWER, **MAKER))
    return Booklet("full", words.title, {name: data}, name, name, len(pages), -(-len(pages) // 2), "full", ())


def _columns(parts: Sequence[Part], style: Style) -> list[Layout]:
    """The parts over as many columns as they take."""
    return filled(Tagged("Sect", Flow(parts)).strips(style.column_mm), style)


def _section(key: str, style: Style, owner: str = "") -> Part:
    """A heading that belongs to no number: of the front, or of the game that is its `owner`."""
    title, text = read_measures(WORDS).titles.get(key), style.grown(1.2).section
    mark = Bookmark(f"{owner}{key}", title, 1, -4.0)
    box = Words(runs_of((Span(title),)), text, "H3" if owner else "H2", keeps=True, bookmark=mark)
    return Part(box, style.title_before_mm, 1.0, -2.0)


def front_parts(games: Sequence[GameRules], starts: Mapping[str, int], style: Style) -> list[Part]:
    """How to look something up, the games with their pages, the rulings of all games, and all cards."""
    words = read_measures(WORDS)
    title = Words(words.title, style.title, "H1", keeps=True, bookmark=Bookmark("full", words.title))
    lines = []
    for key, text in [*((each.game, each.title) for each in games), ("index", words.titles.index)]:
        page = str(starts.get(key, 0))
        row = Row([Words(text, style.body, ""), Words(page, style.body.strong, "")], [Share(), None])
        lines.append(Part(Tagged("TOCI", Tagged("Link", row, f"{text}, page {page}", key))))
    rulings = rulings_box(read_table(dict[str, Ruling], WORDS, "rulings"), _noted(style))
    how = (Words(runs_of(MarkdownReader(WORDS).spans(text)), style.body) for text in words.how)
    return [
        Part(title), _section("how", style), *(Part(each, style.paragraph_gap_mm, 0.0, NEVER) for each in how),
        _section("contents", style), Part(Tagged("TOC", Flow(lines)), style.section_after_mm, 0.0, NEVER),
        _section("everywhere", style), Part(rulings, style.section_after_mm, 0.0, NEVER),
        _section("cards", style), Part(figure_box(Figure("deck", ("full",), alt=words.cards_alt), style), style.section_after_mm, 0.0, NEVER),
        Part(Words(words.credit, style.note), style.title_before_mm),
    ]  # fmt: skip


def game_parts(rules: GameRules, style: Style) -> list[Part]:
    """The game's title and facts, its rules, and its glossary."""
    parts = [Part(title_box("", rules.title, rules.game, style))]
    facts = [(Span(f"{label}: ", bold=True), Span(text)) for label, text in rules.facts]
    parts += [Part(Words(runs_of(each), style.body), 0.0, 0.0, NEVER) for each in facts]
    for rule in rules.rules:
        parts += [_section("kept", style, rules.game)] if rules.kept == rule.number else []
        parts += _rule_parts(rule, style)
    glossary = Part(table_box(rules.glossary, _noted(style)), style.section_after_mm, 0.0, NEVER)
    return [*parts, _section("words", style, rules.game), glossary]


def index_parts(games: Sequence[GameRules], style: Style) -> list[Part]:
    """Every word with the rules that it is in, game by game; each number leads to its rule."""
    words, text = read_measures(WORDS), _noted(style).body
    parts = [Part(title_box("", words.titles.index, "index", style)), Part(Words(words.index_text, style.body))]
    for word in sorted(words.words, key=str.lower):
        boxes: list[Box] = [Words(word, text.strong, "")]
        for rules in games:
            if found := find_word(word, rules):
                label = Words(f"{words.games.get(rules.game, rules.title)}:", text, "")
                boxes += _links(label, rules.game, {number: number for number in found}, text)
        parts += [Part(Tagged("P", Wrapped(boxes, WORD_MM)), 0.8, 1.0)] if len(boxes) > 1 else []
    return parts


def find_word(word: str, rules: GameRules) -> list[str]:
    """The numbers of the rules with the word in the author's order, at most five: those that are about it, or have it most often."""
    letters = r"(?<![\w”)])\?(?=[\ss.,:;)]|$)" if word == "?" else rf"\b{re.escape(word)}(?:s|es|d|ed|ing)?\b"
    pattern = re.compile(letters, re.IGNORECASE)
    counts = Counter({r.number: len(pattern.findall(r.text)) + 9 * bool(pattern.search(r.title)) for r in rules.rules})
    best = {number for number, count in counts.most_common(MOST_REFERENCES) if count}
    return [rule.number for rule in rules.rules if rule.number in best]
