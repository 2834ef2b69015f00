"""Preflight for a press: files that tt-print makes pass every rule, and each rule refuses a file that breaks it.

The files are broken by pikepdf and judged by pypdf and pdfium; reportlab wrote them.
"""

from __future__ import annotations

import random
from dataclasses import replace

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name

from tests.press_files import (
    Break,
    both,
    findings,
    fonts,
    info,
    intents,
    metadata,
    moved_box,
    on_page,
    paint,
    picture,
    resave,
    root,
    small_pdf,
    spot,
    square,
    swap,
    without,
)
from tt_print.export import press
from tt_print.export.job import Choices, make_job
from tt_print.preflight.findings import press_rules
from tt_print.preflight.folder import read_facts
from tt_print.preflight.paint import Color, Paint
from tt_print.preflight.press import check, ink_coverage, read_moment
from tt_print.templates import template_path

X1A, X4 = "drivethru", "printshop"
LINE = (("cut_line", True),)
OVER = "/Over11 gs"
INK = "1 1 1 1 k"
SHADING = Dictionary(ShadingType=2, ColorSpace=Name.DeviceCMYK, Coords=[0, 0, 9, 9],
                     Function=Dictionary(FunctionType=2, Domain=[0, 1], C0=[0, 0, 0, 0], C1=[1, 0, 0, 0], N=1))  # fmt: skip
PLACED = "q 40 0 0 40 90 120 cm /Extra Do Q"
NO_OBJECT_STREAMS = {"object_stream_mode": pikepdf.ObjectStreamMode.generate}
AS_IT_IS = {"stream_decode_level": pikepdf.StreamDecodeLevel.none, "compress_streams": False}


def drop(held, *keys):
    for key in keys:
        del held[key]


def second_profile(pdf, held):
    held[1].DestOutputProfile = pdf.make_stream(held[0].DestOutputProfile.read_bytes(), N=4)


def screen_profile(pdf, held):
    profile = pdf.make_stream(template_path("icc/sRGB.icc").read_bytes(), N=3)
    for one in held:
        one.DestOutputProfile = profile


def annotated(rect):
    return lambda pdf: Array([pdf.make_indirect(Dictionary(Type=Name.Annot, Subtype=Name.Square, Rect=rect))])


def replaced(old: bytes, new: bytes, data: bytes) -> bytes:
    assert old in data
    return data.replace(old, new)


def rewritten(old: bytes, new: bytes, page: int = 0):
    """In a page's operators."""

    def change(pdf):
        contents = pdf.pages[page].Contents
        contents.write(replaced(old, new, contents.read_bytes()))

    return change


def with_states(**entries):
    return {"ExtGState": {"Extra": Dictionary(**entries)}}


