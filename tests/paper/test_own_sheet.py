"""Score sheets and reference cards that somebody brings for their own game."""

from itertools import pairwise

from tests.commands import ROOT, tt
from tests.makers.prints import print_files
from tests.readers.page_words import read_words
from tests.readers.pdf_marks import read_pages
from tests.walks import walk

EXAMPLES = ROOT / "docs/examples"


@walk("columns", [1, 3, 6])
def test_any_number_of_columns_can_be_drawn(capsys, tmp_path, columns):
    path = tmp_path / "my.toml"
    path.write_text(
        f"title = 'My {{game}}'\ncolumns = {['Cards', 'Wilds', 'Bid', 'Tricks', 'Points', 'Total'][:columns]}\n",
        encoding="utf-8",
    )
    for words in ([], ["--names", "Ann,Bo,Cy,Di,Eve,Flo,Gus", "--hands", "20", "--paper", "letter"]):
        ran = tt(capsys, "scoresheet", path, *words, "--out", tmp_path)
        assert ran.status == 0, ran.err
    assert len(list((tmp_path / "scores").glob("own-my-*.pdf"))) == 2  # the same names each time


@walk(("labels", "count"), [
    (["Cards", "Points", "Total"], 2), (["Cards", "Points", "Total"], 7), (["Naturals", "Wilds"], 4), (["Naturals", "Wilds"], 7),
    (["Spielpunkte"], 5), (["WWWWWW", "W", "W"], 2), (["WWWWWW", "W", "W"], 5),
])  # fmt: skip
def test_no_label_runs_into_its_neighbor(tmp_path, labels, count):
    path = tmp_path / "my.toml"
    path.write_text(f"title = 'My'\ncolumns = {labels}\n", encoding="utf-8")
    names = ",".join(["Ann", "Bo", "Cy", "Di", "Eve", "Flo", "Gus"][:count])
    for words in read_words(print_files("scoresheet", path, "--paper", "a4", "--names", names).pdf):
        for line in {round(word.top) for word in words if word.text in labels}:
            heads = sorted(
                (word for word in words if round(word.top) == line and word.text in labels), key=lambda word: word.left
            )
            assert len(heads) > 1 or labels == ["Spielpunkte"]
            assert all(one.right + 1.2 < other.left for one, other in pairwise(heads)), heads


WRONG = {
    "columns = ['a']": "the file has no title",
    "title = 'x'": "one of the two",
    "title = 'x'\ncolums = ['a']": "'colums' is not a key of the file. Did you mean columns?",
    "title = 'x'\ncolumns = ['a', '']": "'': write 1 to 12 letters",
    "title = 'x'\ncolumns = ['a','b','c','d','e','f','g']": "7 columns; a sheet has room for 6",
    "title = 'x'\ncolumns = ['a']\nplayers = 20": "players = 20",
    "title = 'x'\ncolumns = ['a']\nhands = 0": "hands = 0",
    f"title = 'x'\ncolumns = ['a']\nfacts = '{'w' * 71}'": "write 1 to 70 letters",
    f"title = 'x'\ncolumns = ['a']\nchecklist = ['b', '{'w' * 201}']": "write 1 to 200 letters",
    f"title = 'x'\ncolumns = ['a']\nauthor = '{'w' * 41}'": "write 1 to 40 letters",
    f"title = 'x'\n[[counts]]\nlabel = 'a'\nworth = '{'w' * 15}'": "write at most 14 letters",
    f"title = 'x'\n[[counts]]\nlabel = 'a'\ncheck = '{'w' * 9}'": "write at most 8 letters",
    "title = '\u0416'\ncolumns = ['a']": ": our fonts have no '\u0416'",
    "title = 'x'\ncolumns = ['a', '\u2192']": ": our fonts have no '\u2192'",
    "title = 'x'\ncolumns = ['a']\nfacts = '\u263a'": ": our fonts have no '\u263a'",
    "title = 'x'\ncolumns = ['a']\nchecklist = ['b', '\u263a']": ": our fonts have no '\u263a'",
    "title = 'x'\n[[counts]]\nlabel = '\u03b1'": ": our fonts have no '\u03b1'",
    "title = 'x'\ncolumns = ['a']\n[deal]\n3 = '\u03b1'": ": our fonts have no '\u03b1'",
    "title = 'x'\ncolumns = ['a','b','c','d','e','WWWWWWWWWWWW']": "the columns of one player are",
    "title = 'x'\ncolumns = ['a']\n[deal]\nthree = '5'": "'three': the deal is told by the number of players",
}


@walk("text", WRONG)
def test_a_wrong_file_is_told_with_its_file_and_key(capsys, tmp_path, text):
    path = tmp_path / "my.toml"
    path.write_text(text, encoding="utf-8")
    ran = tt(capsys, "scoresheet", path, "--out", tmp_path)
    assert ran.status == 2 and WRONG[text] in ran.err and "my.toml" in ran.err


def test_the_card_of_the_complete_game(capsys, tmp_path):
    ran = tt(capsys, "quickref", EXAMPLES / "lighthouse.md", "--paper", "a4", "--out", tmp_path)
    assert ran.status == 0 and "1 reference card" in ran.out, ran.err
    assert (tmp_path / "sheets/quickref-own-lighthouse-a4.pdf").exists()
    several = tt(capsys, "quickref", EXAMPLES / "lighthouse.md", "ww3", "--out", tmp_path)
    assert several.status == 2 and "Print its card alone" in several.err
    ran = tt(capsys, "scoresheet", EXAMPLES / "lighthouse.toml", "--names", "Ann,Bo", "--out", tmp_path)
    assert ran.status == 0 and "Lighthouse for 2 players" in ran.out, ran.err


def test_a_table_of_counts_lies_on_its_side_from_the_sixth_player_on(tmp_path):
    """A row of counts has its label, its check, and a column for each player; five fit upright."""
    path = tmp_path / "counts.toml"
    path.write_text(
        'title = "C"\n[[counts]]\nlabel = "Reds"\nworth = "1 each"\ncheck = "25"\n[deal]\n3 = "5 each"\n',
        encoding="utf-8",
    )
    for players, size in ((5, (210, 297)), (6, (297, 210))):
        pages = read_pages(print_files("scoresheet", path, "--paper", "a4", "--players", str(players)).pdf)
        assert {(round(page.width), round(page.height)) for page in pages} == {size}
