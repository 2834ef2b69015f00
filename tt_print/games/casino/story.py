"""Casino Macedonia, stories: what nobody has told of a table, what follows from an event, and a table as phrases.

Where nobody has told what somebody holds, other cards stand for theirs; anyone who plays a card had it. A verdict never
rests on such cards: `Gaps` knows where they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from tt_print.deck import AnyCard, Joker
from tt_print.engine.house import House
from tt_print.engine.notation import seat_name
from tt_print.engine.reasons import Reason, change_of_cards, change_of_points, end_of_game, outcome
from tt_print.errors import InputError
from tt_print.games.casino import score
from tt_print.games.casino.against import standing
from tt_print.games.casino.facts import (
    NAME,
    Build,
    Deal,
    Declare,
    Drop,
    Event,
    Pass,
    Release,
    Stack,
    State,
    Sweep,
    Take,
)
from tt_print.games.casino.piles import SINGLE, Pile
from tt_print.games.casino.plan import swept, table_after
from tt_print.records import dataclass

Seats = frozenset[int]
NOBODY: Seats = frozenset()
LAYINGS = (Build, Stack)


@dataclass(frozen=True, slots=True)
class Gaps:
    """What nobody has told.

    `hands` are seats whose cards, `sizes` seats whose number of cards is open; `parts` are cards that they hold among
    others. `owners` are the bottom cards
    of builds and stacks that may be anybody's, `plans` who may have had a plan ruined just now. `draw` is open while
    nobody has told how many cards the draw pile holds, `cards` which. `passes` is open while more may have
    passed before the story. `won` and `scores` are seats.
    """

    hands: Seats = NOBODY
    sizes: Seats = NOBODY
    parts: frozenset[AnyCard] = frozenset()
    owners: frozenset[AnyCard] = frozenset()
    plans: Seats = NOBODY
    won: Seats = NOBODY
    scores: Seats = NOBODY
    draw: bool = False
    cards: bool = False
    passes: bool = False
    last: bool = False
    aside: bool = False
    played: bool = False
    dealer: bool = False


def gaps_after(gaps: Gaps, before: State, event: Event, after: State) -> Gaps:
    """What is still open after a legal event."""
    if isinstance(event, Deal):
        return Gaps(scores=gaps.scores, played=gaps.played, dealer=gaps.dealer)
    if not isinstance(event, (Release, Declare, Pass)):
        gaps = replace(gaps, passes=False)
    if after.phase in ("deal", "over"):
        return replace(gaps, hands=NOBODY, sizes=NOBODY, owners=frozenset(), plans=NOBODY)
    if is_dealt(before, after):
        everybody = frozenset(range(len(after.hands)))
        open_hands = everybody if gaps.cards else NOBODY
        return replace(gaps, hands=open_hands, sizes=everybody if gaps.draw else NOBODY, plans=NOBODY)
    if isinstance(event, LAYINGS):
        table, index = table_after(before.table, event)
        return replace(gaps, plans=frozenset(after.owners[index]) & gaps.hands - {event.seat} if table else NOBODY)
    return replace(gaps, plans=gaps.plans if isinstance(event, (Release, Declare)) else NOBODY)


def is_dealt(before: State, after: State) -> bool:
    """Whether everybody has got new cards (rule 5)."""
    return sum(map(len, after.hands)) > sum(map(len, before.hands))


def open_owners(gaps: Gaps, table: Iterable[Pile]) -> list[Pile]:
    """The builds and stacks of which nobody has told whose they are."""
    return [pile for pile in table if pile.kind != SINGLE and not gaps.owners.isdisjoint(pile.cards)]


def bring(state: State, gaps: Gaps, event: Any) -> State:
    """Anyone who plays a card that nobody has placed had it in hand. Raises InputError for a card that lies elsewhere."""
    seat: int = getattr(event, "seat", 0)
    if not hasattr(event, "card") or seat not in gaps.hands or seat >= len(state.hands):
        return state
    card: AnyCard = event.card if isinstance(event, Sweep) else event.card.card
    hands, draw = list(state.hands), state.draw
    if not hands[seat] and seat not in gaps.sizes:
        return state
    others = [each for each in hands[seat] if each != card]
    if card not in hands[seat]:
        if card in _placed(state, gaps) | gaps.parts:
            raise InputError(f"{seat_name(seat)} cannot have {card.name}: it lies elsewhere in this story.")
        instead = next((each for each in reversed(others) if each not in gaps.parts), None)
        if instead is not None:
            others.remove(instead)
        elif others and seat not in gaps.sizes:
            raise InputError(f"{seat_name(seat)} cannot have {card.name}: all their cards are known.")
        hands = [_swapped(hand, card, instead) for hand in hands]
        draw = _swapped(draw, card, instead)
    if seat in gaps.sizes and not others and gaps.cards and draw:  # nobody has told that it is their last card
        others, draw = [draw[0]], draw[1:]
    hands[seat] = (card, *others)
    return replace(state, hands=tuple(hands), draw=draw)


def _swapped(cards: tuple[AnyCard, ...], old: AnyCard, new: AnyCard | None) -> tuple[AnyCard, ...]:
    """The cards with `new` instead of `old`, without it where there is none."""
    if old not in cards:
        return cards
    index = cards.index(old)
    return (*cards[:index], *(() if new is None else (new,)), *cards[index + 1 :])


def _placed(state: State, gaps: Gaps) -> set[AnyCard]:
    """The cards whose place is known."""
    told = [hand for seat, hand in enumerate(state.hands) if seat not in gaps.hands]
    told += [*state.captured, state.aside, *(pile.cards for pile in state.table), *([] if gaps.cards else [state.draw])]
    return {card for cards in told for card in cards}


# ---------------------------------------------------------------- what follows from a legal event


def consequences(gaps: Gaps, before: State, event: Event, after: State) -> Iterator[Reason]:
    """What happens next, in the order in which it happens."""
    if isinstance(event, (Take, Sweep)):
        had = len(before.captured[event.seat])
        has = had + _count_taken(before, event, after)
        rule = "3c" if isinstance(event, Take) else "10c"
        yield change_of_cards(NAME, "takes", event.seat, had, has, rule, is_known=event.seat not in gaps.won)
    elif isinstance(event, LAYINGS):
        yield from _laid(gaps, before, event, after)
    elif isinstance(event, Drop) and after.spare != before.spare and after.house["spare_joker"] == "last_taker":
        yield outcome(NAME, "spare", "10d", card=event.card.card.name)
    elif isinstance(event, Release) and not gaps.owners and event.seat not in gaps.plans:
        own = tuple(after.table[index].safe_code for index in standing(after, event.seat))
        yield outcome(NAME, "still_bound" if own else "free", "3d", seat=event.seat, piles=own)
    if after.phase in ("deal", "over") and not isinstance(event, Deal):
        yield from _ended(gaps, before, event, after)
    elif after.phase == "declare":
        yield outcome(NAME, "declares", "10a", seat=after.dealer)
    elif isinstance(event, Deal) or is_dealt(before, after):
        size = len(after.hands[after.turn])
        key = "dealt" if isinstance(event, Deal) or not gaps.draw else "dealt_some"
        yield outcome(NAME, key, "2", "5", count=size)
        yield outcome(NAME, "turn", "4", seat=after.turn)
    elif not isinstance(event, Release):
        yield outcome(NAME, _turn_key(gaps, after), "4", seat=after.turn)


def _turn_key(gaps: Gaps, after: State) -> str:
    """How sure it is whose turn comes: by house rule a player who passed may hold more cards than others (C-21)."""
    if not gaps.sizes:
        return "turn"
    if not any(hand for seat, hand in enumerate(after.hands) if seat not in gaps.sizes):
        return "turn_or_end"
    passing = after.house["forced_drop"] == "forbidden"
    return "turn_or_other" if passing and after.turn in gaps.sizes else "turn"


def _count_taken(before: State, event: Take | Sweep, after: State) -> int:
    """How many cards this play takes, without what its player gets at the end of the hand."""
    if isinstance(event, Sweep):
        piles = [before.table[index] for index in swept(before)]
    else:
        piles = [*(pile for each in event.combinations for pile in each), *([event.on] if event.on is not None else [])]
    return 1 + sum(len(pile.cards) for pile in piles)


def _laid(gaps: Gaps, before: State, event: Build | Stack, after: State) -> Iterator[Reason]:
    table, index = table_after(before.table, event)
    pile = table[index].safe_code
    if after.phase == "turn":
        yield outcome(NAME, "ban", "3d", seat=event.seat, pile=pile)
    for seat in after.ruined[index] if index < len(after.ruined) else ():
        if seat not in gaps.hands:
            yield outcome(NAME, "ruined", "3d", seat=seat, pile=pile)
    for seat in sorted(gaps.plans):
        yield outcome(NAME, "ruined_or_not", "3d", seat=seat, pile=pile)


def _ended(gaps: Gaps, before: State, event: Event, after: State) -> Iterator[Reason]:
    """The end of a hand and perhaps of the game (rules 6 to 8)."""
    last = after.last_taker
    if last is None:
        yield outcome(NAME, "nobody_took", "6", count=sum(len(pile.cards) for pile in after.table))
    else:
        got = len(after.captured[last]) - len(before.captured[last])
        if isinstance(event, (Take, Sweep)) and event.seat == last:
            got -= _count_taken(before, event, after)
        yield outcome(NAME, "rest", "6", seat=last, count=got)
    yield from _pluralities([score.count_cards(cards, after.house) for cards in after.captured], after.house)
    yield from change_of_points(NAME, before.scores, after.scores, "7")
    if after.phase == "over":
        yield end_of_game(NAME, after.winners, "8")
    else:
        yield outcome(NAME, "deals", "8", seat=after.dealer)


def count_hand(counts: Sequence[score.Counts], house: House) -> Iterator[Reason]:
    """What each player gets for a hand (rule 7)."""
    yield from _pluralities(counts, house)
    for seat, points in enumerate(score.hand_points(counts, house)):
        yield outcome(NAME, "hand_points", "7", seat=seat, points=points)


def _pluralities(counts: Sequence[score.Counts], house: House) -> Iterator[Reason]:
    """Who has the most cards, reds and circles; nobody where two have as many (rule 7, C-29)."""
    for name, seat in score.leaders(counts).items():
        if seat is None:
            yield outcome(NAME, "no_most", "7", what=name)
        else:
            yield outcome(NAME, "most", "7", seat=seat, what=name, points=getattr(score.weights(house), name))


# ---------------------------------------------------------------- a table as phrases


def opening_phrases(state: State, say: Callable[..., str]) -> Iterator[str]:
    """Phrases that set up exactly this table; `say` writes the one of a method (`Scene.say`)."""
    seats = range(len(state.hands))
    yield say("seat", count=len(seats))
    yield say("set_deal" if state.phase == "deal" else "set_dealer", seat=state.dealer)
    yield say("set_played", count=state.played)
    for seat in seats:
        yield say("credit", seat=seat, points=state.scores[seat])
        if state.points[seat]:
            yield say("set_made", seat=seat, points=state.points[seat])
    if state.winners:
        yield say("set_winners", winners=state.winners)
    yield say("set_table", piles=state.table)
    if state.phase in ("turn", "declare"):
        yield from (say("give", seat=seat, cards=state.hands[seat]) for seat in seats)
    for pile, owners, ruined in zip(state.table, state.owners, state.ruined, strict=True):
        yield from (say("set_owner", seat=seat, pile=pile) for seat in owners)
        yield from (say("set_ruined", seat=seat, pile=pile) for seat in ruined)
        if pile.kind != SINGLE and not owners:
            yield say("set_unowned", pile=pile)
    if state.phase == "turn":
        yield say("set_unruined")
    if state.spare or any(isinstance(card, Joker) for pile in state.table for card in pile.cards):
        yield say("set_spare", cards=state.spare)
    yield from (say("set_won", seat=seat, cards=state.captured[seat]) for seat in seats)
    yield say("set_no_taker") if state.last_taker is None else say("set_last", seat=state.last_taker)
    if state.passes or state.house["forced_drop"] == "forbidden":
        yield say("set_passes", count=state.passes)
    if state.phase != "deal" or state.turn != state.dealer:
        yield say("set_turn", seat=state.turn)
    yield say("set_draw", cards=state.draw)
    yield say("set_aside", cards=state.aside)
