"""Craziness, possible tables: what people can tell and ask of one, and what an event leads to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from tt_print.deck import FULL, Card
from tt_print.engine.notation import seat_name
from tt_print.engine.reasons import Reason, Verdict, change_of_cards, end_of_game, outcome
from tt_print.engine.scenes import Run, Scene, VisibleCards
from tt_print.engine.standing import first_player
from tt_print.engine.told import Impossible, Picks, Told
from tt_print.errors import InputError
from tt_print.games.craziness.facts import (
    FACES,
    NAME,
    Declare,
    Event,
    Lay,
    Pass,
    Shuffle,
    State,
    shown_card,
    triple_toppers,
)
from tt_print.games.craziness.judge import explain, judge_hand, judge_lay
from tt_print.games.craziness.rules import illegal_declaration_reason, start
from tt_print.records import replace

Hands = tuple[tuple[Card, ...], ...]
HANDS = (8, 1, 1, 2, 3)  # sizes of a hand that nobody told
DISCARDS = (1, 2, 3, 20)

# ---------------------------------------------------------------- questions


def ask_lay(state: State, told: Told, card: Card, declared: tuple[str, ...] = ()) -> Verdict:
    """Whether a card may be laid under this declaration, and what it does."""
    if state.showing is None:
        raise InputError("say what shows in the center: on KC2 as green.")
    if card == state.discard[-1] and "center" not in told.parts:
        raise Impossible
    if card == state.discard[-1]:
        raise InputError(f"{card.name} is in the center already.")
    against = illegal_declaration_reason(card, declared)
    return _refused(against, state) if against else judge_lay(state.showing, card, declared, state.house)


def ask_declarations(state: State, card: Card) -> Verdict:
    """How many declarations a card can have."""
    return Verdict(NAME, None, {"count": len(FACES[card])}, (), state.house, ("setup", "3"))


def ask_declaration(state: State, card: Card, declared: tuple[str, ...]) -> Verdict:
    """Whether a card may be declared so."""
    against = illegal_declaration_reason(card, declared)
    facts = {"legal": True, "showing": str(FACES[card].get(declared))}
    return _refused(against, state) if against else Verdict(NAME, True, facts, (), state.house, ("setup", "3"))


def ask_triples(state: State) -> Verdict:
    """Which cards would be a triple topper now."""
    if state.showing is None:
        raise InputError("say what shows in the center: on KC2 as green.")
    found = triple_toppers(state.showing, state.discard[-1])
    facts = {"count": len(found), "cards": frozenset(map(str, found))}
    return Verdict(NAME, None, facts, (), state.house, ("4a",))


def _refused(against: Reason, state: State) -> Verdict:
    return Verdict(NAME, False, {"legal": False, "because": against.key.replace("_", " ")}, (against,), state.house)


# ---------------------------------------------------------------- the table


class Table(Scene[State]):
    """Piles run from bottom to top."""

    PHRASES: ClassVar[Mapping[str, str]] = {
        "{seat:Seat} is out": "out[seat] = True",
        "{seat:Seat} has {points:int} point[s]": "scores[seat] = points",
        "{seat:Seat} is to deal": "dealer = seat; phase = 'deal'",
        "{seat:Seat} dealt": "dealer = seat",
        "{seat:Seat} is next": "turn = seat",
        "{seat:Seat} holds {cards:Cards}": "hands[seat] = cards",
        "{seat:Seat} has {count:int} card[s]": "#hands[seat] = count",
        "{seat:Seat} has no cards": "hands[seat] = ()",
        "under the center lie {cards:Cards}": "under = cards",
        "draw pile {cards:Cards}": "draw = cards",
        "on {center:Card}[ as {declared:Values}]": "center = center; declared = declared",
        "{count:int} discards": "discards = count",
        "{count:int} turn[s] without a card": "idle = count",
        "{seat:Seat} is to draw {count:int} more": "debtor = seat; owed = count; phase = 'shuffle'",
        "{winners:Seats} won": "winners = winners; phase = 'over'",
    }
    QUESTIONS: ClassVar[Mapping[str, Any]] = {
        "lay {card:Card}[ as {declared:Values}]": ask_lay,
        "declarations of {card:Card}": ask_declarations,
        "declare {card:Card} as {declared:Values}": ask_declaration,
        "points of {cards:Cards}": lambda state, cards: judge_hand(cards, state.house),
        "points of the whole deck": lambda state: judge_hand(FULL, state.house),
        "triple toppers": ask_triples,
    }
    PLACES: ClassVar[Mapping[type, Any]] = {Lay: {"card": lambda state, event: state.hands[event.seat]}}
    CHANCE: ClassVar[tuple[type, ...]] = (Shuffle,)
    PRESUMES: ClassVar[Mapping[str, Any]] = {"declared": lambda values: values is not None}
    EXPECTS: ClassVar[Mapping[str, Any]] = {"#hands": lambda count: count > 1}
    SHOWN: ClassVar[tuple[str, ...]] = ("showing",)
    WORDS: ClassVar[Mapping[str, str]] = {"hands": "hand", "#hands": "count", "phase": "declared", "scores": "points"}

    def position(self, picks: Picks) -> State:
        players, house = picks.players, picks.house
        limit = house["elimination_score"]
        gone = {seat for seat in range(players) if picks.told.get(f"scores[{seat}]", 0) >= limit}  # rule 7
        living = tuple(seat for seat in range(players) if seat not in gone and not picks(f"out[{seat}]", (False,)))
        if not living:
            raise Impossible
        scores = tuple(picks(f"scores[{seat}]", (0, limit // 2, limit - 1)) for seat in range(players))
        dealer = picks("dealer", reversed(living))
        state = replace(start(players, house, dealer), living=living, scores=scores)
        if "center" not in picks.told and picks("phase", ("turn",)) == "deal":
            return state
        (center,) = picks.pile("center", (1,)) if "center" not in picks.told else (picks.told["center"],)
        declared = picks("declared", self._declarations(picks, center))
        others = tuple(
            seat for seat in range(players) if f"hands[{seat}]" in picks.told
        )  # after the last hand cards stay there
        hands = picks.piles("hands", {*living, *others}, HANDS)
        if "debtor" in picks.told:  # the draw pile has run out
            draw, under = picks.told.get("draw", ()), picks.rest("under")
        else:
            under = picks.pile("under", (max(0, picks("discards", DISCARDS) - 1),))
            draw = picks.rest("draw")
        if picks.rng and picks.pool and "under" in picks.told:
            hands = self._with_the_rest(picks, hands, living)
        elif picks.rng and "discards" not in picks.told:
            under = (*picks.take(len(picks.pool)), *under)
        showing = FACES[center].get(declared or ())
        ended = any(not hands[seat] for seat in living)  # a player without cards has ended the hand
        usual = "over" if len(living) == 1 else "deal" if ended else "turn" if showing else "declare"
        phase = picks("phase", (usual,))
        is_first = phase == "declare" and ("dealer" in picks.told or picks.rng is not None)
        first = first_player(house, living, players, dealer)
        return replace(
            state,
            phase=phase,
            turn=picks("turn", (first,) if is_first else living),
            hands=hands,
            discard=(*under, center),
            draw=draw,
            showing=showing,
            idle=picks("idle", (0,)),
            debtor=picks("debtor", (None,)),
            owed=picks("owed", (0,)),
            winners=picks("winners", (living if usual == "over" else (),)),
        )

    @staticmethod
    def _with_the_rest(picks: Picks, hands: Hands, living: tuple[int, ...]) -> Hands:
        """The hands where people told all other piles, so that what is left is in a hand that nobody told of."""
        untold = [seat for seat in living if not {f"hands[{seat}]", f"#hands[{seat}]"} & {*picks.told}]
        if not untold:
            raise Impossible
        rest = picks.take(len(picks.pool))
        return tuple((*hand, *rest) if seat == untold[-1] else hand for seat, hand in enumerate(hands))

    @staticmethod
    def _declarations(picks: Picks, center: Card) -> tuple[Any, ...]:
        """What the card in the center can be declared as. People who tell of the dealer tell of the first card, which the dealer has still to
        declare; in an example that is so of each card without a declaration."""
        if not center.wilds:
            return (None,)
        undeclared = (None,) if "turn" not in picks.told or "dealer" in picks.told else ()
        if undeclared and ("dealer" in picks.told or (picks.rng is None and "center" in picks.told)):
            return undeclared
        return (*undeclared, *FACES[center])

    def parts(self, state: State) -> dict[str, Any]:
        parts: dict[str, Any] = {"dealer": state.dealer, "turn": state.turn}
        parts |= {f"out[{seat}]": True for seat in range(len(state.hands)) if seat not in state.living}
        parts |= {f"scores[{seat}]": points for seat, points in enumerate(state.scores)}
        if state.phase != "turn":
            parts["phase"] = state.phase
        if state.discard:
            parts |= {f"hands[{seat}]": hand for seat, hand in enumerate(state.hands) if hand or seat in state.living}
            parts |= {"center": state.discard[-1], "under": state.discard[:-1], "draw": state.draw}
        if state.showing and state.discard[-1].wilds:
            parts["declared"] = tuple(getattr(state.showing, variable) for variable in state.discard[-1].wilds)
        parts |= {"idle": state.idle} if state.idle else {}
        parts |= {"debtor": state.debtor, "owed": state.owed} if state.debtor is not None else {}
        return parts | ({"winners": state.winners} if state.winners else {})

    def facts(self, run: Run[State]) -> dict[str, Any]:
        state = run.table
        found: dict[str, Any] = {
            "showing": str(state.showing),
            "draw_pile": len(state.draw),
            "discards": len(state.discard),
            "hand_over": state.phase in ("deal", "over"),
            "game_over": state.phase == "over",
            "shuffle": state.phase == "shuffle",
            "turn": seat_name(state.turn) if state.phase == "turn" else None,
            "winner": [seat_name(seat) for seat in state.winners],
        }
        for seat, hand in enumerate(state.hands):
            name = seat_name(seat)
            found |= {
                f"{name} cards": len(hand),
                f"{name} score": state.scores[seat],
                f"{name} in": seat in state.living,
            }
        return found

    def cites(self, run: Run[State]) -> tuple[str, ...]:
        match run.event:
            case Lay():
                rules = explain(shown_card(run.before), run.event.card, run.event.declared).rules
            case Pass():
                rules = ("4d",)
            case Shuffle():
                rules = ("6",)
            case _:
                rules = ("setup",)
        return (*rules, "7") if run.table.phase in ("deal", "over") else rules

    def reasons(self, run: Run[State]) -> tuple[Reason, ...]:
        lay = run.event
        return (explain(shown_card(run.before), lay.card, lay.declared),) if isinstance(lay, Lay) else ()

    def follows(self, run: Run[State]) -> Iterator[tuple[Reason | str, ...]]:
        before, event, after = run.before, run.event, run.table
        for seat, count in enumerate(drawn(before, event, after)):
            if count:
                held = len(after.hands[seat])
                rule = "4a" if seat != before.turn else "4c" if isinstance(event, Lay) else "4d"
                exact = change_of_cards(NAME, "draws", seat, held - count, held, rule)
                yield exact, change_of_cards(NAME, "draws", seat, held - count, held, rule, is_known=False)
        if after.phase == "shuffle" and after.debtor is not None:
            yield outcome(NAME, "shuffle", "6", seat=after.debtor, count=after.owed), "discards"
        elif after.phase == "declare":
            yield (outcome(NAME, "declares", "setup", seat=after.dealer),)
        elif after.phase == "turn":
            yield (outcome(NAME, "turn", "1", seat=after.turn),)
        elif before.phase != "deal" and after.phase in ("deal", "over"):
            yield from end_of_hand(before, after)

    def meant(self, state: State, event: Any) -> Iterator[Any]:
        """A triple topper that names nobody makes the only opponent draw 2 (rule 4a, Z-11)."""
        yield event
        others = [seat for seat in state.living if seat != getattr(event, "seat", None)]
        if isinstance(event, Lay) and event.target is None and len(others) == 1:
            yield replace(event, target=others[0])

    def granted(self, run: Run[State]) -> str:
        part = super().granted(run)
        if part == "phase" and run.before.phase in ("deal", "over"):  # so a player had no card left
            return next((f"#hands[{seat}]" for seat in run.before.living if not run.before.hands[seat]), part)
        return "dealer" if part and isinstance(run.event, Declare) else part

    def on_table(self, state: State) -> tuple[VisibleCards, ...]:
        center, showing = state.discard[-1], state.showing
        declared = tuple(getattr(showing, variable) for variable in center.wilds) if showing else ()
        return (VisibleCards("center", center, declared=declared),)

    def held(self, state: State) -> dict[int, int]:
        return {seat: len(state.hands[seat]) for seat in state.living}


# ---------------------------------------------------------------- what follows


def end_of_hand(before: State, after: State) -> Iterator[tuple[Reason | str, ...]]:
    """How a hand ended, the points of each player, who is out, who has won or deals (rule 7)."""
    out = next((seat for seat in before.living if not after.hands[seat]), None)
    yield (outcome(NAME, "blocked", "7") if out is None else outcome(NAME, "went_out", "7", seat=out),)
    for seat in before.living:
        was, now = before.scores[seat], after.scores[seat]
        exact = outcome(NAME, "points", "7", seat=seat, points=now - was, before=was, after=now)
        some = outcome(NAME, "points_some", "7", seat=seat, points=now - was)
        counts = outcome(NAME, "counts", "7", seat=seat)
        if was != now or after.hands[seat]:
            yield exact, some, f"hands[{seat}]", counts
    limit = outcome(NAME, "limit_or_in", "7", limit=before.house["elimination_score"])
    gone = tuple(seat for seat in before.living if seat not in after.living)
    if gone:
        yield outcome(NAME, "out", "7", seats=gone), limit
    else:
        yield (limit,)
    if after.phase == "over":
        yield (end_of_game(NAME, after.winners, "7"),)
    else:
        yield (outcome(NAME, "deals", "7", seat=after.dealer),)


def drawn(before: State, event: Event, after: State) -> Iterator[int]:
    """How many cards each player draws, by seat."""
    for seat, hand in enumerate(after.hands):
        laid = isinstance(event, Lay) and event.seat == seat
        yield 0 if before.phase == "deal" else len(hand) - len(before.hands[seat]) + laid
