"""Push It Real Good at a table: deck, pointers and claims for dealing, how somebody plays who wants to win, and puzzles.

The advice in words is in `playing.toml`; each point of it is a part of `sensible`. A puzzle asks which one of four claims must be a lie.
How hard one is: how many of your cards have one of the two traits of a claim but not both, and how near the other claims come to a lie.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any

from tt_print.deck import DECKS, VARIABLES, Card
from tt_print.engine.base import Game
from tt_print.engine.house import House
from tt_print.engine.notation import seat_name
from tt_print.engine.play import EndRow, Group, Outcome, Place, PlayHooks, Puzzle, View
from tt_print.engine.reasons import IllegalMove
from tt_print.engine.table_hooks import CodeOption, DealtTable, TableHooks, Variant
from tt_print.errors import join_words
from tt_print.games.push_it import facts
from tt_print.games.push_it.facts import (
    Challenge,
    Claim,
    Keep,
    Lay,
    Move,
    Show,
    claim_true,
    claims_at,
    fitting,
    max_cards,
    moved,
    pot,
    steps,
)
from tt_print.games.push_it.rules import box, deck_for, printed_decks

FEW_CARDS = 6  # each, below which a round is short


class Pointers:
    """The chits of rule 2, as sheets and score books ask for them."""

    start = facts.START

    def ring(self, deck: str, variable: str) -> tuple[str, ...]:
        return facts.ring(deck, variable)

    def step(self, deck: str, value: str) -> str:
        return facts.step(deck, value)

    def moved(self, now: tuple[str, ...], value: str) -> tuple[str, ...]:
        return facts.moved(now, value)

    def choices(self, now: tuple[str, ...]) -> list[str]:
        return [facts.plural(pair) for pair in facts.claims_at(now)]

    def max_cards(self, deck: str, house: House) -> int:
        return facts.max_cards(deck, house)


class Dealing(TableHooks):
    good_points = "many"
    pointers = Pointers()

    @property
    def variants(self) -> tuple[Variant, ...]:
        return (("west", 0), ("squares", 0), ("full", 0), ("squares2", 0), ("full2", 0))

    @property
    def code_options(self) -> tuple[CodeOption, ...]:
        return (*super().code_options, ("order", ("management", "lies")), ("max_lay", ("per_deck", "doubled")))

    def deck_in_play(self, players: int, house: House) -> str:
        return deck_for(players, house)

    def house_of_variant(self, deck: str, jokers: int, players: int) -> dict[str, Any]:
        """The default deck needs no word (P-1)."""
        named: dict[str, Any] = super().house_of_variant(deck, jokers, players)
        try:
            if deck_for(players, self.game.house()) == deck:
                return named | {"deck": "auto"}
        except IllegalMove:  # more players than the default deck has cards
            pass
        return named | {"deck": deck}

    def other_decks(self, players: int, deck: str) -> tuple[str, ...]:
        return tuple(other for other in printed_decks(players) if other != deck)

    def deal_notes(self, dealt: DealtTable) -> list[str]:
        """Advice on a deck that the rules do not offer to so many, or that runs short (P-1)."""
        from tt_print.engine.printed_lines import TITLES

        offered, each = printed_decks(len(dealt.names)), len(dealt.hands[0])
        if dealt.deck not in offered:
            titles = [TITLES[deck] if deck.endswith("2") else f"the {TITLES[deck]} deck" for deck in offered]
            return [f"With {len(dealt.names)} players the rules suggest {join_words(titles, 'or')}."]
        return [f"With {each} cards each the round is short."] if each < FEW_CARDS else []

    def deal_fields(self, dealt: DealtTable) -> dict[str, Any]:
        now = Pointers.start
        return {
            "pointers_said": ", ".join(now),
            "most": self.pointers.max_cards(dealt.deck, dealt.house),
            "rings_said": " | ".join(" ".join(facts.ring(dealt.deck, variable)) for variable in VARIABLES),
            "claims_said": join_words(self.pointers.choices(now)),
        }

    def facts(self, house: House, players: int | None) -> dict[str, Any]:
        from tt_print.engine.printed_lines import TITLES, Count

        if players is None and house["deck"] == "auto":
            return {}
        deck = str(house["deck"])
        if players is not None:
            self.game.check_players(players)
            deck = deck_for(players, house)
        title = TITLES[deck]
        cards, copies = facts.COPIES[deck]
        return {"deck": deck, "deck_words": title,
                "deck_title": title[0].upper() + title[1:] + (" deck" if copies == 1 else ""),
                "most": Count(facts.max_cards(deck, house)), "in_play": facts.IN_A_ROW[cards]}  # fmt: skip


BLUFF = 2  # cards in a laydown of which not all can be true


class Playing(PlayHooks):
    turns = frozenset({Lay})
    has_sensible = True

    def used(self, before: Any, event: Any, after: Any) -> Iterable[str]:
        kind = type(event)
        if kind is Lay:
            yield "truth" if claim_true(event.claim, event.cards, before.house) else "lie"
        elif kind is Challenge:
            front = before.fronts[event.layer]
            right = not claim_true(front.claim, front.cards, before.house)
            yield "challenge_right" if right else "challenge_wrong"
            if len(pot(before, event.layer)[1]) > 1:
                yield "swept"
        elif kind is Show:
            yield "show"
        elif kind is Keep:
            yield "keep"
        elif kind is Move:
            yield "move"

    def outcome(self, before: Any, event: Any, after: Any) -> Outcome | None:
        if type(event) is not Challenge:
            return None
        claim, cards = before.fronts[event.layer].claim, tuple(map(str, after.shown))
        true, taken = claim_true(claim, after.shown, before.house), len(pot(before, event.layer)[0])
        return Outcome(event.layer, str(claim), cards, true, event.seat if true else event.layer, taken)

    def round_winners(self, before: Any, event: Any, after: Any) -> tuple[int, ...]:
        """Who was challenged and told the truth, or began a turn without cards (rule 8)."""
        return (event.layer if type(event) is Challenge else after.turn,)

    def end_rows(self, state: Any) -> Iterable[EndRow]:
        return [EndRow("left", self.held(state), state.scores if self.game.has_points(state.house) else None)]

    def end(self, before: Any, event: Any, after: Any) -> str:
        return "defended" if type(event) is Challenge else "unchallenged"

    def sensible(self, view: View, rng: random.Random) -> Any:
        hand: tuple[Card, ...] = view.hands[view.seat]
        deck = deck_for(len(view.hands), view.house)
        if view.phase == "move":
            return self._move(view, deck, hand)
        for layer in _others(view):
            if view.fronts[layer] is not None and self._doubts(view, layer, deck, hand):
                return Challenge(view.seat, layer)
        return self._lay(view, deck, hand)

    def places(self, view: View) -> Iterable[Place]:
        for value in view.pointers:
            yield Place("pointer", note=value)
        for owner, front in enumerate(view.fronts):
            if front is not None:
                claim = front[1] if owner != view.seat else front.claim
                yield Place("front", owner=owner, note=str(claim))
        yield Place("center", count=view.center)

    def tries(self, view: View, cards: tuple[Card, ...], table: tuple[str, ...]) -> Iterable[Any]:
        seat, deck = view.seat, deck_for(len(view.hands), view.house)
        if not cards:
            moves = [Move(seat, value) for value in steps(deck, view.pointers)] if view.phase == "move" else []
            return [*moves, Keep(seat), *(Challenge(seat, layer) for layer in _others(view)), Show(seat)]
        counts = sorted(range(1, max_cards(deck, view.house) + 1), key=lambda count: count != len(cards))
        pairs = claims_at(view.pointers)
        return [Lay(seat, cards, Claim(values, count)) for count in counts for values in pairs]

    def _move(self, view: View, deck: str, hand: tuple[Card, ...]) -> Move | Keep:
        """To where the player's own cards fit best: before laying that is of use, and after it the others lack just these."""
        values = steps(deck, view.pointers)
        options = [
            (_most_true(moved(view.pointers, value), hand, view.house), Move(view.seat, value)) for value in values
        ]
        best = max(options, key=lambda option: option[0])
        if view.house["pointer_move"] == "may" and _most_true(view.pointers, hand, view.house) >= best[0]:
            return Keep(view.seat)
        return best[1]

    def _doubts(self, view: View, layer: int, deck: str, hand: tuple[Card, ...]) -> bool:
        """Whether to challenge: always for the last cards, and always where the claim cannot be true. To doubt what may be true
        loses more than it wins: who challenged claims that were unlikely won a fourth of the games against who did not."""
        count, claim = view.fronts[layer]
        if view.hands[layer] == 0 or count not in (None, claim.count):
            return True
        true = fitting(claim.values, view.house)
        there = sum(card in true for card in box(deck))
        own = sum(card in true for card in (*hand, *view.safe))
        return bool(claim.count > there - own)

    def _lay(self, view: View, deck: str, hand: tuple[Card, ...]) -> Lay:
        """As many as can be true; where that is one card or none, others with it that go with nothing. The last cards are true."""
        house, most = view.house, max_cards(deck, view.house)
        trues = [(values, fitting(values, house)) for values in claims_at(view.pointers)]
        groups = [(values, [card for card in hand if card in true]) for values, true in trues]
        values, cards = max(groups, key=lambda group: len(group[1]))
        if cards and (len(cards) >= BLUFF or len(hand) <= 2 * most):
            laid = tuple(cards[:most])
            return Lay(view.seat, laid, Claim(values, len(laid)))
        number = min(BLUFF, most, max(1, len(hand) - 1))
        lonely = sorted((card for card in hand if card not in cards), key=lambda card: _company(card, hand))
        laid = (*cards, *lonely)[:number]
        return Lay(view.seat, laid, Claim(values, len(laid)))


