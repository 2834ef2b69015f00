"""Sheets with registration marks and the cuts that belong to them, for a machine that looks for the marks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from tt_print.cards.back import draw_back
from tt_print.drawing.geometry import Matrix, Rect, polygon, rectangle, shift
from tt_print.drawing.shapes import Drawing, Group, Item, Path, Text
from tt_print.drawing.text import TEXT, find_font
from tt_print.export.cardbox import CardBox
from tt_print.export.cut_files import expected_cuts, write_card_cuts
from tt_print.export.expected import Expected, ExpectedPdf, FileFacts
from tt_print.export.job import Choices, Job, Spec
from tt_print.export.kinds import Kind
from tt_print.export.profile_tables import CutterProfile, Marks
from tt_print.problems import Problem, pick
from tt_print.progress import Progress
from tt_print.records import dataclass
from tt_print.sheets.plan import Paper, find_paper

BACK_BLEED_MM = 3.0  # a whole repeat of the pattern, beyond the outer cards


@dataclass(frozen=True, slots=True)
class CutterPlan:
    """A block of cards in the middle of a sheet, each with its bleed round it; `arm_mm` is a mark's length.

    `corners` are the squares that the marks take, clockwise from the top left: in them and round them nothing else.
    """

    paper: Paper
    box: CardBox
    columns: int
    rows: int
    inset_mm: float
    arm_mm: float

    @property
    def count(self) -> int:
        return self.columns * self.rows

    @property
    def edge(self) -> str:
        """The edge over which the sheet is turned."""
        return "short" if self.paper.width_mm > self.paper.height_mm else "long"

    @property
    def trims(self) -> list[Rect]:
        """What remains of each card after cutting, row by row."""
        box = self.box
        left = (self.paper.width_mm - self.columns * box.width_mm) / 2 + box.bleed_mm
        top = (self.paper.height_mm - self.rows * box.height_mm) / 2 + box.bleed_mm
        return [
            Rect(left + column * box.width_mm, top + row * box.height_mm, box.trim.width, box.trim.height)
            for row in range(self.rows) for column in range(self.columns)
        ]  # fmt: skip

    @property
    def size_mm(self) -> tuple[float, float]:
        return self.paper.width_mm, self.paper.height_mm

    @property
    def corners(self) -> list[Rect]:
        arm, far = self.arm_mm, self.inset_mm + self.arm_mm
        right, bottom = self.paper.width_mm - far, self.paper.height_mm - far
        return [Rect(x, y, arm, arm) for x, y in ((self.inset_mm, self.inset_mm), (right, self.inset_mm),
                                                 (right, bottom), (self.inset_mm, bottom))]  # fmt: skip


def _plan(spec: Spec[CutterProfile]) -> CutterPlan:
    """The way of the paper, and the block, that hold most cards; among equals the one with the longer marks.

    An arm is as long as the cards leave room for, at most `max_arm`. Raises Problem when no card fits.
    """
    paper, box, marks = find_paper(spec.choices.paper), spec.product.box, spec.profile.marks
    inset, clear = marks.inset, marks.clear
    best: CutterPlan | None = None
    for way in (paper.turned(), paper):
        for columns in range(1, int((way.width_mm - 2 * inset) // box.width_mm) + 1):
            for rows in range(1, int((way.height_mm - 2 * inset) // box.height_mm) + 1):
                beside = (way.width_mm - columns * box.width_mm) / 2 - inset - clear
                above = (way.height_mm - rows * box.height_mm) / 2 - inset - clear
                arm = int(10 * min(marks.max_arm, max(beside, above))) / 10
                plan = CutterPlan(way, box, columns, rows, inset, arm)
                if arm >= marks.min_arm and (best is None or (plan.count, arm) > (best.count, best.arm_mm)):
                    best = plan
    if best is None:
        raise Problem("no_card_fits", "paper", size=f"{box.trim.width:g} x {box.trim.height:g} mm", value=paper.title)
    return best


class CutterKind(Kind[CutterProfile]):
    options = frozenset({"paper", "marks", "backs", "back"})

    def resolve(self, spec: Spec[CutterProfile]) -> Choices:
        """Three marks unless four are asked for. Raises Problem for another number, or paper the machine is not set up for."""
        types, choices = spec.profile.marks.types, spec.choices
        paper, marks = pick("paper", choices.paper, spec.profile.marks.papers), choices.marks or int(next(iter(types)))
        if str(marks) not in types:
            raise Problem("unknown", "marks", value=marks, choices=[*types], types="; ".join(types.values()))
        return replace(choices, paper=paper, marks=marks)

    def write(self, job: Job[CutterProfile], progress: Progress) -> dict[str, bytes]:
        """`sheets.pdf`, with a page of backs behind each sheet where wanted, and one `cut.svg` and `cut.dxf` for all."""
        from tt_print.render.pdf import ONE_SIDED, DocumentFacts, Page, render_pdf

        plan = _plan(job)
        cards = [front.drawing for front in job.fronts]
        sheets = [cards[i : i + plan.count] for i in range(0, len(cards), plan.count)]
        drawn: list[Page] = []
        back = _back_sheet(job, plan) if job.choices.backs else None
        with progress("Drawing sheets", len(sheets)) as bar:
            for number, fronts in enumerate(sheets, 1):
                drawn.append(Page(_sheet(job, plan, fronts, number, len(sheets)), str(number), f"Sheet {number}"))
                if back is not None:
                    drawn.append(Page(back, f"{number} back", f"Backs of sheet {number}"))
                bar.update(1)
        duplex = "Simplex" if back is None else f"DuplexFlip{plan.edge.capitalize()}Edge"
        title = f"Triple Topper, {job.title}, sheets for {job.profile.title}"
        pdf = render_pdf(drawn, DocumentFacts(title, "Print at 100 %.", ONE_SIDED | {"Duplex": duplex}))
        return {"sheets.pdf": pdf, **write_card_cuts(plan.box, plan.trims, plan.size_mm)}

    def how_to_words(self, job: Job[CutterProfile]) -> dict[str, object]:
        plan, marks = _plan(job), job.profile.marks
        return {
            "sheets": -(-len(job.fronts) // plan.count), "per_sheet": plan.count, "paper": plan.paper.title,
            "way": "landscape" if plan.edge == "short" else "portrait", "mark_type": marks.types[str(job.choices.marks)],
            "inset": plan.inset_mm, "arm": plan.arm_mm, "line": marks.line,
            "sides": f", both sides, flip on the {plan.edge} edge" if job.choices.backs else "",
        }  # fmt: skip

    def possible_choices(self, spec: Spec[CutterProfile], found: Mapping[str, FileFacts]) -> Iterable[Choices]:
        """On each paper that the machine is set up for."""
        papers, choices = spec.profile.marks.papers, spec.choices
        return [choices] if choices.paper in papers else [replace(choices, paper=paper) for paper in papers]

    def expected_files(self, spec: Spec[CutterProfile], found: Collection[str]) -> dict[str, Expected]:
        plan, codes = _plan(spec), spec.choices.codes
        count = None if codes is None else -(-len(codes) // plan.count) * (2 if spec.choices.backs else 1)
        cuts = write_card_cuts(plan.box, plan.trims, plan.size_mm)
        cut_files = expected_cuts(cuts, spec.profile.checks.cut_tolerance_mm)
        return {"sheets.pdf": ExpectedPdf((plan.size_mm,), count), **cut_files}


KIND = CutterKind()


def _sheet(job: Job[CutterProfile], plan: CutterPlan, cards: Sequence[Drawing], number: int, count: int) -> Drawing:
    """One sheet of the fronts in `cards`, with its marks."""
    bleed = plan.box.bleed_mm
    placed = zip(cards, plan.trims, strict=False)
    items: list[Item] = [Group(card.items, shift(trim.left - bleed, trim.top - bleed)) for card, trim in placed]
    items += _words(job, plan, number, count)
    bars = draw_marks(plan, job.choices.marks or 3, job.profile.marks)
    items += [Path(rectangle(bar.left, bar.top, bar.width, bar.height), job.theme.ink) for bar in bars]
    titles = ", ".join(card.title for card in cards)
    title = f"Triple Topper, {job.title}, sheet {number} of {count}"
    return Drawing(*plan.size_mm, tuple(items), title, f"{titles}.")


def draw_marks(plan: CutterPlan, count: int, marks: Marks) -> list[Rect]:
    """Each black bar and square of `count` marks. An angle's corner points away from the cards."""
    bars: list[Rect] = []
    for index, corner in enumerate(plan.corners):  # clockwise from the top left
        x, y, arm, line = corner.left, corner.top, plan.arm_mm, marks.line
        if count == 3 and index == 0:
            bars.append(Rect(x, y, marks.square, marks.square))
        elif count != 3 or index != 2:
            bars.append(Rect(x, y if index in (0, 1) else y + arm - line, arm, line))
            bars.append(Rect(x if index in (0, 3) else x + arm - line, y, line, arm))
    return bars


