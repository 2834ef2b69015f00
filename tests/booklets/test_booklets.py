"""Rule booklets as their readers get them: type, pages, words, tags, and files for screen and printer."""

import io
import itertools
import re
import subprocess
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from statistics import median

import numpy as np
import pikepdf
import pypdfium2
import pytest

from tests.commands import tt
from tests.makers.books import (
    FOOT,
    SAMPLE,
    make_booklet,
    pages_of,
    read_descriptions,
    read_pieces,
    sampled_games,
    texts_of,
)
from tests.readers.color_science import contrast, rgb
from tests.readers.validators import find_tool, run_tool
from tests.readers.verapdf import vera
from tests.walks import slow_but, walk
from tt_print.booklets import make, text
from tt_print.booklets.blocks import Bullets, HouseRule, Paragraph, RenderedExample, Span, Step, Steps, Table
from tt_print.booklets.choices import BookletChoices, choose_format
from tt_print.booklets.cover import draw_cover, read_cover, text_ink
from tt_print.booklets.galley import NEVER, Strip
from tt_print.booklets.lines import Measure, set_lines
from tt_print.booklets.pages import set_summary
from tt_print.booklets.paginate import paginate
from tt_print.booklets.style import find_style
from tt_print.booklets.text import read_book
from tt_print.booklets.typeset import set_chapter
from tt_print.booklets.typography import NO_BREAK, set_text
from tt_print.cards.theme import find_theme
from tt_print.deck import FULL, JOKERS, parse_card
from tt_print.drawing.shapes import Path, Text
from tt_print.errors import InputError, LayoutError, TemplateError
from tt_print.games import examples, find_game, game_names

GAMES = game_names()
FORMATS = [
    ("a5", "a4", False),
    ("half-letter", "letter", False),
    ("a5", "a4", True),
    ("half-letter", "letter", True),
    ("flat", "a4", False),
    ("flat", "letter", True),
    ("pocket", "a4", False),
    ("pocket", "letter", False),
]


def reading(book) -> bytes:
    return book.files[book.read_name]


# Type


def lengths(games: Iterable[str], format_: str, large: bool) -> list[int]:
    """Letters in each line of running text that is not the last of its paragraph."""
    style = find_style(format_, large, find_theme(), "red", (210.0, 297.0) if format_ == "flat" else None)
    return [
        len("".join(bit.text for bit in line.bits).strip())
        for game in games
        for chapter in read_book(game).chapters
        for block in chapter.blocks
        if isinstance(block, Paragraph)
        for line in set_lines((Span(f"{block.number} "), *block.spans), style.body())[:-1]
    ]


@pytest.mark.parametrize("games", slow_but([(("push-it",),)], [(("push-it",),), (GAMES,)]), ids=len)
def test_lines_hold_50_to_65_letters_beside_the_margin_and_about_50_in_large_print(games):
    for format_ in ("a5", "half-letter"):
        found = sorted(lengths(games, format_, large=False))
        assert 52 <= median(found) <= 65 and found[int(len(found) * 0.97)] <= 66
    for format_ in ("a5", "half-letter"):
        assert 45 <= median(lengths(games, format_, large=True)) <= 53
    assert 40 <= median(lengths(games, "flat", large=False)) <= 52  # two columns
    assert 45 <= median(lengths(games, "flat", large=True)) <= 53


LEAST_POINTS = [
    ("a5", False, 12), ("half-letter", False, 12), ("flat", False, 12), ("a5", True, 16), ("flat", True, 16),
    ("pocket", False, 9),
]  # fmt: skip


@pytest.mark.parametrize(("format_", "large", "least"), slow_but(LEAST_POINTS[::5], LEAST_POINTS))
def test_running_text_is_as_large_as_promised(format_, large, least):
    data = pages_of("push-it", format_, "letter" if format_ == "half-letter" else "a4", large)
    most, _ = Counter(round(piece.points, 1) for page in read_pieces(data) for piece in page).most_common(1)[0]
    assert most >= least - 0.05


def test_a_line_never_parts_a_card_from_its_name():
    measure = Measure(4.2, 60.0, 3.9, 1.0)
    spans = (
        Span("Lay "),
        Span("red circle 2", card=parse_card("RC2")),
        Span(" on the pile, or on "),
        Span("black triangle ?", card=parse_card("KTQ")),
        Span(" when it lies there."),
    )
    for width in range(35, 120):
        lines = set_lines(spans, Measure(4.2, width, 3.9, 1.0))
        for line in lines:
            for index, bit in enumerate(line.bits):
                if bit.card is not None:
                    assert line.bits[index + 1].text.startswith(bit.card.name)
    assert len(set_lines(spans, measure)) > 1


