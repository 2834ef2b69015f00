"""Six Suit, possible tables: what people can tell and ask of one, why a row is a Six Suit, and what an event leads to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby
from typing import Any, ClassVar, cast

from tt_print.deck import FULL, Card
from tt_print.engine.notation import intern_card, seat_name
from tt_print.engine.reasons import Reason, Verdict, change_of_cards, end_of_game, outcome
from tt_print.engine.scenes import Places, Questions, Scene, StoryRun, Usual, VisibleCards
from tt_print.engine.standing import Groups, first_player
from tt_print.engine.told import Impossible, Picks, Told
from tt_print.errors import InputError, NotationError, join_words
from tt_print.games.six_suit import facts
from tt_print.games.six_suit.facts import (
    Answer,
    Discard,
    Draw,
    Forfeit,
    Lay,
    Shuffle,
    State,
    Treaty,
    VetoCard,
    VetoPlacement,
)
from tt_print.games.six_suit.rows import (
    BITS,
    MASKS,
    NAME,
    ROW,
    Cards,
    because,
    common,
    eliminated_by,
    explain_cover,
    explain_row,
    illegal_cover_reason,
    matches,
    single_covers,
    tally,
)
from tt_print.games.six_suit.rules import STRANGERS, asks, go_on, open_owners, start, turn_events
from tt_print.games.six_suit.score import end_game, has_treaty_line, holders, places, remove
from tt_print.records import replace

TRIES = 12  # rows that are looked at for one that is far from a Six Suit
Known = dict[str, dict[Any, Any]]  # parts by the seat or the card in their brackets
RULES: dict[type, tuple[str, ...]] = {Draw: ("1",), Discard: ("1",), Shuffle: ("7",), Treaty: ("6",), Forfeit: ("6",)}
NEXT = {"shuffle": ("shuffle", "7"), "turn": ("lays", "1"), "draw": ("turn", "1")}  # what the player on turn does


# ---------------------------------------------------------------- questions


def ask_row(state: State, cards: Cards) -> Verdict:
    """Whether six cards are a Six Suit, by which values, and what single covers would make them one."""
    if len(cards) != ROW:
        raise InputError(f"a row is {ROW} cards face up, not {len(cards)}.")
    house, mix = state.house, state.house["wild_mix"]
    by, covers = eliminated_by(cards, mix), single_covers(cards, mix)
    found = {"eliminated": bool(by), "by": list(by), "covers": len(covers)}
    found |= {f"cover {index + 1}": list(values) for index, values in covers.items()}
    reasons = explain_row(cards, mix)
    if by and (rounds := house["free_rounds"]):
        reasons.append(because(f"free_{house['free_time_check']}", "2", rulings=("S-4", "S-5"), rounds=rounds))
    return Verdict(NAME, bool(by), found, tuple(reasons), house, ("object",))


def ask_cover(state: State, card: Card, on: Card) -> Verdict:
    """Whether a cover is legal, no matter whose card it is, and the variables that match."""
    house, found = state.house, {"legal": True, "matches": [*matches(card, on)]}
    if (against := illegal_cover_reason(card, on)) is not None:
        found |= {"legal": False, "because": against.key.replace("_", " ")}
        return Verdict(NAME, False, found, (against,), house)
    reasons = [explain_cover(card, on)]
    if rounds := house["free_rounds"]:
        key = f"lay_{house['free_time_help']}"
        reasons.append(because(key, "2", rulings=("S-4", "S-6", "S-7"), rounds=rounds))
    return Verdict(NAME, True, found, tuple(reasons), house)


def ask_sixth(state: State, cards: Cards) -> Verdict:
    """How many cards would make a Six Suit of these five."""
    if len(cards) != ROW - 1:
        raise InputError(f"a sixth card joins {ROW - 1} others, not {len(cards)}.")
    rest = [card for card in FULL if card not in cards]
    out = sum(common((*cards, card), state.house["wild_mix"]) > 0 for card in rest)
    found = {"always_eliminated": out == len(rest), "eliminated_by": out}
    return Verdict(NAME, out == len(rest), found, (), state.house, ("3", "5"))


def ask_covers(state: State, card: Card) -> Verdict:
    """How many cards may cover this one, and in how many variables they match it."""
    alike = [len(matches(other, card)) for other in FULL if other != card]
    found = {"count": sum(map(bool, alike)), "alike_in_at_most": max(alike)}
    return Verdict(NAME, None, found, (), state.house, ("2", "4"))


def _facts(state: State) -> dict[str, object]:
    """What an example may state of a table."""
    over = state.phase == "over"
    found: dict[str, object] = {
        "turn": seat_name(state.turn) if state.phase in ("draw", "turn") else None,
        "free_time": facts.free_time(state),
        "asked": seat_name(facts.owner_of(state, state.on)) if state.phase == "veto" else None,
        "shuffle": state.phase == "shuffle",
        "dealt_again": state.phase == "deal",
        "game_over": over,
        "draw_pile": len(state.draw),
        "center": len(state.garbage),
        "center_top": str(state.garbage[-1]) if state.garbage else None,
        "winner": [*map(seat_name, state.winners)],
        "places": ["=".join(map(seat_name, group)) for group in places(state)] if over else [],
        "deals_next": None if state.following is None else seat_name(state.following),
    }
    for seat, hand in enumerate(state.hands):
        name = seat_name(seat)
        found |= {
            f"{name} in": seat in state.living,
            f"{name} hand": len(hand),
            f"{name} row": [*map(str, facts.face_up_cards(state, seat))],
        }
    return found


def _covered(state: State, lay: Lay) -> Cards:
    """Where the card that is covered may lie: of an untold row where the lay decides most."""
    tops = facts.face_up_cards(state, lay.owner)
    if lay.on in tops:
        return tops
    mix = state.house["wild_mix"]
    deciding = (top for top in tops if common((lay.card, *(other for other in tops if other != top)), mix))
    return (*tops, *(2 * ROW * (*deciding,)))


# ---------------------------------------------------------------- the table


class Table(Scene[State]):
    """Ann is on turn and has drawn; the last player dealt. Unless a turn is named the free time is over."""

    PHRASES: ClassVar[Mapping[str, str]] = {
        "free time is over": "number = 0",
        "turn {number:int}": "number = number",
        "{seat:Seat} has had {count:int} turn[s]": "taken[seat] = count",
        "{seat:Seat} shows {cards:Cards}": "row[seat] = cards",
        "under {top:Card} lie {cards:Cards}": "under[top] = cards",
        "{seat:Seat} holds {cards:Cards}": "hands[seat] = cards",
        "{seat:Seat} went out with {other:Seat}[ by {values:Values}]": "out[seat] = (); out[seat] = values; with[seat] = other",
        "{seat:Seat} is out[ by {values:Values}]": "out[seat] = (); out[seat] = values",
        "center {cards:Cards}": "center = cards",
        "draw pile {cards:Cards}": "draw = cards",
        "{parties:Seats} have a treaty": "treaties += parties",
        "nobody has a treaty": "treaties = ()",
        "{card:Card} is barred from {tops:Cards}": "barred[card] = tops",
        "{seat:Seat} dealt": "dealer = seat",
        "{seat:Seat} is next": "turn = seat; phase = 'draw'",
        "{seat:Seat} has drawn": "turn = seat; phase = 'turn'",
        "{seat:Seat} asks to lay {card:Card} on {owner:Seat}'s {on:Card}": (
            "turn = seat; phase = 'veto'; card = card; owner = owner; on = on"
        ),
        "{seat:Seat} is to deal": "dealer = seat; phase = 'deal'",
        "{winners:Seats} won": "winners = winners; phase = 'over'",
        "nobody won": "winners = (); phase = 'over'",
        "the last turn was {seat:Seat}'s": "turn = seat",
        "{seat:Seat} deals next": "following = seat",
    }
    QUESTIONS: ClassVar[Questions] = {
        "row {cards:Cards}": ask_row,
        "any sixth card with {cards:Cards}": ask_sixth,
        "lay {card:Card} on {on:Card}": ask_cover,
        "covers of {card:Card}": ask_covers,
        "look": lambda state: Verdict(NAME, None, _facts(state), (), state.house, ("players", "2")),
    }
    PLACES: ClassVar[Places] = {
        Lay: {"card": lambda state, event: state.hands[event.seat], "on": _covered},
        Discard: {"card": lambda state, event: state.hands[event.seat]},
    }
    CHANCE: ClassVar[tuple[type, ...]] = (Shuffle,)
    GRANTS: ClassVar[Mapping[str, str]] = {
        "wrong_player": "turn",
        "now_draw": "phase",
        "now_turn": "phase",
        "now_veto": "phase",
        "no_treaty": "treaties",
    }
    ASIDE: ClassVar[tuple[type, ...]] = (Treaty, Forfeit)
    PRESUMES: ClassVar[Usual] = {"number": lambda number: number == 0, "near": lambda is_near: not is_near}
    WORDS: ClassVar[Mapping[str, str]] = {
        "number": "free_time",
        "moment": "free_time",
        "phase": "asking",
        "treaties": "treaty",
        "near": "row",
        "hands": "hand",
    }
    SPOKEN_OF: ClassVar[tuple[str, ...]] = ("card", "on", "barred")
    SETUP_RULES: ClassVar[tuple[str, ...]] = ("deck", "players", "setup")

    # how a table can stand

    def tell(self, phrases: Iterable[tuple[str, str, Mapping[str, object], object]]) -> Told:
        """A player who has drawn was next, in either order of the two phrases."""
        said = [*phrases]
        drawn = [values for _, name, values, _ in said if name == "has drawn"]
        return super().tell(each for each in said if each[1] != "is next" or each[2] not in drawn)

    def prepare(self, told: Told) -> None:
        """Where somebody vetoes, nobody takes it for granted that free time is over, and the first player who does was asked. If nobody
        said how many play, there are three for a veto or a treaty, and always two who are still in.
        """
        parts, happens, known = told.parts, told.happens, _by_index(told.parts)
        if parts.get("phase") == "veto" or known["barred"] or any(isinstance(each, Answer) for each in happens):
            parts["veto"] = True
        if happens and isinstance(happens[0], Answer):
            parts.setdefault("owner", happens[0].seat)
        if not told.is_counted:
            is_talk = any(isinstance(each, Treaty | Forfeit) for each in happens)
            needed = STRANGERS if is_talk or {"veto", "treaties"} & {*parts} else 2
            gone = 0 if parts.get("phase") in ("over", "deal") else len(known["out"])
            told.players = max(told.players, needed, gone + 2)

    def position(self, picks: Picks) -> State:
        told, players, known = picks.told, picks.players, _by_index(picks.told)
        out = _groups(known["out"], known["with"])
        living = tuple(seat for seat in range(players) if seat not in known["out"])
        state = start(players, picks.house, picks("dealer", range(players - 1, -1, -1)))
        if told.get("phase") == "deal" and not out and not known["row"]:
            return state
        holding = [seat for seat, hand in known["hands"].items() if len(hand) > 1]  # they have drawn
        turn = picks("turn", holding or living or range(players))
        taken, by = _turn_counts(picks, known, turn), tuple(known["out"][seat] for seat in chain(*out))
        state = replace(state, turn=turn, living=living, taken=taken, out=out, by=by)
        may_ask = turn in living and any(asks(state, owner) for owner in open_owners(state))
        phases = ("turn",) if turn in holding else ("turn", "draw", "veto") if may_ask else ("turn", "draw")
        phase = picks("phase", phases)
        if turn not in living and phase not in ("over", "deal"):
            raise InputError(f"{seat_name(turn)} is out, so it cannot be {seat_name(turn)}'s turn.")
        rows = _rows(picks, known, state)
        hands = _hands(picks, known, replace(state, phase=phase))
        up, center, draw = _piles(picks, known["under"], rows)
        next_phase = "shuffle" if phase == "draw" and not draw else phase
        state = replace(state, phase=next_phase, up=up, hands=hands, garbage=center, draw=draw)
        barred = tuple((card, top) for card, tops in known["barred"].items() for top in tops)
        state = replace(state, barred=barred, treaties=_treaties(picks, living))
        state = replace(state, winners=picks("winners", ((),)), following=picks("following", (None,)))
        if phase == "veto":
            lay = self._asked(picks, replace(state, phase="turn"))
            return replace(state, card=lay.card, on=lay.on)
        if phase in ("over", "deal"):
            return state
        if len({facts.side(picks.house, seat) for seat in living}) < 2:
            return end_game(state)
        overlooked = picks("overlooked", (holders(state, known["row"]),))
        after = remove(state, overlooked)  # a Six Suit counts as soon as anybody notices it (S-24)
        return go_on(after) if turn in overlooked else after

    def _asked(self, picks: Picks, state: State) -> Lay:
        """What waits for a veto: as told, or any card that may be laid on another's row (rule 2, S-7)."""
        if "card" not in picks.told:
            owners = ({picks.told["owner"]} if "owner" in picks.told else {*state.living}) - {state.turn}
            lays = (each for each in turn_events(state) if isinstance(each, Lay) and each.owner in owners)
            return picks("asked", lays)
        lay = Lay(state.turn, picks.told["card"], picks.told["owner"], picks.told["on"])
        refused, name = self.game.illegal_reason(state, lay), seat_name(lay.seat)
        if refused is not None:
            raise InputError(f"{name} cannot ask that: {refused.text}")
        if not asks(state, lay.owner):
            raise InputError(f"nobody has to agree when {name} plays that card, so nobody can veto it.")
        return lay

    def parts(self, state: State) -> dict[str, object]:
        parts: dict[str, object] = {f"out[{seat}]": by for seat, by in zip(chain(*state.out), state.by, strict=True)}
        parts |= {f"with[{seat}]": group[0] for group in state.out for seat in group[1:]}
        parts |= {"dealer": state.dealer, "phase": "draw" if state.phase == "shuffle" else state.phase}
        if state.phase == "deal" and not state.out:
            return parts
        taken = {f"taken[{seat}]": count for seat, count in enumerate(state.taken)}
        parts |= {"turn": state.turn} | (taken if any(state.taken) else {"number": 1})
        for seat in state.living:
            parts |= {f"row[{seat}]": facts.face_up_cards(state, seat), f"hands[{seat}]": state.hands[seat]}
            parts |= {f"under[{pile[-1]}]": pile[:-1] for pile in state.up[seat] if len(pile) > 1}
        parts |= {"draw": state.draw} | ({"center": state.garbage} if state.garbage else {})
        if state.treaties or (
            state.house["treaties"] == "recorded" and facts.side_count(state.house, len(state.up)) > 2
        ):
            parts["treaties"] = state.treaties
        for card, pairs in groupby(state.barred, key=lambda pair: pair[0]):
            parts[f"barred[{card}]"] = tuple(top for _, top in pairs)
        if state.phase == "veto":
            parts |= {"card": state.card, "owner": facts.owner_of(state, state.on), "on": state.on}
        parts |= {"winners": state.winners} if state.phase == "over" else {}
        return parts | ({} if state.following is None else {"following": state.following})

    # what an answer says of a table

    def facts(self, run: StoryRun[State]) -> dict[str, object]:
        return _facts(run.table)

    def deal_sizes(self, state: State, count: int) -> Verdict:
        """How many cards go where; teams may not fit so many players (S-15)."""
        verdict = super().deal_sizes(state, count)
        if not verdict.yes:
            return verdict
        house, dealer = state.house, min(state.dealer, count - 1)
        more = {
            "begins": seat_name(first_player(house, range(count), count, dealer)),
            "each_shows": ROW,
            "jokers": house["jokers"],
            "treaty_line": has_treaty_line(house, count),
            "cards": len(FULL),
        }
        rules = ("6",) if house["treaties"] == "recorded" else ()
        return replace(verdict, facts={**verdict.facts, **more}, cites=(*verdict.cites, *rules))

    def cites(self, run: StoryRun[State]) -> tuple[str, ...]:
        event, before, after = run.event, run.before, run.table
        rules = explain_cover(event.card, event.on).rules if isinstance(event, Lay) else RULES.get(type(event), ("2",))
        if after.out != before.out or after.phase == "deal":
            rules = (*rules, "5")
        return (*rules, "object") if after.phase == "over" else rules

    def reasons(self, run: StoryRun[State]) -> tuple[Reason, ...]:
        """What makes a cover legal, and the treaty that it may break (S-16); a shuffle that nobody told of."""
        lay, state = run.event, run.before
        if isinstance(lay, Draw) and run.index == 0 and run.start.phase == "shuffle":
            return (because("first_shuffle", "7", rulings=("S-14",)),)
        if not isinstance(lay, Lay):
            return ()
        found = [explain_cover(lay.card, lay.on)]
        key = "only_talk" if state.house["treaties"] == "off" else "may_break"
        for parties in state.treaties if lay.owner != lay.seat else ():
            if {lay.seat, lay.owner} <= {*parties}:
                names = tuple(map(seat_name, parties))
                found.append(because(key, "6", rulings=("S-16",), parties=names, seat=seat_name(lay.seat)))
        return tuple(found)

    def notes(self, run: StoryRun[State]) -> tuple[Reason, ...]:
        """Players who are out before the story begins: the told table shows their Six Suit (S-24)."""
        start, overlooked = run.start, run.made.get("overlooked", ())
        out = len(start.by) - len(overlooked)
        before = replace(start, out=start.out[:-1], by=start.by[:out]) if overlooked else start
        return tuple(replace(ways[0], rulings=("S-24",)) for ways in _leaving(before, start))

    def follows(self, run: StoryRun[State]) -> Iterator[tuple[Reason | str, ...]]:
        """What was done, who is out by it, whose word or turn it is, who has won."""
        before, event, after = run.before, run.event, run.table
        yield from _deed(before, event, after)
        if facts.free_time(before) and before.taken != after.taken and not facts.free_time(after):
            yield (outcome(NAME, "free_time_ends", "2"),)
        yield from _leaving(before, after)
        decides = ("turn",) if isinstance(event, Treaty | Forfeit) else _deciding_rows(before, event, after)
        for reason in _next(after):
            yield reason, *decides

    def on_table(self, state: State) -> tuple[VisibleCards, ...]:
        return tuple(VisibleCards("row", facts.face_up_cards(state, seat), owner=seat) for seat in state.living)


