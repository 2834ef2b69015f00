"""Anybody's Markdown as a book: all that it may hold is set, all that it may not is told with its line."""

import re
from unicodedata import normalize

import pytest
from pypdf import PdfReader

from tests.commands import ROOT, tt
from tests.readers.verapdf import vera
from tt_print.booklets.blocks import Box, Bullets, Figure, HouseRule, Paragraph, RenderedExample, Table
from tt_print.booklets.own_book import own_name, read_own_book, read_own_text
from tt_print.errors import InputError

LIGHTHOUSE = ROOT / "docs/examples/lighthouse.md"
PLAIN = "# Plain\n\nA game for two.\n\n## Set-up\n\nDeal `RC1` and **KB?**.\n\n- one\n- two\n\n> Careful.\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n"


def book_of(tmp_path, text, name="my-game.md"):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return read_own_book(read_own_text(path))


def test_plain_markdown_is_a_book(tmp_path):
    book = book_of(tmp_path, PLAIN)
    assert (book.title, book.game, book.checked) == ("Plain", "own-my-game", False)
    about, setup = book.chapters
    assert about.title == "About the game" and [type(block) for block in setup.blocks] == [
        Paragraph, Bullets, Box, Table,
    ]  # fmt: skip
    assert setup.number == "1" and setup.blocks[0].number == "1.1" and setup.blocks[0].spans[1].card.safe_code == "RC1"
    assert book.cover.cards[0][0] == "RC1"


def test_figures_examples_and_choices_of_the_complete_game():
    book = read_own_book(read_own_text(LIGHTHOUSE))
    blocks = [block for chapter in book.chapters for block in chapter.blocks]
    figures = [block for block in blocks if isinstance(block, Figure)]
    assert [(each.kind, each.arguments) for each in figures] == [
        ("cards", ("fan",)), ("table", ()), ("turn", ()), ("cards", ("pile",)),
    ]  # fmt: skip
    assert all(each.alt for each in figures)
    examples = [block for block in blocks if isinstance(block, RenderedExample)]
    assert [each.verdict for each in examples] == ["yes", "yes", "no"]
    assert examples[0].outcome == "Alike once, in color. The red heart 3 is the ship now."
    assert [span.text for span in examples[-1].caption] == ["not checked by an engine"]
    rules = [block for block in blocks if isinstance(block, HouseRule)]
    assert (
        [rule.number for rule in rules] == ["A", "B"]
        and rules[0].in_force.spans[0].text == "No."
        and not rules[0].origin
    )
    assert book.chapters[-1].kind == "summary" and book.deck == "squares" and dict(book.facts)["Players"] == "2 to 5"


