"""The command reports what it stored: no encoding and no stdout that is full, closed or left turns work into an error."""

import errno
import io
import json
import os
import shlex
import subprocess
import sys

import pytest

from tests.commands import ROOT, Ran
from tests.walks import walk
from tt_print.cli import run

FULL = "(No space left on device)"
UNSEEN = f"error: the answer cannot be shown: stdout refuses it {FULL}."


def run_with(stdout: io.IOBase, stderr: io.IOBase, command: str) -> int:
    """The exit status of a command with these streams, to which nobody types anything."""
    with pytest.MonkeyPatch.context() as patch:
        for name, stream in (("stdin", io.StringIO()), ("stdout", stdout), ("stderr", stderr)):
            patch.setattr(sys, name, stream)
        return run(shlex.split(command))


def run_in(encoding: str, command: str) -> Ran:
    """One command whose streams take no letter that the encoding lacks."""
    streams = [io.TextIOWrapper(io.BytesIO(), encoding=encoding, newline="\n") for _ in range(2)]
    status = run_with(*streams, command)
    return Ran(status, *(each.buffer.getvalue().decode(encoding) for each in streams))


def run_refused(command: str, number: int) -> Ran:
    """A command whose stdout takes nothing."""

    class Refusing(io.StringIO):
        def write(self, text: str) -> int:
            raise OSError(number, os.strerror(number))

    said = io.StringIO()
    return Ran(run_with(Refusing(), said, command), "", said.getvalue())


def test_a_stream_without_a_letter_shows_a_question_mark_and_json_loses_none():
    assert run_in("ascii", "score start craziness Ann Łukasz 美咲").status == 0
    shown = run_in("ascii", "score")
    assert (shown.status, shown.err) == (0, "") and "?ukasz" in shown.out and "Łukasz" in run_in("utf-8", "score").out
    for encoding in ("ascii", "cp1252", "utf-16"):  # the last as PowerShell may have it
        assert json.loads(run_in(encoding, "score --json").out)["players"] == ["Ann", "Łukasz", "美咲"]
    assert "there is no paper size '?ukasz'" in run_in("ascii", "deck --paper Łukasz").err


@pytest.fixture
def night(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(shlex.split("score start craziness Ann Bo Cy")) == 0


@pytest.mark.usefixtures("night")
@walk(("command", "status", "said"), [
    ("judge ww3 pile RC2 RC3", 1, UNSEEN), ("list papers", 1, UNSEEN), ("score", 1, UNSEEN), ("deal craziness --players 3", 1, UNSEEN), ("--version", 1, UNSEEN),
    ("deck --help", 1, "error: the machine refused: No space left on device."),
    ("score hand Ann=0 Bo=1 Cy=2", 0, f"Saved, but it cannot be shown here {FULL}. Do not enter it again."),
    ("score hand Ann=0 Bo=2 Cy=2 --json", 0, f"Saved, but it cannot be shown here {FULL}. Do not enter it again."),
    ("deck --only RH3", 0, f"All files are written, but what to do with them cannot be shown here {FULL}."), ("deck --only RH3 --json", 1, UNSEEN),
])  # fmt: skip
def test_a_full_stdout_is_an_error_only_where_the_answer_is_all_there_is(command, status, said):
    ran = run_refused(command, errno.ENOSPC)
    assert (ran.status, ran.err) == (status, f"{said}\n")


@pytest.mark.usefixtures("night")
def test_a_reader_that_left_is_no_error_and_what_was_wrong_with_the_input_is_what_is_wrong():
    for command in ("score nights", "judge ww3 pile RC2 RC3", "judge ww3 pile RC2 RC3 --json", "--help"):
        ran = run_refused(command, errno.EPIPE)
        assert (ran.status, ran.err) == (0, ""), command
    ran = run_refused("judge ww3 pile RC9", errno.ENOSPC)
    assert ran.status == 2 and ran.err.count("\n") == 1 and "RC9" in ran.err


@pytest.mark.parametrize(("streams", "said"), [
    (">/dev/full", "Saved, but it cannot be shown here (No space left on device)"), ("<&- >&- 2>&-", ""), ("| head -c 1", ""),
    *(pytest.param(*slow, marks=pytest.mark.slow) for slow in [
        (">&-", "Saved, but it cannot be shown here (Bad file descriptor)"), ("<&-", ""), ("2>&-", ""), ("2>/dev/full >/dev/full", ""),
    ]),
])  # fmt: skip
def test_a_hand_is_saved_wherever_its_streams_lead(tmp_path, capsys, streams, said):
    assert run(shlex.split("score start craziness Ann Łukasz")) == 0
    line = f"set -o pipefail; {shlex.quote(sys.executable)} -m tt_print score hand Ann=0 Łukasz=3 {streams}"
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "cp1252"}
    done = subprocess.run(["bash", "-c", line], cwd=tmp_path, capture_output=True, env=environment, check=False)
    assert done.returncode == 0 and said in done.stderr.decode() and b"Traceback" not in done.stderr
    assert run(["score", "log"]) == 0 and "round 1: Ann went out; Łukasz 3" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []
