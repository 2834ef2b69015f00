"""A deal that is promised first: every phone sees the promise, each seat draws a card on its own phone, and both together make the deal.

The promise, the deal and its receipt are those of `deal --commit`. A draw gives nobody a card; it only mixes the deck. Each seat draws from a pile of its
own, a share of the 125 cards, so that no two draw the same one and nobody has to be told what others drew. Nobody sees a draw before all have
drawn, but that of whose computer this is: it comes first, and everybody sees it, so that this computer cannot fit it to the others'.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tt_print.core import Core
from tt_print.deck import FULL
from tt_print.errors import InputError
from tt_print.games import find_game
from tt_print.records import dataclass, replace
from tt_print.table.access import HOST, ForbiddenError, Session
from tt_print.table.hands import DealtHands, deal_request, hands_of

MOST_RECEIPTS = 60


@dataclass(frozen=True, slots=True)
class Promise:
    """`modules` and `pending` are as `deal.commit` gave them: the QR code, and the secret. `drawers` are the players as they are under the promise, `owner` whose computer this is,
    "" for nobody's. `drawn` are the cards by name, `by_host` those drawn for a seat, `sessions` who drew for which seat."""

    night: int
    hand: int
    title: str
    id: str
    digits: str
    modules: Sequence[Sequence[int]]
    pending: str
    players: tuple[str, ...]
    drawers: tuple[str, ...]
    owner: str
    drawn: Mapping[str, str]
    sessions: Mapping[str, str]
    by_host: tuple[str, ...] = ()
    from_guests: bool = False

    @property
    def is_drawn(self) -> bool:
        return len(self.drawn) == len(self.drawers)

    @property
    def cards(self) -> list[str]:
        """In the order of `drawers`, once all have drawn."""
        return [self.drawn[name] for name in self.drawers]

    def fits(self, score: Mapping[str, Any] | None) -> bool:
        """Whether the promised hand is still the next one, with the same players."""
        return (
            score is not None
            and (score["night"], score["next_hand"], players_of(score)) == (self.night, self.hand, self.players)
            and not score["over"]
        )

    def pile(self, name: str) -> tuple[str, ...]:
        """What this seat draws from."""
        return tuple(str(card) for card in FULL[self.drawers.index(name) :: len(self.drawers)])

    def as_json(self) -> dict[str, Any]:
        """What everybody may know."""
        shown = self.drawers if self.is_drawn else (self.owner, *self.by_host)
        return {
            "hand": self.hand, "title": self.title, "id": self.id, "digits": self.digits, "modules": self.modules, "owner": self.owner,
            "drawers": self.drawers, "drawn": [name for name in self.drawers if name in self.drawn], "by_host": self.by_host,
            "cards": {name: self.drawn[name] for name in self.drawers if name in self.drawn and name in shown},
        }  # fmt: skip

    # ---------------------------------------------------------------- draws

    def draw(self, session: Session, name: str, card: object, promise: object) -> Promise:
        """A seat draws `card` from its pile, on a phone that has seen `promise`. Raises ForbiddenError."""
        if promise != self.digits:
            raise ForbiddenError("another deal is promised now. Look at the promise again.")
        if name not in self.drawers:
            raise ForbiddenError("take your seat first: each player draws one card.")
        if self.sessions.get(session.name, name) != name:
            raise ForbiddenError(f"this phone has drawn for {self.sessions[session.name]} already.")
        if card not in self.pile(name):
            raise InputError("that is no card of this seat's pile.")
        drawn = self._with(name, str(card))
        is_guest = self.from_guests or session.role != HOST
        return replace(drawn, sessions={**self.sessions, session.name: name}, from_guests=is_guest)

    def draw_for(self, name: str) -> Promise:
        """The first card of the pile, so that nobody has a choice. Raises ForbiddenError where all cards would be known to this computer."""
        if name not in self.drawers:
            raise ForbiddenError(f"nobody called {name!r} draws for this deal.")
        if not self.from_guests and len(self.drawn) + 1 == len(self.drawers):
            raise ForbiddenError(
                "at least one player has to draw on a phone: otherwise this computer could know the deal that it promises."
            )
        return replace(self._with(name, self.pile(name)[0]), by_host=(*self.by_host, name))

    def _with(self, name: str, card: str) -> Promise:
        if name in self.drawn:
            raise ForbiddenError(f"{name}'s card is drawn already.")
        if self.owner and self.owner not in self.drawn and name != self.owner:
            raise ForbiddenError(f"{self.owner}, whose computer this is, draws first, and everybody sees that card.")
        return replace(self, drawn={**self.drawn, name: card})


