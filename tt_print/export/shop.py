"""A shop that makes a whole game: pictures of cards as for any service, tuck boxes that hold them, and booklets of rules."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import cast

from tt_print.export import pictures
from tt_print.export.expected import Expected, ExpectedPicture, FileFacts
from tt_print.export.findings import Finding
from tt_print.export.job import Choices, Facts, Job
from tt_print.export.kinds import Kind
from tt_print.export.products import Product
from tt_print.export.profile_tables import PictureProfile, ShopProfile
from tt_print.export.raster import render_sized
from tt_print.export.shop_booklets import booklet_steps, draw_booklets, resolve_booklet, size_of
from tt_print.export.shop_boxes import NONE, box_steps, draw_boxes, plan_boxes, resolve_box, resolve_name
from tt_print.progress import Progress

BOX_NAME = re.compile(r"(?:.*/)?((?:\d+-of-\d+-)?poker-tuck-box-(\d+))\.(?:png|jpe?g)", re.IGNORECASE)
PAGE_NAME = re.compile(r"(?:booklet/)?((?!fronts/|back/)[^/]+/)?(\d{2,3})\.(?:png|jpe?g)", re.IGNORECASE)


def resolve_options(profile: ShopProfile, product: Product, choices: Choices) -> Choices:
    choices = pictures.resolve_options(profile, product, choices)
    booklet, size = resolve_booklet(profile, choices)
    return replace(
        choices, tuck_box=resolve_box(profile, product.name, choices), booklet=booklet, booklet_size=size,
        name=resolve_name(choices),
    )  # fmt: skip


def _cards(job: Job[ShopProfile]) -> Job[PictureProfile]:
    return cast("Job[PictureProfile]", job)


def pages_in_box(job: Job[ShopProfile]) -> int:
    """Of the booklet that is no larger than the cards and so lies on them; 0 where none does."""
    booklet = size_of(job.profile, job.choices)
    return len(draw_booklets(job)) if booklet.lies_on(job.product) else 0


def write(job: Job[ShopProfile], progress: Progress) -> dict[str, bytes]:
    """The cards' pictures; `box/poker-tuck-box-72.png`, a file a box; `booklet/01.png` and so on, a file a page."""
    plan_boxes(job.profile, job.facts())  # what cannot be is said before anything is drawn
    pages = draw_booklets(job)
    boxes = draw_boxes(job, pages_in_box(job))
    files = pictures.write(_cards(job), progress)
    for name, (packed, drawing) in boxes.items():
        (files[name],) = render_sized([drawing], packed.box.file_px, job.profile.boxes.dpi, progress)
    if pages:
        box = size_of(job.profile, job.choices).box
        files |= zip(pages, render_sized(list(pages.values()), box.file_px, box.dpi, progress), strict=True)
    return files


def usual_name(name: str) -> str:
    """Boxes, pages, and pictures of cards, in any folder, PNG or JPEG."""
    if match := BOX_NAME.fullmatch(name):
        return f"box/{match[1]}.png"
    if match := PAGE_NAME.fullmatch(name):
        return f"booklet/{match[1] or ''}{match[2]}.png"
    return pictures.usual_name(name)


def possible_facts(
    profile: ShopProfile, product: Product, facts: Facts, found: Mapping[str, FileFacts]
) -> Iterator[Facts]:
    """Without a manifest a booklet may be of any size."""
    for given in pictures.possible_facts(profile, product, facts, found):
        for size in (facts.booklet_size,) if facts.profile == profile.name else profile.booklets:
            yield replace(given, booklet_size=size)


def expected_files(profile: ShopProfile, product: Product, facts: Facts, found: Collection[str]) -> dict[str, Expected]:
    """The pages of a booklet are those that were found, as only the rules themselves say how many they take."""
    pages = [name for name in found if name.startswith("booklet/")]
    cards = [name for name in found if not name.startswith(("booklet/", "box/"))]
    formats = profile.checks.formats
    files = pictures.expected_files(profile, product, facts, cards) if cards or facts.codes else {}
    booklet = profile.booklets.get(facts.booklet_size or next(iter(profile.booklets)))
    if booklet is not None:
        page = ExpectedPicture(booklet.box.file_px, booklet.dpi, formats)
        files |= dict.fromkeys(pages, page)
    if facts.profile == profile.name:
        lying = len(pages) if booklet is not None and booklet.lies_on(product) else 0
        boxes = {f"box/{packed.file}": packed.box for packed in plan_boxes(profile, facts, lying)}
    else:
        sizes, named = profile.boxes.sizes, {name: BOX_NAME.fullmatch(name) for name in found}
        boxes = {name: sizes[match[2]] for name, match in named.items() if match and match[2] in sizes}
    return files | {name: ExpectedPicture(box.file_px, profile.boxes.dpi, formats) for name, box in boxes.items()}


def check_together(
    profile: ShopProfile, product: Product, facts: Facts, found: Mapping[str, FileFacts]
) -> list[Finding]:
    """Each booklet's pages count from 01 without a gap, a multiple of 4 and no more than a booklet has."""
    findings = pictures.check_together(profile, product, facts, found)
    books: dict[str, list[int]] = {}
    for name in found if len(found) > 1 else ():
        if match := PAGE_NAME.fullmatch(name):
            books.setdefault(f"booklet/{match[1] or ''}", []).append(int(match[2]))
    most = max(booklet.max_pages for booklet in profile.booklets.values())
    for folder, numbers in books.items():
        if sorted(numbers) != list(range(1, len(numbers) + 1)):
            findings.append(Finding("files", folder, "pages missing", f"01 to {len(numbers):02}, each once"))
        if len(numbers) % 4 or len(numbers) > most:
            findings.append(Finding("page count", folder, f"{len(numbers)} pages", f"a multiple of 4, at most {most}"))
    if facts.profile == profile.name and (facts.booklet == NONE) != (not books):
        findings.append(
            Finding("files", "booklet/", f"{sum(map(len, books.values()))} pages", facts.booklet or "a booklet")
        )
    return findings


def how_to_words(job: Job[ShopProfile]) -> dict[str, object]:
    """`boxes` and `booklets`: the steps for those, or why there are none."""
    return {
        **pictures.how_to_words(_cards(job)),
        "boxes": box_steps(job, pages_in_box(job)),
        "booklets": booklet_steps(job),
    }


KIND = Kind(
    write, expected_files, how_to_words, pictures.KIND.options | {"tuck_box", "booklet", "booklet_size", "name"},
    resolve_options, usual_name=usual_name, possible_facts=possible_facts, check_together=check_together, zipped=True,
)  # fmt: skip
