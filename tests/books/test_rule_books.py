"""The rule books: their plan, their words, what they cite, and how hard they are to read."""

import re
from functools import cache
from itertools import groupby

import pytest

from tests.books.prose import every_text, prose
from tests.makers.books import FAMILIES
from tests.readers.house_statements import read_statements
from tests.walks import slow_but
from tt_print.books import blocks as kinds
from tt_print.books.blocks import plain, source_name
from tt_print.books.field_boxes import quiz_answer
from tt_print.books.text import read_book, read_draft, read_family
from tt_print.deck import parse_card
from tt_print.engine.house import show_value
from tt_print.errors import TemplateError
from tt_print.games import find_game, game_names
from tt_print.games.examples import read_examples

book = cache(read_book)
every_game = pytest.mark.parametrize("name", game_names())


def blocks(name, *kinds):
    return [block for chapter in book(name).chapters for block in chapter.blocks if isinstance(block, kinds)]


@pytest.mark.parametrize(
    ("name", "answers"),
    [
        ("casino", ["No", "Yes", "No", "Yes", "No", "Yes"]),
        ("six-suit", ["Not legal", "Legal", "Legal", "Out", "Out", "Still in"]),  # "Five 2s and a ?" asks nothing
    ],
)
def test_a_quiz_answers_a_question_with_yes_or_no(name, answers):
    (quiz,) = [
        b for c in read_family(name).chapters for b in c.blocks if isinstance(b, kinds.Field) and b.kind == "quiz"
    ]
    assert [quiz_answer(one) for one in quiz.picture] == answers


# the book of Armageddon is what it changes of World War 3
@pytest.mark.parametrize("name", [name for name in FAMILIES if name != "armageddon"])
def test_a_family_book_has_the_pages_of_a_good_one(name):
    chapters = read_family(name).chapters
    assert [c.kind for c in chapters][:4] == ["deck", "setup", "start", "round"] and chapters[-1].kind == "summary"
    found = [[each.kind for each in c.blocks if isinstance(each, kinds.Field | kinds.Figure)] for c in chapters]
    assert "table" in found[1] and "step" in found[2] and {"mistake", "bar"} <= {*found[2]}
    (table,) = [b for b in chapters[1].blocks if isinstance(b, kinds.Figure) and b.kind == "table"]
    assert any(place.position == "bottom" for place in table.places)
    (quiz,) = [b for c in chapters for b in c.blocks if isinstance(b, kinds.Field) and b.kind == "quiz"]
    assert len(quiz.picture) == 6 and all(one.label for one in quiz.picture)
    (ticks,) = [b for c in chapters for b in c.blocks if isinstance(b, kinds.Field) and b.kind == "ticks"]
    assert len(ticks.ticks) == 4
    assert 6 <= sum(len(b.panels) for b in chapters[3].blocks if isinstance(b, kinds.Round)) <= 12
    assert all(figure.alt for c in chapters for figure in c.blocks if isinstance(figure, kinds.Figure))


@every_game
def test_a_number_in_the_picture_of_the_setup_is_that_of_a_rule_about_it(name):
    chapter = read_family(name).chapters[1]
    lists = [b for b in chapter.blocks if isinstance(b, kinds.Bullets) and b.ordered]
    rules = {str(number): plain(each) for b in lists for number, each in enumerate(b.items, 1)}
    shown = [each for b in chapter.blocks if isinstance(b, kinds.Figure) for each in b.places if each.step]
    assert [
        each
        for each in shown
        if each.label.split()[-1] not in rules[each.step] and each.label.replace(" ", "") not in rules[each.step]
    ] == []


# rules of the original that say how to read it, or for whom it is
UNPRINTED = {
    "ww3": {"1b"},  # a pot without a card matches nothing
    "armageddon": {"1b", "2b"},
    "six-suit": set(),
    "casino": set(),
    "craziness": set(),
    "push-it": set(),
}


