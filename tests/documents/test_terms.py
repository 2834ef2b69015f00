"""One word for each thing, and plain English, in everything that is printed or shown: `templates/terms.toml` has the words."""

import io
import re
from collections.abc import Iterable, Iterator
from functools import cache
from html import unescape
from pathlib import Path

import pypdfium2
import pytest
from reportlab.pdfgen.canvas import Canvas

from tests.books.prose import every_text
from tests.cli.helps import EVERY_VERB, help_text
from tests.commands import ROOT
from tests.makers.prints import kept_files
from tests.readers.plain_words import SCREEN, TERMS, find_banned, find_faults
from tests.walks import slow_but, walk
from tt_print.books.text import read_draft, read_family
from tt_print.games import find_game, game_names
from tt_print.templates import has_template, read_toml, template_text

PRODUCTS = ("family book", "pocket book", "Full rules", "start page", "first-game sheet", "reference card", "score sheet",
            "setup sheet", "slips", "box", SCREEN)  # fmt: skip
GAMES = game_names()


def read_pages(data: bytes) -> list[str]:
    """The words of each page, as pdfium reads them; a word that is broken at the end of a line is one word."""
    with pypdfium2.PdfDocument(data) as pdf:
        texts = [page.get_textpage().get_text_range() for page in pdf]
    return [re.sub("[\x02\ufffe\u00ad]\\s*|\r", "", text) for text in texts]


def check_pages(name: str, pages: Iterable[tuple[int, str, str]], product: str) -> None:
    """Raises AssertionError with file, page, and sentence of each banned word or habit; a page has a number, a game, and words."""
    faults = [
        f"{name}, page {number}: {fault}" for number, game, text in pages for fault in find_faults(text, game, product)
    ]
    assert not faults, "\n" + "\n".join(faults)


def pages_of(data: bytes, game: str = "") -> list[tuple[int, str, str]]:
    """The pages of one game, or of none."""
    pages = [(number, game, text) for number, text in enumerate(read_pages(data), 1)]
    assert sum(len(text) for _, _, text in pages) > 100
    return pages


@cache
def full_rules(path: Path) -> list[tuple[int, str, str]]:
    """The pages of all games, parted where a game begins, at its title with its facts below, and before the index."""
    heads = {game: re.compile(rf"^{find_game(game).title} *\nPlayers:", re.MULTILINE) for game in GAMES}
    heads[""] = re.compile(r"^Index *\n", re.MULTILINE)
    pages, current = [], ""
    for number, text in enumerate(read_pages(path.read_bytes()), 1):
        for game, head in heads.items():
            if found := head.search(text):
                pages.append((number, current, text[: found.start()]))
                current, text = game, text[found.start() :]
        pages.append((number, current, text))
    return pages


# ---------------------------------------------------------------- finished PDFs

BUILT = {
    "sheets/start": ("start page", "push-it"),
    "sheets/first-game-push-it": ("first-game sheet", "push-it"),
    "sheets/quickref-all": ("reference card", ""),
    **{f"scores/{game}": ("score sheet", game) for game in GAMES},
}
NAMES = "Ann,Bo,Cy,Di"
LESSONS = [game for game in GAMES if game != "push-it"]  # that one is in what `build` makes
PRINTED = [
    *((f"deal {game} --lesson", "first-game sheet", game) for game in LESSONS),
    *((f"deal {game} --players {NAMES} --sheet", "setup sheet", game) for game in GAMES),
    *((f"deal {game} --players {NAMES} --slips", "slips", game) for game in GAMES if game not in ("ww3", "armageddon")),
    *((f"quickref {game}", "reference card", game) for game in GAMES),
    *((f"booklet {game} --format pocket", "pocket book", game) for game in GAMES),
    *((f"booklet {game} --large-print", "family book", game) for game in GAMES),
    *((f"scoresheet {game} --names {NAMES}", "score sheet", game) for game in GAMES),
    ("export --for tuckbox", "box", ""), ("deck --only J1,chit-color,chit-shape,chit-number,pointers", "box", "push-it"),
]  # fmt: skip
QUICK = [row for row in PRINTED if "--sheet" in row[0] or "--slips" in row[0] or "quickref push-it" in row[0]]


@pytest.mark.parametrize("name", BUILT)
def test_no_banned_word_is_on_a_sheet_that_build_makes(built, name):
    product, game = BUILT[name]
    data = (built.folder / "output" / f"{name}-a4.pdf").read_bytes()
    check_pages(f"{name}-a4.pdf", pages_of(data, game), product)


