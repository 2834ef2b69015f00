"""`export --check` of files for a press: each fault is found, in our files and in anybody's, and no file takes long or much memory.

The files are broken by pikepdf; reportlab wrote them.
"""

import io
import os
import random
import signal
import subprocess
import sys
import time
import zipfile
import zlib

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name

from tests.commands import ROOT
from tests.makers import press_files as press
from tests.makers.exports import changed, check, resaved, rules, without_fonts
from tests.walks import slow_but, walk
from tt_print.errors import InputError
from tt_print.export.pdf_reading import read_here, read_pdf

X1A, X4 = "drivethru", "printshop"
INK = "1 1 1 1 k"
PLACED = "q 40 0 0 40 90 120 cm /Extra Do Q"


def look(profile, data):
    """What is said of a PDF by itself."""
    return check(profile, {"deck.pdf": data})


BREAKS = [
    ("version", "newer than the standard", X1A, None, {"force_version": "1.6"}),
    ("password", "encrypted", X4, None, {"encryption": pikepdf.Encryption(owner="x", user="secret")}),
    ("password", "encrypted", X4, None, {"encryption": pikepdf.Encryption(owner="x", user="", R=4)}),
    ("standard", "the older PDF/X-1a", X1A, press.info("GTS_PDFXVersion", "PDF/X-1:2001"), {}),
    ("standard", "PDF/X-3", X4, press.metadata(">PDF/X-4<", ">PDF/X-3<"), {}),
    ("standard", "another printing condition", X4, press.intents(lambda pdf, held: [one.update({"/OutputConditionIdentifier": "X"}) for one in held]), {}),
    ("fonts", "not embedded", X4, without_fonts, {}),
    ("page boxes", "no TrimBox", X4, press.without("TrimBox"), {}),
    ("page boxes", "a trim half a millimeter aside", X4, press.moved_box("TrimBox", 1.5, 0, 1.5, 0), {}),
    ("page size", "a page too wide", X4, press.moved_box("MediaBox", 0, 0, 10, 0), {}),
    ("page size", "turned", X4, press.on_page("Rotate", 90), {}),
    ("page count", "a page too few", X4, lambda pdf: pdf.pages.__delitem__(-1), {}),
    ("color space", "a screen's color", X4, press.paint(press.square("1 0 0 rg")), {}),
    ("color space", "a screen's picture", X4, press.paint(PLACED, XObject={"Extra": lambda pdf: press.picture(pdf, 170, (255, 255, 255), ColorSpace=Name.DeviceRGB)}), {}),
    ("color space", "Lab", X4, press.paint(press.square("/Extra cs 50 9 9 scn"), ColorSpace={"Extra": Array([Name.Lab, Dictionary(WhitePoint=[1, 1, 1])])}), {}),
    ("spot colors", "gold", X4, press.paint(press.square("/Extra cs 1 scn"), ColorSpace={"Extra": lambda pdf: press.spot(pdf, "Gold")}), {}),
    ("ink", "240.4 %", X1A, press.paint(press.square("0.6 0.404 0.4 1 k"), 1), {}),
    ("ink", "black on top of 205 %", X4, press.paint(press.square(".65 .7 .7 0 k")), {}),
    ("ink", "a picture", X4, press.paint(PLACED, XObject={"Extra": lambda pdf: press.picture(pdf, 170, Decode=[1, 0] * 4)}), {}),
    ("dpi", "72 dpi", X4, press.paint(PLACED, XObject={"Extra": lambda pdf: press.picture(pdf, 40)}), {}),
]  # fmt: skip


@walk("rule, title, profile, change, save", BREAKS)
def test_a_fault_of_a_press_file_is_found_and_no_other(rule, title, profile, change, save):
    files = press.small_files(profile)
    (name,) = (name for name in files if name.endswith(".pdf"))
    data = resaved(files[name], change or (lambda pdf: None), **save)
    assert rules(check(profile, changed(files, {name: data}))) == {rule}


@pytest.mark.parametrize(("profile", "special"), slow_but([(X1A, {}), (X4, {"cut_line": True})], [
    (X1A, {}), (X1A, {"ink": "low"}), (X4, {"cut_line": True}), (X4, {"order": "one-back", "ink": "low"}), (X4, {"product": "tarot"}),
]))  # fmt: skip
def test_what_we_make_passes_and_so_does_a_copy_that_qpdf_wrote(profile, special):
    files = press.small_files(profile, **special)
    product = ("--product", special["product"]) if "product" in special else ()
    assert (
        check(profile, files, *product) == [] == check(profile, {"deck.pdf": resaved(press.small_pdf(profile, **special))}, *product)
    )  # fmt: skip
    if "cut_line" in special:
        assert rules(check(X4, changed(press.small_files(X4), {}, cut_line=True))) == {
            "spot colors"
        }  # promised, and missed


def test_a_fault_in_a_form_or_a_pattern_is_found():
    """Not only a page's own content counts."""

    def hidden(pdf):
        form = pdf.make_stream(press.square(INK).encode(), Type=Name.XObject, Subtype=Name.Form, BBox=[0, 0, 99, 99])
        press.paint("/Extra Do", XObject={"Extra": form})(pdf)

    assert rules(look(X4, resaved(press.small_pdf(X4), hidden))) == {"ink"}


def test_a_picture_of_sixteen_bits_a_color_with_little_ink_passes():
    light = press.paint(
        PLACED, XObject={"Extra": lambda pdf: press.picture(pdf, 170, (90, 255) * 4, BitsPerComponent=16)}
    )
    assert look(X1A, resaved(press.small_pdf(X1A), light)) == []


