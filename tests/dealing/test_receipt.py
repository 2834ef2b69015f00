"""Receipts: one commitment, one deal; everything that decides it is under the hash; a false receipt is named as such."""

from __future__ import annotations

import hashlib
import json
import random
from dataclasses import replace
from math import comb, sqrt
from statistics import NormalDist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.commands import ROOT, tt
from tt_print.dealing.code import fresh_code, parse_code
from tt_print.dealing.receipt import (
    Checked,
    Commitment,
    check_receipt,
    make_commitment,
    parse_receipt,
    read_table_cards,
    receipt_text,
)
from tt_print.errors import InputError, TTPrintError
from tt_print.games import find_game, load_games

SECRET = bytes(range(32))
CARDS = read_table_cards("RH3,KBQ,J1")


def promised(game="craziness", names=("Ann", "Bo", "Cy"), dealer=None, secret=SECRET, owner=1, **house):
    return make_commitment(game, names, find_game(game).house(**house), dealer, secret, owner)


def check(text, announced=None) -> Checked:
    return check_receipt(parse_receipt(text, "r.json"), announced)


def test_a_receipt_can_be_checked_from_the_words_of_the_document():
    """Hash and secret anew with the standard library alone."""
    data = json.loads(receipt_text(promised(dealer=1, elimination_score=20), CARDS))
    settings = json.dumps(data["settings"], sort_keys=True, separators=(",", ":"))
    secret = bytes.fromhex(data["secret"])
    commitment = hashlib.sha256(b"tt_print receipt 2\n" + settings.encode() + b"\n" + secret)
    assert data["tt_print receipt"] == 2 and commitment.hexdigest() == data["commitment"]
    mixed = b"tt_print receipt deal 2\n" + commitment.digest() + secret + b"RH3,KB?,J1"
    code = parse_code(data["code"])
    assert str(fresh_code(code.settings, hashlib.shake_256(mixed).digest(12))) == data["code"]
    assert data["settings"] == {"game": "craziness", "deck": "full", "jokers": 0, "players": ["Ann", "Bo", "Cy"], "dealer": "Bo",
                                "house": ["elimination_score=20"], "owner": "Bo"}  # fmt: skip


def test_a_known_receipt_stays_what_it_is():
    """Printed commitments outlive releases."""
    known = promised(names=("Ann", "Łukasz", "Cy"))
    assert known.hash == "89b97bf7431e9d0fc97facb2437d9d8decf03ff9ca83289aa653e5ebd8435501"
    assert str(known.deal(CARDS).code) == "9NEKC-1262X-N4TPQ-CP25Q-2C176-NC"


def test_the_owner_of_the_computer_draws_first_and_the_others_follow_clockwise():
    assert [promised(owner=seat).drawers for seat in (0, 1, 2, None)] == [
        ("Ann", "Bo", "Cy"), ("Bo", "Cy", "Ann"), ("Cy", "Ann", "Bo"), ("Ann", "Bo", "Cy")]  # fmt: skip


def test_nobody_draws_a_card_that_another_has_drawn():
    for cards in ("RH3,RH3,J1", "RH3,J1,RH3", "J1,RH3,RH3"):
        with pytest.raises(InputError, match=r"cannot both have drawn (RH3|J1). Look at the two cards again"):
            promised().deal(read_table_cards(cards))


def test_every_setting_is_under_the_hash():
    plain = promised("push-it", ("Ann", "Bo", "Cy", "Di", "Eve"))
    others = [
        promised("push-it", ("Ann", "Bo", "Cy", "Di", "Eve"), deck="full"), promised("push-it", ("Ann", "Bo", "Cy", "Di", "Eve"), dealer=0),
        promised("push-it", ("Ann", "Bo", "Cy", "Di", "Eva")), promised("push-it", ("Bo", "Ann", "Cy", "Di", "Eve")),
        promised("push-it", ("Ann", "Bo", "Cy", "Di")), promised("push-it", ("Ann", "Bo", "Cy", "Di", "Eve"), potential="per_card"),
        promised("push-it", ("Ann", "Bo", "Cy", "Di", "Eve"), order="lies"), promised("craziness", ("Ann", "Bo", "Cy", "Di", "Eve")),
        promised("push-it", ("Ann", "Bo", "Cy", "Di", "Eve"), secret=SECRET[::-1]),
        promised("ww3", ("Ann", "Bo", "Cy", "Di", "Eve")), promised("ww3", ("Ann", "Bo", "Cy", "Di", "Eve"), jokers=2),
        promised("push-it", ("Ann", "Bo", "Cy", "Di", "Eve"), owner=2), promised("push-it", ("Ann", "Bo", "Cy", "Di", "Eve"), owner=None),
    ]  # fmt: skip
    assert len({p.hash for p in (plain, *others)}) == 14
    cards = read_table_cards("RH3,KBQ,J1,YC1,YC2")
    codes = {str(p.deal(cards[: len(p.players)]).code) for p in (plain, *others)}
    assert len(codes) == 14


