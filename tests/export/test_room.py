"""A room for playingcards.io and virtualtabletop.io: opened as their importer opens it."""

import io
import json
import zipfile
from collections import Counter

import numpy as np
import pytest
from PIL import Image

from tests.makers.exports import exported, job
from tests.readers.pixels import PER_MM, box_mm
from tt_print.deck import DECKS, JOKERS

ROOM = {"deck": "west", "extras": True, "max_px": 1024, "url": "https://example.org/topper"}


def opened(data):
    """Every card as virtualtabletop.io's importer (server/pcioimport.mjs) puts it: its picture, its pile, its place there.

    Pictures of 2 MiB and more it leaves out; a thing in a pile lies as far from the pile's corner as in the room.
    """
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        widgets = json.loads(archive.read("widgets.json"))
        pictures = {
            f"package://{entry.filename}": archive.read(entry)
            for entry in archive.infolist() if entry.filename.startswith("userassets") and entry.file_size < 2097152
        }  # fmt: skip
    by_id = {widget["id"]: widget for widget in widgets}
    assert len(by_id) == len(widgets)
    cards = []
    for widget in widgets:
        if widget["type"] != "card":
            continue
        deck, pile = by_id[widget["deck"]], by_id.get(widget.get("parent"))
        face = [part["value"] for part in deck["faceTemplate"]["objects"] if part["valueType"] == "dynamic"]
        shown = deck["cardTypes"][widget["cardType"]][face[0]]
        backs = [
            deck["cardTypes"][widget["cardType"]].get(part["value"], part["value"])
            for part in deck["backTemplate"]["objects"]
        ]
        corner = (pile["x"], pile["y"]) if pile else (0, 0)
        cards.append((widget, pictures[shown], pictures[backs[0]], (widget["x"] - corner[0], widget["y"] - corner[1])))
    return by_id, cards


@pytest.fixture(scope="module")
def room():
    return opened(exported("virtual", **ROOM)["room.pcio"])


def test_every_card_lies_face_down_in_the_deck_with_its_own_picture(room):
    things, cards = room
    dealt = [(widget, face, back, place) for widget, face, back, place in cards if widget["deck"] == "deck"]
    assert len(dealt) == 27
    assert {widget["cardType"] for widget, *_ in dealt} == {card.safe_code for card in DECKS["west"]}
    assert len({face for _, face, _, _ in dealt}) == 27 and len({back for _, _, back, _ in dealt}) == 1
    assert all(
        widget["parent"] == "pile-deck" and not widget["faceup"] and place == (4, 4) for widget, _, _, place in dealt
    )
    for _, face, back, _ in dealt:
        assert [Image.open(io.BytesIO(data)).size for data in (face, back)] == [(458, 640), (458, 640)]  # 63 x 88
    assert things["deck"]["cardTypes"]["RH3"]["label"] == "Red heart 3" and things["pile-deck"]["hasShuffleButton"]


def test_a_pointer_is_a_whole_arrow_upward(room):
    """Its dark is as wide on both sides of the middle, comes near all edges, and is widest at the foot."""
    _, cards = room
    (data,) = {face for widget, face, *_ in cards if widget["deck"] == "pointers"}
    dark = np.asarray(Image.open(io.BytesIO(data)).convert("L")) < 100
    assert (dark == dark[:, ::-1]).mean() > 0.98
    left, top, right, bottom = box_mm(dark)
    high, wide = (side / PER_MM for side in dark.shape)
    assert all(0 <= edge < 0.06 * wide for edge in (left, top, wide - right, high - bottom))
    assert dark[-8].sum() > 0.85 * dark.shape[1] > 4 * dark[8].sum() > 0


def test_nothing_lies_on_anything_else_or_beyond_the_room(room):
    """1600 x 1000, of which a hand takes the lowest 180."""
    things, _ = room
    boxes = {}
    for name, widget in things.items():
        if widget["type"] == "cardPile":
            boxes[name] = (widget["x"], widget["y"], widget["x"] + widget["width"], widget["y"] + widget["height"])
        elif name.startswith("chit-"):
            deck = things["chits"]
            boxes[name] = (widget["x"], widget["y"], widget["x"] + deck["cardWidth"], widget["y"] + deck["cardHeight"])
    assert len(boxes) == 6
    for name, (left, top, right, bottom) in boxes.items():
        assert 0 <= left < right <= 1600 and 20 <= top < bottom <= 820, name
        for other, (x0, y0, x1, y1) in boxes.items():
            assert name == other or right <= x0 or x1 <= left or bottom <= y0 or y1 <= top, (name, other)
    for variable in ("color", "shape", "number"):  # each pointer on its chit
        pointer, (left, top, right, bottom) = things[f"pointer-{variable}"], boxes[f"chit-{variable}"]
        assert left < pointer["x"] < right and top < pointer["y"] < bottom - things["pointers"]["cardHeight"]


@pytest.mark.slow
def test_two_decks_are_two_of_each_card_and_one_picture():
    _, cards = opened(exported("virtual", deck="squares", copies=2, max_px=1024)["room.pcio"])
    count = Counter(widget["cardType"] for widget, *_ in cards if widget["deck"] == "deck")
    assert count == dict.fromkeys([card.safe_code for card in (*DECKS["squares"], *JOKERS)], 2)
    assert len({face for widget, face, *_ in cards if widget["deck"] == "deck"}) == len(count)


def test_a_room_carries_seven_full_decks_with_jokers():
    assert len(job("virtual", copies=7).fronts) == 889 + 3
