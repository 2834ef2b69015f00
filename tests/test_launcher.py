"""The command that a checkout has at its top: `./tt-print`, and `tt-print.cmd` for Windows."""

import os
import re
import shutil
import signal
import subprocess
import tempfile
from types import SimpleNamespace

import pytest

import set_up
from tests.cli.helps import VERBS
from tests.commands import ROOT
from tests.walks import walk

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
    for name in ("tt-print", "pyproject.toml", "set_up.py"):
        shutil.copy(ROOT / name, folder)
    for name in ("python", "tt-print"):
        make_executable(folder / ".venv" / "bin" / name, STUB)
    (folder / ".venv" / ".ready").write_text(f"{folder.resolve()}\n", encoding="utf-8")
    shutil.copy(ROOT / "pyproject.toml", folder / ".venv" / ".set-up-for.toml")
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


@UNIX_ONLY
def test_after_an_update_it_sets_itself_up_again_whatever_the_date_of_the_file(checkout):
    """A ZIP file keeps the dates of the files in it. Here setting up ends in an error, because there is no internet."""
    with (checkout / "pyproject.toml").open("a", encoding="utf-8") as file:
        file.write("# newer\n")
    os.utime(checkout / "pyproject.toml", (0, 0))
    make_executable(
        checkout / ".venv" / "bin" / "python", "#!/bin/sh\ntest $1 = -c || { echo Max retries exceeded; exit 1; }\n"
    )
    done = run("./tt-print", "deck", cwd=checkout)
    assert done.returncode == 1 and done.stderr.startswith(
        "Setting up this version in .venv ...\nSetting up needs the internet, "
    )
    log = checkout / ".venv" / "set-up.log"
    assert str(log) in done.stderr and log.read_text(encoding="utf-8") == "Max retries exceeded\n"


@pytest.fixture
def folder(tmp_path):
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def setup_problem(folder):
    with pytest.raises(set_up.SetupError) as caught:
        set_up.set_up(folder)
    return str(caught.value)


def make_venv(folder, python, mark=""):
    """A .venv with a Python that is a shell script."""
    make_executable(folder / ".venv" / "bin" / "python", f"#!/bin/sh\n{python}\n")
    if mark:
        (folder / ".venv" / set_up.MARK).write_text(f"{mark}\n", encoding="utf-8")


@UNIX_ONLY
def test_a_folder_in_which_nobody_may_write_is_named(folder, monkeypatch):
    monkeypatch.setattr(tempfile, "TemporaryFile", refuse(PermissionError(13, "Permission denied")))
    assert "you may not write in" in setup_problem(folder)
    monkeypatch.setattr(tempfile, "TemporaryFile", refuse(OSError(28, "No space left on device")))
    assert setup_problem(folder).startswith("Setting up takes 300 MB, and the disk of")


def refuse(error):
    def call(*_args, **_named):
        raise error

    return call


def test_a_full_disk_and_a_python_without_a_module_are_named_before_anything_is_made(folder, monkeypatch):
    with monkeypatch.context() as full:
        full.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=12_000_000))
        assert "has 12 MB left" in setup_problem(folder)
    monkeypatch.setattr(set_up, "find_spec", lambda name: name == "venv" or None)
    assert re.match(
        r"Python 3\.\d+ lacks its module ensurepip\..* sudo apt install python3\.\d+-venv\.", setup_problem(folder)
    )
    assert not (folder / ".venv").exists()


@UNIX_ONLY
def test_no_venv_is_removed_that_was_not_made_here(folder, monkeypatch):
    make_venv(folder, "exit 1")
    assert "by another program, or by hand" in setup_problem(folder)
    make_venv(folder, "exit 1", mark=folder)
    with monkeypatch.context() as other:
        other.setattr(os, "getuid", lambda: 77_777)
        assert "was made by somebody else" in setup_problem(folder)
    assert (folder / ".venv" / "bin" / "python").is_file()
    monkeypatch.setattr(set_up, "find_spec", refuse(set_up.SetupError("next step")))
    assert setup_problem(folder) == "next step" and not (folder / ".venv").exists(), "our own, which does not run"
    make_venv(folder, "exit 0", mark="/elsewhere")
    assert setup_problem(folder) == "next step" and not (folder / ".venv").exists(), "our own, which was moved"


@UNIX_ONLY
def test_a_venv_of_your_own_that_works_is_used(folder):
    make_venv(folder, "exit 0")
    set_up.set_up(folder)
    assert (folder / ".venv" / set_up.SET_UP_FOR).read_bytes() == (folder / "pyproject.toml").read_bytes()
    assert not (folder / ".venv" / set_up.MARK).exists()


@walk(("log", "said"), [
    ("ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device", "Setting up takes 300 MB"),
    ("WARNING: Retrying after NewConnectionError\nERROR: No matching distribution found for pillow>=11", "Setting up needs the internet"),
    ("ERROR: No matching distribution found for pypdfium2>=5", "One part, pypdfium2, does not exist ready-made for this computer ("),
    ("ERROR: Failed building wheel for numpy", "One part, numpy, does not exist"), ("Failed to build 'pillow' when", "One part, pillow, "),
    ("Collecting\nERROR: a surprise\n\n", "Setting up failed: ERROR: a surprise"), ("", "Setting up failed: no reason was given"),
])  # fmt: skip
def test_the_cause_is_found_in_what_pip_printed(log, said):
    assert set_up.cause(log, ROOT).startswith(said)


def test_both_launchers_do_the_same():
    """Each compares folder and version, takes PYTHON, and leaves the rest to one program."""
    for name in ("tt-print", "tt-print.cmd"):
        text = (ROOT / name).read_text(encoding="utf-8")
        for part in (".ready", set_up.SET_UP_FOR, "pyproject.toml", "PYTHON", "set_up.py", " -I "):
            assert part in text, f"{name}: {part}"


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
    assert "tt-print deck --continue --theme toppers" in waiting and len(waiting) >= 4
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
