"""Rooms for a browser, read back as a room's importer reads them: things, their places, and the pictures that they name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from tt_print.errors import InputError
from tt_print.export.job import Facts
from tt_print.export.products import Product
from tt_print.export.profile_tables import TableProfile
from tt_print.export.room import CODES
from tt_print.incoming import decode, parse_json
from tt_print.preflight.findings import Finding
from tt_print.preflight.folder import read_zip
from tt_print.preflight.pixels import darkest
from tt_print.progress import Progress, unseen, walk

PACKAGE = "package://"
TYPES = frozenset({"hand", "cardPile", "cardDeck", "card"})


def check_room(
    profile: TableProfile, product: Product, name: str, data: bytes, facts: Facts, progress: Progress = unseen
) -> list[Finding]:
    """What is wrong with the room `data`, a zip."""
    try:
        held = read_zip(data, name)
        widgets = _read_widgets(held)
    except InputError as error:
        return [Finding("room", name, str(error), "a room as tt-print wrote it")]
    pictures = {key: data for key, data in held.items() if key != "widgets.json"}
    found: list[Finding] = []
    try:
        found += [*_check_things(profile, widgets), *_check_cards(widgets, facts)]
        found += _check_named(widgets, pictures)
    except (LookupError, TypeError, AttributeError) as error:
        return [
            *found,
            Finding("room", "widgets.json", f"not as it should be: {error!r}"[:200], "a room as tt-print wrote it"),
        ]
    trim, high = product.box.trim, profile.room.picture_px
    return found + list(_check_pictures((round(high * trim.width / trim.height), high), profile, pictures, progress))


def _read_widgets(held: Mapping[str, bytes]) -> dict[str, dict[str, Any]]:
    """Everything in the room by its id. Raises InputError for a list that no importer could read."""
    if "widgets.json" not in held:
        raise InputError("widgets.json is missing in it")
    listed = parse_json(decode(held["widgets.json"], "widgets.json"), "widgets.json").data
    if not isinstance(listed, list) or not all(isinstance(widget, dict) for widget in listed):
        raise InputError("widgets.json is no list of things")
    ids = [widget.get("id") for widget in listed]
    if not all(isinstance(one, str) and one for one in ids) or len(set(ids)) != len(ids):
        raise InputError("widgets.json: a thing without an id, or two with the same")
    return dict(zip(ids, listed, strict=True))


def _check_things(profile: TableProfile, widgets: Mapping[str, dict[str, Any]]) -> Iterator[Finding]:
    """Each of a known type, at its place in the room, in a pile that there is."""
    wide, high = profile.room.size
    most = profile.room.max_cards + 50  # with all that is no card of the deck
    if len(widgets) > most:
        yield Finding("room", "widgets.json", f"{len(widgets):,} things", f"at most {most:,}")
    for one, widget in widgets.items():
        if widget.get("type") not in TYPES:
            yield Finding("room", one, f"type {widget.get('type')!r}", " or ".join(sorted(TYPES)))
            continue
        x, y = widget.get("x"), widget.get("y")
        if not (isinstance(x, int) and isinstance(y, int) and 0 <= x < wide and 0 <= y < high):
            yield Finding("room", one, f"at {x!r}, {y!r}"[:80], f"whole numbers within {wide} x {high}")
        parent = widget.get("parent")
        if parent is not None and widgets.get(parent, {}).get("type") != "cardPile":
            yield Finding("room", one, f"in {parent!r}, which is no pile", "in a pile of the room, or in none")
        if widget["type"] == "card" and widget["cardType"] not in widgets[widget["deck"]]["cardTypes"]:
            yield Finding(
                "room", one, f"{widget['cardType']!r} is no card of {widget['deck']}", "one of its deck's cards"
            )


def _check_cards(widgets: Mapping[str, dict[str, Any]], facts: Facts) -> Iterator[Finding]:
    """All cards that the manifest tells of lie face down in the deck's pile, and nothing else does."""
    cards = [widget for widget in widgets.values() if widget["type"] == "card"]
    dealt = [card for card in cards if card["deck"] == "deck"]
    if any(card.get("parent") != "pile-deck" or card.get("faceup") for card in dealt):
        yield Finding(
            "deck", "widgets.json", "a card that lies elsewhere or face up", "all cards face down in the deck's pile"
        )
    if facts.codes is None:
        return
    wanted = Counter(code for code in facts.codes if code in CODES)
    actual = Counter(card["cardType"] for card in dealt)
    if wanted != actual:
        odd = sorted((wanted - actual) + (actual - wanted))
        yield Finding("count", "widgets.json", f"{', '.join(odd[:5])} missing or too many", f"{wanted.total()} cards")
    lying = sorted(card["cardType"] for card in cards if card["deck"] == "chits")
    chits = sorted(code for code in facts.codes if code.startswith("chit-"))
    if lying != chits:
        yield Finding("chits", "widgets.json", ", ".join(lying) or "none", ", ".join(chits) or "none")


def _check_named(widgets: Mapping[str, dict[str, Any]], pictures: Mapping[str, bytes]) -> Iterator[Finding]:
    """Every picture that a thing names is in the file, each card has one of its own, and none lies idle."""
    named: dict[str, str] = {}
    for deck in (widget for widget in widgets.values() if widget["type"] == "cardDeck"):
        fixed = [
            part["value"] for side in ("faceTemplate", "backTemplate") for part in deck[side]["objects"]
            if part["valueType"] == "static"
        ]  # fmt: skip
        for code, kind in deck["cardTypes"].items():
            if named.setdefault(kind["face"], code) != code:
                yield Finding("twins", code, f"the same picture as {named[kind['face']]}", "a picture of its own")
        named |= dict.fromkeys(fixed, "back")
    for address in named:
        if not address.startswith(PACKAGE) or address.removeprefix(PACKAGE) not in pictures:
            yield Finding("pictures", str(address)[:80], "not in the file", "a picture in userassets/")
    for name in pictures:
        if PACKAGE + name not in named:
            yield Finding("pictures", name, "no card shows it", "only pictures of cards")


def _check_pictures(
    upright: tuple[int, int], profile: TableProfile, pictures: Mapping[str, bytes], progress: Progress
) -> Iterator[Finding]:
    from tt_print.render.png import read_picture

    seen: dict[bytes, str] = {}
    for name in walk(list(pictures), "Looking at pictures", progress):
        data = pictures[name]
        if len(data) > profile.checks.max_picture_bytes:
            yield Finding("file size", name, f"{len(data):,} bytes", f"at most {profile.checks.max_picture_bytes:,}")
        try:
            image = read_picture(data)
        except InputError as error:
            yield Finding("format", name, str(error), "a whole PNG file")
            continue
        if (size := image.size) != upright and not name.rpartition("/")[2].startswith(("chit-", "pointer")):
            yield Finding("pixels", name, "{} x {}".format(*size), "{} x {}".format(*upright))
        if darkest(image) >= 128:
            yield Finding("empty", name, "no ink at all", "a face")
        if (other := seen.setdefault(data, name)) != name:
            yield Finding("twins", name, f"the same picture as {other}", "a picture of its own")
