"""Sheets for virtual tables, read back: their pixels against the list of what lies where, and both against the deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tt_print.errors import InputError
from tt_print.export.cardbox import PixelEdges
from tt_print.export.job import Facts
from tt_print.export.products import Product
from tt_print.export.profile_tables import TableProfile
from tt_print.export.table import plan_grid
from tt_print.incoming import decode, parse_json
from tt_print.preflight.edges import loose_outside_safe
from tt_print.preflight.findings import Finding
from tt_print.preflight.room import check_room
from tt_print.progress import Progress, unseen, walk

EDGE_PART = 0.02  # of a place's width: in no face anything begins or ends so near to its cut
EDGE_SLACK = 8  # of 255: how edges fall on pixels


@dataclass(frozen=True)
class ListedSheet:
    file: str
    faces: int


@dataclass(frozen=True)
class ListedPlace:
    row: int
    column: int


@dataclass(frozen=True)
class ListedCard:
    code: str
    sheet: str
    row: int
    column: int
    copies: int
    name: str = ""


@dataclass(frozen=True)
class CardList:
    """`cards.json`, as `docs/printers.md` has it."""

    columns: int
    rows: int
    cell_px: tuple[int, int]
    sheets: tuple[ListedSheet, ...]
    back: str
    hidden: ListedPlace
    cards: tuple[ListedCard, ...]
    about: str = ""
    deck: str = ""
    sheet_px: tuple[int, int] = (0, 0)


def check(
    profile: TableProfile, product: Product, files: Mapping[str, bytes], facts: Facts, progress: Progress = unseen
) -> list[Finding]:
    max_px = facts.max_px or profile.table.max_px
    found = check_table(profile, files, facts, plan_grid(profile, product, max_px).cell_px, max_px, progress)
    if "room.pcio" not in files:
        return [*found, Finding("files", "room.pcio", "missing", "a room for a browser")]
    return found + check_room(profile, product, "room.pcio", files["room.pcio"], facts, progress)


def check_table(
    profile: TableProfile,
    files: Mapping[str, bytes],
    facts: Facts,
    cell_px: tuple[int, int],
    max_px: int,
    progress: Progress = unseen,
) -> list[Finding]:
    if "cards.json" not in files:
        return [Finding("list", "cards.json", "missing", "the whole folder of one export, as tt-print made it")]
    try:
        listed = parse_json(decode(files["cards.json"], "cards.json"), "cards.json").read(CardList)
    except InputError as error:
        return [Finding("list", "cards.json", str(error), "what docs/printers.md says")]
    table = profile.table
    if (listed.columns, listed.rows) != (table.columns, table.rows):
        return [Finding(
            "grid", "cards.json", f"{listed.columns} x {listed.rows}", f"{table.columns} x {table.rows}"
        )]  # fmt: skip
    return [*_check_list(profile, listed, facts), *_check_sheets(profile, files, listed, cell_px, max_px, progress),
            *_check_saved(files, listed)]  # fmt: skip


def _check_list(profile: TableProfile, listed: CardList, facts: Facts) -> list[Finding]:
    table, found = profile.table, []
    for sheet in listed.sheets:
        held = [card for card in listed.cards if card.sheet == sheet.file]
        if len(held) != sheet.faces or not 0 < len(held) <= table.max_faces:
            found.append(Finding(
                "faces", sheet.file, f"{len(held)} faces listed", f"{sheet.faces}, at most {table.max_faces}"
            ))  # fmt: skip
    places = Counter((card.sheet, card.row, card.column) for card in listed.cards)
    hidden = (listed.hidden.row, listed.hidden.column)
    if hidden != (table.rows - 1, table.columns - 1):
        found.append(
            Finding("hidden face", "cards.json", f"at row {hidden[0]}, column {hidden[1]}", "in the last place")
        )
    if any(count > 1 or place[1:] == hidden for place, count in places.items()):
        found.append(
            Finding("places", "cards.json", "a place is taken twice", "one card a place, none in the hidden one")
        )
    if facts.codes is not None:
        expected, actual = Counter(facts.codes), Counter({card.code: card.copies for card in listed.cards})
        if expected != actual:
            odd = sorted((expected - actual) + (actual - expected))
            found.append(Finding(
                "count", "cards.json", f"{', '.join(odd[:5])} missing or too many", f"{len(facts.codes)} cards"
            ))  # fmt: skip
    return found


def _check_sheets(
    profile: TableProfile,
    files: Mapping[str, bytes],
    listed: CardList,
    cell_px: tuple[int, int],
    max_px: int,
    progress: Progress,
) -> list[Finding]:
    from tt_print.render.png import read_picture

    found: list[Finding] = []
    columns, rows = profile.table.columns, profile.table.rows
    width, height = cell_px
    back = None
    names = (listed.back, *(sheet.file for sheet in listed.sheets))
    for name in walk(names, "Looking at sheets", progress):
        if name not in files:
            found.append(Finding("files", name, "missing", "a picture"))
            continue
        try:
            image = read_picture(files[name])
            image = image if image.mode == "RGB" else image.convert("RGB")
        except InputError as error:
            found.append(Finding("format", name, str(error), "a whole PNG file"))
            continue
        if len(files[name]) > profile.checks.max_file_bytes:
            found.append(Finding(
                "file size", name, f"{len(files[name]):,} bytes", f"at most {profile.checks.max_file_bytes:,}"
            ))  # fmt: skip
        wanted = cell_px if name == listed.back else (columns * width, rows * height)
        if image.size != wanted or max(image.size) > max_px:
            found.append(
                Finding("pixels", name, "{} x {}".format(*image.size), f"{wanted[0]} x {wanted[1]}, at most {max_px}")
            )
        elif name == listed.back:
            back = image
        else:
            found += _check_places(name, image, listed, cell_px, back)
    return found


def _check_places(name: str, image: Any, listed: CardList, cell_px: tuple[int, int], back: Any) -> list[Finding]:
    """Faces where the list says and nowhere else, no two alike, and the hidden face in the last place."""
    found: list[Finding] = []
    width, height = cell_px

    def cell(row: int, column: int) -> Any:
        return image.crop((column * width, row * height, (column + 1) * width, (row + 1) * height))

    held = {(card.row, card.column): card.code for card in listed.cards if card.sheet == name}
    hidden = (listed.hidden.row, listed.hidden.column)
    seen: dict[bytes, str] = {}
    rim = max(2.0, EDGE_PART * width)
    edge = PixelEdges(rim, rim, width - rim, height - rim)
    for row in range(listed.rows):
        for column in range(listed.columns):
            here = cell(row, column)
            where = f"{name}, row {row}, column {column}"
            # but for its outermost pixels, into which a flooded neighbor's edge may smear
            bare = all(lower == 255 for lower, _ in here.crop((1, 1, width - 1, height - 1)).getextrema())
            if (row, column) == hidden:
                if bare or (back is not None and _differ(here, back)):
                    found.append(Finding("hidden face", where, "not the back", "the back, in the last place"))
            elif (code := held.get((row, column))) is None:
                if not bare:
                    found.append(Finding("places", where, "a face that is not listed", "an empty place"))
            elif bare:
                found.append(Finding("places", where, "empty", code))
            elif (other := seen.setdefault(here.tobytes(), code)) != code:
                found.append(Finding("twins", where, f"the same picture as {other}", f"{code}'s own"))
            elif loose_outside_safe(here, edge, EDGE_SLACK):
                found.append(Finding(
                    "cells", where, "something begins or ends on the edge between two places",
                    f"{code} within its place",
                ))  # fmt: skip
    return found


def _differ(one: Any, other: Any) -> bool:
    """Whether two drawings of the back are not the same but for how edges fall on pixels."""
    if one.size != other.size:
        return True
    apart = [
        abs(a - b) for a, b in zip(one.convert("L").resize((40, 56)).tobytes(),
                                   other.convert("L").resize((40, 56)).tobytes(), strict=True)
    ]  # fmt: skip
    total: int = sum(apart)
    return total > 12 * len(apart)


def _check_saved(files: Mapping[str, bytes], listed: CardList) -> list[Finding]:
    """The deck to load holds each card as often as the list says, by the number of its place."""
    if "deck.tts.json" not in files:
        return []
    number = {sheet.file: i for i, sheet in enumerate(listed.sheets, 1)}
    wanted: Counter[int] = Counter()
    for card in listed.cards:
        wanted[100 * number.get(card.sheet, 0) + card.row * listed.columns + card.column] += card.copies
    try:
        (deck,) = parse_json(decode(files["deck.tts.json"], "deck.tts.json"), "deck.tts.json").data["ObjectStates"]
        held = (Counter(deck["DeckIDs"]), Counter(card["CardID"] for card in deck["ContainedObjects"]))
    except (ValueError, LookupError, TypeError) as error:
        why = str(error) if isinstance(error, InputError) else f"not as it should be: {error!r}"
        return [Finding("saved object", "deck.tts.json", why, "the deck as tt-print wrote it")]
    if held == (wanted, wanted):
        return []
    return [Finding("saved object", "deck.tts.json", "other cards than in cards.json", f"{sum(wanted.values())} cards")]
