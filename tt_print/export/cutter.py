"""Cards in blocks for cutting machines: sheets with registration marks, or pictures of blocks where a machine's software
prints its own marks; and one cut file that serves all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product as every
from math import floor

from tt_print.cards.back import draw_back
from tt_print.drawing.geometry import Rect, compose, polygon, quarter_turn, shift
from tt_print.drawing.outline import rounded
from tt_print.drawing.shapes import Drawing, Group, Item, Path, Text
from tt_print.drawing.text import TEXT, find_font
from tt_print.export.choices import Choices
from tt_print.export.cut_files import cut_files
from tt_print.export.job import Content, Front, Job, PictureFile
from tt_print.export.products import MM_PER_INCH
from tt_print.export.profile_tables import BlockProfile, CutterProfile
from tt_print.problems import Problem, pick
from tt_print.render.progress import Progress
from tt_print.sheets.plan import Paper, find_paper

BACK_BLEED_MM = 3.0  # a whole repeat of the pattern, beyond the outer cards


@dataclass(frozen=True)
class Grid:
    """Cards of one size in rows, `pitch` from each to the next, the first one at `corner`; all that is printed is `size_mm` large."""

    columns: int
    rows: int
    card_mm: tuple[float, float]
    pitch_mm: tuple[float, float]
    corner: tuple[float, float]
    size_mm: tuple[float, float]

    @property
    def count(self) -> int:
        return self.columns * self.rows

    @property
    def trims(self) -> list[Rect]:
        """What remains of each card after cutting, row by row."""
        (left, top), (across, down) = self.corner, self.pitch_mm
        return [
            Rect(left + column * across, top + row * down, *self.card_mm)
            for row in range(self.rows) for column in range(self.columns)
        ]  # fmt: skip

    def split(self, fronts: Sequence[Front]) -> list[list[Drawing]]:
        """The cards of each sheet."""
        cards = [front.drawing for front in fronts]
        return [cards[i : i + self.count] for i in range(0, len(cards), self.count)]

    def cut_files(self, corner_mm: float) -> dict[str, bytes]:
        """The cut files of cards with round corners in these places."""
        outlines = [rounded(trim.left, trim.top, trim.width, trim.height, corner_mm) for trim in self.trims]
        return cut_files(outlines, self.size_mm, f"Cuts of {self.count} cards")


# Sheets with marks


@dataclass(frozen=True)
class Sheet(Grid):
    """A block in the middle of a sheet, each card with its bleed around it; `arm_mm` is a mark's length."""

    paper: Paper
    arm_mm: float

    @property
    def edge(self) -> str:
        """The edge over which the sheet is turned."""
        return "short" if self.paper.width_mm > self.paper.height_mm else "long"


