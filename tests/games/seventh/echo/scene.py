"""Echo, the table of its examples: `on RC1; Ann holds RH2 YT3; Bo holds GH1; Ann lays RH2 -> legal`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from echo.rules import BOX, Lay, State, judge_lay, start

from tt_print.deck import Card
from tt_print.engine.base import Game
from tt_print.engine.house import House
from tt_print.engine.notation import seat_name
from tt_print.engine.scenes import Scene
from tt_print.errors import NotationError


class Table(Scene):
    """Cards that no phrase places wait in the draw pile."""

    PHRASES: ClassVar[dict[str, str]] = {
        "on {center:Card}": "set_center",
        "{seat:Seat} holds {cards:Cards}": "give",
        "{seat:Seat} has {points:int} points": "credit",
        "lay {card:Card}": "ask_lay",
    }

    def __init__(self, game: Game, house: House) -> None:
        super().__init__(game, house)
        self.center: Card | None = None
        self.hands: dict[int, tuple[Card, ...]] = {}
        self.points: dict[int, int] = {}

    def set_center(self, center: Card) -> None:
        self.center = center

    def give(self, seat: int, cards: tuple[Card, ...]) -> None:
        self.hands[seat] = cards

    def credit(self, seat: int, points: int) -> None:
        self.points[seat] = points

    def top(self) -> Card:
        if self.center is None:
            raise NotationError("say which card lies in the center: on RC1.")
        return self.center

    def set_up(self) -> State:
        """The first player of the example is to play; the last one dealt."""
        players = max([1, *self.hands, *self.points]) + 1
        placed = {self.top(), *(card for hand in self.hands.values() for card in hand)}
        return replace(
            start(players, self.house, players - 1),
            phase="turn",
            turn=0,
            scores=tuple(self.points.get(seat, 0) for seat in range(players)),
            hands=tuple(self.hands.get(seat, ()) for seat in range(players)),
            center=(self.top(),),
            draw=tuple(card for card in BOX if card not in placed),
        )

    def tell(self, event: Any) -> None:
        before = self.state or self.set_up()
        if not self.play(before, event):
            return
        after: State = self.state
        ended = after.phase != "turn"
        self.rules += ["1" if isinstance(event, Lay) else "2", *(["3", "4"] if ended else [])]
        self.facts |= {"legal": True, "hand_over": ended, "game_over": after.phase == "over"}
        self.facts |= {"winner": [seat_name(seat) for seat in after.winners]}
        self.facts |= {f"{seat_name(seat)} score": points for seat, points in enumerate(after.scores)}
        self.facts |= {f"{seat_name(seat)} cards": len(hand) for seat, hand in enumerate(after.hands)}

    def ask_lay(self, card: Card) -> None:
        self.record_verdict(judge_lay(card, self.top(), self.house))
