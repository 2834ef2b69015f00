"""Whole games by the thousand, played by the engine that judges the table: how long, how fair, and what a house rule does.

    setup = Setup("craziness", players=4, seed=1)
    tally = summarize(setup, play_games(setup, 2000))

`games` plays, `summary` counts.

May import: draw, engine, games, page.
"""
