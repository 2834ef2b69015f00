"""Tuck boxes of a shop: which of its sizes hold the cards, what is in which, and a picture of each laid flat.

side | back, with the lid above and the bottom below | side | front | glue
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from tt_print.cards.back import draw_back
from tt_print.deck import DECKS, JOKERS
from tt_print.drawing.geometry import Rect, scale
from tt_print.drawing.shapes import Drawing, Group, Item, Path
from tt_print.export.choices import Choices
from tt_print.export.job import Job
from tt_print.export.products import MM_PER_INCH
from tt_print.export.profile_tables import BoxProfile, ShopBoxes, ShopProfile, TuckBox
from tt_print.export.profiles import find_profile
from tt_print.export.tuckbox import box_contents, with_theme_texts
from tt_print.export.tuckbox_art import SIDE_MM, BoxArt, BoxContents
from tt_print.problems import Problem
from tt_print.records import dataclass

NONE = "none"
OVERSHOOT_MM = 0.4  # round letters and lines reach so far beyond where they are placed
DESCENDER_MM = 0.9  # of the last line, whose baseline ends a panel
PLAY_MM = 0.5  # a box as deep as its stack bulges
FAN_MM = 1.0  # the hand on the front ends so far inside its panel
SORTS = ("cards", "jokers", "chits", "more")  # of cards in a lot: `SQUARES: 64 cards, 3 chits`
JOKER_CODES = frozenset(joker.safe_code for joker in JOKERS)
NOTCH_MM = 10.5  # below the front's upper edge nothing is read: the notch is 16.5 points deep there


class CardBatch(NamedTuple):
    """Cards that stay together: a deck, or a part of the full one. `key` is among the parts of `ShopBoxes`, `counts` are by sort."""

    key: str
    counts: Counter[str]


@dataclass(frozen=True, slots=True)
class PackedBox:
    """A box of the `shop` and the lots in it; `number` is the box's among all of them, from 1. `pages` are those of a booklet that is on the cards."""

    shop: ShopBoxes
    box: TuckBox
    lots: tuple[CardBatch, ...]
    number: int
    boxes: int
    pages: int = 0

    @property
    def counts(self) -> Counter[str]:
        return sum((lot.counts for lot in self.lots), Counter())

    @property
    def count(self) -> int:
        return sum(lot.counts.total() for lot in self.lots)

    @property
    def file(self) -> str:
        """Its name in the folder `box`: `poker-tuck-box-72.png`, before it `1-of-2-` where there are several."""
        several = f"{self.number}-of-{self.boxes}-" if self.boxes > 1 else ""
        return f"{several}poker-tuck-box-{self.box.name}.png"

    @property
    def stack_mm(self) -> float:
        """The cards, and the booklet on them; two pages are a leaf."""
        return self.count * self.shop.card_mm + self.pages / 2 * self.shop.leaf_mm

    @property
    def depth_mm(self) -> float:
        return panels_of(self.box, self.shop.dpi)["right"].width

    @property
    def room_mm(self) -> float:
        """How much thicker the stack could be for the box to close."""
        return self.depth_mm - self.stack_mm - PLAY_MM


def resolve_box(job: Job[ShopProfile]) -> str:
    """The size in our spelling; empty where the cards say it. Raises Problem for a size that does not exist."""
    wanted, boxes = job.choices.tuck_box, job.profile.boxes
    name = wanted.strip().lower()
    if name in ("", NONE):
        return name
    if job.product.name != boxes.product:
        raise Problem("needs", "tuck_box", value=wanted, other="product", wanted=boxes.product)
    if name not in boxes.sizes:
        raise Problem("unknown", "tuck_box", value=wanted, profile=job.profile.title, choices=[*boxes.sizes, NONE])
    return name


