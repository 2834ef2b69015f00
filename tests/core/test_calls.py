"""A thousand calls of all kinds: none breaks the core, and every Python gives the same answers."""

import os
import subprocess
import sys
from collections import Counter

import pytest

from tests.commands import ROOT
from tests.core.asking import all_requests
from tests.core.calls import run, still_core, walk

KINDS = {"input", "request", "tally", "taken", "repeated", "night", "machine", "count"}


def test_a_few_hundred_calls_are_answered_or_refused_in_a_sentence(tmp_path):
    refused = Counter()
    for request, reply in walk(still_core(tmp_path), 180):
        assert reply.data["version"] == 1 and reply.data["ok"] is ("value" in reply.data)
        if not reply.data["ok"]:
            error = reply.data["error"]
            assert error["kind"] in KINDS and error["text"].strip() and error["status"] in (1, 2), request
            refused[error["kind"]] += 1
    assert sum(refused.values()) > 40 and {"input", "request"} <= set(refused)


@pytest.mark.slow
def test_a_thousand_calls_of_every_kind_have_one_digest(tmp_path):
    digest, counts = run(tmp_path, 1000)
    wants_a_file = {"scan", "score.open", "score.restore"}
    assert {name for name, ok in counts if ok} >= set(all_requests()) - wants_a_file
    assert sum(count for (_, ok), count in counts.items() if not ok) > counts.total() / 4, (
        "those that are spoiled, and more"
    )
    again = subprocess.run(
        [sys.executable, "-m", "tests.core.calls", "1000"], capture_output=True, text=True, cwd=ROOT, check=True,
        env={**os.environ, "PYTHONHASHSEED": "5"},
    )  # fmt: skip
    assert again.stdout.splitlines()[-1] == digest
