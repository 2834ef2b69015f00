"""A record of play, replayed line by line."""

from tt_print.engine.base import InvariantError
from tt_print.engine.notation import unfold
from tt_print.engine.play import parse_record, show_record


def replay(text, find):
    """Plays a record again and compares every line. Raises InvariantError at the first that differs."""
    record = parse_record(text, find)
    for (number, wanted), (_, got) in zip(unfold(text), unfold(show_record(record)), strict=False):
        if wanted != got:
            raise InvariantError(f"line {number}: expected {wanted!r}, got {got!r}")
    if len(unfold(text)) != len(unfold(show_record(record))):
        raise InvariantError("the record stops early or goes on after the end")
    return record
