"""The site in a real browser: every screen, the same bytes as the command line, without a network, from a disk."""

import re
from base64 import b64decode
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from tests.commands import tt
from tests.core import calls
from tests.web.site.conftest import SPOIL, begin, photograph, serve, settle_by_taps, visit

COUNT = 1000
pytestmark = pytest.mark.slow

A4, LETTER = {"paper": "a4"}, {"paper": "letter"}
GAMES = ("ww3", "armageddon", "six-suit", "casino", "craziness", "push-it")
# What is typed, and the same as the page asks for it.
PRINTED: list[tuple[str, str, dict[str, Any]]] = [
    ("start --paper letter", "start", LETTER),
    ("start --paper a4 --ink low", "start", {**A4, "ink": "low"}),
    ("deck --paper letter", "deck", LETTER),
    ("deck --paper a4 --ink low", "deck", {**A4, "ink": "low"}),
    ("deck --paper a4 --deck squares --no-jokers --no-chits", "deck", {**A4, "deck": "squares", "jokers": False, "chits": False}),
    ("deck --paper a4 --only RH3,KBQ,J1", "deck", {**A4, "only": ["RH3", "KB?", "J1"]}),
    ("deck --paper a4 --only RH3 --theme toppers", "deck", {**A4, "only": ["RH3"], "theme": "toppers"}),
    ("deck --paper a4 --only RH3,GT2 --backs duplex", "deck", {**A4, "only": ["RH3", "GT2"], "backs": "duplex"}),
    ("deck --paper letter --only RH3,GT2 --backs fold", "deck", {**LETTER, "only": ["RH3", "GT2"], "backs": "fold"}),
    ("deck --paper a4 --only RH3,GT2 --backs separate", "deck", {**A4, "only": ["RH3", "GT2"], "backs": "separate"}),
    ("deck --paper a4 --deck west --card poker --cuts lines", "deck", {**A4, "deck": "west", "card": "poker", "cuts": "lines"}),
    ("deck --paper a4 --deck west --indices 2 --svg", "deck", {**A4, "deck": "west", "indices": 2, "svg": True}),
    ("quickref all --paper a4", "quickref", {**A4, "games": ["all"]}),
    ("quickref casino --paper letter", "quickref", {**LETTER, "games": ["casino"]}),
    *((f"scoresheet {game} --paper a4", "scoresheet", {**A4, "games": [game]}) for game in GAMES),
    ("scoresheet craziness --paper letter --names Ann,Bo,Łukasz", "scoresheet",
     {**LETTER, "games": ["craziness"], "names": ["Ann", "Bo", "Łukasz"]}),
    ("booklet push-it --paper a4", "booklet", {**A4, "game": "push-it"}),
    ("booklet craziness --paper letter --option must_play=true", "booklet", {**LETTER, "game": "craziness", "house": {"must_play": True}}),
    ("booklet ww3 --format pocket --paper a4", "booklet", {**A4, "game": "ww3", "format": "pocket"}),
]  # fmt: skip

HASHES = """async ([document, fields]) => {
  const { makeHere } = tripleTopper;
  const { files } = await makeHere({ ask: "print", document, fields });
  const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return Object.fromEntries(await Promise.all(Object.entries(files).map(async ([name, bytes]) => [name, hex(await crypto.subtle.digest("SHA-256", bytes))])));
}"""


def test_every_file_is_that_of_the_command_line_byte_for_byte(capsys, tmp_path, open_site):
    made = 0
    for index, (typed, document, fields) in enumerate(PRINTED):
        folder = tmp_path / str(index)
        ran = tt(capsys, *typed.split(), "--out", folder)
        assert ran.status == 0, ran.err
        here = {path.relative_to(folder).as_posix(): sha256(path.read_bytes()).hexdigest()
                for path in folder.rglob("*") if path.is_file() and path.name != ".tt-print.json"}  # fmt: skip
        assert open_site.page.evaluate(HASHES, [document, fields]) == here, typed
        made += len(here)
    assert made >= 30


