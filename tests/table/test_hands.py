"""A hand of one's own: its player sees it, and nobody and nothing else does."""

import json
import logging
from collections import Counter

import pytest

from tests.table.phones import NAMES, come_in, hidden, open_table, seated


def test_each_seat_sees_its_own_hand_and_no_other(table, host, guest):
    phones = seated(table)
    assert host.post("/api/deal", {}).status == 200
    hands = [phone.post("/api/hand", {}).json["cards"] for phone in phones]
    assert hands == list(hidden(table).values()) and [len(hand) for hand in hands] == [8, 8, 8]
    assert max(Counter(card for hand in hands for card in hand).values()) == 1
    for stranger in (guest, host):
        refused = stranger.post("/api/hand", {})
        assert refused.status == 403 and "seat" in refused.json["error"]["text"]
    assert (
        phones[0].post("/api/hand", {"seat": "Bo", "name": "Bo"}).json["cards"] == hands[0]
    )  # one's own, whatever is asked for


@pytest.mark.parametrize("game", ["craziness", "casino", "six-suit", "push-it"])
def test_the_hand_is_nowhere_else(tmp_path, caplog, capfd, game):
    """Not in a message to all, another answer, a log, a file, or what the terminal shows; nor is the deal's code, which is all of it."""
    caplog.set_level(logging.DEBUG)
    with open_table(tmp_path / "nights.sqlite") as table:
        host = come_in(table, as_host=True)
        host.ask("score.start", game=game, players=NAMES)
        phones, guest = seated(table), come_in(table)
        stream = guest.listen()
        assert host.post("/api/deal", {}).status == 200
        stream.wait(lambda now: now["dealt"])
        shown = [phone.post("/api/hand", {}) for phone in phones]
        for answer in shown:
            assert answer.status == 200 and answer.headers["cache-control"] == "no-store"
            assert "etag" not in answer.headers
        others = [each.get(path).body.decode() for each in (host, guest, *phones) for path in ("/api/me", "/api/state")]
        others += [json.dumps(each.ask("score.state")) for each in (host, guest)]
        others.append(host.get("/api/invite").body.decode())
        others += [guest.post("/api/hand", {}).body.decode(), json.dumps(host.ask("score.log")), "".join(stream.texts)]
        files = [path.read_bytes().decode(errors="replace") for path in tmp_path.rglob("*") if path.is_file()]
        secrets = {f'"{card}"' for cards in hidden(table).values() for card in cards}
        assert len(secrets) > 2 and len(files) >= 2
        for text in [*others, *files, caplog.text, *capfd.readouterr()]:
            assert not [card for card in secrets if card in text] and '"code"' not in text and '"draw"' not in text


def test_whoever_changes_seats_sees_no_second_hand(table, host, guest):
    guest.post("/api/sit", {"seat": "Ann"})
    host.post("/api/deal", {})
    assert guest.post("/api/hand", {}).status == 200
    guest.post("/api/sit", {"seat": "Bo"})
    refused = guest.post("/api/hand", {})
    assert refused.status == 403 and "Ann" in refused.json["error"]["text"]


def test_everybody_is_told_when_a_seat_was_taken_after_the_deal_and_its_hand_looked_at(table, host, guest):
    """Sessions are free: a second browser of anybody could sit down on an empty seat."""
    guest.post("/api/sit", {"seat": "Ann"})
    host.post("/api/deal", {})
    stream = guest.listen()
    assert guest.post("/api/hand", {}).status == 200
    assert stream.wait(lambda now: now["dealt"])["dealt"]["late"] == []
    thief = come_in(table)
    thief.post("/api/sit", {"seat": "Cy"})
    assert thief.post("/api/hand", {}).status == thief.post("/api/hand", {}).status == 200
    assert stream.wait(lambda now: now["dealt"]["late"])["dealt"]["late"] == ["Cy"]
    assert host.ask("score.rename", old="Cy", new="Cyd")["ok"]
    stream.wait(lambda now: now["dealt"]["late"] == ["Cyd"])
    host.post("/api/collect", {})
    host.post("/api/deal", {})
    assert thief.post("/api/hand", {}).status == 200
    assert stream.wait(lambda now: now["dealt"])["dealt"]["late"] == []


