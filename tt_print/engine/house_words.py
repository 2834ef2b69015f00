"""House rules in force as sentences, for paper that states them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Any

from tt_print.engine.house import House, show_value
from tt_print.errors import TemplateError
from tt_print.records import dataclass
from tt_print.templates import read_table


@dataclass(frozen=True, slots=True)
class HouseWords:
    """A game's `house.toml`.

    `options` has for each house rule its values (`*`: any other) with their sentences, `open_ended` for those with a
    number or a list what else a table may agree on. `shared` names the folder of a `house.toml` whose sentences hold
    where the game has none of its own. `deals` says how often cards are dealt, in a game that deals several times.
    `changes` are the rules of the original that an option changes: sentences about them must know it. `needs` says
    under which other house rules an option changes anything.
    """

    options: Mapping[str, Mapping[str, str]]
    open_ended: Mapping[str, str] = field(default_factory=dict)
    shared: str = ""
    deals: Mapping[str, str] = field(default_factory=dict)
    changes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    needs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def read_house_words(game: str) -> HouseWords:
    """What a game says of its house rules, together with what it shares and with what all games say."""
    own = read_table(HouseWords, f"games/{game}/house.toml")
    options = {**read_table(dict[str, dict[str, str]], "engine/house-words.toml")}
    open_ended: dict[str, str] = {}
    changes: dict[str, tuple[str, ...]] = {}
    needs: dict[str, tuple[str, ...]] = {}
    for words in (*([read_table(HouseWords, f"games/{own.shared}/house.toml")] if own.shared else []), own):
        options |= {name: dict(values) for name, values in words.options.items()}
        open_ended |= words.open_ended
        changes |= words.changes
        needs |= words.needs
    return replace(own, options=options, open_ended=open_ended, changes=changes, needs=needs)


def house_sentences(
    house: House, leave_out: frozenset[str] = frozenset(), called: Mapping[str, str] | None = None
) -> list[str]:
    """One sentence for each option that differs from its default, in the game's order; empty where none does.

    `leave_out` are options that the paper shows in another way, `called` values as this table calls them, such as teams by
    its own names. Raises TemplateError for an option without words.
    """
    changed = {name: value for name, value in house.changed.items() if name not in leave_out}
    return [_sentence(house.game, name, value, (called or {}).get(name)) for name, value in changed.items()]


def _sentence(game: str, name: str, value: Any, called: str | None) -> str:
    words, text = read_house_words(game).options.get(name, {}), show_value(value)
    sentence = words.get(text, words.get("*"))
    if sentence is None:
        raise TemplateError(f"templates/games/{game}/house.toml: no sentence for {name} = {text}.")
    return sentence.format(value=called or text)
