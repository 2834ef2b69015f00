"""Deals as the core gives them to whoever asks, with a chance that the test chooses."""

from typing import Any

from tests.core.asking import NOW, ask
from tt_print.core import Core, Environment


class Refused(Exception):
    """What was asked for cannot be; the message says why."""


def answer(request: str, secret: bytes | int = 0, **fields: Any) -> dict[str, Any]:
    """What is answered, where chance is these bytes, or this number of twelve bytes, and zeros after them."""
    chosen = secret if isinstance(secret, bytes) else secret.to_bytes(12, "big")
    core = Core(Environment(now=lambda: NOW, random_bytes=lambda size: chosen.ljust(size, b"\0")[:size]))
    reply = ask(core, request, **fields).data
    if not reply["ok"]:
        raise Refused(reply["error"]["text"])
    found: dict[str, Any] = reply["value"]
    return found


def deal(game: str = "", players: Any = (), secret: bytes | int = 0, **fields: Any) -> dict[str, Any]:
    """A fresh deal with all its cards, or with `code` that one again."""
    named = {"game": game, "players": players, "reveal": True, **fields}
    return answer("deal", secret, **{name: value for name, value in named.items() if value not in ("", (), None)})


def all_cards(dealt: dict[str, Any]) -> list[str]:
    """Every card, place by place."""
    held = [card for row in (*dealt["hands"].values(), *dealt["up"].values()) for card in row]
    return held + [card for pile in ("center", "aside", "table", "draw") for card in dealt[pile]]
