"""The war games at a table: stacks that nobody looks at, a starter that the cards decide, and how somebody plays who wants to win.

Nobody waits for a turn to slap, so at every card each player may reach for the pile, and whose hand is lowest is a matter of luck. The
advice in words is in `playing.toml`.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping

from tt_print.deck import DECKS
from tt_print.engine.base import Game
from tt_print.engine.house import House
from tt_print.engine.play import RANDOM, SENSIBLE, PlayHooks, Seating, View
from tt_print.engine.table_hooks import CodeOption, Rounds, TableHooks
from tt_print.games.war import facts as war
from tt_print.games.war.facts import Collect, Deal, Draw, Event, Hurry, Lay, Misplay, Peel, Retire, Slap, State
from tt_print.games.war.rules import due_event


class Dealing(TableHooks):
    game: Game
    hides_hands = True  # set-up 1

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.twin = war.VARIANTS[game.name].twin

    @property
    def code_options(self) -> tuple[CodeOption, ...]:
        return ((war.VARIANTS[self.game.name].rank_option.name, tuple(war.RANKS)),)

    def find_starter(self, state: State) -> tuple[int | None, Rounds]:
        """The highest card turned up starts, equals turn again (setup 2); at the end of the stacks lots decide (W-10)."""
        rounds = []
        while state.phase == "peel":
            rounds.append(tuple((seat, state.hands[seat][-1]) for seat in state.tied))
            state = self.game.apply(state, next(iter(self.game.legal(state))))
        return (state.turn if state.phase == "start" else None), tuple(rounds)

    def facts(self, house: House, players: int | None) -> dict[str, object]:
        from tt_print.engine.printed_lines import TITLES, Count

        plain = len(DECKS[self.game.deck])
        return {
            "deck_title": TITLES[self.game.deck].capitalize(),
            "deck_cards": Count(plain),
            "cards": Count(plain + house["jokers"]),
        }

    def card_facts(self, facts: Mapping[str, object], house: House) -> dict[str, object]:
        return {"nine_and_reward": 9 + house["illegal_slap_reward"]}


# What is assumed of people, as `assumes` in `playing.toml` says; with hands that are all equally quick and never wrong a game
# goes back and forth for thousands of cards.
SEES = 0.9  # of the piles that can be slapped, how many somebody reaches for
SLIPS = 0.02  # and of the others
GIVES_UP = 0.02  # how often somebody without cards stops watching, card by card
SPREAD = 1.0  # standard deviation of quickness, in doublings


class Playing(PlayHooks[State, Event]):
    turns = frozenset({Lay, Hurry})
    deals = frozenset({Deal})
    has_sensible = True

    def seat(self, players: tuple[str, ...], rng: random.Random) -> Seating:
        """People are quick or slow; how quick is drawn again for each game, so that no seat is better for it."""
        return Seating(players, tuple(2 ** rng.gauss(0, SPREAD) for _ in players))

    def next_event(self, state: State, seating: Seating, chance: random.Random, choice: random.Random) -> Event:
        """A random player's slaps and slips come from the random table; the sensible ones reach for what they see."""
        players = seating.players
        if state.phase not in war.PLAYING or SENSIBLE not in players:
            return self.game.actions(state).choose(chance if state.phase == "deal" else choice)
        event: Event = due_event(state)
        hands: list[int] = []
        if RANDOM in players:
            drawn = self.game.actions(state).choose(choice)
            if isinstance(drawn, Slap):
                hands = [seat for seat in drawn.seats if players[seat] == RANDOM]
            elif not isinstance(drawn, (Deal, Peel, Draw)) and players[drawn.seat] == RANDOM:
                event = drawn
        if type(event) not in (Lay, Collect):
            return event
        able = [seat for seat, player in enumerate(players) if player == SENSIBLE and war.may_slap(state, seat)]
        if able and state.seq:
            # nobody sees more of a war game than another
            reach = SEES if self.sensible(self.game.view(state, able[0]), choice) else SLIPS
            hands += [seat for seat in able if choice.random() < reach]
        if any(war.may_slap(state, seat) for seat in hands):
            return Slap(tuple(sorted(hands, key=lambda seat: choice.expovariate(seating.quickness[seat]))))
        for seat in able:
            if not state.hands[seat] and choice.random() < GIVES_UP:
                return Retire(seat)
        return event

    def sensible(self, view: View[State], rng: random.Random) -> Slap | None:
        """A slap where the pile may be slapped: nothing else is worth reaching for, since a wrong slap costs cards."""
        return Slap((view.seat,)) if war.slap(view.house, view.seq) else None

    def rounds(self, before: State, event: Event, after: State) -> int:
        """A pile that is begun."""
        return after.phase == "start" and not after.seq and (before.phase != "start" or bool(before.seq))

    def used(self, before: State, event: Event, after: State) -> Iterable[str]:
        match event:
            case Slap():
                found = war.slap(before.house, before.seq)
                yield from (f"slap_{name}" for name in found)
                if not found:
                    yield "wrong_slap"
                elif not before.hands[war.lowest_hand(before, event.seats)]:
                    yield "slap_back"
            case Collect():
                yield "collect" if before.phase == "collect" else "last"
            case Lay():
                if after.controller == event.seat and before.controller != event.seat:
                    yield "control"
            case Misplay() | Retire() | Hurry() | Peel():
                yield type(event).__name__.lower()
            case Draw():
                yield "lots"

    def end(self, before: State, event: Event, after: State) -> str:
        if isinstance(event, Slap) and war.slap(before.house, before.seq):
            return "slap"
        if before.phase == "last":
            return "unslapped"
        return {Collect: "collect", Lay: "play", Hurry: "play"}.get(type(event), "penalty")
