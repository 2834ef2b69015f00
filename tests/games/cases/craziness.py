"""Craziness: records, bad questions and stories for the common tests."""

from __future__ import annotations

from itertools import product

from tt_print.deck import VALUES, Card

RECORDS = {
    "craziness-2-players": dict(players=2, seed=11),
    "craziness-3-players": dict(players=3, seed=14),
    "craziness-must-play": dict(players=2, seed=59, options={"must_play": True, "next_dealer": "winner"}),
    "craziness-out-on-single": dict(players=4, seed=17, options={"out_on_single": True, "elimination_score": 10}),
    "craziness-no-final-triple": dict(players=2, seed=16, options={
        "final_triple_draw": False, "first_player": "dealer", "next_dealer": "loser",
    }),
}  # fmt: skip


def declarations(card: Card) -> list[tuple[str, ...]]:
    """Every natural value for each wild."""
    return list(product(*(VALUES[v][:4] for v in card.wilds)))


# ---------------------------------------------------------------- bad questions

BAD = [
    ("", "Ask like:"),
    ("on RX3; lay RC1", "no card has the shape x"),
    ("on RC1; lay J1", "jokers can't be 2"),
    ("points of RC1 RC1", "red circle 1 is in 2 places"),
    ("on KC2; lay RH2", "say what shows in the center: on KC2 as green"),
    ("on RC1; lay KC2 as purple", "doesn't understand"),
    ("--on RC1 --play RH2", "judge has no option --on."),
    ("on RC1; lay RH2 --scene x", "write the story after the game or with --scene, not both"),
]


# ---------------------------------------------------------------- a story for each refusal

STORIES = {
    "wrong_player": "on RC1; Ann is next; Bo lays RC2",
    "not_in_hand": "on RC1; Ann holds YH2 GS3; Ann is next; Ann lays RC2",
    "no_match": "on RC1; Ann is next; Ann lays YH2",
    "must_play": "with must_play=true; on RC1; Ann holds RH2 GS3; Ann is next; Ann passes",
    "undeclared": "on RC1; Ann is next; Ann lays KC2",
    "declared_wild": "on RC1; Ann is next; Ann lays KC2 as black",
    "not_its_wild": "on RC1; Ann is next; Ann lays RC2 as red",
    "declared_twice": "on RC1; Ann is next; Ann lays KB2 as red red heart",
    "choose_target": "3 at the table; on RC1; Ann is next; Ann lays KC1 as red",
    "no_target": "on RC1; Ann is next; Ann lays RC2, Bo draws 2",
    "wrong_cards": "on RC1; draw pile -; Ann is to draw 1 more; under the center lie RC2 RC3; shuffle RC1 RC2",
    "now_deal": "Ann is to deal; Bo passes",
    "now_declare": "on KC2; Bo dealt; Ann lays RH3",
    "now_turn": "on RC1; Ann dealt; Ann declares red",
    "now_over": "on RC1; Ann won; Ann is next; Bo passes",
    "no_such_seat": "2 at the table; on RC1; Ann is next; Ann passes; Di passes",
}
