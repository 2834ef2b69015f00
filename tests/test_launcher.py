"""The command that a checkout has at its top: `./tt-print`, and `tt-print.cmd` for Windows."""

import os
import re
import shutil
import signal
import subprocess

import pytest

from tests.cli.helps import VERBS
from tests.commands import ROOT

UNIX_ONLY = pytest.mark.skipif(os.name == "nt", reason="a shell script; Windows has tt-print.cmd")
STUB = '#!/bin/sh\necho "$*|$#"\n'


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
    environment["PATH"] = os.environ["PATH"]
    return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)


@UNIX_ONLY
def test_it_runs_what_was_set_up_from_anywhere(checkout, tmp_path):
    called = tmp_path / "bin" / "tt-print"
    called.parent.mkdir()
    called.symlink_to(checkout / "tt-print")
    words = ["deck", "--only", "black blob ?"]
    for command, cwd in (
        (["./tt-print"], checkout),
        (["sh", "tt-print"], checkout),
        (["my games/tt-print"], tmp_path),
        ([str(checkout / "tt-print")], tmp_path),
        ([str(called)], tmp_path),
        (["../bin/tt-print"], checkout),
    ):
        done = run(*command, *words, cwd=cwd)
        assert (done.stdout, done.stderr) == ("deck --only black blob ?|3\n", ""), command


@UNIX_ONLY
def test_in_a_folder_that_was_moved_it_sets_itself_up_again(checkout, tmp_path):
    """It asks for a Python; here there is none that will do."""
    moved = checkout.rename(tmp_path / "elsewhere")
    make_executable(tmp_path / "old" / "python3", "#!/bin/sh\ntest $1 = --version && echo Python 3.9.1\n")
    done = run("./tt-print", "deck", cwd=moved, PYTHON=str(tmp_path / "old" / "python3"))
    assert done.returncode == 1 and done.stdout == ""
    assert done.stderr.startswith("tt-print needs Python 3.11 or newer, and found: Python 3.9.1.")


def test_the_launcher_of_windows_is_one_that_windows_reads():
    data = (ROOT / "tt-print.cmd").read_bytes()
    assert data.isascii() and data.count(b"\n") == data.count(b"\r\n") > 20
    text = data.decode()
    assert set(re.findall(r"goto (\w+)", text)) == set(re.findall(r"^:(\w+)", text, re.MULTILINE))
    assert os.name == "nt" or os.access(ROOT / "tt-print", os.X_OK), "git keeps the other one executable"
    assert "*.cmd -text" in (ROOT / ".gitattributes").read_text(encoding="utf-8"), "git must not change its lines"


def test_both_launchers_ask_for_the_python_of_the_package():
    (oldest,) = re.findall(r'requires-python = ">=3\.(\d+)"', (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    for name in ("tt-print", "tt-print.cmd"):
        text = (ROOT / name).read_text(encoding="utf-8")
        assert f"sys.version_info < (3, {oldest})" in text and f"needs Python 3.{oldest} or newer" in text


def test_what_is_made_in_a_checkout_is_no_part_of_it():
    """`make` writes into output/; git keeps of it only the file that says so."""
    assert (ROOT / "output" / ".gitignore").read_text(encoding="utf-8") == "*\n!.gitignore\n"


# words with one blank between them: a sentence ends with a mark and a blank, a wider gap is a column
COMMANDS = "|".join(VERBS)
HINT = re.compile(rf"(?<![\w./])tt-print(?= --| (?:{COMMANDS})\b)(?: (?:\"[^\"]*\"|[^\s\"(),.;:][^\s\"()]*))*")


def hints(text: str) -> list[str]:
    """What somebody would copy out of a text: up to the end of a sentence, a bracket or a wider gap."""
    found = []
    for hint in HINT.findall(text):
        words = re.findall(r"\"[^\"]*\"|\S+", hint)
        end = next((index for index, word in enumerate(words) if word[-1] in ".,;:"), len(words) - 1)
        found.append(" ".join(words[: end + 1]).rstrip(".,;:"))
    return list(dict.fromkeys(found))


@UNIX_ONLY
@pytest.mark.slow
def test_every_hint_works_as_it_is_printed_from_make_to_the_end_of_a_night(tmp_path):
    """A new copy in a folder with a blank in its name, and no other tt-print on the search path."""
    folder = tmp_path / "my games"
    ignored = shutil.ignore_patterns(".git", ".venv", ".tools", "*cache*", "*.pdf", ".tt-print*")
    shutil.copytree(ROOT, folder, ignore=ignored)
    places = [part for part in os.environ["PATH"].split(os.pathsep) if not os.path.exists(f"{part}/tt-print")]
    around = {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "PYTHON", "HOME"))}
    around |= {"TT_PRINT_DATA": str(tmp_path / "data"), "TT_PRINT_CONFIG": str(tmp_path / "config")}
    around |= {"PATH": os.pathsep.join([str(folder), *places]), "LANG": "C.UTF-8"}
    around.pop("PYTHONPATH", None)

    def type_line(line):
        return subprocess.run(["sh", "-c", line], cwd=folder, env=around, capture_output=True, text=True, check=False)

    def open_and_close(line):
        """The exit status of a table that somebody closes with Ctrl-C as soon as it is open."""
        words = ["sh", "-c", f"exec {line}"]
        with subprocess.Popen(words, cwd=folder, env=around, stdout=subprocess.PIPE, text=True) as table:
            for said in table.stdout:
                if said.startswith("Ctrl-C"):
                    table.send_signal(signal.SIGINT)
        return table.returncode

    made = type_line("make")
    assert made.returncode == 0, made.stderr
    assert (folder / "output" / "sheets" / "start-a4.pdf").is_file()
    waiting, done = hints(made.stdout), set()
    assert "tt-print deck --continue" in waiting and len(waiting) >= 4
    waiting += ["tt-print start", "tt-print score start craziness Ann Bo Cy"]
    while waiting:
        line = waiting.pop(0)
        if line in done or line == "tt-print score hand":  # alone it says what to type
            continue
        done.add(line)
        if line == "tt-print table":
            assert open_and_close(line) == 130
            continue
        ran = type_line(line)
        assert ran.returncode == 0, f"{line}: {ran.stderr}"
        if not line.endswith("--help"):
            waiting += [hint for hint in hints(ran.stdout) if "--file" not in hint]
    assert len(done) >= 12 and {"tt-print score undo", "tt-print --help"} <= done
