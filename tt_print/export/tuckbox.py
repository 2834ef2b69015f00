"""A box for the deck, made for its number of cards and their thickness: PDF to print, SVG and DXF to cut."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import isfinite
from typing import Any

from tt_print.deck import DECKS, JOKERS
from tt_print.drawing.geometry import shift
from tt_print.drawing.outline import QUARTER_BULGE, Outline, Vertex, outline_path
from tt_print.drawing.shapes import Drawing, Group, Item, Path
from tt_print.errors import InputError, did_you_mean, join_words
from tt_print.export.cut_files import plan_cuts, write_cuts
from tt_print.export.job import Choices, Job, Progress
from tt_print.export.kinds import Kind
from tt_print.export.look_over import Planned, PlannedPdf
from tt_print.export.profiles import Product, Profile
from tt_print.export.tuckbox_art import BoxWords, draw_box_sheet, draw_divider, tab_box
from tt_print.export.tuckbox_plan import BoxPlan, BoxSize, one_sheet_paper, plan_box
from tt_print.sheets.plan import Paper, find_paper

DIVIDED = {"full": ("west", "squares", "full"), "squares": ("west", "squares"), "west": ()}
DEFAULT_STOCK = "playing-card"


@dataclass(frozen=True, slots=True)
class Stack:
    """What goes into the box. `thickness_mm` is one card's, with its sleeve; `deep_mm` all of them, dividers too."""

    wide_mm: float
    high_mm: float
    thickness_mm: float
    deep_mm: float
    tab_mm: float
    told: str


def resolve_options(profile: Profile, product: Product, choices: Choices) -> Choices:
    """Stock's name or millimeters in our own spelling. Raises InputError for neither."""
    thickness = choices.thickness or DEFAULT_STOCK
    name = thickness.strip().lower().replace(" ", "-")
    if name not in profile["stocks"]:
        name = f"{read_thickness(name, profile):g}"
    possible = bool(DIVIDED[choices.deck]) and choices.copies == 1
    if choices.dividers and not possible:
        what = "the West deck is one deck only" if choices.copies == 1 else "dividers count the cards of one deck"
        raise InputError(f"{what}, so there is nothing to divide. Leave out --dividers.")
    dividers = None if choices.dividers is None or choices.dividers == possible else choices.dividers
    return replace(choices, paper=find_paper(choices.paper or "a4").name, thickness=name, dividers=dividers)


def read_thickness(text: str, profile: Profile) -> float:
    """Millimeters a card, from a figure; a comma does as well."""
    stocks = join_words(profile["stocks"])
    try:
        mm = float(text.removesuffix("mm").replace(",", "."))
    except ValueError:
        near = did_you_mean(text, profile["stocks"])
        raise InputError(f"--thickness {text!r}: give millimeters a card, such as 0.3, or {stocks}.{near}") from None
    if not (isfinite(mm) and 0.05 <= mm <= 1.5):
        raise InputError(
            f"--thickness {mm:g}: one card has 0.1 to 1 mm. Press ten cards together, measure, and divide by ten."
        )
    return mm


def stack_of(profile: Profile, product: Product, count: int, facts: Mapping[str, Any]) -> Stack:
    """`facts` as `Job.facts()` has them."""
    named = facts["thickness"]
    stock = profile["stocks"].get(named)
    one = stock["mm"] if stock else read_thickness(named, profile)
    told = stock["title"] if stock else "measured"
    wide, high = product.box.trim.width_mm, product.box.trim.height_mm
    if facts.get("sleeved"):
        sleeve = profile["sleeve"]
        one += sleeve["thicker"] + (stock or {}).get("backed_mm", 0.0)
        wide, high, told = wide + sleeve["wider"], high + sleeve["higher"], f"{told}, in sleeves"
    keys = divided(facts)
    board = profile["box"]["board"]
    tab = profile["dividers"]["tab_high"] if keys else 0.0
    return Stack(wide, high, round(one, 4), round(count * one + len(keys) * board, 3), tab, told)