def test_a_hand_goes_along_with_its_player(table, host, guest):
    guest.post("/api/sit", {"seat": "Ann"})
    host.post("/api/deal", {})
    cards = guest.post("/api/hand", {}).json["cards"]
    assert host.ask("score.rename", old="ann", new="Anna")["ok"]
    assert guest.get("/api/me").json["seat"] == "Anna"
    assert guest.post("/api/hand", {}).json["cards"] == cards
    assert [*guest.listen().wait(lambda now: now["dealt"])["dealt"]["sizes"]] == ["Anna", "Bo", "Cy"]
    guest.post("/api/sit", {"seat": "Bo"})
    refused = guest.post("/api/hand", {})
    assert refused.status == 403 and "the hand of Anna" in refused.json["error"]["text"]


def test_whose_seat_was_freed_sees_nothing_any_more(table, host, guest):
    guest.post("/api/sit", {"seat": "Ann"})
    host.post("/api/deal", {})
    host.post("/api/free", {"seat": "Ann"})
    assert guest.post("/api/hand", {}).status == 403


def test_only_the_host_deals_and_only_once(table, host, guest):
    assert guest.post("/api/deal", {}).status == 403 and guest.post("/api/collect", {}).status == 403
    assert host.post("/api/deal", {}).status == 200
    first = hidden(table)
    assert host.post("/api/deal", {"after": 0}).status == 403 and hidden(table) == first  # a second tap
    again = host.post("/api/deal", {"after": 1})
    assert again.status == 400 and "hand 1 is dealt" in again.json["error"]["text"] and hidden(table) == first
    host.post("/api/collect", {})
    assert table.table.hands.dealt is None and host.post("/api/deal", {}).status == 200
    assert hidden(table) != first


def test_the_hand_is_gone_once_it_is_entered(table, host, guest):
    guest.post("/api/sit", {"seat": "Ann"})
    host.post("/api/deal", {})
    stream = guest.listen()
    assert stream.wait(lambda now: now["dealt"])["dealt"]["sizes"] == {"Ann": 8, "Bo": 8, "Cy": 8}
    host.ask("score.enter", words=["Ann=0", "Bo=3", "Cy=5"], hand=1)
    stream.wait(lambda now: now["dealt"] is None)
    assert guest.post("/api/hand", {}).status == 403 and table.table.hands.dealt is None


def test_casino_is_dealt_part_by_part(empty):
    host, guest = come_in(empty, as_host=True), come_in(empty)
    host.ask("score.start", game="casino", players=NAMES)
    guest.post("/api/sit", {"seat": "Bo"})
    seen = []
    for part in range(1, 9):
        assert host.post("/api/deal", {"after": part - 1}).status == 200
        assert host.listen().wait(lambda now: now["dealt"])["dealt"]["deal"] == part
        seen += guest.post("/api/hand", {}).json["cards"]
    assert len(seen) == len(set(seen)) == 40 and host.post("/api/deal", {"after": 8}).status == 400


def test_what_lies_face_up_is_for_all(table, host, guest):
    host.post("/api/deal", {})
    dealt = guest.listen().wait(lambda now: now["dealt"])["dealt"]
    assert len(dealt["center"]) == 1
    assert dealt["center"][0] not in [card for cards in hidden(table).values() for card in cards]
    assert dealt["dealer"] == "Ann" and dealt["starter"] == "Bo"


@pytest.mark.parametrize(("game", "said"), [("ww3", "nobody looks"), ("armageddon", "nobody looks"), ("points", "")])
def test_where_nobody_looks_at_cards_none_are_shown(empty, game, said):
    host = come_in(empty, as_host=True)
    assert host.post("/api/deal", {}).status == 400  # no game yet
    host.ask("score.start", game=game, players=NAMES)
    refused = host.post("/api/deal", {})
    assert refused.status == 400 and said in refused.json["error"]["text"] and empty.table.hands.dealt is None


def test_a_deal_follows_the_house_rules_and_who_still_plays(empty):
    host = come_in(empty, as_host=True)
    teams = {"teams": "Ann+Cy/Bo+Di"}
    answer = host.ask("score.start", game="six-suit", players=["Ann", "Bo", "Cy", "Di"], house=teams)
    assert answer["ok"], answer
    assert host.post("/api/deal", {}).status == 200
    assert set(hidden(empty)) == {"Ann", "Bo", "Cy", "Di"}
