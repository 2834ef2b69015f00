"""The documents stay true: their commands run, their pictures and links exist."""

import re
from pathlib import Path

import pypdfium2
import pytest

from tests.cli.helps import VERBS
from tests.commands import ROOT
from tests.readers.plain_words import find_faults
from tests.readers.shown_commands import cost, is_answer, run_shown, shown_answers, shown_commands
from tests.walks import walk
from tt_print.engine.house import read_house
from tt_print.games import find_game, game_names

DOCUMENTS = [ROOT / "README.md", ROOT / "CHANGELOG.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
FOR_DEVELOPERS = "add-a-game architecture core deal-codes json python-api rulings terminal".split()

COMMANDS = {document.relative_to(ROOT).as_posix(): shown_commands(document) for document in DOCUMENTS}
SHOWN = [(name, index) for name, commands in COMMANDS.items() for index in range(len(commands))]


@pytest.mark.parametrize(("name", "index"), [
    pytest.param(name, index, id=f"{name}: {COMMANDS[name][index]}", marks=cost(COMMANDS[name][index])) for name, index in SHOWN
])  # fmt: skip
def test_a_command_of_the_documents_runs(capsys, tmp_path, monkeypatch, name, index):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    ran = run_shown(capsys, COMMANDS[name], index)
    assert ran.status == 0, ran.err
    line = COMMANDS[name][index]
    game = next((word for word in line.split() if word in game_names()), "")
    assert "--json" in line or not find_faults(ran.out + ran.err, game), "one word for each thing, and plain English"


@pytest.mark.parametrize("index", [
    pytest.param(index, id=command, marks=cost(command)) for index, command in enumerate(COMMANDS["README.md"]) if command != "build"
])  # fmt: skip
def test_a_command_of_the_readme_answers_what_is_shown_below_it(capsys, tmp_path, monkeypatch, index):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    printed, answer = run_shown(capsys, COMMANDS["README.md"], index).out, shown_answers(DOCUMENTS[0])[index][1]
    assert answer and is_answer(answer, printed), printed


def test_what_the_readme_shows_below_build_is_its_answer(built):
    assert is_answer(dict(shown_answers(DOCUMENTS[0]))["build"], built.ran.out)


@walk(
    ("shown", "is_it"),
    [
        ("a\n", False),
        ("a\n...\n", True),
        ("...\nc\n", True),
        ("a\n...\nc\n", True),
        ("...\nd\n", False),
        ("c\n...\n", False),
    ],
)
def test_dots_stand_for_lines(shown, is_it):
    assert is_answer(shown, "a\nb\nc\n") is is_it


def test_the_documents_show_every_verb_and_samples_that_measure():
    assert len(COMMANDS["README.md"]) >= 7 and len(COMMANDS["docs/print-it-well.md"]) >= 15 and len(SHOWN) >= 110
    assert {command.split()[0] for commands in COMMANDS.values() for command in commands} == set(VERBS)
    assert sum("--measured" in line for line in COMMANDS["docs/print-it-well.md"]) >= 3


def test_the_pages_for_people_begin_with_what_a_checkout_has():
    """`./tt-print` works without anything installed; one page says how to type it without `./`."""
    for document in DOCUMENTS:
        page = document.read_text(encoding="utf-8")
        assert ("without the `./`" in page) == (document.stem == "start"), document
        shown = "\n".join(re.findall(r"^ *\$ .*", page, re.M))
        assert document.stem in FOR_DEVELOPERS or "tt-print " not in re.sub(r"\./tt-print ", "", shown), document


def anchors(document: Path) -> set[str]:
    """What can stand after # in a link to a page: its headings, as forges spell them."""
    headings = re.findall(r"^#+ (.*)$", document.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@walk("document", DOCUMENTS)
def test_links_and_pictures_lead_somewhere(document):
    for target, heading in re.findall(r"\]\(([^)#]*)(?:#([^)]*))?\)", document.read_text(encoding="utf-8")):
        page = document.parent / target if target else document
        assert target.startswith("https://") or page.exists(), target
        assert not heading or heading in anchors(page), f"{target}#{heading}"


def test_the_index_leads_to_every_page_and_every_picture_is_shown():
    text = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    assert "](docs/README.md)" in DOCUMENTS[0].read_text(encoding="utf-8")
    assert [path.name for path in (ROOT / "docs").glob("*.md") if f"]({path.name}" not in text] == ["README.md"]
    everything = "".join(document.read_text(encoding="utf-8") for document in DOCUMENTS)
    pictures = [path.name for path in (ROOT / "docs" / "pictures").glob("*.png")]
    assert pictures and all(f"pictures/{name})" in everything for name in pictures)


def test_the_files_that_the_readme_names_are_made(built):
    text = DOCUMENTS[0].read_text(encoding="utf-8")
    named = {*re.findall(r"`(output/[^`]+)`", text)} - {"output/", "output/site", "output/triple-topper.html"}
    assert len(named) >= 5
    assert built.ran.status == 0 and not [name for name in named if not (built.folder / name).is_file()]
    assert "start-letter.pdf" in text


def test_the_pages_to_print_later_are_those_that_the_start_pages_lack(built):
    """ "Print pages 4 to 15": the first three sheets of the deck lie behind the first page already."""
    assert "**pages 4 to 15**" in DOCUMENTS[0].read_text(encoding="utf-8")
    start, deck = (cards_by_page(built.folder / f"output/sheets/{name}-a4.pdf") for name in ("start", "deck-toppers"))
    assert len(deck) == 15 and start[1:] == deck[:3] and all(len(cards) == 9 for cards in deck[:3])


def test_a_booklet_for_the_printer_has_what_the_one_for_a_screen_has(built):
    """Two pages of the screen's file are on each page of the printer's, in another order: the words are the same."""
    screens = sorted(Path(built.folder, "output/booklets").glob("*-a5-read.pdf"))
    assert len(screens) == 6
    for path in screens:
        (screen, pages), (paper, sides) = (
            words_of(each) for each in (path, path.with_name(path.name.replace("-read", "-on-a4")))
        )
        assert screen == paper and pages == 2 * sides and len(screen) > 500, path.name


def words_of(path: Path) -> tuple[list[str], int]:
    """All words of a file, in alphabetical order, and its number of pages."""
    with pypdfium2.PdfDocument(path) as pages:
        return sorted(word for page in pages for word in page.get_textpage().get_text_range().split()), len(pages)


def cards_by_page(path: Path) -> list[list[str]]:
    """The names on each page, such as "red heart 3", in order."""
    with pypdfium2.PdfDocument(path) as pages:
        texts = [" ".join(page.get_textpage().get_text_range().split()) for page in pages]
    return [re.findall(r"\b(?:RED|YELLOW|GREEN|BLUE|BLACK) [A-Z]+ [1-4?]", text) for text in texts]


def test_the_two_commands_are_the_makefiles():
    text, makefile = DOCUMENTS[0].read_text(encoding="utf-8"), (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "```sh\nmake\nmake test\n```" in text and "tt-print build" in makefile
    assert re.search(r"^all: build$", makefile, re.M) and re.search(r"^test:", makefile, re.M)


def test_the_house_rules_of_the_documents_are_some(tmp_path):
    page = (ROOT / "docs" / "at-the-table.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```toml\n(.*?)^```", page, re.S | re.M)
    (tmp_path / "night.toml").write_text(block, encoding="utf-8")
    house = read_house(find_game("craziness"), tmp_path / "night.toml")
    assert dict(house.changed) == {"must_play": True, "elimination_score": 20}


def test_the_author_of_the_game_is_named():
    assert "**Brian Ciesicki**" in DOCUMENTS[0].read_text(encoding="utf-8")