ABOVE = "+++\ntagline = 'x'\n+++\n\n# T\n\n## One\n\n"
WRONG = {  # what stands at line 9 of a file, and what is said of it
    "`RX3`": "line 9: ",
    "<b>x</b>": "line 9: '<b>' is HTML",
    "<div>": "line 9: '<div>' is HTML",
    "![x](x.png)": "line 9: '![x](x.png)' is a picture of your own",
    "    code": "line 9: four blanks",
    "#### deep": "line 9: #### is too deep",
    "- a\n  - b": "line 10: a list in a list",
    "> | a |\n> | --- |\n> | 1 |": "line 9: a box holds paragraphs only",
    "```\nRC1\n```": "line 9: a block without a name. Begin it with",
    "```exampel\nRC1 -> yes\n```": "line 9: a block named 'exampel'. Did you mean example?",
    "```example\n```": "line 9: the example is empty",
    "```example\nRC1 RC2\n```": "line 10: 'RC1 RC2' has no ->. An example is: what lies there -> yes",
    "```example\nx: RC1 -> yes. A.\nx: RX2 -> no. B.\n```": "line 11: ",
    "```figure fann\nx: RC1\n```": "line 9: there is no figure 'fann'. Did you mean fan?",
    "```figure fan\nx: RC1\nnobody\n```": "line 11: 'nobody' names no card",
    "```figure table\nabove | Ann | RC1\n```": "line 10: a place at the table is",
    "```figure chits\nred 3\n```": "line 9: chits point at a color, a shape and a number",
    "```house\nMay you?\n- No.\n- Yes.\n```": "line 10: a house rule stands in a chapter of its own",
    "```house\nMay you?\n- No.\n```": "line 10: a house rule is a question",
    "```house\nMay you?\nNo.\n```": "line 11: an answer begins with a hyphen",
    "# Again": "line 9: 'Again' is a second title",
    "### My *great* rule": "line 9: 'My *great* rule': a title is plain text",
    "3. three\n4. four": "line 9: the list begins at 3",
    "see [us](http://x)": "line 9: 'see [us](http://x)' has a link",
    "a\n\n---\n\nb": "line 11: a line of hyphens",
    "| a | b |\n| --- | --- |\n| 1 | 2 |\n| 1 | 2 | 3 |": "line 12: '| 1 | 2 | 3 |' has 3 cells, and the table 2 columns",
    "| a | b |\n| --- | --- |\n| 1 |": "line 11: '| 1 |' has 1 cell, and the table 2 columns",
    "| a | b |\n| 1 | 2 |": "line 9: a table has a line under its first one",
    "| a | b |\n| --- |\n| 1 | 2 |": "line 9: a table has a line under its first one",
    "```figure fan\nx: RC1\n\n## Next\n\n```example\nRC1 -> yes\n```": "line 9: the block that begins here never ends",
    "text\n\n```figure fan\nx: RC1": "line 11: the block that begins here never ends",
    "is **bold and": "line 9: two stars (**) that stand alone",
    "a\nb `RC1 and": "line 10: a backquote (`) that stands alone",
    "~~old~~": "line 9: ~~ cannot be set",
    "a[^1]": "line 9: a footnote cannot be set",
    "a[^1]\n\n[^1]: the note": "line 11: '[^1]: the note' would not be printed",
    "2*3*4": "line 9: '2*3*4': stars inside a word would vanish",
    "a <!-- b --> c": "line 9: '<!--' is HTML",
    "> > c": "line 9: a box holds no box",
    "##Next": "line 9: '##Next': write a blank behind ##",
    "\u2022 one\n\u2022 two": "line 9: '\u2022 one': write a hyphen and a blank",
    "\u2018\u2018\u2018figure fan\nx: RC1\n\u2018\u2018\u2018": "line 9: '\u2018\u2018\u2018figure fan': a block begins with three backquotes",
    "players = '3'": "line 9: \"players = '3'\" belongs between two lines of +++",
    "text\n\n+++": "line 11: +++ stands above and below the cover's facts",
    "## Two {hosue}\n\nx": "line 9: {hosue} is no kind of chapter. Did you mean house?",
    "## Two {summary}\n\nx\n\n## Three {summary}\n\nx": "line 13: a second chapter {summary}",
    "one\ntwo \u2192": "line 10: '\u2192' (rightwards arrow) is not in our fonts",
    "- one\n- \u03b1": "line 10: '\u03b1' (greek small letter alpha) is not in our fonts",
    "```figure turn\nLay.\n\u2713 Draw.\n```": "line 11: '\u2713' (check mark) is not in our fonts",
    "```figure fan\nx: RC1\ncaption: \u2713\n```": "line 11: '\u2713' (check mark) is not in our fonts",
    "```example\nRC1 -> yes. \u2713\n```": "line 10: '\u2713' (check mark) is not in our fonts",
    "```figure fan\nx: " + "RC1 " * 31 + "\n```": "line 10: 31 cards in a fan; a hand holds 30",
    "### " + "long " * 20: "line 9: this heading has 99 letters; write 90 at most",
}


