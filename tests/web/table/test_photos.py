"""A photo of cards is read in the memory of the host's computer, for phones that were let in, and only there."""

import pytest

from tests.commands import ROOT
from tests.web.site.axe import axe, check
from tests.web.site.conftest import PHONE
from tests.web.table.phones import Phone
from tests.web.table.screens import sit_down
from tests.web.table.serving import serve

__all__ = ["axe"]  # a fixture of the site's tests
PHOTO = next((ROOT / "tests" / "play" / "scan" / "photos").glob("hand*.jpg"))


def send(phone: Phone, body: bytes, kind: str = "image/jpeg"):
    return phone.post("/api/scan", body, content_type=kind)


@pytest.mark.slow
def test_a_phone_that_was_let_in_gets_the_cards_and_a_stranger_gets_none(table, guest):
    answer = send(guest, PHOTO.read_bytes()).json
    assert answer["ok"] and len(answer["value"]["cards"]) > 3 and answer["value"]["lines"]
    assert "cards" not in str(send(Phone(table), PHOTO.read_bytes()).json)
    broken = send(guest, b"\xff\xd8\xff" + bytes(200)).json
    assert not broken["ok"] and "damaged" in broken["error"]["text"]


def test_only_a_photo_is_taken_and_no_larger_one(table, guest):
    assert send(guest, b"{}", "application/json").status == 415
    assert send(guest, bytes(4_000_001)).status == 413


@pytest.mark.slow
def test_photos_add_up_until_the_lost_card_is_left(chromium, tmp_path, axe):
    """The 27 cards of West are tapped or photographed; what no photo shows is what is lost."""
    with serve(tmp_path / "nights.sqlite", "craziness", "Ann", "Bo") as table:
        host = sit_down(chromium, table.host, PHONE)
        page = host.page
        host.go("lost")
        page.locator(".lost select").select_option("west")
        page.get_by_text("No card is counted yet.").wait_for()
        seen = 0
        for photo in (PHOTO, PHOTO.with_name("grid.jpg")):
            page.locator(".lost input[type=file]").set_input_files(photo)
            page.locator(f"#counted h2:not(:text-is('{seen} of 27 cards seen'))").wait_for()
            before, seen = seen, int(page.locator("#counted h2").inner_text().split()[0])
            assert seen > before
        assert page.locator("#counted > .faces button").count() == 27 - seen
        page.locator("#counted > .faces button").first.click()
        assert page.locator("#counted h2").inner_text() == f"{seen + 1} of 27 cards seen"
        check(page, axe, "the cards that are counted", PHONE["width"])
