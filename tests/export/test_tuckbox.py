"""The box: folded up from its cut file, it holds the stack; flaps meet, nothing is printed on glue."""

import io
import itertools
import subprocess
import tempfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pikepdf
import pytest

from tests.export.test_cutters import dxf_boxes, read_dxf, without_last_page
from tests.makers.exports import findings, job, made, rules
from tests.makers.themes import FRENCH, bring
from tests.readers.page_faults import faults_of
from tt_print.deck import DECKS, parse_card
from tt_print.drawing.shapes import Group, Text
from tt_print.drawing.text import width_of
from tt_print.errors import InputError, LayoutError
from tt_print.export.job import Choices, make_job
from tt_print.export.profiles import find_profile
from tt_print.export.tuckbox import box_contents, plan_of
from tt_print.export.tuckbox_art import PANELS
from tt_print.export.tuckbox_plan import BoxSize, draw_net, plan_box
from tt_print.games import load_games
from tt_print.sheets.plan import find_paper

BOARD = 0.3
A4 = {"paper": "a4"}
BOXES = [
    {"paper": "a4"}, {"paper": "letter", "deck": "squares", "thickness": "0.25", "product": "poker"},
    {"paper": "letter", "deck": "west", "product": "mini"}, {"paper": "a4", "sleeved": True},
    {"paper": "a3", "sleeved": True, "ink_style": "low"}, {"paper": "a4", "deck": "west", "copies": 2, "dividers": None},
]  # fmt: skip


def stack(choices):
    """across, upright, through: by hand from the promise in the template, for the cards that the job holds."""
    one = job("tuckbox", **choices)
    mm = {"playing-card": 0.31}.get(one.choices.thickness) or float(one.choices.thickness)
    width, high = one.product.box.trim.width, one.product.box.trim.height
    sleeve = 1 if choices.get("sleeved") else 0
    deck, copies = choices.get("deck", "full"), choices.get("copies", 1)
    dividers = {"full": 3, "squares": 2, "west": 0}[deck] if copies == 1 else 0
    jokers = {"full": 2, "squares": 2, "west": 0}[deck]
    count = (len(DECKS[deck]) + jokers) * copies + 3
    return (
        width + 3 * sleeve,
        high + 3 * sleeve + (7 if dividers else 0),
        count * (mm + 0.12 * sleeve) + BOARD * dividers,
    )


def creases(data: bytes, height: float):
    """Upright ones as (x, top, bottom), level ones as (y, left, right), read by ezdxf."""
    boxes = dxf_boxes(data, height, "CREASE")
    upright = sorted({(round(left, 3), round(t, 3), round(b, 3)) for left, t, r, b in boxes if r - left < 1e-6})
    level = sorted({(round(t, 3), round(left, 3), round(r, 3)) for left, t, r, b in boxes if b - t < 1e-6})
    return upright, level


def pieces(choices):
    """(creases, the cut's box) of each piece."""
    _, plan = plan_of(find_profile("tuckbox"), job("tuckbox", **choices).product, job("tuckbox", **choices).facts())
    files = made("tuckbox", **choices).files
    for index, paper in enumerate(plan.papers):
        data = files["box.dxf" if len(plan.papers) == 1 else f"box-{index + 1}.dxf"]
        (cut,) = dxf_boxes(data, paper.height_mm)
        yield (*creases(data, paper.height_mm), cut)


@pytest.mark.parametrize("choices", BOXES, ids=str)
def test_folded_up_it_holds_the_stack_with_a_little_play(choices):
    """Walls turned up round the floor by a quarter turn at each crease: they close, and inside there is 1 to 4 mm of room."""
    width, high, deep = stack(choices)
    widths = []
    for upright, _level, cut in pieces(choices):
        xs = [x for x, _, _ in upright] + [cut[2]]
        widths += [b - a for a, b in itertools.pairwise(xs)]
        ((top, bottom),) = {(t, b) for _, t, b in upright}
        assert 1 <= bottom - top - BOARD - high <= 4
    # walk round the box, a quarter turn at each crease: four walls lead back to where they began
    x = y = 0.0
    directions = [(1, 0), (0, 1), (-1, 0), (0, -1)]
    assert len(widths) == 4
    for (dx, dy), wall in zip(directions, widths, strict=True):
        x, y = x + dx * wall, y + dy * wall
    assert (x, y) == pytest.approx((0, 0), abs=0.005)
    assert all(1 <= side - BOARD - deep <= 4 for side in widths[0::2])
    assert all(1 <= face - BOARD - width <= 4 for face in widths[1::2])