def _others(view: View) -> list[int]:
    """The other seats in the order in which they laid (rule 6)."""
    count = len(view.hands)
    return [(view.seat + index) % count for index in range(1, count)]


def _most_true(pointers: tuple[str, ...], hand: tuple[Card, ...], house: House) -> int:
    trues = [fitting(values, house) for values in claims_at(pointers)]
    return max(sum([card in true for card in hand]) for true in trues)


def _company(card: Card, hand: tuple[Card, ...]) -> int:
    """With how many others in hand a card could be claimed."""
    return sum(
        (card.color == other.color) + (card.shape == other.shape) + (card.number == other.number) > 1 for other in hand
    )


DECK = "squares"
HAND, CLAIMS = 12, 4


def make_puzzle(game: Game[Any, Any], chance: random.Random) -> Puzzle | None:
    """Your hand and what four players claim, one of which the rest of the deck cannot hold; None where this attempt finds none."""
    house, deck = game.house(), DECKS[DECK]
    hand = tuple(sorted(chance.sample(deck, HAND), key=deck.index))
    rest = frozenset(deck) - frozenset(hand)
    pairs = chance.sample([pair for card in deck for pair in claims_at((card.color, card.shape, card.number))], CLAIMS)
    claims = [Claim(pair, chance.randint(2, max_cards(DECK, house))) for pair in pairs]
    free = [fitting(claim.values, house) & rest for claim in claims]
    lies = [seat for seat, claim in enumerate(claims) if claim.count > len(free[seat])]
    if len(set(pairs)) < CLAIMS or len(lies) != 1:
        return None
    true = [seat for seat in range(CLAIMS) if seat not in lies]
    if not _all_at_once([(claims[seat].count, free[seat]) for seat in true]):
        return None
    half = sum(any(value in _values(card) for value in claim.values) for claim in claims for card in hand)
    near = sum(claims[seat].count == len(free[seat]) for seat in true)
    said = tuple(f"{seat_name(seat + 1)}: {claim}" for seat, claim in enumerate(claims))
    return Puzzle(
        (Group("hand", hand),),
        (seat_name(lies[0] + 1), str(len(free[lies[0]])), str(claims[lies[0]])),
        half + 10 * near,
        said,
    )


def _values(card: Card) -> tuple[str, str, str]:
    return card.color, card.shape, card.number


def _all_at_once(wanted: Sequence[tuple[int, frozenset[Card]]]) -> bool:
    """Whether different players can hold so many of these cards each: no group of claims wants more cards than there are for it (Hall)."""
    for chosen in range(1, 1 << len(wanted)):
        some = [each for index, each in enumerate(wanted) if chosen >> index & 1]
        if sum(count for count, _ in some) > len(frozenset[Card]().union(*(cards for _, cards in some))):
            return False
    return True
