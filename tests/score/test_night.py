"""What people do to a night: enter, correct, take back; ties, eliminations, dealers; and that nothing is erased."""

import pytest

from tests.score.nights import Evening
from tt_print.engine.standing import place_numbers
from tt_print.errors import InputError
from tt_print.score.changes import changes, log_rows
from tt_print.score.commands import ConflictError, RepeatedError, TallyError, is_reason, is_refusal
from tt_print.score.events import BrokenRecord, Event, read_ledger


def craziness(*names, **house):
    return Evening("craziness", *(names or ("Ann", "Bo", "Cy")), house=house)


def test_undo_and_redo_are_entries_of_their_own():
    evening = craziness()
    evening.hand("Ann=0", "Bo=4", "Cy=1")
    evening.hand("Ann=2", "Bo=0", "Cy=3")
    assert evening.undo().totals == (0, 4, 1) and evening.undo().totals == (0, 0, 0)
    assert evening.redo().totals == (0, 4, 1) and evening.redo().totals == (2, 4, 4)
    assert [event.kind for event in evening.events] == ["start", "hand", "hand", "undo", "undo", "redo", "redo"]
    with pytest.raises(InputError, match="nothing to redo"):
        evening.redo()
    evening.undo()
    evening.hand("Ann=1", "Bo=1", "Cy=0")
    with pytest.raises(InputError, match="nothing to redo"):  # what was taken back before a new hand stays so
        evening.redo()
    assert evening.night.totals == (1, 5, 1)


def test_nothing_is_left_to_undo_at_the_beginning():
    with pytest.raises(InputError, match="nothing to undo"):
        craziness().undo()


def test_editing_an_old_hand_changes_everything_after_it():
    evening = craziness()
    evening.hand("Ann=0", "Bo=14", "Cy=2")
    evening.hand("Ann=0", "Bo=0", "Cy=3", force=True, note="Bo shouted first")
    before = evening.hand("Ann=3", "Bo=0", "Cy=1")
    assert before.totals == (3, 14, 6) and before.eliminated == ()
    after = evening.edit(1, "Bo=16")
    assert after.totals == (3, 16, 6) and after.eliminated == ("Bo",) and after.hands[0].eliminated == ("Bo",)
    printed = changes(before, after)
    assert "Hand 1: Bo 14 -> 16" in printed and "Hand 1: Bo now out" in printed and "Total: Bo 14 -> 16" in printed
    assert "Hand 3: Bo was out already, so Bo's 0 points do not count" in printed
    assert evening.undo().totals == (3, 14, 6) and evening.night.hands[2].outcome.problems == ()


def test_a_correction_names_who_wins_now_and_who_did_not_win_after_all():
    evening = Evening("craziness", "Ann", "Bo", house={"elimination_score": 10})
    ann_wins = evening.hand("Ann=0", "Bo=12")
    goes_on = evening.edit(1, "Bo=5")
    bo_wins = evening.edit(1, "Ann=12", "Bo=0")
    assert "Ann did not win after all; the game goes on" in changes(ann_wins, goes_on)
    assert "Winner now: Bo" in changes(goes_on, bo_wins) and "Winner now: Bo" in changes(ann_wins, bo_wins)
    assert not any("inner" in line for line in changes(bo_wins, bo_wins))


def test_a_player_who_comes_back_by_a_correction_lacks_points_later():
    evening = craziness()
    evening.hand("Ann=0", "Bo=15", "Cy=2")
    evening.hand("Ann=0", "Cy=3")
    night = evening.edit(1, "Bo=5")
    assert night.hands[1].outcome.problems == ("nothing is entered for Bo",) and night.totals == (0, 5, 5)
    night = evening.edit(2, "Bo=7")
    assert night.totals == (0, 12, 5) and night.hands[1].outcome.problems == ()


def test_hands_after_an_earlier_end_do_not_count():
    evening = craziness("Ann", "Bo")
    evening.hand("Ann=0", "Bo=14")
    evening.hand("Ann=5", "Bo=0")
    night = evening.edit(1, "Bo=15")
    assert night.is_over and night.winners == ("Ann",) and night.totals == (0, 15)
    assert night.hands[1].outcome.problems == ("the game was over before; this hand does not count",)
    with pytest.raises(InputError, match=r"Craziness is over: Ann won. Another game: tt-print score start --again"):
        evening.hand("Ann=0", "Bo=1")


