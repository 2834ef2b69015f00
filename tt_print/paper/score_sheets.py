"""Score sheets as pages: boxes below one another on paper, the same row height in all of them, none ever parted; and a night on paper and as a
picture: hands down, players across, in letters that are read from a wall.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from tt_print import __version__
from tt_print.draw.geometry import Rect
from tt_print.draw.shapes import Drawing, Path
from tt_print.draw.text import in_our_letters
from tt_print.engine.base import ScoredGame
from tt_print.engine.house import House
from tt_print.engine.printed_lines import (
    Count,
    holds,
    house_sentences,
    idle_options,
    table_facts,
    team_facts,
    team_words,
)
from tt_print.errors import InputError
from tt_print.faces.scene import draw_band
from tt_print.faces.theme import Theme, find_theme
from tt_print.faces.toppers import Topper, draw_mark, draw_topper, mark_width, turned
from tt_print.files.disk import file_stem, house_part, words_part
from tt_print.page.boxes import Box, Layout, Picture, Row, Share, Space, Stack, Strip, Width, Words, height_of, stacked
from tt_print.page.flow import Cell, Column, Document, Put, Table, TableRow, TableStyle, fit, largest, pages, sized
from tt_print.page.text import TextStyle, display_style, gray
from tt_print.paper.plan import Paper
from tt_print.paper.score_tables import ScoreSheet, hand_box, hands_box, lines_box, notes_box, pointers_box, write_on
from tt_print.paper.score_template import GameSheet, read_game_sheet, read_page
from tt_print.problems import LayoutProblem, Problem
from tt_print.records import dataclass, replace
from tt_print.templates import Measures, read_measures

MAX_PLAYERS, MAX_HANDS = 12, 60  # players where the game names no limit
MORE_PAGES = 2  # with nothing but tables, to hold an evening, unless somebody says how many hands

Maker = Callable[[float], Box]  # a box with rows of this height
Piece = Callable[[float], Layout]  # the same as it is on the page


@dataclass(frozen=True, slots=True)
class SheetChoices:
    """`players` None means a sheet for any table; `names` may be fewer than the players, the rest stay empty.

    `hands` None means as many as a sheet holds, without numbers; in some games the players decide the number.
    """

    game: ScoredGame
    house: House
    paper: Paper
    theme: Theme
    players: int | None = None
    names: tuple[str, ...] = ()
    hands: int | None = None


def check_choices(choices: SheetChoices) -> SheetChoices:
    """The choices as they count: players from names, hands from players. Raises InputError."""
    game = choices.game
    names, players = choices.names, choices.players
    if players is None and names:
        players = len(names)
    if players is None:
        players = game.table.players_for(choices.house)
    if players is not None:
        if len(names) > players:
            raise Problem("scoresheets.more_names", "players", value=players, other="names", names=len(names))
        game.check_players(players)
        if players > MAX_PLAYERS:
            raise Problem("scoresheets.many_players", "players", value=players, most=MAX_PLAYERS)
        game.deal_sizes(players, choices.house)  # raises where the house rules do not allow so many
    if choices.hands is not None and not 1 <= choices.hands <= MAX_HANDS:
        raise Problem("scoresheets.hands", "hands", value=choices.hands, most=MAX_HANDS)
    house, hands = game.table.sheet_hands(players, choices.house, choices.hands)
    return replace(choices, players=players, house=house, hands=hands)


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
    warnings: tuple[Problem, ...]


def make_score_sheets(choices: SheetChoices, own: GameSheet | None = None) -> ScoreSheets:
    """Checks the choices, then draws. `own` is the sheet of a game that has no templates.

    Raises InputError for players, names or hands that cannot be, LayoutError for paper that is too small.
    """
    choices = check_choices(choices)
    page, template = read_page(), own or read_game_sheet(choices.game.name)
    template = replace(template, title=template.title or choices.game.title)
    facts = table_facts(choices.game, choices.house, choices.players)
    paper = _turn(choices.paper, template, choices.players)
    seats = choices.players or template.blank_players
    names = choices.names + ("",) * (seats - len(choices.names))
    written = tuple(name if in_our_letters(name) else "" for name in names)
    facts |= team_facts(choices.house, written)
    width = paper.width_mm - 2 * page.margin
    sheet = ScoreSheet(choices.theme, page, template, facts, names, written, width, choices.hands)
    contents, hands = (_hands_down if template.layout == "hands-down" else _hand_by_hand)(choices, sheet, paper)
    room = f"{Count(hands):{template.unit.lower()}}"
    drawings = _pages(sheet, paper, contents)
    unwritten = tuple(
        Problem("drawing.left_free", "names", name=name) for name in choices.names if not in_our_letters(name)
    )
    return ScoreSheets(drawings, choices, template.title, sheet_stem(choices), hands, room, unwritten)


def _turn(paper: Paper, template: GameSheet, players: int | None) -> Paper:
    portrait, seats = template.orientation == "portrait", players or template.blank_players
    if template.portrait_max_players is not None:
        portrait = len(split_seats(seats, template.max_beside or seats)[-1]) <= template.portrait_max_players
    return paper if portrait else paper.turned()


def split_seats(count: int, max_beside: int) -> list[range]:
    """Seats by sheet, as even as can be: twelve players at most five a sheet are 4, 4 and 4."""
    sheets = -(-count // max_beside)
    ends = [count * (sheet + 1) // sheets for sheet in range(sheets)]
    return [range(start, end) for start, end in zip([0, *ends], ends, strict=False)]


def _notes(choices: SheetChoices, sheet: ScoreSheet, columns: int, factor: float = 1.0) -> Box:
    blank = choices.players is None
    # the checklist has the number of hands already
    idle = idle_options(choices.house, sheet.facts) if choices.house.changed else frozenset()
    house = house_sentences(choices.house, frozenset({"hands"}) | idle, team_words(choices.house, sheet.written))
    figures = _figures(choices.game, choices.house, sheet.template) if blank else []
    return notes_box(sheet, house, figures, blank, columns, factor)


def _figures(game: ScoredGame, house: House, template: GameSheet) -> list[str]:
    """The deal for every number of players that the game and the house rules allow."""
    if not template.figures.each:
        return []
    min_players, max_players = game.players
    figures = []
    for players in range(min_players, (max_players or MAX_PLAYERS) + 1):
        try:
            facts = table_facts(game, house, players)
        except InputError:
            continue
        figures.append(template.figures.each.format(**{**facts, "players": players}))
    return figures


def _room(sheet: ScoreSheet, paper: Paper) -> float:
    room: float = paper.height_mm - 2 * sheet.page.margin - sheet.page.content_y - sheet.page.footer
    return room


def _columns(paper: Paper) -> int:
    return 3 if paper.width_mm > paper.height_mm else 2


def _hand_by_hand(choices: SheetChoices, sheet: ScoreSheet, paper: Paper) -> tuple[list[list[Piece]], int]:
    """What is on each page, and for how many hands there is room."""
    page, template, room, gap = sheet.page, sheet.template, _room(sheet, paper), sheet.page.block_gap
    extras: list[Maker] = []
    if (lines := template.lines) and holds(lines.when, sheet.facts):
        extras.append(partial(lines_box, sheet, lines))
    if template.pointers is not None:
        strip = pointers_box(sheet, template.pointers)
        extras.append(lambda row_mm: strip)
    notes = _notes(choices, sheet, _columns(paper)).lay(sheet.width)
    below: list[Piece] = [*(partial(_lay, sheet, make) for make in extras), lambda row_mm: notes]
    one = hand_box(sheet, 1, page.min_row).lay(sheet.width).height
    if one > room:
        values = {"players": len(sheet.names), "title": template.title, "paper": paper.title}
        raise LayoutProblem("scoresheets.small_paper", "paper", **values)
    beside = sum(piece(page.min_row).height + gap for piece in below)
    per_page = int((room + gap) // (one + gap))
    on_first = max(0, int((room - beside + gap) // (one + gap)))
    if choices.hands is not None:
        wanted = choices.hands
    elif choices.players is None:  # any page of a sheet for any table can be printed again
        wanted = on_first or per_page
    else:
        wanted = on_first + min(-(-max(0, template.evening - on_first) // per_page), MORE_PAGES) * per_page
    hands: list[Piece] = [partial(_lay, sheet, partial(hand_box, sheet, hand)) for hand in range(1, wanted + 1)]
    first = [*hands[:on_first], *below] if on_first else _alone(choices, sheet, extras, paper)
    return [first, *(hands[start : start + per_page] for start in range(on_first, wanted, per_page))], wanted


def _hands_down(choices: SheetChoices, sheet: ScoreSheet, paper: Paper) -> tuple[list[list[Piece]], int]:
    """As `_hand_by_hand`, where each page holds many hands of some players: with the checklist below if a whole game fits."""
    page, template, room = sheet.page, sheet.template, _room(sheet, paper)
    groups = split_seats(len(sheet.names), template.max_beside or len(sheet.names))
    notes = _notes(choices, sheet, _columns(paper)).lay(sheet.width)
    empty = hands_box(sheet, 1, 0, groups[0], page.min_row).lay(sheet.width).height
    per_page = int((room - empty) // page.min_row)
    beside = int((room - empty - notes.height - page.block_gap) // page.min_row)
    first = beside if len(groups) == 1 and beside >= min(template.evening, choices.hands or template.evening) else 0
    hands = choices.hands or first or per_page
    counts = [min(first, hands)] if first else []
    while sum(counts) < hands:
        counts.append(min(per_page, hands - sum(counts)))
    contents: list[list[Piece]] = [] if first else [_alone(choices, sheet, [], paper)]
    for index, count in enumerate(counts):
        hand = 1 + sum(counts[:index])
        contents += [[partial(_lay, sheet, partial(hands_box, sheet, hand, count, seats))] for seats in groups]
    if first:
        contents[0].append(lambda row_mm: notes)
    return contents, hands


def _alone(choices: SheetChoices, sheet: ScoreSheet, extras: Sequence[Maker], paper: Paper) -> list[Piece]:
    """A page without a table: the checklist as large as it fits, two sentences beside each other at most."""

    def make(factor: float) -> Box:
        notes = _notes(choices, sheet, 2 if factor > 1 else _columns(paper), factor)
        return Stack([*(extra(sheet.page.min_row) for extra in extras), notes], sheet.page.block_gap)

    found = fit(make, [*sheet.page.alone, 1.0], sheet.width, _room(sheet, paper))
    if not found:
        raise LayoutProblem("scoresheets.checklist", "paper", title=sheet.template.title, paper=paper.title)
    return [lambda row_mm: found[1]]


def _lay(sheet: ScoreSheet, make: Maker, row_mm: float) -> Layout:
    return make(row_mm).lay(sheet.width)


def _row_height(sheet: ScoreSheet, paper: Paper, contents: Sequence[Sequence[Piece]]) -> float:
    """As high as all pages allow, between the least and the most of the template."""
    page, room = sheet.page, _room(sheet, paper)

    def height(row_mm: float, pieces: Sequence[Piece]) -> float:
        return height_of(_strips(sheet, pieces, row_mm))

    return min(largest(partial(height, pieces=pieces), page.min_row, page.max_row, room) for pieces in contents)


def _strips(sheet: ScoreSheet, pieces: Sequence[Piece], row_mm: float) -> list[Strip]:
    return [Strip(piece(row_mm), sheet.page.block_gap) for piece in pieces]


def _pages(sheet: ScoreSheet, paper: Paper, contents: Sequence[Sequence[Piece]]) -> tuple[Drawing, ...]:
    page, template, document = sheet.page, sheet.template, Document()
    row_mm, header = _row_height(sheet, paper, contents), _header(sheet)
    drawings = []
    for number, pieces in enumerate(contents, 1):
        content = (page.margin, page.margin + page.content_y, stacked(_strips(sheet, pieces, row_mm), sheet.width))
        credit, count = _footer(sheet, paper, number, len(contents))
        title = f"Score sheet of {template.title}, page {number} of {len(contents)}"
        players = ", ".join(filter(None, sheet.names))
        is_last = number == len(contents)
        drawings.append(document.drawing(
            [*(header if number == 1 else ()), content, *(credit if is_last else ())], paper.width_mm, paper.height_mm, f"Triple Topper: {title}",
            f"{title}{', for ' + players if players else ''}.", margin=paper.unprintable_mm,
            repeated=[*(() if number == 1 else header), *(() if is_last else credit), *count],
        ))  # fmt: skip
    return tuple(drawings)


def _header(sheet: ScoreSheet) -> list[Put]:
    """The game, its deck, a line for the date, and a band in the deck's five colors."""
    page, template, top = sheet.page, sheet.template, sheet.page.margin
    said = template.facts.text("players" not in sheet.facts).format(**sheet.facts)
    title = Words(template.title, display_style(page.title_cap, sheet.theme.ink), "H1")
    facts = Words(said[:1].upper() + said[1:], sheet.text)
    date = write_on(f"**{page.words.date}**", sheet.text)
    texts = [title, facts] if said else [title]
    spare = sheet.width - sum(text.natural() + 5.0 for text in texts)
    widths: list[Width] = [*[None for _ in texts], Share(), min(page.date, spare)]
    laid = Row([*texts, Words("", sheet.text, ""), date], widths, 2.5, "baseline").lay(sheet.width)
    band = Layout(sheet.width, page.band_height, tuple(draw_band(sheet.theme, 0.0, 0.0, sheet.width, page.band_height)))
    return [(page.margin, top + page.title_y - (laid.baseline or 0.0), laid), (page.margin, top + page.band_y, band)]


def _footer(sheet: ScoreSheet, paper: Paper, number: int, count: int) -> tuple[list[Put], list[Put]]:
    """Whose game it is, and which page this is, where there are several."""
    page, words = sheet.page, sheet.page.words
    # a game by somebody else has its own
    said = (sheet.template.credit or words.credit).format(version=__version__, **sheet.facts)
    credit = Words(said, TextStyle(page.small, page.small, ink=sheet.theme.ink)).lay(sheet.width)
    y = paper.height_mm - page.margin
    here = Words(words.page.format(page=number, pages=count), sheet.label.end, "").lay(sheet.width)
    pages = [(page.margin, y - (here.baseline or 0.0), here)] if count > 1 else []
    return [(page.margin, y - (credit.baseline or 0.0), credit)], pages


def sheet_stem(choices: SheetChoices) -> str:
    """A file name that carries every choice that changes the sheet."""
    game, players, hands = choices.game, choices.players, choices.hands
    rules = [rule for rule in str(choices.house).split() if rule != "-" and not rule.startswith("hands=")]
    return file_stem(
        game.name,
        choices.paper.name,
        f"{players}-players" if players is not None else "",
        f"{hands}-hands" if hands is not None and hands != game.table.usual_hands(players) else "",
        *choices.theme.file_parts,
        house_part(rules),
        f"with-{words_part(choices.names)}" if choices.names else "",
    )


