"""A seventh game comes from another package, through the documented hooks alone, and can do what the six can.

The package `echo` has the files that `docs/add-a-game.md` prints, and a `dist-info` whose entry point names the game. It is
put on the path of a process; nothing in tt_print knows it.
"""

import json
import re
import shlex
import subprocess
import sys
from itertools import chain
from shutil import copytree, rmtree

import pytest

from tests.commands import ROOT, process, run_elsewhere, surroundings
from tests.makers.installed import programs
from tests.makers.seventh import DOCUMENT, INSTALLED, unpack
from tests.readers.other_dealer import deal_other, number_of, spelled


def echo(cwd, *lines):
    """Command lines of a machine on which the package with Echo is installed."""
    return run_elsewhere(
        [shlex.split(line) for line in lines],
        cwd,
        PYTHONPATH=f"{ROOT}:{unpack(cwd / 'installed')}",
        TT_PRINT_DATA=str(cwd),
    )


def told(cwd, *lines):
    """What each line prints, when none fails."""
    found = echo(cwd, *lines)
    assert [(ran.status, ran.err) for ran in found] == [(0, "")] * len(lines), found
    return [ran.out for ran in found]


def test_nobody_knows_it_without_its_package(tmp_path):
    ran = process("deal", "echo", "--players", "3", cwd=tmp_path)
    assert ran.status == 2 and "there is no game 'echo'" in ran.err and "push-it" in ran.err


DEALERS = ("", "--dealer 1", "--dealer 3")
DEALT = "deal echo --players Ann,Bo,Cy --reveal --json"
BY_SEAT = "deal echo --players 3 --option first_player=seat {} --reveal --json"
MESSAGES = (
    "deal echo --players Ann,Bo --dealer Bo --option target_points=3",
    "deal echo --players 2 --dealer 2 --option first_player=dealer",
    "deal echo --players 2 --house rules.toml",
)
TOLD = "judge echo 'on RC1; Ann holds RH2 YH2; Bo holds GH1; Ann lays {}'"
JUDGED = (TOLD.format("RH2"), TOLD.format("YH2"), "rules echo 4")


@pytest.fixture(scope="module")
def printed(tmp_path_factory):
    """What each of these lines prints."""
    folder = tmp_path_factory.mktemp("echo")
    (folder / "rules.toml").write_text("[echo]\ntarget_points = 5\n[craziness]\nmust_play = true\n", encoding="utf-8")
    lines = (DEALT, *map(BY_SEAT.format, DEALERS), *MESSAGES, *JUDGED)
    return dict(zip(lines, told(folder, *lines), strict=True))


def test_it_is_dealt_and_its_code_repeats_the_deal(printed, tmp_path):
    """The marks of another game and of a deck that Echo is not played with are refused, with right check characters."""
    dealt = json.loads(printed[DEALT])
    assert dealt["game"] == "echo" and dealt["deck"] == "west"
    assert [len(hand) for hand in dealt["hands"].values()] == [3, 3, 3] and len(dealt["center"]) == 1
    cards = [*chain.from_iterable(dealt["hands"].values()), *dealt["center"], *dealt["draw"]]
    assert len(cards) == len(set(cards)) == 27
    number = number_of(dealt["code"])
    wrong = spelled(number ^ 1 << 80), spelled(number + (3 << 14 + 96))  # another mark; the variant after the only one
    right, game, deck = echo(tmp_path, *(
        f"deal --code {code} --players Ann,Bo,Cy --reveal --json" for code in (dealt["code"], *wrong)
    ))  # fmt: skip
    again = json.loads(right.out)
    assert all(again[pile] == dealt[pile] for pile in ("hands", "center", "draw", "dealer", "starter"))
    assert game.status == 2 and "another package brings, and that package is not here. Here are echo." in game.err
    assert deck.status == 2 and "it names a deck that Echo is not played with" in deck.err
    elsewhere = process("deal", "--code", dealt["code"], cwd=tmp_path)
    assert elsewhere.status == 2 and "another package" in elsewhere.err


