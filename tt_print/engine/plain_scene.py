"""The table of the examples of a game that brings none: hands, points, and cards in the center; the rest are events."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from tt_print.deck import AnyCard
from tt_print.engine.house import House
from tt_print.engine.notation import seat_name
from tt_print.engine.scenes import Scene

if TYPE_CHECKING:
    from tt_print.engine.base import Game


class PlainTable(Scene):
    """The first player of an example is to play; the last one dealt. Cards that no phrase places wait in the draw pile."""

    PHRASES: ClassVar[dict[str, str]] = {
        "on {cards:AnyCards}": "set_center",
        "{seat:Seat} holds {cards:AnyCards}": "give",
        "{seat:Seat} has {points:int} point[s]": "credit",
    }

    def __init__(self, game: Game, house: House) -> None:
        super().__init__(game, house)
        self.center: tuple[AnyCard, ...] = ()
        self.hands: dict[int, tuple[AnyCard, ...]] = {}
        self.points: dict[int, int] = {}

    def set_center(self, cards: tuple[AnyCard, ...]) -> None:
        self.center = cards

    def give(self, seat: int, cards: tuple[AnyCard, ...]) -> None:
        self.hands[seat] = cards

    def credit(self, seat: int, points: int) -> None:
        self.points[seat] = points

    def set_up(self) -> Any:
        players = max(self.players, self.game.players[0], 1 + max([0, *self.hands, *self.points]))
        start = self.game.start(players, self.house, players - 1)
        placed = {*self.center, *(card for hand in self.hands.values() for card in hand)}
        said = {
            "turn": 0,
            "scores": tuple(self.points.get(seat, 0) for seat in range(players)),
            "hands": tuple(self.hands.get(seat, ()) for seat in range(players)),
            "center": self.center,
            "draw": tuple(card for card in self.game.cards(start) if card not in placed),
        }
        return replace(start, phase="turn", **{name: value for name, value in said.items() if hasattr(start, name)})

    def tell(self, event: Any) -> None:
        before = self.state_before(event)
        if not self.play(before, event):
            return
        after, names = self.state, list(map(seat_name, range(len(self.state.hands))))
        self.rules += self.game.cites(before, event, after)
        self.facts |= {"legal": True, "hand_over": after.phase in ("deal", "over"), "game_over": after.phase == "over"}
        self.facts |= {"winner": [names[seat] for seat in after.winners]}
        self.facts |= {f"{names[seat]} score": points for seat, points in enumerate(after.scores)}
        self.facts |= {f"{names[seat]} cards": len(hand) for seat, hand in enumerate(after.hands)}
