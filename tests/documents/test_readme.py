"""The documents stay true: their commands run, their pictures and links exist."""

import re
import shlex

import pytest

from tests.commands import ROOT, tt
from tests.typed import cost, needed, run_shown, shown_blocks, shown_commands
from tt_print.calibration.store import PrinterStore, read_store
from tt_print.cli import VERBS
from tt_print.engine.house import read_house
from tt_print.games import find_game
from tt_print.paths import config_folder

DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]


COMMANDS = {document.name: shown_commands(document) for document in DOCUMENTS}
SHOWN = [(name, index) for name, commands in COMMANDS.items() for index in range(len(commands))]


@pytest.mark.parametrize(("name", "index"), [
    pytest.param(name, index, id=f"{name}: {COMMANDS[name][index]}", marks=cost(COMMANDS[name][index])) for name, index in SHOWN
])  # fmt: skip
def test_a_command_of_the_documents_runs(capsys, tmp_path, monkeypatch, name, index):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    ran = run_shown(capsys, COMMANDS[name], index)
    assert ran.status == 0, ran.err
    shown = [*needed(COMMANDS[name], index), COMMANDS[name][index]]
    measured = any(re.match(r"calibrate .*(measured|back-read|forget|default)(?!.*--dry-run)", line) for line in shown)
    assert measured or read_store(config_folder()) == PrinterStore(), "typed as it stands, it changes later sheets"


BLOCKS = [(document.name, number, block) for document in DOCUMENTS for number, block in enumerate(shown_blocks(document))
          if any(line.startswith("calibrate") for line in block)]  # fmt: skip


@pytest.mark.parametrize(("name", "number", "block"), BLOCKS, ids=[f"{name} {number}" for name, number, _ in BLOCKS])
def test_what_a_sample_measures_it_forgets_again(capsys, tmp_path, monkeypatch, name, number, block):
    """Who types a block of samples as it stands has the printers of before, and prints the sheets of before."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    for line in block:
        ran = tt(capsys, *shlex.split(line))
        assert ran.status == 0, ran.err
    assert read_store(config_folder()) == PrinterStore()


def test_there_are_samples_that_measure():
    lines = [line for _, _, block in BLOCKS for line in block]
    assert sum("--measured" in line for line in lines) >= 3 and any("--forget" in line for line in lines)


def test_the_documents_show_commands():
    assert len(COMMANDS["README.md"]) >= 50 and len(COMMANDS["print-it-well.md"]) >= 15 and len(SHOWN) >= 110


def test_the_readme_shows_the_verbs():
    text = DOCUMENTS[0].read_text(encoding="utf-8")
    assert not [verb for verb in VERBS if f"tt-print {verb}" not in text]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_and_pictures_lead_somewhere(document):
    for target in re.findall(r"\]\(([^)#]+)\)", document.read_text(encoding="utf-8")):
        assert target.startswith("https://") or (document.parent / target).exists(), target


def test_the_two_commands_are_the_makefiles():
    text, makefile = DOCUMENTS[0].read_text(encoding="utf-8"), (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "```sh\nmake\nmake test\n```" in text
    assert (
        re.search(r"^all: build$", makefile, re.M)
        and "tt-print build" in makefile
        and re.search(r"^test:", makefile, re.M)
    )


def test_the_house_rules_of_the_readme_are_some(tmp_path):
    (block,) = re.findall(r"^```toml\n(.*?)^```", DOCUMENTS[0].read_text(encoding="utf-8"), re.S | re.M)
    (tmp_path / "night.toml").write_text(block, encoding="utf-8")
    house = read_house(find_game("craziness"), tmp_path / "night.toml")
    assert dict(house.changed) == {"must_play": True, "elimination_score": 20}


def test_the_author_of_the_game_is_named():
    assert "**Brian Ciesicki**" in DOCUMENTS[0].read_text(encoding="utf-8")