def test_lines_keep_their_words_and_the_blanks_between_them():
    text = "The starter lays two cards, one after the other, and then the turn passes to the left."
    for width in range(30, 160, 7):
        lines = set_lines((Span(text[:20]), Span(text[20:40], bold=True), Span(text[40:])), Measure(4.2, width))
        assert "".join(bit.text for line in lines for bit in line.bits) == text
        assert all(line.width_mm <= width for line in lines)


def test_a_letter_that_the_font_lacks_is_named():
    with pytest.raises(TemplateError, match="has no '李'"):
        set_lines((Span("Ask 李 first"),), Measure(4.2, 100))


# Pages


@pytest.mark.parametrize(
    ("game", "format_", "paper", "large"),
    slow_but([(game, "a5", "a4", False) for game in SAMPLE], [(game, *form) for game in GAMES for form in FORMATS]),
)
def test_nothing_lies_where_a_home_printer_leaves_paper_white_nor_in_the_foot(game, format_, paper, large):
    """5 mm of white all round, and white between the text and the line over the page's number."""
    made = make_booklet(game, BookletChoices(paper, format_, large))
    assert made.pages % 4 == 0 or made.format == "flat"
    for number, page in enumerate(pypdfium2.PdfDocument(made.files[made.read_name]), 1):
        dark = np.asarray(page.render(scale=1, grayscale=True).to_numpy()).squeeze() < 160
        edge = int(5.0 * 72 / 25.4)
        inside = dark[edge:-edge, edge:-edge]
        assert dark.sum() == inside.sum(), f"{made.read_name}, page {number}"
        full = np.flatnonzero(dark.mean(axis=1) > 0.6)  # the line over the number is the widest thing at the foot
        if number > 1 and len(full) and full[-1] > 0.8 * dark.shape[0]:
            assert dark[full[-1] - 5 : full[-1] - 1].sum() == 0, (
                f"{made.read_name}, page {number}: text runs into the foot"
            )


def test_pages_break_where_it_costs_least():
    lines = [Strip(10.0, ()) for _ in range(12)]
    assert [len(column) for column in paginate(lines, 40.0)] == [4, 4, 4]
    lines[4] = Strip(10.0, (), cost=NEVER)
    assert [len(column) for column in paginate(lines, 40.0)] == [3, 4, 4, 1]
    for goes_on, counts in ((True, [1, 3]), (False, [2, 2])):  # a paragraph with its picture moves whole
        paragraph = [Strip(10.0, ()), Strip(10.0, (), goes_on=goes_on), Strip(35.0, (), cost=NEVER)]
        assert [len(column) for column in paginate([Strip(40.0, ()), *paragraph], 60.0)] == counts
    with_gaps = [Strip(10.0, (), before_mm=2.0, elastic=True) for _ in range(6)]
    columns = paginate(with_gaps, 36.0, stretch_mm=3.0)
    assert [placed.y_mm for placed in columns[0]] == [0.0, 13.0, 26.0]  # the gap above the first one goes, others grow


@pytest.mark.parametrize(
    ("game", "large"), slow_but([(game, False) for game in SAMPLE], itertools.product(GAMES, (False, True)))
)
def test_pages_are_full_none_is_a_stub_and_none_ends_with_a_heading_or_within_a_paragraph_that_had_room(game, large):
    style = find_style("a5", large, find_theme(), "red")
    strips = [strip for c in read_book(game).chapters if c.kind != "summary" for strip in set_chapter(c, style)]
    columns = paginate(strips, style.depth_mm, style.stretch_mm, style.min_fill)
    ends = [column[-1].y_mm + column[-1].strip.height_mm for column in columns]
    assert max(ends) <= style.depth_mm + 1e-6 and ends[-1] > 0.25 * style.depth_mm
    for (before, after), end in zip(itertools.pairwise(columns), ends, strict=False):
        assert not after[0].strip.goes_on or style.depth_mm - end < after[0].strip.height_mm
        if not large:
            assert after[0].strip.cost < 1000  # breaks that must not be cost a million
            assert before and end > 0.6 * style.depth_mm  # and no page is nearly empty


