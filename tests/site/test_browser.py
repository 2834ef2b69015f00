"""The site in a real browser: every screen, the same bytes as the command line, without a network, from a disk."""

import re
from base64 import b64decode
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from tests.commands import tt
from tests.core import calls
from tests.site.conftest import SPOIL, serve, visit

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
    for words in ("deck --paper letter", "start --paper a4", "scoresheet casino --paper a4"):
        assert tt(capsys, *words.split(), "--out", tmp_path).status == 0
    for path in tmp_path.glob("*/*.pdf"):
        assert (site_folder / "files" / path.name).read_bytes() == path.read_bytes(), path.name


# What people tap, in order: `center=red circle 1` picks a card, `seat=Bo` a player, a word alone is what happened, `?Bo` is
# the answer to the one thing that the judge asks; then the first words of the verdict, and the address of a rule.
ARGUMENTS = [
    ("World War 3", ["pile=red circle 2", "pile=yellow heart 1", "Slaps", "seats=Bo", "Judge"], "A wrong slap. Bo pays 3 cards", "ww3/5"),
    ("Armageddon", ["pile=red circle 2", "pile=red circle ?", "Slaps", "seats=Cy", "seats=Bo", "Judge"], "A right slap. The lowest hand takes the pot", "armageddon/2c"),
    ("Six Suit", ["Plays a card on a row", "seat=Bo", "card=red circle 4", "owner=Ann", "on=yellow heart 1", "Judge"],
     "No. No color, shape or number is the same.", "six-suit/1"),
    ("Casino Macedonia", ["piles=red circle 3", "Drops a card", "seat=Bo", "card=yellow square 1", "Judge"], "Yes. Bo drops yellow square 1.", "casino/3"),
    ("Craziness", ["center=black circle 1", "declared=Red", "Plays a card", "seat=Bo", "card=yellow heart 4", "Judge"],
     "No. Yellow heart 4 is no match for red circle 1", "craziness/2"),
    ("Push It Real Good", ["card=red circle 3", "Plays cards and says …", "seat=Bo", "cards=red heart 1", "values=Green", "values=Circle", "Judge"],
     "No. Green circles cannot be claimed", "push-it/3"),
    ("Craziness", ["A question about cards …", "card=black circle 2", "declared=Red", "Judge", "center=red circle 1", "?That’s it"],
     "Yes, a double topper. Red (as declared) and circle match", "craziness/4b"),
]  # fmt: skip


def tap(page, what):
    field, _, wanted = what.partition("=")
    place = page.locator(f"#judging [data-field='{field}']:visible").last
    if what.startswith("?"):
        page.locator("#verdict").get_by_role("button", name=what[1:], exact=True).first.click()
    elif what == "Judge":
        page.get_by_role("button", name=what, exact=True).click()
        page.wait_for_selector("#verdict .first")
    elif not wanted:
        page.get_by_role("radio", name=what, exact=True).check()
    elif len(steps := wanted.split()) == 3:
        place.locator(".pick").last.click()
        for step in (*steps[:2], wanted):
            page.locator("#picker").get_by_role("button", name=step, exact=True).click()
        if page.locator("#picker").is_visible():
            page.get_by_role("button", name="Done", exact=True).click()
    else:
        place.locator(".chip", has_text=wanted).first.click()


@pytest.mark.parametrize(
    ("game", "taps", "headline", "rule"), ARGUMENTS, ids=[f"{each[0]}: {each[-1]}" for each in ARGUMENTS]
)
def test_an_argument_is_settled_by_taps_alone(open_site, game, taps, headline, rule):
    page = open_site.page
    open_site.go("rules")
    open_site.go("judge")
    page.wait_for_selector("#judging .acts")
    page.locator("#judging > fieldset .chip", has_text=game).click()
    page.wait_for_function(
        "(game) => document.querySelector('#judging .acts') && document.querySelector('#judging > fieldset :checked').parentElement.innerText === game",
        arg=game,
    )
    open_site.settle()
    for what in taps:
        tap(page, what)
    page.wait_for_selector("#verdict .links a")
    assert headline in page.inner_text("#verdict .first")
    page.locator(f"#verdict .links a[href='#rules/{rule}']").click()
    page.wait_for_selector("[data-screen=rules]:not([hidden]) .rule")
    assert page.url.endswith(f"#rules/{rule}") and page.input_value("#words") == rule.split("/")[1]
    assert not open_site.wrong


