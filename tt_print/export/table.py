"""Virtual tables: sheets of faces, their last place the hidden face, and a list of what is where."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, NamedTuple

from tt_print.drawing.geometry import Rect, scale
from tt_print.drawing.shapes import Drawing, Group, Item, Path
from tt_print.export.choices import Choices
from tt_print.export.job import Content, Job, PictureFile
from tt_print.export.products import MM_PER_INCH
from tt_print.export.profile_tables import TableProfile
from tt_print.problems import Problem
from tt_print.render.progress import Progress

DPI = 300  # at which sheets are drawn; a virtual table counts pixels alone


class Place(NamedTuple):
    """Where the list of cards says that one lies, and how many copies there are, which share a place."""

    code: str
    sheet: str
    row: int
    column: int
    copies: int


class Table(Job[TableProfile]):
    """`sheet-1.png` and so on, `back.png`, `cards.json`, and with an address `deck.tts.json`."""

    options = frozenset({"max_px", "url", "back"})

    def resolve(self) -> Choices:
        """Raises Problem for a size that nobody could read or load, or an address that is none."""
        table, choices = self.profile.table, self.choices
        if choices.max_px is not None and not table.min_side_px <= choices.max_px <= table.max_side_px:
            known = {"low": table.min_side_px, "high": table.max_side_px, "usual": table.max_px}
            raise Problem("range", "max_px", value=choices.max_px, **known)
        if choices.url and not choices.url.startswith(("https://", "http://", "file:///")):
            raise Problem("no_address", "url", value=choices.url)
        same = None if choices.max_px == table.max_px else choices.max_px
        return replace(choices, max_px=same, url=choices.url.rstrip("/"))

    @cached_property
    def cell_px(self) -> tuple[int, int]:
        """A place on a sheet as large as was chosen for the sheet's longest side, in the card's proportions."""
        table, trim = self.profile.table, self.box.trim
        side = self.choices.max_px or table.max_px
        width = min(side // table.columns, int(side / table.rows * trim.width / trim.height))
        return width, round(width * trim.height / trim.width)

    @property
    def sheet_px(self) -> tuple[int, int]:
        return self.profile.table.columns * self.cell_px[0], self.profile.table.rows * self.cell_px[1]

    @cached_property
    def places(self) -> list[Place]:
        """The last place of each sheet is kept for the hidden face."""
        table, places = self.profile.table, []
        for number, (code, copies) in enumerate(Counter(self.codes).items()):
            sheet, index = divmod(number, table.max_faces)
            places.append(Place(code, f"sheet-{sheet + 1}.png", *divmod(index, table.columns), copies))
        return places

    @property
    def sheets(self) -> Mapping[str, int]:
        """How many faces each sheet has."""
        return Counter(place.sheet for place in self.places)

    def draw_files(self, progress: Progress) -> dict[str, Content]:
        fronts, most = [*self.drawings.values()], self.profile.table.max_faces
        files: dict[str, Content] = {
            name: PictureFile(self._sheet(fronts[number * most : (number + 1) * most]), self.sheet_px, DPI)
            for number, name in enumerate(self.sheets)
        }
        cards = self._list_cards()
        files |= {"back.png": PictureFile(self._scaled(self.back), self.cell_px, DPI), "cards.json": _json_file(cards)}
        if self.choices.url:
            files["deck.tts.json"] = _json_file(_saved_object(cards, self.choices.url))
        return files

    def how_to_words(self) -> dict[str, object]:
        counts, step, url = [*self.sheets.values()], self.profile.step, self.choices.url
        many = "one" if len(counts) == 1 else "more"
        return {
            **{name: step(f"{many}_{name}", sheets=len(counts)) for name in ("sheets_words", "decks", "shuffle")},
            "columns": self.profile.table.columns, "rows": self.profile.table.rows,
            "cell_wide": self.cell_px[0], "cell_high": self.cell_px[1],
            "per_sheet_words": ", ".join(f"{count} for sheet-{number}" for number, count in enumerate(counts, 1)),
            "saved": step("saved_with", url=url) if url else step("saved_without"),
        }  # fmt: skip

    def _sheet(self, cards: Sequence[Drawing]) -> Drawing:
        width, height = (px * MM_PER_INCH / DPI for px in self.sheet_px)
        items: list[Item] = [Path(Rect(0, 0, width, height).path(), self.theme.paper)]
        last = self.profile.table.columns * self.profile.table.rows - 1
        for index, card in [*enumerate(cards), (last, self.back)]:
            row, column = divmod(index, self.profile.table.columns)
            cell = self._scaled(card)
            x, y = column * cell.width_mm, row * cell.height_mm
            # a clip takes in each pixel that it touches: a hair smaller, it keeps out of the next place
            clip = Rect(0, 0, cell.width_mm, cell.height_mm).inset(0.005)
            items.append(Group(cell.items, (1, 0, 0, 1, x, y), clip.path()))
        return Drawing(width, height, tuple(items), ", ".join(card.title for card in cards))

    def _scaled(self, card: Drawing) -> Drawing:
        """A card as large as a place."""
        width, height = (px * MM_PER_INCH / DPI for px in self.cell_px)
        across, down = width / card.width_mm, height / card.height_mm
        matrix = (across, 0, 0, down, 0, 0) if across != down else scale(across)
        return Drawing(width, height, (Group(card.items, matrix),), card.title)

    def _list_cards(self) -> dict[str, Any]:
        table, drawings = self.profile.table, self.drawings
        row, column = divmod(table.columns * table.rows - 1, table.columns)
        return {
            "about": "Triple Topper by Brian Ciesicki; faces by tt_print. "
                     "Rows and columns count from 0, from the top left.",
            "deck": self.title, "columns": table.columns, "rows": table.rows, "cell_px": list(self.cell_px),
            "sheet_px": list(self.sheet_px),
            "sheets": [{"file": name, "faces": count} for name, count in self.sheets.items()],
            "back": "back.png", "hidden": {"row": row, "column": column},
            "cards": [
                {"code": code, "name": drawings[code].title, **dict(zip(Place._fields[1:], place, strict=True))}
                for code, *place in self.places
            ],
        }  # fmt: skip


KINDS = {"table": Table}


def _json_file(data: Mapping[str, Any]) -> bytes:
    return (json.dumps(data, indent=1, ensure_ascii=False) + "\n").encode()


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