@pytest.mark.parametrize("text", WRONG)
def test_what_cannot_be_set_is_told_with_its_line(tmp_path, text):
    with pytest.raises(InputError, match=re.escape("my-game.md, " + WRONG[text])):
        book_of(tmp_path, ABOVE + text + "\n")


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
```figure fan⏎xone xtwo: RC1 RH3⏎caption: xthree⏎```
```figure fan of xone⏎xtwo: RC1⏎```
```figure turn⏎xone⏎2. xtwo⏎- xthree⏎caption: xfour⏎caption: xfive⏎```
```figure table⏎top | xone | RC1 | 3⏎center | xtwo | |⏎caption: xthree⏎```
```figure table⏎top | xone | xtwo RC1 | 3⏎```
```figure chits⏎red heart 3⏎caption: xone⏎```
```example xone⏎RC1 -> yes. xtwo⏎```
```example⏎xone: RC1 | xtwo xthree: RH1 -> yes. xfour xfive.⏎xsix -> xseven xeight⏎```
```example⏎xone: RC1 xtwo RH1 -> yes. xfour -> xfive.⏎```
## xone {house}⏎⏎```house⏎xtwo?⏎- xthree⏎- xfour⏎```
## xone {house}⏎⏎```house veto xfive⏎xtwo?⏎- xthree⏎- xfour⏎```
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


def test_every_word_is_printed_or_its_line_is_told(capsys, tmp_path):
    legal, told = [], 0
    for index, text in enumerate(SPOKEN.splitlines()):
        text = re.sub(r"(?i)\bx(?=[a-z]{2})", f"x{chr(97 + index // 26)}{chr(97 + index % 26)}", text).replace(
            "⏎", "\n"
        )
        try:
            book_of(tmp_path, f"{ABOVE}{text}\n")
            legal.append(text)
        except InputError as error:
            assert re.search(r"my-game\.md, line (9|1\d): ", str(error)), error
            told += 1
    assert told > 15 and len(legal) > 20
    path = tmp_path / "my-game.md"
    path.write_text(f"{ABOVE}First.\n\n" + "\n\n## Next\n\n".join(legal) + "\n", encoding="utf-8")
    ran = tt(capsys, "booklet", path, "--format", "flat", "--paper", "a4", "--out", tmp_path)
    assert ran.status == 0, ran.err
    (read,) = (tmp_path / "booklets").glob("*.pdf")
    printed = " ".join(page.extract_text() for page in PdfReader(read).pages).lower()
    wanted = re.findall(r"x[a-z]{4,}", "\n".join(legal).lower())
    assert len(wanted) > 60 and not [word for word in wanted if word not in printed]


TOO_LARGE = {  # what stands at line 9, and what is said of it when it is set
    "word " + "Donau" * 30: "line 9: 'DonauDonauDonauDonauDonauDonauDonauDonau...' is wider than its column",
    "- " + "Donau" * 30: "line 9: 'DonauDonauDonauDonauDonauDonauDonauDonau...' is wider than its column",
    "|"
    + "column|" * 16
    + "\n|"
    + "---|" * 16
    + "\n|"
    + "a|" * 16: "line 9: the table of 16 columns that begins with 'column' needs",
    "".join(f"> line {n}\n>\n" for n in range(120)): "line 9: what begins with 'line 0' is ",
    "```figure row\n"
    + "".join(f"Who {n}: RC1 RH2\n" for n in range(40))
    + "```": "line 10: what begins with 'Who 0' is ",
    "".join(
        f"## Chapter {n}\n\nx\n\n" for n in range(200)
    ): "the book has 201 chapters; its list of contents has room for ",
}


@pytest.mark.parametrize("format_", ["a5", "flat"])
@pytest.mark.parametrize("text", TOO_LARGE, ids=lambda text: text[:12])
def test_nothing_sticks_out_of_a_page(capsys, tmp_path, text, format_):
    path = tmp_path / "my-game.md"
    path.write_text(ABOVE + text + "\n", encoding="utf-8")
    ran = tt(capsys, "booklet", path, "--format", format_, "--out", tmp_path)
    assert ran.status == 2 and "my-game.md" in ran.err and TOO_LARGE[text] in " ".join(ran.err.split()), ran.err


