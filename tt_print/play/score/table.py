"""A night as text: its figures in rows, and sentences on its state, on what a correction changed, and on each event of its record."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from tt_print.engine.entries import Entry
from tt_print.engine.scorer import FORCED
from tt_print.errors import join_words
from tt_print.play.score.events import JOIN, LEAVE, Event
from tt_print.play.score.night import Hand, Night, TableChange, open_table, pointer_lines, read_night
from tt_print.problems import Line, Rows, Said

LAST_HANDS = 5  # as many as a narrow table has


def night_text(night: Night) -> list[Line]:
    """All that people want to know of a night."""
    rules, code = spaced(night.table.rules), "score.heading" if night.table.rules == "-" else "score.heading_rules"
    text: list[Line] = [Said(code, title=night.table.game.title, night=night.number, date=night.at[:10], rules=rules)]
    if not night.hands:
        text.append(Said("score.no_hand", names=join_words(night.names, "and")))
    elif night.totals is None:
        hands = [Said("score.entry", hand=_number(each), game=each.game, entry=each.described) for each in night.hands]
        text += ["", *hands, "", wins_rows(night)]
    else:
        text += ["", points_rows(night, night.totals)]
    pointers = [] if night.is_over else pointer_lines(night)
    return [*text, "", *state_text(night), *(["", *pointers] if pointers else [])]


def spaced(rules: str) -> str:
    """`next_dealer = winner, deck = full`, as the engine writes rules in a sentence."""
    return re.sub(r" (?=[a-z_]+=)", ", ", rules).replace("=", " = ")


# ---------------------------------------------------------------- rows


def points_rows(night: Night, totals: Sequence[int]) -> Rows:
    """Hands down and players across, as on paper; a row a player, the best first, where that is too wide."""
    ranks = {person: str(night.ranks.get(night.name(person), "")) for person in night.people}
    cells = {person: [_cell(hand, person) for hand in night.hands] for person in night.people}
    sums = dict(zip(night.people, map(str, totals), strict=True))
    across = zip(*cells.values(), strict=True)
    rows = [(_number(hand), hand.dealer, *own) for hand, own in zip(night.hands, across, strict=True)]
    last = [_number(hand) for hand in night.hands[-LAST_HANDS:]]
    best_first = dict.fromkeys((*(person for group in night.places for person in group), *night.people))
    players = [(night.name(each), ranks[each], sums[each], *cells[each][-LAST_HANDS:]) for each in best_first]
    return Rows(
        ("round", "dealer", *night.names),
        (*rows, ("",) * (len(sums) + 2), ("total", "", *sums.values()), ("place", "", *ranks.values())),
        (0, 1),
        (("player", "place", "total", *last), tuple(players)),
    )


def _cell(hand: Hand, person: int) -> str:
    """Points; `-` for anyone who was out, nothing for anyone who was away."""
    points = hand.points_of(person)
    return "" if points is None else str(points) if hand.was_dealt(person) else "-"


def _number(hand: Hand) -> str:
    return f"{hand.number}{'*' if hand.edits else ''}"


def wins_rows(night: Night) -> Rows:
    """Who has won how often, and the places of a game that is over."""
    rows = [(name, str(wins), str(night.ranks.get(name, ""))) for name, wins in night.by_name(night.wins).items()]
    width = 3 if night.ranks and night.shown.out and night.shown.is_over else 2
    return Rows(("player", "wins", "place")[:width], tuple(row[:width] for row in rows))


def hand_text(hand: Hand) -> list[Line]:
    """One hand as it was just entered: points, totals, what explains them, who is out."""
    text, lines = list[Line](), hand.outcome.lines
    if hand.points is None or hand.totals is None:
        text.append(Said("score.hand", hand=hand.number, entry=hand.described))
    else:
        names, head = hand.table.names, f"round {hand.number}"
        points = [_cell(hand, person) for person in hand.before.people]
        totals = [*map(str, hand.totals)]
        shown = [f"{name} {each}" for name, each in zip(names, points, strict=True)]
        lines = tuple(line for line in lines if line not in shown)  # which explains nothing
        text.append(
            Rows(
                (head, *names), (("points", *points), ("total", *totals)),
                narrow=((head, "points", "total"), tuple(zip(names, points, totals, strict=True))),
            )
        )  # fmt: skip
    text += lines
    if hand.eliminated and not hand.outcome.standing.is_over:
        text.append(Said("score.out", names=join_words(hand.eliminated, "and")))
    return [*text, *(Said("score.but", problem=problem) for problem in hand.outcome.problems)]


# ---------------------------------------------------------------- sentences


def next_line(night: Night) -> Said:
    """Who has won, or what comes next."""
    game = {"game": night.games + 1, "dealer": night.dealer}
    if night.shown_sitting is night.last:
        return Said("score.next_game", over=night.games, won=won(night), **game)
    if night.is_over:
        return Said("score.over", won=won(night))
    if night.totals is None:
        return Said("score.game_goes_on" if night.standing.out else "score.game_begins", **game)
    limit = night.table.game.table.limit(len(night.table.names), night.table.house)
    if night.standing.due:
        limit = f"{night.standing.played + sum(night.standing.due)} rounds in all."
    return Said("score.next_hand", hand=len(night.hands) + 1, limit=limit and f" {limit}", **game)


def won(night: Night) -> str:
    """`Ann won`, `Ann and Bo won together`, `nobody won`."""
    if not night.winners:
        return "nobody won"
    return f"{join_words(night.winners, 'and')} {'won' if len(night.winners) == 1 else 'won together'}"


def over_sentence(night: Night) -> str:
    """`Craziness is over: Ann won.`"""
    return f"{night.table.game.title} is over: {won(night)}."


def team_lines(night: Night) -> list[Said]:
    """What teams have together, the best first; nothing where all play for themselves."""
    if not night.hands or night.totals is None:
        return []
    sitting, ranks = night.shown_sitting, night.ranks
    seats, scores = night.table.game.table.teams(sitting.standing), sitting.standing.scores
    teams = [(sum(scores[seat] for seat in team), sitting.table.all(team)) for team in seats]
    teams.sort(key=lambda team: min(ranks.get(name, len(ranks)) for name in team[1]))
    sums = ", ".join(f"{join_words(names, 'and')} {total}" for total, names in teams)
    return [Said("score.together", teams=sums)] if sums else []


def out_lines(night: Night) -> list[Said]:
    """Who is out of a game that goes on."""
    if not night.eliminated or night.shown.is_over:
        return []
    return [Said("score.out", names=", ".join(night.eliminated))]


def state_text(night: Night) -> list[Said]:
    """Who is out, who won or deals next, what does not fit and what can be done about it, and notes."""
    text = [*team_lines(night), next_line(night), *out_lines(night)]
    for hand in night.hands:
        text += [cure(hand, night, "unfit", problem=problem) for problem in hand.outcome.problems]
        if note := hand.entry.get("note"):
            code = "score.note_anyway" if hand.entry.get(FORCED) else "score.note_to_hand"
            text.append(Said(code, hand=hand.number, text=note))
    text += map(change_line, night.changes)
    for remark in night.course.remarks:
        number = night.hand_of(remark)
        text.append(Said("score.note_to_hand" if number else "score.note", hand=number, text=remark.text))
    if any(hand.edits for hand in night.hands):
        text.append(Said("score.corrected", log=night.action("log")))
    if night.ledger.is_dropped:
        text.append(Said("score.counts_nowhere", undo=night.action("undo")))
    return text


def cure(hand: Hand, night: Night, code: str = "cure", **values: object) -> Said:
    """What can be done about a hand that does not fit the hands before it. One after the end can only be taken out."""
    late = "_late" if hand.before.standing.is_over else ""
    edit = night.action("edit", number=hand.number, words=("...",))
    remove = night.action("remove", number=hand.number)
    return Said(f"score.{code}{late}", hand=hand.number, edit=edit, remove=remove, **values)


def change_line(change: TableChange, is_log: bool = False) -> Said:
    """`Di plays from hand 3 on, beginning with 0 points.`, or why that cannot be anymore; in the log without the stop."""
    codes = {JOIN: "plays" if change.points is None else "plays_with", LEAVE: "left"}
    what = Said(
        f"score.{codes.get(change.event.kind, 'rule')}",
        name=change.name, when=change.when, points=change.points, rules=spaced(change.rules),
    )  # fmt: skip
    if change.problem:
        return Said("score.overtaken", what=what, problem=change.problem)
    return what if is_log else Said("score.stop", what=what)


# ---------------------------------------------------------------- what a correction changed


def changes(before: Night, after: Night) -> list[Line]:
    """Points, totals, eliminations, dealers and winners that are not what they were, hand by hand."""
    said = list[Line]()
    numbers = {hand.event.sequence: hand.number for hand in before.hands}
    pairs = [(numbers.get(hand.event.sequence, hand.number), hand.number) for hand in after.hands]
    if pairs := [(was, now) for was, now in pairs if was != now]:
        (first, first_now), (end, end_now) = pairs[0], pairs[-1]
        code = "score.now_number" if len(pairs) == 1 else "score.now_numbers"
        said.append(Said(code, old=first, new=first_now, old_end=end, new_end=end_now))
    names = {before.name(person): after.name(person) for person in before.people if person in after.people}
    earlier = {hand.event.sequence: hand for hand in before.hands}
    for new in after.hands:
        if old := earlier.get(new.event.sequence):
            said += _hand_changes(old, new, after, names)
    said += [Said("score.now_called", was=was, name=name) for was, name in names.items() if was != name]
    told = {name for hand in after.hands for name in hand.eliminated} | set(before.eliminated)
    if gone := [name for name in after.eliminated if name not in told]:
        said.append(Said("score.now_out", names=join_words(gone, "and")))
    if before.totals is not None and after.totals is not None:
        moved = _points_moved(before.points, after.points, after)
        said += [Said("score.now_total", moved=moved)] if moved else []
    if before.winners != after.winners or before.is_over != after.is_over:
        code = "goes_on" if not after.winners else "winner" if len(after.winners) == 1 else "winners"
        if names_then := after.winners or before.winners:
            said.append(Said(f"score.now_{code}", names=join_words(names_then, "and")))
    amid = after.is_series and after.is_begun  # of a game that is dealt already
    if not (after.is_over or amid) and names.get(before.dealer, before.dealer) != after.dealer:
        said.append(Said("score.now_deals", dealer=after.dealer))
    return said + [problem for problem in after.problems if problem not in before.problems]


def _hand_changes(old: Hand, new: Hand, after: Night, names: Mapping[str, str]) -> list[Said]:
    """What of one hand is not what it was; `names` are those of now by those of then."""
    number, both = new.number, {"entry": new.described, "was": old.described}
    said = [] if old.game == new.game else [Said("score.hand_game", hand=number, game=new.game, was=old.game)]
    was, now = (dict(zip(hand.before.people, hand.points or (), strict=False)) for hand in (old, new))
    if moved := _points_moved(was, now, after):
        said.append(Said("score.hand_now", hand=number, what=moved))
        if old.entry != new.entry and _kinds(new.described) != _kinds(old.described):
            said.append(Said("score.hand_is", hand=number, **both))
    elif content(old.entry) != content(new.entry) and all(was == name for was, name in names.items()):
        said.append(Said("score.hand_entry", hand=number, **both))
    were_out = [names[name] for name in old.eliminated if name in names]
    dealer = names.get(old.dealer, old.dealer)
    came = [name for name in new.eliminated if name not in were_out]
    back = [name for name in were_out if name not in new.eliminated]
    more: list[Said | str] = [Said("score.now_out", names=join_words(came, "and"))] if came else []
    more += [Said("score.now_in", names=join_words(back, "and"))] if back else []
    more += [Said("score.was_to_deal", dealer=new.dealer, was=dealer)] if dealer != new.dealer else []
    more += [problem for problem in new.outcome.problems if problem not in old.outcome.problems]
    return said + [Said("score.hand_now", hand=number, what=each) for each in more]


def content(entry: Entry) -> Entry:
    """An entry without the words that were kept with it."""
    return {name: value for name, value in entry.items() if name not in ("note", FORCED)}


def cures(before: Night, after: Night) -> list[Said]:
    """What can be done about each hand that does not fit anymore; of what did not fit before, nothing."""
    earlier = {hand.event.sequence: hand.outcome.problems for hand in before.hands}
    new = [hand for hand in after.hands if {*hand.outcome.problems} - {*earlier.get(hand.event.sequence, ())}]
    return [cure(hand, after) for hand in new]


def _points_moved(was: Mapping[int, int], now: Mapping[int, int], night: Night) -> str:
    """`Bo 4 -> 5, Cy 1 -> 0`, of those who have points before and after."""
    both = [each for each in night.people if each in was and each in now and was[each] != now[each]]
    return ", ".join(f"{night.name(each)} {was[each]} -> {now[each]}" for each in both)


def _kinds(description: str) -> str:
    """An entry's words without its numbers: what is left when points alone are corrected. Cards are no numbers."""
    return re.sub(r"\b\d+\b", "", description)