def test_an_edit_of_an_edit_and_who_went_out():
    evening = craziness()
    evening.hand("--went-out", "Ann", "--left", "Bo=RH3,KB4", "--left", "Cy=GC2")
    assert evening.edit(1, "Bo=5").totals == (0, 5, 1)
    assert evening.edit(1, "--left", "Cy=GC2,KB?").totals == (0, 5, 5)
    assert evening.edit(1, "--went-out", "Bo", "Ann=3").totals == (3, 0, 5)
    assert evening.edit(1, "--blocked", "Bo=2").totals == (3, 2, 5)
    assert evening.night.hands[0].entry["out"] is None
    with pytest.raises(InputError, match="is entered like that already"):
        evening.edit(1, "Bo=2")
    assert len(evening.night.hands[0].edits) == 4
    for totals in ((3, 0, 5), (0, 5, 5), (0, 5, 1), (0, 4, 1)):
        assert evening.undo().totals == totals


def test_the_record_says_who_did_what_in_order():
    evening = craziness()
    evening.hand("Ann=0", "Bo=4", "Cy=1")
    evening.edit(1, "Bo=5")
    evening.undo()
    evening.redo()
    printed = [text for _, text in log_rows(evening.events)]
    assert printed == [
        "started Craziness with Ann, Bo and Cy, Ann deals",
        "hand 1: Ann went out; Bo 4, Cy 1",
        "hand 1 corrected: Ann went out; Bo 5, Cy 1 (was: Ann went out; Bo 4, Cy 1)",
        "undo: the correction of hand 1",
        "redo: the correction of hand 1",
    ]


def test_shared_places_leave_out_those_after_them():
    groups = ((0,), (1, 3), (2,))
    assert place_numbers(groups) == {0: 1, 1: 2, 3: 2, 2: 4}
    assert place_numbers(groups, "1223") == {0: 1, 1: 2, 3: 2, 2: 3}
    evening = craziness("Ann", "Bo", "Cy", "Di")
    night = evening.hand("Ann=0", "Bo=4", "Cy=4", "Di=5")
    assert night.ranks == {"Ann": 1, "Bo": 2, "Cy": 2, "Di": 4}


def test_of_those_out_the_later_is_better_and_of_one_hand_the_one_with_fewer_points():
    evening = craziness("Ann", "Bo", "Cy", "Di")
    evening.hand("Ann=0", "Bo=40", "Cy=20", "Di=2")
    night = evening.hand("Ann=3", "Di=0")
    assert night.ranks == {"Di": 1, "Ann": 2, "Cy": 3, "Bo": 4} and night.eliminated == ("Bo", "Cy")
    night = evening.hand("Ann=14", "Di=0")
    assert night.winners == ("Di",) and night.ranks == {"Di": 1, "Ann": 2, "Cy": 3, "Bo": 4}


@pytest.mark.parametrize(
    ("rule", "dealers"),
    [("rotate", ["Ann", "Bo", "Ann"]), ("winner", ["Ann", "Ann", "Bo"]), ("loser", ["Ann", "Bo", "Ann"])],
)
def test_the_next_dealer_is_the_engines(rule, dealers):
    evening = craziness("Ann", "Bo", "Cy", next_dealer=rule)
    evening.hand("Ann=0", "Bo=4", "Cy=15")  # Cy is out and deals no more
    night = evening.hand("Ann=3", "Bo=0")
    assert [*(hand.dealer for hand in night.hands), night.dealer] == dealers


def test_a_hand_meant_to_be_another_is_refused_with_what_stands_there():
    evening = craziness()
    evening.hand("Ann=0", "Bo=4", "Cy=1", expected=1)
    with pytest.raises(ConflictError, match="hand 1 is entered already, by ann: Ann went out; Bo 4, Cy 1"):
        evening.hand("Ann=0", "Bo=4", "Cy=1", expected=1)
    with pytest.raises(InputError, match="hand 2 comes next"):
        evening.hand("Ann=0", "Bo=4", "Cy=1", expected=3)


def clock(seconds):
    return f"2026-11-21T20:{seconds // 60:02}:{seconds % 60:02}+00:00"


