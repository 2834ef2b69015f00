"""Reference cards on sheets: like the deck's own, to be cut with it, or large, four to a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tt_print.cards.key import read_key_words, renamed_values
from tt_print.cards.theme import DEFAULT_THEME, Theme, find_theme
from tt_print.drawing.geometry import Rect, line
from tt_print.drawing.shapes import Drawing, Group, Item, Path
from tt_print.engine.base import Game
from tt_print.engine.house import House
from tt_print.engine.house_words import house_sentences
from tt_print.engine.printed_lines import idle_options
from tt_print.engine.table_facts import team_words
from tt_print.errors import join_words
from tt_print.files.names import file_stem, house_part, short_hash
from tt_print.games import GAMES
from tt_print.problems import LayoutProblem, Problem
from tt_print.quickref.cards import draw_leaves, read_card_measures
from tt_print.quickref.statements import CardRow, Leaf, Statement, card_file, read_card_template, read_leaves
from tt_print.records import dataclass
from tt_print.scoresheets.choices import changed_rules
from tt_print.sheets.backs import transformed
from tt_print.sheets.compose import Picture, Sheet, compose_sheets, fit, scale_of
from tt_print.sheets.plan import CardSize, Paper, find_card_size, find_paper, plan_sheet
from tt_print.sheets.printer_profile import PrinterProfile, front_correction
from tt_print.templates import has_template

KEY = "words"  # the card of a theme whose cards say other words than the rules
KEY_BESIDE = 2  # of its little pictures


@dataclass(frozen=True, slots=True)
class QuickrefChoices:
    """`games` in order, each with its house rules. `large` cards have the size that divides the paper. `own` is, instead of
    games, the card that somebody brings, with the name of its file.
    """

    games: tuple[tuple[Game, House], ...]
    paper: str
    large: bool = False
    card: str = "standard"
    ink_style: str = "color"
    cuts: str = "ticks"
    start_at: int = 1
    profile: PrinterProfile | None = None
    own: tuple[str, Leaf] | None = None
    theme: str = DEFAULT_THEME


@dataclass(frozen=True, slots=True)
class Quickref:
    """The sheets, the cards on them in order, and how large their letters are, in points."""

    sheets: tuple[Sheet, ...]
    cards: tuple[Picture, ...]
    choices: QuickrefChoices
    title: str
    stem: str
    theme: Theme
    card: CardSize
    text_pt: float
    per_sheet: int


def make_quickref(choices: QuickrefChoices) -> Quickref:
    """Raises InputError or LayoutError before anything is drawn."""
    theme, paper = find_theme(choices.ink_style, name=choices.theme), find_paper(choices.paper)
    card = find_card_size(choices.card)
    choices = replace(choices, paper=paper.name, card=card.name, ink_style=theme.ink_style, theme=theme.name)
    choices = replace(choices, games=_in_order(choices.games))
    if choices.own:
        name, leaf = choices.own
        cards, title = _numbered(name, draw_leaves([leaf], (), False, theme)), f"{leaf.title}, reference"
    else:
        cards = reference_cards(choices.games, theme)
        title = "reference cards" if len(choices.games) > 1 else f"{choices.games[0][0].title}, reference"
    if key := key_leaf(theme):
        changed = any(house.changed for _, house in choices.games)
        cards += _numbered(KEY, draw_leaves([key], (), changed, theme))
    if choices.large:
        card, sheets, count = _large_sheets(cards, paper, theme, title, choices)
    else:
        plan = plan_sheet(paper, card)
        printer = choices.profile.printer if choices.profile else ""
        sheets, count = (
            compose_sheets(cards, plan, theme, title, choices.cuts, choices.start_at, printer=printer),
            plan.count,
        )
    if choices.profile:
        correct = front_correction(choices.profile, sheets[0].drawing.width_mm, sheets[0].drawing.height_mm)
        sheets = [transformed(sheet, correct) for sheet in sheets]
    factor = scale_of(card, theme.width_mm, theme.height_mm, 0.0 if choices.large else theme.card.rim_mm)
    measures = read_card_measures()
    smallest = measures.foot_size * factor * 72 / 25.4
    if smallest < measures.least_pt:
        raise Problem("quickref.small_letters", "card", card=card.name, points=smallest, least=measures.least_pt)
    return Quickref(
        tuple(sheets), tuple(cards), choices, title, quickref_stem(choices, theme), theme, card, smallest, count
    )


def key_leaf(theme: Theme) -> Leaf | None:
    """The card that tells which word of the rules is which on the theme's cards; None where they are the same."""
    if not (renamed := renamed_values(theme)):
        return None
    words = read_key_words()
    said = [(one.icon, words.pair.format(ours=one.ours, theirs=one.theirs)) for one in renamed]
    pictured = [CardRow((icon,), text) for icon, text in said if icon]
    rows = [tuple(pictured[start : start + KEY_BESIDE]) for start in range(0, len(pictured), KEY_BESIDE)]
    letters = ", ".join(text for icon, text in said if not icon)
    statements = [Statement("", row, (), (), KEY, emblems=True) for row in rows]
    return Leaf(
        words.title, words.facts, (*statements, *([Statement(letters, (), (), (), KEY)] if letters else [])), ""
    )


