"""Push It Real Good: what people can ask of a table and say of one, and what an event leads to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import ClassVar

from tt_print.deck import DECKS, VARIABLES, AnyCard, Card
from tt_print.engine.house import House
from tt_print.engine.notation import Codec, intern_card, seat_name
from tt_print.engine.printed_lines import TITLES
from tt_print.engine.reasons import IllegalMove, Reason, Verdict, change_of_cards, end_of_game, outcome
from tt_print.engine.scenes import Places, Questions, Scene, StoryRun, Usual, VisibleCards
from tt_print.engine.standing import Standing
from tt_print.engine.told import Asked, Impossible, Picks, Told, cards_in, check_in_deck
from tt_print.errors import InputError, NotationError
from tt_print.games.push_it import facts, rules
from tt_print.games.push_it.facts import CODECS, Challenge, Claim, Deal, Keep, Lay, Laydown, Move, Show, State
from tt_print.records import replace

Cards = tuple[Card, ...]
ENDED = ("deal", "over")
SOME = 3  # cards that a player of an example holds where no phrase says how many
FEW = (3, 1, 2, 4, 5)  # sizes of a hand, beside a share of the cards, all of them and none
RULES = {Deal: ("setup",), Move: ("1", "2"), Keep: ("1", "2"), Show: ("7",), Lay: ("1", "3")}  # behind legal events
MORE = 6  # players: so many play with another deck than three


# ---------------------------------------------------------------- questions


def ask_pointers(state: State, told: Told) -> Verdict:
    """Where each pointer may go, what may be claimed, and the most cards in a laydown (rules 2 to 4).

    Where nobody told the deck, this is for every one that has these values; a fact in which they differ is None.
    """
    house, pointers, here = state.house, state.pointers, Card(*state.pointers)
    is_known = house["deck"] != "auto" or told.named or told.is_counted
    decks = (
        [rules.deck_of(state)]
        if is_known
        else [deck for deck, (name, _) in facts.COPIES.items() if here in DECKS[name]]
    )
    cases: dict[tuple[tuple[str, ...], int], str] = {}  # the first deck for each way to go on: steps, most cards
    for deck in decks:
        cases.setdefault((facts.steps(deck, pointers), facts.max_cards(deck, house)), deck)
    claims = tuple(map(facts.plural, facts.claims_at(pointers)))
    reasons, may_claim = [], facts.because("claims", "3", rulings=("P-23",), claims=claims)
    key, last = house["pointer_move"], ("4",) if house["order"] == "lies" else ()
    for (to, most), deck in cases.items():
        moves = tuple(f"{a} to {b}" for a, b in zip(pointers, to, strict=True))
        if len(decks) == 1:
            may_lay = facts.because("most", "3", rulings=("P-5", "P-7"), most=most)
            reasons = [facts.because(f"move_{key}", "2", *last, rulings=("P-3",), steps=moves), may_claim, may_lay]
        else:
            rulings, title = ("P-3", "P-5", "P-7"), TITLES[deck].upper()
            cited = ("2", "3", *last)
            reasons.append(facts.because(f"moves_{key}", *cited, rulings=rulings, deck=title, steps=moves, most=most))
    found: dict[str, set[object]] = {
        f"{v} to": {str(Card(*facts.moved(pointers, to[index]))) for to, _ in cases}
        for index, v in enumerate(VARIABLES)
    }
    found |= {"claims": {frozenset(claims)}, "most": {most for _, most in cases}}
    said = {name: values.pop() if len(values) == 1 else None for name, values in found.items()}
    return Verdict(facts.NAME, None, said, tuple(reasons if len(decks) == 1 else [*reasons, may_claim]), house)


def ask_claim(state: State, claim: Claim, cards: Cards, told: Told) -> Verdict:
    """Whether these cards are what was claimed of them, and where the pointers are known, whether it could be claimed."""
    pointers = state.pointers if "pointers" in told.parts else None
    return facts.judge_claim(claim, cards, deck_asked(state, told), state.house, pointers)


def ask_legal(state: State, claim: Claim, told: Told) -> Verdict:
    """Whether something may be claimed, of any cards."""
    against = facts.illegal_claim_reason(state.pointers, claim, facts.max_cards(deck_asked(state, told), state.house))
    legal = Verdict(facts.NAME, True, {"legal": True}, (), state.house, ("3",))
    return legal if against is None else refused(against, state.house)


def ask_class(state: State, claim: Claim, told: Told) -> Verdict:
    """The cards of the deck that fit a claim. Raises NotationError where the pointers do not allow it."""
    if claim.values not in facts.claims_at(state.pointers):
        raise NotationError(f"{facts.plural(claim.values)} is not pointed at.")
    right = facts.fitting(claim.values, state.house)
    found = [str(card) for card in rules.box(deck_asked(state, told)) if card in right]
    return Verdict(facts.NAME, None, {"count": len(found), "cards": frozenset(found)}, (), state.house, ("3",))


def ask_order(state: State) -> Verdict:
    """The actions of a turn."""
    return Verdict(facts.NAME, None, {"actions": list(facts.ACTIONS[state.house["order"]])}, (), state.house, ("1",))


def ask_deal(state: State) -> Verdict:
    """The deal of the deck as it is in its box; only what does not depend on the order is a fact."""
    players = len(state.hands)
    undealt = rules.start(players, state.house, players - 1)
    found = {"legal": True, **table_facts(rules.deal_hand(undealt, Deal(undealt.center)))}
    return Verdict(facts.NAME, True, found, (), state.house, ("setup",))


def deck_asked(state: State, told: Told) -> str:
    """The deck that a question is about: where nobody told how many play, the one of the house, or the full one."""
    return rules.deck_of(state) if told.is_counted or state.house["deck"] != "auto" else "full"


def table_facts(state: State) -> dict[str, object]:
    """What can be seen of a table."""
    is_ended = state.phase in ENDED
    found: dict[str, object] = {
        "pointers": str(Card(*state.pointers)),
        "center": len(state.center),
        "shown": list(map(str, state.shown)),
        "turn": None if is_ended else seat_name(state.turn),
        "now": "lay" if state.phase == "challenge" and not facts.challengeable(state) else state.phase,
        "challengeable": list(map(seat_name, facts.challengeable(state))),
        "may_show": bool(state.safe),
        "round_over": is_ended,
        "game_over": state.phase == "over",
        "winner": list(map(seat_name, state.winners)),
    }
    for seat, hand in enumerate(state.hands):
        name, front = seat_name(seat), state.fronts[seat]
        found |= {f"{name} cards": len(hand), f"{name} front": 0 if front is None else len(front.cards)}
        found |= {f"{name} potential": state.potential[seat], f"{name} points": state.scores[seat]}
    return found


def refused(against: Reason, house: House, cites: tuple[str, ...] = ()) -> Verdict:
    """The verdict on what a rule forbids."""
    found = {"legal": False, "because": against.key.replace("_", " ")}
    return Verdict(facts.NAME, False, found, (against,), house, cites)


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
    QUESTIONS: ClassVar[Questions] = {
        "claim {claim:Claim} with {cards:Cards}": ask_claim,
        "claim {claim:Claim}": ask_legal,
        "class of {claim:Claim}": ask_class,
        "where the pointers go": ask_pointers,
        "order of actions": ask_order,
        "the deal": ask_deal,
    }
    PLACES: ClassVar[Places] = {Lay: {"cards": lambda state, event: state.hands[event.seat]}}
    GRANTS: ClassVar[Mapping[str, str]] = {
        "now_": "phase",
        "wrong_player": "turn",
        "no_claim": "pointers",
        "wrong_step": "pointers",
        "lay_count": "hands",  # a player who lays cards in a story had them
        "not_in_hand": "hands",
    }
    PRESUMES: ClassVar[Usual] = {"#hands": lambda count: count > 0}
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
        safe, center = parts.get("safe", ()), parts.get("center", ())
        if "center" in parts and center[len(center) - len(safe) :] != safe:
            parts["center"] = (*(Counter(center) - Counter(safe)).elements(), *safe)
        if "#center" in parts:
            parts["#center"] = max(0, parts["#center"] - len(safe))

    def seat_all(self, told: Told, house: House) -> None:
        """So many that the deck in play has all cards of the story, where nobody said how many play."""
        super().seat_all(told, house)
        asked = (cards_in(tuple(each.values.values())) for each in told.happens if isinstance(each, Asked))
        named = {*told.cards, *cards_in(tuple(told.happens)), *chain.from_iterable(asked)}
        if "pointers" in told.parts:
            named.add(Card(*told.parts["pointers"]))
        if len(self.seatings(told, house)) > 1 and not named.issubset(rules.box(rules.deck_for(told.players, house))):
            told.players = MORE

    def seatings(self, told: Told, house: House) -> tuple[int, ...]:
        """Where nobody said how many play, and not all who must have been named, there may also be so many that the deck is another."""
        is_open = house["deck"] == "auto" and not told.is_counted and told.named < told.players < MORE
        return (told.players, MORE) if is_open else (told.players,)

    def words_for(self, slot: str, told: Mapping[str, str], house: House) -> Iterable[Sequence[str]]:
        """A claim: how many, and two of the three values that the pointers show (rule 3)."""
        if "pointers" not in told:
            return ()
        card = intern_card(told["pointers"])
        most = facts.max_cards(rules.deck_for(MORE, house), house)
        pairs = facts.claims_at(tuple(getattr(card, variable) for variable in VARIABLES))
        return [[*map(str, range(1, most + 1))], [*map(facts.plural, pairs)]]

    def skipped(self, state: State, event: object) -> Iterable[Move]:
        """The step of a pointer before a challenge."""
        turn, moves_first = state.turn, facts.ACTIONS[state.house["order"]][0] == "move"
        next_to_act = turn if moves_first else facts.left_of(state, turn)
        if state.phase != "move" or not isinstance(event, Challenge) or event.seat != next_to_act:
            return ()
        return [Move(turn, value) for value in facts.steps(rules.deck_of(state), state.pointers)]

    def granted(self, run: StoryRun[State]) -> str:
        """A player who lays cards in a story had them, if so many can be laid at all."""
        event, state = run.event, run.before
        if isinstance(event, Lay) and len(event.cards) > facts.max_cards(rules.deck_of(state), state.house):
            return ""
        return super().granted(run)

    def position(self, picks: Picks) -> State:
        players, house, told = picks.players, picks.house, picks.told
        seats, deck = range(players), rules.deck_for(players, house)
        self._check_deck(picks, deck)
        first, *_ = facts.ACTIONS[house["order"]]
        phase = picks("phase", ("begin",) if picks.rng is None else ("move", "challenge"))
        has_laid = phase == "move" and first != "move"
        turns = [seat for seat in seats if has_laid or not told.get(f"front[{seat}]") or seat == told.get("actor")]
        turn = told["last"] if "last" in told and phase in ENDED else picks("turn", turns)
        pointers = (
            told["pointers"]
            if "pointers" in told
            else tuple(picks(f"pointer[{variable}]", facts.ring(deck, variable)) for variable in VARIABLES)
        )
        check_in_deck((Card(*pointers),), facts.COPIES[deck][0], 0, self.game.title)
        of_turn = (False, True) if phase in ("begin", *ENDED) else (has_laid,)
        fronts = [
            self._front(picks, seat, deck, pointers, of_turn if seat == turn else (False, True)) for seat in seats
        ]
        hands, center = self._hands_and_center(picks, "" if has_laid or phase in ENDED else f"hands[{turn}]")
        target = house["target_points"]
        points = (0, 1, 5) if self.game.has_points(house) else (0,)
        scores = points if target == "none" else (0, target - 1, target // 2)
        state = replace(
            rules.start(players, house, picks("dealer", (players - 1, *range(players - 1)))),
            phase=first if phase == "begin" else phase,
            turn=turn,
            pointers=pointers,
            hands=tuple(map(facts.in_order, hands)),
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
        standing = rules.at_the_limit(Standing(state.house, state.dealer, tuple(range(len(state.hands))), state.scores))
        if standing.is_over:
            return replace(state, phase="over", winners=standing.winners)
        if has_laid:
            if own is None or told.get("safe"):
                raise Impossible
            return state
        if not state.hands[state.turn]:
            return rules.end_round(state, state.turn)
        if own is not None:
            return replace(rules.begin_turn(state, state.turn), phase=state.phase)
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
        placed, whole = Counter(cards_in(tuple(told))), Counter[AnyCard](rules.box(deck))
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
        claims = (Claim(values, count) for values in facts.claims_at(pointers) for count in (1, 2))
        claim = picks(f"claim[{seat}]", claims)
        sizes = (claim.count, 1, 2) if picks.house["count_lies"] else (claim.count,)
        if (picks(f"truth[{seat}]", ("true", "false")) if kind == "told" else kind) == "true":
            sizes = (claim.count,)
            picks.pool.sort(key=facts.fitting(claim.values, picks.house).__contains__)  # the last are drawn first
        cards = picks.pile(f"laid[{seat}]", sizes)
        most = facts.max_cards(deck, picks.house)
        for count in (len(cards), claim.count):
            if not 1 <= count <= most:
                raise InputError(
                    f"{count} cards cannot be played or claimed. With this deck, you play 1 to {most} cards at a time (rule 3; ruling P-6)."
                )
        return Laydown(facts.in_order(cards), claim)

    def parts(self, state: State) -> dict[str, object]:
        parts: dict[str, object] = {"dealer": state.dealer, "pointers": Card(*state.pointers), "center": state.center}
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

    def facts(self, run: StoryRun[State]) -> dict[str, object]:
        found, event, before = table_facts(run.table), run.event, run.before
        if isinstance(event, Challenge) and run.after is not None:
            cards, swept = facts.pot(before, event.layer)
            true = facts.is_true(before, event.layer)
            found |= {"true": true, "pot": len(cards), "swept": list(map(seat_name, swept))}
            found |= {"taker": seat_name(before.turn if true else event.layer)}
        return found

    def cites(self, run: StoryRun[State]) -> tuple[str, ...]:
        before, event, after = run.before, run.event, run.table
        cited = RULES.get(type(event), ())
        if isinstance(event, Challenge):
            told = ("5a",) if facts.is_true(before, event.layer) else ("5b", "9")
            cited = ("1", "5", *told, "6", *(() if before.hands[event.layer] else ("8",)))
        elif isinstance(event, (Move, Keep)) and before.house["order"] == "lies":
            cited = ("1", "2", "4")
        if after.phase in ENDED:
            return (*cited, *(() if event else ("6", "7")), "8", "9")
        return (*cited, "6", "7") if after.turn != before.turn or event is None else cited

    def reasons(self, run: StoryRun[State]) -> tuple[Reason, ...]:
        front = run.before.fronts[run.event.layer] if isinstance(run.event, Challenge) else None
        house = run.before.house
        return (
            ()
            if front is None
            else facts.judge_claim(front.claim, front.cards, rules.deck_of(run.before), house).reasons
        )

    def right(self, run: StoryRun[State]) -> bool | None:
        return not facts.is_true(run.before, run.event.layer) if isinstance(run.event, Challenge) else None

    def follows(self, run: StoryRun[State]) -> Iterator[tuple[Reason | str, ...]]:
        before, event, after = run.before, run.event, run.table
        match event:
            case Deal():
                each = len(after.hands[after.turn])
                yield (outcome(facts.NAME, "dealt", "setup", count=each, left=len(after.center)),)
            case Move() | Keep():
                claims = tuple(map(facts.plural, facts.claims_at(after.pointers)))
                yield (outcome(facts.NAME, "claims", "3", pointers=after.pointers, claims=claims),)
            case Lay():
                if left := len(after.hands[event.seat]):
                    yield (outcome(facts.NAME, "left", "3", seat=event.seat, count=left),)
                elif after.phase not in ENDED:
                    last = "last_defended" if after.house["win_on_defence"] else "last"
                    yield (outcome(facts.NAME, last, "8", seat=event.seat),)
            case Challenge():
                yield from self._after_challenge(before, event, after)
            case Show():
                yield (outcome(facts.NAME, "shown", "7", cards=after.shown),)
        yield from self._after_all(before, event, after)

    @staticmethod
    def _after_challenge(before: State, event: Challenge, after: State) -> Iterator[tuple[Reason | str, ...]]:
        """The pot, what is gone with it, whether that wins, potential points."""
        (cards, swept), true = facts.pot(before, event.layer), facts.is_true(before, event.layer)
        rule, taker = ("5a", before.turn) if true else ("5b", event.layer)
        had = len(before.hands[taker])
        ways = (
            change_of_cards(facts.NAME, "takes", taker, had, had + len(cards), rule, is_known=known)
            for known in (True, False)
        )
        yield (*ways, outcome(facts.NAME, "takes_pot", rule, seat=taker))
        others = tuple(seat for seat in swept if seat != event.layer)
        if others:
            yield (outcome(facts.NAME, "swept", "6", seats=others),)
        if true and after.house["win_on_defence"] and after.phase not in ENDED:
            yield "", outcome(facts.NAME, "if_last", "8", seat=event.layer)
        stored = after.potential[before.turn] - before.potential[before.turn]
        if stored and after.phase not in ENDED:
            exact = outcome(facts.NAME, "stores", "9", seat=before.turn, count=stored)
            per_card = after.house["potential"] == "per_card"
            yield (exact, outcome(facts.NAME, "stores_pot", "9", seat=before.turn)) if per_card else (exact,)

    @staticmethod
    def _after_all(before: State, event: object, after: State) -> Iterator[tuple[Reason | str, ...]]:
        """Whose turn it is and what they do now, or how the round and perhaps the match ended (rules 8 and 9)."""
        turn_or_win = outcome(facts.NAME, "turn_or_win", "6", seat=after.turn)
        if after.phase not in ENDED:
            if after.turn != before.turn:
                yield outcome(facts.NAME, "turn", "6", seat=after.turn), turn_or_win
            yield _what_next(after)
            return
        winner, phase, may_win = after.turn, facts.ACTIONS[after.house["order"]][0], turn_or_win
        if isinstance(event, Challenge):
            winner, phase, may_win = event.layer, "challenge", outcome(facts.NAME, "if_last", "8", seat=event.layer)
        won = outcome(facts.NAME, "out_of_cards", "8", seat=winner)
        yield won, may_win
        yield won, *_what_next(replace(after, phase=phase))
        now = after.scores[winner]
        if gained := now - before.scores[winner]:
            exact = outcome(facts.NAME, "points", "9", seat=winner, points=gained, before=now - gained, after=now)
            yield exact, f"potential[{winner}]", f"scores[{winner}]"
        over = after.phase == "over"
        yield (
            end_of_game(facts.NAME, after.winners, "8")
            if over
            else outcome(facts.NAME, "deals", "9", seat=after.dealer),
        )

    def on_table(self, state: State) -> tuple[VisibleCards, ...]:
        """What was turned up, and the laydowns, face down, each in front of its player."""
        fronts = [(seat, front) for seat, front in enumerate(state.fronts) if front is not None]
        return (
            *([VisibleCards("shown", state.shown)] if state.shown else []),
            *(VisibleCards("front", owner=seat, down=len(front.cards)) for seat, front in fronts),
            *([VisibleCards("center", down=len(state.center))] if state.center else []),
        )

    def deal_sizes(self, state: State, count: int) -> Verdict:
        """Which decks the source offers to so many, which is in play, and how the deal comes out."""
        house, cites = state.house, ("players", "deck", "setup")
        if count < facts.PLAYERS[0]:
            return Verdict(facts.NAME, False, {"legal": False}, (), house, cites)
        try:
            deck, sizes = rules.deck_for(count, house), rules.deal_sizes(count, house)
        except IllegalMove as too_many:
            return refused(too_many.reason, house, cites)
        offered = list(rules.printed_decks(count))
        found: dict[str, object] = {"legal": True, "players": count, "decks": offered, "deck": deck}
        found |= {"cards": len(rules.box(deck)), **sizes, "max_cards": facts.max_cards(deck, house)}
        reasons = [
            facts.because("decks", "players", "deck", rulings=("P-1",), players=count, decks=offered, deck=deck),
            facts.because("deal", "setup", rulings=("P-21",), each=sizes["hands"], left=sizes["center"]),
        ]
        if count > facts.MANY:
            reasons.append(facts.because("many", "deck", rulings=("P-20",), most=facts.MANY))
        return Verdict(facts.NAME, True, found, tuple(reasons), house, cites)


def _what_next(state: State) -> tuple[Reason, Reason]:
    """What the player does whose turn it is, and the same where nobody knows the pointers, or what can be challenged."""
    seat = state.turn
    if state.phase == "move":
        key = "moves" if state.house["pointer_move"] == "must" else "may_move"
        exact = outcome(facts.NAME, key, "2", seat=seat, steps=facts.steps(rules.deck_of(state), state.pointers))
        return exact, outcome(facts.NAME, f"{key}_some", "2", seat=seat)
    layers = tuple(map(seat_name, facts.challengeable(state)))
    exact = outcome(facts.NAME, "may_challenge" if layers else "may_lay", "1", "5", seat=seat, layers=layers)
    return exact, outcome(facts.NAME, "may_challenge_some", "1", "5", seat=seat)
