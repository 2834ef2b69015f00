"""What one seat may know of a state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tt_print.deck import AnyCard
from tt_print.engine.notation import Seat, seat_name

Cards = tuple[AnyCard, ...]


class View(Mapping[str, Any]):
    """A state as one player sees it: its fields under their own names, hidden cards as their number, None where even
    that is hidden.

    Of `hands` only the seat's own one is face up, where the game lets players look at their cards. Compared by what is seen,
    never changed; `view.draw` and `view["draw"]` are the same.
    """

    __slots__ = ("game", "seat", "_fields")

    def __init__(self, game: str, seat: Seat, seen: Mapping[str, Any]) -> None:
        object.__setattr__(self, "game", game)
        object.__setattr__(self, "seat", seat)
        object.__setattr__(self, "_fields", dict(seen))

    game: str
    seat: Seat
    _fields: dict[str, Any]

    def __getitem__(self, name: str) -> Any:
        return self._fields[name]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self._fields:
            raise AttributeError(f"a view of {self.game} has no {name!r}. There are {', '.join(self._fields)}.")
        return self._fields[name]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a view cannot be changed")

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return (self.game, self.seat, self._fields) == (other.game, other.seat, other._fields)

    def __hash__(self) -> int:
        return hash((self.game, self.seat, str(self._fields)))

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={_show(value)}" for name, value in self._fields.items())
        return f"View({self.game}, {seat_name(self.seat)}: {shown})"


def own_hand_only(hands: Sequence[Cards], seat: Seat) -> tuple[Cards | int, ...]:
    """The hand of `seat`; of the others how many cards they hold."""
    return tuple(hand if other == seat else len(hand) for other, hand in enumerate(hands))


def hidden_of(state: Any, seat: Seat) -> dict[str, Any]:
    """What a player sees of what does not lie open: the hand at `seat`, and how many cards there are elsewhere."""
    draw = {"draw": len(state.draw)} if hasattr(state, "draw") else {}
    return {"hands": own_hand_only(state.hands, seat), **draw}


def _show(value: Any) -> str:
    if isinstance(value, tuple):
        return f"({' '.join(map(_show, value))})"
    return str(value)
