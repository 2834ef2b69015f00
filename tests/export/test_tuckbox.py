"""The box: folded up from its cut file, it holds the stack; flaps meet, nothing is printed on glue."""

import io
import re
from itertools import combinations, pairwise

import numpy as np
import pikepdf
import pytest

from tests.commands import tt
from tests.export.cuts import dxf_boxes, read_dxf, svg_size
from tests.makers.exports import as_options, export, exported, job, type_line
from tests.makers.themes import FRENCH, bring
from tests.readers.color_science import contrast, rgb
from tests.readers.page_faults import faults_of, read_finished
from tests.readers.pixels import like, rasterize
from tests.walks import slow_but, walk
from tt_print import find_theme
from tt_print.books.cover import covered_games, read_cover
from tt_print.deck import DECKS
from tt_print.faces.scene import flood_of
from tt_print.games import find_game, game_names

BOARD = 0.3
A4 = {"paper": "a4"}
BOXES = [
    {"paper": "a4"}, {"paper": "letter", "deck": "squares", "thickness": "0.25", "product": "poker"},
    {"paper": "letter", "deck": "west", "product": "mini"}, {"paper": "a4", "sleeved": True},
    {"paper": "a3", "sleeved": True, "ink": "low"}, {"paper": "a4", "deck": "west", "copies": 2},
]  # fmt: skip
SIZES = {"standard": (63, 88), "poker": (63.5, 88.9), "mini": (44.45, 63.5)}
SIX = "World War 3, Armageddon, Six Suit, Casino Macedonia, Craziness, Push It Real Good".split(", ")
GAMES = {"west": ["Push It Real Good"], "squares": ["Push It Real Good", "World War 3"], "full": SIX}


def stack(choices):
    """across, upright, through: by hand from the promise in the template."""
    mm = float(choices.get("thickness", 0.31))
    width, high = SIZES[choices.get("product", "standard")]
    sleeve = 1 if choices.get("sleeved") else 0
    deck, copies = choices.get("deck", "full"), choices.get("copies", 1)
    dividers = {"full": 3, "squares": 2, "west": 0}[deck] if copies == 1 else 0
    jokers = {"full": 2, "squares": 2, "west": 0}[deck]
    count = (len(DECKS[deck]) + jokers) * copies + 3
    return (
        width + 3 * sleeve, high + 3 * sleeve + (7 if dividers else 0), count * (mm + 0.12 * sleeve) + BOARD * dividers,
    )  # fmt: skip


class Piece:
    """One piece of a box on its sheet, from its DXF: upright creases as (x, top, bottom), level ones as (y, left, right)."""

    def __init__(self, files, name):
        _, height = svg_size(files[f"{name}.svg"])
        data = files[f"{name}.dxf"]
        (self.cut,) = dxf_boxes(data, height)
        (line,) = read_dxf(data).modelspace().query('LWPOLYLINE[layer=="CUT"]')
        self.corners = [(x, height - y) for x, y in line.get_points("xy")]
        boxes = [[round(v, 3) for v in box] for box in dxf_boxes(data, height, "CREASE")]
        self.upright = sorted({(left, top, bottom) for left, top, right, bottom in boxes if left == right})
        self.level = sorted({(top, left, right) for left, top, right, bottom in boxes if top == bottom})
        ((self.top, self.bottom),) = {(top, bottom) for _, top, bottom in self.upright}
        self.walls = list(pairwise([x for x, _, _ in self.upright] + [self.cut[2]]))


def pieces(choices):
    files = exported("tuckbox", **choices)
    return [Piece(files, name[:-4]) for name in files if name.startswith("box") and name.endswith(".dxf")]


@walk("choices", BOXES)
def test_folded_up_it_holds_the_stack_with_a_little_play(choices):
    """Walls turned up round the floor by a quarter turn at each crease: they close, and inside there is 1 to 4 mm of room."""
    width, high, deep = stack(choices)
    walls = [right - left for piece in pieces(choices) for left, right in piece.walls]
    assert all(1 <= piece.bottom - piece.top - BOARD - high <= 4 for piece in pieces(choices))
    assert len(walls) == 4 and walls[:2] == pytest.approx(walls[2:], abs=0.005)
    assert 1 <= walls[0] - BOARD - deep <= 4 and 1 <= walls[1] - BOARD - width <= 4


