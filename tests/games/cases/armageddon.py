"""Armageddon: records and bad questions for the common tests."""

from __future__ import annotations

from typing import Any

from tests.games.cases import war

STORIES = war.STORIES

RECORDS: dict[str, dict[str, Any]] = {
    "armageddon-2-players": dict(players=2, seed=7),
    "armageddon-3-players": dict(players=3, seed=145, options={"jokers": 1}),
    "armageddon-blank-jokers": dict(players=3, seed=85, options={"jokers": 2, "joker_defines": False, "starter_wild_rank": 0}),
    "armageddon-hurry-up": dict(players=3, seed=120, options={"hurry_up": 3, "runout": "next_continues", "next_starter": "left_of_winner"}),
    "armageddon-no-grave-slaps": dict(players=3, seed=144, options={
        "grave_slaps": False, "last_opponent_controls": "literal", "wrong_slap_penalty": 5, "illegal_slap_reward": 1,
    }),
}  # fmt: skip

BAD = [
    ("", "Ask like:"),
    ("pile RC2 RC5", "no card has the number 5"),
    ("pile J0", 'The nearest phrase is "pile CARDS".'),
    ("RC2 --top RC3", "judge has no option --top."),
    ("pile RC2 --option joker_slap=always", "Armageddon has no house rule 'joker_slap'"),
    ("pile RC2 --option jokers=3", "jokers can't be 3. Choose 0, 1, or 2"),
]