BREAKS = [
    # The file
    Break("version", "newer than the standard", profile=X1A, save={"force_version": "1.6"}),
    Break("version", "newer than the standard", save={"force_version": "1.7"}),
    Break("encryption", "encrypted", save={"encryption": pikepdf.Encryption(owner="x", user="", R=3, aes=False, metadata=False)}),
    Break("file_id", "no ID", rewrite=lambda data: replaced(b"/ID ", b"/XD ", data)),
    Break("claim", "no PDF/X-1a", lambda pdf: drop(pdf.trailer.Info, "/GTS_PDFXVersion"), X1A),
    Break("claim", "the older PDF/X-1a", info("GTS_PDFXVersion", "PDF/X-1:2001"), X1A),
    Break("claim", "PDF/X-3", metadata(">PDF/X-4<", ">PDF/X-3<")),
    Break("claim", "no PDF/A", metadata("<pdfaid:part>2</pdfaid:part>", "")),
    Break("intent", "two printing conditions", lambda pdf: pdf.Root.OutputIntents.append(pdf.Root.OutputIntents[0])),
    Break("intent", "no printing condition", lambda pdf: drop(pdf.Root, "/OutputIntents"), X1A),
    Break("intent", "another printing condition", intents(lambda pdf, held: held[0].update({"/OutputConditionIdentifier": "FOGRA51"}))),
    Break("intent", "none for PDF/A", lambda pdf: drop(pdf.Root.OutputIntents, 1)),
    Break("profile", "none held", intents(lambda pdf, held: drop(held[0], "/DestOutputProfile"))),
    Break("profile", "a screen's", intents(screen_profile)),
    Break("profile", "two", intents(second_profile)),
    Break("profile", "an unknown registry", intents(lambda pdf, held: held[0].update({"/RegistryName": "http://a.example"})), X1A),
    Break("trapped", "unknown", info("Trapped", Name.Unknown)),
    Break("trapped", "unknown", info("Trapped", Name.Unknown), X1A),
    Break("trapped", "two answers", metadata("<pdf:Trapped>False", "<pdf:Trapped>True")),
    Break("info", "no title", both(lambda pdf: drop(pdf.trailer.Info, "/Title"), lambda pdf: drop(pdf.Root, "/Metadata")), X1A),
    Break("info agreement", "no date", lambda pdf: drop(pdf.trailer.Info, "/ModDate")),
    Break("agreement", "two titles", info("Title", "Something else")),
    Break("agreement", "two dates", info("CreationDate", "D:20200101000000+00'00'")),
    Break("agreement", "two time zones", info("ModDate", "D:20000101000000+01'00'")),
    Break("agreement", "no name of the document", metadata("xmpMM:DocumentID", "xmpMM:Other")),
    Break("agreement", "no version of the document", metadata("<xmpMM:VersionID>1", "<xmpMM:VersionID>")),
    Break("agreement claim trapped", "no metadata at all", lambda pdf: drop(pdf.Root, "/Metadata")),
    Break("fonts", "not embedded", fonts(lambda held: drop(held, "/FontFile2"))),
    Break("fonts", "not embedded", fonts(lambda held: drop(held, "/FontFile2")), X1A),
    Break("actions", "a script at the start", root("OpenAction", lambda pdf: Dictionary(S=Name.JavaScript, JS="app.beep()"))),
    Break("actions", "a link to run", root("Outlines", lambda pdf: Dictionary(First=Dictionary(A=Dictionary(S=Name.URI, URI="x"))))),
    Break("actions", "a form", root("AcroForm", lambda pdf: Dictionary(Fields=Array()))),
    Break("actions", "attached files", root("Names", lambda pdf: Dictionary(EmbeddedFiles=Dictionary(Names=Array())))),
    Break("actions", "an action of a page", on_page("AA", Dictionary(O=Dictionary(S=Name.Named, N=Name.NextPage)))),
    Break("actions", "layers", root("OCProperties", lambda pdf: Dictionary(OCGs=Array(), D=Dictionary())), X1A),
    Break("streams", "LZW", root("Extra", lambda pdf: pdf.make_stream(b"\x80\x0b\x60", Filter=Name.LZWDecode)), save=AS_IT_IS),
    Break("streams", "JPEG 2000", root("Extra", lambda pdf: pdf.make_stream(b"x", Filter=Name.JPXDecode)), X1A),
    Break("streams", "another file", root("Extra", lambda pdf: pdf.make_stream(b"", F="other.pdf"))),
    Break("streams version", "compressed objects", profile=X1A, save=NO_OBJECT_STREAMS),
    Break("device", "a transfer curve", paint("/Extra gs", **with_states(TR=Dictionary(FunctionType=2, Domain=[0, 1], N=2)))),
    Break("device", "a halftone", paint("/Extra gs", 1, **with_states(HT=Dictionary(HalftoneType=1))), X1A),
    Break("device", "PostScript", root("Extra", lambda pdf: pdf.make_stream(b"x", Type=Name.XObject, Subtype=Name.PS))),
    # Boxes
    Break("boxes", "no TrimBox", without("TrimBox")),
    Break("boxes", "no BleedBox", without("BleedBox"), X1A),
    Break("boxes", "an ArtBox too", moved_box("ArtBox", 9, 9, -9, -9), X1A),
    Break("boxes", "a CropBox that cuts the bleed off", moved_box("CropBox", 4)),
    Break("boxes size", "a BleedBox inside the TrimBox", moved_box("BleedBox", 12)),
    Break("boxes size", "a BleedBox beyond the page", moved_box("BleedBox", 0, -5)),
    Break("size", "a page too wide", moved_box("MediaBox", 0, 0, 10, 0)),
    Break("size", "a page cut off", both(moved_box("MediaBox", 9, 9, -9, -9), moved_box("BleedBox", 9, 9, -9, -9)), X1A),
    Break("size", "a trim half a millimeter aside", moved_box("TrimBox", 1.5, 0, 1.5, 0)),
    Break("size", "a trim too small", moved_box("TrimBox", 1, 1, -1, -1), X1A),
    Break("upright", "turned", on_page("Rotate", 90)),
    Break("upright", "scaled", on_page("UserUnit", 2)),
    # Inks
    Break("resources", "a state that the page has not", paint("/Nope gs")),
    Break("resources", "a picture that the page has not", paint("/Nope Do", 1), X1A),
    Break("resources", "a color that the page has not", paint("/Nope cs 1 scn")),
    Break("colors", "a screen's color", paint(square("1 0 0 rg"))),
    Break("colors", "a screen's color", paint(square("1 0 0 rg"), 1), X1A),
    Break("colors", "Lab", paint(square("/Extra cs 50 9 9 scn"), ColorSpace={"Extra": Array([Name.Lab, Dictionary(WhitePoint=[1, 1, 1])])})),
    Break("colors ink", "a screen's picture", paint(PLACED, XObject={"Extra": lambda pdf: picture(pdf, 170, ColorSpace=Name.DeviceRGB)})),
    Break("plates", "gold", paint(square("/Extra cs 1 scn"), ColorSpace={"Extra": lambda pdf: spot(pdf, "Gold")})),
    Break("plates safe", "a cut line where none is wanted",
          paint("/Extra CS 1 SCN 9 9 180 252 re S", 1, ColorSpace={"Extra": lambda pdf: spot(pdf, "CutContour")}), X1A),
    Break("plates", "an area in the cut line's color", paint(f"{OVER} " + square("/CutContour cs 1 scn"), ColorSpace={}), special=LINE),
    Break("plates", "a cut line that knocks out", paint("/Over00 gs /CutContour CS 1 SCN 8.504 8.504 178.583 249.449 re S"), special=LINE),
    Break("plates", "a cut line beside the trim", paint(f"{OVER} /CutContour CS 1 SCN 9.5 8.504 178.583 249.449 re S"), special=LINE),
    Break("plates safe", "white instead of a cut line", rewritten(b"/Over01 gs /CutContour CS 1 SCN", b"/Over00 gs 0 0 0 0 K"), special=LINE),
    Break("ink", "240.4 %", paint(square("0.6 0.404 0.4 1 k"), 1), X1A),
    Break("ink", "four full inks", paint(square(INK))),
    Break("ink", "black on top of 205 %", paint(f"/Over00 gs {square('.65 .7 .7 0 k')} {OVER} {square('0 0 0 1 k', 96)}")),
    Break("ink", "a picture", paint(PLACED, XObject={"Extra": lambda pdf: picture(pdf, 170, Decode=[1, 0] * 4)})),
    Break("ink", "a shading", paint("q 90 120 5 5 re W n /Extra sh Q", Shading={"Extra": SHADING})),
    Break("ink", "blending", paint("q /Extra gs " + square("1 0 0 0 k") + " Q", **with_states(ca=0.5))),
    Break("transparency", "a pale state", paint("q /Extra gs " + square("1 0 0 0 k") + " Q", 1, **with_states(ca=0.5)), X1A),
    Break("transparency", "multiplied", paint("q /Extra gs " + square("1 0 0 0 k") + " Q", 1, **with_states(BM=Name.Multiply)), X1A),
    Break("transparency", "a group", on_page("Group", Dictionary(S=Name.Transparency, CS=Name.DeviceCMYK)), X1A),
    Break("white", "overprinting", paint(f"{OVER} {square('0 0 0 0 k')}")),
    Break("pictures", "72 dpi", paint(PLACED, XObject={"Extra": lambda pdf: picture(pdf, 40)})),
    Break("pictures ink", "an inline picture", paint("q 40 0 0 40 90 120 cm BI /W 1 /H 1 /BPC 8 /CS /G ID \x7f EI Q", 1), X1A),
    # Pages
    Break("annotations", "a note on the card", on_page("Annots", annotated([80, 80, 120, 120]))),
    Break("count order", "a page too few", lambda pdf: pdf.pages.__delitem__(-1)),
    Break("count order", "a page twice", lambda pdf: pdf.pages.append(pdf.pages[0]), X1A),
    Break("order", "front before back", swap(0, 1), X1A),
    Break("order", "back before front", swap(2, 3)),
    Break("cards", "two cards changed places", swap(1, 3), X1A),
    Break("cards", "two cards changed places", swap(0, 4)),
    Break("cards", "a chit in a card's place", swap(0, 6)),
    Break("order", "another back", paint(square("1 0 0 0 k"), 3)),
    Break("bleed", "backs that end at the trim on one side", both(*(paint("0 0 0 0 k 0 0 8.5 300 re f", i) for i in (1, 3, 5, 7)))),
    Break("bleed", "backs with a solid edge", both(*(paint("1 0 0 0 k 0 0 8.5 300 re f", i) for i in (0, 2, 4, 6))), X1A),
    Break("bleed", "paper under a front that ends too early", rewritten(b"69 0 l 69 94 l", b"68 0 l 68 94 l", 6)),
    Break("safe", "ink beside the trim", paint(square("0 0 0 1 k", 12, 100))),
    Break("safe", "ink beside the trim", paint(square("0 0 0 1 k", 12, 100), 1), X1A),
    Break("safe", "ink in the bleed, beside a cut line", paint(square("0 0 0 1 k", 2, 100)), special=LINE),
]  # fmt: skip


