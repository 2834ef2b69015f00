"""A room for playingcards.io and virtualtabletop.io: opened as their importer opens it, and each fault told."""

import io
import json
import zipfile
from collections import Counter

import pytest
from PIL import Image

from tests.makers.exports import findings, job, made, rules
from tt_print.deck import DECKS, JOKERS
from tt_print.errors import InputError
from tt_print.export.archive import make_zip
from tt_print.export.job import Choices, make_job
from tt_print.export.room import list_widgets, room_parts

ROOM = {"deck": "west", "extras": True, "max_px": 1024}
FILE = "room.pcio"


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
    return opened(made("virtual", **ROOM).files[FILE])


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


def test_two_decks_are_two_of_each_card_and_one_picture():
    one = job("virtual", deck="squares", copies=2)
    cards = [widget for widget in list_widgets(one, room_parts(one)) if widget["type"] == "card"]
    count = Counter(widget["cardType"] for widget in cards if widget["deck"] == "deck")
    assert count == dict.fromkeys([card.safe_code for card in (*DECKS["squares"], *JOKERS)], 2)
    assert len({widget["id"] for widget in cards}) == len(cards)


def test_more_cards_than_a_room_carries_are_refused():
    """Seven full decks with jokers are 889 cards, eight 1,016."""
    make_job(Choices("virtual", copies=7))
    with pytest.raises(InputError, match="--copies 8 is 1,016 cards, and a room in a browser carries 1,000"):
        make_job(Choices("virtual", copies=8))


def changed(change):
    """The room with its list of things, and its pictures, changed."""
    files = made("virtual", **ROOM).files
    with zipfile.ZipFile(io.BytesIO(files[FILE])) as archive:
        held = {name: archive.read(name) for name in archive.namelist()}
    widgets = json.loads(held["widgets.json"])
    new = change({widget["id"]: widget for widget in widgets}, held)
    held["widgets.json"] = json.dumps(widgets if new is None else new).encode()
    return {**files, FILE: make_zip(held)}


def put(thing, **values):
    return lambda things, held: things[thing].update(values)


SPOILED = {
    "a card twice": (lambda things, held: [*things.values(), {**things["card-RC1-1"], "id": "more"}], "list"),
    "a card less": (lambda things, held: [thing for thing in things.values() if thing["id"] != "card-RC1-1"], "list"),
    "no list": (lambda things, held: {"hand": 1}, "list"),
    "nothing but numbers": (lambda things, held: [1, 2], "list"),
    "a missing picture": (lambda things, held: held.pop("userassets/RC1.png") and None, "files"),
    "a picture too many": (lambda things, held: held.update({"userassets/zz.png": held["userassets/RC1.png"]}), "files"),
}  # fmt: skip


@pytest.mark.parametrize("fault", SPOILED)
def test_each_fault_of_a_room_is_told(fault):
    change, rule = SPOILED[fault]
    assert rule in rules(findings("virtual", changed(change), facts=job("virtual", **ROOM).facts()))


@pytest.mark.parametrize("data", [b"PK\x05\x06", make_zip({"x": b"y"})])
def test_a_file_that_is_no_room_is_told(data):
    files = {**made("virtual", **ROOM).files, FILE: data}
    assert rules(findings("virtual", files, facts=job("virtual", **ROOM).facts())) == {"format"}
