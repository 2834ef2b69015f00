"""A run that is stopped, by Ctrl-C (130) or by the system (143), says one line and leaves nothing half made."""

import json
import os
import signal
import subprocess
import sys
from hashlib import sha256

import pytest
from reportlab.pdfbase.pdfdoc import pdfdocEnc

from tests.commands import ROOT, tt

MANIFEST = ".tt-print.json"

LONG = ["build", "booklet all", "deck", "export --for mpc", "verify --soak 500"]


def stop_after(seconds: float, number: int, command: str, folder) -> tuple[int, str]:
    """The exit status and stderr of a command that gets a signal so long after its start."""
    # where the tests run in the background Ctrl-C is ignored, and would be in what they start
    start = "import signal, runpy; signal.signal(signal.SIGINT, signal.default_int_handler); runpy.run_module('tt_print', run_name='__main__')"
    running = subprocess.Popen(
        [sys.executable, "-c", start, *command.split()], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    try:
        running.wait(seconds)
    except subprocess.TimeoutExpired:
        running.send_signal(number)
    _, said = running.communicate(timeout=600)
    return running.returncode, said


def check_files(folder) -> None:
    """Whatever stands in the output folder is whole."""
    out = folder / "output"
    assert not list(out.glob(".tt-print-staging*"))
    known = json.loads((out / MANIFEST).read_text(encoding="utf-8"))["files"] if (out / MANIFEST).exists() else {}
    for path in out.rglob("*"):
        if path.is_file() and path.name != MANIFEST:
            assert sha256(path.read_bytes()).hexdigest() in known[path.relative_to(out).as_posix()]


@pytest.mark.parametrize(("command", "seconds", "number"), [
    ("verify --soak 500", 0.8, signal.SIGINT), ("verify --soak 500", 0.8, signal.SIGTERM),
    *(pytest.param(command, *when, marks=pytest.mark.slow) for command in LONG for when in ((0.4, signal.SIGINT), (1.2, signal.SIGTERM)))
])  # fmt: skip
def test_a_stopped_run_says_so_in_one_line(tmp_path, command, seconds, number):
    ended, said = stop_after(seconds, number, command, tmp_path)
    status = 130 if number == signal.SIGINT else 143
    early = [(130, ""), (-number, "")]  # on a slow machine the program is still being loaded
    assert (ended, said) in [(status, "Stopped. No half-written file was left.\n"), (0, ""), *early]
    check_files(tmp_path)


ENDED_IN_A_CALLBACK = """
import os, signal, sys, time, weakref
from tt_print.cli import main

class Finder:
    def find_spec(self, name, *_):
        if name == "tt_print.core.commands.play":
            kept = type("Object", (), {})()
            self.callback = weakref.ref(kept, lambda _: (os.kill(os.getpid(), signal.SIGTERM), time.sleep(0.1)))

sys.meta_path.insert(0, Finder())
main(["verify", "--soak", "5000"])
"""


def test_a_run_that_is_ended_in_a_callback_of_python_ends_too(tmp_path):
    """Python would only print that it ignores the exception there."""
    ran = subprocess.run(
        [sys.executable, "-c", ENDED_IN_A_CALLBACK],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (143, "Stopped. No half-written file was left.\n")


class Interrupted:
    """A field of a class that is stopped while the class is made, while the module of a verb is imported."""

    def __init__(self, stop):
        self.stop = stop

    def __set_name__(self, owner, name):
        raise self.stop

    def find_spec(self, name, *_):
        if name == "tt_print.core.commands.play":
            type("Class", (), {"field": self})


@pytest.mark.parametrize(
    ("stop", "status"), [(KeyboardInterrupt(), 130), (SystemExit(143), 143)], ids=["ctrl-c", "term"]
)
def test_a_run_that_is_stopped_while_a_class_is_made_says_so_in_one_line(capsys, monkeypatch, stop, status):
    """Python 3.11 makes a RuntimeError of an interrupt inside `__set_name__`."""
    monkeypatch.delitem(sys.modules, "tt_print.core.commands.play", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Interrupted(stop), *sys.meta_path])
    stopped = tt(capsys, "verify", "--soak", "1")
    assert (stopped.status, stopped.out, stopped.err) == (status, "", "Stopped. No half-written file was left.\n")


@pytest.mark.parametrize(
    ("stop", "status"), [(KeyboardInterrupt(), 130), (SystemExit(143), 143)], ids=["ctrl-c", "term"]
)
def test_a_run_that_is_stopped_while_reportlab_numbers_objects_says_so_in_one_line(
    capsys, monkeypatch, tmp_path, stop, status
):
    """Its bare `except` makes a KeyError of whatever comes there."""

    def encode(text):
        if str(text).endswith(" R"):  # as in a reference to another object
            raise stop
        return pdfdocEnc(text)

    monkeypatch.setattr("reportlab.pdfbase.pdfdoc.pdfdocEnc", encode)
    stopped = tt(capsys, "calibrate", "--paper", "a4", "--out", tmp_path)
    assert (stopped.status, stopped.out, stopped.err) == (status, "", "Stopped. No half-written file was left.\n")


@pytest.mark.slow
@pytest.mark.parametrize(("step", "number"), [*enumerate([signal.SIGINT, signal.SIGTERM] * 3)])
def test_a_run_that_is_stopped_while_it_starts_shows_no_traceback_of_ours(tmp_path, step, number):
    """Python itself needs some time before any of ours runs, and the package is read before there is anybody to catch it."""
    ended, said = stop_after(0.03 + 0.04 * step, number, "deal craziness --players 3", tmp_path)
    assert str(ROOT) not in said.replace(str(ROOT / "tt_print/__init__.py"), ""), said
    assert ended in (0, 130, 143, -number) or "Fatal Python error" in said, (ended, said)
