"""Writes `tests/records/deal-codes.json`: codes with the deals that they make, for other programs to check themselves.

    python -m tests.tools.deal_records

A change in that file means that printed codes no longer give the deals they gave: it needs a new layout number.
"""

import json
from hashlib import sha256
from itertools import product
from typing import Any

from tests.commands import ROOT
from tests.play.dealing.tables import answer
from tests.readers.other_dealer import settings_of, spelled
from tt_print.games import find_game, load_games
from tt_print.play.dealing.code import parse_code

PLACE = ROOT / "tests" / "records" / "deal-codes.json"
VARIANTS = [(game.name, *variant) for game in load_games() for variant in game.table.variants]
PLAYERS = {"ww3": (2, 5), "armageddon": (3, 12), "six-suit": (2, 12), "casino": (2, 5), "craziness": (2, 12),
           "west": (3,), "squares": (3, 5), "full": (5, 10), "squares2": (6, 8), "full2": (8, 10)}  # fmt: skip


def codes() -> list[str]:
    """Two numbers of players for each game and deck; the later ones with a named dealer and the last house rules."""
    found = []
    for variant, (game, deck, jokers) in enumerate(VARIANTS):
        combinations = [*product(*(values for _, values in find_game(game).table.code_options))]
        for index, players in enumerate(PLAYERS[deck if game == "push-it" else game]):
            options = combinations[-1 if index else (5 if game == "armageddon" else 0)]
            if deck == "squares" and game == "casino" and index:  # no ?s there (ruling C-25)
                options = (*options[:2], "separate", options[3])
            number = settings_of(variant, combinations.index(options), players, players if index else 0)
            secret = sha256(f"{game} {deck} {jokers} {players}".encode()).digest()[:12]
            found.append(spelled(number << 96 | int.from_bytes(secret, "big")))
    return found


def record(typed: str) -> dict[str, Any]:
    code = parse_code(typed)
    settings, (dealer, order) = code.settings, code.draw()
    printed = answer("deal", code=typed, reveal=True)
    kept = {name: printed[name] for name in ("hands", "up", "center", "aside", "table", "draw")}
    return {
        "code": typed, "secret": code.secret.hex(),
        "game": settings.game, "deck": settings.deck, "jokers": settings.jokers, "players": settings.players,
        "options": dict(zip((name for name, _ in find_game(settings.game).table.code_options), settings.options, strict=True)),
        "named_dealer": None if settings.dealer is None else settings.dealer + 1,
        "dealer": dealer + 1, "order": list(order), **kept,
    }  # fmt: skip


def show() -> str:
    return "[\n" + ",\n".join(json.dumps(record(code), ensure_ascii=False) for code in codes()) + "\n]\n"


if __name__ == "__main__":
    PLACE.write_text(show(), encoding="utf-8")