def describe_change(event: Event, night: Night) -> Said:
    """A change in a few words: `hand 3`, `the correction of hand 2`, `the note "..."`, `the move of color to red`."""
    number = next((hand.number for hand in night.hands if hand.event == event), None)
    house = " ".join(f"{name}={value}" for name, value in event.data.get("rules", {}).items())
    return Said(f"score.the_{event.kind}", number=number, night=night.number, house=house, **event.data)


def log_rows(events: Sequence[Event]) -> list[tuple[Event, str]]:
    """One night's record: every event with what it did, in order."""
    nights = [read_night(events[:end]) for end in range(1, len(events) + 1)]
    befores = [nights[0], *nights]
    return [(now, str(_log_line(now, events, *both))) for now, *both in zip(events, befores, nights, strict=False)]


def _log_line(event: Event, events: Sequence[Event], before: Night, now: Night) -> Said:
    """What one of the events of a night did, which made `now` of the night `before`."""
    code, values = f"score.log_{event.kind}", dict(event.data)
    match event.kind:
        case "start":
            table, _ = open_table(event)
            code += "_rules" if table.rules != "-" else ""
            values |= {"title": table.game.title, "names": join_words(table.names, "and"), "rules": table.rules}
        case "hand":
            values |= {"hand": len(now.hands), "what": _describe(now.hands[-1])}
        case "edit":
            values["what"] = _correction(event, before, now)
        case "remove":
            values["what"] = _describe(before.hand(event.data["hand"]))
        case "join" | "leave" | "rule":
            return next(change_line(change, is_log=True) for change in now.changes if change.event == event)
        case "undo" | "redo":
            target = next(other for other in events if other.sequence == event.data["of"])
            values["what"] = describe_change(target, before if event.kind == "undo" else now)
    return Said(code, **values)


def _correction(event: Event, before: Night, after: Night) -> str:
    """The entry as it is and as it was; where a few words do not show the difference, what came of it."""
    number = event.data["hand"]
    was, now = before.hand(number).described, after.hand(number)
    if was != now.described:
        return f"{_describe(now)} (was: {was})"
    came = [*map(str, changes(before, after)), "only the note"]
    return f"{_describe(now)}; {came[0].removeprefix(f'Round {number}: ')}"


def _describe(hand: Hand) -> str:
    note = f" ({hand.entry['note']})" if hand.entry.get("note") else ""
    return hand.described + note