@pytest.fixture(params=BREAKS, ids=lambda broken: f"{broken.rules.split()[0]}: {broken.id}")
def broken(request) -> Break:
    return request.param


def rules_of(found) -> set[str]:
    names = {f"{words.number} {words.title}": name for name, words in press_rules().items()}
    return {names.get(finding.rule, finding.rule) for finding in found}


def test_a_broken_file_breaks_the_rule_and_no_other(broken):
    found = findings(broken.profile, broken.broken(), **dict(broken.special))
    assert rules_of(found) == set(broken.rules.split()), [str(finding) for finding in found]


def test_every_rule_is_broken_at_least_once():
    assert {name for broken in BREAKS for name in broken.rules.split()} == set(press_rules())


def test_rules_are_numbered_from_one_without_a_gap():
    assert [words.number for words in press_rules().values()] == list(range(1, len(press_rules()) + 1))


@pytest.mark.parametrize("known", [True, False], ids=["known", "a stranger's"])
@pytest.mark.parametrize(("profile", "special"), [
    (X1A, {}), (X1A, {"ink_style": "low"}), (X4, {}), (X4, {"cut_line": True}), (X4, {"order": "one-back"}),
    (X4, {"order": "fronts-then-backs", "cut_line": True}), (X4, {"ink_style": "low"}), (X4, {"product": "bridge"}),
    (X4, {"product": "tarot", "cut_line": True}), (X4, {"product": "poker", "indices": 2}),
])  # fmt: skip
def test_what_we_make_passes_all_of_them(profile, special, known):
    data = small_pdf(profile, **special)
    assert findings(profile, data, known, **special) == []
    assert findings(profile, resave(data), known, **special) == []  # written again by qpdf: the breaks start from here


