"""A preview shows the very bytes that the verb would write, and leaves the disk as it was."""

import hashlib
import json
import os
import shlex
from pathlib import Path

import pytest
from tt_print.cli.preview import make

from tests.cli.helps import EXAMPLES, PRINTING
from tests.commands import process, tt
from tests.readers.shown_commands import nobody_answers

# a command for each kind of product
PRODUCTS = [
    "start --ink low --svg", "deck --only RH3,J1,chit-color --backs duplex --paper letter", "deck --deck west --backs separate --reverse --svg",
    "deck --only RH3,KBQ --bleed 1 --margin 8", "deck --only RH3 --backs fold --theme classic", "quickref casino --option question=wild --svg",
    "scoresheet craziness --names Ann,Bo,Cy", "booklet push-it --format pocket",
    "puzzles --game push-it --count 2", "calibrate --paper letter", "deal --code 9NEKA-QAC1D-MDP8C-69P9T-0EVHX-10 --slips --sheet",
    "export --for tuckbox --name Smith", "export --for silhouette --deck west",
]  # fmt: skip
LONG = [
    "booklet push-it --format a5 --flip long --option potential=per_challenge",
    *(f"export --for {service} --deck west" for service in ("virtual", "cricut", "printshop", "mpc")),
    "build",  # with a booklet of every game
]


def snapshot(*folders: Path) -> dict[str, str]:
    """Every file and folder below these, a file with its hash."""
    found = {}
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            found[str(path)] = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "folder"
    return found


