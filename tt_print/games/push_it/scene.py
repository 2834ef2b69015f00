"""Push It Real Good, the table of its examples."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain, islice, takewhile
from typing import Any, ClassVar

from tt_print.deck import VARIABLES, Card
from tt_print.engine.base import Game
from tt_print.engine.house import House
from tt_print.engine.notation import Codec, seat_name
from tt_print.engine.query import check_in_deck
from tt_print.engine.reasons import IllegalMove, Reason
from tt_print.engine.scenes import Question, Scene, VisibleCards
from tt_print.errors import InputError, NotationError
from tt_print.games.push_it.facts import ACTIONS, Challenge, Deal, Keep, Lay, Move, Show, State, challengeable, pot
from tt_print.games.push_it.judge import judge_claim, judge_pointers
from tt_print.games.push_it.pointers import (
    CODECS,
    COPIES,
    START,
    Claim,
    Laydown,
    claim_true,
    claims_at,
    fits,
    max_cards,
    plural,
    pointings,
    steps,
)
from tt_print.games.push_it.rules import begin_turn, box, deck_for, illegal_claim_reason, printed_decks, start
from tt_print.games.push_it.story import (
    Gaps,
    bring,
    consequences,
    gaps_after,
    gaps_at_turn,
    opening_phrases,
    winner_of_round,
)

SOME = 3  # cards that a player holds when no phrase says which


class Table(Scene):
    """A table of at least three. Before the first event Ann begins her turn, unless the story names another player."""

    PHRASES: ClassVar[dict[str, str]] = {
        "pointers {card:Card}": "point",
        "{seat:Seat} holds {cards:Cards}": "give",
        "{seat:Seat} laid {cards:Cards} as {claim:Claim}": "put_in_front",
        "{seat:Seat} has {count:int} card[s]": "give_some",
        "{seat:Seat} laid {count:int} card[s] as {claim:Claim}": "put_unseen",
        "nothing in front of {seat:Seat}": "leave_empty",
        "{count:int} in the center": "set_center",
        "{cards:Cards} in the center": "set_center_cards",
        "{seat:Seat} has {points:int} potential point[s]": "store",
        "{seat:Seat} has {points:int} point[s]": "credit",
        "{seat:Seat} begins": "begin",
        "{seat:Seat} is to move": "set_moving",
        "{seat:Seat} is to challenge or lay": "set_challenging",
        "{seat:Seat} may show {cards:Cards}": "set_safe",
        "shown {cards:Cards}": "set_shown",
        "{seat:Seat} dealt": "set_dealer",
        "{seat:Seat} is to deal": "set_deal",
        "{seat:Seat} had the last turn": "set_turn",
        "{winners:Seats} won": "set_winners",
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
        self.pointers: tuple[str, ...] | None = None
        self.hands: dict[int, tuple[Card, ...]] = {}
        self.fronts: dict[int, Laydown] = {}
        self.center: int | None = None
        self.center_cards: tuple[Card, ...] | None = None
        self.potential: dict[int, int] = {}
        self.points: dict[int, int] = {}
        self.sizes: dict[int, int] = {}
        self.unseen: dict[int, tuple[int, Claim]] = {}
        self.empty: set[int] = set()
        self.starter: int | None = None
        self.turn: int | None = None
        self.phase = ""  # where in the turn it is, where that is told
        self.safe: tuple[Card, ...] | None = None
        self.shown: tuple[Card, ...] = ()
        self.dealer: int | None = None
        self.winners: tuple[int, ...] = ()
        self.gaps: Gaps | None = None  # what is open once an event was told
        self.gaps_before = Gaps()  # and before the last one

    # the table before the first event

    def point(self, card: Card) -> None:
        self.pointers = tuple(getattr(card, v) for v in VARIABLES)

    def give(self, seat: int, cards: tuple[Card, ...]) -> None:
        self.hands[seat] = cards

    def put_in_front(self, seat: int, cards: tuple[Card, ...], claim: Claim) -> None:
        self.fronts[seat] = Laydown(cards, claim)

    def put_unseen(self, seat: int, count: int, claim: Claim) -> None:
        """A laydown that nobody has turned up."""
        self.unseen[seat] = (count, claim)

    def leave_empty(self, seat: int) -> None:
        self.empty.add(seat)

    def give_some(self, seat: int, count: int) -> None:
        self.sizes[seat] = count

    def set_center(self, count: int) -> None:
        self.center = count

    def set_center_cards(self, cards: tuple[Card, ...]) -> None:
        self.center_cards = cards

    def store(self, seat: int, points: int) -> None:
        self.potential[seat] = points

    def credit(self, seat: int, points: int) -> None:
        self.points[seat] = points

    def set_moving(self, seat: int) -> None:
        self.turn, self.phase = seat, "move"

    def set_challenging(self, seat: int) -> None:
        self.turn, self.phase = seat, "challenge"

    def set_safe(self, seat: int, cards: tuple[Card, ...]) -> None:
        """What the player laid last, which is in the center by now (rule 7)."""
        self.safe = cards

    def set_shown(self, cards: tuple[Card, ...]) -> None:
        """What was turned up just now."""
        self.shown = cards

    def set_dealer(self, seat: int) -> None:
        self.dealer = seat

    def set_deal(self, seat: int) -> None:
        """The next round is not dealt yet."""
        self.dealer, self.phase = seat, "deal"

    def set_turn(self, seat: int) -> None:
        """Whose turn ended the round."""
        self.turn = seat

    def set_winners(self, winners: tuple[int, ...]) -> None:
        self.winners, self.phase = winners, "over"

    def set_up(self) -> State:
        """The table before anybody's turn begins, or in the middle of a turn if the story says so.

        Cards that no phrase places go to the center, as many as the story gives them, to laydowns that nobody has seen, and to hands
        that none names. Raises InputError for cards that the deck does not have so often.
        """
        seats = range(self._count_players())
        dealer = self.dealer if self.dealer is not None else len(seats) - 1
        spare = self._spare(len(seats))
        center = self.center_cards
        if center is None:
            center = tuple(spare.pop() for _ in range(self.center or 0))
        fronts = dict(self.fronts)
        for seat, (count, claim) in self.unseen.items():
            fronts[seat] = Laydown(tuple(spare.pop() for _ in range(count)), claim)
        hands = [
            self.hands[s]
            if s in self.hands
            else tuple(spare.pop() for _ in range(self.sizes.get(s, min(SOME, len(spare)))))
            for s in seats
        ]
        return replace(
            start(len(seats), self.house, dealer),
            phase=self.phase or ACTIONS[self.house["order"]][0],
            turn=self.turn if self.turn is not None else dealer,
            pointers=self._pointed(deck_for(len(seats), self.house)),
            hands=tuple(hands),
            fronts=tuple(fronts.get(s) for s in seats),
            center=center,
            safe=(self.safe or ()) if self.phase in ACTIONS["lies"] else (),
            shown=self.shown,
            potential=tuple(self.potential.get(s, 0) for s in seats),
            scores=tuple(self.points.get(s, 0) for s in seats),
            winners=self.winners,
        )

    def _count_players(self) -> int:
        by_seat = (self.hands, self.sizes, self.fronts, self.unseen, self.potential, self.points, self.empty)
        named = [*(seat for each in by_seat for seat in each), *self.winners]
        named += [seat for seat in (self.turn, self.starter, self.dealer) if seat is not None]
        return max([2, self.players - 1, *named]) + 1

    def _spare(self, players: int) -> list[Card]:
        """The cards of the deck that no phrase places."""
        deck = deck_for(players, self.house)
        spare = list(box(deck))
        placed = [*self.hands.values(), *(front.cards for front in self.fronts.values()), self.center_cards or ()]
        for card in chain(*placed):
            if card not in spare:
                raise InputError(f"{card.name} is not in the deck in play ({deck}), or not so often.")
            spare.remove(card)
        return spare

    def begun(self) -> State:
        """The table when the first event comes: the turn of the first player has begun, unless the story says otherwise."""
        state = self.set_up()
        return state if self.phase else begin_turn(state, self.starter or 0)

    # what is told, and what is open

    def opening(self, state: State) -> tuple[str, ...]:
        return tuple(opening_phrases(state, self.say))

    def what_is_open(self) -> Gaps:
        """What nobody has told by now."""
        if self.gaps is not None:
            return self.gaps
        everybody = frozenset(range(self._count_players()))
        held = everybody - set(self.hands)
        gaps = Gaps(
            hands=held,
            sizes=held - set(self.sizes),
            fronts=frozenset(self.unseen),
            places=everybody - set(self.fronts) - set(self.unseen) - self.empty,
            center=self.center is None and self.center_cards is None,
            cards=self.center_cards is None and self.center != 0,
            safe=self.safe is None,
            pointers=self.pointers is None,
            potential=everybody - set(self.potential),
            points=everybody - set(self.points),
            dealer=self.dealer is None,
        )
        return gaps if self.phase else gaps_at_turn(gaps, self.starter or 0)

    def state_before(self, event: Any) -> State:
        """Anyone who lays cards that no phrase places had them in hand."""
        state: State = self.begun() if self.state is None else self.state
        return bring(state, self.what_is_open(), event)

    def open_questions(self, event: Any) -> tuple[Question, ...]:
        gaps, before = self.what_is_open(), self.state_before(event)
        if not isinstance(event, Deal) and self._is_turn_open():
            return (self._ask_turn(before, event),)
        if isinstance(event, Deal) or before.phase in ("deal", "over"):
            due = isinstance(event, Deal) and before.phase == "deal"
            return (self.question("dealer"),) if gaps.dealer and due else ()
        against = self.game.illegal_reason(before, event)
        key = "" if against is None else against.key
        if gaps.pointers and (isinstance(event, (Move, Keep)) or (isinstance(event, Lay) and key in ("", "no_claim"))):
            return (self._ask_pointers(event),)
        if isinstance(event, Challenge):
            if key == "nothing_there" and event.layer in gaps.places:
                return (self.question("place", event.layer),)
            front = before.fronts[event.layer] if not key else None
            if front is not None and event.layer in gaps.fronts:
                return (self.question("front", event.layer, claim=str(front.claim)),)
        if isinstance(event, Show) and gaps.safe and key in ("", "nothing_to_show"):
            return (self.question("safe", event.seat),)
        return self._ask_ending(gaps, before, event) if against is None else ()

    def _is_turn_open(self) -> bool:
        """Whether nobody has told whose turn it is."""
        return self.state is None and not self.phase and self.starter is None

    def _ask_turn(self, before: State, event: Any) -> Question:
        """Whose turn it is, and which step: the first to act is on turn and about to do that, if nobody says so."""
        seats = range(len(before.hands))
        moves = isinstance(event, (Move, Keep))
        key, method = ("moving", "set_moving") if moves else ("laying", "set_challenging")
        if isinstance(event, Show):
            key, method = "begins", "begin"
        presumed = [self.say(method, seat=event.seat)] if event.seat in seats else []
        return self.question(key, event.seat, presumed=presumed)

    def _ask_pointers(self, event: Move | Keep | Lay) -> Question:
        """Where the pointers are: on what is claimed, or one step before what is moved to, where nobody says so."""
        deck = deck_for(self._count_players(), self.house)
        pointed = sorted(pointings(deck))
        match event:
            case Lay():
                fitting = [values for values in pointed if {*event.claim.values} <= {*values}]
            case Move():
                fitting = [values for values in pointed if event.value in steps(deck, values)]
            case _:
                fitting = []
        # where they do not fit it is for that alone, wherever they stand
        others = [values for values in pointed if values not in fitting][: 1 if fitting else None]
        cases, presumed = (
            [self.say("point", card=Card(*values)) for values in some] for some in ((*fitting, *others), fitting)
        )
        return self.question("pointers", cases=cases, presumed=presumed)

    def _ask_ending(self, gaps: Gaps, before: State, event: Any) -> tuple[Question, ...]:
        """The points of anyone who wins the round with this (rule 9)."""
        after = self.game.advance(before, event)
        if after.phase not in ("deal", "over") or self.house["potential"] == "off":
            return ()
        winner = winner_of_round(event, after)
        amounts = (0, 5)
        stored = [self.say("store", seat=winner, points=points) for points in amounts]
        asked = [self.question("potential", winner, cases=stored, late=True)] if winner in gaps.potential else []
        if self.house["target_points"] != "none" and winner in gaps.points:
            had = [self.say("credit", seat=winner, points=points) for points in amounts]
            asked.append(self.question("points", winner, cases=had, late=True))
        return tuple(asked)

    def is_right(self, before: State, event: Any) -> bool | None:
        """Whether a challenged claim was a lie."""
        front = before.fronts[event.layer] if isinstance(event, Challenge) else None
        return None if front is None else not claim_true(front.claim, front.cards, self.house)

    def follows(self, before: State, event: Any, after: State) -> tuple[Reason, ...]:
        return tuple(consequences(self.gaps_before, before, event, after))

    def possible(self, event: Any, limit: int) -> tuple[Any, ...]:
        """No laydown where nobody has told what the player holds; nothing that hangs on pointers of which nobody has told."""
        before, gaps = self.state_before(event), self.what_is_open()
        found: Iterator[Any] = islice(self.game.legal(before), limit)
        if gaps.pointers:
            found = (other for other in found if not isinstance(other, (Move, Lay)))
        if before.turn not in gaps.hands:
            return tuple(found)
        return tuple(takewhile(lambda other: not isinstance(other, Lay), found))

    # what can be seen

    def on_table(self) -> tuple[VisibleCards, ...]:
        """What was turned up, and the laydowns, face down, each in front of its player."""
        state: State = self.state or self.begun()
        fronts = [(seat, front) for seat, front in enumerate(state.fronts) if front is not None]
        return (
            *([VisibleCards("shown", state.shown)] if state.shown else []),
            *(VisibleCards("front", owner=seat, down=len(front.cards)) for seat, front in fronts),
            *([VisibleCards("center", down=len(state.center))] if state.center else []),
        )

    def held(self) -> dict[int, int]:
        state: State = self.state or self.begun()
        return {seat: len(hand) for seat, hand in enumerate(state.hands)}

    def begin(self, seat: int) -> None:
        """The start of a turn, before any action (rules 6 to 8)."""
        self.starter = seat
        state = self.begun()
        self.rules += ["6", "7", *(["8", "9"] if state.phase in ("over", "deal") else [])]
        self.report(state)

    # events

    def tell(self, event: Any) -> None:
        self.gaps_before, before = self.what_is_open(), self.state_before(event)
        if not self.play(before, event):
            return
        self.gaps = gaps_after(self.gaps_before, before, event, self.state)
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
        self.report(self.state)

    def report(self, state: State) -> None:
        """What can be seen of the table now."""
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
        """The deal of the deck as it is in its box; only what does not depend on the order is reported."""
        seats = self._count_players()
        self.state = start(seats, self.house, seats - 1)
        self.tell(Deal(self.state.center))

    def _deck(self) -> str:
        """The deck for the players of the story; without players the deck of the house, or the full deck."""
        if self.players:
            return deck_for(self.players, self.house)
        return "full" if self.house["deck"] == "auto" else self.house["deck"]

    def _pointed(self, deck: str) -> tuple[str, ...]:
        """What the pointers point at. Raises InputError for a value that the deck does not have."""
        pointers = self.pointers or START
        check_in_deck((Card(*pointers),), COPIES[deck][0], 0, self.game.title)
        return pointers

    def ask_pointers(self) -> None:
        deck = self._deck()
        verdict = judge_pointers(deck, self._pointed(deck), self.house)
        self.rules += verdict.rules
        self.facts |= {f"{v} to": code for v, code in verdict.facts["moves"].items()}
        self.facts |= {"claims": frozenset(verdict.facts["claims"]), "most": verdict.facts["max_cards"]}

    def ask_claim(self, claim: Claim, cards: tuple[Card, ...]) -> None:
        verdict = judge_claim(claim, cards, self._deck(), self.house)
        self.record_verdict(verdict)
        self.facts |= {"true": verdict.yes, "cure": list(verdict.reasons[0].instead)}

    def ask_legal(self, claim: Claim) -> None:
        against = illegal_claim_reason(self.pointers or START, claim, max_cards(self._deck(), self.house))
        if against is not None:
            self.refuse(against)
            return
        self.facts["legal"] = True
        self.rules.append("3")

    def ask_class(self, claim: Claim) -> None:
        """The cards of the deck that fit a claim."""
        if claim.values not in claims_at(self.pointers or START):
            raise NotationError(f"{plural(claim.values)} is not pointed at.")
        found = [card for card in box(self._deck()) if fits(card, claim.values, self.house)]
        self.facts |= {"count": len(found), "cards": frozenset(map(str, found))}
        self.rules.append("3")

    def ask_order(self) -> None:
        self.facts["actions"] = list(ACTIONS[self.house["order"]])
        self.rules.append("1")
