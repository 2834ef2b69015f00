"""Files for a shop that makes a whole game: the cards as any service's, and then its boxes and the pages of its booklets."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from math import ceil, floor
from typing import Any

from tt_print.drawing.geometry import Rect
from tt_print.errors import InputError
from tt_print.export.cardbox import MM_PER_INCH
from tt_print.export.job import Facts
from tt_print.export.products import Product
from tt_print.export.profile_tables import ShopBooklet, ShopBoxes, ShopProfile, TuckBox
from tt_print.export.raster import on_all_cores
from tt_print.export.shop_boxes import glue_area, plan_boxes, safe_areas
from tt_print.preflight import pictures
from tt_print.preflight.edges import loose_outside_safe
from tt_print.preflight.findings import Finding
from tt_print.preflight.pixels import darkest, darkest_channel, ink_cover
from tt_print.progress import Progress, unseen

BOX = re.compile(r"(?:.*/)?(?:\d+-of-\d+-)?poker-tuck-box-(\d+)\.(?:png|jpe?g)", re.IGNORECASE)
PAGE = re.compile(r"(?:(?!fronts/|back/)(.*)/)?(\d{2,3})\.(?:png|jpe?g)", re.IGNORECASE)
PLAIN = 0.99  # of the pixels of a ground without a pattern are of one color
MAX_PAGES = 40  # more are a finding of their own
PLAIN_LOSSY = 0.5
SMEAR_PX = 16  # with halved colors, as JPEGs have them, a square that is coded as one
MIN_GROUND = 0.02  # of a strip along an edge: the pattern of low ink covers a tenth


def canvas(profile: ShopProfile, product: Product, dpi: int) -> tuple[int, int]:
    """Pixels of a card's picture at a density; boxes and pages have one density only."""
    return pictures.canvas(profile, product, dpi)


def check(
    profile: ShopProfile, product: Product, files: Mapping[str, bytes], facts: Facts, progress: Progress = unseen
) -> list[Finding]:
    """Boxes and pages by themselves, then the cards, then what they are together."""
    boxes = {name: data for name, data in files.items() if BOX.fullmatch(name)}
    pages = {name: data for name, data in files.items() if name not in boxes and PAGE.fullmatch(name)}
    cards = {name: data for name, data in files.items() if name not in boxes and name not in pages}

    def look(item: tuple[str, bytes]) -> list[Finding]:
        name, data = item
        return list(_check_box(profile, name, data) if name in boxes else _check_page(profile, facts, name, data))

    others = {**boxes, **pages}
    inside = any(booklet.lies_on(product) for booklet in _booklets(profile, facts))
    findings = pictures.check(profile, product, cards, facts, progress) if cards or not others else []
    with progress("Looking at box and booklet", len(others)) as bar:
        findings += [f for found in on_all_cores(look, others.items(), done=lambda: bar.update(1)) for f in found]
    return (
        findings
        + _check_boxes(profile, boxes, facts, min(len(pages), MAX_PAGES) * inside)
        + _check_booklets(profile, pages, facts)
    )


def _open(profile: ShopProfile, name: str, data: bytes, dpi: int) -> tuple[Any, list[Finding]]:
    """The picture, None where it cannot be read; and what is wrong with any picture."""
    from tt_print.render.png import read_picture

    try:
        image = read_picture(data)
    except InputError as error:
        return None, [Finding("format", name, str(error), "a whole PNG file")]
    found = []
    if image.format not in profile.checks.formats:
        found.append(Finding("format", name, image.format or "unknown", " or ".join(profile.checks.formats)))
    if image.mode != "RGB":
        found.append(
            Finding("color", name, f"mode {image.mode}", "red, green, blue with 8 bits each, nothing transparent")
        )
    density = image.info.get("dpi", (0, 0))
    if not all(abs(value - dpi) < 0.05 for value in density):
        told = " x ".join(f"{value:g}" for value in density) if any(density) else "none"
        found.append(Finding("density", name, f"{told} dpi", f"{dpi} dpi"))
    return image, found


def _check_box(profile: ShopProfile, name: str, data: bytes) -> Iterator[Finding]:
    boxes = profile.boxes
    match = BOX.fullmatch(name)
    box = boxes.sizes.get(match[1]) if match else None
    if box is None:
        yield Finding("box", name, "no box of that size", f"for {', '.join(boxes.sizes)} cards")
        return
    image, found = _open(profile, name, data, boxes.dpi)
    yield from found
    if image is None:
        return
    if image.size != box.file_px:
        yield Finding("pixels", name, "{} x {}".format(*image.size), "{} x {} ({})".format(*box.file_px, box.title))
        return
    if image.mode == "CMYK":
        return  # whose colors are no longer those that were drawn
    slack = 0 if image.format == "PNG" else 2 * profile.checks.lossy_slack
    yield from _check_flat_box(boxes, box, name, image.convert("RGB"), slack)


