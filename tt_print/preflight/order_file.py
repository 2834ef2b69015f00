"""Orders as XML, read back as the program reads them that fills in the service's pages (MPC Autofill, `src/order.py`)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from xml.etree import ElementTree

from tt_print.errors import InputError
from tt_print.export.order_file import order_names
from tt_print.export.profile_tables import OrderFile
from tt_print.preflight.findings import Finding
from tt_print.records import dataclass

NAME = re.compile(r"order(-[1-9][0-9]?)?\.xml")
MAX_BYTES = 1_000_000
MAX_DIGITS = 6


@dataclass(frozen=True, slots=True)
class ReadOrder:
    """`fronts` and `backs`: the picture in each place; a place that nobody names has none."""

    quantity: int
    bracket: int
    stock: str
    foil: str
    fronts: Mapping[int, str]
    backs: Mapping[int, str]


def read_order(data: bytes) -> ReadOrder:
    """Raises InputError for what the program could not read."""
    if len(data) > MAX_BYTES or b"<!" in data:  # no order of ours has comments, types or entities
        raise InputError("larger than 1 MB, or with a part that no order has")
    try:
        root = ElementTree.fromstring(data)
    except (ElementTree.ParseError, LookupError, ValueError) as error:  # an encoding that there is not
        raise InputError(f"no readable XML ({error})") from None
    if root.tag != "order":
        raise InputError(f"<{root.tag}> instead of <order>")
    quantity = _number(root.findtext("details/quantity", ""), "quantity")
    fill = (root.findtext("cardback") or "").strip(' "')
    backs = _places(root, "backs")
    if fill:
        backs = dict.fromkeys(range(min(quantity, 10_000)), fill) | backs
    return ReadOrder(
        quantity, _number(root.findtext("details/bracket", ""), "bracket"), root.findtext("details/stock", ""),
        root.findtext("details/foil", ""), _places(root, "fronts"), backs,
    )  # fmt: skip


def _places(root: ElementTree.Element, side: str) -> dict[int, str]:
    found: dict[int, str] = {}
    for card in root.iterfind(f"{side}/card"):
        picture = (card.findtext("id") or "").strip(' "')
        for word in (card.findtext("slots") or "").strip("][").replace(" ", "").split(","):
            slot = _number(word, f"a place of {side}")
            if slot in found:
                raise InputError(f"{side}: place {slot} is taken twice")
            found[slot] = picture
    return found


def _number(text: str, what: str) -> int:
    if not (text.isascii() and text.isdigit()) or len(text) > MAX_DIGITS:
        raise InputError(f"{what} is no number: {text[:20]!r}")
    return int(text)


def check_orders(
    order: OrderFile, files: Mapping[str, bytes], fronts: Sequence[str], back: str | None, stock: str | None
) -> list[Finding]:
    """All orders together name each front in its place once, and the back behind it. Copies may share the first picture.

    `fronts` are the pictures in upload order; `stock` is None where any of the service's will do.
    """
    wanted = order_names(order, len(fronts)) if fronts else []
    found = [Finding("order", name, "missing", "an order for the program") for name in wanted if name not in files]
    found += [
        Finding("order", name, "one too many", " and ".join(wanted) or "none") for name in files if name not in wanted
    ]
    for index, name in enumerate(wanted):
        if name not in files:
            continue
        try:
            read = read_order(files[name])
        except InputError as error:
            found.append(Finding("order", name, str(error), "an order as tt-print writes it"))
            continue
        part = fronts[index * order.max_cards : (index + 1) * order.max_cards]
        found += _check_details(order, name, read, len(part), stock)
        found += _check_places(name, read, part, back)
    return found


def _check_details(order: OrderFile, name: str, read: ReadOrder, cards: int, stock: str | None) -> list[Finding]:
    known = list(order.stocks.values()) if stock is None else [order.stocks.get(stock, stock)]
    rows = [
        ("quantity", str(read.quantity), str(cards)),
        ("bracket", str(read.bracket), str(order.bracket(cards))),
        ("stock", read.stock, read.stock if read.stock in known else " or ".join(known)),
        ("foil", read.foil, "false"),
    ]
    return [Finding("order", f"{name}, {what}", actual, wanted) for what, actual, wanted in rows if actual != wanted]


def _check_places(name: str, read: ReadOrder, fronts: Sequence[str], back: str | None) -> list[Finding]:
    wanted = range(len(fronts))
    for side, places in (("fronts", read.fronts), ("backs", read.backs)):
        if odd := sorted(places.keys() ^ set(wanted)):
            state = "empty" if odd[0] in wanted else "beyond the order"
            return [
                Finding("order", f"{name}, {side}", f"place {odd[0]} is {state}", f"0 to {len(fronts) - 1}, each once")
            ]
    for slot, picture in enumerate(fronts):
        if read.fronts[slot] != picture:
            return [Finding("order", f"{name}, place {slot}", read.fronts[slot], picture)]
        if back is not None and read.backs[slot] != back:
            return [Finding("order", f"{name}, place {slot}", f"{read.backs[slot]} behind it", back)]
    return []
