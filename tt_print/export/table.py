"""Virtual tables: a room for a browser; sheets of faces, their last place the hidden face, and a list of what lies where."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
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
    Finding,
    PictureFacts,
    ZipFacts,
)
from tt_print.export.job import Choices, Job, Spec
from tt_print.export.kinds import Kind
from tt_print.export.profile_tables import TableProfile
from tt_print.export.raster import render_pages
from tt_print.export.room import check_room, room_names, write_room
from tt_print.incoming import decode, parse_json
from tt_print.problems import Problem
from tt_print.progress import Progress
from tt_print.records import dataclass

DPI = 300  # of the files; a virtual table counts pixels alone
LIST, SAVED, ROOM = "cards.json", "deck.tts.json", "room.pcio"


@dataclass(frozen=True, slots=True)
class Grid:
    """`columns` x `rows` places of so many pixels; the last of them is kept for the hidden face."""

    columns: int
    rows: int
    cell_px: tuple[int, int]

    @property
    def size_px(self) -> tuple[int, int]:
        return self.columns * self.cell_px[0], self.rows * self.cell_px[1]


def _plan(spec: Spec[TableProfile]) -> Grid:
    """Places as large as was chosen for the sheet's longest side, in the card's proportions."""
    table, trim = spec.profile.table, spec.product.box.trim
    side = spec.choices.max_px or table.max_px
    width = min(side // table.columns, int(side / table.rows * trim.width / trim.height))
    return Grid(table.columns, table.rows, (width, round(width * trim.height / trim.width)))


def _places(spec: Spec[TableProfile], codes: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Where the list of cards says that each lies, and how many copies there are, which share a place."""
    table = spec.profile.table
    for number, (code, copies) in enumerate(Counter(codes).items()):
        sheet, index = divmod(number, table.max_faces)
        row, column = divmod(index, table.columns)
        yield {"code": code, "sheet": f"sheet-{sheet + 1}.png", "row": row, "column": column, "copies": copies}


