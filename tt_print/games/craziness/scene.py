"""Craziness, possible tables: what people can tell and ask of one, and what an event leads to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from tt_print.deck import FULL, VARIABLES, Card
from tt_print.engine.notation import seat_name
from tt_print.engine.reasons import Reason, Verdict, change_of_cards, end_of_game, outcome
from tt_print.engine.scenes import Places, Questions, Scene, StoryRun, Usual, VisibleCards
from tt_print.engine.standing import first_player
from tt_print.engine.told import Impossible, Picks, Told
from tt_print.errors import InputError
from tt_print.games.craziness import facts
from tt_print.games.craziness.facts import Declare, Lay, Pass, Shuffle, State, topper
from tt_print.games.craziness.rules import illegal_declaration_reason, illegal_lay_reason, start
from tt_print.games.craziness.score import hand_points
from tt_print.records import replace

HANDS = (8, 1, 1, 2, 3)  # sizes of a hand that nobody told
DISCARDS = (1, 2, 3, 20)
RULES: dict[type, tuple[str, ...]] = {Pass: ("4d",), Shuffle: ("6",)}
TOPPERS = {1: ("single_topper", "4c"), 2: ("double_topper", "4b"), 3: ("triple_topper", "4a")}
UNTOLD_CENTER = "say what shows in the center: on KC2 as green."

# ---------------------------------------------------------------- questions


def ask_lay(state: State, told: Told, card: Card, declared: tuple[str, ...] = ()) -> Verdict:
    """Whether a card may be laid under this declaration, how many variables match, and who draws."""
    house, showing = state.house, state.showing
    if showing is None:
        raise InputError(UNTOLD_CENTER)
    if card == state.discard[-1]:
        raise InputError(f"{card.name} is in the center already.") if "center" in told.parts else Impossible
    if (illegal := illegal_declaration_reason(card, declared)) is not None:
        return _refused(illegal, state)
    against, face = illegal_lay_reason(showing, card, declared), facts.FACES[card][declared]
    count = topper(showing, face)
    found: dict[str, object] = {
        "legal": against is None,
        "topper": count,
        "showing": str(face if against is None else showing),
        "draw": {"self": int(count == 1), "opponent": facts.TRIPLE_DRAW if count == 3 else 0},
        "declared": list(declared),
        "matches": list(facts.matching(showing, face)),
    }
    reasons = [against or explain(showing, card, declared)]
    if against is None and card.wilds:
        reasons.append(facts.because("showing", "5", rulings=("Z-7",), cards=(face,), declared=declared))
    if count == 1:
        reasons.append(
            facts.because("last_single_out" if house["out_on_single"] else "last_single", "4c", rulings=("Z-4",))
        )
    return Verdict(facts.NAME, against is None, found, tuple(reasons), house)


def explain(showing: Card, card: Card, declared: tuple[str, ...]) -> Reason:
    """Why a legal lay is the topper that it is (rules 3 and 4)."""
    face = facts.FACES[card][declared]
    same = facts.matching(showing, face)
    key, rule = TOPPERS[len(same)]
    words = {v: getattr(face, v) + (" (as declared)" if v in card.wilds else "") for v in VARIABLES}
    said = {"same": tuple(words[v] for v in same), "other": tuple(words[v] for v in VARIABLES if v not in same)}
    return facts.because(key, *(("3", rule) if card.wilds else (rule,)), variables=same, cards=(card, showing), **said)


def ask_points(state: State, cards: tuple[Card, ...] = FULL) -> Verdict:
    """What a hand, or the whole deck, costs its owner when another goes out (rule 7)."""
    points, count, wilds = hand_points(cards), len(cards), sum(len(card.wilds) for card in cards)
    reason = facts.because("points", "7", rulings=("Z-14",), cards=cards, points=points, count=count, wilds=wilds)
    return Verdict(facts.NAME, None, {"points": points, "cards": count, "wilds": wilds}, (reason,), state.house)


def ask_declarations(state: State, card: Card) -> Verdict:
    """How many declarations a card can have."""
    return Verdict(facts.NAME, None, {"count": len(facts.FACES[card])}, (), state.house, ("setup", "3"))


def ask_declaration(state: State, card: Card, declared: tuple[str, ...]) -> Verdict:
    """Whether a card may be declared so."""
    if (illegal := illegal_declaration_reason(card, declared)) is not None:
        return _refused(illegal, state)
    return Verdict(
        facts.NAME, True, {"legal": True, "showing": str(facts.FACES[card][declared])}, (), state.house, ("setup", "3")
    )


def ask_triples(state: State) -> Verdict:
    """Which cards would be a triple topper now."""
    if state.showing is None:
        raise InputError(UNTOLD_CENTER)
    found = {card for card in facts.can_lie_on(state.showing) if state.showing in facts.FACES[card].values()} - {
        state.discard[-1]
    }
    said = {"count": len(found), "cards": frozenset(map(str, found))}
    return Verdict(facts.NAME, None, said, (), state.house, ("4a",))


def _refused(against: Reason, state: State) -> Verdict:
    return Verdict(
        facts.NAME, False, {"legal": False, "because": against.key.replace("_", " ")}, (against,), state.house
    )


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
    QUESTIONS: ClassVar[Questions] = {
        "lay {card:Card}[ as {declared:Values}]": ask_lay,
        "declarations of {card:Card}": ask_declarations,
        "declare {card:Card} as {declared:Values}": ask_declaration,
        "points of {cards:Cards}": ask_points,
        "points of the whole deck": ask_points,
        "triple toppers": ask_triples,
    }
    PLACES: ClassVar[Places] = {Lay: {"card": lambda state, event: state.hands[event.seat]}}
    CHANCE: ClassVar[tuple[type, ...]] = (Shuffle,)
    PRESUMES: ClassVar[Usual] = {"declared": lambda values: values is not None}
    EXPECTS: ClassVar[Usual] = {"#hands": lambda count: count > 1}
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
        center: Card = picks.told["center"] if "center" in picks.told else picks.pile("center", (1,))[0]
        declared = picks("declared", _declarations(picks, center))
        lying = (seat for seat in range(players) if f"hands[{seat}]" in picks.told)  # after the last hand cards stay
        hands = picks.piles("hands", {*living, *lying}, HANDS)
        if "debtor" in picks.told:  # the draw pile has run out
            draw, under = picks.told.get("draw", ()), picks.rest("under")
        else:
            under = picks.pile("under", (max(0, picks("discards", DISCARDS) - 1),))
            draw = picks.rest("draw")
        if picks.rng and picks.pool and "under" in picks.told:  # what is left is in a hand that nobody told of
            untold = [seat for seat in living if not {f"hands[{seat}]", f"#hands[{seat}]"} & {*picks.told}]
            if not untold:
                raise Impossible
            rest = picks.take(len(picks.pool))
            hands = tuple((*hand, *rest) if seat == untold[-1] else hand for seat, hand in enumerate(hands))
        elif picks.rng and "discards" not in picks.told:
            under = (*picks.take(len(picks.pool)), *under)
        showing = facts.FACES[center].get(declared or ())
        ended = any(not hands[seat] for seat in living)  # a player without cards has ended the hand
        usual = "over" if len(living) == 1 else "deal" if ended else "turn" if showing else "declare"
        phase = picks("phase", (usual,))
        is_first = phase == "declare" and ("dealer" in picks.told or picks.rng is not None)
        first = first_player(house, living, players, dealer)
        turn, discard = picks("turn", (first,) if is_first else living), (*under, center)
        state = replace(state, phase=phase, turn=turn, hands=hands, discard=discard, draw=draw, showing=showing)
        state = replace(state, idle=picks("idle", (0,)), debtor=picks("debtor", (None,)), owed=picks("owed", (0,)))
        return replace(state, winners=picks("winners", (living if usual == "over" else (),)))

    def parts(self, state: State) -> dict[str, object]:
        parts: dict[str, object] = {"dealer": state.dealer, "turn": state.turn}
        parts |= {f"out[{seat}]": True for seat in range(len(state.hands)) if seat not in state.living}
        parts |= {f"scores[{seat}]": points for seat, points in enumerate(state.scores)}
        if state.phase != "turn":
            parts["phase"] = state.phase
        if state.discard:
            parts |= {f"hands[{seat}]": hand for seat, hand in enumerate(state.hands) if hand or seat in state.living}
            parts |= {"center": state.discard[-1], "under": state.discard[:-1], "draw": state.draw}
        if state.showing and state.discard[-1].wilds:
            parts["declared"] = facts.best_declaration(state.showing, state.discard[-1])
        parts |= {"idle": state.idle} if state.idle else {}
        parts |= {} if state.debtor is None else {"debtor": state.debtor, "owed": state.owed}
        return parts | ({"winners": state.winners} if state.winners else {})

    def facts(self, run: StoryRun[State]) -> dict[str, object]:
        state = run.table
        found: dict[str, object] = {
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

    def cites(self, run: StoryRun[State]) -> tuple[str, ...]:
        topper = self.reasons(run)
        rules = topper[0].rules if topper else RULES.get(type(run.event), ("setup",))
        return (*rules, "7") if run.table.phase in ("deal", "over") else rules

    def reasons(self, run: StoryRun[State]) -> tuple[Reason, ...]:
        lay = run.event
        return (explain(facts.shown_card(run.before), lay.card, lay.declared),) if isinstance(lay, Lay) else ()

    def follows(self, run: StoryRun[State]) -> Iterator[tuple[Reason | str, ...]]:
        before, event, after = run.before, run.event, run.table
        for seat, (had, held) in enumerate(zip(map(len, before.hands), map(len, after.hands), strict=True)):
            count = held - had + (isinstance(event, Lay) and event.seat == seat)
            if count and before.phase != "deal":
                rule = "4a" if seat != before.turn else "4c" if isinstance(event, Lay) else "4d"
                exact = change_of_cards(facts.NAME, "draws", seat, held - count, held, rule)
                yield exact, change_of_cards(facts.NAME, "draws", seat, held - count, held, rule, is_known=False)
        if after.phase == "shuffle" and after.debtor is not None:
            yield outcome(facts.NAME, "shuffle", "6", seat=after.debtor, count=after.owed), "discards"
        elif after.phase == "declare":
            yield (outcome(facts.NAME, "declares", "setup", seat=after.dealer),)
        elif after.phase == "turn":
            yield (outcome(facts.NAME, "turn", "1", seat=after.turn),)
        elif before.phase != "deal":
            yield from end_of_hand(before, after)

    def meant(self, state: State, event: object) -> Iterator[object]:
        """A triple topper that names nobody makes the only opponent draw 2 (rule 4a, Z-11)."""
        yield event
        if isinstance(event, Lay) and event.target is None:
            others = [seat for seat in state.living if seat != event.seat]
            yield from (replace(event, target=seat) for seat in others if len(others) == 1)

    def granted(self, run: StoryRun[State]) -> str:
        part = super().granted(run)
        if part == "phase" and run.before.phase in ("deal", "over"):  # so a player had no card left
            return next((f"#hands[{seat}]" for seat in run.before.living if not run.before.hands[seat]), part)
        return "dealer" if part and isinstance(run.event, Declare) else part

    def on_table(self, state: State) -> tuple[VisibleCards, ...]:
        center, showing = state.discard[-1], state.showing
        return (VisibleCards("center", center, declared=facts.best_declaration(showing, center) if showing else ()),)


def _declarations(picks: Picks, center: Card) -> tuple[tuple[str, ...] | None, ...]:
    """What the card in the center can be declared as. People who tell of the dealer tell of the first card, which the dealer has still to
    declare; in an example that is so of each card without a declaration."""
    if not center.wilds:
        return (None,)
    undeclared = (None,) if "turn" not in picks.told or "dealer" in picks.told else ()
    if undeclared and ("dealer" in picks.told or (picks.rng is None and "center" in picks.told)):
        return undeclared
    return (*undeclared, *facts.FACES[center])


# ---------------------------------------------------------------- what follows


def end_of_hand(before: State, after: State) -> Iterator[tuple[Reason | str, ...]]:
    """How a hand ended, the points of each player, who is out, who has won or deals (rule 7)."""
    out = next((seat for seat in before.living if not after.hands[seat]), None)
    yield (outcome(facts.NAME, "blocked", "7") if out is None else outcome(facts.NAME, "went_out", "7", seat=out),)
    for seat in before.living:
        was, now = before.scores[seat], after.scores[seat]
        exact = outcome(facts.NAME, "points", "7", seat=seat, points=now - was, before=was, after=now)
        some = outcome(facts.NAME, "points_some", "7", seat=seat, points=now - was)
        counts = outcome(facts.NAME, "counts", "7", seat=seat)
        if was != now or after.hands[seat]:
            yield exact, some, f"hands[{seat}]", counts
    limit = outcome(facts.NAME, "limit_or_in", "7", limit=before.house["elimination_score"])
    gone = tuple(seat for seat in before.living if seat not in after.living)
    yield (outcome(facts.NAME, "out", "7", seats=gone), limit) if gone else (limit,)
    over = after.phase == "over"
    yield (
        end_of_game(facts.NAME, after.winners, "7") if over else outcome(facts.NAME, "deals", "7", seat=after.dealer),
    )
