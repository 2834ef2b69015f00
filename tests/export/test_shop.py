"""The Game Crafter's boxes and booklets: they close over the cards, fold up with every panel upright, and keep the shop's figures."""

import io
import json
import re
from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest
from PIL import Image

from tests.commands import tt
from tests.makers.exports import findings, job, made, redrawn, rules
from tests.makers.themes import bring
from tests.readers.page_faults import read_finished
from tt_print.booklets.cover import read_cover
from tt_print.booklets.short_book import make_short_pages
from tt_print.booklets.text import read_pocket
from tt_print.cards.theme import find_theme
from tt_print.deck import DECKS, parse_card
from tt_print.drawing.shapes import Group
from tt_print.drawing.shapes import Path as Shape
from tt_print.errors import InputError
from tt_print.export.job import Choices, make_job
from tt_print.export.profiles import find_profile
from tt_print.export.raster import render_sized
from tt_print.export.shop import how_to_words, pages_in_box
from tt_print.export.shop_booklets import draw_booklets
from tt_print.export.shop_boxes import draw_boxes, panels_of, plan_boxes
from tt_print.games import GAMES
from tt_print.progress import unseen
from tt_print.render.pdf import DocumentFacts, Page, render_pdf

# The shop's own figures: pixels of the file, and depth of the panels by its drawings (54: derived), in inches.
FILES = {"36": (2100, 1800), "54": (2325, 1950), "72": (2550, 1950), "90": (2775, 2100), "108": (3075, 2250)}
DEPTHS = {"36": 0.55, "54": 0.81, "72": 1.08, "90": 1.35, "108": 1.60}
BOOKLETS = {
    "small": ((825, 1125), (2.5, 3.5)),
    "medium": ((1125, 1575), (3.5, 5.0)),
    "large": ((1575, 2475), (5.0, 8.0)),
}
# Squib's safe areas of the box for 54 (lib/squib/layouts/tuck_box.yml): left, top, width, height.
SQUIB = [(313, 198, 688, 167), (313, 1526, 688, 167), (77, 466, 164, 988), (1080, 466, 164, 988), (313, 466, 688, 989), (1322, 466, 688, 989)]  # fmt: skip
CARD_MM = 0.3302
WEST_TWICE = {"deck": "west", "copies": 2, "chits": False, "booklet": "none"}
WEST = {"deck": "west", "booklet": "push-it"}
YELLOW = (253, 224, 58)


def packed(**choices):
    one = job("tgc", **choices)
    return plan_boxes(one.profile, one.facts())


def pixels(data):
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB")).astype(int)


def read_pages(drawings):
    pages = [Page(drawing, str(number), drawing.title) for number, drawing in enumerate(drawings)]
    return read_finished(render_pdf(pages, DocumentFacts("Test")))


# Which box


@pytest.mark.parametrize(("choices", "wanted"), [
    ({}, [("72", 64 + 3), ("72", 61 + 2)]),
    ({"extras": True}, [("72", 67), ("72", 63 + 3)]),
    ({"jokers": False, "chits": False}, [("72", 64), ("72", 61)]),
    ({"deck": "squares"}, [("72", 64 + 2 + 3)]),
    ({"deck": "west"}, [("36", 27 + 3)]),
    ({"deck": "west", "copies": 2}, [("72", 57)]),
    ({"deck": "west", "copies": 2, "chits": False}, [("54", 54)]),
    ({"deck": "west", "copies": 3}, [("90", 84)]),
    ({"deck": "west", "copies": 4, "chits": False}, [("108", 108)]),
    ({"deck": "west", "copies": 4}, [("90", 84), ("36", 27)]),
    ({"copies": 2}, [("72", 67), ("72", 63), ("72", 64), ("72", 63)]),
    ({"deck": "west", "tuck_box": "90"}, [("90", 30)]),
    ({"tuck_box": "none"}, []),
    ({"product": "mini"}, []),
], ids=str)  # fmt: skip
def test_as_many_boxes_as_the_cards_need(choices, wanted):
    """By hand: 125 cards are 64 without a wild value and 61 with one; two jokers, three chits, three extras."""
    assert [(each.box.name, each.count) for each in packed(**choices)] == wanted


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("copies", (1, 3, 4, 20))
def test_every_box_closes_over_its_cards(deck, copies):
    one = make_job(Choices("tgc", deck=deck, copies=copies, extras=True))
    boxes = plan_boxes(one.profile, one.facts())
    assert sum(each.count for each in boxes) == len(one.fronts)
    for each in boxes:
        assert each.count <= each.box.cards
        assert each.count * CARD_MM < DEPTHS[each.box.name] * 25.4 - 0.5, each


