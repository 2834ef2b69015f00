"""Casino Macedonia, rules: the deal, what may come next, and what an event makes of a state.

A black blob on a full table has hundreds of thousands of takes, so events are asked one by one and never made
as a list: iteration walks; choice samples: it draws a card and a kind of play, then a combination, then whether one more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice, product
from typing import TYPE_CHECKING

from tt_print.deck import AnyCard, Joker
from tt_print.engine.base import Actions
from tt_print.engine.house import House
from tt_print.engine.notation import Seat
from tt_print.engine.rules import Choices, Nothing, Orders
from tt_print.engine.standing import deal_around, first_player
from tt_print.games.casino import facts, takes
from tt_print.games.casino.against import all_stuck, refusal, standing
from tt_print.games.casino.facts import (
    Build,
    Deal,
    Declare,
    Drop,
    Event,
    Pass,
    Pile,
    PlayedCard,
    Release,
    Stack,
    State,
    Sweep,
    Take,
)
from tt_print.games.casino.score import score_hand
from tt_print.games.casino.takes import FLOATING, swept, table_after, table_faces, without
from tt_print.records import copier, replace

if TYPE_CHECKING:
    import random

Hands = tuple[tuple[AnyCard, ...], ...]
Owners = tuple[tuple[int, ...], ...]  # by pile, the seats
ENOUGH = 40  # from so many combinations of one taker the random player picks
KINDS = ("take", "take", "take", "lay", "lay", "drop")  # how often the random player tries what first
ONE_MORE = 0.7  # how readily they add another combination
ON_A_PILE = 0.25  # how often they first try to take with a build

with_table = copier(State, "turn", "hands", "table", "owners", "ruined", "passes")

# ---------------------------------------------------------------- the deal (rules 1, 2 and 5)


def start(players: int, house: House, dealer: int = 0) -> State:
    """Everyone at the table with 0 points, the deck in its box. Raises HouseError (see `number_of_hands`)."""
    facts.number_of_hands(players, house)
    nothing = ((),) * players
    zeros = (0,) * players
    return State(house, "deal", dealer, dealer, 0, zeros, zeros, nothing, facts.box(house), captured=nothing)


def deal_hand(state: State, event: Deal) -> State:
    """The bottom cards go aside, four from the top face up, then the first five each (rules 1 and 2)."""
    house, players = state.house, len(state.hands)
    aside = facts.set_aside_size(players, house)
    draw = event.order[aside:]
    table = tuple(facts.single(PlayedCard(card)) for card in draw[: -facts.FACE_UP - 1 : -1])
    jokers = tuple(pile.cards[0] for pile in table if pile.loose)
    dealt = replace(
        state,
        draw=draw[: -facts.FACE_UP],
        aside=event.order[:aside],
        table=table,
        owners=((),) * len(table),
        ruined=((),) * len(table),
        spare=spare_at_start(jokers, house),
        captured=((),) * players,
        last_taker=None,
        passes=0,
    )
    return replace(deal_cards(dealt), phase=phase_of(table, house))


def phase_of(table: tuple[Pile, ...], house: House) -> str:
    """What comes after the first deal: the dealer declares the ?s on the table, by house rule (C-23), or the first turn."""
    return "declare" if facts.rules_of(house).declares and facts.question_marks(table) else "turn"


def spare_at_start(jokers: tuple[AnyCard, ...], house: House) -> tuple[AnyCard, ...]:
    """Which of the jokers among the first four nothing sweeps: a single one is swept by the other, where one sweeps (10d,
    C-18, C-24).
    """
    return jokers if len(jokers) > 1 or house["question"] != "wild" else ()


def deal_cards(state: State) -> State:
    """Five to each, one at a time from the dealer's left; at the end what makes an equal deal (rule 5, C-2)."""
    players = len(state.hands)
    count = min(facts.HAND, len(state.draw) // players)
    hands, rest = deal_around(state.draw, range(players), players, state.dealer, count)
    # after each deal the same again, since the dealer's last card ends the one before (rule 5, G-3)
    turn = first_player(state.house, range(players), players, state.dealer)
    return replace(state, turn=turn, hands=hands, draw=rest)


# ---------------------------------------------------------------- what may come next


def actions(state: State) -> Actions[Event]:
    """What may come next, lazily."""
    match state.phase:
        case "turn":
            return Turn(state)
        case "deal":
            return Orders(facts.box(state.house), Deal)
        case "declare":
            return Choices(state, declarations, choose_declaration)
        case _:
            return Nothing()


def to_act(state: State) -> tuple[Seat, ...]:
    """Whose turn it is, then who may show a ruined plan (C-21); the dealer where ?s are declared (C-23)."""
    match state.phase:
        case "turn":
            others = {seat for seats in state.ruined for seat in seats} - {state.turn}
            return (state.turn, *sorted(others))
        case "declare":
            return (state.dealer,)
        case _:
            return ()


class Turn:
    """Plays of the player to move: takes, sweeps, builds and stacks, drops; then ruined plans to be shown."""

    def __init__(self, state: State) -> None:
        self.state, self.rules = state, facts.rules_of(state.house)
        self.faces = table_faces(state.table, self.rules)

    def __iter__(self) -> Iterator[Event]:
        yield from filter(self._is_legal, self.all_takes())
        yield from self.layings()
        yield from self.drops()
        yield from map(Release, self._may_release())

    def layings(self) -> Iterator[Build | Stack]:
        """Legal builds and stacks."""
        state, rules, seat = self.state, self.rules, self.state.turn
        for laid in facts.played_cards(state.hands[seat], rules):
            left = without(state.hands[seat], laid.card)
            # the plan first: of all that can be wrong here only its reason takes long to find
            yield from filter(self._may, takes.planned_layings(seat, laid, state.table, left, rules))

    def drops(self) -> Iterator[Drop | Pass]:
        """Legal drops, and to pass."""
        state, seat = self.state, self.state.turn
        is_banned = bool(standing(state, seat))
        for laid in facts.played_cards(state.hands[seat], self.rules):
            if self._is_free(laid.card) and (not is_banned or self._is_legal(Drop(seat, laid))):
                yield Drop(seat, laid)
        yield from filter(self._is_legal, [Pass(seat)])

    def _is_free(self, card: AnyCard) -> bool:
        """Whether it is no joker that must sweep (10c)."""
        return not (isinstance(card, Joker) and self.rules.sweeps and swept(self.state))

    def _is_legal(self, event: Event) -> bool:
        return refusal(self.state, event) is None

    def all_takes(self) -> Iterator[Take | Sweep]:
        """Every take by the cards alone, whatever must be kept (C-22)."""
        state, rules, seat = self.state, self.rules, self.state.turn
        for laid in facts.played_cards(state.hands[seat], rules):
            if isinstance(laid.card, Joker) and rules.sweeps:
                yield Sweep(seat, laid.card)
                continue
            card = takes.laid_face(laid, rules)
            for on in (None, *range(len(state.table))):
                found = list(takes.takes_with(card, on, self.faces, rules))
                for sets in takes.families(found):
                    yield takes.taking(seat, laid, state.table, on, sets)

    def _may_release(self) -> list[int]:
        return sorted({seat for seats in self.state.ruined for seat in seats})

    # ---------------------------------------------------------------- choice

    def choose(self, rng: random.Random) -> Event:
        """A ruined plan is shown half the time. Then a random kind of play first, the others if there is none."""
        state = self.state
        if any(state.ruined) and rng.random() < 0.5:
            return Release(rng.choice(self._may_release()))
        banned = bool(standing(state, state.turn))
        first = KINDS[int(rng.random() * len(KINDS))]
        hand = list(state.hands[state.turn])
        rng.shuffle(hand)
        tries = {"take": self._choose_take, "lay": self._choose_lay, "drop": self._choose_drop}
        for kind in (first, "take", "lay", "drop"):
            if kind != "drop" or not banned:
                event = tries[kind](hand, rng)
                if event is not None:
                    return event
        if state.house["forced_drop"] == "forbidden" and not all_stuck(state):  # C-21
            return Pass(state.turn)
        return self._choose_drop(hand, rng) or next(iter(self))

    def _may(self, event: Event) -> bool:
        """Whether a play that was found is legal: always, unless planned cards are kept (C-22)."""
        return not self.state.house["keep_plan"] or self._is_legal(event)

    def _choose_take(self, hand: list[AnyCard], rng: random.Random) -> Take | Sweep | None:
        state, rules, faces = self.state, self.rules, self.faces
        indexes: list[int | None] = [None, *range(len(faces))]
        if rng.random() < ON_A_PILE:
            rng.shuffle(indexes)
        # the piles beside the one that is built on; where there is none nothing can be taken
        tries = [(on, others) for on in indexes if (others := [index for index in range(len(faces)) if index != on])]
        values, least = {face[0] for face in faces}, takes.least_sum(faces)
        for card in hand:
            if isinstance(card, Joker) and rules.sweeps:
                if swept(state):
                    return Sweep(state.turn, card)
                continue
            declared = [(laid, takes.laid_face(laid, rules)) for laid in facts.played_as(card, rules)]
            if len(declared) > 1:
                rng.shuffle(declared)
            for (laid, face), (on, others) in product(declared, tries):
                taker = takes.taker_face(face, None if on is None else faces[on], rules)
                if taker is None:
                    continue
                rest = others.copy()
                if len(rest) > 1:
                    rng.shuffle(rest)
                if taker[0] < least and taker[0] not in values and FLOATING not in values:
                    continue  # no pile is worth as much, nor are two together
                some = list(islice(takes.combinations(taker, [faces[index] for index in rest], rules), ENOUGH))
                if some:
                    rng.shuffle(some)
                    chosen, _ = takes.disjoint(some, lambda: rng.random() < ONE_MORE)
                    sets = [tuple(rest[index] for index in each) for each in chosen]
                    event = takes.taking(state.turn, laid, state.table, on, sets)
                    if self._may(event):
                        return event
        if not state.house["keep_plan"]:
            return None
        # each combination alone: a take may have to hold a certain pile (C-22)
        for laid, on in product(facts.played_cards(state.hands[state.turn], rules), (None, *range(len(faces)))):
            for found in takes.takes_with(takes.laid_face(laid, rules), on, faces, rules):
                event = takes.taking(state.turn, laid, state.table, on, [found])
                if self._is_legal(event):
                    return event
        return None

    def _choose_lay(self, hand: list[AnyCard], rng: random.Random) -> Build | Stack | None:
        state, rules = self.state, self.rules
        if len(hand) < 2 and rules.plan != "trust":
            return None  # C-20: no plan without a card left
        for card in hand:
            found = [
                (laid, place)
                for laid in facts.played_as(card, rules)
                for place in takes.places(takes.laid_face(laid, rules), self.faces, rules)
            ]
            if len(found) > 1:
                rng.shuffle(found)
            left = without(state.hands[state.turn], card)
            for laid, place in found:
                if takes.has_plan(*takes.faces_after(self.faces, place), left, rules):
                    event = takes.laying(state.turn, laid, state.table, place)
                    if self._may(event):
                        return event
        return None

    def _choose_drop(self, hand: list[AnyCard], rng: random.Random) -> Drop | None:
        for card in filter(self._is_free, hand):
            return Drop(self.state.turn, rng.choice(facts.played_as(card, self.rules)))
        return None


def declarations(state: State) -> Iterator[Declare]:
    """The dealer's numbers for the ?s among the first cards (C-23)."""
    marks = facts.question_marks(state.table)
    return (Declare(state.dealer, each) for each in product((1, 2, 3, 4), repeat=len(marks)))


def choose_declaration(state: State, rng: random.Random) -> Declare:
    return Declare(state.dealer, tuple(rng.randint(1, 4) for _ in facts.question_marks(state.table)))


# ---------------------------------------------------------------- what an event makes of a state


def advance(state: State, event: Event) -> State:
    """The state after a legal event."""
    match event:
        case Take():  # the card, what it was built on, and all piles of all combinations (rule 3c)
            piles = {*event.piles}
            return capture(state, event.card.card, [index for index, pile in enumerate(state.table) if pile in piles])
        case Build() | Stack():
            return lay(state, event)
        case Drop():
            return drop(state, event)
        case Sweep():
            return capture(state, event.card, swept(state))
        case Release():
            return release(state, event)
        case Pass():
            return pass_on(state, state.hands, state.table, state.owners, passes=state.passes + 1)
        case Deal():
            return deal_hand(state, event)
        case Declare():
            return declare(state, event)


def capture(state: State, card: AnyCard, indexes: Sequence[int]) -> State:
    """A legal match takes itself too; anyone who takes is the last taker until the next does (rules 3c, 6, 10c)."""
    seat, table = state.turn, state.table
    won = (*state.captured[seat], card, *chain(*(table[index].cards for index in indexes)))
    kept = [index for index in range(len(table)) if index not in indexes]
    after = replace(state, captured=(*state.captured[:seat], won, *state.captured[seat + 1 :]), last_taker=seat)
    return played(after, card, tuple([table[index] for index in kept]), tuple([state.owners[index] for index in kept]))


def lay(state: State, event: Build | Stack) -> State:
    """The card on its pile, which is now theirs too (rules 3a, 3b, C-17); and whose plan that ruins (C-21)."""
    table, index = table_after(state.table, event)
    before = dict(zip(state.table, state.owners, strict=True))
    both = tuple(sorted({event.seat, *chain(*(before[pile] for pile in event.piles))}))
    owners = tuple(both if number == index else before[pile] for number, pile in enumerate(table))
    ruined = tuple(ruined_plans(state, event, table, number, seats) for number, seats in enumerate(owners))
    return played(state, event.card.card, table, owners, ruined)


def ruined_plans(
    state: State, event: Build | Stack, table: tuple[Pile, ...], index: int, seats: tuple[int, ...]
) -> tuple[int, ...]:
    """Other players who could take their pile, now at `index`, before this play and cannot after it (rule 3d, C-21)."""
    others = [seat for seat in seats if seat != event.seat and state.hands[seat]]
    if not others:
        return ()
    rules = facts.rules_of(state.house)
    old, new = table_faces(state.table, rules), table_faces(table, rules)
    piles = (table[index],) if table[index] in state.table else event.piles
    own = [number for number, pile in enumerate(state.table) if pile in piles]

    def is_ruined(seat: int) -> bool:
        hand = state.hands[seat]
        was_planned = any(seat in state.owners[number] and takes.shown_plan(old, number, hand, rules) for number in own)
        return was_planned and not takes.shown_plan(new, index, hand, rules)

    return tuple(filter(is_ruined, others))


def drop(state: State, event: Drop) -> State:
    """A new pile (rule 3d). A joker that could have swept and found nothing is spare from now on (10c, C-24)."""
    card = event.card.card
    if isinstance(card, Joker) and event.card.number is None:
        state = replace(state, spare=(*state.spare, card))
    return played(state, card, (*state.table, facts.single(event.card)), (*state.owners, ()))


def release(state: State, event: Release) -> State:
    """Piles whose plan was ruined no longer keep them from dropping (rule 3d, C-21)."""
    owners = tuple(
        tuple(seat for seat in seats if seat != event.seat or seat not in ruined)
        for seats, ruined in zip(state.owners, state.ruined, strict=True)
    )
    ruined = tuple(tuple(seat for seat in seats if seat != event.seat) for seats in state.ruined)
    return replace(state, owners=owners, ruined=ruined)


def declare(state: State, event: Declare) -> State:
    """The first cards' ?s have their numbers (10a, C-23)."""
    table = list(state.table)
    for index, number in zip(facts.question_marks(state.table), event.numbers, strict=True):
        table[index] = facts.single(PlayedCard(table[index].cards[0], number))
    return replace(state, phase="turn", table=tuple(table))


def played(state: State, card: AnyCard, table: tuple[Pile, ...], owners: Owners, ruined: Owners | None = None) -> State:
    """The card has left the hand."""
    seat = state.turn
    hands = (*state.hands[:seat], without(state.hands[seat], card), *state.hands[seat + 1 :])
    return pass_on(state, hands, table, owners, ruined)


def pass_on(
    state: State, hands: Hands, table: tuple[Pile, ...], owners: Owners, ruined: Owners | None = None, passes: int = 0
) -> State:
    """The next to the left who has cards (rule 4, G-2); if nobody has, five more each (rule 5) or the end (rule 6).

    A ruined plan could only be shown at once, so that is over (rule 3d)."""
    seat = state.turn
    for _ in hands:
        seat = (seat + 1) % len(hands)
        if hands[seat]:
            break
    if ruined is None:
        ruined = ((),) * len(table)
    after = with_table(state, turn=seat, hands=hands, table=table, owners=owners, ruined=ruined, passes=passes)
    if hands[seat]:
        return after
    return deal_cards(after) if after.draw else score_hand(after)
