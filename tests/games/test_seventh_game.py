"""A seventh game comes from another package, through the documented hooks alone, and can do what the six can.

`seventh/` is what an installed package looks like to Python: the package `echo` and its `dist-info`, whose entry point
names the game. It is put on the path of a process; nothing in tt_print knows it. `docs/add-a-game.md` prints its files.
"""

import json
import re
import shlex
import subprocess
import sys
import venv
from itertools import chain
from shutil import copytree, ignore_patterns

import pytest

from tests.commands import ROOT, process, run_elsewhere
from tests.readers.other_dealer import deal_other, number_of, spelled

SEVENTH = ROOT / "tests" / "games" / "seventh"
DOCUMENT = ROOT / "docs" / "add-a-game.md"
FILES = [
    SEVENTH / "pyproject.toml",
    *sorted(p for p in (SEVENTH / "echo").rglob("*.*") if p.suffix in (".py", ".md", ".toml")),
]
PRINTED = re.compile(r"\n`([\w./]+)`:\n\n(````?)\w+\n(.*?)\n\2\n", re.DOTALL)


def echo(cwd, *lines):
    """Command lines of a machine on which the package with Echo is installed."""
    return run_elsewhere(
        [shlex.split(line) for line in lines], cwd, PYTHONPATH=f"{ROOT}:{SEVENTH}", TT_PRINT_DATA=str(cwd)
    )


def told(cwd, *lines):
    """What each line prints, when none fails."""
    found = echo(cwd, *lines)
    assert [(ran.status, ran.err) for ran in found] == [(0, "")] * len(lines), found
    return [ran.out for ran in found]


def test_nobody_knows_it_without_its_package(tmp_path):
    ran = process("deal", "echo", "--players", "3", cwd=tmp_path)
    assert ran.status == 2 and "there is no game 'echo'" in ran.err and "push-it" in ran.err


def test_it_is_dealt_and_its_code_repeats_the_deal(tmp_path):
    (printed,) = told(tmp_path, "deal echo --players Ann,Bo,Cy --reveal --full-code --json")
    dealt = json.loads(printed)
    assert dealt["game"] == "echo" and dealt["deck"] == "west"
    assert [len(hand) for hand in dealt["hands"].values()] == [3, 3, 3] and len(dealt["center"]) == 1
    cards = [*chain.from_iterable(dealt["hands"].values()), *dealt["center"], *dealt["draw"]]
    assert len(cards) == len(set(cards)) == 27
    piles = ("hands", "center", "draw", "dealer", "starter")
    codes = dealt["code"], dealt["full_code"]
    for printed in told(tmp_path, *(f"deal --code {code} --players Ann,Bo,Cy --reveal --json" for code in codes)):
        again = json.loads(printed)
        assert {pile: again[pile] for pile in piles} == {pile: dealt[pile] for pile in piles}
    elsewhere = process("deal", "--code", dealt["code"], cwd=tmp_path)
    assert elsewhere.status == 2 and "another package" in elsewhere.err


def test_a_program_written_from_the_document_makes_the_same_deal(tmp_path):
    dealers = "", "1", "3"
    typed = [f"--dealer {dealer}" if dealer else "" for dealer in dealers]
    lines = [f"deal echo --players 3 --option first_player=seat {each} --reveal --json" for each in typed]
    for dealer, printed in zip(dealers, told(tmp_path, *lines), strict=True):
        dealt = json.loads(printed)
        west = [color + shape + number for color in "RYG" for shape in "CHT" for number in "123"]
        other = deal_other(dealt["code"], "echo", west, [3])
        assert (other["players"], other["options"]) == (3, [2]) and f"Player {other['dealer']}" == dealt["dealer"]
        assert dealer in ("", str(other["dealer"]))
        top = other["top"]
        for turn in range(3):  # the dealer's left neighbor first
            player = f"Player {(other['dealer'] + turn) % 3 + 1}"
            assert dealt["hands"][player] == [top[turn], top[turn + 3], top[turn + 6]]
        assert dealt["center"] == [top[9]] and dealt["draw"] == top[10:][::-1]


def test_a_code_of_a_game_that_is_not_here_is_refused_and_says_what_is(tmp_path):
    """The mark of another game, with right check characters; and a deck that Echo is not played with."""
    (printed,) = told(tmp_path, "deal echo --players 3 --json")
    number = number_of(json.loads(printed)["code"])
    other_game, other_deck = number ^ 1 << 80, number + (3 << 14 + 96)  # the variant after the only one
    game, deck = echo(tmp_path, f"deal --code {spelled(other_game)}", f"deal --code {spelled(other_deck)}")
    assert game.status == 2 and "another package brings, and that package is not here. Here are echo." in game.err
    assert deck.status == 2 and "it names a deck that Echo is not played with" in deck.err