@pytest.mark.parametrize(("game", "words"), [("craziness", ["Ann=0", "Bo=4", "Cy=1"]), ("ww3", ["--winner", "Ann"])])
def test_no_hand_is_played_within_a_minute_of_the_same_one(game, words):
    evening = Evening(game, "Ann", "Bo", "Cy")
    evening.hand(*words, at=clock(100))
    for now in (100, 120, 160, 70):  # also a clock that was set back a little
        with pytest.raises(RepeatedError, match=r"this is the same as hand 1, entered"):
            evening.hand(*words, at=clock(now))
    evening.hand(*words, at=clock(120), another=True)
    evening.hand(*words, at=clock(181))  # after a minute two games may end alike
    assert len(evening.night.hands) == 3


def test_the_same_again_is_noticed_behind_another_hand_and_after_a_correction():
    evening = craziness()
    evening.hand("Ann=0", "Bo=4", "Cy=1", at=clock(0))
    evening.hand("Ann=1", "Bo=0", "Cy=1", at=clock(5))
    with pytest.raises(RepeatedError, match="the same as hand 1, entered 20 seconds ago by ann. Nothing saved."):
        evening.hand("Ann=0", "Bo=4", "Cy=1", at=clock(20))
    evening.edit(2, "Cy=2")
    for cy in (1, 2):
        with pytest.raises(RepeatedError, match="the same as hand 2"):
            evening.hand("Ann=1", "Bo=0", f"Cy={cy}", at=clock(20))
    evening.hand("Ann=1", "Bo=0", "Cy=3", at=clock(20))


def test_without_a_time_that_can_be_read_nothing_is_the_same():
    evening = craziness()
    evening.hand("Ann=0", "Bo=4", "Cy=1", at="some time")
    evening.hand("Ann=0", "Bo=4", "Cy=1", at=clock(0))
    assert len(evening.night.hands) == 2


def test_a_record_that_cannot_be_is_noticed():
    start = Event(1, 1, "", "", "start", {})
    for kind, data in (("undo", {"of": 1}), ("start", {}), ("dance", {})):
        with pytest.raises(BrokenRecord):
            read_ledger([start, Event(2, 1, "", "", kind, data)])
    with pytest.raises(BrokenRecord):
        read_ledger([Event(1, 1, "", "", "hand", {})])


# ---------------------------------------------------------------- sums

CRAZY_SUMS = [
    (("Ann=0", "Bo=0", "Cy=1"), "Ann and Bo|0 points, and nobody went out"),
    (("--went-out", "Ann", "Bo=0", "Cy=1"), "Ann and Bo all have 0 points, and only Ann went out"),
    (("Ann=1", "Bo=2", "Cy=1"), "nobody has 0 points"),
    (("--blocked", "Ann=1", "Bo=0", "Cy=1"), "Bo with 0 points, and nobody went out"),
    (("Ann=0", "Bo=100", "Cy=100"), "200 points in one hand: a whole deck less the card in the center holds 199"),
    (("--went-out", "Ann", "--left", "Bo=RH3", "--left", "Cy=RH3"), "red heart 3 is in two hands"),
]


@pytest.mark.parametrize(("words", "said"), CRAZY_SUMS, ids=[said for _, said in CRAZY_SUMS])
def test_what_cannot_be_in_craziness_is_said_before_it_is_stored(words, said):
    evening = craziness()
    with pytest.raises(TallyError, match=said):
        evening.hand(*words)
    assert len(evening.events) == 1
    with pytest.raises(InputError, match="--force needs a reason"):
        evening.hand(*words, force=True)
    assert evening.hand(*words, force=True, note="we know").hands[0].entry["note"] == "we know"


@pytest.mark.parametrize("word", ["no", "n", "No!", "nein", "Non.", "-", "--", "back", "stop", "no no no", "n."])
def test_no_goes_back_and_is_no_reason(word):
    assert is_refusal(word) and not is_reason(word)


@pytest.mark.parametrize("word", ["", " ", "7", "0", "?", "...", "yes", "y", "ja", "OK", "save it"])
def test_an_answer_without_a_why_is_no_reason_and_does_not_go_back_either(word):
    assert not is_reason(word) and not is_refusal(word)


