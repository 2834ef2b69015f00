"""Whatever a file holds: a sentence with its place, and what is taken can be used."""

import io
import json
from unicodedata import category

import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.artwork.made import exif, in_bytes, motif, photo
from tests.commands import ROOT
from tests.fuzz.brought import spoiled_bytes, spoiled_json, spoiled_lines
from tests.fuzz.watching import SEEDED
from tests.makers.fonts import blocks, make_font
from tt_print.cards.faces import draw_face
from tt_print.cards.theme import find_theme
from tt_print.deck import parse_card
from tt_print.errors import TTPrintError
from tt_print.export.archive import make_zip
from tt_print.export.check import check_files
from tt_print.export.job import Choices, make_job
from tt_print.export.kinds import find_kind
from tt_print.export.order_file import write_orders
from tt_print.export.profiles import find_profile, parse_profile
from tt_print.export.room import list_widgets, room_parts
from tt_print.render.pdf import DocumentFacts, Page, render_pdf
from tt_print.render.svg import render_svg

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
# files of one's own folder, by its folders, and of a game of one's own; each has an original in templates/new
OWN_LINES = {
    "papers": ("list papers", "deck --only RC1 --paper brought", "list --json"),
    "cards": ("list cards --json", "deck --only RC1 --card brought --paper a4"),
    "stocks": ("list stocks --json", "deck --only RC1 --stock brought"),
    "themes": ("list themes", "list --json"),
    "game": ("quickref brought.md --paper a4", "booklet brought.md --format pocket --paper a4"),
    "sheet": ("scoresheet brought.toml --paper a4",),
}  # fmt: skip
NEW = {
    "papers": "paper.toml",
    "cards": "card.toml",
    "stocks": "stock.toml",
    "themes": "theme.toml",
    "game": "game.md",
    "sheet": "game.toml",
}
PICTURE_LINES = (
    "deck --only RC1 --backs fold --paper a4 --back brought",
    "deck --only RC1 --backs duplex --ink low --paper a4 --back brought --svg --json",
)
FONT_LINES = ("list themes --json", "theme check lettered --json")
FONT_THEME = 'extends = "tab"\n[fonts]\ndisplay = "brought"\n'
KINDS = ("house", "night", "receipt", "printers", "profile", "folder", "zip", *NEW, "order", "room", "picture", "font")


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

        self.new = {
            kind: (ROOT / "templates/new" / name).read_text(encoding="utf-8").replace("{name}", "brought").replace("{title}", "Brought")
            for kind, name in NEW.items()
        }  # fmt: skip
        self.order = write_orders(
            find_profile("mpc").order, ["fronts/001-RC1.png", "fronts/002-RC2.png"], "back.png", None
        )
        small = photo(400, 560)  # on a card it has 151 dpi
        self.pictures = [
            in_bytes(small, "JPEG", quality=60, exif=exif(6)), in_bytes(small, "JPEG", progressive=True, quality=40, comment=b"cat"),
            in_bytes(small.quantize(16), "PNG"), in_bytes(motif(per_mm=6).convert("RGBA"), "PNG"),
        ]  # fmt: skip
        self.fonts = [
            make_font(blocks()), make_font(blocks(), postscript=True), make_font(blocks(), weights=("Regular", "Bold")),
        ]  # fmt: skip
        one = make_job(Choices("virtual", deck="west", chits=False))
        self.widgets = list_widgets(one, room_parts(one))[:8]

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
            case "game":
                text = self.new[kind]
                return "brought.md", data.draw(spoiled_bytes(text.encode()) if of_bytes else spoiled_lines(text))
            case "picture" | "font":
                original = data.draw(st.sampled_from(getattr(self, f"{kind}s")))
                return "brought", data.draw(spoiled_bytes(original))
            case "papers" | "cards" | "stocks" | "themes" | "sheet":
                text = self.new[kind]
                return "brought.toml", data.draw(spoiled_bytes(text.encode()) if of_bytes else spoiled_lines(text))
            case "order":
                return "order.xml", data.draw(spoiled_bytes(self.order["order.xml"]))
            case "room":
                text = json.dumps(self.widgets).encode()
                return "widgets.json", data.draw(spoiled_bytes(text) if of_bytes else spoiled_json(self.widgets))
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
    if kind in OWN_LINES:
        return OWN_LINES[kind]
    match kind:
        case "house":
            return HOUSE_LINES
        case "night":
            return ("score import brought", *NIGHT_LINES)
        case "receipt":
            return ("deal --check brought", "deal --check brought --json")
        case "printers":
            return PRINTER_LINES
        case "picture":
            return PICTURE_LINES
        case "font":
            return FONT_LINES
        case "folder":
            return ("export --check folder", f"export --check {name} --for cricut")
    return ("export --check brought.zip",)


def run_one(watched, kind, name, content):
    if kind == "profile":
        return look_at_profile(name, content)
    if kind in ("order", "room"):
        return look_at_export(kind, name, content)
    watched.reset()
    place = watched.base / "now/config/printers.json" if kind == "printers" else watched.work / name
    if kind in ("papers", "cards", "stocks", "themes", "font"):
        place = watched.base / "now/config" / ("themes" if kind == "font" else kind) / name
        place.parent.mkdir(parents=True)
    place.write_bytes(content)
    if kind == "font":
        place.with_name("lettered.toml").write_text(FONT_THEME, encoding="utf-8")
    before = written(watched)
    for line in lines_for(kind, name):
        result = watched.run(*line.split())
        result.check()
        if line == "score import brought" and result.status:
            break
        if kind == "night":
            assert result.status == 0 or line.split()[1] in ("edit", "redo", "move", "note", "undo", "start"), result
    assert written(watched) == before
    return look_at_font(place) if kind == "font" else None


def look_at_font(path):
    """A font is refused, or every kind of file can be made with it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TT_PRINT_CONFIG", str(path.parent.parent))
        try:
            theme = find_theme(name="lettered")
            faces = [draw_face(parse_card(code), theme) for code in ("RC1", "KBQ")]
            assert all(render_svg(face) for face in faces)
            pages = [Page(face, str(number), "face") for number, face in enumerate(faces)]
            with pikepdf.open(io.BytesIO(render_pdf(pages, DocumentFacts("faces")))) as pdf:
                assert len(pdf.pages) == 2
        except TTPrintError as error:
            assert "lettered" in str(error)


def look_at_profile(name, content):
    """A profile is refused, or it can be used as far as that costs nothing."""
    try:
        profile = parse_profile(name, content.decode("utf-8", "replace"))
        assert all(product.box.file_px for product in profile.products.values()) and find_kind(profile)
    except TTPrintError as error:
        assert str(error).startswith(f"templates/export/{name}.toml")


def look_at_export(kind, name, content):
    """An order or a room is good, or what is wrong with it is said."""
    profile = find_profile("mpc" if kind == "order" else "virtual")
    files = (
        {name: content, "001-RC1.png": b"", "back.png": b""}
        if kind == "order"
        else {"room.pcio": make_zip({name: content}), "x": b""}
    )
    found = check_files(profile, profile.find_product("standard"), files).findings
    assert not [finding for finding in found if any(category(letter) == "Cc" for letter in str(finding))]


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
    "papers": (3, 40),
    "cards": (3, 40),
    "stocks": (3, 40),
    "game": (1, 8),
    "sheet": (2, 20),
    "order": (30, 300),
    "room": (20, 150),
    "themes": (3, 60),
    "picture": (10, 100),
    "font": (5, 150),
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
