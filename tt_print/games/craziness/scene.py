"""Craziness, the table of its examples."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from tt_print.deck import FULL, Card
from tt_print.engine.base import Game
from tt_print.engine.house import House
from tt_print.engine.notation import seat_name
from tt_print.engine.scenes import Lying, Scene
from tt_print.errors import NotationError
from tt_print.games.craziness.deal import BOX, start
from tt_print.games.craziness.facts import FACES, Lay, Pass, Shuffle, State, shown_card, triple_toppers
from tt_print.games.craziness.judge import explain, judge_hand, judge_lay
from tt_print.games.craziness.legal import illegal_declaration_reason


class Table(Scene):
    """Piles run from bottom to top. Cards that no phrase places wait in the draw pile, `RC1` on top."""

    PHRASES: ClassVar[dict[str, str]] = {
        "on {center:Card}[ as {declared:Values}]": "set_center",
        "{seat:Seat} holds {cards:Cards}": "give",
        "{seat:Seat} has {points:int} points": "credit",
        "draw pile {cards:Cards}": "set_draw",
        "{count:int} discards": "set_discards",
        "lay {card:Card}[ as {declared:Values}]": "ask_lay",
        "declarations of {card:Card}": "ask_declarations",
        "declare {card:Card} as {declared:Values}": "ask_declaration",
        "points of {cards:Cards}": "ask_points",
        "points of the whole deck": "ask_all_points",
        "triple toppers": "ask_triples",
        "shuffle": "shuffle",
    }

    def __init__(self, game: Game, house: House) -> None:
        super().__init__(game, house)
        self.center: Card | None = None
        self.showing: Card | None = None
        self.hands: dict[int, tuple[Card, ...]] = {}
        self.points: dict[int, int] = {}
        self.draw: tuple[Card, ...] | None = None
        self.discards = 1

    # the table before the first event

    def set_center(self, center: Card, declared: tuple[str, ...] = ()) -> None:
        """The card in the center; without its declaration the dealer has still to make one."""
        self.center, self.showing = center, FACES[center].get(declared)

    def give(self, seat: int, cards: tuple[Card, ...]) -> None:
        self.hands[seat] = cards

    def credit(self, seat: int, points: int) -> None:
        self.points[seat] = points

    def set_draw(self, cards: tuple[Card, ...]) -> None:
        self.draw = cards

    def set_discards(self, count: int) -> None:
        self.discards = count

    def set_up(self) -> State:
        """The first player of the example is the one to play; the last is the dealer."""
        players = max([1, self.players - 1, *self.hands, *self.points]) + 1
        placed = {self.center, *(card for hand in self.hands.values() for card in hand), *(self.draw or ())}
        spare = [card for card in BOX if card not in placed]
        under = tuple(spare[: self.discards - 1])
        draw = self.draw if self.draw is not None else tuple(reversed(spare[self.discards - 1 :]))
        if self.center is None:
            raise NotationError("say which card lies in the center: on RC1.")
        return replace(
            start(players, self.house, players - 1),
            phase="turn" if self.showing else "declare",
            turn=0,
            hands=tuple(self.hands.get(seat, ()) for seat in range(players)),
            draw=draw,
            discard=(*under, self.center),
            showing=self.showing,
            scores=tuple(self.points.get(seat, 0) for seat in range(players)),
        )

    # what can be seen

    def on_table(self) -> tuple[Lying, ...]:
        state = self.state or self.set_up()
        center, showing = state.discard[-1], state.showing
        declared = tuple(getattr(showing, variable) for variable in center.wilds) if showing else ()
        return (Lying("center", center, declared=declared),)

    def held(self) -> dict[int, int]:
        state = self.state or self.set_up()
        return {seat: len(state.hands[seat]) for seat in state.living}

    # events

    def tell(self, event: Any) -> None:
        before = self.state_before(event)
        if not self.play(before, event):
            return
        after: State = self.state
        self.rules += self._rules(before, event, after)
        if isinstance(event, Lay):
            self.reasons.append(explain(shown_card(before), event.card, event.declared))
        ended = after.phase in ("deal", "over")
        self.facts |= {
            "legal": True,
            "showing": str(after.showing),
            "draw_pile": len(after.draw),
            "discards": len(after.discard),
            "hand_over": ended,
            "game_over": after.phase == "over",
            "shuffle": after.phase == "shuffle",
            "turn": seat_name(after.turn) if after.phase == "turn" else None,
            "winner": [seat_name(seat) for seat in after.winners],
        }
        for seat, hand in enumerate(after.hands):
            name = seat_name(seat)
            self.facts |= {
                f"{name} cards": len(hand),
                f"{name} score": after.scores[seat],
                f"{name} in": seat in after.living,
            }

    def _rules(self, before: State, event: Any, after: State) -> tuple[str, ...]:
        match event:
            case Lay():
                rules = explain(shown_card(before), event.card, event.declared).rules
            case Pass():
                rules = ("4d",)
            case Shuffle():
                rules = ("6",)
            case _:
                rules = ("setup",)
        return (*rules, "7") if after.phase in ("deal", "over") else rules

    def shuffle(self) -> None:
        """The discards are shuffled; in an example their order does not matter, so it stays."""
        state = self.state or self.set_up()
        self.tell(Shuffle(state.discard[:-1]))

    # questions

    def ask_lay(self, card: Card, declared: tuple[str, ...] = ()) -> None:
        if self.showing is None:
            raise NotationError("say what shows in the center: on KC2 as green.")
        against = illegal_declaration_reason(card, declared)
        if against is not None:
            self.refuse(against)
            return
        self.record_verdict(judge_lay(self.showing, card, declared, self.house))

    def ask_declarations(self, card: Card) -> None:
        self.facts |= {"count": len(FACES[card])}
        self.rules += ["setup", "3"]

    def ask_declaration(self, card: Card, declared: tuple[str, ...]) -> None:
        against = illegal_declaration_reason(card, declared)
        if against is not None:
            self.refuse(against)
        else:
            self.facts |= {"legal": True, "showing": str(FACES[card][declared])}
            self.rules += ["setup", "3"]

    def ask_points(self, cards: tuple[Card, ...]) -> None:
        self.record_verdict(judge_hand(cards, self.house))

    def ask_all_points(self) -> None:
        self.record_verdict(judge_hand(FULL, self.house))

    def ask_triples(self) -> None:
        if self.showing is None or self.center is None:
            raise NotationError("say what shows in the center: on KC2 as green.")
        found = triple_toppers(self.showing, self.center)
        self.facts |= {"count": len(found), "cards": frozenset(map(str, found))}
        self.rules.append("4a")