def test_one_profile_refuses_the_file_of_the_other():
    assert {"version", "claim", "intent", "size"} <= rules_of(findings(X1A, small_pdf(X4), known=False))
    assert {"claim", "intent", "profile", "size"} <= rules_of(findings(X4, small_pdf(X1A), known=False))


def test_copies_of_a_deck_pass_too():
    job = make_job(Choices("printshop", deck="west", chits=False, copies=2))
    job = replace(job, fronts=job.fronts[:2] + job.fronts[27:29])
    assert [front.code for front in job.fronts] == ["RC1", "RC2"] * 2
    assert check(job.profile, job.product, press.write(job, None), job.facts()) == []


@pytest.mark.parametrize(
    "facts", [{"codes": 5}, {"codes": ["RC1", None]}, {"order": "sideways"}, {"order": ["x"]}, {"cut_line": "no"}]
)
def test_facts_that_make_no_sense_are_not_believed(facts):
    job = make_job(Choices("printshop"))
    found = check(job.profile, job.product, {"deck.pdf": small_pdf(X4, cut_line=True)}, read_facts(facts))
    assert found == []


def test_the_right_page_of_another_product_is_recognized():
    (finding,) = findings(X4, small_pdf(X4, product="bridge"), known=False)
    assert (
        "the page is 63.15 x 94.9 mm, right for --product bridge" in finding.actual and "69 x 94 mm" in finding.expected
    )


