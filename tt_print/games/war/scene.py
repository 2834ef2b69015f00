"""The war games, the table of their examples."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import chain
from typing import Any, ClassVar

from tt_print.deck import DECKS, VARIABLES, AnyCard, Card
from tt_print.engine.base import Game
from tt_print.engine.house import House
from tt_print.engine.notation import seat_name
from tt_print.engine.query import check_in_deck
from tt_print.engine.reasons import Reason
from tt_print.engine.scenes import Question, Scene, VisibleCards, cards_in
from tt_print.errors import InputError
from tt_print.games.war import story
from tt_print.games.war.facts import (
    LAYING,
    PLAYING,
    Collect,
    Deal,
    Draw,
    Hurry,
    Lay,
    Misplay,
    Peel,
    Retire,
    Slap,
    State,
    box,
    is_buried_chance,
    lays_on,
    may_bury,
    may_slap,
    next_with_cards,
    present,
)
from tt_print.games.war.judge import judge_pile
from tt_print.games.war.pile import control, resolve, slap, variant_of
from tt_print.games.war.rules import chance_steps, start

STACK = 8  # cards of a player of whom nothing is said
MOST_CHANCES = 5  # of a ? (W-26)
CHANCES = range(1, MOST_CHANCES + 1)


class Table(Scene):
    """Piles and stacks run from bottom to top. A stack given by its size holds whatever its player is told to lay."""

    PHRASES: ClassVar[dict[str, str]] = {
        "{seat:Seat} is to deal": "set_deal",
        "{seat:Seat} dealt": "set_dealer",
        "pile {pile:AnyCards}[ by {layers:Seats}]": "set_pile",
        "{seat:Seat} holds {cards:AnyCards}": "give",
        "{seat:Seat} has {count:int} card[s]": "give_some",
        "{seat:Seat} has no cards": "give_none",
        "{seat:Seat} has {cards:AnyCards} on top": "set_tops",
        "{count:int} face down": "set_under",
        "face down lie {cards:AnyCards}": "put_under",
        "{tied:Seats} are tied[ after {peels:int} peels]": "set_tie",
        "a lot decides between {tied:Seats}[ after {peels:int} peels]": "set_lots",
        "{seat:Seat} starts": "set_starter",
        "{seat:Seat} is next": "set_turn",
        "{seat:Seat} controls[, {left:int} left][, {challenger:Seat} tries]": "set_challenge",
        "nobody controls": "set_no_control",
        "before that {seat:Seat} controlled, {left:int} left": "set_prior",
        "before that nobody controlled": "set_no_prior",
        "{seat:Seat} may take the pot": "set_due",
        "{seat:Seat} has made the last play": "set_last",
        "the top card came late": "set_late",
        "{seat:Seat} is locked out": "lock",
        "{seat:Seat} has given up": "give_up",
        "{seat:Seat} has won": "set_winner",
        "deck": "ask_deck",
    }

    def __init__(self, game: Game, house: House) -> None:
        super().__init__(game, house)
        self.pile: tuple[AnyCard, ...] = ()
        self.layers: tuple[int, ...] = ()
        self.stacks: dict[int, tuple[AnyCard, ...]] = {}
        self.sizes: dict[int, int] = {}
        self.under = 0
        self.beneath: tuple[AnyCard, ...] = ()
        self.dealer: int | None = None
        self.phase: dict[str, Any] = {}  # fields of the state
        self.aside: dict[str, Any] = {}  # fields that go with any phase
        self.tops: dict[int, tuple[AnyCard, ...]] = {}
        self.told: set[AnyCard] = set()  # cards of the events so far
        self.laid: Counter[int] = Counter()  # how many cards each player has laid in this story
        self.is_dealt = False  # whether a deal is among them, so that all is known
        self.is_uncontrolled = False
        self.is_under_said = False
        self.knows_pot = self.knew_pot = True  # how many cards lie face down, now and before the last event
        self.knows_turn = False  # whether the events so far say whose turn it is

    # the table before the first event

    def set_deal(self, seat: int) -> None:
        """The deck is in its box."""
        self.dealer, self.phase = seat, {"phase": "deal"}

    def set_dealer(self, seat: int) -> None:
        self.dealer = seat

    def set_pile(self, pile: tuple[AnyCard, ...], layers: tuple[int, ...] = ()) -> None:
        """The face-up pile, and what the judge says of it. Ann has laid what nobody is named for. Raises InputError."""
        check_in_deck(pile, variant_of(self.house).deck, 2, self.game.title)
        if layers and len(layers) != len(pile):
            raise InputError(f"name who laid each of the {len(pile)} cards in the pot, from bottom to top, or nobody.")
        self.pile, self.layers = pile, layers or (0,) * len(pile)
        self.knows_pot = self.is_under_said
        if not pile:
            self.facts |= {"slap": False, "control": False, "chances": None, "defined": False}
            self.rules += ["1a", "1b"]
            return
        verdict = judge_pile(self.house, pile)
        self.record_verdict(verdict)
        self.rules.append("1b")
        self.facts["slap_by"] = [name.replace("_", " ") for name in verdict.facts["slap_reasons"]]
        self.facts["matches"] = frozenset(verdict.facts["matches"])
        for index, variable in enumerate(VARIABLES):
            self.facts[f"{variable}s"] = [values and values[index] for values in resolve(self.house, pile)]

    def give(self, seat: int, cards: tuple[AnyCard, ...]) -> None:
        self.stacks[seat] = cards

    def give_some(self, seat: int, count: int) -> None:
        self.sizes[seat] = count

    def give_none(self, seat: int) -> None:
        self.stacks[seat] = ()

    def set_tops(self, seat: int, cards: tuple[AnyCard, ...]) -> None:
        """The top cards of a stack, the topmost last; of the others nobody says anything."""
        self.tops[seat] = cards

    def set_under(self, count: int) -> None:
        self.under, self.knows_pot, self.is_under_said = count, True, True

    def put_under(self, cards: tuple[AnyCard, ...]) -> None:
        """The face-down cards below the pile, bottom to top."""
        self.beneath, self.knows_pot, self.is_under_said = cards, True, True

    def set_tie(self, tied: tuple[int, ...], peels: int = 0) -> None:
        """These players turn up a card; so often cards were turned up before."""
        self.phase = {"phase": "peel", "tied": tied, "peels": peels}

    def set_lots(self, tied: tuple[int, ...], peels: int = 0) -> None:
        self.phase = {"phase": "lots", "tied": tied, "peels": peels}

    def set_starter(self, seat: int) -> None:
        self.phase = {"phase": "start", "turn": seat}

    def set_turn(self, seat: int) -> None:
        """Whose turn it is: in a challenge earlier in the story, anyone who tries."""
        challenge = self.phase if self.phase.get("phase") == "challenge" else {"phase": "open"}
        self.phase = challenge | {"turn": seat}

    def set_challenge(self, seat: int, left: int | None = None, challenger: int | None = None) -> None:
        """The next player with cards, or who is named, has so many chances left; all of them until a question settles it."""
        self.phase = {"phase": "challenge", "controller": seat, "left": left, "turn": challenger}

    def set_no_control(self) -> None:
        """Although the top card matches: control was lost (W-36)."""
        self.is_uncontrolled = True

    def set_prior(self, seat: int, left: int) -> None:
        """The challenge that goes on if the last match is buried (rule 6a)."""
        self.aside |= {"prior": seat, "prior_left": left}

    def set_no_prior(self) -> None:
        """The last match was in no challenge, so it is no match that its player can bury (W-36)."""
        self.aside |= {"prior": None, "prior_left": 0}

    def set_due(self, seat: int) -> None:
        self.phase = {"phase": "collect", "controller": seat, "turn": seat}

    def set_last(self, seat: int) -> None:
        self.phase = {"phase": "last", "turn": seat}

    def set_late(self) -> None:
        self.aside["hurried"] = True

    def lock(self, seat: int) -> None:
        self.aside["locked"] = (*self.aside.get("locked", ()), seat)

    def give_up(self, seat: int) -> None:
        self.aside["retired"] = (*self.aside.get("retired", ()), seat)

    def set_winner(self, seat: int) -> None:
        self.phase = {"phase": "over", "turn": seat, "winner": seat}

    def set_up(self, event: Any = None) -> State:
        """The first player with cards starts, unless the example says otherwise. Cards in no stack and no pile are not in the example."""
        players = max(self.players, 1 + max([1, *self._named(event)]))
        dealer = players - 1 if self.dealer is None else self.dealer
        if self.phase.get("phase") == "deal":
            return start(players, self.house, dealer)
        placed = self.named_cards()
        spare = [card for card in box(self.house) if card not in placed]
        under = (*self.beneath, *(spare.pop() for _ in range(self.under)))
        hands = []
        empty = {seat for seat in (*self.stacks, *self._cardless()) if seat not in self.sizes}
        untold = max(1, players - len(empty | {*self.sizes}))
        some = min(STACK, max(1, (len(spare) - sum(self.sizes.values())) // untold))  # so that the last has cards, too
        for seat in range(players):
            tops = self.tops.get(seat, ())
            count = 0 if seat in empty else self.sizes.get(seat, some) - len(tops)
            filled = (*(spare.pop(0) for _ in range(min(count, len(spare)))), *tops)
            hands.append(self.stacks.get(seat) or filled)
        state = replace(
            start(players, self.house, dealer),
            phase="start",
            turn=next((seat for seat, hand in enumerate(hands) if hand), 0),
            hands=tuple(hands),
            under=under,
            seq=self.pile,
            layers=self.layers,
        )
        if "tied" in self.phase:
            state = replace(state, **{"turn": dealer, **self.aside, **self.phase})
            self._check(state, event)
            return state
        if type(event) is Peel and not self.phase:
            state = replace(state, phase="peel", tied=tuple(range(players)))
            self._check(state, event)
            return state
        state = replace(state, **{**self.aside, **self.phase})
        if state.phase == "challenge" and self.phase["left"] is None:
            state = replace(state, left=control(self.house, self.pile) or 1)
        if state.turn is None:
            state = replace(state, turn=next_with_cards(state, state.controller))
        self._check(state, event)
        return state

    def _cardless(self) -> tuple[int, ...]:
        """Who can have no cards: they are locked out, or have given up (rule 7)."""
        return (*self.aside.get("locked", ()), *self.aside.get("retired", ()))

    def _check(self, state: State, event: Any) -> None:
        """Raises InputError for a table that no play can lead to."""
        # who gave up and controls the pot gets cards again; whoever is locked out has none
        held = next((seat for seat in state.locked if state.hands[seat]), None)
        if held is not None:
            raise InputError(f"{seat_name(held)} has cards: only who has none is locked out.")
        if state.hurried and not state.seq:
            raise InputError("no card in the pot could have come late. Say which: pile RC2.")
        if state.phase == "challenge":
            name = seat_name(present(state.controller))
            if state.turn is None or (state.turn == state.controller and isinstance(event, (Lay, Hurry, Collect))):
                raise InputError(f"{name} controls, so another player has to try, and must have cards.")
            if state.left is None:
                raise InputError(f"say how many chances are left: {name} controls, 2 left.")
            if not 1 <= state.left <= MOST_CHANCES:
                raise InputError(f"{state.left} left: a challenge has 1 to {MOST_CHANCES} chances left.")
        acting = {"peel": state.tied}.get(state.phase, (state.turn,) if state.phase in LAYING else ())
        for seat in acting:
            if not state.hands[seat]:
                raise InputError(f"{seat_name(seat)} has no cards, so it cannot be {seat_name(seat)}'s turn.")

    def _named(self, event: Any) -> list[int]:
        """Every seat that somebody has spoken of."""
        said = {**self.phase, **self.aside}
        one = [said.get(name) for name in ("turn", "controller", "prior")]
        some = [said.get(name, ()) for name in ("tied", "locked", "retired")]
        told = [getattr(event, "seat", None), *getattr(event, "seats", ()), *getattr(event, "slappers", ())]
        told = [] if self.players else told  # where it is said who sits here, another does not
        seats = [*self.stacks, *self.sizes, *self.tops, *self.layers, *chain(*some), *told, *one, self.dealer]
        return [seat for seat in seats if seat is not None]

    # what can be seen

    def on_table(self) -> tuple[VisibleCards, ...]:
        state: State = self.state or self.set_up(None)
        return (
            VisibleCards("pot", state.seq, form="pile"),
            *([VisibleCards("under", down=len(state.under))] if state.under else []),
        )

    def stands_for(self, pile: tuple[AnyCard, ...]) -> tuple[str, ...]:
        """Wilds and jokers, as what is under them; `nothing` for a variable that is undefined."""
        return tuple(_counted(card, values) for card, values in zip(pile, resolve(self.house, pile), strict=True))

    def held(self) -> dict[int, int]:
        state: State = self.state or self.set_up(None)
        return {seat: len(hand) for seat, hand in enumerate(state.hands)}

    # events

    def went_wrong(self, before: State, event: Any) -> bool:
        """A slap at nothing, and a card laid against the order."""
        return type(event) is Misplay or self.is_right(before, event) is False

    def is_right(self, before: State, event: Any) -> bool | None:
        """A misplay is wrong, unless somebody slaps who wins the pot below (W-37)."""
        if type(event) is Misplay:
            return bool(event.slappers and slap(self.house, before.seq))
        return bool(slap(self.house, before.seq)) if type(event) is Slap else None

    def explains(self, before: State, event: Any) -> tuple[Reason, ...]:
        """Why the pile may be slapped, or not."""
        if type(event) is not Slap or not before.seq:
            return ()
        *slaps, _control = judge_pile(self.house, before.seq).reasons
        return tuple(slaps)

    def state_before(self, event: Any) -> State:
        """What a player is told to lay is on top of their stack, where nobody has named its cards."""
        before: State = self.set_up(event) if self.state is None else self.state
        if type(event) in (Lay, Hurry, Misplay) and event.seat < len(before.hands):
            for depth, card in enumerate((event.card, getattr(event, "second", None)), 1):
                if card is not None and before.hands[event.seat][-depth : -depth + 1 or None] not in ((), (card,)):
                    before = story.bring(before, event.seat, card, depth, self.named_cards())
        return before

    def tell(self, event: Any) -> None:
        before = self.state_before(event)
        if not self.play(before, event):
            return
        after: State = self.state
        self.told |= {*cards_in(event)}
        self.laid[getattr(event, "seat", -1)] += isinstance(event, (Lay, Hurry, Misplay))
        self.is_dealt = self.is_dealt or isinstance(event, Deal)
        pays_some = isinstance(event, (Slap, Misplay)) and not all(map(self.is_counted, range(len(after.hands))))
        self.knew_pot, self.knows_pot = self.knows_pot, not after.seq or (self.knows_pot and not pays_some)
        self.knows_turn = self.knows_turn or before.seq != after.seq or isinstance(event, (Deal, Peel, Draw))
        self.rules += explain(before, event, after)
        if type(event) in (Lay, Hurry) and after.seq and after.seq != before.seq:
            self.reasons += judge_pile(self.house, after.seq).reasons
        self.facts |= {
            "legal": True,
            "turn": None if after.phase == "over" else seat_name(after.turn),
            "phase": after.phase,
            "controller": None if after.controller is None else seat_name(after.controller),
            "chances_left": after.left,
            "center": len(after.under) + len(after.seq),
            "face_down": len(after.under),
            "pile": list(after.seq),
            "slap": bool(slap(self.house, after.seq)),
            "starter": seat_name(after.turn) if after.phase == "start" else None,
            "level": [seat_name(seat) for seat in after.tied],
            "game_over": after.phase == "over",
            "winner": None if after.winner is None else seat_name(after.winner),
        }
        if type(event) in (Lay, Hurry):
            self.facts["takes_control"] = after.controller == event.seat
        if type(event) in (Slap, Misplay):
            card = (event.card,) if type(event) is Misplay else ()
            self.facts["right_slap"] = bool(slap(self.house, (*before.seq, *card)) or slap(self.house, before.seq))
        for seat, hand in enumerate(after.hands):
            name = seat_name(seat)
            self.facts |= {f"{name} cards": len(hand), f"{name} stack": list(hand)}
            self.facts[f"{name} may slap"] = may_slap(after, seat)

    # stories

    def named_cards(self) -> set[AnyCard]:
        return {*self.pile, *self.beneath, *chain(*self.stacks.values(), *self.tops.values()), *self.told}

    def is_counted(self, seat: int) -> bool:
        """Whether somebody has said how many cards this player has."""
        return self.is_dealt or seat in self.stacks or seat in self.sizes

    def open_questions(self, event: Any) -> tuple[Question, ...]:
        if self.phase.get("phase") in (None, *PLAYING) and (missing := self._ask_table(event)):
            return missing
        before = self.state_before(event)
        against = self.game.illegal_reason(before, event)
        if against is not None and not {*against.cards} <= self.named_cards() | {*cards_in(event)}:
            return (self.question("second", event.seat, card=event.card),)
        seats = story.seats_that_count(before, event, against)
        known = {seat for seat in seats if self.is_counted(seat)}
        gives_up = isinstance(event, Retire)
        return tuple(self._ask_count(seat, gives_up) for seat in dict.fromkeys(seats) if seat not in known)

    def _ask_count(self, seat: int, gives_up: bool) -> Question:
        """How many cards a player has: none who gives up, some another, where nobody says so."""
        if gives_up:
            none, one = self.say("give_none", seat=seat), self.say("give_some", seat=seat, count=1)
            return self.question("no_count", seat, cases=(none, one), presumed=[none])
        laid = self.laid[seat]
        cases = [self.say("give_some", seat=seat, count=count) for count in (*range(laid + 4), laid + STACK)]
        # whoever has laid in this story has more cards, even where the story breaks by that
        return self.question("count", seat, cases=() if laid else cases, presumed=cases[laid + 1 :])

    def _ask_table(self, event: Any) -> tuple[Question, ...]:
        """The pot, whose turn it is, who controls; the first to act is on turn, if nobody says so."""
        is_new, phase = not self.knows_turn, self.phase.get("phase")  # a wrong slap tells nothing of the turn
        if isinstance(event, Peel):
            known = {*self.stacks, *self.tops} if is_new else {*event.seats}
            return tuple(self.question("top", seat) for seat in event.seats if seat not in known)
        if isinstance(event, Draw):
            return (self.question("tied"),) if is_new and phase != "lots" else ()
        missing = []
        plays = isinstance(event, (Lay, Hurry, Misplay, Collect))
        slapped = isinstance(event, Slap) or (isinstance(event, Misplay) and bool(event.slappers))
        needs_pile = slapped or isinstance(event, Collect) or (plays and phase is not None)
        if is_new and not self.pile and needs_pile and phase != "start":
            missing.append(self.question("pile"))
        if plays and phase is None and not self.knows_turn:
            missing.append(self._ask_turn(event))
        settled = self.is_uncontrolled or "hurried" in self.aside
        is_open = plays and phase == "open" and not settled and control(self.house, self.pile) is not None
        if is_new and (is_open or self.phase.get("left", 0) is None):
            missing.append(self._ask_control(event))
        controller = self.phase.get("controller")
        if is_new and phase == "challenge" and "prior" not in self.aside and self._lays_again(event):
            seats = [seat for seat in range(len(self.set_up(event).hands)) if seat != controller]
            before = [self.say("set_prior", seat=seat, left=left) for seat in seats for left in CHANCES]
            none = self.say("set_no_prior")
            missing.append(self.question("prior", present(controller), cases=(none, *before), presumed=[none]))
        return tuple(missing)

    def _ask_turn(self, event: Any) -> Question:
        """Whose turn it is; a card laid out of turn was another player's."""
        seats = range(len(self.set_up(event).hands))
        starts, next_ones = ([self.say(method, seat=seat) for seat in seats] for method in ("set_starter", "set_turn"))
        if not variant_of(self.house).start_is_complete(
            self.house, self.pile
        ):  # the starter lays on, or has no more cards
            key, presumed, cases = "starts", starts, [*starts, *next_ones] if self.pile else []
        else:
            key, presumed, cases = "turn", next_ones, next_ones
        if isinstance(event, Misplay):
            return self.question(key, cases=cases or starts)
        granted = presumed[event.seat : event.seat + 1]
        if isinstance(event, Collect) and self._is_spent():
            granted = [self.say("set_due", seat=event.seat)]
        # without cards in the pot nobody has told that there are none
        return self.question(key, cases=[*cases, *granted] if self.pile else (), presumed=granted)

    def _is_spent(self) -> bool:
        """Whether all chances of the last match in the pot have been used since."""
        matches = (control(self.house, self.pile[:count]) for count in range(len(self.pile), 1, -1))
        used, chances = next(((used, left) for used, left in enumerate(matches) if left is not None), (0, None))
        return chances is not None and used >= chances

    def _ask_control(self, event: Any) -> Question:
        """Who controls a pot with a match on top, and with how many chances left: where nobody says so, the player before anyone who
        is on turn, with all that the match gives."""
        players, turn, told = len(self.set_up(event).hands), self.phase["turn"], self.phase.get("controller")
        others = [seat for seat in range(players) if seat != turn] if told is None else [told]
        challenger, chances = None if told is None else turn, control(self.house, self.pile)

        def say(seat: int, left: int) -> str:
            return self.say("set_challenge", seat=seat, left=left, challenger=challenger)

        cases = [say(seat, left) for seat in others for left in CHANCES]
        presumed = [] if chances is None else [say((turn - 1) % players if told is None else told, chances)]
        if told is not None:
            return self.question("left", told, cases=cases, presumed=presumed)
        return self.question("control", cases=(self.say("set_no_control"), *cases), presumed=presumed)

    def _lays_again(self, event: Any) -> bool:
        """Whether the controller covers the match on top, so that it matters who controlled before."""
        is_own = isinstance(event, (Lay, Misplay)) and event.seat == self.phase["controller"]
        return is_own and control(self.house, self.pile) == self.phase["left"]

    def follows(self, before: State, event: Any, after: State) -> tuple[Reason, ...]:
        return tuple(
            story.follows(before, event, after, self.is_counted, self.knows_turn or bool(self.phase), self.knew_pot)
        )

    def opening(self, state: State) -> tuple[str, ...]:
        say = self.say
        players = say("seat", count=len(state.hands))
        if state.phase == "deal":
            return (players, say("set_deal", seat=state.dealer))
        stacks = [say("give", seat=seat, cards=hand) for seat, hand in enumerate(state.hands)]
        pile = [say("set_pile", pile=state.seq, layers=state.layers)] if state.seq else []
        under = [say("put_under", cards=state.under)] if state.under or state.seq else []
        aside = [say("set_prior", seat=state.prior, left=state.prior_left)] if state.prior is not None else []
        if state.phase == "challenge" and state.prior is None:
            aside.append(say("set_no_prior"))
        aside += [say("set_late")] if state.hurried else []
        if state.phase == "open" and control(self.house, state.seq) is not None:
            aside.append(say("set_no_control"))
        aside += [say("lock", seat=seat) for seat in state.locked]
        aside += [say("give_up", seat=seat) for seat in state.retired]
        return (players, say("set_dealer", seat=state.dealer), *stacks, *under, *pile, self._say_phase(state), *aside)

    def _say_phase(self, state: State) -> str:
        match state.phase:
            case "peel":
                return self.say("set_tie", tied=state.tied, peels=state.peels or None)
            case "lots":
                return self.say("set_lots", tied=state.tied, peels=state.peels)
            case "challenge":
                return self.say("set_challenge", seat=state.controller, left=state.left, challenger=state.turn)
            case _:
                return self.say(_WHOSE[state.phase], seat=state.turn)

    # questions

    def ask_deck(self) -> None:
        deck = variant_of(self.house).deck
        count = len(box(self.house))
        self.facts |= {"deck": deck, "cards": count, "naturals": len(DECKS["squares"])}
        self.rules += ["note", "equipment", "1"]