def test_a_program_written_from_the_document_makes_the_same_deal(printed):
    for named in DEALERS:
        dealt = json.loads(printed[BY_SEAT.format(named)])
        west = [color + shape + number for color in "RYG" for shape in "CHT" for number in "123"]
        other = deal_other(dealt["code"], "echo", west, [3])
        assert (other["players"], other["options"]) == (3, [2]) and f"Player {other['dealer']}" == dealt["dealer"]
        assert named in ("", f"--dealer {other['dealer']}")
        top = other["top"]
        for turn in range(3):  # the dealer's left neighbor first
            player = f"Player {(other['dealer'] + turn) % 3 + 1}"
            assert dealt["hands"][player] == [top[turn], top[turn + 3], top[turn + 6]]
        assert dealt["center"] == [top[9]] and dealt["draw"] == top[10:][::-1]


def test_the_dealer_hears_its_own_sentences(printed):
    message, first, from_file = (" ".join(printed[line].split()) for line in MESSAGES)
    assert message.startswith("Echo, 2 players: West deck, 27 cards")
    assert "3 each then 1 face up to the center" in message
    assert "Start Ann, on the dealer’s left" in message and "target_points=3" in message
    assert "Player 2, the dealer (house rule)" in first and "target_points=5" in from_file


def test_it_is_judged_and_its_rules_are_looked_up(printed):
    legal, illegal, rules = map(printed.get, JUDGED)
    assert legal.split()[:4] == ["LEGAL", "Ann", "plays", "RH2."]
    assert (
        "NOT LEGAL  Ann plays YH2. yellow heart 2 and red circle 1 have no color, shape, or number in common."
        in illegal
    )
    assert "red heart 2 would be legal.  rule 1\n" in illegal
    assert "House rule" in rules


def test_its_examples_hold_and_random_games_keep_its_promises_and_are_played(tmp_path):
    verified, played = map(json.loads, told(
        tmp_path, "verify echo --soak 20 --json", "playtest echo --player random --games 5 --json"
    ))  # fmt: skip
    assert verified["games"] == {"echo": {"examples": 5, "failed": 0}}
    assert verified["soak"] == {"games": 20, "faults": []}
    assert played["games"] == 5 and played["ends"]["ended"]["games"] == 5 and played["turns"]["least"] > 5


def test_a_false_example_is_noticed(tmp_path):
    """On a copy of the package whose book says something else."""
    copy = unpack(tmp_path / "installed")
    book = copy / "echo" / "templates" / "book.md"
    book.write_text(
        book.read_text(encoding="utf-8").replace("Ann lays YH2 -> illegal", "Ann lays YH2 -> legal"), encoding="utf-8"
    )
    ran = process("verify", "echo", "--json", cwd=tmp_path, PYTHONPATH=f"{ROOT}:{copy}")
    (failed,) = json.loads(ran.out)["failed"]
    line = next(
        n for n, text in enumerate(book.read_text(encoding="utf-8").splitlines(), 1) if "Ann lays YH2 -> legal" in text
    )
    assert ran.status == 1 and (failed["file"], failed["line"]) == ("templates/games/echo/book.md", line)
    assert (failed["expected"], failed["got"]) == ("legal", "not legal") and failed["rule"]


def test_a_house_rule_that_cites_no_rule_is_found_too(tmp_path):
    copy = unpack(tmp_path / "installed")
    book = copy / "echo" / "templates" / "book.md"
    text = book.read_text(encoding="utf-8")
    book.write_text(
        text.replace("How many points win the game? [4]", "How many points win the game?"), encoding="utf-8"
    )
    ran = process("rules", "echo", "house", cwd=tmp_path, PYTHONPATH=f"{ROOT}:{copy}")
    assert ran.status == 0 and "House rule: How many points win the game?" in ran.out, ran.err


def test_a_template_that_its_package_left_out_is_named_with_the_package(tmp_path):
    copy = unpack(tmp_path / "installed")
    (copy / "echo" / "templates" / "book.md").unlink()
    ran = process("rules", "echo", cwd=tmp_path, PYTHONPATH=f"{ROOT}:{copy}")
    assert ran.status == 2 and "book.md is missing from the package that brings echo" in ran.err


