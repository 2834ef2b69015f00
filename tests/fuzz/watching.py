"""One command line in this process, watched: what it prints, writes and takes.

`Watched` runs it in a folder of its own, on a disk in memory where the system has one, and `check` holds what must be
true of every command line there is.
"""

import contextlib
import io
import json
import os
import re
import shutil
import signal
import sys
import tempfile
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.strategies import SearchStrategy

from tt_print.cli import run

MAX_CPU_S = 100.0  # of one command line, which then hangs; most take some milliseconds
STATUSES = (0, 1, 2, 130)
OBEYED = ("Cc", "Cs", "Zl", "Zp")
TURNING = ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
ROOM = next((place for place in ("/dev/shm",) if os.access(place, os.W_OK)), None)  # no disk there to wait for

# What opens, makes or removes something, and which of its arguments are paths; named by `sys.audit`.
WRITES = {
    "open": (0,), "os.mkdir": (0,), "os.rename": (0, 1), "os.remove": (0,), "os.rmdir": (0,), "os.link": (1,), "os.symlink": (1,),
    "os.chmod": (0,), "os.truncate": (0,), "os.utime": (0,), "shutil.rmtree": (0,), "sqlite3.connect": (0,),
}  # fmt: skip


class OutsideError(PermissionError):
    """A command line was about to write outside its folder; it sees a system that refuses."""


@dataclass
class Guard:
    """Refuses to write anywhere but in a folder, and where npm's packages are kept; remembers what was refused."""

    folder: str = ""
    kept: str = os.path.realpath(os.environ.get("TT_PRINT_CACHE", os.devnull))
    refused: list[str] = field(default_factory=list)

    def __call__(self, event: str, arguments: tuple[object, ...]) -> None:
        if not self.folder or event not in WRITES or (event == "open" and not _is_writing(*arguments[1:])):
            return
        for index in WRITES[event]:
            path = arguments[index]
            if isinstance(path, bytes):
                path = os.fsdecode(path)
            if not isinstance(path, (str, os.PathLike)):
                continue  # a number of an open file
            text = re.sub(r"^file:(//)?|\?mode=\w+$" if event == "sqlite3.connect" else "^$", "", os.fspath(path))
            whole = os.path.realpath(os.path.join(os.getcwd(), text))
            if whole != os.devnull and not f"{whole}/".startswith((f"{self.folder}/", f"{self.kept}/")):
                self.refused.append(f"{event} {whole}")
                raise OutsideError(13, "a test lets nobody write there", whole)


def _is_writing(mode: object, flags: object = 0) -> bool:
    if isinstance(mode, str) and set(mode) & set("wax+"):
        return True
    return isinstance(flags, int) and bool(flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC))


GUARD = Guard()
sys.addaudithook(GUARD)  # there is no way to take one back: without a folder it does nothing