@pytest.fixture
def disk(tmp_path, monkeypatch) -> list[Path]:
    """All folders that a run could write to: where it stands, the person's own, and where things lie that can be fetched again."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    monkeypatch.setenv("TT_PRINT_CACHE", str(tmp_path / "cache"))
    return [tmp_path, Path(os.environ["TT_PRINT_DATA"]), Path(os.environ["TT_PRINT_CONFIG"])]


@pytest.mark.parametrize("command", [*PRODUCTS, *(pytest.param(command, marks=pytest.mark.slow) for command in LONG)])
def test_what_is_shown_is_what_is_written(capsys, disk, command):
    words = shlex.split(command)
    before = snapshot(*disk)
    held, said = make(words)
    assert snapshot(*disk) == before, "a preview wrote something"
    assert tt(capsys, *words).status == 0
    written = {path for path in Path("output").rglob("*") if path.is_file() and path.name != ".tt-print.json"}
    assert {path: path.read_bytes() for path in written} == held.files and held.refusals == []
    assert "Wrote" not in said and "Would write" in said


def test_a_kind_of_product_of_every_verb_is_compared():
    assert {command.split()[0] for command in (*PRODUCTS, *LONG)} == set(PRINTING)


@pytest.mark.slow
def test_no_example_of_any_verb_changes_the_disk(capsys, disk):
    """Previewed as it stands in the help, after the same command has written its files, so that there is something to spoil."""
    seen = 0
    for verb in PRINTING:
        if verb in ("build", "calibrate"):  # seconds; see LONG. The other one measures.
            continue
        for line in EXAMPLES[verb]:
            words = shlex.split(line)
            if {"all", "printshop", "tgc", "mpc", "drivethru"} & {*words} or line == "deck --continue":
                continue
            with nobody_answers():
                tt(capsys, *words)
                before = snapshot(*disk)
                ran = tt(capsys, "preview", *words)
            assert snapshot(*disk) == before, line
            assert ran.status == 0 or (ran.status in (1, 2) and ran.err.startswith(("error:", "warning:"))), (line, ran)
            seen += ran.status == 0
    assert seen >= 15


def test_what_would_be_kept_beside_the_files_is_refused(capsys, disk):
    """A secret, and a deal that was promised."""
    before = snapshot(*disk)
    for line, cure in (("deal six-suit --players Ann,Bo,Cy,Di --commit --sheet", "Leave out --commit."),):
        ran = tt(capsys, "preview", *line.split())
        assert ran.status == 2 and cure in ran.err and "A preview keeps nothing." in ran.err
    assert snapshot(*disk) == before
    assert tt(capsys, "deal", "ww3", "--players", "Ann,Bo", "--commit").status == 0
    before = snapshot(*disk)
    ran = tt(capsys, "preview", "deal", "--committed", "--table-cards", "RH3,KBQ", "--receipt")
    assert ran.status == 2 and "Leave out --committed." in ran.err and snapshot(*disk) == before


def test_a_file_in_the_way_is_told_of_before(capsys, disk):
    Path("output/sheets").mkdir(parents=True)
    Path("output/sheets/reprint-RH3-a4.pdf").write_bytes(b"somebody's own")
    ran = tt(capsys, "preview", "deck", "--only", "RH3", "--paper", "a4")
    assert ran.status == 0 and "was not made by tt-print; left alone" in ran.out
    assert json.loads(tt(capsys, "preview", "deck", "--only", "RH3", "--paper", "a4", "--json").out)["refused"]


def test_errors_and_options_are_the_verbs_own(capsys, disk):
    for line in ("deck --papr a4", "deck --paper a9", "deck --only RH9", "booklet", "booklet chess", "quickref ww3 --start-at 0",
                 "export --for nobody", "deal craziness --players Ann --slips", "deck RH3", "start --paper"):  # fmt: skip
        alone, shown = tt(capsys, *line.split()), tt(capsys, "preview", *line.split())
        assert (alone.status, alone.err) == (shown.status, shown.err) and shown.out == "" and shown.status == 2, line


def test_a_verb_that_prints_nothing_is_told_which_do(capsys, disk):
    ran = tt(capsys, "preview", "score")
    assert ran.status == 2 and ran.err.count("\n") == 1 and all(verb in ran.err for verb in PRINTING)
    assert "Did you mean deck?" in tt(capsys, "preview", "dekc").err
    assert "needs a command" in tt(capsys, "preview").err
    assert "Add --slips" in tt(capsys, "preview", "deal", "craziness", "--players", "Ann,Bo").err


def test_options_of_preview_may_stand_on_both_sides_of_the_command(capsys, disk):
    for line in ("deck --only RH3", "calibrate --paper a4"):
        before, after = tt(capsys, "preview", "--list", *line.split()), tt(capsys, "preview", *line.split(), "--list")
        assert before == after and before.status == 0 and "Page 1" in before.out
    alone, shown = (tt(capsys, *words, "deck", "--only", "RH3", "--", "--list") for words in ([], ["preview"]))
    assert (alone.status, alone.err) == (shown.status, shown.err) and alone.status == 2, "no option behind --"


def test_the_same_deal_can_be_printed_afterwards(capsys, disk):
    """A fresh deal is another one each time; the code of the one that was shown is told."""
    ran = tt(capsys, "preview", "deal", "push-it", "--players", "Ann,Bo,Cy", "--slips")
    code = ran.out.partition("--code ")[2].split()[0]
    assert len(code) > 20
    again, _ = make(["deal", "--code", code, "--players", "Ann,Bo,Cy", "--slips"])
    assert [path.as_posix() for path in again.files] == [ran.out.split()[0]]


def test_help_of_a_verb_is_shown_for_its_preview(capsys):
    ran = tt(capsys, "preview", "deck", "--help")
    assert ran.status == 0 and "--back-offset" in ran.out and "--list or --json" in ran.out


def test_no_library_of_pictures_is_loaded_for_a_mistake():
    ran = process("preview", "score", PYTHONPROFILEIMPORTTIME="1")
    assert ran.status == 2 and not any(name in ran.err for name in ("reportlab", "pypdfium2", "PIL"))


def test_a_pipe_gets_a_line_for_each_file_and_list_one_for_each_page(tmp_path):
    line = ("deck", "--deck", "west", "--backs", "separate", "--paper", "a4")
    ran = process("preview", *line, cwd=tmp_path, TERM="xterm-256color")
    fronts, backs, total, last = ran.out.splitlines()
    assert "output/sheets/deck-west-separate-a4-fronts.pdf" in fronts and "210 x 297 mm" in fronts
    assert "on the other side of" in backs and total.startswith("2 files, ")
    assert last == "Nothing was written. To write: tt-print deck --deck west --backs separate --paper a4"
    listed = process("preview", "--list", *line, cwd=tmp_path).out
    assert "  Page 1: RC1 to RT3, sheet 1, front\n" in listed and "backs, sheet 1, back\n" in listed
    assert not list(tmp_path.iterdir())


def test_sheets_of_paper_are_counted_as_they_leave_the_printer(capsys, disk):
    def sheets(line: str) -> tuple[int, int]:
        data = json.loads(tt(capsys, "preview", *line.split(), "--paper", "a4", "--json").out)
        return data["sheets"], data["pages"]

    assert sheets("deck --deck west --no-jokers --no-chits") == (3, 3)
    assert sheets("deck --deck west --no-jokers --no-chits --backs duplex") == (3, 6)
    assert sheets("deck --deck west --no-jokers --no-chits --backs separate") == (3, 6)
    paper, pages = sheets("booklet push-it --format a5")
    assert paper == 4 and pages > 16 + 2 * 4, "4 sheets of 2 sides; to read 16 pages and an appendix"
