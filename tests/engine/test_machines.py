"""Every game as a state machine: whatever is chosen, the log of events is the whole truth about the table.

Unlike random play, which weights its choices so that games end, any of the first legal events may come next:
each wild declared as anything, every card, every player.
"""

import random
from collections import Counter
from itertools import islice

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.engine.random_play import box, player_counts, probe, spread
from tests.engine.recorded import Record, parse_record, show_record, state_text
from tests.games.cases import cases, every_game
from tt_print.engine.reasons import IllegalMove
from tt_print.games import find_game

FIRST = 200  # of the legal events, so many may be chosen


class Log(RuleBasedStateMachine):
    """A table, and the log of what has happened at it."""

    name = ""

    @initialize(players=st.integers(0, 20), trial=st.integers(0, 99), dealer=st.integers(0, 20))
    def sit_down(self, players, trial, dealer):
        self.game = find_game(self.name)
        counts, trials = player_counts(self.game), self.game.house_trials()
        self.players = counts[players % len(counts)]
        self.house, self.dealer = self.game.house(**trials[trial % len(trials)]), dealer % self.players
        self.state = self.game.start(self.players, self.house, self.dealer)
        self.events = []
        self.box = dict(box(self.game, self.state))
        self.happen(self.game.legal(self.state).choose(random.Random(trial)))

    def happen(self, event):
        assert event in self.game.legal(self.state) and self.game.can(self.state, event)
        before = state_text(self.game).show(self.state)
        after = self.game.apply(self.state, event)
        assert state_text(self.game).show(self.state) == before, "apply has changed the state before"
        assert self.game.apply(self.state, event) == after, "the same event gives another state"
        self.state = after
        self.events.append(event)

    def going_on(self):
        return hasattr(self, "state") and not self.game.is_over(self.state)

    @precondition(going_on)
    @rule(choice=st.integers(0, FIRST), seed=st.integers(0, 999))
    def choose(self, choice, seed):
        """One of the first legal events, as they are listed; of a shuffle any order."""
        legal = self.game.legal(self.state)
        listed = [] if legal.by_chance else list(islice(legal, FIRST))
        self.happen(listed[choice % len(listed)] if listed else legal.choose(random.Random(seed)))

    @precondition(going_on)
    @rule(seed=st.integers(0, 999))
    def play(self, seed):
        """What random play would do."""
        self.happen(self.game.legal(self.state).choose(random.Random(seed)))

    @precondition(going_on)
    @rule(seed=st.integers(0, 999))
    def go_astray(self, seed):
        """An event that may be illegal either happens or leaves everything as it was."""
        rng = random.Random(seed)
        events = list(cases(self.name).near_misses(self.state, rng))
        event = events[rng.randrange(len(events))]
        before = state_text(self.game).show(self.state)
        try:
            self.game.verify(self.state, event)
        except IllegalMove:
            assert event not in self.game.legal(self.state)
            with pytest.raises(IllegalMove):
                self.game.apply(self.state, event)
            assert state_text(self.game).show(self.state) == before
        else:
            self.happen(event)

    @precondition(going_on)
    @rule(seed=st.integers(0, 999))
    def ask(self, seed):
        """The three ways to ask what is legal agree."""
        probe(self.game, self.state, random.Random(seed))

    @precondition(lambda self: hasattr(self, "state") and self.game.is_over(self.state))
    @rule()
    def rest(self):
        """The game has ended: nothing is legal any more."""
        assert next(iter(self.game.legal(self.state)), None) is None

    @invariant()
    def nothing_is_lost(self):
        if hasattr(self, "state"):
            self.game.check(self.state)
            assert dict(Counter(spread(self.game.layout(self.state)))) == self.box

    def teardown(self):
        if not hasattr(self, "state"):
            return
        record = Record(self.game, self.players, self.house, self.dealer, tuple(self.events))
        assert record.last() == self.state
        again = parse_record(show_record(record), find_game)
        assert again == record and again.last() == self.state


def run_log(name, examples, steps):
    run_state_machine_as_test(
        type(f"{name} log", (Log,), {"name": name}),
        settings=settings(max_examples=examples, stateful_step_count=steps),
    )


@every_game()
def test_the_log_is_the_whole_truth(name):
    run_log(name, examples=8, steps=20)


@pytest.mark.slow
@every_game()
def test_the_log_is_the_whole_truth_at_length(name):
    run_log(name, examples=60, steps=50)
