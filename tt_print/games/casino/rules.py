"""Casino Macedonia, rules: the deal, what may come next, and what an event makes of a state.

A black blob on a full table has hundreds of thousands of takes, so events are asked one by one and never made
as a list: iteration walks; choice samples: it draws a card and a kind of play, then a combination, then whether one more.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from typing import TYPE_CHECKING, Any

from tt_print.deck import AnyCard, Joker
from tt_print.engine.base import Actions
from tt_print.engine.house import House
from tt_print.engine.notation import Seat
from tt_print.engine.rules import Choices, Nothing, Orders
from tt_print.engine.standing import deal_around, first_player
from tt_print.games.casino.against import all_stuck, refusal, standing
from tt_print.games.casino.facts import (
    FACE_UP,
    HAND,
    Build,
    Deal,
    Declare,
    Drop,
    Event,
    Pass,
    Release,
    Rules,
    Stack,
    State,
    Sweep,
    Take,
    box,
    left_of,
    number_of_hands,
    numbers,
    question_marks,
    rules_of,
    set_aside_size,
)
from tt_print.games.casino.piles import Pile, PlayedCard, single
from tt_print.games.casino.plan import (
    laying,
    layings,
    places,
    planned,
    planned_at,
    shown_plan,
    swept,
    table_after,
    table_faces,
    without,
)
from tt_print.games.casino.score import end_hand
from tt_print.games.casino.takes import FLOATING, Face, card_face, combinations, families, least_sum, taker_face
from tt_print.records import copier, dataclass, replace

if TYPE_CHECKING:
    import random

Owners = tuple[tuple[int, ...], ...]  # by pile, the seats
ENOUGH = 40  # from so many combinations of one taker the random player picks
KINDS = ("take", "take", "take", "lay", "lay", "drop")  # how often the random player tries what first
ONE_MORE = 0.7  # how readily they add another combination
ON_A_PILE = 0.25  # how often they first try to take with a build

captured_by = copier(State, "captured", "last_taker")
with_table = copier(State, "turn", "hands", "table", "owners", "ruined", "passes")

# ---------------------------------------------------------------- the deal (rules 1, 2 and 5)


def start(players: int, house: House, dealer: int = 0) -> State:
    """Everyone at the table with 0 points, the deck in its box. Raises HouseError (see `number_of_hands`)."""
    number_of_hands(players, house)
    nothing: tuple[Any, ...] = ((),) * players
    zeros = (0,) * players
    return State(house, "deal", dealer, dealer, 0, zeros, zeros, nothing, box(house), captured=nothing)


def deal_hand(state: State, event: Deal) -> State:
    """The bottom cards go aside, four from the top face up, then the first five each (rules 1 and 2)."""
    house, players = state.house, len(state.hands)
    aside = set_aside_size(players, house)
    draw = event.order[aside:]
    table = tuple(single(PlayedCard(card)) for card in reversed(draw[-FACE_UP:]))
    jokers = tuple(pile.cards[0] for pile in table if isinstance(pile.cards[0], Joker))
    asks = (
        house["question"] == "wild"
        and house["table_question"] == "dealer_declares"  # C-23
        and question_marks(table)
    )
    dealt = replace(
        state,
        draw=draw[:-FACE_UP],
        aside=event.order[:aside],
        table=table,
        owners=((),) * len(table),
        ruined=((),) * len(table),
        spare=spare_at_start(jokers, house),
        captured=((),) * players,
        last_taker=None,
        passes=0,
    )
    return replace(deal_cards(dealt), phase="declare" if asks else "turn")


def spare_at_start(jokers: tuple[AnyCard, ...], house: House) -> tuple[AnyCard, ...]:
    """Which of the jokers among the first four nothing sweeps: a single one is swept by the other, where one sweeps (10d,
    C-18, C-24).
    """
    return jokers if len(jokers) > 1 or house["question"] != "wild" else ()


def deal_cards(state: State) -> State:
    """Five to each, one at a time from the dealer's left; at the end what makes an equal deal (rule 5, C-2)."""
    players = len(state.hands)
    count = min(HAND, len(state.draw) // players)
    hands, rest = deal_around(state.draw, range(players), players, state.dealer, count)
    # after each deal the same again, since the dealer's last card ends the one before (rule 5, G-3)
    turn = first_player(state.house, range(players), players, state.dealer)
    return replace(state, turn=turn, hands=hands, draw=rest)


# ---------------------------------------------------------------- what may come next


def actions(state: State) -> Actions[Event]:
    """What may come next, lazily."""
    match state.phase:
        case "turn":
            rules = rules_of(state.house)
            return Turn(state, rules, table_faces(state.table, rules))
        case "deal":
            return Orders(box(state.house), Deal)
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


@dataclass(frozen=True, slots=True)
class Turn:
    """Plays of the player to move: takes, sweeps, builds and stacks, drops; then ruined plans to be shown."""

    state: State
    rules: Rules
    faces: tuple[Face, ...]  # of the piles

    def __iter__(self) -> Iterator[Any]:
        state, rules = self.state, self.rules
        for event in self._candidates():
            # the plan first: of all that can be wrong here only its reason takes long to find
            if (type(event) not in (Build, Stack) or planned(state, event, rules)) and refusal(state, event) is None:
                yield event
        for seat in self._may_release():
            yield Release(seat)

    def _candidates(self) -> Iterator[Any]:
        state = self.state
        rules, seat = self.rules, state.turn
        for card in state.hands[seat]:
            if isinstance(card, Joker) and rules.sweeps:
                yield Sweep(seat, card)
                continue
            for number in numbers(card, rules):
                for on in (None, *range(len(state.table))):
                    yield from self._takes(PlayedCard(card, number), on)
        for card in state.hands[seat]:
            for number in numbers(card, rules):
                yield from layings(seat, PlayedCard(card, number), state.table, rules)
        for card in state.hands[seat]:
            for number in numbers(card, rules):
                yield Drop(seat, PlayedCard(card, number))
        yield Pass(seat)

    def _takes(self, laid: PlayedCard, on: int | None) -> Iterator[Take]:
        found, rest = self._combinations(laid.card, laid.number, on)
        for each in families(list(found)):
            yield self._take(laid, on, rest, each)

    def _combinations(self, card: AnyCard, number: int | None, on: int | None) -> tuple[Any, list[int]]:
        """Combinations as indexes into the list that comes with them: the other piles."""
        faces, rules = self.faces, self.rules
        taker = taker_face(card_face(card, number, rules), None if on is None else faces[on], rules)
        if taker is None:
            return (), []
        rest = [index for index in range(len(faces)) if index != on]
        return combinations(taker, [faces[index] for index in rest], rules), rest

    def _take(self, laid: PlayedCard, on: int | None, rest: list[int], chosen: tuple[tuple[int, ...], ...]) -> Take:
        table = self.state.table
        piles = tuple(tuple(table[rest[index]] for index in each) for each in chosen)
        return Take(self.state.turn, laid, piles, None if on is None else table[on])

    def _may_release(self) -> list[int]:
        return sorted({seat for seats in self.state.ruined for seat in seats})

    # ---------------------------------------------------------------- choice

    def choose(self, rng: random.Random) -> Any:
        """A ruined plan is shown half the time. Then a random kind of play first, the others if there is none."""
        state = self.state
        if any(state.ruined) and rng.random() < 0.5:
            return Release(rng.choice(self._may_release()))
        banned = bool(standing(state, state.turn))
        first = KINDS[int(rng.random() * len(KINDS))]
        hand = list(state.hands[state.turn])
        rng.shuffle(hand)
        for kind in (first, "take", "lay", "drop"):
            if kind == "drop" and banned:
                continue
            event = getattr(self, f"_choose_{kind}")(hand, rng)
            if event is not None:
                return event
        if state.house["forced_drop"] == "forbidden" and not all_stuck(state):  # C-21
            return Pass(state.turn)
        return self._choose_drop(hand, rng) or next(iter(self))

    def _choose_take(self, hand: list[AnyCard], rng: random.Random) -> Take | Sweep | None:
        state = self.state
        rules = self.rules
        indexes: list[Any] = [None, *range(len(state.table))]
        if rng.random() < ON_A_PILE:
            rng.shuffle(indexes)
        # the piles beside the one that is built on; where there is none nothing can be taken
        beside = [(on, [index for index in range(len(self.faces)) if index != on]) for on in indexes]
        tries = [(on, others) for on, others in beside if others]
        values, least = {face[0] for face in self.faces}, least_sum(self.faces)
        for card in hand:
            if isinstance(card, Joker) and rules.sweeps:
                if swept(state):
                    return Sweep(state.turn, card)
                continue
            declared = list(numbers(card, rules))
            if len(declared) > 1:
                rng.shuffle(declared)
            for number, (on, others) in product(declared, tries):
                taker = taker_face(card_face(card, number, rules), None if on is None else self.faces[on], rules)
                if taker is None:
                    continue
                rest = others.copy()
                if len(rest) > 1:
                    rng.shuffle(rest)
                if taker[0] < least and taker[0] not in values and FLOATING not in values:
                    continue  # no pile is worth as much, nor are two together
                some = list(islice(combinations(taker, [self.faces[index] for index in rest], rules), ENOUGH))
                if some:
                    event = self._take(PlayedCard(card, number), on, rest, _some_of(some, rng))
                    if not state.house["keep_plan"] or refusal(state, event) is None:
                        return event
        if not state.house["keep_plan"]:
            return None
        return next((event for event in self._kept_takes() if refusal(state, event) is None), None)

    def _kept_takes(self) -> Iterator[Take]:
        """Each combination alone: if planned cards are kept, a take may have to hold a certain pile (C-22)."""
        state = self.state
        rules = self.rules
        for card in state.hands[state.turn]:
            for number, on in product(numbers(card, rules), (None, *range(len(state.table)))):
                found, rest = self._combinations(card, number, on)
                for each in found:
                    yield self._take(PlayedCard(card, number), on, rest, (each,))

    def _choose_lay(self, hand: list[AnyCard], rng: random.Random) -> Build | Stack | None:
        state = self.state
        if len(hand) < 2 and state.house["plan_check"] != "trust":
            return None  # C-20: no plan without a card left
        rules = self.rules
        if not self.faces:
            return None
        for card in hand:
            found = [
                (number, place)
                for number in numbers(card, rules)
                for place in places(card_face(card, number, rules), self.faces, rules)
            ]
            if not found:
                continue
            rng.shuffle(found)
            left = without(state.hands[state.turn], card)
            for number, place in found:
                if planned_at(place, self.faces, left, rules):
                    event = laying(state.turn, PlayedCard(card, number), state.table, place)
                    if not state.house["keep_plan"] or refusal(state, event) is None:
                        return event
        return None

    def _choose_drop(self, hand: list[AnyCard], rng: random.Random) -> Drop | None:
        rules = self.rules
        for card in hand:
            if not (isinstance(card, Joker) and rules.sweeps and swept(self.state)):
                return Drop(self.state.turn, PlayedCard(card, rng.choice(numbers(card, rules))))
        return None


def declarations(state: State) -> Iterator[Declare]:
    """The dealer's numbers for the ?s among the first cards (C-23)."""
    marks = question_marks(state.table)
    return (Declare(state.dealer, each) for each in product((1, 2, 3, 4), repeat=len(marks)))


def choose_declaration(state: State, rng: random.Random) -> Declare:
    return Declare(state.dealer, tuple(rng.randint(1, 4) for _ in question_marks(state.table)))


def _some_of(found: list[tuple[int, ...]], rng: random.Random) -> tuple[tuple[int, ...], ...]:
    """One combination, and often more that have no pile in common with it."""
    rng.shuffle(found)
    chosen, used = [found[0]], set(found[0])
    for each in found[1:]:
        if used.isdisjoint(each) and rng.random() < ONE_MORE:
            chosen.append(each)
            used.update(each)
    return tuple(chosen)


# ---------------------------------------------------------------- what an event makes of a state


def advance(state: State, event: Event) -> State:
    """The state after a legal event."""
    match event:
        case Take():
            return take(state, event)
        case Build() | Stack():
            return lay(state, event)
        case Drop():
            return drop(state, event)
        case Sweep():
            return capture(state, event.card, swept(state))
        case Release():
            return release(state, event)
        case Pass():
            nothing = ((),) * len(state.table)
            return pass_on(state, state.hands, state.table, state.owners, nothing, passes=state.passes + 1)
        case Deal():
            return deal_hand(state, event)
        case Declare():
            return declare(state, event)


def take(state: State, event: Take) -> State:
    """The card, what it was built on, and all piles of all combinations (rule 3c)."""
    piles = {pile for each in event.combinations for pile in each} | ({event.on} if event.on is not None else set())
    return capture(state, event.card.card, tuple(index for index, pile in enumerate(state.table) if pile in piles))


def capture(state: State, card: AnyCard, indexes: tuple[int, ...]) -> State:
    """A legal match takes itself too; anyone who takes is the last taker until the next does (rules 3c, 6, 10c)."""
    seat = state.turn
    won = [card]
    for index in indexes:
        won.extend(state.table[index].cards)
    captured = state.captured[:seat] + ((*state.captured[seat], *won),) + state.captured[seat + 1 :]
    kept = [index for index in range(len(state.table)) if index not in indexes]
    after = captured_by(state, captured=captured, last_taker=seat)
    return played(
        after, card, tuple([state.table[index] for index in kept]), tuple([state.owners[index] for index in kept])
    )


def lay(state: State, event: Build | Stack) -> State:
    """The card on its pile, which is now theirs too (rules 3a, 3b, C-17); and whose plan that ruins (C-21)."""
    table, index = table_after(state.table, event)
    before = dict(zip(state.table, state.owners, strict=True))
    onto = event.onto if isinstance(event, Stack) else None
    joined = [before[event.pile], () if onto is None else before[onto], (event.seat,)]
    both = tuple(sorted({seat for seats in joined for seat in seats}))
    owners = tuple(both if number == index else before[pile] for number, pile in enumerate(table))
    ruined = tuple(ruined_plans(state, event, table, number, seats) for number, seats in enumerate(owners))
    return played(state, event.card.card, table, owners, ruined)


def ruined_plans(
    state: State, event: Build | Stack, table: tuple[Pile, ...], index: int, seats: tuple[int, ...]
) -> tuple[int, ...]:
    """Other players who could take their pile, now at `index`, before this play and cannot after it (rule 3d, C-21)."""
    rules = rules_of(state.house)
    if seats in ((), (event.seat,)):
        return ()
    changed = (event.pile, getattr(event, "onto", None))
    found = []
    for seat in seats:
        if seat == event.seat or not state.hands[seat]:
            continue
        old = [
            number
            for number, pile in enumerate(state.table)
            if seat in state.owners[number]
            and (pile == table[index] or (pile in changed and table[index] not in state.table))
        ]
        planned = any(shown_plan(table_faces(state.table, rules), number, state.hands[seat], rules) for number in old)
        if planned and not shown_plan(table_faces(table, rules), index, state.hands[seat], rules):
            found.append(seat)
    return tuple(found)


def drop(state: State, event: Drop) -> State:
    """A new pile (rule 3d). A joker that could have swept and found nothing is spare from now on (10c, C-24)."""
    card = event.card.card
    if isinstance(card, Joker) and event.card.number is None:
        state = replace(state, spare=(*state.spare, card))
    return played(state, card, (*state.table, single(event.card)), (*state.owners, ()))


def release(state: State, event: Release) -> State:
    """Piles whose plan was ruined no longer keep them from dropping (rule 3d, C-21)."""
    owners = tuple(
        tuple(seat for seat in seats if not (seat == event.seat and seat in ruined))
        for seats, ruined in zip(state.owners, state.ruined, strict=True)
    )
    ruined = tuple(tuple(seat for seat in seats if seat != event.seat) for seats in state.ruined)
    return replace(state, owners=owners, ruined=ruined)


def declare(state: State, event: Declare) -> State:
    """The first cards' ?s have their numbers (10a, C-23)."""
    table = list(state.table)
    for index, number in zip(question_marks(state.table), event.numbers, strict=True):
        table[index] = single(PlayedCard(table[index].cards[0], number))
    return replace(state, phase="turn", table=tuple(table))


def played(state: State, card: AnyCard, table: tuple[Pile, ...], owners: Owners, ruined: Owners | None = None) -> State:
    """The card has left the hand. A ruined plan could only be shown at once, so that is over (rule 3d)."""
    seat = state.turn
    hands = state.hands[:seat] + (without(state.hands[seat], card),) + state.hands[seat + 1 :]
    return pass_on(state, hands, table, owners, ((),) * len(table) if ruined is None else ruined, passes=0)


def pass_on(
    state: State,
    hands: tuple[tuple[AnyCard, ...], ...],
    table: tuple[Pile, ...],
    owners: Owners,
    ruined: Owners,
    passes: int,
) -> State:
    """The next to the left who has cards (rule 4); if nobody has, five more each (rule 5) or the end (rule 6)."""
    seat = state.turn
    for _ in hands:
        seat = left_of(state, seat)
        if hands[seat]:
            break
    after = with_table(state, turn=seat, hands=hands, table=table, owners=owners, ruined=ruined, passes=passes)
    if hands[seat]:
        return after
    return deal_cards(after) if after.draw else end_hand(after)
