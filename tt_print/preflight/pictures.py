"""Pictures for print services: each by itself, with the exact pixels that a service counts, and all of them together."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from tt_print.errors import InputError
from tt_print.export.cardbox import MM_PER_INCH
from tt_print.export.job import Facts
from tt_print.export.order_file import order_of
from tt_print.export.products import Product
from tt_print.export.profile_tables import OrderFile, PictureProfile
from tt_print.export.raster import on_all_cores, room_for
from tt_print.preflight.density import other_density, wrong_density
from tt_print.preflight.edges import loose_outside_safe, uncovered_bleed, unfinished_bleed
from tt_print.preflight.findings import Finding
from tt_print.preflight.order_file import NAME, check_orders
from tt_print.preflight.pixels import darkest
from tt_print.progress import Progress, unseen

FRONT = re.compile(r"(?:.*/)?(\d{3,4})-([^/]+?)\.(?:png|jpe?g)", re.IGNORECASE)
BACK = re.compile(r"(?:.*/)?back\.(?:png|jpe?g)", re.IGNORECASE)


def canvas(profile: PictureProfile, product: Product, dpi: int) -> tuple[int, int]:
    """Pixels of a picture at a density."""
    box = product.box
    return round(box.width_mm * dpi / MM_PER_INCH), round(box.height_mm * dpi / MM_PER_INCH)


def check(
    profile: PictureProfile, product: Product, files: Mapping[str, bytes], facts: Facts, progress: Progress = unseen
) -> list[Finding]:
    """Each picture by itself, on all cores, and then what they are together."""
    pictures = {name: data for name, data in files.items() if name.lower().endswith((".png", ".jpg", ".jpeg"))}
    order = order_of(profile, product)
    orders = {name: data for name, data in files.items() if order is not None and NAME.fullmatch(name)}
    others = [
        Finding("files", name, "not a picture", "PNG files")
        for name in files
        if name not in pictures and name not in orders
    ]
    if not pictures:
        return [*others, Finding("files", "the export", "no picture at all", "a PNG a face and one for the back")]

    def look(item: tuple[str, bytes]) -> list[Finding]:
        return list(_check_picture(profile, product, *item, own_back=facts.back is not None))

    # the same bytes need one look, but stand in several places
    first = {data: name for name, data in reversed(pictures.items())}
    with progress("Looking at pictures", len(first)) as bar:
        looked = on_all_cores(
            look,
            [(name, data) for data, name in first.items()],
            done=lambda: bar.update(1),
            max_waiting=room_for(product.box.file_px),
        )
    seen = dict(zip(first.values(), looked, strict=True))
    each = [finding for name, data in pictures.items() for finding in seen[first[data]]]
    together = _check_all(pictures, facts) if len(pictures) > 1 else []
    if order is not None and (orders or facts.profile == profile.name):
        back = next((name for name in pictures if BACK.fullmatch(name)), None)
        together += check_orders(order, orders, _first_of_each(pictures), back, _stock(order, facts))
    return others + each + together


def _first_of_each(pictures: Mapping[str, bytes]) -> list[str]:
    """For each front in upload order the first file with that picture, as an order names it."""
    numbered = sorted((int(match[1]), name) for name in pictures if (match := FRONT.fullmatch(name)))
    first: dict[bytes, str] = {}
    return [first.setdefault(pictures[name], name) for _, name in numbered]


def _stock(order: OrderFile, facts: Facts) -> str | None:
    """The one that the manifest tells of; None where there is no manifest to tell."""
    return None if facts.profile is None else facts.stock or next(iter(order.stocks))


def _check_picture(
    profile: PictureProfile, product: Product, name: str, data: bytes, *, own_back: bool
) -> Iterator[Finding]:
    from tt_print.render.png import read_picture

    checks, box = profile.checks, product.box
    try:
        image = read_picture(data)
    except InputError as error:
        yield Finding("format", name, str(error), "a whole PNG file")
        return
    limit = checks.max_file_bytes
    if limit is not None and len(data) > limit:
        yield Finding("file size", name, f"{len(data):,} bytes", f"at most {limit:,}")
    if image.format not in checks.formats:
        yield Finding("format", name, image.format or "unknown", " or ".join(checks.formats))
    if image.mode != "RGB":
        yield Finding("color", name, f"mode {image.mode}", "red, green, blue with 8 bits each, nothing transparent")
    if image.size != box.file_px and (other := other_density(partial(canvas, profile, product), image.size, box.dpi)):
        yield wrong_density(profile, product, name, image.size, other)
        return
    dpi = image.info.get("dpi", (0, 0))
    # a PNG holds dots a meter: 11,811 are 299.9994 an inch
    if not all(abs(value - box.dpi) < 0.05 for value in dpi):
        actual = " x ".join(f"{value:g}" for value in dpi) if any(dpi) else "none"
        yield Finding("density", name, f"{actual} dpi", f"{box.dpi} dpi")
    if image.size != box.file_px:
        wanted = "{} x {} ({})".format(*box.file_px, product.title)
        yield Finding("pixels", name, "{} x {}".format(*image.size), wanted)
        return  # edges cannot be found in a picture of another size
    if BACK.fullmatch(name):
        for fault in (unfinished_bleed if own_back else uncovered_bleed)(image, box):
            what = "picture" if own_back else "pattern"
            yield Finding("bleed", name, fault, f"the {what} drawn on to the edge of the file")
        return
    safe = box.pixels(box.safe)
    slack = 0 if image.format == "PNG" else checks.lossy_slack
    for fault in loose_outside_safe(image, safe, 2 * slack):
        yield Finding(
            "safe area",
            name,
            fault,
            "paper, or color that runs on to the edge, outside "
            f"{safe.right - safe.left:g} x {safe.bottom - safe.top:g} pixels in the middle",
        )
    if _empty(image):
        yield Finding("empty", name, "no ink at all", "a face")


def _empty(image: Any) -> bool:
    """Whether nothing on a picture is dark. A band across the middle settles it for nearly all cards."""
    width, height = image.size
    areas = ((0, 9 * height // 20, width, 11 * height // 20), (0, 0, width, height))
    return all(darkest(image.crop(area)) >= 128 for area in areas)


def _check_all(pictures: Mapping[str, bytes], facts: Facts) -> list[Finding]:
    """Numbers without a gap, one back, and the cards that the manifest tells of in their order."""
    fronts = {name: match for name in pictures if (match := FRONT.fullmatch(name))}
    backs = [name for name in pictures if BACK.fullmatch(name)]
    findings = [
        Finding("names", name, "neither numbered nor a back", "names such as 001-RC1.png, and back.png")
        for name in pictures if name not in fronts and name not in backs
    ]  # fmt: skip
    if len(backs) != 1:
        findings.append(Finding("back", "the export", f"{len(backs)} backs", "one: back.png"))
    numbers = sorted(int(match[1]) for match in fronts.values())
    if numbers != list(range(1, len(numbers) + 1)):
        gap = next((n for n, number in enumerate(numbers, 1) if n != number), len(numbers))
        findings.append(
            Finding("order", "the export", f"the numbers break off at {gap:03}", f"001 to {len(numbers):03}, each once")
        )
    codes = facts.codes
    ordered = [match[2] for name, match in sorted(fronts.items(), key=lambda item: int(item[1][1]))]
    if codes is not None and len(ordered) != len(codes):
        findings.append(Finding("count", "the export", f"{len(ordered)} fronts", f"{len(codes)}"))
    elif codes is not None and tuple(ordered) != codes:
        index = next(i for i, (one, other) in enumerate(zip(ordered, codes, strict=True)) if one != other)
        findings.append(Finding("order", "the export", f"{ordered[index]} at {index + 1:03}", codes[index]))
    held: dict[bytes, str] = {}
    for name, match in fronts.items():
        if held.setdefault(pictures[name], match[2]) != match[2]:
            findings.append(
                Finding("twins", name, f"the same picture as {held[pictures[name]]}", "a picture of its own")
            )
    return findings
