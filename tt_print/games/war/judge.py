"""The war games, judge: may this pile be slapped, does its top card take control, why (not); and what an event leads to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from typing import Any

from tt_print.deck import DECKS, VARIABLES, AnyCard, Joker
from tt_print.engine.house import House
from tt_print.engine.reasons import Reason, Verdict, change_of_cards, end_of_game, outcome
from tt_print.engine.rules import make_reason
from tt_print.games.war.facts import (
    Collect,
    Event,
    Hurry,
    Lay,
    Misplay,
    Peel,
    Retire,
    Slap,
    State,
    is_buried_chance,
    lays_on,
    may_bury,
    may_slap,
    present,
)
from tt_print.games.war.pile import (
    NOTHING,
    PRINTED,
    WILDS,
    Numbers,
    Values,
    control,
    match,
    resolve,
    same,
    slap,
    variant_of,
)
from tt_print.games.war.rules import chance_steps
from tt_print.records import replace

Pile = tuple[AnyCard, ...]
AMOUNTS = ("nothing", "one trait", "two traits", "three traits")  # how many variables cards share
NEAREST = 4  # so many cards are named that would have made a yes


def judge_pile(house: House, pile: tuple[AnyCard, ...]) -> Verdict:
    values = resolve(house, pile)
    reasons = slap(house, pile)
    gained = control(house, pile)
    facts: dict[str, Any] = {
        "slap": bool(reasons),
        "slap_reasons": list(reasons),
        "control": gained is not None,
        "chances": gained,
        "resolved": [list(value) if value else [None] * 3 for value in values],
        "defined": variant_of(house).is_defined(house, pile),
        "matches": list(match(values[-1], values[-2])) if len(pile) > 1 else [],
    }
    why = [_why_slap(house, pile, values, name) for name in reasons] or [_why_no_slap(house, pile, values)]
    how = _why_control(house, pile, values, gained) if gained else _why_no_control(house, pile, values)
    return Verdict(house.game, bool(reasons), facts, (*why, how), house)


# ---------------------------------------------------------------- slaps


def _why_slap(house: House, pile: Pile, values: list[Values | None], name: str) -> Reason:
    if name == "joker":
        return _say(house, "slap_joker", ("2c",), ("W-4",), cards=pile[-1:])
    count = next(cards for cards, _, reason in variant_of(house).slaps if reason == name)
    agree = same(values, count)
    rules, rulings = _slap_rules(house, pile[-count:], values[-count:])
    return _say(house, name, rules, rulings, variables=agree, cards=pile[-count:], same=_words(values[-1], agree))


def _why_no_slap(house: House, pile: Pile, values: list[Values | None]) -> Reason:
    variant = variant_of(house)
    if type(pile[-1]) is Joker and variant.joker_slap(house, pile) is not None:
        return _say(house, f"no_joker_{house['joker_slap']}", ("2c",), ("W-4",), cards=pile[-1:])
    if len(pile) == 1:
        return _say(house, "no_slap_1", (variant.slap_rule,))
    most = min(len(pile), variant.slaps[-1][0])  # as many cards as can matter
    rules, rulings = _slap_rules(house, pile[-most:], values[-most:])
    counts: dict[str, Any] = {f"on_{cards}": AMOUNTS[len(same(values, cards))] for cards, _, _ in variant.slaps}
    nearest = _nearest(house, pile, lambda changed: bool(slap(house, changed)))
    if (
        most == variant.slaps[-1][0] == 3
        and (below := match(values[-2], values[-3]))
        and (last := match(values[-1], values[-2]))
    ):
        words = {"below": _words(values[-2], below), "last": _words(values[-1], last)}
        return _say(house, "no_slap_apart", rules, rulings, cards=pile[-most:], instead=nearest, **counts, **words)
    return _say(house, f"no_slap_{most}", rules, rulings, cards=pile[-most:], instead=nearest, **counts)


def _slap_rules(house: House, compared: Pile, values: list[Values | None]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The rule of slaps, and what says how the jokers and wilds among the cards are read."""
    undefined = any(each is None or None in each for each in values)
    return variant_of(house).slap_rules(_any_joker(compared), any(map(_is_wild, compared)), undefined)