def _words(job: Job[CutterProfile], plan: CutterPlan, number: int, count: int) -> Iterator[Item]:
    """Below the cards and outside the marks: which sheet this is, and a ruler to measure."""
    words, theme = job.profile.words, job.theme
    size, ruler = words.text_size, words.ruler_mm
    text = words.line.format(deck=job.title, number=number, count=count)
    width = find_font(TEXT).width_mm(text, size)
    left = (plan.paper.width_mm - width - ruler - 4) / 2
    y = plan.paper.height_mm - 6.4
    ticks = [polygon([(x, y - 1.6), (x, y + 0.2)], closed=False) for x in (left, left + ruler)]
    line = polygon([(left, y - 0.7), (left + ruler, y - 0.7)], closed=False)
    yield Path(" ".join([*ticks, line]), stroke=theme.ink, width_mm=0.2)
    yield Text(left + ruler + 4, y, text, TEXT, size, theme.ink)


def _back_sheet(job: Job[CutterProfile], plan: CutterPlan) -> Drawing:
    """Backs in every place, so that it does not matter over which edge the sheet is turned.

    The pattern repeats with the cards and the gaps between them, so that it goes on from card to card: a sheet
    that lands a little off still has no white edge.
    """
    theme, box, bleed = job.theme, plan.box, plan.box.bleed_mm
    if job.artwork is not None:
        back = draw_back(theme, box.trim.width, box.trim.height, BACK_BLEED_MM, job.artwork)
        # once more up to its own bleed, over what its neighbors draw beyond theirs
        own = (Group(back.items, clip=Rect(0, 0, back.width_mm, back.height_mm).inset(-bleed).path()),)
        placed = tuple(Group(items, shift(trim.left, trim.top)) for items in (back.items, own) for trim in plan.trims)
        return Drawing(*plan.size_mm, placed, f"Backs of {job.title}", back.description)
    tile = draw_back(theme, box.width_mm, box.height_mm)
    outer = draw_back(theme, box.width_mm, box.height_mm, BACK_BLEED_MM)
    first, last = plan.trims[0], plan.trims[-1]
    corners: list[Matrix] = [shift(trim.left - bleed, trim.top - bleed) for trim in plan.trims]
    edge = [
        shift(trim.left - bleed, trim.top - bleed) for trim in plan.trims
        if trim.left in (first.left, last.left) or trim.top in (first.top, last.top)
    ]  # fmt: skip
    items: list[Item] = [Group(outer.items, matrix) for matrix in edge]
    paper = Path(rectangle(0, 0, box.width_mm, box.height_mm), theme.paper)
    items += [Group((paper, *tile.items), matrix) for matrix in corners if matrix not in edge]
    return Drawing(*plan.size_mm, tuple(items), f"Backs of {job.title}", tile.description)
