"""Nothing of the program stands on paper that a family holds: no command, no option's name, no file or folder."""

import re
from pathlib import Path

import pypdfium2
import pytest

from tests.makers.prints import kept_files

NAMES = "Ann,Bo,Cy,Di"
BUILT = {
    "sheets/*": 4,
    "booklets/*-read": 6,
    "scores/*": 6,
}  # files of `tt-print build`; a booklet for the printer has the same pages
PRODUCTS = (
    "booklet push-it --format pocket --option order=lies", "quickref all --large", "quickref casino --option question=wild",
    f"scoresheet craziness --names {NAMES} --option elimination_score=20", "deck --deck west --backs fold",
    f"deal casino --players {NAMES} --sheet", f"deal casino --players {NAMES} --slips", "deal six-suit --players 3 --slips",
    f"deal push-it --players {NAMES} --sheet", "calibrate", "calibrate", "calibrate --printer kitchen",
    "export --for tuckbox", "export --for printshop --deck west --extras",
)  # fmt: skip
CREDIT = re.compile(r"\btt_print(?= \d+\.\d+|;)")  # "tt_print 0.1.0", "set by tt_print; …"
PROGRAM = re.compile(
    r"tt[-_]print|(?<![\w-])--\w|`"  # commands and their options
    r"|\b[a-z]+(?:_[a-z]+)+|\b[a-z]+=\w"  # house rules by name
    r"|\.(?:toml|md|json|pdf|svg|png|py)\b|\b(?:output|templates|docs|booklets|sheets|scores)/"  # files and folders
    r"|\b[Tt]h(?:e|is) program\b"
)


def program_words(text: str) -> list[str]:
    """What speaks of the program, each with the words around it; the credit of who set a page may name it."""
    plain = CREDIT.sub("", text)
    return [plain[max(0, found.start() - 30) : found.end() + 30] for found in PROGRAM.finditer(plain)]


def text_of(data: bytes) -> str:
    with pypdfium2.PdfDocument(data) as pdf:
        return " ".join(" ".join(page.get_textpage().get_text_bounded().split()) for page in pdf)


@pytest.mark.parametrize("files", BUILT)
def test_everything_that_build_makes_speaks_of_the_game_alone(built, files):
    paths = sorted(Path(built.folder, "output").glob(f"{files}.pdf"))
    assert len(paths) == BUILT[files], built.ran.err + built.ran.out[-300:]
    for path in paths:
        text = text_of(path.read_bytes())
        assert len(text) > 500 and not program_words(text), path.name


@pytest.mark.parametrize("line", PRODUCTS)
def test_so_does_what_is_printed_alone(line):
    paper = () if "printshop" in line else ("--paper", "a4")
    made = kept_files(line, *paper)
    pdfs = [data for name, data in made.files.items() if name.endswith(".pdf")]
    assert pdfs, made.ran.err
    for data in pdfs:
        text = text_of(data)
        assert len(text) > 250 and not program_words(text)


@pytest.mark.parametrize("said", [
    "type tt-print deck", "see house.toml", "with must_play=true", "the option must_play", "jokers=2", "in output/sheets",
    "The program that made this book prints single cards", "set by tt_print and others", "type `RH3`",
])  # fmt: skip
def test_what_speaks_of_the_program_is_found(said):
    assert program_words(said)
    assert not program_words(
        "Sheet by tt_print 0.1.0. A build = 3; points 1–5. Set by tt_print; every example was checked."
    )
