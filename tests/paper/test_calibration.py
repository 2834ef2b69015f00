"""A person measures a printer with a ruler and a pin; the next page comes out right, and nothing is ever lost."""

import math
import os
import re
import shlex
import shutil
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest

from tests.commands import ROOT, tt, type_line
from tests.makers.printer import Pass, Printer, find_grids, find_pins, lay_ruler, random_printer, read_holes
from tests.makers.prints import kept_files
from tests.readers.pdf_marks import read_pages
from tests.readers.printed_cards import backs, farthest, fronts, turned_over
from tests.transcripts import cases_of, follow
from tests.walks import walk
from tt_print.cli import run
from tt_print.templates import read_toml

FILE_NAME = "printers.toml"
PAPERS = ("a4", "letter", "a3", "tabloid")


@pytest.fixture
def config(tmp_path, monkeypatch):
    folder = tmp_path / "config"
    monkeypatch.setenv("TT_PRINT_CONFIG", str(folder))
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    return folder


@pytest.fixture
def call(config, tmp_path, capsys):
    """One command line as somebody types it: exit status and what it says, on both streams."""

    def calls(line: str, *more: str):
        status = run([*line.split(), *more])
        told = capsys.readouterr()
        return status, told.out + told.err

    return calls


def pages_of(paper="a4", flip="long"):
    """The test page's two sides."""
    return read_pages(kept_files(f"calibrate --paper {paper} --flip {flip}").pdf)


def kept(config):
    """What is known of printers."""
    return tomllib.loads((config / FILE_NAME).read_text(encoding="utf-8"))["printers"]


@walk(("paper", "across", "down"), [
    # the longest whole centimeters that leave 12 mm at both ends: 210 - 24 = 186, 297 - 24 = 273
    ("a4", 180, 270), ("letter", 190, 250), ("a3", 270, 390), ("tabloid", 250, 400),
])  # fmt: skip
def test_rulers_are_as_long_as_the_paper_allows(paper, across, down):
    true = Printer(Pass(1, 1, 0, 0, 0), Pass(1, 1, 0, 0, 0))
    assert lay_ruler(pages_of(paper)[0], true) == f"{across},{down}"


@walk(("paper", "flip"), [(paper, flip) for paper in PAPERS for flip in ("long", "short")])
def test_pins_come_out_in_the_middle_of_their_grids(paper, flip):
    front, back = pages_of(paper, flip)
    grids, pins = find_grids(back), find_pins(front)
    assert math.dist(pins[0], pins[3]) > 0.8 * math.hypot(front.width, front.height), "near the corners and far apart"
    for number, pin in enumerate(pins, 1):
        x, y = turned_over(pin, back, flip)
        assert (grids[number].columns["H"], grids[number].rows["8"]) == pytest.approx((x, y), abs=0.01)


@walk("paper", PAPERS)
def test_what_to_do_begins_at_the_top_of_a_column_in_the_middle_of_the_paper_and_an_arrow_says_where_that_is(paper):
    words = read_toml("sheets/calibrate.toml")
    for page, side in zip(pages_of(paper), ("front", "back"), strict=True):
        (title,) = [text for text in page.texts if text.text.strip() == words[side]["title"]]
        assert title.x == pytest.approx((page.width - words["frame"]["width"]) / 2, abs=0.05)
        assert words["frame"]["top"] < title.y < words["frame"]["top"] + 15
        (beside,) = [
            text for text in page.texts if text.text == words["arrow"][side]
        ]  # its capitals, the middle of the arrow
        assert beside.y - words["arrow"]["cap"] / 2 == pytest.approx(
            words["arrow"]["y"] + words["arrow"]["height"] / 2, abs=0.05
        )


def test_a_grid_has_a_letter_and_a_number_for_every_millimeter():
    for grid in find_grids(pages_of()[1]).values():
        columns, rows = list(grid.columns.items()), list(grid.rows.items())
        assert "".join(sorted(grid.columns)) == "ABCDEFGHIJKLMNO" and {int(n) for n in grid.rows} == set(range(1, 16))
        for letter, x in columns:
            assert x - grid.columns["A"] == pytest.approx(ord(letter) - ord("A"), abs=0.01)
        for number, y in rows:
            assert y - grid.rows["1"] == pytest.approx(int(number) - 1, abs=0.01)


