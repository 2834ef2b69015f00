"""Every kind of export, spoiled: a file missing, too many, cut short, of a wrong size, or at odds with the rest is found."""

import json
import random
import re

import pytest
from PIL import Image

from tests.makers import exports as exports
from tests.walks import walk

EXPORTS = {
    "mpc": {"deck": "west", "product": "standard"}, "tgc": {"deck": "west"},
    "printshop": {"deck": "west"}, "silhouette": {"deck": "west", "paper": "letter"}, "cricut": {"deck": "west"}, "tuckbox": {"paper": "a4"},
    "virtual": {"deck": "west", "extras": True, "max_px": 1024, "url": "https://example.org/topper"},
}  # fmt: skip
TTS, STANDARD = "deck.tts.json", ("--product", "standard")


def files_of(kind):
    return exports.exported(kind, **EXPORTS[kind])


def look(kind, changes, **facts):
    """The rules that an export breaks with some files changed, added, or taken away (None)."""
    return exports.rules(exports.check(kind, exports.changed(files_of(kind), changes, **facts)))


@pytest.mark.slow
@walk("kind", EXPORTS)
def test_a_file_too_many_or_too_few_is_found(kind):
    assert look(kind, {}) == set()
    assert look(kind, {"notes.txt": b"x"}) == {"files"}
    names = list(exports.unsigned(files_of(kind)))
    for name in {names[0], names[-1]}:
        assert "files" in look(kind, {name: None}) or name == TTS, name