# ---------------------------------------------------------------- control


def _why_control(house: House, pile: Pile, values: list[Values | None], gained: int) -> Reason:
    below, top = values[-2], values[-1] or NOTHING
    agree = match(top, below)
    variant = variant_of(house)
    pairs = tuple(f"{_as(pile[-1], top, v)} on {_value(below, v)}" for v in variant.controlling if v in agree)
    undefined = top[2] is None
    rules, rulings = _control_rules(house, pile[-2:])
    rules = variant.gained_rules(rules)
    key = "control_undefined" if undefined else "control"
    rulings = (*rulings, "W-26") if undefined else rulings
    how = {"pairs": pairs, "chances": gained, "number": _value(top, "number")}
    return _say(house, key, rules, rulings, variables=agree, cards=pile[-2:], **how)


def _why_no_control(house: House, pile: Pile, values: list[Values | None]) -> Reason:
    if len(pile) == 1:
        return _say(house, "no_control_1", ("1b", "1c"))
    rules, rulings = _control_rules(house, pile[-2:])
    variant = variant_of(house)
    if type(pile[-1]) is Joker and not variant.joker_controls(house):
        return _say(house, "no_control_joker", rules, ("W-5",), cards=pile[-1:])
    agree = match(values[-1], values[-2])
    key = variant.no_control_key(values[-2], agree)
    nearest = _nearest(house, pile, lambda changed: control(house, changed) is not None)
    return _say(
        house, key, rules, rulings, variables=agree, cards=pile[-2:], instead=nearest, count=AMOUNTS[len(agree)]
    )


def _control_rules(house: House, compared: Pile) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return variant_of(house).control_rules(_any_joker(compared), any(map(_is_wild, compared)))


# ---------------------------------------------------------------- words


def _nearest(house: House, pile: Pile, fits: Callable[[Pile], bool]) -> tuple[AnyCard, ...]:
    """Cards that on top would have made a yes, those nearest to the real one: with the fewest variables changed."""
    for cards in _by_distance(variant_of(house).deck, pile[-1]):
        fitting = (card for card in cards if card not in pile and fits((*pile[:-1], card)))
        if found := tuple(islice(fitting, NEAREST)):
            return found
    return ()


@cache
def _by_distance(deck: str, top: AnyCard) -> tuple[tuple[AnyCard, ...], ...]:
    """The cards of a deck by how many variables differ from those of `top`: none, one, two, three."""
    found: list[list[AnyCard]] = [[], [], [], []]
    for card in DECKS[deck]:
        found[sum(one != other for one, other in zip(PRINTED[card], PRINTED[top], strict=True))].append(card)
    return tuple(map(tuple, found))


def _any_joker(cards: Pile) -> bool:
    return any(type(card) is Joker for card in cards)


def _is_wild(card: AnyCard) -> bool:
    return isinstance(card, Joker) or bool(card.wilds)


def _value(values: Values | None, variable: str) -> str:
    """What a card stands for in one variable; a wild with nothing natural under it is its own symbol."""
    index = VARIABLES.index(variable)
    return (values[index] if values else None) or WILDS[index]


def _as(card: AnyCard, values: Values, variable: str) -> str:
    """`red`, or `black as red`."""
    index = VARIABLES.index(variable)
    printed = PRINTED[card][index]
    return f"{printed}" if values[index] in (printed, None) else f"{printed} as {values[index]}"


