"""Casino Macedonia at a table: what dealing needs, how somebody plays who wants to win, and puzzles.

Several deals make a hand (rules 1, 2, 5 and 8). The advice in words is in `playing.toml`; each point of it is a part of `sensible`. A
puzzle asks with which card you take the most. How hard one is: how many takes there are, all but the best one in vain.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, reduce
from itertools import islice
from operator import itemgetter, or_
from typing import Any

from tt_print.deck import FULL, VALUES, AnyCard, Joker
from tt_print.engine.base import Game
from tt_print.engine.completion import ExampleTable
from tt_print.engine.house import House
from tt_print.engine.play import (
    BACK,
    SENSIBLE,
    EndRow,
    Motion,
    Place,
    PlayHooks,
    Puzzle,
    PuzzleGroup,
    Seating,
    Tally,
    View,
    player_name,
)
from tt_print.engine.table_hooks import Cards, CodeOption, DealtTable, TableHooks, Variant
from tt_print.errors import join_words
from tt_print.games.casino import facts, takes
from tt_print.games.casino.against import refusal, standing
from tt_print.games.casino.facts import (
    Build,
    Deal,
    Declare,
    Drop,
    Event,
    Pass,
    Pile,
    PlayedCard,
    Release,
    Rules,
    Stack,
    State,
    Sweep,
    Take,
)
from tt_print.games.casino.rules import Turn, deal_cards, start
from tt_print.games.casino.score import count_cards, points_by_category, special_card, weights
from tt_print.games.casino.takes import disjoint, laid_face, swept, table_after, table_faces, takes_with


class Dealing(TableHooks):
    hands_option = "hands"

    @property
    def variants(self) -> tuple[Variant, ...]:
        return (("full", 0), ("full", 2), ("squares", 0))

    @property
    def code_options(self) -> tuple[CodeOption, ...]:
        return (
            *super().code_options,
            ("short_last_deal", ("equal", "set_aside")),
            ("question", ("separate", "wild", "five")),
            ("single_card_take", (False, True)),
        )

    # ---------------------------------------------------------------- the deal

    def deal_plan(self, players: int, house: House) -> tuple[int, ...]:
        return facts.deal_plan(players, house)

    def all_deals(self, dealt: DealtTable) -> list[tuple[Cards, ...]]:
        """Fixed from the first (rule 5), because the draw pile is never shuffled again."""
        state = start(len(dealt.names), dealt.house, dealt.dealer)
        state = replace(state, draw=dealt.draw)
        deals = [dealt.hands]
        while state.draw:
            state = deal_cards(state)
            deals.append(state.hands)
        return deals

    # ---------------------------------------------------------------- what is read aloud

    def deal_notes(self, dealt: DealtTable) -> list[str]:
        """What the rules do not say of a last deal that is short."""
        plan = facts.deal_plan(len(dealt.names), dealt.house)
        if plan[-1] == plan[0]:
            return []
        return ["The last deal is short: everyone gets fewer cards. Or put those cards aside; agree before you start."]

    def deal_fields(self, dealt: DealtTable) -> dict[str, object]:
        players = len(dealt.names)
        plan = facts.deal_plan(players, dealt.house)
        full = [count for count in plan if count == plan[0]]
        schedule = f"{_times(len(full), 'deal')} of {plan[0]} each"
        if len(full) < len(plan):
            schedule += f", then one of {plan[-1]} each"
        hands = facts.number_of_hands(players, dealt.house)
        each = "one dealt by each player" if hands == players else f"{hands // players} dealt by each player"
        return {"plan_said": schedule, "hands_said": f"{hands} rounds, {each}; any multiple of {players} is fair"}

    # ---------------------------------------------------------------- sheets and cards

    def facts(self, house: House, players: int | None) -> dict[str, object]:
        from tt_print.engine.printed_lines import TITLES, Count, read_house_words
        from tt_print.games.casino.score import full_total

        whole, by = count_cards(facts.box(house), house), weights(house)
        aside = facts.aside_size(house) if players is None else facts.set_aside_size(players, house)
        out = 0 if house["aside_card"] == "last_taker" and house["deck"] == "full" and not house["jokers"] else aside
        found: dict[str, object] = {
            "deck_title": TITLES[house["deck"]].capitalize(), "deck_words": TITLES[house["deck"]],
            "cards": Count(len(facts.box(house))), "aside": Count(aside), "out": out,
            "table": Count(facts.FACE_UP), "cap": facts.rules_of(house).cap, "total": full_total(house),
            "special_number": special_card(house).number, "n_all_hearts": by.all_hearts, "n_cards": whole.cards - out,
            **{f"n_{name}": getattr(whole, name) for name in ("reds", "circles", "ones", "red_circles", "hearts")},
            **{f"w_{name}": getattr(by, name)
               for name in ("cards", "reds", "circles", "one", "red_circle", "special", "hearts")},
        }  # fmt: skip
        if players is not None:
            self.game.check_players(players)
            deals, words = facts.deal_plan(players, house), read_house_words(self.game.name).deals
            even = [size for size in deals if size == deals[0]]
            text = words["even" if len(even) == len(deals) else "short"]
            found["deals"] = text.format(count=Count(len(even)), size=deals[0], last=deals[-1])
            found["hands_to_play"] = Count(facts.number_of_hands(players, house))
        return found

    def card_facts(self, found: Mapping[str, Any], house: House) -> dict[str, Any]:
        hearts = [f"YH{number}" for number in ("1", "2", "3", "4", "?")[: found["n_all_hearts"]]]
        # the rival has as many cards, so that the hearts score alone; one of them is a 1
        fours = ["GT2", "GT3", "GT4", "GS2", "GS3"][: len(hearts)]
        return {
            "hearts": " ".join(hearts),
            "fours": " ".join(fours),
            "w_hearts_and_one": found["w_hearts"] + found["w_one"],
        }

    def sheet_hands(self, players: int | None, house: House, hands: int | None) -> tuple[House, int | None]:
        """Hands as the game counts them: everyone deals equally often (setup; ruling C-32)."""
        changed = self.game.house(**{**house.changed, **({} if hands is None else {"hands": hands})})
        if players is None:
            return changed, changed["hands"] if changed["hands"] != "once_each" else None
        return changed, facts.number_of_hands(players, changed)

    def usual_hands(self, players: int | None) -> int | None:
        return players

    # ---------------------------------------------------------------- scores

    def limit(self, players: int, house: House) -> str:
        return f"{facts.number_of_hands(players, house)} rounds in all."


def _times(count: int, noun: str) -> str:
    numbers = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
    return f"{numbers[count] if count < len(numbers) else count} {noun}{'' if count == 1 else 's'}"


TRIED = 60  # combinations of one taker that a person sees
MOST_COMPARED = 500  # takes
LAST_TAKE = 0.3  # for each card that is left to the last taker, when the cards run out
SAFE = 0.25  # what a pile is worth that one has built and can take, of its cards' worth
OFFERED = 1.2  # what a card that is dropped gives away, of its worth
LEFT = 0.5  # for each of its number that stays in hand, so that a next card takes the one dropped


class Playing(PlayHooks[State, Event]):
    turns = frozenset({Build, Stack, Take, Sweep, Drop, Pass})
    deals = frozenset({Deal})
    has_sensible = True

    def next_event(self, state: State, seating: Seating, chance: random.Random, choice: random.Random) -> Event:
        """A ruined plan can only be shown at once, so that comes first."""
        if state.phase == "turn":
            for seats in state.ruined:
                for seat in seats:
                    if seating.players[seat] == SENSIBLE:
                        return Release(seat)
        return super().next_event(state, seating, chance, choice)

    def used(self, before: State, event: Event, after: State) -> Iterable[str]:
        kind = type(event)
        if isinstance(event, Take):
            yield "take"
            if len(event.combinations) > 1:
                yield "take_several"
            if any(len(each) > 1 for each in event.combinations):
                yield "take_sum"
            if event.on is not None:
                yield "take_build"
        elif kind is not Deal:
            yield kind.__name__.lower()
        if kind is not Deal and after.phase == "turn" and len(after.draw) < len(before.draw):
            yield "more_cards"
        if kind is not Deal and after.phase in ("deal", "over"):
            yield from _score_keys(after)

    def round_winners(self, before: State, event: Event, after: State) -> tuple[int, ...]:
        """Who has most points of this hand."""
        return tuple(seat for seat, points in enumerate(after.points) if points == max(after.points) > 0)

    def end_rows(self, state: State) -> Iterable[EndRow]:
        """As on a score sheet (rule 7)."""
        counts = [count_cards(cards, state.house) for cards in state.captured]
        points = points_by_category(counts, state.house)
        return [EndRow(name, tuple(getattr(each, name) for each in counts), points[name]) for name in points]

    def end(self, before: State, event: Event, after: State) -> str:
        return "alone" if len(after.winners) == 1 else "tied"

    def sensible(self, view: View[State], rng: random.Random) -> Event:
        """The take that brings most; else the player's own build or stack; else the card that gives least away."""
        state = _as_seen(view)
        if view.phase == "declare":
            return Declare(view.seat, _numbers_of_marks(state))
        plays = [*_worths(state)]
        return max(plays, key=itemgetter(0))[1] if plays else next(iter(self.game.legal(state)))

    def because(self, view: View[State], event: Event) -> tuple[str, Mapping[str, object]] | None:
        state = _as_seen(view)
        hand, turn = state.hands[view.seat], Turn(state)
        if isinstance(event, Take):
            found = [each for each in islice(turn.all_takes(), MOST_COMPARED) if isinstance(each, Take)]
            own = event.card, {*event.piles}
            rivals = [each for each in found if (each.card, {*each.piles}) != own]
            if len(found) == MOST_COMPARED:
                return None
            if not rivals:
                return "only_take", {}
            cards = _cards_won(event)
            if cards > max(map(_cards_won, rivals)):
                return "most_cards", {"count": cards}
            points = _points_won(event, view.house)
            if points > max(_points_won(each, view.house) for each in rivals):
                return "most_points", {"count": points}
        elif isinstance(event, (Build, Stack)):
            table, index = table_after(state.table, event)
            face, others = takes.pile_face(table[index], turn.rules), takes.without(hand, event.card.card)
            for card in others:
                laid = facts.played_as(card, turn.rules)
                if any(any(takes_with(laid_face(each, turn.rules), None, [face], turn.rules)) for each in laid):
                    return "later", {"card": card.name}
        elif isinstance(event, Drop) and all(isinstance(each, Drop) for _, each in _worths(state)):
            return "nothing", {}
        return None

    def places(self, view: View[State]) -> Iterable[Place]:
        rules = facts.rules_of(view.house)
        for pile in view.table:
            value, kind = takes.show_value(takes.pile_value(pile, rules)), ("pile", "build", "stack")[pile.kind]
            codes, note = tuple(map(str, pile.cards)), "" if value is None else str(value)
            yield Place(_pile_id(pile), codes, len(codes), note=note, tap=codes[0], name=kind)
        for seat, cards in enumerate(view.captured):
            yield Place(f"taken:{player_name(seat, view.seat)}", count=len(cards), owner=seat)
        yield Place("draw", (BACK,) if view.draw else (), view.draw)

    def tries(self, view: View[State], cards: tuple[AnyCard, ...], table: tuple[str, ...]) -> Iterable[Event]:
        seat, rules = view.seat, facts.rules_of(view.house)
        if not cards:
            first = [Declare(seat, _numbers_of_marks(_as_seen(view)))] if view.phase == "declare" else []
            return [*first, Release(seat), Pass(seat)]
        if len(cards) > 1:
            return []
        laid, piles = facts.played_cards(cards, rules), _tapped(view, table)
        if not piles:
            return [*(Drop(seat, each) for each in laid), *([Sweep(seat, cards[0])] if rules.sweeps else [])]
        return [event for each in laid for event in self._tries_on(seat, each, piles, rules)]

    def _tries_on(self, seat: int, laid: PlayedCard, piles: tuple[Pile, ...], rules: Rules) -> Iterator[Event]:
        """What a card can do with just these piles: take them, if need be built on one of them; build; stack.

        However they are grouped into sets, the same cards are taken, so the first sets do."""
        card, faces = laid_face(laid, rules), table_faces(piles, rules)
        for on in (None, *range(len(piles))):
            sets = _cover([*takes_with(card, on, faces, rules)], frozenset(range(len(piles))) - {on})
            if sets:
                yield takes.taking(seat, laid, piles, on, sets)
                break
        else:
            yield Take(seat, laid, (piles,))  # no take, with the reason why
        if len(piles) == 1:
            yield Build(seat, laid, piles[0])
            yield Stack(seat, laid, piles[0])
        if len(piles) == 2:
            yield Stack(seat, laid, *piles)
            yield Stack(seat, laid, *piles[::-1])

    def targets(self, view: View[State], card: AnyCard) -> Iterator[tuple[str, ...]]:
        """Also the piles of each set that it takes, alone or built on one of them."""
        yield from super().targets(view, card)
        rules = facts.rules_of(view.house)
        faces, codes = table_faces(view.table, rules), [str(pile.cards[0]) for pile in view.table]
        for laid in facts.played_as(card, rules):
            for on in (None, *range(len(faces))):
                for found in islice(takes_with(laid_face(laid, rules), on, faces, rules), TRIED):
                    places = found if on is None else (*found, on)
                    yield tuple(codes[index] for index in places)

    def tally(
        self, view: View[State], cards: tuple[AnyCard, ...], table: tuple[str, ...], legal: Sequence[Event]
    ) -> Tally | None:
        piles, rules = _tapped(view, table), facts.rules_of(view.house)
        if len(cards) != 1 or not piles:
            return None
        take = next((event for event in legal if isinstance(event, Take)), None)
        card = laid_face(take.card if take else facts.played_as(cards[0], rules)[0], rules)
        taker = takes.taker_face(card, takes.pile_face(take.on, rules), rules) if take and take.on else card
        bits = [(card[1], card[2]), *((pile.colors, pile.shapes) for pile in piles)]
        joined = {
            name: reduce(or_, each) for name, each in zip(("color", "shape"), zip(*bits, strict=True), strict=True)
        }
        sets = take.combinations if take else (piles,)
        numbers = tuple(tuple(takes.show_value(takes.pile_value(pile, rules)) for pile in each) for each in sets)
        known = [number for each in numbers for number in each if isinstance(number, int)]
        return Tally(
            sets=tuple(tuple(str(pile.cards[0]) for pile in each) for each in sets),
            numbers=numbers,
            sum=sum(known) if len(known) == sum(map(len, numbers)) else None,
            wants=takes.show_value((taker or card)[0]),
            shares=tuple(VALUES[v][bit.bit_length() - 1] for v, bit in joined.items() if not bit & (bit - 1)),
            ok=take is not None,
        )

    def motion(self, before: State, event: Event, viewer: int) -> Motion:
        if isinstance(event, (Deal, Declare, Release, Pass)):
            return Motion()
        name, card = player_name(event.seat, viewer), event.card if isinstance(event, Sweep) else event.card.card
        hand, taken, code = f"hand:{name}", f"taken:{name}", (str(card),)
        if isinstance(event, Drop):
            return Motion(code, hand, f"pile:{card}")
        if isinstance(event, Sweep):
            piles = [before.table[index] for index in swept(before)]
            words: dict[str, object] = {"count": sum(len(pile.cards) for pile in piles)}
            return Motion(code, hand, taken, tuple(map(_pile_id, piles)), words=words)
        words = {"number": event.card.number or getattr(card, "number", "")}
        table = tuple(str(pile.cards[0]) for pile in event.piles)
        if isinstance(event, Take):
            words["count"] = sum(len(pile.cards) for pile in event.piles)
            words["piles"] = join_words((str(pile) for pile in event.piles), "and")
            return Motion(code, hand, taken, tuple(map(_pile_id, event.piles)), table=table, words=words)
        after, index = table_after(before.table, event)
        words["value"] = takes.show_value(takes.pile_value(after[index], facts.rules_of(before.house)))
        also = () if event.onto is None else (_pile_id(event.pile),)
        return Motion(code, hand, _pile_id(after[index]), also, table=table, words=words)


