"""An evening with a game of one's own, as a family types it: from the installed wheel, in an empty folder, with nothing of ours but the commands."""

import json
import shlex
import subprocess
from pathlib import Path

import pytest
from pypdf import PdfReader

from tests.commands import ROOT
from tests.makers.installed import programs
from tests.makers.seventh import unpack
from tests.readers.verapdf import vera

TEXTS = ROOT / "tests" / "evening"
GAME = """
new game kraken
booklet kraken.md --paper a4
booklet kraken.md --format half-letter
booklet kraken.md --format flat --large-print --paper a4
booklet kraken.md --format pocket --paper a4
quickref kraken.md --paper a4
scoresheet kraken.toml --paper a4 --names Ida,Jörg,Bo,Di
""".strip().splitlines()
NIGHT = """
score start points Ida Jörg Bo Di --name Kraken --option best=few --option target_points=50 --option teams=Ida+Bo/Jörg+Di
score hand Ida=12 Bo=7 Jörg=0 Di=50
score undo
score hand Ida=12 Bo=7 Jörg=0 Di=5
score hand Ida=1 Bo=2 Jörg=14 Di=3
score edit 1 Ida=10 Bo=7 Jörg=0 Di=5
score hand Ida=22 Bo=8 Jörg=0 Di=5
""".strip().splitlines()
FALSE = ("-> legal", "-> illegal")


class Family:
    """Types commands in a folder of its own. What is wrong with a command is told with what was typed before."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self.programs, self.folder = programs, folder
        self.typed: list[str] = []
        kept = {"TT_PRINT_CONFIG": str(folder / "own"), "TT_PRINT_DATA": str(folder / "kept")}
        self.environment = {"PATH": "", "LANG": "C.UTF-8", **kept}

    def type(self, line: str, status: int = 0) -> str:
        self.typed.append(line)
        words = [self.programs / "tt-print", *shlex.split(line)]
        done = subprocess.run(
            words, cwd=self.folder, env=self.environment, capture_output=True, encoding="utf-8", check=False
        )
        assert done.returncode == status, (*self.typed, done.stdout, done.stderr)
        return " ".join((done.stdout + done.stderr).split())

    def files(self, pattern: str) -> list[Path]:
        return sorted((self.folder / "output").glob(pattern))


@pytest.fixture
def family(installed, tmp_path):
    return Family(programs(installed), tmp_path)


@pytest.mark.slow
def test_a_game_of_ones_own_is_printed_and_scored_in_fourteen_commands(family):
    for line in GAME:
        told = family.type(line)
        if line.startswith("new"):
            for name in ("kraken.md", "kraken.toml"):  # the family writes its game over what is there
                assert (family.folder / name).is_file()
                (family.folder / name).write_bytes((TEXTS / name).read_bytes())
        if line.startswith("booklet"):
            assert "not checked by the rules engine" in told and "--house" not in told
    for line in NIGHT:
        told = family.type(line)
    assert "Jörg and Di won together" in told
    night = json.loads(family.type("score --json"))
    assert night["totals"] == {"Ida": 33, "Jörg": 14, "Bo": 17, "Di": 13} and {*night["winner"]} == {"Jörg", "Di"}
    assert len(GAME) + len(NIGHT) == 14
    books = family.files("booklets/*.pdf")
    assert len(books) == 7, "two files of each folded book, one of the flat one"
    spoken = [path for path in books if path.stem.endswith("-read") or "-flat-" in path.stem]
    sheets = [*family.files("sheets/quickref-*.pdf"), *family.files("scores/*.pdf")]
    assert len(spoken) == 4 and len(sheets) == 2
    found = vera([*spoken, *sheets], "ua1", "2a")
    assert {path.name: faults for path in spoken if (faults := found[path])} == {}
    assert [fault for path in sheets for fault in found[path] if fault.startswith("ua1")] == []
    for path in books:
        words = " ".join(" ".join(page.extract_text() for page in PdfReader(path).pages).split())
        assert "A game by Ida & Jörg" in words or "Kraken is a game by Ida & Jörg" in words, path


@pytest.mark.slow
def test_the_examples_of_a_package_with_an_engine_are_checked_and_a_false_one_stops_the_book(family):
    """`echo` is the package of docs/add-a-game.md, installed as pip would."""
    code = "import sysconfig; print(sysconfig.get_path('purelib'))"
    asked = subprocess.run([family.programs / "python", "-c", code], capture_output=True, text=True, check=True)
    there = Path(asked.stdout.strip())
    unpack(there)
    assert "Examples: all checked by the rules engine." in family.type("booklet echo --format flat --paper a4")
    (made,) = family.files("booklets/echo*.pdf")
    before = made.read_bytes()
    book = there / "echo" / "templates" / "book.md"
    assert FALSE[0] in book.read_text(encoding="utf-8")
    book.write_text(book.read_text(encoding="utf-8").replace(*FALSE, 1), encoding="utf-8")
    told = family.type("booklet echo --format flat --paper a4", status=1)
    assert "book.md" in told and made.read_bytes() == before
