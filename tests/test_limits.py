"""A file that asks for years or for all memory: a sentence, and the program goes on."""

import sys
import threading
from contextlib import suppress
from itertools import count

import pytest

from tt_print.errors import InputError
from tt_print.files import data


def read_forever():
    """As a reader that catches whatever it stumbles over."""
    for number in count():
        with suppress(Exception):
            max(range(number % 100 + 1))


@pytest.mark.skipif(sys.platform != "linux", reason="no other system limits memory")
@pytest.mark.parametrize(("limit", "most", "work", "said"), [
    ("MAX_BYTES", 90_000_000, lambda: bytearray(200_000_000), "the file takes too much memory"),
    ("MAX_SECONDS", 0.05, read_forever, "the file takes longer than 0.05 seconds"),
])  # fmt: skip
def test_work_gets_no_more_than_its_limit(monkeypatch, limit, most, work, said):
    import resource

    monkeypatch.setattr(data, limit, most)
    before = resource.getrlimit(resource.RLIMIT_AS)
    with pytest.raises(InputError, match=said):
        data.run_limited("the file", work)
    assert resource.getrlimit(resource.RLIMIT_AS) == before and len(bytearray(200_000_000)) == 200_000_000
    assert sum(range(3_000_000)) > 0  # no limit of time is left either


def test_work_within_the_limit_gives_what_it_makes_in_any_thread():
    made = [data.run_limited("the file", lambda: 7)]
    thread = threading.Thread(target=lambda: made.append(data.run_limited("the file", lambda: 8)))
    thread.start()
    thread.join()
    assert made == [7, 8]
