"""Six Suit at a table: what dealing needs, and how somebody plays who wants to win.

Teams are for so many players, and make sides (Players, ruling S-15). The advice in words is in `playing.toml`; each point of it is a
part of `sensible`.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence

from tt_print.deck import VARIABLES, Card
from tt_print.engine.house import House
from tt_print.engine.play import BACK, EndRow, Motion, Place, PlayHooks, Seating, View, person, player_name
from tt_print.engine.table_hooks import TableHooks
from tt_print.games.six_suit import facts
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
)
from tt_print.games.six_suit.rows import BITS, MASKS, VARIABLE_OF, may_cover, tally
from tt_print.games.six_suit.rules import asks
from tt_print.games.six_suit.score import places


class Dealing(TableHooks):
    def players_for(self, house: House) -> int | None:
        return facts.team_players(house)

    def facts(self, house: House, players: int | None) -> dict[str, object]:
        """`sides`: the players, or the teams; two sides have nobody to make a treaty with."""
        from tt_print.engine.printed_lines import Count

        seats = players or self.players_for(house)
        return {} if seats is None else {"players": Count(seats), "sides": Count(facts.side_count(house, seats))}


ORDINALS = ("1st", "2nd", "3rd", "4th")  # as many as play in a practice
# How near a row is: a sum over all values, by how many of the six cards count as the value.
NEAR = (0, 0, 0, 1, 4, 12, 400)
OWN = 1.5  # how much one's own row counts against one opponent's


class Playing(PlayHooks[State, Event]):
    turns = frozenset({Lay, Discard})
    has_sensible = True
    forced = frozenset({Draw})

    def next_event(self, state: State, seating: Seating, chance: random.Random, choice: random.Random) -> Event:
        if state.phase == "draw":  # there is no choice
            return Draw(state.turn)
        return super().next_event(state, seating, chance, choice)

    def used(self, before: State, event: Event, after: State) -> Iterable[str]:
        if isinstance(event, Lay):
            own, other = ("free_own", "free_other") if facts.free_time(before) else ("defence", "attack")
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

    def sensible(self, view: View[State], rng: random.Random) -> Event:
        """Whatever brings opponents nearer to six alike, or takes oneself away from it, most."""
        mix = view.house["wild_mix"]
        masks, seat = MASKS[mix], view.seat
        rows = {owner: [masks[pile[-1]] for pile in view.up[owner]] for owner in view.living}
        if view.phase == "veto":
            index = next(i for i, pile in enumerate(view.up[seat]) if pile[-1] == view.on)
            return VetoCard(seat) if _gain(rows[seat], index, masks[view.card]) > 0 else Agree(seat)
        hand: tuple[Card, ...] = view.hands[seat]
        is_free = facts.free_time(view)
        best, chosen = 0.0, None
        for owner in (seat,) if is_free else view.living:
            weight = -OWN if facts.side(view.house, owner) == facts.side(view.house, seat) else 1.0
            for index, pile in enumerate(view.up[owner]):
                top = pile[-1]
                for card in hand:
                    if may_cover(card, top) and (card, top) not in view.barred:
                        gain = weight * _gain(rows[owner], index, masks[card])
                        if gain > best:
                            best, chosen = gain, Lay(seat, card, owner, top)
        return chosen or Discard(seat, min(hand, key=lambda card: masks[card].bit_count()))

    def aim(self, view: View[State]) -> Mapping[str, object]:
        return {"card": view.card.name, "on": view.on.name} if view.phase == "veto" else {}

    def because(self, view: View[State], event: Event) -> tuple[str, Mapping[str, object]] | None:
        if isinstance(event, Discard):
            return "discard_free" if facts.free_time(view) else "discard", {}
        lay = event if isinstance(event, Lay) else None
        owner, on, card = (lay.owner, lay.on, lay.card) if lay else (view.seat, view.on, view.card)
        row = [pile[-1] for pile in view.up[owner]]
        after = [card if top == on else top for top in row]
        counts = [dict(zip(BITS, tally(cards, view.house["wild_mix"]), strict=True)) for cards in (row, after)]
        old, new = counts
        gains = {value: NEAR[new[value]] - NEAR[old[value]] for value in BITS}
        is_nearer = isinstance(event, VetoCard) or (lay is not None and owner != view.seat)
        value = (max if is_nearer else min)(gains, key=lambda each: gains[each])
        if (gains[value] > 0) != is_nearer or gains[value] == 0:
            return ("agree", {}) if isinstance(event, Agree) else None
        values = {"owner": person(owner, view.seat), "count": (new if is_nearer else old)[value], "value": value}
        if not is_nearer:
            return "apart", values
        if lay is None:
            return "veto", values
        return "six" if new[value] == len(row) else "nearer", values

    def places(self, view: View[State]) -> Iterable[Place]:
        for owner in view.living:
            for index, pile in enumerate(view.up[owner]):
                top = str(pile[-1])
                yield Place(_row(owner, index, view.seat), (top,), len(pile), owner, tap=top)
        yield Place("draw", (BACK,) if view.draw else (), view.draw)
        yield Place("discard", tuple(map(str, view.garbage[-1:])), len(view.garbage))
        better = {facts.side(view.house, seat) for seat in view.living}
        for seats in reversed(view.out):
            note = ORDINALS[len(better)] if better.isdisjoint(facts.side(view.house, seat) for seat in seats) else ""
            for seat in seats:  # while a partner is still in, a team has no place yet
                yield Place(f"out:{player_name(seat, view.seat)}", owner=seat, note=note, name="place")
            better |= {facts.side(view.house, seat) for seat in seats}
        if view.phase == "veto":
            yield Place("proposed", (str(view.card),), 1, view.turn, note=view.on.name)

    def hand_sizes(self, view: View[State]) -> Sequence[int | None]:
        """A card that waits for a veto is on the table."""
        waits = view.turn if view.phase == "veto" else None
        return [(count or 0) - (seat == waits) for seat, count in enumerate(super().hand_sizes(view))]

    def tries(self, view: View[State], cards: tuple[Card, ...], table: tuple[str, ...]) -> Iterable[Event]:
        seat = view.seat
        if view.phase == "veto":
            return [] if cards else [Agree(seat), VetoCard(seat), VetoPlacement(seat)]
        if len(cards) != 1 or len(table) > 1:
            return []
        if not table:
            return [Discard(seat, cards[0])]
        tops = {str(pile[-1]): (owner, pile[-1]) for owner in view.living for pile in view.up[owner]}
        found = tops.get(table[0])
        return [Lay(seat, cards[0], *found)] if found else []

    def motion(self, before: State, event: Event, viewer: int) -> Motion:
        hand = f"hand:{player_name(before.turn, viewer)}"
        match event:
            case Lay(seat, card, owner, on):
                end = "proposed" if asks(before, owner) else _row_under(before, on, viewer)
                words: dict[str, object] = {"owner": None} if owner == seat else {}
                return Motion((str(card),), hand, end, table=(str(on),), words=words)
            case Discard(_, card):
                return Motion((str(card),), hand, "discard")
            case Draw(seat):
                card = before.draw[-1]
                words = {"card": card.name} if seat == viewer else {}
                return Motion((str(card) if seat == viewer else BACK,), "draw", hand, words=words)
            case Agree() | VetoCard() | VetoPlacement():
                card, on = facts.waiting(before)
                end = _row_under(before, on, viewer) if isinstance(event, Agree) else hand
                return Motion((str(card),), "proposed", end, words={"card": card.name, "on": on.name})
        return Motion()


KEYS = {Discard: "discard", Agree: "agree", VetoCard: "veto", VetoPlacement: "veto", Shuffle: "shuffle", Treaty: "treaty",
        Forfeit: "forfeit"}  # fmt: skip


def _row(owner: int, index: int, viewer: int) -> str:
    """The id of a place in a row, from 0."""
    return f"row:{player_name(owner, viewer)}:{index}"


def _row_under(state: State, top: Card, viewer: int) -> str:
    """The same of the pile under `top`."""
    owner = facts.owner_of(state, top)
    return _row(owner, facts.face_up_cards(state, owner).index(top), viewer)


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
