"""A box for the deck, made for its number of cards and their thickness: PDF to print, SVG and DXF to cut."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from tt_print.cards.extras import text_cards, worded_cards
from tt_print.cards.own_fonts import unset_reason
from tt_print.cards.theme import DEFAULT_THEME, Theme, find_theme
from tt_print.deck import DECKS, JOKERS
from tt_print.drawing.geometry import Point, shift
from tt_print.drawing.outline import QUARTER_BULGE, Outline, Vertex, outline_path
from tt_print.drawing.shapes import Drawing, Group, Item, Path
from tt_print.drawing.text import DISPLAY, missing_letters
from tt_print.errors import InputError, did_you_mean
from tt_print.export.cut_files import expected_cuts, write_cuts
from tt_print.export.expected import Expected, ExpectedPdf
from tt_print.export.job import Choices, Job, Spec
from tt_print.export.kinds import Kind
from tt_print.export.profile_tables import BoxProfile, Dividers
from tt_print.export.tuckbox_art import BoxArt, BoxContents, draw_divider, flood_of, sheet_title, tab_box
from tt_print.export.tuckbox_plan import BoxPlan, BoxSize, one_sheet_paper, plan_box
from tt_print.numbers import read_length
from tt_print.problems import Problem
from tt_print.progress import Progress
from tt_print.records import dataclass
from tt_print.sheets.plan import Paper, find_paper

DIVIDED = {"full": ("west", "squares", "full"), "squares": ("west", "squares"), "west": ()}
DEFAULT_STOCK = "playing-card"
DIVIDER_GAP_MM = 4.0
DIVIDERS_TITLE = "Triple Topper, dividers"
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


def read_name(choices: Choices) -> str:
    """The name for the box; empty for none. Raises Problem for a long one, and one with letters that the theme's font has not."""
    name = " ".join(choices.name.split())
    if not choices.name:
        return ""
    if not 1 <= len(name) <= MAX_NAME:
        raise Problem("long", "name", value=choices.name, most=MAX_NAME)
    theme = find_theme(choices.ink, choices.indices, choices.theme or DEFAULT_THEME)
    if missing := missing_letters(name, theme.fonts.display):
        own = "" if theme.fonts.display == DISPLAY else "own"
        raise Problem("letters", "name", value=choices.name, letter=missing[0], theme=theme.name, wanted=own)
    if reason := unset_reason(name):
        raise Problem("unset", "name", value=choices.name, reason=reason)
    return name


def _read_thickness(text: str, profile: BoxProfile) -> float:
    """Millimeters a card, from a figure; a comma does as well. Raises Problem."""
    mm = read_length(text)
    if mm is None:
        raise Problem(
            "unknown", "thickness", value=text, choices=[*profile.stocks], near=did_you_mean(text, profile.stocks)
        )
    if not 0.05 <= mm <= 1.5:
        raise Problem("range", "thickness", value=f"{mm:g}")
    return mm


def _stack(spec: Spec[BoxProfile]) -> Stack:
    """From the codes of the cards, their thickness, and whether they are in sleeves and divided."""
    profile, choices, trim = spec.profile, spec.choices, spec.product.box.trim
    stock = profile.stocks.get(choices.thickness)
    one = stock.mm if stock else _read_thickness(choices.thickness, profile)
    source = stock.title if stock else "measured"
    width, height = trim.width, trim.height
    if choices.sleeved:
        sleeve = profile.sleeve
        one += sleeve.thicker + (stock.backed_mm if stock else 0.0)
        width, height, source = width + sleeve.wider, height + sleeve.higher, f"{source}, in sleeves"
    dividers = _divided(choices)
    depth = round(len(choices.codes or ()) * one + len(dividers) * profile.box.board, 3)
    return Stack(width, height, round(one, 4), depth, profile.dividers.tab_height if dividers else 0.0, source)


def _divided(choices: Choices) -> tuple[str, ...]:
    """Which dividers the box holds; none where they are not wanted."""
    return () if choices.dividers is False or choices.copies > 1 else DIVIDED[choices.deck]


def _plan(spec: Spec[BoxProfile]) -> tuple[Stack, BoxPlan]:
    stack, box = _stack(spec), spec.profile.box
    across, upright, through = (play + box.board for play in box.play)
    size = BoxSize(
        round(stack.width_mm + across, 3),
        round(stack.height_mm + stack.tab_mm + upright, 3),
        round(stack.depth_mm + through, 3),
    )
    return stack, plan_box(size, find_paper(spec.choices.paper), box)


