"""Measures how long games are, and how often somebody wins who plays well, and writes it into the templates, from where covers, deals
and books have it.

    python -m tests.playtest.measure [GAME ...]              lengths; some minutes on two cores
    python -m tests.playtest.measure --advantage [GAME ...]  a minute or two

`test_lengths.py` and `test_play_well.py` measure some of it again with another seed.
"""

import json
import statistics
import sys
from typing import Any

from tests.commands import process
from tt_print.games import find_game, game_names
from tt_print.playtest.games import Setup, play_games
from tt_print.playtest.summary import Interval, summarize
from tt_print.templates import templates_folder

GAMES = {"casino": 30, "armageddon": 200}
OTHERWISE = 300
MOST = 6  # players
HEAD = "# How long games were, measured by the command for each number of {players}; made by: python -m tests.playtest.measure\n"
ALONE = ("sensible", "random", "random", "random")
ADVANTAGE_GAMES = 400


def played(command: str) -> dict[str, Any]:
    """What a playtest comes to."""
    ran = process(*command.removeprefix("tt-print ").split(), "--json")
    assert ran.status == 0, ran.err
    result: dict[str, Any] = json.loads(ran.out)
    return result


def won_alone(name: str, games: int, seed: int = 1) -> Interval:
    """How often the one at seat 1 wins who plays as the book advises, among those who do anything legal."""
    setup = Setup(name, len(ALONE), kinds=ALONE, seed=seed)
    return summarize(setup, [*play_games(setup, games)]).wins[0]


def write_advantage(name: str) -> None:
    won = won_alone(name, ADVANTAGE_GAMES)
    lines = [
        "# How often somebody won who played as the book advises; made by: python -m tests.playtest.measure --advantage\n",
        f"players = {len(ALONE)}\ngames = {ADVANTAGE_GAMES}\n",
        *(f"{key} = {value:.4f}\n" for key, value in (("won", won.value), ("low", won.low), ("high", won.high))),
    ]
    write(name, "advantage.toml", lines)


def write_lengths(name: str) -> None:
    count = GAMES.get(name, OTHERWISE)
    command, rows = f"tt-print playtest {name} --players {{players}} --games {count}", []
    for players in range(find_game(name).players[0], MOST + 1):
        games = [*play_games(Setup(name, players), count)]
        turns, rounds = [game.turns for game in games], [game.rounds for game in games]
        mean, error = statistics.fmean(turns), statistics.stdev(turns) / count**0.5
        half = ", ".join(f"{found:g}" for found in statistics.quantiles(turns, n=4, method="inclusive"))
        rows.append(
            f"{players} = {{ turns = {mean:.1f}, error = {error:.1f}, quartiles = [{half}], rounds = {statistics.fmean(rounds):.1f} }}\n"
        )
    write(name, "length.toml", [HEAD, f'command = "{command}"\n\n[players]\n', *rows])


def write(name: str, file: str, lines: list[str]) -> None:
    (templates_folder() / "games" / name / file).write_text("".join(lines), encoding="utf-8")
    print(name, *lines[1:], flush=True)


if __name__ == "__main__":
    is_advantage = sys.argv[1:2] == ["--advantage"]
    for each in sys.argv[1 + is_advantage :] or game_names():
        (write_advantage if is_advantage else write_lengths)(each)
