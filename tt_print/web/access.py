"""Who may do what at the table: invitations, sessions, and the file that keeps their secret.

An invitation is a secret in an address behind `#`, which browsers send nowhere; a page exchanges it once for a session, which is
a cookie: its role, a name by chance, and a proof that it was made here. So nobody fills the memory with sessions, and phones stay
in when the server starts again. Time and chance are passed in.
"""

from __future__ import annotations

import hmac
import json
from base64 import urlsafe_b64encode
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path

from tt_print.errors import InputError, TTPrintError
from tt_print.files.data import read_json
from tt_print.files.disk import hold, write_atomic
from tt_print.records import dataclass

HOST, WRITER, GUEST = "host", "writer", "guest"
ROLES = (HOST, WRITER, GUEST)  # whoever may do more comes first
SECRET_BYTES, NAME_BYTES = 16, 9
INVITATION_LETTERS = 22  # 132 bits, which nobody guesses
KEPT_S = 18 * 3600  # one evening, and the morning after
CODE_LETTERS, CODE_LENGTH = "BCDFGHJKLMNPQRSTVWXZ", 4  # 160,000 codes; without vowels none is a word
MAX_WRONG, MAX_WRONG_IN_ALL = 5, 50  # codes of one phone, and of all until the host shows another one
MAX_BYTES, ENDING = 64_000, ".table.json"
RandomBytes = Callable[[int], bytes]


class NotAdmittedError(InputError):
    """Anyone who asks was not let in."""

    kind = "stranger"


class ForbiddenError(InputError):
    """Anyone who asks may look, but not do this."""

    kind = "denied"


@dataclass(frozen=True, slots=True)
class Keys:
    """The secret of one evening, from which its three invitations follow. `made_s` is in seconds since 1970."""

    secret: str
    made_s: int

    def is_fresh(self, now_s: float) -> bool:
        return self.made_s <= now_s < self.made_s + KEPT_S

    def invitation(self, role: str) -> str:
        return self.proof(f"invitation {role}")[:INVITATION_LETTERS]

    @property
    def host(self) -> str:
        return self.invitation(HOST)

    def proof(self, text: str) -> str:
        """What only those who know the secret can write beside a text."""
        return _word(hmac.digest(self.secret.encode(), text.encode(), sha256))


@dataclass(frozen=True, slots=True)
class Session:
    """One browser that was let in, with its role of `ROLES`."""

    role: str
    name: str


def _word(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def fresh_keys(random_bytes: RandomBytes, now_s: float) -> Keys:
    return Keys(_word(random_bytes(SECRET_BYTES)), int(now_s))


class Access:
    """The door of one table. With `host_only` nobody else enters hands."""

    def __init__(self, keys: Keys, random_bytes: RandomBytes, host_only: bool = False) -> None:
        self.keys, self.host_only = keys, host_only
        self.code = ""  # instead of the invitation to enter hands, as long as the host shows it; "" for none
        self.has_code_ended = False  # after too many wrong ones, until the host shows another one
        self._wrong: Counter[str] = Counter()  # codes by the phone that sent them
        self._random_bytes = random_bytes

    def enter(self, invitation: str, cookie: str = "") -> str:
        """The cookie of a session; a browser that has one keeps its name, and the role that may do more.

        Raises NotAdmittedError for an invitation that is none of this evening.
        """
        given = invitation.encode(errors="replace")
        found = [role for role in ROLES if hmac.compare_digest(given, self.keys.invitation(role).encode())]
        if not found:
            raise NotAdmittedError("this invitation is not of tonight. Scan the code on the host's screen again.")
        return self._admit(found[0], cookie)

    def enter_by_code(self, code: str, phone: str, cookie: str = "") -> str:
        """As `enter`, with the four letters on the host's screen, in any case; `phone` is the address that they came from.

        Raises NotAdmittedError for another code, for any after five wrong ones of this phone, and while the host shows none.
        """
        if not self.code:
            raise NotAdmittedError("the host shows no code now. Ask the host to open the page for phones.")
        if self._wrong[phone] >= MAX_WRONG:
            raise NotAdmittedError("this phone has tried too many codes. Scan the code on the host's screen.")
        if hmac.compare_digest(code.strip().upper().encode(errors="replace"), self.code.encode()):
            self._wrong.pop(phone, None)
            return self._admit(WRITER, cookie)
        self._wrong[phone] += 1
        if self._wrong.total() >= MAX_WRONG_IN_ALL:
            self.code, self.has_code_ended = "", True
        raise NotAdmittedError("this is not the code on the host's screen. Type its four letters again.")

    def show_code(self) -> None:
        """Another code, with all tries."""
        at_random = (byte for byte in iter(lambda: self._random_bytes(1)[0], -1) if byte < 12 * len(CODE_LETTERS))
        self.code = "".join(CODE_LETTERS[next(at_random) % len(CODE_LETTERS)] for _ in range(CODE_LENGTH))
        self._wrong.clear()
        self.has_code_ended = False

    def _admit(self, role: str, cookie: str) -> str:
        known = self.session(cookie)
        role = min([role] + ([known.role] if known else []), key=ROLES.index)
        name = known.name if known else _word(self._random_bytes(NAME_BYTES))
        return f"{role}.{name}.{self.keys.proof(f'{role}.{name}')}"

    def session(self, cookie: str) -> Session | None:
        """The session of a cookie; None for one that was not made here."""
        role, _, rest = cookie.partition(".")
        name, _, proof = rest.partition(".")
        known = role in ROLES and hmac.compare_digest(proof.encode(), self.keys.proof(f"{role}.{name}").encode())
        return Session(role, name) if known else None

    def may_write(self, session: Session) -> bool:
        return session.role == HOST or (session.role == WRITER and not self.host_only)

    def check_host(self, session: Session) -> None:
        if session.role != HOST:
            raise ForbiddenError("only the host can do that.")

    def check_writer(self, session: Session) -> None:
        if not self.may_write(session):
            off = "the host has turned off entries from other phones."
            raise ForbiddenError(off if session.role == WRITER else "this phone only looks on.")


# ---------------------------------------------------------------- the evening, while the table is closed


@dataclass(frozen=True, slots=True)
class Evening:
    """What a table remembers while it is closed, in one small file beside the nights that only its owner can read.

    So a table that is opened again in the same evening is the same one, and every phone reconnects automatically.
    """

    keys: Keys
    port: int
    host_only: bool = False


def evening_path(book: Path) -> Path:
    """Beside the file itself, whatever link leads to it."""
    book = book.resolve()
    return book.with_name(book.name + ENDING)


def read_evening(path: Path, now_s: float) -> Evening | None:
    """The evening that goes on; None where there is none, it is over, or the file cannot be used."""
    try:
        found = read_json(path, MAX_BYTES).read(Evening)
    except (TTPrintError, OSError):
        return None
    return found if found.keys.is_fresh(now_s) else None


def keep_evening(path: Path, evening: Evening) -> None:
    """Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomic(path, json.dumps(asdict(evening), ensure_ascii=False).encode(), mode=0o600)


def hold_table(book: Path) -> AbstractContextManager[bool]:
    """Whether this process alone has a table open on the file, for as long as it does. A table that is stopped is open."""
    return hold(evening_path(book).with_suffix(".lock"))
