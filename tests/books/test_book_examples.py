"""What a booklet shows of an example: cards, words and verdict, all from the line that the engine ran."""

import re
from collections import defaultdict
from itertools import accumulate, pairwise

import pytest

from tests.walks import walk
from tt_print.books.blocks import RenderedExample, Round, plain
from tt_print.books.examples import name_cards, render_case, render_example
from tt_print.books.text import read_book, read_family
from tt_print.engine.house import show_value
from tt_print.errors import TemplateError
from tt_print.games import find_game, game_names
from tt_print.games.examples import example_table, examples_of, parse_examples, read_examples, run_example
from tt_print.templates import read_toml

every_game = pytest.mark.parametrize("name", game_names())


def printed(name, **house):
    rules = find_game(name).house(**house)
    teaching = [example for example in read_examples(name) if example.kind == "example"]
    return [shown for example in teaching for shown in render_example(example, rules)]


def show(line, game="ww3", note="", **house):
    """One line, as it would be printed."""
    text = f"```example rule=1 id=X-1 show\n{note}\n{line}\n```\n"
    (example,) = parse_examples(text, "x.md", game)
    return render_case(example, example.shown[0], find_game(game).house(**house))


def answers(name):
    """Every line that `verify` runs: its rules, and whether the answer is yes."""
    for example in read_examples(name):
        for case in example.cases:
            if example.kind != "example":
                continue
            if any(fact.text == "legal" for fact in case.facts):
                yield example.rules, not any(fact.text == "legal" and fact.negated for fact in case.facts)
                continue
            try:
                shown = render_case(example, case, find_game(name).house())
            except TemplateError:  # what is never printed needs no words
                continue
            if shown is not None and shown.is_so is not None:
                yield example.rules, shown.is_so


@every_game
def test_every_rule_number_has_a_yes_and_a_no_that_the_engine_is_asked(name):
    verdicts = defaultdict(set)
    for rules, is_so in answers(name):
        for rule in rules:
            verdicts[rule].add(is_so)
    judged = {rule for example in read_examples(name) for rule in example.rules}
    one_sided = {rule for rule in judged if len(verdicts[rule]) < 2}
    excused = read_toml(f"games/{name}/sentences.toml").get("one_sided", {})
    assert one_sided <= set(excused), "each with its reason"
    assert all(len(reason.split()) >= 4 for reason in excused.values())


@every_game
def test_every_printed_line_is_good_english(name):
    for shown in printed(name):
        for text in (shown.words, shown.outcome, plain(shown.caption), shown.answer):
            assert not re.search(r"[_{}\[\]]|  |None|nothing and|\b[RYGBK][CHTSB][1234Q]\b", text), (
                f"{shown.words}: {text}"
            )
            assert not text or text[0].isupper() or text[0] == "?" or text[0].isdigit(), f"{shown.words}: {text}"
            assert not re.search(r"\b1 (cards|points|chances|rounds|hands)\b", text), f"{shown.words}: {text}"
        for sentence in (shown.words, shown.outcome):
            assert not sentence or sentence[-1] in ".:?!", f"{shown.words}: {sentence}"
        assert shown.answer or shown.outcome, shown.words
        assert shown.verdict == "fact" or shown.answer, shown.words
        assert shown.groups or shown.words, shown.words


@every_game
def test_a_book_prints_what_its_examples_name_and_in_that_order(name):
    blocks = [block for chapter in read_book(name).chapters for block in chapter.blocks]
    assert [block for block in blocks if isinstance(block, RenderedExample)] == printed(name)


def test_every_card_of_every_line_is_in_its_picture():
    """Whatever card a printed line names, the picture or the words have it, in each game."""
    for name in game_names():
        house = find_game(name).house()
        for example in read_examples(name):
            if example.kind != "example":
                continue
            for case, shown in zip(example.cases_under(house), render_example(example, house), strict=True):
                named_there = shown.alt + shown.words
                for phrase in case.phrases:
                    if phrase.startswith(("with ", "draw pile", "pointers", "Ann has", "Bo has")):
                        continue
                    for code in re.findall(r"\b[RYGBK][CHTSB][1234?](?!\w)", phrase):
                        left_out = "holds" in phrase or "shows" in phrase or phrase.startswith("under")
                        assert left_out or name_cards(code) in named_there, f"{shown.where}: {code}"


