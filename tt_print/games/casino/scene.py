"""Casino Macedonia, tables: how one can look, what people can report and ask of it, and what a play leads to.

Piles run from bottom to top. In an example Ann is to play, the last player is the dealer, the table has only what a phrase
speaks of, and cards that no phrase places wait in the draw pile. In a story about a real table all of that is open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from itertools import islice, permutations, product
from typing import ClassVar

from tt_print.deck import AnyCard, Joker
from tt_print.engine.notation import Codec, Seat, codec, intern_card, seat_name
from tt_print.engine.reasons import Reason, Verdict, change_of_cards, end_of_game, outcome
from tt_print.engine.scenes import Places, Questions, Scene, StoryRun, Usual, VisibleCards
from tt_print.engine.standing import first_player
from tt_print.engine.told import Impossible, Picks, Told
from tt_print.errors import InputError
from tt_print.games.casino import facts, judge, score
from tt_print.games.casino.against import standing
from tt_print.games.casino.facts import (
    Build,
    Deal,
    Declare,
    Drop,
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
from tt_print.games.casino.rules import phase_of, spare_at_start
from tt_print.games.casino.takes import built, laid_face, pile_face, swept, table_after, taker_face, takes_set
from tt_print.records import dataclass, replace

PLAY_RULES = {Build: "3a", Stack: "3b", Take: "3c", Sweep: "10c", Drop: "3d", Pass: "3d", Release: "3d", Declare: "10a"}
MOST_WAYS = 1000  # to group piles
MOST_SINGLES = 6  # on a table of which nobody tells
Hands = tuple[tuple[AnyCard, ...], ...]


@dataclass(frozen=True, slots=True)
class TakePiles:
    """A take of piles of which nobody says which go together."""

    seat: Seat
    card: PlayedCard
    piles: tuple[Pile, ...]
    on: Pile | None = None

    def __str__(self) -> str:
        under = "" if self.on is None else f" built on {self.on}"
        return f"{seat_name(self.seat)} takes {' '.join(map(str, self.piles))} with {self.card}{under}"


PLAYS = (Build, Stack, Take, TakePiles, Sweep, Drop)
Play = Build | Stack | Take | TakePiles | Sweep | Drop


def first_piles(happens: Iterable[object]) -> Iterator[Pile]:
    """The piles that a story takes or plays on and does not make before."""
    made: list[Pile] = []
    for event in happens:
        built_on = filter(None, [getattr(event, "on", None)])
        yield from (pile for pile in (*getattr(event, "piles", ()), *built_on) if pile not in made)
        if isinstance(event, (Build, Stack)):
            table, index = table_after(event.piles, event)
            made.append(table[index])
        elif isinstance(event, Drop):
            made.append(facts.single(event.card))


def hand_of(state: State, event: Play) -> tuple[AnyCard, ...]:
    """The cards of the player of an event; none for somebody who does not sit there."""
    return state.hands[event.seat] if event.seat < len(state.hands) else ()


# ---------------------------------------------------------------- the table


class Table(Scene[State]):
    PHRASES: ClassVar[Mapping[str, str]] = {
        "table {piles:Piles}": "table = piles",
        "{seat:Seat} holds {cards:AnyCards}": "hands[seat] = cards",
        "{seat:Seat} holds {cards:AnyCards} among others": "part[seat] = cards",
        "{seat:Seat} has {count:int} card[s]": "#hands[seat] = count",
        "{seat:Seat} owns {pile:Pile}": "owners[pile] += seat",
        "nobody owns {pile:Pile}": "owners[pile] = ()",
        "{seat:Seat}'s plan for {pile:Pile} is ruined": "ruined[pile] += seat",
        "no other plan is ruined": "unruined = True",
        "{seat:Seat} won {cards:AnyCards}": "won[seat] = cards",
        "{seat:Seat} won the whole deck[ but {aside:AnyCards}]": "whole = seat; but = aside",
        "nobody took last": "last = None",
        "{seat:Seat} took last": "last = seat",
        "{seat:Seat} is to deal": "dealer = seat; phase = 'deal'",
        "{seat:Seat} dealt": "dealer = seat",
        "{seat:Seat} is to play": "turn = seat",
        "{seat:Seat} is next": "turn = seat",
        "{seat:Seat} has {points:int} point[s]": "scores[seat] = points",
        "{seat:Seat} made {points:int} point[s] in the last hand": "points[seat] = points",
        "{winners:Seats} won": "winners = winners; phase = 'over'",
        "{cards:AnyCards} aside": "aside = cards",
        "spare {cards:AnyCards}": "spare = cards",
        "draw pile {cards:AnyCards}": "draw = cards",
        "{count:int} card[s] in the draw pile": "#draw = count",
        "{count:int} passed in a row": "passes = count",
        "{count:int} hand[s] played": "played = count",
        "last hand": "played = 'last'",
        "{seat:Seat} counts {numbers:ints}": "counts[seat] = numbers",
    }
    QUESTIONS: ClassVar[Questions] = {
        "build {card:PlayedCard} on {pile:Pile}": partial(judge.judge_laying, kind=Build),
        "stack {card:PlayedCard} on {pile:Pile}[ carried onto {onto:Pile}]": partial(judge.judge_laying, kind=Stack),
        "take {sets:Sets} with {card:PlayedCard}[ on {on:Pile}]": judge.judge_take,
        "what {card:PlayedCard} takes": judge.judge_card,
        "takers of {pile:Pile}": partial(judge.find_cards, kind=Take),
        "stackers of {pile:Pile}": partial(judge.find_cards, kind=Stack),
        "what Ann may do": judge.find_plays,
        "deals for {count:int}": judge.count_deals,
        "{hands:int} hands for {count:int}": judge.check_hands,
        "count the deck": judge.count_deck,
        "numbers of {card:AnyCard}": judge.find_numbers,
        "score": judge.count_hand,
    }
    EVENTS: ClassVar[Mapping[str, Callable[..., object]]] = {
        "{seat:Seat} takes {piles:Piles} with {card:PlayedCard}[ built on {on:Pile}]": TakePiles
    }
    CODECS: ClassVar[Mapping[str, Codec]] = {
        **facts.CODECS,
        "Piles": codec("tuple[Pile, ...]", facts.CODECS),
        "Sets": codec("tuple[tuple[Pile, ...], ...]", facts.CODECS),
    }
    PLACES: ClassVar[Places] = {play: {"card": hand_of} for play in PLAYS}
    CHANCE = (Deal,)
    PRESUMES: ClassVar[Usual] = {"built": lambda is_built: not is_built}
    WORDS: ClassVar[Mapping[str, str]] = {
        "hands": "hand",
        "others": "hand",
        "owners": "owner",
        "ruined": "plan",
        "scores": "score",
        "draw": "new_hand",
        "#draw": "draw",
    }
    SETUP_RULES: ClassVar[tuple[str, ...]] = ("setup", "1", "2")

    # ---------------------------------------------------------------- how a table can stand

    def prepare(self, told: Told) -> None:
        """Spare jokers lie on the table, so that they are not told twice."""
        if "spare" in told.parts:
            told.parts["spare"] = tuple(map(str, told.parts["spare"]))

    def position(self, picks: Picks) -> State:
        """Raises InputError for a pile that cannot lie there, an owner of one that does not, cards that do not go round."""
        players, house, told = picks.players, picks.house, picks.told
        seats = range(players)
        phase = picks("phase", ("deal" if "whole" in told else "turn",))
        dealer = picks("dealer", (players - 1, *seats[:-1]))
        turn = picks("turn", seats if phase == "turn" else (dealer,))
        table = self._table(picks)
        phase = phase_of(table, house) if phase == "turn" else phase
        hands: Hands = ((),) * players
        if phase in ("turn", "declare"):
            hands = self._hands(picks, turn, dealer)
            if not hands[turn]:
                raise Impossible
        aside = picks.pile("aside", (0 if picks.rng is None else facts.set_aside_size(players, house),))
        draw, captured, last = self._draw_and_won(picks, phase, hands)
        number = facts.number_of_hands(players, house)
        played = picks("played", (0, *range(number - 1, 0, -1)))
        jokers = tuple(pile.cards[0] for pile in table if pile.loose)
        ways = (spare_at_start(jokers, house), (), jokers)
        spare = picks("spare", dict.fromkeys(tuple(map(str, way)) for way in ways))
        passes = told.get("passes", 0)
        if house["forced_drop"] == "forbidden":
            passes = picks("passes", range(players + 1))
        return State(
            house=house,
            dealer=dealer,
            phase=phase,
            turn=turn,
            played=number - 1 if played == "last" else played,
            hands=hands,
            draw=draw,
            aside=aside,
            table=table,
            owners=tuple(self._owners(picks, pile) for pile in table),
            ruined=tuple(self._ruined(picks, pile) for pile in table),
            spare=tuple(map(intern_card, spare)),
            captured=captured,
            last_taker=last,
            passes=passes,
            winners=told.get("winners", ()),
            scores=tuple(picks(f"scores[{seat}]", (0, 31, 74) if played else (0,)) for seat in seats),
            points=tuple(told.get(f"points[{seat}]", 0) for seat in seats),
        )

    def _table(self, picks: Picks) -> tuple[Pile, ...]:
        """As a phrase has it; else single cards, perhaps a build among them, and what the story speaks of."""
        told, rules = picks.told, facts.rules_of(picks.house)
        names = (name.partition("[") for name in told)
        spoken = dict.fromkeys(facts.parse_pile(pile[:-1]) for part, _, pile in names if part in ("owners", "ruined"))
        free: list[Pile] = []
        if "table" in told:
            for pile in spoken:
                if pile not in told["table"]:
                    lying = ", ".join(map(str, told["table"])) or "nothing"
                    raise InputError(f"{pile} does not lie on the table of this story; there lies {lying}.")
            spoken = dict.fromkeys(told["table"])
        else:
            spoken |= dict.fromkeys(
                (
                    *map(facts.single, map(PlayedCard, map(intern_card, told.get("spare", ())))),
                    *first_piles(picks.happens),
                )
            )
            named = [card for pile in spoken for card in pile.cards]
            if lost := {*named} - {*picks.pool}:
                raise InputError(f"{lost.pop().name} cannot lie on the table: it lies elsewhere in this story.")
            picks.drop(named)
            some = picks.pile("table", (0,) if picks.rng is None else range(MOST_SINGLES + 1))
            laid = [PlayedCard(card, picks(f"number[{card}]", facts.numbers(card, rules))) for card in some]
            free = [facts.single(each) for each in laid]
            if len(free) > 1 and picks("built", (False, True)):
                free = self._with_build(free, laid, rules)
        for pile in spoken:
            judge.check_pile(pile, rules)
        return (*(self._with_number(picks, pile) for pile in spoken), *free)

    @staticmethod
    def _with_build(free: list[Pile], laid: list[PlayedCard], rules: Rules) -> list[Pile]:
        """With a card built on one that it fits."""
        for under, card in permutations(range(len(free)), 2):
            if built(laid_face(laid[card], rules), pile_face(free[under], rules), rules) is not None:
                others = [pile for index, pile in enumerate(free) if index not in (under, card)]
                return [facts.with_build(free[under], laid[card]), *others]
        raise Impossible

    @staticmethod
    def _with_number(picks: Picks, pile: Pile) -> Pile:
        """A ? that was dealt face up, with the number that its dealer gave it before the first play."""
        if not (pile.is_open and facts.rules_of(picks.house).declares):
            return pile
        is_open = picks.rng is None or not any(isinstance(event, PLAYS) for event in picks.happens)
        is_open = is_open or any(isinstance(event, Declare) for event in picks.happens)
        return facts.single(PlayedCard(pile.cards[0], picks(f"number[{pile}]", (None,) if is_open else (1, 2, 3, 4))))

    @staticmethod
    def _ruined(picks: Picks, pile: Pile) -> tuple[int, ...]:
        """Who may show now that they can no longer take it."""
        is_told = "unruined" in picks.told or any(name.startswith("ruined[") for name in picks.told)
        if pile.kind == facts.SINGLE or (is_told and f"ruined[{pile}]" not in picks.told):
            return ()
        nobody = ((),) * picks.players
        return tuple(sorted(picks(f"ruined[{pile}]", (*nobody, *((seat,) for seat in range(picks.players))))))

    def _owners(self, picks: Picks, pile: Pile) -> tuple[int, ...]:
        """Whose build or stack it is; that of anyone whose plan for it is ruined."""
        if pile.kind == facts.SINGLE:
            return ()
        ruined = self._ruined(picks, pile)
        others = (tuple(sorted({*ruined, seat})) for seat in range(picks.players))
        return tuple(sorted(picks(f"owners[{pile}]", dict.fromkeys((ruined, *others)))))

    def _hands(self, picks: Picks, turn: int, dealer: int) -> Hands:
        """All get as many, and play in turn from the dealer's left; who passes keeps a card (C-21)."""
        told, seats = picks.told, range(picks.players)
        parts = [told.get(f"part[{seat}]", ()) for seat in seats]
        for seat in seats:
            if not {*parts[seat]} <= {*told.get(f"hands[{seat}]", parts[seat])}:
                raise InputError(f"{seat_name(seat)} does not hold all of these: {' '.join(map(str, parts[seat]))}.")
        hands = []
        for seat, size in enumerate(self._sizes(picks, turn, dealer)):
            part = parts[seat]
            if size < len(part):
                raise InputError(f"{seat_name(seat)} cannot hold {len(part)} known cards: they have only {size}.")
            if part and f"hands[{seat}]" not in told:
                hands.append((*part, *picks.pile(f"others[{seat}]", (size - len(part),))))
            else:
                hands.append(picks.pile(f"hands[{seat}]", (size,)))
        return tuple(hands)

    def _sizes(self, picks: Picks, turn: int, dealer: int) -> list[int]:
        """How many cards each player holds; where phrases have all others, as many as are left."""
        house, told, seats = picks.house, picks.told, range(picks.players)
        sizes = {seat: len(told[f"hands[{seat}]"]) for seat in seats if f"hands[{seat}]" in told}
        sizes |= {seat: told[f"#hands[{seat}]"] for seat in seats if f"#hands[{seat}]" in told}
        has_played = self._has_played(picks, turn, dealer)
        full_hands = {size + has_played[seat] for seat, size in sizes.items()}
        passing = house["forced_drop"] == "forbidden"
        if len(full_hands) > 1 and picks.rng and not passing:  # it may be the turn of somebody else
            turns = [told["turn"]] if "turn" in told else seats
            dealers = [told["dealer"]] if "dealer" in told else seats
            ways = (self._has_played(picks, *each) for each in product(turns, dealers))
            if any(len({size + way[seat] for seat, size in sizes.items()}) == 1 for way in ways):
                raise Impossible
        parts = [len(told.get(f"part[{seat}]", ())) for seat in seats]
        least = max(1, *(count + bool(count) + has_played[seat] for seat, count in enumerate(parts)))
        options = [max(full_hands)] if full_hands else range(min(facts.HAND, least), facts.HAND + 1)

        def complete(full: int) -> list[int]:
            return [sizes.get(seat, max(0, full - has_played[seat])) for seat in seats]

        whole = "table" in told and "draw" in told and all(f"won[{seat}]" in told for seat in seats)
        left = len(picks.pool) - (0 if "aside" in told else facts.set_aside_size(picks.players, house))
        left += sum(sizes[seat] for seat in sizes if f"hands[{seat}]" in told)
        if whole and not passing:
            options = [full for full in options if sum(complete(full)) == left] or options
        full = options[0] if full_hands else picks("#full", options)
        found = complete(full)
        for seat in seats if passing else ():
            if seat not in sizes:
                found[seat] = picks(
                    f"#hands[{seat}]", (*(found[seat],) * facts.HAND, *range(found[seat] + 1, facts.HAND + 1))
                )
        if whole and passing and picks.rng and sum(found) != left <= facts.HAND * len(seats):
            raise Impossible
        return found

    @staticmethod
    def _has_played(picks: Picks, turn: int, dealer: int) -> list[bool]:
        """Whether each player has already played where those after them have not."""
        players = picks.players
        first = first_player(picks.house, range(players), players, dealer)
        return [(seat - first) % players < (turn - first) % players for seat in range(players)]

    def _draw_and_won(self, picks: Picks, phase: str, hands: Hands) -> tuple[tuple[AnyCard, ...], Hands, int | None]:
        """The draw pile, what each has won, who took last: together the cards that lie nowhere else."""
        players, told = picks.players, picks.told
        seats = range(players)
        count = told["#draw"] if "#draw" in told else len(told.get("draw", ()))
        if phase == "turn" and count % players:
            raise InputError(
                f"{count} cards in the draw pile do not go round {players} players, and all get as many (rule 5)."
            )
        if "whole" in told:
            whole = tuple(card for card in picks.rest("won") if card not in told.get("but", ()))
            return (), tuple(whole if seat == told["whole"] else () for seat in seats), None
        won = [told.get(f"won[{seat}]", ()) for seat in seats]
        is_drawn = "draw" in told or "#draw" in told
        plan, most = facts.deal_plan(players, picks.house), max(map(len, hands))
        # by the cards in the draw pile after each deal of a hand, how many it gave to each player
        deals = {players * sum(plan[deal + 1 :]): size for deal, size in enumerate(plan)}
        if is_drawn and most > deals.get(count, facts.HAND):
            raise Impossible
        if picks.rng is None:
            draw = picks.pile("draw", ()) if is_drawn else picks.rest("draw")
            return draw, tuple(won), picks("last", (None,))
        sizes = [0] if phase == "deal" else [size for size, dealt in deals.items() if most <= dealt]
        left = len(picks.pool)
        nobody_took = not any(won) and (is_drawn or left in sizes)
        last: int | None = picks("last", (*seats, None) if nobody_took else seats)
        if last is None and not is_drawn:
            return picks.rest("draw"), tuple(won), last
        draw = picks.pile("draw", [size for size in sizes if size <= left])
        open_seats = [seat for seat in seats if f"won[{seat}]" not in told and last is not None]
        for seat in open_seats:
            left = len(picks.pool)
            won[seat] = picks.pile(f"won[{seat}]", (left,) if seat == open_seats[-1] else range(left + 1))
        return draw, tuple(won), last

    def parts(self, state: State) -> dict[str, object]:
        seats, table = range(len(state.hands)), state.table
        parts: dict[str, object] = {"dealer": state.dealer, "table": table, "draw": state.draw, "aside": state.aside}
        parts |= {"played": state.played, "last": state.last_taker}
        parts |= {f"scores[{seat}]": state.scores[seat] for seat in seats}
        parts |= {f"points[{seat}]": state.points[seat] for seat in seats if state.points[seat]}
        parts |= {f"won[{seat}]": state.captured[seat] for seat in seats}
        if state.phase in ("deal", "over"):
            parts["phase"] = state.phase
        else:
            parts |= {f"hands[{seat}]": state.hands[seat] for seat in seats}
        if state.winners:
            parts["winners"] = state.winners
        for pile, owners, ruined in zip(table, state.owners, state.ruined, strict=True):
            parts |= {f"owners[{pile}]": owners} if pile.kind != facts.SINGLE else {}
            parts |= {f"ruined[{pile}]": ruined} if ruined else {}
        if state.phase == "turn" and not any(state.ruined):
            parts["unruined"] = True
        if state.spare or any(isinstance(card, Joker) for pile in table for card in pile.cards):
            parts["spare"] = state.spare
        if state.passes or state.house["forced_drop"] == "forbidden":
            parts["passes"] = state.passes
        if state.phase != "deal" or state.turn != state.dealer:
            parts["turn"] = state.turn
        return parts

    def meant(self, state: State, event: object) -> Iterator[object]:
        """A ? by the number that its dealer gave it; a take of piles of which nobody said which go together in every way."""
        numbered = {pile.cards: pile for pile in state.table if pile.kind == facts.SINGLE}

        def lying(pile: Pile) -> Pile:
            return numbered.get(pile.cards, pile) if pile.is_open else pile

        match event:
            case Take() | TakePiles():
                on = None if event.on is None else lying(event.on)
                sets = (event.piles,) if isinstance(event, TakePiles) else event.combinations
                sets = tuple(tuple(map(lying, each)) for each in sets)
                yield Take(event.seat, event.card, sets, on)
                if len(sets) == 1 and len(sets[0]) > 1:
                    yield from _groupings(event, sets[0], on, facts.rules_of(state.house))
            case Build() | Stack():
                yield replace(event, pile=lying(event.pile))
            case _:
                yield event

    def granted(self, run: StoryRun[State]) -> str:
        """A player of a card has held it, and one who builds or stacks also what takes that pile (C-20)."""
        key, hand = "" if run.reason is None else run.reason.key, f"hands[{getattr(run.event, 'seat', 0)}]"
        parts = {"not_in_hand": (f"#{hand}",), "no_plan_empty": (f"#{hand}",), "no_plan": (hand, "table")}.get(key)
        return super().granted(run) if parts is None else next((part for part in parts if part in run.made), "")

    def hangs_on(self, run: StoryRun[State]) -> Iterator[str]:
        """Whose build or stack it is, what else they could do, whether all others are stuck (C-20 to C-22)."""
        key, piles = "" if run.reason is None else run.reason.key, run.before.table
        seat = getattr(run.event, "seat", 0)
        if key in ("drop_ban", "kept_card", "no_pass"):
            yield from (f"owners[{piles[index]}]" for index in standing(run.before, seat))
        if key == "no_ruined_plan":
            yield from (f"ruined[{pile}]" for pile in piles)
        if key in ("drop_ban", "kept_card", "no_pass", "no_plan"):
            yield from (f"hands[{seat}]", "passes" if key != "no_plan" else "draw", "draw")

    # ---------------------------------------------------------------- what a play comes to

    def facts(self, run: StoryRun[State]) -> dict[str, object]:
        before, after = run.before, run.table
        found: dict[str, object] = {
            "table": frozenset(map(str, after.table)),
            "piles": len(after.table),
            "captured": sum(map(len, after.captured)) - sum(map(len, before.captured)),
            "hand_over": after.phase in ("deal", "over"),
            "game_over": after.phase == "over",
            "draw_pile": len(after.draw),
            "turn": seat_name(after.turn) if after.phase == "turn" else None,
            "winner": [seat_name(seat) for seat in after.winners],
            "last_taker": None if after.last_taker is None else seat_name(after.last_taker),
        }
        for seat in range(len(after.hands)):
            name = seat_name(seat)
            found |= {f"{name} holds": len(after.hands[seat]), f"{name} cards": len(after.captured[seat])}
            found[f"{name} score"] = after.scores[seat]
        return found

    def cites(self, run: StoryRun[State]) -> tuple[str, ...]:
        event, before, after = run.event, run.before, run.table
        rules = ["3", "4", PLAY_RULES.get(type(event), "1")]
        if isinstance(event, (Drop, Take)) and event.card.number is not None:
            rules.append(judge.numbers_rule(event.card.card, facts.rules_of(after.house)))
        if after.phase in ("deal", "over"):
            rules += ["6", "7", "8", *(("9b", "10d") if after.house["jokers"] else ())]
        elif is_dealt(before, after):
            rules.append("5")
        if isinstance(event, Sweep) or (isinstance(event, Drop) and after.spare != before.spare):
            rules += ["10c", "10d"]
        return tuple(rules)

    def follows(self, run: StoryRun[State]) -> Iterator[tuple[Reason | str, ...]]:
        before, event, after = run.before, run.event, run.table
        if isinstance(event, (Take, Sweep)):
            had, count = len(before.captured[event.seat]), count_captures(before, event)
            rule = "3c" if isinstance(event, Take) else "10c"
            exact = change_of_cards(facts.NAME, "takes", event.seat, had, had + count, rule)
            yield exact, outcome(facts.NAME, "takes_some", rule, seat=event.seat, count=count)
        elif isinstance(event, (Build, Stack)):
            yield from self._laid(before, event, after)
        elif isinstance(event, Drop) and after.spare != before.spare and after.house["spare_joker"] == "last_taker":
            yield (outcome(facts.NAME, "spare", "10d", card=event.card.card.name),)
        elif isinstance(event, Release):
            own = tuple(after.table[index].safe_code for index in standing(after, event.seat))
            yield (outcome(facts.NAME, "still_bound" if own else "free", "3d", seat=event.seat, piles=own),)
        if after.phase in ("deal", "over") and not isinstance(event, Deal):
            yield from self._ended(run)
        elif after.phase == "declare":
            yield (outcome(facts.NAME, "declares", "10a", seat=after.dealer),)
        elif isinstance(event, Deal) or is_dealt(before, after):
            dealt = outcome(facts.NAME, "dealt", "2", "5", count=len(after.hands[after.turn]))
            yield dealt, outcome(facts.NAME, "dealt_some", "2", "5"), *self._next(run)
            yield (outcome(facts.NAME, "turn", "4", seat=after.turn),)
        elif not isinstance(event, Release):
            yield outcome(facts.NAME, "turn", "4", seat=after.turn), *self._next(run)

    @staticmethod
    def _next(run: StoryRun[State]) -> Iterator[Reason | str]:
        """What comes next where nobody knows how many cards the others hold."""
        before, after = run.before, run.table
        if isinstance(run.event, PLAYS):
            left = (run.event.seat + 1) % len(before.hands)
            if after.phase != "turn" or is_dealt(before, after):
                if "#full" not in run.made:
                    yield "#draw"
                yield outcome(facts.NAME, "dealt_or_end", "5", "6")
            elif before.house["forced_drop"] == "forbidden":
                yield outcome(facts.NAME, "turn_or_other", "4", seat=left)
            yield outcome(facts.NAME, "turn_or_end", "4", seat=left)

    @staticmethod
    def _laid(before: State, event: Build | Stack, after: State) -> Iterator[tuple[Reason | str, ...]]:
        """Nobody may drop whose pile it is; and whose plan it has ruined."""
        table, index = table_after(before.table, event)
        pile = table[index].safe_code
        if after.phase == "turn":
            yield (outcome(facts.NAME, "ban", "3d", seat=event.seat, pile=pile),)
        for seat in after.owners[index] if index < len(after.owners) else ():
            if seat != event.seat:
                ruined = (
                    outcome(facts.NAME, "ruined", "3d", seat=seat, pile=pile) if seat in after.ruined[index] else ""
                )
                yield ruined, outcome(facts.NAME, "ruined_or_not", "3d", seat=seat, pile=pile)

    def _ended(self, run: StoryRun[State]) -> Iterator[tuple[Reason | str, ...]]:
        """The end of a hand and perhaps of the game (rules 6 to 8)."""
        before, event, after = run.before, run.event, run.table
        last, seats = after.last_taker, range(len(after.hands))
        if last is None:
            rest = outcome(facts.NAME, "nobody_took", "6", count=sum(len(pile.cards) for pile in after.table))
        else:
            got = len(after.captured[last]) - len(before.captured[last])
            if isinstance(event, (Take, Sweep)) and event.seat == last:
                got -= count_captures(before, event)
            rest = outcome(facts.NAME, "rest", "6", seat=last, count=got)
        yield rest, *([] if "#draw" in run.made else ["last"]), *self._next(run)
        if "#draw" in run.made:  # it may be no end at all
            return
        won = tuple(f"won[{seat}]" for seat in seats)
        counts = [score.count_cards(cards, after.house) for cards in after.captured]
        for each in judge.pluralities(counts, after.house):
            yield each, *won, "aside"
        for seat in seats:
            points, had, has = after.points[seat], before.scores[seat], after.scores[seat]
            exact = outcome(facts.NAME, "points", "7", seat=seat, points=points, before=had, after=has)
            yield (exact if points else ""), outcome(facts.NAME, "hand_points", "7", seat=seat, points=points)
        if after.phase == "over":
            yield end_of_game(facts.NAME, after.winners, "8"), "played", *(f"scores[{seat}]" for seat in seats)
        else:
            yield outcome(facts.NAME, "deals", "8", seat=after.dealer), "dealer", "played"

    def deal_sizes(self, state: State, count: int) -> Verdict:
        """With jokers or Squares as rules 9a, 10b and 13 say."""
        verdict = super().deal_sizes(state, count)
        more = ("9a", "10b") if state.house["jokers"] else ("13",) if state.house["deck"] == "squares" else ()
        return replace(verdict, cites=(*verdict.cites, *more))

    # what can be seen

    def on_table(self, state: State) -> tuple[VisibleCards, ...]:
        return (VisibleCards("table", state.table),)


def _groupings(event: Take | TakePiles, piles: tuple[Pile, ...], on: Pile | None, rules: Rules) -> Iterator[Take]:
    """The ways in which these piles can go together, as far as cards say: only such a take can be legal."""
    taker = taker_face(laid_face(event.card, rules), None if on is None else pile_face(on, rules), rules)
    if taker is None:
        return

    @cache
    def fits(group: tuple[Pile, ...]) -> bool:
        return takes_set(taker, [pile_face(pile, rules) for pile in group], rules)

    for way in islice(facts.sets_of(piles), MOST_WAYS):
        if all(map(fits, way)):
            yield Take(event.seat, event.card, way, on)


def is_dealt(before: State, after: State) -> bool:
    """Whether everybody has got new cards (rule 5)."""
    return sum(map(len, after.hands)) > sum(map(len, before.hands))


def count_captures(before: State, event: Take | Sweep) -> int:
    """How many cards a play takes, without what its player gets at the end of the hand."""
    piles = [before.table[index] for index in swept(before)] if isinstance(event, Sweep) else event.piles
    return 1 + sum(len(pile.cards) for pile in piles)
