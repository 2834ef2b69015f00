"""The shuffle is fair: not by sampling but by counting all there is.

Three facts together say that bytes which are all equally likely make every order equally likely: each range gives each
answer from equally many bytes; each list of choices makes another order, and there are n! of both; and the loop takes
those choices and no others.
"""

from hashlib import shake_256
from itertools import chain, permutations, product
from math import factorial

import pytest

from tests.commands import ROOT
from tt_print.errors import InputError
from tt_print.play.dealing import shuffle
from tt_print.play.dealing.shuffle import draw, limit


def test_every_range_gives_every_answer_from_equally_many_bytes():
    for choices in range(1, 257):
        counts = [0] * choices
        for byte in range(limit(choices)):
            counts[byte % choices] += 1
        assert set(counts) == {256 // choices}, choices
        assert limit(choices) > 256 - choices  # and no byte is skipped that could be used


@pytest.mark.parametrize("cards", range(1, 9))
def test_every_list_of_choices_makes_another_order_and_all_of_them(cards):
    """8! = 40,320 lists and as many orders, through the very loop that deals."""
    lists = product(*(range(i + 1) for i in range(cards - 1, 0, -1)))
    orders = {shuffle.draw_from(bytes(choices), 0, cards).order for choices in lists}
    assert len(orders) == factorial(cards) and orders == set(permutations(range(cards)))


@pytest.mark.parametrize("cards", range(2, 8))
def test_bytes_that_would_favor_somebody_are_skipped_wherever_they_stand(cards):
    """The same choices with a skipped byte before each lead to the same order."""
    for choices in product(*(range(i + 1) for i in range(cards - 1, 0, -1))):
        plain = shuffle.draw_from(bytes(choices), 0, cards)
        places = range(cards - 1, 0, -1)
        with_more = [(255, each) if limit(i + 1) <= 255 else (each,) for i, each in zip(places, choices, strict=True)]
        assert shuffle.draw_from(bytes(chain(*with_more)), 0, cards) == plain


def test_a_seat_is_drawn_before_the_cards_from_a_byte_of_its_own():
    for seats in range(1, 13):
        for byte in range(256):
            drawn = shuffle.draw_from(bytes([byte, 0]), seats, 2)
            wanted = shuffle.ShuffleResult(byte % seats, (1, 0)) if byte < limit(seats) else None
            # a byte that is skipped leaves the next one for the seat, and none for the cards
            assert drawn == wanted, (seats, byte)
    cards = bytes(range(100, 0, -1))
    assert shuffle.draw_from(bytes([2]) + cards, 3, 20).order == shuffle.draw_from(cards, 0, 20).order


def test_a_stream_that_is_too_short_is_made_longer_and_begins_the_same(monkeypatch):
    wanted = draw(b"long", 250)
    lengths = []

    class Short:
        def __init__(self, message):
            self.shake = shake_256(message)

        def digest(self, length):
            lengths.append(length)
            return self.shake.digest(length)[: length // 8]

    monkeypatch.setattr(shuffle, "shake_256", Short)
    assert draw(b"long", 250) == wanted and len(lengths) > 1


def test_more_cards_or_seats_than_a_byte_can_tell_apart_are_refused():
    for cards, seats in ((257, 1), (1, 257), (-1, 1)):
        with pytest.raises(InputError, match="up to 256"):
            draw(b"", cards, seats)


def test_the_library_draws_no_chance_of_its_own():
    """Only the command line asks the system for secrets."""
    for path in (ROOT / "tt_print" / "dealing").glob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not [word for word in ("urandom", "import random", "secrets import", "time(") if word in text], path.name
