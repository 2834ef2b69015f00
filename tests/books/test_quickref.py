"""Reference cards: every statement is run by the engine, and every card is read back from the sheet that it is printed on."""

import os
import tomllib
from dataclasses import replace
from itertools import product
from pathlib import Path

import pypdfium2
import pytest

from tests.commands import ROOT, tt
from tests.makers.prints import house_words, kept_files, print_files
from tests.readers.page_words import read_words
from tests.readers.pdf_marks import read_pages
from tests.walks import slow_but, walk
from tt_print.books.quickref import Statement, read_leaves
from tt_print.engine.house import show_value
from tt_print.games import find_game, game_names, load_games
from tt_print.games.examples import parse_examples, run_case, run_example

POINT = 25.4 / 72
TEMPLATES = [
    (game, name)
    for game in game_names()
    for name in {"ww3": ["ww3", "war"], "armageddon": ["armageddon", "war"]}.get(game, [game])
]


def cards(game="all", words="", paper="a4", trial=None):
    return kept_files(f"quickref {game} --paper {paper} --json {words}", *house_words(trial or {}))


def texts(data):
    return " ".join(" ".join(said.text for page in read_pages(data) for said in page.texts).split())


def printed(*choices, **named):
    return texts(cards(*choices, **named).pdf)


def statements(game: str, name: str, **trial):
    house = find_game(game).house(**trial)
    return house, [statement for leaf in read_leaves(name, find_game(game), house) for statement in leaf.statements]


def check_statement(statement: Statement, game, house):
    """What the engine denies of a statement under these house rules: a fact, or a rule that did not decide."""
    changed = {name: value for name, value in house.changed.items() if name != "teams"}  # for one number of players
    in_force = "; ".join(f"with {name}={show_value(value)}" for name, value in changed.items())
    lines = [f"{in_force}; {check}" if in_force else check for check in statement.checks]
    text = f"```example rule={','.join(statement.rules)} id=quickref\n" + "\n".join(lines) + "\n```"
    for example in parse_examples(text, "quickref.toml", game.name):
        yield from run_example(example)


@pytest.mark.parametrize(("game", "name"), slow_but([("craziness", "craziness")], TEMPLATES))
def test_every_statement_holds_under_every_house_rule(game, name):
    """A rule that makes a sentence false must have another in its place, or none."""
    found = find_game(game)
    for trial in found.house_trials():
        house, printed = statements(game, name, **trial)
        for statement in printed:
            assert [f"{house}: {failure}" for failure in check_statement(statement, found, house)] == []


@walk(("game", "name"), TEMPLATES)
def test_every_statement_has_checks_that_could_fail(game, name):
    _house, printed = statements(game, name)
    for statement in printed:
        assert statement.rules and statement.checks, statement
        text = "```example rule=x id=y\n" + "\n".join(statement.checks) + "\n```"
        (example,) = parse_examples(text, "quickref.toml", game)
        for case in example.cases:
            for index, fact in enumerate(case.facts):
                flipped = (*case.facts[:index], replace(fact, negated=not fact.negated), *case.facts[index + 1 :])
                failure, _ = run_case(example, replace(case, facts=flipped))
                assert failure is not None, (statement.say, fact)


@walk(("game", "name"), TEMPLATES)
def test_the_little_cards_are_those_that_the_engine_was_asked_about(game, name):
    for trial in find_game(game).house_trials():
        for statement in statements(game, name, **trial)[1]:
            assert len(statement.shown) == len(statement.show)
            for shown, witness in zip(statement.show, statement.shown, strict=True):
                assert any(witness in check for check in statement.checks), (statement.say, witness)
                for code in shown.codes:
                    plain = code.replace(".", "") if statement.emblems else code
                    assert plain in witness, (statement.say, code)


def test_a_false_statement_is_caught_with_its_place():
    game, house = find_game("ww3"), find_game("ww3").house()
    statement = statements("ww3", "ww3")[1][4]
    assert "Control" in statement.say
    (failure,) = check_statement(replace(statement, checks=("pile RC2 YH1 -> control",), rules=("2a",)), game, house)
    assert (failure.expected, failure.got) == ("control", "not control")
    assert "decided by rule 9" in [f.expected for f in check_statement(replace(statement, rules=("9",)), game, house)]


def test_one_sheet_holds_the_six_games():
    for paper in ("letter", "a4"):
        assert cards(paper=paper).told["slots"] == [
            "ww3 armageddon war six-suit casino-1 casino-2 craziness push-it-1 push-it-2".split()
        ]
    text = printed(paper="letter")
    assert all(game.title in text for game in load_games()) and "Brian Ciesicki" in text
    assert len(text.split()) < 1080  # nobody reads more at the table; once it was 1,603


