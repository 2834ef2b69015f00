"""Casino Macedonia: records, bad questions and stories for the common tests."""

from __future__ import annotations

from typing import Any

from tt_print.deck import make_deck
from tt_print.games import casino

RECORDS = {
    "casino-2-players": dict(players=2, seed=21),
    "casino-jokers": dict(players=2, seed=22, options={"jokers": 2}),
    "casino-wild-question": dict(players=2, seed=23, options={"question": "wild"}),
    "casino-wild-question-jokers": dict(players=2, seed=24, options={"question": "wild", "jokers": 2}),
    "casino-question-five": dict(players=2, seed=25, options={"question": "five"}),
    "casino-single-card": dict(players=2, seed=26, options={"single_card_take": True}),
    "casino-squares": dict(players=3, seed=27, options={"deck": "squares"}),
    "casino-squares-single-card": dict(players=2, seed=28, options={"deck": "squares", "single_card_take": True}),
}


def box(state: casino.State) -> Any:
    return make_deck(state.house["deck"], jokers=state.house["jokers"])


# ---------------------------------------------------------------- bad questions

BAD = [
    ("", "Ask like:"),
    ("RC4", "the judge doesn't understand 'RC4'."),
    ("build RC4", 'The nearest phrase is "build RC4 on PILE".'),
    ("--card RC4 --take RC3", "judge has no option --card."),
    ("table RC3+YH1; what RC4 takes", "RC3+YH1 cannot lie there: its cards share neither color nor shape"),
    ("table RC3+RCQ; what RC4 takes", "RC3+RCQ cannot lie there: a ? has no number"),
    ("table RC3+RH4+RT2; what RC4 takes", "a build of 9 is above 8"),
    ("table RC3/RH2; what RC4 takes", "the parts of a stack have the same number"),
    ("with stack_completes_build=false; table RC3/RH2+RT1; what RC4 takes", "only single cards are stacked"),
    ("table RH?=3; what RC4 takes", "RHQ=3 cannot lie there: RHQ=3 is not declared here"),
    ("with deck=squares; with question=wild; what RC4 takes", "question = wild is not possible with"),
]


# ---------------------------------------------------------------- a story for each refusal

_OWN = "table RC3+RH1 GS2; Ann owns RC3+RH1"
STORIES = {
    # not now
    "now_over": "Ann won; table -; Ann drops RC1",
    "now_deal": "Bo is to deal; Ann drops RC1",
    "now_turn": "table RC1; Bo dealt; Bo declares 3",
    "now_declare": "with question=wild; Bo dealt; table RC?; deal RC1",
    "wrong_player": "table RC3; Bo is to play; Ann drops RC1",
    "no_such_seat": "table RC3; 2 at the table; Ann drops RC1; Gus drops RC2",
    "wrong_cards": "Bo is to deal; deal RC1 RC2",
    # the card
    "not_in_hand": "table RC3; Ann holds RH1; Ann drops RC1",
    "undeclared": "with question=wild; table RC3; Ann holds RH?; Ann drops RH?",
    "declared_outside": "with question=wild; table RC3; Ann holds RH?; Ann drops RH?=5",
    "not_declared": "table RC3; Ann holds RH2; Ann drops RH2=3",
    "declare_each": "with question=wild; Bo dealt; table RC? YH?; Bo declares 3",
    # takes
    "no_such_pile": "table RC3; Ann takes with RH2: RC2",
    "take_nothing": "table RC3; Ann takes with RH2: --",
    "pile_twice": "table RC1; Ann takes with RH2: RC1 RC1",
    "take_itself": "table RC3; Ann takes with RH1 on RC3: RC3",
    "wrong_value": "table RC3; Ann takes with RH2: RC3",
    "wrong_sum": "table RC1 RC2; Ann takes with RH2: RC1 RC2",
    "no_common_set": "table YC3; Ann takes with RH3: YC3",
    "blob_color": "with blob_build_color=never; table RB4 RT4+RH2; Ann takes with KB2 on RB4: RT4+RH2",
    "only_questions": "table RC? RC1; Ann takes with RH1: RC? RC1",
    "takes_questions": "table RC1; Ann takes with RH?: RC1",
    "not_in_sums": "table RC1/RH1 RC2; nobody owns RC1/RH1; Ann takes with RT3: RC1/RH1 RC2",
    "single_card": "with single_card_take=true; table RC1 RH3; Ann takes with RT2 on RC1: RH3",
    "untouchable": "with jokers=2; table J1 RC3; Ann takes with RH3: J1",
    "floating": "with question=wild; with table_question=floating; table RC?; Ann holds RH1 RH3; Ann builds RH1 on RC?",
    "kept_card": "with keep_plan=true; table RC3+RH1 RT4; Ann owns RC3+RH1; Ann holds RS4 YH1; Ann takes with RS4: RT4",
    # builds and stacks
    "no_common": "table YC3; Ann builds RH1 on YC3",
    "no_number": "table RC?; Ann builds RH1 on RC?",
    "above_cap": "table RC4+RH3; nobody owns RC4+RH3; Ann builds RT2 on RC4+RH3",
    "build_on_stack": "table RC3/RH3; nobody owns RC3/RH3; Ann builds RT1 on RC3/RH3",
    "stack_too_high": "table RC3+RH2; nobody owns RC3+RH2; Ann stacks RT4 on RC3+RH2",
    "other_value": "table RC3; Ann stacks RT4 on RC3",
    "not_moved": "with stack_completes_build=false; table RC3 RS4; Ann stacks RH1 on RC3 carried onto RS4",
    "no_plan": "table RC3; Ann holds RH1 YS4; Ann builds RH1 on RC3",
    "no_plan_empty": "table RC3; Ann holds RH1; Ann builds RH1 on RC3",
    # sweeps
    "joker_sweeps": "with question=wild; with jokers=2; table RC3; Ann drops J1",
    "no_sweep": "with question=wild; with jokers=2; table RC3; Ann sweeps with RH3",
    "nothing_to_sweep": "with question=wild; with jokers=2; table -; Ann sweeps with J1",
    # the drop ban
    "drop_ban": f"{_OWN}; Ann holds RS4 YH1; Ann drops YH1",
    "no_pass": f"with forced_drop=forbidden; {_OWN}; Ann holds RS4 YH1; Ann passes",
    "no_ruined_plan": "table RC3; Ann drops RC1; Bo shows a ruined plan",
}
