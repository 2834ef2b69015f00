"""A hand dealt here, of which each phone sees its own cards only. It exists only in this memory, in no file and no message, and has no code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tt_print.core import Core
from tt_print.errors import InputError
from tt_print.games import find_game
from tt_print.records import dataclass, replace
from tt_print.table.access import ForbiddenError, Seat, Session

Cards = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DealtHands:
    """`rounds` are the hands by name, of each deal of the hand in turn; `public` is what everyone sees. `turn` counts the deals so far."""

    night: int
    hand: int
    public: Mapping[str, Any]
    rounds: tuple[Mapping[str, Cards], ...]
    turn: int = 0

    def as_json(self) -> dict[str, Any]:
        """What everybody may know."""
        now = self.rounds[self.turn]
        sizes = {name: len(cards) for name, cards in now.items()}
        return {**self.public, "hand": self.hand, "deal": self.turn + 1, "deals": len(self.rounds), "sizes": sizes}

    def fits(self, score: Mapping[str, Any] | None) -> bool:
        """Whether this hand is still being played."""
        return (
            score is not None and (score["night"], score["next_hand"]) == (self.night, self.hand) and not score["over"]
        )


def deal_hands(core: Core, score: Mapping[str, Any]) -> DealtHands:
    """Deals the next hand of a night, given its state. Raises InputError where there is none to deal, or nobody looks at their cards."""
    answer = core.ask(deal_request(score) | {"ask": "deal", "reveal": True}).data
    if not answer["ok"]:
        raise InputError(answer["error"]["text"])
    return hands_of(answer["value"], score["night"], score["next_hand"])


def deal_request(score: Mapping[str, Any]) -> dict[str, Any]:
    """The next hand in the words of the core's `deal` and `deal.commit`. Raises InputError, as `deal_hands`."""
    if score["over"]:
        raise InputError("the game is over. Begin another one.")
    game = find_game(score["game"])
    if game.table.hides_hands:
        raise InputError(f"in {game.title} nobody looks at their own cards. Deal them from the deck.")
    names = score["players"] if score["series"] else score["playing"]
    dealer = score["dealer"] if score["dealer"] in names else names[0]
    return {"game": game.name, "players": names, "dealer": dealer, "house": score["house"]}


def hands_of(dealt: Mapping[str, Any], night: int, hand: int) -> DealtHands:
    """The core's answer, with all cards, as the user's hands."""
    game = find_game(dealt["game"])
    public = {
        "title": dealt["title"], "rows": dealt["rows"], "dealer": dealt["dealer"], "starter": dealt["starter"], "up": dealt.get("up") or {},
        "center": dealt["center"] if game.table.center_face_up else [], "table": dealt["table"], "pointers": dealt["pointers"],
    }  # fmt: skip
    rounds = dealt.get("deals") or [dealt["hands"]]
    return DealtHands(night, hand, public,
                      tuple({name: tuple(cards) for name, cards in each.items()} for each in rounds))  # fmt: skip


class Hands:
    """What is dealt now, and whose hand each session has looked at: who changes seats does not see a second one.

    `late` are the seats whose hand was looked at on a phone that took the seat after the deal; everyone sees this.
    """

    def __init__(self) -> None:
        self.dealt: DealtHands | None = None
        self.late: tuple[str, ...] = ()
        self._looked: dict[str, str] = {}
        self._sessions: dict[str, str] = {}

    def put(self, dealt: DealtHands, seats: Mapping[str, Seat]) -> None:
        self.drop()
        self.dealt = dealt
        self._sessions = {name: seat.session for name, seat in seats.items()}

    def drop(self) -> None:
        self.dealt, self.late = None, ()
        self._looked.clear()
        self._sessions.clear()

    def rename(self, old: str, new: str) -> None:
        """A player's hand goes along with their new name, as does what their phone has looked at."""
        if self.dealt is not None:
            rounds = tuple(
                {_renamed(name, old, new): cards for name, cards in each.items()} for each in self.dealt.rounds
            )
            self.dealt = replace(self.dealt, rounds=rounds, public=_renamed(self.dealt.public, old, new))
        self._looked = {session: _renamed(seat, old, new) for session, seat in self._looked.items()}
        self._sessions = {_renamed(seat, old, new): session for seat, session in self._sessions.items()}
        self.late = tuple(_renamed(self.late, old, new))

    def of(self, session: Session, seat: str) -> Cards:
        """The cards of a seat. Raises ForbiddenError for anyone who has none, or has seen another's."""
        if self.dealt is None:
            raise ForbiddenError("no hand is dealt here.")
        cards = self.dealt.rounds[self.dealt.turn].get(seat)
        if cards is None:
            raise ForbiddenError("take your seat first: a hand is shown to its player alone.")
        if self._looked.setdefault(session.name, seat) != seat:
            raise ForbiddenError(
                f"this phone has seen the hand of {self._looked[session.name]}. It sees another one with the next deal."
            )
        if self._sessions.get(seat) != session.name:
            self._sessions[seat] = session.name
            self.late = tuple(dict.fromkeys([*self.late, seat]))
        return cards


def _renamed(value: Any, old: str, new: str) -> Any:
    """Plain data in which a player is renamed."""
    if isinstance(value, str):
        return new if value == old else value
    if isinstance(value, Mapping):
        return {_renamed(key, old, new): _renamed(inner, old, new) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_renamed(inner, old, new) for inner in value]
    return value
