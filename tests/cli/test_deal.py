"""`tt-print deal` as people type it, with mistakes: the same code gives the same bytes, and nothing shows too early."""

import json
import re

import pytest

from tests.commands import process, tt
from tests.walks import slow_but, walk
from tt_print.deck import FULL

CODE = "9NEKA-QAC1D-MDP8C-69P9T-0EVHX-10"  # Craziness, three players
HIDDEN = ("ww3", "armageddon", "six-suit", "casino", "craziness", "push-it")


def told(capsys, *words):
    """What a program reads of a deal."""
    ran = tt(capsys, "deal", *words, "--json")
    assert ran.status == 0, ran.err
    return json.loads(ran.out)


@pytest.mark.parametrize("game", HIDDEN)
def test_hands_stay_hidden_until_they_are_asked_for(capsys, game):
    """No card code stands in text or JSON; with --reveal every card of the deck does."""
    dealt = told(capsys, game, "--players", "Ann,Bo,Cy")
    for form in ([], ["--json"]):
        shown = tt(capsys, "deal", game, "--players", "Ann,Bo,Cy", *form)
        signs = {card.safe_code for card in FULL}
        assert (
            shown.status == 0
            and not signs & {*shown.out.split()}
            and not re.search(r'[",][RYGBK][CHTSB][1-4?]', shown.out)
        )
        open_ = tt(capsys, "deal", "--code", dealt["code"], "--players", "Ann,Bo,Cy", "--reveal", *form)
        bare = open_.out.replace(dealt["code"], "")  # whose letters may read like a card
        text = bare.replace("Q", "?") if not form else bare
        assert sum(str(card) in text for card in FULL) == (64 if dealt["deck"] == "squares" else 125), form


@pytest.mark.parametrize("game", slow_but(("casino",), HIDDEN))
def test_the_same_code_is_the_same_deal_byte_for_byte(capsys, game, tmp_path):
    """In this process, in another with another hash seed and locale, as text, as JSON."""
    first = tt(capsys, "deal", game, "--players", "Ann,Łukasz,Cy", "--reveal", "--json")
    code = json.loads(first.out)["code"]
    for form in (["--json"], []):
        arguments = ["deal", "--code", code, "--players", "Ann,Łukasz,Cy", "--reveal", *form]
        here = tt(capsys, *arguments)
        assert here.status == 0
        assert here.out == process(*arguments, cwd=tmp_path, PYTHONHASHSEED="7", LC_ALL="C.UTF-8").out
        if form == ["--json"]:
            assert here.out == first.out


def test_two_deals_are_never_the_same(capsys):
    codes = {told(capsys, "craziness", "--players", "3")["code"] for _ in range(40)}
    assert len(codes) == 40


def test_the_secret_of_a_fresh_deal_comes_from_the_system(capsys, monkeypatch):
    asked = []

    def urandom(count):
        asked.append(count)
        return bytes(range(count))

    monkeypatch.setattr("os.urandom", urandom)
    codes = {told(capsys, "craziness", "--players", "3")["code"] for _ in range(2)}
    assert asked == [12, 12] and len(codes) == 1


def test_a_carelessly_typed_code_is_the_same_deal(capsys):
    plain = tt(capsys, "deal", "--code", CODE, "--reveal")
    for typed in (CODE.lower(), CODE.replace("-", " "), CODE.replace("0", "O").replace("1", "l")):
        assert tt(capsys, "deal", "--code", typed, "--reveal").out == plain.out
    told = tt(capsys, "deal", "--code", *CODE.split("-")).err
    assert "is not expected here" in told


def test_names_are_not_in_the_code_and_seats_are_numbered_without_them(capsys):
    named = told(capsys, "--code", CODE, "--players", "Ann,Bo,Cy", "--reveal")
    numbered = told(capsys, "--code", CODE, "--reveal")
    assert numbered["players"] == ["Player 1", "Player 2", "Player 3"] and named["code"] == numbered["code"]
    assert list(named["hands"].values()) == list(numbered["hands"].values())


