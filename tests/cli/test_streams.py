"""What was stored is said to be stored: no encoding and no stdout that is full, closed or left turns work into an error."""

import errno
import io
import json
import os
import re
import shlex
import subprocess
import sys

import pytest

from tests.cli.helps import EVERY_VERB, EXAMPLES, played_before
from tests.commands import ROOT, Ran
from tests.readers.shown_commands import bring_pictures, needed
from tests.walks import slow_but
from tt_print.cli import run

# over a tenth of a second
LONG = re.compile(r"build|booklet all|export --for (?!tuckbox)|verify$|verify --soak|site|table( |$)")
SERVING = re.compile(r"site --serve|table( |$)")  # until somebody stops them


def commands_of(verb: str) -> list[list[str]]:
    """Each example of the verb's help with the commands that it needs before it."""
    before = played_before(verb)
    shown = [*before, *(re.sub(r"--games \d+", "--games 3", line) for line in EXAMPLES[verb])]
    numbers = [number for number in range(len(before), len(shown)) if not SERVING.match(shown[number])]
    return [[*needed(shown, number), shown[number]] for number in numbers]


def quick(verb: str) -> list[list[str]]:
    """One example, or what a verb says that takes long."""
    return [lines for lines in commands_of(verb) if not any(map(LONG.match, lines))][:1] or [[f"{verb} --help"]]


def run_in(encoding: str, command: str) -> Ran:
    """One command whose streams take no letter that the encoding lacks, and to which nobody types anything."""
    raw = io.BytesIO(), io.BytesIO()
    streams = [io.TextIOWrapper(each, encoding=encoding, newline="\n") for each in raw]
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, (sys.stdout, sys.stderr) = io.StringIO(), streams
    try:
        status = run(shlex.split(command))
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
    return Ran(status, *(each.getvalue().decode(encoding) for each in raw))


def test_a_stream_without_a_letter_shows_a_question_mark_and_json_loses_none(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run_in("ascii", "score start craziness Ann Łukasz 美咲").status == 0
    shown = run_in("ascii", "score")
    assert (shown.status, shown.err) == (0, "") and "?ukasz" in shown.out and "Łukasz" in run_in("utf-8", "score").out
    for encoding in ("ascii", "cp1252", "utf-16"):  # the last as PowerShell may have it
        assert json.loads(run_in(encoding, "score --json").out)["players"] == ["Ann", "Łukasz", "美咲"]
    assert "there is no paper '?ukasz'" in run_in("ascii", "deck --paper Łukasz").err


def run_refused(command: str, number: int, monkeypatch) -> Ran:
    """A command whose stdout takes nothing."""

    class Refusing(io.StringIO):
        def write(self, text: str) -> int:
            raise OSError(number, os.strerror(number))

    said = io.StringIO()
    for name, stream in (("stdin", io.StringIO()), ("stdout", Refusing()), ("stderr", said)):
        monkeypatch.setattr(sys, name, stream)
    return Ran(run(shlex.split(command)), "", said.getvalue())


SHOWS = re.compile(r"judge|rules|verify|playtest|deal|recount|scan|list|score( --|$| (nights|resume$|show|stats|log))")
# these take their time, and all tell it as deck, list and judge do
DRAWING = "start quickref scoresheet booklet calibrate verify export playtest".split()


@pytest.mark.parametrize("verb", slow_but([verb for verb in EVERY_VERB if verb not in DRAWING], EVERY_VERB))
def test_a_full_stdout_is_an_error_only_where_the_answer_is_all_there_is(tmp_path, monkeypatch, verb):
    monkeypatch.chdir(tmp_path)
    [[*before, command]] = quick(verb)
    for line in before:
        assert run(shlex.split(line)) == 0
    bring_pictures(command)
    ran = run_refused(command, errno.ENOSPC, monkeypatch)
    if "--help" in command:  # which typer prints
        status, said = 1, "error: the machine refused: No space left on device."
    elif SHOWS.match(command):
        status, said = 1, "error: the answer cannot be shown: stdout refuses it {full}."
    elif command.startswith("score ") and verb != "score export":
        status, said = 0, "Saved, but it cannot be shown here {full}. Do not enter it again."
    else:
        status, said = 0, "All files are written, but what to do with them cannot be shown here {full}."
    assert (ran.status, ran.err.splitlines()[-1]) == (status, said.format(full="(No space left on device)"))


def test_for_a_program_a_saved_entry_is_no_error_and_files_whose_list_it_cannot_read_are(tmp_path, monkeypatch):
    assert run(shlex.split("score start craziness Ann Bo Cy")) == 0
    ran = run_refused("score hand Ann=0 Bo=1 Cy=2 --json", errno.ENOSPC, monkeypatch)
    assert ran.status == 0 and ran.err.startswith("Saved, but")
    ran = run_refused(f"deck --only RH3 --json --out {tmp_path}", errno.ENOSPC, monkeypatch)
    assert ran.status == 1 and list(tmp_path.glob("sheets/*.pdf"))


def test_a_reader_that_left_is_no_error_and_what_was_wrong_with_the_input_is_what_is_wrong(monkeypatch):
    run(shlex.split("score start craziness Ann Bo Cy"))
    for command in ("score nights", "judge ww3 RC2 RC3", "judge ww3 RC2 RC3 --json", "--help"):
        ran = run_refused(command, errno.EPIPE, monkeypatch)
        assert (ran.status, ran.err) == (0, ""), command
    ran = run_refused("judge ww3 RC9", errno.ENOSPC, monkeypatch)
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
    assert run(["score", "log"]) == 0 and "hand 1: Ann went out; Łukasz 3" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []
