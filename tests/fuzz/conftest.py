"""A person's folder in which every command line of the fuzzers begins: two nights, a printer, files good and bad."""

import os

import pytest

from tests.fuzz.watching import Watched

NIGHTS = (
    "score start casino Ann Bo Cy --option jokers=2", "score hand Ann=60 Bo=90 Cy=0", "score start push-it Ann Bo Cy --option potential=per_challenge", "score hand --went-out Ann --right Bo=1 --caught Cy=1",
    "score start six-suit Ann Bo Cy Di", "score hand --out Bo=red,Ann", "score start ww3 Ann Bo Cy", "score hand --out Cy",
    "score start armageddon Ann Bo", "score start craziness Ann Bo Cy", "score hand Ann=0 Bo=1 Cy=4", "score hand --went-out Bo --left Ann=RH3,KB4 --left Cy=GC2",
    "score edit 1 Bo=2", "score note Late", "score join Di", "score rename Ann Zoë", "score leave Bo", "score undo",
    "calibrate --measured 99.8,99.5 --printer brother --paper a4",
)  # fmt: skip


def fill(watched):
    """What the paths of `odd.PATHS` lead to."""
    work = watched.work
    watched.reset()
    for line in NIGHTS:
        result = watched.run(*line.split())
        assert result.status == 0, result
    (work / "folder").mkdir()
    for name, text in {
        "house.toml": "[common]\nnext_dealer = 'winner'\n[craziness]\nelimination_score = 20\n", "deep.toml": "a = " + "[" * 9999,
        "locked": "x", "file": "x",
    }.items():  # fmt: skip
        (work / name).write_text(text)
    (work / "locked").chmod(0)
    beside = watched.base / "beside"  # what takes no copy: 5 GB without a block on the disk, and what has no end
    beside.mkdir()
    with (beside / "film.toml").open("wb") as film:
        film.truncate(5_000_000_000)
    os.mkfifo(beside / "pipe")
    for name, target in {"film.toml": beside / "film.toml", "pipe": beside / "pipe", "device": "/dev/zero"}.items():
        (work / name).symlink_to(target)
    (work / "ring").symlink_to("ring")
    watched.keep()


@pytest.fixture(scope="session")
def watched():
    place = Watched()
    fill(place)
    yield place
    place.remove()
