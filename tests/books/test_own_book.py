"""Anybody's Markdown as a book: all that it may hold is printed, and a line that cannot be printed is told by its number."""

import re
from itertools import takewhile
from unicodedata import normalize

import pypdfium2
import pytest
from pypdf import PdfReader

from tests.commands import ROOT, tt
from tests.makers.books import texts_of
from tests.makers.prints import print_files
from tests.readers.page_faults import faults_of, read_finished
from tests.readers.page_words import read_words
from tests.readers.reading_order import hear
from tests.readers.verapdf import vera
from tests.walks import walk
from tt_print.books.own_book import read_own_book, read_own_text
from tt_print.errors import InputError

LIGHTHOUSE = ROOT / "docs/examples/lighthouse.md"
CREDIT = "{} is a game by its table for the card game system Triple Topper, which is Brian Ciesicki’s."
PLAIN = "# Plain\n\nA game for two.\n\n## Setup\n\nDeal `RC1` and **KB?**.\n\n- one\n- two\n\n> Careful.\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n"


def print_text(tmp_path, text, format_="flat"):
    path = tmp_path / "my-game.md"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return print_files(f"booklet --format {format_} --paper a4", path)


def refusal(tmp_path, text, format_="flat"):
    """The message for a text that cannot be printed, on one line."""
    made = print_text(tmp_path, text, format_)
    assert made.ran.status == 2 and not made.files, made.ran
    return " ".join(made.ran.err.split())


def chapter(made, title):
    """A chapter as a screen reader reads it: (role, words) of what is in it, in order, below its title."""
    data = made.files[min(made.files)]  # the pages in their order, where there is also a file to print
    kids = hear(data).kids
    (start,) = [at for at, one in enumerate(kids, 1) if one.role == "H2" and one.words == title]
    return [(one.role, one.words) for one in takewhile(lambda one: one.role != "H2", kids[start:])]


def test_plain_markdown_is_a_book(tmp_path):
    made = print_text(tmp_path, PLAIN)
    assert made.name == "booklets/own-my-game-flat-a4.pdf" and "not checked by the rules engine" in made.ran.out
    assert chapter(made, "About the game") == [("P", "A game for two.")]
    assert chapter(made, "Setup") == [
        ("P", "Deal red circle 1 red circle 1 and KB?."), ("L", "• one • two"), ("P", "Careful."), ("Table", "a b 1 2"), ("P", CREDIT.format("Plain")),
    ]  # fmt: skip
    cover = hear(made.pdf).kids[0]
    assert [(one.role, one.words) for one in cover.kids[:2]] == [("H1", "Plain"), ("Figure", "red heart 3")]


def test_fields_examples_and_choices_of_the_complete_game():
    flat, pocket = (print_files(f"booklet --format {format_} --paper a4", LIGHTHOUSE) for format_ in ("flat", "pocket"))
    heard = hear(flat.pdf)
    (table,) = [one.words for one in heard.all("Figure") if ": " in one.words]
    assert "Bo: 5 face down; Cy: 5 face down; Ann: 5 face down; the three ships: red circle 2" in table
    steps, words = (
        " ".join(words for _, words in chapter(*each)) for each in ((flat, "Your turn"), (pocket, "Your turn"))
    )
    assert steps.startswith(
        "1 Play a card on a ship. “Both are red!” Ann red heart 3 red circle 2 the ship Say what they share: "
    )
    assert words.startswith(
        "1 Play a card on a ship. Say what they share: color, shape, or number. 2 Count what they share. Once: "
    )
    verdicts = [one.kids[2].words for one in heard.all("Div") if len(one.kids) > 2]
    assert verdicts[:2] == [
        "Yes. Both are red. The red heart 3 is the ship now.",
        "No. Color, shape, and number all differ.",
    ]
    for words in (
        "Players: 2 to 5", "Deck: squares", "differ. not checked by an engine", "Common mistake:", "You win with the most points.",
        "2 cards face down No card matches?", "a twice: yellow, circle · b once: 2 · c not at all · d twice: square, 3",
    ):  # fmt: skip
        assert words in heard.words
    assert "May you play two cards in one turn? No. Yes, on two different ships." in heard.words


def test_no_words_of_steps_tables_and_choices_come_near_a_line_or_each_other(tmp_path):
    """The complete game without its pictures of cards, which have tests of their own and would take long."""
    text = re.sub(r"(?s)```(figure|picture|quiz|example).*?```", "", LIGHTHOUSE.read_text(encoding="utf-8"))
    assert faults_of(print_text(tmp_path, text).pdf) == []