def test_each_table_card_and_its_place_decides():
    promise = promised()
    codes = {
        str(promise.deal(read_table_cards(cards)).code)
        for cards in ("RH3,KBQ,J1", "RH3,J1,KBQ", "RH2,KBQ,J1", "RH3,KBQ,J2")
    }
    assert len(codes) == 4


def test_the_deal_of_a_receipt_is_for_every_game():
    for game in load_games():
        promise = promised(game.name)
        checked = check(receipt_text(promise, CARDS), promise.hash.upper())
        assert checked.proven and not checked.faults and checked.dealt.names == ("Ann", "Bo", "Cy")
        assert str(checked.dealt.code) == json.loads(receipt_text(promise, CARDS))["code"]


def forged(change, promise=None):
    data = json.loads(receipt_text(promise or promised(), CARDS))
    change(data)
    return json.dumps(data)


@pytest.mark.parametrize(("change", "said"), [
    (lambda d: d.update(table_cards=["RH3", "KB?", "J2"]), "The table cards or the deal code were changed"),
    (lambda d: d.update(commitment="0" * 64), "The commitment itself was changed; the rest belongs together."),
    (lambda d: d.update(secret="00" * 32), "The settings, the secret or the names were changed: they"),
    (lambda d: d["settings"].update(players=["Ann", "Bo", "Di"]), "The settings, the secret or the names were changed"),
    (lambda d: d["settings"].update(house=["must_play=true"]), "The settings, the secret or the names were changed"),
    (lambda d: d["settings"].update(house=["first_player=dealer"]), "its options left_of_dealer, the receipt's dealer."),
    (lambda d: d["settings"].update(game="six-suit"), "The deal code is of other settings: its game craziness, the receipt's six-suit."),
    (lambda d: d["settings"].update(dealer="Ann"), "The deal code is of other settings: its dealer drawn, the receipt's seat 1."),
    (lambda d: d["settings"].update(jokers=2), "its settings contradict each other: deck full with 2 jokers."),
    (lambda d: d["settings"].update(dealer="Zoe"), "'Zoe' does not play."),
    (lambda d: d["settings"].update(game="poker"), "there is no game 'poker'."),
    (lambda d: d.update(table_cards=["RH3", "KB?"]), "--table-cards names 2 cards for 3 players"),
    (lambda d: d.update(table_cards=["RH3", "KB?", "RH3"]), "Bo and Ann cannot both have drawn RH3."),
    (lambda d: d["settings"].update(owner="Cy"), "The settings, the secret or the names were changed"),
    (lambda d: d["settings"].update(owner=None), "The settings, the secret or the names were changed"),
    (lambda d: d.update(code=d["code"][:-1] + "0"), "The deal code was changed: "),
    (lambda d: d.update(code=json.loads(receipt_text(promised(secret=SECRET[::-1]), CARDS))["code"]),
     "The table cards or the deal code were changed"),
])  # fmt: skip
def test_a_changed_receipt_proves_nothing_and_says_why(change, said):
    checked = check(forged(change))
    assert not checked.proven and any(said in fault for fault in checked.faults), checked.faults


def test_a_whole_receipt_made_afterwards_is_not_the_one_that_was_announced():
    """Who changes the secret and the hash together meets the commitment that the players wrote down."""
    first, second = promised(), promised(secret=SECRET[::-1])
    for announced in (first.hash, first.hash[:8], first.qr_text):
        checked = check(receipt_text(second, CARDS), announced)
        assert not checked.proven
        assert [true for _, true in checked.claims] == [True, True, False]
        assert checked.faults == ("The commitment is another one than was announced before the deal.",)


def receipts_that_begin_alike(digits):
    """Two promises of one table whose hashes share so many digits: what anybody can prepare before the evening."""
    promise, seen = promised(), {}
    begun = hashlib.sha256(
        b"tt_print receipt 2\n" + json.dumps(promise.settings, sort_keys=True, separators=(",", ":")).encode() + b"\n"
    )
    for number in range(10**6):
        secret = number.to_bytes(32, "big")
        hashed = begun.copy()
        hashed.update(secret)
        key = hashed.hexdigest()[:digits]
        if key in seen:
            return replace(promise, secret=seen[key]), replace(promise, secret=secret)
        seen[key] = secret
    raise AssertionError("16^4 tries are enough for 8 digits in most runs, and this one is always the same")