def test_a_text_comes_as_editors_save_it(tmp_path):
    text = "# Gr\u00f6\u00dfe\n\n## \u00dcber\n\n\u201eSo\u201c \u2013 \u00abso\u00bb\u00a0\u2026\n\n```example\nRC1 \u2192 yes. Good.\nRC2 \u2013> no. Bad.\n```\n"
    expected = book_of(tmp_path, text)
    for other in (
        text.replace("\n", "\r\n"),
        text.replace("\n", "\r"),
        normalize("NFD", text),
        text.replace("So", "S\u00ado\u200b"),
    ):
        assert book_of(tmp_path, other) == expected
    for encoding in ("utf-8-sig", "utf-16"):
        (tmp_path / "my-game.md").write_bytes(text.encode(encoding))
        assert read_own_book(read_own_text(tmp_path / "my-game.md")) == expected
    assert [each.verdict for each in expected.chapters[0].blocks[1:]] == ["yes", "no"]


FACTS = {
    "tagline = 3": "line 2: tagline must be a text",
    "tagllne = ''": "line 2: 'tagllne' is not a key of the file. Did you mean tagline?",
    "title = 'Gulls'": "line 2: 'title' is not a key of the file. The title is a line of its own, under the second +++: # Gulls\n"
    "The keys are tagline, players, time, deck, author, cover and accent.",
    "accent = 'blu'": "line 2: accent 'blu' is no color. Did you mean blue?",
    "cover = ['RX1']": "line 2: ",
    "cover = ['RC1','RC2','RC3','RC4','YC1','YC2']": "line 2: 6 cards on the cover",
}


def test_all_faults_of_a_file_are_reported_at_once(capsys, tmp_path):
    """As of ten pages of Markdown that somebody pastes: each fault once, in the order of the file, and none that follows from another."""
    path = tmp_path / "my-game.md"
    path.write_text(
        "+++\ntitle = 'Gulls'\ntagllne = 'x'\naccent = 'blu'\n+++\n# T\n\n##One\n\n![x](x.png)\n\n- a\n  - b\n\nsee [us](http://x)\n\n"
        "```example\nRC1 RC2\nRX2 -> no. B.\n```\n\n## Choices {hosue}\n\n```house\nMay you?\n- No.\n- Yes.\n```\n\n"
        "| a | b |\n| --- | --- |\n| 1 |\n| 2 |\n",
        encoding="utf-8",
    )
    told = tt(capsys, "booklet", path, "--out", tmp_path)
    lines = [int(found) for found in re.findall(r"my-game\.md,\s+line\s+(\d+):", told.err)]
    assert told.status == 2 and lines == [2, 3, 4, 8, 10, 13, 15, 18, 19, 22, 32, 33], told.err
    path.write_text("# T\n\n## One\n\n" + "~~x~~\n\n" * 30, encoding="utf-8")
    with pytest.raises(InputError) as many:
        read_own_book(read_own_text(path))
    assert str(many.value).count("\n") == 20 and str(many.value).endswith("... and 10 more.")


@pytest.mark.parametrize("facts", FACTS)
def test_wrong_facts_are_told_with_their_line(tmp_path, facts):
    with pytest.raises(InputError, match=re.escape("my-game.md, " + FACTS[facts])):
        book_of(tmp_path, f"+++\n{facts}\n+++\n# T\n\n## A\n\nb\n")


def test_words_of_three_letters_are_no_cards(tmp_path):
    text = (
        ABOVE
        + "You may `hop`.\n\n```example\nAnn cannot lay -> no. It is Bo's turn.\nlying: RC2 | Bo lays RH3 -> yes. Both are red.\n```\n\n"
        + "```figure turn\n1. 3 cards are laid.\n- 2-player games begin here.\ncaption: A turn\n```\n\n"
        + "## Choices {house}\n\n```house\nWhat is a joker worth?\n- -5 points.\n- 5 points.\n```\n"
    )
    book = book_of(tmp_path, text)
    paragraph, *examples, turn = book.chapters[0].blocks
    assert "hop" in "".join(span.text for span in paragraph.spans)
    assert [[group.role for group in each.groups] for each in examples] == [[], ["lying", "Bo lays"]]
    assert [step[0].text for step in turn.steps] == ["3 cards are laid.", "2-player games begin here."]
    assert [choice.spans[0].text for choice in book.chapters[1].blocks[0].choices] == ["-5 points.", "5 points."]


