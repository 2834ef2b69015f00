"""Any other game that is played for points: its score is kept, and nothing is known of its cards and rules.

It is in no list of games; `games.find_scored_game()` finds it.
"""

from tt_print.engine.base import ScoredGame
from tt_print.games.points.facts import NAME, OPTIONS, check_teams

GAME = ScoredGame(
    package=__name__,
    name=NAME,
    title="Another game",
    players=(2, None),
    options=OPTIONS,
    author="",
    check_sides=check_teams,
)