def again_anywhere(out):
    return re.search(r"The same deal anywhere.*tt-print (.*)", out)[1].split()


def test_house_rules_that_no_code_holds_are_typed_beside_it(capsys):
    ran = tt(capsys, *"deal craziness --players 3 --option elimination_score=20 --option first_player=dealer".split())
    assert "House rules: elimination_score=20, first_player=dealer" in ran.out
    assert "You leave at 20 points" in " ".join(ran.out.split())
    command = again_anywhere(ran.out)
    assert command[-2:] == ["--option", "elimination_score=20"] and not any("first_player" in word for word in command)
    again = tt(capsys, *command)
    assert again.out == ran.out.replace("--players 3", "")


def test_a_named_dealer_deals(capsys):
    for name, seat in (("Bo", "Bo"), ("1", "Ann"), ("3", "Cy")):
        printed = told(capsys, "push-it", "--players", "Ann,Bo,Cy", "--dealer", name)
        assert printed["dealer"] == seat
        assert told(capsys, "--code", printed["code"], "--players", "Ann,Bo,Cy") == printed


def test_several_hands_go_round_the_table(capsys):
    """Casino: everyone deals once; each hand has a code of its own, with its dealer in it (ruling G-4)."""
    printed = told(capsys, *"casino --players Ann,Bo,Cy --hands 3".split())
    hands = [printed, *printed["later"]]
    seats = ["Ann", "Bo", "Cy"]
    first = seats.index(printed["dealer"])
    assert [hand["dealer"] for hand in hands] == [seats[(first + n) % 3] for n in range(3)]
    assert len({hand["code"] for hand in hands}) == 3 and [hand["hand"] for hand in printed["later"]] == [2, 3]
    for hand in printed["later"]:
        again = told(capsys, *f"--code {hand['code']} --players Ann,Bo,Cy --option hands=3".split())
        alone = {"format": "tt_print deal", "version": 1, **{k: v for k, v in hand.items() if k != "hand"}}
        assert alone == again
    for game, starts in (("casino", ", Cy starts"), ("ww3", "")):  # in a war game the cards decide
        text = tt(capsys, "deal", game, *"--players Ann,Bo,Cy --dealer Ann --hands 3".split()).out
        assert "Round 1\n" in text and f"Round 2: Bo deals{starts}\n" in text and "Round 3: Cy deals" in text
        assert ("3 rounds, one dealt by each player" in text) == (game == "casino")


def test_casino_tells_every_deal_of_the_hand(capsys):
    printed = told(capsys, "casino", "--players", "5", "--reveal")
    assert printed["plan"] == [5, 5, 5, 5, 4] == [len(deal["Player 1"]) for deal in printed["deals"]]
    assert printed["deals"][0] == printed["hands"]
    later = [card for deal in printed["deals"][1:] for hand in deal.values() for card in hand]
    assert sorted(later) == sorted(printed["draw"])


def test_teams_are_named_as_the_players_are(capsys):
    ran = tt(capsys, "deal", "six-suit", "--players", "Zoe,Yan,Xia,Will", "--option", "teams=Zoe+Xia/Yan+Will")
    assert ran.status == 0 and "Teams: Zoe and Xia against Yan and Will." in ran.out
    assert "House rules: teams=Zoe+Xia/Yan+Will" in ran.out and "--option teams=1+3/2+4\n" in ran.out
    assert tt(capsys, *again_anywhere(ran.out), "--players", "Zoe,Yan,Xia,Will").out == ran.out
    bo_first = told(capsys, *"six-suit --players Bo,Ann,Di,Cy --option teams=Bo+Di/Ann+Cy".split())
    assert bo_first["house"] == {"teams": "Bo+Di/Ann+Cy"}


