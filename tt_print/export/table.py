"""Virtual tables: a room for a browser; sheets of faces, their last place the hidden face, and a list of what lies where."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from tt_print.deck import DECKS, JOKERS
from tt_print.drawing.geometry import Rect, rectangle, scale
from tt_print.drawing.shapes import Drawing, Group, Item, Path
from tt_print.errors import InputError
from tt_print.export.cardbox import MM_PER_INCH
from tt_print.export.expected import (
    Expected,
    ExpectedPicture,
    ExpectedText,
    ExpectedZip,
    FileFacts,
    PictureFacts,
    ZipFacts,
)
from tt_print.export.findings import Finding
from tt_print.export.job import Choices, Facts, Front, Job
from tt_print.export.kinds import Kind
from tt_print.export.products import Product
from tt_print.export.profile_tables import TableProfile
from tt_print.export.raster import render_sized
from tt_print.export.room import check_room, extra_words, room_names, write_room
from tt_print.incoming import decode, parse_json
from tt_print.progress import Progress
from tt_print.records import dataclass

DPI = 300  # of the files; a virtual table counts pixels alone


@dataclass(frozen=True, slots=True)
class Grid:
    """`columns` x `rows` places of so many pixels; the last of them is kept for the hidden face."""

    columns: int
    rows: int
    cell_px: tuple[int, int]

    @property
    def size_px(self) -> tuple[int, int]:
        return self.columns * self.cell_px[0], self.rows * self.cell_px[1]


def plan_grid(profile: TableProfile, product: Product, max_px: int | None = None) -> Grid:
    """Places as large as `max_px` allows on the sheet's longest side, in the card's proportions."""
    table, trim = profile.table, product.box.trim
    side = max_px or table.max_px
    width = min(side // table.columns, int(side / table.rows * trim.width / trim.height))
    return Grid(table.columns, table.rows, (width, round(width * trim.height / trim.width)))


def resolve_options(profile: TableProfile, product: Product, choices: Choices) -> Choices:
    """Raises InputError for a size that nobody could read or load, an address that is none, or too many cards."""
    table, most = profile.table, profile.room.max_cards
    cards = (len(DECKS[choices.deck]) + (len(JOKERS) if choices.with_jokers else 0)) * choices.copies
    if cards > most:
        raise InputError(
            f"--copies {choices.copies} is {cards:,} cards, and a room in a browser carries {most:,}. Make fewer copies."
        )
    if choices.max_px is not None and not table.min_side_px <= choices.max_px <= table.max_side_px:
        raise InputError(
            f"--max-px {choices.max_px}: give {table.min_side_px} to {table.max_side_px}; without it, {table.max_px}."
        )
    if choices.url is not None and not choices.url.startswith(("https://", "http://", "file:///")):
        raise InputError(
            f"--url {choices.url!r}: give the address of the folder, as in --url https://example.org/topper"
        )
    same = None if choices.max_px == table.max_px else choices.max_px
    return replace(choices, max_px=same, url=choices.url.rstrip("/") if choices.url else None)


def write(job: Job[TableProfile], progress: Progress) -> dict[str, bytes]:
    """`room.pcio`; `sheet-1.png` and so on, `back.png`, `cards.json`, and with an address `deck.tts.json`."""
    grid = plan_grid(job.profile, job.product, job.choices.max_px)
    parts = _parts(job)
    placed = dict(job.pages())
    sheets = [_sheet(grid, [placed[front.code] for front in part], job) for part in parts]
    # one at a time: a sheet has 50 MB of pixels
    pictures = render_sized(sheets, grid.size_px, DPI, progress, workers=1)
    (back,) = render_sized([_scaled(job.back, grid.cell_px)], grid.cell_px, DPI, progress)
    files = {"room.pcio": write_room(job, progress)}
    files |= {f"sheet-{number}.png": data for number, data in enumerate(pictures, 1)} | {"back.png": back}
    cards = _list_cards(job, grid, parts)
    files["cards.json"] = _json_file(cards)
    if job.choices.url:
        files["deck.tts.json"] = _json_file(saved_object(cards, job.choices.url))
    return files


def _json_file(data: Mapping[str, Any]) -> bytes:
    return (json.dumps(data, indent=1, ensure_ascii=False) + "\n").encode()


def _parts(job: Job[TableProfile]) -> list[list[Front]]:
    """The fronts of each sheet; copies of a card share a place."""
    fronts = list({front.code: front for front in job.fronts}.values())
    limit = job.profile.table.max_faces
    return [fronts[i : i + limit] for i in range(0, len(fronts), limit)]


def _sheet(grid: Grid, cards: Sequence[Drawing], job: Job[TableProfile]) -> Drawing:
    width, height = (px * MM_PER_INCH / DPI for px in grid.size_px)
    items: list[Item] = [Path(rectangle(0, 0, width, height), job.theme.paper)]
    last = grid.columns * grid.rows - 1
    for index, card in [*enumerate(cards), (last, job.back)]:
        row, column = divmod(index, grid.columns)
        cell = _scaled(card, grid.cell_px)
        x, y = column * cell.width_mm, row * cell.height_mm
        # a clip takes in each pixel that it touches: a hair smaller, it keeps out of the next place
        clip = Rect(0, 0, cell.width_mm, cell.height_mm).inset(0.005)
        items.append(Group(cell.items, (1, 0, 0, 1, x, y), clip.path()))
    return Drawing(width, height, tuple(items), ", ".join(card.title for card in cards))


def _scaled(card: Drawing, cell_px: tuple[int, int]) -> Drawing:
    width, height = (px * MM_PER_INCH / DPI for px in cell_px)
    across, down = width / card.width_mm, height / card.height_mm
    matrix = (across, 0, 0, down, 0, 0) if across != down else scale(across)
    return Drawing(width, height, (Group(card.items, matrix),), card.title)


def _list_cards(job: Job[TableProfile], grid: Grid, parts: Sequence[Sequence[Front]]) -> dict[str, Any]:
    count: dict[str, int] = {}
    for front in job.fronts:
        count[front.code] = count.get(front.code, 0) + 1
    cards = []
    for sheet, part in enumerate(parts, 1):
        for index, front in enumerate(part):
            row, column = divmod(index, grid.columns)
            cards.append({
                "code": front.code, "name": front.drawing.title, "sheet": f"sheet-{sheet}.png",
                "row": row, "column": column,
                "copies": count[front.code],
            })  # fmt: skip
    last = grid.columns * grid.rows - 1
    return {
        "about": "Triple Topper by Brian Ciesicki; faces by tt_print. "
                 "Rows and columns count from 0, from the top left.",
        "deck": job.title, "columns": grid.columns, "rows": grid.rows, "cell_px": list(grid.cell_px),
        "sheet_px": list(grid.size_px),
        "sheets": [{"file": f"sheet-{n}.png", "faces": len(part)} for n, part in enumerate(parts, 1)],
        "back": "back.png", "hidden": {"row": last // grid.columns, "column": last % grid.columns}, "cards": cards,
    }  # fmt: skip


def how_to_words(job: Job[TableProfile]) -> dict[str, object]:
    grid = plan_grid(job.profile, job.product, job.choices.max_px)
    table, url = job.profile.table, job.choices.url
    counts = [len(part) for part in _parts(job)]
    pieces = asdict(table.one_sheet if len(counts) == 1 else table.more_sheets)
    return {
        **{key: text.format(sheets=len(counts)) for key, text in pieces.items()},
        "columns": grid.columns, "rows": grid.rows, "cell_wide": grid.cell_px[0], "cell_high": grid.cell_px[1],
        "per_sheet_words": ", ".join(f"{count} for sheet-{number}" for number, count in enumerate(counts, 1)),
        "saved": table.saved_with.format(url=url) if url else table.saved_without, "room_extras": extra_words(job),
    }  # fmt: skip


# face down in the middle of the table
_TRANSFORM = {
    "posX": 0.0, "posY": 1.0, "posZ": 0.0,
    "rotX": 0.0, "rotY": 180.0, "rotZ": 180.0,
    "scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0,
}  # fmt: skip


def saved_object(cards: Mapping[str, Any], url: str) -> dict[str, Any]:
    """The deck as Tabletop Simulator keeps it in a file of its own, which can be loaded at any table.

    From the list in `cards.json`; the pictures must lie below `url` under their names. Its keys are those of the
    program's saves. A card's number is a hundred times its sheet's number plus its place there.
    """
    decks = {
        str(number): {
            "FaceURL": f"{url}/{sheet['file']}", "BackURL": f"{url}/{cards['back']}", "NumWidth": cards["columns"],
            "NumHeight": cards["rows"], "BackIsHidden": False, "UniqueBack": False, "Type": 0,
        }
        for number, sheet in enumerate(cards["sheets"], 1)
    }  # fmt: skip
    sheet_number = {sheet["file"]: number for number, sheet in enumerate(cards["sheets"], 1)}
    contained = []
    for card in cards["cards"]:
        number = sheet_number[card["sheet"]]
        card_id = 100 * number + card["row"] * cards["columns"] + card["column"]
        one = {
            "Name": "Card", "Transform": dict(_TRANSFORM), "Nickname": card["name"],
            "Description": card["code"].replace("Q", "?"),
            "CardID": card_id, "CustomDeck": {str(number): decks[str(number)]},
        }  # fmt: skip
        contained += [one] * card["copies"]
    deck = {
        "Name": "Deck", "Transform": dict(_TRANSFORM), "Nickname": f"Triple Topper, {cards['deck']}",
        "Description": "Game by Brian Ciesicki; faces by tt_print", "HideWhenFaceDown": True,
        "DeckIDs": [one["CardID"] for one in contained], "CustomDeck": decks, "ContainedObjects": contained,
    }  # fmt: skip
    return {"SaveName": "", "GameMode": "", "ObjectStates": [deck]}


def possible_facts(
    profile: TableProfile, product: Product, facts: Facts, found: Mapping[str, FileFacts]
) -> Iterable[Facts]:
    """Without a manifest the largest sheet says how large a sheet is."""
    sizes = [max(file.held.size_px) for file in found.values() if isinstance(file.held, PictureFacts)]
    known = facts.profile == profile.name or facts.max_px is not None or not sizes
    return [facts] if known else [facts, replace(facts, max_px=max(sizes))]


def expected_files(
    profile: TableProfile, product: Product, facts: Facts, found: Collection[str]
) -> dict[str, Expected]:
    grid, codes = plan_grid(profile, product, facts.max_px), facts.codes
    if codes is None:
        sheets = sum(name.startswith("sheet-") for name in found)
    else:
        sheets = -(-len(set(codes)) // profile.table.max_faces)
    names = [f"sheet-{number}.png" for number in range(1, sheets + 1)]
    saved = facts.url is not None or "deck.tts.json" in found
    return {
        "room.pcio": ExpectedZip(None if codes is None else room_names(codes)),
        **dict.fromkeys(names, ExpectedPicture(grid.size_px)), "back.png": ExpectedPicture(grid.cell_px),
        "cards.json": ExpectedText(), **({"deck.tts.json": ExpectedText()} if saved else {}),
    }  # fmt: skip


def check_together(
    profile: TableProfile, product: Product, facts: Facts, found: Mapping[str, FileFacts]
) -> list[Finding]:
    """The list, the saved deck and the room hold the same cards, each in a place of its own."""
    findings: list[Finding] = []
    name, counts = "cards.json", None
    try:
        if name in found:
            listed = parse_json(decode(found[name].text, name), name).data
            places = {(card["sheet"], card["row"], card["column"]) for card in listed["cards"]}
            counts = Counter({card["code"]: int(card["copies"]) for card in listed["cards"]})
            if len(places) != len(listed["cards"]) or {sheet for sheet, _, _ in places} - found.keys():
                findings.append(
                    Finding("list", name, "a place twice, or on no sheet", "a place on a sheet for each card")
                )
            if facts.codes is not None and counts != Counter(facts.codes):
                findings.append(
                    Finding("list", name, f"{counts.total()} cards, or others", f"{len(facts.codes)} cards")
                )
        if (name := "deck.tts.json") in found:
            (deck,) = parse_json(decode(found[name].text, name), name).data["ObjectStates"]
            held = len(deck["DeckIDs"])
            if len(deck["ContainedObjects"]) != held or (counts is not None and counts.total() != held):
                findings.append(Finding("list", name, f"{held} cards", "as many as in cards.json"))
        if (name := "room.pcio") in found and isinstance(held_room := found[name].held, ZipFacts):
            findings += check_room(name, held_room, counts)
    except (InputError, LookupError, TypeError, AttributeError, ValueError) as error:
        findings.append(
            Finding("list", name, f"not as it should be ({str(error)[:150]})", "a list as tt-print wrote it")
        )
    return findings


KIND = Kind(
    write, expected_files, how_to_words, frozenset({"max_px", "url", "back"}), resolve_options,
    possible_facts=possible_facts, check_together=check_together,
)  # fmt: skip