@pytest.mark.parametrize(
    "word", ["no idea, Cy counted", "Bo insists", "2 decks", "nobody knows", "Karte verloren", "数え間違い"]
)
def test_words_are_a_reason(word):
    assert is_reason(word) and not is_refusal(word)


def casino(*names, **house):
    return Evening("casino", *(names or ("Ann", "Bo")), house=house)


# cards, reds, circles, ones, red circles, special, hearts: together 124, 25, 25, 25, 5, 1, 5 with a plain card aside
WHOLE = ("--counts", "Ann=60,10,12,11,2,1,5", "--counts", "Bo=64,15,13,14,3,0,0")


def test_a_hand_of_casino_adds_up_to_150():
    night = casino().hand(*WHOLE)
    assert night.totals == (11 + 6 + 15 + 50, 25 + 10 + 10 + 14 + 9) and sum(night.totals) == 150


CASINO_SUMS = [
    (("--counts", "Ann=59,10,12,11,2,1,5"), {}, "123 cards together, and there are 124: one short. Recount?"),
    (("--counts", "Ann=61,10,12,11,2,1,5"), {}, "125 cards together, and there are 124: one too many. Recount?"),
    (("--counts", "Ann=60,11,12,11,2,1,5"), {}, "26 reds together, and there are 24 to 25: one too many. Recount?"),
    (("--counts", "Ann=60,8,12,11,2,1,5"), {}, "23 reds together, and there are 24 to 25: one short. Recount?"),
    (("--counts", "Ann=60,10,12,9,2,1,5"), {}, "23 ones together"),
    (
        ("--counts", "Ann=60,9,11,11,2,1,5"),
        {},
        "1 card, 1 red, 1 circle in nobody's pile: no 1 card aside can be all that",
    ),
    (("--counts", "Ann=60,1,12,11,2,1,5"), {}, "Ann has 2 red circles, and only 1 red."),
    (("--counts", "Ann=60,10,12,11,2,1,5", "--aside", "RC1"), {}, "25 reds together, and there are 24"),
    (("--counts", "Ann=60,10,12,11,2,1,5"), {"jokers": 2}, None),
    (("--counts", "Ann=61,10,12,11,2,1,5"), {"aside_card": "last_taker"}, None),
]


@pytest.mark.parametrize(("words", "house", "said"), CASINO_SUMS, ids=[str(said) for _, _, said in CASINO_SUMS])
def test_what_cannot_be_in_casino_is_said_before_it_is_stored(words, house, said):
    evening = casino(**house)
    if said is None:
        assert evening.hand(*words, *WHOLE[2:]).hands
        return
    with pytest.raises(TallyError) as refused:
        evening.hand(*words, *WHOLE[2:])
    assert said in str(refused.value) and "Nothing saved" in str(refused.value) and len(evening.events) == 1


def test_points_of_casino_come_to_150_less_what_can_be_lost():
    evening = casino()
    for points in ((100, 50), (90, 50), (60, 40), (100, 49)):  # whole, reds tied, hearts in two hands, a one aside
        evening.hand(f"Ann={points[0]}", f"Bo={points[1]}")
        evening.undo()
    for points in ((100, 51), (100, 45), (3, 2)):
        with pytest.raises(TallyError, match="Recount"):
            evening.hand(f"Ann={points[0]}", f"Bo={points[1]}")


def test_squares_come_to_70():
    night = casino(deck="squares").hand("--counts", "Ann=30,7,8,8,2,1,4", "--counts", "Bo=34,9,8,8,2,0,0")
    assert (
        sum(night.totals) == 70 - 4
        and "66 of 70 points; nobody got: 4 for most circles (tied)" in night.hands[0].outcome.lines
    )
    with pytest.raises(TallyError, match="63 cards together, and there are 64: one short"):
        casino(deck="squares").hand("--counts", "Ann=29,7,8,8,2,1,4", "--counts", "Bo=34,9,8,8,2,0,0")


