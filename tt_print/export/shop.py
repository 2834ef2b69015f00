"""A shop that makes a whole game: pictures of cards as for any service, tuck boxes that hold them, and booklets of rules."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from tt_print.export.expected import Expected, ExpectedPicture, FileFacts, Finding
from tt_print.export.job import Choices, Job, Spec
from tt_print.export.pictures import Pictures
from tt_print.export.profile_tables import ShopProfile
from tt_print.export.raster import render_pages
from tt_print.export.shop_booklets import booklet_of, booklet_steps, draw_booklets, resolve_booklet
from tt_print.export.shop_boxes import NONE, box_steps, draw_boxes, plan_boxes, resolve_box
from tt_print.export.tuckbox import read_name
from tt_print.progress import Progress

BOX_NAME = re.compile(r"(?:.*/)?((?:\d+-of-\d+-)?poker-tuck-box-(\d+))\.(?:png|jpe?g)", re.IGNORECASE)
PAGE_NAME = re.compile(r"(?:booklet/)?((?!fronts/|back/)[^/]+/)?(\d{2,3})\.(?:png|jpe?g)", re.IGNORECASE)


def _pages_in_box(job: Job[ShopProfile]) -> int:
    """Of the booklet that is no larger than the cards and so lies on them; 0 where none does."""
    return len(draw_booklets(job)) if booklet_of(job).lies_on(job.product) else 0


class Shop(Pictures[ShopProfile]):
    options = Pictures.options | {"tuck_box", "booklet", "booklet_size", "name"}

    def resolve(self, spec: Spec[ShopProfile]) -> Choices:
        booklet, size = resolve_booklet(spec)
        box, name = resolve_box(spec), read_name(spec.choices)
        return replace(super().resolve(spec), tuck_box=box, booklet=booklet, booklet_size=size, name=name)

    def write(self, job: Job[ShopProfile], progress: Progress) -> dict[str, bytes]:
        """The cards' pictures; `box/poker-tuck-box-72.png`, a file a box; `booklet/01.png` and so on, a file a page."""
        plan_boxes(job)  # what cannot be is said before anything is drawn
        pages = draw_booklets(job)
        boxes = draw_boxes(job, _pages_in_box(job))
        files = super().write(job, progress)
        for name, (packed, drawing) in boxes.items():
            (files[name],) = render_pages([drawing], packed.box.file_px, job.profile.boxes.dpi, progress)
        if pages:
            box = booklet_of(job).box
            files |= zip(pages, render_pages(list(pages.values()), box.file_px, box.dpi, progress), strict=True)
        return files

    def usual_name(self, name: str) -> str:
        """Boxes, pages, and pictures of cards, in any folder, PNG or JPEG."""
        if match := BOX_NAME.fullmatch(name):
            return f"box/{match[1]}.png"
        if match := PAGE_NAME.fullmatch(name):
            return f"booklet/{match[1] or ''}{match[2]}.png"
        return super().usual_name(name)

    def possible_choices(self, spec: Spec[ShopProfile], found: Mapping[str, FileFacts]) -> Iterator[Choices]:
        """Without a manifest a booklet may be of any size."""
        signed = spec.choices.profile == spec.profile.name
        for choices in super().possible_choices(spec, found):
            for size in (choices.booklet_size,) if signed else spec.profile.booklets:
                yield replace(choices, booklet_size=size)

    def expected_files(self, spec: Spec[ShopProfile], found: Collection[str]) -> dict[str, Expected]:
        """The pages of a booklet are those that were found, as only the rules themselves say how many they take."""
        pages = [name for name in found if name.startswith("booklet/")]
        cards = [name for name in found if not name.startswith(("booklet/", "box/"))]
        formats, boxes = spec.profile.checks.formats, spec.profile.boxes
        files = super().expected_files(spec, cards) if cards or spec.choices.codes else {}
        booklet = booklet_of(spec)
        files |= dict.fromkeys(pages, ExpectedPicture(booklet.box.file_px, booklet.dpi, formats))
        if spec.choices.profile == spec.profile.name:
            lying = len(pages) if booklet.lies_on(spec.product) else 0
            needed = {f"box/{packed.file}": packed.box for packed in plan_boxes(spec, lying)}
        else:
            named = {name: BOX_NAME.fullmatch(name) for name in found}
            needed = {name: boxes.sizes[match[2]] for name, match in named.items() if match and match[2] in boxes.sizes}
        return files | {name: ExpectedPicture(box.file_px, boxes.dpi, formats) for name, box in needed.items()}

    def check_together(self, spec: Spec[ShopProfile], found: Mapping[str, FileFacts]) -> list[Finding]:
        """Each booklet's pages count from 01 without a gap, a multiple of 4 and no more than a booklet has."""
        findings = []
        books: dict[str, list[int]] = {}
        for name in found if len(found) > 1 else ():
            if match := PAGE_NAME.fullmatch(name):
                books.setdefault(f"booklet/{match[1] or ''}", []).append(int(match[2]))
        most = max(booklet.max_pages for booklet in spec.profile.booklets.values())
        for folder, pages in books.items():
            if sorted(pages) != list(range(1, len(pages) + 1)):
                findings.append(Finding("files", folder, "pages missing", f"01 to {len(pages):02}, each once"))
            if len(pages) % 4 or len(pages) > most:
                findings.append(
                    Finding("page count", folder, f"{len(pages)} pages", f"a multiple of 4, at most {most}")
                )
        wanted = spec.choices.booklet
        if spec.choices.profile == spec.profile.name and (wanted == NONE) != (not books):
            count = sum(map(len, books.values()))
            findings.append(Finding("files", "booklet/", f"{count} pages", wanted or "a booklet"))
        return findings

    def how_to_words(self, job: Job[ShopProfile]) -> dict[str, object]:
        """`boxes` and `booklets`: the steps for those, or why there are none."""
        boxes = box_steps(job, _pages_in_box(job))
        return {**super().how_to_words(job), "boxes": boxes, "booklets": booklet_steps(job)}


KIND = Shop()
