"""The lines for a command of `score` that was done, and its data for programs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tt_print.cli.hints import typed, typed_sentence, typed_text
from tt_print.core.commands import hands, roster
from tt_print.core.commands import score as core
from tt_print.core.commands.night import Change, ScoreCommand, ScoreResult
from tt_print.errors import join_words
from tt_print.games import POINTS, find_scored_game, titles_where
from tt_print.score.events import JOIN, current_night
from tt_print.score.night import Night
from tt_print.score.pointers import pointer_lines
from tt_print.score.statistics import statistics_lines
from tt_print.score.store import RestoreResult
from tt_print.score.table import change_line, hand_lines, next_line, night_lines, team_lines
from tt_print.score.target import CURRENT, ScoreTarget
from tt_print.terminal import columns, table, wrap_commands, wrap_cut


def lines(request: ScoreCommand, done: ScoreResult) -> list[str]:
    """What people read, as wide as the terminal."""
    return _LINES[type(request)](request, done)


def data(request: ScoreCommand, done: ScoreResult) -> tuple[str, dict[str, Any]]:
    """The kind of the JSON object that programs read, and what is in it."""
    match request:
        case core.Nights() | core.Stats() | core.Log():
            return request.verb, request.data(done)
        case roster.Rename(everywhere=True):
            return "score renamed", request.data(done)
        case core.Restore() if done.night is None:
            return "score nights", core.Nights().data(done._replace(more=()))
        case hands.Move():
            return "score pointers", {"night": done.now.number, "pointers": request.data(done)["pointers"]["pointers"]}
    night = done.now.as_json()
    match request:
        case hands.Edit():
            night["changes"] = done.changes or [ONLY_THE_NOTE]
        case Change() if not isinstance(request, (hands.Hand, hands.AddNote, roster.Finish)):
            night["changes"] = done.changes
    return "score", night


ONLY_THE_NOTE = "Only the note is different."


def wrapped(texts: Sequence[str], hang: int = 2) -> list[str]:
    return [part for text in texts for part in wrap_commands(text, columns(), hang=hang)]


# ---------------------------------------------------------------- a night begins


def _start(request: core.Start, done: ScoreResult) -> list[str]:
    night = done.now
    names, dealer = night.table.names, night.table.names[night.standing.dealer]
    example = typed(night.place, "hand", *night.scorer.example_words(night.table))
    return [
        f"{night.table.game.title}, night {night.number}: {', '.join(names)}",
        f"House rules: {'none' if night.table.rules == '-' else night.table.rules}",
        f"{dealer} deals first." + ("" if request.dealer else " (Somebody else: start with --dealer NAME.)"),
        f"After the hand:  {example}",
        "or, asked with buttons:  tt-print table",
        *(["Deal it here:  tt-print deal"] if night.table.game.name != POINTS else []),  # of its cards nothing is known
    ]


# ---------------------------------------------------------------- what changes a night


def _hand(request: hands.Hand, done: ScoreResult) -> list[str]:
    """The last hand, and how it is taken back."""
    night = done.now
    shown = [*hand_lines(night.hands[-1], night, columns()), *team_lines(night), next_line(night)]
    shown = [part for line in shown for part in wrap_cut(line, columns(), hang=4)]
    return [*shown, "Saved." + ("" if night.is_over else f"  A mistake? {typed(night.place, 'undo')}")]


def _edit(request: hands.Edit, done: ScoreResult) -> list[str]:
    saved = f"Saved: hand {request.number} is corrected. Take it back: {typed(done.now.place, 'undo')}"
    return wrapped([*(done.changes or [ONLY_THE_NOTE]), *map(typed_text, done.cures), saved])


def _remove(request: hands.Remove, done: ScoreResult) -> list[str]:
    gone = done.was.hand(request.number)
    described = f"entered by {gone.event.who}: {done.was.scorer.describe_entry(gone.entry, gone.table)}"
    return _step(f"Removed: hand {request.number}, {described}. Take it back: {typed(done.now.place, 'undo')}", done)


def _undo(request: hands.Undo, done: ScoreResult) -> list[str]:
    if request.back:
        return _step(f"Put back: {request.described(done)}. Take it back: {typed(done.now.place, 'undo')}", done)
    return _step(f"Undone: {request.described(done)}. Put it back: {typed(done.now.place, 'undo', '--back')}", done)


def _step(text: str, done: ScoreResult, last: str = "") -> list[str]:
    """What was done, what came of it, and what to do next."""
    return wrapped([text, *done.changes, *map(typed_text, done.cures), *([last] if last else [])])


def _note(request: hands.AddNote, done: ScoreResult) -> list[str]:
    return [f"Noted{f' with hand {request.number}' if request.number else ''}: {request.text}"]


def _move(request: hands.Move, done: ScoreResult) -> list[str]:
    return pointer_lines(done.now)


def _finish(request: roster.Finish, done: ScoreResult) -> list[str]:
    return [*_table(request, done), f"Saved. To play on after all: {typed(done.now.place, 'undo')}"]


def _roster(request: ScoreCommand, done: ScoreResult) -> list[str]:
    """Who came, went, or is renamed."""
    night = done.now
    event = night.ledger.changes[-1]
    said = [change_line(change) for change in night.changes if change.event == event]
    text = said[0] if said else f"{event.data['old']} is {event.data['new']} from now on."
    last = f"{next_line(night)} Take it back: {typed(night.place, 'undo')}"
    return _step(f"Saved. {text}{_begun(night)}", done, last)


def _begun(night: Night) -> str:
    """What to do where a newcomer is counted in with what is being played without them already."""
    event = night.ledger.changes[-1]
    if event.kind != JOIN or not night.hands or night.next_table.names != night.table.names:
        return ""
    what = f"game {night.games + 1}" if night.is_series else f"hand {len(night.hands) + 1}"
    return f" Is {what} being played already? If so, undo this and join after it."


def _rename(request: roster.Rename, done: ScoreResult) -> list[str]:
    if not request.everywhere:
        return _roster(request, done)
    numbers = done.more
    where = f"night{'s' * (len(numbers) > 1)} {join_words(map(str, numbers), 'and')}"
    texts = [f"Saved. {request.old} is {request.new} in {where}. Take it back, night by night:"]
    return wrapped([*texts, *(f"  {typed(ScoreTarget(number), 'undo')}" for number in numbers)], 0)


# ---------------------------------------------------------------- nights


def _table(request: ScoreCommand, done: ScoreResult) -> list[str]:
    return night_lines(done.now, columns(), typed_sentence)


def _nights(request: core.Nights, done: ScoreResult) -> list[str]:
    current, shown = current_night(done.events), []
    for night in done.more:
        state = f"{join_words(night.winners, 'and')} won" if night.is_over else f"{len(night.hands)} entered"
        head = f"{'*' if night.number == current else ' '}{night.number:>3}  {night.at[:10]}  {night.table.game.title}"
        shown += wrap_cut(f"{head}: {', '.join(night.names)}; {state}", columns(), hang=18)
    return [
        *shown,
        f"* is the current night. Another one:  {typed(CURRENT, 'resume', 'NUMBER')}",
        f"Only to look at it:  {typed(CURRENT, 'show', 'NUMBER')}",
    ]


def _stats(request: core.Stats, done: ScoreResult) -> list[str]:
    found = done.more
    if not found.records:
        return [f"No game night is kept yet. To begin one:  {typed(CURRENT, 'start')}"]
    heads = ("player", "game", "nights", "games", "wins", "points a hand")
    rows = [
        (each.name, find_scored_game(each.game).title, *map(str, (each.nights, each.games, each.wins)),
         "" if each.average is None else f"{each.average:.1f}") for each in found.records
    ]  # fmt: skip
    few = titles_where(lambda game: game.table.good_points == "few")
    many = titles_where(lambda game: game.table.good_points == "many")
    shown = [*table(heads, rows, columns(), left=(0, 1)), f"In {few} few points are good, in {many} many."]
    return [*shown, *wrapped(statistics_lines(found))]


def _log(request: core.Log, done: ScoreResult) -> list[str]:
    rows = [f"{event.at[:16].replace('T', ' ')}  {event.who}: {text}" for event, text in done.more]
    return [line for row in rows for line in wrap_cut(row, columns(), hang=18)]


def _restore(request: core.Restore, done: ScoreResult) -> list[str]:
    shown = _table(request, done) if done.night else []
    return [*wrapped([_restored(done.more)], 0), *shown]


def _restored(restored: RestoreResult) -> str:
    file, copy, is_done, kept = restored
    if not is_done:
        held = f"is {copy.fault}" if copy.fault else "holds no more"
        return f"{file.path.name} is whole, with {file.summary}, and {copy.path.name} {held}: nothing needs to be restored."
    before = f" What was there is kept as {kept.name}." if kept is not None else ""
    return f"{copy.path.name} is in place, with {copy.summary}.{before} Compare the last entries with memory:"


_LINES: dict[type[ScoreCommand], Callable[[Any, ScoreResult], list[str]]] = {
    core.Start: _start, core.Nights: _nights, hands.Hand: _hand, hands.Edit: _edit, hands.Remove: _remove, hands.Undo: _undo,
    hands.AddNote: _note, hands.Move: _move, roster.Join: _roster, roster.Leave: _roster, roster.Rename: _rename,
    roster.Finish: _finish, core.State: _table, core.Resume: _table, core.Stats: _stats, core.Log: _log, core.Restore: _restore,
}  # fmt: skip
