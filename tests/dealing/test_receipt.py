"""Receipts: one commitment, one deal; everything that decides it is under the hash; a false receipt is named as such."""

from __future__ import annotations

import hashlib
import json
import stat
import sys

import pytest

from tests.commands import tt
from tt_print.dealing.code import parse_code
from tt_print.dealing.commitments import read_pending
from tt_print.dealing.receipt import Commitment, check_receipt, make_commitment, read_table_cards, receipt_text
from tt_print.errors import InputError
from tt_print.games import find_game, load_games

SECRET = bytes(range(32))
CARDS = read_table_cards("RH3,KBQ,J1")


def promised(game="craziness", names=("Ann", "Bo", "Cy"), dealer=None, secret=SECRET, **house):
    found = find_game(game)
    return make_commitment(game, names, found.house(**house), dealer, secret)


def test_a_receipt_can_be_checked_from_the_words_of_the_document():
    """Hash and secret anew with the standard library alone."""
    data = json.loads(receipt_text(promised(dealer=1, elimination_score=20), CARDS))
    settings = json.dumps(data["settings"], sort_keys=True, separators=(",", ":"))
    secret = bytes.fromhex(data["secret"])
    commitment = hashlib.sha256(b"tt_print receipt 1\n" + settings.encode() + b"\n" + secret)
    assert commitment.hexdigest() == data["commitment"]
    mixed = b"tt_print receipt deal 1\n" + commitment.digest() + secret + b"RH3,KB?,J1"
    assert parse_code(data["code"]).secret == hashlib.shake_256(mixed).digest(12)
    assert data["settings"] == {"game": "craziness", "deck": "full", "jokers": 0, "players": ["Ann", "Bo", "Cy"], "dealer": "Bo",
                                "house": ["elimination_score=20"]}  # fmt: skip


def test_a_known_receipt_stays_what_it_is():
    """Printed commitments outlive releases."""
    promise = promised(names=("Ann", "Łukasz", "Cy"))
    assert promise.hash == KNOWN_COMMITMENT and str(promise.deal(CARDS).code) == KNOWN_CODE


KNOWN_COMMITMENT = "0b2153c3efc42e1be5df35ba2a8951361e9b7417c42e8fb960f65d1e2850172c"
KNOWN_CODE = "9NEKA-X1299-AXQP8-7Q9R0-Y9T5T-K2"


def test_every_setting_is_under_the_hash():
    plain = promised("push-it", ("Ann", "Bo", "Cy", "Di", "Eve"))
    others = [
        promised("push-it", ("Ann", "Bo", "Cy", "Di", "Eve"), deck="full"), promised("push-it", ("Ann", "Bo", "Cy", "Di", "Eve"), dealer=0),
        promised("push-it", ("Ann", "Bo", "Cy", "Di", "Eva")), promised("push-it", ("Bo", "Ann", "Cy", "Di", "Eve")),
        promised("push-it", ("Ann", "Bo", "Cy", "Di")), promised("push-it", ("Ann", "Bo", "Cy", "Di", "Eve"), potential="per_card"),
        promised("push-it", ("Ann", "Bo", "Cy", "Di", "Eve"), order="lies"), promised("craziness", ("Ann", "Bo", "Cy", "Di", "Eve")),
        promised("push-it", ("Ann", "Bo", "Cy", "Di", "Eve"), secret=SECRET[::-1]),
        promised("ww3", ("Ann", "Bo", "Cy", "Di", "Eve")), promised("ww3", ("Ann", "Bo", "Cy", "Di", "Eve"), jokers=2),
    ]  # fmt: skip
    assert len({p.hash for p in (plain, *others)}) == 12
    cards = read_table_cards("RH3,KBQ,J1,YC1,YC2")
    codes = {str(p.deal(cards[: len(p.players)]).code) for p in (plain, *others)}
    assert len(codes) == 12


def test_each_table_card_and_its_place_decides():
    promise = promised()
    codes = {
        str(promise.deal(read_table_cards(cards)).code)
        for cards in ("RH3,KBQ,J1", "RH3,J1,KBQ", "RH2,KBQ,J1", "RH3,RH3,J1")
    }
    assert len(codes) == 4


def test_the_deal_of_a_receipt_is_for_every_game():
    for game in load_games():
        promise = promised(game.name)
        checked = check_receipt(receipt_text(promise, CARDS), promise.hash[:16].upper())
        assert checked.proven and not checked.faults and checked.dealt.names == ("Ann", "Bo", "Cy")
        assert str(checked.dealt.code) == json.loads(receipt_text(promise, CARDS))["code"]


