"""Two thousand requests to the core, always the same ones: questions of every game, right and wrong, rules, stories, deals by code."""

from __future__ import annotations

import random
from typing import Any

from tests.core.answering import CARDS
from tt_print.core import Core, World

COUNT = 2000
GAMES = ("ww3", "armageddon", "six-suit", "casino", "craziness", "push-it")
VALUES = [*("red", "yellow", "green", "blue", "black"), *("circle", "heart", "triangle", "square", "blob"), *"1234?"]
WORDS = (
    "joker",
    "going out",
    "slap",
    "build",
    "wild",
    "deal",
    "points",
    "2c",
    "3.2",
    "9z",
    "pointer",
    "challenge",
    "teams",
    "nonsense",
)
CODES = ("9NEKA-QAC1D-MDP8C-69P9T-0EVHX-10", "AE3FV-F17WE-16T49-J3H61-59HD7-FF", "AAAAA-AAAAA-AAAAA-AAAAA-AAAAA-AA")


def still_core() -> Core:
    """Without chance, clock and score: what it answers depends on what it is asked alone."""
    return Core(World(now=lambda: "2026-11-22T20:15:00+01:00", random_bytes=bytes))


def requests() -> list[dict[str, Any]]:
    rng = random.Random(17)
    core = still_core()
    forms = {game: core.ask({"ask": "judge.forms", "game": game}).data["value"] for game in GAMES}
    made: list[dict[str, Any]] = [
        {"ask": "games"},
        {"ask": "cards"},
        *({"ask": "judge.forms", "game": game} for game in GAMES),
    ]
    while len(made) < COUNT:
        game = rng.choice(GAMES)
        match rng.randrange(20):
            case 0:
                made.append({"ask": "rules", "game": game, "words": rng.choice(WORDS)})
            case 2:
                made.append(
                    {
                        "ask": "deal",
                        "game": game,
                        "players": rng.randint(2, 6),
                        "code": rng.choice(CODES),
                        "reveal": True,
                    }
                )
            case 3 | 4:
                made.append({"ask": "story.next", "game": game, "players": rng.randint(2, 4)})
            case _:
                made.append(_judged(rng, game, forms[game]))
    return made


def _judged(rng: random.Random, game: str, known: dict[str, Any]) -> dict[str, Any]:
    """A question of a game as its example has it, or with other values; sometimes under a house rule."""
    form = rng.choice(known["forms"])
    if form["story"]:
        phrases = form["example"]["phrases"]
        return {"ask": "story", "game": game, "phrases": phrases[: rng.randint(1, len(phrases))]}
    fields = {field["name"]: _value(rng, field) for field in form["fields"] if field["needed"] or rng.random() < 0.3}
    chosen = {name: value for name, value in {**form["example"], **fields}.items() if value is not None}
    asked = {
        "ask": "judge",
        "game": game,
        "form": form["id"],
        "fields": form["example"] if rng.random() < 0.1 else chosen,
    }
    rules = [rule for rule in known["house"] if rule["kind"] == "yesno"]
    return asked | ({"house": {rng.choice(rules)["name"]: rng.random() < 0.5}} if rules and rng.random() < 0.3 else {})


def _value(rng: random.Random, field: dict[str, Any]) -> Any:
    """A value of the field's kind; None where the example's is as good as any."""
    if field.get("choices"):
        return rng.choice(field["choices"])["value"]
    match field["kind"]:
        case "card":
            return rng.choice(CARDS)
        case "cards":
            return rng.sample(CARDS, rng.randint(1, 4))
        case "piles":
            return ["+".join(rng.sample(CARDS, rng.randint(1, 2))) for _ in range(rng.randint(1, 3))]
        case "values":
            return rng.sample(VALUES, rng.randint(1, 2))
        case "number":
            return rng.randint(field.get("min", 0), min(field.get("max", 12), 12))
    return None
