"""Nights without a file or a command line: events by hand, and those that random games of the engine leave behind."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from tt_print.engine.notation import seat_name
from tt_print.engine.play import play_out
from tt_print.engine.query import parse_query
from tt_print.games import find_game
from tt_print.games.casino.score import count_cards
from tt_print.score import commands as desk
from tt_print.score.events import Event
from tt_print.score.night import Night, read_night


class Evening:
    """One night in memory: what is stored is what `desk` gives, as in a file."""

    def __init__(
        self, game: str, *names: str, house: dict | None = None, dealer: str = "", places: str = "1224"
    ) -> None:
        found = find_game(game)
        self.events: list[Event] = []
        self.keep(desk.start_night([], found, names, found.house(**(house or {})), dealer or names[0], places))

    def keep(self, drafts, at: str = "2026-11-21T20:00:00+00:00") -> None:
        for draft in drafts:
            self.events.append(Event(len(self.events) + 1, draft.night, at, "ann", draft.kind, draft.data))

    @property
    def night(self) -> Night:
        return read_night(self.events)

    def query(self, words):
        night = self.night
        blocked = "--blocked" in words
        query = parse_query([word for word in words if word != "--blocked"], night.scorer.flags, night.table.game.title)
        if blocked:
            query.flags["blocked"] = ("",)
        return query

    def hand(self, *words: str, expected: int | None = None, at: str = "", **more: Any) -> Night:
        """Enters a hand; with a time `at` an equal one of the minute before it is refused."""
        query = self.query(words)
        self.keep(
            desk.enter_hand(
                self.events,
                None,
                lambda night: night.scorer.read(query, night.table, night.standing),
                expected,
                at=at,
                **more,
            ),
            **({"at": at} if at else {}),
        )
        return self.night

    def edit(self, number: int, *words: str, **more: Any) -> Night:
        self.keep(desk.edit_hand(self.events, None, number, self.query(words), **more))
        return self.night

    def undo(self) -> Night:
        self.keep(desk.undo(self.events))
        return self.night

    def redo(self) -> Night:
        self.keep(desk.redo(self.events))
        return self.night


@dataclass
class Played:
    """A random game of the engine and what a table would have entered: words by hand, and the state after each."""

    last: Any
    hands: list[tuple[list[str], Any]]
    evening: Evening


def play_and_enter(game: str, players: int, seed: int, house: dict | None = None) -> Played:
    """Plays a game to its end and enters every hand through `desk`, without overruling anything."""
    found = find_game(game)
    rules = found.house(**(house or {}))
    dealer = seed % players
    names = [seat_name(seat) for seat in range(players)]
    before = found.start(players, rules, dealer)
    evening = Evening(game, *names, house=house, dealer=names[dealer])
    harvest = HARVESTS[game](names)
    hands = []
    for event, state in play_out(found, before, random.Random(seed)):
        words = harvest(before, event, state)
        if words is not None:
            evening.hand(*words)
            hands.append((words, state))
        before = state
    return Played(before, hands, evening)


def _craziness(names):
    def hand(before, event, state):
        if before.phase in ("deal", "declare") or state.phase not in ("deal", "over"):
            return None
        empty = [seat for seat in before.living if not state.hands[seat]]
        words = ["--went-out", names[empty[0]]] if empty else ["--blocked"]
        for seat in before.living:
            if state.hands[seat]:
                words += ["--left", f"{names[seat]}={','.join(card.safe_code for card in state.hands[seat])}"]
        return words

    return hand


def _casino(names):
    number = [0]

    def hand(before, event, state):
        if before.phase in ("deal", "over") or state.phase not in ("deal", "over"):
            return None
        number[0] += 1
        words = []
        if number[0] % 2:  # by counts, the cards aside unseen; and by cards, the last player's as the rest
            for name, cards in zip(names, state.captured, strict=True):
                counts = count_cards(cards, state.house)
                words += ["--counts", f"{name}={','.join(str(getattr(counts, slot)) for slot in counts.__slots__)}"]
            return words
        for name, cards in list(zip(names, state.captured, strict=True))[:-1]:
            words += ["--captured", f"{name}={','.join(card.safe_code for card in cards)}"]
        aside = ["--aside", ",".join(card.safe_code for card in state.aside)] if state.aside else []
        return [*words, "--rest", names[-1], *aside]

    return hand


def _push_it(names):
    right = [0] * len(names)
    caught = [0] * len(names)

    def pairs(numbers):
        return ",".join(f"{name}={number}" for name, number in zip(names, numbers, strict=True))

    def hand(before, event, state):
        challenged = type(event).__name__ == "Challenge" and state.phase not in ("deal", "over")
        if challenged and state.potential[event.seat] > before.potential[event.seat]:
            right[event.seat] += 1
            caught[event.layer] += 1
        if before.phase == "deal" or state.phase not in ("deal", "over"):
            return None
        winner = event.layer if type(event).__name__ == "Challenge" else state.turn
        words = ["--went-out", names[winner], "--left", pairs(map(len, state.hands))]
        if before.house["potential"] != "off":
            words += ["--right", pairs(right), "--caught", pairs(caught)]
        if before.house["potential"] == "per_card":
            words += ["--potential", pairs(before.potential)]
        right[:], caught[:] = [0] * len(names), [0] * len(names)
        return words

    return hand


def _six_suit(names):
    def hand(before, event, state):
        if len(state.out) <= len(before.out):
            return None
        words = []
        for group in state.out[len(before.out) :]:
            words += ["--out", "+".join(names[seat] for seat in group)]
        return words

    return hand


def _war(names):
    def hand(before, event, state):
        if before.phase == "deal":
            return None
        words = []
        for seat, name in enumerate(names):
            if state.hands[seat] and not before.hands[seat] and state.phase != "over":
                words += ["--back", name]
        gone = [
            name
            for seat, name in enumerate(names)
            if before.hands[seat] and not state.hands[seat] and state.phase != "over"
        ]
        if gone:
            words += ["--out", "+".join(gone)]
        if state.phase == "over" and before.phase != "over":
            words += ["--winner", names[state.winner]]
        return words or None

    return hand


HARVESTS = {
    "craziness": _craziness,
    "casino": _casino,
    "push-it": _push_it,
    "six-suit": _six_suit,
    "ww3": _war,
    "armageddon": _war,
}