# ---------------------------------------------------------------- a night on paper, and its result to share


@dataclass(frozen=True, slots=True)
class NightTable:
    """A night as texts. `rows` hold a hand each: number, dealer, a cell a player; `sums` a label and a cell a player.

    `wide_rows` says that rows hold number, and what happened across all columns.
    """

    title: str
    lead: tuple[str, ...]
    names: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    sums: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()
    wide_rows: bool = False


def make_night_sheets(night: NightTable, paper: Paper) -> list[Drawing]:
    """The pages."""
    table = read_measures("sheets/night.toml")
    page, words = table.page, table.words
    if not night.wide_rows and len(night.names) > page.max_upright:
        paper = paper.turned()
    width, foot = paper.width_mm - 2 * page.margin, paper.height_mm - page.margin
    body = TextStyle(page.text_size, page.line, ink=find_theme().ink, breaks=True)
    texts = Stack([Words(text, body) for text in night.lead])
    tables = [Stack([each, Space(page.gap)]) for each in _tables(night, page, words, body, width)]
    notes = Stack([Words(text, body) for text in night.notes])
    whole = Stack([_title(night.title, page), texts, Space(page.gap), *tables, Space(page.gap), notes])
    layouts = pages(whole, width, foot - page.foot - page.margin, min_fill=0.0)
    document, drawings = Document(), list[Drawing]()
    for number, layout in enumerate(layouts, 1):
        said = words.credit + ("  " + words.page.format(number=number, count=len(layouts)) if len(layouts) > 1 else "")
        line = Words(said, TextStyle(3.5, 3.5, ink=body.ink, align="middle")).lay(width)
        foots: list[Put] = [(page.margin, foot + page.foot - (line.baseline or 0.0), line)]
        is_last = number == len(layouts)
        drawings.append(document.drawing(
            [(page.margin, page.margin, layout), *(foots if is_last else ())], paper.width_mm, paper.height_mm, night.title,
            "; ".join(night.lead), margin=paper.unprintable_mm, repeated=() if is_last else foots,
        ))  # fmt: skip
    return drawings


