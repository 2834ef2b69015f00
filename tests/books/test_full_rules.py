"""The Full rules, read back from the finished PDF: every number, ruling, house rule, and example is in it, and can be found."""

import io
import re
from collections import Counter
from itertools import pairwise

import pikepdf
import pypdfium2
import pytest

from tests.commands import tt
from tests.games.cases import every_game
from tests.makers.books import read_pieces
from tests.makers.prints import kept_files
from tests.readers.page_work import read_work
from tt_print import find_game
from tt_print.books.examples import render_case
from tt_print.games import game_names
from tt_print.games.examples import every_case, read_examples
from tt_print.templates import read_toml

# as the author's texts have them; what has no number is a section
NUMBERS = {
    "ww3": "object note equipment players setup 1 1a 1b 1c 2 2a 2b 2c 3 3a 3b 3c 4 5 6 6a 6b 6c 6d 6e 7 8 both-games "
    "summary-1 summary-2 summary-3",
    "armageddon": "1 2 3 both-games summary-1 summary-2 summary-3",
    "six-suit": "deck players setup object 1 2 3 4 5 6 7",
    "casino": "object setup 1 2 3 3a 3b 3c 3c8 3d 3e 4 5 6 7 8 9 9a 9b 9c 10 10a 10b 10c 10d 11 11a 11b 11c 12 13",
    "craziness": "object players setup 1 2 3 4 4a 4b 4c 4d 5 6 7",
    "push-it": "players deck object setup 1 2 3 4 5 5a 5b 6 7 8 9",
}
KEPT = "equipment players setup 1a 1b 1c 2a 2c 3a 3b 3c 4 5 6a 6b 6c 6d 6e 7 8"  # of World War 3 in Armageddon


def read_rules(name):
    """What the templates say of a game: titles by number, texts, and rulings."""
    return read_toml(f"games/{name}/full.toml")


def titles_of(name):
    """The titles by number in order; Armageddon keeps numbers of World War 3."""
    kept = KEPT.split() if name == "armageddon" else []
    return read_rules(name)["titles"] | {number: read_rules("ww3")["titles"][number] for number in kept}


def squeezed(text):
    """Letters, digits, and signs alone: lines break anywhere."""
    return re.sub(r"\s", "", text)


@pytest.fixture(scope="module")
def data(built):
    """The file that `build` has made."""
    return (built.folder / "output/booklets/full-rules-a4.pdf").read_bytes()


@pytest.fixture(scope="module")
def pages(data):
    """The text of each page without its foot."""
    with pypdfium2.PdfDocument(data) as pdf:
        texts = [squeezed(page.get_textpage().get_text_bounded()) for page in pdf]
    foot = "Fullrules(:({}))?|Index".format("|".join(squeezed(find_game(name).title) for name in game_names()))
    return [re.sub(rf"({n}({foot})|({foot}){n})$", "", text) for n, text in enumerate(texts, 1)]


@pytest.fixture(scope="module")
def chapters(data, pages):
    """For each game its bookmarks (title, number of the page), and the text of its pages."""
    with pypdfium2.PdfDocument(data) as pdf:
        marks = [(mark.get_title(), mark.level, mark.get_dest().get_index()) for mark in pdf.get_toc()]
    starts = [index for index, (_, level, _) in enumerate(marks) if level == 0]
    found = {}
    for start, end in pairwise(starts):
        inside = [(title, page) for title, _, page in marks[start + 1 : end]]
        found[marks[start][0]] = inside, "".join(pages[marks[start][2] : marks[end][2] + 1])
    return {name: found[find_game(name).title] for name in game_names()}


def test_the_numbers_are_those_of_the_author_in_his_order():
    assert list(NUMBERS) == list(game_names())
    for name, numbers in NUMBERS.items():
        assert list(read_rules(name)["titles"]) == numbers.split(), name


@every_game()
def test_every_number_of_the_author_is_in_the_finished_pages(name, chapters, pages):
    marks, _ = chapters[name]
    titles = {number.replace("-", " ").replace("3c8", "3c 8"): title for number, title in titles_of(name).items()}
    shown = [each for each in marks if each[0] not in ("Glossary", "Rules of World War 3 that stay")]
    assert [title for title, _ in shown] == [f"{number} {title}" for number, title in titles.items()]
    assert all(squeezed(title) in pages[page] for title, page in shown)


@every_game()
def test_every_ruling_is_there_with_its_reason(name, chapters):
    _, text = chapters[name]
    for code, (number, said, why) in read_rules(name)["rulings"].items():
        assert squeezed(f"{code}{said}Why:{why}") in text, code
        assert number in titles_of(name)
    known = set(read_rules(name)["rulings"]) | set(read_toml("booklets/full-rules.toml")["rulings"])
    known |= set(read_rules("ww3")["rulings"]) if name == "armageddon" else set()
    assert {option.ruling for option in find_game(name).options} <= known


@every_game()
def test_every_house_rule_says_what_to_type(name, chapters):
    _, text = chapters[name]
    for option in find_game(name).options:
        house = [find_game(name).house(**{option.name: value}) for value in option.values]
        typed = {f"{option.name}={str(each[option.name]).lower()}" for each in house if len(option.values) > 1}
        assert all(each in text for each in typed), option.name


@every_game()
def test_every_example_is_there_with_its_verdict(name, chapters):
    _, text = chapters[name]
    usual, lines, missing = find_game(name).house(), 0, []
    for example in read_examples(name):
        for case in every_case(example) if example.kind != "round" and "lesson" not in example.file else ():
            shown, lines = render_case(example, case, usual), lines + 1
            said = squeezed(f"{shown.answer}.{shown.outcome}" if shown.answer else shown.outcome)
            if not all(part in text for part in re.split(r"[\"'’“”×–-]", said)):
                missing.append(f"{example.file}, line {case.line}: {said}")
    assert lines > 150 and not missing


def test_each_number_in_the_index_leads_to_the_page_of_its_rule(data, pages):
    """And so does each name of a game on the first page; a ruling is below its rule."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        numbers = {page.obj.objgen: index for index, page in enumerate(pdf.pages)}
        found = Counter[int]()
        for at in range(len(numbers)):
            for link in pdf.pages[at].obj.get("/Annots", []):
                to = link.get("/Dest", link.get("/A", {}).get("/D") if "/A" in link else None)
                label = str(link.Contents).partition(", page")[0]
                page = numbers[to[0].objgen]
                assert squeezed(label) in "".join(pages[page : page + (3 if "-" in label else 1)]), label
                found[at] += 1
    assert found[0] == 7 and sum(found.values()) > 500


def test_no_letter_is_smaller_than_nine_points(data):
    assert not [piece for page in read_pieces(data) for piece in page if piece.text.strip() and piece.points < 8.99]


@pytest.mark.slow
def test_pages_on_letter_in_black_are_light_and_black():
    work = read_work(kept_files("booklet full --paper letter --ink low").pdf)
    assert max(each.commands for each in work) < 20_000 and not any(each.colors for each in work)


@pytest.mark.parametrize(
    "words", [["--format", "flat"], ["--large-print"], ["--option", "jokers=2"], ["--flip", "long"]]
)
def test_the_full_rules_are_the_same_for_every_table(words, capsys):
    ran = tt(capsys, "booklet", "full", *words)
    assert ran.status == 2 and f"Leave out {words[0]}." in ran.err
