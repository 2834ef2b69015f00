"""Whatever the environment says: variables are typed by people too, and by programs that go wrong."""

import pytest

VARIABLES = (
    "COLUMNS", "LINES", "LC_ALL", "LC_PAPER", "LANG", "NO_COLOR", "TT_PRINT_CALLED_AS", "TT_PRINT_DATA", "TT_PRINT_CONFIG", "SOURCE_DATE_EPOCH", "HOME",
    "USER", "LOGNAME",
)  # fmt: skip
VALUES = (
    "", "0", "1", "-5", "²", "9" * 5000, "99999999999", "\x1b[31m", "x" * 5000, "\udcff", "/", "C", "ar_EG.UTF-8", "xx_YY@z", ".", ";",
)  # fmt: skip
LINES = (
    "score", "score note x", "deal craziness --players 3", "list papers", "judge ww3 RC2 RC3", "rules ww3 2c", "start", "deck --help", "score log",
)  # fmt: skip


def run_one(watched, variable, value, lines):
    watched.reset()
    for line in lines:
        watched.run(*line.split(), variables={variable: value}).check(asked_for_elsewhere=True)


@pytest.mark.parametrize(("variable", "value"), [
    ("USER", "\udcff"), ("USER", "x" * 5000), ("COLUMNS", "9" * 5000), ("COLUMNS", "99999999999"), ("COLUMNS", "²"), ("TT_PRINT_CALLED_AS", "\x1b[31m"),
    ("LC_ALL", "\udcff"), ("TT_PRINT_DATA", "\udcff"),
])  # fmt: skip
def test_a_variable_that_went_wrong(watched, variable, value):
    run_one(watched, variable, value, LINES[:3])


@pytest.mark.slow
@pytest.mark.parametrize("variable", VARIABLES)
def test_every_variable_with_odd_values(watched, variable):
    for number, value in enumerate(VALUES):
        run_one(watched, variable, value, LINES[number % 3 :: 3])


def test_an_entry_of_somebody_with_an_odd_name_can_be_exported_and_read(watched):
    watched.reset()
    for value in ("\udcff", "x" * 5000):
        assert watched.run("score", "note", "late", variables={"USER": value, "LOGNAME": value}).status == 0
    assert watched.run("score", "export", "--json", "--out", "out").status == 0
    (kept,) = (watched.work / "out/scores").glob("*.json")
    assert watched.run("score", "import", str(kept), "--file", "new.sqlite").status == 0
