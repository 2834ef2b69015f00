"""Measures how long games are and writes it into the templates, from where covers, deals and books have it; some minutes on two cores:

    python -m tests.play.playtest.measure [GAME ...]

`test_lengths.py` measures some of it again with another seed.
"""

import json
import statistics
import sys
from typing import Any

from tests.commands import process
from tt_print.games import find_game, game_names
from tt_print.play.playtest.games import Setup, play_games
from tt_print.templates import templates_folder

GAMES = {"casino": 30, "armageddon": 200}
OTHERWISE = 300
MOST = 6  # players
DECKS = {"push-it": {"west": (3,)}}  # other decks than the usual one: that of the start page
HEAD = "# How long games were, measured by the command for each number of {players}; made by: python -m tests.play.playtest.measure\n"


def played(command: str) -> dict[str, Any]:
    """What a playtest comes to."""
    ran = process(*command.removeprefix("tt-print ").split(), "--json")
    assert ran.status == 0, ran.err
    result: dict[str, Any] = json.loads(ran.out)
    return result


def row(name: str, players: int, count: int, house: str = "-") -> str:
    """A line of the table, for so many players."""
    games = [*play_games(Setup(name, players, house), count)]
    turns, rounds = [game.turns for game in games], [game.rounds for game in games]
    mean, error = statistics.fmean(turns), statistics.stdev(turns) / count**0.5
    half = ", ".join(f"{found:g}" for found in statistics.quantiles(turns, n=4, method="inclusive"))
    return f"{players} = {{ turns = {mean:.1f}, error = {error:.1f}, quartiles = [{half}], rounds = {statistics.fmean(rounds):.1f} }}\n"


def write_lengths(name: str) -> None:
    count = GAMES.get(name, OTHERWISE)
    command = f"tt-print playtest {name} --players {{players}} --games {count}"
    rows = [row(name, players, count) for players in range(find_game(name).players[0], MOST + 1)]
    for deck, tables in DECKS.get(name, {}).items():
        rows += [f"\n[decks.{deck}]  # --option deck={deck}\n", *(row(name, n, count, f"deck={deck}") for n in tables)]
    write(name, "length.toml", [HEAD, f'command = "{command}"\n\n[players]\n', *rows])


def write(name: str, file: str, lines: list[str]) -> None:
    (templates_folder() / "games" / name / file).write_text("".join(lines), encoding="utf-8")
    print(name, *lines[1:], flush=True)


if __name__ == "__main__":
    for each in sys.argv[1:] or game_names():
        write_lengths(each)