@walk("choices", BOXES)
def test_its_flaps_meet_and_none_is_in_the_way(choices):
    """Lid and bottom reach the other wall within a millimeter; dust flaps leave each other alone; the tongue tucks in."""
    for piece in pieces(choices):
        (deep, width), cut = [right - left for left, right in piece.walls][:2], piece.cut
        hinges = [edge for y, *ends in piece.level if y == piece.bottom for edge in ends]
        assert hinges == pytest.approx([edge for wall in piece.walls for edge in wall], abs=0.002)  # a bottom flap each
        # the floor; a shallow box's dust flaps reach deeper
        assert 0 < deep - (cut[3] - piece.bottom) <= 1 or cut[3] - piece.bottom < width / 2
        for y, left, right in (lid for lid in piece.level if lid[0] < piece.top - 1):
            assert piece.top - y == pytest.approx(deep, abs=0.005)  # the lid lies flush on the front's edge
            assert 0 < width - (right - left) <= 1.5  # and its tongue passes between the sides
            assert y - cut[1] == pytest.approx(15, abs=0.005)
        for left, right in piece.walls[0::2]:
            over = [piece.top - y for x, y in piece.corners if left + 0.4 < x < right - 0.4 and y < piece.top - 0.01]
            assert over and max(over) <= width / 2


@walk("choices", BOXES)
def test_the_cut_is_one_closed_line_that_never_crosses_itself(choices):
    for piece in pieces(choices):
        edges = list(zip(piece.corners, piece.corners[1:] + piece.corners[:1], strict=True))
        for (i, (a, b)), (j, (c, d)) in combinations(enumerate(edges), 2):
            assert j - i in (1, len(edges) - 1) or not crosses(a, b, c, d), (a, b, c, d)


def crosses(a, b, c, d):
    def side(p, q, r):
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < -1e-9 and side(c, d, a) * side(c, d, b) < -1e-9


def test_the_whole_deck_fits_one_sheet_and_sleeves_need_two():
    """The how-to says so, and which paper would do with one."""
    assert "box.dxf" in exported("tuckbox", **A4)
    sleeved = exported("tuckbox", sleeved=True, **A4)
    assert {"box-1.dxf", "box-2.dxf", "box-1.svg", "box-2.svg"} <= set(sleeved) and "box.dxf" not in sleeved
    assert "two pieces on two sheets; in one piece on A3: --paper a3" in sleeved["HOW-TO.txt"].decode()
    with pikepdf.open(io.BytesIO(sleeved["box.pdf"])) as pdf:
        assert len(pdf.pages) == 3  # two pieces and the dividers
    ran = type_line("export", "--for", "tuckbox", "--copies", 3, *as_options(A4))
    assert "error: a box 65 x 90 x 121 mm does not fit on A4, not even in two pieces. Choose --paper a3." in ran.err


def test_thickness_is_a_figure_or_a_name():
    typed = {"0.3": "0.3", "0,30": "0.3", "0.3mm": "0.3", "Card 200": "card-200", None: "playing-card"}
    assert {each: job("tuckbox", thickness=each).choices.thickness for each in typed} == typed


def test_dividers_are_as_wide_as_the_box_lets_them_and_taller_than_cards():
    """Three for the full deck, each with its tab a step further, cut as in the file that goes with them."""
    data = exported("tuckbox", **A4)["dividers.dxf"]
    boxes = list(dxf_boxes(data, 297))
    assert len(boxes) == 3 and {(round(r - left, 2), round(b - t, 2)) for left, t, r, b in boxes} == {(64.0, 95.0)}
    tabs = []
    for entity, box in zip(read_dxf(data).modelspace(), boxes, strict=True):
        above = [x for x, y, _ in entity.get_points("xyb") if 297 - y < box[1] + 6]
        tabs.append((min(above) - box[0], max(above) - box[0]))
    assert all(a[1] < b[0] for a, b in pairwise(tabs))  # no tab hides another
    assert job("tuckbox", dividers=True).choices == job("tuckbox").choices
    assert not any("dividers" in name for name in exported("tuckbox", dividers=False, **A4))
    assert "no parts to divide" in type_line("export", "--for", "tuckbox", "--deck", "west", "--dividers").err