def plan_boxes(job: Job[ShopProfile], pages: int = 0) -> list[PackedBox]:
    """The fewest boxes, filled in order, each the smallest that holds its lots. A booklet of `pages` is where most room is left.

    Raises Problem where a size that was asked for does not close over one of them, or over the booklet.
    """
    choices, boxes = job.choices, job.profile.boxes
    if choices.tuck_box == NONE or job.product.name != boxes.product:
        return []
    asked = boxes.sizes.get(choices.tuck_box)
    sizes = [asked] if asked else list(boxes.sizes.values())
    most = sizes[-1].cards
    filled: list[list[CardBatch]] = []
    for lot in _lots(choices):
        cards = lot.counts.total()
        if cards > most:
            raise Problem("too_small", "tuck_box", value=choices.tuck_box, most=most, cards=cards)
        if filled and sum(other.counts.total() for other in filled[-1]) + cards <= most:
            filled[-1].append(lot)
        else:
            filled.append([lot])
    packed = []
    for number, lots in enumerate(filled, 1):
        one = PackedBox(boxes, sizes[-1], tuple(lots), number, len(filled))
        packed.append(replace(one, box=next(box for box in sizes if one.count <= box.cards)))
    return _with_booklet(packed, sizes, pages) if pages else packed


def _with_booklet(packed: list[PackedBox], sizes: Sequence[TuckBox], pages: int) -> list[PackedBox]:
    """The same with the booklet in the box that has most room left, which is a larger one where it would not close."""
    roomy = max(packed, key=lambda each: each.room_mm)
    held = replace(roomy, pages=pages)
    for box in sizes[sizes.index(held.box) :]:
        held = replace(held, box=box)
        if held.room_mm >= 0:
            return [held if each is roomy else each for each in packed]
    known = {"cards": held.count, "pages": pages, "title": held.box.title}
    stack, depth = f"{held.stack_mm:.1f}", f"{held.depth_mm:.1f}"
    raise Problem("too_thick", "booklet", other="tuck_box", stack=stack, depth=depth, **known)


def _lots(choices: Choices) -> list[CardBatch]:
    """Deck after deck; the full one in two lots, its 64 cards without a wild value and the rest. Chits lie with the first
    lot, extras with the last.
    """
    codes, deck, copies = choices.codes or (), choices.deck, choices.copies
    chits = sum(code.startswith("chit-") for code in codes)
    jokers = sum(code in JOKER_CODES for code in codes) // copies
    extras = len(codes) - chits - copies * (len(DECKS[deck]) + jokers)
    squares = len(DECKS["squares"])
    kinds = [(deck, len(DECKS[deck]), jokers)]
    if deck == "full":
        kinds = [("squares", squares, 0), ("wilds", len(DECKS["full"]) - squares, jokers)]
    lots = [CardBatch(key, Counter(cards=cards, jokers=with_jokers)) for key, cards, with_jokers in kinds * copies]
    lots[0].counts["chits"] = chits
    lots[-1].counts["more"] = extras
    return lots


def box_steps(job: Job[ShopProfile], packed: Sequence[PackedBox]) -> str:
    """The lines of the how-to."""
    step = job.profile.step
    if not packed:
        return step("no_box" if job.choices.tuck_box == NONE else "box_elsewhere", product=job.product.title)
    lines = []
    if len(packed) > 1:
        lines.append(step("several_boxes", count=sum(each.count for each in packed), boxes=len(packed)))
    for each in packed:
        labels = dict.fromkeys(each.shop.parts[lot.key].label for lot in each.lots)
        inside = ", ".join(f"{each.counts[sort]} {sort}" for sort in SORTS if each.counts[sort])
        lines.append(step(
            "one_box" if len(packed) == 1 else "each_box", title=each.box.title, file=each.file, cards=each.box.cards, count=each.count,
            stack=each.count * each.shop.card_mm, what=f"{' and '.join(labels)}: {inside}", depth=each.depth_mm,
            booklet=step("with_booklet", stack=each.stack_mm) if each.pages else "",
        ))  # fmt: skip
    return "\n".join(lines)


# What is printed


def home_box() -> BoxProfile:
    """The box for the printer at home, whose art and words these share."""
    profile = find_profile("tuckbox")
    assert isinstance(profile, BoxProfile)
    return profile


def panels_of(box: TuckBox, dpi: int) -> dict[str, Rect]:
    """The panels between their creases, in millimeters from the file's corner; the back begins where the lid turns."""
    x, y = ([edge * MM_PER_INCH / dpi for edge in edges] for edges in (box.across_px, box.down_px))
    lid, body, turn, foot, bottom = y
    return {
        "right": Rect.from_edges(x[0], body, x[1], foot),
        "back": Rect.from_edges(x[1], turn, x[2], foot),
        "left": Rect.from_edges(x[2], body, x[3], foot),
        "front": Rect.from_edges(x[3], body, x[4], foot),
        "glue": Rect.from_edges(x[4], body, x[5], foot),
        "lid": Rect.from_edges(x[1], lid, x[2], body),
        "bottom": Rect.from_edges(x[1], foot, x[2], bottom),
    }


