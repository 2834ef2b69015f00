"""The command that a checkout has at its top: `./tt-print`, and `tt-print.cmd` for Windows."""

import os
import re
import shutil
import stat
import subprocess

import pytest

from tests.commands import ROOT

UNIX_ONLY = pytest.mark.skipif(os.name == "nt", reason="a shell script; Windows has tt-print.cmd")
STUB = '#!/bin/sh\necho "$TT_PRINT_CALLED_AS|$*|$#"\n'


def make_executable(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)


@pytest.fixture
def checkout(tmp_path):
    """A checkout that has been set up, with a stub in place of the installed program."""
    folder = tmp_path / "my games"
    folder.mkdir()
    for name in ("tt-print", "pyproject.toml"):
        shutil.copy(ROOT / name, folder)
    for name in ("python", "tt-print"):
        make_executable(folder / ".venv" / "bin" / name, STUB)
    (folder / ".venv" / ".ready").write_text(f"{folder.resolve()}\n", encoding="utf-8")
    return folder


def run(*command, cwd, **environment):
    return subprocess.run(
        command, cwd=cwd, env={"PATH": os.environ["PATH"], **environment}, capture_output=True, text=True, check=False
    )


@UNIX_ONLY
def test_it_runs_what_was_set_up_and_says_how_it_was_called(checkout, tmp_path):
    called = tmp_path / "bin" / "tt-print"
    called.parent.mkdir()
    called.symlink_to(checkout / "tt-print")
    words = ["deck", "--only", "black blob ?"]
    for command, cwd, name in (
        (["./tt-print"], checkout, "./tt-print"),
        (["sh", "tt-print"], checkout, "./tt-print"),
        (["my games/tt-print"], tmp_path, "my games/tt-print"),
        ([str(checkout / "tt-print")], tmp_path, str(checkout / "tt-print")),
        ([str(called)], tmp_path, str(called)),
        (["../bin/tt-print"], checkout, "../bin/tt-print"),
    ):
        done = run(*command, *words, cwd=cwd)
        assert (done.stdout, done.stderr) == (f"{name}|deck --only black blob ?|3\n", ""), command


@UNIX_ONLY
def test_in_a_folder_that_was_moved_it_sets_itself_up_again(checkout, tmp_path):
    """It asks for a Python; here there is none that will do."""
    moved = checkout.rename(tmp_path / "elsewhere")
    make_executable(tmp_path / "old" / "python3", "#!/bin/sh\ntest $1 = --version && echo Python 3.9.1\n")
    done = run("./tt-print", "deck", cwd=moved, PYTHON=str(tmp_path / "old" / "python3"))
    assert done.returncode == 1 and done.stdout == ""
    assert done.stderr.startswith("tt-print needs Python 3.11 or newer, and found: Python 3.9.1.")


@UNIX_ONLY
def test_git_keeps_it_executable():
    assert (ROOT / "tt-print").stat().st_mode & stat.S_IXUSR


def test_the_launcher_of_windows_is_one_that_windows_reads():
    data = (ROOT / "tt-print.cmd").read_bytes()
    assert data.isascii() and data.count(b"\n") == data.count(b"\r\n") > 20
    text = data.decode()
    assert set(re.findall(r"goto (\w+)", text)) == set(re.findall(r"^:(\w+)", text, re.MULTILINE))
    assert "*.cmd -text" in (ROOT / ".gitattributes").read_text(encoding="utf-8"), "git must not change its lines"


def test_both_launchers_ask_for_the_python_of_the_package():
    (oldest,) = re.findall(r'requires-python = ">=3\.(\d+)"', (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    for name in ("tt-print", "tt-print.cmd"):
        text = (ROOT / name).read_text(encoding="utf-8")
        assert f"sys.version_info < (3, {oldest})" in text and f"needs Python 3.{oldest} or newer" in text


def test_what_is_made_in_a_checkout_is_no_part_of_it():
    """`make` writes into output/; git keeps of it only the file that says so."""
    assert (ROOT / "output" / ".gitignore").read_text(encoding="utf-8") == "*\n!.gitignore\n"
