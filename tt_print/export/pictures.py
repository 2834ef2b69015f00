"""A PNG a face and one for the back, with the exact pixels that a service counts; and the order, where a program fills it in.

The order is XML for MPC Autofill, its desktop tool, where `desktop-tool/src/order.py` of chilli-axe/mpc-autofill reads it: places
count from 0, a picture is a file beside the order, and `cardback` goes where no other back is named.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from posixpath import basename
from xml.sax.saxutils import escape

from tt_print.export.choices import Choices
from tt_print.export.job import Content, Job, PictureFile
from tt_print.export.profile_tables import OrderFile, PictureProfile
from tt_print.problems import Problem, pick
from tt_print.render.progress import Progress

BACK = "back/back.png"


class Pictures(Job[PictureProfile]):
    """`fronts/001-RC1.png` and so on in upload order, `back/back.png`, and `order.xml`. Copies of a card hold the same bytes."""

    options = frozenset({"stock", "dpi", "back"})
    is_zipped = True

    @property
    def order(self) -> OrderFile | None:
        """What the profile says of an order file for this product; None where there is none."""
        order = self.profile.order
        return order if order is not None and order.product == self.product.name else None

    def resolve(self) -> Choices:
        """The stock by its short name, empty for the usual one. Raises Problem for one that does not exist, or without an order."""
        if not self.choices.stock:
            return self.choices
        if self.order is None:
            if self.profile.order is None:
                raise Problem("no_order", "stock", profile=self.profile.name)
            raise Problem("needs", "stock", other="product", wanted=self.profile.order.product)
        stock = pick("stock", self.choices.stock, self.order.stocks)
        return replace(self.choices, stock="" if stock == next(iter(self.order.stocks)) else stock)

    def draw_files(self, progress: Progress) -> dict[str, Content]:
        size_px, dpi = self.box.file_px, self.product.dpi
        drawings = {**self.drawings, "back": self.back}
        files: dict[str, Content] = {
            name: PictureFile(drawings[code], size_px, dpi) for name, code in self._names().items()
        }
        if self.order:
            files |= self._orders()
        return files

    def _names(self) -> dict[str, str]:
        """Name of a file to code of the card on it, in upload order, the back last."""
        return {f"fronts/{number:03}-{code}.png": code for number, code in enumerate(self.codes, 1)} | {BACK: "back"}

    def _orders(self) -> dict[str, bytes]:
        """The order files, where there is an order. Copies of a card are uploaded once."""
        assert self.order
        first: dict[str, str] = {}
        fronts = [first.setdefault(code, name) for name, code in self._names().items() if name != BACK]
        return write_orders(self.order, fronts, BACK, self.choices.stock)

    def how_to_words(self) -> Mapping[str, object]:
        """`order`: the steps for a program that fills in the order, or what to choose to get them."""
        order = self.order
        if order is None:
            return {"order": self.profile.order.elsewhere if self.profile.order else ""}
        words = {
            "orders": " and ".join(self._orders()),
            "stock": order.stocks[self.choices.stock or next(iter(order.stocks))],
        }
        return {"order": "\n".join(self.profile.fill("order.how_to", line, words) for line in order.how_to)}


KINDS = {"pictures": Pictures}


def write_orders(order: OrderFile, fronts: Sequence[str], back: str, stock: str) -> dict[str, bytes]:
    """`order.xml`, or `order-1.xml` and so on where one order cannot hold all cards.

    `fronts` are pictures in the order of the places; the same picture may be in several.
    """
    parts = [fronts[start : start + order.max_cards] for start in range(0, len(fronts), order.max_cards)]
    names = ["order.xml"] if len(parts) == 1 else [f"order-{number}.xml" for number in range(1, len(parts) + 1)]
    return {name: _order(order, part, back, stock) for name, part in zip(names, parts, strict=True)}


def _order(order: OrderFile, fronts: Sequence[str], back: str, stock: str) -> bytes:
    lines = [
        f"  <quantity>{len(fronts)}</quantity>",
        f"  <bracket>{order.bracket(len(fronts))}</bracket>",
        f"  <stock>{escape(order.stocks[stock or next(iter(order.stocks))])}</stock>",
        "  <foil>false</foil>",
        " </details>",
    ]
    slots: dict[str, list[str]] = {}
    for slot, name in enumerate(fronts):
        slots.setdefault(name, []).append(str(slot))
    for side, cards in (("fronts", slots), ("backs", {back: [*map(str, range(len(fronts)))]})):
        lines.append(f" <{side}>")
        for picture, places in cards.items():
            lines += [
                "  <card>",
                f"   <id>{escape(picture)}</id>",
                f"   <slots>{','.join(places)}</slots>",
                f"   <name>{escape(basename(picture))}</name>",
                "  </card>",
            ]
        lines.append(f" </{side}>")
    head = ['<?xml version="1.0" encoding="UTF-8"?>', "<order>", " <details>"]
    return "\n".join([*head, *lines, f" <cardback>{escape(back)}</cardback>", "</order>", ""]).encode()