@pytest.mark.parametrize("kind", EXPORTS)
def test_a_file_that_is_cut_short_is_found(kind):
    files = exports.unsigned(files_of(kind))
    sorts = {re.sub(r"\d+\S*(?=\.)", "", name): name for name in files}.values()  # one of a sort
    for index, name in enumerate(sorts):
        data = files[name][: len(files[name]) // 2 * (index % 2)]
        found = exports.check(kind, exports.changed(files_of(kind), {name: data}))
        assert {finding["where"] for finding in found} >= {name}, (name, len(data))


def edited(change):
    """A list in JSON, changed."""

    def edit(data):
        held = json.loads(data)
        change(held)
        return json.dumps(held).encode()

    return edit


def dxf(old, new):
    return "cut.dxf", lambda data: re.sub(old, new, data, count=1)


FRONT, BACK = "fronts/001-RC1.png", "back/back.png"
FAULTS = {
    "mpc": [
        ("pixels", FRONT, exports.smaller), ("pixels", FRONT, lambda d: exports.redrawn(d, lambda i: i.resize((823, 1122)))),
        ("pixels", BACK, lambda d: exports.redrawn(d, lambda i: i.resize((825, 1125)))),  # the other service's size
        ("dpi", FRONT, lambda d: exports.redrawn(d, dpi=(299, 300))), ("dpi", BACK, lambda d: exports.redrawn(d, dpi=None)),
        ("color", FRONT, lambda d: exports.redrawn(d, lambda i: i.convert("RGBA"))),
        ("color", FRONT, lambda d: exports.redrawn(d, lambda i: i.quantize(256, dither=Image.Dither.NONE))),
        ("color", FRONT, lambda d: exports.redrawn(d, lambda i: i.convert("CMYK"), format="JPEG")),
        ("format", FRONT, lambda d: exports.redrawn(d, format="GIF")), ("format", FRONT, lambda d: d[:400] + bytes([d[400] ^ 255]) + d[401:]),
        ("format", FRONT, lambda d: d[:-300]), ("file size", FRONT, lambda d: d + bytes(32_000_000)),
        ("order", "order.xml", lambda d: d.replace(b"<slots>1</slots>", b"<slots>0,1</slots>")),
        ("order", "order.xml", lambda d: d.replace(b"<quantity>30", b"<quantity>28")),
        ("order", "order.xml", lambda d: d.replace(b"<id>fronts/002-RC2.png", b"<id>fronts/gone.png")),
        ("order", "order.xml", lambda d: d.replace(b"</order>", b"")),
        ("order", "order.xml", lambda d: d.replace(b"<order>", b'<!DOCTYPE order [<!ENTITY a "b">]><order>')),
        ("order", "order.xml", lambda d: d.replace(b"<quantity>30", "<quantity>\u00bd".encode())),
        ("order", "order.xml", lambda d: d.replace(b"<quantity>30", b"<quantity>" + b"9" * 5000)),
    ],
    "printshop": [
        ("page count", "printshop-standard-west.pdf", exports.without_last_page), ("page size", "printshop-standard-west.pdf", exports.wider_page),
    ],
    "silhouette": [
        ("page count", "sheets.pdf", exports.without_last_page), ("page size", "sheets.pdf", exports.wider_page),
        ("fonts", "sheets.pdf", lambda d: exports.resaved(d, exports.without_fonts)), ("format", "sheets.pdf", lambda d: d[:500]),
        ("cuts", *dxf(rb"\$INSUNITS\r\n 70\r\n4", rb"$INSUNITS\r\n 70\r\n1")),  # inches
        ("cuts", *dxf(rb"\$INSUNITS", b"$OTHERVAR")), ("cuts", "cut.dxf", lambda d: d[:2000]),
        ("cuts", *dxf(rb" 70\r\n1\r\n 43", rb" 70\r\n0\r\n 43")),  # open
        ("cuts", "cut.dxf", lambda d: re.sub(rb" 42\r\n[-\d.]+\r\n", b"", d)),  # square corners
        ("cuts", *dxf(b"LWPOLYLINE", b"POINT")),
        ("cuts", "cut.dxf", lambda d: re.sub(rb"( 10\r\n)([\d.]+)", lambda m: m[1] + b"%.6f" % (float(m[2]) + 0.05), d)),
        ("cuts", "cut.svg", lambda d: d.replace(b'width="279.4mm"', b'width="279.4"').replace(b"viewBox", b"viewbox")),
        ("cuts", "cut.svg", lambda d: d.replace(b"279.4", b"280.4")), ("cuts", "cut.svg", lambda d: d.replace(b"<path", b"<circle", 1)),
        ("cuts", "cut.svg", lambda d: d.replace(b'Z"', b'"', 1)),
    ],
    "cricut": [
        ("pixels", "blocks/block-01.png", exports.smaller), ("dpi", "blocks/block-01.png", lambda d: exports.redrawn(d, dpi=(72, 72))),
        ("format", "blocks/block-01.png", lambda d: d[:1000]), ("cuts", "cut.dxf", lambda d: b""),
        ("cuts", "cut.svg", lambda d: d.replace(b"#FF0000", b"#00FF00", 1)),
    ],
    "tuckbox": [
        ("page count", "box.pdf", exports.without_last_page), ("page size", "box.pdf", exports.wider_page), ("format", "box.pdf", lambda d: b"%PDF"),
        ("cuts", "box.dxf", lambda d: d.replace(b"CREASE\r\n100", b"CUT\r\n100", 1)), ("cuts", "box.svg", lambda d: b"<svg"),
        ("cuts", "dividers.dxf", lambda d: d.replace(b"LWPOLYLINE", b"POINT", 1)),
        ("cuts", "dividers.svg", lambda d: d.replace(b"210", b"200")),
    ],
    "virtual": [
        ("list", "cards.json", lambda d: b"{"), ("list", "cards.json", lambda d: b"{}"),
        ("list", "cards.json", edited(lambda held: held["cards"][0].pop("row"))),
        ("list", "cards.json", edited(lambda held: held["cards"][0].update(code="RC2"))),
        ("list", "cards.json", edited(lambda held: held["cards"][0].update(row=0, column=1))),
        ("list", TTS, edited(lambda held: held["ObjectStates"][0]["DeckIDs"].pop())),
        ("pixels", "sheet-1.png", exports.smaller), ("pixels", "back.png", lambda d: exports.redrawn(d, lambda i: i.resize((101, 142)))),
        ("format", "sheet-1.png", lambda d: d[:500]), ("file size", "back.png", lambda d: d + bytes(20_000_000)),
    ],
}  # fmt: skip


@pytest.mark.parametrize("kind", FAULTS)
def test_a_file_that_breaks_a_rule_is_found(kind):
    """Each change by itself; and what stays right is not blamed."""
    wrong = []
    for index, (rule, name, change) in enumerate(FAULTS[kind]):
        data = change(files_of(kind)[name])
        assert data != files_of(kind)[name], (index, name)
        if (found := look(kind, {name: data})) != {*rule.split(", ")}:
            wrong.append((index, name, rule, found))
    assert not wrong


def test_what_pictures_and_pages_are_together_is_found():
    files = files_of("mpc")
    for name in ("fronts/030-chit-number.png", "fronts/004-RH1.png", BACK):
        assert look("mpc", {name: None}) == {"files"}
    assert look("mpc", {"fronts/holiday.png": files[FRONT]}) == {"files"}
    swapped = {
        FRONT: None, "fronts/002-RC2.png": None, "fronts/001-RC2.png": files["fronts/002-RC2.png"],
        "fronts/002-RC1.png": files[FRONT],
    }  # fmt: skip
    assert look("mpc", swapped) == {"files"}


def test_a_box_for_other_cards_than_the_manifest_says_is_found():
    """One card more in the same box: its sides are no longer where they should be."""
    codes = json.loads(files_of("tuckbox")["manifest.json"])["facts"]["codes"]
    assert look("tuckbox", {}, codes=[*codes, "RC1"]) == {"cuts"}
    (finding,) = exports.check("tuckbox", exports.unsigned(files_of("tuckbox")))
    assert "nothing says how many cards" in finding["got"]


def test_the_manifest_tells_what_changed():
    files = {name: data for name, data in files_of("mpc").items() if name != "zip"}
    assert exports.rules(exports.check("mpc", files | {"HOW-TO.txt": b"nothing"})) == {"manifest"}
    assert "manifest" in exports.rules(exports.check("mpc", {k: v for k, v in files.items() if k != "HOW-TO.txt"}))
    assert exports.check("printerstudio", files)[0]["rule"] == "profile"
    assert exports.rules(exports.check("mpc", files | {"manifest.json": b"[]"}, *STANDARD)) == {"manifest"}


def test_files_from_elsewhere_are_known_by_their_names_in_any_folder():
    ours = exports.unsigned(files_of("mpc"))
    theirs = {f"my deck/{name.rpartition('/')[2]}": data for name, data in ours.items() if name != "order.xml"}
    assert (
        exports.check("mpc", theirs, *STANDARD) == [] == exports.check("mpc", {"001-RC1.jpg": exports.redrawn(ours[FRONT], format="JPEG", quality=90)}, *STANDARD)
    )  # fmt: skip
    assert exports.rules(
        exports.check("mpc", {name: data for name, data in theirs.items() if "004-" not in name}, *STANDARD)
    ) == {"files"}
    found = exports.check("mpc", theirs | {"copy/back.png": theirs["my deck/back.png"]}, *STANDARD)
    assert [(finding["where"], finding["got"]) for finding in found] == [
        ("my deck/back.png", "there is copy/back.png as well")
    ]
    (pdf,) = (data for name, data in exports.unsigned(files_of("printshop")).items() if name.endswith(".pdf"))
    assert exports.check("printshop", {"cards.pdf": pdf}) == []
    (second,) = exports.check("printshop", {"cards.pdf": pdf, "cards (1).pdf": pdf})
    assert (second["rule"], second["where"], second["got"]) == ("files", "cards.pdf", "one more PDF")
    (unknown,) = exports.check("mpc", {FRONT: b"GIF89a" + bytes(20)}, *STANDARD)
    assert unknown["got"] == "no whole picture (neither PNG nor JPEG)"


@walk(
    "kind, lost", [("silhouette", "cut.dxf"), ("cricut", "cut.svg"), ("virtual", "back.png"), ("tgc", "back/back.png")]
)
def test_a_zip_of_a_folder_without_our_manifest_is_checked_too(kind, lost, tmp_path):
    """As somebody hands it on: the folder itself zipped, and no manifest or how-to in it."""
    files = {f"my deck/{name}": data for name, data in exports.unsigned(files_of(kind)).items() if name != TTS}
    for held, status in ((files, 0), ({k: v for k, v in files.items() if k != f"my deck/{lost}"}, 1)):
        (tmp_path / "deck.zip").write_bytes(exports.zipped(held.items()))
        ran = exports.type_line("export", "--check", tmp_path / "deck.zip", "--for", kind)
        assert ran.status == status, ran.out
    assert f"{lost}: files: missing" in ran.out


def test_a_sheet_of_another_paper_is_found_without_a_manifest():
    files = exports.unsigned(files_of("silhouette"))
    assert exports.check("silhouette", files) == []
    assert exports.rules(
        exports.check("silhouette", files | {"sheets.pdf": exports.wider_page(files["sheets.pdf"])})
    ) == {"page size"}


SIGNS = b'0159.-xe ZMLC\n"<>\xff'


@pytest.mark.parametrize("count", [20, pytest.param(100, marks=pytest.mark.slow)])
def test_one_wrong_sign_anywhere_in_a_cut_file_is_a_finding_or_makes_no_difference(count):
    """One byte changed or cut out: never anything but what the check is for."""
    for name in ("cut.dxf", "cut.svg"):
        chance, data, found = random.Random(name), files_of("silhouette")[name], 0
        for _ in range(count):
            at = chance.randrange(len(data))
            spoiled = data[:at] + (bytes([chance.choice(SIGNS)]) if chance.random() < 0.8 else b"") + data[at + 1 :]
            found += bool(look("silhouette", {name: spoiled}) - {"files"})
        assert found > count / 10


@walk("name, old, new, said", [
    ("cut.dxf", b"\n 10\r\n", b"\n 10\r\n1x", " 10 1 x "), ("cut.svg", b' d="M', b' d="M1.2.3 ', '<path d="M 1.2 .'),
])  # fmt: skip
def test_what_differs_in_a_cut_file_is_shown(name, old, new, said):
    files = files_of("silhouette")
    (finding,) = exports.check("silhouette", exports.changed(files, {name: files[name].replace(old, new)}))
    assert said in finding["got"] and said not in finding["expected"]


@walk("facts", [5, {"codes": 5}, {"codes": [1]}, {"codes": ["RC1"] * 20_000}, {"profile": []}, {"paper": 4, "codes": []},
    {"codes": ["RC1"], "thickness": "40", "paper": "a4", "deck": "full", "copies": 1},
    {"codes": ["RC1"], "thickness": "0.3", "paper": "a9", "deck": "full", "copies": 1},
    {"codes": [], "thickness": "0.3", "paper": "a4", "deck": "pink", "copies": 1}, {"codes": [], "thickness": "0.3", "paper": "a4", "deck": "full"},
])  # fmt: skip
def test_a_manifest_that_somebody_edited_is_no_reason_to_fall_over(facts):
    for name in ("drivethru", *EXPORTS):
        assert exports.check(name, {"manifest.json": json.dumps({"facts": facts, "files": {}}).encode(), "x.png": b"x"})