def test_rules_are_found_by_words_with_pictures(open_site):
    page = open_site.page
    open_site.go("rules")
    page.wait_for_selector("#words")
    page.locator("#looking > fieldset .chip", has_text="Craziness").click()
    page.wait_for_selector("label:has-text('Look up in Craziness')")
    page.fill("#words", "")
    page.wait_for_selector(".found .chapters button:text-is('Setup')")
    page.wait_for_selector(".found .rule:has-text('4c') :text('Z-4: You cannot go out with a single topper.')")
    page.fill("#words", "going out")
    page.wait_for_selector(".found:has-text('You cannot go out with a single topper')")
    page.fill("#words", "declare a wild")
    page.wait_for_selector(".rule .example .face")


def test_a_round_is_practiced_with_the_keyboard(open_site):
    """What is illegal is answered with its rule, a tip is followed, what others do is explained, and a choice is taken back."""
    page = open_site.page
    open_site.go("practice")
    page.locator("#practicing > fieldset .chip", has_text="Craziness").click()
    page.wait_for_selector("#practicing [data-card]")
    held = page.locator("#practicing [data-card]")
    before = held.count()
    page.get_by_role("button", name="What can I play?").press("Enter")
    page.wait_for_selector("#practice-answer p")
    unfit = page.locator("#practicing [data-card]:not(.may)")
    if unfit.count():
        unfit.first.press("Enter")
        assert page.locator("#practice-answer .error a").first.get_attribute("href").startswith("#rules/craziness/")
    page.get_by_role("button", name="A tip").press("Enter")
    page.get_by_role("button", name="Do that").press("Enter")
    page.wait_for_selector("#practicing ol li")
    page.wait_for_function("() => document.activeElement.textContent === 'What happened'")
    page.locator("#practicing .why summary").first.press("Enter")
    assert page.locator("#practicing .why a").first.get_attribute("href").startswith("#rules/craziness/")
    page.get_by_role("button", name="Take back").press("Enter")
    page.wait_for_function(
        "(count) => document.querySelectorAll('#practicing [data-card]').length === count", arg=before
    )
    assert not open_site.wrong


# within the page: on a busy machine a key from outside can come when the whole pile has fallen
SLAP_THE_FIRST_CARD = """() => new Promise((done) => {
  const named = (name) => [...document.querySelectorAll("#practicing button")].find((each) => each.textContent.trim() === name && !each.disabled);
  const look = (_, watch) => { if (named("Slap!")) { watch.disconnect(); named("Slap!").click(); done(); } };
  new MutationObserver(look).observe(document.querySelector("#practicing"), { childList: true, subtree: true, attributes: true });
  named("Start").click();
})"""


def test_piles_fall_and_are_slapped_or_missed(open_site):
    page = open_site.page
    open_site.go("practice")
    page.locator("#practicing > fieldset .chip", has_text="World War 3").click()
    page.get_by_role("button", name="Start").wait_for()
    page.evaluate(SLAP_THE_FIRST_CARD)
    assert "Not yet" in page.inner_text("#practicing .verdict")
    assert "1 × slapped too early" in page.inner_text("#practicing")


def test_a_deal_is_read_aloud_and_its_code_repeats_it(open_site):
    first = open_site.ask("deal", game="craziness", players=["Ann", "Bo", "Cy"], reveal=True)
    again = open_site.ask("deal", game="craziness", players=["Ann", "Bo", "Cy"], code=first["code"], reveal=True)
    assert first["hands"] == again["hands"] and first["read"]