@sampled_games
def test_where_a_rule_comes_from_stands_in_the_outer_margin(game):
    """Beside the text, on the side away from the fold."""
    rules = [
        b for c in read_book(game).chapters for b in c.blocks if isinstance(b, Paragraph) and b.number and b.sources
    ]
    found = 0
    # the spreads before have no margin, and words as small under the cards of their panels
    for number, page in list(enumerate(read_pieces(pages_of(game)), 1))[5:]:
        for piece in page:
            if round(piece.points, 1) == 8.0:
                found += 1
                assert piece.left > 350 if number % 2 else piece.right < 60, number
    assert found >= len(rules)


LONG_SUMMARIES = ("ww3", "armageddon", "casino")  # take a second page in type of 16 points


@sampled_games
def test_the_summary_fills_the_back_cover(game):
    style = find_style("a5", False, find_theme(), "red")
    (column,) = set_summary(read_book(game), style)
    assert 0.9 * style.depth_mm < column[-1].y_mm + column[-1].strip.height_mm <= style.depth_mm + 1e-6
    for format_ in ("a5", "half-letter"):
        large = find_style(format_, True, find_theme(), "red")
        assert len(set_summary(read_book(game), large)) == (2 if game in LONG_SUMMARIES else 1)


@sampled_games
def test_the_summary_is_on_the_back_and_the_contents_find_every_chapter(game):
    document = pypdfium2.PdfDocument(pages_of(game))
    book = read_book(game)
    texts = [" ".join(page.get_textpage().get_text_range().split()) for page in document]
    summary = next(chapter for chapter in book.chapters if chapter.kind == "summary")
    assert summary.title in texts[-1] and book.title in texts[0]
    outline = {mark.get_title(): mark.get_dest().get_index() + 1 for mark in document.get_toc() if mark.level == 0}
    assert set(outline) > {f"{c.number} {c.title}".strip() for c in book.chapters}
    for chapter in book.chapters:
        number = outline[f"{chapter.number} {chapter.title}".strip()]
        assert chapter.title in texts[number - 1]
        assert re.search(rf"{re.escape(chapter.title)} {number}\b", next(t for t in texts if "In this book" in t))
    assert "Brian Ciesicki" in texts[0] and any(book.credit in text for text in texts)


# Words


def copied(game: str) -> str:
    """All text of an A5 book in the order of the file, without the feet of its pages and without blanks, by pdfium."""
    pieces = (piece.text for page in read_pieces(pages_of(game)) for piece in page if piece.bottom > FOOT)
    return "".join("".join(pieces).split())


def copied_by_poppler(game: str) -> str:
    """The same by another program, with blanks."""
    command = [find_tool("pdftotext"), "-raw", "-x", "0", "-y", "0", "-W", "420", "-H", "556", "-", "-"]
    read = subprocess.run(command, input=pages_of(game), capture_output=True, check=True).stdout.decode()
    return " ".join(read.split())


@pytest.mark.parametrize(
    ("game", "copy"),
    slow_but([(game, copied) for game in SAMPLE], itertools.product(GAMES, (copied, copied_by_poppler))),
)
def test_copied_text_is_the_book_paragraph_by_paragraph(game, copy):
    text = copy(game)
    index = 0
    for chapter in [c for c in read_book(game).chapters if c.kind != "summary"]:
        for block in chapter.blocks:
            for passage in map(printed, passages(block)):
                passage = passage if " " in text else passage.replace(" ", "")
                found = text.find(passage, index)
                assert found >= 0, (
                    f"{chapter.title}: {passage!r} does not stand after {text[max(0, index - 80) : index]!r}"
                )
                index = found


def printed(text: str) -> str:
    """As it stands on paper, with blanks that any line may end at."""
    return set_text(text).replace(NO_BREAK, " ")


def passages(block) -> list[str]:
    """What of a block must be found in a row."""

    def plain(spans) -> str:
        return " ".join("".join(span.text for span in spans).split())

    if isinstance(block, Paragraph):
        return [" ".join(f"{block.number} {plain(block.spans)}".split())]
    if isinstance(block, Bullets):
        return [plain(item) for item in block.items]
    if isinstance(block, Table):
        return [plain(cell) for row in (block.header, *block.rows) for cell in row]
    if isinstance(block, HouseRule):
        if len(block.choices) == 1:
            return []
        return [plain(block.question), *(plain(choice.spans) for choice in block.choices)]
    if isinstance(block, RenderedExample):
        return [" ".join(part.split()) for part in (block.words, block.outcome, plain(block.caption)) if part]
    return []


# Tags