PLACES = {"top": "Ann", "left": "Bo", "center": "Pile", "right": "Cy", "bottom": "Di"}


def test_everybody_sits_where_the_figure_of_a_table_says(tmp_path):
    """Names and cards lie within the table's edge; who sits across is as far from it; the center is in the middle."""
    tables = ["top left center right bottom", "left center bottom", "left right"]
    figures = [
        "".join(f"{side} | {PLACES[side]} | RC1 RH2 |\n" for side in sides.split()).join(("```figure table\n", "caption: A\n```\n"))
        for sides in tables
    ]  # fmt: skip
    made = print_text(tmp_path, ABOVE + "\n\n## Next\n\n".join(f"Here.\n\n{figure}" for figure in figures))
    felts = [
        (page, one.box) for page in read_finished(made.pdf)[1:] for one in sorted(page.paints, key=lambda one: one.box[1])
        if round(one.width, 1) == 0.6 and 150 < one.box[2] - one.box[0] < 170
    ]  # fmt: skip
    assert len(felts) == len(tables)
    for sides, (page, (left, top, right, bottom)) in zip(tables, felts, strict=True):
        lines, held = (
            [one for one in found if left < one.box[0] < right and top + 2 < one.box[1] < bottom]
            for found in (page.lines, page.paints)
        )
        for box in (one.box for one in (*lines, *held)):
            assert left + 3 < box[0] and box[2] < right - 3 and top + 3 < box[1] and box[3] < bottom - 3, (sides, box)
        names = {name: line.box for line in lines if (name := line.text.strip()) in PLACES.values()}
        assert sorted(names) == sorted(PLACES[side] for side in sides.split())
        x, y = ({name: (box[n] + box[n + 2]) / 2 for name, box in names.items()} for n in (0, 1))
        middle = (left + right) / 2
        assert x["Bo"] < middle - 10
        if "right" in sides:
            assert abs(x["Bo"] - left - (right - x["Cy"])) < 3 and abs(y["Bo"] - y["Cy"]) < 1
        if "top" in sides:
            assert abs(x["Pile"] - middle) < 2 and y["Ann"] < y["Bo"] - 15 and y["Pile"] < y["Di"] - 15
        elif "center" in sides:  # with nobody on the right the center is there
            assert x["Pile"] > middle + 10 and y["Bo"] < y["Di"] - 15