@pytest.mark.slow
def test_it_is_built_and_installed_as_the_document_says(tmp_path, installed):
    """With its own pyproject.toml, by pip, beside an installed tt_print."""
    source, beside = unpack(tmp_path / "echo-game"), tmp_path / "beside"
    rmtree(source / INSTALLED)
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    subprocess.run([*pip, "--target", beside, source], check=True)
    environment = {**surroundings(), "PYTHONPATH": str(beside)}
    for typed, words in (
        (["rules", "echo"], "Echo"),
        (["booklet", "echo", "--paper", "a4"], "echo-a5-on-a4.pdf"),
        (["playtest", "echo", "--player", "random", "--games", "5"], "Games: 5"),
    ):
        command = [programs(installed) / "tt-print", *typed]
        ran = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
        assert (ran.returncode, ran.stderr) == (0, "") and words in ran.stdout


def test_a_night_of_it_is_scored(tmp_path):
    dealt, first, nobody, last, _, night = told(
        tmp_path, "score start echo Ann Bo Cy", "deal echo", "score hand --winner Ann", "score hand --nobody",
        "score hand --winner Ann --another", "score edit 3 --winner Cy", "score --json",
    )[1:]  # fmt: skip
    assert "For game night 1: Ann, Bo, and Cy." in dealt, "who is dealt in"
    assert "Next: round 2, Bo deals. Up to 2 points." in first and "points     0   0   0" in nobody
    assert "The game is over: Ann won." in last
    night = json.loads(night)
    assert night["totals"] == {"Ann": 1, "Bo": 0, "Cy": 1} and not night["over"] and night["ranks"]["Cy"] == 1
    gone = process("score", cwd=tmp_path, TT_PRINT_DATA=str(tmp_path))
    assert (
        gone.status == 2 and "of 'echo', a game whose package isn't installed. Install that package again." in gone.err
    )


@pytest.mark.slow
def test_in_the_tree_it_has_the_same_defaults(tmp_path):
    """In a copy of tt_print, with its files where the document puts those of a game of tt_print itself, and the line that it prints."""
    for folder in ("tt_print", "templates"):
        copytree(ROOT / folder, tmp_path / "copy" / folder)
    games, source = tmp_path / "copy" / "tt_print" / "games", unpack(tmp_path / "installed") / "echo"
    (source / "templates").rename(tmp_path / "copy" / "templates" / "games" / "echo")
    (games / "echo").mkdir()
    for path in source.glob("*.py"):
        text = path.read_text(encoding="utf-8").replace("from echo", "from tt_print.games.echo")
        (games / "echo" / path.name).write_text(text, encoding="utf-8")
    (line,) = re.findall(r'^    "echo": Listing.*\n', DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)
    listed = (games / "__init__.py").read_text(encoding="utf-8")
    (games / "__init__.py").write_text(re.sub(r'(    "push-it": .*\n)', rf"\1{line}", listed), encoding="utf-8")
    surrounded = {"PYTHONPATH": str(tmp_path / "copy"), "TT_PRINT_DATA": str(tmp_path)}
    lines = ("deal push-it --players 3 --option deck=squares --json", DEALT, "verify echo --json", "list games",
             "booklet echo --paper a4", "quickref echo --paper a4", "scoresheet echo --players 3 --paper a4",
             "playtest echo --player random --games 2 --json")  # fmt: skip
    found = run_elsewhere([shlex.split(line) for line in lines], tmp_path, **surrounded)
    assert [(ran.status, ran.err) for ran in found] == [(0, "")] * len(lines), found
    assert json.loads(found[2].out)["games"]["echo"]["failed"] == 0 and "Echo" in found[3].out
    for dealt in (json.loads(ran.out) for ran in found[:2]):
        (again,) = run_elsewhere([["deal", "--code", dealt["code"], "--json"]], tmp_path, **surrounded)
        assert json.loads(again.out)["game"] == dealt["game"], again
    assert json.loads(process("deal", "--code", json.loads(found[0].out)["code"], "--json").out)["game"] == "push-it"


def test_a_printed_example_without_words_is_named_with_the_table_that_it_lacks(tmp_path):
    copy = unpack(tmp_path / "installed")
    words = copy / "echo" / "templates" / "sentences.toml"
    words.write_text(words.read_text(encoding="utf-8").partition("# What printed")[0], encoding="utf-8")
    ran = process("booklet", "echo", "--paper", "a4", cwd=tmp_path, PYTHONPATH=f"{ROOT}:{copy}")
    assert ran.status == 2 and 'Add [shown.phrases."Lay"] to templates/games/echo/sentences.toml.' in ran.err


