"""Push It Real Good at a table: deck, pointers and claims for dealing, how somebody plays who wants to win, and puzzles.

The advice in words is in `playing.toml`; each point of it is a part of `sensible`. A puzzle asks which one of four claims must be a lie.
How hard one is: how many of your cards have one of the two traits of a claim but not both, and how near the other claims come to a lie.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, combinations

from tt_print.deck import DECKS, VARIABLES, Card
from tt_print.engine.base import Game
from tt_print.engine.house import House
from tt_print.engine.notation import seat_name
from tt_print.engine.play import (
    BACK,
    ChallengeOutcome,
    EndRow,
    Motion,
    Place,
    PlayHooks,
    Puzzle,
    PuzzleGroup,
    View,
    person,
    player_name,
)
from tt_print.engine.reasons import IllegalMove
from tt_print.engine.table_hooks import CodeOption, DealtTable, TableHooks, Variant
from tt_print.errors import join_words
from tt_print.games.push_it import facts, rules
from tt_print.games.push_it.facts import Challenge, Claim, Event, Keep, Lay, Move, Show, State

FEW_CARDS = 6  # each, below which a round is short


class Pointers:
    """The chits of rule 2, as sheets and score books ask for them."""

    start = facts.START
    ring, step = staticmethod(facts.ring), staticmethod(facts.step)
    moved, max_cards = staticmethod(facts.moved), staticmethod(facts.max_cards)

    @staticmethod
    def choices(pointers: tuple[str, ...]) -> list[str]:
        return [facts.plural(pair) for pair in facts.claims_at(pointers)]


class Dealing(TableHooks):
    good_points = "many"
    pointers = Pointers()
    variants: tuple[Variant, ...] = tuple((deck, 0) for deck in facts.COPIES)

    @property
    def code_options(self) -> tuple[CodeOption, ...]:
        return (*super().code_options, ("order", ("management", "lies")), ("max_lay", ("per_deck", "doubled")))

    def deck_in_play(self, players: int, house: House) -> str:
        return rules.deck_for(players, house)

    def house_of_variant(self, deck: str, jokers: int, players: int) -> dict[str, object]:
        """The default deck needs no word (P-1)."""
        named = super().house_of_variant(deck, jokers, players)
        try:
            is_default = rules.deck_for(players, self.game.house()) == deck
        except IllegalMove:  # more players than the default deck has cards
            is_default = False
        return named | {"deck": "auto" if is_default else deck}

    def other_decks(self, players: int, deck: str) -> tuple[str, ...]:
        return tuple(other for other in rules.printed_decks(players) if other != deck)

    def deal_notes(self, dealt: DealtTable) -> list[str]:
        """Advice on a deck that the rules do not offer to so many, or that runs short (P-1)."""
        from tt_print.engine.printed_lines import TITLES

        offered, each = rules.printed_decks(len(dealt.names)), len(dealt.hands[0])
        if dealt.deck not in offered:
            titles = [TITLES[deck] if deck.endswith("2") else f"the {TITLES[deck]} deck" for deck in offered]
            return [f"With {len(dealt.names)} players the rules suggest {join_words(titles, 'or')}."]
        return [f"With {each} cards each the round is short."] if each < FEW_CARDS else []

    def deal_fields(self, dealt: DealtTable) -> dict[str, object]:
        return {
            "pointers_said": ", ".join(facts.START),
            "most": facts.max_cards(dealt.deck, dealt.house),
            "rings_said": " | ".join(" ".join(facts.ring(dealt.deck, variable)) for variable in VARIABLES),
            "claims_said": join_words(self.pointers.choices(facts.START)),
        }

    def facts(self, house: House, players: int | None) -> dict[str, object]:
        from tt_print.engine.printed_lines import TITLES, Count

        if players is None and house["deck"] == "auto":
            return {}
        if players is not None:
            self.game.check_players(players)
        deck = str(house["deck"]) if players is None else rules.deck_for(players, house)
        title, (cards, copies) = TITLES[deck], facts.COPIES[deck]
        return {
            "deck": deck,
            "deck_words": title,
            "deck_title": title[0].upper() + title[1:] + (" deck" if copies == 1 else ""),
            "most": Count(facts.max_cards(deck, house)),
            "in_play": facts.IN_A_ROW[cards],
        }


BLUFF = 2  # cards in a laydown of which not all can be true


class Playing(PlayHooks[State, Event]):
    turns = frozenset({Lay})
    has_sensible = True

    def used(self, before: State, event: Event, after: State) -> Iterable[str]:
        match event:
            case Lay():
                yield "truth" if facts.claim_true(event.claim, event.cards, before.house) else "lie"
            case Challenge():
                yield "challenge_wrong" if facts.is_true(before, event.layer) else "challenge_right"
                if len(facts.pot(before, event.layer)[1]) > 1:
                    yield "swept"
            case Show() | Keep() | Move():
                yield type(event).__name__.lower()

    def outcome(self, before: State, event: Event, after: State) -> ChallengeOutcome | None:
        front = before.fronts[event.layer] if isinstance(event, Challenge) else None
        if front is None or not isinstance(event, Challenge):
            return None
        true, taken = facts.is_true(before, event.layer), len(facts.pot(before, event.layer)[0])
        taker = event.seat if true else event.layer
        return ChallengeOutcome(event.layer, str(front.claim), tuple(map(str, after.shown)), true, taker, taken)

    def round_winners(self, before: State, event: Event, after: State) -> tuple[int, ...]:
        """Who was challenged and told the truth, or began a turn without cards (rule 8)."""
        return (event.layer if isinstance(event, Challenge) else after.turn,)

    def end_rows(self, state: State) -> Iterable[EndRow]:
        return [EndRow("left", self.held(state), state.scores if self.game.has_points(state.house) else None)]

    def end(self, before: State, event: Event, after: State) -> str:
        return "defended" if isinstance(event, Challenge) else "unchallenged"

    def sensible(self, view: View[State], rng: random.Random) -> Event:
        hand: tuple[Card, ...] = view.hands[view.seat]
        deck = rules.deck_for(len(view.hands), view.house)
        if view.phase == "move":
            return self._move(view, deck, hand)
        for layer in facts.others(view.seat, len(view.hands)):
            if view.fronts[layer] is not None and self._doubts(view, layer, deck, hand):
                return Challenge(view.seat, layer)
        return self._lay(view, deck, hand)

    def count_hands(self, known: tuple[int, ...], before: State, event: Event, after: State) -> tuple[int, ...]:
        """A laydown counts as many cards as its claim says, until it is turned up (P-25); only who has none left is seen."""
        counts = [*(known if isinstance(event, (Lay, Challenge, Move, Keep, Show)) else map(len, after.hands))]
        if isinstance(event, Lay):
            counts[event.seat] -= event.claim.count
        front = before.fronts[event.layer] if isinstance(event, Challenge) else None
        if front is not None and isinstance(event, Challenge):
            taker = event.seat if facts.is_true(before, event.layer) else event.layer
            counts[event.layer] += front.claim.count - len(front.cards)
            counts[taker] += len(facts.pot(before, event.layer)[0])
        return tuple(max(count, 1) if hand else 0 for count, hand in zip(counts, after.hands, strict=True))

    def aim(self, view: View[State]) -> Mapping[str, object]:
        return {"most": self.most_cards(view)}

    def most_cards(self, view: View[State]) -> int:
        return facts.max_cards(rules.deck_for(len(view.hands), view.house), view.house)

    def places(self, view: View[State]) -> Iterable[Place]:
        for variable, value in zip(VARIABLES, view.pointers, strict=True):
            spot = f"pointer:{variable}"
            yield Place(spot, note=value, tap=spot if view.phase == "move" else None)
        for owner, front in enumerate(view.fronts):
            if front is not None:
                count, claim = (len(front.cards), front.claim) if owner == view.seat else front
                spot, may_challenge = _front(owner, view.seat), view.phase == "challenge" and owner != view.seat
                backs = (BACK,) * (count or claim.count)
                yield Place(spot, backs, count, owner, str(claim), tap=spot if may_challenge else None)
        yield Place("center", () if view.center == 0 else (BACK,), view.center)

    def tries(self, view: View[State], cards: tuple[Card, ...], table: tuple[str, ...]) -> Iterable[Event]:
        seat, deck = view.seat, rules.deck_for(len(view.hands), view.house)
        if cards:
            counts = sorted(range(1, self.most_cards(view) + 1), key=lambda count: count != len(cards))
            pairs = facts.claims_at(view.pointers)
            return [Lay(seat, cards, Claim(values, count)) for count in counts for values in pairs if not table]
        moves = [Move(seat, value) for value in facts.steps(deck, view.pointers)] if view.phase == "move" else []
        challenges = [Challenge(seat, layer) for layer in facts.others(seat, len(view.hands))]
        if table:
            taps = {_pointer(move.value): move for move in moves} | {
                _front(each.layer, seat): each for each in challenges
            }
            return [taps[tap] for tap in table if tap in taps]
        return [*moves, Keep(seat), *challenges, Show(seat)]

    def motion(self, before: State, event: Event, viewer: int) -> Motion:
        if isinstance(event, Move):
            spot = _pointer(event.value)
            return Motion(end=spot, table=(spot,), words={"variable": facts.VARIABLE[event.value]})
        if isinstance(event, Show):
            return Motion(tuple(map(str, before.safe)), "center", "center", words={"cards": before.safe})
        if isinstance(event, Lay):
            hand, spot = f"hand:{player_name(event.seat, viewer)}", _front(event.seat, viewer)
            is_seen, count = event.seat == viewer, len(event.cards)
            if not is_seen and not before.house["open_counts"]:
                count = event.claim.count
            cards = tuple(map(str, event.cards)) if is_seen else (BACK,) * count
            return Motion(cards, hand, spot, words={"count": count} if is_seen else {"cards": None})
        front = before.fronts[event.layer] if isinstance(event, Challenge) else None
        if front is None or not isinstance(event, Challenge):
            return Motion()
        spot, layers = _front(event.layer, viewer), facts.pot(before, event.layer)[1]
        taker = event.seat if facts.is_true(before, event.layer) else event.layer
        also = ("center", *(_front(layer, viewer) for layer in layers if layer != event.layer))
        cards, hand = tuple(map(str, front.cards)), f"hand:{player_name(taker, viewer)}"
        return Motion(cards, spot, hand, also, table=(spot,), words={"claim": str(front.claim)})

    def because(self, view: View[State], event: Event) -> tuple[str, Mapping[str, object]] | None:
        hand: tuple[Card, ...] = view.hands[view.seat]

        def held(values: tuple[str, ...]) -> int:
            return sum(card in facts.fitting(values, view.house) for card in hand)

        def shown(values: tuple[str, ...]) -> dict[str, object]:
            return {"held": held(values), "cards": str(Claim(values, held(values))).partition(" ")[2]}

        if isinstance(event, (Move, Keep)):
            pointers = facts.moved(view.pointers, event.value) if isinstance(event, Move) else view.pointers
            best = shown(max(facts.claims_at(pointers), key=held))
            return (type(event).__name__.lower(), best) if best["held"] else None
        if isinstance(event, Challenge):
            (count, claim), who = view.fronts[event.layer], person(event.layer, view.seat)
            if view.hands[event.layer] == 0:
                return "last", {"who": who}
            if count not in (None, claim.count):
                return "count", {"who": who, "count": count}
            there = rules.box(rules.deck_for(len(view.hands), view.house))
            true = facts.fitting(claim.values, view.house)
            own, every = (sum(card in true for card in cards) for cards in ((*hand, *view.safe), there))
            return "impossible", {"own": own, "every": every, "cards": facts.plural(claim.values)}
        if not isinstance(event, Lay):
            return None
        values = shown(event.claim.values)
        if facts.claim_true(event.claim, event.cards, view.house):
            return "true", values
        return "bluff" if values["held"] else "bluff_all", values | {"count": len(event.cards)}

    def _move(self, view: View[State], deck: str, hand: tuple[Card, ...]) -> Move | Keep:
        """To where the player's own cards fit best: before laying that is of use, and after it the others lack just these."""

        def most_true(pointers: tuple[str, ...]) -> int:
            trues = [facts.fitting(values, view.house) for values in facts.claims_at(pointers)]
            return max(sum([card in true for card in hand]) for true in trues)

        best = max(facts.steps(deck, view.pointers), key=lambda value: most_true(facts.moved(view.pointers, value)))
        stays = view.house["pointer_move"] == "may"
        if stays and most_true(view.pointers) >= most_true(facts.moved(view.pointers, best)):
            return Keep(view.seat)
        return Move(view.seat, best)

    def _doubts(self, view: View[State], layer: int, deck: str, hand: tuple[Card, ...]) -> bool:
        """Whether to challenge: always for the last cards, and always where the claim cannot be true. To doubt what may be true
        loses more than it wins: who challenged claims that were unlikely won a fourth of the games against who did not."""
        count, claim = view.fronts[layer]
        if view.hands[layer] == 0 or count not in (None, claim.count):
            return True
        true = facts.fitting(claim.values, view.house)
        there = sum(card in true for card in rules.box(deck))
        own = sum(card in true for card in (*hand, *view.safe))
        return bool(claim.count > there - own)

    def _lay(self, view: View[State], deck: str, hand: tuple[Card, ...]) -> Lay:
        """As many as can be true; where that is one card or none, others with it that go with nothing. The last cards are true."""
        house, most = view.house, facts.max_cards(deck, view.house)
        trues = [(values, facts.fitting(values, house)) for values in facts.claims_at(view.pointers)]
        groups = [(values, [card for card in hand if card in true]) for values, true in trues]
        values, cards = max(groups, key=lambda group: len(group[1]))
        laid = tuple(cards[:most])
        if not cards or (len(cards) < BLUFF and len(hand) > 2 * most):
            lonely = sorted((card for card in hand if card not in cards), key=lambda card: _company(card, hand))
            laid = (*cards, *lonely)[: min(BLUFF, most, max(1, len(hand) - 1))]
        return Lay(view.seat, laid, Claim(values, len(laid)))


