"""What is read aloud, reference cards, score sheets and answers of `tt-print rules`, under every house rule and combination."""

import re
from functools import cache

import pypdfium2
import pytest

from tests.core.asking import ask, still_environment, value
from tests.makers.house_trials import JOKER_RULES, all_trials, casino_rules_9_to_13
from tests.readers.house_statements import (
    NO_STATEMENT,
    NO_STATEMENT_OF,
    find_unmarked_statements,
    line_files,
    read_lines,
)
from tests.walks import slow_but, walk
from tt_print import templates
from tt_print.core import Core
from tt_print.engine.printed_lines import idle_options
from tt_print.errors import InputError
from tt_print.games import find_game, game_names

every_game = pytest.mark.parametrize("name", game_names())
NAMES = "Ann Bo Cy Di Eve Flo".split()
CORE = Core(still_environment())
ONE = re.compile(
    r"\b1 (cards|rounds|points|chances|seconds|hands|players|jokers)\b|\b(?!1\b)\d+ (card|round|point|chance)\b"
)
GENDERED = re.compile(r"\b(he|his|him|himself|she|her|hers|herself)\b", re.IGNORECASE)
NAMED = re.compile(r"\b(Ann|Bo|Cy|Di|Eve|Flo|Brian Ciesicki)\b|explains his rules")


@cache
def counts_of(name, trial):
    """Numbers of players that these house rules suit, from the fewest to six."""
    game, house, found = find_game(name), dict(trial), []
    for players in range(game.players[0], min(game.players[1] or 6, 6) + 1):
        try:
            game.start(players, game.house(**house), 0)
        except InputError:
            continue
        found.append(players)
    return found


def spoken(name, trial, players):
    """All that is read aloud and done, as one text a paragraph; the first has the name of the game."""
    dealt = value(CORE, "deal", game=name, players=NAMES[:players], dealer="Ann", house=trial)
    for sentence in dealt["read"]:
        assert sentence[0].isupper() and sentence.rstrip().endswith((".", "?", ")")), sentence
    return [dealt["title"], *(text for _, text in dealt["rows"]), *dealt["read"]]


def printed(document, **fields):
    """What the pages of a document say, as one text."""
    reply = ask(CORE, "print", document=document, fields={"paper": "a4", **fields})
    assert reply.data["ok"], (fields, reply.data)
    (data,) = (data for file, data in reply.files.items() if file.endswith(".pdf"))
    with pypdfium2.PdfDocument(data) as pdf:
        text = " ".join(page.get_textpage().get_text_bounded() for page in pdf)
    return re.sub(r"House rules None\. ", "", " ".join(text.split()))


def check_text(text, name, trial):
    """It is whole, counts well, and names no card that is not in the deck."""
    house = find_game(name).house(**trial)
    assert not [bad for bad in ("{", "}", "None", "no one", "  ", " .", " ,") if bad in text], (trial, text)
    assert not [found[0] for found in ONE.finditer(text)], (trial, text)
    if not house["jokers"]:
        assert not re.search(r"(?<!no )\bjokers?\b", text, re.IGNORECASE), (trial, text)
    if house.get("deck") == "squares":
        assert not re.search(r"\bblob\b|\bblack\b|\*A \?\*", text.replace("no black, no blob, no ?", "")), (trial, text)


def test_the_authors_rules_are_all_tried():
    """Casino: 3 x 2 x 2 mixtures of rules 9 to 12, and Squares with and without 12; the jokers of both war games; West, lies."""
    assert len(casino_rules_9_to_13()) == 14
    games = [find_game(name) for name in game_names()]
    tried = {game.name: {str(game.house(**trial)) for trial in all_trials(game)} for game in games}
    for trial in casino_rules_9_to_13():
        assert str(find_game("casino").house(**trial)) in tried["casino"]
    for name, rules in JOKER_RULES.items():
        for rule, values in rules.items():
            assert all(str(find_game(name).house(jokers=2, **{rule: value})) in tried[name] for value in values)
    assert "order=lies deck=west" in tried["push-it"] and "teams=Ann+Di/Bo+Eve/Cy+Flo" in tried["six-suit"]