def draw_box(job: Job[ShopProfile], packed: PackedBox) -> Drawing:
    """A box laid flat: a ground that runs on over all cuts, and on each panel what is read, clear of cuts and creases."""
    theme, box, dpi, mm = job.theme, packed.box, packed.shop.dpi, MM_PER_INCH / packed.shop.dpi
    home = with_theme_texts(home_box(), theme)
    width, height = (px * MM_PER_INCH / dpi for px in box.file_px)
    front = panels_of(box, dpi)["front"]
    art = BoxArt(theme, home, _contents(packed, job, home), Rect.from_edges(front.left, 0, front.right, height))
    whole, glue = Rect(0, 0, width, height), (box.across_px[4] + packed.shop.glue_px) * mm
    items: list[Item] = [Path(whole.path(), theme.paper if theme.is_low else art.flood.ink)]
    if theme.is_low:  # the back's pattern over the whole file: a crease that is off shows no seam
        items.append(Group(draw_back(theme, width, height, 0.0).items, scale(1.0), clip=whole.path()))
    # a little beyond its crease the flap is bare
    items.append(Path(Rect.from_edges(glue, 0, width, height).path(), theme.paper))
    for name, panel in panels_of(box, dpi).items():
        if name == "glue":
            continue
        safe = panel.inset(packed.shop.safe_px * mm)
        if name == "lid" and box.lid_safe_px:
            safe = Rect.from_edges(safe.left, box.lid_safe_px[0] * mm, safe.right, box.lid_safe_px[1] * mm)
        safe = safe.inset(OVERSHOOT_MM)
        if name in ("front", "back"):  # their last line stands on the edge of what they have
            safe = Rect(safe.left, safe.top, safe.width, safe.height - DESCENDER_MM)
        if name == "front":  # its hand of cards ends inside `safe`, and its title begins below the notch
            top = panel.top + NOTCH_MM - home.box.notch_radius
            room = Rect.from_edges(safe.left - FAN_MM, top, safe.right + FAN_MM, safe.bottom + SIDE_MM)
        else:  # of which the art leaves just `safe`: it keeps 4 mm clear, less where that is a sixth of the panel
            room = safe.inset(-min(SIDE_MM, safe.width / 4, safe.height / 4))
        items += art.draw_panel("lid" if name == "bottom" else name, room)
    title = f"Triple Topper, {box.title}{f', {art.contents.part}' if art.contents.part else ''}"
    return Drawing(width, height, tuple(items), title, art.contents.cards)


def _contents(packed: PackedBox, job: Job[ShopProfile], home: BoxProfile) -> BoxContents:
    """What this box says is in it; which of several it is is on its front, its sides, its lid and its bottom."""
    shop, own, key = packed.shop, job.theme.words.box, packed.lots[0].key
    part, words = shop.parts[key], home.words
    choices = replace(job.choices, deck=job.choices.deck if key == "wilds" else key)
    base = box_contents(home, job.theme, choices, part.games)
    cards, jokers, chits, _ = (packed.counts[sort] for sort in SORTS)
    also = [f"{jokers} {own.jokers or 'jokers'}"] if jokers else []
    also += [f"{chits} {own.chits or 'chits'}"] if chits else []
    if part.cards and packed.boxes > 1:
        line = " and ".join([*also, part.cards.format(cards=cards)])
        line = line[:1].upper() + line[1:]
    else:
        line = ", ".join([f"{cards} {words.cards_noun.lower()}", *also])
    facts = ((str(cards), words.cards_noun), *(part.facts or base.facts[1:]))
    number = shop.number.format(number=packed.number, count=packed.boxes)
    return replace(
        base, cards=line, facts=facts,
        games_title=part.games_title or base.games_title, tokens=part.tokens or base.tokens,
        part=f"{number}: {part.label}" if packed.boxes > 1 else "",
    )  # fmt: skip
