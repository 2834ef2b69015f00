"""The Full rules: all games in one PDF for the screen, each rule under the author's number with its rulings, house rules, and examples.

`books.lookup` has the rules. Each line of the examples is under the rule that decided it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from tt_print.books.blocks import BookTable, Figure, HouseRule, RenderedExample, Span, plain, source_name
from tt_print.books.cover import read_cover
from tt_print.books.examples import render_case
from tt_print.books.figures import example_layout, figure_box
from tt_print.books.lookup import GameRules, NumberedRule, Ruling, read_numbered, read_rules
from tt_print.books.make import AUTHOR, VIEWER
from tt_print.books.pages import text_page
from tt_print.books.prose import FixedBox, Flow, FlowPart, Style, find_style, house_box, runs_of, table_box
from tt_print.books.reader import MarkdownReader
from tt_print.books.text import read_draft
from tt_print.draw.pdf import DocumentFacts
from tt_print.draw.shapes import Bookmark, ReadingPage
from tt_print.draw.tagged import render_reading_pdf
from tt_print.draw.text import DISPLAY
from tt_print.engine.printed_lines import house_sentences
from tt_print.faces.theme import Theme
from tt_print.files.disk import file_stem
from tt_print.games import find_game, game_names
from tt_print.games.examples import check_examples, every_case, example_table, read_examples
from tt_print.page.boxes import NEVER, UNWILLING, Box, Framed, Layout, Row, Share, Tagged, Words, Wrapped, entries
from tt_print.page.flow import Document, pages
from tt_print.page.text import NO_BREAK, TextStyle
from tt_print.paper.imposition import Booklet
from tt_print.paper.plan import Paper
from tt_print.templates import has_template, read_measures, read_table

NAME = "full-rules"
WORDS = f"booklets/{NAME}.toml"
MOST_REFERENCES = 5  # of a word of the index in one game
TAB_MM, CODE_MM = 6.4, 11.0  # the least width of a rule's number, and room for a ruling's code
WORD_MM, CLOSE_MM = 1.2, 0.6  # between words, and between examples without cards
Examples = Mapping[str, Sequence[RenderedExample]]  # by the number of the rule


def examples_by_rule(rules: GameRules) -> Examples:
    """Every line of the examples under the cited rule that decided it, once for those that look alike; rounds and lessons are stories, and silent lines prove what others show."""
    found, usual = dict[RenderedExample, str](), find_game(rules.game).house()
    titles = [rule.number for rule in rules.rules]
    for example in read_examples(rules.game):
        for case in every_case(example) if example.kind != "round" and not example.file.endswith("lesson.md") else ():
            table = example_table(example.game, case.phrases, ())
            cited = [rule for rule in example.rules if rule in table.rules] or example.rules or sorted(table.rules)
            number = next(source for source in map(source_name, cited) if source in titles)
            shown = render_case(example, case, usual)
            if shown and (shown.answer or shown.outcome):
                house = [] if shown.groups else [s for s in house_sentences(table.house) if s not in shown.words]
                words = " ".join([*house, shown.words]).strip()
                found.setdefault(replace(shown, words=words, where="", caption=()), number)
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


def _note_style(style: Style) -> Style:
    """The style of what is under a rule."""
    return style.changed(body_pt=style.note_pt, leading_mm=style.note_leading_mm)


def _rule_parts(rule: NumberedRule, examples: Sequence[RenderedExample], style: Style) -> Iterator[FlowPart]:
    """The author's number in a tab of the game's color with what the rule is about, and what is below it."""
    text = TextStyle(0.9 * style.section.size, style.section.leading, DISPLAY, DISPLAY, style.on_accent, "middle")
    tab = Framed(Words(rule.number, text, ""), 0.7, style.theme.ink, style.keyline_mm, 1.2, style.accent)
    mark = Bookmark(rule_key(rule.game, rule.number), f"{rule.number} {rule.title}", 1, -4.0)
    title = Words(runs_of((Span(rule.title),)), style.section, "", bookmark=mark)
    row = Row([tab, title], [max(TAB_MM, tab.natural() + 0.6), Share()], 2.4, "middle")
    yield FlowPart(Tagged("H3", row, keeps=True), style.section_before_mm, -1.0)
    for index, part in enumerate(_parts_below(rule, examples, style, _note_style(style))):
        yield part if index else part._replace(before=style.section_after_mm, cost=NEVER)


def _parts_below(
    rule: NumberedRule, examples: Sequence[RenderedExample], style: Style, note: Style
) -> Iterator[FlowPart]:
    """The sentences of a rule, its rulings, house rules, and examples."""
    words = read_measures(WORDS)
    for block in rule.blocks:
        box = table_box(block, note) if isinstance(block, BookTable) else Words(runs_of(block.spans, style), style.body)
        yield FlowPart(box, style.paragraph_gap_mm)
    if rule.see:
        see = _links(Words(words.see, style.body, ""), rule.game, {n: n for n in rule.see}, style.body.strong)
        yield FlowPart(Tagged("P", Wrapped(see, WORD_MM)), style.paragraph_gap_mm)
    if rule.rulings:
        yield FlowPart(rulings_box(rule.rulings, note), style.block_gap_mm)
    if rule.of_like:
        like = read_numbered(rule.game).like
        label = Words(words.of_like.format(title=find_game(like).title), note.body, "")
        places = {code: read_numbered(like).rulings[code][0] for code in rule.of_like}
        links = _links(label, like, places, note.body.strong)
        yield FlowPart(Tagged("P", Wrapped(links, WORD_MM)), style.paragraph_gap_mm)
    yield from (FlowPart(box, style.block_gap_mm) for box in _house_boxes(rule.house, note))
    for before, each in zip((None, *examples), examples, strict=False):
        is_close = before is not None and not (each.groups or before.groups)
        box = FixedBox(example_layout(each, note, style.column_mm))
        yield FlowPart(box, CLOSE_MM if is_close else style.example_gap_mm, 0.0 if before else UNWILLING)


def rulings_box(rulings: Mapping[str, Ruling], style: Style) -> Box:
    """A list: the code of each ruling, what it says, and why."""
    why = Span(f" {read_measures(WORDS).why} ", bold=True)
    texts = [runs_of((Span(text), why, Span(reason))) for _, text, reason in rulings.values()]
    return entries(texts, style.body, CODE_MM, [*rulings], 0.8, label=style.body.strong, apart=1.0)


def _house_boxes(rules: Sequence[HouseRule], style: Style) -> Iterator[Box]:
    """What a table may choose, and behind each answer what to type; then what has but one answer."""
    for rule in (each for each in rules if len(each.choices) > 1):
        choices = (replace(c, spans=(*c.spans, Span(f" {rule.option}={c.value}", bold=True))) for c in rule.choices)
        yield house_box(replace(rule, choices=tuple(choices)), style)
    for rule in (each for each in rules if len(each.choices) == 1):
        question, only = Span(f"{plain(rule.question)} ", bold=True), Span(f" {read_measures(WORDS).only}")
        yield Words(runs_of((question, *rule.choices[0].spans, only)), style.body)


def make_full_rules(paper: Paper, theme: Theme) -> Booklet:
    """The file of all games. Raises ExampleError if an example is false."""
    words = read_measures(WORDS)
    names = [name for name in game_names() if has_template(f"games/{name}/full.toml")]
    for name in names:
        check_examples(name)
    games = [read_rules(read_draft(name)) for name in names]
    size_mm = (paper.width_mm, paper.height_mm)
    styles = [find_style(NAME, False, theme, read_cover(each.game).accent, size_mm) for each in games]
    first = styles[0]
    owners = [words.title, *(f"{words.title}: {each.title}" for each in games), words.titles.index]
    bodies = [
        _columns(front_parts(games, {}, first), first),
        *(
            _columns(game_parts(each, examples_by_rule(each), style), style)
            for each, style in zip(games, styles, strict=True)
        ),
        _columns(index_parts(games, first), first),
    ]
    keys = ["full", *(each.game for each in games), "index"]
    starts = {key: sum(map(len, bodies[:n])) // first.columns + 1 for n, key in enumerate(keys)}
    bodies[0] = _columns(front_parts(games, starts, first), first)
    columns = [(owner, each) for owner, body in zip(owners, bodies, strict=True) for each in body]
    document, made = Document(), list[ReadingPage]()
    for at in range(0, len(columns), first.columns):
        (owner, _), *_ = here = columns[at : at + first.columns]
        made.append(text_page(document, [each for _, each in here], first, len(made) + 1, owner))
    name = f"booklets/{file_stem(NAME, paper.name, *theme.file_parts)}.pdf"
    title = f"Triple Topper: {words.title}"
    facts = DocumentFacts(title, words.credit, VIEWER, author=AUTHOR, fast_compression=True)
    data, _ = render_reading_pdf(made, facts)
    return Booklet("full", words.title, {name: data}, name, name, len(made), -(-len(made) // 2), "full", ())


def _columns(parts: Sequence[FlowPart], style: Style) -> list[Layout]:
    """The parts over as many columns as they take."""
    return pages(Tagged("Sect", Flow(parts)), style.column_mm, style.depth_mm)


def _title(title: str, key: str, style: Style) -> Box:
    return Words(runs_of((Span(title),)), style.title, "H2", keeps=True, bookmark=Bookmark(key, title, 0, -4.0))


def _section(key: str, style: Style, owner: str = "") -> FlowPart:
    """A heading that belongs to no number: of the front, or of the game that is its `owner`."""
    title, text = read_measures(WORDS).titles.get(key), style.grown(1.2).section
    mark = Bookmark(f"{owner}{key}", title, 1, -4.0)
    box = Words(runs_of((Span(title),)), text, "H3" if owner else "H2", keeps=True, bookmark=mark)
    return FlowPart(box, style.title_before_mm, -2.0)


def front_parts(games: Sequence[GameRules], starts: Mapping[str, int], style: Style) -> list[FlowPart]:
    """How to look something up, the games with their pages, the rulings of all games, and all cards."""
    words = read_measures(WORDS)
    title = Words(words.title, style.title, "H1", keeps=True, bookmark=Bookmark("full", words.title))
    lines = []
    for key, text in [*((each.game, each.title) for each in games), ("index", words.titles.index)]:
        page = str(starts.get(key, 0))
        row = Row([Words(text, style.body, ""), Words(page, style.body.strong, "")], [Share(), None])
        lines.append(FlowPart(Tagged("TOCI", Tagged("Link", row, f"{text}, page {page}", key))))
    rulings = rulings_box(read_table(dict[str, Ruling], WORDS, "rulings"), _note_style(style))
    how = (Words(runs_of(MarkdownReader(WORDS).spans(text)), style.body) for text in words.how)
    return [
        FlowPart(title), _section("how", style), *(FlowPart(each, style.paragraph_gap_mm, NEVER) for each in how),
        _section("contents", style), FlowPart(Tagged("TOC", Flow(lines)), style.section_after_mm, NEVER),
        _section("everywhere", style), FlowPart(rulings, style.section_after_mm, NEVER),
        _section("cards", style), FlowPart(figure_box(Figure("deck", alt=words.cards_alt), style), style.section_after_mm, NEVER),
        FlowPart(Words(words.credit, style.note), style.title_before_mm),
    ]  # fmt: skip


def game_parts(rules: GameRules, examples: Examples, style: Style) -> list[FlowPart]:
    """The game's title and facts, its rules, and its glossary."""
    parts = [FlowPart(_title(rules.title, rules.game, style))]
    facts = [(Span(f"{label}: ", bold=True), Span(text)) for label, text in rules.facts]
    parts += [FlowPart(Words(runs_of(each), style.body), 0.0, NEVER) for each in facts]
    for rule in rules.rules:
        parts += [_section("kept", style, rules.game)] if rules.kept == rule.number else []
        parts += _rule_parts(rule, examples[rule.number], style)
    if rules.glossary is None:
        return parts
    glossary = FlowPart(table_box(rules.glossary, _note_style(style)), style.section_after_mm, NEVER)
    return [*parts, _section("words", style, rules.game), glossary]


