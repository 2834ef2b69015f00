"""Measures how long games are, and writes it into the templates, from where covers and deals have it.

    python -m tests.playtest.measure [GAME ...]        some minutes on two cores

`test_lengths.py` measures some of it again with another seed.
"""

from __future__ import annotations

import sys

from tt_print.games import find_game, game_names
from tt_print.playtest.games import Setup
from tt_print.playtest.pool import play_games
from tt_print.playtest.summary import mean_interval
from tt_print.playtest.words import play_words
from tt_print.templates import templates_folder

GAMES = {"casino": 30, "armageddon": 200}
OTHERWISE = 300
MOST = 6  # players
HEAD = "# How long games were, measured by the command for each number of players N; made by: python -m tests.playtest.measure\n"


def main(names: list[str]) -> None:
    for name in names or game_names():
        game = find_game(name)
        count = GAMES.get(name, OTHERWISE)
        lines = [
            HEAD,
            f'command = "tt-print playtest {name} --players N --games {count}"\n',
            f"seconds = {play_words(game).seconds:g}\n\n[players]\n",
        ]
        for players in range(game.players[0], MOST + 1):
            played = list(play_games(Setup(name, players), count))
            found = mean_interval([each.turns for each in played if each.is_finished])
            lines.append(
                f"{players} = {{ turns = {found.value:.1f}, low = {found.low:.1f}, high = {found.high:.1f}, games = {count} }}\n"
            )
            print(name, players, *(f"{value:.1f}" for value in found), flush=True)
        (templates_folder() / "games" / name / "length.toml").write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
