"""What npm fetches is whole or not there, whoever fetches at the same time and wherever it is cut off."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path

import pytest

from tt_print.site.npm import NotFetchedError, NpmPackage, fetched_files

HALVES = {"one.js": "first half\n", "two.js": "second half\n"}
PACKAGE = NpmPackage("stones", "1.2.3", {name: sha256(text.encode()).hexdigest() for name, text in HALVES.items()})
WHOLE = {name: text.encode() for name, text in HALVES.items()}
FIRST, SECOND = "echo 'first half' > one.js", "echo 'second half' > two.js"
KILLED_IN_BETWEEN = "kill -9 $PPID; exit 1"


@pytest.fixture
def npm(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A program called npm that does what its lines say in the package's folder, and counts how often it is run."""
    program = tmp_path / "bin" / "npm"
    program.parent.mkdir()
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    return program


def write_npm(program: Path, *lines: str) -> None:
    into = f'echo run >> "{program.parent}/runs"; mkdir -p "$3/node_modules/stones"; cd "$3/node_modules/stones"'
    program.write_text("\n".join(["#!/bin/sh", into, *lines, ""]), encoding="utf-8")
    program.chmod(0o755)


def runs_of(program: Path) -> int:
    return len((program.parent / "runs").read_text(encoding="utf-8").splitlines())


def test_what_was_fetched_once_is_not_fetched_again(npm, tmp_path):
    write_npm(npm, FIRST, SECOND)
    assert fetched_files(PACKAGE, tmp_path / "kept") == fetched_files(PACKAGE, tmp_path / "kept") == WHOLE
    assert runs_of(npm) == 1 and os.listdir(tmp_path / "kept") == ["stones-1.2.3"]


def test_of_four_runs_at_once_one_fetches_and_all_have_it(npm, tmp_path):
    write_npm(npm, FIRST, "sleep 0.2", SECOND)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: fetched_files(PACKAGE, tmp_path / "kept"), range(4)))
    assert found == [WHOLE] * 4
    assert runs_of(npm) == 1 and os.listdir(tmp_path / "kept") == ["stones-1.2.3"]


def test_a_fetch_that_fails_half_way_leaves_nothing(npm, tmp_path):
    write_npm(npm, FIRST, "echo 'the network is gone' >&2", "exit 1")
    with pytest.raises(NotFetchedError, match=r"npm did not fetch stones \(the network is gone\)"):
        fetched_files(PACKAGE, tmp_path / "kept")
    assert os.listdir(tmp_path / "kept") == []
    write_npm(npm, FIRST, SECOND)
    assert fetched_files(PACKAGE, tmp_path / "kept") == WHOLE


@pytest.mark.parametrize("start", ["npm error", "npm ERR!"])
def test_what_npm_says_is_told(npm, tmp_path, start):
    """As npm 11 and npm 9 write it; asked to be silent, npm would say nothing at all."""
    write_npm(npm, 'case "$*" in *--silent*) exit 1;; esac', f"echo '{start} code E404' >&2", f"echo '{start} 404 Nöt found: stones.' >&2", "exit 1")  # fmt: skip
    with pytest.raises(NotFetchedError, match=r"npm did not fetch stones \(404 Nöt found: stones\)\.$"):
        fetched_files(PACKAGE, tmp_path / "kept")


def test_an_npm_that_speaks_no_utf8_is_understood_as_far_as_can_be(npm, tmp_path):
    write_npm(npm, r"printf 'npm error kein Zugriff: K\374che\n' >&2", "exit 1")
    with pytest.raises(NotFetchedError, match=r"\(kein Zugriff: K\ufffdche\)"):
        fetched_files(PACKAGE, tmp_path / "kept")


def test_a_run_that_is_killed_half_way_is_cleared_away_by_the_next(npm, tmp_path):
    write_npm(npm, FIRST, KILLED_IN_BETWEEN)
    program = (
        "from pathlib import Path; from tests.site.test_npm import PACKAGE, fetched_files;"
        f"fetched_files(PACKAGE, Path({str(tmp_path / 'kept')!r}))"
    )
    killed = subprocess.run([sys.executable, "-c", program], env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}, check=False)  # fmt: skip
    (left,) = os.listdir(tmp_path / "kept")
    assert killed.returncode == -9 and left.startswith(".stones-1.2.3-")
    write_npm(npm, FIRST, SECOND)
    assert fetched_files(PACKAGE, tmp_path / "kept") == WHOLE
    assert os.listdir(tmp_path / "kept") == ["stones-1.2.3"]


@pytest.mark.parametrize("second", [None, b"", b"second ha"])
def test_half_a_package_in_its_place_is_no_package(npm, tmp_path, second):
    lying = tmp_path / "kept" / "stones-1.2.3" / "node_modules" / "stones"
    lying.mkdir(parents=True)
    (lying / "one.js").write_bytes(WHOLE["one.js"])
    if second is not None:
        (lying / "two.js").write_bytes(second)
    write_npm(npm, FIRST, SECOND)
    assert fetched_files(PACKAGE, tmp_path / "kept") == WHOLE
    assert {name: (lying / name).read_bytes() for name in WHOLE} == WHOLE
    assert os.listdir(tmp_path / "kept") == ["stones-1.2.3"]


def test_another_package_of_that_name_is_refused(npm, tmp_path):
    write_npm(npm, FIRST, "echo 'something else' > two.js")
    with pytest.raises(NotFetchedError, match=r"another stones 1\.2\.3 than the one that is meant"):
        fetched_files(PACKAGE, tmp_path / "kept")
    assert os.listdir(tmp_path / "kept") == []


def test_a_folder_that_cannot_be_made_is_named(npm, tmp_path):
    write_npm(npm, FIRST, SECOND)
    (tmp_path / "kept").write_text("a file", encoding="utf-8")
    with pytest.raises(NotFetchedError, match=r"could not fetch stones into .*kept"):
        fetched_files(PACKAGE, tmp_path / "kept")
