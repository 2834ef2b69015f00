"""The Game Crafter's boxes and booklets: they close over the cards, fold up with every panel upright, and keep the shop's figures."""

import io
import json
import re
import tomllib
from functools import lru_cache

import numpy as np
import pytest
from PIL import Image

from tests.commands import ROOT, tt
from tests.makers.exports import exported, job
from tests.makers.themes import bring
from tests.readers.page_faults import read_finished
from tests.readers.pixels import draw_pixels, drawn_pdf
from tests.walks import slow_but, walk
from tt_print import find_theme
from tt_print.deck import DECKS
from tt_print.export.job import Choices, make_job
from tt_print.export.shop_boxes import draw_box, panels_of, plan_boxes
from tt_print.games import GAMES

# The shop's own figures: pixels of the file, and depth of the panels by its drawings (54: derived), in inches.
FILES = {"36": (2100, 1800), "54": (2325, 1950), "72": (2550, 1950), "90": (2775, 2100), "108": (3075, 2250)}
DEPTHS = {"36": 0.55, "54": 0.81, "72": 1.08, "90": 1.35, "108": 1.60}
BOOKLETS = {
    "small": ((825, 1125), (2.5, 3.5)), "medium": ((1125, 1575), (3.5, 5.0)), "large": ((1575, 2475), (5.0, 8.0)),
}  # fmt: skip
# Squib's safe areas of the box for 54 (lib/squib/layouts/tuck_box.yml): left, top, width, height.
SQUIB = [(313, 198, 688, 167), (313, 1526, 688, 167), (77, 466, 164, 988), (1080, 466, 164, 988), (313, 466, 688, 989), (1322, 466, 688, 989)]  # fmt: skip
CARD_MM, LEAF_MM = 0.3302, 0.15  # a card; a leaf of thick text paper, two pages
WEST = {"deck": "west", "booklet": "push-it"}
TEAL, RAYS = (14, 140, 147), (32, 170, 178)


def packed(**choices):
    one = job("tgc", **choices)
    pages = 0 if choices.get("booklet") == "none" else len(one.pages)
    return plan_boxes(one, pages), pages


def drawn_boxes(one):
    """Each box and its picture."""
    return [(each, draw_box(one, each)) for each in plan_boxes(one)]


def read_pages(drawings):
    return read_finished(drawn_pdf(*drawings))


def words_on(page):
    return re.sub(r"\s+", " ", " ".join(line.text for line in page.lines))


@walk("choices, wanted", [
    ({}, [("72", 64 + 3), ("72", 61 + 2)]), ({"extras": True}, [("72", 67), ("72", 63 + 3)]),
    ({"jokers": False, "chits": False}, [("72", 64), ("72", 61)]), ({"deck": "squares"}, [("72", 64 + 2 + 3)]),
    ({"deck": "west"}, [("36", 27 + 3)]), ({"deck": "west", "copies": 2}, [("72", 57)]),
    ({"deck": "west", "copies": 2, "chits": False}, [("54", 54)]), ({"deck": "west", "copies": 3}, [("90", 84)]),
    ({"deck": "west", "copies": 4, "chits": False}, [("108", 108)]),
    ({"deck": "west", "copies": 4}, [("90", 84), ("36", 27)]),
    ({"copies": 2}, [("72", 67), ("72", 63), ("72", 64), ("72", 63)]),
    ({"deck": "west", "tuck_box": "90"}, [("90", 30)]), ({"tuck_box": "none"}, []), ({"product": "mini"}, []),
])  # fmt: skip
def test_as_many_boxes_as_the_cards_need(choices, wanted):
    """By hand: 125 cards are 64 without a wild value and 61 with one; two jokers, three chits, three extras."""
    boxes, _ = packed(**{"booklet": "none", **choices})
    assert [(each.box.name, each.count) for each in boxes] == wanted


