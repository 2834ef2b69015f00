"""A PNG a face and one for the back, with the exact pixels that a service counts; and the order, where a program fills it in."""

from __future__ import annotations

from dataclasses import replace

from tt_print.export.job import Choices, Job
from tt_print.export.kinds import Kind
from tt_print.export.look_over import Planned, PlannedPicture, PlannedText
from tt_print.export.order_file import order_names, order_of, resolve_stock, write_orders
from tt_print.export.products import Product
from tt_print.export.profile_tables import PictureProfile
from tt_print.export.raster import render_pages
from tt_print.progress import Progress

BACK = "back/back.png"


def resolve_options(profile: PictureProfile, product: Product, choices: Choices) -> Choices:
    return replace(choices, stock=resolve_stock(profile, product, choices.stock))


def write(job: Job[PictureProfile], progress: Progress) -> dict[str, bytes]:
    """`fronts/001-RC1.png` and so on in upload order, and `back/back.png`. Copies of a card hold the same bytes."""
    pages = dict(job.pages())  # a card once, however many copies
    drawn = dict(
        zip([*pages, "back"], render_pages([*pages.values(), job.back], job.product.box, progress), strict=True)
    )
    files = {name: drawn[code] for name, code in _names(job).items()}
    if order := order_of(job.profile, job.product):
        files |= write_orders(order, _first_names(job), BACK, job.choices.stock)
    return files


def _names(job: Job[PictureProfile]) -> dict[str, str]:
    """Name of a file to code of the card on it, in upload order, the back last."""
    fronts = {f"fronts/{number:03}-{front.code}.png": front.code for number, front in enumerate(job.fronts, 1)}
    return fronts | {BACK: "back"}


def _first_names(job: Job[PictureProfile]) -> list[str]:
    """For each front in upload order the first file with that card, so that copies are uploaded once."""
    first: dict[str, str] = {}
    return [first.setdefault(code, name) for name, code in _names(job).items() if name != BACK]


def planned_files(job: Job[PictureProfile]) -> dict[str, Planned]:
    files: dict[str, Planned] = dict.fromkeys(_names(job), PlannedPicture(job.product.box.file_px))
    order = order_of(job.profile, job.product)
    return files | dict.fromkeys(order_names(order, len(job.fronts)) if order else [], PlannedText())


def how_to_words(job: Job[PictureProfile]) -> dict[str, object]:
    """`order`: the steps for a program that fills in the order, or what to choose to get them."""
    order = order_of(job.profile, job.product)
    if order is None:
        return {"order": job.profile.order.elsewhere if job.profile.order else ""}
    names = order_names(order, len(job.fronts))
    words = {
        "orders": " and ".join(names), "stock": order.stocks[job.choices.stock or next(iter(order.stocks))],
        "bracket": order.bracket(min(len(job.fronts), order.max_cards)),
    }  # fmt: skip
    return {"order": "\n".join(line.format_map(words) for line in order.how_to)}


KIND = Kind(write, planned_files, how_to_words, frozenset({"stock", "dpi", "back"}), resolve_options, zipped=True)
