"""Craziness, the table of its examples."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import chain, islice
from typing import Any, ClassVar

from tt_print.deck import FULL, AnyCard, Card
from tt_print.engine.base import Game
from tt_print.engine.house import House
from tt_print.engine.notation import seat_name
from tt_print.engine.reasons import Reason
from tt_print.engine.scenes import Question, Scene, VisibleCards, cards_in
from tt_print.engine.standing import first_player
from tt_print.errors import NotationError
from tt_print.games.craziness import story
from tt_print.games.craziness.facts import (
    FACES,
    Deal,
    Declare,
    Lay,
    Pass,
    Shuffle,
    State,
    shown_card,
    topper,
    triple_toppers,
)
from tt_print.games.craziness.judge import explain, judge_hand, judge_lay
from tt_print.games.craziness.rules import BOX, illegal_declaration_reason, start

MOST_ANSWERS = 4  # to choose from; of more the values are told one by one


class Table(Scene):
    """Piles run from bottom to top. Cards that no phrase places wait in the draw pile, `RC1` on top."""

    PHRASES: ClassVar[dict[str, str]] = {
        "on {center:Card}[ as {declared:Values}]": "set_center",
        "{seat:Seat} holds {cards:Cards}": "give",
        "{seat:Seat} has {count:int} card[s]": "give_some",
        "{seat:Seat} has no cards": "give_none",
        "{seat:Seat} has {points:int} point[s]": "credit",
        "{seat:Seat} is to deal": "set_deal",
        "{seat:Seat} dealt": "set_dealer",
        "{seat:Seat} is next": "set_turn",
        "{seat:Seat} is out": "drop",
        "{seat:Seat} is to draw {count:int} more": "set_debt",
        "{count:int} turn[s] without a card": "set_idle",
        "{winners:Seats} won": "set_winners",
        "draw pile {cards:Cards}": "set_draw",
        "{count:int} discards": "set_discards",
        "under the center lie {cards:Cards}": "put_under",
        "lay {card:Card}[ as {declared:Values}]": "ask_lay",
        "declarations of {card:Card}": "ask_declarations",
        "declare {card:Card} as {declared:Values}": "ask_declaration",
        "points of {cards:Cards}": "ask_points",
        "points of the whole deck": "ask_all_points",
        "triple toppers": "ask_triples",
        "shuffle": "shuffle",
    }

    def __init__(self, game: Game, house: House) -> None:
        super().__init__(game, house)
        self.center: Card | None = None
        self.showing: Card | None = None
        self.hands: dict[int, tuple[Card, ...]] = {}
        self.points: dict[int, int] = {}
        self.draw: tuple[Card, ...] | None = None
        self.discards: int | None = None  # with the card in the center; one where nothing is said
        self.under: tuple[Card, ...] | None = None
        self.sizes: dict[int, int] = {}
        self.gone: list[int] = []
        self.said: dict[str, Any] = {}  # fields of the state
        self.told: set[AnyCard] = set()  # cards of the events so far
        self.is_dealt = False  # whether a deal is among them, so that all is known
        self.unknown_order: Shuffle | None = None
        self.mixed: set[AnyCard] = set()  # shuffled since, in an order that nobody has said

    # the table before the first event

    def set_deal(self, seat: int) -> None:
        """Before the first deal, or between two: then the cards lie as the last hand has left them."""
        self.said |= {"phase": "deal", "dealer": seat}

    def set_dealer(self, seat: int) -> None:
        self.said["dealer"] = seat

    def set_turn(self, seat: int) -> None:
        self.said["turn"] = seat

    def drop(self, seat: int) -> None:
        """Out of the game, with too many points."""
        self.gone.append(seat)

    def set_debt(self, seat: int, count: int) -> None:
        """They must still draw; the draw pile has run out, so the discards are shuffled first (rule 6)."""
        self.said |= {"phase": "shuffle", "debtor": seat, "owed": count}

    def set_idle(self, count: int) -> None:
        """So many turns in a row in which nobody laid or drew a card."""
        self.said["idle"] = count

    def set_winners(self, winners: tuple[int, ...]) -> None:
        self.said |= {"phase": "over", "winners": winners}

    def give_some(self, seat: int, count: int) -> None:
        """A hand of so many cards; it holds whatever its player is told to lay."""
        self.sizes[seat] = count

    def give_none(self, seat: int) -> None:
        self.hands[seat] = ()

    def put_under(self, cards: tuple[Card, ...]) -> None:
        """The discards under the card in the center, bottom to top."""
        self.under = cards

    def set_center(self, center: Card, declared: tuple[str, ...] = ()) -> None:
        """The card in the center; without its declaration the dealer has still to make one."""
        self.center, self.showing = center, FACES[center].get(declared)

    def give(self, seat: int, cards: tuple[Card, ...]) -> None:
        self.hands[seat] = cards

    def credit(self, seat: int, points: int) -> None:
        self.points[seat] = points

    def set_draw(self, cards: tuple[Card, ...]) -> None:
        self.draw = cards

    def set_discards(self, count: int) -> None:
        self.discards = count

    def set_up(self) -> State:
        """The first player of the example is the one to play; the last is the dealer."""
        players = max(self.players, 1 + max([1, *self._named()]))
        dealer = self.said.get("dealer", players - 1)
        state = start(players, self.house, dealer)
        if self.said.get("phase") == "deal" and self.center is None:
            return replace(state, **self._score(players))
        placed = {self.center, *(card for hand in self.hands.values() for card in hand), *(self.draw or ())}
        placed |= {*(self.under or ())}
        spare = [card for card in BOX if card not in placed]
        under = self._take(spare, (self.discards or 1) - 1) if self.under is None else self.under
        hands = [self.hands.get(seat) or self._take(spare, self.sizes.get(seat, 0)) for seat in range(players)]
        draw = self.draw if self.draw is not None else tuple(reversed(spare))
        if self.center is None:
            raise NotationError("say which card is on top of the center: on RC1.")
        state = replace(
            state,
            phase="turn" if self.showing else "declare",
            turn=0,
            hands=tuple(hands),
            draw=draw,
            discard=(*under, self.center),
            showing=self.showing,
        )
        state = replace(state, **{**self._score(players), **self.said})
        if state.phase == "declare" and "dealer" in self.said and "turn" not in self.said:
            return replace(state, turn=first_player(self.house, state.living, players, dealer))
        return state

    def _score(self, players: int) -> dict[str, Any]:
        return {
            "scores": tuple(self.points.get(seat, 0) for seat in range(players)),
            "living": tuple(seat for seat in range(players) if seat not in self.gone),
        }

    def _named(self) -> list[int]:
        """Every seat that somebody has spoken of."""
        one = [self.said[name] for name in ("turn", "dealer", "debtor") if name in self.said]
        return [*self.hands, *self.sizes, *self.points, *self.gone, *one, *self.said.get("winners", ())]

    @staticmethod
    def _take(spare: list[Card], count: int) -> tuple[Card, ...]:
        taken, spare[:count] = tuple(spare[:count]), []
        return taken

    # what can be seen

    def on_table(self) -> tuple[VisibleCards, ...]:
        state = self.state or self.set_up()
        center, showing = state.discard[-1], state.showing
        declared = tuple(getattr(showing, variable) for variable in center.wilds) if showing else ()
        return (VisibleCards("center", center, declared=declared),)

    def held(self) -> dict[int, int]:
        state = self.state or self.set_up()
        return {seat: len(state.hands[seat]) for seat in state.living}

    # events

    def tell(self, event: Any) -> None:
        before = self.state_before(event)
        if not self.play(before, event):
            return
        after: State = self.state
        self.told |= {*cards_in(event)}
        self.is_dealt = self.is_dealt or isinstance(event, Deal)
        self.mixed -= self.told
        if isinstance(event, Shuffle) and event is self.unknown_order:
            self.told -= {*event.order}
            self.mixed |= {*event.order}
        self.rules += self._rules(before, event, after)
        if isinstance(event, Lay):
            self.reasons.append(explain(shown_card(before), event.card, event.declared))
        ended = after.phase in ("deal", "over")
        self.facts |= {
            "legal": True,
            "showing": str(after.showing),
            "draw_pile": len(after.draw),
            "discards": len(after.discard),
            "hand_over": ended,
            "game_over": after.phase == "over",
            "shuffle": after.phase == "shuffle",
            "turn": seat_name(after.turn) if after.phase == "turn" else None,
            "winner": [seat_name(seat) for seat in after.winners],
        }
        for seat, hand in enumerate(after.hands):
            name = seat_name(seat)
            self.facts |= {
                f"{name} cards": len(hand),
                f"{name} score": after.scores[seat],
                f"{name} in": seat in after.living,
            }

    def _rules(self, before: State, event: Any, after: State) -> tuple[str, ...]:
        match event:
            case Lay():
                rules = explain(shown_card(before), event.card, event.declared).rules
            case Pass():
                rules = ("4d",)
            case Shuffle():
                rules = ("6",)
            case _:
                rules = ("setup",)
        return (*rules, "7") if after.phase in ("deal", "over") else rules

    def shuffle(self) -> None:
        """The discards are shuffled; in an example their order does not matter, so it stays."""
        self.tell(self.event_of("shuffle", {}))

    def event_of(self, method: str, values: Mapping[str, Any]) -> Any:
        """A shuffle whose order nobody knows."""
        if method != "shuffle":
            return None
        state = self.state_before(None)
        self.unknown_order = Shuffle(state.discard[:-1])
        return self.unknown_order

    # stories

    def complete(self, event: Any) -> Any:
        """A triple topper that names nobody makes the only opponent draw 2 (rule 4a, Z-11)."""
        if not isinstance(event, Lay) or event.target is not None or not (self.state or self.showing):
            return event
        before, face = self.state_before(event), FACES[event.card].get(event.declared)
        others = [seat for seat in before.living if seat != event.seat]
        if len(others) != 1 or not face or topper(shown_card(before), face) != 3:
            return event
        return replace(event, target=others[0])

    def named_cards(self) -> set[AnyCard]:
        said = {*chain(*self.hands.values()), *(self.draw or ()), *(self.under or ()), *self.told}
        return (said if self.center is None else said | {self.center}) - self.mixed

    def is_counted(self, seat: int) -> bool:
        """Whether somebody has said how many cards this player holds."""
        return self.is_dealt or seat in self.hands or seat in self.sizes

    def is_known(self, state: State) -> Callable[[int], bool]:
        """Whether somebody has said which cards a player holds, all of them."""
        named = self.named_cards()
        return lambda seat: self.is_counted(seat) and named.issuperset(state.hands[seat])

    def state_before(self, event: Any) -> State:
        """What a player is told to lay is in their hand, where nobody has named all its cards."""
        state: State = self.set_up() if self.state is None else self.state
        if isinstance(event, Shuffle) and self.state is None:  # players hold cards where nobody says otherwise
            for seat in state.living:
                card = story.spare_card(state, self.named_cards())
                if card is not None and not state.hands[seat] and not self.is_counted(seat):
                    state = story.give(state, seat, card)
        seat = getattr(event, "seat", 0)
        if not isinstance(event, Lay) or seat >= len(state.hands):
            return state
        if event.card in state.hands[seat] and (len(state.hands[seat]) > 1 or self.is_counted(seat)):
            return state
        return story.bring(state, event, self.named_cards(), self.is_counted(seat))

    def open_questions(self, event: Any) -> tuple[Question, ...]:
        if (
            self.state is None
            and self.said.get("phase") not in ("deal", "over")
            and (missing := self._ask_table(event))
        ):
            return missing
        before = self.state_before(event)
        if isinstance(event, Shuffle) and self.state is None and before.phase == "shuffle":
            cases = [self.say("set_turn", seat=seat) for seat in before.living[:2]]
            return () if "turn" in self.said else (self.question("turn", cases=cases, late=True),)
        if not isinstance(event, (Lay, Pass)) or before.phase != "turn":
            return ()
        seat = event.seat
        if isinstance(event, Pass):
            asked = self.house["must_play"] and seat not in self.hands and not self.is_dealt
            return (self.question("hand", seat),) if asked else self._ask_hands(before, event)
        is_last = self.house["final_triple_draw"] is False and event.declared in FACES[event.card]
        if is_last and not self.is_counted(seat) and topper(shown_card(before), FACES[event.card][event.declared]) == 3:
            return (self.question("count", seat, cases=[self.say("give_some", seat=seat, count=n) for n in (1, 2)]),)
        return self._ask_hands(before, event)

    def _ask_table(self, event: Any) -> tuple[Question, ...]:
        """What is in the center, who dealt, and whose turn it is: the first to act, if nobody says so."""
        if self.center is None:
            return (self.question("center"),)
        if isinstance(event, Declare):
            return () if "dealer" in self.said else (self._ask_seat("dealer", "set_dealer", event),)
        if not isinstance(event, (Lay, Pass)):
            return ()
        if self.showing is None:  # who tells of the dealer tells of the first card, which is not declared yet
            named = [self.say("set_center", center=self.center, declared=values) for values in FACES[self.center]]
            not_yet = self.say("set_dealer", seat=event.seat)
            asked = self.question("declared", card=self.center, cases=(*named, not_yet), presumed=named)
            asked = replace(asked, answers=tuple(named)) if len(named) <= MOST_ANSWERS else asked
            return () if "dealer" in self.said else (asked,)
        return () if "turn" in self.said or "debtor" in self.said else (self._ask_seat("turn", "set_turn", event),)

    def _ask_seat(self, key: str, method: str, event: Declare | Lay | Pass) -> Question:
        """Who dealt, or whose turn it is: the player of the event, if nobody says so."""
        living = self.state_before(event).living
        cases = [self.say(method, seat=seat) for seat in living]
        presumed = [self.say(method, seat=event.seat)] if event.seat in living else []
        return self.question(key, cases=cases, presumed=presumed)

    def _ask_hands(self, before: State, event: Any) -> tuple[Question, ...]:
        """The hands that count, where this event ends the hand; the discards, where it takes more than the draw pile has."""
        if self.is_dealt or not self.game.can(before, event):
            return ()
        is_open = self.draw is not None and self.under is None and self.discards is None
        if is_open and len(before.discard) == 1 and story.draws_due(before, event) > len(before.draw):
            cases = [self.say("set_discards", count=count) for count in (1, 2, 3)]
            return (self.question("discards", cases=cases),)
        if self.game.apply(before, event).phase not in ("deal", "over"):
            return ()
        told = self.named_cards() | {*cards_in(self.events or event)}
        spare = iter([card for card in BOX if card not in told])
        return tuple(
            self.question("hand", seat, cases=self._some_hands(seat, spare), late=True)
            for seat in before.living
            if seat not in self.hands and seat != event.seat
        )

    def _some_hands(self, seat: int, spare: Iterator[Card]) -> tuple[str, ...]:
        """Two hands of cards that nobody has named, which count differently."""
        one, *more = islice(spare, 4)
        laid = tuple(each.card for each in self.events if isinstance(each, Lay) and each.seat == seat)
        return tuple(self.say("give", seat=seat, cards=(*laid, *cards)) for cards in ((one,), more))

    def follows(self, before: State, event: Any, after: State) -> tuple[Reason, ...]:
        return tuple(
            story.follows(
                before,
                event,
                after,
                self.is_counted,
                self.is_known(after),
                self.points.__contains__,
                "dealer" in self.said,
            )
        )

    def opening(self, state: State) -> tuple[str, ...]:
        say = self.say
        said = [say("seat", count=len(state.hands))]
        said += [say("drop", seat=seat) for seat in range(len(state.hands)) if seat not in state.living]
        said += [say("credit", seat=seat, points=points) for seat, points in enumerate(state.scores)]
        said.append(say("set_deal" if state.phase == "deal" else "set_dealer", seat=state.dealer))
        said += [say("set_turn", seat=state.turn)] if state.discard or state.turn != state.dealer else []
        if state.discard:
            said += [say("give", seat=seat, cards=hand) for seat, hand in enumerate(state.hands) if hand]
            said += [say("put_under", cards=state.discard[:-1]), say("set_draw", cards=state.draw)]
            said.append(self._say_center(state))
        said += [say("set_idle", count=state.idle)] if state.idle else []
        said += [say("set_debt", seat=state.debtor, count=state.owed)] if state.debtor is not None else []
        return (*said, *([say("set_winners", winners=state.winners)] if state.winners else []))

    def _say_center(self, state: State) -> str:
        center, showing = state.discard[-1], state.showing
        declared = tuple(getattr(showing, variable) for variable in center.wilds) if showing else ()
        return self.say("set_center", center=center, declared=declared)

    # questions

    def ask_lay(self, card: Card, declared: tuple[str, ...] = ()) -> None:
        if self.showing is None:
            raise NotationError("say what shows in the center: on KC2 as green.")
        against = illegal_declaration_reason(card, declared)
        if against is not None:
            self.refuse(against)
            return
        self.record_verdict(judge_lay(self.showing, card, declared, self.house))

    def ask_declarations(self, card: Card) -> None:
        self.facts |= {"count": len(FACES[card])}
        self.rules += ["setup", "3"]

    def ask_declaration(self, card: Card, declared: tuple[str, ...]) -> None:
        against = illegal_declaration_reason(card, declared)
        if against is not None:
            self.refuse(against)
        else:
            self.facts |= {"legal": True, "showing": str(FACES[card][declared])}
            self.rules += ["setup", "3"]

    def ask_points(self, cards: tuple[Card, ...]) -> None:
        self.record_verdict(judge_hand(cards, self.house))

    def ask_all_points(self) -> None:
        self.record_verdict(judge_hand(FULL, self.house))

    def ask_triples(self) -> None:
        if self.showing is None or self.center is None:
            raise NotationError("say what shows in the center: on KC2 as green.")
        found = triple_toppers(self.showing, self.center)
        self.facts |= {"count": len(found), "cards": frozenset(map(str, found))}
        self.rules.append("4a")