ABOVE = "+++\ntagline = 'x'\n+++\n\n# T\n\n## One\n\n"
WRONG = {  # what stands at line 9 of a file, and what is said of it
    "`RX3`": "line 9: ",
    "<b>x</b>": "line 9: '<b>x</b>' has HTML",
    "<div>": "line 9: '<div>' has HTML",
    "![x](x.png)": "line 9: '![x](x.png)' has a picture of your own",
    "- a\n  - b": "line 10: a list cannot be set inside a list",
    "> | a |\n> | --- |\n> | 1 |": "line 9: a table cannot be set inside a list or a box",
    "```\nRC1\n```": "line 9: a block named ''. Begin it with",
    "```exampel\nRC1 -> yes\n```": "line 9: a block named 'exampel'. Did you mean example?",
    "```example\n```": "line 9: the example is empty",
    "```example\nRC1 RC2\n```": "line 10: 'RC1 RC2' has no verdict. Write: lying: RC2 | Ann lays RH3 -> yes",
    "```example\nx: RC1 -> yes. A.\nx: RX2 -> no. B.\n```": "line 11: ",
    "```figure fan\nx: RC1\n```": "line 9: there is no figure 'fan'. Write ```figure table, or ```picture",
    "```figure table\ncaption: x\n```": "line 10: the table has nothing above its caption",
    "```figure table\nabove | Ann | RC1\n```": "line 10: a place at the table is",
    "```step Play a card.\nRC1\n```": "line 9: a step has a number, a title",
    "```step 1 Play.\nx\ncase lay RC1 -> legal\n```": "line 11: a case is for games with an engine",
    "```step 1 Play.\ncards\n```": "line 10: 'cards' is not cards",
    "```step 1 Play.\ncards RC1 | x | wrong RH1\n```": "line 10: 'cards RC1 | x | wrong RH1' is not cards, and behind a bar",
    "```step 1 Play.\nback to you\n```": "line 10: back 'to you': write how many cards lie face down",
    "```step 1 Play.\npointers red heart 9\n```": "line 10: 'red heart 9' is not a color, a shape, and a number",
    "```step 1 Play.\nAnn sley: back 1\n```": "line 10: Ann cannot be 'sley'. Did you mean sly?",
    "```step 1 Play.\ncards RC1 | x | y\n```": "line 10: 'cards RC1 | x | y' would not be printed",
    "```box of cards\nback 1\n```": "line 9: a box has lines of a picture, and text",
    "```bar You win\nback 2\n```": "line 10: 'back 2' would not be printed. A bar has",
    "```picture\nback 2\ntwo cards\n```": "line 11: 'two cards' would not be printed. A picture has",
    "```quiz\ncards RC1 | one?\n```": "line 10: 'cards RC1 | one?' would not be printed. A quiz has",
    "```ticks\nMay you?\n```": "line 10: ticks have a question and its answers in each line",
    "```ticks\nMay you? | No. | Yes.\nMay you not? | No.\n```": "line 11: ticks have a question and its answers in each line",
    "```ticks What we play\nMay you? | No. | Yes.\n```": "line 9: a ticks has a question and its answers",
    "# Again": "line 9: a book has one title",
    "3. three\n4. four": "line 9: the list begins at 3",
    "see [us](http://x)": "line 9: 'see [us](http://x)' has a link",
    "| a | b |\n| --- | --- |\n| 1 | 2 |\n| 1 | 2 | 3 |": "line 12: this row has 3 cells, and the table 2 columns",
    "a <!-- b --> c": "line 9: 'a <!-- b --> c' has HTML",
    "> > c": "line 9: a box cannot be set inside a list or a box",
    "- a\n\n  > b": "line 11: a box cannot be set inside a list",
    "- a\n\n  ## b": "line 11: a heading cannot be set inside a list",
    "> a\n>\n> 1. b\n>    - c": "line 12: a list cannot be set inside a list",
    "one\ntwo \u2191": "line 10: '\u2191' (upwards arrow) is not in our fonts",
    "- one\n- \u03b1": "line 10: '\u03b1' (greek small letter alpha) is not in our fonts",
    "```figure table\ntop | x | RC1 |\ncaption: \u2713\n```": "line 11: '\u2713' (check mark) is not in our fonts",
    "```example\nRC1 -> yes. \u2713\n```": "line 10: '\u2713' (check mark) is not in our fonts",
    "# " + "long " * 20: "line 9: a book has one title, of 60 letters at most",
    "![x](x.png)\n\n## B\n\n> > c": "line 9: '![x](x.png)' has a picture",  # the first of two
}


def test_words_of_a_table_that_has_room_for_them_stay_on_one_line(tmp_path):
    made = print_text(tmp_path, f"{ABOVE}| x | y |\n| --- | --- |\n| {'vi ' * 14} | 1 |\n")
    assert len({word.baseline for page in read_words(made.pdf) for word in page if word.text == "vi"}) == 1


@walk("text", WRONG)
def test_what_cannot_be_set_is_told_with_its_line(tmp_path, text):
    assert f"my-game.md, {' '.join(WRONG[text].split())}" in refusal(tmp_path, ABOVE + text + "\n")