class TableKind(Kind[TableProfile]):
    options = frozenset({"max_px", "url", "back"})

    def resolve(self, spec: Spec[TableProfile]) -> Choices:
        """Raises Problem for a size that nobody could read or load, an address that is none, or too many cards."""
        table, most, choices = spec.profile.table, spec.profile.room.max_cards, spec.choices
        cards = (len(DECKS[choices.deck]) + (len(JOKERS) if choices.with_jokers else 0)) * choices.copies
        if cards > most:
            raise Problem("too_many", "copies", value=choices.copies, cards=cards, most=most)
        if choices.max_px is not None and not table.min_side_px <= choices.max_px <= table.max_side_px:
            known = {"low": table.min_side_px, "high": table.max_side_px, "usual": table.max_px}
            raise Problem("range", "max_px", value=choices.max_px, **known)
        if choices.url and not choices.url.startswith(("https://", "http://", "file:///")):
            raise Problem("no_address", "url", value=choices.url)
        same = None if choices.max_px == table.max_px else choices.max_px
        return replace(choices, max_px=same, url=choices.url.rstrip("/"))

    def write(self, job: Job[TableProfile], progress: Progress) -> dict[str, bytes]:
        """`room.pcio`; `sheet-1.png` and so on, `back.png`, `cards.json`, and with an address `deck.tts.json`."""
        grid, most = _plan(job), job.profile.table.max_faces
        fronts = [*job.drawings.values()]
        sheets = [_sheet(grid, fronts[i : i + most], job) for i in range(0, len(fronts), most)]
        # one at a time: a sheet has 50 MB of pixels
        pictures = render_pages(sheets, grid.size_px, DPI, progress, workers=1)
        (back,) = render_pages([_scaled(job.back, grid.cell_px)], grid.cell_px, DPI, progress)
        files = {ROOM: write_room(job, progress)}
        files |= {f"sheet-{number}.png": data for number, data in enumerate(pictures, 1)} | {"back.png": back}
        cards = _list_cards(job, grid)
        files[LIST] = _json_file(cards)
        if job.choices.url:
            files[SAVED] = _json_file(_saved_object(cards, job.choices.url))
        return files

    def how_to_words(self, job: Job[TableProfile]) -> dict[str, object]:
        grid, counts = _plan(job), [*_sheets(job, job.choices.codes or ()).values()]
        table, room, choices = job.profile.table, job.profile.room, job.choices
        pieces = table.one_sheet if len(counts) == 1 else table.more_sheets
        extras = (room.chits_words if choices.chits else "") + (room.extras_words if choices.extras else "")
        return {
            **{key: text.format(sheets=len(counts)) for key, text in pieces.items()},
            "columns": grid.columns, "rows": grid.rows, "cell_wide": grid.cell_px[0], "cell_high": grid.cell_px[1],
            "per_sheet_words": ", ".join(f"{count} for sheet-{number}" for number, count in enumerate(counts, 1)),
            "saved": table.saved_with.format(url=choices.url) if choices.url else table.saved_without,
            "room_extras": extras,
        }  # fmt: skip

    def possible_choices(self, spec: Spec[TableProfile], found: Mapping[str, FileFacts]) -> Iterable[Choices]:
        """Without a manifest the largest sheet says how large a sheet is."""
        choices = spec.choices
        sizes = [max(file.held.size_px) for file in found.values() if isinstance(file.held, PictureFacts)]
        known = choices.profile == spec.profile.name or choices.max_px is not None or not sizes
        return [choices] if known else [choices, replace(choices, max_px=max(sizes))]

    def expected_files(self, spec: Spec[TableProfile], found: Collection[str]) -> dict[str, Expected]:
        grid, codes = _plan(spec), spec.choices.codes
        sheets = [name for name in found if name.startswith("sheet-")] if codes is None else _sheets(spec, codes)
        names = [f"sheet-{number}.png" for number in range(1, len(sheets) + 1)]
        saved = {SAVED: ExpectedText()} if spec.choices.url or SAVED in found else {}
        return {
            ROOM: ExpectedZip(None if codes is None else room_names(codes)),
            **dict.fromkeys(names, ExpectedPicture(grid.size_px)), "back.png": ExpectedPicture(grid.cell_px),
            LIST: ExpectedText(), **saved,
        }  # fmt: skip

    def check_together(self, spec: Spec[TableProfile], found: Mapping[str, FileFacts]) -> list[Finding]:
        """The list, the saved deck and the room hold the same cards, each in a place of its own."""
        findings: list[Finding] = []
        name, codes = LIST, None if spec.choices.codes is None else [*spec.choices.codes]
        try:
            if name in found:
                listed = parse_json(decode(found[name].text, name), name).data
                keys = ("code", "sheet", "row", "column", "copies")
                held = [[card[key] for key in keys] for card in listed["cards"]]
                if codes is None:
                    codes = [code for code, *_, copies in held for _ in range(min(copies, 99))]
                places = [[*place.values()] for place in _places(spec, codes)]
                if held != places:
                    here, there = next(
                        filter(lambda pair: pair[0] != pair[1], zip_longest(held, places, fillvalue=["nothing"]))
                    )
                    findings.append(Finding("list", name, " ".join(map(str, here)), " ".join(map(str, there))))
                if (name := SAVED) in found:
                    (deck,) = parse_json(decode(found[name].text, name), name).data["ObjectStates"]
                    ids = _saved_object(listed, "")["ObjectStates"][0]["DeckIDs"]
                    if sorted(deck["DeckIDs"]) != sorted(ids) or len(deck["ContainedObjects"]) != len(ids):
                        findings.append(Finding("list", name, f"{len(deck['DeckIDs'])} cards", f"as in {LIST}"))
            if (name := ROOM) in found and isinstance(room := found[name].held, ZipFacts):
                findings += check_room(name, room, None if codes is None else Counter(codes))
        except (InputError, LookupError, TypeError, AttributeError, ValueError) as error:
            findings.append(
                Finding("list", name, f"not as it should be ({str(error)[:150]})", "a list as an export has it")
            )
        return findings


KIND = TableKind()


def _sheets(spec: Spec[TableProfile], codes: Sequence[str]) -> Mapping[str, int]:
    """How many faces each sheet has."""
    return Counter(place["sheet"] for place in _places(spec, codes))


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


def _json_file(data: Mapping[str, Any]) -> bytes:
    return (json.dumps(data, indent=1, ensure_ascii=False) + "\n").encode()


def _list_cards(job: Job[TableProfile], grid: Grid) -> dict[str, Any]:
    codes, drawings = job.choices.codes or (), job.drawings
    row, column = divmod(grid.columns * grid.rows - 1, grid.columns)
    return {
        "about": "Triple Topper by Brian Ciesicki; faces by tt_print. "
                 "Rows and columns count from 0, from the top left.",
        "deck": job.title, "columns": grid.columns, "rows": grid.rows, "cell_px": list(grid.cell_px),
        "sheet_px": list(grid.size_px),
        "sheets": [{"file": name, "faces": count} for name, count in _sheets(job, codes).items()],
        "back": "back.png", "hidden": {"row": row, "column": column},
        "cards": [
            {"code": place.pop("code"), "name": drawings[code].title, **place}
            for code, place in zip(drawings, _places(job, codes), strict=True)
        ],
    }  # fmt: skip


# face down in the middle of the table
_TRANSFORM = {
    "posX": 0.0, "posY": 1.0, "posZ": 0.0,
    "rotX": 0.0, "rotY": 180.0, "rotZ": 180.0,
    "scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0,
}  # fmt: skip


def _saved_object(cards: Mapping[str, Any], url: str) -> dict[str, Any]:
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