@pytest.mark.parametrize("flip", ["long", "short"])
def test_what_to_type_is_said_with_what_stands_on_the_page_and_it_works(call, tmp_path, flip):
    """The page has the figures, the terminal the commands for them."""
    options = ("--printer", "my home", "--flip", flip, "--paper", "letter")
    status, told = call("calibrate", *options, "--out", str(tmp_path))
    commands = re.findall(r"tt-print (calibrate .+)", told)
    assert status == 0 and len(commands) == 2
    (file,) = tmp_path.rglob("calibrate-*.pdf")
    pages = read_pages(file.read_bytes())
    for page, command in zip(pages, commands, strict=True):
        verb, _, figures, *_ = words = shlex.split(command)
        assert verb == "calibrate" and figures in [text.text.strip() for text in page.texts]
        status, told = call(*words)
        assert status == 0 and "Saved for my home, letter." in told
    assert "my home." in " ".join(text.text for text in pages[0].texts)


def calibrate_and_print(call, tmp_path, printer, paper, flip="long"):
    """What a person types from beginning to end; how far cards are from true size, and backs from fronts, in mm."""
    out, flips = f"--out {tmp_path / 'o'} --paper {paper}", f" --flip {flip}" if flip == "short" else ""
    shutil.rmtree(tmp_path / "o", ignore_errors=True)
    assert call(f"calibrate {out}{flips}")[0] == 0
    (page_file,) = (tmp_path / "o" / "sheets").glob("calibrate-*.pdf")
    front, back = read_pages(page_file.read_bytes())
    status, told = call(f"calibrate --paper {paper} --measured {lay_ruler(front, printer)}")
    assert status == 0 and "Saved" in told, told
    status, told = call(f"calibrate --paper {paper}{flips} --back-read {read_holes(front, back, printer, flip)}")
    assert status == 0 and "Saved" in told, told
    assert call(f"deck {out} --backs duplex{flips} --only RH3 --copies 9")[0] == 0
    (deck_file,) = (tmp_path / "o" / "sheets").glob("reprint-*.pdf")
    front, back = read_pages(deck_file.read_bytes())[:2]
    return measure(front, back, printer, flip)


def measure(front, back, printer, flip):
    profile_scale = [front.trim[2] / 189, front.trim[3] / 264]
    cards = fronts(front, 63 * profile_scale[0], 88 * profile_scale[1])
    on_front = [tuple(printer.front.out(p, front) for p in card.corners) for card in cards]
    straight = [tuple(printer.front.straight(p, front) for p in corners) for corners in on_front]
    left, top = (front.width - 189) / 2, (front.height - 264) / 2
    nominal = [
        tuple((left + x + dx, top + y + dy) for dx, dy in ((0, 0), (63, 0), (63, 88), (0, 88)))
        for y in (0, 88, 176) for x in (0, 63, 126)
    ]  # fmt: skip
    on_back = [
        tuple(turned_over(printer.back.out(p, back), back, flip) for p in corners)
        for corners in backs(back, 63, 88, 2.0)
    ]
    return farthest(straight, nominal), farthest(on_front, on_back)