@pytest.mark.parametrize("game", GAMES)
def test_no_banned_word_is_in_a_family_book(built, game):
    name = f"{game}-a5-read.pdf"
    data = (built.folder / "output" / "booklets" / name).read_bytes()
    check_pages(name, pages_of(data, game), "family book")


@pytest.mark.parametrize("game", ["", *GAMES])
def test_no_banned_word_is_in_the_full_rules(built, game):
    """What is about no game are the pages in front of the games, and the index."""
    path = built.folder / "output" / "booklets" / "full-rules-a4.pdf"
    pages = [page for page in full_rules(path) if page[1] == game]
    assert len(pages) >= 2
    check_pages(path.name, pages, "Full rules")


@pytest.mark.parametrize(("line", "product", "game"), slow_but(QUICK, PRINTED))
def test_no_banned_word_is_on_what_is_printed_alone(line, product, game):
    made = kept_files(line, "--paper", "a4")
    assert made.ran.status == 0, made.ran.err
    pdfs = [name for name in made.files if name.endswith(".pdf")]
    in_order = [name for name in pdfs if name.endswith("-read.pdf")]  # the same pages, not yet on their sheets
    for name in in_order or pdfs:
        check_pages(name, pages_of(made.files[name], game), product)


# ---------------------------------------------------------------- the texts that they are made of

SOURCES = {
    "family.md": "family book", "book.md": "Full rules", "full.toml": "Full rules", "lesson.md": "first-game sheet",
    "quickref.toml": "reference card", "scoresheet.toml": "score sheet", "deal.toml": "setup sheet", "house.toml": "setup sheet",
}  # fmt: skip
OF_GAMES = [(f"games/{game}/{file}", game, product) for game in GAMES for file, product in SOURCES.items()]
OF_ALL = [
    *((f"games/war/{file}", game, product) for game in ("ww3", "armageddon")
      for file, product in (("shared.md", "Full rules"), ("quickref.toml", "reference card"), ("house.toml", "setup sheet"))),
    ("quickref/card.toml", "", "reference card"), ("scoresheets/page.toml", "", "score sheet"), ("plain/scoresheet.toml", "", "score sheet"),
    ("deals/common.toml", "", "setup sheet"), ("deals/pages.toml", "", "slips"), ("sheets/start.toml", "push-it", "start page"),
    ("sheets/extras.toml", "", "box"), ("sheets/chits.toml", "push-it", "box"), ("sheets/night.toml", "", "score sheet"),
]  # fmt: skip
# of pages: what is before the first heading, headings, blocks, the rules behind a sentence, and marks
NO_WORDS = re.compile(r"^\+\+\+.*?^\+\+\+|^#[^\n]*|^```.*?^```|\[[^\]]*\]|\{[^}]*\}", re.MULTILINE | re.DOTALL)
# of tables: keys of phrases for the rules engine, and of what is typed
NO_TEXTS = (
    "checks",
    "shown",
    "when",
    "any",
    "rules",
    "cards",
    "story",
    "phrase",
    "answers",
    "examples",
    "command",
    "command_line",
)


def words_of(file: str) -> str:
    """What a file has to say: of pages their text, of tables each string that has a space and is no example."""
    if file.endswith(".md"):
        return NO_WORDS.sub(" ", template_text(file))
    found = [text for key, text in strings_of(read_toml(file)) if " " in text and key not in NO_TEXTS]
    return re.sub(r"\{[^}]*\}", "_", " |\n".join(text for text in found if " -> " not in text))


def strings_of(value: object, key: str = "") -> Iterator[tuple[str, str]]:
    """Every string in a table, with its key."""
    if isinstance(value, str):
        yield key, value
    elif isinstance(value, dict):
        for name, each in value.items():
            yield from strings_of(each, name)
    elif isinstance(value, list):
        for each in value:
            yield from strings_of(each, key)


@walk(("file", "game", "product"), [row for row in [*OF_GAMES, *OF_ALL] if has_template(row[0])])
def test_no_banned_word_is_in_a_text_under_any_house_rule(file, game, product):
    assert not find_banned(words_of(file), game, product)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_no_banned_word_is_in_a_book_under_any_house_rule(game):
    for changes in find_game(game).house_trials():
        house = find_game(game).house(**changes)
        for product, draft in (("Full rules", read_draft(game, house)), ("family book", read_family(game, house))):
            texts = [text for chapter in draft.chapters for text in every_text(chapter)]
            assert not find_banned(" | ".join(texts), game, product), changes


# ---------------------------------------------------------------- help, answers, and pages
# The answers of commands are read where the documents' commands are run: test_readme.py.

