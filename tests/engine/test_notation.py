"""Values, events and states as text, and back."""

import pytest

from tt_print.engine.notation import parse_seat, seat_name
from tt_print.errors import NotationError
from tt_print.games import find_game


def test_seats_have_names_both_ways():
    assert [parse_seat(seat_name(seat)) for seat in range(40)] == list(range(40))
    assert seat_name(0) == "Ann" and seat_name(11) == "Lee" and seat_name(12) == "P13" and parse_seat("BO") == 1
    for text in ("Zoe", "P1", "P", ""):
        with pytest.raises(NotationError, match="is not a player"):
            parse_seat(text)


def test_a_wrong_event_is_named():
    with pytest.raises(NotationError, match="is not an event of this game"):
        find_game("craziness").event_text.read("Ann flies away")
