"""`tt-print export`: what people type, with mistakes; profiles as data; nothing handed over that breaks a rule."""

import hashlib
import json
import re
import shutil
from collections import Counter
from dataclasses import replace

import pytest

from tests.commands import ROOT, process, tt
from tests.makers.exports import job
from tt_print.cli.export import command
from tt_print.errors import InputError, TemplateError
from tt_print.export import profiles
from tt_print.export.job import SPECIAL, Choices, make_job
from tt_print.export.kinds import MODULES, find_kind
from tt_print.export.profiles import (
    SHAPES,
    find_profile,
    forget_profiles,
    known_profiles,
    parse_profile,
    wrong_profiles,
)
from tt_print.own import own_folder

NAMES = (
    "mpc",
    "tgc",
    "printerstudio",
    "drivethru",
    "printshop",
    "silhouette",
    "cricut",
    "tuckbox",
    "virtual",
)


# Profiles


def test_ten_profiles_and_whom_each_suits(capsys):
    assert {profile.name for profile in known_profiles()} == set(NAMES)
    ran = tt(capsys, "list", "services")
    assert ran.status == 0
    for profile in known_profiles():
        assert profile.title in ran.out and profile.suits in ran.out and profile.suits.endswith(".")
    told = json.loads(tt(capsys, "list", "services", "--json").out)["items"]
    assert [profile["name"] for profile in told] == [profile.name for profile in known_profiles()]


@pytest.mark.parametrize("name", NAMES)
def test_every_product_has_a_safe_area_in_its_trim_and_a_how_to_without_braces(name):
    profile = find_profile(name)
    for product in profile.products.values():
        box = product.box
        assert 0 <= box.bleed_mm <= 5 and box.safe.left >= box.trim.left
        assert box.width_mm == pytest.approx(box.trim.width + 2 * box.bleed_mm)
        assert box.height_mm == pytest.approx(box.trim.height + 2 * box.bleed_mm)
    assert callable(find_kind(profile).write) and set(SPECIAL) >= find_kind(profile).options


@pytest.mark.parametrize("name", ["MPC", "makeplayingcards", " mpc ", "MakePlayingCards"])
def test_a_profile_has_more_than_one_name(name):
    assert find_profile(name).name == "mpc"


@pytest.fixture
def own_templates(tmp_path, monkeypatch):
    """A copy of `templates/` to change, in place of ours."""
    import tt_print.templates as templates

    folder = tmp_path / "templates"
    shutil.copytree(ROOT / "templates", folder)
    for module in (templates, profiles):
        monkeypatch.setattr(module, "templates_folder", lambda: folder)
    templates.read_toml.cache_clear()
    forget_profiles()
    yield folder
    monkeypatch.undo()
    templates.read_toml.cache_clear()
    forget_profiles()


def test_a_profile_of_ones_own_is_read_once_and_again_when_its_file_changes(capsys):
    tt(capsys, "new", "profile", "corner")
    path = own_folder("profiles") / "corner.toml"
    first = find_profile("corner")
    assert find_profile("corner") is first and known_profiles()[-1] is first  # the very one, not one that is equal
    path.write_text(path.read_text("utf-8").replace('title = "Corner"', 'title = "Round the corner"'), encoding="utf-8")
    assert find_profile("corner").title == "Round the corner"
    path.write_text("kind = 'none'", encoding="utf-8")
    assert known_profiles()[-1].name != "corner" and "kind 'none'" in str(wrong_profiles()["corner"])
    path.unlink()
    assert "corner" not in wrong_profiles()


