"""Reference cards: every statement is run by the engine, and every card is read back from the sheet that it is printed on."""

import json
import subprocess
import tomllib
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from tests.commands import ROOT, tt
from tests.makers.house_trials import conditions
from tests.readers.page_words import read_words
from tests.readers.pdf_marks import read_pages
from tests.readers.validators import find_tool
from tests.walks import slow_but
from tt_print.cards.theme import find_theme
from tt_print.engine.house import show_value
from tt_print.engine.house_words import house_sentences
from tt_print.engine.stated import idle_options
from tt_print.engine.table_facts import table_facts
from tt_print.errors import InputError, LayoutError
from tt_print.games import find_game, game_names, load_games
from tt_print.games.examples import parse_examples, run_case, run_example
from tt_print.outputs import quickref_pdf
from tt_print.printer_profile import PrinterProfile
from tt_print.quickref.make import QuickrefChoices, make_quickref, quickref_stem
from tt_print.quickref.statements import Statement, read_leaves
from tt_print.sheets.plan import find_card_size, find_paper, plan_sheet
from tt_print.templates import read_toml

POINT = 25.4 / 72
ALL = tuple((game, game.house()) for game in load_games())
TEMPLATES = [
    (game, name)
    for game in game_names()
    for name in {"ww3": ["ww3", "war"], "armageddon": ["armageddon", "war"]}.get(game, [game])
]


def cards(game: str = "all", paper: str = "a4", trial=None, **choices):
    games = ALL if game == "all" else ((find_game(game), find_game(game).house(**(trial or {}))),)
    return make_quickref(QuickrefChoices(games, paper, **choices))


def statements(game: str, name: str, **trial):
    house = find_game(game).house(**trial)
    return house, [statement for leaf in read_leaves(name, find_game(game), house) for statement in leaf.statements]


def check_statement(statement: Statement, game, house):
    """What the engine denies of a statement under these house rules: a fact, or a rule that did not decide."""
    changed = {name: value for name, value in house.changed.items() if name != "teams"}  # for one number of players
    in_force = "; ".join(f"with {name}={show_value(value)}" for name, value in changed.items())
    lines = [f"{in_force}; {check}" if in_force else check for check in statement.checks]
    text = f"```example rule={','.join(statement.rules)} id=quickref\n" + "\n".join(lines) + "\n```"
    for example in parse_examples(text, statement.where, game.name):
        yield from run_example(example)


@pytest.mark.parametrize(("game", "name"), slow_but([*TEMPLATES][-3:], TEMPLATES))
def test_every_statement_holds_under_every_house_rule(game, name):
    """A rule that makes a sentence false must have another in its place, or none."""
    found = find_game(game)
    for trial in found.house_trials():
        house, printed = statements(game, name, **trial)
        for statement in printed:
            assert [f"{house}: {failure}" for failure in check_statement(statement, found, house)] == []


@pytest.mark.parametrize(("game", "name"), TEMPLATES)
def test_every_statement_has_checks_that_could_fail(game, name):
    _house, printed = statements(game, name)
    for statement in printed:
        assert statement.rules and statement.checks, statement
        text = "```example rule=x id=y\n" + "\n".join(statement.checks) + "\n```"
        (example,) = parse_examples(text, statement.where, game)
        for case in example.cases:
            for index, fact in enumerate(case.facts):
                flipped = (*case.facts[:index], replace(fact, negated=not fact.negated), *case.facts[index + 1 :])
                failure, _ = run_case(example, replace(case, facts=flipped))
                assert failure is not None, (statement.where, fact)


@pytest.mark.parametrize(("game", "name"), TEMPLATES)
def test_the_little_cards_are_those_that_the_engine_was_asked_about(game, name):
    for trial in find_game(game).house_trials():
        for statement in statements(game, name, **trial)[1]:
            assert len(statement.witnesses) == len(statement.shown)
            for shown, witness in zip(statement.shown, statement.witnesses, strict=True):
                assert any(witness in check for check in statement.checks), (statement.where, witness)
                for code in shown.codes:
                    plain = code.replace(".", "") if statement.emblems else code
                    assert plain in witness, (statement.where, code)


