"""Push It Real Good: records, bad questions and stories for the common tests."""

from __future__ import annotations

from tt_print.deck import make_deck
from tt_print.games.push_it import State

RECORDS = {
    "push-it-management": dict(players=3, seed=379),
    "push-it-lies": dict(players=3, seed=385, options={"order": "lies", "deck": "west", "pointer_move": "may"}),
    "push-it-two-decks": dict(players=6, seed=64, options={"deck": "squares2"}),
    "push-it-two-decks-doubled": dict(players=8, seed=142, options={"deck": "full2", "max_lay": "doubled", "order": "lies"}),
    "push-it-wilds": dict(players=5, seed=222, options={"deck": "full", "wilds": "wild", "count_lies": False}),
    "push-it-match": dict(players=3, seed=77, options={
        "deck": "west", "potential": "per_card", "target_points": 20, "next_dealer": "winner", "win_on_defence": False,
    }),
    "push-it-match-by-challenges": dict(players=4, seed=208, options={
        "potential": "per_challenge", "target_points": 2, "next_dealer": "loser", "first_player": "dealer",
    }),
    "push-it-west": dict(players=4, seed=290, options={"deck": "west", "first_player": "seat"}),
}  # fmt: skip
DECKS = {
    "west": ("west", 1), "squares": ("squares", 1), "full": ("full", 1), "squares2": ("squares", 2), "full2": ("full", 2),
}  # fmt: skip


def box(state: State) -> tuple:
    """By the printed numbers of players: 3 to 5 squares, more full, unless the house names a deck (P-1)."""
    deck = state.house["deck"]
    if deck == "auto":
        deck = "squares" if len(state.hands) in (3, 4, 5) else "full"
    return make_deck(*DECKS[deck])


# ---------------------------------------------------------------- bad questions

BAD = [
    ("", "Ask like:"),
    ("with deck=west; pointers RC4; where the pointers go", "red circle 4 is not in the west deck"),
    ("pointers J1; where the pointers go", "jokers can't be 2"),
    ("with deck=wst; where the pointers go", "deck can't be 'wst'"),
    ("points RC3", 'The nearest phrase is "pointers RC3".'),
    ("players many", 'The nearest phrase is "players NUMBER".'),
    ("--players 8", "judge has no option --players."),
    ("with target_points=20; where the pointers go", "needs points"),
]


# ---------------------------------------------------------------- a story for each refusal

_LAYS = "pointers RC3; Ann is to challenge or lay"
STORIES = {
    # not now
    "now_over": "Ann won; Bo moves to 2",
    "now_deal": "Cy is to deal; Ann moves to 2",
    "now_move": "pointers RC3; Ann is to move; Ann lays RC1 as 1 red circle",
    "now_challenge": f"{_LAYS}; Ann moves to heart",
    "wrong_player": "pointers RC3; Ann moves to heart; Bo lays RH1 as 1 red heart",
    "no_such_seat": "4 at the table; pointers RC3; Ann moves to heart; Ann challenges Gus",
    "wrong_cards": "Cy is to deal; deal RC1 RC2",
    # the deck
    "too_few_cards": "with deck=west; players 28",
    # pointers
    "must_move": "pointers RC3; Ann moves nothing",
    "wrong_step": "pointers RC3; Ann moves to triangle",
    # laydowns
    "not_in_hand": f"{_LAYS}; Ann holds RC1 RC2; Ann lays RC4 as 1 red circle",
    "no_claim": f"{_LAYS}; Ann lays RC4 as 1 yellow circle",
    "claim_count": f"4 at the table; {_LAYS}; Ann lays RC4 as 5 red circles",
    "lay_count": f"4 at the table; {_LAYS}; Ann lays RC1 RC2 RC4 RH1 RH2 as 1 red circle",
    "count_lie": f"with count_lies=false; {_LAYS}; Ann lays RC1 RC2 as 1 red circle",
    # challenges
    "own_laydown": "Bo laid RC1 as 1 red circle; Ann is to challenge or lay; Ann challenges Ann",
    "nothing_there": "nothing in front of Bo; Ann is to challenge or lay; Ann challenges Bo",
    "nothing_to_show": "Ann may show -; Ann is to move; Ann shows",
    "wrong_count": "Bo laid RC1 as 2 red circles; Ann is to challenge or lay; Ann challenges Bo",
    "wrong_card": "Bo laid RC1 YH1 as 2 red circles; Ann is to challenge or lay; Ann challenges Bo",
}
