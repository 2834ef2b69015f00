"""Hints can be typed as they are printed, whatever tt-print is called there."""

import re

import pytest

from tests.commands import tt
from tt_print.cli import VERBS
from tt_print.cli.called import VARIABLE, as_called, command_name
from tt_print.cli.score import SUBVERBS

HOME, VENV = "/home/ann/tt", "/home/ann/tt/.venv/bin/"
BARE = re.compile(r"(?<![./\w])tt-print (?:--?\w|" + "|".join(VERBS) + r")\b")


@pytest.mark.parametrize(("program", "folder", "found", "typed"), [
    ("./tt-print", HOME, "", "./tt-print"),
    ("./tt-print", HOME, "/usr/bin/tt-print", "./tt-print"),
    ("../tt-print", HOME + "/docs", "", "../tt-print"),
    (HOME + "/tt-print", HOME, "", "./tt-print"),
    (HOME + "/tt-print", "/home/ann", "", "./tt/tt-print"),
    (HOME + "/tt-print", "/media/stick", "", HOME + "/tt-print"),
    ("/home/ann/my games/tt-print", "/media/stick", "", "'/home/ann/my games/tt-print'"),
    ("/home/ann/my games/tt-print", "/home/ann/my games", "", "./tt-print"),
    ("/home/ann/bin/tt-print", HOME, "/home/ann/bin/tt-print", "tt-print"),
    (VENV + "tt-print", HOME, VENV + "tt-print", "tt-print"),
    (VENV + "tt-print", HOME, "", ".venv/bin/tt-print"),
    ("tt-print", HOME, "", "tt-print"),
    ("/usr/lib/python3/pytest/__main__.py", HOME, "", "tt-print"),
    ("-c", HOME, "", "tt-print"),
    ("", "", "", "tt-print"),
])  # fmt: skip
def test_a_hint_names_the_command_as_it_can_be_typed(program, folder, found, typed):
    assert command_name(program, "python3", folder, found) == typed


@pytest.mark.parametrize(("interpreter", "typed"), [
    ("python3", "python3 -m tt_print"), (VENV + "python", ".venv/bin/python -m tt_print"),
    ("/opt/python 3/python", "'/opt/python 3/python' -m tt_print"),
])  # fmt: skip
def test_a_module_is_called_as_a_module(interpreter, typed):
    assert command_name(HOME + "/tt_print/__main__.py", interpreter, HOME, "") == typed


@pytest.mark.parametrize(("program", "folder", "found", "typed"), [
    (r"C:\tt\tt-print", r"C:\tt", r"C:\tt\tt-print.CMD", r".\tt-print"),  # PowerShell looks for no command where it is
    (r"C:\tt\tt-print", r"c:\TT\output", "", r"C:\tt\tt-print"),
    (r"C:\my games\tt-print", "D:\\", "", r'& "C:\my games\tt-print"'),
    (r"C:\Python\Scripts\tt-print.exe", r"C:\tt", r"C:\PYTHON\Scripts\tt-print.EXE", "tt-print"),
    (r"C:\tt\tt_print\__main__.py", r"C:\tt", "", "py -m tt_print"),
])  # fmt: skip
def test_on_windows_too(program, folder, found, typed):
    assert command_name(program, "py", folder, found, windows=True) == typed


@pytest.mark.parametrize("sentence", [
    "The papers that tt-print knows", "it was changed since tt-print made it", "tt-print 0.1.0", "tt-print: cards",
    "written by a newer tt-print. Update this one", "/opt/tt-print deck", ".tt-print start.json",
])  # fmt: skip
def test_the_program_keeps_its_name(monkeypatch, sentence):
    monkeypatch.setenv(VARIABLE, "./tt-print")
    assert as_called(sentence) == sentence


HELPS = [["--help"], *([verb, "--help"] for verb in VERBS), *(["score", verb, "--help"] for verb in SUBVERBS)]


@pytest.mark.parametrize("arguments", [[], *HELPS], ids=" ".join)
def test_help_can_be_typed_as_it_stands(capsys, monkeypatch, arguments):
    monkeypatch.setenv(VARIABLE, "./tt-print")
    ran = tt(capsys, *arguments)
    assert ran.status == 0 and "./tt-print " in ran.out and not BARE.search(ran.out)


@pytest.mark.parametrize("arguments", [["deck", "rh3"], ["bild"], ["score"], ["score", "start"], ["deal"], ["rules", "ww3"],
                                       ["judge", "casino"], ["calibrate", "--list"], ["export"], ["list", "cards"]], ids=" ".join)  # fmt: skip
def test_so_can_what_is_said_of_a_mistake_and_what_comes_next(capsys, monkeypatch, arguments):
    monkeypatch.setenv(VARIABLE, "./tt-print")
    ran = tt(capsys, *arguments)
    assert "./tt-print " in ran.out + ran.err and not BARE.search(ran.out + ran.err)


def test_results_for_programs_keep_the_plain_name(capsys, monkeypatch):
    monkeypatch.setenv(VARIABLE, "./tt-print")
    assert "./tt-print" not in tt(capsys, "list", "--json").out
