"""Sheets for virtual tables: faces where the list says, the hidden one last, and a deck that can be loaded."""

import io
import json
from collections import Counter

import numpy as np
import pytest
from PIL import Image

from tests.makers.exports import findings, job, made, redrawn, rules
from tt_print.deck import FULL, JOKERS, parse_card
from tt_print.errors import InputError
from tt_print.export.job import Choices, make_job

URL = "https://example.org/topper"
HALF = {"max_px": 2048}
SMALL = {"deck": "west", "max_px": 1024}


def listed(**choices):
    return json.loads(made("virtual", **choices).files["cards.json"])


def picture(name, **choices):
    return Image.open(io.BytesIO(made("virtual", **choices).files[name])).convert("RGB")


@pytest.mark.parametrize(("max_px", "sheet", "place"), [
    (2048, (2040, 1995), (204, 285)), pytest.param(4096, (4090, 3997), (409, 571), marks=pytest.mark.slow),
])  # fmt: skip
def test_the_full_deck_is_two_sheets_of_69_and_61(max_px, sheet, place):
    """125 cards, 2 jokers and 3 chits; at most 69 a sheet, so that the 70th place stays hidden; 63 x 88 in pixels."""
    manifest = listed(max_px=max_px)
    assert [sheet["faces"] for sheet in manifest["sheets"]] == [69, 61]
    assert (manifest["columns"], manifest["rows"], manifest["hidden"]) == (10, 7, {"row": 6, "column": 9})
    assert {picture(f"sheet-{number}.png", max_px=max_px).size for number in (1, 2)} == {sheet}
    assert picture("back.png", max_px=max_px).size == place
    codes = [card["code"] for card in manifest["cards"]]
    assert Counter(codes) == Counter(
        [card.safe_code for card in (*FULL, *JOKERS)] + [f"chit-{v}" for v in ("color", "shape", "number")]
    )
    assert len({(card["sheet"], card["row"], card["column"]) for card in manifest["cards"]}) == 130


def test_the_steps_count_their_sheets_in_words_that_agree():
    one, two = made("virtual", **SMALL).how_to, made("virtual", **HALF).how_to
    assert "cards on 1 sheet of 10 x 7" in one and "Put one deck on the table." in one and "the 1 sheets" not in one
    assert "cards on 2 sheets of 10 x 7" in two and "for each of the 2 sheets." in two


def test_each_place_shows_the_card_that_the_list_names():
    """Every natural's middle, by the pixels: its color is that of its code."""
    rgb = {
        "red": (192, 12, 28),
        "yellow": (253, 224, 58),
        "green": (74, 180, 116),
        "blue": (18, 56, 156),
        "black": (8, 8, 8),
    }
    width, height = listed(**HALF)["cell_px"]
    sheets = {name: np.asarray(picture(name, **HALF)) for name in ("sheet-1.png", "sheet-2.png")}
    for card in listed(**HALF)["cards"]:
        if len(card["code"]) == 3:
            x, y = card["column"] * width, card["row"] * height
            cell = sheets[card["sheet"]][y : y + height : 3, x : x + width : 3].reshape(-1, 3).astype(int)
            counts = {color: (np.abs(cell - value).max(axis=1) < 8).sum() for color, value in rgb.items()}
            counts.pop("black")  # the ink of numbers and lines too
            named = parse_card(card["code"]).color
            assert named == "black" or max(counts, key=counts.get) == named, card


def test_the_hidden_face_is_the_back_and_unused_places_are_bare():
    width, height = listed(**HALF)["cell_px"]
    back, sheet = (
        np.asarray(picture("back.png", **HALF), dtype=int),
        np.asarray(picture("sheet-2.png", **HALF), dtype=int),
    )
    assert np.abs(sheet[6 * height :, 9 * width :] - back).mean() < 3
    assert (sheet[6 * height :, width : 9 * width] == 255).all()


def test_the_saved_deck_deals_every_card_from_its_place():
    """Tabletop Simulator numbers a card by its sheet, times a hundred, and its place there."""
    files = made("virtual", url=URL + "/", copies=2, **SMALL).files
    (deck,) = json.loads(files["deck.tts.json"])["ObjectStates"]
    assert deck["Name"] == "Deck" and len(deck["DeckIDs"]) == 2 * 27 + 3 == len(deck["ContainedObjects"])
    assert (
        deck["CustomDeck"]["1"]["FaceURL"] == f"{URL}/sheet-1.png"
        and deck["CustomDeck"]["1"]["BackURL"] == f"{URL}/back.png"
    )
    assert (deck["CustomDeck"]["1"]["NumWidth"], deck["CustomDeck"]["1"]["NumHeight"]) == (10, 7)
    places = {card["code"]: 100 + 10 * card["row"] + card["column"] for card in listed(copies=2, **SMALL)["cards"]}
    assert Counter(card["CardID"] for card in deck["ContainedObjects"]) == Counter(
        {index: 1 if code.startswith("chit") else 2 for code, index in places.items()}
    )
    assert "deck.tts.json" not in made("virtual", **SMALL).files  # without an address it could not work


def test_a_smaller_table_gets_smaller_sheets():
    for most, size in ((2048, (2040, 1995)), (1024, (1020, 994))):
        manifest = listed(deck="west", max_px=most)
        assert tuple(manifest["sheet_px"]) == size == picture("sheet-1.png", deck="west", max_px=most).size
    for wrong in (0, 100, 20000):
        with pytest.raises(InputError, match="--max-px"):
            make_job(Choices("virtual", max_px=wrong))
    with pytest.raises(InputError, match=r"--url 'example.org'"):
        make_job(Choices("virtual", url="example.org"))


def broken(name, data, **more):
    choices = {**SMALL, **more}
    files = dict(made("virtual", **choices).files)
    if data is None:
        del files[name]
    else:
        files[name] = data(files[name])
    return rules(findings("virtual", files, "standard", job("virtual", **choices).facts()))


def change_list(change):
    def edit(data):
        manifest = json.loads(data)
        change(manifest)
        return json.dumps(manifest).encode()

    return edit


@pytest.mark.parametrize(("rule", "name", "change"), [
    ("list", "cards.json", lambda d: b"{"),
    ("list", "cards.json", lambda d: b"{}"),
    ("list", "cards.json", change_list(lambda manifest: manifest["cards"][0].pop("row"))),
    ("list", "cards.json", change_list(lambda manifest: manifest["cards"][0].update(code="RC2"))),
    ("list", "cards.json", change_list(lambda manifest: manifest["cards"][0].update(row=0, column=1))),
    ("pixels", "sheet-1.png", lambda d: redrawn(d, lambda i: i.crop((0, 0, i.width - 1, i.height)))),
    ("pixels", "back.png", lambda d: redrawn(d, lambda i: i.resize((101, 142)))),
    ("format", "sheet-1.png", lambda d: d[:500]),
    ("files", "back.png", None),
    ("file size", "back.png", lambda d: d + bytes(20_000_000)),
])  # fmt: skip
def test_a_sheet_or_list_that_breaks_a_rule_is_found(rule, name, change):
    assert rule in broken(name, change)


def test_a_sheet_as_it_is_made_breaks_no_rule():
    assert broken("cards.json", lambda data: data, url=URL) == set()


def test_a_saved_deck_that_misses_a_card_is_found():
    def lose(data):
        saved = json.loads(data)
        saved["ObjectStates"][0]["DeckIDs"].pop()
        return json.dumps(saved).encode()

    assert broken("deck.tts.json", lose, url=URL) == {"list"}
