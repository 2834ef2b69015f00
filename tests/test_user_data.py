"""A person's own folder: what lies there is seen by every verb, and a wrong file is named and spoils nothing."""

import errno
import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pypdfium2
import pytest

from tests.commands import ROOT, surroundings, tt
from tests.makers.exports import PRODUCTS
from tests.makers.own_files import bring, own_folder
from tests.makers.prints import files_of
from tests.walks import slow_but, walk
from tt_print.templates import read_toml

PAD = '[pad]\ntitle = "Pad"\nwidth_mm = 200.0\nheight_mm = 300.0\nunprintable_mm = 4.0\n'
slow = pytest.mark.slow


def listed(capsys, kind="", key="items"):
    return json.loads(tt(capsys, "list", *kind.split(), "--json").out)[key]


def paper_width(capsys, name="pad"):
    return next(row["width_mm"] for row in listed(capsys, "papers") if row["name"] == name)


@pytest.mark.parametrize("kind", ["paper", "card", "stock", "theme", "house", pytest.param("profile", marks=slow)])
def test_a_new_file_works_at_once(capsys, tmp_path, kind):
    new = tt(capsys, "new", kind, "mine")
    assert new.status == 0
    command = re.search(r"tt-print (.*mine)", new.out)[1].split()
    more = {"profile": ["--deck", "west"], "house": ["--format", "pocket"]}.get(kind, ["--only", "RC1"])
    ran = tt(capsys, *command, *more, "--out", tmp_path)
    assert ran.status == 0 and "warning" not in ran.err, ran.err
    assert any("mine" in path.name or kind == "house" for path in tmp_path.rglob("*"))
    again = tt(capsys, "new", kind, "mine")
    assert again.status == 2 and "already exists" in again.err
    (row,) = listed(capsys, key="own_files")
    assert row["names"] == ["mine"] and row["error"] is None


@pytest.mark.parametrize("like", slow_but(["tgc", "cricut"], PRODUCTS))
def test_a_profile_begins_with_all_figures_of_another_and_each_fault_is_told_with_its_file(capsys, like):
    ours = [row["name"] for row in listed(capsys, "services")]
    ran = tt(capsys, "new", "profile", "my-shop", "--like", like)
    assert ran.status == 0, ran.err
    path = own_folder() / "profiles/my-shop.toml"
    good = path.read_text("utf-8")
    assert good.startswith(f"# My shop, begun as {like}: tt-print export --for my-shop\n")
    theirs = {key: value for key, value in read_toml(f"export/{like}.toml").items() if key not in ("also", "place")}
    assert {"place": 0, **tomllib.loads(good)} == {"place": 0, **theirs, "title": "My shop"}
    names = [row["name"] for row in listed(capsys, "services")]
    assert names == [*ours, "my-shop"] and listed(capsys, key="own_files")[0]["error"] is None
    for pattern, wrong, said in FAULTS:
        bad = re.sub(pattern, wrong, good, count=1)
        assert bad != good, pattern
        path.write_text(bad, encoding="utf-8")
        asked = tt(capsys, "export", "--for", "my-shop")
        assert asked.status == 2 and said in asked.err, (wrong, asked.err)
        assert re.match(rf"error: {re.escape(str(path))}(, line \d+)?: \S", asked.err.replace("\n", " ")), asked.err
        assert tt(capsys, "list", "services").status == 0


def test_a_profile_begins_as_one_of_ones_own_and_as_none_that_there_is_not(capsys):
    assert tt(capsys, "new", "profile", "first", "--like", "cricut").status == 0
    path = own_folder() / "profiles/first.toml"
    path.write_text(path.read_text("utf-8").replace("gap_mm = 1.25", "gap_mm = 2.5"), encoding="utf-8")
    assert tt(capsys, "new", "profile", "second", "--like", "First").status == 0
    second = path.with_name("second.toml").read_text("utf-8")
    assert "gap_mm = 2.5" in second and 'title = "Second"' in second
    wrong = tt(capsys, "new", "profile", "third", "--like", "mcp")
    assert wrong.status == 2 and "Did you mean mpc?" in wrong.err and not path.with_name("third.toml").exists()
    assert "--like is for profiles" in tt(capsys, "new", "paper", "pad", "--like", "a4").err


