"""An order as XML, for the program that fills in a service's pages with it (MPC Autofill, its desktop tool).

Read there by `desktop-tool/src/order.py` of chilli-axe/mpc-autofill: places count from 0, a picture is a file beside the
order, and `cardback` goes where no other back is named.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from posixpath import basename
from xml.sax.saxutils import escape

from tt_print.export.job import Spec
from tt_print.export.profile_tables import OrderFile, PictureProfile
from tt_print.problems import Problem, pick


def resolve_stock(spec: Spec[PictureProfile]) -> str:
    """The short name of the stock, empty for the usual one. Raises Problem for one that there is not, or where there is no order."""
    stock, order = spec.choices.stock, order_of(spec)
    if not stock:
        return ""
    if order is None:
        ordered = spec.profile.order
        if ordered is None:
            raise Problem("no_order", "stock", profile=spec.profile.name)
        raise Problem("needs", "stock", other="product", wanted=ordered.product)
    found = pick("stock", stock, order.stocks)
    return "" if found == next(iter(order.stocks)) else found


def order_of(spec: Spec[PictureProfile]) -> OrderFile | None:
    """What the profile says of an order file for this product; None where there is none."""
    order = spec.profile.order
    return order if order is not None and order.product == spec.product.name else None


def write_orders(order: OrderFile, fronts: Sequence[str], back: str, stock: str) -> dict[str, bytes]:
    """`order.xml`, or `order-1.xml` and so on where one order cannot hold all cards.

    `fronts` are pictures in the order of the places; the same picture may stand in several.
    """
    parts = [fronts[start : start + order.max_cards] for start in range(0, len(fronts), order.max_cards)]
    names = ["order.xml"] if len(parts) == 1 else [f"order-{number}.xml" for number in range(1, len(parts) + 1)]
    return {name: _order(order, part, back, stock) for name, part in zip(names, parts, strict=True)}


def _order(order: OrderFile, fronts: Sequence[str], back: str, stock: str) -> bytes:
    slots: dict[str, list[int]] = {}
    for slot, name in enumerate(fronts):
        slots.setdefault(name, []).append(slot)
    finish = order.stocks[stock or next(iter(order.stocks))]
    return "\n".join([
        '<?xml version="1.0" encoding="UTF-8"?>',
        "<order>",
        " <details>",
        f"  <quantity>{len(fronts)}</quantity>",
        f"  <bracket>{order.bracket(len(fronts))}</bracket>",
        f"  <stock>{escape(finish)}</stock>",
        "  <foil>false</foil>",
        " </details>",
        *_cards("fronts", slots),
        *_cards("backs", {back: list(range(len(fronts)))}),
        f" <cardback>{escape(back)}</cardback>",
        "</order>",
        "",
    ]).encode()  # fmt: skip


def _cards(side: str, slots: Mapping[str, Sequence[int]]) -> list[str]:
    lines = [f" <{side}>"]
    for picture, places in slots.items():
        lines += [
            "  <card>",
            f"   <id>{escape(picture)}</id>",
            f"   <slots>{','.join(map(str, places))}</slots>",
            f"   <name>{escape(basename(picture))}</name>",
            "  </card>",
        ]
    return [*lines, f" </{side}>"]
