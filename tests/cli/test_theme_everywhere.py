"""A deck of one's own colors, shapes and words: books, reference cards, slips and sheets show those cards, and say what rules call them."""

import json
import re
from itertools import chain, product

import pikepdf
import pytest

from tests.commands import ROOT, tt
from tests.makers.fonts import GREEK, LATIN, blocks, make_font
from tests.makers.themes import bring
from tests.readers.validators import run_tool
from tests.readers.verapdf import vera
from tests.walks import slow_but, walk

CASTLE = """\
extends = "tab"
[colors.red]
rgb = "#C4260A"
[colors.green]
rgb = "#2FB3A8"
[shapes.heart]
d = "M 0 -10 L 9 0 L 0 10 L -9 0 Z"
number_y = 0.2
number_cap = 12.0
[words]
west = "O"
letters = { red = "R", yellow = "J", green = "T", blue = "B" }
[words.values]
red = "rouille"
green = "turquoise"
heart = "losange"
[words.chit]
titles = { color = "COULEUR" }
"""

OURS, THEIRS = {"red": "#C00C1C", "green": "#4AB474"}, {"red": "#C4260A", "green": "#2FB3A8"}
CODE = "9NEKA-QAC1D-MDP8C-69P9T-0EVHX-10"
PRINTS = {  # what is typed for each kind of page, as short as it can be made
    "start": ["start"], "booklet": "booklet casino --format pocket".split(), "quickref": ["quickref", "casino"], "scoresheet": ["scoresheet", "casino"],
    "slips": ["deal", "--code", CODE, "--slips", "--sheet"], "tuckbox": "export --for tuckbox --deck west".split(), "build": ["build"],
}  # fmt: skip
PAGES_OF_ALL = [name for name in PRINTS if name != "build"]


@pytest.fixture(scope="module")
def places(tmp_path_factory):
    """Folders of settings that stay for all tests here, so that a theme is read once; and one for pages."""
    folder = tmp_path_factory.mktemp("themes")
    (folder / "castle/themes").mkdir(parents=True)
    (folder / "castle/themes/mine.toml").write_text(CASTLE, encoding="utf-8")
    return folder


@pytest.fixture
def castle(places, monkeypatch):
    monkeypatch.setenv("TT_PRINT_CONFIG", str(places / "castle"))


def printed(capsys, folder, name, *options):
    if not folder.exists():
        ran = tt(capsys, *PRINTS[name], "--paper", "a4", *options, "--out", folder)
        assert ran.status == 0, ran.err
    return sorted(folder.rglob("*.pdf"))


def filled(path):
    """Every color that a page is filled with, as `#C00C1C`, each with the corners of its plain shapes; forms, too."""
    found = {}
    with pikepdf.open(path) as pdf:
        forms = [one for one in pdf.objects if isinstance(one, pikepdf.Stream) and one.get("/Subtype") == "/Form"]
        for stream in (*pdf.pages, *forms):
            corners, color = [], None
            for operands, operator in pikepdf.parse_content_stream(stream):
                match str(operator).lower():
                    case "rg" | "g":
                        parts = operands if len(operands) == 3 else [operands[0]] * 3
                        color = "#" + "".join(f"{round(float(part) * 255):02X}" for part in parts)
                        found.setdefault(color, [])
                    case "m" | "l" | "c":
                        corners.append(tuple(map(float, operands)))
                    case "f" | "b" | "f*" | "b*" | "s" | "n":
                        if color and all(len(corner) == 2 for corner in corners):
                            found[color].append(corners)
                        corners = []
    return found


def is_diamond(corners):
    return len(corners) == 4 and len({round(x, 2) for x, _ in corners}) == len({round(y, 2) for _, y in corners}) == 3


@pytest.mark.parametrize("name", PAGES_OF_ALL)
def test_pages_have_the_colors_of_the_theme_and_none_of_ours(name, capsys, castle, places):
    for path in printed(capsys, places / name, name, "--theme", "mine"):
        said = set(filled(path))
        if name != "slips":  # whose signs are tints, and whose sheet has no cards where the game needs no chits
            assert set(THEIRS.values()) <= said, path.name
        assert not set(OURS.values()) & said, path.name


