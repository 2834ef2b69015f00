"""Six Suit, the table of its examples."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import replace
from itertools import chain, combinations, groupby, islice
from typing import Any, ClassVar

from tt_print.deck import FULL, VARIABLES, AnyCard, Card
from tt_print.engine.base import Game
from tt_print.engine.house import House
from tt_print.engine.notation import intern_all, seat_name
from tt_print.engine.reasons import Reason
from tt_print.engine.scenes import Question, Scene, VisibleCards, cards_in
from tt_print.engine.standing import first_player
from tt_print.errors import InputError, NotationError
from tt_print.games.six_suit import story
from tt_print.games.six_suit.facts import (
    Discard,
    Draw,
    Forfeit,
    Lay,
    Shuffle,
    State,
    Treaty,
    face_up_cards,
    free_time,
    owner_of,
    recyclable,
    side,
)
from tt_print.games.six_suit.judge import explain_cover, judge_cover, judge_row
from tt_print.games.six_suit.rows import ROW, eliminated_by, matches
from tt_print.games.six_suit.rules import BOX, go_on, start
from tt_print.games.six_suit.score import has_treaty_line, holders, places, remove

STEP = 37  # from one card of the deck to another that differs from it in much


class Table(Scene):
    """Ann is on turn and has drawn; the last player dealt. Unless a turn is named the free time is over.

    Rows and hands that no phrase gives are filled with cards that make no Six Suit; what is left then is
    the draw pile, `RC1` on top.
    """

    PHRASES: ClassVar[dict[str, str]] = {
        "row {cards:Cards}": "ask_row",
        "any sixth card with {cards:Cards}": "ask_sixth",
        "lay {card:Card} on {on:Card}": "ask_cover",
        "covers of {card:Card}": "ask_covers",
        "turn {number:int}": "set_turn",
        "{seat:Seat} shows {cards:Cards}": "show",
        "{seat:Seat} holds {cards:Cards}": "give",
        "{seat:Seat} is out[ by {values:Values}]": "drop",
        "{seat:Seat} went out with them[ by {values:Values}]": "drop_too",
        "{seat:Seat} dealt": "set_dealer",
        "{seat:Seat} is to deal": "set_deal",
        "{seat:Seat} is next": "set_next",
        "{seat:Seat} has drawn": "set_drawn",
        "{seat:Seat} has had {count:int} turn[s]": "set_taken",
        "free time is over": "end_free_time",
        "{seat:Seat} asks to lay {card:Card} on {owner:Seat}'s {on:Card}": "set_asking",
        "{card:Card} is barred from {tops:Cards}": "bar",
        "{parties:Seats} have a treaty": "bind",
        "{winners:Seats} won": "set_winners",
        "nobody won": "set_winners",
        "{seat:Seat} deals next": "set_following",
        "under {top:Card} lie {cards:Cards}": "cover_up",
        "center {cards:Cards}": "set_center",
        "draw pile {cards:Cards}": "set_draw",
        "shuffle": "shuffle",
        "look": "look",
    }
    SETUP_RULES: ClassVar[tuple[str, ...]] = ("deck", "players", "setup")

    def __init__(self, game: Game, house: House) -> None:
        super().__init__(game, house)
        self.number: int | None = None
        self.rows: dict[int, tuple[Card, ...]] = {}
        self.hands: dict[int, tuple[Card, ...]] = {}
        self.gone: list[tuple[int, ...]] = []  # who went out at the same moment
        self.by: list[tuple[str, ...]] = []
        self.taken: dict[int, int] = {}
        self.said: dict[str, Any] = {}  # fields of the state
        self.asking: Lay | None = None  # what waits for a veto
        self.under: dict[Card, tuple[Card, ...]] = {}
        self.center: tuple[Card, ...] = ()
        self.draw: tuple[Card, ...] | None = None
        self.is_free_said = False  # whether the story says if it is free time
        self.told: set[AnyCard] = set()  # cards of the events so far
        self.unknown_order: Shuffle | None = None
        self.mixed: set[AnyCard] = set()  # shuffled since, in an order that nobody has said
        self.overlooked: tuple[Reason, ...] = ()  # who is out before the first event: the opening shows their Six Suit

    # the table before the first event

    def set_turn(self, number: int) -> None:
        """Which turn of the game this is, from 1."""
        self.number, self.is_free_said = number, True

    def show(self, seat: int, cards: tuple[Card, ...]) -> None:
        if len(cards) != ROW:
            raise NotationError(f"{seat_name(seat)} shows {ROW} cards, not {len(cards)}.")
        self.rows[seat] = cards

    def give(self, seat: int, cards: tuple[Card, ...]) -> None:
        self.hands[seat] = cards

    def drop(self, seat: int, values: tuple[str, ...] = ()) -> None:
        """Out already, in the order in which they are named, by a Six Suit in these values or by a forfeit."""
        self._check_in(seat)
        self.gone.append((seat,))
        self.by.append(values)

    def drop_too(self, seat: int, values: tuple[str, ...] = ()) -> None:
        """Out at the same moment as the one named before."""
        self._check_in(seat)
        self.gone[-1:] = [(*chain(*self.gone[-1:]), seat)]
        self.by.append(values)

    def _check_in(self, seat: int) -> None:
        if seat in chain(*self.gone):
            raise InputError(f"{seat_name(seat)} is out already.")

    def set_dealer(self, seat: int) -> None:
        self.said["dealer"] = seat

    def set_deal(self, seat: int) -> None:
        """Before the first deal, or after a hand in which everybody went out at once."""
        self.said |= {"phase": "deal", "dealer": seat}

    def set_next(self, seat: int) -> None:
        """On turn, and has not drawn; that is a shuffle where there is nothing to draw."""
        self.said = {"phase": "draw"} | self.said | {"turn": seat}

    def set_drawn(self, seat: int) -> None:
        """On turn, with two cards in hand."""
        self.said = {"phase": "turn"} | self.said | {"turn": seat}

    def set_taken(self, seat: int, count: int) -> None:
        self.taken[seat], self.is_free_said = count, True

    def end_free_time(self) -> None:
        """The first turn after the free time, where no turns are counted."""
        self.is_free_said = True

    def set_asking(self, seat: int, card: Card, owner: int, on: Card) -> None:
        """The card waits for a word of the owner of the pile; that happens in free time only (rule 2)."""
        self.said |= {"phase": "veto", "turn": seat, "card": card, "on": on}
        self.asking, self.is_free_said = Lay(seat, card, owner, on), True

    def bar(self, card: Card, tops: tuple[Card, ...]) -> None:
        """A veto of this turn forbids this card on these."""
        self.said["barred"] = (*self.said.get("barred", ()), *((card, top) for top in tops))

    def bind(self, parties: tuple[int, ...]) -> None:
        self.said["treaties"] = (*self.said.get("treaties", ()), parties)

    def set_winners(self, winners: tuple[int, ...] = ()) -> None:
        self.said |= {"phase": "over", "winners": winners}

    def set_following(self, seat: int) -> None:
        self.said["following"] = seat

    def cover_up(self, top: Card, cards: tuple[Card, ...]) -> None:
        self.under[top] = cards

    def set_center(self, cards: tuple[Card, ...]) -> None:
        self.center = cards

    def set_draw(self, cards: tuple[Card, ...]) -> None:
        self.draw = cards

    def set_up(self) -> State:
        players = max(self.players, 1 + max([1, *self._named()]))
        dealer, turn = self.said.get("dealer", players - 1), self.said.get("turn", 0)
        phase = self.said.get("phase", "turn")
        if phase == "deal" and not self.rows and not self.gone:
            return replace(start(players, self.house, dealer), **self.said)
        # what a veto bars lies on top somewhere, in no row that is filled here
        placed = self._opening_cards() | {*self.under} | {top for _, top in self.said.get("barred", ())}
        spare = [card for card in BOX if card not in placed]
        gone = {*chain(*self.gone)}
        self.game.check_players(players)
        untold = [seat for seat in range(players) if seat not in gone]
        open_rows = sum(seat not in self.rows for seat in untold)
        open_hands = [seat for seat in untold if not self.hands.get(seat)]
        if len(spare) < 6 * open_rows + len(open_hands) + (turn in open_hands):  # who has drawn holds two
            raise InputError(f"after all that is told too few cards are left for the rows of {open_rows} players.")
        up: list[tuple[tuple[Card, ...], ...]] = []
        hands: list[tuple[Card, ...]] = []
        loose = self._loose_tops()
        for seat in range(players):
            if seat in gone:
                up.append(())
                hands.append(())
                continue
            row = self.rows.get(seat) or take_row(spare, loose)
            up.append(tuple((*self.under.get(top, ()), top) for top in row))
            drawn = seat == turn and phase in ("turn", "veto")
            hands.append(self.hands.get(seat) or tuple(spare.pop() for _ in range(2 if drawn else 1)))
        center = self.center
        if self.draw is not None:  # what no phrase places lies at the bottom of the center
            center = (*spare, *center)
        draw = tuple(reversed(spare)) if self.draw is None else self.draw
        state = replace(
            start(players, self.house, dealer),
            phase="turn",
            turn=turn,
            taken=self._turns_taken(players, turn),
            up=tuple(up),
            hands=tuple(hands),
            living=tuple(seat for seat in range(players) if seat not in gone),
            garbage=center,
            draw=draw,
            out=tuple(self.gone),
            by=tuple(self.by),
        )
        state = replace(state, **self.said)
        if state.phase not in ("over", "deal") and turn not in state.living:
            raise InputError(f"{seat_name(turn)} is out, so it cannot be {seat_name(turn)}'s turn.")
        if self.asking is not None:
            state = story.bring(state, self.asking, self._placed_cards(), {*self.rows})
            self._check_asking(state, self.asking)
        state = replace(state, phase="shuffle") if state.phase == "draw" and not draw else state
        return self._without_overlooked(state)

    def _without_overlooked(self, state: State) -> State:
        """The table after those who show a Six Suit have left: it counts as soon as anybody notices it (S-24)."""
        if state.phase not in ("draw", "turn", "shuffle") or not self.is_free_said:
            return state
        seats = tuple(seat for seat in holders(state, state.living) if seat in self.rows)
        after = remove(state, seats)
        self.overlooked = tuple(replace(each, rulings=("S-24",)) for each in story.leaving(state, after))
        return go_on(after) if state.turn in seats else after

    def _check_asking(self, state: State, asking: Lay) -> None:
        """Raises InputError where the card that waits for a veto cannot be laid there."""
        refused = self.game.illegal_reason(replace(state, phase="turn", card=None, on=None), asking)
        if refused is not None:
            raise InputError(f"{seat_name(asking.seat)} cannot ask that: {refused.sentence}")
        if not story.is_asked(state, asking):
            raise InputError(
                f"nobody has to agree when {seat_name(asking.seat)} lays that card, so nobody can veto it."
            )

    def _turns_taken(self, players: int, turn: int) -> tuple[int, ...]:
        """As counted for each, or by the number of the turn that is going on, with nobody out before."""
        if self.taken:
            return tuple(self.taken.get(seat, 0) for seat in range(players))
        number = self.number or (1 if self.asking else self.house["free_rounds"] * players + 1)
        return tuple(
            sum(other % players == seat for other in range(turn + 1 - number, turn)) for seat in range(players)
        )

    def _named(self) -> list[int]:
        """Every seat that somebody has spoken of."""
        one = [self.said[name] for name in ("turn", "dealer", "following") if name in self.said]
        one += [self.asking.seat, self.asking.owner] if self.asking else []
        some = (*self.gone, *self.said.get("treaties", ()), self.said.get("winners", ()))
        return [*self.rows, *self.hands, *self.taken, *one, *chain(*some)]

    # what can be seen

    def on_table(self) -> tuple[VisibleCards, ...]:
        state: State = self.state or self.set_up()
        return tuple(VisibleCards("row", face_up_cards(state, seat), owner=seat) for seat in state.living)

    def held(self) -> dict[int, int]:
        state: State = self.state or self.set_up()
        return {seat: len(state.hands[seat]) for seat in state.living}

    # events

    def tell(self, event: Any) -> None:
        before = self.state_before(event)
        is_legal, overlooked = self.play(before, event), self.overlooked
        self.reasons += overlooked  # after the reason of a refusal, if it is one
        self.overlooked = ()
        if not is_legal:
            return
        self.told |= {*cards_in(event)}
        self.mixed -= self.told
        if isinstance(event, Shuffle) and event is self.unknown_order:
            self.told -= {*event.order}
            self.mixed |= {*event.order}
        self.rules += self._rules(before, event, self.state)
        if isinstance(event, Lay):
            self.reasons.append(explain_cover(event.card, event.on))
        self.facts |= {"legal": True, **self._facts(self.state)}

    def look(self) -> None:
        """The table as it is, without an event."""
        self.state = self.state or self.set_up()
        self.rules += ["players", "2"]
        self.facts |= self._facts(self.state)

    def _facts(self, state: State) -> dict[str, Any]:
        over = state.phase == "over"
        facts: dict[str, Any] = {
            "turn": seat_name(state.turn) if state.phase in ("draw", "turn") else None,
            "free_time": free_time(state),
            "asked": seat_name(owner_of(state, state.on)) if state.phase == "veto" else None,
            "shuffle": state.phase == "shuffle",
            "dealt_again": state.phase == "deal",
            "game_over": over,
            "draw_pile": len(state.draw),
            "center": len(state.garbage),
            "center_top": str(state.garbage[-1]) if state.garbage else None,
            "winner": [seat_name(seat) for seat in state.winners],
            "places": ["=".join(map(seat_name, group)) for group in places(state)] if over else [],
            "deals_next": None if state.following is None else seat_name(state.following),
        }
        for seat, hand in enumerate(state.hands):
            name = seat_name(seat)
            facts |= {
                f"{name} in": seat in state.living,
                f"{name} hand": len(hand),
                f"{name} row": list(map(str, face_up_cards(state, seat))),
            }
        return facts

    def _rules(self, before: State, event: Any, after: State) -> tuple[str, ...]:
        rules: tuple[str, ...]
        match event:
            case Lay():
                rules = (*explain_cover(event.card, event.on).rules, *(("2",) if free_time(before) else ()))
            case Draw() | Discard():
                rules = ("1",)
            case Shuffle():
                rules = ("7",)
            case Treaty() | Forfeit():
                rules = ("6",)
            case _:
                rules = ("2",)
        if after.out != before.out or after.phase == "deal":
            rules += ("5",)
        return (*rules, "object") if after.phase == "over" else rules

    def shuffle(self) -> None:
        """The center and the cards under the tops are shuffled; in an example their order does not matter."""
        self.tell(self.event_of("shuffle", {}))

    def event_of(self, method: str, values: Mapping[str, Any]) -> Any:
        """A shuffle whose order nobody knows."""
        if method != "shuffle":
            return None
        state = self.state_before(None)
        self.unknown_order = Shuffle(recyclable(state))
        return self.unknown_order

    # stories

    def named_cards(self) -> set[AnyCard]:
        return self._placed_cards() | ({*cards_in(self.asking)} - self.mixed)

    def _placed_cards(self) -> set[AnyCard]:
        """Those of which an opening or an event has said where they lie."""
        return (self._opening_cards() | self.told) - self.mixed

    def _opening_cards(self) -> set[Card]:
        """Those of which the opening says where they lie."""
        told = (*self.rows.values(), *self.hands.values(), *self.under.values())
        return {*self.center, *(self.draw or ()), *chain(*told)}

    def _loose_tops(self) -> list[Card]:
        """Top cards of told piles that nobody has said to be in a row."""
        return [top for top in self.under if top not in chain(*self.rows.values())]

    def state_before(self, event: Any) -> State:
        """What a player is told to lay is in their hand, and what it is laid on in front of its owner, where nobody has
        named these cards."""
        state: State = self.set_up() if self.state is None else self.state
        seats = {getattr(event, "seat", 0), getattr(event, "owner", 0)}
        if not isinstance(event, (Lay, Discard)) or max(seats) >= len(state.hands):
            return state
        if event.card in state.hands[event.seat] and (
            isinstance(event, Discard) or event.on in face_up_cards(state, event.owner)
        ):
            return state
        return story.bring(state, event, self.named_cards(), {*self.rows})

    def open_questions(self, event: Any) -> tuple[Question, ...]:
        if self.said.get("phase") not in ("deal", "over") and (missing := self._ask_table(event)):
            return missing
        before = self.state_before(event)
        against = self.game.illegal_reason(before, event)
        if against is not None and against.key == "no_treaty" and self._may_have_treaty(before, event.seat):
            return (self._ask_treaty(before, event.seat),)
        if against is not None:
            return ()
        after, named = self.game.apply(before, event), self.named_cards() | {*cards_in(event)}
        if isinstance(event, (Treaty, Forfeit)) and self.state is None and "turn" not in self.said:
            seats = before.living[:2]
            return (self.question("turn", cases=[self.say("set_drawn", seat=seat) for seat in seats], late=True),)
        asked: list[Question] = []
        used: set[AnyCard] = set()  # in rows that answer the questions before
        for seat in story.rows_that_count(before, event, after):
            if seat not in self.rows and not named.issuperset(face_up_cards(before, seat)):
                asked.append(self._ask_row(before, seat, event, used))
                used |= {card for case in asked[-1].cases for card in self.parse_phrase(case)[1]["cards"]}
        return tuple(asked)

    def _may_have_treaty(self, state: State, seat: int) -> bool:
        """Whether nobody has told of treaties."""
        return self.state is None and "treaties" not in self.said and seat in state.living

    def _ask_treaty(self, state: State, seat: int) -> Question:
        """Who has a treaty with a player: any other, if they forfeit and nobody says so."""
        others = [other for other in state.living if side(state.house, other) != side(state.house, seat)]
        bound = [self.say("bind", parties=tuple(sorted((seat, other)))) for other in others]
        return self.question("treaty", seat, presumed=bound)

    def _ask_row(self, state: State, seat: int, event: Any, used: Set[AnyCard]) -> Question:
        """Which cards are on top in front of a player: none that make a Six Suit, where nobody says so, or some that do; none of
        them `used`, where enough are left."""
        lays = [each for each in self.events or (event,) if isinstance(each, Lay)]
        laid = {each.on: each.card for each in lays[: lays.index(event) + 1]} if event in lays else {}
        # what lies on top when somebody covers it lay there from the beginning, unless somebody laid it
        covered = dict.fromkeys(each.on for each in lays if each.owner == seat)
        kept = [card for card in covered if card not in {each.card for each in lays}]
        known = self.named_cards() | {*cards_in(self.events or event)} | used
        free = [card for card in BOX if card not in known and card not in chain(*state.hands)]
        if used and len(free) < 4 * ROW:
            return self._ask_row(state, seat, event, frozenset())
        # cards that lie far apart differ
        mixed = sorted(free, key=lambda card: BOX.index(card) * STEP % len(BOX))[: 2 * ROW]
        shared = event.card if isinstance(event, Lay) else free[0]
        alike = [[card for card in free if getattr(card, v) == getattr(shared, v)][: 2 * ROW] for v in VARIABLES]

        def by_now(card: Card) -> Card:
            return by_now(laid[card]) if card in laid else card

        mix, was_free = self.house["wild_mix"], free_time(self.state_before(None))

        def row(cards: Iterable[Card], is_six_suit: bool) -> Iterator[str]:
            for some in combinations(dict.fromkeys(cards), ROW - len(kept)):
                if eliminated_by((*kept, *some), mix) and not was_free:  # its owner was out before (S-24)
                    continue
                by = eliminated_by([by_now(card) for card in (*kept, *some)], mix)
                if bool(by) is is_six_suit:
                    yield self.say("show", seat=seat, cards=(*kept, *some))
                    return

        plain = tuple(row(mixed, False))
        suited = islice(chain.from_iterable(row(cards, True) for cards in alike), 1)
        return self.question("row", seat, cases=(*plain, *suited), presumed=plain, late=True)

    def _ask_table(self, event: Any) -> tuple[Question, ...]:
        """What waits for a veto, whose turn it is, whether it is free time; anyone who acts first is on turn, after free time,
        where nobody says so."""
        if isinstance(event, story.ANSWERS):
            is_told = self.asking or self.state is not None
            return () if is_told else (self.question("asking", owner=seat_name(event.seat)),)
        missing = []
        players = len(self.state_before(event).hands)
        if isinstance(event, (Draw, Lay, Discard)) and "turn" not in self.said and self.state is None:
            draws = isinstance(event, Draw)
            key, method = ("turn_to_draw", "set_next") if draws else ("turn", "set_drawn")
            seats = [seat for seat in range(players) if seat not in chain(*self.gone)]
            cases = [self.say(method, seat=seat) for seat in seats]
            cases += [self.say("set_drawn" if draws else "set_next", seat=event.seat)]
            presumed = [self.say(method, seat=event.seat)] if event.seat in seats else []
            missing.append(self.question(key, cases=cases, presumed=presumed))
        if isinstance(event, Lay) and not self.is_free_said and self.house["free_rounds"]:
            turns, over = self.house["free_rounds"] * players, self.say("end_free_time")
            cases = [*(self.say("set_turn", number=number) for number in range(1, turns + 1)), over]
            is_answered = any(
                isinstance(each, story.ANSWERS) for each in self.events
            )  # so that free time alone may decide (S-7)
            granted = [] if is_answered and event.owner != event.seat else [over]
            missing.append(self.question("free_time", turns=turns, cases=cases, presumed=granted))
        return tuple(missing)

    def follows(self, before: State, event: Any, after: State) -> tuple[Reason, ...]:
        return tuple(story.follows(before, event, after, "dealer" in self.said))

    def opening(self, state: State) -> tuple[str, ...]:
        say = self.say
        said = [say("seat", count=len(state.hands))]
        by = iter(state.by)
        for group in state.out:
            for index, seat in enumerate(group):
                said.append(say("drop_too" if index else "drop", seat=seat, values=next(by)))
        said += [say("set_taken", seat=seat, count=count) for seat, count in enumerate(state.taken) if count]
        said += [] if any(state.taken) else [say("set_turn", number=1)]
        for seat in range(len(state.hands)):
            if any(state.up[seat]):
                said.append(say("show", seat=seat, cards=face_up_cards(state, seat)))
                said += [say("cover_up", top=pile[-1], cards=pile[:-1]) for pile in state.up[seat] if len(pile) > 1]
                said.append(say("give", seat=seat, cards=state.hands[seat]))
        if state.garbage:
            said.append(say("set_center", cards=state.garbage))
        if any(map(any, state.up)) or state.garbage:
            said.append(say("set_draw", cards=state.draw))
        said += [say("bind", parties=parties) for parties in state.treaties]
        for card, pairs in groupby(state.barred, key=lambda pair: pair[0]):
            said.append(say("bar", card=card, tops=tuple(top for _, top in pairs)))
        said.append(say("set_deal" if state.phase == "deal" else "set_dealer", seat=state.dealer))
        return (*said, *self._say_phase(state))

    def _say_phase(self, state: State) -> tuple[str, ...]:
        say = self.say
        if state.phase == "veto":
            return (say("set_asking", seat=state.turn, card=state.card, owner=owner_of(state, state.on), on=state.on),)
        turn = say("set_drawn" if state.phase == "turn" else "set_next", seat=state.turn)
        if state.phase != "over":
            return (turn,)
        won = say("set_winners", winners=state.winners) if state.winners else "nobody won"
        return (turn, won, *([] if state.following is None else [say("set_following", seat=state.following)]))

    # questions

    def ask_row(self, cards: tuple[Card, ...]) -> None:
        verdict = judge_row(cards, self.house)
        self.record_verdict(verdict)
        covers = verdict.facts["covers"]
        self.facts |= {"covers": len(covers), **{f"cover {cover['place']}": cover["values"] for cover in covers}}
        self.rules += ["object"]

    def ask_sixth(self, cards: tuple[Card, ...]) -> None:
        """Whichever card joins these five."""
        rest = [card for card in FULL if card not in cards]
        out = sum(bool(eliminated_by((*cards, card), self.house["wild_mix"])) for card in rest)
        self.facts |= {"always_eliminated": out == len(rest), "eliminated_by": out}
        self.rules += ["3", "5"]

    def ask_cover(self, card: Card, on: Card) -> None:
        verdict = judge_cover(card, on, self.house)
        self.record_verdict(verdict)
        if not verdict.yes:
            self.refuse(verdict.reasons[0])

    def ask_covers(self, card: Card) -> None:
        """All cards that may cover this one, and in how many variables they match it."""
        alike = [len(matches(other, card)) for other in FULL if other != card]
        self.facts |= {"count": sum(map(bool, alike)), "alike_in_at_most": max(alike)}
        self.rules += ["2", "4"]

    def seat_players(self, count: int) -> None:
        """How many cards go where; teams may not fit so many players (S-15)."""
        try:
            super().seat_players(count)
        except InputError:
            self.facts["legal"] = False
            return
        if self.facts["legal"]:
            dealer = self.said.get("dealer", count - 1)
            self.facts |= {
                "begins": seat_name(first_player(self.house, range(count), count, dealer)),
                "each_shows": ROW,
                "jokers": self.house["jokers"],
                "treaty_line": has_treaty_line(self.house, count),
            }
            self.facts["cards"] = self.facts["draw"] + self.facts["up"] + self.facts["hands"] * count
            self.rules += ["6"] if self.house["treaties"] == "recorded" else []


def take_row(spare: list[Card], loose: list[Card]) -> tuple[Card, ...]:
    """Six cards that have nothing in common: two out of `spare`, naturals that differ in everything where there are any, then of
    `loose` what has room, and more out of `spare`."""
    pairs = combinations([card for card in spare if card.is_natural], 2)
    one, other = next((pair for pair in pairs if not matches(*pair)), spare[:2])
    more = loose[: ROW - 2]
    del loose[: len(more)]
    others = [card for card in spare if card not in (one, other)]
    taken = [one, other, *others[len(others) + 2 + len(more) - ROW :]]
    for card in taken:
        spare.remove(card)
    return intern_all([*taken, *more])