@walk("deck, copies", [(deck, copies) for deck in DECKS for copies in (1, 3, 4, 20)])
def test_every_box_closes_over_its_cards(deck, copies):
    choices = {"deck": deck, "copies": copies, "extras": True, "booklet": "none"}
    boxes, _ = packed(**choices)
    assert sum(each.count for each in boxes) == len(job("tgc", **choices).fronts)
    for each in boxes:
        assert each.count <= each.box.cards
        assert each.count * CARD_MM < DEPTHS[each.box.name] * 25.4 - 0.5, each


CLOSING = [(deck, copies) for copies in (1, 2, 3) for deck in ("west", "squares", "full")]


@pytest.mark.parametrize(("deck", "copies"), slow_but(CLOSING[:2], CLOSING))
def test_every_box_closes_over_its_cards_and_the_small_booklet(deck, copies):
    """Half a millimeter is left, and the booklet lies in one of them."""
    boxes, pages = packed(deck=deck, copies=copies)
    assert pages > 0 and sorted(each.pages for each in boxes) == [0] * (len(boxes) - 1) + [pages]
    for each in boxes:
        assert each.count * CARD_MM + each.pages / 2 * LEAF_MM <= DEPTHS[each.box.name] * 25.4 - 0.5 + 0.01, each


def test_a_booklet_too_thick_for_the_box_gets_a_larger_one_or_is_refused():
    """27 and 3 cards are 9.9 mm, 40 leaves of 80 pages 6.0: they do not close in 14.0 mm with half a millimeter left; in 20.6 mm they do."""
    one = job("tgc", deck="west")
    assert [[each.box.name for each in plan_boxes(one, pages)] for pages in (40, 80)] == [["36"], ["54"]]
    small = job("tgc", deck="west", tuck_box="36")
    with pytest.raises(ValueError, match="too_thick") as refused:
        plan_boxes(small, 80)
    assert (refused.value.values["stack"], refused.value.values["depth"]) == ("15.9", "14.0")


def test_the_panels_are_those_of_the_shops_drawings():
    """182 x 254 points between creases, as in its drawings; sides as deep as told; the file as large as the shop counts."""
    boxes = job("tgc").profile.boxes
    assert {name: box.file_px for name, box in boxes.sizes.items()} == FILES
    for name, box in boxes.sizes.items():
        panels, deep = panels_of(box, boxes.dpi), DEPTHS[name] * 25.4
        sizes = [
            panels["left"].width, panels["right"].width, panels["lid"].height, panels["front"].width,
            panels["back"].width,
        ]  # fmt: skip
        wide = 182 * 25.4 / 72
        assert sizes == pytest.approx([deep, deep, deep, wide, wide], abs=0.25)
        assert panels["front"].height == pytest.approx(254 * 25.4 / 72, abs=0.1)
        assert (
            panels["front"].top == panels["left"].top < panels["back"].top
        )  # the lid turns below the edge of the back


# What is on a box


# Where a panel's right and down point once the box stands before you: x to the right, y away from you, z up.
FOLDED = {
    "front": ((1, 0, 0), (0, 0, -1)), "left": ((0, -1, 0), (0, 0, -1)), "back": ((-1, 0, 0), (0, 0, -1)),
    "right": ((0, 1, 0), (0, 0, -1)), "lid": ((-1, 0, 0), (0, 1, 0)), "bottom": ((-1, 0, 0), (0, -1, 0)),
}  # fmt: skip


@walk("choices", [{"booklet": "none"}, {"deck": "west", "booklet": "none"}])
def test_folded_up_every_panel_reads_as_it_should(choices):
    """Front and back upright; sides downward; the lid from the front, the bottom from the front when you tip the box."""
    one = job("tgc", **choices)
    for each, drawing in drawn_boxes(one):
        (page,) = read_pages([drawing])
        seen = {}
        for name, panel in panels_of(each.box, 300).items():
            for said in page.lines:
                inside = panel.contains(type(panel).from_edges(*said.box))
                if said.miniature or len(said.text.strip()) < 4 or not inside:
                    continue
                first, last = ((said.boxes[i, :2] + said.boxes[i, 2:]) / 2 for i in (0, -1))
                across, down = (last - first) / np.abs(last - first).max()
                ex, ey = (np.array(vector) for vector in FOLDED[name])
                seen.setdefault(name, set()).add(tuple(int(v) for v in np.round(across * ex + down * ey)))
        assert seen.pop("front") == {(1, 0, 0)}
        assert seen.pop("back") == {(-1, 0, 0)}  # from behind that is to the right
        assert seen.pop("left") == seen.pop("right") == {(0, 0, -1)}
        assert seen.pop("lid") == seen.pop("bottom") == {(1, 0, 0)}
        assert not seen