def _in_order(games: tuple[tuple[Game, House], ...]) -> tuple[tuple[Game, House], ...]:
    """As the cards lie on the sheet, however they were named: in the order of the list of games."""
    order = list(GAMES)
    return tuple(sorted(games, key=lambda pair: order.index(pair[0].name) if pair[0].name in order else len(order)))


def _shared(game: Game) -> str:
    """The template of the cards that a game shares with others, "" where it shares none."""
    return read_card_template(game.name).shared if has_template(card_file(game.name)) else ""


def reference_cards(games: Sequence[tuple[Game, House]], theme: Theme) -> list[Picture]:
    """All cards in order. Games that share a card have it once, after the last of them.

    Raises InputError where their house rules differ in what is on it.
    """
    if len(games) == 1:
        ((game, house),) = games
        return _pictures([game.name, *filter(None, [_shared(game)])], game, house, theme)
    cards: list[Picture] = []
    for game, house in games:
        shared = _shared(game)
        rules = frozenset(read_card_template(shared).rules) if shared else frozenset()
        cards += _pictures([game.name], game, house, theme, rules)
        family = [(each, its) for each, its in games if shared and _shared(each) == shared]
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
) -> list[Picture]:
    """The cards of the named templates. House rules that are stated `elsewhere` are left out here."""
    leaves = [leaf for name in names for leaf in read_leaves(name, game, house)]
    idle = idle_options(house)
    drawn = draw_leaves(
        leaves, house_sentences(house, elsewhere | idle, team_words(house)), bool({*house.changed} - idle), theme
    )
    return _numbered(names[0], drawn)


def _numbered(stem: str, drawn: Sequence[Drawing]) -> list[Picture]:
    return [Picture(f"{stem}-{number}" if len(drawn) > 1 else stem, drawing) for number, drawing in enumerate(drawn, 1)]


# Large ones


def _large_grid(paper: Paper) -> tuple[int, int]:
    """Columns and rows, of those that the template offers, on paper of any size; a landscape grid lies along its long side.

    Raises LayoutError for paper that cannot be divided into cards of about A6.
    """
    large = read_card_measures().large
    short, long = sorted((paper.width_mm, paper.height_mm))
    for columns, rows in large.grids:
        width, height = (long / columns, short / rows) if columns > rows else (short / columns, long / rows)
        if width >= large.min_width and large.min_ratio <= height / width <= large.max_ratio:
            return columns, rows
    raise LayoutProblem("quickref.large", "paper", paper=paper.name, width=paper.width_mm, height=paper.height_mm)


def _large_sheets(
    cards: Sequence[Picture], paper: Paper, theme: Theme, title: str, choices: QuickrefChoices
) -> tuple[CardSize, list[Sheet], int]:
    """Cards that fill the paper: A6 on A4, a quarter of a Letter page. Two cuts through the middle, no margin lost."""
    columns, rows = _large_grid(paper)
    is_landscape = paper.width_mm >= paper.height_mm
    if columns != rows and (columns > rows) is not is_landscape:
        paper = paper.turned()
    card = CardSize("large", paper.width_mm / columns, paper.height_mm / rows, 0.0)
    inset = read_card_measures().large.inset
    inner = CardSize("large", card.width_mm - 2 * inset, card.height_mm - 2 * inset, 0.0)
    count = columns * rows
    if not 1 <= choices.start_at <= count:
        raise Problem("sheets.start_at", "start_at", value=choices.start_at, most=count)
    slots: list[Picture | None] = [None] * (choices.start_at - 1) + list(cards)
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
    table = read_card_measures().large
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


def quickref_stem(choices: QuickrefChoices, theme: Theme) -> str:
    """A file name that carries every choice that changes the picture."""
    names = [choices.own[0]] if choices.own else [game.name for game, _ in choices.games]
    # lines are not drawn on large cards, whose edges are the paper's own
    has_cuts = choices.cuts != "ticks" and not (choices.large and choices.cuts == "lines")
    return file_stem(
        "quickref",
        *(["all"] if len(names) == len(GAMES) else names),
        "large" if choices.large else "",
        f"from-{choices.start_at}" if choices.start_at > 1 else "",
        choices.card if choices.card != "standard" else "",
        f"cuts-{choices.cuts}" if has_cuts else "",
        choices.ink_style if choices.ink_style != "color" else "",
        theme.file_part,
        _rules_part(choices),
        choices.profile.file_part if choices.profile else "",
        choices.paper,
    )


def _rules_part(choices: QuickrefChoices) -> str:
    if len(choices.games) == 1:
        return house_part(changed_rules(choices.games[0][1]))
    rules = [f"{game.name}: {house}" for game, house in choices.games if house.changed]
    return f"house-{short_hash(chr(10).join(rules))}" if rules else ""  # nor has a card that somebody brings
