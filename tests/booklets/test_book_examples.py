"""What a booklet shows of an example: cards, words and verdict, all from the line that the engine ran."""

import re
from collections import defaultdict

import pytest

from tt_print.booklets.blocks import Figure, RenderedExample
from tt_print.booklets.examples import name_cards, render_case, render_example
from tt_print.booklets.text import plain, read_book
from tt_print.errors import ExampleError, TemplateError
from tt_print.games import examples as examples_module
from tt_print.games import find_game, game_names
from tt_print.games.examples import check_examples, parse_examples, read_examples, run_example
from tt_print.templates import read_toml

every_game = pytest.mark.parametrize("name", game_names())


def printed(name, **house):
    rules = find_game(name).house(**house)
    return [shown for example in read_examples(name) for shown in render_example(example, rules)]


def show(line, game="ww3", note="", **house):
    """One line, as it would be printed."""
    text = f"```example rule=1 id=X-1 show\n{note}\n{line}\n```\n"
    (example,) = parse_examples(text, "x.md", game)
    return render_case(example, example.shown[0], find_game(game).house(**house))


@every_game
def test_every_rule_number_has_a_yes_and_a_no_in_print(name):
    verdicts = defaultdict(set)
    for shown in printed(name):
        for rule in shown.rules:
            verdicts[rule].add(shown.verdict)
    judged = {rule for example in read_examples(name) for rule in example.rules}
    one_sided = {rule for rule in judged if not {"yes", "no"} <= verdicts[rule]}
    excused = read_toml(f"games/{name}/sentences.toml").get("one_sided", {})
    assert one_sided == set(excused), "each with its reason, and no reason without need"
    assert all(len(reason.split()) >= 4 for reason in excused.values())


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("six-suit", ["row {0} -> eliminated, by red"]),
        ("casino", ["take {1} | {2} with {0} -> legal, by red circle, cards 4"]),
        (
            "craziness",
            ["on {0}; lay {1} -> topper 1", "on {0}; lay {2} -> topper 2", "on {0}; lay {3} as red -> topper 3"],
        ),
        ("push-it", ["pointers RH3; where the pointers go -> claims red hearts heart 3s red 3s"]),
    ],
)
def test_the_cards_on_the_back_cover_are_what_their_labels_say(name, lines):
    summary = next(chapter for chapter in read_book(name).chapters if chapter.kind == "summary")
    (figure,) = [block for block in summary.blocks if isinstance(block, Figure)]
    cards = [" ".join(str(card) for card in place.cards) for place in figure.places]
    assert figure.arguments == (("red", "heart", "3") if name == "push-it" else ())
    text = "\n".join(["```example rule=1 id=X-1", *(line.format(*cards) for line in lines), "```"])
    (example,) = parse_examples(text, "x.md", name)
    assert not [failure for failure in run_example(example) if "decided by" not in str(failure)]
    broken = text.replace("->", "-> not game over, shuffle,")
    assert list(run_example(parse_examples(broken, "x.md", name)[0])), "a line that does not hold is noticed"


@every_game
def test_an_excused_rule_has_no_yes_and_no_anywhere(name):
    """A rule is not excused because the printed lines were badly chosen: no line of its examples says the missing word."""
    verdicts = defaultdict(set)
    for example in read_examples(name):
        for case in example.cases:
            try:
                shown = render_case(example, case, find_game(name).house())
            except TemplateError:  # what is never printed needs no words
                continue
            for rule in example.rules:
                verdicts[rule].add(shown.verdict)
    for rule in read_toml(f"games/{name}/sentences.toml").get("one_sided", {}):
        assert not {"yes", "no"} <= verdicts[rule], rule


@every_game
def test_every_printed_line_is_good_english(name):
    for shown in printed(name):
        for text in (shown.words, shown.outcome, plain(shown.caption), shown.answer):
            assert not re.search(r"[_{}\[\]]|  |None|nothing and|\b[RYGBK][CHTSB][1234Q]\b", text), (
                f"{shown.where}: {text}"
            )
            assert not text or text[0].isupper() or text[0] == "?" or text[0].isdigit(), f"{shown.where}: {text}"
            assert not re.search(r"\b1 (cards|points|chances|rounds|hands)\b", text), f"{shown.where}: {text}"
        for sentence in (shown.words, shown.outcome):
            assert not sentence or sentence[-1] in ".:?!", f"{shown.where}: {sentence}"
        assert shown.answer or shown.outcome, shown.where
        assert (shown.verdict == "fact") == (shown.answer == ""), shown.where
        assert shown.groups or shown.words, shown.where