def _cards_won(take: Take) -> int:
    return 1 + sum(len(pile.cards) for pile in take.piles)


def _points_won(take: Take, house: House) -> int:
    """The points that need no count: for ones, red circles, and the special card."""
    by = weights(house)
    won = count_cards((take.card.card, *(card for pile in take.piles for card in pile.cards)), house)
    return won.ones * by.one + won.red_circles * by.red_circle + won.special * by.special


def _tapped(view: View[State], table: tuple[str, ...]) -> tuple[Pile, ...]:
    return tuple(pile for pile in view.table if {str(card) for card in pile.cards} & set(table))


def _cover(sets: list[tuple[int, ...]], places: frozenset[int]) -> tuple[tuple[int, ...], ...] | None:
    """The first of these sets that together are just these places; None where there are none."""
    if not places:
        return ()
    for each in sets:
        if min(places) in each and places.issuperset(each):
            others = _cover(sets, places.difference(each))
            if others is not None:
                return (each, *others)
    return None


def _pile_id(pile: Pile) -> str:
    """By its bottom card, on which it stays for the round."""
    return f"pile:{pile.cards[0]}"


def _as_seen(view: View[State]) -> State:
    """A state with what is face up in it, and nothing where the view has only a number of cards."""
    seen = dict(view)
    blank: object = (None,)
    hands = tuple(hand if type(hand) is tuple else blank * hand for hand in view.hands)
    return State(**{**seen, "hands": hands, "draw": blank * view.draw, "aside": blank * view.aside})


