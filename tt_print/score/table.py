"""A night as text: its figures in rows, and sentences on its state."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tt_print.errors import join_words
from tt_print.problems import Line, Rows, Said
from tt_print.score.events import JOIN, LEAVE
from tt_print.score.night import Hand, Night, TableChange, pointer_lines
from tt_print.score.scorer import FORCED

LAST_HANDS = 5  # as many as a narrow table has


def night_text(night: Night) -> list[Line]:
    """All that people want to know of a night."""
    rules, code = spaced(night.table.rules), "score.heading" if night.table.rules == "-" else "score.heading_rules"
    text: list[Line] = [Said(code, title=night.table.game.title, night=night.number, date=night.at[:10], rules=rules)]
    if not night.hands:
        text.append(Said("score.no_hand", names=join_words(night.names, "and")))
    elif night.totals is None:
        text += [
            "",
            *(Said("score.entry", hand=_number(each), game=each.game, entry=each.described) for each in night.hands),
        ]
        text += ["", wins_rows(night)]
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
    rows = [
        (_number(hand), hand.dealer, *(cells[person][index] for person in night.people))
        for index, hand in enumerate(night.hands)
    ]
    last = [_number(hand) for hand in night.hands[-LAST_HANDS:]]
    best_first = dict.fromkeys((*(person for group in night.places for person in group), *night.people))
    players = [(night.name(each), ranks[each], sums[each], *cells[each][-LAST_HANDS:]) for each in best_first]
    return Rows(
        ("hand", "dealer", *night.names),
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
    places = night.ranks if night.shown.out and night.shown.is_over else {}
    rows = [
        (name, str(wins), *([str(places.get(name, ""))] if places else []))
        for name, wins in zip(night.names, night.wins, strict=True)
    ]
    return Rows(("player", "wins", *(["place"] if places else [])), tuple(rows))


def hand_text(hand: Hand) -> list[Line]:
    """One hand as it was just entered: points, totals, what explains them, who is out."""
    text, lines = list[Line](), hand.outcome.lines
    if hand.points is None or hand.totals is None:
        text.append(Said("score.hand", hand=hand.number, entry=hand.described))
    else:
        names, head = hand.table.names, f"hand {hand.number}"
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
    return Said("score.next_hand", hand=len(night.hands) + 1, limit=_limit(night), **game)


def won(night: Night) -> str:
    """`Ann won`, `Ann and Bo won together`, `nobody won`."""
    if not night.winners:
        return "nobody won"
    return f"{join_words(night.winners, 'and')} {'won' if len(night.winners) == 1 else 'won together'}"


def _limit(night: Night) -> str:
    if night.standing.due:
        return f" {night.standing.played + sum(night.standing.due)} hands in all."
    limit = night.table.game.table.limit(len(night.table.names), night.table.house)
    return f" {limit}" if limit else ""


def team_lines(night: Night) -> list[Said]:
    """What teams have together, the best first; nothing where all play for themselves."""
    if not night.hands or night.totals is None:
        return []
    sitting, ranks = night.shown_sitting, night.ranks
    teams = [
        (sum(sitting.standing.scores[seat] for seat in team), sitting.table.all(team))
        for team in night.table.game.table.teams(sitting.standing)
    ]
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