@pytest.mark.parametrize("ink", slow_but(["color"], ["color", "low"]))
def test_two_boxes_say_which_they_are_and_what_is_in_them(ink):
    """On the front, both sides, the lid and the bottom, and behind what the cards are; in type that the shop can print."""
    for number, (each, drawing) in enumerate(drawn_boxes(job("tgc", booklet="none", ink=ink)), 1):
        (page,) = read_pages([drawing])
        said = words_on(page)
        assert said.count(f"BOX {number} OF 2: {('SQUARES', 'WILD CARDS')[number - 1]}") == 5, said
        assert ("3 chits and the 64 cards without", "2 jokers and the 61 cards with")[number - 1] in said
        assert each.file == f"{number}-of-2-poker-tuck-box-72.png"
        assert ("WITH THE SQUARES" in said) == (number == 2)
        assert [title in said for title in ("World War 3", "Armageddon", "Six Suit")] == [
            number == 1, number == 2, number == 2,
        ]  # fmt: skip
        assert min(line.points for line in page.lines if not line.miniature and len(line.text.strip()) > 1) >= 7


def test_a_name_stands_on_the_box():
    ((_, drawing),) = drawn_boxes(job("tgc", deck="west", booklet="none", name="The Millers"))
    assert "The Millers" in [line.text.strip() for line in read_pages([drawing])[0].lines]


def test_what_is_read_keeps_to_the_safe_areas_that_others_measured():
    """The box for 54, by numpy: all that is no ground lies in Squib's rectangles; the ground reaches three edges of the file,
    and the glue flap is bare."""
    ((each, drawing),) = drawn_boxes(job("tgc", deck="west", copies=2, chits=False, booklet="none"))
    assert each.file == "poker-tuck-box-54.png"
    picture = np.asarray(draw_pixels(drawing, 300)).astype(int)
    assert picture.shape == (1950, 2325, 3)
    glue = 2041 + 38
    assert (picture[:, glue:] == 255).all()
    inked = np.logical_and(*((abs(picture[:, : glue - 2] - ground) > 16).any(axis=2) for ground in (TEAL, RAYS)))
    assert not inked[:37].any() and not inked[-37:].any() and not inked[:, :37].any()  # ground over the bleed
    for left, top, width, height in SQUIB:
        assert inked[top : top + height, left : left + width].any()
        inked[top : top + height, left : left + width] = False
    assert not inked.any()


@pytest.mark.parametrize("deck", slow_but(["west"], ["full", "west"]))
def test_in_low_ink_all_that_is_read_keeps_clear_of_cuts_and_creases(deck):
    """The pattern under it runs over them, so pixels cannot tell: each line, read back, lies in a panel, 45 pixels from its creases."""
    for each, drawing in drawn_boxes(job("tgc", deck=deck, booklet="none", ink="low")):
        (page,) = read_pages([drawing])
        panels = [panel.inset(45 * 25.4 / 300) for name, panel in panels_of(each.box, 300).items() if name != "glue"]
        said = [line for line in page.lines if not line.miniature and line.text.strip()]
        assert len(said) > 10
        for line in said:
            box = type(panels[0]).from_edges(*line.box)
            assert any(panel.contains(box) for panel in panels), line.text


def booklet(size, games="ww3", **choices):
    return job("tgc", booklet=games, booklet_size=size, **choices).pages


@lru_cache(maxsize=2)
def booklet_pages(size, games):
    return read_pages(booklet(size, games).values())


BOOKS = [("small", "push-it"), ("small", "all"), ("medium", "ww3,casino"), ("large", "push-it")]