def test_single_numbers_of_casino_can_be_corrected():
    evening = casino()
    evening.hand(
        "--cards",
        "Ann=60,Bo=64",
        "--reds",
        "Ann=10,Bo=15",
        "--circles",
        "Ann=12,Bo=13",
        "--ones",
        "Ann=11,Bo=13",
        "--red-circles",
        "Ann=2,Bo=3",
        "--special",
        "Ann",
        "--hearts",
        "none",
    )
    night = evening.edit(1, "--ones", "Bo=14", "--special", "Bo", "--hearts", "Ann")
    assert night.totals == (11 + 6 + 50, 25 + 20 + 14 + 9 + 15)


def test_all_hearts_of_squares_are_four():
    evening = casino(deck="squares")
    evening.hand("--counts", "Ann=30,7,8,8,2,1,3", "--counts", "Bo=34,9,8,8,2,0,1")
    assert evening.edit(1, "--hearts", "Ann").hands[0].entry["counts"] == {
        "Ann": [30, 7, 8, 8, 2, 1, 4], "Bo": [34, 9, 8, 8, 2, 0, 0],
    }  # fmt: skip


@pytest.mark.parametrize("game", ["craziness", "casino", "push-it", "six-suit", "ww3"])
def test_a_note_alone_can_be_added_to_any_entry(game):
    from tests.score.nights import play_and_enter

    evening = play_and_enter(game, 3, 2).evening
    for hand in evening.night.hands:
        night = evening.edit(hand.number, note="tea was late")
        assert night.hands[hand.number - 1].entry == hand.entry | {"note": "tea was late"}


def test_war_cards_make_the_deck():
    evening = Evening("ww3", "Ann", "Bo")
    with pytest.raises(TallyError, match=r"63 cards together, and the deck has 64: one short. Recount?"):
        evening.hand("--cards", "Ann=40,Bo=23")
    with pytest.raises(TallyError, match="Bo not counted"):
        evening.hand("--cards", "Ann=64")
    assert evening.hand("--cards", "Ann=40,Bo=21", "--center", "3").hands
    assert Evening("armageddon", "Ann", "Bo", house={"jokers": 2}).hand("--cards", "Ann=100,Bo=27").hands


def test_each_right_challenge_catches_somebody():
    evening = Evening("push-it", "Ann", "Bo", "Cy", house={"potential": "per_card"})
    with pytest.raises(TallyError, match="right challenges 2, caught lying 1"):
        evening.hand("--went-out", "Ann", "--right", "Ann=2", "--caught", "Bo=1", "--potential", "Ann=9")
    with pytest.raises(TallyError, match="Ann: potential points 1, right challenges 2, at least one point each"):
        evening.hand("--went-out", "Ann", "--right", "Ann=2", "--potential", "Ann=1")
    with pytest.raises(InputError, match="potential points are not counted here"):
        Evening("push-it", "Ann", "Bo", "Cy").hand("--went-out", "Ann", "--potential", "Ann=1")


def test_games_of_one_night_are_counted():
    evening = Evening("six-suit", "Ann", "Bo", "Cy", "Di")
    evening.hand("--out", "Bo=red,Ann")
    assert evening.night.eliminated == ("Bo",) and evening.night.winners == ()
    night = evening.hand("--out", "Cy+Di=heart")
    assert night.winners == ("Ann",) and night.wins == (1, 0, 0, 0) and night.dealer == "Bo"
    assert night.ranks == {"Ann": 1, "Cy": 2, "Di": 2, "Bo": 4}
    night = evening.hand("--places", "Di,Ann,Bo,Cy")
    assert night.wins == (1, 0, 0, 1) and night.dealer == "Cy" and night.totals is None
    with pytest.raises(InputError, match="'pink' is not a value"):
        evening.hand("--out", "Bo=pink")


def test_a_void_game_of_six_suit_is_dealt_again_by_the_same_dealer():
    night = Evening("six-suit", "Ann", "Bo").hand("--out", "Ann+Bo=red")
    assert night.winners == () and night.games == 0 and night.dealer == "Ann" and night.standing.living == (0, 1)


def test_partners_win_together():
    evening = Evening("six-suit", "Zoë", "Max", "Li", "Oz", house={"teams": "Ann+Cy/Bo+Di"})
    evening.hand("--out", "Zoë=red")
    night = evening.hand("--out", "Max+Oz=2")
    assert night.winners == ("Zoë", "Li") and night.ranks == {"Zoë": 1, "Li": 1, "Max": 3, "Oz": 3}


