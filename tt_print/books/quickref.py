"""Reference cards: what they say under these house rules, which the engine must confirm, and their sheets: with cards like the deck's own, to be
cut with it, or large ones, four to a page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from math import fsum
from typing import TYPE_CHECKING

from tt_print.draw.geometry import Rect, line
from tt_print.draw.shapes import Drawing, Group, Item, Path
from tt_print.engine.base import Game
from tt_print.engine.house import House
from tt_print.engine.printed_lines import PrintedLine, holds, house_sentences, idle_options, table_facts, team_words
from tt_print.errors import InputError, join_words
from tt_print.faces.faces import read_key_words, renamed_values
from tt_print.faces.scene import draw_band, draw_icon, draw_small_card, icon_name
from tt_print.faces.theme import Theme
from tt_print.files.disk import file_stem, house_part, short_hash
from tt_print.games import GAMES
from tt_print.page.boxes import Box, Keep, Layout, Row, Share, Stack, Strip, Tag, Tagged, Width, Words, grouped, stacked
from tt_print.page.boxes import Picture as PictureBox
from tt_print.page.flow import Document, Put, paginate, sized
from tt_print.page.text import TextStyle, display_style, word_width
from tt_print.paper.backs import CardPicture, Sheet, SheetFile, compose_sheets, fit, scale_of, transformed
from tt_print.paper.plan import CardSize, Paper, plan_sheet
from tt_print.paper.printers import PrinterProfile, front_correction
from tt_print.problems import LayoutProblem, Problem
from tt_print.records import dataclass, replace
from tt_print.templates import Measures, has_template, read_measures, read_table

if TYPE_CHECKING:
    from tt_print.books.blocks import Block, Book, Span


# ---------------------------------------------------------------- what a card says


@dataclass(frozen=True, slots=True)
class LittleCards:
    """Little cards (codes with spaces between, of a pile from the bottom), or values, and what they come to."""

    cards: str
    say: str

    @property
    def codes(self) -> list[str]:
        return self.cards.split()


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence or a row of little cards, with the rules behind it and checks for the engine: lines of examples that must hold. In the
    template facts are in braces.

    `checks_for` and `rules_for` are one game's own on a card that several games share. `when` are the house rules
    under which the line is there, `any` those whatever value of which leave it true. `shown` are the words of the checks that the little
    cards picture, in order, where they are not the cards themselves.
    """

    rules: tuple[str, ...] = ()
    say: str = ""
    show: tuple[LittleCards, ...] = ()
    emblems: bool = False
    checks: tuple[str, ...] = ()
    checks_for: dict[str, tuple[str, ...]] = field(default_factory=dict)
    rules_for: dict[str, tuple[str, ...]] = field(default_factory=dict)
    shown: tuple[str, ...] | None = None
    when: tuple[str, ...] = ()
    any: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CardEntry:
    """`any` speaks for all lines."""

    lines: tuple[Statement, ...]
    any: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CardTemplate:
    """`shared` names the template of the card that a game shares with others; `rules` are the house rules that a
    shared card speaks of.
    """

    title: str
    facts: PrintedLine
    cards: tuple[CardEntry, ...]
    shared: str = ""
    rules: tuple[str, ...] = ()


def read_card_template(name: str) -> CardTemplate:
    """The cards of `templates/games/<name>/quickref.toml`. Raises TemplateError."""
    return read_table(CardTemplate, card_file(name))


def card_file(name: str) -> str:
    return f"games/{name}/quickref.toml"


@dataclass(frozen=True, slots=True)
class Leaf:
    """The statements that belong on one card, and how the card is headed."""

    title: str
    facts: str
    statements: tuple[Statement, ...]
    author: str


def read_leaves(name: str, game: Game, house: House) -> list[Leaf]:
    """The cards of the template `name`, as they are under these house rules; of a game that brings none one card with the
    rules of its book. Raises TemplateError.
    """
    if not has_template(card_file(name)):
        return [_leaf_of_book(game, house)]
    template = read_card_template(name)
    facts = table_facts(game, house)
    facts |= game.table.card_facts(facts, house)
    said = template.facts.say.format(**facts)
    cards = [
        [_statement(line, game, facts) for line in card.lines if holds(line.when, facts)] for card in template.cards
    ]
    return [Leaf(template.title, said, tuple(statements), game.author) for statements in cards]