@pytest.mark.parametrize("choices", [
    *({"deck": deck, "copies": copies} for deck in DECKS for copies in (1, 2, 3)), {"deck": "west", "copies": 4, "chits": False},
], ids=str)  # fmt: skip
def test_every_box_closes_over_its_cards_and_the_small_booklet(choices):
    """A leaf of thick text paper is 0.15 mm, two pages; half a millimeter is left."""
    one = job("tgc", **choices)
    pages = pages_in_box(one)
    assert pages == len(draw_booklets(one)) > 0
    boxes = plan_boxes(one.profile, one.facts(), pages)
    assert sorted(each.pages for each in boxes) == [0] * (len(boxes) - 1) + [pages], "it lies in one of them"
    for each in boxes:
        assert each.count * CARD_MM + each.pages / 2 * 0.15 <= DEPTHS[each.box.name] * 25.4 - 0.5 + 0.01, each
    assert (
        f"mm, {(sum(e.count * CARD_MM + e.pages * 0.075 for e in boxes if e.pages)):.1f} with the booklet"
        in (how_to_words(one)["boxes"])
    )


def test_a_booklet_too_thick_for_the_box_gets_a_larger_one_or_is_refused():
    """27 and 3 cards, 9.9 mm, and eight leaves of 0.5 mm do not close in 14.0 mm with half a millimeter left; in 20.6 mm they do."""
    one = job("tgc", deck="west")
    thick = replace(one.profile, boxes=replace(one.profile.boxes, leaf_mm=0.5))
    assert [each.box.name for each in plan_boxes(thick, one.facts(), 16)] == ["54"]
    assert [each.box.name for each in plan_boxes(thick, one.facts(), 12)] == ["36"]
    with pytest.raises(InputError, match="9.9 mm|13.9 mm.*14.0 mm deep. Add --booklet none, or leave out --tuck-box"):
        plan_boxes(thick, replace(one.facts(), tuck_box="36"), 16)


@pytest.mark.parametrize(("size", "lies"), [("small", True), ("medium", False), ("large", False)])
def test_only_a_booklet_no_larger_than_the_cards_lies_in_the_box(size, lies):
    one = job("tgc", deck="west", booklet_size=size)
    assert (pages_in_box(one) > 0) == lies


def test_the_panels_are_those_of_the_shops_drawings():
    """182 x 254 points between creases, as in its drawings; sides as deep as told; the file as large as the shop counts."""
    boxes = find_profile("tgc").boxes
    assert {name: box.file_px for name, box in boxes.sizes.items()} == FILES
    for name, box in boxes.sizes.items():
        panels = panels_of(box, boxes.dpi)
        for side in ("left", "right"):
            assert panels[side].width == pytest.approx(DEPTHS[name] * 25.4, abs=0.2)
        assert panels["lid"].height == pytest.approx(DEPTHS[name] * 25.4, abs=0.25)
        for face in ("front", "back"):
            assert panels[face].width == pytest.approx(182 * 25.4 / 72, abs=0.1)
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


@pytest.mark.parametrize("choices", [{"booklet": "none"}, {"deck": "west", "booklet": "none"}], ids=str)
def test_folded_up_every_panel_reads_as_it_should(choices):
    """Front and back upright; sides downward; the lid from the front, the bottom from the front when you tip the box."""
    one = job("tgc", **choices)
    for each, drawing in draw_boxes(one).values():
        (page,) = read_pages([drawing])
        seen = {}
        for name, panel in panels_of(each.box, 300).items():
            for said in page.lines:
                left, top, right, bottom = said.box
                if (
                    said.miniature
                    or len(said.text.strip()) < 4
                    or not panel.contains(type(panel).from_edges(left, top, right, bottom))
                ):
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


@pytest.mark.parametrize("ink", ["color", "low"])
def test_two_boxes_say_which_they_are_and_what_is_in_them(ink):
    """On the front, both sides, the lid and the bottom, and behind what the cards are."""
    for number, (each, drawing) in enumerate(draw_boxes(job("tgc", booklet="none", ink_style=ink)).values(), 1):
        (page,) = read_pages([drawing])
        said = " ".join(re.sub(r"\s+", " ", line.text) for line in page.lines)
        label = f"BOX {number} OF 2: {('SQUARES', 'WILD CARDS')[number - 1]}"
        assert said.count(label) == 5, said
        assert ("3 chits and the 64 cards without", "2 jokers and the 61 cards with")[number - 1] in said
        assert each.file == f"{number}-of-2-poker-tuck-box-72.png"


