"""Cards, chits and pointers that somebody wants to print again."""

from __future__ import annotations

from contextlib import suppress

from tt_print.deck import AnyCard, parse_card
from tt_print.errors import InputError, NotationError, join_words
from tt_print.sheets.deck import PIECES


def read_only(only: str) -> tuple[AnyCard | str, ...]:
    """The cards, chits and pointers of --only, which a person may list with blanks or one comma too many."""
    if not only.strip():
        raise InputError("--only names no card. Give codes such as RH3,KBQ, or leave out --only.")
    if all(words := only.split(",")):
        with suppress(NotationError):
            return (parse_card(" ".join(words)),)  # red heart 3, without quotes
    cards: list[AnyCard | str] = []
    for part in only.split(","):
        piece = "-".join(sorted(part.lower().replace("-", " ").split()))  # "color chit" and "chit-color" are one
        if piece in (*PIECES, "pointer"):
            cards.append("pointers" if piece == "pointer" else piece)
            continue
        if piece in ("chit", "chits"):
            raise InputError(f"--only {part.strip()!r}: which chit? {join_words(PIECES[:-1], 'or')}.")
        if not part.strip():
            raise InputError(f"--only {only!r}: a comma has no card beside it. Leave out the comma, or name the card.")
        try:
            cards.append(parse_card(part.strip()))
        except NotationError:
            try:
                codes = [parse_card(word).safe_code for word in part.split()]
            except NotationError:
                codes = []
            if len(codes) < 2:
                raise
            raise InputError(f"{part.strip()!r}: cards need a comma between them: --only {','.join(codes)}") from None
    return tuple(cards)
