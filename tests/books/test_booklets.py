"""Rule booklets as their readers get them: type, pages, words, tags, and files for screen and printer."""

import io
import re
import subprocess
from collections import Counter
from itertools import combinations, product

import numpy as np
import pikepdf
import pypdfium2
import pytest

from tests.books.prose import pictured
from tests.commands import tt
from tests.makers import books as books
from tests.makers.prints import print_files
from tests.readers.color_science import ciede2000, contrast, lab, rgb
from tests.readers.page_words import read_words
from tests.readers.pdf_marks import cut_out, read_pages
from tests.readers.reading_order import hear
from tests.readers.validators import find_tool, run_tool
from tests.readers.verapdf import vera
from tests.walks import slow_but
from tt_print import find_theme
from tt_print.books import text
from tt_print.books.blocks import BookTable, Bullets, Field, HouseRule, Paragraph, RenderedExample, Round, plain
from tt_print.books.cover import covered_games, read_cover
from tt_print.books.text import read_family
from tt_print.deck import FULL, JOKERS
from tt_print.engine.figures import find_time
from tt_print.faces.scene import flood_of
from tt_print.games import examples
from tt_print.templates import read_toml

FORMATS = [
    ("a5", "a4", False), ("half-letter", "letter", False), ("a5", "a4", True), ("half-letter", "letter", True),
    ("flat", "a4", False), ("flat", "letter", True), ("pocket", "a4", False), ("pocket", "letter", False),
]  # fmt: skip


# each game in four of the formats, each format of two games or three
BY_TURNS = [
    (game, *form) for i, game in enumerate(books.FAMILIES) for j, form in enumerate(FORMATS) if (i + j) % 2 == 0
]

LEAST_POINTS = [
    ("a5", False, 12), ("half-letter", False, 12), ("flat", False, 12), ("a5", True, 16), ("flat", True, 16),
    ("pocket", False, 9),
]  # fmt: skip


@pytest.mark.parametrize(("format_", "large", "least"), slow_but(LEAST_POINTS[::5], LEAST_POINTS))
def test_running_text_is_as_large_as_promised(format_, large, least):
    data = books.pages_of("push-it", format_, "letter" if format_ == "half-letter" else "a4", large)
    most, _ = Counter(round(piece.points, 1) for page in books.read_pieces(data) for piece in page).most_common(1)[0]
    assert most >= least - 0.05


@pytest.mark.parametrize(
    ("game", "format_", "paper", "large"), slow_but([(game, "a5", "a4", False) for game in books.SAMPLE], BY_TURNS)
)
def test_nothing_lies_where_a_home_printer_leaves_paper_white_nor_in_the_foot(game, format_, paper, large):
    """5 mm of white all round, and white over the number of the page."""
    pages = pypdfium2.PdfDocument(books.pages_of(game, format_, paper, large))
    assert len(pages) % 4 == 0 or format_ == "flat"
    for number, page in enumerate(pages, 1):
        dark = np.asarray(page.render(scale=1, grayscale=True).to_numpy()).squeeze() < 160
        edge = int(5.0 * 72 / 25.4)
        inside = dark[0 if format_ == "pocket" else edge : -edge, edge:-edge]  # the sheet is folded along their tops
        assert dark.sum() == inside.sum(), f"page {number}"
        lines = np.flatnonzero(dark.any(axis=1))
        if number > 1:
            assert np.diff(lines)[lines[:-1] > 0.9 * len(dark)].max(initial=4) >= 4, (
                f"page {number}: text runs into the foot"
            )


@books.sampled_games
def test_no_page_ends_with_a_heading(game):
    """What is above its foot ends with a text of the size of the rules, or with something small beside it."""
    pages = books.read_pieces(books.pages_of(game))[1:-1]
    sizes = Counter(round(piece.points, 1) for page in pages for piece in page if len(piece.text) > 9)
    usual = sizes.most_common(1)[0][0]
    for number, page in enumerate(pages, 2):
        last = min((piece for piece in page if piece.bottom > books.FOOT), key=lambda piece: round(piece.bottom))
        assert last.points <= usual + 0.05, (number, last)


