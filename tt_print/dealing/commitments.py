"""Commitments that wait for their table cards: one file each in the user's data folder, readable by the user only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from tt_print.dealing.receipt import ID_LENGTH, MAX_BYTES, Commitment, file_text, parse_receipt
from tt_print.deck import AnyCard
from tt_print.disk import write_atomic
from tt_print.errors import InputError, MachineError
from tt_print.input_files import read_text
from tt_print.problems import Problem
from tt_print.records import dataclass


@dataclass(frozen=True, slots=True)
class PendingCommitment:
    """A commitment in the data folder, and the cards drawn so far: one for each player once the deal was made."""

    commitment: Commitment
    table_cards: tuple[AnyCard, ...] = ()

    @property
    def is_drawn(self) -> bool:
        return len(self.table_cards) == len(self.commitment.players)

    def with_cards(self, cards: Sequence[AnyCard]) -> PendingCommitment:
        """Raises InputError where the deal was made with other cards: one commitment, one deal."""
        if self.is_drawn and tuple(cards) != self.table_cards:
            used = ",".join(card.safe_code for card in self.table_cards)
            raise Problem("deal.used", "commit", id=self.commitment.id, cards=used)
        return replace(self, table_cards=tuple(cards))


def commitment_text(pending: PendingCommitment) -> str:
    """As a receipt without the code of its deal."""
    return file_text(pending.commitment, pending.table_cards, "")


def read_pending(text: str, file: str) -> PendingCommitment:
    """Undoes `commitment_text`. Raises InputError for a damaged file."""
    receipt = parse_receipt(text, file)
    if receipt.stated != receipt.commitment.hash:
        raise InputError(f"{file}: this commitment is damaged: it is not the hash of its settings and secret.")
    return PendingCommitment(receipt.commitment, receipt.table_cards)


def find_id(wanted: str, known: Sequence[str], describe: Callable[[str], str] = str) -> str:
    """The one id that begins with `wanted`; the only one there is where nothing is wanted. Raises InputError."""
    plain = _plain_id(wanted)
    found = [name for name in known if name.startswith(plain)] if plain else list(known)
    if len(found) == 1:
        return found[0]
    if found:
        raise Problem("deal.which_commitment", "committed", id=found[0], known=", ".join(map(describe, known)))
    if not plain:
        raise Problem("deal.nothing_waits", "commit")
    code = "unknown_commitment" if known else "no_commitment"
    raise Problem(f"deal.{code}", "commit", value=wanted, known=", ".join(map(describe, known)))


def _plain_id(wanted: str) -> str:
    return "".join(c for c in wanted.lower() if c not in " -")[:ID_LENGTH]


def save_commitment(folder: Path, pending: PendingCommitment) -> Path:
    """Writes a commitment, whole or not at all. Raises MachineError when the machine refuses."""
    path = folder / "commitments" / f"{pending.commitment.id}.json"
    try:
        write_atomic(path, commitment_text(pending).encode(), mode=0o600)
    except OSError as error:
        why = error.strerror or error
        raise MachineError(
            f"cannot keep the commitment in {path.parent} ({why}). Name another folder in the variable TT_PRINT_DATA."
        ) from error
    return path


def find_commitment(folder: Path, wanted: str) -> PendingCommitment:
    """The commitment whose id begins with `wanted`; without it the one that waits for its cards,
    or the only one there is.

    Raises InputError where that is none or several, or where its file is damaged.
    """
    paths = sorted((folder / "commitments").glob("*.json"))
    named = [path for path in paths if wanted and path.stem.startswith(_plain_id(wanted))]
    if len(named) == 1:  # whatever lies beside it, damaged or of another version
        return _read(named[0])
    kept = {path.stem: _read(path) for path in paths}
    fresh = [name for name, pending in kept.items() if not pending.is_drawn]
    names = list(kept) if wanted or not fresh else fresh
    return kept[find_id(wanted, names, lambda name: _commitment_line(kept[name].commitment))]


def _read(path: Path) -> PendingCommitment:
    try:
        return read_pending(read_text(path, MAX_BYTES), str(path))
    except InputError as error:
        raise InputError(f"{error} If you do not need this file, move it away.") from error


def _commitment_line(commitment: Commitment) -> str:
    return f"{commitment.id} ({commitment.game}: {', '.join(commitment.players)})"
