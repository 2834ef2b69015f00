"""A deal that is promised first: shown to all, drawn on the phones, proved when its hand is over; and nothing of it is known before its time."""

import json
import logging

import pytest

from tests.commands import tt
from tests.table.phones import NAMES, come_in, hidden, seated
from tt_print.deck import FULL

HAND = ["Ann=0", "Bo=3", "Cy=5"]


def promised(phone) -> dict:
    return phone.get("/api/state").json["fair"]["promise"]


def draw(phone, index: int = 7):
    card = phone.get("/api/pile").json["cards"][index]
    answer = phone.post("/api/draw", {"card": card, "promise": promised(phone)["digits"]})
    assert answer.status == 200, answer.body
    return card


def test_promise_and_draws_make_the_deal_and_the_receipt_proves_it(table, host, guest, capsys, tmp_path):
    phones = seated(table)
    assert host.post("/api/promise", {}).status == 200
    shown = [promised(each) for each in (host, guest, *phones)]
    assert all(each == shown[0] for each in shown) and shown[0]["drawers"] == NAMES and shown[0]["drawn"] == []
    drawn = [draw(phone) for phone in phones]
    hands = [phone.post("/api/hand", {}).json["cards"] for phone in phones]
    assert hands == list(hidden(table).values()) and [len(hand) for hand in hands] == [8, 8, 8]
    assert promised(guest)["cards"] == dict(zip(NAMES, drawn, strict=True))
    assert guest.post("/api/receipt", {"id": shown[0]["id"]}).status == 403  # the hand is being played
    assert host.ask("score.enter", words=HAND, hand=1)["ok"]
    fair = guest.listen().wait(lambda now: now["fair"]["receipts"])["fair"]
    assert fair["promise"] is None and fair["receipts"] == [{"id": shown[0]["id"], "hand": 1, "title": "Craziness"}]
    text = guest.post("/api/receipt", {"id": shown[0]["id"]}).json["receipt"]
    said = guest.ask("deal.check", receipt=text, commitment=shown[0]["digits"])["value"]
    assert said["proven"] and said["draws"] == [list(each) for each in zip(NAMES, drawn, strict=True)]
    (tmp_path / "hand.receipt").write_text(text, encoding="utf-8")
    ran = tt(capsys, "deal", "--check", tmp_path / "hand.receipt", "--commitment", shown[0]["digits"], "--json")
    code = json.loads(ran.out)["code"]
    dealt = json.loads(tt(capsys, "deal", "--code", code, "--reveal", "--json").out)
    assert [*dealt["hands"].values()] == hands
    another = next(str(card) for card in FULL if str(card) not in drawn)
    changed = text.replace(f'"{drawn[0]}"', f'"{another}"')
    assert changed != text
    assert not guest.ask("deal.check", receipt=changed, commitment=shown[0]["digits"])["value"]["proven"]
    assert not guest.ask("deal.check", receipt=text)["value"]["proven"]  # a phone that has not seen the promise


def test_nothing_is_known_before_its_time(table, host, guest, tmp_path, caplog, capfd):
    """Neither the secret, nor a draw before all have drawn, nor a hand: in no message, answer, log or file."""
    caplog.set_level(logging.DEBUG)
    phones, stream = seated(table), guest.listen()
    assert host.post("/api/promise", {}).status == 200
    secret = json.loads(table.table.fair.promise.pending)["secret"]
    everybody = (host, guest, *phones)

    def said() -> list[str]:
        paths = ("/api/me", "/api/state")
        texts = [each.get(path).body.decode() for each in everybody for path in paths] + ["".join(stream.texts)]
        texts += [each.post("/api/receipt", {"id": promised(guest)["id"]}).body.decode() for each in everybody]
        texts += [guest.get("/api/pile").body.decode(), host.get("/api/pile").body.decode()]
        files = [path.read_bytes().decode(errors="replace") for path in tmp_path.rglob("*") if path.is_file()]
        return [*texts, *files, caplog.text, *capfd.readouterr()]

    drawn = [draw(phone) for phone in phones[:2]]
    stream.wait(lambda now: now["fair"]["promise"]["drawn"] == NAMES[:2])
    for text in said():
        assert secret not in text and not [card for card in drawn if f'"{card}"' in text]
    drawn.append(draw(phones[2]))
    stream.wait(lambda now: now["dealt"])
    cards = {card for hand in hidden(table).values() for card in hand} - set(drawn)
    for text in said():
        assert secret not in text and '"code"' not in text and not [card for card in cards if f'"{card}"' in text]


def test_whose_computer_it_is_draws_first_and_for_all_to_see(table, host):
    phones = seated(table)[1:]
    host.post("/api/free", {"seat": "Ann"})
    host.post("/api/sit", {"seat": "Ann"})
    assert host.post("/api/promise", {}).status == 200 and promised(host)["owner"] == "Ann"
    card = phones[0].get("/api/pile").json["cards"][0]
    early = phones[0].post("/api/draw", {"card": card, "promise": promised(host)["digits"]})
    assert early.status == 403 and "draws first" in early.json["error"]["text"]
    own = draw(host)
    assert promised(phones[0])["cards"] == {"Ann": own}
    draw(phones[0]), draw(phones[1])
    assert host.get("/api/state").json["dealt"] and len(host.post("/api/hand", {}).json["cards"]) == 8


