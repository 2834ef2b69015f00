"""Photos of cards on the site: read in the browser, offered for checking, and offline after the first one."""

import base64

import pytest
from PIL import Image

from tests.web.site.axe import axe, check
from tests.web.site.conftest import PHONE, PHOTO, begin, open_score, photograph
from tt_print.core import Environment

__all__ = ["axe"]
pytestmark = pytest.mark.slow

POSES = [
    [200, 150, 0, -1, 1],
    [120.5, 90.25, 0.6, 0.8, 0.5],
    [50, 60, -1, 0, 3.3],
    [5, 5, 0, 1, 2.5],
]  # also beyond the edge
READ = """async ([pixels, width, height, least, poses]) => {
  const [{ openPhoto }, weights] = await Promise.all([import("/py/network.js"), fetch("/py/weights.bin").then((reply) => reply.arrayBuffer())]);
  const photo = openPhoto({ width, height, data: Uint8Array.from(atob(pixels), (letter) => letter.charCodeAt(0)) }, weights);
  return [photo.find(500, least), photo.look("corner", 64, 24, poses), photo.look("middle", 48, 48, poses), photo.statistics()];
}"""


def test_the_browser_sees_the_same_as_numpy(open_site, tmp_path):
    with Image.open(PHOTO) as opened:
        image = opened.crop((300, 250, 701, 553))  # odd sides
    image.save(tmp_path / "part.png")
    photo = Environment(now=str, random_bytes=bytes).open_photo((tmp_path / "part.png").read_bytes(), "part.png")
    asked = base64.b64encode(image.convert("RGBA").tobytes()).decode(), *image.size, -1.4, POSES
    found = photo.find(500, -1.4)
    assert min(map(len, found)) > 0
    expected = found, photo.look("corner", 64, 24, POSES), photo.look("middle", 48, 48, POSES), photo.statistics()
    for here, there in zip(open_site.page.evaluate(READ, asked), expected, strict=True):
        assert flat(here) == pytest.approx(flat(there), abs=1e-3)


def flat(rows) -> list[float]:
    return [number for row in rows for number in flat(row)] if isinstance(rows, list | tuple) else [rows]


def test_a_photo_fills_a_field_and_enters_nothing(phone, address, axe):
    """What reads it is fetched for the first one: without the network the page says so, and with it the next try is read."""
    seen = open_score(phone, address)
    phone.set_offline(True)
    seen.go("lost")
    seen.page.locator(".lost input[type=file]").set_input_files(PHOTO)
    seen.page.get_by_text("Connect to the network, then try again.").wait_for()
    phone.set_offline(False)
    seen.wrong.clear()  # Chromium reports what it could not fetch
    seen.go("score")
    begin(seen, "Craziness")
    seen.page.locator("#totals button", has_text="Ann").click()
    seen.page.get_by_role("button", name="Count by photo").click()
    assert photograph(seen, "#entry").startswith("9 cards: ")
    assert seen.page.locator("#entry .held").count() == 9
    assert (
        seen.ask("score.state")["hands"] == [] and seen.page.get_by_role("button", name="Count these 9 cards").count()
    )
    check(seen.page, axe, "a hand from a photo", PHONE["width"])
    assert not seen.wrong
