"""`tt-print recount`: which card is lost, from three counts or from a list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tt_print.cli.request_commands import AnswerContext
    from tt_print.deck import AnyCard
    from tt_print.recount.counts import Finding, Listing, Shelf


MAX_LISTED = 8  # cards or pairs to look for, while another sort would say more


def lines(printed: AnswerContext) -> list[str]:
    from tt_print.recount.counts import Finding

    shelf, counts, found = printed.answer.made
    return _fitted(_finding_lines(found, shelf, counts) if isinstance(found, Finding) else _listing_lines(found, shelf))


def _fitted(lines: list[str]) -> list[str]:
    """Lines as wide as the terminal; one with a command stays whole, to be copied."""
    from tt_print.terminal import columns, wrap

    width = columns()
    return [
        part
        for line in lines
        for part in ([line] if "tt-print" in line or len(line) <= width else wrap(line, width, then="  "))
    ]


def _finding_lines(finding: Finding, shelf: Shelf, counts: dict[str, Any]) -> list[str]:
    from tt_print.errors import join_words

    number = finding.lost or finding.extra
    rest = [v for v in ("color", "shape", "number") if v not in counts]
    word = "Missing" if finding.lost else "Too many"
    lines: list[str] = []
    if finding.sets is None:
        lines = [
            f"{number} cards are {'missing' if finding.lost else 'too many'}: too many sets of cards fit these counts. "
            "List what you have instead: tt-print recount --have RC1,RC2,..."
        ]
    elif number and len(finding.sets) == 1:
        names = join_words([card.name for card in finding.sets[0]], "and")
        lines = [f"{word}: {names}." + _reprint(finding.sets[0], finding.lost)]
    elif number and rest and len(finding.sets) > MAX_LISTED:
        sorts = join_words([f"by {variable}" for variable in rest], "and")
        lines = [
            f"{number} card{'s' * (number > 1)} {'missing' if finding.lost else 'too many'}: too many fit to list. "
            f"Sort {sorts} too, and add {join_words([f'--{variable}s' for variable in rest], 'and')}."
        ]
    elif number:
        each = "card" if number == 1 else "pair" if number == 2 else "set"
        lines = [
            f"{number} card{'s' * (number > 1)} {'missing' if finding.lost else 'too many'}; "
            f"{len(finding.sets)} {each}s fit:"
        ]
        lines += [
            f"  {' + '.join(card.safe_code for card in found)}   {join_words([card.name for card in found], 'and')}"
            for found in finding.sets
        ]
        look = finding.look
        if look is not None:
            pile = f"In the {' '.join(look.pile)} pile look" if look.pile else "Look"
            codes = join_words([card.safe_code for card in look.cards], "and")
            there = "is not there" if finding.lost else "is there twice"
            lines.append(f"{pile} for {codes}: the one that {there} decides.")
        if rest:
            lines.append(f"Or sort by {rest[0]} too, and add --{rest[0]}s.")
        if finding.lost:
            example = (look.cards[0] if look else finding.candidates[0]).safe_code
            lines.append(f"Tell what you saw: --have {example} if it is there, --missing {example} if it is not.")
    elif counts:
        size = len(shelf.cards) * shelf.copies
        lines = [f"{'Nothing is missing: all' if not finding.jokers else 'All'} {size} cards are there."]
    return lines + _joker_lines(finding.jokers, shelf)


def _joker_lines(missing: int, shelf: Shelf) -> list[str]:
    """What is wrong with the jokers; `missing` is negative if there are too many."""
    if missing > 0:
        if shelf.jokers == missing:
            return [
                "Missing: both jokers. Reprint them: tt-print deck --only J1,J2"
                if shelf.copies == 1
                else f"Missing: all {shelf.jokers} jokers. "
                f"Reprint them: tt-print deck --only J1,J2 --copies {shelf.copies}"
            ]
        return [
            f"Missing: {missing} joker{'s' * (missing > 1)}. Each has its number (JOKER 1 OF 2): "
            "the one you do not have is tt-print deck --only J1, or J2."
        ]
    if missing < 0:
        return [f"Too many jokers: {-missing} more than {shelf.jokers}. One may be of another deck."]
    return []


def _reprint(cards: Sequence[AnyCard], lost: int) -> str:
    if not lost:
        return (
            " Take it out; it may be of another deck."
            if len(cards) == 1
            else " Take them out; they may be of another deck."
        )
    return f"   Reprint it: {_command(cards)}" if len(cards) == 1 else f"   Reprint them: {_command(cards)}"


def _command(cards: Sequence[AnyCard]) -> str:
    """One print of each; twice the same card needs another copy of it."""
    codes = list(dict.fromkeys(card.safe_code for card in cards))
    maximum = max(list(cards).count(card) for card in cards)
    return f"tt-print deck --only {','.join(codes)}" + (f" --copies {maximum}" if maximum > 1 else "")


def _listing_lines(listing: Listing, shelf: Shelf) -> list[str]:
    from tt_print.errors import join_words

    lines = []
    if listing.missing:
        names = join_words([card.name for card in listing.missing], "and")
        if len(listing.missing) > 12:
            names = f"{len(listing.missing)} cards, from {listing.missing[0].name} to {listing.missing[-1].name}"
        lines.append(f"Missing: {names}.{_reprint(listing.missing, 1)}")
    if listing.extra:
        lines.append(
            f"Too many: {join_words([card.name for card in listing.extra], 'and')}. "
            "It may be of another deck, or named twice."
        )
    if listing.strange:
        lines.append(
            f"Not of this deck: {join_words([card.name for card in listing.strange], 'and')}. "
            "Another deck: --deck full."
        )
    return lines or [f"Nothing is missing: all {len(shelf.cards) * shelf.copies} cards are there."]
