"""House rules in force as sentences, for paper that states them."""

from __future__ import annotations

from typing import Any

from tt_print.engine.house import House, show_value
from tt_print.errors import TemplateError
from tt_print.templates import read_toml


def house_sentences(house: House, leave_out: frozenset[str] = frozenset()) -> list[str]:
    """One sentence for each option that differs from its default, in the game's order; empty where none does.

    `leave_out` are options that the paper shows in another way. Raises TemplateError for an option without words.
    """
    return [_sentence(house.game, name, value) for name, value in house.changed.items() if name not in leave_out]


def _sentence(game: str, name: str, value: Any) -> str:
    table = read_toml("engine/house-words.toml")
    places = [game, table["families"].get(game, game), "common"]
    words = next((table[place][name] for place in places if name in table.get(place, {})), {})
    spoken = show_value(value)
    told = words.get(spoken, words.get("*"))
    if told is None:
        raise TemplateError(f"templates/engine/house-words.toml: no sentence for {name} = {spoken} of {game}.")
    return told.format(value=spoken)