@every_game
def test_a_book_prints_what_its_examples_name_and_in_that_order(name):
    in_book = [
        block for chapter in read_book(name).chapters for block in chapter.blocks if isinstance(block, RenderedExample)
    ]
    assert in_book == printed(name) and not any(shown.changed for shown in in_book)


def test_another_card_in_the_text_is_another_picture_and_another_verdict():
    before, after = show("pile RC2 RH2 -> slap"), show("pile RC2 YH2 -> slap")
    assert [str(card.card) for card in before.groups[0].cards] == ["RC2", "RH2"]
    assert [str(card.card) for card in after.groups[0].cards] == ["RC2", "YH2"]
    assert (before.verdict, before.answer) == ("yes", "Slap") and (after.verdict, after.answer) == ("no", "No slap")
    assert "Red and 2 on the top 2 cards" in before.outcome and "1 matching variable" in after.outcome


def test_every_card_of_every_line_is_in_its_picture():
    """Whatever card a printed line names, the picture or the words have it, in each game."""
    for name in game_names():
        for example in read_examples(name):
            for case, shown in zip(example.shown, render_example(example, find_game(name).house()), strict=True):
                named_there = shown.alt + shown.words
                for phrase in case.phrases:
                    if phrase.startswith(("with ", "draw pile", "pointers", "Ann has", "Bo has")):
                        continue
                    for code in re.findall(r"\b[RYGBK][CHTSB][1234?](?!\w)", phrase):
                        left_out = "holds" in phrase or "shows" in phrase or phrase.startswith("under")
                        assert left_out or name_cards(code) in named_there, f"{shown.where}: {code}"


def test_the_hands_of_those_who_only_sit_there_are_not_pictured():
    shown = show("on RC1; Ann holds RH2 RT3; Bo holds YH2 RH4; Ann lays RH2 -> legal", "craziness")
    assert [group.role for group in shown.groups] == ["in the center", "Ann's hand", "Ann lays"]


def test_roles_say_who_does_what():
    shown = show("pile RC2 RH3; Ann controls, 3 left; Bo lays YT1; Bo lays YS2 -> takes control, chances left 2")
    groups = [(group.role, group.form, len(group.cards)) for group in shown.groups]
    assert groups == [("the pot", "pile", 2), ("Bo lays", "row", 2)]
    assert shown.words == "Ann controls the pot; the next player has 3 chances left."
    assert shown.answer == "Control" and shown.outcome.startswith("Yellow on yellow. Next player gets 2 chances")
    assert (
        shown.alt == "the pot, last card on top: red circle 2, red heart 3; Bo lays: yellow triangle 1, yellow square 2"
    )


def test_a_declared_wild_wears_what_it_stands_for():
    shown = show("on KC2 as green; lay KH3 as green -> legal", "craziness")
    assert [card.name for group in shown.groups for card in group.cards] == [
        "black circle 2 as green circle 2",
        "black heart 3 as green heart 3",
    ]
    joker = show("with jokers=2; take RC1 RT3 | BS4 with J1=4 -> legal", "casino")
    assert [card.name for card in joker.groups[0].cards] == ["joker 1 as 4"]
    assert [[str(card.card) for card in group.cards] for group in joker.groups] == [["J1"], ["RC1", "RT3"], ["BS4"]]


def test_builds_and_stacks_lie_as_piles():
    shown = show(
        "table RC3+RH1 GS2 RC2/YC2; Ann holds RS4; Bo holds YH4; Ann takes with RS4: RC3+RH1 -> legal", "casino"
    )
    assert [(group.role, group.form) for group in shown.groups[:3]] == [
        ("on the table", "row"),
        ("on the table, a build", "pile"),
        ("on the table, a stack", "pile"),
    ]


def test_a_remark_of_the_author_is_the_caption():
    shown = show("pile RC2 RH1 YH3 -> no slap", note="# A red link (RC2), then a heart link.")
    assert plain(shown.caption) == "A red link (red circle 2), then a heart link."


def test_a_line_under_another_house_rule_says_so():
    assert show("with joker_slap=never; pile RC2 J1 -> no slap").words == "House rule: A joker on top is never slapped."