def test_a_card_in_the_back_order_needs_two_pages():
    data = resaved(press.small_pdf(X1A), lambda pdf: pdf.pages.__delitem__(-1))
    assert [finding["expected"] for finding in look(X1A, data)] == ["an even number, a front and a back a card"]


def test_another_process_reads_the_same():
    data = press.small_pdf(X4)
    assert read_pdf(data) == read_here(data)
    with pytest.raises(InputError, match="it cannot be read as a PDF"):
        read_pdf(b"%PDF-1.4\n")


@walk("data", [b"", b"%PDF-1.4\n", b"no PDF at all", b"\x89PNG\r\n"])
def test_what_is_no_pdf_is_said_to_be_none(data):
    assert rules(look(X1A, data)) == {"format"}


def test_damaged_files_are_judged_and_never_crash():
    chance, whole = random.Random(8), press.small_pdf(X1A)
    unreadable = 0
    for _ in range(6):
        data = bytearray(whole)
        if chance.random() < 0.3:
            data = data[: chance.randrange(len(data))]
        for _ in range(chance.randrange(1, 30)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        unreadable += "format" in rules(look(X1A, bytes(data)))
    assert unreadable < 6


def packed(data, **keys):
    """A PDF of one page with a stream that unpacks to `data`."""
    pdf = pikepdf.new()
    pdf.add_blank_page(page_size=(195.59, 266.46))
    stream = pdf.make_stream(b"", **keys)
    stream.write(zlib.compress(data, 9), filter=Name.FlateDecode)
    pdf.pages[0].Contents = stream
    output = io.BytesIO()
    pdf.save(output, stream_decode_level=pikepdf.StreamDecodeLevel.none, compress_streams=False)
    return output.getvalue()


def nested_forms(with_picture):
    """Twenty forms, each of which draws the next one eight times."""
    pdf = pikepdf.new()
    pdf.add_blank_page(page_size=(195.59, 266.46))
    inner = pdf.make_stream(b"0 0 0 1 k", Type=Name.XObject, Subtype=Name.Form, BBox=[0, 0, 9, 9])
    for _ in range(20):
        outer = pdf.make_stream(b"/F Do " * 8, Type=Name.XObject, Subtype=Name.Form, BBox=[0, 0, 9, 9])
        outer.Resources, inner = Dictionary(XObject=Dictionary(F=inner)), outer
    held = {"/F": inner} | ({"/P": press.picture(pdf, 4)} if with_picture else {})
    pdf.pages[0].Resources, pdf.pages[0].Contents = Dictionary(XObject=Dictionary(held)), pdf.make_stream(b"/F Do")
    output = io.BytesIO()
    pdf.save(output)
    return output.getvalue()


def bomb(ending):
    """Nine files of 63 MB of nothing, in 570 KB."""
    output = io.BytesIO()
    with zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for number in range(9):
            archive.writestr(f"{number:03}-RC1.{ending}", bytes(63_000_000))
    return output.getvalue()


def nested_svg(count):
    head = b'<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9">'
    return head + b"<g>" * count + b"</g>" * count + b"</svg>"


HOSTILE = {
    "forms.pdf": (X4, lambda: nested_forms(False)), "forms-and-picture.pdf": (X4, lambda: nested_forms(True)),
    "unpacks.pdf": (X4, lambda: packed(bytes(300_000_000))), "digits.pdf": (X4, lambda: packed(b"1" * 26 * 2_000_000)),
    "brackets.pdf": (X4, lambda: packed(b"(" * 70_000_000)), "bomb.zip": ("mpc", lambda: bomb("png")),
    "bomb-of-pdfs.zip": (X4, lambda: bomb("pdf")), "cut.svg": ("silhouette", lambda: nested_svg(2_000_000)),
    "one/cut.svg": ("silhouette", lambda: nested_svg(280_000)),
}  # fmt: skip
LIMITED = (
    "import resource, sys; resource.setrlimit(resource.RLIMIT_DATA, (400_000_000,) * 2);"
    "import runpy; runpy.run_module('tt_print', run_name='__main__')"
)


@pytest.mark.parametrize("name", [
    pytest.param(name, marks=[] if name in ("forms.pdf", "one/cut.svg") else pytest.mark.slow) for name in HOSTILE
])  # fmt: skip
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the memory of a process so")
def test_no_file_takes_long_or_much_memory(tmp_path, name):
    """Half a minute and 500 MB at most, the process that reads a PDF included, and a finding or an error in words."""
    profile, make = HOSTILE[name]
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(make())
    command = [sys.executable, "-c", LIMITED, "export", "--check", path, "--for", profile]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=40, cwd=ROOT, check=False)
    assert ran.returncode in (1, 2) and "Traceback" not in ran.stderr and (ran.stdout or ran.stderr), ran.stderr


@pytest.mark.slow
def test_ctrl_c_ends_a_check_and_what_reads_for_it(tmp_path):
    path = tmp_path / "brackets.pdf"
    path.write_bytes(HOSTILE["brackets.pdf"][1]())
    start = "import signal, runpy; signal.signal(signal.SIGINT, signal.default_int_handler); runpy.run_module('tt_print', run_name='__main__')"
    running = subprocess.Popen(
        [sys.executable, "-c", start, "export", "--check", path, "--for", X4], cwd=tmp_path, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    time.sleep(2)
    running.send_signal(signal.SIGINT)
    began = time.monotonic()
    _, said = running.communicate(timeout=20)
    assert (running.returncode, time.monotonic() - began < 3) == (130, True) and said.startswith("Stopped.")
