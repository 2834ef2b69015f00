"""Sheets for virtual tables: faces where the list says, the hidden one last, and a deck that can be loaded."""

import io
import json
from collections import Counter

import numpy as np
import pytest
from PIL import Image

from tests.makers.exports import exported
from tests.walks import slow_but
from tt_print.deck import FULL, JOKERS, parse_card

URL = "https://example.org/topper"
HALF = {"max_px": 1024}
SMALL = {"deck": "west", "extras": True, "max_px": 1024, "url": URL}


def listed(**choices):
    return json.loads(exported("virtual", **choices)["cards.json"])


def picture(name, **choices):
    return Image.open(io.BytesIO(exported("virtual", **choices)[name])).convert("RGB")


SIZES = [(1024, (1020, 994), (102, 142)), (4096, (4090, 3997), (409, 571))]


@pytest.mark.parametrize(("max_px", "sheet", "place"), slow_but(SIZES[:1], SIZES))
def test_the_full_deck_is_two_sheets_of_69_and_61(max_px, sheet, place):
    """125 cards, 2 jokers and 3 chits; at most 69 a sheet, so that the 70th place stays hidden; 63 x 88 in pixels."""
    manifest = listed(max_px=max_px)
    assert [sheet["faces"] for sheet in manifest["sheets"]] == [69, 61]
    assert (manifest["columns"], manifest["rows"], manifest["hidden"]) == (10, 7, {"row": 6, "column": 9})
    sizes = [picture(f"sheet-{number}.png", max_px=max_px).size for number in (1, 2)]
    assert [*sizes, tuple(manifest["sheet_px"])] == [sheet] * 3
    assert picture("back.png", max_px=max_px).size == place
    codes = [card["code"] for card in manifest["cards"]]
    assert Counter(codes) == Counter(
        [card.safe_code for card in (*FULL, *JOKERS)] + [f"chit-{v}" for v in ("color", "shape", "number")]
    )
    assert len({(card["sheet"], card["row"], card["column"]) for card in manifest["cards"]}) == 130


def test_the_steps_count_their_sheets_in_words_that_agree():
    one, two = (exported("virtual", **choices)["HOW-TO.txt"].decode() for choices in (SMALL, HALF))
    assert "cards on 1 sheet of 10 x 7" in one and "Put one deck on the table." in one and "the 1 sheets" not in one
    assert "cards on 2 sheets of 10 x 7" in two and "for each of the 2 sheets." in two


def test_each_place_shows_the_card_that_the_list_names():
    """Every natural's middle, by the pixels: its color is that of its code."""
    rgb = {
        "red": (192, 12, 28),
        "yellow": (253, 224, 58),
        "green": (74, 180, 116),
        "blue": (18, 56, 156),
    }  # black is the ink of all
    width, height = listed(**HALF)["cell_px"]
    sheets = {name: np.asarray(picture(name, **HALF)) for name in ("sheet-1.png", "sheet-2.png")}
    for card in listed(**HALF)["cards"]:
        if len(card["code"]) == 3:
            x, y = card["column"] * width, card["row"] * height
            cell = sheets[card["sheet"]][y : y + height : 2, x : x + width : 2].reshape(-1, 3).astype(int)
            counts = {color: (np.abs(cell - value).max(axis=1) < 8).sum() for color, value in rgb.items()}
            named = parse_card(card["code"]).color
            assert named == "black" or max(counts, key=counts.get) == named, card


def test_the_hidden_face_is_the_back_and_unused_places_are_bare():
    width, height = listed(**HALF)["cell_px"]
    back, sheet = (np.asarray(picture(name, **HALF), dtype=int) for name in ("back.png", "sheet-2.png"))
    assert np.abs(sheet[6 * height :, 9 * width :] - back).mean() < 3
    assert (sheet[6 * height :, width : 9 * width] == 255).all()


def test_the_saved_deck_deals_every_card_from_its_place():
    """Tabletop Simulator numbers a card by its sheet, times a hundred, and its place there."""
    files = exported("virtual", deck="west", max_px=1024, copies=2, url=URL + "/")
    (deck,) = json.loads(files["deck.tts.json"])["ObjectStates"]
    assert deck["Name"] == "Deck" and len(deck["DeckIDs"]) == 2 * 27 + 3 == len(deck["ContainedObjects"])
    sheet = deck["CustomDeck"]["1"]
    assert (sheet["FaceURL"], sheet["BackURL"]) == (f"{URL}/sheet-1.png", f"{URL}/back.png")
    assert (sheet["NumWidth"], sheet["NumHeight"]) == (10, 7)
    places = {
        card["code"]: 100 + 10 * card["row"] + card["column"] for card in json.loads(files["cards.json"])["cards"]
    }
    assert Counter(card["CardID"] for card in deck["ContainedObjects"]) == Counter(
        {index: 1 if code.startswith("chit") else 2 for code, index in places.items()}
    )
    assert "deck.tts.json" not in exported("virtual", **HALF)  # without an address it could not work