def _worths(state: State) -> Iterator[tuple[float, Event]]:
    """What the player to move may do that a person sees, and what it is worth."""
    house, hand, turn = state.house, state.hands[state.turn], Turn(state)
    found = False
    for worth, event in _takes(state, turn.rules):
        if not house["keep_plan"] or refusal(state, event) is None:
            found = True
            yield worth, event
    for laying in turn.layings():
        found = True
        table, index = table_after(state.table, laying)
        yield SAFE * _worth_of(table[index].cards, state) - 1, laying
    # under the ban a drop needs that nothing else is possible
    for drop in () if found and standing(state, state.turn) else turn.drops():
        if isinstance(drop, Pass):
            yield -100.0, drop
        else:
            card = drop.card.card
            again = sum(other.number == card.number for other in hand if not isinstance(other, Joker)) - 1
            yield -OFFERED * _worth(card, house) + LEFT * again - 1, drop


def _takes(state: State, rules: Rules) -> Iterator[tuple[float, Take | Sweep]]:
    """For each card and each pile that it may be built on the best take that a person sees."""
    seat, table, house = state.turn, state.table, state.house
    faces = table_faces(table, rules)
    worths = [_worth_of(pile.cards, state) for pile in table]
    left = sum(len(pile.cards) for pile in table)
    is_last = len(state.hands[seat]) == 1 and not state.draw
    for laid in facts.played_cards(state.hands[seat], rules):
        if isinstance(laid.card, Joker) and rules.sweeps:
            places = swept(state)
            if places:
                yield sum(worths[place] for place in places), Sweep(seat, laid.card)
            continue
        card = laid_face(laid, rules)
        for on in (None, *range(len(table))):
            sets = [*islice(takes_with(card, on, faces, rules), TRIED)]
            if not sets:
                continue
            sets.sort(key=lambda each: -sum(worths[index] for index in each) / len(each) ** 0.5)
            chosen, used = disjoint(sets)
            worth = _worth(laid.card, house) + sum(worths[index] for index in used)
            worth += 0 if on is None else worths[on]
            if is_last:
                gone = sum(len(table[index].cards) for index in used | ({on} if on is not None else set()))
                worth += LAST_TAKE * (left - gone)
            yield worth, takes.taking(seat, laid, table, on, chosen)


