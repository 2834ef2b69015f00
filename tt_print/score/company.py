"""Who plays, and by which rules, in the middle of a night: join, leave, another name, another house rule.

Each gives what is to be stored, and only what the engine would play on with.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tt_print.engine.house import describe_options, show_value
from tt_print.errors import InputError, join_words
from tt_print.people import check_names, find_player, plain, teams_by_seat
from tt_print.score.commands import open_night, over_sentence
from tt_print.score.events import JOIN, LEAVE, RENAME, RULE, Event, by_night, dropped_nights
from tt_print.score.night import Night, TableChange, changed_house, read_night
from tt_print.score.place import Place
from tt_print.score.seats import MAX_POINTS, ScoredTable
from tt_print.score.store import Draft


def join(
    night: Night, name: str, after: str = "", points: int | None = None, hand: int | None = None, waits: bool = False
) -> list[Draft]:
    """`name` plays from hand `hand` on (None: the next one), to the left of `after` (the last seat), beginning with `points`.

    Who left, or is out of a game that is the whole night, comes back to their seat and their points. Amid a game of a night
    of many they wait for the next one; with `waits` also before the first entry of it.
    """
    hand = _since_hand(night, hand)
    known = _known(night, name)
    if known is None:
        (*_, name) = check_names((*night.names, name))
    else:
        name = night.name(known)
        if after:
            raise InputError(f"{name} has a seat already, and keeps it.")
    if points is not None and not 0 <= points <= MAX_POINTS:
        raise InputError(
            f"nobody begins with {points} points. Choose a whole number from 0 to {MAX_POINTS}, such as 12."
        )
    data = {"name": name, **_since(night, hand, waits)}
    data |= {"after": night.names[find_player(after, night.names)]} if after else {}
    data |= {"points": points} if points is not None else {}
    return _checked(night, Draft(night.number, JOIN, data))


def leave(night: Night, name: str, hand: int | None = None) -> list[Draft]:
    """`name` plays no more from hand `hand` on (None: from now on). What they have stays in the table."""
    hand = _since_hand(night, hand)
    name = night.names[find_player(name, night.names)]
    rest = [night.name(person) for person in night.present if night.name(person) != name]
    fewest = night.table.game.players[0]
    if hand is None and len(rest) < fewest and len(rest) < len(night.present):
        raise InputError(
            f"{night.table.game.title} is for {fewest} or more players, and {join_words(rest, 'and')} cannot play on "
            f"without {name}. The night stays as it is and can be gone on with another day. To keep why: "
            f"{night.place.typed('note', f'{name} left')}"
        )
    return _checked(night, Draft(night.number, LEAVE, {"name": name, **_since(night, hand)}))


def rename(night: Night, old: str, new: str, events: Sequence[Event] = ()) -> list[Draft]:
    """`old` is called `new` in the whole night, also in the hands before. `events` are those of all nights, to say in which one `old` plays."""
    known = _known(night, old)
    if known is None:
        if others := [number for number in _nights_of(events, old) if number != night.number]:
            where = f"night{'s' * (len(others) > 1)} {join_words(map(str, others), 'and')}"
            one = Place(others[0], night.place.file).typed("rename", old, new)
            every = night.place.typed("rename", old, new, "--all")
            raise InputError(f"{old} plays in {where}, not in night {night.number}: {one}, or in all at once: {every}")
        known = night.people[find_player(old, night.names)]
    return [Draft(night.number, RENAME, _new_name(night, known, new))]


def rename_everywhere(events: Sequence[Event], place: Place, old: str, new: str) -> list[Draft]:
    """As `rename`, in every night in which somebody is called `old`."""
    drafts = []
    for number in _nights_of(events, old):
        night = open_night(events, Place(number, place.file))
        known = _known(night, old)
        assert known is not None
        if night.name(known) != new:
            drafts.append(Draft(number, RENAME, _new_name(night, known, new)))
    if not drafts:
        raise InputError(f"no player called {old!r} has been scored here. To list them: {place.typed('players')}")
    return drafts


def change_rules(night: Night, texts: Sequence[str], hand: int | None = None, waits: bool = False) -> list[Draft]:
    """House rules as `name=value`, in force from hand `hand` on (None: the next one), or from the next game."""
    hand = _since_hand(night, hand)
    table = night.next_table
    if not texts:
        example = night.place.typed("rule", _another_rule(table))
        raise InputError(
            f"which house rule? As in: {example}\nIn force: {table.rules}. There are:\n{describe_options(table.game)}"
        )
    rules = {}
    for text in texts:
        name, equals, value = teams_by_seat(text, table.names).partition("=")
        if not equals:
            raise InputError(f"{text!r}: write name=value, as in {night.place.typed('rule', f'{text}=...')}")
        rules[name.strip()] = value.strip()
    changed = table.game.house(**{**table.house.changed, **rules})
    if changed == table.house and hand is None:
        raise InputError(f"that is the house rule already (in force: {table.rules}). Nothing is changed.")
    data = {"rules": {name: show_value(changed[name]) for name in rules}, **_since(night, hand, waits)}
    return _checked(night, Draft(night.number, RULE, data))


def finish(night: Night) -> list[Draft]:
    """The game is over after the hands that are entered, by the house rule that says after how many it is.

    Raises InputError where it is over, where nothing is entered, and for a game that its own rules end.
    """
    table = night.next_table
    if night.is_over:
        raise InputError(f"{over_sentence(night)} Nothing is changed.")
    if not table.game.table.ends_after:
        again = night.place.typed("start", "--again")
        raise InputError(
            f"{table.game.title} ends by its own rules. If you play no further, leave it as it is: the table stays, and "
            f"{night.place.typed('resume', str(night.number))} goes on with it. The next game: {again}"
        )
    if not night.hands:
        raise InputError(
            f"no hand is entered yet. A night that shall count nowhere: {night.place.typed('drop', str(night.number))}"
        )
    return change_rules(night, [f"{table.game.table.ends_after}={night.standing.played}"])


# ---------------------------------------------------------------- what all of them check


def _since_hand(night: Night, hand: int | None) -> int | None:
    """The entered hand from which on a change holds; None for the next one. Raises InputError if it cannot matter anymore."""
    following = len(night.hands) + 1
    if hand is not None and not 1 <= hand <= following:
        raise InputError(f"there is no hand {hand}. Choose a hand from 1 to {following}, which comes next.")
    if hand == following:
        hand = None
    if night.is_over and hand is None:
        again = night.place.typed("start", "--again")
        raise InputError(
            f"{over_sentence(night)} For the next game say who plays, and by which rules, when you start it: {again}. "
            "If it was so before the end, say from which hand on."
        )
    return hand


def _since(night: Night, hand: int | None, waits: bool = False) -> dict[str, int | bool]:
    """Where a change belongs, as it is stored: nothing for the end of what is there."""
    if waits and not night.is_series:
        raise InputError(f"{night.table.game.title} is one game here, so no next one follows in this night.")
    return {**({"from": hand} if hand is not None else {}), **({"waits": True} if waits else {})}


def _known(night: Night, name: str) -> int | None:
    """The person of this name; case and ways of writing a letter do not matter."""
    return next((person for person in night.people if plain(night.name(person)) == plain(name)), None)


def _nights_of(events: Sequence[Event], name: str) -> list[int]:
    dropped = dropped_nights(events)
    nights = {number: own for number, own in by_night(events).items() if number not in dropped}
    return [number for number, own in nights.items() if _known(read_night(own), name) is not None]


def _new_name(night: Night, person: int, new: str) -> dict[str, str]:
    old = night.name(person)
    names = [new if other == person else night.name(other) for other in night.people]
    same = _known(night, new)
    if same is not None and same != person:
        both = f"{old} and {night.name(same)}"
        raise InputError(f"{both} both play in night {night.number}, so they are two people. Nothing is renamed.")
    spelled = check_names(names)[night.people.index(person)]
    if spelled == old:
        raise InputError(f"{old} is called that already. Nothing is changed.")
    return {"old": old, "new": spelled}


def _checked(night: Night, draft: Draft) -> list[Draft]:
    """The draft, if nothing about the table is impossible after it. Raises InputError with what to do about it."""
    own = [night.ledger.start, *night.ledger.changes]
    number = own[-1].sequence + 1
    after = read_night([*own, Event(number, night.number, "", "", draft.kind, draft.data)])
    before = {change.event.sequence: change.problem for change in night.changes}
    for change in after.changes:
        if change.problem and change.problem != before.get(change.event.sequence, ""):
            raise InputError(f"{change.problem}{_way_out(night, change)}")
    return [draft]


def _another_rule(table: ScoredTable) -> str:
    """A house rule as it is not now, for an example."""
    others = (
        (option.name, value)
        for option in table.game.options
        for value in option.trials()
        if value != table.house[option.name]
    )
    name, value = next(others)
    return f"{name}={show_value(value)}"


def _another_night(night: Night, change: TableChange) -> str:
    """How to play by a rule that this night cannot take any more."""
    table = night.next_table
    try:
        changed = changed_house(table.game, table.house, change.event.data["rules"], len(table.names))
    except InputError:
        return ""
    options = [word for rule in replace(table, house=changed).changed_rules for word in ("--option", rule)]
    start = Place(file=night.place.file).typed("start", table.game.name, *table.names, *options)
    return f" Another night may: {start}"


def _way_out(night: Night, change: TableChange) -> str:
    """What to type first where a house rule is in the way of those who come and go."""
    if change.event.kind == RULE:
        return _another_night(night, change)
    table = night.next_table
    players = len(table.names) + (1 if change.event.kind == JOIN else -1)
    try:
        table.game.start(players, table.house, 0)
        return ""
    except InputError as error:
        if str(error) != change.problem:  # something else is in the way
            return ""
    for name in table.house.changed:
        try:
            table.game.start(players, table.house.without(name), 0)
        except InputError:
            continue
        default = show_value(table.house.without(name)[name])
        return f" First change that rule: {night.place.typed('rule', f'{name}={default}')}"
    return ""
