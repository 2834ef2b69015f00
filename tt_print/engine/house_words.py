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


def own_house_words(game: str) -> dict[str, Any]:
    """A game's `house.toml`: under `options` its sentences, `shared` the folder of words that it has with another game."""
    return read_toml(f"games/{game}/house.toml")


def _sentence(game: str, name: str, value: Any) -> str:
    own = own_house_words(game)
    tables = [own.get("options", {}), read_toml("engine/house-words.toml")]
    if shared := own.get("shared"):
        tables.insert(1, own_house_words(shared)["options"])
    words = next((table[name] for table in tables if name in table), {})
    text = show_value(value)
    sentence: str | None = words.get(text, words.get("*"))
    if sentence is None:
        raise TemplateError(f"templates/games/{game}/house.toml: no sentence for {name} = {text}.")
    return sentence.format(value=text)
