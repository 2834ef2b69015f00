"""Score sheets as pages: blocks stacked on paper, the same row height on all of them, none ever parted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tt_print import __version__
from tt_print.cards.icons import draw_band
from tt_print.cards.theme import find_theme
from tt_print.drawing.page import verify_words_inside
from tt_print.drawing.shapes import Drawing, Group, Item, Text
from tt_print.drawing.structure import Element, marked
from tt_print.drawing.text import DISPLAY, TEXT, find_font
from tt_print.engine.base import ScoredGame
from tt_print.engine.house import House
from tt_print.engine.house_words import house_sentences
from tt_print.engine.stated import idle_options
from tt_print.engine.table_facts import Count, holds, table_facts, team_facts, team_words
from tt_print.errors import InputError
from tt_print.problems import LayoutProblem
from tt_print.records import dataclass
from tt_print.scoresheets.blocks import (
    Block,
    SheetContext,
    hand_blocks,
    hands_block,
    lines_block,
    pointer_block,
    split_seats,
)
from tt_print.scoresheets.cells import Style, fields, title
from tt_print.scoresheets.choices import SheetChoices, check_choices, sheet_stem, warnings_of
from tt_print.scoresheets.notes import notes_block, sections_of
from tt_print.scoresheets.template import GameSheet, read_game_sheet, read_page
from tt_print.sheets.plan import Paper, find_paper

# measures of the checklist that grow with its letters
GROWING = (
    "body", "body_pitch", "item_gap", "mark", "heading_cap", "heading_pitch", "section_gap", "boxed_pad", "table_rule", "table_gap",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ScoreSheets:
    """The pages in order, with what a person wants to know of them.

    `hands` is how many they have room for, `room` says it.
    """

    pages: tuple[Drawing, ...]
    choices: SheetChoices
    title: str
    stem: str
    hands: int
    room: str
    warnings: tuple[str, ...]


def make_score_sheets(choices: SheetChoices, own: GameSheet | None = None) -> ScoreSheets:
    """Checks the choices, then draws. `own` is the sheet of a game that has no templates.

    Raises InputError for players, names or hands that cannot be, LayoutError for paper that is too small.
    """
    choices = check_choices(choices)
    page, sheet = read_page(), own or read_game_sheet(choices.game.name)
    sheet = replace(sheet, title=sheet.title or choices.game.title)
    style = Style(find_theme(choices.ink_style, name=choices.theme), page)
    facts = table_facts(choices.game, choices.house, choices.players)
    paper = _turned(find_paper(choices.paper), sheet, choices.players)
    width = paper.width_mm - 2 * page.margin
    seats = choices.players or sheet.blank_players
    names = choices.names + ("",) * (seats - len(choices.names))
    facts |= team_facts(choices.house, names)
    context = SheetContext(style, sheet, facts, names, width, choices.hands)
    stack = _stack_hands if sheet.layout == "hands-down" else _stack
    pages, hands, row_mm = stack(choices, context, paper)
    drawn = [_page(context, paper, blocks, row_mm, number, len(pages)) for number, blocks in enumerate(pages, 1)]
    return ScoreSheets(
        tuple(drawn),
        choices,
        sheet.title,
        sheet_stem(choices),
        hands,
        f"{Count(hands):{sheet.unit.lower()}}",
        tuple(warnings_of(choices)),
    )


def _turned(paper: Paper, sheet: GameSheet, players: int | None) -> Paper:
    portrait, seats = sheet.orientation == "portrait", players or sheet.blank_players
    if sheet.portrait_max_players is not None:
        portrait = len(split_seats(seats, sheet.max_beside or seats)[-1]) <= sheet.portrait_max_players
    return paper if portrait else paper.turned()


def _notes(choices: SheetChoices, context: SheetContext, columns: int, style: Style | None = None) -> Block:
    blank = choices.players is None
    # the checklist has the number of hands already
    house = house_sentences(
        choices.house,
        frozenset({"hands"}) | (idle_options(choices.house, context.facts) if choices.house.changed else frozenset()),
        team_words(choices.house, context.names),
    )
    figures = _figures(choices.game, choices.house, context.sheet) if blank else []
    sections = sections_of(context.sheet, context.facts, house, figures, context.style.page.words, blank)
    return notes_block(sections, style or context.style, context.width_mm, columns)


def _figures(game: ScoredGame, house: House, sheet: GameSheet) -> list[str]:
    """The deal for every number of players that the game and the house rules allow."""
    if not sheet.figures.each:
        return []
    min_players, max_players = game.players
    figures = []
    for players in range(min_players, (max_players or read_page().max_players) + 1):
        try:
            facts = table_facts(game, house, players)
        except InputError:
            continue
        figures.append(sheet.figures.each.format(**{**facts, "players": players}))
    return figures


def _stack(choices: SheetChoices, context: SheetContext, paper: Paper) -> tuple[list[list[Block]], int, float]:
    """The blocks of each page, for how many hands they have room, and the height of all rows."""
    page, sheet = context.style.page, context.sheet
    room = paper.height_mm - 2 * page.margin - page.content_y - page.footer
    gap, min_row = page.block_gap, page.min_row
    columns = 3 if paper.width_mm > paper.height_mm else 2
    extras = []
    if sheet.lines and holds(sheet.lines.when, context.facts):
        extras.append(lines_block(context, sheet.lines))
    if sheet.pointers is not None:
        extras.append(pointer_block(context, sheet.pointers))
    notes = [*extras, _notes(choices, context, columns)]
    (one,) = hand_blocks(context, 1)
    beside = sum(block.height_mm(min_row) + gap for block in notes)
    if one.height_mm(min_row) > room:
        players, title = len(context.names), sheet.title
        raise LayoutProblem("scoresheets.small_paper", "paper", players=players, title=title, paper=paper.title)
    per_page = int((room + gap) // (one.height_mm(min_row) + gap))
    on_first = int((room - beside + gap) // (one.height_mm(min_row) + gap))
    if choices.hands is not None:
        wanted = choices.hands
    elif choices.players is None:  # any page of a sheet for any table can be printed again
        wanted = max(on_first, 0) or per_page
    else:
        wanted = max(on_first, 0)
        wanted += min(-(-max(0, sheet.evening - wanted) // per_page), page.more_pages) * per_page
    blocks = hand_blocks(context, wanted)
    pages = [[*blocks[:on_first], *notes] if on_first > 0 else _alone(choices, context, extras, columns, room, paper)]
    rest = blocks[max(on_first, 0) :]
    pages += [rest[start : start + per_page] for start in range(0, len(rest), per_page)]
    return pages, wanted, _row_height(pages, room, context)


def _stack_hands(choices: SheetChoices, context: SheetContext, paper: Paper) -> tuple[list[list[Block]], int, float]:
    """As `_stack`, where each page holds many hands of some players: with the checklist below if a whole game fits."""
    page, sheet = context.style.page, context.sheet
    room = paper.height_mm - 2 * page.margin - page.content_y - page.footer
    groups = split_seats(len(context.names), sheet.max_beside or len(context.names))
    columns = 3 if paper.width_mm > paper.height_mm else 2
    notes = _notes(choices, context, columns)
    (empty,) = {hands_block(context, 1, 0, seats).height_mm(page.min_row) for seats in groups}
    per_page = int((room - empty) // page.min_row)
    beside = int((room - empty - notes.height_mm(0) - page.block_gap) // page.min_row)
    first = beside if len(groups) == 1 and beside >= min(sheet.evening, choices.hands or sheet.evening) else 0
    hands = choices.hands or first or per_page
    counts = [min(first, hands)] if first else []
    while sum(counts) < hands:
        counts.append(min(per_page, hands - sum(counts)))
    pages = [] if first else [_alone(choices, context, (), columns, room, paper)]
    for index, count in enumerate(counts):
        pages += [[hands_block(context, 1 + sum(counts[:index]), count, seats)] for seats in groups]
    if first:
        pages[0].append(notes)
    return pages, hands, _row_height(pages, room, context)


def _alone(
    choices: SheetChoices, context: SheetContext, extras: Sequence[Block], columns: int, room: float, paper: Paper
) -> list[Block]:
    """A page without a table: the checklist as large as it fits, two sentences beside each other at most."""
    page = context.style.page
    for factor in (*page.alone, 1.0):
        grown: dict[str, Any] = {name: getattr(page, name) * factor for name in GROWING}
        style = replace(context.style, page=replace(page, **grown))
        blocks = [*extras, _notes(choices, context, 2 if factor > 1 else columns, style)]
        if sum(block.height_mm(page.min_row) + page.block_gap for block in blocks) - page.block_gap <= room:
            return blocks
    raise LayoutProblem("scoresheets.checklist", "paper", title=context.sheet.title, paper=paper.title)


def _row_height(pages: Sequence[Sequence[Block]], room: float, context: SheetContext) -> float:
    """As high as all pages allow, between the least and the most of the template."""
    page = context.style.page
    height = page.max_row
    for blocks in pages:
        rows = sum(block.rows for block in blocks)
        if rows:
            left = room - sum(block.fixed_mm for block in blocks) - (len(blocks) - 1) * page.block_gap
            height = min(height, left / rows)
    return max(page.min_row, int(height * 10) / 10)


def _page(
    context: SheetContext, paper: Paper, blocks: Sequence[Block], row_mm: float, number: int, count: int
) -> Drawing:
    page, sheet = context.style.page, context.sheet
    margin = page.margin
    first = number == 1
    header = _header(context)
    # what every page wears is read on the first one
    items: list[Item] = header if first else [Group(tuple(map(_unmarked, header)))]
    y = margin + page.content_y
    for block in blocks:
        items += block.draw(margin, y, row_mm)
        y += block.height_mm(row_mm) + page.block_gap
    items += _footer(context, paper, number, count)
    verify_words_inside(items, paper.width_mm, paper.height_mm, paper.unprintable_mm)
    title_ = f"Score sheet of {sheet.title}, page {number} of {count}"
    players = ", ".join(who for who in context.names if who)
    return Drawing(paper.width_mm, paper.height_mm, tuple(items), f"Triple Topper: {title_}",
                   f"{title_}{', for ' + players if players else ''}.")  # fmt: skip


def _unmarked(item: Item) -> Item:
    return replace(item, element=None) if isinstance(item, Group) else item


def _header(context: SheetContext) -> list[Item]:
    """The game, its deck, a line for the date, and a band in the deck's five colors."""
    style, page, sheet = context.style, context.style.page, context.sheet
    left, top, width = page.margin, page.margin, context.width_mm
    items: list[Item] = [marked(Element("H1"), [title(style, sheet.title, left, top + page.title_y, page.title_cap)])]
    facts = sheet.facts.text("players" not in context.facts).format(**context.facts)
    size = find_font(DISPLAY).size_for_cap(page.title_cap)
    start = left + find_font(DISPLAY).width_mm(sheet.title, size) + 5
    facts = facts[:1].upper() + facts[1:]
    if facts:
        items.append(marked(Element("P"), [style.label(start, top + page.facts_y, facts, font=TEXT)]))
    end = start + find_font(TEXT).width_mm(facts, page.label)
    date_mm = min(page.date, left + width - end - page.field_gap)
    field_y = top + page.facts_y - page.field_height + page.field_base
    items += fields(style, [(page.words.date, "", 1.0)], left + width - date_mm, field_y, date_mm)
    return [*items, *draw_band(style.theme, left, top + page.band_y, width, page.band_height)]


def _footer(context: SheetContext, paper: Paper, number: int, count: int) -> list[Item]:
    style, page, words = context.style, context.style.page, context.style.page.words
    credit = context.sheet.credit or words.credit  # a game by somebody else has its own
    y = paper.height_mm - page.margin
    line = Text(page.margin, y, credit.format(version=__version__, **context.facts), TEXT, page.small, style.ink)
    items: list[Item] = [marked(Element("P"), [line]) if number == count else line]
    if count > 1:
        items.append(style.label(paper.width_mm - page.margin, y, words.page.format(page=number, pages=count), "end"))
    return items