def leaf_of(book: Book) -> Leaf:
    """The sentences of a book, with **bold** words: those of its chapter {summary}, or of all chapters where there is none.

    Raises InputError for a book without a sentence.
    """
    chapters = [chapter for chapter in book.chapters if chapter.kind == "summary"] or book.chapters
    found = [sentence for chapter in chapters for block in chapter.blocks for sentence in _sentences(block)]
    if not found:
        raise InputError(f"{book.title}: no sentence for a card. Write a chapter: ## At a glance {{summary}}")
    facts = book.facts[0][1] if book.facts else ""
    return Leaf(book.title, facts, tuple(Statement(say=each) for each in found), book.author)


def _sentences(block: Block) -> Iterator[str]:
    from tt_print.books.blocks import Bullets, Field, Paragraph, plain

    if isinstance(block, Field) and block.kind in ("step", "bar"):
        yield f"**{plain(block.title)}**"
    if isinstance(block, Field):
        for inner in block.blocks:
            yield from _sentences(inner)
        for question, answers in block.ticks:
            yield f"{plain(question)} {' / '.join(map(plain, answers))}"
    for spans in (block.spans,) if isinstance(block, Paragraph) else block.items if isinstance(block, Bullets) else ():
        yield "".join(_marked(span) for span in spans)


def _marked(span: Span) -> str:
    text = span.text.strip()
    return f"**{text}**{' ' * span.text.endswith(' ')}" if span.bold and text else span.text


def _leaf_of_book(game: Game, house: House) -> Leaf:
    """The sentences of all rules; what takes more than a card needs a template."""
    from tt_print.books.reader import NUMBERED
    from tt_print.books.text import read_book

    book = read_book(game.name, house)
    (_, players), *_, (_, deck) = book.facts
    rules = tuple(chapter for chapter in book.chapters if chapter.kind in NUMBERED)
    return replace(leaf_of(replace(book, chapters=rules)), facts=f"{players} · {deck}")


def _statement(line: Statement, game: Game, facts: Mapping[str, object]) -> Statement:
    """A line of a template as it is for a game, with its facts."""
    checks = (*line.checks, *line.checks_for.get(game.name, ()))
    pictured = line.shown if line.shown is not None else tuple(part.cards for part in line.show)

    def filled(texts: Iterable[str]) -> tuple[str, ...]:
        return tuple(text.format(**facts) for text in texts)

    show = tuple(LittleCards(*filled((part.cards, part.say))) for part in line.show)
    rules = line.rules_for.get(game.name, line.rules)
    (say,), checks, shown = map(filled, ((line.say,), checks, pictured))
    return replace(line, say=say, show=show, rules=rules, checks=checks, shown=shown)


# ---------------------------------------------------------------- cards on sheets

MEASURES = "quickref/card.toml"  # in millimeters on a card of 63 x 88; other sizes are scaled
KEY = "words"  # the card of a theme whose cards say other words than the rules
CARD_RATIO = 0.74  # the width of a little card, in heights
WORDS_AIR = 1.6  # around the words beside little cards


@dataclass(frozen=True, slots=True)
class QuickrefChoices:
    """`games` in order, each with its house rules. `large` cards have the size that divides the paper. `own` is, instead of
    games, the card that somebody brings, with the name of its file.
    """

    games: tuple[tuple[Game, House], ...]
    paper: Paper
    card: CardSize
    theme: Theme
    large: bool = False
    cuts: str = "ticks"
    start_at: int = 1
    profile: PrinterProfile | None = None
    own: tuple[str, Leaf] | None = None


@dataclass(frozen=True, slots=True)
class Quickref:
    """The sheets, the cards on them in order, and how large their letters are, in points."""

    file: SheetFile
    cards: tuple[CardPicture, ...]
    text_pt: float
    per_sheet: int


