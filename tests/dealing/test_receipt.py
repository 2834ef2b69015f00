"""Receipts: one commitment, one deal; everything that decides it is under the hash; a false receipt is named as such."""

import hashlib
import json
from functools import cache
from math import comb, sqrt
from statistics import NormalDist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.commands import ROOT, tt
from tests.dealing.tables import Refused, answer
from tt_print.dealing.code import fresh_code, parse_code
from tt_print.games import game_names

SECRET = bytes(range(32))
CARDS = ("RH3", "KB?", "J1")
FIVE = "Ann Bo Cy Di Eve".split()


def promise(game="craziness", players=("Ann", "Bo", "Cy"), secret=SECRET, **fields):
    return answer("deal.commit", secret, game=game, players=players, **{"owner": players[1], **fields})


def drawn(promised, cards=CARDS):
    """What is kept of a promise once these cards were drawn, and its deal."""
    return answer("deal.draw", pending=promised["pending"], cards=cards)


def code_of(promised, cards=CARDS):
    return drawn(promised, cards)["deal"]["code"]


def receipt_of(promised):
    return answer("deal.receipt", pending=drawn(promised)["pending"])["text"]


@cache
def kept():
    """A promise and its receipt."""
    promised = promise()
    return promised["commitment"], receipt_of(promised)


def check(text, announced=None):
    return answer("deal.check", receipt=text, commitment=announced)


def said(settings):
    return json.dumps(settings, sort_keys=True, separators=(",", ":")).encode()


def test_a_receipt_can_be_checked_from_the_words_of_the_document():
    """Hash and secret anew with the standard library alone."""
    data = json.loads(receipt_of(promise(dealer="Bo", house={"elimination_score": 20})))
    secret = bytes.fromhex(data["secret"])
    commitment = hashlib.sha256(b"tt_print receipt 2\n" + said(data["settings"]) + b"\n" + secret)
    assert data["tt_print receipt"] == 2 and commitment.hexdigest() == data["commitment"]
    mixed = b"tt_print receipt deal 2\n" + commitment.digest() + secret + b"RH3,KB?,J1"
    code = parse_code(data["code"])
    assert str(fresh_code(code.settings, hashlib.shake_256(mixed).digest(12))) == data["code"]
    assert data["settings"] == {"game": "craziness", "deck": "full", "jokers": 0, "players": ["Ann", "Bo", "Cy"], "dealer": "Bo",
                                "house": ["elimination_score=20"], "owner": "Bo"}  # fmt: skip


def test_a_known_receipt_stays_what_it_is():
    """Printed commitments outlive releases."""
    known = promise(players=("Ann", "Łukasz", "Cy"))
    assert known["commitment"] == "89b97bf7431e9d0fc97facb2437d9d8decf03ff9ca83289aa653e5ebd8435501"
    assert code_of(known) == "9NEKC-1262X-N4TPQ-CP25Q-2C176-NC"


def test_every_setting_is_under_the_hash():
    different = (
        {}, {"deck": "full"}, {"dealer": "Ann"}, {"players": [*FIVE[:4], "Eva"]}, {"players": ["Bo", "Ann", *FIVE[2:]], "owner": "Bo"},
        {"players": FIVE[:4]}, {"house": {"potential": "per_card"}}, {"order": "lies"}, {"secret": SECRET[::-1]},
        {"game": "craziness"}, {"game": "ww3"}, {"game": "ww3", "jokers": 2}, {"owner": "Cy"}, {"owner": "none"},
    )  # fmt: skip
    promises = [promise(**{"game": "push-it", "players": FIVE, **fields}) for fields in different]
    cards = [*CARDS, "YC1", "YC2"]
    assert len({each["commitment"] for each in promises}) == len(different) == 14
    assert len({code_of(each, cards[: len(each["draws"])]) for each in promises}) == 14


def test_each_table_card_and_its_place_decides():
    promised = promise()
    draws = (CARDS, ("RH3", "J1", "KB?"), ("RH2", "KB?", "J1"), ("RH3", "KB?", "J2"))
    assert len({code_of(promised, cards) for cards in draws}) == 4


@pytest.mark.parametrize("game", game_names())
def test_the_deal_of_a_receipt_is_for_every_game(game):
    promised = promise(game)
    checked = check(receipt_of(promised), promised["commitment"].upper())
    assert checked["proven"] and not checked["faults"] and checked["settings"]["players"] == ["Ann", "Bo", "Cy"]
    assert checked["code"] == code_of(promised)


def forged(**changes):
    """The receipt with other entries; those whose name begins with `its_` are settings, and ... takes one away."""
    data = json.loads(kept()[1])
    for name, value in changes.items():
        where, key = (data["settings"], name[4:]) if name.startswith("its_") else (data, name)
        where[key] = value
        if value is ...:
            del where[key]
    return json.dumps(data)


