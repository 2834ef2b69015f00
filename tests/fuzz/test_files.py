"""Whatever a file holds: a sentence with its place, and what is taken can be used."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.commands import ROOT
from tests.fuzz.brought import spoiled_bytes, spoiled_json, spoiled_lines
from tests.fuzz.test_arguments import SEEDED
from tt_print.errors import TTPrintError
from tt_print.export.kinds import find_kind
from tt_print.export.profiles import parse_profile

HOUSE = """# ours
[common]
next_dealer = "winner"
first_player = 'dealer'

[craziness]
elimination_score = 20
must_play = true

[six-suit]
teams = [["Ann", "Cy"], ["Bo", "Di"]]
"""
HOUSE_LINES = (
    "deal craziness --players 3 --house brought", "judge craziness --on RC1 --play KC2 --house brought",
    "deal six-suit --players 4 --house brought --json", "score start craziness Ann Bo --house brought", "rules casino --house brought",
)  # fmt: skip
NIGHT_LINES = (
    "score", "score nights", "score log", "score players", "score log --json", "score export --csv --json --out out", "score edit 1 --note x",
    "score undo", "score undo", "score redo", "score log", "score move shape", "score note x --hand 1", "score --json", "score start --again", "score export --json --out out",
    "deal", "scoresheet craziness",
)  # fmt: skip
PRINTER_LINES = (
    "calibrate --list",
    "calibrate --measured 99,99 --paper a4",
    "deck --only RC1 --paper a4",
    "calibrate --list --json",
)
KINDS = ("house", "night", "receipt", "printers", "profile", "folder", "zip")


def written(place):
    """Every file there is, but in the folders that a command line may write to."""
    now = place.base / "now"
    return {p for p in now.rglob("*") if not {"out", "data", "config", "output"} & set(p.relative_to(now).parts)}


class Originals:
    """What the files look like before they are spoiled, read from the folder in which every command line begins."""

    def __init__(self, watched):
        work = watched.template / "work"
        self.night = json.loads((work / "night.json").read_text(encoding="utf-8"))
        self.other_night = json.loads((work / "other.json").read_text(encoding="utf-8"))
        (receipt,) = (work / "kept/receipts").glob("*.json")
        self.receipt = json.loads(receipt.read_text(encoding="utf-8"))
        self.printers = json.loads((watched.template / "config/printers.json").read_text(encoding="utf-8"))
        self.folder = {
            p.relative_to(work).as_posix(): p.read_bytes() for p in sorted((work / "folder").rglob("*")) if p.is_file()
        }
        self.zip = (work / "folder.zip").read_bytes()
        self.profiles = {
            p.stem: p.read_text(encoding="utf-8") for p in sorted((ROOT / "templates/export").glob("*.toml"))
        }

    def spoiled(self, data, kind):
        """A file of this kind that something happened to, and its name."""
        of_bytes = data.draw(st.integers(0, 3)) == 0
        match kind:
            case "house":
                return "brought", data.draw(spoiled_bytes(HOUSE.encode()) if of_bytes else spoiled_lines(HOUSE))
            case "night" | "receipt" | "printers":
                original = getattr(self, kind) if kind != "night" or data.draw(st.booleans()) else self.other_night
                text = json.dumps(original, indent=1).encode()
                return "brought", data.draw(spoiled_bytes(text) if of_bytes else spoiled_json(original))
            case "profile":
                name = data.draw(st.sampled_from(sorted(self.profiles)))
                text = self.profiles[name]
                return name, data.draw(spoiled_bytes(text.encode()) if of_bytes else spoiled_lines(text))
            case "folder":
                name = data.draw(st.sampled_from(sorted(self.folder)))
                content = self.folder[name]
                is_json = name.endswith(".json") and not of_bytes
                return name, data.draw(spoiled_json(json.loads(content)) if is_json else spoiled_bytes(content))
        return "brought.zip", data.draw(spoiled_bytes(self.zip))


def lines_for(kind, name):
    match kind:
        case "house":
            return HOUSE_LINES
        case "night":
            return ("score import brought", *NIGHT_LINES)
        case "receipt":
            return ("deal --check brought", "deal --check brought --json")
        case "printers":
            return PRINTER_LINES
        case "folder":
            return ("export --check folder", f"export --check {name} --for cricut")
    return ("export --check brought.zip",)


def run_one(watched, kind, name, content):
    if kind == "profile":
        return look_at_profile(name, content)
    watched.reset()
    place = watched.base / "now/config/printers.json" if kind == "printers" else watched.work / name
    place.write_bytes(content)
    before = written(watched)
    for line in lines_for(kind, name):
        result = watched.run(*line.split())
        result.check()
        if line == "score import brought" and result.status:
            break
        if kind == "night":
            assert result.status == 0 or line.split()[1] in ("edit", "redo", "move", "note", "undo", "start"), result
    assert written(watched) == before
    return None


def look_at_profile(name, content):
    """A profile is refused, or it can be used as far as that costs nothing."""
    try:
        profile = parse_profile(name, content.decode("utf-8", "replace"))
        assert all(product.box.file_px for product in profile.products.values()) and find_kind(profile)
    except TTPrintError as error:
        assert str(error).startswith(f"templates/export/{name}.toml")


@pytest.fixture(scope="session")
def originals(watched):
    return Originals(watched)


# how often each kind is spoiled: in `make test`, and beside it; a folder takes ten times as long as the rest
OFTEN = {
    "house": (15, 1500),
    "night": (15, 1500),
    "receipt": (10, 800),
    "printers": (10, 700),
    "profile": (15, 800),
    "folder": (3, 100),
    "zip": (10, 600),
}


def spoil(watched, originals, kind, times):
    @settings(SEEDED, max_examples=times)
    @given(data=st.data())
    def once(data):
        run_one(watched, kind, *originals.spoiled(data, kind))

    once()


@pytest.mark.parametrize("kind", OFTEN)
def test_spoiled_files(watched, originals, kind):
    spoil(watched, originals, kind, OFTEN[kind][0])


@pytest.mark.slow
@pytest.mark.parametrize("kind", OFTEN)
def test_six_thousand_spoiled_files(watched, originals, kind):
    spoil(watched, originals, kind, OFTEN[kind][1])
