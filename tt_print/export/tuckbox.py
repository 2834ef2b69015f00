"""A box for the deck, made for its number of cards and their thickness: PDF to print, SVG and DXF to cut."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from tt_print.cards.extras import text_cards, worded_cards
from tt_print.cards.own_fonts import unset_reason
from tt_print.cards.theme import DEFAULT_THEME, find_theme
from tt_print.deck import DECKS, JOKERS
from tt_print.drawing.geometry import Point, shift
from tt_print.drawing.outline import QUARTER_BULGE, Outline, Vertex, outline_path
from tt_print.drawing.shapes import Drawing, Group, Item, Path
from tt_print.drawing.text import DISPLAY, missing_letters
from tt_print.errors import InputError, did_you_mean, join_words
from tt_print.export.cut_files import write_cuts
from tt_print.export.expected import Expected, ExpectedPdf, expected_cuts
from tt_print.export.job import Choices, Facts, Job
from tt_print.export.kinds import Kind
from tt_print.export.products import Product
from tt_print.export.profile_tables import BoxProfile, BoxTexts, Dividers
from tt_print.export.tuckbox_art import BoxContents, draw_box_sheet, draw_divider, flood_of, tab_box
from tt_print.export.tuckbox_plan import BoxPlan, BoxSize, one_sheet_paper, plan_box
from tt_print.numbers import read_length
from tt_print.progress import Progress
from tt_print.records import dataclass
from tt_print.sheets.plan import Paper, find_paper

DIVIDED = {"full": ("west", "squares", "full"), "squares": ("west", "squares"), "west": ()}
DEFAULT_STOCK = "playing-card"
DIVIDER_GAP_MM = 4.0
MAX_NAME = 40


@dataclass(frozen=True, slots=True)
class Stack:
    """What goes into the box: `width_mm` across, `height_mm` upright without the dividers' tabs, which add `tab_mm`.

    `thickness_mm` is one card's, with its sleeve; `depth_mm` all of them, dividers too; `source` is where the thickness
    is from.
    """

    width_mm: float
    height_mm: float
    thickness_mm: float
    depth_mm: float
    tab_mm: float
    source: str


def resolve_options(profile: BoxProfile, product: Product, choices: Choices) -> Choices:
    """Stock's name or millimeters in our own spelling. Raises InputError for neither."""
    thickness = choices.thickness or DEFAULT_STOCK
    name = thickness.strip().lower().replace(" ", "-")
    if name not in profile.stocks:
        name = f"{read_thickness(name, profile):g}"
    possible = bool(DIVIDED[choices.deck]) and choices.copies == 1
    if choices.dividers and not possible:
        what = "the West deck is one deck only" if choices.copies == 1 else "dividers count the cards of one deck"
        raise InputError(f"{what}, so there is nothing to divide. Leave out --dividers.")
    dividers = None if choices.dividers is None or choices.dividers == possible else choices.dividers
    return replace(
        choices, paper=find_paper(choices.paper or "a4").name, thickness=name, dividers=dividers,
        name=None if choices.name is None else read_name(choices.name, choices),
    )  # fmt: skip


def read_name(text: str, choices: Choices) -> str:
    """A name for the box. Raises InputError for none, a long one, and one with letters that the theme's font has not."""
    name = " ".join(text.split())
    if not 1 <= len(name) <= MAX_NAME:
        raise InputError(f'--name {text!r}: give a name of at most {MAX_NAME} letters, such as --name "The Millers".')
    theme = find_theme(choices.ink_style, choices.indices, choices.theme or DEFAULT_THEME)
    if missing := missing_letters(name, theme.fonts.display):
        if theme.fonts.display == DISPLAY:
            raise InputError(f"--name {text!r}: our fonts have no {missing[0]!r}. They have Latin letters.")
        raise InputError(
            f"--name {text!r}: the fonts of {theme.name} have no {missing[0]!r}. Write it in other letters."
        )
    if reason := unset_reason(name):
        raise InputError(f"--name {text!r}: {reason}")
    return name


