"""A room in a browser in one file: the deck in a pile, a hand, chits and pointers, with their pictures (`.pcio`).

The file is a zip of `widgets.json`, a list of everything in the room, and pictures below `userassets/`, which are named with
`package://` before their place. Positions are of upper left corners in units of the room.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

from tt_print.cards.chits import chit_layout, draw_chit
from tt_print.deck import DECKS, JOKERS, VARIABLES, AnyCard
from tt_print.drawing.geometry import polygon, rectangle
from tt_print.drawing.shapes import Drawing, Path
from tt_print.export.archive import make_zip
from tt_print.export.expected import ZipFacts
from tt_print.export.findings import Finding
from tt_print.export.job import Front, Job
from tt_print.export.profile_tables import RoomPile, TableProfile
from tt_print.export.raster import render_sized
from tt_print.incoming import decode, parse_json
from tt_print.progress import Progress
from tt_print.records import dataclass

DPI = 300  # as it is written in the pictures; a browser counts pixels alone
PICTURES = "userassets"
POINTER_MM = (9.4, 11.0)
CARDS: tuple[AnyCard, ...] = (*DECKS["full"], *JOKERS)
CODES = frozenset(card.safe_code for card in CARDS)


@dataclass(frozen=True, slots=True)
class RoomParts:
    """What lies in the room: `deck` are cards as often as they are wanted, `extras` the cards to read, `chits` by variable."""

    deck: tuple[Front, ...]
    extras: tuple[Front, ...]
    chits: tuple[str, ...]


def room_parts(job: Job[TableProfile]) -> RoomParts:
    """Pointers to cut out have no place on a screen, where each chit has its own."""
    chits = tuple(variable for variable in VARIABLES if job.choices.chits)
    others = [front for front in job.fronts if front.code not in CODES]
    return RoomParts(
        tuple(front for front in job.fronts if front.code in CODES),
        tuple(front for front in others if front.code != "pointers" and not front.code.startswith("chit-")),
        chits,
    )


def write_room(job: Job[TableProfile], progress: Progress) -> bytes:
    """The file itself, a zip."""
    parts = room_parts(job)
    cards = {front.code: front.drawing for front in (*parts.deck, *parts.extras)}
    high = job.profile.room.picture_px
    upright = render_sized([*cards.values(), job.back], (_card_wide(job, high), high), DPI, progress)
    pictures = dict(zip([*cards, "back"], upright, strict=True))
    chits = {f"chit-{variable}": draw_chit(variable, job.theme) for variable in parts.chits}
    if chits:
        ((_, chit),) = {(drawing.width_mm, drawing.height_mm) for drawing in chits.values()}
        chit_px = (high, round(high * job.theme.width_mm / job.theme.height_mm))  # it lies on its side
        lying = render_sized(list(chits.values()), chit_px, DPI, progress)
        factor = chit_px[1] / chit
        pointer = (round(POINTER_MM[0] * factor), round(POINTER_MM[1] * factor))
        pictures |= dict(zip(chits, lying, strict=True))
        pictures |= {"pointer": render_sized([_draw_pointer(job)], pointer, DPI, progress)[0]}
    widgets = json.dumps(list_widgets(job, parts), indent=1, ensure_ascii=False).encode()
    return make_zip({"widgets.json": widgets} | {f"{PICTURES}/{code}.png": data for code, data in pictures.items()})


def _card_wide(job: Job[TableProfile], high: int) -> int:
    trim = job.product.box.trim
    return round(high * trim.width / trim.height)


def _draw_pointer(job: Job[TableProfile]) -> Drawing:
    """An arrow upward, dark: on a screen it is found by its weight, not by its outline."""
    width, height = POINTER_MM
    arrow = polygon([(width / 2, 0.3), (width - 0.3, 5.8), (width - 0.3, height), (0.3, height), (0.3, 5.8)])
    items = (Path(rectangle(0, 0, width, height), job.theme.paper), Path(arrow, job.theme.ink))
    return Drawing(width, height, items, "Pointer")


def list_widgets(job: Job[TableProfile], parts: RoomParts) -> list[dict[str, Any]]:
    """Everything in the room, below before above."""
    room = job.profile.room
    high, wide = room.card_high, _card_wide(job, room.card_high)
    widgets: list[dict[str, Any]] = [
        {"id": "hand", "type": "hand", "x": room.hand[0], "y": room.hand[1], "z": 1},
        *_pile("deck", room.deck, (wide, high), room.rim, shuffles=True),
        *_pile("played", room.played, (wide, high), room.rim),
        _deck("deck", parts.deck, (wide, high), (*room.deck.at, "pile-deck")),
        *_pile_cards("deck", parts.deck, room.deck, room.rim, face_up=False),
    ]
    if parts.extras:
        widgets += [
            *_pile("extras", room.extras, (wide, high), room.rim),
            _deck("extras", parts.extras, (wide, high), (*room.extras.at, "pile-extras")),
            *_pile_cards("extras", parts.extras, room.extras, room.rim, face_up=True),
        ]
    return widgets + (_chits(job, parts.chits) if parts.chits else [])


def _pile(name: str, pile: RoomPile, card: tuple[int, int], rim: int, shuffles: bool = False) -> list[dict[str, Any]]:
    return [{
        "id": f"pile-{name}", "type": "cardPile", "x": pile.at[0], "y": pile.at[1], "z": 1,
        "width": card[0] + 2 * rim, "height": card[1] + 2 * rim, "label": pile.label, "hasShuffleButton": shuffles,
    }]  # fmt: skip


def _deck(
    name: str, fronts: Sequence[Front], card: tuple[int, int], place: tuple[int, int, str], back: str = "back"
) -> dict[str, Any]:
    """The kinds of cards; `place` ends with the pile that it belongs to."""
    return {
        "id": name, "type": "cardDeck", "x": place[0], "y": place[1], "z": 2, "parent": place[2],
        "cardWidth": card[0], "cardHeight": card[1], "enlarge": True,
        "faceTemplate": _template("dynamic", "face", card), "backTemplate": _template("static", _asset(back), card),
        "cardTypes": {
            front.code: {"label": front.drawing.title, "face": _asset(front.code)} for front in fronts
        },
    }  # fmt: skip


def _template(value_type: str, value: str, size: tuple[int, int]) -> dict[str, Any]:
    """One picture that fills the card."""
    picture = {
        "type": "image", "x": 0, "y": 0, "w": size[0], "h": size[1], "color": "white", "valueType": value_type, "value": value,
    }  # fmt: skip
    return {"includeBorder": False, "includeRadius": True, "objects": [picture]}


def _asset(code: str) -> str:
    return f"package://{PICTURES}/{code}.png"


def _pile_cards(name: str, fronts: Sequence[Front], pile: RoomPile, rim: int, face_up: bool) -> list[dict[str, Any]]:
    """Each card as often as it is wanted, the first one on top."""
    count: dict[str, int] = {}
    cards = []
    for height, front in enumerate(reversed(fronts)):
        count[front.code] = count.get(front.code, 0) + 1
        cards.append({
            "id": f"card-{front.code}-{count[front.code]}", "type": "card", "deck": name, "cardType": front.code,
            "parent": f"pile-{name}", "x": pile.at[0] + rim, "y": pile.at[1] + rim, "z": 100 + height, "faceup": face_up,
        })  # fmt: skip
    return cards


def _chits(job: Job[TableProfile], variables: Sequence[str]) -> list[dict[str, Any]]:
    """Each chit on its side with a pointer below its first value. Turned over, a chit is a chit and a pointer a pointer."""
    room, layout = job.profile.room, chit_layout()
    wide = room.chit_wide
    unit = wide / job.theme.height_mm
    size = (wide, round(job.theme.width_mm * unit))
    tip = (round(POINTER_MM[0] * unit), round(POINTER_MM[1] * unit))
    lane = layout.lane(0)
    under = (round((lane.center[0] - POINTER_MM[0] / 2) * unit), round(lane.top * unit))
    (left, top), below = room.chits, room.chit_pitch
    types = {
        f"chit-{variable}": {"label": f"Chit for {variable}", "face": _asset(f"chit-{variable}")}
        for variable in variables
    }
    decks: list[dict[str, Any]] = []
    for name, card, kinds, corner in (
        ("chits", size, types, (left, top)),
        (
            "pointers",
            tip,
            {"pointer": {"label": "Pointer", "face": _asset("pointer")}},
            (left + under[0], top + under[1]),
        ),
    ):
        face = _template("dynamic", "face", card)
        decks.append({
            "id": name, "type": "cardDeck", "x": corner[0], "y": corner[1], "z": 2, "cardWidth": card[0], "cardHeight": card[1],
            "enlarge": name == "chits", "faceTemplate": face, "backTemplate": face, "cardTypes": kinds,
        })  # fmt: skip
    cards: list[dict[str, Any]] = []
    for row, variable in enumerate(variables):
        place = {"x": left, "y": top + row * below}
        cards += [
            {"id": f"chit-{variable}", "type": "card", "deck": "chits", "cardType": f"chit-{variable}", **place, "z": 50, "faceup": True},
            {"id": f"pointer-{variable}", "type": "card", "deck": "pointers", "cardType": "pointer",
             "x": place["x"] + under[0], "y": place["y"] + under[1], "z": 2000, "faceup": True},
        ]  # fmt: skip
    return [*decks, *cards]


def room_names(codes: Sequence[str]) -> frozenset[str]:
    """Of all files in the room for these fronts."""
    shown = {code for code in codes if code != "pointers" and not code.startswith("chit-")} | {"back"}
    if any(code.startswith("chit-") for code in codes):
        shown |= {*(f"chit-{variable}" for variable in VARIABLES), "pointer"}
    return frozenset({"widgets.json", *(f"{PICTURES}/{code}.png" for code in shown)})


def check_room(name: str, room: ZipFacts, counts: Counter[str] | None) -> list[Finding]:
    """Every picture that a card shows is in the room, and the deck holds these cards, as far as they are known."""
    widgets = parse_json(decode(room.listed, name), name).data
    findings = []
    for deck in (widget for widget in widgets if widget["type"] == "cardDeck"):
        for kind in deck["cardTypes"].values():
            if kind["face"].removeprefix("package://") not in room.names:
                findings.append(Finding("list", name, f"{kind['face']} is not in it", "the picture of each card"))
    cards = Counter(widget["cardType"] for widget in widgets if widget["type"] == "card" and widget["deck"] == "deck")
    wanted = cards if counts is None else Counter({code: count for code, count in counts.items() if code in CODES})
    if cards != wanted:
        odd = sorted((wanted - cards) + (cards - wanted))
        findings.append(Finding("list", name, f"{', '.join(odd[:5])} missing or too many", f"{wanted.total()} cards"))
    return findings


def extra_words(job: Job[TableProfile]) -> str:
    """What lies in the room beside the deck, for the how-to."""
    words = job.profile.room
    return (words.chits_words if job.choices.chits else "") + (words.extras_words if job.choices.extras else "")
