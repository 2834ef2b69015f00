"""A room in a browser in one file: the deck in a pile, a hand, chits and pointers, with their pictures (`.pcio`).

The file is a zip of `widgets.json`, a list of everything in the room, and pictures below `userassets/`, which are named with
`package://` before their place. Positions are of upper left corners in units of the room.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tt_print.cards.chits import chit_layout, draw_chit
from tt_print.deck import DECKS, JOKERS, VARIABLES, AnyCard
from tt_print.drawing.geometry import Rect, polygon
from tt_print.drawing.shapes import Drawing, Path
from tt_print.export.expected import Expected, ExpectedPicture, ExpectedText, Finding, ZipFacts
from tt_print.export.job import Content, Front, Job
from tt_print.export.profile_tables import RoomPile, TableProfile
from tt_print.input_files import decode, parse_json

CHIT_MM, POINTER_MM = (88.0, 63.0), (9.4, 11.0)  # as they are drawn; a chit lies on its side
CARDS: tuple[AnyCard, ...] = (*DECKS["full"], *JOKERS)
CODES = frozenset(card.safe_code for card in CARDS)
Widget = dict[str, Any]


def expected_room(job: Job[TableProfile]) -> Mapping[str, Expected]:
    """All files in the room. Pointers to cut out have no place on a screen, where each chit has its own."""
    high = job.profile.room.picture_px
    card = _card_wide(job, high), high
    pictures = {code: card for code in (*job.codes, "back") if not _is_on_chits(code)}
    if any(code.startswith("chit-") for code in job.codes):
        low = round(high * CHIT_MM[1] / CHIT_MM[0])
        factor = low / CHIT_MM[1]
        pictures |= dict.fromkeys((f"chit-{variable}" for variable in VARIABLES), (high, low))
        pictures["pointer"] = round(POINTER_MM[0] * factor), round(POINTER_MM[1] * factor)
    files = {f"userassets/{code}.png": ExpectedPicture(size_px) for code, size_px in pictures.items()}
    return {"widgets.json": ExpectedText(), **files}


def draw_room(job: Job[TableProfile]) -> Mapping[str, Content]:
    """What is in those files."""
    drawn = {code: drawing for code, drawing in job.drawings.items() if not _is_on_chits(code)} | {"back": job.back}
    if job.choices.chits:
        drawn |= {f"chit-{variable}": draw_chit(variable, job.theme) for variable in VARIABLES}
        drawn["pointer"] = _draw_pointer(job)
    widgets = json.dumps(_list_widgets(job), indent=1, ensure_ascii=False).encode()
    return {"widgets.json": widgets, **{f"userassets/{code}.png": drawing for code, drawing in drawn.items()}}


def _is_on_chits(code: str) -> bool:
    """Whether a front is a chit, or what is on one."""
    return code == "pointers" or code.startswith("chit-")


def _card_wide(job: Job[TableProfile], high: int) -> int:
    trim = job.product.box.trim
    return round(high * trim.width / trim.height)


def _draw_pointer(job: Job[TableProfile]) -> Drawing:
    """An arrow upward, dark: on a screen it is found by its weight, not by its outline."""
    width, height = POINTER_MM
    arrow = polygon([(width / 2, 0.3), (width - 0.3, 5.8), (width - 0.3, height), (0.3, height), (0.3, 5.8)])
    items = (Path(Rect(0, 0, width, height).path(), job.theme.paper), Path(arrow, job.theme.ink))
    return Drawing(width, height, items, "Pointer")


def _list_widgets(job: Job[TableProfile]) -> list[Widget]:
    """Everything in the room, below before above."""
    room = job.profile.room
    deck = [front for front in job.fronts if front.code in CODES]
    extras = [front for front in job.fronts if front.code not in CODES and not _is_on_chits(front.code)]
    card = (_card_wide(job, room.card_high), room.card_high)
    widgets: list[Widget] = [
        {"id": "hand", "type": "hand", "x": room.hand[0], "y": room.hand[1], "z": 1},
        _pile("deck", room.deck, card, room.rim, shuffles=True),
        _pile("played", room.played, card, room.rim),
        *_deck("deck", deck, room.deck, card, room.rim, face_up=False),
    ]
    if extras:
        widgets.append(_pile("extras", room.extras, card, room.rim))
        widgets += _deck("extras", extras, room.extras, card, room.rim, face_up=True)
    return widgets + (_chits(job) if job.choices.chits else [])


def _pile(name: str, pile: RoomPile, card: tuple[int, int], rim: int, shuffles: bool = False) -> Widget:
    return {
        "id": f"pile-{name}", "type": "cardPile", "x": pile.at[0], "y": pile.at[1], "z": 1,
        "width": card[0] + 2 * rim, "height": card[1] + 2 * rim, "label": pile.label, "hasShuffleButton": shuffles,
    }  # fmt: skip


def _deck(
    name: str, fronts: Sequence[Front], pile: RoomPile, card: tuple[int, int], rim: int, face_up: bool
) -> list[Widget]:
    """The kinds of cards in a pile, and each card as often as it is wanted, the first one on top."""
    widgets: list[Widget] = [{
        "id": name, "type": "cardDeck", "x": pile.at[0], "y": pile.at[1], "z": 2, "parent": f"pile-{name}",
        "cardWidth": card[0], "cardHeight": card[1], "enlarge": True,
        "faceTemplate": _template("dynamic", "face", card), "backTemplate": _template("static", _asset("back"), card),
        "cardTypes": {front.code: {"label": front.drawing.title, "face": _asset(front.code)} for front in fronts},
    }]  # fmt: skip
    count: Counter[str] = Counter()
    for height, front in enumerate(reversed(fronts)):
        count[front.code] += 1
        widgets.append({
            "id": f"card-{front.code}-{count[front.code]}", "type": "card", "deck": name, "cardType": front.code,
            "parent": f"pile-{name}", "x": pile.at[0] + rim, "y": pile.at[1] + rim, "z": 100 + height, "faceup": face_up,
        })  # fmt: skip
    return widgets


def _template(value_type: str, value: str, size: tuple[int, int]) -> Widget:
    """One picture that fills the card."""
    picture = {
        "type": "image", "x": 0, "y": 0, "w": size[0], "h": size[1], "color": "white", "valueType": value_type, "value": value,
    }  # fmt: skip
    return {"includeBorder": False, "includeRadius": True, "objects": [picture]}


def _asset(code: str) -> str:
    return f"package://userassets/{code}.png"


def _chits(job: Job[TableProfile]) -> list[Widget]:
    """Each chit on its side with a pointer below its first value. Turned over, a chit is a chit and a pointer a pointer."""
    room, lane, wide = job.profile.room, chit_layout().lane(0), job.profile.room.chit_wide
    unit = wide / job.theme.height_mm
    size = (wide, round(job.theme.width_mm * unit))
    tip = (round(POINTER_MM[0] * unit), round(POINTER_MM[1] * unit))
    (left, top), below = room.chits, room.chit_pitch
    x, y = left + round((lane.center[0] - POINTER_MM[0] / 2) * unit), top + round(lane.top * unit)
    types = {f"chit-{each}": {"label": f"Chit for {each}", "face": _asset(f"chit-{each}")} for each in VARIABLES}
    pointers = {"pointer": {"label": "Pointer", "face": _asset("pointer")}}
    widgets: list[Widget] = []
    for name, card, kinds, corner in (("chits", size, types, (left, top)), ("pointers", tip, pointers, (x, y))):
        face = _template("dynamic", "face", card)
        widgets.append({
            "id": name, "type": "cardDeck", "x": corner[0], "y": corner[1], "z": 2, "cardWidth": card[0], "cardHeight": card[1],
            "enlarge": name == "chits", "faceTemplate": face, "backTemplate": face, "cardTypes": kinds,
        })  # fmt: skip
    for row, variable in enumerate(VARIABLES):
        chit, down = f"chit-{variable}", row * below
        widgets += [
            {"id": chit, "type": "card", "deck": "chits", "cardType": chit, "x": left, "y": top + down, "z": 50, "faceup": True},
            {"id": f"pointer-{variable}", "type": "card", "deck": "pointers", "cardType": "pointer", "x": x, "y": y + down,
             "z": 2000, "faceup": True},
        ]  # fmt: skip
    return widgets


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
