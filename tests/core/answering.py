"""Answers the questions of a hand as somebody who plays them by chance; needs nothing but the questions."""

from __future__ import annotations

import random
from typing import Any

CARDS = [c + s + n for c in "RYGBK" for s in "CHTSB" for n in "1234?"]


def answer(question: dict[str, Any], rng: random.Random) -> Any:
    """An answer of the kind that is asked for, most of the time one that can be."""
    ways = [question, *question.get("also", [])]
    way = rng.choice(ways)
    low, high = way.get("min", 0), way.get("max", 50)
    choices = [each["value"] for each in way.get("choices", [])]
    match way["kind"]:
        case "seat" | "choice":
            return rng.choice(choices)
        case "seats":
            return rng.sample(choices, rng.choice([1, 1, 1, min(2, len(choices))]))
        case "number":
            return rng.randint(low, min(high, low + 40))
        case "numbers":
            shares = [rng.random() for _ in way["names"]]
            return {name: int(high * share / sum(shares)) for name, share in zip(way["names"], shares, strict=True)}
        case "cards":
            return rng.sample(CARDS, rng.randint(1, 4))
    return "nothing"