def test_who_slaps_back_in_goes_out_later():
    evening = Evening("ww3", "Ann", "Bo", "Cy")
    evening.hand("--out", "Cy")
    evening.hand("--back", "Cy", "--out", "Bo")
    with pytest.raises(InputError, match=r"Bo has no cards. With cards: Ann and Cy"):
        evening.hand("--winner", "Bo")
    assert evening.hand("--winner", "Cy").ranks == {"Cy": 1, "Ann": 2, "Bo": 3}


def test_corrections_of_the_other_games_keep_what_is_not_said_anew():
    evening = Evening("push-it", "Ann", "Bo", "Cy", house={"potential": "per_challenge", "target_points": 9})
    evening.hand("--went-out", "Ann", "--right", "Ann=2,Bo=1", "--wrong", "Cy=1", "--caught", "Cy=3")
    night = evening.edit(1, "--right", "Ann=1", "--caught", "Cy=2")
    assert night.totals == (1, 0, 0) and night.hands[0].entry["right"] == {"Ann": 1, "Bo": 1}
    assert evening.edit(1, "--went-out", "Bo").totals == (0, 1, 0) and evening.night.hands[0].entry["wrong"] == {
        "Cy": 1
    }
    evening = Evening("six-suit", "Ann", "Bo", "Cy")
    evening.hand("--out", "Bo=red")
    evening.hand("--out", "Cy=3")
    night = evening.edit(1, "--out", "Ann=blue,Cy")
    assert night.winners == ("Bo",) and night.wins == (0, 1, 0)
    night = evening.edit(1, "--out", "Cy=3")  # now hand 2 says what is not true any more
    assert night.winners == () and night.hands[1].outcome.problems and night.wins == (0, 0, 0)
    evening = Evening("armageddon", "Ann", "Bo", "Cy")
    evening.hand("--out", "Cy", "--slaps", "Ann=4")
    assert evening.edit(1, "--out", "Bo").hands[0].entry == {
        "back": [],
        "out": [["Bo"]],
        "winner": None,
        "slaps": {"Ann": 4},
    }
    evening = casino()
    evening.hand("Ann=100", "Bo=50")
    assert evening.edit(1, "Ann=90", "Bo=60").totals == (90, 60)
    assert evening.edit(1, *WHOLE).totals == (82, 68)


def test_a_hand_can_be_typed_again_from_what_is_stored():
    """What is repeated on the screen when the disk is full, or another terminal was faster, enters the same hand."""
    from tests.score.nights import play_and_enter

    for game in ("craziness", "casino", "push-it", "six-suit", "ww3"):
        played = play_and_enter(game, 3, 4, {"next_dealer": "loser"} if game == "push-it" else None)
        again = Evening(
            game,
            *played.evening.night.table.names,
            house=dict(played.evening.night.table.house.changed),
            dealer=played.evening.night.hands[0].dealer,
        )
        for hand in played.evening.night.hands:
            again.hand(*played.evening.night.scorer.words(hand.entry))
        assert [hand.entry for hand in again.night.hands] == [hand.entry for hand in played.evening.night.hands]


@pytest.mark.parametrize(("last", "line"), [
    ("Cy", "Only Ann has cards. When that play has won: --winner (rule 8, W-22)"),
    ("Ann+Cy", "Nobody has cards. Who controls the pile wins: --winner (W-34)"),
])  # fmt: skip
def test_near_the_end_of_a_war_it_says_what_decides(last, line):
    evening = Evening("ww3", "Ann", "Bo", "Cy")
    assert evening.hand("--out", "Bo").hands[-1].outcome.lines == ()
    assert evening.hand("--out", last).hands[-1].outcome.lines == (line,)


def test_only_points_that_were_earned_end_with_the_round():
    """Push It, rule 9: the potential points of all but the winner are gone; who had none is not named."""
    evening = Evening("push-it", "Ann", "Bo", "Cy", house={"potential": "per_challenge", "target_points": 9})
    night = evening.hand("--went-out", "Ann", "--right", "Ann=2,Bo=1", "--wrong", "Cy=1", "--caught", "Cy=3")
    assert night.hands[0].outcome.lines == ("Potential points that end with the round: Bo 1",)
