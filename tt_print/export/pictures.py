"""A PNG a face and one for the back, with the exact pixels that a service counts; and the order, where a program fills it in."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from tt_print.export.expected import Expected, ExpectedPicture, ExpectedText, FileFacts
from tt_print.export.job import Choices, Job, Spec
from tt_print.export.kinds import Kind
from tt_print.export.order_file import order_of, resolve_stock, write_orders
from tt_print.export.profile_tables import PictureProfile
from tt_print.export.raster import render_pages
from tt_print.progress import Progress

BACK = "back/back.png"
FRONT_NAME = re.compile(r"(?:.*/)?(\d{3,4})-([^/]+?)\.(?:png|jpe?g)", re.IGNORECASE)
BACK_NAME = re.compile(r"(?:.*/)?back\.(?:png|jpe?g)", re.IGNORECASE)
Q = TypeVar("Q", bound=PictureProfile)


def _names(codes: Sequence[str]) -> dict[str, str]:
    """Name of a file to code of the card on it, in upload order, the back last."""
    return {f"fronts/{number:03}-{code}.png": code for number, code in enumerate(codes, 1)} | {BACK: "back"}


def _orders(spec: Spec[PictureProfile], stock: str) -> dict[str, bytes]:
    """The order files, none where no program fills in an order. Copies of a card are uploaded once."""
    order = order_of(spec)
    if order is None:
        return {}
    first: dict[str, str] = {}
    names = _names(spec.choices.codes or ())
    fronts = [first.setdefault(code, name) for name, code in names.items() if name != BACK]
    return write_orders(order, fronts, BACK, stock)


class Pictures(Kind[Q]):
    options = frozenset({"stock", "dpi", "back"})
    is_zipped = True

    def resolve(self, spec: Spec[Q]) -> Choices:
        return replace(spec.choices, stock=resolve_stock(spec))

    def write(self, job: Job[Q], progress: Progress) -> dict[str, bytes]:
        """`fronts/001-RC1.png` and so on in upload order, and `back/back.png`. Copies of a card hold the same bytes."""
        box, drawings = job.product.box, {**job.drawings, "back": job.back}
        drawn = dict(zip(drawings, render_pages([*drawings.values()], box.file_px, box.dpi, progress), strict=True))
        names = _names(job.choices.codes or ())
        return {name: drawn[code] for name, code in names.items()} | _orders(job, job.choices.stock)

    def usual_name(self, name: str) -> str:
        """Numbered fronts and a back in any folder, PNG or JPEG."""
        if match := FRONT_NAME.fullmatch(name):
            return f"fronts/{match[1]}-{match[2]}.png"
        return BACK if BACK_NAME.fullmatch(name) else name

    def possible_choices(self, spec: Spec[Q], found: Mapping[str, FileFacts]) -> Iterable[Choices]:
        """Without a manifest the numbered names say which cards there are."""
        if spec.choices.codes is not None:
            return [spec.choices]
        fronts = sorted(match.groups() for name in found if (match := FRONT_NAME.fullmatch(name)))
        return [replace(spec.choices, codes=tuple(code for _, code in fronts))]

    def expected_files(self, spec: Spec[Q], found: Collection[str]) -> dict[str, Expected]:
        choices = spec.choices
        picture = ExpectedPicture(spec.product.box.file_px, spec.product.dpi, spec.profile.checks.formats)
        files: dict[str, Expected] = {}
        if len(found) == 1 and not choices.profile:  # one of them by itself, whatever its number
            files = dict.fromkeys((name for name in found if FRONT_NAME.fullmatch(name)), picture)
        files = files or dict.fromkeys(_names(choices.codes or ()), picture)
        files[BACK] = picture
        if choices.profile == spec.profile.name or any(name.endswith(".xml") for name in found):
            # of any stock: somebody may have chosen another one in the file
            orders = [_orders(spec, stock) for stock in (spec.profile.order.stocks if spec.profile.order else ())]
            files |= {
                name: ExpectedText(tuple(each[name] for each in orders), "order")
                for each in orders[:1]
                for name in each
            }
        return files

    def how_to_words(self, job: Job[Q]) -> dict[str, object]:
        """`order`: the steps for a program that fills in the order, or what to choose to get them."""
        order = order_of(job)
        if order is None:
            return {"order": job.profile.order.elsewhere if job.profile.order else ""}
        words = {
            "orders": " and ".join(_orders(job, "")), "stock": order.stocks[job.choices.stock or next(iter(order.stocks))],
            "bracket": order.bracket(min(len(job.fronts), order.max_cards)),
        }  # fmt: skip
        return {"order": "\n".join(line.format_map(words) for line in order.how_to)}


KIND: Pictures[PictureProfile] = Pictures()
