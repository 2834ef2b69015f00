"""What is read aloud, reference cards, score sheets and answers of `tt-print rules`, under every house rule and combination."""

import re
import shutil
from itertools import product

import pytest

from tests.dealing.tables import answer, deal
from tests.makers.house_trials import JOKER_RULES, all_trials, casino_rules_9_to_13
from tests.readers.house_statements import (
    NO_STATEMENT,
    NO_STATEMENT_OF,
    find_unmarked_statements,
    line_files,
    read_lines,
)
from tt_print import templates
from tt_print.booklets.lookup import find_rules, read_entries
from tt_print.booklets.text import read_book, read_draft, read_pocket
from tt_print.cards.theme import find_theme
from tt_print.engine.house import show_value
from tt_print.engine.house_words import house_sentences
from tt_print.engine.stated import idle_options
from tt_print.engine.table_facts import table_facts, team_facts
from tt_print.errors import InputError
from tt_print.games import find_game, game_names
from tt_print.quickref.make import reference_cards
from tt_print.quickref.statements import read_card_template, read_leaves
from tt_print.scoresheets.choices import SheetChoices
from tt_print.scoresheets.make import make_score_sheets
from tt_print.scoresheets.notes import sections_of
from tt_print.scoresheets.template import read_game_sheet, read_page

every_game = pytest.mark.parametrize("name", game_names())
ONE = re.compile(
    r"\b1 (cards|rounds|points|chances|seconds|hands|players|jokers)\b|\b(?!1\b)\d+ (card|round|point|chance)\b"
)
GENDERED = re.compile(r"\b(he|his|him|himself|she|her|hers|herself)\b", re.IGNORECASE)
NAMED = re.compile(
    r"\b(Ann|Bo|Cy|Di|Eve|Flo|Brian Ciesicki)\b|rule numbers? in brackets|numbers in brackets|not his: it restates"
)


def counts_of(game, house):
    """Numbers of players that these house rules suit, from the fewest to six."""
    for players in range(game.players[0], min(game.players[1] or 6, 6) + 1):
        try:
            game.start(players, house, 0)
        except InputError:
            continue
        yield players


def spoken(game, house, players):
    """All that is read aloud and done, as one text a paragraph."""
    said = deal(game.name, players, house=texts_of(house))
    return [*(text for _, text in said["rows"]), *said["read"]]


def texts_of(house):
    """Its changed rules, each as it would be typed."""
    return {name: show_value(each) for name, each in house.changed.items()}


def on_cards(game, house):
    """Every line of the reference cards, in words."""
    shared = read_card_template(game.name).shared
    leaves = [leaf for name in filter(None, (game.name, shared)) for leaf in read_leaves(name, game, house)]
    return [*(leaf.facts for leaf in leaves), *(s.say for leaf in leaves for s in leaf.statements)]


def on_sheet(game, house, players):
    """What stands beside the table of a score sheet, for so many players or (None) for any."""
    facts = table_facts(game, house, players)
    facts |= team_facts(house, [""] * (players or game.table.players_for(house) or 0))
    sheet = read_game_sheet(game.name)
    sections = sections_of(sheet, facts, (), (), read_page().words, players is None)
    return [line for section in sections for line in section.lines if section.heading != read_page().words.house]


def texts(game, trial):
    """Everything for every number of players, once each."""
    house = game.house(**trial)
    found = dict.fromkeys([*on_cards(game, house), *on_sheet(game, house, None)])
    for players in counts_of(game, house):
        found |= dict.fromkeys([*spoken(game, house, players), *on_sheet(game, house, players)])
    return [*found, *house_sentences(house, idle_options(house))]


def test_the_authors_rules_are_all_tried():
    """Casino: 3 x 2 x 2 mixtures of rules 9 to 12, and Squares with and without 12; the jokers of both war games; West, lies."""
    assert len(casino_rules_9_to_13()) == 14
    tried = {
        name: {str(find_game(name).house(**trial)) for trial in all_trials(find_game(name))} for name in game_names()
    }
    for trial in casino_rules_9_to_13():
        assert str(find_game("casino").house(**trial)) in tried["casino"]
    for name, rules in JOKER_RULES.items():
        for rule, values in rules.items():
            assert all(str(find_game(name).house(jokers=2, **{rule: value})) in tried[name] for value in values)
    assert "order=lies deck=west" in tried["push-it"] and "teams=Ann+Di/Bo+Eve/Cy+Flo" in tried["six-suit"]


@every_game
def test_every_text_is_whole_counts_well_and_names_no_joker_where_there_is_none(name):
    game = find_game(name)
    for trial in all_trials(game):
        house = game.house(**trial)
        for text in texts(game, trial):
            assert not [bad for bad in ("{", "}", "None", "no one", "  ", " .", " ,") if bad in text], (trial, text)
            counted = [found[0] for found in ONE.finditer(text)]
            assert not counted, (trial, counted, text)
            if not house["jokers"]:
                assert "joker" not in text.lower().replace("no joker", ""), (trial, text)
            if house.get("deck") == "squares":
                assert not re.search(r"\bblob\b|\bblack\b|\*A \?\*", text), (trial, text)