def test_a_new_profile_needs_no_code(capsys, tmp_path, own_templates):
    """A file beside the others: it is listed, made and checked."""
    own = (own_templates / "export/tgc.toml").read_text(encoding="utf-8")
    own = own.replace('title = "The Game Crafter"', 'title = "Corner shop"').replace("[825, 1125]", "[850, 1150]")
    (own_templates / "export/corner.toml").write_text(re.sub(r"also = .*\n", "", own), encoding="utf-8")
    assert "Corner shop" in tt(capsys, "list", "services").out
    ran = tt(capsys, "export", "--for", "corner", "--deck", "west", "--out", tmp_path / "out")
    assert ran.status == 0, ran.err
    data = (tmp_path / "out/export/corner-poker-west/fronts/001-RC1.png").read_bytes()
    assert (int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")) == (850, 1150)
    checked = tt(capsys, "export", "--check", tmp_path / "out/export/corner-poker-west.zip", "--for", "corner")
    assert checked.status == 0, checked.err


@pytest.mark.parametrize(("wrong", "said"), [
    (b"", "templates/export/corner.toml, line 1: kind None; there are"),
    (b"title = 'Corner shop'\nkind =\n", "templates/export/corner.toml, line 2: invalid value."),
    (b"\xff\xfe\xff", "corner.toml, line 1: not text in UTF-8"), (b"[" * 5000, "corner.toml, line 1: it is nested more than"),
    (b"x" * 200_000, "corner.toml is larger than 100 KB"),
])  # fmt: skip
def test_a_wrong_profile_is_named_and_spoils_no_other(capsys, own_templates, wrong, said):
    (own_templates / "export/corner.toml").write_bytes(wrong)
    listed = tt(capsys, "list", "services")
    assert listed.status == 0 and all(name in listed.out for name in NAMES)
    assert listed.err.startswith("warning: left out: ") and said in listed.err
    asked = tt(capsys, "export", "--for", "corner")
    assert asked.status == 2 and said in asked.err
    assert find_profile("mpc").title == "MakePlayingCards"


def test_braces_in_a_how_to_that_name_nothing_are_told(capsys, tmp_path, own_templates):
    own = (own_templates / "export/cricut.toml").read_text(encoding="utf-8")
    (own_templates / "export/corner.toml").write_text(own.replace("{product}", "{prodct}"), encoding="utf-8")
    ran = tt(capsys, "export", "--for", "corner", "--deck", "west", "--out", tmp_path / "out")
    assert (
        ran.status == 2
        and "corner.toml: how_to has braces that name nothing ('prodct'). There are {product}, {cards}" in ran.err
    )


GOOD = (ROOT / "templates/export/mpc.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(("old", "new", "told"), [
    ('title = "MakePlayingCards"\n', "", ", line 1: the file has no title."),
    ('suits = "', 'suit = "', ", line 6: 'suit' is not a key of the file. Did you mean suits?"),
    ('product = "poker"', 'product = "tarot"', ", line 9: product = 'tarot' is not among its products."),
    ("file_px = [822, 1122]", "file_px = [740, 1122]", ", line 26: [products.poker]: the safe area must lie in the trim, the trim in the file."),
    ("file_px = [822, 1122]", "file_px = [850, 1122]", ", line 26: [products.poker]: the bleed must be as wide on all four sides."),
    ("file_px = [822, 1122]", "file_px = [822]", ", line 29: products.poker.file_px must be a list of 2, not a list of 1."),
    ("max_file_bytes = 32_000_000", "max_file_byte = 32_000_000", ", line 50: 'max_file_byte' is not a key of [checks]. Did you mean max_file_bytes?"),
    ("dpi = 300", "dpi = 0", ", line 26: [products.poker]: dpi is 1 to 2400, and a file 1 to 12000 pixels wide and high."),
    ("file_px = [822, 1122]", "file_px = [822, 1000000000]",
     ", line 26: [products.poker]: dpi is 1 to 2400, and a file 1 to 12000 pixels wide and high."),
    ("file_px = [822, 1122]", "file_px = [822, nan]", ", line 29: that is no number that can be counted or measured with."),
    ('kind = "pictures"', 'kind = ["pictures"]', ", line 7: kind ['pictures']; there are pictures, shop, press, cutter, cutter-block, box, table."),
    ('kind = "pictures"', 'kind = "pictures', ", line 7: illegal character '\\n'."),
    ('kind = "pictures"', 'kind = "hologram"', ", line 7: kind 'hologram'; there are pictures, shop, press, cutter, cutter-block, box, table."),
])  # fmt: skip
def test_a_profile_that_lacks_something_names_its_file_and_line(old, new, told):
    assert parse_profile("new", GOOD).name == "new" and old in GOOD
    with pytest.raises(TemplateError) as caught:
        parse_profile("new", GOOD.replace(old, new, 1))
    assert str(caught.value) == f"templates/export/new.toml{told}"


def test_there_is_a_profile_of_each_kind():
    assert {find_profile(name).kind for name in NAMES} == set(MODULES) == set(SHAPES)


# What goes in