@walk(("game", "line", "groups", "words", "answer"), [
    ("craziness", "on RC1; Ann holds RH2 RT3; Bo holds YH2 RH4; Ann lays RH2 -> legal",  # hands of those who only sit there are not shown
     [("in the center", "row", "RC1"), ("Ann's hand", "row", "RH2 RT3"), ("Ann plays", "row", "RH2")], "", "Single topper"),
    ("ww3", "pile RC2 RH3; Ann controls, 3 left; Bo lays YT1; Bo lays YS2 -> takes control, chances left 2",
     [("the pot", "pile", "RC2 RH3"), ("Bo plays", "row", "YT1 YS2")], "Ann is in control; the next player has 3 chances left.", "Control"),
    ("casino", "table RC3+RH1 GS2 RC2/YC2; Ann holds RS4; Bo holds YH4; Ann takes with RS4: RC3+RH1 -> legal",
     [("on the table", "row", "GS2"), ("a build", "build", "RC3 RH1"), ("a stack", "stack", "RC2 YC2"), ("Ann's hand", "row", "RS4")], "", "Legal"),
])  # fmt: skip
def test_roles_say_who_does_what(game, line, groups, words, answer):
    shown = show(line, game)
    found = [(each.role, each.form, " ".join(str(card.card) for card in each.cards)) for each in shown.groups]
    assert found[: len(groups)] == groups and (shown.words, shown.answer) == (words, answer), (
        found, shown.words, shown.answer,
    )  # fmt: skip


def test_builds_show_their_total_and_a_picture_says_what_is_on_top():
    shown = show(
        "table RC3+RH1 GS2 RC2/YC2; Ann holds RS4; Bo holds YH4; Ann takes with RS4: RC3+RH1 -> legal", "casino"
    )
    assert [(group.units, group.total) for group in shown.groups[1:3]] == [((2,), "4"), ((1, 1), "2")]
    shown = show("pile RC2 RH3; Ann controls, 3 left; Bo lays YT1; Bo lays YS2 -> takes control, chances left 2")
    assert shown.outcome.startswith("Yellow on yellow. The next player gets 2 chances")
    pot, laid = "red circle 2, red heart 3", "yellow triangle 1, yellow square 2"
    assert shown.alt == f"the pot, last card on top: {pot}; Bo plays: {laid}"


@walk(("game", "line", "names"), [
    ("craziness", "on KC2 as green; lay KH3 as green -> legal", ["black circle 2 as green circle 2", "black heart 3 as green heart 3"]),
    ("craziness", "on RC1; lay KBQ as red circle 4 -> legal", ["red circle 1", "black blob ? as red circle 4"]),
    ("craziness", "on RH1; lay RBQ as heart 1 -> legal", ["red heart 1", "red blob ? as red heart 1"]),
    ("casino", "with jokers=2; take RC1 RT3 | BS4 with J1=4 -> legal", ["joker 1 as 4", "red circle 1", "red triangle 3", "blue square 4"]),
])  # fmt: skip
def test_a_declared_wild_wears_what_it_stands_for(game, line, names):
    shown = show(line, game)
    assert [card.name for group in shown.groups for card in group.cards] == names
    assert all(name in shown.alt for name in names), shown.alt


def test_a_remark_of_the_author_is_the_caption():
    shown = show("pile RC2 RH1 YH3 -> no slap", note="# A red link (RC2), then a heart link.")
    assert plain(shown.caption) == "A red link (red circle 2), then a heart link."


def test_a_line_under_another_house_rule_says_so():
    assert (
        show("with joker_slap=never; pile RC2 J1 -> no slap").words == "House rule: You may never slap a joker on top."
    )


def test_a_line_that_would_show_something_else_is_left_out():
    assert show("pile RC2 J1 -> slap by joker").answer == "Slap"
    assert show("pile RC2 J1 -> slap by joker", joker_slap="never") is None
    assert show("pile RC2 J1 -> no slap", joker_slap="never").answer == "No slap"


def test_a_stated_number_that_no_longer_holds_is_not_printed():
    line = "pile RC2 RH3; Ann controls, 3 left; Bo has 6 cards; Cy has 10 cards; Cy slap -> not right slap, Cy cards 7"
    assert "Cy now has 7 cards." in show(line).outcome and show(line, wrong_slap_penalty=5) is None


def test_a_line_for_a_house_rule_is_run_and_printed_under_it_only():
    line = "{when must_play=true} on RC1; Ann holds RH2; Bo holds YH3; Ann passes -> illegal"
    text = f"```example rule=4d id=X-1 show\n{line}\n```\n"
    (example,) = parse_examples(text, "x.md", "craziness")
    assert list(run_example(example)) == [] or "decided by" in str(next(run_example(example)))
    usual, theirs = find_game("craziness").house(), find_game("craziness").house(must_play=True)
    assert list(render_example(example, usual)) == []
    assert [shown.verdict for shown in render_example(example, theirs)] == ["no"]
    false = parse_examples(text.replace("illegal", "legal"), "x.md", "craziness")[0]
    assert "expected legal" in str(next(run_example(false)))