# ---------------------------------------------------------------- parts


def _by_index(told: Mapping[str, object]) -> Known:
    """The told parts that have a seat or a card in brackets, such as `hands[0]` and `under[RC1]`: first by their names."""
    known: Known = defaultdict(dict)
    for name, value in told.items():
        part, _, index = name.rstrip("]").partition("[")
        if index:
            known[part][int(index) if index.isdigit() else intern_card(index)] = value
    return known


def _groups(gone: Iterable[int], together: Mapping[int, int]) -> Groups:
    """Who went out at the same moment, in the order in which they are named."""
    groups: dict[int, list[int]] = {}
    for seat in sorted(gone, key=lambda seat: seat in together):
        groups.setdefault(together.get(seat, seat), []).append(seat)
    return tuple(map(tuple, groups.values()))


def _turn_counts(picks: Picks, known: Known, turn: int) -> tuple[int, ...]:
    """How many turns each has finished: as counted, or by the number of the turn, of which 0 is any after free time."""
    told, seats, free = picks.told, range(picks.players), picks.house["free_rounds"] * picks.players
    if known["taken"]:
        most = max(known["taken"].values())
        likely = (0,) if picks.rng is None else range(max(0, most - 1), most + 2)
        return tuple(picks(f"taken[{seat}]", range(most + 1) if seat in known["out"] else likely) for seat in seats)
    is_free = told.get("phase") == "veto" or known["barred"]
    numbers = (range(1, free + 1) or (0,)) if is_free else (0, 0, *range(1, free + 1))
    number = picks("moment" if "veto" in told and "number" not in told else "number", numbers) or free + 1
    turns = [other % picks.players for other in range(turn + 1 - number, turn)]
    return tuple(map(turns.count, seats))


