"""Measures how long games are, and how often somebody wins who plays well, and writes it into the templates, from where covers, deals
and books have it.

    python -m tests.playtest.measure [GAME ...]              lengths; some minutes on two cores
    python -m tests.playtest.measure --advantage [GAME ...]  a minute or two

`test_lengths.py` and `test_play_well.py` measure some of it again with another seed.
"""

from __future__ import annotations

import sys

from tt_print.games import find_game, game_names
from tt_print.playtest.games import Played, Setup
from tt_print.playtest.pool import play_games
from tt_print.playtest.summary import mean_interval, summarize
from tt_print.playtest.words import play_words
from tt_print.templates import templates_folder

GAMES = {"casino": 30, "armageddon": 200}
OTHERWISE = 300
MOST = 6  # players
HEAD = "# How long games were, measured by the command for each number of {players}; made by: python -m tests.playtest.measure\n"
ALONE = ("sensible", "random", "random", "random")
ADVANTAGE_GAMES = 400


def write_advantages(names: list[str]) -> None:
    """How often the one at seat 1 wins who plays as the book advises, among those who do anything legal."""
    for name in names:
        played = list(play_games(Setup(name, len(ALONE), kinds=ALONE), ADVANTAGE_GAMES))
        write_advantage(name, played)


def write_advantage(name: str, played: list[Played]) -> None:
    won = summarize(Setup(name, len(ALONE), kinds=ALONE), played).wins[0]
    lines = [
        "# How often somebody won who played as the book advises; made by: python -m tests.playtest.measure --advantage\n",
        f'command = "tt-print playtest {name} --player {",".join(ALONE)} --games {len(played)}"\n',
        f"players = {len(ALONE)}\ngames = {len(played)}\n",
        *(f"{key} = {value:.4f}\n" for key, value in zip(("won", "low", "high"), won, strict=True)),
    ]
    (templates_folder() / "games" / name / "advantage.toml").write_text("".join(lines), encoding="utf-8")
    print(name, *(f"{value:.3f}" for value in won), flush=True)


def main(names: list[str]) -> None:
    if names[:1] == ["--advantage"]:
        write_advantages(names[1:] or list(game_names()))
        return
    for name in names or game_names():
        game = find_game(name)
        count = GAMES.get(name, OTHERWISE)
        lines = [
            HEAD,
            f'command = "tt-print playtest {name} --players {{players}} --games {count}"\n',
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