def panels(choices):
    """Panel to the lines of text that lie in it, from left to right and down; where all pieces lie on one sheet."""
    files = exported("tuckbox", **choices)
    ((piece,), page) = pieces(choices), read_finished(files["box.pdf"])[0]
    found = {}
    for name, (left, right) in zip(("left", "front", "right", "back"), piece.walls, strict=True):
        found[name] = [
            line for line in page.lines
            if not line.miniature and len(line.text.strip()) and left < line.box[0] < line.box[2] < right and piece.top < line.box[1] < piece.bottom
        ]  # fmt: skip
        for line in found[name]:
            if name in ("front", "back"):
                assert left + 2 <= line.box[0] and line.box[2] <= right - 2 and line.box[3] < piece.bottom - 2, line
    return found


@pytest.mark.slow
@walk("choices", [choices for choices in BOXES if not choices.get("sleeved") or choices["paper"] == "a3"])
def test_it_says_how_many_cards_games_and_players_and_which_games_the_deck_plays(choices):
    deck, on = choices.get("deck", "full"), panels(choices)
    behind, front = ([line.text.strip() for line in on[name]] for name in ("back", "front"))
    assert min(line.points for line in on["back"]) >= 8.99 and min(line.points for line in on["front"]) >= 5.99
    assert [title for title in SIX if title in behind] == [title for title in SIX if title in GAMES[deck]]
    cards = str({"full": 125, "squares": 64, "west": 27}[deck] * choices.get("copies", 1))
    games = {"full": ["6", "GAMES"], "squares": ["2", "GAMES"], "west": ["1", "GAME"]}[deck]
    at = front.index(cards)
    assert front[at + 1 : at + 4] == ["CARDS", *games] and front[at + 5] == "PLAYERS"


@walk("deck, colors", [("west", "red yellow green"), ("squares", "red yellow green blue")])
def test_only_tokens_that_are_in_the_box_are_shown_on_it(deck, colors):
    """By the colors of the Toppers on its front and sides."""
    (page, *_) = read_finished(exported("tuckbox", deck=deck, **A4)["box.pdf"])
    painted = {tuple(paint.fill[:3]) for paint in page.paints if paint.fill}
    inks = {name: color.ink.rgb for name, color in find_theme().colors.items() if name != "black"}
    shown = [name for name, rgb in inks.items() if tuple(bytes.fromhex(rgb[1:])) in painted]
    assert shown == colors.split()


def test_its_back_shows_the_covers_and_small_white_type_reads_on_both():
    """The colors of six covers are on the back; letters below 14 points have a contrast of 4.5 (WCAG 2)."""
    ((piece,), found) = pieces(A4), panels(A4)
    pixels = np.asarray(rasterize(exported("tuckbox", **A4)["box.pdf"], 0, 127))  # five to a millimeter
    left, right = piece.walls[3]
    back = pixels[round(5 * piece.top) : round(5 * piece.bottom), round(5 * left) : round(5 * right)]
    theme = find_theme()
    for game in covered_games():
        assert like(back, rgb(flood_of(theme, read_cover(game).accent).ink.rgb), 12).sum() > 25 * 20, game
    small = [line for name in ("front", "back") for line in found[name] if line.points < 14]
    grounds = {tuple(pixels[round(5 * line.box[1]) - 1, round(5 * line.box[0]) - 2]) for line in small}
    assert len(small) > 20 and all(contrast(np.array(ground), rgb("#FFFFFF")) >= 4.5 for ground in grounds), grounds


def test_low_ink_boxes_have_no_color():
    for page in (0, 1):
        pixels = np.asarray(rasterize(exported("tuckbox", ink="low", **A4)["box.pdf"], page, 60), dtype=int)
        assert np.ptp(pixels, axis=2).max() == 0


@walk("deck", ["full", "squares"])
def test_what_is_on_the_lid_stands_in_its_middle(deck):
    """The lid hangs on the fourth wall; it goes up to the crease of its tongue."""
    ((piece,), page) = pieces({"deck": deck, **A4}), read_finished(exported("tuckbox", deck=deck, **A4)["box.pdf"])[0]
    (left, right), tongue = piece.walls[3], min(y for y, *_ in piece.level)
    drawn = [one.box for one in (*page.lines, *(p for p in page.paints if p.fill)) if one.box[3] < piece.top]
    boxes = np.array(drawn)
    edges = np.concatenate([boxes[:, :2].min(axis=0), boxes[:, 2:].max(axis=0)])
    middle = (edges[:2] + edges[2:]) / 2
    assert middle == pytest.approx([(left + right) / 2, (tongue + piece.top) / 2], abs=0.3)


