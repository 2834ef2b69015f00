"""Cut files that a slip of the disk or of the keyboard has spoiled."""

from __future__ import annotations

import random

import pytest

from tt_print.drawing.outline import rounded
from tt_print.errors import InputError
from tt_print.export.cut_files import write_cuts
from tt_print.export.cut_reading import compare_cuts, read_dxf, read_svg

SIZE = (210.0, 297.0)
CUTS = [rounded(20.0, 30.0, 63.0, 88.0, 3.0), rounded(90.0, 30.0, 63.0, 88.0, 3.0)]
FILES = write_cuts(CUTS, *SIZE, "Two cards")
SIGNS = b'0159.-xe ZMLC\n"<>\xff'


def test_two_cards_are_two_cuts_in_both_files():
    assert [compare_cuts(name, data, CUTS, SIZE, 0.01) for name, data in FILES.items()] == [[], []]


@pytest.mark.parametrize("name", sorted(FILES))
def test_one_wrong_sign_anywhere_is_a_finding_or_makes_no_difference(name):
    """300 files, each with one byte changed or one cut out: never anything but what the check is for."""
    rng = random.Random(name)
    data, found = FILES[name], 0
    for _ in range(300):
        at = rng.randrange(len(data))
        spoiled = data[:at] + (bytes([rng.choice(SIGNS)]) if rng.random() < 0.8 else b"") + data[at + 1 :]
        found += bool(compare_cuts(name, spoiled, CUTS, SIZE, 0.01))
    assert found > 30


def test_a_number_that_is_none_is_told_in_a_sentence():
    with pytest.raises(InputError, match="^no readable DXF file$"):
        read_dxf(FILES["cut.dxf"].replace(b"\n 10\r\n", b"\n 10\r\n1x"), SIZE[1])
    with pytest.raises(InputError, match="^no readable SVG file with its size in mm"):
        read_svg(FILES["cut.svg"].replace(b' d="M', b' d="M1.2.3 ', 1))
