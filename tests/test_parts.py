"""What is made once is not made again, and whatever goes into a file has it made anew when it changes."""

import hashlib
import json
import shutil
import subprocess
import sys

import pytest

from tests.commands import ROOT, process, tt
from tests.makers.fonts import blocks, make_font
from tests.makers.own_files import bring
from tests.walks import walk
from tt_print.errors import MachineError
from tt_print.games import game_names
from tt_print.output import MANIFEST
from tt_print.parts import Part, PartFiles, write_parts

GAMES = game_names()
BOOKS, SCORES = [f"booklet {name}" for name in GAMES], [f"scores {name}" for name in GAMES]
ALL = ["start", "deck", "quickref", *SCORES, *BOOKS, "cards"]

# The parts of a build by a copy of tt_print, with little files in place of what they make: after each change of something
# that goes into them, which of them are made?
REBUILDS = """
import json, os, sys
from dataclasses import replace
from pathlib import Path
from tt_print.parts import PartFiles, write_parts
from tt_print.printer_profile import PrinterProfile
from tt_print.products import build_parts

copy, out, libraries = map(Path, sys.argv[1:])
results = {}

def build(name, paper="a4", profile=None):
    made = []
    def progress(parts):
        made.extend(part.name for part in parts)
        return parts
    def tiny(part):
        return lambda: PartFiles({f"{part.name}-{name_part}{paper}.txt": part.key.encode()}, {"place": part.name})
    name_part = f"{profile.file_part}-" if profile else ""
    parts = [replace(part, make=tiny(part)) for part in build_parts(paper, profile)]
    written = write_parts(out, parts, progress)
    assert written.made == len(made) and len(written.paths) == len(parts) == len(written.facts)
    assert all(path.read_bytes() == part.key.encode() for path, part in zip(written.paths, parts))
    results[name] = made

def edit(name):
    with open(copy / name, "a") as file:
        file.write("\\n")

build("first")
build("nothing")
for name in ("templates/games/casino/book.md", "templates/games/war/shared.md", "templates/games/ww3/sentences.toml",
             "templates/themes/tab.toml", "templates/fonts/rubik-700.ttf", "tt_print/render/pdf.py"):
    edit(name)
    build(name)
(copy / "tt_print/render/new.py").write_text("")
build("a new file in the package")
os.remove(copy / "tt_print/render/new.py")
build("a file gone from the package")
build("another paper", "letter")
build("the first paper again")
pad = Path(os.environ["TT_PRINT_CONFIG"], "papers", "pad.toml")
pad.parent.mkdir(parents=True)
for height, name in ((297, "a paper of one's own"), (297, "the same paper"), (300, "a paper of one's own changed")):
    pad.write_text(f'[pad]\\ntitle = "Pad"\\nwidth_mm = 210\\nunprintable_mm = 5\\nheight_mm = {height}\\n')
    build(name, "pad")
build("a printer", profile=PrinterProfile("Brother", "a4", 0.99))
build("the printer measured again", profile=PrinterProfile("Brother", "a4", 0.98))
os.environ["SOURCE_DATE_EPOCH"] = "1"
build("a date in the surroundings")
os.remove(out / "deck-a4.txt")
build("a file gone")
build("nothing once more")
(libraries / "svgwrite-99.dist-info").mkdir()
(libraries / "svgwrite-99.dist-info/METADATA").write_text("Metadata-Version: 2.1\\nName: svgwrite\\nVersion: 99\\n")
build("another svgwrite")
(libraries / "svgwrite-99.dist-info/METADATA").write_text("Metadata-Version: 2.1\\nName: svgwrite\\n")
os.utime(libraries, (1, 1))
print(json.dumps(results))
"""


