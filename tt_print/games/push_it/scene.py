"""Push It Real Good, the table of its examples."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import chain
from typing import Any, ClassVar

from tt_print.deck import VARIABLES, Card
from tt_print.engine.base import Game
from tt_print.engine.house import House
from tt_print.engine.notation import Codec, seat_name
from tt_print.engine.reasons import IllegalMove
from tt_print.engine.scenes import Lying, Scene
from tt_print.errors import InputError, NotationError
from tt_print.games.push_it.apply import begin_turn
from tt_print.games.push_it.deal import box, deck_for, printed_decks, start
from tt_print.games.push_it.facts import ACTIONS, Challenge, Deal, Keep, Lay, Move, Show, State, challengeable, pot
from tt_print.games.push_it.judge import judge_claim, judge_pointers
from tt_print.games.push_it.legal import illegal_claim_reason
from tt_print.games.push_it.pointers import CODECS, START, Claim, Laydown, claims_at, fits, max_cards, plural

SOME = 3  # cards that a player holds when no phrase says which


class Table(Scene):
    """At least three sit at it. Before the first event Ann begins her turn, unless another is said to."""

    PHRASES: ClassVar[dict[str, str]] = {
        "pointers {card:Card}": "point",
        "{seat:Seat} holds {cards:Cards}": "give",
        "{seat:Seat} laid {cards:Cards} as {claim:Claim}": "put_in_front",
        "{count:int} in the center": "set_center",
        "{seat:Seat} has {points:int} potential points": "store",
        "{seat:Seat} has {points:int} points": "credit",
        "{seat:Seat} begins": "begin",
        "claim {claim:Claim} with {cards:Cards}": "ask_claim",
        "claim {claim:Claim}": "ask_legal",
        "class of {claim:Claim}": "ask_class",
        "where the pointers go": "ask_pointers",
        "order of actions": "ask_order",
        "the deal": "ask_deal",
    }
    CODECS: ClassVar[Mapping[str, Codec]] = CODECS

    def __init__(self, game: Game, house: House) -> None:
        super().__init__(game, house)
        self.pointers = START
        self.hands: dict[int, tuple[Card, ...]] = {}
        self.fronts: dict[int, Laydown] = {}
        self.center = 0
        self.potential: dict[int, int] = {}
        self.points: dict[int, int] = {}

    # the table before the first event

    def point(self, card: Card) -> None:
        self.pointers = tuple(getattr(card, v) for v in VARIABLES)

    def give(self, seat: int, cards: tuple[Card, ...]) -> None:
        self.hands[seat] = cards

    def put_in_front(self, seat: int, cards: tuple[Card, ...], claim: Claim) -> None:
        self.fronts[seat] = Laydown(cards, claim)

    def set_center(self, count: int) -> None:
        self.center = count

    def store(self, seat: int, points: int) -> None:
        self.potential[seat] = points

    def credit(self, seat: int, points: int) -> None:
        self.points[seat] = points

    def set_up(self) -> State:
        """Cards that no phrase places go to the center, as many as are said, and to hands that none names."""
        seats = range(max([2, self.players - 1, *self.hands, *self.fronts, *self.potential, *self.points]) + 1)
        spare = list(box(deck_for(len(seats), self.house)))
        for card in chain(*self.hands.values(), *(front.cards for front in self.fronts.values())):
            if card not in spare:
                raise InputError(f"{card.name} is not in the deck in play, or not so often.")
            spare.remove(card)
        center = tuple(spare.pop() for _ in range(self.center))
        hands = tuple(self.hands[s] if s in self.hands else tuple(spare.pop() for _ in range(SOME)) for s in seats)
        return replace(
            start(len(seats), self.house, len(seats) - 1),
            phase=ACTIONS[self.house["order"]][0],
            pointers=self.pointers,
            hands=hands,
            fronts=tuple(self.fronts.get(s) for s in seats),
            center=center,
            potential=tuple(self.potential.get(s, 0) for s in seats),
            scores=tuple(self.points.get(s, 0) for s in seats),
        )

    # what can be seen

    def on_table(self) -> tuple[Lying, ...]:
        """What was turned up, and the laydowns, face down, each in front of its player."""
        state: State = self.state or begin_turn(self.set_up(), 0)
        fronts = [(seat, front) for seat, front in enumerate(state.fronts) if front is not None]
        return (
            *([Lying("shown", state.shown)] if state.shown else []),
            *(Lying("front", owner=seat, down=len(front.cards)) for seat, front in fronts),
            *([Lying("center", down=len(state.center))] if state.center else []),
        )

    def held(self) -> dict[int, int]:
        state: State = self.state or begin_turn(self.set_up(), 0)
        return {seat: len(hand) for seat, hand in enumerate(state.hands)}

    def begin(self, seat: int) -> None:
        """The start of a turn, before any action (rules 6 to 8)."""
        self.state = begin_turn(self.set_up(), seat)
        self.rules += ["6", "7", *(["8", "9"] if self.state.phase in ("over", "deal") else [])]
        self.report()

    # events

    def state_before(self, event: Any) -> State:
        """Ann has begun her turn before the first event."""
        return begin_turn(self.set_up(), 0) if self.state is None else self.state

    def tell(self, event: Any) -> None:
        before = self.state_before(event)
        if not self.play(before, event):
            return
        self.facts |= {"legal": True}
        self.rules += self._rules(before, event, self.state)
        if isinstance(event, Challenge):
            cards, swept = pot(before, event.layer)
            layer, other = self.state.hands[event.layer], before.hands[event.layer]
            true = len(layer) == len(other)
            self.facts |= {
                "true": true,
                "pot": len(cards),
                "taker": seat_name(before.turn if true else event.layer),
                "swept": [seat_name(seat) for seat in swept],
            }
            front = before.fronts[event.layer]
            deck = deck_for(len(before.hands), self.house)
            if front is not None:
                self.reasons += judge_claim(front.claim, front.cards, deck, self.house).reasons
        self.report()

    def report(self) -> None:
        """What can be seen of the table now."""
        state = self.state
        ended = state.phase in ("deal", "over")
        now = "lay" if state.phase == "challenge" and not challengeable(state) else state.phase
        self.facts |= {
            "pointers": str(Card(*state.pointers)),
            "center": len(state.center),
            "shown": list(map(str, state.shown)),
            "turn": None if ended else seat_name(state.turn),
            "now": now,
            "challengeable": [seat_name(seat) for seat in challengeable(state)],
            "may_show": bool(state.safe),
            "round_over": ended,
            "game_over": state.phase == "over",
            "winner": [seat_name(seat) for seat in state.winners],
        }
        for seat, hand in enumerate(state.hands):
            name, front = seat_name(seat), state.fronts[seat]
            self.facts |= {
                f"{name} cards": len(hand),
                f"{name} front": len(front.cards) if front is not None else 0,
                f"{name} potential": state.potential[seat],
                f"{name} points": state.scores[seat],
            }

    def _rules(self, before: State, event: Any, after: State) -> tuple[str, ...]:
        rules: tuple[str, ...] = ()
        match event:
            case Move() | Keep():
                rules = ("1", "2", "4") if self.house["order"] == "lies" else ("1", "2")
            case Challenge(layer=layer):
                lied = len(after.hands[layer]) > len(before.hands[layer])
                rules = ("1", "5", *(("5b", "9") if lied else ("5a",)), "6", *(() if before.hands[layer] else ("8",)))
            case Show():
                rules = ("7",)
            case Lay():
                rules = ("1", "3")
            case Deal():
                rules = ("setup",)
        if after.phase in ("deal", "over"):
            return (*rules, "8", "9")
        return (*rules, "6", "7") if after.turn != before.turn else rules

    # questions

    def seat_players(self, count: int) -> None:
        """Which decks the source offers, which is in play, and how the deal comes out."""
        self.rules += ["players", "deck", "setup"]
        try:
            self.game.check_players(count)
            deck = deck_for(count, self.house)
        except IllegalMove as refused:
            self.refuse(refused.reason)
            return
        except InputError:
            self.facts["legal"] = False
            return
        self.facts |= {
            "legal": True,
            "decks": list(printed_decks(count)),
            "deck": deck,
            "cards": len(box(deck)),
            **self.game.deal_sizes(count, self.house),
        }

    def ask_deal(self) -> None:
        """The deal of the deck as it lies in its box; only what does not depend on the order is reported."""
        seats = max([2, self.players - 1, *self.hands]) + 1
        self.state = start(seats, self.house, seats - 1)
        self.tell(Deal(self.state.center))

    def _deck(self) -> str:
        return "full" if self.house["deck"] == "auto" else self.house["deck"]

    def ask_pointers(self) -> None:
        verdict = judge_pointers(self._deck(), self.pointers, self.house)
        self.rules += verdict.rules
        self.facts |= {f"{v} to": code for v, code in verdict.facts["moves"].items()}
        self.facts |= {"claims": frozenset(verdict.facts["claims"]), "most": verdict.facts["max_cards"]}

    def ask_claim(self, claim: Claim, cards: tuple[Card, ...]) -> None:
        verdict = judge_claim(claim, cards, self._deck(), self.house)
        self.record_verdict(verdict)
        self.facts |= {"true": verdict.yes, "cure": list(verdict.reasons[0].instead)}

    def ask_legal(self, claim: Claim) -> None:
        against = illegal_claim_reason(self.pointers, claim, max_cards(self._deck(), self.house))
        if against is not None:
            self.refuse(against)
            return
        self.facts["legal"] = True
        self.rules.append("3")

    def ask_class(self, claim: Claim) -> None:
        """The cards of the deck that fit a claim."""
        if claim.values not in claims_at(self.pointers):
            raise NotationError(f"{plural(claim.values)} is not pointed at.")
        found = [card for card in box(self._deck()) if fits(card, claim.values, self.house)]
        self.facts |= {"count": len(found), "cards": frozenset(map(str, found))}
        self.rules.append("3")

    def ask_order(self) -> None:
        self.facts["actions"] = list(ACTIONS[self.house["order"]])
        self.rules.append("1")
