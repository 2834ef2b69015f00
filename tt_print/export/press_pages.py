"""Preflight of the pages of a PDF for a press: boxes, inks, order, and what it looks like at the edges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from tt_print.deck import Joker, parse_card
from tt_print.errors import InputError
from tt_print.export.cardbox import CardBox
from tt_print.export.edges import ink_outside_safe, uncovered_bleed
from tt_print.export.preflight import Finding
from tt_print.export.press import ORDERS, order_of, told_order
from tt_print.export.press_file import PressFile, PressPage
from tt_print.export.press_ink import build_of_paint, most_ink, picture_ink, told_build
from tt_print.export.press_paint import Paint, Rect
from tt_print.export.press_words import find_fault
from tt_print.export.profiles import Product, Profile
from tt_print.templates import read_toml

MM = 25.4 / 72
CLOSE_MM = 0.05  # page boxes come rounded, and no cutter is as exact
PLAIN = {"DeviceCMYK", "DeviceGray"}
LOOK_DPI = 150  # enough to see ink at an edge, in a quarter of the time of 300
HARMLESS_NOTES = {"PrinterMark", "TrapNet"}


def check_pages(
    file: PressFile, data: bytes, profile: Profile, product: Product, facts: Mapping[str, Any]
) -> Iterator[Finding]:
    """Page by page, then all together."""
    wrong_size = set()
    known: dict[str, list[Finding]] = {}
    for page in file.pages:
        size = list(_check_boxes(page, product.box, profile))
        wrong_size |= {page.number} if size else set()
        yield from size
        if page.look not in known:
            known[page.look] = list(_check_look(page, profile))
        yield from (replace(finding, where=page.where) for finding in known[page.look])
        yield from _check_plates(page, profile, bool(facts.get("cut_line")))
        yield from _check_annotations(page)
    if not wrong_size:
        yield from _check_edges_and_order(file, data, profile, product, facts)


# Boxes


def _check_boxes(page: PressPage, box: CardBox, profile: Profile) -> Iterator[Finding]:
    missing = [name for name in ("BleedBox", "TrimBox") if name not in page.boxes]
    for name in missing:
        yield find_fault("boxes", page.where, found=f"no {name}")
    if "ArtBox" in page.boxes:
        yield find_fault("boxes", page.where, found="an ArtBox as well as a TrimBox")
    if page.turned or page.unit != 1:
        told = f"turned by {page.turned} degrees" if page.turned else f"scaled by {page.unit:g}"
        yield find_fault("upright", page.where, found=told)
    if missing:
        return
    media, bleed, trim = (page.boxes[name] for name in ("MediaBox", "BleedBox", "TrimBox"))
    for inner, outer, told in (
        (trim, bleed, "the TrimBox is not inside the BleedBox"),
        (bleed, media, "the BleedBox is not inside the MediaBox"),
        (bleed, page.boxes.get("CropBox", media), "the CropBox cuts into the bleed"),
    ):  # fmt: skip
        if not _inside(inner, outer):
            yield find_fault("boxes", page.where, found=told)
    wide, high = _size(media)
    wanted = f"{box.width_mm:.4g} x {box.height_mm:.4g} mm, the card and {box.bleed_mm:.4g} mm of bleed all round"
    if not (_close(wide, box.width_mm) and _close(high, box.height_mm)):
        said = f"the page is {wide:.4g} x {high:.4g} mm{_other_product(profile, wide, high)}"
        yield find_fault("size", page.where, found=said, wanted=wanted)
        return
    left, top = (trim[0] - media[0]) * MM, (media[3] - trim[3]) * MM
    wide, high = _size(trim)
    want = box.trim
    pairs = ((left, want.left_mm), (top, want.top_mm), (wide, want.width_mm), (high, want.height_mm))
    if not all(_close(one, other) for one, other in pairs):
        said = f"the TrimBox is {wide:.4g} x {high:.4g} mm, {left:.4g} mm from the left and {top:.4g} from the top"
        wanted = f"{want.width_mm:.4g} x {want.height_mm:.4g} mm, {want.left_mm:.4g} and {want.top_mm:.4g} from there"
        yield find_fault("size", page.where, found=said, wanted=wanted)
    if not all(abs(a - b) * MM <= CLOSE_MM for a, b in zip(bleed, media, strict=True)):
        yield find_fault(
            "size", page.where, found="the BleedBox is not the whole page", wanted=f"{box.bleed_mm:.4g} mm of bleed"
        )


def _other_product(profile: Profile, wide_mm: float, high_mm: float) -> str:
    """What to type where the page is right for another of the profile's products."""
    for name, product in profile.products.items():
        if _close(wide_mm, product.box.width_mm) and _close(high_mm, product.box.height_mm):
            return f", right for --product {name}"
    return ""