def layout(number):
    return json.dumps(json.loads(kept()[1]) | {"tt_print receipt": number})


OTHERS = "The settings, the secret or the names were changed"
CODE = json.loads(kept()[1])["code"]


@pytest.mark.parametrize(("changes", "fault"), [
    ({"table_cards": ["RH3", "KB?", "J2"]}, "The table cards or the deal code were changed"),
    ({"commitment": "0" * 64}, "The commitment itself was changed; the rest belongs together."),
    ({"secret": "00" * 32}, f"{OTHERS}: they"), ({"its_players": ["Ann", "Bo", "Di"]}, OTHERS), ({"its_house": ["must_play=true"]}, OTHERS),
    ({"its_house": ["first_player=dealer"]}, "its options left_of_dealer, the receipt's dealer."),
    ({"its_game": "six-suit"}, "The deal code is of other settings: its game craziness, the receipt's six-suit."),
    ({"its_dealer": "Ann"}, "The deal code is of other settings: its dealer drawn, the receipt's seat 1."),
    ({"its_jokers": 2}, "its settings contradict each other: deck full with 2 jokers."),
    ({"its_dealer": "Zoe"}, "'Zoe' does not play."), ({"its_game": "poker"}, "there is no game 'poker'."),
    ({"table_cards": ["RH3", "KB?"]}, "names 2 cards for 3 players"),
    ({"table_cards": ["RH3", "KB?", "RH3"]}, "Bo and Ann cannot both have drawn RH3."),
    ({"its_owner": "Cy"}, OTHERS), ({"its_owner": None}, OTHERS),
    ({"code": CODE[:-1] + "0"}, "The deal code was changed: "),
    ({"code": code_of(promise(secret=SECRET[::-1]))}, "The table cards or the deal code were changed"),
])  # fmt: skip
def test_a_changed_receipt_proves_nothing_and_says_why(changes, fault):
    checked = check(forged(**changes))
    assert not checked["proven"] and any(fault in each for each in checked["faults"]), checked["faults"]


def test_a_whole_receipt_made_afterwards_is_not_the_one_that_was_announced():
    """Who changes the secret and the hash together meets the commitment that the players wrote down."""
    first, second = promise(), receipt_of(promise(secret=SECRET[::-1]))
    for announced in (first["commitment"], first["id"], first["qr"]):
        checked = check(second, announced)
        assert not checked["proven"] and [claim["true"] for claim in checked["claims"]] == [True, True, False]
        assert checked["faults"] == ["The commitment is another one than was announced before the deal."]


def promises_that_begin_alike(digits):
    """Two promises of one table whose hashes share so many digits: what anybody can prepare before the evening."""
    begun = hashlib.sha256(b"tt_print receipt 2\n" + said(promise()["settings"]) + b"\n")
    seen = {}
    for number in range(10**6):
        secret = number.to_bytes(32, "big")
        hashed = begun.copy()
        hashed.update(secret)
        key = hashed.hexdigest()[:digits]
        if key in seen:
            return promise(secret=seen[key]), promise(secret=secret)
        seen[key] = secret
    raise AssertionError("16^4 tries are enough for 8 digits in most runs, and this one is always the same")


def test_two_receipts_whose_hashes_begin_alike_are_told_apart():
    """The 8 digits that they share prove neither."""
    one, other = promises_that_begin_alike(8)
    assert one["id"] == other["id"] and code_of(one) != code_of(other)
    for made, announced in ((one, other), (other, one)):
        text = receipt_of(made)
        assert check(text, made["commitment"])["proven"] and not check(text, announced["commitment"])["proven"]
        part = check(text, announced["id"])
        assert not part["proven"] and "Only 8 of 64 digits were compared" in part["faults"][0]


def test_the_document_states_what_a_cheater_could_still_do():
    """An even chance after a billion secrets tried beforehand: so many standard deviations above the mean of all ways to draw."""
    text = " ".join((ROOT / "docs" / "deal-codes.md").read_text(encoding="utf-8").split())
    deviations = NormalDist().inv_cdf(1 - 1e-9)
    for ways, share in ((125 * 124 * 123, 50.2), (125 * 124, 52.4)):
        assert round(50 + deviations * 50 / sqrt(ways), 1) == share
        assert f"{ways:,} ways" in text and f"{share}%" in text
    likely = next(k for k in range(125, 0, -1) if sum(comb(125, i) for i in range(k, 126)) * 10**9 >= 2**125)
    assert round(100 * likely / 125) == 76 and "76%. So one who is not of them shuffles last" in text
    assert "picks among 123 deals" in text and 125 - 2 == 123


