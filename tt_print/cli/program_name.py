"""The name by which tt-print was called, so that a hint can be typed as it is printed.

Everywhere else the command is written `tt-print`. What is printed for people goes through `with_program_name()`: anyone who typed
`./tt-print score hand` reads `A mistake? ./tt-print score undo`. Files and JSON keep the plain name: the same choices
give the same bytes.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import PurePath, PurePosixPath, PureWindowsPath

from tt_print.cli.verbs import VERBS

NAME = "tt-print"
VARIABLE = "TT_PRINT_CALLED_AS"  # the launchers in a checkout say in it how they were called
# the command is followed by a verb or an option, or by [OPTIONS]; in "the papers that tt-print knows" it is the program, and stays
_COMMAND = re.compile(rf"(?<![\w./\\-]){NAME}(?= (?:{'|'.join(VERBS)})\b| --?[a-z]| \[)")


def with_program_name(text: str) -> str:
    """`text` with the command of its hints as one types it here."""
    return _COMMAND.sub(typed_program().replace("\\", r"\\"), text) if NAME in text else text


def typed_program() -> str:
    """What to type instead of `tt-print`, here and now."""
    import shutil

    program = os.environ.get(VARIABLE) or sys.argv[0]
    try:
        folder = os.getcwd()
    except OSError:  # somebody removed it
        folder = ""
    return command_name(program, sys.orig_argv[0], folder, shutil.which(NAME) or "", os.name == "nt")


def command_name(program: str, interpreter: str, folder: str, found: str, windows: bool = False) -> str:
    """What to type in `folder` to get `program` again, a path or a word as it was typed.

    `found` is what the search path has for `tt-print`. Gives `tt-print` where that is the same, and for a program that
    is none of ours, such as a test; `python3 -m tt_print` where that was typed; else a path, short where it can be.
    """
    kind = PureWindowsPath if windows else PurePosixPath
    path, here = kind(program), kind(folder)
    if path.parts[-2:] == ("tt_print", "__main__.py"):
        python = kind(interpreter)
        return f"{python if python.name == interpreter else _typed(python, here)} -m tt_print"
    if path.stem.lower() != NAME or program.lower() == NAME:
        return NAME
    on_path = kind(found).with_suffix("") if found else None
    if on_path == here / path.with_suffix("") and not (windows and on_path.parent == here):
        return NAME  # PowerShell does not look in the folder that it is in
    return _typed(path.with_suffix(""), here)


def _typed(path: PurePath, folder: PurePath) -> str:
    """A program as a shell takes it: from `folder` on if it is in it, quoted where it holds a blank."""
    windows = isinstance(path, PureWindowsPath)
    if path.is_absolute() and path.is_relative_to(folder):
        path = path.relative_to(folder)
    text = str(path)
    if not path.is_absolute() and not text.startswith("."):
        text = (".\\" if windows else "./") + text
    if not re.search(r"[^\w./\\:~+,@%-]", text):
        return text
    if windows:
        return f'& "{text}"'  # a quoted program is only called with an ampersand before it
    import shlex

    return shlex.quote(text)
