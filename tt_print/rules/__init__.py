"""The six games: deal them, judge them, play them, check every example of their booklets.

    >>> from tt_print.rules import find_game
    >>> game = find_game("craziness")
    >>> state = game.start(3, game.house())

Nothing here draws, prints or knows the command line.
"""

from tt_print.rules.games import GAMES, find_game, game_names, load_games

__all__ = ["GAMES", "find_game", "game_names", "load_games"]