@pytest.mark.parametrize(("size", "games"), slow_but(BOOKS[:1], BOOKS))
def test_pages_are_a_multiple_of_four_in_type_that_can_be_read(size, games):
    """Read back by pdfium: as large as the shop's page, at least 7 points, and no letter nearer to the cut than 1/8 in."""
    drawings = booklet(size, games)
    names = [name.rpartition("/")[2] for name in drawings]
    assert names == [f"{n:02}.png" for n in range(1, len(names) + 1)]
    assert len(names) % 4 == 0 and len(names) <= 40
    (wide, high), (trim_wide, trim_high) = BOOKLETS[size]
    for page in booklet_pages(size, games):
        assert (page.width, page.height) == pytest.approx((wide * 25.4 / 300, high * 25.4 / 300), abs=0.01)
        for line in page.lines:
            if line.miniature or not line.text.strip():
                continue
            assert line.points >= 6.99, line.text
            left, top, right, bottom = line.box
            assert min(left, top, page.width - right, page.height - bottom) >= 2 * 25.4 / 8 - 0.01, line.text
        assert page.width - 2 * 25.4 / 8 == pytest.approx(trim_wide * 25.4, abs=0.01)
        assert page.height - 2 * 25.4 / 8 == pytest.approx(trim_high * 25.4, abs=0.01)


TITLES = dict(
    zip(GAMES, ["World War 3", "Armageddon", "Six Suit", "Casino Macedonia", "Craziness", "Push It Real Good"], strict=True),
)  # fmt: skip
COLORS = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}


@pytest.mark.parametrize("games", slow_but(["ww3,casino"], ["ww3,casino", "all"]))
def test_the_list_of_contents_leads_to_each_game_which_begins_with_the_scene_of_its_cover(games):
    """A page of text alone tells nobody which game it is: under the name are its Toppers, here by their colors."""
    pages, theme = booklet_pages("small", games), find_theme(name="rich")
    lines = [line.text.strip() for line in pages[1].lines]
    for game in GAMES if games == "all" else games.split(","):
        number = int(lines[lines.index(TITLES[game]) + 1])
        page = pages[number - 1]
        assert page.lines[0].text.strip() == TITLES[game]
        assert min(page.lines[0].box[:2]) >= 2 * 25.4 / 8, "away from what is cut off"
        assert str(number) in [line.text.strip() for line in page.lines[-3:]]  # and the page says so at its foot
        scene = tomllib.loads((ROOT / f"templates/toppers/{game}.toml").read_text("utf-8"))
        tokens = [item["code"] for item in scene["items"] if item["kind"] == "topper"]
        shown = {theme.colors[COLORS[code[0]]].ink.rgb for code in tokens if code[0] in COLORS}
        assert {tuple(bytes.fromhex(rgb[1:])) for rgb in shown} <= fills([page]), game


def test_the_booklet_shows_the_faces_that_lie_in_the_box():
    """A rich red 1 is red all over, one for a home printer white: the cover shows which were ordered."""

    def red(theme):
        cover = next(iter(job("tgc", theme=theme, booklet="ww3,casino").pages.values()))
        picture = np.asarray(draw_pixels(cover, 75)).astype(int)
        return (np.abs(picture - picture[5, 5]).sum(axis=2) > 60) & (picture[..., 0] > 150) & (picture[..., 1] < 60)

    assert red("rich").mean() > 2 * red("tab").mean() > 0


@pytest.mark.slow
def test_a_smaller_deck_has_the_games_that_it_plays():
    assert "Casino" not in " ".join(words_on(page) for page in read_pages(job("tgc", deck="squares").pages.values()))
    assert {name.split("/")[1] for name in job("tgc", deck="west", booklet_size="large").pages} == {"push-it"}


# By the command line, and read back


