"""What is looked at before an export is handed over: files missing, too many, cut short, or of a wrong size."""

import io

import pikepdf
import pytest
from PIL import Image

from tests.makers.exports import job, made, redrawn
from tt_print.export.expected import compare, read_file
from tt_print.export.kinds import find_kind
from tt_print.export.make import HOW_TO_NAME, MANIFEST_NAME

EXPORTS = {
    "mpc": {"deck": "west"}, "printshop": {"deck": "west"}, "silhouette": {"deck": "west", "paper": "letter"},
    "cricut": {"deck": "west"}, "tuckbox": {"paper": "a4"},
    "virtual": {"deck": "west", "max_px": 1024, "url": "https://example.org/topper"},
}  # fmt: skip


def look(profile, **changes):
    """The rules that an export breaks with some files changed, added, or taken away (None)."""
    one = job(profile, **EXPORTS[profile])
    files = {name: data for name, data in made(profile, **EXPORTS[profile]).files.items()
             if name not in (MANIFEST_NAME, HOW_TO_NAME)}  # fmt: skip
    files = {name: data for name, data in (files | changes).items() if data is not None}
    kind, facts = find_kind(one.profile), one.facts()
    found = {name: read_file(name, data, ours=True) for name, data in files.items()}
    wanted = kind.expected_files(one.profile, one.product, facts, files)
    found = compare(wanted, found, one.profile, ours=True)
    return {(finding.rule, finding.where) for finding in found}


def names(profile):
    return [name for name in made(profile, **EXPORTS[profile]).files if name not in (MANIFEST_NAME, HOW_TO_NAME)]


@pytest.mark.parametrize("profile", EXPORTS)
def test_what_is_written_is_what_was_planned(profile):
    assert look(profile) == set()


@pytest.mark.parametrize("profile", EXPORTS)
def test_a_file_too_many_or_too_few_is_not_handed_over(profile):
    assert look(profile, **{"notes.txt": b"x"}) == {("files", "notes.txt")}
    for name in names(profile):
        where = "*.pdf" if profile == "printshop" else name
        assert (
            ("files", "deck.tts.json") if name == "deck.tts.json" else ("files", where) in look(profile, **{name: None})
        )


@pytest.mark.parametrize("profile", EXPORTS)
def test_a_file_that_is_cut_short_is_not_handed_over(profile):
    files = made(profile, **EXPORTS[profile]).files
    for name in names(profile):
        for data in (b"", files[name][: len(files[name]) // 2]):
            if data and name.endswith(".json"):
                continue  # text: whether it makes sense is for whoever reads it
            assert {where for _, where in look(profile, **{name: data})} == {name}, (name, len(data))


def without_last_page(data):
    with pikepdf.open(io.BytesIO(data)) as pdf:
        del pdf.pages[-1]
        output = io.BytesIO()
        pdf.save(output)
    return output.getvalue()


def wider_page(data):
    with pikepdf.open(io.BytesIO(data)) as pdf:
        left, bottom, right, top = (float(v) for v in pdf.pages[0].mediabox)
        pdf.pages[0].mediabox = [left, bottom, right + 1, top]
        output = io.BytesIO()
        pdf.save(output)
    return output.getvalue()


@pytest.mark.parametrize(("profile", "name", "change", "rule"), [
    ("mpc", "fronts/001-RC1.png", lambda d: redrawn(d, lambda i: i.crop((0, 0, i.width - 1, i.height))), "pixels"),
    ("mpc", "back/back.png", lambda d: d + bytes(32_000_000), "file size"),
    ("printshop", "printshop-standard-west.pdf", without_last_page, "page count"),
    ("printshop", "printshop-standard-west.pdf", wider_page, "page size"),
    ("silhouette", "sheets.pdf", without_last_page, "page count"),
    ("silhouette", "cut.svg", lambda d: d.replace(b"279.4", b"280.4"), "cut page"),
    ("silhouette", "cut.dxf", lambda d: d.replace(b"LWPOLYLINE", b"POINT", 1), "cuts"),
    ("cricut", "blocks/block-01.png", lambda d: redrawn(d, lambda i: i.resize((10, 30))), "pixels"),
    ("tuckbox", "box.pdf", wider_page, "page size"),
    ("tuckbox", "dividers.dxf", lambda d: d.replace(b"LWPOLYLINE", b"POINT", 1), "cuts"),
    ("virtual", "sheet-1.png", lambda d: redrawn(d, lambda i: Image.new("RGB", (1020, 993))), "pixels"),
])  # fmt: skip
def test_a_file_of_a_wrong_size_is_not_handed_over(profile, name, change, rule):
    changed = change(made(profile, **EXPORTS[profile]).files[name])
    assert rule in {found for found, _ in look(profile, **{name: changed})}