@books.sampled_games
def test_the_summary_is_on_the_back_and_bookmarks_find_every_chapter(game):
    document, book = pypdfium2.PdfDocument(books.pages_of(game)), read_family(game)
    texts = [" ".join(page.get_textpage().get_text_range().split()) for page in document]
    found = [(mark.get_title(), mark.get_dest().get_index()) for mark in document.get_toc() if mark.level == 0]
    assert [title.lstrip("0123456789 ") for title, _ in found] == [book.title, *(c.title for c in book.chapters)]
    assert all(title in texts[index] for title, index in found)
    assert found[-1][1] == len(document) - 1 and book.chapters[-1].kind == "summary"
    assert "Brian Ciesicki" in texts[0] and "Brian Ciesicki" in texts[-1]


def copied(game: str) -> str:
    """All text of an A5 book in the order of the file, without the feet of its pages and without blanks, by pdfium."""
    pieces = (
        piece.text for page in books.read_pieces(books.pages_of(game)) for piece in page if piece.bottom > books.FOOT
    )
    return "".join("".join(pieces).split())


def copied_by_poppler(game: str) -> str:
    """The same by another program, with blanks."""
    command = [find_tool("pdftotext"), "-raw", "-x", "0", "-y", "0", "-W", "420", "-H", "556", "-", "-"]
    read = subprocess.run(command, input=books.pages_of(game), capture_output=True, check=True).stdout.decode()
    return " ".join(read.split()).replace("( ", "(")  # a picture of a card has a little air around it


@pytest.mark.parametrize(
    ("game", "copy"),
    slow_but([(game, copied) for game in (*books.SAMPLE, "ww3")], product(books.FAMILIES, (copied, copied_by_poppler))),
)
def test_copied_text_is_the_book_paragraph_by_paragraph(game, copy):
    text = copy(game).translate(TYPED)
    index = 0
    for chapter in read_family(game).chapters:
        goal = chapter.blocks[0] if chapter.kind == "start" else None  # it stands on the second page of a spread
        for block in chapter.blocks:
            for passage in passages(block):
                passage = passage.translate(TYPED) if " " in text else "".join(passage.translate(TYPED).split())
                found = text.find(passage, 0 if block is goal else index)
                assert found >= 0, (
                    f"{chapter.title}: {passage!r} does not stand after {text[max(0, index - 80) : index]!r}"
                )
                index = index if block is goal else found


TYPED = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "×": "x", "–": "-", "\u00a0": " "})


def passages(block) -> list[str]:
    """What of a block must be found in a row."""

    if isinstance(block, Paragraph):
        return [plain(block.spans)]
    if isinstance(block, Bullets):
        return [plain(item) for item in block.items]
    if isinstance(block, BookTable):
        return [plain(cell) for row in (block.header, *block.rows) for cell in row]
    if isinstance(block, HouseRule):
        if len(block.choices) == 1:
            return []
        return [plain(block.question), *(plain(choice.spans) for choice in block.choices)]
    if isinstance(block, Round):
        return [plain(spans) for step in block.panels for spans in (step.says, step.text)]
    if isinstance(block, Field):
        labels = [
            plain(spans) for name in ("label", "answer") for one in block.picture for spans in [getattr(one, name)]
        ]
        ticks = [plain(each) for question, answers in block.ticks for each in (question, *answers)]
        return [plain(block.title), *labels, *(each for one in block.blocks for each in passages(one)), *ticks]
    if isinstance(block, RenderedExample):
        return [" ".join(part.split()) for part in (block.words, block.outcome, plain(block.caption)) if part]
    return []


@books.sampled_games
def test_every_card_picture_says_its_name(game):
    names = {card.name for card in FULL + JOKERS}
    said = [figure.words for figure in hear(books.pages_of(game)).all("Figure")]
    shown = []
    for each in pictured(read_family(game).chapters):
        groups = getattr(each, "groups", ())
        lies_now = any(group.fresh and not group.moved for group in groups)  # what is laid is drawn where it then lies
        shown += [card.name for group in groups if not (lies_now and group.moved) for card in group.cards]
    rest = iter(said)
    assert all(name in rest for name in shown)  # all of them, in their order
    assert len(set(shown) & names) >= 8


