"""Whatever a file holds: a sentence with its place, and what is taken can be used."""

import pytest
from hypothesis import strategies as st

from tests.commands import ROOT
from tests.draw.made import exif, in_bytes, motif, photo
from tests.fuzz.brought import spoiled_bytes, spoiled_lines
from tests.fuzz.watching import TIMES, try_cases
from tests.makers.fonts import blocks, make_font
from tests.walks import slow_but

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
    "deal craziness --players 3 --house brought", "judge craziness on RC1; lay KC2 --house brought",
    "deal six-suit --players 4 --house brought --json", "score start craziness Ann Bo --house brought", "rules casino --house brought",
)  # fmt: skip
# files of one's own folder, by its folders, and of a game of one's own; each has an original in templates/new
OWN_LINES = {
    "papers": ("list papers", "deck --only RC1 --paper brought", "list --json"),
    "cards": ("list cards --json", "deck --only RC1 --card brought --paper a4"),
    "stocks": ("list stocks --json", "deck --only RC1 --stock brought"),
    "themes": ("list themes", "list --json"),
    "profiles": ("list services --json",),
    "game": ("quickref brought.md --paper a4", "booklet brought.md --format pocket --paper a4"),
    "sheet": ("scoresheet brought.toml --paper a4",),
}  # fmt: skip
NEW = {
    "papers": "paper.toml", "cards": "card.toml", "stocks": "stock.toml", "themes": "theme.toml", "game": "game.md", "sheet": "game.toml",
}  # fmt: skip
FONT_THEME = 'extends = "tab"\n[fonts]\ndisplay = "brought"\n'
OWN = ("papers", "cards", "stocks", "themes", "profiles")


def written(place):
    """Every file there is, but in the folders that a command line may write to."""
    now = place.base / "now"
    return {p for p in now.rglob("*") if not {"out", "data", "config", "output"} & set(p.relative_to(now).parts)}


class Originals:
    """What the files look like before they are spoiled, read from the folder in which every command line begins."""

    def __init__(self, watched):
        self.printers = (watched.template / "config/printers.toml").read_text(encoding="utf-8")
        self.profiles = [p.read_text(encoding="utf-8") for p in sorted((ROOT / "templates/export").glob("*.toml"))]
        self.new = {
            kind: (ROOT / "templates/new" / name).read_text(encoding="utf-8").replace("{name}", "brought").replace("{title}", "Brought")
            for kind, name in NEW.items()
        }  # fmt: skip
        small = photo(400, 560)  # on a card it has 151 dpi
        self.pictures = [
            in_bytes(small, "JPEG", quality=60, exif=exif(6)), in_bytes(small, "JPEG", progressive=True, quality=40, comment=b"cat"),
            in_bytes(small.quantize(16), "PNG"), in_bytes(motif(per_mm=6).convert("RGBA"), "PNG"),
        ]  # fmt: skip
        self.fonts = [
            make_font(blocks()), make_font(blocks(), postscript=True), make_font(blocks(), weights=("Regular", "Bold")),
        ]  # fmt: skip

    def spoiled(self, data, kind):
        """A file of this kind that something happened to, and its name."""
        of_bytes = data.draw(st.integers(0, 3)) == 0
        match kind:
            case "house":
                return "brought", data.draw(spoiled_bytes(HOUSE.encode()) if of_bytes else spoiled_lines(HOUSE))
            case "printers":
                return "brought", data.draw(
                    spoiled_bytes(self.printers.encode()) if of_bytes else spoiled_lines(self.printers)
                )
            case "game":
                text = self.new[kind]
                return "brought.md", data.draw(spoiled_bytes(text.encode()) if of_bytes else spoiled_lines(text))
            case "picture" | "font":
                original = data.draw(st.sampled_from(getattr(self, f"{kind}s")))
                return "brought", data.draw(spoiled_bytes(original))
            case "papers" | "cards" | "stocks" | "themes" | "sheet" | "profiles":
                text = data.draw(st.sampled_from(self.profiles)) if kind == "profiles" else self.new[kind]
                return "brought.toml", data.draw(spoiled_bytes(text.encode()) if of_bytes else spoiled_lines(text))
        raise ValueError(kind)


LINES = {
    **OWN_LINES, "house": HOUSE_LINES,
    "printers": ("calibrate --measured 99,99 --paper a4", "deck --only RC1 --paper a4"),
    "picture": ("deck --only RC1 --backs fold --paper a4 --back brought",
                "deck --only RC1 --backs duplex --ink low --paper a4 --back brought --svg --json"),
    "font": ("list themes --json", "deck --only RC1,KBQ --theme lettered --paper a4 --svg"),
}  # fmt: skip


def run_one(watched, kind, name, content):
    watched.reset()
    settings_folder = watched.base / "now/config"
    place = settings_folder / "printers.toml" if kind == "printers" else watched.work / name
    if kind in (*OWN, "font"):
        place = settings_folder / ("themes" if kind == "font" else kind) / name
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(content)
    if kind == "font":
        place.with_name("lettered.toml").write_text(FONT_THEME, encoding="utf-8")
    before = written(watched)
    for line in LINES[kind]:
        result = watched.run(*line.split())
        result.check()
    assert written(watched) == before


@pytest.fixture(scope="session")
def originals(watched):
    return Originals(watched)


# how often each kind is spoiled, in `make test` and beside it
OFTEN = {
    "house": (5, 50), "printers": (8, 50), "profiles": (4, 30),
    "papers": (2, 10), "cards": (3, 10), "stocks": (3, 10), "game": (1, 4), "sheet": (2, 8),
    "themes": (2, 10), "picture": (8, 20), "font": (2, 10),
}  # fmt: skip
FEW = [(kind, few) for kind, (few, _) in OFTEN.items()]
MANY = [(kind, many * TIMES) for kind, (_, many) in OFTEN.items()]


@pytest.mark.parametrize(("kind", "times"), slow_but(FEW, [*FEW, *MANY]))
def test_spoiled_files(watched, originals, kind, times):
    try_cases(lambda data: run_one(watched, kind, *originals.spoiled(data, kind)), times, data=st.data())