def _pictured(block) -> Iterable[RenderedExample | Step]:
    if isinstance(block, Steps):
        return block.steps
    return [block] if isinstance(block, RenderedExample) else []


@sampled_games
def test_every_card_picture_says_its_name(game):
    names = {card.name for card in FULL + JOKERS}
    said = [each.words for each in read_descriptions(pages_of(game)) if each.role == "/Figure"]
    shown = [
        card.name
        for chapter in read_book(game).chapters
        if chapter.kind != "summary"
        for block in chapter.blocks
        for pictured in _pictured(block)
        for group in pictured.groups
        for card in group.cards
    ]
    rest = iter(said)
    assert all(name in rest for name in shown)  # all of them, in their order
    assert len(set(shown) & names) >= 8


@pytest.mark.slow
def test_a_booklet_can_be_read_aloud_and_archived_unless_a_picture_is_mute(tmp_path):
    whole, mute = tmp_path / "whole.pdf", tmp_path / "mute.pdf"
    whole.write_bytes(pages_of("craziness"))
    mute.write_bytes(without_one_alternative(pages_of("craziness")))
    found = vera([whole, mute], "ua1", "2a")
    assert found[whole] == []
    assert [line.split()[:2] for line in found[mute]] == [["ua1", "7.3-1"]]


def without_one_alternative(data: bytes) -> bytes:
    output = io.BytesIO()
    with pikepdf.open(io.BytesIO(data)) as pdf:
        figure = next(
            o for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and o.get("/S") == "/Figure" and "/Alt" in o
        )
        del figure.Alt
        pdf.save(output)
    return output.getvalue()


@pytest.mark.slow
def test_every_format_can_be_read_aloud_and_archived(tmp_path):
    house = find_game("craziness").read_house(None, ["must_play=true"])
    made = [
        make_booklet(game, BookletChoices(paper, format_, large)) for game in GAMES for format_, paper, large in FORMATS
    ]
    made += [make_booklet("craziness", BookletChoices("a4", "a5", ink_style="low", house=house))]
    files = []
    for index, book in enumerate(made):
        files.append(tmp_path / f"{index}.pdf")
        files[-1].write_bytes(reading(book))
    assert {path: failed for path, failed in vera(files, "ua1", "2a").items() if failed} == {}


def test_the_reading_file_has_language_title_bookmarks_and_its_fonts(tmp_path):
    path = tmp_path / "book.pdf"
    book = make_booklet("push-it", BookletChoices("a4", "a5"))
    path.write_bytes(reading(book))
    fonts = run_tool("pdffonts", path).stdout.splitlines()[2:]
    assert len(fonts) == 3
    for row in fonts:
        assert row.split()[-5:-2] == ["yes", "yes", "yes"], row  # embedded, subset, with a map to letters
    with pikepdf.open(path) as pdf:
        assert pdf.Root.Lang == "en-US" and pdf.docinfo.Title == "Push It Real Good: rules"
        assert pdf.Root.ViewerPreferences.DisplayDocTitle and pdf.Root.MarkInfo.Marked
        assert len(pdf.pages) == book.pages
        with pdf.open_outline() as outline:
            assert len(outline.root) >= 13


def test_links_of_the_contents_lead_to_their_chapters():
    with pikepdf.open(io.BytesIO(pages_of("push-it"))) as pdf:
        links = next(page.Annots for page in pdf.pages if "/Annots" in page)
        numbers = {page.objgen: index for index, page in enumerate(pdf.pages, 1)}
        reached = [numbers[link.Dest[0].objgen] for link in links]
        said = [str(link.Contents) for link in links]
    assert [int(text.rsplit(" ", 1)[1]) for text in said] == reached and len(reached) >= 13


# Files


def test_the_same_book_gives_the_same_bytes():
    choices = BookletChoices("a4", "a5")
    assert make.make_booklet("push-it", choices).files == make_booklet("push-it", choices).files