@pytest.mark.parametrize("choices", BOXES, ids=str)
def test_its_flaps_meet_and_none_is_in_the_way(choices):
    """Lid and bottom reach the other wall within a millimeter; dust flaps leave each other alone; the tongue tucks in."""
    for upright, level, cut in pieces(choices):
        ((top, bottom),) = {(t, b) for _, t, b in upright}
        xs = [x for x, _, _ in upright] + [cut[2]]
        walls = list(itertools.pairwise(xs))
        deep, width = walls[0][1] - walls[0][0], walls[1][1] - walls[1][0]
        hinges = [(left, right) for y, left, right in level if y == bottom]
        assert hinges == [
            (pytest.approx(a, abs=0.002), pytest.approx(b, abs=0.002)) for a, b in walls
        ]  # each wall has a bottom flap
        assert (
            0 < deep - (cut[3] - bottom) <= 1 or cut[3] - bottom < width / 2
        )  # the floor; a shallow box's dust flaps reach deeper
        lids = [(y, left, right) for y, left, right in level if y < top - 1]
        for y, left, right in lids:
            assert top - y == pytest.approx(deep, abs=0.005)  # the lid lies flush on the front's edge
            assert 0 < width - (right - left) <= 1.5  # and its tongue passes between the sides
            assert y - cut[1] == pytest.approx(15, abs=0.005)
        dust = [top - y for y in {point[1] for point in outline_points(choices, top)} if y < top]
        assert all(flap <= width / 2 for flap in dust)


def outline_points(choices, top):
    """Corners of the cut over the sides' tops, from the piece whose walls begin at `top`."""
    _, plan = plan_of(find_profile("tuckbox"), job("tuckbox", **choices).product, job("tuckbox", **choices).facts())
    for index, net in enumerate(plan.pieces):
        x, y = plan.corner(index)
        if abs(net.panels["glue"].top + y - top) < 0.01:
            for name in ("left dust", "right dust"):
                if name in net.panels:
                    yield x + net.panels[name].left, y + net.panels[name].top


def test_the_cut_is_one_closed_line_that_never_crosses_itself():
    for deep in (10.0, 42.0, 60.0):
        net = draw_net(BoxSize(65.3, 97.3, deep), ("left", "front", "right", "back"), find_profile("tuckbox").box)
        points = [(v.x_mm, v.y_mm) for v in net.cut.vertices]
        edges = list(zip(points, points[1:] + points[:1], strict=True))
        for i, (a, b) in enumerate(edges):
            for c, d in edges[i + 2 : len(edges) - (i == 0)]:
                assert not crosses(a, b, c, d), (a, b, c, d)
        xs, ys = zip(*points, strict=True)
        assert (min(xs), min(ys), max(xs), max(ys)) == pytest.approx((0, 0, net.width_mm, net.height_mm), abs=0.01)


def crosses(a, b, c, d):
    def side(p, q, r):
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < -1e-9 and side(c, d, a) * side(c, d, b) < -1e-9


def test_the_whole_deck_fits_one_sheet_and_sleeves_need_two():
    """The how-to says so, and which paper would do with one."""
    assert "box.dxf" in made("tuckbox", **A4).files
    sleeved = made("tuckbox", sleeved=True, **A4)
    assert {"box-1.dxf", "box-2.dxf", "box-1.svg", "box-2.svg"} <= set(sleeved.files) and "box.dxf" not in sleeved.files
    assert "two pieces on two sheets; in one piece on A3: --paper a3" in sleeved.how_to
    with pikepdf.open(io.BytesIO(sleeved.files["box.pdf"])) as pdf:
        assert len(pdf.pages) == 3  # two pieces and the dividers


def test_a_box_too_large_for_the_paper_says_what_to_do():
    with pytest.raises(LayoutError, match=r"does not fit on A4, not even in two pieces. Choose --paper a3"):
        plan_box(BoxSize(65.3, 97.3, 95.0), find_paper("a4"), find_profile("tuckbox").box)


def test_thickness_is_a_figure_or_a_name():
    for typed, kept in (
        ("0.3", "0.3"),
        ("0,30", "0.3"),
        ("0.3mm", "0.3"),
        ("Card 200", "card-200"),
        (None, "playing-card"),
    ):
        assert make_job(Choices("tuckbox", thickness=typed)).choices.thickness == kept
    for typed in ("thick", "0", "-1", "nan", "inf", "30"):
        with pytest.raises(InputError, match="--thickness"):
            make_job(Choices("tuckbox", thickness=typed))


