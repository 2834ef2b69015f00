"""Every PDF says what it is, in which language and by whom, to programs that read no page."""

import io

import pikepdf
import pypdf
import pytest

from tests.commands import tt

COMMANDS = [
    ("start", "--paper", "a4"),
    ("deck", "--only", "RH3,KBQ", "--backs", "separate", "--paper", "letter"),
    ("quickref", "craziness", "--paper", "a4"),
    ("scoresheet", "ww3", "--names", "Łukasz,Bo & Cy", "--paper", "a4"),
    ("booklet", "craziness", "--format", "pocket", "--paper", "a4"),
    ("deal", "push-it", "--players", "3", "--slips", "--sheet", "--paper", "a4"),
    ("calibrate", "--paper", "letter"),
]


@pytest.mark.parametrize("command", COMMANDS, ids=[command[0] for command in COMMANDS])
def test_a_file_says_what_it_is(capsys, tmp_path, command):
    assert tt(capsys, *command, "--out", tmp_path).status == 0
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
        second = pypdf.PdfReader(io.BytesIO(data)).xmp_metadata
        assert second.dc_title == {"x-default": title} and second.dc_language == ["en-US"]
        assert second.pdf_producer == str(info.Producer)
