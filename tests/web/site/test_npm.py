"""What npm fetches is whole or not there, whoever fetches at the same time and wherever it is cut off."""

import os
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path

import pytest

from tt_print.web.pack import NotFetchedError, NpmPackage, fetched_files

HALVES = {"one.js": "first half\n", "two.js": "second half\n"}
PACKAGE = NpmPackage("stones", "1.2.3", {name: sha256(text.encode()).hexdigest() for name, text in HALVES.items()})
WHOLE = {name: text.encode() for name, text in HALVES.items()}
FIRST, SECOND = "echo 'first half' > one.js", "echo 'second half' > two.js"
SILENT = 'case "$*" in *--silent*) exit 1;; esac'


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


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return tmp_path / "kept"


def check_whole(kept: Path) -> None:
    """The package is fetched, and nothing else lies beside it."""
    assert fetched_files(PACKAGE, kept) == WHOLE and os.listdir(kept) == ["stones-1.2.3"]
    assert {*os.listdir(kept / "stones-1.2.3")} == {*WHOLE}


def test_what_was_fetched_once_is_not_fetched_again(npm, kept):
    write_npm(npm, FIRST, SECOND)
    check_whole(kept)
    check_whole(kept)
    assert runs_of(npm) == 1


def test_of_four_runs_at_once_all_have_it(npm, kept):
    write_npm(npm, FIRST, "sleep 0.2", SECOND)
    with ThreadPoolExecutor(4) as pool:
        assert [*pool.map(lambda _: fetched_files(PACKAGE, kept), range(4))] == [WHOLE] * 4
    check_whole(kept)


@pytest.mark.parametrize(("lines", "said"), [
    ([FIRST, "echo 'the network is gone' >&2", "exit 1"], r"npm did not fetch stones \(the network is gone\)"),
    # as npm 11 and npm 9 write it; asked to be silent, npm would say nothing at all
    *(([SILENT, f"echo '{start} code E404' >&2", f"echo '{start} 404 Nöt found: stones.' >&2", "exit 1"],
       r"npm did not fetch stones \(404 Nöt found: stones\)\.$") for start in ("npm error", "npm ERR!")),
    ([r"printf 'npm error kein Zugriff: K\374che\n' >&2", "exit 1"], r"\(kein Zugriff: K\ufffdche\)"),
    ([FIRST, "echo 'something else' > two.js"], r"another stones 1\.2\.3 than the one that is meant"),
])  # fmt: skip
def test_a_fetch_that_fails_says_why_and_leaves_nothing(npm, kept, lines, said):
    write_npm(npm, *lines)
    with pytest.raises(NotFetchedError, match=said):
        fetched_files(PACKAGE, kept)
    assert [path for path in kept.rglob("*") if path.is_file()] == []
    write_npm(npm, FIRST, SECOND)
    check_whole(kept)


@pytest.mark.parametrize("second", [None, b"", b"second ha"])
def test_half_a_package_in_its_place_is_no_package(npm, kept, second):
    lying = kept / "stones-1.2.3"
    lying.mkdir(parents=True)
    (lying / "one.js").write_bytes(WHOLE["one.js"])
    if second is not None:
        (lying / "two.js").write_bytes(second)
    write_npm(npm, FIRST, SECOND)
    check_whole(kept)
    assert {name: (lying / name).read_bytes() for name in WHOLE} == WHOLE


def test_a_folder_that_cannot_be_made_is_named(npm, kept):
    write_npm(npm, FIRST, SECOND)
    kept.write_text("a file", encoding="utf-8")
    with pytest.raises(NotFetchedError, match=r"could not fetch stones into .*kept"):
        fetched_files(PACKAGE, kept)
