"""An order as XML, for the program that fills in a service's pages with it (MPC Autofill, its desktop tool).

Read there by `desktop-tool/src/order.py` of chilli-axe/mpc-autofill: places count from 0, a picture is a file beside the
order, and `cardback` goes where no other back is named.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from posixpath import basename
from xml.etree import ElementTree
from xml.sax.saxutils import escape

from tt_print.errors import InputError, choose
from tt_print.export.findings import Finding
from tt_print.export.products import Product
from tt_print.export.profile_tables import OrderFile, PictureProfile


def resolve_stock(profile: PictureProfile, product: Product, stock: str | None) -> str | None:
    """The short name of the stock, None where there is no order file. Raises InputError for one that there is not."""
    order = order_of(profile, product)
    if order is None:
        if stock is None:
            return None
        if profile.order is None:
            raise InputError(f"{profile.name} has no order file for which --stock would count. Leave out --stock.")
        raise InputError(
            f"--stock counts in the order file, which there is for --product {profile.order.product} only. "
            f"Add --product {profile.order.product}, or leave out --stock."
        )
    usual = next(iter(order.stocks))
    found = choose("stock", stock, order.stocks, "--stock") if stock is not None else usual
    return None if found == usual else found


def order_of(profile: PictureProfile, product: Product) -> OrderFile | None:
    """What the profile says of an order file for this product; None where there is none."""
    return profile.order if profile.order is not None and profile.order.product == product.name else None


def order_names(order: OrderFile, cards: int) -> list[str]:
    """`order.xml`, or `order-1.xml` and so on where one order cannot hold all cards."""
    count = -(-cards // order.max_cards)
    return ["order.xml"] if count == 1 else [f"order-{number}.xml" for number in range(1, count + 1)]


def write_orders(order: OrderFile, fronts: Sequence[str], back: str, stock: str | None) -> dict[str, bytes]:
    """Orders by name. `fronts` are pictures in the order of the places; the same picture may stand in several."""
    names = order_names(order, len(fronts))
    size = order.max_cards
    return {
        name: _order(order, fronts[index * size : (index + 1) * size], back, stock) for index, name in enumerate(names)
    }


def _order(order: OrderFile, fronts: Sequence[str], back: str, stock: str | None) -> bytes:
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


def check_order(name: str, data: bytes, cards: int, found: Collection[str]) -> Iterator[Finding]:
    """Whether an order, as the program reads it, has a picture that is there for the front of each card, each place once."""
    try:
        if b"<!" in data:  # no order has comments, types or entities
            raise ValueError("it has a part that no order has")
        root = ElementTree.fromstring(data)
        places = [
            int(slot) for card in root.iterfind("fronts/card") for slot in (card.findtext("slots") or "").split(",")
        ]
        quantity = int(root.findtext("details/quantity", ""))
    except (ElementTree.ParseError, LookupError, ValueError) as error:
        yield Finding("order", name, f"no readable order ({error})", "an order as tt-print writes it")
        return
    if sorted(places) != list(range(cards)) or quantity != cards:
        yield Finding(
            "order", name, f"{len(places)} places, and a quantity of {quantity}", f"{cards} cards, each place once"
        )
    for picture in {(card.findtext("id") or "").strip() for card in root.iter("card")}:
        if picture not in found:
            yield Finding("order", name, f"it names {picture!r}, which is not there", "pictures of this export")
