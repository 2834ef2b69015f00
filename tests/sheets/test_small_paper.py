"""Paper smaller than what a page was laid out for: the page comes whole, or a sentence says what it needs; never cut off."""

import pytest

from tests.commands import tt
from tests.readers.page_faults import faults_of
from tests.walks import slow_but

PAPERS = ["a5", "half-letter", "4x6in", "130x180", "210x250", "190x297", "120x400"]
LINES = [
    "start", "deck --only RH3,J1,KBQ,chit-color,chit-shape,chit-number,pointers", "deck --only RH3,J1,KBQ --backs fold",
    "deck --only RH3,J1,KBQ --backs duplex --card tarot", "quickref ww3", "quickref casino --large", "scoresheet craziness",
    "scoresheet casino --names Ann,Bo,Cy,Di", "scoresheet six-suit --players 9", "booklet ww3 --format flat", "booklet ww3 --format pocket",
    "calibrate", "deal push-it --players Ann,Bo,Cy --sheet", "deal casino --players Ann,Bo,Cy --sheet",
    "deal craziness --players Ann,Bo,Cy --slips", "deal push-it --players Ann,Bo,Cy --slips",
]  # fmt: skip


# One card, whose margins are narrower than words are high: a part of them lies where some printers do not print.
NARROW = [("4x6in", "fold")]


# each paper comes at least twice; `make test-all` walks every line on every paper
ONE_EACH = [(line, PAPERS[2 * index % len(PAPERS) :][:1]) for index, line in enumerate(LINES)]


@pytest.mark.parametrize(("line", "papers"), slow_but(ONE_EACH, [*ONE_EACH, *((line, PAPERS) for line in LINES)]))
def test_a_page_is_whole_or_refused(capsys, tmp_path, line, papers):
    for paper in papers:
        ran = tt(capsys, *line.split(), "--paper", paper, "--out", tmp_path / paper)
        written = sorted((tmp_path / paper).rglob("*.pdf"))
        if ran.status == 0:
            assert written, (paper, ran.out)
            for path in written if (paper, line.split()[-1]) not in NARROW else ():
                kinds = {fault.kind for fault in faults_of(path.read_bytes())}
                assert not kinds & {"margin", "overlap"}, (paper, path.name)
        else:
            assert written == [] and ran.err.startswith("error: ") and "templates/" not in ran.err, (paper, ran.err)


def test_a_small_paper_has_a_name_and_is_in_no_list(capsys, tmp_path):
    assert "33 sheets of 4" in tt(capsys, "deck", "--paper", "a5", "--out", tmp_path).out
    assert "a5" not in tt(capsys, "list", "papers").out