def test_a_line_with_cards_that_are_not_in_the_deck_is_left_out():
    assert show("table RC3; Ann holds KC1 RH1; Bo holds YH4; Ann drops KC1 -> legal", "casino", deck="squares") is None


def test_with_the_squares_deck_no_wild_is_pictured():
    cards = [card.card for s in printed("casino", deck="squares") for group in s.groups for card in group.cards]
    assert len(cards) > 20 and all(getattr(card, "is_natural", True) for card in cards)


@every_game
def test_under_every_house_rule_only_what_holds_is_printed(name):
    game = find_game(name)
    for changes in game.house_trials():
        house = game.house(**changes)
        for example in read_examples(name):
            for case in example.cases_under(house) if example.kind == "example" else ():
                shown = render_case(example, case, house)
                if shown is None:
                    continue
                overrides = tuple(f"{option}={show_value(value)}" for option, value in house.changed.items())
                facts = example_table(name, case.phrases, overrides).facts
                assert all(fact.holds(facts) for fact in case.facts), f"{shown.where} under {changes}"


def rounds(name, **house):
    found = [
        block for chapter in read_family(name, find_game(name).house(**house)).chapters for block in chapter.blocks
    ]
    return [block for block in found if isinstance(block, Round)]


@every_game
def test_a_first_round_is_played_move_by_move_with_the_same_people(name):
    steps = [step for block in rounds(name) for step in block.panels]
    assert 3 <= len(steps) <= 12 and all(plain(step.text) for step in steps)
    assert sum(bool(step.groups) for step in steps) >= len(steps) // 2
    assert {step.who for step in steps} <= {"Ann", "Bo", "Cy", "Di"}
    counts = accumulate((len(block.panels) for block in rounds(name)[:-1]), initial=1)
    assert [block.first for block in rounds(name)] == [*counts]


def test_a_round_leaves_aside_only_what_it_cannot_be_played_with_and_says_so():
    """Four people cannot play the West deck; a table that must defend its last cards can play the same round."""
    blocks = rounds("push-it", deck="west")
    assert {block.usual for block in blocks} == {("West deck.",)}
    assert [block.panels for block in blocks] == [block.panels for block in rounds("push-it")]
    assert all(not block.usual for house in ({}, {"win_on_defence": False}) for block in rounds("push-it", **house))


@every_game
def test_no_card_changes_its_owner_between_two_rounds_of_a_chapter(name):
    """What somebody held, or what was laid, when the first round began is not in another hand when the second one does."""
    first = [each.cases[0] for each in examples_of(f"games/{name}/family.md", name) if each.kind == "round"]
    found = [re.findall(r"(Ann|Bo|Cy|Di) holds (.*)", "\n".join(case.phrases[: -len(case.own)])) for case in first]
    for before, after in pairwise(found):
        for who, cards in after:
            held = {card for owner, others in before if owner != who for card in others.split()}
            assert not held & {*cards.split()}, (name, who)


def test_a_false_move_of_a_round_stops_the_book():
    text = "```round id=X-1\non RC1; Ann holds RH2; Bo holds YH3\n# She lays it.\nAnn lays RH2 -> Ann cards 5\n```\n"
    (example,) = parse_examples(text, "x.md", "craziness")
    assert "expected Ann cards 5, got Ann cards 1" in str(next(run_example(example)))


def test_a_move_of_a_round_goes_on_from_the_one_before():
    text = (
        "```round id=X-1\non RC1; Ann holds RH2 RH3; Bo holds YH2\nAnn lays RH2 -> turn Bo\n"
        "Bo lays YH2 -> hand over, Bo cards 0\n```\n"
    )
    (example,) = parse_examples(text, "x.md", "craziness")
    assert list(run_example(example)) == []


@pytest.mark.parametrize("show_word", ["show=0", "show=3", "show=1,x"])
def test_a_line_that_is_not_there_cannot_be_shown(show_word):
    with pytest.raises(TemplateError, match="names a line that is not there; this block has 2"):
        parse_examples(
            f"```example rule=1 id=X-1 {show_word}\npile RC2 -> no slap\npile RC3 -> no slap\n```\n", "x.md", "ww3"
        )
