"""Every PDF says what it is, in which language and by whom, to programs that read no page; and none points at a file that only
a checkout of the program has."""

import io
import re
import tomllib

import pikepdf
import pypdf
import pytest

from tests.commands import ROOT, tt
from tt_print.templates import templates_folder


@pytest.mark.parametrize("command", [
    "start", "deck --only RH3,KBQ --backs separate", "quickref craziness", "scoresheet ww3 --names Łukasz,Bo&Cy", "booklet craziness --format pocket",
    "deal push-it --players 3 --slips --sheet", "calibrate",
])  # fmt: skip
def test_a_file_says_what_it_is(capsys, tmp_path, command):
    assert tt(capsys, *command.split(), "--paper", "letter", "--out", tmp_path).status == 0
    paths = sorted(tmp_path.rglob("*.pdf"))
    assert paths
    for path in paths:
        data = path.read_bytes()
        with pikepdf.open(io.BytesIO(data)) as pdf, pdf.open_metadata(set_pikepdf_as_editor=False) as xmp:
            info = pdf.docinfo
            title = str(info.Title)
            assert xmp["dc:title"] == title and len(title) > 15
            assert xmp["dc:language"] == {str(pdf.Root.Lang)} == {"en-US"}
            assert xmp["dc:creator"] == [str(info.Author)] and "Brian Ciesicki" in str(info.Author)
            assert xmp["pdf:Producer"] == str(info.Producer) and xmp["xmp:CreatorTool"].startswith("tt_print ")
            assert xmp["xmp:CreateDate"] == "2000-01-01T00:00:00+00:00"
            shown = pdf.Root.ViewerPreferences
            assert shown.PrintScaling == "/None" and shown.DisplayDocTitle, "a print dialog is told true size"
            assert not command.startswith("deal") or shown.Duplex == "/Simplex"
            sides = sorted(map(float, pdf.pages[0].mediabox[2:]))
            assert sides == [612, 792] or path.stem.endswith("-read"), "Letter, in points"
        second = pypdf.PdfReader(io.BytesIO(data)).xmp_metadata
        assert second.dc_title == {"x-default": title} and second.dc_language == ["en-US"]
        assert second.pdf_producer == str(info.Producer)


def texts_of(value):
    """Every text in plain data, keys and values."""
    if isinstance(value, dict):
        return [*value, *(text for inner in value.values() for text in texts_of(inner))]
    if isinstance(value, list):
        return [text for inner in value for text in texts_of(inner)]
    return [value] if isinstance(value, str) else []


def test_no_page_points_at_what_only_a_checkout_has():
    """Who installed the program with pip has its command, and neither its documents nor its folder."""
    ours = "|".join(re.escape(path.name) for path in ROOT.iterdir() if path.suffix in (".md", ".toml", ".cmd"))
    kept = re.compile(rf"\b(docs|tests|templates)/|\./tt-print|\b({ours}|Makefile)\b|\bmake (build|test|site)\b|\.py\b")
    found, walked = [], 0
    for path in sorted(templates_folder().rglob("*")):
        if path.suffix not in (".toml", ".md") or path.parent.name in ("licenses", "fonts", "icc", "site"):
            continue
        text = path.read_text(encoding="utf-8")
        data = path.suffix == ".toml" and path.parent.name != "new"  # those in new are texts, with names to fill in
        texts = texts_of(tomllib.loads(text)) if data else re.sub(r"\{include [^}]*\}", "", text).splitlines()
        walked += len(texts)
        found += [(path.name, each[:80]) for each in texts if kept.search(each)]
    assert not found and walked > 4000
