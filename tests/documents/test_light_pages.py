"""What a page costs: old printers and readers stall on hundreds of thousands of commands, and by many plans and in every copy shop
a page with a trace of color is a color page."""

import pytest

from tests.commands import tt
from tests.makers.prints import kept_files
from tests.readers.page_work import read_work
from tests.walks import slow_but

MOST_COMMANDS = 20_000
GAMES = ("ww3", "armageddon", "six-suit", "casino", "craziness", "push-it")
INKS = ("color", "low")
QUICK = [
    "start",
    "booklet push-it",
    "scoresheet craziness",
    "scoresheet push-it --names Ann,Bo,Cy",
    "deal push-it --players 4 --sheet",
]
PRINTED = [
    *QUICK, "deck", "deck --deck west --card mini", "deck --card tarot", "quickref all", "quickref all --large", "scoresheet all",
    "scoresheet all --names Ann,Bo,Cy", *(f"booklet {game} --format {kind}" for game in GAMES for kind in ("a5", "pocket", "flat")),
    *(f"booklet {game} --large-print" for game in GAMES), *(f"deal {game} --players 4 --sheet" for game in GAMES),
    "deal craziness --players 3 --slips", "deal six-suit --players 12 --slips", *(f"deal {game} --lesson" for game in GAMES[:-1]),
]  # fmt: skip
OWN_SHEET = 'title = "Hearts"\ncolumns = ["Cards", "Points"]\nchecklist = ["Who deals?"]\n'


def check_pages(files: dict[str, bytes], ink: str, most: int = MOST_COMMANDS) -> None:
    """No page has too many commands, and none of those in black ink any color."""
    pages = [
        (name, n, work)
        for name, data in files.items()
        if name.endswith(".pdf")
        for n, work in enumerate(read_work(data), 1)
    ]
    assert pages
    assert not [(name, n, work.commands) for name, n, work in pages if work.commands > most]
    if ink == "low":
        assert not [(name, n, work.colors) for name, n, work in pages if work.colors]


@pytest.mark.parametrize("ink", INKS)
@pytest.mark.parametrize("line", slow_but(QUICK, PRINTED))
def test_pages_are_light_and_black_ink_is_black(line, ink):
    printed = kept_files(f"{line} --ink {ink}")
    assert printed.ran.status == 0, printed.ran.err
    check_pages(printed.files, ink)


@pytest.mark.slow
def test_everything_that_build_makes_is_light(built):
    files = {str(path): path.read_bytes() for path in (built.folder / "output").rglob("*.pdf")}
    assert len(files) > 20
    check_pages(files, "color")


def test_the_calibration_is_light_and_black():
    check_pages(kept_files("calibrate").files, "low")


def test_the_sheet_of_an_own_game_is_black(capsys, tmp_path):
    game = tmp_path / "hearts.toml"
    game.write_text(OWN_SHEET, encoding="utf-8")
    assert tt(capsys, "scoresheet", game, "--ink", "low", "--out", tmp_path).status == 0
    check_pages({path.name: path.read_bytes() for path in tmp_path.rglob("*.pdf")}, "low")


@pytest.mark.slow
@pytest.mark.parametrize("line", ["--for tuckbox", "--for silhouette", "deck --backs duplex"])
def test_full_size_patterns_are_black_too(line):
    words = line if line.startswith("deck") else f"export {line}"
    check_pages(kept_files(f"{words} --ink low").files, "low")


@pytest.mark.slow
def test_boxes_in_color_are_light():
    check_pages(kept_files("export --for tuckbox").files, "color")
