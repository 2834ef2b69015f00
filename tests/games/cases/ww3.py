"""World War 3: records and bad questions for the common tests."""

from __future__ import annotations

from typing import Any

from tests.games.cases import war

STORIES = war.STORIES

RECORDS: dict[str, dict[str, Any]] = {
    "ww3-2-players": dict(players=2, seed=71),
    "ww3-3-players": dict(players=3, seed=238),
    "ww3-jokers": dict(players=3, seed=90, options={"jokers": 2}),
    "ww3-jokers-as-they-read": dict(players=4, seed=131, options={
        "jokers": 2, "joker_slap": "literal", "joker_control": "copy", "starter_rule": "defined_plus_one",
    }),
    "ww3-blank-jokers": dict(players=3, seed=202, options={
        "jokers": 2, "joker_slap": "never", "joker_beneath": "blank", "starter_joker_rank": 5,
    }),
    "ww3-hurry-up": dict(players=3, seed=225, options={"hurry_up": 3, "runout": "next_continues", "next_starter": "left_of_winner"}),
    "ww3-no-grave-slaps": dict(players=4, seed=207, options={"grave_slaps": False, "last_opponent_controls": "literal"}),
    "ww3-penalties": dict(players=4, seed=221, options={"wrong_slap_penalty": 5, "illegal_slap_reward": 1}),
}  # fmt: skip

BAD = [
    ("", "Ask like:"),
    ("RC2 YH2", 'The nearest phrase is "pile RC2 YH2".'),
    ("pile RX2", "no card has the shape x"),
    ("pile RC2 KC2", "black circle 2 is not in the "),
    ("pile RC2 --on RC3", "judge has no option --on. Write it in phrases."),
    ("pile RC2 --option joker_defines=true", "World War 3 has no house rule 'joker_defines'"),
]