def test_a_fault_on_all_pages_is_told_once():
    def turn(pdf):
        for page in pdf.pages:
            page.obj.Rotate = 90

    (finding,) = findings(X4, resave(small_pdf(X4), turn))
    assert finding.where == "page 1 and 7 more" and "turned by 90 degrees" in finding.actual


@pytest.mark.parametrize(
    "data", [b"", b"%PDF-1.4\n", b"no PDF at all", b"\x89PNG\r\n"], ids=["empty", "header", "text", "picture"]
)
def test_what_is_no_pdf_is_said_to_be_none(data):
    (finding,) = findings(X1A, data)
    assert finding.rule == "readable" and "cannot be read as a PDF" in finding.actual


def test_modern_encryption_is_named_too():
    data = resave(small_pdf(X4), encryption=pikepdf.Encryption(owner="x", user="secret"))
    (finding,) = findings(X4, data)
    assert "must have no password" in finding.actual


def test_damaged_files_are_judged_and_never_crash():
    """30 files with a few bytes changed or the end cut off: a finding or none, and no error."""
    chance, whole = random.Random(8), small_pdf(X1A)
    unreadable = 0
    for _ in range(30):
        data = bytearray(whole)
        if chance.random() < 0.3:
            data = data[: chance.randrange(len(data))]
        for _ in range(chance.randrange(1, 30)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        unreadable += "readable" in rules_of(findings(X1A, bytes(data)))
    assert 0 < unreadable < 30


# The bound on ink, by hand


def flat(*parts: float, over: bool = False) -> Paint:
    return Paint("fill", Color("DeviceCMYK", parts), None, over, 1)


@pytest.mark.parametrize(("paints", "most"), [
    ([flat(0.6, 0.4, 0.4, 1)], 240),
    ([flat(0.98, 0.84, 0, 0.01), flat(0, 0, 0, 1)], 183),  # black knocks out: blue alone is the fullest
    ([flat(0.98, 0.84, 0, 0.01), flat(0, 0, 0, 1, over=True)], 282),  # 98 + 84 + 100
    ([flat(0.6, 0, 0, 0), flat(0, 0.5, 0, 0, over=True), flat(0, 0, 0.4, 0, over=True)], 150),
    ([flat(0, 0, 0, 1, over=True)], 100),
    ([flat(0.2, 0, 0, 0), flat(0.9, 0, 0, 0, over=True)], 90),  # the same ink is laid once
])  # fmt: skip
def test_the_fullest_place_is_worked_out_as_a_printer_would(paints, most):
    assert ink_coverage(paints).percent == pytest.approx(most)


def test_dates_are_compared_and_not_their_spelling():
    assert read_moment("D:20000101000000+00'00'") == read_moment("2000-01-01T00:00:00Z") == "20000101000000+0000"
    assert read_moment("D:20261121080910-05'00'") == read_moment("2026-11-21T08:09:10-05:00")
    assert read_moment("D:20000101000000+01'00'") != read_moment("2000-01-01T00:00:00+00:00")