def read_thickness(text: str, profile: BoxProfile) -> float:
    """Millimeters a card, from a figure; a comma does as well."""
    stocks = join_words(profile.stocks)
    mm = read_length(text)
    if mm is None:
        near = did_you_mean(text, profile.stocks)
        raise InputError(f"--thickness {text!r}: give millimeters a card, such as 0.3, or {stocks}.{near}")
    if not 0.05 <= mm <= 1.5:
        raise InputError(
            f"--thickness {mm:g}: one card has 0.1 to 1 mm. Press ten cards together, measure, and divide by ten."
        )
    return mm


def stack_of(profile: BoxProfile, product: Product, facts: Facts) -> Stack:
    """From the codes of the cards, their thickness, and whether they are in sleeves and divided."""
    named, count = facts.thickness or DEFAULT_STOCK, len(facts.codes or ())
    stock = profile.stocks.get(named)
    one = stock.mm if stock else read_thickness(named, profile)
    source = stock.title if stock else "measured"
    width, height = product.box.trim.width, product.box.trim.height
    if facts.sleeved:
        sleeve = profile.sleeve
        one += sleeve.thicker + (stock.backed_mm if stock else 0.0)
        width, height, source = width + sleeve.wider, height + sleeve.higher, f"{source}, in sleeves"
    dividers = divided(facts)
    depth = round(count * one + len(dividers) * profile.box.board, 3)
    return Stack(width, height, round(one, 4), depth, profile.dividers.tab_height if dividers else 0.0, source)


def divided(facts: Facts) -> tuple[str, ...]:
    """Which dividers the box holds; none where they are not wanted."""
    return () if facts.dividers is False or (facts.copies or 1) > 1 else DIVIDED[facts.deck or "full"]


def size_of(profile: BoxProfile, stack: Stack) -> BoxSize:
    across, upright, through = (play + profile.box.board for play in profile.box.play)
    return BoxSize(
        round(stack.width_mm + across, 3),
        round(stack.height_mm + stack.tab_mm + upright, 3),
        round(stack.depth_mm + through, 3),
    )


def plan_of(profile: BoxProfile, product: Product, facts: Facts) -> tuple[Stack, BoxPlan]:
    stack = stack_of(profile, product, facts)
    return stack, plan_box(size_of(profile, stack), find_paper(facts.paper or "a4"), profile.box)


def stem_of(plan: BoxPlan, index: int) -> str:
    """The name of a piece's cut files, without ending."""
    return "box" if len(plan.pieces) == 1 else f"box-{index + 1}"


def write(job: Job[BoxProfile], progress: Progress) -> dict[str, bytes]:
    """`box.pdf`, a page a piece and one for dividers; `box.svg` and `box.dxf`, or `box-1` and `box-2`; `dividers`."""
    from tt_print.render.pdf import DocumentFacts, Page, render_pdf

    stack, plan = plan_of(job.profile, job.product, job.facts())
    contents, profile = box_contents(job), replace(job.profile, words=box_texts(job))
    sheets = [draw_box_sheet(plan, index, job.theme, profile, contents) for index in range(len(plan.pieces))]
    files: dict[str, bytes] = {}
    for index, sheet in enumerate(sheets):
        files |= write_cuts(plan.lines(index), sheet.width_mm, sheet.height_mm, sheet.title, stem_of(plan, index))
    if keys := divided(job.facts()):
        sheet, lines = _divider_sheet(job, stack, keys)
        sheets.append(sheet)
        files |= write_cuts(lines, sheet.width_mm, sheet.height_mm, sheet.title, "dividers")
    pages = [Page(sheet, str(number), sheet.title) for number, sheet in enumerate(sheets, 1)]
    return {"box.pdf": render_pdf(pages, DocumentFacts("Triple Topper, box", "Print at 100 %, one-sided.")), **files}