def test_a_false_statement_is_caught_with_its_place():
    game, house = find_game("ww3"), find_game("ww3").house()
    statement = statements("ww3", "ww3")[1][4]
    assert "Control" in statement.say
    (failure,) = check_statement(replace(statement, checks=("pile RC2 YH1 -> control",), rules=("2a",)), game, house)
    assert (failure.file, failure.expected, failure.got) == (statement.where, "control", "not control")
    assert "decided by rule 9" in [f.expected for f in check_statement(replace(statement, rules=("9",)), game, house)]


@pytest.mark.parametrize(("game", "name"), TEMPLATES)
def test_every_condition_names_something_that_is_known(game, name):
    found = find_game(game)
    options = {option.name: option for option in found.options}
    for condition in conditions(read_toml(f"games/{name}/quickref.toml")):
        option, value = condition.replace("!=", "=").split("=")
        if name == "war" and option not in options:
            continue
        assert option in table_facts(found, found.house())
        if option in options:
            options[option].parse(value)


@pytest.mark.parametrize("paper", slow_but(("letter",), ("a4", "letter")))
def test_one_sheet_holds_the_six_games(paper):
    made = cards(paper=paper)
    assert [sheet.codes for sheet in made.sheets] == [
        ("ww3", "armageddon", "war", "six-suit", "casino-1", "casino-2", "craziness", "push-it-1", "push-it-2")
    ]
    text = " ".join(said.text for said in read_pages(quickref_pdf(made)[1])[0].texts)
    assert all(game.title in text for game in load_games()) and "Brian Ciesicki" in text


def test_several_games_can_be_named_in_any_order():
    games = [find_game(name) for name in ("craziness", "armageddon", "ww3")]
    made = make_quickref(QuickrefChoices(tuple((g, g.house()) for g in games), "a4"))
    assert [card.code for card in made.cards] == ["ww3", "armageddon", "war", "craziness"]
    assert made.stem == "quickref-ww3-armageddon-craziness-a4"


def check_cards(made, boxes):
    """Words and marks of each card lie within its rim, and no two words on each other."""
    data = quickref_pdf(made)[1]
    for words, sheet in zip(read_words(data), made.sheets, strict=True):
        for index, code in enumerate(sheet.codes):
            left, top, right, bottom = boxes[index]
            here = [w for w in words if left <= w.middle[0] <= right and top <= w.middle[1] <= bottom]
            assert bool(code) is bool(here)
            for word in here:
                assert word.left >= left + 1.5 and word.right <= right - 1.5, (code, word)
                assert word.top >= top + 1.5 and word.bottom <= bottom - 1.5, (code, word)
                for other in here:
                    if other is not word and abs(word.middle[1] - other.middle[1]) < 1:
                        assert word.right <= other.left + 0.3 or other.right <= word.left + 0.3, (code, word, other)


@pytest.mark.parametrize(("paper", "ink"), slow_but([("letter", "color")], product(("a4", "letter"), ("color", "low"))))
def test_cards_lie_in_the_decks_own_slots_with_readable_letters(paper, ink):
    made = cards(paper=paper, ink_style=ink)
    plan = plan_sheet(find_paper(paper), find_card_size("standard"))
    check_cards(made, [(s.x_mm, s.y_mm, s.x_mm + 63, s.y_mm + 88) for s in plan.slots])
    sizes = [said.size for page in read_pages(quickref_pdf(made)[1]) for said in page.texts if len(said.text) > 2]
    assert min(sizes) >= 6.5 * POINT and made.text_pt >= 6.5


