"""docs/python-api.md is run as it stands; the public names are there, and wait for nothing."""

import doctest
import subprocess
import sys
from importlib import import_module

import pytest

import tt_print
from tests.commands import ROOT
from tests.tools.events_page import written
from tt_print.games import GAMES, find_game

PAGE = ROOT / "docs" / "python-api.md"


@pytest.mark.parametrize(("page", "least"), [(PAGE, 25), (ROOT / "README.md", 3)], ids=["page", "README"])
def test_every_example_of_the_page_gives_what_it_says(page, least):
    text = page.read_text(encoding="utf-8").replace("```python\n", "").replace("```\n", "\n")
    examples = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    printed = []
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples, out=printed.append)
    assert result.attempted >= least and result.failed == 0, "".join(printed)


def test_the_page_lists_every_event_of_every_game_with_its_fields():
    assert PAGE.read_text(encoding="utf-8") == written(), "python -m tests.tools.events_page writes them anew"
    for name in GAMES:
        for event in find_game(name).events:
            assert event.__doc__, event
            assert getattr(import_module(f"tt_print.games.{GAMES[name].package}"), event.__name__) is event


@pytest.mark.parametrize("name", tt_print.__all__)
def test_every_public_name_is_there(name):
    assert getattr(tt_print, name) is not None and name in dir(tt_print)


def test_another_name_is_none_of_ours():
    with pytest.raises(AttributeError, match="no attribute 'shuffle'"):
        _ = tt_print.shuffle


@pytest.mark.parametrize("entry", GAMES.values(), ids=lambda entry: entry.package)
def test_the_page_speaks_of_packages_that_export_a_game(entry):
    assert "GAME" in import_module(f"tt_print.games.{entry.package}").__all__


def test_the_package_waits_for_nothing_that_nobody_asked_for():
    code = "import sys, tt_print; print([name for name in sys.modules if name.startswith('tt_print.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "[]"


def test_type_checkers_may_read_the_package():
    assert (ROOT / "tt_print" / "py.typed").is_file()