# of each kind: what somebody might write, and what is said of the line
FAULTS = [
    (r"(?m)^product = ", "prodcut = ", "'prodcut' is not a key of the file. Did you mean product?"),
    (r'(?m)^product = ".*"', 'product = "postcard"', "product: there is no 'postcard'; there are "),
    (r"(?m)^(trim_[a-z]+) = .*", r'\1 = "large"', "must be a list, not 'large'."),
    (r"(?m)^suits = .*\n", "", "the file has no suits."),
    (r"(?m)^kind = .*", 'kind = "cuter"', "kind 'cuter'; there are pictures, press, cutter"),
    (r"(?m)^how_to = \[$", "how_to = [[", ""),
]  # fmt: skip


def test_a_new_file_takes_no_name_of_ours_and_none_that_nobody_could_type(capsys):
    for kind, name in (("paper", "a4"), ("card", "poker"), ("profile", "mpc")):
        ran = tt(capsys, "new", kind, name)
        assert ran.status == 2 and f"there is a built-in {kind} {name!r}" in ran.err
    assert "what is it called" in tt(capsys, "new", "paper").err and "hyphens" in tt(capsys, "new", "paper", "../x").err


def test_ones_own_stand_beside_ours_with_their_origin(capsys):
    ours = len(listed(capsys, "papers"))
    path = bring("papers/block.toml", PAD)
    shown = tt(capsys, "list", "papers")
    assert "pad      200 x 300 mm" in shown.out and f"Yours: {path}" in shown.out
    assert f"papers    {ours}, and 1 of your own" in tt(capsys, "list").out
    rows = {row["name"]: row["file"] for row in listed(capsys, "papers")}
    assert rows["pad"] == str(path) and rows["a4"] is None
    assert "sheets/reprint-RC1-pad.pdf" in files_of("deck", "--only", "RC1", "--paper", "PAD")
    path.write_text(PAD.replace("200.0", "190.0"), encoding="utf-8")
    os.utime(path, ns=(1, 1))
    assert paper_width(capsys) == 190, "a file that was mended is read anew"


# what is in a file of each folder, and what is said of it
WRONG = {
    "papers": [
        (PAD.replace("width_mm", "widht_mm"), "'widht_mm' is not a key of [pad]. Did you mean width_mm?"),
        (PAD.replace("200.0", '"wide"'), "pad.width_mm must be a number, not 'wide'."),
        (PAD.replace("200.0", "2000.0"), "[pad]: 2000 x 300 mm: a paper has sides of 50 to 1200 mm"),
        (PAD.replace("4.0", "90.0"), "[pad]: unprintable_mm = 90"), (PAD.replace("[pad]", "[My Pad]"), "line 1: expected ']'"),
        (PAD.replace("[pad]", '["My Pad"]'), "'My Pad' cannot be typed as a name"),
        (PAD.replace("[pad]", "[a4]"), "'a4' is a built-in name"), ("", "nothing is in it"), ("\0", "is not a text"),
    ],
    "cards": [
        ("[big]\nwidth_mm = 300\nheight_mm = 400\ncorner_mm = 3\n", "a card has sides of 20 to 250 mm"),
        ("[round]\nwidth_mm = 60\nheight_mm = 60\ncorner_mm = 30\n", "[round]: corner_mm = 30"),
    ],
    "profiles": [("kind = 'pcitures'", "kind 'pcitures'; there are")],
    "house": [("[craziness]\nmust_ply = true\n", "Craziness has no house rule 'must_ply'. Did you mean must_play?")],
    "themes": [("extends = 'tab'\n[colours]\n", "'colours' is not a table of a theme. Did you mean colors?")],
}  # fmt: skip
WRONG_CONFIGS = [
    ("papper = 'a4'\n", "'papper' is not a key of the file. Did you mean paper?"),
    ("[night]\nplayers = 'Ann'\n", "night.players must be a list, not 'Ann'."),
    ("[night]\nhouse = 'sunday'\n", "there is no file sunday of house rules"),
]