@pytest.mark.parametrize("name", ["booklet", "quickref", "slips"])
def test_pages_in_black_ink_stay_black_in_any_theme(name, capsys, castle, tmp_path):
    for path in printed(capsys, tmp_path / "low", name, "--theme", "mine", "--ink", "low"):
        assert all(color[1:3] == color[3:5] == color[5:7] for color in filled(path)), path.name


def test_an_emblem_has_the_shape_of_the_card(capsys, castle, places):
    """In the pictures of a rule book hearts are diamonds in this theme, and hearts in ours."""
    theirs, _ = printed(capsys, places / "booklet", "booklet", "--theme", "mine")
    ours, _ = printed(capsys, places / "our booklet", "booklet")
    assert any(map(is_diamond, chain.from_iterable(filled(theirs).values())))
    assert not any(map(is_diamond, chain.from_iterable(filled(ours).values())))


@pytest.mark.parametrize("name", slow_but(["quickref", "slips"], ["start", "booklet", "quickref", "slips"]))
def test_what_the_rules_call_otherwise_is_told_on_the_page(name, capsys, castle, places):
    said = " ".join(words_of(path) for path in printed(capsys, places / name, name, "--theme", "mine"))
    for pair in ("red = rouille", "green = turquoise", "heart = losange", "W = O"):
        assert pair.replace(" ", "") in said.replace(" ", ""), pair
    assert "yellow = yellow" not in said
    assert ("COULEUR" in said) is (name == "start")
    again = " ".join(words_of(path) for path in printed(capsys, places / f"our {name}", name))
    assert "On your cards" not in again and " = rouille" not in again


@pytest.mark.parametrize(("red", "cards"), [("rouge", 3), ("incandescent", 4)])
def test_the_key_of_a_deck_in_french_has_as_many_cards_as_it_needs(red, cards, capsys, tmp_path):
    """The theme of the guide, where two words are side by side unless one is long."""
    guide = (ROOT / "docs/your-own.md").read_text("utf-8")
    blocks = [block for block in re.findall(r"(?s)```toml\n(.*?)```", guide) if "[words" in block]
    bring("".join(blocks).replace('"rouge"', f'"{red}"'))
    for size in ([], ["--large"]):
        ran = tt(capsys, "quickref", "push-it", *size, "--paper", "a4", "--theme", "mine", "--json", "--out", tmp_path)
        assert ran.status == 0, ran.err
        made = json.loads(ran.out)
        said = words_of(made["files"][0]).replace(" ", "")
        for pair in ("yellow = jaune", "circle = cercle", "blob = tache", "W = O"):
            assert pair.replace(" ", "") in said, pair
        assert sum(bool(code) for sheet in made["slots"] for code in sheet) == cards


def words_of(path, *more):
    """The words of a PDF as another program reads them."""
    return " ".join(run_tool("pdftotext", "-layout", *more, path, "-").stdout.replace("\u00a0", " ").split())


@pytest.mark.parametrize("format_", slow_but([["flat"]], [["a5"], ["a5", "--large-print"], ["flat"]]))
def test_the_first_page_of_a_book_has_the_key_in_every_format(format_, capsys, castle, tmp_path):
    ran = tt(capsys, "booklet", "push-it", "--paper", "a4", "--theme", "mine", "--format", *format_, "--out", tmp_path)
    assert ran.status == 0, ran.err
    path = next(path for path in sorted(tmp_path.rglob("*.pdf")) if "-on-" not in path.name)
    said = words_of(path, "-l", "1")
    assert "On your cards: red = rouille" in said and "heart = losange" in said


def test_words_that_only_the_font_of_a_theme_can_draw_are_in_no_key(capsys, tmp_path):
    path = bring(
        'extends = "tab"\n[fonts]\ntext = "greek.ttf"\ndisplay = "greek.ttf"\n[words.values]\nred = "ΑΒΓ"\nblue = "bleu"\n'
    )
    path.with_name("greek.ttf").write_bytes(make_font(blocks(LATIN + GREEK)))
    (page,) = printed(capsys, tmp_path / "greek", "quickref", "--theme", "mine")
    assert "blue = bleu" in words_of(page) and "red =" not in words_of(page)