def box_texts(job: Job[BoxProfile]) -> BoxTexts:
    """What the box says, in the language of the theme."""
    ours, own = job.profile.words, job.theme.words.box
    said = {
        name: value for name, value in vars(own).items() if name not in ("jokers", "chits", "facts", "games_titles")
    }
    facts, titles = {**ours.facts, **(own.facts or {})}, {**ours.games_titles, **(own.games_titles or {})}
    return replace(ours, **said, facts=facts, games_titles=titles)


def box_contents(job: Job[BoxProfile]) -> BoxContents:
    """What the box says is in it."""
    copies, deck, own = job.choices.copies, job.choices.deck, job.theme.words.box
    cards = len(DECKS[deck]) * copies
    jokers = f"{len(JOKERS) * copies} {own.jokers or 'jokers'}, " if job.choices.with_jokers else ""
    chits = f"3 {own.chits or 'chits'}" if job.choices.chits else ""
    words = box_texts(job)
    line = words.cards.format(cards=cards, jokers=jokers, chits=chits).removesuffix(", ")
    card = next(card for card in text_cards() if card.name == job.profile.behind.card)
    said = next(card for card in worded_cards(job.theme) if card.name == job.profile.behind.card)
    if len(said.text) != len(card.text):  # it says something else than the games and what they are about
        said = card
    played = words.games.get(deck)
    names = [name.removeprefix("# ") for name in card.text[::2]]
    every = zip(names, said.text[::2], said.text[1::2], strict=True)
    games = tuple((name.removeprefix("# "), about) for ours, name, about in every if not played or ours in played)
    facts = ((str(cards), words.cards_noun), *words.facts[deck])
    tokens = job.profile.dividers.words[deck].tokens
    return BoxContents(
        line, job.title, facts, words.games_titles[deck], games, words.fan[deck], tokens, job.choices.name or ""
    )


# Dividers


def divider_outline(width: float, height: float, index: int, count: int, dividers: Dividers) -> Outline:
    """Clockwise from the top left of its body; the tab's corners and the body's lower ones are round."""
    tab, r, b = tab_box(width, index, count, dividers), dividers.corner, QUARTER_BULGE
    left, right, top = tab.left, tab.right, tab.top
    vertices = [] if left == 0 else [Vertex(0, 0), Vertex(left, 0)]
    vertices += [Vertex(left, top + r, b), Vertex(left + r, top), Vertex(right - r, top, b), Vertex(right, top + r)]
    vertices += [] if right >= width - 1e-6 else [Vertex(right, 0), Vertex(width, 0)]
    vertices += [Vertex(width, height - r, b), Vertex(width - r, height), Vertex(r, height, b), Vertex(0, height - r)]
    return Outline(tuple(vertices))