def _cuts(spec: Spec[BoxProfile], stack: Stack, plan: BoxPlan) -> dict[str, bytes]:
    """`box.svg` and `box.dxf`, or `box-1` and `box-2`, a pair a piece; and those of the dividers."""
    files: dict[str, bytes] = {}
    for index, paper in enumerate(plan.papers):
        stem = "box" if len(plan.papers) == 1 else f"box-{index + 1}"
        title = sheet_title(plan, index, spec.choices.title)
        files |= write_cuts(plan.lines(index), (paper.width_mm, paper.height_mm), title, stem)
    if _divided(spec.choices):
        way, _, lines = _place_dividers(spec, stack)
        files |= write_cuts(lines, (way.width_mm, way.height_mm), DIVIDERS_TITLE, "dividers")
    return files


def worded(profile: BoxProfile, theme: Theme) -> BoxProfile:
    """The profile with what the box says in the language of the theme."""
    ours, own = profile.words, theme.words.box
    words = {
        name: value for name, value in vars(own).items() if name not in ("jokers", "chits", "facts", "games_titles")
    }
    facts, titles = {**ours.facts, **(own.facts or {})}, {**ours.games_titles, **(own.games_titles or {})}
    return profile.changed(words=ours.changed(**words, facts=facts, games_titles=titles))


def box_contents(profile: BoxProfile, theme: Theme, choices: Choices, games: Collection[str] = ()) -> BoxContents:
    """What the box says is in it, in the words of the profile: also these `games`, or those that the deck plays."""
    deck, own, words = choices.deck, theme.words.box, profile.words
    cards = len(DECKS[deck]) * choices.copies
    jokers = f"{len(JOKERS) * choices.copies} {own.jokers or 'jokers'}, " if choices.with_jokers else ""
    chits = f"3 {own.chits or 'chits'}" if choices.chits else ""
    line = words.cards.format(cards=cards, jokers=jokers, chits=chits).removesuffix(", ")
    card = next(card for card in text_cards() if card.name == profile.behind.card)
    said = next(card for card in worded_cards(theme) if card.name == profile.behind.card)
    if len(said.text) != len(card.text):  # it says something else than the games and what they are about
        said = card
    played = games or words.games.get(deck)
    names = [name.removeprefix("# ") for name in card.text[::2]]
    every = zip(names, said.text[::2], said.text[1::2], strict=True)
    shown = tuple((name.removeprefix("# "), about) for ours, name, about in every if not played or ours in played)
    facts = ((str(cards), words.cards_noun), *words.facts[deck])
    tokens = profile.dividers.words[deck].tokens
    title = words.games_titles[deck]
    return BoxContents(line, choices.title, facts, title, shown, words.fan[deck], tokens, choices.name)