@pytest.fixture(scope="module")
def rebuilds(tmp_path_factory) -> dict[str, list[str]]:
    folder = tmp_path_factory.mktemp("rebuilds")
    libraries = folder / "libraries"
    libraries.mkdir()
    for name in ("tt_print", "templates"):
        shutil.copytree(ROOT / name, folder / "copy" / name, ignore=shutil.ignore_patterns("__pycache__"))
    done = subprocess.run(
        [sys.executable, "-c", REBUILDS, folder / "copy", folder / "out", libraries], capture_output=True, text=True, cwd=folder,
        env={"PYTHONPATH": f"{libraries}:{folder / 'copy'}", "PATH": "", "TT_PRINT_CONFIG": str(folder / "own")}, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@walk(("change", "made"), [
    ("first", ALL), ("nothing", []),
    ("templates/games/casino/book.md", ["quickref", "scores casino", "booklet casino"]),
    ("templates/games/war/shared.md", ["start", "quickref", *SCORES, *BOOKS]),  # a folder that games share
    ("templates/games/ww3/sentences.toml", ["start", "quickref", *SCORES, *BOOKS]),  # which Armageddon borrows
    ("templates/themes/tab.toml", ALL), ("templates/fonts/rubik-700.ttf", ALL), ("tt_print/render/pdf.py", ALL),
    ("a new file in the package", ALL), ("a file gone from the package", ALL),
    ("another paper", ALL[:-1]), ("the first paper again", []),
    ("a paper of one's own", ["start", "deck", "quickref", *SCORES]), ("the same paper", []),
    ("a paper of one's own changed", ["start", "deck", "quickref", *SCORES]),  # books of it are on A4 anyway
    ("a printer", ["start", "deck", "quickref"]), ("the printer measured again", ["start", "deck", "quickref"]),
    ("a date in the surroundings", []), ("another svgwrite", ALL),
    ("a file gone", ["deck"]), ("nothing once more", []),
])  # fmt: skip
def test_what_changed_is_made_and_nothing_else(rebuilds, change, made):
    assert rebuilds[change] == made


def parts(words: str, *, always: bool = False) -> list[Part]:
    """Two parts of two files each."""

    def part(name: str) -> Part:
        files = {f"{name}/{number}.txt": f"{words} {name} {number}".encode() for number in (1, 2)}
        return Part(name, words, lambda: PartFiles(files, {"said": words}), always=always)

    return [part("one"), part("two")]


def test_a_file_that_you_changed_is_left_alone_and_nothing_else_is_touched(tmp_path):
    write_parts(tmp_path, parts("a"))
    (tmp_path / "one/2.txt").write_text("with my own mustache")
    (tmp_path / "two/1.txt").unlink()
    with pytest.raises(MachineError, match=r"2\.txt was changed since it was made here; left alone"):
        write_parts(tmp_path, parts("a"))
    assert (tmp_path / "one/2.txt").read_text() == "with my own mustache" and not (tmp_path / "two/1.txt").exists()
    (tmp_path / "one/2.txt").write_text("a one 2")  # as it was
    assert write_parts(tmp_path, parts("a")).made == 1 and (tmp_path / "two/1.txt").read_text() == "a two 1"


def test_what_is_made_is_kept_and_told_of_the_same_but_what_cannot_be_known_is_made_each_time(tmp_path):
    first, second = write_parts(tmp_path, parts("a")), write_parts(tmp_path, parts("a"))
    assert (first.made, second.made) == (2, 0)
    assert first.paths == second.paths and first.facts == second.facts == {"one": {"said": "a"}, "two": {"said": "a"}}
    assert [write_parts(tmp_path, parts("a", always=True)).made for _ in range(2)] == [2, 2]


def test_what_somebody_brought_has_files_made_anew_when_it_changes_and_only_then(capsys, tmp_path):
    """A theme's file and its fonts go into files as our templates do."""

    book = "booklet craziness --format pocket --paper a4 --theme mine --force --out".split()

    def twice() -> list[str]:
        return [tt(capsys, *book, tmp_path).out.split()[0] for _ in range(2)]

    theme = 'extends = "tab"\n[fonts]\ndisplay = "letters.ttf"\n'
    bring("themes/letters.ttf", make_font(blocks()))
    bring("themes/mine.toml", theme)
    first, again = (tt(capsys, *book, tmp_path).out for _ in range(2))
    assert first.startswith("Wrote ") and first.replace("Wrote ", "Kept  ") == again
    bring("themes/other.toml", 'extends = "tab"\n')
    assert twice() == ["Kept", "Kept"]
    bring("themes/mine.toml", f'{theme}[colors.red]\nrgb = "#B01030"\n')
    assert twice() == ["Wrote", "Kept"]
    bring("themes/letters.ttf", make_font(blocks(), em=2000))
    assert twice() == ["Wrote", "Kept"]


@pytest.mark.parametrize("damage", [
    lambda kept: "", lambda kept: "[]", lambda kept: json.dumps(kept)[:-40], lambda kept: "[" * 20_000, lambda kept: json.dumps(kept | {"made": None}),
    lambda kept: json.dumps(kept | {"made": {"one": 5}}), lambda kept: json.dumps(kept | {"made": {"one": kept["made"]["two a"], "two": kept["made"]["one a"]}}),
    *(lambda kept, wrong=wrong: json.dumps(kept | {"made": {key: {**made, **wrong} for key, made in kept["made"].items()}})
      for wrong in ({"files": {}}, {"files": None}, {"facts": {}}, {"from": "0"})),
])  # fmt: skip
def test_a_manifest_that_is_not_as_we_wrote_it_is_not_believed(tmp_path, damage):
    write_parts(tmp_path, parts("a"))
    (tmp_path / MANIFEST).write_text(damage(json.loads((tmp_path / MANIFEST).read_text("utf-8"))))
    again = write_parts(tmp_path, parts("a"))
    assert again.made == 2 and again.facts["one"] == {"said": "a"}
    assert write_parts(tmp_path, parts("a")).made == 0


def test_a_stranger_in_our_place_is_not_taken_for_ours(tmp_path):
    """A manifest that names a stranger's file with its right hash, as one from elsewhere could."""
    write_parts(tmp_path, parts("a"))
    (tmp_path / "one/1.txt").write_bytes(b"theirs")
    text = (tmp_path / MANIFEST).read_text("utf-8")
    ours, theirs = (hashlib.sha256(data).hexdigest() for data in (b"a one 1", b"theirs"))
    assert text.count(ours) == 2
    (tmp_path / MANIFEST).write_text(text.replace(ours, theirs))
    assert write_parts(tmp_path, parts("a")).made == 1 and (tmp_path / "one/1.txt").read_bytes() == b"a one 1"


def test_two_who_build_into_one_folder_keep_each_others_records(tmp_path):
    write_parts(tmp_path, parts("a")[:1])
    write_parts(tmp_path, parts("a")[1:])
    assert write_parts(tmp_path, parts("a")).made == 0


WITNESS = """
import json, sys
before = {*sys.modules}  # what an installation loads for every Python there is none of ours
from tt_print.products import build_parts
from tt_print.templates import templates_folder

start, opened = str(templates_folder()), set()
sys.addaudithook(lambda event, what: opened.add(str(what[0])) if event == "open" else None)
(part,) = (part for part in build_parts("a4", None) if part.name == sys.argv[1])
part.make()
files = [getattr(module, "__file__", None) or "" for name, module in list(sys.modules.items()) if name not in before]
print(json.dumps({
    "games": list(part.games), "templates": sorted(name[len(start) + 1:] for name in opened if name.startswith(start)),
    "libraries": sorted({file.partition("site-packages/")[2].split("/")[0] for file in files if "site-packages/" in file}),
}))
"""


# whose versions are in the fingerprint, by the names that Python imports
LIBRARIES = {*"reportlab PIL charset_normalizer svgwrite fontTools markdown_it mdurl".split()}


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
def test_nothing_goes_into_a_part_that_its_fingerprint_leaves_out(name):
    done = subprocess.run([sys.executable, "-c", WITNESS, name], capture_output=True, text=True, cwd=ROOT, check=True)
    seen = json.loads(done.stdout)
    assert len(seen["templates"]) > 3 and seen["libraries"]
    shown = [path for path in seen["templates"] if path.startswith("games/")]
    assert bool(shown) == bool(seen["games"])
    assert not [path for path in shown if path.split("/")[1] not in (*seen["games"], "war") and "sentences" not in path]
    assert {*seen["libraries"]} <= LIBRARIES


@pytest.mark.slow
def test_a_build_over_an_older_one_is_byte_for_byte_a_new_build(tmp_path):
    """By a copy of tt_print, of which a word, a color and a line of code change."""
    for name in ("tt_print", "templates"):
        shutil.copytree(ROOT / name, tmp_path / "copy" / name, ignore=shutil.ignore_patterns("__pycache__"))

    def build(out: str) -> dict[str, bytes]:
        words = ["build", "--paper", "a4", "--out", tmp_path / out]
        ran = process(*words, cwd=tmp_path, PYTHONPATH=str(tmp_path / "copy"))
        assert ran.status == 0, ran.err
        return {path.relative_to(tmp_path / out).as_posix(): path.read_bytes()
                for path in (tmp_path / out).rglob("*.*") if path.name != MANIFEST}  # fmt: skip

    before = build("old")
    for number, (name, old, new, count) in enumerate([
        ("templates/games/casino/book.md", "win the cards", "have the cards", 2), ("templates/themes/tab.toml", "#12389C", "#12389D", 80),
        ("tt_print/outputs.py", "Triple Topper", "Triple  Topper", 9),
    ]):  # fmt: skip
        path = tmp_path / "copy" / name
        path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
        after = build("old")
        assert after == build(f"new {number}"), name
        assert len([name for name in before if before[name] != after[name]]) >= count
        before = after
