"""The war games, judge: may this pile be slapped, does its top card take control, why (not); and what an event leads to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from typing import Any

from tt_print.deck import DECKS, VARIABLES, AnyCard, Joker
from tt_print.engine.house import House
from tt_print.engine.reasons import Reason, Verdict, change_of_cards, end_of_game, outcome
from tt_print.games.war import facts as war
from tt_print.games.war.facts import Collect, Hurry, Lay, Misplay, Peel, Retire, Slap, State
from tt_print.games.war.rules import chance_steps
from tt_print.records import replace

Pile = tuple[AnyCard, ...]
PileValues = list[war.Values | None]  # what the cards of a pile stand for
AMOUNTS = ("nothing", "one trait", "two traits", "three traits")  # how many variables cards share
NEAREST = 4  # so many cards are named that would have made a yes


def judge_pile(house: House, pile: Pile) -> Verdict:
    """May it be slapped, and does its top card take control? An example may state each of the facts."""
    values = war.resolve(house, pile)
    found = war.slap(house, pile)
    gained = war.control(house, pile)
    facts: dict[str, object] = {
        "slap": bool(found),
        "slap_reasons": list(found),
        "control": gained is not None,
        "chances": gained,
        "resolved": [list(value or war.NOTHING) for value in values],
        "defined": war.is_defined(house, pile),
        "matches": frozenset(war.match(values[-1], values[-2]) if len(pile) > 1 else ()),
        "slap_by": [name.replace("_", " ") for name in found],
    }
    for index, variable in enumerate(VARIABLES):
        facts[f"{variable}s"] = [value and value[index] for value in values]
    why = [_why_slap(house, pile, values, name) for name in found] or [_why_no_slap(house, pile, values)]
    how = _why_control(house, pile, values, gained) if gained else _why_no_control(house, pile, values)
    return Verdict(house.game, bool(found), facts, (*why, how), house)


# ---------------------------------------------------------------- slaps


def _why_slap(house: House, pile: Pile, values: PileValues, name: str) -> Reason:
    if name == "joker":
        return war.because(house, "slap_joker", "2c W-4", cards=pile[-1:])
    variant = war.variant_of(house)
    count = next(cards for cards, _, reason in variant.slaps if reason == name)
    agree, compared = war.same(values, count), pile[-count:]
    numbers = cite(variant.slap_cites, compared, values[-count:])
    return war.because(house, name, numbers, variables=agree, cards=compared, same=_words(values[-1], agree))


def _why_no_slap(house: House, pile: Pile, values: PileValues) -> Reason:
    variant = war.variant_of(house)
    if type(pile[-1]) is Joker and war.joker_slap(house, pile) is not None:
        return war.because(house, f"no_joker_{house['joker_slap']}", "2c W-4", cards=pile[-1:])
    if len(pile) == 1:
        return war.because(house, "no_slap_1", variant.slap_cites[""])
    most = variant.slaps[-1][0]  # as many cards as can matter
    compared = pile[-most:]
    key, numbers = f"no_slap_{len(compared)}", cite(variant.slap_cites, compared, values[-most:])
    words: dict[str, Any] = {f"on_{cards}": AMOUNTS[len(war.same(values, cards))] for cards, _, _ in variant.slaps}
    if len(compared) == 3 == most:
        below, last = war.match(values[-2], values[-3]), war.match(values[-1], values[-2])
        if below and last:
            key, words = "no_slap_apart", words | {"below": _words(values[-2], below), "last": _words(values[-1], last)}
    nearest = _nearest(house, pile, lambda changed: bool(war.slap(house, changed)))
    return war.because(house, key, numbers, cards=compared, instead=nearest, **words)


# ---------------------------------------------------------------- control


def _why_control(house: House, pile: Pile, values: PileValues, gained: int) -> Reason:
    below, top = values[-2], values[-1] or war.NOTHING
    agree, variant = war.match(top, below), war.variant_of(house)
    pairs = tuple(f"{_as(pile[-1], top, v)} on {_value(below, v)}" for v in variant.controlling if v in agree)
    kinds = ("gained",) if top[2] else ("gained", "undefined number")
    numbers = cite(variant.control_cites, pile[-2:], values[-2:], *kinds)
    how = {"pairs": pairs, "chances": gained, "number": _value(top, "number")}
    key = "control" if top[2] else "control_undefined"
    return war.because(house, key, numbers, variables=agree, cards=pile[-2:], **how)


def _why_no_control(house: House, pile: Pile, values: PileValues) -> Reason:
    if len(pile) == 1:
        return war.because(house, "no_control_1", "1b 1c")
    variant = war.variant_of(house)
    if type(pile[-1]) is Joker and house.get("joker_control") == "none":
        return war.because(house, "no_control_joker", f"{variant.control_cites['refused']} W-5", cards=pile[-1:])
    agree = war.match(values[-1], values[-2])
    key, how = variant.no_control_key(values[-2], agree), {"variables": agree, "count": AMOUNTS[len(agree)]}
    numbers = cite(variant.control_cites, pile[-2:], values[-2:], "refused")
    nearest = _nearest(house, pile, lambda changed: war.control(house, changed) is not None)
    return war.because(house, key, numbers, cards=pile[-2:], instead=nearest, **how)


# ---------------------------------------------------------------- words


def _nearest(house: House, pile: Pile, fits: Callable[[Pile], bool]) -> tuple[AnyCard, ...]:
    """Cards that on top would have made a yes, those nearest to the real one: with the fewest variables changed."""
    for cards in _by_distance(war.variant_of(house).deck, pile[-1]):
        fitting = (card for card in cards if card not in pile and fits((*pile[:-1], card)))
        if found := tuple(islice(fitting, NEAREST)):
            return found
    return ()


@cache
def _by_distance(deck: str, top: AnyCard) -> tuple[tuple[AnyCard, ...], ...]:
    """The cards of a deck by how many variables differ from those of `top`: none, one, two, three."""
    found: list[list[AnyCard]] = [[], [], [], []]
    for card in DECKS[deck]:
        found[sum(one != other for one, other in zip(war.PRINTED[card], war.PRINTED[top], strict=True))].append(card)
    return tuple(map(tuple, found))


def cite(cites: war.Cites, compared: Pile, values: PileValues, *kinds: str) -> str:
    """The rules and rulings of `kinds` and of what is among these cards: jokers, wilds (as jokers are), and what no
    card below defines."""
    found = {
        "": True,
        "jokers": any(type(card) is Joker for card in compared),
        "wilds": any(isinstance(card, Joker) or card.wilds for card in compared),
        "undefined": any(each is None or None in each for each in values),
        **dict.fromkeys(kinds, True),
    }
    return " ".join(numbers for kind, numbers in cites.items() if found.get(kind))


def _value(values: war.Values | None, variable: str) -> str:
    """What a card stands for in one variable; a wild with nothing natural under it is its own symbol."""
    index = VARIABLES.index(variable)
    return (values[index] if values else None) or war.WILDS[index]


def _as(card: AnyCard, values: war.Values, variable: str) -> str:
    """`red`, or `black as red`."""
    index = VARIABLES.index(variable)
    printed = war.PRINTED[card][index]
    return f"{printed}" if values[index] in (printed, None) else f"{printed} as {values[index]}"


def _words(values: war.Values | None, variables: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(_value(values, v) for v in variables)


# ---------------------------------------------------------------- what follows

Ways = tuple[Reason | str, ...]  # of saying one thing, the most exact first
NEXT = {"start": ("starts", "1a"), "open": ("turn", "2a"), "collect": ("collects", "3a"), "last": ("wins_unless", "8")}


def follows(before: State, event: object, after: State) -> Iterator[Ways]:
    """Who takes and gives how many cards, who may not slap, then control, the next pile, or the end."""
    if isinstance(event, Misplay) and war.is_buried_chance(before, event):
        for step, was, now in chance_steps(before, event):
            yield from follows(was, step, now)
        return
    game = before.house.game
    if isinstance(event, Misplay):
        yield (outcome(game, "wrong_card", "6b", seat=event.seat),)
    yield from _changes(before, event, after)
    if isinstance(event, (Lay, Misplay)) and war.may_bury(before, event.seat):
        yield (outcome(game, "buried", "6a", seat=event.seat),)
    freed = tuple(seat for seat in before.locked if seat not in after.locked and not after.hands[seat])
    if freed and after.phase != "over":
        yield (outcome(game, "freed", "7", seats=freed),)
    if isinstance(event, Retire):
        yield (outcome(game, "gives_up", "7", seat=event.seat),)
    yield from _next(before, event, after)
    if after.seq and after.phase not in ("over", "last") and war.slap(after.house, after.seq):
        yield (outcome(game, "can_slap", "2c"),)


def _changes(before: State, event: object, after: State) -> Iterator[Ways]:
    """Stacks that grow or shrink by something else than the card laid, those that shrink first."""
    slappers = war.slapping(event)
    if before.seq and not after.seq:
        yield _pot_taker(before, event, after, slappers)
    elif slappers and isinstance(event, Misplay) and war.slap(before.house, (*before.seq, event.card)):
        yield from _handed_over(before, event, after)
    elif slappers:
        yield from _paid(before, after, slappers)
    elif isinstance(event, Lay) and len(after.under) > len(before.under):  # on the last chance (W-36)
        yield _ways("pays", event.seat, before, after, "6a")


def _ways(key: str, seat: int, before: State, after: State, rule: str, laid: int = 0) -> Ways:
    """A change of a stack, with the numbers before and after, and without them; `laid` cards went on the pile first."""
    was, now = len(before.hands[seat]) - laid, len(after.hands[seat])
    return tuple(
        change_of_cards(before.house.game, key, seat, was, now, rule, is_known=known) for known in (True, False)
    )


def _lowest(slappers: tuple[int, ...], reason: Reason) -> Ways:
    """If several hands come down: whichever of them is lowest (W-40)."""
    return () if len(slappers) < 2 else ("lowest[1]", replace(reason, rulings=("W-40",)))


def _pot_taker(before: State, event: object, after: State, slappers: tuple[int, ...]) -> Ways:
    """Who takes the pot."""
    game, rule = before.house.game, "3a" if isinstance(event, Collect) else "4"
    taker = next(seat for seat, hand in enumerate(after.hands) if len(hand) > len(before.hands[seat]))
    laid = int(isinstance(event, (Lay, Hurry)) and event.seat == taker)
    some = len(after.hands[taker]) - len(before.hands[taker]) + laid - len(before.under)
    return (
        *_ways("takes_pot", taker, before, after, rule, laid),
        outcome(game, "takes_pot_or_more", rule, seat=taker, count=some),
        "pile",
        outcome(game, "takes_all", rule, seat=taker),
        *_lowest(slappers, outcome(game, "lowest_takes", "2c")),
    )


def _paid(before: State, after: State, slappers: tuple[int, ...]) -> Iterator[Ways]:
    """A wrong slap: cards, or for a player without any no more slaps for a while."""
    game, count, seat = before.house.game, before.house["wrong_slap_penalty"], war.lowest_hand(before, slappers)
    locked = () if before.hands[seat] else (outcome(game, "locked", "7", seat=seat),)
    some = outcome(game, "pays_some", "5", seat=seat, count=count)
    exact = locked or _ways("pays", seat, before, after, "5")[:1]
    yield (*exact, some, *_lowest(slappers, outcome(game, "lowest_pays", "5", count=count)))
    yield (*(locked or ("",)), outcome(game, "if_none", "7", seat=seat))


def _handed_over(before: State, event: Misplay, after: State) -> Iterator[Ways]:
    """A slap at a combination that the misplayed card only seemed to make (rule 6c)."""
    game, count, giver = before.house.game, before.house["illegal_slap_reward"], event.seat
    if not count:
        return
    lowest, had_cards = war.lowest_hand(before, event.slappers), len(before.hands[giver]) > 1
    given = _ways("gives", giver, before, after, "6c", laid=1)[:1] if had_cards else ()
    yield (*given, outcome(game, "gives_some", "6c", seat=giver, count=count))
    taken = _ways("takes", lowest, before, after, "6c") if had_cards else ()
    which = ("lowest[1]",) if len(event.slappers) > 1 else ()
    yield (*taken, outcome(game, "takes_them", "6c", seat=lowest), *which)


def _next(before: State, event: object, after: State) -> Iterator[Ways]:
    """Whose turn it is then, who controls, or who has won; for a player who lays a card it can depend on their number of cards."""
    game, seat = before.house.game, after.turn
    known = (f"#hands[{event.seat}]",) if isinstance(event, (Lay, Hurry)) else ()
    match after.phase:
        case "over":
            yield (end_of_game(game, after.winners, "8"), *known)
        case "peel" | "lots":
            is_tied = after.phase == "peel" and isinstance(event, Peel)
            yield (outcome(game, "tied" if is_tied else after.phase, "setup", seats=after.tied),)
        case "challenge":
            if after.controller != before.controller:
                yield (outcome(game, "controls", "2b", seat=war.present(after.controller)), *known)
            yield (outcome(game, "tries", "3", seat=seat, left=after.left), *known)
        case phase:
            if phase == "open" and before.controller is not None:
                yield (outcome(game, "no_control"),)
            key, rule = ("goes_on", "1a") if phase == "start" and after.seq else NEXT[phase]
            yield (outcome(game, key, rule, seat=seat), *known)


# ---------------------------------------------------------------- the rules behind it


def explain(before: State, event: object, after: State) -> tuple[str, ...]:
    """The rules by which an event did what it did."""
    house, found = before.house, ""
    match event:
        case Peel():
            return ("setup",)
        case Lay() | Hurry():
            found = _of_card(before, event, after)
        case Slap():
            found = "5" if not war.slap(house, before.seq) else "2c 4 3c" if before.phase == "challenge" else "2c 4"
            if not before.hands[war.lowest_hand(before, event.seats)] or before.locked:
                found += " 7"
        case Misplay():
            if war.is_buried_chance(before, event):
                return tuple(rule for step, was, now in chance_steps(before, event) for rule in explain(was, step, now))
            found = (
                "6b 6a 3a" if war.may_bury(before, event.seat) else "6b 6a" if war.lays_on(before, event.seat) else "6b"
            )
            if event.slappers and war.slap(house, before.seq):
                found += " 2c 4"
            elif event.slappers:
                found += " 6c" if war.slap(house, (*before.seq, event.card)) else " 6d"
        case Collect():
            found = "3a"
        case Retire():
            found = "7"
    return tuple(f"{found} 8".split() if after.phase in ("last", "over") else found.split())


def _of_card(before: State, event: Lay | Hurry, after: State) -> str:
    found = ["6e"] if isinstance(event, Hurry) else []
    if before.phase == "start":
        found.append("1a 1c")
    elif before.phase == "challenge":
        if event.seat != before.turn:
            found.append("6a" if before.prior_left else "6a 6b")
        found.append("3a 3b" if after.phase == "collect" else "3 3b")
    if after.seq and war.control(before.house, after.seq):
        found.append("2b")
    elif before.phase != "challenge":
        found.append("2a")
    if before.locked and not after.locked:
        found.append("7")
    if after.seq and war.slap(before.house, after.seq):
        found.append("2c 5")
    return " ".join(found)