def make_quickref(choices: QuickrefChoices) -> Quickref:
    """Raises InputError or LayoutError before anything is drawn."""
    theme, paper, card = choices.theme, choices.paper, choices.card
    choices = replace(choices, games=_in_order(choices.games))
    if choices.own:
        name, leaf = choices.own
        cards, title = _number_files(name, draw_leaves([leaf], (), False, theme)), f"{leaf.title}, reference"
    else:
        cards = reference_cards(choices.games, theme)
        title = "reference cards" if len(choices.games) > 1 else f"{choices.games[0][0].title}, reference"
    if key := key_leaf(theme):
        changed = any(house.changed for _, house in choices.games)
        cards += _number_files(KEY, draw_leaves([key], (), changed, theme))
    if choices.large:
        card, sheets, count = _large_sheets(cards, title, choices)
    else:
        plan = plan_sheet(paper, card)
        printer = choices.profile.printer if choices.profile else ""
        sheets = compose_sheets(cards, plan, theme, title, choices.cuts, choices.start_at, printer=printer)
        count = plan.count
    if choices.profile:
        correct = front_correction(choices.profile, sheets[0].drawing.width_mm, sheets[0].drawing.height_mm)
        sheets = [transformed(sheet, correct) for sheet in sheets]
    factor = scale_of(card, theme.width_mm, theme.height_mm, 0.0 if choices.large else theme.card.rim_mm)
    measures = read_measures(MEASURES)
    smallest = measures.foot_size * factor * 72 / 25.4
    if smallest < measures.least_pt:
        raise Problem("quickref.small_letters", "card", card=card.name, points=smallest, least=measures.least_pt)
    title = f"Triple Topper, {title}{', large' if choices.large else ''}"
    return Quickref(SheetFile(quickref_stem(choices), title, tuple(sheets)), tuple(cards), smallest, count)


def key_leaf(theme: Theme) -> Leaf | None:
    """The card that tells which word of the rules is which on the theme's cards; None where they are the same."""
    if not (renamed := renamed_values(theme)):
        return None
    words = read_key_words()
    said = [(one.icon, words.pair.format(ours=one.ours, theirs=one.theirs)) for one in renamed]
    pictured = [LittleCards(icon, text) for icon, text in said if icon]
    beside = 2 if _fit_beside(pictured, theme) else 1
    rows = [tuple(pictured[start : start + beside]) for start in range(0, len(pictured), beside)]
    statements = [Statement(show=row, emblems=True) for row in rows]
    if letters := ", ".join(text for icon, text in said if not icon):
        statements.append(Statement(say=letters))
    return Leaf(words.title, words.facts, tuple(statements), "")


def _fit_beside(parts: Sequence[LittleCards], theme: Theme) -> bool:
    """Whether no word of any part would have to be broken in half a row."""
    table = read_measures(MEASURES)
    bold = TextStyle(table.size, table.pitch).strong
    half = (theme.width_mm - 2 * table.side) / 2 - table.show_height * CARD_RATIO - table.card_gap - WORDS_AIR
    return all(word_width(part.say, bold) <= half for part in parts)


def _in_order(games: tuple[tuple[Game, House], ...]) -> tuple[tuple[Game, House], ...]:
    """As the cards lie on the sheet, however they were named: in the order of the list of games."""
    order = list(GAMES)
    return tuple(sorted(games, key=lambda pair: order.index(pair[0].name) if pair[0].name in order else len(order)))


def _shared_template(game: Game) -> str:
    """The template of the cards that a game shares with others, "" where it shares none."""
    return read_card_template(game.name).shared if has_template(card_file(game.name)) else ""


def reference_cards(games: Sequence[tuple[Game, House]], theme: Theme) -> list[CardPicture]:
    """All cards in order. Games that share a card have it once, after the last of them.

    Raises InputError where their house rules differ in what is on it.
    """
    if len(games) == 1:
        ((game, house),) = games
        return _pictures([game.name, *filter(None, [_shared_template(game)])], game, house, theme)
    cards: list[CardPicture] = []
    for game, house in games:
        shared = _shared_template(game)
        rules = frozenset(read_card_template(shared).rules) if shared else frozenset()
        cards += _pictures([game.name], game, house, theme, rules)
        family = [(each, its) for each, its in games if shared and _shared_template(each) == shared]
        if shared and game is family[-1][0]:
            _check_alike(family, rules)
            first, its = family[0]
            cards += _pictures([shared], first, its, theme, frozenset(its) - rules)
    return cards