def index_parts(games: Sequence[GameRules], style: Style) -> list[FlowPart]:
    """Every word with the rules that it is in, game by game; each number leads to its rule."""
    words, text = read_measures(WORDS), _note_style(style).body
    searched = {rules.game: [(rule.number, rule.title, rule.text) for rule in rules.rules] for rules in games}
    parts = [FlowPart(_title(words.titles.index, "index", style)), FlowPart(Words(words.index_text, style.body))]
    for word in sorted(words.words, key=str.lower):
        boxes: list[Box] = [Words(word, text.strong, "")]
        for rules in games:
            if found := find_word(word, searched[rules.game]):
                label = Words(f"{words.games.get(rules.game, rules.title)}:", text, "")
                boxes += _links(label, rules.game, {number: number for number in found}, text)
        parts += [FlowPart(Tagged("P", Wrapped(boxes, WORD_MM)), 0.8)] if len(boxes) > 1 else []
    return parts


def find_word(word: str, rules: Sequence[tuple[str, str, str]]) -> list[str]:
    """The numbers of the rules with the word, of numbers, titles, and texts in the author's order; at most five: those that are about it,
    or have it most often.
    """
    letters = r"(?<![\w”)])\?(?=[\ss.,:;)]|$)" if word == "?" else rf"\b{re.escape(word)}(?:s|es|d|ed|ing)?\b"
    pattern = re.compile(letters, re.IGNORECASE)
    counts = Counter(
        {
            number: len(pattern.findall(text)) + 9 * bool(pattern.search(title))
            for number, title, text in rules
            if word.lower() in f"{title} {text}".lower()
        }
    )
    best = {number for number, count in counts.most_common(MOST_REFERENCES) if count}
    return [number for number, _, _ in rules if number in best]