def test_dividers_are_as_wide_as_the_box_lets_them_and_taller_than_cards():
    """Three for the full deck, each with its tab a step further, cut as in the file that goes with them."""
    data = made("tuckbox", **A4).files["dividers.dxf"]
    document = read_dxf(data)
    boxes = list(dxf_boxes(data, 297))
    assert len(boxes) == 3 and {(round(r - left, 2), round(b - t, 2)) for left, t, r, b in boxes} == {(64.0, 95.0)}
    tabs = []
    for entity, box in zip(document.modelspace(), boxes, strict=True):
        above = [x for x, y, _ in entity.get_points("xyb") if 297 - y < box[1] + 6]
        tabs.append((min(above) - box[0], max(above) - box[0]))
    assert all(a[1] < b[0] for a, b in itertools.pairwise(tabs))  # no tab hides another
    with pytest.raises(InputError, match="nothing to divide"):
        make_job(Choices("tuckbox", deck="west", dividers=True))
    assert not any("dividers" in name for name in made("tuckbox", dividers=False, **A4).files)


def text_on(panel_name, **choices):
    """(size in points, words) of each line on a panel, miniatures aside."""
    one = job("tuckbox", **choices)
    _, plan = plan_of(one.profile, one.product, one.facts())
    net = next(net for net in plan.pieces if panel_name in net.panels)
    panel = net.panels[panel_name]
    items = PANELS[panel_name](panel, one.theme, one.profile, box_contents(one))
    found = list(texts(items))
    for text, _ in found:
        left = width_of(text.string, text.font, text.size_mm) / (2 if text.anchor == "middle" else 1)
        if panel_name in ("front", "back"):
            assert panel.left + 2 <= text.x_mm - (left if text.anchor == "middle" else 0)
            assert text.x_mm + left <= panel.right - 2 and panel.top < text.y_mm < panel.bottom - 2
    return [(points, text.string) for text, points in found]


def texts(items):
    for item in items:
        if isinstance(item, Group) and not item.miniature:
            yield from texts(item.items)
        elif isinstance(item, Text):
            yield item, item.size_mm * 72 / 25.4


@pytest.mark.parametrize("choices", BOXES, ids=str)
def test_words_behind_have_nine_points_and_name_the_games_that_the_deck_plays(choices):
    lines = text_on("back", **choices)
    assert min(points for points, _ in lines) >= 9
    named = {game.title for game in load_games() if game.title in [line for _, line in lines]}
    deck = choices.get("deck", "full")
    playable = {"west": {"Push It Real Good"}, "squares": {"Push It Real Good", "World War 3"}}
    assert named == playable.get(deck, {game.title for game in load_games()})


@pytest.mark.parametrize("choices", BOXES, ids=str)
def test_the_front_says_how_many_cards_games_and_players(choices):
    lines = [line for _, line in text_on("front", **choices)]
    cards = {"full": 125, "squares": 64, "west": 27}[choices.get("deck", "full")] * choices.get("copies", 1)
    games = {"full": ("6", "GAMES"), "squares": ("2", "GAMES"), "west": ("1", "GAME")}[choices.get("deck", "full")]
    at = lines.index(str(cards))
    assert lines[at + 1] == "CARDS" and tuple(lines[at + 2 : at + 4]) == games and lines[at + 5] == "PLAYERS"
    assert min(points for points, _ in text_on("front", **choices)) >= 6


@pytest.mark.parametrize("deck", ["west", "squares", "full"])
def test_only_cards_that_are_in_the_box_are_shown_on_it(deck):
    contents = box_contents(job("tuckbox", deck=deck, **A4))
    assert len(contents.fan) == 5 and {parse_card(code) for code in contents.fan + contents.tokens} <= set(DECKS[deck])


# Each rule, broken on purpose


def spoiled(name, change, **more):
    choices = {**A4, **more}
    files, facts = dict(made("tuckbox", **choices).files), job("tuckbox", **choices).facts()
    files[name] = change(files[name])
    return rules(findings("tuckbox", files, "standard", facts))


def test_a_box_for_other_cards_than_the_manifest_says_is_found():
    """One card more in the same box: its sides are no longer where they should be."""
    files, facts = made("tuckbox", **A4).files, job("tuckbox", **A4).facts()
    assert rules(findings("tuckbox", files, "standard", facts)) == set()
    facts = replace(facts, codes=(*facts.codes, "RC1"))
    assert rules(findings("tuckbox", files, "standard", facts)) == {"cuts"}
    (nobody_says,) = findings("tuckbox", {name: data for name, data in files.items() if name != "manifest.json"})
    assert "nothing says how many cards" in nobody_says.actual