def large_boxes(paper, columns, rows):
    width, height = paper.width / columns, paper.height / rows
    return [(x * width, y * height, (x + 1) * width, (y + 1) * height) for y in range(rows) for x in range(columns)]


LARGE = [
    ("a4", 2, 2, 105, 148.5), ("tabloid", 4, 2, 108, 139.7), ("letter", 2, 2, 108, 139.7), ("legal", 2, 2, 108, 177.8),
    ("205x300", 2, 2, 102.5, 150), ("a3", 4, 2, 105, 148.5),
]  # fmt: skip


@pytest.mark.parametrize(("paper", "columns", "rows", "width", "height"), slow_but(LARGE[:2], LARGE))
def test_large_cards_are_four_to_a_page_in_ten_points(paper, columns, rows, width, height):
    made = cards(paper=paper, large=True)
    page = read_pages(quickref_pdf(made)[1])[0]
    check_cards(made, large_boxes(page, columns, rows))
    small, big = ({w.text: w.bottom - w.top for w in read_words(quickref_pdf(m)[1])[0]} for m in (cards(), made))
    grown = big["Control:"] / small["Control:"]
    sizes = [said.size * grown for said in page.texts if len(said.text) > 2]
    assert min(sizes) >= 10 * POINT and made.text_pt >= 10
    assert (page.width / columns, page.height / rows) == pytest.approx((width, height), abs=0.1)
    ticks = [mark for mark in page.marks if mark.group == 0 and mark.stroke_mm == pytest.approx(0.2)]
    xs, ys = ({point[axis] for mark in ticks for point in mark.points} for axis in (0, 1))
    assert all(min(abs(x - page.width / columns * n) for x in xs) < 0.05 for n in range(1, columns))
    assert all(min(abs(y - page.height / rows * n) for y in ys) < 0.05 for n in range(1, rows))


def test_paper_that_cannot_be_divided_into_large_cards_is_told():
    with pytest.raises(LayoutError, match="200x200 of 200 x 200 mm cannot be divided"):
        cards(paper="200x200", large=True)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_large_cards_have_no_ink_where_printers_have_none(paper):
    """5 mm at each edge of the paper stay white; poppler draws the pages, a pixel is a third of a millimeter."""
    data = quickref_pdf(cards(paper=paper, large=True))[1]
    command = [find_tool("pdftoppm"), "-r", "76.2", "-gray", "-"]
    printed = subprocess.run(command, input=data, capture_output=True, check=True).stdout
    pages = 0
    while printed:
        (width, height), start = (
            map(int, printed.split(b"\n", 2)[1].split()),
            len(b"\n".join(printed.split(b"\n", 3)[:3])) + 1,
        )
        pixels = np.frombuffer(printed[start : start + width * height], np.uint8).reshape(height, width)
        printed = printed[start + width * height :]
        pages += 1
        edge = int(5 / 25.4 * 76.2) - 1
        for strip in (pixels[:edge], pixels[-edge:], pixels[:, :edge], pixels[:, -edge:]):
            assert strip.min() > 200
        assert pixels.min() < 50
    assert pages == 3


@pytest.mark.parametrize("name", slow_but(("craziness", "casino"), game_names()))
def test_house_rules_in_force_stand_on_the_cards(name):
    game = find_game(name)
    plain = " ".join(said.text for said in read_pages(quickref_pdf(cards(name))[1])[0].texts)
    assert "House rules: none" in plain and "With house rules" not in plain
    for trial in game.house_trials()[1:]:
        made = cards(name, trial=trial)
        printed = " ".join(" ".join(d.drawing.description.split()) for d in made.cards)
        house = game.house(**trial)
        assert all(sentence in printed for sentence in house_sentences(house, idle_options(house))), trial
    made = quickref_pdf(made)[1]
    assert "With house rules" in " ".join(said.text for page in read_pages(made) for said in page.texts)