def forged(change):
    data = json.loads(receipt_text(promised(), CARDS))
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
    (lambda d: d.update(code=d["code"][:-1] + "0"), "The deal code was changed: "),
    (lambda d: d.update(code=json.loads(receipt_text(promised(secret=SECRET[::-1]), CARDS))["code"]),
     "The table cards or the deal code were changed"),
])  # fmt: skip
def test_a_changed_receipt_proves_nothing_and_says_why(change, said):
    checked = check_receipt(forged(change))
    assert not checked.proven and any(said in fault for fault in checked.faults), checked.faults


def test_a_whole_receipt_made_afterwards_is_not_the_one_that_was_announced():
    """Who changes the secret and the hash together meets the commitment that the players wrote down."""
    first, second = promised(), promised(secret=SECRET[::-1])
    checked = check_receipt(receipt_text(second, CARDS), first.hash[:16])
    assert not checked.proven
    assert [true for _, true in checked.claims] == [True, False, True]
    assert checked.faults == ("The commitment is another one than was announced before the deal.",)


@pytest.mark.parametrize(("text", "said"), [
    ("hello", "this is not a receipt: "), ("[" * 100_000, "this is not a receipt: "),
    (forged(lambda d: d["settings"].update(players=["A\x1b[2J", "Bo", "Cy"])), "its settings or its secret cannot be read"),
    ("[]", 'it has no entry "tt_print receipt"'), ('{"a": 1}', 'it has no entry "tt_print receipt"'),
    (forged(lambda d: d.update({"tt_print receipt": 2})), "this receipt has layout 2; this version of tt-print knows 1."),
    (forged(lambda d: d.pop("secret")), "this receipt is incomplete: secret is missing."),
    (forged(lambda d: d.update(secret="xyz")), "its settings or its secret cannot be read"),
    (forged(lambda d: d.update(secret="00")), "the secret of a receipt has 32 bytes, not 1."),
    (forged(lambda d: d.update(table_cards="RH3")), "table_cards is not a list"),
    (forged(lambda d: d["settings"].update(players="Ann")), "its settings or its secret cannot be read"),
    (forged(lambda d: d["settings"].update(more=1)), "its settings or its secret cannot be read"),
    (forged(lambda d: d.update(table_cards=["RH9", "KB?", "J1"])), "--table-cards: 'RH9': 9 is not a number."),
])  # fmt: skip
def test_what_is_no_receipt_is_told_so(text, said):
    with pytest.raises(InputError) as refused:
        check_receipt(text)
    assert said in str(refused.value)


def test_a_secret_is_32_bytes():
    with pytest.raises(InputError, match="32 bytes, not 12"):
        Commitment("craziness", "full", 0, ("Ann", "Bo"), "", (), bytes(12))


# ---------------------------------------------------------------- at the table


def the_commitment(capsys, *more):
    ran = tt(capsys, "deal", "craziness", "--players", "Ann,Bo,Cy", "--commit", "--json", *more)
    assert ran.status == 0, ran.err
    return json.loads(ran.out)