class Cutter(Job[CutterProfile]):
    """`sheets.pdf`, with a page of backs behind each sheet where wanted, and one `cut.svg` and `cut.dxf` for all."""

    options = frozenset({"paper", "marks", "backs", "back"})

    def resolve(self) -> Choices:
        """Three marks unless four are asked for. Raises Problem for another number, or paper the machine is not set up for."""
        types, choices = self.profile.marks.types, self.choices
        paper, marks = pick("paper", choices.paper, self.profile.marks.papers), choices.marks or int(next(iter(types)))
        if str(marks) not in types:
            raise Problem("unknown", "marks", value=marks, choices=[*types], types="; ".join(types.values()))
        return replace(choices, paper=paper, marks=marks)

    @cached_property
    def plan(self) -> Sheet:
        """The way of the paper, and the block, that hold most cards; among equals the one with the longer marks.

        An arm is as long as the cards leave room for, at most `max_arm`. Raises Problem when no card fits.
        """
        paper, box, marks = find_paper(self.choices.paper), self.box, self.profile.marks
        best: Sheet | None = None
        for way in (paper.turned(), paper):
            wide, high, inset = way.width_mm, way.height_mm, marks.inset
            most = int((wide - 2 * inset) // box.width_mm), int((high - 2 * inset) // box.height_mm)
            for columns, rows in every(range(1, most[0] + 1), range(1, most[1] + 1)):
                left, top = (wide - columns * box.width_mm) / 2, (high - rows * box.height_mm) / 2
                arm = int(10 * min(marks.max_arm, max(left - inset - marks.clear, top - inset - marks.clear))) / 10
                if arm >= marks.min_arm and (best is None or (columns * rows, arm) > (best.count, best.arm_mm)):
                    corner, card = (left + box.bleed_mm, top + box.bleed_mm), (box.trim.width, box.trim.height)
                    pitch = box.width_mm, box.height_mm
                    best = Sheet(columns, rows, card, pitch, corner, (wide, high), way, arm)
        if best is None:
            size = f"{box.trim.width:g} x {box.trim.height:g} mm"
            raise Problem("no_card_fits", "paper", size=size, value=paper.title)
        return best

    def draw_files(self, progress: Progress) -> dict[str, Content]:
        from tt_print.render.pdf import ONE_SIDED, DocumentFacts, Page, render_pdf

        sheets = self.plan.split(self.fronts)
        drawn: list[Page] = []
        back = self._back_sheet() if self.choices.backs else None
        done = progress("Drawing sheets", len(sheets))
        for number, fronts in enumerate(sheets, 1):
            drawn.append(Page(self._sheet(fronts, number, len(sheets)), str(number), f"Sheet {number}"))
            if back is not None:
                drawn.append(Page(back, f"{number} back", f"Backs of sheet {number}"))
            done()
        duplex = "Simplex" if back is None else f"DuplexFlip{self.plan.edge.capitalize()}Edge"
        title = f"Triple Topper, {self.title}, sheets for {self.profile.title}"
        pdf = render_pdf(drawn, DocumentFacts(title, "Print at 100%.", ONE_SIDED | {"Duplex": duplex}))
        return {"sheets.pdf": pdf, **self.plan.cut_files(self.box.corner_mm)}

    def how_to_words(self) -> dict[str, object]:
        plan, marks = self.plan, self.profile.marks
        return {
            "sheets": -(-len(self.fronts) // plan.count), "per_sheet": plan.count, "paper": plan.paper.title,
            "way": "landscape" if plan.edge == "short" else "portrait", "mark_type": marks.types[str(self.choices.marks)],
            "inset": marks.inset, "arm": plan.arm_mm, "line": marks.line,
            "sides": f", both sides, flip on the {plan.edge} edge" if self.choices.backs else "",
        }  # fmt: skip

    def _sheet(self, cards: Sequence[Drawing], number: int, count: int) -> Drawing:
        """One sheet of the fronts in `cards`, with its marks."""
        bleed, placed = self.box.bleed_mm, zip(cards, self.plan.trims, strict=False)
        items: list[Item] = [Group(card.items, shift(trim.left - bleed, trim.top - bleed)) for card, trim in placed]
        items += self._words(number, count)
        items += [Path(bar.path(), self.theme.ink) for bar in self._marks()]
        title = f"Triple Topper, {self.title}, sheet {number} of {count}"
        return Drawing(*self.plan.size_mm, tuple(items), title, f"{', '.join(card.title for card in cards)}.")

    def _marks(self) -> Iterator[Rect]:
        """Each black bar and square, clockwise from the top left. An angle's corner points away from the cards."""
        marks, arm, (wide, high) = self.profile.marks, self.plan.arm_mm, self.plan.size_mm
        left = top = marks.inset
        right, bottom = wide - (marks.inset + arm), high - (marks.inset + arm)
        for index, (x, y) in enumerate([(left, top), (right, top), (right, bottom), (left, bottom)]):
            if self.choices.marks != 4 and index == 0:
                yield Rect(x, y, marks.square, marks.square)
            elif self.choices.marks == 4 or index != 2:
                yield Rect(x, y if index in (0, 1) else y + arm - marks.line, arm, marks.line)
                yield Rect(x if index in (0, 3) else x + arm - marks.line, y, marks.line, arm)

    def _words(self, number: int, count: int) -> Iterator[Item]:
        """Below the cards and outside the marks: which sheet this is, and a ruler to measure."""
        marks, theme, (wide, high) = self.profile.marks, self.theme, self.plan.size_mm
        size, ruler = marks.text_size, marks.ruler_mm
        text = marks.words.format(deck=self.title, number=number, count=count)
        left = (wide - find_font(TEXT).width_mm(text, size) - ruler - 4) / 2
        y = high - 6.4
        ticks = [polygon([(x, y - 1.6), (x, y + 0.2)], closed=False) for x in (left, left + ruler)]
        line = polygon([(left, y - 0.7), (left + ruler, y - 0.7)], closed=False)
        yield Path(" ".join([*ticks, line]), stroke=theme.ink, width_mm=0.2)
        yield Text(left + ruler + 4, y, text, TEXT, size, theme.ink)

    def _back_sheet(self) -> Drawing:
        """Backs in every place, so that it does not matter over which edge the sheet is turned.

        The pattern repeats with the cards and the gaps between them, so that it goes on from card to card: a sheet
        that lands a little off still has no white edge.
        """
        theme, box, bleed, trims = self.theme, self.box, self.box.bleed_mm, self.plan.trims
        title = f"Backs of {self.title}"
        if self.artwork is not None:
            back = draw_back(theme, box.trim.width, box.trim.height, BACK_BLEED_MM, self.artwork)
            # once more up to its own bleed, over what its neighbors draw beyond theirs
            own = (Group(back.items, clip=Rect(0, 0, back.width_mm, back.height_mm).inset(-bleed).path()),)
            placed = tuple(Group(items, shift(trim.left, trim.top)) for items in (back.items, own) for trim in trims)
            return Drawing(*self.plan.size_mm, placed, title, back.description)
        outer, tile = draw_back(theme, *self.plan.pitch_mm, BACK_BLEED_MM), draw_back(theme, *self.plan.pitch_mm)
        on_paper = (Path(box.whole.path(), theme.paper), *tile.items)
        first, last = trims[0], trims[-1]
        items: list[Item] = []
        inner: list[Item] = []
        for trim in trims:
            matrix = shift(trim.left - bleed, trim.top - bleed)
            if trim.left in (first.left, last.left) or trim.top in (first.top, last.top):
                items.append(Group(outer.items, matrix))
            else:
                inner.append(Group(on_paper, matrix))
        return Drawing(*self.plan.size_mm, (*items, *inner), title, tile.description)


# Pictures of blocks


class Block(Job[BlockProfile]):
    """`blocks/block-01.png` and so on, which end at the outer cuts, and `cut.svg` and `cut.dxf` for all of them."""

    options = frozenset({"dpi"})

    @cached_property
    def plan(self) -> Grid:
        """The block that holds most cards; among equals the one with a gap, because it saves no cut to share one."""
        upright = self.box.trim.width, self.box.trim.height
        found = []
        for (wide, high), gap in every((upright, upright[::-1]), (self.profile.gap_mm, 0.0)):
            columns, rows = (
                floor((side + gap) / (card + gap) + 1e-9)
                for side, card in zip(self.profile.block_mm, (wide, high), strict=True)
            )
            if columns and rows:
                pitch = wide + gap, high + gap
                size = columns * pitch[0] - gap, rows * pitch[1] - gap
                found.append((gap, Grid(columns, rows, (wide, high), pitch, (0, 0), size)))
        return max(found, key=lambda each: (each[1].count, each[0]))[1]

    def draw_files(self, progress: Progress) -> dict[str, Content]:
        plan, dpi, files = self.plan, self.box.dpi, dict[str, Content]()
        size_px = round(plan.size_mm[0] * dpi / MM_PER_INCH), round(plan.size_mm[1] * dpi / MM_PER_INCH)
        for number, cards in enumerate(plan.split(self.fronts), 1):
            files[f"blocks/block-{number:02}.png"] = PictureFile(self._draw(cards), size_px, dpi)
        return files | plan.cut_files(self.box.corner_mm)

    def _draw(self, cards: Sequence[Drawing]) -> Drawing:
        wide, high = self.plan.size_mm
        items: list[Item] = [Path(Rect(0, 0, wide, high).path(), self.theme.paper)]
        for card, trim in zip(cards, self.plan.trims, strict=False):
            matrix = shift(trim.left, trim.top)
            if trim.width != self.box.trim.width:  # they lie on their side
                matrix = compose(matrix, quarter_turn(trim.width, 0))
            items.append(Group(card.items, matrix))
        return Drawing(wide, high, tuple(items), ", ".join(card.title for card in cards))

    def how_to_words(self) -> dict[str, object]:
        wide, high = self.plan.size_mm
        return {
            "blocks": -(-len(self.fronts) // self.plan.count), "per_block": self.plan.count, "wide": round(wide, 2),
            "wide_in": wide / MM_PER_INCH, "high_in": high / MM_PER_INCH, "cut_wide_in": wide / MM_PER_INCH,
        }  # fmt: skip


KINDS = {"cutter": Cutter, "cutter-block": Block}