def place_dividers(
    profile: BoxProfile, stack: Stack, keys: tuple[str, ...], paper_name: str
) -> tuple[Paper, list[Point]]:
    """The sheet for the dividers and where the body of each begins, in the middle of it."""
    dividers, paper, gap, margin = profile.dividers, find_paper(paper_name), DIVIDER_GAP_MM, profile.box.margin
    across, down = stack.width_mm + dividers.wider + gap, stack.height_mm + dividers.tab_height + gap
    way = paper if len(keys) * across - gap + 2 * margin <= paper.width_mm else paper.turned()
    columns = min(len(keys), max(1, int((way.width_mm - 2 * margin + gap) // across)))
    rows = -(-len(keys) // columns)
    left = (way.width_mm - columns * across + gap) / 2
    top = (way.height_mm - rows * down + gap) / 2 + dividers.tab_height
    return way, [(left + i % columns * across, top + i // columns * down) for i in range(len(keys))]


def divider_lines(profile: BoxProfile, stack: Stack, keys: tuple[str, ...], paper_name: str) -> list[Outline]:
    """The cuts of all dividers, where they lie on their sheet."""
    _, places = place_dividers(profile, stack, keys, paper_name)
    width = stack.width_mm + profile.dividers.wider
    return [
        divider_outline(width, stack.height_mm, i, len(keys), profile.dividers).moved(*place)
        for i, place in enumerate(places)
    ]


def _divider_sheet(job: Job[BoxProfile], stack: Stack, keys: tuple[str, ...]) -> tuple[Drawing, list[Outline]]:
    paper_name, theme, dividers = job.choices.paper or "", job.theme, job.profile.dividers
    way, places = place_dividers(job.profile, stack, keys, paper_name)
    lines = divider_lines(job.profile, stack, keys, paper_name)
    width = stack.width_mm + dividers.wider
    items: list[Item] = []
    for i, (key, place) in enumerate(zip(keys, places, strict=True)):
        divider = draw_divider(width, stack.height_mm, i, len(keys), theme, dividers, key)
        items.append(Group(tuple(divider), shift(*place)))
    cuts = [flood_of(theme, dividers.words[key].color).on for key in keys]
    items += [Path(outline_path(line), stroke=ink, width_mm=0.2) for line, ink in zip(lines, cuts, strict=True)]
    return Drawing(way.width_mm, way.height_mm, tuple(items), "Triple Topper, dividers"), lines


# What goes with the files


def how_to_words(job: Job[BoxProfile]) -> dict[str, object]:
    stack, plan = plan_of(job.profile, job.product, job.facts())
    board = job.profile.box.board
    paper = plan.papers[0].title
    if len(plan.pieces) == 1:
        sheets = f"The box is one piece on one sheet of {paper}."
    else:
        larger = one_sheet_paper(plan.size, job.profile.box, job.profile.larger.get(plan.papers[0].name, ""))
        one = f"; in one piece on {larger.title}: --paper {larger.name}" if larger else ""
        sheets = f"The box does not fit on one sheet of {paper}, so it comes in two pieces on two sheets{one}."
    keys = divided(job.facts())
    tail = f" The {len(keys)} dividers have tabs {stack.tab_mm:g} mm high; without: --no-dividers" if keys else ""
    return {
        "thickness": stack.thickness_mm, "thickness_from": stack.source, "stack": stack.depth_mm,
        "sheets_words": sheets, "seams": "" if len(plan.pieces) == 1 else ", on both pieces", "dividers": tail,
        "inner_wide": plan.size.width_mm - board, "inner_high": plan.size.height_mm - board,
        "inner_deep": plan.size.depth_mm - board, "card_wide": stack.width_mm, "card_high": stack.height_mm,
    }  # fmt: skip


def expected_files(profile: BoxProfile, product: Product, facts: Facts, found: Collection[str]) -> dict[str, Expected]:
    """Raises InputError without the number of cards and their thickness, by which alone a box is right or wrong."""
    if None in (facts.codes, facts.thickness, facts.paper, facts.deck, facts.copies):
        raise InputError("nothing says how many cards the box is for, and how thick they are")
    stack, plan = plan_of(profile, product, facts)
    pages = [(paper.width_mm, paper.height_mm) for paper in plan.papers]
    tolerance, paper_name = profile.checks.cut_tolerance_mm, facts.paper or ""
    cuts: dict[str, Expected] = {}
    for index, size in enumerate(pages):
        cuts |= expected_cuts(plan.lines(index), size, tolerance, stem_of(plan, index))
    if keys := divided(facts):
        way, _ = place_dividers(profile, stack, keys, paper_name)
        pages.append((way.width_mm, way.height_mm))
        cuts |= expected_cuts(divider_lines(profile, stack, keys, paper_name), pages[-1], tolerance, "dividers")
    return {"box.pdf": ExpectedPdf(tuple(pages), len(pages)), **cuts}


KIND = Kind(
    write,
    expected_files,
    how_to_words,
    frozenset({"paper", "thickness", "sleeved", "dividers", "name"}),
    resolve_options,
)