def test_from_commitment_to_checked_receipt(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    printed = the_commitment(capsys)
    assert set(printed) == {"id", "commitment", "settings"} and printed["id"] == printed["commitment"][:8]
    made = tt(capsys, "deal", "--committed", printed["id"], "--table-cards", "RH3,KBQ,YC1", "--reveal", "--json")
    deal = json.loads(made.out)
    assert made.status == 0 and deal["players"] == ["Ann", "Bo", "Cy"] and len(deal["draw"]) == 100
    # the cards are kept: the receipt needs no more words, and the deal stays what it was
    ran = tt(capsys, "deal", "--committed", printed["id"], "--receipt", "--json", "--reveal")
    assert json.loads(ran.out)["hands"] == deal["hands"] and json.loads(ran.out)["files"] == [
        f"output/receipts/receipt-{printed['id']}.json"
    ]
    file = tmp_path / json.loads(ran.out)["files"][0]
    checked = tt(capsys, "deal", "--check", file, "--commitment", printed["commitment"][:16])
    assert checked.status == 0 and "The receipt is true." in checked.out and deal["code"] in checked.out
    assert json.loads(tt(capsys, "deal", "--check", file, "--json").out)["code"] == deal["code"]
    again = tt(capsys, "deal", "--code", deal["code"], "--players", "Ann,Bo,Cy", "--reveal", "--json")
    assert json.loads(again.out)["hands"] == deal["hands"]
    file.write_text(file.read_text(encoding="utf-8").replace('"RH3"', '"RH2"'), encoding="utf-8")
    false = tt(capsys, "deal", "--check", file)
    assert false.status == 1 and "NO " in false.out and "The table cards or the deal code were changed" in false.out
    assert json.loads(tt(capsys, "deal", "--check", file, "--json").out)["receipt"] is False


def test_nothing_of_the_secret_is_told_before_the_receipt(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    data = tmp_path / "data"
    monkeypatch.setenv("TT_PRINT_DATA", str(data))
    ran = tt(capsys, "deal", "craziness", "--players", "Ann,Bo", "--commit")
    (kept,) = (data / "commitments").iterdir()
    secret = read_pending(kept.read_text(encoding="utf-8")).commitment.secret
    assert secret.hex() not in ran.out and len(set(secret)) > 8
    if sys.platform != "win32":
        assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    made = tt(capsys, "deal", "--committed", "--table-cards", "RH3,KBQ")
    assert made.status == 0 and secret.hex() not in made.out and not (tmp_path / "output").exists()


def test_one_commitment_makes_one_deal(capsys):
    printed = the_commitment(capsys)
    assert tt(capsys, "deal", "--committed", "--table-cards", "RH3,KBQ,YC1").status == 0
    other = tt(capsys, "deal", "--committed", printed["id"], "--table-cards", "RH3,KBQ,YC2")
    assert other.status == 2
    assert f"the commitment {printed['id']} was used with RH3,KBQ,YC1 already. One commitment, one deal" in other.err
    assert tt(capsys, "deal", "--committed", "--table-cards", "RH3,KBQ,YC1").status == 0


def test_mistakes_at_the_table_are_reported(capsys, tmp_path):
    none = tt(capsys, "deal", "--committed", "--table-cards", "RH3")
    assert none.status == 2 and "no commitment" in none.err and "tt-print deal GAME --players ... --commit" in none.err
    printed = the_commitment(capsys)
    for arguments, said in [
        (["--committed"], f"the commitment {printed['id']} waits for a card of each player. Give them in the order Ann, Bo, Cy"),
        (["--committed", "--table-cards", "RH3"], "--table-cards names 1 cards for 3 players: one for each, in the order Ann, Bo, Cy."),
        (["--committed", "--table-cards", "RH3,,KBQ"], "a comma has no card beside it"),
        (["--committed", "--table-cards", "RH3,KB7,YC1"], "--table-cards: 'KB7': 7 is not a number."),
        (["--committed", "00000000", "--table-cards", "RH3,KBQ,YC1"], f"there is no commitment '00000000'. Known: {printed['id']}"),
        (["--committed", "--players", "Ann,Bo", "--table-cards", "RH3,KBQ"], "settled everything before the cards were known. Leave out --players."),
        (["--table-cards", "RH3"], "--table-cards goes with --committed."), (["craziness", "--players", "2", "--receipt"], "--receipt goes with"),
        (["--commit", "--code", "x"], "--commit and --code cannot go together. Leave out one."), (["--commitment", "ab"], "--commitment goes with --check."),
        (["craziness", "--players", "3", "--commit", "--hands", "2"], "a commitment is for one hand. Leave out --hands."),
        (["--check", str(tmp_path / "none.json")], "there is no file"),
    ]:  # fmt: skip
        ran = tt(capsys, "deal", *arguments)
        assert ran.status == 2 and said in ran.err and not ran.out, (arguments, ran)
    second = the_commitment(capsys)
    which = tt(capsys, "deal", "--committed", "--table-cards", "RH3,KBQ,YC1")
    assert (
        which.status == 2
        and "which commitment?" in which.err
        and printed["id"] in which.err
        and second["id"] in which.err
    )


def test_a_damaged_commitment_is_named_with_its_file(capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("TT_PRINT_DATA", str(tmp_path))
    printed = the_commitment(capsys)
    file = tmp_path / "commitments" / f"{printed['id']}.json"
    file.write_text(file.read_text(encoding="utf-8").replace('"Ann"', '"Anna"'), encoding="utf-8")
    ran = tt(capsys, "deal", "--committed", "--table-cards", "RH3,KBQ,YC1")
    assert ran.status == 2 and str(file) in ran.err and "it is not the hash of its settings and secret" in ran.err


def test_a_folder_that_cannot_be_written_is_the_machines_fault(capsys, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("TT_PRINT_DATA", str(tmp_path / "file"))
    ran = tt(capsys, "deal", "craziness", "--players", "Ann,Bo", "--commit")
    assert ran.status == 1 and "cannot keep the commitment" in ran.err and "TT_PRINT_DATA" in ran.err
