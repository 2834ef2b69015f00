"""Command lines that the documents and the help show, and which others each builds on."""

import io
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from textwrap import dedent

import pytest
from PIL import Image
from wcwidth import wcswidth

from tests.commands import ROOT, Ran, surroundings, tt
from tt_print.cli import INTERRUPTED

# what a command looks like, and the earlier ones that it needs; {0} is what the group in the first found
NEEDS = [
    (r".*crimson", r"new theme crimson"),
    (r"deck .*--printer (?!none)(\S+)", r"calibrate --measured .*--printer {0}"),
    (r"(?:booklet|quickref|scoresheet) ([a-z-]+)\.(?:md|toml)", r"new game {0}$"),
]


# whole decks for a press or a service, the site, the table, and everything at once: seconds each
LONG = re.compile(
    r"build|site|table|export --for (?:drivethru|printshop|mpc|tgc|virtual|cricut)|booklet all"
    r"|.*--dpi 600|playtest .*--games [45]0|booklet .*--(?:large-print|format flat)|verify --soak|(?:booklet|start|quickref).* crimson"
    r"|booklet (?:craziness|ww3|full|push-it$|.*--theme rich)|verify$|scoresheet all"
    r"|scan \S+\.jpg .+|puzzles --game craziness"
)


SERVES = re.compile(r"table")  # until somebody stops them


def cost(command: str) -> list[pytest.MarkDecorator]:
    """The marks of its test case."""
    marks = [pytest.mark.slow] if LONG.match(command) else []
    needs_npm = pytest.mark.skipif(not which("npm"), reason="npm is missing")
    return [*marks, needs_npm] if command.startswith("site") else marks


def needed(commands: Sequence[str], index: int) -> list[str]:
    """The commands before this one without which it cannot run, in their order.

    A command of `score` goes on with the night that was begun last; others need what NEEDS says.
    """
    command, before = commands[index], commands[:index]
    for pattern, wanted in NEEDS:
        if found := re.match(pattern, command):
            return [earlier for earlier in before if re.match(wanted.format(*found.groups()), earlier)]
    if command.startswith("score") and not re.match(r"score start [a-z]", command):
        scoring = [earlier for earlier in before if earlier.startswith("score")]
        begun = [number for number, earlier in enumerate(scoring) if re.match(r"score start [a-z]", earlier)]
        return scoring[begun[-1] if begun else 0 :]
    return []


PASSED: dict[tuple[str, ...], Ran] = {}


def run_shown(capsys: pytest.CaptureFixture[str], commands: Sequence[str], index: int) -> Ran:
    """One shown command, after those that it builds on; fails with the name of the one that went wrong."""
    chain = (*needed(commands, index), commands[index])
    if chain in PASSED:  # shown elsewhere too, after the same commands
        return PASSED[chain]
    bring_pictures(commands[index])
    with nobody_answers():
        for earlier in chain[:-1]:
            ran = tt(capsys, *shlex.split(earlier))
            if ran.status != 0:
                pytest.fail(f"not run: it builds on `{earlier}`, which ended with {ran.status}: {ran.err}")
        run = until_open if SERVES.match(commands[index]) else tt
        ran = run(capsys, *shlex.split(commands[index]))
    if ran.status == 0:
        PASSED[chain] = ran
    return ran


def bring_pictures(command: str) -> None:
    """The photo that a command puts on the backs, and photos of cards that it reads, which the person who types it has."""
    if re.match(r"(\./tt-print |tt-print )?scan ", command):
        for name in re.findall(r"(?<!--out )\b([\w-]+\.jpg)", command):
            photo = ROOT / "tests" / "play" / "scan" / "photos" / name
            shutil.copyfile(photo if photo.exists() else photo.with_name("mini.jpg"), name)
    if found := re.search(r"--back (\S+\.\w+)", command):  # `score hand --back Cy` is a player
        Image.new("RGB", (900, 1250), (40, 90, 160)).save(found[1])


WINDOWED = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")  # without them no window is opened


def until_open(_: pytest.CaptureFixture[str], *arguments: str) -> Ran:
    """A table, which goes on until somebody closes it: with Ctrl-C, as soon as it is open."""
    environment = {name: value for name, value in surroundings().items() if name not in WINDOWED}
    streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    words = [sys.executable, "-m", "tt_print", *arguments]
    with subprocess.Popen(words, **streams, text=True, encoding="utf-8", env=environment) as process:
        assert process.stdout is not None and process.stderr is not None
        said = ""
        try:
            for line in process.stdout:
                said += line
                if line.startswith("Ctrl-C"):
                    process.send_signal(signal.SIGINT)
            err = process.stderr.read()
            status = process.wait(600)
        finally:
            process.kill()
    return Ran(0 if status == INTERRUPTED and said else status, said, err)


@contextmanager
def nobody_answers() -> Iterator[None]:
    """A command that asks finds an empty stdin."""
    before, sys.stdin = sys.stdin, io.StringIO()
    try:
        yield
    finally:
        sys.stdin = before


def shown_answers(document: Path) -> list[tuple[str, str]]:
    """The commands in blocks marked console, without `$ ./tt-print `, each with the answer that is shown below it."""
    found = []
    for block in re.findall(r"^ *```console\n(.*?)^ *```", document.read_text(encoding="utf-8"), re.S | re.M):
        before, *parts = re.split(r"^\$ ", dedent(block), flags=re.M)
        strangers = [part for part in parts if not part.startswith(("tt-print ", "./tt-print "))]
        assert not before and not strangers, f"{document.name}: {before}{strangers}"
        lines = [part.split(" ", 1)[1].partition("\n") for part in parts]
        found += [(line, answer) for line, _, answer in lines]
    return found


def shown_commands(document: Path) -> list[str]:
    """The commands alone."""
    return [line for line, _ in shown_answers(document)]


def is_answer(shown: str, printed: str) -> bool:
    """Whether a command prints what is shown below it, in which `...` stands for any lines."""
    parts = [re.escape(part) for part in re.split(r"^\.\.\.\n", shown, flags=re.M)]
    return re.fullmatch("(?:.*\n)*".join(parts), printed) is not None


def help_examples(text: str) -> list[str]:
    """The command lines among the examples of a help text."""
    printed = re.split(r"Examples?:", text, maxsplit=1)
    return re.findall(r"tt-print (.+)", re.split(r"(?:Arguments|Options):", printed[1])[0]) if printed[1:] else []


# what stands whole on a line of its own, however narrow the window is: a command to copy, the name of a file
WHOLE = re.compile(r"\s*(tt-print .*|\S+[/.]\S+)")


def too_wide(text: str, columns: int) -> list[str]:
    """The lines that a terminal of so many columns would have to break."""
    return [line for line in text.splitlines() if not 0 <= wcswidth(line) <= columns and not WHOLE.fullmatch(line)]
