"""The told table of a game that brings none: whose turn it is, hands, points, the center, and the draw pile; the rest are events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, ClassVar

from tt_print.engine.notation import seat_name
from tt_print.engine.scenes import Run, Scene
from tt_print.engine.told import Picks

if TYPE_CHECKING:
    from tt_print.engine.base import Game

HANDS = (3, 1, 2, 5, 8)  # sizes of a hand that nobody told
CENTER, POINTS = (1, 2, 5), (0, 1, 5)
BEFORE_PLAY = ("deal", "over")  # phases in which no table lies there


class PlainTable(Scene[Any]):
    """A part is there where the game's state has a field of that name."""

    PHRASES: ClassVar[Mapping[str, str]] = {
        "{seat:Seat} dealt": "dealer = seat",
        "{seat:Seat} is next": "turn = seat",
        "{seat:Seat} holds {cards:AnyCards}": "hands[seat] = cards",
        "{seat:Seat} has {count:int} card[s]": "#hands[seat] = count",
        "{seat:Seat} has {points:int} point[s]": "scores[seat] = points",
        "on {cards:AnyCards}": "center = cards",
        "draw pile {cards:AnyCards}": "draw = cards",
    }
    WORDS: ClassVar[Mapping[str, str]] = {"hands": "hand", "#hands": "no_count"}

    def __init__(self, game: Game[Any, Any]) -> None:
        super().__init__(game)
        known = getattr(game.refusal, "phases", ("turn",))
        self.phases = tuple(phase for phase in known if phase not in BEFORE_PLAY) or ("turn",)
        self.PLACES = {event: _places(event) for event in game.events}  # type: ignore[misc]  # each game has its own events

    def position(self, picks: Picks) -> Any:
        seats = range(picks.players)
        state = self.game.start(picks.players, picks.house, picks("dealer", reversed(seats)))
        parts = {
            "phase": picks("phase", self.phases),
            "turn": picks("turn", seats),
            "center": picks.pile("center", CENTER),
            "scores": tuple(picks(f"scores[{seat}]", POINTS) for seat in seats),
            "hands": picks.piles("hands", seats, HANDS),
        }
        parts["draw"] = picks.rest("draw")
        return replace(state, **{name: value for name, value in parts.items() if hasattr(state, name)})

    def facts(self, run: Run[Any]) -> dict[str, Any]:
        state = run.table
        found: dict[str, Any] = {"hand_over": state.phase in BEFORE_PLAY, "game_over": state.phase == "over"}
        found |= {"turn": seat_name(state.turn), "winner": [*map(seat_name, state.winners)]}
        for seat, hand in enumerate(state.hands):
            found |= {f"{seat_name(seat)} cards": len(hand), f"{seat_name(seat)} score": state.scores[seat]}
        return found


def _places(event: type) -> Mapping[str, Any]:
    """A player who plays cards held them."""
    names = {each.name for each in fields(event)}
    return {name: _hand for name in ("card", "cards") if {name, "seat"} <= names}


def _hand(state: Any, event: Any) -> Any:
    return state.hands[event.seat]