def _close(one_mm: float, other_mm: float) -> bool:
    return abs(one_mm - other_mm) <= CLOSE_MM


def _size(rect: Rect) -> tuple[float, float]:
    return (rect[2] - rect[0]) * MM, (rect[3] - rect[1]) * MM


def _inside(inner: Rect, outer: Rect) -> bool:
    slack = CLOSE_MM / MM
    return (
        inner[0] >= outer[0] - slack and inner[1] >= outer[1] - slack
        and inner[2] <= outer[2] + slack and inner[3] <= outer[3] + slack
    )  # fmt: skip


def _check_annotations(page: PressPage) -> Iterator[Finding]:
    inside = page.boxes.get("TrimBox", page.boxes["MediaBox"])
    for kind, rect in page.annotations:
        apart = rect is not None and (
            max(rect[0], rect[2]) <= inside[0] or min(rect[0], rect[2]) >= inside[2]
            or max(rect[1], rect[3]) <= inside[1] or min(rect[1], rect[3]) >= inside[3]
        )  # fmt: skip
        if kind not in HARMLESS_NOTES and not apart:
            yield find_fault("annotations", page.where, found=f"a {kind} annotation")


# Inks


def _check_look(page: PressPage, profile: Profile) -> Iterator[Finding]:
    """What depends on the operators alone, so that pages which paint the same need it once."""
    paints, where = page.painted.paints, page.where
    for name in sorted(page.painted.missing):
        yield find_fault("resources", where, found=name)
    strange = {p.color.space for p in paints} - PLAIN - {"unknown", "Shading"}
    strange -= {f"Separation on {space}" for space in PLAIN}
    for space in sorted(strange):
        yield find_fault("colors", where, found=f"it paints in {space}")
    if any(p.over and p.mode and not any(build_of_paint(p) or (1,)) for p in paints):
        yield find_fault("white", where)
    soft = sorted({p.soft for p in paints if p.soft} | ({"a transparency group"} if page.has_group else set()))
    standard = profile["press"]["standard"]
    opaque = standard.startswith("PDF/X-1a")
    for told in soft if opaque else ():
        yield find_fault("transparency", where, found=told, wanted=f"opaque inks; {standard} allows nothing else")
    yield from _check_ink(paints, where, profile.checks["most_total_ink"], bool(soft) and not opaque)
    least = profile.checks["least_image_dpi"]
    for dpi in sorted({round(p.dpi) for p in paints if p.kind == "image"}):
        if dpi < least:
            yield find_fault(
                "pictures", where, found=f"a picture of {dpi} dpi", wanted=f"{least} dpi, or lines and areas"
            )


def _check_ink(paints: list[Paint], where: str, most: float, soft: bool) -> Iterator[Finding]:
    fullest = most_ink(paints)
    if fullest is None:
        yield find_fault("ink", where, found="too many mixtures to measure", most=most)
    elif fullest[0] > most:
        yield find_fault("ink", where, found=f"{fullest[0]:g} % ({told_build(fullest[1])})", most=most)
    if soft or any(p.kind == "shading" or p.color.space in ("Shading", "Pattern") for p in paints):
        yield find_fault("ink", where, found="inks that blend, so that their sum cannot be told", most=most)
    for paint in paints:
        if paint.kind == "image":
            held = picture_ink(paint.image)
            if held is None or held > most:
                told = "a picture whose ink cannot be told" if held is None else f"{held:g} % in a picture"
                yield find_fault("ink", where, found=told, most=most)


def _check_plates(page: PressPage, profile: Profile, wants_line: bool) -> Iterator[Finding]:
    """A cut line overprints, so that a cut which lands beside it shows no white, and lies on the TrimBox."""
    line = profile.data.get("cut_line", {}).get("name", "")
    only = f"cyan, magenta, yellow and black{f', and lines in {line}' if line else ''}"
    spots = [p for p in page.painted.paints if p.color.plate]
    for name in sorted({p.color.plate for p in spots} - {line}):
        yield find_fault("plates", page.where, found=f"a plate named {name}", wanted=only)
    lines = [p for p in spots if line and p.color.plate == line]
    if wants_line and not lines:
        yield find_fault("plates", page.where, found="no cut line", wanted=f"a line in {line} round the card")
    for paint in lines:
        if paint.kind != "stroke":
            yield find_fault("plates", page.where, found=f"an area in {line}", wanted="a line only")
        if not paint.over:
            yield find_fault(
                "plates", page.where, found=f"{line} knocks out what lies below", wanted=f"{line} overprinting"
            )
        trim = page.boxes.get("TrimBox")
        if trim and paint.box and not all(abs(a - b) * MM <= CLOSE_MM for a, b in zip(paint.box, trim, strict=True)):
            yield find_fault(
                "plates", page.where, found=f"{line} is not on the TrimBox", wanted="the cut where the trim is"
            )