def _front(seat: int, viewer: int) -> str:
    return f"front:{player_name(seat, viewer)}"


def _pointer(value: str) -> str:
    return f"pointer:{facts.VARIABLE[value]}"


def _company(card: Card, hand: tuple[Card, ...]) -> int:
    """With how many others in hand a card could be claimed."""
    return sum(
        (card.color == other.color) + (card.shape == other.shape) + (card.number == other.number) > 1 for other in hand
    )


DECK = "squares"
HAND, CLAIMS = 12, 4


def make_puzzle(game: Game, chance: random.Random) -> Puzzle | None:
    """Your hand and what four players claim, one of which the rest of the deck cannot hold; None where this attempt finds none."""
    house, deck = game.house(), DECKS[DECK]
    hand = tuple(sorted(chance.sample(deck, HAND), key=deck.index))
    rest = frozenset(deck) - frozenset(hand)
    pairs = chance.sample(
        [pair for card in deck for pair in facts.claims_at((card.color, card.shape, card.number))], CLAIMS
    )
    claims = [Claim(pair, chance.randint(2, facts.max_cards(DECK, house))) for pair in pairs]
    free = [facts.fitting(claim.values, house) & rest for claim in claims]
    lies = [seat for seat, claim in enumerate(claims) if claim.count > len(free[seat])]
    if len(set(pairs)) < CLAIMS or len(lies) != 1:
        return None
    wanted = [(claim.count, cards) for claim, cards in zip(claims, free, strict=True) if claim.count <= len(cards)]
    if not _all_at_once(wanted):
        return None
    (lie,), values = lies, [{card.color, card.shape, card.number} for card in hand]
    half = sum(not of_card.isdisjoint(claim.values) for claim in claims for of_card in values)
    near = sum(count == len(cards) for count, cards in wanted)
    said = tuple(f"{seat_name(seat + 1)}: {claim}" for seat, claim in enumerate(claims))
    answer = (seat_name(lie + 1), str(len(free[lie])), str(claims[lie]))
    return Puzzle((PuzzleGroup("hand", hand),), answer, half + 10 * near, said)


def _all_at_once(wanted: Sequence[tuple[int, frozenset[Card]]]) -> bool:
    """Whether different players can hold so many of these cards each: no group of claims wants more cards than there are for it (Hall)."""
    groups = chain.from_iterable(combinations(wanted, size) for size in range(1, len(wanted) + 1))
    return all(
        sum(count for count, _ in group) <= len(frozenset[Card]().union(*(cards for _, cards in group)))
        for group in groups
    )
