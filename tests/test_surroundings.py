"""The same choices give the same bytes: no clock, no person and no place gets into a file, nor any variable that was set
for another program."""

import os
import time
from pathlib import Path

import pytest

from tests.commands import process, tt
from tests.walks import slow_but

CODE = "9NEKA-QAC1D-MDP8C-69P9T-0EVHX-10"
A4 = ("--paper", "a4")

# variables that libraries of ours read, or that say who and where somebody is
STRANGE = dict(
    SOURCE_DATE_EPOCH="1234567890", TZ="Asia/Kathmandu", LC_ALL="de_DE.UTF-8", LANG="tr_TR.UTF-8", USER="zoe", LOGNAME="zoe",
    HOME="/nowhere", COLUMNS="213",
)  # fmt: skip
AT_START = dict(  # read once, when Python or a library starts
    PYTHONHASHSEED="77", PYTHONUTF8="1", RL_pdfMultiLine="1", RL_pdfComments="1", RL_useA85="1", RL_pageCompression="0",
    RL_invariant="0", RL_documentLang="fr", RL_defaultPageSize="letter", RL_canvas_basefontname="Courier",
)  # fmt: skip

QUICK = [
    ("deck", "--only", "RH3,J1", "--svg", *A4), ("deal", "--code", CODE, "--players", "Ann,Bo,Cy", "--slips", "--sheet", *A4),
    ("scoresheet", "craziness", *A4), ("quickref", "push-it", *A4), ("calibrate", *A4), ("export", "--for", "tuckbox", *A4),
]  # fmt: skip
DUPLEX = ("deck", "--only", "RH3,J1", "--backs", "duplex", "--svg", *A4)
SLOW = [
    ("build", *A4),
    ("booklet", "push-it", "--format", "pocket", *A4),
    ("deal", "--code", "AE3FV-F17WE-16T49-J3H61-59HD7-FF", "--slips", *A4),
    *(("export", "--for", profile, "--deck", "west") for profile in  # one or two of each kind
      ("mpc", "drivethru", "printshop", "silhouette", "cricut", "virtual", "tuckbox")),
]  # fmt: skip


def tree(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("command", QUICK, ids=lambda command: command[0])
def test_no_variable_gets_into_a_file(capsys, tmp_path, monkeypatch, command):
    here = tt(capsys, *command, "--out", tmp_path / "here")
    for name, value in STRANGE.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(time, "time", lambda: 4e9)
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    there = tt(capsys, *command, "--out", tmp_path / "there")
    assert (here.status, there.status) == (0, 0), (here.err, there.err)
    files = tree(tmp_path / "here")
    assert files == tree(tmp_path / "there") and len(files) > 1
    assert os.environ["SOURCE_DATE_EPOCH"] == "1234567890", "it is the other program's, and stays as it was"


def test_a_date_that_is_no_number_stops_nobody(capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "yesterday")
    ran = tt(capsys, "scoresheet", "craziness", "--out", tmp_path, *A4)
    assert (ran.status, ran.err) == (0, "")


def test_a_night_is_written_the_same_again(capsys, tmp_path, monkeypatch):
    tt(capsys, "score", "start", "craziness", "Ann", "Bo")
    tt(capsys, "score", "hand", "Ann=0", "Bo=7")
    for place in ("here", "there"):
        ran = tt(capsys, "score", "export", "--csv", "--pdf", "--out", tmp_path / place)
        assert ran.status == 0, ran.err
        for name in {*STRANGE} - {"HOME"}:
            monkeypatch.setenv(name, STRANGE[name])
        monkeypatch.setattr(time, "time", lambda: 4e9)
    assert tree(tmp_path / "here") == tree(tmp_path / "there") and len(tree(tmp_path / "here")) == 3


@pytest.mark.parametrize("command", slow_but([(DUPLEX,)], [(line,) for line in (DUPLEX, *SLOW)]))
def test_no_kind_of_output_takes_anything_from_outside(tmp_path, command):
    """In processes of their own: hash seeds, and what reportlab reads when it is loaded."""
    (tmp_path / "cwd").mkdir()
    here = process(*command, "--out", tmp_path / "here")
    there = process(*command, "--out", tmp_path / "there", cwd=tmp_path / "cwd", **STRANGE, **AT_START)
    assert (here.status, there.status) == (0, 0), (here.err, there.err)
    assert tree(tmp_path / "here") == tree(tmp_path / "there") and len(tree(tmp_path / "here")) > 1
