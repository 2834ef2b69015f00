"""The family books as somebody sees them: how long, how large, with what pictures; what they say is judged, and bound to the law."""

import re
from collections import Counter, defaultdict
from io import BytesIO

import pikepdf
import pytest
from pypdf import PdfReader

from tests.makers.books import FAMILIES, pages_of, print_book, read_pieces, texts_of, to_read
from tests.makers.prints import house_words, print_files
from tests.readers.house_statements import read_statements
from tests.readers.page_words import read_words
from tests.readers.reading_order import hear
from tests.tools import read_again
from tests.walks import slow_but
from tt_print.books.blocks import Field
from tt_print.books.text import read_family
from tt_print.deck import FULL, JOKERS
from tt_print.games import find_game
from tt_print.games.examples import read_examples
from tt_print.templates import read_toml, template_path

sampled_books = pytest.mark.parametrize(
    ("game", "format_"),
    slow_but([("push-it", "a5"), ("push-it", "pocket"), ("casino", "pocket")],
             [(game, format_) for format_ in ("a5", "pocket") for game in FAMILIES]),
)  # fmt: skip
families = pytest.mark.parametrize("game", slow_but(("push-it", "casino"), FAMILIES))
every_family = pytest.mark.parametrize("game", FAMILIES)

LONGEST = {"casino": (16, 1900), "armageddon": (8, 950)}  # pages, and words; of the others 12 and 1,550


@families
def test_a_family_book_is_short(game):
    pages, words = LONGEST.get(game, (12, 1550))
    texts = texts_of(pages_of(game))
    assert len(texts) <= pages and len(texts) % 4 == 0
    assert sum(any(map(str.isalnum, word)) for text in texts for word in text.split()) <= words
    assert len(texts_of(pages_of(game, "pocket"))) == 8


@families
def test_there_is_a_picture_on_every_page_but_the_last(game):
    pages = PdfReader(BytesIO(pages_of(game))).pages
    assert [number for number, page in enumerate(pages, 1) if b"/Figure" not in page.get_contents().get_data()] in (
        [], [len(pages)]
    )  # fmt: skip


@families
def test_large_print_is_large_and_breaks_no_field(game):
    data = pages_of(game, "a5", "a4", large=True)
    words = [piece for page in read_pieces(data)[1:] for piece in page if not piece.text.strip().isdigit()]
    assert min(piece.points for piece in words) >= 13.95
    with pikepdf.open(BytesIO(data)) as pdf:
        fields = [each for each in pdf.Root.StructTreeRoot.K.K if each.S in ("/Sect", "/Div")]
        assert len(fields) >= 10 and all(len(pages_with(field)) == 1 for field in fields)


def pages_with(element) -> set:
    """The pages that a structure element has something on."""
    found = {element.Pg.objgen} if "/Pg" in element else set()
    below = element.get("/K", [])
    kids = below if isinstance(below, pikepdf.Array) else [below]
    return found.union(*(pages_with(kid) for kid in kids if isinstance(kid, pikepdf.Dictionary)))


@pytest.mark.parametrize(
    "format_", ["a5 --paper a4", "half-letter --paper letter", "pocket --paper a4", "pocket --paper letter"]
)
@pytest.mark.parametrize("game", slow_but((), FAMILIES))
def test_a_family_book_can_be_printed_under_every_single_house_rule(game, format_):
    trials = [changes for changes in find_game(game).house_trials() if len(changes) == 1]
    ran = [print_files(f"booklet {game} --format {format_}", *house_words(changes)).ran for changes in trials]
    assert len(ran) >= 8 and [one.err for one in ran if one.status] == []


def test_a_family_book_can_be_printed_under_a_house_rule():
    assert to_read(print_book("push-it", "--option order=lies", "half-letter", "letter"))


@every_family
def test_a_picture_with_a_verdict_shows_the_cards_that_were_judged(game):
    fields = [b for c in read_family(game).chapters for b in c.blocks if isinstance(b, Field)]
    judged = [one for field in fields for one in field.picture if one.example]
    cases = {f"{e.file}:{c.line}": " ".join(c.phrases).replace("Q", "?") for e in read_examples(game) for c in e.cases}
    assert len(judged) >= 12
    for one in judged:
        codes = {str(shown.card) for group in one.groups for shown in group.cards}
        assert all(code in cases[one.example.where] for code in codes), one.example.where


@every_family
def test_house_rules_to_tick_have_the_usual_answer_first_and_none_that_the_game_lacks(game):
    found, text = find_game(game), template_path(f"games/{game}/family.md").read_text(encoding="utf-8")
    lines = [line.split(" | ") for block in re.findall(r"(?s)```ticks\n(.*?)```", text) for line in block.splitlines()]
    for name, _, *answers in lines:
        name, values = name.rpartition(" ")[2], [answer.partition(": ")[0] for answer in answers]
        usual, *others = (found.read_house(overrides=[f"{name}={value}"]) for value in values)
        assert not usual.changed and all(name in other.changed for other in others)
    assert len(lines) >= 2


@every_family
def test_each_rule_that_a_sentence_cites_has_examples_and_counterexamples(game):
    """Two that deny something for a sentence of the spread, for others one; what has one side says so, and a game's object decides nothing."""
    yes, no, wanted = Counter(), Counter(), defaultdict(int)
    for example in read_examples(game):
        for case in example.cases:
            (no if any(fact.negated for fact in case.facts) else yes).update(example.rules)
    for statement in read_statements(find_game(game), f"games/{game}/family.md"):
        for rule in read_again.numbers(statement):
            wanted[rule] = max(wanted[rule], 2 if statement.chapter == "How to play" else 1)
    excused = {"object", *read_toml(f"games/{game}/sentences.toml").get("one_sided", {})}
    assert [rule for rule in wanted if not yes[rule] or no[rule] < wanted[rule] if rule not in excused] == []


@every_family
def test_a_sentence_is_read_again_when_the_law_behind_it_changes(game):
    kept, now = read_again.kept(game), read_again.hashes(game)
    statements = read_statements(find_game(game), f"games/{game}/family.md")
    changed = {rule for rule in kept.keys() | now.keys() if kept.get(rule) != now.get(rule)}
    again = [f"{rule}: {st.text}" for st in statements for rule in sorted(changed & read_again.numbers(st))]
    assert not again, "\n".join(["Are they still true? Then: python -m tests.tools.read_again", *again])
    assert kept == now and {rule for st in statements for rule in read_again.numbers(st)} <= set(now)


@sampled_books
def test_no_typewriter_signs_are_printed(game, format_):
    printed = " ".join(word.text for words in read_words(pages_of(game, format_)) for word in words)
    assert re.findall(r"['\"]|\d x \d|\.\.\.| - ", printed) == []
    assert "’" in printed or format_ == "pocket"


CARDS = {card.name for card in (*FULL, *JOKERS)}


@families
def test_every_card_in_a_picture_is_large_enough_to_be_told(game):
    """Color, shape and number at arm's length: no sign of a card is narrower than six millimeters, four in a line of text."""
    sizes = [
        (min(each.size_mm), each.words)
        for each in hear(pages_of(game)).all("Figure")
        if each.size_mm and each.words.split(" as ")[0].split(" with ")[0] in CARDS
    ]
    assert len(sizes) >= 30
    in_text = [size for size, _ in sizes if size < 5.0]
    assert all(size >= 3.9 for size in in_text)
    assert min(size for size, _ in sizes if size >= 5.0) >= 5.99
