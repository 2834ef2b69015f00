"""Whatever is typed after tt-print: a sentence and a status, and no word of Python's."""

import os

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from tests.fuzz.command_lines import command_lines

SEEDED = settings(
    derandomize="FUZZ_ANEW" not in os.environ, database=None, deadline=None, phases=[Phase.generate, Phase.shrink],
    suppress_health_check=list(HealthCheck),
)  # fmt: skip


STRATEGY = command_lines


def run_one(watched, words):
    watched.reset()
    watched.run(*words).check()


@settings(SEEDED, max_examples=100)
@given(words=command_lines())
def test_command_lines_with_mistakes(watched, words):
    run_one(watched, words)


@pytest.mark.slow
@settings(SEEDED, max_examples=10_000)
@given(words=command_lines())
def test_ten_thousand_command_lines_with_mistakes(watched, words):
    run_one(watched, words)