def divided(facts: Mapping[str, Any]) -> tuple[str, ...]:
    """Which dividers the box holds; none where they are not wanted."""
    return () if facts.get("dividers") is False or facts["copies"] > 1 else DIVIDED[facts["deck"]]


def size_of(profile: Profile, stack: Stack) -> BoxSize:
    box = profile["box"]
    across, upright, through = (play + box["board"] for play in box["play"])
    return BoxSize(
        *(
            round(v, 3)
            for v in (stack.wide_mm + across, stack.high_mm + stack.tab_mm + upright, stack.deep_mm + through)
        )
    )


def plan_of(profile: Profile, product: Product, facts: Mapping[str, Any]) -> tuple[Stack, BoxPlan]:
    stack = stack_of(profile, product, len(facts["codes"]), facts)
    return stack, plan_box(size_of(profile, stack), find_paper(facts["paper"]), profile["box"])


def write(job: Job, progress: Progress) -> dict[str, bytes]:
    """`box.pdf`, a page a piece and one for dividers; `box.svg` and `box.dxf`, or `box-1` and `box-2`; `dividers`."""
    from tt_print.render.pdf import DocumentFacts, Page, render_pdf

    facts, data = job.facts(), job.profile.data
    stack, plan = plan_of(job.profile, job.product, facts)
    said = BoxWords(_contents(job), job.title)
    sheets = [draw_box_sheet(plan, place, job.theme, data, said) for place in range(len(plan.pieces))]
    files: dict[str, bytes] = {}
    for place, sheet in enumerate(sheets):
        stem = "box" if len(sheets) == 1 else f"box-{place + 1}"
        files |= write_cuts(plan.lines(place), sheet.width_mm, sheet.height_mm, sheet.title, stem)
    if keys := divided(facts):
        sheet, lines = _divider_sheet(job, stack, keys)
        sheets.append(sheet)
        files |= write_cuts(lines, sheet.width_mm, sheet.height_mm, sheet.title, "dividers")
    pages = [Page(sheet, str(number), sheet.title) for number, sheet in enumerate(sheets, 1)]
    return {"box.pdf": render_pdf(pages, DocumentFacts("Triple Topper, box", "Print at 100 %, one-sided.")), **files}


def _contents(job: Job) -> str:
    copies = job.choices.copies
    many = len(DECKS[job.choices.deck]) * copies
    jokers = f"{len(JOKERS) * copies} jokers, " if job.choices.with_jokers else ""
    words_ = job.profile["words"]["cards"].format(
        cards=many, jokers=jokers, chits="3 chits" if job.choices.chits else ""
    )
    return words_.removesuffix(", ")


def divider_outline(width: float, height: float, place: int, count: int, m: Mapping[str, Any]) -> Outline:
    """Clockwise from the top left of its body; the tab's corners and the body's lower ones are round."""
    tab, r, b = tab_box(width, place, count, m), m["corner"], QUARTER_BULGE
    left, right, top = tab.left_mm, tab.left_mm + tab.width_mm, tab.top_mm
    vertices = [] if left == 0 else [Vertex(0, 0), Vertex(left, 0)]
    vertices += [Vertex(left, top + r, b), Vertex(left + r, top), Vertex(right - r, top, b), Vertex(right, top + r)]
    vertices += [] if right >= width - 1e-6 else [Vertex(right, 0), Vertex(width, 0)]
    vertices += [Vertex(width, height - r, b), Vertex(width - r, height), Vertex(r, height, b), Vertex(0, height - r)]
    return Outline(tuple(vertices))