def test_the_dealer_hears_its_own_sentences(tmp_path):
    message, first = told(
        tmp_path,
        "deal echo --players Ann,Bo --dealer Bo --option points_to_win=3",
        "deal echo --players 2 --dealer 2 --option first_player=dealer",
    )
    message = " ".join(message.split())
    assert (
        message.startswith("Echo, 2 players: West deck, 27 cards") and "3 each; then 1 face up to the center" in message
    )
    assert "Start Ann, on the dealer’s left" in message and "points_to_win=3" in message
    assert "Player 2, the dealer (house rule)" in first


def test_it_is_judged(tmp_path):
    answers = told(tmp_path, "judge echo --on RC1 RH2", "judge echo --on RC1 YH2")
    assert [answer.splitlines()[0] for answer in answers] == [
        "LEGAL  red heart 2 and red circle 1 have the same color.  rule 1",
        "NOT LEGAL  yellow heart 2 and red circle 1 have no color, shape or number in common.  rule 1",
    ]


def test_its_examples_hold_and_random_games_keep_its_promises_and_are_played(tmp_path):
    verified, played = map(json.loads, told(
        tmp_path, "verify echo --soak 60 --json", "playtest echo --player random --games 5 --json"
    ))  # fmt: skip
    assert verified["games"] == {"echo": {"examples": 5, "failed": 0}}
    assert verified["soak"] == {"games": 60, "faults": []}
    assert played["games"] == 5 and played["ends"]["ended"]["games"] == 5 and played["turns"]["least"] > 5


def test_a_false_example_is_noticed(tmp_path):
    """On a copy of the package whose book says something else."""
    copy = copytree(SEVENTH, tmp_path / "installed")
    book = copy / "echo" / "templates" / "book.md"
    book.write_text(
        book.read_text(encoding="utf-8").replace("lay YH2 -> illegal", "lay YH2 -> legal"), encoding="utf-8"
    )
    ran = process("verify", "echo", cwd=tmp_path, PYTHONPATH=f"{ROOT}:{copy}")
    assert ran.status == 1 and "templates/games/echo/book.md" in ran.out and "expected legal, got not legal" in ran.out


def test_a_template_that_its_package_left_out_is_named_with_the_package(tmp_path):
    copy = copytree(SEVENTH, tmp_path / "installed")
    (copy / "echo" / "templates" / "book.md").unlink()
    ran = process("rules", "echo", cwd=tmp_path, PYTHONPATH=f"{ROOT}:{copy}")
    assert ran.status == 2 and "book.md is missing from the package that brings echo" in ran.err