def check_printer(call, tmp_path, seed):
    paper, flip = ("a4", "letter")[seed % 2], ("long", "short")[seed // 2 % 2]
    size, meet = calibrate_and_print(call, tmp_path, random_printer(seed), paper, flip)
    assert size <= 0.4 and meet <= 0.4, seed


@pytest.mark.parametrize("seed", range(4))
def test_a_calibrated_printer_is_within_0_4_mm_at_every_corner(call, tmp_path, seed):
    check_printer(call, tmp_path, seed)


@pytest.mark.slow
@walk("seed", range(100, 140))
def test_forty_calibrated_printers_are_within_0_4_mm(call, tmp_path, seed):
    """Ten of each paper and edge."""
    check_printer(call, tmp_path, seed)


def test_backs_may_be_turned_by_two_and_a_half_degrees_and_no_more(call):
    front, back = pages_of()
    for turn, status in ((2.3, 0), (2.7, 2)):
        printer = Printer(Pass(1, 1, 0, 0, 0), Pass(1, 1, turn, 0, 0))
        assert call(f"calibrate --paper a4 --measured {lay_ruler(front, printer)}")[0] == 0
        read = call(f"calibrate --paper a4 --back-read {read_holes(front, back, printer, 'long')}")
        assert read[0] == status, read


def test_the_same_printers_miss_by_millimeters_before(call, tmp_path):
    """Otherwise the test above would pass for a printer that needs nothing."""
    assert call(f"deck --out {tmp_path} --backs duplex --only RH3 --copies 9 --paper a4")[0] == 0
    (file,) = (tmp_path / "sheets").glob("*.pdf")
    front, back = read_pages(file.read_bytes())
    misses = [measure(front, back, random_printer(seed), "long") for seed in range(12)]
    assert min(meet for _, meet in misses) > 0.8 and max(meet for _, meet in misses) > 3
    assert max(size for size, _ in misses) > 0.8


def test_a_new_ruler_keeps_the_back_and_a_new_back_the_ruler(call, config):
    call("calibrate --measured 99.5,99.5")
    call("calibrate --back-read I8,I8,I8,I8")
    (first,) = kept(config)
    assert (first["offset_x_mm"], first["offset_y_mm"]) != (0, 0) and first["flip"] == "long"
    call("calibrate --measured 99.8,99.5")
    (again,) = kept(config)
    assert again["scale_x"] == pytest.approx(0.998)
    assert all(again[key] == first[key] for key in ("offset_x_mm", "offset_y_mm", "skew_deg", "flip"))
    assert again["back_scale_x"] / again["scale_x"] == pytest.approx(first["back_scale_x"] / first["scale_x"])


def test_what_a_hole_to_the_right_means(call, config):
    """A hole read a column right of the middle: the back was printed too far left, by a millimeter."""
    call("calibrate --measured 100,100 --back-read I8,I8,I8,I8")
    (profile,) = kept(config)
    assert profile["offset_x_mm"] == pytest.approx(-1) and profile["offset_y_mm"] == pytest.approx(0)
    told = call("calibrate --back-read H9,H9,H9,H9")[1]
    assert "Backs come out 1.0 mm off" in told


@walk("content", [
    "{", "[]", 'printers = "x"', '[[printers]]\nprinter = "x"', 'version = 1', '[[printers]]\nprinter = "x"\npaper = "a4"\nscale_x = "1"',
    '[[printers]]\nprinter = "x"\npaper = "a4"\nscale_x = 0', '[[printers]]\nprinter = "x"\npaper = "a4"\nskew_deg = nan',
    '[[printers]]\nprinter = "x"\npaper = "a4"\nwings = 2', '[[printers]]\nprinter = "x"\npaper = "a4"\noffset_x_mm = 1e9',
    '[[printers]]\nprinter = "x"\npaper = "a4"\noffset_y_mm = nan', '[[printers]]\nprinter = "x"\npaper = "a4"\nskew_deg = 90',
    '[[printers]]\nprinter = "x"\npaper = "a4"\nflip = "left"', '[[printers]]\nprinter = "x\\u001b[2J"\npaper = "a4"',
    '[[printers]]\nprinter = "' + "y" * 99 + '"\npaper = "a4"', "\udcff", "a = " + "[" * 5000, "a = " + "9" * 5000,
])  # fmt: skip
def test_a_damaged_file_stops_every_command_and_stays_as_it_is(call, config, tmp_path, content):
    config.mkdir(exist_ok=True)
    shutil.rmtree(tmp_path / "out", ignore_errors=True)
    (config / FILE_NAME).write_bytes(content.encode("utf-8", "surrogateescape"))
    before = (config / FILE_NAME).read_bytes()
    for line in ("calibrate --measured 100,100", "deck --only RH3", "start"):
        status, told = call(line, *(["--out", str(tmp_path / "out")]))
        assert status == 2 and str(config / FILE_NAME) in told, (line, told)
        assert "is damaged" in told
        assert len(told.splitlines()) == 1 and "\x1b" not in told
    assert (config / FILE_NAME).read_bytes() == before and not (tmp_path / "out").exists()
    # printing without it is possible, as the message says
    assert call("deck --only RH3 --printer none", "--out", str(tmp_path / "out"))[0] == 0


def test_a_damaged_file_is_told_with_its_key(call, config):
    config.mkdir()
    (config / FILE_NAME).write_text('[[printers]]\nprinter = "x"\npaper = "a4"\nscale_x = "1"\n')
    _, told = call("deck --only RH3")
    assert f"{FILE_NAME}: printers.scale_x must be a number, not '1'. The file is damaged" in told


def test_the_file_may_be_edited(call, config, tmp_path):
    """Another printer first, none at all: whatever is in it counts."""
    out = ["--out", str(tmp_path)]
    call("calibrate --measured 99.2,99.2 --printer brother")
    call("calibrate --measured 99.4,99.4 --printer hp")
    about, first, second = (config / FILE_NAME).read_text().split("[[printers]]")
    (config / FILE_NAME).write_text(f"{about}[[printers]]{second}\n[[printers]]{first}")
    assert "Corrected for hp" in call("deck --only RH3", *out)[1]
    (config / FILE_NAME).write_text(about)
    assert "Corrected" not in call("deck --only RH3", *out)[1]


def test_a_folder_that_cannot_be_written_is_the_machine_refusing(call, config):
    config.write_text("a file where the folder should be")
    status, told = call("calibrate --measured 100,100")
    assert (status, "error: " in told) == (1, True) or (status == 2 and "damaged" in told)
    assert config.read_text() == "a file where the folder should be"


def test_start_goes_through_the_profile_and_says_so(call, tmp_path):
    out = ["--out", str(tmp_path / "out")]
    call("start", *out)
    call("calibrate --measured 99.2,99.2")
    assert "Corrected for printer" in call("start", *out)[1]
    plain = read_pages((tmp_path / "out/sheets/start-a4.pdf").read_bytes())
    (file,) = (tmp_path / "out/sheets").glob("start-printer-*-a4.pdf")
    corrected = read_pages(file.read_bytes())
    for one, other in zip(plain, corrected, strict=True):
        left, _, right, _ = max((m.box for m in one.marks if m.kind == "paint"), key=lambda b: b[2] - b[0])
        new_left, _, new_right, _ = max((m.box for m in other.marks if m.kind == "paint"), key=lambda b: b[2] - b[0])
        assert (new_right - new_left) / (right - left) == pytest.approx(1 / 0.992, abs=1e-4)
    # its rulers are a check: measured into the profile again they would undo it
    said, before = (" ".join(t.text for t in pages[0].texts) for pages in (corrected, plain))
    assert "Corrected for printer." in said and "Still off?" in before and "Still off?" not in said
    assert all(any(t.text.startswith("for printer") for t in page.texts) for page in corrected[1:])


def test_pictures_of_sheets_go_through_the_profile_too(call, tmp_path):
    call("calibrate --measured 99.2,99.2 --back-read I8,I8,I8,I8")
    assert call("deck --svg --backs duplex --only RH3", "--out", str(tmp_path / "out"))[0] == 0
    names = sorted(path.name for path in (tmp_path / "out/sheets").glob("*.svg"))
    assert len(names) == 2 and "-back-" in names[1]
    texts = [(tmp_path / "out/sheets" / name).read_text() for name in names]
    assert all("matrix(1.008" in text for text in texts)


def test_letters_and_numbers_of_a_grid_stand_on_both_sides_by_turns():
    """Lines are 1 mm apart: one letter stands above and the next below, so there are 2 mm from letter to letter."""
    _, back = pages_of()
    for grid in find_grids(back).values():
        x, y = (sum(lines.values()) / len(lines) for lines in (grid.columns, grid.rows))
        near = [t for t in back.texts if abs(t.x - x) < 13 and abs(t.y - y) < 12]
        letters = [t.y < y for t in sorted(near, key=lambda t: t.text) if t.text.isalpha()]
        figures = [t.x < x for t in sorted(near, key=lambda t: t.text.zfill(2)) if t.text.isdigit()]
        assert len(letters) == len(figures) == 15
        assert all(one != other for sides in (letters, figures) for one, other in pairwise(sides))


@pytest.mark.parametrize("variable", [None, ""])
def test_what_outlives_a_run_is_in_the_users_folder_and_nowhere_else(capsys, tmp_path, monkeypatch, variable):
    monkeypatch.delenv("TT_PRINT_CONFIG")
    if variable is not None:
        monkeypatch.setenv("TT_PRINT_CONFIG", variable)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    assert tt(capsys, "calibrate", "--measured", "179,269.5", "--paper", "a4").status == 0
    assert list(tmp_path.rglob("*.toml")) == [tmp_path / "home/tt_print/printers.toml"]


@pytest.mark.parametrize("text", cases_of(ROOT / "tests" / "paper" / "sessions.txt"))
def test_session(tmp_path, monkeypatch, text):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    file = Path(os.environ["TT_PRINT_CONFIG"], "printers.toml")

    def kept():
        return file.exists() and file.read_bytes(), sorted(tmp_path.rglob("*.pdf"))

    def value(_):
        """What is known of printers, in hundredths across and down."""
        profiles = tomllib.loads(file.read_text(encoding="utf-8"))["printers"] if file.exists() else []
        scales = (profile[name] for profile in profiles for name in ("scale_x", "scale_y"))
        return " ".join(f"{100 * scale:.1f}" for scale in scales) or "nothing"

    follow(text, lambda line: type_line(*shlex.split(line)), kept, value)