def test_a_name_stands_on_the_box():
    ((_, drawing),) = draw_boxes(job("tgc", deck="west", booklet="none", name="The Millers")).values()
    assert "The Millers" in [line.text.strip() for line in read_pages([drawing])[0].lines]


def test_what_is_read_keeps_to_the_safe_areas_that_others_measured():
    """The box for 54, by numpy: all that is no ground lies in Squib's rectangles; the ground reaches three edges of the file,
    and the glue flap is bare."""
    one = job("tgc", **WEST_TWICE)
    ((each, drawing),) = draw_boxes(one).values()
    assert each.file == "poker-tuck-box-54.png"
    (png,) = render_sized([drawing], each.box.file_px, 300, unseen)
    picture = pixels(png)
    assert picture.shape == (1950, 2325, 3)
    glue = 2041 + 38
    assert (picture[:, glue:] == 255).all()
    inked = (picture[:, : glue - 2] != YELLOW).any(axis=2)
    assert not inked[:37].any() and not inked[-37:].any() and not inked[:, :37].any()  # ground over the bleed
    for left, top, width, height in SQUIB:
        assert inked[top : top + height, left : left + width].any()
        inked[top : top + height, left : left + width] = False
    assert not inked.any()


@pytest.mark.parametrize("deck", ["full", "west"])
def test_in_low_ink_all_that_is_read_keeps_clear_of_cuts_and_creases(deck):
    """The pattern under it runs over them, so pixels cannot tell: each line, read back, lies in a panel, 45 pixels from its creases."""
    for each, drawing in draw_boxes(job("tgc", deck=deck, booklet="none", ink_style="low")).values():
        (page,) = read_pages([drawing])
        panels = [panel.inset(45 * 25.4 / 300) for name, panel in panels_of(each.box, 300).items() if name != "glue"]
        said = [line for line in page.lines if not line.miniature and line.text.strip()]
        assert len(said) > 10
        for line in said:
            box = type(panels[0]).from_edges(*line.box)
            assert any(panel.contains(box) for panel in panels), line.text


def test_no_letter_on_a_box_is_smaller_than_its_shop_can_print():
    for choices in ({"booklet": "none"}, {"deck": "west", "booklet": "none", "ink_style": "low"}):
        for _, drawing in draw_boxes(job("tgc", **choices)).values():
            (page,) = read_pages([drawing])
            assert min(line.points for line in page.lines if not line.miniature and len(line.text.strip()) > 1) >= 7


# Booklets


def booklet(size, games="ww3", **choices):
    return draw_booklets(job("tgc", booklet=games, booklet_size=size, **choices))


@lru_cache(maxsize=2)
def booklet_pages(size, games):
    return read_pages(booklet(size, games).values())


@pytest.mark.parametrize(("size", "games"), [
    ("small", "ww3"), ("medium", "ww3,casino"), ("small", "all"), pytest.param("large", "push-it", marks=pytest.mark.slow),
])  # fmt: skip
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


def test_the_list_of_contents_leads_to_each_game():
    pages = booklet_pages("small", "all")
    lines = [line.text.strip() for line in pages[1].lines]
    titles = [
        ("World War 3", "Armageddon", "Six Suit", "Casino Macedonia", "Craziness", "Push It Real Good")[i]
        for i in range(6)
    ]
    for title in titles:
        number = int(lines[lines.index(title) + 1])
        assert pages[number - 1].lines[0].text.strip() == title
        assert str(number) in [
            line.text.strip() for line in pages[number - 1].lines[-3:]
        ]  # and the page says so at its foot


def test_each_game_of_the_short_booklet_begins_with_the_cards_of_its_cover():
    """A page of text alone tells nobody which game it is: under the name stand its cards, named for who hears the page."""
    pockets = [read_pocket(game, None) for game in GAMES]
    pages = make_short_pages(pockets, "shop-small", find_theme(name="rich"), "full", 40)
    assert len(pages) == 40
    shown = {}
    for page in pages[1:]:
        marks = [mark.key for mark in page.bookmarks if mark.key.startswith("game ")]
        alts = [piece.element.alt for piece in page.pieces if piece.element and piece.element.role == "Figure"]
        shown |= {mark.removeprefix("game "): alts for mark in marks}
    assert list(shown) == list(GAMES)
    for game, alts in shown.items():
        names = [card for card, *_ in read_cover(game).cards]
        assert alts[: len(names)] == ["a card face down" if name == "back" else parse_card(name).name for name in names]