def test_the_deck_is_130_cards_and_what_people_ask_for_changes_it():
    """125 + 2 jokers + 3 chits; West has no jokers; copies repeat cards, not chits; extras are pointers and two text cards."""

    def count(**choices):
        return len(job("mpc", **choices).fronts)

    assert (count(), count(jokers=False), count(chits=False), count(extras=True)) == (130, 128, 127, 133)
    assert (count(deck="west"), count(deck="west", jokers=True), count(deck="squares")) == (30, 32, 69)
    assert count(copies=2) == 2 * 127 + 3
    codes = Counter(front.code for front in job("mpc", copies=2).fronts)
    assert codes["RC1"] == 2 and codes["chit-color"] == 1


def test_each_choice_that_changes_bytes_is_in_the_name():
    stems = {
        "mpc-poker": {}, "mpc-bridge": {"product": "bridge"}, "mpc-poker-west": {"deck": "West"},
        "mpc-poker-no-jokers": {"jokers": False}, "mpc-poker-west-jokers": {"deck": "west", "jokers": True},
        "mpc-poker-no-chits": {"chits": False}, "mpc-poker-extras": {"extras": True}, "mpc-poker-x2": {"copies": 2},
        "mpc-poker-indices-2": {"indices": 2}, "mpc-poker-low": {"ink_style": "LOW"},
    }  # fmt: skip
    assert [job("mpc", **choices).stem for choices in stems.values()] == list(stems)
    assert job("mpc", jokers=True).stem == "mpc-poker"  # what comes anyway
    assert job("silhouette", paper="a4", marks=4, backs=True).stem == "silhouette-standard-4-marks-backs-a4"
    assert job("tuckbox", paper="a4", thickness="0,3", sleeved=True).stem == "tuckbox-standard-thickness-0.3-sleeved-a4"
    assert job("virtual", max_px=4096).stem == job("virtual").stem == "virtual-standard"


# What people type


@pytest.mark.parametrize(("arguments", "told"), [
    ((), "export needs --for NAME. Profiles: mpc, tgc, printerstudio,"),
    (("--for", "mcp"), "there is no export profile 'mcp'. Did you mean mpc?"),
    (("--for", "gamecraftr"), "Did you mean tgc?"),
    (("--for", "tgc", "--product", "tarot"), "tgc has no product 'tarot'. It offers poker (Poker Deck, 2.5 x 3.5 in), bridge"),
    (("--for", "tgc", "--product", "pokr"), "Did you mean poker?"),
    (("--for", "mpc", "--paper", "a4"), "mpc takes no --paper; that is for silhouette and tuckbox. Leave out --paper."),
    (("--for", "tgc", "--marks", "4"), "that is for silhouette."),
    (("--for", "virtual", "--thickness", "0.3"), "that is for tuckbox."),
    (("--for", "mpc", "--cut-line"), "that is for drivethru and printshop"),
    (("--for", "mpc", "--copies", "0"), "--copies 0: give a number from 1 to 20."),
    (("--for", "mpc", "--deck", "weast"), "Did you mean west?"),
    (("--for", "mpc", "--ink", "pink"), "there is no ink style 'pink'"),
    (("--for", "mpc", "--ink", "black"), "there is no ink style 'black'. Did you mean low, which is black only? Choose --ink color or low."),
    (("--for", "silhouette", "--paper", "tabloid"), "Choose --paper a4 or letter."),
    (("--for", "silhouette", "--marks", "5"), "--marks 5: give 3 or 4"),
    (("--check", "nowhere.pdf", "--for", "mpc"), "there is no file nowhere.pdf. Name a file, a folder or a zip"),
    (("--check", "x.zip"), "there is no file x.zip."),
])  # fmt: skip
def test_a_mistake_is_named_with_its_cure(capsys, tmp_path, monkeypatch, arguments, told):
    monkeypatch.chdir(tmp_path)
    ran = tt(capsys, "export", *arguments)
    assert ran.status == 2 and told in ran.err and ran.out == ""
    assert not list(tmp_path.iterdir())