@pytest.mark.parametrize(("config", "of_config"), WRONG_CONFIGS)
def test_a_wrong_file_is_named_and_spoils_nothing_else(capsys, config, of_config):
    good = bring("papers/good.toml", PAD.replace("[pad]", "[good]"))
    told = {bring("config.toml", config): of_config}
    told[bring("profiles/mpc.toml", "")] = "'mpc' is a built-in name"
    for folder, rows in WRONG.items():
        told |= {bring(f"{folder}/x{number}.toml", text): said for number, (text, said) in enumerate(rows)}
    ran = tt(capsys, "list", "--json")
    assert ran.status == 0 and paper_width(capsys, "good") == 200
    errors = {row["file"]: row["error"] for row in json.loads(ran.out)["own_files"]}
    assert errors.pop(str(good)) is None and len(errors) == len(told)
    for path, said in told.items():
        assert str(path) in ran.err and said in ran.err and said in errors[str(path)], path


def test_who_asks_for_what_a_wrong_file_should_hold_is_told_why_it_is_not_there(capsys, tmp_path):
    bring("papers/pad.toml", PAD.replace("title", "tilte"))
    ran = tt(capsys, "deck", "--only", "RC1", "--paper", "pad", "--out", tmp_path)
    assert ran.status == 2 and "there is no paper size 'pad'" in ran.err and "'tilte' is not a key" in ran.err
    ran = tt(capsys, "deck", "--only", "RC1", "--paper", "a4", "--out", tmp_path)
    assert ran.status == 0 and not ran.err


def test_the_same_name_in_two_files_is_the_first_ones(capsys):
    first, second = bring("papers/a.toml", PAD), bring("papers/b.toml", PAD.replace("200.0", "190.0"))
    assert f"{second}: 'pad' is also in {first}" in tt(capsys, "list", "papers").err and paper_width(capsys) == 200


@walk(("text", "name", "sides"), [
    ("210x330", "210x330", (210, 330)), ("330x210", "210x330", (210, 330)), ("210,5×297", "210.5x297", (210.5, 297)),
    ("157 x 287 mm", "157x287", (157, 287)), ("8.5x13in", "215.9x330.2", (215.9, 330.2)), ("210x297", "a4", (210, 297)),
])  # fmt: skip
def test_a_paper_is_known_by_its_sides_as_people_type_them(text, name, sides):
    ((file, data),) = files_of("deck", "--only", "RC1", "--paper", text).items()
    assert file == f"sheets/reprint-RC1-{name}.pdf"
    with pypdfium2.PdfDocument(data) as pdf:
        assert sorted(side * 25.4 / 72 for side in pdf[0].get_size()) == pytest.approx(sides, abs=0.05)


def test_a_card_is_known_by_its_sides_and_both_have_limits(capsys):
    for text, name in (("63.5x88.9", "poker"), ("57x87", "57x87")):
        assert f"sheets/reprint-RC1-{name}-a4.pdf" in files_of(*f"deck --only RC1 --card {text} --paper a4".split())
    for option, text in (("--paper", "20x30"), ("--card", "9x99"), ("--paper", "2000x3000")):
        ran = tt(capsys, "deck", "--only", "RC1", option, text)
        assert ran.status == 2 and "sides of" in ran.err
    for text in ("210x", "x", "1x2x3", "210x1e3", "zz"):
        assert tt(capsys, "deck", "--only", "RC1", "--paper", text).status == 2, text


# ---------------------------------------------------------------- what somebody always wants