@every_game
def test_what_was_decided_is_read_aloud(name):
    """For each value of each option, something else is said than by the usual rules, unless nothing changes at that table."""
    game = find_game(name)
    common = {"game", "hands", "jokers", "deck", "force_deck"}
    usual = {players: spoken(game, game.house(), players)[1:] for players in counts_of(game, game.house())}
    for trial in game.house_trials()[1:]:
        house = game.house(**trial)
        for players in counts_of(game, house):
            if {*trial} - idle_options(house, table_facts(game, house, players)) - common:
                assert spoken(game, house, players)[1:] != usual.get(players), (trial, players)


def planted(monkeypatch, tmp_path, name, file, old, new):
    """The game with one text of its templates changed, as somebody would who edits them."""
    folder = tmp_path / name
    shutil.copytree(templates.template_path(f"games/{name}/house.toml").parent, folder)
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    real = templates.template_path
    monkeypatch.setattr(
        templates, "template_path", lambda path: folder / file if path == f"games/{name}/{file}" else real(path)
    )
    templates.forget_templates()
    return find_game(name)


@pytest.fixture
def fresh():
    templates.forget_templates()
    yield
    templates.forget_templates()


PLANTED = [
    ("six-suit", "deal.toml", 'any = ["free_time_help", "veto", "all_out", "teams"]\n', "", "states 2, which free_time_help changes"),
    ("casino", "quickref.toml", 'when = ["forced_drop=allowed"]\n', "", "states 3d, which forced_drop changes"),
    ("ww3", "scoresheet.toml", 'when = ["grave_slaps=true"]\n', "", "states 7, which grave_slaps changes"),
    ("push-it", "deal.toml", 'rules = ["8"]', 'rules = ["8", "9"]', "states 9, which potential changes"),
    ("craziness", "scoresheet.toml", "[[boxes]]", '[[boxes]]\nwarning = "Draw when you cannot lay."', "cites no rule"),
    ("craziness", "scoresheet.toml", 'foot = "Out in hand"', 'length = "Out at 15"', "cites no rule"),
    ("armageddon", "deal.toml", 'any = ["joker_defines"]', 'any = ["joker_defines", "runout"]', "is marked for any runout"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "file", "old", "new", "said"), PLANTED, ids=[f"{p[0]}-{p[4]}" for p in PLANTED])
def test_a_line_that_forgets_an_option_is_found(monkeypatch, tmp_path, fresh, name, file, old, new, said):
    found = list(find_unmarked_statements(planted(monkeypatch, tmp_path, name, file, old, new)))
    assert found and all(said in line or "which" in line for line in found) and any(said in line for line in found)
    assert all(line.startswith(f"templates/games/{name}/{file}") for line in found)


@pytest.mark.parametrize(
    ("file", "keys"), [("", NO_STATEMENT), *NO_STATEMENT_OF.items()], ids=["anywhere", *NO_STATEMENT_OF]
)
def test_every_key_that_states_nothing_is_there(file, keys):
    """A key that is gone would let a new text of that name pass unread."""

    def keys_of(table):
        for key, value in table.items():
            yield key
            for each in value if isinstance(value, list) else [value]:
                yield from keys_of(each) if isinstance(each, dict) else ()

    files = [file] if file else {file for name in game_names() for file in line_files(find_game(name))}
    assert keys <= {key for each in files for key in keys_of(templates.read_toml(each))}


@every_game
def test_every_game_has_lines_of_all_three_kinds(name):
    """None of the walks above is over nothing."""
    game = find_game(name)
    for file in line_files(game):
        stated = [line.statement for line in read_lines(game, file)]
        assert len(stated) >= 3 and sum(bool(each.rules) for each in stated) >= 3, file


def test_a_player_is_they_in_every_template():
    """He and she are for players with a name, and his rules for their author."""
    for path in sorted(templates.templates_folder().rglob("*")):
        if path.suffix not in (".toml", ".md"):
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            assert not GENDERED.search(line) or NAMED.search(line), f"{path.name}:{number}: {line}"


@pytest.mark.slow
@every_game
def test_every_product_is_made_under_every_house_rule_for_every_number_of_players(name):
    game, theme = find_game(name), find_theme()
    for trial in all_trials(game):
        house = game.house(**trial)
        book, pocket = read_book(name, house), read_pocket(name, house)
        assert book.chapters and pocket.panels
        assert reference_cards([(game, house)], theme)
        for players in (None, *counts_of(game, house)):
            assert make_score_sheets(SheetChoices(game, house, "a4", players)).pages
        for players, paper in product(counts_of(game, house), ("a4", "letter")):
            code = deal(name, players, house=texts_of(house))["code"]
            beside = {rule: each for rule, each in texts_of(house).items() if rule != "force_deck"}
            table = {"code": code, "house": beside, "pages": ["sheet"], "paper": paper}
            assert answer("print", document="deal", fields=table)["files"]


@pytest.mark.slow
@every_game
def test_rules_answers_under_every_house_rule(name):
    """Each rule is found by its number, and each of its examples is shown as it comes out under these rules."""
    game = find_game(name)
    for trial in all_trials(game):
        draft = read_draft(name, game.house(**trial))
        for entry in read_entries(draft):
            assert entry.text and "{" not in entry.text
            for example in entry.render_examples(draft):
                assert example.answer or example.outcome
            if entry.number:
                assert entry.number in {found.number for found in find_rules(draft, entry.number)[0]}