def _words(values: Values | None, variables: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(_value(values, v) for v in variables)


def _say(house: House, key: str, rules: Numbers, rulings: Numbers = (), **how: Any) -> Reason:
    return make_reason(house.game, key, *rules, rulings=rulings, **how)


# ---------------------------------------------------------------- what follows

Ways = tuple[Reason | str, ...]  # of saying one thing, the most exact first


def follows(before: State, event: Event, after: State) -> Iterator[Ways]:
    """Who takes and gives how many cards, who may not slap, then control, the next pile, or the end."""
    if isinstance(event, Misplay) and is_buried_chance(before, event):
        for step, was, now in chance_steps(before, event):
            yield from follows(was, step, now)
        return
    game = before.house.game
    yield from _changes(before, event, after)
    if isinstance(event, (Lay, Misplay)) and may_bury(before, event.seat):
        yield (outcome(game, "buried", "6a", seat=event.seat),)
    freed = tuple(seat for seat in before.locked if seat not in after.locked and not after.hands[seat])
    if freed and after.phase != "over":
        yield (outcome(game, "freed", "7", seats=freed),)
    if isinstance(event, Retire):
        yield (outcome(game, "gives_up", "7", seat=event.seat),)
    yield from _next(before, event, after)
    if after.seq and after.phase not in ("over", "last") and slap(after.house, after.seq):
        yield (outcome(game, "can_slap", "2c"),)


def _changes(before: State, event: Event, after: State) -> Iterator[Ways]:
    """Stacks that grow or shrink by something else than the card laid, those that shrink first."""
    game = before.house.game
    slappers: tuple[int, ...] = ()
    if isinstance(event, Misplay):
        yield (outcome(game, "wrong_card", "6b", seat=event.seat),)
        slappers = event.slappers
    elif isinstance(event, Slap):
        slappers = event.seats
    if before.seq and not after.seq:
        yield _pot_taker(before, event, after, slappers)
    elif slappers:
        lowest = next(seat for seat in slappers if may_slap(before, seat))
        if isinstance(event, Misplay) and slap(before.house, (*before.seq, event.card)):
            yield from _handed_over(before, event, after, lowest)
        else:
            yield from _paid(before, after, lowest, slappers)
    elif isinstance(event, Lay) and len(after.under) > len(before.under):  # on the last chance (W-36)
        yield _ways(game, "pays", event.seat, len(before.hands[event.seat]), len(after.hands[event.seat]), "6a")


def _pot_taker(before: State, event: Event, after: State, slappers: tuple[int, ...]) -> Ways:
    """Who takes the pot."""
    game, rule = before.house.game, "3a" if isinstance(event, Collect) else "4"
    sizes = enumerate(zip(map(len, before.hands), map(len, after.hands), strict=True))
    taker, (was, now) = next((seat, counts) for seat, counts in sizes if counts[1] > counts[0])
    was -= isinstance(event, (Lay, Hurry)) and event.seat == taker
    or_more = outcome(game, "takes_pot_or_more", rule, seat=taker, count=now - was - len(before.under))
    ways: Ways = (*_ways(game, "takes_pot", taker, was, now, rule), or_more, "pile")
    ways = (*ways, outcome(game, "takes_all", rule, seat=taker))
    if len(slappers) > 1:  # whichever of these hands is lowest (W-40)
        ways = (*ways, "lowest[1]", replace(outcome(game, "lowest_takes", "2c"), rulings=("W-40",)))
    return ways


def _ways(game: str, key: str, seat: int, was: int, now: int, rule: str) -> Ways:
    """A change of a stack, with the numbers before and after, and without them."""
    return tuple(change_of_cards(game, key, seat, was, now, rule, is_known=is_known) for is_known in (True, False))


def _paid(before: State, after: State, seat: int, slappers: tuple[int, ...]) -> Iterator[Ways]:
    """A wrong slap: cards, or for a player without any no more slaps for a while."""
    game, count = before.house.game, before.house["wrong_slap_penalty"]
    was, now = len(before.hands[seat]), len(after.hands[seat])
    general: Ways = (outcome(game, "pays_some", "5", seat=seat, count=count),)
    if len(slappers) > 1:
        lowest_pays = replace(outcome(game, "lowest_pays", "5", count=count), rulings=("W-40",))
        general = (*general, "lowest[1]", lowest_pays)
    if_none = outcome(game, "if_none", "7", seat=seat)
    if was > now:
        yield (change_of_cards(game, "pays", seat, was, now, "5"), *general)
        yield ("", if_none)
    else:
        locked = outcome(game, "locked", "7", seat=seat)
        yield (locked, *general)
        yield (locked, if_none)


def _handed_over(before: State, event: Misplay, after: State, lowest: int) -> Iterator[Ways]:
    """A slap at a combination that the misplayed card only seemed to make (rule 6c)."""
    game, count, giver = before.house.game, before.house["illegal_slap_reward"], event.seat
    if not count:
        return
    was, now = len(before.hands[giver]) - 1, len(after.hands[giver])
    some = outcome(game, "gives_some", "6c", seat=giver, count=count)
    yield (change_of_cards(game, "gives", giver, was, now, "6c"), some) if was > now else (some,)
    was, now = len(before.hands[lowest]), len(after.hands[lowest])
    ways = _ways(game, "takes", lowest, was, now, "6c") if now > was else ()
    several = ("lowest[1]",) if len(event.slappers) > 1 else ()
    yield (*ways, outcome(game, "takes_them", "6c", seat=lowest), *several)


def _next(before: State, event: Event, after: State) -> Iterator[Ways]:
    """Whose turn it is then, who controls, or who has won; for a player who lays a card it can depend on their number of cards."""
    game, seat = before.house.game, after.turn
    known = (f"#hands[{event.seat}]",) if isinstance(event, (Lay, Hurry)) else ()
    match after.phase:
        case "over":
            yield (end_of_game(game, after.winners, "8"), *known)
        case "peel":
            yield (outcome(game, "tied" if isinstance(event, Peel) else "peel", "setup", seats=after.tied),)
        case "lots":
            yield (outcome(game, "lots", "setup", seats=after.tied),)
        case "challenge":
            if after.controller != before.controller:
                yield (outcome(game, "controls", "2b", seat=present(after.controller)), *known)
            yield (outcome(game, "tries", "3", seat=seat, left=after.left), *known)
        case "collect":
            yield (outcome(game, "collects", "3a", seat=seat), *known)
        case "last":
            yield (outcome(game, "wins_unless", "8", seat=seat), *known)
        case "start":
            yield (outcome(game, "goes_on" if after.seq else "starts", "1a", seat=seat), *known)
        case "open":
            if before.controller is not None:
                yield (outcome(game, "no_control"),)
            yield (outcome(game, "turn", "2a", seat=seat), *known)


# ---------------------------------------------------------------- the rules behind it


def explain(before: State, event: Any, after: State) -> list[str]:
    """The rules by which an event did what it did."""
    house = before.house
    rules: list[str] = []
    match event:
        case Peel():
            return ["setup"]
        case Lay() | Hurry():
            rules += _of_card(before, event, after)
        case Slap():
            lowest = next(seat for seat in event.seats if may_slap(before, seat))
            rules += ["2c", "4", *(["3c"] if before.phase == "challenge" else [])] if slap(house, before.seq) else ["5"]
            rules += ["7"] if not before.hands[lowest] or before.locked else []
        case Misplay():
            if is_buried_chance(before, event):
                return [rule for step, was, now in chance_steps(before, event) for rule in explain(was, step, now)]
            buries = may_bury(before, event.seat)
            rules += ["6b", *(["6a"] if buries or lays_on(before, event.seat) else []), *(["3a"] if buries else [])]
            if event.slappers and slap(house, before.seq):
                rules += ["2c", "4"]
            elif event.slappers:
                rules += ["6c"] if slap(house, (*before.seq, event.card)) else ["6d"]
        case Collect():
            rules += ["3a"]
        case Retire():
            rules += ["7"]
    return [*rules, "8"] if after.phase in ("last", "over") else rules


def _of_card(before: State, event: Lay | Hurry, after: State) -> list[str]:
    rules = ["6e"] if type(event) is Hurry else []
    if before.phase == "start":
        rules += ["1a", "1c"]
    elif before.phase == "challenge":
        if event.seat != before.turn:
            rules += ["6a", *(["6b"] if before.prior_left == 0 else [])]
        rules += ["3a", "3b"] if after.phase == "collect" else ["3", "3b"]
    if after.seq and control(before.house, after.seq):
        rules += ["2b"]
    elif before.phase != "challenge":
        rules += ["2a"]
    if before.locked and not after.locked:
        rules += ["7"]
    return [*rules, "2c", "5"] if after.seq and slap(before.house, after.seq) else rules