PRINTED_OF_IT = {
    "booklet echo": ["Echo", "What the last card said", "the authors of tt_print"],
    "booklet echo --format pocket": ["Echo", "Your turn", "If not, pass."],
    "booklet echo --option target_points=1": ["The first point wins the game."],
    "quickref echo": ["Echo", "If you can play a card, you must.", "by the authors of tt_print"],
    "quickref echo craziness": ["Echo", "Craziness"],
    "scoresheet echo --names Ann,Bo": ["Echo", "Ann", "Echo is a game by the authors of tt_print."],
    "deal echo --players Ann,Bo --sheet": ["Echo", "center, face up", "Echo is a game by the authors of tt_print"],
    "deal echo --players Ann,Bo --slips": ["Ann", "Bo"],
}


@pytest.mark.parametrize("lines", [
    ("booklet echo --format pocket", "scoresheet echo --names Ann,Bo"), pytest.param(tuple(PRINTED_OF_IT), marks=pytest.mark.slow),
], ids=len)  # fmt: skip
def test_it_is_printed(tmp_path, lines):
    from pypdf import PdfReader

    told(tmp_path, *(f"{line} --paper a4 --out out{number}" for number, line in enumerate(lines)))
    for number, line in enumerate(lines):
        files = sorted((tmp_path / f"out{number}").rglob("*.pdf"))
        assert files and all("echo" in path.name for path in files), line
        text = " ".join(" ".join(page.extract_text().split()) for path in files for page in PdfReader(path).pages)
        assert [word for word in PRINTED_OF_IT[line] if word not in text] == [], line


def test_more_values_of_options_than_a_code_can_hold_are_refused(tmp_path):
    """A code has room for 576 combinations of decks and options."""
    for values, status in ((576, 0), (577, 2)):
        here = unpack(tmp_path / str(values))
        (here / "echo" / "play.py").write_text(
            "from tt_print.engine.table_hooks import TableHooks\n\n\nclass Dealing(TableHooks):\n"
            f"    code_options = (('target_points', tuple(range({values}))),)\n", encoding="utf-8",
        )  # fmt: skip
        ran = process("deal", "echo", "--players", "3", cwd=tmp_path, PYTHONPATH=f"{ROOT}:{here}")
        assert ran.status == status, ran.err
    assert "echo has 577 combinations of decks and options for a deal code, which holds 576." in ran.err


def test_a_broken_package_is_named(tmp_path):
    folder = tmp_path / "broken-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n", encoding="utf-8")
    eventless = "import sys\nfrom tt_print.engine.base import parts_of\nGAME = parts_of(sys.modules[__name__])\n"
    (tmp_path / "eventless.py").write_text(eventless, encoding="utf-8")
    for module, why in (("no_such_module", "No module named"), ("eventless", "eventless has no Event: write Event = ")):
        (folder / "entry_points.txt").write_text(f"[tt_print.games]\nbroken = {module}:GAME\n", encoding="utf-8")
        ran = process("deal", "broken", "--players", "2", cwd=tmp_path, PYTHONPATH=f"{ROOT}:{tmp_path}")
        assert ran.status == 2 and f"the game 'broken' cannot be loaded from {module}:GAME: {why}" in ran.err


def test_a_game_of_the_list_is_found_without_looking_for_packages_and_the_judge_waits_for_no_hooks():
    code = """import sys
from tt_print.cli import run
run(["judge", "craziness", "on RC1; lay RH2"])
print(*[m for m in sys.modules if m.startswith("tt_print.games.") or m.endswith("table_hooks")])
run("deal ww3 --players 3".split())
run("judge push players 8".split())
from tt_print.games import other_games
print(other_games.cache_info().misses)"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    loaded = next(line for line in done.stdout.splitlines() if line.startswith("tt_print.games")).split()
    assert not {name for name in loaded if name.endswith((".table", ".entry", "table_hooks"))}
    assert all(name.startswith("tt_print.games.craziness") for name in loaded)
    assert done.stdout.splitlines()[-1] == "0"