def test_names_carry_every_choice():
    rules = find_game("craziness").read_house(None, ["must_play=true"])
    other = find_game("craziness").read_house(None, ["out_on_single=true"])
    unchanged = find_game("craziness").read_house()
    folded = BookletChoices("a4", "a5")
    pocket = BookletChoices("a4", "pocket")
    choices = [
        ("push-it", folded), ("push-it", replace(folded, flip="long")), ("push-it", replace(folded, thickness_mm=0.2)),
        ("push-it", BookletChoices("letter", "half-letter")),
        ("craziness", pocket), ("craziness", replace(pocket, paper="letter")), ("craziness", replace(pocket, ink_style="low")),
        ("craziness", replace(pocket, house=rules)), ("craziness", replace(pocket, house=other)),
    ]  # fmt: skip
    made: dict[str, bytes] = {}
    for game, choice in choices:
        for name, data in make_booklet(game, choice).files.items():
            assert made.setdefault(name, data) == data, name  # one name, one content
    assert {
        "booklets/push-it-a5-on-a4.pdf",
        "booklets/push-it-a5-on-a4-flip-long.pdf",
        "booklets/push-it-a5-on-a4-0.2mm.pdf",
        "booklets/craziness-pocket-letter-read.pdf",
    } <= set(made)
    plain = make_booklet("craziness", replace(pocket, house=unchanged))
    assert plain.files == {name: made[name] for name in plain.files}  # a house file that says nothing of this game


def test_format_and_paper_follow_from_each_other():
    assert choose_format("", "", "letter") == ("half-letter", "letter")
    assert choose_format("", "", "a4") == ("a5", "a4") == choose_format("", "a4", "letter")
    assert choose_format("half-letter", "", "a4") == ("half-letter", "letter")
    assert choose_format("A5", "", "letter") == ("a5", "a4")
    assert choose_format("pocket", "", "letter") == ("pocket", "letter")
    with pytest.raises(LayoutError, match="a5 is half of a4 paper"):
        choose_format("a5", "letter", "a4")
    with pytest.raises(LayoutError, match="not on a3"):
        choose_format("", "a3", "a4")
    with pytest.raises(InputError, match="no format 'a6'"):
        choose_format("a6", "", "a4")


def test_printed_files_tell_the_printer_how():
    book = make_booklet("push-it", BookletChoices("a4", "a5"))
    with pikepdf.open(io.BytesIO(book.files["booklets/push-it-a5-on-a4.pdf"])) as pdf:
        wanted = pdf.Root.ViewerPreferences
        assert wanted.Duplex == "/DuplexFlipShortEdge" and wanted.PrintScaling == "/None"
        assert len(pdf.pages) == book.sheets * 2
        assert [round(float(v) * 25.4 / 72) for v in pdf.pages[0].mediabox] == [0, 0, 297, 210]
    long = make_booklet("push-it", BookletChoices("a4", "a5", flip="long"))
    with pikepdf.open(io.BytesIO(long.files["booklets/push-it-a5-on-a4-flip-long.pdf"])) as pdf:
        assert pdf.Root.ViewerPreferences.Duplex == "/DuplexFlipLongEdge"
    pocket = make_booklet("craziness", BookletChoices("a4", "pocket"))
    with pikepdf.open(io.BytesIO(pocket.files["booklets/craziness-pocket-a4.pdf"])) as pdf:
        assert pdf.Root.ViewerPreferences.Duplex == "/Simplex" and len(pdf.pages) == 1


# A book follows its text


@pytest.fixture
def change(monkeypatch, tmp_path):
    """Changes a line of the book of Push It Real Good, as somebody does who edits `templates/`."""

    def write(old: str, new: str) -> int:
        """The number of the line."""
        source = text.template_path(BOOK).read_text(encoding="utf-8")
        assert source.count(old) == 1
        file = tmp_path / "book.md"
        file.write_text(source.replace(old, new), encoding="utf-8")
        real = text.template_path
        for module in (text, examples):
            monkeypatch.setattr(module, "template_path", lambda name: file if name == BOOK else real(name))
        forget()
        return source[: source.index(old)].count("\n") + 1

    yield write
    forget()


def forget() -> None:
    for reader in (
        text.read_source, examples.read_examples_of_book, examples.read_examples, examples.check_examples,
    ):  # fmt: skip
        reader.cache_clear()


BOOK = "games/push-it/book.md"
CLAIM = "claim 2 green hearts with GH1 GH3 -> claim true"


def test_a_card_changed_in_the_text_changes_picture_and_verdict(change):
    """The pictures and the words beside them come from the line that the engine ran."""
    before = pages_of("push-it")
    change(f"rule=5a,5b id=PU-start show\n{CLAIM}", f"rule=5b id=PU-start show\n{CLAIM.replace('GH3 ->', 'GS3 -> no')}")
    after = reading(make.make_booklet("push-it", BookletChoices("a4", "a5")))
    old, new = ([each for each in read_descriptions(data) if each.role == "/Figure"] for data in (before, after))
    assert [(a.words, b.words) for a, b in zip(old, new, strict=True) if a.words != b.words] == [
        ("green heart 3", "green square 3")
    ]
    pages = zip(texts_of(before), texts_of(after), strict=True)
    (number,) = (number for number, (a, b) in enumerate(pages) if a != b)
    assert texts_of(after)[number].count("A lie.") == texts_of(before)[number].count("A lie.") + 1
    assert green(after, number) != green(before, number)  # a square, no heart