def test_several_games_can_be_named_in_any_order_and_share_a_title():
    made = cards("craziness armageddon ww3")
    assert made.told["slots"][0][:4] == ["ww3", "armageddon", "war", "craziness"]
    assert made.name == "sheets/quickref-ww3-armageddon-craziness-a4.pdf"
    titles = {"casino": "Casino Macedonia, reference", "casino ww3": "reference cards", "all": "reference cards"}
    for games, title in titles.items():
        with pypdfium2.PdfDocument(cards(games).pdf) as pdf:
            assert pdf.get_metadata_value("Title") == f"Triple Topper, {title}"


def check_cards(made, boxes):
    """Words and marks of each card lie within its rim, and no two words on each other."""
    for words, codes in zip(read_words(made.pdf), made.told["slots"], strict=True):
        for (left, top, right, bottom), code in zip(boxes, codes, strict=False):
            here = [w for w in words if left <= w.middle[0] <= right and top <= w.middle[1] <= bottom]
            assert bool(code) is bool(here)
            for word in here:
                assert word.left >= left + 1.5 and word.right <= right - 1.5, (code, word)
                assert word.top >= top + 1.5 and word.bottom <= bottom - 1.5, (code, word)
                for other in here:
                    if other is not word and abs(word.middle[1] - other.middle[1]) < 1:
                        assert word.right <= other.left + 0.3 or other.right <= word.left + 0.3, (code, word, other)


def slots_of(paper):
    """Nine places of 63 x 88 mm in the middle of a4 or letter."""
    left, top = {"a4": (10.5, 16.5), "letter": (13.45, 7.7)}[paper]
    corners = [(left + 63 * column, top + 88 * row) for row in range(3) for column in range(3)]
    return [(x, y, x + 63, y + 88) for x, y in corners]


@pytest.mark.parametrize(("paper", "ink"), slow_but([("letter", "color")], product(("a4", "letter"), ("color", "low"))))
def test_cards_lie_in_the_decks_own_slots_with_readable_letters(paper, ink):
    made = cards(words=f"--ink {ink}", paper=paper)
    check_cards(made, slots_of(paper))
    sizes = [said.size for page in read_pages(made.pdf) for said in page.texts if len(said.text) > 2]
    assert min(sizes) >= 7.5 * POINT and made.told["text_pt"] >= 7.5


def large_boxes(paper, columns, rows):
    width, height = paper.width / columns, paper.height / rows
    return [(x * width, y * height, (x + 1) * width, (y + 1) * height) for y in range(rows) for x in range(columns)]


LARGE = [
    ("a4", 2, 2, 105, 148.5), ("tabloid", 4, 2, 108, 139.7), ("letter", 2, 2, 108, 139.7), ("legal", 2, 2, 108, 177.8),
    ("205x300", 2, 2, 102.5, 150), ("a3", 4, 2, 105, 148.5),
]  # fmt: skip


@pytest.mark.parametrize(("paper", "columns", "rows", "width", "height"), slow_but(LARGE[:2], LARGE))
def test_large_cards_are_four_to_a_page_in_ten_points(paper, columns, rows, width, height):
    made = cards(words="--large", paper=paper)
    page = read_pages(made.pdf)[0]
    check_cards(made, large_boxes(page, columns, rows))
    small, big = ({w.text: w.bottom - w.top for w in read_words(m.pdf)[0]} for m in (cards(), made))
    grown = big["Control:"] / small["Control:"]
    sizes = [said.size * grown for said in page.texts if len(said.text) > 2]
    assert min(sizes) >= 10 * POINT and made.told["text_pt"] >= 10
    assert (page.width / columns, page.height / rows) == pytest.approx((width, height), abs=0.1)
    ticks = [mark for mark in page.marks if mark.group == 0 and mark.stroke_mm == pytest.approx(0.2)]
    xs, ys = ({point[axis] for mark in ticks for point in mark.points} for axis in (0, 1))
    assert all(min(abs(x - page.width / columns * n) for x in xs) < 0.05 for n in range(1, columns))
    assert all(min(abs(y - page.height / rows * n) for y in ys) < 0.05 for n in range(1, rows))


@pytest.mark.parametrize("name", slow_but(("craziness",), game_names()))
def test_house_rules_in_force_stand_on_the_cards_within_their_rims(name):
    """Each set of house rules is stated in words of its own."""
    plain, stated = printed(name, paper="letter"), {}
    for trial in find_game(name).house_trials():
        made = cards(name, paper="letter", trial=trial)
        check_cards(made, slots_of("letter"))
        text = texts(made.pdf)
        if "With house rules" not in text:
            assert text == plain, "what changes nothing is not printed"
        else:
            assert stated.setdefault(text, made.name) == made.name
    assert len(stated) > 5


