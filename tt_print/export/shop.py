"""A shop that makes a whole game: pictures of cards as for any service, tuck boxes that hold them, and booklets of rules."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from tt_print.export import pictures
from tt_print.export.job import Choices, Job
from tt_print.export.kinds import Kind
from tt_print.export.look_over import Planned, PlannedPicture
from tt_print.export.products import Product
from tt_print.export.profile_tables import PictureProfile, ShopProfile
from tt_print.export.raster import render_sized
from tt_print.export.shop_booklets import booklet_steps, draw_booklets, resolve_booklet, size_of
from tt_print.export.shop_boxes import Packed, box_steps, draw_boxes, plan_boxes, resolve_box, resolve_name
from tt_print.progress import Progress


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


def _planned(job: Job[ShopProfile]) -> list[Packed]:
    return plan_boxes(job.profile, job.facts(), pages_in_box(job))


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


def planned_files(job: Job[ShopProfile]) -> dict[str, Planned]:
    files: dict[str, Planned] = dict(pictures.planned_files(_cards(job)))
    files |= {f"box/{each.file}": PlannedPicture(each.box.file_px) for each in _planned(job)}
    if pages := draw_booklets(job):
        files |= dict.fromkeys(pages, PlannedPicture(size_of(job.profile, job.choices).box.file_px))
    return files


def how_to_words(job: Job[ShopProfile]) -> dict[str, object]:
    """`boxes` and `booklets`: the steps for those, or why there are none."""
    return {
        **pictures.how_to_words(_cards(job)),
        "boxes": box_steps(job, pages_in_box(job)),
        "booklets": booklet_steps(job),
    }


KIND = Kind(
    write, planned_files, how_to_words, pictures.KIND.options | {"tuck_box", "booklet", "booklet_size", "name"},
    resolve_options, zipped=True,
)  # fmt: skip
