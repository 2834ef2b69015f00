"""Cards in photos: what is read, what is only asked, and what is no card. The photos were made by `tests/tools/photos/scenes.py`."""

import json
from functools import cache
from pathlib import Path

import pytest
from PIL import Image

from tests.commands import tt, type_line
from tests.walks import slow_but

PHOTOS = Path(__file__).parent / "photos"
WITH_CARDS = sorted(path for path in PHOTOS.glob("*.jpg") if path.with_suffix(".json").exists())
WITHOUT = sorted(path for path in PHOTOS.glob("*.jpg") if not path.with_suffix(".json").exists())


@cache
def scan(*words) -> dict:
    """What is read in photos, each looked at once."""
    ran = type_line("scan", *words, "--json")
    assert ran.status == 0, ran
    return json.loads(ran.out)


def picture(path) -> Image.Image:
    with Image.open(path) as opened:
        opened.load()
    return opened


def codes(found) -> set[str]:
    return {card["code"] for card in found["cards"]}


def known(path) -> dict:
    return json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", slow_but([PHOTOS / "row.jpg"], WITH_CARDS), ids=lambda path: path.stem)
def test_no_card_is_named_that_is_not_there_and_most_are_read(path):
    """`whole-deck` needs its middles and that a card lies in one place; in `covered`, one card hides half of another's middle."""
    truth = known(path)
    found = codes(scan(path))
    assert not found - {*truth["cards"], *truth["hidden"]}
    assert len(found & {*truth["cards"]}) >= 0.9 * len(truth["cards"])


@pytest.mark.parametrize("path", WITHOUT, ids=lambda path: path.stem)
def test_nothing_is_a_card_that_is_none_of_ours(path):
    """What looks like a corner of ours, such as an H over a 4 on a poster, is at most a question."""
    found = scan(path)
    assert found["cards"] == [] and len(found["unsure"]) <= 1
    assert found["unsure"] or {row["code"] for row in found["questions"]} >= {"nothing"}


@pytest.mark.slow
def test_each_card_has_an_outline_within_the_photo():
    found = scan(WITH_CARDS[0])
    wide, high = picture(WITH_CARDS[0]).size
    for card in found["cards"]:
        assert len(card["polygon"]) >= 4 and 0.95 <= card["sure"] <= 1
        assert all(-40 <= x <= wide + 40 and -40 <= y <= high + 40 for x, y in card["polygon"])


@pytest.mark.slow
def test_a_photo_that_the_phone_stored_on_its_side_is_turned_upright(tmp_path):
    """EXIF 0x0112 = 6: the picture is shown after a quarter turn clockwise."""
    image = picture(WITH_CARDS[0]).transpose(Image.Transpose.ROTATE_90)
    exif = image.getexif()
    exif[0x0112] = 6
    image.save(tmp_path / "turned.jpg", quality=95, exif=exif)
    upright, turned = scan(WITH_CARDS[0]), scan(tmp_path / "turned.jpg")
    assert len(codes(upright) & codes(turned)) >= 0.9 * len(codes(upright))
    first = {card["code"]: card["polygon"][0] for card in upright["cards"]}
    for card in turned["cards"]:
        if card["code"] in first:
            assert max(abs(a - b) for a, b in zip(card["polygon"][0], first[card["code"]], strict=True)) < 60


@pytest.mark.slow
def test_a_corner_that_is_found_roughly_is_read_at_its_exact_place(tmp_path):
    """Before other places were tried, one card of this row was not read."""
    row = PHOTOS / "row.jpg"
    picture(row).rotate(15, Image.Resampling.BICUBIC, expand=True).save(tmp_path / "turned.jpg", quality=90)
    assert codes(scan(tmp_path / "turned.jpg")) == {*known(row)["cards"]}


@pytest.mark.slow
def test_several_photos_are_of_one_thing():
    one, other = WITH_CARDS[:2]
    together = scan(one, other)
    assert codes(together) == codes(scan(one)) | codes(scan(other))


@pytest.mark.slow
def test_what_of_a_deck_is_not_seen_is_lost(capsys):
    found = scan(WITH_CARDS[0], "--lost", "--deck", "full")
    assert len(found["lost"]) == 127 - len(found["cards"]) and not codes(found) & {*found["lost"]}
    ran = tt(capsys, "scan", str(WITH_CARDS[0]), "--lost")
    assert "Not seen: " in ran.out and ran.status == 0


@pytest.mark.slow
def test_what_was_seen_is_drawn_on_the_photo(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ran = tt(capsys, "scan", str(WITH_CARDS[0]), str(WITH_CARDS[1]), "--out", "seen.png")
    assert ran.status == 0, ran
    for name, path in (("seen.png", WITH_CARDS[0]), ("seen-2.png", WITH_CARDS[1])):
        assert picture(tmp_path / name).size == picture(path).size


@pytest.mark.slow
def test_a_dark_photo_says_so(capsys, tmp_path):
    dark = picture(WITH_CARDS[0]).point(lambda value: value * 0.08)
    dark.save(tmp_path / "dark.jpg")
    ran = tt(capsys, "scan", str(tmp_path / "dark.jpg"))
    assert "too dark" in ran.out


@pytest.mark.parametrize("size", [(1, 1), (1, 5000), (5000, 1), (199, 400)])
def test_a_photo_that_is_too_small_is_refused(capsys, tmp_path, size):
    Image.new("RGB", size).save(tmp_path / "small.png")
    ran = tt(capsys, "scan", tmp_path / "small.png")
    assert ran.status == 2 and "small.png is {} x {} pixels: too small to show a card.".format(*size) in ran.err


@pytest.mark.parametrize(("words", "message"), [
    ((), "scan needs PHOTO"),
    (("missing.jpg",), "missing.jpg"),
    (("note.txt",), "note.txt"),
    (("hand.jpg", "--out", "seen.gif"), ".jpg"),
])  # fmt: skip
def test_what_is_no_photo_is_refused(capsys, tmp_path, monkeypatch, words, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "note.txt").write_text("RH3 and two others", encoding="utf-8")
    Image.new("RGB", (200, 200)).save(tmp_path / "hand.jpg")
    ran = tt(capsys, "scan", *words)
    assert ran.status == 2 and message in ran.err, ran