def test_it_writes_a_folder_and_a_zip_and_says_what_to_do_next(capsys, tmp_path):
    ran = tt(capsys, "export", "--for", "mpc", "--deck", "west", "--out", tmp_path)
    assert (
        ran.status == 0
        and "33 files: MakePlayingCards, Custom poker cards" in ran.out
        and "West deck, 30 cards in all" in ran.out
    )
    assert (
        "1. At makeplayingcards.com choose" in ran.out
        and "Corner figures" not in ran.out
        and "check them again: tt-print export --check" in ran.out
    )
    place = tmp_path / "export/mpc-poker-west"
    manifest = json.loads((place / "manifest.json").read_text(encoding="utf-8"))
    for name, listed in manifest["files"].items():
        assert hashlib.sha256((place / name).read_bytes()).hexdigest() == listed["sha256"]
    assert {p.relative_to(place).as_posix() for p in place.rglob("*") if p.is_file()} == {
        *manifest["files"],
        "manifest.json",
    }
    assert "{" not in (place / "HOW-TO.txt").read_text(encoding="utf-8")


def test_programs_and_quiet_people_are_told_what_they_want(capsys, tmp_path):
    box = ("export", "--for", "tuckbox", "--deck", "west", "--paper", "a4", "--out", tmp_path)
    told = json.loads(tt(capsys, *box, "--json").out)
    assert told["product"] == "standard" and len(told["files"]) == 5 and told["checked"] is True
    assert tt(capsys, *box, "--quiet").out == ""


def test_check_explains_and_gives_status_1(capsys, tmp_path):
    assert tt(capsys, "export", "--for", "mpc", "--deck", "west", "--out", tmp_path).status == 0
    place = tmp_path / "export/mpc-poker-west"
    for path in (place, tmp_path / "export/mpc-poker-west.zip", place / "fronts/001-RC1.png", place / "back/back.png"):
        ran = tt(capsys, "export", "--check", path, "--for", "mpc")
        assert ran.status == 0 and "good for MakePlayingCards, Custom poker cards" in ran.out, ran.out
    ran = tt(capsys, "export", "--check", place / "fronts/001-RC1.png", "--for", "tgc")
    assert ran.status == 1 and "pixels: 822 x 1122; wanted: 825 x 1125" in ran.out
    ran = tt(capsys, "export", "--check", place / "fronts/001-RC1.png", "--for", "tgc", "--json")
    told = json.loads(ran.out)
    assert ran.status == 1 and told["passed"] is False
    assert told["findings"] == [
        {
            "rule": "pixels",
            "where": "001-RC1.png",
            "expected": "825 x 1125",
            "got": "822 x 1122",
        }
    ]
    (place / "back/back.png").write_bytes((place / "fronts/028-chit-color.png").read_bytes())
    ran = tt(capsys, "export", "--check", place, "--for", "mpc")
    assert ran.status == 1 and "back/back.png: manifest: changed since it was made" in ran.out
    (place / "fronts/003-RC3.png").write_bytes(b"")
    told = tt(capsys, "export", "--check", place, "--for", "tgc").out
    # 30 fronts and the back, less the broken one
    assert re.search(r"\.png and 29 more: pixels: 822 x 1122; wanted: 825 x 1125", told), "what is alike is one line"
    assert "needs --for NAME" in tt(capsys, "export", "--check", place / "fronts/001-RC1.png").err
    (tmp_path / "broken.zip").write_bytes(b"PK no zip")
    assert "is not a readable zip file" in tt(capsys, "export", "--check", tmp_path / "broken.zip", "--for", "mpc").err
    (tmp_path / "empty").mkdir()
    assert "is an empty folder" in tt(capsys, "export", "--check", tmp_path / "empty", "--for", "mpc").err


def test_small_figures_are_told_and_a_product_is_known_from_the_manifest(capsys, tmp_path):
    ran = tt(capsys, "export", "--for", "tgc", "--product", "mini", "--deck", "west", "--out", tmp_path)
    assert ran.status == 0 and re.search(r"Corner figures come out 5\.5 mm high, not the 7 mm", ran.out)
    assert tt(capsys, "export", "--check", tmp_path / "export/tgc-mini-west").status == 0, (
        "the manifest says whom it is for"
    )
    assert (
        tt(capsys, "export", "--check", tmp_path / "export/tgc-mini-west", "--for", "tgc", "--product", "poker").status
        == 1
    )


@pytest.mark.parametrize("facts", [5, {"codes": 5}, {"codes": [1]}, {"profile": []}, {"paper": 4, "codes": []}, {
    "codes": ["RC1"], "thickness": "40", "paper": "a4", "deck": "full", "copies": 1,
}, {"codes": ["RC1"], "thickness": "0.3", "paper": "a9", "deck": "full", "copies": 1},
    {"codes": [], "thickness": "0.3", "paper": "a4", "deck": "pink", "copies": 1}, {"codes": [], "thickness": "0.3", "paper": "a4", "deck": "full"},
])  # fmt: skip
def test_a_manifest_that_somebody_edited_is_no_reason_to_fall_over(facts):
    from tests.makers.exports import findings

    for name in NAMES:
        assert findings(name, {"manifest.json": json.dumps({"facts": facts, "files": {}}).encode(), "x.png": b"x"})


