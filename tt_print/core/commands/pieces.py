"""Cards, chits, and pointers that somebody wants to print again."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from tt_print.errors import NotationError
from tt_print.problems import Problem

if TYPE_CHECKING:
    from tt_print.deck import AnyCard


def read_pieces(text: str) -> tuple[AnyCard | str, ...]:
    """Cards, chits, and pointers with commas between them; `red heart 3` needs none. Raises Problem or NotationError."""
    from tt_print.deck import parse_card
    from tt_print.sheets.deck import PIECES

    if not text.strip():
        raise Problem("no_cards")
    if all(words := text.split(",")):
        with suppress(NotationError):
            return (parse_card(" ".join(words)),)
    cards: list[AnyCard | str] = []
    for part in text.split(","):
        piece = "-".join(sorted(part.lower().replace("-", " ").split()))  # "color chit" and "chit-color" are one
        if piece in (*PIECES, "pointer"):
            cards.append("pointers" if piece == "pointer" else piece)
            continue
        if piece in ("chit", "chits"):
            raise Problem("which_chit", value=part.strip(), choices=[*PIECES[:-1]])
        if not part.strip():
            raise Problem("stray_comma", value=text)
        try:
            cards.append(parse_card(part.strip()))
        except NotationError:
            with suppress(NotationError):
                if len(codes := [parse_card(word).safe_code for word in part.split()]) > 1:
                    raise Problem("commas", value=part.strip(), cards=",".join(codes)) from None
            raise
    return tuple(cards)