class BoxKind(Kind[BoxProfile]):
    options = frozenset({"paper", "thickness", "sleeved", "dividers", "name"})

    def resolve(self, spec: Spec[BoxProfile]) -> Choices:
        """Stock's name or millimeters in our own spelling. Raises Problem or InputError for neither."""
        profile, choices = spec.profile, spec.choices
        thickness = (choices.thickness or DEFAULT_STOCK).strip().lower().replace(" ", "-")
        if thickness not in profile.stocks:
            thickness = f"{_read_thickness(thickness, profile):g}"
        possible = bool(DIVIDED[choices.deck]) and choices.copies == 1
        if choices.dividers and not possible:
            raise Problem("nothing_to_divide", "dividers", **({"other": "copies"} if choices.copies > 1 else {}))
        dividers = None if choices.dividers == possible else choices.dividers
        paper, name = find_paper(choices.paper or "a4").name, read_name(choices)
        return replace(choices, paper=paper, thickness=thickness, dividers=dividers, name=name)

    def write(self, job: Job[BoxProfile], progress: Progress) -> dict[str, bytes]:
        """`box.pdf`, a page a piece and one for dividers; and the cuts of all of them."""
        from tt_print.render.pdf import DocumentFacts, Page, render_pdf

        stack, plan = _plan(job)
        profile = worded(job.profile, job.theme)
        art = BoxArt(job.theme, profile, box_contents(profile, job.theme, job.choices))
        sheets = [art.draw_sheet(plan, index) for index in range(len(plan.pieces))]
        if _divided(job.choices):
            sheets.append(_divider_sheet(job, stack))
        pages = [Page(sheet, str(number), sheet.title) for number, sheet in enumerate(sheets, 1)]
        pdf = render_pdf(pages, DocumentFacts("Triple Topper, box", "Print at 100 %, one-sided."))
        return {"box.pdf": pdf, **_cuts(job, stack, plan)}

    def how_to_words(self, job: Job[BoxProfile]) -> dict[str, object]:
        stack, plan = _plan(job)
        profile, board, paper, pieces = job.profile, job.profile.box.board, plan.papers[0], len(plan.pieces)
        larger = one_sheet_paper(plan.size, profile.box, profile.larger.get(paper.name, "")) if pieces > 1 else None
        words = {
            "paper": paper.title,
            "larger": larger.name if larger else "",
            "larger_title": larger.title if larger else "",
        }
        steps, keys = profile.steps, _divided(job.choices)
        sheets = steps.one_sheet if pieces == 1 else steps.two_sheets if larger is None else steps.larger
        return {
            "thickness": stack.thickness_mm, "thickness_from": stack.source, "stack": stack.depth_mm,
            "sheets_words": sheets.format_map(words), "seams": "" if pieces == 1 else steps.seams,
            "dividers": steps.dividers.format(count=len(keys), tab=stack.tab_mm) if keys else "",
            "inner_wide": plan.size.width_mm - board, "inner_high": plan.size.height_mm - board,
            "inner_deep": plan.size.depth_mm - board, "card_wide": stack.width_mm, "card_high": stack.height_mm,
        }  # fmt: skip

    def expected_files(self, spec: Spec[BoxProfile], found: Collection[str]) -> dict[str, Expected]:
        """Raises InputError without the number of cards and their thickness, by which alone a box is right or wrong."""
        if spec.choices.codes is None or not (spec.choices.thickness and spec.choices.paper):
            raise InputError("nothing says how many cards the box is for, and how thick they are")
        stack, plan = _plan(spec)
        papers = [*plan.papers, *([_place_dividers(spec, stack)[0]] if _divided(spec.choices) else [])]
        pages = tuple((paper.width_mm, paper.height_mm) for paper in papers)
        cuts = expected_cuts(_cuts(spec, stack, plan), spec.profile.checks.cut_tolerance_mm)
        return {"box.pdf": ExpectedPdf(pages, len(pages)), **cuts}


KIND = BoxKind()


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


def _place_dividers(spec: Spec[BoxProfile], stack: Stack) -> tuple[Paper, list[Point], list[Outline]]:
    """The sheet for the dividers, where the body of each begins in the middle of it, and the cuts of all of them."""
    dividers, margin, gap = spec.profile.dividers, spec.profile.box.margin, DIVIDER_GAP_MM
    paper, count = find_paper(spec.choices.paper), len(_divided(spec.choices))
    width = stack.width_mm + dividers.wider
    across, down = width + gap, stack.height_mm + dividers.tab_height + gap
    way = paper if count * across - gap + 2 * margin <= paper.width_mm else paper.turned()
    columns = min(count, max(1, int((way.width_mm - 2 * margin + gap) // across)))
    rows = -(-count // columns)
    left = (way.width_mm - columns * across + gap) / 2
    top = (way.height_mm - rows * down + gap) / 2 + dividers.tab_height
    places = [(left + i % columns * across, top + i // columns * down) for i in range(count)]
    lines = [
        divider_outline(width, stack.height_mm, i, count, dividers).moved(*place) for i, place in enumerate(places)
    ]
    return way, places, lines


def _divider_sheet(job: Job[BoxProfile], stack: Stack) -> Drawing:
    theme, dividers, keys = job.theme, job.profile.dividers, _divided(job.choices)
    way, places, lines = _place_dividers(job, stack)
    width = stack.width_mm + dividers.wider
    items: list[Item] = []
    for i, (key, place) in enumerate(zip(keys, places, strict=True)):
        divider = draw_divider(width, stack.height_mm, i, len(keys), theme, dividers, key)
        items.append(Group(tuple(divider), shift(*place)))
    inks = [flood_of(theme, dividers.words[key].color).on for key in keys]
    items += [Path(outline_path(line), stroke=ink, width_mm=0.2) for line, ink in zip(lines, inks, strict=True)]
    return Drawing(way.width_mm, way.height_mm, tuple(items), DIVIDERS_TITLE)