def test_defaults_take_the_place_of_what_is_not_typed_and_say_so(capsys, tmp_path):
    bring("config.toml", 'paper = "letter"\nink = "low"\ncard = "bridge"\n')
    ran = tt(capsys, "deck", "--only", "RC1", "--out", tmp_path)
    assert (tmp_path / "sheets/reprint-RC1-bridge-low-letter.pdf").exists()
    assert ran.err == f"From {own_folder() / 'config.toml'}: paper letter, card bridge, ink low.\n"
    typed = tt(capsys, *"deck --only RC1 --paper a4 --ink color --card standard --out".split(), tmp_path)
    assert (tmp_path / "sheets/reprint-RC1-a4.pdf").exists() and not typed.err
    assert not tt(capsys, "deck", "--only", "RC1", "--out", tmp_path, "--quiet").err
    json.loads(tt(capsys, "deck", "--only", "RC1", "--out", tmp_path, "--json").out)


@pytest.fixture
def friday():
    """House rules of one's own."""
    bring("house/friday.toml", "[craziness]\nelimination_score = 20\n")


def test_a_usual_game_night(capsys, friday, tmp_path):
    bring("config.toml", '[night]\nplayers = ["Ann", "Bo"]\nhouse = "friday"\n')
    dealt = tt(capsys, "deal", "craziness")
    assert "Craziness, 2 players" in dealt.out and "elimination_score=20" in dealt.out and "players Ann,Bo" in dealt.err
    begun = tt(capsys, "score", "start", "craziness", "--file", tmp_path / "night")
    assert "night 1: Ann, Bo" in begun.out and "elimination_score=20" in begun.out
    others = tt(capsys, "score", "start", "craziness", "Cy", "Di", "--file", tmp_path / "night")
    assert "night 2: Cy, Di" in others.out
    assert tt(capsys, "deal", "--file", tmp_path / "night").status == 0, "a night that is scored has its own"


def test_a_default_gives_way_to_what_is_typed(capsys, friday, tmp_path):
    bring("config.toml", 'theme = "rich"\ncard = "bridge"\npaper = "a4"\n[night]\nhouse = "friday"\n')
    own = ROOT / "docs/examples/lighthouse.md"
    for line in (
        "deck --only RC1 --ink low", "quickref craziness --large", f"booklet {own} --format pocket", f"quickref {own}",
    ):  # fmt: skip
        ran = tt(capsys, *line.split(), "--out", tmp_path)
        assert ran.status == 0, (line, ran.err)
    ran = tt(capsys, "deck", "--only", "RC1", "--stock", "avery-5371", "--out", tmp_path)
    assert ran.status == 0 and "paper a4" not in ran.err, "the stock says which paper"
    bring("config.toml", 'ink = "low"\n')
    assert tt(capsys, "deck", "--only", "RC1", "--theme", "rich", "--out", tmp_path).status == 0


def test_every_default_at_once_is_checked_by_list(capsys, friday):
    bring(
        "config.toml",
        'paper = "a4"\ncard = "poker"\nink = "color"\ntheme = "tab"\n[night]\nplayers = ["Ann"]\nhouse = "friday"\n',
    )
    ran = tt(capsys, "list")
    assert ran.status == 0 and "theme tab" in ran.out and "house friday" in ran.out, ran.err


def test_a_folder_hides_no_file_of_house_rules(capsys, friday, monkeypatch, tmp_path):
    (tmp_path / "friday").mkdir()
    monkeypatch.chdir(tmp_path)
    assert "elimination_score=20" in tt(capsys, "deal", "craziness", "--players", "3", "--house", "friday").out


def test_a_corner_that_no_place_has_is_told(capsys):
    stock = (ROOT / "templates/new/stock.toml").read_text(encoding="utf-8").replace("{name}", "odd")
    bring("stocks/odd.toml", stock)
    assert "odd" in [row["name"] for row in listed(capsys, "stocks")]
    for corner in ("-5", "100"):
        bring("stocks/odd.toml", re.sub(r"(?m)^corner_mm.*", "", stock) + f"\ncorner_mm = {corner}.0\n")
        assert f"corner_mm = {corner}: give the radius" in tt(capsys, "list", "stocks").err


