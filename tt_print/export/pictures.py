"""A PNG a face and one for the back, with the exact pixels that a service counts."""

from __future__ import annotations

from tt_print.export.job import Job
from tt_print.export.kinds import Kind
from tt_print.export.look_over import Planned, PlannedPicture
from tt_print.export.profiles import PictureProfile
from tt_print.export.raster import render_pages
from tt_print.progress import Progress


def write(job: Job[PictureProfile], progress: Progress) -> dict[str, bytes]:
    """`fronts/001-RC1.png` and so on in upload order, and `back/back.png`. Copies of a card hold the same bytes."""
    pages = dict(job.pages())  # a card once, however many copies
    drawn = dict(
        zip([*pages, "back"], render_pages([*pages.values(), job.back], job.product.box, progress), strict=True)
    )
    return {name: drawn[code] for name, code in _names(job).items()}


def _names(job: Job[PictureProfile]) -> dict[str, str]:
    """Name of a file to code of the card on it, in upload order, the back last."""
    fronts = {f"fronts/{number:03}-{front.code}.png": front.code for number, front in enumerate(job.fronts, 1)}
    return fronts | {"back/back.png": "back"}


def planned_files(job: Job[PictureProfile]) -> dict[str, Planned]:
    return dict.fromkeys(_names(job), PlannedPicture(job.product.box.file_px))


KIND = Kind(write, planned_files, how_to_words=lambda job: {}, zipped=True)
