"""Any other game that is played for points: its score is kept, and nothing is known of its cards and rules.

It stands in no list of games; `games.find_scored_game()` finds it.
"""

from tt_print.engine.base import Game
from tt_print.games.points import facts

GAME: Game = Game(
    package=__name__,
    name=facts.NAME,
    title="Another game",
    players=(2, None),
    deck="full",
    options=facts.OPTIONS,
    author="",
    state=facts.State,
    events=(),
    opening=facts.start,
    deal_sizes=facts.unknown,
    actions=facts.unknown,
    refusal=facts.unknown,
    advance=facts.unknown,
    ended=facts.unknown,
    acting=facts.unknown,
    hidden=facts.unknown,
    cards=facts.unknown,
    layout=facts.unknown,
    check=facts.unknown,
    describe=facts.unknown,
    flags={},
    judge=facts.unknown,
    has_points=lambda house: True,
)