def test_what_lies_ready_is_what_the_command_line_makes(capsys, tmp_path, site_folder):
    for words in ("deck --paper letter --theme toppers", "start --paper a4", "scoresheet casino --paper a4"):
        assert tt(capsys, *words.split(), "--out", tmp_path).status == 0
    for path in tmp_path.glob("*/*.pdf"):
        assert (site_folder / "files" / path.name).read_bytes() == path.read_bytes(), path.name


# A game, what people tap (a card takes two taps, `=Red` is a button), the first words of the verdict, a rule under it, and all the taps.
ARGUMENTS = [
    ("craziness", "RC1 YH2", "No. Yellow heart 2 does not match red circle 1", "2", 4),
    ("craziness", "=Another_card RC4", "Yes, a double topper.", "4b", 3),
    ("craziness", "=Another_card KC2 =Red", "Yes, a double topper. Red (as declared) and circle match", "4b", 4),
    ("craziness", "=Another_card KB? =Red_circle_2,_as_on_the_table", "Yes, a triple topper.", "4a", 4),
    ("push-it", "RC3 =Red_circles RH1", "The claim is a lie.", "5b", 5),
    ("six-suit", "RC4 YH1 =It_is_my_row", "No. No color, shape, or number is the same.", "1", 5),
    ("casino", "RC1 RH3 =Build", "Yes. You build red circle 1 on red heart 3.", "3a", 5),
    ("casino", "=Another_card YS1 =Drop", "Who built or stacked red heart 3 + red circle 1?", "", 4),
    ("casino", "=I_built_or_stacked_it", "Which cards did you hold?", "", 1),
    ("casino", "=Clear:_On_the_table RH2 RT2 GC4", "No. Red heart 2, red triangle 2, and green circle 4 make 8", "3c", 7),
    ("ww3", "RC2 YH1 =I_slapped", "A bad slap. You pay 3 cards", "5", 5),
    ("armageddon", "RC2 RC? =I_slapped", "A good slap. You take the pot", "2c", 5),
    ("armageddon", "=Another_card", "", "", 1),
]  # fmt: skip


def test_an_argument_is_settled_in_few_taps(open_site):
    """At most 5 for a play and 9 for a take, which are counted in the browser; the last table is there for the next one."""
    page = open_site.page
    last = ""
    for game, what, headline, rule, most in ARGUMENTS:
        if game != last:
            open_site.go("home")
            page.evaluate(SPOIL, {f"ask {game}": {}})  # whatever another test has left on this table
            open_site.go(f"ask/{game}")
        last = game
        assert settle_by_taps(open_site, what) == most, what
        assert not headline or page.locator("#verdict .first").inner_text().startswith(headline), what
        links = page.locator(f"#verdict a[href='#rules/{game}/{rule}']")
        assert links.count() == bool(rule), what
    open_site.go("ask/craziness")
    page.wait_for_selector("[data-slot=center]:has-text('Black blob ?'):has-text('as red circle 2')")
    settle_by_taps(open_site, "YH3")
    page.locator("#verdict a[href='#rules/craziness/2']").click()
    page.wait_for_selector(".rule")
    assert page.url.endswith("#rules/craziness/2") and page.input_value("#words") == "2"
    assert not open_site.wrong


def test_rules_are_found_by_words_with_pictures(open_site):
    page = open_site.page
    open_site.go("ask/craziness")
    page.get_by_label("Look up a rule").press("Enter")
    page.wait_for_selector(".found .chapters button:text-is('Setup')")
    page.wait_for_selector(".found .rule:has-text('4c') :text('Z-4: You cannot go out with a single topper.')")
    page.fill("#words", "going out")
    page.wait_for_selector(".found:has-text('You cannot go out with a single topper')")
    page.fill("#words", "declare a wild")
    page.wait_for_selector(".rule .example .face")


def test_a_deal_is_read_aloud_and_its_code_repeats_it(open_site):
    first = open_site.ask("deal", game="craziness", players=["Ann", "Bo", "Cy"], reveal=True)
    again = open_site.ask("deal", game="craziness", players=["Ann", "Bo", "Cy"], code=first["code"], reveal=True)
    assert first["hands"] == again["hands"] and first["read"]


def test_pointers_move_with_a_tap(open_site):
    page = open_site.page
    open_site.go("deal/push-it")
    page.locator("#screen summary", has_text="Chits and pointers").click()
    page.get_by_role("button", name="Color: red → yellow").click()
    page.get_by_role("button", name="Color: yellow → green").wait_for()
    assert "yellow circles" in page.inner_text("#screen .chits")