def _check_alike(games: Sequence[tuple[Game, House]], rules: frozenset[str]) -> None:
    """Raises InputError where the house rules on a shared card are not the same for all of these games."""
    stated = [{name: value for name, value in house.changed.items() if name in rules} for _, house in games]
    if any(each != stated[0] for each in stated):
        titles = join_words([game.title for game, _ in games], "and")
        raise Problem("quickref.shared_card", "games", titles=titles, first=games[0][0].name)


def _pictures(
    names: Sequence[str], game: Game, house: House, theme: Theme, elsewhere: frozenset[str] = frozenset()
) -> list[CardPicture]:
    """The cards of the named templates. House rules that are stated `elsewhere` are left out here."""
    leaves = [leaf for name in names for leaf in read_leaves(name, game, house)]
    idle = idle_options(house)
    drawn = draw_leaves(
        leaves, house_sentences(house, elsewhere | idle, team_words(house)), bool({*house.changed} - idle), theme
    )
    return _number_files(names[0], drawn)


def _number_files(stem: str, drawn: Sequence[Drawing]) -> list[CardPicture]:
    return [
        CardPicture(f"{stem}-{number}" if len(drawn) > 1 else stem, drawing) for number, drawing in enumerate(drawn, 1)
    ]


# Large ones


def _large_grid(paper: Paper) -> tuple[int, int]:
    """Columns and rows, of those that the template offers, on paper of any size; a landscape grid lies along its long side.

    Raises LayoutError for paper that cannot be divided into cards of about A6.
    """
    large = read_measures(MEASURES).large
    short, long = sorted((paper.width_mm, paper.height_mm))
    for columns, rows in large.grids:
        width, height = (long / columns, short / rows) if columns > rows else (short / columns, long / rows)
        if width >= large.min_width and large.min_ratio <= height / width <= large.max_ratio:
            return columns, rows
    raise LayoutProblem("quickref.large", "paper", paper=paper.name, width=paper.width_mm, height=paper.height_mm)


