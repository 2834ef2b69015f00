"""Names in scripts that our fonts lack. Each is printed as its seat, so that pages look as if those were the names: no box, no missing glyph."""

import io

import pytest
from PIL import Image

from tests.commands import tt
from tests.makers.prints import Printed, print_files
from tests.readers.pdf_marks import read_pages

NAMES = ("Zoë", "美咲", "أحمد", "שרה", "👨\u200d👩\u200d👧")
SEATS = ("Zoë", "Player 2", "Player 3", "Player 4", "Player 5")
LOST = list(zip(NAMES[1:], SEATS[1:], strict=True))
SAID = [f"warning: our fonts can’t draw the name {name}. It is printed as {seat}." for name, seat in LOST]
FREE = [f"warning: our fonts can’t draw the name {name}. There is space to write it by hand." for name, _ in LOST]


def looks(printed: Printed) -> list[object]:
    """What is drawn on each page, and the pixels of a picture."""
    assert printed.ran.status == 0 and printed.files, printed.ran.err
    return [
        [(page.marks, page.texts) for page in read_pages(data)]
        if name.endswith(".pdf")
        else Image.open(io.BytesIO(data)).tobytes()
        for name, data in sorted(printed.files.items(), key=lambda item: item[0].rpartition(".")[2])
    ]


@pytest.mark.parametrize("line", ["push-it --sheet", "craziness --slips"])
def test_deals_say_the_seat(line):
    code = print_files(f"deal {line} --players 5 --json").told["code"]
    made, wanted = (
        print_files("deal", *line.split(), "--code", code, "--players", ",".join(names)) for names in (NAMES, SEATS)
    )
    assert looks(made) == looks(wanted) and set(made.ran.err.splitlines()) <= set(SAID)
    assert "slips" not in line or made.ran.err.splitlines() == SAID


def test_a_lesson_says_the_seat():
    made, wanted = (print_files("deal craziness --lesson --players", ",".join(names[:3])) for names in (NAMES, SEATS))
    assert looks(made) == looks(wanted) and made.ran.err.splitlines() == SAID[:2]


@pytest.mark.parametrize("game", ["craziness", "six-suit", "casino"])
def test_score_sheets_leave_the_place_free(game):
    made = print_files(f"scoresheet {game} --names", ",".join(NAMES))
    wanted = print_files(f"scoresheet {game} --players 5 --names Zoë")
    assert looks(made) == looks(wanted) and made.ran.err.splitlines() == FREE


def test_a_night_says_the_seat_on_paper_and_in_the_picture(capsys, tmp_path):
    made = []
    for number, names in enumerate((NAMES, SEATS)):
        nights = tmp_path / f"{number}.sqlite"
        hand = [f"{name}={points}" for points, name in enumerate(names)]
        for words in (["start", "craziness", *names], ["hand", *hand], ["note", f"{names[1]} brought cake"]):
            assert tt(capsys, "score", *words, "--file", nights).status == 0
        made.append(print_files("score export --pdf --picture --file", nights))
    assert looks(made[0]) == looks(made[1]) and made[0].ran.err.splitlines() == SAID
