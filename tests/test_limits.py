"""A file that asks for years or for all memory: a sentence, and the program goes on."""

import io
import sys
import threading
from contextlib import suppress
from itertools import count

import pytest
from PIL import Image

from tests.commands import tt
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


def test_a_system_without_timers_stops_the_work_as_well(monkeypatch):
    """Such as Windows; and no thread of a limit is left behind."""
    monkeypatch.delattr("signal.setitimer")
    before = threading.enumerate()
    assert data.run_limited("the file", lambda: 7) == 7
    monkeypatch.setattr(data, "MAX_SECONDS", 0.05)
    for _ in range(20):
        with pytest.raises(InputError, match="the file takes longer than 0.05 seconds"):
            data.run_limited("the file", read_forever)
    assert sum(range(3_000_000)) > 0 and threading.enumerate() == before


def test_a_picture_of_many_scans_takes_no_longer(capsys, tmp_path, monkeypatch):
    """Each says in a hundred bytes that nothing changes, and costs a walk over all pixels: 15 seconds of a processor for half a megabyte."""
    file = io.BytesIO()
    Image.new("L", (2000, 2000), 255).save(file, "JPEG", progressive=True)
    data_of = file.getvalue()
    scan = data_of[data_of.rindex(b"\xff\xda") : -2]
    (tmp_path / "scans.jpg").write_bytes(data_of[:-2] + scan * 5000 + data_of[-2:])
    monkeypatch.setattr(data, "MAX_SECONDS", 0.05)
    ran = tt(capsys, "deck", "--only", "RC1", "--backs", "fold", "--back", tmp_path / "scans.jpg", "--out", tmp_path)
    assert ran.status == 2 and "scans.jpg takes longer than 0.05 seconds to read." in ran.err, ran


def test_work_within_the_limit_gives_what_it_makes_in_any_thread():
    made = [data.run_limited("the file", lambda: 7)]
    thread = threading.Thread(target=lambda: made.append(data.run_limited("the file", lambda: 8)))
    thread.start()
    thread.join()
    assert made == [7, 8]