def _large_sheets(
    cards: Sequence[CardPicture], title: str, choices: QuickrefChoices
) -> tuple[CardSize, list[Sheet], int]:
    """Cards that fill the paper: A6 on A4, a quarter of a Letter page. Two cuts through the middle, no margin lost."""
    paper, theme = choices.paper, choices.theme
    columns, rows = _large_grid(paper)
    is_landscape = paper.width_mm >= paper.height_mm
    if columns != rows and (columns > rows) is not is_landscape:
        paper = paper.turned()
    card = CardSize("large", paper.width_mm / columns, paper.height_mm / rows, 0.0)
    inset = read_measures(MEASURES).large.inset
    inner = CardSize("large", card.width_mm - 2 * inset, card.height_mm - 2 * inset, 0.0)
    count = columns * rows
    if not 1 <= choices.start_at <= count:
        raise Problem("sheets.start_at", "start_at", value=choices.start_at, most=count)
    slots: list[CardPicture | None] = [None] * (choices.start_at - 1) + list(cards)
    sheets = []
    total = -(-len(slots) // count)
    for number in range(total):
        here = slots[number * count : (number + 1) * count]
        items: list[Item] = _large_ticks(paper, card, columns, rows, theme) if choices.cuts != "none" else []
        for slot, picture in enumerate(here):
            if picture is not None:
                at = (slot % columns * card.width_mm + inset, slot // columns * card.height_mm + inset)
                items.append(Group(picture.drawing.items, fit(picture.drawing, inner, *at, 0.0)))
        titles = ", ".join(picture.drawing.title for picture in here if picture)
        drawing = Drawing(paper.width_mm, paper.height_mm, tuple(items),
                          f"Triple Topper, {title}, sheet {number + 1} of {total}", titles + ".")  # fmt: skip
        codes = tuple(picture.code if picture else "" for picture in here)
        sheets.append(Sheet(drawing, codes, Rect(0.0, 0.0, paper.width_mm, paper.height_mm)))
    return card, sheets, count


def _large_ticks(paper: Paper, card: CardSize, columns: int, rows: int, theme: Theme) -> list[Item]:
    """A short line at both ends of each cut, where every printer prints; with `lines` it would cross the cards'
    edges."""
    table = read_measures(MEASURES).large
    near = paper.unprintable_mm + table.line / 2
    far = near + table.tick
    ticks = []
    for column in range(1, columns):
        x = column * card.width_mm
        ticks += [line(x, near, x, far), line(x, paper.height_mm - far, x, paper.height_mm - near)]
    for row in range(1, rows):
        y = row * card.height_mm
        ticks += [line(near, y, far, y), line(paper.width_mm - far, y, paper.width_mm - near, y)]
    return [Path(" ".join(ticks), stroke=theme.ink, width_mm=table.line)]


def quickref_stem(choices: QuickrefChoices) -> str:
    """A file name that carries every choice that changes the picture."""
    names = [choices.own[0]] if choices.own else [game.name for game, _ in choices.games]
    # lines are not drawn on large cards, whose edges are the paper's own
    has_cuts = choices.cuts != "ticks" and not (choices.large and choices.cuts == "lines")
    return file_stem(
        "quickref",
        *(["all"] if len(names) == len(GAMES) else names),
        "large" if choices.large else "",
        f"from-{choices.start_at}" if choices.start_at > 1 else "",
        choices.card.name if choices.card.name != "standard" else "",
        f"cuts-{choices.cuts}" if has_cuts else "",
        *choices.theme.file_parts,
        _rules_part(choices),
        choices.profile.file_part if choices.profile else "",
        choices.paper.name,
    )


def _rules_part(choices: QuickrefChoices) -> str:
    if len(choices.games) == 1:
        ((_, house),) = choices.games
        return house_part(str(house).split() if house.changed else [])
    rules = [f"{game.name}: {house}" for game, house in choices.games if house.changed]
    return f"house-{short_hash(chr(10).join(rules))}" if rules else ""  # nor has a card that somebody brings


# The cards themselves: statements set below one another until a card is full, then on the next


def draw_leaves(leaves: Sequence[Leaf], house: Sequence[str], changed: bool, theme: Theme) -> list[Drawing]:
    """The cards of one game, 63 x 88 mm each. House rules follow the last statement, on a card more if need be.

    `changed` says at each card's foot that there are any, wherever they are. Only the first card of a game names its
    players, deck, and author.
    """
    table, cards = read_measures(MEASURES), list[tuple[Leaf, list[Statement], list[Strip]]]()
    room = table.text_end - table.text_y + table.pitch
    for number, leaf in enumerate(leaves, 1):
        own = list(leaf.statements)
        if number == len(leaves):
            words = [f"**{table.words.house}** {house[0]}", *house[1:]] if house else []
            own += [Statement(say=sentence) for sentence in words]
        groups = _together(own)
        boxes = [Keep(Stack([_set(statement, theme, table) for statement in group])) for group in groups]
        strips = Stack(boxes, table.gap, 1.0).strips(theme.width_mm - 2 * table.side)
        for column in paginate(strips, room, 0.0, 0.0):
            here, groups = groups[: len(column)], groups[len(column) :]
            cards.append((leaf, [statement for group in here for statement in group], column))
    titles = ["", *(leaf.title for leaf, *_ in cards)]
    return [
        _card(
            leaf if leaf.title != before else replace(leaf, facts="", author=""),
            said, text, theme, table, (number, len(cards)), changed,
        )
        for number, ((leaf, said, text), before) in enumerate(zip(cards, titles, strict=False), 1)
    ]  # fmt: skip


def _together(statements: Sequence[Statement]) -> list[list[Statement]]:
    """Rows of little cards stay with the sentence above them; without one, each is alone."""
    groups: list[list[Statement]] = []
    for statement in statements:
        if groups and statement.show and groups[-1][0].say:
            groups[-1].append(statement)
        else:
            groups.append([statement])
    return groups


def _card(
    leaf: Leaf, statements: Sequence[Statement], strips: Sequence[Strip], theme: Theme, table: Measures, place: tuple[int, int],
    changed: bool,
) -> Drawing:  # fmt: skip
    """A card, the so-manieth of so many: its head, its statements with what is left over between them, and its foot."""
    side, width, words = table.side, theme.width_mm - 2 * table.side, table.words
    (number, total), body = place, TextStyle(table.size, table.pitch, ink=theme.ink)
    part = words.part.format(part=number, parts=total) if total > 1 else ""
    titles = [Words(leaf.title, display_style(table.title_cap, theme.ink), ""), Words(part, body.strong.end, "")]
    head = Tagged("H1", Row(titles, (Share(), None), align="baseline")).lay(width)
    facts = [Words(leaf.facts, body.strong).lay(width)] if leaf.facts else []
    small = replace(body, size=table.foot_size, leading=table.foot_size)
    feet = [words.changed if changed else "", words.credit.format(author=leaf.author) if leaf.author else ""]
    foot = Row([Words(each, small, "P" if each else "") for each in feet], (Share(), None), align="baseline").lay(width)
    text_y = table.text_y if facts else table.facts_y
    # no gap grows more than looks like one text
    text = stacked(strips, width, table.text_end - text_y + table.pitch, table.max_gap - table.gap)
    lines: list[Item] = draw_band(theme, side, table.band_y, width, table.band_height)
    if any(feet):
        across = line(side, table.foot_line_y, side + width, table.foot_line_y)
        lines.append(Path(across, stroke=theme.inks["grey"], width_mm=0.15))

    def at_baseline(y: float, laid: Layout) -> Put:
        return (side, y - (laid.baseline or 0.0), laid)

    parts = [
        at_baseline(table.title_y, head), *(at_baseline(table.facts_y, laid) for laid in facts), (side, text_y - body.baseline, text),
        at_baseline(table.foot_y, foot),
    ]  # fmt: skip
    page = (theme.width_mm, theme.height_mm)
    read = grouped(parts, *page, tag=Tag("Sect"))
    whole = grouped([(0.0, 0.0, Layout(0.0, 0.0, (*lines,))), (0.0, 0.0, read)], *page)
    said = " ".join(statement.say.replace("**", "") for statement in statements if statement.say)
    name = leaf.title if total == 1 else f"{leaf.title}, reference card {number} of {total}"
    return Document().drawing([(0.0, 0.0, whole)], *page, name, said)


def _set(statement: Statement, theme: Theme, table: Measures) -> Box:
    """A statement as a paragraph, or as a row of little cards."""
    if statement.show:
        return Tagged("P", _row(statement, theme, table))
    return Words(statement.say, TextStyle(table.size, table.pitch, ink=theme.ink))


def _row(statement: Statement, theme: Theme, table: Measures) -> Box:
    """Groups of little cards side by side, each with its words on the right, sharing the width by what they need.

    There is air above and below the cards, `show_gap` and half of `show_after`.
    """
    body, high, gap = TextStyle(table.size, table.pitch, ink=theme.ink), table.show_height, table.card_gap
    air = table.show_gap + table.show_after / 2
    each, width = high * CARD_RATIO, theme.width_mm - 2 * table.side
    needs = [len(part.codes) * (each + gap) for part in statement.show]
    spare = (width - fsum(needs)) / len(statement.show)
    boxes, widths = list[Box](), list[Width]()
    for part, need in zip(statement.show, needs, strict=True):
        drawn: list[Item] = []
        for index, code in enumerate(part.codes):
            x = index * (each + gap)
            emblem = statement.emblems and draw_icon(theme, code, x + each / 2, air + high / 2, high * 0.62)
            drawn.append(Group((*(emblem or draw_small_card(theme, code, x, air, high)),), miniature=True))
        boxes.append(PictureBox((*drawn,), need - gap, high + 2 * air, ", ".join(map(icon_name, part.codes))))
        widths.append(need - gap)
        if part.say:
            style = sized(part.say, body.strong, (table.size, table.foot_size), spare - WORDS_AIR, high)
            boxes.append(Words(part.say, style, ""))
            widths.append(Share())
    return Row(boxes, widths, gap + 0.2, "middle")
