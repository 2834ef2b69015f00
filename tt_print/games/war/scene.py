"""The war games, possible tables: what people can tell and ask of one, and what an event leads to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import chain, combinations
from typing import ClassVar

from tt_print.deck import DECKS, VALUES, VARIABLES, AnyCard, Card
from tt_print.engine.house import House
from tt_print.engine.notation import seat_name
from tt_print.engine.reasons import Reason, Verdict, outcome
from tt_print.engine.scenes import Facts, Places, Questions, Scene, StoryRun, Usual, VisibleCards
from tt_print.engine.told import Impossible, Picks, cards_in, check_in_deck
from tt_print.errors import InputError
from tt_print.games.war import facts as war
from tt_print.games.war.facts import Draw, Hurry, Lay, Misplay, Peel, Slap, State
from tt_print.games.war.judge import explain, follows, judge_pile
from tt_print.games.war.rules import lay, start
from tt_print.games.war.score import settle, take_pot
from tt_print.records import replace

STACK = 8  # cards of a player in an example that says nothing about them
SIZES = (8, 0, 1, 0, 1, 2, 3, 16)  # and in a story: who has none is what people forget to tell
FEW = 3  # cards of a player who may soon have none
POTS = (2, 1, 3, 4)  # cards of a pot that nobody told
SPOKEN = {  # what a phrase tells of a phase
    "peel": ("phase", "tied", "peels"),
    "lots": ("phase", "tied", "peels"),
    "open": ("turn",),
    "challenge": ("phase", "controller", "left", "turn", "prior"),
    "collect": ("phase", "controller", "turn"),
    "over": ("phase", "turn", "winner"),
}
SHARING = {
    value: frozenset(card for card in war.PRINTED if value in war.PRINTED[card]) for value in chain(*VALUES.values())
}
UNCONTROLLED: dict[str, object] = {"controller": None, "left": 0, "prior": None, "prior_left": 0}

# ---------------------------------------------------------------- questions


def ask_pile(state: State, pile: tuple[AnyCard, ...], layers: tuple[int, ...] = ()) -> Verdict:
    """May it be slapped, and does its top card take control? An example may state how each card counts."""
    house = state.house
    if not pile:
        return Verdict(house.game, False, dict(EMPTY), (), house, ("1a", "1b"))
    check_in_deck(pile, war.variant_of(house).deck, 2, war.variant_of(house).title)
    return replace(judge_pile(house, pile), cites=("1b",))


EMPTY = {"slap": False, "control": False, "chances": None, "defined": False}  # what an example may state of no pile


def ask_deck(state: State) -> Verdict:
    """What is in the box."""
    house = state.house
    deck = war.variant_of(house).deck
    facts = {"deck": deck, "cards": len(war.box(house)), "naturals": len(DECKS["squares"])}
    return Verdict(house.game, None, facts, (), house, ("note", "equipment", "1"))


# ---------------------------------------------------------------- the table


def _top(state: State, event: Lay | Hurry | Misplay) -> tuple[AnyCard, ...]:
    return state.hands[event.seat][-1:]


def _second(state: State, event: Hurry) -> tuple[AnyCard, ...]:
    return state.hands[event.seat][-2:-1]


class Table(Scene[State]):
    """Piles and stacks run from bottom to top."""

    PHRASES: ClassVar[Mapping[str, str]] = {
        "{seat:Seat} is to deal": "dealer = seat; phase = 'deal'",
        "{seat:Seat} dealt": "dealer = seat",
        "{seat:Seat} holds {cards:AnyCards}": "hands[seat] = cards",
        "{seat:Seat} has {count:int} card[s]": "#hands[seat] = count",
        "{seat:Seat} has no cards": "hands[seat] = ()",
        "{seat:Seat} has {cards:AnyCards} on top": "tops[seat] = cards",
        "{count:int} face down": "#under = count",
        "face down lie {cards:AnyCards}": "under = cards",
        "pile {pile:AnyCards}[ by {layers:Seats}]": "pile = pile; layers = layers",
        "{tied:Seats} are tied[ after {peels:int} peels]": "phase = 'peel'; tied = tied; peels = peels",
        "a lot decides between {tied:Seats}[ after {peels:int} peels]": "phase = 'lots'; tied = tied; peels = peels",
        "{seat:Seat} starts": "phase = 'start'; turn = seat",
        "{seat:Seat} controls[, {left:int} left][, {challenger:Seat} tries]": (
            "phase = 'challenge'; controller = seat; left = left; turn = challenger"
        ),
        "{seat:Seat} may take the pot": "phase = 'collect'; controller = seat; turn = seat",
        "{seat:Seat} has made the last play": "phase = 'last'; turn = seat",
        "{seat:Seat} has won": "phase = 'over'; turn = seat; winner = seat",
        "{seat:Seat} is next": "turn = seat",
        "nobody controls": "controller = None",
        "before that {seat:Seat} controlled, {left:int} left": "prior = seat; prior_left = left",
        "before that nobody controlled": "prior = None",
        "the top card came late": "hurried = True",
        "{seat:Seat} is locked out": "locked += seat",
        "{seat:Seat} has given up": "retired += seat",
        "{seat:Seat}'s hand is lowest": "lowest = seat",
    }
    FACTS: ClassVar[Facts] = {
        **Scene.FACTS,
        "who controls?": ("controller", None),
        "how many chances are left?": ("chances_left", None),
    }
    QUESTIONS: ClassVar[Questions] = {"pile {pile:AnyCards}[ by {layers:Seats}]": ask_pile, "deck": ask_deck}
    PLACES: ClassVar[Places] = {Lay: {"card": _top}, Misplay: {"card": _top}, Hurry: {"card": _top, "second": _second}}
    GRANTS: ClassVar[Mapping[str, str]] = {
        "wrong_player": "turn",
        "now_over": "end",
        "now_": "phase",
        "wrong_peel": "tied",
        "not_tied": "tied",
        "nothing_to_slap": "pile",
        "no_cards": "some",
        "has_cards": "none",
    }
    PRESUMES: ClassVar[Usual] = {
        "#hands": lambda count: count > FEW,
        "void": lambda match: match is None,
        "ran_out": lambda ran_out: not ran_out,
        "prior": lambda seat: seat is None,
        "left": lambda left: left > 1,
    }
    WHOSE: ClassVar[Mapping[str, str]] = {"left": "controller"}
    WORDS: ClassVar[Mapping[str, str]] = {
        "#hands": "count",
        "some": "count",
        "none": "no_count",
        "controller": "control",
        "turn": "starts",
        "phase": "starts",
        "tops": "top",
    }

    def heard(self, event: object, picks: Picks) -> object:
        """Whose hand of several is lowest, the order of their names does not tell (W-40)."""
        hands = war.slapping(event)
        if len({*hands}) < max(2, len(hands)):
            return event
        lowest = picks.told.get("lowest")
        if lowest not in hands:
            lowest = picks(f"lowest[{1 + sum(part.startswith('lowest[') for part in picks.made)}]", hands)
        hands = (lowest, *(seat for seat in hands if seat != lowest))
        return replace(event, slappers=hands) if isinstance(event, Misplay) else replace(event, seats=hands)

    # how a table can stand

    def position(self, picks: Picks) -> State:
        told, players = picks.told, picks.players
        fresh = start(players, picks.house, picks("dealer", reversed(range(players))))
        if told.get("phase") == "deal":
            return fresh
        is_story = picks.rng is not None
        # who turns up a card seeks the starter
        if not is_story and picks.happens and isinstance(picks.happens[0], Peel):
            picks.made["phase"] = "peel"
        pile, layers = self._pot(picks)
        phases = ("start", "peel", "lots") if is_story else ("start",)
        if "turn" in told:
            phases = ("start",) if is_story else ("open",)
        phase = told.get("phase") if pile else picks("phase", phases)
        if phase is None and "prior" in told and is_story:
            phase = "challenge"
        under = picks.pile("under", (0, 1, 3))
        hands = self._stacks(picks)
        flags = {name: picks(name, (none,)) for name, none in (("hurried", False), ("locked", ()), ("retired", ()))}
        state = replace(fresh, phase=phase or "start", hands=hands, under=under, seq=pile, layers=layers, **flags)
        if phase in ("peel", "lots"):
            groups = [each for count in range(players, 1, -1) for each in combinations(range(players), count)]
            state = replace(state, tied=picks("tied", groups), peels=picks("peels", (0,)))
        elif phase == "over":
            state = replace(state, turn=told["turn"], winner=told["winner"])
        elif not any(state.hands):
            raise Impossible
        else:
            state = self._played(picks, state, phase) if is_story else self._usual(picks, state)
        if (why := war.fault(state)) and (is_story or state.phase != "challenge"):  # a book may leave nobody to try
            raise Impossible(why)
        return state

    @staticmethod
    def _pot(picks: Picks) -> tuple[tuple[AnyCard, ...], tuple[int, ...]]:
        """The pile and who laid each of its cards: from the first on the player on turn, so that it comes to what people told. If they tell who
        starts, there is no pile."""
        told, house, players = picks.told, picks.house, picks.players
        is_played = told.keys() & {"turn", "hurried", "prior"} or told.get("phase") in ("challenge", "collect", "last")
        is_empty = picks.rng is None or told.get("phase") in ("start", "peel", "lots", "over")
        if picks.rng:  # cards that match are as likely as others
            trait = picks("trait", (None, *SHARING))
            picks.pool.sort(key=SHARING.get(trait or "", frozenset()).__contains__)
        pile = picks.pile("pile", (0,) if is_empty else POTS if is_played else (*POTS, 0))
        if "layers" in told:
            if len(told["layers"]) != len(pile):
                raise InputError(
                    f"enter who played each of the {len(pile)} cards in the pot, from bottom to top, or nobody."
                )
            return pile, told["layers"]
        if picks.rng is None or not pile:
            return pile, (0,) * len(pile)
        tables = [laid(house, players, pile, (first,)) for first in range(players)]
        wanted = {name: told[name] for name in ("turn", "controller") if told.get(name) is not None}
        fitting = [each for each in tables if all(getattr(each, name) == seat for name, seat in wanted.items())]
        return pile, picks("layers", [each.layers for each in fitting or tables])

    @staticmethod
    def _stacks(picks: Picks) -> tuple[tuple[AnyCard, ...], ...]:
        """The cards of each player. In a story one player without a told hand has all that are left, unless those are in the pot."""
        told, seats = picks.told, range(picks.players)
        tops = {seat: told.get(f"tops[{seat}]", ()) for seat in seats}
        counts: dict[int, int] = {
            seat: 0 for seat in (*told.get("locked", ()), *told.get("retired", ())) if not tops[seat]
        }
        counts |= {seat: told[f"#hands[{seat}]"] - len(tops[seat]) for seat in seats if f"#hands[{seat}]" in told}
        counts = {seat: count for seat, count in counts.items() if f"hands[{seat}]" not in told}
        untold = [seat for seat in seats if seat not in counts and f"hands[{seat}]" not in told]
        room = len(picks.pool) - sum(counts.values())
        if picks.rng is None:
            each = min(STACK, max(1, room // max(1, len(untold))))
            counts |= {seat: each - len(tops[seat]) for seat in untold}
        elif untold:
            holders: list[int | None] = [seat for seat in untold if f"#hands[{seat}]" not in picks.fixed]
            most = picks("most", holders if {"pile", "under"} <= {*told} and holders else [*holders, None])
            for seat in untold:
                if seat != most:
                    counts[seat] = max(0, picks(f"#hands[{seat}]", SIZES) - len(tops[seat]))
                    room -= counts[seat]
            if most is not None:
                counts[most] = room
                picks.made[f"#hands[{most}]"] = room + len(tops[most])
        return tuple(
            told[f"hands[{seat}]"] if seat not in counts else (*picks.take(max(0, counts[seat])), *tops[seat])
            for seat in seats
        )

    @staticmethod
    def _usual(picks: Picks, state: State) -> State:
        """As an example means it: the first player with cards starts, and a controller has all chances against them."""
        told, holders = picks.told, [seat for seat, hand in enumerate(state.hands) if hand]
        phase, controller = picks("phase", ("open" if "turn" in told else "start",)), told.get("controller")
        turn, left = told.get("turn"), 0
        if phase == "challenge":
            left = told.get("left") or war.control(state.house, state.seq) or 1
            turn = war.next_with_cards(state, war.present(controller)) if turn is None else turn
        turn = (holders or [0])[0] if turn is None else turn
        prior = {"prior": told.get("prior"), "prior_left": told.get("prior_left", 0)}
        return replace(state, phase=phase, turn=turn, controller=controller, left=left, **prior)

    @staticmethod
    def _played(picks: Picks, state: State, phase: str | None) -> State:
        """In the middle of a game: what nobody told follows from the pot and the players who laid it."""
        told, house, pile, players = picks.told, picks.house, state.seq, picks.players
        if not pile:
            turn = picks("turn", range(players))
            is_won = war.alone(state, turn) and not state.hurried  # rule 8
            return take_pot(state, turn) if is_won else replace(state, turn=turn)
        gains = [war.control(house, pile[: place + 1]) for place in range(len(pile))]  # by each of its cards
        match = max((place for place, gained in enumerate(gains) if gained is not None), default=None)
        is_void = "controller" in told and told["controller"] is None
        void = match if is_void else None
        if state.hurried:
            void = len(pile) - 1
        elif match is not None and phase is None and not is_void:
            void = picks("void", (None, None, None, match))
        stand = laid(house, players, pile, state.layers, void)
        if is_void and stand.controller is not None:
            stand = replace(stand, phase="open", **UNCONTROLLED)
        elif stand.phase == "start" and "turn" in told:  # the starter had no more cards
            stand = replace(stand, phase="open")
        if phase is None and "pile" not in told and not is_void:  # more may lie below
            phase = picks("phase", (stand.phase, stand.phase, "challenge", "collect"))
        phase = phase or stand.phase
        controller = told.get("controller")
        if phase in ("challenge", "collect") and controller is None:
            controller = picks("controller", range(players) if stand.controller is None else (stand.controller,))
        known = stand.phase == "challenge" == phase and stand.controller == controller
        state = replace(state, phase=phase, turn=stand.turn, **UNCONTROLLED)
        if phase == "challenge":
            others = [seat for seat in range(players) if seat != controller]
            prior = picks("prior", (stand.prior,) if known else (None, *others))
            prior_left = picks("prior_left", (stand.prior_left,) if known else range(4)) if prior is not None else 0
            is_sure = known and "pile" in told
            most = max((gained or 0) - used for used, gained in enumerate(reversed(gains)))
            if {"pile", "left"} <= {*told} and told["left"] > most:
                raise Impossible(f"{told['left']} left: no card in this pot gives so many chances.")
            left = told.get("left") or (
                stand.left if is_sure else picks("left", (stand.left,) if known else war.CHANCES)
            )
            turn = stand.turn if known else (war.present(controller) + 1) % players
            state = replace(state, turn=turn, controller=controller, left=left, prior=prior, prior_left=prior_left)
        elif phase == "collect":
            state = replace(state, turn=controller, controller=controller)
        elif phase == "open" and stand.phase != "open":
            state = replace(state, turn=(state.layers[-1] + 1) % players)
        if told.get("turn") is not None:
            return replace(state, turn=told["turn"])
        last = state.layers[-1]
        if phase == "open" and war.alone(state, last) and war.slap(house, pile) and picks("last", (True, False)):
            return replace(state, phase="last", turn=last)
        if phase not in war.LAYING or state.hands[state.turn]:
            return state
        following = war.next_with_cards(state, state.turn, but=state.controller)
        if told.keys() & {"phase", "prior"}:
            if following is None:
                raise Impossible
            return replace(state, turn=following)
        is_over = state.turn == last or (phase == "challenge" and picks("ran_out", (False, True)))
        return settle(state) if is_over or following is None else replace(state, turn=following)

    def parts(self, state: State) -> dict[str, object]:
        parts: dict[str, object] = {"dealer": state.dealer}
        if state.phase == "deal":
            return parts | {"phase": "deal"}
        parts |= {f"hands[{seat}]": hand for seat, hand in enumerate(state.hands)}
        parts["under"] = state.under
        parts |= {"pile": state.seq, "layers": state.layers} if state.seq else {}
        parts |= {name: value for name in ("hurried", "locked", "retired") if (value := getattr(state, name))}
        parts |= {name: getattr(state, name) for name in SPOKEN.get(state.phase, ("phase", "turn"))}
        if state.prior is not None:
            parts["prior_left"] = state.prior_left
        if state.phase == "open":
            stand = laid(state.house, len(state.hands), state.seq, state.layers)
            parts |= {} if stand.controller is None else {"controller": None}
        return parts

    # what an example may state, and why

    def facts(self, run: StoryRun[State]) -> dict[str, object]:
        after, event = run.table, run.event
        turn = seat_name(after.turn)
        found: dict[str, object] = {
            "turn": None if after.phase == "over" else turn,
            "phase": after.phase,
            "controller": None if after.controller is None else seat_name(after.controller),
            "chances_left": after.left,
            "center": len(after.under) + len(after.seq),
            "face_down": len(after.under),
            "pile": list(after.seq),
            "slap": bool(war.slap(after.house, after.seq)),
            "starter": turn if after.phase == "start" else None,
            "level": [*map(seat_name, after.tied)],
            "game_over": after.phase == "over",
            "winner": None if after.winner is None else seat_name(after.winner),
        }
        if isinstance(event, (Lay, Hurry)):
            found["takes_control"] = after.controller == event.seat
        if isinstance(event, (Slap, Misplay)):
            found["right_slap"] = self._is_right(run)
        for seat, hand in enumerate(after.hands):
            name = seat_name(seat)
            found |= {
                f"{name} cards": len(hand),
                f"{name} stack": [*hand],
                f"{name} may slap": war.may_slap(after, seat),
            }
        return found

    @staticmethod
    def _is_right(run: StoryRun[State]) -> bool:
        """Whether the pile can be slapped, or could be with the misplayed card (rule 6c, W-37)."""
        house, pile = run.before.house, run.before.seq
        return any(war.slap(house, (*pile, *card)) for card in ((), cards_in(run.event)))

    def cites(self, run: StoryRun[State]) -> tuple[str, ...]:
        return explain(run.before, run.event, run.table)

    def reasons(self, run: StoryRun[State]) -> tuple[Reason, ...]:
        """Why the pile may be slapped or not, and whether a card takes control."""
        before, after, event = run.before, run.table, run.event
        if isinstance(event, (Lay, Hurry)) and after.seq and after.seq != before.seq:
            return judge_pile(after.house, after.seq).reasons
        return judge_pile(before.house, before.seq).reasons[:-1] if isinstance(event, Slap) else ()

    def right(self, run: StoryRun[State]) -> bool | None:
        """Of a misplay, whether somebody was right to slap at it."""
        if not isinstance(run.event, (Slap, Misplay)):
            return None
        return bool(war.slapping(run.event)) and self._is_right(run)

    def follows(self, run: StoryRun[State]) -> Iterator[tuple[Reason | str, ...]]:
        turned_up = run.event.seats if isinstance(run.event, Peel) else ()
        untold = tuple(f"tops[{seat}]" for seat in turned_up if f"#hands[{seat}]" in run.made)
        for ways in follows(run.before, run.event, run.table):
            yield (*ways, *untold)

    def notes(self, run: StoryRun[State]) -> tuple[Reason, ...]:
        """Who has won at a told table before anything happens."""
        winner = run.start.winner
        return () if winner is None else (outcome(self.game.name, "has_won", "8", seat=winner),)

    def granted(self, run: StoryRun[State]) -> str:
        """Once a card has been laid, whose turn it is hangs on the pot; nobody has won where the game goes on."""
        part, event = super().granted(run), run.event
        seat = getattr(event, "seat", None)
        if part in ("some", "none"):
            return f"{part}[{seat}]" if f"#hands[{seat}]" in run.made else ""
        if part == "turn" and seat == run.before.controller:
            return "controller"
        if part in ("turn", "phase") and run.before.seq != run.start.seq:
            return "pile" if run.start.seq or "phase" in run.made else ""
        return "tied" if part and isinstance(event, (Peel, Draw)) else part

    def is_offered(self, state: State, event: object) -> bool:
        hands = war.slapping(event)
        return list(hands) == sorted(hands) and all(war.may_slap(state, seat) for seat in hands)

    # what can be seen

    def on_table(self, state: State) -> tuple[VisibleCards, ...]:
        under = (VisibleCards("under", down=len(state.under)),) if state.under else ()
        return (VisibleCards("pot", state.seq, form="pile"), *under)

    def stands_for(self, state: State, pile: tuple[AnyCard, ...]) -> tuple[str, ...]:
        """Wilds and jokers, as what is under them; `nothing` for a variable that is undefined."""
        return tuple(_counted(card, values) for card, values in zip(pile, war.resolve(state.house, pile), strict=True))


def _counted(card: AnyCard, values: tuple[str | None, ...] | None) -> str:
    """What a wild counts as, `red 3`; `no color` where nothing natural is under it. "" for what is printed."""
    printed = war.PRINTED[card] if isinstance(card, Card) else war.NOTHING
    if values == printed:
        return ""
    known = values or war.NOTHING
    changed = [value for value, own in zip(known, printed, strict=True) if value and value != own]
    lacking = [variable for variable, value in zip(VARIABLES, known, strict=True) if not value]
    return " ".join(changed) or ("nothing" if len(lacking) == len(VARIABLES) else f"no {' or '.join(lacking)}")


# ---------------------------------------------------------------- what a pot says of the table


@lru_cache(maxsize=4096)
def laid(
    house: House, players: int, pile: tuple[AnyCard, ...], layers: tuple[int, ...], void: int | None = None
) -> State:
    """The table after a pile was laid by these players, who all have cards left; if `layers` names only the first, each laid when it
    was their turn. The card at `void` took no control, or lost it at once (rules 6a and 6e)."""
    spare = (pile[0], pile[0])
    state = replace(start(players, house), phase="start", turn=layers[0], hands=(spare,) * players)
    for place, card in enumerate(pile):
        seat = layers[place] if len(layers) == len(pile) else state.turn
        is_burying = war.may_bury(state, seat) and state.prior_left > 0
        if state.phase == "collect" or (seat == state.controller and not is_burying):
            state = replace(state, phase="open", turn=seat, **UNCONTROLLED)
        elif seat != state.turn and not is_burying:  # the player on turn had no more cards
            state = replace(state, phase="open" if state.phase == "start" else state.phase, turn=seat)
        hands = (*state.hands[:seat], (pile[0], card), *state.hands[seat + 1 :])
        state = replace(lay(replace(state, hands=hands), seat, hurried=place == void), hands=(spare,) * players)
    return state
