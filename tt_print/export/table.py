"""Virtual tables: a room for a browser; sheets of faces, their last place the hidden face, and a list of what lies where."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from tt_print.deck import DECKS, JOKERS
from tt_print.drawing.geometry import Rect, rectangle, scale
from tt_print.drawing.shapes import Drawing, Group, Item, Path
from tt_print.errors import InputError
from tt_print.export.cardbox import MM_PER_INCH
from tt_print.export.job import Choices, Front, Job
from tt_print.export.kinds import Kind
from tt_print.export.look_over import Planned, PlannedPicture, PlannedText
from tt_print.export.products import Product
from tt_print.export.profile_tables import TableProfile
from tt_print.export.raster import render_sized
from tt_print.export.room import extra_words, planned_room, write_room
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


def planned_files(job: Job[TableProfile]) -> dict[str, Planned]:
    grid = plan_grid(job.profile, job.product, job.choices.max_px)
    sheets = len(_parts(job))
    files: dict[str, Planned] = {"room.pcio": planned_room(job)}
    files |= {f"sheet-{number}.png": PlannedPicture(grid.size_px) for number in range(1, sheets + 1)}
    files |= {"back.png": PlannedPicture(grid.cell_px), "cards.json": PlannedText()}
    return files | ({"deck.tts.json": PlannedText()} if job.choices.url else {})


KIND = Kind(write, planned_files, how_to_words, frozenset({"max_px", "url", "back"}), resolve_options)
