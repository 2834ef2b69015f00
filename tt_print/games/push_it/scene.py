"""Push It Real Good, what people can say of a table, and what an event leads to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, ClassVar

from tt_print.deck import VARIABLES, AnyCard, Card
from tt_print.engine.house import House
from tt_print.engine.notation import Codec, intern_card, seat_name
from tt_print.engine.reasons import Reason, Verdict, change_of_cards, end_of_game, outcome
from tt_print.engine.scenes import Run, Scene, VisibleCards
from tt_print.engine.standing import Standing
from tt_print.engine.told import Impossible, Picks, Told, cards_in, check_in_deck
from tt_print.errors import InputError
from tt_print.games.push_it.facts import (
    ACTIONS,
    CODECS,
    COPIES,
    NAME,
    Challenge,
    Claim,
    Deal,
    Keep,
    Lay,
    Laydown,
    Move,
    Show,
    State,
    challengeable,
    claim_true,
    claims_at,
    fitting,
    in_order,
    left_of,
    max_cards,
    plural,
    pot,
    ring,
    steps,
)
from tt_print.games.push_it.judge import ENDED, QUESTIONS, check_count, judge_claim, judge_players, table_facts
from tt_print.games.push_it.rules import at_the_limit, begin_turn, box, deck_for, deck_of, end_round, start
from tt_print.records import replace

Cards = tuple[Card, ...]
SOME = 3  # cards that a player of an example holds where no phrase says how many
FEW = (3, 1, 2, 4, 5)  # sizes of a hand, beside a share of the cards, all of them and none
MORE = 6  # players: so many play with another deck than three


# ---------------------------------------------------------------- the table


class Table(Scene[State]):
    """A table of at least three. In an example Ann begins her turn, unless the story names another player."""

    PHRASES: ClassVar[Mapping[str, str]] = {
        "{seat:Seat} is to deal": "dealer = seat; phase = 'deal'",
        "{seat:Seat} dealt": "dealer = seat",
        "{seat:Seat} has {points:int} point[s]": "scores[seat] = points",
        "{seat:Seat} has {points:int} potential point[s]": "potential[seat] = points",
        "{winners:Seats} won": "winners = winners; phase = 'over'",
        "pointers {card:Card}": "pointers = card",
        "{seat:Seat} holds {cards:Cards}": "hands[seat] = cards",
        "{seat:Seat} has {count:int} card[s]": "#hands[seat] = count",
        "nothing in front of {seat:Seat}": "front[seat] = ''",
        "{seat:Seat} laid {cards:Cards} as {claim:Claim}": "front[seat] = 'told'; laid[seat] = cards; claim[seat] = claim",
        "{seat:Seat} laid {count:int} card[s] as {claim:Claim}": (
            "front[seat] = 'told'; #laid[seat] = count; claim[seat] = claim"
        ),
        "{cards:Cards} in the center": "center = cards",
        "{count:int} in the center": "#center = count",
        "shown {cards:Cards}": "shown = cards",
        "{seat:Seat} may show {cards:Cards}": "shower = seat; safe = cards",
        "{seat:Seat} is to move": "turn = seat; phase = 'move'",
        "{seat:Seat} is to challenge or lay": "turn = seat; phase = 'challenge'",
        "{seat:Seat} begins": "turn = seat; phase = 'begin'",
        "it is {seat:Seat}'s turn": "turn = seat",
        "{seat:Seat} had the last turn": "last = seat",
    }
    QUESTIONS: ClassVar[Mapping[str, Any]] = QUESTIONS
    PLACES: ClassVar[Mapping[type, Any]] = {Lay: {"cards": lambda state, event: state.hands[event.seat]}}
    GRANTS: ClassVar[Mapping[str, str]] = {
        "now_": "phase",
        "wrong_player": "turn",
        "no_claim": "pointers",
        "wrong_step": "pointers",
        "lay_count": "hands",  # a player who lays cards in a story had them
        "not_in_hand": "hands",
    }
    PRESUMES: ClassVar[Mapping[str, Any]] = {"#hands": lambda count: count > 0}
    SPOKEN_OF: ClassVar[tuple[str, ...]] = ("safe",)
    WORDS: ClassVar[Mapping[str, str]] = {
        "front": "place",
        "laid": "front",
        "truth": "front",
        "#safe": "safe",
        "scores": "points",
        "pointer": "pointers",
        "#hands": "count",
    }
    CODECS: ClassVar[Mapping[str, Codec]] = CODECS

    def prepare(self, told: Told) -> None:
        """Pointers come as a card. What may be shown is on top of the center; what was shown is anywhere. The player who acts first may
        have a laydown from the turn before."""
        parts = told.parts
        actors = [event.seat for event in told.happens if hasattr(event, "seat")]
        if actors and "turn" not in parts:
            parts["actor"] = actors[0]
        if "pointers" in parts:
            parts["pointers"] = tuple(getattr(parts["pointers"], variable) for variable in VARIABLES)
        if "shown" in parts:
            parts["shown"] = tuple(map(str, parts["shown"]))
        if "shower" in parts:
            parts.setdefault("turn", parts["shower"])
        if "safe" in parts and "center" in parts:
            parts["center"] = _with_on_top(parts["center"], parts["safe"])
        if "safe" in parts and "#center" in parts:
            parts["#center"] = max(0, parts["#center"] - len(parts["safe"]))

    def seat_all(self, told: Told, house: House) -> None:
        """So many that the deck in play has all cards of the story, where nobody said how many play."""
        super().seat_all(told, house)
        named = {*told.cards, *cards_in(tuple(told.happens))}
        if "pointers" in told.parts:
            named.add(Card(*told.parts["pointers"]))
        if len(self.seatings(told, house)) > 1 and not named.issubset(box(deck_for(told.players, house))):
            told.players = MORE

    def seatings(self, told: Told, house: House) -> tuple[int, ...]:
        """Where nobody said how many play, and not all who must have been named, there may also be so many that the deck is another."""
        is_open = house["deck"] == "auto" and not told.is_counted and told.named < told.players < MORE
        return (told.players, MORE) if is_open else (told.players,)

    def skipped(self, state: State, event: Any) -> Iterable[Move]:
        """The step of a pointer before a challenge."""
        if state.phase != "move" or not isinstance(event, Challenge):
            return ()
        turn, is_first = state.turn, ACTIONS[state.house["order"]][0] == "move"
        is_due = event.seat == (turn if is_first else left_of(state, turn))
        return [Move(turn, value) for value in steps(deck_of(state), state.pointers)] if is_due else ()

    def granted(self, run: Run[State]) -> str:
        """A player who lays cards in a story had them, if so many can be laid at all."""
        event, state = run.event, run.before
        if isinstance(event, Lay) and len(event.cards) > max_cards(deck_of(state), state.house):
            return ""
        return super().granted(run)

    def position(self, picks: Picks) -> State:
        players, house, told = picks.players, picks.house, picks.told
        seats, deck = range(players), deck_for(players, house)
        self._check_deck(picks, deck)
        first, *_ = ACTIONS[house["order"]]
        phase = picks("phase", ("begin",) if picks.rng is None else ("move", "challenge"))
        has_laid = phase == "move" and first != "move"
        turns = [seat for seat in seats if has_laid or not told.get(f"front[{seat}]") or seat == told.get("actor")]
        turn = told["last"] if "last" in told and phase in ENDED else picks("turn", turns)
        pointers = (
            told["pointers"]
            if "pointers" in told
            else tuple(picks(f"pointer[{variable}]", ring(deck, variable)) for variable in VARIABLES)
        )
        check_in_deck((Card(*pointers),), COPIES[deck][0], 0, self.game.title)
        of_turn = (False, True) if phase in ("begin", *ENDED) else (has_laid,)
        fronts = [
            self._front(picks, seat, deck, pointers, of_turn if seat == turn else (False, True)) for seat in seats
        ]
        hands, center = self._hands_and_center(picks, "" if has_laid or phase in ENDED else f"hands[{turn}]")
        target = house["target_points"]
        points = (0, 1, 5) if self.game.has_points(house) else (0,)
        scores = points if target == "none" else (0, target - 1, target // 2)
        state = replace(
            start(players, house, picks("dealer", (players - 1, *range(players - 1)))),
            phase=first if phase == "begin" else phase,
            turn=turn,
            pointers=pointers,
            hands=tuple(map(in_order, hands)),
            fronts=tuple(fronts),
            center=center,
            shown=tuple(map(intern_card, picks("shown", ((),)))),
            potential=tuple(picks(f"potential[{seat}]", points) for seat in seats),
            scores=tuple(picks(f"scores[{seat}]", scores) for seat in seats),
            winners=picks("winners", ((),)),
        )
        return state if phase in ENDED else self._in_turn(picks, state, has_laid)

    def _in_turn(self, picks: Picks, state: State, has_laid: bool) -> State:
        """The state in the middle of a turn, if the game goes on: nobody has the points of a whole match, nor a turn without cards."""
        own, told = state.fronts[state.turn], picks.told
        standing = at_the_limit(Standing(state.house, state.dealer, tuple(range(len(state.hands))), state.scores))
        if standing.is_over:
            return replace(state, phase="over", winners=standing.winners)
        if has_laid:
            if own is None or told.get("safe"):
                raise Impossible
            return state
        if not state.hands[state.turn]:
            return end_round(state, state.turn)
        if own is not None:
            return replace(begin_turn(state, state.turn), phase=state.phase)
        if "safe" in told:
            return replace(state, safe=told["safe"])
        count = picks("#safe", tuple(range(min(SOME, len(state.center) + 1))))
        if count > len(state.center):
            raise Impossible
        return replace(state, safe=state.center[len(state.center) - count :])

    @staticmethod
    def _hands_and_center(picks: Picks, holder: str) -> tuple[list[Cards], Cards]:
        """All cards that do not lie in front of a player. In a story what nobody placed is in the center or in one of the hands, if
        nobody told how many cards are there. The hand `holder` has some."""
        piles = [*(f"hands[{seat}]" for seat in range(picks.players)), "center"]
        unknown = [name for name in piles if name not in picks.told and f"#{name}" not in picks.told]
        found = {name: picks.pile(name, ()) for name in piles if name not in unknown}
        share, last = len(picks.pool) // max(1, len(unknown)), ""
        if picks.rng is not None and unknown:
            last = "center" if "center" in unknown else picks.rng.choice(unknown)
        for name in sorted(unknown, key=lambda name: (name == last, name != holder)):
            left = len(picks.pool)
            sizes: tuple[int, ...] = (share, *FEW, left, 0)
            if picks.rng is None:
                sizes = (0 if name == "center" else SOME, left)
            elif name == last:
                sizes = (left,)
            found[name] = picks.pile(name, [size for size in sizes if size <= left and (size or name != holder)])
        *hands, center = (found[name] for name in piles)
        return hands, center if "center" in picks.told else (*center, *picks.told.get("safe", ()))

    @staticmethod
    def _check_deck(picks: Picks, deck: str) -> None:
        """Raises InputError for a card that the deck does not have so often. A card that may be shown can also
        be named where it is; of two decks the other one of its kind is free then."""
        if picks.rng is not None and not picks.told.get("safe"):
            return
        told = [cards for part, cards in picks.told.items() if part != "safe" or "center" not in picks.told]
        placed, whole = Counter(cards_in(tuple(told))), Counter[AnyCard](box(deck))
        for card in placed - whole:
            raise InputError(f"{card.name} is not in the deck in play, or not so often.")
        picks.pool += [*(whole - placed - Counter(picks.pool)).elements()]

    @staticmethod
    def _front(picks: Picks, seat: int, deck: str, pointers: tuple[str, ...], laid: tuple[bool, ...]) -> Laydown | None:
        """A laydown of which nobody knows whether it is what was claimed, or None; `laid` says which of the two it can be."""
        kinds = [kind for can_be in laid for kind in (("true", "false") if can_be else ("",))]
        kind = picks(f"front[{seat}]", kinds)
        if not kind:
            return None
        claim = picks(f"claim[{seat}]", _some_claims(pointers))
        sizes = (claim.count, 1, 2) if picks.house["count_lies"] else (claim.count,)
        if (picks(f"truth[{seat}]", ("true", "false")) if kind == "told" else kind) == "true":
            sizes = (claim.count,)
            picks.pool.sort(key=fitting(claim.values, picks.house).__contains__)  # the last are drawn first
        cards = picks.pile(f"laid[{seat}]", sizes)
        for count in (len(cards), claim.count):
            check_count(count, max_cards(deck, picks.house))
        return Laydown(in_order(cards), claim)

    def parts(self, state: State) -> dict[str, Any]:
        parts: dict[str, Any] = {"dealer": state.dealer, "pointers": Card(*state.pointers), "center": state.center}
        has_points = self.game.has_points(state.house)
        for seat, front in enumerate(state.fronts):
            parts |= {f"hands[{seat}]": state.hands[seat], f"scores[{seat}]": state.scores[seat]}
            parts |= {f"potential[{seat}]": state.potential[seat]} if has_points else {}
            parts |= {f"front[{seat}]": "" if front is None else "told"}
            if front is not None:
                parts |= {f"laid[{seat}]": front.cards, f"claim[{seat}]": front.claim}
        parts |= {"last" if state.phase in ENDED else "turn": state.turn, "phase": state.phase}
        parts |= {"winners": state.winners} if state.winners else {}
        parts |= {"shown": state.shown} if state.shown else {}
        return parts | ({} if state.phase in ENDED else {"shower": state.turn, "safe": state.safe})

    # what an event is, and what it leads to

    def facts(self, run: Run[State]) -> dict[str, Any]:
        facts, event, before = table_facts(run.table), run.event, run.before
        if isinstance(event, Challenge) and run.after is not None:
            cards, swept = pot(before, event.layer)
            true = is_true(before, event.layer)
            facts |= {"true": true, "pot": len(cards), "swept": list(map(seat_name, swept))}
            facts |= {"taker": seat_name(before.turn if true else event.layer)}
        return facts

    def cites(self, run: Run[State]) -> tuple[str, ...]:
        before, event, after = run.before, run.event, run.table
        rules: tuple[str, ...] = ()
        match event:
            case Move() | Keep():
                rules = ("1", "2", "4") if before.house["order"] == "lies" else ("1", "2")
            case Challenge(layer=layer):
                told = ("5a",) if is_true(before, layer) else ("5b", "9")
                rules = ("1", "5", *told, "6", *(() if before.hands[layer] else ("8",)))
            case Show():
                rules = ("7",)
            case Lay():
                rules = ("1", "3")
            case Deal():
                rules = ("setup",)
        if after.phase in ENDED:
            return (*rules, *(() if event else ("6", "7")), "8", "9")
        return (*rules, "6", "7") if after.turn != before.turn or event is None else rules

    def reasons(self, run: Run[State]) -> tuple[Reason, ...]:
        front = run.before.fronts[run.event.layer] if isinstance(run.event, Challenge) else None
        house = run.before.house
        return () if front is None else judge_claim(front.claim, front.cards, deck_of(run.before), house).reasons

    def right(self, run: Run[State]) -> bool | None:
        return not is_true(run.before, run.event.layer) if isinstance(run.event, Challenge) else None

    def follows(self, run: Run[State]) -> Iterator[tuple[Reason | str, ...]]:
        before, event, after = run.before, run.event, run.table
        match event:
            case Deal():
                each = len(after.hands[after.turn])
                yield (outcome(NAME, "dealt", "setup", count=each, left=len(after.center)),)
            case Move() | Keep():
                claims = tuple(map(plural, claims_at(after.pointers)))
                yield (outcome(NAME, "claims", "3", pointers=after.pointers, claims=claims),)
            case Lay():
                yield from self._after_lay(event, after)
            case Challenge():
                yield from self._after_challenge(before, event, after)
            case Show():
                yield (outcome(NAME, "shown", "7", cards=after.shown),)
        yield from self._after_all(before, event, after)

    @staticmethod
    def _after_lay(event: Lay, after: State) -> Iterator[tuple[Reason | str, ...]]:
        left = len(after.hands[event.seat])
        if left:
            yield (outcome(NAME, "left", "3", seat=event.seat, count=left),)
        elif after.phase not in ENDED:
            yield (outcome(NAME, "last_defended" if after.house["win_on_defence"] else "last", "8", seat=event.seat),)

    @staticmethod
    def _after_challenge(before: State, event: Challenge, after: State) -> Iterator[tuple[Reason | str, ...]]:
        """The pot, what is gone with it, whether that wins, potential points."""
        (cards, swept), true = pot(before, event.layer), is_true(before, event.layer)
        rule, taker = ("5a", before.turn) if true else ("5b", event.layer)
        had = len(before.hands[taker])
        ways = (
            change_of_cards(NAME, "takes", taker, had, had + len(cards), rule, is_known=known)
            for known in (True, False)
        )
        yield (*ways, outcome(NAME, "takes_pot", rule, seat=taker))
        others = tuple(seat for seat in swept if seat != event.layer)
        if others:
            yield (outcome(NAME, "swept", "6", seats=others),)
        if true and after.house["win_on_defence"] and after.phase not in ENDED:
            yield "", outcome(NAME, "if_last", "8", seat=event.layer)
        stored = after.potential[before.turn] - before.potential[before.turn]
        if stored and after.phase not in ENDED:
            exact = outcome(NAME, "stores", "9", seat=before.turn, count=stored)
            per_card = after.house["potential"] == "per_card"
            yield (exact, outcome(NAME, "stores_pot", "9", seat=before.turn)) if per_card else (exact,)

    @staticmethod
    def _after_all(before: State, event: Any, after: State) -> Iterator[tuple[Reason | str, ...]]:
        """Whose turn it is and what they do now, or how the round and perhaps the match ended (rules 8 and 9)."""
        seat, house, is_challenge = after.turn, after.house, isinstance(event, Challenge)
        goes_on = replace(after, phase="challenge" if is_challenge else ACTIONS[house["order"]][0])
        if after.phase not in ENDED:
            if seat != before.turn:
                yield outcome(NAME, "turn", "6", seat=seat), outcome(NAME, "turn_or_win", "6", seat=seat)
            yield _what_next(after)
            return
        winner = event.layer if is_challenge else seat
        won = outcome(NAME, "out_of_cards", "8", seat=winner)
        yield won, outcome(NAME, *(("if_last", "8") if is_challenge else ("turn_or_win", "6")), seat=winner)
        yield won, *_what_next(goes_on)
        now = after.scores[winner]
        if gained := now - before.scores[winner]:
            exact = outcome(NAME, "points", "9", seat=winner, points=gained, before=now - gained, after=now)
            yield exact, f"potential[{winner}]", f"scores[{winner}]"
        over = after.phase == "over"
        yield (end_of_game(NAME, after.winners, "8") if over else outcome(NAME, "deals", "9", seat=after.dealer),)

    def on_table(self, state: State) -> tuple[VisibleCards, ...]:
        """What was turned up, and the laydowns, face down, each in front of its player."""
        fronts = [(seat, front) for seat, front in enumerate(state.fronts) if front is not None]
        return (
            *([VisibleCards("shown", state.shown)] if state.shown else []),
            *(VisibleCards("front", owner=seat, down=len(front.cards)) for seat, front in fronts),
            *([VisibleCards("center", down=len(state.center))] if state.center else []),
        )

    def held(self, state: State) -> dict[int, int]:
        return {seat: len(hand) for seat, hand in enumerate(state.hands)}

    def deal_sizes(self, state: State, count: int) -> Verdict:
        return judge_players(count, state.house)


@cache
def _some_claims(pointers: tuple[str, ...]) -> tuple[Claim, ...]:
    """Claims that a laydown may have had."""
    return tuple(Claim(values, count) for values in claims_at(pointers) for count in (1, 2))


def is_true(state: State, layer: int) -> bool:
    """Whether the laydown of this seat is what was claimed of it."""
    front = state.fronts[layer]
    return front is not None and claim_true(front.claim, front.cards, state.house)


def _what_next(state: State) -> tuple[Reason, Reason]:
    """What the player does whose turn it is, and the same where nobody knows the pointers, or what can be challenged."""
    seat = state.turn
    if state.phase == "move":
        key = "moves" if state.house["pointer_move"] == "must" else "may_move"
        exact = outcome(NAME, key, "2", seat=seat, steps=steps(deck_of(state), state.pointers))
        return exact, outcome(NAME, f"{key}_some", "2", seat=seat)
    layers = tuple(map(seat_name, challengeable(state)))
    exact = outcome(NAME, "may_challenge" if layers else "may_lay", "1", "5", seat=seat, layers=layers)
    return exact, outcome(NAME, "may_challenge_some", "1", "5", seat=seat)


def _with_on_top(cards: Cards, top: Cards) -> Cards:
    """The cards with these among them on top, in this order; those that are not there are added."""
    if cards[len(cards) - len(top) :] == top:
        return cards
    return (*(Counter(cards) - Counter(top)).elements(), *top)
