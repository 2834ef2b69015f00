"""Sets up tt-print in `.venv` of its folder. `tt-print` and `tt-print.cmd` run this with the Python that they found.

It looks for what is in the way first, and explains that. What pip prints goes into a file. Only a `.venv` that it made itself is ever removed.
"""

import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

NEEDED_MB = 300  # .venv takes 220, and pip keeps what it fetches until all of it is installed
MARK = ".made-by-tt-print"  # in a .venv that was made here: the folder that it was made in
SET_UP_FOR = ".set-up-for.toml"  # the pyproject.toml that was set up; the launchers compare it
LOG = "set-up.log"
AGAIN = "type the command again."
NO_SPACE = re.compile(r"No space left on device|Errno 28|not enough space|Disk quota exceeded", re.I)
UNREACHABLE = re.compile(
    r"NewConnectionError|ConnectTimeout|ReadTimeout|Max retries exceeded|name resolution|getaddrinfo failed|Network is unreachable"
    r"|ProxyError|Tunnel connection failed|SSLError|CERTIFICATE_VERIFY_FAILED"
)
NOT_READY_MADE = re.compile(
    r"No matching distribution found for ([\w.-]+)|Failed (?:building wheel for|to build) '?([\w.-]+)"
)


class SetupError(Exception):
    """What is in the way, and what to do about it."""


def set_up(folder: Path) -> None:
    """Make `.venv`, or install a new version in it.

    Raises SetupError if something is in the way, or pip fails.
    """
    venv = folder / ".venv"
    python = venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    check_folder(folder)
    clear(venv, python)
    if not runs(python):
        check_space(folder)
        check_modules()
        venv.mkdir(exist_ok=True)
        (venv / MARK).write_text(f"{folder}\n", encoding="utf-8")  # first, so that half a .venv can be removed
        print("Setting up in .venv (once; about a minute) ...", file=sys.stderr)
        run_logged([sys.executable, "-m", "venv", venv], venv)
    else:
        print("Setting up this version in .venv ...", file=sys.stderr)
    run_logged([python, "-m", "pip", "install", "--disable-pip-version-check", "--editable", folder], venv)
    shutil.copyfile(folder / "pyproject.toml", venv / SET_UP_FOR)


def check_folder(folder: Path) -> None:
    """Raises SetupError if nothing can be written in the folder."""
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"1")
    except OSError as error:
        if NO_SPACE.search(str(error)):
            raise no_space(folder) from error
        raise SetupError(
            f"tt-print sets itself up in its own folder, and you may not write in {folder}. Copy the folder to a place where you may,"
            " such as your home folder, and start it there."
        ) from error


def clear(venv: Path, python: Path) -> None:
    """Remove a `.venv` that was made here and cannot be used: it was moved, or its Python is gone.

    Raises SetupError if it cannot be used, and something or someone else made it.
    """
    if not venv.is_symlink() and (not venv.exists() or (venv.is_dir() and not any(venv.iterdir()))):
        return
    mark = venv / MARK
    is_ours = mark.is_file() and not venv.is_symlink()
    is_moved = is_ours and mark.read_text(encoding="utf-8", errors="replace").strip() != str(venv.parent)
    if runs(python) and not is_moved:
        return
    if not is_ours or (hasattr(os, "getuid") and venv.stat().st_uid != os.getuid()):
        owner = "by somebody else" if is_ours else "by another program, or by hand"
        raise SetupError(
            f"{venv} was made {owner}, and its Python does not work for you here. tt-print does not touch it. Rename it, or"
            f" copy the folder without it, and {AGAIN}"
        )
    try:
        shutil.rmtree(venv)
    except OSError as error:
        raise SetupError(
            f"{error.filename or venv} cannot be removed ({error.strerror}). Close what uses it, and {AGAIN}"
        ) from error


def runs(python: Path) -> bool:
    """Whether a Python starts, and has pip."""
    try:
        return subprocess.run([python, "-c", "import pip"], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def no_space(folder: Path) -> SetupError:
    free = shutil.disk_usage(folder).free // 1_000_000
    return SetupError(
        f"Setting up takes {NEEDED_MB} MB, and the disk of {folder} has {free} MB left. Make room on it, and {AGAIN}"
    )


def check_space(folder: Path) -> None:
    """Raises SetupError if the disk is too full."""
    if shutil.disk_usage(folder).free < NEEDED_MB * 1_000_000:
        raise no_space(folder)


def check_modules() -> None:
    """Raises SetupError if this Python cannot make an environment: Debian and Ubuntu have that in a package of its own."""
    missing = [name for name in ("venv", "ensurepip") if find_spec(name) is None]
    if missing:
        version = f"{sys.version_info[0]}.{sys.version_info[1]}"
        raise SetupError(
            f"Python {version} lacks its module {missing[0]}. On Debian and Ubuntu, type: sudo apt install python{version}-venv."
            f" Elsewhere, get Python from https://www.python.org/downloads/. Then {AGAIN}"
        )


def run_logged(command: list[str | Path], venv: Path) -> None:
    """Run a step with its output in the log.

    Raises SetupError if it fails.
    """
    with (venv / LOG).open("ab") as log:
        begin = log.tell()
        failed = subprocess.run(command, stdout=log, stderr=subprocess.STDOUT, check=False).returncode
    if failed:
        text = (venv / LOG).read_bytes()[begin:].decode(errors="replace")
        raise SetupError(f"{cause(text, venv.parent)}\nAll that was tried is in {venv / LOG}.")


def cause(log: str, folder: Path) -> str:
    """Return why a step failed, by what it printed, and what to do."""
    if NO_SPACE.search(log):
        return str(no_space(folder))
    if UNREACHABLE.search(log):
        return (
            "Setting up needs the internet, this once, and the index of Python packages cannot be reached. Connect, or let it through a proxy or a"
            f" firewall, and {AGAIN}"
        )
    if found := NOT_READY_MADE.search(log):
        system = f"{platform.system()} {platform.machine()}, Python {platform.python_version()}"
        return (
            f"One part, {found[1] or found[2]}, does not exist ready-made for this computer ({system}). Try another Python, such as"
            " python3.12: set the variable PYTHON to it. Or use the file that ./tt-print site --single makes on another computer: it runs"
            " in a browser."
        )
    lines = [line for line in log.splitlines() if line.strip()]
    return f"Setting up failed: {lines[-1].strip() if lines else 'no reason was given'}"


if __name__ == "__main__":
    try:
        set_up(Path(__file__).resolve().parent)
    except SetupError as problem:
        sys.exit(str(problem))
    except OSError as problem:
        sys.exit(f"Setting up failed: {problem}")