def test_a_wrong_config_stops_what_is_printed_and_nothing_at_the_table(capsys, tmp_path):
    bring("config.toml", "papper = 'a4'\n")
    ran = tt(capsys, "deck", "--only", "RC1", "--out", tmp_path / "out")
    assert ran.status == 2 and "Did you mean paper?" in ran.err and not (tmp_path / "out").exists()
    judged = tt(capsys, "judge", "craziness", "on RC1; lay RC2")
    assert judged.status == 0 and "TOPPER" in judged.out
    for ran in (judged, tt(capsys, "verify", "ww3"), tt(capsys, "list"), tt(capsys, "list", "papers")):
        assert ran.err.count("warning: left out:") == 1, ran.err


def test_a_wrong_value_stops_only_what_would_use_it(capsys, tmp_path):
    path = bring("config.toml", 'paper = "foo"\n[night]\nhouse = "sunday"\n')
    typed = tt(capsys, "deck", "--only", "RC1", "--paper", "a4", "--out", tmp_path)
    assert typed.status == 0 and typed.err.startswith(f"warning: left out: {path}: paper: there is no paper size 'foo'")
    for line in ("rules ww3 2c", "deal craziness --players 3", "quickref casino --paper a4"):
        ran = tt(capsys, *line.split(), "--out", tmp_path) if "quickref" in line else tt(capsys, *line.split())
        assert ran.status == 2 and f"{path}: night.house: there is no file sunday" in ran.err, ran.err
    bring("house/friday.toml", "[ww3]\n")
    ran = tt(capsys, "rules", "ww3", "2c", "--house", "friday")
    assert ran.status == 0 and "warning: left out" in ran.err


def test_booklets_of_a_default_paper_that_cannot_be_folded_are_on_the_nearest(capsys, tmp_path):
    bring("config.toml", 'paper = "legal"\n')
    ran = tt(capsys, "booklet", "craziness", "--format", "pocket", "--out", tmp_path)
    assert ran.status == 0 and (tmp_path / "booklets/craziness-pocket-letter.pdf").exists()


def test_a_profile_reads_no_file_outside_ours(capsys, tmp_path):
    text = (ROOT / "templates/export/printshop.toml").read_text(encoding="utf-8")
    sly = text.replace("FOGRA39L_coated.icc", "../../../secret").replace('also = ["', 'also = ["sly-')
    bring("profiles/sly.toml", sly)
    ran = tt(capsys, "export", "--for", "sly", "--deck", "west", "--out", tmp_path)
    assert ran.status == 2 and "press.icc: there is no '../../../secret'" in ran.err


@pytest.mark.skipif(sys.platform != "linux", reason="there the library is asked")
@pytest.mark.parametrize("xdg", ["/somewhere/else", pytest.param("", marks=slow)])
def test_the_folder_is_the_one_that_the_library_for_it_names(xdg):
    environment = {"HOME": "/home/ann", "PATH": os.environ["PATH"], "XDG_CONFIG_HOME": xdg, "PYTHONPATH": str(ROOT)}
    codes = ("from tt_print.cli import run; run(['list', '--json'])",
             "from platformdirs import user_config_path; print(user_config_path('tt_print', appauthor=False))")  # fmt: skip
    ours, theirs = (
        subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True).stdout
        for code in codes
    )
    assert Path(json.loads(ours)["folder"]) == Path(theirs.strip())


def test_nothing_is_read_that_an_editor_left(capsys):
    bring("papers/.#pad.toml", "wrong")
    bring("papers/pad.toml~", "wrong")
    bring("paper/pad.toml", PAD)
    ran = tt(capsys, "list")
    assert not ran.err
    assert all(paper["file"] is None for paper in listed(capsys, "papers"))


@walk(("line", "said"), [
    ('theme = "rihc"', "there is no theme 'rihc'. Did you mean rich?"), ('paper = "a44"', "a44"), ('card = "minni"', "Did you mean mini?"),
    ('ink = "lwo"', "Did you mean low?"), ('backs = "folded"', "Did you mean fold?"), ('stock = "avery-5372"', "avery-5371"),
])  # fmt: skip
def test_a_value_that_nothing_knows_is_told_with_its_file_before_paper_is_spent(line, said, capsys, tmp_path):
    path = bring("config.toml", f"# what we always want\n{line}\n")
    ran = tt(capsys, "deck", "--only", "RH3", "--out", tmp_path)
    assert ran.status == 2 and f"{path}: " in ran.err and said in ran.err, ran.err
    assert not list(tmp_path.rglob("*.pdf"))
    assert tt(capsys, "deal", "craziness", "--players", "3").status == 0, "the game goes on"


