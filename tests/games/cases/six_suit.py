"""Six Suit: records, bad questions and stories for the common tests."""

from __future__ import annotations

from typing import Any

# Seeds that give short games in which something happens: every answer in free time (3 players), a recycled draw
# pile (7), a team that outlives a partner, forfeits, an elimination within free time (own last turn), a hand in
# which both are out off the draw.
RECORDS: dict[str, dict[str, Any]] = {
    "six-suit-2-players": dict(players=2, seed=37), "six-suit-3-players": dict(players=3, seed=472),
    "six-suit-7-players": dict(players=7, seed=182),
    "six-suit-teams": dict(players=4, seed=248, options={"teams": "Ann+Cy/Bo+Di", "next_dealer": "winner"}),
    "six-suit-teams-treaties": dict(players=6, seed=153, options={"teams": "Ann+Di/Bo+Eve/Cy+Flo", "treaties": "recorded", "next_dealer": "loser"}),
    "six-suit-mixed-wilds": dict(players=3, seed=9, options={"wild_mix": "any_type"}),
    "six-suit-no-free-time": dict(players=3, seed=5, options={"free_rounds": 0, "first_player": "dealer"}),
    "six-suit-own-last-turn": dict(players=4, seed=217, options={"free_time_check": "own_last_turn", "free_rounds": 1}),
    "six-suit-own-cards-only": dict(players=3, seed=5, options={"free_time_help": "own_only", "first_player": "seat"}),
    "six-suit-no-veto": dict(players=3, seed=29, options={"veto": "off"}),
    "six-suit-treaties": dict(players=3, seed=26, options={"treaties": "recorded", "next_dealer": "loser"}),
    "six-suit-dealt-again": dict(players=2, seed=1134, options={"free_rounds": 0}),
    "six-suit-draw": dict(players=2, seed=623, options={"free_rounds": 0, "all_out": "draw"}),
}  # fmt: skip


# ---------------------------------------------------------------- bad questions

SIX = "RC1 RH2 RT3 RS4 KC2"
BAD = [
    ("", "Ask like:"),
    ("RC1 RH2 RT3 RS4 KC2 YH1", 'The nearest phrase is "row RC1 RH2 RT3 RS4 KC2 YH1".'),
    ("row RC1 RH2 RT3 RS4 KC2 J1", "jokers can't be 2"),
    ("lay KH4", 'The nearest phrase is "play KH4 on CARD".'),
    ("--play KH4 --on YH1", "judge has no option --play."),
]


# ---------------------------------------------------------------- a story for each refusal

STORIES = {
    "wrong_player": "Ann has drawn; Bo discards RC1",
    "not_in_hand": "Ann holds RC1 RC2; Ann has drawn; Ann discards RC3",
    "not_on_top": "Bo shows RC1 YC2 GS3 RH2 BT3 YS4; Ann has drawn; free time is over; Ann lays RC4 on Bo's RC2",
    "no_match": "Bo shows RC1 YC2 GS3 RH2 BT3 YS4; Ann has drawn; free time is over; Ann lays BT4 on Bo's RC1",
    "wild_for_natural": "Ann has drawn; free time is over; Ann lays KT4 on Bo's RC1",
    "no_piles": "3 at the table; Bo is out; Ann has drawn; free time is over; Ann lays RC4 on Bo's RC1",
    "free_time_own": "Ann has drawn; turn 1; Ann lays RC4 on Bo's RC1",
    "vetoed": "3 at the table; Ann has drawn; turn 1; Ann lays RC4 on Bo's RC1; Bo vetoes the card; Ann lays RC4 on Bo's RC1",
    "not_his_veto": "3 at the table; Ann asks to lay RC4 on Bo's RC1; Cy vetoes the card",
    "treaties_off": "3 at the table; Ann has drawn; Ann Bo make a treaty; Bo forfeits",
    "veto_over": "3 at the table; free time is over; Ann lays RC4 on Bo's RC1; Bo vetoes the card",
    "no_veto": "with veto=off; 3 at the table; turn 1; Ann has drawn; Bo agrees",
    "nothing_to_veto": "3 at the table; turn 1; Ann has drawn; Bo vetoes the placement",
    "two_sides": "with treaties=recorded; 2 at the table; Ann has drawn; Ann Bo make a treaty",
    "no_parties": "with treaties=recorded; 3 at the table; Ann has drawn; Ann Ann make a treaty",
    "same_treaty": "with treaties=recorded; 3 at the table; Ann Bo have a treaty; Ann has drawn; Ann Bo make a treaty",
    "no_treaty": "with treaties=recorded; 3 at the table; Ann Bo have a treaty; Ann has drawn; Cy forfeits",
    "wrong_cards": "Ann is next; draw pile -; shuffle RC1 RC2",
    "now_deal": "Ann is to deal; Bo draws",
    "now_draw": "Ann is next; Ann discards RC1",
    "now_turn": "Ann has drawn; Ann draws",
    "now_veto": "3 at the table; Ann asks to lay RC4 on Bo's RC1; Ann discards RC4",
    "now_over": "Bo is out; Ann won; Ann draws",
    "no_such_seat": "2 at the table; Ann is next; Ann draws; Di draws",
}
