"""Who may do what at the table: invitations, sessions, seats.

An invitation is a secret in an address behind `#`, which browsers send nowhere; a page exchanges it once for a session, which is
a cookie: its role, a name by chance, and a proof that it was made here. So nobody fills the memory with sessions, and phones stay
in when the server starts again. Time and chance are passed in.
"""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterable
from hashlib import sha256

from tt_print.errors import InputError
from tt_print.records import dataclass

HOST, PLAYER, GUEST = "host", "player", "guest"
SECRET_BYTES, NAME_BYTES = 16, 9
KEPT_S = 18 * 3600  # one evening, and the morning after
RandomBytes = Callable[[int], bytes]


class NotAdmittedError(InputError):
    """Anyone who asks was not let in."""

    kind = "stranger"


class ForbiddenError(InputError):
    """Anyone who asks may look, but not do this."""

    kind = "denied"


@dataclass(frozen=True, slots=True)
class Keys:
    """The secrets of one evening: `seal` proves sessions, the others are the two invitations. `made_s` is in seconds since 1970."""

    seal: str
    host: str
    guest: str
    made_s: int

    def is_fresh(self, now_s: float) -> bool:
        return self.made_s <= now_s < self.made_s + KEPT_S


@dataclass(frozen=True, slots=True)
class Session:
    """One browser that was let in. `role` is `host` or `guest`; a guest with a seat is a player."""

    role: str
    name: str


@dataclass(frozen=True, slots=True)
class Seat:
    """Whose a seat is: the name of a session. `may_write`: whether that phone enters hands."""

    session: str
    may_write: bool = False


def _word(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def fresh_keys(random_bytes: RandomBytes, now_s: float) -> Keys:
    seal, host, guest = (_word(random_bytes(SECRET_BYTES)) for _ in range(3))
    return Keys(seal, host, guest, int(now_s))


class Access:
    """The door of one table. `seats` are by the names of the players."""

    def __init__(self, keys: Keys, random_bytes: RandomBytes, seats: dict[str, Seat] | None = None) -> None:
        self.keys = keys
        self.seats = dict(seats or {})
        self._random_bytes = random_bytes

    def enter(self, invitation: str) -> str:
        """The cookie of a new session. Raises NotAdmittedError for an invitation that is none of this evening."""
        role = ""
        for name, secret in ((HOST, self.keys.host), (GUEST, self.keys.guest)):
            if hmac.compare_digest(invitation.encode(), secret.encode()):
                role = name
        if not role:
            raise NotAdmittedError("this invitation is not of tonight. Scan the code on the host's screen again.")
        name = _word(self._random_bytes(NAME_BYTES))
        return f"{role}.{name}.{self._proof(role, name)}"

    def session(self, cookie: str) -> Session | None:
        """The session of a cookie; None for one that was not made here."""
        role, _, rest = cookie.partition(".")
        name, _, proof = rest.partition(".")
        known = role in (HOST, GUEST) and hmac.compare_digest(proof.encode(), self._proof(role, name).encode())
        return Session(role, name) if known else None

    def _proof(self, role: str, name: str) -> str:
        return _word(hmac.digest(self.keys.seal.encode(), f"{role}.{name}".encode(), sha256))

    # ---------------------------------------------------------------- seats

    def seat_of(self, session: Session) -> str:
        """The player whose seat this session has; "" for none."""
        return next((name for name, seat in self.seats.items() if seat.session == session.name), "")

    def role(self, session: Session) -> str:
        return PLAYER if session.role == GUEST and self.seat_of(session) else session.role

    def may_write(self, session: Session) -> bool:
        seat = self.seats.get(self.seat_of(session))
        return session.role == HOST or (seat is not None and seat.may_write)

    def sit(self, session: Session, name: str, players: Iterable[str]) -> None:
        """Takes a seat, and leaves the one that this session had. Raises ForbiddenError for another's."""
        if name not in players:
            raise ForbiddenError(f"nobody called {name!r} plays tonight.")
        taken = self.seats.get(name)
        if taken is not None and taken.session != session.name:
            raise ForbiddenError(f"{name}'s seat is taken by another phone. The host can free it.")
        if taken is None:
            self.leave(session)
            self.seats[name] = Seat(session.name)

    def leave(self, session: Session) -> None:
        if name := self.seat_of(session):
            del self.seats[name]

    def free(self, session: Session, name: str) -> None:
        """Anyone who has this seat has it no more. Raises ForbiddenError for everybody but the host."""
        self.check_host(session)
        self.seats.pop(name, None)

    def allow(self, session: Session, name: str, may_write: bool) -> None:
        """Gives or takes the right to enter hands. Raises ForbiddenError for everybody but the host, and for an empty seat."""
        self.check_host(session)
        if name not in self.seats:
            raise ForbiddenError(f"no phone has {name}'s seat yet.")
        self.seats[name] = Seat(self.seats[name].session, may_write)

    def check_host(self, session: Session) -> None:
        if session.role != HOST:
            raise ForbiddenError("only the host can do that.")

    def check_writer(self, session: Session) -> None:
        if not self.may_write(session):
            sat = "Ask the host to let you enter hands." if self.seat_of(session) else "Take your seat first."
            raise ForbiddenError(f"this phone only reads along. {sat}")


class RateLimit:
    """So many requests a second from one client, after a first burst; it remembers the `most` clients that asked last."""

    def __init__(self, rate: float, burst: int, most: int = 512) -> None:
        self._rate, self._burst, self._most = rate, burst, most
        self._left: dict[str, tuple[float, float]] = {}

    def _now(self, client: str, now_s: float) -> float:
        left, then = self._left.get(client, (float(self._burst), now_s))
        return min(float(self._burst), left + max(0.0, now_s - then) * self._rate)

    def would_allow(self, client: str, now_s: float) -> bool:
        """As `allows`, without counting."""
        return self._now(client, now_s) >= 1

    def allows(self, client: str, now_s: float) -> bool:
        """Counts a request, and says whether it may go on."""
        left = self._now(client, now_s)
        self._left.pop(client, None)
        allowed = left >= 1
        self._left[client] = (left - 1 if allowed else left, now_s)
        if len(self._left) > self._most:
            del self._left[next(iter(self._left))]
        return allowed