def place_dividers(
    profile: Profile, stack: Stack, keys: tuple[str, ...], paper_name: str
) -> tuple[Paper, list[tuple[float, float]]]:
    """The sheet for the dividers and where the body of each begins, in the middle of it."""
    m, paper = profile["dividers"], find_paper(paper_name)
    gap, margin = 4.0, profile["box"]["margin"]
    across, down = stack.wide_mm + m["wider"] + gap, stack.high_mm + m["tab_high"] + gap
    way = paper if len(keys) * across - gap + 2 * margin <= paper.width_mm else paper.turned()
    columns = min(len(keys), max(1, int((way.width_mm - 2 * margin + gap) // across)))
    rows = -(-len(keys) // columns)
    left, top = (way.width_mm - columns * across + gap) / 2, (way.height_mm - rows * down + gap) / 2 + m["tab_high"]
    return way, [(left + place % columns * across, top + place // columns * down) for place in range(len(keys))]


def divider_lines(profile: Profile, stack: Stack, keys: tuple[str, ...], paper_name: str) -> list[Outline]:
    m = profile["dividers"]
    _, places = place_dividers(profile, stack, keys, paper_name)
    width = stack.wide_mm + m["wider"]
    return [divider_outline(width, stack.high_mm, n, len(keys), m).moved(*place) for n, place in enumerate(places)]


def _divider_sheet(job: Job, stack: Stack, keys: tuple[str, ...]) -> tuple[Drawing, list[Outline]]:
    paper_name, theme = job.choices.paper or "", job.theme
    way, places = place_dividers(job.profile, stack, keys, paper_name)
    lines = divider_lines(job.profile, stack, keys, paper_name)
    width = stack.wide_mm + job.profile["dividers"]["wider"]
    items: list[Item] = []
    for n, (key, place) in enumerate(zip(keys, places, strict=True)):
        items.append(
            Group(tuple(draw_divider(width, stack.high_mm, n, len(keys), theme, job.profile.data, key)), shift(*place))
        )
    items += [Path(outline_path(line), stroke=theme.ink, width_mm=0.2) for line in lines]
    return Drawing(way.width_mm, way.height_mm, tuple(items), "Triple Topper, dividers"), lines


def how_to_words(job: Job, files: Mapping[str, bytes]) -> dict[str, Any]:
    stack, plan = plan_of(job.profile, job.product, job.facts())
    board = job.profile["box"]["board"]
    paper = plan.papers[0].title
    if len(plan.pieces) == 1:
        sheets = f"The box is one piece on one sheet of {paper}."
    else:
        larger = one_sheet_paper(plan.size, job.profile["box"], job.profile["larger"].get(plan.papers[0].name, ""))
        one = f"; in one piece on {larger.title}: --paper {larger.name}" if larger else ""
        sheets = f"The box does not fit on one sheet of {paper}, so it comes in two pieces on two sheets{one}."
    keys = divided(job.facts())
    tail = f" The {len(keys)} dividers have tabs {stack.tab_mm:g} mm high; without: --no-dividers" if keys else ""
    return {
        "thickness": stack.thickness_mm, "thickness_from": stack.told, "stack": stack.deep_mm, "sheets_words": sheets,
        "seams": "" if len(plan.pieces) == 1 else ", on both pieces", "dividers": tail,
        "inner_wide": plan.size.wide_mm - board, "inner_high": plan.size.high_mm - board,
        "inner_deep": plan.size.deep_mm - board,
        "card_wide": stack.wide_mm, "card_high": stack.high_mm,
    }  # fmt: skip


def planned_files(job: Job) -> dict[str, Planned]:
    facts = job.facts()
    stack, plan = plan_of(job.profile, job.product, facts)
    pages = [(paper.width_mm, paper.height_mm) for paper in plan.papers]
    cuts: dict[str, Planned] = {}
    for place, size in enumerate(pages):
        cuts |= plan_cuts(plan.lines(place), *size, "box" if len(pages) == 1 else f"box-{place + 1}")
    if keys := divided(facts):
        way, _ = place_dividers(job.profile, stack, keys, facts["paper"])
        lines = divider_lines(job.profile, stack, keys, facts["paper"])
        pages.append((way.width_mm, way.height_mm))
        cuts |= plan_cuts(lines, *pages[-1], "dividers")
    return {"box.pdf": PlannedPdf(tuple(pages)), **cuts}


KIND = Kind(
    write, planned_files, how_to_words, frozenset({"paper", "thickness", "sleeved", "dividers"}), resolve_options
)