def words_of(files):
    return [line.text.strip() for page in read_finished(files["box.pdf"]) for line in page.lines if not line.miniature]


def test_a_box_may_carry_a_name():
    words = " ".join(words_of(export("tuckbox", name="  The   Millers ", **A4)))
    assert words.count("Millers") == words.count("TOPPER") == 4  # front, lid and both sides
    assert (
        job("tuckbox", paper="a4", name="The Millers").stem
        == "tuckbox-standard-thickness-playing-card-named-a9dda15e-a4"
    )
    for name, told in (("x" * 41, "at most 40 letters"), ("  ", "at most 40"), ("Бабушка", "our fonts have no 'Б'")):
        assert told in type_line("export", "--for", "tuckbox", "--name", name).err
    assert "mpc has no --name" in type_line("export", "--for", "mpc", "--name", "The Millers").err


@walk("deck", ["full", "squares", "west"])
def test_a_box_says_how_long_people_play_what_its_cards_are_enough_for(capsys, deck):
    """As a deal to four says it; four do not play with 27 cards."""
    files = exported("tuckbox", deck=deck, **A4)
    words = " ".join(words_of(files))
    minutes = []
    for game in (game for game in map(find_game, game_names()) if game.title in GAMES[deck] and deck != "west"):
        (time,) = re.findall(r"^Time: (\S+) minutes", tt(capsys, "deal", game.name, "--players", "4").out, re.M)
        minutes += [int(each) for each in time.split("–")]
        assert f"{time} min" in words
    assert words.count("MIN") == bool(minutes) and words.count(" min") == len(minutes) / 2
    assert not minutes or f"{min(minutes)}–{max(minutes)} MIN" in words


def test_a_box_speaks_the_language_of_its_theme():
    bring(FRENCH + """
[words.box]
cards_noun = "CARTES"
credit = "Un jeu de Brian Ciesicki"
facts = { full = [["6", "JEUX"], ["2+", "JOUEURS"]] }
games_titles = { full = "SIX JEUX" }
jokers = "jokers"
chits = "jetons"
cards = "{cards} cartes, {jokers}{chits}"
""", "jeu")  # fmt: skip
    words = words_of(export("tuckbox", theme="jeu", **A4))
    assert {"CARTES", "SIX JEUX", "Un jeu de Brian Ciesicki"} <= set(words), words
    assert "125 cartes, 2 jokers, 3 jetons" in words and not {"PLAYERS", "MIN"} & set(words)


def test_a_box_keeps_our_words_of_the_games_where_a_theme_has_another_number_of_lines():
    bring('extends = "tab"\n[words.cards."Six games"]\ntitle = "A"\ntext = ["a"]\n', "short")
    assert set(SIX) <= set(words_of(export("tuckbox", theme="short", **A4)))


def test_glue_meets_bare_card_and_print_runs_over_the_last_cut():
    """Paper in the outer half of the glue flap, where no word is; and beyond the right cut the flood goes on for its bleed of 2 mm."""
    files, (piece,) = exported("tuckbox", **A4), pieces(A4)
    pixels = np.asarray(rasterize(files["box.pdf"], 0, 254))

    def part(left, top, right, bottom):
        return pixels[round(10 * top) : round(10 * bottom), round(10 * left) : round(10 * right)]

    left, _, right, _ = piece.cut
    glue = piece.walls[0][0] - left
    assert glue == pytest.approx(12, abs=0.01)
    assert part(left + 1, piece.top + 10, left + glue / 2 - 2.5, piece.bottom - 10).min() > 250
    assert part(right + 0.3, piece.top + 5, right + 1.8, piece.bottom - 5).min(axis=2).max() < 200


@pytest.mark.parametrize("product", slow_but(["mini"], ["standard", "mini"]))
def test_no_words_of_a_box_lie_on_others(product):
    """Six games and the lines below them share the back of the smallest box, where few of a sentence's lines fit."""
    for deck in ("full", "west"):
        pages = exported("tuckbox", product=product, deck=deck, paper="a4")["box.pdf"]
        assert [fault for fault in faults_of(pages) if fault.kind == "overlap"] == []