# what of Markdown, and of what people take for it, may stand in a text: each word of it begins with x
SPOKEN = r"""xone *xtwo* **xthree** `xfour` xfive\*xsix ***xseven***
- xone⏎- **xtwo**⏎⏎  xthree
1. xone⏎2. xtwo⏎3) xthree
> xone⏎>⏎> - xtwo⏎> - xthree
> xone⏎xtwo lazily
> > xone
- xone⏎  - xtwo
- [ ] xone⏎- [x] xtwo
| xone | xtwo |⏎| :-- | --: |⏎| xthree | xfour |
xone | xtwo⏎--- | ---⏎xthree | xfour
| xone | xtwo |⏎| --- | --- |⏎| xthree | xfour | xfive |
| xone |⏎| --- |⏎| xtwo |⏎xthree
xone⏎---⏎⏎xtwo
xone[^1]⏎⏎[^1]: xtwo
[xone]: xtwo
[xone](http://xtwo) xthree
![xone](xtwo)
<xone> xtwo
<!-- xone -->⏎⏎xtwo
<div>⏎xone⏎</div>
<?xone?> xtwo
xone  ⏎xtwo\⏎xthree
``xone ` xtwo``
~~~⏎xone⏎~~~
```⏎xone⏎```
```figure fan of xone⏎xtwo: RC1⏎```
```figure table⏎top | xone | RC1 | 3⏎center | xtwo | |⏎caption: xthree⏎```
```figure table⏎top | xone | xtwo RC1 | 3⏎```
```step 1 xone⏎cards RC1 | xtwo⏎Ann: | xthree⏎xfour⏎xfive⏎```
```mistake⏎cards RC1 | xone⏎- xtwo⏎```
```picture xone⏎arrow | xtwo -> xfour⏎& Bo flat: back 2 | xthree⏎```
```quiz⏎cards RC1 | xone | xtwo⏎```
```quiz⏎Ann: cards RC1 | xone | xtwo⏎```
```example xone⏎RC1 -> yes. xtwo⏎```
```example⏎xone: RC1 | xtwo xthree: RH1 -> yes. xfour xfive.⏎xsix -> xseven xeight⏎```
```example⏎xone: RC1 xtwo RH1 -> yes. xfour -> xfive.⏎```
```ticks⏎xtwo? | xthree | xfour⏎xfive? | xsix | xseven⏎```
```ticks xone⏎xtwo? | xthree | xfour⏎```
## xone {words}⏎⏎xtwo⏎⏎| xthree | xfour |⏎| --- | --- |⏎| xfive | xsix |
## xone {start}⏎⏎xtwo
## xone {summary}⏎⏎- xtwo
### xone ###⏎⏎xtwo
Xone⏎: xtwo
xone&nbsp;xtwo &amp; xthree &#120;four
    xone
$xone$ ==xtwo== ^xthree^
+ xone⏎+ xtwo
* xone⏎⏎⏎* xtwo
xone<br>xtwo
{xone} [xtwo] (xthree) [2c; xfour] {when veto=off} xfive"""


def test_every_word_is_printed_or_its_line_is_told(tmp_path):
    """All of it in one text, a chapter each; what is told is taken out, until the rest is printed."""
    left = [
        re.sub(r"(?i)\bx(?=[a-z]{2})", f"x{chr(97 + index // 26)}{chr(97 + index % 26)}", text).replace("⏎", "\n")
        for index, text in enumerate(SPOKEN.splitlines())
    ]
    between, path, told = "\n\n## Next\n\n", tmp_path / "my-game.md", []
    while True:
        path.write_text(ABOVE + between.join(["First.", *left]) + "\n", encoding="utf-8")
        try:
            read_own_book(read_own_text(path))
            break
        except InputError as wrong:
            line, at = int(re.search(r"my-game\.md, line (\d+):", str(wrong))[1]), 9
            for text in left:
                begin = at + between.count("\n")
                at = begin + text.count("\n")
                if line <= at:
                    assert line >= begin, wrong
                    told.append(text)
                    left.remove(text)
                    break
            else:
                raise
    made = print_text(tmp_path, path.read_text(encoding="utf-8"))
    assert made.ran.status == 0 and len(told) > 15 and len(left) > 20
    printed = " ".join(texts_of(made.pdf)).lower()
    wanted = re.findall(r"\bx[a-z]{4,}", "\n".join(left).lower())
    assert len(wanted) > 60 and not [word for word in wanted if word not in printed]


DONAU = "line 9: 'DonauDonauDonauDonauDonauDonauDonauDonau...' does not fit its place on the page"
TOO_LARGE = {  # what stands at line 9, and what is said of it when it is set
    "word " + "Donau" * 30: DONAU, "- " + "Donau" * 30: DONAU,
    f"|{'column|' * 16}\n|{'---|' * 16}\n|{'a|' * 16}": "line 9: the table of 16 columns that begins with 'column' needs",
    "".join(f"> line {n}\n>\n" for n in range(120)): "line 9: 'line 0': ",
    "```picture\n" + "".join(f"cards RC1 RH2 | Who {n}\n" for n in range(40)) + "```": "line 10: 'Who 0': ",
    "```picture\nback 1\narrow | " + "Donau" * 30 + "\n```": DONAU.replace("9", "11"),
    "```step 1 Read.\n" + "line\n" * 60 + "```": "line 9: 'Read.': ",
}  # fmt: skip


@pytest.mark.parametrize("format_", ["a5", "flat"])
@pytest.mark.parametrize("text", TOO_LARGE, ids=lambda text: text[:12])
def test_nothing_sticks_out_of_a_page(tmp_path, text, format_):
    assert TOO_LARGE[text] in refusal(tmp_path, ABOVE + text + "\n", format_)