@pytest.mark.parametrize(("text", "fault"), [
    ("hello", "r.json, line 1: expecting value. This is not a receipt."), ("[" * 100_000, "This is not a receipt."),
    ('{"tt_print receipt": 1, "tt_print receipt": 1}', "twice in one place. This is not a receipt."),
    ("[]", 'it has no entry "tt_print receipt"'), ('{"a": 1}', 'it has no entry "tt_print receipt"'),
    (layout(3), "line 1: this receipt or commitment has layout 3. This version reads only layout 2: use the version"),
    (layout(True), "has layout True."), (layout([[1]] * 99), "has layout [[1], [1], [1], [1],."), (layout(1), "has layout 1."),
    (forged(its_owner=...), "settings has no owner."), (forged(secret=...), "the file has no secret"),
    (forged(secret="xyz"), "a secret has 64 digits 0-9 and a-f."), (forged(secret="00"), "a secret has 64 digits"),
    (forged(secret="٠" * 64), "a secret has 64"), (forged(secret=None), "secret must be a text in quotes"),
    (forged(commitment="12345678"), "a commitment has 64 digits"), (forged(table_cards="RH3"), "table_cards must be a list"),
    (forged(table_cards=[3, 4, 5]), "table_cards must be a text in quotes, not 3"),
    (forged(table_cards=["RH9", "KB?", "J1"]), "'RH9': 9 is not a number."), (forged(table_cards=["RC1"] * 128), "at most 127 cards"),
    (forged(code="9" * 5000), "that is no deal code"), (forged(code=9), "code must be a text in quotes"),
    (forged(more="words"), "'more' is not a key of the file"), (forged(settings=[]), "settings must be a table"),
    (forged(its_more=1), "'more' is not a key of settings"), (forged(its_players="Ann"), "settings.players must be a list"),
    (forged(its_players=[1, 2, 3]), "settings.players must be a text in quotes, not 1"),
    (forged(its_players=["A\x1b[2J", "Bo", "Cy"]), "holds a sign that cannot be shown"),
    (forged(its_players=["A\ud800", "Bo", "Cy"]), "holds a sign that cannot be shown"),
    (forged(its_players=["Ann", "Bo", "Ann"]), "two players are called Ann"), (forged(its_players=["Ann", "Bo", "C" * 61]), "is too long for a table"),
    (forged(its_players=["Ann", " Bo", "Cy"]), "not how names are written here"),
    (forged(its_players=[f"P{n}" for n in range(128)]), "a table has at most 127 players"),
    (forged(its_owner="Zoe"), "'Zoe' does not play. Players: Ann, Bo, Cy."), (forged(its_deck="\x1b]0;x\x07"), "holds a sign that cannot be shown"),
    (forged(its_deck="x" * 1001), "no table has so many or so long house rules"), (forged(its_house=["a=b"] * 101), "no table has so many or so long house rules"),
    (forged(its_jokers=10**30), "that number is too large"), (forged(its_jokers=True), "settings.jokers must be a whole number, not true"),
    (forged(its_jokers=float("nan")), "it holds NaN, which is no number"),
])  # fmt: skip
def test_what_is_no_receipt_is_told_so(capsys, tmp_path, text, fault):
    file = tmp_path / "r.json"
    file.write_text(text, encoding="utf-8")
    ran = tt(capsys, "deal", "--check", file)
    assert (ran.status, ran.out) == (2, "") and fault in ran.err and "r.json" in ran.err
    assert ran.err.count("\n") == 1 and "\x1b" not in ran.err and len(ran.err) < 900


def test_files_that_are_no_plain_text_are_told_so(capsys, tmp_path):
    (tmp_path / "picture").write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
    (tmp_path / "large").write_bytes(b" " * 300_000)
    faults = {
        "picture": "not text in UTF-8", "large": "is larger than 200 KB", ".": "is a folder", "none": "there is no file",
    }  # fmt: skip
    for name, fault in faults.items():
        ran = tt(capsys, "deal", "--check", tmp_path / name)
        assert ran.status == 2 and fault in ran.err, ran.err
    commitment, text = kept()
    marked = tmp_path / "by Notepad.json"
    marked.write_text(text, encoding="utf-16")
    assert tt(capsys, "deal", "--check", marked, "--commitment", commitment).status == 0


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
PLACES = "tt_print receipt|settings|secret|commitment|table_cards|code".split("|")
ITS_PLACES = [f"its_{key}" for key in "game deck jokers players dealer house owner".split()]


@given(st.sampled_from([*PLACES, *ITS_PLACES]), ANYTHING)
@settings(max_examples=60)
def test_whatever_stands_in_a_receipt_it_is_refused_or_proves_nothing(place, anything):
    commitment, text = kept()
    changed = forged(**{place: anything})
    try:
        checked = check(changed, commitment)
    except Refused as error:
        assert str(error).startswith("receipt") and len(str(error)) < 2000
    else:
        assert not checked["proven"] or json.loads(changed) == json.loads(text)