def test_the_host_draws_for_a_phone_that_is_away_and_everybody_sees_so(table, host, guest):
    host.post("/api/promise", {})
    piles = {name: table.table.fair.promise.pile(name) for name in NAMES}
    assert {card for pile in piles.values() for card in pile} == set(map(str, FULL))
    assert sum(map(len, piles.values())) == 125
    guest.post("/api/sit", {"seat": "Bo"})
    assert guest.post("/api/draw-for", {"seat": "Cy"}).status == 403
    assert host.post("/api/draw-for", {"seat": "Ann"}).status == 200
    assert host.post("/api/draw-for", {"seat": "Cy"}).status == 200
    shown = promised(guest)
    assert shown["by_host"] == ["Ann", "Cy"] and shown["cards"] == {name: piles[name][0] for name in ("Ann", "Cy")}
    refused = host.post("/api/draw-for", {"seat": "Bo"})  # this computer would know the deal that it promises
    assert refused.status == 403 and "at least one" in refused.json["error"]["text"]
    draw(guest)
    assert guest.get("/api/state").json["dealt"] and promised(guest)["by_host"] == ["Ann", "Cy"]


@pytest.mark.parametrize("sent", [{"card": "RC1"}, {"promise": "0"}, {"card": 7}, {"card": "J1"}, {"card": None}, {}])
def test_a_draw_is_of_ones_own_pile_and_for_the_promise_one_saw(table, host, sent):
    phones = seated(table)
    host.post("/api/promise", {})
    right = {"card": phones[1].get("/api/pile").json["cards"][3], "promise": promised(host)["digits"]}
    wrong = right | sent if sent else {}
    assert phones[1].post("/api/draw", wrong).status in (400, 403) and promised(host)["drawn"] == []


def test_a_phone_draws_once_whatever_seat_it_takes(table, host, guest):
    guest.post("/api/sit", {"seat": "Ann"})
    host.post("/api/promise", {})
    draw(guest)
    digits = promised(guest)["digits"]
    assert guest.post("/api/draw", {"card": guest.get("/api/pile").json["cards"][1], "promise": digits}).status == 403
    guest.post("/api/sit", {"seat": "Bo"})
    refused = guest.post("/api/draw", {"card": guest.get("/api/pile").json["cards"][1], "promise": digits})
    assert refused.status == 403 and "Ann" in refused.json["error"]["text"] and promised(guest)["drawn"] == ["Ann"]


def test_a_promise_is_taken_back_before_all_have_drawn_only_and_everybody_sees_so(table, host, guest):
    phones = seated(table)
    assert guest.post("/api/promise", {}).status == 403 and host.post("/api/take-back", {}).status == 403
    host.post("/api/promise", {})
    assert host.post("/api/promise", {}).status == 403  # a second tap
    assert host.post("/api/deal", {"after": 0}).status == 403  # no other deal beside it
    assert phones[0].post("/api/take-back", {}).status == 403
    draw(phones[0])
    first = promised(host)
    assert host.post("/api/take-back", {}).status == 200
    fair = guest.get("/api/state").json["fair"]
    assert fair["promise"] is None and first["id"] in fair["taken_back"] and "1 of 3 had drawn" in fair["taken_back"]
    host.post("/api/promise", {})
    for phone in phones:
        draw(phone)
    assert promised(host)["id"] != first["id"] and host.post("/api/take-back", {}).status == 403
    assert host.post("/api/collect", {}).status == 200  # an abandoned hand has a receipt, too
    assert guest.get("/api/state").json["fair"]["receipts"]
    assert guest.post("/api/receipt", {"id": first["id"]}).status == 403


def test_a_promise_falls_when_the_players_change_or_the_hand_is_entered(table, host, guest):
    host.post("/api/promise", {})
    host.ask("score.rename", old="Bo", new="Bob")
    fair = guest.listen().wait(lambda now: now["fair"]["taken_back"])["fair"]
    assert fair["promise"] is None and "game has gone on" in fair["taken_back"]
    host.post("/api/promise", {})
    assert promised(guest)["drawers"] == ["Ann", "Bob", "Cy"]
    host.ask("score.enter", words=["Ann=0", "Bob=3", "Cy=5"], hand=1)
    assert guest.listen().wait(lambda now: now["fair"]["taken_back"])["fair"]["receipts"] == []


def test_a_deal_without_a_promise_is_as_ever(table, host, guest):
    host.post("/api/deal", {"after": 0})
    assert host.post("/api/promise", {}).status == 403
    host.post("/api/collect", {})
    assert guest.get("/api/state").json["fair"] == {"promise": None, "taken_back": "", "receipts": []}


def test_casino_is_promised_as_a_whole_and_proved_after_its_last_part(empty):
    host, guest = come_in(empty, as_host=True), come_in(empty)
    host.ask("score.start", game="casino", players=NAMES)
    guest.post("/api/sit", {"seat": "Bo"})
    host.post("/api/promise", {})
    for name in ("Ann", "Cy"):
        host.post("/api/draw-for", {"seat": name})
    draw(guest)
    seen = list(guest.post("/api/hand", {}).json["cards"])
    for part in range(2, 9):
        assert host.post("/api/deal", {"after": part - 1}).status == 200
        seen += guest.post("/api/hand", {}).json["cards"]
    assert len(set(seen)) == 40 and guest.get("/api/state").json["fair"]["receipts"] == []