def test_a_text_comes_as_editors_save_it(tmp_path):
    text = "# Gr\u00f6\u00dfe\n\n## \u00dcber\n\n\u201eSo\u201c \u2013 \u00abso\u00bb\u00a0\u2026\n\n```example\nRC1 \u2192 yes. Good.\nRC2 \u2013> no. Bad.\n```\n"
    expected = print_text(tmp_path, text, "pocket").files
    for other in (
        text.replace("\n", "\r\n"), text.replace("\n", "\r"), normalize("NFD", text), text.replace("So", "S\u00ado\u200b"), text.replace("1 ", "1\t"),
        text.encode("utf-8-sig"), text.encode("utf-16"),
    ):  # fmt: skip
        assert print_text(tmp_path, other, "pocket").files == expected
    said = [" ".join(words for _, words in chapter(print_text(tmp_path, text), "Über"))]
    assert "Yes. Good." in said[0] and "No. Bad." in said[0], said


FACTS = {
    "tagline = 3": "tagline must be a text",
    "tagllne = ''": "'tagllne' is not a key of the file. Did you mean tagline?",
    "title = 'Gulls'": "'title' is not a key of",
    "accent = 'blu'": "accent 'blu' is no color. Choose red, yellow",
    "cover = ['RX1']": "cover: 'RX1'",
    "cover = ['RC1','RC2','RC3','RC4','YC1','YC2']": "6 cards on the cover",
}


@walk("facts", FACTS)
def test_wrong_facts_are_told(tmp_path, facts):
    said = refusal(tmp_path, f"+++\n{facts}\n+++\n# T\n\n## A\n\nb\n")
    assert f"my-game.md: {FACTS[facts]}" in said


def test_words_of_three_letters_are_no_cards(tmp_path):
    text = (
        ABOVE
        + "You may `hop`.\n\n```example\nAnn cannot lay -> no. It is Bo's turn.\nlying: RC2 | Bo lays RH3 -> yes. Both are red.\n```\n\n"
        + "1. 3 cards are laid.\n2. 2-player games begin here.\n\n"
        + "## Choices\n\n```ticks\nWhat is a joker worth? | -5 points. | 5 points.\n```\n"
    )
    made = print_text(tmp_path, text)
    assert chapter(made, "One") == [
        ("P", "You may hop."), ("Div", "Ann cannot lay No. It is Bo’s turn."),
        ("Div", "red circle 2 lying red heart 3 Bo lays Yes. Both are red. not checked by an engine"),
        ("L", "1. 3 cards are laid. 2. 2-player games begin here."),
    ]  # fmt: skip
    assert chapter(made, "Choices") == [
        ("P", "What is a joker worth?"),
        ("L", "-5 points. 5 points."),
        ("P", CREDIT.format("T")),
    ]


SET = {  # what is typed, and what is printed: what ~ joins stands on one line
    "Bo's hand": "Bo’s hand", '"Two reds", says Bo.': "“Two reds”, says Bo.", "(\"so\" or 'so')": "(“so” or ‘so’)", '"**Bold reds**"': "“Bold reds”",
    "63 x 88 mm": "63~×~88~mm", "2-8 players": "2–8~players", "It costs 3 cards.": "It costs 3~cards.", "A ? on heart 3": "A~? on heart~3",
    "rule 2a": "rule 2a",
}  # fmt: skip


def test_text_is_set_as_a_typesetter_does(tmp_path):
    """Each comes twenty times, wherever a line happens to end."""
    made = print_text(
        tmp_path, ABOVE + "\n\n".join(" ".join(f"{typed}{' and' * (n % 4)}" for n in range(20)) for typed in SET)
    )
    with pypdfium2.PdfDocument(made.pdf) as pdf:
        lines = [" ".join(line.split()) for page in pdf for line in page.get_textpage().get_text_range().splitlines()]
    for wanted in SET.values():
        assert " ".join(lines).count(wanted.replace("~", " ")) >= 20, wanted
        for part in wanted.split():
            assert sum(line.count(part.replace("~", " ")) for line in lines) >= 20, part