def _worth_of(cards: Iterable[AnyCard], state: State) -> float:
    return sum(_worth(card, state.house) for card in cards)


@lru_cache(maxsize=4096)
def _worth(card: AnyCard, house: House) -> float:
    """About how many points a card brings: its own, and its share of the categories that need many cards."""
    by, size = weights(house), 125 if house["deck"] == "full" else 64
    own = count_cards((card,), house)
    worth = 2 * by.cards / size + own.ones * by.one + own.red_circles * by.red_circle
    worth += 2 * (own.reds * by.reds + own.circles * by.circles) / (size / 5)
    if card == special_card(house):
        worth += by.special
    return worth + own.hearts * by.hearts / by.all_hearts / 4


def _numbers_of_marks(state: State) -> tuple[int, ...]:
    """The number that the dealer's own hand has most of, for each ? among the first cards."""
    hand = state.hands[state.dealer]
    counts = [sum(int(not isinstance(card, Joker) and card.number == str(n)) for card in hand) for n in (1, 2, 3, 4)]
    return (counts.index(max(counts)) + 1,) * len(facts.question_marks(state.table))


def _score_keys(after: State) -> Iterator[str]:
    """What was scored in the hand that has ended."""
    counts = [count_cards(cards, after.house) for cards in after.captured]
    if any(each.hearts == weights(after.house).all_hearts for each in counts):
        yield "hearts"
    if after.last_taker is None:
        yield "no_take"
    for name in ("cards", "reds", "circles"):
        values = sorted((getattr(each, name) for each in counts), reverse=True)
        if len(values) > 1 and values[0] == values[1]:
            yield f"tied_{name}"