def test_pointers_move_with_a_tap(open_site):
    page = open_site.page
    open_site.go("deal")
    page.wait_for_selector("#dealing .chip")
    page.locator("#dealing .chip", has_text="Push It").click()
    page.locator("#dealing summary", has_text="Chits and pointers").click()
    page.get_by_role("button", name="Move the color pointer to yellow").click()
    page.get_by_role("button", name="Move the color pointer to green").wait_for()
    assert "yellow circles" in page.inner_text("#dealing .pointers")


def test_hands_are_shown_without_the_cards_that_nobody_may_see(open_site):
    """Three hands of eight, closed, the one card in the center, and the draw pile under a fold of its own."""
    page = open_site.page
    open_site.go("deal")
    page.locator("#dealing .chip", has_text="Craziness").click()
    page.wait_for_function("() => !document.querySelector('#dealing .pointers')")  # Push It's form has gone
    page.get_by_role("button", name="Deal", exact=True).click()
    result = page.locator("#dealing .result").first
    result.get_by_role("button", name="Show the hands").click()
    result.locator(".hand").first.wait_for()
    assert result.locator(".faces img:visible, .faces svg:visible").count() == 1
    assert "Look after the game" in result.inner_text()


def test_nothing_went_wrong_and_nobody_else_was_asked(open_site, address):
    assert not open_site.wrong
    assert all(url.startswith((address, "blob:", "data:")) for url in open_site.asked) and len(open_site.asked) > 10


def test_it_works_with_the_server_gone(phone, site_folder):
    with serve(site_folder) as address:
        first = visit(phone, address)
        first.page.wait_for_function("() => document.body.dataset.offline === 'yes'", timeout=60_000)
        first.page.close()
    again = visit(phone, address)
    again.wait_ready()
    assert again.ask("judge", game="craziness", story="on RC1; lay RC2")["facts"]["topper"] == 2
    for name in ("a4", "letter"):
        again.page.check(f"[name=paper][value={name}]")
        for folded in again.page.locator("[data-paper]:not([hidden]) summary").all():
            folded.click()
        links = [again.page.locator("[data-start]"), *again.page.locator("[data-paper]:not([hidden]) a").all()]
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
    seen.wait_ready()
    assert seen.page.is_checked("[name=paper][value=a4]") and not seen.wrong


SPOILED: list[dict[str, Any]] = [
    {"paper": "xx", "game": "xx", "ink": {"a": 1}, "players": [{"a": 1}, 5], "draft": {"answers": "xx"}, "house craziness": {"must_play": 7}},
    {"paper": [5], "game": {"a": 1}, "ink": ["xx"], "players": "xx", "draft": {"answers": [], "edit": 99}, "house craziness": [1]},
]  # fmt: skip


def test_damaged_settings_lock_no_screen(phone, address):
    first = visit(phone, address)
    first.wait_ready()
    first.go("score")
    for number, name in enumerate(("Ann", "Bo")):
        first.page.locator("#scoring .names input").nth(number).fill(name)
    first.page.get_by_role("button", name="Begin", exact=True).click()
    first.page.wait_for_selector("#hand")
    for values in SPOILED:
        first.page.evaluate(SPOIL, values)
        first.page.close()
        first = seen = visit(phone, address)
        seen.wait_ready()
        for screen, place in (("print", "#make .main"), ("judge", "#judging .acts .chip"), ("rules", "#looking input"),
                              ("deal", "#dealing .main"), ("score", "#hand")):  # fmt: skip
            seen.go(screen)
            seen.page.wait_for_selector(place)
        assert seen.page.locator("[data-paper]:not([hidden]) a").count() > 5
        seen.go("judge")
        seen.settle()
        assert seen.page.locator(".error").count() == 0 and not seen.wrong


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
