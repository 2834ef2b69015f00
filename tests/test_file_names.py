"""One name, one content, on every system: also where upper and lower case are the same, and some words are devices."""

from itertools import combinations, product
from pathlib import PurePosixPath, PureWindowsPath

from tests.commands import tt
from tests.walks import walk
from tt_print.files.disk import MANIFEST, MAX_BYTES, file_stem, house_part, is_portable, words_part
from tt_print.games import load_games

NASTY = [
    "CON", "nul", "Aux.txt", "com1", "LPT9.pdf", "COM²", "a/b", "..", "../../../etc", "a\\b", "C:", "c:night", "a?", "a*", 'a"b', "a<b", "a|b",
    "trailing.", "trailing ", " leading", "-dash", ".hidden", "tab\there", "line\nbreak", "nul\0byte", "escape\x1b[2J", "\ud800", "x" * 400,
    "é" * 100, "e\u0301", "🂡" * 60, "\u202egnp", "a#b", "a%20b", "~", "$HOME", "",
]  # fmt: skip


@walk("text", NASTY)
def test_whatever_people_write_makes_a_name_that_every_system_takes(text):
    for stem in (file_stem(text, "a4"), file_stem("night", text), file_stem(text), f"with-{words_part([text, 'Bo'])}"):
        if stem:
            assert is_portable(stem) and len(stem.encode()) <= MAX_BYTES, stem
            for flavor in (PurePosixPath, PureWindowsPath):
                assert flavor(f"{stem}.pdf").parts == (f"{stem}.pdf",), stem
            assert not PureWindowsPath(f"{stem}.pdf").is_reserved()


def test_windows_keeps_these_names_for_itself_and_we_know_them_all():
    """As Python knows them; in either case, and whatever follows the first dot."""
    for word in ("con", "PRN", "aux", "nul", *(f"{port}{digit}" for port in ("com", "LPT") for digit in "123456789")):
        assert PureWindowsPath(word).is_reserved() and not is_portable(word) and not is_portable(f"{word}.a4")
        assert is_portable(f"{word}-a4")


def test_no_two_names_are_one_file_where_case_does_not_count():
    spellings = "Ann ann ANN aNN Bo bo Zoë zoë Zoe\u0308 Ann-Bo names Names 1 a1 A1".split()
    tables = [*product(spellings, repeat=2), *((name,) for name in spellings), ("Ann", "Bo", "Cy"), ("Annbo",)]
    assert len({words_part(table).casefold() for table in tables}) == len(tables) == 15 * 15 + 15 + 2
    assert words_part(["Ann", "Bo"]) == "Ann-Bo", "the usual way to write names stays without digits"


def test_two_tables_whose_names_differ_in_case_get_two_score_sheets(capsys, tmp_path):
    for names in ("Ann,Bo", "ann,bo", "ANN,BO"):
        assert tt(capsys, "scoresheet", "craziness", "--names", names, "--paper", "a4", "--out", tmp_path).status == 0
    written = [path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()]
    assert len({name.casefold() for name in written} - {MANIFEST}) == 3
    assert "scores/craziness-a4-2-players-with-Ann-Bo.pdf" in written


def test_no_two_house_rules_of_a_game_share_a_name():
    for game in load_games():
        rules = [f"{option.name}={value}" for option in game.options for value in option.values or ()]
        parts = [house_part([rule]).casefold() for rule in rules]
        parts += [house_part(pair).casefold() for pair in combinations(rules, 2)]
        assert len(set(parts)) == len(parts) and all(map(is_portable, parts)), game.name


def test_nights_of_two_files_that_have_the_same_number_are_two_files(capsys, tmp_path):
    for number, names in enumerate((("Ann", "Bo"), ("Ann", "Cy"))):
        file = tmp_path / f"{number}.sqlite"
        assert tt(capsys, "score", "start", "craziness", *names, "--file", file).status == 0
        assert tt(capsys, "score", "export", "--csv", "--file", file, "--out", tmp_path).status == 0
        assert tt(capsys, "score", "export", "--csv", "--file", file, "--out", tmp_path).status == 0, "again the same"
    assert len([*(tmp_path / "scores").iterdir()]) == 2