@pytest.mark.slow
@pytest.mark.parametrize("name", game_names())
def test_cards_with_any_house_rules_stay_within_their_rims(name):
    plan = plan_sheet(find_paper("letter"), find_card_size("standard"))
    for trial in find_game(name).house_trials():
        check_cards(cards(name, "letter", trial), [(s.x_mm, s.y_mm, s.x_mm + 63, s.y_mm + 88) for s in plan.slots])


def test_the_two_war_games_share_a_card_only_while_they_share_their_rules():
    ww3, armageddon, *others = load_games()
    both = tuple((game, game.house(wrong_slap_penalty=1)) for game in (ww3, armageddon)) + tuple(
        (g, g.house()) for g in others
    )
    printed = {card.code: card.drawing.description for card in make_quickref(QuickrefChoices(both, "a4")).cards}
    assert "A wrong slap costs 1 card." in printed["war-1"] + printed["war-2"] and "A wrong slap" not in printed["ww3"]
    one = ((ww3, ww3.house(wrong_slap_penalty=1)), *((g, g.house()) for g in (armageddon, *others)))
    with pytest.raises(InputError, match="their house rules differ"):
        make_quickref(QuickrefChoices(one, "a4"))
    own = (
        (ww3, ww3.house()),
        (armageddon, armageddon.house(jokers=1, joker_defines=False)),
        *((g, g.house()) for g in others),
    )
    printed = {card.code: card.drawing.description for card in make_quickref(QuickrefChoices(own, "a4")).cards}
    assert "A joker that opens a pot stands for nothing." in printed["armageddon-1"] + printed["armageddon-2"]


def test_a_sheet_goes_through_the_printers_calibration():
    profile = PrinterProfile("kitchen", "main", "a4", scale_x=0.99)
    plain, corrected = cards(), cards(profile=profile)
    widths = [max(m.box[2] for m in page.marks) - min(m.box[0] for m in page.marks)
              for page in (read_pages(quickref_pdf(made)[1])[0] for made in (plain, corrected))]  # fmt: skip
    assert widths[1] / widths[0] == pytest.approx(1 / 0.99, abs=1e-4)
    assert corrected.stem != plain.stem


@pytest.mark.parametrize("papers", slow_but([(("a4",),)], [(("a4",),), (("a4", "letter"),)]))
def test_the_same_name_means_the_same_bytes(papers):
    seen = {}
    choices = [dict(paper=paper, large=large, ink_style=ink)
               for paper, large, ink in product(papers, (False, True), ("color", "low"))]  # fmt: skip
    choices += [dict(start_at=3), dict(card="tarot"), dict(cuts="none"), dict(cuts="lines")]
    choices += [dict(large=True, start_at=3), dict(large=True, cuts="none")]
    wild = {"question": "wild"}
    for choice in choices:
        for game, trial in (("casino", None), ("casino", wild), ("casino", wild | {"jokers": 2}), ("ww3", None)):
            name, data = quickref_pdf(cards(game, trial=trial, **choice))
            assert seen.setdefault(name, data) == data, name
    assert len(set(seen.values())) == len(seen) == 4 * len(choices)
    assert quickref_pdf(cards(large=True, cuts="lines")) == quickref_pdf(cards(large=True))


MISTAKES = [
    (["cazino"], "there is no game 'cazino'. Did you mean casino?"),
    ([], "quickref needs a game: ww3 armageddon six-suit casino craziness push-it all."),
    (["ww3", "--large", "--card", "mini"], "--large has a size of its own. Leave out --card mini, or --large."),
    (["ww3", "--start-at", "10"], "--start-at 10: a sheet has slots 1 to 9"),
    (["ww3", "--large", "--start-at", "5"], "--start-at 5: a sheet has slots 1 to 4"),
    (["ww3", "--card", "huge"], "there is no card size 'huge'."),
    (["ww3", "--cuts", "dots"], "there is no kind of cut mark 'dots'."),
    (["all", "--option", "jokers=2"], "not in Six Suit: jokers = 2 is not possible."),
    (["ww3", "--house", "nowhere.toml"], "there is no file nowhere.toml."),
    (["ww3", "--paper", "a44"], "there is no paper 'a44'. Did you mean a4?"),
]


