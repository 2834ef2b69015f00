"""The table of a night as lines for a terminal: as on paper where it fits, else a row a player."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from tt_print.errors import join_words
from tt_print.problems import Problem
from tt_print.score.events import JOIN, LEAVE
from tt_print.score.night import Hand, Night, TableChange
from tt_print.score.scorer import FORCED
from tt_print.score.target import ScoreTarget
from tt_print.terminal import pad, width, wrap_commands, wrap_cut

MARGIN = 2


def spaced(rules: str) -> str:
    """`next_dealer = winner, deck = full`, as the engine writes rules in a sentence."""
    return re.sub(r" (?=[a-z_]+=)", ", ", rules).replace("=", " = ")


def heading(night: Night) -> str:
    rules = "" if night.table.rules == "-" else f"; house rules: {spaced(night.table.rules)}"
    return f"{night.table.game.title}, night {night.number}, {night.at[:10]}{rules}"


def night_lines(night: Night, columns: int, hint: Callable[[Problem], str]) -> list[str]:
    """Everything people want to know, at most `columns` wide where names allow it, with hints as in `state_lines`."""
    lines = wrap_cut(heading(night), columns)
    if night.hands:
        lines += [
            "",
            *(places_table(night, columns) if night.totals is None else points_table(night, night.totals, columns)),
        ]
    else:
        lines += wrap_cut(f"Players: {join_words(night.names, 'and')}. No hand is entered yet.", columns)
    lines += ["", *(line for state in state_lines(night, hint) for line in wrap_commands(state, columns))]
    if night.table.game.table.pointers is not None and not night.is_over:
        from tt_print.score.pointers import pointer_lines

        lines += ["", *pointer_lines(night)]
    return lines


def points_table(night: Night, totals: Sequence[int], columns: int) -> list[str]:
    """Hands down, players across, or the other way round where that is too wide."""
    names = night.names
    room = (columns - 18) // len(names) - MARGIN
    if room < min(6, max(map(width, names))):
        return _rows_by_player(night, totals, columns)
    each = max(5, min(room, max(map(width, names))))
    dealer = min(10, max(6, *map(width, names)))
    lines = [pad("hand", 6) + pad("dealer", dealer) + "".join(" " * MARGIN + pad(name, each, True) for name in names)]
    for hand in night.hands:
        cells = [_cell(hand, person) for person in night.people]
        lines.append(
            pad(str(hand.number) + ("*" if hand.edits else ""), 6)
            + pad(hand.dealer, dealer)
            + "".join(" " * MARGIN + pad(cell, each, True) for cell in cells)
        )
    rule = "-" * (6 + dealer + len(names) * (MARGIN + each))
    lines += [rule, pad("total", 6 + dealer) + "".join(" " * MARGIN + pad(str(total), each, True) for total in totals)]
    ranks = night.ranks
    lines.append(
        pad("place", 6 + dealer) + "".join(" " * MARGIN + pad(str(ranks.get(name, "")), each, True) for name in names)
    )
    return lines


def _cell(hand: Hand, person: int) -> str:
    """Points; `-` for anyone who was out, nothing for anyone who was away."""
    points = hand.points_of(person)
    return "" if points is None else str(points) if hand.was_dealt(person) else "-"


def _rows_by_player(night: Night, totals: Sequence[int], columns: int) -> list[str]:
    """A row a player, best place first: place, name, total, and as many of the last hands as fit."""
    ranks, names = night.ranks, night.names
    total = dict(zip(night.people, totals, strict=True))
    name_room = min(max(map(width, names)), max(8, columns - 36))
    cells = {person: [_cell(hand, person) for hand in night.hands] for person in night.people}
    each = 1 + max([3, *(len(cell) for row in cells.values() for cell in row)])
    fit = max(1, (columns - 4 - name_room - 8) // each)
    shown = night.hands[-fit:]
    lines = [
        "    "
        + pad("", name_room)
        + pad("total", 8, True)
        + "".join(pad(str(hand.number), each, True) for hand in shown)
    ]
    for person in dict.fromkeys((*(person for group in night.places for person in group), *night.people)):
        name = night.name(person)
        row = "".join(pad(cell, each, True) for cell in cells[person][-fit:])
        place = f"{ranks[name]:>2}. " if name in ranks else " " * 4
        lines.append(f"{place}{pad(name, name_room)}{total[person]:>8}{row}")
    if len(shown) < len(night.hands):
        before = len(night.hands) - len(shown)
        hidden = "Hand 1 is" if before == 1 else f"Hands 1 to {before} are"
        lines += wrap_cut(f"{hidden} not shown here; a wider window shows more.", columns)
    return lines


def places_table(night: Night, columns: int) -> list[str]:
    """Games without points: what happened, entry by entry, and who has won how often."""
    lines = []
    for hand in night.hands:
        description = night.scorer.describe_entry(hand.entry, hand.table)
        mark = "*" if hand.edits else ""
        lines += wrap_cut(f"{hand.number}{mark}  game {hand.game}: {description}", columns, hang=5)
    name_room = min(max(map(width, night.names)), max(8, columns - 20))
    has_places = bool(night.shown.out)
    lines += ["", pad("", name_room) + "   wins" + ("  place" if has_places else "")]
    ranks = night.ranks
    for name, wins in zip(night.names, night.wins, strict=True):
        place = f"{ranks.get(name, ''):>7}" if has_places else ""
        lines.append(f"{pad(name, name_room)}{wins:>7}{place}".rstrip())
    return lines


def next_line(night: Night) -> str:
    """Who has won, or what comes next."""
    if night.shown_sitting is night.last:
        return f"Game {night.games} is over: {_won(night)}. Next game: {night.dealer} deals."
    if night.is_over:
        return f"The game is over: {_won(night)}."
    if night.totals is None:
        game = f"Game {night.games + 1}"
        return f"{game} goes on." if night.standing.out else f"{game}: {night.dealer} deals."
    return f"Next: hand {len(night.hands) + 1}, {night.dealer} deals.{_limit(night)}"


def team_lines(night: Night) -> list[str]:
    """`Together: Ann and Cy 12, Bo and Di 9.`, the best first; nothing where all play for themselves."""
    if not night.hands or night.totals is None:
        return []
    sitting = night.shown_sitting
    teams = [
        (sum(sitting.standing.scores[seat] for seat in team), sitting.table.all(team))
        for team in night.table.game.table.teams(sitting.standing)
    ]
    ranks = night.ranks
    teams.sort(key=lambda team: min(ranks.get(name, len(ranks)) for name in team[1]))
    sums = ", ".join(f"{join_words(names, 'and')} {total}" for total, names in teams)
    return [f"Together: {sums}."] if sums else []


def out_line(night: Night) -> str:
    return f"Out: {', '.join(night.eliminated)}."


def state_lines(night: Night, hint: Callable[[Problem], str] = lambda cure: "") -> list[str]:
    """Who is out, who won or deals next, what does not fit, notes; with each the `hint` of what can be done about it."""
    lines = [*team_lines(night), next_line(night)]
    if night.eliminated and not night.shown.is_over:
        lines.append(out_line(night))
    for hand in night.hands:
        told = hint(cure(hand, night.place, "score.mend"))
        lines += [f"Hand {hand.number}: {problem}.{told and f' {told}'}" for problem in hand.outcome.problems]
        if note := hand.entry.get("note"):
            lines.append(
                f"Note to hand {hand.number}: {note}"
                + (" (entered although it does not add up)" if hand.entry.get(FORCED) else "")
            )
    lines += map(change_line, night.changes)
    for remark in night.course.remarks:
        number = night.hand_of(remark)
        lines.append(f"{f'Note to hand {number}' if number else 'Note'}: {remark.text}")
    if any(hand.edits for hand in night.hands):
        lines.append(f"* corrected.{hint(Problem('score.see_log', place=night.place))}")
    if night.is_dropped:
        lines.append(f"This night is dropped: it counts nowhere.{hint(Problem('score.bring_back', place=night.place))}")
    return lines


def cure(hand: Hand, place: ScoreTarget, code: str = "score.cure") -> Problem:
    """What can be done about a hand that does not fit the hands before it."""
    return Problem(f"{code}_late" if hand.before.standing.is_over else code, hand=hand.number, place=place)


def change_line(change: TableChange) -> str:
    """`Di plays from hand 3 on, beginning with 0 points.`, or why that cannot be anymore."""
    if change.event.kind == JOIN:
        points = "" if change.points is None else f", beginning with {change.points} points"
        line = f"{change.name} plays {change.when}{points}."
    elif change.event.kind == LEAVE:
        line = f"{change.name} left {change.when}."
    else:
        line = f"House rule {change.when}: {spaced(change.rules)}."
    return line if not change.problem else f"{line.rstrip('.')}: but {change.problem}"


def _won(night: Night) -> str:
    if not night.winners:
        return "nobody won"
    return f"{join_words(night.winners, 'and')} {'won' if len(night.winners) == 1 else 'won together'}"


def _limit(night: Night) -> str:
    if night.standing.due:
        return f" {night.standing.played + sum(night.standing.due)} hands in all."
    limit = night.table.game.table.limit(len(night.table.names), night.table.house)
    return f" {limit}" if limit else ""


def hand_lines(hand: Hand, night: Night, columns: int) -> list[str]:
    """One hand as it was just entered: points with their parts, totals, who is out."""
    names, head = hand.table.names, f"Hand {hand.number}"
    points, totals = hand.points, hand.totals
    if points is None or totals is None:
        lines = [f"{head}   {night.scorer.describe_entry(hand.entry, hand.table)}", *hand.outcome.lines]
    else:
        explained, rest = _explained(hand.outcome.lines, names)
        dealt = {
            seat: explained.get(name, (f"{name} {points[seat]}", ""))
            for seat, name in enumerate(names)
            if seat in hand.before.standing.living or points[seat]
        }
        across = f"{head}   " + "   ".join(earned + parts for earned, parts in dealt.values())
        sums = "Total    " + "   ".join(f"{name} {total}" for name, total in zip(names, totals, strict=True))
        if max(width(across), width(sums)) <= columns:
            lines = [across, *rest, sums]
        else:
            lines = [
                head,
                *(f"  {earned}, total {totals[seat]}{parts}" for seat, (earned, parts) in dealt.items()),
                *rest,
            ]
    if hand.eliminated and not hand.outcome.standing.is_over:
        lines.append(f"Out: {join_words(hand.eliminated, 'and')}.")
    return [*lines, *(f"But: {problem}." for problem in hand.outcome.problems)]


def _explained(lines: Sequence[str], names: Sequence[str]) -> tuple[dict[str, tuple[str, str]], list[str]]:
    """By name the points ("Ann 4") and their parts (" (2 cards + blob)"), and the lines that are about nobody.

    A name may have spaces and brackets of its own.
    """
    explained, rest = {}, []
    for line in lines:
        for name in names:
            if found := re.fullmatch(rf"({re.escape(name)} \d+)( \(.*\))?", line):
                explained[name] = (found[1], found[2] or "")
                break
        else:
            rest.append(line)
    return explained, rest