# Looks and order


def _check_edges_and_order(
    file: PressFile, data: bytes, profile: Profile, product: Product, facts: Mapping[str, Any]
) -> Iterator[Finding]:
    from tt_print.render.png import rasterize

    line = profile.data.get("cut_line", {}).get("name", "")
    has_line = any(p.color.plate == line for page in file.pages for p in page.painted.paints)
    seen = file.without_plate(line) if line and has_line else data
    box, coarse = product.box, replace(product.box, dpi=LOOK_DPI)
    sides: dict[str, str] = {}
    told: dict[str, list[str]] = {}
    for page in file.pages:
        if not any(p.kind == "fill" and p.box and _inside(page.boxes["BleedBox"], p.box) for p in page.painted.paints):
            yield find_fault("bleed", page.where, found="nothing covers the BleedBox, not even paper")
        if page.look not in sides:
            image = rasterize(seen, page.number - 1, LOOK_DPI)
            sides[page.look] = "back" if _reaches_the_edge(image, coarse) else "front"
            if sides[page.look] == "front":
                told[page.look] = ink_outside_safe(image, coarse)
            else:
                told[page.look] = uncovered_bleed(rasterize(seen, page.number - 1, box.dpi), box)
        for said in told[page.look]:
            if sides[page.look] == "front":
                yield find_fault("safe", page.where, found=said, safe=f"{box.safe.left_mm - box.trim.left_mm:.4g}")
            else:
                yield find_fault("bleed", page.where, found=said)
    yield from _check_order(file, [sides[page.look] for page in file.pages], profile, facts)


def _reaches_the_edge(image: Any, box: CardBox) -> bool:
    """Whether ink lies beyond the trim on at least three sides: only the back is drawn so."""
    left, top, right, bottom = (round(v) for v in box.pixels(box.trim))
    wide, high = image.size
    strips = ((0, 0, left, high), (0, 0, wide, top), (right, 0, wide, high), (0, bottom, wide, high))
    return sum(image.crop(strip).convert("L").getextrema()[0] < 200 for strip in strips) >= 3


def _check_order(file: PressFile, sides: list[str], profile: Profile, facts: Mapping[str, Any]) -> Iterator[Finding]:
    codes: list[str] | None = facts.get("codes")
    orders = [order_of(profile, facts.get("order"))] if codes is not None else list(profile["orders"])
    if codes is not None:
        count = len(ORDERS[orders[0]](codes))
        if len(sides) != count:
            yield find_fault("count", "the file", found=f"{len(sides)} pages", wanted=f"{count} for {len(codes)} cards")
    elif len(sides) % 2 and "one-back" not in orders:
        yield find_fault(
            "count", "the file", found=f"{len(sides)} pages", wanted="an even number, a front and a back a card"
        )
    names = codes if codes is not None else [""] * sides.count("front")
    wanted = [[side for _, side in ORDERS[order](names)] for order in orders]
    if sides not in wanted:
        best = next(
            (i for i, pair in enumerate(zip(sides, wanted[0], strict=False)) if pair[0] != pair[1]),
            min(len(sides), len(wanted[0])),
        )
        looks = f"it looks like a {sides[best]}" if best < len(sides) else "the pages end here"
        yield find_fault("order", f"page {best + 1}", found=looks, wanted=f"the order {told_order(profile, orders[0])}")
    backs = [page for page, side in zip(file.pages, sides, strict=True) if side == "back"]
    for page in backs:
        if page.look != backs[0].look:
            yield find_fault(
                "order", page.where, found=f"a back unlike that of {backs[0].where}", wanted="one back for all cards"
            )
    if codes is not None and sides in wanted:
        yield from _check_cards(file, ORDERS[orders[0]](codes))


def _check_cards(file: PressFile, pages: list[tuple[str, str]]) -> Iterator[Finding]:
    """The name that is printed on each front, as a reader of text finds it."""
    for (code, side), page, text in zip(pages, file.pages, file.texts, strict=True):
        words = printed_words(code) if side == "front" else ""
        if words not in text:
            yield find_fault("cards", page.where, found=text, wanted=words)


def printed_words(code: str) -> str:
    """What must stand on a front: its name, or a chit's title; nothing is known of other cards."""
    if code.startswith("chit-"):
        return read_toml("sheets/chits.toml")["chit"]["titles"][code.removeprefix("chit-")]
    try:
        card = parse_card(code)
    except InputError:
        return ""
    return f"JOKER {card.number} OF 2" if isinstance(card, Joker) else card.name.upper()