# ---------------------------------------------------------------- under house rules


def test_house_rules_change_the_outcome_that_is_printed():
    ours, theirs = show("pile RC2 J1 -> slap by joker"), show("pile RC2 J1 -> slap by joker", joker_slap="never")
    assert (ours.answer, ours.changed) == ("Slap", False) and (theirs.answer, theirs.changed) == ("No slap", True)
    assert "never slapped (house rule)" in theirs.outcome


def test_a_stated_fact_that_no_longer_holds_is_replaced_by_what_the_engine_says():
    line = "pile RC2 RH3; Ann controls, 3 left; Bo has 6 cards; Cy has 10 cards; Cy slap -> not right slap, Cy cards 7"
    ours, theirs = show(line), show(line, wrong_slap_penalty=5)
    assert "Cy now has 7 cards." in ours.outcome and "Cy now has 5 cards." in theirs.outcome and theirs.changed


def test_a_play_that_the_house_forbids_is_shown_as_forbidden():
    line = "on RC1; Ann holds RH2; Bo holds YH3; Ann passes -> legal, Ann cards 2"
    ours, theirs = show(line, "craziness"), show(line, "craziness", must_play=True)
    assert ours.verdict == "yes" and theirs.verdict == "no" and theirs.changed
    assert theirs.outcome == "Here nobody may pass who can lay a card (house rule)."


def test_a_line_with_cards_that_are_not_in_the_deck_is_left_out():
    assert show("table RC3; Ann holds KC1 RH1; Bo holds YH4; Ann drops KC1 -> legal", "casino", deck="squares") is None


def test_with_the_squares_deck_no_wild_is_pictured():
    cards = [card.card for s in printed("casino", deck="squares") for group in s.groups for card in group.cards]
    assert len(cards) > 60 and all(getattr(card, "is_natural", True) for card in cards)


def test_house_rules_that_matter_to_nothing_change_nothing():
    assert [s.changed for s in printed("craziness", next_dealer="winner")] == [False] * len(printed("craziness"))


@every_game
def test_every_line_can_be_printed_under_every_house_rule(name):
    game = find_game(name)
    ours = len(printed(name))
    for changes in game.house_trials():
        shown = printed(name, **changes)
        assert len(shown) <= ours and len(shown) >= ours // 2, changes
        for each in shown:
            assert each.answer or each.outcome or each.changed, f"{each.where} under {changes}"


@every_game
def test_examples_of_the_book_change_where_a_house_rule_bites(name):
    """Each option that any printed line hangs on: at least one line in each game says that it is changed."""
    game = find_game(name)
    biting = {next(iter(c)) for c in game.house_trials() if len(c) == 1 and any(s.changed for s in printed(name, **c))}
    assert len(biting) >= 2, biting


# ---------------------------------------------------------------- what stops the press


def test_one_false_example_stops_the_book_with_all_that_is_needed_to_find_it(monkeypatch):
    text = "# T\n\n```example rule=2c id=X-1 show\npile RC2 RH1 -> slap\n```\n"
    false = tuple(parse_examples(text, "templates/games/ww3/book.md", "ww3"))
    monkeypatch.setattr(examples_module, "read_examples", lambda game: false)
    check_examples.cache_clear()
    try:
        with pytest.raises(ExampleError) as caught:
            read_book("ww3")
    finally:
        check_examples.cache_clear()
    assert caught.value.exit_status == 1
    assert str(caught.value).splitlines() == [
        "1 example of ww3 failed, so nothing is printed:",
        "  templates/games/ww3/book.md, line 4 (rule 2c): expected slap, got not slap",
    ]


@pytest.mark.parametrize("show_word", ["show=0", "show=3", "show=1,x"])
def test_a_line_that_is_not_there_cannot_be_shown(show_word):
    with pytest.raises(TemplateError, match="names a line that is not there; this block has 2"):
        parse_examples(
            f"```example rule=1 id=X-1 {show_word}\npile RC2 -> no slap\npile RC3 -> no slap\n```\n", "x.md", "ww3"
        )


def test_a_fact_without_words_is_named_by_its_line():
    with pytest.raises(
        TemplateError, match=r"x.md, line 3: \[shown\] of templates/games/casino/sentences.toml has no words for .*reds"
    ):
        show("count the deck -> reds 25", "casino")
