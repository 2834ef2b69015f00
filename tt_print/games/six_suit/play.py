"""Six Suit at a table: what dealing needs, and how somebody plays who wants to win.

Teams are for so many players, and make sides (Players, ruling S-15). The advice in words is in `playing.toml`; each point of it is a
part of `sensible`.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any

from tt_print.deck import VARIABLES, Card
from tt_print.engine.house import House
from tt_print.engine.play import EndRow, Place, PlayHooks, Seating, View
from tt_print.engine.table_hooks import TableHooks
from tt_print.games.six_suit.facts import (
    Agree,
    Discard,
    Draw,
    Event,
    Forfeit,
    Lay,
    Shuffle,
    State,
    Treaty,
    VetoCard,
    VetoPlacement,
    free_time,
    side,
    side_count,
    team_players,
)
from tt_print.games.six_suit.rows import BITS, MASKS, VARIABLE_OF, may_cover
from tt_print.games.six_suit.score import places


class Dealing(TableHooks):
    def players_for(self, house: House) -> int | None:
        return team_players(house)

    def facts(self, house: House, players: int | None) -> dict[str, Any]:
        """`sides`: the players, or the teams; two sides have nobody to make a treaty with."""
        from tt_print.engine.printed_lines import Count

        seats = players or self.players_for(house)
        return {} if seats is None else {"players": Count(seats), "sides": Count(side_count(house, seats))}


# How near a row is: a sum over all values, by how many of the six cards count as the value.
NEAR = (0, 0, 0, 1, 4, 12, 400)
OWN = 1.5  # how much one's own row counts against one opponent's


class Playing(PlayHooks):
    turns = frozenset({Lay, Discard})
    has_sensible = True
    forced = frozenset({Draw})

    def next_event(self, state: State, seating: Seating, chance: random.Random, choice: random.Random) -> Any:
        if state.phase == "draw":  # there is no choice
            return Draw(state.turn)
        return super().next_event(state, seating, chance, choice)

    def used(self, before: State, event: Event, after: State) -> Iterable[str]:
        if isinstance(event, Lay):
            own, other = ("free_own", "free_other") if free_time(before) else ("defence", "attack")
            yield own if event.owner == event.seat else other
        elif type(event) in KEYS:
            yield KEYS[type(event)]
        yield from (f"out_{_variable(values)}" for values in after.by[len(before.by) :])
        if before.by and not after.by:
            yield "redeal"

    def end_rows(self, state: State) -> Iterable[EndRow]:
        if state.phase != "over":
            return []
        found = {seat: place for place, seats in enumerate(places(state), 1) for seat in seats}
        return [EndRow("place", tuple(found[seat] for seat in range(len(state.hands))))]

    def end(self, before: State, event: Event, after: State) -> str:
        return _variable(after.by[-1]) if after.winners else "nobody"

    def sensible(self, view: View, rng: random.Random) -> Any:
        """Whatever brings opponents nearer to six alike, or takes oneself away from it, most."""
        mix = view.house["wild_mix"]
        masks, seat = MASKS[mix], view.seat
        rows = {owner: [masks[pile[-1]] for pile in view.up[owner]] for owner in view.living}
        if view.phase == "veto":
            index = next(i for i, pile in enumerate(view.up[seat]) if pile[-1] == view.on)
            return VetoCard(seat) if _gain(rows[seat], index, masks[view.card]) > 0 else Agree(seat)
        hand: tuple[Card, ...] = view.hands[seat]
        is_free = free_time(view)  # type: ignore[arg-type]  # it asks for what lies open only
        best, chosen = 0.0, None
        for owner in (seat,) if is_free else view.living:
            weight = -OWN if side(view.house, owner) == side(view.house, seat) else 1.0
            for index, pile in enumerate(view.up[owner]):
                top = pile[-1]
                for card in hand:
                    if may_cover(card, top) and (card, top) not in view.barred:
                        gain = weight * _gain(rows[owner], index, masks[card])
                        if gain > best:
                            best, chosen = gain, Lay(seat, card, owner, top)
        return chosen or Discard(seat, min(hand, key=lambda card: masks[card].bit_count()))

    def places(self, view: View) -> Iterable[Place]:
        for owner in view.living:
            for pile in view.up[owner]:
                yield Place("row", (str(pile[-1]),), owner=owner, may_be_tapped=True)
        yield Place("draw", count=view.draw)
        if view.phase == "veto":
            yield Place("proposed", (str(view.card),), note=view.on.name)

    def tries(self, view: View, cards: tuple[Card, ...], table: tuple[str, ...]) -> Iterable[Any]:
        seat = view.seat
        if view.phase == "veto":
            return [] if cards else [Agree(seat), VetoCard(seat), VetoPlacement(seat)]
        if len(cards) != 1 or len(table) > 1:
            return []
        if not table:
            return [Discard(seat, cards[0])]
        tops = {str(pile[-1]): (owner, pile[-1]) for owner in view.living for pile in view.up[owner]}
        owner, top = tops[table[0]]
        return [Lay(seat, cards[0], owner, top)]


KEYS = {Discard: "discard", Agree: "agree", VetoCard: "veto", VetoPlacement: "veto", Shuffle: "shuffle", Treaty: "treaty",
        Forfeit: "forfeit"}  # fmt: skip


def _gain(row: Sequence[int], index: int, mask: int) -> int:
    """How much nearer a row comes to six alike when the card at `index` is covered."""
    old, gained = row[index], 0
    for bit in BITS.values():
        if (old ^ mask) & bit:
            count = sum(card & bit > 0 for card in row)
            gained += NEAR[count + 1] - NEAR[count] if mask & bit else NEAR[count - 1] - NEAR[count]
    return gained


def _variable(values: Sequence[str]) -> str:
    """`color`, `several` where more than one did it, `forfeit` for none."""
    variables = {VARIABLE_OF[value] for value in values}
    if not variables:
        return "forfeit"
    return next(v for v in VARIABLES if v in variables) if len(variables) == 1 else "several"