_WHOSE = {
    "start": "set_starter",
    "open": "set_turn",
    "collect": "set_due",
    "last": "set_last",
    "over": "set_winner",
}  # the phrase of a phase that names one player


def _counted(card: AnyCard, values: tuple[str | None, ...] | None) -> str:
    """What a wild counts as, `red 3`; `no color` where nothing natural is under it. "" for what is printed."""
    printed = (card.color, card.shape, card.number) if isinstance(card, Card) else (None, None, None)
    if values == printed:
        return ""
    known = values or (None, None, None)
    changed = [value for value, own in zip(known, printed, strict=True) if value and value != own]
    lacking = [variable for variable, value in zip(VARIABLES, known, strict=True) if not value]
    return " ".join(changed) or ("nothing" if len(lacking) == len(VARIABLES) else f"no {' or '.join(lacking)}")


def explain(before: State, event: Any, after: State) -> list[str]:
    """The rules by which an event did what it did."""
    house = before.house
    rules: list[str] = []
    match event:
        case Peel():
            return ["setup"]
        case Lay() | Hurry():
            rules += _of_card(before, event, after)
        case Slap():
            lowest = next(seat for seat in event.seats if may_slap(before, seat))
            rules += ["2c", "4", *(["3c"] if before.phase == "challenge" else [])] if slap(house, before.seq) else ["5"]
            rules += ["7"] if not before.hands[lowest] or before.locked else []
        case Misplay():
            if is_buried_chance(before, event):
                return [rule for step, was, now in chance_steps(before, event) for rule in explain(was, step, now)]
            buries = may_bury(before, event.seat)
            rules += ["6b", *(["6a"] if buries or lays_on(before, event.seat) else []), *(["3a"] if buries else [])]
            if event.slappers and slap(house, before.seq):
                rules += ["2c", "4"]
            elif event.slappers:
                rules += ["6c"] if slap(house, (*before.seq, event.card)) else ["6d"]
        case Collect():
            rules += ["3a"]
        case Retire():
            rules += ["7"]
    return [*rules, "8"] if after.phase in ("last", "over") else rules


def _of_card(before: State, event: Lay | Hurry, after: State) -> list[str]:
    rules = ["6e"] if type(event) is Hurry else []
    if before.phase == "start":
        rules += ["1a", "1c"]
    elif before.phase == "challenge":
        if event.seat != before.turn:
            rules += ["6a", *(["6b"] if before.prior_left == 0 else [])]
        rules += ["3a", "3b"] if after.phase == "collect" else ["3", "3b"]
    if after.seq and control(before.house, after.seq):
        rules += ["2b"]
    elif before.phase != "challenge":
        rules += ["2a"]
    if before.locked and not after.locked:
        rules += ["7"]
    return [*rules, "2c", "5"] if after.seq and slap(before.house, after.seq) else rules