class Stdout(io.TextIOWrapper):
    """A pipe that takes UTF-8."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", newline="", write_through=True)

    @property
    def text(self) -> str:
        self.flush()
        return self.buffer.getvalue().decode("utf-8")  # type: ignore[attr-defined]


@dataclass(frozen=True, slots=True)
class Result:
    arguments: tuple[str, ...]
    status: int
    out: str
    err: str
    refused: tuple[str, ...]  # writes outside the folder

    def check(self, asked_for_elsewhere: bool = False) -> None:
        """What is true of every command line. It may write elsewhere where somebody named such a place."""
        assert self.status in STATUSES, self
        assert "Traceback" not in self.out + self.err, self
        assert asked_for_elsewhere or not self.refused, self
        errors = [line for line in self.err.splitlines() if line.startswith("error:")]
        assert self.status != 2 or (len(errors) == 1 and self.err.strip() != "error:"), self
        for sign in {*self.out, *self.err} - {"\n", "\t"}:
            harmful = unicodedata.category(sign) in OBEYED or unicodedata.bidirectional(sign) in TURNING
            assert not harmful or (sign == "\r" and "\r" not in self.out.replace("\r\n", "")), (hex(ord(sign)), self)
        assert len(self.err) < 40_000, self
        if self.out.startswith('{"format": "tt_print '):
            json.loads(self.out)


class Watched:
    """A folder with all that a person has: `work`, where commands are typed, and settings and nights beside it.

    `fill` puts into it what every command line finds there; `run` begins from that each time.
    """

    def __init__(self) -> None:
        self.base = Path(tempfile.mkdtemp(prefix="tt_print-fuzz-", dir=ROOM)).resolve()
        self.work, self.template = self.base / "now" / "work", self.base / "template"
        for name in ("work", "data", "config"):
            (self.template / name).mkdir(parents=True)

    @property
    def environment(self) -> dict[str, str]:
        now = self.base / "now"
        return {
            "TT_PRINT_DATA": f"{now}/data", "TT_PRINT_CONFIG": f"{now}/config", "HOME": str(now), "TERM": "dumb", "NO_COLOR": "1", "LC_ALL": "en_US.UTF-8",
        }  # fmt: skip

    def reset(self) -> None:
        shutil.rmtree(self.base / "now", ignore_errors=True)
        shutil.copytree(self.template, self.base / "now", symlinks=True)

    def keep(self) -> None:
        """What is there now is what every command line finds from here on."""
        shutil.rmtree(self.template)
        shutil.copytree(self.base / "now", self.template, symlinks=True)

    def run(self, *arguments: str, variables: Mapping[str, str] | None = None) -> Result:
        """Runs a command line, with nobody at a terminal. `variables` are set in the environment beside those of `environment`."""
        out, err = Stdout(), Stdout()
        with self._surroundings(variables or {}), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            before, sys.stdin = (sys.stdin, sys.dont_write_bytecode), io.StringIO()
            sys.dont_write_bytecode = True  # Python itself may keep what it compiles beside the program
            GUARD.folder, GUARD.refused = str(self.base / "now"), []
            try:
                status = run(list(arguments))
            finally:
                GUARD.folder, (sys.stdin, sys.dont_write_bytecode) = "", before
        return Result(arguments, status, out.text, err.text, tuple(GUARD.refused))

    @contextlib.contextmanager
    def _surroundings(self, variables: Mapping[str, str]) -> Iterator[None]:
        """The person's folders and terminal; and an end to what never ends."""
        environment, folder = dict(os.environ), os.getcwd()
        os.environ.update({**self.environment, **variables})
        os.chdir(self.work)
        handler = signal.signal(signal.SIGVTALRM, stop_a_long_run)
        signal.setitimer(signal.ITIMER_VIRTUAL, MAX_CPU_S)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            signal.signal(signal.SIGVTALRM, handler)
            os.chdir(folder)
            os.environ.clear()
            os.environ.update(environment)

    def remove(self) -> None:
        shutil.rmtree(self.base, ignore_errors=True)


def stop_a_long_run(number: int, frame: object) -> None:
    raise AssertionError(f"a command line takes more than {MAX_CPU_S:g} seconds")


# A long run by hand: `FUZZ_TIMES=10 FUZZ_SEED=7 python -m pytest tests/fuzz -m slow` tries ten times as many cases, and others.
TIMES, SEED = int(os.environ.get("FUZZ_TIMES", "1")), os.environ.get("FUZZ_SEED")


def often(few: int, many: int) -> list[Any]:
    """How many cases are tried: values of a parametrize, of which the second is slow."""
    return [few, pytest.param(many * TIMES, marks=pytest.mark.slow)]


def try_cases(check: Callable[..., None], times: int, **strategies: SearchStrategy[Any]) -> None:
    """Calls a check with so many cases, the same in every run unless FUZZ_SEED is set."""
    tried = given(**strategies)(check)
    if SEED:
        tried = seed(int(SEED))(tried)
    settings(
        max_examples=times, derandomize=SEED is None, phases=[Phase.generate, Phase.shrink], suppress_health_check=list(HealthCheck),
    )(tried)()  # fmt: skip