def green(data: bytes, number: int) -> int:
    """How many pixels of a page are the deck's green."""
    picture = pypdfium2.PdfDocument(data)[number].render(scale=2, rev_byteorder=True).to_numpy()[..., :3].astype(int)
    return int((np.abs(picture - rgb(find_theme().colors["green"].ink.rgb)).sum(axis=-1) < 12).sum())


def test_a_false_example_stops_the_booklet(capsys, tmp_path, change):
    line = change(CLAIM, CLAIM.replace("GH3", "GS3"))
    ran = tt(capsys, "booklet", "push-it", "--paper", "a4", "--out", tmp_path / "out")
    assert ran.status == 1 and not (tmp_path / "out").exists()
    for part in ("book.md", f"line {line}", "5a", "claim"):
        assert part in ran.err
    assert "Traceback" not in ran.err


def test_house_rules_stand_in_the_booklet():
    plain = " ".join(texts_of(pages_of("push-it")))
    rules = find_game("push-it").read_house(None, ["max_lay=doubled"])
    made = make_booklet("push-it", BookletChoices("a4", "a5", house=rules))
    text = " ".join(texts_of(reading(made)))
    assert made.house == ("max_lay=doubled",) and "house-" in made.read_name
    assert "Played here by house rules" in text and "Played here by house rules" not in plain
    assert text.count("House rule ") > plain.count("House rule ")


# The command


@pytest.mark.parametrize(("format_", "words"), [
    ("pocket", ["one cut"]), pytest.param("a5", ["flip on the SHORT edge", "staple", "checked by the rules engine"], marks=pytest.mark.slow),
])  # fmt: skip
def test_the_command_says_how_to_print(capsys, tmp_path, format_, words):
    ran = tt(capsys, "booklet", "push-it", "--format", format_, "--paper", "a4", "--out", tmp_path)
    assert ran.status == 0 and all(word in ran.out for word in words), ran.out
    assert len(list((tmp_path / "booklets").glob(f"push-it-{format_}*-a4.pdf"))) == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["crazyness"], "Did you mean craziness?"),
        (["ww3", "--format", "a4"], "Choose --format a5, half-letter, pocket or flat."),
        (["ww3", "--format", "a5", "--paper", "letter"], "--format half-letter"),
        (["ww3", "--paper", "a3"], "a4 or letter"),
        (["ww3", "--format", "pocket", "--large-print"], "leave out --large-print"),
        (["ww3", "--flip", "left"], "short or long"),
        (["ww3", "--thickness", "80"], "0.1"),
        (["ww3", "--format", "a5", "--thickness", "nan"], "--thickness 'nan'"),
        (["ww3", "--ink", "blue"], "color or low"),
        (["all", "--option", "jokers=2"], "Name the game"),
        (["ww3", "--option", "jokers"], "name=value"),
        (["ww3", "--house", "nowhere.toml"], "there is no file nowhere.toml"),
    ],
)
def test_bad_input_is_answered_with_the_cure(capsys, tmp_path, words, said):
    ran = tt(capsys, "booklet", *words, "--out", tmp_path / "out")
    assert ran.status == 2 and said in " ".join(ran.err.split()) and not (tmp_path / "out").exists()


@walk("game", GAMES)
def test_a_cover_is_in_its_games_color_and_all_of_its_words_read_on_it(game):
    """White or black on the color with at least 4.5:1 (WCAG 2), the title in 40 points on A5; no color with low ink."""
    accent = read_cover(game).accent
    for ink in ("color", "low"):
        style = find_style("a5", False, find_theme(ink), accent)
        pieces = draw_cover(read_book(game, find_game(game).house()), style)
        texts = [item for piece in pieces for item in piece.items if isinstance(item, Text)]
        ground = style.theme.paper if ink == "low" else style.accent
        assert any(isinstance(item, Path) and item.fill == style.accent for item in pieces[0].items) == (ink == "color")
        assert {text.fill for text in texts} == {text_ink(style)}
        assert contrast(rgb(text_ink(style).rgb), rgb(ground.rgb)) >= 4.5
        assert max(text.size_mm for text in texts) * 72 / 25.4 >= 40
