"""Files that claim a standard keep the claim, as veraPDF and pikepdf read them."""

import io

import pikepdf
import pytest
from reportlab.lib.colors import CMYKColor

from tests.readers.validators import run_tool
from tests.readers.verapdf import vera
from tt_print.render.canvas import PdfCanvas
from tt_print.render.pdf import _register_fonts
from tt_print.render.standards import OutputIntent, Standards, add_conformance, screen_intent
from tt_print.templates import template_path


def press_intent(subtype: str, embedded: bool = True) -> OutputIntent:
    """Coated offset paper, by its profile or only by its name in the registry."""
    profile = template_path("icc/FOGRA39L_coated.icc").read_bytes() if embedded else None
    return OutputIntent(subtype, "FOGRA39", "Coated FOGRA39L (ISO 12647-2:2004)", profile)


PRESS = Standards((press_intent("GTS_PDFX"), press_intent("GTS_PDFA1")), pdfa="2B", pdfx="PDF/X-4")
OLD_PRESS = Standards((press_intent("GTS_PDFX", embedded=False),), pdfx="PDF/X-1a:2003")
SCREEN = Standards((screen_intent(),), pdfa="2B")


def make_file(standards: Standards | None, word: str = "Heart & <blob>", compressed: int = 1) -> bytes:
    _register_fonts()
    output = io.BytesIO()
    canvas = PdfCanvas(output, (200, 100), invariant=1, initialFontName="atkinson-400", pageCompression=compressed,
                    pdfVersion=(1, 7), lang="en-US")  # fmt: skip
    canvas.setTitle(word)
    canvas.setAuthor("Brian & Co")
    press = standards is not None and standards.pdfx
    canvas.setFillColor(CMYKColor(0, 1, 1, 0)) if press else canvas.setFillColorRGB(1, 0, 0)
    canvas.setTrimBox((9, 9, 191, 91))
    canvas.setBleedBox((0, 0, 200, 100))
    canvas.drawString(20, 20, word)
    canvas.showPage()
    if standards is not None:
        add_conformance(canvas, standards)
    canvas.save()
    return output.getvalue()


@pytest.mark.slow
def test_press_and_screen_files_are_archive_files(tmp_path):
    named = {"press": PRESS, "screen": SCREEN, "nothing": None}
    files = {name: tmp_path / f"{name}.pdf" for name in named}
    for name, standards in named.items():
        files[name].write_bytes(make_file(standards))
        assert run_tool("qpdf", "--check", files[name]).returncode == 0
    found = vera(list(files.values()), "2b")
    assert found[files["press"]] == [] and found[files["screen"]] == []
    failed = {line.split()[1] for line in found[files["nothing"]]}  # the same page without the claims
    assert {"6.1.7.1-2", "6.2.4.3-2", "6.6.2.1-1"} <= failed


def test_a_press_file_says_what_pdf_x_wants():
    with pikepdf.open(io.BytesIO(make_file(PRESS))) as pdf:
        intents = {str(one.S): one for one in pdf.Root.OutputIntents}
        assert set(intents) == {"/GTS_PDFX", "/GTS_PDFA1"}
        shared = {one.DestOutputProfile.objgen for one in intents.values()}
        assert len(shared) == 1 and intents["/GTS_PDFX"].DestOutputProfile.N == 4
        assert intents["/GTS_PDFX"].OutputConditionIdentifier == "FOGRA39"
        with pdf.open_metadata() as xmp:
            assert xmp["{http://www.npes.org/pdfx/ns/id/}GTS_PDFXVersion"] == "PDF/X-4"
            assert xmp["dc:title"] == str(pdf.docinfo.Title) == "Heart & <blob>"
            assert xmp["dc:creator"] == ["Brian & Co"] and xmp["pdf:Trapped"] == "False"
            assert xmp["xmp:CreateDate"].startswith("2000-01-01") and "20000101" in str(pdf.docinfo.CreationDate)
        assert pdf.docinfo.Trapped == "/False"


def test_an_x_1a_file_only_names_its_printing_condition():
    with pikepdf.open(io.BytesIO(make_file(OLD_PRESS))) as pdf:
        (intent,) = pdf.Root.OutputIntents
        assert "/DestOutputProfile" not in intent and intent.OutputConditionIdentifier == "FOGRA39"
        assert pdf.docinfo["/GTS_PDFXVersion"] == "PDF/X-1a:2003"


@pytest.mark.parametrize("standards", [PRESS, OLD_PRESS, SCREEN], ids=["x-4", "x-1a", "screen"])
def test_the_id_tells_files_apart_and_nothing_else(standards):
    def file_id(data: bytes) -> list[bytes]:
        with pikepdf.open(io.BytesIO(data)) as pdf:
            return [bytes(part) for part in pdf.trailer.ID]

    one, again, other = (make_file(standards, word) for word in ("red", "red", "blue"))
    assert one == again and file_id(one) == file_id(again) != file_id(other)
    assert len(set(file_id(one))) == 1


def test_a_file_that_claims_nothing_keeps_its_bytes():
    claiming, plain = make_file(SCREEN, compressed=0), make_file(None, compressed=0)
    assert claiming.count(b"endstream") == claiming.count(b"\nendstream") > 0
    assert plain == make_file(None, compressed=0) and plain.count(b"\nendstream") < plain.count(b"endstream")