def _title(title: str, page: Measures) -> Box:
    theme, height, width = find_theme(), page.mark_height, mark_width(page.mark_height)
    mark = Picture(tuple(draw_mark(theme, width / 2, height / 2, height)), width, height)
    return Row([Words(title, display_style(page.title_cap, theme.ink), "H1"), mark], [Share()], page.gap)


def _tables(night: NightTable, page: Measures, words: Measures, body: TextStyle, width: float) -> list[Box]:
    """One table; where a row says what happened, and what that comes to for each player is another one."""
    style = TableStyle(
        body.ink, rules=page.rule, head=page.heavy_rule, pad=page.gap / 2, pad_down=(page.row - page.line) / 2
    )
    each = (width - page.number - page.dealer) / max(1, len(night.names))

    def cell(
        text: str, bold: bool = False, head: str = "", wide: float = 0.0, align: str = "start", columns: int = 1
    ) -> Cell:
        """With a width, in letters that fit: the heads of columns in two lines, others in one."""
        look = replace(body.strong if bold else body, align=align)
        if wide:
            look = sized(text, look, page.name_sizes, wide - page.gap, page.line * (2 if head == "Column" else 1))
        return Cell(Words(text, look, ""), columns, head=head if text else "", across=align)

    def player(text: str, bold: bool = False, head: str = "") -> Cell:
        return cell(text, bold, head, each, "end")

    def row(cells: Sequence[Cell], bold: bool = False) -> TableRow:
        return TableRow(cells, page.row, gray(page.shade_percent) if bold else None)

    def heads(first: Sequence[str], names: Sequence[str] = night.names) -> TableRow:
        return row([*(cell(text, True, "Column") for text in first), *(player(name, True, "Column") for name in names)])

    columns = [Column(page.number), Column(page.dealer), *[Column(each)] * len(night.names)]
    sums = [
        row([cell(label, True, "Row", columns=2), *(player(text, True) for text in rest)], True)
        for label, *rest in night.sums
    ]
    if night.wide_rows:
        hands = [row([cell(number, head="Row"), cell(text)]) for number, text in night.rows]
        happened = Table([Column(page.number), Column(Share())], [heads((words.hand, words.entry), ()), *hands], style)
        return [happened, Table(columns, [heads(("", "")), *sums], style)]
    hands = [
        row([cell(number, head="Row"), cell(dealer, wide=page.dealer), *map(player, rest)])
        for number, dealer, *rest in night.rows
    ]
    return [Table(columns, [heads((words.hand, words.dealer)), *hands, *sums], style)]