@pytest.mark.slow
@pytest.mark.parametrize(("name", "product"), [(p.name, product) for p in known_profiles() for product in p.products])
@pytest.mark.parametrize("ink", ["color", "low"])
def test_every_profile_and_product_passes_its_own_check_in_both_inks(capsys, tmp_path, name, product, ink):
    ran = tt(
        capsys,
        "export",
        "--for",
        name,
        "--product",
        product,
        "--ink",
        ink,
        "--deck",
        "west",
        "--extras",
        "--out",
        tmp_path,
    )
    assert ran.status == 0, ran.err
    (folder,) = (path for path in (tmp_path / "export").iterdir() if path.is_dir())
    assert tt(capsys, "export", "--check", folder, "--for", name).status == 0
    assert "low" in folder.name or ink == "color"


def test_what_breaks_a_rule_is_not_handed_over(capsys, tmp_path, monkeypatch):
    """A writer that is a pixel short: nothing reaches the disk, the status is 1, and the rule is named."""
    from tt_print.export import pictures

    def short(one, progress):
        files = pictures.write(one, progress)
        files["fronts/001-RC1.png"] = files["fronts/001-RC1.png"][:-40]
        return files

    monkeypatch.setattr(pictures, "KIND", replace(pictures.KIND, write=short))
    ran = tt(capsys, "export", "--for", "mpc", "--deck", "west", "--out", tmp_path)
    assert ran.status == 1 and "so nothing was written" in ran.err and "fronts/001-RC1.png: format" in ran.err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("arguments", [
    "virtual --deck west --max-px 1024", pytest.param("mpc --deck west", marks=pytest.mark.slow),
    pytest.param("silhouette --deck west --paper a4 --backs", marks=pytest.mark.slow),
    pytest.param("cricut --deck west", marks=pytest.mark.slow), pytest.param("tuckbox --paper a4", marks=pytest.mark.slow),
])  # fmt: skip
def test_the_same_choices_give_the_same_bytes_whatever_the_process(arguments, tmp_path):
    """Another hash seed, language and time zone; and no progress bar where nobody watches."""
    held = []
    ways = ({"PYTHONHASHSEED": "1"}, "a"), ({"PYTHONHASHSEED": "9", "LC_ALL": "de_DE.UTF-8", "TZ": "Asia/Tokyo"}, "b")
    for environment, name in ways:
        ran = process("export", "--for", *arguments.split(), "--out", tmp_path / name, **environment)
        assert (ran.status, ran.err) == (0, "")
        held.append(
            {
                p.relative_to(tmp_path / name).as_posix(): p.read_bytes()
                for p in (tmp_path / name / "export").rglob("*.*")
            }
        )
    assert held[0] == held[1] and len(held[0]) > 4


def test_an_error_waits_for_no_drawing_library():
    code = (
        "import sys; from tt_print.cli import run; run(['export', '--for', 'mcp']); run(['export', '--list']);"
        "print(*sorted({m.split('.')[0] for m in sys.modules}))"
    )
    import subprocess
    import sys

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert not {"reportlab", "PIL", "pypdfium2", "pypdf", "svgwrite"} & set(done.stdout.splitlines()[-1].split())


@pytest.mark.slow
def test_the_examples_of_help_run(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    examples = re.findall(r"^\s+tt-print (export .*)$", command.__doc__, re.M)
    assert len(examples) >= 4
    for example in examples:
        ran = tt(capsys, *example.split())
        assert ran.status == 0, (example, ran.err)


def test_foreign_options_are_refused_in_the_library_too():
    with pytest.raises(InputError, match="takes no --url"):
        make_job(Choices("mpc", url="https://example.org"))


def test_the_list_offers_a_choice_only_where_there_is_one(capsys):
    told = tt(capsys, "list", "services").out
    for profile in known_profiles():
        own = f"--product {profile.default_product}"
        assert (f"{own}, " in told) or len(profile.products) == 1
    assert "--product poker." not in told and "US poker cards, 2.5 x 3.5 in.\n" in told
