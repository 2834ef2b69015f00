"""A PNG a face and one for the back, with the exact pixels that a service counts; and the order, where a program fills it in."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from tt_print.export.expected import Expected, ExpectedPicture, ExpectedText, FileFacts
from tt_print.export.findings import Finding
from tt_print.export.job import Choices, Facts, Job
from tt_print.export.kinds import Kind
from tt_print.export.order_file import check_order, order_names, order_of, resolve_stock, write_orders
from tt_print.export.products import Product
from tt_print.export.profile_tables import PictureProfile
from tt_print.export.raster import render_pages
from tt_print.progress import Progress

BACK = "back/back.png"
FRONT_NAME = re.compile(r"(?:.*/)?(\d{3,4})-([^/]+?)\.(?:png|jpe?g)", re.IGNORECASE)
BACK_NAME = re.compile(r"(?:.*/)?back\.(?:png|jpe?g)", re.IGNORECASE)


def resolve_options(profile: PictureProfile, product: Product, choices: Choices) -> Choices:
    return replace(choices, stock=resolve_stock(profile, product, choices.stock))


def write(job: Job[PictureProfile], progress: Progress) -> dict[str, bytes]:
    """`fronts/001-RC1.png` and so on in upload order, and `back/back.png`. Copies of a card hold the same bytes."""
    pages = dict(job.pages())  # a card once, however many copies
    drawn = dict(
        zip([*pages, "back"], render_pages([*pages.values(), job.back], job.product.box, progress), strict=True)
    )
    names = _names([front.code for front in job.fronts])
    files = {name: drawn[code] for name, code in names.items()}
    if order := order_of(job.profile, job.product):
        files |= write_orders(order, _first_names(names), BACK, job.choices.stock)
    return files


def _names(codes: Sequence[str]) -> dict[str, str]:
    """Name of a file to code of the card on it, in upload order, the back last."""
    return {f"fronts/{number:03}-{code}.png": code for number, code in enumerate(codes, 1)} | {BACK: "back"}


def _first_names(names: Mapping[str, str]) -> list[str]:
    """For each front in upload order the first file with that card, so that copies are uploaded once."""
    first: dict[str, str] = {}
    return [first.setdefault(code, name) for name, code in names.items() if name != BACK]


def usual_name(name: str) -> str:
    """Numbered fronts and a back in any folder, PNG or JPEG."""
    if match := FRONT_NAME.fullmatch(name):
        return f"fronts/{match[1]}-{match[2]}.png"
    return BACK if BACK_NAME.fullmatch(name) else name


def possible_facts(
    profile: PictureProfile, product: Product, facts: Facts, found: Mapping[str, FileFacts]
) -> Iterable[Facts]:
    """Without a manifest the numbered names say which cards there are."""
    if facts.codes is None:
        fronts = sorted(match.groups() for name in found if (match := FRONT_NAME.fullmatch(name)))
        facts = replace(facts, codes=tuple(code for _, code in fronts))
    return [facts]


def expected_files(
    profile: PictureProfile, product: Product, facts: Facts, found: Collection[str]
) -> dict[str, Expected]:
    picture = ExpectedPicture(product.box.file_px, product.dpi, profile.checks.formats)
    codes = facts.codes or ()
    files: dict[str, Expected] = {}
    if len(found) == 1 and facts.profile is None:  # one of them by itself, whatever its number
        files = dict.fromkeys((name for name in found if FRONT_NAME.fullmatch(name)), picture)
    files = files or dict.fromkeys(_names(codes), picture)
    order = order_of(profile, product)
    wants_order = facts.profile == profile.name or any(name.endswith(".xml") for name in found)
    names = order_names(order, len(codes)) if order and wants_order else []
    return {**files, BACK: picture, **dict.fromkeys(names, ExpectedText())}


def check_together(
    profile: PictureProfile, product: Product, facts: Facts, found: Mapping[str, FileFacts]
) -> list[Finding]:
    """Orders name the pictures that there are."""
    order = order_of(profile, product)
    findings: list[Finding] = []
    for index, name in enumerate(order_names(order, len(facts.codes or ())) if order else []):
        if name in found:
            cards = (facts.codes or ())[index * order.max_cards :][: order.max_cards] if order else ()
            findings += check_order(name, found[name].text, len(cards), found)
    return findings


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


KIND = Kind(
    write, expected_files, how_to_words, frozenset({"stock", "dpi", "back"}), resolve_options, usual_name=usual_name,
    possible_facts=possible_facts, check_together=check_together, zipped=True,
)  # fmt: skip