@pytest.mark.parametrize(
    "name", slow_but(["quickref", "slips"], ["start", "booklet", "quickref", "scoresheet", "slips"])
)
def test_colors_of_ones_own_that_look_alike_are_told_in_one_line(name, capsys, tmp_path):
    bring('extends = "tab"\n[colors.red]\nrgb = "#803080"\n')
    ran = tt(capsys, *PRINTS[name], "--paper", "a4", "--theme", "mine", "--out", tmp_path)
    said = "warning: theme mine: red and blue look alike to protan readers (difference 4.0, at least 18 is clear)."
    assert ran.status == 0 and said in " ".join(ran.err.split()) and list(tmp_path.rglob("*.pdf"))


@walk("name", PRINTS)
def test_a_theme_that_there_is_not_is_told(name, capsys, tmp_path):
    ran = tt(capsys, *PRINTS[name], "--paper", "a4", "--theme", "rihc", "--out", tmp_path)
    assert ran.status == 2 and "there is no theme 'rihc'. Did you mean rich?" in ran.err
    flooded = tt(capsys, *PRINTS[name], "--paper", "a4", "--theme", "rich", "--ink", "low", "--out", tmp_path)
    assert flooded.status == 2 and "floods the cards with color" in flooded.err


# each look with three kinds of cards: a name that two of them had would be one file for two pictures
LOOKS = [*product(("color", "low"), ("tab", "toppers", "low", "mini", "large")), ("color", "rich")]
PAGES = [
    "deck --only RH3", "deck --only RH3 --card mini", "deck --only RH3 --copies 2", "quickref ww3", "quickref ww3 --card bridge", "quickref ww3 --large",
    "scoresheet craziness", f"deal --code {CODE} --slips",
]  # fmt: skip


@pytest.mark.parametrize("looks", slow_but([LOOKS[:1], LOOKS[-1:]], [LOOKS[:1], LOOKS[-1:], LOOKS]), ids=len)
def test_every_look_has_names_of_its_own(capsys, tmp_path, looks):
    """Also where a theme of one's own is called as another choice is."""
    for own in ("low", "mini", "large"):
        bring(CASTLE, own)
    names = []
    for ink, theme in looks:
        for page in PAGES:
            words = [*page.split(), "--ink", ink, "--theme", theme, "--paper", "a4", "--json", "--out", tmp_path]
            names += json.loads(tt(capsys, *words).out)["files"]
    assert len({name.casefold() for name in names}) == len(names) == len(looks) * len(PAGES)
    assert not any("theme-tab" in name for name in names)


def test_pages_of_the_usual_theme_are_named_as_ever(capsys, places):
    kinds = ("start", "booklet", "quickref", "scoresheet")
    names = [path.name for name in kinds for path in printed(capsys, places / f"our {name}", name)]
    books = ["casino-pocket-a4-read.pdf", "casino-pocket-a4.pdf"]
    assert names == ["first-game-push-it-a4.pdf", "start-a4.pdf", *books, "quickref-casino-a4.pdf", "casino-a4.pdf"]


@pytest.mark.slow
def test_the_theme_of_config_is_that_of_everything_built(capsys, tmp_path):
    path = bring(CASTLE)
    (path.parent.parent / "config.toml").write_text('theme = "mine"\npaper = "a4"\n')
    ran = tt(capsys, "build", "--out", tmp_path)
    assert ran.status == 0 and "theme mine" in ran.err, ran.err
    written = [each for each in tmp_path.rglob("*") if each.suffix in (".pdf", ".svg")]
    assert len(written) > 150 and all("theme-mine" in each.relative_to(tmp_path).as_posix() for each in written)
    assert "--theme mine" in ran.out and "cards-theme-mine/" in ran.out


@pytest.mark.slow
def test_a_themed_book_can_be_read_aloud_and_kept(capsys, castle, tmp_path):
    read, _ = printed(capsys, tmp_path / "read", "booklet", "--theme", "mine")
    assert read.name.endswith("-read.pdf") and vera([read], "ua1", "2a") == {read: []}
