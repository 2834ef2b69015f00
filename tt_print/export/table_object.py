"""A deck as Tabletop Simulator keeps it in a file of its own: a saved object that can be loaded at any table.

Its keys are those of the program's saves. A card's number is a hundred times its sheet's number plus its place there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def saved_object(cards: Mapping[str, Any], url: str) -> dict[str, Any]:
    """From the list in `cards.json`; the pictures must lie below `url` under their names."""
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


# face down in the middle of the table
_TRANSFORM = {
    "posX": 0.0, "posY": 1.0, "posZ": 0.0,
    "rotX": 0.0, "rotY": 180.0, "rotZ": 180.0,
    "scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0,
}  # fmt: skip