def _rows(picks: Picks, known: Known, state: State) -> dict[int, list[Card]]:
    """Six up cards for each, among them those of a veto and those on top of other told cards."""
    rows: dict[int, list[Card]] = {seat: [*known["row"].get(seat, ())] for seat in state.living}
    for seat, row in rows.items():
        if row and len(row) != ROW:
            raise NotationError(f"{seat_name(seat)} shows {ROW} cards, not {len(row)}.")
    untold = [seat for seat, row in rows.items() if not row]
    others = [seat for seat in untold if seat != state.turn]
    lying = [([picks.told["on"]], [picks.told["owner"]])] if "on" in picks.told else []
    lying += [([*tops], others) for tops in known["barred"].values()]
    lying += [([top], untold) for top in known["under"]]
    placed = {*chain(*rows.values(), *known["hands"].values())}
    for cards, seats in lying:
        left = [card for card in cards if card not in placed]
        while left and (free := [seat for seat in seats if seat in untold and len(rows[seat]) < ROW]):
            row = rows[picks(f"owner[{left[0]}]", free)]
            room = ROW - len(row)
            row += left[:room]
            placed |= {*left[:room]}
            left = left[room:]
    picks.pool = [card for card in picks.pool if card not in placed]
    for seat in untold:
        _shape(picks, rows[seat], picks(f"near[{seat}]", (False, True)), facts.free_time(state))
        rows[seat] += picks.pile(f"row[{seat}]", (ROW - len(rows[seat]),))
    return rows