@pytest.mark.slow
def test_it_is_built_and_installed_as_the_document_says(tmp_path):
    """With its own pyproject.toml, by pip, in a fresh environment beside tt_print."""
    source = copytree(SEVENTH, tmp_path / "echo-game", ignore=ignore_patterns("__pycache__", "*.dist-info"))
    venv.create(tmp_path / "fresh", with_pip=True)
    folder = tmp_path / "fresh" / ("Scripts" if sys.platform == "win32" else "bin")
    pip = [folder / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, ROOT], check=True)
    subprocess.run([*pip, source], check=True)
    for typed, words in (
        (["rules", "echo"], "Echo"),
        (["booklet", "echo", "--paper", "a4"], "echo-a5-on-a4.pdf"),
        (["playtest", "echo", "--player", "random", "--games", "5"], "5 games"),
    ):
        ran = subprocess.run([folder / "tt-print", *typed], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert (ran.returncode, ran.stderr) == (0, "") and words in ran.stdout


def test_a_night_of_it_is_scored(tmp_path):
    dealt, first, nobody, last, _, night = told(
        tmp_path, "score start echo Ann Bo Cy", "deal echo", "score hand --winner Ann", "score hand --winner nobody",
        "score hand Ann --another", "score edit 3 --winner Cy", "score --json",
    )[1:]  # fmt: skip
    assert "For night 1, which is being scored: Ann, Bo and Cy." in dealt, "who is dealt in"
    assert "Next: hand 2, Bo deals. Up to 2 points." in first and "Ann 0" in nobody
    assert "The game is over: Ann won." in last
    night = json.loads(night)
    assert night["totals"] == {"Ann": 1, "Bo": 0, "Cy": 1} and not night["over"] and night["ranks"]["Cy"] == 1


PRINTED_OF_IT = {
    "booklet echo": ["Echo", "What the last card said", "the authors of tt_print"],
    "booklet echo --format pocket": ["Echo", "No such card?"],
    "booklet echo --option points_to_win=1": ["The first hand decides."],
    "quickref echo": ["Echo", "by the authors of tt_print", "House rules: none"],
    "quickref echo craziness": ["Echo", "Craziness"],
    "scoresheet echo --names Ann,Bo": ["Echo", "Ann", "an example of how a game is added"],
    "deal echo --players Ann,Bo --sheet": ["Echo", "center, face up", "an example of how a game is added"],
    "deal echo --players Ann,Bo --slips": ["Ann", "Bo"],
}


def test_it_is_printed(tmp_path):
    from pypdf import PdfReader

    told(tmp_path, *(f"{line} --paper a4 --out out{number}" for number, line in enumerate(PRINTED_OF_IT)))
    for number, (line, words) in enumerate(PRINTED_OF_IT.items()):
        files = sorted((tmp_path / f"out{number}").rglob("*.pdf"))
        assert files and all("echo" in path.name for path in files), line
        text = " ".join(" ".join(page.extract_text().split()) for path in files for page in PdfReader(path).pages)
        assert [word for word in words if word not in text] == [], line


def test_its_house_rules_are_looked_up_and_may_stand_in_a_file(tmp_path):
    (tmp_path / "rules.toml").write_text("[echo]\npoints_to_win = 5\n[craziness]\nmust_play = true\n", encoding="utf-8")
    rules, dealt = told(tmp_path, "rules echo 4", "deal echo --players 2 --house rules.toml")
    assert "house rule" in rules and "points_to_win=5" in dealt


def test_more_values_of_options_than_a_code_can_hold_are_refused(tmp_path):
    """A code has room for 576 combinations of decks and options."""
    for values, status in ((576, 0), (577, 2)):
        here = tmp_path / str(values)
        copytree(SEVENTH, here, ignore=ignore_patterns("__pycache__"))
        with (here / "echo" / "table.py").open("a", encoding="utf-8") as table:
            table.write(f"    code_options = (('points_to_win', tuple(range({values}))),)\n")
        ran = process("deal", "echo", "--players", "3", cwd=tmp_path, PYTHONPATH=f"{ROOT}:{here}")
        assert ran.status == status, ran.err
    assert "echo has 577 combinations of decks and options for a deal code, which holds 576." in ran.err


def test_a_broken_package_is_named(tmp_path):
    folder = tmp_path / "broken-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n", encoding="utf-8")
    (folder / "entry_points.txt").write_text("[tt_print.games]\nbroken = no_such_module:GAME\n", encoding="utf-8")
    ran = process("deal", "broken", "--players", "2", cwd=tmp_path, PYTHONPATH=f"{ROOT}:{tmp_path}")
    assert ran.status == 2 and "the game 'broken' cannot be loaded from no_such_module:GAME" in ran.err


@pytest.mark.parametrize("arguments", [
    ["judge", "craziness", "--on", "RC1", "--play", "RH2"], ["deal", "ww3", "--players", "3"],
    ["judge", "push", "--deck", "west", "--pointers", "RC3"],
])  # fmt: skip
def test_a_game_of_the_list_is_found_without_looking_for_packages(arguments):
    code = f"import sys\nfrom tt_print.cli import run\nrun({arguments!r})\nfrom tt_print.games import other_games\n"
    code += "print(other_games.cache_info().misses)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.splitlines()[-1] == "0"


def test_the_judge_waits_for_no_hooks():
    code = "import sys\nfrom tt_print.cli import run\nrun(['judge', 'craziness', '--on', 'RC1', '--play', 'RH2'])\n"
    code += "print(*[m for m in sys.modules if m.startswith('tt_print.games.') or m.endswith('table_hooks')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    loaded = done.stdout.splitlines()[-1].split()
    assert not {name for name in loaded if name.endswith((".table", ".entry", ".scene", "table_hooks"))}
    assert all(name.startswith("tt_print.games.craziness") for name in loaded)


def test_the_document_prints_the_files_as_they_are():
    printed = {name: text for name, _, text in PRINTED.findall(DOCUMENT.read_text(encoding="utf-8"))}
    assert printed == {
        path.relative_to(SEVENTH).as_posix(): path.read_text(encoding="utf-8").rstrip("\n") for path in FILES
    }