def test_hands_are_shown_without_the_cards_that_nobody_may_see(open_site):
    """Three hands of eight, closed, the one card in the center, and the draw pile under a fold of its own."""
    page = open_site.page
    open_site.go("deal")
    page.locator("#screen a", has_text="Craziness").click()
    page.get_by_role("button", name="Deal", exact=True).click()
    result = page.locator("#screen .result").first
    result.get_by_role("button", name="Show the hands").click()
    result.locator(".hand").first.wait_for()
    assert result.locator(".faces img:visible, .faces svg:visible").count() == 1
    assert "Look after the game" in result.inner_text()


def test_nothing_went_wrong_and_nobody_else_was_asked(open_site, address):
    assert not open_site.wrong
    assert all(url.startswith((address, "blob:", "data:")) for url in open_site.asked) and len(open_site.asked) > 10


def test_it_works_with_the_server_gone(phone, site_folder):
    """Photos too, of the table of an argument as of a pile that is counted, once one was read with the server there."""
    with serve(site_folder) as address:
        first = visit(phone, address)
        first.wait_ready()
        first.page.wait_for_function("() => document.body.dataset.offline === 'yes'", timeout=60_000)
        first.go("lost")
        assert photograph(first, ".lost").startswith("9 cards: ")
        assert first.page.inner_text("#counted h2") == "9 of 125 cards seen"
        first.page.close()
    again = visit(phone, f"{address}#ask/ww3")
    again.wait_ready()
    again.page.wait_for_selector(".ask input[type=file]")
    assert photograph(again, ".ask").startswith("9 cards: ")
    again.settle()
    assert again.page.locator("[data-slot=pile] .pile").count() == 9
    assert again.ask("judge", game="craziness", story="on RC1; lay RC2")["facts"]["topper"] == 2
    again.go("print")
    for name in ("a4", "letter"):
        again.page.check(f"[name=paper][value={name}]")
        for folded in again.page.locator("[data-paper]:not([hidden]) summary").all():
            folded.click()
        links = again.page.locator("[data-paper]:not([hidden]) a").all()
        assert len(links) > 10
        for link in links:
            again.page.wait_for_timeout(120)  # Chromium takes at most ten downloads in a burst
            with again.page.expect_download() as saved:
                link.click()
            path = site_folder / link.get_attribute("href").removeprefix("./")
            assert Path(saved.value.path()).read_bytes() == path.read_bytes()
            assert saved.value.suggested_filename == path.name
    assert not again.wrong


@pytest.mark.parametrize("language", ["en-US@posix", ""])
def test_a_browser_that_names_no_language_has_everything(phone, address, language):
    phone.add_init_script(f"Object.defineProperty(navigator, 'language', {{ get: () => {language!r} }})")
    seen = visit(phone, address)
    seen.page.wait_for_selector("[name=paper][value=a4]:checked", state="attached")
    assert seen.page.evaluate("import('./engine.js').then(({ localPaper }) => localPaper())") == "a4" and not seen.wrong


SPOILED: list[dict[str, Any]] = [
    {"paper": "xx", "game": "xx", "ink": {"a": 1}, "players": [{"a": 1}, 5], "draft": {"answers": "xx"}, "house craziness": {"must_play": 7}, "ask craziness": {"center": {"cards": ["XX9"], "words": []}}},
    {"paper": [5], "game": {"a": 1}, "ink": ["xx"], "players": "xx", "draft": {"answers": [], "edit": 99}, "house craziness": [1], "ask craziness": [5]},
]  # fmt: skip


def test_damaged_settings_lock_no_screen(phone, address):
    first = visit(phone, address)
    first.wait_ready()
    first.go("score")
    begin(first, "Craziness")
    for values in SPOILED:
        first.page.evaluate(SPOIL, values)
        first.page.close()
        first = seen = visit(phone, address)
        seen.wait_ready()
        for screen, place in (("print", "#make .main"), ("ask/craziness", ".kind"), ("rules/craziness", "#words"),
                              ("deal/casino", "#screen .main"), ("score", "#asks")):  # fmt: skip
            seen.go(screen)
            seen.page.wait_for_selector(place)
        assert seen.page.locator("[data-paper]:not([hidden]) a").count() > 5
        seen.go("ask/craziness")
        assert seen.page.locator(".error").count() == 0 and not seen.wrong