def test_the_booklet_shows_the_faces_that_lie_in_the_box():
    """A rich red 1 is red all over, one for a home printer white: the cover shows which were ordered."""

    def red(theme):
        cover = next(iter(draw_booklets(job("tgc", theme=theme)).values()))
        picture = pixels(render_sized([cover], (206, 281), 75, unseen)[0])
        return (np.abs(picture - picture[5, 5]).sum(axis=2) > 60) & (picture[..., 0] > 150) & (picture[..., 1] < 60)

    assert red("rich").mean() > 2 * red("tab").mean() > 0


def test_a_smaller_deck_has_the_games_that_it_plays():
    assert "Casino" not in " ".join(
        line.text for page in read_pages(draw_booklets(job("tgc", deck="squares")).values()) for line in page.lines
    )
    names = draw_booklets(job("tgc", deck="west", booklet_size="large"))
    assert {name.split("/")[1] for name in names} == {"push-it"}


# By the command line, and read back


def test_the_shop_gets_cards_box_and_booklet_and_steps_that_name_them(capsys, tmp_path):
    ran = tt(capsys, "export", "--for", "tgc", "--deck", "west", "--out", tmp_path)
    assert ran.status == 0, ran.err
    folder = tmp_path / "export/tgc-poker-west"
    assert sorted(path.name for path in folder.iterdir()) == [
        "HOW-TO.txt",
        "back",
        "booklet",
        "box",
        "fronts",
        "manifest.json",
    ]
    steps = (folder / "HOW-TO.txt").read_text("utf-8")
    assert "component Poker Tuck Box (36)" in steps and "box/poker-tuck-box-36.png" in steps
    assert "component Small Booklet" in steps and "Give it 8 pages" in steps and "{" not in steps
    told = json.loads(tt(capsys, "export", "--check", folder, "--json").out)
    assert told["passed"] and told["file_count"] == 27 + 3 + 1 + 1 + 8 + 2
    with Image.open(folder / "booklet/01.png") as page:
        assert page.size == (825, 1125) and page.info["dpi"] == pytest.approx((300, 300), abs=0.01)


@pytest.mark.parametrize(("choices", "said"), [
    ({"tuck_box": "60"}, "boxes for so many cards: 36, 54, 72, 90, 108 or none"),
    ({"tuck_box": "72", "product": "bridge"}, "box here for --product poker only"),
    ({"deck": "west", "booklet": "casino"}, "with the West deck nobody can play Casino Macedonia. It plays Push It Real Good"),
    ({"booklet": "cassino,tarot"}, "tarot"), ({"booklet": " , "}, "name a game, several with commas"),
    ({"booklet": "none", "booklet_size": "large"}, "Leave out one of the two"),
    ({"booklet_size": "huge"}, "Choose --booklet-size small, medium or large"),
    ({"name": "x" * 50}, "at most 40 letters"), ({"stock": "m31"}, "no order file"),
], ids=str)  # fmt: skip
def test_what_there_is_not_is_said_before_anything_is_drawn(choices, said):
    with pytest.raises(InputError, match=re.escape(said)):
        make_job(Choices("tgc", **choices))


def test_a_box_too_small_for_what_belongs_together_is_refused(capsys, tmp_path):
    ran = tt(capsys, "export", "--for", "tgc", "--tuck-box", "36", "--booklet", "none", "--out", tmp_path)
    assert ran.status == 2 and "holds 36 cards, and 67 belong together" in ran.err and not list(tmp_path.iterdir())


@pytest.mark.parametrize("option", [("--tuck-box", "72"), ("--booklet", "ww3"), ("--booklet-size", "small")])
def test_other_services_make_no_boxes_and_booklets(capsys, option):
    ran = tt(capsys, "export", "--for", "mpc", *option)
    assert ran.status == 2 and f"mpc takes no {option[0]}; that is for tgc." in ran.err


BOX, PAGE = "box/poker-tuck-box-36.png", "booklet/03.png"


@pytest.mark.parametrize(("rule", "name", "change", "options"), [
    ("pixels", BOX, lambda image: image.resize((2325, 1950)), {}),
    ("dpi", BOX, lambda image: image, {"dpi": (72, 72)}), ("color", BOX, lambda image: image.convert("L"), {}),
    ("pixels", PAGE, lambda image: image.resize((822, 1122)), {}), ("dpi", PAGE, lambda image: image, {"dpi": (150, 150)}),
], ids=lambda value: value if isinstance(value, str) else "")  # fmt: skip
def test_a_box_or_a_page_that_breaks_a_rule_is_found(rule, name, change, options):
    data = redrawn(made("tgc", **WEST).files[name], change, **options)
    assert rules(findings("tgc", {name: data})) == {rule}


