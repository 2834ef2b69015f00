"""Casino Macedonia, the table of its examples."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from itertools import islice
from typing import Any, ClassVar

from tt_print.deck import AnyCard, Card
from tt_print.engine.base import Game
from tt_print.engine.house import House, HouseError
from tt_print.engine.notation import Codec, codec, seat_name
from tt_print.engine.query import check_distinct, check_in_deck
from tt_print.engine.reasons import Reason
from tt_print.engine.scenes import Question, Scene, VisibleCards
from tt_print.engine.standing import first_player
from tt_print.errors import InputError
from tt_print.games.casino import score
from tt_print.games.casino.against import another_play, standing
from tt_print.games.casino.facts import (
    Build,
    Deal,
    Declare,
    Drop,
    Pass,
    Release,
    Stack,
    State,
    Sweep,
    Take,
    box,
    deal_plan,
    number_of_hands,
    numbers,
    question_marks,
    rules_of,
)
from tt_print.games.casino.judge import check_pile, judge_laying, judge_table, judge_take, show_value
from tt_print.games.casino.piles import CODECS, SINGLE, Pile, PlayedCard, sets_of
from tt_print.games.casino.rules import actions, spare_at_start, start
from tt_print.games.casino.story import (
    Gaps,
    bring,
    consequences,
    count_hand,
    gaps_after,
    is_dealt,
    open_owners,
    opening_phrases,
)
from tt_print.games.casino.takes import pile_value

WORDS = {Build: "build", Stack: "stack", Take: "take", Sweep: "sweep", Drop: "drop", Pass: "pass", Release: "show"}
MOST_WAYS = 1000  # to group piles
PLAY_RULES = {Build: "3a", Stack: "3b", Take: "3c", Sweep: "10c", Drop: "3d", Pass: "3d", Release: "3d", Declare: "10a"}


HANGS_ON_HAND = (
    "no_plan",
    "drop_ban",
    "kept_card",
    "no_pass",
    "no_ruined_plan",
)  # so begin refusals that other cards may lift


class Table(Scene):
    """Piles run from bottom to top. Cards that no phrase places wait in the draw pile or are held by those whose hand is
    not told. Ann is to play, the last player is the dealer. A joker on the table was dealt there."""

    PHRASES: ClassVar[dict[str, str]] = {
        "table {piles:Piles}": "set_table",
        "{seat:Seat} holds {cards:AnyCards}": "give",
        "{seat:Seat} holds {cards:AnyCards} among others": "give_part",
        "{seat:Seat} has {count:int} card[s]": "give_some",
        "{seat:Seat} owns {pile:Pile}": "set_owner",
        "nobody owns {pile:Pile}": "set_unowned",
        "{seat:Seat}'s plan for {pile:Pile} is ruined": "set_ruined",
        "no other plan is ruined": "set_unruined",
        "{seat:Seat} won {cards:AnyCards}": "set_won",
        "{seat:Seat} won the whole deck[ but {aside:AnyCards}]": "set_won_all",
        "{seat:Seat} took last": "set_last",
        "nobody took last": "set_no_taker",
        "{seat:Seat} is to play": "set_turn",
        "{seat:Seat} is next": "set_turn",
        "{seat:Seat} dealt": "set_dealer",
        "{seat:Seat} is to deal": "set_deal",
        "{seat:Seat} has {points:int} point[s]": "credit",
        "{seat:Seat} made {points:int} point[s] in the last hand": "set_made",
        "{winners:Seats} won": "set_winners",
        "{cards:AnyCards} aside": "set_aside",
        "spare {cards:AnyCards}": "set_spare",
        "draw pile {cards:AnyCards}": "set_draw",
        "{count:int} card[s] in the draw pile": "set_draw_count",
        "{count:int} passed in a row": "set_passes",
        "{count:int} hand[s] played": "set_played",
        "last hand": "set_last_hand",
        "build {card:PlayedCard} on {pile:Pile}": "ask_build",
        "stack {card:PlayedCard} on {pile:Pile}[ carried onto {onto:Pile}]": "ask_stack",
        "take {sets:Sets} with {card:PlayedCard}[ on {on:Pile}]": "ask_take",
        "what {card:PlayedCard} takes": "ask_takes",
        "{seat:Seat} takes {piles:Piles} with {card:PlayedCard}[ built on {on:Pile}]": "tell_take",
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
        self.is_table_told = False
        self.hands: dict[int, tuple[AnyCard, ...]] = {}
        self.parts: dict[int, tuple[AnyCard, ...]] = {}  # of hands that nobody has told whole
        self.laid: dict[int, tuple[AnyCard, ...]] = {}  # cards that each player has played in this story
        self.owners: dict[Pile, tuple[int, ...]] = {}
        self.won: dict[int, tuple[AnyCard, ...]] = {}
        self.counts: dict[int, score.Counts] = {}
        self.points: dict[int, int] = {}
        self.aside: tuple[AnyCard, ...] | None = None
        self.draw: tuple[AnyCard, ...] | None = None
        self.last: int | None = None
        self.sizes: dict[int, int] = {}
        self.unowned: set[Pile] = set()
        self.ruined: dict[Pile, tuple[int, ...]] = {}
        self.is_ruin_told = False
        self.made: dict[int, int] = {}
        self.winners: tuple[int, ...] = ()
        self.spare: tuple[AnyCard, ...] | None = None
        self.draw_count: int | None = None
        self.no_taker = False
        self.passes: int | None = None
        self.turn: int | None = None
        self.dealer: int | None = None
        self.played: int | None = None
        self.final = False
        self.undealt = False
        self.gaps: Gaps | None = None  # what is open once an event was told
        self.is_dealt_anew = False  # whether hands are those of a deal amid the story

    # the table before the first event

    def set_table(self, piles: tuple[Pile, ...]) -> None:
        for pile in piles:
            check_pile(pile, rules_of(self.house))
        self.table, self.is_table_told = piles, True

    def give(self, seat: int, cards: tuple[AnyCard, ...]) -> None:
        self.hands[seat] = cards

    def give_part(self, seat: int, cards: tuple[AnyCard, ...]) -> None:
        """Some of the cards that they hold."""
        self.parts[seat] = (*self.parts.get(seat, ()), *cards)

    def give_some(self, seat: int, count: int) -> None:
        self.sizes[seat] = count

    def set_owner(self, seat: int, pile: Pile) -> None:
        self.owners[pile] = (*self.owners.get(pile, ()), seat)

    def set_unowned(self, pile: Pile) -> None:
        self.unowned.add(pile)

    def set_ruined(self, seat: int, pile: Pile) -> None:
        self.ruined[pile] = (*self.ruined.get(pile, ()), seat)

    def set_unruined(self) -> None:
        """What was played just before ruined no plan, or those alone that are named."""
        self.is_ruin_told = True

    def set_won(self, seat: int, cards: tuple[AnyCard, ...]) -> None:
        self.won[seat] = cards

    def set_won_all(self, seat: int, aside: tuple[AnyCard, ...] = ()) -> None:
        self.won[seat] = tuple(card for card in box(self.house) if card not in aside)

    def set_last(self, seat: int) -> None:
        self.last = seat

    def set_no_taker(self) -> None:
        self.no_taker = True

    def set_turn(self, seat: int) -> None:
        self.turn = seat

    def set_dealer(self, seat: int) -> None:
        self.dealer = seat

    def set_deal(self, seat: int) -> None:
        """The next hand is not dealt yet."""
        self.dealer, self.undealt = seat, True

    def credit(self, seat: int, points: int) -> None:
        self.points[seat] = points

    def set_made(self, seat: int, points: int) -> None:
        """What they got for the hand before."""
        self.made[seat] = points

    def set_winners(self, winners: tuple[int, ...]) -> None:
        """The game is over."""
        self.winners = winners

    def set_aside(self, cards: tuple[AnyCard, ...]) -> None:
        self.aside = cards

    def set_spare(self, cards: tuple[AnyCard, ...]) -> None:
        """Jokers that nothing sweeps."""
        self.spare = cards

    def set_draw(self, cards: tuple[AnyCard, ...]) -> None:
        self.draw = cards

    def set_draw_count(self, count: int) -> None:
        self.draw_count = count

    def set_passes(self, count: int) -> None:
        self.passes = count

    def set_played(self, count: int) -> None:
        self.played = count

    def set_last_hand(self) -> None:
        self.final = True

    def set_counts(self, seat: int, numbers: tuple[int, ...]) -> None:
        """Cards, reds, circles, ones, red circles, the special card, yellow hearts, as a score sheet has them."""
        if len(numbers) != len(fields(score.Counts)):
            raise InputError(
                f"{seat_name(seat)} counts {', '.join(map(str, numbers))}: seven numbers are needed, as a score sheet has them: "
                "cards, reds, circles, ones, red circles, the special card, yellow hearts"
            )
        self.counts[seat] = score.Counts(*numbers)

    def set_up(self) -> State:
        """Raises InputError for a card in two places, one that is not in the deck, an owner of a pile that is not there."""
        seats = range(self._count_players())
        dealer = self.dealer if self.dealer is not None else len(seats) - 1
        turn = self.turn if self.turn is not None else dealer if self.undealt else 0
        self._check()
        placed = set(self._placed())
        left = [card for card in box(self.house) if card not in placed]
        jokers = tuple(pile.cards[0] for pile in self.table if pile.loose)
        asks = (
            self.house["question"] == "wild"
            and self.house["table_question"] == "dealer_declares"
            and question_marks(self.table)
        )
        spare = spare_at_start(jokers, self.house)
        hands = [self.hands.get(seat, ()) for seat in seats]
        for seat, size in self._sizes(len(seats), turn, dealer).items():
            part = self.parts.get(seat, ())
            more = size - len(part)
            if more < 0:
                raise InputError(f"{seat_name(seat)} cannot hold {len(part)} known cards: they have only {size}.")
            hands[seat], left = (*part, *left[:more]), left[more:]
        draw = self.draw if self.draw is not None else tuple(reversed(left[: self.draw_count]))
        played = self.played or 0
        return replace(
            start(len(seats), self.house, dealer),
            phase="over" if self.winners else "deal" if self.undealt else "declare" if asks else "turn",
            turn=turn,
            played=number_of_hands(len(seats), self.house) - 1 if self.final else played,
            hands=tuple(hands),
            captured=tuple(self.won.get(seat, ()) for seat in seats),
            draw=draw,
            aside=self.aside or (),
            table=self.table,
            owners=tuple(self.owners.get(pile, ()) for pile in self.table),
            ruined=tuple(self.ruined.get(pile, ()) for pile in self.table),
            last_taker=self.last,
            passes=self.passes or 0,
            spare=spare if self.spare is None else self.spare,
            scores=tuple(self.points.get(seat, 0) for seat in seats),
            points=tuple(self.made.get(seat, 0) for seat in seats),
            winners=self.winners,
        )

    def _count_players(self) -> int:
        by_seat = (self.hands, self.parts, self.sizes, self.won, self.points, self.counts, self.made)
        named = [*(seat for each in by_seat for seat in each), *self.winners]
        named += [seat for each in (self.owners, self.ruined) for seats in each.values() for seat in seats]
        named += [seat for seat in (self.turn, self.dealer, self.last) if seat is not None]
        return max([1, self.players - 1, *named]) + 1

    def _placed(self) -> list[AnyCard]:
        """The cards that phrases place."""
        piles = [pile.cards for pile in self.table]
        piles += [*self.hands.values(), *self.won.values(), self.aside or (), self.draw or ()]
        piles += [part for seat, part in self.parts.items() if seat not in self.hands]
        return [card for cards in piles for card in cards]

    def _check(self) -> None:
        placed = tuple(self._placed())
        if len(set(placed)) < len(placed) or not set(placed) <= set(box(self.house)):
            check_in_deck(placed, self.house["deck"], self.house["jokers"], self.game.title)
            check_distinct(placed)
        for seat, part in self.parts.items():
            if seat in self.hands and not {*part} <= {*self.hands[seat]}:
                raise InputError(f"{seat_name(seat)} does not hold all of these: {' '.join(map(str, part))}.")
        count = self.draw_count if self.draw is None else len(self.draw)
        players = self._count_players()
        if count is not None and count % players and not self.undealt:
            raise InputError(
                f"{count} cards in the draw pile do not go round {players} players, and all get as many (rule 5)."
            )
        for pile in (*self.owners, *self.ruined, *self.unowned) if self.is_table_told else ():
            if pile not in self.table:
                lying = ", ".join(map(str, self.table)) or "nothing"
                raise InputError(f"{pile} does not lie on the table of this story; there lies {lying}.")

    def _sizes(self, players: int, turn: int, dealer: int) -> dict[int, int]:
        """How many cards they hold whose cards are not told: all get as many, and play in turn from the dealer's left."""
        if self.undealt or self.winners:
            return {}
        known = {seat: len(cards) for seat, cards in self.hands.items()} | self.sizes
        first = first_player(self.house, range(players), players, dealer)
        has_played = [(seat - first) % players < (turn - first) % players for seat in range(players)]
        if self._are_sizes_open():
            size = max(1, *known.values(), *(1 + len(part) for part in self.parts.values()), 0)
            return {seat: self.sizes.get(seat, size) for seat in range(players) if seat not in self.hands}
        size = max(1, *(count + has_played[seat] for seat, count in known.items()), 0)
        return {
            seat: self.sizes.get(seat, size - has_played[seat]) for seat in range(players) if seat not in self.hands
        }

    def _are_sizes_open(self) -> bool:
        """Whether nothing tells how many cards the others hold: who passes keeps a card (C-21)."""
        known = bool(self.hands or self.sizes)
        return self.dealer is None or not known or self.house["forced_drop"] == "forbidden"

    # what is told, and what is open

    def opening(self, state: State) -> tuple[str, ...]:
        return tuple(opening_phrases(state, self.say))

    def what_is_open(self) -> Gaps:
        """What nobody has told by now."""
        if self.gaps is not None:
            return self.gaps
        seats = range(self._count_players())
        held = frozenset(() if self.undealt or self.winners else (seat for seat in seats if seat not in self.hands))
        sizes = frozenset(seat for seat in held if seat not in self.sizes and self._are_sizes_open())
        owners = [
            pile.cards[0]
            for pile in self.table
            if pile.kind != SINGLE and pile not in self.owners and pile not in self.unowned
        ]
        return Gaps(
            hands=held,
            sizes=sizes,
            parts=frozenset(card for part in self.parts.values() for card in part),
            owners=frozenset(owners),
            plans=frozenset() if self.is_ruin_told else frozenset(seats),
            won=frozenset(seat for seat in seats if seat not in self.won),
            scores=frozenset(seat for seat in seats if seat not in self.points),
            draw=self.draw is None and self.draw_count is None,
            cards=self.draw is None,
            passes=self.passes is None,
            last=self.last is None and not self.no_taker,
            aside=self.aside is None,
            played=self.played is None and not self.final,
            dealer=self.dealer is None,
        )

    def state_before(self, event: Any) -> State:
        """Anyone who plays a card that no phrase places had it in hand."""
        state: State = self.set_up() if self.state is None else self.state
        return bring(state, self.what_is_open(), event)

    def open_questions(self, event: Any) -> tuple[Question, ...]:
        gaps, before = self.what_is_open(), self.state_before(event)
        if isinstance(event, Deal) or before.phase in ("deal", "over"):
            due = isinstance(event, Deal) and before.phase == "deal"
            return (self.question("dealer"),) if gaps.dealer and due else ()
        if self._is_turn_open(before) and not isinstance(event, (Release, Declare)):
            return (self._ask_seat("turn", "set_turn", event.seat),)
        if self.state is None and not self.is_table_told:
            return (self.question("table"),)
        if before.phase == "declare":
            if not isinstance(event, Declare):
                piles = " ".join(f"{pile}=..." if pile.marks else str(pile) for pile in before.table)
                return (self.question("number", before.dealer, piles=piles),)
            return (self._ask_seat("dealer", "set_dealer", event.seat),) if gaps.dealer else ()
        against = self.game.illegal_reason(before, event)
        if against is not None and not against.key.startswith(HANGS_ON_HAND):
            return ()
        if self._hangs_on_owners(before, event) and (open_piles := open_owners(gaps, before.table)):
            return tuple(self._ask_owner(pile) for pile in open_piles)
        if self._is_ruin_open(gaps, before, event):
            return (self.question("plan", event.seat),)
        is_last = event.seat not in gaps.sizes and len(before.hands[event.seat]) == 1  # so that the hand is known
        if event.seat in gaps.hands and not is_last and self._hangs_on_hand(gaps, before, event):
            return (self._ask_hand(before, event),)
        if (
            self.house["forced_drop"] == "forbidden"
            and isinstance(event, (Drop, Pass))
            and standing(before, event.seat)
        ):
            asked = self._ask_passes(gaps, before)
            if asked:
                return asked
        return self._ask_ending(gaps, before, event) if against is None else ()

    def _is_turn_open(self, before: State) -> bool:
        return self.state is None and self.turn is None and before.phase == "turn"

    def _ask_seat(self, key: str, method: str, seat: int) -> Question:
        """Whose turn it is, or who dealt: the player of the event, if nobody says so."""
        seats = range(self._count_players())
        cases = [self.say(method, seat=each) for each in seats]
        return self.question(key, seat, cases=cases, presumed=cases[seat : seat + 1])

    def _ask_owner(self, pile: Pile) -> Question:
        nobody = self.say("set_unowned", pile=pile)
        owners = [self.say("set_owner", seat=seat, pile=pile) for seat in range(self._count_players())]
        return self.question("owner", pile=str(pile), cases=(nobody, *owners))

    def _ask_hand(self, before: State, event: Any) -> Question:
        """The player's other cards: for a build or a stack one that takes it, where nobody says so (rule 3, C-20)."""
        if self.is_dealt_anew or not isinstance(event, (Build, Stack)):
            return self.question("new_hand" if self.is_dealt_anew else "hand", event.seat)
        known = (*self.laid.get(event.seat, ()), *self._known_part(before, event))
        own = _cards_played(each for each in self.events if getattr(each, "seat", None) == event.seat)
        placed = {*self._placed(), *known, *({*_cards_played(self.events)} - {*own})}
        # what they play later in the story they may hold now
        spare = list(dict.fromkeys(card for card in (*own, *box(self.house)) if card not in placed))

        def fits(cards: Iterable[AnyCard]) -> bool:
            return self.game.can(_holding(before, event.seat, (*known, *cards)), event)

        single = [card for card in spare if fits((card,))]
        taking: list[tuple[AnyCard, ...]] = [(card,) for card in single[:2]]
        if not taking and fits(spare):  # more cards never harm a plan: of all of them those are left that it needs
            needed = tuple(spare)
            for card in spare:
                others = tuple(each for each in needed if each != card)
                needed = others if fits(others) else needed
            taking = [needed]
        alone = self.say("give", seat=event.seat, cards=known)
        some = [self.say("give_part", seat=event.seat, cards=cards) for cards in taking]
        return self.question("hand", event.seat, cases=(alone, *some), presumed=some)

    def _known_part(self, before: State, event: Any) -> tuple[AnyCard, ...]:
        """What a player is told to play, and the rest of what somebody has told of their hand."""
        part = [card for card in self.parts.get(event.seat, ()) if card in before.hands[event.seat]]
        return tuple(dict.fromkeys((event.card.card, *part)))

    def _is_ruin_open(self, gaps: Gaps, before: State, event: Any) -> bool:
        """Whether what was played before the story may have ruined a plan of a player who shows one."""
        if self.state is not None or not isinstance(event, Release) or event.seat not in gaps.plans:
            return False
        own = bool(standing(before, event.seat)) or bool(open_owners(gaps, before.table))
        return own and not any(event.seat in seats for seats in before.ruined)

    def _hangs_on_owners(self, before: State, event: Any) -> bool:
        """Whether it matters which piles the player has built or stacked, and no pile of that player is known (3d, C-21, C-22)."""
        kept = self.house["keep_plan"] and isinstance(event, (Take, Build, Stack))
        passing = isinstance(event, Pass) and self.house["forced_drop"] == "forbidden"
        return (kept or passing or isinstance(event, Drop)) and not standing(before, event.seat)

    def _hangs_on_hand(self, gaps: Gaps, before: State, event: Any) -> bool:
        """Whether the player's other cards decide: a plan, a forced drop, a card kept for a plan (C-20 to C-22)."""
        bound = bool(standing(before, event.seat))
        match event:
            case Build() | Stack() if self.game.can(
                _holding(before, event.seat, self._known_part(before, event)), event
            ):
                return False  # more cards never harm a plan
            case Build() | Stack():
                return self.house["plan_check"] != "trust" or (self.house["keep_plan"] and bound)
            case Take():
                return bool(self.house["keep_plan"]) and bound
            case Drop():
                return bound
            case Pass():
                return bound and self.house["forced_drop"] == "forbidden"
            case Release():
                return self.state is not None and event.seat in gaps.plans
            case _:
                return False

    def _ask_passes(self, gaps: Gaps, before: State) -> tuple[Question, ...]:
        """Whether all are stuck, which decides where a player can do nothing but drop (C-21)."""
        if another_play(before) is not None:
            return ()
        if gaps.passes:
            return (self.question("passes"),)
        return tuple(self.question("count", seat) for seat in sorted(gaps.sizes)) if before.passes else ()

    def _ask_ending(self, gaps: Gaps, before: State, event: Any) -> tuple[Question, ...]:
        """The facts to state when the last card of a deal or of the hand is played (rules 5 to 8)."""
        if before.phase != "turn" or isinstance(event, Release):
            return ()
        after = self.game.advance(before, event)
        ended = after.phase in ("deal", "over")
        players, say = len(before.hands), self.say
        asked = []
        if gaps.draw:
            asked.append(self._ask_late("draw", [say("set_draw_count", count=count) for count in (0, players)]))
        if gaps.dealer:
            asked.append(self._ask_late("dealer", [say("set_dealer", seat=seat) for seat in (0, 1)]))
        is_last = not isinstance(event, Pass) and sum(map(len, before.hands)) == 1
        if asked and (ended or is_last):
            return tuple(asked)
        if not ended:
            return ()
        spare = tuple(card for card in box(self.house) if card not in self._placed())
        asked = [
            self._ask_late(
                "won",
                # nobody has won what nobody has named, or one of them all of it
                [
                    say("set_won", seat=seat, cards=spare if seat == winner else ())
                    for winner in (None, *sorted(gaps.won))
                ],
                seat,
            )
            for seat in sorted(gaps.won)
        ]
        if after.last_taker is None and gaps.last:
            asked.append(
                self._ask_late("last", [say("set_no_taker"), *(say("set_last", seat=seat) for seat in range(players))])
            )
        if self.house["aside_card"] == "last_taker" and gaps.aside:
            asked.append(self._ask_late("aside", [say("set_aside", cards=(card,)) for card in spare[:2]]))
        if gaps.played:
            asked.append(self._ask_late("played", [say("set_played", count=count) for count in (0, 1)]))
        elif after.played > 1:
            for seat in sorted(gaps.scores):
                asked.append(self._ask_late("score", [say("credit", seat=seat, points=had) for had in (0, 5)], seat))
        return tuple(asked)

    def _ask_late(self, key: str, cases: list[str], seat: int | None = None) -> Question:
        """What decides only what follows."""
        return self.question(key, seat, cases=cases, late=True)

    def follows(self, before: State, event: Any, after: State) -> tuple[Reason, ...]:
        return tuple(consequences(self.what_is_open(), before, event, after))

    def possible(self, event: Any, limit: int) -> tuple[Any, ...]:
        """None where nobody has told what the player holds."""
        before = self.state_before(event)
        if before.phase == "turn" and before.turn in self.what_is_open().hands:
            return ()
        return super().possible(event, limit)

    # what can be seen

    def on_table(self) -> tuple[VisibleCards, ...]:
        state: State = self.state or self.set_up()
        return (VisibleCards("table", state.table),)

    def held(self) -> dict[int, int]:
        """Cards won."""
        state: State = self.state or self.set_up()
        return {seat: len(cards) for seat, cards in enumerate(state.captured)}

    # events

    def tell(self, event: Any) -> None:
        gaps, before = self.what_is_open(), self.state_before(event)
        if not self.play(before, event):
            return
        after: State = self.state
        if played := _cards_played([event]):
            self.laid[event.seat] = (*self.laid.get(event.seat, ()), *played)
        self.gaps = gaps_after(gaps, before, event, after)
        self.is_dealt_anew |= is_dealt(before, after)
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

    def ask_build(self, card: PlayedCard, pile: Pile) -> None:
        self._ask_laying(Build(0, card, pile))

    def ask_stack(self, card: PlayedCard, pile: Pile, onto: Pile | None = None) -> None:
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

    def ask_take(self, sets: tuple[tuple[Pile, ...], ...], card: PlayedCard, on: Pile | None = None) -> None:
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

    def tell_take(self, **values: Any) -> None:
        self.tell(self.event_of("tell_take", values))

    def event_of(self, method: str, values: Mapping[str, Any]) -> Any:
        """A take of piles of which nobody said which go together: the first way that is legal, or all as one set."""
        take = self.sketch(method, values)
        if take is None:
            return None
        ways = (replace(take, combinations=sets) for sets in islice(sets_of(values["piles"]), MOST_WAYS))
        return next((way for way in ways if self.game.can(self.state_before(way), way)), take)

    def sketch(self, method: str, values: Mapping[str, Any]) -> Take | None:
        if method != "tell_take":
            return None
        return Take(values["seat"], values["card"], (values["piles"],), values.get("on"))

    def ask_takes(self, card: PlayedCard) -> None:
        verdict = judge_table(card, self.table, self.house)
        self.record_verdict(verdict)
        self.facts["combinations"] = frozenset(" ".join(row["piles"]) for row in verdict.facts["combinations"])
        self.facts["count"] = len(verdict.facts["combinations"])
        self.facts.pop("with_build")

    def ask_takers(self, pile: Pile) -> None:
        """The cards of the deck that take this pile by themselves (a joker not asked)."""
        found = [card for card in self._others(pile) if judge_take(PlayedCard(card), ((pile,),), None, self.house).yes]
        self.rules += ["3c", "3c8"]
        self.facts |= {"count": len(found), "cards": frozenset(map(str, found))}

    def ask_stackers(self, pile: Pile) -> None:
        found = [
            card
            for card in self._others(pile)
            if judge_laying(Stack(0, PlayedCard(card), pile), (pile,), None, self.house).yes
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
        self.game.check_players(count)
        plan = deal_plan(count, self.house)
        self.facts |= {"count": len(plan), "deals": plan, "together": sum(plan) * count}
        self.rules += ["1", "2", "5", *(("13",) if self.house["deck"] == "squares" else ())]

    def ask_hands(self, hands: int, count: int) -> None:
        self.rules.append("setup")
        self.game.check_players(count)
        try:
            number_of_hands(count, self.game.house(**{**self.house.changed, "hands": hands}))
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
        pile = Pile(((PlayedCard(card),),))
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
        self.reasons += count_hand(counts, self.house)
        if self.aside is not None:
            self.facts["adds_up"] = score.adds_up(counts, self.aside, self.house)


def _cards_played(events: Iterable[Any]) -> list[AnyCard]:
    """The cards that leave a hand by these events."""
    cards = [each.card for each in events if isinstance(each, (Build, Stack, Take, Sweep, Drop))]
    return [card.card if isinstance(card, PlayedCard) else card for card in cards]


def numbers_rule(card: AnyCard, house: House) -> list[str]:
    """The rule that gives a ? or a joker its numbers."""
    question = house["question"]
    if isinstance(card, Card):
        return ["10a" if question == "wild" else "11a" if question == "five" else "3c8"]
    return ["10c" if question == "wild" else "11c" if question == "five" else "9c"]


def _holding(state: State, seat: int, cards: tuple[AnyCard, ...]) -> State:
    """The state in which a player holds these cards, wherever they were."""
    hands = (tuple(card for card in hand if card not in cards) for hand in state.hands)
    return replace(state, hands=tuple(cards if each == seat else hand for each, hand in enumerate(hands)))