YOU = 0
TABLE, HAND = (5, 8), 4  # cards on the table, at least and at most, and in your hand
LEAST, MOST_TAKES = 4, 250  # cards that the best take wins, and takes at most


def make_puzzle(game: Game, chance: random.Random) -> Puzzle | None:
    """A table with one best take; None where this attempt finds none."""
    count = chance.randint(*TABLE)
    cards = chance.sample([card for card in FULL if card.number in "1234"], count + HAND)
    table, hand = tuple(cards[:count]), tuple(cards[count:])
    other = next(card for card in FULL if card not in cards)
    phrases = (f"table {' '.join(map(str, table))}", f"Ann holds {' '.join(map(str, hand))}", f"Bo holds {other}")
    state = ExampleTable(game.scene, phrases, game.house()).state
    ways = dict[frozenset[AnyCard], Take]()  # what is won, and a way to win it
    for event in game.legal(state):
        if type(event) is Take:
            won = frozenset(game.layout(game.apply(state, event))["captured"][YOU])
            if ways.get(won, event).on is None or event.on is None:
                ways[won] = event
    ranked = sorted(ways, key=len, reverse=True)[:2]
    if len(ranked) < 2 or len(ways) > MOST_TAKES or not LEAST < len(ranked[0]) > len(ranked[1]):
        return None
    best = ways[ranked[0]]
    if best.on is not None:  # too much for a sheet of paper
        return None
    sets = (" and ".join(str(card) for pile in each for card in pile.cards) for each in best.combinations)
    return Puzzle((PuzzleGroup("table", table), PuzzleGroup("hand", hand)), (best.card.card.name, *sets), len(ways))