def players_of(score: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(deal_request(score)["players"])


def make_promise(core: Core, score: Mapping[str, Any], owner: str) -> Promise:
    """Promises the next hand of a night. Raises InputError where there is none to deal, or nobody looks at their cards."""
    asked = deal_request(score)
    answer = _value(core, asked | {"ask": "deal.commit", "owner": owner if owner in asked["players"] else "none"})
    return Promise(
        score["night"], score["next_hand"], find_game(asked["game"]).title, answer["id"], " ".join(answer["digits"]), answer["modules"],
        answer["pending"], tuple(asked["players"]), tuple(answer["draws"]), answer["settings"]["owner"] or "", {}, {},
    )  # fmt: skip


def keep_promise(core: Core, promise: Promise) -> tuple[Promise, DealtHands]:
    """The hands, once all have drawn; and the promise with its cards."""
    made = _value(core, {"ask": "deal.draw", "pending": promise.pending, "cards": promise.cards, "reveal": True})
    return replace(promise, pending=made["pending"]), hands_of(made["deal"], promise.night, promise.hand)


def write_receipt(core: Core, promise: Promise) -> str:
    """It shows the secret, and so every card of the hand."""
    return str(_value(core, {"ask": "deal.receipt", "pending": promise.pending})["text"])


def _value(core: Core, request: Mapping[str, Any]) -> Any:
    answer = core.ask(request).data
    if not answer["ok"]:
        raise InputError(answer["error"]["text"])
    return answer["value"]


class Fair:
    """The promise that is, and those that were kept. `taken_back` says which promise came to nothing, and why."""

    def __init__(self) -> None:
        self.promise: Promise | None = None
        self.taken_back = ""
        self._over: dict[str, Promise] = {}

    def follow(self, score: Mapping[str, Any] | None, is_dealt: bool) -> None:
        """What has become of the promise, given the score and whether its hand is in the phones."""
        promise = self.promise
        if promise is None or is_dealt:
            return
        if promise.is_drawn:
            self._over = dict([*self._over.items(), (promise.id, promise)][-MOST_RECEIPTS:])
            self.promise = None
        elif not promise.fits(score):
            self.take_back("The game has gone on")

    def put(self, promise: Promise) -> None:
        self.promise, self.taken_back = promise, ""

    def take_back(self, why: str) -> None:
        if self.promise is not None:
            drawn = f"{len(self.promise.drawn)} of {len(self.promise.drawers)} had drawn"
            self.taken_back = f"{why}: the promise {self.promise.id} of hand {self.promise.hand} is taken back. {drawn}; no card was dealt by it."
        self.promise = None

    def standing(self) -> Promise:
        """The promise for which cards are drawn now. Raises ForbiddenError where there is none."""
        if self.promise is None or self.promise.is_drawn:
            raise ForbiddenError("no promised deal waits for cards.")
        return self.promise

    def kept(self, id: object) -> Promise:
        """A promise whose hand is over. Raises ForbiddenError for every other."""
        if not isinstance(id, str) or id not in self._over:
            raise ForbiddenError("a receipt is shown when its hand is over.")
        return self._over[id]

    def as_json(self) -> dict[str, Any]:
        """What everybody may know."""
        receipts = [{"id": each.id, "hand": each.hand, "title": each.title} for each in self._over.values()]
        return {
            "promise": self.promise.as_json() if self.promise is not None else None,
            "taken_back": self.taken_back,
            "receipts": receipts,
        }