def test_a_strip_below_a_wild_has_what_its_card_does_not_show():
    book = books.pages_of("craziness", "flat")
    names = [figure.words.split(" as ") for figure in hear(book).all("Figure") if " as " in figure.words]
    lacking = Counter(" ".join(word for word in meant.split() if word not in name.split()) for name, meant in names)
    words = [word.text for page in read_words(book) for word in page]
    after = [" ".join(words[place + 1 : place + 4]) for place, word in enumerate(words) if word == "="]
    longest = sorted(lacking, key=len, reverse=True)  # a card with two wilds lacks two words
    strips = Counter(next((each for each in longest if f"{rest} ".startswith(f"{each} ")), rest) for rest in after)
    assert strips.total() >= 12 and strips <= lacking


@pytest.mark.slow
def test_a_booklet_can_be_read_aloud_and_archived_unless_a_picture_is_mute(tmp_path):
    whole, mute = tmp_path / "whole.pdf", tmp_path / "mute.pdf"
    whole.write_bytes(books.pages_of("craziness"))
    mute.write_bytes(without_one_alternative(books.pages_of("craziness")))
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
    made = [books.pages_of(*book) for book in BY_TURNS]
    made.append(books.to_read(books.print_book("craziness", "--ink low --option must_play=true")))
    files = [tmp_path / f"{index}.pdf" for index in range(len(made))]
    for path, data in zip(files, made, strict=True):
        path.write_bytes(data)
    assert {path: failed for path, failed in vera(files, "ua1", "2a").items() if failed} == {}


def test_the_reading_file_has_language_title_bookmarks_and_its_fonts(tmp_path):
    path = tmp_path / "book.pdf"
    path.write_bytes(books.pages_of("push-it"))
    fonts = run_tool("pdffonts", path).stdout.splitlines()[2:]
    assert len(fonts) == 3
    for row in fonts:
        assert row.split()[-5:-2] == ["yes", "yes", "yes"], row  # embedded, subset, with a map to letters
    with pikepdf.open(path) as pdf:
        assert pdf.Root.Lang == "en-US" and pdf.docinfo.Title == "Push It Real Good: rules"
        assert pdf.Root.ViewerPreferences.DisplayDocTitle and pdf.Root.MarkInfo.Marked


def test_the_card_of_the_deck_is_whole_and_lines_lead_to_the_parts_of_its_corner():
    (page,) = read_pages(cut_out(books.pages_of("push-it"), 1))
    outline = next(mark for mark in page.marks if mark.strokes and 20 < mark.size[0] < 30 and 30 < mark.size[1] < 42)
    left, top, right, bottom = outline.box
    ends = [mark.points[-1] for mark in page.marks if mark.strokes and len(mark.points) == 4 and mark.stroke_mm < 0.32]
    large = next(
        mark.box for mark in page.marks if mark.strokes and 48 < mark.size[0] < 51
    )  # of which the corner is shown
    assert [round((y - large[1]) / (large[3] - large[1]), 2) for _, y in ends] == [0.08, 0.17, 0.22, 0.3]
    assert all(0 < x - large[0] < 0.16 * (large[2] - large[0]) for x, _ in ends)
    hearts = [mark for mark in page.marks if not mark.strokes and 0.6 < mark.size[0] / (right - left) < 0.7]
    assert any(left < heart.box[0] and top < heart.box[1] and heart.box[3] < bottom for heart in hearts)


def test_names_carry_every_choice(tmp_path):
    """Of the two files of a folded book one is read, and no flip changes it; of pockets: tests/cli/names.txt."""
    plain, flipped = books.print_book("push-it"), books.print_book("push-it", "--flip long")
    assert {*flipped.files} - {*plain.files} == {"booklets/push-it-a5-on-a4-flip-long.pdf"}
    assert [name for name in plain.files if flipped.files.get(name) == plain.files[name]] == [
        "booklets/push-it-a5-read.pdf"
    ]
    (tmp_path / "house.toml").write_text("[casino]\njokers = 2\n", encoding="utf-8")
    pocket = "booklet craziness --format pocket --paper a4"
    of_another_game = print_files(f"{pocket} --house", tmp_path / "house.toml")
    assert of_another_game.files == print_files(pocket).files