@every_game
def test_no_rule_number_is_cited_that_is_not_there_and_none_is_forgotten(name):
    # Armageddon keeps the rules of World War 3 that it does not change
    games = {name, "ww3"} if name == "armageddon" else {name}
    there = {source_name(rule) for game in games for e in read_examples(game) for rule in e.rules}
    cited = {source for block in blocks(name, kinds.Paragraph, kinds.HouseRule) for source in block.sources}
    rows = {
        source_name(rule) for st in read_statements(find_game(name), f"games/{name}/book.md") for rule in st.rules or ()
    }
    assert cited - there <= {"object"}
    assert {source_name(rule) for e in read_examples(name) for rule in e.rules} <= cited | rows | UNPRINTED[name]


@every_game
def test_every_house_rule_stands_in_its_book_once_with_all_its_choices(name):
    rules = blocks(name, kinds.HouseRule)
    options = {option.name: option for option in find_game(name).options}
    assert sorted(rule.option for rule in rules) == sorted(options)
    for rule in rules:
        option = options[rule.option]
        assert rule.ruling == option.ruling and rule.in_force.ours and not rule.changed
        assert [c.value for c in rule.choices if c.ours] == [rule.choices[0].value] == [show_value(option.default)]
        assert {show_value(value) for value in option.values} <= {choice.value for choice in rule.choices}
        assert not re.match(r"\w+: ", plain(rule.choices[0].spans)) and plain(rule.question).endswith("?")


def test_armageddon_needs_no_other_book():
    text = " ".join(prose([c for c in book("armageddon").chapters if c.kind not in ("house", "deck")]))
    assert "World War" not in text
    assert {"6a", "6b", "6e", "7", "8"} <= {s for b in blocks("armageddon", kinds.Paragraph) for s in b.sources}


@pytest.mark.parametrize("name", slow_but(("craziness",), game_names()))
def test_no_mark_of_the_templates_reaches_a_reader(name):
    for house in find_game(name).house_trials():
        house = find_game(name).house(**house)
        chapters = [
            *read_draft(name, house).chapters,
            *read_family(name, house).chapters,
            *(read_family(name, house, in_short=True).chapters if name in FAMILIES else ()),
        ]
        for text in (text for chapter in chapters for text in every_text(chapter)):
            assert not re.search(r"[{}\[\]`_*]|^(true|false): ", text), text
            assert not re.search(r"\b[RYGBK][CHTSB][1234]\b", text), text


@every_game
def test_house_rules_in_force_are_what_the_book_says(name):
    game = find_game(name)
    for changes in game.house_trials():
        if len(changes) != 1:
            continue
        ((option, value),) = changes.items()
        house = game.house(**changes)
        draft = read_draft(name, house)
        (rule,) = [b for c in draft.chapters for b in c.blocks if isinstance(b, kinds.HouseRule) and b.option == option]
        assert rule.changed and rule.in_force.value == show_value(value)
        (said,) = draft.in_force
        assert said == plain(rule.in_force.spans)
        flagged = [b for c in draft.chapters for b in c.blocks if isinstance(b, kinds.Paragraph) and b.changed]
        assert all(option in block.house for block in flagged)


@pytest.mark.parametrize(("name", "option", "before", "after"), [
    ("craziness", {"elimination_score": 20}, "At 15 points or more you leave the game", "At 20 points or more you leave the game"),
    ("ww3", {"wrong_slap_penalty": 1}, "A bad slap costs you 3 cards, face", "A bad slap costs you 1 card, face"),
    ("six-suit", {"free_rounds": 0}, "Everyone’s first 2 turns are free time", "There is no free time at this table"),
    ("casino", {"deck": "squares"}, "All together that is 150 points", "All together that is 70 points"),
    ("push-it", {"order": "lies"}, "move a pointer, challenge if you like", "play cards, and move a pointer"),
    ("armageddon", {"grave_slaps": False}, "If you run out of cards, you stay in the game.", "Only players with cards may slap."),
])  # fmt: skip
def test_a_changed_house_rule_changes_the_text(name, option, before, after):
    ours = " ".join(prose(book(name).chapters))
    theirs = " ".join(prose(read_draft(name, find_game(name).house(**option)).chapters))
    assert before in ours and after not in ours and after in theirs and before not in theirs