def test_theme_and_ink_that_exclude_each_other_are_told_unless_one_is_typed(capsys, tmp_path):
    bring("config.toml", 'theme = "rich"\nink = "low"\n')
    asked = ("deck", "--only", "RH3", "--paper", "a4", "--out", tmp_path)
    told = tt(capsys, *asked)
    assert told.status == 2 and "theme: --theme rich floods the cards" in told.err
    assert tt(capsys, *asked, "--ink", "low").status == 0 and tt(capsys, *asked, "--ink", "color").status == 0
    assert {path.name for path in tmp_path.rglob("*.pdf")} == {"reprint-RH3-low-a4.pdf", "reprint-RH3-rich-a4.pdf"}


def test_backs_and_perforated_cards_can_be_what_the_deck_always_has(capsys, tmp_path):
    def printed(line):
        ran = tt(capsys, *line.split(), "--out", tmp_path)
        assert ran.status == 0, ran.err
        return ran.err

    bring("config.toml", 'backs = "fold"\npaper = "a4"\n')
    assert "backs fold" in printed("deck --only RH3") and list(tmp_path.rglob("reprint-RH3-fold-a4.pdf"))
    assert "backs" not in printed("deck --only RH3 --backs none") + printed("start"), "that is the deck's alone"
    bring("config.toml", 'stock = "avery-5371"\npaper = "a4"\n')
    assert "stock avery-5371" in printed("deck --only J1") and list(tmp_path.rglob("*avery-5371*letter.pdf"))
    assert "stock" not in printed("deck --only J1 --paper a4")


@pytest.mark.parametrize(("called", "file", "title"), [
    ("Lost Tower", "lost-tower", "Lost Tower"), ("M\u00e4rchenwald", "maerchenwald", "M\u00e4rchenwald"),
    ("lost-tower", "lost-tower", "Lost tower"), ("R\u00e8gles d'Or", "regles-d-or", "R\u00e8gles d'Or"),
])  # fmt: skip
def test_a_game_is_called_as_its_family_calls_it(capsys, tmp_path, monkeypatch, called, file, title):
    monkeypatch.chdir(tmp_path)
    ran = tt(capsys, "new", "game", called)
    assert ran.status == 0 and f"tt-print booklet {file}.md" in ran.out, ran.err
    assert f"# {title}\n" in (tmp_path / f"{file}.md").read_text(encoding="utf-8")
    assert tt(capsys, "scoresheet", f"{file}.toml", "--paper", "a4").status == 0
    assert "lowercase letters" in tt(capsys, "new", "game", "../x").err
    assert (
        "con.md is the name of a device on Windows" in tt(capsys, "new", "game", "con").err
        and not Path("con.md").exists()
    )
    assert "Type: tt-print new paper mein-block" in tt(capsys, "new", "paper", "Mein Block").err


def test_a_new_file_that_a_full_disk_refuses_says_what_to_do(capsys, monkeypatch):
    def full(path, **more):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("pathlib.Path.mkdir", full)
    ran = tt(capsys, "new", "theme", "mine")
    assert ran.status == 1 and "(No space left on device). Make room on that disk" in ran.err


@pytest.mark.skipif(os.name == "nt", reason="Windows has no limits of this kind")
def test_a_new_file_that_cannot_be_written_leaves_nothing_in_the_way(tmp_path):
    """The shell forbids files of more than 0 bytes, as a full disk does."""
    words = ["sh", "-c", f'ulimit -f 0; exec "{sys.executable}" -B -m tt_print new game foo']
    done = subprocess.run(words, cwd=tmp_path, env=surroundings(), capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "cannot write foo.md" in done.stderr and [*tmp_path.iterdir()] == []