@pytest.mark.slow
def test_format_and_paper_follow_from_each_other(monkeypatch):
    for locale, words, name in (
        ("en_US.UTF-8", "", "half-letter-on-letter"), ("de_DE.UTF-8", "", "a5-on-a4"), ("en_US.UTF-8", "--paper a4", "a5-on-a4"),
        ("de_DE.UTF-8", "--format half-letter --thickness 0.2", "half-letter-on-letter-0.2mm"), ("en_US.UTF-8", "--format A5", "a5-on-a4"),
        ("en_US.UTF-8", "--format pocket", "pocket-letter"),
    ):  # fmt: skip
        monkeypatch.setenv("LC_ALL", locale)
        assert f"booklets/push-it-{name}.pdf" in print_files(f"booklet push-it {words}").files


def test_printed_files_tell_the_printer_how():
    book, flipped, pocket = (
        books.print_book("push-it"), books.print_book("push-it", "--flip long"), books.print_book("craziness", "", "pocket"),
    )  # fmt: skip
    for made, name, edge, pages, size in (
        (book, "push-it-a5-on-a4", "/DuplexFlipShortEdge", 6, [0, 0, 297, 210]),
        (flipped, "push-it-a5-on-a4-flip-long", "/DuplexFlipLongEdge", 6, [0, 0, 297, 210]),
        (pocket, "craziness-pocket-a4", "/Simplex", 1, [0, 0, 297, 210]),
    ):
        with pikepdf.open(io.BytesIO(made.files[f"booklets/{name}.pdf"])) as pdf:
            wanted = pdf.Root.ViewerPreferences
            assert wanted.Duplex == edge and wanted.PrintScaling == "/None"
            assert len(pdf.pages) == pages and [round(float(v) * 25.4 / 72) for v in pdf.pages[0].mediabox] == size


# A book follows its text


@pytest.fixture
def change(monkeypatch, tmp_path):
    """Changes a line of the book of Push It Real Good, as somebody does who edits `templates/`; gives its number."""

    def write(old: str, new: str) -> int:
        source = text.template_path(BOOK).read_text(encoding="utf-8")
        assert source.count(old) == 1
        file = tmp_path / "family.md"
        file.write_text(source.replace(old, new), encoding="utf-8")
        real = text.template_path
        for module in (text, examples):
            monkeypatch.setattr(module, "template_path", lambda name: file if name == BOOK else real(name))
        forget()
        return source[: source.index(old)].count("\n") + 1

    yield write
    forget()


def forget() -> None:
    for reader in (text.read_source, examples.examples_of, examples.read_examples, examples.check_examples):
        reader.cache_clear()


BOOK = "games/push-it/family.md"
CLAIM = "claim 2 green hearts with GH1 GH3 -> claim true"


def test_a_card_changed_in_the_text_changes_picture_and_verdict(change):
    """The pictures and the words beside them come from the line that the engine ran."""
    before = books.pages_of("push-it")
    change("with GH1 RH2 -> no claim true | “Two", "with GH1 GH2 -> claim true | “Two")
    after = books.to_read(print_files("booklet push-it --format a5 --paper a4"))
    old, new = (hear(data).all("Figure") for data in (before, after))
    assert [(a.words, b.words) for a, b in zip(old, new, strict=True) if a.words != b.words] == [
        ("red heart 2", "green heart 2")
    ]
    pages = zip(books.texts_of(before), books.texts_of(after), strict=True)
    ((number, was, now),) = ((number, a, b) for number, (a, b) in enumerate(pages) if a != b)
    assert "b a lie: each card" in was and "b the truth: each card" in now
    assert green(after, number) > green(before, number)


def green(data: bytes, number: int) -> int:
    """How many pixels of a page are the deck's green."""
    ink = bytes.fromhex(read_toml("themes/tab.toml")["colors"]["green"]["rgb"][1:])
    picture = pypdfium2.PdfDocument(data)[number].render(scale=6, rev_byteorder=True).to_numpy()[..., :3].astype(int)
    return int((np.abs(picture - np.array([*ink])).sum(axis=-1) < 12).sum())