def test_two_receipts_whose_hashes_begin_alike_are_told_apart():
    """The 8 digits that they share prove neither."""
    one, other = receipts_that_begin_alike(8)
    assert one.id == other.id and one.deal(CARDS).code != other.deal(CARDS).code
    for made, announced in ((one, other), (other, one)):
        assert check(receipt_text(made, CARDS), made.hash).proven
        assert not check(receipt_text(made, CARDS), announced.hash).proven
        part = check(receipt_text(made, CARDS), announced.id)
        assert part.fits and not part.proven and "Only 8 of 64 digits were compared" in part.faults[0]


def test_the_document_states_what_a_cheater_could_still_do():
    """An even chance after a billion secrets tried beforehand: so many standard deviations above the mean of all ways to draw."""
    text = " ".join((ROOT / "docs" / "deal-codes.md").read_text(encoding="utf-8").split())
    deviations = NormalDist().inv_cdf(1 - 1e-9)
    for ways, said in ((125 * 124 * 123, "50.2 %"), (125 * 124, "52.4 %")):
        assert (
            f"{0.5 + deviations * 0.5 / sqrt(ways):.1%}".replace("%", " %") == said
            and f"{ways:,} ways" in text
            and said in text
        )
    likely = next(k for k in range(125, 0, -1) if sum(comb(125, i) for i in range(k, 126)) * 10**9 >= 2**125)
    assert (
        f"{likely / 125:.0%}".replace("%", " %") == "76 %" and "76 %. So one who is not of them shuffles last" in text
    )
    assert "picks among 123 deals" in text and 125 - 2 == 123


@pytest.mark.parametrize(("text", "said"), [
    ("hello", "r.json, line 1: expecting value. This is not a receipt."), ("[" * 100_000, "This is not a receipt."),
    ('{"tt_print receipt": 1, "tt_print receipt": 1}', "twice in one place. This is not a receipt."),
    ("[]", 'it has no entry "tt_print receipt"'), ('{"a": 1}', 'it has no entry "tt_print receipt"'),
    (forged(lambda d: d.update({"tt_print receipt": 3})), "line 1: this receipt or commitment has layout 3. This version of tt-print reads only layout 2: use the version"),
    (forged(lambda d: d.update({"tt_print receipt": True})), "has layout True."),
    (forged(lambda d: d.update({"tt_print receipt": [[1]] * 99})), "has layout [[1], [1], [1], [1],."),
    (forged(lambda d: d.update({"tt_print receipt": 1})), "has layout 1."),
    (forged(lambda d: d["settings"].pop("owner")), "settings has no owner."),
    (forged(lambda d: d.pop("secret")), "the file has no secret"),
    (forged(lambda d: d.update(secret="xyz")), "a secret has 64 digits 0-9 and a-f."),
    (forged(lambda d: d.update(secret="00")), "a secret has 64 digits"), (forged(lambda d: d.update(secret="٠" * 64)), "a secret has 64"),
    (forged(lambda d: d.update(secret=None)), "secret must be a text in quotes"),
    (forged(lambda d: d.update(commitment="12345678")), "a commitment has 64 digits"),
    (forged(lambda d: d.update(table_cards="RH3")), "table_cards must be a list"),
    (forged(lambda d: d.update(table_cards=[3, 4, 5])), "table_cards must be a text in quotes, not 3"),
    (forged(lambda d: d.update(table_cards=["RH9", "KB?", "J1"])), "'RH9': 9 is not a number."),
    (forged(lambda d: d.update(table_cards=["RC1"] * 128)), "at most 127 cards"),
    (forged(lambda d: d.update(code="9" * 5000)), "that is no deal code"),
    (forged(lambda d: d.update(code=9)), "code must be a text in quotes"),
    (forged(lambda d: d.update(more="words")), "'more' is not a key of the file"),
    (forged(lambda d: d.update(settings=[])), "settings must be a table"),
    (forged(lambda d: d["settings"].update(more=1)), "'more' is not a key of settings"),
    (forged(lambda d: d["settings"].update(players="Ann")), "settings.players must be a list"),
    (forged(lambda d: d["settings"].update(players=[1, 2, 3])), "settings.players must be a text in quotes, not 1"),
    (forged(lambda d: d["settings"].update(players=["A\x1b[2J", "Bo", "Cy"])), "holds a sign that cannot be shown"),
    (forged(lambda d: d["settings"].update(players=["A\ud800", "Bo", "Cy"])), "holds a sign that cannot be shown"),
    (forged(lambda d: d["settings"].update(players=["Ann", "Bo", "Ann"])), "two players are called Ann"),
    (forged(lambda d: d["settings"].update(players=["Ann", "Bo", "C" * 61])), "is too long for a table"),
    (forged(lambda d: d["settings"].update(players=["Ann", " Bo", "Cy"])), "not how tt-print writes names"),
    (forged(lambda d: d["settings"].update(players=[f"P{n}" for n in range(128)])), "a table has at most 127 players"),
    (forged(lambda d: d["settings"].update(owner="Zoe")), "'Zoe' does not play. Players: Ann, Bo, Cy."),
    (forged(lambda d: d["settings"].update(deck="\x1b]0;x\x07")), "holds a sign that cannot be shown"),
    (forged(lambda d: d["settings"].update(deck="x" * 1001)), "no table has so many or so long house rules"),
    (forged(lambda d: d["settings"].update(house=["a=b"] * 101)), "no table has so many or so long house rules"),
    (forged(lambda d: d["settings"].update(jokers=10**30)), "that number is too large"),
    (forged(lambda d: d["settings"].update(jokers=True)), "settings.jokers must be a whole number, not true"),
    (forged(lambda d: d["settings"].update(jokers=float("nan"))), "it holds NaN, which is no number"),
])  # fmt: skip
def test_what_is_no_receipt_is_told_so(capsys, tmp_path, text, said):
    with pytest.raises(InputError) as refused:
        check(text)
    assert said in str(refused.value) and str(refused.value).startswith("r.json")
    file = tmp_path / "r.json"
    file.write_text(text, encoding="utf-8")
    ran = tt(capsys, "deal", "--check", file)
    assert (
        (ran.status, ran.out) == (2, "") and ran.err.count("\n") == 1 and "\x1b" not in ran.err and len(ran.err) < 900
    )


