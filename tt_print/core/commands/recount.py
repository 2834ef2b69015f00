"""Which card is lost, from counted piles or from a list of cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from tt_print.core.commands.common import Answer, Command
from tt_print.requests import listings as of
from tt_print.requests.kinds import Choice, Items, Kind, Number

if TYPE_CHECKING:
    from tt_print.core.environment import Call
    from tt_print.deck import AnyCard, Card
    from tt_print.recount.counts import Finding, Listing, Shelf


def read_cards(text: str) -> Iterable[Any]:
    from tt_print.deck import parse_cards

    return parse_cards(text)


Counts = Annotated[str, Kind("COUNTS", is_list=True)]
Cards = Annotated[tuple[Any, ...], Items("cards", Choice(of.cards), read_cards, "CARDS")]


@dataclass(frozen=True)
class Recount(Command):
    """`colors`, `shapes`, `numbers`: how many cards each pile has, as `recount.counts.parse_counts` reads them."""

    colors: Counts = ""
    shapes: Counts = ""
    numbers: Counts = ""
    jokers: Annotated[int | None, Number(0)] = None
    deck: Annotated[str, Choice(of.decks, of.find_deck, "DECK")] = "full"
    copies: Annotated[int, Number(1, 20)] = 1
    have: Cards = ()
    missing: Cards = ()

    verb = "recount"
    shown_by = ("as_json", "quiet")

    @property
    def shelf(self) -> Shelf:
        """The deck that ought to be there."""
        from tt_print.recount.counts import Shelf

        return Shelf(self.deck, self.copies, 2 * self.copies)

    def answer(self, call: Call) -> Answer:
        """What the counts or the list say; `made` is a RecountResult."""
        from tt_print.recount.counts import Finding, Shelf, compare_listing, parse_counts, solve_counts

        shelf, jokers = self.shelf, self.jokers
        texts = {"color": self.colors, "shape": self.shapes, "number": self.numbers}
        counts = {variable: parse_counts(text, variable, shelf) for variable, text in texts.items() if text}
        if self.have and not counts:
            has_jokers = jokers is not None or any(card.safe_code[0] == "J" for card in self.have)
            listing = compare_listing(self.have, shelf if has_jokers else Shelf(shelf.deck, shelf.copies, 0))
            return Answer(_listing_data(listing, shelf), {}, RecountResult(shelf, counts, listing), kind="recount list")
        if counts:
            finding = solve_counts(counts, shelf, jokers, self._cards(self.have), self._cards(self.missing))
        elif jokers is not None:
            finding = Finding(0, 0, (), shelf.jokers - jokers)
        elif self.missing:
            finding = Finding(len(self.missing), 0, (tuple(self._cards(self.missing)),), 0)
        else:
            each = shelf.each("color")
            full = ",".join([str(each - 1), *[str(each)] * (len(shelf.values("color")) - 1)])
            raise self.refused("nothing", each=each, full=full)
        return Answer(_finding_data(finding, shelf), {}, RecountResult(shelf, counts, finding))

    def _cards(self, found: Sequence[AnyCard]) -> list[Card]:
        """The cards, none of which may be a joker. Raises RefusedError."""
        from tt_print.deck import Joker

        if jokers := [card for card in found if isinstance(card, Joker)]:
            raise self.refused("no_pile", "jokers", card=jokers[0].name)
        return [card for card in found if not isinstance(card, Joker)]


class RecountResult(NamedTuple):
    """Findings on a shelf, from counts by variable or from a list."""

    shelf: Shelf
    counts: Mapping[str, Sequence[int]]
    found: Finding | Listing


def _finding_data(finding: Finding, shelf: Shelf) -> dict[str, Any]:
    look = finding.look
    sets = None if finding.sets is None else [[str(card) for card in found] for found in finding.sets]
    return {
        "deck": shelf.deck, "copies": shelf.copies, "missing": finding.lost, "extra": finding.extra, "sets": sets,
        "cards": sets[0] if sets is not None and len(sets) == 1 else [],
        "look": [str(card) for card in look.cards] if look else [], "missing_jokers": finding.jokers,
    }  # fmt: skip


def _listing_data(listing: Listing, shelf: Shelf) -> dict[str, Any]:
    return {
        "deck": shelf.deck, "copies": shelf.copies, "missing": len(listing.missing),
        "cards": [str(card) for card in listing.missing], "extra": [str(card) for card in listing.extra],
        "strange": [str(card) for card in listing.strange],
    }  # fmt: skip
