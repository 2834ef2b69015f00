"""A file that asks for all memory: a sentence, and the program goes on."""

import sys

import pytest

from tt_print.errors import InputError
from tt_print.files import limits


def memory_limit():
    """That of this process, on systems that have one."""
    try:
        import resource
    except ImportError:
        return None
    return resource.getrlimit(resource.RLIMIT_AS)


@pytest.mark.skipif(sys.platform != "linux", reason="no other system limits memory")
def test_work_gets_no_more_memory_than_its_limit(monkeypatch):
    monkeypatch.setattr(limits, "MAX_BYTES", 90_000_000)
    before = memory_limit()
    with pytest.raises(InputError, match="the file takes too much memory"):
        limits.run_limited("the file", lambda: bytearray(200_000_000))
    assert memory_limit() == before and len(bytearray(200_000_000)) > limits.MAX_BYTES


def test_work_within_the_limit_gives_what_it_makes():
    assert limits.run_limited("the file", lambda: 7) == 7