def test_the_shop_gets_cards_box_and_booklet_and_steps_that_name_them(capsys, tmp_path):
    ran = tt(capsys, "export", "--for", "tgc", "--deck", "west", "--out", tmp_path)
    assert ran.status == 0, ran.err
    folder = tmp_path / "export/tgc-poker-west"
    assert sorted(path.name for path in folder.iterdir()) == "HOW-TO.txt back booklet box fronts manifest.json".split()
    steps = (folder / "HOW-TO.txt").read_text("utf-8")
    assert "component Poker Tuck Box (36)" in steps and "box/poker-tuck-box-36.png" in steps
    assert "component Small Booklet" in steps and "Give it 8 pages" in steps and "{" not in steps
    assert f"mm, {30 * CARD_MM + 4 * LEAF_MM:.1f} with the booklet" in steps
    told = json.loads(tt(capsys, "export", "--check", folder, "--json").out)
    assert told["passed"] and told["file_count"] == 27 + 3 + 1 + 1 + 8 + 2
    with Image.open(folder / "booklet/01.png") as page:
        assert page.size == (825, 1125) and page.info["dpi"] == pytest.approx((300, 300), abs=0.01)


@pytest.mark.slow
def test_a_booklet_larger_than_the_cards_lies_in_no_box():
    assert "with the booklet" in exported("tgc", **WEST)["HOW-TO.txt"].decode()
    for size in ("medium", "large"):
        assert "with the booklet" not in exported("tgc", **WEST, booklet_size=size)["HOW-TO.txt"].decode()


def test_glue_meets_bare_card_and_the_ground_reaches_the_edges_of_the_file():
    """Beyond 1/8 in from the crease of the glue flap, at 1884 pixels, there is paper; along the other edges there is none."""
    box = np.asarray(Image.open(io.BytesIO(exported("tgc", **WEST)["box/poker-tuck-box-36.png"])).convert("RGB"))
    assert box[:, 1884 + 40 :].min() == 255
    for edge in (box[:, :37], box[:37, :1884], box[-37:, :1884]):
        assert edge.min(axis=2).max() < 250


SHORT = {"red": "rouge", "heart": "cœur"}
LONG = {"red": "karmiininpunainen", "yellow": "sitruunankeltainen", "green": "metsänvihreä", "blue": "taivaansininen", "black": "yönmusta",
        "circle": "ympyränmuotoinen", "heart": "sydämenmuotoinen", "triangle": "kolmikulmainen", "square": "neliönmuotoinen",
        "blob": "muodoton läikkä"}  # fmt: skip
BROUGHT = [("casino", "short"), ("all", "long")]


@pytest.mark.parametrize(("games", "length"), slow_but(BROUGHT[:1], BROUGHT))
def test_a_booklet_has_the_faces_and_the_words_of_ones_own_theme(games, length):
    """Colors in all places of the usual ones, and a key below the contents that nothing covers and no page loses."""
    words = {"short": SHORT, "long": LONG}[length]
    values = "\n".join(f'{name} = "{word}"' for name, word in words.items())
    bring(f'extends = "tab"\n[colors.red]\nrgb = "#A01840"\n[words.values]\n{values}\n')
    whole = make_job(Choices("tgc", booklet=games, theme="mine"))
    mine, usual = read_pages(whole.pages.values()), read_pages(booklet("small", games, theme="tab").values())
    assert (
        len(mine) % 4 == 0 and fills(usual) - fills(mine) == {(192, 12, 28)} and fills(mine) - fills(usual) == {(160, 24, 64)}
    )  # fmt: skip
    said = " ".join(words_on(page) for page in mine)
    assert said.count("On your cards:") == 1
    assert [name for name, word in words.items() if f"{name} = {word}" not in said] == []
    for page in mine:
        foot = max(line.box[1] for line in page.lines if not line.miniature)
        below = [line.text for line in page.lines if foot - 0.5 < line.box[3] and line.box[1] < foot - 0.5]
        assert not below, "no line lies on the foot of its page"
    if games == "all":
        listed = [line.text.strip() for line in mine[1].lines]
        for title in ("World War 3", "Push It Real Good"):
            assert mine[int(listed[listed.index(title) + 1]) - 1].lines[0].text.strip() == title


def fills(pages):
    """The colors of all areas."""
    return {paint.fill[:3] for page in pages for paint in page.paints if paint.fill is not None}