def test_cards_in_the_text_are_cards():
    spans = [s for b in blocks("armageddon", kinds.Paragraph) for s in b.spans if s.card]
    assert kinds.Span("red heart ?", False, parse_card("RHQ")) in spans


@pytest.mark.parametrize(("bad", "said"), [
    ("# T\n\n{when no_such=1} x\n", "no_such"), ("# T\n\nIt costs {no_such:card}.\n", "no_such"), ("# T\n\nx [house no_such]\n", "no_such"),
    ("# T\n\n## A\n\n```picture x\n```\n", "this block cannot be read"), ("# T\n\n## A\n\n```house veto\nq\n- a\n```\n", "this block cannot be read"),
    ("# T\n\n## A\n\n```house must_play\nq\n```\n", "this block cannot be read"), ("# T\n\n## A\n\n```figure table\ncaption: c\n```\n", "say alt:"),
    ("# T\n\n## A\n\n```figure map\nalt: a\ntop | x\n```\n", "this block cannot be read"), ("## A\n", "it has no title"),
    ("# T\n\n## A {lore}\n", "is of no kind that there is: deck, setup"),
])  # fmt: skip
def test_a_slip_in_the_book_of_a_package_is_named_with_its_file(monkeypatch, tmp_path, bad, said):
    from tt_print.books import text

    file = tmp_path / "x.md"
    file.write_text('+++\ntagline = "t"\nplayers = "2"\ntime = "1"\ndeck = "d"\n+++\n' + bad, encoding="utf-8")
    real = text.template_path
    monkeypatch.setattr(text, "template_path", lambda name: file if name == "games/craziness/book.md" else real(name))
    text.read_source.cache_clear()
    try:
        with pytest.raises(TemplateError) as caught:
            read_draft("craziness")
    finally:
        text.read_source.cache_clear()
    assert "templates/games/" in str(caught.value) and said in str(caught.value)


def deals(name, **house):
    tables = [
        b
        for c in read_draft(name, find_game(name).house(**house)).chapters
        for b in c.blocks
        if isinstance(b, kinds.BookTable)
    ]
    table = next(t for t in tables if plain(t.header[0]) == "players")
    players, hands, left = ([plain(cell) for cell in row] for row in (table.header, *table.rows))
    assert (hands[0], left[0]) == ("cards each", "left over") and table.numeric == (False, *[True] * 7)
    return {
        int(count): (int(hand), int(over)) for count, hand, over in zip(players[1:], hands[1:], left[1:], strict=True)
    }


def test_the_table_of_the_deal_is_the_one_that_the_cards_allow():
    # 64, 65, 66 and 125 cards by the number of players, by hand
    assert deals("ww3") == {2: (32, 0), 3: (21, 1), 4: (16, 0), 5: (12, 4), 6: (10, 4), 7: (9, 1), 8: (8, 0)}
    assert deals("ww3", jokers=1)[5] == (13, 0) and deals("ww3", jokers=2)[4] == (16, 2)


def test_jokers_that_join_are_in_the_facts_and_in_the_picture_of_the_set_up():
    book = read_family("ww3", find_game("ww3").house(jokers=2))
    assert dict(book.facts)["Deck"] == "Squares deck and two jokers (66 cards)"
    (table,) = [b for c in book.chapters for b in c.blocks if isinstance(b, kinds.Figure) and b.kind == "table"]
    assert [index.down for index in table.places] == [22, 22, 22]  # nothing is left over
    usual = [b for c in read_family("ww3").chapters for b in c.blocks if isinstance(b, kinds.Figure)]
    (table,) = [b for b in usual if b.kind == "table"]
    assert [index.down for index in table.places] == [21, 21, 21, 1]


@every_game
def test_what_is_legal_comes_before_what_is_not(name):
    """Of the examples under a rule no legal one stands below one that is not."""
    for chapter in book(name).chapters:
        for kind, run in groupby(chapter.blocks, type):
            if kind is kinds.RenderedExample:
                verdicts = [example.verdict for example in run if example.verdict != "fact"]
                assert verdicts == sorted(verdicts, reverse=True), (chapter.title, verdicts)