def test_files_that_are_no_plain_text_are_told_so(capsys, tmp_path):
    (tmp_path / "picture").write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
    (tmp_path / "large").write_bytes(b" " * 300_000)
    for name, said in (
        ("picture", "not text in UTF-8"),
        ("large", "is larger than 200 KB"),
        (".", "is a folder"),
        ("none", "there is no file"),
    ):
        ran = tt(capsys, "deal", "--check", tmp_path / name)
        assert ran.status == 2 and said in ran.err, ran.err
    marked = tmp_path / "by Notepad.json"
    marked.write_text(receipt_text(promised(), CARDS), encoding="utf-16")
    assert tt(capsys, "deal", "--check", marked, "--commitment", promised().hash).status == 0


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
PLACES = [("tt_print receipt",), ("settings",), ("secret",), ("commitment",), ("table_cards",), ("table_cards", 1), ("code",)] + [
    ("settings", key) for key in ("game", "deck", "jokers", "players", "dealer", "house", "owner")] + [("settings", "players", 0)]  # fmt: skip


@given(st.sampled_from(PLACES), ANYTHING)
@settings(max_examples=60)
def test_whatever_stands_in_a_receipt_it_is_refused_or_proves_nothing(place, anything):
    def change(data):
        for step in place[:-1]:
            data = data[step]
        data[place[-1]] = anything

    text = forged(change)
    try:
        checked = check(text, promised().hash)
    except InputError as error:
        assert str(error).startswith("r.json") and len(str(error)) < 2000
    else:
        assert not checked.proven or json.loads(text) == json.loads(receipt_text(promised(), CARDS))


SPOILT = (
    '"',
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "\\",
    "\x1b",
    "\0",
    "1e999",
    "-",
    "null",
    "\ud800",
    "²",
    "[[[[[[",
    "NaN",
    "9" * 400,
    "\u202e",
)


@pytest.mark.slow
def test_twenty_thousand_spoilt_receipts_are_refused_prove_nothing_or_say_the_same():
    """Pieces cut out, doubled, or put in place of others: an error of ours, or an answer; true only of the same receipt."""
    rng, proven = random.Random(1), 0
    promises = (promised(), promised("push-it", ("Ann", "Bo", "Łukasz"), owner=None))
    for _ in range(20_000):
        promise = rng.choice(promises)
        letters = list(receipt_text(promise, CARDS))
        for _ in range(rng.randint(1, 4)):
            at, length = rng.randrange(len(letters)), rng.randint(0, 30)
            other = rng.randrange(len(letters))
            letters[at : at + length] = rng.choice(
                ([], [rng.choice(SPOILT)], letters[other : other + rng.randint(1, 60)])
            )
        try:
            checked = check("".join(letters), promise.hash)
        except TTPrintError:
            continue
        if checked.proven:
            proven += 1
            assert str(checked.dealt.code) == str(promise.deal(CARDS).code) and checked.commitment == promise
    assert proven > 5, "blanks and hyphens do not matter"


def test_a_secret_is_32_bytes():
    with pytest.raises(InputError, match="32 bytes, not 12"):
        Commitment("craziness", "full", 0, ("Ann", "Bo"), "", (), bytes(12))