def test_the_two_war_games_share_a_card_only_while_they_share_their_rules(tmp_path):
    house = tmp_path / "house.toml"

    def ask(text):
        house.write_text(text, encoding="utf-8")
        return print_files("quickref all --paper a4 --json --house", house)

    both = ask("[ww3]\nwrong_slap_penalty = 1\n[armageddon]\nwrong_slap_penalty = 1\n")
    assert "A bad slap costs 1 card." in texts(both.pdf)
    codes = {code for sheet in both.told["slots"] for code in sheet if code}
    assert {"ww3", "war"} <= codes, codes
    refused = ask("[ww3]\nwrong_slap_penalty = 1\n").ran
    assert refused.status == 2 and "their house rules differ" in refused.err
    own = ask("[armageddon]\njokers = 1\njoker_defines = false\n")
    assert "A joker that starts a pot counts as nothing." in texts(own.pdf)
    assert {"armageddon-1", "armageddon-2", "war"} <= {code for sheet in own.told["slots"] for code in sheet}


def test_a_sheet_goes_through_the_printers_calibration():
    profile = '[[printers]]\nprinter = "kitchen"\npaper = "a4"\nscale_x = 0.99\n'
    Path(os.environ["TT_PRINT_CONFIG"], "printers.toml").write_text(profile, encoding="utf-8")
    corrected, plain = (print_files(f"quickref casino --paper a4 {words}") for words in ("", "--printer none"))
    widths = [max(m.box[2] for m in page.marks) - min(m.box[0] for m in page.marks)
              for page in (read_pages(made.pdf)[0] for made in (plain, corrected))]  # fmt: skip
    assert widths[1] / widths[0] == pytest.approx(1 / 0.99, abs=1e-4)
    assert corrected.name != plain.name


def test_a_card_too_small_to_read_is_refused(capsys, tmp_path):
    ran = tt(capsys, "quickref", "casino", "--card", "mini", "--out", tmp_path)
    assert ran.status == 2 and "5.2 points" in ran.err and "--large" in ran.err and not any(tmp_path.iterdir())
    assert tt(capsys, "quickref", "casino", "--card", "bridge", "--out", tmp_path).status == 0


def test_a_house_file_speaks_to_every_game_that_it_names(capsys, tmp_path):
    house = tmp_path / "house.toml"
    house.write_text('[common]\nnext_dealer = "winner"\n[craziness]\nelimination_score = 20\n', encoding="utf-8")
    for verb in ("quickref", "scoresheet"):
        ran = tt(capsys, verb, "craziness", "--house", house, "--paper", "a4", "--out", tmp_path)
        assert ran.status == 0
    texts = [" ".join(said.text for page in read_pages(path.read_bytes()) for said in page.texts)
             for path in tmp_path.rglob("*.pdf")]  # fmt: skip
    assert len(texts) == 2
    assert all("You leave at 20 points." in text and "The winner deals next." in text for text in texts)


def test_decks_are_written_alike_on_all_cards():
    """ "2–6 players · full deck": a deck's name is a capital only where it is one, as in Squares and West."""
    (words,) = read_words(cards().pdf)
    assert [word.text for word in words].count("Full") == 0 and [word.text for word in words].count("full") >= 4


def test_what_little_cards_come_to_stands_beside_them():
    """Each `say` of a row of cards, as its file has it, is on the printed cards."""
    for name in ("casino", "craziness"):
        own = tomllib.loads((ROOT / f"templates/games/{name}/quickref.toml").read_text(encoding="utf-8"))
        says = {
            shown["say"] for card in own["cards"] for line in card["lines"] if not line.get("when")
            for shown in line.get("show", ()) if "{" not in shown["say"]
        }  # fmt: skip
        text = printed(name)
        assert says - {""} and [say for say in says if say not in text] == []


def test_a_set_of_cards_has_another_name_when_any_one_game_has_other_rules(tmp_path):
    house, names = tmp_path / "house.toml", set()
    casino, craziness = "[casino]\nsingle_card_take = true\n", "[craziness]\nmust_play = true\n"
    for text in ("", casino, craziness, casino + craziness):
        house.write_text(text, encoding="utf-8")
        names.add(print_files("quickref all --paper a4 --house", house).name)
    assert len(names) == 4, names
    assert "single-card-take" in cards("casino", trial={"single_card_take": True}).name
