"""Values, events and states as text, and back."""

import pytest

from tt_print.deck import JOKERS
from tt_print.engine.notation import Form, codec, intern_card, parse_seat, seat_name
from tt_print.errors import NotationError
from tt_print.games import find_game


def test_seats_have_names_both_ways():
    assert [parse_seat(seat_name(seat)) for seat in range(40)] == list(range(40))
    assert seat_name(0) == "Ann" and seat_name(11) == "Lee" and seat_name(12) == "P13" and parse_seat("BO") == 1
    for text in ("Zoe", "P1", "P", ""):
        with pytest.raises(NotationError, match="is not a player"):
            parse_seat(text)


@pytest.mark.parametrize(("kind", "value", "text"), [
    ("int", -3, "-3"), ("bool", True, "yes"), ("Seat", 2, "Cy"), ("Card | None", None, "none"), ("Card | None", intern_card("KBQ"), "KB?"),
    ("AnyCard", JOKERS[0], "J1"), ("tuple[Card, ...]", (intern_card("RC1"), intern_card("KBQ")), "RC1 KB?"), ("tuple[Card, ...]", (), "-"),
    ("tuple[tuple[Card, ...], ...]", ((intern_card("RC1"),), ()), "RC1 | -"), ("tuple[tuple[Card, ...], ...]", (), "--"),
    ("tuple[tuple[tuple[int, ...], ...], ...]", (((1, 2), (3,)), ()), "1 2 | 3 || --"), ("Values", ("red", "?"), "red ?"),
])  # fmt: skip
def test_values_undo_each_other(kind, value, text):
    assert codec(kind).show(value) == text and codec(kind).read(text) == value


def test_a_form_reads_and_shows():
    form = Form("{seat:Seat} lays {card:Card}[ as {declared:Values}][, {target:Seat} draws 2]")
    for text, values in {
        "Ann lays RC1": {"seat": 0, "card": intern_card("RC1")},
        "Bo lays KB? as red heart 1": {"seat": 1, "card": intern_card("KBQ"), "declared": ("red", "heart", "1")},
        "Bo lays KC1 as red, Ann draws 2": {"seat": 1, "card": intern_card("KC1"), "declared": ("red",), "target": 0},
    }.items():
        assert form.read(text) == values
        assert form.show({"declared": (), "target": None} | values) == text
    assert form.read("Ann lays RX1") is None and form.read("Ann lays RC1 and more") is None


def test_a_wrong_event_is_named():
    with pytest.raises(NotationError, match="is not an event of this game"):
        find_game("craziness").event_text.read("Ann flies away")