@pytest.mark.parametrize(("rule", "name", "change"), [
    ("cuts", "box.dxf", lambda d: d.replace(b"CREASE\r\n100", b"CUT\r\n100", 1)),
    ("cut file", "box.svg", lambda d: b"<svg"),
    ("cuts", "dividers.dxf", lambda d: d.replace(b"LWPOLYLINE", b"POINT", 1)),
    ("cut page", "dividers.svg", lambda d: d.replace(b"210", b"200")),
    ("page count", "box.pdf", without_last_page),
    ("format", "box.pdf", lambda d: b"%PDF"),
])  # fmt: skip
def test_a_box_that_breaks_a_rule_is_found(rule, name, change):
    assert spoiled(name, change) == {rule}


def test_low_ink_boxes_have_no_color():
    from tests.readers.pixels import rasterize

    for page in (0, 1):
        pixels = np.asarray(rasterize(made("tuckbox", ink_style="low", **A4).files["box.pdf"], page, 60), dtype=int)
        assert np.ptp(pixels, axis=2).max() == 0


# A name, and another language


def said(choices):
    """All that is written on the box, as a reader of text finds it."""
    return pdf_text(made("tuckbox", paper="a4", **choices).files["box.pdf"])


def pdf_text(pdf):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "box.pdf")
        path.write_bytes(pdf)
        return subprocess.run(["pdftotext", "-raw", path, "-"], capture_output=True, text=True, check=True).stdout


def test_a_box_may_carry_a_name():
    words = " ".join(said({"name": "  The   Millers "}).split())
    assert words.count("Millers") == words.count("TOPPER") == 4  # front, lid and both sides
    assert (
        make_job(Choices("tuckbox", paper="a4", name="The Millers")).stem
        == "tuckbox-standard-thickness-playing-card-named-a9dda15e-a4"
    )
    for name, told in (("x" * 41, "at most 40 letters"), ("  ", "at most 40"), ("Бабушка", "our fonts have no 'Б'")):
        with pytest.raises(InputError, match=told):
            make_job(Choices("tuckbox", paper="a4", name=name))
    with pytest.raises(InputError, match="mpc takes no --name"):
        make_job(Choices("mpc", name="The Millers"))


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
    words = said({"theme": "jeu"})
    assert {"CARTES", "SIX JEUX", "Un jeu de Brian Ciesicki"} <= set(words.splitlines()), words
    assert "125 cartes, 2 jokers, 3 jetons" in words and "PLAYERS" not in words


def test_a_box_keeps_our_words_of_the_games_where_a_theme_has_another_number_of_lines():
    bring('extends = "tab"\n[words.cards."Six games"]\ntitle = "A"\ntext = ["a"]\n', "short")
    assert len(box_contents(job("tuckbox", paper="a4", theme="short")).games) == 6


def test_glue_meets_bare_card_and_print_runs_over_the_last_cut():
    """Paper in the outer half of the glue flap, where no word is; and beyond the right cut the flood goes on for its bleed of 2 mm."""
    from tests.readers.pixels import rasterize

    one = job("tuckbox", **A4)
    _, plan = plan_of(find_profile("tuckbox"), one.product, one.facts())
    x, y = plan.corner(0)
    pixels = np.asarray(rasterize(made("tuckbox", **A4).files["box.pdf"], 0, 254))

    def part(left, top, right, bottom):
        return pixels[round(10 * top) : round(10 * bottom), round(10 * left) : round(10 * right)]

    glue, back = (plan.pieces[0].panels[name].moved(x, y) for name in ("glue", "back"))
    assert part(x + 1, glue.top + 10, x + glue.width / 2 - 2.5, glue.bottom - 10).min() > 250
    assert part(back.right + 0.3, back.top + 5, back.right + 1.8, back.bottom - 5).min(axis=2).max() < 200


@pytest.mark.parametrize("product", ["standard", "mini"])
def test_no_words_of_a_box_lie_on_others(product):
    """Six games and the lines below them share the back of the smallest box, where few of a sentence's lines fit."""
    for deck in ("full", "west"):
        pages = made("tuckbox", product=product, deck=deck, paper="a4").files["box.pdf"]
        assert [fault for fault in faults_of(pages) if fault.kind == "overlap"] == []