def _check_flat_box(boxes: ShopBoxes, box: TuckBox, name: str, image: Any, slack: int) -> Iterator[Finding]:
    """Bare glue, a ground that reaches the edges, and nothing else but ground beside what is read.

    A JPEG's colors are off by a `slack`, and by more in the squares of 16 pixels that an edge runs through.
    """
    width, height = image.size
    smear = SMEAR_PX if slack else 0
    glue = _outer(glue_area(boxes, box), boxes.dpi)
    if darkest_channel(image.crop((glue[0] + 1 + smear, 0, width, height))) < 255 - slack:
        yield Finding("glue", name, "print on the glue flap", "bare card, on which glue holds")
    edge = floor(min(box.across_px[0], boxes.glue_px))
    strips = {
        "left": (0, 0, edge, height),
        "top": (0, 0, glue[0] - 1, edge),
        "bottom": (0, height - edge, glue[0] - 1, height),
    }
    for side, strip in strips.items():
        if ink_cover(image.crop(strip).convert("L")) < MIN_GROUND and darkest_channel(image.crop(strip)) > 128:
            yield Finding("bleed", name, f"bare along the {side} edge", "the ground drawn on to the edge of the file")
    colors = image.crop(strips["left"]).getcolors(1 << 24)
    most, ground = max(colors)
    if most < sum(count for count, _ in colors) * (PLAIN_LOSSY if slack else PLAIN) or min(ground) == 255:
        return  # a pattern, of which no part has to be whole
    from tt_print.render.png import other_than

    safe = (_outer(area, boxes.dpi) for area in safe_areas(boxes, box).values())
    spared = [(left - smear, top - smear, right + smear, bottom + smear) for left, top, right, bottom in safe]
    if where := other_than(image, ground, [*spared, (glue[0] - 1 - smear, 0, width, height)], slack):
        yield Finding(
            "safe area",
            name,
            f"something at {where[0]}, {where[1]} pixels lies on a cut or a crease, or too near to one",
            f"only ground within {boxes.safe_px:g} pixels of cuts and creases",
        )


def _outer(area: Rect, dpi: int) -> tuple[int, int, int, int]:
    """All pixels that an area in millimeters touches."""
    left, top, right, bottom = (edge * dpi / MM_PER_INCH for edge in area.edges)
    return floor(left), floor(top), ceil(right), ceil(bottom)


def _check_boxes(profile: ShopProfile, boxes: Mapping[str, bytes], facts: Facts, pages: int) -> list[Finding]:
    """Whether the boxes that the manifest promises are there, and close over the cards and a booklet of `pages` on them."""
    if facts.profile != profile.name or facts.codes is None:
        return []
    try:
        wanted = [each.file for each in plan_boxes(profile, facts, pages)]
    except InputError as error:
        return [Finding("box", "the export", str(error), "boxes that close")]
    held = sorted(name.rpartition("/")[2] for name in boxes)
    if held != sorted(wanted):
        return [
            Finding(
                "box",
                "the export",
                ", ".join(held) or "no box",
                f"{', '.join(wanted) or 'none'} for {len(facts.codes)} cards",
            )
        ]
    return []


def _booklets(profile: ShopProfile, facts: Facts) -> list[ShopBooklet]:
    """Which size pages may have: the one that the manifest names, else any."""
    if facts.profile != profile.name:
        return list(profile.booklets.values())
    return (
        [profile.booklets[facts.booklet_size or next(iter(profile.booklets))]]
        if facts.booklet_size in (None, *profile.booklets)
        else []
    )


def _check_page(profile: ShopProfile, facts: Facts, name: str, data: bytes) -> Iterator[Finding]:
    possible = _booklets(profile, facts)
    image, found = _open(profile, name, data, possible[0].dpi if possible else 300)
    yield from found
    if image is None:
        return
    booklet = next((one for one in possible if one.file_px == image.size), None)
    if booklet is None:
        sizes = " or ".join("{} x {} ({})".format(*one.file_px, one.title) for one in possible)
        yield Finding("pixels", name, "{} x {}".format(*image.size), sizes or "the size of a booklet")
        return
    safe = booklet.box.pixels(booklet.box.safe)
    slack = 0 if image.format == "PNG" else profile.checks.lossy_slack
    for fault in loose_outside_safe(image, safe, 2 * slack):
        yield Finding("safe area", name, fault, "paper, or color that runs on to the edge")
    if darkest(image) >= 128:
        yield Finding("empty", name, "no ink at all", "a page")


def _check_booklets(profile: ShopProfile, pages: Mapping[str, bytes], facts: Facts) -> list[Finding]:
    """Each folder's pages count from 01 without a gap, a multiple of 4 and no more than a booklet has."""
    books: dict[str, list[int]] = {}
    for name in pages:
        if match := PAGE.fullmatch(name):
            books.setdefault(match[1] or "", []).append(int(match[2]))
    if len(pages) == 1 and facts.profile is None:
        return []  # a page by itself
    findings = []
    most = max(booklet.max_pages for booklet in profile.booklets.values())
    for folder, numbers in books.items():
        where = folder or "the booklet"
        if sorted(numbers) != list(range(1, len(numbers) + 1)):
            findings.append(Finding("page order", where, "pages missing", f"01 to {len(numbers):02}, each once"))
        if len(numbers) % 4 or len(numbers) > most:
            findings.append(Finding("page count", where, f"{len(numbers)} pages", f"a multiple of 4, at most {most}"))
    if facts.profile == profile.name and (facts.booklet == "none") != (not pages):
        findings.append(
            Finding("booklet", "the export", f"{len(pages)} pages", "none" if facts.booklet == "none" else "a booklet")
        )
    return findings