def test_only_a_book_that_an_engine_checked_says_so(capsys, tmp_path):
    assert tt(capsys, "booklet", LIGHTHOUSE, "--format", "pocket", "--paper", "a4", "--out", tmp_path).status == 0
    paths = list((tmp_path / "booklets").glob("*lighthouse*pocket*.pdf"))
    assert len(paths) == 2, "to print, and to read"
    for path in paths:
        facts = {key: str(text) for key, text in PdfReader(path).metadata.items()}
        assert not any("checked by the rules engine" in text for text in facts.values()), path
        assert "pages by tt_print" in facts["/Author"]


def test_a_file_without_a_title_an_end_or_a_text_is_told(tmp_path):
    for text, said in (
        ("", "needs a title"),
        ("# \n\ntext\n", "my-game.md, line 1: a book needs a title"),
        ("hello", "needs a title"),
        ("# T\n", "nothing under the title"),
        ("+++\nx\n", "never end"),
    ):
        with pytest.raises(InputError, match=said):
            book_of(tmp_path, text)


def test_files_are_named_after_the_text_and_never_as_ours(tmp_path):
    assert [own_name(tmp_path / name) for name in ("casino.md", "My Game.md", "My_Game.md")] == [
        "own-casino",
        "own-my-game",
        "own-my-game",
    ]
    assert own_name(tmp_path / "あ.md") != own_name(tmp_path / "い.md") and own_name(tmp_path / "ä.md").isascii()


@pytest.mark.parametrize("format_", ["pocket", "a5"])
def test_a_game_from_an_empty_folder_to_its_book(capsys, tmp_path, monkeypatch, format_):
    monkeypatch.chdir(tmp_path)
    assert tt(capsys, "new", "game", "tricky-dick").status == 0
    ran = tt(capsys, "booklet", "tricky-dick.md", "--format", format_, "--paper", "a4")
    assert ran.status == 0 and "not checked by an engine" in ran.out, ran.err
    assert len(list((tmp_path / "output/booklets").glob("own-tricky-dick-*.pdf"))) == 2
    refused = tt(capsys, "booklet", "tricky-dick.md", "--option", "x=1")
    assert refused.status == 2 and "are for games with an engine" in refused.err
    missing = tt(capsys, "booklet", "nothing.md")
    assert missing.status == 2 and "tt-print new game my-game" in missing.err


def test_a_text_that_is_no_rule_book_by_its_length_is_told(tmp_path):
    with pytest.raises(InputError, match=r"my-game\.md is larger than 300 KB, the most that can be read here"):
        book_of(tmp_path, PLAIN + "A line.\n" * 50_000)


@pytest.mark.slow
@pytest.mark.timeout(60)
def test_a_paragraph_of_a_hundred_thousand_lines_is_read(tmp_path):
    """It took minutes when the whole text was searched again for each line."""
    assert len(book_of(tmp_path, PLAIN + "\n" + "a\n" * 100_000).chapters[-1].blocks) == 5


def test_too_many_chapters_for_a_pocket_are_told(capsys, tmp_path):
    path = tmp_path / "long.md"
    path.write_text("# T\n\n" + "".join(f"## C{n}\n\nx\n\n" for n in range(9)), encoding="utf-8")
    ran = tt(capsys, "booklet", path, "--format", "pocket", "--out", tmp_path)
    assert ran.status == 2 and "this book 9 chapters" in ran.err


@pytest.mark.slow
def test_the_complete_game_can_be_read_aloud_in_all_formats(capsys, tmp_path):
    for words in (["a5"], ["half-letter"], ["flat"], ["pocket"], ["a5", "--large-print"], ["flat", "--large-print"]):
        ran = tt(capsys, "booklet", LIGHTHOUSE, "--format", *words, "--out", tmp_path)
        assert ran.status == 0, ran.err
    read = [path for path in tmp_path.rglob("*.pdf") if path.stem.endswith("-read") or "-flat-" in path.name]
    assert len(read) == 6 and not [found for found in vera(read, "ua1").values() if found]
