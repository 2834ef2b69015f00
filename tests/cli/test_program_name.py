"""Hints can be typed as they are printed, whatever tt-print is called there."""

import os
import re
import shutil
import sys

import pytest

from tests.cli.helps import EVERY_VERB, VERBS
from tests.commands import tt
from tests.walks import walk

VARIABLE = "TT_PRINT_CALLED_AS"  # the launchers in a checkout say in it how they were called
HOME, VENV = "/home/ann/tt", "/home/ann/tt/.venv/bin/"
BARE = re.compile(r"(?<![./\w])tt-print (?:--?\w|" + "|".join(VERBS) + r")\b")


def hint(capsys, program, folder, found="", interpreter="python3", system="posix"):
    """What a run that was started as `program` in a folder tells people to type."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv(VARIABLE)
        patch.setattr(sys, "argv", [program])
        patch.setattr(sys, "orig_argv", [interpreter])
        patch.setattr(os, "getcwd", lambda: folder)
        patch.setattr(shutil, "which", lambda _: found or None)
        patch.setattr(os, "name", system)
        ran = tt(capsys)
    return re.search(r"^  (.*\S) start  ", ran.out, re.MULTILINE)[1]


@walk(("program", "folder", "found", "typed"), [
    ("./tt-print", HOME, "", "./tt-print"), ("./tt-print", HOME, "/usr/bin/tt-print", "./tt-print"), ("../tt-print", HOME + "/docs", "", "../tt-print"),
    (HOME + "/tt-print", HOME, "", "./tt-print"), (HOME + "/tt-print", "/home/ann", "", "./tt/tt-print"),
    (HOME + "/tt-print", "/media/stick", "", HOME + "/tt-print"),
    ("/home/ann/my games/tt-print", "/media/stick", "", "'/home/ann/my games/tt-print'"),
    ("/home/ann/my games/tt-print", "/home/ann/my games", "", "./tt-print"),
    ("/home/ann/bin/tt-print", HOME, "/home/ann/bin/tt-print", "tt-print"), (VENV + "tt-print", HOME, VENV + "tt-print", "tt-print"),
    (VENV + "tt-print", HOME, "", ".venv/bin/tt-print"), ("tt-print", HOME, "", "tt-print"), ("-c", HOME, "", "tt-print"),
    ("/usr/lib/python3/pytest/__main__.py", HOME, "", "tt-print"), ("", "", "", "tt-print"),
])  # fmt: skip
def test_a_hint_names_the_command_as_it_can_be_typed(capsys, program, folder, found, typed):
    assert hint(capsys, program, folder, found) == typed


@walk(("interpreter", "typed"), [
    ("python3", "python3 -m tt_print"), (VENV + "python", ".venv/bin/python -m tt_print"),
    ("/opt/python 3/python", "'/opt/python 3/python' -m tt_print"),
])  # fmt: skip
def test_a_module_is_called_as_a_module(capsys, interpreter, typed):
    assert hint(capsys, HOME + "/tt_print/__main__.py", HOME, interpreter=interpreter) == typed


@walk(("program", "folder", "found", "typed"), [
    (r"C:\tt\tt-print", r"C:\tt", r"C:\tt\tt-print.CMD", r".\tt-print"),  # PowerShell looks for no command where it is
    (r"C:\tt\tt-print", r"c:\TT\output", "", r"C:\tt\tt-print"),
    (r"C:\my games\tt-print", "D:\\", "", r'& "C:\my games\tt-print"'),
    (r"C:\Python\Scripts\tt-print.exe", r"C:\tt", r"C:\PYTHON\Scripts\tt-print.EXE", "tt-print"),
    (r"C:\tt\tt_print\__main__.py", r"C:\tt", "", "py -m tt_print"),
])  # fmt: skip
def test_on_windows_too(capsys, program, folder, found, typed):
    assert hint(capsys, program, folder, found, "py", "nt") == typed


@walk(("command", "kept"), [
    ("--version", "tt-print "), ("", "tt-print: print Triple Topper"), ("deal --night 1 --file /opt/tt-print", "/opt/tt-print"),
])  # fmt: skip
def test_the_program_and_paths_keep_their_names(capsys, monkeypatch, command, kept):
    monkeypatch.setenv(VARIABLE, "./elsewhere/tt-print")
    ran = tt(capsys, *command.split())
    assert re.search(rf"(?<!elsewhere/){re.escape(kept)}", ran.out + ran.err)


@walk("command", ["", "--help", *(f"{verb} --help" for verb in EVERY_VERB)])
def test_help_can_be_typed_as_it_stands(capsys, monkeypatch, command):
    monkeypatch.setenv(VARIABLE, "./tt-print")
    ran = tt(capsys, *command.split())
    assert ran.status == 0 and "./tt-print " in ran.out and not BARE.search(ran.out)


@walk("command", "deck rh3|bild|score|score start|deal|rules ww3|judge casino|calibrate|export|list cards".split("|"))
def test_so_can_what_is_said_of_a_mistake_and_what_comes_next(capsys, monkeypatch, command):
    monkeypatch.setenv(VARIABLE, "./tt-print")
    ran = tt(capsys, *command.split())
    assert "./tt-print " in ran.out + ran.err and not BARE.search(ran.out + ran.err)


def test_results_for_programs_keep_the_plain_name(capsys, monkeypatch):
    monkeypatch.setenv(VARIABLE, "./tt-print")
    assert "./tt-print" not in tt(capsys, "list", "--json").out