def _hands(picks: Picks, known: Known, state: State) -> tuple[Cards, ...]:
    """A card for each, and another for the player who has drawn: those of a veto, if no phrase gives that hand."""
    hands: list[Cards] = []
    for seat in range(picks.players):
        has_drawn = seat == state.turn and state.phase in ("turn", "veto")
        size, hand = (seat in state.living) + has_drawn, [*known["hands"].get(seat, ())]
        asked = [picks.told["card"]] if "card" in picks.told else []
        for card in (*asked, *known["barred"]) if has_drawn else ():
            if len(hand) < size and card not in hand and (card in asked or card in picks.pool):
                hand.append(card)
        picks.pool = [card for card in picks.pool if card not in hand]
        missing = max(0, size - len(hand))
        more = picks.take(missing) if seat in known["hands"] else picks.pile(f"hands[{seat}]", (missing,))
        hands.append((*hand, *more))
    return tuple(hands)


def _piles(
    picks: Picks, told: Mapping[Card, Cards], rows: dict[int, list[Card]]
) -> tuple[tuple[tuple[Cards, ...], ...], Cards, Cards]:
    """The rows with the cards under them, the center, and the draw pile. Where nobody told of any, some cards lie under others and in
    the center; cards without any place are the bottom of the center.
    """
    under = {top: [*told.get(top, ())] for top in chain(*rows.values())}
    untold = [top for top in under if top not in told]
    few = 0 if "draw" in picks.told else len(picks.pool) // 4
    some = (0, min(few, 1), few // 3, few)
    for index, card in enumerate(picks.take(picks("#under", some))):
        under[untold[index % len(untold)]].append(card)
    up = tuple(tuple((*under[top], top) for top in rows.get(seat, ())) for seat in range(picks.players))
    if "draw" in picks.told:
        return up, (*picks.rest("bottom"), *picks.told.get("center", ())), picks.told["draw"]
    return up, picks.pile("center", some), picks.rest("draw")


def _treaties(picks: Picks, living: Sequence[int]) -> Groups:
    """None, or one of all who are in (rule 6, S-16)."""
    house = picks.house
    if "treaties" in picks.told and facts.side_count(house, picks.players) < STRANGERS:
        raise InputError("a treaty needs three sides or more (rule 6, ruling S-16).")
    is_possible = house["treaties"] == "recorded" and len({facts.side(house, seat) for seat in living}) >= STRANGERS
    return picks("treaties", ((), (tuple(living),)) if is_possible else ((),))


def _shape(picks: Picks, row: Sequence[Card], is_near: bool, is_free: bool) -> None:
    """Puts the next cards so that with them this row is one card away from a Six Suit (in free time it may be one), or farther."""
    rng, mix, missing = picks.rng, picks.house["wild_mix"], ROW - len(row)
    if rng is None or not missing:
        return
    if is_near:
        one, other = rng.sample([*BITS.values()], 2)
        masks: Mapping[Any, int] = MASKS[mix]
        alike = sorted((card for card in picks.pool if masks[card] & one), key=lambda card: not masks[card] & other)
        nearest = alike[: missing if is_free else missing - 1]
        picks.pool = [*(card for card in picks.pool if card not in nearest), *nearest]
        return
    for _ in range(TRIES):
        nexts = cast(list[Card], picks.pool[-missing:])
        if max(tally((*row, *nexts), mix)) < ROW - 1:
            return
        picks.pool.sort(key=lambda card: rng.random())
    raise Impossible


# ---------------------------------------------------------------- what follows


def _deed(before: State, event: object, after: State) -> Iterator[tuple[Reason, ...]]:
    match event:
        case Draw():
            held = len(after.hands[event.seat])
            yield (change_of_cards(NAME, "draws", event.seat, held - 1, held, "1"),)
        case Lay() if after.phase == "veto":
            yield (outcome(NAME, "asked", "2", seat=event.owner, other=event.seat),)
        case VetoCard():
            yield (
                outcome(NAME, "card_barred", "2", cards=facts.waiting(before)[:1], seat=before.turn, other=event.seat),
            )
        case VetoPlacement():
            yield (outcome(NAME, "place_barred", "2", cards=facts.waiting(before), seat=before.turn),)
        case Treaty():
            key = "bound" if after.house["treaties"] == "recorded" else "promised"
            yield (outcome(NAME, key, "6", seats=event.parties),)


def _leaving(before: State, after: State) -> Iterator[tuple[Reason, ...]]:
    """Who went out between two states, and by what."""
    seats, by = chain(*after.out[len(before.out) :]), after.by[len(before.by) :]
    for seat, values in zip(seats, by, strict=True):
        if values:
            yield outcome(NAME, "six_suit", "5", seat=seat, values=values), outcome(NAME, "out", "5", seats=(seat,))
        yield (outcome(NAME, "leaves", "5" if values else "6", seat=seat),)


def _deciding_rows(before: State, event: object, after: State) -> tuple[str, ...]:
    """The parts that decide who is out after this event: rows of players (rule 5, S-5, S-12)."""
    seats = [event.owner] if isinstance(event, Lay) else []
    if facts.free_time(before):
        seats = [seat for seat in before.living if facts.exposed(replace(before, taken=after.taken), seat)]
    return tuple(f"row[{seat}]" for seat in seats) if after.taken != before.taken else ()


def _next(after: State) -> Iterator[Reason]:
    if after.phase in NEXT:
        yield outcome(NAME, *NEXT[after.phase], seat=after.turn)
    elif after.phase == "deal":
        yield outcome(NAME, "again", "5")
    elif after.phase == "over":
        yield end_of_game(NAME, after.winners, "object")
        order = tuple(join_words(map(seat_name, group), "and") for group in places(after))
        yield outcome(NAME, "places", places=order)
        if after.following is not None:
            yield outcome(NAME, "deals", seat=after.following)