def test_glue_meets_bare_card_and_the_ground_reaches_the_edges_of_the_file():
    """Beyond 1/8 in from the crease of the glue flap, at 1884 pixels, there is paper; along the other edges there is none."""
    box = np.asarray(Image.open(io.BytesIO(made("tgc", **WEST).files[BOX])).convert("RGB"))
    assert box[:, 1884 + 40 :].min() == 255
    for edge in (box[:, :37], box[:37, :1884], box[-37:, :1884]):
        assert edge.min(axis=2).max() < 250


def test_what_boxes_and_pages_are_together_is_checked_too():
    every, facts = made("tgc", **WEST).files, job("tgc", **WEST).facts()
    files = dict(every)

    def check(**changes):
        return rules(findings("tgc", {k: v for k, v in (files | changes).items() if v is not None}, "poker", facts))

    assert check() == set()
    assert check(**{PAGE: None}) == {"files", "page count"}
    assert check(**{"booklet/08.png": None}) == {"page count"}
    assert check(**{BOX: None}) == {"files"}
    assert check(**{f"booklet/{n:02}.png": None for n in range(1, 9)}) == {"files"}
    smaller = dict(files)
    smaller["box/poker-tuck-box-12.png"] = smaller.pop(BOX)
    assert rules(findings("tgc", smaller, "poker", facts)) == {"files"}


SHORT = {"red": "rouge", "heart": "cœur"}
LONG = {"red": "karmiininpunainen", "yellow": "sitruunankeltainen", "green": "metsänvihreä", "blue": "taivaansininen", "black": "yönmusta",
        "circle": "ympyränmuotoinen", "heart": "sydämenmuotoinen", "triangle": "kolmikulmainen", "square": "neliönmuotoinen",
        "blob": "muodoton läikkä"}  # fmt: skip


@pytest.mark.parametrize(("games", "words"), [
    ("casino", SHORT), ("all", LONG), *(pytest.param(*slow, marks=pytest.mark.slow) for slow in [("all", SHORT), ("casino", LONG)])
], ids=["short", "long", "all short", "casino long"])  # fmt: skip
def test_a_booklet_has_the_faces_and_the_words_of_ones_own_theme(words, games):
    """Colors in all places of the usual ones, and a key below the contents that nothing covers and no page loses."""
    values = "\n".join(f'{name} = "{word}"' for name, word in words.items())
    bring(f'extends = "tab"\n[colors.red]\nrgb = "#A01840"\n[words.values]\n{values}\n')
    mine, usual = (
        draw_booklets(make_job(Choices("tgc", booklet=games, theme="mine"))),
        booklet("small", games, theme="tab"),
    )
    assert fills(usual) - fills(mine) == {"#C00C1C"} and fills(mine) - fills(usual) == {"#A01840"}
    pages = read_pages(mine.values())
    assert len(pages) % 4 == 0
    said = re.sub(r"\s+", " ", " ".join(line.text for page in pages for line in page.lines))
    assert "On your cards:" in said and said.count("On your cards:") == 1
    assert [name for name, word in words.items() if f"{name} = {word}" not in said] == []
    for page in pages:
        foot = max(line.box[1] for line in page.lines if not line.miniature)
        below = [line.text for line in page.lines if foot - 0.5 < line.box[3] and line.box[1] < foot - 0.5]
        assert not below, "no line lies on the foot of its page"
    if games == "all":
        listed = [line.text.strip() for line in pages[1].lines]
        for title in ("World War 3", "Push It Real Good"):
            assert pages[int(listed[listed.index(title) + 1]) - 1].lines[0].text.strip() == title


def fills(drawings):
    """The colors of all areas."""

    def walk(items):
        for item in items:
            if isinstance(item, Group):
                yield from walk(item.items)
            elif isinstance(item, Shape) and item.fill is not None:
                yield item.fill.rgb

    return {color for drawing in drawings.values() for color in walk(drawing.items)}


def test_the_box_of_wild_cards_says_that_its_games_need_the_other():
    squares, wilds = (
        {line.text.strip() for line in read_pages([drawing])[0].lines}
        for _, drawing in draw_boxes(job("tgc", booklet="none")).values()
    )
    assert "WITH THE SQUARES" in wilds and "WITH THE SQUARES" not in squares
    assert {"Armageddon", "Six Suit"} <= wilds and "World War 3" not in wilds
