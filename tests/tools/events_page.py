"""Writes the events of docs/python-api.md anew, out of the code: python -m tests.tools.events_page"""

from collections.abc import Iterator
from dataclasses import MISSING, fields
from inspect import getdoc

from tests.commands import ROOT
from tt_print.engine.base import Game
from tt_print.games import load_games

PAGE = ROOT / "docs" / "python-api.md"
BEGIN, END = "<!-- events -->", "<!-- end of events -->"


def event_rows(game: Game) -> Iterator[str]:
    """A table of what can happen in a game: each event with its fields, their types, and what it means."""
    yield from ("| event | what happens |", "| --- | --- |")
    for event in game.events:
        defaults = {each: "" if each.default is MISSING else f" = {each.default!r}" for each in fields(event)}
        shown = [f"{each.name}: {each.type}{default}" for each, default in defaults.items()]
        meaning = " ".join((getdoc(event) or "").split())
        yield f"| `{event.__name__}({', '.join(shown)})` | {meaning} |".replace(" | None", " or None")


def written() -> str:
    """The page as it should be; games with the same events share a table."""
    tables: dict[str, list[str]] = {}
    for game in load_games():
        if game.events:
            rows = "\n".join(event_rows(game))
            tables.setdefault(rows, []).append(f"{game.title} (`{game.package}`)")
    part = "\n\n".join(f"{' and '.join(titles)}:\n\n{rows}" for rows, titles in tables.items())
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    return f"{before}{BEGIN}\n\n{part}\n\n{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    PAGE.write_text(written(), encoding="utf-8")
