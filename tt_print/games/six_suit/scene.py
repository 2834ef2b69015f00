"""Six Suit, the table of its examples."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from tt_print.deck import FULL, Card
from tt_print.engine.base import Game
from tt_print.engine.house import House
from tt_print.engine.notation import intern_all, seat_name
from tt_print.engine.scenes import Lying, Scene
from tt_print.errors import InputError, NotationError
from tt_print.games.six_suit.deal import BOX, start
from tt_print.games.six_suit.facts import (
    Discard,
    Draw,
    Forfeit,
    Lay,
    Shuffle,
    State,
    Treaty,
    free_time,
    owner_of,
    recyclable,
    tops,
)
from tt_print.games.six_suit.judge import explain_cover, judge_cover, judge_row
from tt_print.games.six_suit.rows import ROW, eliminated_by, matches
from tt_print.games.six_suit.score import has_treaty_line, places


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
        "{seat:Seat} is out": "drop",
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
        self.gone: list[int] = []
        self.under: dict[Card, tuple[Card, ...]] = {}
        self.center: tuple[Card, ...] = ()
        self.draw: tuple[Card, ...] | None = None

    # the table before the first event

    def set_turn(self, number: int) -> None:
        """Which turn of the game this is, from 1."""
        self.number = number

    def show(self, seat: int, cards: tuple[Card, ...]) -> None:
        if len(cards) != ROW:
            raise NotationError(f"{seat_name(seat)} shows {ROW} cards, not {len(cards)}.")
        self.rows[seat] = cards

    def give(self, seat: int, cards: tuple[Card, ...]) -> None:
        self.hands[seat] = cards

    def drop(self, seat: int) -> None:
        """Out already, in the order in which they are named."""
        self.gone.append(seat)

    def cover_up(self, top: Card, cards: tuple[Card, ...]) -> None:
        self.under[top] = cards

    def set_center(self, cards: tuple[Card, ...]) -> None:
        self.center = cards

    def set_draw(self, cards: tuple[Card, ...]) -> None:
        self.draw = cards

    def set_up(self) -> State:
        players = max([1, self.players - 1, *self.rows, *self.hands, *self.gone]) + 1
        placed = {*self.center, *(self.draw or ())}
        for cards in (*self.rows.values(), *self.hands.values(), *self.under.values()):
            placed |= {*cards}
        spare = [card for card in BOX if card not in placed]
        up: list[tuple[tuple[Card, ...], ...]] = []
        hands: list[tuple[Card, ...]] = []
        for seat in range(players):
            if seat in self.gone:
                up.append(())
                hands.append(())
                continue
            row = self.rows.get(seat) or take_row(spare)
            up.append(tuple((*self.under.get(top, ()), top) for top in row))
            hands.append(self.hands.get(seat) or tuple(spare.pop() for _ in range(2 if seat == 0 else 1)))
        center = self.center
        if self.draw is not None:  # what no phrase places lies at the bottom of the center
            center = (*spare, *center)
        number = self.number or self.house["free_rounds"] * players + 1
        taken = tuple(sum(turn % players == seat for turn in range(1 - number, 0)) for seat in range(players))
        return replace(
            start(players, self.house, players - 1),
            phase="turn",
            turn=0,
            taken=taken,
            up=tuple(up),
            hands=tuple(hands),
            living=tuple(seat for seat in range(players) if seat not in self.gone),
            garbage=center,
            draw=tuple(reversed(spare)) if self.draw is None else self.draw,
            out=tuple((seat,) for seat in self.gone),
            by=((),) * len(self.gone),
        )

    # what can be seen

    def on_table(self) -> tuple[Lying, ...]:
        state: State = self.state or self.set_up()
        return tuple(Lying("row", tops(state, seat), owner=seat) for seat in state.living)

    def held(self) -> dict[int, int]:
        state: State = self.state or self.set_up()
        return {seat: len(state.hands[seat]) for seat in state.living}

    # events

    def tell(self, event: Any) -> None:
        before = self.state_before(event)
        if not self.play(before, event):
            return
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
                f"{name} row": list(map(str, tops(state, seat))),
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
        state = self.state or self.set_up()
        self.tell(Shuffle(recyclable(state)))

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
            self.facts |= {
                "each_shows": ROW,
                "jokers": self.house["jokers"],
                "treaty_line": has_treaty_line(self.house, count),
            }
            self.facts["cards"] = self.facts["draw"] + self.facts["up"] + self.facts["hands"] * count
            self.rules += ["6"] if self.house["treaties"] == "recorded" else []


def take_row(spare: list[Card]) -> tuple[Card, ...]:
    """Six cards out of `spare` that have nothing in common: two naturals among them differ in everything."""
    one = next(card for card in spare if card.is_natural)
    other = next(card for card in spare if card.is_natural and not matches(card, one))
    row = [one, other, *[card for card in spare if card not in (one, other)][-4:]]
    for card in row:
        spare.remove(card)
    return intern_all(row)