def test_the_chits_alone(capsys):
    ran = tt(capsys, "deal", "push-it", "--chits", "--players", "3", "--deck", "west")
    assert ran.status == 0
    for said in ("color   [red] yellow green, then red again", "shape   [circle] heart triangle, ", "number  [1] 2 3, then 1 again",
                 "red circles, circle 1s, red 1s", "1 to 3 cards"):  # fmt: skip
        assert said in ran.out, said
    assert "Deal code" not in ran.out
    printed = told(capsys, *"--chits --players 8 --deck full2".split())
    assert printed["max_cards"] == 5 and printed["rings"]["number"] == ["1", "2", "3", "4", "?"]
    assert printed["pointers"] == {"color": "red", "shape": "circle", "number": "1"}
    assert printed["claims"] == ["red circles", "circle 1s", "red 1s"]


def test_pages_are_written_and_named(capsys, tmp_path):
    pages = [*"--players Ann,Bo,Cy --slips --sheet --paper a4 --out".split(), tmp_path]
    printed = told(capsys, "push-it", *pages)
    assert [name.rsplit("/", 1)[1].split("-")[2] for name in printed["files"]] == ["slips", "sheet"]
    first = {path.name: path.read_bytes() for path in tmp_path.rglob("*.pdf")}
    assert len(first) == 2
    again = tt(capsys, "deal", "--code", printed["code"], *pages)
    assert (
        again.status == 0 and again.out.count("Wrote ") == 2 and "where nobody can look over your shoulder" in again.out
    )
    assert {path.name: path.read_bytes() for path in tmp_path.rglob("*.pdf")} == first
    night = tt(capsys, *"deal push-it --players 3 --hands 3 --sheet --quiet --out".split(), tmp_path / "night")
    assert night.out == "" and len(list((tmp_path / "night").rglob("*.pdf"))) == 3


def test_jokers_are_dealt_as_many_as_are_asked_for(capsys):
    for words, count in ((["--jokers", "2"], 2), (["--jokers", "1"], 1), (["--jokers", "0"], 0), ([], 0)):
        printed = told(capsys, "ww3", "--players", "4", *words)
        assert printed["jokers"] == count and sum(printed["counts"].values()) == 64 + count


def test_the_text_says_who_deals_who_starts_and_what_to_do(capsys):
    ran = tt(capsys, "deal", "push-it", "--players", "Ann,Bo,Cy", "--deck", "west", "--dealer", "Bo")
    for said in ("Push It Real Good, 3 players: West deck, 27 cards", "Dealer    Bo", "Cy first: 9 each, none left over",
                 "Start     Cy, on the dealer’s left", "pointers on red, circle, 1", "red yellow green | circle heart triangle | 1 2 3",
                 "1 to 3 cards", "move a pointer, then challenge, then play cards", "Other decks: --deck squares", "--slips"):  # fmt: skip
        assert said in ran.out, said
    ran = tt(capsys, "deal", "push-it", "--players", "3", "--option", "order=lies")
    assert "challenge, then play cards, then move a pointer" in ran.out and "order=lies" in ran.out


@walk("columns", [48, 60, 80, 100])
@walk("line", ["push-it --players 8 --reveal", "casino --players 5", "ww3 --players 4", "six-suit --players 12"])
def test_no_line_is_wider_than_the_terminal(capsys, monkeypatch, columns, line):
    """Commands alone stay whole, to be copied."""
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = tt(capsys, "deal", *line.split()).out.splitlines()
    assert lines and [line for line in lines if len(line) > columns and "tt-print " not in line] == []


def test_beside_a_night_of_ones_own_file_another_table_can_be_named(capsys):
    """What a night knows of its next hand: tests/play/score/evenings/deals.txt."""
    tt(capsys, "score", "start", "craziness", "Ann", "Bo")
    assert "For game night 1: Ann and Bo. For different players: --players." in " ".join(tt(capsys, "deal").out.split())
    assert "who is playing?" in tt(capsys, "deal", "casino").err
    assert told(capsys, "craziness", "--players", "2")["players"] == ["Player 1", "Player 2"]


def test_what_is_read_aloud_names_the_house_rules(capsys):
    for typed, rules in (
        ("", "none"),
        (" --option question=wild --option build_cap=10", "question=wild, build_cap=10"),
    ):
        assert f"House rules: {rules}\n" in tt(capsys, *f"deal casino --players Ann,Bo{typed}".split()).out