@pytest.mark.parametrize(("arguments", "said"), MISTAKES, ids=[" ".join(a) for a, _ in MISTAKES])
def test_a_mistake_ends_in_a_sentence_and_in_no_file(capsys, tmp_path, monkeypatch, arguments, said):
    monkeypatch.chdir(tmp_path)
    ran = tt(capsys, "quickref", *arguments)
    assert (ran.status, ran.out) == (2, "") and said in ran.err and list(tmp_path.iterdir()) == []


def test_results_can_be_read_by_programs(capsys, tmp_path):
    printed = json.loads(tt(capsys, "quickref", "casino", "--json", "--paper", "a4", "--out", tmp_path).out)
    assert (printed["sheets"], printed["cards"], printed["slots"]) == (1, 2, [["casino-1", "casino-2"]])
    assert printed["house"] == {"casino": {}} and 6.5 <= printed["text_pt"] < 7
    ran = tt(capsys, "quickref", "casino", "--card", "mini", "--out", tmp_path)
    assert "Letters of 4.5 pt are small" in ran.out


def test_a_house_file_speaks_to_every_game_that_it_names(capsys, tmp_path):
    house = tmp_path / "house.toml"
    house.write_text('[common]\nnext_dealer = "winner"\n[craziness]\nelimination_score = 20\n', encoding="utf-8")
    for verb in ("quickref", "scoresheet"):
        ran = tt(capsys, verb, "craziness", "--house", house, "--paper", "a4", "--out", tmp_path)
        assert ran.status == 0
    texts = [" ".join(said.text for page in read_pages(path.read_bytes()) for said in page.texts)
             for path in tmp_path.rglob("*.pdf")]  # fmt: skip
    assert len(texts) == 2 and all(
        "You leave at 20 points." in text and "The winner deals next." in text for text in texts
    )


def test_decks_are_written_alike_on_all_cards():
    """ "2 to 6 players · full deck": a deck's name is a capital only where it is one, as in Squares and West."""
    games = tuple((game, game.house()) for game in load_games())
    (words,) = read_words(quickref_pdf(make_quickref(QuickrefChoices(games, "a4")))[1])
    assert [word.text for word in words].count("Full") == 0 and [word.text for word in words].count("full") >= 4


def test_what_little_cards_come_to_stands_beside_them():
    """Each `say` of a row of cards, as its file has it, is on the printed cards."""
    for name in ("casino", "craziness"):
        own = tomllib.loads((ROOT / f"templates/games/{name}/quickref.toml").read_text(encoding="utf-8"))
        says = {
            shown["say"] for card in own["cards"] for line in card["lines"] if not line.get("when")
            for shown in line.get("show", ()) if "{" not in shown["say"]
        }  # fmt: skip
        printed = " ".join(said.text for said in read_pages(quickref_pdf(cards(name))[1])[0].texts)
        assert says - {""} and [say for say in says if say not in printed] == []


def test_a_set_of_cards_has_another_name_when_any_one_game_has_other_rules():
    def name(**changed):
        games = tuple((game, game.house(**changed.get(game.name, {}))) for game in load_games())
        return quickref_stem(QuickrefChoices(games, "a4"), find_theme())

    casino, craziness = {"single_card_take": True}, {"must_play": True}
    names = {name(), name(casino=casino), name(craziness=craziness), name(casino=casino, craziness=craziness)}
    assert len(names) == 4, names


def test_the_card_of_one_game_is_named_after_its_rules():
    casino = find_game("casino")
    choices = QuickrefChoices(((casino, casino.house(single_card_take=True)),), "a4")
    assert "single-card-take" in quickref_stem(choices, find_theme())