def test_a_line_never_parts_a_card_from_its_name(tmp_path):
    """A picture of 7 mm stands before each name, so no name stands where lines begin."""
    cards = " ".join(f"{'lay it on ' * (n % 5)}`RC{1 + n % 4}`" for n in range(60))
    words = read_words(print_text(tmp_path, f"{ABOVE}Then {cards}.\n").pdf)[1]
    begin, name = (
        min(w.left for w in words if w.text in some and w.left < 100) for some in (["lay", "it", "on"], ["red"])
    )
    assert 5 < name - begin < 11.3 and sum(word.text == "red" for word in words) >= 30


def test_only_a_book_that_an_engine_checked_says_so(capsys, tmp_path):
    assert tt(capsys, "booklet", LIGHTHOUSE, "--format", "pocket", "--paper", "a4", "--out", tmp_path).status == 0
    paths = list((tmp_path / "booklets").glob("*lighthouse*pocket*.pdf"))
    assert len(paths) == 2, "to print, and to read"
    for path in paths:
        facts = {key: str(text) for key, text in PdfReader(path).metadata.items()}
        assert not any("checked by the rules engine" in text for text in facts.values()), path
        assert "pages by tt_print" in facts["/Author"]


@walk(("text", "said"), [
    ("", "needs a title"), ("# \n\ntext\n", "my-game.md, line 1: a book needs a title"), ("hello", "needs a title"),
    ("# T\n", "nothing under the title"), ("+++\nx\n", "never end"),
    ("# T\n\n" + "A line.\n" * 50_000, "my-game.md is larger than 300 KB, the most that can be read here"),
])  # fmt: skip
def test_a_text_that_is_no_book_is_told(tmp_path, text, said):
    assert said in refusal(tmp_path, text)


def test_files_are_named_after_the_text_and_never_as_ours(tmp_path):
    names = []
    for name in ("casino.md", "My Game.md", "My_Game.md", "あ.md", "い.md", "ä.md"):
        (tmp_path / name).write_text("# T\n\n## A\n\nb\n", encoding="utf-8")
        made = print_files("booklet --format pocket --paper a4", tmp_path / name)
        names.append(min(made.files).removeprefix("booklets/").removesuffix("-pocket-a4-read.pdf"))
    assert names[:3] == ["own-casino", "own-my-game", "own-my-game"]
    assert names[3] != names[4] and all(name.isascii() for name in names)


@pytest.mark.parametrize("format_", ["pocket", "a5"])
def test_a_game_from_an_empty_folder_to_its_book(capsys, tmp_path, monkeypatch, format_):
    monkeypatch.chdir(tmp_path)
    assert tt(capsys, "new", "game", "tricky-dick").status == 0
    ran = tt(capsys, "booklet", "tricky-dick.md", "--format", format_, "--paper", "a4")
    assert ran.status == 0 and "not checked by the rules engine" in ran.out, ran.err
    assert len(list((tmp_path / "output/booklets").glob("own-tricky-dick-*.pdf"))) == 2
    refused = tt(capsys, "booklet", "tricky-dick.md", "--option", "x=1")
    assert refused.status == 2 and "are for games with an engine" in refused.err
    missing = tt(capsys, "booklet", "nothing.md")
    assert missing.status == 2 and "tt-print new game my-game" in missing.err


@pytest.mark.slow
@pytest.mark.timeout(60)
def test_a_paragraph_of_a_hundred_thousand_lines_is_read(tmp_path):
    """It took minutes when the whole text was searched again for each line."""
    made = print_text(tmp_path, PLAIN + "\n" + "a\n" * 100_000)
    with pypdfium2.PdfDocument(made.pdf) as pages:
        words = [word for page in pages for word in page.get_textpage().get_text_range().split()]
    assert words.count("a") == 100_002  # one heads a table, and one is in the credit


def test_too_many_chapters_for_a_pocket_are_told(tmp_path):
    text = "# T\n\n" + "".join(f"## C{n}\n\nx\n\n" for n in range(9))
    assert "this book 9 chapters" in refusal(tmp_path, text, "pocket")


@pytest.mark.slow
def test_the_complete_game_can_be_read_aloud_in_all_formats(capsys, tmp_path):
    for words in (["a5"], ["half-letter"], ["flat"], ["pocket"], ["a5", "--large-print"], ["flat", "--large-print"]):
        ran = tt(capsys, "booklet", LIGHTHOUSE, "--format", *words, "--out", tmp_path)
        assert ran.status == 0, ran.err
    read = [path for path in tmp_path.rglob("*.pdf") if path.stem.endswith("-read") or "-flat-" in path.name]
    assert len(read) == 6 and not [found for found in vera(read, "ua1").values() if found]