@every_game
def test_what_is_read_aloud_is_whole_and_counts_well_and_says_what_was_decided(name):
    """For each value of each option, the text differs from that of the usual rules, unless nothing changes at that table."""
    game, common = find_game(name), {"game", "hands", "jokers", "deck"}
    usual = {players: spoken(name, {}, players)[1:] for players in counts_of(name, ())}
    decided = {str(game.house(**trial)) for trial in game.house_trials()[1:]}
    for trial in all_trials(game):
        house = game.house(**trial)
        for players in counts_of(name, tuple(trial.items())):
            title, *said = spoken(name, trial, players)
            for text in (title, *said):
                check_text(text, name, trial)
            changes = {*trial} - idle_options(house, game.table.facts(house, players) | {"players": players}) - common
            assert said != usual.get(players) or not changes or str(house) not in decided, (trial, players)


def planted(monkeypatch, tmp_path, name, file, old, new):
    """The game with one text of its templates changed, as somebody would who edits them."""
    real, path, changed = templates.template_path, f"games/{name}/{file}", tmp_path / file
    text = real(path).read_text(encoding="utf-8")
    assert old in text
    changed.write_text(text.replace(old, new, 1), encoding="utf-8")
    monkeypatch.setattr(templates, "template_path", lambda wanted: changed if wanted == path else real(wanted))
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
    ("craziness", "scoresheet.toml", 'foot = "Left the game"', 'length = "Out at 15"', "cites no rule"),
    ("armageddon", "deal.toml", 'any = ["joker_defines"]', 'any = ["joker_defines", "runout"]', "is marked for any runout"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "file", "old", "new", "said"), PLANTED, ids=[f"{p[0]}-{p[4]}" for p in PLANTED])
def test_a_line_that_forgets_an_option_is_found(monkeypatch, tmp_path, fresh, name, file, old, new, said):
    found = list(find_unmarked_statements(planted(monkeypatch, tmp_path, name, file, old, new)))
    assert found and all(said in line or "which" in line for line in found) and any(said in line for line in found)
    assert all(line.startswith(f"templates/games/{name}/{file}") for line in found)


@walk(("file", "keys"), [("", NO_STATEMENT), *NO_STATEMENT_OF.items()])
def test_every_key_that_states_nothing_is_there(file, keys):
    """A key that is gone would let a new text of that name pass unread."""

    def keys_of(table):
        for key, entry in table.items():
            yield key
            for each in entry if isinstance(entry, list) else [entry]:
                yield from keys_of(each) if isinstance(each, dict) else ()

    files = [file] if file else {file for name in game_names() for file in line_files(find_game(name))}
    assert keys <= {key for each in files for key in keys_of(templates.read_toml(each))}


@walk("name", game_names())
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


@pytest.mark.parametrize(
    ("name", "step"), slow_but([("craziness", 4)], [("craziness", 4), *((name, 1) for name in game_names())])
)
def test_every_page_is_made_and_whole_under_every_house_rule(name, step):
    """Reference cards, score sheets for any table and the largest, and the sheets of a deal for the smallest and the largest."""
    for trial in all_trials(find_game(name))[::step]:
        counts = counts_of(name, tuple(trial.items()))
        pages = [printed("quickref", games=[name], house=trial)]
        for players in (None, counts[-1]):
            pages.append(printed("scoresheet", games=[name], house=trial, players=players))
        for players, paper in ((counts[0], "a4"), (counts[-1], "letter")):
            table = {"players": NAMES[:players]}
            code = value(CORE, "deal", game=name, house=trial, **table)["code"]
            pages.append(printed("deal", code=code, house=trial, slips=False, sheet=True, paper=paper, **table))
        for text in pages:
            check_text(text, name, trial)


@pytest.mark.slow
@every_game
def test_rules_answers_under_every_house_rule(name):
    """Each rule is found by its number, and each of its examples is shown as it comes out under these rules."""
    for trial in all_trials(find_game(name)):
        for number in [rule["number"] for rule in value(CORE, "rules", game=name, house=trial)["rules"]]:
            found = value(CORE, "rules", game=name, words=number, house=trial)["found"]
            assert number in [entry["number"] for entry in found]
            for entry in found:
                assert entry["text"] and "{" not in entry["text"]
                assert all(example["answer"] or example["outcome"] for example in entry["examples"])
