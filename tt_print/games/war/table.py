"""The war games at the table: stacks that nobody looks at, a starter that the cards decide."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tt_print.deck import DECKS
from tt_print.engine.base import Game
from tt_print.engine.house import House
from tt_print.engine.table_hooks import CodeOption, Rounds, TableHooks

RANKS = (0, 1, 2, 3, 4, 5)


class WarHooks(TableHooks):
    game: Game
    hides_hands = True  # set-up 1
    rank_option: str  # the house rule that says what a card without a number counts (W-10)

    @property
    def code_options(self) -> tuple[CodeOption, ...]:
        return ((self.rank_option, RANKS),)

    def find_starter(self, state: Any) -> tuple[int | None, Rounds]:
        """The highest card turned up starts, equals turn again (setup 2); at the end of the stacks lots decide (W-10)."""
        rounds = []
        while state.phase == "peel":
            rounds.append(tuple((seat, state.hands[seat][-1]) for seat in state.tied))
            state = self.game.apply(state, next(iter(self.game.legal(state))))
        return (state.turn if state.phase == "start" else None), tuple(rounds)

    def facts(self, house: House, players: int | None) -> dict[str, Any]:
        from tt_print.engine.table_facts import TITLES, Count

        plain = len(DECKS[self.game.deck])
        return {
            "deck_title": TITLES[self.game.deck].capitalize(),
            "deck_cards": Count(plain),
            "cards": Count(plain + house["jokers"]),
        }

    def card_facts(self, facts: Mapping[str, Any], house: House) -> dict[str, Any]:
        return {"nine_and_reward": 9 + house["illegal_slap_reward"]}
