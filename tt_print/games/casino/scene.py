"""Casino Macedonia, the table of its examples."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from tt_print.deck import AnyCard, Card
from tt_print.engine.base import Game
from tt_print.engine.house import House, HouseError
from tt_print.engine.notation import Codec, codec, seat_name
from tt_print.engine.scenes import Lying, Scene
from tt_print.games.casino import deal, score
from tt_print.games.casino.facts import (
    Build,
    Declare,
    Drop,
    Pass,
    Release,
    Stack,
    State,
    Sweep,
    Take,
    box,
    numbers,
    question_marks,
    rules_of,
)
from tt_print.games.casino.judge import check_pile, judge_laying, judge_table, judge_take, show_value
from tt_print.games.casino.legal import actions
from tt_print.games.casino.piles import CODECS, Laid, Pile
from tt_print.games.casino.takes import pile_value

WORDS = {Build: "build", Stack: "stack", Take: "take", Sweep: "sweep", Drop: "drop", Pass: "pass", Release: "show"}
PLAY_RULES = {Build: "3a", Stack: "3b", Take: "3c", Sweep: "10c", Drop: "3d", Pass: "3d", Release: "3d", Declare: "10a"}


class Table(Scene):
    """Piles run from bottom to top. Cards that no phrase places wait in the draw pile. Ann is to play, the
    last player is the dealer. A joker on the table was dealt there."""

    PHRASES: ClassVar[dict[str, str]] = {
        "table {piles:Piles}": "set_table",
        "{seat:Seat} holds {cards:AnyCards}": "give",
        "{seat:Seat} owns {pile:Pile}": "set_owner",
        "{seat:Seat} won {cards:AnyCards}": "set_won",
        "{seat:Seat} won the whole deck[ but {aside:AnyCards}]": "set_won_all",
        "{seat:Seat} took last": "set_last",
        "{seat:Seat} is to play": "set_turn",
        "{seat:Seat} has {points:int} points": "credit",
        "{cards:AnyCards} aside": "set_aside",
        "draw pile {cards:AnyCards}": "set_draw",
        "last hand": "set_last_hand",
        "build {card:Laid} on {pile:Pile}": "ask_build",
        "stack {card:Laid} on {pile:Pile}[ carried onto {onto:Pile}]": "ask_stack",
        "take {sets:Sets} with {card:Laid}[ on {on:Pile}]": "ask_take",
        "what {card:Laid} takes": "ask_takes",
        "takers of {pile:Pile}": "ask_takers",
        "stackers of {pile:Pile}": "ask_stackers",
        "what Ann may do": "ask_plays",
        "deals for {count:int}": "ask_deals",
        "{hands:int} hands for {count:int}": "ask_hands",
        "count the deck": "ask_deck",
        "numbers of {card:AnyCard}": "ask_numbers",
        "{seat:Seat} counts {numbers:ints}": "set_counts",
        "score": "ask_score",
    }
    CODECS: ClassVar[dict[str, Codec]] = {
        **CODECS,
        "Piles": codec("tuple[Pile, ...]", CODECS),
        "Sets": codec("tuple[tuple[Pile, ...], ...]", CODECS),
    }
    SETUP_RULES: ClassVar[tuple[str, ...]] = ("setup", "1", "2")

    def __init__(self, game: Game, house: House) -> None:
        super().__init__(game, house)
        self.table: tuple[Pile, ...] = ()
        self.hands: dict[int, tuple[AnyCard, ...]] = {}
        self.owners: dict[Pile, tuple[int, ...]] = {}
        self.won: dict[int, tuple[AnyCard, ...]] = {}
        self.counts: dict[int, score.Counts] = {}
        self.points: dict[int, int] = {}
        self.aside: tuple[AnyCard, ...] | None = None
        self.draw: tuple[AnyCard, ...] | None = None
        self.last: int | None = None
        self.turn = 0
        self.final = False

    # the table before the first event

    def set_table(self, piles: tuple[Pile, ...]) -> None:
        for pile in piles:
            check_pile(pile, rules_of(self.house))
        self.table = piles

    def give(self, seat: int, cards: tuple[AnyCard, ...]) -> None:
        self.hands[seat] = cards

    def set_owner(self, seat: int, pile: Pile) -> None:
        self.owners[pile] = (*self.owners.get(pile, ()), seat)

    def set_won(self, seat: int, cards: tuple[AnyCard, ...]) -> None:
        self.won[seat] = cards

    def set_won_all(self, seat: int, aside: tuple[AnyCard, ...] = ()) -> None:
        self.won[seat] = tuple(card for card in box(self.house) if card not in aside)

    def set_last(self, seat: int) -> None:
        self.last = seat

    def set_turn(self, seat: int) -> None:
        self.turn = seat

    def credit(self, seat: int, points: int) -> None:
        self.points[seat] = points

    def set_aside(self, cards: tuple[AnyCard, ...]) -> None:
        self.aside = cards

    def set_draw(self, cards: tuple[AnyCard, ...]) -> None:
        self.draw = cards

    def set_last_hand(self) -> None:
        self.final = True

    def set_counts(self, seat: int, numbers: tuple[int, ...]) -> None:
        """Cards, reds, circles, ones, red circles, the special card, yellow hearts, as a score sheet has them."""
        self.counts[seat] = score.Counts(*numbers)

    def set_up(self) -> State:
        players = max([1, self.players - 1, *self.hands, *self.won, *self.points, *self.counts]) + 1
        lying = [pile.cards for pile in self.table]
        lying += [*self.hands.values(), *self.won.values(), self.aside or (), self.draw or ()]
        placed = {card for cards in lying for card in cards}
        spare = tuple(card for card in box(self.house) if card not in placed)
        jokers = tuple(pile.cards[0] for pile in self.table if pile.loose)
        asks = (
            self.house["question"] == "wild"
            and self.house["table_question"] == "dealer_declares"
            and question_marks(self.table)
        )
        draw = self.draw if self.draw is not None else tuple(reversed(spare))
        return replace(
            deal.start(players, self.house, players - 1),
            phase="declare" if asks else "turn",
            turn=self.turn,
            played=deal.number_of_hands(players, self.house) - 1 if self.final else 0,
            hands=tuple(self.hands.get(seat, ()) for seat in range(players)),
            captured=tuple(self.won.get(seat, ()) for seat in range(players)),
            draw=draw,
            aside=self.aside or (),
            table=self.table,
            owners=tuple(self.owners.get(pile, ()) for pile in self.table),
            ruined=((),) * len(self.table),
            last_taker=self.last,
            spare=jokers if len(jokers) > 1 or self.house["question"] != "wild" else (),
            scores=tuple(self.points.get(seat, 0) for seat in range(players)),
        )

    # what can be seen

    def on_table(self) -> tuple[Lying, ...]:
        state: State = self.state or self.set_up()
        return (Lying("table", state.table),)

    def held(self) -> dict[int, int]:
        """Cards won."""
        state: State = self.state or self.set_up()
        return {seat: len(cards) for seat, cards in enumerate(state.captured)}

    # events

    def tell(self, event: Any) -> None:
        before = self.state_before(event)
        if not self.play(before, event):
            return
        after: State = self.state
        ended = after.phase in ("deal", "over")
        self.rules += ["3", "4", PLAY_RULES.get(type(event), "1")]
        if type(event) in (Drop, Take) and event.card.number is not None:
            self.rules += numbers_rule(event.card.card, self.house)
        if ended:
            self.rules += ["6", "7", "8", *(("9b", "10d") if self.house["jokers"] else ())]
        elif sum(map(len, after.hands)) > sum(map(len, before.hands)):
            self.rules.append("5")
        if isinstance(event, Sweep) or (isinstance(event, Drop) and after.spare != before.spare):
            self.rules += ["10c", "10d"]
        taken = [len(won) - len(had) for won, had in zip(after.captured, before.captured, strict=True)]
        self.facts |= {
            "legal": True,
            "table": frozenset(map(str, after.table)),
            "piles": len(after.table),
            "captured": sum(taken),
            "hand_over": ended,
            "game_over": after.phase == "over",
            "draw_pile": len(after.draw),
            "turn": seat_name(after.turn) if after.phase == "turn" else None,
            "winner": [seat_name(seat) for seat in after.winners],
            "last_taker": None if after.last_taker is None else seat_name(after.last_taker),
        }
        for seat in range(len(after.hands)):
            name = seat_name(seat)
            self.facts |= {
                f"{name} holds": len(after.hands[seat]),
                f"{name} cards": len(after.captured[seat]),
                f"{name} score": after.scores[seat],
            }

    # questions

    def seat_players(self, count: int) -> None:
        self.rules += ["9a", "10b"] if self.house["jokers"] else []
        self.rules += ["13"] if self.house["deck"] == "squares" else []
        super().seat_players(count)

    def ask_build(self, card: Laid, pile: Pile) -> None:
        self._ask_laying(Build(0, card, pile))

    def ask_stack(self, card: Laid, pile: Pile, onto: Pile | None = None) -> None:
        self._ask_laying(Stack(0, card, pile, onto))

    def _ask_laying(self, event: Any) -> None:
        """By the cards alone; with a hand for Ann also her plan."""
        table = tuple(dict.fromkeys((*self.table, event.pile, *([event.onto] if getattr(event, "onto", None) else []))))
        hand = self.hands.get(0)
        if hand is not None:
            hand = tuple(card for card in hand if card != event.card.card)
        verdict = judge_laying(event, table, hand, self.house)
        self.record_verdict(verdict)
        self.facts["identity"] = frozenset(verdict.facts["identity"])
        self._because(verdict)

    def ask_take(self, sets: tuple[tuple[Pile, ...], ...], card: Laid, on: Pile | None = None) -> None:
        for pile in (*(p for each in sets for p in each), *([on] if on is not None else [])):
            check_pile(pile, rules_of(self.house))
        verdict = judge_take(card, sets, on, self.house)
        self.record_verdict(verdict)
        self.facts["captured"] = frozenset(verdict.facts["captured"])
        self.facts["cards"] = len(verdict.facts["captured"])
        self.facts["by"] = [row["value"] for row in verdict.facts["combinations"]]
        self._because(verdict)

    def _because(self, verdict: Any) -> None:
        if not verdict.yes:
            self.facts["because"] = verdict.reasons[0].key.replace("_", " ")

    def ask_takes(self, card: Laid) -> None:
        verdict = judge_table(card, self.table, self.house)
        self.record_verdict(verdict)
        self.facts["combinations"] = frozenset(" ".join(row["piles"]) for row in verdict.facts["combinations"])
        self.facts["count"] = len(verdict.facts["combinations"])
        self.facts.pop("with_build")

    def ask_takers(self, pile: Pile) -> None:
        """The cards of the deck that take this pile by themselves (a joker not asked)."""
        found = [card for card in self._others(pile) if judge_take(Laid(card), ((pile,),), None, self.house).yes]
        self.rules += ["3c", "3c8"]
        self.facts |= {"count": len(found), "cards": frozenset(map(str, found))}

    def ask_stackers(self, pile: Pile) -> None:
        found = [
            card
            for card in self._others(pile)
            if judge_laying(Stack(0, Laid(card), pile), (pile,), None, self.house).yes
        ]
        self.rules.append("3b")
        self.facts |= {"count": len(found), "cards": frozenset(map(str, found))}

    def _others(self, pile: Pile) -> list[Card]:
        return [card for card in box(self.house) if isinstance(card, Card) and card not in pile.cards]

    def ask_plays(self) -> None:
        events = list(actions(self.state or self.set_up()))
        self.facts["plays"] = frozenset(WORDS[type(event)] for event in events)
        self.rules += ["3", "3d"]

    def ask_deals(self, count: int) -> None:
        plan = deal.deal_plan(count, self.house)
        self.facts |= {"count": len(plan), "deals": plan, "together": sum(plan) * count}
        self.rules += ["1", "2", "5", *(("13",) if self.house["deck"] == "squares" else ())]

    def ask_hands(self, hands: int, count: int) -> None:
        self.rules.append("setup")
        try:
            deal.number_of_hands(count, self.game.house(**{**self.house.changed, "hands": hands}))
        except HouseError:
            self.facts["legal"] = False
        else:
            self.facts["legal"] = True

    def ask_deck(self) -> None:
        found = score.count_cards(box(self.house), self.house)
        self.facts |= {name: getattr(found, name) for name in score.Counts.__slots__}
        self.facts["total"] = score.full_total(self.house)
        self.rules += ["7", *(("13",) if self.house["deck"] == "squares" else ())]

    def ask_numbers(self, card: AnyCard) -> None:
        found = [number for number in numbers(card, rules_of(self.house)) if number is not None]
        self.rules += numbers_rule(card, self.house)
        self.facts |= {"numbers": frozenset(found), "count": len(found)}
        pile = Pile(((Laid(card),),))
        self.facts["value"] = show_value(pile_value(pile, rules_of(self.house)))

    def ask_score(self) -> None:
        """Points of one hand, by cards won or by counts."""
        if self.counts:
            counts = [self.counts[seat] for seat in sorted(self.counts)]
        else:
            counts = [score.count_cards(self.won.get(seat, ()), self.house) for seat in range(max([1, *self.won]) + 1)]
        points = score.hand_points(counts, self.house)
        self.rules += [
            "7",
            "6",
            *(("13",) if self.house["deck"] == "squares" else ()),
            *(("11b",) if self.house["question"] == "five" else ()),
            *(("9a",) if self.house["jokers"] else ()),
        ]
        for seat, each in enumerate(points):
            self.facts |= {f"{seat_name(seat)} points": each}
        for name, leader in score.leaders(counts).items():
            self.facts[f"most {name}"] = None if leader is None else seat_name(leader)
        if self.aside is not None:
            self.facts["adds_up"] = not score.audit(counts, self.aside, self.house)


def numbers_rule(card: AnyCard, house: House) -> list[str]:
    """The rule that gives a ? or a joker its numbers."""
    question = house["question"]
    if isinstance(card, Card):
        return ["10a" if question == "wild" else "11a" if question == "five" else "3c8"]
    return ["10c" if question == "wild" else "11c" if question == "five" else "9c"]