# ---------------------------------------------------------------- a result to share

BAR_GAP = 2.0  # to what is written behind a bar
TOPPERS = (("yellow", "heart"), ("red", "circle"), ("green", "triangle"), ("blue", "square"), ("black", "blob"))


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A player, what is written behind the bar, and how long the bar is, in parts of the longest."""

    name: str
    text: str
    part: float
    is_winner: bool = False


def draw_results(title: str, rows: Sequence[ResultRow], notes: Sequence[str]) -> Drawing:
    """The title, a row a player with bars and a Topper that laughs beside those who have won, and sentences below."""
    style, theme = read_measures("sheets/results.toml"), find_theme("color")
    room = style.width - 2 * style.margin
    body = TextStyle(style.name_sizes[0], 1.4 * style.name_sizes[0], ink=theme.ink)
    topper_mm, name_mm = 2.4 * style.topper, style.name_part * room
    longest = room - topper_mm - name_mm - BAR_GAP - max(Words(row.text, body).natural() for row in rows)

    def player(index: int, row: ResultRow) -> Box:
        color, shape = TOPPERS[index % len(TOPPERS)]
        topper = draw_topper(
            theme, Topper(color, shape, looks=0.0, mood="laughing" if row.is_winner else "calm"), style.topper
        )
        bar_mm = max(style.line, longest * row.part)
        bar = Path(Rect(0, 0, bar_mm, style.bar).path(1.0), theme.colors[color].ink, theme.ink, style.line)
        face = Picture((turned(topper, style.topper, style.row / 2),), topper_mm, style.row)
        name = Words(row.name, sized(row.name, body.strong, style.name_sizes, name_mm - 2.0, style.row))
        widths: list[Width] = [topper_mm, name_mm, bar_mm + BAR_GAP, Share()]
        return Row([face, name, Picture((bar,), bar_mm, style.bar), Words(row.text, body)], widths, align="middle")

    large = display_style(1.0, theme.ink)
    mark = Picture(
        tuple(draw_mark(theme, mark_width(style.mark) / 2, style.mark / 2, style.mark)),
        mark_width(style.mark),
        style.mark,
    )
    whole = Stack([
        Words(title, sized(title, large, style.title_sizes, room, style.title_sizes[0] * 1.5), "H1"), Space(style.bar),
        *(player(index, row) for index, row in enumerate(rows)), Space(style.bar), *(Words(note, body) for note in notes),
        Row([Words("", body, ""), mark], [Share()]),
    ])  # fmt: skip
    laid = whole.lay(room)
    height = laid.height + 2 * style.margin
    said = "; ".join(f"{row.name}: {row.text}" for row in rows)
    page = Document().drawing(
        [(style.margin, style.margin, laid)], style.width, height, title, " ".join([f"{said}.", *notes])
    )
    return replace(page, items=(Path(Rect(0.0, 0.0, style.width, height).path(), theme.paper), *page.items))