def test_the_number_of_a_house_rule_is_remembered(open_site):
    kept = """import("./fields.js").then(async ({ houseRules, knownGames }) => {
      const game = (await knownGames()).find(({ name }) => name === "push-it");
      return (await houseRules(game)).value();
    })"""
    for house, held in (
        ({"target_points": 100},) * 2,
        ({"target_points": 0}, {}),
        ({"target_points": -5}, {}),
        ({}, {}),
    ):
        open_site.page.evaluate(SPOIL, {"house push-it": house})
        assert open_site.page.evaluate(kept) == held


def test_one_file_opens_from_a_disk(phone, one_file):
    """What is packed into it says no system: the tenth byte of gzip (RFC 1952, 2.3.1) is 255, which is unknown."""
    packed = re.findall(r'<script type="application/octet-stream"[^>]*>([^<]*)<', one_file.read_text(encoding="utf-8"))
    assert len(packed) > 4 and {b64decode(each[:16])[4:10] for each in packed} == {b"\0\0\0\0\2\xff"}
    phone.set_offline(True)
    seen = visit(phone, one_file.as_uri())
    seen.wait_ready()
    assert seen.ask("judge", game="craziness", story="on RC1; lay RC2")["facts"]["topper"] == 2
    seen.go("print")
    seen.page.wait_for_selector("#make .main")
    seen.page.click("#make .main")
    seen.page.wait_for_selector("#make .files a")
    seen.go("lost")
    assert photograph(seen, ".lost").startswith("9 cards: ")
    assert not seen.wrong
    assert all(url.startswith(("file:", "blob:", "data:")) for url in seen.asked)


@pytest.mark.parametrize(("answer", "said"), [
    ({"status": 404, "body": "none"}, "does not send py/pyodide.asm.js (404)"),
    ({"content_type": "text/plain", "body": "export default 1;"}, "sends py/pyodide.asm.js as text/plain"),
])  # fmt: skip
def test_a_file_that_a_web_host_does_not_send_as_it_should_is_named(phone, address, site_folder, answer, said):
    """The names are such that common hosts send all of them right: `.mjs` is unknown to nginx."""
    assert not [*site_folder.rglob("*.mjs")]
    phone.route("**/py/pyodide.asm.js", lambda route: route.fulfill(**answer))
    seen = visit(phone, address)
    seen.page.wait_for_function("() => globalThis.tripleTopper?.engine.state === 'failed'")
    assert said in seen.page.evaluate("tripleTopper.engine.reason")


# Python in the page itself, with what the site carries, for a core whose clock and chance are counted.
DIGESTS = """async ([program, count]) => {
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([import("/py/pyodide.js"), import("/py/pyodide.asm.js")]);
  const [lockFileContents, archive] = await Promise.all([fetch("/py/pyodide-lock.json").then((r) => r.text()), fetch("/py/app.zip").then((r) => r.arrayBuffer())]);
  const python = await loadPyodide({ indexURL: "/py/", createPyodideModule, lockFileContents, stdLibURL: "/py/python_stdlib.zip", env: { HOME: "/home/pyodide" } });
  python.unpackArchive(archive, "zip", { extractDir: "/lib/python3.14/site-packages" });
  python.FS.writeFile("/home/pyodide/calls.py", program);
  return python.runPython(`
import sys
from pathlib import Path
sys.path.insert(0, "/home/pyodide")
from calls import digests
[digest for _, digest in digests(Path("/home/pyodide"), ${count})]
`).toJs();
}"""


def test_a_thousand_calls_of_every_kind_are_answered_alike_by_both_pythons(open_site, tmp_path):
    there = open_site.page.evaluate(DIGESTS, [Path(calls.__file__).read_text(encoding="utf-8"), COUNT])
    here = list(calls.digests(tmp_path, COUNT))
    assert len(there) == COUNT
    for (request, mine), theirs in zip(here, there, strict=True):
        assert mine == theirs, request