SLIPS = [  # a line of the family book, what somebody made of it, and what is said
    (CLAIM, CLAIM.replace("GH3", "GS3"), ("1 example of push-it failed, so nothing is printed:", "family.md, line {line} ", "expected claim true")),
    (CLAIM, CLAIM.replace("GH3", "GX3"), ("family.md, line {line} ", "GX3")),
    ("cards KH2 | ", "cards KX2 | ", ("'KX2'",)),
    ("+++\ntagline", "tagline", ("family.md, line 1: a book begins with its facts between two lines +++.",)),
    ("\n+++\n", "\n", ("family.md, line 1: a book begins with its facts between two lines +++.",)),
    ("Anyone may deal the first round.", "Anyone may deal the first round. " * 9, ("Push It Real Good, page 1 of 'Setup': ", "letters too many (")),
    ("**Be the first to get rid", "**Be the very first " + "very first " * 30 + "to get rid", ("'Be the very first very first", "letters too many (")),
    ("when your hand is empty and someone", "when your hand is empty, " * 30 + "and someone", ("page 2 of 'How to play': ", "letters too many (")),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "said"), SLIPS)
def test_a_slip_in_a_family_book_stops_it(capsys, tmp_path, change, old, new, said):
    line = change(old, new)
    ran = tt(capsys, "booklet", "push-it", "--paper", "a4", "--out", tmp_path / "out")
    assert ran.status and not (tmp_path / "out").exists() and "Traceback" not in ran.err
    assert [part for part in said if part.format(line=line) not in ran.err] == [], ran.err


WRONG = {  # instead of cards on a cover, what makes the picture of it false; and what the engine says
    "ww3": ("YC2", "YH3", "Expected slap, got not slap"), "armageddon": ("YC2", "BC2", "Expected slap, got not slap"),
    "six-suit": ("YH1", "YT4", "Expected not Bo in, got Bo in"), "casino": ("RS2", "RS3", "Expected legal, got not legal"),
    "craziness": ("KC1", "YC1", "Expected legal"), "push-it": ("RH", "YH", "Expected claim legal, got not claim legal"),
}  # fmt: skip


@pytest.mark.parametrize("game", WRONG)
def test_a_cover_that_shows_a_wrong_move_stops_the_book(capsys, tmp_path, monkeypatch, game):
    right, wrong, said = WRONG[game]
    scene = dict(read_toml(f"toppers/{game}.toml"))
    scene["cards"] = [wrong if code == right else code for code in scene["cards"]]
    scene["claim"] = wrong if scene.get("claim") == right else scene.get("claim", "")
    monkeypatch.setattr(examples, "read_toml", lambda name: scene if name.startswith("toppers/") else read_toml(name))
    forget()
    ran = tt(capsys, "booklet", game, "--paper", "a4", "--out", tmp_path / "out")
    forget()
    assert ran.status and not (tmp_path / "out").exists() and "Traceback" not in ran.err
    title = examples.find_game(game).title
    assert f"the cover of {title} shows a wrong move, so nothing is printed: " in ran.err and said in ran.err, ran.err


def test_house_rules_stand_in_the_booklet():
    plain, made = (
        " ".join(books.texts_of(books.to_read(books.print_book("ww3", words, "flat"))))
        for words in ("", "--option wrong_slap_penalty=1")
    )
    assert "costs you 3 cards" in plain and "House rule" not in plain
    assert "House rule A bad slap costs you 1 card" in made


@pytest.mark.parametrize(("format_", "words"), [
    ("pocket", ["one cut"]), pytest.param("a5", ["flip on the SHORT edge", "staple", "checked by the rules engine"], marks=pytest.mark.slow),
])  # fmt: skip
def test_the_command_says_how_to_print(capsys, tmp_path, format_, words):
    ran = tt(capsys, "booklet", "push-it", "--format", format_, "--paper", "a4", "--out", tmp_path)
    assert ran.status == 0 and all(word in ran.out for word in words), ran.out
    assert len(list((tmp_path / "booklets").glob(f"push-it-{format_}*-a4.pdf"))) == 1