SHOWN = (
    "core/*",
    "said/*",
    "problems/*",
    "games/*/problems",
    "games/*/playing",
    "games/*/questions",
    "games/*/sentences",
)
FILES = sorted(
    path.relative_to(ROOT / "templates").as_posix()
    for each in SHOWN
    for path in (ROOT / "templates").glob(f"{each}.toml")
)


@walk("file", FILES)
def test_no_banned_word_or_habit_is_in_what_commands_and_pages_say(file):
    game = file.split("/")[1] if file.startswith("games/") else ""
    assert not find_faults(words_of(file), game)


@walk("line", [*EVERY_VERB, *(f"judge {game}" for game in GAMES)])
def test_no_banned_word_or_habit_is_in_the_help(line):
    text = help_text(line)
    if line != "judge" and line.startswith("judge"):  # what can be typed is a language
        text = re.sub(r"^  [^\n]*", "", text.replace("\n    ", "\n  "), flags=re.MULTILINE)
    assert text and not find_faults(text)


# comments, strings, and templates of a line
IN_SCRIPT = re.compile(r'//[^\n]*|/\*.*?\*/|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\\n]|\\.)*)`', re.DOTALL)
PAGES = sorted(path.name for path in (ROOT / "templates/site").glob("*.js"))


@walk("name", ["index.html", *PAGES])
def test_no_banned_word_or_habit_is_on_the_page(name):
    """Of a script: each string with a space, without what is computed in it."""
    text = template_text(f"site/{name}")
    if name.endswith(".js"):
        strings = (double or back for double, back in IN_SCRIPT.findall(text))
        text = " |\n".join(re.sub(r"\$\{[^}]*\}", "_", string) for string in strings if " " in string)
    else:
        text = unescape(re.sub(r"<(script|style)\b.*?</\1>|<[^>]*>", " ", text, flags=re.DOTALL))
    assert not find_faults(text)


# ---------------------------------------------------------------- the terms, and what they find


@walk(("text", "game", "product", "banned"), [
    ("Turn the laydown up.", "push-it", "start page", "laydown"),
    ("Two of the three\nvalues.", "push-it", "start page", "values"),
    ("A right slap wins.", "ww3", "family book", "right slap"),
    ("A stack of 16.", "ww3", "setup sheet", "stack"),
    ("Play two cards.", "ww3", "setup sheet", "Play two"),
    ("Who won hand 2?", "casino", "score sheet", "hand 2"),
    ("It beats an opponent.", "craziness", "reference card", "opponent"),
    ("Then he plays.", "craziness", "reference card", "he"),
])  # fmt: skip
def test_a_banned_word_is_found(text, game, product, banned):
    (fault,) = find_banned(f"Before it. {text} After it.", game, product)
    assert fault.startswith(f"{banned!r} (write: ") and fault.endswith(f" in: {' '.join(text.split())}")


@walk(("text", "game", "product"), [
    ("A stack of 16.", "casino", "setup sheet"),
    ("Play two cards.", "ww3", "Full rules"),
    ("Red heart 4 is not in this hand.", "craziness", "Full rules"),
    ("Choose an opponent.", "craziness", "Full rules"),
    ("Deal code: 745P2-HE", "casino", "setup sheet"),
    ("Six Suit! Valued, stripes, laydownish.", "six-suit", "family book"),
])  # fmt: skip
def test_a_word_is_right_where_it_is_not_banned(text, game, product):
    assert find_banned(text, game, product) == []


def test_a_banned_word_in_a_finished_pdf_is_reported_with_file_page_and_sentence():
    file = io.BytesIO()
    canvas = Canvas(file)
    for lines in (["Push It Real Good. " * 9], ["It is your turn. Push the lay-", "down into the center. It is safe."]):
        for line, words in enumerate(lines):
            canvas.drawString(50, 700 - 12 * line, words)
        canvas.showPage()
    canvas.save()
    with pytest.raises(AssertionError) as caught:
        check_pages("book.pdf", pages_of(file.getvalue(), "push-it"), "family book")
    assert "book.pdf, page 2: 'laydown' (write: the cards in front of you" in str(caught.value)
    assert "in: Push the laydown into the center." in str(caught.value)


def test_terms_name_games_and_products_that_there_are():
    for term in TERMS:
        assert all({*ban.games} <= {*GAMES} and {*ban.products} <= {*PRODUCTS} for ban in term.only), term.thing
        assert find_banned(term.word, "", "") == [], term.thing
    assert len({term.thing for term in TERMS}) == len(TERMS)