@books.sampled_games
def test_a_cover_shows_in_short_for_whom_how_long_and_with_what_a_game_is(game):
    """Four numbers at its foot, read aloud with what they are; title and line begin at the left."""
    data, found = books.pages_of(game), examples.find_game(game)
    cover = hear(data).kids[0].words
    minutes = find_time(found, found.house())
    shown = [f"{found.players[0]}{f'–{most}' if (most := found.players[1]) else '+'}", f"{minutes} min"]
    pieces = books.read_pieces(data)[0]
    foot = sorted((piece for piece in pieces if piece.text.strip() in shown), key=lambda piece: piece.left)
    assert [piece.text.strip() for piece in foot] == shown and len({round(piece.bottom) for piece in foot}) == 1
    row = [
        piece.text.strip()
        for piece in sorted(pieces, key=lambda piece: piece.left)
        if abs(piece.bottom - foot[0].bottom) < 1
    ]
    assert re.fullmatch(r"\d+\+ (64–125|64|125)", " ".join(row[2:])), row
    assert f"Time: {minutes} minutes a round Ages from: {row[2][:-1]} Cards: {row[3].replace('–', ' or ')}" in cover
    words = [piece.left for piece in pieces if len(piece.text.strip()) > 2 and piece.bottom > foot[0].bottom + 9]
    assert len(words) >= 2 and max(words) - min(words) < 5, words


def test_the_games_of_the_series_are_told_apart_by_their_color():
    """Also by most people who are color-blind: no two of the six are alike."""
    theme = find_theme()
    floods = {game: rgb(flood_of(theme, read_cover(game).accent).ink.rgb) for game in covered_games()}
    assert len(floods) == 6 and (floods["push-it"] == rgb(flood_of(theme, "teal").ink.rgb)).all()
    for vision in ("normal", "protan", "deutan"):
        for one, other in combinations(floods.values(), 2):
            assert ciede2000(lab(one, vision), lab(other, vision)) >= 20


@books.sampled_games
def test_the_second_page_of_how_to_play_has_a_band_half_as_high_with_the_goal_in_its_middle(game):
    data = books.pages_of(game)
    first = next(n for n, page in enumerate(books.read_pieces(data)) if any("How to play" in p.text for p in page))
    scale, heights = 4, []  # pixels a point
    for number in (first, first + 1):
        page = pypdfium2.PdfDocument(data)[number]
        beside = page.render(scale=scale).to_numpy()[: 100 * scale, 24 * scale, :3].min(axis=1) < 200
        heights.append(int(beside.sum()))
    assert heights[1] == pytest.approx(heights[0] / 2, abs=2)
    goal = max(books.read_pieces(data)[first + 1], key=lambda piece: piece.bottom)
    middle = page.get_height() - (np.flatnonzero(beside)[0] + heights[1] / 2) / scale
    assert goal.bottom < middle < goal.bottom + goal.points


@books.sampled_games
def test_a_cover_is_in_its_games_color_and_its_title_reads_on_it(game):
    """White or black on the color with at least 4.5:1 (WCAG 2), in 40 points; no color with low ink."""
    data = books.pages_of(game)
    title = max((piece for piece in books.read_pieces(data)[0] if len(piece.text) > 1), key=lambda piece: piece.points)
    picture = pypdfium2.PdfDocument(data)[0].render(scale=2, rev_byteorder=True).to_numpy()[..., :3]
    top = picture.shape[0] - round(2 * title.bottom)
    left, right = round(2 * title.left), round(2 * title.right)
    ground = picture[top, left - 6]
    colors, counts = np.unique(picture[top - 40 : top, left:right].reshape(-1, 3), axis=0, return_counts=True)
    letters = next(color for color in colors[np.argsort(counts)[::-1]] if abs(int(color.sum()) - int(ground.sum())) > 9)
    assert title.points >= 40 and contrast(letters, ground) >= 4.5
    assert ground.min() < 200 and np.ptp(letters) == 0, (letters, ground)
    low = books.to_read(print_files(f"booklet {game} --format pocket --paper a4 --ink low"))
    gray = pypdfium2.PdfDocument(low)[0].render(scale=1).to_numpy()[..., :3]
    assert (gray == gray[..., :1]).all()
